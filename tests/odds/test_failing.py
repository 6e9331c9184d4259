"""A table that fails in mid-round is refused by whoever is asked about it; a fault of the odds stays one."""

from __future__ import annotations

import sys
from fractions import Fraction
from typing import Any

import pytest

from croupier.cli.main import main
from croupier.errors import NotPriced
from croupier.games.registry import playable
from croupier.games.war import casino_war
from croupier.hands import baccarat
from croupier.hands.baccarat import points
from croupier.odds import tally
from croupier.odds.advice import strategy
from croupier.odds.analyze import analyze
from croupier.odds.simulate import simulate


def nines_alone(hand: Any) -> bool:
    """Of which the banker's drawing table knows nothing."""
    return len(hand) == 2 and points(hand) == 9


def test_a_table_that_fails_is_refused_with_the_clause_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(baccarat, "natural", nines_alone)
    game = playable("cincinnati/mini-baccarat")
    for asked in (lambda: list(analyze(game)), lambda: simulate(game, 100, 1)):
        with pytest.raises(NotPriced, match=r"^cincinnati/mini-baccarat: the table itself fails, .*: KeyError: 8 \(App\. E\)$"):
            asked()


def test_a_stake_that_nobody_settles_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casino_war, "settle_war", lambda table, seat, rules: None)
    game = playable("ny/casino-war")
    for asked in (lambda: list(analyze(game)), lambda: simulate(game, 100, 1), lambda: strategy(game)):
        with pytest.raises(NotPriced, match=r"^ny/casino-war: the table itself fails, .*stakes left unsettled.*\(5324\.22\)$"):
            asked()


@pytest.mark.parametrize("command", ["analyze", "simulate"])
def test_the_command_says_so_in_one_line(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(baccarat, "natural", nines_alone)
    monkeypatch.setattr(sys, "argv", ["croupier", command, "cincinnati/mini-baccarat"])
    with pytest.raises(SystemExit) as ended:
        main()
    told = capsys.readouterr()
    assert (ended.value.code, told.out) == (2, "")
    assert told.err.count("\n") == 1 and "the table itself fails" in told.err


def test_a_fault_of_the_odds_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_given: object) -> None:
        raise KeyError("odds")

    monkeypatch.setattr(tally.Tally, "add", wrong)
    with pytest.raises(KeyError, match="odds"):
        list(analyze(playable("ny/casino-war")))


def test_a_table_that_asks_nothing_after_a_tie_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ties lose."""
    monkeypatch.setattr(
        casino_war,
        "stands",
        lambda table, seat: casino_war.HIGHER if seat.hand[-1].rank > table.dealer[-1].rank else casino_war.LOWER,
    )
    game = playable("ny/casino-war")
    initial, tie = analyze(game)
    assert initial.hit_rate == (1 - tied_chance(game.rules.decks)) / 2 and tie.hit_rate == 0
    played = next(price for price in simulate(game, 200_000, 7) if price.wager == "initial")
    assert abs(float(played.house_edge - initial.house_edge)) <= 5 * played.standard_error
    assert strategy(game)


def tied_chance(decks: int) -> Fraction:
    return Fraction(4 * decks - 1, 52 * decks - 1)
