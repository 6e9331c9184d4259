"""Shoes to their cutting card, two batches in turn, devices that take the cards back at once, and steps that nobody must do."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from croupier.equipment.randomness import Seeded
from croupier.errors import Refused
from croupier.rules.life import Step as StepInFile
from croupier.table import acts, life
from croupier.table.drivers import Chance
from croupier.table.playable import Playable
from croupier.table.requests import BURN, DealerAct
from croupier.table.session import Session, State, replay_session
from croupier.table.session_acts import Phase, Reshuffle, Step
from tests.support.driving import GAMES, RandomPlayer, equipment_variants, play_on, ready

CONTINUOUS = "cleveland/mini-baccarat"
MOMENTS = {"opening": State.LIVE, "between_rounds": State.LIVE, "idle": State.IDLE}


def opened(game: Playable, *, electronic: bool = False) -> Session:
    session = Session(game, electronic=electronic)
    session.answer(Phase("open", "dealer"))
    done_by_people(session)
    return session


def done_by_people(session: Session) -> None:
    while (due := session.due) is not None:
        session.answer(Step(due.step, due.by))


def optional_steps(game: Playable) -> Iterator[tuple[str, StepInFile]]:
    """Every step that somebody may do under these rules, and when."""
    for part in MOMENTS:
        for step in getattr(game.terms.file.life, part):
            if step.optional and step.step not in life.WITH_THE_SHUFFLE and game.terms.holds(step.when):
                yield part, step


def houses(game: str) -> Iterator[Playable]:
    return (ready(game, house) for house in equipment_variants(game))


@pytest.mark.parametrize("game", GAMES)
def test_what_nobody_must_do_is_written_down_when_the_one_the_text_names_does_it(game: str) -> None:
    for house in houses(game):
        for part, step in optional_steps(house):
            session = opened(house)
            if part == "idle":
                session.answer(Phase("idle", "dealer"))
                if session.state is not State.IDLE:
                    continue
            before = session.standing()
            with pytest.raises(Refused, match=f"for the {step.by}, not for the cleaner"):
                session.answer(Step(step.step, "cleaner"))
            session.answer(Step(step.step, step.by))
            assert session.log[-1] == Step(step.step, step.by) and session.standing() == before, (game, step.step)
            assert replay_session(house, session.written()).standing() == before


def alternating() -> list[Playable]:
    """A house of every game that has two batches, or two decks."""
    found = [next((house for house in houses(game) if life.two_batches(house.terms)), None) for game in GAMES]
    return [house for house in found if house is not None]


@pytest.mark.parametrize("game", alternating(), ids=lambda game: game.terms.id)
def test_of_two_batches_each_serves_every_second_shoe_or_round(game: Playable) -> None:
    """One is dealt from while the other is in the shuffler: they change with each shuffle, and at no other time."""
    session = opened(game, electronic=True)
    served = []
    for seed in range(4):
        anew, before = session.carried.stub is None, session.carried.batch
        round_ = play_on(session.start([1]), RandomPlayer(seed))
        session.finish(round_)
        session.do_own_steps()
        assert (session.carried.batch != before) is anew
        served += [session.carried.batch] if anew else []
        if session.carried.stub is not None and seed == 1:
            session.answer(Reshuffle("floor person"))
    assert len(served) >= 2 and served == ([1, 2] * 3)[: len(served)]


def shoes() -> list[Playable]:
    """A house of every game whose cards serve several rounds."""
    found = [next((house for house in houses(game) if life.shoe(house.terms) is not None), None) for game in GAMES]
    return [house for house in found if house is not None]


@pytest.mark.parametrize("game", shoes(), ids=lambda game: game.terms.id)
def test_every_shoe_is_dealt_to_its_cutting_card_and_all_of_it_shuffled_then(game: Playable) -> None:
    """And when the floor wants it; of each new shoe the text's cards are burned, and none of a shoe that goes on."""
    session = opened(game, electronic=True)
    behind = session.carried.behind
    assert behind is not None
    ended, seed = 0, 0
    while ended < 2:
        anew, last = session.carried.stub is None, session.carried.last_round
        round_ = play_on(session.start([1]), RandomPlayer(seed := seed + 1))
        before = itertools.takewhile(lambda act: not isinstance(act, (acts.Wager, acts.NoMoreBets)), round_.log)
        burned = any(isinstance(act, acts.Dealt) or act == acts.Done(BURN) for act in before)
        assert burned is (anew and bool(life.burns(game.terms, "shoe"))), "before anybody wagers"
        left = round_.table.cards_left
        session.finish(round_)
        session.do_own_steps()
        out = left < behind or "reshuffle" in round_.table.aftermath
        due = last or (out and not life.one_more_round(game.terms)) or "reshuffle" in round_.table.aftermath
        assert (session.carried.stub is None) is due, f"{left} cards left, {behind} behind the card"
        if not due and ended == 1:
            session.answer(Reshuffle("floor person"))
            assert session.carried.stub is None
            ended += 1
        ended += due


def test_a_device_that_shuffles_all_the_time_takes_the_cards_of_every_round_back_6_15() -> None:
    """Nothing is cut or burned, no cutting card comes, and every round is dealt from all the cards."""
    game = ready(CONTINUOUS, {"options": {"shoe": "continuous"}})
    session, chance, asked = opened(game), Chance(Seeded(4)), list[str]()
    for _ in range(3):
        round_ = session.start([1])
        assert sum(round_.table.remaining.values()) == len(game.pack)
        while (request := round_.pending) is not None:
            if isinstance(request, DealerAct) and request.moment == "shuffle":
                asked.append(request.act)
                assert request.act == "shuffle" or request.clause == "6.15"
            player = [acts.Wager(1, "player", 1000), acts.NoMoreBets()]
            act = chance.answer(round_, request) or player[bool(round_.table.seats[1].stakes)]
            round_.answer(act)
        session.finish(round_)
        assert not session.carried.unseen
        done_by_people(session)
    assert asked == ["shuffle", "return-cards", "return-cards"]
    assert replay_session(game, session.written()).standing() == session.standing()
