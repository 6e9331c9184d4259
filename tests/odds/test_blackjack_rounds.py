"""What a blackjack table does in a whole round is what its price, advice and simulation rest on, whichever part of it is changed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from croupier.equipment.cards import cards
from croupier.errors import NotPriced
from croupier.games import side_wagers
from croupier.games.blackjack import (
    _boxes,
    _hands,
    _opening,
    blackjack,
    blackjack_switch,
    double_back_jack,
    multiple_action_blackjack,
    spanish_21,
)
from croupier.games.blackjack._hands import EQUAL, INSURANCE, LOWER, BlackjackQuestions, Hand
from croupier.games.blackjack.blackjack import HOUSE_MONEY
from croupier.games.registry import playable
from croupier.hands.blackjack import is_blackjack, points, value
from croupier.odds.analyze import analyze
from croupier.odds.queries import ask
from croupier.odds.shapes.shoe_terms import terms_of
from croupier.odds.simulate import simulate
from croupier.table.playable import Playable
from croupier.table.table import Table

Changed = Callable[[Any], Any]
"""What stands in the place of a part of the table, made from that part."""

ACE, TEN = 14, 10


def change(monkeypatch: pytest.MonkeyPatch, holder: Any, name: str, changed: Changed) -> None:
    """A part of the table in its own module or class, and in every module that took it from there."""
    was = vars(holder)[name] if isinstance(holder, type) else getattr(holder, name)
    now = changed(was)
    monkeypatch.setattr(holder, name, now)
    for module, found in list(sys.modules.items()):
        if not isinstance(holder, type) and module.startswith("croupier.games.") and vars(found).get(name) is was:
            monkeypatch.setattr(found, name, now)


# Questions


def rescued(was: Any) -> Any:
    return lambda self, hand: hand.live


def split_hands_surrender(was: Any) -> Any:
    return lambda self, hand: self.surrender.value != "none" and len(hand.cards) == 2


def no_hit_on_16_after_a_split(was: Any) -> Any:
    def choices(self: Any, hand: Hand) -> list[str]:
        stiff = len(hand.box) > 1 and len(hand.cards) == 3 and hand.total == 16
        return [word for word in was(self, hand) if not (stiff and word == _hands.HIT)]

    return choices


def two_cards_to_a_double(was: Any) -> Any:
    async def double_down(table: Table, rules: Any, hand: Hand, choice: str) -> None:
        await was(table, rules, hand, choice)
        if hand.live and hand.total < 12:
            await _boxes.draw(table, rules, hand)

    return double_down


def insurance_against_tens(was: Any) -> Any:
    async def offer_insurance(table: Table, rules: Any, **on: Any) -> None:
        for seat in table.from_dealers_left() if value(table.dealer[0]) == TEN else ():
            amount = await table.offer(seat, INSURANCE, called=INSURANCE, maximum=500, because=rules.insurance)
            if amount:
                table.add(seat, INSURANCE, amount)
        await was(table, rules, **on)

    return offer_insurance


def no_insurance_for_pairs(was: Any) -> Any:
    async def offer_insurance(table: Table, rules: Any, **on: Any) -> None:
        if not all(len({card.rank for card in seat.hand}) == 1 for seat in table.from_dealers_left()):
            await was(table, rules, **on)

    return offer_insurance


def looks_under_tens_alone(was: Any) -> Any:
    async def check_hole_card(table: Table) -> bool | None:
        return None if table.dealer[0].rank == ACE else await was(table)

    return check_hole_card


def no_switch_of_naturals(was: Any) -> Any:
    async def offer_switch(table: Table, rules: Any, seat: Any) -> Any:
        boxes = blackjack_switch.boxes_of(seat)
        return boxes if any(hand.natural for (hand,) in boxes) else await was(table, rules, seat)

    return offer_switch


# Settlement


def settled(holds: Callable[[Table, Any, Hand], bool], how: Callable[..., None] = _hands.collect_hand) -> Changed:
    """Live hands of which something holds are lost, or settled so; the others as before."""

    def changed(was: Any) -> Any:
        def settle(table: Table, rules: Any, hand: Hand) -> None:
            if hand.live and not hand.given_up and holds(table, rules, hand):
                how(table, hand, case=EQUAL, because=rules.equal_totals)
            else:
                was(table, rules, hand)

        return settle

    return changed


def ties_at(total: int, **of: Any) -> Changed:
    def holds(table: Table, rules: Any, hand: Hand) -> bool:
        same = hand.total == points(table.dealer).total == total
        return same and all(getattr(hand, name) == value for name, value in of.items())

    return settled(holds)


def plainly(was: Any) -> Any:
    return lambda table, rules, hand: _hands.settle_against_dealer(table, rules, hand)


def soft_17_too(was: Any) -> Any:
    return lambda table, rules: points(table.dealer) == (17, True) or was(table, rules)


def twenties_push(was: Any) -> Any:
    async def against_blackjack(table: Table, rules: Any, *, on: Any = ("blackjack",)) -> None:
        await table.reveal()
        for seat in table.from_dealers_left():
            for wager in [name for name in seat.stakes if name in on and points(seat.hand).total == 20]:
                table.push(seat, wager, case=EQUAL, because=rules.equal_totals)
        await was(table, rules, on=on)

    return against_blackjack


def aces_take_all(was: Any) -> Any:
    def surrender(table: Table, rules: Any, hand: Hand) -> None:
        if table.dealer[0].rank == ACE:
            _hands.collect_hand(table, hand, case=LOWER, because=rules.surrender)
        else:
            was(table, rules, hand)

    return surrender


def spades_are_returned(was: Any) -> Any:
    def pay_blackjack(table: Table, box: Any) -> None:
        if not box.splits and is_blackjack(box.hand) and box.hand[0].suit == "s" and not is_blackjack(table.dealer):
            table.push(box, "blackjack", case=EQUAL)
        else:
            was(table, box)

    return pay_blackjack


def aces_off_count_eleven(was: Any) -> Any:
    def total(hand: Hand) -> int:
        eleven = hand.sideways and hand.cards[-1].rank == ACE
        return points(hand.cards[:-1]).total - 11 if eleven else int(was.fget(hand))

    return property(total)


CHANGED: dict[str, tuple[Any, str, Changed, str]] = {
    "any double may be rescued": (BlackjackQuestions, "may_rescue", rescued, "cincinnati/blackjack"),
    "split hands may be given up": (BlackjackQuestions, "may_surrender", split_hands_surrender, "pa/free-bet-blackjack"),
    "split hands of 16 stand": (BlackjackQuestions, "choices", no_hit_on_16_after_a_split, "cincinnati/blackjack"),
    "two cards to a low double": (_boxes, "double_down", two_cards_to_a_double, "pa/double-attack-blackjack"),
    "insurance against tens": (_opening, "offer_insurance", insurance_against_tens, "cincinnati/blackjack"),
    "no insurance for pairs": (_opening, "offer_insurance", no_insurance_for_pairs, "cincinnati/blackjack"),
    "no look under an ace": (_opening, "check_hole_card", looks_under_tens_alone, "cincinnati/blackjack"),
    "no switch of naturals": (blackjack_switch, "offer_switch", no_switch_of_naturals, "ny/blackjack-switch"),
    "switched as at blackjack": (blackjack_switch, "settle", plainly, "ny/blackjack-switch"),
    "the third circle loses ties": (
        multiple_action_blackjack,
        "settle",
        ties_at(18, circle="-three"),
        "ny/multiple-action-blackjack",
    ),
    "a broken dealer of five cards returns": (
        _hands,
        "settle_against_dealer",
        settled(lambda table, rules, hand: points(table.dealer).total > 21 and len(table.dealer) > 4, _hands.push_hand),
        "cincinnati/free-bet-blackjack",
    ),
    "twenties push against a blackjack": (_opening, "settle_against_blackjack", twenties_push, "cincinnati/blackjack"),
    "given up to an ace": (_boxes, "surrender", aces_take_all, "pa/free-bet-blackjack"),
    "blackjacks in spades": (_hands, "pay_blackjack", spades_are_returned, "cincinnati/blackjack"),
    "an ace off counts eleven": (Hand, "total", aces_off_count_eleven, "pa/double-back-jack"),
    "four cards of a split box that count 21": (
        spanish_21,
        "settle",
        settled(lambda table, rules, hand: len(hand.box) > 1 and len(hand.cards) == 4 and hand.total == 21, _hands.push_hand),
        "ny/spanish-21",
    ),
}


@pytest.mark.parametrize("case", CHANGED)
def test_a_round_that_goes_otherwise_is_refused(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    holder, name, changed, game = CHANGED[case]
    change(monkeypatch, holder, name, changed)
    refused_by_all(playable(game))


def refused_by_all(game: Playable) -> None:
    """Price, simulation and advice say what they cannot take, in one line with its clause."""
    hand = "Kd 6h 9c 7s" if len(game.rules.boxes) > 1 else "Kd 6h"
    for asked in (
        lambda: next(iter(analyze(game))),
        lambda: simulate(game, 100, 1),
        lambda: ask(game, cards(hand), dealer=cards("9c")),
    ):
        with pytest.raises(NotPriced, match=rf"^{game.terms.id}: .*\(.*\)$"):
            asked()


def test_later_rounds_whose_dealer_stands_otherwise_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first round's dealer draws to a soft 17, those of the others stand on it."""
    monkeypatch.setattr(multiple_action_blackjack, "dealer_stands", soft_17_too(_hands.dealer_stands))
    refused_by_all(playable("ny/multiple-action-blackjack", {"options": {"dealer-hits-soft-17": True}}))


def test_a_twenty_one_that_the_dealer_draws_to_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands of four cards that count 21 are paid only once the dealer has played."""
    change(
        monkeypatch,
        double_back_jack,
        "pay_twenty_ones",
        lambda was: lambda table, hands: was(table, [hand for hand in hands if len(hand.cards) < 4]),
    )
    refused_by_all(playable("pa/double-back-jack"))


# What a house posts

BETTER = {"win": "1:1", "blackjack": "3:2"}


@pytest.mark.parametrize("posted", [{"blackjack-1": BETTER}, {"blackjack-2": BETTER}])
def test_two_boxes_that_are_paid_otherwise_are_refused(posted: dict[str, Any]) -> None:
    """A price of two hands is told for both of them; where both are paid better it stands."""
    game = playable("ny/blackjack-switch", {"paytables": posted})
    refused_by_all(game)
    with pytest.raises(NotPriced, match=r"ny/blackjack-switch: blackjack-2 that is paid otherwise .*\(5324\.13\(c\)\(7\)\)"):
        next(iter(analyze(game)))
    assert next(iter(analyze(game, INSURANCE))) == next(iter(analyze(playable("ny/blackjack-switch"), INSURANCE)))
    assert terms_of(playable("ny/blackjack-switch", {"paytables": {"blackjack-1": BETTER, "blackjack-2": BETTER}}))


def test_circles_that_are_all_paid_better_are_priced_with_the_tables_they_could_be_paid_by() -> None:
    """Where one of them alone is, no price is told of all together."""
    circles = ("blackjack", "circle-two", "circle-three")
    game = playable("ny/multiple-action-blackjack", {"paytables": dict.fromkeys(circles, BETTER | {"blackjack": "2:1"})})
    found = {price.paytable: price for price in analyze(game, "circle-two")}
    (plain,) = analyze(playable("ny/multiple-action-blackjack"), "circle-two")
    assert found["1"].outcomes == plain.outcomes
    assert found["house"].house_edge < plain.house_edge
    refused_by_all(playable("ny/multiple-action-blackjack", {"paytables": {"blackjack": BETTER | {"blackjack": "2:1"}}}))


# What is laid beside a hand


def given_back_with_twenty(was: Any) -> Any:
    """Insurance of a hand that counts 20."""

    def settle_insurance(table: Table) -> None:
        for seat in table.seats.values():
            if seat.stake(INSURANCE) and points(seat.hand).total == 20:
                table.settle(seat, INSURANCE, "push", returned=seat.stakes[INSURANCE], clause="changed")
        was(table)

    return settle_insurance


def lost_once_split(wager: str) -> Changed:
    """A side wager of whoever has split a hand."""

    def changed(was: Any) -> Any:
        def settle(table: Table, seat: Any, terms: Any, look: Any, **held: Any) -> None:
            if terms.id == wager and wager in seat.stakes and seat.splits:
                table.collect(seat, wager)
            else:
                was(table, seat, terms, look, **held)

        return settle

    return changed


def lost_to_a_blackjack(wager: str) -> Changed:
    def changed(was: Any) -> Any:
        def settle(table: Table, seat: Any, terms: Any, look: Any, **held: Any) -> None:
            if terms.id == wager and wager in seat.stakes and is_blackjack(table.dealer):
                table.collect(seat, wager)
            else:
                was(table, seat, terms, look, **held)

        return settle

    return changed


SEVENS = {"options": {"super-sevens": True, "decks": 6}}
BUST_IT = {"options": {"bust-it-bonus": True, "decks": 6}}
BESIDE: dict[str, tuple[Any, str, Changed, str, Any, str]] = {
    "insurance of a 20": (_opening, "settle_insurance", given_back_with_twenty, "cincinnati/blackjack", None, INSURANCE),
    "insurance against tens": (_opening, "offer_insurance", insurance_against_tens, "ny/spanish-21", None, INSURANCE),
    "insurance for pairs": (_opening, "offer_insurance", no_insurance_for_pairs, "pa/double-back-jack", None, INSURANCE),
    "push 22 of a split": (
        side_wagers,
        "_settle",
        lost_once_split("push-22"),
        "cincinnati/free-bet-blackjack",
        None,
        "push-22",
    ),
    "bust it of a split": (side_wagers, "_settle", lost_once_split("bust-it-bonus"), "ny/blackjack", BUST_IT, "bust-it-bonus"),
    "sevens against a blackjack": (
        side_wagers,
        "_settle",
        lost_to_a_blackjack("super-sevens"),
        "ny/blackjack",
        SEVENS,
        "super-sevens",
    ),
}


@pytest.mark.parametrize("case", BESIDE)
def test_what_lies_beside_a_hand_and_goes_by_it_is_refused(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    holder, name, changed, game, house, wager = BESIDE[case]
    assert next(iter(analyze(playable(game, house), wager))).outcomes
    change(monkeypatch, holder, name, changed)
    with pytest.raises(NotPriced, match=rf"^{game}: .*\(.*\)$"):
        next(iter(analyze(playable(game, house), wager)))


# House Money


def lost_to_aces(was: Any) -> Any:
    def settle_house_money(table: Table, seat: Any) -> int:
        if table.dealer[0].rank == ACE and seat.stake(HOUSE_MONEY):
            table.collect(seat, HOUSE_MONEY)
        return int(was(table, seat))

    return settle_house_money


def no_proceeds_against_low_cards(was: Any) -> Any:
    def settle_house_money(table: Table, seat: Any) -> int:
        proceeds = int(was(table, seat))
        return 0 if value(table.dealer[0]) == 4 else proceeds

    return settle_house_money


@pytest.mark.parametrize("changed", [lost_to_aces, no_proceeds_against_low_cards])
def test_house_money_that_goes_by_the_dealers_card_is_refused(changed: Changed, monkeypatch: pytest.MonkeyPatch) -> None:
    change(monkeypatch, blackjack, "settle_house_money", changed)
    with pytest.raises(NotPriced, match=r"^cincinnati/blackjack: .*\(.*\)$"):
        next(iter(analyze(playable("cincinnati/blackjack"), HOUSE_MONEY)))


def test_house_money_at_one_deck_is_priced() -> None:
    """One deck has not the cards for every hand that a win is tried on."""
    house = {"options": {"decks": 1, "dealing": "hand"}}
    (found,) = analyze(playable("cincinnati/blackjack", house), HOUSE_MONEY)
    assert 0.04 < float(found.house_edge) < 0.05
