"""Let It Ride: a bet rides when the cards in sight net more than nothing on average; the bets after it are decided later."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from croupier.equipment.cards import Card
from croupier.games.house_poker.let_it_ride import BETS, RIDE, SHAPE, WITHDRAW
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.draws import completions, grid, points_of
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import class_units
from croupier.odds.one_hand import numbers, unseen
from croupier.odds.remembered import remembered
from croupier.table.playable import Playable
from croupier.table.requests import Decision


@remembered
def units_of(game: Playable) -> Array:
    """What each class of five-card hands is paid, in whole units."""
    return class_units(game, game.terms.chosen[BETS[0]])[1]


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """The bet the question is about, with all bets that still stand, per one bet."""
    withdrawable, turned = game.rules.withdrawable.value, len(sight.community)
    if not isinstance(request, Decision) or len(sight.hand) != SHAPE.hand or turned >= len(withdrawable):
        return None
    units = units_of(game)
    deck, draws = unseen(sight), SHAPE.community - turned
    sums = completions(numbers((*sight.hand, *sight.community)), deck, units, draws)
    every = len(deck) * (len(deck) - 1) ** (draws - 1)
    worth = Fraction(int(sums.sum()), every)
    later = [bet for bet in withdrawable[turned + 1 :] if bet in sight.stakes]
    standing = [bet for bet in BETS if bet in sight.stakes and bet != withdrawable[turned] and bet not in later]
    rest = len(standing) * worth + len(later) * Fraction(int(np.maximum(sums, 0).sum()), every)
    values = {RIDE: rest + worth, WITHDRAW: rest}
    basis = f"all {every:,} orders of the community cards to come, for all bets that stand{left_apart(sight, BETS)}"
    return weigh(sight, {choice: values[choice] for choice in request.choices}, basis=basis, when_equal=RIDE)


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """Both decisions by pattern and high cards."""
    from croupier.odds.kernels.stud import sums_by_set

    units = units_of(game)
    points = points_of(units)

    def high_cards(cards: Sequence[Card]) -> int:
        return sum(points.of(card.rank) == 2 for card in cards)

    def chart(bet: str, size: int, sums: Array) -> Chart:
        rides = np.where(sums >= 0, RIDE, WITHDRAW).tolist()
        columns, rows = grid(size, points, high_cards, lambda place: [rides[place]], ("",))
        seen = f"{'three' if size == SHAPE.hand else 'four'} cards"
        return Chart(bet.replace("-", " "), (seen, *columns), rows, f"columns are high cards; {points.told()}")

    by_size = dict(zip((SHAPE.hand, SHAPE.hand + 1), sums_by_set(units), strict=True))
    charts = [chart(bet, size, sums) for bet, (size, sums) in zip(game.rules.withdrawable.value, by_size.items(), strict=True)]
    return tuple(charts), "a bet that is worth nothing either way rides"
