"""Two hands against the bank's: what decides a wager, and its settlement with the commission of a win."""

from __future__ import annotations

from typing import Final, Literal

from croupier.games.commission import Rounding, uneven, vigorish
from croupier.games.questions import Questions
from croupier.hands.pai_gow import Setting
from croupier.rules.terms import Outcome, Rule
from croupier.table.citing import Ground, cite
from croupier.table.table import Seat, Table

WIN, SURRENDER = "win", "surrender"
OTHERWISE_AGAINST_A_PLAYER: Final = frozenset([SURRENDER, "copy-hands", "foul-hands"])


class ComparedHands(Questions):
    """Asked of every game of a high and a low hand against the bank's."""

    hands_set: Literal["larger-wager-first"]
    lower_hands: Rule[Outcome]
    copy_hands: Rule[Outcome]
    foul_hands: Rule[Outcome]
    hands_not_set: Rule[Outcome]
    one_hand_each: Rule[Outcome]
    copy_and_higher: Rule[Outcome]


class ChargedHands(ComparedHands):
    """Asked of every such game whose house keeps a commission of a win."""

    vigorish_rounding: Rule[Rounding]


def in_setting_order(table: Table, wager: str, banker: Seat | None = None) -> list[Seat]:
    """Larger wagers first, equal ones counterclockwise, so that it is right for whoever plays two positions; the bank last."""
    return sorted(table.from_dealers_right(), key=lambda seat: (seat is banker, -seat.stake(wager)))


def compared(hands: Setting, bank: Setting, *, beaten_low: bool = False) -> list[int]:
    """High and low hand against the bank's: 1 where higher, 0 for a copy, -1 where lower."""
    high, low = ((own > other) - (own < other) for own, other in zip(hands.values, bank.values, strict=True))
    return [high, 1 if beaten_low else low]


def decided_by(hands: Setting | None, bank: Setting | None, *, beaten_low: bool = False) -> str:
    """The rule that decides a wager: `win`, or the option that says what becomes of it.

    The bank's low hand is `beaten_low` whatever it is, where a text has it so.
    """
    if hands is None:
        return "hands-not-set"
    if hands.foul:
        return "foul-hands"
    if bank is None or bank.foul:
        return WIN
    each = compared(hands, bank, beaten_low=beaten_low)
    higher, copies = each.count(1), each.count(0)
    if higher == 2:
        return WIN
    if higher == 1:
        return "copy-and-higher" if copies else "one-hand-each"
    return "copy-hands" if copies else "lower-hands"


def rule_for(rules: ComparedHands, hands: Setting | None, bank: Setting | None) -> Rule[Outcome] | None:
    """The rule that says what becomes of a wager; None where the hands simply win."""
    return rule_of(rules, decided_by(hands, bank))


def rule_of(rules: ComparedHands, decided: str) -> Rule[Outcome] | None:
    """The same by the name of what decided it."""
    by_name = {
        "hands-not-set": rules.hands_not_set,
        "foul-hands": rules.foul_hands,
        "copy-and-higher": rules.copy_and_higher,
        "one-hand-each": rules.one_hand_each,
        "copy-hands": rules.copy_hands,
        "lower-hands": rules.lower_hands,
    }
    return by_name.get(decided)


def becomes(rules: ComparedHands, hands: Setting | None, bank: Setting | None) -> Outcome:
    """What becomes of a wager on these hands."""
    rule = rule_for(rules, hands, bank)
    return "win" if rule is None else rule.value


def settle_against_bank(
    table: Table,
    seat: Seat,
    wager: str,
    rules: ChargedHands,
    hands: Setting | None,
    bank: Setting | None,
    *,
    by_a_player: bool = False,
) -> None:
    """Both hands must beat the bank's; of a win the house keeps its commission."""
    case = decided_by(hands, bank)
    rule = rule_of(rules, case)
    if case in ("one-hand-each", "copy-and-higher") and hands is not None and bank is not None:
        higher = "higher-high-hand" if hands.high_value > bank.high_value else "higher-low-hand"
        case = higher if case == "one-hand-each" else f"copy-and-{higher}"
    elif case == WIN and (bank is None or bank.foul):
        case = "win-over-a-foul-bank"
    case = case_of(case, by_a_player=by_a_player)
    if rule is not None and rule.value != WIN:
        table.apply(rule, seat, wager, case=case)
        return
    pay_less_vigorish(table, seat, wager, rules.vigorish_rounding, decided=table.ground(wager, case, rule))


def pay_less_vigorish(table: Table, seat: Seat, wager: str, rounding: Rule[Rounding], *, decided: Ground) -> None:
    """A win is paid by its row, and the house keeps its commission."""
    posted, stake = table.terms.chosen[wager], seat.stake(wager)
    won, rate = posted.rows[WIN].won(stake), posted.rows["commission"]
    relied = rounding if uneven(won, rate, rounding.value) else None
    clause, reading = cite(decided, posted.ground(WIN), relied)
    due = vigorish(won, rate, rounding.value)
    table.settle(seat, wager, WIN, returned=stake, won=won, commission=due, clause=clause, reading=reading)


def case_of(name: str, *, by_a_player: bool) -> str:
    """What happened, as the file may call it: against a player's bank some things are decided by other paragraphs."""
    return f"{name}-against-a-player" if by_a_player and name in OTHERWISE_AGAINST_A_PLAYER else name
