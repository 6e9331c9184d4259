"""Prices of DJ Wild Stud and the linked progressive: against hands ranked another way, the real table, and published figures."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.equipment.cards import RANKS, SUITS
from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.hands.wild import WILD_ORDER, five_with_wilds, made_naturally
from croupier.odds.analyze import analyze
from croupier.odds.games import dj_wild_stud
from croupier.odds.kernels.wild import AGAINST, HANDS, PACK, cases, faces, kinds, matchups, ordered
from croupier.odds.meters import with_meter
from croupier.odds.price import Price
from croupier.table.playable import Playable
from tests.hands.test_wild_hands import BY_SUBSTITUTION
from tests.support.driving import answered

DJ_WILD, LINKED = "cincinnati/dj-wild-stud", "cincinnati/linked-progressive"
JOKER, THREE, FOUR = 52, 1, 2

# Another program's count of all hands under a trips table of its own, as its notes print it: it returns 95.76%.
OTHER_TRIPS = {
    "natural": {"royal-flush": 1000, "straight-flush": 200, "four-of-a-kind": 60, "full-house": 30, "flush": 25, "straight": 15, "three-of-a-kind": 5},
    "wild": {"five-wilds": 2000, "royal-flush": 100, "five-of-a-kind": 100, "straight-flush": 20, "four-of-a-kind": 8, "full-house": 6, "flush": 4, "straight": 3, "three-of-a-kind": 1},
}  # fmt: skip


@lru_cache(maxsize=1)
def dj_wild() -> Playable:
    return playable(DJ_WILD)


@lru_cache(maxsize=1)
def priced() -> dict[str, Price]:
    return {price.wager: price for price in analyze(dj_wild())}


# A second way to rank, which shares nothing with the package: many hands at once, by counting ranks.


def score(hands: Any, *, wild: bool = True) -> Any:
    """A number for each row of five cards that grows with its worth; the category times 16^5. Without `wild`, by the faces."""
    hands = np.asarray(hands, np.int8)
    stands_in = (hands == JOKER) | (hands < 4) & wild
    ranks = np.where(stands_in, np.int8(15), hands >> 2)
    counts = np.stack([(ranks == rank).sum(axis=1, dtype=np.int8) for rank in range(13)], axis=1)
    wilds = stands_in.sum(axis=1)
    groups = -np.sort(-np.where(counts > 0, 16 * counts + np.arange(2, 15, dtype=np.int8), np.int8(0)), axis=1)[:, :5]
    most, different = (groups[:, 0] >> 4) + wilds, (groups > 0).sum(axis=1)
    by_count = np.select(
        [most == 5, most == 4, (most == 3) & (different == 2), most == 3, (most == 2) & (different == 3), most == 2],
        [9, 7, 6, 3, 2, 1],
        0,
    )
    best = packed(by_count, groups & 15)
    # Straights and flushes: only of ranks that are all different.
    rows = np.flatnonzero(groups[:, 0] < 32)
    gap, wilds = stands_in[rows], wilds[rows]
    bits = (np.int64(1) << ranks[rows].astype(np.int64)).sum(axis=1) & 0x1FFF
    top = np.zeros(len(rows), np.int64)
    for highest in range(5, 15):
        top[bits & ~sum(1 << ((rank - 2) % 13) for rank in range(highest - 4, highest + 1)) == 0] = highest
    suits = np.bitwise_or.reduce(np.where(gap, 0, 1 << (hands[rows] & 3)), axis=1)
    flush = suits & (suits - 1) == 0
    straight = np.where(top > 0, packed(np.where(~flush, 4, np.where(top == 14, 10, 8)), top[:, None]), 0)
    suited = np.flatnonzero(flush)
    straight[suited] = np.maximum(straight[suited], packed(5, filled_up(counts[rows[suited]], wilds[suited])))
    straight[wilds == 5] = 11 << 20
    best[rows] = np.maximum(best[rows], straight)
    return best


def packed(category: Any, digits: Any) -> Any:
    """A category and up to five ranks as one number."""
    total = np.zeros(len(digits), np.int64) + category
    for place in range(5):
        total = 16 * total + (digits[:, place] if place < digits.shape[1] else 0)
    return total


def filled_up(counts: Any, wilds: Any) -> Any:
    """The ranks of flushes from the top, wild cards in the gaps."""
    left, taken = wilds.copy(), np.zeros(len(counts), np.int64)
    found = np.zeros((len(counts), 6), np.int64)
    for rank in range(12, -1, -1):
        here = counts[:, rank] > 0
        takes = here | (left > 0)
        left -= takes & ~here
        rows = np.flatnonzero(takes)
        found[rows, taken[rows]] = rank + 2
        taken += takes
    return found[:, :5]


@lru_cache(maxsize=1)
def every_hand() -> Any:
    pairs = itertools.chain.from_iterable(itertools.combinations(range(53), 5))
    return np.fromiter(pairs, np.int8, 5 * HANDS).reshape(-1, 5)


def in_chunks(hands: Any, **how: bool) -> Any:
    return np.concatenate([score(hands[first : first + 200_000], **how) for first in range(0, len(hands), 200_000)])


@lru_cache(maxsize=1)
def every_score() -> tuple[Any, Any]:
    """Each hand of the deck as a set of bits, and its score."""
    hands = every_hand()
    return np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1), in_chunks(hands)


def deals(number: int, seed: int) -> tuple[Any, Any]:
    """Random hands of five for a player and a dealer."""
    drawn = np.argpartition(np.random.default_rng(seed).random((number, 53)), 10, axis=1)[:, :10]
    drawn = np.random.default_rng(seed + 1).permuted(drawn, axis=1)
    return drawn[:, :5], drawn[:, 5:]


def close(found: int, rounds: int, weight: int, total: int) -> bool:
    """Is a count within four standard errors of what is due? Rare outcomes may come a few times more."""
    due = rounds * weight / total
    return abs(found - due) < 4 * (due * (1 - weight / total)) ** 0.5 + 3


def test_every_hand_is_there_once() -> None:
    hands = ordered()
    found: dict[int, Counter[str]] = {wilds: Counter() for wilds in range(6)}
    for level, wilds, weight in zip(hands.levels, hands.wilds, hands.weights.tolist(), strict=True):
        found[int(wilds)][hands.values[level].category] += weight
    assert {wilds: counts for wilds, counts in found.items() if wilds} == BY_SUBSTITUTION
    assert sum(found[0].values()) == comb(48, 5) and hands.weights.sum() == HANDS == 2_869_685
    assert sum(weight for _, _, weight in cases()) == HANDS


def test_kinds_decide_value_and_column() -> None:
    """Hands sorted as one kind are worth the same and stand in the same column."""
    rng = random.Random(8)
    drawn = np.array([rng.sample(range(53), 5) for _ in range(4000)] + [rng.sample(range(0, 53, 4), 5) for _ in range(1000)])
    sorted_hands = kinds(drawn)
    for hand, kind in zip(drawn, sorted_hands.of, strict=True):
        one, other = faces(hand), faces(sorted_hands.example[kind])
        assert five_with_wilds(one) == five_with_wilds(other) and made_naturally(one) == made_naturally(other)


def test_levels_are_in_order() -> None:
    """The kernel's order of values is the order of the scores, equal where they are equal."""
    hands = ordered()
    worth = in_chunks(hands.cards)
    step = np.diff(hands.levels)
    assert ((np.diff(worth) > 0) == (step > 0)).all() and (np.diff(worth) >= 0).all()
    assert (worth >> 20 == [hands.values[level].order for level in hands.levels]).all()


def prove(samples: int, seed: int) -> None:
    """Hands from all over the ranking against every dealer's hand, one by one."""
    rng, found = random.Random(seed), matchups()
    masks, worth = every_score()
    for number in range(samples):
        level = rng.randrange(len(found.hands.values))
        row = int(found.hands.starts[level]) if number % 2 else rng.randrange(len(found.hands.cards))
        hand = found.hands.cards[row]
        mine = score(hand[None])[0]
        theirs = worth[masks & np.bitwise_or.reduce(np.uint64(1) << hand.astype(np.uint64)) == 0]
        assert len(theirs) == AGAINST
        counted = (int((theirs < mine).sum()), int((theirs == mine).sum()), int((theirs > mine).sum()))
        assert counted == (found.lower[row], found.equal[row], found.higher[row]), faces(hand)


def test_the_sweep_counts_dealers_hands() -> None:
    prove(30, seed=1)
    hands, lower, equal, higher = matchups()
    assert (hands.weights * lower).sum() == (hands.weights * higher).sum(), "player and dealer draw alike"
    assert (hands.weights * (lower + equal + higher)).sum() == HANDS * AGAINST


@pytest.mark.slow
def test_the_sweep_counts_dealers_hands_everywhere() -> None:
    prove(600, seed=2)


def best_play() -> Any:
    """Which hands are played, in the kernel's order."""
    solution = dj_wild_stud.ODDS.solve(dj_wild())
    return solution.taken[:, 0] == solution.choices.index("play")


def test_play_fives_or_better_and_fours_without_a_three() -> None:
    """Below a straight a hand is worth playing when it wins two times in seven; a three in it takes from those it beats."""
    plays = best_play()
    hands = ordered()
    for row, level in enumerate(hands.levels):
        value = hands.values[level]
        fours = value.category == "pair" and value.ranks[0] == 4 and 3 not in value.ranks
        better = value.order > 1 or (value.category == "pair" and value.ranks[0] > 4)
        assert bool(plays[row]) == (fours or better), faces(hands.cards[row])


def played_from(worth: Any, hands: Any) -> Any:
    """The same rule on scores."""
    four = worth >= ((1 << 4 | FOUR + 2) << 16)
    five = worth >= ((1 << 4 | FOUR + 3) << 16)
    return five | four & ~((np.asarray(hands) >> 2) == THREE).any(axis=1)


def prove_by_deals(rounds: int, seed: int) -> None:
    """Random deals ranked by score: the ante game and the bad beat end as often as priced."""
    blind = {row: payout.figure for row, payout in dj_wild().terms.chosen["blind"].rows.items()}
    extra = np.array([int(blind.get(category, 0)) for category in WILD_ORDER])
    nets: Counter[int] = Counter()
    beaten: Counter[str] = Counter()
    for block in range(0, rounds, 100_000):
        player, dealer = deals(100_000, seed + block)
        mine, theirs = score(player), score(dealer)
        net = np.where(mine > theirs, 3 + extra[mine >> 20], np.where(mine < theirs, -4, 0))
        nets.update(np.where(played_from(mine, player), net, -2).tolist())
        beaten.update(WILD_ORDER[category] for category in (np.minimum(mine, theirs) >> 20).tolist())
    ante, bad_beat = priced()["ante"], priced()["two-way-bad-beat"]
    due: Counter[int] = Counter()
    for outcome in ante.outcomes:
        due[int(outcome.net)] += outcome.weight
    assert nets.keys() <= due.keys()
    for net, weight in due.items():
        assert close(nets[net], rounds, weight, ante.weight), net
    for outcome in bad_beat.outcomes:
        if outcome.outcome != "lose":
            assert close(beaten[outcome.outcome], rounds, outcome.weight, bad_beat.weight), outcome


def test_random_deals_end_as_priced() -> None:
    prove_by_deals(300_000, seed=11)


@pytest.mark.slow
def test_many_random_deals_end_as_priced() -> None:
    prove_by_deals(4_000_000, seed=13)


def text(number: int) -> str:
    return str(PACK[number].text)


def play_at_the_table(rounds: int, seed: int) -> None:
    """Random rounds settled by the procedure: every wager ends as often as its price says."""
    rng = random.Random(seed)
    plays = best_play()
    decided = {ordered().values[level]: bool(play) for level, play in zip(ordered().levels, plays, strict=True)}
    came: dict[str, Counter[Fraction]] = {wager: Counter() for wager in priced()}
    for _ in range(rounds):
        deal = rng.sample(range(53), 10)
        hand = [PACK[number] for number in deal[:5]]
        seat = {
            "wagers": {"ante": 500, "blind": 500, "trips": 500, "two-way-bad-beat": 500},
            "cards": " ".join(map(text, deal[:5])),
            "decisions": ["play" if decided[five_with_wilds(hand)] else "fold"],
        }
        played = croupier.settle({"game": DJ_WILD, "seats": {"1": seat}, "dealer": " ".join(map(text, deal[5:]))})
        nets: Counter[str] = Counter()
        for line in played.lines:
            nets[line.wager if line.wager in ("trips", "two-way-bad-beat") else "ante"] += line.net
        for wager in came:
            came[wager][Fraction(nets[wager], 500)] += 1
    for wager, price in priced().items():
        due: Counter[Fraction] = Counter()
        for outcome in price.outcomes:
            due[outcome.net] += outcome.weight
        assert came[wager].keys() <= due.keys()
        for net, weight in due.items():
            assert close(came[wager][net], rounds, weight, price.weight), (wager, net)


def test_rounds_at_the_table_end_as_priced() -> None:
    play_at_the_table(500, seed=3)


@pytest.mark.slow
def test_many_rounds_at_the_table_end_as_priced() -> None:
    play_at_the_table(12_000, seed=5)


def test_each_row_at_the_table_pays_as_priced() -> None:
    """A hand of every kind that trips can be paid for."""
    shown: dict[tuple[str, bool], list[Any]] = {}
    for value, hand, _ in cases():
        shown.setdefault((value.category, made_naturally(hand)), hand)
    due = {outcome.outcome: outcome.net for outcome in priced()["trips"].outcomes}
    for (category, natural), hand in shown.items():
        rest = [face for face in PACK if face not in hand][:5]
        seat = {"wagers": {"ante": 500, "blind": 500, "trips": 500}, "cards": " ".join(map(str, hand)), "decisions": ["fold"]}
        played = croupier.settle({"game": DJ_WILD, "seats": {"1": seat}, "dealer": " ".join(map(str, rest))})
        (line,) = (line for line in played.lines if line.wager == "trips")
        name = f"{'natural' if natural else 'wild'} {category}"
        assert Fraction(line.net, 500) == due.get(name, Fraction(-1)), hand


def trips_counts() -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for outcome in priced()["trips"].outcomes:
        if outcome.outcome != "lose":
            column, category = outcome.outcome.split(" ")
            found[column, category] += outcome.weight
    return found


def test_trips_counts_agree_with_another_programs_return() -> None:
    counts = trips_counts()
    won = sum(count * (1 + OTHER_TRIPS[column][category]) for (column, category), count in counts.items())
    assert round(100 * won / HANDS, 2) == 95.76
    as_in_52_cards = {"royal-flush": 4, "straight-flush": 36}
    assert {category: counts["natural", category] for category in as_in_52_cards} == as_in_52_cards
    lifted = 2 * 4 * 3  # ace to five and two to six, all of one suit but the deuce: wild, it makes a straight flush
    assert counts["natural", "straight"] == 10200 - lifted


@pytest.mark.slow
def test_trips_counts_by_the_faces_of_every_hand() -> None:
    hands = every_hand()
    best = every_score()[1] >> 20
    printed = in_chunks(hands, wild=False) >> 20
    natural = (hands < JOKER).all(axis=1) & (printed == best)
    columns = np.where(natural, "natural", "wild").tolist()
    found = Counter(zip(columns, (WILD_ORDER[number] for number in best.tolist()), strict=True))
    assert trips_counts() == {key: count for key, count in found.items() if WILD_ORDER.index(key[1]) >= 3}


def test_published_edges() -> None:
    """The notes behind OTHER_TRIPS quote 1.73% of ante and blind together; the fractions are this module's own, kept from now on."""
    ante = priced()["ante"]
    assert round(float(ante.house_edge / 2) * 100, 2) == 1.73
    assert ante.house_edge == Fraction(1419824771, 40948109202)
    assert priced()["trips"].house_edge == Fraction(176684, 2869685)
    assert priced()["two-way-bad-beat"].house_edge == Fraction(84126106061, 614221638030)


@pytest.mark.slow
def test_other_houses() -> None:
    """What the rules object says is what is priced: ties that lose, a stricter natural column, a better blind, no side wagers."""
    game, posted = dj_wild(), priced()
    strict = replace(game, rules=answered(game.rules, bad_beat_tie="lose", natural_column="no-wild-card"))
    other = {price.wager: price for price in dj_wild_stud.ODDS.prices(strict)}
    ties = sum(int(o.weight) for o in posted["two-way-bad-beat"].outcomes if o.net > 0) - sum(
        int(o.weight) for o in other["two-way-bad-beat"].outcomes if o.net > 0
    )
    hands, _, equal, _ = matchups()
    paid = np.array([value.order >= 3 for value in hands.values])[hands.levels]
    assert ties == (hands.weights * equal)[paid].sum() > 0
    weights = {o.outcome: o.weight for o in other["trips"].outcomes}
    assert weights["natural flush"] == 4 * comb(12, 5) - 32 and weights["natural straight"] == 8 * 4**5 - 32
    assert other["trips"].house_edge > posted["trips"].house_edge and other["ante"].outcomes == posted["ante"].outcomes
    rows = {row: payout.text for row, payout in game.terms.chosen["blind"].rows.items()}
    better = [*analyze(playable(DJ_WILD, {"paytables": {"blind": {**rows, "straight": "3:2"}}}), "blind")]
    assert [price.paytable for price in better] == ["house", "1"]
    straights = next(o.weight for o in posted["ante"].outcomes if o.outcome == "win, straight")
    assert better[1].house_edge - better[0].house_edge == Fraction(straights, 2 * posted["ante"].weight)
    plain = playable(DJ_WILD, {"options": {"trips": False, "two-way-bad-beat": False}})
    assert [price.wager for price in analyze(plain)] == ["ante"]


def test_readings_are_declared() -> None:
    assert priced()["trips"].readings == ("natural-or-wild", "equal-category", "side-wagers-after-a-fold")
    assert priced()["two-way-bad-beat"].readings[0] == "bad-beat-tie"


def test_the_linked_progressive() -> None:
    """L.7.I: by the frequencies of five cards, and one hand of each row at the table."""
    game = playable(LINKED)
    price, envy = analyze(game)
    assert [*analyze(game, "envy-bonus")] == [envy] and envy.expected == Fraction(4 * 1000 + 36 * 300, comb(52, 5))
    sums = {"royal-flush": (4, 10_000), "straight-flush": (36, 1_000), "four-of-a-kind": (624, 300), "full-house": (3744, 50)}
    sums |= {"flush": (5108, 40), "straight": (10200, 30), "three-of-a-kind": (54912, 9)}
    assert price.expected == Fraction(sum(count * paid for count, paid in sums.values()), comb(52, 5)) - 1
    hands = {
        "royal-flush": "Ts Js Qs Ks As", "straight-flush": "Ah 2h 3h 4h 5h", "four-of-a-kind": "9c 9d 9h 9s 2c", "full-house": "8c 8d 8h 3s 3d",
        "flush": "2d 5d 7d Jd Kd", "straight": "6c 7d 8h 9s Tc", "three-of-a-kind": "5c 5d 5h Ks 2h", "lose": "Ac Ad Kh Ks 3c",
    }  # fmt: skip
    for outcome in price.outcomes:
        seat = {"wagers": {"progressive": 100}, "cards": hands[outcome.outcome], "decisions": ["stay"]}
        # The chip's own share brings the meter to its seed.
        played = croupier.settle({"game": LINKED, "seats": {"1": seat}, "meters": {"multi-link": 1_000_000 - 21}})
        assert Fraction(played.net[1], 100) == outcome.net, outcome


def test_a_pack_as_the_kernel_numbers_it() -> None:
    assert [text(number) for number in (0, 3, 4, 51, 52)] == ["2c", "2s", "3c", "As", "Jo"]
    assert [PACK[number].text for number in range(52)] == [rank + suit for rank in RANKS for suit in SUITS]


def test_a_progressive_breaks_even_where_it_says_and_moves_with_its_meter() -> None:
    game = playable(LINKED)
    at_seed = next(analyze(game, "progressive"))
    assert at_seed.meter is not None and at_seed.meter.stands_at == 1_000_000
    even = at_seed.meter.breaks_even_at
    low, high = int(even) // 100 * 100, int(even) // 100 * 100 + 100
    below, above = (next(analyze(with_meter(game, cents), "progressive")) for cents in (low, high))
    assert below.house_edge > 0 > above.house_edge, "to the dollar: a share of the meter is paid in whole cents"
    grown = at_seed.house_edge - at_seed.meter.per_dollar * Fraction(low - 1_000_000, 100)
    assert below.house_edge == grown, "each dollar on the meter adds the same"
    for name in ("cincinnati/four-card-poker", "cincinnati/mississippi-stud"):
        assert [price.wager for price in analyze(playable(name), "envy-bonus")] == ["envy-bonus"]
    for refused in (lambda: with_meter(game, -1), lambda: with_meter(playable(DJ_WILD), 5)):
        with pytest.raises(BadInput, match="meter"):
            refused()
