"""What comes out of the pots before they are pushed: the house's rake, and what goes to a fund of the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from croupier.games.poker_room._pots import Pot, Pots


class Taken(NamedTuple):
    """Pots as they are pushed, the rake, and the sum that goes to a fund."""

    pots: tuple[Pot, ...]
    rake: int
    drop: int


def rate(terms: Mapping[str, Any], called: int, *, chip: int) -> int:
    """The rake of so much called money, in whole chips.

    >>> rate({"method": "percentage", "percent": 10, "maximum": 400}, 998, chip=1)
    99
    >>> rate({"method": "incremental", "steps": [[1000, 100], [2000, 100]]}, 2500, chip=1)
    200
    """
    match terms["method"]:
        case "percentage":
            due = called * int(terms["percent"]) // 100
        case "incremental":
            due = sum(cents for level, cents in terms["steps"] if called >= level)
        case _:
            return 0
    due = min(due, int(terms.get("maximum", due)))
    return due - due % chip


def take(pots: Pots, terms: Mapping[str, Any], *, chip: int, raked: bool, drop: int, least_pot: int) -> Taken:
    """The pots less rake and drop.

    The rake is of all that was called so far, pot by pot, so that a maximum is used up by the pot in the centre first. The fund's
    sum comes out of the pots in the same order once the rake is taken, where all together reach its mark and hold it.
    """
    left, so_far, taken = list[Pot](), 0, 0
    for pot in pots.pots:
        so_far = min(so_far + pot.cents, pots.called)
        due = min(rate(terms, so_far, chip=chip) - taken, pot.cents) if raked else 0
        taken += due
        left.append(pot._replace(cents=pot.cents - due))
    if pots.called < max(least_pot, drop + taken):
        drop = 0
    return Taken(tuple(_less(left, drop)), taken, drop)


def _less(pots: Sequence[Pot], cents: int) -> Iterator[Pot]:
    """The pots without a sum, which the first of them pays as far as it can."""
    for pot in pots:
        part = min(cents, pot.cents)
        cents -= part
        yield pot._replace(cents=pot.cents - part)
