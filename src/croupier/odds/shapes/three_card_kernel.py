"""Three cards against the dealer's three for their kernel: the best play and what the table pays, as arrays."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from croupier.equipment.cards import SUITS
from croupier.games.house_poker.three_card_poker import PAIR_PLUS, SIX_CARD_BONUS
from croupier.odds.as_dealt import counted_pack
from croupier.odds.kernels import three_cards
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, Side, Ways, ladder_of, settle_ladder
from croupier.odds.shapes.hand_sections import by_three_cards, looks_at, main_places
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.shapes.against_dealer import AgainstDealer, Solution


def simulations(shape: AgainstDealer, game: Playable) -> Iterator[Simulation]:
    """One: every wager goes by the same six cards."""
    from croupier.odds.kernels.sim_cards import EVALUATOR

    if game.counts != Counter(counted_pack()):
        return  # another pack than the kernel has: played at the table
    solution, places, sections = shape.solve(game), Places(), []
    strength = by_three_cards({value: number for number, value in enumerate(three_cards.hands(game.pack).values)})
    main = main_places(solution, places)
    table = game.terms.chosen.get(shape.tables) or game.terms.chosen[shape.opens]
    sections.append(Section(shape.opens, table, places.taken(), "optimal", solution.readings, shape.note))
    found: list[Array] = []
    for wager, cards in ((PAIR_PLUS, "own-three"), (SIX_CARD_BONUS, "own-with-dealers")):
        if not looks_at(game, wager, cards):
            found.append(np.zeros((len(solution.choices), 0), np.uint16))
            continue
        ladder = ladder_of(game, wager)
        side = settle_ladder(game, wager, ladder)
        found.append(_side(solution.choices, side, ladder, places))
        posted = game.terms.chosen[wager]
        readings = dict.fromkeys(r for _, _, ways in side.runs for settled in ways.values() for r in settled.readings)
        sections.append(Section(wager, posted, places.taken(), side.strategy, tuple(readings)))
    bands: Array = np.searchsorted(solution.terms.thresholds, np.arange(len(solution.terms.values)), side="right").astype(
        np.uint8
    )
    plan = plans(game, solution)
    yield Simulation("sim_three_card_poker", (strength, plan, bands, main, *found, *EVALUATOR), places.size, tuple(sections))


def plans(game: Playable, solution: Solution) -> Array:
    """The best choice for every three cards, by their ranks and which of them are of one suit."""
    known = three_cards.hands(game.pack)
    found: Array = np.zeros(8 * 13**3, np.uint8)
    ranks, suits = np.array([face.rank - 2 for face in game.pack]), np.array([SUITS.index(face.suit) for face in game.pack])
    taken = solution.taken[known.classes, 0]
    for order in itertools.permutations(range(3)):
        a, b, c = (known.places[:, place] for place in order)
        same = (suits[a] == suits[b]) + 2 * (suits[a] == suits[c]) + 4 * (suits[b] == suits[c])
        found[((same * 13 + ranks[a]) * 13 + ranks[b]) * 13 + ranks[c]] = taken
    return found


def _side(choices: tuple[str, ...], side: Side, ladder: Ladder, places: Places) -> Array:
    """The place of a side wager by choice and level, then the deals apart."""
    found: Array = np.zeros((len(choices), len(ladder.values) + len(ladder.apart)), np.uint16)

    def place(ways: Ways, choice: str) -> int:
        settled = ways.get((choice,)) or max(ways.values(), key=lambda way: way.net)
        return places.of(End(settled.outcome, *settled.per(side.unit)))

    for row, choice in enumerate(choices):
        for first, last, ways in side.runs:
            found[row, first:last] = place(ways, choice)
        for number, (ways, _) in enumerate(side.apart):
            found[row, len(ladder.values) + number] = place(ways, choice)
    return found
