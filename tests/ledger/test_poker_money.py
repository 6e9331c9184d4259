"""A pot in the books: players' money goes to players, the rake and the promotion's part to accounts of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from croupier.errors import OutOfBounds, Refused
from croupier.games.registry import playable
from croupier.ledger import books, schema
from croupier.server import holding, house, playing, pots, seeing
from croupier.server.floor import Floor
from croupier.server.people import NotAllowed
from tests.ledger.test_money_and_chance import ANN, BOB, held, known, sound
from tests.support.evening import DEALER, FLOOR_PERSON, opened
from tests.support.serving import fresh_database

CHIPS, STACK = 20_000, 5000


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def opened_table(floor: Floor, game: str, **options: Any) -> str:
    known(floor, ANN, BOB)
    table = str(house.open_table(floor, FLOOR_PERSON, game, house_rules={"options": options})["table"])
    for seat, person in ((1, ANN), (2, BOB)):
        house.chips(floor, FLOOR_PERSON, person.name, CHIPS, cash_out=False)
        house.sit(floor, person, table, seat)
    return table


def stacks(floor: Floor, table: str) -> dict[int, int]:
    """What lies before each seat between two hands."""
    found: dict[int, int] = floor.read(table, lambda live: {seat: live.stack(seat) for seat in live.players})
    return found


def wealth(floor: Floor, table: str) -> int:
    """What both players have, before them and behind."""
    return held(floor, ANN.account) + held(floor, BOB.account) + sum(stacks(floor, table).values())


def play_a_hand(floor: Floor, table: str) -> None:
    """Both bet what they can: check, call or bet."""
    playing.open_round(floor, FLOOR_PERSON, table)
    for seat, person in ((1, ANN), (2, BOB)):
        if not stacks(floor, table)[seat]:
            playing.answer(floor, person, table, [["wager", seat, "stack", STACK]])
    playing.answer(floor, FLOOR_PERSON, table, [["no-more-bets"]])
    for _ in range(60):
        pending = seeing.see(floor, FLOOR_PERSON, table)["pending"]
        if pending is None:
            return
        person = ANN if pending["seat"] == 1 else BOB
        own = seeing.see(floor, person, table)["pending"]["legal"]
        choices = [entry["choice"] for entry in own if "choice" in entry]
        wanted = next(choice for choice in ("bet", "call", "check", "show") if choice in choices)
        playing.answer(floor, person, table, [["choice", pending["seat"], wanted]])
    raise AssertionError("the hand does not end")


def balances(floor: Floor) -> dict[str, int]:
    with floor.database.read() as connection:
        return {row.id: row.balance for row in connection.execute(select(schema.accounts))}


@pytest.mark.clause("cleveland/poker", "8.16(b)(1)(ii)", "8.21(e)")
def test_a_pot_passes_no_tray_and_rake_and_drop_have_their_own_accounts(floor: Floor) -> None:
    options = {"rake": {"method": "percentage", "percent": 10, "maximum": 400}, "promotional-drop": True}
    table = opened_table(floor, "cleveland/poker", **options)
    tray = balances(floor)[f"tray:{table}"]
    for hands in (1, 2, 3):
        play_a_hand(floor, table)
        found = balances(floor)
        assert wealth(floor, table) == 2 * CHIPS - hands * (240 + 100)
        assert found[f"rake:{table}"] == hands * 240 and found[f"promotional-drop:{table}"] == hands * 100
        assert found[f"tray:{table}"] == tray and not found[f"pending:{table}"]
    with floor.database.read() as connection:
        kinds = {row.kind for row in connection.execute(select(schema.transfers))}
    assert "collected" not in kinds and {"rake", "promotional-drop", "paid"} <= kinds
    (hold,) = holding.report(floor, "table")
    assert (hold.rounds, hold.handle, hold.win, hold.drop) == (3, 0, 3 * 240, 3 * 100), "the drop is the players' own"
    assert hold.pots and hold.theoretical is None and hold.hold is None
    sound(floor)


def test_a_table_with_a_kill_is_the_same_after_a_restart(tmp_path: Path) -> None:
    address = fresh_database("sqlite", tmp_path)
    game, options = "ny/poker", {"variant": "omaha-high-low-split-eight-or-better", "kill": "kill", "kill-mark": 1}
    with opened(address) as database:
        floor = Floor(database)
        table = opened_table(floor, game, **options)
        for _ in range(4):
            play_a_hand(floor, table)
        before = floor.read(table, lambda live: live.session.carried.as_json())
    with opened(address) as database:
        floor = Floor(database)
        assert floor.read(table, lambda live: live.session.carried.as_json()) == before
        play_a_hand(floor, table)
        sound(floor)


@pytest.mark.clause("ny/poker", "5324.42(o)(2)(iii)(a)", "5324.42(o)(2)(iii)(b)", "5324.42(o)(2)(iii)(c)")
def test_time_is_charged_by_player_once_in_its_part_of_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address, fee = fresh_database("sqlite", tmp_path), {"method": "time-charge", "cents": 600, "per": "player", "minutes": 30}
    with opened(address) as database:
        floor = Floor(database)
        table = opened_table(floor, "ny/poker", rake=fee)
        with pytest.raises(NotAllowed):
            pots.charge_time(floor, ANN, table)
        monkeypatch.setattr(books, "now", lambda: "2026-01-01T12:00:00.000+00:00")
        pots.charge_time(floor, DEALER, table)
        play_a_hand(floor, table)  # from which nothing is taken
        assert wealth(floor, table) == 2 * (CHIPS - 600)
    with opened(address) as database:
        floor = Floor(database)
        monkeypatch.setattr(books, "now", lambda: "2026-01-01T12:29:59.000+00:00")
        with pytest.raises(Refused, match=r"again at 12:30 .*5324\.42\(o\)\(2\)\(iii\)"):
            pots.charge_time(floor, DEALER, table)
        monkeypatch.setattr(books, "now", lambda: "2026-01-01T12:30:00.000+00:00")
        pots.charge_time(floor, DEALER, table)
        assert balances(floor)[f"rake:{table}"] == 4 * 600
        assert [(day.name, day.win) for day in holding.report(floor, "day")] == [("2026-01-01", 4 * 600)]
        monkeypatch.undo()
        sound(floor)


@pytest.mark.clause("cleveland/poker", "8.16(b)(3)(i)", "8.16(b)(3)(ii)")
def test_a_tables_time_charge_is_shared_and_what_somebody_has_not_is_owed(floor: Floor) -> None:
    table = opened_table(floor, "cleveland/poker", rake={"method": "time-charge", "cents": 1001, "per": "table", "minutes": 60})
    house.chips(floor, FLOOR_PERSON, BOB.name, CHIPS - 100, cash_out=True)
    pots.charge_time(floor, DEALER, table)
    found = balances(floor)
    assert found[ANN.account] == CHIPS - 501 and found[BOB.account] == 0 and found["debt:bob"] == -400
    sound(floor)


def test_where_no_text_has_a_time_charge_none_is_taken_and_a_bad_one_is_refused(floor: Floor) -> None:
    table = opened_table(floor, "oneida/poker", rake={"method": "time-charge", "cents": 600})
    with pytest.raises(Refused, match=r"not paid by time .*Poker N\.1"):
        pots.charge_time(floor, DEALER, table)
    for bad in ({"cents": "6"}, {"cents": 600, "per": "pot"}, {"cents": 600, "minutes": 61}, {"minutes": 30}):
        with pytest.raises(OutOfBounds, match="rake"):
            playable("ny/poker", {"options": {"rake": {"method": "time-charge", **bad}}})


@pytest.mark.clause("ny/poker", "5324.42(r)(6)", "5324.42(r)(7)")
@pytest.mark.clause("cleveland/poker", "8.21(b)")
@pytest.mark.clause("oneida/poker", "Poker O.5")
@pytest.mark.parametrize("game", ["ny/poker", "cleveland/poker", "oneida/poker"])
def test_what_pots_give_to_the_fund_goes_back_to_players_and_no_further_than_it_reaches(floor: Floor, game: str) -> None:
    table = opened_table(floor, game, **{"promotional-drop": True if game.startswith("cleveland") else 100})
    with pytest.raises(Refused, match=r"the fund holds 0\.00"):
        pots.pay_promotion(floor, FLOOR_PERSON, table, ANN.name, 1)
    for _ in range(3):
        play_a_hand(floor, table)
    before = held(floor, ANN.account)
    for person, player in ((ANN, "ann"), (DEALER, "ann")):
        with pytest.raises(NotAllowed):
            pots.pay_promotion(floor, person, table, player, 100)
    with pytest.raises(Refused, match="knows nobody"):
        pots.pay_promotion(floor, FLOOR_PERSON, table, "zoe", 100)
    pots.pay_promotion(floor, FLOOR_PERSON, table, ANN.name, 250)
    with pytest.raises(Refused, match=r"the fund holds 0\.50"):
        pots.pay_promotion(floor, FLOOR_PERSON, table, ANN.name, 51)
    assert held(floor, ANN.account) == before + 250 and balances(floor)[f"promotional-drop:{table}"] == 50
    sound(floor)


@pytest.mark.clause("cleveland/poker", "8.21(c)(1)", "8.21(c)(2)", "8.21(c)(3)", "8.21(c)(4)", "8.21(c)(5)")
@pytest.mark.clause("cleveland/poker", "8.21(c)(6)", "8.21(c)(7)", "8.24(A)(1)")
def test_what_the_fund_pays_is_for_a_promotion_of_the_text_and_marked_where_it_is_taxable(floor: Floor) -> None:
    table = opened_table(floor, "cleveland/poker", **{"promotional-drop": True})
    play_a_hand(floor, table)
    with pytest.raises(Refused, match=r"'lottery': it is one of: bad-beat, .*8\.21\(a\)"):
        pots.pay_promotion(floor, FLOOR_PERSON, table, ANN.name, 1, promotion="lottery")
    listed = playable("cleveland/poker").terms.file.drop.promotions  # type: ignore[union-attr]
    for name in listed:
        pots.pay_promotion(floor, FLOOR_PERSON, table, ANN.name, 1, promotion=name)
    with floor.database.read() as connection:
        paid = (
            connection.execute(select(schema.transfers.c.wager).where(schema.transfers.c.kind == "promotion")).scalars().all()
        )
    assert paid == list(listed)
    assert {listed[name].taxable_above for name in ("bad-beat", "hot-seat", "tournament-buy-in")} == {59_900}
    assert {listed[name].taxable_above for name in ("tournament-prize", "free-roll")} == {500_000}
    sound(floor)
