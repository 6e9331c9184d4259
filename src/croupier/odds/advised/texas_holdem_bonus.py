"""Texas Hold'em Bonus: street wagers at even money, over every board that can come and every hand the dealer can have."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import NamedTuple

import numpy as np

from croupier.games.house_poker.texas_holdem_bonus import (
    ANTE,
    BET,
    FLOP_WAGER,
    FOLD,
    RIVER_WAGER,
    SHAPE,
    TURN_WAGER,
)
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, sight_of, weigh
from croupier.odds.charts import hole_grid
from croupier.odds.exact.texas_holdem_bonus import checked
from croupier.odds.hold_em_advice import BOARD, FLOP, TURN, Cards, cards_of, over_boards, pair_number, rows
from croupier.odds.kernels.classes import values as classes
from croupier.odds.kernels.tables import Array
from croupier.odds.one_hand import number_of
from croupier.odds.remembered import remembered
from croupier.odds.work import in_parts
from croupier.table.playable import Playable
from croupier.table.requests import Decision
from croupier.table.round import Round

STREETS = (FLOP_WAGER, TURN_WAGER, RIVER_WAGER)


class Worth(NamedTuple):
    """On average: what a unit on a street nets, what the ante nets, what later street wagers of one unit each add at best."""

    edge: Fraction
    ante: Fraction
    later: dict[str, Fraction]


@remembered
def paid_of(game: Playable) -> Array:
    """What the ante pays on a winning hand, by class."""
    checked(game)
    order = next(value.order for value in classes() if value.category == game.rules.ante_qualifying_rank.value)
    return np.array([int(value.order >= order) for value in classes()], np.int64)


def with_board(cards: Cards, paid: Array) -> Worth:
    """After the flop, or the flop and the turn."""
    from croupier.odds.kernels.one_holdem import bonus_runouts

    sums = rows(len(cards.deck), 3)
    bonus_runouts(cards.hole, cards.board, cards.deck, paid, sums)
    edge, ante, deals = (int(total) for total in sums.sum(axis=0))
    later = {} if len(cards.board) == TURN else {RIVER_WAGER: Fraction(int(np.maximum(sums[:, 0], 0).sum()), deals)}
    return Worth(Fraction(edge, deals), Fraction(ante, deals), later)


def before_the_flop(cards: Cards, paid: Array) -> Worth:
    """All boards. A turn wager goes by what the flop shows, a river wager by flop and turn."""
    from croupier.odds.kernels.one_holdem import bonus_boards, stand_ins
    from croupier.odds.kernels.places import FLOPS, TURNS

    flops, turns = stand_ins(FLOP, cards.symmetries), stand_ins(TURN, cards.symmetries)
    on_flop, on_turn, base = over_boards(
        cards.deck,
        lambda: (np.zeros(FLOPS, np.int64), np.zeros(TURNS, np.int64), np.zeros(3, np.int64)),
        lambda first, last, found: bonus_boards(
            cards.hole, cards.deck, first, last, cards.symmetries, flops, turns, paid, *found
        ),
    )
    edge, ante, deals = base.tolist()
    later = {
        TURN_WAGER: Fraction(int(np.maximum(on_flop, 0).sum()), deals * comb(BOARD, FLOP)),
        RIVER_WAGER: Fraction(int(np.maximum(on_turn, 0).sum()), deals * comb(BOARD, TURN)),
    }
    return Worth(Fraction(edge, deals), Fraction(ante, deals), later)


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """Ante and all street wagers together, per ante, later ones made when they gain."""
    turned = len(sight.community)
    if not isinstance(request, Decision) or len(sight.hand) != SHAPE.hand or turned not in (0, FLOP, TURN):
        return None
    cards, paid = cards_of(sight), paid_of(game)
    worth = with_board(cards, paid) if turned else before_the_flop(cards, paid)
    times = {street: game.terms.wagers[street].times[0] for street in STREETS}
    street = {0: FLOP_WAGER, FLOP: TURN_WAGER, TURN: RIVER_WAGER}[turned]
    standing = Fraction(sum(sight.stakes.get(wager, 0) for wager in STREETS), sight.stakes[ANTE])
    rest = worth.ante + standing * worth.edge + sum(times[wager] * gain for wager, gain in worth.later.items())
    folded = -Fraction(ANTE in game.rules.fold_forfeits.value)
    values = {
        choice: rest + times[street] * worth.edge if choice == BET else folded if choice == FOLD else rest
        for choice in request.choices
    }
    left = len(cards.deck) - BOARD + turned
    still = ("all boards", "all turns and rivers", "all rivers")[STREETS.index(street)]
    basis = f"{still} and all {comb(left, 2):,} hands the dealer can have{left_apart(sight, (ANTE, *STREETS))}"
    return weigh(sight, values, basis=basis)


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """Before the flop by the two hole cards; what follows depends on too much for a chart."""
    from croupier.odds.exact.texas_holdem_bonus import solve
    from croupier.odds.kernels.boards import boards
    from croupier.odds.kernels.bonus_holdem import results
    from croupier.odds.kernels.kinds import CLASSES, COLUMNS, KINDS

    known, paid, times = boards(), paid_of(game), game.terms.wagers[FLOP_WAGER].times[0]
    counted: Array = np.zeros((CLASSES, KINDS, COLUMNS), np.int16)
    in_parts(
        len(known.classes), lambda first, last: results(known.cards, known.first, known.classes, first, last, paid, counted)
    )
    plan = solve(counted, times)

    def cell(high: int, low: int, suited: bool) -> str:
        return BET if plan.plays[pair_number(high, low, suited)] else FOLD

    chart = hole_grid("before the flop", cell, f"{BET}: a flop wager of {times} antes")
    return (chart,), "a turn or river wager is made when one wins more often than one loses: ask with --hand and --community"


def best(game: Playable) -> Callable[[Round, Decision], str]:
    """The best play at a table: hole cards by the whole solution, later streets by the cards that are out."""
    from croupier.odds.exact.texas_holdem_bonus import plan_of

    plays = plan_of(game)[1].plays

    def choose(round_: Round, request: Decision) -> str:
        sight = sight_of(round_, request.seat)
        if sight.community:
            found = weighed(game, sight, request)
            return request.choices[-1] if found is None else found.best
        low, high = sorted(map(number_of, sight.hand))
        return BET if plays[high * (high - 1) // 2 + low] else FOLD

    return choose
