"""A poker pot set right by the floor: what each seat should have had of it, what of the rake and the fund's part stays, and why."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from nicegui import ui

from croupier.errors import CroupierError
from croupier.ledger.database import Halted
from croupier.server.pages.desk.form import dollars
from croupier.server.pages.desk.parts import testid
from croupier.server.pages.frame import money, still, tell, workbench
from croupier.server.people import Person
from croupier.table.settlement import Line, cents

TAKEN = {"rake": "Rake that stays", "promotional-drop": "Stays with the players' fund"}


class Form:
    """One for the whole pot: it is shared among its players, so that no line of it can be right alone."""

    def __init__(
        self, who: Person, recalled: Any, changed: Sequence[dict[str, Any]], *, then: Callable[[], Awaitable[None]]
    ) -> None:
        """`changed` is how it was set right before, `then` what is done once it is."""
        self.who, self.recalled, self.changed, self.then = who, recalled, changed, then

    def draw(self) -> None:
        testid(ui.button("Set the pot right", on_click=self._ask).props("flat dense no-caps"), "correct-pot")

    def _lines(self) -> dict[int, Line]:
        return dict(self.recalled.table.position.lines)

    def _had(self) -> dict[int, int]:
        """What each line gave its player, as it stands."""
        found = {number: line.returned + line.won for number, line in self._lines().items()}
        for entry in self.changed:
            found |= {number: now for number, (_, now) in entry["lines"].items()}
        return found

    def _taken(self) -> dict[str, int]:
        """What was taken from the pot, as it stands."""
        found = {name: cents for name in TAKEN if (cents := self.recalled.round.table.takings.get(name, 0))}
        for entry in self.changed:
            found |= {name: now for name, (_, now) in entry.get("taken", {}).items() if name in found}
        return found

    def _ask(self) -> None:
        lines, had, taken = self._lines(), self._had(), self._taken()
        fields: dict[str, Any] = {}

        def amount(label: str, cents: int, name: str) -> None:
            field = ui.input(label, value=dollars(cents)).classes("w-full").props('outlined prefix="$" inputmode=decimal')
            fields[name] = testid(field, f"pot-{name}")

        with ui.dialog().props('aria-label="Correct a pot"') as dialog, ui.card().classes("w-full").style("max-width: 30rem"):
            ui.label("Set the pot right").classes("text-lg")
            ui.label(
                f"{money(sum(line.stake for line in lines.values()))} were put in. What each seat should have had of them, "
                "bets that came back to it included: the difference moves among the players."
            )
            for number, line in lines.items():
                amount(f"Seat {line.seat}, which put in {money(line.stake)}", had[number], str(line.seat))
            for name, stands in taken.items():
                amount(TAKEN[name], stands, name)
            said = next(iter(lines.values())).clause.split(", ")[0]
            fields["clause"] = testid(ui.input("Clause", value=said).classes("w-full").props("outlined"), "pot-clause")
            why = testid(ui.input("Why").classes("w-full").props("outlined maxlength=200"), "pot-why")

            async def do() -> None:
                if not (why.value or "").strip():
                    why.error = "Say why"
                elif await self._right({name: str(field.value or "").strip() for name, field in fields.items()}, why.value):
                    dialog.close()
                    await self.then()

            with ui.row():
                testid(ui.button("Set right", on_click=do).props("no-caps"), "pot-do")
                ui.button("Leave it", on_click=dialog.close).props("flat no-caps")
        dialog.open()

    async def _right(self, said: dict[str, str], why: str) -> bool:
        from croupier.server import pots

        def correct(person: Person) -> None:
            given = {line.seat: cents(said[str(line.seat)] or "0") for line in self._lines().values()}
            rake, drop = (cents(said[name] or "0") if name in said else None for name in TAKEN)
            told = {"clause": said["clause"], "why": why.strip()}
            pots.correct_pot(workbench().floor, person, self.recalled.id, given, rake=rake, promotional_drop=drop, **told)

        try:
            await asyncio.to_thread(correct, still(self.who))
        except (CroupierError, Halted) as error:
            tell(error)
            return False
        return True
