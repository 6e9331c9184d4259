"""Tables: opened, seated, played, disturbed, ruled on, closed. The pending request, with its legal answers, is the heart."""

from __future__ import annotations

import json
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response
from fastapi.concurrency import run_in_threadpool

from croupier.errors import Refused
from croupier.server import between, house, limits, playing, pots, seeing
from croupier.server.api import SIGNED_IN, Bench, Key, Secret, TableId, Who, at_once, known
from croupier.server.lines import check_line
from croupier.server.models import (
    Answers,
    Hint,
    Irregular,
    Money,
    OpenTable,
    Receipt,
    RoundPlayed,
    RulingOn,
    Sharing,
    Sit,
    TableListed,
    TableNow,
    Told,
    Why,
)
from croupier.server.workbench import Workbench

router = APIRouter(tags=["tables"], responses=SIGNED_IN)
Seat = Annotated[int, Path(ge=1, le=99)]
_RECEIPT = dict.fromkeys(Receipt.model_fields)
"""Every key of a receipt, whatever is known of it."""


# First: routes are tried in their order, and this one is asked for more than all others; most do not even come here: `straight.py`.
@router.post("/tables/{table}/answers", response_model=Receipt)
async def answer(table: TableId, body: Answers, own: Secret, bench: Bench, key: Key = None) -> Response:
    """Answer the pending request: wagers, decisions, no more bets, and at a dealer's table cards, rolls and spins."""
    return await answered(bench, own, table, body, key)


async def answered(bench: Workbench, own: str | None, table: str, body: Answers, key: str | None) -> Response:
    who = await known(bench, own)
    done = await playing.answered(bench.floor, who, table, body.acts, new_round=body.new_round, expected=body.expected, key=key)
    return Response(json.dumps(_RECEIPT | done), media_type="application/json")


@router.get("/tables")
def tables(who: Who, bench: Bench, status: Annotated[Literal["open", "closed"], Query()] = "open") -> list[TableListed]:
    """The tables of the floor."""
    return [TableListed(**entry) for entry in seeing.tables(bench.floor, who, status=status)]


@router.post("/tables", status_code=201)
def open_table(body: OpenTable, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Open a table: its tray is filled from the cage."""
    answer = house.open_table(
        bench.floor,
        who,
        body.game,
        name=body.name,
        house_rules=body.house_rules,
        version=body.version,
        settings=body.settings.model_dump(),
        bank=body.bank,
        companions=body.companions,
        key=key,
    )
    return Receipt(**answer)


@router.get("/tables/{table}", response_model=TableNow)
async def table(table: TableId, own: Secret, bench: Bench) -> Response:
    """The table as you may see it, with what it waits for and every answer you may give."""
    return await at_once(bench, own, lambda who: TableNow(**seeing.see(bench.floor, who, table)))


@router.get("/tables/{table}/history")
def history(table: TableId, who: Who, bench: Bench, limit: Annotated[int, Query(ge=1, le=200)] = 20) -> list[RoundPlayed]:
    """The last rounds, newest first."""
    return [RoundPlayed(**entry) for entry in seeing.history(bench.floor, who, table, limit=limit)]


@router.get("/tables/{table}/hint")
async def hint(table: TableId, who: Who, bench: Bench) -> Hint:
    """The choice that loses least and what each other one costs, from what you may see."""
    written = await run_in_threadpool(seeing.question, bench.floor, who, table)
    found = await bench.work_out(bench.advice, who.share, "advice", {"written": written})
    if found is None:
        raise Refused("no choice here can be weighed")
    return Hint(**found)


@router.post("/tables/{table}/seats", status_code=201)
def sit(table: TableId, body: Sit, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Take a seat, or have the house play it."""
    return Receipt(**house.sit(bench.floor, who, table, body.seat, companion=body.companion, colour=body.colour, key=key))


@router.delete("/tables/{table}/seats/{seat}")
def leave(table: TableId, seat: Seat, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Get up; with chips on the layout, when the round is over."""
    return Receipt(**house.leave(bench.floor, who, table, seat, key=key))


@router.post("/tables/{table}/seats/{seat}/change")
def change_seat(table: TableId, seat: Seat, body: between.ChangeSeat, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Take another seat of a poker table, between hands; the chips go along."""
    return Receipt(**between.change_seat(bench.floor, who, table, seat, body.to, key=key))


@router.post("/tables/{table}/sharing")
def share(table: TableId, body: Sharing, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Let others see your practice table and sit there, or no more of them; who sits there stays."""
    return Receipt(**house.share(bench.floor, who, table, shared=body.shared, key=key))


@router.post("/tables/{table}/rounds", status_code=201)
def open_round(table: TableId, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Open the next round: its seed is committed to before any wager."""
    return Receipt(**playing.open_round(bench.floor, who, table, key=key))


@router.post("/tables/{table}/session")
def between_rounds(table: TableId, body: Told, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Between rounds: steps that people do, a dealer relieved, a shuffle the floor wants, a table idle or resumed."""
    return Receipt(**between.tell(bench.floor, who, table, body.acts, key=key))


@router.post("/tables/{table}/irregularities")
def report(table: TableId, body: Irregular, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Report an irregularity; a ruling the text gives to the floor waits for the floor's approval."""
    return Receipt(
        **playing.report(bench.floor, who, table, body.irregularity, body.seat, when_it_comes=body.when_it_comes, key=key)
    )


@router.post("/tables/{table}/rulings")
def rule(table: TableId, body: RulingOn, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Approve the ruling that waits, or dismiss the report."""
    return Receipt(**playing.rule(bench.floor, who, table, approve=body.approve, key=key))


@router.post("/tables/{table}/void")
def void(table: TableId, body: Why, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """End a round that cannot go on: every wager is returned."""
    return Receipt(**playing.void(bench.floor, who, table, check_line("why", body.why), key=key))


@router.post("/tables/{table}/fills")
def fill(table: TableId, body: Money, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Chips from the cage to the tray."""
    return Receipt(**house.fill(bench.floor, who, table, body.amount, credit=False, key=key))


@router.post("/tables/{table}/credits")
def credit(table: TableId, body: Money, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Chips from the tray to the cage."""
    return Receipt(**house.fill(bench.floor, who, table, body.amount, credit=True, key=key))


@router.post("/tables/{table}/tips")
def tip(table: TableId, body: Money, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Chips for the dealers' pool."""
    return Receipt(**house.tip(bench.floor, who, table, body.amount, key=key))


@router.post("/tables/{table}/time-charges")
def charge_time(table: TableId, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Collect the time charge that is due at a poker table, between hands."""
    return Receipt(**pots.charge_time(bench.floor, who, table, key=key))


@router.post("/tables/{table}/promotions")
def pay_promotion(table: TableId, body: pots.PayPromotion, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Pay a player from what the table's pots have given to the fund."""
    paid = pots.pay_promotion(bench.floor, who, table, body.player, body.amount, promotion=body.promotion, key=key)
    return Receipt(**paid)


@router.post("/tables/{table}/limits")
def post_limits(table: TableId, body: limits.PostLimits, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Post other limits, between rounds."""
    return Receipt(**limits.post_limits(bench.floor, who, table, body.limits, told=tuple(body.told), key=key))


@router.post("/tables/{table}/close")
def close(
    table: TableId,
    who: Who,
    bench: Bench,
    broken: Annotated[
        bool, Query(description="A poker table whose players are first for seats at others of its kind.")
    ] = False,
    key: Key = None,
) -> Receipt:
    """Close the table: its tray goes back to the cage, its meters stay with their link."""
    return Receipt(**house.close_table(bench.floor, who, table, broken=broken, key=key))
