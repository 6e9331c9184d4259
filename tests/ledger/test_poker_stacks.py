"""Table stakes: chips stay on the table from hand to hand, in no other table's hands, and leave it with their player."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput, CroupierError, Refused
from croupier.server import between, house, playing, pots, seeing
from croupier.server.floor import Floor
from tests.ledger.test_money_and_chance import ANN, BOB, held, sound
from tests.ledger.test_poker_money import CHIPS, STACK, balances, opened_table, play_a_hand, stacks, wealth
from tests.support.evening import DEALER, FLOOR_PERSON, Auditor, opened
from tests.support.serving import DATABASES, fresh_database

ROOMS = ("ny/poker", "cleveland/poker", "oneida/poker")


@pytest.fixture(params=DATABASES)
def floor(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    with opened(fresh_database(request.param, tmp_path)) as database:
        yield Floor(database)


@pytest.fixture
def plain(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def test_a_stack_lies_on_the_table_between_hands_in_an_account_of_its_own(floor: Floor) -> None:
    table = opened_table(floor, "ny/poker")
    for _ in range(20):
        play_a_hand(floor, table)
        left, kept = stacks(floor, table), balances(floor)
        if set(left.values()) != {STACK}:  # a pot that is shared moves nothing
            break
    assert sum(left.values()) == 2 * STACK and set(left.values()) != {STACK}
    assert {seat: kept[f"stack:{table}:{seat}"] for seat in left} == left and not kept[f"pending:{table}"]
    assert held(floor, ANN.account) == held(floor, BOB.account) == CHIPS - STACK
    play_a_hand(floor, table)  # nobody puts anything down again
    assert wealth(floor, table) == 2 * CHIPS
    sound(floor)


@pytest.mark.clause("ny/poker", "5324.42(c)(3)(i)")
@pytest.mark.clause("cleveland/poker", "8.8(b)(1)")
@pytest.mark.clause("oneida/poker", "Poker G.2.a")
@pytest.mark.parametrize("room", ROOMS)
def test_chips_are_added_between_hands_and_none_removed_and_none_added_in_one(plain: Floor, room: str) -> None:
    table = opened_table(plain, room)
    play_a_hand(plain, table)
    lies = stacks(plain, table)[1]
    playing.open_round(plain, FLOOR_PERSON, table)
    for less in (0, lies - 1):
        with pytest.raises(Refused):
            playing.answer(plain, ANN, table, [["wager", 1, "stack", less]])
    playing.answer(plain, ANN, table, [["wager", 1, "stack", lies + 300]])
    assert held(plain, ANN.account) == CHIPS - STACK - 300
    playing.answer(plain, FLOOR_PERSON, table, [["no-more-bets"]])
    with pytest.raises(Refused):
        playing.answer(plain, ANN, table, [["wager", 1, "stack", lies + 900]])
    sound(plain)


def test_no_stack_is_played_with_at_another_table_or_cashed(plain: Floor) -> None:
    table = opened_table(plain, "ny/poker")
    house.chips(plain, FLOOR_PERSON, ANN.name, CHIPS - STACK, cash_out=True)
    play_a_hand(plain, table)
    assert held(plain, ANN.account) == 0 < stacks(plain, table)[1]
    with pytest.raises(Refused):
        house.chips(plain, FLOOR_PERSON, ANN.name, 1, cash_out=True)
    other = str(house.open_table(plain, FLOOR_PERSON, "ny/roulette")["table"])
    with pytest.raises(Refused, match="buy in"):
        house.sit(plain, ANN, other, 1)
    second = str(house.open_table(plain, FLOOR_PERSON, "ny/poker")["table"])
    with pytest.raises(Refused, match="buy in"):
        house.sit(plain, ANN, second, 1)
    sound(plain)


def test_what_was_answered_to_a_player_who_sits_down_is_in_the_books(plain: Floor) -> None:
    table = opened_table(plain, "ny/poker")
    house.leave(plain, ANN, table, 1, key="up")
    house.sit(plain, ANN, table, 1, key="down")
    assert house.sit(plain, ANN, table, 1, key="down") == house.sit(plain, ANN, table, 1, key="down")
    with pytest.raises(Refused, match="is taken"):
        house.sit(plain, ANN, table, 2, key="again")
    sound(plain)


def test_nobody_says_what_lies_before_a_player(plain: Floor) -> None:
    table = opened_table(plain, "ny/poker")
    play_a_hand(plain, table)
    before = stacks(plain, table)
    for person in (ANN, DEALER, FLOOR_PERSON):
        for act in (["stacked", 1, 10**6], ["left", 2], ["seated", 3, "player:ann"]):
            with pytest.raises(BadInput, match="not something to be told"):
                between.tell(plain, person, table, [act])
    assert stacks(plain, table) == before


def test_who_leaves_takes_the_whole_stack_and_may_come_back_with_another(plain: Floor) -> None:
    """No text binds a player who has left to bring as much again: the chips of before are off the table with the seat."""
    table = opened_table(plain, "oneida/poker")
    play_a_hand(plain, table)
    lies = stacks(plain, table)[2]
    house.leave(plain, BOB, table, 2)
    assert held(plain, BOB.account) == CHIPS - STACK + lies and f"stack:{table}:2" in balances(plain)
    assert balances(plain)[f"stack:{table}:2"] == 0
    house.sit(plain, BOB, table, 2)
    assert stacks(plain, table) == {1: 2 * STACK - lies, 2: 0}
    play_a_hand(plain, table)
    assert wealth(plain, table) == 2 * CHIPS
    sound(plain)


def test_who_gets_up_in_a_hand_has_the_stack_when_it_is_over(plain: Floor) -> None:
    table = opened_table(plain, "ny/poker")
    play_a_hand(plain, table)
    playing.open_round(plain, FLOOR_PERSON, table)
    playing.answer(plain, FLOOR_PERSON, table, [["no-more-bets"]])
    house.leave(plain, ANN, table, 1)
    assert held(plain, ANN.account) == CHIPS - STACK
    playing.void(plain, FLOOR_PERSON, table, "the lights went out")
    assert stacks(plain, table) == {2: 2 * CHIPS - held(plain, ANN.account) - held(plain, BOB.account)}
    sound(plain)


def test_a_void_hand_leaves_the_stacks_as_they_were(floor: Floor) -> None:
    table = opened_table(floor, "ny/poker")
    play_a_hand(floor, table)
    before = stacks(floor, table)
    playing.open_round(floor, FLOOR_PERSON, table)
    playing.answer(floor, FLOOR_PERSON, table, [["no-more-bets"]])
    assert balances(floor)[f"pending:{table}"] == 300  # the blinds
    playing.void(floor, FLOOR_PERSON, table, "the lights went out")
    assert stacks(floor, table) == before and not balances(floor)[f"pending:{table}"]
    play_a_hand(floor, table)
    assert wealth(floor, table) == 2 * CHIPS
    sound(floor)


def test_a_closed_table_gives_every_stack_back(plain: Floor) -> None:
    table = opened_table(plain, "cleveland/poker")
    play_hands_until_over(plain, table)
    house.close_table(plain, FLOOR_PERSON, table)
    found = balances(plain)
    assert not any(cents for name, cents in found.items() if name.startswith(("stack:", "pending:")))
    sound(plain)


def play_hands_until_over(floor: Floor, table: str) -> None:
    """Two hands, in which Ann and Bob call."""
    for _ in range(2):
        play_a_hand(floor, table)


def test_time_is_paid_from_behind_and_then_from_the_stack(plain: Floor) -> None:
    fee = {"method": "time-charge", "cents": 700, "per": "player", "minutes": 60}
    table = opened_table(plain, "ny/poker", rake=fee)
    play_a_hand(plain, table)
    left = stacks(plain, table)
    house.chips(plain, FLOOR_PERSON, ANN.name, CHIPS - STACK - 300, cash_out=True)
    pots.charge_time(plain, DEALER, table)
    assert held(plain, ANN.account) == 0 and stacks(plain, table) == {1: left[1] - 400, 2: left[2]}
    assert balances(plain)[f"rake:{table}"] == 1400 and "debt:ann" not in balances(plain)
    play_a_hand(plain, table)
    sound(plain)


def test_a_table_between_hands_is_the_same_after_a_restart(tmp_path: Path) -> None:
    address = fresh_database("sqlite", tmp_path)
    with opened(address) as database:
        floor = Floor(database)
        table = opened_table(floor, "ny/poker")
        play_a_hand(floor, table)
        before = stacks(floor, table)
    with opened(address) as database:
        floor = Floor(database)
        assert stacks(floor, table) == before
        play_a_hand(floor, table)
        assert wealth(floor, table) == 2 * CHIPS
        sound(floor)


def test_stacks_by_chance_add_up_after_every_act(plain: Floor) -> None:
    """People come, add, play, get up and are voided as it comes; the auditor adds up after every act."""
    rng, auditor = random.Random(7), Auditor(plain.database)
    table = opened_table(plain, "ny/poker", rake={"method": "percentage", "percent": 10})
    for _ in range(150):
        try:
            step(plain, table, rng)
        except CroupierError:
            continue
        finally:
            auditor.check(plain, table)
    sound(plain)


def step(floor: Floor, table: str, rng: random.Random) -> None:
    person, seat = rng.choice([(ANN, 1), (BOB, 2)])
    match rng.randrange(12):
        case 0:
            house.leave(floor, person, table, seat)
        case 1 | 2:
            house.sit(floor, person, table, seat)
        case 3:
            playing.void(floor, FLOOR_PERSON, table, "by chance")
        case 4:
            playing.open_round(floor, FLOOR_PERSON, table)
        case 5 | 6:
            lies = stacks(floor, table).get(seat, 0)
            playing.answer(floor, person, table, [["wager", seat, "stack", lies + rng.choice([-1, 0, 500, 2000])]])
        case 7:
            playing.answer(floor, FLOOR_PERSON, table, [["no-more-bets"]])
        case _:
            pending = seeing.see(floor, FLOOR_PERSON, table)["pending"]
            if pending and pending["kind"] in ("choice", "offer"):
                who = ANN if pending["seat"] == 1 else BOB
                seen = seeing.see(floor, who, table)["pending"]["legal"]
                entry = rng.choice(seen)
                act = (
                    ["choice", pending["seat"], entry["choice"]]
                    if "choice" in entry
                    else ["wager", pending["seat"], "pot", entry["minimum"]]
                )
                playing.answer(floor, who, table, [act])
