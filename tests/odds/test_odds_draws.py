"""Lunar Poker's odds: what the counting rests on is counted card by card, and what the table does is what is priced."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from croupier.equipment.cards import Card, card, cards, deck
from croupier.games.house_poker import lunar_poker
from croupier.games.registry import playable
from croupier.hands.combinations import best_two, is_ace_king
from croupier.hands.poker import Value, best_five
from croupier.odds.advice import Sight
from croupier.odds.analyze import analyze
from croupier.odds.card_numbers import number_of, numbers
from croupier.odds.games.lunar_poker import ODDS
from croupier.odds.kernels import draws as kernel
from croupier.odds.kernels.combinations import KINDS, combination_of_level, kind_of
from croupier.odds.kernels.evaluate import evaluate
from croupier.odds.kernels.forcing import force
from croupier.odds.queries import ask
from croupier.odds.shapes.draws_advice import EXCHANGES, STANDS, count
from croupier.odds.shapes.draws_asked import BOUGHT, EXCHANGED, STAND
from croupier.odds.shapes.draws_sampled import gain_by_exchanges
from croupier.table import acts
from croupier.table.requests import CardDue, DealerAct, Decision, Discard, Wagering
from croupier.table.round import Round

GAME = "pa/lunar-poker"


def code(value: Value | None) -> int:
    return 0 if value is None else 1 if is_ace_king(value) else value.order + 1


def test_kinds_of_hands_are_the_combinations_that_the_table_finds() -> None:
    rng, pack = random.Random(5), deck()
    packs = [pack, [c for c in pack if c.rank >= 9], [c for c in pack if c.suit in "ch"]]
    for turn in range(3000):
        hand = rng.sample(packs[turn % 3], 5 + turn % 2)
        first, second = best_two(hand)
        held = np.array([*map(number_of, hand), 0], np.int64)
        assert kind_of(held, len(hand), combination_of_level()) == KINDS * code(first) + code(second), hand


@pytest.mark.parametrize("own", ["9h 8d 7c 6s 5h", "Ah Kd 9c 9s 9h", "2h 5h 7h 9h Jh", "9h 9d 9c 4s 4d", "9h 9d 5c 5s 4d"])
def test_forcing_is_counted_as_every_hand_and_every_draw_one_by_one_has_it(own: str) -> None:
    """A pack of which half is gone, so that all hands of the dealer can be gone through."""
    rng, qualifying = random.Random(own), ODDS.terms(playable(GAME)).qualifying
    hand, gone = numbers(cards(own)), rng.sample([n for n in range(52) if n not in numbers(cards(own))], 24)
    up, known = gone[0], {*hand.tolist(), *gone}
    rest, level, nets = [n for n in range(52) if n not in known], int(evaluate(hand)), np.array([11, -1, -4, -1, 1])
    available = np.zeros(17, np.int64)
    for n in rest:
        available[n >> 2] |= 1 << (n & 3)
        available[13 + (n & 3)] |= 1 << (n >> 2)
    tally, left, expected = np.zeros(5, np.int64), len(rest) - 4, 0
    for hidden in itertools.combinations(rest, 4):
        dealer = np.array([up, *hidden])
        if evaluate(dealer) >= qualifying:
            continue
        kept = np.delete(dealer, np.argmax(dealer >> 2))
        ends = [int(evaluate(np.append(kept, n))) for n in rest if n not in hidden]
        won, tied = sum(qualifying <= end < level for end in ends), sum(end == level for end in ends)
        lost = sum(end > level for end in ends)
        gain = nets[0] * won + nets[1] * tied + nets[2] * lost + nets[3] * (left - won - tied - lost) - left * nets[4]
        expected += max(int(gain), 0)
    assert force(available, up, left, level, nets, tally) == expected
    assert tally[:4].sum() == left * tally[4]


def played_out(hand: str, up: str, kept: str, left: list[Card], *, buys: bool = False) -> Fraction:
    """What a draw comes to when every card that can come is gone through at the real table, each decision made for the best.

    `left` are the only cards that can come: all others are known to be elsewhere.
    """
    game, dealt = playable(GAME), cards(hand)
    thrown = [c for c in dealt if str(c) not in kept.split()] if not buys else []
    drawn = 1 if buys else len(thrown)
    first = ["buy-sixth-card"] if buys else ["exchange"] if drawn else []
    total, ways = Fraction(0), 0
    for came in itertools.combinations(left, drawn):
        rest = [c for c in left if c not in came]
        bets = Fraction(0)
        hands = list(itertools.combinations(rest, 4))
        for hidden in hands:
            others = [c for c in rest if c not in hidden]
            dealer = [*hidden, card(up)]
            bets += max(
                sum(
                    (Fraction(net(game, dealt, thrown, came, [*dealer, last], [*first, "bet", word])) for last in others),
                    Fraction(0),
                )
                / len(others)
                for word in ("force", "decline")
            )
        fold = (
            Fraction(net(game, dealt, thrown, came, [*rest[:4], card(up)], [*first, "fold"])) if drawn else Fraction(-(10**9))
        )
        total, ways = total + max(bets / len(hands), fold), ways + 1
    return total / ways / 1000


def net(
    game: object, dealt: list[Card], thrown: list[Card], came: tuple[Card, ...], dealer: list[Card], said: list[str]
) -> int:
    """One round at the table."""
    round_ = Round(playable(GAME), [1])
    own, theirs, words, wagers = iter([*dealt, *came]), iter(dealer), list(said), [acts.Wager(1, "ante", 1000)]
    while (request := round_.pending) is not None:
        if isinstance(request, Wagering):
            round_.answer(wagers.pop() if wagers else acts.NoMoreBets())
        elif isinstance(request, CardDue):
            round_.answer(acts.Dealt(next(own if request.to == 1 else theirs)))
        elif isinstance(request, Discard):
            round_.answer(acts.Discarded(1, " ".join(map(str, thrown))))
        elif isinstance(request, Decision):
            word = words.pop(0)
            round_.answer(acts.Choice(1, word if word in request.choices else "decline"))
        else:
            assert isinstance(request, DealerAct)
            round_.answer(acts.Done(request.act))
    return round_.net[1]


@pytest.mark.parametrize(
    ("hand", "up", "kept", "left"),
    [
        ("9h 9d 9c 4s 2d", "7c", "9h 9d 9c", "9s Kc 7d 2h 4c Qd Jh"),
        ("Ah Kh Qh 2c 7d", "Ad", "Ah Kh Qh", "Jh Th Ks As 3d 8c 9d"),
        ("9h 8d 7c 6s 5h", "Qc", "9h 8d 7c 6s 5h", "Js 9c 7d 3h 3c 4d 8s"),
    ],
)
def test_draws_are_worth_what_all_cards_played_out_at_the_table_come_to(hand: str, up: str, kept: str, left: str) -> None:
    """Of the pack only a few cards are still to come; everything else lies where the seat sees it."""
    rest = cards(left)
    held, shown = tuple(cards(hand)), (card(up),)
    elsewhere = tuple(c for c in deck() if c not in (*held, *shown, *rest))
    sight = Sight(1, held, shown, elsewhere=elsewhere, stakes={"ante": 1000})
    mask = sum(1 << n for n, c in enumerate(held) if str(c) in kept.split())
    found = count(ODDS.terms(playable(GAME), 1000), sight, (mask, kernel.BOUGHT))
    assert found[mask] == played_out(hand, up, kept, rest)
    assert found[kernel.BOUGHT] == played_out(hand, up, hand, rest, buys=True)


def test_nets_are_asked_of_the_table_and_follow_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tie that loses at the table loses in what the kernels are told, by every way to play."""
    game = playable(GAME)
    before = ODDS.terms(game).nets
    assert [int(before[way, kernel.TIE]) for way in (STAND, BOUGHT, EXCHANGED)] == [0, -1, -1]
    assert [int(before[way, kernel.FOLD]) for way in (STAND, BOUGHT, EXCHANGED)] == [-1, -2, -2]
    monkeypatch.setattr(lunar_poker.Table, "push", lambda self, seat, wager, **_: self.collect(seat, wager))
    after = ODDS.terms(game).nets
    assert [int(after[way, kernel.TIE]) for way in (STAND, BOUGHT, EXCHANGED)] == [-3, -4, -4]


@pytest.mark.parametrize(("table", "returns"), [("A", "1.2519"), ("B", "1.1876"), ("C", "1.2308")])
def test_the_super_returns_more_than_it_takes_as_printed_and_says_so(table: str, returns: str) -> None:
    (price,) = analyze(playable(GAME), "super", table)
    assert f"{float(1 + price.expected):.4f}" == returns
    assert price.readings == ("super-ace-king",) and "above 100%" in price.note


def test_the_super_is_counted_as_all_hands_of_the_table_are_paid() -> None:
    """A second way: each row's hands counted by their names alone."""
    (price,) = analyze(playable(GAME), "super", "A")
    weights = {outcome.outcome: outcome.weight for outcome in price.outcomes}
    assert weights["four-of-a-kind"] == 624 and weights["full-house"] == 3744 and weights["three-of-a-kind"] == 54912
    assert weights["flush"] == 5108 and weights["same-colored-straight"] == 10 * 2 * 2**5
    assert weights["straight"] == 10 * 4**5 - 10 * 2 * 2**5
    assert weights["ace-king"] == (comb(11, 3) - 1) * (4**5 - 4), (
        "three other ranks but queen, jack and ten, of more than one suit"
    )


def test_advice_weighs_every_choice_and_every_exchange_exactly() -> None:
    game = playable(GAME)
    (asked,) = ask(game, cards("9h 9d 9c 4s 2d"), dealer=cards("7c"))
    assert asked.advice.best == "exchange" and asked.advice.exact
    values = {weighed.choice: float(weighed.value) for weighed in asked.advice.choices}
    assert values["exchange"] == pytest.approx(4.1772, abs=1e-4) and values["fold"] == -1
    sight = Sight(1, tuple(cards("9h 9d 9c 4s 2d")), (card("7c"),), stakes={"ante": 1000})
    found = count(ODDS.terms(game, 1000), sight, (STANDS, *(mask for mask in EXCHANGES if mask.bit_count() > 1)))
    best = max(found, key=lambda mask: found[mask])
    assert [str(c) for n, c in enumerate(sight.hand) if best >> n & 1] == ["9h", "9d", "9c"]


@pytest.mark.slow
def test_the_price_adds_up_from_hands_weighed_one_by_one() -> None:
    """The sweep over all classes against the count of one hand, and what is staked against what is netted."""
    from croupier.odds.kernels.five_cards import ordered
    from croupier.odds.shapes.draws import CASES, DEALS
    from croupier.odds.shapes.rankings import row_of

    game = playable(GAME)
    price = next(analyze(game, "ante"))
    assert price.weight == DEALS * CASES and price.strategy == "best without exchanges"
    assert float(price.house_edge) == pytest.approx(0.080, abs=5e-4)
    values, rng = ODDS.solve(game).counted.values, random.Random(11)
    for _ in range(25):
        *hand, up = rng.sample(deck(), 6)
        row, renaming = row_of(sorted(map(number_of, hand)), ordered)
        held = [(n & ~3) | renaming[n & 3] for n in map(number_of, hand)]
        shown = (number_of(up) & ~3) | renaming[number_of(up) & 3]
        sight = Sight(1, tuple(hand), (up,), stakes={"ante": 1000})
        found = count(ODDS.terms(game, 1000), sight, (STANDS, kernel.BOUGHT))
        best = max(*found.values(), Fraction(-1))
        assert Fraction(int(values[row, shown - sum(n < shown for n in held)]), CASES) == best or best_five(hand).order >= 8


@pytest.mark.slow
def test_what_the_price_says_of_exchanges_is_what_hands_gain_by_them() -> None:
    gain = gain_by_exchanges(playable(GAME), hands=160, seed=3)
    assert abs(gain.mean - float(ODDS.exchanges.gain)) < 4 * gain.error


def test_a_few_sampled_hands_gain_by_exchanges_and_none_loses() -> None:
    gain = gain_by_exchanges(playable(GAME), hands=12, seed=1)
    assert gain.mean >= 0 and gain.hands == 12
