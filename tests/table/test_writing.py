"""The desk: forms found by looking at a game, rounds settled or stuck with a reason, links that give the round back."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from croupier.errors import BadInput, Place
from croupier.games.registry import all_games
from croupier.server.floor import prepare
from croupier.server.writing import MOST_TEXT, Settled, Stuck, form, pack, read_text, settle, unpack
from croupier.table.random_rounds import play_round
from croupier.table.requests import Decision
from croupier.table.written_down import example, write_down

GAMES = all_games()
JUNK: list[Any] = [None, True, -1, 0, 1.5, 10**30, "", "zz", [], [[]], {}, {"a": 1}, "seat", ["Kh"], "Kh Kh Kh"]


@pytest.mark.parametrize("game", GAMES)
def test_a_form_has_every_field_its_examples_use(game: str) -> None:
    ready = prepare(game, None, None)
    fields = form(ready)
    names = {stake.name for stake in fields.wagers}
    for seed in range(6):
        document = example(ready, seed, prepare)
        assert "acts" not in document
        layout = {hand.key for hand in fields.hands} | {
            "seats",
            "game",
            "spin",
            "rolls",
            *(["dice"] if fields.dice else []),
            *fields.others,
        }
        assert document.keys() <= layout
        seats = document.get("seats", {}) or {str(n): {"wagers": w} for r in document["rolls"] for n, w in r["wagers"].items()}
        for seat in seats.values():
            assert {name.partition("#")[0] for name in seat["wagers"]} <= names | {"cap"}
            if fields.hand is not None:
                assert fields.hand.least <= len(seat["cards"].split()) <= fields.hand.most


@pytest.mark.parametrize("game", GAMES)
def test_an_example_settles_as_it_was_played(game: str) -> None:
    ready = prepare(game, None, None)
    for seed in range(6):
        round_, played = play_round(ready, seed)
        found = settle(json.loads(json.dumps(write_down(round_, played, prepare))))
        assert isinstance(found, Settled)
        assert sorted(found.round.lines) == sorted(round_.lines)
        assert found.story


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_a_replaced_version_is_written_with_its_version(game: str) -> None:
    for version in prepare(game, None, None).terms.file.versions:
        if not version.current:
            document = example(prepare(game, None, version.id), 1, prepare)
            assert document["version"] == version.id and isinstance(settle(document), Settled)


@pytest.mark.parametrize("game", GAMES)
def test_a_log_settles_like_the_round_it_is_of(game: str) -> None:
    round_, _ = play_round(prepare(game, None, None), 3)
    found = settle(json.loads(json.dumps(round_.written())))
    assert isinstance(found, Settled) and found.round.lines == round_.lines


@pytest.mark.parametrize("game", GAMES)
def test_a_link_gives_the_round_back(game: str) -> None:
    document = json.loads(json.dumps(example(prepare(game, None, None), 5, prepare)))
    word = pack(document)
    assert unpack(word) == document
    assert word.isascii() and not set(word) & set("+/=#?&")


def test_a_damaged_or_swollen_link_is_refused() -> None:
    for word in ("", "!!!", "abcd", pack({"game": "x"})[:-4], pack({"game": "x" * (MOST_TEXT + 10)})):
        with pytest.raises(BadInput):
            unpack(word)
    with pytest.raises(BadInput):
        read_text("[" * 100_000)


def test_a_missing_decision_says_who_must_decide_what() -> None:
    game = next(game for game in GAMES if game.endswith("three-card-poker"))
    stuck = settle({"game": game, "seats": {"2": {"wagers": {"ante": 1000}, "cards": "Ah Kd 2c"}}, "dealer": "Qs 7h 3d"})
    assert isinstance(stuck, Stuck) and isinstance(stuck.request, Decision)
    assert stuck.request.seat == 2 and stuck.choices == ("play", "fold")
    assert stuck.clause and stuck.place.seat == 2 and stuck.story


@pytest.mark.parametrize(
    ("change", "part", "seat", "wager"),
    [
        ({"dealer": "Qs 7h"}, "dealer", None, None),
        ({"spin": "7"}, "spin", None, None),
        ({"seats": {"1": {"wagers": {"ante": 1000}, "cards": "Ah Kd"}}}, "cards", 1, None),
        ({"seats": {"1": {"wagers": {"pool": 1000}, "cards": "Ah Kd 2c"}}}, "", 1, "pool"),
        ({"seats": {"1": {"wagers": {"ante": -5}, "cards": "Ah Kd 2c"}}}, "", 1, "ante"),
        ({"seats": {}}, "seats", None, None),
    ],
)
def test_an_error_names_its_field(change: dict[str, Any], part: str, seat: int | None, wager: str | None) -> None:
    game = next(game for game in GAMES if game.endswith("three-card-poker"))
    document = {"game": game, "seats": {"1": {"wagers": {"ante": 1000}, "cards": "Ah Kd 2c"}}, "dealer": "Qs 7h 3d"} | change
    stuck = settle(document)
    assert isinstance(stuck, Stuck) and stuck.clause
    assert (stuck.place.part, stuck.place.seat) == (part, seat)
    assert wager is None or stuck.place.wager == wager


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ({"game": "oneida/craps", "rolls": [{"wagers": {"1": {"field": 500}}, "dice": [3, 4]}, {"wagers": {"1": {"nonsense": 5}}, "dice": [1, 1]}]}, Place("rolls", 1, 2, "nonsense")),
        ({"game": "oneida/craps", "rolls": [{"wagers": {"1": {"field": -5}}, "dice": [3, 4]}]}, Place("rolls", 1, 1, "field")),
        ({"game": "oneida/craps", "rolls": [{"wagers": {"1": {"field": 500}}, "dice": [3, 9]}]}, Place("rolls", None, 1)),
        ({"game": "oneida/craps", "rolls": []}, Place("rolls")),
        ({"game": "cincinnati/mini-baccarat", "seats": {"1": {"wagers": {"player": 500}}}, "player": "2h 3d", "banker": "9h Kd"}, None),
        ({"game": "cincinnati/mini-baccarat", "seats": {"1": {"wagers": {"player": 500}}}, "player": "2h 3d", "banker": "2s Kd"}, Place("player")),
        ({"game": "cincinnati/mini-baccarat", "seats": {"1": {"wagers": {"player": 500}}}, "player": "2h Kx", "banker": "2s Kd"}, Place("player")),
        ({"game": "cincinnati/blackjack", "seats": {"1": {"wagers": {"blackjack": 500}, "cards": "5h 6d", "decisions": ["hit"]}}, "dealer": "9c 9s"}, Place("draws")),
        ({"game": "ny/roulette", "spin": "77", "seats": {"1": {"wagers": {"red": 500}}}}, Place("spin")),
        ({"game": "ny/roulette", "spin": "7", "seats": {"99": {"wagers": {"red": 500}}}}, Place("seats")),
        ({"game": "ny/roulette", "spin": "7", "house_rules": {"options": {"wheel": "triple"}}, "seats": {"1": {"wagers": {"red": 500}}}}, Place("option wheel")),
        ({"game": "ny/three-card-poker", "house_rules": {"paytables": {"pair-plus": "Z"}}, "seats": {"1": {"wagers": {"ante": 500}}}}, Place("option pair-plus")),
        ({"game": "ny/three-card-poker", "seats": {"1": {"wagers": {"ante": 1000, "six-card-bonus": 500}, "cards": "7c 7d 7s", "decisions": ["play"]}}, "dealer": "7h 8h Kc"}, Place("", 1, None, "six-card-bonus")),
        ({"game": "ny/three-card-poker", "seats": {"1": {"wagers": {"ante": 1000}, "cards": "7c 7d 7s", "decisions": ["dance"]}}, "dealer": "7h 8h Kc"}, Place("decisions", 1)),
        ({"game": "ny/three-card-poker", "seats": {"1": {"wagers": {"ante": 1000}, "cards": "7c 7d 7h"}}, "dealer": "7h 8h Kc"}, Place("dealer")),
        ({"game": "ny/three-card-poker", "seats": {"1": {"wagers": {"ante": 1000}, "cards": "7c 7d 7s"}}, "dealer": "7h 8h Kc", "irregularities": [{"irregularity": "earthquake"}]}, Place("irregularities")),
    ],
)  # fmt: skip
def test_a_refusal_carries_its_field_whatever_its_words(document: dict[str, Any], place: Place | None) -> None:
    stuck = settle(document)
    if place is None:
        assert isinstance(stuck, Settled)
    else:
        assert isinstance(stuck, Stuck) and stuck.place == place, stuck


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inner for place in _places(part, (*path, key)))]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_written_is_settled_or_stuck_and_never_breaks(game: str) -> None:
    chance = random.Random(game)
    document = json.loads(json.dumps(example(prepare(game, None, None), 2, prepare)))
    document["irregularities"] = []
    for _ in range(60):
        broken = copy.deepcopy(document)
        place = chance.choice(_places(broken)[1:])
        holder = broken
        for key in place[:-1]:
            holder = holder[key]
        holder[place[-1]] = chance.choice(JUNK)
        found = settle(broken)
        assert isinstance(found, (Settled, Stuck))
        if isinstance(found, Stuck):
            assert found.why and "\n" not in found.why


def test_counts_that_would_fill_the_memory_are_refused() -> None:
    for game in GAMES:
        for choice in form(prepare(game, None, None)).choices:
            if choice.kind == "figure" and not choice.unit:
                stuck = settle({"game": game, "house_rules": {"options": {choice.name: 10**12}}, "seats": {}})
                assert isinstance(stuck, Stuck)


def test_what_is_no_round_is_told_in_one_line() -> None:
    rounds: list[Any] = [None, 5, "x", [], {"game": 5}, {"game": "no/such-game"}, {}, {"game": GAMES[0], "acts": 5}]
    for wrong in rounds:
        stuck = settle(wrong)
        assert isinstance(stuck, Stuck) and stuck.why
