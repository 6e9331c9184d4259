"""What a side wager sees of a table: the cards its look takes, from wherever they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.equipment.cards import Card
from croupier.hands.looks import Look
from croupier.table.seat import Seat

if TYPE_CHECKING:
    from croupier.table.felt import Felt


def cards_seen(felt: Felt, seat: Seat, look: Look) -> list[Card]:
    """The cards of a seat's side wager, as far as they are there."""
    own, unsplit = seat.dealt or seat.hand, seat.dealt if seat.splits else seat.fallen
    return look.seen({"own": own, "dealer": felt.dealer, "community": felt.community, "box": seat.fallen, "unsplit": unsplit})
