"""Pai gow tiles for its kernel: how each hand is set by the house way, and what each way to compare comes to."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from croupier.equipment.cards import Card
from croupier.equipment.tiles import tiles
from croupier.games.pai_gow.pai_gow_tiles import PAI_GOW
from croupier.hands.tiles import RANK_OF
from croupier.odds.kernels import sim_pai_gow_tiles as kernel
from croupier.odds.kernels.randomness import Stream
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.tiles import ends_of, relied_on, stake_of
from croupier.odds.shapes.tiles_count import kinds, table_of
from croupier.odds.shapes.two_hands import HOUSE_WAY
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable


def simulations(game: Playable) -> Iterator[Simulation]:
    """The wager against the bank, both set by the house way."""
    table = game.terms.chosen[PAI_GOW]
    stake, places = stake_of(game, table), Places()
    settled = ends_of(game, stake).wager
    ends: Array = np.array([0 if end is None else places.of(End(end.outcome, *end.per(stake))) for end in settled], np.uint16)
    readings = dict.fromkeys([*(r for end in settled if end is not None for r in end.readings), *relied_on(game, table)])
    section = Section(PAI_GOW, table, places.taken(), HOUSE_WAY, tuple(filter(None, readings)))
    arrays = (settings(game), np.array([table_of(game).zeros], np.int64), ends)
    yield Simulation("sim_pai_gow_tiles", arrays, places.size, (section,))


def settings(game: Playable) -> Array:
    """The house way of every hand of four tiles, by its place."""
    high, low = table_of(game).house.T
    ranks = [RANK_OF[str(tile)] for tile in tiles()]
    kind_of = kinds().place
    hands = list(itertools.combinations(range(kernel.TILES), kernel.HAND))
    found: Array = np.zeros(len(hands), np.int32)
    for hand in hands:
        kind = kind_of[tuple(sorted(ranks[tile] for tile in hand))]
        found[kernel.place_of(list(hand))] = high[kind] << kernel.LOW_BITS | low[kind]
    return found


def dealt(seed: int, index: int) -> dict[int | str, list[Card]]:
    """The tiles of one round."""
    stream, numbers = Stream(seed, index), list[int]()
    while len(numbers) < 2 * kernel.HAND:
        bits = stream.word()
        for place in range(kernel.TILES_A_WORD):
            number = bits >> kernel.TILE_BITS * place & kernel.TILES - 1
            if number not in numbers:
                numbers.append(number)
    faces: list[Card] = [tiles()[number] for number in numbers[: 2 * kernel.HAND]]
    return {1: faces[: kernel.HAND], "dealer": faces[kernel.HAND :]}
