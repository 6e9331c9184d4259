"""After the round: lines set right and rulings that come late, and every way of getting chips by them that is refused."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.cli.main import app
from croupier.errors import BadInput, Refused, Unknown
from croupier.ledger.verify import verify
from croupier.server import corrections, house, playing, recall
from croupier.server.floor import Floor, prepare
from croupier.server.people import HOUSE, NotAllowed, Person, Role, issue
from tests.ledger.test_money_and_chance import ANN, BOB, any_floor, floor, held, known, seated, sound
from tests.support.evening import DEALER, FLOOR_PERSON, made_ready

__all__ = ["any_floor", "floor"]
ROULETTE, POKER = "ny/roulette", "ny/three-card-poker"
CLAUSE = "5324.18(c)(1)"
CHIPS = 100_000


def spun(floor: Floor, table: str, *, wins: bool) -> str:
    """A finished round in which five dollars on red won, or lost."""
    while True:
        before = held(floor)
        receipt = playing.answer(floor, ANN, table, [["wager", 1, "red", 500], ["no-more-bets"]], new_round=True)
        if (held(floor) > before) == wins:
            return str(receipt["round"])


def right(floor: Floor, round_id: str, returned: int, won: int, person: Person = FLOOR_PERSON, **more: Any) -> dict[str, Any]:
    given = {"clause": cited(floor, round_id), "why": "misread"} | more
    return corrections.correct(floor, person, round_id, 1, returned=returned, won=won, **given)


def cited(floor: Floor, round_id: str) -> str:
    """A clause that the game has: the first that its line cites."""
    line = dict(recall.recall(floor, round_id).table.position.lines)[1]
    return line.clause.split(", ")[0]


def test_the_difference_moves_and_a_chain_of_corrections_verifies(any_floor: Floor) -> None:
    floor = any_floor
    table = seated(floor, ROULETTE, CHIPS)
    round_id, before = spun(floor, table, wins=False), held(floor)
    for returned, won in ((500, 500), (500, 0), (0, 0), (250, 0), (500, 500)):
        right(floor, round_id, returned, won)
        assert held(floor) == before + returned + won
    corrections.reverse(floor, FLOOR_PERSON, round_id, 1, "the spin was void")
    assert held(floor) == before + 500
    found = recall.corrections(floor, round_id)
    assert [entry["lines"][1] for entry in found] == [[0, 1000], [1000, 500], [500, 0], [0, 250], [250, 1000], [1000, 500]]
    assert {(entry["by"], entry["authority"]) for entry in found} == {(FLOOR_PERSON.name, "floor")}
    sound(floor)


def test_what_a_player_no_longer_has_is_owed_by_name(any_floor: Floor) -> None:
    floor = any_floor
    table = seated(floor, ROULETTE, CHIPS)
    round_id = spun(floor, table, wins=True)
    house.chips(floor, FLOOR_PERSON, ANN.name, held(floor) - 300, cash_out=True)
    right(floor, round_id, 0, 0)
    assert (held(floor), held(floor, "debt:ann")) == (0, -700)
    assert recall.corrections(floor, round_id)[0]["debts"] == {ANN.account: 700}
    sound(floor)


def test_a_correction_while_the_next_round_is_played_and_after_the_table_closed(floor: Floor) -> None:
    table = seated(floor, ROULETTE, CHIPS)
    round_id = spun(floor, table, wins=False)
    playing.answer(floor, ANN, table, [["wager", 1, "red", 500]], new_round=True)
    before = held(floor)
    right(floor, round_id, 500, 500)
    playing.answer(floor, ANN, table, [["wager", 1, "red", before + 1000]])
    assert held(floor) == 500
    playing.void(floor, FLOOR_PERSON, table, "enough")
    house.close_table(floor, FLOOR_PERSON, table)
    right(floor, round_id, 0, 0)
    assert held(floor) == before - 500 + 1000 and held(floor, f"tray:{table}") == 0
    sound(floor)


@pytest.mark.parametrize("role", [role for role in Role if role not in (Role.FLOOR, Role.SUPERVISOR, Role.ADMINISTRATOR)])
def test_only_the_floor_corrects(floor: Floor, role: Role) -> None:
    table = seated(floor, ROULETTE, CHIPS)
    round_id = spun(floor, table, wins=False)
    before = held(floor)
    for attempt in (
        lambda who: right(floor, round_id, 500, 500, who),
        lambda who: corrections.reverse(floor, who, round_id, 1, "misread"),
        lambda who: corrections.rule_late(floor, who, round_id, "ball-leaves-wheel", why="misread"),
    ):
        with pytest.raises(NotAllowed):
            attempt(Person("eve", role))
    assert held(floor) == before


def test_nobody_corrects_a_round_they_played_in(floor: Floor) -> None:
    """An administrator may play: neither their own line nor their neighbour's is theirs to correct, seated still or not."""
    player = Person("adam", Role.ADMINISTRATOR)
    table = seated(floor, ROULETTE, CHIPS)
    known(floor, player)
    house.chips(floor, FLOOR_PERSON, player.name, CHIPS, cash_out=False)
    house.sit(floor, player, table, 2)
    playing.answer(floor, ANN, table, [["wager", 1, "red", 500]], new_round=True)
    playing.answer(floor, player, table, [["wager", 2, "red", 500], ["no-more-bets"]])
    round_id = f"{table}-1"
    house.leave(floor, player, table, 2)
    for line in (1, 2):
        with pytest.raises(NotAllowed, match="played in"):
            corrections.correct(floor, player, round_id, line, returned=250, won=0, clause=cited(floor, round_id), why="mine")
    sound(floor)


def test_the_same_correction_twice_moves_nothing_the_second_time(any_floor: Floor) -> None:
    floor = any_floor
    table = seated(floor, ROULETTE, CHIPS)
    round_id, before = spun(floor, table, wins=False), held(floor)
    gate, told = threading.Barrier(6), []

    def attempt() -> None:
        gate.wait()
        try:
            right(floor, round_id, 500, 500)
            told.append("done")
        except Refused as refusal:
            told.append(str(refusal))

    threads = [threading.Thread(target=attempt) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["done"] + [f"line 1 of {round_id} already stands so"] * 5
    assert held(floor) == before + 1000
    sound(floor)


def test_nothing_is_corrected_above_what_the_wager_can_win(floor: Floor) -> None:
    table = seated(floor, ROULETTE, CHIPS)
    round_id, before = spun(floor, table, wins=False), held(floor)
    for returned, won, commission in ((500, 501, 0), (501, 0, 0), (500, 10**9, 0), (-1, 0, 0), (0, -1, 0), (0, 0, 1)):
        with pytest.raises(BadInput):
            right(floor, round_id, returned, won, commission=commission)
    assert held(floor) == before and recall.corrections(floor, round_id) == []


def test_a_bonus_is_corrected_within_what_the_seat_staked(floor: Floor) -> None:
    table = seated(floor, POKER, CHIPS)
    playing.answer(
        floor, ANN, table, [["wager", 1, "ante", 1000], ["wager", 1, "pair-plus", 500], ["no-more-bets"]], new_round=True
    )
    playing.answer(floor, ANN, table, [["choice", 1, "play"]])
    round_id = f"{table}-1"
    lines = dict(recall.recall(floor, round_id).table.position.lines)
    number = next(number for number, line in lines.items() if line.wager == "pair-plus")
    clause, before = lines[number].clause.split(", ")[0], held(floor)
    best = corrections._most(recall.recall(floor, round_id), lines[number])[0]
    stood = lines[number].returned + lines[number].won
    with pytest.raises(Refused, match="more than it can win"):
        corrections.correct(floor, FLOOR_PERSON, round_id, number, returned=500, won=best + 1, clause=clause, why="x")
    corrections.correct(floor, FLOOR_PERSON, round_id, number, returned=500, won=best, clause=clause, why="x")
    assert held(floor) == before - stood + 500 + best
    sound(floor)


def lunar(floor: Floor, seats_cards: str, dealers_cards: str, choices: list[str]) -> str:
    """A round of lunar poker in which people dealt these cards and the player chose so."""
    table = seated(floor, "pa/lunar-poker", CHIPS, settings={"equipment": "entered"})
    made_ready(floor, table)
    playing.open_round(floor, DEALER, table)
    piles = {1: seats_cards.split(), "dealer": dealers_cards.split()}
    while floor.read(table, lambda live: live.playing):
        request = floor.read(table, lambda live: live.round.pending)
        if request.kind == "wager":
            playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000]])
            playing.answer(floor, DEALER, table, [["no-more-bets"]])
        elif request.kind == "card":
            playing.answer(floor, DEALER, table, [["card", piles[request.to].pop(0)]])
        elif request.kind == "choice":
            playing.answer(floor, ANN, table, [["choice", 1, choices.pop(0)]])
        else:
            playing.answer(floor, DEALER, table, [["done", request.act]])
    return f"{table}-1"


LUNAR = [
    ("As Ks Qs Js Ts", "2c 4d 7s 9c Jd", ["declare"], "ante"),
    ("As Ks Qs Js Ts 9s", "2c 2d 7s 9c Jd", ["buy-sixth-card", "bet"], "bet"),
]


@pytest.mark.parametrize(("hand", "dealers", "choices", "wager"), LUNAR)
def test_what_a_line_was_paid_it_can_be_corrected_to_again(
    floor: Floor, hand: str, dealers: str, choices: list[str], wager: str
) -> None:
    """An ante paid at once is paid by another table than its own wager's, a bet for two combinations by two rows."""
    round_id = lunar(floor, hand, dealers, list(choices))
    lines = recall.recall(floor, round_id).table.position.lines
    number, line = next((number, line) for number, line in lines if line.wager == wager)
    assert line.won > line.stake
    clause, before = line.clause.split(", ")[0], held(floor)
    for won in (0, line.won):
        corrections.correct(floor, FLOOR_PERSON, round_id, number, returned=line.stake, won=won, clause=clause, why="misread")
    assert held(floor) == before
    most = corrections._most(recall.recall(floor, round_id), line)[0]
    with pytest.raises(Refused, match="more than it can win"):
        corrections.correct(floor, FLOOR_PERSON, round_id, number, returned=0, won=most + 1, clause=clause, why="x")
    sound(floor)


def test_a_correction_names_a_round_that_is_over_a_line_a_clause_and_a_reason(floor: Floor) -> None:
    table = seated(floor, ROULETTE, CHIPS)
    round_id = spun(floor, table, wins=False)
    with pytest.raises(Unknown, match="clause"):
        right(floor, round_id, 500, 500, clause="99.9(z)")
    with pytest.raises(BadInput):
        right(floor, round_id, 500, 500, why="two\nlines")
    with pytest.raises(Unknown, match="settlement line"):
        corrections.correct(floor, FLOOR_PERSON, round_id, 7, returned=0, won=0, clause=cited(floor, round_id), why="x")
    with pytest.raises(Unknown, match="round"):
        corrections.reverse(floor, FLOOR_PERSON, f"{table}-99", 1, "x")
    playing.open_round(floor, ANN, table)
    with pytest.raises(Refused, match="still being played"):
        corrections.reverse(floor, FLOOR_PERSON, floor.read(table, lambda live: live.round_id), 1, "x")


def played(floor: Floor) -> tuple[str, str]:
    """Two players through a round of cards."""
    table = seated(floor, POKER, CHIPS)
    known(floor, BOB)
    house.chips(floor, FLOOR_PERSON, BOB.name, CHIPS, cash_out=False)
    house.sit(floor, BOB, table, 2)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000]], new_round=True)
    playing.answer(floor, BOB, table, [["wager", 2, "ante", 2000], ["no-more-bets"]])
    playing.answer(floor, ANN, table, [["choice", 1, "play"]])
    playing.answer(floor, BOB, table, [["choice", 2, "fold"]])
    return table, f"{table}-1"


def test_a_late_ruling_that_voids_the_round_returns_every_stake_once(any_floor: Floor) -> None:
    floor = any_floor
    _, round_id = played(floor)
    done = corrections.rule_late(floor, FLOOR_PERSON, round_id, "wrong-number-of-cards", why="the deck was counted")
    assert (held(floor), held(floor, BOB.account)) == (CHIPS, CHIPS)
    (found,) = recall.corrections(floor, round_id)
    assert (found["event"], found["irregularity"], found["kind"]) == (done["event"], "wrong-number-of-cards", "late-ruling")
    ruling = prepare(POKER, None, None).terms.rulings["wrong-number-of-cards"]
    assert found["clause"] == ", ".join(ruling.clause)
    corrections.rule_late(floor, FLOOR_PERSON, round_id, "wrong-number-of-cards", why="and again")
    assert (held(floor), held(floor, BOB.account)) == (CHIPS, CHIPS)
    sound(floor)


def test_a_late_ruling_is_one_that_the_game_has_and_that_can_still_be_had(floor: Floor) -> None:
    _, round_id = played(floor)
    rulings = prepare(POKER, None, None).terms.rulings
    before = (held(floor), held(floor, BOB.account))
    with pytest.raises(Unknown, match="irregularity"):
        corrections.rule_late(floor, FLOOR_PERSON, round_id, "earthquake", why="x")
    tried = 0
    for name, ruling in rulings.items():
        if ruling.remedy not in corrections.LATE:
            tried += 1
            with pytest.raises(Refused, match="correct its lines"):
                corrections.rule_late(floor, FLOOR_PERSON, round_id, name, why="x")
        with pytest.raises(Refused):
            corrections.rule_late(floor, FLOOR_PERSON, round_id, name, 0 if ruling.seat else 1, why="x")
    assert tried and (held(floor), held(floor, BOB.account)) == before and recall.corrections(floor, round_id) == []


def test_a_correction_written_into_the_books_by_hand_is_found(floor: Floor) -> None:
    """It must reverse what was posted: chips from nowhere do not."""
    table = seated(floor, ROULETTE, CHIPS)
    round_id = spun(floor, table, wins=False)
    wrong = corrections.Corrected(
        1, 1, ANN.account, "red", 50_000, corrections.Amounts(0, 0, 0), corrections.Amounts(50_000, 0, 0)
    )

    def work(connection: Any, live: Any) -> dict[str, Any]:
        body = {"round": round_id, "lines": [wrong._asdict()], "debts": {}, "meters": {}, "clause": CLAUSE}
        body |= {"why": "x", "authority": "floor"}
        return floor.event(connection, live, "correction", body, HOUSE)

    floor.change(table, HOUSE, {"forge": 1}, work)
    verdict = verify(floor.database, prepare)
    assert not verdict.sound and "not posted or already reversed" in str(verdict.wrong)


def test_a_player_is_told_of_corrections_of_their_own_lines_only(floor: Floor) -> None:
    _, round_id = played(floor)
    number = next(number for number, line in recall.recall(floor, round_id).table.position.lines if line.seat == 2)
    corrections.reverse(floor, FLOOR_PERSON, round_id, number, "misread")
    assert recall.shown(floor, ANN, round_id)["corrections"] == []
    assert [entry["why"] for entry in recall.shown(floor, BOB, round_id)["corrections"]] == ["misread"]
    assert len(recall.shown(floor, FLOOR_PERSON, round_id)["corrections"]) == 1


def test_the_command_line_corrects_in_the_name_of_a_token(floor: Floor) -> None:
    table = seated(floor, ROULETTE, CHIPS)
    round_id, before = spun(floor, table, wins=False), held(floor)
    secrets = {}
    for person in (FLOOR_PERSON, DEALER):
        with floor.database.write() as connection:
            secrets[person.name] = issue(connection, person.name, person.role, by=HOUSE)[0]
    where = ["--database", str(floor.database.path)]
    nothing = CliRunner().invoke(app, ["ledger", "corrections", round_id, *where, "--json"])
    assert nothing.exit_code == 0 and nothing.stdout.strip() == "[]"
    given = ["ledger", "correct", round_id, "1", "--returned", "5", "--won", "5.00", "--clause", cited(floor, round_id)]
    given += ["--why", "the ball was in red", *where]
    run = CliRunner().invoke
    refused = run(app, [*given, "--token", secrets[DEALER.name]])
    assert isinstance(refused.exception, NotAllowed) and held(floor) == before
    assert isinstance(run(app, given).exception, BadInput) and held(floor) == before
    done = run(app, [*given, "--token", secrets[FLOOR_PERSON.name]])
    assert done.exit_code == 0 and "line 1: 0.00 to 10.00" in done.stdout, done.output
    assert held(floor) == before + 1000
    listed = run(app, ["ledger", "corrections", round_id, *where])
    assert listed.stdout == done.stdout
    sound(floor)
