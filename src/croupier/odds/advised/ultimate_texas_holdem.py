"""Ultimate Texas Hold'em: raise now or wait, over every board that can come and every hand the dealer can have."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.games.house_poker.ultimate_texas_holdem import ANTE, BLIND, CHECK, FOLD, PLAY, SHAPE
from croupier.hands.poker import Value
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.charts import hole_grid
from croupier.odds.exact.ultimate_texas_holdem import checked
from croupier.odds.hold_em_advice import BOARD, FLOP, Cards, cards_of, over_boards, pair_number, rows
from croupier.odds.kernels.classes import values as classes
from croupier.odds.kernels.tables import Array
from croupier.odds.remembered import remembered
from croupier.rules.payouts import Kind
from croupier.table.playable import Playable
from croupier.table.requests import Decision


class Terms(NamedTuple):
    """A game's rules as the kernels take them."""

    blind: Array
    """Twice what the blind pays on a winning hand, by class."""
    threshold: int
    """The lowest class with which the dealer qualifies."""
    last: Array
    """Multiples of the last play wager."""
    fold: int
    """Twice what a fold nets."""


class Sums(NamedTuple):
    """Twice what is netted over all deals: by waiting, by ante and blind once play is made, by each unit of play; and the deals."""

    waiting: int
    base: int
    edge: int
    deals: int


@remembered
def terms_of(game: Playable) -> Terms:
    """From the blind's table and the options."""
    checked(game)

    def paid(value: Value) -> int:
        payout = next((payout for _, test, payout in game.tables[BLIND] if test(value, ())), None)
        return 0 if payout is None or payout.kind is Kind.PUSH else int(2 * payout.figure)

    return Terms(
        blind=np.array([0, *map(paid, classes()[1:])], np.int64),
        threshold=next(place for place, value in enumerate(classes()) if value.category == "pair"),
        last=np.array(game.rules.play_after_the_river.value, np.int64),
        fold=-2 * sum(wager in game.rules.fold_forfeits.value for wager in (ANTE, BLIND)),
    )


def after_the_river(cards: Cards, terms: Terms) -> Sums:
    """All dealer's hands on a whole board."""
    from croupier.odds.kernels.one_holdem import showdown, sums_of

    found: Array = np.zeros(6, np.int64)
    unseen = sums_of(cards.deck) + sums_of(cards.board)
    mine = showdown(cards.hole, cards.board, unseen, terms.threshold, np.zeros(13, np.int64), found)
    won, _, lost, won_qualified, lost_qualified, deals = found.tolist()
    base = 2 * (won_qualified - lost_qualified) + won * int(terms.blind[mine]) - 2 * lost
    return Sums(terms.fold * deals, base, 2 * (won - lost), deals)


def after_the_flop(cards: Cards, terms: Terms) -> Sums:
    """All turns and rivers after a flop."""
    from croupier.odds.kernels.one_holdem import ultimate_runouts

    sums: Array = np.zeros(4, np.int64)
    ultimate_runouts(cards.hole, cards.board, cards.deck, *terms, sums)
    return Sums(*sums.tolist())


def before_the_flop(cards: Cards, terms: Terms, times: Sequence[int]) -> Sums:
    """All boards; on the flop a play wager of one of the multiples `times`, or a check."""
    from croupier.odds.kernels.one_holdem import stand_ins, ultimate_boards
    from croupier.odds.kernels.places import FLOPS

    flops = stand_ins(FLOP, cards.symmetries)
    (on_flop,) = over_boards(
        cards.deck,
        lambda: (rows(FLOPS, 4),),
        lambda first, last, found: ultimate_boards(
            cards.hole, cards.deck, first, last, cards.symmetries, flops, *terms, *found
        ),
    )
    waiting, base, edge, deals = on_flop.T
    best = np.maximum.reduce([waiting, *(base + multiple * edge for multiple in times)])
    return Sums(*(int(sums.sum()) for sums in (best, base, edge, deals)))


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """Ante, blind and play together, per ante, later decisions made for the most."""
    if not isinstance(request, Decision) or len(sight.hand) != SHAPE.hand or len(sight.community) not in (0, FLOP, BOARD):
        return None
    cards, terms = cards_of(sight), terms_of(game)
    if len(sight.community) == BOARD:
        sums, still = after_the_river(cards, terms), ""
    elif len(sight.community) == FLOP:
        sums, still = after_the_flop(cards, terms), "all turns and rivers and "
    else:
        sums, still = before_the_flop(cards, terms, game.rules.play_after_the_flop.value), "all boards and "
    nets = {
        choice: Fraction(sums.waiting if choice in (CHECK, FOLD) else sums.base + int(choice[6:-1]) * sums.edge, 2 * sums.deals)
        for choice in request.choices
    }
    left = len(cards.deck) - BOARD + len(sight.community)
    basis = f"{still}all {comb(left, 2):,} hands the dealer can have{left_apart(sight, (ANTE, BLIND, PLAY))}"
    return weigh(sight, nets, basis=basis)


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """Before the flop by the two hole cards; what follows depends on too much for a chart."""
    from croupier.odds.exact.ultimate_texas_holdem import solve

    rules, terms = game.rules, terms_of(game)
    plays = [max(rules.play_before_the_flop.value), max(rules.play_after_the_flop.value), max(rules.play_after_the_river.value)]
    plan = solve(terms.blind, terms.threshold, np.array(plays, np.int64))

    def cell(high: int, low: int, suited: bool) -> str:
        return f"{plays[0]}x" if plan.raises[pair_number(high, low, suited)] else CHECK

    chart = hole_grid("before the flop", cell, f"{plays[0]}x: raise {plays[0]} times the ante")
    return (chart,), "after the flop and after the river: ask with --hand and --community"
