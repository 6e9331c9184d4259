"""Strategy charts as players know them: a letter a choice, one colour a word on every chart, and a legend."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from markupsafe import Markup

from croupier.odds.letters import LETTERS, letter, letters, meaning, words_of
from croupier.server.pages.game.markup import Text, join
from croupier.server.pages.saying import title, words

Data = Mapping[str, Any]
COLOURS = {
    "stand": "green",
    "hit": "amber",
    "double": "blue",
    "split": "purple",
    "surrender": "red",
    "free-double": "teal",
    "free-split": "pink",
    "take": "green",
    "second-chance": "green",
    "decline": "grey",
    "fold": "red",
    "check": "grey",
    "withdraw": "amber",
    "ride": "green",
    "play": "green",
    "raise": "green",
    "bet": "green",
    "call": "green",
    "war": "green",
    "1x": "teal",
    "2x": "blue",
    "3x": "green",
    "4x": "green",
    "5x": "green",
}
"""One for every word, on whichever chart it stands; other words have none."""
LONG = 7
"""Signs from which the name of a row is no pair of ranks."""
MANY = 8
"""Columns from which a chart is written in letters."""


def charts(told: Data) -> Markup:
    """Every chart with its legend and its note, and the remark that goes with all of them."""
    remark = told.get("remark")
    said = Markup("<p>{}.</p>").format(remark[:1].upper() + remark[1:]) if remark else ""
    return join((*map(_chart, told["charts"]), said))


def _chart(chart: Data) -> Markup:
    cells = list(dict.fromkeys(cell for row in chart["rows"] for cell in row[1:] if cell))
    lettered = len(chart["columns"]) > MANY and all(map(letter, words_of(*cells)))
    columns = len(chart["columns"])
    head = join(Markup('<th scope="col">{}</th>').format(column) for column in chart["columns"])
    body = join(_group(kind, list(rows), columns, lettered) for kind, rows in groupby(chart["rows"], key=_kind))
    note = Markup('<p class="small muted">{}</p>').format(title(chart["note"]) + ".") if chart["note"] else ""
    return Markup(
        '<div class="scrolls" tabindex="0" role="region" aria-label="{0}">'
        '<table class="ruled strategy{1}" data-testid="strategy-chart">'
        "<caption>{0}</caption><thead><tr>{2}</tr></thead>{3}</table></div>{4}{5}"
    ).format(title(chart["title"]), " even" if lettered else "", head, body, _legend(cells) if lettered else "", note)


def _kind(row: Sequence[str]) -> str:
    """Hard or soft, where the rows of a chart are totals of both."""
    kind = row[0].partition(" ")[0]
    return kind if kind in ("hard", "soft") else ""


def _group(kind: str, rows: Iterable[Sequence[str]], columns: int, lettered: bool) -> Markup:
    name = (
        Markup('<tr><th class="kind" scope="rowgroup" colspan="{}">{}</th></tr>').format(columns, title(kind)) if kind else ""
    )
    drawn = join(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(row_name(row[0]), join(_cell(cell, lettered) for cell in row[1:]))
        for row in rows
    )
    return Markup("<tbody>{}{}</tbody>").format(name, drawn)


def row_name(name: str) -> str:
    """A row as players name it.

    >>> row_name("hard 17 to 19"), row_name("soft 18"), row_name("soft 19 to 20"), row_name("A, A"), row_name("double-attack")
    ('17–19', 'A,7', 'A,8–9', 'A,A', 'double attack')
    """
    kind, _, totals = name.partition(" ")
    if kind == "hard":
        return totals.replace(" to ", "–")
    if kind == "soft":
        return "A," + "–".join(str(int(total) - 11) for total in totals.split(" to "))
    if len(name) < LONG:
        return name.replace(", ", ",")
    return words(name) if name.islower() and " " not in name else name


def colour(cell: str) -> str:
    """The colour of the first word of a cell."""
    return COLOURS.get(words_of(cell)[0], "none")


def _cell(cell: str, lettered: bool) -> Markup:
    if not lettered or not cell:
        return Markup('<td class="c-{}">{}</td>').format(colour(cell), _spoken(cell))
    return Markup(
        '<td class="c-{}" title="{}"><span aria-hidden="true">{}</span><span class="vis-hidden">{}</span></td>'
    ).format(colour(cell), meaning(cell), letters(cell), meaning(cell))


def _spoken(cell: str) -> Text:
    return words(cell) if cell.replace("-", "").isalpha() else cell


def _legend(cells: Iterable[str]) -> Markup:
    order = {word: place for place, word in enumerate(LETTERS)}
    entries = join(
        Markup('<li><span class="letter c-{}" aria-hidden="true">{}</span> {}</li>').format(
            colour(cell), letters(cell), meaning(cell)
        )
        for cell in sorted(cells, key=lambda cell: (order.get(words_of(cell)[0], -1), len(cell), cell))
        if letters(cell) != meaning(cell)
    )
    return Markup('<ul class="legend" data-testid="strategy-legend">{}</ul>').format(entries)
