"""A throw of many dice, of which only the commonest face and its count matter, and a second throw of the others that can be bought.

The second throw has a price only with the counts it is bought for: the chip and a chip on each of them, net and stakes together.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes.no_decisions import NO_DECISIONS
from croupier.odds.shapes.one_event import Ends, Event, OneThrow, happened, per_unit, shown, throws, waits_for
from croupier.odds.shown_by import faces
from croupier.table import acts
from croupier.table.playable import Playable, Spot
from croupier.table.round import Round

if TYPE_CHECKING:
    from croupier.odds.simulation import Simulation

SEED: Final = 31
TRIED: Final = 8
"""Of so many other throws that match as often one is tried beside the first."""
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


class Cells(NamedTuple):
    """Throws that are taken for one."""

    first: dict[Event, Event]
    """Each with the first of its cell."""
    another: dict[Event, Event]
    """For the first of a cell some other throw of it."""


def cells(game: Playable) -> Cells:
    """Throws that show the same face most often, as often, with as many others that show no less: then a rank decides."""
    return _told_by(high_roll_dice.most_alike, game.rules.dice, game.rules.rank_of_faces, faces(game))


@lru_cache(maxsize=8)
def _told_by(told: MostAlike, dice: int, rank: tuple[int, ...], shown: tuple[int, ...]) -> Cells:
    found: dict[tuple[tuple[int, int], int], list[Event]] = {}
    for throw in throws(dice, shown):
        assert isinstance(throw, acts.Rolled)
        face, _ = most = told(throw.dice, rank)
        tied = sum(throw.dice.count(other) == throw.dice.count(face) for other in set(shown))
        found.setdefault((most, tied), []).append(throw)
    rng = random.Random(SEED)
    return Cells(
        {throw: of[0] for of in found.values() for throw in of},
        {of[0]: rng.choice(of[1:]) for of in found.values() if len(of) > 1},
    )


@dataclass(frozen=True, slots=True)
class SecondThrow(OneThrow):
    """The wagers on the first throw, each by itself; the second throw with all that it is bought for."""

    def chips(self, game: Playable) -> dict[str, Spot]:
        return {name: spot for name, spot in game.spots.items() if spot.wager.area != (SECOND_THROW,)}

    def alike(self, game: Playable) -> Callable[[Event], Event]:
        return cells(game).first.__getitem__

    def settled(self, game: Playable, spot: Spot, stake: int | None = None) -> Ends:
        """As any throw is settled, and another of each cell beside the first."""
        found, stakes = OneThrow.settled(self, game, spot, stake), layout(game, spot.id, stake)
        for first, other in cells(game).another.items():
            line, again = found[first], happened(game, spot, stakes, other)
            if line is not None and (again is None or per_unit(again) != per_unit(line)):
                why = f"{spot.called}: {shown(other)} is not settled as {shown(first)}, which shows the same face as often"
                raise refused(game, why, spot.wager.id)
        return found

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

        fall, shown = self.falls(game, then), faces(game)

        def step(state: Any, face: int) -> Any:
            if not state or state[0] != "again":
                return fall(state, face)
            _, wanted, left, (first, total) = state
            matched = Matched(first, total + (face == wanted))
            return ("again", wanted, left - 1, matched) if left > 1 else -places[matched]

        yield Simulation("sim_events", (cut_of(len(shown)), chained((), step, shown)), 1 + len(places), (section,))


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
    dice, rank, shown = game.rules.dice, game.rules.rank_of_faces, faces(game)
    for throw, weight in throws(dice, shown).items():
        assert isinstance(throw, acts.Rolled)
        face, first = most_alike(throw.dice, rank)
        like, left = shown.count(face), dice - first
        for more in range(left + 1):
            again = comb(left, more) * like**more * (len(shown) - like) ** (left - more)
            found[Matched(first, first + more)] += weight * again * len(shown) ** first
    return {matched: weight for matched, weight in found.items() if weight}


@remembered
def second_throws(game: Playable, stake: int | None = None) -> tuple[dict[Matched, Bought], tuple[str, ...]]:
    """What the real table makes of every pair of throws that differs, and the readings it relies on; some pairs are tried twice."""
    put = stakes(game, stake)
    of_count: dict[int, list[acts.Rolled]] = {}
    for throw in (*cells_of(game), *cells(game).another.values()):
        assert isinstance(throw, acts.Rolled)
        of_count.setdefault(most_alike(throw.dice, game.rules.rank_of_faces)[1], []).append(throw)
    found: dict[Matched, Bought] = {}
    readings: dict[str, None] = {}
    for place, matched in enumerate(ways(game)):
        first, *others = of_count[matched.first]
        found[matched], cited = _bought(game, put, first, matched)
        readings |= dict.fromkeys(cited)
        for other in others[place % len(others) :: TRIED] if others else ():
            again, _ = _bought(game, put, other, matched)
            if again != found[matched]:
                why = f"{matched.total} after {shown(other)} are not settled as after {shown(first)}"
                raise refused(game, why, bought_by(game).wager.id)
    return found, tuple(readings)


def _bought(game: Playable, put: Mapping[str, int], throw: acts.Rolled, matched: Matched) -> tuple[Bought, list[str]]:
    """A round in which the second throw brings so many more of the face, and its readings."""
    extra = bought_by(game)
    counted = {*covered(game), extra.id}
    face, _ = most_alike(throw.dice, game.rules.rank_of_faces)
    more, left = matched.total - matched.first, game.rules.dice - matched.first
    other = next((another for another in faces(game) if another != face), face)
    round_ = Round(game, [SEAT])
    for wager, chip in put.items():
        round_.answer(acts.Wager(SEAT, wager, chip))
    round_.answer(acts.NoMoreBets())
    round_.answer(throw)
    again = acts.Rolled((face,) * more + (other,) * (left - more))
    if round_.pending is not None and waits_for(round_, again):
        round_.answer(again)
    if round_.pending is not None or [line.wager for line in round_.lines].count(extra.called) != 1:
        raise refused(game, f"{extra.called}: {matched.total} after {shown(throw)} do not decide it once", extra.wager.id)
    lines = [line for line in round_.lines if game.called[line.wager].id in counted]
    bought = next(line for line in lines if line.wager == extra.called)
    net, staked = (Fraction(sum(part), put[extra.id]) for part in zip(*((line.net, line.stake) for line in lines), strict=True))
    return Bought(bought.outcome, net, staked), [reading for line in lines for reading in line.readings]


def cells_of(game: Playable) -> list[acts.Rolled]:
    """One throw of each face and count."""
    alike = dict.fromkeys(cells(game).first.values())
    return [throw for throw in alike if isinstance(throw, acts.Rolled)]
