"""Texas Hold'em Bonus: a street wager at even money is worth making when one wins more often than one loses."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from croupier.equipment.cards import deck
from croupier.games.house_poker.texas_holdem_bonus import BET, CHECK, FOLD
from croupier.hands.poker import FIVE_CARD_ORDER
from croupier.hands.two_card import two_card
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Deal
from croupier.odds.holdem import by_kind, hole_kinds, total
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import best_five_of
from croupier.odds.one_event import Case, price_by_hand
from croupier.odds.price import Price, gathered
from croupier.odds.remembered import remembered
from croupier.odds.shapes.boards import RESULTS, classes, figures_of
from croupier.odds.shapes.progressive import Folds, five_classes, price_progressive
from croupier.odds.work import in_parts
from croupier.table.playable import Playable
from croupier.table.progressive import ENVY

ANTE, BONUS, PROGRESSIVE = "ante", "bonus", "progressive"
STREETS = ("flop", "turn", "river")
UNIT = 500
DEALS = 990
BOARDS = 2_118_760
FLOPS_A_TURN, RIVERS_A_BOARD = 4, 5


class Plan(NamedTuple):
    """The best decisions: by pair of hole cards on the ante, by place of flop and pair of hole cards on the turn wager."""

    plays: Array
    turn_bets: Array


def results_by_class(paid: Array) -> Array:
    """How each kind of hole cards fares on each class of boards; `paid` is 1 for the classes of hands on which the ante is paid."""
    from croupier.odds.kernels.boards import boards
    from croupier.odds.kernels.bonus_holdem import results
    from croupier.odds.kernels.kinds import CLASSES, COLUMNS, KINDS

    known = boards()
    found: Array = np.zeros((CLASSES, KINDS, COLUMNS), np.int16)
    in_parts(len(known.classes), lambda first, last: results(known.cards, known.first, known.classes, first, last, paid, found))
    return found


def solve(counts: Array, flop_times: int) -> Plan:
    """The decisions that net the most, from how hole cards fare on each class of boards."""
    from croupier.odds.kernels.boards import PAIRS, by_place, subsets, symmetric_sums
    from croupier.odds.kernels.bonus_holdem import sweep

    flops, turns = subsets(3), subsets(4)

    def part(first: int, last: int) -> tuple[Array, Array, Array]:
        on_flop = np.zeros((len(flops.masks), PAIRS, 1), np.int64)
        on_turn, base = np.zeros(PAIRS, np.int64), np.zeros((PAIRS, 2), np.int64)
        sweep(turns.cards, turns.weights, first, last, flops.classes, flops.names, counts, on_flop, on_turn, base)
        return on_flop, on_turn, base

    parts = in_parts(len(turns.masks), part)
    on_flop, on_turn, base = (total(found) for found in zip(*parts, strict=True))
    on_flop = symmetric_sums(on_flop, flops.masks)[:, :, 0]
    turn_gains, river_gains = by_kind(np.maximum(on_flop, 0).sum(axis=0)), by_kind(on_turn)
    # Sums over flops with a turn count a round once for each of its rivers, and by flop for each of its two turns as well.
    worth = FLOPS_A_TURN * (flop_times * by_kind(base[:, 0]) + by_kind(base[:, 1]) + river_gains) + turn_gains
    folded = -FLOPS_A_TURN * RIVERS_A_BOARD * DEALS * BOARDS * by_kind(np.ones(PAIRS, np.int64))
    plays = (worth > folded)[hole_kinds()].astype(np.uint8)
    return Plan(plays, by_place((on_flop > 0).astype(np.uint8), flops.classes, flops.names))


@remembered
def checked(game: Playable) -> Playable:
    """The game, once its table nets what the sweep adds up: wagers at even money, an ante that is paid from a rank of hand up and
    else pushes, ties that push, a fold that loses the ante."""
    flop = game.terms.wagers["flop"].times[0]
    paid = FIVE_CARD_ORDER.index(game.rules.ante_qualifying_rank.value)
    figures = figures_of(game, ANTE)
    for (row, number, result), cell in figures.cells.items():
        path, order = figures.paths[number], classes()[int(np.flatnonzero(figures.row_of == row)[-1])].order
        risked = flop + path[1:].count(BET)
        due = {"win": risked + int(order >= paid), "lose": -1 - risked, "tie": 0}[RESULTS[result]] if path[0] != FOLD else -1
        if cell.net != due * figures.unit:
            raise figures.asked.refused(
                f"{' '.join(path)}, {RESULTS[result]}: the table nets {Fraction(cell.net, figures.unit)} where the sweep of boards "
                f"adds up {due}",
                game.terms.chosen[ANTE].clause,
            )
    return game


@remembered
def plan_of(game: Playable) -> tuple[Array, Plan]:
    """How hole cards fare on every class of boards, and the best decisions."""
    from croupier.odds.kernels.classes import values

    checked(game)
    order = next(value.order for value in values() if value.category == game.rules.ante_qualifying_rank.value)
    counted = results_by_class(np.array([int(value.order >= order) for value in values()], np.int64))
    return counted, solve(counted, game.terms.wagers["flop"].times[0])


def price_of_ante(game: Playable) -> Price:
    """Ante and the three street wagers, per ante."""
    from croupier.odds.kernels.boards import subsets
    from croupier.odds.kernels.bonus_holdem import tally_ends

    chosen = game.terms.chosen
    flop_times = game.terms.wagers["flop"].times[0]
    counted, plan = plan_of(game)
    turns = subsets(4)

    def part(first: int, last: int) -> Array:
        ends: Array = np.zeros((4, 4), np.int64)
        tally_ends(turns.cards, turns.weights, first, last, counted, plan.plays, plan.turn_bets, ends)
        return ends

    ends = total(in_parts(len(turns.masks), part))
    counts: dict[tuple[str, Fraction, Fraction], int] = {}

    def add(name: str, net: int, staked: int, weight: int) -> None:
        key = (name, Fraction(net), Fraction(staked))
        counts[key] = counts.get(key, 0) + weight

    add("fold", -1, 1, int(ends[3].sum()))
    for bets in range(3):
        at_risk = flop_times + bets
        won, won_paid, lost, tied = (int(number) for number in ends[bets])
        add(f"win, {at_risk} antes on the streets", at_risk, at_risk + 1, won)
        add(f"win, {at_risk} antes on the streets, ante paid", at_risk + 1, at_risk + 1, won_paid)
        add(f"lose, {at_risk} antes on the streets", -at_risk - 1, at_risk + 1, lost)
        add("tie", 0, at_risk + 1, tied)
    table = chosen[ANTE]
    relied = tuple(filter(None, [table.reading, game.terms.reading_of("ante-qualifying-rank")]))
    note = "ante, flop, turn and river, per ante; payout limits are not in this price"
    return Price(ANTE, table.id, gathered(counts), strategy="optimal", clause=table.clause, readings=relied, note=note)


def bonus_cases() -> Iterator[Case]:
    """The player's two cards with the dealer's two: a table may pay aces on both sides."""
    pack = deck()
    aces = [card for card in pack if card.rank == 14]
    for hand in itertools.combinations(pack, 2):
        value = two_card(hand)
        others = 1225
        if hand[0].rank == hand[1].rank == 14:
            yield value, (*hand, *(card for card in aces if card not in hand)), 1
            others -= 1
        yield value, hand, others


def price_chip(game: Playable, wanted: str | None) -> Iterator[Price]:
    """The chip on hole cards and flop: a fold before the flop forfeits it where the text says so."""
    paths = ((FOLD,), (BET, CHECK, CHECK))
    ladder = best_five_of(game, 5, lambda five: Deal(five[:2], community=five[2:]))._replace(paths=paths)
    hands, weights, levels = five_classes()
    plays = plan_of(game)[1].plays
    found: Array = np.zeros((len(ladder.values), len(paths)), np.int64)
    for high, low in itertools.permutations(range(hands.shape[1]), 2):
        pairs = hands[:, high] * (hands[:, high] - 1) // 2 + hands[:, low]
        held = hands[:, high] > hands[:, low]
        np.add.at(found, (levels[held], plays[pairs[held]].astype(np.int64)), weights[held])
    folds = Folds(paths, found.tolist(), int(found[0].sum()) // ladder.weights[0])
    yield from price_progressive(game, wanted, ladder, folds)


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The bonus on two cards, the progressive on five, and the main game."""
    if wanted in (None, BONUS) and BONUS in game.terms.wagers:
        cases = list(bonus_cases())
        for table in tables_of(game, BONUS):
            yield price_by_hand(game, BONUS, table, cases, unit=UNIT)
    if PROGRESSIVE in game.terms.wagers and wanted in (None, PROGRESSIVE, ENVY):
        yield from price_chip(game, wanted)
    if wanted in (None, ANTE, *STREETS):
        yield price_of_ante(game)
