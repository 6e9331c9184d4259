"""Poker rooms in the books: a chain of its own for each, whose row is the lock, and the account of the players' fund.

Every event says how the room stands after it, so that its last event is all there is to read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, select

from croupier.errors import BadInput
from croupier.hands.low import fives_of
from croupier.hands.poker import Value, best_five
from croupier.ledger import books, schema
from croupier.ledger.books import Added, Event, Transfer
from croupier.ledger.live import LiveTable
from croupier.ledger.settings import Prepare
from croupier.rules.resolve import GameRules
from croupier.table import poker_room as acts
from croupier.table.poker_room import Ended, PokerRoom, Qualified, RoomAct

STREAM = "room-"
DROP = "promotional-drop"
_NAMES = {kind: name for name, kind in acts.KINDS.items()}


def stream_of(game: str) -> str:
    return STREAM + game.replace("/", "-")


def fund_of(game: str) -> str:
    return f"fund:{game.replace('/', '-')}"


def at(connection: Connection, terms: GameRules) -> PokerRoom:
    """The room as it stands; in a transaction that writes, nobody changes it until that ends."""
    stream = stream_of(terms.id)
    seq, _ = books.head(connection, stream)
    if not seq:
        return PokerRoom(terms)
    (event,) = books.read_events(connection, stream, first=seq, last=seq)
    return PokerRoom.stood(terms, event.body["room"])


def transfers(game: str, act: RoomAct, paid: Mapping[str, int]) -> list[Transfer]:
    """What the end of a period moves: the boxes of the tables into the fund, and the fund to whoever has won it."""
    if not isinstance(act, Ended):
        return []
    fund = fund_of(game)
    found = [Transfer(f"{DROP}:{table}", fund, cents, "jackpot-collected") for table, cents in act.collected.items() if cents]
    return [*found, *(Transfer(fund, f"player:{player}", cents, "jackpot") for player, cents in paid.items())]


def write(connection: Connection, room: PokerRoom, act: RoomAct, *, by: str) -> Added:
    """Something that happens in a room; refused, nothing is written."""
    paid = room.awards(act.carried + sum(act.collected.values())) if isinstance(act, Ended) else {}
    room.answer(act)
    body = {"game": room.terms.id, **act._asdict(), "paid": paid, "room": room.standing()}
    marks = ["jackpot"] if paid else []
    game = room.terms.id
    return books.append(connection, stream_of(game), _NAMES[type(act)], body, transfers(game, act, paid), by=by, marks=marks)


@dataclass(slots=True)
class Audit:
    """The rooms as their own chains have them, against the books."""

    prepare: Prepare
    rooms: dict[str, PokerRoom] = field(default_factory=dict)

    def event(
        self,
        event: Event,
        posted: Sequence[Transfer],
        held: Mapping[str, int],
        tables: Mapping[str, LiveTable],
        *,
        opened: Callable[[str], str | None],
    ) -> str | None:
        """What is wrong with an event of a room: `held` is what accounts held before it, `opened` says when a round began."""
        game = event.body["game"]
        if event.stream != stream_of(game):
            return f"it is of {game}, and not of this room"
        if event.stream not in self.rooms:
            self.rooms[event.stream] = PokerRoom(self.prepare(game, None, None).terms)
        room = self.rooms[event.stream]
        act = acts.read(event.kind, event.body)
        paid: dict[str, int] = {}
        if isinstance(act, Ended):
            if act.carried != held.get(fund_of(game), 0):
                return f"the fund is said to hold {act.carried}, and held {held.get(fund_of(game), 0)}"
            wrong = [table for table, cents in act.collected.items() if cents != held.get(f"{DROP}:{table}", 0)]
            wrong += [table for table in act.collected if not _is_of(game, tables.get(table))]
            if wrong:
                return f"{wrong[0]}: its box did not hold that, or it is no table of this room"
            paid = room.awards(act.carried + sum(act.collected.values()))
        if (
            isinstance(act, Qualified)
            and (fault := _misstated(game, act, tables.get(act.table), opened(act.round))) is not None
        ):
            return fault
        try:
            room.answer(act)
        except BadInput as error:
            return str(error)
        right: dict[str, Any] = {"paid": paid, "room": room.standing()}
        said = {name: event.body.get(name) for name in right}
        if said != right or list(posted) != transfers(game, act, paid):
            return f"the room is said to stand at {said}, what happened makes it {right}"
        return None


def _is_of(game: str, table: LiveTable | None) -> bool:
    """Is it a table of this room, and for money?"""
    return table is not None and table.playable.terms.id == game and not table.settings.practice


def _misstated(game: str, said: Qualified, table: LiveTable | None, opened: str | None) -> str | None:
    """What a form says of a hand that is not so. The table knows its latest round: while that is this one, the cards too."""
    if table is None or not _is_of(game, table) or said.round.rpartition("-")[0] != said.table:
        return f"{said.round} is no round of {said.table}, or that is no table of this room"
    if said.opened != opened:
        return f"{said.round} is said to have begun at {said.opened}, and began at {opened}"
    if table.round is None or table.round_id != said.round:
        return None
    if table.sat.get(said.seat) != f"player:{said.player}":
        return f"seat {said.seat} is said to have been {said.player}'s, and was not"
    seats = table.round.table.seats
    held = seats[said.seat].hand if said.seat in seats else []
    if said.hand != " ".join(map(str, held)) or _named(said) != _named(worth_of(table, said.seat)):
        return f"seat {said.seat} is said to have held {said.hand}, {said.category}, and held {' '.join(map(str, held))}"
    if said.dealt_in != (dealt_in := sum(seat.in_play for seat in seats.values())):
        return f"{said.dealt_in} are said to have been dealt in, and {dealt_in} were"
    return None


def _named(worth: Qualified | Value) -> tuple[str, tuple[int, ...]]:
    return worth.category, tuple(worth.ranks)


def worth_of(table: LiveTable, seat: int) -> Value:
    """What a shown hand of the latest round is worth with the board."""
    assert table.round is not None
    layout = table.round.table
    split = table.playable.rules.variant.hand == "two-and-three"
    return max(map(best_five, fives_of(list(layout.seats[seat].hand), list(layout.community), two_and_three=split)))


def months(connection: Connection, game: str, tables: Sequence[str]) -> tuple[dict[str, int], int]:
    """What pots have given to the players' fund, by the month it was collected in, and all that has been paid out of it."""
    moved, events = schema.transfers, schema.events
    boxes = [f"{DROP}:{table}" for table in tables]
    month = func.substr(events.c.at, 1, len("2026-01"))
    joined = moved.join(events, events.c.id == moved.c.event)
    taken = select(month, func.sum(moved.c.amount)).select_from(joined).where(moved.c.credit.in_(boxes)).group_by(month)
    paid = select(func.sum(moved.c.amount)).where(
        (moved.c.debit.in_(boxes) & (moved.c.kind == "promotion"))
        | ((moved.c.debit == fund_of(game)) & (moved.c.kind == "jackpot"))
    )
    collected = {str(when): int(cents) for when, cents in connection.execute(taken)}
    return dict(sorted(collected.items())), int(connection.execute(paid).scalar() or 0)


def unspent(collected: Mapping[str, int], paid: int, *, within: int | None, now: str) -> list[dict[str, Any]]:
    """What is left of each month's collection, the oldest spent first; overdue where it had to be paid out by now.

    >>> unspent({"2025-01": 500, "2025-02": 300}, 600, within=12, now="2026-03-01")
    [{'month': '2025-01', 'collected': 500, 'left': 0, 'until': '2026-01', 'overdue': False}, \
{'month': '2025-02', 'collected': 300, 'left': 200, 'until': '2026-02', 'overdue': True}]
    """
    found = []
    for month, cents in sorted(collected.items()):
        spent = min(paid, cents)
        paid -= spent
        until = None
        if within is not None:
            year, number = divmod(int(month[:4]) * 12 + int(month[5:7]) - 1 + within, 12)
            until = f"{year:04}-{number + 1:02}"
        overdue = until is not None and cents > spent and now[:7] > until
        found.append({"month": month, "collected": cents, "left": cents - spent, "until": until, "overdue": overdue})
    return found
