"""Simulation from a shoe beside the real session: the same shoes, shuffled after the same rounds, and the same end of every round."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from croupier.equipment.cards import Card
from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.odds.kernels import sim_baccarat_shoe as baccarat_kernel
from croupier.odds.kernels import sim_blackjack_shoe as blackjack_kernel
from croupier.odds.kernels.randomness import key_of
from croupier.odds.shapes.baccarat import shoe_cards
from croupier.odds.shapes.shoe_plan import plan_of
from croupier.odds.shapes.shoe_playing import by_plan
from croupier.odds.shapes.shoe_simulation import cards_of
from croupier.odds.simulate import simulations
from croupier.odds.simulation import CuttingCard, Simulation
from croupier.table import acts
from croupier.table.drivers import Chance, run
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, DealerAct, Request
from croupier.table.round import Round
from croupier.table.session import Session
from croupier.table.session_acts import Phase
from tests.odds.test_kernels_at_the_table import UNIT, Chips, Stream, as_chosen, settled, stakes

BLACKJACK = ["cincinnati/blackjack", "cincinnati/free-bet-blackjack"]
BACCARAT = ["cincinnati/mini-baccarat", "cincinnati/commission-free-baccarat", "cleveland/mini-baccarat", "ny/baccarat"]


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
    shoes_seen, size = 0, len(game.pack)
    from_counts = simulation.kernel == "sim_baccarat_shoe"
    kernel = baccarat_kernel if from_counts else blackjack_kernel
    strategy = as_chosen(()) if from_counts else by_plan(plan_of(game, by_total=True))
    every = dict.fromkeys(range(1, card.players + 1), stakes(game, simulation))
    for evening in range(-(-rounds // kernel.SESSION)):
        first, many = evening * kernel.SESSION, min(kernel.SESSION, rounds - evening * kernel.SESSION)
        places, starts, out = (np.zeros(many, np.int64) for _ in range(3))
        kernel.follow(key_of(seed), first, places, starts, out, *simulation.tables)
        begun = [int(start) for number, start in enumerate(starts) if number == 0 or start != starts[number - 1]]
        shoes = Shoes(
            shoe_cards(seed, start, simulation) if from_counts else cards_of(seed, start, simulation.tables[1], size)
            for start in begun
        )
        session = Session(game, electronic=True)
        session.answer(Phase("open", "floor"))
        for number, place in enumerate(places.tolist()):
            session.do_own_steps()
            left, before = session.carried.left, shoes.shuffles
            round_ = run(session.start(every), shoes, Chips(game, every, strategy), Chance(Stream(0, 0)))
            anew = number == 0 or bool(starts[number] != starts[number - 1])
            assert (shoes.shuffles != before) is anew, f"round {first + number}: shuffled by one and not by the other"
            assert anew or left == size - out[number], (
                f"round {first + number}: {left} cards left, the kernel has {size - out[number]}"
            )
            found = settled(game, simulation, round_)
            for section in simulation.sections:
                end = section.ends[place]
                told = end.net * UNIT, end.staked * UNIT
                assert found[section.wager] == told, f"round {first + number}: {section.wager}: {end}"
            session.finish(round_)
        shoes_seen += len(begun)
    return shoes_seen


def shoe(name: str, penetration: Fraction, players: int) -> tuple[Playable, CuttingCard, Simulation]:
    plain, card = playable(name), CuttingCard(penetration, players=players)
    behind = len(plain.pack) - card.cards_above(len(plain.pack))
    game = playable(name, {"options": {"cutting-card": behind}})
    (simulation,) = simulations(game, card)
    return game, card, simulation


@pytest.mark.parametrize(("name", "players", "rounds"), [*((n, 3, 120) for n in BLACKJACK), *((n, 1, 400) for n in BACCARAT)])
def test_a_simulated_shoe_is_dealt_and_shuffled_as_at_the_session(name: str, players: int, rounds: int) -> None:
    game, card, simulation = shoe(name, Fraction(4, 5), players)
    assert at_the_session(game, card, simulation, rounds, seed=7) >= 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "penetration", "players", "rounds"),
    [
        *((name, Fraction(3, 4), 1, 52_000) for name in BLACKJACK),
        *((name, Fraction(9, 10), 3, 28_000) for name in BLACKJACK[:1]),
        *((name, Fraction(9, 10), 1, 80_000) for name in BACCARAT[:1]),
    ],
)
def test_a_thousand_simulated_shoes_are_dealt_and_shuffled_as_at_the_session(
    name: str, penetration: Fraction, players: int, rounds: int
) -> None:
    game, card, simulation = shoe(name, penetration, players)
    assert at_the_session(game, card, simulation, rounds, seed=11) >= 1000


def test_a_cutting_card_too_deep_for_a_whole_round_is_refused_and_so_are_further_players() -> None:
    for card, said in (
        (CuttingCard(Fraction(995, 1000)), "behind the cutting card"),
        (CuttingCard(Fraction(1, 2), 2), "--players 2"),
    ):
        with pytest.raises(BadInput, match=said):
            simulations(playable(BACCARAT[0]), card)
