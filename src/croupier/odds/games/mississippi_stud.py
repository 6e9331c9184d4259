"""Mississippi Stud: one to three antes for each community card, or a fold of everything staked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from croupier.equipment.cards import RANKS, Card, card
from croupier.games.house_poker.mississippi_stud import ANTE, FOLD, STREETS, THREE_CARD_BONUS
from croupier.odds.advice import Chart, Sight
from croupier.odds.shapes.streets import Path, Plan, Streets, of_rank
from croupier.table.playable import Playable

ASK = "what each choice nets: ask with --hand and --community, and with --after where earlier wagers were others than advised"


def choices(game: Playable) -> tuple[tuple[str, ...], ...]:
    """Bets by street, in antes."""
    return tuple(tuple(f"bet-{times}x" for times in sorted(game.terms.wagers[street].times)) for street in STREETS)


def chosen(game: Playable, sight: Sight) -> Path:
    """The bets of the streets behind."""
    ante, seen = sight.stakes[ANTE], STREETS[: len(sight.community)]
    return tuple(1 + sorted(game.terms.wagers[street].times).index(sight.stakes[street] // ante) for street in seen)


def charts(plan: Plan) -> tuple[tuple[Chart, ...], str]:
    """Third street by the two hole cards, fourth and fifth by pattern and points."""
    from croupier.odds.card_numbers import number_of
    from croupier.odds.charts import hole_grid, short
    from croupier.odds.kernels.places import pair_place
    from croupier.odds.shapes.street_charts import grid, points_of

    third, fourth, _ = plan.bets
    times = [sorted(plan.game.terms.wagers[street].times) for street in STREETS]
    points = points_of(plan.nets[1, 1, 1][plan.kinds.row_of])
    thirds = sorted({*third.tolist()} - {0})
    fifths = dict(
        by_stake(times, {(bet, other): plan.last(bet, other) for bet in thirds for other in {*fourth[bet].tolist()} - {0}})
    )

    def word(street: int, bet: int) -> str:
        return plan.choices[street][bet - 1] if bet else FOLD

    def on_third(high: int, low: int, suited: bool) -> str:
        pair = [number_of(card(RANKS[rank - 2] + suit)) for rank, suit in ((high, "c"), (low, "c" if suited else "d"))]
        return short(word(0, int(third[pair_place(*pair)])))

    def score(cards: Sequence[Card]) -> int:
        return of_rank(cards, points.of)

    columns, rows = grid(
        3,
        points,
        score,
        lambda place: [word(1, int(fourth[bet, place])) for bet in thirds],
        [str(1 + times[0][bet - 1]) for bet in thirds],
    )
    last_columns, last_rows = grid(
        4, points, score, lambda place: [word(2, best[place]) for best in fifths.values()], list(fifths)
    )
    told = (
        f"columns are points: two for a high card, one for a middle card; {points.told()}; @3: with three antes staked so far"
    )
    found = (
        hole_grid("third street", on_third, "two hole cards"),
        Chart("fourth street", ("three cards", *columns), rows, told),
        Chart("fifth street", ("four cards", *last_columns), last_rows, told),
    )
    return found, ASK


def by_stake(times: list[list[int]], best: dict[tuple[int, int], list[int]]) -> Iterator[tuple[str, list[int]]]:
    """The last decisions by what is staked; bet by bet where it matters on which street, as with tables of their own."""
    staked: dict[int, list[tuple[int, int]]] = {}
    for third, fourth in sorted(best):
        staked.setdefault(1 + times[0][third - 1] + times[1][fourth - 1], []).append((third, fourth))
    for stake, paths in sorted(staked.items()):
        if all(best[path] == best[paths[0]] for path in paths):
            yield str(stake), best[paths[0]]
        else:
            yield from ((f"1+{times[0][third - 1]}+{times[1][fourth - 1]}", best[third, fourth]) for third, fourth in paths)


ODDS = Streets(
    wagers=(ANTE, *STREETS),
    called="antes",
    choices=choices,
    chosen=chosen,
    charts=charts,
    note="ante and street wagers",
    fold=FOLD,
    by_three=THREE_CARD_BONUS,
)
