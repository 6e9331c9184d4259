"""Poker rooms: waiting lists, and the jackpots of qualifying periods."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field, StrictInt

from croupier.hands.poker import FIVE_CARD_ORDER
from croupier.server import poker_rooms
from croupier.server.api import SIGNED_IN, Bench, Key, Who
from croupier.server.models import WHOLE, Name, Receipt, SeatNumber, Wire, like

router = APIRouter(tags=["poker rooms"], responses=SIGNED_IN)
Id = Annotated[str, Path(pattern=r"^[a-z0-9-]{1,60}$")]
Kind = Annotated[
    str, Field(min_length=1, max_length=200, pattern=r"^[a-z0-9 -]+$", examples=["holdem fixed-limit lower-200 upper-400"])
]


class Wait(Wire):
    """For which kind of table somebody waits, as the room lists it."""

    model_config = like(kind="holdem fixed-limit lower-200 upper-400 small-blind-100 big-blind-200")

    kind: Kind


class Period(Wire):
    """The standards of a qualifying period, as they are posted."""

    model_config = like(pays="high-hand", least="four-of-a-kind", players=4, ties="shared")

    pays: Literal["high-hand", "bad-beat"] = "high-hand"
    least: Literal[FIVE_CARD_ORDER]  # type: ignore[valid-type]
    players: Annotated[StrictInt, Field(ge=2, le=11, examples=[4]), WHOLE]
    ties: Literal["shared", "first"]


class Verify(Wire):
    """A hand of a table's latest round."""

    model_config = like(table="t0123abcd", seat=3)

    table: Annotated[str, Field(pattern=r"^t[0-9a-f]{8}$")]
    seat: SeatNumber


class Waiting(BaseModel):
    """Tables of one kind, and who waits for a seat at one of them, in the order in which they came."""

    kind: str
    clause: str
    tables: list[dict[str, Any]]
    waiting: list[str]
    place: int | None


class PokerRoom(BaseModel):
    game: str
    name: str
    kinds: list[Waiting]
    fund: int
    period: dict[str, Any] | None
    periods: int


class Fund(BaseModel):
    game: str
    clause: str
    months: list[dict[str, Any]]
    collected: int
    paid: int
    overdue: int


@router.get("/poker-rooms")
def rooms(who: Who, bench: Bench) -> list[PokerRoom]:
    """Every poker room with its tables, its lists and its jackpot."""
    return [PokerRoom(**entry) for entry in poker_rooms.look(bench.floor, who)]


@router.post("/poker-rooms/{rulebook}/{game}/lists", status_code=201)
def wait(rulebook: Id, game: Id, body: Wait, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Go on a waiting list; seats are taken first come, first served."""
    return Receipt(**poker_rooms.join_list(bench.floor, who, f"{rulebook}/{game}", body.kind, key=key))


@router.delete("/poker-rooms/{rulebook}/{game}/lists/{player}")
def strike(
    rulebook: Id, game: Id, player: Name, kind: Annotated[Kind, Query()], who: Who, bench: Bench, key: Key = None
) -> Receipt:
    """Come off a waiting list, or strike off whoever did not come."""
    return Receipt(**poker_rooms.leave_list(bench.floor, who, f"{rulebook}/{game}", kind, player, key=key))


@router.post("/poker-rooms/{rulebook}/{game}/periods", status_code=201)
def begin(rulebook: Id, game: Id, body: Period, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Begin a jackpot's qualifying period."""
    return Receipt(**poker_rooms.begin_period(bench.floor, who, f"{rulebook}/{game}", **body.model_dump(), key=key))


@router.post("/poker-rooms/{rulebook}/{game}/hands", status_code=201)
def qualify(rulebook: Id, game: Id, body: Verify, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Verify a hand that was shown, and write it down as the best of the period."""
    return Receipt(**poker_rooms.qualify(bench.floor, who, f"{rulebook}/{game}", body.table, body.seat, key=key))


@router.post("/poker-rooms/{rulebook}/{game}/periods/end")
def end(rulebook: Id, game: Id, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """End the period: the pooled money goes to the best hand, or to the next period."""
    return Receipt(**poker_rooms.end_period(bench.floor, who, f"{rulebook}/{game}", key=key))


@router.get("/poker-rooms/{rulebook}/{game}/fund")
def fund(rulebook: Id, game: Id, who: Who, bench: Bench) -> Fund:
    """What pots have given to the players' fund, month by month, and what should have gone back to players by now."""
    return Fund(**poker_rooms.fund(bench.floor, who, f"{rulebook}/{game}"))
