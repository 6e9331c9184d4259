"""Pages that are not there, and pages that failed: what happened in one line, and ways on."""

from __future__ import annotations

from difflib import get_close_matches
from html import escape

from fastapi import Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import Response
from nicegui import Client, core, ui
from starlette.exceptions import HTTPException

from croupier.rules.listing import listing
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


def refused(heading: str, why: str, wanted: str = "") -> None:
    """Why something is not shown, games whose ids are like the one that was wanted, and every page."""
    ui.html(escape(heading), sanitize=False, tag="h1")
    ui.label(why).classes("notice").props("role=alert data-testid=refusal")
    names = {entry.id: entry for entry in listing()}
    if wanted in names:
        ui.link("The game as the text has it", f"/games/{wanted}").classes("act")
    close = [] if not wanted or wanted in names else get_close_matches(wanted, names, n=3)
    close = close or [name for name in names if wanted not in names and name.endswith(f"/{wanted}")][:5]
    if close:
        with ui.element("p"):
            ui.label("Did you mean").classes("inline")
            for name in close:
                ui.link(f"{names[name].name} ({names[name].rulebook})", f"/games/{name}").classes("q-ml-sm")
    with ui.element("div").classes("flex gap-2 q-mt-md"):
        for place, (name, address) in enumerate(PAGES):
            ui.link(name, address).classes("act" if place == 0 else "act quiet")
