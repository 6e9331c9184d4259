"""Ultimate Texas Hold'em for its kernel: the exact plan, found once and kept, with the last decision for every board."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from croupier.equipment.cards import Card
from croupier.games.house_poker.ultimate_texas_holdem import ANTE, BLIND, CHECK, FOLD, TRIPS
from croupier.odds.exact.ultimate_texas_holdem import checked, solve
from croupier.odds.kernels import sim_ultimate_texas_holdem as kernel
from croupier.odds.kernels.boards import RENAMED, boards
from croupier.odds.kernels.classes import values
from croupier.odds.kernels.sim_cards import EVALUATOR
from croupier.odds.kernels.tables import Array
from croupier.odds.simulated.hands import NOTHING, class_places, row_of, section_of
from croupier.odds.simulation import End, Places, Section, Simulation, dealt_cards
from croupier.odds.work import in_parts
from croupier.rules.payouts import Kind
from croupier.rules.source import cache_folder
from croupier.table.playable import Playable

VERSION = 1
"""Of the plan kept on disk: raise it when the plan is found differently."""


def simulations(game: Playable) -> Iterator[Simulation]:
    """One: trips goes by the same seven cards."""
    table = checked(game).terms.chosen[BLIND]
    rows = game.tables[BLIND]
    names = ["push", *(row for row, _, _ in rows)]
    figures = [Fraction(0), *(Fraction(0) if payout.kind is Kind.PUSH else payout.figure for _, _, payout in rows)]
    paid = [0 if (row := row_of(rows, value)) is None else 1 + row for value in values()]
    plays = [
        max(game.rules.play_before_the_flop.value),
        max(game.rules.play_after_the_flop.value),
        max(game.rules.play_after_the_river.value),
    ]
    threshold = next(place for place, value in enumerate(values()) if value.category == "pair")
    blind: Array = np.array([int(2 * figures[row]) for row in paid], np.int64)
    raises, bets, rivers, river_bets = plan(blind, threshold, np.array(plays, np.int64))
    places = Places()
    for decision in range(4):
        for result in range(kernel.RESULTS):
            for name, figure in zip(names, figures, strict=True):
                places.add(_end(decision, result, name, figure, plays))
    relied = tuple(filter(None, [table.reading, game.terms.reading_of("dealer-below-a-pair")]))
    note = "ante, blind and play, per ante; payout limits are not in this price"
    sections = [Section(ANTE, table, places.taken(), "optimal", relied, note)]
    trips = NOTHING
    if TRIPS in game.terms.wagers and not game.terms.wagers[TRIPS].lost_by_folding:
        trips = class_places(game, TRIPS, places)
        sections.append(section_of(game, TRIPS, places))
    shape: Array = np.array([len(names), threshold], np.int64)
    decisions = (raises, kernel.flop_entries(), bets, rivers, river_bets, RENAMED)
    tables = (*decisions, np.array(paid, np.uint8), shape, trips, *EVALUATOR)
    yield Simulation("sim_ultimate_texas_holdem", tables, places.size, tuple(sections))


def _end(decision: int, result: int, row: str, figure: Fraction, plays: list[int]) -> End:
    """What ante, blind and play net together."""
    if decision == kernel.FOLDED:
        return End("fold", Fraction(-2), Fraction(2), (CHECK, CHECK, FOLD))
    multiple = plays[decision]
    choices = (*[CHECK] * decision, f"raise-{multiple}x")
    staked = Fraction(2 + multiple)
    word, label = f"play {multiple}x", row if figure else "win"
    match result:
        case kernel.WON:
            return End(f"{label}, {word}", multiple + 1 + figure, staked, choices)
        case kernel.WON_UNQUALIFIED:
            return End(f"{label}, {word}, ante pushes", multiple + figure, staked, choices)
        case kernel.LOST:
            return End(f"lose, {word}", -staked, staked, choices)
        case kernel.LOST_UNQUALIFIED:
            return End(f"lose, {word}, ante pushes", 1 - staked, staked, choices)
    return End("tie", Fraction(0), staked, choices)


def plan(blind: Array, threshold: int, plays: Array) -> tuple[Array, Array, Array, Array]:
    """Raises by hole cards, bets by flop, where each board's class is, and the last decisions by board; kept in the user's cache."""
    asked = hashlib.sha256(blind.tobytes() + plays.tobytes() + bytes([VERSION])).hexdigest()[:16]
    path = cache_folder() / f"ultimate-{asked}.npz"
    try:
        with np.load(path) as kept:
            return kept["raises"], kept["bets"], kept["rivers"], kept["river_bets"]
    except (OSError, ValueError, KeyError):
        pass
    best = solve(blind, threshold, plays)
    rivers, classes = kernel.board_entries()
    cards = boards().cards
    river_bets: Array = np.zeros((len(cards), kernel.PAIR_BYTES), np.uint8)
    in_parts(
        len(cards),
        lambda first, last: kernel.river_plan(cards, classes, first, last, blind, threshold, int(plays[2]), river_bets),
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}.tmp.npz")
        np.savez_compressed(temporary, raises=best.raises, bets=best.bets, rivers=rivers, river_bets=river_bets)
        temporary.replace(path)
    except OSError:
        pass  # an unwritable cache costs time, never a result
    return best.raises, best.bets, rivers, river_bets


def dealt(seed: int, index: int, _: Simulation) -> dict[int | str, list[Card]]:
    """The cards of one round."""
    hand = dealt_cards(seed, index, kernel.CARDS)
    return {1: hand[:2], "dealer": hand[2:4], "community": hand[4:]}
