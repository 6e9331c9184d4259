"""Flop Poker: three cards with two of three community cards against a pay table; and a pot that the best hand of all players takes."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Literal

from croupier.equipment.cards import Card
from croupier.games import side_wagers
from croupier.games.house_poker._contest import like_hands
from croupier.games.house_poker._deciding import bet_or, deciding
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.names import alike, named
from croupier.hands.patterns import Test, or_better
from croupier.hands.poker import Value, best_five
from croupier.rules.terms import Rule
from croupier.table.citing import cite, first
from croupier.table.playable import Shape
from croupier.table.said import Said, Shown
from croupier.table.table import Seat, Table

ANTE, FLOP, POT, THREE_CARD_BONUS = "ante", "flop", "pot", "three-card-bonus"
BET, WIN, ODD_CENTS = "bet", "win", "odd-cents"
COMMUNITY, USED = 3, 2
"""Community cards, and how many of them a hand takes."""
SHAPE = Shape(hand=3, community=COMMUNITY)
PATTERNS: dict[str, Test] = {"pair-of-jacks-or-better": or_better("jacks")}


class FlopPoker(LimitedPayouts):
    """What the procedure asks of a rulebook."""

    flop_wager: Rule[Literal["equal-to-the-ante"]]
    fold_forfeits: Rule[tuple[str, ...]]
    pot_won_by: Rule[Literal["highest-hand-folded-or-not"]]
    three_card_bonus: bool


async def play(table: Table, rules: FlopPoker) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    for seat in deciding(table, ANTE):
        bet = {BET: seat.stake(ANTE)}
        await bet_or(table, seat, FLOP, bet, because=rules.flop_wager, forfeits=rules.fold_forfeits)
    if table.dealing.street:
        await table.deal("street")
    else:
        await table.reveal(community=COMMUNITY)
    for seat in table.from_dealers_right():
        await side_wagers.check_wins(table, seat, decided="showdown")
        settle(table, seat, rules)
    award_pot(table, rules)


def settle(table: Table, seat: Seat, rules: FlopPoker) -> None:
    """One player whole before the next, cards turned up, folded or not: the bonus by all three, ante and flop by the hand."""
    seat.hand.turn_up()
    side_wagers.settle(table, seat, decided="showdown")
    if not seat.folded:
        value = best_hand(seat.hand, table.community)
        for wager in (ANTE, FLOP):
            table.settle_by_hand(seat, wager, value, seat.hand)
    hold_to_limit(table, seat, rules)


def best_hand(hand: Sequence[Card], community: Sequence[Card]) -> Value:
    """The highest hand of all own cards with exactly two of the community cards."""
    return max(best_five([*hand, *taken]) for taken in itertools.combinations(community, USED))


def award_pot(table: Table, rules: FlopPoker) -> None:
    """Every pot wager of the round to the highest hand, folded or not, evenly between identical hands; the others lose theirs.

    What a player left behind who is out of the round stays in it.
    """
    hands = {seat.number: best_hand(seat.hand, table.community) for seat in table.from_dealers_left() if seat.stake(POT)}
    if not hands:
        return
    highest, pot = max(hands.values()), sum(seat.placed.get(POT, 0) for seat in table.seats.values())
    winners = [number for number, value in hands.items() if value == highest]
    share, odd = divmod(pot, len(winners))
    for number, value in hands.items():
        seat = table.seats[number]
        others = (other for holder, other in hands.items() if holder != number and (value == highest or other == highest))
        besides = first(*(like_hands(table, value, other, wager=POT) for other in others))
        if value < highest:
            table.collect(seat, POT, because=rules.pot_won_by, besides=besides)
        else:
            odd_cents = table.spots[POT].wager.outcomes.get(ODD_CENTS) if odd else None
            clause, reading = cite(table.ground(POT, WIN, rules.pot_won_by), besides, odd_cents)
            own, won = seat.stake(POT), share + (winners.index(number) < odd) - seat.stake(POT)
            table.settle(seat, POT, WIN, returned=own, won=won, clause=clause, reading=reading)


def says(shown: Shown, rules: FlopPoker) -> Said:
    """Hands by name once the community cards lie open, before that by what is alike in a player's own."""
    hands = {seat: hand for seat in shown.seats if (hand := shown.hand(seat))}
    whole = len(shown.board) == COMMUNITY
    return Said(seats={seat: (named(best_hand(hand, shown.board)) if whole else alike(hand),) for seat, hand in hands.items()})


PROCEDURE = Procedure(
    rules=FlopPoker,
    play=play,
    settles=(ANTE, FLOP, POT),
    pack=whole_decks,
    shape=SHAPE,
    patterns=PATTERNS,
    moments=("showdown",),
    says=says,
)
