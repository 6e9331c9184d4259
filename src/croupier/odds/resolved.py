"""Is a game the one that its id, house rules and version come to? Whoever replaces a part of one gets nothing that was kept of it, and
no other process can find it again.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import fields, replace
from types import FunctionType
from typing import Any, Final, NamedTuple

from croupier.errors import CroupierError
from croupier.games.registry import playable
from croupier.table.playable import Playable

MOST: Final = 256


class Found(NamedTuple):
    """What of a game is as it is found again: the meters, and everything else."""

    rest: bool
    meters: bool


_known: OrderedDict[int, tuple[Playable, Found]] = OrderedDict()


def is_resolved(game: Playable) -> bool:
    """Whether it is; where its meters stand is left apart: what is kept says so of itself."""
    return _found(game).rest


def is_found_again(game: Playable) -> bool:
    """Does another process come to the very same?"""
    return all(_found(game))


def house_of(game: Playable) -> dict[str, dict[str, Any]]:
    """The house rules with which a game is found again."""
    return {part: dict(value) for part, value in game.terms.house_rules.items()}


def _found(game: Playable) -> Found:
    """A game is told by identity, since it never changes."""
    known = _known.get(id(game))
    if known is None or known[0] is not game:
        known = _known[id(game)] = (game, _compared(game))
        if len(_known) > MOST:
            _known.popitem(last=False)
    return known[1]


def _compared(game: Playable) -> Found:
    try:
        found = playable(game.terms.id, house_of(game), game.terms.version)
    except CroupierError:
        return Found(rest=False, meters=False)
    meters, found = found.terms.meters, replace(found, terms=replace(found.terms, meters=game.terms.meters))
    rest = all(_alike(getattr(game, part.name), getattr(found, part.name)) for part in fields(game) if part.compare)
    return Found(rest, meters == game.terms.meters)


def _alike(one: Any, other: Any) -> bool:
    """The same; of compiled rows the tests too, which are made anew each time by the same functions."""
    if one is other:
        return True
    if isinstance(one, FunctionType) and isinstance(other, FunctionType):
        cells = [tuple(cell.cell_contents for cell in made.__closure__ or ()) for made in (one, other)]
        return one.__code__ is other.__code__ and _alike(*cells)
    if type(one) is not type(other):
        return False
    if isinstance(one, (dict, tuple, list)) and one:
        if len(one) != len(other):
            return False
        if isinstance(one, dict):
            return [*one] == [*other] and all(_alike(one[name], other[name]) for name in one)
        return all(map(_alike, one, other))
    try:
        return bool(one == other)
    except TypeError:  # a rule is compared with rules alone
        return False
