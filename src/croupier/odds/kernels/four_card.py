"""Four-card hands: the best four of five or six cards as numbers in order, and five cards against every dealer's five or six.

Suits matter only through which cards are gone, so a set of cards stands for all that differ by a change of suits: there are
134,459 classes of five cards and 962,988 of six. The subset sweep adds the dealer's classes from the lowest hand up and keeps,
for every class of at most five cards, how many hands so far contain it; how many share no card with a player's hand is a sum of
32 of these counts, alternating in sign. A count is kept 24-fold, once for each renaming of suits, so it is a whole number.
"""

from __future__ import annotations

import itertools
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.equipment.cards import RANKS, SUITS, card
from croupier.hands.four_card import best_four
from croupier.hands.poker import Value
from croupier.odds.kernels.tables import Array

LARGEST = 5
"""The largest sets the sweep keeps counts of."""

PERMUTATIONS = np.array(list(itertools.permutations(range(4))), np.int64)
"""The 24 ways to rename suits."""

SIGN = np.array([-1 if mask.bit_count() & 1 else 1 for mask in range(64)], np.int64)
COUNT = np.array([mask.bit_count() for mask in range(64)], np.int64)

_FIRST = [sum(comb(52, size) for size in range(last)) for last in range(LARGEST + 2)]
PLACE = np.array(
    [[0] * 52]
    + [[comb(number, size) + _FIRST[size] - _FIRST[size - 1] for number in range(52)] for size in range(1, LARGEST + 2)],
    np.int64,
)
"""What a card adds to the place of a set, by how many cards the set then has: sets are built from the lowest card up."""

REPEATED = np.array([[0] * 13] + [[comb(rank + size - 1, size) for rank in range(13)] for size in range(1, 7)], np.int64)
"""The same for ranks that may repeat."""


class Ranking(NamedTuple):
    """Every class of four cards, worst first, and how to find a hand's: by its ranks, and by the ranks of each suit."""

    values: tuple[Value, ...]
    plain: Array
    """By number of cards less five and place of the ranks."""
    suited: Array
    """By the ranks a suit holds, as bits; 0 where there are fewer than four."""


@lru_cache(maxsize=1)
def ranking() -> Ranking:
    """The classes as the table ranks them. Place 0 of `values` is empty."""
    plain: dict[tuple[int, int], Value] = {}
    for size in (5, 6):
        for ranks in itertools.combinations_with_replacement(range(13), size):
            if max(ranks.count(rank) for rank in ranks) <= 4:
                # Suits in turn: cards of one rank differ in suit, and no suit has four.
                hand = [card(RANKS[rank] + SUITS[number % 4]) for number, rank in enumerate(ranks)]
                place = sum(int(REPEATED[number, rank]) for number, rank in enumerate(ranks, start=1))
                plain[size - 5, place] = best_four(hand)
    suited: dict[int, Value] = {}
    for size in (4, 5, 6):
        for ranks in itertools.combinations(range(13), size):
            suited[sum(1 << rank for rank in ranks)] = best_four([card(RANKS[rank] + SUITS[0]) for rank in ranks])
    values = sorted({*plain.values(), *suited.values()})
    number_of = {value: number for number, value in enumerate(values, start=1)}
    by_ranks = np.zeros((2, comb(13 + 5, 6)), np.int64)
    for found, value in plain.items():
        by_ranks[found] = number_of[value]
    by_suit = np.zeros(1 << 13, np.int64)
    for mask, value in suited.items():
        by_suit[mask] = number_of[value]
    return Ranking((Value(-1, (), ""), *values), by_ranks, by_suit)


@nb.njit(cache=True, nogil=True)
def rank_hand(hand, plain, suited):  # type: ignore[no-untyped-def]
    """The class of five or six cards, which come lowest first."""
    place = 0
    clubs = diamonds = hearts = spades = 0
    for number in range(len(hand)):
        rank = hand[number] >> 2
        place += REPEATED[number + 1, rank]
        suit = hand[number] & 3
        if suit == 0:
            clubs |= 1 << rank
        elif suit == 1:
            diamonds |= 1 << rank
        elif suit == 2:
            hearts |= 1 << rank
        else:
            spades |= 1 << rank
    best = max(max(suited[clubs], suited[diamonds]), max(suited[hearts], suited[spades]))
    return max(best, plain[len(hand) - 5, place])


@nb.njit(cache=True, nogil=True)
def _cards_of(masks, hand):  # type: ignore[no-untyped-def]
    """The cards of four suits' masks into `hand`, lowest first."""
    n = 0
    for rank in range(13):
        for suit in range(4):
            if masks[suit] >> rank & 1:
                hand[n] = 4 * rank + suit
                n += 1


@nb.njit(cache=True, nogil=True)
def _class_hands(size, total, by_count, starts):  # type: ignore[no-untyped-def]
    """One set of `size` cards of each class, with how many renamings of suits leave it as it is."""
    hands = np.empty((total, size), np.int8)
    symmetries = np.empty(total, np.int64)
    masks = np.empty(4, np.int64)
    hand = np.empty(6, np.int64)
    found = 0
    for a in range(size + 1):
        for b in range(size - a + 1):
            for c in range(size - a - b + 1):
                d = size - a - b - c
                for i in range(starts[a], starts[a + 1]):
                    masks[0] = by_count[i]
                    for j in range(starts[b], starts[b + 1]):
                        masks[1] = by_count[j]
                        if masks[1] > masks[0]:
                            break
                        for k in range(starts[c], starts[c + 1]):
                            masks[2] = by_count[k]
                            if masks[2] > masks[1]:
                                break
                            for m in range(starts[d], starts[d + 1]):
                                masks[3] = by_count[m]
                                if masks[3] > masks[2]:
                                    break
                                _cards_of(masks, hand)
                                for place in range(size):
                                    hands[found, place] = hand[place]
                                run, same = 1, 1
                                for suit in range(1, 4):
                                    run = run + 1 if masks[suit] == masks[suit - 1] else 1
                                    same *= run
                                symmetries[found] = same
                                found += 1
    return hands, symmetries


class Hands(NamedTuple):
    """One set of cards of each class, lowest card first, and how many renamings of suits leave it as it is."""

    cards: Array
    symmetries: Array

    @property
    def weights(self) -> Array:
        """How many sets each stands for."""
        return 24 // self.symmetries


CLASSES = (1, 13, 169, 1755, 16432, 134459, 962988)
"""How many classes there are of sets of no card, one card, and so on (Burnside's lemma gives them)."""


@lru_cache(maxsize=8)
def class_hands(size: int) -> Hands:
    """All classes of sets of `size` cards, six at most."""
    by_count = sorted(range(1 << 13), key=lambda mask: (mask.bit_count(), mask))
    starts = np.searchsorted([mask.bit_count() for mask in by_count], np.arange(15))
    return Hands(*_class_hands(size, CLASSES[size], np.array(by_count, np.int64), starts))


@nb.njit(cache=True, nogil=True)
def _name_sets(cards, first, permutations, class_of):  # type: ignore[no-untyped-def]
    """Write the class of every set that a renaming of suits makes of each of `cards`; classes are numbered from `first`."""
    size = cards.shape[1]
    hand = np.empty(size + 1, np.int64)
    for number in range(cards.shape[0]):
        for names in range(permutations.shape[0]):
            for n in range(size):
                card = np.int64(cards[number, n])
                card = (card & ~3) | permutations[names, card & 3]
                at = n
                while at > 0 and hand[at - 1] > card:
                    hand[at] = hand[at - 1]
                    at -= 1
                hand[at] = card
            place = 0
            for n in range(size):
                place += PLACE[n + 1, hand[n]]
            class_of[place] = first + number


class Sets(NamedTuple):
    """Every set of at most five cards by its place: its class; and each class's symmetries."""

    class_of: Array
    symmetries: Array


@lru_cache(maxsize=1)
def sets() -> Sets:
    class_of = np.empty(_FIRST[LARGEST + 1], np.int32)
    first = 0
    for size in range(LARGEST + 1):
        _name_sets(class_hands(size).cards, first, PERMUTATIONS, class_of)
        first += CLASSES[size]
    return Sets(class_of, np.concatenate([class_hands(size).symmetries for size in range(LARGEST + 1)]))


@nb.njit(inline="always")
def _list_subsets(hand, size, places):  # type: ignore[no-untyped-def]
    """The place of every subset of the cards, by the bits of the cards taken."""
    places[0] = 0
    for top in range(size):
        for rest in range(1 << top):
            places[rest | 1 << top] = places[rest] + PLACE[COUNT[rest] + 1, hand[top]]


@nb.njit(cache=True, nogil=True)
def _add_level(dealers, symmetries, first, last, class_of, class_symmetries, counts):  # type: ignore[no-untyped-def]
    """Add dealer's hands of one class to the counts of what they contain: of all hands so far, and of this level."""
    size = dealers.shape[1]
    hand = np.empty(6, np.int64)
    places = np.empty(64, np.int64)
    for number in range(first, last):
        for n in range(size):
            hand[n] = dealers[number, n]
        _list_subsets(hand, size, places)
        weight = 24 // symmetries[number]
        for mask in range(min(1 << size, 63)):
            found = class_of[places[mask]]
            counts[found, 0] += weight * class_symmetries[found]
            counts[found, 1] += weight * class_symmetries[found]


@nb.njit(cache=True, nogil=True)
def _leave_level(dealers, first, last, class_of, counts):  # type: ignore[no-untyped-def]
    """Set the counts of this level back to nothing."""
    size = dealers.shape[1]
    hand = np.empty(6, np.int64)
    places = np.empty(64, np.int64)
    for number in range(first, last):
        for n in range(size):
            hand[n] = dealers[number, n]
        _list_subsets(hand, size, places)
        for mask in range(min(1 << size, 63)):
            counts[class_of[places[mask]], 1] = 0


@nb.njit(cache=True, nogil=True)
def _disjoint(cards, seen, limit, class_of, counts, plain, suited, found):  # type: ignore[no-untyped-def]
    """Into `found[view]`: how many of the dealer's hands counted so far share no card with `cards`, and how many of this level.

    With `seen` there is a view for each card the dealer may show, in the order of the deck; the dealer's hand then contains it.
    `limit` is the highest class counted so far where the dealer has six cards, else 0: the player's five and the card shown are
    then a hand too, and as a set too large to have its own count.
    """
    places = np.empty(64, np.int64)
    hand = np.empty(6, np.int64)
    held = 0
    view = 0
    for shown in range(52 if seen else 1):
        if seen:
            if held < 5 and cards[held] == shown:
                held += 1
                continue
            for n in range(held):
                hand[n] = cards[n]
            hand[held] = shown
            for n in range(held, 5):
                hand[n + 1] = cards[n]
            size, taken = 6, 1 << held
        else:
            for n in range(5):
                hand[n] = cards[n]
            size, taken = 5, 0
        _list_subsets(hand, size, places)
        total, level = np.int64(0), np.int64(0)
        for mask in range(min(1 << size, 63)):
            if mask & taken == taken:
                place = class_of[places[mask]]
                total += SIGN[mask ^ taken] * counts[place, 0]
                level += SIGN[mask ^ taken] * counts[place, 1]
        total //= 24
        level //= 24
        if seen and limit > 0:
            own = rank_hand(hand, plain, suited)
            if own <= limit:
                total -= 1
            if own == limit:
                level -= 1
        found[view, 0] = total
        found[view, 1] = level
        view += 1


@nb.njit(cache=True, nogil=True)
def sweep(
    dealers,
    symmetries,
    dealer_starts,
    players,
    player_starts,
    class_of,
    class_symmetries,
    seen,
    threshold,
    plain,
    suited,
    tally,
):  # type: ignore[no-untyped-def]
    """Into `tally[player, view]`: dealer's hands that are lower, that are equal, and that are below class `threshold`.

    Dealers and players come in the order of their classes; the hands of class v are those from `starts[v]` to `starts[v + 1]`.
    """
    counts = np.zeros((len(class_symmetries), 2), np.int32)
    found = np.empty((47, 2), np.int64)
    views = tally.shape[1]
    whole = dealers.shape[1] == 6
    for level in range(1, len(dealer_starts) - 1):
        if level == threshold and dealer_starts[level] > 0:
            for player in range(len(players)):
                _disjoint(players[player], seen, level - 1 if whole else 0, class_of, counts, plain, suited, found)
                for view in range(views):
                    tally[player, view, 2] = found[view, 0]
        _add_level(dealers, symmetries, dealer_starts[level], dealer_starts[level + 1], class_of, class_symmetries, counts)
        for player in range(player_starts[level], player_starts[level + 1]):
            _disjoint(players[player], seen, level if whole else 0, class_of, counts, plain, suited, found)
            for view in range(views):
                tally[player, view, 0] = found[view, 0] - found[view, 1]
                tally[player, view, 1] = found[view, 1]
        _leave_level(dealers, dealer_starts[level], dealer_starts[level + 1], class_of, counts)


@nb.njit(cache=True, nogil=True)
def _rank_all(hands, plain, suited):  # type: ignore[no-untyped-def]
    """The class of each hand, one hand a row."""
    found = np.empty(len(hands), np.int64)
    hand = np.empty(hands.shape[1], np.int64)
    for number in range(len(hands)):
        for n in range(hands.shape[1]):
            hand[n] = hands[number, n]
        found[number] = rank_hand(hand, plain, suited)
    return found


class Ordered(NamedTuple):
    """Classes of hands from the lowest class of four up."""

    cards: Array
    symmetries: Array
    levels: Array
    starts: Array

    @property
    def weights(self) -> Array:
        """How many hands each stands for."""
        return 24 // self.symmetries


@lru_cache(maxsize=2)
def ordered(size: int) -> Ordered:
    """All classes of five or six cards with the class of their best four."""
    values, plain, suited = ranking()
    cards, symmetries = class_hands(size)
    levels = _rank_all(cards, plain, suited)
    order = np.argsort(levels, kind="stable")
    levels = levels[order]
    return Ordered(cards[order], symmetries[order], levels, np.searchsorted(levels, np.arange(len(values) + 1)))


class Matchups(NamedTuple):
    """Each class of player's five cards, for each card the dealer may show, against every dealer's hand."""

    players: Ordered
    tally: Array
    """Dealer's hands lower, equal, and below the threshold; by player and view."""
    against: int
    threshold: int


@lru_cache(maxsize=4)
def matchups(dealer_cards: int, *, seen: bool, threshold: int = 0) -> Matchups:
    """A player's five cards against the dealer's five or six, one of which may be `seen` before the player decides."""
    players, dealers = ordered(LARGEST), ordered(dealer_cards)
    _, plain, suited = ranking()
    class_of, symmetries = sets()
    tally: Array = np.zeros((len(players.cards), 47 if seen else 1, 3), np.int32)
    sweep(
        dealers.cards, dealers.symmetries, dealers.starts, players.cards, players.starts, class_of, symmetries, seen, threshold,
        plain, suited, tally,
    )  # fmt: skip
    return Matchups(players, tally, comb(46, dealer_cards - 1) if seen else comb(47, dealer_cards), threshold)


@nb.njit(cache=True, nogil=True)
def best_plays(levels, weights, tally, against, threshold, terms_of, nets, allowed, taken, ends):  # type: ignore[no-untyped-def]
    """The choice that nets the most for each hand and view, into `taken`, and how often rounds then end so, into `ends`.

    A hand of class v has the terms `terms_of[v]`; `nets[terms, choice, result]` is what a choice nets, and so on for `ends`.
    Results: 0 won, 1 tied and 2 lost against a dealer who qualifies, 3 a dealer who does not. Of choices worth the same the
    first is taken.
    """
    results = np.empty(4, np.int64)
    for player in range(len(levels)):
        terms = terms_of[levels[player]]
        for view in range(tally.shape[1]):
            lower, equal, below = (
                np.int64(tally[player, view, 0]),
                np.int64(tally[player, view, 1]),
                np.int64(tally[player, view, 2]),
            )
            qualifies = levels[player] >= threshold
            results[0] = lower - below if qualifies else 0
            results[1] = equal if qualifies else 0
            results[3] = below
            results[2] = against - results[0] - results[1] - results[3]
            best = -1
            most = np.int64(0)
            for choice in range(nets.shape[1]):
                if allowed[terms, choice]:
                    worth = np.int64(0)
                    for result in range(4):
                        worth += nets[terms, choice, result] * results[result]
                    if best < 0 or worth > most:
                        best, most = choice, worth
            taken[player, view] = best
            for result in range(4):
                ends[terms, best, result] += weights[player] * results[result]
