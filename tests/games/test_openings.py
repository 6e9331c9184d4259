"""How tables of dice, wheels and pai gow open and close: each step by the one whom the text names, and no round before."""

from __future__ import annotations

import pytest

from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.session import Session
from croupier.table.session_acts import Clock, Phase, Step
from tests.support.driving import RandomPlayer, play_on

NOON, LATER = "2026-01-01T12:00:00", "2026-01-01T18:30:00"


def steps(session: Session) -> list[tuple[str, str]]:
    """What is due, done by whoever it is for; nobody else may, and nothing starts before it."""
    found = []
    while (due := session.due) is not None:
        with pytest.raises(Refused, match=r"is due|is closed"):
            session.start()
        with pytest.raises(Refused, match=f"{due.step} is for the {due.by}"):
            session.answer(Step(due.step, "cashier"))
        session.answer(Step(due.step, due.by))
        found.append((due.step, due.by))
    return found


def opened(game_id: str, **options: str) -> tuple[Session, list[tuple[str, str]]]:
    session = Session(playable(game_id, {"options": options}))
    session.answer(Clock(NOON))
    session.answer(Phase("open", "floor"))
    return session, steps(session)


def closed(session: Session) -> list[tuple[str, str]]:
    session.answer(Phase("close", "floor"))
    return steps(session)


@pytest.mark.clause("cincinnati/craps", "B.8.I", "B.3.III", "B.2.V.C.1", "B.2.V.C.2", "B.2.V.C.3")
def test_a_craps_table_opens_with_dice_and_posted_limits() -> None:
    assert opened("cincinnati/craps")[1] == [("present-dice", "stickperson"), ("post-limits", "dealer")]


@pytest.mark.clause("oneida/craps", "Craps I.1")
def test_a_set_of_dice_is_offered() -> None:
    assert opened("oneida/craps")[1] == [("present-dice", "stickperson")]


@pytest.mark.clause("cincinnati/roulette", "G.3.I", "G.3.I.A", "G.3.I.B", "G.3.I.C", "G.3.I.D", "G.3.IV", "G.5.III.A")
def test_a_floor_person_inspects_the_wheel_and_a_notice_says_when_00_does_not_count() -> None:
    assert opened("cincinnati/roulette")[1] == [("inspect", "floor person")]
    converted = opened("cincinnati/roulette", wheel="double-zero-as-single-zero")[1]
    assert [step for step, _ in converted] == ["inspect", "post-notice"]


@pytest.mark.clause(
    "cleveland/roulette", "9.3(a)(1)", "9.3(a)(2)", "9.3(a)(3)", "9.3(a)(4)", "9.3(c)", "9.3(d)", "9.3(e)", "9.5(c)(1)"
)
def test_the_wheel_is_inspected_before_play_and_covered_and_locked_after_it() -> None:
    session, done = opened("cleveland/roulette", wheel="double-zero-as-single-zero")
    assert [step for step, _ in done] == ["inspect", "post-notice"]
    assert [step for step, _ in closed(session)] == ["cover"]


@pytest.mark.clause(
    "ny/roulette",
    "5324.4(g)(1)",
    "5324.4(g)(1)(i)",
    "5324.4(g)(1)(ii)",
    "5324.4(g)(1)(iii)",
    "5324.4(g)(1)(iv)",
    "5324.4(g)(1)(v)",
    "5324.4(g)(5)",
)
def test_a_supervisor_inspects_the_wheel_and_it_is_locked_under_its_cover() -> None:
    session, done = opened("ny/roulette")
    assert done == [("inspect", "supervisor")] and [step for step, _ in closed(session)] == ["cover"]


@pytest.mark.clause("cincinnati/big-six", "N.3.I", "N.3.I.A", "N.3.I.B", "N.3.I.C")
def test_a_supervisor_inspects_the_prize_wheel() -> None:
    assert opened("cincinnati/big-six")[1] == [("inspect", "supervisor")]


@pytest.mark.clause("cleveland/big-six", "15.1(D)(a)(1)", "15.1(D)(c)", "15.1(D)(d)")
def test_a_supervisor_inspects_the_prize_wheel_when_adjustments_are_done() -> None:
    assert opened("cleveland/big-six")[1] == [("inspect", "supervisor")]


@pytest.mark.clause("cincinnati/pai-gow-poker", "F.4.I", "F.4.III", "F.3.III.A", "F.3.III.B", "F.5.V")
def test_pai_gow_cards_are_inspected_and_washed_spread_when_idle_and_changed_in_time() -> None:
    session, done = opened("cincinnati/pai-gow-poker")
    assert done == [("inspect", "dealer"), ("wash", "dealer")]
    session.finish(play_on(session.start(), RandomPlayer(1)))
    steps(session)
    session.answer(Phase("idle", "dealer"))
    assert [due.step for due in session.waiting] == ["spread"]
    session.answer(Step("spread", "dealer"))
    session.answer(Phase("resume", "dealer"))
    assert [step for step, _ in steps(session)][:2] == ["inspect", "wash"]
    session.answer(Clock(LATER))
    with pytest.raises(Refused, match=r"change-cards.*F\.3\.III\.A"):
        session.start()
    shoe, _ = opened("cincinnati/pai-gow-poker", dealing="automated-shoe", shuffler="automated")
    shoe.answer(Clock(LATER))
    shoe.start()


@pytest.mark.clause("cincinnati/pai-gow-poker", "F.5.I", "F.5.II.A", "F.5.II.B")
def test_pai_gow_cards_are_shuffled_before_every_round_and_cut_where_a_person_shuffled() -> None:
    by_hand = {"hand": "manual", "automated-shoe": "automated"}
    for dealing, shuffler in by_hand.items():
        session, _ = opened("cincinnati/pai-gow-poker", dealing=dealing, shuffler=shuffler)
        for seed in range(2):
            round_ = play_on(session.start(), RandomPlayer(seed))
            done = [act.act for act in round_.log if isinstance(act, acts.Done)]
            assert done[0] == "shuffle" and ("cut" in done) is (shuffler == "manual")
            session.finish(round_)
            steps(session)
