"""Setting four tiles into two hands, and what decides a wager on them against the bank's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from croupier.equipment.cards import Card
from croupier.games.banking import BANK, CO_BANK
from croupier.games.commission import Rounding
from croupier.games.pai_gow._comparing import WIN, case_of, pay_less_vigorish
from croupier.games.pai_gow._setting import Ways
from croupier.games.positions import spelled
from croupier.games.questions import Questions
from croupier.hands.tiles import Setting, is_zero, settings
from croupier.hands.tiles_house_way import HouseWay, LikeValues, SeveralPairs, house_way
from croupier.rules.terms import Outcome, Rule
from croupier.table.acts import Reported
from croupier.table.facts import Fact, hidden_card
from croupier.table.requests import Arrangement, Request
from croupier.table.table import Seat, Table


class TileHands(Questions):
    """Asked of every game of four tiles set into two hands."""

    hands_set: Literal["larger-wager-first"]
    high_hand: Rule[Literal["the-higher"]]
    neither_hand_higher: Rule[Outcome]
    one_hand_higher: Rule[Outcome]
    zero_low_hand: Rule[Literal["never-higher", "as-it-ranks"]]
    house_way_supreme_pair: Rule[Literal["together"]]
    house_way_pairs: Rule[SeveralPairs]
    house_way_values: Rule[LikeValues]
    house_way_otherwise: Rule[Literal["highest-with-lowest"]]
    vigorish_rounding: Rule[Rounding]

    def settings(self, hand: Sequence[Card]) -> list[Setting]:
        return settings(hand)

    def house_way(self, hand: Sequence[Card]) -> tuple[Setting, Rule[object]]:
        """How the house sets the tiles, and the rule behind it."""
        setting, line = house_way(hand, HouseWay(self.house_way_pairs.value, self.house_way_values.value))
        return setting, getattr(self, f"house_way_{line.replace('-', '_')}")


async def set_hands(table: Table, seat: Seat, rules: TileHands) -> Setting | None:
    """How the seat sets its hands; None where a ruling took it out of the round."""
    ways = Ways(seat.hand, rules)
    return ways.get(await table.arrange(seat, Arrangement(seat.number, ways, clause=rules.high_hand.clause)))


def higher_hands(rules: TileHands, hands: Setting, bank: Setting) -> tuple[bool, bool]:
    """Is the high hand, is the low hand, higher than the bank's?"""
    return hands.high_value > bank.high_value, hands.low_value > bank.low_value and not held_back(rules, hands, bank)


def compared(rules: TileHands, hands: Setting, bank: Setting) -> list[int]:
    """High and low hand against the bank's: 1 where higher, 0 for a copy, -1 where lower."""
    like = (hands.high_value == bank.high_value, hands.low_value == bank.low_value)
    return [1 if higher else 0 if copy else -1 for higher, copy in zip(higher_hands(rules, hands, bank), like, strict=True)]


def held_back(rules: TileHands, hands: Setting, bank: Setting) -> bool:
    """Would a low hand be higher by its tile, and is not because it is worth zero?"""
    zero = is_zero(hands.low_value) and rules.zero_low_hand.value == "never-higher"
    return zero and hands.low_value > bank.low_value


def rule_for(rules: TileHands, hands: Setting, bank: Setting) -> Rule[Outcome] | None:
    """The rule that says what becomes of a wager; None where both hands are higher."""
    higher = sum(higher_hands(rules, hands, bank))
    return (rules.neither_hand_higher, rules.one_hand_higher, None)[higher]


def becomes(rules: TileHands, hands: Setting, bank: Setting) -> Outcome:
    """What becomes of a wager on these hands."""
    rule = rule_for(rules, hands, bank)
    return "win" if rule is None else rule.value


def settle_against_bank(
    table: Table, seat: Seat, wager: str, rules: TileHands, hands: Setting, bank: Setting, *, by_a_player: bool
) -> None:
    """Both hands must be higher than the bank's; of a win the house keeps its commission."""
    rule, (high, low) = rule_for(rules, hands, bank), higher_hands(rules, hands, bank)
    case = WIN if rule is None else "higher-high-hand" if high else "higher-low-hand" if low else "neither-hand-higher"
    case = f"{case}-with-a-zero" if held_back(rules, hands, bank) else case_of(case, by_a_player=by_a_player)
    if rule is None or rule.value == WIN:
        pay_less_vigorish(table, seat, wager, rules.vigorish_rounding, decided=table.ground(wager, case, rule))
    else:
        table.apply(rule, seat, wager, case=case)


def bank_as_it_counts(banker: Seat, hands: Setting | None, rules: TileHands) -> Setting | None:
    """A player's bank as it was set; the hands of a co-bank are the dealer's to set."""
    return rules.house_way(banker.hand)[0] if banker.stake(CO_BANK) and banker.in_play else hands


def _banks(table: Table, report: Reported) -> bool:
    return table.marks.get(BANK) == spelled(report.seat)


def _hidden(table: Table, report: Reported, pending: Request) -> bool:
    return hidden_card(table.seats[report.seat].hand, pending, report.seat)


FACTS = {
    "player-has-a-hidden-tile": Fact(
        "the seat does not bank and has a tile that others may not see",
        lambda table, report, pending: not _banks(table, report) and _hidden(table, report, pending),
    ),
    "bank-has-a-hidden-tile": Fact(
        "the seat banks and has a tile that others may not see",
        lambda table, report, pending: _banks(table, report) and _hidden(table, report, pending),
    ),
}
