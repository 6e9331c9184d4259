"""Poker against the house, where a log or what the round leaves behind shows more than a written round's money."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.errors import OutOfBounds, Refused
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.playable import with_limits
from croupier.table.random_rounds import play_round
from croupier.table.requests import Decision
from croupier.table.round import replay
from croupier.table.views import view
from croupier.table.written import play_written

SHORT = ["irregularity", "shuffler-count-wrong", 0]
COUNTING = {"options": {"shuffler": "automated-counting"}}


def opened(game: str, log: list[list[Any]], **more: Any) -> Any:
    """A round as far as its log goes."""
    written = {"game": game, "version": None, "house_rules": {}, "seats": [1, 2], "meters": {}, "acts": log, **more}
    return replay(playable(game, more.get("house_rules")), written)


@pytest.mark.parametrize(
    "game",
    [
        "cincinnati/four-card-poker",
        "cincinnati/let-it-ride",
        "cincinnati/three-card-poker",
        "cincinnati/mississippi-stud",
        "cincinnati/texas-holdem-bonus",
        "cincinnati/crazy-4-poker",
        "cincinnati/ultimate-texas-holdem",
    ],
)
def test_a_deck_found_short_leaves_the_table_when_the_supervisor_says_so(game: str) -> None:
    """Section 5.II (4.II of Ultimate): once more through the device, then a supervisor looks; until then nothing is dealt."""
    twice = opened(game, [SHORT, SHORT], house_rules=COUNTING)
    assert twice.pending.who == "floor" and set(twice.pending.choices) == {"deck-whole", "cards-missing"}
    short = opened(game, [SHORT, SHORT, ["choice", 0, "cards-missing"]], house_rules=COUNTING)
    assert short.table.aftermath == ["reshuffle", "inspect", "remove-deck", "new-deck"]
    whole = opened(game, [SHORT, SHORT, ["choice", 0, "deck-whole"]], house_rules=COUNTING)
    assert whole.table.aftermath == ["reshuffle", "inspect"]
    assert short.pending.describe() == whole.pending.describe() == "the dealer to shuffle"


def test_a_void_hand_earns_nothing_on_the_meter_even_if_it_had_folded() -> None:
    """K.12.I: all hands are void, so the straight flush of a hand folded before is no progressive payout hand."""
    game = "cincinnati/texas-holdem-bonus"
    log: list[list[Any]] = [["done", "shuffle", ""], ["wager", 1, "ante", 1000], ["wager", 1, "progressive", 100]]
    log += [["wager", 2, "ante", 1000], ["wager", 2, "bonus", 500], ["wager", 2, "progressive", 100], ["no-more-bets"]]
    log += [["done", "count-chips", ""]]
    log += [["card", card] for card in ("9s", "Kc", "Qs", "5s", "Kd", "Qh")]
    log += [["choice", 1, "fold"], ["irregularity", "dealer-card-exposed", 0]]
    log += [["card", card] for card in ("As", "6s", "7s", "8s", "Ks", "3d", "Js", "Kh")]
    round_ = opened(game, [*log, ["done", "reveal", ""]])
    assert round_.done and round_.net == {1: 0, 2: 5000}
    meter = round_.table.meters["multi-link"]
    assert meter.amount == meter.start and not meter.paid
    assert not any(line.wager == "envy-bonus" for line in round_.lines)


def test_envy_is_paid_for_a_folded_hand_only_while_it_lies_on_the_table() -> None:
    """L.7.II asks for the holder of the hand; C.10.IV collects a forfeiting player's cards unless aces up keeps them."""
    seats = {
        "1": {"wagers": {"ante": 1000}, "cards": "5c 6c 7c 8c 9c", "decisions": ["fold"]},
        "2": {"wagers": {"ante": 1000, "progressive": 100}, "cards": "5h 6d 8h Th Kc", "decisions": ["raise-1x"]},
    }
    told = {"game": "cincinnati/four-card-poker", "seats": seats, "dealer": "2c 2d 3c 3d 4h 6s"}
    assert not any(line.wager == "envy-bonus" for line in croupier.settle(told).lines)
    seats["1"]["wagers"] = {"ante": 1000, "aces-up": 500}
    assert [line.won for line in croupier.settle(told).lines if line.wager == "envy-bonus"] == [30000]


def cited(told: dict[str, Any]) -> dict[tuple[int, str], tuple[str, str | None]]:
    return {(line.seat, line.wager): (line.clause, line.reading) for line in croupier.settle(told).lines}


@pytest.mark.parametrize(
    ("game", "hand", "dealer", "order"),
    [
        ("oneida/three-card-poker", "7d 7c 7h", "Jd Qd 2c", ["play", "ante", "bonus", "pair-plus"]),
        ("oneida/four-card-poker", "7d 7c 7h 2s 4d", "Jd Qd 2c 3h 8s 9c", ["play", "ante", "automatic-bonus", "aces-up"]),
    ],
)
def test_wagers_are_reconciled_in_the_order_of_j_7_and_j_8(game: str, hand: str, dealer: str, order: list[str]) -> None:
    side, choice = order[-1], "play" if "three" in game else "raise-1x"
    seat = {"wagers": {"ante": 1000, side: 500}, "cards": hand, "decisions": [choice]}
    assert [line.wager for line in croupier.settle({"game": game, "seats": {"1": seat}, "dealer": dealer}).lines] == order


def test_a_fold_cites_its_own_street_and_no_reading_that_bears_on_another_wager() -> None:
    game = "cincinnati/mississippi-stud"
    seat = {"wagers": {"ante": 1000, "progressive": 100}, "cards": "2c 7d", "decisions": ["bet-1x", "fold"]}
    found = cited({"game": game, "seats": {"1": seat}, "community": "Qc Jc Tc"})
    assert found[1, "ante"] == found[1, "third-street"] == ("J.11.IV.B", None)
    assert found[1, "progressive"] == ("L.6.III", "side-wagers-after-a-fold")


def test_a_reading_is_named_where_the_result_rests_on_it_and_nowhere_else() -> None:
    """Against a dealer who does not qualify, H.12.I says nothing of equal hands; of a better one it need not."""
    told = {"game": "cincinnati/three-card-poker", "dealer": "Jd 8d 2c", "seats": {}}
    told["seats"] = {
        "1": {"wagers": {"ante": 1000}, "cards": "Jc 8c 2d", "decisions": ["play"]},
        "2": {"wagers": {"ante": 1000}, "cards": "Kc 8h 2h", "decisions": ["play"]},
    }
    found = cited(told)
    assert found[1, "ante"] == ("H.12.I", "not-qualifying-whatever-the-hands")
    assert found[2, "ante"] == ("H.12.I", None)


@pytest.mark.parametrize(
    ("hand", "dealer", "outcome", "reading"),
    [
        ("9c 9d Ks", "Jc Jd 2s", "lose", "lower-hand-loses, equal-category"),
        ("Jc Jd 2s", "9c 9d Ks", "win", "equal-category"),
        ("Kc Kd 9s", "9c 9d Ks", "win", "equal-category"),
        ("Jc Jd 4s", "9c 9d 3s", "win", None),
        ("Ac 9d 4s", "Kc 9h 4d", "win", None),
    ],
)
def test_like_hands_name_the_reading_where_the_letter_has_another_winner(
    hand: str, dealer: str, outcome: str, reading: str | None
) -> None:
    """H.6.III: the highest card that the other hand lacks would decide even between two pairs."""
    seat = {"wagers": {"ante": 1000}, "cards": hand, "decisions": ["play"]}
    lines = croupier.settle({"game": "cincinnati/three-card-poker", "seats": {"1": seat}, "dealer": dealer}).lines
    assert {(line.outcome, line.reading) for line in lines} == {(outcome, reading)}


def test_envy_cites_what_owes_it_and_what_pays_it() -> None:
    seats = {
        "1": {"wagers": {"ante": 1000, "progressive": 100}, "cards": "5c 6c 7c 8c 9c", "decisions": ["raise-1x"]},
        "2": {"wagers": {"ante": 1000, "progressive": 100}, "cards": "5h 6d 8h Th Kc", "decisions": ["fold"]},
    }
    told = {"game": "cincinnati/four-card-poker", "seats": seats, "dealer": "2c 2d 3c 3d 4h 6s"}
    assert cited(told)[2, "envy-bonus"] == ("C.13.3.II, L.6.III, C.13.3.I", None)
    seats["1"]["wagers"] = {"ante": 1000}
    assert cited(told)[2, "envy-bonus"] == ("C.13.3.II, L.7.II.A, L.6.III, C.13.3.I", "envy-hand")


@pytest.mark.parametrize("hand", ["Ac Ad 5h 9s 2c", "Kd Jh 5h 4s 2d", "Ac Ad Ah 9s 2c"])
def test_an_amount_between_two_raises_nets_what_lies_between_them(hand: str) -> None:
    """F.1.a, J.3.a: so the odds, which weigh the ends of the range, have weighed all of it."""

    def net(play: int) -> int:
        seat = {"wagers": {"ante": 1000, "play": play}, "cards": hand}
        told = {"game": "oneida/four-card-poker", "seats": {"1": seat}, "dealer": "Kc Qd 9h 6s 5c 2h"}
        return croupier.settle(told).net[1]

    assert 2 * net(1500) == net(1000) + net(2000) and 2 * net(2500) == net(2000) + net(3000)


def test_a_seat_offers_the_amount_it_can_pay_for() -> None:
    round_ = opened(
        "oneida/four-card-poker", [["done", "shuffle", ""], ["chips", 1, 2600], ["wager", 1, "ante", 1000]], seats=[1]
    )
    round_.answer(acts.NoMoreBets())
    while not isinstance(round_.pending, Decision):
        round_.answer(acts.Dealt(next(card for card, left in round_.table.remaining.items() if left)))
    assert list(round_.pending.choices) == ["raise-1x", "raise", "fold"]
    round_.answer(acts.Choice(1, "raise"))
    (range_,) = round_.legal()
    assert (range_["minimum"], range_["maximum"]) == (1000, 1600)


def _caribbean(**changed: object) -> dict[str, object]:
    seat = {"wagers": {"ante": 1000, "progressive-payout": 100}, "decisions": ["bet"]}
    seats = {"2": seat | {"cards": "Ac Kc Qc Jc Tc"}, "5": seat | {"cards": "Ah Kh Qh Jh Th"}}
    round_ = {"game": "ny/caribbean-stud", "seats": seats, "dealer": "As Kd 8c 6c 2d", "meters": {"progressive": 100_001}}
    return round_ | changed


def test_royal_flushes_share_the_meter_equally_5324_37_g_6() -> None:
    """70% of two chips is on it: 1,001.41 and two winners have 500.70 each; the odd cent stays, under the next seed."""
    round_ = play_written(_caribbean(), playable)
    assert [line.won for line in round_.lines if line.wager == "progressive-payout"] == [50_070, 50_070]
    meter = round_.table.meters["progressive"]
    assert meter.amount == 1 and meter.balanced()


def test_a_void_takes_the_seed_of_a_shared_meter_back_once() -> None:
    """The house put the seed there once for both winners; the chips' shares go with the void wagers."""
    house = {"meters": {"progressive": {"seed": 40_000}}}
    round_ = play_written(_caribbean(house_rules=house), playable)
    meter = round_.table.meters["progressive"]
    assert meter.amount == 40_001
    round_.table.void_round("5324.37(h)", None)
    assert meter.amount == 100_001 and meter.balanced() and meter.resets == 0


def test_one_royal_flush_takes_all_of_a_meter_that_could_be_shared() -> None:
    seats = {"2": {"wagers": {"ante": 1000, "progressive-payout": 100}, "decisions": ["bet"], "cards": "Ac Kc Qc Jc Tc"}}
    round_ = play_written(_caribbean(seats=seats), playable)
    assert [line.won for line in round_.lines if line.wager == "progressive-payout"] == [100_071]


@pytest.mark.parametrize(("decision", "bet"), [("bet", 1500), ("fold", 2000)])
def test_a_bet_written_with_another_amount_than_was_made_is_refused(decision: str, bet: int) -> None:
    seat = {"wagers": {"ante": 1000, "bet": bet}, "decisions": [decision], "cards": "Ac Kc 9h 8s 2c"}
    with pytest.raises(Refused, match=f"bet of {bet} could not be made"):
        play_written(_caribbean(seats={"1": seat}), playable)


def seen_by_all(document: dict[str, Any]) -> dict[str, list[str]]:
    """The hands of a settled round as somebody sees them who looks on."""
    shown = view(play_written(document, playable), "public").as_json()
    return {seat: place["cards"] for seat, place in shown["seats"].items() if place["cards"]}


@pytest.mark.clause("pa/flop-poker", "583.11(d)", "583.11(b)")
def test_a_folded_hand_of_flop_poker_is_turned_up_since_it_plays_for_the_pot() -> None:
    wagers = {"pot": 500, "ante": 1000}
    seats = {"1": {"wagers": wagers, "cards": "5c 5d 9h", "decisions": ["fold"]}}
    seats["2"] = {"wagers": wagers, "cards": "2c 7d 9s", "decisions": ["bet"]}
    shown = seen_by_all({"game": "pa/flop-poker", "seats": seats, "community": "5h 3s Jd"})
    assert shown == {"1": ["5c", "5d", "9h"], "2": ["2c", "7d", "9s"]}


@pytest.mark.clause("pa/raise-it-up-stud", "587.11(f)", "587.11(i)")
def test_a_folded_hand_of_raise_it_up_stays_and_is_turned_up_only_for_a_wager_that_is_left() -> None:
    wagers, folds = {"ante": 1000, "blind": 1000}, ["check", "check", "fold"]
    seats = {"1": {"wagers": {**wagers, "six-card-bonus": 500}, "cards": "5c 5d 9h", "decisions": folds}}
    seats["2"] = {"wagers": {**wagers, "progressive-payout": 100}, "cards": "2c 7d 9s", "decisions": folds}
    shown = seen_by_all({"game": "pa/raise-it-up-stud", "seats": seats, "community": "Ah 3s Jd"})
    assert shown == {"1": ["5c", "5d", "9h"], "2": ["??", "??", "??"]}


@pytest.mark.clause("pa/flop-poker", "583.8(b)", "583.9(b)", "583.10(a)(2)", "583.11(e)")
def test_a_pot_is_the_players_own_and_all_of_it_is_paid() -> None:
    """Over random rounds, ruled on or not, the lines of the pot come to nothing: the house has no part in it."""
    game = playable("pa/flop-poker", {"options": {"table-minimum": 501}})
    for seed in range(40):
        round_, _ = play_round(game, seed)
        pots = [line for line in round_.lines if line.wager == "pot"]
        assert pots and {line.stake for line in pots} == {501} and not sum(line.net for line in pots), seed


@pytest.mark.clause("pa/flop-poker", "583.7(d)(1)", "583.2(b)(6)(ii)")
def test_the_pot_wager_is_whatever_minimum_is_posted() -> None:
    plain, posted = (playable("pa/flop-poker", house) for house in ({}, {"limits": {"table": {"minimum": 2500}}}))
    for game, least in ((plain, 500), (posted, 2500), (with_limits(plain, {"table": {"minimum": 1000}}), 1000)):
        assert (game.spots["pot"].wager.amount, game.spots["ante"].wager.limits.minimum) == (least, least)
        assert game.spots["three-card-bonus"].wager.limits.minimum == 1
    with pytest.raises(OutOfBounds, match="one figure"):
        playable("pa/flop-poker", {"options": {"table-minimum": 1000}, "limits": {"table": {"minimum": 2500}}})
