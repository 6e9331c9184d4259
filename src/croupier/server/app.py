"""One application: the API under `/api/v1`, the pages everywhere else."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError

from croupier import __version__
from croupier.errors import CroupierError
from croupier.ledger.database import Halted
from croupier.server import house
from croupier.server.floor import Floor
from croupier.server.guards import Guards
from croupier.server.hosts import OwnHosts
from croupier.server.workbench import Workbench

FAVICON = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="#14532d"/>
<circle cx="16" cy="16" r="12.5" fill="none" stroke="#faf9f5" stroke-width="4" stroke-dasharray="6.5 6.58"/>
<circle cx="16" cy="16" r="8.5" fill="#faf9f5"/><path d="M16 9.5c2.4 3 5 4.4 5 7.2a2.4 2.4 0 0 1-4.3 1.4q.1 2 1.3 3.4h-4q1.2-1.4
1.3-3.4A2.4 2.4 0 0 1 11 16.700c0-2.800 2.600-4.200 5-7.200z" fill="#14532d"/></svg>"""
"""A chip with a spade on it."""


async def close_idle_tables(floor: Floor, idle: timedelta) -> None:
    """Practice tables that nobody has touched for so long close by themselves: wagers go back, and every chip goes home."""
    while True:
        await asyncio.sleep(min(60.0, idle.total_seconds() / 2))
        with suppress(CroupierError, Halted, SQLAlchemyError):  # the ledger is away: the tables wait
            await asyncio.to_thread(house.clear_away, floor, idle=idle)


def create_app(workbench: Workbench, *, pages: bool = True) -> FastAPI:
    """The whole workbench as an ASGI application; without `pages` only its API."""
    from croupier.server.api import install
    from croupier.server.straight import Straight

    @asynccontextmanager
    async def beside(_app: FastAPI) -> AsyncIterator[None]:
        # What was imported stays: looked through for garbage every few seconds, it held everybody up for a tenth of one.
        gc.collect()
        gc.freeze()
        closing = asyncio.create_task(close_idle_tables(workbench.floor, timedelta(seconds=workbench.limits.practice_idle)))
        yield
        closing.cancel()
        gc.unfreeze()
        await asyncio.to_thread(workbench.close)

    app = FastAPI(
        title="Croupier",
        version=__version__,
        description="Casino table games as regulators write them: rules, prices, settlements, and tables that keep their books.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        lifespan=beside,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # else looked for at every request
    )
    app.state.workbench = workbench
    app.add_middleware(Straight, workbench=workbench)
    app.add_middleware(OwnHosts, hosts=workbench.hosts)
    app.add_middleware(Guards, workbench=workbench)
    install(app, workbench)
    if pages:
        from nicegui import core, ui

        from croupier.server.pages import events
        from croupier.server.pages.frame import register, signing
        from croupier.server.pages.loading import Loading

        secret = register(workbench)
        events.install()
        core.app.config.quasar_config["loadingBar"]["skipHijack"] = True  # a bar without a name, for what takes no time
        core.app.add_middleware(Loading, rate=workbench.rate, sessions=signing().sessions)
        ui.run_with(
            app,
            title="Croupier",
            favicon=FAVICON,
            dark=None,
            language="en-US",
            storage_secret=secret,
            show_welcome_message=False,
        )
    return app
