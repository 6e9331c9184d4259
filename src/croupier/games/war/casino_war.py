"""Casino war: one card each against the dealer's; after a tie half is given up, or both take another card."""

from __future__ import annotations

from typing import Literal

from croupier.games.procedure import Procedure, whole_decks
from croupier.games.questions import CardQuestions
from croupier.games.war._written import WarScript
from croupier.hands.names import rank_name
from croupier.rules.terms import Outcome, Rule
from croupier.table.acts import Reported
from croupier.table.facts import Fact
from croupier.table.playable import Shape
from croupier.table.request import Request
from croupier.table.said import Said, Shown
from croupier.table.table import BURN, Seat, Table

INITIAL, TIE, WAR = "initial", "tie", "war"
SURRENDER = "surrender"
SECOND_TIE = "second-tie"
HIGHER, LOWER = "higher", "lower"


class CasinoWar(CardQuestions):
    """What the procedure asks of a rulebook."""

    cutting_card: int
    higher_card: Rule[Outcome]
    lower_card: Rule[Outcome]
    after_a_tie: Rule[Literal["surrender-or-war"]]
    tie_wager_on_the_war: Rule[bool]
    initial_after_a_second_tie: Rule[Outcome]
    initial_after_a_war: Rule[Outcome]


async def play(table: Table, rules: CasinoWar) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    for seat in table.from_dealers_left():
        settle_first_cards(table, seat, rules)
    for seat in table.from_dealers_left():
        await surrender_or_war(table, seat, rules)
    if rules.tie_wager_on_the_war.value:
        for seat in table.from_dealers_left():
            await offer_tie_wager(table, seat, rules)
    if any(table.from_dealers_left()):
        await table.deal("street")
        for seat in table.from_dealers_left():
            settle_war(table, seat, rules)


def stands(table: Table, seat: Seat) -> str:
    """How the seat's last card compares with the dealer's: suits do not count."""
    own, dealers = seat.hand[-1].rank, table.dealer[-1].rank
    return HIGHER if own > dealers else LOWER if own < dealers else TIE


def settle_first_cards(table: Table, seat: Seat, rules: CasinoWar) -> None:
    """A higher card wins, a lower one loses; a tie pays the wager on it and leaves the initial wager to the player."""
    how = stands(table, seat)
    if how == TIE:
        if seat.stake(TIE):
            table.pay(seat, TIE)
        return
    table.apply(rules.higher_card if how == HIGHER else rules.lower_card, seat, INITIAL)
    table.collect(seat, TIE, case=how)
    leave(table, seat)


async def surrender_or_war(table: Table, seat: Seat, rules: CasinoWar) -> None:
    """After a tie: half the initial wager for good, or a war wager as large."""
    stake = seat.stake(INITIAL)
    choice = await table.decide(seat, (SURRENDER, WAR), because=rules.after_a_tie, costs={WAR: stake}, having=INITIAL)
    if choice == WAR:
        table.add(seat, WAR, stake)
    elif choice == SURRENDER:
        cited = table.ground(INITIAL, SURRENDER, rules.after_a_tie)
        table.settle(seat, INITIAL, SURRENDER, returned=stake // 2, clause=cited.clause, reading=cited.reading)
        leave(table, seat)


async def offer_tie_wager(table: Table, seat: Seat, rules: CasinoWar) -> None:
    """A wager that the second cards tie too."""
    amount = await table.offer(seat, TIE, called=TIE, maximum=seat.stake(WAR), because=rules.tie_wager_on_the_war)
    if amount:
        table.add(seat, TIE, amount)


def settle_war(table: Table, seat: Seat, rules: CasinoWar) -> None:
    """By the second cards; a second tie wins, and brings the initial wager back."""
    how = stands(table, seat)
    initial = rules.initial_after_a_second_tie if how == TIE else rules.initial_after_a_war
    table.apply(initial, seat, INITIAL, case="after-a-second-tie" if how == TIE else "after-a-war")
    if how == TIE and seat.stake(TIE):
        table.pay(seat, TIE, case="win-in-the-war")
    else:
        table.collect(seat, TIE, case=f"{how}-in-the-war")
    if how == LOWER:
        table.collect(seat, WAR)
    else:
        table.pay(seat, WAR, SECOND_TIE if how == TIE else "win")


def leave(table: Table, seat: Seat) -> None:
    """The seat's round is over and its card goes to the discard rack."""
    table.discards += seat.hand
    seat.in_play = False


def may_run_out(table: Table, report: Reported, pending: Request) -> bool:
    """Could a round in which everybody goes to war take all the cards that are left?"""
    hands = 1 + sum(seat.in_play for seat in table.seats.values())
    return table.cards_left < 2 * hands + sum(step.cards for step in table.dealing.street if BURN in step.to)


def says(shown: Shown, rules: CasinoWar) -> Said:
    """The card that decides of every hand: the last."""
    hands = {seat: hand for seat in shown.seats if (hand := shown.hand(seat))}
    return Said(
        dealer=rank_name(shown.dealer[-1].rank) if shown.dealer else "",
        seats={seat: (rank_name(hand[-1].rank),) for seat, hand in hands.items()},
    )


FACTS = {"shoe-too-short": Fact("the round could take all the cards that are left", may_run_out)}

PROCEDURE = Procedure(
    rules=CasinoWar,
    play=play,
    settles=(INITIAL, TIE, WAR),
    pack=whole_decks,
    shape=Shape(hand=2, dealer=2, later=1),
    written=WarScript,
    facts=FACTS,
    says=says,
)
