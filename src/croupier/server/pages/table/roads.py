"""Boards of results where hands win for all who bet on them: the bead plate, and the big road of runs. Nothing is drawn but what was."""

from __future__ import annotations

from collections.abc import Sequence

DEEP = 6
"""Rows of a board."""
SIZE = 18
_TONES = {"player": ("#1d4ed8", "P"), "banker": ("#b91c1c", "B"), "tie": ("#15803d", "T")}
_OTHER = ("#374151", "?")


def bead_plate(winners: Sequence[str]) -> list[tuple[int, int, str]]:
    """Every result, the oldest first: down a column, then the next; as column, row and winner.

    >>> bead_plate(["player"] * 6 + ["tie"])[-1]
    (1, 0, 'tie')
    """
    return [(*divmod(index, DEEP), winner) for index, winner in enumerate(winners)]


def big_road(winners: Sequence[str]) -> list[tuple[int, int, str, int]]:
    """Runs of one winner down a column, turning right at its foot or where another run lies; a tie is counted where the last win lies.

    >>> big_road(["tie", "player", "player", "tie", "banker"])
    [(0, 0, 'player', 1), (0, 1, 'player', 1), (1, 0, 'banker', 0)]
    """
    cells: list[tuple[int, int, str, int]] = []
    taken: set[tuple[int, int]] = set()
    column = row = 0
    run, ties = -1, 0
    for winner in winners:
        if winner == "tie":
            if cells:
                cells[-1] = (*cells[-1][:3], cells[-1][3] + 1)
            else:
                ties += 1
            continue
        if cells and cells[-1][2] == winner:
            if row + 1 < DEEP and (column, row + 1) not in taken:
                row += 1
            else:
                column += 1
        else:
            run += 1
            while (run, 0) in taken:
                run += 1
            column, row = run, 0
        taken.add((column, row))
        cells.append((column, row, winner, ties))
        ties = 0
    return cells


def draw(winners: Sequence[str]) -> str:
    """Both boards of a shoe, the oldest result first; nothing before there is one."""
    if not winners:
        return ""
    beads = "".join(_bead(column, row, winner) for column, row, winner in bead_plate(winners))
    rings = "".join(_ring(*cell) for cell in big_road(winners))
    told = " · ".join(f"{name.capitalize()} {winners.count(name)}" for name in _TONES)
    return (
        f'<div class="panel" data-testid="roads"><h2>This shoe</h2><div class="muted">{told}</div>'
        f"{_board('Bead plate', beads, 1 + (len(winners) - 1) // DEEP)}"
        f"{_board('Big road', rings, 1 + max((cell[0] for cell in big_road(winners)), default=0))}</div>"
    )


def _board(name: str, inner: str, columns: int) -> str:
    across = max(columns, 16)
    grid = f'<rect width="{across * SIZE}" height="{DEEP * SIZE}" fill="url(#road-grid)" stroke="#9ca3af" stroke-width=".8"/>'
    lines = (
        f'<defs><pattern id="road-grid" width="{SIZE}" height="{SIZE}" patternUnits="userSpaceOnUse">'
        f'<path d="M {SIZE} 0 H 0 V {SIZE}" fill="none" stroke="#9ca3af" stroke-width=".6"/></pattern></defs>'
    )
    return (
        f'<div class="parts">{name}</div><div class="road"><svg width="{across * SIZE + 2}" height="{DEEP * SIZE + 2}" '
        f'viewBox="-1 -1 {across * SIZE + 2} {DEEP * SIZE + 2}" role="img" aria-label="{name}">{lines}{grid}{inner}</svg></div>'
    )


def _middle(column: int, row: int) -> tuple[float, float]:
    return (column + 0.5) * SIZE, (row + 0.5) * SIZE


def _bead(column: int, row: int, winner: str) -> str:
    (x, y), (tone, letter) = _middle(column, row), _TONES.get(winner, _OTHER)
    return (
        f'<circle cx="{x}" cy="{y}" r="{SIZE * 0.43:.1f}" fill="{tone}"/>'
        f'<text x="{x}" y="{y + 3.8}" font-size="10.5" text-anchor="middle" fill="#fff" class="figure">{letter}</text>'
    )


def _ring(column: int, row: int, winner: str, ties: int) -> str:
    (x, y), (tone, _) = _middle(column, row), _TONES.get(winner, _OTHER)
    tied = (
        f'<path d="M {x - 6} {y + 6} L {x + 6} {y - 6}" stroke="#15803d" stroke-width="2"/>'
        + (
            f'<text x="{x}" y="{y + 3.5}" font-size="9" text-anchor="middle" class="road-count">{ties}</text>'
            if ties > 1
            else ""
        )
        if ties
        else ""
    )
    return f'<circle cx="{x}" cy="{y}" r="{SIZE * 0.38:.1f}" fill="none" stroke="{tone}" stroke-width="2.4"/>{tied}'
