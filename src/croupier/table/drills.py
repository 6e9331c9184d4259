"""Drills for dealers: a random round played out, and for every wager the figure a dealer must know."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from croupier.rules.resolve import Wager
from croupier.table import acts
from croupier.table.narrate import Told, merged, told
from croupier.table.playable import Playable
from croupier.table.random_rounds import Level, charged, play_round
from croupier.table.round import Round
from croupier.table.session import ready
from croupier.table.settlement import Line, cents
from croupier.table.views import FLOOR, Layout, layout


class Asked(NamedTuple):
    """One figure to know: what the dealer pays beside the stake, below nothing what is taken of it; or the commission the house keeps."""

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
    view: Layout
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


def drill(playable: Playable, seed: int, level: Level = Level.ALL) -> Drill:
    """A drill: one scene for a round of cards or one spin, one for every roll that decides something."""
    round_, played = play_round(playable, seed, level)
    again, telling = ready(playable).start(), _Telling()
    scenes: list[Scene] = []
    many, rolls = playable.script.BY_ROLLS, 0
    for request, act in played:
        kind = "card" if isinstance(act, acts.Dealt) else ""
        telling.story += [Told(kind, line) for line in told(again, request, act)]
        if isinstance(act, acts.Rolled):
            telling.dice, rolls = act.dice, rolls + 1
        if isinstance(act, acts.Spun):
            telling.spin = act.result
        before = layout(again, FLOOR) if many and isinstance(act, acts.Rolled) else None
        again.answer(act)
        if before is not None:
            fresh = list((Counter(again.lines) - telling.lines).elements())
            if fresh:
                scenes.append(_scene(playable, level, telling, before, fresh, title=f"roll {rolls}"))
            telling = _Telling(lines=Counter(again.lines))
    if not many:
        scenes.append(_scene(playable, level, telling, layout(again, FLOOR), again.lines, title="the round"))
    return Drill(playable.terms.id, seed, level, tuple(scenes), round_)


def _scene(playable: Playable, level: Level, telling: _Telling, seen: Layout, lines: list[Line], *, title: str) -> Scene:
    stakes: dict[int, dict[str, int]] = {
        seat: {playable.spots[stake.partition("#")[0]].label or stake: amount for stake, amount in at.stakes.items()}
        for seat, at in seen.seats.items()
        if at.stakes
    }
    asked: list[Asked] = []
    names: dict[str, Wager] = {spot.called: spot.wager for spot in playable.spots.values()}
    for line in sorted(lines, key=lambda line: (line.seat, playable.order[line.wager])):
        if line.stake and not playable.script.BY_ROLLS:
            own = stakes.setdefault(line.seat, {})
            own[line.wager] = own.get(line.wager, 0) + line.stake
        asked.append(Asked(line.seat, line.wager, line.stake, "paid", line.won or line.returned - line.stake, line))
        if level is Level.COMMISSION and (line.commission or charged(playable, names[line.wager])):
            asked.append(Asked(line.seat, line.wager, line.stake, "commission", line.commission, line))
    return Scene(title, tuple(merged(telling.story)), seen, stakes, telling.dice, telling.spin, tuple(asked))


TAKE, PUSH = "take", "push"


def answered(text: str, stake: int) -> int:
    """What a dealer says of a wager, in cents: an amount that is paid, `push`, or `take` for the stake, with an amount for a part of it.

    >>> [answered(said, 2500) for said in ("37.50", "0", "push", "p", "take", "t", "-", "take 12.50", "-12.5")]
    [3750, 0, 0, 0, -2500, -2500, -2500, -1250, -1250]
    """
    said = text.strip().lower()
    if said in (PUSH, PUSH[0]):
        return 0
    for word in (TAKE, TAKE[0], "-"):
        if said.startswith(word):
            part = said.removeprefix(word).strip()
            return -cents(part) if part else -stake
    return cents(said)


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
