"""What a shape cannot take is refused with the game, the rule and its clause, wherever the shape finds it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from croupier.errors import NotPriced
from croupier.games.registry import playable
from croupier.odds.kernels.draws import FOLD
from croupier.odds.shapes import draws, five_and_one_simulation, odds_of, shoe_simulation, shoe_terms
from croupier.odds.shapes.draws_plan import Found, made
from croupier.odds.shapes.five_and_one_best import by_best_five
from croupier.odds.shapes.shoe_plan import solve
from croupier.odds.shapes.wild_five import WildFive
from croupier.odds.simulate import simulations, without_a_place
from croupier.table.playable import Playable

DEALT_FROM_THE_HAND = {"decks": 2, "dealing": "hand"}


def told(refused: pytest.ExceptionInfo[NotPriced], name: str, what: str, *clauses: str) -> bool:
    """Does a refusal name the game, then what, then the clauses?"""
    text = str(refused.value)
    return text.startswith(f"{name}: ") and what in text and text.endswith(f"({', '.join(clauses)})")


@pytest.mark.parametrize(
    ("name", "house", "what", "clauses"),
    [
        ("ny/blackjack", DEALT_FROM_THE_HAND, "doubles that are rescued", ["5324.11(a)(5)(vii)"]),
        ("ny/blackjack", {"posted-blackjack": "As Js"}, "some are paid better", ["5324.11(b)(4)(iii)"]),
        ("ny/spanish-21", {"hole-card": "after-the-players"}, "comes after the players", ["5324.12(c)(4)", "5324.12(c)(7)"]),
    ],
)
def test_blackjack_that_no_kernel_plays_cites_its_own_rule(
    name: str, house: dict[str, Any], what: str, clauses: list[str]
) -> None:
    with pytest.raises(NotPriced) as refused:
        simulations(playable(name, {"options": house}))
    assert told(refused, name, what, *clauses)


def test_the_game_that_is_named_is_the_one_asked_about() -> None:
    """Rules alike are solved once, and each refusal is the asker's."""
    for name in ("cleveland/blackjack", "cincinnati/blackjack"):
        game = playable(name)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shoe_simulation, "MOST", 1)
            with pytest.raises(NotPriced) as refused:
                simulations(game)
        assert told(refused, name, "a pair that becomes 4 hands", game.terms.clause_of("most-hands"))


def test_split_hands_without_a_common_step_cite_splitting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shoe_terms, "MOST_STEPS", 1)
    game = playable("ny/blackjack")
    with pytest.raises(NotPriced) as refused:
        _ = shoe_terms.terms_of(game, stake=700).steps
    assert told(refused, "ny/blackjack", "split hands that net [", game.terms.wagers["split"].clause)


def test_tens_worth_a_split_among_tens_of_one_rank_cite_the_pair() -> None:
    """A house of nothing but tens and fives: two tens are split against a five."""
    game = playable("cincinnati/blackjack", {"options": {"decks": 8}})
    rules = replace(game, rules=game.rules.model_copy(update={"split_on": "equal-rank"}))
    shoe = (0, 0, 0, 0, 40, 60, 0, 0, 0, 400)
    with pytest.raises(NotPriced) as refused:
        solve(shoe_terms.terms_of(rules, shoe))
    assert told(refused, "cincinnati/blackjack", "tens that are worth a split", game.terms.clause_of("split-on"))


def test_a_second_wager_that_changes_what_split_hands_net_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = playable("pa/double-attack-blackjack")
    attack = shoe_simulation.attack_of

    def other(*asked: Any, **named: Any) -> Any:
        found = attack(*asked, **named)
        assert found is not None
        terms = replace(found.attacked.terms)
        terms.__dict__["steps"] = terms.steps._replace(nets=terms.steps.nets + 1)
        return replace(found, attacked=replace(found.attacked, terms=terms))

    monkeypatch.setattr(shoe_simulation, "attack_of", other)
    with pytest.raises(NotPriced) as refused:
        simulations(game)
    assert told(refused, "pa/double-attack-blackjack", "second wager", game.terms.clause_of("double-attack"))


def test_wild_cards_and_a_dealer_who_must_qualify_are_refused() -> None:
    with pytest.raises(NotPriced) as refused:
        WildFive().contest(playable("ny/three-card-poker"), (3,))
    clause = playable("ny/three-card-poker").terms.clause_of("qualifying-rank")
    assert told(refused, "ny/three-card-poker", "does not qualify", clause)


# Lunar Poker

LUNAR = "pa/lunar-poker"


@pytest.fixture
def lunar() -> Playable:
    return playable(LUNAR)


@pytest.mark.slow
def test_a_hand_that_is_paid_at_once_and_worth_more_otherwise_is_refused(lunar: Playable) -> None:
    """The best play is asked for with the least that such a hand could be paid."""
    shape = odds_of("lunar-poker")
    terms = shape.terms(lunar)
    with pytest.raises(NotPriced) as refused:
        shape._counted(lunar, terms, dict.fromkeys(terms.declared, int(terms.nets[0, FOLD])))
    assert told(refused, LUNAR, "worth more otherwise", lunar.terms.chosen["instant-payout"].clause)


def test_its_kernel_refuses_it_too(lunar: Playable, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.odds.shapes import draws_simulation

    class Kept:
        otherwise = np.array([5 * draws.CASES], np.int64)

    monkeypatch.setattr(draws_simulation, "kept", lambda key: Kept)
    shape = odds_of("lunar-poker")
    with pytest.raises(NotPriced) as refused:
        draws_simulation.plan_of(shape, lunar, shape.terms(lunar), {3: 5})
    assert told(refused, LUNAR, "worth more otherwise", lunar.terms.chosen["instant-payout"].clause)


def test_six_cards_that_are_bet_on_by_more_than_a_kernel_knows_cite_the_purchase(lunar: Playable) -> None:
    """A play at random is by more than ranks and classes."""
    from croupier.odds.kernels.five_cards import ordered
    from croupier.odds.kernels.six_sweep import six

    rng = np.random.default_rng(1)
    fives, sixes = len(ordered().cards), len(six().cards)
    words = [rng.integers(0, 1 << 46, size, np.uint64) for size in (fives, fives, sixes, sixes)]
    found = Found(words[0], words[1] & ~words[0], words[2], words[2] & words[3], np.zeros(0, np.int64))
    with pytest.raises(NotPriced) as refused:
        made(found, (), lunar)
    assert told(refused, LUNAR, "six cards", lunar.terms.clause_of("options-fee"))


# Six-card pai gow poker


def test_more_wagers_on_six_cards_than_the_kernel_has_a_place_for_are_played_at_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(five_and_one_simulation, "MOST_LOOKS", 0)
    game = playable("pa/six-card-pai-gow-poker")
    (run,) = simulations(game)
    beside = [wager for wager in game.looks if game.terms.wagers[wager].meter is None]
    assert beside and without_a_place(game, [run]) == beside


def test_six_cards_that_are_not_settled_by_their_best_five_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = playable("pa/six-card-pai-gow-poker")
    wager = next(wager for wager in game.looks if game.terms.wagers[wager].meter is None)
    every = [hand for hand, _ in by_best_five()]
    monkeypatch.setattr(five_and_one_simulation, "by_best_five", lambda: [(hand, 1) for hand in (every[0], every[-1])])
    last = five_and_one_simulation._kind(every[0])
    monkeypatch.setattr(five_and_one_simulation, "_kind", lambda hand: last)
    with pytest.raises(NotPriced) as refused:
        simulations(game)
    assert told(refused, "pa/six-card-pai-gow-poker", "as others of its kind", game.terms.chosen[wager].clause)
