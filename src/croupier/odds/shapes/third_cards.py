"""Which baccarat hands take a third card, asked of the real table: a round for each count of two hands and each third card."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from croupier.equipment.cards import Card, cards, deck
from croupier.games.baccarat.baccarat import BANKER, PLAYER
from croupier.odds.cells import Asked, Deal, layout
from croupier.odds.remembered import remembered
from croupier.table.playable import Playable

COUNTS: Final = range(10)
DECKS: Final = 8
FULL: Final = 3
"""The most cards of a hand."""


class Drawing(NamedTuple):
    """Who draws, by the counts of the first two cards; for the banker also by the value of the player's third card, if any."""

    player: frozenset[tuple[int, int]]
    banker: frozenset[tuple[int, int, int | None]]


class Sample(NamedTuple):
    """Cards that stand for all that count alike: hands of two by their count, and third cards by their value."""

    two: Sequence[Sequence[Card]]
    third: Sequence[Card]


def _of_value(suit: str, ten: str) -> list[Card]:
    return cards([f"{rank}{suit}" for rank in (ten, "A", *"23456789")])


def _samples() -> tuple[Sample, Sample]:
    """Two such samples, of other cards: the table must not tell them apart."""
    one, other = _of_value("h", "K"), _of_value("d", "T")
    return (
        Sample([[one[0], last] for last in one], one),
        Sample([[other[5], other[count - 5]] for count in COUNTS], _of_value("s", "Q")),
    )


class _Table(Asked):
    """A table whose rounds are looked at for how many cards each hand took."""

    def taken(self, player: Sequence[Card], banker: Sequence[Card]) -> tuple[int, int]:
        """How many of these cards both hands take, where more are there for them."""
        piles = (PLAYER, tuple(player)), (BANKER, tuple(banker))
        round_, _ = self._run(Deal(piles=piles, goes_on=True))
        found = [len(round_.table.piles.get(hand, ())) for hand in (PLAYER, BANKER)]
        if round_.pending is not None or not all(FULL - 1 <= size <= FULL for size in found):
            raise self.refused(f"hands of {found[0]} and {found[1]} cards are not priced", self.game.rules.third_card.clause)
        return found[0], found[1]


@remembered
def drawing(game: Playable) -> Drawing:
    """The rules of the table, asked once for each count instead of once for each deal."""
    # Who draws does not depend on how many cards there are, and the counts asked about need these.
    dealt = replace(game, pack=tuple(deck(decks=DECKS)))
    asked = _Table(dealt, layout(game, next(wager for wager in game.terms.wagers if wager in game.terms.chosen)))
    one, other = (_asked_of(asked, sample) for sample in _samples())
    if one != other:
        clause = game.rules.third_card.clause
        raise asked.refused("hands that count alike do not draw alike", clause)
    return one


def _asked_of(asked: _Table, sample: Sample) -> Drawing:
    """Who draws where every count is dealt in these cards."""
    spare, clause = sample.third[0], asked.game.rules.third_card.clause
    player: set[tuple[int, int]] = set()
    banker: set[tuple[int, int, int | None]] = set()
    for p, b in itertools.product(COUNTS, repeat=2):
        two, against = sample.two[p], [*sample.two[b], spare]
        draws, then = asked.taken([*two, spare], against)
        if draws < FULL:
            banker |= {(p, b, None)} if then == FULL else set()
            continue
        player.add((p, b))
        for value, third in enumerate(sample.third):
            again, then = asked.taken([*two, third], against)
            if again != FULL:
                raise asked.refused("a hand that draws by the card it would be dealt is not priced", clause)
            banker |= {(p, b, value)} if then == FULL else set()
    return Drawing(frozenset(player), frozenset(banker))
