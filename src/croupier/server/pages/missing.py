"""Pages that are not there, and pages that failed: what happened in one line, and ways on."""

from __future__ import annotations

from difflib import get_close_matches
from html import escape

from fastapi import Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import Response
from nicegui import Client, core, ui
from starlette.exceptions import HTTPException

from croupier.errors import CroupierError, Unknown
from croupier.rules.listing import Listed, listing
from croupier.server.api import refusal
from croupier.server.pages.frame import PAGES, frame


def declare() -> None:
    """Stand in for the bare pages that NiceGUI would show."""
    core.app.exception_handler(404)(_missing)
    core.app.on_page_exception(_failed)


async def _missing(request: Request, error: Exception) -> Response:
    endpoint = request.scope.get("endpoint")
    ours = endpoint is None or endpoint is core.app or request.scope.get("nicegui_page_path")
    if not ours and isinstance(error, HTTPException):  # an address for programs: it answers as they expect
        return await http_exception_handler(request, error)
    with Client(ui.page(""), request=request) as client, frame("No such page"):
        path = request.url.path
        wanted = path.removeprefix("/games/").removeprefix("/play/").removeprefix("/compare/").strip("/")
        refused("There is no such page", f"Nothing stands at {path[:100]}.", wanted)
    return client.build_response(request, 404)


def _failed(error: Exception) -> None:
    with frame("It failed"):
        said = f"The fault is ours ({type(error).__name__}); the server's log has all of it."
        refused("This page could not be drawn", said)


def refused(heading: str, why: str | CroupierError, wanted: str = "") -> None:
    """Why something is not shown, games that may have been wanted, and every page; an error is answered as the API answers it."""
    names = {entry.id: entry for entry in listing()}
    if isinstance(why, CroupierError):
        ui.context.client.status_code = refusal(why)[0]
        # Games stand below, to be clicked; of anything else the list is what helps.
        why = why.plain if isinstance(why, Unknown) and wanted not in names else str(why)
    ui.html(escape(heading), sanitize=False, tag="h1")
    ui.label(f"{why[:1].upper()}{why[1:]}").classes("notice").props("role=alert data-testid=refusal")
    if wanted in names:
        ui.link("The game as the text has it", f"/games/{wanted}").classes("act")
    elif close := [names[name] for name in get_close_matches(wanted, names, n=3)] or [
        entry for entry in names.values() if entry.game == wanted
    ]:
        _games("Did you mean", close)
    elif beside := [entry for entry in names.values() if entry.rulebook == wanted.partition("/")[0]]:
        _games("This rulebook has", beside)
    with ui.element("div").classes("flex gap-2 q-mt-md"):
        for place, (name, address) in enumerate(PAGES):
            ui.link(name, address).classes("act" if place == 0 else "act quiet")


def _games(said: str, games: list[Listed]) -> None:
    with ui.element("p").props("data-testid=games-beside"):
        ui.label(said).classes("inline")
        for entry in games:
            ui.link(f"{entry.name} ({entry.rulebook})", f"/games/{entry.id}").classes("q-ml-sm inline-block")
