"""What the blackjack games share once the cards are dealt: a hand and its questions, the dealer's play, settlement.

A procedure strings these steps together; where two rulebooks differ, the step asks a question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from croupier.equipment.cards import ACE
from croupier.games import side_wagers
from croupier.games.questions import CardQuestions
from croupier.hands.blackjack import is_blackjack, is_pair, points, two_card, value
from croupier.hands.poker import Value
from croupier.rules.model import Decided
from croupier.rules.terms import Outcome, Rule
from croupier.table.citing import cite
from croupier.table.playable import Shape
from croupier.table.table import DEALER, Pile, Seat, Table

BLACKJACK, DOUBLE_ATTACK, INSURANCE, WIN = "blackjack", "double-attack", "insurance", "win"
MOMENTS: tuple[Decided, ...] = ("after-the-deal", "after-the-check", "showdown")
SEEN_BY: Mapping[Decided, Shape] = {"after-the-deal": Shape(hand=2, dealer=1), "after-the-check": Shape(hand=2, dealer=2)}
"""The hole card is looked at by the dealer and turned in the end."""
DOUBLE_DOWN, SPLIT, FREE_DOUBLE, FREE_SPLIT = "double-down", "split", "free-double", "free-split"
STAND, HIT, DOUBLE, SURRENDER, RESCUE = "stand", "hit", "double", "surrender", "rescue"
EVEN_MONEY, DECLINE, SECOND_CHANCE = "even-money", "decline", "second-chance"
FACE_DOWN = "-face-down"
OVER_21, DEALER_OVER_21, HIGHER, EQUAL, LOWER, DEALER_22 = "over-21", "dealer-over-21", "higher", "equal", "lower", "dealer-22"
"""How a hand stands against the dealer's: the cases for which a file names the paragraph that decides."""
SAVED, SAVED_21, OVER_21_AGAIN, TWENTY_ONE = "saved", "saved-21", "over-21-again", "twenty-one"
"""A hand above 21 that one card taken off its total brought back, or did not; and a 21 that is paid before the dealer plays."""
DEALER_BLACKJACK, BOTH_BLACKJACKS, LATE, LATE_CAP = "dealer-blackjack", "both-blackjacks", "found-late", "cap-found-late"
AGAINST_A_BLACKJACK = "against-a-blackjack"
"""A hand that the dealer's blackjack takes once the hole card has been checked."""
GIVEN_UP_AFTER_THE_CHECK, GIVEN_UP_AGAINST_A_BLACKJACK = "surrender-after-the-check", "surrender-against-a-blackjack"
"""A hand given up under an ace or a ten; where its wager lies there until the hole card is turned, also to an overlooked blackjack."""


@dataclass(slots=True, eq=False)
class Hand:
    """One hand of a box: its cards, the stake it plays for and the box it belongs to, which grows as pairs are split.

    A free bet is a lammer: a stake of nothing that plays for `original`, the box's own wager.
    """

    seat: Seat
    cards: Pile
    wager: str
    original: int
    box: list[Hand]
    attack: str | None = None
    """A second wager that was laid beside the first once the dealer's card was seen."""
    double: str | None = None
    face_down: bool = False
    card_owed: bool = False
    given_up: bool = False
    second_chance: str | None = None
    """The stake on one more card that is taken off a total above 21."""
    sideways: bool = False
    """That card lies there, the last of the hand's."""
    boxes: list[list[Hand]] = field(default_factory=list)
    """All of the player's boxes, where there are several."""
    switched: bool = False
    """Has its second card come from the player's other box?"""
    circle: str = ""
    """How the names of its stakes end, where several wagers are played with one hand."""
    beside: list[Hand] = field(default_factory=list)
    """The same cards as they stand for those other wagers, and for others who wagered on the box: what is decided holds for all."""

    @property
    def circles(self) -> list[Hand]:
        return [self, *self.beside]

    @property
    def own_circles(self) -> list[Hand]:
        """Those of the player who decides."""
        return [one for one in self.circles if one.seat is self.seat]

    @property
    def stands(self) -> bool:
        """Is its wager still on the layout, given up or not?"""
        return self.wager in self.seat.stakes

    @property
    def wagers(self) -> list[str]:
        return [wager for wager in (self.wager, self.attack, self.double, self.second_chance) if wager is not None]

    @property
    def total(self) -> int:
        if self.sideways:
            return points(self.cards[:-1]).total - self.cards[-1].face_value
        return points(self.cards).total

    @property
    def of_player(self) -> list[Hand]:
        """The hands of all the player's boxes, in the order they are played."""
        return [hand for box in self.boxes for hand in box] if self.boxes else self.box

    @property
    def place(self) -> int | None:
        """Which of the player's hands it is, counted from 1, once there are several."""
        return self.of_player.index(self) + 1 if len(self.of_player) > 1 else None

    @property
    def live(self) -> bool:
        return self.wager in self.seat.stakes and not self.given_up

    @property
    def natural(self) -> bool:
        """A blackjack is made by the two cards dealt first, never by a split or a switch."""
        return len(self.box) == 1 and is_blackjack(self.cards) and not self.switched

    @property
    def split_21(self) -> bool:
        """An ace and a ten that came together after a split: 21, and no blackjack."""
        return len(self.box) > 1 and is_blackjack(self.cards)

    @property
    def of_split_aces(self) -> bool:
        return len(self.box) > 1 and self.cards[0].rank == ACE


class BlackjackQuestions(CardQuestions):
    """What every blackjack procedure asks of a rulebook."""

    boxes: ClassVar[tuple[str, ...]] = (BLACKJACK,)
    """The wagers with which a player's boxes are opened."""
    blackjack_pays: Rule[Literal["3:2", "6:5", "2:1", "1:1"]]
    blackjacks_paid: Literal["before-insurance", "before-the-boxes", "in-turn", "with-the-hands"]
    blackjack_may_draw: bool
    """May a blackjack be played on as any other hand?"""
    both_blackjacks: Rule[Outcome]
    dealer_blackjack: Rule[Literal["beats-any-other-21"]]
    blackjack_found_late: Rule[Literal["original-wager-only", "everything-staked"]]
    insurance: Rule[Literal["half-or-next-chip", "half"]]
    insurance_for: Literal["all", "all-but-blackjacks"]
    even_money: Rule[bool]
    surrender: Rule[Literal["none", "first-decision", "first-decision-waiting", "until-standing"]]
    decisions: Rule[object]
    double_on: Literal[
        "any-number-of-cards", "any-two-cards", "all-but-free-doubles", "hard-nine-to-eleven", "hard-ten-or-eleven"
    ]
    double_amount: Rule[Literal["up-to-wager", "equal"]]
    double_after_split: bool
    double_card: Literal["up", "down", "up-or-down"]
    rescue: Rule[Literal["never", "dealt-from-the-hand"]]
    split_on: Literal["equal-value", "equal-rank"]
    most_hands: int
    split_aces: Literal["one-card", "as-others"]
    resplit_aces: bool
    over_21: Rule[Outcome]
    dealer_hits_soft_17: bool
    dealer_draws: Literal["if-it-matters", "always"]
    dealer_22: Rule[Literal["bust", "push"]]
    equal_totals: Rule[Outcome]
    lower_total: Rule[Outcome]

    @property
    def after_a_bust(self) -> Rule[object] | None:
        """What may still save a hand above 21, where a text has something."""
        return None

    @property
    def pays_21_at_once(self) -> bool:
        """Is a 21 over before the dealer plays?"""
        return False

    def may_split(self, hand: Hand) -> bool:
        """A pair, while the box holds fewer hands than the most; aces again only where the text lets them."""
        if hand.of_split_aces and not self.resplit_aces:
            return False
        return is_pair(hand.cards, same_rank=self.split_on == "equal-rank") and len(hand.box) < self.most_hands

    def may_split_free(self, hand: Hand) -> bool:
        return False

    def may_double(self, hand: Hand) -> bool:
        """The first two cards or more, of a split hand only where the text lets it, with a total the text lets double."""
        total, soft = points(hand.cards)
        if (len(hand.cards) != 2 and self.double_on != "any-number-of-cards") or (
            len(hand.box) > 1 and not self.double_after_split
        ):
            return False
        if self.double_on == "all-but-free-doubles":
            return not self.may_double_free(hand)
        least = {"any-number-of-cards": 0, "any-two-cards": 0, "hard-nine-to-eleven": 9, "hard-ten-or-eleven": 10}[
            self.double_on
        ]
        return not least or (not soft and least <= total <= 11)

    def may_double_free(self, hand: Hand) -> bool:
        return False

    def may_rescue(self, hand: Hand) -> bool:
        """A double that the player has seen and that is not above 21."""
        return self.rescue.value == "dealt-from-the-hand" and self.dealing == "hand" and hand.live and not hand.face_down

    def may_surrender(self, hand: Hand) -> bool:
        """The first two cards, or where the text lets it any hand below 21 that has not stood, doubled and split ones too."""
        if self.surrender.value == "until-standing":
            return hand.live and hand.total < 21 and hand.second_chance is None
        return self.surrender.value != "none" and len(hand.box) == 1 and len(hand.cards) == 2

    def choices(self, hand: Hand) -> list[str]:
        """What may be done with a hand now; nothing at 21, after a bust or a double, or on a split ace that has its card."""
        if not hand.live or hand.double is not None or hand.second_chance is not None:
            return []
        if hand.total >= 21 and not (hand.natural and self.blackjack_may_draw):
            return []
        splits = [SPLIT] * self.may_split(hand) + [FREE_SPLIT] * self.may_split_free(hand)
        given_up = [SURRENDER] * self.may_surrender(hand)
        if hand.of_split_aces and self.split_aces == "one-card":
            return [STAND, *splits, *given_up] if splits or given_up else []
        doubles = [DOUBLE] * self.may_double(hand) + [FREE_DOUBLE] * self.may_double_free(hand)
        if self.double_card == "up-or-down":
            doubles += [word + FACE_DOWN for word in doubles]
        return [STAND, HIT, *doubles, *splits, *given_up]


# Naturals, and what lies open


def dealt_face_up(table: Table) -> bool:
    """Do the players' cards lie open, so that what they decide is settled for all at once? Else as the dealer comes to each box."""
    steps = (*table.dealing.opening, *table.dealing.street)
    return any(step.face == "up" for step in steps if "players" in step.to)


def row_of_two(table: Table, seat: Seat) -> str:
    """The row that pays a blackjack: the house may have posted one of its own for certain cards."""
    found = table.row_for(BLACKJACK, two_card(seat.hand), seat.hand)
    return BLACKJACK if found is None else found[0]


def pay_blackjack(table: Table, box: Seat) -> None:
    """A blackjack that the dealer cannot equal is paid to all who wagered on it; one that the dealer overlooked decides in the end."""
    if box.splits or not is_blackjack(box.hand) or is_blackjack(table.dealer):
        return
    case = "blackjack-after-the-check" if value(table.dealer[0]) >= 10 else "blackjack-at-once"
    for seat in [seat for seat in reversed(box.bettors) if seat.stake(BLACKJACK)]:
        table.pay(seat, BLACKJACK, row_of_two(table, box), outcome=BLACKJACK, case=case)
        if seat.stake(DOUBLE_ATTACK):
            table.pay(seat, DOUBLE_ATTACK, outcome=BLACKJACK, case=case)
        leave(table, seat, box.hand)


def give_half_back(table: Table, rules: BlackjackQuestions, hand: Hand, *, case: str) -> None:
    """Half of what is staked on a hand is taken; of an odd cent the house keeps the larger half."""
    for wager in hand.wagers:
        clause, reading = cite(table.ground(wager, case, rules.surrender))
        table.settle(hand.seat, wager, SURRENDER, returned=hand.seat.stakes[wager] // 2, clause=clause, reading=reading)


# The dealer's hand and settlement


async def play_dealer(table: Table, rules: BlackjackQuestions, *, it_matters: bool) -> None:
    """The hole card is turned; cards are drawn to seventeen, unless nothing on the table depends on them.

    A side wager may want the third card even where no hand is left to play against.
    """
    await table.reveal()
    to_the_end = it_matters or rules.dealer_draws == "always"
    awaited = side_wagers.dealers_cards_awaited(table)
    while not dealer_stands(table, rules) and (to_the_end or len(table.dealer) < awaited):
        if await table.deal_card(DEALER, up=True, moment="draw") is None:
            return
    if len(table.dealer) > 2:  # a card too many comes to light before anything is settled
        await table.announce()


def dealer_stands(table: Table, rules: BlackjackQuestions) -> bool:
    """Does the dealer's count allow no further card?"""
    total, soft = points(table.dealer)
    return total > 17 or (total == 17 and not (soft and rules.dealer_hits_soft_17))


def settle_hands(table: Table, rules: BlackjackQuestions, hands: list[Hand]) -> None:
    """Every hand still on the table against the dealer's, from the dealer's right."""
    for hand in reversed(hands):
        settle_against_dealer(table, rules, hand)


def settle_against_dealer(table: Table, rules: BlackjackQuestions, hand: Hand) -> None:
    """One hand that was given up and waited, or is still on the table."""
    if hand.given_up:
        settle_given_up(table, rules, hand)
    if not hand.live:
        return
    hand.cards.turn_up()
    total, dealer = hand.total, points(table.dealer).total
    if is_blackjack(table.dealer):
        settle_late(table, rules, hand)
    elif total > 21:
        settle_hand(table, hand, rules.over_21, case=OVER_21_AGAIN if hand.sideways else OVER_21)
    elif dealer == 22 and rules.dealer_22.value == "push":
        push_hand(table, hand, case=DEALER_22, because=rules.dealer_22)
    elif dealer > 21 or total > dealer:
        pay_hand(table, hand, case=DEALER_OVER_21 if dealer > 21 else HIGHER)
    elif total == dealer:
        settle_hand(table, hand, rules.equal_totals, case=EQUAL)
    else:
        settle_hand(table, hand, rules.lower_total, case=LOWER)


def settle_given_up(table: Table, rules: BlackjackQuestions, hand: Hand) -> None:
    """A wager that waited for the hole card: a blackjack takes all of it."""
    if is_blackjack(table.dealer):
        table.collect(hand.seat, hand.wager, case=GIVEN_UP_AGAINST_A_BLACKJACK, because=rules.surrender)
    else:
        give_half_back(table, rules, hand, case=GIVEN_UP_AFTER_THE_CHECK)


def settle_late(table: Table, rules: BlackjackQuestions, hand: Hand) -> None:
    """A blackjack that nobody saw in time takes the wager made before the deal, and what was added since or not."""
    seat, late, first = hand.seat, rules.blackjack_found_late, hand.box[0].wager
    if hand.natural:
        table.apply(rules.both_blackjacks, seat, *hand.wagers, case=BOTH_BLACKJACKS)
    elif late.value == "everything-staked":
        total = points(hand.cards).total
        case = OVER_21 if total > 21 else DEALER_BLACKJACK if total == 21 else LOWER
        collect_hand(table, hand, case=case, because=late)
        return
    elif hand.wager == first:
        total = hand.total
        if total == 21:
            decided = table.ground(first, DEALER_BLACKJACK, rules.dealer_blackjack)
        else:
            decided = (
                table.ground(first, OVER_21, rules.over_21) if total > 21 else table.ground(first, LOWER, rules.lower_total)
            )
        added = seat.stakes[first] - seat.placed[first]
        clause, reading = cite(late, decided, table.ground(first, LATE_CAP, late) if added else None)
        table.settle(seat, first, "lose", returned=added, clause=clause, reading=reading)
    for wager in hand.wagers:
        table.push(seat, wager, case=LATE, because=late)


def settle_hand(table: Table, hand: Hand, rule: Rule[Outcome], *, case: str) -> None:
    """What a rule says becomes of a hand, done to all its stakes."""
    match rule.value:
        case "win":
            pay_hand(table, hand, case=case)
        case "push":
            push_hand(table, hand, case=case, because=rule)
        case "lose":
            collect_hand(table, hand, case=case, because=rule)


def pay_hand(table: Table, hand: Hand, *, case: str) -> None:
    """A winning hand is paid on its stakes, or on its second chance alone; a lammer is replaced by the box's own wager."""
    case, row = of_split(hand, case), row_of(table, hand)
    for wager in hand.wagers:
        if hand.second_chance not in (None, wager):
            table.push(hand.seat, wager, case=case if case == SAVED_21 else SAVED)
        elif hand.seat.stake(wager):
            table.pay(hand.seat, wager, row, case=case)
        else:
            spot = table.spot(wager).wager
            posted, won = table.terms.chosen[spot.id], table.terms.chosen[spot.id].rows["win"].won(hand.original)
            clause, reading = cite(spot.outcomes.get(case), posted.ground("win"))
            table.settle(hand.seat, wager, "win", won=won, clause=clause, reading=reading)


def row_of(table: Table, hand: Hand) -> str:
    """The row by which a winning hand is paid: the first that its cards earn, of those that all its stakes are paid by, else even."""
    if hand.split_21:
        return WIN
    posted = [table.terms.chosen[table.spot(wager).wager.id].rows for wager in hand.wagers]
    value = Value(0, (), "")
    for row, test, _ in table.playable.tables[table.spot(hand.box[0].wager).wager.id]:
        if row not in (BLACKJACK, EVEN_MONEY) and all(row in rows for rows in posted) and test(value, hand.cards):
            return row
    return WIN


def push_hand(table: Table, hand: Hand, *, case: str, because: Rule[object]) -> None:
    for wager in hand.wagers:
        table.push(hand.seat, wager, case=of_split(hand, case), because=because)


def of_split(hand: Hand, case: str) -> str:
    """The case as the file names it of a split hand that counts 21 with two cards, which no text calls a blackjack."""
    return f"split-21-{case}" if hand.split_21 else case


def collect_hand(table: Table, hand: Hand, *, case: str, because: Rule[object]) -> None:
    """A losing hand's stakes and lammers are taken and its cards discarded."""
    for wager in hand.wagers:
        table.collect(hand.seat, wager, case=case, because=because)
    leave(table, hand.seat, hand.cards)


def leave(table: Table, seat: Seat, cards: Pile) -> None:
    """A hand is over before the dealer plays: its cards go to the discard rack, and the seat with them if it has no other.

    The cards of a box that others wagered on are its own player's, and lie there as long as somebody plays with them.
    """
    if seat.follows is None and not any(other.stakes for other in seat.followers):
        table.discards += cards
    seat.in_play = bool(seat.stakes)
