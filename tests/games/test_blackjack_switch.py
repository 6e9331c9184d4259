"""Blackjack switch: two hands, the switch and what it costs, the dealer's 22."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.errors import Refused

GAME = "ny/blackjack-switch"
TWO = {"blackjack-1": 1000, "blackjack-2": 1000}


def lines(cards: list[str], dealer: str, *decisions: str, draws: str = "", **more: Any) -> dict[str, tuple[str, int]]:
    """Outcome and net of each of a seat's wagers."""
    seat = {"wagers": more.pop("wagers", TWO), "cards": cards, "decisions": list(decisions)}
    written = {"game": GAME, "seats": {"1": seat}, "dealer": dealer, **({"draws": draws} if draws else {}), **more}
    return {line.wager: (line.outcome, line.net) for line in croupier.settle(written).lines}


@pytest.mark.clause(GAME, "5324.13(c)(1)(iii)", "5324.13(c)(3)")
def test_only_a_blackjack_that_was_not_switched_wins_against_twenty_two() -> None:
    kept = lines(["Ah Kd", "9c 9d"], "6c Tc", "stand", draws="6s")
    assert kept == {"blackjack-1": ("blackjack", 1000), "blackjack-2": ("push", 0)}
    switched = lines(["Ah 9d", "9c Kd"], "6c Tc", "switch", "stand", draws="6s")
    assert switched == {"blackjack-1": ("push", 0), "blackjack-2": ("push", 0)}


@pytest.mark.clause(GAME, "5324.13(c)(2)", "5324.13(c)(1)(iii)")
def test_a_switched_twenty_one_is_any_twenty_one() -> None:
    against_21 = lines(["Ah 9d", "9c Kd"], "6c Tc", "switch", "stand", draws="5s")
    assert against_21 == {"blackjack-1": ("push", 0), "blackjack-2": ("lose", -1000)}
    unswitched = lines(["Ah Kd", "9c 9d"], "6c Tc", "stand", draws="5s")
    assert unswitched["blackjack-1"] == ("blackjack", 1000)


@pytest.mark.clause(GAME, "5324.13(d)(7)", "5324.13(d)(7)(i)", "5324.13(d)(7)(ii)", "5324.13(d)(7)(iii)")
def test_a_switch_may_be_taken_back_and_there_is_one() -> None:
    back = lines(["Td 6h", "5c Ks"], "Tc 7c", "switch", "revoke", "stand", "stand")
    assert back == {"blackjack-1": ("lose", -1000), "blackjack-2": ("lose", -1000)}
    kept = lines(["Td 6h", "5c Ks"], "Tc 7c", "switch", "stand", "hit", draws="Qs")
    assert kept == {"blackjack-1": ("win", 1000), "blackjack-2": ("win", 1000)}
    with pytest.raises(Refused, match="switch"):
        lines(["Td 6h", "5c Ks"], "Tc 7c", "switch", "revoke", "switch", "stand", "stand")


@pytest.mark.clause(GAME, "5324.13(c)(1)")
@pytest.mark.parametrize("wagers", [{"blackjack-1": 1000}, {"blackjack-1": 1000, "blackjack-2": 1500}])
def test_the_two_wagers_are_equal(wagers: dict[str, int]) -> None:
    with pytest.raises(Refused) as refused:
        lines(["Td 6h", "5c Ks"], "Tc 7c", "stand", "stand", wagers=wagers)
    assert "5324.13(c)(1)" in str(refused.value)


@pytest.mark.clause(GAME, "5324.13(c)(2)(i)", "5324.13(d)(6)", "5324.13(d)(6)(i)", "5324.13(d)(6)(ii)")
@pytest.mark.parametrize("check", ["reader", "peek"])
def test_a_blackjack_ends_the_round_before_anybody_switches(check: str) -> None:
    house = {"options": {"hole-card-check": check}}
    found = lines(["Ah Kd", "9c 9d"], "Tc Ac", house_rules=house)
    assert found == {"blackjack-1": ("push", 0), "blackjack-2": ("lose", -1000)}
    insured = lines(["Ah 9d", "9c Kd"], "Ac Tc", wagers={**TWO, "insurance": 1000})
    assert insured == {"blackjack-1": ("lose", -1000), "blackjack-2": ("lose", -1000), "insurance": ("win", 2000)}


@pytest.mark.clause(GAME, "5324.13(d)(12)", "5324.13(c)(2)(i)")
def test_a_hole_card_that_comes_last_may_make_a_blackjack_of_a_doubled_hand() -> None:
    house = {"options": {"hole-card": "after-the-players"}}
    found = lines(["6h 5d", "Ah Kd"], "Tc Ac", "double", draws="Ts", house_rules=house)
    assert found == {"blackjack-1": ("lose", -1000), "blackjack-2": ("push", 0), "double-down": ("lose", -1000)}


@pytest.mark.clause(GAME, "5324.13(d)(8)", "5324.13(d)(10)")
def test_each_hand_is_split_and_doubled_by_itself() -> None:
    found = lines(["8h 8d", "9h 2d"], "Tc 7c", "keep", "split", "stand", "stand", "double", draws="Ts Kh Qd")
    assert found == {
        "blackjack-1": ("win", 1000),
        "blackjack-2": ("win", 1000),
        "split": ("win", 1000),
        "double-down": ("win", 1000),
    }
