"""Small pieces of page that the desk, the drill and the audit share."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from nicegui import ui

STYLE = """
.nicegui-expansion .nicegui-expansion-content { padding: .2rem 0 .4rem; }
.page .nicegui-tab-panel { padding: .5rem 0; }
.page .q-field__bottom--animated { position: static; transform: none; }
.page .q-field--with-bottom { padding-bottom: 0; }
.page .q-field__messages { line-height: 1.35; overflow-wrap: anywhere; }
.page .q-field__bottom { padding: 3px 12px 0; min-height: 0; }
.page .q-expansion-item__toggle-icon { color: var(--muted); }
.page p { line-height: 1.45; }
"""


def heading(text: str, level: int = 2) -> Any:
    return ui.html(escape(text), sanitize=False, tag=f"h{level}")


def paragraph(text: str, *, style: str = "") -> Any:
    return ui.html(escape(text), sanitize=False, tag="p").classes(f"q-my-xs {style}")


def drawn(markup: str) -> Any:
    """Markup made by our own functions, which escape every word that goes in."""
    return ui.html(markup, sanitize=False).classes("w-full")


def testid(element: Any, name: str) -> Any:
    """A stable name by which a test finds the element. Set as a value: a name from a shared link is never read as a property."""
    element.props["data-testid"] = name
    return element


def spoken_as(element: Any, words: str) -> Any:
    """What somebody who listens is told an element is."""
    element.props["aria-label"] = words
    return element


def grid(rows: Sequence[Sequence[str]], *, style: str = "") -> str:
    """A small table of words, its first row the heads; it scrolls by itself where it is too wide."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<div class="scrolls"><table class="{style}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
