"""A table from opening to closing: what lies on it when no round is being played, what is due, and the rounds themselves.

    session = Session(playable)
    session.answer(Phase("open", "dealer"))              # the opening steps become due
    while session.due is not None:                       # each by the person the text names
        session.answer(Step(session.due.step, session.due.by))
    round_ = session.start([1, 2])                       # refused, with the clause, while something is due
    ...                                                  # answer the round as ever
    session.finish(round_)                               # what it leaves lies in session.carried
    replay_session(playable, session.written())          # the same table again, to the cent

Hooks for what else a table keeps between rounds:
- **A thing that lies there** (a bank, a button, dice, a marker): a part of `Carried`, read and written by procedures as
  `table.carried`. A round alone has one with nothing in it.
- **Something that happens between rounds** (limits are posted, a bank is offered): an act in `session_acts.py` and a method here,
  found by the act's type in `_TAKES`. It raises `Refused` before it changes anything.
- **Something a person must do**: a step, from the file (`life`) or made with `require(...)`; while one waits, what it blocks
  is refused. `life.between-rounds` steps with `after` follow what a ruling left to do (`then`).
- **Before a round and after it**: `start` and `finish` are the only doors; `carry_over` reads a finished round's table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from croupier.errors import BadInput, Refused, shown
from croupier.rules.life import Life
from croupier.rules.life import Step as StepInFile
from croupier.rules.posting import check_notice
from croupier.table import acts, coming_and_going, double_shoe, life, session_acts
from croupier.table.carried import ABANDONED, Carried
from croupier.table.life import Due
from croupier.table.patrons import check_positions, groups
from croupier.table.playable import Playable, with_limits
from croupier.table.round import Round, read_meters, read_seats
from croupier.table.session_acts import (
    Clock,
    Dealer,
    Left,
    Limits,
    Permitted,
    Phase,
    Reshuffle,
    Seated,
    SessionAct,
    Stacked,
    Start,
    Step,
    Voided,
)
from croupier.table.session_log import Recorded, State

__all__ = ["EQUIPMENT", "Session", "State", "ready", "replay_session"]

EQUIPMENT = "equipment"
"""Who does the steps of an electronic table, and is recorded as having done them."""


class Session(Recorded):
    """One table. Every act is refused, with its clause, when it is not due; refused, it changes nothing."""

    def __init__(self, playable: Playable, *, electronic: bool = False) -> None:
        super().__init__(playable, electronic=electronic)
        self.state = State.CLOSED
        self.carried = self._bare()
        self.round: Round | None = None  # the one being played, or the last that was
        self.rounds = self.since_count = 0
        self.counts = 0  # of the cards, by this dealer; one less where the dealer before still owes one
        self.dealer = ""
        self.patrons: dict[int, str] = {}  # who sits where, as far as anybody has said
        self.meters: dict[str, Fraction] = {}
        """What the table's jackpots stood at after its last round; nothing where they start at their seeds."""
        self.now: datetime | None = None
        self.cards_since: datetime | None = None
        self.counted_at: datetime | None = None
        self._waiting: list[Due] = []
        self._log: list[Round | tuple[int, SessionAct]] = []  # rounds; acts with how far the round before had come

    def _bare(self) -> Carried:
        """A table with nothing on it. Where people deal, they say when the cutting card comes out."""
        behind = life.behind_the_cutting_card(self.playable.terms, len(self.playable.pack)) if self.electronic else None
        return Carried(lasting=True, by_hand=not self.electronic, behind=behind)

    # What is there

    @property
    def waiting(self) -> tuple[Due, ...]:
        """Every step that is due, in order; last, that cards or dice which are too old are changed."""
        hours = life.card_hours(self.playable.terms) if self.state is State.LIVE else None
        if hours is None or not hours.binding or self.now is None or self.cards_since is None:
            return tuple(self._waiting)
        if self.now - self.cards_since <= timedelta(hours=hours.hours):
            return tuple(self._waiting)
        says = f"They have been in use for more than {hours.hours} hours."
        step = life.CHANGE_CARDS if self.playable.pack else life.CHANGE_DICE
        return (*self._waiting, Due(step, "dealer", ", ".join(hours.clause), says=says))

    @property
    def due(self) -> Due | None:
        """The step that must be done next, if one is."""
        return self._waiting[0] if self._waiting else next(iter(self.waiting), None)

    @property
    def playing(self) -> bool:
        return self.state is State.PLAYING

    def require(self, step: str, *, by: str, clause: str, blocks: str = "round", says: str = "") -> None:
        """From now on a step is due, after those that are due already."""
        self._waiting.append(Due(step, by, clause, blocks, says))

    # Acts between rounds

    @property
    def file(self) -> Life:
        """What the text says of the table's life."""
        return self.playable.terms.file.life

    def _steps(self, listed: Iterable[StepInFile]) -> list[Due]:
        return life.steps(self.playable.terms, listed)

    def answer(self, act: SessionAct | acts.Act) -> None:
        """Take an act: one of the session's own, or one for the round being played."""
        take = _TAKES.get(type(act))
        if take is not None:
            done = 0 if self.round is None else len(self.round.log)
            take(self, act)
            self._log.append((done, act))  # type: ignore[arg-type]
        elif isinstance(act, Start):
            self.start(act.seats, read_meters(act.meters))
        elif self.round is None or not self.playing:
            raise Refused("no round is being played", clause=self.playable.terms.clause)
        else:
            self.round.answer(act)  # type: ignore[arg-type]

    def _refuse(self, what: str) -> Refused:
        return Refused(f"{what}: the table is {self.state}", clause=self.playable.terms.clause)

    def _clock(self, act: Clock) -> None:
        self.now = act.after(self.now)
        self.cards_since = self.cards_since or (self.now if self.state is not State.CLOSED else None)
        self.counted_at = self.counted_at or self.cards_since

    def _phase(self, act: Phase) -> None:
        match act.phase, self.state:
            case "open", State.CLOSED:
                self._begin(self.file.opening)
            case "idle", State.LIVE if self.due is None:
                self.state = State.IDLE
                self._waiting = self._steps(self.file.idle)
            case "resume", State.IDLE:
                self._resume()
            case "close", State.LIVE | State.IDLE | State.OPENING:
                self.state, self.cards_since, self.counted_at = State.CLOSED, None, None
                self.carried = self._bare()
                self._waiting = self._steps(self.file.closing)
            case "open" | "idle" | "resume" | "close", _:
                raise self._refuse(f"cannot {act.phase}")
            case _:
                raise BadInput(f"{shown(act.phase)}: a table opens, stands idle, resumes or closes")

    def _begin(self, steps: Iterable[StepInFile]) -> None:
        """Cards come to the table, or a wheel is uncovered: they are shuffled before the next round."""
        self.state, self.cards_since, self.counted_at = State.OPENING, self.now, self.now
        self.carried.reshuffled()
        self.carried.shuffles, self.carried.other = 0, None
        self._waiting = self._steps(steps)
        self._settle()

    def _resume(self) -> None:
        """A player comes to an idle table: what the text asks for then, or the opening again; the cards are as old as they were."""
        since, left = self.cards_since, list(self._waiting)
        self._begin(self.file.resuming or self.file.opening)
        self._waiting, self.cards_since = [*left, *self._waiting], since
        self.state = State.OPENING if self._waiting else State.LIVE

    def _settle(self) -> None:
        if self.state is State.OPENING and not self._waiting:
            self.state = State.LIVE

    def _step(self, act: Step) -> None:
        """The step that is due is done, by the one the text names or, at an electronic table, by the equipment."""
        due = self.step_called(act.step)
        if due is None:
            first = self.due
            wanted = f"{first.step} is due" if first else "nothing is due"
            raise Refused(f"{act.step}: {wanted}", clause=first.clause if first else self.playable.terms.clause)
        if act.by == EQUIPMENT and not self.electronic:
            raise Refused(f"{act.step}: people do the steps of this table: {due.by}", clause=due.clause)
        if act.by not in (due.by, EQUIPMENT):
            raise Refused(f"{act.step} is for the {due.by}, not for the {act.by}", clause=due.clause)
        if due != self.due:
            return  # nobody had to: that it was done is what is written down
        del self._waiting[:1]
        if act.step == life.COUNT_STUB:
            self.since_count, self.counted_at, self.counts = 0, self.now, self.counts + 1
        if act.step in (life.CHANGE_CARDS, life.CHANGE_DICE):
            self._begin(self.file.opening)
        self._settle()

    def step_called(self, name: str) -> Due | None:
        """The step of that name that is due now, or one that the text lets somebody do at this moment."""
        if (due := self.due) is not None and due.step == name:
            return due
        listed: tuple[StepInFile, ...] = ()
        if self.state is State.IDLE:
            listed = self.file.idle
        elif self.state in (State.OPENING, State.LIVE):
            listed = (*self.file.between_rounds, *self.file.opening)
        return next((due for due in life.allowed(self.playable.terms, listed) if due.step == name), None)

    def _dealer(self, act: Dealer) -> None:
        """A dealer is relieved between rounds; before the next deals a card is burned, or all are counted, where the text asks for it."""
        if self.playing:
            raise self._refuse(f"{act.name} cannot take over the deal")
        relieved, self.dealer = bool(self.dealer and act.name != self.dealer), act.name
        self.carried.new_dealer = self.carried.new_dealer or relieved
        if relieved:
            self._waiting += (owed := life.count_of_the_relieved(self.playable.terms, self.counts))
            self.counts = -len(owed)

    def _seated(self, act: Seated) -> None:
        """A further position of the same patron is beside the first, and not more than the house allows; it is taken between rounds."""
        self.check_seat(act.seat)
        held = [seat for seat, patron in self.patrons.items() if act.patron and patron == act.patron]
        check_positions(self.playable.terms, held, act.seat)
        if held and self.playing:
            raise self._refuse("a further position cannot be taken now")
        self.patrons[act.seat] = act.patron
        self.carried.seat(groups(self.patrons), as_one=self.as_one)

    def _left(self, act: Left) -> None:
        """What a player owes is collected by whoever keeps the accounts; who takes the seat next let this shoe's rounds pass."""
        self.check_seat(act.seat)
        self.patrons.pop(act.seat, None)
        if not self.playing:
            self.carried.seat(groups(self.patrons), as_one=self.as_one)
        for carried in coming_and_going.both(self):  # else the round being played would bring it back
            carried.stack(act.seat, self.playable.stack, 0)
            carried.forget_player(act.seat)
            carried.streaks |= {act.seat: ABANDONED} if act.seat in carried.stakes else {}
            carried.bank = {part: kept for part, kept in carried.bank.items() if not part.endswith(f" {act.seat}")}
            if carried.stub is not None:
                carried.let_pass(act.seat, life.entry(self.playable.terms, played=False))

    def _stacked(self, act: Stacked) -> None:
        if self.playing or self.playable.stack is None or act.cents < 0:
            raise self._refuse(f"seat {act.seat}: {act.cents} cents cannot be put there now")
        self.check_seat(act.seat)
        self.carried.stack(act.seat, self.playable.stack, act.cents)

    def check_seat(self, seat: int) -> None:
        if not 1 <= seat <= self.playable.seats:
            raise Refused(f"there is no seat {seat}: seats are 1 to {self.playable.seats}", clause=self.playable.seats_clause)

    def _reshuffle(self, act: Reshuffle) -> None:
        """In a round: after it. Between rounds: now."""
        if self.carried.stub is None and not self.playing:
            raise Refused("the cards are to be shuffled anyway", clause=self.playable.terms.clause)
        if self.playing and self.round is not None:
            self.round.table.carried.last_round = True
        else:
            self.carried.reshuffled()

    def _permitted(self, act: Permitted) -> None:
        """The house lets somebody wager again who let a round of this shoe pass."""
        for kept in (self.carried.barred, self.carried.held):
            if act.seat in kept and not self.playing:
                kept.remove(act.seat)
                return
        raise Refused(f"seat {act.seat} is not kept from wagering", clause=self.playable.seats_clause)

    def _limits(self, act: Limits) -> None:
        """What is posted changes between rounds, once those have been told whom the text names."""
        if self.playing:
            raise self._refuse("the limits cannot be changed")
        check_notice(self.playable.terms, act.told)
        self.playable = with_limits(self.playable, act.limits)

    def _voided(self, act: Voided) -> None:
        """The floor ends a round that cannot go on: every stake goes back, what was settled is taken back."""
        if self.round is None or not self.playing:
            raise Refused("there is no round to void")
        self.round.table.void_round(act.clause, None)
        self.round.pending = None

    def do_own_steps(self) -> list[Due]:
        """Whatever is due is done by the equipment, and told."""
        done = []
        while (due := self.due) is not None:
            self.answer(Step(due.step, EQUIPMENT))
            done.append(due)
        return done

    # Rounds

    def _check_ready(self) -> None:
        due = self.due
        if due is not None and due.blocks == "round":
            raise Refused(f"no round can start: {due.step} by the {due.by} is due", clause=due.clause)
        if self.state is not State.LIVE:
            raise self._refuse("no round can start")

    def start(self, seats: Iterable[int] | None = None, meters: Mapping[str, int | Fraction] | None = None) -> Round:
        """The next round, from what lies on the table, with its meters as they stand; refused while something is due."""
        self._check_ready()
        self.round = Round(self.playable, seats, self.meters if meters is None else meters, self.carried.copy())
        self._log.append(self.round)
        self.state = State.PLAYING
        return self.round

    def finish(self, round_: Round) -> None:
        """The round is over: what it leaves lies on the table, and what its rulings left to do is due."""
        if not self.playing or round_ is not self.round or not round_.done:
            raise self._refuse("no finished round")
        self.state = State.LIVE
        self.rounds += 1
        self.since_count += 1
        self.carry_over(round_)
        self._require_after(round_)

    def carry_over(self, round_: Round) -> None:
        """What the round's table holds for the next."""
        table, game, before = round_.table, self.playable.terms, self.carried
        carried = self.carried = table.carried
        carried.new_dealer = False
        carried.seat(groups(self.patrons), as_one=self.as_one)
        self.meters = {name: meter.amount for name, meter in table.meters.items()}
        carried.stakes = {number: left for number, seat in table.seats.items() if seat.stakes and (left := table.lasting(seat))}
        if self.undoes and all(line.outcome == "void" for line in table.lines):
            carried.undone(before)
        double_shoe.carry_over(table)
        if (rule := life.shoe(game)) is None or table.last_of_the_shoe:
            carried.reshuffled()
            return
        carried.stub = {card: count for card, count in table.remaining.items() if count}
        carried.aside += table.set_apart
        carried.last_round = table.cutting_card_out
        for number, seat in table.seats.items():
            if not seat.placed:
                carried.let_pass(number, life.entry(game, played=number in carried.played))
            elif rule.again is not None and number not in carried.played:
                carried.played.append(number)

    def _require_after(self, round_: Round) -> None:
        """Steps between rounds, those a ruling left to do, and the count of the stub when it is time for it."""
        left = round_.table.aftermath
        self._waiting += [due for after, due in life.between_rounds(self.playable.terms) if after is None or after in left]
        self._waiting += round_.table.left_to_do
        rule = life.stub_count(self.playable.terms)
        if rule is not None and life.count_is_due(rule, self.since_count, self.now, self.counted_at, self.counts):
            self.require(life.COUNT_STUB, by="dealer", clause=", ".join(rule.clause))
        if any(name in left for name in life.STARTS_ANEW):
            self.since_count = 0
            self._begin(self.file.opening)


_TAKES: dict[type[Any], Callable[[Session, Any], None]] = {
    Clock: Session._clock,
    Phase: Session._phase,
    Step: Session._step,
    Dealer: Session._dealer,
    Seated: Session._seated,
    Left: Session._left,
    Stacked: Session._stacked,
    Reshuffle: Session._reshuffle,
    Permitted: Session._permitted,
    Limits: Session._limits,
    Voided: Session._voided,
    **coming_and_going.TAKES,
}
"""What the session does with each kind of act."""


def replay_session(playable: Playable, written: Mapping[str, Any]) -> Session:
    """The same session, rebuilt from its log; a round that is over is finished as soon as anything follows it."""
    if not isinstance(written.get("session"), list):
        raise BadInput("the log of a session has a list of acts called session")
    session = Session(playable, electronic=bool(written.get("electronic")))
    for number, form in enumerate(written["session"], start=1):
        try:
            act = session_acts.read(form)
            if session.playing and session.round is not None and session.round.done:
                session.finish(session.round)
            if isinstance(act, Start):
                read_seats(None if act.seats is None else list(act.seats), playable)
            session.answer(act)
        except BadInput as error:
            raise BadInput(f"act {number} {json.dumps(form)}: {error}") from None
    if session.playing and session.round is not None and session.round.done:
        session.finish(session.round)
    return session


def ready(playable: Playable) -> Session:
    """An electronic table, opened, with every step done that it does by itself."""
    session = Session(playable, electronic=True)
    session.answer(Phase("open", EQUIPMENT))
    session.do_own_steps()
    return session
