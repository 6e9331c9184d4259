"""What one person sees of a table, and what follows from it for their chips. Nothing is done here."""

from __future__ import annotations

from typing import Any, TypeVar

from croupier.server import seeing
from croupier.server.floor import Floor
from croupier.server.people import Person
from croupier.table.legal import Legal, LegalWager, NoMoreBets, unmet, wagers_among
from croupier.table.playable import Playable

L = TypeVar("L", bound=Legal)
MOST_PAST = 80
"""Rounds that are remembered: more than a shoe of baccarat has."""


class Sight:
    """A table with one person's eyes: all of it from `seeing`, none of it from the table itself."""

    def __init__(self, floor: Floor, person: Person, table_id: str) -> None:
        self.floor, self.person, self.table_id = floor, person, table_id
        self.past: list[dict[str, Any]] = []
        """The last rounds, newest first."""
        self.position: int | None = None
        """Which of one's positions the page is about, where one has several and none is asked."""
        self.playable: Playable
        self.take_in(self.look())

    def look(self) -> seeing.Seen:
        """The table as it is now; its last rounds are kept beside it, and those that have come since are added."""
        known = self.past
        since = seeing.history(self.floor, self.person, self.table_id, limit=MOST_PAST, after=known[0]["seq"] if known else 0)
        self.past = [*since, *known][:MOST_PAST]
        self.playable = self.floor.read(self.table_id, lambda table: table.playable)
        return seeing.see_answers(self.floor, self.person, self.table_id)

    def take_in(self, looked: seeing.Seen) -> None:
        """What was seen is what this page goes by now."""
        self.seen: dict[str, Any] = looked.state
        own, pending = self.seen["you"]["seats"], self.seen["pending"]
        asked = None if pending is None else pending["seat"]
        if len(own) > 1:
            self.seen["you"]["seat"] = next((seat for seat in (asked, self.position) if seat in own), own[0])
        self.answers = looked.answers

    @property
    def seat(self) -> int | None:
        seat: int | None = self.seen["you"]["seat"]
        return seat

    @property
    def over(self) -> bool:
        """Is no round being played?"""
        return self.seen["round"] is None or bool(self.seen["round"]["done"]) or self.seen["pending"] is None

    @property
    def wagering(self) -> bool:
        pending = self.seen["pending"]
        return pending is not None and pending["kind"] == "wager" and bool(pending["yours"])

    @property
    def stakes(self) -> dict[str, int]:
        view = self.seen["view"]
        if view is None or self.seat is None:
            return {}
        found: dict[str, int] = view["seats"].get(str(self.seat), {"stakes": {}})["stakes"]
        return found

    @property
    def results(self) -> list[str]:
        """Which hand won each round of this shoe, where hands win for all who bet on them; the oldest first."""
        first = _number(self.seen["session"]["shoe"] or "")
        return [entry["winner"] for entry in reversed(self.past) if entry["winner"] and _number(entry["round"]) >= first]

    def legal(self, kind: type[L]) -> list[L]:
        """The answers of one kind that this person may give."""
        return [entry for entry in self.answers if isinstance(entry, kind)]

    @property
    def may_close(self) -> bool:
        """May this person say no more bets, now?"""
        return bool(self.legal(NoMoreBets))

    @property
    def own_wagers(self) -> dict[str, LegalWager]:
        """What one's own seat may stake, by spot."""
        return {entry.spot: entry for entry in wagers_among(self.answers, self.seat)} if self.seat is not None else {}

    def open_spots(self) -> set[str]:
        """Where a chip may go now; a round that is over can be followed by the next with a chip on any opening spot."""
        if self.seat is None or self.seen["held"] is not None:
            return set()
        if self.over:
            spots = self.playable.spots.values()
            return {spot.id for spot in spots if spot.wager.placed == "opening"} if self.seen["may"]["open_round"] else set()
        return set(self.own_wagers) if self.wagering else set()

    def wanted(self) -> set[str]:
        """Spots that must be filled before the round can go on."""
        if not self.wagering:
            return set()
        open_ = self.own_wagers
        found = {spot for spot, entry in open_.items() if entry.opens}
        if not self.may_close:
            found.update(wager for wagers in unmet(self.playable.spots, self.stakes) for wager in wagers)
        return found & set(open_)

    def together(self, spot: str, amount: int) -> list[list[Any]]:
        """A larger stake on wagers that must equal each other: all one's chips up, and down again with those raised alike."""
        needs = {name: self.playable.spots[name.partition("#")[0]].wager.needs for name in self.stakes}
        equal = {spot} | {other for need in needs[spot] if need.whole for other in need.wagers if other in self.stakes}
        alike = self.playable.terms.file.wagering.get("equal")
        if alike is not None and spot in alike.wagers:
            equal |= {name for name in alike.wagers if name in self.stakes}
        if len(equal) < 2:
            return []
        up = [["wager", self.seat, name, 0] for name in reversed(self.stakes)]
        return up + [["wager", self.seat, name, amount if name in equal else stake] for name, stake in self.stakes.items()]


def _number(round_id: str) -> int:
    """Which round of its table it is, by its id; 0 where there is none."""
    number = round_id.rpartition("-")[2]
    return int(number) if number.isdecimal() else 0
