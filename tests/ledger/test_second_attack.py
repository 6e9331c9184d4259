"""A second attack on money, chance and whose part one plays: each of these went through once, and is refused or of no use now."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput, Refused
from croupier.games.blackjack import _opening
from croupier.server import between, corrections, house, playing, poker_rooms, pots, seeing
from croupier.server.floor import Floor, prepare
from croupier.server.people import NotAllowed, Person, Role
from croupier.table import acts
from tests.ledger.test_money_and_chance import held, known, sound
from tests.support.evening import DEALER, FLOOR_PERSON, PLAYERS, opened, the_round
from tests.support.serving import fresh_database

ANN, BOB, CLEO = PLAYERS
ADA = Person("ada", Role.ADMINISTRATOR)


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def table_of(floor: Floor, game: str, players: dict[int, Person], chips: int, /, **options: Any) -> str:
    known(floor, *players.values())
    for person in players.values():
        house.chips(floor, ADA, person.name, chips, cash_out=False)
    table = str(house.open_table(floor, FLOOR_PERSON, game, house_rules={"options": options})["table"])
    for seat, person in players.items():
        house.sit(floor, person, table, seat)
    return table


def asked(floor: Floor, table: str) -> dict[str, Any] | None:
    found: dict[str, Any] | None = seeing.see(floor, FLOOR_PERSON, table)["pending"]
    return found


def words(floor: Floor, person: Person, table: str) -> list[str]:
    return [entry["choice"] for entry in seeing.see(floor, person, table)["pending"]["legal"] if "choice" in entry]


def stand_pat(floor: Floor, table: str, players: dict[int, Person], *, until: str | None = None) -> dict[str, Any] | None:
    """Nobody takes anything further, up to a seat that could say `until`."""
    while (pending := asked(floor, table)) is not None:
        seat = pending["seat"]
        if pending["kind"] == "offer":
            spot = floor.read(table, lambda live: the_round(live).pending.spot)
            playing.answer(floor, players[seat], table, [["wager", seat, spot, 0]])
            continue
        said = words(floor, players[seat], table)
        if until in said:
            return pending
        word = next(word for word in ("consent", "stand", "decline", "fold", said[-1]) if word in said)
        playing.answer(floor, players[seat], table, [["choice", seat, word]])
    return None


# A word puts its chips down


@pytest.mark.clause("ny/blackjack", "5324.10(h)")
def test_a_double_takes_its_chips_before_anybody_else_at_the_box_is_asked(floor: Floor) -> None:
    boxes = prepare("ny/blackjack", {"options": {"players-on-a-box": 3}}, None).boxes
    players = {1: ANN, 1 + boxes: BOB}
    table = table_of(floor, "ny/blackjack", players, 20_000, **{"players-on-a-box": 3})
    wheel = str(house.open_table(floor, FLOOR_PERSON, "ny/roulette")["table"])
    house.sit(floor, ANN, wheel, 1)
    for _ in range(40):
        playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 10_000]], new_round=True)
        playing.answer(floor, BOB, table, [["wager", 1 + boxes, "blackjack", 10_000], ["no-more-bets"]])
        if stand_pat(floor, table, players, until="double") is not None:
            playing.answer(floor, ANN, table, [["choice", 1, "double"]])
            if (pending := asked(floor, table)) is not None and pending["seat"] == 1 + boxes:
                break
        stand_pat(floor, table, players)
        for person in (ANN, BOB):
            if (short := 20_000 - held(floor, person.account)) > 0:
                house.chips(floor, ADA, person.name, short, cash_out=False)
    else:
        raise AssertionError("nobody could double with a partner beside them")
    assert floor.read(table, lambda live: the_round(live).table.seats[1].promised) == 10_000
    behind = held(floor)
    playing.open_round(floor, ANN, wheel)
    with pytest.raises(BadInput, match="from behind"):
        playing.answer(floor, ANN, wheel, [["wager", 1, "red", behind + 100]])
    playing.answer(floor, BOB, table, [["choice", 1 + boxes, "decline"]])
    stand_pat(floor, table, players)
    assert asked(floor, table) is None
    assert floor.read(table, lambda live: the_round(live).table.seats[1].promised) == 0
    sound(floor)


@pytest.mark.parametrize("game", ["ny/four-card-poker", "cleveland/four-card-poker", "oneida/four-card-poker"])
def test_a_raise_by_ones_own_amount_is_a_raise(floor: Floor, game: str) -> None:
    table = table_of(floor, game, {1: ANN}, 2_000)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 1_000], ["no-more-bets"]], new_round=True)
    if "raise" not in words(floor, ANN, table):
        pytest.skip("this text leaves no amount between the multiples")
    playing.answer(floor, ANN, table, [["choice", 1, "raise"]])
    assert held(floor) == 0, "the least that a raise can be is down"
    with pytest.raises(Refused):
        playing.answer(floor, ANN, table, [["wager", 1, "play", 0]])
    with pytest.raises(NotAllowed):
        playing.answer(floor, FLOOR_PERSON, table, [["wager", 1, "play", 2_000]])
    playing.answer(floor, FLOOR_PERSON, table, [["wager", 1, "play", 1_000]])  # who says no sum has said the least
    assert asked(floor, table) is None
    sound(floor)


def test_what_was_promised_to_a_hand_that_a_ruling_takes_goes_back(floor: Floor) -> None:
    boxes = prepare("ny/blackjack", {"options": {"players-on-a-box": 2}}, None).boxes
    players = {1: ANN, 1 + boxes: BOB}
    table = table_of(floor, "ny/blackjack", players, 100_000, **{"players-on-a-box": 2})
    for _ in range(40):
        playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 10_000]], new_round=True)
        playing.answer(floor, BOB, table, [["wager", 1 + boxes, "blackjack", 10_000], ["no-more-bets"]])
        if stand_pat(floor, table, players, until="double") is not None:
            before = held(floor)
            playing.answer(floor, ANN, table, [["choice", 1, "double"]])
            if (pending := asked(floor, table)) is not None and pending["seat"] == 1 + boxes:
                assert held(floor) == before - 10_000
                playing.void(floor, FLOOR_PERSON, table, "a fire")
                assert held(floor) == before + 10_000
                sound(floor)
                return
        stand_pat(floor, table, players)
    raise AssertionError("nobody could double with a partner beside them")


# Nobody holds a round up to have it voided, and nobody bets for another


def test_the_floor_declines_insurance_for_who_does_not_answer(floor: Floor) -> None:
    table = table_of(floor, "cincinnati/blackjack", {1: ANN}, 10**6)
    for _ in range(200):
        playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 10_000], ["no-more-bets"]], new_round=True)
        if (pending := asked(floor, table)) is not None and pending["kind"] == "offer":
            with pytest.raises(NotAllowed):
                playing.answer(floor, FLOOR_PERSON, table, [["wager", 1, "insurance", 5_000]])
            with pytest.raises(NotAllowed):
                playing.answer(floor, BOB, table, [["wager", 1, "insurance", 0]])
            playing.answer(floor, FLOOR_PERSON, table, [["wager", 1, "insurance", 0]])
            return
        stand_pat(floor, table, {1: ANN})
    raise AssertionError("no ace in two hundred rounds")


@pytest.mark.parametrize("game", ["ny/poker", "cleveland/poker", "oneida/poker"])
def test_the_floor_folds_for_a_poker_player_and_bets_for_none(floor: Floor, game: str) -> None:
    players = {1: ANN, 2: BOB}
    table = table_of(floor, game, players, 50_000)
    playing.open_round(floor, FLOOR_PERSON, table)
    for seat, person in players.items():
        playing.answer(floor, person, table, [["wager", seat, "stack", 50_000]])
    playing.answer(floor, FLOOR_PERSON, table, [["no-more-bets"]])
    pending = asked(floor, table)
    assert pending is not None and pending["kind"] == "choice"
    seat = pending["seat"]
    for word in set(words(floor, players[seat], table)) - {"fold", "check"}:
        with pytest.raises(NotAllowed, match=r"is for seat . to say"):
            playing.answer(floor, FLOOR_PERSON, table, [["choice", seat, word]])
    playing.answer(floor, FLOOR_PERSON, table, [["choice", seat, "fold"]])
    sound(floor)


def test_a_raise_without_a_sum_is_the_least_raise(floor: Floor) -> None:
    players = {1: ANN, 2: BOB}
    table = table_of(floor, "ny/poker", players, 90_000, structure="no-limit")
    playing.open_round(floor, FLOOR_PERSON, table)
    for seat, person in players.items():
        playing.answer(floor, person, table, [["wager", seat, "stack", 90_000]])
    playing.answer(floor, FLOOR_PERSON, table, [["no-more-bets"]])
    seat = (asked(floor, table) or {})["seat"]
    playing.answer(floor, players[seat], table, [["choice", seat, "raise"]])
    least = floor.read(table, lambda live: the_round(live).pending.minimum)
    for said in (["choice", seat, "fold"], ["wager", seat, "pot", 0], ["wager", seat, "pot", least + 100]):
        with pytest.raises(NotAllowed):
            playing.answer(floor, FLOOR_PERSON, table, [said])
    playing.answer(floor, FLOOR_PERSON, table, [["wager", seat, "pot", least]])
    sound(floor)


# Chance is not asked twice, and a receipt tells nothing


def test_an_insured_partner_breaks_nothing_when_the_hand_breaks(floor: Floor) -> None:
    """Insurance was settled only of boxes still in play, which ended in a fault, undone, whenever the next card broke the hand."""
    options = {"players-on-a-box": 2, "hole-card": "after-the-players"}
    boxes = prepare("ny/spanish-21", {"options": options}, None).boxes
    players = {1: ANN, 1 + boxes: BOB}
    table = table_of(floor, "ny/spanish-21", players, 10**7, **options)
    broken = 0
    for _ in range(150):
        playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 1_000]], new_round=True)
        playing.answer(floor, BOB, table, [["wager", 1 + boxes, "blackjack", 1_000], ["no-more-bets"]])
        insured = False
        while (pending := asked(floor, table)) is not None:
            seat = pending["seat"]
            if pending["kind"] == "offer":
                amount = 500 if seat != 1 else 0
                playing.answer(floor, players[seat], table, [["wager", seat, "insurance", amount]])
                insured = insured or bool(amount)
                continue
            said = words(floor, players[seat], table)
            word = "hit" if insured and "hit" in said else next(w for w in ("consent", "stand", "decline") if w in said)
            playing.answer(floor, players[seat], table, [["choice", seat, word]])
        lines = floor.read(table, lambda live: list(the_round(live).lines))
        broken += insured and any(line.wager == "blackjack" and line.outcome == "lose" for line in lines)
    assert broken, "no insured hand was lost in all these rounds"
    sound(floor)


def test_a_fault_in_mid_round_stops_the_table_and_is_not_undone_to_be_tried_again(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = table_of(floor, "cincinnati/blackjack", {1: ANN, 2: BOB}, 10**6)
    playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 10_000]], new_round=True)
    before = held(floor)

    def breaks(*_given: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        for module in (_opening,):
            patch.setattr(module, "value", breaks)
        answer = playing.answer(floor, ANN, table, [["no-more-bets"]], key="once")
    assert "a fault of the program" in answer["refused"]["error"] and "acts" not in answer
    assert "ZeroDivisionError" in caplog.text
    for act in (["no-more-bets"], ["choice", 1, "stand"], ["wager", 1, "blackjack", 0]):
        with pytest.raises(Refused, match="stopped this table"):
            playing.answer(floor, ANN, table, [act])
    assert playing.answer(floor, ANN, table, [["no-more-bets"]], key="once") == answer
    seen = seeing.see(floor, ANN, table)
    assert seen["stopped"] == "ZeroDivisionError" and not seen["pending"]["legal"]
    again = Floor(floor.database)  # another process finds the same
    with pytest.raises(Refused, match="stopped this table"):
        playing.answer(again, ANN, table, [["no-more-bets"]])
    playing.void(again, FLOOR_PERSON, table, "a fault of the program")
    assert held(again) == before + 10_000
    playing.answer(again, ANN, table, [["wager", 1, "blackjack", 10_000], ["no-more-bets"]], new_round=True)
    sound(again)


def test_a_fault_while_a_round_is_opened_leaves_a_table_that_is_closed(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(floor, "cincinnati/blackjack", {1: ANN}, 10**6)
    with monkeypatch.context() as patch:
        patch.setattr(_opening, "value", lambda *_given: 1 // 0)
        playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 10_000], ["no-more-bets"]], new_round=True)
    with pytest.raises(Refused, match="the floor closes it"):
        playing.open_round(floor, ANN, table)
    house.close_table(floor, FLOOR_PERSON, table)
    assert held(floor) == 10**6
    sound(floor)


@pytest.mark.parametrize("game", ["ny/three-card-poker", "ny/blackjack", "ny/ultimate-texas-holdem"])
def test_acts_that_were_refused_do_not_unmask_the_cards_that_came(floor: Floor, game: str) -> None:
    """A receipt repeated every card that stood among what was asked, and whoever asked had named all fifty-two."""
    table = table_of(floor, game, {1: ANN, 2: BOB}, 10**6)
    opening = next(name for name, wager in prepare(game, None, None).terms.wagers.items() if wager.placed == "opening")
    further = [["wager", 1, "blind", 1_000]] if "blind" in prepare(game, None, None).terms.wagers else []
    deck = [["card", rank + suit] for rank in "23456789TJQKA" for suit in "cdhs"]
    settings = [["arrange", 2, "As Ks"], ["discard", 2, "none"]]
    answer = playing.answer(
        floor, ANN, table, [["wager", 1, opening, 1_000], *further, ["no-more-bets"], *deck, *settings], new_round=True
    )
    cards = [act[-1] for act in answer["acts"] if act[0] == "card"]
    assert cards and set(cards) == {"??"} and answer["refused"]["act"] == 2 + len(further)


@pytest.mark.parametrize("game", ["pa/free-bet-blackjack", "pa/double-back-jack"])
def test_a_dealer_who_cannot_see_the_hole_card_learns_nothing_by_reporting(floor: Floor, game: str) -> None:
    known(floor, DEALER)
    table = table_of(floor, game, {1: ANN}, 10**8)
    main = next(iter(prepare(game, None, None).terms.wagers))
    told: Counter[tuple[bool, str]] = Counter()
    for _ in range(120):
        playing.answer(floor, ANN, table, [["wager", 1, main, 1_000], ["no-more-bets"]], new_round=True)
        pending = asked(floor, table)
        if pending is not None and pending["kind"] == "offer" and "insurance" in pending["asks"]:
            blackjack = floor.read(table, lambda live: the_round(live).table.dealer[1].rank >= 10)
            answer = playing.report(floor, DEALER, table, "reader-used-without-need")
            told[blackjack, str(answer.get("awaits"))] += 1
            with pytest.raises(NotAllowed):
                playing.rule(floor, DEALER, table, approve=True)
            playing.rule(floor, FLOOR_PERSON, table, approve=False)
        stand_pat(floor, table, {1: ANN})
    assert {awaits for _, awaits in told} == {"floor"} and {blackjack for blackjack, _ in told} == {True, False}
    sound(floor)


# The house's money goes to nobody who moves it


def test_a_dealers_limit_counts_what_one_request_sells(tmp_path: Path) -> None:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        floor = Floor(database, dealer_limit=100_000)
        known(floor, ANN, DEALER)
        house.chips(floor, ADA, "ann", 1_000, cash_out=False)
        with pytest.raises(NotAllowed, match="at most 100000 cents"):
            house.chips(floor, DEALER, "ann", 100_100, cash_out=False)
        game = next(g for g in ("cincinnati/mini-baccarat", "cincinnati/craps") if prepare(g, None, None).terms.file.wagering)
        table = str(house.open_table(floor, FLOOR_PERSON, game, settings={"closing": "dealer"})["table"])
        house.sit(floor, ANN, table, 1)
        playing.open_round(floor, DEALER, table)
        spot = "player" if "baccarat" in game else "field"
        answer = playing.answer(floor, DEALER, table, [["called", 1, spot, 30_000, "dealer", "cash"]] * 10)
        assert answer["refused"]["act"] == 3 and "at most 100000 cents" in answer["refused"]["error"]
        assert held(floor) == 1_000
        sound(floor)


def hand(floor: Floor, table: str, players: dict[int, Person]) -> None:
    """A hand of poker in which everybody stays to the end and shows."""
    playing.open_round(floor, FLOOR_PERSON, table)
    for seat, person in players.items():
        if not floor.read(table, lambda live, seat=seat: live.stack(seat)):
            playing.answer(floor, person, table, [["wager", seat, "stack", 10_000]])
    playing.answer(floor, FLOOR_PERSON, table, [["no-more-bets"]])
    while (pending := asked(floor, table)) is not None:
        said = words(floor, players[pending["seat"]], table)
        word = next(word for word in ("bet", "call", "check", "show") if word in said)
        playing.answer(floor, players[pending["seat"]], table, [["choice", pending["seat"], word]])


def test_a_jackpot_is_of_who_played_the_hand_and_nobody_verifies_their_own(floor: Floor) -> None:
    game, players = "cleveland/poker", {1: ANN, 2: BOB}
    table = table_of(floor, game, players, 100_000, **{"promotional-drop": True})
    known(floor, CLEO, ADA)
    for person in (CLEO, ADA):
        house.chips(floor, FLOOR_PERSON, person.name, 100_000, cash_out=False)
    terms = {"pays": "high-hand", "least": "high-card", "players": 2, "ties": "first"}
    poker_rooms.begin_period(floor, FLOOR_PERSON, game, **terms)
    hand(floor, table, players)
    between.change_seat(floor, ANN, table, 1, 3)
    house.sit(floor, CLEO, table, 1)
    poker_rooms.qualify(floor, FLOOR_PERSON, game, table, 1)
    best = next(room["period"]["best"] for room in poker_rooms.look(floor, FLOOR_PERSON) if room["game"] == game)
    assert [entry["player"] for entry in best] == ["ann"]
    house.sit(floor, ADA, table, 4)
    for attempt in (
        lambda: poker_rooms.qualify(floor, ADA, game, table, 2),
        lambda: poker_rooms.end_period(floor, ADA, game),
    ):
        with pytest.raises(NotAllowed, match="who sits at the table"):
            attempt()
    house.leave(floor, ADA, table, 4)
    house.leave(floor, ANN, table, 3)
    with pytest.raises(NotAllowed, match="nobody moves"):
        poker_rooms.end_period(floor, Person("ann", Role.FLOOR), game)
    cleo = held(floor, CLEO.account)
    poker_rooms.end_period(floor, FLOOR_PERSON, game)
    assert held(floor, CLEO.account) == cleo
    sound(floor)


def test_the_floor_does_not_pay_itself_the_players_fund(floor: Floor) -> None:
    players = {1: ANN, 2: BOB}
    table = table_of(floor, "cleveland/poker", players, 100_000, **{"promotional-drop": True})
    known(floor, FLOOR_PERSON)
    hand(floor, table, players)
    fund = held(floor, f"promotional-drop:{table}")
    with pytest.raises(NotAllowed, match="nobody moves"):
        pots.pay_promotion(floor, FLOOR_PERSON, table, FLOOR_PERSON.name, fund)
    assert held(floor, f"promotional-drop:{table}") == fund > 0


def test_one_side_of_a_players_bank_is_not_undone_alone(floor: Floor) -> None:
    players = {1: ANN, 2: BOB}
    table = table_of(floor, "ny/pai-gow-poker", players, 100_000, **{"player-banking": True})
    for _ in range(20):
        playing.open_round(floor, ANN, table)
        banker = next(
            (e.seat for e in floor.read(table, lambda live: the_round(live).listed()) if getattr(e, "spot", "") == "bank"), 0
        )
        for seat, person in players.items():
            spot = "bank" if seat == banker else "pai-gow-poker"
            if seat != banker:
                playing.answer(floor, person, table, [["wager", seat, spot, 10_000]])
        if banker:
            playing.answer(floor, players[banker], table, [["wager", banker, "bank", 10_000]])
        playing.answer(floor, ANN, table, [["no-more-bets"]])
        while (pending := asked(floor, table)) is not None:
            seat = pending["seat"]
            way = floor.read(table, lambda live: acts.write(the_round(live).listed()[0].act()))
            playing.answer(floor, players[seat], table, [way])
        lines = floor.read(table, lambda live: list(live.position.lines))
        if banker and all(line.outcome != "push" for _, line in lines):
            break
    else:
        raise AssertionError("nobody banked a round that was decided")
    round_id, before = floor.read(table, lambda live: live.round_id), (held(floor), held(floor, BOB.account))
    for number, _ in lines:
        with pytest.raises(Refused, match="a player had the bank"):
            corrections.reverse(floor, FLOOR_PERSON, round_id, number, why="misdealt")
    assert (held(floor), held(floor, BOB.account)) == before
    sound(floor)


def test_a_real_table_joins_no_jackpot_of_practice_tables(floor: Floor) -> None:
    rules = {"meters": {"progressive": {"link": "v-practice-eve"}}}
    with pytest.raises(BadInput, match="practice tables"):
        house.open_table(floor, FLOOR_PERSON, "ny/caribbean-stud", house_rules=rules)
