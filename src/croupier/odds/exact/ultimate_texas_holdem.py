"""Ultimate Texas Hold'em: the board sweep gives every decision's worth, then every round is counted as it ends."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.games.house_poker.ultimate_texas_holdem import CHECK, FOLD
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Deal
from croupier.odds.holdem import Plan, by_kind, hole_kinds, total
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import best_five_of
from croupier.odds.one_event import cases_of, price_by_hand
from croupier.odds.posted import with_posted
from croupier.odds.price import Price, gathered
from croupier.odds.remembered import remembered
from croupier.odds.shapes.boards import Showdown, check
from croupier.odds.shapes.progressive import Folds, price_progressive
from croupier.odds.work import in_parts
from croupier.rules.payouts import Kind
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows
from croupier.table.progressive import ENVY

ANTE, BLIND, PLAY, TRIPS, PROGRESSIVE = "ante", "blind", "play", "trips", "progressive"
UNIT = 500
DEALS = 990
FLOPS_A_TURN = 4
"""Each flop with a turn is four flops to decide on, and one round to raise before."""


def solve(blind: Array, threshold: int, plays: Array) -> Plan:
    """The best decision before the flop for each pair of cards and on each flop for each pair of cards.

    `blind` is twice what the blind pays by class of hand; a dealer below class `threshold` does not qualify.
    """
    from croupier.odds.kernels.boards import PAIRS, boards, subsets, symmetric_sums
    from croupier.odds.kernels.kinds import CLASSES, COLUMNS, KINDS
    from croupier.odds.kernels.ultimate import BET, CHECKED, nets, sweep

    known, flops, turns = boards(), subsets(3), subsets(4)
    most = DEALS * (int(blind.max()) + 2 * int(plays.max()) + 4)
    worth = np.zeros((CLASSES, KINDS, COLUMNS), np.int32 if most < 2**31 else np.int64)
    in_parts(
        len(known.classes),
        lambda first, last: nets(known.cards, known.first, known.classes, first, last, blind, threshold, plays, worth),
    )

    def part(first: int, last: int) -> tuple[Array, Array]:
        later = np.zeros((len(flops.masks), PAIRS, 2), np.int64)
        raised = np.zeros(PAIRS, np.int64)
        sweep(turns.cards, turns.weights, first, last, flops.classes, flops.names, worth, later, raised)
        return later, raised

    later, raised = (total(found) for found in zip(*in_parts(len(turns.masks), part), strict=True))
    later = symmetric_sums(later, flops.masks)
    bets = (later[:, :, BET] > later[:, :, CHECKED]).astype(np.uint8)
    checked = later.max(axis=2).sum(axis=0)
    raises = FLOPS_A_TURN * by_kind(raised) > by_kind(checked)
    return Plan(raises[hole_kinds()].astype(np.uint8), bets)


@remembered
def checked(game: Playable) -> Playable:
    """The game, once its table nets what the sweep adds up: ante and play at even money, the blind by its row, an ante that
    pushes against a dealer without a pair, ties that push, a fold that loses ante and blind."""
    rows = game.tables[BLIND]
    rules = game.rules
    streets = (rules.play_before_the_flop, rules.play_after_the_flop, rules.play_after_the_river)
    plays = {(*(CHECK,) * turn, f"raise-{max(times.value)}x"): max(times.value) for turn, times in enumerate(streets)}

    def nets(shown: Showdown, path: tuple[str, ...]) -> Fraction:
        if path not in plays:
            return Fraction(-2)
        play, ante = plays[path], int(shown.dealer.category != "high-card")
        if shown.player == shown.dealer:
            return Fraction(0)
        if shown.player < shown.dealer:
            return Fraction(-play - ante - 1)
        payout = next((payout for _, test, payout in rows if test(shown.player, ())), None)
        return Fraction(play + ante) + (Fraction(0) if payout is None or payout.kind is Kind.PUSH else payout.figure)

    check(game, ANTE, [*plays, (CHECK, CHECK, FOLD)], nets, game.terms.chosen[BLIND].clause)
    return game


class Solved(NamedTuple):
    """One table of the blind: its rows, what they pay and by which class of hands; and the best decisions."""

    names: list[str]
    figures: list[Fraction]
    row_of: Array
    twice: Array
    """Twice what the blind pays, by class."""
    threshold: int
    plays: Array
    raises: Array
    bets: Array
    """By place of flop and hole cards, nowhere set where they raise before it."""


def solved(game: Playable, table: Paytable) -> Solved:
    """The best play where the blind is paid by `table`."""
    from croupier.odds.kernels.boards import by_place, subsets
    from croupier.odds.kernels.classes import values

    rules = checked(with_posted(game, table)).rules
    rows = compile_rows(game.terms, table, game.patterns)
    names = ["push", *(row for row, _, _ in rows)]
    figures = [Fraction(0), *(Fraction(0) if payout.kind is Kind.PUSH else payout.figure for _, _, payout in rows)]
    row_of = np.zeros(len(values()), np.int64)
    for place, value in enumerate(values()[1:], start=1):
        row_of[place] = next((number for number, (_, test, _) in enumerate(rows, start=1) if test(value, ())), 0)
    twice = np.array([int(2 * figure) for figure in figures], np.int64)[row_of]
    threshold = next(place for place, value in enumerate(values()) if value.category == "pair")
    streets = (rules.play_before_the_flop, rules.play_after_the_flop, rules.play_after_the_river)
    plays = np.array([max(times.value) for times in streets])
    plan, flops = solve(twice, threshold, plays), subsets(3)
    bets = by_place(plan.bets * (1 - plan.raises), flops.classes, flops.names)
    return Solved(names, figures, row_of, twice, threshold, plays, plan.raises, bets)


@remembered
def posted(game: Playable) -> Solved:
    """The best play under the table that stands."""
    return solved(game, game.terms.chosen[BLIND])


def price_of_ante(game: Playable, table: Paytable) -> Price:
    """Ante, blind and play, in units of the ante, with the blind paid by `table`."""
    from croupier.odds.kernels.boards import boards
    from croupier.odds.kernels.ultimate import tally_ends

    found = posted(game) if table == game.terms.chosen[BLIND] else solved(game, table)
    names, figures, plays, known = found.names, found.figures, found.plays, boards()

    def part(first: int, last: int) -> Array:
        ends: Array = np.zeros((4, len(names), 5), np.int64)
        decided = (found.row_of, found.twice, found.threshold, plays, found.raises, found.bets)
        tally_ends(known.cards, known.weights, known.first, first, last, *decided, ends)
        return ends

    ends = total(in_parts(len(known.classes), part))
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
    relied = tuple(filter(None, [table.reading, game.terms.reading_of("dealer-below-a-pair")]))
    note = "ante, blind and play, per ante; payout limits are not in this price"
    return Price(ANTE, table.id, gathered(counts), strategy="optimal", clause=table.clause, readings=relied, note=note)


def price_chip(game: Playable, wanted: str | None) -> Iterator[Price]:
    """The chip on hole cards and flop: a fold at the end forfeits it where the text says so."""
    from croupier.odds.kernels.boards import boards
    from croupier.odds.kernels.folds import river_folds

    found, known = posted(game), boards()
    paths = ((CHECK, CHECK, FOLD), (CHECK, CHECK, f"raise-{found.plays[2]}x"))
    ladder = best_five_of(game, 5, lambda five: Deal(five[:2], community=five[2:]))._replace(paths=paths)

    def part(first: int, last: int) -> Array:
        folded: Array = np.zeros(len(ladder.values) + 1, np.int64)
        decided = (found.twice, found.threshold, found.plays, found.raises, found.bets)
        river_folds(known.cards, known.weights, known.first, first, last, *decided, folded)
        return folded

    folded = total(in_parts(len(known.classes), part))[1:].tolist()
    scale = comb(5, 2) * comb(47, 2)  # which of the five are hole cards, and the turn and river that follow
    deals = [[lost, scale * every - lost] for lost, every in zip(folded, ladder.weights, strict=True)]
    yield from price_progressive(game, wanted, ladder, Folds(paths, deals, scale))


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The main game, trips on seven cards, and the progressive on five."""
    if wanted in (None, TRIPS) and TRIPS in game.terms.wagers:
        for table in tables_of(game, TRIPS):
            yield price_by_hand(game, TRIPS, table, cases_of(7), unit=UNIT)
    if PROGRESSIVE in game.terms.wagers and wanted in (None, PROGRESSIVE, ENVY):
        yield from price_chip(game, wanted)
    if wanted in (None, ANTE, BLIND, PLAY):
        for table in tables_of(game, BLIND):
            yield price_of_ante(game, table)
