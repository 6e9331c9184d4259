"""Poker against the house, changed where the table has it: by its price and by the advice on a hand it is followed, or refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from croupier.equipment.cards import JOKER, Card, cards
from croupier.errors import NotPriced
from croupier.games.house_poker import (
    caribbean_stud,
    crazy_4_poker,
    criss_cross_poker,
    dj_wild_stud,
    flop_poker,
    four_card_poker,
    let_it_ride,
    lunar_poker,
    mississippi_stud,
    raise_it_up_stud,
    three_card_poker,
)
from croupier.games.registry import playable
from croupier.hands.four_card import best_four
from croupier.hands.poker import Value, best_five
from croupier.odds.advice import Sight, strategy
from croupier.odds.analyze import analyze
from croupier.odds.games import lunar_poker as lunar_odds
from croupier.odds.kernels import wild as wild_cards
from croupier.odds.posted import with_posted
from croupier.odds.queries import ask
from croupier.odds.shapes import draws_advice
from croupier.odds.simulate import simulate
from croupier.rules.payouts import Payout
from croupier.table.felt import Felt, Seat
from croupier.table.playable import Playable
from croupier.table.table import Table
from tests.odds.test_mutations_refused import FIVE, THREE, WILD, by_kickers_no_more

# Against the dealer: who wins


RANKED: dict[str, tuple[Any, str, Any, str, str]] = {
    "ny/three-card-poker": (three_card_poker, "three_card", THREE, "6h 5d 4c", ""),
    "ny/caribbean-stud": (caribbean_stud, "best_five", FIVE, "9h 8d 7c 6s 5h", "Ts"),
    "cincinnati/dj-wild-stud": (dj_wild_stud, "five_with_wilds", WILD, "9h 8d 7c 6s 5h", ""),
}


@pytest.mark.parametrize("name", RANKED)
def test_no_hand_is_advised_by_a_ranking_that_the_table_does_not_have(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before any price was asked for."""
    module, ranking, changed, hand, dealer = RANKED[name]
    ranked, game = getattr(module, ranking), playable(name)
    before = ask(game, cards(hand), dealer=cards(dealer))
    with monkeypatch.context() as patch:
        patch.setattr(module, ranking, lambda *held: changed(ranked(*held)))
        with pytest.raises(NotPriced, match=rf"{name}: .*\("):
            ask(game, cards(hand), dealer=cards(dealer))
    assert ask(game, cards(hand), dealer=cards(dealer)) == before


@pytest.mark.parametrize(
    ("name", "module"), [("cincinnati/crazy-4-poker", crazy_4_poker), ("ny/four-card-poker", four_card_poker)]
)
def test_a_card_that_is_not_among_the_four_breaks_no_tie(name: str, module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it does at the table, hands of one level are not equal."""

    def kicked(hand: Sequence[Card]) -> Value:
        value = best_four(hand)
        return value._replace(ranks=(*value.ranks, *sorted((card.rank for card in hand), reverse=True)))

    monkeypatch.setattr(module, "best_four", kicked)
    with pytest.raises(NotPriced, match=rf"{name}: .*\("):
        next(iter(analyze(playable(name), "ante")))
    with pytest.raises(NotPriced, match=rf"{name}: .*\("):
        ask(playable(name), cards("Ah Kd 8c 5s 3h"))


# By streets, and a cross


ROW_FOR = Felt.row_for


def three_queens_earn_nothing(self: Felt, wager: str, value: Value, *cards: Any) -> Any:
    return None if (value.category, value.ranks[0]) == ("three-of-a-kind", 12) else ROW_FOR(self, wager, value, *cards)


def test_a_rank_that_earns_no_row_of_a_cross_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = playable("ny/criss-cross-poker")
    monkeypatch.setattr(Felt, "row_for", three_queens_earn_nothing)
    with pytest.raises(NotPriced, match=r"ny/criss-cross-poker: .*hands of its row.*\(5324"):
        next(iter(analyze(game)))
    with pytest.raises(NotPriced, match=r"hands of its row.*\(5324"):
        ask(game, cards("Ah Kd"))


def test_a_bet_of_the_middle_size_that_is_paid_more_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the least and the most of a bet are weighed."""
    settle, name = Felt.settle, "ny/criss-cross-poker"

    def twice(self: Felt, seat: Seat, wager: str, outcome: str, **ends: Any) -> None:
        if wager == criss_cross_poker.ACROSS_BET and seat.stakes.get(wager) == 2 * seat.placed[criss_cross_poker.ANTE_ACROSS]:
            ends["won"] = 2 * ends.get("won", 0)
        settle(self, seat, wager, outcome, **ends)

    monkeypatch.setattr(Felt, "settle", twice)
    with pytest.raises(NotPriced, match=rf"{name}: .*the least and the most.*\("):
        next(iter(analyze(playable(name))))


BY_STREET: dict[str, tuple[Any, str]] = {
    "ny/let-it-ride": (let_it_ride, "Ah Kd 8c"),
    "cincinnati/mississippi-stud": (mississippi_stud, "Ah Kd"),
    "pa/raise-it-up-stud": (raise_it_up_stud, "Ah Kd 8c"),
    "pa/flop-poker": (flop_poker, "Ah Kd 8c"),
    "ny/criss-cross-poker": (criss_cross_poker, "Ah Kd"),
}


@pytest.mark.parametrize("name", BY_STREET)
def test_a_further_word_at_a_street_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits pays nothing for it: no plan weighs that."""
    decide, game = Table.decide, playable(name)

    async def with_a_wait(self: Table, seat: Any, choices: Sequence[str], **more: Any) -> str | None:
        return await decide(self, seat, (*choices, "wait"), **more)

    monkeypatch.setattr(Table, "decide", with_a_wait)
    for asked in (lambda: next(iter(analyze(game))), lambda: ask(game, cards(BY_STREET[name][1]))):
        with pytest.raises(NotPriced, match=rf"{name}: the table offers 'wait', which the analysis does not know \("):
            asked()
    with pytest.raises(NotPriced, match="'wait'"):
        simulate(game, 100, 7)


@pytest.mark.parametrize(
    ("name", "module"), [(name, module) for name, (module, _) in BY_STREET.items() if hasattr(module, "STREETS")]
)
def test_streets_in_another_order_are_refused(name: str, module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    game = playable(name)
    monkeypatch.setattr(module, "STREETS", (module.STREETS[1], module.STREETS[0], module.STREETS[2]))
    community = cards("Ad 8c 3s") if name.startswith("ny") else cards("Ad")
    for asked in (lambda: next(iter(analyze(game))), lambda: ask(game, cards("Ah Kd"), community=community[:2])):
        with pytest.raises(NotPriced, match=rf"{name}: .*\("):
            asked()


@pytest.mark.parametrize("name", ["ny/let-it-ride", "pa/raise-it-up-stud", "ny/criss-cross-poker"])
def test_a_card_that_is_turned_too_early_is_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reveal, game = Table.reveal, playable(name)

    async def one_more(self: Table, *, community: int | None = None, **more: Any) -> None:
        await reveal(self, community=community and min(community + 1, game.shape.community), **more)

    monkeypatch.setattr(Table, "reveal", one_more)
    for asked in (lambda: next(iter(analyze(game))), lambda: ask(game, cards(BY_STREET[name][1]))):
        with pytest.raises(NotPriced, match=rf"{name}: before its decisions the table shows .*\("):
            asked()


def test_a_fold_that_is_paid_by_the_hand_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands with an ace get their ante back."""
    fold = Felt.fold

    def aces_lose_nothing(self: Felt, seat: Seat, *args: Any, **more: Any) -> None:
        if any(card.rank == 14 for card in seat.hand):
            self.push(seat, next(iter(seat.stakes)))
        fold(self, seat, *args, **more)

    monkeypatch.setattr(Felt, "fold", aces_lose_nothing)
    for name in ("cincinnati/mississippi-stud", "pa/raise-it-up-stud", "ny/criss-cross-poker"):
        with pytest.raises(NotPriced, match=rf"{name}: .*fold.*\("):
            next(iter(analyze(playable(name))))


# Rows that look at the very cards


def with_rows(game: Playable, table: str, **rows: str) -> Playable:
    """The same house with further rows before those of one of its tables."""
    told = {row.replace("_", "-"): Payout.parse(paid) for row, paid in rows.items()}
    return with_posted(game, replace(game.terms.chosen[table], rows={**told, **game.terms.chosen[table].rows}))


LOOKING = {
    "pa/raise-it-up-stud": ("blind", {"six_card_royal_flush": "5000:1"}),
    "pa/six-card-pai-gow-poker": ("fortune-bonus", {"six_card_royal_flush": "5000:1"}),
    "pa/lunar-poker": ("super", {"pair_of_6s_through_10s": "1:1"}),
}


@pytest.mark.parametrize("name", LOOKING)
def test_a_row_that_looks_at_the_very_cards_is_refused(name: str) -> None:
    table, rows = LOOKING[name]
    game = with_rows(playable(name), table, **rows)
    with pytest.raises(NotPriced, match=rf"{name}: .*\("):
        print(list(analyze(game, table)))


# Draws


LUNAR = "pa/lunar-poker"


@pytest.mark.parametrize("changed", [FIVE, by_kickers_no_more], ids=["straight over flush", "no kickers"])
def test_hands_that_draw_are_ranked_as_the_table_has_them(changed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lunar_poker, "best_five", lambda *held: changed(best_five(*held)))
    game = playable(LUNAR)
    for asked in (
        lambda: next(iter(analyze(game, "ante"))),
        lambda: ask(game, cards("9h 9d 9c 4s 2d"), dealer=cards("7c")),
        lambda: simulate(game, 100, 7),
    ):
        with pytest.raises(NotPriced, match=rf"{LUNAR}: .* against .*nets .*\(.*589"):
            asked()


def exchanging(least: int, most: int) -> Playable:
    """Lunar Poker where other numbers of cards may be exchanged."""
    game = playable(LUNAR)
    exchanged = replace(game.rules.exchanged, value=(least, most))
    return replace(game, rules=game.rules.model_copy(update={"exchanged": exchanged}))


@pytest.mark.slow
@pytest.mark.parametrize(("least", "most"), [(1, 5), (2, 3)])
def test_as_many_cards_are_exchanged_as_the_rules_say(least: int, most: int) -> None:
    game, hand = exchanging(least, most), cards("9h 9d 9c 4s 2d")
    terms = lunar_odds.ODDS.terms(game)
    assert terms.exchanged == tuple(range(least, most + 1))
    assert "not counted" in lunar_odds.ODDS.note(terms) and "leave the house" in lunar_odds.ODDS.note(
        lunar_odds.ODDS.terms(playable(LUNAR))
    )
    (asked,) = ask(game, hand, dealer=cards("7c"))
    (before,) = ask(playable(LUNAR), hand, dealer=cards("7c"))
    assert asked.advice is not None and before.advice is not None
    now, was = ({each.choice: each.value for each in found.advice.choices} for found in (asked, before))
    assert now == was, "three of a kind throws two cards away under all of these rules"


@pytest.mark.slow
def test_one_card_exchanged_is_worth_the_mean_of_what_can_come() -> None:
    """A second way: every card that may come for the odd one of two pair, and the best of betting and folding with each."""
    game, hand, up = exchanging(1, 5), tuple(cards("9h 9d 4s 4c 2d")), tuple(cards("7c"))
    terms = lunar_odds.ODDS.terms(game, 1000)
    sight = Sight(1, hand, up, stakes={"ante": 1000})
    counted = draws_advice.count(terms, sight, (0b01111,))[0b01111]
    unseen = [card for card in game.pack if card not in (*hand, *up)]
    worth = [
        max(draws_advice._betting(terms, Sight(1, (*hand[:4], card), up, stakes={"ante": 1000}, thrown=hand[4:])).values())
        for card in unseen
    ]
    assert len(worth) == 46 and counted == sum(worth) / 46


FORCED = lunar_poker.pay_rows


def forced_wins_pay(times: float) -> Any:
    """A bet that is won after the dealer was forced pays so many times what it pays else."""

    def pay_rows(table: Table, seat: Seat, *given: Any, case: str, **more: Any) -> None:
        FORCED(table, seat, *given, case=case, **more)
        if case == f"win-{lunar_poker.FORCED}":
            table.lines[-1] = table.lines[-1]._replace(won=int(times * table.lines[-1].won))

    return pay_rows


def test_what_forcing_is_worth_is_asked_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced win that pays half as much again: the chart forces with fewer cards, and the advice on the hand that decides has its worth."""
    game = playable("pa/lunar-poker")
    sight = Sight(1, tuple(cards("9h 9d 9c 6s 5h")), tuple(cards("Qc 6c 9s 7h 3d")), stakes={"ante": 1000, "bet": 2000})
    before, weighed = strategy(game)[0][0], draws_advice._forcing(lunar_odds.ODDS.terms(game, 1000), sight)
    monkeypatch.setattr(lunar_poker, "pay_rows", forced_wins_pay(1.5))
    after, now = strategy(game)[0][0], draws_advice._forcing(lunar_odds.ODDS.terms(game, 1000), sight)
    row = [next((five, six) for name, five, six in chart.rows if name == "two-pair") for chart in (before, after)]
    assert all(int(now) < int(then) for then, now in zip(*row, strict=True))
    assert now["force"] > weighed["force"] and now["decline"] == weighed["decline"]


def test_a_pair_with_which_forcing_may_gain_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a row of the table, or by what the table does: hands of a pair are never forced with in the count."""
    game = playable("pa/lunar-poker")
    table = game.terms.chosen["bet"]
    pair = next(row for row in table.rows if "pair" in row and "two" not in row)
    dear = with_posted(game, replace(table, rows={**table.rows, pair: Payout.parse("20:1")}))
    with monkeypatch.context() as patch:
        patch.setattr(lunar_poker, "pay_rows", forced_wins_pay(20))
        with pytest.raises(NotPriced, match=r"pa/lunar-poker: forcing a dealer with a pair or less, .*\(Ch\. 589"):
            strategy(game)
    for asked in (lambda: strategy(dear), lambda: next(iter(analyze(dear, "ante"))), lambda: simulate(dear, 100, 1)):
        with pytest.raises(NotPriced, match=r"pa/lunar-poker: forcing a dealer with a pair or less, .*\(Ch\. 589"):
            asked()


# Two hands, and a pot


def test_a_bad_beat_to_which_the_winner_matters_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lost where five of a kind won."""
    game, settle = playable("cincinnati/dj-wild-stud"), dj_wild_stud.settle_bad_beat
    wager = dj_wild_stud.TWO_WAY_BAD_BEAT

    def but_by_five(table: Any, seat: Any, rules: Any, hand: Value, dealer: Value) -> None:
        if max(hand, dealer).category == "five-of-a-kind":
            table.collect(seat, wager)
        else:
            settle(table, seat, rules, hand, dealer)

    monkeypatch.setattr(dj_wild_stud, "settle_bad_beat", but_by_five)
    for asked in (lambda: list(analyze(game, wager)), lambda: simulate(game, 100, 7)):
        with pytest.raises(NotPriced, match=r"cincinnati/dj-wild-stud: .*not settled alike.*\("):
            asked()


def test_a_pot_that_a_fold_loses_is_refused() -> None:
    """Whether a hand is folded is then part of who wins it."""
    game = playable("pa/flop-poker")
    wagers = {**game.terms.wagers, "pot": replace(game.terms.wagers["pot"], lost_by_folding=True)}
    changed = replace(game, terms=replace(game.terms, wagers=wagers))
    with pytest.raises(NotPriced, match=r"pa/flop-poker: .*fold.*\(583"):
        list(analyze(changed, "pot"))
    with pytest.raises(NotPriced, match=r"pa/flop-poker: a fold changes what pot nets?, .*\(583"):
        next(iter(analyze(changed, "ante")))


# Wild cards

BY_HAND = Felt.settle_by_hand
LOST: dict[str, tuple[str, Callable[[Any, Value, Any], bool]]] = {
    "the dealer's hand": (dj_wild_stud.TRIPS, lambda table, value, held: table.dealer[-1].rank >= 12),
    "hearts": (dj_wild_stud.TRIPS, lambda table, value, held: [card.suit for card in held].count("h") > 1),
    "the joker": (dj_wild_stud.TRIPS, lambda table, value, held: value.order > 3 and JOKER in held),
    "the joker in either hand": (dj_wild_stud.TWO_WAY_BAD_BEAT, lambda table, value, held: JOKER in (*held, *table.dealer)),
}


@pytest.mark.parametrize("case", LOST)
def test_a_wager_by_the_faces_or_both_hands_that_goes_by_more_is_refused(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its price, and the kernel that deals for it."""
    game, (wager, lost) = playable("cincinnati/dj-wild-stud"), LOST[case]

    def settle_by_hand(self: Felt, seat: Seat, name: str, value: Value, held: Any, **more: Any) -> None:
        if name == wager and lost(self, value, held):
            self.collect(seat, name)
        else:
            BY_HAND(self, seat, name, value, held, **more)

    monkeypatch.setattr(Felt, "settle_by_hand", settle_by_hand)
    for asked in (lambda: list(analyze(game, wager)), lambda: simulate(game, 100, 7)):
        with pytest.raises(NotPriced, match=r"cincinnati/dj-wild-stud: .*\("):
            asked()


def test_another_number_of_wild_cards_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the joker is none: the count takes a hand to have as many cards as there are wild ones."""
    monkeypatch.setattr(wild_cards, "WILDS", wild_cards.WILDS[:-1])
    game = playable("cincinnati/dj-wild-stud")
    for asked in (lambda: list(analyze(game)), lambda: strategy(game), lambda: simulate(game, 100, 7)):
        with pytest.raises(NotPriced, match=r"cincinnati/dj-wild-stud: 4 wild cards are not counted, 5 are \("):
            asked()
