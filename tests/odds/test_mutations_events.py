"""Wheels, dice and third cards: what a table does with one mark, one throw or one card is followed, or refused with its clause."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from croupier.errors import NotPriced
from croupier.games.dice import _wagers, craps, high_roll_dice
from croupier.games.registry import playable, prepare
from croupier.games.wheel._settling import collect_losing_wagers, pay_winning_wagers
from croupier.hands import baccarat as hands
from croupier.odds.analyze import analyze
from croupier.odds.price import Price
from croupier.odds.simulate import simulate
from croupier.table.felt import Felt
from croupier.table.playable import Playable


def priced(game: Playable, wager: str) -> Price:
    """The first price of a wager."""
    return next(iter(analyze(game, wager)))


def simulated_so(game: Playable, found: Price, rounds: int = 100_000) -> bool:
    """Does the simulation come to the same price, within five standard errors?"""
    played = next(price for price in simulate(game, rounds, 7) if price.wager == found.wager)
    return abs(float(played.house_edge - found.house_edge)) <= 5 * played.standard_error


def refused_by_all(game: Playable, wager: str, pattern: str) -> None:
    """By price and by simulation."""
    for asked in (lambda: priced(game, wager), lambda: list(simulate(game, 1000, 7))):
        with pytest.raises(NotPriced, match=rf"{game.terms.id}: {pattern}.*\("):
            asked()


# Many dice

DECIDE = high_roll_dice.decide


def test_faces_that_show_as_often_as_others_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A face that wins or loses by its rank alone is a push."""

    def by_rank_pushes(table: Any, seat: Any, wager: str, *, won: bool, how: str) -> None:
        if how == "-by-rank":
            table.push(seat, wager)
        else:
            DECIDE(table, seat, wager, won=won, how=how)

    monkeypatch.setattr(high_roll_dice, "decide", by_rank_pushes)
    found = priced(playable("pa/high-roll-dice"), "pip-street-1")
    pushed = sum(outcome.weight for outcome in found.outcomes if outcome.outcome == "push")
    assert (pushed, found.weight) == (18_702_180, 6**10)
    assert simulated_so(playable("pa/high-roll-dice"), found)


@pytest.mark.parametrize("showing", [1, 3])
def test_throws_that_are_settled_by_another_face_are_refused(showing: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Throws are taken for one by the face that shows most often."""
    settle, most_alike, seen = high_roll_dice.settle_first_roll, high_roll_dice.most_alike, list[int]()

    def sees(dice: Any, rank: Any) -> tuple[int, int]:
        seen[:] = dice
        return most_alike(dice, rank)

    def changed(table: Any, seat: Any, face: int, count: int, *, tied: bool) -> None:
        settle(table, seat, face, count + (seen.count(showing) == 1), tied=tied)

    monkeypatch.setattr(high_roll_dice, "most_alike", sees)
    monkeypatch.setattr(high_roll_dice, "settle_first_roll", changed)
    refused_by_all(playable("pa/high-roll-dice"), "like-kind-boulevard-4", ".*is not settled as")


# Wheels

SETTLE = Felt.settle


async def en_prison(table: Any, rules: Any) -> None:
    """On a zero chips on red or black stay for the next spin, and then come back if they win."""
    await table.take_wagers()
    marks, outside = table.playable.wheel.marks, ("red", "black")
    number = await table.spin(marks)
    if number == "0" and any(stake in outside for seat in table.seats.values() for stake in seat.stakes):
        number = await table.spin(marks)
        for seat in table.seats.values():
            for stake in [stake for stake in seat.stakes if stake in outside and number in table.spots[stake].covers]:
                table.push(seat, stake)
    collect_losing_wagers(table, number)
    pay_winning_wagers(table, number)


def test_chips_that_a_zero_imprisons_are_refused() -> None:
    """A spin after which the table waits is counted as none at all; that holds where the next one is a fresh one."""
    house = {"options": {"wheel": "single-zero"}}
    game = playable("ny/roulette", house)
    refused_by_all(
        replace(game, play=en_prison), "red", "(red|black): after 0 the table does not settle .* as if nothing had come before"
    )
    assert priced(replace(game, play=en_prison), "straight-up") == priced(game, "straight-up")
    void = playable("ny/roulette", {"options": {"wheel": "double-zero-as-single-zero"}})
    assert priced(void, "red").outcomes == priced(game, "red").outcomes


def test_a_number_that_pushes_on_a_mark_that_it_does_not_cover_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def pushes(self: Felt, seat: Any, wager: str, outcome: str, **ends: Any) -> None:
        if wager == "straight-up-17" and self.marks["point marker"] == "00":
            outcome, ends["returned"] = "push", seat.stakes[wager]
        SETTLE(self, seat, wager, outcome, **ends)

    monkeypatch.setattr(Felt, "settle", pushes)
    refused_by_all(playable("ny/roulette"), "straight-up", "straight-up.*do not win alike")


@pytest.mark.parametrize(("name", "wager"), [("ny/roulette", "red"), ("ny/sic-bo", None), ("ny/craps", "field")])
def test_a_chip_that_is_settled_in_two_lines_is_refused(name: str, wager: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(self: Felt, seat: Any, wager: str, outcome: str, **ends: Any) -> None:
        SETTLE(self, seat, wager, outcome, **ends)
        self.lines.append(self.lines[-1])

    monkeypatch.setattr(Felt, "settle", twice)
    game = playable(name)
    for asked in (lambda: next(iter(analyze(game, wager))), lambda: list(simulate(game, 1000, 7))):
        with pytest.raises(NotPriced, match=rf"{name}: .*2 times.*\("):
            asked()


# Craps

MARKER = craps.move_the_marker


def down_when_the_point_is_made(table: Any, hand: Any, dice: Any, rules: Any) -> bool:
    made = sum(dice) == hand.point
    goes_on = MARKER(table, hand, dice, rules)
    for seat in table.seats.values() if made else ():
        for stake in [stake for stake in seat.stakes if stake.startswith("place")]:
            table.push(seat, stake)
    return goes_on


def test_wagers_on_numbers_that_come_down_with_the_point_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are priced with one point standing; a line bet, whose point is followed, has its price."""
    before = priced(playable("ny/craps"), "pass")
    monkeypatch.setattr(craps, "move_the_marker", down_when_the_point_is_made)
    refused_by_all(playable("ny/craps"), "place-6", "place-.*: by a point of . it is not decided as it is with another")
    assert priced(playable("ny/craps"), "pass").outcomes == before.outcomes


def test_place_bets_that_work_for_one_point_alone_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = craps.settle_roll

    def rests(table: Any, hand: Any, dice: Any) -> None:
        if hand.point != 9:
            settle(table, hand, dice)

    monkeypatch.setattr(craps, "settle_roll", rests)
    refused_by_all(playable("ny/craps"), "place-6", "(place-.*a point of 9|come: after)")


async def one_roll_too_many(table: Any, rules: Any) -> None:
    """Craps after a first roll that nobody's wager counts for."""
    request = craps.between_rolls(craps.Hand(shooter=table.carried.shooter), rules)
    table.marks["point"] = "off"
    await craps.take_wagers(table, request.hand, rules, request)
    await table.roll(late=request)
    await craps.play(table, rules)


async def as_always(table: Any, rules: Any) -> None:
    await craps.play(table, rules)


@pytest.mark.parametrize("wager", ["pass", "field", "pass-odds", "place-6"])
def test_dice_that_are_played_otherwise_are_refused(wager: str) -> None:
    """The chain of a chip knows what a roll does; hands at the table show the rest."""
    game = playable("ny/craps")
    with pytest.raises(NotPriced, match=r"ny/craps: .*after .*\("):
        priced(replace(game, play=one_roll_too_many), wager)
    with pytest.raises(NotPriced, match=r"ny/craps: .*after .*\("):
        list(simulate(replace(game, play=one_roll_too_many), 100, 7))
    assert priced(replace(game, play=as_always), wager) == priced(game, wager)


# Baccarat


def with_a_pair() -> Playable:
    """Mini baccarat whose tie wager is on the player's pair."""
    terms = playable("ny/mini-baccarat").terms
    wagers = {**terms.wagers, "tie": replace(terms.wagers["tie"], area=("player-pair",))}
    printed = {**terms.file.wagers, "tie": terms.file.wagers["tie"].model_copy(update={"area": ("player-pair",)})}
    return prepare(replace(terms, wagers=wagers, file=terms.file.model_copy(update={"wagers": printed})))


def of_one_suit(player: Any, banker: Any) -> bool:
    return (player[0].rank, player[0].suit) == (player[1].rank, player[1].suit)


def test_a_pair_that_looks_at_suits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_a_pair()
    assert priced(game, "tie").hit_rate == Fraction(31, 415)
    monkeypatch.setattr(hands, "EVENTS", {**hands.EVENTS, "player-pair": of_one_suit})
    refused_by_all(game, "tie", "hands that count alike are not settled alike")


def test_counts_that_are_added_otherwise_are_refused_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands over ten count their tens: what was counted so is not kept for the game as it is."""
    game = playable("ny/mini-baccarat")
    before = priced(game, "tie").outcomes
    with monkeypatch.context() as patch:
        patch.setattr(hands, "points", lambda hand: sum(map(hands.card_value, hand)) % 13)
        with pytest.raises(NotPriced, match=r"ny/mini-baccarat: .*\("):
            priced(playable("ny/mini-baccarat"), "tie")
    assert priced(playable("ny/mini-baccarat"), "tie").outcomes == before


def test_a_wager_that_looks_at_one_card_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = Felt.settle

    def changed(self: Felt, seat: Any, wager: str, outcome: str, **ends: Any) -> None:
        if wager == "tie" and outcome != "lose" and any(card.rank == 12 for card in self.piles["player"]):
            outcome, ends["won"] = "push", 0
        settle(self, seat, wager, outcome, **ends)

    monkeypatch.setattr(Felt, "settle", changed)
    refused_by_all(playable("ny/mini-baccarat"), "tie", "hands that count alike are not settled alike")


def test_a_chip_that_no_roll_decides_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Place bets that stay for ever have no price, and would never be through in a kernel."""
    verdict = _wagers.verdict

    def stays(table: Any, hand: Any, seat: Any, spot: Any, dice: Any) -> Any:
        return None if spot.wager.id == "place" else verdict(table, hand, seat, spot, dice)

    monkeypatch.setattr(_wagers, "verdict", stays)
    refused_by_all(playable("ny/craps"), "place-6", "place-.* (may come to where no roll decides it|stakes left unsettled)")
