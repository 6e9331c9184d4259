"""The linked progressive by itself: a dollar in the device, five cards, and the meter."""

from __future__ import annotations

from croupier.games import side_wagers
from croupier.games.procedure import Procedure, whole_decks
from croupier.games.questions import CardQuestions
from croupier.rules.terms import Rule
from croupier.table.playable import Shape
from croupier.table.progressive import pay_envy
from croupier.table.table import Table

STAY, FOLD = "stay", "fold"
SHAPE = Shape(hand=5)


class LinkedProgressive(CardQuestions):
    """What the procedure asks of a rulebook, and which games the appendix may be added to."""

    linked_games: tuple[str, ...]
    fold_forfeits: Rule[tuple[str, ...]]


async def play(table: Table, rules: LinkedProgressive) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    if rules.fold_forfeits.value:
        await stay_or_fold(table, rules)
    for seat in table.from_dealers_right():
        await side_wagers.check_wins(table, seat, decided="showdown")
        side_wagers.settle(table, seat, decided="showdown")
    pay_envy(table)


async def stay_or_fold(table: Table, rules: LinkedProgressive) -> None:
    """Whoever gives up the hand in the game gives up the chip with it, but not the envy."""
    for seat in table.from_dealers_left():
        if await table.decide(seat, (STAY, FOLD), because=rules.fold_forfeits, declined=STAY) == FOLD:
            table.fold(seat, rules.fold_forfeits)


PROCEDURE = Procedure(
    rules=LinkedProgressive,
    play=play,
    settles=(),
    pack=whole_decks,
    shape=SHAPE,
    moments=("showdown",),
)
