"""Lunar Poker's exchanges: what weighing one hand takes, what all of them would, and by sampled hands what they gain.

python -m benchmarks.exchanges --hands 4000

`lunar_exact` counts all of them, on a GPU and another way.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from croupier.games.registry import playable
from croupier.odds.shapes import odds_of
from croupier.odds.shapes.draws_advice import EXCHANGES, count
from croupier.odds.shapes.draws_sampled import CLASSES, FEW, UNIT, gain_by_exchanges, spread

GAME = "pa/lunar-poker"
TIMED = 6
HOURS = 3600.0


def rows() -> Iterator[str]:
    """A line each for exchanges of two and three and for all: CPU seconds a hand, and core hours for every hand and card shown."""
    game = playable(GAME)
    shape = odds_of(game.terms.file.procedure)
    terms = shape.terms(game, UNIT)
    for name, draws in (("exchanges of two and three", FEW), ("exchanges of two to five", EXCHANGES)):
        hands = spread(TIMED, 0.5, shape.opens)
        count(terms, hands[0], draws)
        began = time.process_time()
        for sight in hands:
            count(terms, sight, draws)
        took = (time.process_time() - began) / TIMED
        yield (
            f"exact  {GAME}, {name}: {took:.3f} s a hand; all {CLASSES:,} hands with a card shown would take "
            f"{took * CLASSES / HOURS:,.0f} hours of a core"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=0, help="hands to sample for the gain")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for row in rows():
        print(row, flush=True)
    if asked.hands:
        began = time.process_time()
        gain = gain_by_exchanges(playable(GAME), hands=asked.hands, seed=asked.seed, progress=_told)
        said = f"{gain.mean:.3%} of the ante, standard error {gain.error:.3%}, {gain.hands:,} hands"
        print(f"\nexchanges gain {said}, {time.process_time() - began:.0f} s of CPU")


def _told(done: int, of: int) -> None:
    if done % 10 == 0 or done == of:
        print(f"\r{done:,} of {of:,} hands", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
