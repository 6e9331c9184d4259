"""Cards, shoes, shuffles, wheels, and where randomness comes from. Nothing here knows a game."""
