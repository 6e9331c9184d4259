"""The ledger's books and game recall, for those who may look."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.concurrency import run_in_threadpool

from croupier.server import corrections, pots, recall
from croupier.server.api import SIGNED_IN, Bench, Key, RoundId, Who
from croupier.server.models import Receipt
from croupier.server.models_records import Correction, Head, LateRuling, PotCorrection, Reversal, Verified
from croupier.server.people import NotAllowed, Person
from croupier.server.rates import Turns

router = APIRouter(tags=["records"], responses=SIGNED_IN)
Limit = Annotated[int, Query(ge=1, le=500)]
Before = Annotated[int | None, Query(ge=1, le=2**53, description="Only those with a smaller number: for reading on.")]
Label = Annotated[str | None, Query(pattern=r"^[a-z0-9-]{1,40}$")]


After = Annotated[int, Query(ge=0, le=10**6, description="How many of the first steps to leave out.")]
Steps = Annotated[int, Query(ge=1, le=500)]
_recalling = Turns(1)
"""A round is played again for whoever asks: one at a time for each share."""
Many = Annotated[int, Query(ge=1, le=10_000)]
TableAsked = Annotated[str | None, Query(pattern=r"^t[0-9a-f]{8}$")]
RoundAsked = Annotated[str | None, Query(pattern=r"^t[0-9a-f]{8}-[1-9][0-9]{0,8}$", description="Reads on from this round.")]
Which = Annotated[
    Literal["significant", "irregular", "void", "corrected", "playing"] | None,
    Query(description="Only these; significant ones are irregular, void or corrected."),
]
Practice = Annotated[bool, Query(description="Practice tables too, which are no part of the house's own books.")]
Day = Annotated[str | None, Query(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="A day, by Coordinated Universal Time.")]
GroupedBy = Annotated[Literal["game", "table", "dealer", "day", "wager"], Query()]


def _events_asked(
    stream: Label = None, kind: Label = None, mark: Label = None, practice: Practice = True, before: Before = None
) -> dict[str, Any]:
    return {"stream": stream, "kind": kind, "mark": mark, "practice": practice, "before": before}


def _rounds_asked(
    table: TableAsked = None, which: Which = None, practice: Practice = True, before: RoundAsked = None
) -> dict[str, Any]:
    return {"table": table, "which": which, "practice": practice, "before": before}


def _hold_asked(by: GroupedBy = "game", since: Day = None, until: Day = None, table: TableAsked = None) -> dict[str, Any]:
    return {"by": by, "since": since, "until": until, "table": table}


EventsAsked = Annotated[dict[str, Any], Depends(_events_asked)]
RoundsAsked = Annotated[dict[str, Any], Depends(_rounds_asked)]
HoldAsked = Annotated[dict[str, Any], Depends(_hold_asked)]
"""What may be chosen, the same for a list and for its file."""

FILE: dict[int | str, dict[str, Any]] = {
    200: {"description": "A file.", "content": {"text/csv": {"schema": {"type": "string"}}}}
}


def _file(name: str, text: str) -> Response:
    return Response(text, media_type="text/csv", headers={"Content-Disposition": f'attachment; filename="{name}.csv"'})


def _auditor(who: Person) -> None:
    if not who.audits:
        raise NotAllowed("the books are for surveillance, the floor and the administrator")


@router.get("/ledger/accounts")
def accounts(who: Who, bench: Bench) -> list[dict[str, Any]]:
    """Every account and what it holds; together they hold nothing, for the cage owes what it has issued."""
    from croupier.server import records

    _auditor(who)
    return records.accounts(bench.floor)


@router.get("/ledger/events")
def events(
    who: Who,
    bench: Bench,
    chosen: EventsAsked,
    limit: Limit = 50,
) -> list[dict[str, Any]]:
    """Events, newest first, each in words; `mark` finds those with one: irregularity, void, correction, fill ... or any significant."""
    from croupier.server import records

    _auditor(who)
    return records.events(bench.floor, who, **chosen, limit=limit)


@router.get("/ledger/events.csv", response_class=Response, responses=FILE)
def events_file(
    who: Who,
    bench: Bench,
    chosen: EventsAsked,
    limit: Many = 10_000,
) -> Response:
    """The same as a file for a spreadsheet."""
    from croupier.server import exports, records

    _auditor(who)
    return _file("events", exports.events(records.events(bench.floor, who, **chosen, limit=limit)))


@router.get("/ledger/hold")
def hold(who: Who, bench: Bench, chosen: HoldAsked) -> list[dict[str, Any]]:
    """Handle, win and hold of the house's own tables beside the theoretical hold, which is null where a wager is not priced."""
    from croupier.server import holding

    _auditor(who)
    return [entry.as_json() for entry in holding.report(bench.floor, **chosen)]


@router.get("/ledger/hold.csv", response_class=Response, responses=FILE)
def hold_file(who: Who, bench: Bench, chosen: HoldAsked) -> Response:
    """The same as a file for a spreadsheet."""
    from croupier.server import exports, holding

    _auditor(who)
    return _file("hold", exports.holds(holding.report(bench.floor, **chosen), chosen["by"]))


@router.get("/ledger/events/{event}")
def event(event: Annotated[int, Path(ge=1, le=2**53)], who: Who, bench: Bench) -> dict[str, Any]:
    """One event with what it moved and the hashes that chain it."""
    from croupier.server import records

    _auditor(who)
    return records.event(bench.floor, who, event)


@router.get("/ledger/verify")
async def verified(who: Who, bench: Bench) -> Verified:
    """Recompute every chain, play every round again, add up every account."""
    _auditor(who)
    verdict = await bench.work_out(bench.audits, who.share, "verified", {"database": bench.database.address})
    heads = {stream: Head(seq=seq, hash=digest) for stream, (seq, digest) in verdict["heads"].items()}
    return Verified(**verdict | {"heads": heads})


@router.get("/rounds")
def rounds(
    who: Who,
    bench: Bench,
    chosen: RoundsAsked,
    limit: Limit = 50,
) -> list[dict[str, Any]]:
    """Rounds, newest first: stake, win, who played and dealt, and what was irregular."""
    from croupier.server import records

    _auditor(who)
    return records.rounds(bench.floor, **chosen, limit=limit)


@router.get("/rounds.csv", response_class=Response, responses=FILE)
def rounds_file(
    who: Who,
    bench: Bench,
    chosen: RoundsAsked,
    limit: Many = 10_000,
) -> Response:
    """The same as a file for a spreadsheet."""
    from croupier.server import exports, records

    _auditor(who)
    found = records.rounds(bench.floor, **chosen, limit=limit)
    return _file("rounds", exports.rounds(found))


@router.get("/rounds/{round}")
async def recalled(round: RoundId, who: Who, bench: Bench) -> dict[str, Any]:
    """A round again: log, settlement, what you could see; players recall the rounds they played in."""
    async with _recalling.turn(who.share):
        return await run_in_threadpool(recall.shown, bench.floor, who, round)


@router.get("/rounds/{round}/steps")
async def steps(round: RoundId, who: Who, bench: Bench, after: After = 0, limit: Steps = 500) -> list[dict[str, Any]]:
    """The round act by act, with the table as you could see it then; of a long round so many steps, to read on `after` them."""
    async with _recalling.turn(who.share):
        return await run_in_threadpool(lambda: list(recall.steps(bench.floor, who, round, after=after, limit=limit)))


@router.post("/rounds/{round}/reversals")
def reverse(round: RoundId, body: Reversal, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Undo a settlement line, with who and why."""
    return Receipt(**corrections.reverse(bench.floor, who, round, body.line, body.why, key=key))


@router.post("/rounds/{round}/corrections")
def correct(round: RoundId, body: Correction, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Set a settled line right: the floor says what it should have come to, and the difference moves."""
    return Receipt(**corrections.correct(bench.floor, who, round, **body.model_dump(), key=key))


@router.post("/rounds/{round}/pot")
def correct_pot(round: RoundId, body: PotCorrection, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Set a poker pot right: what each seat should have had of it; the difference moves among the players."""
    return Receipt(**pots.correct_pot(bench.floor, who, round, **body.model_dump(), key=key))


@router.post("/rounds/{round}/rulings")
def rule_late(round: RoundId, body: LateRuling, who: Who, bench: Bench, key: Key = None) -> Receipt:
    """Rule on an irregularity that came to light when the round was over."""
    return Receipt(**corrections.rule_late(bench.floor, who, round, **body.model_dump(), key=key))
