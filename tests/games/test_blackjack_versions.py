"""What versions of blackjack change: when blackjacks and side wagers are settled, tournaments, what the dealers' pool gets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.equipment.randomness import Seeded
from croupier.errors import BadInput, OutOfBounds, Refused
from croupier.ledger.books import Transfer
from croupier.ledger.position import Position
from croupier.odds.advice import advise
from croupier.odds.shapes.shoe import Shoe
from croupier.rules.resolve import resolve_file
from croupier.server import house
from croupier.server.floor import Floor
from croupier.table import acts
from croupier.table.drivers import Chance
from croupier.table.requests import Decision, Offer, Request, Wagering
from croupier.table.round import Round
from croupier.table.session import Session, ready, replay_session
from croupier.table.written import answer_json, begin_written
from tests.support.evening import FLOOR_PERSON, opened

GAME = "cleveland/blackjack"


def written(seats: dict[str, Any], dealer: str, draws: str = "", *, irregularities: Any = (), **options: Any) -> dict[str, Any]:
    """A round under these choices of the house."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    round_ = {"game": GAME, "house_rules": {"options": chosen}, "seats": seats, "dealer": dealer, "draws": draws}
    return {**round_, "irregularities": list(irregularities)}


def box(cards: str, *decisions: str, **wagers: int) -> dict[str, Any]:
    stakes = {name.replace("_", "-"): amount for name, amount in {"blackjack": 1000, **wagers}.items()}
    return {"wagers": stakes, "cards": cards, "decisions": list(decisions)}


def settled_when(document: dict[str, Any], asked: int) -> set[tuple[int, str]]:
    """Which wagers are settled when a seat is first asked what to do."""
    round_, script = begin_written(document, croupier.playable)
    while (request := round_.pending) is not None:
        if is_asked(request, asked):
            return {(line.seat, line.wager) for line in round_.lines}
        round_.answer(script.answer(request))
    raise AssertionError(f"seat {asked} is not asked")


def is_asked(request: Request | None, seat: int) -> bool:
    return isinstance(request, Decision) and request.seat == seat


def lines(document: dict[str, Any]) -> list[tuple[int, str, str, int]]:
    return [(line.seat, line.wager, line.outcome, line.net) for line in croupier.settle(document).lines]


def test_a_blackjack_is_paid_when_the_dealer_comes_to_its_box_1_8_a() -> None:
    seats = {"1": box("Th 6c", "stand"), "2": box("Ad Kh"), "3": box("Tc 7c", "stand")}
    assert settled_when(written(seats, "6s 8d", "7h"), asked=1) == set()
    assert settled_when(written(seats, "6s 8d", "7h"), asked=3) == {(2, "blackjack")}


def test_two_kings_of_spades_wait_under_an_ace_or_ten_and_nothing_else_does_1_15() -> None:
    seats = {"1": box("Ks Ks", "stand", kings_bounty=500), "2": box("Kh Kh", "stand", kings_bounty=500)}
    assert settled_when(written(seats, "Ts 8d"), asked=1) == {(2, "kings-bounty")}
    assert settled_when(written(seats, "9s 8d"), asked=1) == {(1, "kings-bounty"), (2, "kings-bounty")}
    assert (1, "kings-bounty", "two-kings-of-spades", 37500) in lines(written(seats, "Ts 8d"))
    assert (1, "kings-bounty", "two-kings-of-spades-and-dealer-blackjack", 250000) in lines(
        written({"1": box("Ks Ks", kings_bounty=500)}, "Ts Ad")
    )


def test_a_royal_match_waits_where_the_dealers_up_card_leaves_a_crown_treasure_1_15() -> None:
    seats = {"1": box("Kc Qc", "stand", royal_match=500)}
    assert settled_when(written(seats, "Qh 8d"), asked=1) == set()
    assert settled_when(written(seats, "Jh 8d"), asked=1) == {(1, "royal-match")}
    assert (1, "royal-match", "royal-match", 12500) in lines(written(seats, "Qh Kd"))
    assert (1, "royal-match", "crown-treasure", 112500) in lines(written(seats, "Qh Kh"))


def test_side_bets_on_cards_that_lie_face_down_are_settled_box_by_box_1_15() -> None:
    seats = {"1": box("9h 9c", "stand", bet_the_set=500), "2": box("9d 8c", "stand", bet_the_set=500)}
    from_the_hand = written(seats, "Ts 8d", decks=1, dealing="hand")
    assert settled_when(from_the_hand, asked=1) == {(1, "bet-the-set")}
    assert settled_when(written(seats, "Ts 8d", decks=1), asked=1) == {(1, "bet-the-set"), (2, "bet-the-set")}
    against_a_blackjack = written({"1": box("9h 9c", bet_the_set=500)}, "Ts Ad", decks=1, dealing="hand")
    assert lines(against_a_blackjack) == [(1, "blackjack", "lose", -1000), (1, "bet-the-set", "pair", 7500)]


def test_a_tournament_settles_what_it_pays_and_lets_aces_be_split_again_1_18() -> None:
    chosen = resolve_file(GAME, {"options": {"tournament": True}})
    assert (chosen.options["blackjack-pays"], chosen.options["resplit-aces"]) == ("2:1", True)
    assert (chosen.rule("resplit-aces").clause, chosen.rule("blackjack-pays").reading) == ("1.18(b)", "tournament-blackjacks")
    assert resolve_file(GAME, {"options": {"tournament": True, "blackjack-pays": "2:1"}}).options == chosen.options
    with pytest.raises(OutOfBounds, match=r"blackjack-pays: .*6:5.* tournament=True: it is 2:1 \(1\.18\(c\)\)"):
        resolve_file(GAME, {"options": {"tournament": True, "blackjack-pays": "6:5"}})
    with pytest.raises(OutOfBounds, match=r"2:1.* is not a choice: one of 3:2, 6:5"):
        resolve_file(GAME, {"options": {"blackjack-pays": "2:1"}})


def test_a_blackjack_may_be_played_on_in_a_tournament_whose_house_lets_it_1_18_a() -> None:
    house: dict[str, Any] = {"tournament": True, "blackjack_may_draw": True}
    assert lines(written({"1": box("Ad Kh", "stand")}, "6s 8d", **house)) == [(1, "blackjack", "blackjack", 2000)]
    doubled = written({"1": box("Ad Kh", "double")}, "6s Td", "9c 5d", **house)
    assert lines(doubled) == [(1, "blackjack", "lose", -1000), (1, "double-down", "lose", -1000)]
    with pytest.raises(OutOfBounds, match="goes only with tournament=True"):
        resolve_file(GAME, {"options": {"blackjack-may-draw": True}})


TIPPED = {"1": box("Kd Kd", "stand", kings_bounty=500), "2": box("Qc 9c", "stand", kings_bounty=500)}


def played(document: dict[str, Any]) -> Round:
    return croupier.settle(document)


def test_the_dealers_pool_gets_what_a_won_kings_bounty_promises_it_and_no_seat_a_line_1_15() -> None:
    answer = answer_json(played(written(TIPPED, "Ts 8d")))
    assert answer["tip_pool"] == 1000
    assert {line["wager"] for line in answer["lines"]} == {"blackjack", "kings-bounty"}
    assert "tip_pool" not in answer_json(played(written({"1": box("Qc Td", "stand", kings_bounty=500)}, "Ts 8d")))


def test_the_books_move_the_dealers_share_from_the_tray_to_the_pool_and_back_with_a_void() -> None:
    position, round_ = Position("one"), played(written(TIPPED, "Ts 8d"))
    tips = [move for move in position.movements(round_, "r1", lambda seat: f"player:{seat}") if move.kind == "tip"]
    assert tips == [Transfer("tray:one", "tips", 1000, "tip", "r1")]
    round_.table.void_round("1.17", None)
    back = [move for move in position.movements(round_, "r1", lambda seat: f"player:{seat}") if move.kind == "tip"]
    assert back == [Transfer("tips", "tray:one", 1000, "tip", "r1")]


def test_a_royal_match_without_its_crown_treasure_costs_what_is_published() -> None:
    """Two and a half and twenty-five to one alone: Wizard of Odds, Royal Match 21, by the number of decks."""
    published = {1: "10.8597", 2: "8.3271", 4: "7.0792", 6: "6.6658", 8: "6.4597"}
    for decks, percent in published.items():
        game = croupier.playable(GAME, {"options": {"decks": decks}})
        (price,) = Shoe(main=()).prices(game, "royal-match")
        total = sum(outcome.weight for outcome in price.outcomes)
        nets = {"crown-treasure": 25}
        lost = -sum(outcome.weight * nets.get(outcome.outcome, outcome.net) for outcome in price.outcomes)
        assert f"{float(100 * lost / total):.4f}" == percent


def test_a_card_that_was_recorded_and_comes_last_is_counted_as_drawn_1_17_g() -> None:
    """Whoever takes over a shoe draws as many cards of it as have left it, also one that is counted with the stub again."""
    session = ready(croupier.playable(GAME))
    round_, chance, stakes = session.start([1, 2]), Chance(Seeded(7)), [acts.Wager(seat, "blackjack", 1000) for seat in (1, 2)]
    reported = False
    while (request := round_.pending) is not None:
        if isinstance(request, Decision) and request.moment == "ruling":
            round_.answer(acts.Choice(request.seat, "second-card-last"))
        elif isinstance(request, Decision) and not reported:
            round_.answer(acts.Reported("player-dealt-one-card", request.seat))
            reported = True
        elif isinstance(request, Decision):
            round_.answer(acts.Choice(request.seat, "stand"))
        elif isinstance(request, Wagering):
            round_.answer(stakes.pop() if stakes else acts.NoMoreBets())
        else:
            answer = chance.answer(round_, request)
            assert answer is not None
            round_.answer(answer)
    session.finish(round_)
    carried, drawn = session.carried, sum(act == acts.Done("burn") or isinstance(act, acts.Dealt) for act in round_.log)
    assert (carried.put_back, len(session.playable.pack) - (carried.left or 0) + carried.put_back) == (1, drawn)


def deal_out(session: Session, chance: Chance) -> Round:
    """The next round of a table with two players who stand, and what lies there after it."""
    session.do_own_steps()
    round_, stakes = session.start([1, 2]), [acts.Wager(seat, "blackjack", 1000) for seat in (1, 2)]
    while (request := round_.pending) is not None:
        if isinstance(request, Wagering):
            round_.answer(stakes.pop() if stakes else acts.NoMoreBets())
        elif isinstance(request, Decision):
            round_.answer(acts.Choice(request.seat, "stand" if "stand" in request.choices else "decline"))
        elif isinstance(request, Offer):
            round_.answer(acts.Wager(request.seat, request.spot, 0))
        else:
            answer = chance.answer(round_, request)
            assert answer is not None
            round_.answer(answer)
    session.finish(round_)
    return round_


@pytest.mark.parametrize("game", [GAME, "cleveland/free-bet-blackjack"])
def test_the_color_of_a_card_says_from_which_side_of_a_double_shoe_a_round_is_dealt_1_7_d(game: str) -> None:
    playable = croupier.playable(game, {"options": {"dealing": "double-shoe", "decks": 2}})
    session, chance, shuffled = ready(playable), Chance(Seeded(3)), 0
    for _ in range(120):
        before = {session.carried.side or "red": session.carried.stub}
        before |= {"black" if "red" in before else "red": session.carried.other}
        round_ = deal_out(session, chance)
        (drawn_from,) = (act.result for act in round_.log if isinstance(act, acts.Spun))
        determinant, *dealt = (act.card for act in round_.log if isinstance(act, acts.Dealt))
        side = "red" if determinant.suit in "dh" else "black"
        assert round_.table.carried.side == side
        assert (round_.table.seats[1].dealt[0] is determinant) or drawn_from != side
        idle, whole = "black" if side == "red" else "red", sum(playable.counts.values())
        left = {name: whole if stub is None else sum(stub.values()) for name, stub in before.items()}
        assert sum(round_.table.remaining.values()) == left[side] - len(dealt) - (drawn_from == side)
        assert round_.table.other is not None
        assert sum(round_.table.other.values()) == left[idle] - (drawn_from == idle)
        shuffled += sum(isinstance(act, acts.Done) and act.act == "shuffle" for act in round_.log)
    assert shuffled > 4  # each side alone, when its own cutting card has come
    assert replay_session(playable, session.written()).carried == session.carried


def test_a_double_shoe_told_by_itself_begins_with_the_first_card_1_7_d() -> None:
    told = written({"1": box("Ad Kh"), "2": box("Tc 7c", "stand")}, "6s 8d", "7h", dealing="double-shoe")
    assert lines(told) == [(1, "blackjack", "blackjack", 1500), (2, "blackjack", "lose", -1000)]


def test_an_electronic_table_has_no_double_shoe_and_one_where_people_deal_does(tmp_path: Path) -> None:
    house_rules = {"options": {"dealing": "double-shoe"}}
    with opened(str(tmp_path / "books.db")) as database:
        floor = Floor(database)
        with pytest.raises(Refused, match=r"people deal from a double shoe.*1\.3\(c\)"):
            house.open_table(floor, FLOOR_PERSON, GAME, house_rules=house_rules)
        assert house.open_table(floor, FLOOR_PERSON, GAME, house_rules=house_rules, settings={"equipment": "entered"})["table"]


def test_a_kings_bounty_says_what_it_costs_the_house_besides() -> None:
    (price,) = Shoe(main=()).prices(croupier.playable(GAME), "kings-bounty")
    assert "pays the dealers' pool 8.27 cents a wager" in price.note


def test_advice_on_a_blackjack_that_may_be_played_on_is_to_stand_1_18_a() -> None:
    document = written({"1": box("Ad Kh", "stand")}, "6s 8d", tournament=True, blackjack_may_draw=True)
    round_, script = begin_written(document, croupier.playable)
    while not is_asked(request := round_.pending, 1):
        assert request is not None
        round_.answer(script.answer(request))
    found = advise(round_)
    assert found is not None and found.best == "stand"
    weighed = {choice.choice: choice.value for choice in found.choices}
    assert weighed["stand"] == 2 and 0 < weighed["hit"] < weighed["double"] < 1


@pytest.mark.parametrize("missing", ["dealer", "seats"])
@pytest.mark.parametrize("game", ["ny/spanish-21", "ny/blackjack-switch", "ny/multiple-action-blackjack"])
def test_a_written_round_that_tells_nothing_of_the_dealer_is_refused_in_a_line(game: str, missing: str) -> None:
    """Whether the dealer's card came last is looked for in the writing: what is not there is told when it is read."""
    written = {
        "game": game,
        "seats": {"1": {"wagers": {"blackjack": 1000}, "cards": "9c 7d", "decisions": ["hit"]}},
        "dealer": "Qd As",
    }
    del written[missing]
    with pytest.raises(BadInput):
        croupier.settle(written)
