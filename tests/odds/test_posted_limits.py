"""Prices follow what is posted: a payout limit is the table's, so the least wager that lifts it there lifts it here."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from croupier.games.registry import playable
from croupier.odds.analyze import analyze

LIMITED: dict[str, Any] = {"options": {"maximum-payout": 5_000_000}}


def edge(game: str, house: dict[str, Any]) -> Fraction:
    return next(iter(analyze(playable(game, house), "ante", stake=2000))).house_edge


@pytest.mark.parametrize(
    ("game", "limits"),
    [
        ("cleveland/mississippi-stud", {"table": {"minimum": 2000}}),
        ("cincinnati/mississippi-stud", {"ante": {"minimum": 2000}}),
    ],
)
def test_a_posted_minimum_lifts_the_limit_in_the_price_too(game: str, limits: dict[str, Any]) -> None:
    free, held, lifted = edge(game, {}), edge(game, LIMITED), edge(game, LIMITED | {"limits": limits})
    assert held > free == lifted
