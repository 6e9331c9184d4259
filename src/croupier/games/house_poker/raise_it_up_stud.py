"""Raise It Up Stud: three cards and three community cards; one play wager, which may be larger the fewer of them are seen."""

from __future__ import annotations

from croupier.games import side_wagers
from croupier.games.house_poker._deciding import FOLD, bet_or
from croupier.games.house_poker._holdem import wagers_left
from croupier.games.house_poker._saying import Hands
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.patterns import Test, or_better
from croupier.hands.poker import best_five
from croupier.rules.terms import Rule
from croupier.table.playable import Shape
from croupier.table.progressive import pay_envy
from croupier.table.table import Seat, Table

ANTE, BLIND, PLAY = "ante", "blind", "play"
PAIR_PLUS, SIX_CARD_BONUS = "pair-plus", "six-card-bonus"
CHECK = "check"
SHAPE = Shape(hand=3, community=3)
PATTERNS: dict[str, Test] = {"pair-of-10s-or-better": or_better("10s")}


class RaiseItUpStud(LimitedPayouts):
    """What the procedure asks of a rulebook; play wagers are multiples of the ante."""

    play_before_4th_street: Rule[tuple[int, ...]]
    play_before_5th_street: Rule[tuple[int, ...]]
    play_before_sixth_street: Rule[tuple[int, ...]]
    fold_forfeits: Rule[tuple[str, ...]]
    six_card_bonus: bool
    progressive: bool


async def play(table: Table, rules: RaiseItUpStud) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    await offer_play(table, rules, times=rules.play_before_4th_street, otherwise=CHECK)
    await table.reveal(community=1)
    await offer_play(table, rules, times=rules.play_before_5th_street, otherwise=CHECK)
    await table.reveal(community=2)
    await offer_play(table, rules, times=rules.play_before_sixth_street, otherwise=FOLD)
    if wagers_left(table):
        await table.reveal(community=3)
    for seat in table.from_dealers_right():
        if seat.stakes:  # a folded hand lies there as long as a wager on it is left
            seat.hand.turn_up()
        await side_wagers.check_wins(table, seat, decided="showdown")
        settle(table, seat, rules)
    pay_envy(table)


async def offer_play(table: Table, rules: RaiseItUpStud, *, times: Rule[tuple[int, ...]], otherwise: str) -> None:
    """Each player without a play wager makes it now, at a multiple of the ante, or checks; at the end, or folds."""
    for seat in table.from_dealers_left():
        if seat.stake(ANTE) and not seat.stake(PLAY):
            raises = {f"raise-{multiple}x": multiple * seat.stake(ANTE) for multiple in times.value}
            lost = rules.fold_forfeits
            await bet_or(table, seat, PLAY, raises, otherwise=otherwise, because=times, forfeits=lost, having=ANTE)


def settle(table: Table, seat: Seat, rules: RaiseItUpStud) -> None:
    """Ante, play and blind by the best five of the six cards; then the wagers beside them."""
    cards = [*seat.hand, *table.community]
    if not seat.folded:
        value = best_five(cards)
        for wager in (ANTE, PLAY, BLIND):
            table.settle_by_hand(seat, wager, value, cards)
    side_wagers.settle(table, seat, decided="showdown")
    hold_to_limit(table, seat, rules)


PROCEDURE = Procedure(
    rules=RaiseItUpStud,
    play=play,
    settles=(ANTE, BLIND, PLAY),
    pack=whole_decks,
    shape=SHAPE,
    patterns=PATTERNS,
    moments=("showdown",),
    says=Hands(best_five, 5, community=True),
)
