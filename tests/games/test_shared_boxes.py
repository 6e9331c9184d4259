"""Several people who wager on one box at the blackjack games of a text that permits it: 5324.10(h)."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest

from croupier import replay, settle
from croupier.equipment.randomness import Seeded
from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.odds.advice import advise
from croupier.rules.resolve import resolve_file
from croupier.server import house, playing, seeing
from croupier.server.floor import Floor
from croupier.server.people import NotAllowed
from croupier.table import acts
from croupier.table.drivers import Chance
from croupier.table.requests import Decision, Offer, Wagering
from croupier.table.round import Round
from croupier.testing.conformance import check_settled
from tests.ledger.test_money_and_chance import ANN, BOB, held, known, sound
from tests.support.driving import RandomPlayer
from tests.support.evening import FLOOR_PERSON, opened
from tests.support.serving import fresh_database

GAMES = ("ny/blackjack", "ny/spanish-21", "ny/multiple-action-blackjack", "ny/blackjack-switch")
THREE: dict[str, Any] = {"options": {"players-on-a-box": 3}}
SECOND, THIRD = 8, 15
"""Whose wagers lie behind that of the first of seven boxes."""


def nets(game: str, seats: dict[int, dict[str, Any]], dealer: str, draws: str = "", **options: Any) -> dict[str, int]:
    house = {"options": {**THREE["options"], **options}}
    written = {"game": game, "house_rules": house, "seats": {str(seat): one for seat, one in seats.items()}, "dealer": dealer}
    round_ = settle({**written, "draws": draws} if draws else written)
    return {str(seat): sum(line.net for line in round_.lines if line.seat == seat) for seat in seats}


def bet(amount: int, *decisions: str, cards: str = "", **more: int) -> dict[str, Any]:
    found: dict[str, Any] = {"wagers": {"blackjack": amount, **more}, "decisions": list(decisions)}
    return {**found, "cards": cards} if cards else found


@pytest.mark.clause("ny/blackjack", "5324.10(h)(4)")
def test_the_others_double_or_do_not_and_the_hand_gets_one_card() -> None:
    seats = {1: bet(1000, "consent", "double", cards="8h 3d"), SECOND: bet(2000, "decline"), THIRD: bet(500, "double")}
    assert nets("ny/blackjack", seats, "Ts 7c", "9c") == {"1": 2000, "8": 2000, "15": 1000}
    assert nets("ny/blackjack", seats, "Ts 7c", "2c") == {"1": -2000, "8": -2000, "15": -1000}


@pytest.mark.clause("ny/blackjack", "5324.10(h)(5)")
def test_who_does_not_cover_a_split_stays_with_the_first_hand_which_is_no_blackjack() -> None:
    seats = {1: bet(1000, "consent", "split", cards="Ah Ad"), SECOND: bet(2000, "decline"), THIRD: bet(500, "split")}
    assert nets("ny/blackjack", seats, "Ts 9c", "Kc 5c") == {"1": 0, "8": 2000, "15": 0}


@pytest.mark.clause("ny/blackjack", "5324.10(h)(6)")
def test_each_insures_as_they_like() -> None:
    seats = {1: bet(1000, "consent", cards="8h 3d"), SECOND: bet(2000, insurance=1000)}
    assert nets("ny/blackjack", seats, "As Kc") == {"1": -1000, "8": 0}


@pytest.mark.clause("ny/blackjack", "5324.10(h)(2)")
def test_where_nobody_is_seated_the_largest_wager_decides() -> None:
    seats = {SECOND: bet(2000, "consent"), THIRD: bet(5000, "hit", "stand", cards="5h 6d")}
    assert nets("ny/blackjack", seats, "Ts 7c", "9c") == {"8": 2000, "15": 5000}


@pytest.mark.clause("ny/blackjack", "5324.10(h)(1)")
def test_without_consent_the_others_have_their_wagers_back() -> None:
    seats = {1: bet(1000, "refuse", cards="Ah Kd"), SECOND: bet(2000)}
    assert nets("ny/blackjack", seats, "9s 7c") == {"1": 1500, "8": 0}


def test_a_surrender_holds_for_all_and_a_rescue_for_those_who_doubled() -> None:
    seats = {1: bet(1000, "consent", "surrender", cards="Th 6d"), SECOND: bet(2000)}
    assert nets("ny/blackjack", seats, "9s 8c", surrender="first-decision-waiting") == {"1": -500, "8": -1000}
    seats = {
        1: bet(1000, "consent", "double", "rescue", cards="6h 5d"),
        SECOND: bet(2000, "double"),
        THIRD: bet(400, "decline"),
    }
    assert nets("ny/blackjack", seats, "6s Tc", "3c Kc", dealing="hand", decks=1) == {"1": -1000, "8": -2000, "15": 400}


def test_nobody_shares_a_box_where_the_house_does_not_permit_it_or_makes_side_wagers_there() -> None:
    with pytest.raises(Refused, match="seats are 1 to 7"):
        settle({"game": "ny/blackjack", "seats": {"8": bet(1000, cards="Ah Kd")}, "dealer": "9s 7c"})
    with pytest.raises(Refused, match="royal-match-21 is not made on another's box"):
        nets(
            "ny/blackjack",
            {1: bet(1000, cards="8h 3d"), SECOND: {"wagers": {"blackjack": 1000, "royal-match-21": 500}}},
            "9s 7c",
        )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_shared_boxes_played_at_random_conserve_money_and_replay_to_the_cent(game: str, seed: int) -> None:
    ready = playable(game, THREE)
    shared = 0
    for number in range(15):
        round_, player = Round(ready, [1, 2, SECOND, SECOND + 1, THIRD]), RandomPlayer(100 * seed + number, wagers=8)
        for seat in round_.table.seats.values():
            seat.chips = 100_000
        while (request := round_.pending) is not None:
            round_.answer(player.answer(round_, request))
        seats, lines = round_.table.seats, round_.lines
        check_settled(round_)
        by_lines = {number: 100_000 + sum(line.net for line in lines if line.seat == number) for number in seats}
        # What may stand over several rounds stays down: a streak.
        assert {number: (seat.chips or 0) + sum(seat.stakes.values()) for number, seat in seats.items()} == by_lines
        unlimited = {**round_.written(), "acts": [act for act in round_.written()["acts"] if act[0] != "chips"]}
        assert replay(unlimited).lines == lines
        shared += any(seat.followers for seat in seats.values())
    assert shared


def test_the_first_to_wager_is_asked_whoever_is_seated() -> None:
    round_, chance = Round(playable("ny/blackjack", THREE), [1, SECOND]), Chance(Seeded(1))
    while not isinstance(round_.pending, Wagering):
        assert round_.pending is not None
        act = chance.answer(round_, round_.pending)
        assert act is not None
        round_.answer(act)
    for seat in (SECOND, 1):
        round_.answer(acts.Wager(seat, "blackjack", 1000))
    round_.answer(acts.NoMoreBets())
    assert isinstance(round_.pending, Decision) and round_.pending.seat == SECOND
    assert round_.pending.clause == "5324.10(h)(1)"


def test_a_shared_box_is_played_at_a_live_table_and_the_books_are_sound(tmp_path: Path) -> None:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        floor = Floor(database)
        known(floor, ANN, BOB)
        table = str(house.open_table(floor, FLOOR_PERSON, "ny/blackjack", house_rules=THREE)["table"])
        for seat, person in ((1, ANN), (SECOND, BOB)):
            house.chips(floor, FLOOR_PERSON, person.name, 100_000, cash_out=False)
            house.sit(floor, person, table, seat)
        playing.open_round(floor, FLOOR_PERSON, table)
        for seat, person in ((1, ANN), (SECOND, BOB)):
            playing.answer(floor, person, table, [["wager", seat, "blackjack", 1000 * seat]])
        playing.answer(floor, FLOOR_PERSON, table, [["no-more-bets"]])
        with pytest.raises(NotAllowed):  # nobody consents for another
            playing.answer(floor, BOB, table, [["choice", 1, "consent"]])
        playing.answer(floor, ANN, table, [["choice", 1, "consent"]])
        seen = seeing.see(floor, BOB, table)["view"]
        assert seen["seats"]["8"]["box"] == 1 and not seen["seats"]["8"]["cards"] and len(seen["seats"]["1"]["cards"]) == 2
        while (pending := seeing.see(floor, FLOOR_PERSON, table)["pending"]) is not None:
            person = ANN if pending["seat"] == 1 else BOB
            choices = [entry.get("choice") for entry in pending["legal"]]
            said = ["choice", pending["seat"], "stand"] if "stand" in choices else ["wager", pending["seat"], "insurance", 0]
            playing.answer(floor, person, table, [said])
        nets = {person: held(floor, person.account) - 100_000 for person in (ANN, BOB)}
        assert nets[BOB] == 8 * nets[ANN] != 0
        sound(floor)


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_for_whoever_decides_and_nobody_else_is_told_anything_wrong(game: str) -> None:
    ready, asked = playable(game, THREE), set[str]()
    other = ready.boxes + 1
    shared = resolve_file(game).file.wagering["shared-box"].wagers[:2]
    for seed in range(25):
        round_, chance = Round(ready, [1, other]), Chance(Seeded(seed))
        while (request := round_.pending) is not None:
            if isinstance(request, Wagering):
                for seat, wager in [(seat, wager) for seat in (1, other) for wager in shared]:
                    round_.answer(acts.Wager(seat, wager, 1000))
                round_.answer(acts.NoMoreBets())
            elif isinstance(request, Offer):
                assert request.seat == 1 or advise(round_) is None
                round_.answer(acts.Wager(request.seat, request.spot, 0))
            elif isinstance(request, Decision):
                assert request.seat == 1 or advise(round_) is None
                wanted = next(word for word in ("consent", "split", "double", "stand", "keep") if word in request.choices)
                asked.add(f"{request.seat == 1} {wanted}")
                round_.answer(acts.Choice(request.seat, wanted))
            else:
                act = chance.answer(round_, request)
                assert act is not None
                round_.answer(act)
        check_settled(round_)
    assert asked >= {"True consent", "False double"}


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_reported_a_shared_box_is_settled_for_all(game: str) -> None:
    """Every ruling for a seat, at every moment that it may be reported: no wager of the others is left lying there."""
    ready = playable(game, THREE)
    other, shared = ready.boxes + 1, resolve_file(game).file.wagering["shared-box"].wagers[:2]
    reported, refused = set[str](), set[str]()
    for number, name in enumerate([name for name, ruling in ready.terms.rulings.items() if ruling.seat] * 4):
        round_, player = Round(ready, [1, other]), RandomPlayer(number)
        told = False
        while (request := round_.pending) is not None:
            if isinstance(request, Wagering):
                for seat, wager in [(seat, wager) for seat in (1, other) for wager in shared]:
                    round_.answer(acts.Wager(seat, wager, 1000))
                round_.answer(acts.NoMoreBets())
                continue
            consents = isinstance(request, Decision) and "consent" in request.choices
            if not told and not consents and number % 3 != 2:
                with contextlib.suppress(Refused):
                    round_.answer(acts.Reported(name, 1))
                    told = True
                    reported.add(name)
                    continue
                if round_.table.seats[other].follows is not None:
                    with pytest.raises(Refused):
                        round_.answer(acts.Reported(name, other))
                    refused.add(name)
            round_.answer(acts.Choice(1, "consent") if consents else player.answer(round_, request))
        check_settled(round_)
    assert reported and refused
