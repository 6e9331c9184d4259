"""Exact analysis and simulation: what every wager is worth, and how we know."""
