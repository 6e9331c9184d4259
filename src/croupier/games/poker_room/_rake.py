"""What comes out of the pots before they are pushed: the house's rake, and what goes to a fund of the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from croupier.games.poker_room._pots import Pot


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
    return min(due - due % chip, int(terms.get("maximum", due)))


def take(pots: Sequence[Pot], terms: Mapping[str, Any], *, chip: int, raked: bool, drop: int, least_pot: int) -> Taken:
    """The pots less rake and drop.

    The rake is of all that was called so far, pot by pot, so that a maximum is used up by the pot in the centre first. The fund's
    sum comes out of that pot once the rake is taken, where all pots together reach its mark.
    """
    left, so_far, taken = list[Pot](), 0, 0
    for pot in pots:
        so_far += pot.cents
        due = min(rate(terms, so_far, chip=chip) - taken, pot.cents) if raked else 0
        taken += due
        left.append(pot._replace(cents=pot.cents - due))
    dropped = min(drop, left[0].cents) if left and so_far >= least_pot else 0
    if dropped:
        left[0] = left[0]._replace(cents=left[0].cents - dropped)
    return Taken(tuple(left), taken, dropped)
