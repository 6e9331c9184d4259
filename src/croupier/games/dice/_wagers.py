"""Wagers on dice: what a roll does to each of them, and what they pay. Every wager is a row; no wager is named here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from croupier.equipment.dice import shows
from croupier.games.questions import Questions
from croupier.rules.dice import DiceRow, Mark
from croupier.rules.resolve import Dice, Paytable, Rule, Wager
from croupier.table import dues
from croupier.table.citing import Ground, cite
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
    thrown: set[int] = field(default_factory=set)
    """Every total of the hand, come-out rolls included."""
    points_set: int = 0
    rolls: int = 0
    shooter: int = 0
    shooter_elsewhere: bool = False
    for_come_bets: bool = False
    handed_on: bool = False
    """Did the dice change hands before a loser seven?"""
    winner_seven: bool = False
    """Did a come-out roll show a seven?"""
    called: dict[tuple[int, str], int] = field(default_factory=dict)
    """Calls that hold, with how many rolls had been made when they were made."""
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
    return Fraction(figures[0 if len(figures) == 1 else len(figures) - abs(SEVEN - number)])


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
            return by_one_roll(spot, dice)
        case "odds":
            base = verdict(table, hand, seat, supported(table, spot), dice)
            return base if base is None or in_action(hand, seat, spot) else "push"
        case "points":
            seven_out = not hand.coming_out and sum(dice) == SEVEN
            enough = f"{len(hand.made)}-points" in table.terms.chosen[spot.wager.id].rows
            return None if not seven_out else "win" if enough else "lose"
        case "collects":
            if _any_shown(row.loses, spot, dice):
                return "lose"
            return "win" if {*hand.thrown, sum(dice)}.issuperset(row.wins) else None
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


def by_one_roll(spot: Spot, dice: Sequence[int]) -> Verdict:
    """What a throw does to a wager on that throw alone."""
    row = terms(spot).row
    return "lose" if _any_shown(row.loses, spot, dice) else _decided(row, spot, dice) or "lose"


def _decided(row: DiceRow, spot: Spot, dice: Sequence[int]) -> Verdict | None:
    if _any_shown(row.wins, spot, dice):
        return "win"
    if _any_shown(row.loses, spot, dice):
        return "lose"
    return "push" if _any_shown(row.pushes, spot, dice) else None


def _any_shown(marks: Iterable[Mark], spot: Spot, dice: Sequence[int]) -> bool:
    return _shown(shows, tuple(marks), spot.names, tuple(dice))


@lru_cache(maxsize=32768)  # wagers look for the same few things in every roll
def _shown(
    shows: Callable[[Mark, Sequence[int]], bool], marks: tuple[Mark, ...], named: int | str | None, dice: tuple[int, ...]
) -> bool:
    return any(shows(_named(mark, named), dice) for mark in marks)


def _named(mark: Mark, named: int | str | None) -> Mark:
    """A mark with what the player named put into it: the number or the faces, or a face several times."""
    if named is None or isinstance(mark, int):
        return mark
    return named if mark == "it" else mark.replace("it", str(named))


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
                _settle(table, hand, seat, spot, decided, dice)
                hand.called.pop((seat.number, spot.id), None)
                hand.rolled.discard((seat.number, spot.id))
    hand.thrown.add(sum(dice))
    for seat in table.seats.values():
        for stake in list(seat.stakes):
            spot = table.spots[stake]
            if terms(spot).row.travels and spot.names is None:
                table.move(seat, stake, at_place(spot.wager.id, str(sum(dice))))
            else:
                hand.rolled.add((seat.number, stake))


def _settle(table: Table, hand: Hand, seat: Seat, spot: Spot, result: Verdict, dice: Sequence[int]) -> None:
    posted = table.terms.chosen[spot.wager.id]
    row, stake = row_of(hand, spot, posted, dice), seat.stakes[spot.id]
    decided = (_decided_by(hand, spot, result, dice), table.called, _call(hand, seat, spot))
    if result == "push":
        clause, reading = cite(*decided)
        table.settle(seat, spot.id, "push", returned=stake, clause=clause, reading=reading)
    elif result == "lose":
        due = prepaid(table.terms, spot.wager)
        clause, reading = cite(*decided, _commission(table, spot, row, stake) if due else None)
        charged = commission(table.terms, spot, row, stake) if due else 0
        table.settle(seat, spot.id, "lose", commission=charged, clause=clause, reading=reading)
    else:
        _pay(table, hand, seat, spot, row, sum(dice), *decided)


def _pay(table: Table, hand: Hand, seat: Seat, spot: Spot, row: str, total: int, *decided: Ground | None) -> None:
    """Pay a winner by its row; of a combined wager only the winning parts are paid and go back."""
    stake, combined = seat.stakes[spot.id], bool(terms(spot).row.parts)
    posted = table.terms.chosen[spot.wager.id]
    winning = stake * (share_of(table, spot, total) if combined else 1)
    exact = winning * posted.rows[row].figure
    paid = _paid_by(table, seat, spot, posted.ground(row))
    uneven = _uneven(table, paid) if winning != int(winning) or exact != int(exact) else None
    clause, reading = cite(*decided, paid, uneven, _commission(table, spot, row, stake))
    plain = row in ("win", str(number_of(hand, spot)), *pair_rows(spot.names))
    table.settle(
        seat,
        spot.id,
        "win" if plain and not combined else row,
        returned=int(winning),
        won=int(exact),
        commission=commission(table.terms, spot, row, stake),
        clause=clause,
        reading=reading,
    )


# What a settlement rests on


def _decided_by(hand: Hand, spot: Spot, result: Verdict, dice: Sequence[int]) -> Ground:
    """The paragraph that decides what became of a stake. Odds that were off come back by the come-out rule."""
    if result == "push" and terms(spot).row.resolves == "odds":
        off = terms(spot).come_out
        return Rule("off", ", ".join(off.clause), off.reading)
    outcomes = spot.wager.outcomes
    return next((outcomes[case] for case in _cases(hand, spot, result, dice) if case in outcomes), spot.wager)


def _cases(hand: Hand, spot: Spot, result: Verdict, dice: Sequence[int]) -> Iterator[str]:
    """The names that a file may give to what happened, the most particular first."""
    resolves = terms(spot).row.resolves
    if len(dice) > 2 and len(set(dice)) == 1:
        yield f"{result}-on-dice-alike"
    if resolves == "points" and hand.handed_on:
        yield f"{result}-with-a-successor"
    if resolves == "points" and hand.winner_seven:
        yield f"{result}-after-a-come-out-seven"
    if resolves == "odds" and hand.coming_out:
        yield f"{result}-coming-out"
    if resolves == "line" and number_of(hand, spot) is not None:
        yield f"{result}-on-a-number"
    yield result


def _call(hand: Hand, seat: Seat, spot: Spot) -> Ground | None:
    """The rule by which a call put the stake in action on a come-out roll; its reading where the call came before an earlier roll."""
    made = hand.called.get((seat.number, spot.id)) if hand.coming_out else None
    if made is None:
        return None
    rule = terms(spot).come_out
    return Rule("called", ", ".join(rule.clause), rule.reading if made < hand.rolls else None)


def _paid_by(table: Table, seat: Seat, spot: Spot, posted: Ground) -> Ground:
    """The row that pays; a bet with odds behind it, or one paid by its parts, may have a paragraph of its own for that."""
    outcomes = spot.wager.outcomes
    backed = any(
        terms(table.spots[stake]).row.resolves == "odds" and supported(table, table.spots[stake]) is spot
        for stake in seat.stakes
    )
    return outcomes.get("paid-with-odds" if backed else "paid", posted)


def _uneven(table: Table, paid: Ground) -> Ground:
    """Why a fraction of a cent is not paid: no paragraph, but a reading."""
    rules: DiceQuestions = table.playable.rules
    return Rule("uneven", paid.clause, rules.unpayable_amounts.reading)


def _commission(table: Table, spot: Spot, row: str, stake: int) -> Ground | None:
    """The rule of the commission, where one is charged; of one due with the bet the reading says only how it is rounded."""
    rule, due = terms(spot).commission, dues.exact(table.terms, spot, row, stake)
    if rule is None or not int(due):
        return None
    relied = not prepaid(table.terms, spot.wager) or due != int(due)
    return Rule("commission", ", ".join(rule.clause), rule.reading if relied else None)


def row_of(hand: Hand, spot: Spot, posted: Paytable, dice: Sequence[int]) -> str:
    """The row of the pay table that a winning stake is paid by: its number's, the thrown pair's or total's, or the only one."""
    total, faces = sum(dice), "-".join(map(str, sorted(dice)))
    if terms(spot).row.resolves == "points":
        return f"{len(hand.made)}-points"
    if terms(spot).row.parts:
        return str(total)
    number = number_of(hand, spot)
    for row in (str(number), *pair_rows(spot.names), *count_rows(spot.names, dice), faces, str(total)):
        if row in posted.rows:
            return row
    return "win"


def pair_rows(mark: int | str | None) -> tuple[str, ...]:
    """Rows for the two kinds of hop: both dice alike, or not."""
    if not isinstance(mark, str):
        return ()
    low, _, high = mark.partition("-")
    return ("pair" if low == high else "no-pair",)


def count_rows(mark: int | str | None, dice: Sequence[int]) -> tuple[str, ...]:
    """A row for how many of the dice show a face that was named."""
    if not isinstance(mark, str) or not mark.isdecimal():
        return ()
    return (("no-die", "one-die", "two-dice", "three-dice")[dice.count(int(mark))],)


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
