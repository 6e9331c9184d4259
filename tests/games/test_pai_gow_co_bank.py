"""New York's bank: offered from one hand to the next, shared with the house, counted from, and reset where it is set wrongly."""

from __future__ import annotations

import random

import pytest

import croupier
from croupier.equipment.cards import JOKER, Card, deck
from croupier.errors import OutOfBounds, Refused
from croupier.games.positions import find_starting_position
from croupier.games.registry import playable
from croupier.hands.pai_gow import pai_gow_high, types_in
from croupier.hands.poker import three_card, three_card_with_joker
from croupier.table.requests import Decision
from croupier.table.round import Round
from croupier.table.session import Session
from tests.games import test_pai_gow_bank as bank

GAME = "ny/pai-gow-poker"


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setattr(bank, "GAME", GAME)
    return bank.opened()


def banked(session: Session, seat: int, amount: int, *against: int, spot: str = "bank") -> Round:
    round_ = bank.betting(session)
    for other in against:
        bank.put(round_, other, 100)
    bank.put(round_, seat, amount, spot)
    return round_


def test_a_bank_needs_a_wager_in_the_last_hand_that_the_house_banked_h_4_i(session: Session) -> None:
    """Two players in a row may bank though nobody wagered against the house in between; a newcomer may not."""
    bank.hand(session, 2, 5)
    bank.play_out(session, banked(session, 5, 5000, 1, 2))
    round_ = bank.betting(session)
    bank.put(round_, 1, 100)
    with pytest.raises(Refused, match="wager"):
        bank.put(round_, 1, 5000, "bank")
    bank.put(round_, 2, 5000, "bank")
    bank.play_out(session, round_)


def test_one_player_banks_at_a_time_and_not_twice_running_h_3(session: Session) -> None:
    bank.hand(session, 2, 5)
    round_ = banked(session, 5, 5000, 1)
    with pytest.raises(Refused, match=r"there is a bank already"):
        bank.put(round_, 2, 5000, "bank")
    bank.play_out(session, round_)
    with pytest.raises(Refused, match=r"5324\.41\(h\)\(3\)"):
        banked(session, 5, 5000, 2)


def test_a_co_bank_covers_half_and_the_house_wagers_nothing_against_it_h_5(session: Session) -> None:
    bank.hand(session, 2, 5)
    round_ = bank.betting(session)
    bank.put(round_, 1, 1001)
    with pytest.raises(Refused, match="from 501"):
        bank.put(round_, 5, 500, "co-bank")
    bank.put(round_, 5, 501, "co-bank")
    with pytest.raises(Refused, match=r"needs bank first.*5324\.41\(h\)\(7\)"):
        bank.put(round_, 5, 100, "house-wager")
    bank.play_out(session, round_)
    [line] = [line for line in round_.lines if line.wager == "co-bank"]
    [other] = [line for line in round_.lines if line.wager == "pai-gow-poker"]
    assert abs(line.won + line.returned - line.stake) in (0, 500) and other.stake == 1001


def test_a_bank_that_deals_from_the_hand_picks_the_first_stack_h_9_i(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bank, "GAME", GAME)
    session = bank.opened(dealing="hand")
    bank.hand(session, 2, 5)
    round_ = banked(session, 5, 5000, 2)
    asked: list[tuple[str, ...]] = []
    real = Decision.__init__

    def heard(self: Decision, seat: int, choices: tuple[str, ...], **rest: object) -> None:
        asked.append(tuple(choices))
        real(self, seat, choices, **rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Decision, "__init__", heard)
    bank.play_out(session, round_)
    assert asked[0] == tuple(f"stack-{number}" for number in range(1, 8))


def test_positions_are_counted_from_a_player_who_banks_h_8_iii() -> None:
    """The generator shows 1: with a bank the deal starts there, without one at the dealer."""
    assert find_starting_position.__defaults__ == ("dealer",)
    for seats, wagers, first in (({"3"}, {"bank": 1000}, "seat-3"), ({"3"}, {"pai-gow-poker": 1000}, "dealer")):
        cards = {"3": "9s 9d 6h 5c 3s Ad Kc", "1": "Ts Td 7h 6c 4s Ah Qc"}
        sets = {"3": ("9s 9d 6h 5c 3s", "Ad Kc"), "1": ("Ts Td 7h 6c 4s", "Ah Qc")}
        own = {seat: wagers if seat in seats else {"pai-gow-poker": 500} for seat in cards}
        written = {
            seat: {"wagers": own[seat], "cards": cards[seat], "set": dict(zip(("high", "low"), sets[seat], strict=True))}
            for seat in cards
        }
        round_ = croupier.settle({"game": GAME, "number": 1, "seats": written, "dealer": "Ks Kd 8h 7c 4d As 2d"})
        assert round_.table.marks["starting position"] == first


def test_a_house_may_pay_numbers_between_the_two_odds_and_not_beyond_j_2_vi() -> None:
    between = playable(GAME, {"paytables": {"number-3": {"win": "5.75:1"}}}).terms
    assert between.chosen["number-3"].rows["win"].won(1000) == 5700
    for odds, why in (("5:1", "less than 5.5:1"), ("6.5:1", "more than 6:1")):
        with pytest.raises(OutOfBounds, match=rf"{why} \(5324\.41\(j\)\(2\)\(vi\)"):
            playable(GAME, {"paytables": {"number-3": {"win": odds}}})


def test_the_least_rate_of_the_meter_goes_with_the_chip_k_5() -> None:
    for chip, rate, below in ((100, "21%", "20%"), (500, "27%", "26%")):
        options = {"progressive-wager": chip}
        assert playable(GAME, {"options": options}).terms.meters["progressive"].rate == rate
        with pytest.raises(OutOfBounds, match=rate):
            playable(GAME, {"options": options, "meters": {"progressive": {"rate": below}}})


def test_a_joker_among_three_cards_is_an_ace_or_completes_them() -> None:
    """Beside any two cards, by trying every card: what is neither a straight nor a flush is as with an ace of no suit."""
    rng, pack = random.Random(5), deck()
    for _ in range(400):
        two = rng.sample(pack, 2)
        value = three_card_with_joker([JOKER, *two])
        tried = [three_card([*two, card]) for card in pack if card not in two]
        runs = [other for other in tried if other.category in ("straight", "flush", "straight-flush")]
        ranks = [card.rank for card in two]
        plain = "three-of-a-kind" if ranks == [14, 14] else "pair" if 14 in ranks or ranks[0] == ranks[1] else "high-card"
        best = max(runs, default=None)
        order = {"high-card": 0, "pair": 1, "three-of-a-kind": 4}[plain]
        assert value.category == (best.category if best is not None and best.order > order else plain)


def test_kinds_of_seven_cards_hold_what_the_table_finds_in_them() -> None:
    """Hands that the kernel takes for one kind hold the same types, beside a pair and without the joker too, and the same high card."""
    from croupier.odds.shapes.two_hands_classes import by_type, classes, face

    kinds, kind_of = by_type()
    every, rng = classes(), random.Random(8)
    told: dict[int, tuple[frozenset[str], int]] = {}

    def tell(hand: tuple[Card, ...]) -> tuple[frozenset[str], int]:
        names = {name for name in types_in(hand) if not name.startswith(("high-card", "pair", "two-pair"))}
        return frozenset(names), pai_gow_high(hand)

    for row in rng.sample(range(len(kind_of)), 2500):
        kind = int(kind_of[row])
        hand = tuple(face(int(number)) for number in every.hands[row])
        assert tell(hand) == told.setdefault(kind, tell(kinds[kind][0])), hand
