"""Prices: what is known at once, and work that prices the rest beside the server."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from croupier.errors import Unknown
from croupier.server import jobs
from croupier.server.api import PROBLEMS, SIGNED_IN, Who
from croupier.server.floor import prepare
from croupier.server.models import JobNow, Prices
from croupier.server.routes.reading import Game, Rulebook

router = APIRouter(tags=["prices"])
JobId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]


def _shown(job: jobs.Job) -> JobNow:
    return JobNow(**{name: value for name, value in job.as_json().items() if name in JobNow.model_fields})


@router.get("/games/{rulebook}/{game}/prices", responses=PROBLEMS)
def prices(rulebook: Rulebook, game: Game) -> Prices:
    """Every wager's exact price, where it has been computed."""
    known = jobs.known_prices(prepare(f"{rulebook}/{game}", None, None))
    if known is None:
        raise Unknown("price yet (POST here to have it computed) of", f"{rulebook}/{game}")
    return Prices(game=f"{rulebook}/{game}", wagers=known)


@router.post("/games/{rulebook}/{game}/prices", status_code=202, responses=SIGNED_IN)
def price(rulebook: Rulebook, game: Game, who: Who) -> JobNow:
    """Compute the prices beside the server; asking twice gives the job that is under way."""
    return _shown(jobs.start_pricing(prepare(f"{rulebook}/{game}", None, None)))


@router.get("/jobs/{job}", responses=SIGNED_IN)
def job(job: JobId, who: Who) -> JobNow:
    """How far a job has come."""
    return _shown(jobs.runner.find(job))


@router.delete("/jobs/{job}", responses=SIGNED_IN)
def cancel(job: JobId, who: Who) -> JobNow:
    """Stop a job: its process is ended."""
    return _shown(jobs.runner.cancel(job))
