"""Progressive meters to the last fraction of a cent, and the envy they give."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest

import croupier
from croupier.errors import OutOfBounds, Refused
from croupier.games.registry import all_games, playable
from croupier.rules.payouts import Payout
from croupier.table import acts
from croupier.table.meters import Meter
from croupier.table.round import Round
from tests.support.driving import listed

GAME = "cincinnati/mississippi-stud"


def test_a_meter_is_seed_and_contributions_less_payouts_over_random_play() -> None:
    rng = random.Random(7)
    meter = Meter.opened(playable(GAME).terms.meters["multi-link"])
    rows = [Payout.parse(text) for text in ("10% of meter", "100% of meter")]
    contributed = paid = resets = 0
    for _ in range(200_000):
        stake = rng.randrange(1, 500)
        meter.contribute(stake)
        contributed += stake
        if rng.random() < 0.001:
            for _ in range(rng.randrange(1, 4)):  # winners of one round, one after another
                row = rng.choice(rows)
                paid += meter.pay(row)
                resets += row.figure == 1
    assert meter.amount == 1_000_000 + contributed * Fraction(21, 100) - paid + resets * 1_000_000
    assert meter.balanced()


def test_two_royals_are_paid_one_after_the_other_and_envy_is_for_others_hands() -> None:
    round_ = croupier.settle(
        {
            "game": GAME,
            "meters": {"multi-link": 5_000_000},
            "seats": {
                "1": {"wagers": {"ante": 1000, "progressive": 100}, "cards": "9h 8h", "decisions": ["bet-1x"] * 3},
                "2": {"wagers": {"ante": 1000, "progressive": 100}, "cards": "Ah Kh", "decisions": ["bet-1x"] * 3},
                "3": {"wagers": {"ante": 1000}, "cards": "2c 3d", "decisions": ["fold"]},
                "4": {"wagers": {"ante": 1000, "progressive": 100}, "cards": "2d 3c", "decisions": ["fold"]},
            },
            "community": "Qh Jh Th",
        }
    )
    lines = {}
    for line in round_.lines:
        lines.setdefault((line.seat, line.wager), []).append((line.outcome, line.won, line.returned))
    # Paid from the dealer's right: the royal takes the whole meter (with three contributions of 21 cents), the reset is what is left.
    assert lines[2, "progressive"] == [("royal-flush", 5_000_063, 0)]
    assert lines[1, "progressive"] == [("straight-flush", 100_000, 0)]
    assert lines[1, "envy-bonus"] == [("royal-flush", 100_000, 0)]
    assert lines[2, "envy-bonus"] == [("straight-flush", 30_000, 0)]
    assert sorted(lines[4, "envy-bonus"]) == [("royal-flush", 100_000, 0), ("straight-flush", 30_000, 0)], (
        "a fold keeps the envy"
    )
    assert lines[4, "progressive"] == [("lose", 0, 0)] and (3, "envy-bonus") not in lines
    assert round_.table.meters["multi-link"].amount == 900_000


def test_a_void_round_takes_the_contribution_off_again() -> None:
    round_ = Round(playable(GAME), [1])
    for act in (acts.Done("shuffle"), acts.Wager(1, "ante", 500), acts.Wager(1, "progressive", 100), acts.NoMoreBets()):
        round_.answer(act)
    meter = round_.table.meters["multi-link"]
    assert meter.amount == 1_000_021
    round_.answer(acts.Reported("wrong-number-of-cards"))
    assert round_.done and meter.amount == 1_000_000
    assert round_.net == {1: 0}


def test_a_house_may_seed_and_feed_a_meter_more_richly() -> None:
    game = playable(GAME, {"meters": {"multi-link": {"seed": 2_000_000, "rate": "25%"}}})
    meter = Round(game, [1]).table.meters["multi-link"]
    assert meter.amount == 2_000_000 and meter.rate == Fraction(1, 4)


CHIPS = "ny/crazy-4-poker"


def test_odds_bring_a_collected_chip_back_and_a_meter_does_not_and_envy_goes_by_ones_own_chip() -> None:
    both = {"ante": 1000, "super-bonus": 1000}
    round_ = croupier.settle(
        {
            "game": CHIPS,
            "house_rules": {"paytables": {"progressive-payout": "B"}},
            "seats": {
                "1": {"wagers": {**both, "progressive-payout": 500}, "cards": "Ac Ad Ah As 2c", "decisions": ["raise-3x"]},
                "2": {"wagers": {**both, "progressive-payout": 500}, "cards": "9c 9d 9h 4s 2d", "decisions": ["raise-3x"]},
                "3": {"wagers": {**both, "progressive-payout": 100}, "cards": "8c 8d 8h 8s 2h", "decisions": ["raise-3x"]},
            },
            "dealer": "Kc Jd 7h 5s 3c",
        }
    )
    lines = {(line.seat, line.wager): (line.outcome, line.won, line.returned) for line in round_.lines if line.seat != 2}
    assert lines[1, "progressive-payout"] == ("four-aces", 100_000, 0), "table B starts at $1,000"
    assert lines[3, "progressive-payout"] == ("four-of-a-kind", 30_000, 100)
    assert lines[1, "envy-bonus"] == ("four-of-a-kind", 12_500, 0)
    assert lines[3, "envy-bonus"] == ("four-aces", 10_000, 0)
    second = [(line.wager, line.won, line.returned) for line in round_.lines if line.seat == 2]
    assert ("progressive-payout", 7_500, 500) in second
    assert {("envy-bonus", 50_000, 0), ("envy-bonus", 12_500, 0)} <= set(second)


def test_a_chip_has_one_of_the_values_of_the_text() -> None:
    round_ = Round(playable(CHIPS), [1])
    for act in (acts.Done("shuffle"), acts.Wager(1, "ante", 1000), acts.Wager(1, "super-bonus", 1000)):
        round_.answer(act)
    for amount in (1, 200, 499, 1000):
        with pytest.raises(Refused, match="100 or 500"):
            round_.answer(acts.Wager(1, "progressive", amount))
    round_.answer(acts.Wager(1, "progressive", 500))
    round_.answer(acts.Wager(1, "progressive", 100))


@pytest.mark.parametrize(("table", "seed"), [("A", 500_000), ("B", 100_000)])
def test_the_least_seed_is_that_of_the_posted_table(table: str, seed: int) -> None:
    posted = {"paytables": {"progressive-payout": table}}
    assert playable(CHIPS, posted).terms.meters["progressive"].seed == seed
    richer = playable(CHIPS, {**posted, "meters": {"progressive": {"seed": seed + 1}}})
    assert richer.terms.meters["progressive"].seed_with(table) == seed + 1
    with pytest.raises(OutOfBounds, match=str(seed)):
        playable(CHIPS, {**posted, "meters": {"progressive": {"seed": seed - 1}}})


@pytest.mark.parametrize("game", [game for game in all_games() if listed(game).terms.meters])
def test_a_meter_starts_where_its_text_or_house_has_it_and_no_lower(game: str) -> None:
    """And takes its share of every chip, to the last fraction."""
    terms = playable(game).terms
    for name, meter in Round(playable(game), [1]).table.meters.items():
        least = terms.meters[name].seed
        assert meter.amount == least
        meter.contribute(137)
        assert meter.amount == least + 137 * meter.rate and meter.balanced()
        if terms.file.meters[name].seed:
            with pytest.raises(OutOfBounds, match=re.escape(", ".join(terms.meters[name].clause))):
                playable(game, {"meters": {name: {"seed": least - 1}}})
