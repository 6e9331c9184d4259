"""Streak wagers: hands won one after the other, as a chain over rounds that the best play of the hand decides.

What a round does to a streak is asked of the table, with so many hands won before it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from croupier.equipment.cards import cards
from croupier.games.blackjack import _streaks
from croupier.games.blackjack._hands import BLACKJACK, DECLINE, DOUBLE, HIT, SPLIT, STAND, SURRENDER
from croupier.hands.blackjack import points
from croupier.odds.analyze import tables_of
from croupier.odds.cells import SEAT, Asked, unit_of
from croupier.odds.posted import with_posted
from croupier.odds.price import DOUBLE_PRECISION, Outcome, Price
from croupier.odds.shapes.shoe_boxes import DEALERS, LATE_BLACKJACK, SEVENTEEN, Hands
from croupier.odds.shapes.shoe_plan import SCALE, Plan, plan_of
from croupier.odds.shapes.shoe_prices import OPTIMAL
from croupier.odds.shapes.shoe_tried import at_random
from croupier.table.playable import Playable
from croupier.table.table import Table

MOST = 12
"""Hands in a row that are tried until a streak is paid."""
TRIED = 16
"""Rounds at random that a streak is tried with besides."""
EIGHTEEN, NINETEEN, TWENTY, OVER = *DEALERS[1:4], DEALERS[-1]


class Probe(NamedTuple):
    """A round that a streak goes through: a hand, the dealer's, and what is decided."""

    hand: str
    dealer: str
    decisions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.hand, "against", self.dealer, *self.decisions))


class Streak(NamedTuple):
    """How many hands won a wager is paid for, and what it nets then and when one is lost, in units of it."""

    wins: int
    won: Fraction
    lost: Fraction


def price_streaks(game: Playable, wanted: str | None, stake: int | None = None) -> Iterator[Price]:
    """A streak of n wins with the chance of n hands won before one is lost; pushes change nothing and so count for nothing."""
    for wager in _streaks.STREAKS:
        if wager in game.terms.wagers and wanted in (None, wager):
            chance = won_before_lost(plan_of(game))
            for table in tables_of(game, wager):
                asked = streak_of(with_posted(game, table), wager, stake)
                weight = round(Fraction(chance**asked.wins) * SCALE)
                yield Price(
                    wager,
                    table.id,
                    (Outcome("win", weight, asked.won), Outcome("lose", SCALE - weight, asked.lost)),
                    strategy=OPTIMAL,
                    clause=table.clause,
                    method=DOUBLE_PRECISION,
                    readings=tuple(filter(None, [game.terms.wagers[wager].reading])),
                    note="every round from a full shoe; a split box counts as won or lost by what it nets, not by the number of its hands",
                )


def won_before_lost(plan: Plan) -> float:
    """The chance that a box is won, of those that are won or lost."""
    won = sum(chance for (_, net, _), chance in plan.ends.items() if net > 0)
    lost = sum(chance for (_, net, _), chance in plan.ends.items() if net < 0)
    return won / (won + lost)


def probes(hands: Hands) -> Iterator[Probe]:
    """A round for every way in which a box ends that the price tells apart, as far as this table allows it."""
    rules = hands.game.rules
    natural = (STAND,) if rules.blackjack_may_draw else ()
    for dealer in (EIGHTEEN, NINETEEN, TWENTY, OVER):
        yield Probe("Kd 9d", dealer, (STAND,))
        yield Probe("Ad Kd", dealer, natural)
        yield Probe("Kd 6d Qd", dealer, (HIT,))
    for hand, said in (("Kd 9d", (STAND,)), ("Ad Kd", natural)):
        yield Probe(hand, LATE_BLACKJACK, said if hands.late else ())
    yield Probe("Kd 9d", "Ac Kc", ("0", STAND) if hands.late else ("0",))  # not insured
    chance = random.Random(8)
    for own in itertools.islice(at_random(chance, sorted(hands.game.pack, key=str)), TRIED):
        stands = (STAND,) * (points(own).total < 21)
        yield Probe(" ".join(map(str, own)), chance.choice(DEALERS), (HIT,) * (len(own) - 2) + stands)
    if hands.may(tuple(cards("6d 5d")), DOUBLE):
        kept = (DECLINE,) if hands.rescues else ()
        for drawn, dealer in (("8d", EIGHTEEN), ("8d", NINETEEN), ("8d", TWENTY)):
            yield Probe(f"6d 5d {drawn}", dealer, (DOUBLE, *hands.amount, *kept))
    if hands.may(tuple(cards("Kd 6d")), SURRENDER):
        yield Probe("Kd 6d", SEVENTEEN, (SURRENDER,))
    if hands.may(tuple(cards("8d 8h")), SPLIT):
        for drawn, dealer in (("Kd Kh", SEVENTEEN), ("Kd Kh", EIGHTEEN), ("Kd Kh", TWENTY), ("Kd 7h", SEVENTEEN)):
            yield Probe(f"8d 8h {drawn}", dealer, (SPLIT, STAND, STAND))


class _Running(Asked):
    """A table at which a seat has won so many hands of a streak before the round."""

    def __init__(self, game: Playable, stakes: dict[str, int], before: int) -> None:
        async def play(table: Table, rules: Any) -> None:
            if before:
                table.carried.streaks[SEAT] = before
            await game.play(table, rules)
            self.counted = table.carried.streaks.get(SEAT, 0)

        super().__init__(replace(game, play=play), stakes)
        self.counted = 0
        """How many hands won the table counts after the latest round."""


def streak_of(game: Playable, wager: str, stake: int | None = None) -> Streak:
    """What the table makes of a streak; refused where it goes by anything else than what the box nets."""
    hands = Hands(game)
    unit = unit_of(game, wager, stake)
    stakes, rounds = {BLACKJACK: hands.unit, wager: unit}, list(probes(hands))
    lost: set[int] = set()
    for before in range(MOST):
        paid, taken = _round_by_round(_Running(hands.game, stakes, before), rounds, before, wager)
        lost |= taken
        if paid:
            if len(paid) > 1 or len(lost) > 1 or not lost:
                break
            return Streak(before + 1, Fraction(paid.pop(), unit), Fraction(lost.pop(), unit))
    clause = game.terms.wagers[wager].clause
    raise hands.asked.refused(f"{wager}: a streak that is not paid and lost in one way each is not priced", clause)


def _round_by_round(asked: _Running, rounds: Sequence[Probe], before: int, wager: str) -> tuple[set[int], set[int]]:
    """What a streak nets where it is paid in the next round, and where it is lost, a net of each kind; none where it goes on."""
    paid: set[int] = set()
    lost: set[int] = set()
    goes_on, called, clause = False, asked.game.spots[wager].called, asked.game.terms.wagers[wager].clause
    for probe in rounds:
        settled = asked.settle(hand=cards(probe.hand), dealer=cards(probe.dealer), decisions=probe.decisions)
        mine = [line.net for line in settled.lines if line.wager == called]
        box = settled.net - sum(mine)
        if mine and box:
            (paid if box > 0 else lost).add(sum(mine))
        elif mine or box < 0 or asked.counted != before + (box > 0):
            told = f"a box that nets {box} after {before} hands won {'decides it' if mine else f'leaves {asked.counted}'}"
            raise asked.refused(f"{wager}: {told} ({probe})", clause)
        goes_on = goes_on or (box > 0 and not mine)
    if paid and goes_on:
        raise asked.refused(f"{wager}: some hands won pay it and some do not", clause)
    return paid, lost
