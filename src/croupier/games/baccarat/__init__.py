"""Baccarat and its variants."""
