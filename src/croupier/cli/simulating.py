"""`croupier simulate`: rounds played with a bar of progress; an interrupt prints what was done."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from croupier.cli.grid import grid
from croupier.cli.screen import screen
from croupier.errors import BadInput, shown
from croupier.games.registry import playable
from croupier.odds.simulate import Device, Played, beside_exact, play
from croupier.odds.simulation import CuttingCard

INTERRUPTED = 130
CONTINUOUS, SHOE = "continuous", "shoe"


def simulate_game(
    name: str,
    *,
    rounds: int | None,
    seed: int,
    device: str,
    address: str | None,
    house: Mapping[str, Any],
    version: str | None,
    as_json: bool,
    shuffler: str | None = None,
    penetration: str | None = None,
    players: int | None = None,
) -> int:
    """Simulate a game and print its prices; the exit code says whether it was let finish."""
    if device not in ("cpu", "gpu"):
        raise BadInput(f"--device {device}: cpu or gpu")
    chosen: Device = "gpu" if device == "gpu" else "cpu"
    card = cutting_card(shuffler, penetration, players)
    start = time.perf_counter()
    game = playable(name, house, version)
    with ExitStack() as stack:
        executor = None
        if address is not None:
            from croupier.odds.cluster import cluster

            executor = stack.enter_context(cluster(address))
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        screen = Console(file=sys.stderr)
        bar = stack.enter_context(Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal))
        task = bar.add_task(f"playing {name} (the first time also compiles)", total=rounds)

        def progress(done: int, of: int) -> None:
            bar.update(task, description=f"playing {name}", completed=done, total=of)

        played = play(game, rounds, seed, device=chosen, executor=executor, progress=progress, cutting_card=card)
    seconds = time.perf_counter() - start
    played = played if card is not None else played._replace(prices=beside_exact(game, played.prices))
    if as_json:
        answer: dict[str, Any] = {
            "game": name,
            "wagers": [price.as_json() for price in played.prices],
            "rounds": played.rounds,
            "seed": seed,
            "seconds": seconds,
        }
        answer |= {"device": device, "interrupted": played.interrupted, "shuffler": SHOE if card else CONTINUOUS}
        if card is not None:
            answer |= {"penetration": float(card.penetration), "players": card.players}
        print(json.dumps(answer))
    else:
        show(name, played, seed, seconds)
    if played.interrupted:
        print(f"croupier: interrupted: {played.rounds:,} of {played.asked:,} rounds were played", file=sys.stderr)
        return INTERRUPTED
    return 0


def cutting_card(shuffler: str | None, penetration: str | None, players: int | None) -> CuttingCard | None:
    """Where the cutting card stands, from the words of the command; None where cards go back after every round."""
    if shuffler not in (None, CONTINUOUS, SHOE):
        raise BadInput(f"--shuffler {shuffler}: {CONTINUOUS} or {SHOE}")
    if penetration is None:
        if shuffler == SHOE:
            raise BadInput(f"--shuffler {SHOE}: say with --penetration where the cutting card stands, as in 75%")
        if players is not None:
            raise BadInput("--players: how many share a shoe matters with --penetration alone")
        return None
    if shuffler == CONTINUOUS:
        raise BadInput(f"--penetration {penetration}: a continuous shuffler has no cutting card")
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?%?", penetration):
        raise BadInput(f"--penetration {shown(penetration)}: a percentage, as in 75%")
    place = Fraction(penetration.removesuffix("%")) / (100 if penetration.endswith("%") else 1)
    if not 0 < place < 1:
        raise BadInput(f"--penetration {penetration}: above 0% and below 100%")
    return CuttingCard(place, 1 if players is None else players)


def show(name: str, played: Played, seed: int, seconds: float) -> None:
    """The prices as a table, then what they rest on."""
    console = screen()
    rows: list[tuple[str, ...]] = []
    remarks: dict[str, list[str]] = {}
    for price in played.prices:
        rows.append(
            (
                price.wager,
                price.paytable,
                f"{float(price.house_edge):.4%}",
                f"{price.standard_error:.4%}",
                "" if price.exact is None else f"{float(price.exact):.4%}",
                "" if price.off is None else f"{price.off:+.1f}",
                f"{float(price.variance) ** 0.5:.3f}",
                f"{float(price.hit_rate):.4%}",
            )
        )
        strategy = "" if price.strategy == "none" else f"strategy: {price.strategy}"
        fewer = f"{price.rounds:,} rounds" if price.rounds != played.rounds else ""
        remark = "; ".join(filter(None, (strategy, price.note, fewer)))
        if remark:
            remarks.setdefault(remark, []).append(price.wager)
    figures = ("house edge", "std. error", "exact", "off by std. errors", "std. deviation", "hit rate")
    grid(console, ("wager", "table", *figures), rows, title=f"{name}: simulated", figures=figures, names=2)
    for remark, wagers in remarks.items():
        console.print(f"[dim]{', '.join(wagers)}: {remark}[/]")
    readings = sorted({reading for price in played.prices for reading in price.readings})
    if readings:
        console.print(f"[dim]rests on readings: {', '.join(readings)}[/]")
    console.print(f"[dim]{played.rounds:,} rounds, seed {seed}, {seconds:.2f} s[/]")
