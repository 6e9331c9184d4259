"""Pai gow tiles: four tiles set into two hands that must both be higher than the bank's."""

from __future__ import annotations

from croupier.equipment.tiles import tiles
from croupier.games import banking
from croupier.games.banking import Bank, BankQuestions
from croupier.games.pai_gow._comparing import WIN, in_setting_order
from croupier.games.pai_gow._deliveries import DELIVERIES, HOUSE_WAY_RIGHT, Style
from croupier.games.pai_gow._saying import by_hands
from croupier.games.pai_gow._setting import reset_if_wrong, set_dealers_hands
from croupier.games.pai_gow._surrender import SurrenderQuestions, surrender, surrenders
from croupier.games.pai_gow._tiles import (
    FACTS,
    TileHands,
    bank_as_it_counts,
    becomes,
    compared,
    set_hands,
    settle_against_bank,
)
from croupier.games.pai_gow._tiles_written import TilesScript
from croupier.games.positions import Position, StartingPosition, counterclockwise, find_starting_position
from croupier.games.procedure import Procedure
from croupier.hands.tiles import Setting
from croupier.rules.terms import Rule
from croupier.table.playable import Shape
from croupier.table.requests import Decision
from croupier.table.table import BURN, DEALER, Pile, Table

PAI_GOW = "pai-gow"


class PaiGowTiles(StartingPosition, BankQuestions, TileHands, SurrenderQuestions):
    """What the procedure asks of a rulebook."""

    player_banking: bool
    deliveries: Rule[tuple[Style, ...]]


async def play(table: Table, rules: PaiGowTiles) -> None:
    await table.shuffle()
    bank = await take_wagers(table, rules)
    banker = bank.player if bank is not None else None
    delivery = await choose_delivery(table, rules, bank)
    first = await find_starting_position(table, rules, banker.number if banker is not None else DEALER, dead_hand=True)
    await deliver_tiles(table, delivery, first, bank)
    hands: dict[int, Setting | None] = {}
    for seat in in_setting_order(table, PAI_GOW, banker):
        if seat.in_play:
            hands[seat.number] = await set_hands(table, seat, rules) if not banking.co_banks(bank, seat) else None
    dealer = await set_dealers_hands(table, rules) if table.dealer else None
    for seat in table.from_dealers_right():
        if seat.stake(PAI_GOW) and await surrenders(table, seat, rules):
            surrender(table, seat, PAI_GOW, rules, bank)
    dealer = reset_if_wrong(table, dealer, rules) if dealer is not None else None
    against = dealer if banker is None else bank_as_it_counts(banker, hands.get(banker.number), rules)
    assert against is not None  # a bank's hand is never void: a tile of it that is seen voids the round
    for paying in (False, True):  # winners are paid when all hands are exposed
        for seat in table.from_dealers_right():
            own = hands.get(seat.number)
            if own is not None and seat.stake(PAI_GOW) and (becomes(rules, own, against) == WIN) is paying:
                settle_against_bank(table, seat, PAI_GOW, rules, own, against, by_a_player=bank is not None)
    if bank is not None:
        lost = {WIN: -bank.house_wager, "push": 0, "lose": bank.house_wager}
        from_house = lost[becomes(rules, dealer, against)] if dealer is not None else 0
        banking.settle_bank(table, bank, PAI_GOW, from_house=from_house, rules=rules)
    if rules.player_banking:
        banking.move_the_bank(table, PAI_GOW, bank, rules)


async def take_wagers(table: Table, rules: PaiGowTiles) -> Bank | None:
    """Wagers until "no more bets"; answers which player banks, where one may and does."""
    if rules.player_banking:
        return await banking.take_wagers(table, PAI_GOW, rules)
    await table.take_wagers()
    return None


async def choose_delivery(table: Table, rules: PaiGowTiles, bank: Bank | None) -> Style:
    """How the stacks go out: house way from the right, unless a player's bank says otherwise."""
    if bank is None:
        return HOUSE_WAY_RIGHT
    styles, clause = rules.deliveries.value, rules.deliveries.clause
    act = await table.ask(Decision(bank.player.number, styles, clause=clause, declined=HOUSE_WAY_RIGHT, moment="deal"))
    style: Style = HOUSE_WAY_RIGHT if act is None else act.choice
    table.marks["delivery"] = style
    return style


async def deliver_tiles(table: Table, delivery: Style, first: Position, bank: Bank | None) -> None:
    """Four tiles to each of eight positions; stacks that fall to no wager go unseen to the dead hand."""
    places = counterclockwise(table, dead_hand=True)
    start = places.index(first)
    played: set[Position] = {DEALER, *(seat.number for seat in table.from_dealers_left())}
    stacks = [places[(start + position) % len(places)] for _, position in sorted(DELIVERIES[delivery].items())]
    await table.deliver([(to if to in played else BURN, False, 0) for to in stacks])
    if bank is not None and not bank.house_wager:
        table.discards += table.dealer
        table.dealer = Pile()


PROCEDURE = Procedure(
    rules=PaiGowTiles,
    play=play,
    settles=(PAI_GOW, banking.BANK, banking.CO_BANK, banking.HOUSE_WAGER),
    pack=lambda rules: tiles(),
    shape=Shape(hand=4, dealer=4, sets=(2, 2)),
    written=TilesScript,
    facts=FACTS,
    says=by_hands(compared),
)
