"""One suite for every registered game, found by looking: what must hold wherever there is a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.errors import Unknown
from croupier.rules import source
from croupier.table.felt import Felt
from croupier.testing import CHECKS, check_game
from croupier.testing.conformance import check_money_and_replay
from tests.support.driving import GAMES, by_procedure


@pytest.mark.parametrize("rounds", [100, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game_id", GAMES)
def test_random_legal_play_conserves_money_and_replays_to_the_cent(game_id: str, rounds: int) -> None:
    check_money_and_replay(game_id, rounds=rounds)


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("game_id", by_procedure())
def test_every_table_keeps_the_rules_of_the_house(game_id: str, check: str) -> None:
    CHECKS[check](game_id)


def test_the_suite_checks_a_rulebook_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = source.SHIPPED / "ny"
    folder = tmp_path / "elsewhere"
    (folder / "clauses").mkdir(parents=True)
    for name in ("big-six.toml", "general.toml", "clauses/big-six.toml", "clauses/general.toml"):
        (folder / name).write_text((shipped / name).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    check_game("elsewhere/big-six", rounds=20)
    with pytest.raises(Unknown):
        check_game("elsewhere/big-seven")


def test_the_suite_finds_a_table_that_keeps_what_it_should_return(monkeypatch: pytest.MonkeyPatch) -> None:
    """A conformance suite that cannot fail proves nothing."""
    monkeypatch.setattr(Felt, "push", lambda self, seat, wager, **_: seat.stakes.pop(wager, None))
    with pytest.raises(AssertionError, match=r"without a line|staked"):
        check_money_and_replay("ny/three-card-poker", rounds=300)
