"""Texas Hold'em Bonus: a street wager at even money is worth making when one wins more often than one loses."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from croupier.equipment.cards import deck
from croupier.hands.two_card import two_card
from croupier.odds.analyze import tables_of
from croupier.odds.holdem import hole_kinds, symmetric_sum
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import Case, cases_of, price_by_hand
from croupier.odds.price import Price, gathered
from croupier.odds.progressive import price_progressive
from croupier.odds.work import in_parts
from croupier.table.playable import Playable

ANTE, BONUS, PROGRESSIVE = "ante", "bonus", "progressive"
STREETS = ("flop", "turn", "river")
UNIT = 500
DEALS = 990
BOARDS = 2_118_760
ORDERS = 20
"""Ways to see a board: ten flops, two turns."""


def _worth_betting(sums: Array, masks: Array) -> tuple[Array, Array]:
    """Where a wager at even money gains, and by how much, hole cards by class of what is seen."""
    bets = np.zeros(sums.shape, np.uint8)
    gains = np.zeros(169, np.int64)
    for row, mask in enumerate(masks):
        total, size = symmetric_sum(sums[row], mask)
        bets[row] = total > 0
        np.add.at(gains, hole_kinds(), np.maximum(total, 0) // size)
    return bets, gains


def price_of_ante(game: Playable) -> Price:
    """Ante and the three street wagers, per ante."""
    from croupier.odds.kernels.boards import PAIRS, boards, subsets
    from croupier.odds.kernels.bonus_holdem import sweep, tally_ends
    from croupier.odds.kernels.classes import values

    chosen = game.game.chosen
    pays = {wager: chosen[wager].rows["win"].figure for wager in (ANTE, *STREETS)}
    if set(pays.values()) != {Fraction(1)}:
        raise NotImplementedError("street wagers above even money need their own thresholds")
    flop_times = game.game.wagers["flop"].times[0]
    order = next(value.order for value in values() if value.category == game.rules.ante_qualifying_rank)
    paid = np.array([int(value.order >= order) for value in values()], np.int64)
    cards, weights = boards()
    flops, turns = subsets(3), subsets(4)

    def part(first: int, last: int) -> tuple[Array, Array, Array]:
        on_flop = np.zeros((len(flops.masks), PAIRS), np.int64)
        on_turn = np.zeros((len(turns.masks), PAIRS), np.int64)
        base = np.zeros((PAIRS, 2), np.int64)
        sweep(cards, weights, first, last, flops.classes, flops.names, turns.classes, turns.names, paid, on_flop, on_turn, base)
        return on_flop, on_turn, base

    on_flop, on_turn, base = part(0, len(cards))
    turn_bets, turn_gains = _worth_betting(on_flop, flops.masks)
    river_bets, river_gains = _worth_betting(on_turn, turns.masks)
    kinds = hole_kinds()
    played = np.zeros((169, 2), np.int64)
    np.add.at(played, kinds, base)
    worth = ORDERS * (flop_times * played[:, 0] + played[:, 1]) + 2 * turn_gains + 4 * river_gains
    folded = -ORDERS * DEALS * BOARDS * np.bincount(kinds, minlength=169)
    plays = (worth > folded)[kinds].astype(np.uint8)

    def count(first: int, last: int) -> Array:
        ends: Array = np.zeros((4, 2, 3), np.int64)
        seen = (flops.classes, flops.names, turns.classes, turns.names)
        tally_ends(cards, weights, first, last, *seen, paid, plays, turn_bets, river_bets, ends)
        return ends

    ends = sum(in_parts(len(cards), count), np.zeros((4, 2, 3), np.int64))
    counts: dict[tuple[str, Fraction, Fraction], int] = {}

    def add(name: str, net: int, staked: int, weight: int) -> None:
        key = (name, Fraction(net), Fraction(staked))
        counts[key] = counts.get(key, 0) + weight

    add("fold", -1, 1, int(ends[3].sum()))
    for bets in range(3):
        at_risk = flop_times + bets
        for row in range(2):
            won, lost, tied = (int(number) for number in ends[bets, row])
            add(f"win, {at_risk} antes on the streets" + (", ante paid" if row else ""), at_risk + row, at_risk + 1, won)
            add(f"lose, {at_risk} antes on the streets", -at_risk - 1, at_risk + 1, lost)
            add("tie", 0, at_risk + 1, tied)
    table = chosen[ANTE]
    relied = tuple(filter(None, [table.reading, game.game.reading_of("ante-qualifying-rank")]))
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


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The bonus on two cards, the progressive on five, and the main game."""
    if wanted in (None, BONUS) and BONUS in game.game.wagers:
        cases = list(bonus_cases())
        for table in tables_of(game, BONUS):
            yield price_by_hand(game, BONUS, table, cases, unit=UNIT)
    if wanted in (None, PROGRESSIVE) and PROGRESSIVE in game.game.wagers:
        yield from price_progressive(game, cases_of(5))
    if wanted in (None, ANTE, *STREETS):
        yield price_of_ante(game)
