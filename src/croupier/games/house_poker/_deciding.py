"""A wager of one of several sizes or a fold: how most games against the house are decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from croupier.rules.terms import Rule
from croupier.table.table import Seat, Table

FOLD = "fold"


def deciding(table: Table, wager: str) -> Iterator[Seat]:
    """Who has the wager that is decided about, clockwise; whoever has a side wager alone waits for the cards."""
    return (seat for seat in table.from_dealers_left() if seat.stake(wager))


async def bet_or(
    table: Table,
    seat: Seat,
    wager: str,
    sizes: Mapping[str, int],
    *,
    otherwise: str = FOLD,
    because: Rule[object],
    forfeits: Rule[tuple[str, ...]],
    having: str | None = None,
    folds: str = FOLD,
) -> None:
    """One player puts down `wager` in one of the sizes, by the word for each, or says `otherwise`; a fold loses what it forfeits.

    `folds` is the case that a text makes of a fold at this point.
    """
    choice = await table.decide(seat, (*sizes, otherwise), because=because, costs=sizes, having=having)
    if choice == FOLD:
        table.fold(seat, forfeits, case=folds)
    elif choice is not None and choice in sizes:
        table.add(seat, wager, sizes[choice])
