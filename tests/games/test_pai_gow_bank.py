"""The bank of pai gow poker goes round the table from hand to hand, and so does the button: a session keeps count."""

from __future__ import annotations

import json

import pytest

from croupier.equipment.randomness import Seeded
from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.drivers import Chance, Players, run
from croupier.table.legal import LegalChoice, wagers_among
from croupier.table.requests import DealerAct
from croupier.table.round import Round
from croupier.table.session import Session, replay_session
from croupier.table.session_acts import Left, Phase, Seated, Step

GAME = "cincinnati/pai-gow-poker"


def opened(**options: str) -> Session:
    session = Session(playable(GAME, {"options": options}))
    session.answer(Phase("open", "floor"))
    do_steps(session)
    return session


def do_steps(session: Session) -> None:
    while (due := session.due) is not None:
        session.answer(Step(due.step, due.by))


def betting(session: Session) -> Round:
    """The next round, at its wagers."""
    do_steps(session)
    round_ = session.start()
    while isinstance(round_.pending, DealerAct):
        round_.answer(acts.Done(round_.pending.act))
    return round_


def put(round_: Round, seat: int, amount: int, spot: str = "pai-gow-poker") -> None:
    round_.answer(acts.Wager(seat, spot, amount))


def play_out(session: Session, round_: Round) -> None:
    round_.answer(acts.NoMoreBets())
    run(round_, Players({}, lambda _, request: request.declined or request.choices[0]), Chance(Seeded("bank")))
    session.finish(round_)


def hand(session: Session, *seats: int) -> None:
    """A hand that the house banks."""
    round_ = betting(session)
    for seat in seats:
        put(round_, seat, 100 * seat)
    play_out(session, round_)


def banks(round_: Round) -> set[int]:
    return {entry.seat for entry in wagers_among(round_.listed()) if entry.spot == "bank"}


@pytest.mark.clause("cincinnati/pai-gow-poker", "F.14.I")
def test_the_house_banks_the_first_hand_f_14_i() -> None:
    round_ = betting(opened())
    with pytest.raises(Refused, match=r"the house banks the first hand.*F\.14\.I\b"):
        put(round_, 1, 100000, "bank")
    with pytest.raises(Refused):
        put(round_, 1, 50000, "house-wager")
    assert not banks(round_)


@pytest.mark.clause("cincinnati/pai-gow-poker", "F.14.II", "F.14.III")
def test_the_bank_is_offered_counterclockwise_and_may_be_passed_f_14_ii_iii() -> None:
    session = opened()
    hand(session, 2, 4, 6)
    round_ = betting(session)
    assert banks(round_) == {6} and LegalChoice(6, "pass-the-bank") in round_.listed()
    with pytest.raises(Refused, match=r"seat 6's turn.*F\.14\.II"):
        put(round_, 4, 10000, "bank")
    with pytest.raises(Refused):
        round_.answer(acts.Choice(4, "pass-the-bank"))
    round_.answer(acts.Choice(6, "pass-the-bank"))
    assert banks(round_) == {4}
    put(round_, 4, 400)  # who wagers as a player has passed the bank
    assert banks(round_) == {2}
    put(round_, 2, 10000, "bank")
    assert round_.table.seats[2].stakes == {"bank": 10000}
    play_out(session, round_)
    round_ = betting(session)
    assert not banks(round_), "after the last player the house banks"
    with pytest.raises(Refused, match="the house's turn"):
        put(round_, 4, 10000, "bank")


@pytest.mark.clause("cincinnati/pai-gow-poker", "F.14.IV")
def test_a_player_banks_once_in_a_rotation_and_must_have_wagered_on_the_hand_before_f_14_iv() -> None:
    session = opened()
    hand(session, 2, 4, 6)
    round_ = betting(session)
    put(round_, 6, 10000, "bank")
    put(round_, 4, 400)
    play_out(session, round_)
    round_ = betting(session)
    assert banks(round_) == {4}, "seat 2 did not wager on the hand before, and seat 6 has banked"
    with pytest.raises(Refused, match=r"seat 6 has had the bank.*F\.14\.IV"):
        put(round_, 6, 10000, "bank")
    with pytest.raises(Refused, match=r"seat 2 made no wager on the hand before.*F\.14\.IV"):
        put(round_, 2, 10000, "bank")
    put(round_, 6, 600)
    put(round_, 4, 10000, "bank")
    play_out(session, round_)
    hand(session, 2, 4, 6)  # the house again: a new rotation
    assert banks(betting(session)) == {6}


@pytest.mark.clause("cincinnati/pai-gow-poker", "F.14.V")
def test_nobody_wants_the_bank_and_the_house_keeps_it_f_14_v() -> None:
    session = opened()
    for _ in range(3):
        hand(session, 2, 4, 6)
    assert banks(betting(session)) == {6}


@pytest.mark.clause("cincinnati/pai-gow-poker", "F.14.VIII", "F.14.IX")
def test_the_house_wagers_at_most_what_the_banker_wagered_last_f_14_viii() -> None:
    session = opened()
    hand(session, 4, 6)
    round_ = betting(session)
    put(round_, 6, 10000, "bank")
    with pytest.raises(Refused, match="600"):
        put(round_, 6, 700, "house-wager")
    with pytest.raises(Refused):
        put(round_, 4, 100, "house-wager")
    put(round_, 6, 600, "house-wager")
    put(round_, 6, 0, "house-wager")
    put(round_, 4, 400)
    play_out(session, round_)


@pytest.mark.clause("cincinnati/pai-gow-poker", "F.14.XIX")
def test_a_partner_adds_to_the_bank_without_cards_and_has_had_it_then_f_14_xix() -> None:
    session = opened()
    hand(session, 2, 4, 5, 6)
    round_ = betting(session)
    with pytest.raises(Refused, match="seat 6's turn"):
        put(round_, 4, 5000, "bank")
    put(round_, 6, 10000, "bank")
    put(round_, 4, 5000, "bank")
    with pytest.raises(Refused, match="others have added"):
        put(round_, 6, 0, "bank")
    with pytest.raises(Refused, match="does not play"):
        put(round_, 4, 100, "house-wager")
    put(round_, 2, 12000)
    put(round_, 5, 500)
    play_out(session, round_)
    assert not round_.table.seats[4].hand and round_.table.seats[6].hand
    bank = [line for line in round_.lines if line.wager == "bank"]
    others = sum(line.stake - line.returned - line.won for line in round_.lines if line.wager == "pai-gow-poker")
    assert sum(line.won + line.returned - line.stake for line in bank) == others
    assert banks(betting(session)) == {5}


@pytest.mark.clause(
    "cincinnati/pai-gow-poker", "F.8.I.C", "F.11.IV", "F.10.I.A", "F.10.II", "F.10.III", "F.10.IV", "F.10.V", "F.10.VI"
)
def test_the_button_begins_at_the_dealer_and_goes_clockwise_after_each_round_f_11_iv() -> None:
    session = opened(**{"starting-position": "button", "dealing": "automated-shoe", "shuffler": "automated"})
    seen = []
    for _ in range(8):
        hand(session, 1, 2)
        assert session.round is not None
        seen.append(session.round.table.marks["starting position"])
    assert seen == ["dealer", *(f"seat-{number}" for number in range(1, 7)), "dealer"]


def test_a_void_hand_moves_neither_bank_nor_button() -> None:
    session = opened()
    hand(session, 2, 6)
    round_ = betting(session)
    put(round_, 6, 10000, "bank")
    put(round_, 2, 100)
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Rolled((1, 1, 1)))
    round_.answer(acts.Reported("card-exposed-in-the-stacks"))
    assert round_.done
    session.finish(round_)
    assert banks(betting(session)) == {6}


def test_who_takes_the_seat_of_a_player_that_left_has_not_wagered_on_the_hand_before() -> None:
    session = opened()
    hand(session, 2, 4, 6)
    session.answer(Left(6))
    session.answer(Seated(6))
    assert banks(betting(session)) == {4}


def test_an_evening_of_banks_replays() -> None:
    session = opened()
    hand(session, 2, 4, 6)
    round_ = betting(session)
    put(round_, 6, 10000, "bank")
    put(round_, 4, 5000, "bank")
    put(round_, 2, 200)
    play_out(session, round_)
    written = json.loads(json.dumps(session.written()))
    again = replay_session(session.playable, written)
    assert again.round is not None and session.round is not None
    assert again.round.lines == session.round.lines and again.carried == session.carried
