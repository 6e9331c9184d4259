"""What a table does that no analysis counts is refused, and said so; or played at the real table, where a kernel would count it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from croupier.equipment.cards import JOKER, Card, cards
from croupier.errors import BadInput, NotPriced, RulebookError
from croupier.games.blackjack import _hands
from croupier.games.house_poker import caribbean_stud, dj_wild_stud, texas_holdem_bonus, three_card_poker
from croupier.games.registry import playable, prepare
from croupier.games.war import casino_war
from croupier.hands.blackjack import points
from croupier.hands.looks import LOOKS
from croupier.hands.poker import Value, best_five, three_card
from croupier.hands.wild import five_with_wilds
from croupier.odds.advice import strategy
from croupier.odds.analyze import analyze
from croupier.odds.as_dealt import face_up_at_first
from croupier.odds.shapes import odds_of
from croupier.odds.shapes.shoe_terms import terms_of
from croupier.odds.simulate import has_kernel, simulate
from croupier.rules.model import DealStep
from croupier.table.felt import Felt, Seat
from croupier.table.playable import Playable
from tests.support.driving import GAMES, listed


def first(game: Playable) -> Any:
    return next(iter(analyze(game)))


# Cards face up


@pytest.mark.parametrize("name", GAMES)
def test_what_lies_face_up_is_what_the_shape_counts_on(name: str) -> None:
    """Under every dealing method of every game."""
    game = listed(name)
    odds, seen = odds_of(game.terms.file.procedure), face_up_at_first(game)
    assert odds is not None and (seen is None or seen == odds.face_up(game))


def dealt(game: Playable, *opening: dict[str, Any]) -> Playable:
    """The same game whose cards come out in other steps, whatever the dealing method."""
    steps = tuple(DealStep.model_validate(step) for step in opening)
    methods = {name: method.model_copy(update={"opening": steps}) for name, method in game.terms.file.deal.items()}
    file = game.terms.file.model_copy(update={"deal": methods})
    return replace(game, terms=replace(game.terms, file=file))


def up(to: str, cards: int = 1) -> dict[str, Any]:
    return {"to": to, "cards": cards, "face": "up"}


def down(*to: str, cards: int = 1, times: int = 1) -> dict[str, Any]:
    return {"to": list(to), "cards": cards, "times": times}


SHOWN = {
    "cincinnati/three-card-poker": (down("players", "dealer", times=2), down("players"), up("dealer")),
    "cincinnati/dj-wild-stud": (down("players", "dealer", times=4), down("players"), up("dealer")),
    "cincinnati/ultimate-texas-holdem": (down("players", times=2), down("dealer"), up("dealer")),
    "cincinnati/let-it-ride": (down("players", times=3), up("community", 2)),
    "cincinnati/blackjack": (up("players"), up("dealer"), up("players"), up("dealer")),
}


@pytest.mark.parametrize("name", SHOWN)
def test_cards_that_lie_face_up_where_none_are_counted_on_are_refused(name: str) -> None:
    game = dealt(playable(name), *SHOWN[name])
    for ask in (first, strategy, has_kernel, lambda game: simulate(game, 100, 1)):
        with pytest.raises(NotPriced, match=r"face up before the first decision.*\("):
            ask(game)


# Another pack


def less(*ranks: int) -> Callable[[Card], bool]:
    return lambda face: face.rank not in ranks


PACKS = {
    "cincinnati/mini-baccarat": less(2, 3, 4, 5),
    "cincinnati/commission-free-baccarat": lambda face: face.suit != "s",
    "cincinnati/mississippi-stud": less(10),
    "pa/flop-poker": less(10),
}


@pytest.mark.parametrize("name", PACKS)
def test_another_pack_is_dealt_by_no_kernel(name: str) -> None:
    game = playable(name)
    assert has_kernel(game)
    assert not has_kernel(replace(game, pack=tuple(filter(PACKS[name], game.pack))))


@pytest.mark.parametrize("name", ["ny/let-it-ride", "ny/casino-war", "cincinnati/three-card-poker", "cincinnati/mini-baccarat"])
def test_a_joker_that_the_rules_do_not_have_is_refused(name: str) -> None:
    game = playable(name)
    game = replace(game, pack=(*game.pack, JOKER))
    for ask in (first, strategy, has_kernel):
        with pytest.raises(NotPriced, match="joker"):
            ask(game)


# Rules inside a cell


def by_kickers_no_more(value: Value) -> Value:
    """Pairs of one rank are equal."""
    return value._replace(ranks=value.ranks[:1]) if value.category == "pair" else value


def change_places(straight: Value, flush: Value) -> Callable[[Value], Value]:
    """Straights and flushes, each ranked in the other's place."""
    swapped = {straight.category: flush.order, flush.category: straight.order}
    return lambda value: value._replace(order=swapped.get(value.category, value.order))


THREE = change_places(three_card(cards("9c 8d 7h")), three_card(cards("9c 8c 2c")))
FIVE = change_places(best_five(cards("9c 8d 7h 6c 5c")), best_five(cards("9c 8c 7c 6c 3c")))
WILD = change_places(five_with_wilds(cards("9c 8d 7h 6c 5c")), five_with_wilds(cards("9c 8c 7c 6c 3c")))


RANKED: dict[str, tuple[Any, str, str, Callable[[Value], Value]]] = {
    "flush over straight": (three_card_poker, "three_card", "ny/three-card-poker", THREE),
    "no kickers": (three_card_poker, "three_card", "ny/three-card-poker", by_kickers_no_more),
    "straight over flush": (caribbean_stud, "best_five", "ny/caribbean-stud", FIVE),
    "wild": (dj_wild_stud, "five_with_wilds", "cincinnati/dj-wild-stud", WILD),
    "board": (texas_holdem_bonus, "best_five", "ny/texas-holdem-bonus", by_kickers_no_more),
}


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[pytest.mark.slow] * (case in ("straight over flush", "wild", "board"))) for case in RANKED],
)
def test_hands_ranked_otherwise_inside_a_cell_are_refused(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, ranking, name, changed = RANKED[case]
    ranked = getattr(module, ranking)
    monkeypatch.setattr(module, ranking, lambda *hand: changed(ranked(*hand)))
    with pytest.raises(NotPriced, match=rf"{name}: .*\("):
        next(iter(analyze(playable(name), "ante")))


ROW_FOR = Felt.row_for


@pytest.mark.parametrize(
    ("name", "category", "rank"), [("cincinnati/mississippi-stud", "three-of-a-kind", 12), ("pa/flop-poker", "pair", 12)]
)
def test_a_rank_that_earns_no_row_is_refused(name: str, category: str, rank: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def earns_nothing(self: Felt, wager: str, value: Value, *cards: Any) -> Any:
        return None if (value.category, value.ranks[0]) == (category, rank) else ROW_FOR(self, wager, value, *cards)

    monkeypatch.setattr(Felt, "row_for", earns_nothing)
    with pytest.raises(NotPriced, match=r"hands of its row.*\("):
        first(playable(name))


def test_a_war_in_which_ten_ties_nine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    stands = casino_war.stands

    def ten_ties_nine(table: Any, seat: Any) -> Any:
        ranks = {seat.hand[-1].rank, table.dealer[-1].rank}
        return casino_war.TIE if len(seat.hand) == 2 and ranks == {9, 10} else stands(table, seat)

    monkeypatch.setattr(casino_war, "stands", ten_ties_nine)
    with pytest.raises(NotPriced, match=r"ny/casino-war: .*\("):
        first(playable("ny/casino-war"))


def test_one_number_that_pushes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = Felt.settle

    def seventeen_pushes(self: Felt, seat: Seat, wager: str, outcome: str, **ends: Any) -> None:
        if (wager, outcome) == ("straight-up-17", "win"):
            outcome, ends["won"] = "push", 0
        settle(self, seat, wager, outcome, **ends)

    monkeypatch.setattr(Felt, "settle", seventeen_pushes)
    with pytest.raises(NotPriced, match=r"straight-up.*do not win alike.*\("):
        list(analyze(playable("ny/roulette"), "straight-up"))


# Blackjack hands of more cards than are asked about


QUESTIONS = _hands.BlackjackQuestions
MAY_DOUBLE, MAY_SURRENDER, CHOICES = QUESTIONS.may_double, QUESTIONS.may_surrender, QUESTIONS.choices
STANDS, AGAINST_DEALER = _hands.dealer_stands, _hands.settle_against_dealer


def five_card_charlie(table: Any, rules: Any, hand: Any) -> Any:
    if hand.live and not hand.given_up and len(hand.cards) >= 5 and hand.total <= 21:
        hand.cards.turn_up()
        return _hands.pay_hand(table, hand, case=_hands.HIGHER)
    return AGAINST_DEALER(table, rules, hand)


def four_cards_lose_ties(table: Any, rules: Any, hand: Any) -> Any:
    if hand.live and not hand.given_up and len(hand.cards) > 3 and hand.total == points(table.dealer).total:
        hand.cards.turn_up()
        return _hands.collect_hand(table, hand, case=_hands.EQUAL, because=rules.equal_totals)
    return AGAINST_DEALER(table, rules, hand)


CHANGED: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "dealer stands on five cards": (_hands, "dealer_stands", lambda t, rules: STANDS(t, rules) or len(t.dealer) >= 5),
    "five-card Charlie": (_hands, "settle_against_dealer", five_card_charlie),
    "four cards lose ties": (_hands, "settle_against_dealer", four_cards_lose_ties),
    "no fourth card": (
        QUESTIONS,
        "choices",
        lambda self, hand: [word for word in CHOICES(self, hand) if word != _hands.HIT or len(hand.cards) < 3],
    ),
    "doubles on four cards": (QUESTIONS, "may_double", lambda self, hand: len(hand.cards) == 4 or MAY_DOUBLE(self, hand)),
    "surrenders on 16 alone": (
        QUESTIONS,
        "may_surrender",
        lambda self, hand: MAY_SURRENDER(self, hand) and hand.total == 16,
    ),
}


@pytest.mark.parametrize("case", CHANGED)
def test_blackjack_hands_that_are_treated_otherwise_by_their_cards_are_refused(
    case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder, name, changed = CHANGED[case]
    name_of_game = "ny/blackjack" if "surrender" in case else "cincinnati/blackjack"
    game = playable(name_of_game, {"options": {"surrender": "first-decision-waiting"}} if "surrender" in case else None)
    holders = [holder, *(m for n, m in sys.modules.items() if n.startswith("croupier.games.blackjack") and name in vars(m))]
    for one in holders:
        monkeypatch.setattr(one, name, changed)
    with pytest.raises(NotPriced, match=rf"{name_of_game}: .*\("):
        first(game)


# What a kernel looks at

LOOKED_AT = [
    ("ny/let-it-ride", "three-card-bonus", "own-two"),
    ("cincinnati/mississippi-stud", "three-card-bonus", "own-two"),
    ("ny/pai-gow-poker", "pai-gow-insurance", "own-six-with-joker"),
    *(
        pytest.param(name, wager, look, marks=pytest.mark.slow)
        for name, wager in (
            ("ny/let-it-ride", "let-it-ride-bonus"),
            ("pa/raise-it-up-stud", "six-card-bonus"),
            ("pa/raise-it-up-stud", "pair-plus"),
            ("pa/flop-poker", "three-card-bonus"),
            ("ny/criss-cross-poker", "five-card-bonus"),
            ("cincinnati/ultimate-texas-holdem", "trips"),
            ("ny/asia-poker", "asia-poker-bonus"),
            ("cincinnati/pai-gow-poker", "fortune-bonus"),
            ("pa/six-card-pai-gow-poker", "fortune-bonus"),
        )
        for look in LOOKS
    ),
]
ROUNDS = 3_000
FEWER = {"pa/six-card-pai-gow-poker": 300}  # each of them is set anew: a tenth of a second


@pytest.mark.parametrize(("name", "wager", "look"), LOOKED_AT)
def test_a_wager_that_looks_at_other_cards_is_simulated_by_them_or_refused(name: str, wager: str, look: str) -> None:
    """Within five standard errors of the exact price, the note of a round at the table where a kernel has no place for it."""
    game = looking(playable(name), wager, look)
    if game is None:
        pytest.skip("not offered here, or no look of this game's cards")
    try:
        exact = next(iter(analyze(game, wager)))
    except (NotPriced, BadInput):
        return
    found = [
        price
        for price in simulate(game, FEWER.get(name, ROUNDS), 7)
        if price.wager == exact.wager and price.paytable == exact.paytable
    ]
    for price in found:
        gap = abs(float(price.house_edge - exact.house_edge))
        assert gap <= 5 * max(price.standard_error, _rare(exact, price.rounds)), (
            float(price.house_edge),
            float(exact.house_edge),
        )


def _rare(exact: Any, rounds: int) -> float:
    """The error that so many rounds really have: few of them do not show what is rare, and think themselves sure."""
    return float((exact.variance / rounds) ** 0.5)


def looking(game: Playable, wager: str, look: str) -> Playable | None:
    """The same game with a wager that looks at other cards; None where that cannot be loaded."""
    terms = game.terms
    if wager not in terms.wagers:
        return None
    wagers = {**terms.wagers, wager: replace(terms.wagers[wager], looks_at=look)}
    printed = {**terms.file.wagers, wager: terms.file.wagers[wager].model_copy(update={"looks_at": look})}
    try:
        return prepare(replace(terms, wagers=wagers, file=terms.file.model_copy(update={"wagers": printed})))
    except RulebookError:
        return None


@pytest.mark.parametrize("name", [name for name in GAMES if "jack" in name or "spanish" in name])
def test_every_blackjack_game_as_it_is_passes(name: str) -> None:
    assert terms_of(listed(name))
