"""Let It Ride: three equal bets on one five-card hand, two of which can be taken back as the community cards are turned."""

from __future__ import annotations

from croupier.games import side_wagers
from croupier.games.house_poker._deciding import deciding
from croupier.games.house_poker._saying import Hands
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.poker import best_five
from croupier.rules.terms import Rule
from croupier.table.playable import Shape
from croupier.table.progressive import pay_envy
from croupier.table.table import Seat, Table

BETS = ("bet-number-1", "bet-number-2", "bet-number-3")
LET_IT_RIDE_BONUS, THREE_CARD_BONUS = "let-it-ride-bonus", "three-card-bonus"
RIDE, WITHDRAW = "ride", "withdraw"
SHAPE = Shape(hand=3, community=2)


class LetItRide(LimitedPayouts):
    """What the procedure asks of a rulebook."""

    withdrawable: Rule[tuple[str, ...]]
    let_it_ride_bonus: bool
    three_card_bonus: bool
    progressive: bool


async def play(table: Table, rules: LetItRide) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    for number, bet in enumerate(rules.withdrawable.value, start=1):
        await ride_or_withdraw(table, rules, bet)
        await table.reveal(community=number)
    for seat in table.from_dealers_right():
        await side_wagers.check_wins(table, seat, decided="showdown")
        settle(table, seat, rules)
    pay_envy(table)


async def ride_or_withdraw(table: Table, rules: LetItRide, bet: str) -> None:
    """Each player leaves the bet where it is or takes it back, whatever became of the one before."""
    for seat in deciding(table, bet):
        if await table.decide(seat, (RIDE, WITHDRAW), because=rules.withdrawable) == WITHDRAW:
            table.withdraw(seat, bet)


def settle(table: Table, seat: Seat, rules: LetItRide) -> None:
    """The five-card hand pays every bet still standing; the side wagers follow."""
    cards = [*seat.hand, *table.community]
    value = best_five(cards)
    for wager in BETS:
        table.settle_by_hand(seat, wager, value, cards)
    side_wagers.settle(table, seat, decided="showdown")
    hold_to_limit(table, seat, rules)


PROCEDURE = Procedure(
    rules=LetItRide,
    play=play,
    settles=(*BETS,),
    pack=whole_decks,
    shape=SHAPE,
    moments=("showdown",),
    says=Hands(best_five, 5, community=True),
)
