"""Simulation by the real table, for games without a kernel: slower, and right by construction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.odds.advice import OPTIMAL, advise
from croupier.odds.kernels.randomness import Stream
from croupier.odds.price import gathered
from croupier.odds.refusing import refused
from croupier.odds.resolved import house_of, is_found_again
from croupier.odds.shapes import odds_of
from croupier.odds.simulation import Simulated
from croupier.table import acts
from croupier.table.drivers import Chance, Players, Strategy, run
from croupier.table.legal import wagers_among
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Wagering
from croupier.table.round import Round
from croupier.table.settlement import Line

STAKE = 1000
SEAT = 1
Key = tuple[str, str, Fraction, Fraction]
"""Wager, outcome, net and stake, in units of the wager's own stake."""


class Seated(NamedTuple):
    """A game as it is played here: the chips it opens with, and the best play."""

    game: Playable
    wagers: dict[str, int]
    strategy: Strategy


def seated(game: Playable) -> Seated:
    """A seat with a chip on all that it may open with, which plays by the game's odds."""
    odds = odds_of(game.terms.file.procedure)
    best = None if odds is None else odds.best(game)
    return Seated(game, opening_wagers(game), best or advised)


def advised(round_: Round, request: Decision) -> str:
    """The best choice by advice on the hand, or what saying nothing means where the answer changes nothing."""
    advice = advise(round_)
    return (request.declined or request.choices[0]) if advice is None else advice.best


@dataclass(frozen=True)
class TableWork:
    """A game as a worker can find it again: its id, house rules and version."""

    game: str
    house_rules: Any
    version: str | None
    block: int = 250

    @cached_property
    def seated(self) -> Seated:
        return seated(playable(self.game, self.house_rules, self.version))

    def __getstate__(self) -> dict[str, Any]:
        """What travels to another process, which finds the game again: one that it would not find stays here."""
        if (here := self.__dict__.get("seated")) is not None and not is_found_again(here.game):
            raise refused(here.game, "a game that its rules and house rules do not come to is played in one process only")
        return {name: value for name, value in self.__dict__.items() if name != "seated"}

    def count(self, seed: int, first: int, last: int) -> Counter[Key]:
        """How rounds first to last ended, wager by wager."""
        game, wagers, strategy = self.seated
        found: Counter[Key] = Counter()
        for index in range(first, last):
            seats = range(SEAT, SEAT + game.least_players)  # others, where there must be any, play alike
            players = Players(dict.fromkeys(seats, wagers), strategy)
            round_ = run(Round(game, seats), Chance(Stream(seed, index)), players)
            found.update(ends(game, round_, wagers))
        return found


class Reference:
    """A game played at the real table by its best play; `only` names the wagers that are told of, where not all are."""

    def __init__(self, game: Playable, only: Collection[str] | None = None) -> None:
        self.game, self.only = game, only

    def work(self) -> TableWork:
        work = TableWork(self.game.terms.id, house_of(self.game), self.game.terms.version)
        work.__dict__["seated"] = seated(self.game)  # here the very game is played, found once for all threads
        return work

    def prices(self, totals: Counter[Key], *, rounds: int, seed: int) -> Iterator[Simulated]:
        game, odds = self.game.terms, odds_of(self.game.terms.file.procedure)
        for wager in dict.fromkeys(
            key[0] for key in sorted(totals, key=lambda key: self.game.order[game.wagers[key[0]].called])
        ):
            if self.only is not None and wager not in self.only:
                continue
            if odds is not None and wager in odds.apart:  # players win it from each other, and one sits here
                continue
            counts = {key[1:]: weight for key, weight in totals.items() if key[0] == wager}
            table = game.chosen.get(wager)
            yield Simulated(
                wager=wager,
                paytable=table.id if table is not None else "none",
                outcomes=gathered(counts),
                strategy=OPTIMAL if odds is None else odds.plays_by,
                clause=game.wagers[wager].clause,
                readings=(table.reading,) if table is not None and table.reading else (),
                note="played at the real table",
                rounds=rounds,
                seed=seed,
            )


def opening_wagers(game: Playable) -> dict[str, int]:
    """A chip on each wager that may open a round together with those before it, as far as the table takes them.

    None on what several rounds decide: a round that stands alone can only lose it.
    """
    round_ = until_wagering(game)
    chosen: dict[str, int] = {}
    for spot in game.spots.values():
        if (
            spot.wager.placed != "opening"
            or spot.wager.lasts
            or any(game.spots[other].wager.id == spot.wager.id for other in chosen)
        ):
            continue
        entry = next((entry for entry in wagers_among(round_.listed()) if entry.spot == spot.id), None)
        if entry is not None:
            amount = entry.nearest(STAKE)
            try:
                round_.answer(entry.act(amount))
            except Refused:
                continue
            chosen[spot.id] = amount
    return chosen


def until_wagering(game: Playable) -> Round:
    """A round up to the first wager."""
    round_, chance = Round(game, [SEAT]), Chance(Stream(0, 0))
    while (request := round_.pending) is not None and not isinstance(request, Wagering):
        if isinstance(request, Decision):
            round_.answer(acts.Choice(request.seat, request.declined or request.choices[0]))
        else:
            act = chance.answer(round_, request)
            assert act is not None
            round_.answer(act)
    return round_


def opens_with(game: Playable, wagers: Mapping[str, int]) -> tuple[str, ...]:
    """The first wager and those it cannot do without, but for what is priced apart: the main game, with whatever decisions add."""
    first = game.spots[next(iter(wagers))].wager
    odds, found = odds_of(game.terms.file.procedure), [first.id]
    apart = () if odds is None else odds.apart
    for wager in found:
        needed = (need for part in game.terms.wagers[wager].needs for need in part.wagers)
        found += [need for need in needed if need not in found and need not in apart]
    return tuple(found)


def ends(game: Playable, round_: Round, wagers: Mapping[str, int]) -> Iterator[Key]:
    """How a round ended: the main game as one, every other opening wager by itself."""
    main = opens_with(game, wagers)
    by_name = {spot.called: spot.wager.id for spot in game.spots.values()}
    opening = {game.spots[spot].wager.id: stake for spot, stake in wagers.items()}
    groups: dict[str, list[Line]] = {}
    for line in round_.lines if game.least_players == 1 else [line for line in round_.lines if line.seat == SEAT]:
        wager = by_name[line.wager]
        groups.setdefault(wager if wager in opening and wager not in main else main[0], []).append(line)
    odds = odds_of(game.terms.file.procedure)
    averaged = (odds and odds.averaged) or main[:1]
    for wager, lines in groups.items():
        unit = sum(opening[box] for box in averaged) if wager == main[0] else opening[wager]
        outcome = next((line.outcome for line in lines if by_name[line.wager] == wager), lines[0].outcome)
        staked = sum(line.stake for line in lines)
        yield wager, outcome, Fraction(sum(line.net for line in lines), unit), Fraction(staked, unit)
