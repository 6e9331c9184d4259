"""Prices: against published figures, against the reference table on small samples, and against counting done another way."""

from __future__ import annotations

import itertools
import json
import random
import tomllib
from collections import Counter
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from croupier.equipment.cards import Card, card, deck  # noqa: E402
from croupier.games.registry import playable  # noqa: E402
from croupier.hands.poker import best_five, three_card  # noqa: E402
from croupier.odds import store  # noqa: E402
from croupier.odds.analyze import analyze  # noqa: E402
from croupier.odds.price import Price  # noqa: E402

PUBLISHED: list[dict[str, Any]] = tomllib.loads((Path(__file__).parents[1] / "published.toml").read_text())["figure"]


def _each(named: Any) -> list[str]:
    return named if isinstance(named, list) else [named]


FIGURES = [{**f, "game": game, "wager": wager} for f in PUBLISHED for game in _each(f["game"]) for wager in _each(f["wager"])]


def _id(figure: dict[str, Any]) -> str:
    what = figure.get("note") or figure.get("outcome") or figure.get("measure") or ("of" if "of" in figure else "house_edge")
    return f"{figure['game']}-{figure['wager']}-{figure.get('paytable', '')}-{what}"


def _marks(figure: dict[str, Any]) -> list[Any]:
    return [pytest.mark.slow] if figure.get("slow") else []


def _chance(price: Price, outcome: str) -> Fraction:
    return Fraction(sum(row.weight for row in price.outcomes if row.outcome == outcome), price.weight)


def _found(price: Price, figure: dict[str, Any]) -> Fraction:
    if "with-odds" in figure:
        return dict(price.with_odds)[figure["with-odds"]]
    if "outcome" in figure:
        return _chance(price, figure["outcome"])
    if figure.get("measure") == "standard_deviation":
        return Fraction(float(price.variance) ** 0.5)
    found: Fraction = getattr(price, figure.get("measure", "house_edge"))
    return found


@pytest.mark.parametrize("figure", [pytest.param(f, id=_id(f), marks=_marks(f)) for f in FIGURES])
def test_published_figure(figure: dict[str, Any]) -> None:
    game = playable(figure["game"], {"options": figure.get("options", {})})
    price = next(analyze(game, figure["wager"], figure.get("paytable")))
    if "outcomes" in figure:
        counted = {outcome: Fraction(count, figure["of"]) for outcome, count in figure["outcomes"].items()}
        assert {outcome: _chance(price, outcome) for outcome in counted} == counted, figure["source"]
        return
    ours, published = _found(price, figure), Decimal(figure.get("value") or figure["edge"])
    scaled = Decimal(ours.numerator) / Decimal(ours.denominator) * (1 if "value" in figure else 100)
    assert published == scaled.quantize(published, ROUND_HALF_UP), f"{figure['source']}: {float(scaled):.6f}"
    if "exact" in figure:
        numerator, denominator = map(int, figure["exact"].split("/"))
        assert ours == Fraction(numerator, denominator)


def number(face: Any) -> int:
    return 4 * (face.rank - 2) + "cdhs".index(face.suit)


def test_the_kernel_ranks_hands_as_the_table_does() -> None:
    from croupier.odds.kernels.classes import values
    from croupier.odds.kernels.evaluate import evaluate_many

    rng, pack, known = random.Random(5), deck(), values()
    for size in (5, 6, 7):
        hands = [rng.sample(pack, size) for _ in range(4000)]
        rows = np.array([[number(face) for face in hand] for hand in hands], np.int64)
        for hand, place in zip(hands, evaluate_many(rows), strict=True):
            assert known[place] == best_five(hand), hand


def test_every_flush_and_straight_flush_is_ranked_right() -> None:
    from croupier.odds.kernels.classes import values
    from croupier.odds.kernels.evaluate import evaluate_many

    suited = [face for face in deck() if face.suit == "h"]
    hands = [list(hand) for size in (5, 6, 7) for hand in itertools.combinations(suited, size)]
    for size in (5, 6, 7):
        chosen = [hand for hand in hands if len(hand) == size]
        rows = np.array([[number(face) for face in hand] for hand in chosen], np.int64)
        for hand, place in zip(chosen, evaluate_many(rows), strict=True):
            assert values()[place] == best_five(hand)


SEVEN = {
    "royal-flush": 4324, "straight-flush": 37260, "four-of-a-kind": 224848, "full-house": 3473184, "flush": 4047644, "straight": 6180020,
    "three-of-a-kind": 6461620, "two-pair": 31433400, "pair": 58627800, "high-card": 23294460,
}  # fmt: skip
FIVE = {
    "royal-flush": 4, "straight-flush": 36, "four-of-a-kind": 624, "full-house": 3744, "flush": 5108, "straight": 10200,
    "three-of-a-kind": 54912, "two-pair": 123552, "pair": 1098240, "high-card": 1302540,
}  # fmt: skip


@pytest.mark.parametrize(("cards", "known"), [(5, FIVE), (7, SEVEN)])
def test_all_hands_by_category(cards: int, known: dict[str, int]) -> None:
    from croupier.odds.kernels.classes import by_class, count

    counts: Counter[str] = Counter()
    for value, weight in by_class(count(cards)):
        counts[value.category] += weight
    assert counts == known


def test_hands_counted_by_their_ranks_are_the_hands_dealt_one_by_one() -> None:
    from croupier.odds.kernels.classes import count
    from croupier.odds.kernels.evaluate import count_seven, evaluate_many

    assert (count(7) == count_seven()).all()
    fives = np.array(list(itertools.combinations(range(52), 5)), np.uint8)
    assert (count(5) == np.bincount(evaluate_many(fives), minlength=len(count(5)))).all()
    assert count(6).sum() == 20_358_520


def _sample_boards(size: int, number: int) -> list[list[int]]:
    """Random sets of cards in descending order, every other one with three cards of a suit at least."""
    rng = random.Random(size)
    found = []
    while len(found) < number:
        cards = sorted(rng.sample(range(52), size), reverse=True)
        if len(found) % 2 == 0 or max(Counter(card & 3 for card in cards).values()) >= 3:
            found.append(cards)
    return found


@pytest.mark.slow
def test_hole_cards_by_kind_fare_as_pair_against_pair_on_each_board() -> None:
    from croupier.odds.kernels.evaluate import evaluate_many
    from croupier.odds.kernels.kinds import FACE, KIND, KINDS, flush_suit, rank_kinds

    values, tally = np.zeros(KINDS, np.int64), np.zeros((KINDS, 5), np.int64)
    threshold = 1278
    for board in _sample_boards(5, 40):
        suit = flush_suit(np.array(board))
        rank_kinds(np.array(board), suit, threshold, values, tally)
        pairs = np.array(list(itertools.combinations([card for card in range(52) if card not in board], 2)))
        worth = evaluate_many(np.hstack([pairs, np.tile(board, (1081, 1))])).astype(np.int64)
        apart = (pairs[:, None, :, None] != pairs[None, :, None, :]).all(axis=(2, 3))
        below, above = worth[None] < worth[:, None], worth[None] > worth[:, None]
        qualified = worth[None] >= threshold
        cases = (below, ~below & ~above, above, below & qualified, above & qualified)
        found = np.stack([(apart & case).sum(axis=1) for case in cases], axis=1)
        kinds = KIND[FACE[suit, pairs[:, 0]], FACE[suit, pairs[:, 1]]]
        assert (values[kinds] == worth).all() and (tally[kinds] == found).all(), board


@pytest.mark.slow
def test_sums_over_rivers_are_sums_over_each_river() -> None:
    from croupier.odds.kernels.kinds import CLASSES, COLUMNS, FACE, KIND, KINDS, class_of, flush_suit, over_rivers

    rng = np.random.default_rng(4)
    worth = rng.integers(-1000, 1000, (CLASSES, KINDS, COLUMNS), dtype=np.int32)
    pairs, sums = np.zeros(1128, np.int64), np.zeros((1128, COLUMNS), np.int64)
    for turn in _sample_boards(4, 20):
        over_rivers(np.array(turn), worth, pairs, sums)
        places = {int(pair): place for place, pair in enumerate(pairs)}
        found = np.zeros_like(sums)
        for river in set(range(52)) - set(turn):
            board = np.array(sorted([*turn, river], reverse=True))
            suit = flush_suit(board)
            for low, high in itertools.combinations(sorted(set(range(52)) - set(board.tolist())), 2):
                kind = KIND[FACE[suit, high], FACE[suit, low]]
                found[places[high * (high - 1) // 2 + low]] += worth[class_of(board, suit), kind]
        assert (sums == found).all(), turn


def _ranks_by_suit(hand: Sequence[Card]) -> list[list[int]]:
    return sorted(sorted(face.rank for face in hand if face.suit == suit) for suit in "cdhs")


@pytest.mark.parametrize("text", ["Qd 7c 2h", "9c 9d Jh", "Jc Tc 5d", "As Ks Qs", "Ah 5h 2h"])
def test_three_card_poker_hands_meet_every_dealer_hand_once(text: str) -> None:
    from croupier.odds.kernels.three_cards import hands, tally

    hand, pack = [card(word) for word in text.split()], tuple(deck())
    dealers = [three_card(other) for other in itertools.combinations([face for face in deck() if face not in hand], 3)]
    known = hands(pack)
    queen = next(level for level, value in enumerate(known.values) if value.ranks[0] == 12)
    row = next(
        number
        for number, places in enumerate(known.places[known.first].tolist())
        if _ranks_by_suit([pack[place] for place in places]) == _ranks_by_suit(hand)
    )
    mine = three_card(hand)
    assert known.values[known.levels[row]] == mine and sum(known.weights) == 22_100
    below = sum(theirs < known.values[queen] for theirs in dealers)
    due = [sum(theirs < mine for theirs in dealers), sum(theirs == mine for theirs in dealers), below]
    assert tally(pack, (queen,))[row, 0].tolist() == due


def test_prices_agree_with_the_reference_table() -> None:
    """Seeded rounds at the real table, wager by wager, within four standard errors of the exact price."""
    from croupier.equipment.randomness import Seeded
    from croupier.table.drivers import Chance, Players, run
    from croupier.table.requests import Decision
    from croupier.table.round import Round

    def queen_six_four(round_: Round, request: Decision) -> str:
        hand = three_card(round_.table.seats[request.seat].hand)
        return "play" if hand.order > 0 or hand.ranks >= (12, 6, 4) else "fold"

    game = playable("cleveland/three-card-poker")
    exact = {price.wager: price for price in analyze(game)}
    rounds, chance = 20_000, Chance(Seeded(2026))
    totals: Counter[str] = Counter()
    wagers = {1: {"ante": 100, "pair-plus": 100, "six-card-bonus": 100}}
    for _ in range(rounds):
        round_ = run(Round(game, [1]), chance, Players(wagers, queen_six_four))
        for line in round_.lines:
            name = "ante" if line.wager in ("ante", "play", "ante-bonus") else line.wager
            totals[name] += line.net
    for wager in ("ante", "six-card-bonus"):
        price = exact[wager]
        error = (float(price.variance) / rounds) ** 0.5
        assert abs(totals[wager] / rounds / 100 - float(price.expected)) < 4 * error, wager


def test_a_price_is_a_distribution() -> None:
    for price in analyze(playable("ny/three-card-poker")):
        shown = price.as_json()
        assert sum(outcome["probability"] for outcome in shown["outcomes"]) == pytest.approx(1)
        assert shown["house_edge"] == pytest.approx(-sum(o["probability"] * o["pays"] for o in shown["outcomes"]))
        assert all(isinstance(outcome["weight"], int) for outcome in shown["outcomes"])


def test_the_store_answers_what_was_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    game = playable("ny/big-six", {"options": {"seats": 4}})
    assert store.stored(game) is None
    fresh = list(store.prices(game))
    kept = store.stored(game)
    assert kept == fresh
    assert store.stored(playable("ny/big-six", {"options": {"seats": 3}})) is None, "another house is another question"
    next(tmp_path.rglob("*.json")).write_text("{broken")
    assert store.stored(game) is None and list(store.prices(game)) == fresh
    assert json.loads(next(tmp_path.rglob("*.json")).read_text())
    assert [price.house_edge for price in store.prices(game, recompute=True)] == [price.house_edge for price in fresh]


def test_a_price_can_be_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    from croupier.odds.plots import draw

    price = next(analyze(playable("ny/three-card-poker"), "ante"))
    draw(price, tmp_path / "ante.png", title="ante")
    assert (tmp_path / "ante.png").read_bytes().startswith(b"\x89PNG")
