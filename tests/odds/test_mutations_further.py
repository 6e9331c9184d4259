"""Rules of play that go by more than a count does: suits, other wagers of the seat, what the equipment shows. Followed or refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from croupier.equipment import dice
from croupier.equipment.wheels import Wheel
from croupier.errors import NotPriced
from croupier.games.dice import _between_rolls, _wagers
from croupier.games.pai_gow import _comparing
from croupier.games.registry import playable
from croupier.games.war import casino_war
from croupier.odds.advice import strategy
from croupier.odds.analyze import analyze
from croupier.odds.price import Price
from croupier.odds.simulate import simulate
from croupier.table import drivers, dues
from croupier.table.felt import Felt
from croupier.table.playable import Playable


def refused_by_all(game: Playable, pattern: str) -> None:
    """By price, simulation and chart."""
    for asked in (lambda: list(analyze(game)), lambda: simulate(game, 1000, 7), lambda: strategy(game)):
        with pytest.raises(NotPriced, match=rf"^{game.terms.id}: {pattern}.*\(.*\)$"):
            asked()


# Equipment

LOADED = (1, 2, 3, 3, 5, 6)
"""A die that shows a three where a four is."""
SPIN = Wheel.spin


def priced(game: Playable, wager: str) -> Price:
    return next(iter(analyze(game, wager)))


def simulated_so(game: Playable, found: Price) -> bool:
    """Does the simulation come to the same price, within five standard errors?"""
    played = next(price for price in simulate(game, 200_000, 7) if price.wager == found.wager)
    return abs(float(played.house_edge - found.house_edge)) <= 5 * played.standard_error


@pytest.mark.parametrize(
    ("name", "wager", "wins"),
    [
        ("ny/sic-bo", "three-of-a-kind-3", Fraction(8, 6**3)),
        ("pa/props-and-hops", "two-the-hardway", Fraction(1, 36)),
        ("ny/craps", "pass", None),
        pytest.param("ny/craps", "place-6", None, marks=pytest.mark.slow),
        pytest.param("pa/high-roll-dice", "pip-street-3", None, marks=pytest.mark.slow),
    ],
)
def test_a_die_that_shows_other_faces_is_followed(
    name: str, wager: str, wins: Fraction | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = priced(playable(name), wager)
    monkeypatch.setattr(dice, "FACES", LOADED)
    game = playable(name)
    found = priced(game, wager)
    assert (found.house_edge != before.house_edge) == (wager != "two-the-hardway")
    assert wins is None or found.hit_rate == wins
    assert simulated_so(game, found)


def test_a_second_throw_of_loaded_dice_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "FACES", LOADED)
    game = playable("pa/high-roll-dice")
    assert simulated_so(game, priced(game, "extra-roll"))


@pytest.mark.parametrize("name", ["ny/sic-bo", "ny/craps", "pa/high-roll-dice"])
def test_a_die_whose_faces_the_table_does_not_take_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drivers, "roll", lambda source, *, dice=2: tuple(1 + source.below(8) for _ in range(dice)))
    game = playable(name)
    for asked in (lambda: list(analyze(game)), lambda: simulate(game, 1000, 7)):
        with pytest.raises(NotPriced, match=rf"^{name}: the table does not take what its equipment shows"):
            asked()


def test_a_wheel_that_rests_elsewhere_is_followed_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The double zero is a zero: those wagers are followed of which all places win alike."""

    def rests(self: Wheel, source: Any) -> str:
        return "7" if (mark := SPIN(self, source)) == "00" else mark

    monkeypatch.setattr(Wheel, "spin", rests)
    game = playable("ny/roulette", {"options": {"wheel": "double-zero"}})
    assert priced(game, "odd").house_edge != priced(game, "even").house_edge == Fraction(2, 38)
    with pytest.raises(NotPriced, match=r"^ny/roulette: straight-up-.* do not win alike"):
        priced(game, "straight-up")


# Odds behind a bet

ODDS_LIMIT, PAID = _wagers.odds_limit, _wagers._pay


@pytest.mark.parametrize("wager", ["pass", "dont-pass", "come", "dont-come"])
def test_odds_that_the_table_takes_otherwise_are_refused(wager: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_between_rolls, "odds_limit", lambda *on: (ODDS_LIMIT(*on) or 0) * 2)
    with pytest.raises(
        NotPriced, match=rf"^oneida/craps: {wager}-odds.*: the table takes .* and the analysis .* times \(Craps H\.5"
    ):
        priced(playable("oneida/craps"), wager)


@pytest.mark.parametrize("wager", ["pass", "dont-pass", "come"])
def test_a_bet_that_is_paid_otherwise_with_odds_behind_it_is_refused(wager: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def returned(table: Any, hand: Any, seat: Any, spot: Any, *how: Any) -> None:
        if len(seat.stakes) > 1:
            table.push(seat, spot.id)
        else:
            PAID(table, hand, seat, spot, *how)

    monkeypatch.setattr(_wagers, "_pay", returned)
    with pytest.raises(NotPriced, match=rf"^ny/craps: with {wager}-odds.* behind it, {wager}.* is not settled .*\(.*\)$"):
        priced(playable("ny/craps"), wager)


# War

PAY, STANDS = Felt.pay, casino_war.stands


def suited_ties_lose(self: Felt, seat: Any, wager: str, *row: Any, **more: Any) -> None:
    if wager == casino_war.TIE and seat.hand[-1].suit == self.dealer[-1].suit:
        self.collect(seat, wager)
    else:
        PAY(self, seat, wager, *row, **more)


def far_apart_is_a_tie(table: Any, seat: Any) -> str:
    """In a war, where the player's card is six ranks above the dealer's or more."""
    far = len(seat.hand) == 2 and seat.hand[-1].rank - table.dealer[-1].rank >= 6
    return casino_war.TIE if far else STANDS(table, seat)


def test_ties_of_one_suit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Felt, "pay", suited_ties_lose)
    refused_by_all(playable("ny/casino-war"), "tie: cards of the same ranks are not settled alike")


def test_wars_that_go_by_how_far_ranks_are_apart_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casino_war, "stands", far_apart_is_a_tie)
    refused_by_all(playable("ny/casino-war"), "deals of the cell")


def test_a_wager_on_a_tie_that_giving_up_loses_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    first, then = casino_war.settle_first_cards, casino_war.surrender_or_war

    def later(table: Any, seat: Any, rules: Any) -> None:
        if STANDS(table, seat) != casino_war.TIE:
            first(table, seat, rules)

    async def decided(table: Any, seat: Any, rules: Any) -> None:
        await then(table, seat, rules)
        settled = table.pay if seat.in_play else table.collect
        if seat.stake(casino_war.TIE):
            settled(seat, casino_war.TIE)

    monkeypatch.setattr(casino_war, "settle_first_cards", later)
    monkeypatch.setattr(casino_war, "surrender_or_war", decided)
    refused_by_all(playable("ny/casino-war"), "tie: cards of the same ranks are not settled alike")


# Commissions


def test_a_commission_that_is_a_fixed_sum_holds_for_the_stake_it_was_asked_at_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Printed beside a price is at which stakes it holds."""
    game = playable("ny/pai-gow-tiles")
    assert "where its rounding does not matter" in priced(game, "pai-gow").note
    monkeypatch.setattr(_comparing, "vigorish", lambda won, rate, rounding: 100)
    assert priced(playable("ny/pai-gow-tiles"), "pai-gow").note == "at a stake of 5.00, the commission's rounding included"


def test_a_commission_in_whole_dollars_holds_for_the_stake_it_was_asked_at_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "for stakes that can be paid exactly" in priced(playable("cleveland/craps"), "buy-4").note
    exact = dues.exact
    monkeypatch.setattr(_wagers, "commission", lambda *of: -(-exact(*of) // 100) * 100)
    assert "at a stake of 27,720.00" in priced(playable("cleveland/craps"), "buy-4").note
