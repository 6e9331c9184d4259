"""Whole blackjack rounds at random, at the real table: what a seat is asked and what its hands net must be what the analysis counts on.

The analysis asks the table about hands one by one, with cards chosen for it. Here a round is played from its deal to its last card and
followed by what the terms say: which questions come in which order and with which words, how many cards a choice draws, when the dealer
stops, and what the box nets in the end. A table that does anything else is refused, whatever it is that it does.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from croupier.equipment.cards import Card
from croupier.errors import NotPriced, Refused
from croupier.games.blackjack import _hands as table
from croupier.games.blackjack._hands import (
    DECLINE,
    DOUBLE,
    EVEN_MONEY,
    FACE_DOWN,
    FREE_DOUBLE,
    FREE_SPLIT,
    HIT,
    INSURANCE,
    SECOND_CHANCE,
    SPLIT,
    STAND,
    SURRENDER,
)
from croupier.games.blackjack.blackjack_switch import KEEP, REVOKE, SWITCH
from croupier.odds.cells import SEAT
from croupier.odds.kernels.blackjack import VALUES
from croupier.odds.refusing import refused
from croupier.odds.shapes.shoe_asked import insurance_of
from croupier.odds.shapes.shoe_boxes import DOUBLED, DOUBLED_FREE, DOUBLED_SECOND, SECOND, Hands, later_circles
from croupier.odds.shapes.shoe_deals import Planned, Wanted, deals
from croupier.odds.shapes.shoe_ended import (
    ACE,
    LENT,
    NO,
    SEVENTEEN,
    STAKED,
    TWENTY_ONE,
    Ends,
    Held,
    is_natural,
    total_of,
    values_of,
)
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, DealerAct, Decision, Offer, Request, Wagering
from croupier.table.round import Round
from croupier.table.table import DEALER

if TYPE_CHECKING:
    from croupier.odds.shapes.shoe_terms import Terms

OFTEN: Final = {SPLIT: 0.75, FREE_SPLIT: 0.75, SURRENDER: 0.25, DOUBLE: 0.35, FREE_DOUBLE: 0.5, HIT: 0.6}
"""How often a word is said where it is open, one after the other; else the hand stands."""
SAME_AGAIN: Final = 0.35
"""How often a split hand is given another card of its value."""
TIED: Final = 0.5
"""How often the dealer is given a card that ties a hand."""
OVER: Final = 22
"""The total above 21 that some texts tell from others; the dealer comes to it often too."""
CHOICES: Final = (STAND, HIT, DOUBLE, FREE_DOUBLE, SPLIT, FREE_SPLIT, SURRENDER)


def try_rounds(game: Playable, terms: Terms, *, attack: int = 0) -> None:
    """Refuse a table at which a round goes otherwise than these terms have it; with so much laid beside the first wager."""
    chance, pack = random.Random(2), sorted(game.pack, key=str)
    ends = Ends(terms, Hands(game, attack=attack))
    for planned in deals(game, chance):
        _Followed(game, ends, chance, chance.sample(pack, len(pack)), planned).play()


class _Followed:
    """One round, its questions answered at random and held against what the terms have a hand be asked."""

    def __init__(self, game: Playable, ends: Ends, chance: random.Random, left: list[Card], planned: Planned) -> None:
        self.game, self.ends, self.chance, self.left = game, ends, chance, left
        self.terms, self.hands = ends.terms, ends.hands
        self.round = Round(game, [SEAT])
        self.wanted: dict[int | str, list[Wanted]] = {SEAT: [*planned.own], DEALER: [*planned.dealer]}
        self.said = planned.said
        self.dealt: dict[int | str, list[Card]] = {SEAT: [], DEALER: []}
        self.insured = 0
        wagers = (*game.rules.boxes, *later_circles(game))
        self.wagers = iter([acts.Wager(SEAT, wager, self.hands.unit) for wager in wagers])

    def play(self) -> None:
        """The round to its end."""
        try:
            net, staked = self._play()
        except Refused as error:
            raise self._refused(f"the table refuses what the analysis does: {error}") from None
        lines = [line for line in self.round.lines if line.seat == SEAT]
        called = self.game.spots[INSURANCE].called if INSURANCE in self.game.spots else ""
        won, lost = insurance_of(self.game) if self.insured else (Fraction(0), Fraction(0))
        earned = self.insured * (won if self._dealer_has_blackjack() else lost)
        insurance = [line for line in lines if line.wager == called]
        self._compare("insurance nets", sum(line.net for line in insurance), earned)
        mine = [line for line in lines if line.wager != called]
        self._compare("the round nets", sum(line.net for line in mine), net * self.hands.unit)
        self._compare("the round has staked", sum(line.stake for line in mine), staked * self.hands.unit)

    def _play(self) -> tuple[Fraction, Fraction]:
        """What the terms say that it nets and stakes, in units."""
        pays, rules = self.terms.pays, self.game.rules
        boxes = self._deal()
        if self._takes_even_money(boxes):
            self._run_out()
            return pays.even_money or Fraction(0), pays.staked
        rounds = 1 + self.terms.again
        if not self.terms.late and self._dealer_has_blackjack():
            self._run_out()
            net = sum((pays.both if hand.natural else pays.dealer_blackjack for hand in boxes), Fraction(0))
            return rounds * net, rounds * len(boxes) * pays.staked
        boxes = self._switch(boxes) if len(boxes) > 1 else boxes
        for first in boxes:
            for hand in first.box:  # which grows as it is split
                self._decide(hand)
        every = [hand for first in boxes for hand in first.box]
        self._run_out([hand.total for hand in every if not hand.ended])
        dealer = values_of(self.dealt[DEALER])
        settled = self.ends.box_nets(every, dealer, always=rules.dealer_draws == "always")
        if settled is None:
            raise self._refused("the dealer draws otherwise than the analysis", "dealer-hits-soft-17")
        return settled, rounds * sum(map(self.ends.staked, every), Fraction(0))

    def _dealer_has_blackjack(self) -> bool:
        return is_natural(values_of(self.dealt[DEALER][:2]))

    # From the deal to the first choice

    def _deal(self) -> list[Held]:
        """The first cards of each box, and of the dealer."""
        boxes = len(self.game.rules.boxes)
        own, dealer = self.dealt[SEAT], self.dealt[DEALER]
        while len(own) < 2 * boxes or len(dealer) < 2 - self.terms.late:
            request = self._pending()
            if not isinstance(request, CardDue):
                raise self._unforeseen(request)
            self._draw(request.to)
        self.ends.shown = values_of(dealer)[0]
        if len(own) > 2 * boxes:
            raise self._refused(f"{len(own)} cards are dealt")
        found = []
        for number in range(boxes):
            box: list[Held] = []
            box.append(Held(box, *own[number::boxes]))
            found.append(box[0])
        return found

    def _takes_even_money(self, boxes: Sequence[Held]) -> bool:
        """Against an ace: even money for a blackjack where there is such a thing, and insurance, taken or not."""
        if self.ends.shown != ACE:
            return False
        natural = boxes[0].natural
        if natural and self.terms.pays.even_money is not None and self._say(EVEN_MONEY, DECLINE) == EVEN_MONEY:
            return True
        request = self._pending()
        if isinstance(request, Offer) and request.called == INSURANCE:
            self.insured = self.chance.choice((0, request.maximum))
            self.round.answer(acts.Wager(SEAT, request.spot, self.insured))
        elif not natural and INSURANCE in self.game.spots:
            raise self._refused("no insurance is offered against an ace", INSURANCE)
        return False

    def _switch(self, boxes: list[Held]) -> list[Held]:
        """The second cards of two boxes change places, or do not."""
        if self._say(SWITCH, KEEP) == KEEP or self._say(REVOKE, KEEP) == REVOKE:
            return boxes
        one, two = boxes
        one.cards[1], two.cards[1] = two.cards[1], one.cards[1]
        one.switched = two.switched = True
        return boxes

    # A hand's turn

    def _decide(self, hand: Held) -> None:
        """One hand until it stands, breaks or has its last card."""
        if hand.natural:
            if self.game.rules.blackjack_may_draw:
                self._say(STAND, only=False)
            return
        while True:
            if len(hand.cards) == 1:
                same = self.chance.random() < SAME_AGAIN
                self._draw_to(hand, hand.values[0] if same else None)
            may = self.ends.may(hand) if hand.total < TWENTY_ONE else None
            word = STAND if may is None else self._choose(may, hand)
            if word == STAND:
                return
            if word == HIT:
                self._draw_to(hand)
                self._may_be_saved(hand, SECOND)
            elif word in (SPLIT, FREE_SPLIT):
                hand.box.insert(hand.box.index(hand) + 1, Held(hand.box, hand.cards.pop()))
            elif word == SURRENDER:
                hand.given_up = True
                return
            else:
                self._double(hand, word)
                return
            if hand.total > TWENTY_ONE or hand.stand:
                return

    def _choose(self, may: tuple[bool, int, int, bool], hand: Held) -> str:
        """What a hand does of what it may."""
        request = self._pending()
        if not isinstance(request, Decision):
            raise self._unforeseen(request)
        plain = {word.removesuffix(FACE_DOWN) for word in request.choices}
        doubles = LENT if FREE_DOUBLE in plain else STAKED if DOUBLE in plain else NO
        splits = LENT if FREE_SPLIT in plain else STAKED if SPLIT in plain else NO
        if (HIT in plain, doubles, splits, SURRENDER in plain) != may or STAND not in plain or not plain <= {*CHOICES}:
            why = f"{_shown(hand.cards)} against {self.dealt[DEALER][0]} may {' or '.join(request.choices)}"
            raise self._refused(f"{why}: other than hands of its kind, and not priced", clause=request.clause)
        word = next((word for word in self.said if word in plain and hand.total < SEVENTEEN), STAND)
        for one, often in OFTEN.items() if not self.said else ():
            if one in plain and self.chance.random() < often:
                word = self.chance.choice([choice for choice in request.choices if choice.removesuffix(FACE_DOWN) == one])
                break
        self.round.answer(acts.Choice(SEAT, word))
        return word

    def _double(self, hand: Held, word: str) -> None:
        """One more card; what is asked of the doubled hand then."""
        plain = word.removesuffix(FACE_DOWN)
        if plain == DOUBLE and self.hands.amount:
            request = self._pending()
            if not isinstance(request, Offer) or request.called != DOUBLE or str(request.maximum) != self.hands.amount[0]:
                raise self._unforeseen(request)
            self.round.answer(acts.Wager(SEAT, request.spot, request.maximum))
        hand.stand = DOUBLED if plain == DOUBLE else DOUBLED_FREE
        hand.hidden = word.endswith(FACE_DOWN) or self.game.rules.double_card == "down"
        self._draw_to(hand)
        if self._may_be_saved(hand, DOUBLED_SECOND) or hand.total > TWENTY_ONE:
            return
        if self.hands.rescues and not word.endswith(FACE_DOWN):
            hand.given_up = self._say(table.RESCUE, DECLINE) == table.RESCUE
        elif self.hands.gives_up and hand.total < TWENTY_ONE:
            hand.given_up = self._say(SURRENDER, DECLINE) == SURRENDER

    def _may_be_saved(self, hand: Held, stand: int) -> bool:
        """Above 21 one more card may be taken off the total, where the rules have that."""
        if not self.terms.saves or hand.total <= TWENTY_ONE or self._say(SECOND_CHANCE, DECLINE) == DECLINE:
            return False
        self._draw(SEAT, self.chance.choice((ACE, *range(VALUES))))
        hand.stand, hand.off = stand, 1 + values_of(self.dealt[SEAT][-1:])[0]
        return True

    # The table

    def _pending(self) -> Request | None:
        """What it waits for, once all has been done that decides nothing."""
        while (request := self.round.pending) is not None:
            if isinstance(request, Wagering):
                self.round.answer(next(self.wagers, None) or acts.NoMoreBets())
            elif isinstance(request, DealerAct):
                self.round.answer(acts.Done(request.act))
            elif isinstance(request, CardDue) and request.to not in self.dealt:
                self.round.answer(acts.Dealt(self.left.pop()))
            elif isinstance(request, Offer) and request.called == table.DOUBLE_ATTACK:
                self.round.answer(acts.Wager(SEAT, request.spot, self.hands.staked - self.hands.unit))
            else:
                return request
        return None

    def _draw(self, to: int | str, wanted: Wanted = None) -> Card:
        """A card that is due there."""
        request = self._pending()
        if not isinstance(request, CardDue) or request.to != to:
            raise self._unforeseen(request)
        planned = self.wanted[to].pop(0) if self.wanted[to] else wanted
        place = -1
        if planned is not None:
            place = next((n for n, card in enumerate(self.left) if planned in (card, *values_of([card]))), -1)
        self.dealt[to].append(card := self.left.pop(place))
        self.round.answer(acts.Dealt(card))
        return card

    def _draw_to(self, hand: Held, wanted: int | None = None) -> None:
        hand.cards.append(self._draw(SEAT, wanted))

    def _say(self, *words: str, only: bool = True) -> str:
        """One of these words, to a question that has them; and no others."""
        request = self._pending()
        if not isinstance(request, Decision) or not {*words} <= {*request.choices} or (only and {*request.choices} > {*words}):
            raise self._unforeseen(request)
        self.round.answer(acts.Choice(SEAT, word := self.chance.choice(words)))
        return word

    def _run_out(self, totals: Sequence[int] = ()) -> None:
        """The dealer's cards, which often come to a total that a hand has; nobody is asked anything any more."""
        while (request := self._pending()) is not None:
            if not isinstance(request, CardDue) or request.to != DEALER:
                raise self._unforeseen(request)
            lies = total_of(values_of(self.round.table.dealer))
            ties = [total - lies - 1 for total in (*totals, OVER) if 0 < total - lies <= VALUES and total >= SEVENTEEN]
            self._draw(DEALER, self.chance.choice(ties) if ties and self.chance.random() < TIED else None)

    # What is refused

    def _compare(self, what: str, found: int, expected: Fraction) -> None:
        if found != expected:
            raise self._refused(f"{what} {found}, its hands one by one {expected}")

    def _unforeseen(self, request: Request | None) -> NotPriced:
        waits = "does not ask what the analysis answers" if request is None else f"waits for {request.describe()}"
        return self._refused(
            f"the table {waits}, and the analysis knows no such question", clause=getattr(request, "clause", None)
        )

    def _refused(self, why: str, *rests_on: str, clause: str | None = None) -> NotPriced:
        said = [act.choice for act in self.round.log if isinstance(act, acts.Choice)]
        told = f"{_shown(self.dealt[SEAT])} against {_shown(self.dealt[DEALER])}{': ' * bool(said)}{', '.join(said)}"
        return refused(self.game, f"{why} ({told})", *rests_on, self.hands.opens, clause=clause)


def _shown(held: Sequence[Card]) -> str:
    return " ".join(map(str, held))
