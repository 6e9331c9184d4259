"""The form of a written round, built from what the game's data says a round has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nicegui import ui

from croupier.errors import BadInput, Place
from croupier.rules.resolve import GameRules
from croupier.server.pages.desk.cards import cards as faces
from croupier.server.pages.desk.parts import drawn, heading, spoken_as, testid
from croupier.server.pages.desk.picker import Picker
from croupier.server.pages.frame import clause_chip
from croupier.server.pages.saying import words
from croupier.server.writing import Stuck
from croupier.table.requests import Arrangement, CardDue, Decision, Discard
from croupier.table.settlement import cents
from croupier.table.written_form import Form, Hand, Stake

MANY = 12
"""With more places for chips than this, a seat's wagers are chosen one by one from a list."""
NEW_STAKE = 1000

Key = tuple[str, int | None, int | None, str | None]


def dollars(amount: Any) -> str:
    """Cents as a person types dollars: `12`, `12.50`."""
    if isinstance(amount, bool) or not isinstance(amount, int):
        return ""
    return f"{amount // 100}.{amount % 100:02d}" if amount % 100 else str(amount // 100)


class Sheet:
    """A written round being filled in. `changed` is told of every edit, `rebuilt` where the fields themselves change."""

    def __init__(
        self,
        form: Form,
        game: GameRules,
        document: dict[str, Any],
        *,
        changed: Callable[[], None],
        rebuilt: Callable[[], None],
    ) -> None:
        self.form, self.game, self.document, self.changed, self.rebuilt = form, game, document, changed, rebuilt
        self.picker = Picker(form.pack)
        self._fields: dict[Key, Any] = {}
        self._notes: dict[Key, Any] = {}
        self._asks: dict[int, Any] = {}
        self._unread: dict[Any, str] = {}

    # Fields, and the errors that stand beside them

    def field(self, element: Any, part: str, seat: int | None = None, roll: int | None = None, wager: str | None = None) -> Any:
        self._fields[part, seat, roll, wager] = element
        return element

    def note(self, part: str, seat: int | None = None, roll: int | None = None) -> None:
        """A line that can say what is wrong with a whole part."""
        label = ui.label("").classes("text-negative text-sm field-error").props("role=alert")
        label.set_visibility(False)
        self._notes[part, seat, roll, None] = label

    def asks(self, seat: int) -> None:
        """Where a seat's pending decision is asked for."""
        self._asks[seat] = ui.element("div").classes("w-full")

    def unread(self, field: Any, why: str | None) -> None:
        """What stands in a field cannot be read, and is not part of the round until it can."""
        field.error = why
        if why is None:
            self._unread.pop(field, None)
        else:
            self._unread[field] = why

    def clear(self) -> None:
        for field in self._fields.values():
            if getattr(field, "error", None):
                field.error = self._unread.get(field)
        for note in self._notes.values():
            note.set_visibility(False)
        for ask in self._asks.values():
            ask.clear()

    def show(self, stuck: Stuck | None, choose: Callable[[int, str], None]) -> None:
        """Put the error beside the field it names, and the table's question beside the seat it asks.

        A field in which nothing stands yet is not at fault: what is still missing, the settlement says.
        """
        self.clear()
        if stuck is None:
            return
        if self._ask(stuck, choose):
            return
        for key in self._keys(stuck.place):
            if key in self._fields:
                if self._fields[key].value not in (None, ""):
                    self._fields[key].error = stuck.why
                return
            if key in self._notes:
                self._notes[key].set_text(stuck.why)
                self._notes[key].set_visibility(True)
                return

    def _keys(self, place: Place) -> list[Key]:
        part, seat, roll, wager = place
        return [
            ("wager", seat, roll, wager),
            (part, seat, roll, None),
            ("seat", seat, None, None),
            (part, None, roll, None),
            ("rolls", None, roll, None),
            (part, None, None, None),
        ]

    def _ask(self, stuck: Stuck, choose: Callable[[int, str], None]) -> bool:
        """Is it only that a decision is still to be made? Then ask for it instead of complaining."""
        request = stuck.request
        if isinstance(request, Decision) and request.seat in self._asks and request.moment != "ruling":
            with self._asks[request.seat], ui.row().classes("items-center gap-2"):
                ui.label("To decide:").classes("muted text-sm")
                for word in request.choices:
                    button = ui.button(words(word), on_click=lambda word=word: choose(request.seat, word))
                    testid(button.props("outline dense no-caps"), f"choose-{request.seat}-{word}")
                clause_chip(request.clause, self.game)
            return stuck.unwritten
        if isinstance(request, Discard) and request.seat in self._asks:
            with self._asks[request.seat]:
                ui.label(f"{request.describe()}: which is missing").classes("muted text-sm")
            return True
        if isinstance(request, Arrangement) and request.seat in self._asks and request.settings:
            with self._asks[request.seat], ui.row().classes("items-center gap-2"):
                button = ui.button("Set as the house way would", on_click=lambda: self._set(request))
                testid(button.props("outline dense no-caps"), f"house-way-{request.seat}")
                clause_chip(request.clause, self.game)
            return True
        if isinstance(request, CardDue) and request.to in self._asks:
            with self._asks[int(request.to)]:
                ui.label(f"The next card is for seat {request.to}").classes("muted text-sm")
        return False

    def _set(self, request: Arrangement) -> None:
        hands = request.settings[0].split(" / ")
        self.seat(request.seat)["set"] = dict(zip(self.form.sets, hands, strict=True))
        self.rebuilt()

    # What the document says

    def seat(self, number: int) -> dict[str, Any]:
        seats = self.document.setdefault("seats", {})
        found: dict[str, Any] = seats.setdefault(str(number), {"wagers": {}})
        found.setdefault("wagers", {})
        return found

    def put(self, holder: dict[str, Any], key: str, value: Any) -> None:
        """Write a value down, or leave it out where it is empty."""
        if value in (None, "", [], {}):
            holder.pop(key, None)
        else:
            holder[key] = value
        self.changed()

    def used(self) -> list[str]:
        """Every card written anywhere."""
        texts = [self.document.get(hand.key) for hand in self.form.hands]
        texts += [seat.get("cards") for seat in self.document.get("seats", {}).values()]
        plain = [text.get("cards") if isinstance(text, dict) else text for text in texts]
        return [word for text in plain if isinstance(text, str) for word in text.split()]


def begun(document: dict[str, Any]) -> bool:
    """Does it say anything yet of the round itself?"""
    rolls = document.get("rolls", [])
    if isinstance(rolls, list) and any(isinstance(roll, dict) and any(roll.values()) for roll in rolls):
        return True
    return any(value and key not in ("game", "house_rules", "version", "meters", "rolls") for key, value in document.items())


MOST_DRAWN = 400
"""Names and values of a round that the form shows at most: each is drawn by the thread that answers everybody."""


def _many(document: Any) -> bool:
    """Has the round more of them than that?"""
    left, found = [document], 0
    while left and found <= MOST_DRAWN:
        part = left.pop()
        inner = list(part.values()) if isinstance(part, dict) else part if isinstance(part, list) else ()
        found += len(inner)
        left += inner
    return found > MOST_DRAWN


def formable(document: Any, form: Form) -> bool:
    """Can the form show this round, or only the JSON?"""
    if "acts" in document or _many(document):
        return False
    if form.rolls:
        rolls = document.get("rolls", [])
        return isinstance(rolls, list) and all(
            isinstance(roll, dict)
            and all(isinstance(roll.get(part, {}), dict) for part in ("wagers", "on", "off"))
            and all(isinstance(own, dict) for own in roll.get("wagers", {}).values())
            and isinstance(roll.get("dice", []), list)
            and isinstance(roll.get("irregularities", []), list)
            for roll in rolls
        )
    seats, there = document.get("seats", {}), {str(number) for number in range(1, form.seats + 1)}
    return (
        isinstance(seats, dict)
        and isinstance(document.get("irregularities", []), list)
        and isinstance(document.get("meters", {}), dict)
        and all(
            str(number) in there
            and isinstance(seat, dict)
            and isinstance(seat.get("wagers", {}), dict)
            and isinstance(seat.get("cards", ""), str)
            and isinstance(seat.get("decisions", []), list)
            and isinstance(seat.get("set", {}), dict)
            for number, seat in seats.items()
        )
    )


# Pieces


def amount_field(sheet: Sheet, label: str, holder: dict[str, Any], key: str, *, hint: str = "") -> Any:
    """A sum in dollars, kept in cents; empty, it is not written."""

    def change(event: Any) -> None:
        text = (event.value or "").strip()
        try:
            amount = cents(text) if text else None
        except BadInput as error:
            sheet.unread(field, str(error))
            return
        sheet.unread(field, None)
        sheet.put(holder, key, amount)

    field = ui.input(label, value=dollars(holder.get(key)), on_change=change).without_auto_validation()
    field.props('prefix="$" inputmode=decimal dense outlined debounce=300 autocomplete=off').classes("amount")
    if hint:
        field.props["hint"] = hint
    return field


def limits(stake: Stake) -> str:
    """What may be staked, where the house or the text says so."""
    if stake.amount is not None:
        return f"exactly ${dollars(stake.amount)}"
    parts = [f"from ${dollars(stake.minimum)}"] if stake.minimum > 1 else []
    parts += [f"to ${dollars(stake.maximum)}"] if stake.maximum is not None else []
    parts += [f"steps of ${dollars(stake.unit)}"] if stake.unit > 1 else []
    return " ".join(parts)


def cards_field(sheet: Sheet, label: str, hand: Hand, holder: dict[str, Any], *, seat: int | None = None) -> None:
    """Cards, typed or picked from the deck."""
    value = holder.get(hand.key, "")
    inner = value if isinstance(value, dict) else holder
    key = "cards" if isinstance(value, dict) else hand.key
    count = str(hand.most) if hand.least == hand.most else f"{hand.least} or {hand.most}" if hand.least else "as drawn"
    with ui.element("div").classes("cards-field"):
        with ui.element("div").classes("flex no-wrap items-center gap-1 w-full"):
            field = ui.input(f"{label} ({count})", value=str(inner.get(key, "")), placeholder="Qs 6h 4d")
            field.props("dense outlined debounce=300 autocomplete=off autocapitalize=off spellcheck=false").classes("grow")
            button = spoken_as(ui.button(icon="style").props("flat round dense"), f"Pick cards: {label}")
        shown = drawn("")

    def draw() -> None:
        shown.set_content(faces(str(field.value or "").split(), small=True) if field.value else "")

    def change() -> None:
        draw()
        sheet.put(inner, key, " ".join(str(field.value or "").split()))

    field.on_value_change(change)
    button.on_click(
        lambda: sheet.picker.open(
            label, str(field.value or "").split(), hand.most, sheet.used(), lambda picked: field.set_value(" ".join(picked))
        )
    )
    part = "cards" if seat is not None else hand.key
    testid(sheet.field(field, part, seat), f"cards-{seat if seat is not None else hand.key}")
    testid(button, f"pick-{seat if seat is not None else hand.key}")
    draw()


def throws_field(sheet: Sheet) -> None:
    """How the dice fell, face by face; a stroke parts one throw from the next."""
    given = sheet.document.get("dice", [])
    throws = given if isinstance(given, list) and all(isinstance(throw, list) for throw in given) else []

    def change(event: Any) -> None:
        written = [part.split() for part in (event.value or "").split("/") if part.strip()]
        if not all(face in set("123456") for throw in written for face in throw):
            sheet.unread(field, "faces from 1 to 6 with spaces between, as in 1 1 2")
            return
        sheet.unread(field, None)
        sheet.put(sheet.document, "dice", [[int(face) for face in throw] for throw in written])

    shown = " / ".join(" ".join(map(str, throw)) for throw in throws)
    field = ui.input(f"The dice ({sheet.form.dice})", value=shown, on_change=change, placeholder="1 1 2")
    field.without_auto_validation().props("dense outlined debounce=300 autocomplete=off inputmode=numeric")
    testid(sheet.field(field, "dice"), "throws")


def seat_block(sheet: Sheet, number: int, removed: Callable[[int], None]) -> None:
    """One seat: its wagers, its cards, how it set them, what it decided."""
    form, own = sheet.form, sheet.seat(number)
    with testid(ui.element("section").classes("desk-seat"), f"seat-{number}"):
        with ui.element("div").classes("flex justify-between items-center w-full"):
            heading(f"Seat {number}", 3)
            ui.button(icon="close", on_click=lambda: removed(number)).props(
                f'flat round dense size=sm aria-label="Remove seat {number}"'
            )
        sheet.note("seat", number)
        wagers = own["wagers"]
        if len(form.wagers) <= MANY:
            with ui.element("div").classes("amounts"):
                for stake in form.wagers:
                    field = amount_field(sheet, stake.title, wagers, stake.name, hint=limits(stake))
                    testid(sheet.field(field, "wager", number, None, stake.name), f"wager-{number}-{stake.name}")
        else:
            wager_rows(sheet, wagers, form.wagers, number)
        if form.hand is not None:
            cards_field(sheet, f"Cards of seat {number}", form.hand, own, seat=number)
        if form.sets:
            set_fields(sheet, own, number, form.sets)
        if form.words:
            decisions_field(sheet, own, number)
        sheet.asks(number)


def set_fields(sheet: Sheet, own: dict[str, Any], number: int, hands: Sequence[str]) -> None:
    """How the seat set its cards: the cards of each hand."""
    given: dict[str, str] = {part: str(text) for part, text in own.get("set", {}).items()}

    def change(part: str, text: str) -> None:
        given[part] = " ".join(text.split())
        sheet.put(own, "set", given if any(given.values()) else None)

    with ui.element("div").classes("amounts"):
        for part in hands:
            field = ui.input(f"Set {words(part)}", value=given.get(part, ""), placeholder="cards of this hand")
            field.props("dense outlined debounce=300 autocomplete=off autocapitalize=off spellcheck=false")
            field.on_value_change(lambda event, part=part: change(part, str(event.value or "")))
            testid(field, f"set-{part}-{number}")


def wager_rows(sheet: Sheet, holder: dict[str, Any], stakes: tuple[Stake, ...], seat: int, roll: int | None = None) -> None:
    """Wagers of a crowded layout: one row for each that is made, and a list to add another from."""
    titles = {stake.name: stake.title for stake in stakes}
    rows = ui.element("div").classes("amounts")

    def draw() -> None:
        rows.clear()
        with rows:
            for name in list(holder):
                with ui.element("div").classes("flex no-wrap items-start gap-1"):
                    field = amount_field(sheet, titles.get(name, name), holder, name)
                    where = f"wager-{seat}-{name}" if roll is None else f"wager-{roll}-{seat}-{name}"
                    testid(sheet.field(field.classes("grow"), "wager", seat, roll, name), where)
                    drop = ui.button(icon="close", on_click=lambda name=name: remove(name))
                    spoken_as(drop.props("flat round dense size=sm"), f"Remove {titles.get(name, name)}")

    def remove(name: str) -> None:
        holder.pop(name, None)
        sheet.changed()
        draw()

    def add(event: Any) -> None:
        if event.value and event.value not in holder:
            holder[event.value] = NEW_STAKE
            sheet.changed()
            draw()
        if event.value:
            chooser.set_value(None)

    draw()
    chooser = ui.select(titles, label="Add a wager", with_input=True, on_change=add)
    testid(
        chooser.props("dense outlined options-dense").classes("w-full"),
        f"add-wager-{seat}" if roll is None else f"add-wager-{roll}-{seat}",
    )


def decisions_field(sheet: Sheet, own: dict[str, Any], number: int) -> None:
    field = ui.input(
        "Decisions, in order", value=" ".join(map(str, own.get("decisions", []))), placeholder=" ".join(sheet.form.words[:3])
    )
    field.props("dense outlined debounce=300 autocomplete=off autocapitalize=off spellcheck=false").classes("w-full")
    field.props["hint"] = "words: " + ", ".join(sheet.form.words)
    field.on_value_change(lambda event: sheet.put(own, "decisions", str(event.value or "").replace(",", " ").split()))
    testid(sheet.field(field, "decisions", number), f"decisions-{number}")
