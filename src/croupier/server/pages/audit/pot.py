"""A poker pot set right by the floor: what each seat should have had of it, what of the rake and the fund's part stays, and why."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from nicegui import ui

from croupier.server.pages.audit import asking
from croupier.server.pages.desk.parts import testid
from croupier.server.pages.frame import money, workbench
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

        def fields() -> dict[str, Any]:
            found = {
                str(line.seat): asking.amount(
                    f"Seat {line.seat}, which put in {money(line.stake)}", had[number], f"pot-{line.seat}"
                )
                for number, line in lines.items()
            }
            found |= {name: asking.amount(TAKEN[name], stands, f"pot-{name}") for name, stands in taken.items()}
            return found | {"clause": asking.clause(next(iter(lines.values())).clause, "pot-clause")}

        put_in = money(sum(line.stake for line in lines.values()))
        text = (
            f"{put_in} were put in. What each seat should have had of them, "
            "bets that came back to it included: the difference moves among the players."
        )
        question = asking.Question("Correct a pot", "Set the pot right", text, "pot", "Set right")
        asking.ask(question, self.who, self._right, self.then, fields)

    def _right(self, person: Person, said: asking.Said) -> None:
        from croupier.server import pots

        given = {line.seat: cents(said[str(line.seat)] or "0") for line in self._lines().values()}
        rake, drop = (cents(said[name] or "0") if name in said else None for name in TAKEN)
        told = {"clause": said["clause"], "why": said["why"]}
        pots.correct_pot(workbench().floor, person, self.recalled.id, given, rake=rake, promotional_drop=drop, **told)
