"""The audit: the ledger's accounts and their sum, and the proof that nobody touched the books."""

from __future__ import annotations

import asyncio
from typing import Any

from nicegui import ui

from croupier.server.pages.audit import events, hold, rounds, tokens
from croupier.server.pages.audit.parts import audited, entries, facts, proof
from croupier.server.pages.desk.parts import drawn, heading, paragraph, testid
from croupier.server.pages.frame import attempt, money, still, workbench
from croupier.server.people import Person

MOST_SHOWN = 500


def declare() -> None:
    @ui.page("/audit")
    async def page() -> None:
        with audited("/audit") as who:
            if who is not None:
                held = await _conservation()
                Verification(who).draw()
                _accounts(held)

    for module in (hold, events, rounds, tokens):
        module.declare()


async def _conservation() -> list[dict[str, Any]]:
    """What the ledger keeps, and that its accounts add up to nothing; the accounts are the answer."""
    from croupier.server import records

    floor = workbench().floor
    held = await asyncio.to_thread(records.accounts, floor)
    counts = await asyncio.to_thread(records.counts, floor)
    kept = records.conservation(held)
    drawn(facts([(name.capitalize(), f"{count:,}") for name, count in counts.items()]))
    heading("Conservation")
    said = f"The house's accounts add up to {money(kept['sum'])}; chips issued by the cage: {money(kept['issued'])}."
    testid(proof(not kept["sum"], said), "conservation")
    rows: list[Any] = [(kind, money(total)) for kind, total in sorted(kept["kinds"].items())]
    drawn(entries(("Kind of account", "Holds"), rows, sums=(1,), name="kinds"))
    practice = records.conservation(held, practice=True)
    if practice["issued"] or practice["sum"]:
        said = f"Practice is kept apart: its accounts add up to {money(practice['sum'])}, {money(practice['issued'])} in play."
        testid(proof(not practice["sum"], said), "conservation-practice")
    return [account for account in held if not account["practice"]]


def _accounts(held: list[dict[str, Any]]) -> None:
    heading("Accounts")
    accounts: list[Any] = [(entry["account"], entry["kind"], money(entry["balance"])) for entry in held[:MOST_SHOWN]]
    drawn(entries(("Account", "Kind", "Balance"), accounts, sums=(2,), name="accounts"))
    if len(held) > MOST_SHOWN:
        paragraph(f"{len(held) - MOST_SHOWN:,} more accounts.", style="muted")


class Verification:
    """Every chain recomputed and every round played again, in a process beside the server, with its progress."""

    def __init__(self, who: Person) -> None:
        self.who = who
        self.done, self.total = 0, 0
        self.asking: asyncio.Future[Any] | None = None

    def draw(self) -> None:
        heading("Verification")
        paragraph(
            "Every hash is computed again, every round played again from its events, every account added up.", style="muted"
        )
        with ui.row().classes("items-center gap-3"):
            self.button = testid(ui.button("Verify the books", on_click=self.run).props("no-caps"), "verify")
            self.stop = testid(ui.button("Cancel", on_click=self.cancel).props("outline no-caps"), "verify-cancel")
        self.bar = ui.linear_progress(0, show_value=False).props('aria-label="Progress of the verification"')
        self.said = ui.element("div").props("aria-live=polite")
        self.stop.set_visibility(False)
        self.bar.set_visibility(False)
        self.timer = ui.timer(0.2, self._show, active=False)

    def cancel(self) -> None:
        if self.asking is not None:
            self.asking.cancel()

    def _progress(self, done: int, total: int | None, _message: str) -> None:
        self.done, self.total = done, total or 0

    def _show(self) -> None:
        self.bar.set_value(self.done / self.total if self.total else 0)

    async def run(self) -> None:
        from croupier.ledger.verify import Verdict

        who = attempt(lambda: still(self.who))
        if self.asking is not None or who is None:
            return
        bench, self.done = workbench(), 0
        books = {"database": bench.database.address}
        self.asking = asyncio.ensure_future(bench.work_out(bench.audits, who.share, "verified", books, told=self._progress))
        self._busy(True)
        found: Verdict | None = None
        why = ""
        try:
            told = await self.asking
            found = Verdict(**{name: value for name, value in told.items() if name != "sound"})
        except asyncio.CancelledError:
            why = f"Cancelled after {self.done:,} of {self.total:,} events: nothing was found wrong in those."
        except Exception as error:  # a damaged file can fail in any way; whatever it is, it is the verdict
            why = f"The books cannot be read: {type(error).__name__}: {error}".partition("\n")[0]
        finally:
            self.asking = None
        self._busy(False)
        self.said.clear()
        with self.said:
            if found is None:
                testid(proof(False, why), "verdict")
            else:
                self._tell(found)

    def _busy(self, busy: bool) -> None:
        self.timer.active = busy
        self.button.set_enabled(not busy)
        self.stop.set_visibility(busy)
        self.bar.set_visibility(busy)
        self.bar.set_value(0)

    def _tell(self, verdict: Any) -> None:
        checked = f"{verdict.events:,} events, {verdict.transfers:,} transfers and {verdict.rounds:,} rounds"
        if verdict.sound:
            testid(proof(True, f"The books are sound: {checked} follow from each other to the cent."), "verdict")
            ui.label(f"Chips issued: {money(verdict.issued)}.").classes("muted")
            return
        testid(proof(False, f"The books are not sound: {verdict.wrong}."), "verdict")
        ui.label(f"{checked} before it are in order.").classes("muted")
        if verdict.event is not None:
            ui.link(f"Look at event {verdict.event}", f"/audit/events/{verdict.event}")
