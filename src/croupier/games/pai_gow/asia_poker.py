"""Asia poker: seven cards set as four, two and one, of which two hands must beat the dealer's; and a bonus on the seven."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from croupier.equipment.cards import Card
from croupier.games import side_wagers
from croupier.games.pai_gow._comparing import SURRENDER, WIN, in_setting_order
from croupier.games.pai_gow._saying import by_hands
from croupier.games.pai_gow._setting import reset_if_wrong, set_dealers_hands, set_hands
from croupier.games.pai_gow._surrender import SurrenderQuestions, surrender, surrenders
from croupier.games.pai_gow._written import PaiGowScript, PaiGowWriter, set_into
from croupier.games.positions import StartingPosition, deliver_stacks, find_starting_position
from croupier.games.procedure import Procedure, decks_with_jokers
from croupier.hands.asia_poker import Setting, house_way, settings
from croupier.hands.looks import SEVEN_CARDS
from croupier.rules.terms import Outcome, Rule
from croupier.table.playable import Shape
from croupier.table.table import Seat, Table

__all__ = ["ASIA_POKER", "PROCEDURE", "SURRENDER", "WIN"]

ASIA_POKER = "asia-poker"
COPY_AND_LOWER, LOWER_HANDS, FOUL_HANDS, NOT_SET = "copy-and-lower", "lower-hands", "foul-hands", "hands-not-set"
TWO_OF_THREE = 2
SHAPE = Shape(hand=7, dealer=7, sets=(4, 2, 1))


class AsiaPoker(StartingPosition, SurrenderQuestions):
    """What the procedure asks of a rulebook."""

    jokers: Literal[1]
    ace_to_four_straight: Literal["second-highest", "lowest"]
    hands_set: Literal["larger-wager-first"]
    lower_hands: Rule[Outcome]
    copy_and_lower: Rule[Outcome]
    foul_hands: Rule[Outcome]
    hands_not_set: Rule[Outcome]
    house_way_pairs: Rule[Literal["medium-if-it-can", "with-the-best-type-high"]]
    house_way_otherwise: Rule[Literal["best-type-high-then-medium"]]

    def settings(self, hand: Sequence[Card]) -> list[Setting]:
        return settings(hand, ace_to_four=self.ace_to_four_straight)

    def house_way(self, hand: Sequence[Card]) -> tuple[Setting, Rule[object]]:
        pair_medium = self.house_way_pairs.value == "medium-if-it-can"
        setting, rule = house_way(hand, pair_medium=pair_medium, ace_to_four=self.ace_to_four_straight)
        return setting, getattr(self, f"house_way_{rule}")


async def play(table: Table, rules: AsiaPoker) -> None:
    await table.shuffle()
    await table.take_wagers()
    await deliver_stacks(table, rules, await find_starting_position(table, rules))
    hands: dict[int, Setting | None] = {}
    for seat in in_setting_order(table, ASIA_POKER):
        if seat.in_play:
            hands[seat.number] = await set_hands(table, seat, rules)
    dealer = await set_dealers_hands(table, rules)
    for seat in table.from_dealers_right():
        if seat.stake(ASIA_POKER) and await surrenders(table, seat, rules):
            surrender(table, seat, ASIA_POKER, rules, None)
    dealer = reset_if_wrong(table, dealer, rules)
    for seat in table.from_dealers_right():
        settle(table, seat, rules, hands[seat.number], dealer)
        await side_wagers.check_wins(table, seat, decided="showdown")
        side_wagers.settle(table, seat, decided="showdown")


def settle(table: Table, seat: Seat, rules: AsiaPoker, hands: Setting | None, dealer: Setting) -> None:
    """Two hands of three must be higher than the dealer's; a copy is none."""
    case = decided_by(hands, dealer)
    if case != WIN:
        rule = {
            LOWER_HANDS: rules.lower_hands,
            COPY_AND_LOWER: rules.copy_and_lower,
            FOUL_HANDS: rules.foul_hands,
            NOT_SET: rules.hands_not_set,
        }
        table.apply(rule[case], seat, ASIA_POKER, case=case)
    elif ASIA_POKER in seat.stakes:
        table.pay(seat, ASIA_POKER)


def decided_by(hands: Setting | None, dealer: Setting) -> str:
    """The rule that decides a wager: `win`, or the option that says what becomes of it."""
    if hands is None:
        return NOT_SET
    if hands.foul:
        return FOUL_HANDS
    higher, copies = compared(hands, dealer)
    if higher >= TWO_OF_THREE:
        return WIN
    return COPY_AND_LOWER if higher == copies == 1 else LOWER_HANDS


def each_compared(hands: Setting, dealer: Setting) -> list[int]:
    """The three hands against the dealer's: 1 where higher, 0 for a copy, -1 where lower."""
    return [(own > other) - (own < other) for own, other in zip(hands.values, dealer.values, strict=True)]


def compared(hands: Setting, dealer: Setting) -> tuple[int, int]:
    """How many of the three hands are higher than the dealer's, and how many are copies."""
    each = each_compared(hands, dealer)
    return each.count(1), each.count(0)


class AsiaPokerWriter(PaiGowWriter):
    """Three hands a seat."""

    NAMES: ClassVar[tuple[str, ...]] = ("high", "medium", "low")


class AsiaPokerScript(PaiGowScript):
    """`set` names the high, the medium and the low hand."""

    WRITER: ClassVar[type[PaiGowWriter]] = AsiaPokerWriter
    SEAT_PARTS = set_into(*AsiaPokerWriter.NAMES)
    DEALER_PARTS = SEAT_PARTS


PROCEDURE = Procedure(
    rules=AsiaPoker,
    play=play,
    settles=(ASIA_POKER,),
    pack=decks_with_jokers,
    shape=SHAPE,
    patterns=SEVEN_CARDS,
    written=AsiaPokerScript,
    moments=("showdown",),
    says=by_hands(lambda rules, hands, dealer: each_compared(hands, dealer)),
)
