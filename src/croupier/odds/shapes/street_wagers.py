"""Hold'em with a wager before the flop, or a fold, then one on the turn and one on the river at will, against the dealer.

What every path nets is asked of the table. A later wager must add the same whatever other is made, so that each is decided by itself:
by the flop the turn's, by flop and turn the river's.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, sight_of, weigh
from croupier.odds.card_numbers import number_of, place_of
from croupier.odds.cells import Deal, comparison
from croupier.odds.charts import hole_grid
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import best_five_of, price_looks
from croupier.odds.price import Price
from croupier.odds.shapes import Shape
from croupier.odds.shapes.boards import LOST, TIED, WON, Figures, Path, figures_of
from croupier.odds.shapes.holdem import (
    BOARD,
    FLOP,
    TURN,
    by_kind,
    cards_of,
    dealt,
    hole_kinds,
    over_boards,
    pair_number,
    rows,
    total,
)
from croupier.odds.shapes.progressive import Folds, five_classes, price_progressive
from croupier.odds.tally import Tally, best_of
from croupier.odds.work import in_parts
from croupier.table.playable import Playable
from croupier.table.progressive import ENVY, PROGRESSIVE
from croupier.table.requests import Decision
from croupier.table.round import Round

if TYPE_CHECKING:
    from croupier.equipment.cards import Card
    from croupier.odds.simulation import Simulation

FLOPS_A_TURN = 4
SEEN = (0, FLOP, TURN)
"""Community cards that lie open before each wager."""
CELLS = ((0, WON), (1, WON), (0, LOST), (0, TIED))
"""Row of the player's hand and result: which row does not matter once the hand is beaten or tied."""


class Worth(NamedTuple):
    """What the table nets, as the kernels take it."""

    figures: Figures
    paths: tuple[Path, ...]
    """Without a later wager, with one on the river, on the turn, on both; and the fold."""
    nets: Array
    """By cell: without a later wager, what one on the turn and one on the river add, and a fold."""

    @property
    def asked(self) -> tuple[Array, Array, int, Array, Array]:
        """The table's figures without a later wager, then what one on the turn and one on the river add, for a question about a hand."""
        plain, river, turn = (self.figures.nets[:, self.number(path)] for path in range(3))
        nets = np.stack([plain, turn - plain, river - plain], axis=1)
        return self.figures.row_of, nets, self.figures.threshold, np.array([0]), np.array([1, 2])

    def number(self, path: int) -> int:
        return self.figures.paths.index(self.paths[path])


class Plan(NamedTuple):
    """The best decisions: by hole cards before the flop, by class of flop and renamed hole cards on the turn wager; and all results."""

    counted: Array
    plays: Array
    flop_bets: Array


@dataclass(frozen=True)
class StreetWagers(Shape):
    """A game of this shape: the wager that opens it, the three that follow, and its words."""

    opens: str
    streets: tuple[str, str, str]
    bet: str
    check: str
    fold: str
    rests_on: tuple[str, ...] = ()
    note: str = ""

    @property
    def main(self) -> tuple[str, ...]:
        return self.opens, *self.streets

    def worth(self, figures: Figures) -> Worth:
        """The table's figures, where the sweep of boards can take them; refused with the clause where not."""
        later = [(self.bet, *words) for words in itertools.product((self.check, self.bet), repeat=2)]
        paths = (*later, (self.fold,))
        if set(paths) != set(figures.paths):
            raise figures.asked.refused(f"the table offers {figures.paths}: not a wager or a fold, then two wagers at will")
        nets, clause = figures.nets, figures.asked.game.terms.chosen[self.opens].clause
        if figures.threshold or len(nets) > 2 or (nets[:, :, [LOST, TIED]] != nets[:1, :, [LOST, TIED]]).any():
            raise figures.asked.refused(
                "more than winning hands of two kinds are settled apart, and the sweep of boards knows no more", clause
            )
        last = len(nets) - 1
        by_path = np.array(
            [[nets[min(row, last), figures.paths.index(path), result] for row, result in CELLS] for path in paths], np.int64
        )
        plain, river, turn, both, folded = by_path
        if (both - turn != river - plain).any():
            raise figures.asked.refused(
                "what a river wager adds depends on the turn wager, and the sweep of boards takes it alone", clause
            )
        return Worth(figures, paths, np.array([plain, turn - plain, river - plain, folded]))

    def solved(self, game: Playable, stake: int | None = None) -> tuple[Worth, Plan]:
        """The best play at a stake, found once: other houses may net the same."""
        figures = figures_of(game, self.opens, stake=stake, seen=SEEN)
        return self.worth(figures), solve(self, figures)

    # Prices

    def price(self, game: Playable, stake: int | None = None) -> Price:
        """Everything against the dealer, per unit of the wager that opens the round."""
        from croupier.odds.kernels.boards import by_place, subsets
        from croupier.odds.kernels.bonus_holdem import tally_ends

        worth, plan = self.solved(game, stake)
        turns, figures, table = subsets(TURN), worth.figures, game.terms.chosen[self.opens]
        turn_bets = by_place(plan.flop_bets, subsets(FLOP).classes, subsets(FLOP).names)

        def part(first: int, last: int) -> Array:
            ends: Array = np.zeros((len(worth.paths), len(CELLS)), np.int64)
            decided = plan.counted, worth.nets, plan.plays, turn_bets
            tally_ends(turns.cards, turns.weights, first, last, *decided, ends)
            return ends

        ends = total(in_parts(len(turns.masks), part))
        tally = Tally(figures.unit)
        tally.rests_on(table.reading, comparison(game, self.opens), *map(game.terms.reading_of, self.rests_on))
        for path, cell in np.argwhere(ends).tolist():
            weight, (row, result) = int(ends[path, cell]), CELLS[cell]
            settled = figures.settled(min(row, len(figures.nets) - 1), worth.number(path), result, weight)
            tally.add(settled, weight, self.label(worth, path, cell))
        return best_of(self.opens, table, tally, self.note)

    def label(self, worth: Worth, path: int, cell: int) -> str:
        """An outcome's name: the result, what stands on the streets, and whether the first wager is paid."""
        figures, (_, result) = worth.figures, CELLS[cell]
        if worth.paths[path] == (self.fold,) or result == TIED:
            return "tie" if worth.paths[path] != (self.fold,) else self.fold
        risked = figures.staked(worth.number(path)) // figures.unit - 1
        name = f"{'win' if result == WON else 'lose'}, {risked} {self.opens}s on the streets"
        return f"{name}, {self.opens} paid" if cell == 1 else name

    def price_chip(self, game: Playable, wanted: str | None) -> Iterator[Price]:
        """The chip on hole cards and flop: a fold before the flop forfeits it where the text says so."""
        paths = ((self.fold,), (self.bet, self.check, self.check))
        ladder = best_five_of(game, BOARD, lambda five: Deal(five[:2], community=five[2:]))._replace(paths=paths)
        hands, weights, levels = five_classes()
        plays = self.solved(game)[1].plays
        found: Array = np.zeros((len(ladder.values), len(paths)), np.int64)
        for high, low in itertools.permutations(range(hands.shape[1]), 2):
            pairs = hands[:, high] * (hands[:, high] - 1) // 2 + hands[:, low]
            held = hands[:, high] > hands[:, low]
            np.add.at(found, (levels[held], plays[pairs[held]].astype(np.int64)), weights[held])
        folds = Folds(paths, found.tolist(), int(found[0].sum()) // ladder.weights[0])
        yield from price_progressive(game, wanted, ladder, folds)

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The wagers beside the game, the progressive on five cards, and the main game."""
        yield from price_looks(game, wanted, stake)
        if PROGRESSIVE in game.terms.wagers and wanted in (None, PROGRESSIVE, ENVY):
            yield from self.price_chip(game, wanted)
        if wanted in (None, *self.main):
            yield self.price(game, stake)

    # Advice

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """The main wagers together, per unit of the first, at its stake, later ones made when they gain."""
        seen = len(sight.community)
        if not isinstance(request, Decision) or len(sight.hand) != game.shape.hand or seen not in SEEN:
            return None
        worth = self.worth(figures_of(game, self.opens, {self.opens: sight.stakes[self.opens]}, seen=SEEN))
        plain, turn, river, later = _with_board(worth, sight) if seen else _before_the_flop(worth, sight)
        unit = Fraction(worth.figures.scale, worth.figures.unit)
        stands = plain + later + (turn if self.streets[1] in sight.stakes else 0)
        adds = {0: Fraction(0), FLOP: turn, TURN: river}[seen]
        values = {
            choice: unit * (stands + adds if choice == self.bet else int(worth.nets[3, 0]) if choice == self.fold else stands)
            for choice in request.choices
        }
        left = comb(52 - len(sight.known) - BOARD + seen, 2)
        still = {0: "all boards", FLOP: "all turns and rivers", TURN: "all rivers"}[seen]
        return weigh(sight, values, basis=f"{still} and all {left:,} hands the dealer can have{left_apart(sight, self.main)}")

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """Before the flop by the two hole cards; what follows depends on too much for a chart."""
        plays, times = self.solved(game)[1].plays, game.terms.wagers[self.streets[0]].times[0]

        def cell(high: int, low: int, suited: bool) -> str:
            return self.bet if plays[pair_number(high, low, suited)] else self.fold

        chart = hole_grid("before the flop", cell, f"{self.bet}: a {self.streets[0]} wager of {times} {self.opens}s")
        return (chart,), "a turn or river wager is made when it gains on average: ask by the cards"

    def best(self, game: Playable) -> Callable[[Round, Decision], str]:
        """The best play at a table: hole cards by the whole solution, later streets by the cards that are out."""
        plays = self.solved(game)[1].plays

        def choose(round_: Round, request: Decision) -> str:
            sight = sight_of(round_, request.seat)
            if sight.community:
                found = self.weighed(game, sight, request)
                return request.choices[-1] if found is None else found.best
            return self.bet if plays[place_of(map(number_of, sight.hand))] else self.fold

        return choose

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """One: the main game, every decision looked up."""
        from croupier.odds.kernels import sim_street_wagers as kernel
        from croupier.odds.kernels.boards import RENAMED, subsets
        from croupier.odds.kernels.bonus_holdem import river_plan
        from croupier.odds.kernels.sim_cards import EVALUATOR
        from croupier.odds.kernels.sim_ultimate_texas_holdem import PAIR_BYTES, entries
        from croupier.odds.simulation import End, Places, Section, Simulation

        (worth, plan), turns, places = self.solved(game), subsets(TURN), Places()
        figures, table = worth.figures, game.terms.chosen[self.opens]
        rivers: Array = np.zeros((len(turns.masks), PAIR_BYTES), np.uint8)
        in_parts(len(turns.masks), lambda first, last: river_plan(turns.cards, first, last, plan.counted, worth.nets, rivers))
        for path, (cell, (row, result)) in itertools.product(range(len(worth.paths)), enumerate(CELLS)):
            settled = figures.settled(min(row, len(figures.nets) - 1), worth.number(path), result, 0)
            places.add(End(self.label(worth, path, cell), *settled.per(figures.unit), worth.paths[path]))
        relied = [table.reading, comparison(game, self.opens), *map(game.terms.reading_of, self.rests_on)]
        readings = tuple(dict.fromkeys(filter(None, relied)))
        section = Section(self.opens, table, places.taken(), "optimal", readings, self.note)
        flop_bets: Array = np.zeros((len(plan.flop_bets), 8 * PAIR_BYTES), np.uint8)
        flop_bets[:, : plan.flop_bets.shape[1]] = plan.flop_bets
        flop_bets = np.packbits(flop_bets, axis=1, bitorder="little").ravel()
        decided = plan.plays, entries(FLOP), flop_bets, entries(TURN), rivers.ravel(), RENAMED
        assert places.size == 1 + (kernel.FOLDED + 1) * kernel.CELLS
        yield Simulation("sim_street_wagers", (*decided, figures.row_of, *EVALUATOR), places.size, (section,))

    def dealt(self, seed: int, index: int, _: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel."""
        return dealt(seed, index)


@lru_cache(maxsize=2)
def solve(shape: StreetWagers, figures: Figures) -> Plan:
    """The decisions that net the most, from how hole cards fare on each class of boards."""
    from croupier.odds.kernels.boards import PAIRS, boards, subsets, symmetric_sums
    from croupier.odds.kernels.bonus_holdem import results, sweep
    from croupier.odds.kernels.kinds import CLASSES, COLUMNS, KINDS

    worth, known, flops, turns = shape.worth(figures), boards(), subsets(FLOP), subsets(TURN)
    counted: Array = np.zeros((CLASSES, KINDS, COLUMNS), np.int16)
    higher = figures.row_of.astype(np.int64)
    in_parts(
        len(known.classes), lambda first, last: results(known.cards, known.first, known.classes, first, last, higher, counted)
    )

    def part(first: int, last: int) -> tuple[Array, Array, Array]:
        on_flop = np.zeros((len(flops.masks), PAIRS, 1), np.int64)
        on_turn, base = np.zeros(PAIRS, np.int64), np.zeros((PAIRS, 2), np.int64)
        named = flops.classes, flops.names
        sweep(turns.cards, turns.weights, first, last, *named, counted, worth.nets, on_flop, on_turn, base)
        return on_flop, on_turn, base

    on_flop, on_turn, base = (total(found) for found in zip(*in_parts(len(turns.masks), part), strict=True))
    on_flop = symmetric_sums(on_flop, flops.masks)[:, :, 0]
    turn_gains, river_gains = by_kind(np.maximum(on_flop, 0).sum(axis=0)), by_kind(on_turn)
    # A flop with a turn is four flops to decide on: sums by flop hold each round four times.
    played = FLOPS_A_TURN * (by_kind(base[:, 0]) + river_gains) + turn_gains
    plays = (played > FLOPS_A_TURN * by_kind(base[:, 1]))[hole_kinds()].astype(np.uint8)
    return Plan(counted, plays, (on_flop > 0).astype(np.uint8))


Averages = tuple[Fraction, Fraction, Fraction, Fraction]
"""Without a later wager, what one on the turn and one on the river add, and what those still to come add at best."""


def _with_board(worth: Worth, sight: Sight) -> Averages:
    """After the flop, or the flop and the turn."""
    from croupier.odds.kernels.one_holdem import runouts

    cards = cards_of(sight)
    sums = rows(len(cards.deck), 4)
    runouts(cards.hole, cards.board, cards.deck, *worth.asked, sums)
    plain, turn, river, deals = (int(column) for column in sums.sum(axis=0))
    later = int(np.maximum(sums[:, 2], 0).sum()) if len(cards.board) == FLOP else 0
    return Fraction(plain, deals), Fraction(turn, deals), Fraction(river, deals), Fraction(later, deals)


def _before_the_flop(worth: Worth, sight: Sight) -> Averages:
    """All boards. A turn wager goes by what the flop shows, a river wager by flop and turn."""
    from croupier.odds.kernels.one_holdem import boards, stand_ins
    from croupier.odds.kernels.places import FLOPS, TURNS

    cards = cards_of(sight)
    stands = stand_ins(FLOP, cards.symmetries), stand_ins(TURN, cards.symmetries)
    on_flop, on_turn = over_boards(
        cards.deck,
        lambda: (rows(FLOPS, 4), np.zeros(TURNS, np.int64)),
        lambda first, last, found: boards(cards.hole, cards.deck, first, last, cards.symmetries, *stands, *worth.asked, *found),
    )
    plain, _, _, deals = on_flop.sum(axis=0).tolist()  # a board is ten flops, and five flops with a turn
    turn, river = int(np.maximum(on_flop[:, 1], 0).sum()), 2 * int(np.maximum(on_turn, 0).sum())
    return Fraction(plain, deals), Fraction(0), Fraction(0), Fraction(turn + river, deals)
