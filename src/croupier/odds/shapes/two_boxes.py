"""Two boxes a player, whose second cards may change places: the best sum of two hands from the shoe without the cards of both.

The strategy class: a hand is played by its own cards, the dealer's and the first two of the player's other hand (composition-dependent),
and the switch is the one that nets more on average. Cards that are drawn to the other hand are not looked at, so what two hands net
adds up: cards that nobody looked at are as good as still in the shoe. Sums are in double precision.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from croupier.games.blackjack._hands import BLACKJACK, DECLINE, DOUBLE_DOWN, INSURANCE, SPLIT, STAND
from croupier.games.blackjack.blackjack_switch import BOXES, KEEP, REVOKE, SWITCH
from croupier.hands.blackjack import is_blackjack
from croupier.odds.advice import Advice, Chart, Question, Sight, amounts_of, left_apart, weigh
from croupier.odds.analyze import tables_of
from croupier.odds.kernels.blackjack import VALUES, hands
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, ladder_of, price_looks
from croupier.odds.posted import with_posted
from croupier.odds.price import DOUBLE_PRECISION, Price, gathered
from croupier.odds.remembered import remembered
from croupier.odds.shapes import FaceUp, Shape
from croupier.odds.shapes.shoe_boxes import SINGLE, refuse_boxes_apart
from croupier.odds.shapes.shoe_plan import SCALE, Plan, plan_of, solve_for
from croupier.odds.shapes.shoe_terms import ACES, TENS, Terms, choices_of, readings_of, shoe_of, terms_of, value_of
from croupier.odds.work import in_parts
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Offer

if TYPE_CHECKING:
    from croupier.equipment.cards import Card
    from croupier.odds.simulation import Simulation
    from croupier.table.drivers import Strategy
    from croupier.table.round import Round

OPTIMAL = (
    "optimal (by the cards of the hand and the first two of the player's other; a split hand is played as without a split)"
)
NOTE = "the mean of two hands, per unit of one; cards drawn to the other hand are not looked at; never insured; weights in parts of 10^18"
Ends = dict[tuple[str, Fraction, Fraction], float]
"""How often a hand ends so: a name, its net and its stake, in units."""
PAIRS = [(a, b) for a in range(VALUES) for b in range(a, VALUES)]
"""Two cards by their values."""
NATURAL = PAIRS.index((ACES, TENS))


def _numbers() -> Array:
    """By two values the number of the pair."""
    found: Array = np.zeros((VALUES, VALUES), np.int64)
    for number, (a, b) in enumerate(PAIRS):
        found[a, b] = found[b, a] = number
    return found


def without(terms: Terms, pair: tuple[int, int]) -> Terms:
    """The rules with a shoe that two cards have left."""
    shoe = list(terms.shoe)
    for value in pair:
        shoe[value] -= 1
    return replace(terms, shoe=tuple(shoe))


def values_of(plan: Plan) -> tuple[Array, Array]:
    """By dealer's card and pair what a hand nets once the dealer has no blackjack, as it was dealt; and an ace with a ten as any 21."""
    nets = {*plan.terms.pays.blackjack}
    assert len(nets) == 1, "a blackjack nets the same against every total"
    found: Array = np.zeros((VALUES, len(PAIRS)))
    for shown in range(VALUES):
        for number, (a, b) in enumerate(PAIRS):
            found[shown, number] = plan.best(shown, hands().place(a, b), a if a == b else None)
    place = hands().place(ACES, TENS)
    switched, found[:, NATURAL] = plan.worth[:, 0, place, SINGLE].copy(), float(nets.pop()) * plan.left[:, place]
    return found, switched


@dataclass(frozen=True)
class Boxes:
    """Every deal of two hands: what each nets beside the other, whether to switch, and how a hand then ends."""

    worth: Array
    """Other pair, dealer's card, pair."""
    switched: Array
    """Other pair, dealer's card: an ace and a ten that came together by a switch."""
    ends: Ends

    def sums(self, first: tuple[int, int], second: tuple[int, int], shown: int) -> tuple[float, float]:
        """What two hands net together as they were dealt, and switched, in the event of no blackjack under the dealer's card."""
        numbers = _numbers()
        kept = [numbers[first], numbers[second]]
        changed = [numbers[first[0], second[1]], numbers[second[0], first[1]]]
        return self._sum(kept, shown, switched=False), self._sum(changed, shown, switched=True)

    def _sum(self, pairs: list[int], shown: int, *, switched: bool) -> float:
        one, two = pairs
        both = ((one, two), (two, one))
        return sum(
            float(self.switched[other, shown] if switched and own == NATURAL else self.worth[other, shown, own])
            for own, other in both
        )


@remembered
def boxes_of(game: Playable, stake: int | None = None) -> Boxes:
    """The game solved from its whole shoe."""
    terms = terms_of(game, stake=stake)
    plans = [without(terms, pair) for pair in PAIRS]
    worth: Array = np.zeros((len(PAIRS), VALUES, len(PAIRS)))
    switched: Array = np.zeros((len(PAIRS), VALUES))

    def weigh_beside(first: int, last: int) -> None:
        for other in range(first, last):
            worth[other], switched[other] = values_of(solve_for(plans[other], None))

    in_parts(len(PAIRS), weigh_beside)
    ends: Ends = {}
    chance, kept = switches(terms, worth, switched)
    _add_blackjacks(terms, chance, ends)
    as_dealt, changed = _shares(chance, kept)

    def end_beside(first: int, last: int) -> list[Ends]:
        found: list[Ends] = []
        for other in range(first, last):
            once = as_dealt[other] + changed[other]
            once[:, NATURAL] = as_dealt[other][:, NATURAL]
            found.append(solve_for(plans[other], _share(plans[other], once), checked=True).ends)
            alone = np.zeros_like(once)
            alone[:, NATURAL] = changed[other][:, NATURAL]
            if alone.any():
                found.append(solve_for(plans[other], _share(plans[other], alone), checked=True, naturals=False).ends)
        return found

    for part in in_parts(len(PAIRS), end_beside):
        for found in part:
            for key, often in found.items():
                ends[key] = ends.get(key, 0.0) + often
    return Boxes(worth, switched, ends)


def from_whole_shoe(plan: Plan) -> Boxes:
    """Two hands as a plan has each of them alone, whatever the other holds. One switch in three hundred deals is then another than the
    best, which costs less than a thousandth of a percent: a strategy that is found in a moment, and a kernel can play.
    """
    worth, switched = values_of(plan)
    beside: Array = np.broadcast_to(worth, (len(PAIRS), *worth.shape))
    return Boxes(beside, np.broadcast_to(switched, (len(PAIRS), *switched.shape)), {})


def switches(terms: Terms, worth: Array, switched: Array) -> tuple[Array, Array]:
    """By dealer's card and the four cards in the order they are dealt: the chance of them, and whether they are kept."""
    counts: Array = np.array(terms.shoe, np.float64)
    dealt = np.indices((VALUES,) * 5)
    chance: Array = np.ones((VALUES,) * 5)
    for place in range(5):
        gone = sum((dealt[earlier] == dealt[place]).astype(np.float64) for earlier in range(place))
        chance *= np.maximum(counts[dealt[place]] - gone, 0) / (counts.sum() - place)
    shown, a, c, b, d = dealt  # a card to each of two boxes, then a second
    numbers = _numbers()
    one, two, three, four = numbers[a, b], numbers[c, d], numbers[a, d], numbers[c, b]

    def changed(own: Array, other: Array) -> Array:
        found: Array = np.where(own == NATURAL, switched[other, shown], worth[other, shown, own])
        return found

    keeps = worth[two, shown, one] + worth[one, shown, two]
    return chance, keeps >= changed(three, four) + changed(four, three)


def _shares(chance: Array, kept: Array) -> tuple[Array, Array]:
    """By other pair, dealer's card and pair how often a hand is played so: as it was dealt, and switched; half of each of two hands."""
    shown, a, c, b, d = np.indices(chance.shape)
    numbers = _numbers()
    as_dealt, changed = (np.zeros((len(PAIRS), VALUES, len(PAIRS))) for _ in range(2))
    for into, often, hands_ in (
        (as_dealt, chance * kept, ((a, b, c, d), (c, d, a, b))),
        (changed, chance * ~kept, ((a, d, c, b), (c, b, a, d))),
    ):
        for own_1, own_2, other_1, other_2 in hands_:
            np.add.at(into, (numbers[other_1, other_2], shown, numbers[own_1, own_2]), often / 2)
    return as_dealt, changed


def _share(terms: Terms, often: Array) -> Array:
    """The same as a share of the rounds that a shoe without the other pair deals, by hands of all sizes."""
    shoe, cards = np.array(terms.shoe, np.float64), sum(terms.shoe)
    found: Array = np.zeros((VALUES, len(hands().counts)))
    for shown in range(VALUES):
        left = shoe.copy()
        left[shown] -= 1
        for number, (a, b) in enumerate(PAIRS):
            ways = left[a] * (left[a] - 1 if a == b else 2 * left[b])
            if ways > 0:
                dealt = shoe[shown] / cards * ways / ((cards - 1) * (cards - 2))
                found[shown, hands().place(a, b)] = often[shown, number] / dealt
    return found


def _add_blackjacks(terms: Terms, chance: Array, ends: Ends) -> None:
    """Rounds that the dealer's blackjack ends before anybody can switch."""
    for up in (ACES, TENS):
        under, deals = TENS - up, chance[up]
        a, c, b, d = np.indices(deals.shape)
        seen = sum(np.asarray(card == under, np.float64) for card in (a, b, c, d))
        met = deals * np.maximum(terms.shoe[under] - seen, 0) / (sum(terms.shoe) - 5)
        for first, second in ((a, b), (c, d)):
            natural = (np.minimum(first, second) == ACES) & (np.maximum(first, second) == TENS)
            for name, net, often in (
                ("push", terms.pays.both, met[natural].sum()),
                ("dealer-blackjack", terms.pays.dealer_blackjack, met[~natural].sum()),
            ):
                key = (name, net, Fraction(1))
                ends[key] = ends.get(key, 0.0) + float(often) / 2


def four_cards(game: Playable, wager: str) -> Ladder:
    """The first cards of both hands, played to the end in any way."""
    found = ladder_of(game, wager)
    return found._replace(
        deals=lambda level: [deal._replace(goes_on=True) for deal in found.deals(level)], unsaid=(KEEP, DECLINE, STAND)
    )


@dataclass(frozen=True, slots=True)
class TwoBoxes(Shape):
    """Blackjack with two boxes a player."""

    main: tuple[str, ...] = (*BOXES, DOUBLE_DOWN, SPLIT)
    averaged: tuple[str, ...] = BOXES
    """Equal wagers of which the price tells the mean."""

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The main game, the wager on four cards, and insurance."""
        from croupier.odds.shapes.shoe_prices import price_of_insurance

        if wanted in (None, *self.main):
            refuse_boxes_apart(game)
            for table in tables_of(game, BOXES[0]):
                yield self.price(with_posted(with_posted(game, table), replace(table, wager=BOXES[1])), stake)
        yield from price_looks(game, wanted, stake, counted=four_cards)
        if wanted in (None, INSURANCE):
            for table in tables_of(game, INSURANCE):
                yield price_of_insurance(game, table, stake)

    def price(self, game: Playable, stake: int | None) -> Price:
        table = game.terms.chosen[BOXES[0]]
        counts = {key: round(Fraction(chance) * SCALE) for key, chance in boxes_of(game, stake).ends.items()}
        return Price(
            BOXES[0],
            table.id,
            gathered(counts),
            strategy=OPTIMAL,
            clause=table.clause,
            method=DOUBLE_PRECISION,
            readings=readings_of(game, table),
            note=NOTE,
        )

    @property
    def dealt_last(self) -> int:
        return 1

    def face_up(self, game: Playable) -> FaceUp:
        """The dealer's first card."""
        return FaceUp(dealer=1)

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """The switch by the sum of both hands; a hand's own choices as at blackjack, its player's other hand among the cards in sight."""
        from croupier.odds.shapes.shoe_advice import weighed

        if isinstance(request, Offer):
            return self._insured(game, sight, request)
        if isinstance(request, Decision) and {SWITCH, REVOKE} & set(request.choices):
            return self._switched(game, sight, request)
        for several in range(1, sight.hands):  # a box of its own, or a split one
            if isinstance(request, Decision) and list(request.every) == choices_of(game.rules, sight.hand, several):
                stakes = {name: stake for name, stake in sight.stakes.items() if name not in BOXES}
                stakes[BLACKJACK] = max(sight.stakes.get(box, 0) for box in BOXES)
                return weighed(game, replace(sight, hands=several, place=min(sight.place, several - 1), stakes=stakes), request)
        return None

    def _switched(self, game: Playable, sight: Sight, request: Decision) -> Advice:
        """A switch, or one that may be taken back, in units of one wager."""
        before, after, left = self._sums(game, sight, switched=REVOKE in request.choices)
        values = {choice: (before if choice == KEEP else after) / left for choice in request.choices}
        return weigh(sight, values, basis=self._basis(game, sight), strategy=OPTIMAL, exact=False)

    def _insured(self, game: Playable, sight: Sight, offer: Offer) -> Advice | None:
        from croupier.odds.shapes.shoe_asked import insurance_of

        if offer.called != INSURANCE:
            return None
        kept, changed, left = self._sums(game, sight)
        pays, amounts = terms_of(game).pays, amounts_of(offer)
        dealt = (sight.hand, sight.elsewhere[:2])
        met = sum(float(pays.both if is_blackjack(cards) else pays.dealer_blackjack) for cards in dealt)
        won, forfeit = map(float, insurance_of(game))
        main, edge = max(kept, changed) + (1 - left) * met, (1 - left) * won + left * forfeit
        values = {word: main + amount / sight.stakes[BOXES[0]] * edge for word, amount in amounts.items()}
        return weigh(sight, values, basis=self._basis(game, sight), strategy=OPTIMAL, amounts=amounts, exact=False)

    def _basis(self, game: Playable, sight: Sight) -> str:
        seen = len(sight.elsewhere) + len(sight.hand) + 1
        apart = left_apart(sight, self.main)
        return (
            f"both hands, from a shoe of {game.rules.decks} decks without the {seen} cards in sight, in double precision{apart}"
        )

    def _sums(self, game: Playable, sight: Sight, *, switched: bool = False) -> tuple[float, float, float]:
        """Two hands as they lie and with their second cards changed, in the event of no blackjack; and the chance of that.

        The player's other hand comes first among the cards elsewhere.
        """
        shown = value_of(sight.dealer[0])
        (a, b), (c, d) = (tuple(map(value_of, cards)) for cards in (sight.hand, sight.elsewhere[:2]))
        shoe = list(shoe_of(game))
        for card in sight.elsewhere[2:]:
            shoe[value_of(card)] -= 1
        terms = terms_of(game, shoe, sight.stakes[BOXES[0]])
        found = []
        for changed, own, other in ((switched, (a, b), (c, d)), (not switched, (a, d), (c, b))):
            total = 0.0
            for one, two in ((own, other), (other, own)):
                worth, as_any_21 = values_of(solve_for(without(terms, two), None))
                pair = PAIRS.index((min(one), max(one)))
                total += float(as_any_21[shown] if changed and pair == NATURAL else worth[shown, pair])
            found.append(total)
        left = 1.0
        if shown in (ACES, TENS):
            under = TENS - shown
            left -= (shoe[under] - [a, b, c, d].count(under)) / (sum(shoe) - 5)
        return found[0], found[1], left

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """Hands by their totals; a switch is asked about with its cards."""
        from croupier.odds.shapes.shoe_advice import strategy

        charts, said = strategy(game)
        return charts, f"{said}; switch where the two new hands net more together: ask with the cards of both"

    def best(self, game: Playable) -> Strategy:
        """The best switch at a table, and hands played by their cards as from the whole shoe."""
        return played(plan_of(game), boxes_of(game))

    def as_simulated(self, game: Playable) -> Strategy:
        """A seat at the table that plays as the kernel does."""
        plan = plan_of(game, by_total=True)
        return played(plan, from_whole_shoe(plan))

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        from croupier.odds.shapes.two_boxes_simulation import simulations

        return simulations(game)

    def drawn(self, seed: int, index: int, simulation: Simulation) -> list[Card]:
        """The cards of one round of the kernel, in order."""
        from croupier.odds.shapes.two_boxes_simulation import drawn

        return drawn(seed, index, simulation)


def played(plan: Plan, beside: Boxes) -> Strategy:
    """A seat that switches by what two hands net together, and plays each by a plan."""

    def choose(round_: Round, request: Decision) -> str:
        seat, shown = round_.table.seats[request.seat], round_.table.dealer[0]
        piles = [seat.hand, *seat.splits]
        if SWITCH in request.choices:
            (a, b), (c, d) = (tuple(map(value_of, pile)) for pile in piles)
            kept, changed = beside.sums((a, b), (c, d), value_of(shown))
            return SWITCH if changed > kept else KEEP
        if REVOKE in request.choices:
            return KEEP
        return plan.advise(piles[(request.hand or 1) - 1], shown, request.choices)

    return choose
