"""Six-card pai gow poker for its kernel: places of each cell, and of wagers on the six cards by their best five."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from croupier.equipment.cards import Card
from croupier.games.pai_gow.six_card_pai_gow_poker import PLAY, SIX_CARD
from croupier.odds.cells import Asked, layout, unit_of
from croupier.odds.kernels import sim_five_and_one as kernel
from croupier.odds.kernels.dealt_classes import CARD_BITS, CARDS_A_WORD, classes
from croupier.odds.kernels.pai_gow import JOKER
from croupier.odds.kernels.randomness import Stream
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import laid_by
from croupier.odds.refusing import refused
from croupier.odds.shapes.as_ranked import kept_as_ranked
from croupier.odds.shapes.counted_alike import refuse_rows_that_tell_apart
from croupier.odds.shapes.five_and_one import CELLS, HOUSE_WAY, label, limit_of, relied_on, settled
from croupier.odds.shapes.five_and_one_best import by_best_five, members_of_best_five
from croupier.odds.shapes.five_and_one_count import kinds, known
from croupier.odds.shapes.hand_sections import NOTHING, looks_at, section_of
from croupier.odds.shapes.two_hands_asked import started
from croupier.odds.shapes.two_hands_classes import face, number_of
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable

MOST_LOOKS = 2
"""Wagers on the six cards that the kernel has a place for; further ones are played at the table."""
SIX = "own-six-with-joker"


def simulations(game: Playable) -> Iterator[Simulation]:
    """Both hands set by the house way and never doubled, with wagers on the six cards beside it, but for those on a meter."""
    places, table, unit = Places(), game.terms.chosen[SIX_CARD], unit_of(game, SIX_CARD)
    ends = settled(game, unit)
    found: Array = np.array(
        [places.add(End(label(cell, PLAY, ends[cell, PLAY]), *ends[cell, PLAY].per(unit))) for cell in CELLS], np.uint16
    )
    told = [Section(SIX_CARD, table, places.taken(), HOUSE_WAY, relied_on(game, table, ends))]
    looks = [wager for wager in game.looks if game.terms.wagers[wager].meter is None and looks_at(game, wager, SIX)][
        :MOST_LOOKS
    ]
    beside = []
    for wager in looks:
        beside.append(_by_best_five(game, wager, places))
        told.append(section_of(game, wager, places))
    beside += [NOTHING] * (MOST_LOOKS - len(beside))
    limit: Array = np.array([limit_of(game)], np.int64)
    tables = (found, *beside, limit, hands_told(), *classes(kernel.HAND, kernel.FLUSH).tables)
    yield Simulation("sim_five_and_one", tables, places.size, tuple(told))


@kept_as_ranked
def hands_told() -> Array:
    """How each class of six cards is set and what its best five are, found by setting a hand of it."""
    every = classes(kernel.HAND, kernel.FLUSH)
    found: Array = np.zeros(len(every.there), np.uint32)
    kernel.tell_all(every.hands[every.there], *known().tables, found)
    told: Array = np.zeros(len(every.hands), np.uint32)
    told[every.there] = found
    return told


def _by_best_five(game: Playable, wager: str, places: Places) -> Array:
    """The place of each best five of six cards, one hand of each type settled at the table, which is tried first."""
    from croupier.odds.looks import settle_ladder
    from croupier.odds.shapes.five_and_one import hands

    settle_ladder(game, wager, hands(game, wager))
    stake = unit_of(game, wager)
    asked, lay = Asked(game, layout(game, wager, stake), only=[wager]), laid_by(game, game.looks[wager])
    refuse_rows_that_tell_apart(game, wager, members_of_best_five(), game.looks[wager].value)
    values = known().ranking.values
    of: dict[tuple[object, ...], int] = {}
    for hand, _ in by_best_five():
        end = asked.settled(started(lay(hand)))
        value = values[int(kinds().set[_kind(hand), 2])]
        place = places.of(End(end.outcome, *end.per(stake)))
        if of.setdefault((value.order, value.ranks[:1]), place) != place:
            shown, clause = " ".join(map(str, hand)), game.terms.chosen[wager].clause
            raise refused(game, f"{wager}: {shown} is not settled as others of its kind and rank", clause=clause)
    return np.array([of.get((value.order, value.ranks[:1]), 0) for value in values], np.uint16)


def _kind(hand: tuple[Card, ...]) -> int:
    """The number of the kind that a hand stands for."""
    numbers = [number_of(card) for card in hand]
    return int(np.flatnonzero((kinds().hands == numbers).all(axis=1))[0])


def dealt(seed: int, index: int) -> dict[int | str, list[Card]]:
    """The cards of one round."""
    stream, numbers = Stream(seed, index), list[int]()
    while len(numbers) < 2 * kernel.HAND:
        bits = stream.word()
        for place in range(CARDS_A_WORD):
            number = bits >> CARD_BITS * place & (1 << CARD_BITS) - 1
            if number <= JOKER and number not in numbers:
                numbers.append(number)
    hand = [face(number) for number in numbers[: 2 * kernel.HAND]]
    return {1: hand[: kernel.HAND], "dealer": hand[kernel.HAND :]}
