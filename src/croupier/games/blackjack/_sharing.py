"""Several people at one box: who decides about its cards, and what the others do with their own wagers."""

from __future__ import annotations

from typing import Final

from croupier.games.blackjack._hands import DECLINE, DOUBLE, SPLIT, Hand
from croupier.table.patrons import ON_A_BOX
from croupier.table.table import Seat, Table

CONSENT, REFUSE, NO_CONSENT = "consent", "refuse", "no-consent"
OTHERS: Final = {DOUBLE: "others-double", SPLIT: "others-split"}
"""What the one who decides does, to the rule by which the others may do it too."""


async def share_boxes(table: Table) -> None:
    """Once wagering is closed, the first who wagered on a box consents to the others; without that their wagers go back.

    Whoever is seated at the box decides about its cards, else whoever wagered most, of equal wagers the first.
    """
    boxes: dict[int, list[Seat]] = {}
    for number in table.came if table.playable.boxes else ():
        boxes.setdefault(table.seats[number].box, []).append(table.seats[number])
    for box, bettors in sorted(boxes.items()):
        first, *others = bettors
        if not others:
            continue
        rule = table.terms.rule(ON_A_BOX)
        if await table.decide(first, (CONSENT, REFUSE), because=rule, declined=REFUSE) != CONSENT:
            for other in others:
                for wager in list(other.stakes):
                    table.push(other, wager, case=NO_CONSENT, because=rule)
                other.in_play = False
            continue
        seated = next((seat for seat in bettors if seat.number == box), None)
        decides = seated or max(bettors, key=lambda seat: sum(seat.stakes.values()))
        decides.followers = sorted((seat for seat in bettors if seat is not decides), key=lambda seat: seat.number)
        for seat in decides.followers:
            seat.follows = decides


async def those_who(table: Table, hand: Hand, word: str) -> list[Hand]:
    """The others at a box who put down as much again as the one who decides does, each by their own choice."""
    joined = []
    for seat in hand.seat.followers:
        own = [one for one in hand.beside if one.seat is seat and one.live]
        if own:
            costs = {word: sum(one.original for one in own)}
            said = await table.decide(
                seat,
                (word, DECLINE),
                because=table.terms.rule(OTHERS[word]),
                costs=costs,
                having=own[0].wager,
                declined=DECLINE,
                hand=hand.place,
            )
            joined += own if said == word else []
    return joined
