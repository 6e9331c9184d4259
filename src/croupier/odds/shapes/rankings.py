"""Who beats whom: ladders of hands, deals to show each step of them, and how many of the dealer's hands stand where."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from croupier.equipment.cards import FACES, SUITS, Card, card
from croupier.errors import NotPriced
from croupier.hands.four_card import best_four
from croupier.hands.poker import Value, three_card
from croupier.odds.as_dealt import counted_pack
from croupier.odds.kernels import three_cards
from croupier.table.table import DEALER

if TYPE_CHECKING:
    from croupier.odds.advice import Sight
    from croupier.odds.kernels.four_card import Ordered
    from croupier.odds.kernels.tables import Array
    from croupier.table.playable import Playable

Hand = tuple[Card, ...]


class Contest(NamedTuple):
    """Each class of player's hand, for each card the dealer may show, against every hand the dealer can have."""

    levels: Array
    weights: Array
    tally: Array
    """By class and view: dealer's hands that are lower, that are equal, and that are below each threshold."""
    against: int


class Ranking(Protocol):
    """A ladder of values, a level each, and the counts of one game's hands on it."""

    def worth(self, cards: Sequence[Card]) -> Value:
        """The value of a hand."""

    def values(self, game: Playable) -> Sequence[Value]:
        """The ladder, lowest first."""

    def players(self, game: Playable, level: int) -> list[Hand]:
        """Some hands a player can have of a level."""

    def dealers(self, game: Playable, level: int) -> list[Hand]:
        """Some hands the dealer can have of a level."""

    def every_dealer(self, game: Playable, level: int) -> Iterator[Hand]:
        """One hand of each class the dealer can have of a level."""

    def contest(self, game: Playable, thresholds: tuple[int, ...]) -> Contest:
        """Every class of hands counted."""

    def one_hand(self, game: Playable, sight: Sight, thresholds: tuple[int, ...]) -> OneHand:
        """One player's hand, with what is in sight, against every hand the dealer can have."""

    def hand(self, game: Playable, row: int) -> Hand:
        """One hand of a class."""

    def in_sight(self, game: Playable, sight: Sight) -> bool:
        """Are the dealer's cards in sight those that the rules of the game show?"""

    def shown(self, game: Playable) -> int:
        """How many of the dealer's cards lie open before the decision."""

    def place(self, game: Playable, hand: Sequence[Card], shown: Sequence[Card]) -> tuple[int, int]:
        """The class and the view of a contest that a hand belongs to, with the dealer's cards that lie open."""

    def shown_ranks(self, contest: Contest) -> Array | None:
        """The rank, from the deuce up, of the card the dealer shows, by class and view; None where none is shown."""


class OneHand(NamedTuple):
    """Dealer's hands that are lower, that are equal, below each threshold; and all of them."""

    level: int
    counts: tuple[int, ...]
    against: int
    left_in: int = 0
    """Cards in sight that were not taken out of the dealer's."""


@cache
def _changes() -> tuple[Mapping[Card, Card], ...]:
    """Every face under every change of suits, the first of which changes nothing."""
    return tuple(
        {face: card(text[0] + suits[SUITS.index(face.suit)]) if face.suit in SUITS else face for text, face in FACES.items()}
        for suits in itertools.permutations(SUITS)
    )


def renamed(hand: Sequence[Card], pack: frozenset[Card]) -> Iterator[Hand]:
    """The hand under every change of suits that the pack holds, the hand itself first."""
    for change in _changes():
        found = tuple(map(change.__getitem__, hand))
        if pack.issuperset(found):
            yield found


def apart(hand: Hand, others: Iterable[Hand], pack: frozenset[Card]) -> Hand | None:
    """One of the others, under some change of suits, that shares no card with the hand."""
    held = set(hand)
    for other in others:
        for found in renamed(other, pack):
            if held.isdisjoint(found):
                return found
    return None


def probes(values: Sequence[Value], first: int = 0) -> list[int]:
    """The ends of each run of levels with one category and leading rank: all that most rows of pay tables ask of a hand."""
    marks = [(value.category, value.ranks[:1]) for value in values]
    return [
        level
        for level in range(first, len(marks))
        if level in (first, len(marks) - 1) or marks[level] != marks[level - 1] or marks[level] != marks[level + 1]
    ]


TRIED = 4
"""Neighbours of a kind that are looked for deals of, at the most."""


def steps(values: Sequence[Value]) -> list[list[tuple[int, int]]]:
    """Neighbouring levels of a ladder, the lower first, by category, leading rank and place where they first differ; a few of each kind.

    What is higher than its neighbour at a step of each kind is ranked by category, and by each rank in turn, as the ladder has it.
    """
    found: dict[object, list[tuple[int, int]]] = {}
    for level, (low, high) in enumerate(itertools.pairwise(values)):
        place = next((n for n, ranks in enumerate(zip(low.ranks, high.ranks, strict=False)) if len({*ranks}) > 1), -1)
        found.setdefault((low.category, high.category, high.ranks[:1], place), []).append((level, level + 1))
    return [kind[:: max(1, len(kind) // TRIED)][:TRIED] for kind in found.values()]


class ThreeCards:
    """Three cards each, of whatever pack the game has."""

    worth = staticmethod(three_card)

    def values(self, game: Playable) -> Sequence[Value]:
        if len(game.counts) < len(game.pack):
            raise NotPriced(f"{game.terms.id}: a pack with a card twice is not priced against the dealer ({game.terms.clause})")
        return three_cards.hands(game.pack).values

    def players(self, game: Playable, level: int) -> list[Hand]:
        known = three_cards.hands(game.pack)
        rows = np.flatnonzero(known.levels == level)
        rows = rows if len(rows) <= 8 else rows[[0, len(rows) // 2, -1]]
        chosen = known.places[known.first[rows]].tolist()
        return [tuple(game.pack[place] for place in places) for places in chosen]

    dealers = players

    def every_dealer(self, game: Playable, level: int) -> Iterator[Hand]:
        return (self.hand(game, row) for row in np.flatnonzero(three_cards.hands(game.pack).levels == level).tolist())

    def contest(self, game: Playable, thresholds: tuple[int, ...]) -> Contest:
        known = three_cards.hands(game.pack)
        return Contest(known.levels, known.weights, three_cards.tally(game.pack, thresholds), three_cards.against(game.pack))

    def one_hand(self, game: Playable, sight: Sight, thresholds: tuple[int, ...]) -> OneHand:
        known = three_cards.hands(game.pack)
        level = int(known.levels[self.place(game, sight.hand, ())[0]])
        gone = (*sight.hand, *sight.community, *sight.elsewhere)
        *counts, every = three_cards.one_hand(game.pack, level, gone=gone, shown=sight.dealer, thresholds=thresholds)
        return OneHand(level, tuple(counts), every)

    def hand(self, game: Playable, row: int) -> Hand:
        known = three_cards.hands(game.pack)
        return tuple(game.pack[place] for place in known.places[known.first[row]].tolist())

    def in_sight(self, game: Playable, sight: Sight) -> bool:
        return len(sight.dealer) <= game.shape.dealer

    def shown(self, game: Playable) -> int:
        return 0

    def place(self, game: Playable, hand: Sequence[Card], shown: Sequence[Card]) -> tuple[int, int]:
        known = three_cards.hands(game.pack)
        places = sorted(game.pack.index(face) for face in hand)
        (row,) = np.flatnonzero((known.places == places).all(axis=1)).tolist()
        return int(known.classes[row]), 0

    def shown_ranks(self, contest: Contest) -> Array | None:
        return None


class BestFour:
    """The best four of five cards against the best four of the dealer's five or six, of which one may lie open."""

    worth = staticmethod(best_four)

    @staticmethod
    def ordered(size: int) -> Ordered:
        from croupier.odds.kernels.four_card import ordered

        return ordered(size)

    @staticmethod
    def evaluator() -> tuple[Array, Array, Array]:
        """The tables by which a kernel finds the level of a hand."""
        from croupier.odds.kernels.four_card import evaluator

        return evaluator()

    def values(self, game: Playable) -> Sequence[Value]:
        from croupier.odds.kernels.four_card import ranking

        whole_deck(game)
        return ranking().values[1:]

    def players(self, game: Playable, level: int) -> list[Hand]:
        return best_fours(game.shape.hand, level)

    def dealers(self, game: Playable, level: int) -> list[Hand]:
        return best_fours(game.shape.dealer, level)

    def every_dealer(self, game: Playable, level: int) -> Iterator[Hand]:
        return (_kernel_hand(game.shape.dealer, row) for row in _rows_at(game.shape.dealer, level))

    def contest(self, game: Playable, thresholds: tuple[int, ...]) -> Contest:
        from croupier.odds.kernels.four_card_sweep import matchups

        found = matchups(game.shape.dealer, seen=shows_a_card(game), thresholds=tuple(line + 1 for line in thresholds))
        return Contest(found.players.levels - 1, found.players.weights, found.tally, found.against)

    def one_hand(self, game: Playable, sight: Sight, thresholds: tuple[int, ...]) -> OneHand:
        from croupier.odds.card_numbers import numbers, unseen
        from croupier.odds.kernels.four_card import rank_hand, ranking
        from croupier.odds.kernels.one_four_card import against_dealers

        _, plain, suited = ranking()
        level = int(rank_hand(np.sort(numbers(sight.hand)), plain, suited))
        rest, hidden = unseen(sight), game.shape.dealer - len(sight.dealer)
        found: Array = np.zeros(2 + len(thresholds), np.int64)
        lines = np.array([line + 1 for line in thresholds], np.int64)
        against_dealers(rest, np.sort(numbers(sight.dealer)), hidden, level, lines, plain, suited, found)
        return OneHand(level - 1, tuple(found.tolist()), comb(len(rest), hidden))

    def hand(self, game: Playable, row: int) -> Hand:
        return _kernel_hand(game.shape.hand, row)

    def in_sight(self, game: Playable, sight: Sight) -> bool:
        return shows_a_card(game) <= len(sight.dealer) <= game.shape.dealer

    def shown(self, game: Playable) -> int:
        return int(shows_a_card(game))

    def place(self, game: Playable, hand: Sequence[Card], shown: Sequence[Card]) -> tuple[int, int]:
        from croupier.odds.card_numbers import number_of

        held = sorted(map(number_of, hand))
        row, renaming = row_of(held, self.ordered)
        if not shows_a_card(game):
            return row, 0
        open_card = number_of(shown[0])
        open_card = (open_card & ~3) | renaming[open_card & 3]
        held = sorted((number & ~3) | renaming[number & 3] for number in held)
        return row, open_card - sum(number < open_card for number in held)

    def shown_ranks(self, contest: Contest) -> Array | None:
        views = contest.tally.shape[1]
        if views == 1:
            return None
        players = self.ordered(5)
        shown = np.tile(np.arange(views), (len(players.cards), 1))
        for place in range(players.cards.shape[1]):  # views are the cards the player does not hold, in the order of the deck
            shown += shown >= players.cards[:, place, None]
        return shown >> 2


def best_fours(size: int, level: int) -> list[Hand]:
    """Some hands whose best four are of a level."""
    rows = _rows_at(size, level)
    return [_kernel_hand(size, row) for row in dict.fromkeys((rows[0], rows[len(rows) // 2], rows[-1]))] if rows else []


def _rows_at(size: int, level: int) -> range:
    """Where the kernel has the classes of a level."""
    from croupier.odds.kernels.four_card import ordered

    return range(*(int(row) for row in ordered(size).starts[level + 1 : level + 3]))


def _kernel_hand(size: int, row: int) -> Hand:
    from croupier.odds.card_numbers import kernel_card
    from croupier.odds.kernels.four_card import ordered

    return tuple(map(kernel_card, ordered(size).cards[row].tolist()))


@lru_cache(maxsize=2)
def _rows(ordered: Callable[[int], Ordered]) -> dict[tuple[int, ...], int]:
    """Where a kernel has each class of five cards, by its own cards."""
    return {tuple(hand): row for row, hand in enumerate(ordered(5).cards.tolist())}


def row_of(held: Sequence[int], ordered: Callable[[int], Ordered]) -> tuple[int, tuple[int, ...]]:
    """A kernel's row for five cards, and how suits are renamed to make them its own."""
    for renaming in itertools.permutations(range(4)):
        found = _rows(ordered).get(tuple(sorted((number & ~3) | renaming[number & 3] for number in held)))
        if found is not None:
            return found, renaming
    raise AssertionError(held)


def shows_a_card(game: Playable) -> bool:
    """Does the dealer have one card face up before the players decide?"""
    method = game.terms.file.deal[game.terms.options["dealing"]]
    steps = [step for step in method.opening if DEALER in step.to and step.face == "up" and game.terms.holds(step.when)]
    shown = sum(step.cards * step.times for step in steps)
    if shown > 1:
        raise NotPriced(
            f"{game.terms.id}: {shown} of the dealer's cards are face up before the decisions ({game.terms.clause})"
        )
    return shown == 1


def whole_deck(game: Playable, *, jokers: int = 0) -> None:
    """Refuse a pack that the kernels do not count: another deck than one of 52 cards, with its jokers."""
    if game.counts != Counter(counted_pack(jokers=jokers)):
        cards = f"{52 + jokers} different cards"
        raise NotPriced(f"{game.terms.id}: these hands are counted of {cards}, not of {len(game.pack)} ({game.terms.clause})")
