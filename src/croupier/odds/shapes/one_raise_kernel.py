"""One raise in hold'em for its kernel: the exact plan, found once and kept, with the last decision for every board."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from croupier.odds.cells import Settled
from croupier.odds.kernels import sim_ultimate_texas_holdem as kernel
from croupier.odds.kernels.boards import RENAMED, boards
from croupier.odds.kernels.sim_cards import EVALUATOR
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import ladder_of, settle_ladder
from croupier.odds.shapes.boards import RESULTS, Figures
from croupier.odds.shapes.hand_sections import NOTHING, by_class, looks_at, section_of
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.odds.work import in_parts
from croupier.rules.source import cache_folder
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.shapes.one_raise import OneRaise, Solution

VERSION = 3
"""Of the plan kept on disk: raise it when the plan is found differently."""


def simulations(shape: OneRaise, game: Playable) -> Iterator[Simulation]:
    """One: trips goes by the same seven cards."""
    figures = shape.figures(game)
    solution, rivers, river_bets = plan(figures, shape.fold)
    places, readings = Places(), dict[str, None]()
    for decision, path in enumerate(solution.paths.tolist()):
        # What no deal comes to is never counted; a fold is counted at one place, whatever hand it gives up.
        never = figures.given_up(path) if decision == kernel.FOLDED else Settled(0, figures.staked(path), ())
        for result in range(len(RESULTS)):
            for row in range(len(figures.nets)):
                settled = figures.cells.get((row, path, result), never)
                name = shape.label(solution, decision, row, result)
                places.add(End(name, *settled.per(figures.unit), figures.paths[path]))
                readings.update(dict.fromkeys(settled.readings))
    table = game.terms.chosen[shape.tables]
    relied = tuple(dict.fromkeys(filter(None, [table.reading, *readings])))
    sections = [Section(shape.opens, table, places.taken(), "optimal", relied, shape.note)]
    trips = NOTHING
    if looks_at(game, shape.trips, "own-with-community") and not game.terms.wagers[shape.trips].lost_by_folding:
        ladder = ladder_of(game, shape.trips)
        trips = by_class(settle_ladder(game, shape.trips, ladder), ladder, places)
        sections.append(section_of(game, shape.trips, places))
    sizes: Array = np.array([len(figures.nets), figures.threshold], np.int64)
    decisions = (solution.raises, kernel.entries(3), solution.bets, rivers, river_bets, RENAMED)
    tables = (*decisions, figures.row_of, sizes, trips, *EVALUATOR)
    yield Simulation("sim_ultimate_texas_holdem", tables, places.size, tuple(sections))


def plan(figures: Figures, fold: str) -> tuple[Solution, Array, Array]:
    """The best decisions, where each board's class is, and the last decisions by board; kept in the user's cache."""
    from croupier.odds.shapes.one_raise import Solution, solve

    path = cache_folder() / f"ultimate-{hashlib.sha256(bytes([VERSION]) + figures.key).hexdigest()[:16]}.npz"
    try:
        with np.load(path) as kept:
            return Solution(figures, kept["paths"], kept["raises"], kept["bets"]), kept["rivers"], kept["river_bets"]
    except (OSError, ValueError, KeyError):
        pass
    best = solve(figures, fold)
    rivers, classes = kernel.board_entries()
    cards = boards().cards
    river_bets: Array = np.zeros((len(cards), kernel.PAIR_BYTES), np.uint8)
    in_parts(len(cards), lambda first, last: kernel.river_plan(cards, classes, first, last, *best.asked, river_bets))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}.tmp.npz")
        np.savez_compressed(
            temporary, paths=best.paths, raises=best.raises, bets=best.bets, rivers=rivers, river_bets=river_bets
        )
        temporary.replace(path)
    except OSError:
        pass  # an unwritable cache costs time, never a result
    return best, rivers, river_bets
