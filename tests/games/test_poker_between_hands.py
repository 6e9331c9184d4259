"""What one hand of poker leaves for the next: a kill, and when the cards must be counted."""

from __future__ import annotations

import contextlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.equipment.randomness import Seeded
from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.table import acts, life
from croupier.table.betting import Stacks, Turn
from croupier.table.drivers import Chance, run
from croupier.table.request import Request
from croupier.table.requests import CardDue, DealerAct, Decision, SpinDue
from croupier.table.round import Round
from croupier.table.session import Session, ready, replay_session
from croupier.table.session_acts import Away, Back, Clock, Dealer, Moved, Seated
from croupier.table.strategies import Companions
from tests.table.test_session import do_all, opened

OMAHA = "omaha-high-low-split-eight-or-better"
STACK = 10_000


def playing(session: Session, *folding: int, seats: tuple[int, ...] = (1, 2, 3)) -> Round:
    """A hand in which these seats fold when they may and the others check or call."""
    round_ = session.start()
    chips = [acts.Wager(seat, "stack", STACK) for seat in seats]
    while round_.pending is not None:
        round_.answer(_answer(round_, round_.pending, chips, folding))
    session.finish(round_)
    do_all(session)
    return round_


def _answer(round_: Round, request: Request, chips: list[acts.Wager], folding: tuple[int, ...]) -> acts.Act:
    match request:
        case Stacks():
            if not chips:
                return acts.NoMoreBets()
            chip = chips.pop(0)
            return chip._replace(amount=max(chip.amount, round_.table.seats[chip.seat].stake("stack")))
        case CardDue():
            return acts.Dealt(next(card for card, count in round_.table.remaining.items() if count))
        case DealerAct():
            return acts.Done(request.act)
        case Turn():
            wanted = "fold" if request.seat in folding and "fold" in request.choices else request.choices[0]
            return acts.Choice(request.seat, wanted)
        case Decision():
            return acts.Choice(request.seat, request.declined or request.choices[0])
    if isinstance(request, SpinDue):  # who drew the highest card
        return acts.Spun(request.marks[0])
    raise AssertionError(request)


def table(game: str, **options: Any) -> Session:
    session = opened(game, {"options": options})
    do_all(session)
    return session


def posted(round_: Round) -> dict[int, int]:
    return {line.seat: line.stake for line in round_.lines}


@pytest.mark.clause("ny/poker", "5324.42(j)(9)", "5324.1(a)(41)", "5324.1(a)(51)")
@pytest.mark.parametrize(("kill", "blind"), [("kill", 400), ("half-kill", 300)])
def test_who_takes_all_of_a_large_pot_posts_one_blind_of_the_raised_minimum(kill: str, blind: int) -> None:
    session = table("ny/poker", variant=OMAHA, kill=kill, **{"kill-mark": 199})
    playing(session, 1, 3)  # the big blind wins a pot of two dollars
    assert session.carried.kill["holder"] == 2
    second = playing(session, 1, 3)  # now in the small blind
    assert posted(second) == {2: blind, 3: 200}  # seat 3 has the big blind as posted
    assert session.carried.kill["holder"] == 2


@pytest.mark.clause("ny/poker", "5324.42(j)(9)")
def test_new_york_asks_for_more_than_the_mark_and_cleveland_for_as_much() -> None:
    for game, held in (("ny/poker", 0), ("cleveland/poker", 2), ("oneida/poker", 2)):
        session = table(game, variant=OMAHA, kill="kill", **{"kill-mark": 200, "first-button": _first(game)})
        session.carried.button = 2
        playing(session, 1, 3)
        assert session.carried.kill.get("holder", 0) == held, game


def _first(game: str) -> str:
    return "card" if game.startswith("oneida") else "right-of-dealer"


@pytest.mark.clause("cleveland/poker", "8.1(kill-option)", "8.1(qualifying-pot)", "8.12(m)")
def test_cleveland_raises_the_limits_and_asks_for_no_further_blind() -> None:
    session = table("cleveland/poker", variant=OMAHA, kill="kill", **{"kill-mark": 200})
    playing(session, 1, 3)
    second = playing(session, 1)
    assert posted(second)[2] == posted(second)[3] == 200  # called the big blind, and checked on: no blind of four dollars


@pytest.mark.clause("oneida/poker", "Poker J.11", "Poker J.11.b", "Poker J.12")
def test_at_oneida_holdem_a_kill_takes_two_pots_in_a_row_and_lasts_until_another_wins() -> None:
    session = table("oneida/poker", variant="holdem", kill="kill", **{"kill-mark": 1})
    session.carried.button = 2
    playing(session, 1, 2)
    assert session.carried.kill == {"winner": 3}
    playing(session, 1, 2)
    assert session.carried.kill == {"holder": 3, "winner": 3}
    third = playing(session, 1, 2)
    assert posted(third)[3] == 400
    playing(session, 1, 3)
    assert session.carried.kill == {"winner": 2}


@pytest.mark.clause("ny/poker", "5324.42(f)(6)(iv)")
def test_new_york_counts_the_deck_every_fifteen_minutes() -> None:
    session = table("ny/poker")
    session.answer(Clock("2026-01-01T12:14:00"))
    playing_without_steps(session)
    assert life.COUNT_STUB not in do_all(session)
    session.answer(Clock("2026-01-01T12:15:00"))
    playing_without_steps(session)
    assert session.waiting[-1].step == life.COUNT_STUB
    with pytest.raises(Refused, match=r"5324\.42\(f\)\(6\)"):
        session.start()
    do_all(session)
    playing_without_steps(session)
    assert life.COUNT_STUB not in do_all(session)


def playing_without_steps(session: Session) -> None:
    round_ = session.start()
    chips = [acts.Wager(seat, "stack", STACK) for seat in (1, 2)]
    while round_.pending is not None:
        round_.answer(_answer(round_, round_.pending, chips, (1, 2)))
    session.finish(round_)


@pytest.mark.clause("cleveland/poker", "8.7(e)(4)(i)")
def test_cleveland_counts_after_a_dealers_first_round_and_when_the_dealer_is_relieved() -> None:
    session = table("cleveland/poker")
    session.answer(Dealer("Ann"))
    counted = []
    for dealer in ("Ann", "Ann", "Bob", "Bob", "Bob", "Cid"):
        session.answer(Dealer(dealer))
        counted.append(do_all(session).count(life.COUNT_STUB))
        playing_without_steps(session)
        counted.append(do_all(session).count(life.COUNT_STUB))
    assert counted == [0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1]


@pytest.mark.clause("oneida/poker", "Poker F.5.f", "Poker B.2.b")
def test_oneida_counts_hourly_without_a_shuffler_and_changes_the_decks_after_six_hours() -> None:
    session = table("oneida/poker", shuffler="manual")
    session.answer(Clock("2026-01-01T13:00:00"))
    playing_without_steps(session)
    assert life.COUNT_STUB in do_all(session)
    session.answer(Clock("2026-01-01T18:00:01"))
    assert session.due is not None and session.due.step == life.CHANGE_CARDS


@pytest.mark.clause("oneida/poker", "Poker P.5")
def test_at_oneida_cards_fall_on_the_place_of_a_hand_folded_while_nobody_bet() -> None:
    cases = json.loads((Path(__file__).parents[1] / "cases" / "poker.json").read_text())
    told = next(case["input"] for case in cases if case["id"] == "oneida/poker/hand-stud-folded-place")
    for game, fallen in (("oneida/poker", 4), ("cleveland/poker", 0)):
        assert len(croupier.settle({**told, "game": game}).table.discards) == fallen, game


@pytest.mark.parametrize(
    ("game", "players", "own", "common"),
    [
        ("ny/poker", 6, 7, 0),
        ("ny/poker", 7, 6, 1),
        ("ny/poker", 8, 6, 1),
        ("cleveland/poker", 7, 6, 1),
        ("cleveland/poker", 8, 6, 1),
        ("oneida/poker", 7, 7, 0),  # seven are left: with the three burned they reach
        ("oneida/poker", 8, 6, 1),
    ],
)
@pytest.mark.clause("oneida/poker", "Poker I.8", "Poker I.8.a", "Poker I.8.b", "Poker I.8.c")
def test_where_all_stay_at_stud_the_last_card_is_everybodys_or_the_burned_cards_come_back(
    game: str, players: int, own: int, common: int
) -> None:
    session = table(game, variant="seven-card-stud-high")
    round_ = playing(session, seats=tuple(range(1, players + 1)))
    assert {len(seat.hand) for seat in round_.table.seats.values() if seat.in_play} == {own}
    assert len(round_.table.community) == common


@pytest.mark.clause("ny/poker", "5324.42(h)(8)")
def test_a_common_card_counts_for_every_hand() -> None:
    told = {
        "variant": "seven-card-stud-high",
        "hands": {"1": "As Kd 9h 8c 4d 2c", "2": "Qs Qd 7h 6c 3d 2h"},
        "board": "Ad",
        "contributions": {"1": 1000, "2": 1000},
    }
    for game in ("ny/poker", "cleveland/poker", "oneida/poker"):
        answer = croupier.settle({"game": game, "showdown": told})
        assert {line.seat: line.won for line in answer.lines} == {1: 1000, 2: 0}


HOLDEM = {"ny/poker": "texas-holdem", "cleveland/poker": "holdem", "oneida/poker": "holdem"}
ALL = (1, 2, 3, 4)


def dealt(round_: Round) -> list[int]:
    return [number for number, seat in round_.table.seats.items() if seat.hand]


def replayed(session: Session) -> Session:
    return replay_session(session.opened_as, json.loads(json.dumps(session.written())))


@pytest.mark.clause("ny/poker", "5324.42(c)(3)(v)")
@pytest.mark.clause("cleveland/poker", "8.8(b)(1)")
@pytest.mark.clause("oneida/poker", "Poker G.2.a")
@pytest.mark.parametrize("game", HOLDEM)
def test_a_player_who_is_away_keeps_seat_and_stakes_and_is_dealt_out(game: str) -> None:
    session = table(game, variant=HOLDEM[game])
    playing(session, *ALL, seats=ALL)
    lies = session.carried.stakes[3]["stack"]
    with pytest.raises(Refused, match="seat 3 is not away"):
        session.answer(Back(3))
    session.answer(Away(3))
    with pytest.raises(Refused, match="seat 3 is away already"):
        session.answer(Away(3))
    assert session.carried.away == {3: lies}
    for _ in range(2):
        assert dealt(playing(session, *ALL, seats=())) == [1, 2, 4] and session.carried.stakes[3]["stack"] == lies
    session.answer(Back(3))
    assert dealt(playing(session, *ALL, seats=())) == [1, 2, 3, 4]
    assert replayed(session).standing() == session.standing()


@pytest.mark.parametrize("game", ["ny/poker", "cleveland/poker"])
@pytest.mark.parametrize(
    ("owed", "button", "posts"),
    [
        ("not-owed", 4, {1: 100, 2: 200}),
        ("posted", 4, {1: 100, 2: 200, 4: 300}),  # of which the small blind is dead
        ("waits", 1, {2: 100, 3: 200}),
    ],
)
@pytest.mark.clause("ny/poker", "5324.42(i)(3)(iii)", "5324.42(i)(4)")
@pytest.mark.clause("cleveland/poker", "8.11(c)(3)", "8.11(d)")
def test_blinds_that_went_past_a_player_are_owed_as_the_house_has_it(
    game: str, owed: str, button: int, posts: dict[int, int]
) -> None:
    session = table(game, variant=HOLDEM[game], **{"missed-blinds": owed})
    playing(session, *ALL, seats=ALL)
    session.answer(Away(4))
    for at in (1, 2, 3):  # the blinds are at 2 and 3, then 3 and 1, then 1 and 2
        playing(session, *ALL, seats=())
        assert session.carried.button == at
    session.answer(Back(4))
    assert posted(playing(session, *ALL, seats=())) == posts and session.carried.button == button
    if owed == "waits":
        round_ = playing(session, *ALL, seats=())  # the button is at 2
        assert dealt(round_) == [1, 2, 3, 4] and posted(round_) == {3: 100, 4: 200}
    assert session.carried.owes == {} and replayed(session).standing() == session.standing()


def test_dead_money_lies_in_the_pot_and_is_nobodys_bet() -> None:
    session = table("ny/poker", **{"missed-blinds": "posted"})
    playing(session, *ALL, seats=ALL)
    session.answer(Away(4))
    for _ in range(3):
        playing(session, *ALL, seats=())
    session.answer(Back(4))
    round_ = playing(session, 1, 2, 3, seats=())  # seat 4 posts 300, and everybody else folds
    assert {line.seat: (line.stake, line.returned, line.won) for line in round_.lines}[4] == (300, 300, 300)
    assert round_.table.besides["showdown"] == {"awards": {"4": 600}, "rake": 0}


@pytest.mark.parametrize(("owed", "came"), [("not-owed", [5, 0]), ("posted", [5, 200]), ("waits", [0, 0])])
def test_a_newcomer_owes_the_big_blind_as_the_house_has_it(owed: str, came: list[int]) -> None:
    session = table("ny/poker", **{"missed-blinds": owed})
    playing(session, 1, 2, 3, seats=(1, 2, 3))  # the button is at 3
    round_ = playing(session, 1, 2, 3, 5, seats=(5,))  # at 1, the blinds at 2 and 3
    assert [5 if 5 in dealt(round_) else 0, posted(round_).get(5, 0)] == came


def test_a_player_who_changes_seats_takes_the_chips_along_and_is_new_to_the_blinds() -> None:
    session = table("cleveland/poker", **{"missed-blinds": "posted"})
    session.answer(Seated(2, "bob"))
    playing(session, 1, 2, 3, seats=(1, 2, 3))
    lies = session.carried.stakes[2]["stack"]
    with pytest.raises(Refused, match="seat 3 is taken"):
        session.answer(Moved(2, 3))
    session.answer(Moved(2, 7))
    assert session.patrons == {7: "bob"} and session.carried.stakes[7] == {"stack": lies} and 2 not in session.carried.stakes
    round_ = playing(session, 1, 3, 7, seats=())
    assert dealt(round_) == [1, 3, 7] and session.carried.button == 7 and posted(round_) == {1: 100, 3: 200, 7: 200}
    assert replayed(session).standing() == session.standing()
    assert Session.stood(session.playable, json.loads(json.dumps(session.standing()))).standing() == session.standing()


@pytest.mark.clause("ny/poker", "5324.42(c)(11)")
@pytest.mark.parametrize("variant", ["texas-holdem", "pineapple", "crazy-pineapple", "omaha-high", "five-card-draw-high"])
def test_a_straddle_is_twice_the_big_blind_where_the_blinds_come_before_the_cards(variant: str) -> None:
    session = table("ny/poker", variant=variant, straddle=True)
    for hand in range(2):
        round_ = session.start()
        chips, asked = [acts.Wager(seat, "stack", STACK) for seat in ALL if not hand], list[int]()
        while (request := round_.pending) is not None:
            act = _answer(round_, request, chips, ALL)
            if isinstance(request, Turn) and "straddle" in request.choices:
                asked.append(request.seat)
                act = acts.Choice(request.seat, "straddle")
            round_.answer(act)
        session.finish(round_)
        do_all(session)
        after = [3, 4][hand]  # the button is at 4, then at 1
        before_the_cards = variant in ("texas-holdem", "pineapple", "crazy-pineapple")
        assert asked == ([after] if before_the_cards else []) and posted(round_).get(after, 0) == (
            400 if before_the_cards else 0
        )


@pytest.mark.parametrize("owed", ["not-owed", "posted", "waits"])
def test_players_come_go_and_move_by_chance_and_no_chip_is_lost(owed: str) -> None:
    rng, rake = random.Random(owed), {"method": "percentage", "percent": 10, "maximum": 400}
    session, taken = ready(playable("oneida/poker", {"options": {"missed-blinds": owed, "rake": rake}})), 0
    for hand in range(25):
        seated = [seat for seat in session.carried.stakes if seat not in session.carried.away]
        for _ in range(2 if hand > 2 else 0):
            seat, free = rng.choice(list(session.carried.stakes)), rng.randint(1, 11)
            away = seat in session.carried.away
            act = rng.choice([Back(seat) if away else Away(seat), Moved(seat, free)])
            if isinstance(act, Away) and len(seated) < 4:
                continue
            with contextlib.suppress(Refused):  # that seat is taken
                session.answer(act)
        round_ = session.start()
        before = sum(seat.stake("stack") for seat in round_.table.seats.values())
        company = Companions([*range(1, 6)] if not hand else sorted(session.carried.stakes), Seeded(hand))
        run(round_, Chance(Seeded(1000 + hand)), company, Nobody())
        session.finish(round_)
        session.do_own_steps()
        lies = sum(stakes.get("stack", 0) for stakes in session.carried.stakes.values())
        more = _put_down(round_)
        assert lies + sum(round_.table.takings.values()) == before + more, f"hand {hand}"
        taken += sum(round_.table.takings.values())
    assert taken and replayed(session).standing() == session.standing()


def _put_down(round_: Round) -> int:
    """What players put to their stacks before the cards."""
    lay = {number: sum(stakes.values()) for number, stakes in round_.written().get("carried", {}).get("stakes", {}).items()}
    latest = {act.seat: act.amount for act in round_.log if isinstance(act, acts.Wager) and act.spot == "stack"}
    return sum(amount - lay.get(str(seat), 0) for seat, amount in latest.items())


class Nobody:
    """Says that no more chips come."""

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        return acts.NoMoreBets() if isinstance(request, Stacks) else None
