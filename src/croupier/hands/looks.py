"""Looks: which cards decide a side wager, and how they are ranked. A rulebook file names one; the list is closed.

A look says how many cards from where, so that the same look settles a wager at the table, is counted over a game's own pack,
and can be told in words.

>>> LOOKS["own-three"].value(cards("Kh Kd 4c")).category, LOOKS["own-with-flop"].counts(own=2, dealer=2, community=5)
('pair', (2, 3))
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from croupier.equipment.cards import ACE, JACK, JOKER, KING, QUEEN, Card, cards
from croupier.hands import blackjack, four_card, pai_gow, two_card
from croupier.hands.patterns import Test
from croupier.hands.poker import FIVE_CARD_ORDER, Value, best_five, three_card, three_card_with_joker
from croupier.rules.model import LookName

__all__ = ["LOOKS", "SEVEN_CARDS", "SIX_CARDS", "Look", "Place", "RoyalOf", "Source", "cards"]

Place = Literal["own", "dealer", "community", "box", "unsplit"]
"""The hand as it was dealt, the dealer's and the community cards; a box's cards in the order they fell, all or until it was split."""


@dataclass(frozen=True, slots=True)
class Source:
    """Cards of one place: the first so many that were dealt there, or all."""

    place: Place
    first: int | None = None
    drawn: bool = False
    """Do cards count that are drawn after the deal, as far as they come?"""

    def count(self, dealt: int) -> int:
        """How many cards it gives where so many are dealt."""
        return dealt if self.first is None else self.first


@dataclass(frozen=True, slots=True)
class Look:
    """Cards from one or more places, ranked together. `value` takes them in the order of the sources."""

    says: str
    sources: tuple[Source, ...]
    value: Callable[[Sequence[Card]], Value]
    patterns: Mapping[str, Test] = field(default_factory=dict)
    """Pay-table rows that this look tests in its own way, before the ordinary names of hands."""
    alike: bool = True
    """Does only the set of cards matter, and not which of them lies where?"""
    by_rank: bool = False
    """Do suits not matter?"""
    each: Callable[[Sequence[Card]], Sequence[Sequence[Card]]] | None = None
    """The parts of the cards that are paid one by one, where more than one row can pay."""
    by_own: bool = False
    """Do the player's own cards find the row, but for those that ask for the dealer's beside them?"""
    ranks: tuple[int, int] | None = None
    """How few and how many cards the ranking can tell together, where a game may deal fewer or more."""
    joker: bool = False
    """Does the ranking know a joker?"""

    def seen(self, lying: Mapping[Place, Sequence[Card]]) -> list[Card]:
        """The cards it looks at, of those on the table."""
        return [card for source in self.sources for card in lying[source.place][: source.first]]

    def counts(self, own: int, dealer: int, community: int) -> tuple[int, ...]:
        """How many cards it takes from each source, in a game that deals so many to each place."""
        dealt = {"own": own, "dealer": dealer, "community": community, "box": own, "unsplit": own}
        return tuple(source.count(dealt[source.place]) for source in self.sources)


OWN, DEALER, COMMUNITY = Source("own"), Source("dealer"), Source("community")


def _mini_royal(value: Value, held: Sequence[Card]) -> bool:
    return value.category == "straight-flush" and value.ranks[0] == ACE


@dataclass(frozen=True, slots=True)
class RoyalOf:
    """A row for ace, king and queen of one suit among some: hands of one value are paid apart by their very cards."""

    suits: str

    def __call__(self, value: Value, cards: Sequence[Card]) -> bool:
        return _mini_royal(value, cards) and cards[0].suit in self.suits


def _suited_three(value: Value, held: Sequence[Card]) -> bool:
    """Three of a kind of one suit, which several decks make possible."""
    return value.category == "three-of-a-kind" and len({card.suit for card in held}) == 1


def _first_two(held: Sequence[Card]) -> Value:
    return two_card.two_card(held[:2])


def _around(held: Sequence[Card]) -> Value:
    """Two cards around a third in rank, ace high, by how many ranks lie between them."""
    low, high = sorted(card.rank for card in held[:2])
    between = held[2].rank
    if low == between == high:
        return Value(2, (high,), "triple-match")
    if not low < between < high:
        return Value(0, (high, low), "outside")
    return Value(1, (high, low), _SPREADS.get(high - low - 1, "all-other-spreads"))


def _likenesses(held: Sequence[Card]) -> Value:
    """How each of some cards is like the last: of its rank and suit, of its rank, or not."""
    *own, shown = held
    same = [card.suit == shown.suit for card in own if card.rank == shown.rank]
    return Value(len(same), (sum(same),), f"{same.count(False)} like it, {same.count(True)} in suit too")


def _with_the_last(held: Sequence[Card]) -> Sequence[Sequence[Card]]:
    *own, shown = held
    return [(card, shown) for card in own]


def _dealers_third(held: Sequence[Card]) -> Value:
    """The card that breaks a dealer of three cards."""
    breaks = len(held) == 3 and blackjack.points(held).total > 21
    return Value(int(breaks), (blackjack.value(held[2]),) if breaks else (), "broken" if breaks else "not-broken")


def _matches(held: Sequence[Card]) -> Value:
    """Cards of one rank among some, whatever their suits."""
    counts = sorted(Counter(card.rank for card in held).values(), reverse=True)
    names = {(4,): "four-of-a-kind", (3, 1): "three-of-a-kind", (2, 2): "two-pair", (2, 1, 1): "one-pair"}
    return Value(sum(count * count for count in counts), (), names.get(tuple(counts), "no-match"))


def _total(held: Sequence[Card]) -> Value:
    total = blackjack.points(held).total
    return Value(total, (), str(total))


def _holds(name: str) -> Test:
    least = pai_gow.least_order(name)
    return lambda value, held: value.order >= least and name in pai_gow.types_in(held)


def _pai_gow(rank: int) -> Test:
    """The joker is an ace there and no more, whatever the value takes it for."""
    return lambda value, held: (value.order == 0 or JOKER in held) and pai_gow.pai_gow_high(held) == rank


def _of_ranks(*counts: Mapping[int, int]) -> Test:
    """Cards of these ranks, so many of each, whatever their suits; the joker is an ace."""
    return lambda value, held: pai_gow.counted(held) in counts


_NINE_HIGH: Final = tuple({rank: 1 for rank in range(2, 10) if rank != missing} for missing in (5, 6))
_EIGHTS: Final = tuple({8: 4, rank: 3} for rank in range(2, ACE + 1) if rank != 8)


def _natural_straight_flush(value: Value, held: Sequence[Card]) -> bool:
    return value.category == "straight-flush" and JOKER not in held


def _in_a_row(rank: int) -> Callable[[Sequence[Card]], Value]:
    """How many cards from the first on are of a rank, and of how many suits."""

    def value(held: Sequence[Card]) -> Value:
        leading = list(itertools.takewhile(lambda card: card.rank == rank, held))
        return Value(len(leading), (len({card.suit for card in leading}),), f"{len(leading)} in a row")

    return value


def _of_a_row(count: int, *, suits: Sequence[int] = (1, 2, 3, 4), of: str = "cdhs") -> Test:
    """A row for so many in a row at least, of so many suits, the first of them among some."""
    return lambda value, held: (
        value.order >= count and len({card.suit for card in held[:count]}) in suits and held[0].suit in of
    )


def _four_of_a_colour(value: Value, held: Sequence[Card]) -> bool:
    return value.order >= 4 and len({card.suit in "dh" for card in held[:4]}) == 1


_SEVENS: Final[dict[str, Test]] = {
    "three-7s-of-diamonds": _of_a_row(3, suits=(1,), of="d"),
    "three-7s-of-the-same-suit": _of_a_row(3, suits=(1,)),
    "three-7s-of-mixed-suits": _of_a_row(3, suits=(2, 3)),
    "two-7s-of-the-same-suit": _of_a_row(2, suits=(1,)),
    "two-7s-of-different-suits": _of_a_row(2, suits=(2,)),
    "one-7": _of_a_row(1),
}
_ACES: Final[dict[str, Test]] = {
    "four-black-or-four-red-aces": _four_of_a_colour,
    "three-aces-of-the-same-suit": _of_a_row(3, suits=(1,)),
    "any-three-aces": _of_a_row(3),
    "two-aces-of-the-same-suit": _of_a_row(2, suits=(1,)),
    "any-two-aces": _of_a_row(2),
}


def _is(category: str) -> Test:
    return lambda value, held: value.category == category


def _high_card(rank: int) -> Test:
    return lambda value, held: value.category == FIVE_CARD_ORDER[0] and value.ranks[0] == rank


_SPREADS: Final = {1: "one-card-spread", 2: "two-card-spread", 3: "three-card-spread"}
_AROUND: Final[dict[str, Test]] = {name: _is(name) for name in ("triple-match", *_SPREADS.values(), "all-other-spreads")}
_LIKE: Final[dict[str, Test]] = {
    "each-matching-card-of-the-same-suit": lambda value, held: value.order > 0 and value.ranks[0] > 0,
    "each-matching-card-of-a-different-suit": lambda value, held: value.order > 0,
}
_OF_THREE: Final = ("straight-flush", "three-of-a-kind", "straight", "flush", "pair")
_THREE: Final[dict[str, Test]] = {
    "mini-royal": _mini_royal,
    "ace-king-and-queen-of-spades": RoyalOf("s"),
    "ace-king-and-queen-of-hearts-diamonds-or-clubs": RoyalOf("hdc"),
    "suited-three-of-a-kind": _suited_three,
}
_TWO: Final[dict[str, Test]] = {**two_card.PATTERNS, **blackjack.TWO_CARD}
_HIGH: Final = {"ace": ACE, "king": KING, "queen": QUEEN, "jack": JACK, "10": 10, "9": 9}
SEVEN_CARDS: Final[dict[str, Test]] = {
    **{name: _holds(name) for name in pai_gow.BONUS_HANDS},
    **{f"{name}-high": _pai_gow(rank) for name, rank in _HIGH.items()},
    "nine-high-of-any-suits": _of_ranks(*_NINE_HIGH),
    "four-8s-and-three-of-a-kind": _of_ranks(*_EIGHTS),
}
"""What seven cards with a joker may hold; high is for cards that hold nothing else."""
_HIGH_CARDS: Final = {"king": KING, "queen": QUEEN, "jack": JACK, "ten": 10, "nine": 9, "eight": 8}
SIX_CARDS: Final[dict[str, Test]] = {
    pai_gow.FIVE_ACES: _is(pai_gow.FIVE_ACES),
    **{f"{name}-high": _high_card(rank) for name, rank in _HIGH_CARDS.items()},
}
"""What the best five of six cards with a joker may be besides the ordinary hands."""

_BEST_FOUR: Final = (5, 7)
_BEST_FIVE: Final = (5, 9)
"""With more cards than that two suits could each make a flush."""

LOOKS: Final[Mapping[LookName, Look]] = {
    "own-two": Look("the player's first two cards", (Source("own", 2),), two_card.two_card, _TWO),
    "own-two-and-dealers-two": Look(
        "the player's first two cards, and the dealer's two beside them",
        (Source("own", 2), Source("dealer", 2)),
        _first_two,
        _TWO,
        alike=False,
        by_own=True,
    ),
    "own-two-and-dealers-up-card": Look(
        "the player's first two cards and the dealer's up card, as three",
        (Source("own", 2), Source("dealer", 1)),
        three_card,
        _THREE,
    ),
    "own-two-around-dealers-up-card": Look(
        "whether the dealer's up card ranks between the player's first two cards",
        (Source("own", 2), Source("dealer", 1)),
        _around,
        _AROUND,
        alike=False,
    ),
    "each-own-card-like-dealers-up-card": Look(
        "whether each of the player's first two cards is of the rank, and the suit, of the dealer's up card",
        (Source("own", 2), Source("dealer", 1)),
        _likenesses,
        _LIKE,
        alike=False,
        each=_with_the_last,
    ),
    "own-three": Look("the player's three cards", (Source("own", 3),), three_card, _THREE),
    "own-three-with-joker": Look(
        "the player's first three cards, the joker among them an ace or what completes a straight or a flush",
        (Source("own", 3),),
        three_card_with_joker,
        {"natural-straight-flush": _natural_straight_flush, **{name: _is(name) for name in _OF_THREE}},
        joker=True,
    ),
    "dealers-three": Look("the dealer's three cards", (Source("dealer", 3),), three_card, _THREE),
    "community-three": Look("the first three community cards", (Source("community", 3),), three_card, _THREE),
    "own-best-four": Look(
        "the best four of the player's cards", (OWN,), four_card.best_four, four_card.PATTERNS, ranks=_BEST_FOUR
    ),
    "own-four-of-two-hands": Look(
        "the first four cards of the player's two hands",
        (Source("own", 4),),
        _matches,
        {"one-pair": _is("one-pair")},
        by_rank=True,
    ),
    "own-five": Look("the player's five cards", (Source("own", 5),), best_five),
    "community-five": Look("the five community cards", (Source("community", 5),), best_five),
    "own-with-flop": Look(
        "the player's cards and the first three community cards", (OWN, Source("community", 3)), best_five, ranks=_BEST_FIVE
    ),
    "own-with-community": Look(
        "the best five of the player's and the community cards", (OWN, COMMUNITY), best_five, ranks=_BEST_FIVE
    ),
    "own-with-dealers": Look(
        "the best five of the player's and the dealer's cards", (OWN, DEALER), best_five, ranks=_BEST_FIVE
    ),
    "own-six-with-joker": Look(
        "the best five of the player's six cards", (Source("own", 6),), pai_gow.best, SIX_CARDS, joker=True
    ),
    "own-seven-with-joker": Look(
        "whatever the player's seven cards hold", (Source("own", 7),), pai_gow.best, SEVEN_CARDS, joker=True
    ),
    "sevens-in-order": Look(
        "the player's first three cards in the order they fall, through a split",
        (Source("box", 3, drawn=True),),
        _in_a_row(7),
        _SEVENS,
    ),
    "sevens-in-order-unsplit": Look(
        "the player's first three cards in the order they fall, two where they are split",
        (Source("unsplit", 3, drawn=True),),
        _in_a_row(7),
        _SEVENS,
    ),
    "aces-in-order": Look(
        "the player's first four cards in the order they fall, through a split",
        (Source("box", 4, drawn=True),),
        _in_a_row(ACE),
        _ACES,
    ),
    "dealers-first-three": Look(
        "the dealer's first three cards, by the third that breaks them",
        (Source("dealer", 3, drawn=True),),
        _dealers_third,
        blackjack.BROKEN_BY,
        alike=False,
    ),
    "dealers-hand": Look("the dealer's finished hand, by its total", (DEALER,), _total, blackjack.DEALER_22),
}
assert LOOKS.keys() == set(get_args(LookName))
