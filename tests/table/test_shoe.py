"""The shoe between rounds: what one round leaves is what the next is dealt from, until the cutting card comes out."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from croupier.equipment.cards import card, cards
from croupier.equipment.randomness import Seeded
from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.drivers import Chance, Players, run
from croupier.table.round import Round
from croupier.table.session import Session, replay_session
from croupier.table.session_acts import Dealer, Left, Permitted, Phase, Reshuffle, Step

BLACKJACK, BACCARAT = "cincinnati/blackjack", "cincinnati/mini-baccarat"
LAST_HAND = "ny/baccarat"


def opened(game: str, *, electronic: bool = True, **options: Any) -> Session:
    session = Session(playable(game, {"options": options}), electronic=electronic)
    session.answer(Phase("open", "floor"))
    do_all(session)
    return session


def do_all(session: Session) -> list[str]:
    done = []
    while (due := session.due) is not None:
        done.append(due.step)
        session.answer(Step(due.step, "equipment" if session.electronic else due.by))
    return done


def play(session: Session, chance: Chance, wagers: dict[int, dict[str, int]]) -> Round:
    round_ = run(
        session.start(),
        chance,
        Players(wagers, lambda _, request: "stand" if "stand" in request.choices else request.choices[-1]),
    )
    assert round_.done
    session.finish(round_)
    do_all(session)
    return round_


def dealt(round_: Round) -> list[str]:
    return [str(act.card) for act in round_.log if isinstance(act, acts.Dealt)]


def test_rounds_go_on_from_one_shoe_until_the_cutting_card_is_out() -> None:
    """A.6.VII, A.7.IX: shuffled after the round in which the cutting card comes, and in no other."""
    session, chance = opened(BLACKJACK, decks=6, **{"cutting-card": 78}), Chance(Seeded(7))
    shoe: list[str] = []
    for _ in range(60):
        before = session.carried.left
        round_ = play(session, chance, {1: {"blackjack": 1000}, 2: {"blackjack": 1000}})
        shuffled = acts.Done("shuffle") in round_.log
        assert shuffled is (before is None)
        shoe = dealt(round_) if shuffled else [*shoe, *dealt(round_)]
        assert not Counter(map(card, shoe)) - Counter(session.playable.counts), "no card of the pack comes twice in a shoe"
        left = 312 - len(shoe) - 1  # one was burned, unseen
        assert session.carried.left == (left if left >= 78 else None)
    assert session.carried.shuffles == 2


def test_where_a_last_hand_is_announced_one_more_round_follows_the_cutting_card() -> None:
    """5324.20(f)(9): the round in which the card comes, then exactly one."""
    session, chance, shoes, last = opened(LAST_HAND, decks=6), Chance(Seeded(7)), 0, False
    while shoes < 2:
        play(session, chance, {1: {"banker": 1000}})
        if session.carried.stub is None:
            assert last, "shuffled without a last hand"
            shoes, last = shoes + 1, False
        else:
            assert session.carried.left is not None and not last, "more than one hand after the cutting card"
            last = session.carried.left < session.carried.behind
            assert session.carried.last_round == last


def test_a_card_is_burned_for_a_new_shoe_and_for_a_new_dealer_and_at_no_other_time() -> None:
    """A.7.II."""
    session, chance = opened(BLACKJACK), Chance(Seeded(3))
    session.answer(Dealer("dora"))

    def burned(round_: Round) -> int:
        return round_.log.count(acts.Done("burn"))

    wagers = {1: {"blackjack": 1000}}
    assert [burned(play(session, chance, wagers)) for _ in range(3)] == [1, 0, 0]
    session.answer(Dealer("dora"))
    assert burned(play(session, chance, wagers)) == 0, "she was dealing already"
    session.answer(Dealer("dan"))
    assert [burned(play(session, chance, wagers)) for _ in range(2)] == [1, 0]
    session.answer(Reshuffle("floor person"))
    assert burned(play(session, chance, wagers)) == 1, "a floor person may have the cards shuffled after any round: A.6.VII"


def test_baccarat_burns_as_many_more_as_the_first_card_counts() -> None:
    """E.5.VII: ten for a face, one for an ace."""
    for first, more in (("Kh", 10), ("Td", 10), ("Ac", 1), ("7s", 7)):
        session = opened(BACCARAT)
        round_ = session.start()
        round_.answer(acts.Done("shuffle"))
        rest = [str(face) for face in session.playable.counts if str(face) != first]
        round_.answer(acts.Dealt(card(first)))
        for number in range(more):
            assert round_.pending is not None and round_.pending.kind == "card"
            round_.answer(acts.Dealt(card(rest[number])))
        assert round_.pending is not None and round_.pending.kind == "wager"
        assert len(round_.table.burned) == 1 + more


def test_a_card_drawn_in_error_and_not_seen_opens_the_next_hand() -> None:
    """E.14.I."""
    session = opened(BACCARAT)
    round_ = session.start()
    for act in (
        acts.Done("shuffle"),
        *(acts.Dealt(face) for face in cards("Ac 2d")),
        acts.Wager(1, "player", 1000),
        acts.NoMoreBets(),
    ):
        round_.answer(act)
    for face in ("9h", "2h", "Kd", "3d"):
        round_.answer(acts.Dealt(card(face)))
    round_.answer(acts.Reported("card-drawn-in-error"))
    with pytest.raises(Refused):
        round_.answer(acts.Dealt(card("8s")))  # nobody has seen which card it is
    round_.answer(acts.Done("set-aside"))
    round_.answer(acts.Done("announce"))
    assert round_.done and round_.net == {1: 1000}
    session.finish(round_)
    do_all(session)
    assert session.carried.aside == [6] and session.carried.left == len(session.playable.pack) - 7
    following = session.start()
    for act in (acts.Wager(1, "player", 1000), acts.NoMoreBets(), *(acts.Dealt(face) for face in cards("8s 2c Kc Ks"))):
        following.answer(act)
    assert [str(face) for face in following.table.piles["player"]] == ["8s", "Kc"]
    following.answer(acts.Done("announce"))
    session.finish(following)
    written = json.loads(json.dumps(session.written()))
    assert replay_session(session.playable, written).standing() == session.standing()


def test_where_people_deal_a_burned_card_is_not_known_and_need_not_be_invented() -> None:
    session = opened(BLACKJACK, electronic=False)
    round_ = session.start()
    for act in (acts.Done("shuffle"), acts.Done("cut", "40"), acts.Done("load-shoe"), acts.Done("burn")):
        round_.answer(act)
    for act in (acts.Wager(1, "blackjack", 1000), acts.NoMoreBets(), *(acts.Dealt(face) for face in cards("Th 6d 9s Tc"))):
        round_.answer(act)
    for act in (acts.Choice(1, "stand"), acts.Done("reveal"), acts.Dealt(card("7h")), acts.Done("announce")):
        round_.answer(act)
    assert round_.done and round_.net == {1: 1000}
    session.finish(round_)
    assert session.carried.left == 312 - 6 and session.carried.unseen == 1
    assert do_all(session) == ["collect"]
    session.answer(Dealer("dora"))
    session.answer(Dealer("dan"))
    second = session.start()
    second.answer(acts.Done("burn"))
    assert second.pending is not None and second.pending.kind == "wager" and second.table.cards_left == 312 - 7


def test_the_shoe_runs_out_and_the_rack_of_the_whole_shoe_comes_back() -> None:
    """A.15.VI: all cards in the discard rack, those of earlier rounds too, are shuffled, cut and burned from."""
    session, chance = opened(BLACKJACK, decks=1, **{"cutting-card": 1}), Chance(Seeded(11))
    for _ in range(200):
        round_ = play(session, chance, {seat: {"blackjack": 1000} for seat in range(1, 4)})
        if acts.Done("reshuffle") in round_.log:
            on_the_table = sum(len(seat.hand) for seat in round_.table.seats.values()) + len(round_.table.dealer)
            assert (
                sum(round_.table.remaining.values()) + on_the_table + len(round_.table.burned) + len(round_.table.discards)
                >= 52
            )
            assert session.carried.stub is None, "and the round is the last of the shoe"
            break
    else:
        raise AssertionError("the shoe never ran out")


def test_whoever_lets_a_round_pass_waits_for_the_shuffle_where_the_house_says_so() -> None:
    """A.4.IX, with its two ways back."""
    session, chance = opened(BLACKJACK, **{"mid-shoe-entry": "after-a-shuffle"}), Chance(Seeded(5))
    play(session, chance, {1: {"blackjack": 1000}})
    assert session.carried.barred == [2, 3, 4, 5, 6, 7]
    round_ = session.start()
    with pytest.raises(Refused, match=r"seat 2: no wager before the next shuffle.*A\.4\.IX"):
        round_.answer(acts.Wager(2, "blackjack", 1000))
    assert not [entry for entry in round_.legal() if entry.get("seat") == 2]
    run(round_, chance, Players({1: {"blackjack": 1000}}, lambda _, request: "stand"))
    session.finish(round_)
    do_all(session)
    session.answer(Permitted(2, "floor person"))
    play(session, chance, {1: {"blackjack": 1000}, 2: {"blackjack": 1000}})
    session.answer(Left(1))
    assert 1 in session.carried.barred, "who takes this seat now has not played this shoe"
    session.answer(Reshuffle("floor person"))
    play(session, chance, {3: {"blackjack": 1000}})
    anyone = opened(BLACKJACK)
    play(anyone, chance, {1: {"blackjack": 1000}})
    assert not anyone.carried.barred


@pytest.mark.parametrize(
    ("option", "clause"), [("mid-shoe-entry", r"\(b\)\(7\)\(ii\)"), ("mid-shoe-return", r"\(b\)\(7\)\(iv\)")]
)
def test_whoever_lets_a_round_pass_is_held_to_the_minimum_where_the_house_says_so(option: str, clause: str) -> None:
    """New York tells who comes to a shoe from who had wagered on it: the house has a rule for each, and lifts either."""
    house = {"options": {option: "at-the-minimum"}, "limits": {"blackjack": {"minimum": 500, "maximum": 10000}}}
    session, chance = Session(playable("ny/blackjack", house), electronic=True), Chance(Seeded(3))
    session.answer(Phase("open", "floor"))
    do_all(session)
    play(session, chance, {1: {"blackjack": 1000}, 2: {"blackjack": 1000}})
    play(session, chance, {1: {"blackjack": 1000}})
    assert session.carried.held == ([3, 4, 5, 6, 7] if option == "mid-shoe-entry" else [2])
    assert not session.carried.barred
    held = session.carried.held[0]
    round_ = session.start()
    with pytest.raises(Refused, match=rf"seat {held}: blackjack of 1000 .* only the minimum of 500 .*{clause}"):
        round_.answer(acts.Wager(held, "blackjack", 1000))
    round_.answer(acts.Wager(held, "blackjack", 500))
    run(round_, chance, Players({1: {"blackjack": 1000}}, lambda _, request: "stand"))
    session.finish(round_)
    do_all(session)
    assert held in session.carried.held, "until the shuffle, or until the house lets them"
    session.answer(Permitted(held, "supervisor"))
    play(session, chance, {1: {"blackjack": 1000}, held: {"blackjack": 1000}})
    session.answer(Reshuffle("supervisor"))
    assert not session.carried.held
    assert not session.carried.played


def test_who_wagered_and_lets_a_round_pass_waits_and_newcomers_do_not() -> None:
    """New York's 5324.11(b)(7)(iii) without (i)."""
    session, chance = opened("ny/blackjack", **{"mid-shoe-return": "after-a-shuffle"}), Chance(Seeded(3))
    play(session, chance, {1: {"blackjack": 1000}, 2: {"blackjack": 1000}})
    play(session, chance, {1: {"blackjack": 1000}, 3: {"blackjack": 1000}})
    assert session.carried.barred == [2]


def test_deferred_vigorish_is_marked_and_collected_before_the_shuffle() -> None:
    """E.13.V; a round that stands alone collects it at once."""
    session, chance = opened(BACCARAT, **{"vigorish-collected": "deferred"}), Chance(Seeded(2))
    owed = collected = won = 0
    for _ in range(120):
        round_ = play(session, chance, {1: {"banker": 2000}})
        for line in round_.lines:
            won += 100 * (line.outcome == "win")
            assert line.commission == 0 or line.outcome == "vigorish"
            collected += line.commission
        owed = session.carried.vigorish.get(1, 0)
        assert owed + collected == won
        assert not (owed and session.carried.stub is None), "nothing is owed over a shuffle"
        if collected and session.carried.stub is None:
            break
    assert collected
    line = next(line for line in round_.lines if line.outcome == "vigorish")
    assert (line.stake, line.returned, line.won, line.clause) == (0, 0, 0, "E.13.V")
    play(session, chance, {1: {"banker": 2000}})
    session.answer(Left(1))
    assert not session.carried.vigorish


def test_a_pitched_game_burns_before_every_round_as_ever() -> None:
    """A.14.IV."""
    session = opened(BLACKJACK, decks=2, dealing="hand", **{"cutting-card": 20})
    chance = Chance(Seeded(3))
    rounds = [play(session, chance, {1: {"blackjack": 1000}}) for _ in range(3)]
    assert [round_.log.count(acts.Done("burn")) for round_ in rounds] == [1, 1, 1]
