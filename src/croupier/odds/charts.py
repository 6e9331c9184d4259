"""Strategies brought into a shape that can be read off: ladders of hands, and the grid of two hole cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from croupier.equipment.cards import RANKS
from croupier.hands.names import plural
from croupier.hands.poker import Value
from croupier.odds.advice import Chart

Cell = Counter[str]
"""How many deals each choice is best for."""

SEVERAL = "/"
"""Between choices of which other cards decide; the most frequent stands first."""


def letter(rank: int) -> str:
    """A rank as it stands on a card.

    >>> letter(14), letter(10)
    ('A', '10')
    """
    return str(rank) if rank == 10 else RANKS[rank - 2]


def named(value: Value, *, whole: bool = True) -> str:
    """A hand in words; by its leading rank alone unless `whole`.

    >>> named(Value(0, (12, 6, 4), "high-card")), named(Value(1, (12, 6), "pair"))
    ('Q-6-4', 'pair of queens with 6')
    """
    first, *rest = value.ranks or (0,)
    others = "-".join(map(letter, rest))
    match value.category:
        case "high-card":
            return "-".join(map(letter, value.ranks)) if whole else f"{letter(first)} high"
        case "pair":
            return f"pair of {plural(first)}" + (f" with {others}" if whole and others else "")
        case "three-of-a-kind" | "four-of-a-kind":
            return f"{value.category.partition('-')[0]} {plural(first)}"
        case "two-pair":
            return f"two pair, {plural(first)} up" + (f" with {others}" if whole and others else "")
        case category:
            return category.replace("-", " ") + (f", {'-'.join(map(letter, value.ranks))}" if whole and first else "")


def short(choice: str) -> str:
    """A choice as it fits into a cell: the multiple of a wager stands for the wager.

    >>> short("raise-4x"), short("bet-1x"), short("fold")
    ('4x', '1x', 'fold')
    """
    multiple = choice.rpartition("-")[2]
    return multiple if multiple[:-1].isdecimal() and multiple.endswith("x") else choice


def text_of(cell: Cell) -> str:
    """What to do: one choice, or those that occur, the most frequent first."""
    return SEVERAL.join(short(choice) for choice, _ in cell.most_common())


Kind = tuple[str, tuple[int, ...]]
"""Category and leading rank."""


def kind_of(value: Value) -> Kind:
    """A hand told apart by no more than its category and leading rank."""
    return value.category, value.ranks[:1]


def ladder(found: Mapping[Value, Sequence[Cell]], *, most_rows: int = 10) -> tuple[tuple[str, ...], ...]:
    """Hands from the best down, those next to each other with the same choices in one row.

    Where whole hands make more rows than can be read, hands are told apart by category and leading rank alone.
    """
    steps = [(value, tuple(map(text_of, cells))) for value, cells in sorted(found.items(), reverse=True)]
    rows = _runs(steps)
    if len(rows) <= most_rows:
        return rows
    kinds: dict[Kind, list[Cell]] = {}
    for value, cells in found.items():
        sums = kinds.setdefault(kind_of(value), [Counter() for _ in cells])
        for total, cell in zip(sums, cells, strict=True):
            total.update(cell)
    return _runs([(value, tuple(map(text_of, kinds[kind_of(value)]))) for value, _ in steps])


def _runs(steps: Sequence[tuple[Value, tuple[str, ...]]]) -> tuple[tuple[str, ...], ...]:
    """Rows of hands from the best down. A row that ends with the last hand of a kind is named by the kind."""
    first: dict[Kind, Value] = {}
    last: dict[Kind, Value] = {}
    for value, _ in steps:
        first.setdefault(kind_of(value), value)
        last[kind_of(value)] = value
    runs: list[list[Value]] = []
    texts: list[tuple[str, ...]] = []
    for value, cells in steps:
        # An empty cell is a deal that cannot be, and goes with any choice.
        if texts and all(not one or not other or one == other for one, other in zip(texts[-1], cells, strict=True)):
            runs[-1].append(value)
            texts[-1] = tuple(one or other for one, other in zip(texts[-1], cells, strict=True))
        else:
            runs.append([value])
            texts.append(cells)
    rows = []
    for place, run in enumerate(runs):
        best = named(run[0], whole=first[kind_of(run[0])] is not run[0])
        worst = named(run[-1], whole=last[kind_of(run[-1])] is not run[-1])
        if len(runs) == 1:
            label = "every hand"
        elif place == 0:
            label = f"{worst} or better"
        elif place == len(runs) - 1:
            label = f"{best} or lower"
        else:
            label = best if best == worst or len(run) == 1 else f"{worst} to {best}"
        rows.append((label, *texts[place]))
    return tuple(rows)


def hole_grid(title: str, cell: Callable[[int, int, bool], str], note: str) -> Chart:
    """What to do with two hole cards: `cell` is asked for the higher rank, the lower rank and whether they are of one suit."""
    ranks = range(14, 1, -1)
    rows = [(letter(row), *(cell(max(row, column), min(row, column), row > column) for column in ranks)) for row in ranks]
    said = f"{note}; above the diagonal the two are of one suit, below it they are not"
    return Chart(title, ("", *map(letter, ranks)), tuple(rows), said)
