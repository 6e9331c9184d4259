"""A pot that went to the wrong seat is set right when the hand is over: no chip is made, none is lost, and the books say who and why."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput, Refused
from croupier.ledger import books
from croupier.ledger import pots as ledger_pots
from croupier.server import corrections, house, playing, pots, recall
from croupier.server.floor import Floor
from croupier.server.people import NotAllowed
from tests.ledger.test_money_and_chance import ANN, BOB, held, known, sound
from tests.ledger.test_poker_money import CHIPS, STACK, balances, opened_table, play_a_hand, stacks, wealth
from tests.support.evening import FLOOR_PERSON, PLAYERS, opened
from tests.support.serving import DATABASES, fresh_database

CLEO = PLAYERS[2]
SHOWDOWN, RAKE = "5324.42(f)(5)", {"method": "percentage", "percent": 10}
WHY = {"clause": SHOWDOWN, "why": "the pot was pushed to the wrong seat"}
SEATS = {1: ANN, 2: BOB}


@pytest.fixture(params=DATABASES)
def any_floor(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    with opened(fresh_database(request.param, tmp_path)) as database:
        yield Floor(database)


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


class Dealt:
    """The first hand of Ann and Bob that one of them has won: who had what of it."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self.table = floor, ""
        self.given: dict[int, int] = {}
        while 0 not in self.given.values():  # a pot that they shared is tried again, at another table
            if self.table:
                house.close_table(floor, FLOOR_PERSON, self.table)
                for person in SEATS.values():
                    house.chips(floor, FLOOR_PERSON, person.name, held(floor, person.account), cash_out=True)
            self.table = opened_table(floor, "ny/poker", rake=RAKE)
            play_a_hand(floor, self.table)
            self.round = f"{self.table}-1"
            lines = dict(recall.recall(floor, self.round).table.position.lines)
            self.given = {line.seat: line.returned + line.won for line in lines.values()}
        self.stake = next(iter(lines.values())).stake
        self.winner = max(self.given, key=lambda seat: self.given[seat])
        self.loser = 3 - self.winner
        self.pot = self.given[self.winner]

    def swap(self, **more: Any) -> dict[str, Any]:
        given = {self.winner: self.given[self.loser], self.loser: self.pot}
        return pots.correct_pot(self.floor, FLOOR_PERSON, self.round, given, **WHY | more)


def test_a_pot_given_to_the_wrong_seat_goes_to_the_right_one_and_the_rake_stays(any_floor: Floor) -> None:
    hand = Dealt(any_floor)
    before, rake = stacks(any_floor, hand.table), balances(any_floor)[f"rake:{hand.table}"]
    assert rake == 2 * hand.stake // 10 and hand.pot == 2 * hand.stake - rake
    hand.swap()
    after = stacks(any_floor, hand.table)
    assert after[hand.loser] == before[hand.loser] + hand.pot and after[hand.winner] == before[hand.winner] - hand.pot
    found = balances(any_floor)
    assert found[f"rake:{hand.table}"] == rake and not found[f"pending:{hand.table}"] and not found.get("debt:ann", 0)
    assert wealth(any_floor, hand.table) == 2 * CHIPS - rake
    (told,) = recall.corrections(any_floor, hand.round)
    assert (
        told["why"] == WHY["why"]
        and told["clause"] == SHOWDOWN
        and sorted(map(sorted, told["lines"].values())) == [[0, hand.pot]] * 2
    )
    play_a_hand(any_floor, hand.table)
    sound(any_floor)


def test_a_correction_is_corrected_again_and_nothing_is_left_of_either(any_floor: Floor) -> None:
    hand = Dealt(any_floor)
    before = stacks(any_floor, hand.table)
    hand.swap()
    with pytest.raises(Refused, match="already stands so"):
        hand.swap()
    pots.correct_pot(any_floor, FLOOR_PERSON, hand.round, hand.given, **WHY)
    assert stacks(any_floor, hand.table) == before
    half = {1: hand.pot // 2, 2: hand.pot - hand.pot // 2}
    pots.correct_pot(any_floor, FLOOR_PERSON, hand.round, half, **WHY)  # they had the same hand
    assert stacks(any_floor, hand.table) == {seat: before[seat] - hand.given[seat] + half[seat] for seat in half}
    sound(any_floor)


def test_no_chip_is_made_or_lost(floor: Floor) -> None:
    hand = Dealt(floor)
    before = balances(floor)
    for given, error in (
        ({hand.loser: hand.pot}, "a pot is divided to the cent"),
        ({hand.winner: 0}, "a pot is divided to the cent"),
        ({hand.winner: 0, hand.loser: hand.pot + 1}, "a pot is divided to the cent"),
        ({hand.winner: 0, hand.loser: hand.pot - 1}, "a pot is divided to the cent"),
        ({hand.winner: 0, hand.loser: 2 * hand.stake + 1}, "more than its bets could win"),
        ({hand.winner: -1, hand.loser: hand.pot + 1}, "no amount"),
        ({hand.winner: True, hand.loser: hand.pot - 1}, "no amount"),
        ({hand.winner: 0, 3: hand.pot}, "seat 3 put nothing into the pot"),
    ):
        with pytest.raises(BadInput, match=error):
            pots.correct_pot(floor, FLOOR_PERSON, hand.round, given, **WHY)
    assert balances(floor) == before
    with pytest.raises(BadInput, match="clause"):
        hand.swap(clause="5324.42(zz)")
    for person in (ANN, BOB, CLEO):
        with pytest.raises(NotAllowed):
            pots.correct_pot(floor, person, hand.round, hand.given, **WHY)
    for single in (
        lambda: corrections.correct(floor, FLOOR_PERSON, hand.round, 1, returned=0, won=0, **WHY),
        lambda: corrections.reverse(floor, FLOOR_PERSON, hand.round, 1, "why"),
    ):
        with pytest.raises(Refused, match="set right as a whole"):
            single()
    assert balances(floor) == before
    sound(floor)


@pytest.mark.clause("ny/poker", "5324.42(o)(5)")
def test_rake_goes_back_where_the_floor_says_so_and_no_more_is_taken_once_the_pot_is_gone(floor: Floor) -> None:
    hand = Dealt(floor)
    rake = balances(floor)[f"rake:{hand.table}"]
    with pytest.raises(Refused, match=r"5324\.42\(o\)"):
        pots.correct_pot(floor, FLOOR_PERSON, hand.round, {hand.winner: hand.pot - 1}, rake=rake + 1, **WHY)
    with pytest.raises(Refused, match="a pot is divided to the cent"):
        pots.correct_pot(floor, FLOOR_PERSON, hand.round, {}, rake=0, **WHY)  # lost between the two
    pots.correct_pot(floor, FLOOR_PERSON, hand.round, {hand.winner: 2 * hand.stake}, rake=0, **WHY)
    assert balances(floor)[f"rake:{hand.table}"] == 0 and wealth(floor, hand.table) == 2 * CHIPS
    with pytest.raises(Refused, match=r"5324\.42\(o\)"):
        pots.correct_pot(floor, FLOOR_PERSON, hand.round, {hand.winner: hand.pot}, rake=rake, **WHY)
    sound(floor)


def test_who_has_cashed_out_owes_by_name_and_who_has_left_is_paid_behind(any_floor: Floor) -> None:
    floor, hand = any_floor, Dealt(any_floor)
    rich, poor = SEATS[hand.winner], SEATS[hand.loser]
    for seat, person in SEATS.items():
        house.leave(floor, person, hand.table, seat)
    house.chips(floor, FLOOR_PERSON, rich.name, held(floor, rich.account) - 100, cash_out=True)
    behind = held(floor, poor.account)
    hand.swap()
    assert held(floor, poor.account) == behind + hand.pot and held(floor, rich.account) == 0
    assert balances(floor)[f"debt:{rich.name}"] == -(hand.pot - 100)
    assert recall.corrections(floor, hand.round)[0]["debts"] == {rich.account: hand.pot - 100}
    sound(floor)


def test_in_the_middle_of_the_next_hand_no_stack_changes(floor: Floor) -> None:
    hand = Dealt(floor)
    playing.open_round(floor, FLOOR_PERSON, hand.table)
    playing.answer(floor, FLOOR_PERSON, hand.table, [["no-more-bets"]])
    behind = {seat: held(floor, person.account) for seat, person in SEATS.items()}
    lie = {name: cents for name, cents in balances(floor).items() if name.startswith("stack:")}
    hand.swap()
    assert {name: cents for name, cents in balances(floor).items() if name.startswith("stack:")} == lie
    assert held(floor, SEATS[hand.winner].account) == behind[hand.winner] - hand.pot
    assert held(floor, SEATS[hand.loser].account) == behind[hand.loser] + hand.pot
    playing.void(floor, FLOOR_PERSON, hand.table, "on with the next")
    play_a_hand(floor, hand.table)
    sound(floor)


def test_whoever_has_the_seat_by_now_pays_nothing(floor: Floor) -> None:
    hand = Dealt(floor)
    house.leave(floor, SEATS[hand.winner], hand.table, hand.winner)
    known(floor, CLEO)
    house.chips(floor, FLOOR_PERSON, CLEO.name, CHIPS, cash_out=False)
    house.sit(floor, CLEO, hand.table, hand.winner)
    playing.open_round(floor, FLOOR_PERSON, hand.table)
    playing.answer(floor, CLEO, hand.table, [["wager", hand.winner, "stack", STACK]])
    playing.void(floor, FLOOR_PERSON, hand.table, "nobody else came")
    assert stacks(floor, hand.table)[hand.winner] == STACK
    hand.swap()
    assert stacks(floor, hand.table)[hand.winner] == STACK and held(floor, CLEO.account) == CHIPS - STACK
    sound(floor)


def test_a_part_of_a_pot_taken_from_somebody_without_chips_behind_leaves_no_debt(floor: Floor) -> None:
    hand = Dealt(floor)
    rich = SEATS[hand.winner]
    house.leave(floor, rich, hand.table, hand.winner)
    house.chips(floor, FLOOR_PERSON, rich.name, held(floor, rich.account) - 50, cash_out=True)
    pots.correct_pot(floor, FLOOR_PERSON, hand.round, {hand.winner: hand.pot - 50, hand.loser: 50}, **WHY)
    assert held(floor, rich.account) == 0 and balances(floor)[f"debt:{rich.name}"] == 0
    sound(floor)


def test_a_pot_of_a_closed_table_and_of_an_earlier_hand_is_set_right_and_is_so_after_a_restart(tmp_path: Path) -> None:
    address = fresh_database("sqlite", tmp_path)
    with opened(address) as database:
        floor = Floor(database)
        hand = Dealt(floor)
        play_a_hand(floor, hand.table)
        hand.swap()
        before = stacks(floor, hand.table)
    with opened(address) as database:
        floor = Floor(database)
        assert stacks(floor, hand.table) == before
        house.close_table(floor, FLOOR_PERSON, hand.table)
        pots.correct_pot(floor, FLOOR_PERSON, hand.round, hand.given, **WHY)
        assert not any(cents for name, cents in balances(floor).items() if name.startswith(("stack:", "pending:")))
        sound(floor)


def test_the_same_request_sets_a_pot_right_once(floor: Floor) -> None:
    hand = Dealt(floor)
    first = hand.swap(key="once")
    assert hand.swap(key="once") == first and len(recall.corrections(floor, hand.round)) == 1


def test_books_in_which_a_pot_comes_from_nowhere_cannot_be_played_again(floor: Floor) -> None:
    hand = Dealt(floor)
    hand.swap()
    with floor.database.read() as connection:
        event = next(event for event in books.read_events(connection, hand.table) if event.kind == "correction")
    position = floor.read(hand.table, lambda live: live.position)
    assert ledger_pots.transfers(event.body, position)
    forged = json.loads(json.dumps(event.body))
    forged["lines"][0]["now"][1] += 100
    with pytest.raises(Refused, match="come from nowhere"):
        ledger_pots.transfers(forged, position)


def test_a_game_against_the_house_has_no_pot(floor: Floor) -> None:
    known(floor, ANN)
    house.chips(floor, FLOOR_PERSON, ANN.name, CHIPS, cash_out=False)
    table = str(house.open_table(floor, FLOOR_PERSON, "ny/roulette")["table"])
    house.sit(floor, ANN, table, 1)
    playing.answer(floor, ANN, table, [["wager", 1, "red", 1000]], new_round=True)
    playing.answer(floor, FLOOR_PERSON, table, [["no-more-bets"]])
    with pytest.raises(Refused, match="no pot in this game"):
        pots.correct_pot(floor, FLOOR_PERSON, f"{table}-1", {1: 0}, clause="5324.30", why="none")
