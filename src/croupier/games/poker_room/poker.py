"""Poker, player against player: one procedure for every game of the room. Chips on the table, cards, betting rounds, a showdown."""

from __future__ import annotations

from croupier.games.poker_room import _kill as kill
from croupier.games.poker_room import _missed as missed
from croupier.games.poker_room import _twice as twice
from croupier.games.poker_room._button import find_button, post_antes, post_blinds
from croupier.games.poker_room._dealing import best_showing, deal_street
from croupier.games.poker_room._facts import FACTS
from croupier.games.poker_room._hand import DROP, STACK, Hand, Poker
from croupier.games.poker_room._saying import says
from croupier.games.poker_room._settling import Again, settle
from croupier.games.poker_room._turns import betting_round
from croupier.games.poker_room._written import PokerScript
from croupier.games.procedure import Procedure, whole_decks
from croupier.table import acts
from croupier.table.betting import POT, Stacks, Turn
from croupier.table.playable import Shape
from croupier.table.remedies import RoundVoid
from croupier.table.table import Table

SHOW, CONCEDE = "show", "concede"
TWO_PLAYERS = 2


async def play(table: Table, rules: Poker) -> None:
    await table.shuffle()
    seats = await take_stacks(table, rules)
    try:
        if len(seats) >= TWO_PLAYERS:
            killer, halves = kill.in_force(rules, table.carried)
            button = await find_button(table, rules, missed.without_newcomers(table, rules, seats))
            seats = missed.dealt_in(table, rules, seats, button)
            hand = Hand(table, rules, seats, button, killer=killer, halves=halves)
            await play_hand(hand)
            table.carried.button = hand.button
            missed.carry_over(hand)
    except RoundVoid:
        for seat in table.seats.values():  # what was bet lies with the rest of the stack again
            if seat.stake(POT) and not table.carried.lasting:
                table.move(seat, POT, STACK)
        raise
    take_up_the_stacks(table)


async def take_stacks(table: Table, rules: Poker) -> list[int]:
    """Chips lie on the table before the cards: enough for what must be posted and one bet. Who is dealt in."""
    request = Stacks(rules.posts + rules.lower_limit, clause=rules.to_be_dealt_in.clause)
    while isinstance(act := await table.ask(request), acts.Wager):
        table.place(act)
    table.lock_out()
    for seat in table.from_dealers_left():
        seat.in_play = seat.stake(STACK) >= request.least and seat.number not in table.carried.away
    return [seat.number for seat in table.from_dealers_left()]


def take_up_the_stacks(table: Table) -> None:
    """A hand that stands alone is its players' last: what they have left is theirs. At a table that goes on it lies there."""
    for seat in () if table.carried.lasting else table.seats.values():
        if seat.stake(STACK):
            table.withdraw(seat, STACK)


async def play_hand(hand: Hand) -> None:
    """Posts, streets and their betting rounds, until one player is left or the hands are shown."""
    variant = hand.variant
    post_antes(hand)
    blinds = await post_blinds(hand) if variant.forced == "blinds-before-deal" else {}
    for number, street in enumerate(variant.streets):
        if await twice.agreed(hand, street):
            await twice.run(hand, variant.streets[number:])
            break
        await deal_street(hand, street)
        if not number and variant.forced == "blinds-after-deal":
            blinds = await post_blinds(hand)
        if hand.contested:
            await betting_round(hand, street, blinds if not number else {}, first=not number)
        if not hand.contested:
            break
    shown = await showdown(hand) if hand.contested else []
    put_in, live = hand.put_in(), hand.live()
    hands = {number: list(hand.seat(number).hand) for number in shown}
    out = [seat for seat in put_in if seat not in live]
    again = None if (board := twice.second_board(hand)) is None else Again(board, twice.rule(hand))
    result = settle(
        hand.table,
        hand.rules,
        put_in,
        out=out,
        hands=hands,
        board=hand.table.community,
        button=hand.button,
        dead=hand.dead,
        again=again,
    )
    kill.carry_over(hand, result)


async def showdown(hand: Hand) -> list[int]:
    """Hands are shown from the last bettor on; others may give theirs up unseen. Who has shown."""
    order = in_order_of_showing(hand)
    hand.seat(order[0]).hand.turn_up()
    for number in order[1:]:
        clause = hand.rules.showing.clause
        act = await hand.table.ask(Turn(number, (SHOW, CONCEDE), clause=clause, declined=SHOW, moment="show"))
        if act is not None and act.choice == SHOW:
            hand.seat(number).hand.turn_up()
        elif act is not None:
            hand.seat(number).folded = True
    return hand.live()


def in_order_of_showing(hand: Hand) -> list[int]:
    """From the last bettor, clockwise; where nobody bet, from the seat after the button or from the best hand showing."""
    if hand.bettor in hand.live():
        first = hand.bettor
    elif hand.variant.blinds:
        return hand.live()
    else:
        first = best_showing(hand, low=not hand.variant.high)
    return [first, *(number for number in hand.after(first) if number != first)]


def shape(rules: Poker) -> Shape:
    return Shape(hand=rules.variant.own_cards, community=rules.variant.board_cards)


PROCEDURE = Procedure(
    rules=Poker,
    play=play,
    pack=whole_decks,
    shape=shape,
    settles=(STACK, POT),
    written=PokerScript,
    facts=FACTS,
    patterns={DROP: lambda value, cards: False},  # it is paid by no hand
    least_players=TWO_PLAYERS,
    hands_stay_down=True,
    in_a_room=True,
    says=says,
)
