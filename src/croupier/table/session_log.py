"""A session written down: its log, from which it is replayed, and where it stands, from which it is rebuilt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any, Self

from croupier.table import acts, session_acts
from croupier.table.carried import Carried, carried_from
from croupier.table.life import Due
from croupier.table.playable import Playable, with_limits
from croupier.table.round import Round
from croupier.table.session_acts import SessionAct, Start


class State(StrEnum):
    CLOSED = "closed"
    OPENING = "opening"
    LIVE = "live"
    PLAYING = "playing"
    IDLE = "idle"


class Recorded:
    """What of a session is written down."""

    playable: Playable
    opened_as: Playable
    """The game with the limits that were posted at first."""
    electronic: bool
    as_one = True
    """Is a patron at several positions one player, to whom no hand of their own is another's?"""
    undoes = True
    """Does a round that is void leave what is counted over rounds as it was? Tables that were opened before that was asked say no."""
    state: State
    carried: Carried
    round: Round | None
    """The round being played, or the last that was."""
    rounds: int
    since_count: int
    dealer: str
    patrons: dict[int, str]
    meters: dict[str, Fraction]
    now: datetime | None
    cards_since: datetime | None
    counted_at: datetime | None
    counts: int
    _waiting: list[Due]
    _log: list[Round | tuple[int, SessionAct]]

    def __init__(self, playable: Playable, *, electronic: bool = False) -> None:
        self.playable, self.opened_as, self.electronic = playable, playable, electronic

    @property
    def played(self) -> list[Round]:
        """The rounds so far, the one being played among them."""
        return [entry for entry in self._log if isinstance(entry, Round)]

    @property
    def log(self) -> list[SessionAct | acts.Act]:
        """Everything that happened, in order: the session's acts and those of its rounds."""
        return list(self._told())

    def _told(self) -> Iterator[SessionAct | acts.Act]:
        entries, place = self._log, 0
        while place < len(entries):
            entry = entries[place]
            place += 1
            if not isinstance(entry, Round):
                yield entry[1]
                continue
            yield _start_of(entry)
            said = 0
            while place < len(entries) and not isinstance(beside := entries[place], Round):
                yield from entry.log[said : beside[0]]
                said = max(said, beside[0])
                yield beside[1]
                place += 1
            yield from entry.log[said:]

    def written(self) -> dict[str, Any]:
        """The session as its log: everything needed to play the evening again."""
        game = self.opened_as.terms
        return {
            "game": game.id,
            "version": game.version,
            "house_rules": {key: dict(value) for key, value in game.house_rules.items()},
            "electronic": self.electronic,
            "session": [session_acts.write(act) for act in self._told()],
        }

    def forget(self) -> None:
        """Drop the log: where events are kept elsewhere, a table open all night would hold every round it played."""
        self._log.clear()

    def supposed(self) -> Self:
        """The same table, to try an act on: what happens there does not happen here."""
        other = object.__new__(type(self))
        other.__dict__ |= self.__dict__
        other.round, other._log = None, []
        other.carried, other.patrons, other._waiting = self.carried.copy(), dict(self.patrons), list(self._waiting)
        return other

    def standing(self) -> dict[str, Any]:
        """Everything but the log, as JSON: a table is rebuilt from it with `Session.stood`."""
        return {
            "state": str(self.state),
            "carried": self.carried.as_json(),
            "rounds": self.rounds,
            "since_count": self.since_count,
            "dealer": self.dealer,
            "patrons": {str(seat): patron for seat, patron in self.patrons.items()},
            "now": self.now and self.now.isoformat(),
            "cards_since": self.cards_since and self.cards_since.isoformat(),
            "counted_at": self.counted_at and self.counted_at.isoformat(),
            "counts": self.counts,
            "waiting": [list(due) for due in self._waiting],
            "meters": {name: str(amount) for name, amount in self.meters.items()},
            "limits": dict(self.playable.terms.house_rules.get("limits", {})),
        }

    @classmethod
    def stood(cls, playable: Playable, standing: Mapping[str, Any], *, electronic: bool = False) -> Self:
        """The table as `standing` says; its log begins here."""
        session = cls(playable, electronic=electronic)
        session.state, session.carried = State(standing["state"]), carried_from(standing["carried"])
        session.rounds, session.since_count = standing["rounds"], standing["since_count"]
        session.dealer = standing["dealer"]
        session.patrons = {int(seat): patron for seat, patron in standing["patrons"].items()}
        session.now, session.cards_since, session.counted_at = (
            standing[key] and datetime.fromisoformat(standing[key]) for key in ("now", "cards_since", "counted_at")
        )
        session.counts = standing["counts"]
        session.meters = {name: Fraction(amount) for name, amount in standing["meters"].items()}
        session._waiting = [Due(*due) for due in standing["waiting"]]
        if standing["limits"] != playable.terms.house_rules.get("limits", {}):
            session.playable = with_limits(playable, standing["limits"])
        return session


def _start_of(round_: Round) -> Start:
    written = round_.written()
    seats = written["seats"]
    return Start(None if seats is None else tuple(seats), written["meters"])
