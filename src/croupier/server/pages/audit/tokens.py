"""Tokens, for the administrator: issued with a role, shown once, revoked at any time."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from nicegui import ui

from croupier.errors import BadInput, CroupierError
from croupier.ledger.database import Halted
from croupier.server import admission, people
from croupier.server.pages.audit.parts import audited, when
from croupier.server.pages.desk.parts import heading, paragraph, testid
from croupier.server.pages.frame import still, tell, workbench
from croupier.server.people import Person, Role

MOST_HOURS = 24 * 366


def declare() -> None:
    @ui.page("/audit/tokens")
    async def page() -> None:
        with audited("/audit/tokens", "Tokens") as who:
            if who is None:
                return
            if who.role is not Role.ADMINISTRATOR:
                paragraph("Tokens are for the administrator.")
                return
            await Tokens(who).draw()


class Tokens:
    """Every token there is, without its secret."""

    def __init__(self, who: Person) -> None:
        self.who = who

    async def draw(self) -> None:
        heading("A new token")
        with ui.row().classes("items-start gap-2 w-full"):
            self.name = testid(ui.input("Name").props("outlined dense autocomplete=off"), "token-name")
            roles = {str(role): str(role) for role in people.INVITED}
            self.role = testid(ui.select(roles, label="Role", value=str(Role.PLAYER)).props("outlined dense"), "token-role")
            self.role.style("min-width: 11rem")
            self.hours = testid(
                ui.input("Valid for hours", value="12").props("outlined dense inputmode=numeric"), "token-hours"
            )
            testid(ui.button("Issue", on_click=self._issue).props("no-caps"), "token-issue")
        heading("Tokens")
        self.list = ui.element("div").classes("w-full")
        await self._draw_list()

    async def _issue(self) -> None:
        for field in (self.name, self.hours):
            field.error = None
        hours = str(self.hours.value or "").strip()
        if not hours.isdecimal() or not 1 <= int(hours[:6]) <= MOST_HOURS:
            self.hours.error = f"whole hours, 1 to {MOST_HOURS}"
            return

        def work() -> tuple[str, dict[str, Any]]:
            name, role = str(self.name.value or "").strip(), Role(self.role.value)
            return admission.issue_token(workbench().floor, who, name, role, timedelta(hours=int(hours)))

        try:
            who = still(self.who)
            secret, kept = await asyncio.to_thread(work)
        except BadInput as error:
            self.name.error = str(error)
            return
        except Halted as error:
            tell(error)
            return
        with (
            ui.dialog().props('persistent aria-label="A new token"') as dialog,
            ui.card().classes("w-full").style("max-width: 34rem"),
        ):
            ui.label(f"The token of {kept['name']}, {kept['role']}").classes("text-lg")
            ui.label("Copy it now: only its hash is kept, and it is not shown again.")
            testid(ui.input("Token", value=secret).props("readonly outlined dense").classes("w-full"), "token-secret")
            ui.button("I have it", on_click=dialog.close).props("no-caps")
        dialog.open()
        self.name.set_value("")
        await self._draw_list()

    async def _draw_list(self) -> None:
        def read() -> list[dict[str, Any]]:
            with workbench().database.read() as connection:
                return people.listed(connection)

        found = await asyncio.to_thread(read)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        self.list.clear()
        with self.list, ui.element("table").classes("entries"):
            with ui.element("thead"), ui.element("tr"):
                for head in ("Name", "Role", "Issued (UTC)", "State", ""):
                    with ui.element("th"):
                        ui.label(head)
            with ui.element("tbody"):
                for token in reversed(found):
                    self._row(token, now)

    def _row(self, token: dict[str, Any], now: str) -> None:
        state = (
            "revoked" if token["revoked"] else "expired" if token["expires"] < now else f"valid until {when(token['expires'])}"
        )
        own = token["id"] == self.who.token
        with testid(ui.element("tr"), f"token-{token['id']}"):
            for cell in (token["name"], token["role"], when(token["issued"]), state):
                with ui.element("td"):
                    ui.label(cell)
            with ui.element("td"):
                if state.startswith("valid") and not own:
                    button = ui.button("Revoke", on_click=lambda: self._revoke(token["id"])).props("flat dense no-caps")
                    testid(button, f"revoke-{token['id']}")
                elif own:
                    ui.label("yours").classes("muted")

    async def _revoke(self, number: str) -> None:
        def work() -> None:
            admission.revoke_token(workbench().floor, who, number)

        try:
            who = still(self.who)
            await asyncio.to_thread(work)
        except (CroupierError, Halted) as error:
            tell(error)
        await self._draw_list()
