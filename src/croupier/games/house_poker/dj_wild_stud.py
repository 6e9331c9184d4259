"""DJ Wild Stud: five cards against the dealer's, deuces and joker wild; equal ante and blind, then play or fold."""

from __future__ import annotations

from typing import Literal

from croupier.games import side_wagers
from croupier.games.house_poker._contest import TIE
from croupier.games.house_poker._deciding import bet_or, deciding
from croupier.games.house_poker._saying import Hands
from croupier.games.limits import LimitedPayouts, hold_to_limit
from croupier.games.procedure import Procedure, decks_with_jokers
from croupier.hands import wild
from croupier.hands.poker import Value
from croupier.hands.wild import five_with_wilds, made_naturally
from croupier.rules.payouts import Kind
from croupier.rules.terms import Outcome, Rule
from croupier.table.playable import Shape
from croupier.table.table import Seat, Table

ANTE, PLAY, BLIND, TRIPS, TWO_WAY_BAD_BEAT = "ante", "play", "blind", "trips", "two-way-bad-beat"
NATURAL, WILD = "natural", "wild"
FOLD = "fold"
SHAPE = Shape(hand=5, dealer=5)
PATTERNS = {**wild.PATTERNS, "others": lambda value, cards: True}


class DjWildStud(LimitedPayouts):
    """What the procedure asks of a rulebook."""

    jokers: Literal[1]
    wild_cards: Literal["joker-always-deuces-at-will"]
    play_or_fold: Rule[object]
    fold_forfeits: Rule[tuple[str, ...]]
    tie: Rule[Outcome]
    lower_hand: Rule[Outcome]
    natural_column: Literal["faces-make-the-hand", "no-wild-card"]
    trips: bool
    two_way_bad_beat: bool
    bad_beat_tie: Rule[Literal["paid-by-the-equal-hand", "lose"]]


async def play(table: Table, rules: DjWildStud) -> None:
    await table.shuffle()
    await table.take_wagers()
    await table.deal()
    for seat in deciding(table, ANTE):
        await play_or_fold(table, seat, rules)
    await table.reveal()
    dealer = five_with_wilds(table.dealer)
    for seat in table.from_dealers_right():
        await side_wagers.check_wins(table, seat, decided="showdown")
        settle(table, seat, rules, dealer)


async def play_or_fold(table: Table, seat: Seat, rules: DjWildStud) -> None:
    """A play wager of the one size there is, or the loss of what the text says a fold forfeits; the rest stays in action."""
    (times,) = table.terms.wagers[PLAY].times
    sizes = {PLAY: times * seat.stake(ANTE)}
    await bet_or(table, seat, PLAY, sizes, because=rules.play_or_fold, forfeits=rules.fold_forfeits)


def settle(table: Table, seat: Seat, rules: DjWildStud, dealer: Value) -> None:
    """One player's wagers: against the dealer, by the hand alone, and on both hands together."""
    hand = five_with_wilds(seat.hand)
    if seat.stake(PLAY):
        settle_against_dealer(table, seat, rules, hand, dealer)
    settle_trips(table, seat, rules, hand)
    if seat.stake(TWO_WAY_BAD_BEAT):
        settle_bad_beat(table, seat, rules, hand, dealer)
    side_wagers.settle(table, seat, decided="showdown")
    hold_to_limit(table, seat, rules)


def settle_trips(table: Table, seat: Seat, rules: DjWildStud, hand: Value) -> None:
    """By the hand alone, in the column for hands made naturally or in the other."""
    wilds = any(card.rank in wild.DEUCES_AND_JOKER for card in seat.hand)
    natural = made_naturally(seat.hand) if rules.natural_column == "faces-make-the-hand" else not wilds
    case = "natural-with-deuces" if natural and wilds else ""
    table.settle_by_hand(seat, TRIPS, hand, seat.hand, column=NATURAL if natural else WILD, case=case)


def settle_bad_beat(table: Table, seat: Seat, rules: DjWildStud, hand: Value, dealer: Value) -> None:
    """The lower of the two hands is the one beaten; below three of a kind it has no row and the wager loses."""
    tied = hand == dealer and table.row_for(TWO_WAY_BAD_BEAT, hand, seat.hand) is not None
    if tied and rules.bad_beat_tie.value == "lose":
        table.collect(seat, TWO_WAY_BAD_BEAT, case=TIE, because=rules.bad_beat_tie)
    else:
        table.settle_by_hand(seat, TWO_WAY_BAD_BEAT, min(hand, dealer), seat.hand, case=TIE if tied else "")


def settle_against_dealer(table: Table, seat: Seat, rules: DjWildStud, hand: Value, dealer: Value) -> None:
    """Ante, play and blind: there is no hand with which the dealer does not qualify."""
    if hand == dealer:
        table.apply(rules.tie, seat, ANTE, PLAY, BLIND, case=TIE)
    elif hand < dealer:
        table.apply(rules.lower_hand, seat, ANTE, PLAY, BLIND)
    else:
        table.pay(seat, ANTE)
        table.pay(seat, PLAY)
        found = table.row_for(BLIND, hand, seat.hand)
        assert found is not None  # the last row of the blind's table takes every hand
        row, payout = found
        table.pay(seat, BLIND, row, outcome=None if payout.kind is Kind.PUSH else row)


PROCEDURE = Procedure(
    rules=DjWildStud,
    play=play,
    settles=(ANTE, PLAY, BLIND, TRIPS, TWO_WAY_BAD_BEAT),
    pack=decks_with_jokers,
    shape=SHAPE,
    patterns=PATTERNS,
    moments=("showdown",),
    says=Hands(five_with_wilds, 5),
)
