"""A fourth attack on money, chance and roles: what a question says to those it is not put to, and what only the floor may do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.server import house, playing, seeing
from croupier.server.floor import Floor
from tests.ledger.test_money_and_chance import held
from tests.ledger.test_second_attack import ADA, asked, table_of
from tests.support.evening import FLOOR_PERSON, PLAYERS, opened
from tests.support.serving import fresh_database

ANN, BOB, CLEO = PLAYERS


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


# What is said of a question to those it is not put to


def refusals(floor: Floor, table: str) -> list[tuple[str, str | None]]:
    """What Bob at seat 2 is told who answers out of turn, for himself and for Ann."""
    said = []
    for form in (["choice", 2, "fold"], ["choice", 1, "fold"], ["wager", 2, "ante", 1000], ["done", "reveal"]):
        with pytest.raises(BadInput) as refusal:
            playing.answer(floor, BOB, table, [form])
        said.append((str(refusal.value), getattr(refusal.value, "clause", None)))
    return said


@pytest.mark.parametrize("game", ["ny/crazy-4-poker", "cincinnati/crazy-4-poker"])
def test_nobody_hears_what_a_hand_lets_another_seat_do(floor: Floor, game: str) -> None:
    """Three times the ante is offered to a pair of aces or better alone: who is told of it knows the hand."""
    table = table_of(floor, game, {1: ANN, 2: BOB}, 10**6)
    offered, heard, refused = set(), set(), set()
    for _ in range(25):
        playing.open_round(floor, ANN, table)
        for seat, person in ((1, ANN), (2, BOB)):
            playing.answer(floor, person, table, [["wager", seat, "ante", 1000], ["wager", seat, "super-bonus", 1000]])
        playing.answer(floor, ANN, table, [["no-more-bets"]])
        assert asked(floor, table)["seat"] == 1  # type: ignore[index]
        own, other = (seeing.see(floor, person, table)["pending"] for person in (ANN, BOB))
        offered.add((own["asks"], own["clause"]))
        heard.add((other["asks"], other["clause"]))
        refused.add(tuple(refusals(floor, table)))
        for seat, person in ((1, ANN), (2, BOB)):
            playing.answer(floor, person, table, [["choice", seat, "raise-1x"]])
    assert len(offered) == 2, "both kinds of hand have come"
    assert len(heard) == len(refused) == 1
    assert "raise" not in heard.pop()[0]


def test_nobody_hears_what_another_seat_can_pay_for(floor: Floor) -> None:
    heard, offered = set(), set()
    for chips in (4000, 100_000):
        table = table_of(floor, "ny/ultimate-texas-holdem", {1: ANN, 2: BOB}, 100_000)
        house.chips(floor, ADA, ANN.name, held(floor) - chips, cash_out=True)
        playing.open_round(floor, ANN, table)
        for seat, person in ((1, ANN), (2, BOB)):
            playing.answer(floor, person, table, [["wager", seat, "ante", 1000], ["wager", seat, "blind", 1000]])
        playing.answer(floor, ANN, table, [["no-more-bets"]])
        offered.add(seeing.see(floor, ANN, table)["pending"]["asks"])
        heard.add(seeing.see(floor, BOB, table)["pending"]["asks"])
        playing.void(floor, FLOOR_PERSON, table, "the test is over")
    assert len(offered) == 2
    assert len(heard) == 1
