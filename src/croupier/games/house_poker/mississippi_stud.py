"""Mississippi Stud: two cards, three community cards, and a wager or a fold before each of them is seen."""

from __future__ import annotations

from croupier.games import side_wagers
from croupier.games.house_poker._deciding import bet_or, deciding
from croupier.games.house_poker._saying import Hands
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands.poker import best_five
from croupier.rules.terms import Rule
from croupier.table.playable import Shape
from croupier.table.progressive import pay_envy
from croupier.table.table import Seat, Table

ANTE, THREE_CARD_BONUS = "ante", "three-card-bonus"
STREETS = ("third-street", "fourth-street", "fifth-street")
FOLD = "fold"
SHAPE = Shape(hand=2, community=3)


class MississippiStud(LimitedPayouts):
    """What the procedure asks of a rulebook."""

    street_wager: Rule[object]
    fold_forfeits: Rule[tuple[str, ...]]
    three_card_bonus: bool
    progressive: bool


async def play(table: Table, rules: MississippiStud) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    for number, street in enumerate(STREETS, start=1):
        await bet_or_fold(table, rules, street)
        if not any(seat.stakes for seat in table.from_dealers_left()):
            return
        if table.dealing.street:
            await table.deal("street")
        else:
            await table.reveal(community=number)
    await table.reveal(community=len(STREETS))
    for seat in table.from_dealers_right():
        await side_wagers.check_wins(table, seat, decided="showdown")
        settle(table, seat, rules)
    pay_envy(table)


async def bet_or_fold(table: Table, rules: MississippiStud, street: str) -> None:
    """Each player still in buys the next community card for one to three times the ante, or folds."""
    for seat in deciding(table, ANTE):
        bets = {f"bet-{times}x": times * seat.stake(ANTE) for times in table.terms.wagers[street].times}
        folds = f"fold-at-{street}"
        await bet_or(table, seat, street, bets, because=rules.street_wager, forfeits=rules.fold_forfeits, folds=folds)


def settle(table: Table, seat: Seat, rules: MississippiStud) -> None:
    """The five-card hand pays ante and streets alike; the side wagers follow."""
    cards = [*seat.hand, *table.community]
    if not seat.folded:
        value = best_five(cards)
        for wager in (ANTE, *STREETS):
            table.settle_by_hand(seat, wager, value, cards)
    side_wagers.settle(table, seat, decided="showdown")
    hold_to_limit(table, seat, rules)


PROCEDURE = Procedure(
    rules=MississippiStud,
    play=play,
    settles=(ANTE, *STREETS),
    pack=whole_decks,
    shape=SHAPE,
    moments=("showdown",),
    says=Hands(best_five, 5, community=True),
)
