"""A shoe at a live table: who learns what of it, and what happens between its rounds. `test_whole_evening.py` has all of it at once."""

from __future__ import annotations

import gc
import json
import weakref
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from croupier.equipment.randomness import verify as belongs
from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.ledger import books, schema
from croupier.ledger.seal import is_sealed
from croupier.ledger.verify import verify
from croupier.server import between, house, playing, recall, records, seeing
from croupier.server.floor import Floor, prepare
from croupier.server.people import NotAllowed, Person, Role
from croupier.table import acts
from croupier.table.round import replay
from tests.ledger.test_money_and_chance import known
from tests.support.evening import DEALER, FLOOR_PERSON, PLAYERS, made_ready, opened
from tests.support.serving import DATABASES, fresh_database

BLACKJACK, BACCARAT, POKER = "cincinnati/blackjack", "cincinnati/mini-baccarat", "oneida/three-card-poker"
ANN, BOB, _ = PLAYERS
DORA = Person("dora", Role.DEALER)


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def seated(floor: Floor, game: str = BLACKJACK, *seats: int, **options: Any) -> str:
    known(floor, ANN, BOB)
    for person in (ANN, BOB):
        house.chips(floor, FLOOR_PERSON, person.name, 10_000_000, cash_out=False)
    table = str(house.open_table(floor, FLOOR_PERSON, game, house_rules={"options": options}, companions=2)["table"])
    house.sit(floor, ANN, table, 1)
    return table


def play(floor: Floor, table: str, wager: str = "blackjack", *people: tuple[Person, int]) -> str:
    """One round; whoever is asked stands, or takes the last choice there is."""
    wagers = [["wager", seat, wager, 1000] for _, seat in people or [(ANN, 1)]]
    playing.answer(floor, ANN, table, wagers[:1], new_round=True)
    for (person, _), form in list(zip(people, wagers, strict=False))[1:]:
        playing.answer(floor, person, table, [form])
    playing.answer(floor, ANN, table, [["no-more-bets"]])
    while floor.read(table, lambda live: live.playing):
        for person in (ANN, BOB):
            asked = seeing.see(floor, person, table)["pending"]
            if asked is not None and asked["yours"]:
                entry = next((e for e in asked["legal"] if e.get("choice") == "stand"), asked["legal"][-1])
                form = (
                    ["wager", entry["seat"], entry["spot"], 0]
                    if "spot" in entry
                    else ["choice", entry["seat"], entry["choice"]]
                )
                playing.answer(floor, person, table, [form])
    return str(floor.read(table, lambda live: live.round_id))


def sound(floor: Floor) -> None:
    verdict = verify(floor.database, prepare)
    assert verdict.sound, verdict.wrong


def seeds(floor: Floor) -> dict[str, str | None]:
    with floor.database.read() as connection:
        return {row.id: row.seed for row in connection.execute(select(schema.rounds))}


def bodies(floor: Floor, table: str) -> list[dict[str, Any]]:
    with floor.database.read() as connection:
        return [event.body for event in books.read_events(connection, table, first=1)]


def test_a_table_holds_no_round_but_its_last(floor: Floor) -> None:
    """The ledger has them: a table open all night would hold thousands, and be looked through again and again."""
    table = seated(floor)
    first = [weakref.ref(floor.read(table, lambda live: live.round)) for _ in range(3) if play(floor, table)]
    gc.collect()
    assert [round_() is None for round_ in first] == [True, True, False]


def test_what_opens_a_round_and_is_played_at_once_is_one_event(floor: Floor) -> None:
    table = seated(floor, POKER)
    before = len(bodies(floor, table))
    acts_given = [["wager", 1, "ante", 1000], ["no-more-bets"], ["choice", 1, "no such choice"]]
    receipt = playing.answer(floor, ANN, table, acts_given, new_round=True)
    (opened,) = bodies(floor, table)[before:]
    assert receipt["seq"] == before + 1 and receipt["refused"]["act"] == 2
    played = [form for form in opened["acts"] if form[0] != "chips"]
    assert [form[0] for form in receipt["acts"]] == [form[0] for form in played]
    assert played[0][:2] == ["done", "shuffle"] and played[-1][0] == "card"
    playing.answer(floor, ANN, table, [["choice", 1, "play"]])
    sound(floor)


def test_nobody_learns_a_card_to_come_while_a_shoe_is_dealt_and_everybody_can_check_it_after(floor: Floor) -> None:
    """The commitment is of a shuffle: published before it, sealed while the shoe serves, revealed when it is over."""
    table = seated(floor)
    rounds: list[str] = []
    while not rounds or floor.read(table, lambda live: live.session.carried.stub is not None):
        rounds.append(play(floor, table))
        if floor.read(table, lambda live: live.session.carried.stub is not None):
            kept = seeds(floor)
            assert is_sealed(kept[rounds[0]]) and not any(kept[later] for later in rounds[1:])
            assert seeing.see(floor, ANN, table)["round"]["seed"] is None
            shown = recall.shown(floor, ANN, rounds[-1])
            assert shown["seed"] is None and shown["commitment"] and records.check_seed(floor, rounds[-1]) is None
            assert not any(body.get("seed") for body in bodies(floor, table))
            again = replay(playable(BLACKJACK), json.loads(json.dumps(shown["log"])))
            assert again.done and again.net == {int(seat): net for seat, net in shown["settlement"]["net"].items()}
    assert len(rounds) > 8
    first = recall.shown(floor, ANN, rounds[0])["log"]
    assert ["done", "burn", ""] in first["acts"], "what was burned stays unseen, in the log a player gets too"
    seed = seeds(floor)[rounds[0]]
    assert seed and {recall.shown(floor, ANN, round_)["seed"] for round_ in rounds} == {seed}
    assert all(belongs(recall.shown(floor, ANN, round_)["commitment"], seed) for round_ in rounds)
    for round_ in rounds:
        check = records.check_seed(floor, round_)
        assert check is not None and check.matches and check.follows
    following = play(floor, table)
    assert (
        is_sealed(seeds(floor)[following])
        and recall.shown(floor, ANN, following)["commitment"] != recall.shown(floor, ANN, rounds[0])["commitment"]
    )
    house.close_table(floor, FLOOR_PERSON, table)
    assert belongs(recall.shown(floor, ANN, following)["commitment"], seeds(floor)[following] or ""), (
        "a table that closes tells too"
    )
    sound(floor)


def test_a_card_that_nobody_saw_is_in_no_event_until_it_is_shown(floor: Floor) -> None:
    """E.14.I: drawn in error, it opens the next hand; what was burned is not written down at all."""
    table = seated(floor, BACCARAT)
    while not floor.read(table, lambda live: live.session.carried.aside):
        playing.answer(floor, ANN, table, [["wager", 1, "player", 1000]], new_round=True)
        playing.report(floor, FLOOR_PERSON, table, "card-drawn-in-error", when_it_comes=True)
        playing.answer(floor, ANN, table, [["no-more-bets"]])
    (hidden,) = floor.read(table, lambda live: live.chance._aside)
    told = [form for body in bodies(floor, table) for form in body.get("acts", ())]
    assert told.count(["done", "set-aside", ""]) == 1 and ["done", "burn", ""] in told
    seen = [form[1] for form in told if form[0] == "card"]
    left = floor.read(table, lambda live: live.session.carried)
    size = len(playable(BACCARAT).pack)
    assert len(seen) == size - sum(left.stub.values()) == size - left.left - left.unseen, "it is one of those that could be any"
    again = Floor(floor.database)
    opened_ = play(again, table, "player")
    log = recall.recall(again, opened_).round.log
    assert next(act for act in log if isinstance(act, acts.Dealt)) == acts.Dealt(hidden)
    assert not again.read(table, lambda live: live.session.carried.aside)
    sound(again)


def test_a_shuffle_the_floor_wants_reveals_the_shoe_and_only_the_floor_may_want_it(floor: Floor) -> None:
    table = seated(floor)
    first = play(floor, table)
    with pytest.raises(NotAllowed):
        between.tell(floor, ANN, table, [["shuffle-due", "floor person"]])
    between.tell(floor, FLOOR_PERSON, table, [["shuffle-due", "floor person"]])
    assert belongs(recall.shown(floor, ANN, first)["commitment"], seeds(floor)[first] or "")
    second = play(floor, table)
    assert acts.Done("shuffle", recall.shown(floor, ANN, second)["commitment"]) in recall.recall(floor, second).round.log
    sound(floor)


def test_the_opening_says_what_was_done_by_whom_and_nothing_else(floor: Floor) -> None:
    electronic = bodies(floor, seated(floor))[0]
    assert "steps" not in electronic and ["step", "inspect", "equipment", ""] in electronic["session"]
    table = str(house.open_table(floor, FLOOR_PERSON, POKER, settings={"equipment": "entered"})["table"])
    assert not [form for form in bodies(floor, table)[0]["session"] if form[0] == "step"]
    with pytest.raises(Refused, match=r"no round can start: inspect by the dealer is due.*Three Card Poker D\.1"):
        playing.open_round(floor, DEALER, table)
    between.tell(floor, DEALER, table, [["step", "inspect", "dealer"]])
    with pytest.raises(NotAllowed, match=r"verify is for the floor"):
        between.tell(floor, DEALER, table, [["step", "verify", "floor"]])
    with pytest.raises(Refused, match=r"verify is for the floor, not for the dealer"):
        between.tell(floor, FLOOR_PERSON, table, [["step", "verify", "dealer"]])
    made_ready(floor, table)
    playing.open_round(floor, DEALER, table)
    sound(floor)


def test_an_electronic_table_counts_its_stub_and_says_so(floor: Floor) -> None:
    table = seated(floor, POKER)
    for _ in range(6):
        playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000], ["no-more-bets"]], new_round=True)
        playing.answer(floor, ANN, table, [["choice", 1, "fold"]])
    told = [body.get("session", ()) for body in bodies(floor, table) if "snapshot" in body]
    assert [["step", "count-stub", "equipment", ""] in forms for forms in told] == [False] * 5 + [True]


def test_deferred_vigorish_is_collected_from_who_leaves(floor: Floor) -> None:
    table = seated(floor, BACCARAT, **{"vigorish-collected": "deferred"})
    while not floor.read(table, lambda live: live.session.carried.vigorish.get(1)):
        play(floor, table, "banker")
    owed = floor.read(table, lambda live: live.session.carried.vigorish[1])
    with floor.database.read() as connection:
        before = books.balance(connection, ANN.account), books.balance(connection, "commission")
    house.leave(floor, ANN, table, 1)
    with floor.database.read() as connection:
        assert (books.balance(connection, ANN.account), books.balance(connection, "commission")) == (
            before[0] - owed,
            before[1] + owed,
        )
    sound(floor)


def test_who_comes_in_mid_shoe_waits_where_the_house_says_so(floor: Floor) -> None:
    table = seated(floor, **{"mid-shoe-entry": "after-a-shuffle"})
    play(floor, table)
    house.sit(floor, BOB, table, 5)
    playing.open_round(floor, ANN, table)
    with pytest.raises(Refused, match=r"seat 5: no wager before the next shuffle.*A\.4\.IX"):
        playing.answer(floor, BOB, table, [["wager", 5, "blackjack", 1000]])
    playing.void(floor, FLOOR_PERSON, table, "to let him in")
    between.tell(floor, FLOOR_PERSON, table, [["permitted", 5, "floor person"]])
    playing.open_round(floor, ANN, table)
    playing.answer(floor, BOB, table, [["wager", 5, "blackjack", 1000]])
    sound(floor)


@pytest.mark.parametrize("kind", DATABASES)
def test_a_table_forgotten_at_any_moment_of_the_evening_goes_on_from_the_same_shoe(kind: str, tmp_path: Path) -> None:
    """Every act by another process, as after a crash: the cards come as if nobody had forgotten anything."""
    with opened(fresh_database(kind, tmp_path)) as database:
        table = seated(Floor(database))
        house.sit(Floor(database), BOB, table, 6)
        shuffles, burned = 0, []
        for number in range(30):
            if number == 10:
                between.tell(Floor(database), DEALER, table, [["dealer"]])
            if number == 12:
                between.tell(Floor(database), DORA, table, [["dealer"]])
            round_ = play(Floor(database), table, "blackjack", (ANN, 1), *([(BOB, 6)] if number > 5 else []))
            log = recall.recall(Floor(database), round_).round
            shuffles += any(isinstance(act, acts.Done) and act.act == "shuffle" for act in log.log)
            burned.append(log.log.count(acts.Done("burn")))
        assert shuffles >= 2 and sum(burned) == shuffles + 1 and burned[12] >= 1, "one for every shoe, one for the new dealer"
        sound(Floor(database))
