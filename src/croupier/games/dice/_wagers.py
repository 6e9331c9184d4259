"""Wagers on two dice: what a roll does to each of them, and what they pay. Every wager is a row; no wager is named here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from croupier.equipment.dice import shows
from croupier.games.questions import Questions
from croupier.rules.model import DiceRow, Mark
from croupier.rules.resolve import Dice, Paytable, Rule, Wager
from croupier.table import dues
from croupier.table.dues import commission, prepaid
from croupier.table.felt import Felt
from croupier.table.playable import Spot, at_place
from croupier.table.table import Seat, Table

SEVEN = 7
Verdict = Literal["win", "lose", "push"]


class DiceQuestions(Questions):
    """Asked of every game of wagers on dice."""

    unpayable_amounts: Rule[Literal["refused", "rounded-down"]]


@dataclass(slots=True)
class Hand:
    """One hand of the dice: from a first come-out roll to the seven that loses the point."""

    point: int | None = None
    made: set[int] = field(default_factory=set)
    points_set: int = 0
    rolls: int = 0
    shooter: int = 0
    shooter_elsewhere: bool = False
    for_come_bets: bool = False
    called: set[tuple[int, str]] = field(default_factory=set)
    rolled: set[tuple[int, str]] = field(default_factory=set)

    @property
    def coming_out(self) -> bool:
        """Is the next roll a come-out roll?"""
        return self.point is None


def terms(spot: Spot) -> Dice:
    """A spot's row and handling; every wager of a dice layout has them."""
    assert spot.wager.dice is not None
    return spot.wager.dice


def odds_limit(table: Table, spot: Spot, number: int) -> Fraction | None:
    """How many times the bet they support odds may be on a number; a graded limit begins with the numbers farthest from seven."""
    row = terms(spot).row
    limit = "none" if row.limit is None else str(table.terms.options[row.limit])
    if limit == "none":
        return None
    figures = limit.removesuffix("x").split("-")
    return Fraction(figures[0 if len(figures) == 1 else 3 - abs(SEVEN - number)])


def supported(table: Felt, spot: Spot) -> Spot:
    """The spot whose wager an odds wager supports."""
    row = terms(spot).row
    assert row.supports is not None
    return table.spots[at_place(row.supports, "" if spot.names is None else str(spot.names))]


def number_of(hand: Hand, spot: Spot) -> int | None:
    """The number a stake is on: its box, or the point for a line wager and the odds behind it."""
    if isinstance(spot.names, int):
        return spot.names
    row = terms(spot).row
    return hand.point if not row.travels and row.resolves in ("line", "odds") else None


def in_action(hand: Hand, seat: Seat, spot: Spot) -> bool:
    """Does the next roll count for this stake? Only a come-out roll can leave one out, and a call can change that."""
    if not hand.coming_out:
        return True
    rule = terms(spot).come_out
    called = (seat.number, spot.id) in hand.called
    return (rule.action == "on") is not called


def locked(hand: Hand, seat: Seat, spot: Spot) -> bool:
    """May the stake on this spot no longer be taken down or reduced?"""
    if not seat.stakes.get(spot.id):
        return False
    match terms(spot).removal.until:
        case "point":
            return number_of(hand, spot) is not None
        case "roll":
            return (seat.number, spot.id) in hand.rolled
        case "made":
            return True
    return False


def come_bets_up(table: Table) -> bool:
    """Do bets on numbers remain that were made through the come, or put there as if they had been?"""
    wagers = [terms(table.spots[stake]) for seat in table.seats.values() for stake in seat.stakes]
    return any(wager.row.travels or wager.removal.until == "roll" for wager in wagers)


def verdict(table: Table, hand: Hand, seat: Seat, spot: Spot, dice: Sequence[int]) -> Verdict | None:
    """What a roll does to the stake on a spot; None where it stays. Odds that are off come back when their bet is decided."""
    row = terms(spot).row
    match row.resolves:
        case "one-roll":
            return _decided(row, spot, dice) or "lose"
        case "odds":
            base = verdict(table, hand, seat, supported(table, spot), dice)
            return base if base is None or in_action(hand, seat, spot) else "push"
        case "points":
            seven_out = not hand.coming_out and sum(dice) == SEVEN
            enough = f"{len(hand.made)}-points" in table.terms.chosen[spot.wager.id].rows
            return None if not seven_out else "win" if enough else "lose"
    if not in_action(hand, seat, spot):
        return None
    if row.resolves == "until":
        return _decided(row, spot, dice)
    number = number_of(hand, spot)
    if number is None:
        return _decided(row, spot, dice)
    if sum(dice) not in (number, SEVEN):
        return None
    return "win" if (sum(dice) == number) is (row.then == "number-wins") else "lose"


def _decided(row: DiceRow, spot: Spot, dice: Sequence[int]) -> Verdict | None:
    if _any_shown(row.wins, spot, dice):
        return "win"
    if _any_shown(row.loses, spot, dice):
        return "lose"
    return "push" if _any_shown(row.pushes, spot, dice) else None


def _any_shown(marks: Iterable[Mark], spot: Spot, dice: Sequence[int]) -> bool:
    return any(shows(spot.names if mark == "it" and spot.names is not None else mark, dice) for mark in marks)


def settle_roll(table: Table, hand: Hand, dice: Sequence[int]) -> None:
    """Settle every wager the roll decides, then move the come bets that took its number."""
    decisions = [
        (seat, spot, result)
        for seat in table.seats.values()
        for spot in [table.spots[stake] for stake in seat.stakes]
        if (result := verdict(table, hand, seat, spot, dice)) is not None
    ]
    for result in ("lose", "push", "win"):
        for seat, spot, decided in decisions:
            if decided == result:
                _settle(table, hand, seat, spot, decided, sum(dice))
                hand.called.discard((seat.number, spot.id))
                hand.rolled.discard((seat.number, spot.id))
    for seat in table.seats.values():
        for stake in list(seat.stakes):
            spot = table.spots[stake]
            if terms(spot).row.travels and spot.names is None:
                table.move(seat, stake, at_place(spot.wager.id, str(sum(dice))))
            else:
                hand.rolled.add((seat.number, stake))


def _settle(table: Table, hand: Hand, seat: Seat, spot: Spot, result: Verdict, total: int) -> None:
    stake, posted = seat.stakes[spot.id], table.terms.chosen[spot.wager.id]
    row = row_of(table, hand, spot, posted, total)
    if result == "push":
        # Odds that were off come back by the come-out rule; a barred number is the wager's own clause.
        off = terms(spot).come_out if terms(spot).row.resolves == "odds" else None
        clause, reading = (spot.wager.clause, spot.wager.reading) if off is None else (", ".join(off.clause), off.reading)
        table.settle(seat, spot.id, "push", returned=stake, clause=clause, reading=reading)
    elif result == "lose":
        rule = terms(spot).commission
        charged = commission(table.terms, spot, row, stake) if prepaid(table.terms, spot.wager) else 0
        cited = dict.fromkeys((spot.wager.clause, *(rule.clause if charged and rule is not None else ())))
        table.settle(seat, spot.id, "lose", commission=charged, clause=", ".join(cited), reading=spot.wager.reading)
    else:
        _pay(table, hand, seat, spot, posted, row, total)


def _pay(table: Table, hand: Hand, seat: Seat, spot: Spot, posted: Paytable, row: str, total: int) -> None:
    """Pay a winner by its row; of a combined wager only the winning parts are paid and go back."""
    stake, combined = seat.stakes[spot.id], bool(terms(spot).row.parts)
    winning = stake * (share_of(table, spot, total) if combined else 1)
    exact = winning * posted.rows[row].figure
    clauses, readings = [posted.clause], [posted.reading, spot.wager.reading]
    charged, rule = commission(table.terms, spot, row, stake), terms(spot).commission
    if charged and rule is not None:
        clauses += rule.clause
        readings.insert(0, rule.reading)
    if winning != int(winning) or exact != int(exact):
        rules: DiceQuestions = table.playable.rules
        clauses.append(rules.unpayable_amounts.clause)
        readings.insert(0, rules.unpayable_amounts.reading)
    plain = row == "win" or row == str(number_of(hand, spot)) or isinstance(spot.names, str)
    table.settle(
        seat,
        spot.id,
        "win" if plain and not combined else row,
        returned=int(winning),
        won=int(exact),
        commission=charged,
        clause=", ".join(dict.fromkeys(", ".join(clauses).split(", "))),
        reading=next(filter(None, readings), None),
    )


def row_of(table: Felt, hand: Hand, spot: Spot, posted: Paytable, total: int) -> str:
    """The row of the pay table that a winning stake is paid by: its number's, the thrown total's, or the only one."""
    if terms(spot).row.resolves == "points":
        return f"{len(hand.made)}-points"
    if terms(spot).row.parts:
        return str(total)
    number = number_of(hand, spot)
    for row in (str(number), *pair_rows(spot.names), str(total)):
        if row in posted.rows:
            return row
    return "win"


def pair_rows(mark: int | str | None) -> tuple[str, ...]:
    """Rows for the two kinds of hop: both dice alike, or not."""
    if not isinstance(mark, str):
        return ()
    low, _, high = mark.partition("-")
    return ("pair" if low == high else "no-pair",)


def share_of(table: Felt, spot: Spot, total: int) -> Fraction:
    """The share of a combined wager's stake that won with `total`: so many of its equal parts."""
    parts = terms(spot).row.parts
    won = 0
    for part in parts:
        marks = (spot.names,) if part == "it" else terms(table.spots[part]).row.wins
        won += total in marks
    return Fraction(won, len(parts))


def taken(table: Felt, wager: Wager) -> str | None:
    """When the house takes its commission on a wager, if it takes one: as it is made, or from a win."""
    return dues.taken(table.terms, wager)
