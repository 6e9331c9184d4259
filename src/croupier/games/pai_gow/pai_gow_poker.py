"""Pai gow poker: seven cards set into two hands that must both beat the bank's; and a bonus on the seven cards themselves."""

from __future__ import annotations

from typing import Final, Literal

from croupier.games import banking, side_wagers
from croupier.games.banking import Bank, BankQuestions
from croupier.games.commission import uneven, vigorish
from croupier.games.pai_gow._setting import HouseWayQuestions, reset_if_wrong, set_dealers_hands, set_hands
from croupier.games.pai_gow._written import PaiGowScript
from croupier.games.positions import StartingPosition, deliver_stacks, find_starting_position, move_the_button
from croupier.games.procedure import Procedure, decks_with_jokers
from croupier.hands.pai_gow import Setting
from croupier.rules.terms import Outcome, Rule
from croupier.table.citing import cite
from croupier.table.playable import Shape
from croupier.table.requests import Decision
from croupier.table.table import Seat, Table

PAI_GOW, FORTUNE, ENVY = "pai-gow-poker", "fortune-bonus", "envy-bonus"
PLAY, SURRENDER = "play", "surrender"
WIN = "win"
OTHERWISE_AGAINST_A_PLAYER: Final = frozenset([SURRENDER, "copy-hands", "foul-hands"])
SHAPE = Shape(hand=7, dealer=7)


class PaiGowPoker(StartingPosition, HouseWayQuestions, BankQuestions):
    """What the procedure asks of a rulebook."""

    jokers: Literal[1]
    hands_set: Literal["larger-wager-first"]
    surrender_forfeits: Rule[tuple[str, ...]]
    lower_hands: Rule[Outcome]
    copy_hands: Rule[Outcome]
    hands_not_set: Rule[Outcome]
    one_hand_each: Rule[Outcome]
    copy_and_higher: Rule[Outcome]
    player_banking: bool
    fortune_bonus: bool
    qualifying_fortune_bonus: int
    fortune_bonus_maximum: Rule[int | Literal["none"]]


async def play(table: Table, rules: PaiGowPoker) -> None:
    await table.shuffle()
    bank = await take_wagers(table, rules)
    banker = bank.player if bank is not None else None
    await deliver_stacks(table, rules, await find_starting_position(table, rules))
    hands: dict[int, Setting | None] = {}
    for seat in in_setting_order(table, banker):
        if seat.in_play:
            hands[seat.number] = await set_hands(table, seat, rules)
    if bank is not None:
        banking.return_wagers_if_void(table, bank, PAI_GOW)
    dealer = await set_dealers_hands(table, rules)
    envious = [seat for seat in table.from_dealers_right() if seat.stake(FORTUNE) >= rules.qualifying_fortune_bonus]
    for seat in table.from_dealers_right():
        if seat.stake(PAI_GOW) and await surrenders(table, seat, rules):
            surrender(table, seat, rules, bank)
    dealer = reset_if_wrong(table, dealer, rules)
    against = dealer if banker is None else hands.get(banker.number)
    house = WIN if (rule := rule_for(rules, dealer, against)) is None else rule.value
    for paying in (False, True):  # winners are paid when all hands are exposed
        for seat in table.from_dealers_right():
            if seat.stake(PAI_GOW) and wins(rules, hands[seat.number], against) is paying:
                settle_against_bank(table, seat, rules, hands[seat.number], against, by_a_player=bank is not None)
    if bank is not None:
        lost = {WIN: -bank.house_wager, "push": 0, "lose": bank.house_wager}[house]
        banking.settle_bank(table, bank, PAI_GOW, from_house=lost, rules=rules)
    for seat in table.from_dealers_right():
        side_wagers.settle(table, seat, decided="showdown")
        hold_fortune_bonus_to_limit(table, seat, rules)
    pay_envy(table, envious)
    if rules.player_banking:
        banking.move_the_bank(table, PAI_GOW, bank)
    move_the_button(table)


async def take_wagers(table: Table, rules: PaiGowPoker) -> Bank | None:
    """Wagers until "no more bets"; answers which player banks, where one may and does."""
    if rules.player_banking:
        return await banking.take_wagers(table, PAI_GOW, rules)
    await table.take_wagers()
    return None


def in_setting_order(table: Table, banker: Seat | None) -> list[Seat]:
    """Larger wagers first, equal ones counterclockwise, so that it is right for whoever plays two positions; the bank last."""
    return sorted(table.from_dealers_right(), key=lambda seat: (seat is banker, -seat.stake(PAI_GOW)))


async def surrenders(table: Table, seat: Seat, rules: PaiGowPoker) -> bool:
    """Until the dealer exposes the seat's hands its player may give them up."""
    clause = rules.surrender_forfeits.clause
    request = Decision(seat.number, (PLAY, SURRENDER), clause=clause, declined=PLAY, moment="reveal")
    act = await table.ask(request)
    return act is not None and act.choice == SURRENDER


def surrender(table: Table, seat: Seat, rules: PaiGowPoker, bank: Bank | None) -> None:
    """The cards go to the discard rack unseen, and with them what the text says a surrender forfeits."""
    forfeits = rules.surrender_forfeits
    clause, reading = cite(table.ground(PAI_GOW, case_of(SURRENDER, by_a_player=bank is not None), forfeits))
    table.settle(seat, PAI_GOW, SURRENDER, clause=clause, reading=reading)
    table.fold(seat, forfeits)


def decided_by(hands: Setting | None, bank: Setting | None) -> str:
    """The rule that decides a wager: `win`, or the option that says what becomes of it."""
    if hands is None:
        return "hands-not-set"
    if hands.foul:
        return "foul-hands"
    if bank is None or bank.foul:
        return WIN
    pairs = ((hands.high_value, bank.high_value), (hands.low_value, bank.low_value))
    higher = sum(own > other for own, other in pairs)
    copies = sum(own == other for own, other in pairs)
    if higher == 2:
        return WIN
    if higher == 1:
        return "copy-and-higher" if copies else "one-hand-each"
    return "copy-hands" if copies else "lower-hands"


def rule_for(rules: PaiGowPoker, hands: Setting | None, bank: Setting | None) -> Rule[Outcome] | None:
    """The rule that says what becomes of a wager; None where the hands simply win."""
    by_name = {
        "hands-not-set": rules.hands_not_set,
        "foul-hands": rules.foul_hands,
        "copy-and-higher": rules.copy_and_higher,
        "one-hand-each": rules.one_hand_each,
        "copy-hands": rules.copy_hands,
        "lower-hands": rules.lower_hands,
    }
    return by_name.get(decided_by(hands, bank))


def wins(rules: PaiGowPoker, hands: Setting | None, bank: Setting | None) -> bool:
    """Is a wager on these hands paid?"""
    rule = rule_for(rules, hands, bank)
    return rule is None or rule.value == WIN


def settle_against_bank(
    table: Table, seat: Seat, rules: PaiGowPoker, hands: Setting | None, bank: Setting | None, *, by_a_player: bool
) -> None:
    """Both hands must beat the bank's; of a win the house keeps its commission."""
    rule, case = rule_for(rules, hands, bank), decided_by(hands, bank)
    if case in ("one-hand-each", "copy-and-higher") and hands is not None and bank is not None:
        higher = "higher-high-hand" if hands.high_value > bank.high_value else "higher-low-hand"
        case = higher if case == "one-hand-each" else f"copy-and-{higher}"
    elif case == WIN and (bank is None or bank.foul):
        case = "win-over-a-foul-bank"
    case = case_of(case, by_a_player=by_a_player)
    if rule is not None and rule.value != WIN:
        table.apply(rule, seat, PAI_GOW, case=case)
        return
    posted, rounding, stake = table.terms.chosen[PAI_GOW], rules.vigorish_rounding, seat.stake(PAI_GOW)
    won, rate = posted.rows[WIN].won(stake), posted.rows["commission"]
    relied = rounding if uneven(won, rate, rounding.value) else None
    clause, reading = cite(table.ground(PAI_GOW, case, rule), posted.ground(WIN), relied)
    due = vigorish(won, rate, rounding.value)
    table.settle(seat, PAI_GOW, WIN, returned=stake, won=won, commission=due, clause=clause, reading=reading)


def case_of(name: str, *, by_a_player: bool) -> str:
    """What happened, as the file may call it: against a player's bank some things are decided by other paragraphs."""
    return f"{name}-against-a-player" if by_a_player and name in OTHERWISE_AGAINST_A_PLAYER else name


def hold_fortune_bonus_to_limit(table: Table, seat: Seat, rules: PaiGowPoker) -> None:
    """The most the bonus pays, which is never below what the least wager could win."""
    if rules.fortune_bonus and rules.fortune_bonus_maximum.value != "none":
        least = table.terms.wagers[FORTUNE].limits.minimum
        top = max(payout.won(least) for payout in table.terms.chosen[FORTUNE].rows.values())
        table.cap(seat, [FORTUNE], max(rules.fortune_bonus_maximum.value, top), because=rules.fortune_bonus_maximum)


def pay_envy(table: Table, envious: list[Seat]) -> None:
    """Each qualifying wager is paid for each other player's qualifying hand, wagered on or not."""
    for seat in envious:
        for holder, row in table.envy_hands:
            if holder != seat.number:
                posted = table.terms.chosen[ENVY]
                clause, reading = cite(table.ground(ENVY, WIN), posted.ground(row))
                table.settle(seat, ENVY, row, won=posted.rows[row].won(0), clause=clause, reading=reading)


PROCEDURE = Procedure(
    rules=PaiGowPoker,
    play=play,
    settles=(PAI_GOW, banking.BANK, banking.HOUSE_WAGER),
    pack=decks_with_jokers,
    shape=SHAPE,
    written=PaiGowScript,
    moments=("showdown",),
)
