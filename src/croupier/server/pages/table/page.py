"""Tables: the list of them, a practice table for whoever wants one, and the table itself."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any

from fastapi import Request
from nicegui import ui

from croupier.compliance.wording import choice_text
from croupier.errors import CroupierError
from croupier.rules.listing import Listed
from croupier.server import house, playing, seeing
from croupier.server.floor import prepare
from croupier.server.pages import frame as framing
from croupier.server.pages.frame import frame, tell
from croupier.server.pages.missing import refused
from croupier.server.pages.saying import title
from croupier.server.pages.table import style
from croupier.server.pages.table.actions import button
from croupier.server.people import Person

MOST_SHOWN = 60


def games() -> list[Listed]:
    import croupier

    return croupier.listing()


def most_common(listed: list[Listed]) -> str:
    """The game to begin with: the one most rulebooks have."""
    counts = Counter(entry.game for entry in listed)
    game = max(counts, key=lambda name: (counts[name], name))
    return next(entry.id for entry in listed if entry.game == game)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A game to be played: under a house's choices and a dated version where its page was asked for those."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    version: str | None = None
    companions: int = 2


def open_practice(person: Person, wanted: Wanted) -> tuple[str, CroupierError | None]:
    """The person's own practice table for this game, as they left it or else a new one, with them at a seat and wagers open.

    Where somebody may not play, why; they look on.
    """
    floor = framing.workbench().floor
    rules = {"options": dict(wanted.options)} if wanted.options else None
    table = house.own_table(floor, person, wanted.game, house_rules=rules, version=wanted.version)
    if table is None:
        seats = prepare(wanted.game, rules, wanted.version).seats
        house.make_room(floor, person)
        opened = house.open_table(
            floor,
            person,
            wanted.game,
            house_rules=rules,
            version=wanted.version,
            settings={"practice": True},
            companions=min(wanted.companions, seats - 1),
            key=secrets.token_hex(16),
        )
        table = str(opened["table"])
    seen, why = seeing.see(floor, person, table), None
    try:
        if not seen["you"]["seats"] and seen["free"]:
            house.sit(floor, person, table, seen["free"][0], key=secrets.token_hex(16))
        if seen["round"] is None:
            playing.open_round(floor, person, table, key=secrets.token_hex(16))
    except CroupierError as error:
        why = error
    return table, why


async def start(wanted: Wanted, *, instead: bool = False) -> None:
    """Sign in as a guest where nobody is, open a table and go there; `instead` of this page, so that going back opens no other."""
    known = framing.person()
    person = known or await framing.new_guest()
    opened = None if person is None else await framing.aside(lambda: open_practice(person, wanted))
    if opened is None:
        return
    table, why = opened
    if why is not None:
        tell(why)
    if known is None:
        framing.go_as(person, to=f"/tables/{table}", instead=instead)
    elif instead:
        ui.run_javascript(f"location.replace('/tables/{table}')")
    else:
        ui.navigate.to(f"/tables/{table}")


def declare() -> None:
    """The pages of this module."""

    @ui.page("/tables")
    def tables(q: str = "") -> None:
        with frame("Tables", takes=("q",)):
            _tables(q)

    @ui.page("/play/{rulebook}/{game}")
    async def play(rulebook: str, game: str, request: Request) -> None:
        asked = request.query_params
        with frame(f"Play {title(game)} ({rulebook})", takes=("set", "version")):
            await _play(f"{rulebook}/{game}", asked.getlist("set"), asked.get("version"))

    @ui.page("/tables/{table_id}")
    async def table(table_id: str) -> None:
        with frame(f"Table {table_id}", takes=()):
            await _table(table_id)


def _tables(wanted: str = "") -> None:
    ui.add_css(style.style())
    person, listed = framing.person(), games()
    guest = person is None
    ui.html("<h1>Tables</h1>", sanitize=False)
    if guest and not framing.workbench().guests:
        ui.label("Sign in to play: guests are not let in here.")
        return
    names = {entry.id: f"{entry.name} ({entry.rulebook})" for entry in listed}
    with ui.element("div").classes("hero"):
        with ui.element("div").style("flex: 1 1 16rem"):
            ui.label("Sit down and play").style("font-size: 1.2rem; font-weight: 600")
            ui.label("A table of your own with practice chips. You play every part; the house deals.").classes("muted")
        chosen = ui.select(names, value=most_common(listed), label="Game", with_input=True).classes("figures")
        chosen.props("outlined dense data-testid=game-select").style("min-width: 15rem; flex: 1 1 15rem")
        others = (
            ui.select({n: str(n) for n in range(7)}, value=2, label="Companions").props("outlined dense").style("width: 9rem")
        )
        button(
            "Play as a guest" if guest else "Play",
            lambda: start(Wanted(chosen.value, companions=int(others.value))),
            testid="play-as-guest" if guest else "play",
            main=True,
        )
    if person is not None:
        _open_tables(person)
    ui.html("<h2>All games</h2>", sanitize=False)
    search = ui.input("Search by game, family or rulebook", value=wanted)
    search.props("outlined dense clearable data-testid=game-search")
    search.classes("w-full").style("max-width: 30rem; margin-bottom: .6rem")
    rows: list[tuple[str, Any]] = []
    with ui.element("div").classes("game-list"):
        for entry in listed:
            with ui.element("div").classes("game-row") as row:
                with ui.element("div").classes("name"):
                    ui.label(entry.name)
                    ui.label(f"{entry.rulebook}, {entry.clause}, {entry.family}").classes("muted text-sm")
                testid = f"play-{entry.rulebook}-{entry.game}"
                made = button("Play", partial(_start_row, entry.id, others), testid=testid, style="small")
                made.props(f'aria-label="Play {escape(names[entry.id])}"')
            rows.append((f"{entry.name} {entry.id} {entry.family}".lower(), row))
    none = ui.element("div").classes("notice").props("role=status data-testid=games-none")
    with none:
        ui.label("No game fits.").classes("inline")
        ui.link("Show all games", "/tables").classes("q-ml-sm")

    def sift() -> None:
        words = (search.value or "").lower().split()
        fits = [all(word in said for word in words) for said, _ in rows]
        for (_, row), shown in zip(rows, fits, strict=True):
            row.set_visibility(shown)
        none.set_visibility(not any(fits))

    sift()
    search.on_value_change(sift)


def _open_tables(person: Person) -> None:
    found = list(reversed(seeing.tables(framing.workbench().floor, person)))
    own = [row for row in found if row["yours"]]
    others = [row for row in found if not row["yours"]]
    if own:
        ui.html("<h2>Your tables</h2>", sanitize=False)
        _list(own)
    ui.html("<h2>Open tables</h2>", sanitize=False)
    ui.link("Poker rooms: seats, waiting lists, jackpots", "/poker-rooms").props("data-testid=to-poker-rooms")
    if not others:
        ui.label("None is open but your own." if own else "None is open yet.").classes("muted")
    _list(others)


def _list(rows: list[dict[str, Any]]) -> None:
    floor = framing.workbench().floor
    with ui.element("div").classes("game-list"):
        for row in rows[:MOST_SHOWN]:
            listed = ui.element("div").classes("game-row").props(f"data-testid=row-{row['table']}")
            with listed, ui.element("div").classes("name"):
                ui.link(row["name"], f"/tables/{row['table']}").props(f"data-testid=table-{row['table']}")
                ui.label(f"{row['game']}, opened {row['opened'][:16].replace('T', ' ')}").classes("muted text-sm")
                ui.label(_seated(row, seeing.seats(floor, row["table"]))).classes("text-sm figures")
    if len(rows) > MOST_SHOWN:
        ui.label(f"and {len(rows) - MOST_SHOWN} older ones").classes("muted")


def _seated(row: Mapping[str, Any], seats: Mapping[str, int]) -> str:
    """Whose it is, how many play there and how many more may."""
    whose = "" if row["owner"] is None else "open to all" if row["shared"] else "private"
    if row["owner"] is not None and not row["yours"]:
        whose = f"{row['owner']}'s, {whose}"
    playing = f"{seats['players']} player{'' if seats['players'] == 1 else 's'}"
    return " · ".join(filter(None, (whose, playing, f"{seats['free']} free")))


async def _start_row(game: str, companions: ui.select) -> None:
    await start(Wanted(game, companions=int(companions.value)))


async def _play(game: str, choices: list[str], version: str | None) -> None:
    from croupier.server.pages.game import choices as game_choices

    ui.add_css(style.style())
    try:
        chosen = game_choices.read(game, choices, version)
    except CroupierError as error:
        refused("That cannot be played", error, game)
        return
    wanted = Wanted(game, chosen.options, chosen.version)
    ui.html(escape(chosen.game.terms.name), sanitize=False, tag="h1")
    for name, value in chosen.options.items():
        said = choice_text(chosen.game.terms.file.options[name], value)
        ui.label(f"{title(name)}: {said}").classes("muted")
    if framing.person() is not None:
        ui.label("Opening a practice table…").classes("muted")
        await ui.context.client.connected()
        await start(wanted, instead=True)
        return
    if not framing.workbench().guests:
        ui.label("Sign in to play: guests are not let in here.")
        return
    ui.label("A table of your own with practice chips and two companions.").classes("muted")
    button("Play as a guest", lambda: start(wanted, instead=True), testid="play-as-guest", main=True)


async def _table(table_id: str) -> None:
    from croupier.server.pages.table.room import Room

    person = framing.person()
    if person is None:
        ui.add_css(style.style())
        ui.html("<h1>A table</h1>", sanitize=False)
        ui.label("Sign in to see it.")
        if framing.workbench().guests:
            button("Come in as a guest", framing.enter_as_guest, testid="play-as-guest", main=True)
        return
    try:
        room = Room(person, table_id)
    except CroupierError as error:
        refused("There is no such table", error)
        return
    ui.page_title(f"{room.playable.terms.name}, table {table_id} · Croupier")
    room.build()
    await ui.context.client.connected()
    await room.measure()
