"""Pai gow poker: seven cards set into two hands that must both beat the bank's; and bonuses on the cards themselves."""

from __future__ import annotations

from typing import Literal

from croupier.games import banking, side_wagers
from croupier.games.banking import Bank, BankQuestions
from croupier.games.pai_gow._bonuses import ENVY, IMPERIAL, NUMBERS, pay_envy, settle_imperial, settle_numbers
from croupier.games.pai_gow._comparing import (
    SURRENDER,
    WIN,
    ChargedHands,
    becomes,
    compared,
    in_setting_order,
    settle_against_bank,
)
from croupier.games.pai_gow._saying import by_hands
from croupier.games.pai_gow._setting import (
    HouseWayQuestions,
    bank_as_it_counts,
    reset_if_wrong,
    set_dealers_hands,
    set_hands,
)
from croupier.games.pai_gow._surrender import PLAY, SurrenderQuestions, surrender, surrenders
from croupier.games.pai_gow._written import PaiGowScript
from croupier.games.positions import StartingPosition, deliver_stacks, find_starting_position, move_the_button
from croupier.games.procedure import Procedure, decks_with_jokers
from croupier.hands.looks import SEVEN_CARDS
from croupier.hands.pai_gow import Setting
from croupier.table.playable import Shape
from croupier.table.requests import Decision
from croupier.table.table import DEALER, Table

__all__ = ["ENVY", "PAI_GOW", "PLAY", "PROCEDURE", "SURRENDER", "WIN"]

PAI_GOW = "pai-gow-poker"
STACKS = 7
SHAPE = Shape(hand=7, dealer=7, sets=(5, 2))


class PaiGowPoker(StartingPosition, HouseWayQuestions, BankQuestions, ChargedHands, SurrenderQuestions):
    """What the procedure asks of a rulebook."""

    jokers: Literal[1]
    player_banking: bool
    qualifying_bonus: int


async def play(table: Table, rules: PaiGowPoker) -> None:
    await table.shuffle()
    bank = await take_wagers(table, rules)
    banker = bank.player if bank is not None else None
    await deal(table, rules, bank)
    hands: dict[int, Setting | None] = {}
    for seat in in_setting_order(table, PAI_GOW, banker):
        if seat.in_play:
            hands[seat.number] = await set_hands(table, seat, rules) if not banking.co_banks(bank, seat) else None
    if bank is not None:
        banking.return_wagers_if_void(table, bank, PAI_GOW, IMPERIAL)
    dealer = await set_dealers_hands(table, rules)
    for seat in table.from_dealers_right():
        if seat.stake(PAI_GOW) and await surrenders(table, seat, rules):
            surrender(table, seat, PAI_GOW, rules, bank)
    dealer = reset_if_wrong(table, dealer, rules)
    against = dealer if banker is None else bank_as_it_counts(table, banker, hands.get(banker.number), rules)
    staked = [seat for seat in table.from_dealers_right() if seat.stake(PAI_GOW)]
    for seat in sorted(staked, key=lambda seat: becomes(rules, hands[seat.number], against) == WIN):
        # Winners are paid when all hands are exposed.
        settle_against_bank(table, seat, PAI_GOW, rules, hands[seat.number], against, by_a_player=bank is not None)
    if bank is not None:
        lost = {WIN: -bank.house_wager, "push": 0, "lose": bank.house_wager}[becomes(rules, dealer, against)]
        banking.settle_bank(table, bank, PAI_GOW, from_house=lost, rules=rules)
    for seat in table.from_dealers_right():
        await side_wagers.check_wins(table, seat, decided="showdown")
        settle_imperial(table, seat, table.dealer if banker in (None, seat) else banker.hand)
        side_wagers.settle(table, seat, decided="showdown")
    pay_envy(table, rules.qualifying_bonus)
    if rules.player_banking:
        banking.move_the_bank(table, PAI_GOW, bank, rules)
    move_the_button(table)


async def take_wagers(table: Table, rules: PaiGowPoker) -> Bank | None:
    """Wagers until "no more bets"; answers which player banks, where one may and does."""
    if rules.player_banking:
        return await banking.take_wagers(table, PAI_GOW, rules)
    await table.take_wagers()
    return None


async def deal(table: Table, rules: PaiGowPoker, bank: Bank | None) -> None:
    """Seven cards to every position from the one that is found; or, for wagers on three cards, three and then four to each player."""
    early = table.dealing.for_wagers if table.dealing.street else ()
    if table.dealing.street:
        await table.deal()
        await side_wagers.check_and_settle(table, decided="after-the-deal", among=early)
        await table.deal("street")
    else:
        await deliver(table, rules, bank)
    others = [wager for wager in table.playable.looks if wager not in early]
    await side_wagers.check_and_settle(table, decided="after-the-deal", among=others)


async def deliver(table: Table, rules: PaiGowPoker, bank: Bank | None) -> None:
    """Stacks from the position that is found, once wagers on its number are settled."""
    first = await find_starting_position(table, rules, bank.player.number if bank is not None else DEALER)
    settle_numbers(table)
    await deliver_stacks(table, rules, first, picked=await pick_a_stack(table, bank))


async def pick_a_stack(table: Table, bank: Bank | None) -> int:
    """Which of the stacks is delivered first: the leftmost, unless a player's bank picks another."""
    if bank is None or table.dealing.first_stack != "picked-by-bank":
        return 1
    stacks = tuple(f"stack-{number}" for number in range(1, STACKS + 1))
    clause = ", ".join(table.dealing.clause)
    act = await table.ask(Decision(bank.player.number, stacks, clause=clause, declined=stacks[0], moment="deal"))
    return 1 if act is None else stacks.index(act.choice) + 1


PROCEDURE = Procedure(
    rules=PaiGowPoker,
    play=play,
    settles=(PAI_GOW, banking.BANK, banking.CO_BANK, banking.HOUSE_WAGER, IMPERIAL, *NUMBERS),
    pack=decks_with_jokers,
    shape=SHAPE,
    patterns=SEVEN_CARDS,
    written=PaiGowScript,
    moments=("after-the-deal", "showdown"),
    seen_by={"after-the-deal": Shape(hand=7)},
    says=by_hands(lambda rules, hands, dealer: compared(hands, dealer)),
)
