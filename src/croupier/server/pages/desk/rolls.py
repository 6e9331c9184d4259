"""Rolls of the dice written down: before each the wagers and calls, then what the dice showed."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from croupier.server.pages.desk.form import Sheet, wager_rows
from croupier.server.pages.desk.house import irregularities_editor
from croupier.server.pages.desk.parts import heading, testid


def rolls_editor(sheet: Sheet) -> None:
    """Every roll, and a button for one more."""
    rolls: list[dict[str, Any]] = sheet.document.setdefault("rolls", [])
    if not rolls:
        rolls.append({"wagers": {}, "dice": []})
    sheet.note("rolls")
    for number, roll in enumerate(rolls, start=1):
        _roll(sheet, rolls, roll, number)

    def add() -> None:
        rolls.append({"wagers": {}, "dice": []})
        sheet.rebuilt()

    testid(ui.button("Add a roll", icon="add", on_click=add).props("outline no-caps"), "add-roll")


def _roll(sheet: Sheet, rolls: list[dict[str, Any]], roll: dict[str, Any], number: int) -> None:
    wagers: dict[str, Any] = roll.setdefault("wagers", {})

    def remove() -> None:
        rolls.pop(number - 1)
        sheet.rebuilt()

    def seat_added(event: Any) -> None:
        if event.value:
            wagers.setdefault(str(event.value), {})
            sheet.rebuilt()

    with testid(ui.element("section").classes("desk-seat"), f"roll-{number}"):
        with ui.element("div").classes("flex justify-between items-center w-full"):
            heading(f"Roll {number}", 3)
            ui.button(icon="close", on_click=remove).props(f'flat round dense size=sm aria-label="Remove roll {number}"')
        sheet.note("rolls", None, number)
        for seat in sorted(wagers, key=lambda name: int(name) if name.isdecimal() else 0):
            ui.label(f"Seat {seat}").classes("text-sm").style("font-weight: 600")
            wager_rows(sheet, wagers[seat], sheet.form.wagers, int(seat) if seat.isdecimal() else 0, number)
        seats = [seat for seat in range(1, sheet.form.seats + 1) if str(seat) not in wagers]
        chooser = ui.select({seat: f"Seat {seat}" for seat in seats}, label="A seat wagers", on_change=seat_added)
        testid(chooser.props("dense outlined options-dense").classes("w-full"), f"roll-{number}-seat")
        _calls(sheet, roll, number)
        _dice(sheet, roll, number)
        irregularities_editor(sheet, roll, number)


def _calls(sheet: Sheet, roll: dict[str, Any], number: int) -> None:
    """Wagers called on or off before the roll, as `seat wager` words."""
    with ui.element("div").classes("amounts"):
        for word in ("on", "off"):
            given = roll.get(word, {})
            text = ", ".join(
                f"{seat} {name}" for seat, names in given.items() for name in (names if isinstance(names, list) else [names])
            )
            field = ui.input(f"Called {word}", value=text, placeholder="seat wager, as in 1 place-6")
            field.props("dense outlined debounce=400 autocomplete=off")
            field.on_value_change(lambda event, word=word: sheet.put(roll, word, _read_calls(event.value or "")))
            testid(field, f"roll-{number}-{word}")


def _read_calls(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for call in text.split(","):
        seat, _, wager = call.strip().partition(" ")
        if seat and wager.strip():
            found.setdefault(seat, []).append(wager.strip())
    return found


def _dice(sheet: Sheet, roll: dict[str, Any], number: int) -> None:
    dice = [*roll.get("dice", []), None, None][:2]

    def chosen(place: int, face: Any) -> None:
        dice[place] = face
        roll["dice"] = [die for die in dice if die is not None]
        sheet.changed()

    with ui.row().classes("items-center gap-4"):
        for place, title in enumerate(("First die", "Second die")):
            with ui.element("div"):
                ui.label(title).classes("muted text-sm")
                faces = ui.toggle(list(range(1, 7)), value=dice[place] if dice[place] in range(1, 7) else None)
                faces.props("dense no-caps unelevated").on_value_change(lambda event, place=place: chosen(place, event.value))
                testid(faces, f"roll-{number}-die-{place + 1}")
