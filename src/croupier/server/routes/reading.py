"""Rulebooks, games, rules, pay tables, rulings, and written rounds settled. Open to everybody: the law is public."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request
from fastapi.concurrency import run_in_threadpool

import croupier
from croupier import __version__
from croupier.compliance import describe
from croupier.errors import Refused
from croupier.server import working
from croupier.server.api import PROBLEMS, UNWRITABLE, Bench
from croupier.server.floor import prepare
from croupier.server.guards import address_of
from croupier.server.models import GameListed, Health, Settlement
from croupier.server.people import share_at
from croupier.server.rates import Turns
from croupier.table.playable import Playable

router = APIRouter(tags=["rules"], responses=PROBLEMS)
Rulebook = Annotated[str, Path(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
Game = Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$", examples=["three-card-poker"])]
LONG = 200
"""Acts or rolls of a written round beyond which it is settled beside the server."""
LARGE = 4 * 1024
"""Bytes of one beyond which it is too."""
_settling = Turns(1)
"""What is short is settled in the threads that everybody shares: one at a time for each address."""
Version = Annotated[str | None, Query(pattern=r"^[ -~]{1,40}$", description="A dated version of the text.")]


def _game(rulebook: str, game: str, version: str | None = None) -> Playable:
    return prepare(f"{rulebook}/{game}", None, version)


@router.get("/health")
async def health(bench: Bench) -> Health:
    """Is the ledger taking entries? Halted, it takes none until it is started again; away, it may the next moment."""
    failed = bench.database.failed
    away = None if failed else await run_in_threadpool(bench.database.trouble)
    reason = UNWRITABLE if failed else away
    return Health(status="halted" if failed else "away" if away else "ready", version=__version__, reason=reason)


@router.get("/rulebooks")
def rulebooks() -> list[dict[str, Any]]:
    """The rulebooks, each with its games."""
    found: dict[str, list[str]] = {}
    for entry in croupier.listing():
        found.setdefault(entry.rulebook, []).append(entry.id)
    return [{"rulebook": name, "games": games} for name, games in found.items()]


@router.get("/games")
def games(rulebook: Annotated[str | None, Query(pattern=r"^[a-z][a-z0-9-]{0,39}$")] = None) -> list[GameListed]:
    """Every game of every rulebook, or of one."""
    entries = croupier.listing()
    if rulebook is not None and rulebook not in {entry.rulebook for entry in entries}:
        raise croupier.errors.Unknown("rulebook", rulebook, {entry.rulebook for entry in entries})
    return [GameListed(**asdict(entry)) for entry in entries if rulebook in (None, entry.rulebook)]


@router.get("/games/{rulebook}/{game}")
def rules(rulebook: Rulebook, game: Game, version: Version = None) -> dict[str, Any]:
    """What a game is: options, wagers, rulings, readings, each with its clause."""
    found: dict[str, Any] = describe.rules(_game(rulebook, game, version).terms)
    return found


@router.get("/games/{rulebook}/{game}/paytables")
def paytables(rulebook: Rulebook, game: Game, version: Version = None) -> list[dict[str, Any]]:
    """Every payout of a game."""
    return describe.paytables(_game(rulebook, game, version).terms)


@router.get("/games/{rulebook}/{game}/rulings")
def rulings(rulebook: Rulebook, game: Game) -> list[dict[str, Any]]:
    """What each irregularity does."""
    return describe.rulings(_game(rulebook, game).terms)


@router.get("/games/{rulebook}/{game}/rulings/{irregularity}")
def ruling(
    rulebook: Rulebook, game: Game, irregularity: Annotated[str, Path(pattern=r"^[a-z0-9][a-z0-9-]{0,79}$")]
) -> list[dict[str, Any]]:
    """What one irregularity does."""
    return describe.rulings(_game(rulebook, game).terms, irregularity)


@router.get("/games/{rulebook}/{game}/readings")
def readings(rulebook: Rulebook, game: Game) -> list[dict[str, Any]]:
    """What is read where the text is silent, contradictory or damaged."""
    return describe.readings(_game(rulebook, game).terms)


@router.get("/games/{rulebook}/{game}/clauses")
def clauses(rulebook: Rulebook, game: Game) -> list[dict[str, Any]]:
    """Every clause of the game's section and what became of it."""
    return describe.clauses(_game(rulebook, game).terms)


@router.get("/games/{rulebook}/{game}/layout")
def layout(rulebook: Rulebook, game: Game) -> dict[str, Any]:
    """The places for chips, and how many cards each hand has."""
    playable = _game(rulebook, game)
    return {
        "seats": playable.seats,
        "shape": asdict(playable.shape),
        "cards": len(playable.pack),
        "marks": list(playable.wheel.marks) if playable.wheel is not None else [],
        "spots": [
            {
                "spot": spot.id,
                "called": spot.label or spot.called,
                "wager": spot.wager.id,
                "placed": spot.wager.placed,
                "covers": sorted(spot.covers),
                "clause": spot.wager.clause,
            }
            for spot in playable.spots.values()
        ],
    }


def _long(written: dict[str, Any]) -> bool:
    return any(isinstance(written.get(part), list) and len(written[part]) > LONG for part in ("acts", "rolls"))


@router.post("/settle", response_model_exclude_none=True)
async def settle(
    request: Request,
    bench: Bench,
    written: Annotated[
        dict[str, Any],
        Body(examples=[{"game": "rulebook/game", "spin": "1", "seats": {"1": {"wagers": {"straight-up-1": 500}}}}]),
    ],
) -> Settlement:
    """Settle a written round: the lines, to the cent, with clauses."""
    address = address_of(request.scope)
    if len(await request.body()) > LARGE or _long(written):
        found = await bench.work_out(bench.advice, share_at(bench.database, address), "settled", {"written": written})
    else:
        async with _settling.turn(address):
            found = await run_in_threadpool(working.settled, lambda *_: None, written=written)
    if "answer" not in found:
        refused = Refused(found["why"])
        refused.clause = found["clause"]
        raise refused
    return Settlement.model_validate(found["answer"])
