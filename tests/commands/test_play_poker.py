"""A person plays a hand of every game of the poker rooms in the terminal, with companions: everything needed to decide is on the screen."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from croupier.cli.playing import ME, Person, between_rounds, play_round
from croupier.equipment.randomness import Seeded
from croupier.games.registry import playable
from croupier.table.drivers import Chance
from croupier.table.session import ready
from croupier.table.session_acts import Away

ROOMS = {"ny/poker": 13, "cleveland/poker": 11, "oneida/poker": 9}


class Typist(Person):
    """Puts fifty dollars down once, then takes whatever is listed first."""

    def ask(self, prompt: str) -> str:
        if prompt == "wager>":
            return "" if self.placed or self.stacked else "stack 50"
        return "" if "Enter" in prompt else "1"

    stacked = False


@pytest.mark.parametrize("room", ROOMS)
def test_a_hand_of_every_variant_is_played_at_the_keyboard(room: str) -> None:
    variants = playable(room).terms.file.variants
    assert len(variants) == ROOMS[room]
    for number, variant in enumerate(variants):
        session = ready(playable(room, {"options": {"variant": variant}}))
        screen = io.StringIO()
        console, others = Console(file=screen, width=120), [2, 3, 4]
        person = Typist(console, 100_000, [])
        round_ = play_round(console, session, person, Chance(Seeded(number)), others)
        assert round_.done and any(line.seat == ME for line in round_.lines), f"{variant}: {screen.getvalue()[-2000:]}"
        session.finish(round_)
        said = screen.getvalue()
        assert "pot " in said and "stack " in said and ("button seat" in said) is round_.playable.rules.variant.blinds, variant
        assert not person.wishes


def test_who_is_away_is_dealt_out_and_back_again() -> None:
    session = ready(playable("oneida/poker"))
    console, others = Console(file=io.StringIO(), width=120), [2, 3, 4]
    dealt = []
    for wishes in ("away", "back", ""):
        person = Typist(console, 100_000, [])
        person.stacked = bool(dealt)
        round_ = play_round(console, session, person, Chance(Seeded(3)), others)
        session.finish(round_)
        dealt.append(bool(round_.table.seats[ME].hand))
        if wishes:
            person._common(round_, [wishes])
        between_rounds(console, session, person.wishes, others)
    assert dealt == [True, False, True] and session.carried.away == {} and Away(ME) in session.log
