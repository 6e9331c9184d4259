"""Mississippi Stud: each street's wagers over every community card still to come, later streets played as well as can be."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

import numpy as np

from croupier.equipment.cards import RANKS, Card, card
from croupier.games.house_poker.mississippi_stud import ANTE, FOLD, SHAPE, STREETS
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.charts import hole_grid, short
from croupier.odds.draws import Points, completions, grid, points_of
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import class_units
from croupier.odds.one_hand import number_of, numbers, unseen
from croupier.odds.remembered import remembered
from croupier.table.playable import Playable
from croupier.table.requests import Decision


class Streets:
    """The streets from here on: what each wager nets, summed over all orders of the community cards still to come."""

    def __init__(self, sums: Array, cards: int, times: Sequence[Sequence[int]]) -> None:
        self.sums, self.times = sums, times
        self.ways = [prod(range(cards - sums.ndim, cards - seen + 1)) for seen in range(sums.ndim + 1)]
        """How many orders of further cards there are, by cards turned from here on."""
        self.apart = ~np.eye(cards, dtype=bool)

    def bets(self, seen: int, staked: int) -> dict[int, Array]:
        """By wager; one number for each way the cards `seen` from here on can fall."""
        if seen == self.sums.ndim:
            return {times: self.sums * (staked + times) for times in self.times[seen]}
        return {times: self.best(seen + 1, staked + times).sum(axis=-1) for times in self.times[seen]}

    def best(self, seen: int, staked: int) -> Array:
        """The best wager or a fold."""
        found = np.maximum.reduce([np.asarray(worth) for worth in self.bets(seen, staked).values()])
        found = np.maximum(found, -self.ways[seen] * staked)
        return np.where(self.apart, found, 0) if seen == 2 else found


@remembered
def units_of(game: Playable) -> Array:
    """What each class of five-card hands is paid, in whole units."""
    return class_units(game, game.terms.chosen[ANTE])[1]


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """A wager for the next community card, or a fold of everything staked."""
    if not isinstance(request, Decision) or len(sight.hand) != SHAPE.hand or len(sight.community) >= len(STREETS):
        return None
    units = units_of(game)
    turned, deck = len(sight.community), unseen(sight)
    times = [game.terms.wagers[street].times for street in STREETS[turned:]]
    streets = Streets(completions(numbers((*sight.hand, *sight.community)), deck, units, len(times)), len(deck), times)
    ante = sight.stakes[ANTE]
    staked = sum(sight.stakes.get(wager, 0) for wager in (ANTE, *STREETS)) // ante
    kept = sum(sight.stakes.get(wager, 0) for wager in (ANTE, *STREETS) if wager not in game.rules.fold_forfeits.value)
    every = streets.ways[0]
    bets = streets.bets(0, staked)
    values = {f"bet-{bet}x": Fraction(int(worth), every) for bet, worth in bets.items()}
    boldest = f"bet-{max(bets, key=lambda bet: (bets[bet], bet))}x"
    values[FOLD] = Fraction(kept, ante) - staked
    later = ", every later street played for the most" if len(times) > 1 else ""
    basis = f"all {every:,} orders of the community cards to come{later}{left_apart(sight, (ANTE, *STREETS))}"
    return weigh(sight, {choice: values[choice] for choice in request.choices}, basis=basis, when_equal=boldest)


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """Third street by the two hole cards, fourth and fifth by pattern and points."""
    from croupier.odds.kernels.places import pair_place
    from croupier.odds.kernels.sim_mississippi_stud import LAST_CARDS, mississippi_plan
    from croupier.odds.kernels.stud import sums_by_set

    units = units_of(game)
    points = points_of(units)
    _, four = sums_by_set(units)
    most = max(game.terms.wagers[STREETS[0]].times)
    third_bets, fourth_bets, _ = mississippi_plan(four, most)
    thirds = sorted({*third_bets.tolist()} - {0})
    staked = sorted({1 + third + fourth for third in thirds for fourth in {*fourth_bets[third].tolist()} - {0}})

    def third(high: int, low: int, suited: bool) -> str:
        pair = [number_of(card(RANKS[rank - 2] + suit)) for rank, suit in ((high, "c"), (low, "c" if suited else "d"))]
        return short(word(int(third_bets[pair_place(*pair)])))

    def fourth(place: int) -> list[str]:
        return [word(int(fourth_bets[bet, place])) for bet in thirds]

    def fifth(place: int) -> list[str]:
        paid = int(four[place])
        bet = most if paid >= 0 else 1
        return [word(bet if paid * (stake + bet) >= -LAST_CARDS * stake else 0) for stake in staked]

    columns, rows = grid(3, points, lambda cards: total(cards, points), fourth, [str(1 + bet) for bet in thirds])
    last_columns, last_rows = grid(4, points, lambda cards: total(cards, points), fifth, [str(stake) for stake in staked])
    told = (
        f"columns are points: two for a high card, one for a middle card; {points.told()}; @3: with three antes staked so far"
    )
    charts = (
        hole_grid("third street", third, "two hole cards"),
        Chart("fourth street", ("three cards", *columns), rows, told),
        Chart("fifth street", ("four cards", *last_columns), last_rows, told),
    )
    return (
        charts,
        "what each choice nets: ask with --hand and --community, and with --after where earlier wagers were others than advised",
    )


def total(cards: Sequence[Card], points: Points) -> int:
    """The points of some cards."""
    return sum(points.of(card.rank) for card in cards)


def word(bet: int) -> str:
    return f"bet-{bet}x" if bet else FOLD
