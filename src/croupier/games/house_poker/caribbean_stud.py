"""Caribbean Stud: five cards against the dealer's, of which one is seen; a bet or a fold, and a dealer who must qualify."""

from __future__ import annotations

from typing import Literal

from croupier.equipment.cards import ACE, KING
from croupier.games import side_wagers
from croupier.games.house_poker._contest import NOT_QUALIFIED, TIE, like_hands
from croupier.games.house_poker._deciding import bet_or, deciding
from croupier.games.house_poker._saying import Hands
from croupier.games.house_poker._written import LaterScript
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.patterns import Test
from croupier.hands.poker import FIVE_CARD_ORDER, Value, best_five
from croupier.rules.terms import Outcome, Rule
from croupier.table.playable import Shape
from croupier.table.table import Seat, Table

ANTE, BET = "ante", "bet"
SHAPE = Shape(hand=5, dealer=5)
_PAIR = FIVE_CARD_ORDER.index("pair")
PATTERNS: dict[str, Test] = {"one-pair-or-less": lambda value, cards: value.order <= _PAIR}


class CaribbeanStud(LimitedPayouts):
    """What the procedure asks of a rulebook."""

    bet_or_fold: Rule[object]
    fold_forfeits: Rule[tuple[str, ...]]
    qualifying_hand: Literal["ace-king"]
    tie: Rule[Outcome]
    lower_hand: Rule[Outcome]
    dealer_does_not_qualify: Rule[Literal["ante-paid-bet-returned"]]
    players_cards_turned: Literal["always", "for-a-progressive-wager"]
    progressive: bool


async def play(table: Table, rules: CaribbeanStud) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    for seat in deciding(table, ANTE):
        await bet_or_fold(table, seat, rules)
    await table.reveal()
    dealer = best_five(table.dealer)
    for seat in table.from_dealers_right():
        await side_wagers.check_wins(table, seat, decided="showdown")
        settle(table, seat, rules, dealer)


async def bet_or_fold(table: Table, seat: Seat, rules: CaribbeanStud) -> None:
    """A bet of the one size there is, with one of the dealer's cards in sight, or the loss of what a fold forfeits."""
    (times,) = table.terms.wagers[BET].times
    sizes = {BET: times * seat.stake(ANTE)}
    await bet_or(table, seat, BET, sizes, because=rules.bet_or_fold, forfeits=rules.fold_forfeits)


def settle(table: Table, seat: Seat, rules: CaribbeanStud, dealer: Value) -> None:
    """One player's ante and bet against the dealer's hand, then the wagers beside them."""
    if seat.stake(BET):
        settle_against_dealer(table, seat, rules, dealer)
    side_wagers.settle(table, seat, decided="showdown")
    hold_to_limit(table, seat, rules)


def settle_against_dealer(table: Table, seat: Seat, rules: CaribbeanStud, dealer: Value) -> None:
    """Ante and bet; a dealer who does not qualify pays the ante alone."""
    hand = best_five(seat.hand)
    besides = like_hands(table, hand, dealer)
    if not qualifies(dealer):
        table.pay(seat, ANTE, case=NOT_QUALIFIED, because=rules.dealer_does_not_qualify)
        table.push(seat, BET, case=NOT_QUALIFIED, because=rules.dealer_does_not_qualify)
    elif hand > dealer:
        table.pay(seat, ANTE, besides=besides)
        found = table.row_for(BET, hand, seat.hand)
        assert found is not None  # the last row takes every hand
        table.pay(seat, BET, found[0], outcome=found[0], case="win", besides=besides)
    elif hand == dealer:
        table.apply(rules.tie, seat, ANTE, BET, case=TIE)
    else:
        table.apply(rules.lower_hand, seat, ANTE, BET, besides=besides)


def qualifies(dealer: Value) -> bool:
    """Has the dealer an ace with a king, or better?"""
    return dealer.order >= _PAIR or dealer.ranks[:2] == (ACE, KING)


PROCEDURE = Procedure(
    rules=CaribbeanStud,
    play=play,
    settles=(ANTE, BET),
    pack=whole_decks,
    shape=SHAPE,
    patterns=PATTERNS,
    written=LaterScript,
    moments=("showdown",),
    says=Hands(best_five, 5, qualifies=lambda dealer, rules: qualifies(dealer)),
)
