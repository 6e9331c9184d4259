"""How many real rounds a second the reference table plays: one seat, every opening wager, seeded chance, always staying in."""

from __future__ import annotations

import contextlib
import statistics
import time

from croupier.equipment.randomness import Seeded
from croupier.errors import BadInput, Refused
from croupier.games.registry import all_games, playable
from croupier.table import acts
from croupier.table.drivers import Chance, Players, run
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Request, Wagering
from croupier.table.round import Round

LEFT_OUT = frozenset(["bank", "house-wager", "dont-pass"])
"""Wagers that change who plays against whom."""


def stay_in(round_: Round, request: Decision) -> str:
    """The first choice listed is the one that plays on."""
    return request.choices[0]


def opening_wagers(game: Playable) -> dict[str, int]:
    """Up to a dozen wagers that one seat may have down together before the first card, roll or spin."""
    round_, chance = Round(game, [1]), Chance(Seeded(1))
    while round_.pending is not None and not isinstance(round_.pending, Wagering):
        act = chance.answer(round_, round_.pending)
        assert act is not None
        round_.answer(act)
    placed: dict[str, int] = {}
    for spot in game.spots.values():
        if len(placed) < 12 and spot.wager.placed == "opening" and spot.id not in LEFT_OUT:
            with contextlib.suppress(BadInput):
                amount = spot.wager.amount or 500
                round_.answer(acts.Wager(1, spot.id, amount))
                placed[spot.id] = amount
    return placed


class Regulars(Players):
    """Players who go on: where nobody may throw without a first wager, it is made again."""

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        act = super().answer(round_, request)
        if isinstance(act, acts.NoMoreBets) and len(round_.log) > len(self._wagers) + 1:  # not after the first wagers
            try:
                request.check(act, round_.table)
            except Refused:
                return self._wagers[0]
        return act


def rate(game_id: str, seconds: float = 0.4) -> float:
    """Rounds a second of CPU time."""
    game = playable(game_id)
    wagers, chance, seats = opening_wagers(game), Chance(Seeded(1)), range(1, 1 + game.least_players)
    rounds, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(20):
            run(Round(game, seats), chance, Regulars(dict.fromkeys(seats, wagers), stay_in))
        rounds += 20
    return rounds / (time.process_time() - start)


def rates() -> dict[str, tuple[float, float]]:
    """Best and median of three for every game."""
    found = {}
    for game_id in all_games():
        tries = [rate(game_id) for _ in range(3)]
        found[game_id] = max(tries), statistics.median(tries)
    return found


if __name__ == "__main__":
    for name, (best, median) in rates().items():
        print(f"reference table  {name:34} {best:10,.0f} rounds/s  (median {median:,.0f})", flush=True)
