"""Games by streets: small packs played out at the real table, tables of the house's own on each street, and limits at large stakes."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import croupier
from croupier.equipment.cards import Card, cards
from croupier.games.registry import playable
from croupier.odds.advice import strategy
from croupier.odds.analyze import analyze
from croupier.odds.cells import Asked, Deal, layout
from croupier.odds.queries import ask
from croupier.odds.shapes import odds_of
from croupier.odds.shapes.streets import Streets
from croupier.odds.simulate import simulate, simulations
from croupier.table.playable import Playable
from tests.odds.test_exact_at_the_table import registered
from tests.odds.test_kernels_at_the_table import told_otherwise

GAMES = registered("mississippi-stud", "let-it-ride")
QUICK = {("ny/mississippi-stud", "third-street"), ("cincinnati/let-it-ride", "bet-number-2")}
"""A sample for the ordinary suite; the rest of the houses is slow."""
SMALL = cards("5c 5d 6d Tc Jc Jd Qc Kc Ac")
"""A royal flush, straights, two pair, pairs that pay, push and lose."""


def shape(game: Playable) -> Streets:
    found: Streets = odds_of(game.terms.file.procedure)
    return found


def better(game_id: str, wager: str, times: int = 2) -> dict[str, Any]:
    """House rules that post a table of the house's own for one wager: every figure so many times as high."""
    posted = playable(game_id).terms.chosen[wager].rows
    rows = {row: paid.text if paid.text == "push" else f"{paid.figure * times}:1" for row, paid in posted.items()}
    return {"paytables": {wager: rows}}


def houses() -> Iterator[Any]:
    """Every game by streets, each with the printed tables and with its own on one street after the other."""
    for game_id in GAMES:
        yield pytest.param(game_id, {}, id=game_id)
        for wager in shape(playable(game_id)).wagers:
            quick = (game_id, wager) in QUICK
            yield pytest.param(
                game_id, better(game_id, wager), id=f"{game_id}, better {wager}", marks=[] if quick else [pytest.mark.slow]
            )


def played_out(game: Playable, stake: int | None) -> Counter[tuple[Fraction, Fraction]]:
    """All deals of a pack, each decision the one that nets the most over the deals that may come: every net is a real round's."""
    odds = shape(game)
    stakes = layout(game, odds.wagers[0], stake)
    asked, unit = Asked(game, stakes, only=odds.wagers), stakes[odds.wagers[0]]
    choices, own = odds.choices(game), game.shape.hand

    @cache
    def settled(seen: frozenset[Card], path: tuple[str, ...]) -> tuple[int, int]:
        hand = sorted(seen, key=str) + [card for card in game.pack if card not in seen][: 5 - len(seen)]
        found = asked.settled(Deal(hand=tuple(hand[:own]), community=tuple(hand[own:]), decisions=path))
        return found.net, found.staked

    @cache
    def best(seen: frozenset[Card], path: tuple[str, ...]) -> tuple[int, str]:
        """What the best decision nets over all orders of the cards to come, and which it is; of equals the last that is listed."""
        rest = [card for card in game.pack if card not in seen]
        orders = 1
        for left in range(len(choices) - len(path)):
            orders *= len(rest) - left
        found = [] if odds.fold is None else [(orders * settled(seen, (*path, odds.fold))[0], odds.fold)]
        for word in choices[len(path)]:
            then = (*path, word)
            ended = len(then) == len(choices)
            worth = sum(settled(seen | {card}, then)[0] if ended else best(seen | {card}, then)[0] for card in rest)
            found.append((worth, word))
        most = max(worth for worth, _ in found)
        return [(worth, word) for worth, word in found if worth == most][-1]

    ends: Counter[tuple[Fraction, Fraction]] = Counter()

    def follow(seen: frozenset[Card], path: tuple[str, ...], weight: int) -> None:
        rest = [card for card in game.pack if card not in seen]
        if len(path) < len(choices):
            _, word = best(seen, path)
            if word != odds.fold:
                for card in rest:
                    follow(seen | {card}, (*path, word), weight)
                return
            path = (*path, word)
            for left in range(5 - len(seen)):
                weight *= len(rest) - left
        net, staked = settled(seen, path)
        ends[Fraction(net, unit), Fraction(staked, unit)] += weight

    for hand in itertools.combinations(game.pack, own):
        follow(frozenset(hand), (), 1)
    return ends


def priced(game: Playable, stake: int | None = None) -> Counter[tuple[Fraction, Fraction]]:
    found: Counter[tuple[Fraction, Fraction]] = Counter()
    for outcome in shape(game).plan(game, stake).price().outcomes:
        found[outcome.net, outcome.staked] += outcome.weight
    return found


@pytest.mark.parametrize(("game_id", "house"), list(houses()))
def test_a_small_pack_played_out_at_the_real_table(game_id: str, house: dict[str, Any]) -> None:
    game = replace(playable(game_id, house), pack=tuple(SMALL))
    assert priced(game) == played_out(game, None)


def test_a_payout_limit_is_in_the_price_of_a_large_stake() -> None:
    """At 2,000.00 a royal flush with everything staked would win 5,000,000: the limit of 50,000 changes nets, play and edge."""
    game = replace(playable("ny/mississippi-stud"), pack=tuple(SMALL))
    small, large = shape(game).plan(game, 500), shape(game).plan(game, 200_000)
    assert priced(game, 200_000) == played_out(game, 200_000) != priced(game, 500)
    assert large.price().house_edge > small.price().house_edge
    assert "2,000.00, payout limit included" in large.price().note
    assert large.asked.game.terms.reading_of("maximum-payout") in large.readings


@pytest.mark.parametrize(("game_id", "wager"), [(name, wager) for name in GAMES for wager in shape(playable(name)).wagers[1:]])
def test_better_odds_on_one_street_change_price_and_simulation(game_id: str, wager: str) -> None:
    """The table pays them; so do the price and every round of the kernel."""
    game = playable(game_id, better(game_id, wager))
    opening = shape(game).wagers[0]
    (price,), (printed,) = analyze(game, opening), analyze(playable(game_id), opening)
    assert price.house_edge < printed.house_edge - Fraction(1, 100)
    assert f"{wager} paid otherwise than {opening}" in price.note
    simulated = next(found for found in simulate(game, 60_000, 3) if found.wager == price.wager)
    assert abs(float(simulated.house_edge - price.house_edge)) < 4 * (float(price.variance) / 60_000) ** 0.5
    (simulation,) = simulations(game)
    assert next(told_otherwise(game, simulation, 60, 8), None) is None


def test_better_odds_on_third_street_change_the_best_play() -> None:
    """At double odds on third street hole cards that are a fold by the printed tables are worth a bet."""
    plain, house = (
        playable("ny/mississippi-stud"),
        playable("ny/mississippi-stud", better("ny/mississippi-stud", "third-street")),
    )
    (before, *_), (after, *_) = (strategy(game)[0] for game in (plain, house))
    changed = [(old, new) for old, new in zip(before.rows, after.rows, strict=True) if old != new]
    assert changed
    hand = cards("Tc 4c")
    (old,), (new,) = (ask(game, hand) for game in (plain, house))
    assert old.advice.best == "fold" and new.advice.best.startswith("bet-")
    seat = {"wagers": {"ante": 1000}, "cards": "Jc 4d", "decisions": ["bet-3x", "bet-1x", "bet-1x"]}
    written = {"game": "ny/mississippi-stud", "seats": {"1": seat}, "community": "Jd 5h 9s"}
    for rules, won in ({}, 3000), (better("ny/mississippi-stud", "third-street"), 6000):
        lines = croupier.settle({**written, "house_rules": rules}).lines
        assert next(line.won for line in lines if line.wager == "3rd-street") == won


def test_a_row_at_odds_that_are_not_whole_is_priced() -> None:
    """3:2 for a pair of jacks or better: half a unit more on every such hand that is played."""
    rows = {row: paid.text for row, paid in playable("ny/mississippi-stud").terms.chosen["ante"].rows.items()}
    odd = {"paytables": {"ante": {**rows, "pair-of-jacks-or-better": "3:2"}}}
    price, _ = analyze(playable("ny/mississippi-stud", odd), "ante")
    (printed,) = analyze(playable("ny/mississippi-stud"), "ante")
    assert price.house_edge < printed.house_edge
    assert any(outcome.net.denominator == 2 for outcome in price.outcomes)
