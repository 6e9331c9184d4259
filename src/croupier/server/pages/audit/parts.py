"""What the audit's pages share: who may look, where the pages are, and lists of entries."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from croupier.server.pages.desk import cards, parts, settlement
from croupier.server.pages.desk.parts import heading, paragraph, testid
from croupier.server.pages.frame import frame, person, sign_in_dialog
from croupier.server.people import Person, Role

STYLE = Path(__file__).with_name("style.css")
PAGES = (("Books", "/audit"), ("Hold", "/audit/hold"), ("Rounds", "/audit/rounds"), ("Events", "/audit/events"))
Cell = str | tuple[str, str] | list[str]
"""What stands in a table: words, words with the address they lead to, or marks."""
BAD = ("irregularity", "void", "reversal", "correction", "recovery", "corrected", "irregular")
"""Marks that an auditor looks for first."""


@contextmanager
def audited(here: str, title: str = "", *, takes: Sequence[str] = ()) -> Iterator[Person | None]:
    """The page for those who audit; everybody else is told how to get in."""
    with frame(f"{title} · Audit" if title else "Audit", takes=takes):
        for style in (parts.STYLE, STYLE.read_text(encoding="utf-8"), cards.STYLE, settlement.STYLE):
            ui.add_css(style)
        heading("Audit", 1)
        who = person()
        if who is None or not who.audits:
            _closed(who)
            yield None
            return
        with ui.element("nav").classes("audit-nav figures").props('aria-label="Audit"'):
            for name, address in (*PAGES, *((("Tokens", "/audit/tokens"),) if who.role is Role.ADMINISTRATOR else ())):
                link = ui.link(name, address)
                if address == here:
                    link.props("aria-current=page")
        yield who


def _closed(who: Person | None) -> None:
    """Who may come in here, and with what."""
    testid(paragraph("The books are for surveillance, the floor and the administrator."), "audit-closed")
    if who is not None:
        paragraph(f"You are signed in as {who.name}, a {who.role}, and may recall the rounds you played in.", style="muted")
    testid(ui.button("Sign in with a token", on_click=sign_in_dialog).props("no-caps"), "audit-sign-in")
    paragraph("The first start of the server prints a token for the administrator, who issues others under Audit, Tokens.")
    paragraph("Whoever can reach the server's own machine issues one there:")
    with ui.element("pre").classes("raw"):
        ui.label("croupier token NAME --role surveillance")


def tools(*, csv: Callable[[], Any]) -> Any:
    """Export and print, beside what a list is chosen by."""
    with ui.row().classes("gap-2"):
        testid(ui.button("CSV", icon="download", on_click=csv).props('outline no-caps dense aria-label="Export as CSV"'), "csv")
        button = ui.button("Print", icon="print", on_click=lambda: ui.run_javascript("window.print()"))
        return testid(button.props("outline no-caps dense"), "print")


def on_paper(who: Person, what: str, chosen: Mapping[str, str]) -> str:
    """What a printed list is of, when it was asked for and by whom."""
    said = "; ".join(f"{name} {value}" for name, value in chosen.items() if value) or "all"
    return escape(f"{what}: {said}. {when(datetime.now(UTC).isoformat())} UTC, for {who.name}.")


def linked(here: str, chosen: Mapping[str, Any]) -> None:
    """Put what is chosen into the page's address, so that it can be passed on."""
    asked = urlencode({name: value for name, value in chosen.items() if value})
    ui.run_javascript(f"history.replaceState(history.state, '', {json.dumps(here + (f'?{asked}' if asked else ''))})")


def when(at: str) -> str:
    """A time as people write it, in Coordinated Universal Time."""
    return at[:19].replace("T", " ")


def _cell(cell: Cell) -> str:
    if isinstance(cell, tuple):
        words, address = cell
        return f'<a href="{escape(address)}">{escape(words)}</a>'
    if isinstance(cell, list):
        return "".join(f'<span class="mark{" bad" * (word in BAD)}">{escape(word)}</span>' for word in cell)
    return escape(cell)


def entries(
    heads: tuple[str, ...],
    rows: list[tuple[Cell, ...]],
    *,
    sums: tuple[int, ...] = (),
    wide: tuple[int, ...] = (),
    total: bool = False,
    name: str = "",
) -> str:
    """A table that becomes a list on a narrow screen; columns in `sums` are figures, the last row may be their `total`."""

    def style(place: int) -> str:
        return ' class="sum"' if place in sums else ' class="wide"' if place in wide else ""

    def line(place: int, row: tuple[Cell, ...]) -> str:
        marked = any(isinstance(cell, list) and set(cell) & set(BAD) for cell in row)
        kind = " class=total" if total and place == len(rows) - 1 else " class=significant" if marked else ""
        cells = (f'<td{style(at)} data-head="{escape(heads[at])}">{_cell(cell)}</td>' for at, cell in enumerate(row))
        return f"<tr{kind}>{''.join(cells)}</tr>"

    head = "".join(f"<th{style(place)}>{escape(said)}</th>" for place, said in enumerate(heads))
    body = "".join(line(place, row) for place, row in enumerate(rows))
    told = f' data-testid="{escape(name)}"' if name else ""
    return (
        f'<div class="scrolls"><table class="entries"{told}><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def facts(pairs: list[tuple[str, Cell]], *, mono: tuple[str, ...] = ()) -> str:
    """Names and what they are."""
    inside = "".join(
        f"<dt>{escape(name)}</dt><dd{' class=hash' if name in mono else ''}>{_cell(value)}</dd>" for name, value in pairs
    )
    return f'<dl class="facts">{inside}</dl>'


def proof(right: bool, said: str) -> Any:
    """Something that was checked, and how it came out."""
    return ui.label(said).classes(f"proof {'yes' if right else 'no'}")
