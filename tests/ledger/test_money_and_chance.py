"""The attacks on money and chance, tried as a player would: stakes without chips, refusals that tell the future, debts."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from croupier.errors import BadInput, Refused
from croupier.ledger import books, schema
from croupier.ledger.live import LiveTable
from croupier.ledger.verify import verify
from croupier.server import corrections, house, playing, seeing
from croupier.server.client import Client, Problem
from croupier.server.floor import Floor, prepare
from croupier.server.people import HOUSE, Person, issue
from croupier.table import acts
from tests.ledger.test_ledger import tally
from tests.support.evening import DEALER, FLOOR_PERSON, PLAYERS, opened, the_round
from tests.support.serving import DATABASES, Served, fresh_database

ANN, BOB, _ = PLAYERS
ROULETTE, POKER, BLACKJACK, DICE = "ny/roulette", "ny/three-card-poker", "cincinnati/blackjack", "oneida/craps"
NUMBERS = ["0", "00", *map(str, range(1, 37))]


@pytest.fixture(params=DATABASES)
def any_floor(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    with opened(fresh_database(request.param, tmp_path)) as database:
        yield Floor(database)


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def known(floor: Floor, *people: Person) -> None:
    for person in people:
        with floor.database.write() as connection:
            issue(connection, person.name, person.role, by=HOUSE)


def seated(floor: Floor, game: str, chips: int, *, person: Person = ANN, **more: Any) -> str:
    """A table with one player, who has so many chips."""
    known(floor, person)
    if chips:
        house.chips(floor, FLOOR_PERSON, person.name, chips, cash_out=False)
    table = str(house.open_table(floor, FLOOR_PERSON, game, **more)["table"])
    house.sit(floor, person, table, 1)
    return table


def held(floor: Floor, account: str = ANN.account) -> int:
    with floor.database.read() as connection:
        return books.balance(connection, account)


def log(floor: Floor, table: str) -> list[list[Any]]:
    return list(floor.read(table, lambda live: [acts.write(act) for act in the_round(live).log]))


def sound(floor: Floor) -> None:
    verdict = verify(floor.database, prepare)
    assert verdict.sound, verdict.wrong
    with floor.database.read() as connection:
        assert sum(row.balance for row in connection.execute(select(schema.accounts))) == 0


# Stakes need chips


def test_a_hundred_thousand_on_red_needs_a_hundred_thousand(any_floor: Floor) -> None:
    table = seated(any_floor, ROULETTE, 100_000)
    playing.open_round(any_floor, ANN, table)
    before = tally(any_floor.database)
    with pytest.raises(Refused, match=r"red of 100,000\.00 needs 100,000\.00 from behind, 1,000\.00 is there"):
        playing.answer(any_floor, ANN, table, [["wager", 1, "red", 10_000_000], ["no-more-bets"]])
    assert tally(any_floor.database) == before and held(any_floor) == 100_000


def test_trying_every_number_above_the_balance_finds_no_winner(floor: Floor) -> None:
    """The seed of an opened round is fixed: every number is refused alike, the one that would win too."""
    table = seated(floor, ROULETTE, 100_000)
    playing.open_round(floor, ANN, table)
    before, said = tally(floor.database), set()
    for number in NUMBERS:
        with pytest.raises(Refused) as refusal:
            playing.answer(floor, ANN, table, [["wager", 1, f"straight-up-{number}", 100_100], ["no-more-bets"]])
        said.add(str(refusal.value).replace(f"straight-up-{number}", "it"))
    assert len(said) == 1 and tally(floor.database) == before


def test_the_whole_stack_on_the_ante_can_only_fold(floor: Floor) -> None:
    table = seated(floor, POKER, 1000)
    for _ in range(6):
        if not held(floor):
            house.chips(floor, FLOOR_PERSON, ANN.name, 1000, cash_out=False)
        playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000], ["no-more-bets"]], new_round=True)
        assert held(floor) == 0, "the stake has left the account before a card is dealt"
        asked = seeing.see(floor, ANN, table)["pending"]
        assert [entry["choice"] for entry in asked["legal"]] == ["fold"]
        before = tally(floor.database)
        with pytest.raises(Refused, match=r"play needs 10\.00 from behind, 0\.00 is there"):
            playing.answer(floor, ANN, table, [["choice", 1, "play"]])
        assert tally(floor.database) == before
        playing.answer(floor, ANN, table, [["choice", 1, "fold"]])
        assert held(floor) == 0
    sound(floor)


def test_chips_bought_during_a_hand_count_and_those_staked_elsewhere_do_not(floor: Floor) -> None:
    table = seated(floor, POKER, 1000)
    other = str(house.open_table(floor, FLOOR_PERSON, ROULETTE)["table"])
    house.sit(floor, ANN, other, 1)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 600], ["no-more-bets"]], new_round=True)
    assert "play" not in str(seeing.see(floor, ANN, table)["pending"]["legal"])
    house.chips(floor, FLOOR_PERSON, ANN.name, 200, cash_out=False)
    assert "play" in str(seeing.see(floor, ANN, table)["pending"]["legal"]), "she sees it at once"
    playing.answer(floor, ANN, other, [["wager", 1, "red", 100]], new_round=True)
    with pytest.raises(Refused, match=r"play needs 6\.00 from behind, 5\.00 is there"):
        playing.answer(floor, ANN, table, [["choice", 1, "play"]])
    playing.answer(floor, ANN, other, [["wager", 1, "red", 0]])
    playing.answer(floor, ANN, table, [["choice", 1, "play"]])
    assert ["chips", 1, 600] in log(floor, table)
    sound(floor)


def test_a_buy_bet_without_its_commission_is_refused_and_the_seven_is_paid_for(floor: Floor) -> None:
    """W1: pass 5.00, a point, then all 20.00 on a buy bet; whatever is thrown settles."""
    for number in range(8):
        person = Person(f"p{number}", ANN.role)
        table = seated(floor, DICE, 2500, person=person)
        playing.answer(floor, person, table, [["wager", 1, "pass", 500], ["no-more-bets"]], new_round=True)
        for _ in range(40):
            if not floor.read(table, lambda live: live.playing):
                break
            spot = next((e for e in seeing.see(floor, person, table)["pending"]["legal"] if e.get("spot") == "buy-4"), None)
            if spot is not None:
                behind = held(floor, person.account) + spot["stake"]
                with pytest.raises(Refused, match="from behind"):
                    playing.answer(floor, person, table, [["wager", 1, "buy-4", behind // 100 * 100 + 100]])
                playing.answer(floor, person, table, [["wager", 1, "buy-4", spot["maximum"]]])
            try:
                playing.answer(floor, person, table, [["no-more-bets"]])
            except Refused as refused:
                assert "nobody can throw" in str(refused), "only for want of a shooter, never for want of chips"
                break
    sound(floor)


def test_a_live_table_takes_no_stake_whose_commission_would_be_lost_in_rounding(floor: Floor) -> None:
    """Nineteen cents on the banker paid no commission; where the house posts nothing, a dollar is the least and the chip."""
    table = seated(floor, "cincinnati/mini-baccarat", 100_000)
    playing.open_round(floor, ANN, table)
    for amount in (19, 20, 39, 150):
        with pytest.raises(Refused, match=r"from 100 to \d+ in steps of 100"):
            playing.answer(floor, ANN, table, [["wager", 1, "banker", amount]])
    house_rules = {"limits": {"banker": {"minimum": 50, "unit": 10}}}
    other = str(house.open_table(floor, FLOOR_PERSON, "cincinnati/mini-baccarat", house_rules=house_rules)["table"])
    house.sit(floor, ANN, other, 1)
    playing.answer(floor, ANN, other, [["wager", 1, "banker", 60]], new_round=True)
    assert floor.read(other, lambda live: live.playable.terms.wagers["player"].limits.minimum) == 100
    assert floor.read(other, lambda live: live.playable.terms.wagers["banker"].limits.minimum) == 50, (
        "what the house posts binds"
    )


@pytest.mark.parametrize("database", DATABASES)
def test_two_tables_at_once_never_stake_the_same_chips(database: str, tmp_path: Path) -> None:
    with opened(fresh_database(database, tmp_path)) as ledger:
        floor = Floor(ledger)
        tables = [seated(floor, ROULETTE, 100_000)]
        for _ in range(3):
            tables.append(str(house.open_table(floor, FLOOR_PERSON, ROULETTE)["table"]))
            house.sit(floor, ANN, tables[-1], 1)
        for table in tables:
            playing.open_round(floor, ANN, table)
        wrong: list[BaseException] = []

        def bet(table: str) -> None:
            for _ in range(10):
                try:
                    playing.answer(floor, ANN, table, [["wager", 1, "red", 60_000], ["no-more-bets"]], new_round=True)
                except Refused as refused:
                    assert "from behind" in str(refused)
                except BadInput:
                    pass  # somebody else was first
                except BaseException as error:
                    wrong.append(error)

        rivals = [threading.Thread(target=bet, args=(table,)) for table in tables]
        for rival in rivals:
            rival.start()
        for rival in rivals:
            rival.join()
        assert not wrong, wrong
        sound(floor)


# Nothing is undone once chance has answered


def test_the_seven_oracle_throws_the_dice(floor: Floor) -> None:
    """`[no-more-bets, bogus]` foretold every seven: now the dice are thrown, and that is that."""
    table, rolls = seated(floor, DICE, 10**8), 0
    for _ in range(20):
        if not floor.read(table, lambda live: live.playing):
            playing.answer(floor, ANN, table, [["wager", 1, "pass", 1000]], new_round=True)
        before = log(floor, table)
        receipt = playing.answer(floor, ANN, table, [["no-more-bets"], ["choice", 1, "x"]])
        assert receipt["refused"]["act"] == 1 and receipt["acts"][0] == ["no-more-bets"]
        assert log(floor, table) == before + receipt["acts"]
        rolls += receipt["acts"][1:2] != [] and receipt["acts"][1][0] == "roll"
    assert rolls > 5
    sound(floor)


def test_the_bust_oracle_draws_the_card(floor: Floor) -> None:
    table, busts, asked = seated(floor, BLACKJACK, 10**8), 0, 0
    for _ in range(40):
        playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 1000], ["no-more-bets"]], new_round=True)
        for _ in range(20):
            seen = seeing.see(floor, ANN, table)["pending"]
            if seen is None:
                break
            if "hit" not in str(seen["legal"]):
                declined = [entry for entry in seen["legal"] if entry["act"] == "wager" and not entry["maximum"]]
                form = ["wager", 1, declined[0]["spot"], 0] if declined else ["choice", 1, seen["legal"][-1]["choice"]]
                playing.answer(floor, ANN, table, [form])
                continue
            cards = len(log(floor, table))
            receipt = playing.answer(floor, ANN, table, [["choice", 1, "hit"], ["choice", 1, "bogus"]])
            asked += 1
            assert receipt["refused"]["act"] == 1 and len(log(floor, table)) > cards + 1
            busts += not floor.read(table, lambda live: live.playing)
    assert asked and busts, "the card that breaks the hand was drawn"
    sound(floor)


def test_a_new_round_with_a_refused_act_is_open_and_keeps_its_seed(floor: Floor) -> None:
    table = seated(floor, ROULETTE, 100_000)
    receipt = playing.answer(floor, ANN, table, [["wager", 1, "red", 10_000_000], ["no-more-bets"]], new_round=True)
    assert receipt["refused"]["act"] == 0 and "from behind" in receipt["refused"]["error"]
    assert receipt["refused"]["clause"] and receipt["round"] == f"{table}-1"
    commitment = floor.read(table, lambda live: live.commitment)
    for _ in range(3):
        with pytest.raises(Refused):
            playing.answer(floor, ANN, table, [["wager", 1, "red", 10_000_000]], new_round=True)
    assert floor.read(table, lambda live: (live.commitment, live.number)) == (commitment, 1)
    with floor.database.read() as connection:
        assert len(connection.execute(select(schema.rounds)).all()) == 1


PROBED = (
    ROULETTE,
    POKER,
    BLACKJACK,
    DICE,
    "cincinnati/pai-gow-poker",
    "cincinnati/mini-baccarat",
    "cincinnati/ultimate-texas-holdem",
)


def bogus(rng: random.Random, live: LiveTable) -> list[Any]:
    """An answer that nobody may give."""
    return rng.choice(
        [
            ["choice", 1, "x"],
            ["choice", 2, "fold"],
            ["wager", 1, "no-such-spot", 500],
            ["wager", 1, next(iter(live.playable.spots)), 10**11],
            ["wager", 3, next(iter(live.playable.spots)), 500],
            ["card", "As"],
            ["spin", "17"],
            ["roll", [3, 4]],
            ["done", "shuffle"],
            ["chips", 1, 10**9],
            ["irregularity", "x"],
        ]
    )


def listed(rng: random.Random, floor: Floor, table: str) -> list[Any] | None:
    """An answer that is listed now."""
    seen = seeing.see(floor, ANN, table)["pending"]
    if seen is None or not seen["legal"]:
        return None
    entry = rng.choice(seen["legal"])
    match entry["act"]:
        case "wager":
            return ["wager", 1, entry["spot"], entry["minimum"]]
        case "choice":
            return ["choice", entry["seat"], entry["choice"]]
        case "arrange":
            return ["arrange", 1, entry["hands"]]
        case "discard":
            return ["discard", 1, entry["cards"]]
    return [entry["act"]]


@pytest.mark.parametrize("game", PROBED)
def test_a_probing_client_undoes_nothing_and_sees_nothing_that_is_not_played(floor: Floor, game: str) -> None:
    """Batches of anything: refused as a whole, nothing has happened; else the log has grown by just what was answered."""
    rng = random.Random(game)
    table = seated(floor, game, 100_000)
    undone = kept = 0
    for _ in range(120):
        if not floor.read(table, lambda live: live.playing):
            if held(floor) < 10_000:
                house.chips(floor, FLOOR_PERSON, ANN.name, 100_000, cash_out=False)
            playing.open_round(floor, ANN, table)
        batch = [form for form in (listed(rng, floor, table) for _ in range(rng.randrange(0, 3))) if form is not None]
        batch.insert(rng.randrange(0, len(batch) + 1), floor.read(table, lambda live: bogus(rng, live)))
        before, books_before = log(floor, table), tally(floor.database)
        try:
            receipt = playing.answer(floor, ANN, table, batch)
        except BadInput:
            assert tally(floor.database) == books_before, "refused as a whole, nothing has happened"
            assert log(floor, table) == before
            undone += 1
            continue
        after = log(floor, table)
        grown = after[len(before) :]
        assert after[: len(before)] == before, "nothing is undone"
        assert len([form for form in grown if form[0] != "chips"]) == len(receipt["acts"])
        said = batch[: receipt["refused"]["act"]]
        assert said and all(form in grown for form in said)
        kept += 1
        choice = listed(rng, floor, table)
        if choice is not None:
            playing.answer(floor, ANN, table, [choice])
    assert undone and kept
    sound(floor)


@pytest.mark.parametrize("game", PROBED)
def test_a_refusal_is_the_same_whatever_is_hidden(floor: Floor, game: str) -> None:
    """Two tables that differ in nothing but their seed answer every wrong question alike."""
    known(floor, ANN, BOB)
    tables = []
    for person in (ANN, BOB):
        house.chips(floor, FLOOR_PERSON, person.name, 5000, cash_out=False)
        tables.append(str(house.open_table(floor, FLOOR_PERSON, game)["table"]))
        house.sit(floor, person, tables[-1], 1)
        playing.open_round(floor, person, tables[-1])
    rng, answers = random.Random(game), []
    questions = [[floor.read(tables[0], lambda live: bogus(rng, live)), ["no-more-bets"]] for _ in range(30)]
    for person, table in zip((ANN, BOB), tables, strict=True):
        said = []
        for batch in questions:
            with pytest.raises(BadInput) as refusal:
                playing.answer(floor, person, table, batch)
            said.append(str(refusal.value).replace(f"{person.name} may", "somebody may"))
        answers.append(said)
    assert answers[0] == answers[1]


def test_a_prober_wins_what_an_honest_player_wins(floor: Floor) -> None:
    """The attack of old on the opened round, number after number: the first one is spun, and the others are the next rounds'."""
    table, spins = seated(floor, ROULETTE, 10**7), 0
    for number in NUMBERS[:20]:
        before = held(floor)
        batch = [["wager", 1, f"straight-up-{number}", 1000], ["no-more-bets"], ["choice", 1, "x"]]
        receipt = playing.answer(floor, ANN, table, batch, new_round=True)
        spins += sum(form[0] == "spin" for form in receipt["acts"])
        won = receipt["acts"][-1] == ["spin", number]
        assert held(floor) - before == (35_000 if won else -1000)
    assert spins == 20


def test_a_dismissed_report_deals_on_at_once(floor: Floor) -> None:
    """What the equipment owes after a ruling comes with the ruling, not with the next answer, which might be refused."""
    table = seated(floor, POKER, 10**6)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000], ["no-more-bets"]], new_round=True)
    assert playing.report(floor, DEALER, table, "dealer-card-exposed").get("awaits") == "floor"
    playing.rule(floor, FLOOR_PERSON, table, approve=False)
    before = tally(floor.database)
    with pytest.raises(Refused):
        playing.answer(floor, ANN, table, [["choice", 1, "x"]])
    assert tally(floor.database) == before


# Debts


def won_at_dice(floor: Floor, person: Person) -> tuple[str, int]:
    """A hand of dice in which the field has won and pass stands; the table, and what the field paid."""
    known(floor, person)
    house.chips(floor, FLOOR_PERSON, person.name, 10_000, cash_out=False)
    while True:
        table = str(house.open_table(floor, FLOOR_PERSON, DICE)["table"])
        house.sit(floor, person, table, 1)
        playing.answer(floor, person, table, [["wager", 1, "pass", 100], ["wager", 1, "field", 1000]], new_round=True)
        playing.answer(floor, person, table, [["no-more-bets"]])
        lines = floor.read(table, lambda live: list(the_round(live).lines))
        playing_on = floor.read(table, lambda live: live.playing)
        if playing_on and {(line.wager, line.outcome == "lose") for line in lines} == {("field", False)}:
            return table, sum(line.won for line in lines)
        if floor.read(table, lambda live: live.playing):
            playing.void(floor, FLOOR_PERSON, table, "again")
        house.leave(floor, person, table, 1)


def test_a_void_after_a_cash_out_leaves_a_debt_by_name_that_is_collected_first(any_floor: Floor) -> None:
    floor = any_floor
    table, won = won_at_dice(floor, ANN)
    house.chips(floor, FLOOR_PERSON, ANN.name, held(floor), cash_out=True)
    playing.void(floor, FLOOR_PERSON, table, "the wrong dice")
    # 1,100 of stakes came back, 1,000 and the win of the field went with the cash.
    owed = won - 100
    assert floor.read(table, lambda live: live.status) == "void"
    assert (held(floor), held(floor, "debt:ann")) == ((0, -owed) if owed > 0 else (-owed, 0))
    event = next(e for e in books_events(floor, table) if e.kind == "round-voided")
    assert event.by == FLOOR_PERSON.name and event.body["clause"] and event.body["why"] == "the wrong dice"
    sound(floor)
    house.chips(floor, FLOOR_PERSON, ANN.name, 300, cash_out=False)
    assert (held(floor), held(floor, "debt:ann")) == (0, 300 - owed)
    house.chips(floor, FLOOR_PERSON, ANN.name, 5000, cash_out=False)
    assert (held(floor), held(floor, "debt:ann")) == (5300 - owed, 0)
    house.leave(floor, ANN, table, 1)
    house.close_table(floor, FLOOR_PERSON, table)
    sound(floor)


def books_events(floor: Floor, table: str) -> list[books.Event]:
    with floor.database.read() as connection:
        return books.read_events(connection, table)


def test_a_void_that_is_covered_leaves_no_debt(floor: Floor) -> None:
    table, _ = won_at_dice(floor, ANN)
    playing.void(floor, FLOOR_PERSON, table, "the wrong dice")
    assert (held(floor), held(floor, "debt:ann")) == (held(floor), 0)
    sound(floor)


def test_a_cash_out_pays_the_debt_first(floor: Floor) -> None:
    known(floor, ANN)
    with floor.database.write() as connection:
        lent = books.Transfer("debt:ann", "player:ann", 700, "debt")
        books.append(connection, books.HOUSE, "test", {}, [lent], by="t")
    house.chips(floor, FLOOR_PERSON, ANN.name, 100, cash_out=False)
    assert (held(floor), held(floor, "debt:ann")) == (700, -600)
    with pytest.raises(Refused, match=r"ann holds 7\.00 and owes 6\.00: 1\.00 can be cashed out"):
        house.chips(floor, FLOOR_PERSON, ANN.name, 101, cash_out=True)
    house.chips(floor, FLOOR_PERSON, ANN.name, 100, cash_out=True)
    assert (held(floor), held(floor, "debt:ann")) == (0, 0)


def test_a_reversal_at_a_closed_table_strands_nothing(any_floor: Floor) -> None:
    floor = any_floor
    table = seated(floor, ROULETTE, 100_000, bank=1000)
    lost: dict[str, int] = {}
    while len(lost) < 2:
        before = held(floor)
        receipt = playing.answer(floor, ANN, table, [["wager", 1, "red", 500], ["no-more-bets"]], new_round=True)
        lost["won" if held(floor) > before else "lost"] = receipt["round"]
    house.leave(floor, ANN, table, 1)
    house.close_table(floor, FLOOR_PERSON, table)
    before = held(floor)
    corrections.reverse(floor, FLOOR_PERSON, lost["lost"], 1, "misread")
    assert (held(floor), held(floor, f"tray:{table}")) == (before + 500, 0)
    house.chips(floor, FLOOR_PERSON, ANN.name, held(floor), cash_out=True)
    corrections.reverse(floor, FLOOR_PERSON, lost["won"], 1, "misread")
    assert (held(floor), held(floor, "debt:ann"), held(floor, f"tray:{table}")) == (0, -500, 0)
    sound(floor)


# What an auditor sees


def test_chips_that_an_account_did_not_have_are_found(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(floor, ROULETTE, 1000)
    sound(floor)
    with monkeypatch.context() as cheat:
        cheat.setattr(playing, "_held", lambda connection, live: dict.fromkeys(live.players.values(), 100_000))
        playing.answer(floor, ANN, table, [["wager", 1, "red", 500]], new_round=True)
    verdict = verify(floor.database, prepare)
    assert verdict.wrong and "seat 1 is said to have 100000 behind, player:ann held 1000" in verdict.wrong


def test_a_table_rebuilt_after_a_crash_offers_what_was_offered(floor: Floor) -> None:
    table = seated(floor, POKER, 1500)
    playing.answer(floor, ANN, table, [["wager", 1, "ante", 1000], ["no-more-bets"]], new_round=True)
    before = seeing.see(floor, ANN, table)
    again = seeing.see(Floor(floor.database), ANN, table)
    assert again == before and [entry["choice"] for entry in again["pending"]["legal"]] == ["fold"]


# Over the line


def test_a_refused_act_in_a_batch_is_told_in_the_receipt(server: Served) -> None:
    player: Client = server.person("pia", chips=100_000)
    table = server.client().open_table(ROULETTE)
    player.sit(table, 1)
    with pytest.raises(Problem) as problem:
        player.open_round(table)
        player.answer(table, ["wager", 1, "red", 10_000_000], ["no-more-bets"])
    assert problem.value.status == 409 and problem.value.clause and "1,000.00 is there" in str(problem.value)
    key = "a-key-for-this-one"
    receipt = player.answer(table, ["wager", 1, "red", 60_000], ["wager", 1, "black", 60_000], ["no-more-bets"], key=key)
    assert receipt.acts == [["wager", 1, "red", 60_000]] and receipt.refused is not None
    assert receipt.refused.act == 1 and "400.00 is there" in receipt.refused.error and receipt.refused.clause
    again = player.answer(table, ["wager", 1, "red", 60_000], ["wager", 1, "black", 60_000], ["no-more-bets"], key=key)
    assert again == receipt
    assert player.me().balance == 40_000
