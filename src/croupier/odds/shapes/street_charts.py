"""Three or four of five cards by what they can still become: how the strategies of games against a pay table are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.equipment.cards import ACE, RANKS, Card, card
from croupier.odds.advice import Chart
from croupier.odds.card_numbers import kernel_card, number_of, place_of
from croupier.odds.charts import hole_grid, short, text_of
from croupier.odds.kernels.tables import Array

if TYPE_CHECKING:
    from croupier.odds.shapes.streets import Plan

_COUNT = {3: "three", 4: "four"}
_NAMES = {
    (4,): "four of a kind",
    (3, 1): "three of a kind",
    (3,): "three of a kind",
    (2, 2): "two pair",
}
PAYS, PUSHES, LOSES = "pair that pays", "pair that pushes", "lower pair"


class Points(NamedTuple):
    """What a pair of each rank, from the deuce up, is paid by a table: what makes a card high, middle or low."""

    units: tuple[int, ...]

    def of(self, rank: int) -> int:
        """Two for a card whose pair pays, one for a card whose pair pushes."""
        unit = self.units[rank - 2]
        return 2 if unit > 0 else 1 if unit == 0 else 0

    def told(self) -> str:
        """Which cards these are."""
        high, middle = ([rank for rank in range(2, ACE + 1) if self.of(rank) == points] for points in (2, 1))
        said = f"high cards are {_told(high)}" if high else "no pair pays, so no card is high"
        return f"{said}, middle cards {_told(middle)}" if middle else said


def _told(ranks: Sequence[int]) -> str:
    """Ranks in ascending order, those in a row by their ends.

    >>> _told([10, 11, 12, 13, 14]), _told([6, 7, 14])
    ('10 to A', '6 to 7 and A')
    """
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    names = ([RANKS[rank - 2].replace("T", "10") for rank in dict.fromkeys((run[0], run[-1]))] for run in runs)
    return " and ".join(" to ".join(ends) for ends in names)


def points_of(units: Array) -> Points:
    """From what each class of five-card hands is paid."""
    from croupier.odds.kernels.classes import values

    paid = {value.ranks[0]: int(units[place]) for place, value in enumerate(values()) if value.category == "pair"}
    return Points(tuple(paid[rank] for rank in range(2, ACE + 1)))


def ways(ranks: Iterable[int]) -> int:
    """How many straights different ranks can still become.

    >>> ways([5, 6, 7]), ways([5, 6, 9]), ways([14, 2, 3]), ways([14, 13, 12, 11]), ways([2, 3, 4, 9])
    (3, 1, 1, 1, 0)
    """
    held = {*ranks}
    low = {1 if rank == ACE else rank for rank in held}
    return sum(held <= {*range(top - 4, top + 1)} for top in range(6, ACE + 1)) + (low <= {1, 2, 3, 4, 5})


def pattern(cards: Sequence[Card], points: Points) -> str:
    """What three or four cards are, or can become."""
    counts = Counter(card.rank for card in cards)
    shape = tuple(sorted(counts.values(), reverse=True))
    if shape in _NAMES:
        return _NAMES[shape]
    if shape[0] == 2:
        return (LOSES, PUSHES, PAYS)[points.of(counts.most_common(1)[0][0])]
    suited = len({card.suit for card in cards}) == 1
    number, straights = _COUNT[len(cards)], ways(counts)
    if suited and min(counts) >= 10:
        return f"{number} to a royal flush"
    if straights:
        return _run(number, straights, " flush" * suited)
    return f"{number} to a flush" if suited else "nothing"


def _run(number: str, straights: int, flush: str) -> str:
    return f"{number} to a straight{flush}, {f'{straights} ways' if straights > 1 else 'one way'}"


def patterns(size: int) -> tuple[str, ...]:
    """Every pattern of so many cards, in the order of a chart."""
    number, most = _COUNT[size], 5 - size + 1
    runs = [_run(number, way, flush) for flush in (" flush", "") for way in range(most, 0, -1)]
    made = [name for shape, name in _NAMES.items() if sum(shape) == size]
    return (
        *made, PAYS, PUSHES, LOSES, f"{number} to a royal flush", *runs[:most], f"{number} to a flush", *runs[most:], "nothing",
    )  # fmt: skip


def sets(size: int) -> tuple[list[list[Card]], Array, Array]:
    """One set of cards of each class, how many it stands for, and its place among all sets of three or four."""
    from croupier.odds.kernels.card_sets import class_hands

    found = class_hands(size)
    deck = [kernel_card(number) for number in range(52)]
    cards = [[deck[number] for number in row] for row in found.cards.tolist()]
    places = [place_of(row) for row in found.cards.tolist()]
    return cards, found.weights, np.array(places, np.int64)


def grid(
    size: int,
    points: Points,
    score: Callable[[Sequence[Card]], int],
    choices: Callable[[int], Sequence[str]],
    stakes: Sequence[str],
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Columns and rows: patterns by score, in each the best choice; where it depends on what is staked, a choice for each.

    `choices` is asked with the place of a set for its best choice at each of `stakes`.
    """
    cards, weights, places = sets(size)
    cells: dict[tuple[str, int], list[Counter[str]]] = {}
    for hand, weight, place in zip(cards, weights.tolist(), places.tolist(), strict=True):
        kept = cells.setdefault((pattern(hand, points), score(hand)), [Counter() for _ in stakes])
        for cell, choice in zip(kept, choices(place), strict=True):
            cell[choice] += weight
    scores = sorted({number for _, number in cells})
    rows = [
        (name, *(_by_stake(cells[name, number], stakes) if (name, number) in cells else "" for number in scores))
        for name in patterns(size)
        if any((name, number) in cells for number in scores)
    ]
    return tuple(map(str, scores)), tuple(rows)


def _by_stake(cells: Sequence[Counter[str]], stakes: Sequence[str]) -> str:
    """One text where every stake has the same, else each with its stakes."""
    texts = [text_of(cell) for cell in cells]
    found = {text: [stake for stake, other in zip(stakes, texts, strict=True) if other == text] for text in texts}
    return texts[0] if len(found) == 1 else " ".join(f"{text}@{','.join(held)}" for text, held in found.items())


def of_rank(cards: Sequence[Card], of: Callable[[int], int]) -> int:
    """A score of some cards by their ranks."""
    return sum(of(card.rank) for card in cards)


def bets_by_street(plan: Plan, times: Sequence[Sequence[int]]) -> tuple[Chart, Chart, Chart]:
    """Bets of so many antes: third street by the two hole cards, fourth and fifth by pattern and points."""
    third, fourth, _ = plan.bets
    points = points_of(plan.nets[1, 1, 1][plan.kinds.row_of])
    thirds = sorted({*third.tolist()} - {0})
    fifths = dict(
        by_stake(times, {(bet, other): plan.last(bet, other) for bet in thirds for other in {*fourth[bet].tolist()} - {0}})
    )

    def word(street: int, bet: int) -> str:
        return plan.choices[street][bet - 1] if bet else plan.shape.fold or ""

    def on_third(high: int, low: int, suited: bool) -> str:
        pair = [number_of(card(RANKS[rank - 2] + suit)) for rank, suit in ((high, "c"), (low, "c" if suited else "d"))]
        return short(word(0, int(third[place_of(pair)])))

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
    return (
        hole_grid("third street", on_third, "two hole cards"),
        Chart("fourth street", ("three cards", *columns), rows, told),
        Chart("fifth street", ("four cards", *last_columns), last_rows, told),
    )


def by_stake(times: Sequence[Sequence[int]], best: dict[tuple[int, int], list[int]]) -> Iterator[tuple[str, list[int]]]:
    """The last decisions by what is staked; bet by bet where it matters on which street, as with tables of their own."""
    staked: dict[int, list[tuple[int, int]]] = {}
    for third, fourth in sorted(best):
        staked.setdefault(1 + times[0][third - 1] + times[1][fourth - 1], []).append((third, fourth))
    for stake, paths in sorted(staked.items()):
        if all(best[path] == best[paths[0]] for path in paths):
            yield str(stake), best[paths[0]]
        else:
            yield from ((f"1+{times[0][third - 1]}+{times[1][fourth - 1]}", best[third, fourth]) for third, fourth in paths)
