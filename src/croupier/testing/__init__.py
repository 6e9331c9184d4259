"""Checks for procedures and rulebooks of your own: `check_game("atlantis/three-card-poker")`."""

from croupier.testing.conformance import CHECKS, check_game, check_settled

__all__ = ["CHECKS", "check_game", "check_settled"]
