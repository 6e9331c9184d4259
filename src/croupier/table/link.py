"""Several tables on one jackpot: what each of them collects goes on the meter at once, and what each pays comes off it in turn.

A linked round is still its own log: it is paid as if it had started from the meter as it stands when its turn comes, and
`settled` keeps that log. The count before a deal and the duties before a payment are the chapter's; that none is skipped
is ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from croupier.errors import OutOfBounds, Refused, Unknown
from croupier.rules.resolve import GameRules
from croupier.table import acts
from croupier.table.meters import Meter, open_meters
from croupier.table.playable import Playable
from croupier.table.round import Round, replay


class Duty(NamedTuple):
    """Something to be done about a seat's win before it is paid; any one of `by` may do it."""

    seat: int
    step: str
    by: tuple[str, ...]
    clause: str


@dataclass(slots=True)
class _Play:
    """A round under way at one of the tables."""

    round: Round
    fed: dict[str, Fraction] = field(default_factory=dict)
    counted: bool = False
    duties: list[Duty] | None = None


class Link:
    """Tables by name, one set of meters. Start a round, answer it, count its chips, confirm its duties, pay it."""

    def __init__(
        self, chapter: GameRules, tables: Mapping[str, Playable], amounts: Mapping[str, int | Fraction] | None = None
    ) -> None:
        self.chapter = chapter
        self.tables = dict(tables)
        terms: dict[str, Any] = {}
        for name, playable in self.tables.items():
            self._check_table(name, playable, terms)
        self.meters: dict[str, Meter] = open_meters(terms, amounts)
        self.settled: list[tuple[str, dict[str, Any]]] = []
        self.confirmed: list[tuple[str, Duty, str]] = []
        self._plays: dict[str, _Play] = {}

    def _check_table(self, name: str, playable: Playable, terms: dict[str, Any]) -> None:
        """The chapter lets this game be linked, and its meters are on the same terms as those of the other tables."""
        game, chapter = playable.terms, self.chapter
        if game.rulebook != chapter.rulebook or game.game not in (*chapter.options["linked-games"], chapter.game):
            raise OutOfBounds(f"{name}: {game.id} is not a game to be linked ({chapter.clause_of('linked-games')})")
        if not any(wager.meter for wager in game.wagers.values()):
            raise OutOfBounds(f"{name}: {game.id} offers no progressive wager here ({chapter.clause_of('linked-games')})")
        for meter, own in game.meters.items():
            shared = terms.setdefault(meter, own)
            if (own.seed, own.rate, own.beside) != (shared.seed, shared.rate, shared.beside):
                cited = ", ".join(own.clause)
                raise OutOfBounds(f"{name}: {meter} is {shared.seed} cents and {shared.rate} at other tables ({cited})")

    # What the link knows

    def _play(self, table: str) -> _Play:
        if table not in self.tables:
            raise Unknown("linked table", table, self.tables)
        if table not in self._plays:
            raise Refused(f"{table}: no round is under way", clause=self.chapter.clause)
        return self._plays[table]

    def round(self, table: str) -> Round:
        """The round under way at a table. Its winnings stand only when it is paid."""
        return self._play(table).round

    def accepted(self, table: str) -> int:
        """How many progressive wagers the system has accepted and locked in at a table."""
        layout = self._play(table).round.table
        return sum(layout.spot(stake).wager.meter is not None for seat in layout.seats.values() for stake in seat.placed)

    def count_due(self, table: str) -> bool:
        """Are chips collected that nobody has counted?"""
        play = self._play(table)
        return not play.round.done and not play.counted and self.accepted(table) > 0

    def due(self, table: str) -> tuple[Duty, ...]:
        """What must be confirmed before the table's winners are paid."""
        return tuple(self._play(table).duties or ())

    # A round at a table

    def start(self, table: str, seats: Iterable[int] | None = None) -> Round:
        """A round begins; it is refused while the one before is not paid."""
        if table not in self.tables:
            raise Unknown("linked table", table, self.tables)
        if table in self._plays:
            raise Refused(f"{table}: the round under way is not paid", clause=self.chapter.clause)
        begun = Round(self.tables[table], seats, {name: meter.amount for name, meter in self.meters.items()})
        self._plays[table] = _Play(begun)
        return begun

    def answer(self, table: str, act: acts.Act) -> None:
        """An act at a table. After the lock-out only a ruling comes before the count; wagers are on the meter at once."""
        play = self._play(table)
        if self.count_due(table) and not isinstance(act, acts.Reported):
            raise Refused(f"{table}: the progressive chips are not counted", clause=self.chapter.clause_of("chip-count"))
        play.round.answer(act)
        for name, own in play.round.table.meters.items():
            share = own.contributed - play.fed.get(name, Fraction(0))
            self.meters[name].amount += share
            self.meters[name].contributed += share
            play.fed[name] = own.contributed
        if play.round.done and play.duties is None:
            play.duties = self._duties(play.round)

    def count(self, table: str, chips: int) -> None:
        """The dealer has collected and counted the chips: they must be as many as the wagers accepted."""
        play, clause = self._play(table), self.chapter.clause_of("chip-count")
        if not self.count_due(table):
            raise Refused(f"{table}: there are no chips to count now", clause=clause)
        accepted = self.accepted(table)
        if chips != accepted:
            raise Refused(f"{table}: {chips} chips are collected and {accepted} wagers were accepted", clause=clause)
        play.counted = True

    def _duties(self, finished: Round) -> list[Duty]:
        """Who must check and verify what, for every winning progressive wager of the round, in the order of the chapter."""
        chapter, options = self.chapter, self.chapter.options
        wagers = {spot.called for spot in finished.table.spots.values() if spot.wager.meter is not None}
        people = tuple(options["verified-by"])
        duties = []
        for line in sorted(finished.lines, key=lambda line: -line.seat):
            if line.wager not in wagers or not line.won:
                continue
            for check in options["checked-by-dealer"]:
                duties.append(Duty(line.seat, check, ("dealer",), chapter.clause_of("checked-by-dealer")))
            if line.outcome in options["verified-hands"]:
                for persons in [(one,) for one in people] if options["verification"] == "by-each" else [people]:
                    duties.append(Duty(line.seat, "verify", persons, chapter.clause_of("verified-by")))
            if line.outcome in options["deck-sorted-for"]:
                duties.append(Duty(line.seat, "sort-deck", ("dealer",), chapter.clause_of("deck-sorted-for")))
        return duties

    def confirm(self, table: str, seat: int, step: str, *, by: str) -> None:
        """A duty is done, and recorded with the person who did it."""
        play = self._play(table)
        for duty in play.duties or ():
            if duty.seat == seat and duty.step == step and by in duty.by:
                play.duties = [other for other in play.duties or () if other is not duty]
                self.confirmed.append((table, duty, by))
                return
        raise Refused(f"{table}: {step} by {by} is not due for seat {seat}", clause=self.chapter.clause)

    def pay(self, table: str) -> Round:
        """The table's turn: its winners are paid from the meter as it now stands, and the round is closed."""
        play = self._play(table)
        if not play.round.done:
            raise Refused(f"{table}: the round is not over", clause=self.chapter.clause)
        for duty in play.duties or ():
            who = " or ".join(duty.by)
            raise Refused(f"{table}: {duty.step} by {who} is due for seat {duty.seat}", clause=duty.clause)
        paid = self._at_its_turn(table, play)
        for name, own in paid.table.meters.items():
            meter = self.meters[name]
            meter.amount, meter.paid, meter.resets = own.amount, meter.paid + own.paid, meter.resets + own.resets
        self.settled.append((table, paid.written()))
        del self._plays[table]
        return paid

    def _at_its_turn(self, table: str, play: _Play) -> Round:
        """The round as it settles from the meters of this moment, which already hold its own wagers."""
        starts = {name: self.meters[name].amount - own.contributed for name, own in play.round.table.meters.items()}
        if all(own.start == starts[name] for name, own in play.round.table.meters.items()):
            return play.round
        written = play.round.written()
        return replay(self.tables[table], {**written, "meters": {name: str(start) for name, start in starts.items()}})
