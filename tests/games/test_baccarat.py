"""Baccarat: the drawing rules card by card, vigorish and its variants, the midi table, and what follows a wrong card."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.equipment.cards import card, cards
from croupier.errors import Refused
from croupier.games.baccarat.baccarat import players_hand_stays
from croupier.games.registry import playable
from croupier.hands.baccarat import banker_draws, natural, player_draws, points
from croupier.rules import source
from croupier.table import acts
from croupier.table.round import Round
from croupier.table.session import Session
from croupier.table.session_acts import Phase, Step
from tests.support.driving import RandomPlayer, play_on

MINI, FREE = "cincinnati/mini-baccarat", "cincinnati/commission-free-baccarat"
PRINTED = {3: "DDDDDDDDSD", 4: "SSDDDDDDSS", 5: "SSSSDDDDSS", 6: "SSSSSSDDSS"}
ONE_OF_EACH = [card(face) for face in ("Kh", "Ah", "2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h")]


def test_the_banker_draws_as_the_table_prints() -> None:
    for count, row in PRINTED.items():
        for third, word in enumerate(row):
            assert banker_draws([*cards("2c Kd"), ONE_OF_EACH[third]], [card("Ks"), ONE_OF_EACH[count]]) == (word == "D")


def test_every_pair_of_two_card_hands_ends_within_the_rules() -> None:
    for first in itertools.product(ONE_OF_EACH, repeat=4):
        player, banker = list(first[::2]), list(first[1::2])
        ended = natural(player) or natural(banker)
        assert player_draws(player, banker) == (not ended and points(player) <= 5)
        if not player_draws(player, banker):
            assert banker_draws(player, banker) == (not ended and points(banker) <= 5)


def settled(game: str, wagers: dict[str, int], player: str, banker: str, **more: Any) -> dict[str, tuple[str, int, int]]:
    """Wager to outcome, won and commission for one seat."""
    round_ = croupier.settle({"game": game, "seats": {"1": {"wagers": wagers}}, "player": player, "banker": banker, **more})
    return {line.wager: (line.outcome, line.won, line.commission) for line in round_.lines}


def test_vigorish_on_ties_is_charged_on_the_stake_where_the_house_chooses_it() -> None:
    house = {"options": {"tie-vigorish": "5%"}}
    assert settled(MINI, {"banker": 2000}, "Kh 7d", "Ks 7h", house_rules=house) == {"banker": ("push", 0, 100)}
    assert settled(MINI, {"banker": 2000}, "Kh 6d", "Ks 7h", house_rules=house) == {"banker": ("win", 2000, 100)}


def test_a_fraction_of_a_cent_is_not_taken_and_the_line_says_so() -> None:
    round_ = croupier.settle({"game": MINI, "seats": {"1": {"wagers": {"banker": 1337}}}, "player": "Kh 6d", "banker": "Ks 7h"})
    assert (round_.lines[0].commission, round_.lines[0].reading) == (66, "fraction-of-a-cent")


def test_a_bonus_alone_must_meet_the_table_minimum() -> None:
    house = {"options": {"table-minimum": 1500}}
    assert settled(MINI, {"dragon-bonus-player": 1500}, "Kh 9d", "Ks 7h", house_rules=house)["dragon-bonus-player"][1] == 1500
    with pytest.raises(Refused, match=r"E\.15\.II"):
        settled(MINI, {"dragon-bonus-player": 1400}, "Kh 9d", "Ks 7h", house_rules=house)
    with pytest.raises(Refused, match="tie of 100 cents is not allowed: from 1500"):
        settled(MINI, {"tie": 100, "dragon-bonus-player": 1400}, "Kh 9d", "Ks 7h", house_rules=house)
    beside = settled(MINI, {"tie": 1500, "dragon-bonus-player": 1400}, "Kh 9d", "Ks 7h", house_rules=house)
    assert beside["dragon-bonus-player"] == ("natural-winner", 1400, 0)
    with pytest.raises(Refused, match=r"E2\.15\.II"):
        settled(FREE, {"dragon-bonus-player": 150000}, "Kh 9d", "Ks 7h")


def wagered(game: str, house: dict[str, Any] | None = None, **stakes: int) -> Round:
    """A round at its first card: seats 1 to 3 with the stakes of their own on banker, player or tie."""
    round_ = Round(playable(game, house), [1, 2, 3])
    round_.answer(acts.Done("shuffle"))
    for name, amount in stakes.items():
        wager, _, seat = name.partition("_")
        round_.answer(acts.Wager(int(seat), wager, amount))
    round_.answer(acts.NoMoreBets())
    return round_


def deal(round_: Round, faces: str) -> None:
    for face in cards(faces):
        round_.answer(acts.Dealt(face))


@pytest.mark.clause("cincinnati/mini-baccarat", "E.8.III", "E.9.II")
def test_no_wager_is_made_changed_or_withdrawn_after_the_first_card_e_8_iii() -> None:
    round_ = wagered(MINI, banker_1=2000)
    deal(round_, "Kh")
    for act in (acts.Wager(1, "tie", 500), acts.Wager(1, "banker", 3000), acts.Wager(1, "banker", 0)):
        with pytest.raises(Refused):
            round_.answer(act)
    assert round_.table.seats[1].stakes == {"banker": 2000}


def test_midi_cards_go_to_the_largest_wager_and_may_be_ceded() -> None:
    house = {"options": {"dealing": "handled-by-players"}}
    round_ = wagered(MINI, house, banker_1=500, banker_2=900, banker_3=900, player_1=100)
    deal(round_, "Kh Ks 7d 3h")
    asked = []
    while round_.pending is not None and round_.pending.moment in ("decision", "reveal"):
        if round_.pending.kind == "choice":
            asked.append(round_.pending.who)
            round_.answer(acts.Choice(int(round_.pending.who[-1]), "handle" if len(asked) == 1 else "cede"))
        else:
            round_.answer(acts.Done("reveal"))
    assert asked == ["seat 1", "seat 3", "seat 2", "seat 1"], "equal wagers from the highest position down; then the dealer"
    assert round_.pending is not None and round_.pending.moment == "draw"


def passed_round(game: str, **wagers: int) -> tuple[list[str], Round]:
    """Whom the two hands are offered to when everybody but the first asked cedes."""
    round_ = wagered(game, {"options": {"dealing": "handled-by-players"}}, **wagers)
    deal(round_, "2h Ks 3d 4h")
    asked = []
    while round_.pending is not None and round_.pending.moment in ("decision", "reveal"):
        if round_.pending.kind == "choice":
            asked.append(round_.pending.who)
            round_.answer(acts.Choice(int(round_.pending.who[-1]), "cede"))
        else:
            round_.answer(acts.Done("reveal"))
    return asked, round_


@pytest.mark.clause("cleveland/mini-baccarat", "6.9(e)(1)", "6.9(e)(1)(a)", "6.9(e)(1)(b)")
@pytest.mark.clause("cleveland/mini-baccarat", "6.9(e)(2)", "6.9(e)(2)(a)", "6.9(e)(2)(b)")
def test_ceded_cards_go_to_the_next_largest_wager_and_at_last_to_the_dealer_6_9_e() -> None:
    asked, round_ = passed_round("cleveland/mini-baccarat", player_1=1000, player_2=9000, player_3=5000)
    assert asked == ["seat 2", "seat 3", "seat 1"], "nobody has a wager on the banker: the dealer turns it"
    assert round_.pending is not None and round_.pending.moment == "draw"
    asked, _ = passed_round("cleveland/mini-baccarat", banker_1=1000, banker_2=9000, player_3=5000)
    assert asked == ["seat 3", "seat 2", "seat 1"]


@pytest.mark.clause("ny/mini-baccarat", "5324.21(f)(3)(ii)(b)", "5324.21(f)(3)(ii)(c)", "5324.21(f)(3)(ii)(f)")
@pytest.mark.clause("ny/mini-baccarat", "5324.21(f)(3)(ii)(g)(1)", "5324.21(f)(3)(ii)(g)(2)", "5324.21(f)(3)(ii)(g)(3)")
def test_ceded_cards_go_to_the_right_and_at_last_to_the_dealer_5324_21_f() -> None:
    asked, _ = passed_round("ny/mini-baccarat", player_1=1000, player_2=9000, player_3=5000)
    assert asked == ["seat 2", "seat 1", "seat 3"], "to the right of whoever ceded them, then on round the table"
    asked, round_ = passed_round("ny/mini-baccarat", banker_1=9000, banker_3=9000, player_2=1000)
    assert asked[:2] == ["seat 2", "seat 3"], "of equal wagers the one nearest the dealer, counter-clockwise"
    assert round_.pending is not None and round_.pending.moment == "draw"


@pytest.mark.clause("ny/mini-baccarat", "5324.21(f)(3)(ii)(d)", "5324.21(f)(3)(ii)(e)")
def test_who_had_a_hand_has_its_third_card_too_5324_21_f() -> None:
    house = {"options": {"dealing": "handled-by-players"}}
    round_ = wagered("ny/mini-baccarat", house, player_1=1000, player_2=9000, player_3=5000, banker_1=2000)
    deal(round_, "2h Ks 3d 4h")
    asked, takes = [], {"seat 1": "handle"}
    while round_.pending is not None and (round_.pending.moment != "draw" or len(asked) < 5):
        if round_.pending.kind == "card":
            deal(round_, "7c" if len(asked) == 3 else "2d")
        elif round_.pending.kind == "choice":
            asked.append(round_.pending.who)
            round_.answer(acts.Choice(int(round_.pending.who[-1]), takes.get(round_.pending.who, "cede")))
        else:
            round_.answer(acts.Done(round_.pending.moment))
    assert asked == ["seat 2", "seat 1", "seat 1", "seat 1", "seat 1"][: len(asked)], "not seat 2 again, who had ceded it"
    assert len(asked) >= 4


DRAGON = "dragon-bonus-player"


@pytest.mark.parametrize(
    ("player", "banker", "outcome", "won"),
    [
        ("Kh 8d", "Ks 7h", "natural", 1000),
        ("Kh 9d", "Ks 8h", "natural", 1000),
        ("Kh 8d", "Ks 9h", "lose", 0),
        ("Kh 6d", "Ks 6h", "lose", 0),
        ("Kh 8d", "Ks 8h", "natural-tie", 0),
    ],
)
@pytest.mark.clause("ny/baccarat", "5324.20(b)(1)(iv)(a)(1)", "5324.20(b)(1)(iv)(a)(2)", "5324.20(b)(1)(iv)(b)(1)")
@pytest.mark.clause("ny/baccarat", "5324.20(b)(1)(iv)(b)(2)", "5324.20(b)(1)(iv)(c)")
def test_the_dragon_bonus_of_new_york_goes_by_naturals_5324_20_b_1_iv(player: str, banker: str, outcome: str, won: int) -> None:
    found = settled("ny/baccarat", {"player": 1000, DRAGON: 1000}, player, banker)[DRAGON]
    assert (outcome in found[0], found[1]) == (True, won), found


def to_of(round_: Round) -> object:
    return getattr(round_.pending, "to", None)


def test_a_card_seen_before_the_first_card_opens_a_simulated_round_and_the_wagers_wait() -> None:
    round_ = wagered(MINI, banker_1=2000)
    round_.answer(acts.Reported("card-face-up-in-shoe"))
    assert to_of(round_) == "simulated-player"
    deal(round_, "9h Kd Kc 2s")
    assert to_of(round_) == "player", "the natural ended the simulated round"
    deal(round_, "Kh Ks 7d 8h")
    round_.answer(acts.Done("announce"))
    assert round_.done and round_.net == {1: 1900}


def test_a_card_seen_while_the_hand_needs_one_is_used() -> None:
    round_ = wagered(MINI, banker_1=2000)
    deal(round_, "Kh")
    round_.answer(acts.Reported("card-face-up-in-shoe"))
    assert to_of(round_) == "banker"


def test_a_card_seen_after_the_last_opens_a_simulated_round_once_the_wagers_are_settled() -> None:
    round_ = wagered(MINI, banker_1=2000)
    deal(round_, "Kh Ks 7d 8h")
    round_.answer(acts.Reported("disclosed-card-drawn-in-error"))
    round_.answer(acts.Done("announce"))
    assert round_.net == {1: 1900} and to_of(round_) == "simulated-player"
    round_.table.remaining = dict.fromkeys(list(round_.table.remaining)[:5], 1)
    round_.answer(acts.Reported("too-few-cards"))
    assert round_.done and round_.net == {1: 1900}, "the simulated round is void, not the one that was settled"


def test_a_shoe_that_runs_out_voids_the_round_whether_or_not_it_is_reported_e_14_v() -> None:
    round_ = wagered(MINI, banker_1=2000)
    deal(round_, "Kh Ks")
    round_.table.remaining = {cards("7d")[0]: 1}
    deal(round_, "7d")
    (line,) = round_.lines
    assert (line.outcome, line.returned, line.clause) == ("void", 2000, "E.14.V") and "reshuffle" in round_.table.aftermath


@pytest.mark.parametrize(("banker", "waits"), [("Ks 3h", False), ("Ks 7h", True)])
def test_an_unseen_third_card_is_the_bankers_or_waits_for_the_next_hand(banker: str, waits: bool) -> None:
    round_ = wagered(MINI, banker_1=2000)
    first, second = banker.split()
    deal(round_, f"Kh {first} 7d {second}")
    round_.answer(acts.Reported("third-card-dealt-in-error"))
    assert ("card-to-next-hand" in round_.table.aftermath) is waits
    assert to_of(round_) == (None if waits else "banker")


def test_what_is_due_after_a_round_follows_from_what_happened_in_it() -> None:
    session = Session(playable(MINI, {"options": {"vigorish-collected": "deferred"}}))
    session.answer(Phase("open", "floor"))

    def done() -> list[str]:
        steps = []
        while (due := session.due) is not None:
            steps.append(due.step)
            session.answer(Step(due.step, due.by))
        return steps

    def steps(*reports: str) -> list[str]:
        round_ = session.start()
        gambler = RandomPlayer(1)
        while round_.pending is not None and round_.pending.moment != "deal":
            round_.answer(gambler.answer(round_, round_.pending))
        for name in reports:
            round_.answer(acts.Reported(name))
        session.finish(play_on(round_, gambler))
        return done()

    assert done() == ["inspect", "verify-inspection", "wash"]
    assert steps() == ["collect"]
    assert steps("card-drawn-in-error") == ["collect", "keep-card-for-next-hand"]
    assert steps("cover-card-appears") == ["collect", "collect-vigorish"]


# An invented house that plays what other texts have: EZ with two insurance wagers, no vigorish but 1:2 on a six, 4% or 5%
# rounded to nickels, a quarter of the stake on ties, pairs. All of it is options, wagers and rows.
LEMURIA = """
name = "Baccarat of Lemuria"
family = "baccarat"
procedure = "baccarat"
clause = "Scroll IX"
lines = [1, 99]

[options]
seats = { is = 9, clause = "Scroll IX.1" }
decks = { one-of = [8, 6], clause = "Scroll IX.1" }
shoe = { one-of = ["manual", "continuous"], clause = "Scroll IX.1" }
dealing = { is = "handled-by-players", clause = "Scroll IX.1" }
shuffler = { is = "manual", clause = "Scroll IX.1" }
positions-per-player = { is = 1, clause = "Scroll IX.1" }
third-card = { is = "player-below-6-banker-by-table", clause = "Scroll IX.2" }
cards-go-to = { is = "largest-wager-then-to-the-right", clause = "Scroll IX.2" }
vigorish = { one-of = ["5%", "4%"], clause = "Scroll IX.3" }
tie-vigorish = { one-of = ["none", "25%"], clause = "Scroll IX.3" }
vigorish-rounding = { one-of = ["none", "5-cents"], clause = "Scroll IX.3" }
ez-baccarat = { one-of = [false, true], clause = "Scroll IX.4" }
no-vigorish = { one-of = [false, true], clause = "Scroll IX.4" }
side-wagers-settled = { is = "all-first", clause = "Scroll IX.5" }

[wagers]
player = { area = "player", clause = "Scroll IX.6" }
banker = { area = "banker", clause = "Scroll IX.6" }
tie = { area = "tie", clause = "Scroll IX.6" }
dragon-7-insurance = { area = "banker-three-card-7", offered = "ez-baccarat", clause = "Scroll IX.7" }
panda-8-insurance = { area = "player-three-card-8", offered = "ez-baccarat", clause = "Scroll IX.7" }
player-pair = { area = "player-pair", clause = "Scroll IX.7" }
"""
TABLES: list[tuple[str, dict[str, str], dict[str, Any]]] = [
    ("player", {"win": "1:1", "tie": "push"}, {}),
    ("tie", {"win": "9:1"}, {}),
    ("dragon-7-insurance", {"win": "40:1"}, {}),
    ("panda-8-insurance", {"win": "25:1"}, {}),
    ("player-pair", {"win": "11:1"}, {}),
    ("banker", {"win-with-three-card-7": "push", "win": "1:1", "tie": "push"}, {"ez-baccarat": True}),
    ("banker", {"win-with-6": "1:2", "win": "1:1", "tie": "push"}, {"no-vigorish": True}),
]
PLAIN = {"ez-baccarat": False, "no-vigorish": False}
TABLES += [
    ("banker", {"win": "1:1", "commission": rate, "tie": "push"}, {**PLAIN, "vigorish": rate, "tie-vigorish": "none"})
    for rate in ("4%", "5%")
]
TABLES += [("banker", {"win": "1:1", "tie": "push", "tie-commission": "25%"}, {**PLAIN, "tie-vigorish": "25%"})]


@pytest.fixture
def lemuria(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "lemuria"
    folder.mkdir()
    text = LEMURIA
    for number, (wager, rows, when) in enumerate(TABLES):
        inline = {
            key: "{ " + ", ".join(f"{name} = {json.dumps(value)}" for name, value in table.items()) + " }"
            for key, table in (("rows", rows), ("when", when))
        }
        text += f'\n[[paytables]]\nwager = "{wager}"\nid = "{number}"\nfloor = false\nclause = "Scroll IX.8"\n'
        text += f"rows = {inline['rows']}\nwhen = {inline['when']}\n"
    text += '\n[deal.handled-by-players]\nopening = [{ to = ["player", "banker"], times = 2 }]\nclause = "Scroll IX.2"\n'
    (folder / "baccarat.toml").write_text(text)
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    return "lemuria/baccarat"


@pytest.mark.parametrize(
    ("house", "wagers", "player", "banker", "expected"),
    [
        ({}, {"banker": 380}, "Kh 6d", "Qs 7h", {"banker": ("win", 380, 19)}),
        ({"vigorish-rounding": "5-cents"}, {"banker": 380}, "Kh 6d", "Qs 7h", {"banker": ("win", 380, 20)}),
        ({"vigorish": "4%"}, {"banker": 500}, "Kh 6d", "Qs 7h", {"banker": ("win", 500, 20)}),
        ({"tie-vigorish": "25%"}, {"banker": 500}, "Kh 6d", "Qs 7h", {"banker": ("win", 500, 0)}),
        ({"tie-vigorish": "25%"}, {"banker": 500}, "Kh 7d", "Qs 7h", {"banker": ("push", 0, 125)}),
        ({"no-vigorish": True}, {"banker": 500}, "Kh 3d 2s", "Qs 6h", {"banker": ("win", 250, 0)}),
        ({"no-vigorish": True}, {"banker": 500}, "Kh 6d", "Qs 7h", {"banker": ("win", 500, 0)}),
        (
            {"ez-baccarat": True},
            {"banker": 1000, "dragon-7-insurance": 100, "panda-8-insurance": 100},
            "2h Kd 2c",
            "Ks 3s 4h",
            {"banker": ("push", 0, 0), "dragon-7-insurance": ("win", 4000, 0), "panda-8-insurance": ("lose", 0, 0)},
        ),
        ({"ez-baccarat": True}, {"panda-8-insurance": 100}, "2h Kd 6c", "Ks 7s", {"panda-8-insurance": ("win", 2500, 0)}),
        ({}, {"tie": 100, "player-pair": 100}, "3h 3d", "Ks 6s", {"tie": ("win", 900, 0), "player-pair": ("win", 1100, 0)}),
    ],
)
def test_other_texts_are_only_data(
    lemuria: str, house: dict[str, Any], wagers: dict[str, int], player: str, banker: str, expected: dict[str, Any]
) -> None:
    assert settled(lemuria, wagers, player, banker, house_rules={"options": house}) == expected


def test_passed_cards_may_go_to_the_right(lemuria: str) -> None:
    round_ = wagered(lemuria, player_1=100, player_2=900, player_3=500)
    deal(round_, "Kh Ks 7d 3h")
    asked = []
    while round_.pending is not None and round_.pending.kind == "choice":
        asked.append(round_.pending.who)
        round_.answer(acts.Choice(int(round_.pending.who[-1]), "cede"))
    assert asked == ["seat 2", "seat 1", "seat 3"]


def test_a_report_about_third_cards_before_there_are_hands_is_told_so_and_ends_nothing() -> None:
    """A card exposed while a new shoe is burned from is dealt a round of its own, before the hands have places."""
    table = Round(playable("cleveland/mini-baccarat"), [1]).table
    assert not table.piles and not players_hand_stays(table)
