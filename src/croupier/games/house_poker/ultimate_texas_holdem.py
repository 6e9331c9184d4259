"""Ultimate Texas Hold 'Em: ante and blind against the dealer, one play wager that is larger the sooner it is made."""

from __future__ import annotations

from typing import Literal

from croupier.games import side_wagers
from croupier.games.house_poker._contest import TIE, like_hands
from croupier.games.house_poker._deciding import bet_or
from croupier.games.house_poker._holdem import FLOP, deal_community, wagers_left
from croupier.games.house_poker._saying import Hands
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.patterns import Test
from croupier.hands.poker import FIVE_CARD_ORDER, Value, best_five
from croupier.rules.terms import Outcome, Rule
from croupier.table.citing import Ground
from croupier.table.playable import Shape
from croupier.table.progressive import pay_envy
from croupier.table.table import Seat, Table

ANTE, BLIND, PLAY, TRIPS = "ante", "blind", "play", "trips"
CHECK, FOLD = "check", "fold"
LESS_THAN_A_STRAIGHT = "less-than-a-straight"
TURN_AND_RIVER = 2
SHAPE = Shape(hand=2, dealer=2, community=5)
_STRAIGHT, _PAIR = FIVE_CARD_ORDER.index("straight"), FIVE_CARD_ORDER.index("pair")
PATTERNS: dict[str, Test] = {LESS_THAN_A_STRAIGHT: lambda value, cards: value.order < _STRAIGHT}


class UltimateTexasHoldem(LimitedPayouts):
    """What the procedure asks of a rulebook; play wagers are multiples of the ante."""

    play_before_the_flop: Rule[tuple[int, ...]]
    play_after_the_flop: Rule[tuple[int, ...]]
    play_after_the_river: Rule[tuple[int, ...]]
    fold_forfeits: Rule[tuple[str, ...]]
    dealer_below_a_pair: Rule[Literal["ante-returned"]]
    tie: Rule[Outcome]
    lower_hand: Rule[Outcome]
    progressive: bool


async def play(table: Table, rules: UltimateTexasHoldem) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    await offer_play(table, rules, times=rules.play_before_the_flop, otherwise=CHECK)
    await deal_community(table, FLOP, decided=all_decided(table))
    await offer_play(table, rules, times=rules.play_after_the_flop, otherwise=CHECK)
    await deal_community(table, TURN_AND_RIVER, decided=all_decided(table))
    await offer_play(table, rules, times=rules.play_after_the_river, otherwise=FOLD)
    if wagers_left(table):
        await table.reveal()
    for seat in table.from_dealers_right():
        if seat.stakes:
            await side_wagers.check_wins(table, seat, decided="showdown")
            settle(table, seat, rules)
    pay_envy(table)


async def offer_play(table: Table, rules: UltimateTexasHoldem, *, times: Rule[tuple[int, ...]], otherwise: str) -> None:
    """Each player without a play wager makes it now, at a multiple of the ante, or checks; at the end, or folds."""
    for seat in table.from_dealers_left():
        if undecided(seat):
            raises = {f"raise-{multiple}x": multiple * seat.stake(ANTE) for multiple in times.value}
            lost = rules.fold_forfeits
            await bet_or(table, seat, PLAY, raises, otherwise=otherwise, because=times, forfeits=lost, having=ANTE)


def undecided(seat: Seat) -> bool:
    """Has the seat neither folded nor made its play wager?"""
    return seat.stake(ANTE) > 0 and not seat.stake(PLAY)


def all_decided(table: Table) -> bool:
    """Has every player folded or made a play wager?"""
    return not any(undecided(seat) for seat in table.from_dealers_left())


def settle(table: Table, seat: Seat, rules: UltimateTexasHoldem) -> None:
    """One player's hand against the dealer's; then the side wagers."""
    if seat.stake(PLAY):
        hand = best_five([*seat.hand, *table.community])
        settle_against_dealer(table, seat, rules, hand, best_five([*table.dealer, *table.community]))
    side_wagers.settle(table, seat, decided="showdown")
    hold_to_limit(table, seat, rules)


def settle_against_dealer(table: Table, seat: Seat, rules: UltimateTexasHoldem, hand: Value, dealer: Value) -> None:
    """Ante, blind and play; a dealer below a pair gives the ante back, and the other two are settled all the same."""
    if not has_a_pair(dealer, rules):
        table.push(seat, ANTE, case="dealer-below-a-pair", because=rules.dealer_below_a_pair)
    besides = like_hands(table, hand, dealer)
    if hand == dealer:
        table.apply(rules.tie, seat, ANTE, BLIND, PLAY, case=TIE)
    elif hand < dealer:
        table.apply(rules.lower_hand, seat, ANTE, BLIND, PLAY, besides=besides)
    else:
        if seat.stake(ANTE):
            table.pay(seat, ANTE, besides=besides)
        table.pay(seat, PLAY, besides=besides)
        pay_blind(table, seat, hand, besides=besides)


def has_a_pair(dealer: Value, rules: UltimateTexasHoldem) -> bool:
    """Has the dealer a pair or better?"""
    return dealer.order >= _PAIR


def pay_blind(table: Table, seat: Seat, hand: Value, *, besides: Ground | None) -> None:
    """A winner's blind goes by its own table, which returns it below a straight."""
    found = table.row_for(BLIND, hand, [])
    row = found[0] if found is not None else LESS_THAN_A_STRAIGHT
    table.pay(seat, BLIND, row, outcome="push" if row == LESS_THAN_A_STRAIGHT else row, besides=besides)


PROCEDURE = Procedure(
    rules=UltimateTexasHoldem,
    play=play,
    settles=(ANTE, BLIND, PLAY),
    pack=whole_decks,
    shape=SHAPE,
    patterns=PATTERNS,
    moments=("showdown",),
    says=Hands(best_five, 5, community=True, qualifies=has_a_pair, unqualified="the dealer is below a pair"),
)
