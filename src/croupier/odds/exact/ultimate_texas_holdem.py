"""Ultimate Texas Hold'em: the board sweep gives every decision's worth, then every round is counted as it ends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from croupier.odds.analyze import tables_of
from croupier.odds.holdem import Plan, hole_kinds, symmetric_sum
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import cases_of, price_by_hand
from croupier.odds.price import Price, gathered
from croupier.odds.progressive import price_progressive
from croupier.odds.work import in_parts
from croupier.rules.payouts import Kind
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows

ANTE, BLIND, PLAY, TRIPS, PROGRESSIVE = "ante", "blind", "play", "trips", "progressive"
UNIT = 500
FLOPS_A_BOARD = 10


def solve(blind: Array, threshold: int, plays: Array) -> Plan:
    """The best decision before the flop for each pair of cards and on each flop for each pair of cards."""
    from croupier.odds.kernels.boards import PAIRS, boards, subsets
    from croupier.odds.kernels.ultimate import sweep

    cards, weights = boards()
    classes, names, masks = subsets(3)

    def part(first: int, last: int) -> tuple[Array, Array]:
        later = np.zeros((len(masks), PAIRS, 2), np.int64)
        raised = np.zeros(PAIRS, np.int64)
        sweep(cards, weights, first, last, classes, names, blind, threshold, plays, later, raised)
        return later, raised

    parts = in_parts(len(cards), part)
    later = sum((found[0] for found in parts), np.zeros((len(masks), PAIRS, 2), np.int64))
    raised = sum((found[1] for found in parts), np.zeros(PAIRS, np.int64))
    kinds = hole_kinds()
    checked = np.zeros(169, np.int64)
    bets = np.zeros((len(masks), PAIRS), np.uint8)
    for flop, mask in enumerate(masks):
        sums, size = symmetric_sum(later[flop], mask)
        bets[flop] = sums[:, 1] > sums[:, 0]
        np.add.at(checked, kinds, np.maximum(sums[:, 0], sums[:, 1]) // size)
    at_once = np.zeros(169, np.int64)
    np.add.at(at_once, kinds, raised)
    raises = (FLOPS_A_BOARD * at_once > checked)[kinds].astype(np.uint8)
    return Plan(raises, bets)


def price_of_ante(game: Playable, table: Paytable) -> Price:
    """Ante, blind and play, in units of the ante, with the blind paid by `table`."""
    from croupier.odds.kernels.boards import boards, subsets
    from croupier.odds.kernels.classes import values
    from croupier.odds.kernels.ultimate import tally_ends

    rules = game.rules
    classes_of_hands = values()
    rows = compile_rows(game.game, table, game.patterns)
    names = ["push", *(row for row, _, _ in rows)]
    figures = [Fraction(0), *(Fraction(0) if payout.kind is Kind.PUSH else payout.figure for _, _, payout in rows)]
    row_of = np.zeros(len(classes_of_hands), np.int64)
    for place, value in enumerate(classes_of_hands[1:], start=1):
        row_of[place] = next((number for number, (_, test, _) in enumerate(rows, start=1) if test(value, ())), 0)
    twice = np.array([int(2 * figures[row]) for row in row_of], np.int64)
    threshold = next(place for place, value in enumerate(classes_of_hands) if value.category == "pair")
    plays = np.array([max(rules.play_before_the_flop), max(rules.play_after_the_flop), max(rules.play_after_the_river)])
    plan = solve(twice, threshold, plays)
    cards, weights = boards()
    classes, suit_names, _ = subsets(3)

    def part(first: int, last: int) -> Array:
        ends: Array = np.zeros((4, len(names), 5), np.int64)
        tally_ends(
            cards, weights, first, last, classes, suit_names, row_of, threshold, plays, plan.raises, plan.bets, twice, ends
        )
        return ends

    ends = sum(in_parts(len(cards), part), np.zeros((4, len(names), 5), np.int64))
    counts: dict[tuple[str, Fraction, Fraction], int] = {}

    def add(name: str, net: Fraction, staked: int, weight: int) -> None:
        key = (name, net, Fraction(staked))
        counts[key] = counts.get(key, 0) + weight

    add("fold", Fraction(-2), 2, int(ends[3].sum()))
    for decision in range(3):
        play = int(plays[decision])
        for row, (name, figure) in enumerate(zip(names, figures, strict=True)):
            won, lost, won_unqualified, lost_unqualified, tied = (int(number) for number in ends[decision, row])
            label = name if figure else "win"
            add(f"{label}, play {play}x", play + 1 + figure, 2 + play, won)
            add(f"{label}, play {play}x, ante pushes", play + figure, 2 + play, won_unqualified)
            add(f"lose, play {play}x", Fraction(-play - 2), 2 + play, lost)
            add(f"lose, play {play}x, ante pushes", Fraction(-play - 1), 2 + play, lost_unqualified)
            add("tie", Fraction(0), 2 + play, tied)
    relied = tuple(filter(None, [table.reading, game.game.reading_of("dealer-below-a-pair")]))
    note = "ante, blind and play, per ante; payout limits are not in this price"
    return Price(ANTE, table.id, gathered(counts), strategy="optimal", clause=table.clause, readings=relied, note=note)


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The main game, trips on seven cards, and the progressive on five."""
    if wanted in (None, TRIPS) and TRIPS in game.game.wagers:
        for table in tables_of(game, TRIPS):
            yield price_by_hand(game, TRIPS, table, cases_of(7), unit=UNIT)
    if wanted in (None, PROGRESSIVE) and PROGRESSIVE in game.game.wagers:
        yield from price_progressive(game, cases_of(5))
    if wanted in (None, ANTE, BLIND, PLAY):
        for table in tables_of(game, BLIND):
            yield price_of_ante(game, table)
