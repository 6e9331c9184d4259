"""Three Card Poker: an ante against the dealer's hand, pair plus against a pay table, and where offered a six-card bonus."""

from __future__ import annotations

from typing import Literal

from croupier.equipment.cards import RANK_NAMES
from croupier.games import side_wagers
from croupier.games.house_poker._contest import NOT_QUALIFIED, TIE, like_hands, without_qualifying
from croupier.games.house_poker._saying import Hands
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.poker import Value, three_card
from croupier.rules.terms import Outcome, Rule
from croupier.table.playable import Shape
from croupier.table.table import DEALER, Seat, Table

ANTE, PLAY, ANTE_BONUS, PAIR_PLUS, SIX_CARD_BONUS = "ante", "play", "ante-bonus", "pair-plus", "six-card-bonus"
FOLD, PLACE = "fold", "place"
SHAPE = Shape(hand=3, dealer=3)
_RANKS = {name: rank for rank, name in RANK_NAMES.items()}


class ThreeCardPoker(LimitedPayouts):
    """What the procedure asks of a rulebook."""

    version: Literal["independent", "pair-plus-needs-equal-ante", "pair-plus-needs-half-ante", "both-compulsory"]
    play_or_fold: Rule[object]
    qualifying_rank: Literal["jack", "queen", "king", "ace"]
    tie_when_dealer_does_not_qualify: Literal["as-not-qualifying", "push"]
    tie: Rule[Outcome]
    lower_hand: Rule[Outcome]
    ante_bonus_paid: Literal["whatever-the-outcome", "unless-tied"]
    fold_forfeits: Rule[tuple[str, ...]]
    pair_plus_alone: Rule[Literal["stands", "may-fold"]]
    dealer_reveals: Literal["always", "if-somebody-plays"]
    six_card_bonus: bool
    six_card_requires: Literal["pair-plus", "ante-and-pair-plus", "not-offered"]


async def play(table: Table, rules: ThreeCardPoker) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    for seat in table.from_dealers_left():
        if seat.stake(ANTE):
            choice = await table.decide(seat, (PLAY, FOLD), because=rules.play_or_fold, costs={PLAY: seat.stake(ANTE)})
            if choice == PLAY:
                table.add(seat, PLAY, seat.stake(ANTE))
        elif rules.pair_plus_alone.value == "may-fold":
            choice = await table.decide(seat, (PLACE, FOLD), because=rules.pair_plus_alone, declined=PLACE)
        else:
            continue
        if choice == FOLD:
            fold(table, seat, rules)
    played = any(seat.stake(PLAY) for seat in table.from_dealers_left())
    if rules.dealer_reveals == "always" or played or side_wagers.awaited(table, DEALER):
        await table.reveal()
    dealer = three_card(table.dealer)
    for seat in table.from_dealers_right():
        await side_wagers.check_wins(table, seat, decided="showdown")
        settle(table, seat, rules, dealer)


def fold(table: Table, seat: Seat, rules: ThreeCardPoker) -> None:
    """A text may speak of pair plus beside a six-card bonus, or where pair plus is tied to the ante, by itself."""
    if seat.stake(SIX_CARD_BONUS):
        case = "fold-with-six-card-bonus"
    else:
        case = "fold" if rules.version == "independent" else "fold-where-wagers-are-tied"
    table.fold(seat, rules.fold_forfeits, case=case)


def settle(table: Table, seat: Seat, rules: ThreeCardPoker, dealer: Value) -> None:
    """One player's wagers against the dealer's hand and the posted tables."""
    hand = three_card(seat.hand)
    if seat.stake(PLAY):
        settle_against_dealer(table, seat, rules, hand, dealer)
    side_wagers.settle(table, seat, decided="showdown")
    hold_to_limit(table, seat, rules)


def settle_against_dealer(table: Table, seat: Seat, rules: ThreeCardPoker, hand: Value, dealer: Value) -> None:
    """Ante and play, in the order in which the file lists them, and the bonus the ante earns by the player's own hand."""
    ante = seat.stake(ANTE)
    main = [wager for wager in table.terms.wagers if wager in (ANTE, PLAY)]
    tied = hand == dealer
    besides = like_hands(table, hand, dealer)
    if not qualifies(dealer, rules) and not (tied and rules.tie_when_dealer_does_not_qualify == "push"):
        for wager in main:
            table.pay(seat, wager, NOT_QUALIFIED, case=without_qualifying(hand, dealer))
    elif tied:
        table.apply(rules.tie, seat, *main, case=TIE)
    elif hand > dealer:
        for wager in main:
            table.pay(seat, wager, besides=besides)
    else:
        table.apply(rules.lower_hand, seat, *main, besides=besides)
    if not (tied and rules.ante_bonus_paid == "unless-tied"):
        table.bonus(seat, ANTE_BONUS, ante, hand, seat.hand, case=TIE if tied else "")


def qualifies(dealer: Value, rules: ThreeCardPoker) -> bool:
    """Has the dealer the card that the house asks for, or better?"""
    return dealer.order > 0 or dealer.ranks[0] >= _RANKS[rules.qualifying_rank]


PROCEDURE = Procedure(
    rules=ThreeCardPoker,
    play=play,
    settles=(ANTE, PLAY, ANTE_BONUS),
    pack=whole_decks,
    shape=SHAPE,
    moments=("showdown",),
    says=Hands(three_card, 3, qualifies=qualifies),
)
