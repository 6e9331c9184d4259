"""What the table does is changed where it is written, part by part: price, advice and simulation follow it, or say what they cannot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from croupier.equipment.cards import cards
from croupier.errors import NotPriced
from croupier.games.baccarat import baccarat
from croupier.games.blackjack import _hands, _streaks, blackjack, spanish_21
from croupier.games.dice import _wagers, craps, high_roll_dice
from croupier.games.pai_gow import asia_poker, six_card_pai_gow_poker
from croupier.games.pai_gow._setting import HouseWayQuestions
from croupier.games.registry import playable
from croupier.hands import baccarat as hands
from croupier.hands.blackjack import points
from croupier.hands.pai_gow import best
from croupier.odds.advice import strategy
from croupier.odds.analyze import analyze
from croupier.odds.games import lunar_poker
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.queries import ask
from croupier.odds.shapes import two_hands_imperial
from croupier.odds.simulate import simulate
from croupier.rules.payouts import Payout
from croupier.table.felt import Felt
from croupier.table.playable import Playable
from croupier.table.table import Seat, Table

COLLECT = Felt.collect


def priced(game: Playable, wager: str) -> Price:
    """The first price of a wager."""
    return next(price for price in analyze(game, wager))


def simulated_so(game: Playable, found: Price, rounds: int = 100_000) -> bool:
    """Does the simulation come to the same price, within five standard errors?"""
    played = next(price for price in simulate(game, rounds, 7) if price.wager == found.wager)
    return abs(float(played.house_edge - found.house_edge)) <= 5 * played.standard_error


# Dice


@pytest.mark.slow
def test_a_number_that_sets_no_point_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A four or a ten on a come-out roll decides nothing and leaves the marker off."""
    marker = craps.move_the_marker

    def skips(table: Any, hand: Any, dice: Sequence[int], rules: Any) -> bool:
        return True if hand.coming_out and sum(dice) in (4, 10) else marker(table, hand, dice, rules)

    monkeypatch.setattr(craps, "move_the_marker", skips)
    game = playable("ny/craps")
    found = priced(game, "pass")
    # Of 30 rolls that decide it or set a point 8 win at once, 8 set one that is won 4 times in 10, 10 one won 5 in 11.
    assert found.expected == 2 * (8 + 8 * Fraction(4, 10) + 10 * Fraction(5, 11)) / 30 - 1
    assert simulated_so(game, found)


def test_a_roll_that_is_settled_otherwise_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Craps on a come-out roll takes nothing: the stake stays for the next one."""
    settle = _wagers.settle_roll
    before = priced(playable("ny/craps"), "pass")

    def stays(table: Any, hand: Any, dice: Sequence[int]) -> None:
        if not (hand.coming_out and sum(dice) in (2, 3, 12)):
            settle(table, hand, dice)

    monkeypatch.setattr(craps, "settle_roll", stays)
    found = priced(playable("ny/craps"), "pass")
    assert found.house_edge < before.house_edge - 0.05
    assert simulated_so(playable("ny/craps"), found)


def test_faces_that_are_counted_otherwise_are_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixes are wild in high roll dice: first throw, second throw and simulation all count them so."""

    def wild(dice: Sequence[int], rank: Sequence[int]) -> tuple[int, int]:
        face = max((face for face in rank if face != 6), key=lambda face: (dice.count(face), -rank.index(face)))
        return face, dice.count(face) + dice.count(6)

    game = playable("pa/high-roll-dice")
    extra = next(spot.id for spot in game.spots.values() if spot.wager.area == (high_roll_dice.SECOND_THROW,))
    one = next(spot for spot in game.spots if spot != extra)
    before = [priced(game, wager).outcomes for wager in (one, extra)]
    monkeypatch.setattr(high_roll_dice, "most_alike", wild)
    for wager, was in zip((one, extra), before, strict=True):
        found = priced(playable("pa/high-roll-dice"), wager)
        assert found.outcomes != was
        assert simulated_so(playable("pa/high-roll-dice"), found)


# Baccarat


def test_a_banker_who_stands_on_a_count_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A banker of six who takes no card against a six: exact price, simulation and the table's own rounds say the same."""
    game = playable("ny/mini-baccarat")
    before = priced(game, "banker")

    async def stands(table: Any, rules: Any, had: Any) -> None:
        player, banker = table.piles["player"], table.piles["banker"]
        if hands.player_draws(player, banker):
            await table.deal_card("player", up=True, moment="draw")
        if hands.banker_draws(player, banker) and (len(player), hands.points(banker)) != (3, 6):
            await table.deal_card("banker", up=True, moment="draw")

    with monkeypatch.context() as patch:
        patch.setattr(baccarat, "draw_third_cards", stands)
        changed = playable("ny/mini-baccarat")
        found = priced(changed, "banker")
        assert found.outcomes != before.outcomes
        assert simulated_so(changed, found)
        assert priced(game, "banker").outcomes == found.outcomes, "asked again, though the game is the same"
    assert priced(game, "banker").outcomes == before.outcomes


def test_a_hand_that_draws_by_its_cards_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts go by the values of cards: a player's hand with a king that stands on any count is none of them."""

    async def by_cards(table: Any, rules: Any, had: Any) -> None:
        player, banker = table.piles["player"], table.piles["banker"]
        if hands.player_draws(player, banker) and player[0].rank != 13:
            await table.deal_card("player", up=True, moment="draw")

    monkeypatch.setattr(baccarat, "draw_third_cards", by_cards)
    with pytest.raises(NotPriced, match=r"count alike do not draw alike .*5324"):
        priced(playable("ny/mini-baccarat"), "banker")


# Side wagers of blackjack


@pytest.mark.parametrize(
    ("name", "wager", "house"),
    [
        ("cincinnati/free-bet-blackjack", "push-22", None),
        ("ny/blackjack", "bust-it-bonus", {"options": {"bust-it-bonus": True, "decks": 6}}),
    ],
)
@pytest.mark.parametrize("least", [16, 18])
def test_a_wager_on_the_dealers_hand_goes_by_how_the_table_draws(
    name: str, wager: str, house: Any, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = playable(name, house)
    assert priced(game, wager).outcomes
    monkeypatch.setattr(_hands, "dealer_stands", lambda table, rules: points(table.dealer).total >= least)
    with pytest.raises(NotPriced, match=rf"{name}.*hard 1[67] is not priced"):
        priced(game, wager)


def test_a_dealer_who_stands_on_soft_17_is_followed_by_wagers_on_that_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    game = playable("cincinnati/free-bet-blackjack")
    assert game.rules.dealer_hits_soft_17
    before = priced(game, "push-22")
    monkeypatch.setattr(_hands, "dealer_stands", lambda table, rules: points(table.dealer).total >= 17)
    assert priced(game, "push-22").hit_rate < before.hit_rate


# Streaks

STREAKS = {"options": {"streak": True, "decks": 6}}


@pytest.mark.parametrize("name", ["ny/blackjack", pytest.param("ny/spanish-21", marks=pytest.mark.slow)])
def test_what_the_table_makes_of_a_streak_is_priced_or_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = playable(name, STREAKS)
    before = priced(game, "streak-3")
    settle = _streaks.settle_streaks
    with monkeypatch.context() as patch:  # a lost streak gives half of its stake back

        def half(self: Felt, seat: Seat, wager: str, **because: Any) -> None:
            if wager.startswith("streak"):
                self.settle(seat, wager, "lose", returned=seat.stakes[wager] // 2, clause="changed")
            else:
                COLLECT(self, seat, wager, **because)

        patch.setattr(Felt, "collect", half)
        found = priced(game, "streak-3")
        assert [outcome.net for outcome in found.outcomes] == [before.outcomes[0].net, Fraction(-1, 2)]
        assert [outcome.weight for outcome in found.outcomes] == [outcome.weight for outcome in before.outcomes]
    with monkeypatch.context() as patch:  # three hands are enough where it says two
        patch.setattr(_streaks, "STREAKS", {**_streaks.STREAKS, "streak-2": 3})
        assert priced(game, "streak-2").outcomes[0].weight == before.outcomes[0].weight
    with monkeypatch.context() as patch:  # a push breaks a streak

        def broken(table: Table) -> None:
            for seat in table.seats.values():
                outcomes = [line.outcome for line in table.lines if line.seat == seat.number]
                if outcomes == ["push"]:
                    for wager in _streaks.standing(seat):
                        table.collect(seat, wager, case="lose")
            settle(table)

        patch.setattr(blackjack if name == "ny/blackjack" else spanish_21, "settle_streaks", broken)
        with pytest.raises(NotPriced, match=r"streak-3: a box that nets 0 after 0 hands won decides it .*\(5324.11\(m\)\(1\)"):
            priced(game, "streak-3")
    assert priced(game, "streak-3") == before


# Rows that are no longer there


PAIRS = ("ny/let-it-ride", "cincinnati/mississippi-stud", "pa/flop-poker")


@pytest.mark.parametrize("without", ["push", None])
@pytest.mark.parametrize("name", [PAIRS[0], *(pytest.param(name, marks=pytest.mark.slow) for name in PAIRS[1:])])
def test_where_no_pair_pays_the_strategy_says_so(name: str, without: str | None) -> None:
    """Cards are high where their pair pays; a house of which no table does has none, and its charts are told all the same."""
    game = playable(name)
    pairs = [(table, [row for row in table.rows if row.startswith("pair-of")]) for table in game.terms.chosen.values()]
    assert any(named for _, named in pairs)
    for table, named in pairs:
        kept = {row: payout for row, payout in table.rows.items() if row not in named}
        pushed = {row: Payout.parse(without) for row in named} if without else {}
        game = with_posted(game, replace(table, rows={**kept, **pushed}))
    charts, _ = strategy(game)
    notes = " ".join(chart.note for chart in charts)
    assert "no pair pays" in notes and ("high cards are" not in notes)
    assert "high cards are" in " ".join(chart.note for chart in strategy(playable(name))[0])


# Hands that are paid at once


def paid_at_once(**rows: str) -> Playable:
    """Lunar Poker with other rows of the instant payout, or more."""
    game = playable("pa/lunar-poker")
    table = game.terms.chosen["instant-payout"]
    told = {row.replace("_", "-"): Payout.parse(paid) for row, paid in rows.items()}
    return with_posted(game, replace(table, rows={**table.rows, **told}))


@pytest.mark.slow
def test_a_further_hand_that_is_paid_at_once_is_declared() -> None:
    house = paid_at_once(full_house="100:1")
    terms, before = lunar_poker.ODDS.terms(house), lunar_poker.ODDS.terms(playable("pa/lunar-poker"))
    assert terms.declared.keys() > before.declared.keys()
    assert terms.digest != before.digest
    (asked,) = ask(house, cards("Ah Ad Ac Kd Kh"), dealer=cards("2c"))
    assert asked.advice is not None
    assert {choice.choice: choice.value for choice in asked.advice.choices}["declare"] == 100
    assert asked.advice.best == "declare"


@pytest.mark.parametrize("row", ["pair_of_jacks_or_better", "same_colored_five"])
def test_hands_of_a_kind_of_which_some_are_paid_at_once_are_refused(row: str) -> None:
    """Kinds are what the count goes by: pairs of one kind, whatever their rank and the colours of their cards."""
    with pytest.raises(NotPriced, match=r"pa/lunar-poker: .*some are paid at once and some are not.*\(589\.12\(a\)\)"):
        lunar_poker.ODDS.terms(paid_at_once(**{row: "50:1"}))


@pytest.mark.slow
def test_a_hand_that_is_paid_little_at_once_is_refused() -> None:
    """A straight flush that pays 30 to 1 at once is worth more against some dealers' cards."""
    with pytest.raises(NotPriced, match=r"paid at once is worth more otherwise \(589\.12\(a\)\)"):
        priced(paid_at_once(straight_flush="30:1"), "ante")


# The house way


@pytest.mark.parametrize(
    ("name", "wager", "rules"),
    [
        ("ny/pai-gow-poker", "pai-gow-poker", HouseWayQuestions),
        ("ny/asia-poker", "asia-poker", asia_poker.AsiaPoker),
        ("pa/six-card-pai-gow-poker", "six-card-fortune-pai-gow-poker", six_card_pai_gow_poker.SixCardPaiGowPoker),
    ],
)
@pytest.mark.parametrize("aces", [range(6), (2,)])
def test_a_house_that_sets_its_hands_otherwise_is_refused(
    name: str, wager: str, rules: type[Any], aces: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All hands with the worst high hand there is, or only those with two aces: price, simulation and advice name its clause."""
    way = rules.house_way

    def worst(self: Any, hand: Any) -> Any:
        setting, rule = way(self, hand)
        if sum(card.rank == 14 for card in hand) in aces:
            setting = min((each for each in self.settings(list(hand)) if not each.foul), key=lambda each: each.values[0])
        return setting, rule

    game = playable(name)
    clauses = [game.terms.clause_of(option) for option in game.terms.options if option.startswith("house-way")]
    monkeypatch.setattr(rules, "house_way", worst)
    for asked in (lambda: priced(game, wager), lambda: next(iter(simulate(game, 1000, 7)))):
        with pytest.raises(NotPriced, match=rf"{name}: the table sets .* otherwise than the house way") as refusal:
            asked()
        assert any(clause in str(refusal.value) for clause in clauses)


# Rows on seven cards


def with_row(game: Playable, table: str, **rows: str) -> Playable:
    """The same house with further rows on one of its tables."""
    told = {row.replace("_", "-"): Payout.parse(paid) for row, paid in rows.items()}
    return with_posted(game, replace(game.terms.chosen[table], rows={**game.terms.chosen[table].rows, **told}))


@pytest.mark.parametrize("name", ["cincinnati/pai-gow-poker", pytest.param("ny/asia-poker", marks=pytest.mark.slow)])
@pytest.mark.parametrize("row", ["pair_of_queens_or_better", "pair_of_6s_through_10s"])
def test_a_row_that_tells_pairs_apart_is_refused(name: str, row: str) -> None:
    """Seven cards are counted by the types they hold: rows that look further than that are no part of it."""
    game = playable(name)
    bonus = next(wager for wager, look in game.looks.items() if look.value is best)
    house = with_row(game, bonus, **{row: "1:1"})
    clause = game.terms.chosen[bonus].clause
    with pytest.raises(NotPriced, match=rf"{name}: {bonus}: of hands that are counted alike .*\({re.escape(str(clause))}\)"):
        priced(house, bonus)
    with pytest.raises(NotPriced, match="counted alike"):
        list(simulate(house, 1000, 7))


def test_rows_of_the_imperial_bonus_that_are_not_counted_are_refused() -> None:
    """Banks are counted by their highest card up to the jack: a queen high, or a flush, is one of all others."""
    game = playable("ny/pai-gow-poker", {"options": {"bonus-wagers": "imperial"}})
    wager = "imperial-pai-gow-bonus"
    two_hands_imperial.refuse_other_rows(game)
    for row in ("queen_high", "flush"):
        with pytest.raises(NotPriced, match=rf"{wager}:banker-hand: of hands that are counted alike"):
            priced(with_row(game, f"{wager}:banker-hand", **{row: "2:1"}), wager)
    with pytest.raises(NotPriced, match=rf"{wager}:player-hand: of hands that are counted alike"):
        priced(with_row(game, f"{wager}:player-hand", pair_of_queens_or_better="1:1"), wager)
