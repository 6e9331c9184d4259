"""`croupier strategy`: charts to read a game's strategy off, and the answer to what to do with one hand."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape

from croupier.cli.grid import grid
from croupier.cli.screen import screen
from croupier.equipment.faces import pieces
from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.odds import shipped
from croupier.odds.advice import strategy
from croupier.odds.letters import letter, letters, meaning, words_of
from croupier.odds.queries import ask
from croupier.table.playable import Playable

WIDE = 80
"""A chart in words that is wider is shown in letters, whatever the screen."""
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
        return {"game": name, **(shipped.strategy_of(game) or _charted(game)), "seconds": time.perf_counter() - start}
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


def _charted(game: Playable) -> dict[str, Any]:
    charts, said = strategy(game)
    return {"charts": [chart.as_json() for chart in charts], "remark": said}


def show(told: Mapping[str, Any]) -> None:
    """The same for people."""
    console = screen()
    for chart in told.get("charts", ()):
        short, legend = lettered(chart) if _width(chart) > min(WIDE, console.width) else (chart, {})
        grid(console, short["columns"], short["rows"], title=chart["title"], gap=1)
        for sign, said in legend.items():
            console.print(f"[dim]{escape(f'{sign:2} {said}')}[/]")
        if chart["note"]:
            console.print(f"[dim]{escape(chart['note'])}[/]")
    if told.get("remark"):
        console.print(f"[dim]{escape(told['remark'])}[/]" if told["charts"] else escape(f"{told['game']}: {told['remark']}"))
    for advice in told.get("advice", ()):
        _weigh(console, told, advice)
        console.print(
            f"[dim]{'exact' if advice['exact'] else 'not exact'}: {escape(advice['basis'])}; {escape(advice['strategy'])}[/]"
        )
    console.print(f"[dim]{told['seconds']:.2f} s[/]")


def _width(chart: Mapping[str, Any]) -> int:
    cells = zip(chart["columns"], *chart["rows"], strict=True)
    return sum(max(map(cell_len, column)) + 1 for column in cells) - 1


def lettered(chart: Mapping[str, Any]) -> tuple[Mapping[str, Any], dict[str, str]]:
    """A chart with letters in its cells, and what each means; as it is where a choice has none."""
    cells = list(dict.fromkeys(cell for row in chart["rows"] for cell in row[1:] if cell))
    if not all(map(letter, words_of(*cells))):
        return chart, {}
    rows = [[row[0], *(letters(cell) if cell else "" for cell in row[1:])] for row in chart["rows"]]
    told = {letters(cell): meaning(cell) for cell in cells}
    return {**chart, "rows": rows}, {sign: said for sign, said in told.items() if sign != said}


def _weigh(console: Console, told: Mapping[str, Any], advice: Mapping[str, Any]) -> None:
    seen = [told["hand"], *(told[name] for name in ("dealer", "community") if told[name])]
    title = f"{advice['question']}: {' | '.join(' '.join(cards) for cards in seen)}"
    ranked = sorted(advice["choices"], key=lambda entry: -entry["value"])
    rows = [
        (entry["choice"], f"{entry['value']:+.6f}", "best" if entry["choice"] == advice["best"] else f"{entry['cost']:.6f}")
        for entry in ranked[:MOST_CHOICES]
    ]
    if len(ranked) > MOST_CHOICES:
        rows.append((f"and {len(ranked) - MOST_CHOICES} more", "", ""))
    grid(console, ("choice", "nets", "costs"), rows, title=title, figures=("nets", "costs"))
