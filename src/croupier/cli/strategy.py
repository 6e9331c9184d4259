"""`croupier strategy`: charts to read a game's strategy off, and the answer to what to do with one hand."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table

from croupier.cli.screen import screen
from croupier.equipment.faces import pieces
from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.odds.advice import strategy
from croupier.odds.queries import ask

WIDEST = 400
MOST_CHOICES = 8
"""Of a long list, the best so many are shown."""


def tell_strategy(
    name: str,
    *,
    hand: str | None,
    dealer: str | None,
    community: str | None,
    after: str | None,
    house: Mapping[str, Any],
    version: str | None,
) -> dict[str, Any]:
    """What `--json` prints."""
    start = time.perf_counter()
    game = playable(name, house, version)
    if hand is None:
        if dealer or community or after:
            raise BadInput("--dealer, --community and --after go with --hand")
        charts, said = strategy(game)
        return {
            "game": name,
            "charts": [chart.as_json() for chart in charts],
            "remark": said,
            "seconds": time.perf_counter() - start,
        }
    held, shown, board = (pieces(text or "") for text in (hand, dealer, community))
    found = ask(game, held, dealer=shown, community=board, after=(after or "").split())
    return {
        "game": name,
        "hand": [str(card) for card in held],
        "dealer": [str(card) for card in shown],
        "community": [str(card) for card in board],
        "advice": [{"question": asked.question, **asked.advice.as_json()} for asked in found],
        "seconds": time.perf_counter() - start,
    }


def show(told: Mapping[str, Any]) -> None:
    """The same for people."""
    console = screen()
    for chart in told.get("charts", ()):
        grid = _grid(chart)
        # A chart that is cut off is no use: rather let a narrow terminal wrap its lines.
        wide = Measurement.get(console, console.options.update(max_width=WIDEST), grid).maximum
        Console(highlight=False, width=max(wide, console.width)).print(grid)
        if chart["note"]:
            console.print(f"[dim]{escape(chart['note'])}[/]")
    if told.get("remark"):
        console.print(f"[dim]{escape(told['remark'])}[/]" if told["charts"] else escape(f"{told['game']}: {told['remark']}"))
    for advice in told.get("advice", ()):
        console.print(_weighed(told, advice))
        console.print(
            f"[dim]{'exact' if advice['exact'] else 'not exact'}: {escape(advice['basis'])}; {escape(advice['strategy'])}[/]"
        )
    console.print(f"[dim]{told['seconds']:.2f} s[/]")


def _grid(chart: Mapping[str, Any]) -> Table:
    grid = Table(title=escape(chart["title"]), title_justify="left", box=None, header_style="dim", padding=(0, 1, 0, 0))
    for column in chart["columns"]:
        grid.add_column(column, no_wrap=True)
    for row in chart["rows"]:
        grid.add_row(*map(escape, row))
    return grid


def _weighed(told: Mapping[str, Any], advice: Mapping[str, Any]) -> Table:
    seen = [told["hand"], *(told[name] for name in ("dealer", "community") if told[name])]
    title = f"{advice['question']}: {' | '.join(' '.join(cards) for cards in seen)}"
    grid = Table(title=escape(title), title_justify="left", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for column in ("choice", "nets", "costs"):
        grid.add_column(column, justify="left" if column == "choice" else "right")
    ranked = sorted(advice["choices"], key=lambda entry: -entry["value"])
    for entry in ranked[:MOST_CHOICES]:
        best = entry["choice"] == advice["best"]
        grid.add_row(
            f"[bold]{escape(entry['choice'])}[/]" if best else escape(entry["choice"]),
            f"{entry['value']:+.6f}",
            "best" if best else f"{entry['cost']:.6f}",
        )
    if len(ranked) > MOST_CHOICES:
        grid.add_row(f"[dim]and {len(ranked) - MOST_CHOICES} more[/]", "", "")
    return grid
