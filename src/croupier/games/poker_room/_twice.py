"""Running it twice: two players who can bet no more may agree to see the rest of the board a second time, for half the pot each."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.equipment.cards import Card
from croupier.games.poker_room._dealing import deal_street
from croupier.games.poker_room._hand import Hand
from croupier.rules.poker import Street
from croupier.rules.terms import Rule
from croupier.table.betting import Turn
from croupier.table.piles import Pile

ONCE, TWICE = "once", "twice"
SECOND = "second board"
TWO_PLAYERS = 2


def rule(hand: Hand) -> Rule[str] | None:
    """What lets players do so: in flop games of a house that is paid by time, where it offers it."""
    terms = hand.table.terms
    option = None if terms.file.rake is None else terms.file.rake.run_twice
    if option is None or hand.rules.rake["method"] != "time-charge" or not hand.variant.board_cards:
        return None
    found = terms.rule(option)
    return found if found.value == "offered" else None


async def agreed(hand: Hand, street: Street) -> bool:
    """Do both players want the cards that are still to come a second time? Asked once, when no more can be bet."""
    ground = rule(hand) if street.board else None
    live = hand.live()
    if ground is None or len(live) != TWO_PLAYERS or sum(hand.stack(number) > 0 for number in live) > 1:
        return False
    for number in live:
        turn = Turn(number, (ONCE, TWICE), clause=ground.clause, declined=ONCE, moment="betting")
        act = await hand.table.ask(turn)
        if act is None or act.choice != TWICE:
            return False
    return True


async def run(hand: Hand, streets: Sequence[Street]) -> None:
    """The rest of the board, and then the same streets again from the stub."""
    table = hand.table
    known = list(table.community)
    for street in streets:
        await deal_street(hand, street)
    table.piles[SECOND] = Pile()
    for card in known:
        table.piles[SECOND].place(card, up=True)
    for street in streets:
        if street.burn:
            await table.burn()
        for _ in range(street.board):
            await table.deal_card(SECOND, up=True)


def second_board(hand: Hand) -> list[Card] | None:
    return list(hand.table.piles[SECOND]) if SECOND in hand.table.piles else None
