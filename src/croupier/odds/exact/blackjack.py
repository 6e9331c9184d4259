"""Blackjack: the main game by counts of the shoe, insurance by the hole card, House Money by counting two cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from croupier.games.blackjack.blackjack import CAP, HOUSE_MONEY
from croupier.games.blackjack_hands import BLACKJACK, DOUBLE_DOWN, INSURANCE, SPLIT
from croupier.hands.blackjack import two_card
from croupier.odds.analyze import tables_of
from croupier.odds.blackjack import ACES, SCALE, TENS, Plan, plan_of, readings_of, shoe_of, strategy_table, value_of
from croupier.odds.one_event import Case, price_by_hand
from croupier.odds.price import Outcome, Price, gathered
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows

__all__ = ["price_of_blackjack", "prices", "strategy_table"]

UNIT = 500
OPTIMAL = "optimal, CDZ- (by the cards of the hand, zero memory: a split hand is played as without a split)"
BASIC = "basic strategy (by totals)"


def price_of_blackjack(game: Playable, table: Paytable, *, by_total: bool = False) -> Price:
    """The main game with doubles and splits, per unit of the first wager; by the best play, or by the best play of totals."""
    plan = plan_of(game, by_total=by_total)
    counts = {key: round(Fraction(chance) * SCALE) for key, chance in plan.ends.items()}
    note = "weights in parts of 10^18; split hands of a box independent once the dealer's total is known; never insured"
    if not by_total:
        note = f"by totals alone {float(-plan_of(game, by_total=True).expected()):.4%}; {note}"
    if plan.takes_even_money:
        note += "; takes even money"
    return Price(
        BLACKJACK,
        table.id,
        gathered(counts),
        strategy=BASIC if by_total else OPTIMAL,
        clause=table.clause,
        readings=readings_of(game, table),
        note=note,
    )


def price_of_insurance(game: Playable, table: Paytable) -> Price:
    """A ten under an ace, for a player who does not look at the cards in hand; per unit of insurance."""
    shoe = shoe_of(game)
    outcomes = (
        Outcome("win", shoe[TENS], table.rows["win"].figure),
        Outcome("lose", sum(shoe) - 1 - shoe[TENS], Fraction(-1)),
    )
    readings = (table.reading,) if table.reading else ()
    return Price(INSURANCE, table.id, outcomes, clause=table.clause, readings=readings, note="own cards not looked at")


def two_cards(game: Playable) -> Iterator[Case]:
    """Every two cards of the pack by rank and suit."""
    counts = list(game.counts.items())
    for place, (first, number) in enumerate(counts):
        yield two_card((first, first)), (first, first), number * (number - 1) // 2
        for second, more in counts[place + 1 :]:
            yield two_card((first, second)), (first, second), number * more


def worth_of_cap(game: Playable, plan: Plan, table: Paytable) -> float:
    """What a unit of House Money gains when its win is put on every hand that is worth more than nothing."""
    from croupier.odds.kernels.blackjack import hands

    known = hands()
    rows = compile_rows(game.game, table, game.patterns)
    deals: dict[tuple[int, int], int] = {}
    back: dict[tuple[int, int], Fraction] = {}
    for hand, cards, weight in two_cards(game):
        paid = next((payout.figure for _, test, payout in rows if test(hand, cards)), None)
        low, high = sorted(map(value_of, cards))
        deals[low, high] = deals.get((low, high), 0) + weight
        back[low, high] = back.get((low, high), Fraction(0)) + (weight * (1 + paid) if paid is not None else 0)
    gain = 0.0
    for (first, second), proceeds in back.items():
        place = known.place(first, second)
        natural = (first, second) == (ACES, TENS)
        for shown in range(len(plan.dealt)):
            if not plan.dealt[shown, place]:
                continue
            if not natural:
                worth = plan.best(shown, place, first if first == second else None)
            elif shown == ACES and plan.takes_even_money:
                worth = 0.0
            else:
                worth = float(plan.terms.blackjack) * float(plan.left[shown, place])
            gain += float(plan.dealt[shown, place]) * max(worth, 0.0) * float(proceeds / deals[first, second])
    return gain


def price_of_house_money(game: Playable, table: Paytable) -> Price:
    """The side wager by itself; what the right to put its win on the hand is worth stands in the note."""
    price = price_by_hand(game, HOUSE_MONEY, table, two_cards(game), unit=UNIT)
    if not getattr(game.rules, CAP):
        return price
    capped = float(price.house_edge) - worth_of_cap(game, plan_of(game), table)
    readings = tuple(filter(None, [*price.readings, game.game.reading_of(CAP)]))
    return replace(
        price, readings=readings, note=f"kept; with each win put on a hand that is worth more than nothing {capped:.4%}"
    )


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The main game, House Money and insurance, under the table of each that the house's choices leave."""
    if wanted in (None, BLACKJACK, DOUBLE_DOWN, SPLIT):
        for table in tables_of(game, BLACKJACK):
            yield price_of_blackjack(game, table)
    if wanted in (None, HOUSE_MONEY) and HOUSE_MONEY in game.game.wagers:
        for table in tables_of(game, HOUSE_MONEY):
            yield price_of_house_money(game, table)
    if wanted in (None, INSURANCE):
        for table in tables_of(game, INSURANCE):
            yield price_of_insurance(game, table)
