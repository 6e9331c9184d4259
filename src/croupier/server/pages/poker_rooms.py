"""The poker rooms: their tables by kind, who waits for a seat, whose turn it is, and the jackpot of the period."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from croupier.server import poker_rooms
from croupier.server.pages import frame as framing
from croupier.server.pages.frame import clause_chip, frame, money
from croupier.server.pages.saying import title, words
from croupier.server.pages.table import style
from croupier.server.pages.table.actions import button
from croupier.server.people import Person

TO_PRACTISE = "/tables?q=poker+room"
AGAIN = 3.0
"""Seconds after which somebody who waits is shown the list as it is then."""


def declare() -> None:
    @ui.page("/poker-rooms")
    def rooms() -> None:
        with frame("Poker rooms"):
            ui.add_css(style.style())
            ui.html("<h1>Poker rooms</h1>", sanitize=False)
            person = framing.person()
            if person is None:
                ui.label("Sign in to see who waits for a seat. A practice table needs no list.")
                with ui.element("div").classes("flex gap-2 q-mt-md"):
                    button("Sign in", framing.sign_in_dialog, testid="rooms-sign-in", main=True)
                    ui.link("Open a practice table", TO_PRACTISE).classes("act quiet").props("data-testid=to-tables")
                return
            Rooms(person).build()


class Rooms:
    """The rooms on one browser, looked at again while it is open."""

    def __init__(self, person: Person) -> None:
        self.person, self.floor = person, framing.workbench().floor
        self.seen: list[dict[str, Any]] | None = None

    def build(self) -> None:
        self.whole = ui.element("div").props("data-testid=rooms aria-live=polite")
        ui.timer(AGAIN, self.look)
        self.draw(poker_rooms.look(self.floor, self.person))

    async def look(self) -> None:
        self.draw(await asyncio.to_thread(poker_rooms.look, self.floor, framing.still(self.person)))

    def draw(self, seen: list[dict[str, Any]]) -> None:
        if seen == self.seen:
            return
        self.seen = seen
        self.whole.clear()
        with self.whole:
            if not seen:
                ui.label("No poker table is open. One that is opened for play, not for practice, is listed here.").classes(
                    "muted"
                )
                ui.link("Open a practice table", TO_PRACTISE).classes("act q-mt-md").props("data-testid=to-tables")
            for room in seen:
                ui.html(f"{escape(room['name'])} ({escape(room['game'].partition('/')[0])})", sanitize=False, tag="h2")
                self._jackpot(room)
                for entry in room["kinds"]:
                    self._kind(room["game"], entry)

    def _jackpot(self, room: dict[str, Any]) -> None:
        period = room["period"]
        if period is None and not room["fund"]:
            return
        said = f"Jackpot fund {money(room['fund'])}, and what the tables collect."
        if period is not None:
            said += f" {title(period['pays'])}, from {words(period['least'])} up, {period['players']} dealt in."
            held = [f"{words(best['category'])} ({best['hand']}) of {best['player']}" for best in period["best"]]
            said += f" Best so far: {', '.join(held) or 'none'}."
        ui.label(said).props("data-testid=jackpot")

    def _kind(self, game: str, entry: dict[str, Any]) -> None:
        tables = entry["tables"]
        name = tables[0]["variant"] if tables else entry["kind"]
        with (
            ui.element("div")
            .classes("game-row")
            .style("flex-wrap: wrap")
            .props(f'data-testid=kind data-kind="{game} {entry["kind"]}"')
        ):
            with ui.element("div").style("flex: 2 1 15rem"):
                ui.label(name).style("font-weight: 600")
                ui.label(stakes(entry["kind"])).classes("muted text-sm")
                clause_chip(entry["clause"])
            with ui.element("div").style("flex: 2 1 14rem"):
                for table in tables:
                    ui.link(table["name"], f"/tables/{table['table']}")
                    ui.label(seats(table)).classes("muted text-sm").props("data-testid=seats")
            with ui.element("div").style("flex: 1 1 10rem"):
                waiting = ", ".join(entry["waiting"]) or "nobody"
                ui.label(f"Waiting: {waiting}").props("data-testid=waiting")
                if entry["place"] is not None:
                    leave = self._doing(poker_rooms.leave_list, game, entry["kind"], self.person.name)
                    button(f"Leave the list (you are {entry['place']}.)", leave, testid="leave-list", style="small")
                elif not any(table["yours"] for table in tables):
                    join = self._doing(poker_rooms.join_list, game, entry["kind"])
                    button("Join the list", join, testid="join-list", style="small")

    def _doing(self, work: Callable[..., Any], *given: str) -> Callable[[], Any]:
        async def do() -> None:
            who = framing.still(self.person)
            await framing.aside(partial(work, self.floor, who, *given, key=secrets.token_hex(16)))
            await self.look()

        return do


def seats(table: dict[str, Any]) -> str:
    """How full a table is, as far as it may be called out, and who is called to it."""
    taken = table["seats"] - table["free"]
    told = f"{table['free']} free of {table['seats']}" if table["announced"] else f"{taken} of {table['seats']} seated"
    return told + (f": {', '.join(table['called'])} may sit down" if table["called"] else "")


def stakes(kind: str) -> str:
    """How a kind of table is bet, in words.

    >>> stakes("texas-holdem fixed-limit lower-200 upper-400 small-blind-100")
    'fixed limit, lower $2.00, upper $4.00, small blind $1.00'
    """
    _, structure, *parts = kind.split()
    told = [structure.replace("-", " ")]
    for part in parts:
        name, _, cents = part.rpartition("-")
        told.append(f"{name.replace('-', ' ')} {money(int(cents))}")
    return ", ".join(told)
