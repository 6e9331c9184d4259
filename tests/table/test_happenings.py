"""A written round can say where an irregularity happened, and need not say what never did."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.errors import BadInput
from croupier.table.written_schema import round_schema

BLACKJACK, THREE_CARD = "cincinnati/blackjack", "cincinnati/three-card-poker"
jsonschema_rs = pytest.importorskip("jsonschema_rs")


def net(document: dict[str, Any]) -> dict[int, int]:
    """What the seats won, of a round that fits its schema."""
    schema = round_schema(croupier.playable(document["game"], document.get("house_rules")))
    assert not [error.message for error in jsonschema_rs.validator_for(schema).iter_errors(document)]
    return croupier.settle(document).net


def refused(document: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words) as refusal:
        croupier.settle(document)
    assert "\n" not in str(refusal.value)


def box(cards: str, *decisions: str, **wagers: int) -> dict[str, Any]:
    return {"wagers": wagers or {"blackjack": 1000}, "cards": cards, "decisions": list(decisions)}


def test_on_the_second_split_hand_a_15_viii() -> None:
    round_ = {
        "game": BLACKJACK,
        "seats": {"1": box("8h 8d", "split", "stand", "hit")},
        "dealer": "Kd 9c",
        "draws": "Th 5c",
    }
    missed = {"irregularity": "requested-card-missed", "seat": 1, "choice": "dead-hand", "at": {"hand": 2}}
    assert net({**round_, "irregularities": [missed]}) == {1: -1000}
    both = {**round_, "seats": {"1": box("8h 8d", "split", "hit", "stand")}, "irregularities": [{**missed, "at": {"hand": 1}}]}
    assert net(both) == {1: -1000}, "the first hand's wager comes back, the second's thirteen loses"


def test_before_a_card_counted_in_its_hand() -> None:
    round_ = {"game": BLACKJACK, "seats": {"1": box("2h 3d", "hit", "hit", "hit", "stand")}, "dealer": "Kd 9c"}
    missed = {"irregularity": "requested-card-missed", "seat": 1, "choice": "dead-hand"}
    assert net({**round_, "seats": {"1": box("2h 3d", "hit")}, "irregularities": [missed]}) == {1: 0}
    later = {**missed, "at": {"card": 4}}
    fourth = {**round_, "seats": {"1": box("2h 3d", "hit", "hit")}, "draws": "4c", "irregularities": [later]}
    assert net(fourth) == {1: 0}, "one card came, the next was missed"
    first_of_dealer = {"irregularity": "dealer-card-missed", "at": {"to": "dealer", "card": 2}}
    assert net({**round_, "seats": {"1": box("Th Kc", "stand")}, "irregularities": [first_of_dealer]}) == {1: 1000}


def test_at_one_seats_decision_or_the_second_of_a_seat() -> None:
    exposed = {"irregularity": "card-drawn-and-exposed", "during": "decision"}
    seats = {"1": box("Th 2d", "hit", "stand"), "2": box("Th 5d", "hit")}
    round_ = {"game": BLACKJACK, "seats": seats, "dealer": "9s 9d", "draws": "7c 6c"}
    assert net({**round_, "irregularities": [{**exposed, "at": {"seat": 2}}]}) == {1: 1000, 2: 1000}
    assert net({**round_, "irregularities": [{**exposed, "at": {"seat": 1, "turn": 2}}]}) == {1: 1000, 2: 1000}
    refused({**round_, "irregularities": [{**exposed, "at": {"seat": 1, "turn": 9}}]}, "never came up")


def test_after_one_seat_has_decided_while_another_does() -> None:
    round_ = {
        "game": "ny/three-card-poker",
        "seats": {"1": box("7d 7c 7h", "fold", ante=1000), "2": box("2d 3c 5h", ante=1000)},
        "dealer": "Jd Qd 2c",
        "irregularities": [{"irregularity": "wrong-number-of-cards", "during": "decision", "at": {"seat": 2}}],
    }
    assert net(round_) == {1: 0, 2: 0}


def test_while_wagers_are_made_5324_2_j_5() -> None:
    seen = {"irregularity": "hole-card-exposed-before-no-more-bets", "during": "wagering"}
    round_ = {"game": "ny/three-card-poker", "seats": {"1": {"wagers": {"ante": 1000}}}, "irregularities": [seen]}
    assert net(round_) == {1: 0}
    whole = {**round_, "seats": {"1": box("7d 7c 7h", ante=1000)}, "dealer": "Jd Qd 2c"}
    assert net(whole) == {1: 0}, "cards that were dealt after it may be written"


def test_a_spin_that_never_was_and_one_that_was_repeated() -> None:
    bets: dict[str, Any] = {"game": "cincinnati/big-six", "seats": {"1": {"wagers": {"1-dollar": 100}}}}
    name = next(iter(croupier.playable(bets["game"]).spots.values())).called
    bets["seats"] = {"1": {"wagers": {name: 100}}}
    assert net({**bets, "irregularities": [{"irregularity": "clapper-on-a-peg"}]}) == {1: 0}
    refused(bets, "where the wheel came to rest is missing")
    single = {"options": {"wheel": "double-zero-as-single-zero"}}
    straight = {"game": "cincinnati/roulette", "house_rules": single, "seats": {"1": {"wagers": {"straight-17": 100}}}}
    assert net({**straight, "spin": ["00", 17]}) == {1: 3500}
    refused({**straight, "spin": ["00"]}, "that result does not stand")
    refused({**straight, "spin": ["17", "17"]}, "was not spun again")
    refused({**straight, "spin": [["17"]]}, "is no mark of the wheel")


def test_the_indicator_of_the_big_six_on_a_spindle_5324_3_c_2() -> None:
    game = croupier.playable("ny/big-six")
    spot = next(iter(game.spots.values()))
    mark = next(mark for mark in game.wheel.marks if mark in spot.covers) if game.wheel else ""
    stuck = {"irregularity": "indicator-on-a-spindle"}
    round_ = {"game": "ny/big-six", "seats": {"1": {"wagers": {spot.called: 100}}}, "spin": mark, "irregularities": [stuck]}
    assert net(round_)[1] > 0, "spun again, and the second spin counts"


@pytest.mark.parametrize("game", ["cincinnati/mississippi-stud", "ny/mississippi-stud", "oneida/mississippi-stud"])
def test_where_all_fold_on_third_street_no_community_card_exists(game: str) -> None:
    folded = {"game": game, "seats": {"1": box("2c 7d", "fold", ante=1000)}}
    assert net(folded) == {1: -1000}
    refused({**folded, "seats": {"1": box("2c 7d", "bet-1x", "fold", ante=1000)}}, "community: 3 cards are to be written")
    assert net({**folded, "seats": {"1": box("2c 7d", "bet-1x", "fold", ante=1000)}, "community": "9s"}) == {1: -2000}


def test_baccarat_hands_that_a_void_round_never_had_need_no_cards_e_14_v() -> None:
    short = {"irregularity": "cover-card-appears"}
    bets = {"game": "cincinnati/mini-baccarat", "seats": {"1": {"wagers": {"player": 1000}}}}
    refused({**bets, "irregularities": [short]}, "player: two or three cards are to be written")


def test_a_hand_found_without_cards_at_the_first_decision_is_written_as_it_was_a_15_vii() -> None:
    none = {"irregularity": "player-dealt-no-cards", "seat": 2}
    seats = {"1": box("Th 9d", "stand"), "2": {"wagers": {"blackjack": 2000}}}
    assert net({"game": BLACKJACK, "seats": seats, "dealer": "Kd 8c", "irregularities": [none]}) == {1: 1000, 2: 0}
    found = {**none, "during": "decision"}
    seats["2"] = {"wagers": {"blackjack": 2000}, "cards": "5h 6d"}
    assert net({"game": BLACKJACK, "seats": seats, "dealer": "Kd 8c", "irregularities": [found]}) == {1: 1000, 2: 0}
    one = {"irregularity": "player-dealt-one-card", "seat": 2, "during": "decision", "choice": "second-card-last"}
    seats["2"] = box("5h 6d", "double", blackjack=2000)
    played = {"game": BLACKJACK, "seats": seats, "dealer": "Kd 8c", "draws": "Ts", "irregularities": [one]}
    assert net(played) == {1: 1000, 2: 4000}


@pytest.mark.parametrize(
    "wrong",
    [
        {"at": "here"},
        {"at": {"table": 1}},
        {"at": {"seat": 0}},
        {"at": {"hand": "first"}},
        {"at": {"turn": True}},
        {"where": {}},
    ],
)
def test_a_place_that_is_none_is_refused_in_one_line(wrong: dict[str, Any]) -> None:
    entry = {"irregularity": "card-drawn-in-error", **wrong}
    round_ = {"game": BLACKJACK, "seats": {"1": box("Th Kc", "stand")}, "dealer": "9s 9d", "irregularities": [entry]}
    refused(round_, "irregularities")


def test_what_the_table_knows_to_be_false_is_told_at_the_end() -> None:
    round_ = {"game": BLACKJACK, "seats": {"1": box("Th Kc", "stand")}, "dealer": "Ts 2d", "draws": "Td"}
    late = {"irregularity": "blackjack-overlooked"}
    refused({**round_, "irregularities": [late]}, "it needs that the dealer has a blackjack")
    drawn = {"irregularity": "dealer-draws-on-seventeen"}
    refused(
        {**round_, "dealer": "Ts 2d", "draws": "Td", "irregularities": [{**drawn, "during": "reveal"}]}, "a count to stand on"
    )
    assert net({**round_, "draws": "7d", "irregularities": [drawn]}) == {1: 1000}
