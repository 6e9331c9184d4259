"""A round replayed step by step: first, back, next, last, a slider and the arrow keys; and whose eyes one looks through."""

from __future__ import annotations

import asyncio
from typing import Any

from nicegui import ui

from croupier.server.pages.desk.cards import felt
from croupier.server.pages.desk.parts import drawn, heading, testid
from croupier.server.pages.frame import attempt, clause_chip, still
from croupier.server.people import Person
from croupier.server.recall import Recalled, role_in
from croupier.table.views import DEALER, FLOOR, PUBLIC, Role


class Replay:
    """The moments of a round as one role saw them."""

    def __init__(self, who: Person, recalled: Recalled) -> None:
        self.who, self.recalled, self.role = who, recalled, role_in(recalled, who)
        self.seen: dict[Role, list[Any]] = {}
        self.step = 0

    @property
    def moments(self) -> list[Any]:
        return self.seen[self.role]

    async def draw(self) -> None:
        heading("Step by step")
        await self._look(self.role)
        self.step = len(self.moments) - 1
        roles: dict[Role, str] = {DEALER: "The dealer", PUBLIC: "Anybody"}
        seats: dict[Role, str] = {seat: f"Seat {seat} ({account})" for seat, account in sorted(self.recalled.players.items())}
        if self.role == FLOOR:
            roles = {FLOOR: "The floor: every card", **roles, **seats}
        else:  # who plays in a round that goes on looks with no other seat's eyes
            roles[self.role] = seats[self.role]
        with ui.row().classes("items-center gap-2 w-full"):
            for icon, label, go in (
                ("first_page", "First", lambda: self.go(0)),
                ("chevron_left", "Back", lambda: self.go(self.step - 1)),
                ("chevron_right", "Next", lambda: self.go(self.step + 1)),
                ("last_page", "Last", lambda: self.go(len(self.moments) - 1)),
            ):
                button = ui.button(icon=icon, on_click=go).props(f'outline dense aria-label="{label}"')
                testid(button, f"replay-{label.lower()}")
            eyes = ui.select(roles, label="Through whose eyes", value=self.role)
            eyes.on_value_change(lambda event: self._eyes(event.value))
            testid(eyes.props("outlined dense options-dense").style("min-width: 14rem"), "replay-eyes")
        # The arrow keys move the replay wherever the focus is, so the slider does not take them a second time.
        self.slider = ui.slider(min=0, max=max(1, len(self.moments) - 1), value=self.step)
        self.slider.props('tabindex=-1 aria-label="Step"').on_value_change(lambda event: self.go(int(event.value)))
        testid(self.slider, "replay-slider")
        self.said = testid(ui.element("div").classes("q-mb-sm").props("aria-live=polite"), "replay-said")
        self.table = testid(drawn(""), "replay-table")
        ui.keyboard(on_key=self._key, ignore=["input", "select", "textarea"])
        self._show()

    async def _look(self, role: Role) -> None:
        from croupier.server.records import moments

        if role not in self.seen:
            self.seen[role] = await asyncio.to_thread(moments, self.recalled, role)
        self.role = role

    async def _eyes(self, role: Role) -> None:
        if attempt(lambda: still(self.who)) is not None:
            await self._look(role)
            self._show()

    def _key(self, event: Any) -> None:
        if not event.action.keydown:
            return
        for pressed, step in (
            (event.key.arrow_left, self.step - 1),
            (event.key.arrow_right, self.step + 1),
            (event.key.home, 0),
            (event.key.end, len(self.moments) - 1),
        ):
            if pressed:
                self.go(step)

    def go(self, step: int) -> None:
        wanted = max(0, min(step, len(self.moments) - 1))
        if wanted != self.step:
            self.step = wanted
            self.slider.set_value(wanted)
            self._show()

    def _show(self) -> None:
        moment = self.moments[self.step]
        thrown = moment.act[1] if moment.act and moment.act[0] == "roll" else ()
        spin = moment.act[1] if moment.act and moment.act[0] == "spin" else None
        names = {seat: account.partition(":")[2] for seat, account in self.recalled.players.items()}
        self.table.set_content(felt(moment.view.layout, thrown=thrown, spin=spin, names=names))
        self.said.clear()
        with self.said:
            ui.label(f"{self.step} of {len(self.moments) - 1}").classes("muted figures inline q-mr-sm")
            ui.label(moment.words).classes("inline").style("font-weight: 600")
            clause_chip(moment.clause)
            with ui.element("div").classes("muted text-sm figures"):
                ui.label(f"{moment.at[:19].replace('T', ' ')}, by {moment.by}, in").classes("inline q-mr-xs")
                ui.link(f"event {moment.event}", f"/audit/events/{moment.event}")
