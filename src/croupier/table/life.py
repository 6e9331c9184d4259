"""The table's life: closed, opened step by step, live, idle, closed again; how long cards last, when the stub is counted.

What the steps are and when they are due is the rulebook's; that none is skipped is ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from croupier.errors import Refused
from croupier.rules.model import CardHours, Step, StubCount
from croupier.table.playable import Playable
from croupier.table.round import Round


class State(StrEnum):
    CLOSED = "closed"
    OPENING = "opening"
    LIVE = "live"
    PLAYING = "playing"
    IDLE = "idle"


class TableLife:
    """One table through a day. Every act is refused, with its clause, when it is not due."""

    def __init__(self, playable: Playable) -> None:
        self.playable = playable
        self.state = State.CLOSED
        self.rounds = 0
        self.rounds_since_count = 0
        self.cards_since: datetime | None = None
        self.done: list[tuple[datetime, str, str]] = []
        self._waiting: list[Step] = []

    def _steps(self, steps: Sequence[Step]) -> list[Step]:
        return [step for step in steps if not step.optional and self.playable.terms.holds(step.when)]

    @property
    def due(self) -> Step | None:
        """The step that must be done next, if one is."""
        return self._waiting[0] if self._waiting else None

    @property
    def card_hours(self) -> CardHours | None:
        """How long these cards may stay, under the dealing method in force."""
        game = self.playable.terms
        return next((entry for entry in game.file.life.card_hours if game.holds(entry.when)), None)

    @property
    def stub_count(self) -> StubCount | None:
        """How often the stub must be counted, unless a counting shuffler does it."""
        game = self.playable.terms
        for entry in game.file.life.stub_count:
            if not (entry.unless and game.holds(entry.unless)):
                return entry
        return None

    @property
    def stub_count_due(self) -> bool:
        """Must the stub be counted in this round?"""
        rule = self.stub_count
        return rule is not None and self.rounds_since_count + 1 >= rule.every

    def _refuse(self, what: str) -> Refused:
        return Refused(f"{what}: the table is {self.state}", clause=self.playable.terms.clause)

    def open(self, now: datetime) -> None:
        """Cards come to a closed table, or a wheel is uncovered; the opening steps become due."""
        if self.state is not State.CLOSED:
            raise self._refuse("cannot open")
        self._begin(now)

    def _begin(self, now: datetime, steps: Sequence[Step] | None = None) -> None:
        self.state = State.OPENING
        self.cards_since = now
        self._waiting = self._steps(self.playable.terms.file.life.opening if steps is None else steps)
        self._settle_state()

    def _settle_state(self) -> None:
        if self.state is State.OPENING and not self._waiting:
            self.state = State.LIVE

    def do(self, step: str, now: datetime, *, by: str = "dealer", amount: int | None = None) -> None:
        """The step that is due is done; `amount` is how deep a cut was."""
        due = self.due
        if due is None or due.step != step:
            wanted = f"{due.step} is due" if due else "nothing is due"
            raise Refused(f"{step}: {wanted}", clause=", ".join(due.clause) if due else self.playable.terms.clause)
        if due.at_least is not None and amount is not None and amount < due.at_least:
            raise Refused(f"{step} of {amount} cards: at least {due.at_least}", clause=", ".join(due.clause))
        self.done.append((now, step, by))
        self._waiting.pop(0)
        self._settle_state()

    def start_round(self, now: datetime) -> Round:
        """A new round on a live table whose cards are not too old."""
        if self.due is not None:
            raise Refused(f"no round can start: {self.due.step} is due", clause=", ".join(self.due.clause))
        if self.state is not State.LIVE:
            raise self._refuse("no round can start")
        hours = self.card_hours
        if (
            hours is not None
            and hours.binding
            and self.cards_since is not None
            and now - self.cards_since > timedelta(hours=hours.hours)
        ):
            raise Refused(f"the cards have been in use for more than {hours.hours} hours", clause=", ".join(hours.clause))
        self.state = State.PLAYING
        return Round(self.playable)

    def finish_round(self, round_: Round, now: datetime, *, stub_counted: bool = False) -> None:
        """The round is settled; what its rulings left to do is done before the next."""
        if self.state is not State.PLAYING or not round_.done:
            raise self._refuse("no finished round")
        rule = self.stub_count
        if rule is not None and self.stub_count_due and not stub_counted and not round_.table.aftermath:
            raise Refused(f"the stub must be counted at least every {rule.every} rounds", clause=", ".join(rule.clause))
        self.rounds += 1
        self.rounds_since_count = 0 if stub_counted else self.rounds_since_count + 1
        self.state = State.LIVE
        steps = self._steps(self.playable.terms.file.life.between_rounds)
        self._waiting = [step for step in steps if step.after is None or step.after in round_.table.aftermath]
        if "remove-deck" in round_.table.aftermath:
            self.done.append((now, "remove-deck", "supervisor"))
            self.rounds_since_count = 0
            self._begin(now)

    def idle(self, now: datetime) -> None:
        """No gaming activity: the idle procedure. Before play resumes, what the text asks for then, or the opening again."""
        if self.state is not State.LIVE:
            raise self._refuse("cannot stand idle")
        self.state = State.IDLE
        self.done += [(now, step.step, step.by) for step in self._steps(self.playable.terms.file.life.idle)]

    def resume(self, now: datetime) -> None:
        """A player arrives at an idle table."""
        if self.state is not State.IDLE:
            raise self._refuse("cannot resume")
        since, life = self.cards_since, self.playable.terms.file.life
        self._begin(now, life.resuming or life.opening)
        self.cards_since = since or now

    def close(self, now: datetime) -> None:
        """The table closes after its last round."""
        if self.state not in (State.LIVE, State.IDLE, State.OPENING):
            raise self._refuse("cannot close")
        self.done += [(now, step.step, step.by) for step in self._steps(self.playable.terms.file.life.closing)]
        self.state = State.CLOSED
        self.cards_since = None
        self._waiting = []
