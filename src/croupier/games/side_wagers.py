"""Side wagers that are data: look at these cards, rank them so, pay by this table. A procedure says only when."""

from __future__ import annotations

from croupier.hands.looks import Look
from croupier.rules.model import Decided
from croupier.rules.terms import Wager
from croupier.table.table import Seat, Table


def settle_for_all(table: Table, *, decided: Decided) -> None:
    """Settle what is decided now, from the dealer's right."""
    for seat in table.from_dealers_right():
        settle(table, seat, decided=decided)


def settle(table: Table, seat: Seat, *, decided: Decided) -> None:
    """Pay or collect every side wager of a seat that its file says is decided now."""
    for name, look in table.playable.looks.items():
        wager = table.terms.wagers[name]
        if wager.decided == decided:
            _settle(table, seat, wager, look)


def _settle(table: Table, seat: Seat, wager: Wager, look: Look) -> None:
    """By the cards the wager looks at; a hand that others may be paid for is noted, whether its player has the wager or not."""
    envy = None if seat.folded else table.playable.envied.get(wager.id)
    if wager.id not in seat.stakes and envy is None:
        return
    cards = look.seen(seat.dealt or seat.hand, table.dealer, table.community)
    value = look.value(cards)
    if envy is not None and (found := table.row_for(envy, value, cards)) is not None:
        table.envy_hands.append((seat.number, found[0]))
    table.settle_by_hand(seat, wager.id, value, cards)
