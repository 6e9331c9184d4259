"""Drills for dealers: random rounds played out, and for every wager the figure a dealer must know. No page is drawn here."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from croupier.equipment.randomness import Seeded, Source
from croupier.errors import BadInput, Refused
from croupier.rules.payouts import Kind
from croupier.rules.resolve import Wager
from croupier.table import acts
from croupier.table.drivers import Chance
from croupier.table.legal import LegalWager, still_needed, wagers_among
from croupier.table.narrate import Told, merged, told
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, Decision, Offer, Request, Wagering
from croupier.table.round import Round
from croupier.table.settlement import Line
from croupier.table.strategies import rule_of_thumb
from croupier.table.views import FLOOR, view

STAKES = (500, 1000, 1000, 1500, 2000, 2500, 2500, 3500, 5000, 7500, 10000)
MOST_ROLLS, MOST_ACTS = 6, 2000


class Level(StrEnum):
    """How hard: the main wagers, every wager, or every wager with the commission the house keeps."""

    MAIN = "main"
    ALL = "all"
    COMMISSION = "commission"


LEVELS = {
    Level.MAIN: "Main wagers only",
    Level.ALL: "All wagers",
    Level.COMMISSION: "All wagers, and the commission",
}


def cents(text: str) -> int:
    """Dollars as a person types them, in cents: `12.50`, `$1,000`, `7`.

    >>> cents("$1,012.5"), cents(" 7 ")
    (101250, 700)
    """
    plain = text.strip().removeprefix("$").replace(",", "").strip()
    dollars, _, rest = plain.partition(".")
    if not (dollars or rest) or not (dollars + rest).isascii() or not (dollars + rest).isdecimal() or len(rest) > 2:
        raise BadInput(f"{text.strip()!r} is not an amount: dollars, as in 12 or 12.50")
    if len(dollars) > 10:
        raise BadInput(f"{text.strip()!r} is too large an amount")
    return int(dollars or 0) * 100 + int(rest.ljust(2, "0") or 0)


def charged(playable: Playable, wager: Wager) -> bool:
    """Does the house keep a commission of this wager?"""
    table = playable.terms.chosen.get(wager.id)
    by_dice = wager.dice is not None and wager.dice.commission is not None
    return by_dice or (table is not None and any(row.kind is Kind.COMMISSION for row in table.rows.values()))


def _ordinary(playable: Playable, wager: Wager) -> bool:
    """Is it paid by a row of its own? A bank is not: it is paid what others lose."""
    table = playable.terms.chosen.get(wager.id)
    return table is not None and any(row.kind is not Kind.COMMISSION for row in table.rows.values())


def main_wagers(playable: Playable) -> list[str]:
    """The wagers a round is about: those that decisions or odds add to, else those that others need, else all of them."""
    wagers = playable.terms.wagers
    opening = [name for name, wager in wagers.items() if wager.placed == "opening" and _ordinary(playable, wager)]
    played = {wager.of for wager in wagers.values() if wager.placed == "decision"}
    played |= {wager.dice.row.supports for wager in wagers.values() if wager.dice is not None}
    needed = {name for wager in wagers.values() for need in wager.needs for name in need.wagers}
    for chosen in (played, needed):
        found = [name for name in opening if name in chosen]
        if found:
            return found
    return opening


class Gamblers:
    """Several seats that wager round sums and play by rule of thumb, now and then by whim."""

    def __init__(self, playable: Playable, seats: list[int], source: Source, level: Level) -> None:
        self.playable, self.seats, self.source, self.level = playable, seats, source, level
        self.main = set(main_wagers(playable))
        self.rolls = 0
        self._left: dict[int, int] = {}
        self._refused: set[tuple[int, str]] = set()

    def refuse(self, act: acts.Act) -> None:
        """The table did not take it: it is not tried again before the next roll."""
        if isinstance(act, acts.Wager):
            self._refused.add((act.seat, act.spot))

    def next_roll(self) -> None:
        self.rolls += 1
        self._left.clear()
        self._refused.clear()

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        if isinstance(request, Wagering):
            wager = self._wager(round_)
            return acts.NoMoreBets() if wager is None else wager
        if isinstance(request, Decision):
            whim = self.source.below(4) == 0
            choice = request.choices[self.source.below(len(request.choices))] if whim else rule_of_thumb(round_, request)
            return acts.Choice(request.seat, choice)
        if isinstance(request, Offer):
            takes = not request.declinable or self.source.below(3) == 0
            return acts.Wager(request.seat, request.spot, request.maximum if takes else 0)
        if isinstance(request, Arrangement) and request.seat:
            whim = self.source.below(5) == 0
            return acts.Arranged(
                request.seat, request.settings[self.source.below(min(3, len(request.settings))) if whim else 0]
            )
        return None

    def _wager(self, round_: Round) -> acts.Act | None:
        """The next chip somebody puts down; None when all have bet."""
        listed = wagers_among(round_.listed())
        for seat in self.seats:
            stakes = round_.table.seats[seat].stakes
            if seat not in self._left:
                more = 1 if self.level is Level.MAIN else 1 + self.source.below(3)
                self._left[seat] = more if not self.rolls else self.source.below(2)
            free = [
                entry
                for entry in listed
                if entry.seat == seat and entry.spot not in stakes and (seat, entry.spot) not in self._refused
                if _ordinary(self.playable, round_.table.spot(entry.spot).wager)
            ]
            entry = self._choose(round_, stakes, free, seat)
            if entry is not None:
                return entry.act(self._stake(stakes, entry))
        return None

    def _choose(self, round_: Round, stakes: dict[str, int], free: list[LegalWager], seat: int) -> LegalWager | None:
        spot = round_.table.spot
        missing = still_needed(round_.table, stakes)
        opening = [entry for entry in free if entry.opens]
        if missing:
            wanted = [entry for entry in free if spot(entry.spot).wager.id in missing]
        elif opening and seat == self.seats[0]:
            wanted = opening
        elif self._left[seat] > 0:
            self._left[seat] -= 1
            wanted = [entry for entry in free if spot(entry.spot).wager.id in self.main]
            if self.level is not Level.MAIN and stakes:
                wanted = free
                subject = [entry for entry in free if charged(self.playable, spot(entry.spot).wager)]
                if subject and self.level is Level.COMMISSION:
                    wanted = subject
        else:
            return None
        if not wanted:
            return None
        # A wager first, then one of its places: else a layout's many splits would crowd out everything else.
        wagers = sorted({spot(entry.spot).wager.id for entry in wanted})
        wager = wagers[self.source.below(len(wagers))]
        places = [entry for entry in wanted if spot(entry.spot).wager.id == wager]
        return places[self.source.below(len(places))]

    def _stake(self, stakes: dict[str, int], entry: LegalWager) -> int:
        amount = STAKES[self.source.below(len(STAKES))]
        if stakes:  # no more than the first wager, which others may have to equal
            amount = min(amount, next(iter(stakes.values())))
        return entry.nearest(amount)


class Asked(NamedTuple):
    """One figure to know: what goes back to the player, stake included, or the commission the house keeps."""

    seat: int
    wager: str
    stake: int
    figure: str
    right: int
    line: Line


@dataclass(frozen=True, slots=True)
class Scene:
    """The table as it lay before it was settled, what led to it, and what is asked about it."""

    title: str
    story: tuple[str, ...]
    view: dict[str, Any]
    stakes: dict[int, dict[str, int]]
    dice: tuple[int, ...]
    spin: str | None
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Drill:
    """A random round as questions. The same game, level and seed give the same drill."""

    game: str
    seed: int
    level: Level
    scenes: tuple[Scene, ...]
    round: Round

    @property
    def asked(self) -> tuple[Asked, ...]:
        return tuple(asked for scene in self.scenes for asked in scene.asked)


@dataclass(slots=True)
class _Telling:
    """What has happened since the last scene."""

    story: list[Told] = field(default_factory=list)
    stakes: dict[int, dict[str, int]] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    spin: str | None = None
    lines: Counter[Line] = field(default_factory=Counter)


def several_rolls(playable: Playable) -> bool:
    """Is the game settled roll by roll?"""
    return "rolls" in playable.script.KEYS


def play_round(playable: Playable, seed: int, level: Level = Level.ALL) -> tuple[Round, list[tuple[Request, acts.Act]]]:
    """A random round with several seats, and the requests its acts answered; dice stop after a few rolls."""
    round_, played = Round(playable), []
    source = Seeded(f"{playable.terms.id} {level} {seed}")
    chance = Chance(Seeded(f"{playable.terms.id} {seed}"))
    count = min(playable.seats, 2 + source.below(3))
    seats: list[int] = []
    while len(seats) < count:
        seat = 1 + source.below(playable.seats)
        if seat not in seats:
            seats.append(seat)
    gamblers = Gamblers(playable, sorted(seats), source, level)
    for _ in range(MOST_ACTS):
        request = round_.pending
        if request is None or gamblers.rolls >= MOST_ROLLS:
            break
        act = gamblers.answer(round_, request)
        if act is None:
            act = chance.answer(round_, request)
        assert act is not None
        try:
            round_.answer(act)
        except Refused:
            if not isinstance(act, acts.Wager):
                raise
            gamblers.refuse(act)
            continue
        played.append((request, act))
        if isinstance(act, acts.Rolled) and several_rolls(playable):
            gamblers.next_roll()
    return round_, played


def drill(playable: Playable, seed: int, level: Level = Level.ALL) -> Drill:
    """A drill: one scene for a round of cards or one spin, one for every roll that decides something."""
    round_, played = play_round(playable, seed, level)
    again, telling = Round(playable), _Telling()
    scenes: list[Scene] = []
    many, rolls = several_rolls(playable), 0
    for request, act in played:
        kind = "card" if isinstance(act, acts.Dealt) else ""
        telling.story += [Told(kind, line) for line in told(again, request, act)]
        if isinstance(act, acts.Rolled):
            telling.dice, rolls = act.dice, rolls + 1
        if isinstance(act, acts.Spun):
            telling.spin = act.result
        before = view(again, FLOOR) if many and isinstance(act, acts.Rolled) else None
        again.answer(act)
        if before is not None:
            fresh = list((Counter(again.lines) - telling.lines).elements())
            if fresh:
                scenes.append(_scene(playable, level, telling, before, fresh, title=f"roll {rolls}"))
            telling = _Telling(lines=Counter(again.lines))
    if not many:
        scenes.append(_scene(playable, level, telling, view(again, FLOOR), again.lines, title="the round"))
    return Drill(playable.terms.id, seed, level, tuple(scenes), round_)


def _scene(
    playable: Playable, level: Level, telling: _Telling, seen: dict[str, Any], lines: list[Line], *, title: str
) -> Scene:
    stakes: dict[int, dict[str, int]] = {
        int(seat): {playable.spots[stake.partition("#")[0]].label or stake: amount for stake, amount in at["stakes"].items()}
        for seat, at in seen["seats"].items()
        if at["stakes"]
    }
    asked: list[Asked] = []
    names: dict[str, Wager] = {spot.called: spot.wager for spot in playable.spots.values()}
    for line in sorted(lines, key=lambda line: (line.seat, playable.order[line.wager])):
        if line.stake and not several_rolls(playable):
            own = stakes.setdefault(line.seat, {})
            own[line.wager] = own.get(line.wager, 0) + line.stake
        asked.append(Asked(line.seat, line.wager, line.stake, "paid", line.returned + line.won, line))
        if level is Level.COMMISSION and (line.commission or charged(playable, names[line.wager])):
            asked.append(Asked(line.seat, line.wager, line.stake, "commission", line.commission, line))
    return Scene(title, tuple(merged(telling.story)), seen, stakes, telling.dice, telling.spin, tuple(asked))


class Why(NamedTuple):
    """Why a line is what it is: the row of the pay table, and what the clauses say."""

    pays: str | None
    clauses: tuple[tuple[str, str], ...]
    reading: str | None


def why(playable: Playable, line: Line) -> Why:
    """The pay-table row a line was paid by, its clauses in our words, and the reading it rests on."""
    game = playable.terms
    wager = next((spot.wager.id for spot in playable.spots.values() if spot.called == line.wager), line.wager)
    table = game.chosen.get(wager)
    row = table.rows.get(line.outcome) if table is not None and line.won else None
    clauses = tuple((name, game.clauses[name].says if name in game.clauses else "") for name in line.clause.split(", "))
    return Why(row.text if row is not None else None, clauses, line.reading)


@dataclass(slots=True)
class Tally:
    """Right and wrong, the run of right ones, and the time they took."""

    right: int = 0
    wrong: int = 0
    streak: int = 0
    best: int = 0
    seconds: float = 0.0

    @property
    def answered(self) -> int:
        return self.right + self.wrong

    @property
    def seconds_each(self) -> float:
        return self.seconds / self.answered if self.answered else 0.0

    def add(self, correct: bool, seconds: float) -> None:
        self.seconds += seconds
        if correct:
            self.right += 1
            self.streak += 1
            self.best = max(self.best, self.streak)
        else:
            self.wrong += 1
            self.streak = 0


@dataclass(slots=True)
class Score:
    """One person's drills: all together and game by game."""

    total: Tally = field(default_factory=Tally)
    games: dict[str, Tally] = field(default_factory=dict)

    def add(self, game: str, correct: bool, seconds: float) -> None:
        self.total.add(correct, seconds)
        self.games.setdefault(game, Tally()).add(correct, seconds)
