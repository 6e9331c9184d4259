"""Lunar Poker: five cards against the dealer's; for a fee a sixth or others in exchange, and a dealer who can be made to draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from croupier.equipment.cards import Card
from croupier.games import side_wagers
from croupier.games.house_poker._contest import NOT_QUALIFIED, TIE, like_hands
from croupier.games.house_poker._deciding import FOLD, bet_or, deciding
from croupier.games.house_poker._drawing import DECLARE, DECLINE, DrawScript
from croupier.games.house_poker._saying import Hands
from croupier.games.procedure import Procedure, whole_decks
from croupier.games.questions import CardQuestions
from croupier.hands.combinations import best_two, is_ace_king
from croupier.hands.patterns import Test
from croupier.hands.poker import FIVE_CARD_ORDER, Value, best_five
from croupier.rules.terms import Outcome, Rule
from croupier.table.acts import Reported
from croupier.table.citing import Ground, cite, of_row
from croupier.table.facts import Fact
from croupier.table.playable import Shape
from croupier.table.requests import Request
from croupier.table.table import DEALER, Seat, Table

ANTE, BET, FEE, SUPER, INSTANT = "ante", "bet", "options-fee", "super", "instant-payout"
BUY, EXCHANGE, FORCE = "buy-sixth-card", "exchange", "force"
NOT_DECLARED, PLAYED_ON, FORCED = "not-declared", "played-on", "after-forcing"
_PAIR = FIVE_CARD_ORDER.index("pair")
_STRAIGHTS = ("straight", "straight-flush", "royal-flush")


def same_colored(cards: Sequence[Card]) -> bool:
    """Are the cards all red or all black?"""
    return len({card.suit in "dh" for card in cards}) == 1


PATTERNS: dict[str, Test] = {
    "ace-king": lambda value, cards: is_ace_king(value),
    "same-colored-straight": lambda value, cards: value.category in _STRAIGHTS and same_colored(cards),
    "same-colored-five": lambda value, cards: same_colored(cards),
}


class LunarPoker(CardQuestions):
    """What the procedure asks of a rulebook."""

    election: Rule[object]
    declaring: Rule[object]
    exchanged: Rule[tuple[int, int]]
    bet_after_a_draw: Rule[object]
    fold_forfeits: Rule[tuple[str, ...]]
    options_fee: Rule[Outcome]
    qualifying_hand: Literal["ace-king"]
    higher_hand: Rule[Literal["ante-returned-bet-paid"]]
    second_combination: Rule[Literal["paid-besides"]]
    tie: Rule[Outcome]
    lower_hand: Rule[Outcome]
    dealer_does_not_qualify: Rule[Literal["ante-paid-bet-returned"]]
    forcing: Rule[object]
    forced_dealer_throws: Literal["highest-card"]
    dealer_fails_again: Rule[Outcome]
    super: bool


async def play(table: Table, rules: LunarPoker) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    elected = {seat.number: await elect(table, seat, rules) for seat in deciding(table, ANTE)}
    await table.announce()  # all decisions are locked in
    for seat in table.from_dealers_left():
        if elected.get(seat.number) == FOLD:
            table.fold(seat, rules.fold_forfeits)
        await settle_first_five(table, seat, elected.get(seat.number), rules)
    for seat in table.from_dealers_left():
        await draw_and_decide(table, seat, elected.get(seat.number), rules)
    await table.reveal()
    if qualifies(dealer := best_five(table.dealer)):
        settle_all(table, rules, dealer)
    else:
        await force_or_settle(table, rules)


async def elect(table: Table, seat: Seat, rules: LunarPoker) -> str | None:
    """A bet, a fee for cards, or a fold; a royal or straight flush may be declared instead, with no bet."""
    ante, times = seat.stake(ANTE), table.terms.wagers[BET].times[0]
    costs = {BET: times * ante, BUY: ante, EXCHANGE: ante}
    declares = (DECLARE,) if instantly_paid(table, seat) else ()
    choice = await table.decide(seat, (*declares, *costs, FOLD), because=rules.election, costs=costs, having=ANTE)
    if choice in costs:
        table.add(seat, BET if choice == BET else FEE, costs[str(choice)])
    return choice


async def settle_first_five(table: Table, seat: Seat, choice: str | None, rules: LunarPoker) -> None:
    """The instant payout and the super wager, by the cards as they were dealt, if they are declared and shown."""
    declared = choice == DECLARE
    wins = table.row_for(SUPER, best_five(seat.hand), seat.hand) is not None if SUPER in seat.stakes else False
    played_on = wins and not declared and seat.stake(ANTE) > 0 and instantly_paid(table, seat)
    if wins and not declared and not played_on:
        said = await table.decide(seat, (DECLARE, DECLINE), because=rules.declaring, having=SUPER, declined=DECLINE)
        declared = said == DECLARE
    if declared:
        seat.hand.turn_up()
    if wins and not declared:
        table.collect(seat, SUPER, case=PLAYED_ON if played_on else NOT_DECLARED, because=rules.declaring)
    side_wagers.settle(table, seat, decided="after-the-deal")
    if choice == DECLARE:
        pay_rows(table, seat, ANTE, INSTANT, [best_five(seat.hand)], case=INSTANT)
        table.discards += seat.hand
        seat.in_play = False


async def draw_and_decide(table: Table, seat: Seat, choice: str | None, rules: LunarPoker) -> None:
    """A fee is collected, and then its cards are dealt and the player bets or folds; a hand that is folded goes to the rack."""
    if choice in (BUY, EXCHANGE):
        table.apply(rules.options_fee, seat, FEE)
        due = 1 if choice == BUY else await table.discard(seat, rules.exchanged.value, because=rules.exchanged)
        for _ in range(due):
            if seat.in_play:  # whoever left the table meanwhile gets no card and decides nothing more
                await table.deal_card(seat.number, up=False, moment="draw")
        if seat.in_play:
            sizes = {BET: table.terms.wagers[BET].times[0] * seat.stake(ANTE)}
            because, forfeits = rules.bet_after_a_draw, rules.fold_forfeits
            await bet_or(table, seat, BET, sizes, because=because, forfeits=forfeits, having=ANTE, folds="fold-after-a-draw")
    if seat.folded:
        table.discards += seat.hand


async def force_or_settle(table: Table, rules: LunarPoker) -> None:
    """The dealer does not qualify: antes are paid and bets go back, unless a player pays to have the dealer draw."""
    for seat in table.from_dealers_left():
        ante = seat.stake(ANTE)
        if seat.stake(BET):
            costs = {FORCE: ante}
            words = (FORCE, DECLINE)
            choice = await table.decide(seat, words, because=rules.forcing, costs=costs, having=BET, declined=DECLINE)
            if choice == FORCE:
                table.add(seat, FEE, ante)
    for seat in table.from_dealers_right():
        if seat.stake(BET) and not seat.stake(FEE):
            table.pay(seat, ANTE, case=NOT_QUALIFIED, because=rules.dealer_does_not_qualify)
            table.push(seat, BET, case=NOT_QUALIFIED, because=rules.dealer_does_not_qualify)
    forcing = [seat for seat in table.from_dealers_left() if seat.stake(FEE)]
    if not forcing:
        return
    for seat in forcing:
        table.apply(rules.options_fee, seat, FEE, case=FORCE)
    highest = max(table.dealer, key=lambda card: card.rank)
    table.dealer.take(highest)
    table.discards.append(highest)
    await table.deal_card(DEALER, up=True, moment="draw")
    settle_all(table, rules, best_five(table.dealer), forced=True)


def settle_all(table: Table, rules: LunarPoker, dealer: Value, *, forced: bool = False) -> None:
    """Every bet that stands, from the dealer's right."""
    for seat in table.from_dealers_right():
        if seat.stake(BET):
            settle(table, seat, rules, dealer, forced=forced)


def settle(table: Table, seat: Seat, rules: LunarPoker, dealer: Value, *, forced: bool) -> None:
    """One player's ante and bet against the dealer's hand; a second combination is paid besides the one that wins."""
    hand, after = best_five(seat.hand), f"-{FORCED}" if forced else ""
    besides = like_hands(table, hand, dealer)
    if not qualifies(dealer):
        table.apply(rules.dealer_fails_again, seat, ANTE, BET, case="dealer-fails-again")
    elif hand > dealer:
        table.push(seat, ANTE, case=f"higher{after}", because=rules.higher_hand, besides=besides)
        won = [value for value in best_two(seat.hand) if value is not None]
        pay_rows(
            table, seat, BET, BET, won, case=f"win{after}", besides=[besides, *[rules.second_combination] * (len(won) > 1)]
        )
    elif hand == dealer:
        table.apply(rules.tie, seat, ANTE, BET, case=f"{TIE}{after}")
    else:
        table.apply(rules.lower_hand, seat, ANTE, BET, case=f"lower{after}", besides=besides)


def pay_rows(
    table: Table,
    seat: Seat,
    wager: str,
    posted: str,
    hands: Sequence[Value],
    *,
    case: str,
    besides: Sequence[Ground | None] = (),
) -> None:
    """A stake is paid for every one of these hands by the rows of a posted table, on one line."""
    stake, outcomes = seat.stakes[wager], table.spots[wager].wager.outcomes
    rows = [row for hand in hands if (row := table.row_for(posted, hand, seat.hand)) is not None]
    paid = [table.terms.chosen[posted].ground(row) for row, _ in rows]
    clause, reading = cite(of_row(outcomes, rows[0][0], case), *paid, *besides)
    outcome, won = "-and-".join(row for row, _ in rows), sum(payout.won(stake) for _, payout in rows)
    table.settle(seat, wager, outcome, returned=stake, won=won, clause=clause, reading=reading)


def instantly_paid(table: Table, seat: Seat) -> bool:
    """Is it a hand that is paid at once?"""
    return table.row_for(INSTANT, best_five(seat.hand), seat.hand) is not None


def qualifies(dealer: Value) -> bool:
    """Has the dealer an ace with a king, or better?"""
    return dealer.order >= _PAIR or is_ace_king(dealer)


def run_out(table: Table, report: Reported, pending: Request) -> bool:
    """Is no card left to deal?"""
    return not table.cards_left


PROCEDURE = Procedure(
    rules=LunarPoker,
    play=play,
    settles=(ANTE, BET, FEE, INSTANT),
    pack=whole_decks,
    shape=Shape(hand=6, dealer=6, later=1),
    patterns=PATTERNS,
    written=DrawScript,
    moments=("after-the-deal",),
    seen_by={"after-the-deal": Shape(hand=5)},
    rows_at_once={BET: 2},
    says=Hands(best_five, 5, qualifies=lambda dealer, rules: qualifies(dealer)),
    facts={"shoe-too-short": Fact("no card is left in the deck", run_out)},
)
