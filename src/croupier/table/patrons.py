"""One patron at several positions, side by side, with one stack of chips behind them; and several people who wager on one box."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from croupier.errors import Refused
from croupier.rules.resolve import GameRules

if TYPE_CHECKING:
    from croupier.rules.resolve import Wager
    from croupier.table.seat import Seat
    from croupier.table.table import Table

POSITIONS, ON_A_BOX = "positions-per-player", "players-on-a-box"


def most_positions(terms: GameRules) -> tuple[int, str]:
    """How many positions one patron may play, and the clause that says so. A game that says nothing of it gives each player one."""
    if POSITIONS not in terms.options:
        return 1, terms.clause_of("seats")
    return int(terms.options[POSITIONS]), terms.clause_of(POSITIONS)


def most_on_a_box(terms: GameRules) -> int:
    """How many people may wager on one box: one, where the house permits no more. The others have places behind the last box."""
    return int(terms.options.get(ON_A_BOX, 1))


def check_shared(table: Table, seat: Seat, wager: Wager) -> None:
    """Whoever wagers on another's box makes the wager that is played with its cards and no other."""
    if seat.box != seat.number and wager.id not in (rule := table.terms.file.wagering["shared-box"]).wagers:
        raise Refused(f"seat {seat.number}: {wager.id} is not made on another's box, {seat.box}", clause=", ".join(rule.clause))


def check_positions(terms: GameRules, held: Collection[int], seat: int) -> None:
    """Refuse a further position beyond what the house allows, or apart from those already held. Texts that allow one say adjacent."""
    most, clause = most_positions(terms)
    if held and len(held) >= most:
        there = f"already sits at seat {' and '.join(map(str, sorted(held)))}"
        raise Refused(
            f"seat {seat}: who asks for it {there}: a player has {most} position{'s' if most > 1 else ''}", clause=clause
        )
    if held and not {seat - 1, seat + 1} & set(held):
        beside = " and ".join(map(str, sorted(held)))
        raise Refused(f"seat {seat} is not beside seat {beside}: one player's positions are adjacent", clause=clause)


COLOURS = (
    *("red", "blue", "green", "yellow", "orange", "purple", "brown", "pink", "white", "black"),
    *("grey", "turquoise", "olive", "navy", "maroon", "lime", "violet", "tan", "coral", "gold"),
)
"""Non-value chips as they are issued, one colour a player."""


def colour_for(terms: GameRules, taken: Collection[str], wanted: str | None) -> str | None:
    """The colour of a player's non-value chips, where the text wants each player's unlike all others'; None in other games."""
    rule = terms.file.wagering.get("colours")
    if rule is None:
        return None
    clause = ", ".join(rule.clause)
    if wanted is not None and wanted not in COLOURS:
        raise Refused(f"{wanted!r} is no colour of chips here: one of {', '.join(COLOURS)}", clause=clause)
    free = [colour for colour in COLOURS if colour not in taken]
    if wanted in taken or not free:
        raise Refused(f"{wanted or 'every colour'} is played by another at this table", clause=clause)
    return wanted or free[0]


def groups(players: Mapping[int, str]) -> list[list[int]]:
    """Seats that are one patron's, where anybody has several."""
    found: dict[str, list[int]] = {}
    for seat, patron in sorted(players.items()):
        found.setdefault(patron, []).append(seat)
    return [seats for patron, seats in found.items() if patron and len(seats) > 1]


def is_anothers(table: Table, seat: Seat, holder: int) -> bool:
    """Is that hand another player's, to whoever has this seat? At neither of their positions is it one of their own."""
    return holder != seat.number and not (table.carried.as_one and holder in seat.purse.seats)


def least_for_several(table: Table, seat: int, wager: Wager) -> int | None:
    """The minimum in each box of a patron who has wagered in another, where one is posted for that; it is for the main wager."""
    least = table.terms.posted.several_boxes
    if least is None or wager.needs or not _elsewhere(table, seat):
        return None
    return least


def _elsewhere(table: Table, seat: int) -> bool:
    return any(table.seats[other].stakes for other in table.seats[seat].purse.seats if other != seat)


def check_several(table: Table, seats: Iterable[int]) -> None:
    """When wagering closes: whoever plays several boxes has the minimum for several in each, whoever plays one the usual."""
    if table.terms.posted.several_boxes is None:
        return
    for number in seats:
        for spot, stake in table.seats[number].stakes.items():
            wager = table.spots[spot].wager
            several = least_for_several(table, number, wager)
            least = wager.limits.minimum if several is None else several
            if stake < least:
                where = "one box" if several is None else "each of several boxes"
                raise Refused(
                    f"seat {number}: {spot} of {stake} cents is below {least}, the minimum in {where}",
                    clause=table.terms.posted.several_clause,
                )
