"""Where the button lies, and what those after it must post."""

from __future__ import annotations

from croupier.games.poker_room._division import clockwise
from croupier.games.poker_room._hand import Hand, Poker
from croupier.games.poker_room._kill import blind
from croupier.games.poker_room._missed import owed
from croupier.table.betting import Turn
from croupier.table.requests import Decision
from croupier.table.table import Table

HEADS_UP = 2
STRADDLE = 2
"""Twice the big blind."""


async def find_button(table: Table, rules: Poker, seats: list[int]) -> int:
    """One seat on from the last hand, or as the text has it at first; a hand that stands alone is told. 0 where there is none."""
    if not rules.variant.blinds:
        return 0
    if table.carried.lasting and table.carried.button:
        button = clockwise(seats, table.carried.button, table.capacity)[0]
    elif table.carried.lasting and rules.first_button.value == "card":
        drawn = await table.spin([f"seat-{seat}" for seat in seats])  # who drew the highest card
        button = int(drawn.removeprefix("seat-"))
    elif table.carried.lasting:
        button = seats[-1]
    else:
        names = {f"seat-{seat}": seat for seat in reversed(seats)}
        clause = rules.first_button.clause
        act = await table.ask(Decision(0, tuple(names), clause=clause, declined=f"seat-{seats[-1]}", moment="deal"))
        button = names[act.choice]
    table.marks["button"] = f"seat-{button}"
    return button


def post_antes(hand: Hand) -> None:
    if hand.rules.ante:
        for number in hand.seats:
            hand.put(number, min(hand.rules.ante, hand.stack(number)))


async def post_blinds(hand: Hand) -> dict[int, int]:
    """The seats after the button post, each what is asked of it; with two players the text, or the house, says who is first.

    Who has the kill button posts once, the larger sum; where betting begins does not change.
    """
    rules, order = hand.rules, hand.live()
    if len(order) == HEADS_UP and rules.heads_up.value == "button":
        order.reverse()
    posted = dict(zip(order, [size for size in (rules.small_blind, rules.big_blind) if size], strict=False))
    hand.last_blind = list(posted)[-1] if posted else 0
    after = [number for number in order if number not in posted][:1]
    in_place = tuple(posted)
    for number, cents in blind(hand).items():
        posted[number] = min(max(cents, posted.get(number, 0)), hand.stack(number))
    hand.blinds = in_place
    posted |= owed(hand, posted)
    for number, cents in posted.items():
        hand.put(number, cents)
    if after and after[0] not in posted and await straddles(hand, after[0]):
        posted[after[0]] = STRADDLE * rules.big_blind
        hand.put(after[0], posted[after[0]])
        hand.last_blind = after[0]
    return posted


async def straddles(hand: Hand, number: int) -> bool:
    """Does the player after the blinds bet twice the big one before any card comes?"""
    rules = hand.rules
    early = hand.variant.forced == "blinds-before-deal"
    if not rules.straddle.value or not early or hand.stack(number) < STRADDLE * rules.big_blind:
        return False
    turn = Turn(number, ("no", "straddle"), clause=rules.straddle.clause, declined="no", moment="betting")
    act = await hand.table.ask(turn)
    return act is not None and act.choice == "straddle"
