"""Where a deal starts, and stacks delivered from there to every position, wagered on or not."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from croupier.games.questions import CardQuestions
from croupier.rules.terms import Rule
from croupier.table.requests import Decision
from croupier.table.table import BURN, DEALER, Place, Table

NUMBER = "number"
DEAD_HAND = "dead-hand"
Position = int | str
"""A seat's number, the dealer, or the dead hand."""


class StartingPosition(CardQuestions):
    """Asked of every game dealt from a starting position."""

    starting_position: Rule[Literal["shaker", "random-number", "button"]]
    position_one: Literal["dealer", "dealer-or-bank"]
    stacks_delivered: dict[str, Literal["clockwise", "counterclockwise"]]
    """By dealing method."""


def spelled(place: Position) -> str:
    return f"seat-{place}" if isinstance(place, int) else place


def counterclockwise(table: Table, *, dead_hand: bool = False) -> list[Position]:
    """Every position from the dealer round by the dealer's right; the dead hand lies at the dealer's left."""
    return [DEALER, *range(table.capacity, 0, -1), *([DEAD_HAND] if dead_hand else [])]


async def find_starting_position(
    table: Table, rules: StartingPosition, bank: Position = DEALER, *, dead_hand: bool = False
) -> Position:
    """Counted counterclockwise with the dealer, or where the text has it so the bank, as one; or where the button lies.

    The button goes round from one round to the next; where a round stands alone, the floor tells it where it lies.
    """
    places = counterclockwise(table, dead_hand=dead_hand)
    one = places.index(bank) if rules.position_one == "dealer-or-bank" else 0
    places = [*places[one:], *places[:one]]
    match rules.starting_position.value:
        case "shaker":
            place = places[(sum(await table.roll(3)) - 1) % len(places)]
        case "random-number":
            shown = await table.spin([str(number + 1) for number in range(len(places))])
            table.marks[NUMBER] = shown
            place = places[int(shown) - 1]
        case "button" if table.carried.lasting:
            place = table.carried.button or DEALER
        case "button":
            names = {spelled(place): place for place in places}
            clause = rules.starting_position.clause
            act = await table.ask(Decision(0, tuple(names), clause=clause, declined=DEALER, moment="deal"))
            place = names[act.choice]
    table.marks["starting position"] = spelled(place)
    return place


def move_the_button(table: Table) -> None:
    """One position clockwise when the round is over, from the dealer, where it lies first, to the first seat."""
    table.carried.button = (table.carried.button + 1) % (table.capacity + 1)


async def deliver_stacks(table: Table, rules: StartingPosition, first: Position, *, picked: int = 1) -> None:
    """Cards to every position from the first; what falls to one without a wager goes unseen to the discard rack.

    A dealing method says `positions` for all of them in turn, and `positions-back` for the same the other way round. The first
    position gets the stack that was `picked`, counted from the left; the others follow it round.
    """
    places = counterclockwise(table)
    if rules.stacks_delivered[rules.dealing] == "clockwise":
        places.reverse()
    start = places.index(first)
    wagered = {DEALER, *(seat.number for seat in table.from_dealers_left())}
    start = (start - (picked - 1)) % len(places)
    stacks = tuple([place if place in wagered else BURN for place in (*places[start:], *places[:start])])
    steps = tuple([(step.to * step.times, step.face == "up", step.cards) for step in table.dealing.opening])
    await table.deliver(_delivered(stacks, steps))


@lru_cache(maxsize=1024)
def _delivered(stacks: tuple[Position, ...], steps: tuple[tuple[tuple[str, ...], bool, int], ...]) -> tuple[Place, ...]:
    """Card by card."""
    delivered = list[Place]()
    for turns, up, cards in steps:
        for to in turns:
            for stack in stacks if to == "positions" else stacks[::-1]:
                delivered += [(stack, up, 0)] * cards
    return tuple(delivered)
