"""What each person at the table may see. A hidden card is `??` to everyone who must not know it."""

from __future__ import annotations

from typing import Any

from croupier.table.felt import Pile
from croupier.table.requests import Arrangement, CardDue, Decision, Offer
from croupier.table.round import Round
from croupier.table.settlement import as_json

HIDDEN = "??"
PUBLIC, DEALER, FLOOR = "public", "dealer", "floor"


def _faces(pile: Pile, visible: bool) -> list[str]:
    return [str(card) if visible or up else HIDDEN for card, up in zip(pile, pile.up, strict=True)]


def view(round_: Round, role: str | int) -> dict[str, Any]:
    """The table as `role` sees it: a seat by its number, `dealer`, `floor` or `public`.

    A seat sees its own cards; hands are open to all once the round is settled; the floor, which is called to rule on
    hands, sees every card that has been dealt. Nobody sees the stub.
    """
    table, pending = round_.table, round_.pending
    over = round_.done
    every = role == FLOOR or (over and not all(line.outcome == "void" for line in table.lines))

    def own(number: int, folded: bool) -> bool:
        return role in (number, FLOOR) or (every and not folded)

    seats = {
        str(number): {
            "stakes": dict(seat.stakes),
            "cards": _faces(seat.hand, (every and not (over and seat.folded and role != FLOOR)) or role == number),
            **({"splits": [_faces(pile, every or role == number) for pile in seat.splits]} if seat.splits else {}),
            "folded": seat.folded,
            "in_play": seat.in_play,
        }
        for number, seat in sorted(table.seats.items())
    }
    mine = pending is not None and (
        role == FLOOR
        or (isinstance(pending, Decision) and role == (pending.seat or FLOOR))
        or (isinstance(pending, (Arrangement, Offer)) and role == (pending.seat or DEALER))
        or (pending.kind == "wager" and role in (DEALER, *table.seats))
        or (pending.kind == "done" and role == DEALER)
    )
    return {
        "game": round_.playable.terms.id,
        "seats": seats,
        "dealer": _faces(table.dealer, role == FLOOR),
        "community": _faces(table.community, role == FLOOR),
        "piles": {name: _faces(pile, role == FLOOR) for name, pile in table.piles.items()},
        **({"exposed": [str(card) for card in table.exposed]} if table.exposed else {}),
        "marks": dict(table.marks),
        "meters": {name: int(meter.amount) for name, meter in table.meters.items()},
        "pending": None
        if pending is None
        else {
            "kind": pending.kind,
            "who": pending.who,
            "moment": pending.moment,
            "legal": round_.legal() if mine and not isinstance(pending, CardDue) else [],
        },
        "lines": [as_json(line) for line in table.lines] if over else [],
    }
