"""Rulebooks looked at from outside: games as plain data, with every clause accounted for."""
