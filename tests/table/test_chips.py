"""Chips are at the table: nothing goes down that is not behind the seat, at any game, whatever is tried and whatever falls."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from croupier.equipment.cards import FACES
from croupier.errors import BadInput, Refused
from croupier.table import acts
from croupier.table.requests import CardDue, DealerAct, Decision, Offer, Wagering
from croupier.table.round import Round, replay
from tests.support.driving import GAMES, RandomPlayer, house_variants, ready, seats_for

STACKS = (0, 1, 7, 100, 250, 1000, 1000, 1500, 5000, 100_000)


class Purse:
    """What each seat must have behind: what it brought, and the net of every line since."""

    def __init__(self, round_: Round, rng: random.Random) -> None:
        self.round, self.rng = round_, rng
        self.brought = dict.fromkeys(round_.table.seats, 0)
        for seat in self.brought:
            self.bring(seat, rng.choice(STACKS))

    def bring(self, seat: int, cents: int) -> None:
        """Its account is another now: bought in, cashed out, or played elsewhere."""
        self.brought[seat] += cents - (self.round.table.seats[seat].chips or 0)
        self.round.answer(acts.Chips(seat, cents))

    def check(self) -> None:
        table = self.round.table
        for number, seat in table.seats.items():
            assert seat.chips is not None and seat.chips >= 0
            net = sum(line.net for line in self.round.lines if line.seat == number)
            put = sum(table.put_down(seat).values())
            assert seat.chips + put - seat.owed == self.brought[number] + net, "chips and stakes are conserved"

    def try_too_much(self) -> None:
        """Whatever needs more than is there is refused, and changes nothing."""
        request, table = self.round.pending, self.round.table
        before = json.dumps([self.round.legal(), {n: [s.chips, s.stakes] for n, s in table.seats.items()}])
        tries: list[acts.Act] = []
        if isinstance(request, Decision) and request.seat:
            tries += [acts.Choice(request.seat, choice) for choice in request.every if choice not in request.choices]
        elif isinstance(request, Offer):
            chips = (table.seats[request.seat].chips or 0) + table.seats[request.seat].promised
            tries += [acts.Wager(request.seat, request.spot, amount) for amount in (chips + 1, request.bounds[1] * 2, 10**9)]
        elif isinstance(request, Wagering):
            spots = [spot for spot in table.spots.values() if spot.wager.staked_by == "player"]
            for spot in self.rng.sample(spots, min(6, len(spots))):
                seat = self.rng.choice(list(table.seats.values()))
                most = (seat.chips or 0) + seat.stakes.get(spot.id, 0) + seat.dues.get(spot.id, 0)
                tries += [acts.Wager(seat.number, spot.id, most + more) for more in (1, 100, 10**8)]
        for act in tries:
            with pytest.raises(Refused) as refusal:
                self.round.answer(act)
            assert "\n" not in str(refusal.value)
        assert before == json.dumps([self.round.legal(), {n: [s.chips, s.stakes] for n, s in table.seats.items()}])


def play(game: Any, seed: int, *, change: float) -> tuple[Round, list[list[dict[str, Any]]]]:
    """A round by chance, with stacks of every size that sometimes change from outside; what was offered at each step."""
    rng = random.Random(seed)
    round_, gambler, offered = Round(game, seats_for(game, seed)), RandomPlayer(seed), [[]]
    purse = Purse(round_, rng)
    offered = [[] for _ in round_.log]
    for _ in range(250):
        request = round_.pending
        if request is None:
            return round_, offered
        if rng.random() < change:
            offered.append(round_.legal())
            purse.bring(rng.choice(list(round_.table.seats)), rng.choice(STACKS))
        if rng.random() < 0.5:
            purse.try_too_much()
        legal = round_.legal()
        if isinstance(request, Wagering) and not any(entry["act"] in ("wager", "no-more-bets") for entry in legal):
            offered.append(legal)
            purse.bring(rng.choice(list(round_.table.seats)), 100_000)
            continue
        act = gambler.answer(round_, request)
        try:
            round_.answer(act)
        except Refused as refused:
            assert isinstance(request, Wagering), f"{acts.write(act)} was listed: {refused}"
            continue
        offered.append(legal)
        purse.check()
    return round_, offered


@pytest.mark.parametrize("game_id", GAMES)
def test_no_stack_and_no_act_makes_a_table_short_at_any_game(game_id: str) -> None:
    """Chips are never below nothing and always conserved; what is listed is taken; what is not there is refused."""
    game = ready(game_id)
    for seed in range(12):
        play(game, seed, change=0.0 if seed % 3 else 0.05)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_no_stack_and_no_act_makes_a_table_short_under_any_house_rules(game_id: str) -> None:
    for number, house in enumerate(house_variants(game_id)):
        game = ready(game_id, house)
        for seed in range(5):
            play(game, 1000 * number + seed, change=0.0 if seed % 3 else 0.05)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_log_offers_again_exactly_what_was_offered(game_id: str) -> None:
    game = ready(game_id)
    for seed in range(4):
        round_, offered = play(game, seed, change=0.1)
        written = json.loads(json.dumps(round_.written()))
        again = replay(game, written | {"acts": []})
        for number, form in enumerate(written["acts"]):
            assert (form[0] == "chips" and number < len(again.table.seats)) or again.legal() == offered[number]
            again.answer(acts.read(form))
        assert again.lines == round_.lines and again.legal() == round_.legal()
        assert {n: s.chips for n, s in again.table.seats.items()} == {n: s.chips for n, s in round_.table.seats.items()}


# One game at a time


def at(game_id: str, chips: int, *answers: list[Any], house: dict[str, Any] | None = None) -> Round:
    """A round at seat 1 with so many chips, answered so far."""
    round_ = Round(ready(game_id, house), [1])
    for form in (["chips", 1, chips], *answers):
        round_.answer(acts.read(form))
    return round_


def deal(round_: Round, own: str = "", dealer: str = "") -> Round:
    """The dealer's part until somebody must decide: the cards named to the seat and the dealer, any others elsewhere."""
    named = {1: own.split(), "dealer": dealer.split()}
    kept = {face for faces in named.values() for face in faces}
    while isinstance(request := round_.pending, (CardDue, DealerAct)):
        if isinstance(request, DealerAct):
            round_.answer(acts.Done(request.act))
            continue
        faces = named.get(request.to) or [str(card) for card, left in round_.table.remaining.items() if left]
        face = next(face for face in faces if named.get(request.to) or face not in kept)
        if named.get(request.to):
            named[request.to].remove(face)
        round_.answer(acts.Dealt(FACES[face]))
    return round_


def choices(round_: Round) -> list[str]:
    return [entry["choice"] for entry in round_.legal() if entry["act"] == "choice"]


def behind(round_: Round) -> int:
    found = round_.table.seats[1].chips
    assert found is not None
    return found


def test_an_ante_of_everything_leaves_only_a_fold() -> None:
    """A play needs the ante again (5324.31(d)): without it there is nothing to decide."""
    opening = [["done", "shuffle"], ["wager", 1, "ante", 1000], ["no-more-bets"]]
    short, enough = at("ny/three-card-poker", 1999, *opening), at("ny/three-card-poker", 2000, *opening)
    deal(short)
    deal(enough)
    assert choices(enough) == ["play", "fold"] and choices(short) == ["fold"]
    with pytest.raises(Refused, match=r"seat 1: play needs 10\.00 from behind, 9\.99 is there \("):
        short.answer(acts.Choice(1, "play"))
    short.answer(acts.Chips(1, 1000))
    assert choices(short) == ["play", "fold"], "chips bought meanwhile count"
    short.answer(acts.Chips(1, 0))
    assert choices(short) == ["fold"]


def test_a_wager_is_taken_only_with_its_chips() -> None:
    round_ = at("ny/roulette", 100_000)
    assert {entry["maximum"] for entry in round_.legal()} == {100_000}
    with pytest.raises(Refused, match=r"seat 1: red of 100,000\.00 needs 100,000\.00 from behind, 1,000\.00 is there \("):
        round_.answer(acts.Wager(1, "red", 10_000_000))
    round_.answer(acts.Wager(1, "red", 60_000))
    assert {e["spot"]: e["maximum"] for e in round_.legal() if e["act"] == "wager"}["black"] == 40_000
    round_.answer(acts.Wager(1, "red", 90_000))
    assert behind(round_) == 10_000
    round_.answer(acts.Wager(1, "red", 0))
    assert behind(round_) == 100_000


def test_chips_that_nobody_stated_are_enough_for_anything() -> None:
    round_ = Round(ready("ny/roulette"), [1])
    assert {entry["maximum"] for entry in round_.legal()} == {None}
    round_.answer(acts.Wager(1, "red", 10**9))
    with pytest.raises(BadInput, match="cents"):
        round_.answer(acts.read(["chips", 1, "all"]))
    for wrong in (acts.Chips(1, -1), acts.Chips(9, 5)):
        with pytest.raises(Refused):
            round_.answer(wrong)
    assert len(round_.log) == 1


BLACKJACK = "cincinnati/blackjack"


def boxed(chips: int, own: str, dealer: str = "6s Td", *, house: dict[str, Any] | None = None, game: str = BLACKJACK) -> Round:
    """A box with 10.00 on it and these cards, `chips` behind before that was put down."""
    round_ = at(game, chips, ["done", "shuffle"], ["wager", 1, "blackjack", 1000], ["no-more-bets"], house=house)
    return deal(round_, own, dealer)


def test_a_double_without_chips_is_no_choice_and_for_less_what_there_is_a_4_iii() -> None:
    broke = boxed(1000, "5h 6h")
    assert choices(broke) == ["stand", "hit"]
    with pytest.raises(Refused, match=r"double needs 0\.01 from behind, 0\.00 is there"):
        broke.answer(acts.Choice(1, "double"))
    little = boxed(1300, "5h 6h")
    assert choices(little) == ["stand", "hit", "double", "double-face-down"]
    little.answer(acts.Choice(1, "double"))
    assert little.legal() == [
        {
            "act": "wager",
            "seat": 1,
            "spot": "double-down",
            "called": "double",
            "stake": 0,
            "minimum": 1,
            "maximum": 300,
            "step": 1,
        }
    ]
    for amount in (0, 301, 1000):
        with pytest.raises(Refused, match=r"from 1 to 300, 3\.00 is there"):
            little.answer(acts.Wager(1, "double-down", amount))
    little.answer(acts.Wager(1, "double-down", 300))
    assert behind(little) == 0 and little.table.seats[1].stakes == {"blackjack": 1000, "double-down": 300}


def test_a_double_puts_the_least_of_it_down_so_that_chips_cashed_out_before_the_amount_was_said_undo_nothing() -> None:
    """Nobody is stuck between a choice that was made and an amount that cannot be (W16), and nobody takes the choice back."""
    round_ = boxed(2000, "5h 6h")
    round_.answer(acts.Choice(1, "double"))
    assert behind(round_) == 999
    round_.answer(acts.Chips(1, 0))
    assert [(entry["minimum"], entry["maximum"]) for entry in round_.legal()] == [(1, 1)]
    with pytest.raises(Refused):
        round_.answer(acts.Wager(1, "double-down", 0))
    round_.answer(acts.Wager(1, "double-down", 1))
    assert round_.table.seats[1].stakes == {"blackjack": 1000, "double-down": 1} and behind(round_) == 0


@pytest.mark.parametrize(("chips", "splits"), [(1000, 0), (1999, 0), (2000, 1), (2999, 1), (3000, 2)])
def test_so_many_splits_as_there_are_wagers_behind(chips: int, splits: int) -> None:
    round_ = boxed(chips, "8h 8d")
    for _ in range(splits):
        assert "split" in choices(round_)
        round_.answer(acts.Choice(1, "split"))
        deal(round_, "8s")
    assert "split" not in choices(round_) and behind(round_) == chips - 1000 * (splits + 1)


def test_free_doubles_and_splits_need_no_chips() -> None:
    round_ = boxed(1000, "8h 8d", game="cincinnati/free-bet-blackjack")
    assert "free-split" in choices(round_) and "double" not in choices(round_)
    tens = boxed(1000, "Kh Kd", game="cincinnati/free-bet-blackjack")
    assert "split" not in choices(tens)


def test_insurance_is_offered_only_with_chips_for_it() -> None:
    assert isinstance(boxed(1000, "Kh 9d", "As 5d").pending, Decision)
    insured = boxed(1200, "Kh 9d", "As 5d")
    assert isinstance(insured.pending, Offer) and insured.pending.maximum == 200


@pytest.mark.parametrize(
    ("game_id", "spots", "chips", "listed"),
    [
        ("cincinnati/ultimate-texas-holdem", ("ante", "blind"), 5000, ["raise-3x", "check"]),
        ("cincinnati/ultimate-texas-holdem", ("ante", "blind"), 2999, ["check"]),
        ("cleveland/mississippi-stud", ("ante",), 3999, ["bet-1x", "bet-2x", "fold"]),
        ("cincinnati/texas-holdem-bonus", ("ante",), 2999, ["fold"]),
        ("oneida/four-card-poker", ("ante",), 3000, ["raise-1x", "raise-2x", "raise", "fold"]),
        ("ny/three-card-poker", ("ante",), 1000, ["fold"]),
    ],
)
def test_raises_are_those_that_can_be_paid(game_id: str, spots: tuple[str, ...], chips: int, listed: list[str]) -> None:
    opening = [["wager", 1, spot, 1000] for spot in spots]
    round_ = deal(at(game_id, chips, ["done", "shuffle"], *opening, ["no-more-bets"]))
    assert choices(round_) == listed


DICE = "oneida/craps"


def test_a_buy_bet_takes_its_commission_with_it_g_1() -> None:
    """25.00: pass 5.00, point 6; all 20.00 on buy-4 lacks the commission; the seven that follows is paid from what lies there."""
    round_ = at(DICE, 2500, ["wager", 1, "pass", 500], ["no-more-bets"], ["roll", [2, 4]])
    with pytest.raises(Refused, match=r"buy-4 of 20\.00 needs 21\.00 from behind, 20\.00 is there"):
        round_.answer(acts.Wager(1, "buy-4", 2000))
    entry = next(entry for entry in round_.legal() if entry.get("spot") == "buy-4")
    assert entry["maximum"] == 1905
    round_.answer(acts.Wager(1, "buy-4", 1900))
    assert behind(round_) == 2000 - 1900 - 95
    round_.answer(acts.Wager(1, "buy-4", 0))
    assert behind(round_) == 2000, "it comes back with a bet that is taken down"
    round_.answer(acts.Wager(1, "buy-4", 1905))
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Rolled((3, 4)))
    assert round_.done and {line.wager: line.commission for line in round_.lines} == {"pass": 0, "buy-4": 95}
    assert behind(round_) == 0


def test_a_lay_bet_takes_its_commission_with_it_g_2() -> None:
    round_ = at(DICE, 2500, ["wager", 1, "pass", 500], ["no-more-bets"], ["roll", [2, 4]])
    entry = next(entry for entry in round_.legal() if entry.get("spot") == "lay-4")
    round_.answer(acts.Wager(1, "lay-4", entry["maximum"]))
    due = sum(round_.table.seats[1].dues.values())
    assert due and behind(round_) == 2000 - entry["maximum"] - due
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Rolled((2, 2)))
    line = next(line for line in round_.lines if line.wager == "lay-4")
    assert (line.outcome, line.commission) == ("lose", due)


def test_a_void_gives_back_what_was_due_with_the_bet() -> None:
    round_ = at(DICE, 2500, ["wager", 1, "pass", 500], ["no-more-bets"], ["roll", [2, 4]], ["wager", 1, "buy-4", 1000])
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Rolled((2, 2)))
    assert behind(round_) == 2500 - 500 + 2000 - 50
    round_.table.void_round("G.1", None)
    assert behind(round_) == 2500 and not round_.table.seats[1].owed


def test_what_a_void_takes_back_and_is_not_there_is_owed() -> None:
    round_ = at(DICE, 1000, ["wager", 1, "pass", 500], ["wager", 1, "field", 500], ["no-more-bets"], ["roll", [5, 5]])
    won = behind(round_)
    assert won == 1000, "the field paid even money, and pass stands"
    round_.answer(acts.Chips(1, 0))
    round_.table.void_round("G.1", None)
    assert (behind(round_), round_.table.seats[1].owed) == (0, 0), "500 of pass and 500 of field come back, 1000 is taken"
    again = at(DICE, 500, ["wager", 1, "pass", 100], ["wager", 1, "field", 400], ["no-more-bets"], ["roll", [6, 6]])
    paid = sum(line.won + line.returned for line in again.lines)
    again.answer(acts.Chips(1, 0))
    again.table.void_round("G.1", None)
    assert behind(again) == 0 and again.table.seats[1].owed == paid - 500
