"""Change what the table does, and price, advice and simulation follow: no rule is written twice.

Found by discovery: every registered game is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from croupier.equipment.cards import card
from croupier.equipment.randomness import Seeded
from croupier.errors import NotPriced, Refused
from croupier.games.baccarat import baccarat
from croupier.games.blackjack import _hands
from croupier.games.blackjack._hands import BLACKJACK, INSURANCE
from croupier.games.registry import playable
from croupier.odds import store
from croupier.odds.advice import Sight, advise
from croupier.odds.analyze import analyze
from croupier.odds.posted import with_posted
from croupier.odds.shapes import odds_of
from croupier.odds.shapes.shoe_terms import hits_soft_17
from croupier.odds.shipped import against_the_house
from croupier.odds.simulate import has_kernel, simulate
from croupier.rules.payouts import Kind, Payout
from croupier.table import acts
from croupier.table.drivers import Chance
from croupier.table.felt import Felt, Seat
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Offer, Wagering
from croupier.table.round import Round
from croupier.table.table import Table
from tests.support.driving import GAMES, listed

SWEPT = ("ultimate-texas-holdem", "texas-holdem-bonus", "lunar-poker")
"""Priced by a sweep of all boards, which takes seconds a table: tried below by themselves, the long proofs apart."""

PROCEDURES = {name: listed(name).terms.file.procedure for name in GAMES}
ONE_OF_EACH = list({p: name for name, p in PROCEDURES.items() if p not in SWEPT}.values())

LONGEST = ("asia-poker", "blackjack-switch", "spanish-21")
LONG = (*SWEPT, *LONGEST, "crazy-4-poker", "double-attack-blackjack", "four-card-poker", "pai-gow-poker")
"""Procedures whose prices take ten seconds under a changed table, and those that take some."""


def first(game: Playable) -> Any:
    return next(iter(analyze(game)))


@cache
def unchanged(name: str) -> Any:
    """What `first` says of the table as it is; asked again after every change, and kept here for the next one."""
    return first(playable(name))


# A row that pays one more


def dearer(game: Playable, wager: str) -> Iterator[Playable]:
    """The same house with one row of a wager's posted table paying one more: the first of them, then the last."""
    table = game.terms.chosen[wager]
    rows = [(row, payout) for row, payout in table.rows.items() if payout.kind is Kind.TO_ONE]
    for row, payout in dict.fromkeys(rows[:1] + rows[-1:]):
        more = Payout(Kind.TO_ONE, payout.figure + 1, f"{payout.figure + 1}:1")
        yield with_posted(game, replace(table, rows={**table.rows, row: more}))


def tried_before(name: str) -> set[str]:
    """The wagers of the rows before it that the same procedure plays, the one of the ordinary suite first."""
    rows = sorted(GAMES, key=lambda row: row not in ONE_OF_EACH)
    earlier = [other for other in rows[: rows.index(name)] if PROCEDURES[other] == PROCEDURES[name]]
    return {wager for other in earlier for wager in listed(other).terms.wagers}


ROWS = [pytest.param(name, marks=[pytest.mark.slow] * (PROCEDURES[name] in LONG or name not in ONE_OF_EACH)) for name in GAMES]


@pytest.mark.parametrize("name", ROWS)
def test_a_row_that_pays_one_more_lowers_the_price(name: str) -> None:
    """A row of every table that a price of the game rests on: never dearer for the player, and cheaper for one row at least.

    Of the wagers that a row before it has too, only the first is tried.
    """
    game = playable(name)
    seen = set()
    for price in analyze(game):
        wager = game.terms.names.get(price.wager) or game.names.get(price.wager) or price.wager
        wager = game.spots[wager].wager.id if wager in game.spots else wager
        if wager in seen or wager not in game.terms.chosen or price.paytable != game.terms.chosen[wager].id:
            continue
        if seen and wager in tried_before(name):
            continue
        seen.add(wager)
        edges = []
        for house in dearer(game, wager):
            try:
                edges.append(next(p for p in analyze(house, price.wager)).house_edge)
            except NotPriced:
                continue
        assert not edges or (max(edges) <= price.house_edge and min(edges) < price.house_edge), (wager, edges)
    assert seen


# What the table does, changed


def loses(self: Felt, seat: Seat, wager: str, **because: Any) -> None:
    """A push that takes the stake."""
    self.collect(seat, wager, **because)


def robbed(self: Felt, seat: Seat, wager: str, row: str = "win", **because: Any) -> None:
    """A win that gives the stake back and no more."""
    because.pop("outcome", None)
    because.pop("commission", None)
    if wager in seat.stakes:
        self.settle(seat, wager, "push", returned=seat.stakes[wager], clause="changed")


def kept(self: Felt, seat: Seat, wager: str, **because: Any) -> None:
    """A stake that was lost comes back."""
    if wager in seat.stakes:
        self.settle(seat, wager, "push", returned=seat.stakes[wager], clause="changed")


SETTLE = Felt.settle


def nothing_lost(self: Felt, seat: Seat, wager: str, outcome: str, **ends: Any) -> None:
    """Whatever would be lost comes back."""
    if not ends.get("returned") and not ends.get("won"):
        ends["returned"] = seat.stakes.get(wager, 0)
    SETTLE(self, seat, wager, outcome, **ends)


MUTATIONS: dict[str, Callable[..., None]] = {"push": loses, "pay": robbed, "collect": kept, "settle": nothing_lost}


def matters(game: Playable, priced: str, mutation: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Does any round go through the changed method for the wager that is priced, or one added to it? Rounds are played at random."""
    called = []
    real = getattr(Felt, mutation)

    def watched(self: Felt, seat: Seat, wager: str, *args: Any, **kwargs: Any) -> None:
        terms = self.spot(wager).wager
        if terms.id == priced or terms.placed != "opening":
            called.append(wager)
        real(self, seat, wager, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(Felt, mutation, watched)
        simulate(game, 60, 5) if not has_kernel(game) else _play(game, 120)
    return bool(called)


def _play(game: Playable, rounds: int) -> None:
    from tests.support.driving import RandomPlayer, play_on

    for seed in range(rounds):
        play_on(Round(game, [1]), RandomPlayer(seed))


SECONDS = ("casino-war", "double-back-jack", "multiple-action-blackjack", "pai-gow-tiles", "raise-it-up-stud")
"""Procedures that take some seconds for every change."""


def takes_long(procedure: str, number: int) -> bool:
    """Is a change of a game's table, the first or a later one, for the long suite?"""
    return procedure in LONGEST or (number > 0 and procedure in (*LONG, *SECONDS))


TRIED = [
    pytest.param(name, mutation, marks=[pytest.mark.slow] * takes_long(PROCEDURES[name], number))
    for name in ONE_OF_EACH
    for number, mutation in enumerate(MUTATIONS)
    if PROCEDURES[name] not in LONGEST or mutation != "collect"  # what is collected is settled, which is changed too
]


@pytest.mark.parametrize(("name", "mutation"), TRIED)
def test_what_the_table_does_is_what_is_priced_and_simulated(name: str, mutation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first price follows the table to the fraction; the simulation follows it within five standard errors, or to the cent."""
    game = playable(name)
    before = unchanged(name)
    if not matters(game, before.wager, mutation, monkeypatch):
        pytest.skip("this table never does it")
    rounds = 20_000 if has_kernel(game) else 400
    with monkeypatch.context() as patch:
        patch.setattr(Felt, mutation, MUTATIONS[mutation])
        try:
            after = first(playable(name))
        except NotPriced as refused:
            pytest.skip(f"refused, not mistaken: {refused}")
        played = {price.wager: price for price in simulate(playable(name), rounds, 7)}
    assert after.outcomes != before.outcomes or mutation == "push"
    if after.outcomes != before.outcomes and not against_the_house(game):  # a pot has a price, a hand is what was bet in it
        assert [price.outcomes for price in played.values()] != [price.outcomes for price in simulate(game, rounds, 7)]
    elif after.outcomes != before.outcomes:
        simulated = played[after.wager]
        gap = float(simulated.house_edge - after.house_edge)
        assert abs(gap) <= 6 * simulated.standard_error + 1e-12, (float(after.house_edge), float(simulated.house_edge))
    assert first(playable(name)).outcomes == before.outcomes, "and back again once the table is itself"


# Advice


def asked_for_advice(game: Playable, seed: int) -> Round | None:
    """A round of the game's first wagers up to the first decision, if there is one."""
    from croupier.odds.reference import opening_wagers

    round_, chance = Round(game, [1]), Chance(Seeded(seed))
    wagers = iter(opening_wagers(game).items())
    while (request := round_.pending) is not None:
        if isinstance(request, Decision) and request.seat:
            return round_
        if isinstance(request, Wagering):
            chip = next(wagers, None)
            try:
                round_.answer(acts.NoMoreBets() if chip is None else acts.Wager(1, *chip))
            except Refused:  # between rolls, where the table waits for a shooter: there is nothing to decide
                return None
        else:
            act = chance.answer(round_, request)
            if act is None:
                return None
            round_.answer(act)
    return None


WITH_DECISIONS = [name for name in ONE_OF_EACH if asked_for_advice(playable(name), 1) is not None]


@pytest.mark.parametrize("name", WITH_DECISIONS)
def test_what_the_table_does_is_what_is_advised(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing lost is taken, no choice costs anything any more, and advice says so of the same hand."""
    for seed in range(11, 40):  # a hand that can lose
        round_ = asked_for_advice(playable(name), seed)
        before = None if round_ is None else advise(round_)
        if before is not None and min(choice.value for choice in before.choices) < 0:
            break
    assert round_ is not None
    assert before is not None
    with monkeypatch.context() as patch:
        patch.setattr(Felt, "settle", nothing_lost)
        after = advise(round_)
        assert after is not None
        assert all(now.value >= then.value for now, then in zip(after.choices, before.choices, strict=True))
        assert min(choice.value for choice in after.choices) >= 0 > min(choice.value for choice in before.choices)
    assert advise(round_) == before


# Sweeps of boards

EDGES = {"cincinnati/ultimate-texas-holdem": 0.0218, "cincinnati/texas-holdem-bonus": 0.0204}
"""Published, before anything is changed."""
BY_SWEEP = [*EDGES]
"""One row of each procedure: the others differ by data alone."""


@pytest.mark.parametrize("name", [BY_SWEEP[-1], *(pytest.param(name, marks=pytest.mark.slow) for name in BY_SWEEP[:-1])])
def test_a_tie_that_loses_is_priced_and_advised_so(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    round_ = asked_for_advice(playable(name), 11)
    assert round_ is not None
    before = advise(round_)
    monkeypatch.setattr(Felt, "push", loses)
    after = advise(round_)
    assert before is not None and after is not None
    for was, now in zip(before.choices, after.choices, strict=True):
        assert now.value < was.value or now.choice == "fold"
    assert float(next(analyze(playable(name), "ante")).house_edge) > EDGES[name] + 0.02


@pytest.mark.slow
@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize("name", BY_SWEEP)
def test_a_sweep_of_boards_follows_the_table(name: str, mutation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Price, advice and simulation of the main game: within five standard errors of each other, and back again."""
    round_ = asked_for_advice(playable(name), 11)
    assert round_ is not None
    before, advised = next(analyze(playable(name), "ante")), advise(round_)
    with monkeypatch.context() as patch:
        patch.setattr(Felt, mutation, MUTATIONS[mutation])
        after, now = next(analyze(playable(name), "ante")), advise(round_)
        rounds = 200_000 if has_kernel(playable(name)) else 600
        simulated = next(price for price in simulate(playable(name), rounds, 7) if price.wager == "ante")
    assert advised is not None and now is not None
    worse = mutation in ("push", "pay")
    assert (after.house_edge > before.house_edge) is worse and after.house_edge != before.house_edge
    for was, found in zip(advised.choices, now.choices, strict=True):
        assert (found.value < was.value if worse else found.value > was.value) or found.choice == "fold"
    assert abs(float(simulated.house_edge - after.house_edge)) <= 5 * simulated.standard_error
    assert advise(round_) == advised, "and back again once the table is itself"


# What no shape can follow is refused


ONE_PACK = [
    name
    for name in ONE_OF_EACH
    if name.partition("/")[2].endswith(("poker", "stud", "ride", "progressive")) and PROCEDURES[name] != "poker"
]


@pytest.mark.parametrize("name", ONE_PACK)
def test_two_decks_where_hands_are_counted_of_one_are_refused(name: str) -> None:
    game = playable(name)
    doubled = replace(game, pack=(*game.pack, *game.pack))
    with pytest.raises(NotPriced, match=game.terms.clause.replace(".", r"\.")):
        list(analyze(doubled))


@pytest.mark.parametrize(("least", "draws"), [(16, False), (17, True), (18, False)])
def test_a_dealer_who_draws_otherwise_is_asked_or_refused(least: int, draws: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hard 16 on which a dealer stands, or hard 17 drawn to, is no count that the kernels know; soft 17 may go either way."""
    game = playable("cincinnati/blackjack")
    monkeypatch.setattr(_hands, "dealer_stands", lambda table, rules: _hands.points(table.dealer).total >= least)
    if draws:
        assert not hits_soft_17(game)
    else:
        with pytest.raises(NotPriced, match=r"(hard 1[67] is not priced|the analysis has no answer) \(App\. A"):
            next(analyze(game))


def test_a_table_at_which_nobody_takes_a_third_card_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stand(table: Table, *rules: object) -> None:
        return None

    monkeypatch.setattr(baccarat, "draw_third_cards", stand)
    player, banker, tie = (next(analyze(playable("cincinnati/mini-baccarat"), wager)) for wager in ("player", "banker", "tie"))
    assert player.hit_rate == banker.hit_rate, "two hands of two cards are alike"
    assert player.hit_rate + banker.hit_rate + tie.hit_rate == 1


def test_blackjacks_that_lose_to_a_blackjack_are_insured_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a natural nets against a natural is the table's word: where it loses, insurance beside it is worth that much less."""
    game = playable("cincinnati/blackjack")
    hand = (card("Ad"), card("Kd"))
    offer = Offer(1, INSURANCE, called=INSURANCE, bounds=(500, 500, 100), clause="")
    sight = Sight(seat=1, hand=hand, dealer=(card("Ac"),), stakes={BLACKJACK: 1000})
    before = odds_of("blackjack").weighed(game, sight, offer)
    monkeypatch.setattr(Felt, "push", loses)
    after = odds_of("blackjack").weighed(game, sight, offer)
    assert all(now.value < then.value - 0.3 for now, then in zip(after.choices, before.choices, strict=True))


def test_what_a_test_changes_is_neither_kept_nor_taken_for_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    game = playable("ny/roulette", {"options": {"wheel": "single-zero"}})  # a house whose prices do not ship
    before = list(store.prices(game))
    with monkeypatch.context() as patch:
        patch.setattr(Felt, "settle", nothing_lost)
        assert store.stored(game) is None and list(store.prices(game)) != before
    assert store.stored(game) == before and len(list(tmp_path.rglob("*.json"))) == 1
