"""`croupier analyze`: prices with progress, from the store where they are known."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from croupier.cli.screen import screen
from croupier.games.registry import playable
from croupier.odds import store
from croupier.odds.price import EXACT, Price, beside


def analyze_game(
    name: str,
    *,
    wager: str | None,
    table: str | None,
    house: Mapping[str, Any],
    version: str | None,
    meter: int | None,
    stake: int | None = None,
    recompute: bool,
    as_json: bool,
) -> list[Price]:
    """Price a game, print it, and hand back the prices."""
    start = time.perf_counter()
    game = playable(name, house, version)
    if meter is not None:
        from croupier.odds.meters import with_meter

        game = with_meter(game, meter)
    known = None if recompute else store.stored(game, wager, table, stake=stake)
    found: list[Price] = []
    if known is not None:
        found = known
    else:
        with Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            TimeElapsedColumn(),
            console=Console(file=sys.stderr),
            transient=True,
        ) as bar:
            task = bar.add_task(f"pricing {name} (the first time also compiles)")
            for price in store.prices(game, wager, table, stake=stake, recompute=recompute):
                found.append(price)
                bar.update(task, description=f"priced {price.wager}, pay table {price.paytable}")
    seconds = time.perf_counter() - start
    if as_json:
        import json

        print(json.dumps({"game": name, "wagers": [price.as_json() for price in found], "seconds": seconds}))
    else:
        show(name, found, seconds)
    return found


def short(strategy: str) -> str:
    """A strategy's name without its explanation, which stands below the table."""
    return strategy.split(" (")[0]


def show(name: str, found: list[Price], seconds: float) -> None:
    """The prices as a table, and the distribution where there is only one."""
    console = screen()
    kind = "exact prices" if all(price.method == EXACT for price in found) else "prices"
    grid = Table(title=f"{name}: {kind}", title_justify="left", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for column in ("wager", "table", "house edge", "of all staked", "deviation", "hit rate", "strategy"):
        grid.add_column(column, justify="left" if column in ("wager", "table", "strategy") else "right", no_wrap=True)
    notes: dict[str, list[str]] = {}
    for price in found:
        grid.add_row(
            price.wager,
            price.paytable,
            f"{float(price.house_edge):.4%}",
            f"{float(price.element_of_risk):.4%}",
            f"{float(price.variance) ** 0.5:.3f}",
            f"{float(price.hit_rate):.3%}",
            short(price.strategy),
        )
        for note in filter(None, (beside(price.as_json()), price.strategy if short(price.strategy) != price.strategy else "")):
            notes.setdefault(note, []).append(price.wager)
    console.print(grid)
    for note, wagers in notes.items():
        console.print(f"[dim]{', '.join(dict.fromkeys(wagers))}: {note}[/]")
    if len(found) == 1:
        if found[0].method == EXACT:
            edge = found[0].house_edge
            console.print(f"house edge exactly {edge.numerator}/{edge.denominator}")
        rows = Table(title="how it ends", title_justify="left", box=None, header_style="dim", padding=(0, 2, 0, 0))
        for column in ("outcome", "weight", "probability", "nets"):
            rows.add_column(column, justify="left" if column == "outcome" else "right")
        for outcome in found[0].outcomes:
            rows.add_row(outcome.outcome, f"{outcome.weight:,}", f"{outcome.weight / found[0].weight:.6%}", str(outcome.net))
        console.print(rows)
    readings = sorted({reading for price in found for reading in price.readings})
    if readings:
        console.print(f"[dim]rests on readings: {', '.join(readings)}[/]")
    console.print(f"[dim]{seconds:.2f} s[/]")
