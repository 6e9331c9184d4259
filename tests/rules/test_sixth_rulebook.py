"""A rulebook nobody here has seen is a TOML file and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from importlib import resources
from math import comb
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.equipment.randomness import Seeded
from croupier.errors import Conflict, Gap, NotPriced, RulebookError
from croupier.odds.advice import advise
from croupier.odds.analyze import analyze
from croupier.odds.simulate import simulate
from croupier.rules import source
from croupier.table.drivers import Chance, Players
from croupier.table.requests import Decision
from croupier.table.round import Round

# An invented house: five seats, no six-card bonus, pair plus survives a fold, a jackpot row of its own, dealt by hand.
ATLANTIS = """
name = "Three Card Poker of Atlantis"
family = "house poker"
procedure = "three-card-poker"
clause = "Scroll III"
lines = [1, 99]

[options]
seats = { is = 5, clause = "Scroll III.1" }
decks = { is = 1, clause = "Scroll III.1" }
dealing = { is = "hand", clause = "Scroll III.2" }
shuffler = { is = "manual", clause = "Scroll III.2" }
positions-per-player = { is = 1, clause = "Scroll III.2" }
version = { is = "independent", clause = "Scroll III.3" }
play-or-fold = { is = "each-ante", clause = "Scroll III.4" }
qualifying-rank = { is = "queen", clause = "Scroll III.5" }
tie-when-dealer-does-not-qualify = { is = "push", clause = "Scroll III.5" }
tie = { is = "push", clause = "Scroll III.5" }
lower-hand = { is = "lose", clause = "Scroll III.5" }
ante-bonus-paid = { is = "whatever-the-outcome", clause = "Scroll III.6" }
fold-forfeits = { is = ["ante"], clause = "Scroll III.7" }
pair-plus-alone = { is = "stands", clause = "Scroll III.7" }
dealer-reveals = { is = "always", clause = "Scroll III.7" }
six-card-bonus = { is = false, clause = "Scroll III.8" }
six-card-requires = { is = "not-offered", clause = "Scroll III.8" }
maximum-payout = { is = "none", clause = "Scroll III.8" }
maximum-payout-covers = { is = [], clause = "Scroll III.8" }
table-minimum = { is = "none", clause = "Scroll III.8" }

[wagers]
ante = { clause = "Scroll III.3" }
play = { placed = "decision", times = [1], of = "ante", clause = "Scroll III.4" }
ante-bonus = { placed = "never", of = "ante", clause = "Scroll III.6" }
pair-plus = { called = "tridents", looks-at = "own-three", decided = "showdown", lost-by-folding = false, clause = "Scroll III.3" }

[[paytables]]
wager = "ante"
id = "1"
rows = { win = "1:1", dealer-does-not-qualify = "1:1" }
floor = false
clause = "Scroll III.5"

[[paytables]]
wager = "play"
id = "1"
rows = { win = "2:1", dealer-does-not-qualify = "push" }
floor = false
clause = "Scroll III.5"

[[paytables]]
wager = "ante-bonus"
id = "1"
rows = { straight-flush = "3:1" }
floor = false
clause = "Scroll III.6"

[[paytables]]
wager = "pair-plus"
id = "deep"
rows = { straight-flush = "77:1", three-of-a-kind = "$1,000", pair-of-jacks-or-better = "2:1", pair = "push" }
floor = false
clause = "Scroll III.9"

[deal.hand]
opening = [{ to = ["players", "dealer"], cards = 1, times = 3 }]
clause = "Scroll III.2"

[rulings.kraken]
says = "A kraken takes the table: everybody gets the money back."
when = ["deal", "decision"]
remedy = "void-round"
clause = "Scroll III.13"
"""


def rulebook(root: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> str:
    """A rulebook of one game under `root`."""
    folder = root / "atlantis"
    folder.mkdir()
    (folder / "three-card-poker.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv(source.SEARCH_PATH, str(root))
    return "atlantis/three-card-poker"


@pytest.fixture
def atlantis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return rulebook(tmp_path, monkeypatch, ATLANTIS)


def test_it_is_listed_and_settles_by_its_own_law(atlantis: str) -> None:
    assert atlantis in {entry.id for entry in croupier.listing()}
    round_ = croupier.settle(
        {
            "game": atlantis,
            "seats": {
                "1": {"wagers": {"ante": 1000, "tridents": 500}, "cards": "Jh Jd 4c", "decisions": ["fold"]},
                "5": {"wagers": {"ante": 1000, "tridents": 500}, "cards": "9h 9d 9c", "decisions": ["play"]},
            },
            "dealer": "Kc 7h 2d",
        }
    )
    lines = {(line.seat, line.wager): (line.outcome, line.won, line.clause) for line in round_.lines}
    assert lines[1, "tridents"] == ("pair-of-jacks-or-better", 1000, "Scroll III.9"), "pair plus survives the fold"
    assert lines[5, "play"] == ("win", 2000, "Scroll III.5")
    assert lines[5, "tridents"] == ("three-of-a-kind", 100_000, "Scroll III.9")
    assert round_.net == {1: 0, 5: 103_000}


def test_a_file_that_is_changed_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the program that has read it, and by what it found of the game: no price of the file before."""
    name = rulebook(tmp_path, monkeypatch, ATLANTIS)
    (before,) = (price for price in analyze(croupier.playable(name)) if price.wager == "ante")
    file = tmp_path / "atlantis" / "three-card-poker.toml"
    file.write_text(ATLANTIS.replace('"queen"', '"jack"'), encoding="utf-8")
    (after,) = (price for price in analyze(croupier.playable(name)) if price.wager == "ante")
    assert after.house_edge != before.house_edge
    file.write_text(ATLANTIS, encoding="utf-8")
    assert next(price for price in analyze(croupier.playable(name)) if price.wager == "ante") == before


def test_its_own_irregularity_voids_the_round(atlantis: str) -> None:
    round_ = croupier.settle(
        {
            "game": atlantis,
            "seats": {"2": {"wagers": {"ante": 1000}, "cards": "Jh Jd 4c"}},
            "dealer": "Kc 7h 2d",
            "irregularities": [{"irregularity": "kraken", "during": "decision"}],
        }
    )
    assert [(line.outcome, line.returned, line.clause) for line in round_.lines] == [("void", 1000, "Scroll III.13")]


def test_every_command_works_on_it(atlantis: str) -> None:
    for command in (
        ["rules", atlantis],
        ["paytables", atlantis, "--json"],
        ["rulings", atlantis, "kraken"],
        ["rules", atlantis, "--readings"],
    ):
        done = subprocess.run([sys.executable, "-m", "croupier", *command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    tables = json.loads(
        subprocess.run(
            [sys.executable, "-m", "croupier", "paytables", atlantis, "--json"], capture_output=True, text=True, check=True
        ).stdout
    )
    assert {"wager": "tridents", "id": "deep"}.items() <= tables[-1].items()


def written(game: str) -> dict[str, Any]:
    """A round in which both hands are equal."""
    seat = {"wagers": {"ante": 1000}, "cards": "Kh 9d 4c", "decisions": ["play"]}
    return {"game": game, "seats": {"1": seat}, "dealer": "Ks 9c 4d"}


@pytest.mark.parametrize(("word", "net"), [("push", 0), ("lose", -2000), ("win", 3000)])
def test_what_its_text_says_of_a_tie_is_what_becomes_of_it(
    word: str, net: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rulebook(tmp_path, monkeypatch, ATLANTIS.replace('tie = { is = "push"', f'tie = {{ is = "{word}"'))
    round_ = croupier.settle(written(game))
    assert round_.net == {1: net}
    assert {(line.outcome, line.clause) for line in round_.lines} == {(word, "Scroll III.5")}


def test_a_word_the_procedure_does_not_know_is_an_error_at_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulebook(tmp_path, monkeypatch, ATLANTIS.replace('tie = { is = "push"', 'tie = { is = "ordeal"'))
    with pytest.raises(RulebookError, match=r"options\.tie: Input should be 'win', 'push' or 'lose'"):
        croupier.playable(game)


def test_a_rule_is_never_taken_for_its_value(atlantis: str) -> None:
    """A comparison that forgets `.value` would be a silent no; so would a plain truth."""
    rules = croupier.playable(atlantis).rules
    assert (rules.tie.value, rules.tie.clause, rules.tie.reading) == ("push", "Scroll III.5", None)
    with pytest.raises(TypeError, match="read its value"):
        assert rules.tie == "push"
    with pytest.raises(TypeError, match="read its value"):
        assert rules.fold_forfeits


# Seven lines of a text nobody has seen: a wager on the dealer's three cards, which a fold does not lose.
POSEIDON = """
[wagers.poseidon]
looks-at = "dealers-three"
decided = "showdown"
lost-by-folding = false
clause = "Scroll IV.1"

[[paytables]]
wager = "poseidon"
id = "1"
rows = { straight-flush = "50:1", three-of-a-kind = "30:1", pair = "3:2" }
floor = false
clause = "Scroll IV.2"
"""


def side_wager(game: str, dealer: str, *decisions: str) -> tuple[str, int, str]:
    seat = {"wagers": {"ante": 1000, "poseidon": 200}, "cards": "Kh 9d 4c", "decisions": list(decisions)}
    lines = croupier.settle({"game": game, "seats": {"1": seat}, "dealer": dealer}).lines
    return next((line.outcome, line.won, line.clause) for line in lines if line.wager == "poseidon")


def test_a_side_wager_is_a_few_lines_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulebook(tmp_path, monkeypatch, ATLANTIS + POSEIDON)
    assert side_wager(game, "7s 7c 2d", "play") == ("pair", 300, "Scroll IV.2")
    assert side_wager(game, "7s 7c 7d", "fold") == ("three-of-a-kind", 6000, "Scroll IV.2")
    assert side_wager(game, "Qs 7c 2d", "play") == ("lose", 0, "Scroll IV.2")


def test_a_side_wager_is_lost_by_folding_where_its_file_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulebook(tmp_path, monkeypatch, ATLANTIS + POSEIDON.replace("folding = false", "folding = true"))
    assert side_wager(game, "7s 7c 7d", "fold") == ("lose", 0, "Scroll III.7")
    assert side_wager(game, "7s 7c 7d", "play") == ("three-of-a-kind", 6000, "Scroll IV.2")


@pytest.mark.parametrize(
    ("change", "to", "kind", "fault"),
    [
        ('"dealers-three"', '"crystal-ball"', Conflict, r"wagers\.poseidon\.looks-at: Input should be 'own-two'"),
        ('"dealers-three"', '"community-three"', Conflict, r"wagers\.poseidon\.looks-at: this game deals 0 cards there"),
        ('"showdown"', '"after-the-check"', Conflict, r"wagers\.poseidon\.decided: no side wager is settled after-the-check"),
        ('decided = "showdown"\n', "", Conflict, "looks-at and decided go together"),
        ("lost-by-folding = false\n", "", Gap, r"wagers\.poseidon\.lost-by-folding: is it lost by folding\?"),
        (
            'looks-at = "dealers-three"\ndecided = "showdown"\n',
            "",
            Conflict,
            r"wagers\.poseidon: nothing says how it is settled",
        ),
    ],
)
def test_a_side_wager_that_cannot_be_settled_is_an_error_at_load(
    change: str, to: str, kind: type[RulebookError], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert change in POSEIDON
    game = rulebook(tmp_path, monkeypatch, ATLANTIS + POSEIDON.replace(change, to, 1))
    with pytest.raises(kind, match=fault):
        croupier.playable(game)


# What it costs: no code knows these wagers, and each is compared with a count by hand.

THREE_CARDS = {"straight-flush": 48, "three-of-a-kind": 52, "straight": 720, "flush": 1096, "pair": 3744, "high-card": 16_440}
"""How many of the 22,100 hands of three cards are which: textbook figures."""


def weights_of(game: str, wager: str, **house: Any) -> dict[str, tuple[int, Fraction]]:
    (price,) = analyze(croupier.playable(game), wager, **house)
    return {end.outcome: (end.weight, end.net) for end in price.outcomes}


def test_a_side_wager_is_priced_by_what_its_file_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = weights_of(rulebook(tmp_path, monkeypatch, ATLANTIS + POSEIDON), "poseidon")
    paid = {"straight-flush": Fraction(50), "three-of-a-kind": Fraction(30), "pair": Fraction(3, 2)}
    assert found == {
        **{row: (THREE_CARDS[row], pays) for row, pays in paid.items()},
        "lose": (22_100 - 48 - 52 - 3744, Fraction(-1)),
    }


def test_fixed_sums_and_fractions_of_a_cent_are_priced_at_the_stated_stake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 25 cents, 3:2 is 37 cents and a half, of which the table pays 37; a fixed sum is the same at every stake."""
    game = rulebook(tmp_path, monkeypatch, ATLANTIS + POSEIDON.replace('"30:1"', '"$10"'))
    round_ = croupier.settle(
        {
            "game": game,
            "seats": {"1": {"wagers": {"ante": 1000, "poseidon": 25}, "cards": "Kh 9d 4c", "decisions": ["play"]}},
            "dealer": "7s 7c 2d",
        }
    )
    paid = next(line.won for line in round_.lines if line.wager == "poseidon")
    found = weights_of(game, "poseidon", stake=25)
    assert found["pair"] == (3744, Fraction(paid, 25))
    assert found["three-of-a-kind"] == (52, Fraction(1000, 25))
    assert weights_of(game, "poseidon", stake=500)["three-of-a-kind"] == (52, Fraction(2))


@pytest.mark.parametrize(
    ("looks_at", "rows", "count"),
    [
        ("own-two", 'pair = "10:1", suited-ace-king = "3:2"', {"pair": 13 * 6, "suited-ace-king": 4, "all": 1326}),
        ("own-two-and-dealers-up-card", 'straight = "6:1", flush = "3:2"', {"straight": 720, "flush": 1096, "all": 22_100}),
        ("own-with-dealers", 'flush = "15:1", straight = "3:2"', {"flush": 205_792, "straight": 361_620, "all": 20_358_520}),
    ],
)
def test_every_look_that_a_game_deals_the_cards_for_is_counted(
    looks_at: str, rows: str, count: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = POSEIDON.replace("dealers-three", looks_at)
    text = text.replace('straight-flush = "50:1", three-of-a-kind = "30:1", pair = "3:2"', rows)
    named = ATLANTIS + '\n[rows]\nsuited-ace-king = "ace-king-same-suit"\n'
    found = weights_of(rulebook(tmp_path, monkeypatch, named + text), "poseidon")
    assert sum(weight for weight, _ in found.values()) == count.pop("all")
    assert {row: found[row][0] for row in count} == count


def test_a_chip_that_a_fold_forfeits_is_priced_by_the_best_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the player's own cards: of high cards, as many are lost as the main game folds."""
    text = POSEIDON.replace("dealers-three", "own-three").replace("folding = false", "folding = true")
    text = text.replace('pair = "3:2"', 'pair = "3:2", straight = "1:1", flush = "1:1", high-card = "1:1"')
    needs = 'clause = "Scroll IV.1"\nneeds = [{ wager = "ante", clause = "Scroll IV.1" }]'
    game = rulebook(tmp_path, monkeypatch, ATLANTIS + text.replace('clause = "Scroll IV.1"', needs, 1))
    found, folded = weights_of(game, "poseidon"), weights_of(game, "ante")["fold"][0]
    assert found["lose"] == (folded // comb(49, 3), Fraction(-1))
    assert found["high-card"] == (THREE_CARDS["high-card"] - found["lose"][0], Fraction(1))


def test_a_wager_lost_by_a_decision_made_without_its_cards_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = POSEIDON.replace("folding = false", "folding = true")
    needs = 'clause = "Scroll IV.1"\nneeds = [{ wager = "ante", clause = "Scroll IV.1" }]'
    game = rulebook(tmp_path, monkeypatch, ATLANTIS + text.replace('clause = "Scroll IV.1"', needs, 1))
    with pytest.raises(NotPriced, match="depends on a decision that is made without seeing its cards"):
        weights_of(game, "poseidon")


def test_a_side_wager_is_simulated_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = croupier.playable(rulebook(tmp_path, monkeypatch, ATLANTIS + POSEIDON))
    played = next(price for price in simulate(game, 400, 3) if price.wager == "poseidon")
    (exact,) = analyze(game, "poseidon")
    assert abs(float(played.house_edge - exact.house_edge)) <= 6 * played.standard_error


def test_a_side_wager_of_another_game_is_priced_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Street by street, on the flop of three community cards and on all five cards."""
    ours = resources.files("croupier") / "rulebooks" / "cleveland"
    text = (ours / "mississippi-stud.toml").read_text(encoding="utf-8") + POSEIDON.replace(
        "dealers-three", "own-with-community"
    ).replace('straight-flush = "50:1", three-of-a-kind = "30:1", pair = "3:2"', 'full-house = "30:1", three-of-a-kind = "3:2"')
    folder = tmp_path / "atlantis"
    folder.mkdir()
    (folder / "mississippi-stud.toml").write_text(text, encoding="utf-8")
    jackpots = (ours / "linked-progressive.toml").read_text(encoding="utf-8")
    (folder / "linked-progressive.toml").write_text(jackpots, encoding="utf-8")
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    found = weights_of("atlantis/mississippi-stud", "poseidon")
    assert {row: weight for row, (weight, _) in found.items()} == {
        "full-house": 3744,
        "three-of-a-kind": 54_912,
        "lose": 2_598_960 - 3744 - 54_912,
    }


# A side wager in a blackjack file


def blackjack_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wager: str, game: str = "blackjack") -> str:
    """A house whose file is Cincinnati's with one wager more, which no code knows."""
    ours = resources.files("croupier") / "rulebooks" / "cincinnati" / f"{game}.toml"
    folder = tmp_path / "atlantis"
    folder.mkdir()
    (folder / f"{game}.toml").write_text(ours.read_text(encoding="utf-8") + wager, encoding="utf-8")
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    return f"atlantis/{game}"


def with_rows(looks_at: str, rows: str, decided: str = "showdown") -> str:
    """Poseidon's wager on other cards; there is no folding at blackjack."""
    text = POSEIDON.replace("dealers-three", looks_at).replace("lost-by-folding = false\n", "").replace("showdown", decided)
    return text.replace('straight-flush = "50:1", three-of-a-kind = "30:1", pair = "3:2"', rows)


SIX_DECKS = 6 * 52
IN_BLACKJACK = [
    (
        "own-two", 'pair = "10:1", blackjack = "3:2"', "after-the-deal",
        {"pair": 13 * comb(24, 2), "blackjack": 24 * 96, "all": comb(SIX_DECKS, 2)},
    ),
    (
        "own-two-and-dealers-up-card", 'three-of-a-kind = "30:1", flush = "3:2"', "after-the-check",
        {"three-of-a-kind": 13 * comb(24, 3), "all": comb(SIX_DECKS, 3)},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("looks_at", "rows", "decided", "count"), IN_BLACKJACK)
def test_a_look_in_a_blackjack_file_is_counted_from_the_shoe(
    looks_at: str, rows: str, decided: str, count: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = blackjack_with(tmp_path, monkeypatch, with_rows(looks_at, rows, decided))
    found, counts = weights_of(game, "poseidon"), dict(count)
    assert sum(weight for weight, _ in found.values()) == counts.pop("all")
    assert {row: found[row][0] for row in counts} == counts


def test_a_look_in_a_blackjack_file_is_simulated_and_left_apart_by_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks_at, rows, decided, _ = IN_BLACKJACK[0]
    game = croupier.playable(blackjack_with(tmp_path, monkeypatch, with_rows(looks_at, rows, decided)))
    played = next(price for price in simulate(game, 600, 3) if price.wager == "poseidon")
    (exact,) = analyze(game, "poseidon")
    assert played.rounds == 600 and abs(float(played.house_edge - exact.house_edge)) <= 6 * played.standard_error
    round_, chance = Round(game, [1]), Chance(Seeded(4))
    stakes = Players({1: {"blackjack": 1000, "poseidon": 500}}, lambda _, request: "")
    while not isinstance(request := round_.pending, Decision):
        assert request is not None
        act = chance.answer(round_, request) or stakes.answer(round_, request)
        assert act is not None
        round_.answer(act)
    advice = advise(round_)
    assert advice is not None and advice.best in ("hit", "stand", "double", "split")


def test_a_wager_on_the_dealers_hand_that_a_broken_player_has_lost_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At blackjack no more cards are drawn once every player has broken, so a dealer's 22 depends on what the player does."""
    text = with_rows("dealers-hand", 'dealer-suited-22 = "50:1", any-other-combination-of-dealer-22 = "7:1"')
    needs = 'clause = "Scroll IV.1"\nneeds = [{ wager = "blackjack", clause = "Scroll IV.1" }]'
    text = text.replace('clause = "Scroll IV.1"', needs, 1)
    with pytest.raises(NotPriced, match="once the player's hand is broken"):
        weights_of(blackjack_with(tmp_path, monkeypatch, text), "poseidon")
