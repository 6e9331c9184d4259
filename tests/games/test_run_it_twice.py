"""Two players who can bet no more see the rest of the board twice, where the house offers it, for half the pot each."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.equipment.cards import card
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.betting import Bet, Stacks, Turn
from croupier.table.request import Request
from croupier.table.requests import CardDue, DealerAct, Decision
from croupier.table.round import Round, replay

OWN = {1: "As Ah", 2: "Kd Kc"}
RUNS = ["2c 7d 9h", "Js", "3s", "2d 7c 9s", "Kh", "4s"]
"""Aces hold on the first board; a king comes on the second."""
CLAUSE = "8.1(running-it-twice)"


def played(wants: dict[int, str], *, stacks: tuple[int, int] = (5000, 5000), **options: Any) -> tuple[Round, bool]:
    """A hand in which both put in all they have before the flop, and whether anybody was asked how often to run it."""
    chosen = {"structure": "no-limit", "rake": {"method": "time-charge"}, "run-it-twice": "offered", **options}
    round_ = Round(playable("cleveland/poker", {"options": chosen}))
    chips = [acts.Wager(seat, "stack", stack) for seat, stack in enumerate(stacks, 1)]
    board, asked = " ".join(RUNS).split(), False
    while round_.pending is not None:
        asked = asked or (isinstance(round_.pending, Turn) and "twice" in round_.pending.choices)
        round_.answer(_answer(round_, round_.pending, chips, board, wants))
    return round_, asked


def _answer(round_: Round, request: Request, chips: list[acts.Wager], board: list[str], wants: dict[int, str]) -> acts.Act:
    match request:
        case Stacks():
            return chips.pop(0) if chips else acts.NoMoreBets()
        case CardDue():
            if request.to == "burn":
                return acts.Dealt(next(c for c, n in round_.table.remaining.items() if n and c.rank in (5, 6)))
            return acts.Dealt(card(_next(round_, request.to, board)))
        case DealerAct():
            return acts.Done(request.act)
        case Bet():
            return acts.Wager(request.seat, request.spot, request.maximum)
        case Turn() if "twice" in request.choices:
            return acts.Choice(request.seat, wants[request.seat])
        case Turn():
            wanted = next(choice for choice in ("raise", "call", "check", "show") if choice in request.choices)
            return acts.Choice(request.seat, wanted)
        case Decision():
            return acts.Choice(request.seat, request.declined or request.choices[0])
    raise AssertionError(request)


def _next(round_: Round, to: Any, board: list[str]) -> str:
    return OWN[to].split()[len(round_.table.seats[to].hand)] if isinstance(to, int) else board.pop(0)


@pytest.mark.clause("cleveland/poker", "8.1(running-it-twice)")
def test_each_board_decides_half_of_the_pot() -> None:
    round_, asked = played({1: "twice", 2: "twice"})
    assert asked and round_.net == {1: 0, 2: 0}
    assert list(map(str, round_.table.community)) == " ".join(RUNS[:3]).split()
    assert list(map(str, round_.table.piles["second board"])) == " ".join(RUNS[3:]).split()
    for line in round_.lines:
        assert (line.stake, line.returned, line.won) == (5000, 5000, 0) and CLAUSE in line.clause
        assert line.reading is not None and "run-it-twice" in line.reading
    again = replay(round_.playable, round_.written())
    assert again.net == round_.net and again.log == round_.log


@pytest.mark.parametrize(
    ("wants", "options"),
    [
        ({1: "twice", 2: "once"}, {}),
        ({1: "once", 2: "twice"}, {}),
        ({}, {"run-it-twice": "not-offered"}),
        ({}, {"rake": {"method": "none"}}),  # it is for games with a time charge
    ],
)
def test_one_board_decides_where_not_both_agree_or_it_is_not_offered(wants: dict[int, str], options: dict[str, Any]) -> None:
    round_, asked = played(wants, **options)
    assert round_.net == {1: 5000, 2: -5000} and asked is bool(wants) and "second board" not in round_.table.piles


def test_the_odd_chip_is_with_the_first_board_and_an_uncalled_bet_goes_back() -> None:
    round_, _ = played({1: "twice", 2: "twice"}, stacks=(5300, 5101), **{"smallest-chip": 100})
    assert round_.net == {1: 1, 2: -1}  # of 10,202 cents the first board has 5,102
    assert round_.table.besides["showdown"]["uncalled-returned"] == {"1": 199}
