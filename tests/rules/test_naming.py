"""Ids as people say them. `names.json` has how the texts print what ids stand for: every form that is a fifth of one text's, in small letters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import croupier
from croupier.compliance import describe
from croupier.compliance.wording import bounds, choice_text, condition_text, value_text
from croupier.errors import OutOfBounds
from croupier.rules import model
from croupier.rules.naming import KEPT, PRINTED, title, words
from croupier.rules.texts import citation, dated, edition

PRINTS: dict[str, list[str]] = json.loads(Path(__file__).with_name("names.json").read_text(encoding="utf-8"))


def files() -> list[model.Game]:
    return [croupier.playable(entry.id).terms.file for entry in croupier.listing()]


def ids() -> set[str]:
    """Every id that a page may show as a name."""
    found: set[str] = set()
    for file in files():
        found |= {*file.wagers, *file.options, *file.rulings, *(row for table in file.paytables for row in table.rows)}
        found |= {name for wager in file.wagers.values() for name in (*wager.aliases, wager.called or "")}
    return found


def test_every_name_is_one_that_some_text_prints() -> None:
    assert {name: words(name) for name, forms in PRINTS.items() if words(name).lower() not in forms} == {}


def test_no_apostrophe_is_lost() -> None:
    lost = {"dont", "em", "holdem", "kings bounty", "dealers first", "dealers number", "players cards", "dealers left"}
    said = {name: f" {words(name)} " for name in ids()}
    assert not [name for name, text in said.items() if any(f" {word} " in text for word in lost)]
    assert title("dont-pass-odds") == "Don't pass odds" and title("make-em-all") == "Make 'em all"


def test_no_run_of_words_stands_in_the_vocabulary_that_no_file_uses() -> None:
    options = [option for file in files() for option in file.options.values()]
    values = {str(value) for option in options for value in (*(option.one_of or ()), option.is_, option.default)}
    places = {"dozen-1", "dozen-2", "dozen-3", "column-1", "column-2", "column-3", "three-card-poker", "1-dollar", "5-dollars"}
    lists = {
        str(value) for option in options for held in (option.is_, option.default) if isinstance(held, list) for value in held
    }
    known = "\n".join(f"-{name}-" for name in (*ids(), *values, *places, *lists, "multi-link", "re-cut", "heads-up"))
    assert [run for run in (*KEPT.split(), *PRINTED) if f"-{run}-" not in known] == []


def test_places_of_a_layout_are_called_as_layouts_print_them() -> None:
    spots = {spot.id: spot.name for spot in croupier.playable("ny/roulette").spots.values()}
    assert spots["low"] == "1 to 18" and spots["dozen-1"] == "1st 12" and spots["column-3"] == "3rd column"
    assert spots["corner-25-26-28-29"] == "Corner 25-26-28-29" and spots["straight-up-17"] == "Straight-up 17"
    craps = croupier.playable("ny/craps")
    assert craps.name_of("dont-pass") == "Don't pass" and craps.name_of("four-five-on-the-hop") == "Four-five on the hop"
    assert {"Place 6 to win", "Don't come 4"} <= {spot.name for spot in craps.spots.values()}


def test_sums_are_money_and_answers_are_yes_or_no() -> None:
    game = croupier.playable("cleveland/three-card-poker").terms
    assert bounds(game.file.options["maximum-payout"]).startswith("At least $50,000")
    fixed = croupier.playable("ny/texas-holdem-bonus").terms.file.options["maximum-payout"]
    assert choice_text(fixed, fixed.is_) == "$50,000"
    assert value_text(value=True) == "yes" and condition_text("six-card-bonus=True") == "six-card bonus is yes"
    cents = [
        (file.name, name)
        for file in files()
        for name, option in file.options.items()
        for value in (option.is_, option.at_least, *(option.one_of or ()))
        if isinstance(value, int) and value >= 1000 and not option.is_money
    ]
    assert cents == [], "a figure of thousands that is no sum of money"


def test_yes_and_no_are_taken_where_they_are_shown() -> None:
    offered = croupier.playable("ny/three-card-poker", {"options": {"six-card-bonus": "no"}}).terms
    assert offered.options["six-card-bonus"] is False and "six-card-bonus" not in offered.wagers
    with pytest.raises(OutOfBounds, match="'perhaps' is not a choice: one of yes, no"):
        croupier.playable("ny/three-card-poker", {"options": {"six-card-bonus": "perhaps"}})


def test_a_clause_names_its_document_its_date_and_its_lines() -> None:
    game = croupier.playable("cincinnati/blackjack").terms
    assert dated(game) == "approved 21 January 2015"
    clause = next(iter(game.clauses))
    assert citation(game, clause).startswith(f"{clause} of Horseshoe Cincinnati, Table Games Plan") and "line" in citation(
        game, clause
    )
    assert edition(croupier.playable("ny/roulette").terms).endswith("without a date")
    assert all(entry["lines"][0] <= entry["lines"][1] for entry in describe.clauses(game))
