"""A third attack: on what is told beside the cards, on seats that change their player, and on who stands in whose way."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.ledger import books
from croupier.server import between, corrections, house, playing, recall, records, seeing
from croupier.server.floor import Floor
from croupier.server.people import NotAllowed, Person, Role
from croupier.table import acts
from tests.ledger.test_money_and_chance import held, known, sound
from tests.ledger.test_second_attack import ADA, asked, table_of, words
from tests.support.evening import FLOOR_PERSON, PLAYERS, opened
from tests.support.serving import fresh_database

ANN, BOB, CLEO = PLAYERS
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
compact = json.JSONEncoder(separators=(",", ":")).encode


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def arrives(floor: Floor, person: Person) -> None:
    known(floor, person)
    house.chips(floor, ADA, person.name, 10_000, cash_out=False)


# What a hash tells


def guesses(shown: dict[str, Any], table: str, played: list[Any], more: dict[str, Any]) -> int:
    """How many of the cards that could lie under the dealer's agree with the hash of the round's last event."""
    before, event = shown["events"][-2:]
    known = [card for card in (*shown["view"]["seats"]["1"]["cards"], *shown["view"]["dealer"]) if card != "??"]
    places = [place for place, form in enumerate(played) if form[0] == "card"]
    moved = [["player:ann", f"pending:{table}", 1000, "wager", shown["round"], "blackjack", None, None]]
    fields = [3, table, event["seq"], event["kind"], event["at"], event["by"], " ".join(event["marks"])]
    found = 0
    for order in (order for hole in DECK for order in itertools.permutations([*known, hole])):
        forms = [list(form) for form in played]
        for place, card in zip(places, order, strict=True):
            forms[place] = ["card", card]
        body = compact({"round": shown["round"], "acts": forms} | more)
        found += hashlib.sha256(compact([before["hash"], [*fields, body], moved]).encode()).hexdigest() == event["hash"]
    return found


def test_the_hash_of_an_event_does_not_tell_the_card_that_lies_face_down_in_it(floor: Floor) -> None:
    table = table_of(floor, "cincinnati/blackjack", {1: ANN}, 100_000)
    for _ in range(20):
        playing.open_round(floor, ANN, table)
        played = playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 1000], ["no-more-bets"]])["acts"]
        if asked(floor, table) is not None:
            break
    shown = recall.shown(floor, ANN, f"{table}-{seeing.see(floor, ANN, table)['round']['number']}")
    assert shown["status"] == "playing" and "??" in shown["view"]["dealer"]
    assert guesses(shown, table, played, {}) == 0
    with floor.database.read() as connection:
        last = books.read_events(connection, table)[-1]
    assert guesses(shown, table, played, {books.SALT: last.body[books.SALT]}) == 1, (
        "with the salt it would: nothing else hides it"
    )


@pytest.mark.parametrize("sits", [True, False])
def test_the_salt_is_for_those_alone_who_see_the_cards(floor: Floor, sits: bool) -> None:
    boss = Person("boss", Role.ADMINISTRATOR)
    table = table_of(floor, "ny/poker", {1: ANN, 2: boss if sits else BOB}, 100_000)
    playing.answer(floor, ANN, table, [["wager", 1, "stack", 5000]], new_round=True)
    playing.answer(floor, boss if sits else BOB, table, [["wager", 2, "stack", 5000]])
    playing.answer(floor, ANN, table, [["no-more-bets"]])
    event = next(entry for entry in records.events(floor, boss, stream=table) if "card" in str(entry["body"]))
    assert (books.SALT in event["body"]) is not sits
    assert (books.SALT in records.event(floor, boss, event["id"])["body"]) is not sits
    assert books.SALT not in json.dumps(recall.shown(floor, ANN, event["body"]["round"]))


# Whose eyes


def folded_hand(floor: Floor, players: dict[int, Person]) -> tuple[str, dict[str, list[str]]]:
    """A poker table whose hand is over, all but one having folded; the cards that were thrown away."""
    table = table_of(floor, "ny/poker", players, 100_000)
    playing.open_round(floor, players[1], table)
    for seat, person in players.items():
        playing.answer(floor, person, table, [["wager", seat, "stack", 5000]])
    playing.answer(floor, players[1], table, [["no-more-bets"]])
    seats = floor.read(table, lambda live: live.round.table.seats)
    dealt = {str(number): [str(card) for card in seat.hand] for number, seat in seats.items() if seat.hand}
    while (pending := asked(floor, table)) is not None:
        seat = pending["seat"]
        said = words(floor, players[seat], table)
        playing.answer(floor, players[seat], table, [["choice", seat, "fold" if "fold" in said else said[0]]])
    assert len(dealt) == len(players)
    return table, dealt


def seen(floor: Floor, person: Person, table: str) -> dict[str, list[str]]:
    return {seat: view["cards"] for seat, view in seeing.see(floor, person, table)["view"]["seats"].items() if view["cards"]}


def test_who_takes_a_seat_does_not_see_the_cards_of_who_had_it(floor: Floor) -> None:
    table, dealt = folded_hand(floor, {1: ANN, 2: BOB})
    arrives(floor, CLEO)
    before = seen(floor, CLEO, table)
    house.leave(floor, ANN, table, 1)
    house.sit(floor, CLEO, table, 1)
    assert seen(floor, CLEO, table) == before and before["1"] != dealt["1"]
    assert seen(floor, ANN, table)["1"] == dealt["1"], "her own she has seen"


def test_who_changes_seats_sees_their_own_cards_and_not_those_of_the_other(floor: Floor) -> None:
    table, dealt = folded_hand(floor, {1: ANN, 2: BOB, 3: CLEO})
    house.leave(floor, CLEO, table, 3)
    between.change_seat(floor, BOB, table, 2, 3)
    now = seen(floor, BOB, table)
    assert now["2"] == dealt["2"] and "??" in now["3"]


def test_an_administrator_who_gets_up_sees_no_hand_that_stayed_down_and_no_seed(floor: Floor) -> None:
    boss = Person("boss", Role.ADMINISTRATOR)
    table, dealt = folded_hand(floor, {1: ANN, 2: BOB, 3: boss})
    house.leave(floor, boss, table, 3)
    now = seeing.see(floor, boss, table)
    assert now["round"]["seed"] is None
    assert [seat for seat, view in now["view"]["seats"].items() if view["cards"] == dealt.get(seat)] == ["3"]
    sound(floor)


# Who leaves


def test_a_marker_goes_with_the_player_who_leaves_in_mid_round(floor: Floor) -> None:
    table = table_of(floor, "ny/mini-baccarat", {1: ANN, 2: BOB}, 1_000_000, **{"vigorish-collected": "deferred"})

    def owed() -> dict[int, int]:
        found: dict[int, int] = floor.read(table, lambda live: dict(live.session.carried.vigorish))
        return found

    while 1 not in owed():
        playing.answer(floor, ANN, table, [["wager", 1, "banker", 10_000], ["no-more-bets"]], new_round=True)
    playing.open_round(floor, BOB, table)
    house.leave(floor, ANN, table, 1)
    playing.answer(floor, BOB, table, [["wager", 2, "player", 10_000], ["no-more-bets"]])
    assert 1 not in owed()
    had = held(floor, BOB.account)
    house.leave(floor, BOB, table, 2)
    house.sit(floor, BOB, table, 1)
    house.leave(floor, BOB, table, 1)
    assert held(floor, BOB.account) == had, "nobody pays another's vigorish"
    house.close_table(floor, FLOOR_PERSON, table)
    sound(floor)


@pytest.mark.parametrize("right", [None, {"returned": 10_000, "won": 4_000, "commission": 200}])
def test_a_win_that_is_undone_or_set_right_leaves_no_vigorish_marked_for_it(floor: Floor, right: dict[str, int] | None) -> None:
    table = table_of(floor, "ny/mini-baccarat", {1: ANN}, 1_000_000, **{"vigorish-collected": "deferred"})
    owed: dict[int, int] = {}
    while len(owed) == 0 or owed[1] < 1000:  # the second win is the one that is set right
        playing.answer(floor, ANN, table, [["wager", 1, "banker", 10_000], ["no-more-bets"]], new_round=True)
        owed = floor.read(table, lambda live: dict(live.session.carried.vigorish))
    round_id, had = floor.read(table, lambda live: live.round_id), held(floor)
    (line,) = recall.shown(floor, FLOOR_PERSON, round_id)["lines"]
    assert line["won"] == 10_000 and not line["commission"]
    if right is None:
        corrections.reverse(floor, FLOOR_PERSON, round_id, line["line"], "not so")
    else:
        corrections.correct(floor, FLOOR_PERSON, round_id, line["line"], **right, clause="5324.21(a)(3)", why="not so")
    assert floor.read(table, lambda live: dict(live.session.carried.vigorish)) == {1: owed[1] - 500}
    assert had - held(floor) == (10_000 if right is None else 10_000 - 4_000 + 200)
    house.leave(floor, ANN, table, 1)
    assert had - held(floor) == (10_000 if right is None else 10_000 - 4_000 + 200) + owed[1] - 500
    sound(floor)


def test_nobody_sits_down_behind_cards_that_somebody_else_was_dealt(floor: Floor) -> None:
    """A seat is its player's until their hand is decided; were it free before, a newcomer would be refused it."""
    table = table_of(floor, "ny/three-card-poker", {1: ANN, 2: BOB}, 100_000)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000]], new_round=True)
    playing.answer(floor, BOB, table, [["wager", 2, "ante", 1000], ["no-more-bets"]])
    house.leave(floor, ANN, table, 1)
    arrives(floor, CLEO)
    with pytest.raises(Refused, match=r"taken|cards of who had it"):
        house.sit(floor, CLEO, table, 1)


# Who plays another's hand


def to_decide(floor: Floor, game: str, wagers: dict[str, int], kind: str) -> tuple[str, dict[str, Any]]:
    table = table_of(floor, game, {1: ANN}, 1_000_000)
    for _ in range(40):
        down = [["wager", 1, spot, cents] for spot, cents in wagers.items()]
        playing.answer(floor, ANN, table, [*down, ["no-more-bets"]], new_round=True)
        while (pending := asked(floor, table)) is not None and pending["kind"] != kind:
            playing.answer(floor, FLOOR_PERSON, table, [floor.read(table, lambda live: least(live.round))])
        if pending is not None:
            return table, pending
    raise AssertionError(f"{game}: nobody was asked")


def least(round_: Any) -> list[Any]:
    """What silence comes to."""
    return next(acts.write(entry.act()) for entry in round_.listed() if round_.pending.free(entry.act()))


def test_the_floor_stands_for_who_does_not_answer_and_neither_hits_nor_gives_up(floor: Floor) -> None:
    table, _ = to_decide(floor, "ny/blackjack", {"blackjack": 1000}, "choice")
    assert words(floor, FLOOR_PERSON, table) == ["stand"]
    for word in ("hit", "double"):
        with pytest.raises(NotAllowed, match="is for seat 1 to say; who says nothing may be given stand"):
            playing.answer(floor, FLOOR_PERSON, table, [["choice", 1, word]])
    playing.answer(floor, FLOOR_PERSON, table, [["choice", 1, "stand"]])


def test_the_floor_sets_a_hand_the_house_way_and_in_no_other(floor: Floor) -> None:
    table, pending = to_decide(floor, "ny/pai-gow-poker", {"pai-gow-poker": 2000}, "arrange")
    ways = [entry["hands"] for entry in seeing.see(floor, ANN, table)["pending"]["legal"]]
    assert len(ways) > 1 and len(pending["legal"]) == 1
    with pytest.raises(NotAllowed):
        playing.answer(floor, FLOOR_PERSON, table, [["arrange", 1, ways[-1]]])
    playing.answer(floor, FLOOR_PERSON, table, [["arrange", 1, ways[0]]])


def test_the_floor_throws_no_cards_of_a_players_away(floor: Floor) -> None:
    players = {1: ANN, 2: BOB}
    table = table_of(floor, "ny/poker", players, 1_000_000, variant="five-card-draw-high")
    for seat, person in players.items():
        playing.answer(floor, person, table, [["wager", seat, "stack", 20_000]], new_round=seat == 1)
    playing.answer(floor, ANN, table, [["no-more-bets"]])
    while (pending := asked(floor, table)) is not None and pending["kind"] != "discard":
        seat = pending["seat"]
        said = words(floor, players[seat], table)
        playing.answer(
            floor, players[seat], table, [["choice", seat, next(word for word in ("check", "call", said[0]) if word in said)]]
        )
    assert pending is not None
    seat = pending["seat"]
    hand = seen(floor, players[seat], table)[str(seat)]
    with pytest.raises(NotAllowed):
        playing.answer(floor, FLOOR_PERSON, table, [["discard", seat, " ".join(hand[:3])]])
    playing.answer(floor, FLOOR_PERSON, table, [["discard", seat, "none"]])


# Who holds up whom


def test_nobody_waits_in_the_event_loop_for_somebody_who_looks_at_a_table(floor: Floor) -> None:
    table = table_of(floor, "ny/roulette", {1: ANN}, 100_000)
    other = table_of(floor, "ny/roulette", {1: BOB}, 100_000)
    looking, lags = threading.Event(), []

    def look(_table: Any) -> None:
        looking.set()
        time.sleep(0.6)

    async def ticking() -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.005)
            lags.append(time.monotonic() - before)

    async def attack() -> None:
        ticks = asyncio.create_task(ticking())
        for _ in range(3):  # from the second on the loop writes for its own
            await playing.answered(floor, BOB, other, [["wager", 1, "red", 500]], new_round=True)
            floor.database._slow_until = 0.0
        thread = threading.Thread(target=floor.read, args=(table, look))
        thread.start()
        await asyncio.to_thread(looking.wait)
        await playing.answered(floor, ANN, table, [], new_round=True)
        await asyncio.sleep(0.02)
        ticks.cancel()
        thread.join()

    asyncio.run(attack())
    assert max(lags) < 0.3, f"everybody waited {max(lags):.2f} s"


def test_whoever_writes_goes_before_those_who_have_not_begun_to_look(floor: Floor) -> None:
    """However many look at a table all the time, a chip comes down on it when the one who is looking has looked."""
    table = table_of(floor, "ny/roulette", {1: ANN}, 100_000)
    playing.open_round(floor, ANN, table)
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            floor.read(table, lambda _table: time.sleep(0.02))

    readers = [threading.Thread(target=look) for _ in range(12)]
    for reader in readers:
        reader.start()
    try:
        began = time.monotonic()
        for cents in range(100, 1100, 100):
            playing.answer(floor, ANN, table, [["wager", 1, "red", cents * 5]])
        took = time.monotonic() - began
    finally:
        over.set()
        for reader in readers:
            reader.join()
    assert took < 10 * 0.1, f"ten wagers took {took:.2f} s"


# Who writes without end


def test_a_seat_moves_its_chips_so_often_and_no_more_before_something_falls(floor: Floor) -> None:
    table = table_of(floor, "ny/roulette", {1: ANN, 2: BOB}, 100_000)
    playing.open_round(floor, ANN, table)
    moves = [["wager", 1, "red", 500 + 500 * (number % 2)] for number in range(200)]
    answers = [playing.answer(floor, ANN, table, moves) for _ in range(2)]
    assert "refused" not in answers[0] and answers[1]["refused"]["act"] == playing.MOST_CHANGES - 200
    with pytest.raises(Refused, match="has moved its chips 300 times"):
        playing.answer(floor, ANN, table, [["wager", 1, "red", 0]])
    playing.answer(floor, BOB, table, [["wager", 2, "black", 500]])
    playing.answer(floor, ANN, table, [["no-more-bets"]])
    playing.answer(floor, ANN, table, [["wager", 1, "red", 500]], new_round=True)


def test_a_long_round_is_recalled_in_parts(floor: Floor) -> None:
    table = table_of(floor, "ny/roulette", {1: ANN}, 100_000)
    playing.answer(floor, ANN, table, [["wager", 1, "red", 500 + 500 * (number % 2)] for number in range(50)], new_round=True)
    whole = list(recall.steps(floor, ANN, f"{table}-1"))
    parts = [list(recall.steps(floor, ANN, f"{table}-1", after=after, limit=20)) for after in range(0, len(whole), 20)]
    assert [step for part in parts for step in part] == whole and len(parts) == len(whole) // 20 + 1


def test_no_companion_with_the_cages_chips_sits_where_players_play_each_other_for_money(floor: Floor) -> None:
    table = table_of(floor, "ny/poker", {1: ANN}, 100_000)
    with pytest.raises(Refused, match="companions play with the house's chips"):
        house.sit(floor, FLOOR_PERSON, table, 2, companion=True)
    with pytest.raises(Refused, match="companions play with the house's chips"):
        house.open_table(floor, FLOOR_PERSON, "ny/poker", companions=3)


@pytest.mark.parametrize("game", ["ny/pai-gow-poker", "cincinnati/pai-gow-poker", "ny/pai-gow-tiles"])
def test_no_companion_sits_where_a_player_may_have_the_bank(floor: Floor, game: str) -> None:
    with pytest.raises(Refused, match="companions play with the house's chips"):
        house.open_table(floor, FLOOR_PERSON, game, companions=2)
    house.open_table(floor, FLOOR_PERSON, game, companions=2, settings={"practice": True})


def test_the_kill_button_does_not_wait_at_a_seat_for_whoever_comes_next(floor: Floor) -> None:
    table = table_of(floor, "oneida/poker", {1: ANN, 2: BOB}, 100_000)
    floor.read(table, lambda live: live.session.carried.kill.update(holder=1, winner=1))
    house.leave(floor, ANN, table, 1)
    assert floor.read(table, lambda live: live.session.carried.kill) == {}


# Who says that something went wrong

DAN = Person("dan", Role.DEALER)


def reported(floor: Floor, table: str, irregularity: str, seat: int = 0) -> dict[str, Any]:
    """What a dealer's word does where equipment deals: nothing, until the floor has ruled."""
    before = floor.read(table, lambda live: (list(live.round.log), dict(live.round.net)))
    answer = playing.report(floor, DAN, table, irregularity, seat)
    assert floor.read(table, lambda live: (list(live.round.log), dict(live.round.net))) == before
    with pytest.raises(NotAllowed):
        playing.rule(floor, DAN, table, approve=True)
    return answer


def test_a_dealer_takes_no_round_back_that_equipment_dealt(floor: Floor) -> None:
    table = table_of(floor, "cincinnati/three-card-poker", {1: ANN}, 100_000)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000], ["no-more-bets"]], new_round=True)
    assert reported(floor, table, "wrong-number-of-cards")["awaits"] == "floor"
    playing.rule(floor, FLOOR_PERSON, table, approve=False)
    assert asked(floor, table) is not None, "it goes on as it was"


def test_a_dealer_turns_no_card_of_the_shoe_over_for_a_player(floor: Floor) -> None:
    table, _ = to_decide(floor, "cleveland/blackjack", {"blackjack": 1000}, "choice")
    assert reported(floor, table, "card-drawn-and-exposed")["awaits"] == "floor"
    assert not seeing.see(floor, ANN, table)["view"].get("exposed")


def test_a_dealer_makes_no_hand_dead_for_a_friends_sake(floor: Floor) -> None:
    players = {1: ANN, 2: BOB}
    table = table_of(floor, "ny/poker", players, 100_000)
    for seat, person in players.items():
        playing.answer(floor, person, table, [["wager", seat, "stack", 50_000]], new_round=seat == 1)
    playing.answer(floor, ANN, table, [["no-more-bets"]])
    for irregularity in ("unprotected-hand-collected", "player-left-the-table"):
        assert reported(floor, table, irregularity, 2)["awaits"] == "floor"
        playing.rule(floor, FLOOR_PERSON, table, approve=False)


def test_a_dealer_arms_nothing_for_the_deal_to_come(floor: Floor) -> None:
    table = table_of(floor, "cleveland/blackjack", {1: ANN}, 100_000)
    playing.open_round(floor, ANN, table)
    with pytest.raises(NotAllowed, match="for the floor"):
        playing.report(floor, DAN, table, "card-drawn-and-exposed", when_it_comes=True)
