"""What one person sees of a table, and what follows from it for their chips. Nothing is done here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.server import seeing
from croupier.server.floor import Floor
from croupier.server.people import Person
from croupier.table.playable import Playable


def next_stake(entry: Mapping[str, Any], chip: int, *, take: bool = False) -> int:
    """The whole stake after one more chip, or one less: within the bounds of a legal entry, and nothing where less is not allowed.

    >>> next_stake({"stake": 0, "minimum": 1000, "maximum": None, "step": 100}, 500)
    1000
    """
    stake, step = int(entry["stake"]), int(entry["step"])
    least = -(-int(entry["minimum"]) // step) * step
    if take:
        left = (stake - chip) // step * step
        return left if left >= least else 0
    wanted = max(least, (stake + chip) // step * step)
    return wanted if entry["maximum"] is None else min(wanted, int(entry["maximum"]) // step * step)


class Sight:
    """A table with one person's eyes: all of it from `seeing`, none of it from the table itself."""

    def __init__(self, floor: Floor, person: Person, table_id: str) -> None:
        self.floor, self.person, self.table_id = floor, person, table_id
        self.past: list[dict[str, Any]] = []
        self.seen: dict[str, Any] = self.look()
        self.playable: Playable = floor.read(table_id, lambda table: table.playable)

    def look(self) -> dict[str, Any]:
        """The table as it is now; its last rounds are kept beside it."""
        self.past = seeing.history(self.floor, self.table_id, limit=16)
        return seeing.see(self.floor, self.person, self.table_id)

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

    def entries(self, act: str) -> list[dict[str, Any]]:
        """The legal answers of one kind."""
        pending = self.seen["pending"]
        return [entry for entry in (pending["legal"] if pending is not None else []) if entry["act"] == act]

    def open_spots(self) -> set[str]:
        """Where a chip may go now; a round that is over can be followed by the next with a chip on any opening spot."""
        if self.seat is None or self.seen["held"] is not None:
            return set()
        if self.over:
            spots = self.playable.spots.values()
            return {spot.id for spot in spots if spot.wager.placed == "opening"} if self.seen["may"]["open_round"] else set()
        return {entry["spot"] for entry in self.entries("wager") if entry["seat"] == self.seat} if self.wagering else set()

    def wanted(self) -> set[str]:
        """Spots that must be filled before the round can go on."""
        if not self.wagering:
            return set()
        open_ = {entry["spot"]: entry for entry in self.entries("wager") if entry["seat"] == self.seat}
        found = {spot for spot, entry in open_.items() if entry.get("opens")}
        stakes = self.stakes
        for stake in stakes if not self.entries("no-more-bets") else ():
            for need in self.playable.spots[stake.partition("#")[0]].wager.needs:
                if not any(stakes.get(other) for other in need.wagers):
                    found.update(need.wagers)
        return found & set(open_)

    def together(self, spot: str, amount: int) -> list[list[Any]]:
        """A larger stake on wagers that must equal each other: all one's chips up, and down again with those raised alike."""
        needs = {name: self.playable.spots[name.partition("#")[0]].wager.needs for name in self.stakes}
        equal = {spot} | {other for need in needs[spot] if need.part == 1 for other in need.wagers if other in self.stakes}
        if len(equal) < 2:
            return []
        up = [["wager", self.seat, name, 0] for name in reversed(self.stakes)]
        return up + [["wager", self.seat, name, amount if name in equal else stake] for name, stake in self.stakes.items()]
