"""Pai gow poker: the joker's ranking proved against another reckoning, every house way by example, the deal and the bank."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise
from math import comb, sqrt
from typing import Any

import pytest

import croupier
from croupier.equipment.cards import JOKER, Card, cards, deck
from croupier.errors import BadInput, Refused
from croupier.games.commission import vigorish
from croupier.games.registry import playable
from croupier.hands.pai_gow import best, high_hand, low_hand, settings, types_in
from croupier.hands.pai_gow_house_way import HouseWay, house_way
from croupier.hands.poker import FIVE_CARD_ORDER
from croupier.rules.payouts import Payout
from croupier.table import acts
from croupier.table.requests import Arrangement, CardDue, Decision, RollDue, SpinDue, Wagering
from croupier.table.round import Round
from croupier.table.written import answer_json
from tests.support.driving import RandomPlayer

GAME = "cincinnati/pai-gow-poker"
NATURAL, PACK = deck(), deck(jokers=1)

# --- ranking


def natural_worth(hand: list[tuple[int, str]], ace_to_five: str) -> tuple[int, list[int]]:
    """Five cards without a joker, reckoned from their sorted ranks: the category's number and what breaks ties."""
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    shape = sorted(Counter(ranks).values(), reverse=True)
    grouped = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    top = 0
    if len(set(ranks)) == 5:
        if ranks[0] - ranks[4] == 4:
            top = 2 * ranks[0]
        if ranks == [14, 5, 4, 3, 2]:
            top = 27 if ace_to_five == "second-highest" else 1
    if top and len({suit for _, suit in hand}) == 1:
        return (9 if top == 28 else 8), [top]
    if len({suit for _, suit in hand}) == 1:
        return 5, ranks
    if top:
        return 4, [top]
    order = {(5,): 10, (4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1, 1, 1, 1, 1): 0}
    return order[tuple(shape)], grouped


def worth(hand: tuple[Card, ...], ace_to_five: str = "second-highest") -> tuple[int, list[int]]:
    """The same with a joker: try it as every card, and keep it as an ace or where it completes a straight or a flush."""
    plain = [(card.rank, card.suit) for card in hand if card is not JOKER]
    if len(plain) == 5:
        return natural_worth(plain, ace_to_five)
    tried = [natural_worth([*plain, (14, "joker")], ace_to_five)]
    for card in NATURAL:
        if card not in hand:
            completed = natural_worth([*plain, (card.rank, card.suit)], ace_to_five)
            if completed[0] in (4, 5, 8, 9):
                tried.append(completed)
    return max(tried)


CATEGORIES = (*FIVE_CARD_ORDER, "five-aces")


def test_every_hand_with_the_joker_counted_by_type() -> None:
    """All 270,725 hands of a joker and four cards; with the natural ones they make the published counts of 2,869,685."""
    counts = Counter(high_hand((JOKER, *four)).category for four in combinations(NATURAL, 4))
    assert counts == {
        "five-aces": 1,
        "royal-flush": 20,
        "straight-flush": 144,
        "four-of-a-kind": 204,
        "full-house": 624,
        "flush": 2696,
        "straight": 10332,
        "three-of-a-kind": 8448,
        "two-pair": 15048,
        "pair": 116784,
        "high-card": 116424,
    }
    assert sum(counts.values()) == comb(52, 4)


@pytest.mark.parametrize("ace_to_five", ["second-highest", "lowest"])
def test_order_of_hands_agrees_with_trying_every_card_for_the_joker(ace_to_five: str) -> None:
    rng = random.Random(7)
    hands = []
    for _ in range(2500):
        # Close cards of few suits, so that straights and flushes are common.
        low = rng.randint(2, 8)
        near = [
            card for card in PACK if card is JOKER or (card.suit in "ch" and (low <= card.rank <= low + 6 or card.rank == 14))
        ]
        five = rng.sample(near, 4)
        hands.append((*five, JOKER if JOKER not in five and rng.random() < 0.6 else next(c for c in near if c not in five)))
    keyed = [(high_hand(hand, ace_to_five=ace_to_five), worth(hand, ace_to_five)) for hand in hands]
    assert all(CATEGORIES[theirs[0]] == ours.category for ours, theirs in keyed)
    for (ours, theirs), (other, their_other) in pairwise(keyed):
        assert (ours > other, ours == other) == (theirs > their_other, theirs == their_other)


PUBLISHED = {  # of 154,143,080 hands of seven, as printed for this bonus everywhere; checked by enumerating them all in C
    "seven-card-straight-flush": 32,
    "royal-flush-plus-royal-match": 72,
    "seven-card-straight-flush-with-joker": 196,
    "five-aces": 1128,
    "royal-flush": 26020,
    "straight-flush": 184644,
    "four-of-a-kind": 307472,
    "full-house": 4188528,
    "flush": 6172088,
    "three-of-a-kind": 7672500,
    "straight": 11034204,
}


def test_seven_cards_agree_with_a_second_reckoning_and_with_the_published_frequencies() -> None:
    rng, size, counts = random.Random(11), 12_000, Counter[str]()
    for number in range(size):
        hand = rng.sample(PACK, 7)
        if number % 20 == 0:
            held = {CATEGORIES[worth(five)[0]] for five in combinations(hand, 5)}
            types = {name for name in types_in(hand) if name in {*CATEGORIES, *PUBLISHED}}
            assert types >= held and types - held <= set(list(PUBLISHED)[:3])
            assert best(hand).category == CATEGORIES[max(worth(five)[0] for five in combinations(hand, 5))]
        counts[next((name for name in PUBLISHED if name in types_in(hand)), "none")] += 1
    for name, published in PUBLISHED.items():
        expected = size * published / comb(53, 7)
        assert abs(counts[name] - expected) < 5 * sqrt(expected) + 3, name


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("9h 8h 7h 6h 5h 4h 3h", "seven-card-straight-flush"),
        ("Ah 2h 3h 4h 5h 6h 7h", "seven-card-straight-flush"),
        ("8s 9s Ts Js Qs Ks As", "seven-card-straight-flush"),
        ("9h 8h Jo 6h 5h 4h 3h", "seven-card-straight-flush-with-joker"),
        ("Jo 2h 3h 4h 5h 6h 7h", "seven-card-straight-flush-with-joker"),
        ("As Ks Qs Js Ts Kh Qh", "royal-flush-plus-royal-match"),
        ("Jo Ks Qs Js Ts Kh Qh", "royal-flush-plus-royal-match"),
        ("As Ks Qs Jo Ts Kd Qd", "royal-flush-plus-royal-match"),
        ("As Ks Qs Js Ts Kh Qd", "royal-flush"),
        ("As Ks Qs Js Ts Kh Jo", "royal-flush"),
        ("As Ad Ac Ah Jo Kh Qh", "five-aces"),
        ("5s 5d 5c 6h 7h 8s 9d", "three-of-a-kind"),
        ("As Ad Jo Kc Qd Js 4c", "three-of-a-kind"),
        ("Ks Kd Qs Qd Jo 4h 3c", "none"),
    ],
)
def test_the_bonus_hand_of_seven_cards(hand: str, name: str) -> None:
    assert next((row for row in PUBLISHED if row in types_in(cards(hand))), "none") == name


def test_the_wheel_stands_second_among_straights_and_first_among_straight_flushes() -> None:
    def ranked(*hands: str, rule: str = "second-highest") -> list[str]:
        return sorted(hands, key=lambda hand: high_hand(cards(hand), ace_to_five=rule), reverse=True)

    straights = ("Ah Kd Qc Js Th", "Ah 2c 3d 4s 5h", "Kh Qd Jc Ts 9h", "6h 5d 4c 3s 2h")
    flushes = ("Ah Kh Qh Jh Th", "Ah 2h 3h 4h 5h", "Kh Qh Jh Th 9h", "6h 5h 4h 3h 2h")
    assert ranked(*reversed(straights)) == list(straights) and ranked(*reversed(flushes)) == list(flushes)
    assert ranked(*straights, rule="lowest")[-1] == straights[1] and ranked(*flushes, rule="lowest")[-1] == flushes[1]
    assert high_hand(cards("Jo 2c 3d 4s 5h")) == high_hand(cards("Ah 2c 3d 4s 5h"))
    assert high_hand(cards("Jo 2c 3d 4s 5h"), ace_to_five="lowest") == high_hand(cards("6h 2c 3d 4s 5h"), ace_to_five="lowest")


def test_the_joker_is_the_best_missing_card_of_a_flush() -> None:
    assert high_hand(cards("Jo Ah 9h 4h 2h")) == high_hand(cards("Kd Ad 9d 4d 2d"))
    assert high_hand(cards("Jo Kh 9h 4h 2h")) == high_hand(cards("Ad Kd 9d 4d 2d"))


@pytest.mark.parametrize(
    ("high", "low", "foul"),
    [
        ("7h 7d 4c 3s 2h", "7c 7s", False),
        ("6h 6d 4c 3s 2h", "7c 7s", True),
        ("Ah Kd 4c 3s 2h", "Ac Ks", False),
        ("Ah Qd 4c 3s 2h", "Ac Ks", True),
        ("Kh Qd 4c 3s 2h", "Jo 2s", True),
        ("2h 2d 4c 3s 5h", "Ac Ks", False),
    ],
)
def test_a_low_hand_above_the_high_hand_is_foul(high: str, low: str, foul: bool) -> None:
    setting = next(s for s in settings(cards(f"{high} {low}")) if set(s.low) == set(cards(low)))
    assert setting.foul is foul


def test_low_hands() -> None:
    order = ["2c 3d", "Kh Qd", "Ah Kd", "2c 2d", "Kh Kd", "Ah Jo"]
    assert sorted(order, key=lambda hand: low_hand(cards(hand))) == order
    assert low_hand(cards("Jo Kd")) == low_hand(cards("Ah Ks"))


# --- the house way

HOUSE_WAYS = [
    ("F.12.I.A", "Kh Jd 9c 7s 5h 3d 2c", "Jd 9c"),
    ("F.12.I.A", "Jo Qd 9c 7s 5h 3d 2c", "Qd 9c"),
    ("F.12.II.A", "8h 8d Kc Js 5h 3d 2c", "Kc Js"),
    ("F.12.II.A", "Ah Jo Kc 9s 6h 4d 2c", "Kc 9s"),
    ("F.12.III.A", "5h 5d 3c 3s Kh Jd 9c", "Kh Jd"),
    ("F.12.III.A", "5h 5d 3c 3s Th 9d 8c", "Th 9d"),
    ("F.12.III.B", "8h 8d 3c 3s Qh Jd 9c", "3c 3s"),
    ("F.12.III.B", "8h 8d 3c 3s Kh Jd 9c", "Kh Jd"),
    ("F.12.III.B", "8h 8d 3c 3s Ah Jd 9c", "Ah Jd"),
    ("F.12.III.B", "8h 8d 3c 3s Jo Jd 9c", "Jo Jd"),
    ("F.12.III.C", "Qh Qd 3c 3s Kh Jd 9c", "3c 3s"),
    ("F.12.III.C", "Qh Qd 3c 3s Ah 7d 9c", "Ah 9c"),
    ("F.12.III.C", "Qh Qd 3c 3s Jo 7d 9c", "Jo 9c"),
    ("F.12.III.C", "Ah Ad 3c 3s Kh 7d 9c", "3c 3s"),
    ("F.12.III.D", "Th Td 7c 7s Kh Jd 2c", "7c 7s"),
    ("F.12.III.D", "Th Td 7c 7s Ah Jd 2c", "Ah Jd"),
    ("F.12.III.D", "Th Td 7c 7s Jo Qd 2c", "Jo Qd"),
    ("F.12.III.E", "Qh Qd 7c 7s Ah Jd 2c", "7c 7s"),
    ("F.12.III.E", "Qh Qd 7c 7s Ah Kd 2c", "Ah Kd"),
    ("F.12.III.E", "Qh Qd 7c 7s Jo Kd 2c", "Jo Kd"),
    ("F.12.III.E", "Kh Kd 7c 7s Ah 4d 2c", "7c 7s"),
    ("F.12.III.E", "Ah Ad 7c 7s Kh 4d 2c", "7c 7s"),
    ("F.12.III.F", "Kh Kd Jc Js Ah 4d 2c", "Jc Js"),
    ("F.12.III.F", "Ah Jo Jc Js Kh 4d 2c", "Jc Js"),
    ("F.12.IV.A", "9h 9d 5c 5s 3h 3d Ac", "9h 9d"),
    ("F.12.IV.A", "Ah Jo 5c 5s 3h 3d Kc", "Ah Jo"),
    ("F.12.V.A", "9h 9d 9c Ks 7h 3d 2c", "Ks 7h"),
    ("F.12.V.A", "Ah Ad Ac Ks 7h 3d 2c", "A K"),
    ("F.12.V.A", "Ah Ad Jo Ks 7h 3d 2c", "A K"),
    ("F.12.VI.A", "9h 9d 9c 5s 5h 5d Kc", "9 9"),
    ("F.12.VII.A.1", "9h 8d 7c 6s 5h 4d 2c", "9h 2c"),
    ("F.12.VII.A.1", "Ah Kd Qc Js Th 9d 8c", "Ah Kd"),
    ("F.12.VII.A.1", "Ah 9h 8h 7h 6h 5d 3c", "Ah 3c"),
    ("F.12.VII.A.1", "Ah 2h 3h 4h 5h 6d 8s", "Ah 8s"),
    ("F.12.VII.A.1", "Kh Qh Jh Th 9h 8s 6d", "Kh 6d"),
    ("F.12.VII.A.1", "Jo Qh Jh 9h 4h Kd 2c", "Kd 2c"),
    ("F.12.VII.B.1", "Kc Ks 9h 8d 7c 6s 5h", "Kc Ks"),
    ("F.12.VII.B.1", "Kh Ks 9h 8h 7h 6h 2c", "Ks 2c"),
    ("F.12.VII.B.1", "9h 9d 8c 7s 6h 5d 2c", "9 2"),
    ("F.12.VII.B.1", "Ah Jo Kd Qc Js 5d 2c", "5d 2c"),
    ("F.12.VII.C.1", "9h 9d 8c 8s 7h 6d 5c", "8c 8s"),
    ("F.12.VII.C.1", "6c 6s 2c 2d 5c 4h 3h", "5c 4h"),
    ("F.12.VII.C.1", "Ah Jo 8c 8s Kh 6h 3h", "8c 8s"),
    ("F.12.VII.D.1", "Ah Jo Kd Kc Qc Qs Jd", "Ah Jo"),
    ("F.12.VII.E.1", "9h 9d 9c 8s 7h 6d 5c", "9 9"),
    ("F.12.VII.E.1", "9h 9d 9c Kh 7h 6h 2h", "9d 9c"),
    ("F.12.VII.E.1", "Ah Ad Jo 8d 7h 6h 5h", "Ah Ad"),
    ("F.12.VII.E.1", "Ah As Jo Kd Qc Jh 4d", "A K"),
    ("F.12.VII.F.1", "Ah As Jo Kd Kc Qd Jh", "Kd Kc"),
    ("F.12.VIII.A.1", "9h 9d 9c 3s 3h Kd Jc", "3s 3h"),
    ("F.12.VIII.A.1", "2h 2d 2c As Ah Kd Jc", "As Ah"),
    ("F.12.VIII.B.1", "9h 9d 9c 3s 3h Kd Kc", "Kd Kc"),
    ("F.12.VIII.C.1", "Ah Ad Jo Ks Kh Kd 2c", "A A"),
    ("F.12.IX.A", "6h 6d 6c 6s Ah Kd 2c", "Ah Kd"),
    ("F.12.IX.B", "9h 9d 9c 9s Kh Qd 2c", "9 9"),
    ("F.12.IX.B", "9h 9d 9c 9s Ah Qd 2c", "Ah Qd"),
    ("F.12.IX.B", "9h 9d 9c 9s Jo Qd 2c", "Jo Qd"),
    ("F.12.IX.C", "Jh Jd Jc Js Ah Kd 2c", "J J"),
    ("F.12.IX.C", "Ah Ad Ac Jo Kh Qd 2c", "A A"),
    ("F.12.IX.D.1", "Jh Jd Jc Js 3h 3d 2c", "3h 3d"),
    ("F.12.IX.D.1", "8h 8d 8c 8s 3h 3d 3c", "3 3"),
    ("F.12.IX.D.1", "Ah Ad Ac As Qh Qd 2c", "A A"),
    ("F.12.IX.D.1", "Ah Ad Ac As Kh Kd 2c", "Kh Kd"),
    ("F.12.X.A", "Ah Ad Ac As Jo Qd Qc", "A A"),
    ("F.12.X.A", "Ah Ad Ac As Jo Kd Kc", "Kd Kc"),
]


def _spelled(hand: tuple[Card, ...] | list[Card]) -> list[int]:
    return sorted(card.rank or 14 for card in hand)


@pytest.mark.parametrize(("clause", "hand", "low"), HOUSE_WAYS, ids=[f"{c} {h}" for c, h, _ in HOUSE_WAYS])
def test_house_way(clause: str, hand: str, low: str) -> None:
    """Each printed rule by example; `A K` stands for any ace and any king."""
    ready = playable(GAME)
    setting, rule = ready.rules.house_way(cards(hand))
    assert clause in rule.clause.split(", ")
    assert not setting.foul
    if len(low) == 3:
        assert _spelled(setting.low) == _spelled([card for word in low.split() for card in cards(f"{word}h")])
    else:
        assert set(setting.low) == set(cards(low))


def test_the_house_way_never_fouls_and_knows_every_hand() -> None:
    rules, rng = playable(GAME).rules, random.Random(5)
    for _ in range(3000):
        setting, rule = rules.house_way(rng.sample(PACK, 7))
        assert not setting.foul and rule.clause


def test_the_dealer_keeps_the_high_hand_a_joker_completes() -> None:
    """F.12.VII.C.1: split aces leave a joker that makes a flush of what stays high."""
    setting, _ = playable(GAME).rules.house_way(cards("Ah Jo 8c 8s Kh 6h 3h"))
    assert setting.high_value.category == "flush"


def test_another_house_way_is_other_data() -> None:
    """Other bands, other splits, and other rules for a straight beside two pair or three aces."""
    way = HouseWay(
        bands={"low": "23456", "medium": "789", "high": "TJQK", "aces": "A"},
        two_pair={
            "low-low": "split-unless-king",
            "low-medium": "split-unless-king",
            "low-high": "split-unless-ace",
            "medium-medium": "split-unless-ace",
            "medium-high": "split",
            "high-high": "split",
            "low-aces": "split",
            "medium-aces": "split",
            "high-aces": "split",
        },
        four_of_a_kind={"low": "together", "medium": "split-unless-ace", "high": "split", "aces": "split"},
        complete_with_two_pair="pair-low-if-kept",
        complete_with_three_of_a_kind="aces-for-the-highest-low",
    )

    def low(hand: str) -> set[Card]:
        return set(house_way(cards(hand), way)[0].low)

    assert low("5h 5d 3c 3s Qh Jd 9c") == set(cards("3c 3s"))
    assert low("5h 5d 3c 3s Kh Jd 9c") == set(cards("Kh Jd"))
    assert low("Th Td 9c 9s Ah Kd 2c") == set(cards("9c 9s"))
    assert low("Ah Ad 9c 9s Kd 3d 2c") == set(cards("9c 9s"))
    assert low("6c 6s 2c 2d 5c 4h 3h") == set(cards("2c 2d"))  # the pair improves the low hand
    assert low("Ah Jo 8c 8s Kh Qh Jh") == set(cards("8c 8s"))  # the royal flush stays
    assert _spelled(house_way(cards("Ah As Jo Kd Qc Jh 4d"), way)[0].low) == [13, 14]


# --- the deal


def dealt(house: dict[str, Any], start: acts.Act, seats: list[int]) -> list[int | str]:
    """To whom the cards go, in order."""
    round_, order, gambler = Round(playable(GAME, house), seats), [], RandomPlayer(1)
    while not isinstance(round_.pending, Arrangement):
        request = round_.pending
        if isinstance(request, CardDue):
            order.append(request.to)
        if isinstance(request, Wagering):
            stakes = {number: seat.stakes for number, seat in round_.table.seats.items()}
            bare = next((number for number, placed in stakes.items() if not placed), None)
            round_.answer(acts.NoMoreBets() if bare is None else acts.Wager(bare, "pai-gow-poker", 1000))
        elif isinstance(request, RollDue | SpinDue) or (isinstance(request, Decision) and "dealer" in request.choices):
            round_.answer(start)
        else:
            assert request is not None
            round_.answer(gambler.answer(round_, request))
    assert sum(round_.table.remaining.values()) == 4
    return order


def test_the_deal_starts_where_the_dice_say_and_goes_round_every_position() -> None:
    """F.11.II: counted counterclockwise with the dealer as one; F.9.III: rows there and back; F.9.VI: empty positions too."""
    order = dealt({}, acts.Rolled((1, 1, 1)), [1, 5])  # three: dealer, seat 6, seat 5
    assert order[:7] == [5, "burn", "dealer", 1, "burn", "burn", "burn"]
    assert order[7:14] == order[6::-1] and len(order) == 49
    assert dealt({}, acts.Rolled((2, 3, 3)), [1, 5])[:2] == ["dealer", 1]  # eight comes back to the dealer


def test_a_shoe_delivers_whole_stacks_from_the_number_or_the_button() -> None:
    shoe = {"dealing": "automated-shoe", "shuffler": "automated"}
    order = dealt({"options": {**shoe, "starting-position": "random-number"}}, acts.Spun("7"), [1, 2])
    assert order[:14] == [1] * 7 + [2] * 7  # seven: the last before the dealer again, seat 1
    order = dealt({"options": {**shoe, "starting-position": "button"}}, acts.Choice(0, "seat-2"), [1, 2])
    assert order[:7] == [2] * 7 and order[-7:] == [1] * 7
    with pytest.raises(BadInput, match=r"F\.11\.IV"):
        playable(GAME, {"options": {"starting-position": "button"}})


def test_larger_wagers_are_set_first_then_counterclockwise() -> None:
    round_, gambler, order = Round(playable(GAME), [1, 2, 3]), RandomPlayer(1), []
    wagers = [acts.Wager(1, "pai-gow-poker", 900), acts.Wager(2, "pai-gow-poker", 500), acts.Wager(3, "pai-gow-poker", 500)]
    while (request := round_.pending) is not None:
        if isinstance(request, Wagering):
            round_.answer(wagers.pop(0) if wagers else acts.NoMoreBets())
        else:
            if isinstance(request, Arrangement):
                order.append(request.seat)
            round_.answer(gambler.answer(round_, request))
    assert order == [1, 3, 2, 0]


# --- the round

NOTHING = "Qc Js 9c 8h 6d 4s 3s"


def seat(hand: str, low: str, **more: Any) -> dict[str, Any]:
    high = " ".join(word for word in hand.split() if word not in low.split())
    return {"wagers": {"pai-gow-poker": 1000}, "cards": hand, "set": {"high": high, "low": low}, **more}


def settled(seats: dict[str, Any], dealer: Any, **more: Any) -> dict[str, Any]:
    return answer_json(croupier.settle({"game": GAME, "seats": seats, "dealer": dealer, **more}))


def line(answer: dict[str, Any], number: int, wager: str = "pai-gow-poker") -> dict[str, Any]:
    return next(entry for entry in answer["lines"] if (entry["seat"], entry["wager"]) == (number, wager))


DEALER = "Ks Kd Ac Th 7d 5s 3c"  # kings high, ace and ten low


@pytest.mark.parametrize(
    ("hand", "low", "outcome", "clause"),
    [
        ("Ah Ad Js 9h 4c Jc 2d", "Js Jc", "win", "F.13.XI"),
        ("Qh Qd Ah 9h 4c Tc 2d", "Ah Tc", "lose", "F.13.VII.B"),
        ("Kh Kc Ah Td 7c 5h 2d", "Ah Td", "lose", "F.13.VII.B"),
        ("Ad As Ah Td 7c 5h 2d", "Ah Td", "push", "F.13.X"),
        ("Ad As Jh Td 7c 5h 2d", "Jh Td", "push", "F.13.IX.A"),
        ("Qh Qd Jh Td 7c 5h 2d", "Jh Td", "lose", "F.13.VII.A"),
        ("Qh Qd Jh Td 7c 5h 2d", "Qh Qd", "lose", "F.13.VII.C"),
        ("Ad As Ah Jd Jc 5h 2d", "Jd Jc 2d", "lose", "F.13.VII.D"),
    ],
)
def test_both_hands_against_the_house(hand: str, low: str, outcome: str, clause: str) -> None:
    found = line(settled({"1": seat(hand, low)}, DEALER), 1)
    assert (found["outcome"], found["clause"].split(", ")[0]) == (outcome, clause)


def test_a_surrender_takes_the_cards_unseen_and_gives_nobody_envy() -> None:
    four = "8h 8d 8c 8s Ah Jd 2c"
    wagers = {"pai-gow-poker": 1000, "fortune-bonus": 500}
    other = seat("Qh Qd Jh Td 7c 5h 2d", "Jh Td", wagers=wagers)
    stayed = settled({"1": seat(four, "8h 8d", wagers=wagers), "2": other}, DEALER)
    gone = settled({"1": seat(four, "8h 8d", wagers=wagers, decisions=["surrender"]), "2": other}, DEALER)
    assert line(stayed, 2, "envy-bonus")["won"] == 500 and line(stayed, 1, "fortune-bonus")["won"] == 12500
    assert gone["net"] == {"1": -1500, "2": -1500}
    assert [entry["outcome"] for entry in gone["lines"] if entry["seat"] == 1] == ["surrender", "lose"]


def test_envy_needs_five_dollars_and_somebody_elses_hand() -> None:
    four = {"cards": "8h 8d 8c 8s Ah Jd 2c", "set": {"high": "8c 8s Jd 2c 8h", "low": "8d Ah"}}
    seats = {
        "1": {"wagers": {"pai-gow-poker": 1000}, **four},
        "2": seat("Qh Qd Jh Td 7c 5h 2d", "Jh Td", wagers={"pai-gow-poker": 1000, "fortune-bonus": 499}),
        "3": seat("Qc Js 9d 6s 4s 3h 2h", "Js 9d", wagers={"pai-gow-poker": 1000, "fortune-bonus": 500}),
    }
    answer = settled(seats, DEALER)
    assert [entry["seat"] for entry in answer["lines"] if entry["wager"] == "envy-bonus"] == [3]
    with pytest.raises(Refused, match=r"F\.15\.II"):
        settled({"1": seat(NOTHING, "Js 9c", wagers={"pai-gow-poker": 1000, "fortune-bonus": 99})}, DEALER)


def test_the_fortune_bonus_is_held_to_the_limit_but_never_below_the_least_wagers_best_win() -> None:
    wagers = {"pai-gow-poker": 1000, "fortune-bonus": 1000}
    seats = {"1": seat("9h 8h 7h 6h 5h 4h 3h", "4h 3h", wagers=wagers)}
    limit = {"options": {"fortune-bonus-maximum": 5_000_000}}
    assert line(settled(seats, DEALER), 1, "fortune-bonus")["won"] == 8_000_000
    assert line(settled(seats, DEALER, house_rules=limit), 1, "fortune-bonus")["won"] == 5_000_000
    dear = limit | {"limits": {"fortune-bonus": {"minimum": 900}}}
    assert line(settled(seats, DEALER, house_rules=dear), 1, "fortune-bonus")["won"] == 7_200_000
    with pytest.raises(BadInput, match=r"F\.15\.VI"):
        settled(seats, DEALER, house_rules={"options": {"fortune-bonus-maximum": 4_999_999}})


@pytest.mark.parametrize(
    ("won", "exact", "quarters"), [(500, 25, 25), (700, 35, 50), (1000, 50, 50), (100, 5, 25), (130, 6, 25), (0, 0, 0)]
)
def test_vigorish(won: int, exact: int, quarters: int) -> None:
    rate = Payout.parse("5%")
    assert vigorish(won, rate, "none") == exact
    assert vigorish(won, rate, "25-cents-or-next-higher-multiple") == quarters


def test_a_dealer_set_wrongly_is_reset_by_the_house_way() -> None:
    """F.16.VIII; a written round may say how the dealer set, and stands as written unless that is reported."""
    seats = {"1": seat("Qh Qd Js Td 7c 5h 2d", "Js Td")}
    wrong = {"cards": DEALER, "set": {"high": "Ac Th 7d Kd Ks", "low": "5s 3c"}}
    assert settled(seats, DEALER)["net"] == {"1": -1000}
    assert settled(seats, wrong)["net"] == {"1": 0}
    report = [{"irregularity": "dealer-hands-set-wrongly", "during": "reveal"}]
    assert settled(seats, wrong, irregularities=report)["net"] == {"1": -1000}


@pytest.mark.parametrize(
    "change",
    [
        {"set": {"high": "Qc Js 9c 8h 6d", "low": "4s 2c"}},
        {"set": {"high": "Qc Js 9c 8h 6d"}},
        {"set": "as it comes"},
        {"set": {"high": 5, "low": ["4s", "3s"]}},
        {"set": None},
        {"cards": "Qc Js 9c 8h 6d 4s"},
    ],
)
def test_a_round_written_badly_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        settled({"1": {**seat(NOTHING, "Js 9c"), **change}}, DEALER)


# --- a player as the bank

BANKER = {"wagers": {"bank": 10000}, "cards": DEALER, "set": {"high": "Ks Kd 7d 5s 3c", "low": "Ac Th"}}
HOUSE_WINS, HOUSE_LOSES = "Ah Ad Js Jc 9d 4c 2d", NOTHING


def banked(seats: dict[str, Any], house: str, wager: int = 0, **more: Any) -> dict[str, Any]:
    dealer = {"cards": house, "wager": wager}
    return settled({"6": {**BANKER, **more}, **seats}, dealer)


def test_a_bank_pays_winners_keeps_losers_and_gives_commission_on_its_net_win() -> None:
    """F.14.XVII.A, F.14.XVIII."""
    loser = seat("Qh Qd Jh Td 7c 5h 2c", "Jh Td")
    winner = {**seat("2s 2h 9s 9h 4d 4h 3d", "9s 9h"), "wagers": {"pai-gow-poker": 600}}
    answer = banked({"1": loser}, HOUSE_LOSES)
    assert answer["net"] == {"1": -1000, "6": 950}
    assert line(answer, 6, "bank")["stake"] == line(answer, 6, "bank")["returned"] == 10000
    answer = banked({"1": {**loser, "wagers": {"pai-gow-poker": 400}}, "2": winner}, HOUSE_LOSES)
    assert answer["net"] == {"1": -400, "2": 570, "6": -200}
    assert line(answer, 6, "bank")["returned"] == 9800
    even = {**winner, "wagers": {"pai-gow-poker": 1000}}
    assert banked({"1": loser, "2": even}, HOUSE_LOSES)["net"] == {"1": -1000, "2": 950, "6": 0}


@pytest.mark.clause("cincinnati/pai-gow-poker", "F.14.VII", "F.14.XI", "F.14.XVI")
def test_the_house_plays_against_the_bank_by_the_house_way() -> None:
    """F.14.VII, F.14.XI, F.14.XVI: what the house wins or loses is part of the bank's net, without commission for the house."""
    loser = seat("As 9s 8c 6h 6c 4d 3d", "As 9s")
    assert banked({"1": loser}, HOUSE_WINS, 800)["net"] == {"1": -1000, "6": 1000 - 800 - 10}
    assert banked({"1": loser}, HOUSE_LOSES, 800)["net"]["6"] == 1800 - 90


def test_copies_go_to_the_bank_and_foul_hands_lose() -> None:
    """F.14.XIII, F.14.XIV; a bank that fouls loses to every hand that does not."""
    copy = seat("Kh Kc Ah Td 7c 5h 2c", "Ah Td")
    assert banked({"1": copy}, HOUSE_LOSES)["net"] == {"1": -1000, "6": 950}
    foul_bank = {"set": {"high": "Ac Th 7d 5s 3c", "low": "Ks Kd"}}
    assert banked({"1": copy}, HOUSE_LOSES, **foul_bank)["net"] == {"1": 950, "6": -1000}


@pytest.mark.clause("cincinnati/pai-gow-poker", "F.14.VI", "F.1(banker)")
def test_a_bank_covers_every_wager_and_makes_no_other() -> None:
    """F.14.VI."""
    copy = seat("Kh Kc Ah Td 7c 5h 2c", "Ah Td")
    with pytest.raises(Refused, match=r"F\.14\.VI"):
        banked({"1": copy}, HOUSE_LOSES, 9001)
    with pytest.raises(Refused, match="makes no other wager"):
        banked({"1": copy}, HOUSE_LOSES, wagers={"bank": 10000, "pai-gow-poker": 500})
    with pytest.raises(Refused, match="nobody wagers"):
        banked({}, HOUSE_LOSES)
    with pytest.raises(Refused, match="against a seat that banks"):
        settled({"1": copy}, {"cards": DEALER.replace("Ac", "As"), "wager": 500})


def test_a_void_bank_returns_the_wagers_and_an_abandoned_one_loses_to_all() -> None:
    """F.16.IV, F.7.II."""
    copy = seat("Kh Kc Ah Td 7c 5h 2c", "Ah Td")
    seats = {"1": copy, "6": BANKER}
    void = [{"irregularity": "player-card-exposed", "during": "deal", "seat": 6, "choice": "void-hand"}]
    answer = settled(seats, HOUSE_LOSES, irregularities=void)
    assert answer["net"] == {"1": 0, "6": 0} and line(answer, 1)["outcome"] == "void"
    gone = [{"irregularity": "player-leaves-the-table", "during": "decision", "seat": 6, "choice": "abandoned"}]
    answer = settled(seats, HOUSE_LOSES, irregularities=gone)
    assert answer["net"] == {"1": 950, "6": -10000}


def test_partners_share_what_their_bank_wins_and_loses_f_14_xix() -> None:
    loser = seat("Qh Qd Jh Td 7c 5h 2c", "Jh Td", wagers={"pai-gow-poker": 3000})
    winner = {**seat("2s 2h 9s 9h 4d 4h 3d", "9s 9h"), "wagers": {"pai-gow-poker": 3001}}
    partner = {"wagers": {"bank": 5000}}
    answer = banked({"5": partner, "1": loser}, HOUSE_LOSES, 600)
    assert answer["net"] == {"1": -3000, "5": 1140, "6": 2280}
    assert line(answer, 5, "bank")["reading"] == "commission-of-the-bank, how-partners-share"
    answer = banked({"5": partner, "2": winner}, HOUSE_LOSES)
    assert answer["net"] == {"2": 3001 - 150, "5": -1001, "6": -2000}
    with pytest.raises(Refused, match="15001"):
        banked({"5": partner, "2": {**winner, "wagers": {"pai-gow-poker": 15001}}}, HOUSE_LOSES)
    with pytest.raises(Refused, match="the cards of the bank are missing"):
        settled({"5": partner, "1": loser}, HOUSE_LOSES)


def test_partners_of_a_void_bank_get_their_chips_back_and_lose_theirs_with_an_abandoned_one() -> None:
    winner, seats = seat("2s 2h 9s 9h 4d 4h 3d", "9s 9h"), {"6": BANKER, "5": {"wagers": {"bank": 10000}}}
    void = [{"irregularity": "player-card-exposed", "during": "deal", "seat": 6, "choice": "void-hand"}]
    assert settled(seats | {"1": winner}, HOUSE_LOSES, irregularities=void)["net"] == {"1": 0, "5": 0, "6": 0}
    gone = [{"irregularity": "player-leaves-the-table", "during": "decision", "seat": 6, "choice": "abandoned"}]
    assert settled(seats | {"1": winner}, HOUSE_LOSES, irregularities=gone)["net"] == {"1": 950, "5": -500, "6": -10000}


def test_the_banks_hand_gives_envy_to_others() -> None:
    hand = {"cards": "8h 8d 8c 8s Ac Kd 2c", "set": {"high": "8h 8d 8c 8s 2c", "low": "Ac Kd"}}
    player = seat("Qh Qd Jh Td 7c 5h 3c", "Jh Td", wagers={"pai-gow-poker": 1000, "fortune-bonus": 500})
    answer = banked({"1": player}, "Kh 9d 9c 6h 6d 4s 2d", **hand)
    assert line(answer, 1, "envy-bonus")["won"] == 500
