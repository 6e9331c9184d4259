"""Lunar Poker: draws and exchanges, hands declared or not, a forced dealer, the second combination, and a pack that runs out."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.equipment.cards import cards
from croupier.errors import BadInput, Refused
from croupier.games.registry import playable
from croupier.hands.combinations import best_two, is_ace_king
from croupier.table import acts
from croupier.table.requests import CardDue, DealerAct, Decision, Discard, Request, Wagering
from croupier.table.round import Round, replay
from croupier.table.views import view
from croupier.table.written import answer_json
from croupier.table.written_down import write_down

GAME = "pa/lunar-poker"
PLAYS = "As Kd 9h 7c 3d"
FAILS = "Qs Jd 9h 7c 3d"


def settle(cards: str, decisions: list[str], dealer: str, **besides: Any) -> dict[str, Any]:
    """One seat with an ante of 10.00, and what else stands and was written of it."""
    wagers = {"ante": 1000, **besides.pop("wagers", {})}
    seat = {"wagers": wagers, "cards": cards, "decisions": decisions, **besides}
    return answer_json(croupier.settle({"game": GAME, "seats": {"1": seat}, "dealer": dealer}))


def lines(answer: dict[str, Any], *wanted: str) -> list[tuple[Any, ...]]:
    return [
        (line["outcome"], line["stake"], line["returned"], line["won"]) for line in answer["lines"] if line["wager"] in wanted
    ]


@pytest.mark.parametrize(
    ("hand", "first", "second"),
    [
        ("Ah Ad Kc 9s 8d", "pair", "ace-king"),
        ("Ah Ad Kc Ks 8d", "two-pair", None),
        ("Ah Ad 8c 8s Kd", "two-pair", "ace-king"),
        ("9h 9d 9c Ks Ad", "three-of-a-kind", "ace-king"),
        ("Kh Kd Kc Ks Ad", "four-of-a-kind", "ace-king"),
        ("Ah Kd Qc Js Td", "straight", None),
        ("Ah Kd 9c 6s 3d", "ace-king", None),
        ("Qh Jd 9c 6s 3d", None, None),
        ("2h 4h 6h 8h Th Qh", "flush", "flush"),
        ("5h 6d 7c 8s 9h 9d", "straight", "straight"),
        ("5h 6h 7h 8h 9h Th", "straight-flush", "straight-flush"),
        ("Kh Kd Kc 2s 2h 2d", "full-house", "full-house"),
        ("Kh Kd Kc Ks 2h 2d", "four-of-a-kind", "full-house"),
        ("Ah Ad Kc Ks Qh Qd", "two-pair", "two-pair"),
        ("4h 5h 7h 9h Jh 6d", "flush", None),
        ("4h 5h 7h 8h Jh 6d", "flush", "straight"),
    ],
)
@pytest.mark.clause(GAME, "589.11(e)(1)(ii)", "589.11(e)(2)(ii)(B)(II)", "589.11(d)(2)(ii)")
def test_the_second_combination_is_the_highest_with_a_card_outside_the_first(
    hand: str, first: str | None, second: str | None
) -> None:
    found = [
        "ace-king" if value is not None and is_ace_king(value) else value and value.category for value in best_two(cards(hand))
    ]
    assert found == [first, second]


@pytest.mark.clause(GAME, "589.11(e)(1)(ii)", "589.12(c)")
def test_the_texts_own_example_is_paid_for_the_aces_and_for_the_ace_king() -> None:
    answer = settle("Ah Ad Kc 9s 8d", ["bet"], "As Ks 9h 7c 3d")
    assert lines(answer, "ante", "bet") == [("push", 1000, 1000, 0), ("one-pair-and-ace-king", 2000, 2000, 4000)]
    assert answer["readings"] == ["second-combination"]


@pytest.mark.clause(GAME, "589.11(e)(1)(i)", "589.11(e)(1)(iii)", "589.11(e)(1)", "589.6(b)(10)")
def test_a_dealer_with_ace_king_plays_and_the_higher_hand_wins() -> None:
    assert settle("Jh Jd 8c 5s 2h", ["bet"], "Qs Qd 9h 7c 3d")["net"] == {"1": -3000}
    assert settle("Ah Kc 9c 7s 3h", ["bet"], PLAYS)["net"] == {"1": 0}
    assert settle("2h 2d 8c 5s 4h", ["bet"], PLAYS)["net"] == {"1": 2000}


@pytest.mark.clause(GAME, "589.11(e)(2)", "589.11(e)(2)(i)", "589.12(d)")
def test_without_ace_king_the_ante_is_paid_whatever_the_player_holds() -> None:
    for said in (["bet"], ["bet", "decline"]):
        answer = settle("Jh Td 8c 5s 2h", said, "As Qd 9h 7c 3d")
        assert lines(answer, "ante", "bet") == [("win", 1000, 1000, 1000), ("push", 2000, 2000, 0)]


@pytest.mark.parametrize(
    ("drawn", "net", "why"),
    [
        ("8h", -1000, "589.11(e)(2)(ii)(A)"),
        ("Jh", 7000, "589.11(e)(2)(ii)(B)(II)"),
        ("3h", 7000, "589.11(e)(2)(ii)(B)(II)"),
    ],
)
@pytest.mark.clause(GAME, "589.11(e)(2)(ii)", "589.11(e)(2)(ii)(A)", "589.2(b)(3)(iii)")
def test_a_forced_dealer_throws_the_highest_card_and_draws_one(drawn: str, net: int, why: str) -> None:
    answer = settle("4h 5d 6c 7s 8d", ["bet", "force"], f"{FAILS} {drawn}")
    assert answer["net"] == {"1": net}
    assert next(line for line in answer["lines"] if line["wager"] == "bet")["clause"].startswith(why)
    assert lines(answer, "options-fee") == [("lose", 1000, 0, 0)]


@pytest.mark.clause(GAME, "589.11(e)(2)(ii)(B)(I)", "589.11(e)(2)(ii)(B)(III)")
def test_a_forced_dealer_may_win_or_tie() -> None:
    assert settle("5h 5d 9c 7s 3h", ["bet", "force"], "Qc 6c 9d 7h 3d 6s")["net"] == {"1": -4000}
    assert settle("5h 5d 9c 7s 3h", ["bet", "force"], "Qc 5c 9d 7h 3d 5s")["net"] == {"1": -1000}


@pytest.mark.clause(GAME, "589.11(b)(3)", "589.11(d)(2)(i)", "589.11(d)(2)(i)(A)", "589.11(d)(2)(iii)", "589.11(d)(2)(iv)")
def test_a_sixth_card_costs_a_fee_and_all_six_count() -> None:
    bought = settle("4h 5h 7h 8h Jh 6d", ["buy-sixth-card", "bet"], PLAYS)
    assert lines(bought, "bet", "options-fee") == [("flush-and-straight", 2000, 2000, 18000), ("lose", 1000, 0, 0)]
    assert settle("4h 5h 7h 8h Jd 2c", ["buy-sixth-card", "fold"], PLAYS)["net"] == {"1": -2000}


@pytest.mark.clause(GAME, "589.11(d)(2)(i)(B)", "589.1(draw)", "589.2(b)(3)(i)")
def test_two_to_five_cards_are_exchanged_and_never_one() -> None:
    drawn = settle("9h 9d 9c 4s 2d", ["exchange", "bet"], PLAYS.replace("9h", "8h"), discards="2d 4s", draws="9s Kc")
    assert lines(drawn, "bet") == [("four-of-a-kind", 2000, 2000, 40000)]
    five = settle("Jh Td 8c 5s 2h", ["exchange", "fold"], PLAYS, discards="Jh Td 8c 5s 2h", draws="Js Tc 8d 5h 2c")
    assert five["net"] == {"1": -2000}
    with pytest.raises(Refused, match="cannot be thrown away: 2 to 5"):
        settle("9h 9d 9c 9s 2d", ["exchange", "bet"], PLAYS.replace("9h", "8h"), discards="2d", draws="Ac")


@pytest.mark.parametrize(
    ("seat", "why"),
    [
        (
            {"cards": "9d 9c 8c 4s 2d", "decisions": ["exchange", "bet"], "draws": "Kh Qh"},
            "which cards were thrown away is missing",
        ),
        ({"cards": "9d 9c 8c 4s 2d", "decisions": ["exchange", "bet"], "discards": "2d 4s"}, "cards are written"),
        ({"cards": "9d 9c 8c 4s 2d", "decisions": ["bet"], "discards": "2d 4s"}, "none were thrown"),
        ({"cards": "9d 9c 8c 4s 2d 5h", "decisions": ["bet"]}, "5h is written but never came"),
        (
            {"cards": "9d 9c 8c 4s 2d", "decisions": ["exchange", "bet"], "discards": "Ac Ad", "draws": "Kh Qh"},
            "cannot be thrown",
        ),
        ({"cards": "9d 9c 8c 4s 2d", "decisions": ["exchange"], "discards": 7}, "cards, as in"),
        ({"cards": "9d 9c 8c 4s 2d", "decisions": ["exchange"], "discards": "2c 3c 4c 5c 6c 7c"}, "a hand has 5"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_exchange_that_is_not_told_whole_is_refused(seat: dict[str, Any], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        croupier.settle({"game": GAME, "seats": {"1": {"wagers": {"ante": 1000}, **seat}}, "dealer": PLAYS})


@pytest.mark.clause(GAME, "589.11(c)(1)(i)", "589.11(b)(2)", "589.12(a)", "589.11(c)(1)(ii)(A)", "589.2(b)(6)(ii)")
@pytest.mark.parametrize(("table", "royal", "straight"), [("A", 1500, 500), ("D", 1200, 400), ("H", 600, 300)])
def test_a_royal_or_straight_flush_that_is_declared_is_paid_at_once(table: str, royal: int, straight: int) -> None:
    for hand, odds in (("Ah Kh Qh Jh Th", royal), ("9c 8c 7c 6c 5c", straight)):
        for name in ("instant-payout", "ante"):
            house = {"paytables": {name: table}}
            seat = {"wagers": {"ante": 1000}, "cards": hand, "decisions": ["declare"]}
            round_ = croupier.settle({"game": GAME, "house_rules": house, "seats": {"1": seat}, "dealer": "As Kd 9h 7d 3d"})
            assert round_.net == {1: 1000 * odds}


@pytest.mark.clause(GAME, "589.11(b)(2)", "589.11(c)(2)(i)", "589.11(c)(2)(ii)")
def test_a_straight_flush_that_is_not_declared_plays_on_and_loses_the_super() -> None:
    answer = settle("9c 8c 7c 6c 5c", ["bet"], "As Kd 9h 7d 3d", wagers={"super": 500})
    assert lines(answer, "bet", "super") == [("straight-flush", 2000, 2000, 100000), ("lose", 500, 0, 0)]
    assert "declared-or-played" in answer["readings"]
    with pytest.raises(Refused, match="'bet' is written but there is nothing left to decide"):
        settle("9c 8c 7c 6c 5c", ["declare", "bet"], "As Kd 9h 7d 3d")


@pytest.mark.parametrize(
    ("hand", "row", "pays"),
    [
        ("9h 9d 9c 9s 5c", "four-of-a-kind", 250),
        ("9c 8s 7c 6c 5s", "same-colored-straight", 150),
        ("Ah 2d 3h 4d 5h", "same-colored-straight", 150),
        ("9h 9d 9c 5s 5c", "full-house", 100),
        ("9c 8c 7c 6c 2c", "flush", 60),
        ("9c 8d 7c 6c 5s", "straight", 30),
        ("9h 9d 9c 6s 5c", "three-of-a-kind", 8),
        ("Ah Kc 9d 6c 3s", "ace-king", 6),
        ("Ah Kd 9d 6h 3h", "ace-king", 6),
        ("Qh Jd 9d 6h 3h", "same-colored-five", 2),
        ("Ah Ad Kh Kd 3h", "same-colored-five", 2),
    ],
)
@pytest.mark.clause(GAME, "589.6(d)(2)", "589.6(d)(7)", "589.6(d)(8)", "589.12(b)", "589.11(c)(2)(ii)", "589.11(c)(2)(ii)(B)")
def test_the_super_is_paid_for_the_highest_hand_that_is_declared_even_after_a_fold(hand: str, row: str, pays: int) -> None:
    dealer = "As Ks Jh Tc 2c" if "Kd" in hand or "Ah" in hand else "As Kd Jh Tc 2s"
    for said in (["declare", "fold"], ["fold", "declare"]):
        answer = settle(hand, said, dealer, wagers={"super": 100})
        assert lines(answer, "super") == [(row, 100, 100, 100 * pays)]
        assert answer["net"] == {"1": 100 * pays - 1000}
    assert lines(settle(hand, ["fold"], dealer, wagers={"super": 100}), "super") == [("lose", 100, 0, 0)]


@pytest.mark.clause(GAME, "589.11(c)(2)(i)", "589.6(d)(7)")
@pytest.mark.parametrize("hand", ["Jd Th 8c 5d 2s", "Ah As Kc 9d 2c", "Ah As Kc Kd 2c"])
def test_the_super_loses_below_five_of_one_colour_and_a_pair_is_no_ace_king(hand: str) -> None:
    assert lines(settle(hand, ["fold"], "Qs Jc 9h 7c 3d", wagers={"super": 100}), "super") == [("lose", 100, 0, 0)]


@pytest.mark.clause(GAME, "589.13(d)")
def test_a_dealers_card_seen_early_voids_the_round_with_its_fees_and_later_it_does_not() -> None:
    seat = {"wagers": {"ante": 1000, "super": 100}, "cards": "Ah Kd 9h 7h 5d", "decisions": ["buy-sixth-card", "declare"]}
    early = {"irregularity": "dealer-card-exposed", "during": "draw"}
    told = {"game": GAME, "seats": {"1": seat}, "dealer": FAILS.replace("9h", "9s"), "irregularities": [early]}
    assert {line.outcome for line in croupier.settle(told).lines} == {"void"} and croupier.settle(told).net == {1: 0}
    seat = {**seat, "decisions": ["declare", "bet"]}
    late = {"irregularity": "dealer-card-exposed", "during": "decision", "at": {"turn": 3}}
    with pytest.raises(Refused, match="a card that nobody may see"):
        croupier.settle({**told, "seats": {"1": seat}, "irregularities": [late]})


class FiveExchange:
    """Five seats that exchange all their cards and bet, and force the dealer if they may."""

    def __init__(self) -> None:
        self.wagers = [acts.Wager(seat, "ante", 1000) for seat in range(1, 6)]

    def answer(self, round_: Round, request: Request) -> acts.Act:
        if isinstance(request, Wagering):
            return self.wagers.pop(0) if self.wagers else acts.NoMoreBets()
        if isinstance(request, Discard):
            return request.act(request.settings[-1])
        if isinstance(request, Decision):
            return acts.Choice(request.seat, next(word for word in ("exchange", "force", "bet") if word in request.choices))
        if isinstance(request, CardDue):
            return acts.Dealt(next(card for card, left in round_.table.remaining.items() if left))
        assert isinstance(request, DealerAct)
        return acts.Done(request.act)


@pytest.mark.clause(GAME, "589.3(a)", "589.2(a)")
def test_a_pack_that_runs_out_goes_on_from_the_discard_rack_and_is_written_and_replayed() -> None:
    game = playable(GAME)
    round_, players, played = Round(game, range(1, 6)), FiveExchange(), []
    while (request := round_.pending) is not None:
        act = players.answer(round_, request)
        played.append((request, act))
        round_.answer(act)
    came = [act.card for act in round_.log if isinstance(act, acts.Dealt)]
    assert acts.Done("reshuffle") in round_.log and len(came) > 52 > len(set(came)) - 1
    assert sum(line.stake for line in round_.lines if line.wager == "options-fee") >= 5000
    assert replay(game, round_.written()).lines == round_.lines
    told = write_down(round_, played, lambda *_: game)
    assert "acts" not in told and answer_json(croupier.settle(told))["net"] == answer_json(round_)["net"]


@pytest.mark.clause(GAME, "589.11(c)(2)(ii)", "589.11(a)(3)")
def test_a_declared_hand_lies_open_and_an_exchange_does_not() -> None:
    game = playable(GAME)
    round_ = Round(game, [1, 2])
    dealt = iter(cards("Ah 2h Qs Kc 4c Jc 9d 5c 9s 6c 7d 7c 3s Ts 3h 8h 8d"))
    said = {1: iter(["bet", "declare"]), 2: iter(["exchange"])}
    wagers = [acts.Wager(1, "ante", 1000), acts.Wager(2, "ante", 1000), acts.Wager(1, "super", 100)]
    while (request := round_.pending) is not None:
        if isinstance(request, Wagering):
            round_.answer(wagers.pop(0) if wagers else acts.NoMoreBets())
        elif isinstance(request, CardDue):
            round_.answer(acts.Dealt(next(dealt)))
        elif isinstance(request, Discard):
            assert all(card != "??" for card in view(round_, 2).layout.seats[1].cards), "seat 1 has declared"
            round_.answer(request.act(request.settings[0]))
            break
        elif isinstance(request, Decision):
            round_.answer(acts.Choice(request.seat, next(said[request.seat])))
        else:
            assert isinstance(request, DealerAct)
            round_.answer(acts.Done(request.act))
    assert set(view(round_, 1).layout.seats[2].cards) == {"??"}
    assert view(round_, "public").as_json()["pending"]["legal"] == []


@pytest.mark.clause(GAME, "589.7(b)")
def test_whoever_leaves_while_cards_are_drawn_decides_nothing_more() -> None:
    seat = {"wagers": {"ante": 1000}, "cards": "Jh Td 8c 5s 2h", "decisions": ["exchange"], "discards": "5s 2h"}
    left = {"irregularity": "player-leaves-the-table", "during": "draw", "seat": 1, "choice": "abandoned"}
    round_ = croupier.settle({"game": GAME, "seats": {"1": seat}, "dealer": FAILS, "irregularities": [left]})
    assert round_.net == {1: -2000} and round_.done
