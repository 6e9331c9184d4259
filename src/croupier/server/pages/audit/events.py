"""The ledger's events, newest first, and one of them opened: what it says, what it moved, how it is chained."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from nicegui import ui

from croupier.errors import CroupierError
from croupier.ledger.books import HOUSE
from croupier.server.pages.audit.parts import audited, entries, facts, proof, when
from croupier.server.pages.desk.parts import drawn, heading, paragraph, testid
from croupier.server.pages.frame import attempt, money, still, workbench
from croupier.server.people import Person

PAGE = 50


def declare() -> None:
    @ui.page("/audit/events")
    async def events(stream: str = "", kind: str = "", mark: str = "") -> None:
        with audited("/audit/events") as who:
            if who is not None:
                await Listing(who, stream, kind, mark).draw()

    @ui.page("/audit/events/{number}")
    async def event(number: int) -> None:
        with audited("/audit/events") as who:
            if who is not None:
                await _one(who, number)


class Listing:
    """Events by table, kind and mark."""

    def __init__(self, who: Person, stream: str, kind: str, mark: str) -> None:
        self.who = who
        self.chosen = {"stream": stream or None, "kind": kind or None, "mark": mark or None}
        self.rows: list[Any] = []
        self.last: int | None = None

    async def draw(self) -> None:
        from croupier.server import records, seeing
        from croupier.server.people import HOUSE as HOUSE_PERSON

        floor = workbench().floor
        tables = await asyncio.to_thread(seeing.tables, floor, HOUSE_PERSON, status=None)
        streams = {HOUSE: "The house"} | {entry["table"]: f"{entry['name']} ({entry['table']})" for entry in tables}
        kinds = await asyncio.to_thread(records.kinds, floor)
        with ui.row().classes("items-center gap-2 w-full"):
            for part, label, options in (
                ("stream", "Table", streams),
                ("kind", "Kind", {name: name for name in kinds}),
                ("mark", "Significant", {name: name for name in records.MARKS}),
            ):
                value = self.chosen[part] if self.chosen[part] in options else None
                field = ui.select(options, label=label, value=value, clearable=True, with_input=True)
                field.on_value_change(lambda event, part=part: self._choose(part, event.value))
                testid(field.props("outlined dense options-dense").classes("grow").style("min-width: 12rem"), f"events-{part}")
        self.table = drawn("")
        self.more = testid(ui.button("Older events", on_click=self._older).props("outline no-caps"), "events-older")
        await self._older()

    async def _choose(self, part: str, value: str | None) -> None:
        self.chosen[part], self.rows, self.last = value, [], None
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
                    entry["stream"],
                    f"{entry['kind']} {_about(entry['body'])}".strip(),
                    entry["by"],
                    " ".join(entry["marks"]),
                )
            )
            self.last = entry["id"]
        heads = ("Event", "When (UTC)", "Chain", "What", "By", "Marks")
        self.table.set_content(entries(heads, self.rows, name="events") if self.rows else "<p>There are no such events.</p>")
        self.more.set_visibility(len(found) == PAGE)


def _about(body: dict[str, Any]) -> str:
    """The one word of an event's body that tells most."""
    for key in ("round", "irregularity", "name", "player", "account", "game"):
        if isinstance(body.get(key), str):
            return str(body[key])
    return money(body["amount"]) if isinstance(body.get("amount"), int) else ""


async def _one(who: Person, number: int) -> None:
    from croupier.server import records

    try:
        found = await asyncio.to_thread(records.event, workbench().floor, who, number)
    except CroupierError as error:
        paragraph(str(error))
        return
    heading(f"Event {number}: {found['kind']}")
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
