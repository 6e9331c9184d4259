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

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = [
    "Round",
    "Session",
    "__version__",
    "advise",
    "analyze",
    "errors",
    "listing",
    "playable",
    "replay",
    "replay_session",
    "resolve",
    "settle",
    "simulate",
]

if TYPE_CHECKING:
    from croupier import errors as errors
    from croupier.odds.advice import Advice
    from croupier.odds.price import Price
    from croupier.odds.simulation import Simulated
    from croupier.rules.listing import Listed
    from croupier.table.playable import Playable
    from croupier.table.round import Round as Round
    from croupier.table.session import Session as Session


def __getattr__(name: str) -> Any:
    """What takes time to import comes when it is first asked for."""
    if name in ("Round", "Session"):
        return getattr(importlib.import_module(f"croupier.table.{name.lower()}"), name)
    if name == "errors":
        return importlib.import_module("croupier.errors")
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")


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


def replay_session(log: Mapping[str, Any]) -> Session:
    """Rebuild a table's session, with all its rounds, from its log."""
    from croupier.table import session as sessions
    from croupier.table.written import named_game

    return sessions.replay_session(playable(*named_game(log)), log)


def analyze(game: Playable | str, wager: str | None = None, paytable: str | None = None) -> list[Price]:
    """The exact price of every wager under every pay table it could have; `wager` and `paytable` narrow them."""
    from croupier.odds import analyze as exact

    return list(exact.analyze(_ready(game), wager, paytable))


def simulate(game: Playable | str, rounds: int, seed: int = 1) -> list[Simulated]:
    """The price of every wager by playing: the same seed and rounds give the same totals, whoever counts."""
    from croupier.odds.simulate import simulate as play

    return play(_ready(game), rounds, seed)


def advise(round_: Round) -> Advice | None:
    """What the seat that must answer should do, from what it may see; None where nobody must decide anything."""
    from croupier.odds.advice import advise as weigh

    return weigh(round_)


def _ready(game: Playable | str) -> Playable:
    return playable(game) if isinstance(game, str) else game
