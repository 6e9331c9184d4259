"""The desk: a disputed hand written down, and its settlement read clause by clause."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterable
from contextlib import suppress
from copy import deepcopy
from difflib import get_close_matches
from typing import Any

from nicegui import Client, ui

from croupier.errors import CroupierError
from croupier.server.pages.desk import cards, parts, picker, settlement
from croupier.server.pages.desk.parts import heading, paragraph, testid
from croupier.server.pages.frame import alone, aside, attempt, clause_chip, drawn, frame
from croupier.server.pages.saying import title

STYLE = """
.desk { display: grid; grid-template-columns: minmax(0, 1.1fr) minmax(0, 1fr); gap: 2rem; align-items: start; width: 100%; }
.desk > * { min-width: 0; }
.desk .result { position: sticky; top: 4rem; max-height: calc(100vh - 5rem); overflow-y: auto; padding-right: .3rem; }
@media (max-width: 900px) { .desk { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
  .desk .result { position: static; max-height: none; } }
.desk-seat { border: 1px solid var(--line); border-radius: 10px; padding: .5rem .8rem .8rem; margin: .6rem 0; width: 100%;
  box-sizing: border-box; display: flex; flex-direction: column; gap: .5rem; }
.desk-seat h3 { font-size: 1.05rem; line-height: 1.4; margin: 0; font-weight: 600; }
.amounts { display: grid; grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: .5rem; width: 100%; }
.amounts .q-field { width: 100%; }
.cards-field { width: 100%; }
.report { border-left: 3px solid var(--accent); padding-left: .7rem; margin: .4rem 0; }
.seat-buttons { display: flex; flex-wrap: wrap; gap: .35rem; }
.seat-buttons button { min-width: 2.3rem; min-height: 2.3rem; border: 1px solid var(--line); border-radius: 8px; background: transparent;
  color: var(--ink); font: 600 .95rem system-ui, sans-serif; cursor: pointer; }
.seat-buttons button[aria-pressed=true] { background: var(--felt); color: #fff; border-color: var(--felt); }
.desk .q-btn-toggle { border: 1px solid var(--line); flex-wrap: wrap; }
.desk .q-btn-toggle .q-btn { min-width: 2.3rem; min-height: 2.3rem; }
.json textarea { font: 13px/1.5 ui-monospace, monospace !important; min-height: 26rem; }
"""

COPY = "try { await navigator.clipboard.writeText(%s); return true } catch { return false }"
NOTHING_YET = (
    "Nothing is written down yet. Take a seat and its wagers, then the cards, dice or the spin as they fell; "
    "what the rules make of it stands here as soon as it can be settled. An example shows how it looks."
)


def declare() -> None:
    @ui.page("/desk")
    async def page(client: Client, game: str = "", round: str = "") -> None:
        with frame("Desk", takes=("game", "round")):
            for style in (parts.STYLE, STYLE, cards.STYLE, picker.STYLE, settlement.STYLE):
                ui.add_css(style)
            heading("Desk", 1)
            paragraph("Settle a disputed hand: write down what happened, and read what the rules make of it.", style="muted")
            desk = Desk(game)
            if game and not desk.document:
                unknown_game(game, desk.listed)
            await asyncio.to_thread(warm, desk.document)
            desk.draw()
        await client.connected()
        # The round travels behind the # of the address, which a browser keeps to itself.
        word = str(await ui.run_javascript("location.hash", timeout=5)).partition("round=")[2] or round
        await ui.run_javascript("window.addEventListener('hashchange', () => location.reload())", timeout=5)
        if word:
            await desk.load_link(word)


def unknown_game(game: str, known: Iterable[str]) -> None:
    """The address names a game that no rulebook has."""
    ui.context.client.status_code = 404
    close = get_close_matches(game, list(known), n=3)
    ui.label(
        f"No rulebook has a game called {game[:60]!r}." + (f" Did you mean {' or '.join(close)}?" if close else "")
    ).classes("notice").props("role=alert data-testid=unknown-game")


def warm(document: dict[str, Any]) -> None:
    """Read the game's rules, away from the page: the first time takes a while, and it is kept."""
    from croupier.server.floor import prepare
    from croupier.server.writing import form
    from croupier.table.written import named_game

    with suppress(CroupierError):
        form(prepare(*named_game(document)))


class Desk:
    """One visitor's desk: the round as written so far, its form, and what it settles to."""

    def __init__(self, game: str = "") -> None:
        import croupier

        self.listed = {entry.id: entry for entry in croupier.listing()}
        self.document: dict[str, Any] = {"game": game} if game in self.listed else {}
        self.sheet: Any = None
        self._waiting: asyncio.Task[None] | None = None
        self._drawing: asyncio.Task[None] | None = None

    # Drawing

    def redraw(self) -> None:
        """The form again, in its turn: as often as somebody writes, and as the round stands then."""
        if self._drawing is None:
            self._drawing = asyncio.create_task(self._redraw())

    async def _redraw(self) -> None:
        document = deepcopy({key: value for key, value in self.document.items() if key in ("game", "house_rules", "version")})
        try:
            with self.panel:
                await alone(lambda: warm(document))
                await drawn(self._draw_latest)
        finally:
            self._drawing = None

    def _draw_latest(self) -> None:
        self._drawing = None
        if not self.panel.client.is_deleted:
            self.rebuild()

    def draw(self) -> None:
        names = {entry.id: f"{entry.name} ({entry.id})" for entry in self.listed.values()}
        with ui.element("div").classes("flex items-center gap-2 w-full q-mb-sm"):
            self.chooser = ui.select(
                names,
                label="Game",
                value=self.document.get("game"),
                with_input=True,
                on_change=lambda event: self.choose(event.value),
            )
            testid(self.chooser.props("outlined dense options-dense").classes("grow").style("min-width: 16rem"), "desk-game")
            for label, work, name in (
                ("Load an example", self.load_example, "desk-example"),
                ("Clear", self.clear, "desk-clear"),
                ("Share by link", self.share, "desk-share"),
            ):
                testid(ui.button(label, on_click=work).props("outline no-caps"), name)
        with ui.element("div").classes("desk"):
            with ui.element("div"):
                with ui.tabs().props("align=left dense no-caps") as tabs:
                    form_tab = testid(ui.tab("Form"), "desk-form-tab")
                    text_tab = testid(ui.tab("JSON"), "desk-json-tab")
                with ui.tab_panels(tabs, value=form_tab).classes("w-full").style("background: transparent"):
                    with ui.tab_panel(form_tab).classes("q-px-none"):
                        self.panel = ui.element("div").classes("w-full")
                    with ui.tab_panel(text_tab).classes("q-px-none"):
                        self.text = (
                            ui.textarea("The round as JSON")
                            .classes("w-full json")
                            .props("outlined debounce=500 spellcheck=false")
                        )
                        testid(self.text, "desk-json")
                        self.text.on_value_change(lambda event: self.read(event.value or ""))
            with testid(ui.element("section").classes("result").props("aria-live=polite aria-label=Settlement"), "desk-result"):
                self.result = ui.element("div").classes("w-full")
        self.rebuild()

    def rebuild(self) -> None:
        """The form again, for another game or other choices of the house."""
        from croupier.server.floor import prepare
        from croupier.server.pages.desk.form import Sheet, formable
        from croupier.server.writing import form
        from croupier.table.written import named_game

        self.panel.clear()
        with self.panel:
            name = self.document.get("game")
            if not isinstance(name, str):
                paragraph("Choose a game to begin.", style="muted")
                self.settle_soon()
                return
            try:
                playable = prepare(*named_game(self.document))
                fields, game = form(playable), playable.terms
            except CroupierError as error:
                if self.sheet is None or self.sheet.form.game != name:
                    paragraph(str(error))
                    self.settle_soon()
                    return
                fields, game = self.sheet.form, self.sheet.game  # the choice that is out of bounds is shown where it was made
            self.sheet = Sheet(fields, game, self.document, changed=self.settle_soon, rebuilt=self.redraw)
            if formable(self.document, fields):
                self._draw_fields()
            else:
                kind = "the log of a round" if "acts" in self.document else "a round of a shape that the form cannot show"
                paragraph(f"This is {kind}. It is settled as it stands; edit it as JSON.", style="muted")
        self.settle_soon()

    def _draw_fields(self) -> None:
        from croupier.server.pages.desk.form import cards_field, seat_block, throws_field
        from croupier.server.pages.desk.house import house_editor, irregularities_editor, meters_editor
        from croupier.server.pages.desk.rolls import rolls_editor

        sheet = self.sheet
        with ui.element("div").classes("q-mb-sm"):
            ui.label(sheet.form.name).classes("inline").style("font-weight: 600")
            clause_chip(sheet.form.clause, sheet.game)
        house_editor(sheet)
        meters_editor(sheet)
        if sheet.form.rolls:
            rolls_editor(sheet)
            return
        ui.label("Seats with a wager").classes("muted text-sm")
        taken = sorted(int(number) for number in self.document.setdefault("seats", {}))
        with ui.element("div").classes("seat-buttons"):
            for number in range(1, min(sheet.form.seats, 40) + 1):
                there = number in taken
                button = ui.element("button").props(
                    f'type=button aria-label="Seat {number}" aria-pressed={"true" if there else "false"}'
                )
                testid(button, f"take-seat-{number}").on("click", lambda number=number: self.toggle(number))
                with button:
                    ui.label(str(number))
        sheet.note("seats")
        for number in taken:
            seat_block(sheet, number, self.toggle)
        if sheet.form.hands or sheet.form.marks or sheet.form.dice:
            with ui.element("section").classes("desk-seat"):
                heading("The layout", 3)
                for hand in sheet.form.hands:
                    cards_field(sheet, title(hand.key), hand, self.document)
                if sheet.form.marks:
                    field = ui.select(
                        {mark: title(mark) for mark in sheet.form.marks}, label="The wheel stopped at", with_input=True
                    )
                    field.set_value(self.document.get("spin") if self.document.get("spin") in sheet.form.marks else None)
                    field.props("dense outlined options-dense").on_value_change(
                        lambda e: sheet.put(self.document, "spin", e.value)
                    )
                    testid(sheet.field(field, "spin"), "spin")
                if sheet.form.dice:
                    throws_field(sheet)
        irregularities_editor(sheet, self.document)

    # Doing

    async def choose(self, game: str | None) -> None:
        if game and game != self.document.get("game"):
            ui.run_javascript(f"history.replaceState(null, '', {json.dumps(f'/desk?game={game}')})")
            await self.load({"game": game})

    def toggle(self, number: int) -> None:
        seats = self.document.setdefault("seats", {})
        if seats.pop(str(number), None) is None:
            seats[str(number)] = {"wagers": {}}
        self.redraw()

    def decide(self, seat: int, word: str) -> None:
        """The table asked, and this is what the seat said."""
        self.document["seats"][str(seat)].setdefault("decisions", []).append(word)
        self.redraw()

    async def clear(self) -> None:
        await self.load({"game": self.document["game"]} if "game" in self.document else {})

    async def load(self, document: dict[str, Any]) -> None:
        self.document, self.sheet = document, None
        if document.get("game") in self.listed:
            self.chooser.set_value(document["game"])
        self.redraw()

    async def load_example(self) -> None:
        from croupier.server.floor import prepare
        from croupier.table.written_down import example

        name = self.document.get("game") or next(iter(self.listed))

        def played() -> dict[str, Any]:
            playable = prepare(name, self.document.get("house_rules"), self.document.get("version"))
            found: dict[str, Any] = json.loads(json.dumps(example(playable, secrets.randbelow(10**6), prepare)))
            return found

        document = await aside(played)
        if document is not None:
            await self.load(document)

    async def load_link(self, word: str) -> None:
        from croupier.server.writing import unpack

        document = attempt(lambda: unpack(word))
        if document is not None:
            await self.load(document)

    async def read(self, text: str) -> None:
        """The round as somebody typed it; the form follows."""
        from croupier.server.writing import read_text

        try:
            document = read_text(text)
        except CroupierError as error:
            self.text.error = str(error)
            return
        self.text.error = None
        if document != self.document:
            await self.load(document)

    def _written(self) -> str:
        return json.dumps(self.document, indent=1, ensure_ascii=False)

    def _write_text(self) -> None:
        """The JSON follows the form; what somebody is typing there is left alone while it says the same."""
        from croupier.server.writing import read_text

        try:
            same = read_text(self.text.value or "") == self.document
        except CroupierError:
            same = False
        if not same:
            self.text.set_value(self._written())

    async def share(self) -> None:
        from croupier.server.writing import pack

        if "game" not in self.document:
            ui.notify("Choose a game first", position="top")
            return
        word = pack(self.document)
        address = await ui.run_javascript(
            f"const a = location.origin + location.pathname + '#round=' + {json.dumps(word)};"
            "history.replaceState(null, '', a); return a",
            timeout=5,
        )
        with ui.dialog().props('aria-label="Share by link"') as dialog, ui.card().classes("w-full"):
            ui.label("Whoever opens this link sees the same round and settlement. It holds the whole round, and nothing else.")
            field = ui.input("Link", value=str(address)).props("readonly outlined dense").classes("w-full")
            testid(field, "desk-link")
            said = testid(ui.label("").props("role=status").classes("text-sm"), "desk-copied")
            with ui.row():
                again = ui.button("Copy", on_click=lambda: self._copy(str(address), said)).props("no-caps")
                testid(again, "desk-copy")
                ui.button("Close", on_click=dialog.close).props("outline no-caps")
        dialog.open()
        await self._copy(str(address), said)

    async def _copy(self, address: str, said: Any) -> None:
        copied = await ui.run_javascript(COPY % json.dumps(address), timeout=5)
        said.set_text(
            "Copied: paste it wherever you like." if copied else "Not copied: this browser does not let a page do it here."
        )

    # Settling

    def settle_soon(self) -> None:
        """Settle what is written, a moment after the last change."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = asyncio.create_task(self._settle())

    async def _settle(self) -> None:
        from croupier.server.pages.desk.form import begun
        from croupier.server.writing import Settled, settle

        await asyncio.sleep(0.05)
        self._write_text()
        self.result.clear()
        if not isinstance(self.document.get("game"), str):
            return
        if not begun(self.document):
            with self.result:
                paragraph(NOTHING_YET, style="muted")
            return
        document = json.loads(json.dumps(self.document))
        with self.result:  # what is done for this page, whoever's it is
            found = await alone(lambda: settle(document))
        self.result.clear()
        with self.result:
            if isinstance(found, Settled):
                settlement.draw(found)
            else:
                settlement.draw_stuck(found, self.sheet.game if self.sheet is not None else None)
        if self.sheet is not None:
            self.sheet.show(None if isinstance(found, Settled) else found, self.decide)
