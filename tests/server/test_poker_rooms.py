"""Poker rooms: seats go first come, first served, and the fund goes to the best hand of its period or to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput, Refused
from croupier.games.registry import playable
from croupier.ledger import books
from croupier.ledger import poker_rooms as kept
from croupier.ledger.verify import verify
from croupier.server import between, house, playing, poker_rooms, recall, records, seeing
from croupier.server.floor import Floor, prepare
from croupier.server.people import NotAllowed, Person, Role
from croupier.table.poker_room import (
    Begun,
    Called,
    Ended,
    Joined,
    PokerRoom,
    Qualified,
    Struck,
    kind_of_table,
    replay_poker_room,
)
from tests.ledger.test_money_and_chance import ANN, BOB, held, known, sound
from tests.ledger.test_poker_money import balances, opened_table, play_a_hand
from tests.support.evening import FLOOR_PERSON, opened
from tests.support.serving import fresh_database

CLEO, LATE = Person("cleo", Role.PLAYER), Person("late", Role.PLAYER)
HOLDEM = {"ny/poker": "texas-holdem", "cleveland/poker": "holdem", "oneida/poker": "holdem"}


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def full_table(floor: Floor, game: str, **options: Any) -> str:
    """A table at which every seat is taken, three who want one, and one more."""
    rules, seats = {"options": options}, playable(game, {"options": options}).seats
    table = str(house.open_table(floor, FLOOR_PERSON, game, house_rules=rules)["table"])
    there = [Person(f"there-{seat}", Role.PLAYER) for seat in range(1, seats + 1)]
    for person in (*there, ANN, BOB, CLEO, LATE):
        known(floor, person)
        house.chips(floor, FLOOR_PERSON, person.name, 20_000, cash_out=False)
    for seat, person in enumerate(there, 1):
        house.sit(floor, person, table, seat)
    return table


def the_kind(floor: Floor, person: Person = ANN) -> dict[str, Any]:
    (room,) = poker_rooms.look(floor, person)
    (entry,) = room["kinds"]
    found: dict[str, Any] = entry
    return found


@pytest.mark.clause("oneida/poker", "Poker S.1")
@pytest.mark.clause("ny/poker", "5324.42(q)")
@pytest.mark.clause("cleveland/poker", "8.20")
@pytest.mark.parametrize("game", HOLDEM)
def test_a_free_seat_is_for_who_came_first(floor: Floor, game: str) -> None:
    table = full_table(floor, game)
    kind = the_kind(floor)["kind"]
    for person in (BOB, ANN, CLEO):
        poker_rooms.join_list(floor, person, game, kind)
    with pytest.raises(Refused, match="on the list already, 2 of 3"):
        poker_rooms.join_list(floor, ANN, game, kind)
    assert the_kind(floor)["waiting"] == ["bob", "ann", "cleo"] and the_kind(floor)["place"] == 2
    assert the_kind(floor)["tables"][0]["called"] == []
    house.leave(floor, FLOOR_PERSON, table, 4)
    assert the_kind(floor)["tables"][0]["called"] == ["bob"] and the_kind(floor)["tables"][0]["announced"]
    for person in (ANN, CLEO):
        with pytest.raises(Refused, match="bob came first, and 3 wait for 1 free"):
            house.sit(floor, person, table, 4)
    with pytest.raises(Refused, match="bob came first"):
        house.sit(floor, LATE, table, 4)
    with pytest.raises(NotAllowed):
        poker_rooms.leave_list(floor, CLEO, game, kind, "bob")
    house.leave(floor, FLOOR_PERSON, table, 7)
    house.sit(floor, ANN, table, 7, key="ann-sits")  # two are free: one is left for Bob
    poker_rooms.leave_list(floor, FLOOR_PERSON, game, kind, "bob")  # who did not come
    assert house.sit(floor, CLEO, table, 4, key="cleo-sits") == house.sit(floor, CLEO, table, 4, key="cleo-sits")
    assert the_kind(floor)["waiting"] == []
    with pytest.raises(Refused, match="sits at such a table"):
        poker_rooms.join_list(floor, CLEO, game, kind)
    sound(floor)


def test_seats_without_a_list_are_announced_where_the_text_lets_them_be(floor: Floor) -> None:
    for game, announced in (("ny/poker", True), ("cleveland/poker", True), ("oneida/poker", False)):
        table = str(house.open_table(floor, FLOOR_PERSON, game)["table"])
        assert the_kind(floor)["tables"][0]["announced"] is announced, game
        house.close_table(floor, FLOOR_PERSON, table)


def test_a_house_may_keep_no_list_and_practice_tables_have_none(floor: Floor) -> None:
    full_table(floor, "ny/poker", **{"waiting-list": "none"})
    kind = the_kind(floor)["kind"]
    with pytest.raises(Refused, match=r"no waiting list .*5324\.42\(q\)"):
        poker_rooms.join_list(floor, ANN, "ny/poker", kind)
    with pytest.raises(Refused, match="no such table is open"):
        poker_rooms.join_list(floor, ANN, "oneida/poker", kind)
    house.open_table(floor, ANN, "oneida/poker", settings={"practice": True})
    assert [room["game"] for room in poker_rooms.look(floor, ANN)] == ["ny/poker"]


def a_room(game: str = "ny/poker") -> PokerRoom:
    return PokerRoom(playable(game).terms)


def qualified(
    player: str, category: str, ranks: tuple[int, ...] = (9,), *, round_: str = "t1-1", dealt_in: int = 4
) -> Qualified:
    return Qualified(player, "t1", round_, 3, "9c 9d 9h 9s 2c", category, ranks, dealt_in, "dan", "fay", "2026-01-01")


@pytest.mark.clause(
    "ny/poker", "5324.42(r)(2)(i)", "5324.42(r)(2)(iv)", "5324.42(r)(2)(v)", "5324.42(r)(4)", "5324.42(r)(4)(iii)"
)
def test_the_best_hand_of_a_period_is_kept_and_equal_ones_share_as_posted() -> None:
    for ties, awards in (("shared", {"bob": 51, "cleo": 50}), ("first", {"bob": 101})):
        room = a_room()
        with pytest.raises(Refused, match=r"no qualifying period .*5324\.42\(r\)\(3\)"):
            room.answer(qualified("ann", "four-of-a-kind"))
        room.answer(Begun("high-hand", "full-house", 4, ties, "2026-01-01"))
        with pytest.raises(Refused, match="3 were dealt in, and 4 must be"):
            room.answer(qualified("ann", "four-of-a-kind", dealt_in=3))
        with pytest.raises(Refused, match="flush does not qualify"):
            room.answer(qualified("ann", "flush"))
        room.answer(qualified("ann", "full-house", round_="t1-1"))
        room.answer(qualified("bob", "four-of-a-kind", round_="t1-2"))
        with pytest.raises(Refused, match="not better than the four-of-a-kind of bob"):
            room.answer(qualified("ann", "full-house", (14, 13), round_="t1-3"))
        if ties == "shared":
            room.answer(qualified("cleo", "four-of-a-kind", round_="t1-4"))
        else:
            with pytest.raises(Refused, match="not better"):
                room.answer(qualified("cleo", "four-of-a-kind", round_="t1-4"))
        assert room.awards(101) == awards


def test_a_room_is_its_log() -> None:
    room, kind = a_room(), kind_of_table(playable("ny/poker"))
    for act in (
        Joined(kind, "ann"),
        Joined(kind, "bob"),
        Called(kind, "ann", "t1", 3),
        Begun("bad-beat", "four-of-a-kind", 2, "first", "2026-01-01"),
        qualified("bob", "four-of-a-kind"),
    ):
        room.answer(act)
    again = replay_poker_room(room.terms, room.log)
    assert again.standing() == room.standing() == PokerRoom.stood(room.terms, room.standing()).standing()
    for refused in (Struck(kind, "ann"), Begun("high-hand", "pair", 2, "shared", ""), qualified("ann", "four-of-a-kind")):
        before = room.standing()
        with pytest.raises(BadInput):
            room.answer(refused)
        assert room.standing() == before and len(room.log) == 5
    room.answer(Ended({"t1": 100}, 0, "2026-01-02"))
    with pytest.raises(Refused):
        room.answer(Ended({}, 0, "2026-01-02"))


@pytest.mark.clause("ny/poker", "5324.42(r)(5)", "5324.42(r)(6)", "5324.42(r)(7)")
@pytest.mark.clause("ny/poker", "5324.42(r)(4)(ii)", "5324.42(r)(4)(iv)", "5324.42(r)(4)(v)")
@pytest.mark.clause("cleveland/poker", "8.21(c)(3)")
@pytest.mark.clause("oneida/poker", "Poker O.5")
@pytest.mark.parametrize("game", HOLDEM)
def test_the_pooled_fund_goes_to_the_best_hand_or_to_the_next_period(floor: Floor, game: str) -> None:
    table = opened_table(floor, game, **{"promotional-drop": True if game.startswith("cleveland") else 100})
    posted = {"pays": "high-hand", "players": 2, "ties": "shared"}
    poker_rooms.begin_period(floor, FLOOR_PERSON, game, least="royal-flush", **posted)  # type: ignore[arg-type]
    play_a_hand(floor, table)
    poker_rooms.end_period(floor, FLOOR_PERSON, game)
    assert balances(floor)[kept.fund_of(game)] == 100 and not balances(floor)[f"promotional-drop:{table}"]
    poker_rooms.begin_period(floor, FLOOR_PERSON, game, least="high-card", **posted)  # type: ignore[arg-type]
    with pytest.raises(NotAllowed):
        poker_rooms.qualify(floor, ANN, game, table, 1)
    play_a_hand(floor, table)
    shown = [seat for seat in (1, 2) if _qualifies(floor, game, table, seat)]
    before = {person: held(floor, person.account) for person in (ANN, BOB)}
    winners = {best["player"] for best in poker_rooms.look(floor, ANN)[0]["period"]["best"]}
    assert shown and winners
    poker_rooms.end_period(floor, FLOOR_PERSON, game, key="ended")
    gained = {person.name: held(floor, person.account) - had for person, had in before.items()}
    assert sum(gained.values()) == 200 and {name for name, cents in gained.items() if cents} == winners
    assert balances(floor)[kept.fund_of(game)] == 0
    sound(floor)


@pytest.mark.clause("cleveland/poker", "8.21(c)(1)")
def test_a_bad_beat_is_paid_to_a_hand_that_a_better_one_beat(floor: Floor) -> None:
    game = "cleveland/poker"
    table = opened_table(floor, game, **{"promotional-drop": True})
    poker_rooms.begin_period(floor, FLOOR_PERSON, game, pays="bad-beat", least="high-card", players=2, ties="shared")
    with pytest.raises(Refused, match="when its round is over"):
        poker_rooms.qualify(floor, FLOOR_PERSON, game, table, 1)
    hands = 0
    net = {"1": 0, "2": 0}
    while net["1"] == net["2"]:
        play_a_hand(floor, table)
        net, hands = seeing.history(floor, FLOOR_PERSON, table, limit=1)[0]["net"], hands + 1
    loser, winner = sorted((1, 2), key=lambda seat: net[str(seat)])
    with pytest.raises(Refused, match=rf"seat {winner} was not beaten"):
        poker_rooms.qualify(floor, FLOOR_PERSON, game, table, winner)
    poker_rooms.qualify(floor, FLOOR_PERSON, game, table, loser)
    person = (ANN, BOB)[loser - 1]
    before = held(floor, person.account)
    poker_rooms.end_period(floor, FLOOR_PERSON, game)
    assert held(floor, person.account) == before + 100 * hands


def test_a_hand_dealt_before_the_period_began_wins_nothing_in_it(floor: Floor) -> None:
    """Who has seen the hand could begin a period for it; and the winner of one period could win the next with the same hand."""
    game = "ny/poker"
    table = opened_table(floor, game, **{"promotional-drop": 100})
    posted = {"pays": "high-hand", "least": "high-card", "players": 2, "ties": "shared"}
    play_a_hand(floor, table)
    for _ in range(2):
        poker_rooms.begin_period(floor, FLOOR_PERSON, game, **posted)  # type: ignore[arg-type]
        for seat in (1, 2):
            with pytest.raises(Refused, match=r"before the period|has shown no hand"):
                poker_rooms.qualify(floor, FLOOR_PERSON, game, table, seat)
        play_a_hand(floor, table)
        assert [seat for seat in (1, 2) if _qualifies(floor, game, table, seat)]
        poker_rooms.end_period(floor, FLOOR_PERSON, game)
    sound(floor)


def _qualifies(floor: Floor, game: str, table: str, seat: int) -> bool:
    try:
        poker_rooms.qualify(floor, FLOOR_PERSON, game, table, seat)
    except Refused:  # it was given up unseen, or the other is better
        return False
    return True


@pytest.mark.clause("cleveland/poker", "8.21(b)")
def test_what_was_collected_must_go_back_within_twelve_months(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened_table(floor, "cleveland/poker", **{"promotional-drop": True})
    for at in ("2025-01-31T12:00:00.000+00:00", "2025-02-01T12:00:00.000+00:00"):
        monkeypatch.setattr(books, "now", lambda at=at: at)
        play_a_hand(floor, table)
    for at, overdue in (("2026-01-31", 0), ("2026-02-28", 100), ("2026-03-01", 200)):
        monkeypatch.setattr(books, "now", lambda at=at: f"{at}T12:00:00.000+00:00")
        found = poker_rooms.fund(floor, FLOOR_PERSON, "cleveland/poker")
        assert [entry["until"] for entry in found["months"]] == ["2026-01", "2026-02"] and found["overdue"] == overdue
    with pytest.raises(NotAllowed):
        poker_rooms.fund(floor, ANN, "cleveland/poker")


def test_books_that_pay_another_than_the_best_hand_are_not_sound(floor: Floor) -> None:
    """Whoever writes the books could say anything: the audit plays the room again."""
    from croupier.ledger.verify import verify

    known(floor, ANN)
    terms = prepare("ny/poker", None, None).terms
    with floor.database.write() as connection:
        room = kept.at(connection, terms)
        room.lists = {"a kind": ["ann"]}
        body = {"game": terms.id, "kind": "a kind", "player": "bob", "paid": {}, "room": room.standing()}
        books.append(connection, kept.stream_of(terms.id), "list-joined", body, by="fay")
    wrong = verify(floor.database, prepare).wrong
    assert wrong is not None and "the room is said to stand" in wrong


def test_players_of_a_broken_table_are_first_for_seats_at_others_of_its_kind(floor: Floor) -> None:
    full_table(floor, "ny/poker")
    kind = the_kind(floor)["kind"]
    poker_rooms.join_list(floor, CLEO, "ny/poker", kind)
    poker_rooms.join_list(floor, BOB, "ny/poker", kind)
    table = str(house.open_table(floor, FLOOR_PERSON, "ny/poker")["table"])
    house.sit(floor, BOB, table, 3)
    house.sit(floor, CLEO, table, 5)
    with pytest.raises(NotAllowed):
        house.close_table(floor, ANN, table, broken=True)
    poker_rooms.join_list(floor, ANN, "ny/poker", kind)
    house.close_table(floor, FLOOR_PERSON, table, broken=True, key="broken")
    assert the_kind(floor)["waiting"] == ["bob", "cleo", "ann"]
    sound(floor)


def test_a_seat_is_changed_between_hands_and_the_stack_goes_along_in_the_books(floor: Floor) -> None:
    table = opened_table(floor, "oneida/poker")
    play_a_hand(floor, table)
    before = balances(floor)[f"stack:{table}:1"]
    between.tell(floor, BOB, table, [["away", 2]])
    with pytest.raises(NotAllowed):
        between.tell(floor, BOB, table, [["away", 1]])
    with pytest.raises(NotAllowed):
        between.change_seat(floor, BOB, table, 1, 5)
    with pytest.raises(Refused, match="seat 2 is taken"):
        between.change_seat(floor, ANN, table, 1, 2)
    between.change_seat(floor, ANN, table, 1, 5, key="ann-moves")
    assert balances(floor)[f"stack:{table}:5"] == before and not balances(floor)[f"stack:{table}:1"]
    seen = seeing.see(floor, ANN, table)
    assert seen["you"]["seat"] == 5 and seen["players"]["2"]["away"] and not seen["players"]["5"]["away"]
    lies = balances(floor)[f"stack:{table}:2"]
    assert seen["session"]["away"] == {"2": lies} and seen["session"]["button"] in (1, 2) and not seen["session"]["blinds_owed"]
    between.tell(floor, FLOOR_PERSON, table, [["back", 2]])
    house.leave(floor, ANN, table, 5)
    sound(floor)


@pytest.mark.parametrize(
    ("part", "told", "found"),
    [
        ("opened", "2099-01-01T00:00:00+00:00", "and began at"),
        ("hand", "As Ks", "is said to have held As Ks"),
        ("category", "royal-flush", "royal-flush"),
        ("dealt_in", 11, "dealt in"),
        ("round", "t00000000-1", "no round of"),
    ],
)
def test_a_form_that_says_otherwise_than_the_round_is_found(floor: Floor, part: str, told: Any, found: str) -> None:
    """Whoever can write events, with their hashes, still cannot make another hand of the one that was shown."""
    game = "ny/poker"
    table = opened_table(floor, game, **{"promotional-drop": 100})
    poker_rooms.begin_period(floor, FLOOR_PERSON, game, pays="high-hand", least="high-card", players=2, ties="shared")
    play_a_hand(floor, table)
    write = kept.write

    def forged(connection: Any, room: PokerRoom, act: Any, *, by: str) -> Any:
        return write(connection, room, act._replace(**{part: told}), by=by)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "write", forged)
        assert [seat for seat in (1, 2) if _qualifies(floor, game, table, seat)]
    verdict = verify(floor.database, prepare)
    assert verdict.wrong is not None and found in verdict.wrong and "hand-qualified" in verdict.wrong


@pytest.mark.parametrize("practice", [False, True])
def test_whoever_sat_where_hands_stay_down_reads_none_of_them_when_the_hand_is_over(floor: Floor, practice: bool) -> None:
    """Not by a role that else sees everything, not in the books, and not from the seed that all of them follow from."""
    boss, auditor = Person("boss", Role.ADMINISTRATOR), Person("eye", Role.SURVEILLANCE)
    known(floor, ANN, boss)
    settings = {"practice": practice, "shared": practice}
    table = str(house.open_table(floor, boss if practice else FLOOR_PERSON, "ny/poker", settings=settings)["table"])
    for seat, person in ((1, ANN), (2, boss)):
        if not practice:
            house.chips(floor, FLOOR_PERSON, person.name, 20_000, cash_out=False)
        house.sit(floor, person, table, seat)
    if practice:
        house.share(floor, boss, table, shared=True)
    _fold_to_one(floor, table, {1: ANN, 2: boss})
    round_id = f"{table}-1"
    every = recall.shown(floor, auditor, round_id)
    assert "??" not in str([seat["cards"] for seat in every["view"]["seats"].values()]) and every["seed"]
    for person, own in ((boss, "2"), (ANN, "1")):
        shown = recall.shown(floor, person, round_id)
        assert shown["seed"] is None
        assert next(seat["cards"] for number, seat in shown["view"]["seats"].items() if number != own) == ["??", "??"]
        hidden = {act[1] for act in every["log"]["acts"] if act[0] == "card"} - set(shown["view"]["seats"][own]["cards"])
        assert not hidden & {act[-1] for act in shown["log"]["acts"] if act[0] == "card"}
    listed = records.events(floor, boss, stream=table)
    one_by_one = [records.event(floor, boss, entry["id"]) for entry in listed]
    for entry in (*listed, *one_by_one):
        assert "seed" not in entry["body"]
        assert {act[-1] for act in entry["body"].get("acts", []) if act[0] == "card"} <= {"??"}
    for entry in records.events(floor, auditor, stream=table):
        assert not any(act[-1] == "??" for act in entry["body"].get("acts", [])), "whoever did not sit may read all of it"
    house.leave(floor, boss, table, 2)
    assert recall.shown(floor, boss, round_id)["seed"] is None, "also from somewhere else"


def _fold_to_one(floor: Floor, table: str, sitting: dict[int, Person]) -> None:
    """A hand in which nothing is shown down."""
    playing.open_round(floor, sitting[2], table) if floor.read(table, lambda live: live.round) is None else None
    for seat, person in sitting.items():
        playing.answer(floor, person, table, [["wager", seat, "stack", 5000]])
    by = sitting[2] if floor.read(table, lambda live: live.settings.practice) else FLOOR_PERSON
    playing.answer(floor, by, table, [["no-more-bets"]])
    for _ in range(20):
        pending = seeing.see(floor, sitting[1], table)["pending"]
        if pending is None:
            return
        seat = pending["seat"]
        legal = seeing.see(floor, sitting[seat], table)["pending"]["legal"]
        choices = [entry["choice"] for entry in legal if "choice" in entry]
        playing.answer(
            floor, sitting[seat], table, [["choice", seat, next(c for c in ("fold", "muck", *choices) if c in choices)]]
        )
    raise AssertionError("the hand does not end")
