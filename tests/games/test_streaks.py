"""Streak wagers at a table: stakes that stand over rounds, the lammer, and what ends them."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from croupier.equipment.cards import cards
from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.requests import CardDue, DealerAct, Decision, Offer, Wagering
from croupier.table.round import Round
from croupier.table.session import Session, ready, replay_session
from croupier.table.session_acts import Left

GAME = "ny/blackjack"
WIN, LOSE, PUSH = "Kh 9c Th 8d", "Kh Tc 7h 9d", "Kh Tc Th Td"
"""First card of the seat, the dealer's, the second, the hole card; burned cards come first where one is due."""


def play(session: Session, fall: str, wagers: dict[str, int], says: Sequence[str] = ("stand",)) -> Round:
    """One round of seat 1, its cards in the order they fall."""
    round_, falling, words, betting = session.start([1]), iter(cards(fall)), iter(says), list(wagers.items())
    while (request := round_.pending) is not None:
        if isinstance(request, Wagering):
            round_.answer(acts.Wager(1, *betting.pop(0)) if betting else acts.NoMoreBets())
        elif isinstance(request, CardDue):
            round_.answer(acts.Dealt(cards("2c")[0] if request.to == "burn" else next(falling)))
        elif isinstance(request, Decision):
            round_.answer(acts.Choice(1, next(words)))
        elif isinstance(request, Offer):
            round_.answer(acts.Wager(1, request.spot, 0))
        else:
            assert isinstance(request, DealerAct)
            round_.answer(acts.Done(request.act))
    session.finish(round_)
    session.do_own_steps()
    return round_


def streaks(round_: Round) -> dict[str, tuple[str, int]]:
    return {line.wager: (line.outcome, line.won) for line in round_.lines if line.wager.startswith("streak")}


@pytest.mark.clause("ny/blackjack", "5324.11(m)(5)(i)", "5324.11(m)(5)(ii)", "5324.11(m)(8)", "5324.11(m)(10)(iii)")
def test_a_streak_is_paid_by_the_hand_that_completes_it_and_a_push_changes_nothing() -> None:
    session = ready(playable(GAME))
    first = play(session, WIN, {"blackjack": 1000, "streak-2": 500, "streak-3": 200})
    assert streaks(first) == {} and session.carried.stakes == {1: {"streak-2": 500, "streak-3": 200}}
    pushed = play(session, PUSH, {"blackjack": 1000})
    assert streaks(pushed) == {} and session.carried.streaks == {1: 1}
    second = play(session, WIN, {"blackjack": 1000})
    assert streaks(second) == {"streak-2": ("win", 1500)} and session.carried.stakes == {1: {"streak-3": 200}}
    third = play(session, WIN, {"blackjack": 1000})
    assert streaks(third) == {"streak-3": ("win", 1400)} and not session.carried.stakes and not session.carried.streaks
    again = replay_session(playable(GAME), json.loads(json.dumps(session.written())))
    assert again.carried.as_json() == session.carried.as_json()


@pytest.mark.clause("ny/blackjack", "5324.11(m)(6)", "5324.11(m)(10)(i)", "5324.11(m)(10)(ii)")
def test_a_lost_hand_loses_every_streak_and_no_other_is_made_before_all_are_decided() -> None:
    session = ready(playable(GAME))
    play(session, WIN, {"blackjack": 1000, "streak-5": 500})
    round_ = session.start([1])
    with pytest.raises(Refused, match="until those that stand are decided"):
        round_.answer(acts.Wager(1, "streak-2", 500))
    with pytest.raises(Refused, match="stands until it is decided"):
        round_.answer(acts.Wager(1, "streak-5", 0))
    assert not any(entry.get("spot", "").startswith("streak") for entry in round_.legal())
    fresh = ready(playable(GAME))
    lost = play(fresh, LOSE, {"blackjack": 1000, "streak-2": 500, "streak-5": 200})
    assert streaks(lost) == {"streak-2": ("lose", 0), "streak-5": ("lose", 0)} and not fresh.carried.stakes


@pytest.mark.clause("ny/blackjack", "5324.11(m)(9)")
@pytest.mark.parametrize(
    ("drawn", "becomes"),
    [("Kd Kd", {}), ("Kc 5c Td", {}), ("5c 5c Kc 5d", {"streak-2": ("lose", 0)})],
    ids=["both won", "one won, one lost", "both lost"],
)
def test_a_split_box_counts_by_its_majority(drawn: str, becomes: dict[str, tuple[str, int]]) -> None:
    session = ready(playable(GAME))
    says = {"Kd Kd": ("split", "stand", "stand"), "Kc 5c Td": ("split", "stand", "hit"), "5c 5c Kc 5d": ("split", "hit", "hit")}
    fall = {"5c 5c Kc 5d": "8h 9c 8d 8s 5c Tc 5d Kc"}.get(drawn, f"8h 7c 8d Ts {drawn}")
    round_ = play(session, fall, {"blackjack": 1000, "streak-2": 500}, says[drawn])
    assert streaks(round_) == becomes
    assert session.carried.streaks == ({1: 1} if drawn == "Kd Kd" else {})


@pytest.mark.clause("ny/blackjack", "5324.11(m)(7)")
def test_whoever_does_not_play_on_or_leaves_has_lost_the_streak() -> None:
    session = ready(playable(GAME))
    play(session, WIN, {"blackjack": 1000, "streak-2": 500})
    session.answer(Left(1))
    after = play(session, WIN, {"blackjack": 1000})
    assert streaks(after) == {"streak-2": ("lose", 0)} and not session.carried.stakes
