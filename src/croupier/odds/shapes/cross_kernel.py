"""Two lines of a cross for their kernel: the best play, with the last decision for every cross, and what the table pays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from croupier.odds.kernels.boards import PAIRS
from croupier.odds.kernels.card_sets import PERMUTATIONS
from croupier.odds.kernels.cross import CENTRES, PACKED, last_plan
from croupier.odds.kernels.sim_cards import EVALUATOR
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import ladder_of, settle_ladder
from croupier.odds.shapes.cross_figures import hole_classes
from croupier.odds.shapes.hand_sections import looks_at, section_of
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.odds.work import in_parts
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.shapes.cross import Cross, Plan

BONUS = "five-card-bonus"


def simulations(shape: Cross, game: Playable) -> Iterator[Simulation]:
    """One: every wager goes by the same seven cards."""
    plan = shape.plan(game)
    sizes, rows = len(plan.sizes) + 1, len(plan.figures.kinds.rows)
    digits = (sizes, sizes, sizes, rows, rows)
    ends = {}
    for path, pair, _ in plan.ends():
        settled = plan.figures.fold(path) if 0 in path else plan.figures.settled(path, pair)
        place = 1 + int(np.ravel_multi_index((*_digits(plan, path), *(pair if 0 not in path else (0, 0))), digits))
        ends[place] = End(shape.told(plan, path, pair), *settled.per(plan.figures.unit), plan.figures.words(path))
    places = Places(1 + int(np.prod(digits)))
    table = game.terms.chosen[shape.middle]
    price = next(shape.prices(game, shape.opens))
    sections = [Section(shape.opens, table, ends, "optimal", price.readings, shape.note)]
    bonus: Array = np.zeros((3, 0), np.uint16)
    if looks_at(game, BONUS, "community-five"):
        ladder, _ = shape.played(game, BONUS, ladder_of(game, BONUS))
        side = settle_ladder(game, BONUS, ladder)
        bonus = np.zeros((3, len(ladder.values) + 1), np.uint16)
        for first, last, ways in side.runs:
            for street, way in enumerate((ladder.paths[3], ladder.paths[1], ladder.paths[2])):
                bonus[street, first + 1 : last + 1] = places.of(End(ways[way].outcome, *ways[way].per(side.unit)))
        sections.append(section_of(game, BONUS, places, strategy=side.strategy))
    firsts, seconds = plan.solved
    tables = (
        hole_entries(), np.array(firsts, np.uint8), np.array(seconds), thirds(plan).ravel(), plan.figures.kinds.row_of,
        np.array([sizes, rows], np.int64), bonus, *EVALUATOR,
    )  # fmt: skip
    yield Simulation("sim_cross", tables, places.size, tuple(sections))


def _digits(plan: Plan, path: tuple[int, ...]) -> tuple[int, ...]:
    """A path of the figures as the plan numbers its decisions."""
    found = [1 + plan.sizes.index(number - 1) if number else 0 for number in path]
    return (*found, *(0,) * (3 - len(found)))


def hole_entries() -> Array:
    """The kind of every two hole cards, and the renaming of suits that makes them its own, two bits a suit."""
    found: Array = np.zeros(PAIRS, np.int32)
    for kind, (hole, _) in enumerate(hole_classes()):
        for names in PERMUTATIONS.tolist():
            high, low = sorted((4 * (card >> 2) + names.index(card & 3) for card in hole), reverse=True)
            found[high * (high - 1) // 2 + low] = kind << 8 | sum(name << 2 * suit for suit, name in enumerate(names))
    return found


def thirds(plan: Plan) -> Array:
    """The last decision by kind of hole cards, across pair and down pair."""
    from croupier.odds.shapes.cross import Hole

    kinds, (firsts, seconds) = hole_classes(), plan.solved
    found: Array = np.zeros((len(kinds), PAIRS, PACKED), np.uint8)

    def part(first: int, last: int) -> None:
        for number in range(first, last):
            if firsts[number]:
                known = Hole.of(np.array(kinds[number][0]), plan.figures, plan.across, plan.down)
                nets = (plan.across, plan.down, plan.times, CENTRES * plan.last, firsts[number], seconds[number])
                last_plan(known.cards, known.rows, known.worth, known.sums, *nets, found[number])

    in_parts(len(kinds), part)
    return found
