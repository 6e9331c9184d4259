"""Pai gow poker for its kernel: how each class of hands is set by the house way, what decides a wager, and the bonus."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from croupier.equipment.cards import Card
from croupier.games.pai_gow.pai_gow_poker import PAI_GOW
from croupier.odds.cells import Asked, layout
from croupier.odds.kernels import sim_pai_gow_poker as kernel
from croupier.odds.kernels.evaluate import DISPLACEMENT
from croupier.odds.kernels.pai_gow import JOKER
from croupier.odds.kernels.randomness import Stream
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import laid_by, settle_ladder
from croupier.odds.shapes.hand_sections import NOTHING, looks_at, section_of
from croupier.odds.shapes.two_hands import HOUSE_WAY, TwoHands, carrier, hands, qualifying, relied_on, stake_of
from croupier.odds.shapes.two_hands_asked import RULES, ends_of, started
from croupier.odds.shapes.two_hands_classes import by_type, classes, face, packed, set_by_house_way
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable

SEVEN = "own-seven-with-joker"
"""What the kernel has a place for: the seat's seven cards at their best."""


def simulations(shape: TwoHands, game: Playable) -> Iterator[Simulation]:
    """The wager against the bank, both set by the house way, with the bonus that is paid for others' hands too; then each other
    wager on the same seven cards by itself: the kernel has a place for one."""
    own = carrier(game)
    if own is not None and not looks_at(game, own, SEVEN):
        own = None
    yield _simulation(game, own, sections=(PAI_GOW, own))
    for wager in game.looks:
        if wager != own and looks_at(game, wager, SEVEN) and game.terms.wagers[wager].meter is None:
            yield _simulation(game, wager, sections=(wager,))


def _simulation(game: Playable, wager: str | None, *, sections: tuple[str | None, ...]) -> Simulation:
    """A run of the kernel with one wager on the seven cards, of which some wagers are told."""
    every = classes()
    settings = packed(set_by_house_way(every.hands, game.rules))
    places, table = Places(), game.terms.chosen[PAI_GOW]
    stake = stake_of(game, table)
    settled = ends_of(game, stake).by_rule
    found = [End(settled[rule].outcome, *settled[rule].per(stake)) for rule in RULES]
    ends: Array = np.array([places.add(end) for end in found], np.uint16)
    told = [Section(PAI_GOW, table, places.taken(), HOUSE_WAY, relied_on(game, table))]
    bonus = NOTHING
    if wager is not None:
        bonus = _bonus(wager, game, places)
        told.append(section_of(game, wager, places))
    tables = (settings, settings, bonus, ends, DISPLACEMENT, every.place_of, every.first)
    return Simulation("sim_pai_gow_poker", tables, places.size, tuple(part for part in told if part.wager in sections))


def _bonus(wager: str, game: Playable, places: Places) -> Array:
    """The place of each class under the bonus table, each type of hand settled at the table."""
    stake = qualifying(game)
    asked, lay = Asked(game, layout(game, wager, stake), only=[wager]), laid_by(game, game.looks[wager])
    kinds, kind_of = by_type()
    settle_ladder(game, wager, hands(game, wager), stake)  # tried: a type is settled here by one hand
    settled = [asked.settled(started(lay(hand))) for hand, _ in kinds]
    return np.asarray(np.array([places.of(End(end.outcome, *end.per(stake))) for end in settled], np.uint16)[kind_of])


def dealt(seed: int, index: int, _: Simulation) -> dict[int | str, list[Card]]:
    """The cards of one round."""
    stream, numbers = Stream(seed, index), list[int]()
    while len(numbers) < 2 * kernel.HAND:
        bits = stream.word()
        for place in range(kernel.CARDS_A_WORD):
            number = bits >> kernel.CARD_BITS * place & (1 << kernel.CARD_BITS) - 1
            if number <= JOKER and number not in numbers:
                numbers.append(number)
    hand = [face(number) for number in numbers[: 2 * kernel.HAND]]
    return {1: hand[: kernel.HAND], "dealer": hand[kernel.HAND :]}
