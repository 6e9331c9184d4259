"""Who may do what: each ruling and each step by whom the text names, or by whoever is above; everybody else is refused with the clause."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.server import playing, seeing
from croupier.server.floor import Floor
from croupier.server.people import NotAllowed, Person, Role
from croupier.table.requests import CardDue, Decision
from tests.ledger.test_links import CHAPTER, FIRST, ROYAL, bet, sound, table_for, won
from tests.support.evening import DEALER, FLOOR_PERSON, made_ready, opened, the_round
from tests.support.serving import fresh_database

STAFF = {role: Person(f"the-{role}", role) for role in Role if role not in (Role.GUEST, Role.PLAYER)}
DICE, CRAZY = "cincinnati/craps", "cincinnati/crazy-4-poker"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


def pending(floor: Floor, table: str) -> Any:
    return floor.read(table, lambda live: the_round(live).pending)


def rolling(floor: Floor, game: str, **options: str) -> str:
    """A table of dice at which a roll is due."""
    table = table_for(floor, FIRST, game, options=options)
    made_ready(floor, table)
    playing.open_round(floor, DEALER, table)
    playing.answer(floor, FIRST, table, [["wager", 1, "pass", 500]])
    while pending(floor, table).kind != "roll":
        request = pending(floor, table)
        form = ["no-more-bets"] if request.kind == "wager" else ["choice", request.seat, request.choices[0]]
        playing.answer(floor, FLOOR_PERSON, table, [form])
    return table


@pytest.mark.parametrize("role", [Role.STICKPERSON, Role.BOXPERSON, Role.FLOOR, Role.SUPERVISOR, Role.ADMINISTRATOR])
def test_no_roll_is_called_at_once_by_the_stickperson_or_above(floor: Floor, role: Role) -> None:
    """B.13.III."""
    table, caller = rolling(floor, DICE), STAFF[role]
    assert playing.report(floor, caller, table, "far-end-missed").get("awaits") is None
    assert pending(floor, table).kind == "roll"
    sound(floor.database)


def test_a_dealers_report_waits_for_the_stickperson_and_no_dealer_calls_it(floor: Floor) -> None:
    """B.13.III: who is below may say what was seen, and not more."""
    table = rolling(floor, DICE)
    assert playing.report(floor, DEALER, table, "far-end-missed")["awaits"] == "stickperson"
    for person in (DEALER, STAFF[Role.SURVEILLANCE], FIRST):
        with pytest.raises(NotAllowed, match=r"for the stickperson.*B\.13\.III"):
            playing.rule(floor, person, table, approve=True)
    assert seeing.see(floor, STAFF[Role.STICKPERSON], table)["may"]["rule"]
    playing.rule(floor, STAFF[Role.STICKPERSON], table, approve=True)
    assert pending(floor, table).kind == "roll"


def test_players_and_surveillance_report_nothing_and_are_told_the_clause(floor: Floor) -> None:
    table = rolling(floor, DICE)
    for person in (FIRST, STAFF[Role.SURVEILLANCE]):
        with pytest.raises(NotAllowed, match=r"B\.13\.II\.B"):
            playing.report(floor, person, table, "far-end-missed")


@pytest.mark.parametrize("designated", ["boxperson", "stickperson"])
def test_the_house_designates_who_calls_no_roll(floor: Floor, designated: str) -> None:
    """Craps J.2.b, where the text leaves it to the house."""
    table = rolling(floor, "oneida/craps", **{"no-roll-called-by": designated})
    answer = playing.report(floor, STAFF[Role.STICKPERSON], table, "far-end-missed")
    assert answer.get("awaits") == (None if designated == "stickperson" else "boxperson")
    if designated == "boxperson":
        with pytest.raises(NotAllowed):
            playing.rule(floor, STAFF[Role.STICKPERSON], table, approve=True)
        playing.rule(floor, STAFF[Role.BOXPERSON], table, approve=True)
    assert pending(floor, table).kind == "roll"


def test_chips_collected_are_counted_against_the_wagers_accepted(floor: Floor) -> None:
    """L.4.I, at the stand-alone table; a wrong count is reported and counted again, and no card comes before it agrees."""
    table = table_for(floor, FIRST)
    bet(floor, table, FIRST)
    assert pending(floor, table).act == "count-chips"
    with pytest.raises(Refused, match=r"2 chips are collected and 1 wagers were accepted.*L\.4\.I"):
        playing.answer(floor, DEALER, table, [["done", "count-chips", "2"]])
    with pytest.raises(Refused):
        playing.answer(floor, DEALER, table, [["card", "As"]])
    playing.report(floor, FLOOR_PERSON, table, "progressive-count-wrong")
    assert pending(floor, table).act == "call-floor"
    playing.answer(floor, FLOOR_PERSON, table, [["done", "call-floor"]])
    assert pending(floor, table).act == "count-chips"
    playing.answer(floor, DEALER, table, [["done", "count-chips", "1"]])
    assert isinstance(pending(floor, table), CardDue)


def test_every_linked_game_counts_and_can_report_a_wrong_count() -> None:
    """L.4.I, L.5.II."""
    chapter = playable(CHAPTER).terms
    for game in (CHAPTER, *(f"{chapter.rulebook}/{name}" for name in chapter.options["linked-games"])):
        terms = playable(game).terms
        assert "L.4.I" in terms.wagers["progressive"].counted and "progressive-count-wrong" in terms.rulings
        if "progressive" in terms.options:
            assert "progressive-count-wrong" not in playable(game, {"options": {"progressive": False}}).terms.rulings


def test_a_royal_flush_is_paid_when_supervisor_and_surveillance_have_verified_it(floor: Floor) -> None:
    """L.6.IV: hand, light, supervisor or above, surveillance, the rest of the deck sorted; each by the one named, in this order."""
    table = table_for(floor, FIRST)
    bet(floor, table, FIRST)
    playing.answer(floor, DEALER, table, [["done", "count-chips"], *(["card", card] for card in ROYAL.split())])
    playing.answer(floor, FIRST, table, [["choice", 1, "stay"]])
    steps = []
    while (request := pending(floor, table)) is not None:
        steps.append((request.act, request.who))
        assert request.concerns == 1 and "L.6.IV" in request.clause and won(floor, table) == 0
        able = [role for role, person in STAFF.items() if seeing.see(floor, person, table)["pending"]["yours"]]
        for role, person in STAFF.items():
            if role not in able:
                with pytest.raises(NotAllowed, match=r"L\.6\.IV"):
                    playing.answer(floor, person, table, [["done", request.act]])
        assert (Role.SURVEILLANCE in able) == (request.who == "surveillance")
        assert (Role.DEALER in able) == (request.who == "dealer")
        playing.answer(floor, STAFF[able[0]], table, [["done", request.act]])
    assert steps == [
        ("check-hand", "dealer"),
        ("check-light", "dealer"),
        ("verify", "supervisor"),
        ("look-on", "surveillance"),
        ("sort-deck", "dealer"),
    ]
    assert won(floor, table) == 1_000_021
    sound(floor.database)


def test_every_win_is_verified_by_the_floor_or_by_surveillance(floor: Floor) -> None:
    """14.2(d): the dealer sees the hand and the light; then either may verify it, and nobody else."""
    table = table_for(floor, FIRST, "cleveland/linked-progressive")
    bet(floor, table, FIRST)
    playing.answer(floor, DEALER, table, [*(["card", card] for card in ("2c", "2d", "2h", "9s", "Kd"))])
    playing.answer(floor, DEALER, table, [["done", "check-hand"], ["done", "check-light"]])
    able = {role for role, person in STAFF.items() if seeing.see(floor, person, table)["pending"]["yours"]}
    assert able == {Role.FLOOR, Role.SUPERVISOR, Role.SURVEILLANCE, Role.ADMINISTRATOR}
    with pytest.raises(NotAllowed, match=r"14\.2\(d\)\(3\)"):
        playing.answer(floor, DEALER, table, [["done", "verify"]])
    playing.answer(floor, STAFF[Role.SURVEILLANCE], table, [["done", "verify"]])
    assert won(floor, table) == 900


@pytest.mark.parametrize(("hand", "asked"), [("Ks Kh Kd Kc 2s", True), ("As Ah Ad Ac 2s", True), ("Ks Qs Js Ts 2h", False)])
def test_a_super_bonus_from_four_of_a_kind_waits_for_the_supervisor(floor: Floor, hand: str, asked: bool) -> None:
    """M.11.II."""
    table = table_for(floor, FIRST, CRAZY)
    made_ready(floor, table)
    playing.open_round(floor, DEALER, table)
    cards, dealers, approved = hand.split(), ["2c", "3c", "5d", "7h", "9c"], False
    while (request := pending(floor, table)) is not None:
        if request.kind == "wager":
            playing.answer(floor, FIRST, table, [["wager", 1, "ante", 500], ["wager", 1, "super-bonus", 500]])
            playing.answer(floor, DEALER, table, [["no-more-bets"]])
        elif isinstance(request, CardDue):
            playing.answer(floor, DEALER, table, [["card", (cards if request.to == 1 else dealers).pop(0)]])
        elif isinstance(request, Decision):
            playing.answer(floor, FIRST, table, [["choice", 1, "raise-1x"]])
        elif request.act == "approve":
            with pytest.raises(NotAllowed, match=r"M\.11\.II"):
                playing.answer(floor, DEALER, table, [["done", "approve"]])
            playing.answer(floor, STAFF[Role.SUPERVISOR], table, [["done", "approve"]])
            approved = True
        else:
            playing.answer(floor, DEALER, table, [["done", request.act]])
    assert approved is asked
    assert any(line.wager == "super-bonus" and line.won for line in floor.read(table, lambda live: the_round(live).lines))
    sound(floor.database)
