"""What comes out of a pot: the rake and the fund's part, to the boundaries of each text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.errors import OutOfBounds
from croupier.games.poker_room._pots import Pot, Pots, divide
from croupier.games.poker_room._rake import rate, take
from croupier.games.registry import playable
from croupier.rules.resolve import resolve_file
from croupier.table import acts
from croupier.table.betting import Bet, Turn
from croupier.table.requests import CardDue, DealerAct, Decision
from croupier.table.round import Round, replay
from croupier.table.written import answer_json, play_written

ROOMS = ("ny/poker", "cleveland/poker", "oneida/poker")
UNCALLED = {"ny/poker": "5324.42(o)(4)", "cleveland/poker": "8.16(c)", "oneida/poker": "Poker N.4"}
TEN = {"method": "percentage", "percent": 10}
BOARD = "2c 7d Jh 9s 3d"
FOUR = {"1": "As Ah", "2": "Ks Kh", "3": "Qs Qh", "4": "Ts Th"}
Move = tuple[Any, ...]


def played(room: str, moves: list[Move], *, seats: int = 3, stack: int = 10_000, **options: Any) -> Round:
    """A no-limit hand: moves are `(seat, choice)` or `(seat, choice, whole bet)`, or `("report", irregularity, seat)`."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    round_ = Round(playable(room, {"options": {"structure": "no-limit", **named}}), range(1, seats + 1))
    round_.answer(acts.Done("shuffle"))
    for seat in range(1, seats + 1):
        round_.answer(acts.Wager(seat, "stack", stack))
    round_.answer(acts.NoMoreBets())
    left = list(moves)
    while (request := round_.pending) is not None:
        match request:
            case Turn() if left and left[0][0] == "report":
                _, irregularity, seat = left.pop(0)
                round_.answer(acts.Reported(irregularity, seat))
            case Turn():
                seat, choice, *bet = left.pop(0) if left else (request.seat, request.choices[0])
                assert seat == request.seat, f"it is seat {request.seat}'s turn, not {seat}'s"
                round_.answer(acts.Choice(seat, choice))
                if bet and isinstance(amount := round_.pending, Bet):
                    round_.answer(acts.Wager(seat, "pot", bet[0] - amount.placed))
            case Decision():
                round_.answer(acts.Choice(request.seat, request.declined or request.choices[0]))
            case CardDue():
                round_.answer(acts.Dealt(next(card for card, count in round_.table.remaining.items() if count)))
            case DealerAct():
                round_.answer(acts.Done(request.act))
    assert not left, f"never played: {left}"
    return round_


def showdown(room: str, told: dict[str, Any], **options: Any) -> dict[str, Any]:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    written = {"game": room, "house_rules": {"options": named}, "showdown": {"variant": "holdem", **told}}
    found: dict[str, Any] = answer_json(play_written(written, playable))["showdown"]
    return found


LIMP: list[Move] = [(3, "call"), (1, "call"), (2, "check")]
"""Three players see a flop for two dollars each, the button at seat 3."""


@pytest.mark.clause("ny/poker", "5324.42(o)(4)")
@pytest.mark.clause("cleveland/poker", "8.16(c)")
@pytest.mark.clause("oneida/poker", "Poker N.4")
@pytest.mark.parametrize("room", ROOMS)
def test_the_last_bet_of_a_dead_hand_that_nobody_called_is_won_and_not_raked(room: str) -> None:
    dead: list[Move] = [*LIMP, (1, "bet", 1000), ("report", "player-left-the-table", 1), (2, "fold")]
    round_ = played(room, dead, rake=TEN)
    assert round_.table.takings["rake"] == 60
    assert round_.net == {1: -1200, 2: -200, 3: 1340}
    won = next(line for line in round_.lines if line.seat == 3)
    assert UNCALLED[room] in won.clause and won.reading is not None and "bet-of-a-dead-hand" in won.reading
    assert replay(round_.playable, json.loads(json.dumps(round_.written()))).lines == round_.lines


@pytest.mark.parametrize("room", ROOMS)
def test_what_others_called_of_a_dead_hands_bet_is_raked(room: str) -> None:
    dead: list[Move] = [*LIMP, (1, "bet", 1000), (2, "call"), ("report", "player-left-the-table", 1), (3, "fold")]
    assert played(room, dead, rake=TEN).table.takings["rake"] == 260
    raised: list[Move] = [*LIMP, (1, "bet", 1000), (2, "raise", 2500), ("report", "player-left-the-table", 2)]
    assert played(room, [*raised, (3, "call"), (1, "fold")], rake=TEN).table.takings["rake"] == 660
    assert played(room, [*raised, (3, "fold")], rake=TEN).table.takings["rake"] == 260


def test_an_uncalled_bet_of_a_dead_hand_counts_for_no_level_mark_or_fund() -> None:
    dead: list[Move] = [*LIMP, (1, "bet", 1000), ("report", "player-left-the-table", 1), (2, "fold")]
    steps = {"method": "incremental", "steps": [[600, 50], [601, 100]]}
    assert played("ny/poker", dead, rake=steps).table.takings["rake"] == 50
    assert played("cleveland/poker", dead, promotional_drop=True).table.takings["promotional-drop"] == 0


@pytest.mark.parametrize("room", ROOMS)
def test_an_uncalled_last_bet_goes_back_unraked_on_every_street(room: str) -> None:
    quiet: list[Move] = []
    for street in range(3):
        bet: list[Move] = [*LIMP, *quiet, (1, "bet", 5000), (2, "fold"), (3, "fold")]
        assert played(room, bet, rake=TEN).table.takings["rake"] == 60, street
        quiet += [(1, "check"), (2, "check"), (3, "check")]


@pytest.mark.clause("ny/poker", "5324.42(o)(2)(i)(a)", "5324.42(o)(2)(i)(b)")
@pytest.mark.clause("oneida/poker", "Poker N.2.a.i", "Poker N.2.a.ii")
@pytest.mark.clause("cleveland/poker", "8.16(b)(1)(i)", "8.16(b)(1)(ii)")
@pytest.mark.parametrize("room", ROOMS)
def test_a_percentage_is_of_all_called_so_far_in_whole_chips(room: str) -> None:
    moves: list[Move] = [*LIMP, (1, "bet", 300), (2, "call"), (3, "fold"), (1, "bet", 400), (2, "fold")]
    for chip, rake in ((1, 120), (25, 100), (100, 100)):  # 600 before the flop, 600 on it, 400 uncalled
        assert played(room, moves, rake=TEN, smallest_chip=chip).table.takings["rake"] == rake


@pytest.mark.clause("oneida/poker", "Poker N.4")
def test_oneida_rakes_no_pot_before_the_flop_and_new_york_and_cleveland_do() -> None:
    moves: list[Move] = [(3, "raise", 600), (1, "call"), (2, "raise", 2000), (3, "fold"), (1, "fold")]
    found = {room: played(room, moves, rake=TEN).table.takings["rake"] for room in ROOMS}
    assert found == {"ny/poker": 180, "cleveland/poker": 180, "oneida/poker": 0}
    allin: list[Move] = [(3, "raise", 10_000), (1, "call"), (2, "fold")]  # the flop comes, whoever still bets
    assert played("oneida/poker", allin, rake=TEN).table.takings["rake"] == 2020
    stud = {"variant": "seven-card-stud-high", "contributions": {"1": 800, "2": 300}, "folded": [2]}
    assert showdown("oneida/poker", stud, rake=TEN)["rake"] == 60


@pytest.mark.clause("ny/poker", "5324.42(o)(2)(ii)(a)")
@pytest.mark.clause("cleveland/poker", "8.16(b)(2)")
@pytest.mark.clause("oneida/poker", "Poker N.2.b.i")
@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize(("each", "rake"), [(499, 0), (500, 100), (999, 100), (1000, 200), (2500, 250)])
def test_sums_are_taken_when_their_level_is_reached_and_not_before(room: str, each: int, rake: int) -> None:
    steps = {"method": "incremental", "steps": [[1000, 100], [2000, 100], [5000, 100]], "maximum": 250}
    told = {"hands": {"1": "As Ah", "2": "Ks Kh"}, "board": BOARD, "contributions": {"1": each, "2": each}}
    assert showdown(room, told, rake=steps)["rake"] == rake


def test_levels_are_reached_by_all_pots_together_and_taken_from_the_pot_that_reaches_them() -> None:
    steps = {"method": "incremental", "steps": [[1000, 100], [4000, 300], [12000, 300]]}
    told = {"hands": FOUR, "board": BOARD, "contributions": {"1": 1000, "2": 3000, "3": 5000, "4": 5000}}
    found = showdown("ny/poker", told, rake=steps)
    assert found == {"awards": {"1": 3600, "2": 6000, "3": 3700}, "rake": 700}


@pytest.mark.clause("ny/poker", "5324.42(o)(1)(iii)")
@pytest.mark.parametrize(
    ("maximum", "chip", "awards"),
    [
        (0, 1, {"1": 4000, "2": 6000, "3": 4000}),
        (399, 1, {"1": 3601, "2": 6000, "3": 4000}),
        (401, 1, {"1": 3600, "2": 5999, "3": 4000}),
        (1399, 1, {"1": 3600, "2": 5400, "3": 3601}),
        (10_000, 1, {"1": 3600, "2": 5400, "3": 3600}),
        (450, 100, {"1": 3600, "2": 6000, "3": 4000}),
    ],
)
def test_a_maximum_is_for_the_whole_hand_over_all_its_pots(maximum: int, chip: int, awards: dict[str, int]) -> None:
    told = {"hands": FOUR, "board": BOARD, "contributions": {"1": 1000, "2": 3000, "3": 5000, "4": 5000}, "button": 1}
    found = showdown("ny/poker", told, rake={**TEN, "maximum": maximum}, smallest_chip=chip)
    assert found["awards"] == awards and found["rake"] == 14_000 - sum(awards.values())


@pytest.mark.clause("cleveland/poker", "8.21(a)")
def test_clevelands_dollar_is_never_more_nor_less_though_the_main_pot_is_small() -> None:
    told = {"hands": FOUR, "board": BOARD, "contributions": {"1": 20, "2": 400, "3": 400, "4": 400}}
    found = showdown("cleveland/poker", told, promotional_drop=True)
    assert found == {"awards": {"2": 1120}, "rake": 0, "promotional-drop": 100}  # 80 in the middle, all of it taken


@pytest.mark.clause("ny/poker", "5324.42(r)(2)(iii)", "5324.42(r)(3)")
def test_new_yorks_contribution_follows_the_rake_from_the_least_pot_on() -> None:
    house = {"rake": TEN, "promotional_drop": 150, "least_pot_for_drop": 2000}
    for each, found in ((999, (199, 0, 1799)), (1000, (200, 150, 1650))):
        told = {"hands": {"1": "As Ah", "2": "Ks Kh"}, "board": BOARD, "contributions": {"1": each, "2": each}}
        answer = showdown("ny/poker", told, **house)
        assert (answer["rake"], answer["promotional-drop"], answer["awards"]["1"]) == found


@pytest.mark.clause("oneida/poker", "Poker O.1", "Poker O.2.a")
def test_a_set_fee_is_taken_whole_or_not_at_all_and_before_the_flop_too() -> None:
    small = {"contributions": {"1": 200, "2": 40}, "folded": [2]}
    assert showdown("oneida/poker", small, promotional_drop=100)["promotional-drop"] == 0
    enough = {"contributions": {"1": 200, "2": 50}, "folded": [2]}
    found = showdown("oneida/poker", enough, promotional_drop=100, rake=TEN)
    assert found["promotional-drop"] == 100 and found["rake"] == 0 and found["awards"] == {}


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize(
    "rake",
    [
        {"method": "percentage", "percent": -1},
        {"method": "percentage", "percent": 5.5},
        {"method": "percentage", "percent": True},
        {"method": "percentage", "percent": 5, "maximum": -1},
        {"method": "percentage", "percent": 5, "steps": [[1, 1]]},
        {"method": "incremental", "steps": []},
        {"method": "incremental", "steps": [[1000, -1]]},
        {"method": "by-hand"},
        {},
        [],
    ],
)
def test_a_rake_that_is_none_is_refused(room: str, rake: Any) -> None:
    with pytest.raises(OutOfBounds, match="rake"):
        resolve_file(room, {"options": {"rake": rake}})


def test_nothing_is_taken_that_is_not_in_the_pots() -> None:
    greedy = {"method": "incremental", "steps": [[1, 500]]}
    pots = Pots((Pot(300, (1, 2)), Pot(100, (2,))), {})
    taken = take(pots, greedy, chip=1, raked=True, drop=200, least_pot=0)
    assert (taken.rake, taken.drop, [pot.cents for pot in taken.pots]) == (400, 0, [0, 0])
    assert rate({"method": "time-charge", "cents": 600}, 10_000, chip=1) == 0
    assert divide({1: 500, 2: 100}, (1, 2)) == ((), {}, 0)


def test_of_a_pot_that_the_rake_takes_whole_the_winners_line_names_the_rake() -> None:
    steps = {"method": "incremental", "steps": [[100, 100], [200, 100]]}
    told = {"hands": {"1": "As Ad", "2": "Kc Kd"}, "contributions": {"1": 100, "2": 100}, "board": BOARD}
    written = {"game": "ny/poker", "house_rules": {"options": {"rake": steps}}, "showdown": {"variant": "texas-holdem", **told}}
    found = answer_json(play_written(written, playable))
    clauses = {line["seat"]: line["clause"] for line in found["lines"]}
    assert found["showdown"]["rake"] == 200 and found["net"] == {"1": -100, "2": -100}
    assert "5324.42(o)(2)(ii)(a)" in clauses[1] and "(o)" not in clauses[2]
