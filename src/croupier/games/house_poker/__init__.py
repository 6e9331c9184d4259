"""Poker-style games against the house."""
