"""Prices: what is known at once, and work that prices the rest beside the server."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from croupier.errors import Unknown
from croupier.server.api import PROBLEMS, SIGNED_IN, Bench, Who
from croupier.server.askers import Asker
from croupier.server.floor import prepare
from croupier.server.jobs import Job, Work, known_prices
from croupier.server.models import JobNow, Wire, Word, like
from croupier.server.numbers import check_numbers
from croupier.server.people import NotAllowed, Person
from croupier.server.routes.reading import Game, Rulebook
from croupier.server.workbench import Workbench

router = APIRouter(tags=["prices"])


class Prices(BaseModel):
    """Every wager under every pay table, as `croupier analyze --json` gives them."""

    game: str
    wagers: list[dict[str, Any]]


class ToPrice(Wire):
    """A game under a house's own rules."""

    model_config = like(house_rules={})
    house_rules: dict[str, Any] = Field(
        default_factory=dict, description="Options, pay tables and limits, as in a house-rules file."
    )
    version: Word | None = None


NOTHING_OWN = ToPrice()
JobId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]


def _own(bench: Workbench, who: Person, job: str) -> Job:
    """A job, for whoever asked for it and for the floor."""
    found = bench.jobs.find(job)
    if found.owner != who.name and not who.rules:
        raise NotAllowed("this job is somebody else's")
    return found


@router.get("/games/{rulebook}/{game}/prices", responses=PROBLEMS)
def prices(rulebook: Rulebook, game: Game) -> Prices:
    """Every wager's exact price, where it has been computed."""
    known = known_prices(prepare(f"{rulebook}/{game}", None, None))
    if known is None:
        raise Unknown("price yet (POST here to have it computed) of", f"{rulebook}/{game}")
    return Prices(game=f"{rulebook}/{game}", wagers=known)


@router.post("/games/{rulebook}/{game}/prices", status_code=202, responses=SIGNED_IN)
def price(rulebook: Rulebook, game: Game, who: Who, bench: Bench, body: ToPrice = NOTHING_OWN) -> JobNow:
    """Compute the prices beside the server, under a house's own rules where they are given; asking twice gives your job under way."""
    name = f"{rulebook}/{game}"
    check_numbers(body.house_rules, "house_rules")
    work = Work.on("prices", prepare(name, body.house_rules, body.version))
    return JobNow(**bench.jobs.start(work, Asker.of(who)).as_json())


@router.get("/jobs/{job}", responses=SIGNED_IN)
def job(job: JobId, who: Who, bench: Bench) -> JobNow:
    """How far a job of yours has come."""
    return JobNow(**_own(bench, who, job).as_json())


@router.delete("/jobs/{job}", responses=SIGNED_IN)
def cancel(job: JobId, who: Who, bench: Bench) -> JobNow:
    """Stop a job of yours: its process is ended."""
    return JobNow(**bench.jobs.cancel(_own(bench, who, job).id).as_json())
