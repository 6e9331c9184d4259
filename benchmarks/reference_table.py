"""How many real rounds a second the reference table plays: one seat, every opening wager, seeded chance, always staying in."""

from __future__ import annotations

import statistics
import time

from croupier.equipment.randomness import Seeded
from croupier.games.registry import all_games, playable
from croupier.table.drivers import Chance, Players, run
from croupier.table.requests import Decision
from croupier.table.round import Round


def stay_in(round_: Round, request: Decision) -> str:
    """The first choice listed is the one that plays on."""
    return request.choices[0]


def rate(game_id: str, seconds: float = 0.4) -> float:
    """Rounds a second of CPU time."""
    game = playable(game_id)
    wagers = {
        spot.id: spot.wager.amount or 500
        for spot in list(game.spots.values())
        if spot.wager.placed == "opening" and spot.id in {s.id for s in list(game.spots.values())[:12]}
    }
    chance = Chance(Seeded(1))
    rounds, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(50):
            run(Round(game, [1]), chance, Players({1: wagers}, stay_in))
        rounds += 50
    return rounds / (time.process_time() - start)


def rates() -> dict[str, tuple[float, float]]:
    """Best and median of three for every game."""
    found = {}
    for game_id in all_games():
        tries = [rate(game_id) for _ in range(3)]
        found[game_id] = max(tries), statistics.median(tries)
    return found
