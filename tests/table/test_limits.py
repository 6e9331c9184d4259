"""Posted limits: one home for the table's and each wager's, and what depends on the least wager reads them there."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.errors import OutOfBounds, Refused, Unknown
from croupier.games.limits import most_at_minimum
from croupier.games.registry import all_games, playable
from croupier.rules.resolve import resolve_file
from croupier.table import acts
from croupier.table.legal import LegalWager
from croupier.table.round import Round

UTH, THB, MINI, CRAPS = (
    f"cincinnati/{game}" for game in ("ultimate-texas-holdem", "texas-holdem-bonus", "mini-baccarat", "craps")
)


@pytest.mark.clause("cleveland/big-six", "15.2(A)")
@pytest.mark.parametrize("game", all_games())
def test_what_is_posted_for_the_table_binds_every_wager_that_has_no_limit_of_its_own(game: str) -> None:
    plain, file = resolve_file(game).wagers, resolve_file(game).file
    posted = resolve_file(game, {"limits": {"table": {"minimum": 1000, "maximum": 50_000, "unit": 500}}}).wagers
    for name, wager in posted.items():
        odds = wager.dice is not None and wager.dice.row.resolves == "odds"
        assert wager.limits.unit % 500 == 0
        if wager.placed == "opening" and wager.amount is None and not wager.amounts and not odds:
            printed = file.wagers[name].minimum or 1  # a printed step of chips is no minimum
            least = wager.limits.unit if file.wagers[name].below_table_minimum else 1000
            assert wager.limits.minimum == (least if printed == 1 else -(-printed // wager.limits.unit) * wager.limits.unit)
            assert wager.limits.maximum is not None and wager.limits.maximum <= 50_000
        else:
            assert wager.limits.maximum == plain[name].limits.maximum


def test_a_wagers_own_posted_limits_go_before_the_tables() -> None:
    house = {"limits": {"table": {"minimum": 1000, "unit": 100}, "tie": {"minimum": 500}}}
    wagers = resolve_file(MINI, house).wagers
    assert (wagers["player"].limits.minimum, wagers["tie"].limits.minimum) == (1000, 500)


def test_the_option_and_the_posted_minimum_are_one_figure() -> None:
    assert resolve_file(UTH, {"options": {"table-minimum": 2500}}).wagers["ante"].limits.minimum == 2500
    assert resolve_file(UTH, {"limits": {"table": {"minimum": 2500}}}).options["table-minimum"] == 2500
    both: dict[str, Any] = {"options": {"table-minimum": 2500}, "limits": {"table": {"minimum": 2500}}}
    assert resolve_file(UTH, both).posted.minimum == 2500
    with pytest.raises(OutOfBounds, match=r"3000 is posted and options\.table-minimum says 2500: one figure \(I\.10\.V\)"):
        resolve_file(UTH, {"options": {"table-minimum": 2500}, "limits": {"table": {"minimum": 3000}}})


@pytest.mark.parametrize(
    ("limits", "error", "says"),
    [
        ({"table": {"least": 5}}, Unknown, "least"),
        ({"table": 5}, OutOfBounds, "limits.table"),
        ({"table": {"minimum": 500, "maximum": 100}}, OutOfBounds, "below the minimum"),
        ({"table": {"several-boxes": 500}}, Unknown, "several-boxes"),
        ({"bonus": {"minimum": 50}}, OutOfBounds, "K.7.III"),
    ],
)
def test_limits_that_cannot_be_posted_are_refused(limits: dict[str, Any], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        resolve_file(THB, {"limits": limits})


@pytest.mark.clause("cincinnati/texas-holdem-bonus", "K.7.III", "K.11.V")
def test_the_least_win_counts_each_wager_at_its_own_minimum_k_7_iii() -> None:
    terms = resolve_file(THB, {"limits": {"table": {"minimum": 10_000}}, "options": {"aces-against-aces": True}})
    assert most_at_minimum(terms, ("ante", "flop", "turn", "river", "bonus")) == 5 * 10_000 + 1000 * 100


def test_wagers_that_must_be_equal_share_the_higher_minimum_i_6_iii() -> None:
    terms = resolve_file(UTH, {"limits": {"ante": {"minimum": 10_000}}})
    assert most_at_minimum(terms, ("ante", "blind", "play")) == (1 + 500 + 4) * 10_000


def test_a_limit_of_one_figure_does_not_rise_with_the_minimum_m_2() -> None:
    house = {"options": {"maximum-payout": 1_000_000}, "limits": {"table": {"minimum": 2000}}}
    written = {
        "game": "oneida/mississippi-stud",
        "house_rules": house,
        "seats": {"1": {"wagers": {"ante": 2000}, "cards": "Ac Kc", "decisions": ["bet-3x", "bet-3x", "bet-3x"]}},
        "community": "Qc Jc Tc",
    }
    assert croupier.settle(written).net == {1: 1_000_000}


@pytest.mark.parametrize(("game", "clause"), [(MINI, "E.13.III"), ("cincinnati/pai-gow-poker", "F.13.XIII")])
@pytest.mark.clause("cincinnati/mini-baccarat", "E.13.III")
@pytest.mark.clause("cincinnati/pai-gow-poker", "F.13.XIII")
def test_quarters_are_not_wagered_and_the_list_says_so(game: str, clause: str) -> None:
    round_ = Round(playable(game), [1])
    round_.answer(acts.Done("shuffle"))
    main = "player" if game == MINI else "pai-gow-poker"
    for amount in (1025, 1075):
        with pytest.raises(Refused) as refusal:
            round_.answer(acts.Wager(1, main, amount))
        assert refusal.value.clause == clause
    entry = next(entry for entry in round_.listed() if isinstance(entry, LegalWager) and entry.spot == main)
    assert entry.as_json()["coin"] == 25
    assert (entry.nearest(1025), entry.nearest(1050), entry.nearest(1060)) == (1000, 1050, 1060)
    round_.answer(acts.Wager(1, main, 1050))


@pytest.mark.clause("cincinnati/craps", "B.3.II.A", "B.3.II.B")
def test_a_refusal_names_the_posted_limit_and_its_clause_b_3_ii() -> None:
    round_ = Round(playable(CRAPS, {"limits": {"table": {"minimum": 500, "maximum": 50_000, "unit": 100}}}), [1])
    with pytest.raises(Refused, match=r"pass of 400 cents is not allowed: from 500 to 50000 in steps of 100.*B\.3\.II\.A"):
        round_.answer(acts.Wager(1, "pass", 400))
