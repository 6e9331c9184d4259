"""Cards of a street: to the players, to the board, in exchange for others; and what is done where the deck runs short."""

from __future__ import annotations

from croupier.equipment.cards import ACE, Card
from croupier.games.poker_room._division import SUITS
from croupier.games.poker_room._hand import Hand
from croupier.hands.poker import Value
from croupier.rules.poker import Street
from croupier.rules.terms import Rule
from croupier.table.betting import EXCHANGED, FACE_UP_BURN, exchange_exposed
from croupier.table.requests import DealerAct
from croupier.table.table import BURN, COMMUNITY

BURNS = 3
"""How many cards a stud game has burned before its last."""


async def deal_street(hand: Hand, street: Street) -> None:
    """The cards that come before a betting round."""
    table = hand.table
    if street.discard == "before":
        await throw_away(hand, street)
    dealt = street.down + street.up
    if street.burn and dealt and await short_of_cards(hand):
        return
    if street.burn and street.draw and not table.cards_left:
        await reshuffle_discards(hand)
    if street.burn and table.marks.pop(FACE_UP_BURN, None) is None:
        await table.burn()
    for number in range(dealt):
        for seat in hand.receiving():
            await deal_to(hand, seat, up=number >= street.down)
    if (exposed := table.marks.pop(EXCHANGED, None)) is not None:
        await exchange_exposed(table, int(exposed), as_burn=True)
    for _ in range(street.board):
        await table.deal_card(COMMUNITY, up=True)
    if street.draw:
        for seat in hand.live():
            await exchange(hand, seat, street)
    if street.discard == "after":
        await throw_away(hand, street)


async def deal_to(hand: Hand, number: int, *, up: bool) -> None:
    """A player's next card; face down after all where one that should be lies open. On a folded hand's place it is out of play."""
    if number in hand.dealt_on:
        if await hand.table.deal_card(BURN, up=False) is not None:
            hand.table.discards.append(hand.table.burned.pop())
        return
    held = hand.seat(number).hand
    street, so_far = next(iter(hand.variant.streets)), len(held)
    shown_by_mistake = up and so_far == street.down and any(held.up)
    await hand.table.deal_card(number, up=up and not shown_by_mistake)


# Where cards run short


async def short_of_cards(hand: Hand) -> bool:
    """Are there too few cards for one each? Then all share one, or the burned cards come back, as the text has it."""
    table, needed = hand.table, len(hand.receiving()) + 1
    scrambles = hand.variant.short_of_cards == "scramble"
    if table.cards_left >= needed:
        return False
    if scrambles and table.cards_left + min(BURNS, len(table.burned)) > needed:
        await bring_back(hand, table.burned)
        return False
    if table.cards_left <= (2 if scrambles else 1):
        await bring_back(hand, table.burned)
    await table.burn()
    await table.deal_card(COMMUNITY, up=True)
    return True


async def bring_back(hand: Hand, cards: list[Card]) -> None:
    """Cards that were out of play are shuffled and lie with the stub again."""
    await hand.table.ask(DealerAct("reshuffle"))
    for card in cards:
        hand.table.remaining[card] += 1
    cards.clear()


# Drawing and throwing away


async def exchange(hand: Hand, number: int, street: Street) -> None:
    """A player throws away any number of cards and is dealt as many, face down."""
    for _ in range(await discard(hand, number, street, least=0, most=len(hand.seat(number).hand))):
        if not hand.table.cards_left:
            await reshuffle_discards(hand, number)
        await hand.table.deal_card(number, up=False, moment="draw")


async def throw_away(hand: Hand, street: Street) -> None:
    """Every player keeps all cards but one."""
    for number in hand.live():
        await discard(hand, number, street, least=1, most=1)


async def discard(hand: Hand, number: int, street: Street, *, least: int, most: int) -> int:
    """How many cards a player throws away, face down; nobody else sees them."""
    table = hand.table
    count = await table.discard(hand.seat(number), (least, most), because=Rule("", ", ".join(street.clause), None))
    hand.thrown += [(number, card) for card in table.discards[len(table.discards) - count :]]
    return count


async def reshuffle_discards(hand: Hand, number: int = 0) -> None:
    """Discards and folded hands are shuffled to go on from; where the text has it so, without the own ones of who draws."""
    own = hand.variant.short_of_cards != "reshuffle-others-discards"
    for other in hand.seats:
        seat = hand.seat(other)
        if seat.folded:
            hand.thrown += [(other, card) for card in seat.hand]
            for card in list(seat.hand):
                seat.hand.take(card)
    back = [entry for entry in hand.thrown if own or entry[0] != number]
    back = back or hand.thrown  # nobody else has thrown any away
    hand.thrown = [entry for entry in hand.thrown if entry not in back]
    hand.table.discards = [card for _, card in hand.thrown]
    await bring_back(hand, [card for _, card in back])


# What lies open


def forced_seat(hand: Hand) -> int:
    """Whose up-card makes the forced bet: the lowest or the highest, equal ranks by suit."""

    def rank(number: int) -> tuple[int, int]:
        held = hand.seat(number).hand
        card = next((card for card, up in zip(held, held.up, strict=True) if up), held[-1])
        value = 1 if card.rank == ACE and hand.variant.ace == "low" else card.rank
        return value, SUITS.index(card.suit)

    return (min if hand.variant.forced == "lowest-card" else max)(hand.live(), key=rank)


def showing(cards: list[Card]) -> Value:
    """What one to four open cards are worth, high: pairs, trips and quads, then the ranks; straights and flushes need five."""
    counts: dict[int, int] = {}
    for card in cards:
        counts[card.rank] = counts.get(card.rank, 0) + 1
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    order = {4: 7, 3: 3, 2: 2 if shape.count(2) == 2 else 1}.get(shape[0] if shape else 0, 0)
    return Value(order, tuple(rank for rank in groups for _ in range(counts[rank])), "")


def showing_low(cards: list[Card]) -> Value:
    """The same for low poker: the fewer of a rank and the lower, the better; an ace is low."""
    ranks = [1 if card.rank == ACE else card.rank for card in cards]
    ordered = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    return Value(-showing(cards).order, tuple(-rank for rank in ordered), "")


def best_showing(hand: Hand, *, low: bool) -> int:
    """Who has the best hand showing; of equal ones, the first after the dealer."""

    def value(number: int) -> Value:
        held = hand.seat(number).hand
        cards = [card for card, up in zip(held, held.up, strict=True) if up]
        return showing_low(cards) if low else showing(cards)

    return max(hand.live(), key=value)
