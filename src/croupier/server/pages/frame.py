"""What every page shares: who is signed in, the head of the page, its colours; and the list of pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from nicegui import core, ui

from croupier.errors import CroupierError
from croupier.server import house, people
from croupier.server.pages.signing import Signing, bind_sockets
from croupier.server.people import Person
from croupier.server.workbench import Workbench

PAGES = (("Library", "/"), ("Tables", "/tables"), ("Desk", "/desk"), ("Drill", "/drill"), ("Audit", "/audit"))
STYLE = """
:root { --felt: #14532d; --felt-edge: #0b3a1e; --ink: #1f2933; --paper: #faf9f5; --line: #d6d3c8; --accent: #9a3412; --muted: #5b6470; }
.body--dark { --felt: #0f3d24; --felt-edge: #082614; --ink: #ece8df; --paper: #17191c; --line: #3a3f45; --accent: #fdba74;
  --muted: #a8b0ba; }
body { background: var(--paper); color: var(--ink); font-family: Georgia, 'Times New Roman', serif; overflow-x: hidden; }
.q-field, .q-btn, .q-table, .q-tab, nav, code, .figures { font-family: system-ui, sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .5rem 0; font-weight: 600; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 1.2rem 0 .3rem; font-weight: 600; }
a { color: var(--accent); }
.body--dark { color-scheme: dark; }
.body--dark .page { --q-primary: #86efac; --q-negative: #fca5a5; }
.body--dark .page .q-btn:not(.q-btn--outline):not(.q-btn--flat) { --q-primary: #166534; }
.body--dark .q-dialog .q-btn--outline, .body--dark .q-dialog .q-btn--flat, .body--dark .q-dialog .q-field { --q-primary: #86efac; }
.chip-clause { display: inline-block; font: 12px system-ui, sans-serif; padding: 1px 7px; border: 1px solid var(--line); border-radius: 9px;
  color: var(--muted); margin: 1px 2px; overflow-wrap: anywhere; }
.muted { color: var(--muted); }
.page { max-width: 1100px; width: 100%; margin: 0 auto; padding: .5rem 1rem 3rem; box-sizing: border-box; }
.page table { max-width: 100%; }
.scrolls { overflow-x: auto; max-width: 100%; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.q-btn:focus-visible { box-shadow: 0 0 0 2px var(--paper), 0 0 0 5px var(--accent); } /* Quasar takes its outline away for good */
.q-header :focus-visible { outline-color: white; }
.q-header .q-btn:focus-visible { box-shadow: 0 0 0 3px white; }
@media (max-width: 600px) {
  .page { padding: .25rem .6rem 3rem; }
  .q-header > .row { flex-wrap: wrap !important; gap: 0 .5rem; }
  .q-header [role=navigation] { order: 9; width: 100%; flex-wrap: nowrap !important; justify-content: space-between; }
}
"""


_signing: list[Signing] = []


def signing() -> Signing:
    return _signing[0]


def workbench() -> Workbench:
    return signing().bench


def register(bench: Workbench) -> str:
    """Declare every page for this workbench; the secret their cookies are signed with."""
    _signing[:] = [Signing(bench)]
    signing().declare()
    bind_sockets(core.sio)
    from croupier.server.pages import drill, library
    from croupier.server.pages.audit import page as audit
    from croupier.server.pages.desk import page as desk
    from croupier.server.pages.game import page as game
    from croupier.server.pages.table import page as table

    for module in (library, game, table, desk, drill, audit):
        module.declare()
    return signing().sessions.secret


def person() -> Person | None:
    """Who is signed in on the browser that shows this page: whoever its token is now."""
    return signing().person(ui.context.client)


def still(who: Person) -> Person:
    """The person a page was drawn for, if its browser's token is still theirs and what it was; whoever acts, acts as the answer."""
    found = person()
    if found != who:
        raise people.NotAllowed("you are not signed in any more")
    return found


def go_as(who: Person | None, *, to: str | None = None, instead: bool = True) -> None:
    """Sign this browser in as somebody whose token was shown, or out; it comes back to this page or goes on `to` another."""
    signing().change(ui.context.client, who.token if who is not None else None, to=to, instead=instead)


def new_guest() -> Person:
    """Somebody new who may practise, where guests are welcome; the browser is yet to be signed in as them."""
    bench = workbench()
    if not bench.guests:
        raise people.NotAllowed("guests are not let in here: sign in with a token")
    token, _ = house.admit_guest(bench.floor)
    return people.identify(bench.database, token)


def tell(error: Exception) -> None:
    """A refusal, in one line."""
    ui.notify(str(error), type="warning", position="top", multi_line=True, timeout=6000)


def attempt(work: Callable[[], Any]) -> Any:
    """Do it, or say why not; None where it was refused."""
    try:
        return work()
    except CroupierError as error:
        tell(error)
        return None


async def aside(work: Callable[[], Any]) -> Any:
    """Do it on another thread, so that no page waits; a refusal is told."""
    try:
        return await asyncio.to_thread(work)
    except CroupierError as error:
        tell(error)
        return None


@contextmanager
def frame(title: str) -> Iterator[None]:
    """Head, navigation and the column everything stands in."""
    ui.page_title(f"{title} · Croupier")
    ui.add_css(STYLE)
    ui.colors(primary="#14532d", secondary="#9a3412", accent="#9a3412")
    dark = ui.dark_mode(None)
    with (
        ui.header().classes("q-py-xs").style("background: var(--felt-edge)"),
        ui.row().classes("items-center w-full gap-x-4 gap-y-0"),
    ):
        ui.link("Croupier", "/").classes("text-white text-lg no-underline").style("color: white; font-weight: 700")
        with ui.row().classes("items-center gap-x-3 gap-y-0 figures places").props("role=navigation aria-label=Pages"):
            for name, address in PAGES:
                ui.link(name, address).style("color: white; text-decoration: none; padding: 2px 4px")
        ui.space()
        who = person()
        if who is not None:
            signing().drawn_for(ui.context.client, who)
        if who is None:
            ui.button("Sign in", on_click=sign_in_dialog).props("flat color=white no-caps dense data-testid=sign-in")
        else:
            with ui.button(who.name).props("flat color=white no-caps dense data-testid=signed-in"), ui.menu():
                ui.menu_item(f"{who.role}", auto_close=False).props("disable")
                ui.menu_item("Sign out", on_click=lambda: go_as(None)).props("data-testid=sign-out")
        ui.button(icon="contrast", on_click=lambda: _flip(dark)).props(
            'flat round dense color=white aria-label="Dark or light"'
        )
    with ui.element("main").classes("page"):
        yield


def _flip(dark: Any) -> None:
    dark.value = not dark.value if dark.value is not None else True


def sign_in_dialog() -> None:
    """Paste a token, or come in as a guest."""
    with ui.dialog() as dialog, ui.card().classes("w-96"):
        ui.label("Sign in").classes("text-lg")
        token = ui.input("Token", password=True).classes("w-full").props("autofocus data-testid=token")

        def enter() -> None:
            found = attempt(lambda: people.identify(workbench().database, token.value.strip()))
            if found is not None:
                go_as(found)

        token.on("keydown.enter", enter)
        with ui.row():
            ui.button("Sign in", on_click=enter).props("data-testid=enter")
            if workbench().guests:
                ui.button("Come in as a guest", on_click=enter_as_guest).props("outline")
        ui.label("The first start of the server prints an administrator's token.").classes("muted text-sm")
    dialog.open()


def enter_as_guest() -> None:
    guest = attempt(new_guest)
    if guest is not None:
        go_as(guest)


def clause_chip(clause: str | None) -> None:
    """A citation, as a small label."""
    for part in (clause or "").split(", "):
        if part:
            ui.label(part).classes("chip-clause")


def money(cents: int) -> str:
    """Dollars and cents with a sign before the dollar."""
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"
