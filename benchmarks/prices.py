"""`make prices`: the prices of every game as its text has it, written into the package. Games whose rules are as they were are left.

Where the code has changed since, those found in a moment are found again: all the same, the rest is taken to be so too (`make test-all`
finds every one), and the prices stand for the code as it is. Otherwise all are found anew.
Stopped, it goes on where it was. `python -m benchmarks.prices --anew GAME ...` finds the prices of these, or of all, again.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from croupier.games.registry import all_games, playable
from croupier.odds import kept, shipped
from croupier.odds.advice import strategy
from croupier.odds.analyze import analyze
from croupier.odds.price import Price
from croupier.table.playable import Playable


def timed(game: Playable) -> Iterator[tuple[Price, float]]:
    """Each price with the seconds since the one before it."""
    last = time.perf_counter()
    for price in analyze(game):
        now = time.perf_counter()
        yield price, now - last
        last = now


MOMENT = 1.5
"""Seconds for all prices of a game that is found again when the code has changed."""


def same(game: Playable) -> bool:
    """Does the program find for this game, to the last unit, what it found before?"""
    before = [kept.written(price) for price in shipped.kept_prices(game)]
    return [kept.written(price) for price in analyze(game)] == before


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("games", nargs="*", metavar="GAME", help="rulebook/game; all of them where none is named")
    asked.add_argument("--anew", action="store_true", help="also those whose rules are as they were")
    told = asked.parse_args()
    games = [game for game in map(playable, told.games or all_games()) if shipped.against_the_house(game)]
    began = time.perf_counter()
    due = [game for game in games if told.anew or shipped.rules_of(game) is None]
    if not due and not shipped.of_this_code():
        quick = [game for game in games if sum(shipped.expected(game)) < MOMENT]
        other = [game for game in quick if not same(game)]
        for game in other:
            print(f"{game.terms.id}: the code finds other prices than before")
        due = games if other else []
        print(f"{len(quick)} games were found again in {time.perf_counter() - began:.0f} s")
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn()
    ) as bar:
        task = bar.add_task("pricing", total=len(games), completed=len(games) - len(due))
        for game in due:
            bar.update(task, description=game.terms.id)
            shipped.write(game, timed(game), strategy(game))
            bar.advance(task)
    if not told.games:
        for gone in {*shipped.FOLDER.rglob("*.jsonl")} - {shipped.path_of(game.terms.id) for game in games}:
            gone.unlink()
        shipped.stand_for_this_code()
    print(f"{len(due)} of {len(games)} games priced in {time.perf_counter() - began:.0f} s, the others were as they are")


if __name__ == "__main__":
    main()
