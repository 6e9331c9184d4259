"""Blackjack: the main game by counts of the shoe, insurance by the hole card, House Money by counting two cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np

from croupier.games.blackjack._hands import BLACKJACK, INSURANCE
from croupier.games.blackjack.blackjack import CAP, HOUSE_MONEY
from croupier.hands.blackjack import two_card
from croupier.odds.kernels.blackjack import hands
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import Case, price_by_hand
from croupier.odds.posted import with_posted
from croupier.odds.price import DOUBLE_PRECISION, Outcome, Price, gathered
from croupier.odds.shapes.shoe_asked import insurance_of
from croupier.odds.shapes.shoe_plan import SCALE, Plan, plan_of, solve_for
from croupier.odds.shapes.shoe_terms import ACES, TENS, readings_of, shoe_of, value_of
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows

UNIT = 500
OPTIMAL = "optimal, CDZ- (by the cards of the hand, zero memory: a split hand is played as without a split)"
BASIC = "basic strategy (by totals)"


def price_of_blackjack(game: Playable, table: Paytable, *, by_total: bool = False) -> Price:
    """The main game with doubles and splits, per unit of the first wager; by the best play, or by the best play of totals."""
    game = game if table == game.terms.chosen[BLACKJACK] else with_posted(game, table)
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
        method=DOUBLE_PRECISION,
        readings=readings_of(game, table),
        note=note,
    )


def price_of_insurance(game: Playable, table: Paytable) -> Price:
    """A ten under an ace, for a player who does not look at the cards in hand; per unit of insurance."""
    shoe = shoe_of(game)
    won, lost = insurance_of(game if table == game.terms.chosen[INSURANCE] else with_posted(game, table))
    outcomes = (Outcome("win", shoe[TENS], won), Outcome("lose", sum(shoe) - 1 - shoe[TENS], lost))
    readings = (table.reading,) if table.reading else ()
    return Price(INSURANCE, table.id, outcomes, clause=table.clause, readings=readings, note="own cards not looked at")


def two_cards(game: Playable) -> Iterator[Case]:
    """Every two cards of the pack by rank and suit."""
    counts = list(game.counts.items())
    for place, (first, number) in enumerate(counts):
        yield two_card((first, first)), (first, first), number * (number - 1) // 2
        for second, more in counts[place + 1 :]:
            yield two_card((first, second)), (first, second), number * more


def house_money_kept(game: Playable, table: Paytable) -> Price:
    """The side wager by itself, its win taken home."""
    return price_by_hand(game, HOUSE_MONEY, table, two_cards(game), unit=UNIT)


def price_of_house_money(game: Playable, table: Paytable) -> Price:
    """The side wager, its stake and win put on the hand wherever that is worth more than nothing."""
    kept = house_money_kept(game, table)
    if not getattr(game.rules, CAP).value:
        return kept
    plan = plan_of(game)
    capped = _hands_to_cap(plan)
    ends: dict[tuple[str, Fraction, Fraction], Fraction] = {}
    for row, net, chances in _wins(game, table):
        share = np.where(capped, chances, 0.0)
        for (name, result, staked), chance in solve_for(plan.terms, share).ends.items():
            # With blackjack under the dealer's card there is nothing to add to; what was won is kept.
            added = result if name != "dealer-blackjack" else Fraction(0)
            key = (f"{row}, then {name}", (1 + net) * (1 + added) - 1, 1 + (1 + net) * (staked - 1))
            ends[key] = ends.get(key, Fraction(0)) + Fraction(chance)
        taken_home = float((plan.dealt * np.where(capped, 0.0, chances)).sum())
        ends[row, net, Fraction(1)] = Fraction(taken_home)
    counts = {key: round(chance * SCALE) for key, chance in ends.items()}
    counts["lose", Fraction(-1), Fraction(1)] = SCALE - sum(counts.values())
    return replace(
        kept,
        outcomes=gathered(counts),
        method=DOUBLE_PRECISION,
        strategy="optimal (each win and its stake put on a hand that is worth more than nothing)",
        readings=tuple(filter(None, [*kept.readings, game.terms.reading_of(CAP)])),
        note=f"each win taken home {float(kept.house_edge):.4%}; weights in parts of 10^18",
    )


def _hands_to_cap(plan: Plan) -> Array:
    """Dealer's card, hand: is a chip more on it worth more than nothing, once there is no blackjack under the card?"""
    known, found = hands(), np.zeros(plan.dealt.shape, np.bool_)
    for shown, place in zip(*np.nonzero(plan.dealt), strict=True):
        first, second = (value for value, count in enumerate(known.counts[place]) for _ in range(count))
        if (first, second) != (ACES, TENS):
            found[shown, place] = plan.best(shown, place, first if first == second else None) > 0
        else:  # a hand ended by even money has no wager to add to
            found[shown, place] = not (shown == ACES and plan.takes_even_money)
    return found


def _wins(game: Playable, table: Paytable) -> Iterator[tuple[str, Fraction, Array]]:
    """Each row of the table with what it nets, and by hand how many of its deals, whatever the dealer shows, make that row."""
    known, rows = hands(), compile_rows(game.terms, table, game.patterns)
    deals = np.zeros(len(known.counts))
    made = np.zeros((len(rows), len(known.counts)))
    for hand, cards, weight in two_cards(game):
        place = known.place(*sorted(map(value_of, cards)))
        deals[place] += weight
        for number, (_, test, _) in enumerate(rows):
            if test(hand, cards):
                made[number, place] += weight
                break
    for (row, _, payout), count in zip(rows, made, strict=True):
        yield row, Fraction(payout.figure), np.divide(count, deals, out=np.zeros_like(deals), where=deals > 0)
