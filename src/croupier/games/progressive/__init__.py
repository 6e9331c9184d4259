"""Jackpots with a chapter of their own."""
