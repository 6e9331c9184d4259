"""One's own chips between "bets are open" and "no more bets": put down and taken up, repeated, doubled, cleared, undone, left up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.server.pages.felt.layout import spot_name
from croupier.server.pages.frame import money
from croupier.table import dues
from croupier.table.playable import Playable, Spot

if TYPE_CHECKING:
    from croupier.server.pages.table.room import Room

MOST_REMEMBERED = 10_000
Stakes = dict[str, int]
_last: dict[tuple[str, str], Stakes] = {}
"""The wagers each player closed their last round's betting with, to be repeated; in this process's memory only."""


class Bets:
    """What a player does with chips, one thing after another, each reckoned from what stands there then."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.stay_up = True
        """Do wagers that won and came back go up again by themselves?"""
        self._before: list[Stakes] = []
        """How one's chips lay before each thing that was done with them since the dice, the wheel or the deal."""
        self._betting = self._moment
        self._heard = len(self._settled)

    # What was

    @property
    def last(self) -> Stakes:
        """The wagers of the last round."""
        return _last.get((self.room.table_id, self.room.person.account), {})

    @property
    def _moment(self) -> tuple[Any, ...]:
        """The betting that is open: of which round, after how many results, at which position."""
        round_ = self.room.seen["round"] or {}
        return round_.get("id"), len(round_.get("results", [])), self.room.seat

    @property
    def may_undo(self) -> bool:
        return bool(self._before) and self._betting == self._moment and self.room.wagering

    def _remember(self, stakes: Stakes) -> None:
        if self._betting != self._moment:
            self._before, self._betting = [], self._moment
        self._before.append(stakes)

    @property
    def _settled(self) -> list[dict[str, Any]]:
        """One's own lines of the round that is being played."""
        round_ = self.room.seen["round"]
        own = self.room.seen["you"]["seats"]
        return [] if round_ is None or round_["done"] else [line for line in round_["settled"] if line["seat"] in own]

    # What is done

    async def put(self, spot: str, *, take: bool) -> None:
        """One chip more on a spot, or one less."""
        room = self.room
        if room.seat is None:
            return
        async with room.lock:
            if room.over and not take and room.seen["may"]["open_round"]:
                await room.open_now()
            if not room.wagering:
                return
            before = dict(room.stakes)
            forms = self._one_less(spot) if take else self._one_more(spot)
            if forms:
                await room.answer(forms)
                if room.stakes != before:
                    self._remember(before)

    def _one_less(self, spot: str) -> list[list[Any]]:
        entry = self.room.own_wagers.get(spot)
        if not self.room.stakes.get(spot):
            return []
        return [["wager", self.room.seat, spot, entry.less(self.room.chip) if entry is not None else 0]]

    def _one_more(self, spot: str) -> list[list[Any]]:
        room = self.room
        entry, stake = room.own_wagers.get(spot), room.stakes.get(spot, 0)
        amount = entry.nearest(entry.stake + room.chip) if entry is not None else room.chip
        if entry is not None and amount <= stake:
            together = room.together(spot, stake + room.chip)
            if not together:
                name = spot_name(room.playable.spots[spot])
                room.tell(f"{name}: {money(entry.maximum or stake)} is all that may stand there now")
            return together
        return [["wager", room.seat, spot, amount]]

    async def close(self) -> None:
        """No more bets."""
        room = self.room
        async with room.lock:
            if room.stakes and not (room.seen["round"] or {}).get("results"):
                _last[(room.table_id, room.person.account)] = dict(room.stakes)
                if len(_last) > MOST_REMEMBERED:
                    del _last[next(iter(_last))]
            await room.answer([["no-more-bets"]])

    async def repeat(self) -> None:
        """The last round's wagers again, as far as they can be made."""
        await self._lay({**({} if self.room.over else self.room.stakes), **self.last}, new_round=self.room.over)

    async def double(self) -> None:
        """Every wager that stands twice as large: all of them, or they stay as they are."""
        room = self.room
        async with room.lock:
            before = dict(room.stakes)
            doubled = {spot: 2 * stake for spot, stake in before.items()}
            done = await room.answer(self._to(doubled, anew=self._all_removable))
            if done is not None and done.get("refused"):
                await room.answer(self._to(before))
            elif room.stakes != before:
                self._remember(before)

    async def clear(self) -> None:
        """Everything one's own that may come up again comes up, the wagers that rest on others first."""
        listed = self.room.own_wagers
        fixed = {spot for spot in self.room.stakes if spot not in listed or listed[spot].removable is False}
        await self._lay({spot: stake for spot, stake in self.room.stakes.items() if spot in fixed})

    async def undo(self) -> None:
        """One's chips as they lay before the last thing that was done with them."""
        room = self.room
        async with room.lock:
            if self.may_undo:
                forms = self._to(self._before.pop())
                if forms:
                    await room.answer(forms)

    async def _lay(self, stakes: Stakes, *, new_round: bool = False) -> None:
        room = self.room
        async with room.lock:
            before = {} if new_round else dict(room.stakes)
            forms = self._to(stakes, standing=before)
            if forms:
                await room.answer(forms, new_round=new_round)
                if room.stakes != before:
                    self._remember(before)

    @property
    def _all_removable(self) -> bool:
        """May all of one's chips come up? Then wagers that must equal each other can be laid down anew."""
        listed = self.room.own_wagers
        return all(spot in listed and listed[spot].removable is not False for spot in self.room.stakes)

    def _to(self, stakes: Stakes, *, standing: Stakes | None = None, anew: bool = False) -> list[list[Any]]:
        """What it takes to have one's chips lie so: what is too much comes up, the last first, then the rest goes down."""
        standing = dict(self.room.stakes) if standing is None else standing
        up = [spot for spot in reversed(standing) if anew or stakes.get(spot, 0) < standing[spot]]
        left = {spot: stake for spot, stake in standing.items() if spot not in up}
        down = {spot: stake for spot, stake in stakes.items() if stake and left.get(spot, 0) != stake}
        seat = self.room.seat
        return [["wager", seat, spot, 0] for spot in up] + [["wager", seat, spot, stake] for spot, stake in down.items()]

    # Wagers that stay up

    def returning(self) -> Stakes:
        """Wagers of one's own that have won since this was last asked, and came back with what they won."""
        settled = self._settled
        since, self._heard = settled[self._heard :] if len(settled) >= self._heard else [], len(settled)
        spots = self.room.playable.called
        return {
            spot.id: line["stake"]
            for line in since
            if line["outcome"] == "win" and line["returned"] and stays(self.room.playable, spot := spots[line["wager"]])
        }

    async def leave_up(self, won: Stakes) -> None:
        """Put wagers that won up again, where the table takes them now; the text lets them be made at any time."""
        room = self.room
        async with room.lock:
            listed = room.own_wagers if room.wagering else {}
            forms = [
                ["wager", room.seat, spot, stake]
                for spot, stake in won.items()
                if not room.stakes.get(spot) and spot in listed and listed[spot].nearest(stake) == stake
            ]
            if forms:
                await room.answer(forms)


def stays(playable: Playable, spot: Spot) -> bool:
    """Is it a wager on dice that could go on after a win: decided by no single roll, and with nothing to pay for making it again?"""
    until = spot.wager.dice is not None and spot.wager.dice.row.resolves == "until"
    return until and not dues.prepaid(playable.terms, spot.wager)
