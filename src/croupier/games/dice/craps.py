"""Craps: a hand of the dice, roll by roll, until a seven loses the point. The wagers, and what decides them, are data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from croupier.games.dice._between_rolls import ANOTHER_SHOOTER, PASS_THE_DICE, BetweenRolls, line_bettors
from croupier.games.dice._wagers import SEVEN, DiceQuestions, Hand, come_bets_up, settle_roll, terms
from croupier.games.dice._written import Rolls
from croupier.games.procedure import Procedure
from croupier.rules.dice import Mark
from croupier.rules.terms import Rule
from croupier.table import acts
from croupier.table.table import Table

OFF_MARKER, FIRE_MARKER, LAMMER = "off marker", "fire marker", "lammer"


class Craps(DiceQuestions):
    """What the procedure asks of a rulebook."""

    points: tuple[int, ...]
    shooter_makes: Rule[tuple[str, ...]]
    without_a_shooter: Rule[Literal["wagers-wait"]]
    excess_odds: Literal["where-needed", "none"]


async def play(table: Table, rules: Craps) -> None:
    hand = Hand(shooter=table.carried.shooter)
    table.marks["point"] = "off"
    request = between_rolls(hand, rules)
    while await take_wagers(table, hand, rules, request):
        dice = await table.roll(late=request)
        settle_roll(table, hand, dice)
        if not move_the_marker(table, hand, dice, rules):
            break
    table.carried.shooter = hand.shooter


def between_rolls(hand: Hand, rules: Craps) -> BetweenRolls:
    """What may be staked before each roll under these rules."""
    return BetweenRolls(
        hand,
        line=rules.shooter_makes,
        waits=rules.without_a_shooter,
        excess=rules.excess_odds == "where-needed",
        exact=rules.unpayable_amounts.value == "refused",
    )


async def take_wagers(table: Table, hand: Hand, rules: Craps, request: BetweenRolls) -> bool:
    """Wagers, calls and the shooter's dice before a roll; false where nothing is left to throw for."""
    while not isinstance(act := await table.ask(request), acts.NoMoreBets):
        if isinstance(act, acts.Wager):
            table.place(act)
            if not act.amount:
                forget(hand, act.seat, act.spot)
        elif act.choice == PASS_THE_DICE:
            pass_the_dice(table, hand, rules)
        elif act.choice == ANOTHER_SHOOTER:
            hand.shooter_elsewhere, hand.handed_on = True, bool(hand.rolls)
        else:
            call(table, hand, act)
    if "pass-dice" in table.aftermath:
        table.aftermath.remove("pass-dice")
        pass_the_dice(table, hand, rules)
    table.lock_out()
    return hand_over_the_dice(table, hand, rules)


def forget(hand: Hand, seat: int, spot: str) -> None:
    """A wager that came down takes its marker with it."""
    hand.called.pop((seat, spot), None)
    hand.rolled.discard((seat, spot))


def call(table: Table, hand: Hand, act: acts.Choice) -> None:
    """A player calls a wager on or off, and the dealer puts the marker on it or takes it away."""
    word, _, spot = act.choice.partition(" ")
    come_out = terms(table.spots[spot]).come_out
    if word != come_out.action:
        hand.called[act.seat, spot] = hand.rolls
    else:
        hand.called.pop((act.seat, spot), None)
    table.marks[f"seat {act.seat} {spot}"] = word


def pass_the_dice(table: Table, hand: Hand, rules: Craps) -> None:
    """The dice go to the next player clockwise who has a line bet; the shooter keeps them where there is none."""
    others = [number for number in line_bettors(table, rules.shooter_makes) if number != hand.shooter]
    if others:
        take_the_dice(hand, others)


def take_the_dice(hand: Hand, ready: Sequence[int]) -> None:
    """The next of them clockwise becomes the shooter; after the first roll that is a successor."""
    hand.shooter = next((number for number in ready if number > hand.shooter), ready[0])
    hand.handed_on = hand.handed_on or bool(hand.rolls)


def hand_over_the_dice(table: Table, hand: Hand, rules: Craps) -> bool:
    """Who throws next. A come-out needs a line bet; without one the last shooter throws for come bets that are still up.

    A new hand goes to somebody else than the one before, if anybody else has a line bet.
    """
    if hand.coming_out:
        ready = line_bettors(table, rules.shooter_makes)
        if not hand.rolls:
            ready = [number for number in ready if number != hand.shooter] or ready
        if ready and (not hand.rolls or hand.shooter not in ready):
            take_the_dice(hand, ready)
        hand.for_come_bets = not ready and not hand.shooter_elsewhere
        if hand.for_come_bets and not come_bets_up(table):
            return False
    table.marks["shooter"] = f"seat {hand.shooter}" if hand.shooter and not hand.shooter_elsewhere else "another player"
    if hand.for_come_bets:
        table.marks[OFF_MARKER] = f"{rules.shooter_makes.value[-1]}, before seat {hand.shooter}"
    else:
        table.marks.pop(OFF_MARKER, None)
    return True


def move_the_marker(table: Table, hand: Hand, dice: Sequence[int], rules: Craps) -> bool:
    """The point is set, made, or lost to a seven; false when the hand is over."""
    total = sum(dice)
    hand.rolls += 1
    if total in collected(table):
        table.marks[f"{LAMMER} {total}"] = "thrown"
    if hand.coming_out:
        hand.winner_seven = hand.winner_seven or total == SEVEN
        if total in rules.points and not hand.for_come_bets:
            hand.point = total
            hand.points_set += 1
    elif total == SEVEN:
        return False
    elif total == hand.point:
        if total not in hand.made and counts_points(table):
            table.marks[f"{FIRE_MARKER} {total}"] = f"point {len(hand.made) + 1}"
        hand.made.add(total)
        hand.point = None
    table.marks = {"point": "off" if hand.point is None else str(hand.point), **_others(table, hand)}
    return True


def counts_points(table: Table) -> bool:
    """Is a wager offered on how many different points are made, so that each gets a marker?"""
    return any(terms(spot).row.resolves == "points" for spot in table.spots.values())


def collected(table: Table) -> set[Mark]:
    """Totals that a wager on the table is still waiting for together, each marked once it has been thrown."""
    standing = [terms(table.spots[stake]).row for seat in table.seats.values() for stake in seat.stakes]
    return {mark for row in standing if row.resolves == "collects" for mark in row.wins}


def _others(table: Table, hand: Hand) -> dict[str, str]:
    """Markers that stay: whose dice they are, points made, and calls on wagers that still stand."""
    called = {f"seat {seat} {spot}" for seat, spot in hand.called}
    stay = {name for name in table.marks if name.startswith((FIRE_MARKER, LAMMER))} | {"shooter", OFF_MARKER} | called
    return {name: mark for name, mark in table.marks.items() if name in stay}


PROCEDURE = Procedure(rules=Craps, play=play, written=Rolls)
