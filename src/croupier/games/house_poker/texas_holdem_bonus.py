"""Texas Hold 'Em Bonus: an ante, a flop wager or a fold, then turn and river wagers at will; a bonus on the first two cards."""

from __future__ import annotations

from typing import Literal

from croupier.games import side_wagers
from croupier.games.house_poker._contest import TIE, like_hands
from croupier.games.house_poker._deciding import bet_or
from croupier.games.house_poker._holdem import FLOP, deal_community, wagers_left
from croupier.games.house_poker._saying import Hands
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.poker import FIVE_CARD_ORDER, Value, best_five
from croupier.rules.terms import Outcome, Rule
from croupier.table.playable import Shape
from croupier.table.progressive import pay_envy
from croupier.table.table import Seat, Table

ANTE, FLOP_WAGER, TURN_WAGER, RIVER_WAGER, BONUS = "ante", "flop", "turn", "river", "bonus"
STREETS = (FLOP_WAGER, TURN_WAGER, RIVER_WAGER)
BET, CHECK, FOLD = "bet", "check", "fold"
SHAPE = Shape(hand=2, dealer=2, community=5)


class TexasHoldemBonus(LimitedPayouts):
    """What the procedure asks of a rulebook."""

    flop_wager: Rule[object]
    turn_and_river_wagers: Rule[object]
    fold_forfeits: Rule[tuple[str, ...]]
    ante_qualifying_rank: Rule[Literal["straight", "flush"]]
    tie: Rule[Outcome]
    lower_hand: Rule[Outcome]
    aces_against_aces: bool
    progressive: bool


async def play(table: Table, rules: TexasHoldemBonus) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    await offer_wager(table, rules, wager=FLOP_WAGER, otherwise=FOLD, because=rules.flop_wager)
    await deal_community(table, FLOP, decided=all_folded(table))
    await offer_wager(table, rules, wager=TURN_WAGER, otherwise=CHECK, because=rules.turn_and_river_wagers)
    await deal_community(table, 1, decided=all_folded(table))
    await offer_wager(table, rules, wager=RIVER_WAGER, otherwise=CHECK, because=rules.turn_and_river_wagers)
    await deal_community(table, 1, decided=True)
    if wagers_left(table):
        await table.reveal()
    for seat in table.from_dealers_right():
        if seat.stakes:
            await side_wagers.check_wins(table, seat, decided="showdown")
            settle(table, seat, rules)
    pay_envy(table)


async def offer_wager(table: Table, rules: TexasHoldemBonus, *, wager: str, otherwise: str, because: Rule[object]) -> None:
    """Each player still in makes the street's wager, or folds before the flop and checks after it."""
    times = table.terms.wagers[wager].times[0]
    for seat in table.from_dealers_left():
        if seat.stake(ANTE):
            bets, lost = {BET: times * seat.stake(ANTE)}, rules.fold_forfeits
            await bet_or(table, seat, wager, bets, otherwise=otherwise, because=because, forfeits=lost, having=ANTE)


def all_folded(table: Table) -> bool:
    """Is nobody left who has anything to decide?"""
    return not any(seat.stake(ANTE) for seat in table.from_dealers_left())


def settle(table: Table, seat: Seat, rules: TexasHoldemBonus) -> None:
    """One player's hand against the dealer's; then the side wagers."""
    if seat.stake(FLOP_WAGER):
        hand = best_five([*seat.hand, *table.community])
        settle_against_dealer(table, seat, rules, hand, best_five([*table.dealer, *table.community]))
    side_wagers.settle(table, seat, decided="showdown")
    hold_to_limit(table, seat, rules)


def settle_against_dealer(table: Table, seat: Seat, rules: TexasHoldemBonus, hand: Value, dealer: Value) -> None:
    """Ante and street wagers; a winner's ante is paid only from the qualifying rank upward and goes back below it."""
    if hand == dealer:
        table.apply(rules.tie, seat, ANTE, *STREETS, case=TIE)
        return
    besides = like_hands(table, hand, dealer)
    if hand < dealer:
        table.apply(rules.lower_hand, seat, ANTE, *STREETS, besides=besides)
        return
    if hand.order < FIVE_CARD_ORDER.index(rules.ante_qualifying_rank.value):
        table.push(seat, ANTE, case="below-the-qualifying-rank", because=rules.ante_qualifying_rank)
    for wager in (ANTE, *STREETS):
        if seat.stake(wager):
            table.pay(seat, wager, besides=besides)


PROCEDURE = Procedure(
    rules=TexasHoldemBonus,
    play=play,
    settles=(ANTE, *STREETS),
    pack=whole_decks,
    shape=SHAPE,
    moments=("showdown",),
    says=Hands(best_five, 5, community=True),
)
