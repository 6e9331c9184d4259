"""Criss-Cross Poker: two cards with two lines of a cross, which share its centre; a wager or a fold before each part of it is turned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from croupier.equipment.cards import Card
from croupier.games import side_wagers
from croupier.games.house_poker._deciding import bet_or, deciding
from croupier.games.house_poker._holdem import wagers_left
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.names import alike, named
from croupier.hands.patterns import Test, or_better
from croupier.hands.poker import best_five
from croupier.rules.terms import Rule
from croupier.table.playable import ACROSS, DOWN, Shape
from croupier.table.said import Said, Shown
from croupier.table.table import Seat, Table

ANTE_ACROSS, ANTE_DOWN, FIVE_CARD_BONUS = "ante-across", "ante-down", "five-card-bonus"
ACROSS_BET, DOWN_BET, MIDDLE_BET = "across-bet", "down-bet", "middle-bet"
FOLD, PAIR_OF_TENS = "fold", "pair-of-tens"
TEN = 10
SHAPE = Shape(hand=2, community=5, cross=True)
PATTERNS: dict[str, Test] = {"pair-of-jacks-or-better": or_better("jacks")}


class Street(NamedTuple):
    """A wager, the one it is a multiple of, and how many cards of the cross lie open once it is made."""

    bet: str
    of: str
    turned: int


STREETS = (Street(ACROSS_BET, ANTE_ACROSS, 2), Street(DOWN_BET, ANTE_DOWN, 4), Street(MIDDLE_BET, ANTE_ACROSS, 5))


class CrissCrossPoker(LimitedPayouts):
    """What the procedure asks of a rulebook."""

    street_wager: Rule[object]
    fold_forfeits: Rule[tuple[str, ...]]
    later_fold_forfeits: Rule[tuple[str, ...]]
    middle_paid: Rule[Literal["by-the-higher-hand"]]
    five_card_bonus: bool


async def play(table: Table, rules: CrissCrossPoker) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    for street in STREETS:
        for seat in deciding(table, street.of):
            if not seat.folded:
                await bet_or_fold(table, seat, rules, street)
        if not wagers_left(table):
            return
        await table.reveal(community=street.turned)
    for seat in table.from_dealers_right():
        await side_wagers.check_wins(table, seat, decided="showdown")
        settle(table, seat, rules)


async def bet_or_fold(table: Table, seat: Seat, rules: CrissCrossPoker, street: Street) -> None:
    """One to three antes for the next part of the cross, or the loss of what the text says a fold forfeits at this point."""
    bets = {f"bet-{times}x": times * seat.stake(street.of) for times in table.terms.wagers[street.bet].times}
    folds = f"fold-at-{street.bet}"
    await bet_or(table, seat, street.bet, bets, because=rules.street_wager, forfeits=rules.fold_forfeits, folds=folds)
    if seat.folded and street.bet != ACROSS_BET:
        for wager in rules.later_fold_forfeits.value:
            table.collect(seat, wager, case=folds, because=rules.later_fold_forfeits)


def settle(table: Table, seat: Seat, rules: CrissCrossPoker) -> None:
    """Each line by its own hand, the middle by the higher of the two; the bonus by the cross itself."""
    if not seat.folded:
        across, down = ([*seat.hand, *on_line(table.community, line)] for line in (ACROSS, DOWN))
        higher = max(across, down, key=best_five)
        lines = {ANTE_ACROSS: across, ACROSS_BET: across, ANTE_DOWN: down, DOWN_BET: down, MIDDLE_BET: higher}
        for wager, cards in lines.items():
            value = best_five(cards)
            tens = value.category == "pair" and value.ranks[0] == TEN
            table.settle_by_hand(seat, wager, value, cards, case=PAIR_OF_TENS if tens else "")
    side_wagers.settle(table, seat, decided="showdown")
    hold_to_limit(table, seat, rules)


def on_line(community: Sequence[Card], line: tuple[int, ...]) -> list[Card]:
    """The three cards of one line of the cross."""
    return [community[place] for place in line]


def says(shown: Shown, rules: CrissCrossPoker) -> Said:
    """The hand of each line, across and down, once all of the line lies open."""
    found: dict[int, tuple[str, ...]] = {}
    for seat in shown.seats:
        hand, names = shown.hand(seat), []
        for called, line in (("across", ACROSS), ("down", DOWN)):
            cards = [card for place in line if place < len(shown.community) and (card := shown.community[place]) is not None]
            if hand and len(cards) == len(line):
                names.append(f"{called}: {named(best_five([*hand, *cards]))}")
        found[seat] = (", ".join(names) or alike(hand),)
    return Said(seats=found)


PROCEDURE = Procedure(
    rules=CrissCrossPoker,
    play=play,
    settles=(ANTE_ACROSS, ANTE_DOWN, ACROSS_BET, DOWN_BET, MIDDLE_BET),
    pack=whole_decks,
    shape=SHAPE,
    patterns=PATTERNS,
    moments=("showdown",),
    says=says,
)
