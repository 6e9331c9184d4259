"""Blinds that went past a player who was away, and the first blind of a newcomer: owed, waited for, or nothing, as the house has it."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.games.poker_room._division import clockwise
from croupier.games.poker_room._hand import STACK, Hand, Poker
from croupier.table.table import Table

BIG, BOTH = "big", "both"
BIG_BLIND = 1
"""Its place after the button, counted from nothing."""


def asked(table: Table, rules: Poker) -> bool:
    """Does the house ask for blinds that were missed? Before the first hand of a table nobody has missed any."""
    carried = table.carried
    return bool(carried.lasting and carried.button and rules.variant.blinds and rules.missed_blinds.value != "not-owed")


def owing(table: Table, rules: Poker, seats: list[int]) -> dict[int, str]:
    """What each of these seats owes: those who came since owe the big blind."""
    if not asked(table, rules):
        return {}
    carried = table.carried
    found = {seat: carried.owes.get(seat, "" if seat in carried.entered else BIG) for seat in seats}
    return {seat: blinds for seat, blinds in found.items() if blinds}


def without_newcomers(table: Table, rules: Poker, seats: list[int]) -> list[int]:
    """To whom the button can come: not to one who waits for the big blind, where two others play."""
    waiting = owing(table, rules, seats) if rules.missed_blinds.value == "waits" else {}
    others = [seat for seat in seats if seat not in waiting]
    return others if len(others) > 1 else seats


def dealt_in(table: Table, rules: Poker, seats: list[int], button: int) -> list[int]:
    """Who plays this hand: one who waits comes in as the big blind."""
    others = without_newcomers(table, rules, seats)
    waiting = [seat for seat in seats if seat not in others]
    come = [seat for seat in waiting if clockwise([*others, seat], button, table.capacity).index(seat) == BIG_BLIND][:1]
    for seat in waiting:
        table.seats[seat].in_play = seat in come
    return sorted([*others, *come])


def owed(hand: Hand, posted: Mapping[int, int]) -> dict[int, int]:
    """What is posted besides, live: the big blind of whoever missed it and is not in the blinds now. A small one is dead."""
    rules = hand.rules
    if rules.missed_blinds.value != "posted":
        return {}
    found = {}
    for seat, blinds in owing(hand.table, rules, hand.seats).items():
        if seat in posted or not rules.big_blind:
            continue
        if blinds == BOTH:
            hand.dead[seat] = min(rules.small_blind, hand.stack(seat))
            hand.put(seat, hand.dead[seat])
        if live := min(rules.big_blind, hand.stack(seat)):
            found[seat] = live
    return found


def carry_over(hand: Hand) -> None:
    """Who was dealt in owes nothing more; whom the blinds went past owes them."""
    table, carried = hand.table, hand.table.carried
    if not carried.lasting or not hand.variant.blinds or hand.rules.missed_blinds.value == "not-owed":
        return
    carried.entered = sorted({*carried.entered, *hand.seats})
    carried.owes = {seat: blinds for seat, blinds in carried.owes.items() if seat not in hand.seats}
    places = [clockwise(range(1, table.capacity + 1), hand.button, table.capacity).index(seat) for seat in hand.blinds]
    for number, seat in table.seats.items():
        if number in hand.seats or not seat.stake(STACK) or len(places) <= BIG_BLIND:
            continue
        place = clockwise(range(1, table.capacity + 1), hand.button, table.capacity).index(number)
        if place < places[0]:
            carried.owes[number] = BOTH
        elif place < places[1]:
            carried.owes.setdefault(number, BIG)
