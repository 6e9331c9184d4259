"""Four Card Poker: the best four of five cards against the dealer's, and aces up against a pay table; a tie may win."""

from __future__ import annotations

from typing import Literal

from croupier.games import side_wagers
from croupier.games.house_poker._contest import TIE, like_hands
from croupier.games.house_poker._saying import Hands
from croupier.games.house_poker._written import RaiseScript
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, whole_decks
from croupier.hands import four_card
from croupier.hands.four_card import best_four
from croupier.hands.poker import Value
from croupier.rules.terms import Outcome, Rule
from croupier.table.playable import Shape
from croupier.table.progressive import pay_envy
from croupier.table.requests import Offer
from croupier.table.table import COMMUNITY, DEALER, Seat, Table

ANTE, PLAY, ANTE_BONUS, ACES_UP = "ante", "play", "ante-bonus", "aces-up"
FOLD, PLACE, RAISE = "fold", "place", "raise"
PATTERNS = four_card.PATTERNS


class FourCardPoker(LimitedPayouts):
    """What the procedure asks of a rulebook."""

    version: Literal["independent", "aces-up-needs-equal-ante", "aces-up-needs-half-ante", "both-compulsory"]
    dealer_cards: Literal[5, 6]
    play_or_fold: Rule[object]
    tie: Rule[Outcome]
    lower_hand: Rule[Outcome]
    ante_bonus_paid: Literal["whatever-the-outcome"]
    fold_forfeits: Rule[tuple[str, ...]]
    aces_up_alone: Rule[Literal["stands", "may-fold"]]
    dealer_reveals: Literal["always", "if-somebody-plays"]
    six_card_bonus: bool
    progressive: bool


def shape(rules: FourCardPoker) -> Shape:
    """The one card of the six-card bonus lies in the middle of the table."""
    return Shape(hand=5, dealer=rules.dealer_cards, community=int(rules.six_card_bonus))


async def play(table: Table, rules: FourCardPoker) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    for seat in table.from_dealers_left():
        await play_or_fold(table, seat, rules)
    played = any(seat.stake(PLAY) for seat in table.from_dealers_left())
    if rules.dealer_reveals == "always" or played or side_wagers.awaited(table, DEALER):
        await table.reveal()
    if side_wagers.awaited(table, COMMUNITY):  # the card of the six-card bonus
        table.community.turn_up()
    dealer = best_four(table.dealer)
    for seat in table.from_dealers_right():
        await side_wagers.check_wins(table, seat, decided="showdown")
        settle(table, seat, rules, dealer)
    pay_envy(table)


async def play_or_fold(table: Table, seat: Seat, rules: FourCardPoker) -> None:
    """A player with an ante plays one to three times as much or folds; one with aces up alone just waits, or may fold."""
    if seat.stake(ANTE):
        choice = await raise_or_fold(table, seat, rules)
    elif rules.aces_up_alone.value == "may-fold":
        choice = await table.decide(seat, (PLACE, FOLD), because=rules.aces_up_alone, declined=PLACE)
    else:
        return
    if choice == FOLD:
        table.fold(seat, rules.fold_forfeits)


async def raise_or_fold(table: Table, seat: Seat, rules: FourCardPoker) -> str | None:
    """The play wager at a multiple of the ante or, where the text leaves the amount open, at any between the multiples."""
    times, ante = table.terms.wagers[PLAY].times, seat.stake(ANTE)
    raises = {f"raise-{multiple}x": multiple * ante for multiple in times}
    between = RAISE if table.terms.wagers[PLAY].any_amount else None
    own = () if between is None else (between,)
    costs = {**raises, **dict.fromkeys(own, min(times) * ante)}
    choice = await table.decide(seat, (*raises, *own, FOLD), because=rules.play_or_fold, costs=costs, between=between)
    if choice in raises:
        table.add(seat, PLAY, raises[choice])
    elif choice is not None and choice == between:
        bounds = (min(times) * ante, max(times) * ante, table.spots[PLAY].wager.limits.unit)
        clause = rules.play_or_fold.clause
        made = await table.ask(Offer(seat.number, PLAY, called=RAISE, bounds=bounds, clause=clause, declinable=False))
        if made is not None:
            table.add(seat, PLAY, made.amount)
    return choice


def settle(table: Table, seat: Seat, rules: FourCardPoker, dealer: Value) -> None:
    """One player's wagers against the dealer's hand and the posted tables."""
    hand = best_four(seat.hand)
    if seat.stake(PLAY):
        settle_against_dealer(table, seat, rules, hand, dealer)
    side_wagers.settle(table, seat, decided="showdown")
    hold_to_limit(table, seat, rules)


def settle_against_dealer(table: Table, seat: Seat, rules: FourCardPoker, hand: Value, dealer: Value) -> None:
    """Ante and play, in the order in which the file lists them, and the ante's bonus, beaten or not. The dealer always plays."""
    ante = seat.stake(ANTE)
    main = [wager for wager in table.terms.wagers if wager in (ANTE, PLAY)]
    besides = like_hands(table, hand, dealer)
    if hand == dealer:
        table.apply(rules.tie, seat, *main, case=TIE)
    elif hand < dealer:
        table.apply(rules.lower_hand, seat, *main, besides=besides)
    else:
        for wager in main:
            table.pay(seat, wager, besides=besides)
    table.bonus(seat, ANTE_BONUS, ante, hand, seat.hand)


PROCEDURE = Procedure(
    rules=FourCardPoker,
    play=play,
    settles=(ANTE, PLAY, ANTE_BONUS),
    pack=whole_decks,
    shape=shape,
    patterns=PATTERNS,
    written=RaiseScript,
    moments=("showdown",),
    says=Hands(best_four, 5),
)
