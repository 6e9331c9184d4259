"""A throw of many dice, of which only the commonest face and its count matter, and a second throw of the others that can be bought.

The second throw has a price only with the counts it is bought for: the chip and a chip on each of them, net and stakes together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from croupier.games.dice import high_roll_dice
from croupier.games.dice.high_roll_dice import COUNT, SECOND_THROW, of_a_kind
from croupier.odds.advice import Chart
from croupier.odds.cells import SEAT, layout, unit_of
from croupier.odds.price import Price, gathered
from croupier.odds.shapes.no_decisions import NO_DECISIONS
from croupier.odds.shapes.one_event import FACES, Event, OneThrow, throws
from croupier.table import acts
from croupier.table.playable import Playable, Spot
from croupier.table.round import Round

if TYPE_CHECKING:
    from croupier.odds.simulation import Simulation

NOTE: Final = "with a chip on every count that it pays for, the best cover: net and stakes of them all"


class Matched(NamedTuple):
    """How many dice matched on the first throw, and in the end."""

    first: int
    total: int


class Bought(NamedTuple):
    """What became of the chip that bought a second throw, and what it and the counts netted and staked, in units of the chip."""

    outcome: str
    net: Fraction
    staked: Fraction


MostAlike = Callable[[Sequence[int], Sequence[int]], tuple[int, int]]
"""Which face shows most often, and how often."""


def most_alike(dice: Sequence[int], rank: Sequence[int]) -> tuple[int, int]:
    """What the procedure says of a throw, asked of it each time."""
    return high_roll_dice.most_alike(dice, rank)


def cells(dice: int, rank: tuple[int, ...]) -> dict[Event, Event]:
    """Each throw with the first that shows the same face most often, as often."""
    return _told_by(high_roll_dice.most_alike, dice, rank)


@lru_cache(maxsize=8)
def _told_by(told: MostAlike, dice: int, rank: tuple[int, ...]) -> dict[Event, Event]:
    first: dict[tuple[int, int], Event] = {}
    return {throw: first.setdefault(told(throw.dice, rank), throw) for throw in throws(dice) if isinstance(throw, acts.Rolled)}


@dataclass(frozen=True, slots=True)
class SecondThrow(OneThrow):
    """The wagers on the first throw, each by itself; the second throw with all that it is bought for."""

    def chips(self, game: Playable) -> dict[str, Spot]:
        return {name: spot for name, spot in game.spots.items() if spot.wager.area != (SECOND_THROW,)}

    def alike(self, game: Playable, event: Event) -> Event:
        return cells(game.rules.dice, game.rules.rank_of_faces)[event]

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        yield from OneThrow.prices(self, game, wanted, stake)
        extra = bought_by(game)
        if wanted in (None, extra.id):
            found, readings = second_throws(game, stake)
            counts: Counter[tuple[str, Fraction, Fraction]] = Counter()
            for matched, weight in ways(game).items():
                counts[found[matched]] += weight
            table = game.terms.chosen[extra.id]
            yield Price(extra.id, table.id, gathered(counts), clause=table.clause, readings=readings, note=NOTE)

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """Nothing is decided within a round; before it, what the second throw is best bought with."""
        (price,) = self.prices(game, bought_by(game).id)
        cover = ", ".join(covered(game))
        return (
            (),
            f"{NO_DECISIONS}; {price.wager} is best bought with {cover}: {float(price.element_of_risk):.2%} of all staked",
        )

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """The first throw for all its wagers together, and both throws for whoever buys the second."""
        from croupier.odds.shapes.events import chained, cut_of
        from croupier.odds.simulation import End, Section, Simulation

        yield from OneThrow.simulations(self, game)
        extra, (found, readings) = bought_by(game), second_throws(game)
        places = {matched: place for place, matched in enumerate(found, start=1)}
        ends = {places[matched]: End(*how) for matched, how in found.items()}
        section = Section(extra.id, game.terms.chosen[extra.id], ends, readings=readings, note=NOTE)

        def then(rolled: acts.Rolled) -> Any:
            face, count = most_alike(rolled.dice, game.rules.rank_of_faces)
            left = game.rules.dice - count
            return ("again", face, left, Matched(count, count)) if left else -places[Matched(count, count)]

        fall = self.falls(game, then)

        def step(state: Any, face: int) -> Any:
            if not state or state[0] != "again":
                return fall(state, face)
            _, wanted, left, (first, total) = state
            matched = Matched(first, total + (face == wanted))
            return ("again", wanted, left - 1, matched) if left > 1 else -places[matched]

        yield Simulation("sim_events", (cut_of(len(FACES)), chained((), step, FACES)), 1 + len(places), (section,))


def bought_by(game: Playable) -> Spot:
    """The wager that buys the second throw."""
    return next(spot for spot in game.spots.values() if spot.wager.area == (SECOND_THROW,))


def covered(game: Playable) -> list[str]:
    """The counts that the second throw can pay for."""
    rows = game.terms.chosen[bought_by(game).id].rows
    counts = {name: spot.wager.area[0].rpartition("-") for name, spot in game.spots.items()}
    return [name for name, (what, _, count) in counts.items() if what == COUNT and of_a_kind(int(count)) in rows]


def stakes(game: Playable, stake: int | None = None) -> dict[str, int]:
    """The chip that buys the throw, a chip on every count it pays for, and what they cannot do without."""
    extra, cover = bought_by(game), covered(game)
    unit = unit_of(game, extra.id, stake)
    return layout(game, cover[0], unit) | dict.fromkeys(cover, unit) | {extra.id: unit}


def ways(game: Playable) -> dict[Matched, int]:
    """How often so many match on the first throw and in the end, of all ways to throw all the dice twice."""
    found: Counter[Matched] = Counter()
    dice, rank = game.rules.dice, game.rules.rank_of_faces
    for throw, weight in throws(dice).items():
        assert isinstance(throw, acts.Rolled)
        _, first = most_alike(throw.dice, rank)
        for more in range(dice - first + 1):
            again = comb(dice - first, more) * 5 ** (dice - first - more)
            found[Matched(first, first + more)] += weight * again * len(FACES) ** first
    return dict(found)


def second_throws(game: Playable, stake: int | None = None) -> tuple[dict[Matched, Bought], tuple[str, ...]]:
    """What the real table makes of every pair of throws that differs, and the readings it relies on."""
    put, extra = stakes(game, stake), bought_by(game)
    counted = {*covered(game), extra.id}
    of_count = {most_alike(throw.dice, game.rules.rank_of_faces): throw for throw in cells_of(game)}
    found: dict[Matched, Bought] = {}
    readings: dict[str, None] = {}
    for matched in ways(game):
        (face, _), throw = next(item for item in of_count.items() if item[0][1] == matched.first)
        more, left = matched.total - matched.first, game.rules.dice - matched.first
        other = next(another for another in FACES if another != face)
        round_ = Round(game, [SEAT])
        for wager, chip in put.items():
            round_.answer(acts.Wager(SEAT, wager, chip))
        round_.answer(acts.NoMoreBets())
        round_.answer(throw)
        if round_.pending is not None:
            round_.answer(acts.Rolled((face,) * more + (other,) * (left - more)))
        lines = [line for line in round_.lines if game.called[line.wager].id in counted]
        bought = next(line for line in lines if line.wager == extra.called)
        net, staked = (
            Fraction(sum(part), put[extra.id]) for part in zip(*((line.net, line.stake) for line in lines), strict=True)
        )
        found[matched] = Bought(bought.outcome, net, staked)
        readings |= dict.fromkeys(reading for line in lines for reading in line.readings)
    return found, tuple(readings)


def cells_of(game: Playable) -> list[acts.Rolled]:
    """One throw of each face and count."""
    alike = dict.fromkeys(cells(game.rules.dice, game.rules.rank_of_faces).values())
    return [throw for throw in alike if isinstance(throw, acts.Rolled)]
