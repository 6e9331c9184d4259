"""How many real rounds a second the reference table plays: one seat, seeded chance, always staying in.

With the wagers that open a round, and with up to a dozen beside them: every wager is an act, a check and a line of its own. A round of
craps is a shooter's hand of many rolls, one of poker a hand of two players, so acts a second are told too.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import NamedTuple

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


def opening_wagers(game: Playable, most: int = 12) -> dict[str, int]:
    """Up to so many wagers that one seat may have down together before the first card, roll or spin, and no fewer than open a round."""
    round_, chance = Round(game, [*range(1, 1 + game.least_players)]), Chance(Seeded(1))
    while round_.pending is not None and not isinstance(round_.pending, Wagering):
        act = chance.answer(round_, round_.pending)
        assert act is not None
        round_.answer(act)
    placed: dict[str, int] = {}
    for spot in game.spots.values():
        if len(placed) >= most and _opened(round_):
            break
        if spot.wager.placed == "opening" and spot.id not in LEFT_OUT:
            with contextlib.suppress(BadInput):
                amount = spot.wager.amount or 500
                for seat in round_.table.seats:
                    round_.answer(acts.Wager(seat, spot.id, amount))
                placed[spot.id] = amount
    return placed


def _opened(round_: Round) -> bool:
    assert round_.pending is not None
    try:
        round_.pending.check(acts.NoMoreBets(), round_.table)
    except Refused:
        return False
    return True


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


class Rate(NamedTuple):
    """What a table did in a second of CPU time."""

    rounds: float
    acts: float


def rate(game: Playable, wagers: dict[str, int], seconds: float = 0.3) -> Rate:
    chance, seats = Chance(Seeded(1)), range(1, 1 + game.least_players)
    rounds = answered = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        for _ in range(20):
            answered += len(run(Round(game, seats), chance, Regulars(dict.fromkeys(seats, wagers), stay_in)).log)
        rounds += 20
    return Rate(rounds / spent, answered / spent)


def rows() -> Iterator[str]:
    """A line for every game: the best of three with the wagers that open a round, and with up to a dozen."""
    for game_id in all_games():
        game = playable(game_id)
        few, many = opening_wagers(game, 1), opening_wagers(game)
        told = []
        for wagers in (few, many) if len(many) > len(few) else (few,):
            best = max(rate(game, wagers) for _ in range(3))
            told.append(
                f"{len(wagers):2} wager{'s' if len(wagers) > 1 else ' '} {best.rounds:7,.0f} rounds/s {best.acts:8,.0f} acts/s"
            )
        yield f"reference table  {game_id:34} {'   '.join(told)}"


if __name__ == "__main__":
    for row in rows():
        print(row, flush=True)
