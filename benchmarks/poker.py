"""Whole hands of hold 'em a second, six players who all call to the showdown: the real table beside PokerKit alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from benchmarks.reference_table import stay_in
from croupier.equipment.randomness import Seeded
from croupier.games.registry import playable
from croupier.table.drivers import Chance, Players, run
from croupier.table.round import Round

PLAYERS = 6
STACK = 20_000


def ours() -> Callable[[], None]:
    """A hand at the table, from the shuffle to settlement lines with their clauses and a log that replays."""
    game = playable("ny/poker", {"options": {"structure": "no-limit"}})
    chance, seats = Chance(Seeded(1)), range(1, PLAYERS + 1)

    def hand() -> None:
        round_ = run(Round(game, seats), chance, Players({seat: {"stack": STACK} for seat in seats}, stay_in))
        assert round_.done and round_.lines

    return hand


def theirs() -> Callable[[], None] | None:
    """The same hand in PokerKit with everything automatic; None where it is not installed."""
    try:
        from pokerkit import Automation, NoLimitTexasHoldem
    except ImportError:
        return None

    def hand() -> None:
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (100, 200), 200, STACK, PLAYERS)
        while state.status:
            state.check_or_call()

    return hand


def rate(hand: Callable[[], None], seconds: float = 1.0) -> float:
    """Hands a second of CPU time, best of three."""
    best = 0.0
    for _ in range(3):
        hands, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            hand()
            hands += 1
        best = max(best, hands / (time.process_time() - start))
    return best


def rows() -> Iterator[str]:
    """Ours, theirs and the ratio."""
    table = rate(ours())
    yield f"poker            {'hold-em, six players call':34} {table:10,.0f} hands/s"
    if (other := theirs()) is not None:
        peer = rate(other)
        yield f"poker            {'the same in PokerKit alone':34} {peer:10,.0f} hands/s  (the table: {table / peer:.1f} times)"


if __name__ == "__main__":
    for row in rows():
        print(row)
