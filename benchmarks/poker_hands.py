"""Random hands of every game of the poker rooms, each checked from chips to hidden cards; it can be stopped and goes on where it was.

`python -m benchmarks.poker_hands --hands 10000` checks all of them, `--variant oneida/poker:holdem` one, `--seconds` ends it early.
How far each game has come is kept in a folder (`--kept`), from which the table of docs/security.md is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from croupier.games.registry import room_games
from croupier.rules.resolve import resolve_file
from croupier.rules.source import cache_folder
from croupier.table import acts
from croupier.table.round import Round
from croupier.testing.poker import check_hand, random_hand

AT_ONCE = 250
"""Hands between two notes of how far it has come."""
COLUMNS = ("hands", "acts", "shown down", "all in", "shared", "raked")


def games() -> Iterator[tuple[str, str]]:
    """Every room and each game it may spread."""
    for room in room_games():
        yield from ((room, variant) for variant in resolve_file(room).file.variants)


def told(round_: Round) -> Counter[str]:
    """What kind of hand it was."""
    stacks = {act.seat: act.amount for act in round_.log if isinstance(act, acts.Wager) and act.spot == "stack"}
    return Counter(
        {
            "hands": 1,
            "acts": len(round_.log),
            "shown down": all(line.outcome != "uncontested" for line in round_.lines),
            "all in": any(line.stake == stacks[line.seat] for line in round_.lines),
            "shared": len(round_.table.besides["showdown"]["awards"]) > 1,
            "raked": round_.table.takings["rake"] > 0,
        }
    )


class Kept:
    """How far each game has come, a file each: whole or not there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def _file(self, room: str, variant: str) -> Path:
        return self.folder / f"{room.replace('/', '-')}-{variant}.json"

    def read(self, room: str, variant: str) -> Counter[str]:
        file = self._file(room, variant)
        return Counter(json.loads(file.read_text())) if file.is_file() else Counter()

    def write(self, room: str, variant: str, found: Counter[str]) -> None:
        file = self._file(room, variant)
        new = file.with_suffix(f".{os.getpid()}")
        new.write_text(json.dumps(found))
        new.replace(file)


def check(kept: Kept, room: str, variant: str, *, hands: int, until: float) -> None:
    """Hands of one game from where it was left; the first that fails ends it, named by its number."""
    found = kept.read(room, variant)
    while found["hands"] < hands and time.monotonic() < until:
        for seed in range(found["hands"], min(found["hands"] + AT_ONCE, hands)):
            round_ = random_hand(room, variant, seed)
            try:
                check_hand(round_, looked_at=seed)
            except AssertionError as fault:
                raise SystemExit(f"{room} {variant}, hand {seed}: {fault}") from None
            found += told(round_)
        kept.write(room, variant, found)


def table(kept: Kept, chosen: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What was checked, as a table."""
    yield "| room | game | " + " | ".join(COLUMNS) + " |"
    yield "|---|---|" + "--:|" * len(COLUMNS)
    total: Counter[str] = Counter()
    for room, variant in chosen:
        found = kept.read(room, variant)
        total += found
        yield f"| {room} | {variant} | " + " | ".join(f"{found[column]:,}" for column in COLUMNS) + " |"
    yield "| all | | " + " | ".join(f"{total[column]:,}" for column in COLUMNS) + " |"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--hands", type=int, default=10_000, help="of each game")
    options.add_argument("--variant", action="append", help="room:game, as in oneida/poker:holdem; may be given again")
    options.add_argument("--seconds", type=float, default=float("inf"), help="begin nothing after so long")
    options.add_argument("--kept", type=Path, default=cache_folder() / "poker-hands", help="where to note how far it has come")
    asked = options.parse_args()
    known = list(games())
    chosen = [entry for entry in known if not asked.variant or ":".join(entry) in asked.variant]
    if not chosen:
        options.error(f"--variant: none of {', '.join(map(':'.join, known))}")
    kept, until = Kept(asked.kept), time.monotonic() + asked.seconds
    for room, variant in chosen:
        check(kept, room, variant, hands=asked.hands, until=until)
    print("\n".join(table(kept, chosen)))


if __name__ == "__main__":
    main()
