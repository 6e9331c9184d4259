"""What a house writes wrongly is refused in one line that names the key, whatever stands where a table or a figure was meant."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.rules.posting import posted
from croupier.rules.resolve import HOUSE_PARTS, resolve_file

GAMES = ["cleveland/linked-progressive", "cleveland/four-card-poker", "ny/blackjack", "ny/roulette", "cincinnati/craps",
         "oneida/craps", "ny/poker", "cincinnati/pai-gow-poker"]  # fmt: skip
ODD: list[Any] = [
    None, True, False, 0, 1, -1, -0.0, 1.5, 10**12, "", "x", "none", "\N{ARABIC-INDIC DIGIT THREE}", "1:1", "a" * 3000, [], ["x"], [None], [[1, 2]], {}, {"a": None},
    {"seed": None}, {"rate": []}, {"link": {}}, {"minimum": None}, {"maximum": "x"}, {"win": None}, {"win": {"win": [1]}},
]  # fmt: skip


def names(game: str) -> dict[str, list[str]]:
    """What may be said of each part of a house's rules, and a name that nobody knows."""
    file = resolve_file(game).file
    known = {
        "options": [*file.options],
        "paytables": sorted({wager for table in file.paytables for wager in table.wager}),
        "limits": ["table", *file.wagers],
        "meters": [*file.meters],
    }
    return {part: [*known[part][:40], "nobody-knows"] for part in HOUSE_PARTS}


def written_wrongly(game: str) -> Iterator[tuple[dict[str, Any], str]]:
    """House rules with an odd value in one place, and the key a refusal must name."""
    for part, known in names(game).items():
        for value in ODD:
            yield {part: value}, next(iter(value), part) if isinstance(value, dict) else part
            for name in known:
                yield {part: {name: value}}, name


@pytest.mark.parametrize("game", GAMES)
def test_an_odd_value_anywhere_in_a_houses_rules_is_taken_or_refused_in_a_line_that_names_its_key(game: str) -> None:
    refused = 0
    for house, key in written_wrongly(game):
        try:
            posted(playable(game, house).terms, house)
        except BadInput as error:
            assert "\n" not in str(error), house
            assert key in str(error), (house, str(error))
            refused += 1
    assert refused > len(ODD) * len(HOUSE_PARTS)


@pytest.mark.parametrize("terms", [None, True, 1, "x", [], json.loads("[[]]")])
def test_a_meter_that_is_no_table_is_named(terms: Any) -> None:
    for game, meter in (("ny/blackjack", "mega"), ("cleveland/linked-progressive", "multi-link")):
        with pytest.raises(BadInput, match=rf"^meters\.{meter}: |no meter of .* called '{meter}'"):
            resolve_file(game, {"meters": {meter: terms}})
