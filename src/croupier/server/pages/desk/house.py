"""What a written round says besides the play: the house's choices, meters, and irregularities with their rulings."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from croupier.compliance.wording import value_text
from croupier.errors import BadInput
from croupier.server.pages.desk.form import Sheet, amount_field, dollars
from croupier.server.pages.desk.parts import spoken_as, testid
from croupier.server.pages.frame import clause_chip
from croupier.server.pages.saying import title, words
from croupier.table.happenings import PLACES
from croupier.table.settlement import cents
from croupier.table.written_form import Choice

WHERE = "seat 2 hand 1"


def house_editor(sheet: Sheet) -> None:
    """Options and pay tables the text leaves to the house; what is not chosen takes its default."""
    house = sheet.document.get("house_rules", {})
    if not sheet.form.choices or not isinstance(house, dict):
        return
    changed = sum(len(part) for part in house.values() if isinstance(part, dict))
    chosen = f"{changed} chosen" if changed else "as the text has them"
    with testid(ui.expansion(f"House rules: {chosen}").classes("w-full").props("dense header-class=q-px-none"), "house-rules"):
        for choice in sheet.form.choices:
            with ui.element("div").classes("q-mb-sm w-full"):
                _choice(sheet, choice)
                with ui.element("div").classes("text-sm muted"):
                    ui.label(choice.says).classes("inline")
                    clause_chip(choice.clause, sheet.game)


def _choice(sheet: Sheet, choice: Choice) -> None:
    given = sheet.document.get("house_rules", {}).get(choice.part, {})
    current = given.get(choice.name) if isinstance(given, dict) else None

    def choose(value: Any) -> None:
        house = sheet.document.setdefault("house_rules", {})
        part = house.setdefault(choice.part, {})
        if value is None:
            part.pop(choice.name, None)
        else:
            part[choice.name] = value
        for name in [name for name, chosen in house.items() if not chosen]:
            del house[name]
        if not house:
            del sheet.document["house_rules"]
        sheet.rebuilt()

    said = f"Pay table: {words(choice.name)}" if choice.part == "paytables" else title(choice.name)
    field: Any
    if choice.kind == "figure":
        field = ui.input(
            f"{said}, in dollars" if choice.unit == "cents" else said, value="" if current is None else _shown(choice, current)
        )
        field.props("dense outlined autocomplete=off").classes("w-full")
        field.props["hint"] = f"{_label(choice, choice.default)} unless chosen"

        def entered() -> None:
            try:
                value = _figure(choice, str(field.value or "").strip())
            except (BadInput, ValueError):
                field.error = "a figure is expected"
                return
            if value != current:
                choose(value)

        field.on("blur", entered)
        field.on("keydown.enter", entered)
    else:
        labels = {place: _label(choice, value) for place, value in enumerate(choice.choices)}
        place = next(
            (place for place, value in enumerate(choice.choices) if value == current and type(value) is type(current)), None
        )
        field = ui.select(labels, label=said, value=place, clearable=True)
        field.props("dense outlined options-dense").classes("w-full")
        field.props["hint"] = f"{_label(choice, choice.default)} unless chosen"
        field.on_value_change(lambda event: choose(None if event.value is None else choice.choices[event.value]))
    testid(sheet.field(field, f"option {choice.name}"), f"option-{choice.name}")


def _label(choice: Choice, value: Any) -> str:
    return f"${dollars(value)}" if choice.unit == "cents" and isinstance(value, int) else value_text(value)


def _shown(choice: Choice, value: Any) -> str:
    return dollars(value) if choice.unit == "cents" and isinstance(value, int) else str(value)


def _figure(choice: Choice, text: str) -> Any:
    if not text:
        return None
    if choice.unit == "cents":
        return cents(text)
    return text if choice.unit else int(text)


def meters_editor(sheet: Sheet) -> None:
    """What the progressive meters showed, where the round depends on them."""
    if not sheet.form.meters:
        return
    held: dict[str, Any] = sheet.document.get("meters", {})

    def changed() -> None:
        if held:
            sheet.document["meters"] = held
        else:
            sheet.document.pop("meters", None)

    opened = ui.expansion("Progressive meters before the round").classes("w-full").props("dense header-class=q-px-none")
    with opened, ui.element("div").classes("amounts"):
        for name in sheet.form.meters:
            field = amount_field(sheet, title(name), held, name)
            field.on_value_change(changed)
            testid(field, f"meter-{name}")


def irregularities_editor(sheet: Sheet, holder: dict[str, Any], roll: int | None = None) -> None:
    """What went wrong, with what the clause says about it."""
    if not sheet.form.irregularities:
        return
    known = {entry.name: entry for entry in sheet.form.irregularities}
    reports: list[Any] = holder.get("irregularities", [])
    suffix = "" if roll is None else f"-{roll}"
    sheet.note("irregularities", None, roll)
    for place, report in enumerate(reports):
        if not isinstance(report, dict) or report.get("irregularity") not in known:
            continue
        entry = known[report["irregularity"]]

        def drop(place: int = place) -> None:
            reports.pop(place)
            sheet.put(holder, "irregularities", reports)
            sheet.rebuilt()

        with ui.element("div").classes("report"):
            with ui.element("div").classes("flex justify-between items-start no-wrap w-full"):
                ui.label(title(entry.name)).style("font-weight: 600")
                close = ui.button(icon="close", on_click=drop).props("flat round dense size=sm")
                spoken_as(close, f"Remove {words(entry.name)}")
            with ui.element("div").classes("text-sm"):
                ui.label(entry.says).classes("inline")
                clause_chip(entry.clause, sheet.game)
            with ui.element("div").classes("amounts"):
                if len(entry.during) > 1:
                    _part(
                        sheet,
                        report,
                        "during",
                        {word: words(word) for word in entry.during},
                        report.get("during", entry.during[0]),
                    )
                if entry.seat:
                    _part(
                        sheet,
                        report,
                        "seat",
                        {seat: f"Seat {seat}" for seat in range(1, sheet.form.seats + 1)},
                        report.get("seat"),
                    )
                if entry.choices:
                    _part(sheet, report, "choice", {word: words(word) for word in entry.choices}, report.get("choice"))
                _where(sheet, report)

    def add(event: Any) -> None:
        if event.value:
            reports.append({"irregularity": event.value})
            holder["irregularities"] = reports
            sheet.rebuilt()

    chooser = ui.select({name: title(name) for name in known}, label="Something went wrong", with_input=True, on_change=add)
    testid(chooser.props("dense outlined options-dense clearable").classes("w-full"), f"add-irregularity{suffix}")


def _where(sheet: Sheet, report: dict[str, Any]) -> None:
    """Where it happened, in words; empty, it happened at the first moment it could."""
    given = report.get("at", {})

    def change(event: Any) -> None:
        said = (event.value or "").replace(",", " ").split()
        places = dict(zip(said[::2], said[1::2], strict=False))
        if len(said) != 2 * len(places) or not all(
            name in PLACES and (name == "to" or (value.isdecimal() and int(value))) for name, value in places.items()
        ):
            sheet.unread(field, f"a place and its number, as in {WHERE}; places are {', '.join(sorted(PLACES))}")
            return
        sheet.unread(field, None)
        sheet.put(report, "at", {name: int(value) if value.isdecimal() else value for name, value in places.items()})

    shown = " ".join(f"{name} {value}" for name, value in given.items()) if isinstance(given, dict) else ""
    field = ui.input("Where", value=shown, on_change=change, placeholder=WHERE).without_auto_validation()
    field.props("dense outlined debounce=300 autocomplete=off autocapitalize=off spellcheck=false")
    testid(field, "report-at")


def _part(sheet: Sheet, report: dict[str, Any], key: str, options: dict[Any, str], value: Any) -> None:
    field = ui.select(options, label=key.capitalize(), value=value if value in options else None)
    field.props("dense outlined options-dense").on_value_change(lambda event: sheet.put(report, key, event.value))
    testid(field, f"report-{key}")
