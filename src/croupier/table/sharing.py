"""Meters that several winners of one round share: every one of them has the same part of what the first to be paid found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from croupier.rules.payouts import Kind, Payout
from croupier.rules.terms import Wager
from croupier.table.looking import cards_seen

if TYPE_CHECKING:
    from croupier.table.felt import Felt
    from croupier.table.settlement import Line


def from_meter(felt: Felt, wager: Wager, payout: Payout) -> int:
    """What a meter pays one winner; without a word on sharing in its file the next winner finds what this one left."""
    name = payout.meter or wager.meter or ""
    if payout.figure != 1 or not felt.terms.meters[name].shared:
        return felt.meters[name].pay(payout)
    if name not in felt.parts:
        felt.parts[name] = felt.meters[name].share(payout, among=_winners(felt, wager, payout))
    return felt.parts[name]


def paid_all_of(felt: Felt, name: str, lines: Iterable[Line]) -> int:
    """How many of these lines have a part of all of a meter that its file lets winners share."""
    if not felt.terms.meters[name].shared:
        return 0
    paid = ((felt.paid_by(line), felt.playable.called[line.wager].wager) for line in lines)
    return sum(
        row is not None and row.kind is Kind.METER and row.figure == 1 and (row.meter or wager.meter) == name
        for row, wager in paid
    )


def _winners(felt: Felt, wager: Wager, payout: Payout) -> int:
    """How many seats have a wager that this payout is due on."""
    look, found = felt.playable.looks[wager.id], 0
    for seat in felt.seats.values():
        if wager.id in seat.stakes:
            cards = cards_seen(felt, seat, look)
            row = felt.row_for(wager.id, look.value(cards), cards)
            found += row is not None and row[1] == payout
    return found
