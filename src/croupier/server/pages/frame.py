"""What every page shares: who is signed in, the head of the page, its colours; and the list of pages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nicegui import core, ui

from croupier.errors import CroupierError
from croupier.rules.resolve import GameRules
from croupier.server import admission, people
from croupier.server.pages.game.markup import chips
from croupier.server.pages.loading import LONGEST
from croupier.server.pages.signing import Signing, bind_sockets
from croupier.server.people import Person
from croupier.server.rates import Turns, of_address
from croupier.server.workbench import Workbench

PAGES = (("Library", "/"), ("Tables", "/tables"), ("Desk", "/desk"), ("Drill", "/drill"), ("Audit", "/audit"))
STYLE = Path(__file__).with_name("frame.css")
LOOK = "look"
"""The cookie in which a browser keeps whether it wants its pages dark or light; without it the system says."""
LOOKS = {"dark": True, "light": False}
HEAD = """<style>html { background: %(light)s } %(dark)s</style>
<script>
  window.croupierLook = () => {
    const dark = !document.body.classList.contains('body--dark');
    setDark(dark);
    document.cookie = 'look=' + (dark ? 'dark' : 'light') + '; path=/; max-age=31536000; samesite=lax';
  };
</script>"""
PAPER, NIGHT = "#faf9f5", "#17191c"
"""What is behind a page until it is drawn."""


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
    from croupier.server.pages import drill, library, missing, poker_rooms
    from croupier.server.pages.audit import page as audit
    from croupier.server.pages.desk import page as desk
    from croupier.server.pages.game import page as game
    from croupier.server.pages.table import page as table

    for module in (library, game, table, poker_rooms, desk, drill, audit, missing):
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


async def new_guest() -> Person | None:
    """Somebody new who may practise, where guests are welcome; the browser is yet to be signed in as them."""
    bench, address = workbench(), of_address(ui.context.client.ip)

    def admitted() -> Person:
        if not bench.guests:
            raise people.NotAllowed("guests are not let in here: sign in with a token")
        token, _ = admission.admit_guest(bench.floor, address=address)
        return people.identify(bench.database, token)

    found: Person | None = await aside(admitted)
    return found


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


_aside = Turns(1)


def _share() -> str:
    """Out of whose share it comes what is done for whoever shows this page."""
    who = person()
    return of_address(ui.context.client.ip) if who is None else who.share


async def alone(work: Callable[[], Any]) -> Any:
    """Do it on another thread, so that no page waits: one thing at a time for whoever shows this page, or for their address.

    The next begins when the thread is free, though nobody waits for what it does any more.
    """
    name = _share()
    await _aside.take(name)
    done = asyncio.ensure_future(asyncio.to_thread(work))
    done.add_done_callback(lambda _: _aside.give_back(name))
    return await asyncio.shield(done)


_drawing = Turns(1)


async def drawn(draw: Callable[[], None]) -> None:
    """Draw a part of a page anew, which the thread does that answers everybody: as pages are, one at a time to each, with a pause."""
    name = _share()
    await _drawing.take(name)
    began = time.monotonic()
    try:
        draw()
    finally:
        asyncio.get_running_loop().call_later(min(time.monotonic() - began, LONGEST), _drawing.give_back, name)


async def aside(work: Callable[[], Any]) -> Any:
    """The same; a refusal is told."""
    try:
        return await alone(work)
    except CroupierError as error:
        tell(error)
        return None


@contextmanager
def frame(title: str, *, takes: Sequence[str] | None = None) -> Iterator[None]:
    """Head, navigation and the column everything stands in; of what the address asks, whatever the page does not take is said."""
    ui.page_title(f"{title} · Croupier")
    _dress()
    with (
        ui.header().classes("q-py-xs"),
        ui.row().classes("items-center w-full gap-x-4 gap-y-0"),
    ):
        ui.link("Skip to the page", "#page").classes("skip")
        ui.link("Croupier", "/").classes("text-lg").style("font-weight: 700")
        with ui.element("nav").classes("figures places").props('aria-label="Pages"'):
            _places()
        ui.space()
        who = person()
        if who is not None:
            signing().drawn_for(ui.context.client, who)
        if who is None:
            ui.button("Sign in", on_click=sign_in_dialog).props("flat color=white no-caps dense data-testid=sign-in")
        else:
            signed_in = ui.button(who.name).classes("who").props("flat color=white no-caps dense data-testid=signed-in")
            with signed_in, ui.menu():
                ui.menu_item(f"{who.name}, {who.role}", auto_close=False).props("disable")
                ui.menu_item("Sign out", on_click=lambda: go_as(None)).props("data-testid=sign-out")
        look = ui.button(icon="contrast").props('flat round dense color=white aria-label="Dark or light" data-testid=look')
        look.on("click", js_handler="() => croupierLook()")
    # The element around a page's content is a `main` already.
    with ui.element("div").classes("page"):
        ui.html('<div id="page" tabindex="-1"></div>', sanitize=False)
        if takes is not None:
            _say_unknown(takes)
        yield


def _dress() -> None:
    """Style and colours, dark or light as this browser had it last."""
    dark = LOOKS.get(ui.context.client.request.cookies.get(LOOK, ""))
    night = f"html {{ background: {NIGHT} }}"
    behind = {True: night, False: "", None: f"@media (prefers-color-scheme: dark) {{ {night} }}"}[dark]
    ui.add_head_html(HEAD % {"light": PAPER, "dark": behind})
    ui.add_css(STYLE)
    ui.colors(primary="#14532d", secondary="#9a3412", accent="#9a3412")
    ui.dark_mode(dark)


def _places() -> None:
    here = ui.context.client.request.url.path
    for name, address in PAGES:
        link = ui.link(name, address)
        if here == address or (address != "/" and here.startswith(f"{address}/")):
            link.props("aria-current=page")


def _say_unknown(takes: Sequence[str]) -> None:
    """An address that asks for what a page does not know is not obeyed in silence."""
    unknown = sorted(set(ui.context.client.request.query_params) - set(takes))
    if unknown:
        known = f"It takes {', '.join(takes)}." if takes else "It takes nothing there."
        said = f"This page does not know {', '.join(f'?{name[:40]}' for name in unknown[:5])} in its address. {known}"
        ui.label(said).classes("notice").props("role=status data-testid=unknown-asked")


def sign_in_dialog() -> None:
    """Paste a token, or come in as a guest."""
    with ui.dialog().props('aria-label="Sign in"') as dialog, ui.card().classes("w-96"):
        ui.label("Sign in").classes("text-lg")
        token = ui.input("Token", password=True).classes("w-full").props("autofocus data-testid=token")

        async def enter() -> None:
            said = token.value.strip()
            found = await aside(lambda: people.identify(workbench().database, said))
            if found is not None:
                go_as(found)

        token.on("keydown.enter", enter)
        with ui.row():
            ui.button("Sign in", on_click=enter).props("no-caps data-testid=enter")
            if workbench().guests:
                ui.button("Come in as a guest", on_click=enter_as_guest).props("outline no-caps")
        ui.label(
            "The first start of the server prints an administrator's token; "
            "croupier token, on the machine of the server, makes another."
        ).classes("muted text-sm")
    dialog.open()


async def enter_as_guest() -> None:
    guest = await new_guest()
    if guest is not None:
        go_as(guest)


def clause_chip(clause: str | None, game: GameRules | None = None) -> None:
    """Citations as small labels; those of a known game name their document, date and lines, and lead to what they say."""
    if game is not None:
        ui.html(chips(game, clause), sanitize=False, tag="span")
        return
    for part in filter(None, (clause or "").split(", ")):
        ui.label(part).classes("chip-clause")


def money(cents: int) -> str:
    """Dollars and cents with a sign before the dollar."""
    return f"{'-' if cents < 0 else ''}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"
