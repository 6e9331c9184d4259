"""Croupier: casino table games as regulators write them, made executable.

>>> import croupier
>>> round_ = croupier.settle({
...     "game": "ny/big-six", "spin": "first-prize", "seats": {"1": {"wagers": {"first-prize": 500}}}})
>>> round_.net
{1: 22500}
>>> croupier.resolve("ny", "roulette").terms.why("wagers.split")
('5324.4(d)(1)(iii)',)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["__version__", "listing", "playable", "replay", "resolve", "settle"]

if TYPE_CHECKING:
    from croupier.rules.listing import Listed
    from croupier.table.playable import Playable
    from croupier.table.round import Round


def listing() -> list[Listed]:
    """Every game of every rulebook."""
    from croupier.rules import listing as heads

    return heads.listing()


def playable(game: str, house_rules: Mapping[str, Any] | None = None, version: str | None = None) -> Playable:
    """`rulebook/game`, ready to play under a house's choices."""
    from croupier.games import registry

    return registry.playable(game, house_rules, version)


def resolve(rulebook: str, game: str, house_rules: Mapping[str, Any] | None = None, version: str | None = None) -> Playable:
    """The same, by rulebook and game."""
    return playable(f"{rulebook}/{game}", house_rules, version)


def settle(written: Mapping[str, Any]) -> Round:
    """Play a written round to its settlement; raises `croupier.errors.Refused` where the rules do not allow it."""
    from croupier.table.written import play_written

    return play_written(written, playable)


def replay(log: Mapping[str, Any]) -> Round:
    """Rebuild a round from its log."""
    from croupier.table import round as rounds
    from croupier.table.written import named_game

    return rounds.replay(playable(*named_game(log)), log)
