"""The poker rooms: pots, shares, rake, betting and the deal, against rounds worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.equipment.cards import FACES, cards
from croupier.equipment.randomness import Seeded
from croupier.errors import OutOfBounds, Refused
from croupier.games.poker_room._betting import Betting, Bounds
from croupier.games.poker_room._pots import Pot, divide
from croupier.games.registry import playable
from croupier.hands.low import low_value, qualifies
from croupier.rules.resolve import resolve_file
from croupier.table import acts
from croupier.table.drivers import Chance, Players, run
from croupier.table.requests import CardDue, DealerAct, Decision
from croupier.table.round import Round, replay
from croupier.table.session import ready
from croupier.table.session_acts import Left
from croupier.table.strategies import Companions
from croupier.table.views import view
from croupier.table.written import answer_json, play_written
from croupier.testing.driving import RandomPlayer
from croupier.testing.poker import check_hand, check_sight, random_hand

ROOMS = ("ny/poker", "cleveland/poker", "oneida/poker")
VARIANTS = [(room, variant) for room in ROOMS for variant in resolve_file(room).file.variants]
TIME = {"method": "time-charge"}
TEN = {"method": "percentage", "percent": 10}
SAMPLES = Path(__file__).parents[3] / "shared" / "samples" / "settle.json"


def settled(room: str, showdown: dict[str, Any], **options: Any) -> dict[str, Any]:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return answer_json(play_written({"game": room, "house_rules": {"options": named}, "showdown": showdown}, playable))


def nets(answer: dict[str, Any]) -> list[int]:
    return list(answer["net"].values())


BOARD = "2c 7d Jh 9s 3d"
FOUR = {"1": "As Ah", "2": "Ks Kh", "3": "Qs Qh", "4": "Ts Th"}


@pytest.mark.parametrize(("room", "variant"), [(room, "holdem") for room in ROOMS])
def test_a_maximum_is_used_up_by_the_pot_in_the_centre(room: str, variant: str) -> None:
    put_in = {"1": 1000, "2": 3000, "3": 5000, "4": 5000}
    told = {"variant": variant, "hands": FOUR, "board": BOARD, "contributions": put_in}
    answer = settled(room, told, rake={**TEN, "maximum": 400})
    assert nets(answer) == [2600, 3000, -1000, -5000] and answer["showdown"]["rake"] == 400


@pytest.mark.clause("cleveland/poker", "8.21(a)")
def test_the_promotional_dollar_is_taken_when_the_pot_reaches_ten() -> None:
    hands = {"1": "As Ah", "2": "Ks Kh"}
    told = {"variant": "holdem", "hands": hands, "board": BOARD, "contributions": {"1": 499, "2": 500}}
    below = settled("cleveland/poker", told, rake=TEN, promotional_drop=True)["showdown"]
    assert below == {"awards": {"1": 899}, "rake": 99, "promotional-drop": 0, "uncalled-returned": {"2": 1}}
    told = {"variant": "holdem", "hands": hands, "board": BOARD, "contributions": {"1": 500, "2": 500}}
    reached = settled("cleveland/poker", told, rake=TEN, promotional_drop=True)
    assert reached["showdown"] == {"awards": {"1": 800}, "rake": 100, "promotional-drop": 100}
    assert nets(reached) == [300, -500]


@pytest.mark.clause("oneida/poker", "Poker N.4")
def test_no_rake_where_all_fold_before_the_flop() -> None:
    told = {"variant": "holdem", "contributions": {"1": 600, "2": 200, "3": 100}, "folded": [2, 3]}
    answer = settled("oneida/poker", told, rake={"method": "percentage", "percent": 25})
    assert answer["showdown"] == {"awards": {"1": 500}, "rake": 0, "uncalled-returned": {"1": 400}} and nets(answer)[0] == 300
    told |= {"board": "2c 7d Jh", "contributions": {"1": 1000, "2": 1000}, "folded": [2]}
    assert settled("oneida/poker", told, rake={"method": "percentage", "percent": 25})["showdown"]["rake"] == 500


@pytest.mark.parametrize(
    ("room", "percent", "clause"), [("ny/poker", 11, "(o)"), ("cleveland/poker", 11, "8.16"), ("oneida/poker", 26, "N.2")]
)
def test_a_rake_above_the_text_is_refused_with_its_clause(room: str, percent: int, clause: str) -> None:
    with pytest.raises(OutOfBounds, match="too high") as refused:
        resolve_file(room, {"options": {"rake": {"method": "percentage", "percent": percent}}})
    assert clause in str(refused.value)


def test_fixed_sums_are_taken_as_the_pot_reaches_their_levels() -> None:
    rake = {"method": "incremental", "steps": [[1000, 100], [2000, 100], [4000, 100]]}
    told = {"variant": "holdem", "contributions": {"1": 1200, "2": 1200}, "folded": [2], "board": "2c 7d Jh"}
    assert settled("ny/poker", told, rake=rake)["showdown"]["rake"] == 200


@pytest.mark.clause("ny/poker", "5324.42(j)(6)(ii)(c)")
def test_two_equal_lows_share_their_half() -> None:
    hands = {"1": "Kh Kd Qc Jc", "2": "As 2s 9c Td", "3": "Ad 2d 9d Th"}
    told = {"variant": "omaha-8-or-better", "hands": hands, "board": "Ks 8h 5d 4c Qh"}
    told["contributions"] = {"1": 3000, "2": 3000, "3": 3000}
    answer = settled("ny/poker", told, rake=TEN)["showdown"]
    assert answer == {"awards": {"1": 4050, "2": 2025, "3": 2025}, "rake": 900}


def test_odd_chips_go_round_from_the_button() -> None:
    hands = {"1": "2s 3s", "2": "2d 3d", "3": "2h 3h"}
    told = {"variant": "holdem", "hands": hands, "board": "As Kd Qh Jc Td", "contributions": dict.fromkeys("1234", 200)}
    told |= {"folded": [4], "button": 3}
    assert settled("ny/poker", told, rake=TIME, smallest_chip=100)["showdown"]["awards"] == {"1": 300, "2": 300, "3": 200}
    del told["button"]
    with pytest.raises(Refused, match="button"):
        settled("ny/poker", told, rake=TIME, smallest_chip=100)


@pytest.mark.clause("cleveland/poker", "8.10(i)(2)(ii)")
@pytest.mark.clause("cleveland/poker", "8.10(i)(2)(iii)")
def test_odd_chips_of_equal_stud_hands_go_by_suit() -> None:
    hands = {"1": "Ah Kd Qc Jd 9s 3h 2d", "2": "As Kh Qd Jc 9d 3s 2c"}
    told = {"variant": "seven-card-stud-high", "hands": hands, "contributions": {"1": 300, "2": 300, "3": 100}}
    told |= {"folded": [3]}
    assert settled("cleveland/poker", told, rake=TIME, smallest_chip=100)["showdown"]["awards"] == {"1": 300, "2": 400}
    told["variant"] = "seven-card-stud-high-low-split"  # of 400 for equal highs nothing is odd; the odd low chip is the heart's
    assert settled("cleveland/poker", told, rake=TIME, smallest_chip=100)["showdown"]["awards"] == {"1": 400, "2": 300}


@pytest.mark.parametrize(
    ("room", "variant", "first", "second", "wins"),
    [
        ("oneida/poker", "five-card-draw-low", "6h 4d 3c 2s Ah", "5h 4c 3d 2h As", 1),
        ("ny/poker", "five-card-draw-low", "6h 4d 3c 2s Ah", "5h 4c 3d 2h As", 2),
        ("cleveland/poker", "low-ball", "7h 5d 4c 3s 2h", "Ah 2d 3c 4s 5h", 1),
        ("cleveland/poker", "low-ball", "Kh Qd Jc 9s 8h", "Ah 2d 3c 4s 5h", 1),
        ("ny/poker", "triple-draw", "Kh Qd Jc 9s 8h", "Ah 2d 3c 4s 5h", 1),
        ("ny/poker", "triple-draw", "Ah 6d 4c 3s 2h", "As 2d 3c 4h 5h", 2),
    ],
)
def test_low_hands_as_each_text_ranks_them(room: str, variant: str, first: str, second: str, wins: int) -> None:
    told = {"variant": variant, "hands": {"1": first, "2": second}, "contributions": {"1": 500, "2": 500}}
    assert list(settled(room, told, rake=TIME)["showdown"]["awards"]) == [str(wins)]


def test_eight_or_better_has_five_ranks_of_eight_or_less() -> None:
    assert qualifies(low_value(cards("8h 5d 4c 2s Ah"), "ace-to-five"), 8)
    assert not qualifies(low_value(cards("9h 5d 4c 2s Ah"), "ace-to-five"), 8)
    assert not qualifies(low_value(cards("4h 5d 4c 2s Ah"), "ace-to-five"), 8)


@pytest.mark.skipif(not SAMPLES.is_file(), reason="the sample rounds are not beside this checkout")
def test_the_sample_showdowns() -> None:
    rounds = [entry for entry in json.loads(SAMPLES.read_text()) if entry["game"].endswith("/poker")]
    assert rounds
    for entry in rounds:
        answer, wanted = answer_json(play_written(entry["input"], playable)), entry["expect"]
        assert answer["net"] == wanted["net"] and answer["showdown"] == wanted["showdown"], entry["id"]
        for line, expected in zip(answer["lines"], wanted["lines"], strict=True):
            assert expected.items() <= line.items(), entry["id"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"variant": "snap"}, "not a game of this room"),
        ({"hands": {"1": "As Ah"}}, "seat 2: 0 cards are written"),
        ({"board": "2c 7d Jh"}, "3 cards are written, the game deals 5"),
        ({"board": "As 7d Jh 9s 3d"}, "As appears more often"),
        ({"contributions": {"1": 500, "2": -1}}, "above zero"),
        ({"contributions": {"1": 500, "2": 900}, "folded": [2]}, "nobody who is left has called"),
        ({"contributions": {}}, "nobody has put anything in"),
        ({"folded": [1, 2]}, "somebody is left"),
        ({"button": 12}, "seats are 1 to 11"),
        ({"stakes": 3}, "not part of a written round"),
    ],
)
def test_a_showdown_that_cannot_have_been_is_refused_in_one_line(change: dict[str, Any], fault: str) -> None:
    told = {"variant": "holdem", "hands": {"1": "As Ah", "2": "Ks Kh"}, "board": BOARD, "contributions": {"1": 500, "2": 500}}
    with pytest.raises(Refused, match=fault) if "stakes" not in change else pytest.raises(Exception, match=fault) as refused:
        settled("ny/poker", {**told, **change})
    assert "\n" not in str(refused.value)


# Betting


def test_a_short_raise_reopens_nothing_until_two_make_a_full_one() -> None:
    betting = Betting("no-limit", [1, 2, 3, 4], {1: 5000, 2: 350, 3: 480, 4: 5000}, least=200)
    assert betting.turn(1).to == Bounds(200, 5000)
    betting.raise_to(1, 200)
    betting.raise_to(2, 350)  # all it has: 150 more, not a raise
    assert betting.next() == 3 and betting.turn(3).to == Bounds(480, 480)
    betting.raise_to(3, 480)
    assert betting.turn(4) == (480, Bounds(680, 5000))
    betting.call(4)
    assert betting.next() == 1 and betting.turn(1).to == Bounds(680, 5000)  # 280 more since it bet 200
    again = Betting("no-limit", [1, 2], {1: 5000, 2: 350}, least=200)
    again.raise_to(1, 200)
    again.raise_to(2, 350)
    assert again.turn(1) == (150, None)


def test_bounds_of_each_structure() -> None:
    fixed = Betting("fixed-limit", [1, 2, 3], {1: 900, 2: 900, 3: 900}, least=200)
    fixed.post(2, 100, paid=100, may_raise=True)
    fixed.post(3, 200, paid=200, may_raise=True)
    assert fixed.turn(1) == (200, Bounds(400, 400))
    spread = Betting("spread-limit", [1, 2], {1: 900, 2: 900}, least=200, most=500)
    assert spread.turn(1).to == Bounds(200, 500)
    pot = Betting("pot-limit", [1, 2], {1: 9000, 2: 9000}, least=200, in_pot=600)
    pot.raise_to(1, 600)
    assert pot.turn(2).to == Bounds(1200, 600 + 600 + 600 + 600)
    stud = Betting("fixed-limit", [2, 3, 1], {1: 900, 2: 900, 3: 900}, least=200)
    stud.post(1, 50, paid=50, may_raise=False)
    assert stud.turn(2) == (50, Bounds(200, 200))
    stud.call(2), stud.call(3)
    assert stud.next() is None


def test_a_limit_to_raises_and_to_check_raising() -> None:
    betting = Betting("fixed-limit", [1, 2], {1: 9000, 2: 9000}, least=100, raises=1)
    betting.raise_to(1, 100)
    betting.raise_to(2, 200)
    assert betting.turn(1).to is None
    polite = Betting("fixed-limit", [1, 2], {1: 9000, 2: 9000}, least=100, check_raise=False)
    polite.call(1)
    polite.raise_to(2, 100)
    assert polite.turn(1) == (100, None)


def test_folded_money_stays_and_uncalled_money_goes_back() -> None:
    assert divide({1: 300, 2: 1000, 3: 1000, 4: 50}, (4, 2)) == ((Pot(950, (1, 3)), Pot(1400, (3,))), {}, 0)
    assert divide({1: 700}, ()) == ((), {1: 700}, 0)


# Hands at the table


@pytest.mark.parametrize(("room", "variant"), VARIANTS)
def test_random_hands_conserve_chips_and_hide_cards(room: str, variant: str) -> None:
    for seed in range(6):
        check_hand(random_hand(room, variant, seed))


@pytest.mark.slow
@pytest.mark.parametrize(("room", "variant"), VARIANTS)
def test_hundreds_of_random_hands_of_a_variant(room: str, variant: str) -> None:
    """A sample: ten thousand of each are checked by `python -m benchmarks.poker_hands`."""
    for seed in range(10_000, 10_300):
        check_hand(random_hand(room, variant, seed), looked_at=seed)


def test_a_card_that_somebody_sees_who_must_not_is_found() -> None:
    round_ = next(hand for seed in range(99) if any((hand := random_hand("ny/poker", "texas-holdem", seed)).table.community))
    check_sight(round_)
    round_.table.burned.append(round_.table.community[0])
    with pytest.raises(AssertionError, match=f"sees {round_.table.community[0]}"):
        check_sight(round_)


@pytest.mark.clause("ny/poker", "5324.42(l)(6)")
def test_no_card_is_there_twice_where_the_deck_is_out_before_a_burn() -> None:
    """The discards come back once, folded hands with them, and the street's own burn follows."""
    round_ = random_hand("ny/poker", "triple-draw-low-ball-deuce-to-seven", 58)
    assert acts.Done("reshuffle") in round_.log
    again = replay(round_.playable, round_.written() | {"acts": []})
    for act in round_.log:
        again.answer(act)
        table = again.table
        lying = [card for seat in table.seats.values() for card in seat.hand] + table.burned + table.discards
        assert len(set(lying)) == len(lying) and all(table.remaining[card] == 0 for card in lying)


def test_an_uncontested_winner_shows_nothing_even_when_the_hand_is_over() -> None:
    round_ = Round(playable("ny/poker"), [1, 2])
    for act in (acts.Done("shuffle"), acts.Wager(1, "stack", 2000), acts.Wager(2, "stack", 2000), acts.NoMoreBets()):
        round_.answer(act)
    round_.answer(acts.Choice(0, "seat-2"))
    for card in ("As", "Kd", "Ah", "Kc"):
        round_.answer(acts.Dealt(FACES[card]))
    round_.answer(acts.Choice(1, "fold"))
    assert round_.done and round_.net == {1: -100, 2: 100}
    for role in ("public", "dealer", 1):
        assert '"Kd"' not in json.dumps(view(round_, role).as_json())
    assert '"Kd"' in json.dumps(view(round_, 2).as_json()) and '"Kd"' in json.dumps(view(round_, "floor").as_json())


@pytest.mark.parametrize(("room", "variant"), [entry for entry in VARIANTS if entry[0] == "ny/poker"])
def test_companions_play_every_game_to_the_end(room: str, variant: str) -> None:
    played: set[str] = set()
    for seed in range(8):
        session = ready(playable(room, {"options": {"variant": variant, "structure": "no-limit"}}))
        round_ = session.start([1, 2, 3, 4])
        run(
            round_,
            Companions([1, 2, 3, 4], Seeded(seed)),
            Chance(Seeded(seed)),
            Players({}, lambda round_, request: request.choices[0]),
        )
        assert round_.done and round_.lines
        played |= {act.choice for act in round_.log if isinstance(act, acts.Choice)}
        check_hand(round_)
    assert {"fold", "call"} <= played and played & {"bet", "raise"}


@pytest.mark.clause("ny/poker", "5324.42(c)(3)(i)")
@pytest.mark.clause("cleveland/poker", "8.8(b)(1)")
@pytest.mark.clause("oneida/poker", "Poker G.2.a")
@pytest.mark.parametrize("room", ROOMS)
def test_nothing_leaves_the_table_while_its_player_stays(room: str) -> None:
    session = ready(playable(room))

    def play(folds: int, stacks: dict[int, int]) -> Round:
        round_ = session.start([1, 2, 3])
        while isinstance(round_.pending, DealerAct):
            round_.answer(acts.Done(round_.pending.act))
        for seat, stack in stacks.items():
            round_.answer(acts.Wager(seat, "stack", stack))
        round_.answer(acts.NoMoreBets())
        player = RandomPlayer(3)
        while (request := round_.pending) is not None:
            if isinstance(request, Decision):
                wanted = "fold" if request.seat != folds else request.choices[0]
                round_.answer(acts.Choice(request.seat, wanted if wanted in request.choices else request.choices[0]))
            else:
                round_.answer(player.answer(round_, request))
        session.finish(round_)
        session.do_own_steps()
        return round_

    play(1, {1: 5000, 2: 5000, 3: 5000})
    left = {seat: stakes["stack"] for seat, stakes in session.carried.stakes.items()}
    assert sum(left.values()) == 15000 and left != {1: 5000, 2: 5000, 3: 5000}
    winner = max(left, key=lambda seat: left[seat])
    round_ = session.start([1, 2, 3])
    while isinstance(round_.pending, DealerAct):
        round_.answer(acts.Done(round_.pending.act))
    with pytest.raises(Refused, match=f"from {left[winner]}"):
        round_.answer(acts.Wager(winner, "stack", left[winner] - 1))
    round_.answer(acts.Wager(winner, "stack", left[winner] + 1))
    again = replay(round_.playable, json.loads(json.dumps(round_.written())))
    assert {seat: stakes["stack"] for seat, stakes in again.table.carried.stakes.items()} == left
    with pytest.raises(Refused, match="stands"):
        round_.answer(acts.Wager(winner, "stack", 0))
    session.answer(Left(winner))
    assert winner not in session.carried.stakes


def all_stay(room: str, seats: int) -> Round:
    """A hand of stud in which nobody folds, up to the showdown."""
    game = playable(room, {"options": {"variant": "seven-card-stud-high"}})
    round_, player = Round(game, list(range(1, seats + 1))), RandomPlayer(1)
    round_.answer(acts.Done("shuffle"))
    for seat in range(1, seats + 1):
        round_.answer(acts.Wager(seat, "stack", 9000))
    round_.answer(acts.NoMoreBets())
    while (request := round_.pending) is not None:
        if isinstance(request, Decision):
            round_.answer(
                acts.Choice(request.seat, next(word for word in ("check", "call", "show") if word in request.choices))
            )
        else:
            round_.answer(player.answer(round_, request))
    return round_


@pytest.mark.parametrize(
    ("room", "seats", "common"),
    [
        ("ny/poker", 7, 1),
        ("cleveland/poker", 7, 1),
        ("oneida/poker", 7, 0),
        *((room, 8, 1) for room in ROOMS),
        ("ny/poker", 6, 0),
    ],
)
def test_stud_short_of_cards(room: str, seats: int, common: int) -> None:
    round_ = all_stay(room, seats)
    assert len(round_.table.community) == common
    assert {len(seat.hand) for seat in round_.table.seats.values()} == {7 - common}


@pytest.mark.parametrize(("room", "brings_in"), [("ny/poker", 1), ("cleveland/poker", 2)])
def test_who_brings_it_in_at_stud_low(room: str, brings_in: int) -> None:
    round_ = Round(playable(room, {"options": {"variant": "seven-card-stud-low"}}), [1, 2, 3])
    round_.answer(acts.Done("shuffle"))
    for seat in (1, 2, 3):
        round_.answer(acts.Wager(seat, "stack", 2000))
    round_.answer(acts.NoMoreBets())
    for card in ("2c", "3c", "5c", "2d", "3d", "5d", "Ac", "Ks", "4h"):
        assert isinstance(round_.pending, CardDue)
        round_.answer(acts.Dealt(FACES[card]))
    assert round_.table.seats[brings_in].stake("pot") == 100
