"""The ledger's books and game recall, for those who may look."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from croupier.server import corrections, pots, recall
from croupier.server.api import SIGNED_IN, Bench, Key, RoundId, Who
from croupier.server.models import Correction, Head, LateRuling, PotCorrection, Receipt, Reversal, Verified
from croupier.server.people import NotAllowed, Person

router = APIRouter(tags=["records"], responses=SIGNED_IN)
Limit = Annotated[int, Query(ge=1, le=500)]
Before = Annotated[int | None, Query(ge=1, le=2**53, description="Only those with a smaller number: for reading on.")]
Label = Annotated[str | None, Query(pattern=r"^[a-z0-9-]{1,40}$")]


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
    stream: Label = None,
    kind: Label = None,
    mark: Label = None,
    before: Before = None,
    limit: Limit = 50,
) -> list[dict[str, Any]]:
    """Events, newest first; `mark` finds the significant ones: open, close, fill, credit, shuffle, jackpot, void, recovery."""
    from croupier.server import records

    _auditor(who)
    return records.events(bench.floor, who, stream=stream, kind=kind, mark=mark, before=before, limit=limit)


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
    verdict = await bench.work_out(bench.audits, who.name, "verified", {"database": bench.database.address})
    heads = {stream: Head(seq=seq, hash=digest) for stream, (seq, digest) in verdict["heads"].items()}
    return Verified(**verdict | {"heads": heads})


@router.get("/rounds")
def rounds(
    who: Who,
    bench: Bench,
    table: Annotated[str | None, Query(pattern=r"^t[0-9a-f]{8}$")] = None,
    limit: Limit = 50,
) -> list[dict[str, Any]]:
    """Rounds, newest first."""
    from croupier.server import records

    _auditor(who)
    return records.rounds(bench.floor, table=table, limit=limit)


@router.get("/rounds/{round}")
def recalled(round: RoundId, who: Who, bench: Bench) -> dict[str, Any]:
    """A round again: log, settlement, what you could see; players recall the rounds they played in."""
    return recall.shown(bench.floor, who, round)


@router.get("/rounds/{round}/steps")
def steps(round: RoundId, who: Who, bench: Bench) -> list[dict[str, Any]]:
    """The round act by act, with the table as you could see it then."""
    return list(recall.steps(bench.floor, who, round))


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
