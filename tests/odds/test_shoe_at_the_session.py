"""Simulation from a shoe beside the real session: the same shoes, shuffled after the same rounds, and the same end of every round."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from croupier.equipment.cards import Card
from croupier.games.registry import playable
from croupier.odds.kernels import sim_blackjack_shoe as kernel
from croupier.odds.kernels.randomness import key_of
from croupier.odds.shapes.shoe_plan import plan_of
from croupier.odds.shapes.shoe_simulation import cards_of, from_a_shoe
from croupier.odds.simulation import CuttingCard, Simulation
from croupier.table import acts
from croupier.table.drivers import Chance, run
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, DealerAct, Request
from croupier.table.round import Round
from croupier.table.session import Session
from croupier.table.session_acts import Phase, Step
from tests.odds.test_kernels_at_the_table import UNIT, Chips, Stream, by_plan, settled, stakes

GAMES = ["cincinnati/blackjack", "cincinnati/free-bet-blackjack"]


class Shoes:
    """Every card as the kernel drew it; which shoe that is, the session says by asking for a shuffle."""

    def __init__(self, shoes: Iterator[list[Card]]) -> None:
        self.shoes, self.order, self.shuffles = shoes, iter(()), 0

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        if isinstance(request, DealerAct) and request.act == "shuffle":
            self.order, self.shuffles = iter(next(self.shoes)), self.shuffles + 1
        return acts.Dealt(next(self.order)) if isinstance(request, CardDue) else None


def at_the_session(game: Playable, card: CuttingCard, simulation: Simulation, rounds: int, seed: int) -> int:
    """Play a kernel's rounds at one session after another; how many shoes that took."""
    (section,), shoes_seen = simulation.sections, 0
    wagers, strategy = stakes(game, simulation), by_plan(plan_of(game, by_total=True))
    every, size = dict.fromkeys(range(1, card.players + 1), wagers), len(game.pack)
    for evening in range(-(-rounds // kernel.SESSION)):
        first, many = evening * kernel.SESSION, min(kernel.SESSION, rounds - evening * kernel.SESSION)
        places, starts, out = (np.zeros(many, np.int64) for _ in range(3))
        kernel.follow(key_of(seed), first, places, starts, out, *simulation.tables)
        begun = [int(start) for number, start in enumerate(starts) if number == 0 or start != starts[number - 1]]
        shoes = Shoes(cards_of(seed, start, simulation.tables[1], size) for start in begun)
        session = Session(game, electronic=True)
        session.answer(Phase("open", "floor"))
        for number, place in enumerate(places.tolist()):
            while (due := session.due) is not None:
                session.answer(Step(due.step, "equipment"))
            left, before = session.carried.left, shoes.shuffles
            round_ = run(session.start(every), shoes, Chips(game, every, strategy), Chance(Stream(0, 0)))
            anew = number == 0 or bool(starts[number] != starts[number - 1])
            assert (shoes.shuffles != before) is anew, f"round {first + number}: shuffled by one and not by the other"
            assert anew or left == size - out[number], (
                f"round {first + number}: {left} cards left, the kernel has {size - out[number]}"
            )
            end = section.ends[place]
            told = end.net * UNIT, end.staked * UNIT
            assert settled(game, simulation, round_)[section.wager] == told, f"round {first + number}: {end}"
            session.finish(round_)
        shoes_seen += len(begun)
    return shoes_seen


def shoe(name: str, penetration: Fraction, players: int) -> tuple[Playable, CuttingCard, Simulation]:
    plain, card = playable(name), CuttingCard(penetration, players=players)
    behind = len(plain.pack) - card.cards_above(len(plain.pack))
    game = playable(name, {"options": {"cutting-card": behind}})
    (simulation,) = from_a_shoe(game, card)
    return game, card, simulation


@pytest.mark.parametrize("name", GAMES)
def test_a_simulated_shoe_is_dealt_and_shuffled_as_at_the_session(name: str) -> None:
    game, card, simulation = shoe(name, Fraction(3, 4), 3)
    assert at_the_session(game, card, simulation, 120, seed=7) >= 5


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("penetration", "players"), [(Fraction(3, 4), 1), (Fraction(9, 10), 3)])
def test_a_thousand_simulated_shoes_are_dealt_and_shuffled_as_at_the_session(
    name: str, penetration: Fraction, players: int
) -> None:
    game, card, simulation = shoe(name, penetration, players)
    assert at_the_session(game, card, simulation, 52_000 if players == 1 else 28_000, seed=11) >= 1000
