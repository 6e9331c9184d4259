"""Pay tables side by side: the tables of a wager as columns, and everything that pays one figure in one list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from croupier.compliance.wording import condition_text
from croupier.server.pages.game.choices import reading_tag
from croupier.server.pages.game.markup import Citations, Text, join, table
from croupier.server.pages.saying import title, words

Data = Mapping[str, Any]


def paytables(tables: Iterable[Data], cite: Citations) -> Markup:
    """Every table the text prints; the one this house posts is marked, those its options rule out are dimmed."""
    by_wager: dict[str, list[Data]] = {}
    for entry in tables:
        by_wager.setdefault(entry["wager"], []).append(entry)
    single = [found[0] for found in by_wager.values() if len(found) == 1 and len(found[0]["rows"]) == 1]
    parts = [_single(single, cite)] if single else []
    several = join(_side_by_side(wager, found, cite) for wager, found in by_wager.items() if found[0] not in single)
    return join((*parts, Markup('<div class="tables-row">{}</div>').format(several)))


def _single(tables: Sequence[Data], cite: Citations) -> Markup:
    rows = [
        (
            title(entry["wager"]),
            join((_figures(entry, *next(iter(entry["rows"].items()))), _parts(entry)), " "),
            join((cite.chips(entry["clause"]), _remarks(entry)), " "),
        )
        for entry in tables
    ]
    return table(("wager", "pays", "clause"), rows, caption="One figure each", numbers=(1,), stack=False)


def _figures(entry: Data, row: str, figure: str) -> str:
    said = {"win": figure, "commission": f"commission {figure}"}.get(row, f"{words(row)} {figure}")
    return f"at least {said}" if entry["floor"] else said


def _parts(entry: Data) -> str:
    return f"on each of {entry['parts']} equal parts" if entry.get("parts") else ""


def _remarks(entry: Data) -> Markup:
    when = Markup('<span class="tag">when {}</span>').format(condition_text(entry["when"])) if entry["when"] else ""
    return join((when, reading_tag(entry["reading"])), " ")


def _side_by_side(wager: str, tables: Sequence[Data], cite: Citations) -> Markup:
    hands = list(dict.fromkeys(row for entry in tables for row in entry["rows"]))
    # What all the tables of a wager share is said once, above them.
    shared = _marks(tables[0], cite) if all(_marks(entry, cite) == _marks(tables[0], cite) for entry in tables) else None
    columns: list[Text] = ["hand", *(_column(entry, cite, marked=shared is None, alone=len(tables) == 1) for entry in tables)]
    rows = [
        (
            title(hand),
            *(
                Markup('<span class="{}">{}</span>').format(
                    "" if entry.get("allowed", True) else "dim", entry["rows"].get(hand, "–")
                )
                for entry in tables
            ),
        )
        for hand in hands
    ]
    caption = join((title(wager), *(shared or ())), " ")
    found = table(columns, rows, numbers=range(1, len(tables) + 1), caption=caption, stack=False)
    return Markup('<div class="paytable" data-testid="paytable-{}">{}</div>').format(wager, found)


def _marks(entry: Data, cite: Citations) -> tuple[Text, ...]:
    floor = Markup('<span class="tag">no less than</span>') if entry["floor"] else ""
    return tuple(filter(None, (floor, _parts(entry), cite.chips(entry["clause"]), _remarks(entry))))


def _column(entry: Data, cite: Citations, *, marked: bool, alone: bool) -> Markup:
    name = f"table {entry['id']}" + (f", {words(entry['column'])}" if entry.get("column") else "")
    marks: list[Text] = []
    if entry.get("posted") and not alone:
        marks.append(Markup('<span class="tag strong">posted</span>'))
    if not entry.get("allowed", True):
        marks.append(Markup('<span class="tag">not under this choice</span>'))
    return join((name, *marks, *(_marks(entry, cite) if marked else ())), Markup("<br>"))
