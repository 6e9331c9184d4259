"""Side wagers: how often each hand they look at comes, and what the table pays for it.

A side wager is settled by some cards on a ladder of values. The table is asked at the ends of each run of hands alike, and between two
that are paid differently until the row is found where it changes; all else is counting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Protocol

from croupier.equipment.cards import Card, deck
from croupier.errors import NotPriced
from croupier.hands.poker import Value, six_card_royal
from croupier.odds.cells import Asked, Deal, Settled, breaks, layout, unit_of
from croupier.odds.examples import five_cards, more_cards
from croupier.odds.posted import with_posted
from croupier.odds.price import Price, gathered
from croupier.odds.shapes.rankings import probes
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable


class Plan(Protocol):
    """How hands of a ladder are played, where the seat must decide something."""

    @property
    def scale(self) -> int:
        """How many deals it counts for each hand of the ladder."""

    def counts(self, level: int) -> Mapping[tuple[str, ...], int]:
        """How many deals of a level take each path of decisions."""

    def example(self, level: int, path: tuple[str, ...]) -> tuple[Card, ...]:
        """A hand of the level that is played so."""


class Ladder(NamedTuple):
    """The hands a wager looks at: values lowest first, how many deals have each, and deals to show it with."""

    values: Sequence[Value]
    weights: Sequence[int]
    deals: Callable[[int], list[Deal]]
    apart: tuple[tuple[Deal, int], ...] = ()
    """Deals that a row may name by their very cards; they are not in the weights."""
    known: bool = False
    """Does the seat see these cards when it decides?"""
    lay: Callable[[tuple[Card, ...]], Deal] = Deal
    """A hand that the plan tells of, as it is dealt."""
    paths: tuple[tuple[str, ...], ...] = ()
    """Paths of decisions to ask about, where there are several decisions; else each choice of the one there is."""


Ways = Mapping[tuple[str, ...], Settled]
"""What a hand comes to by each path of decisions; by the empty one where there is nothing to decide."""


class Side(NamedTuple):
    """A wager's runs of levels that the table settles alike, from the first to before the last, and the deals apart."""

    runs: tuple[tuple[int, int, Ways], ...]
    apart: tuple[tuple[Ways, int], ...]
    unit: int
    asked: Asked

    def cases(self, ladder: Ladder, plan: Plan | None) -> Iterator[tuple[Settled, int]]:
        """How every hand is settled and how many there are of it; hands that a decision changes as the plan plays them."""
        by_plan = plan is not None and not all(_alike(ways) for _, _, ways in self.runs)
        scale = plan.scale if by_plan and plan is not None else 1
        for first, last, ways in self.runs:
            for level in range(first, last):
                if not ladder.weights[level]:
                    continue
                if plan is None or _alike(ways):
                    yield self._chosen(ways, known=ladder.known), scale * ladder.weights[level]
                    continue
                for path, count in plan.counts(level).items():
                    if path not in ways:  # not every hand of a level may choose alike
                        deal = ladder.lay(plan.example(level, path))._replace(decisions=path)
                        ways = {**ways, path: self.asked.settled(deal)}
                    yield ways[path], count
        assert not by_plan or not self.apart
        yield from ((self._chosen(ways, known=False), weight) for ways, weight in self.apart)

    def _chosen(self, ways: Ways, *, known: bool) -> Settled:
        """Where a decision is about this wager alone, the choice that nets the most with cards that are known."""
        if not known and not _alike(ways):
            raise self.asked.refused("what a wager is paid depends on a decision that is made without seeing its cards")
        return max(ways.values(), key=lambda settled: settled.net)


def _alike(ways: Ways) -> bool:
    return len({settled[:2] for settled in ways.values()}) == 1


def settle_ladder(game: Playable, wager: str, ladder: Ladder, stake: int | None = None) -> Side:
    """Every hand of a ladder settled at the table, with whatever the wager needs beside it."""
    return climb(Asked(game, layout(game, wager, stake), only=[wager]), ladder, unit_of(game, wager, stake))


def climb(asked: Asked, ladder: Ladder, unit: int) -> Side:
    """The runs of a ladder that the table settles alike."""
    kept: dict[int, tuple[object, ...] | None] = {}

    def told(level: int) -> tuple[object, ...] | None:
        if level not in kept:
            deals = ladder.deals(level) if ladder.weights[level] else []
            kept[level] = (
                tuple((path, found[:2], found.outcome) for path, found in _ways(asked, deals[0], ladder.paths).items())
                if deals
                else None
            )
        return kept[level]

    held = [level for level, weight in enumerate(ladder.weights) if weight]
    probed = [level for level in {*probes(ladder.values), held[0], held[-1]} if ladder.weights[level]]
    starts = [held[0], *breaks(sorted(probed), told)]
    runs = []
    for first, last in zip(starts, [*starts[1:], held[-1] + 1], strict=True):
        dealt = [level for level in range(first, last) if ladder.weights[level]]
        if not dealt:
            continue
        here, there = ladder.deals(dealt[0]), ladder.deals(dealt[-1])
        ways = _ways(asked, here[0], ladder.paths)
        for path in ways:  # other suits, and the other end of the run
            asked.agreed(
                [deal._replace(decisions=path) for deal in (here[0], here[-1], there[-1])], f"{ladder.values[first]} {path}"
            )
        runs.append((first, last, ways))
    apart = tuple((_ways(asked, deal, ladder.paths), weight) for deal, weight in ladder.apart)
    return Side(tuple(runs), apart, unit, asked)


def _ways(asked: Asked, deal: Deal, paths: Sequence[tuple[str, ...]] = ()) -> dict[tuple[str, ...], Settled]:
    """What a deal comes to by each of some paths, or by each decision there is, or without one."""
    paths = paths or [(choice,) for choice in asked.choices(deal)] or [()]
    return {path: asked.settled(deal._replace(decisions=path)) for path in paths}


def ways_of(asked: Asked, deals: Sequence[Deal]) -> Settled:
    """What deals alike come to, whatever is decided; an error where a decision or another deal of them changes it."""
    paths = _ways(asked, deals[0])
    return asked.agreed([deal._replace(decisions=path) for deal in deals for path in paths], f"{deals[0].hand}")


def price_side(
    game: Playable,
    wager: str,
    table: Paytable,
    ladder: Ladder,
    *,
    plan: Plan | None = None,
    stake: int | None = None,
    note: str = "",
) -> Price:
    """A wager paid by a ladder of hands, with `table` posted."""
    return price_ladders(game, wager, table, [ladder], plan=plan, stake=stake, note=note)


def price_ladders(
    game: Playable,
    wager: str,
    table: Paytable,
    ladders: Sequence[Ladder],
    *,
    plan: Plan | None = None,
    stake: int | None = None,
    note: str = "",
) -> Price:
    """A wager paid by one of several ladders of hands, which together are all deals."""
    counts: dict[tuple[str, Fraction, Fraction], int] = {}
    readings: dict[str, None] = {}
    for ladder in ladders:
        side = settle_ladder(with_posted(game, table), wager, ladder, stake)
        for settled, weight in side.cases(ladder, plan):
            key = (settled.outcome, Fraction(settled.net, side.unit), Fraction(settled.staked, side.unit))
            counts[key] = counts.get(key, 0) + weight
            readings.update(dict.fromkeys(settled.readings))
    return Price(wager, table.id, gathered(counts), clause=table.clause, readings=tuple(readings), note=note)


@lru_cache(maxsize=4)
def five_card_counts(cards: int) -> tuple[int, ...]:
    """How many sets of five, six or seven of a deck of 52 have each value."""
    from croupier.odds.kernels import classes

    return tuple(classes.count(cards).tolist()[1:])


def best_five_of(game: Playable, cards: int, lay: Callable[[tuple[Card, ...]], Deal]) -> Ladder:
    """The best five of so many cards, laid on the table by `lay`; six-card royals apart, since a table may pay their suit."""
    from croupier.odds.kernels import classes

    if set(game.pack) != set(deck()):
        raise NotPriced(f"{game.terms.id}: hands of five are counted of a deck of 52 cards, not of {len(game.pack)}")
    values = classes.values()[1:]
    weights = list(five_card_counts(cards))

    def deals(level: int) -> list[Deal]:
        if cards == 5:
            return [lay(five_cards(values[level], turn)) for turn in range(2)]
        return [lay(hand) for hand in more_cards(values[level], cards, game.pack) if not six_card_royal(hand)]

    royals = [*_royals(game.pack)] if cards == 6 else []
    if royals:
        weights[-1] -= len(royals)
    return Ladder(values, weights, deals, tuple((lay(hand), 1) for hand in royals))


def _royals(pack: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    for suit in dict.fromkeys(face.suit for face in pack):
        hand = tuple(face for face in pack if face.suit == suit and face.rank >= 9)
        if six_card_royal(hand):
            yield hand
