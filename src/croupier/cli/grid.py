"""Tables for people: columns where the screen has room for them, otherwise one entry under the other.

Text is broken between words alone and a figure never, so that no id is torn and no number cut, however narrow the screen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

GAP = 2
NAMES, SENTENCES, SENTENCE = 12, 24, 60
"""How narrow a column of names may become, and one of sentences: what is longer than the last."""


NOTHING = frozenset(["", "0.00", "none"])


def grid(
    console: Console,
    columns: Sequence[str],
    rows: Iterable[Iterable[Any]],
    *,
    title: str = "",
    figures: Collection[str] = (),
    names: int = 1,
    headed: bool = True,
    gap: int = GAP,
) -> None:
    """Print a table whose first columns, `names` of them, tell the entries apart; `figures` are the columns of numbers.

    Where room is short, columns that say nothing are left out first. No row, no table.
    """
    cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
    if not cells:
        return
    if title:
        console.print(Text(title, "bold"))
    widths = _widths(columns, cells, figures, console.width, gap)
    if widths is None:
        said = [place for place, entries in enumerate(zip(*cells, strict=True)) if not set(entries) <= NOTHING]
        columns, cells = [columns[place] for place in said], [[row[place] for place in said] for row in cells]
        widths = _widths(columns, cells, figures, console.width, gap)
    if widths is None:
        _stacked(console, columns, cells, figures, names)
    else:
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, gap, 0, 0), show_header=headed)
        for column, width in zip(columns, widths, strict=True):
            table.add_column(Text(column), width=width, justify="right" if column in figures else "left")
        for row in cells:
            table.add_row(*map(Text, row))
        console.print(table)


def _widths(columns: Sequence[str], cells: list[list[str]], figures: Collection[str], room: int, gap: int) -> list[int] | None:
    """How wide each column is: as its longest entry where all fit, the widest narrowed where not; None where they cannot be."""
    least, most = [], []
    for column, entries in zip(columns, zip(*cells, strict=True), strict=True):
        longest = max(map(cell_len, entries))
        word = max(map(_longest_word, (column, *(() if column in figures else entries))))
        text = SENTENCES if longest > SENTENCE else min(longest, NAMES)
        least.append(max(word, longest if column in figures else text))
        most.append(max(longest, cell_len(column)))
    over = sum(most) + gap * (len(most) - 1) - room
    while over > 0:
        spare = [wide if wide > narrow else 0 for wide, narrow in zip(most, least, strict=True)]
        widest = max(range(len(most)), key=spare.__getitem__)
        if not spare[widest]:
            return None
        most[widest] -= 1
        over -= 1
    return most


def _longest_word(text: str) -> int:
    return max(map(cell_len, text.split()), default=0)


def _stacked(console: Console, columns: Sequence[str], cells: list[list[str]], figures: Collection[str], names: int) -> None:
    """Each entry under its name: figures beside each other, texts a line each behind their heading."""
    texts = [column for column in columns[names:] if column not in figures]
    label = max(map(cell_len, texts), default=0)
    for row in cells:
        console.print(Text("  ".join(row[:names]), "bold"))
        told = {column: cell for column, cell in zip(columns[names:], row[names:], strict=True) if cell}
        beside = [f"{column} {cell}" for column, cell in told.items() if column in figures]
        for line in _lines(beside, console.width - GAP):
            console.print(Padding(Text(line), (0, 0, 0, GAP), expand=False))
        for column in filter(told.__contains__, texts):
            if _longest_word(told[column]) > console.width - label - 2 * GAP:
                console.print(Padding(Text(column, "dim"), (0, 0, 0, GAP), expand=False))
                console.print(Text(told[column]), soft_wrap=True)  # the terminal may break a word: it stays one to be copied
                continue
            entry = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
            entry.add_column(width=label)
            entry.add_column()
            entry.add_row(Text(column, "dim"), Text(told[column]))
            console.print(Padding(entry, (0, 0, 0, GAP), expand=False))


def _lines(parts: Iterable[str], room: int) -> list[str]:
    """The parts in as few lines as hold them, none broken."""
    lines: list[str] = []
    for part in parts:
        if lines and cell_len(lines[-1]) + GAP + cell_len(part) <= room:
            lines[-1] += " " * GAP + part
        else:
            lines.append(part)
    return lines
