"""Baccarat for its kernel: who draws, asked of the table's own rules, and each wager's row for every pair of finished hands."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import perm

import numpy as np

from croupier.equipment.cards import RANKS, Card, card, cards
from croupier.games.baccarat.baccarat import BANKER, COMMISSION, PLAYER, TIE, TIE_COMMISSION
from croupier.hands import baccarat as hands
from croupier.odds.exact.baccarat import drawing
from croupier.odds.kernels import sim_baccarat as kernel
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import net_of
from croupier.odds.simulated.hands import UNIT, row_of
from croupier.odds.simulation import End, Section, Simulation, kernel_card
from croupier.table.playable import Playable


def simulations(game: Playable) -> Iterator[Simulation]:
    """One: every wager goes by the same two hands, from a full shoe."""
    values: Array = np.array([hands.points([face]) for face in cards([rank + "c" for rank in RANKS])], np.int64)
    rules = drawing()
    player_draws: Array = np.zeros(100, np.uint8)
    banker_draws: Array = np.zeros(1100, np.uint8)
    for p, b in rules.player:
        player_draws[10 * p + b] = 1
    for p, b, third in rules.banker:
        banker_draws[11 * (10 * p + b) + (kernel.NO_CARD if third is None else third)] = 1
    sections = tuple(_section(game, wager) for wager in game.terms.wagers if wager in game.terms.chosen)
    yield Simulation("sim_baccarat", (shoe_of(len(game.pack)), values, player_draws, banker_draws), kernel.SIZE, sections)


def shoe_of(cards: int) -> Array:
    """How a shoe of so many cards is dealt from fair words."""
    four, two = perm(cards, 4), perm(cards - 4, 2)
    whole = 1 << kernel.FRACTION_BITS
    return np.array([cards, four, whole % four, two, whole % two], np.uint64)


def _section(game: Playable, wager: str) -> Section:
    table = game.terms.chosen[wager]
    (area,) = game.terms.wagers[wager].area
    kept = COMMISSION in table.rows
    ends = {place: _end(game, wager, area, player, banker) for place, (player, banker) in finished().items()}
    relied = [table.reading, game.terms.wagers[wager].reading, game.terms.reading_of("vigorish-rounding") if kept else None]
    note = f"{game.rules.decks} decks, a full shoe" + ("; commission exact, not in whole cents" if kept else "")
    return Section(wager, table, ends, readings=tuple(dict.fromkeys(filter(None, relied))), note=note)


def _end(game: Playable, wager: str, area: str, player: list[Card], banker: list[Card]) -> End:
    """How a wager ends on two finished hands, less what the table lets the house keep."""
    table, rows = game.terms.chosen[wager], game.tables[wager]
    value, hand = hands.standing(area, player, banker)
    number = row_of(rows, value, hand)
    if number is None:
        return End("lose", Fraction(-1))
    row, _, payout = rows[number]
    net = net_of(payout.kind, payout.figure, UNIT)
    share = table.rows.get(TIE_COMMISSION if row == TIE else COMMISSION)
    return End(row, net if share is None else net - share.figure * (1 if row == TIE else net))


@lru_cache(maxsize=1)
def finished() -> dict[int, tuple[list[Card], list[Card]]]:
    """Two hands for each place a round can end at."""
    shown: dict[tuple[int, int, int], list[Card]] = {}
    for length in (2, 3):
        for ranks in itertools.product(RANKS, repeat=length):
            hand = [card(rank + "c") for rank in ranks]
            shown.setdefault((hands.points(hand), length - 2, int(ranks[0] == ranks[1])), hand)
    found = {}
    for (p, player_third, player_pair), player in shown.items():
        for (b, banker_third, banker_pair), banker in shown.items():
            place = kernel.place_of(p, b, player_third, banker_third, player_pair, banker_pair)
            found[place] = player, banker
    return found


def dealt(seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
    """The cards of one round, with third cards that may not be needed: the fifth card is whoever's draws first."""
    from croupier.odds.kernels.randomness import key_of

    drawn = kernel.dealt_six(key_of(seed), np.uint64(index), simulation.tables[0])
    six = [kernel_card(number % 52) for number in drawn]
    player, banker = [six[0], six[2]], [six[1], six[3]]
    spare = iter(six[4:])
    if hands.player_draws(player, banker):
        player.append(next(spare))
    if hands.banker_draws(player, banker):
        banker.append(next(spare))
    return {PLAYER: player, BANKER: banker}
