"""The ledger's events, newest first, and one of them opened: what it says, what it moved, how it is chained."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from nicegui import ui

from croupier.errors import CroupierError
from croupier.ledger.books import HOUSE
from croupier.server.pages.audit.parts import audited, entries, facts, linked, on_paper, proof, tools, when
from croupier.server.pages.desk.parts import drawn, heading, paragraph, testid
from croupier.server.pages.frame import attempt, money, still, workbench
from croupier.server.pages.saying import words
from croupier.server.people import Person

PAGE = 50
QUIET = ("settled", "shuffle", "reshuffle")
"""Marks that nearly every round has."""


def declare() -> None:
    @ui.page("/audit/events")
    async def events(stream: str = "", kind: str = "", mark: str = "", practice: str = "") -> None:
        with audited("/audit/events", "Events", takes=("stream", "kind", "mark", "practice")) as who:
            if who is not None:
                await Listing(who, stream, kind, mark, practice=bool(practice)).draw()

    @ui.page("/audit/events/{number}")
    async def event(number: int) -> None:
        with audited("/audit/events", f"Event {number}") as who:
            if who is not None:
                await _one(who, number)


class Listing:
    """Events by table, kind and mark; those of practice tables only if they are asked for."""

    def __init__(self, who: Person, stream: str, kind: str, mark: str, *, practice: bool) -> None:
        self.who = who
        self.chosen: dict[str, Any] = {"stream": stream or None, "kind": kind or None, "mark": mark or None}
        self.chosen["practice"] = practice
        self.rows: list[Any] = []
        self.last: int | None = None

    async def draw(self) -> None:
        from croupier.server import records, seeing
        from croupier.server.people import HOUSE as HOUSE_PERSON

        floor = workbench().floor
        tables = await asyncio.to_thread(seeing.tables, floor, HOUSE_PERSON, status=None)
        streams = {HOUSE: "The house"} | {entry["table"]: f"{entry['name']} ({entry['table']})" for entry in tables}
        kinds = await asyncio.to_thread(records.kinds, floor)
        self.names = {entry["table"]: entry["name"] for entry in tables}
        marks = {records.SIGNIFICANT: "Anything significant"} | {name: words(name) for name in records.MARKS}
        with ui.element("div").classes("tools"):
            for part, label, options in (
                ("stream", "Table", streams),
                ("kind", "Kind", {name: words(name) for name in kinds}),
                ("mark", "Marked", marks),
            ):
                value = self.chosen[part] if self.chosen[part] in options else None
                field = ui.select(options, label=label, value=value, clearable=True, with_input=True)
                field.on_value_change(lambda event, part=part: self._choose(part, event.value))
                testid(field.props("outlined dense options-dense").classes("grow").style("min-width: 11rem"), f"events-{part}")
            box = ui.checkbox("Practice too", value=self.chosen["practice"])
            testid(box.on_value_change(lambda event: self._choose("practice", event.value)), "events-practice")
            tools(csv=self._export)
        self.paper = drawn("").classes("only-printed")
        self.table = drawn("")
        self.more = testid(ui.button("Older events", on_click=self._older).props("outline no-caps"), "events-older")
        await self._older()

    async def _choose(self, part: str, value: Any) -> None:
        self.chosen[part], self.rows, self.last = value, [], None
        linked("/audit/events", self.chosen | {"practice": "1" if self.chosen["practice"] else ""})
        await self._older()

    async def _older(self) -> None:
        from croupier.server import records

        who = attempt(lambda: still(self.who))
        if who is None:
            return
        found = await asyncio.to_thread(records.events, workbench().floor, who, **self.chosen, before=self.last, limit=PAGE)
        for entry in found:
            self.rows.append(
                (
                    (f"{entry['id']}", f"/audit/events/{entry['id']}"),
                    when(entry["at"]),
                    self.names.get(entry["stream"], entry["stream"]),
                    _round(entry["body"]),
                    entry["said"],
                    money(entry["win"]) if entry["win"] else "",
                    entry["by"],
                    [mark for mark in entry["marks"] if mark not in QUIET],
                )
            )
            self.last = entry["id"]
        asked = {part: str(self.chosen[part] or "") for part in ("stream", "kind", "mark")}
        self.paper.set_content(on_paper(who, f"{len(self.rows)} events, newest first", asked))
        heads = ("Event", "When (UTC)", "Table", "Round", "What happened", "House", "By", "Marks")
        shown = entries(heads, self.rows, sums=(5,), wide=(4,), name="events")
        self.table.set_content(shown if self.rows else "<p>There are no such events.</p>")
        self.more.set_visibility(len(found) == PAGE)

    async def _export(self) -> None:
        from croupier.server import exports, records

        if (who := attempt(lambda: still(self.who))) is not None:
            found = await asyncio.to_thread(records.events, workbench().floor, who, **self.chosen, limit=exports.MOST)
            ui.download.content(exports.events(found), "events.csv", "text/csv")


def _round(body: dict[str, Any]) -> Any:
    """The round an event belongs to, by its number."""
    named = body.get("round")
    return (named.rpartition("-")[2], f"/audit/rounds/{named}") if isinstance(named, str) and named else ""


async def _one(who: Person, number: int) -> None:
    from croupier.server import records

    try:
        found = await asyncio.to_thread(records.event, workbench().floor, who, number)
    except CroupierError as error:
        paragraph(str(error))
        return
    heading(f"Event {number}: {words(found['kind'])}")
    testid(paragraph(f"{found['said'][:1].upper()}{found['said'][1:]}."), "event-said")
    pairs: list[Any] = [
        ("When (UTC)", when(found["at"])),
        ("By", found["by"]),
        ("Chain", f"{found['stream']}, number {found['seq']}"),
    ]
    if found["marks"]:
        pairs.append(("Marks", ", ".join(found["marks"])))
    if isinstance(found["body"].get("round"), str):
        pairs.append(("Round", (found["body"]["round"], f"/audit/rounds/{found['body']['round']}")))
    pairs += [("Hash", found["hash"]), ("Hash before", found["previous"])]
    testid(drawn(facts(pairs, mono=("Hash", "Hash before"))), "event-facts")
    right = found["hash_right"]
    said = (
        "The hash is that of what the event says and moved."
        if right
        else "The hash is not that of what it says: it was changed."
    )
    testid(proof(right, said), "event-hash")
    linked = found["chain_right"]
    proof(linked, "It follows the event before it." if linked else "It does not follow the event before it.")
    with ui.row().classes("gap-4"):
        for label, key in (("Event before", "before"), ("Event after", "after")):
            if found[key] is not None:
                ui.link(f"{label} ({found[key]})", f"/audit/events/{found[key]}")
    heading("What it moved")
    if found["transfers"]:
        rows: list[Any] = [
            (
                str(place),
                transfer["debit"],
                transfer["credit"],
                " ".join(filter(None, (transfer["kind"], transfer["wager"]))),
                transfer["settles"] or (f"reverses {transfer['reverses']}" if transfer["reverses"] else ""),
                money(transfer["amount"]),
            )
            for place, transfer in enumerate(found["transfers"])
        ]
        drawn(entries(("", "From", "To", "Why", "Key", "Amount"), rows, sums=(5,), name="transfers"))
    else:
        paragraph("Nothing.", style="muted")
    heading("What it says")
    with ui.element("pre").classes("raw"):
        ui.label(_body(found["body"]))


def _body(body: dict[str, Any]) -> str:
    """What an event says, a line for each part, and for each act of a list."""
    lines = []
    for key, value in body.items():
        if isinstance(value, list) and value and isinstance(value[0], list):
            lines.append(f"{key}:")
            lines += [f"  {json.dumps(part, ensure_ascii=False)}" for part in value]
        else:
            lines.append(f"{key}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines)
