"""Poker of player against player: the house deals, and takes its rake."""
