"""A limit on what one hand pays, where it covers a side wager and the ante beside it: the side wager is priced as long as they leave it alone."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from croupier.errors import NotPriced
from croupier.games.registry import playable
from croupier.odds.analyze import analyze

BONUS = {"options": {"maximum-payout": 5_000_000}}
SHARED: list[tuple[str, dict[str, Any], str, int, str]] = [
    ("cincinnati/dj-wild-stud", {}, "trips", 100_000, "O.11.e"),
    ("cincinnati/dj-wild-stud", {}, "two-way-bad-beat", 100_000, "O.11.e"),
    ("cleveland/dj-wild-stud", {}, "trips", 100_000, "16.12(f)"),
    ("cleveland/dj-wild-stud", {}, "two-way-bad-beat", 100_000, "16.12(f)"),
    ("cleveland/three-card-poker", BONUS, "six-card-bonus", 10_000, "10.12(g)"),
]


@pytest.mark.parametrize(("name", "house", "wager", "stake", "clause"), SHARED)
def test_a_side_wager_whose_limit_the_ante_shares_is_refused_with_the_clause_and_the_stake(
    name: str, house: dict[str, Any], wager: str, stake: int, clause: str
) -> None:
    """Whether the ante wins beside it does not follow from the cards that the side wager looks at."""
    game = playable(name, house)
    with pytest.raises(NotPriced) as refused:
        list(analyze(game, wager, stake=stake))
    told = str(refused.value)
    assert told.startswith(f"{name}: {wager} at a stake of {stake // 100:,}.00: one limit of 50,000.00 holds it and the ante")
    assert told.endswith(f"({clause})")


@pytest.mark.parametrize(("name", "house", "wager", "stake", "clause"), SHARED)
def test_it_has_the_price_of_every_stake_that_stays_below_the_limit(
    name: str, house: dict[str, Any], wager: str, stake: int, clause: str
) -> None:
    game = playable(name, house)
    (usual, *_), (small, *_) = (list(analyze(game, wager, stake=cents)) for cents in (500, 100))
    by_odds = [
        {(end.outcome, end.weight, end.net) for end in price.outcomes if "royal" not in end.outcome} for price in (usual, small)
    ]
    assert by_odds[0] == by_odds[1], "a royal flush of six cards is paid a fixed sum"


def test_the_main_game_is_held_to_the_limit_and_priced() -> None:
    """Ante, blind and play are priced together, whichever of them the limit cuts."""
    game = playable("cleveland/dj-wild-stud")
    (small, *_), (large, *_) = (list(analyze(game, "ante", stake=cents)) for cents in (500, 1_000_000))
    assert large.house_edge > small.house_edge > Fraction(0)


def test_the_command_refuses_it_in_one_line() -> None:
    words = ["analyze", "cincinnati/dj-wild-stud", "--wager", "trips", "--stake", "100000"]
    ran = subprocess.run([sys.executable, "-m", "croupier", *words], capture_output=True, text=True, check=False)
    assert ran.returncode == 2 and "1,000.00" in ran.stderr and "(O.11.e)" in ran.stderr and ran.stderr.count("\n") == 1
