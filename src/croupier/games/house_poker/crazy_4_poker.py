"""Crazy 4 Poker: equal ante and super bonus, a play wager that a pair of aces may triple, and queens up on the side."""

from __future__ import annotations

from typing import Literal

from croupier.equipment.cards import RANK_NAMES
from croupier.games import side_wagers
from croupier.games.house_poker._contest import NOT_QUALIFIED, TIE, like_hands, without_qualifying
from croupier.games.house_poker._deciding import bet_or, deciding
from croupier.games.house_poker._saying import Hands
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands import four_card
from croupier.hands.four_card import aces_or_better, best_four
from croupier.hands.poker import Value
from croupier.rules.terms import Outcome, Rule
from croupier.table.playable import Shape
from croupier.table.progressive import pay_envy
from croupier.table.table import DEALER, Seat, Table

ANTE, PLAY, SUPER_BONUS, QUEENS_UP, PROGRESSIVE = "ante", "play", "super-bonus", "queens-up", "progressive"
HIGHER, LOWER = "higher", "lower"
FOLD = "fold"
PATTERNS = four_card.PATTERNS
_RANKS = {name: rank for rank, name in RANK_NAMES.items()}


class Crazy4Poker(LimitedPayouts):
    """What the procedure asks of a rulebook."""

    dealer_cards: Literal[5, 6]
    play_or_fold: Rule[object]
    larger_play: Rule[Literal["pair-of-aces-or-better"]]
    qualifying_rank: Literal["jack", "queen", "king", "ace"]
    tie: Rule[Outcome]
    lower_hand: Rule[Outcome]
    super_bonus_below_straight: Rule[Literal["lost-to-a-better-dealer-who-qualifies"]]
    fold_forfeits: Rule[tuple[str, ...]]
    dealer_reveals: Literal["always", "if-somebody-plays"]
    progressive: bool


def shape(rules: Crazy4Poker) -> Shape:
    return Shape(hand=5, dealer=rules.dealer_cards)


async def play(table: Table, rules: Crazy4Poker) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    for seat in deciding(table, ANTE):
        await play_or_fold(table, seat, rules)
    played = any(seat.stake(PLAY) for seat in table.from_dealers_left())
    if rules.dealer_reveals == "always" or played or side_wagers.awaited(table, DEALER):
        await table.reveal()
    dealer = best_four(table.dealer)
    for seat in table.from_dealers_right():
        await table.check_win(seat, SUPER_BONUS, best_four(seat.hand), seat.hand)
        await side_wagers.check_wins(table, seat, decided="showdown")
        settle(table, seat, rules, dealer)
    pay_envy(table)


async def play_or_fold(table: Table, seat: Seat, rules: Crazy4Poker) -> None:
    """Play as much as the ante, or up to three times that with a pair of aces or better; or fold everything."""
    most = max(table.terms.wagers[PLAY].times) if aces_or_better(best_four(seat.hand)) else 1
    raises = {f"raise-{times}x": times * seat.stake(ANTE) for times in table.terms.wagers[PLAY].times if times <= most}
    because = rules.play_or_fold if most == 1 else rules.larger_play
    beside = next((wager for wager in (QUEENS_UP, PROGRESSIVE) if seat.stake(wager)), None)
    folds = FOLD if beside is None else f"fold-with-{beside}"
    await bet_or(table, seat, PLAY, raises, because=because, forfeits=rules.fold_forfeits, folds=folds)


def settle(table: Table, seat: Seat, rules: Crazy4Poker, dealer: Value) -> None:
    """One player's wagers, in the order of the rules: against the dealer, super bonus, queens up, progressive."""
    if seat.stake(PLAY):
        settle_against_dealer(table, seat, rules, dealer)
    side_wagers.settle(table, seat, decided="showdown")
    hold_to_limit(table, seat, rules)


def settle_against_dealer(table: Table, seat: Seat, rules: Crazy4Poker, dealer: Value) -> None:
    """Ante and play, and then the super bonus by how they came out."""
    hand = best_four(seat.hand)
    besides = like_hands(table, hand, dealer)
    if not qualifies(dealer, rules):
        case = without_qualifying(hand, dealer)
        table.pay(seat, ANTE, NOT_QUALIFIED, case=case)
        table.pay(seat, PLAY, NOT_QUALIFIED, case=case)
    elif hand > dealer:
        case = HIGHER
        table.pay(seat, ANTE, besides=besides)
        table.pay(seat, PLAY, besides=besides)
    elif hand == dealer:
        case = TIE
        table.apply(rules.tie, seat, ANTE, PLAY, case=TIE)
    else:
        case = LOWER
        table.apply(rules.lower_hand, seat, ANTE, PLAY, besides=besides)
    settle_super_bonus(table, seat, rules, hand, case=case)


def settle_super_bonus(table: Table, seat: Seat, rules: Crazy4Poker, hand: Value, *, case: str) -> None:
    """A straight or better is paid even when beaten; a lower hand gets its stake back unless it was beaten."""
    if table.row_for(SUPER_BONUS, hand, seat.hand):
        table.settle_by_hand(seat, SUPER_BONUS, hand, seat.hand, case=case)
    elif case == LOWER:
        table.collect(seat, SUPER_BONUS, case=f"{case}-below-a-straight", because=rules.super_bonus_below_straight)
    else:
        table.push(seat, SUPER_BONUS, case=f"{case}-below-a-straight", because=rules.super_bonus_below_straight)


def qualifies(dealer: Value, rules: Crazy4Poker) -> bool:
    """Has the dealer the card that the house asks for, or better?"""
    return dealer.order > 0 or dealer.ranks[0] >= _RANKS[rules.qualifying_rank]


PROCEDURE = Procedure(
    rules=Crazy4Poker,
    play=play,
    settles=(ANTE, PLAY, SUPER_BONUS),
    pack=whole_decks,
    shape=shape,
    patterns=PATTERNS,
    moments=("showdown",),
    says=Hands(best_four, 5, qualifies=qualifies),
)
