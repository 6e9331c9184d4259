"""A blackjack game's rules as the solver takes them: cards by their ten values, and what the procedure lets each hand do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from croupier.equipment.cards import ACE, RANKS, SUITS, Card, card
from croupier.errors import NotPriced
from croupier.games.blackjack import _hands
from croupier.games.blackjack._hands import (
    BLACKJACK,
    DOUBLE,
    FREE_DOUBLE,
    FREE_SPLIT,
    HIT,
    SECOND_CHANCE,
    SPLIT,
    SURRENDER,
    Hand,
)
from croupier.hands.blackjack import value as points_of
from croupier.odds.kernels.blackjack import ANEW, CHECKED, LATE, MOST, TOTALS, VALUES, Hands, hands, hands_and_broken
from croupier.odds.kernels.tables import Array
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes.shoe_asked import Nets, is_late, nets_of
from croupier.odds.shapes.shoe_boxes import (
    ALONE,
    DOUBLED,
    FIRST,
    LENT,
    SINGLE,
    STAKED,
    STANDS,
    later_circles,
    refuse_boxes_apart,
)
from croupier.odds.shapes.shoe_steps import MOST_STEPS, Steps
from croupier.rules.resolve import Paytable
from croupier.table.piles import Pile
from croupier.table.playable import Playable
from croupier.table.table import Table

if TYPE_CHECKING:
    from croupier.odds.kernels.blackjack_dealer import Tree

ACES, TENS = 0, 9
NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
SHOWN = (*range(1, VALUES), ACES)
"""Dealer's cards in the order of a strategy card: two to ten, ace."""


class Pair(NamedTuple):
    """What a pair may do: how many hands it can become, whether the others stand on lammers, and what its hands may do."""

    most: int
    lammers: bool
    doubles: tuple[int, ...]
    """By a split hand's second card: 1 where it may double, 2 where free."""
    ends: tuple[bool, ...]
    """By the second card: whether the hand may not draw."""


@dataclass(frozen=True)
class Terms:
    """A game's rules as the kernels take them, asked of the procedure's own list of choices."""

    game: Playable = field(compare=False, repr=False)
    """Whose rules they are, for a refusal to name: another game under rules alike is played alike."""
    shoe: tuple[int, ...]
    hits_soft_17: bool
    again: Fraction
    """What the wagers of later rounds to the same card come to, in units of the first; 0 where there is one round."""
    late: bool
    """Does the dealer's second card come after the players', so that nobody looks for a blackjack before they play?"""
    pays: Nets
    surrenders: bool
    doubles: tuple[tuple[int, ...], ...]
    """By the first two cards, the lower first: 1 where they may double, 2 where free."""
    pairs: tuple[Pair | None, ...]
    same_rank: bool
    saves: bool
    """May a hand above 21 take a second chance?"""
    pays_21: bool
    """Is a 21 over before the dealer plays?"""
    doubles_later: bool = False
    """May a hand of more than two cards double?"""

    @property
    def hands(self) -> Hands:
        """The hands there are, above 21 too where they are not lost yet."""
        return hands_and_broken() if self.saves else hands()

    @cached_property
    def plays_as(self) -> tuple[int, ...]:
        """By kind of hand the first kind that nets the same: what is best for the one is best for the other."""
        return tuple(self.pays.nets.index(nets) for nets in self.pays.nets)

    @property
    def lammers(self) -> bool:
        """Can hands stand on lammers?"""
        return any(pair and pair.lammers for pair in self.pairs)

    def kind(self, first: int, place: int, hands: int) -> int:
        """The kind of a hand: its first card's value, which of so many hands of its box it is."""
        if hands == 1:
            return ALONE
        pair = self.pairs[first]
        return FIRST if not place else LENT if pair is not None and pair.lammers else STAKED

    @property
    def results(self) -> Array:
        """The class of results of each hand that stands (up to 16, 17 to 21) against each dealer's total (17 to 22, above)."""
        return np.array(self.pays.results, np.int64)

    @cached_property
    def worth(self) -> Array:
        """Kind, way to stand, class of results, the last for a broken hand: what is netted, in units."""
        found: Array = np.array(self.pays.nets, np.float64) / self.pays.unit
        for number, parts in self.pays.mixed:
            found[:, :, number] = sum(float(share) * found[:, :, part] for part, share in parts)
        return found

    @cached_property
    def ranks(self) -> Array:
        """By dealer's card and hand its row of results: its total's, or one of its own where it is paid by its very cards."""
        found: Array = np.tile(hands().rank, (VALUES, 1))
        for hand, row in self.pays.special:
            found[:, hand] = row
        for shown, hand, row in self.pays.shown:
            found[shown, hand] = row
        return found

    @cached_property
    def blackjack(self) -> Array:
        """What a blackjack nets on average, by the dealer's total."""
        return np.array([float(net) for net in self.pays.blackjack])

    @cached_property
    def mixes(self) -> tuple[Array, Array]:
        """Classes that are so often one and so often another: from which to which, and how often."""
        moves = [(number, part, share) for number, parts in self.pays.mixed for part, share in parts]
        pairs = np.array([move[:2] for move in moves], np.int64).reshape(len(moves), 2)
        return pairs, np.array([float(share) for _, _, share in moves], np.float64)

    def rescues(self, shown: int, kind: int, chance: Array, left: Array, stand: int = DOUBLED) -> Array:
        """Which hands take a double back, or are given up: where standing would lose more than that on average."""
        better: Array = self.rescue_gains(shown, kind, chance, left, stand) > 0
        return better

    def rescue_gains(self, shown: int, kind: int, chance: Array, left: Array, stand: int) -> Array:
        """What it gains each hand to be taken back or given up, against standing."""
        if self.pays.rescued is None or (stand == SINGLE and not self.pays.given_up):
            return np.zeros(len(left))
        nets = self.worth[kind, stand]
        stands = (nets[self.results[self.ranks[shown]]] * chance).sum(axis=1)
        gains: Array = np.where(left > 0, nets[self.results[self.pays.rescued, 0]] * left - stands, 0)
        return gains

    def rounds(self, shown: int) -> list[tuple[int, Tree, float]]:
        """The rounds that are played with one hand: how the dealer comes by the second card, as the kernels are told, the dealer's
        final hands over a card, and what the wagers of such rounds come to."""
        from croupier.odds.kernels.blackjack_dealer import dealer_tree

        def tree(blackjack: bool) -> Tree:
            return dealer_tree(shown, hits_soft_17=self.hits_soft_17, highest=self.highest, blackjack=blackjack)

        first = (LATE if self.late else CHECKED, tree(self.late), 1.0)
        return [first, (LATE if self.late else ANEW, tree(True), float(self.again))] if self.again else [first]

    @property
    def weight(self) -> float:
        """The wagers of all rounds together."""
        return 1.0 + float(self.again)

    def chances(self, shoes: Array, shown: int) -> Array:
        """The dealer's totals from shoes of one size, over all rounds as they weigh."""
        from croupier.odds.kernels.blackjack_dealer import totals

        found: Array = np.zeros((len(shoes), TOTALS))
        for mode, tree, weight in self.rounds(shown):
            some = np.empty_like(found)
            totals(shoes, shown, mode, *tree, some)
            found += weight * some
        return found

    @property
    def highest(self) -> int:
        """The dealer's highest total that is told apart: 22 where it is something else than a broken hand."""
        return 22 if not (self.late or self.again) and any(row[-2] != row[-1] for row in self.pays.results) else 21

    def end(self, stand: int, result: int) -> tuple[str, Fraction, Fraction]:
        """How a hand alone in its box ends: the name of it, its net and its stake, in units."""
        net, staked = self.pays.nets[ALONE][stand][result], self.pays.stakes[ALONE][stand]
        name = "win" if net > 0 else "lose" if net < 0 else "push"
        if self.pays.given_up and result == self.pays.results[-1][0]:
            name = SURRENDER
        return name + STANDS[stand], Fraction(net, self.pays.unit), Fraction(staked, self.pays.unit)

    @cached_property
    def steps(self) -> Steps:
        """The nets and stakes of a split box's hands as whole numbers of one step.

        Where odds do not come out even on a stake there is none: then each hand's net is told to the nearest half of the wager, which
        touches how split boxes are told, and neither what they are worth nor what is best.
        """
        nets, stakes = (np.array(part[FIRST:], np.int64) for part in (self.pays.nets, self.pays.stakes))
        net, staked = (int(np.gcd.reduce(part, axis=None)) or 1 for part in (nets, stakes))
        found = Steps(nets // net, stakes // staked, Fraction(net, self.pays.unit), Fraction(staked, self.pays.unit))
        if found.down + found.up > MOST_STEPS and (self.pays.special or self.pays.given_up):
            half = Fraction(self.pays.stakes[ALONE][SINGLE], 2)
            near = np.rint(nets / float(half)).astype(np.int64)
            found = Steps(near, stakes // staked, half / self.pays.unit, Fraction(staked, self.pays.unit))
        if found.down + found.up > MOST_STEPS or found.top > MOST_STEPS:
            sums = sorted({*nets.ravel().tolist()})
            raise refused(self.game, f"split hands that net {sums} cents: no step small and common enough", SPLIT, FREE_SPLIT)
        return found


def card_of(value: int, suit: int = 0) -> Card:
    """A card of a value; of those that count ten a king, which no text takes out of the pack."""
    return card(("A" if value == ACES else "K" if value == TENS else RANKS[value - 1]) + SUITS[suit])


def value_of(card: Card) -> int:
    """A card's place among the ten values."""
    return points_of(card) - 1 if card.rank != ACE else ACES


def choices_of(rules: Any, cards: Sequence[Card], boxes: int) -> list[str]:
    """What the procedure lets a hand of these cards do in a box of so many hands."""
    pile = Pile()
    for held in cards:
        pile.place(held, up=True)
    seat: Any = SimpleNamespace(stakes={BLACKJACK: 1})
    box: list[Hand] = []
    hand = Hand(seat, pile, BLACKJACK, 1, box)
    box.extend([hand] * boxes)
    return list(rules.choices(hand))


def _double(choices: Sequence[str]) -> int:
    return 2 if FREE_DOUBLE in choices else 1 if DOUBLE in choices else 0


def shoe_of(game: Playable) -> tuple[int, ...]:
    """How many cards of each value the pack holds."""
    counts = [0] * VALUES
    for held in game.pack:
        counts[value_of(held)] += 1
    return tuple(counts)


def hits_soft_17(game: Playable) -> bool:
    """Does the dealer draw to a soft 17, as the table has it? Refused where it goes by another count than the kernels do."""
    table = Table(game, [1])

    def stands(*ranks: str) -> bool:
        table.dealer.clear()
        table.dealer.extend(card(rank + suit) for rank, suit in zip(ranks, SUITS, strict=False))
        return _hands.dealer_stands(table, game.rules)

    hard = {4 + number: ("2", str(2 + number)) if number < 8 else ("T", RANKS[number - 8]) for number in range(16)}
    soft = {13 + number: ("A", RANKS[number]) for number in range(8)}
    found = stands(*soft[17])
    for kind, held in (("hard", hard), ("soft", soft)):
        for total, ranks in held.items():
            if stands(*ranks) != (found if (kind, total) == ("soft", 17) else total >= 17):
                drawn = "draws to" if total >= 17 else "stands on"
                raise NotPriced(f"{game.terms.id}: a dealer who {drawn} {kind} {total} is not priced ({game.terms.clause})")
    return not found


@remembered
def _try(game: Playable) -> None:
    """The terms of a whole shoe tried at the table, once for all shoes and stakes; with a second wager too where there is one."""
    from croupier.odds.shapes.shoe_rounds import try_rounds
    from croupier.odds.shapes.shoe_tried import LEAST_PACK, try_hands

    if len(game.pack) < LEAST_PACK:
        return
    try_hands(game, terms := _asked(game))
    for laid in (0, terms.pays.unit) if _hands.DOUBLE_ATTACK in game.terms.wagers else (0,):
        try_rounds(game, _asked(game, attack=laid), attack=laid)


def terms_of(
    game: Playable,
    shoe: Sequence[int] | None = None,
    stake: int | None = None,
    attack: int = 0,
    again: Fraction | None = None,
) -> Terms:
    """A game's terms, tried on hands at random; `shoe` for another pack than its own, `stake` for what the first wager is made with,
    `attack` beside it. Wagers of later rounds are as large as the first where `again` does not say what they come to.
    """
    _try(game)
    return _asked(game, shoe, stake, attack, again)


def _asked(
    game: Playable,
    shoe: Sequence[int] | None = None,
    stake: int | None = None,
    attack: int = 0,
    again: Fraction | None = None,
) -> Terms:
    refuse_boxes_apart(game)
    rules, pays = game.rules, nets_of(game, stake, attack)

    def choices_of_two(first: int, second: int, boxes: int) -> list[str]:
        return choices_of(rules, (card_of(first), card_of(second, 1)), boxes)

    first_choices = [[choices_of_two(first, second, 1) for second in range(VALUES)] for first in range(VALUES)]
    pairs: list[Pair | None] = []
    for value in range(VALUES):
        choices = first_choices[value][value]
        if SPLIT not in choices and FREE_SPLIT not in choices:
            pairs.append(None)
            continue
        most = 2
        while {SPLIT, FREE_SPLIT} & set(choices_of_two(value, value, most)) and most < MOST:
            most += 1
        later = [choices_of_two(value, second, most) for second in range(VALUES)]
        pairs.append(Pair(most, FREE_SPLIT in choices, tuple(map(_double, later)), tuple(HIT not in words for words in later)))
    return Terms(
        game=game,
        shoe=tuple(shoe) if shoe is not None else shoe_of(game),
        hits_soft_17=hits_soft_17(game),
        again=Fraction(len(later_circles(game))) if again is None else again,
        late=is_late(game),
        pays=pays,
        surrenders=not pays.given_up and any(SURRENDER in choices for row in first_choices for choices in row),
        doubles=tuple(tuple(map(_double, row)) for row in first_choices),
        pairs=tuple(pairs),
        same_rank=rules.split_on == "equal-rank",
        saves=rules.after_a_bust is not None,
        pays_21=rules.pays_21_at_once,
        doubles_later=_doubles_later(game),
    )


def _doubles_later(game: Playable) -> bool:
    """May hands of three cards double? Refused where some may and others not."""
    threes = [(1, second, third) for second in range(2, 9) for third in range(1, 10) if second + third < 17]
    found = {DOUBLE in choices_of(game.rules, tuple(map(card_of, held)), 1) for held in threes}
    if len(found) > 1:
        raise NotPriced(f"{game.terms.id}: doubles on some hands of three cards and not on others ({game.terms.clause})")
    return found.pop()


_RESTS_ON = ("over-21", "lower-total", "dealer-22", "dealer-hits-soft-17", "split-aces", "resplit-aces", "second-chance")


def readings_of(game: Playable, table: Paytable) -> tuple[str, ...]:
    """The readings that the main game's price rests on."""
    options = [game.terms.reading_of(option) for option in _RESTS_ON if option in game.terms.file.options]
    wagers = [
        game.terms.wagers[wager].reading
        for wager in (SPLIT, FREE_SPLIT, FREE_DOUBLE, SECOND_CHANCE)
        if wager in game.terms.wagers
    ]
    return tuple(dict.fromkeys(filter(None, [table.reading, *options, *wagers])))
