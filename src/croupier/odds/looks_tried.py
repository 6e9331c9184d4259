"""A side wager's runs held against whole deals: the table may go by cards that a wager does not look at, or tell apart within a run.

A run is settled by a few deals whose other cards are any. Here all hands are dealt at random, some deals wholly and some with the
cards that a run is shown with; the table must settle each as its run, whatever is decided.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from croupier.equipment.cards import Card
from croupier.hands.looks import Look
from croupier.odds.cells import Asked, Deal, shown
from croupier.odds.in_suits import turned

if TYPE_CHECKING:
    from croupier.odds.looks import Ladder, Ways

SEED: Final = 1
WHOLE: Final = 30
"""Deals that are wholly random."""
FEW: Final = 8
"""So many are tried under a further pay table: what the table goes by was tried under the first."""
PLACES: Final = ("own", "dealer", "community")
Lying = Mapping[str, tuple[Card, ...]]
Run = tuple[int, int, "Ways"]


class Seen(NamedTuple):
    """What a ladder's wager looks at, and the level of such cards where that is not told by their value."""

    look: Look
    level_of: Callable[[Sequence[Card]], int | None] | None = None
    thoroughly: bool = True

    def of_another_table(self) -> Seen:
        """The same, tried with few deals: what decides was tried under the first table."""
        return self._replace(thoroughly=False)


def try_runs(asked: Asked, ladder: Ladder, runs: Sequence[Run]) -> None:
    """Refuse a table that settles one of these deals otherwise than its run."""
    for deal, ways in _deals(asked, ladder, runs):
        for path in ladder.paths or asked.paths(deal):
            decided, settled = deal._replace(decisions=path), ways.get(path)
            if settled is None:  # not every hand of a run may choose alike
                continue
            found = asked.settled(decided)
            if found[:2] != settled[:2]:
                clause = found.lines[0].clause if found.lines else None
                raise asked.refused(
                    f"deals of one run are not settled alike: {shown(decided, found)}, others {settled.net}", clause
                )


def _deals(asked: Asked, ladder: Ladder, runs: Sequence[Run]) -> Iterator[tuple[Deal, Ways]]:
    """Deals to try a ladder with, each with what its run says of it; none where the cards it looks at are drawn."""
    seen = ladder.seen
    if seen is not None and all(source.place in PLACES and not source.drawn for source in seen.look.sources):
        yield from _Tried(asked, ladder, seen).deals(runs)


class _Tried:
    """The deals that a ladder is tried with."""

    def __init__(self, asked: Asked, ladder: Ladder, seen: Seen) -> None:
        game = asked.game
        self.ladder, self.look, self.thoroughly, self.pack = ladder, seen.look, seen.thoroughly, game.pack
        self.size = dict(zip(PLACES, (game.shape.hand, game.shape.dealer, game.shape.community), strict=True))
        self.most = {
            source.place: max(other.count(self.size[other.place]) for other in self.look.sources if other.place == source.place)
            for source in self.look.sources
        }
        self.level_of = seen.level_of or _by_value(ladder, seen.look)
        self.chance = random.Random(SEED)

    def deals(self, runs: Sequence[Run]) -> Iterator[tuple[Deal, Ways]]:
        """Each with what its run says of it."""
        start = self.ladder.deals(next(level for level in range(*runs[0][:2]) if self.ladder.weights[level]))[0]
        for _ in range(WHOLE if self.thoroughly else FEW):
            deal = self._dealt(start, {})
            level = self.level_of(self._seen(deal))
            ways = next((ways for first, last, ways in runs if level is not None and first <= level < last), None)
            if ways is not None:
                yield deal, ways
        for first, last, ways in runs:
            for level in self._levels(range(first, last)):
                deal = self.chance.choice(self.ladder.deals(level))
                for looked in self._in_other_suits(deal, level):
                    yield self._dealt(deal, looked), ways

    def _levels(self, run: range) -> list[int]:
        """One of each leading rank of each category, or of some, that can be dealt."""
        found: dict[object, list[int]] = {}
        for level in run:
            if self.ladder.weights[level]:
                value = self.ladder.values[level]
                found.setdefault((value.category, value.ranks[:1]), []).append(level)
        chosen = [self.chance.choice(levels) for levels in found.values()]
        return chosen if self.thoroughly else self.chance.sample(chosen, 1)

    def _in_other_suits(self, deal: Deal, level: int) -> list[Lying]:
        """The cards that are looked at in every suit, where they are of the same level then; in one of them, where few are tried."""
        looked = self._looked_at(deal)
        found = [looked]
        for hands in itertools.islice(turned(*looked.values()), 1, None):
            other = dict(zip(looked, hands, strict=True))
            held = Counter(face for cards in hands for face in cards)
            if held <= Counter(self.pack) and self.level_of(self._in_order(other)) == level:
                found.append(other)
        return found if self.thoroughly else self.chance.sample(found, 1)

    def _looked_at(self, deal: Deal) -> Lying:
        lying = {"own": deal.hand if deal.other is None else deal.other, "dealer": deal.dealer, "community": deal.community}
        return {place: lying[place][:most] for place, most in self.most.items()}

    def _seen(self, deal: Deal) -> list[Card]:
        return self._in_order(self._looked_at(deal))

    def _in_order(self, looked: Lying) -> list[Card]:
        return [face for source in self.look.sources for face in looked[source.place][: source.count(self.size[source.place])]]

    def _dealt(self, deal: Deal, kept: Lying) -> Deal:
        """The deal with every card but these at random; where the wager looks at another player's hand, the seat's own too."""
        left = Counter(self.pack)
        left.subtract(card for cards in kept.values() for card in cards)
        stub = list(left.elements())
        self.chance.shuffle(stub)
        drawn = iter(stub)
        lying = {
            place: (*(held := kept.get(place, ())), *(next(drawn) for _ in range(size - len(held))))
            for place, size in self.size.items()
        }
        dealt = deal._replace(dealer=lying["dealer"], community=lying["community"], goes_on=True)
        if deal.other is None:
            return dealt._replace(hand=lying["own"])
        return dealt._replace(other=lying["own"], hand=tuple(itertools.islice(drawn, self.size["own"])))


def _by_value(ladder: Ladder, look: Look) -> Callable[[Sequence[Card]], int | None]:
    places = {value: level for level, value in enumerate(ladder.values)}
    return lambda cards: places.get(look.value(cards))
