"""A report is held against what the table knows: what cannot be so is refused with the clause, and changes nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.equipment.cards import cards
from croupier.errors import Conflict, Refused
from croupier.games.registry import all_games, playable
from croupier.rules import source
from croupier.table import acts
from croupier.table.requests import CardDue, DealerAct, Decision, Request, Wagering
from croupier.table.round import Round
from croupier.testing.conformance import fingerprint

BLACKJACK, FREE_BET, MINI = "cincinnati/blackjack", "cincinnati/free-bet-blackjack", "cincinnati/mini-baccarat"


def begun(game: str, *wagers: acts.Wager, until: Callable[[Request], bool], dealt: str, choices: str = "") -> Round:
    """A round dealt these cards, burns included, up to the first request that is looked for."""
    round_, faces, words, placed = Round(playable(game)), cards(dealt), choices.split(), list(wagers)
    while round_.pending is not None and not until(round_.pending):
        request = round_.pending
        if isinstance(request, Wagering):
            round_.answer(placed.pop(0) if placed else acts.NoMoreBets())
        elif isinstance(request, CardDue):
            round_.answer(acts.Dealt(faces.pop(0)))
        elif isinstance(request, Decision):
            round_.answer(acts.Choice(request.seat, words.pop(0)))
        else:
            assert isinstance(request, DealerAct)
            round_.answer(acts.Done(request.act))
    return round_


def at(moment: str) -> Callable[[Request], bool]:
    return lambda request: request.moment == moment


def not_so(round_: Round, name: str, seat: int = 0) -> None:
    before = fingerprint(round_)
    with pytest.raises(Refused, match=f"{name} is not so here"):
        round_.answer(acts.Reported(name, seat))
    assert fingerprint(round_) == before


BET = acts.Wager(1, "blackjack", 1000)


@pytest.mark.parametrize("game", [BLACKJACK, FREE_BET])
def test_a_dealer_with_twelve_has_not_drawn_on_seventeen_and_one_who_drew_to_it_may_have_a_15_iv(game: str) -> None:
    round_ = begun(game, BET, until=at("reveal"), dealt="3c Th Kd 8s 2c", choices="stand")
    not_so(round_, "dealer-draws-on-seventeen")
    round_.answer(acts.Done("reveal"))
    round_.answer(acts.Dealt(cards("5d")[0]))
    assert round_.pending is not None and round_.pending.moment == "announce"
    round_.answer(acts.Reported("dealer-draws-on-seventeen"))
    assert isinstance(round_.pending, CardDue) and round_.pending.to == "burn"
    round_.answer(acts.Dealt(cards("9d")[0]))
    round_.answer(acts.Done("announce"))
    assert round_.net == {1: 1000}, "eighteen beats the seventeen that stands"


@pytest.mark.clause("cincinnati/blackjack", "A.2.III", "A.7.IV", "A.15.IX.A", "A.15.IX.B")
def test_a_blackjack_is_overlooked_only_where_there_is_one_a_15_ix() -> None:
    without = begun(BLACKJACK, BET, until=at("peek"), dealt="3c Th Kd 8s 9c")
    not_so(without, "blackjack-overlooked")
    without.answer(acts.Reported("hole-card-shown"))
    assert without.table.dealer.up == [True, True]
    not_so(begun(BLACKJACK, BET, until=at("peek"), dealt="3c Th Kd 8s Ac"), "hole-card-shown")


@pytest.mark.parametrize("seats", [1, 7])
def test_a_shoe_that_no_round_could_empty_has_not_run_out_a_15_vi(seats: int) -> None:
    bets = [acts.Wager(seat, "blackjack", 1000) for seat in range(1, seats + 1)]
    round_ = begun(BLACKJACK, *bets, until=lambda request: isinstance(request, CardDue), dealt="")
    not_so(round_, "shoe-runs-out")
    round_.table.remaining = dict.fromkeys(list(round_.table.remaining)[:3], 1)
    round_.answer(acts.Reported("shoe-runs-out"))
    assert isinstance(round_.pending, DealerAct) and round_.pending.act == "reshuffle"


def test_baccarat_knows_whether_the_player_draws_and_whether_six_cards_are_left_e_14() -> None:
    bet = acts.Wager(1, "banker", 1000)
    draws = begun(MINI, bet, until=at("draw"), dealt="Kh Ks 2d 7c")
    not_so(draws, "third-card-dealt-in-error")
    not_so(draws, "disclosed-third-card-dealt-in-error")
    not_so(draws, "too-few-cards")
    draws.table.remaining = dict.fromkeys(list(draws.table.remaining)[:1], 1)
    draws.answer(acts.Reported("too-few-cards"))
    assert draws.done and draws.net == {1: 0}
    stays = begun(MINI, bet, until=at("draw"), dealt="Kh Ks 7d 2c")
    stays.answer(acts.Reported("third-card-dealt-in-error"))
    assert isinstance(stays.pending, CardDue) and stays.pending.to == "banker"


def test_a_dealers_card_that_was_never_dealt_has_not_been_seen() -> None:
    bet = acts.Wager(1, "ante", 1000)
    first = begun("cincinnati/three-card-poker", bet, until=lambda request: isinstance(request, CardDue), dealt="")
    not_so(first, "dealer-card-exposed")


# A hand that was passed over in the deal


@pytest.mark.parametrize("game", [BLACKJACK, FREE_BET])
def test_a_hand_without_cards_may_be_found_at_the_first_decision_a_15_vii(game: str) -> None:
    bets = [BET, acts.Wager(2, "blackjack", 2000)]
    round_ = begun(game, *bets, until=at("decision"), dealt="3c Th 9h Kd 8s 7s 9c")
    round_.answer(acts.Reported("player-dealt-no-cards", 2))
    (line,) = round_.lines
    assert (line.seat, line.outcome, line.returned, line.reading) == (2, "void", 2000, "hand-without-cards")
    round_.answer(acts.Choice(1, "stand"))
    round_.answer(acts.Done("reveal"))
    assert round_.net == {1: -1000, 2: 0}


def test_a_second_card_found_missing_at_the_first_decision_comes_now_and_the_seat_decides_anew_a_15_vii() -> None:
    round_ = begun(BLACKJACK, BET, until=at("decision"), dealt="3c 8h Kd 8s 9c")
    assert isinstance(round_.pending, Decision) and "split" in round_.pending.choices
    round_.answer(acts.Reported("player-dealt-one-card", 1))
    round_.answer(acts.Choice(1, "second-card-last"))
    assert isinstance(round_.pending, CardDue) and (round_.pending.to, round_.pending.number) == (1, 2)
    round_.answer(acts.Dealt(cards("Th")[0]))
    assert isinstance(round_.pending, Decision) and "split" not in round_.pending.choices
    assert round_.table.remaining[cards("8s")[0]] == 6, "it never came to this seat"
    round_.answer(acts.Choice(1, "stand"))
    round_.answer(acts.Done("reveal"))
    assert round_.net == {1: -1000}


def test_who_has_decided_or_been_paid_on_his_cards_had_them_a_15_vii() -> None:
    drawn = begun(
        BLACKJACK,
        BET,
        until=lambda request: isinstance(request, Decision) and "double" not in request.choices,
        dealt="3c 2h Kd 3s 9c 4d",
        choices="hit",
    )
    not_so(drawn, "player-dealt-no-cards", 1)
    paid = begun(
        BLACKJACK,
        BET,
        acts.Wager(1, "house-money", 500),
        until=lambda request: isinstance(request, Decision),
        dealt="3c 2h Kd 9s 9c",
    )
    not_so(paid, "player-dealt-one-card", 1)


# The files and the facts


@pytest.mark.parametrize("game", all_games())
def test_every_fact_a_ruling_needs_is_one_the_table_can_tell(game: str) -> None:
    known = playable(game)
    for ruling in known.terms.file.rulings.values():
        assert ruling.if_ is None or known.facts[ruling.if_].says


def test_a_fact_that_the_game_cannot_tell_is_an_error_at_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(source.game_path("cincinnati/big-six").parent, tmp_path / "elsewhere")
    file = tmp_path / "elsewhere" / "big-six.toml"
    file.write_text(file.read_text().replace('remedy = "void-round"', 'if = "dealer-has-blackjack"\nremedy = "void-round"', 1))
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    with pytest.raises(Conflict, match="does not know 'dealer-has-blackjack'"):
        playable("elsewhere/big-six")
