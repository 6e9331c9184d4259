"""What goes wrong at a table: the list to report from, and the rulings the table has carried out."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

from nicegui import ui

from croupier.rules.resolve import GameRules
from croupier.server.pages.frame import clause_chip
from croupier.server.pages.game.markup import chips
from croupier.server.pages.saying import title, words

if TYPE_CHECKING:
    from croupier.server.pages.table.room import Room


def open_dialog(room: Room) -> None:
    """Every irregularity the rulebook rules on, those that can happen now first."""
    listed = sorted(room.seen["irregularities"], key=lambda entry: not entry["now"])
    seats = {int(number): _seated(room, number) for number, seat in room.seen["view"]["seats"].items() if seat["in_play"]}
    with (
        ui.dialog().props('aria-label="Irregularities"') as dialog,
        ui.card().classes("w-full").style("max-width: 640px; background: var(--paper); color: var(--ink)"),
    ):
        ui.label("Something goes wrong").classes("text-lg")
        ui.label("Each is ruled on as the rulebook says; what cannot happen at this moment waits for its own.").classes("muted")
        with ui.element("div").style("max-height: 60vh; overflow-y: auto; width: 100%"):
            for entry in listed:
                _row(room, entry, seats, dialog)
        ui.button("Close", on_click=dialog.close, color=None).props("no-caps flat data-testid=close-irregularities").classes(
            "act small"
        )
    dialog.on("hide", dialog.delete)
    dialog.open()


def _seated(room: Room, number: str) -> str:
    player = room.seen["players"].get(number)
    return f"seat {number}" + (" (you)" if player is not None and player["you"] else "")


def _row(room: Room, entry: dict[str, Any], seats: dict[int, str], dialog: ui.dialog) -> None:
    name, now = entry["irregularity"], entry["now"]
    with ui.element("div").classes("line-of"):
        ui.label(title(name)).style("font-weight: 600")
        ui.label(entry["says"])
        with ui.element("div").classes("acts"):
            with ui.element("span"):
                clause_chip(entry["clause"], room.playable.terms)
            about: ui.select | None = None
            if entry["seat"] and seats:
                about = ui.select(seats, value=next(iter(seats)), label="Seat").props("dense outlined").style("min-width: 8rem")

            async def report() -> None:
                seat = int(about.value) if about is not None else 0
                dialog.close()
                await room.report(name, seat, now=now)

            said = "Report to the floor" if entry["needs_floor"] else "It happens now" if now else "When it comes"
            made = ui.button(said, on_click=report, color=None).props(f"no-caps unelevated data-testid=report-{name}")
            made.classes("act small")
            if entry["seat"] and not seats:
                made.disable()


def _chips(game: GameRules, clauses: Iterable[str]) -> str:
    return chips(game, ", ".join(clauses))


def rulings(room: Room) -> str:
    """What went wrong in this round, what the rulebook says, and that it has been done; what waits for the floor or its moment."""
    game, seen = room.playable.terms, room.seen
    drawn = []
    for name, seat in (seen["round"] or {}).get("reported", []):
        ruling = game.rulings[name]
        done = ", then ".join("as was chosen" if part == "choice" else words(part) for part in (ruling.remedy, *ruling.then))
        reading = game.file.readings.get(ruling.reading) if ruling.reading else None
        parts = [f"{escape(ruling.says)} {_chips(game, ruling.clause)}", f"The table has done it: {escape(done)}."]
        if reading is not None:
            parts.append(
                f"<details><summary>Rests on a reading</summary><div class=reading>{escape(reading.adopted)}</div></details>"
            )
        drawn.append(_panel("ruling", name, seat, parts))
    if seen["held"] is not None:
        name, seat, by = seen["held"]["irregularity"], seen["held"]["seat"], seen["held"]["by"]
        ruling = game.rulings[name]
        waits = f"Reported by {escape(by)}; the ruling is for the {escape(ruling.authority)}."
        drawn.append(_panel("held", name, seat, [f"{escape(ruling.says)} {_chips(game, ruling.clause)}", waits]))
    if seen["armed"] is not None:
        drawn.append(_panel("armed", seen["armed"], 0, ["It happens as soon as its moment comes."]))
    return "".join(drawn)


def _panel(marker: str, name: str, seat: int, parts: list[str]) -> str:
    head = escape(title(name) + (f", seat {seat}" if seat else ""))
    inner = "".join(f"<div>{part}</div>" for part in parts)
    return f'<div class="panel ruling" data-testid="{marker}"><h2>{head}</h2>{inner}</div>'
