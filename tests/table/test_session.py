"""A table from opening to closing: nothing skipped, cards not kept too long, the stub counted, and its log is the evening."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.errors import BadInput, Refused
from croupier.games.registry import all_games, playable
from croupier.table import acts, life
from croupier.table.playable import Playable
from croupier.table.requests import DealerAct
from croupier.table.round import Round, replay
from croupier.table.session import Session, State, replay_session
from croupier.table.session_acts import Clock, Dealer, Phase, Step, Voided
from tests.support.driving import RandomPlayer, play_on

NOON = "2026-01-01T12:00:00"


def opened(game: str, house_rules: dict[str, Any] | None = None, *, electronic: bool = False) -> Session:
    session = Session(playable(game, house_rules), electronic=electronic)
    session.answer(Clock(NOON))
    session.answer(Phase("open", "floor"))
    return session


def do_all(session: Session) -> list[str]:
    """Every step that is due, in order, by the one it is for."""
    steps = []
    while (due := session.due) is not None:
        steps.append(due.step)
        session.answer(Step(due.step, due.by))
    return steps


def play_round(session: Session, seed: int) -> Round:
    round_ = play_on(session.start(), RandomPlayer(seed))
    session.finish(round_)
    return round_


@pytest.mark.parametrize("game_id", all_games())
def test_every_table_opens_plays_idles_resumes_and_closes_and_its_log_is_the_evening(game_id: str) -> None:
    session = Session(playable(game_id))
    with pytest.raises(Refused, match="closed"):
        session.start()
    session.answer(Phase("open", "floor"))
    do_all(session)
    assert session.state is State.LIVE
    rounds = []
    for seed in range(3):
        rounds.append(play_round(session, seed))
        do_all(session)
    session.answer(Phase("idle", "dealer"))
    with pytest.raises(Refused):
        session.start()
    session.answer(Phase("resume", "dealer"))
    do_all(session)
    rounds.append(play_round(session, 9))
    do_all(session)
    session.answer(Phase("close", "floor"))
    with pytest.raises(Refused):
        session.answer(Phase("idle", "dealer"))
    written = json.loads(json.dumps(session.written()))
    again = replay_session(session.playable, written)
    assert json.loads(json.dumps(again.written())) == written and again.standing() == session.standing()
    assert [act for act in again.log if isinstance(act, acts.Wager)] == [
        act for round_ in rounds for act in round_.log if isinstance(act, acts.Wager)
    ]


def test_a_step_is_done_in_order_by_whom_the_text_names_and_holds_up_the_round() -> None:
    session = opened("cincinnati/mini-baccarat")
    with pytest.raises(Refused, match=r"inspect is due.*E\.4\.I"):
        session.answer(Step("wash", "dealer"))
    session.answer(Step("inspect", "dealer"))
    with pytest.raises(Refused, match=r"verify-inspection is for the floor person, not for the dealer.*E\.4\.I"):
        session.answer(Step("verify-inspection", "dealer"))
    with pytest.raises(Refused, match=r"no round can start: verify-inspection by the floor person is due.*E\.4\.I"):
        session.start()
    assert [act for act in session.log if isinstance(act, Step)] == [Step("inspect", "dealer")], "what was not done is not told"


def steps_asked_for(game: Playable) -> Iterator[tuple[str, str]]:
    """Every step that a table asks for at its opening, with a shuffle, between rounds, idle and closing; each with its clauses."""
    session = Session(game)
    session.answer(Clock(NOON))

    def done() -> Iterator[tuple[str, str]]:
        while (due := session.due) is not None:
            yield due.step, due.clause
            session.answer(Step(due.step, due.by))

    session.answer(Phase("open", "floor"))
    yield from done()
    for seed in range(2):
        player, round_ = RandomPlayer(seed), session.start()
        while (pending := round_.pending) is not None:
            if isinstance(pending, DealerAct) and pending.clause:
                yield pending.act, pending.clause
            round_.answer(player.answer(round_, pending))
        session.finish(round_)
        yield from done()
    for phase in ("idle", "resume", "close"):
        session.answer(Phase(phase, "floor"))
        yield from done()


@pytest.mark.parametrize("game_id", all_games())
def test_every_step_that_binds_is_asked_for_with_its_clauses(game_id: str) -> None:
    game = playable(game_id)
    asked = set(steps_asked_for(game))
    for step in game.terms.file.life.opening:
        if not step.optional and game.terms.holds(step.when) and step.step not in ("shuffle", "burn"):
            assert (step.step, ", ".join(step.clause)) in asked, f"{step.step} ({', '.join(step.clause)}) is asked of nobody"


def test_only_an_electronic_table_does_its_own_steps_and_says_so() -> None:
    with pytest.raises(Refused, match="people do the steps"):
        opened("cincinnati/mini-baccarat").answer(Step("inspect", "equipment"))
    session = opened("cincinnati/mini-baccarat", electronic=True)
    session.answer(Step("inspect", "equipment"))
    assert ["step", "inspect", "equipment", ""] in session.written()["session"]


def test_the_stub_is_counted_every_five_rounds() -> None:
    session = opened("ny/three-card-poker")
    do_all(session)
    for seed in range(5):
        play_round(session, seed)
        done = do_all(session) if seed < 4 else []
        assert life.COUNT_STUB not in done
    assert [due.step for due in session.waiting][-1] == life.COUNT_STUB
    session.answer(Step("collect", "dealer"))
    with pytest.raises(Refused, match=r"count-stub.*5324\.30\(c\)\(1\)"):
        session.start()
    do_all(session)
    play_round(session, 5)
    assert life.COUNT_STUB not in do_all(session)
    assert life.stub_count(playable("ny/three-card-poker", {"options": {"shuffler": "automated-counting"}}).terms) is None


def test_cards_are_changed_in_time_and_the_opening_comes_again() -> None:
    session = opened("oneida/three-card-poker")
    do_all(session)
    session.answer(Clock("2026-01-01T20:00:00"))
    play_round(session, 1)
    do_all(session)
    session.answer(Clock("2026-01-01T20:00:01"))
    with pytest.raises(Refused, match=r"change-cards.*Three Card Poker D\.5"):
        session.start()
    assert do_all(session)[:3] == ["change-cards", "inspect", "verify"]
    play_round(session, 2)
    with pytest.raises(Refused, match="clock went back"):
        session.answer(Clock(NOON))
    by_hand = playable("oneida/three-card-poker", {"options": {"dealing": "hand", "shuffler": "automated"}})
    hours = life.card_hours(by_hand.terms)
    assert hours is not None and hours.hours == 4
    may = life.card_hours(playable("cleveland/mississippi-stud").terms)
    assert may is not None and not may.binding


def test_a_removed_deck_brings_the_opening_again() -> None:
    session = opened("ny/three-card-poker")
    do_all(session)
    round_ = session.start()
    for act in (acts.Done("shuffle"), acts.Done("cut", "14"), acts.Wager(1, "ante", 500), acts.NoMoreBets()):
        session.answer(act)
    gambler = RandomPlayer(3)
    while round_.pending is not None and round_.pending.moment != "decision":
        round_.answer(gambler.answer(round_, round_.pending))
    round_.answer(acts.Reported("deck-count-wrong"))
    assert round_.done and round_.net == {1: 0}
    session.finish(round_)
    assert session.state is State.OPENING and session.due is not None and session.due.step == "inspect"


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


def test_a_table_rebuilt_from_where_it_stood_goes_on_alike() -> None:
    session = opened("oneida/four-card-poker")
    do_all(session)
    for seed in range(4):
        play_round(session, seed)
        do_all(session)
    again = Session.stood(session.playable, json.loads(json.dumps(session.standing())))
    assert again.standing() == session.standing()
    for table in (session, again):
        play_round(table, 4)
    assert again.standing() == session.standing() and life.COUNT_STUB in [due.step for due in again.waiting]


def test_what_happens_in_a_round_keeps_its_place_in_the_log() -> None:
    session = opened("ny/three-card-poker")
    do_all(session)
    session.answer(Dealer("dora"))
    session.start([1])
    session.answer(acts.Done("shuffle"))
    session.answer(Clock("2026-01-01T12:30:00"))
    with pytest.raises(Refused, match=r"cut of 13 cards: at least 14.*5324\.2\(b\)"):
        session.answer(acts.Done("cut", "13"))
    session.answer(acts.Done("cut", "20"))
    session.answer(acts.Wager(1, "ante", 500))
    with pytest.raises(Refused, match="cannot take over the deal"):
        session.answer(Dealer("dan"))
    session.answer(Voided("5324.2"))
    assert session.round is not None and session.round.done and session.round.net == {1: 0}
    session.finish(session.round)
    told = session.written()["session"]
    assert (
        told.index(["done", "shuffle", ""])
        < told.index(["clock", "2026-01-01T12:30:00"])
        < told.index(["wager", 1, "ante", 500])
    )
    assert replay_session(session.playable, session.written()).standing() == session.standing()


def test_a_round_taken_from_a_session_replays_without_it() -> None:
    session = opened("cincinnati/blackjack")
    do_all(session)
    round_ = play_round(session, 3)
    again = replay(session.playable, json.loads(json.dumps(round_.written())))
    assert again.lines == round_.lines and again.done


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (["step", "inspect"], "step takes step, by, note"),
        (["seated", "one"], "seat is of the wrong kind"),
        (["start", 1, {}], "seats is of the wrong kind"),
        (["clock", "noon"], "is not a time"),
        (["table", "dance", "floor"], "a table opens, stands idle, resumes or closes"),
        (["sing"], "is not an act"),
    ],
)
def test_a_log_that_says_nonsense_is_refused_in_a_line(form: list[Any], said: str) -> None:
    with pytest.raises(BadInput, match=said) as refused:
        replay_session(playable("ny/roulette"), {"session": [form]})
    assert "\n" not in str(refused.value) and "act 1" in str(refused.value)


def test_what_a_ruling_leaves_to_do_is_done_before_play_goes_on() -> None:
    """B.13.I.A: the die that left the table is inspected before the next roll; nobody rolls meanwhile."""
    session = opened("cincinnati/craps")
    do_all(session)
    round_ = session.start([1])
    round_.answer(acts.Wager(1, "pass", 1000))
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Reported("die-off-the-table"))
    with pytest.raises(Refused, match=r"the table waits for the .* to inspect"):
        round_.answer(acts.Rolled((3, 4)))
    round_.answer(acts.Done("inspect"))
    round_.answer(acts.Rolled((3, 4)))
    assert round_.net == {1: 1000}
    assert replay(session.playable, json.loads(json.dumps(round_.written()))).net == {1: 1000}


def test_a_wheel_is_covered_when_the_table_closes() -> None:
    """5324.4(g)(5): due after the closing, and told when it was done."""
    session = opened("ny/roulette")
    do_all(session)
    session.answer(Phase("close", "floor"))
    assert session.due is not None and (session.due.step, session.due.clause) == ("cover", "5324.4(g)(5)")
    session.answer(Step("cover", session.due.by))
    assert session.due is None


def test_an_idle_table_is_left_and_taken_up_as_the_text_says() -> None:
    """5324.2(b)(11): all cards spread face up, and the opening comes again when play resumes."""
    session = opened("ny/three-card-poker")
    do_all(session)
    session.answer(Phase("idle", "dealer"))
    assert [due.step for due in session.waiting] == ["spread-face-up"]
    do_all(session)
    with pytest.raises(Refused, match="idle"):
        session.start()
    session.answer(Phase("resume", "dealer"))
    assert do_all(session)[:2] == ["inspect", "spread-face-up"]
    session.start()
