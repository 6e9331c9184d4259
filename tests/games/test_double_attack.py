"""Double Attack Blackjack at the table: what can be reported while only the dealer's first card lies there, and dead hands."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.round import Round

GAME = "pa/double-attack-blackjack"


def at_the_offer(**options: Any) -> Round:
    """A round in which the dealer shows a six and seat 1 is asked about a second wager."""
    round_ = Round(playable(GAME, {"options": options}), [1])
    while not (pending := round_.pending) or type(pending).__name__ != "Offer":
        match type(pending).__name__:
            case "Wagering":
                placed = "blackjack" in round_.table.seats[1].stakes
                round_.answer(acts.NoMoreBets() if placed else acts.Wager(1, "blackjack", 1000))
            case "CardDue":
                unused = next(card for card in round_.playable.pack if round_.table.remaining[card] and card.rank == 6)
                round_.answer(acts.Dealt(unused))
            case _:
                round_.answer(acts.Done(pending.act))  # type: ignore[union-attr]
    return round_


@pytest.mark.parametrize("name", ["player-dealt-no-cards", "player-dealt-one-card", "reader-used-without-need"])
def test_nothing_is_amiss_with_cards_that_are_still_to_come(name: str) -> None:
    """581.13(f), 581.13(h): before the boxes are dealt no seat was passed over, and no hole card went into the reader."""
    round_ = at_the_offer()
    report = acts.Reported(name, seat=1) if name.startswith("player") else acts.Reported(name)
    with pytest.raises(BadInput):
        round_.answer(report)
    assert type(round_.pending).__name__ == "Offer"


def test_a_dead_hand_gets_both_wagers_back_and_its_bust_it_stays() -> None:
    """581.13(g): a card that was asked for and forgotten, refused afterwards."""
    found = croupier.settle(
        {
            "game": GAME,
            "seats": {
                "1": {"wagers": {"bet": 1000, "double-attack": 500, "bust-it": 200}, "cards": "5h 4d", "decisions": ["hit"]},
                "2": {"wagers": {"bet": 1000}, "cards": "Kh 9d", "decisions": ["stand"]},
            },
            "dealer": "7h 6d",
            "draws": "9c",
            "irregularities": [{"irregularity": "requested-card-missed", "during": "draw", "seat": 1, "choice": "dead-hand"}],
        }
    )
    lines = {(line.seat, line.wager): (line.stake, line.returned, line.won) for line in found.lines}
    assert lines[1, "bet"] == (1000, 1000, 0)
    assert lines[1, "double-attack"] == (500, 500, 0)
    assert lines[1, "bust-it"] == (200, 200, 1200)
    assert lines[2, "bet"] == (1000, 1000, 1000)


def test_a_reader_that_shows_the_card_ends_the_round() -> None:
    """581.13(h)(1), 581.13(h)(2): all wagers go back where a player could see the hole card; else play goes on."""
    round_ = {
        "game": GAME,
        "seats": {
            "1": {"wagers": {"bet": 1000, "double-attack": 500, "bust-it": 200}, "cards": "Kh 9d", "decisions": ["stand"]}
        },
        "dealer": "7h 6d",
        "draws": "9c",
    }
    shown = {"irregularity": "reader-showed-the-hole-card", "during": "decision", "at": {"seat": 1}}
    dead = croupier.settle(
        {**round_, "house_rules": {"options": {"reader-shows-the-card": True}}, "draws": "", "irregularities": [shown]}
        | {"seats": {"1": {**round_["seats"]["1"], "decisions": []}}}  # type: ignore[index]
    )
    assert dead.net == {1: 0}
    with pytest.raises(BadInput):
        croupier.settle({**round_, "irregularities": [shown]})


def test_a_second_chance_card_that_was_forgotten_comes_last_or_the_hand_is_dead() -> None:
    """591.13(h): the card of a Second Chance is a requested card like others."""
    seats = {"1": {"wagers": {"blackjack": 1000}, "cards": "Th 6c", "decisions": ["hit", "second-chance"]}}
    missed = {"irregularity": "requested-card-missed", "during": "draw", "seat": 1, "at": {"card": 4}}
    found = []
    for choice, draws in (("card-last", "9s 5h"), ("dead-hand", "9s")):
        document = {"game": "pa/double-back-jack", "seats": seats, "dealer": "9h Tc", "draws": draws}
        found.append(croupier.settle({**document, "irregularities": [{**missed, "choice": choice}]}))
    last, dead = found
    assert last.net == {1: 1000}
    assert dead.net == {1: 0}
    assert {line.wager: line.returned for line in dead.lines} == {"blackjack": 1000, "second-chance": 1000}
