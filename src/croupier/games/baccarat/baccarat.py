"""Baccarat: two hands drawn by fixed rules, and wagers on which of them ends nearer to nine, on a tie, or on how it came about.

One procedure plays the big table, mini, midi and the commission-free games. What a wager is on is its `area`: a hand
(`player`, `banker`) or an event of the finished hands (`tie`, `banker-three-card-7`); what it pays, and what the house keeps of
it, are rows of its pay table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from croupier.games.baccarat._written import BaccaratScript
from croupier.games.commission import Rounding, vigorish
from croupier.games.procedure import Procedure, whole_decks
from croupier.games.questions import Questions
from croupier.hands import baccarat as hands
from croupier.rules.terms import Rule
from croupier.table.facts import Fact
from croupier.table.remedies import RoundVoid
from croupier.table.said import Said, Shown
from croupier.table.table import Pile, Seat, Table

PLAYER, BANKER, TIE = "player", "banker", "tie"
MAIN_WAGERS = (PLAYER, BANKER, TIE)
COLLECTED = "vigorish-collected"
COMMISSION, TIE_COMMISSION = "commission", "tie-commission"
HANDLE, CEDE = "handle", "cede"
TO_THE_RIGHT: Final = "largest-wager-then-to-the-right"
SIMULATED = "simulated-round"
MOST_CARDS = 6
"""Three in each hand."""


class Baccarat(Questions):
    """What the procedure asks of a rulebook."""

    decks: int
    shoe: Literal["manual", "continuous"]
    dealing: Literal["face-up", "face-down", "handled-by-players"]
    shuffler: Literal["manual", "automated"]
    positions_per_player: int
    third_card: Rule[Literal["player-below-6-banker-by-table"]]
    cards_go_to: Rule[Literal["largest-wager-then-next-largest", "largest-wager-then-to-the-right", "nobody"]]
    vigorish_rounding: Rule[Rounding]
    side_wagers_settled: Literal["all-first", "seat-by-seat"]


async def play(table: Table, rules: Baccarat) -> None:
    await table.shuffle()  # this table deals each round from a full shoe; when a real one is shuffled is in `life`
    await table.take_wagers()
    table.piles = {PLAYER: Pile(), BANKER: Pile()}
    await table.deal()
    had = await call_hands(table, rules)
    await draw_third_cards(table, rules, had)
    await table.announce()
    settle(table, rules)
    collect_vigorish(table)
    while SIMULATED in table.aftermath:
        table.aftermath.remove(SIMULATED)
        await simulated_round(table, rules)


async def call_hands(table: Table, rules: Baccarat) -> dict[str, list[Seat]]:
    """Hands dealt face down are turned over, the player's first; by whom is remembered with those who would be next."""
    if rules.dealing == "face-up":
        return {}
    return {hand: await turn_over(table, rules, hand, entitled(table, rules, hand)) for hand in (PLAYER, BANKER)}


async def turn_over(table: Table, rules: Baccarat, hand: str, offered: Sequence[Seat]) -> list[Seat]:
    """By the first who takes the cards where players handle them, else by the dealer; who took them, and those after."""
    left = list(offered) if rules.dealing == "handled-by-players" else []
    while (
        left and await table.decide(left[0], (HANDLE, CEDE), because=rules.cards_go_to, having=hand, declined=HANDLE) != HANDLE
    ):
        del left[0]
    await table.reveal(pile=hand)
    return left


def entitled(table: Table, rules: Baccarat, hand: str) -> list[Seat]:
    """Who is offered the hand's cards, in turn; of equal wagers the one nearest to the dealer's right comes first."""
    around = [seat for seat in table.from_dealers_right() if seat.stake(hand)]
    by_wager = sorted(around, key=lambda seat: -seat.stake(hand))
    if rules.cards_go_to.value == TO_THE_RIGHT and by_wager:
        first = around.index(by_wager[0])
        return [*around[first:], *around[:first]]
    return by_wager


async def draw_third_cards(table: Table, rules: Baccarat, had: Mapping[str, list[Seat]]) -> None:
    """The player's hand first, by its own count; the banker's by its count and the player's third card.

    Where cards pass to the right, whoever had the hand has its third card too; elsewhere it is offered anew.
    """
    player, banker = table.piles[PLAYER], table.piles[BANKER]
    handled = rules.dealing == "handled-by-players"
    for hand, draws in ((PLAYER, hands.player_draws), (BANKER, hands.banker_draws)):
        if draws(player, banker):
            await table.deal_card(hand, up=not handled, moment="draw")
            if handled:
                keeps = rules.cards_go_to.value == TO_THE_RIGHT
                await turn_over(table, rules, hand, had[hand] if keeps else entitled(table, rules, hand))


def settle(table: Table, rules: Baccarat) -> None:
    """Losing wagers are collected first; then winners from the dealer's right, side wagers before the others."""
    rows = {spot: row_of(table, spot) for spot in table.spots}
    for seat in table.from_dealers_right():
        for wager in list(seat.stakes):
            if rows[wager] is None:
                table.collect(seat, wager, case=case_of(table, wager, "lose"), besides=alone(table, seat, wager))
    side_wagers = [spot for spot in table.spots if spot not in MAIN_WAGERS]
    turns = [side_wagers, MAIN_WAGERS] if rules.side_wagers_settled == "all-first" else [(*side_wagers, *MAIN_WAGERS)]
    for wagers in turns:
        for seat in table.from_dealers_right():
            pay_winners(table, seat, rules, {wager: row for wager in wagers if (row := rows.get(wager))})


def row_of(table: Table, spot: str) -> str | None:
    """The row by which a wager is paid or returned, None where it loses."""
    (area,) = table.spots[spot].covers
    value, hand = hands.standing(area, table.piles[PLAYER], table.piles[BANKER])
    found = table.row_for(spot, value, hand)
    return None if found is None else found[0]


def pay_winners(table: Table, seat: Seat, rules: Baccarat, rows: dict[str, str]) -> None:
    """Pay or return what stands on `rows`, less the vigorish that the wager's table prints."""
    for wager, row in rows.items():
        if wager in seat.stakes:
            posted = table.terms.chosen[wager].rows
            stake = seat.stake(wager)
            share = posted.get(TIE_COMMISSION if row == TIE else COMMISSION)
            charged = stake if row == TIE else posted[row].won(stake)
            taken = vigorish(charged, share, rules.vigorish_rounding.value) if share is not None else 0
            rounded = share is not None and taken != charged * share.figure
            if taken and deferred(table):
                owed = table.carried.vigorish
                owed[seat.number], taken = owed.get(seat.number, 0) + taken, 0
            table.pay(
                seat,
                wager,
                row,
                outcome=None if wager in MAIN_WAGERS else row,
                commission=taken,
                case=case_of(table, wager, row),
                besides=rules.vigorish_rounding if rounded else alone(table, seat, wager),
            )


def case_of(table: Table, wager: str, row: str) -> str:
    """By which paragraph a wager on how a hand wins is decided: naturals against naturals, and the two ways to fall short."""
    (area,) = table.spots[wager].covers
    if wager in MAIN_WAGERS or area not in (PLAYER, BANKER):
        return row
    value, hand = hands.standing(area, table.piles[PLAYER], table.piles[BANKER])
    other = table.piles[BANKER if area == PLAYER else PLAYER]
    if hands.natural(hand):
        return f"{row}-against-a-natural" if hands.natural(other) else row
    return row if row != "lose" else "lose-by-too-little" if value.category == "win" else "lose-level-or-behind"


def alone(table: Table, seat: Seat, wager: str) -> Rule[object] | None:
    """What lets a side wager stand without another, where it does."""
    terms, option = table.spots[wager].wager, table.terms.file.wagers[wager].alone
    needed = [other for need in terms.needs for other in need.wagers]
    return table.terms.rule(option) if option is not None and not any(other in seat.placed for other in needed) else None


def deferred(table: Table) -> bool:
    """Does the house mark what is owed and collect it later? A round that stands alone has no later."""
    return table.carried.lasting and table.terms.options.get(COLLECTED) == "deferred"


def collect_vigorish(table: Table) -> None:
    """What is still marked is collected before the cards are shuffled; from somebody who no longer has it, it stays owed."""
    if table.last_of_the_shoe:
        for number, owed in table.carried.vigorish.items():
            if number in table.seats:
                table.charge(table.seats[number], BANKER, owed, because=table.terms.rule(COLLECTED))
        table.carried.vigorish = {n: owed for n, owed in table.carried.vigorish.items() if n not in table.seats}


async def simulated_round(table: Table, rules: Baccarat) -> None:
    """A card that could not be used opens a round without wagers: dealt face up by the same rules, then discarded."""
    played = table.piles
    dealt = {hand: Pile() for hand in (PLAYER, BANKER)}
    table.piles = {**played, **{f"simulated-{hand}": pile for hand, pile in dealt.items()}}
    try:
        for _ in range(2):
            for hand in dealt:
                await table.deal_card(f"simulated-{hand}", up=True)
        for hand, draws in ((PLAYER, hands.player_draws), (BANKER, hands.banker_draws)):
            if draws(dealt[PLAYER], dealt[BANKER]):
                await table.deal_card(f"simulated-{hand}", up=True, moment="draw")
    except RoundVoid:
        pass  # too few cards: no wager rests on this round, so there is nothing to return
    table.discards += [card for pile in dealt.values() for card in pile]
    table.piles = played


def players_hand_stays(table: Table) -> bool:
    """No third card is authorised for the player's hand: its first two cards, or the banker's, do not let it draw."""
    player, banker = (
        table.piles.get(hand, Pile())[:2] for hand in (PLAYER, BANKER)
    )  # none yet while a new shoe is burned from
    return len(player) == len(banker) == 2 and not hands.player_draws(player, banker)


def shoe_too_short(table: Table) -> bool:
    """Could the two hands that are being dealt take more cards than are left?"""
    dealt = list(table.piles.values())[-2:]  # those of a simulated round come after the hands that were settled
    return table.cards_left < MOST_CARDS - sum(map(len, dealt))


def says(shown: Shown, rules: Baccarat) -> Said:
    """The point counts of hands that lie open; when it is settled, which of them won."""
    player, banker = shown.pile(PLAYER), shown.pile(BANKER)
    counts = {
        name: f"{'natural ' if hands.natural(hand) else ''}{hands.points(hand)}"
        for name, hand in ((PLAYER, player), (BANKER, banker))
        if hand
    }
    if not (shown.settled and player and banker):
        return Said(piles=counts)
    winner = {"win": PLAYER, "lose": BANKER}.get(hands.compare(player, banker).category, TIE)
    high, low = sorted((hands.points(player), hands.points(banker)), reverse=True)
    result = f"{winner.capitalize()} wins, {high} to {low}" if winner != TIE else f"Tie, {high} to {low}"
    return Said(piles=counts, result=result, winner=winner)


PROCEDURE = Procedure(
    rules=Baccarat,
    play=play,
    pack=whole_decks,
    patterns=hands.PATTERNS,
    areas=hands.AREAS,
    written=BaccaratScript,
    simulated_round=simulated_round,
    says=says,
    facts={
        "players-hand-stays": Fact(
            "the player's hand may take no third card", lambda table, report, pending: players_hand_stays(table)
        ),
        "shoe-too-short": Fact(
            "fewer cards are left than the two hands may take", lambda table, report, pending: shoe_too_short(table)
        ),
    },
)
