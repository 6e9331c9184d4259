"""Strategies: the published rules come out, values add up to the exact price, and advice rests on nothing a seat cannot see."""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from croupier.cli.main import main
from croupier.equipment.cards import Card, card, cards, deck
from croupier.errors import BadInput, Refused
from croupier.games.registry import playable, procedures
from croupier.odds.advice import Advice, Sight, advise, sight_of, strategy
from croupier.odds.analyze import analyze
from croupier.odds.queries import ask
from croupier.odds.shapes import odds_of, one_raise
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, CardDue, Decision, Offer, Wagering
from croupier.table.round import Round
from croupier.table.table import BURN, DEALER
from tests.support.driving import GAMES, RandomPlayer, by_procedure, listed, ready, seats_for

Question = Decision | Offer | Arrangement
WITHOUT_DECISIONS = {
    *("baccarat", "big-six", "craps", "high-roll-dice", "linked-progressive", "poker", "props-and-hops", "roulette", "sic-bo"),
}
ALL_FACE_UP = {"casino-war"}
"""Where no card is hidden from anybody when something is decided."""
UTH, BONUS = "cincinnati/ultimate-texas-holdem", "cincinnati/texas-holdem-bonus"


def best(
    game: str, hand: str, *, dealer: str = "", community: str = "", after: str = "", house: dict[str, object] | None = None
) -> str:
    """The best choice for the last question about a hand."""
    found = ask(playable(game, house), cards(hand), dealer=cards(dealer), community=cards(community), after=after.split())
    return found[-1].advice.best


def chart(game: str, number: int = 0) -> dict[str, dict[str, str]]:
    """A chart's cells by row and column."""
    found = strategy(playable(game))[0][number]
    return {row[0]: dict(zip(found.columns[1:], row[1:], strict=True)) for row in found.rows}


def weighed(game: Playable, sight: Sight, *choices: str) -> Advice:
    module = odds_of(game.terms.file.procedure)
    assert module is not None
    found: Advice | None = module.weighed(game, sight, Decision(sight.seat, choices, clause=""))
    assert found is not None
    return found


# Published rules


@pytest.mark.parametrize("game", [game for game in GAMES if game.endswith("/three-card-poker")])
def test_three_card_poker_plays_queen_six_four_or_better(game: str) -> None:
    (found,), _ = strategy(playable(game))
    assert found.rows == (("Q-6-4 or better", "play"), ("Q-6-3 or lower", "fold"))
    assert best(game, "Qs 6h 4d") == "play" and best(game, "Qs 6h 3d") == "fold"


def test_three_card_poker_value_of_queen_six_four() -> None:
    """-0.993378 is the published figure for the lowest hand to play."""
    [asked] = ask(playable("ny/three-card-poker"), cards("Qs 6h 4d"))
    assert asked.advice.exact and round(float(asked.advice.value), 6) == -0.993378


def test_let_it_ride_published_rules() -> None:
    """First bet: a paying pair, three to a royal, three in a row suited but A-2-3 and 2-3-4, one gap with one high card, two with two."""
    game = "cincinnati/let-it-ride"
    first = ["Ts Th 2c", "As Ks Ts", "3s 4s 5s", "9s Ts Js", "4s 5s 6s", "8s 9s Js", "7s 9s Ts", "8s Ts Qs"]
    for hand in first:
        assert best(game, hand) == "ride", hand
    for hand in ["9s 9h 2c", "2s 3s 4s", "As 2s 3s", "4s 5s 7s", "8s 9s Qs", "As Ks 2s", "Ah Ks Qs", "2s 7s Js"]:
        assert best(game, hand) == "withdraw", hand
    for hand, turned in [("Ts Th 2c", "5d"), ("2s 7s Js", "9s"), ("7h 8s 9c", "Td"), ("2c 2d 3h", "3s")]:
        assert best(game, hand, community=turned) == "ride", (hand, turned)
    for hand, turned in [("4h 5s 7c", "8d"), ("9c 9d 3h", "4s"), ("Ah 2s 9c", "Td")]:
        assert best(game, hand, community=turned) == "withdraw", (hand, turned)
    *_, asked = ask(playable(game), cards("2h 3s 4c"), community=cards("5d"))
    assert asked.advice.best == "ride" and len({weighed.value for weighed in asked.advice.choices}) == 1, (
        "worth nothing: it rides"
    )


def test_mississippi_third_street_published_rules() -> None:
    """Three times with a pair; once with two points (two for a high card, one for a middle card) or six-five suited; else fold."""
    for game in (game for game in GAMES if game.endswith("/mississippi-stud")):
        found = chart(game)
        for high, low in itertools.combinations_with_replacement(range(14, 1, -1), 2):
            row, column = ("10" if rank == 10 else "  23456789TJQKA"[rank] for rank in (high, low))
            points = sum(2 if rank > 10 else 1 if rank > 5 else 0 for rank in (high, low))
            suited, unsuited = found[row][column], found[column][row]
            if high == low:
                assert suited == "3x"
            else:
                assert unsuited == ("1x" if points >= 2 else "fold"), (high, low)
                assert suited == ("1x" if points >= 2 or (high, low) == (6, 5) else "fold"), (high, low)


def test_mississippi_later_streets_published_rules() -> None:
    game = "ny/mississippi-stud"
    fourth = {
        "6s 6h|2d": "bet-3x", "As Ks|Qs": "bet-3x", "5s 6s|7s": "bet-3x", "6s 7s|Js": "bet-1x", "As 2s|9s": "bet-1x",
        "2s 2h|7d": "bet-1x", "Js 6h|2d": "bet-1x", "4s 5h|6d": "bet-1x", "3s 4h|5d": "fold", "Js 2h|3d": "fold",
    }  # fmt: skip
    for hand, wanted in fourth.items():
        held, turned = hand.split("|")
        assert best(game, held, community=turned, after="bet-1x") == wanted, hand
    fifth = {
        "6s 6h|2d 3c": "bet-3x", "2s 7s|9s Ks": "bet-3x", "5s 6h|7d 8c": "bet-3x", "4s 5h|6d 7c": "bet-1x",
        "2s 2h|7d 9c": "bet-1x", "Js Qh|2d 4c": "bet-1x", "Js 6h|2d 3c": "fold",
    }  # fmt: skip
    for hand, wanted in fifth.items():
        held, turned = hand.split("|")
        assert best(game, held, community=turned, after="bet-1x bet-1x") == wanted, hand
    # Three middle cards: only with more at stake.
    assert best(game, "7s 9h", community="Td 2c", after="bet-1x bet-1x") == "fold"
    assert best(game, "7s 9h", community="Td 2c", after="bet-3x bet-1x") == "bet-1x"


def test_ultimate_texas_holdem_chart_before_the_flop() -> None:
    """Raise: aces, K-5 and K-2 suited, Q-8 and Q-6 suited, J-10 and J-8 suited, and every pair but deuces."""
    least = {14: (2, 2), 13: (5, 2), 12: (8, 6), 11: (10, 8)}
    found = chart(UTH)
    for high, low in itertools.combinations_with_replacement(range(14, 1, -1), 2):
        row, column = ("10" if rank == 10 else "  23456789TJQKA"[rank] for rank in (high, low))
        if high == low:
            assert found[row][column] == ("4x" if high > 2 else "check")
            continue
        unsuited, suited = least.get(high, (99, 99))
        assert found[column][row] == ("4x" if low >= unsuited else "check"), (high, low)
        assert found[row][column] == ("4x" if low >= suited else "check"), (high, low, "suited")


@pytest.mark.parametrize(
    ("hand", "community", "wanted"),
    [
        ("3s 3h", "", "raise-4x"),
        ("2s 2h", "", "check"),
        ("Js 8s", "", "raise-4x"),
        ("Ks 4h", "", "check"),
        ("Ks 5h", "Kd 2c 9h", "raise-2x"),
        ("Js 8h", "Kd 2c 5h", "check"),
        ("Js 8h", "Kd 2c 5h 5s Td", "raise-1x"),
        ("3s 2h", "Kd Qc 9h 8s 5d", "fold"),
    ],
)
def test_ultimate_texas_holdem_by_query(hand: str, community: str, wanted: str) -> None:
    assert best(UTH, hand, community=community) == wanted


@pytest.mark.slow
def test_texas_holdem_bonus_folds_only_a_deuce_with_three_to_seven_unsuited() -> None:
    found = chart(BONUS)
    folded = {(row, column) for row, cells in found.items() for column, cell in cells.items() if cell == "fold"}
    assert folded == {("2", column) for column in "34567"}
    assert best(BONUS, "7s 2h") == "fold" and best(BONUS, "7s 2s") == "bet"
    assert best(BONUS, "As Kh", community="2d 7c 9h") == "bet" and best(BONUS, "3s 4h", community="Kd Qc 9h") == "check"


def test_blackjack_basic_strategy_entries() -> None:
    game = "cincinnati/blackjack"
    known = {
        ("Ts 6h", "Td"): "hit", ("9s 7h", "6d"): "stand", ("Ts 2h", "3d"): "hit", ("Ts 2h", "4d"): "stand", ("6s 5h", "Ad"): "double",
        ("6s 4h", "9d"): "double", ("6s 4h", "Td"): "hit", ("As 7h", "9d"): "hit", ("As 7h", "3d"): "double", ("As 7h", "8d"): "stand",
        ("8s 8h", "Td"): "split", ("As Ah", "Td"): "split", ("9s 9h", "7d"): "stand", ("9s 9h", "8d"): "split", ("5s 5h", "6d"): "double",
        ("Ts Kh", "6d"): "stand", ("4s 4h", "5d"): "split", ("2s 3h 5d 6c", "Td"): "stand", ("Ts 7h", "Ad"): "stand",
    }  # fmt: skip
    for (hand, dealer), wanted in known.items():
        assert best(game, hand, dealer=dealer) == wanted, (hand, dealer)
    offered = ask(playable(game), cards("Ts 9h"), dealer=cards("As"))
    assert [(asked.question, asked.advice.best) for asked in offered] == [("insurance", "decline"), ("choice", "stand")]
    even = ask(playable(game), cards("Ts Ah"), dealer=cards("As"))
    assert even[0].advice.best == "decline" and even[0].advice.exact
    rows = chart(game) | chart(game, 1)
    assert rows["hard 13 to 16"]["10"] == "hit" and rows["8, 8"]["A"] == "split" and rows["soft 18"]["3"] == "double or stand"


def test_free_bet_blackjack_takes_what_is_free() -> None:
    game = "cincinnati/free-bet-blackjack"
    assert best(game, "5s 5h", dealer="6d") == "free-double" and best(game, "8s 8h", dealer="Td") == "free-split"
    assert best(game, "4s 4h", dealer="Ad") == "free-split" and best(game, "Ts Th", dealer="6d") == "stand"
    [asked] = ask(playable(game), cards("6s 4h"), dealer=cards("6d"))
    values = {weighed.choice: weighed.value for weighed in asked.advice.choices}
    assert values["free-double"] > values["double"] > values["hit"] > values["stand"]


def test_blackjack_doubles_as_the_plan_does() -> None:
    """One more card reckoned by itself is what the plan found for doubling."""
    from croupier.odds.shapes.shoe_advice import DOUBLED, Box
    from croupier.odds.shapes.shoe_plan import plan_of

    game = playable("cincinnati/blackjack")
    plan = plan_of(game)
    for hand, dealer in (("6s 5h", "Td"), ("As 7h", "6d"), ("Ts 2h", "Ad"), ("9s 2h", "9d")):
        box = Box(game, Sight(1, tuple(cards(hand)), dealer=tuple(cards(dealer))))
        wanted = plan.worth[box.shown, 0, box.hand, 2] / plan.left[box.shown, box.hand]
        assert abs(box.one_card(DOUBLED) - wanted) < 1e-12


def test_crazy_4_poker_and_dj_wild_stud_published_rules() -> None:
    crazy, wild = "cincinnati/crazy-4-poker", "cincinnati/dj-wild-stud"
    assert best(crazy, "As Ah 2c 7d 9h") == "raise-3x" and best(crazy, "Ks Qh 8c 5d 2h") == "raise-1x"
    assert best(crazy, "Ks Qh 7c 5d 2h") == "fold"
    assert best(wild, "5s 5h 8c Td Kh") == "play" and best(wild, "3s 3h 8c Td Kh") == "fold"
    assert best(wild, "Jo 7h 8c Td Kh") == "play" and best(wild, "Ah Qc Jd 9h 7s") == "fold"


def test_four_card_poker_by_the_card_shown() -> None:
    game = "cincinnati/four-card-poker"
    assert best(game, "As Ah 2c 7d 9h", dealer="Kd") == "raise-3x" and best(game, "Ts Th 2c 3d 5h", dealer="Kd") == "raise-1x"
    assert best(game, "Ts Th 2c 3d 5h", dealer="2d") == "raise-3x" and best(game, "Ks Qh Jc 3d 5h", dealer="2d") == "fold"


# Values add up to the exact price


def price_of(game: Playable, wager: str) -> Fraction:
    posted = next(iter(analyze(game, wager)))
    return posted.expected


@pytest.mark.parametrize("game_id", [game for game in GAMES if game.endswith("/three-card-poker")])
def test_three_card_poker_values_add_up_to_the_price(game_id: str) -> None:
    game = playable(game_id)
    total, hands = Fraction(0), 0
    for hand, weight in suit_classes(3):
        total += weight * weighed(game, Sight(1, hand, stakes={"ante": 500}), "play", "fold").value
        hands += weight
    assert hands == 22100 and total / hands == price_of(game, "ante")


@pytest.mark.parametrize("game_id", ["ny/mississippi-stud", "cincinnati/mississippi-stud"])
def test_mississippi_values_add_up_to_the_price(game_id: str) -> None:
    game = playable(game_id)
    total = sum(
        weight * weighed(game, Sight(1, hand, stakes={"ante": 500}), "bet-1x", "bet-2x", "bet-3x", "fold").value
        for hand, weight in suit_classes(2)
    )
    assert total / 1326 == price_of(game, "ante")


def test_let_it_ride_values_add_up_to_the_price() -> None:
    game = playable("cincinnati/let-it-ride")
    stakes = dict.fromkeys(("bet-number-1", "bet-number-2", "bet-number-3"), 500)
    total = sum(
        weight * weighed(game, Sight(1, hand, stakes=stakes), "ride", "withdraw").value for hand, weight in suit_classes(3)
    )
    assert total / 22100 == price_of(game, "bet-number-1")


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "choices"), [(UTH, ("raise-4x", "raise-3x", "check")), (BONUS, ("bet", "fold"))])
def test_hold_em_values_add_up_to_the_price(game_id: str, choices: tuple[str, ...]) -> None:
    game = playable(game_id)
    total = sum(
        weight * weighed(game, Sight(1, hand, stakes={"ante": 500}), *choices).value for hand, weight in suit_classes(2)
    )
    assert total / 1326 == price_of(game, "ante")


def suit_classes(size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One hand of each class of hands alike but for their suits, with how many there are."""
    found: dict[tuple[int, ...], tuple[tuple[Card, ...], int]] = {}
    for hand in itertools.combinations(deck(), size):
        suits = dict.fromkeys("cdhs", 0)
        for held in hand:
            suits[held.suit] |= 1 << held.rank
        first, weight = found.get(tuple(sorted(suits.values())), (hand, 0))
        found[tuple(sorted(suits.values()))] = (first, weight + 1)
    yield from found.values()


def test_a_street_is_worth_what_the_next_cards_make_of_it() -> None:
    """Mississippi: the value of a wager is the mean of the best values after it, over all next cards."""
    game, rng = playable("ny/mississippi-stud"), random.Random(5)
    bets = ("bet-1x", "bet-2x", "bet-3x", "fold")
    for _ in range(6):
        hand = tuple(rng.sample(deck(), 2))
        rest = [other for other in deck() if other not in hand]
        now = weighed(game, Sight(1, hand, stakes={"ante": 500}), *bets)
        for times in (1, 3):
            stakes = {"ante": 500, "third-street": 500 * times}
            later = [weighed(game, Sight(1, hand, community=(turned,), stakes=stakes), *bets).value for turned in rest]
            value = next(choice.value for choice in now.choices if choice.choice == f"bet-{times}x")
            assert value == sum(later) / 50


def test_ultimate_on_the_flop_is_the_mean_over_turns_and_rivers() -> None:
    game = playable(UTH)
    hand, flop = tuple(cards("Js 8h")), tuple(cards("Kd 2c 5h"))
    now = weighed(game, Sight(1, hand, community=flop, stakes={"ante": 500}), "raise-2x", "check")
    rest = [other for other in deck() if other not in (*hand, *flop)]
    later = [
        weighed(game, Sight(1, hand, community=(*flop, *two), stakes={"ante": 500}), "raise-1x", "fold").value
        for two in itertools.combinations(rest, 2)
    ]
    assert next(choice.value for choice in now.choices if choice.choice == "check") == sum(later) / len(later)


def test_ultimate_values_are_those_of_the_table_itself() -> None:
    """A river settled by the real table against every hand the dealer can have."""
    hand = tuple(cards("Ks 5h"))
    for text in ("Kd 2c 3h 9s 9d", "Ad 4c 3h 2s 9d"):
        board = tuple(cards(text))
        advice = weighed(playable(UTH), Sight(1, hand, community=board, stakes={"ante": 500}), "raise-1x", "fold")
        rest = [other for other in deck() if other not in (*hand, *board)]
        nets = [played(UTH, hand, two, board, ("check", "check", "raise-1x")) for two in itertools.combinations(rest, 2)]
        assert advice.choices[0].value == Fraction(sum(nets), 500 * 990) and len(nets) == 990


def test_bonus_values_are_those_of_the_table_itself() -> None:
    """After the turn, with so many cards in sight that six are left for the river and the dealer."""
    hand, board = tuple(cards("Ks Kh")), tuple(cards("Kd 2c 3h 3s"))
    left = cards("Ad Ac 3d 3c 9h 2d")
    gone = tuple(other for other in deck() if other not in (*hand, *board, *left))
    advice = weighed(
        playable(BONUS), Sight(1, hand, community=board, elsewhere=gone, stakes={"ante": 500, "flop": 1000}), "bet", "check"
    )
    for weight, choice in zip(advice.choices, ("bet", "check"), strict=True):
        nets = [
            played(BONUS, hand, two, (*board, river), ("bet", "check", choice))
            for river in left
            for two in itertools.combinations([other for other in left if other is not river], 2)
        ]
        assert weight.value == Fraction(sum(nets), 500 * len(nets))


def played(
    game: str, hand: tuple[Card, ...], dealer: tuple[Card, ...], board: tuple[Card, ...], choices: tuple[str, ...]
) -> int:
    """What ante, blind and street wagers of 500 net at the real table."""
    round_, piles, said = (
        Round(ready(game), [1]),
        {1: list(hand), DEALER: list(dealer), "community": list(board)},
        list(choices),
    )
    filler = [other for other in deck() if other not in (*hand, *dealer, *board)]
    for act in (acts.Done("shuffle"), acts.Wager(1, "ante", 500)):
        round_.answer(act)
    if "blind" in round_.table.spots:
        round_.answer(acts.Wager(1, "blind", 500))
    round_.answer(acts.NoMoreBets())
    while (request := round_.pending) is not None:
        if isinstance(request, CardDue):
            round_.answer(acts.Dealt(piles.get(request.to, filler).pop(0)))
        elif isinstance(request, Decision):
            round_.answer(acts.Choice(1, said.pop(0)))
        else:
            round_.answer(acts.Done("reveal"))
    return round_.net[1]


def test_showdowns_agree_with_the_evaluator() -> None:
    """Taken rank by rank, or hand by hand: boards of every mixture of suits, cards seen elsewhere too."""
    from croupier.odds.kernels.evaluate import evaluate_many
    from croupier.odds.kernels.one_holdem import showdown, sums_of

    rng, threshold = random.Random(7), 1278
    for number in range(600):
        pool = range(52) if number % 3 else [place for place in range(52) if place % 4 < 2]
        dealt = rng.sample(list(pool), 7 + number % 4)
        hole, board, gone = dealt[:2], dealt[2:7], dealt[7:]
        found = np.zeros(6, np.int64)
        unseen = sums_of(np.array([place for place in range(52) if place not in (*hole, *gone)]))
        mine = showdown(np.array(hole), np.array(board), unseen, threshold, np.zeros(13, np.int64), found)
        pairs = list(itertools.combinations([place for place in range(52) if place not in dealt], 2))
        dealers = evaluate_many(np.array([[*pair, *board] for pair in pairs])).astype(int)
        assert mine == int(evaluate_many(np.array([[*hole, *board]]))[0])
        qualified = dealers >= threshold
        wanted = [dealers < mine, dealers == mine, dealers > mine, qualified & (dealers < mine), qualified & (dealers > mine)]
        assert found.tolist() == [*(int(held.sum()) for held in wanted), len(pairs)]


def test_pai_gow_counts_agree_with_hands_set_by_the_table() -> None:
    """The value of the house way's own setting against banks dealt at random and set by the table's own function."""
    from croupier.games.pai_gow._comparing import decided_by
    from croupier.odds.shapes.two_hands_asked import ends_of

    game, rng = playable("cincinnati/pai-gow-poker"), random.Random(3)
    hand = cards("As Ad 9h 9c 5d 3s 2c")
    [asked] = ask(game, hand)
    mine, _ = game.rules.house_way(hand)
    value = next(weighed.value for weighed in asked.advice.choices if weighed.choice == str(mine))
    rest = [other for other in deck(jokers=1) if other not in hand]
    ends = ends_of(game, 500).by_rule
    rules = [decided_by(mine, game.rules.house_way(rng.sample(rest, 7))[0]) for _ in range(6000)]
    nets = [ends[rule].net / 500 for rule in rules]
    error = float(np.std(nets)) / len(nets) ** 0.5
    assert asked.advice.exact and abs(float(value) - float(np.mean(nets))) < 4 * error
    assert asked.advice.choices[-1].choice == "not set" and asked.advice.choices[-1].value == -1


# At the table


def questions(game: Playable, seed: int, seats: list[int]) -> Iterator[tuple[Round, Question]]:
    """A random round, stopped wherever a seat is asked; every seat has the wagers that a round cannot be without."""
    round_, gambler = Round(game, seats), RandomPlayer(seed)
    while (request := round_.pending) is not None:
        if isinstance(request, (Decision, Offer, Arrangement)) and request.seat and request.moment != "ruling":
            yield round_, request
        try:
            round_.answer(gambler.answer(round_, request))
        except Refused:
            assert isinstance(request, Wagering)


@pytest.mark.parametrize("procedure", sorted(procedures()))
def test_every_procedure_has_an_odds_of(procedure: str) -> None:
    module = odds_of(procedure)
    assert module is not None and callable(module.weighed) and callable(module.strategy)


PROCEDURES = {listed(game).terms.file.procedure: game for game in reversed(GAMES)}


@pytest.mark.parametrize(
    "game_id",
    [pytest.param(game, marks=[pytest.mark.slow] * (name == "texas-holdem-bonus")) for name, game in PROCEDURES.items()],
)
def test_every_procedure_tells_its_strategy(game_id: str) -> None:
    charts, said = strategy(ready(game_id))
    assert said and (charts or ready(game_id).terms.file.procedure in WITHOUT_DECISIONS)
    for found in charts:
        assert found.rows and all(len(row) == len(found.columns) for row in found.rows)


ONE_OF_EACH = set(PROCEDURES.values())


@pytest.mark.parametrize(
    "game_id",
    [pytest.param(game, marks=[pytest.mark.slow] * (game not in ONE_OF_EACH)) for game in GAMES if not game.endswith("/poker")],
)  # nothing here plays poker for anybody
def test_every_question_of_every_game_is_answered(game_id: str) -> None:
    game = ready(game_id)
    most = 4 if "holdem" in game_id else 12 if game_id in ONE_OF_EACH else 6
    answered = 0
    for seed in range(60):
        for round_, request in questions(game, seed, seats_for(game, seed)):
            advice = advise(round_)
            assert advice is not None, f"{game_id}, seed {seed}: {request.describe()}"
            answered += 1
            listed = [weighed.choice for weighed in advice.choices]
            if isinstance(request, Decision):
                assert listed == [choice for choice in request.choices if choice != request.between]
            elif isinstance(request, Arrangement):
                assert listed == list(request.settings)
            request.check(advice.act(request), round_.table)
            assert advice.best in listed and advice.seat == request.seat
            assert min(weighed.cost for weighed in advice.choices) == 0 and advice.value == max(w.value for w in advice.choices)
            assert advice.exact is False or all(isinstance(weighed.value, Fraction) for weighed in advice.choices)
            if answered >= most:
                return
    assert answered or game.terms.file.procedure in WITHOUT_DECISIONS


@pytest.mark.parametrize("game_id", by_procedure(without=(*WITHOUT_DECISIONS, *ALL_FACE_UP)))
def test_advice_does_not_change_with_the_cards_a_seat_cannot_see(game_id: str) -> None:
    """The same round with other cards in the dark: under the dealer's, in other hands, in the community, burned."""
    game, rng = ready(game_id), random.Random(11)
    most = 3 if "holdem" in game_id else 8
    compared = 0
    for seed in range(80):
        for round_, request in questions(game, seed, seats_for(game, seed)):
            other = with_other_cards(round_, rng)
            if other is None:
                continue
            assert sight_of(other, request.seat) == sight_of(round_, request.seat)
            assert advise(other) == advise(round_), f"{game_id}, seed {seed}"
            compared += 1
            if compared >= most:
                return
    assert compared


def with_other_cards(round_: Round, rng: random.Random) -> Round | None:
    """The round with every card that the seat in question cannot see exchanged; None where that round goes another way."""
    request = round_.pending
    assert isinstance(request, (Decision, Offer, Arrangement))
    hidden = unseen_places(round_, request.seat)
    pool = Counter({held: left for held, left in round_.table.remaining.items() if left})
    dealt = [act.card for place, act in enumerate(round_.log) if place in hidden and isinstance(act, acts.Dealt)]
    drawn = rng.sample(sorted((pool + Counter(dealt)).elements(), key=str), len(dealt))
    if not dealt or drawn == dealt:
        return None
    exchanged = iter(drawn)
    again = Round(round_.playable, list(round_.table.seats))
    for place, act in enumerate(round_.log):
        try:
            again.answer(acts.Dealt(next(exchanged)) if place in hidden else act)
        except Refused:
            return None
    same = type(again.pending) is type(request) and again.pending is not None and again.pending.describe() == request.describe()
    return again if same else None


def unseen_places(round_: Round, seat: int) -> set[int]:
    """Which acts of the log dealt a card that the seat does not see."""
    game, sight, again = round_.playable, sight_of(round_, seat), Round(round_.playable, list(round_.table.seats))
    single = max(game.counts.values()) == 1
    found = set()
    for place, act in enumerate(round_.log):
        due = again.pending
        if isinstance(due, CardDue) and isinstance(act, acts.Dealt):
            if single:
                dark = act.card not in sight.known
            else:  # cards alike lie open elsewhere: go by where they lie
                dark = due.to == BURN or (due.to == DEALER and not any(round_.table.dealer.up[len(again.table.dealer) :][:1]))
            if dark:
                found.add(place)
        again.answer(act)
    return found


def test_a_split_hand_is_weighed_by_its_own_cards() -> None:
    game = ready("cincinnati/blackjack")
    round_ = Round(game, [1])
    round_.answer(acts.Done("shuffle"))
    round_.answer(acts.Wager(1, "blackjack", 1000))
    round_.answer(acts.NoMoreBets())
    for text in ("2c", "8s", "6d", "8h", "9d"):  # a card burned; the dealer shows a six
        round_.answer(acts.Dealt(card(text)))
    first = advise(round_)
    assert first is not None and first.best == "split"
    round_.answer(acts.Choice(1, "split"))
    round_.answer(acts.Dealt(card("3h")))
    second = advise(round_)
    assert second is not None and second.best == "double"
    round_.answer(acts.Choice(1, "double"))
    offered = advise(round_)
    assert offered is not None and offered.best == "double" and offered.choices[0].amount == 1000
    round_.answer(offered.act(round_.pending))  # type: ignore[arg-type]
    round_.answer(acts.Dealt(card("Td")))
    round_.answer(acts.Dealt(card("Tc")))
    third = advise(round_)
    assert third is not None and third.best == "stand" and sight_of(round_, 1).hand == tuple(cards("8h Tc"))


# The command line


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["croupier", "strategy", *words])
        patch.setenv("COLUMNS", "160")
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_the_command_answers_in_text_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capsys, "ny/three-card-poker")
    assert code == 0 and "Q-6-4 or better" in out
    code, out, _ = told(capsys, "ny/three-card-poker", "--hand", "Qs 6h 4d", "--json")
    found = json.loads(out)
    assert code == 0 and found["hand"] == ["Qs", "6h", "4d"]
    [advice] = found["advice"]
    assert advice["best"] == "play" and advice["exact"] and {entry["choice"] for entry in advice["choices"]} == {"play", "fold"}
    code, out, _ = told(capsys, "cincinnati/blackjack", "--set", "decks=1", "--set", "dealing=hand", "--json")
    assert code == 0 and {"title", "columns", "rows", "note"} == json.loads(out)["charts"][0].keys()
    code, out, _ = told(capsys, "cincinnati/craps")
    assert code == 0 and "nothing is decided" in out and "cost nothing" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ny/three-card-poker", "--hand", "Qs 6h"], "a hand has 3 cards"),
        (["ny/three-card-poker", "--hand", "Qs 6h 1d"], "is not a card"),
        (["ny/three-card-poker", "--hand", "Qs Qs 4d"], "named 2 times"),
        (["ny/three-card-poker", "--hand", "Qs 6h 4d 5c"], "asks nothing"),
        (["ny/three-card-poker", "--hand", "Qs 6h 4d", "--dealer", "Ts"], "the dealer shows no card"),
        (["cincinnati/blackjack", "--hand", "Ts 6h"], "the dealer shows 1 card"),
        (["cincinnati/blackjack", "--hand", "Ts Ah", "--dealer", "6d"], "asks nothing"),
        (["cincinnati/blackjack", "--dealer", "6d"], "go with --hand"),
        (["cincinnati/roulette", "--hand", "Ts"], "nothing is decided"),
        ([UTH, "--hand", "Ks 5h", "--community", "Kd"], "asks nothing"),
        (["ny/mississippi-stud", "--hand", "6s 6h", "--community", "7s", "--after", "raise"], "is not a choice"),
        (["ny/no-such-game"], "no"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    code, out, err = told(capsys, *words)
    assert code == 2 and not out and said in err and err.count("\n") == 1


def test_a_query_refuses_what_cannot_be() -> None:
    with pytest.raises(BadInput, match="the pack has 0"):
        ask(playable("ny/three-card-poker"), cards("Jo 6h 4d"))


@pytest.mark.slow
def test_before_the_flop_a_sweep_weighs_a_hand_as_it_is_weighed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints keep what the sweep of all boards found; by itself each hand takes a second or more."""
    game, odds = ready(UTH), odds_of("ultimate-texas-holdem")
    request = Decision(1, ("raise-4x", "raise-3x", "check"), clause="I.9")
    sights = [
        Sight(1, tuple(cards(hand)), stakes={"ante": 1500, "blind": 1500}) for hand in ("As Kd", "2c 7d", "9h 9s", "Ks 2s")
    ]
    one_raise._openings.clear()
    alone = [odds.weighed(game, sight, request) for sight in sights]
    one_raise.solve.cache_clear()
    odds.solved(game)
    monkeypatch.setattr(one_raise, "over_boards", None)  # nothing is counted any more
    assert [odds.weighed(game, sight, request) for sight in sights] == alone
