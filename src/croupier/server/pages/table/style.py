"""How the table pages look, and the little that the browser does by itself: keys press buttons, arrows move between spots."""

from __future__ import annotations

from functools import cache
from pathlib import Path

CLICKED = "(e) => { const spot = e.target.closest('[data-spot]'); if (spot) emit('add', spot.dataset.spot); }"
TAKEN = "(e) => { const spot = e.target.closest('[data-spot]'); if (spot) { e.preventDefault(); emit('take', spot.dataset.spot); } }"
KEYED = "(e) => window.feltKey(e, emit)"


@cache
def style() -> str:
    """The style sheet."""
    return Path(__file__).with_name("table.css").read_text(encoding="utf-8")


@cache
def script() -> str:
    """The script, as a piece of the page."""
    return f"<script>{Path(__file__).with_name('table.js').read_text(encoding='utf-8')}</script>"
