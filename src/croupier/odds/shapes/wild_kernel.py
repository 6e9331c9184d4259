"""Five cards with wild ones among them against the dealer's five for their kernel: the best play and what the table pays, as arrays."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.games.house_poker.dj_wild_stud import TRIPS, TWO_WAY_BAD_BEAT
from croupier.hands.wild import WILD_ORDER
from croupier.odds.cells import unit_of
from croupier.odds.kernels import classes, wild
from croupier.odds.kernels.card_sets import PERMUTATIONS
from croupier.odds.kernels.evaluate import evaluate_many
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import settle_ladder
from croupier.odds.shapes.hand_sections import main_places, section_of, side_places
from croupier.odds.shapes.rankings import Hand
from croupier.odds.shapes.wild_five import columns_of, ladders_of_both, settled_by_faces, told_by_faces
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.shapes.against_dealer import AgainstDealer, Solution

_STEPS = np.array([[comb(number, size) for number in range(len(wild.PACK))] for size in range(1, wild.HAND + 1)], np.int64)
"""What a card adds to the place of a hand among all, by how many of its cards are not above it."""


def simulations(shape: AgainstDealer, game: Playable) -> Iterator[Simulation]:
    """One: every wager goes by the same ten cards."""
    solution, places = shape.solve(game), Places()
    kinds, found = Kinds.of(solution), main_places(solution, places)
    main = np.stack([found[kinds.choices * 3 + result, kinds.levels] for result in range(3)])
    table = game.terms.chosen.get(shape.tables) or game.terms.chosen[shape.opens]
    sections = [Section(shape.opens, table, places.taken(), "optimal", solution.readings, shape.note)]
    own: Array = np.zeros(0, np.uint16)
    both: Array = np.zeros((3, 0), np.uint16)
    if TRIPS in game.terms.wagers:
        own = _by_faces(shape, game, TRIPS, kinds, places)
        sections.append(section_of(game, TRIPS, places))
    if TWO_WAY_BAD_BEAT in game.terms.wagers:
        ladders = ladders_of_both(shape, game, TWO_WAY_BAD_BEAT)
        sides = [side_places(settle_ladder(game, TWO_WAY_BAD_BEAT, ladder), ladder, places) for ladder in ladders]
        both = np.array(sides, np.uint16)
        sections.append(section_of(game, TWO_WAY_BAD_BEAT, places))
    tables = (kinds.number, kinds.levels.astype(np.uint16), main, own, both)
    yield Simulation("sim_wild_five", tables, places.size, tuple(sections))


class Kinds(NamedTuple):
    """Hands by all that a wager may ask: value, best play, how many cards are wild, and whether the faces make the hand."""

    number: Array
    """The kind of every five cards, by their place among all."""
    examples: Array
    """The place of one hand of each kind."""
    levels: Array
    choices: Array
    faces: Array

    @classmethod
    def of(cls, solution: Solution) -> Kinds:
        rows, faces = _every_hand()
        levels, choices = wild.ordered().levels[rows], solution.taken[rows, 0].astype(np.int64)
        by_level = len(solution.choices) * _FACES
        _, examples, number = np.unique(levels * by_level + choices * _FACES + faces, return_index=True, return_inverse=True)
        return cls(number.astype(np.uint16), examples, levels[examples], choices[examples], faces[examples])


_FACES = 2 * (wild.HAND + 1)
"""How many ways there are for a number of wild cards, with a hand that the faces make or not."""


@lru_cache(maxsize=1)
def _every_hand() -> tuple[Array, Array]:
    """Of every five cards, by their place among all: the row of `wild.ordered`, and twice the wild cards, and one if the faces make it."""
    hands = wild.ordered()
    rows: Array = np.zeros(wild.HANDS, np.int64)
    for held in range(wild.HAND + 1):
        (where,) = np.nonzero(hands.wilds == held)
        natural = hands.cards[where, : wild.HAND - held].astype(np.int64)
        for names, wilds in itertools.product(PERMUTATIONS, itertools.combinations(wild.WILDS.tolist(), held)):
            renamed = natural & ~3 | names[natural & 3]
            rows[_places(np.hstack([renamed, np.tile(np.array(wilds, np.int64), (len(where), 1))]))] = where
    return rows, 2 * hands.wilds[rows] + _made_naturally(rows)


def _places(hands: Array) -> Array:
    """Where five cards a row stand among all; see `kernels.places`."""
    return np.asarray(_STEPS[np.arange(wild.HAND), np.sort(hands, axis=1)].sum(axis=1))


def _made_naturally(rows: Array) -> Array:
    """Do the faces of a hand make one of the same name? As `hands.wild.made_naturally`, of every five cards; none with the joker."""
    hands = wild.ordered()
    best = np.array([value.order for value in hands.values])[hands.levels[rows]]
    plain = np.array([WILD_ORDER.index(value.category) for value in classes.values()[1:]])
    without_joker = comb(len(wild.PACK) - 1, wild.HAND)  # the joker is the highest card: its hands come last
    every = np.array(list(itertools.combinations(range(len(wild.PACK) - 1), wild.HAND)), np.int64)
    found: Array = np.zeros(len(rows), np.int64)
    places = _places(every)
    assert places.max() < without_joker
    found[places] = plain[evaluate_many(every) - 1] == best[places]
    return found


def _hand_at(place: int) -> Hand:
    """The five cards of a place: the highest card that fits, then the next."""
    found = []
    for size in range(wild.HAND, 0, -1):
        number = int(np.searchsorted(_STEPS[size - 1], place, side="right")) - 1
        found.append(wild.PACK[number])
        place -= int(_STEPS[size - 1][number])
    return tuple(found)


def _by_faces(shape: AgainstDealer, game: Playable, wager: str, kinds: Kinds, places: Places) -> Array:
    """The place of each kind of hand for a wager with a column for hands that the faces make; kinds of one name are settled alike."""
    columns, unit = next(columns_of(game, wager)), unit_of(game, wager)
    settle, values = settled_by_faces(shape, game, wager), wild.ordered().values
    named: dict[tuple[object, ...], list[int]] = {}
    for kind, (level, choice, faces) in enumerate(zip(kinds.levels, kinds.choices, kinds.faces, strict=True)):
        value = values[level]
        named.setdefault((value.category, value.ranks[:1], int(choice), int(faces)), []).append(kind)
    found: Array = np.zeros(len(kinds.levels), np.uint16)
    for alike in named.values():
        settled = settle([_hand_at(int(kinds.examples[kind])) for kind in dict.fromkeys((alike[0], alike[-1]))])
        found[alike] = places.of(End(told_by_faces(columns, settled, unit), *settled.per(unit)))
    return found
