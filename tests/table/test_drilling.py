"""Drills: what is asked of a dealer is what the rules settle, to the cent, for every game."""

from __future__ import annotations

from collections import Counter

import pytest

from croupier.errors import BadInput
from croupier.games.registry import all_games, playable
from croupier.server.scores import Score
from croupier.table.acts import Wager
from croupier.table.drills import drill, why
from croupier.table.random_rounds import Level, charged, main_wagers, play_round
from croupier.table.settlement import cents, net

GAMES = all_games()


@pytest.mark.parametrize("game", GAMES)
def test_expected_answers_are_the_settlement_to_the_cent(game: str) -> None:
    ready = playable(game)
    for level in Level:
        for seed in range(3):
            found = drill(ready, seed, level)
            paid = [asked for asked in found.asked if asked.figure == "paid"]
            taken = [asked for asked in found.asked if asked.figure == "commission"]
            assert Counter(asked.line for asked in paid) <= Counter(found.round.lines)
            if found.round.done and not ready.script.BY_ROLLS:
                assert Counter(asked.line for asked in paid) == Counter(found.round.lines)
            totals: dict[int, int] = {}
            for asked in paid:
                won = asked.line.returned - asked.stake if asked.line.won else 0  # the stake beside what is paid, not in it
                totals[asked.seat] = totals.get(asked.seat, 0) + asked.right + won
                if level is not Level.COMMISSION:
                    totals[asked.seat] -= asked.line.commission
            for asked in taken:
                totals[asked.seat] -= asked.right
            assert totals == net([asked.line for asked in paid])
            assert not taken or level is Level.COMMISSION


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_gives_the_same_drill_again(game: str) -> None:
    ready = playable(game)
    first, again = drill(ready, 11), drill(ready, 11)
    assert first.asked == again.asked
    assert [scene.story for scene in first.scenes] == [scene.story for scene in again.scenes]


@pytest.mark.parametrize("game", GAMES)
def test_main_wagers_only_stakes_nothing_else(game: str) -> None:
    """The main wagers, and those they cannot be without."""
    ready = playable(game)
    allowed = set(main_wagers(ready))
    for name in list(allowed):
        allowed |= {other for need in ready.terms.wagers[name].needs for other in need.wagers}
    for seed in range(4):
        _, played = play_round(ready, seed, Level.MAIN)
        placed = {act.spot for request, act in played if isinstance(act, Wager) and request.kind == "wager"}
        line_bets = set(ready.terms.options.get("shooter-makes", ()))  # one of these must be down before the dice are thrown
        assert {ready.spots[spot].wager.id for spot in placed} <= allowed | line_bets


def test_several_seats_are_played() -> None:
    for game in GAMES:
        assert any(len({asked.seat for asked in drill(playable(game), seed).asked}) > 1 for seed in range(8)), game


def test_every_line_says_why() -> None:
    for game in GAMES:
        ready = playable(game)
        for asked in drill(ready, 1).asked:
            reason = why(ready, asked.line)
            assert reason.clauses and all(name for name, _ in reason.clauses)


def test_commission_is_asked_where_the_house_keeps_one() -> None:
    kept = [game for game in GAMES if any(charged(playable(game), wager) for wager in playable(game).terms.wagers.values())]
    assert kept
    for game in kept:
        asked = (asked for seed in range(25) for asked in drill(playable(game), seed, Level.COMMISSION).asked)
        assert any(one.figure == "commission" and one.right for one in asked), game


def test_amounts_as_people_type_them() -> None:
    assert [cents(text) for text in ("0", "7", "12.5", "$1,000.05", " .50 ")] == [0, 700, 1250, 100005, 50]
    for wrong in ("", "x", "-5", "1.234", "1e3", "$", "٣", "9" * 12):
        with pytest.raises(BadInput):
            cents(wrong)


def test_score_counts_and_the_streak_breaks() -> None:
    score = Score()
    for correct in (True, True, False, True):
        score.add("a/b", correct, 2.0)
    total = score.games["a/b"]
    assert (total.right, total.wrong, total.streak, total.best) == (3, 1, 1, 2)
    assert score.total.seconds_each == 2.0
