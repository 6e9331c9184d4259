"""The table's day: nothing skipped, cards not kept too long, the stub counted."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from croupier.errors import Refused
from croupier.games.registry import all_games, playable
from croupier.table import acts
from croupier.table.life import State, TableLife
from croupier.table.round import Round
from tests.support.driving import Gambler, play_on

NOON = datetime(2026, 1, 1, 12)


def do_all(life: TableLife, now: datetime = NOON) -> list[str]:
    """Every step that is due, in order."""
    steps = []
    while life.due is not None:
        step = life.due
        steps.append(step.step)
        life.do(step.step, now, by=step.by, amount=step.at_least)
    return steps


def play_round(life: TableLife, seed: int, now: datetime = NOON, *, count: bool = False) -> Round:
    round_ = play_on(life.start_round(now), Gambler(seed))
    life.finish_round(round_, now, stub_counted=count)
    return round_


@pytest.mark.parametrize("game_id", all_games())
def test_every_table_opens_plays_idles_resumes_and_closes(game_id: str) -> None:
    life = TableLife(playable(game_id))
    with pytest.raises(Refused):
        life.start_round(NOON)
    life.open(NOON)
    do_all(life)
    assert life.state is State.LIVE
    for seed in range(3):
        play_round(life, seed, count=life.stub_count_due)
        do_all(life)
    life.idle(NOON)
    with pytest.raises(Refused):
        life.start_round(NOON)
    life.resume(NOON)
    do_all(life)
    play_round(life, 9)
    do_all(life)
    life.close(NOON)
    assert life.state is State.CLOSED
    with pytest.raises(Refused):
        life.idle(NOON)


def test_steps_come_in_order_and_a_shallow_cut_is_refused() -> None:
    life = TableLife(playable("ny/three-card-poker"))
    life.open(NOON)
    with pytest.raises(Refused, match=r"inspect is due"):
        life.do("shuffle", NOON)
    for step in ("inspect", "spread-face-up", "wash", "shuffle"):
        life.do(step, NOON)
    with pytest.raises(Refused, match=r"5324\.2\(b\)"):
        life.do("cut", NOON, amount=13)
    life.do("cut", NOON, amount=14)
    assert life.state is State.LIVE


def test_a_shuffler_needs_no_cut() -> None:
    life = TableLife(playable("oneida/mississippi-stud", {"options": {"shuffler": "automated"}}))
    life.open(NOON)
    assert "cut" not in do_all(life)


def test_the_stub_is_counted_every_five_rounds() -> None:
    life = TableLife(playable("ny/three-card-poker"))
    life.open(NOON)
    do_all(life)
    for seed in range(4):
        play_round(life, seed)
        do_all(life)
    assert life.stub_count_due
    round_ = play_on(life.start_round(NOON), Gambler(5))
    with pytest.raises(Refused, match=r"5324\.30\(c\)\(1\)"):
        life.finish_round(round_, NOON)
    life.finish_round(round_, NOON, stub_counted=True)
    assert not life.stub_count_due
    counting = TableLife(playable("ny/three-card-poker", {"options": {"shuffler": "automated-counting"}}))
    assert counting.stub_count is None


def test_cards_are_changed_in_time() -> None:
    life = TableLife(playable("oneida/three-card-poker"))
    life.open(NOON)
    do_all(life)
    play_round(life, 1, NOON + timedelta(hours=8))
    do_all(life)
    with pytest.raises(Refused, match=r"8 hours.*Three Card Poker D\.5"):
        life.start_round(NOON + timedelta(hours=8, minutes=1))
    by_hand = TableLife(playable("oneida/three-card-poker", {"options": {"dealing": "hand", "shuffler": "automated"}}))
    assert by_hand.card_hours is not None and by_hand.card_hours.hours == 4
    may = TableLife(playable("cleveland/mississippi-stud")).card_hours
    assert may is not None and not may.binding


def test_a_removed_deck_brings_the_opening_again() -> None:
    life = TableLife(playable("ny/three-card-poker"))
    life.open(NOON)
    do_all(life)
    round_ = life.start_round(NOON)
    for act in (acts.Done("shuffle"), acts.Wager(1, "ante", 500), acts.NoMoreBets()):
        round_.answer(act)
    gambler = Gambler(3)
    while round_.pending is not None and round_.pending.moment != "decision":
        round_.answer(gambler.answer(round_, round_.pending))
    round_.answer(acts.Reported("deck-count-wrong"))
    assert round_.done and round_.net == {1: 0}
    life.finish_round(round_, NOON)
    assert life.state is State.OPENING and life.due is not None and life.due.step == "inspect"


def test_both_versions_of_the_idle_rule() -> None:
    for game in ("oneida/three-card-poker", "oneida/mississippi-stud"):
        now = playable(game).terms
        versions = {version.id: version for version in now.file.versions}
        current = next(version for version in versions.values() if version.current)
        old = next(version for version in versions.values() if not version.current)
        assert {"approved", "accepted", "recorded"} <= current.dates.keys()
        before = playable(game, version=old.id).terms
        assert [step.step for step in before.file.life.idle] != [step.step for step in now.file.life.idle]
        assert before.file.paytables == now.file.paytables
        assert old.reading in now.file.readings
