"""A dialog that asks how something is set right, and why: without a reason nothing is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from nicegui import ui

from croupier.errors import CroupierError
from croupier.ledger.database import Halted
from croupier.server.pages.desk.form import dollars
from croupier.server.pages.desk.parts import testid
from croupier.server.pages.frame import still, tell
from croupier.server.people import Person

Said = dict[str, str]
"""What was entered, by name; `why` among it."""


class Question(NamedTuple):
    about: str
    heading: str
    text: str
    tag: str
    """Begins the test id of everything in it."""
    does: str
    """The button that does it."""


def amount(label: str, cents: int, tag: str) -> Any:
    field = ui.input(label, value=dollars(cents)).classes("w-full").props('outlined prefix="$" inputmode=decimal')
    return testid(field, tag)


def clause(known: str, tag: str) -> Any:
    return testid(ui.input("Clause", value=known.split(", ")[0]).classes("w-full").props("outlined"), tag)


def ask(
    question: Question,
    who: Person,
    do: Callable[[Person, Said], object],
    then: Callable[[], Awaitable[None]],
    fields: Callable[[], dict[str, Any]] = dict,
) -> None:
    """Ask, do it as the person the token is by then, and go on with `then`; refused, the dialog stays as it was filled in."""
    with (
        ui.dialog().props(f'aria-label="{question.about}"') as dialog,
        ui.card().classes("w-full").style("max-width: 30rem"),
    ):
        ui.label(question.heading).classes("text-lg")
        ui.label(question.text)
        asked = fields()
        asked["why"] = why = testid(
            ui.input("Why").classes("w-full").props("outlined autofocus maxlength=200"), f"{question.tag}-why"
        )

        async def done() -> None:
            said = {name: str(field.value or "").strip() for name, field in asked.items()}
            if not said["why"]:
                why.error = "Say why"
                return
            try:
                await asyncio.to_thread(do, still(who), said)
            except (CroupierError, Halted) as error:
                tell(error)
                return
            dialog.close()
            await then()

        with ui.row():
            testid(ui.button(question.does, on_click=done).props("no-caps"), f"{question.tag}-do")
            ui.button("Leave it", on_click=dialog.close).props("flat no-caps")
    dialog.open()
