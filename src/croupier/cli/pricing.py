"""`croupier analyze`: prices with progress, from the store where they are known."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from croupier.cli.grid import grid
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
        said = Console(file=sys.stderr)
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
        with Progress(*columns, console=said, transient=True, disable=not said.is_terminal) as bar:
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
    rows: list[tuple[str, ...]] = []
    notes: dict[str, list[str]] = {}
    for price in found:
        rows.append(
            (
                price.wager,
                price.paytable,
                f"{float(price.house_edge):.4%}",
                f"{float(price.element_of_risk):.4%}",
                f"{float(price.variance) ** 0.5:.3f}",
                f"{float(price.hit_rate):.3%}",
                short(price.strategy),
            )
        )
        for note in filter(None, (beside(price.as_json()), price.strategy if short(price.strategy) != price.strategy else "")):
            notes.setdefault(note, []).append(price.wager)
    figures = ("house edge", "of all staked", "deviation", "hit rate")
    grid(console, ("wager", "table", *figures, "strategy"), rows, title=f"{name}: {kind}", figures=figures, names=2)
    for note, wagers in notes.items():
        console.print(f"[dim]{', '.join(dict.fromkeys(wagers))}: {note}[/]")
    if len(found) == 1:
        if found[0].method == EXACT:
            edge = found[0].house_edge
            console.print(f"house edge exactly {edge.numerator}/{edge.denominator}", soft_wrap=True)
        ends = (
            (outcome.outcome, f"{outcome.weight:,}", f"{outcome.weight / found[0].weight:.6%}", outcome.net)
            for outcome in found[0].outcomes
        )
        counted = ("weight", "probability", "nets")
        grid(console, ("outcome", *counted), ends, title="how it ends", figures=counted)
    readings = sorted({reading for price in found for reading in price.readings})
    if readings:
        console.print(f"[dim]rests on readings: {', '.join(readings)}[/]")
    console.print(f"[dim]{seconds:.2f} s[/]")
