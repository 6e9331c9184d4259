"""What the audit's pages share: who may look, where the pages are, and lists of entries."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from nicegui import ui

from croupier.server.pages.desk import cards, parts, settlement
from croupier.server.pages.desk.parts import heading, paragraph, testid
from croupier.server.pages.frame import frame, person, sign_in_dialog
from croupier.server.people import Person, Role

STYLE = """
.audit-nav { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; border-bottom: 1px solid var(--line); padding: .2rem 0 .5rem;
  margin-bottom: .6rem; }
.audit-nav a { text-decoration: none; padding: 2px 0; } .audit-nav a[aria-current=page] { border-bottom: 2px solid var(--accent); }
.entries { width: 100%; border-collapse: collapse; font: .9rem system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.entries th { text-align: left; font-weight: 600; color: var(--muted); padding: .25rem .9rem .25rem 0; white-space: nowrap; }
.entries td { border-top: 1px solid var(--line); padding: .35rem .9rem .35rem 0; vertical-align: top; }
.entries .sum { text-align: right; white-space: nowrap; } .entries td.at { white-space: nowrap; }
@media (max-width: 600px) {
  .entries thead { display: none; }
  .entries tr { display: flex; flex-wrap: wrap; gap: 0 .8rem; border-top: 1px solid var(--line); padding: .3rem 0; }
  .entries td { border: 0; padding: 0; } .entries td.sum { margin-left: auto; } }
.hash { font: .8rem ui-monospace, monospace; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1.2rem; margin: .4rem 0; }
.facts dt { color: var(--muted); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.raw { font: .82rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line);
  border-radius: 8px; padding: .6rem .8rem; margin: .3rem 0; }
.proof { font-weight: 600; } .proof.yes { color: #166534; } .body--dark .proof.yes { color: #86efac; }
.proof.no { color: #9f1239; } .body--dark .proof.no { color: #fda4af; }
"""
PAGES = (("Books", "/audit"), ("Events", "/audit/events"), ("Rounds", "/audit/rounds"))
Cell = str | tuple[str, str]
"""What stands in a table: words, or words with the address they lead to."""


@contextmanager
def audited(here: str) -> Iterator[Person | None]:
    """The page for those who audit; one line for everybody else."""
    with frame("Audit"):
        for style in (parts.STYLE, STYLE, cards.STYLE, settlement.STYLE):
            ui.add_css(style)
        heading("Audit", 1)
        who = person()
        if who is None or not who.audits:
            testid(paragraph("The books are for surveillance, the floor and the administrator."), "audit-closed")
            if who is None:
                ui.button("Sign in", on_click=sign_in_dialog).props("no-caps")
            yield None
            return
        with ui.element("nav").classes("audit-nav figures").props('aria-label="Audit"'):
            for name, address in (*PAGES, *((("Tokens", "/audit/tokens"),) if who.role is Role.ADMINISTRATOR else ())):
                link = ui.link(name, address)
                if address == here:
                    link.props("aria-current=page")
        yield who


def when(at: str) -> str:
    """A time as people write it, in Coordinated Universal Time."""
    return at[:19].replace("T", " ")


def _cell(cell: Cell) -> str:
    if isinstance(cell, tuple):
        words, address = cell
        return f'<a href="{escape(address)}">{escape(words)}</a>'
    return escape(cell)


def entries(heads: tuple[str, ...], rows: list[tuple[Cell, ...]], *, sums: tuple[int, ...] = (), name: str = "") -> str:
    """A table that becomes a list on a narrow screen; columns in `sums` are figures."""

    def style(place: int) -> str:
        return ' class="sum"' if place in sums else ""

    head = "".join(f"<th{style(place)}>{escape(said)}</th>" for place, said in enumerate(heads))
    body = "".join(
        "<tr>" + "".join(f"<td{style(place)}>{_cell(cell)}</td>" for place, cell in enumerate(row)) + "</tr>" for row in rows
    )
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
