"""Two hands dealt from fifty-three cards, and where a table tells what the class of each is worth.

A class is of ranks alone and, where a suit holds a flush or with the joker would, of which ranks that suit holds and which lie beside
it: also whether these are of one suit, where that can matter. A hand is a set of bits, card 4 * rank + suit, the joker 52: counts by
rank, and what a suit holds, are four bits a rank.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import part
from croupier.odds.kernels.evaluate import _BUCKET, _BUCKET_SHIFT, _SLOT, _SLOT_SHIFT, DISPLACEMENT
from croupier.odds.kernels.pai_gow import JOKER
from croupier.odds.kernels.randomness import word
from croupier.odds.kernels.tables import SLOT_BITS, Array

SLOTS = 1 << SLOT_BITS
"""Classes by ranks alone are told in the evaluator's slots, the others after these."""
RANKS, MOST_BESIDE = 13, 3
CARD_BITS, CARDS_A_WORD = 6, 10
FIRST_BITS = 20
"""Of a suit's ranks is told where its classes begin and, above these bits, how much later those come whose other cards are of one suit."""
BESIDE_BITS, MULTIPLY_BESIDE = 13, 0x3BBEB357482266C9
"""Three cards and fewer, by their ranks, all have a place of their own by this product."""

_CARDS = np.uint64((1 << JOKER + 1) - 1)
_NO_CARD, _NATURAL = ~_CARDS, np.uint64((1 << JOKER) - 1)
_0, _1, _2, _3, _4, _6, _8, _9, _12, _15, _18, _36, _48, _63 = (
    np.uint64(number) for number in (0, 1, 2, 3, 4, 6, 8, 9, 12, 15, 18, 36, 48, 63)
)
_JOKER, _FLUSH_BIT = np.uint64(JOKER), np.uint64(8)
_ONES = np.uint64(sum(1 << 4 * rank for rank in range(RANKS)))
_OF_TWO, _OF_FOUR = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_BESIDE, _BESIDE_SHIFT = np.uint64(MULTIPLY_BESIDE), np.uint64(64 - BESIDE_BITS)
_FIRST, _FIRST_BITS = np.uint64((1 << FIRST_BITS) - 1), np.uint64(FIRST_BITS)


def _alternate(bits: int, lane: int, *, upper: bool) -> np.uint64:
    """So many bits in every other lane of a word."""
    return np.uint64(sum(((1 << bits) - 1) << at + bits * upper for at in range(0, 64, 2 * lane)))


_COUNTS = [(_alternate(3 << step, 4 << step, upper=False), _alternate(3 << step, 4 << step, upper=True)) for step in range(4)]
_MASKS = [(_alternate(1 << step, 4 << step, upper=False), _alternate(1 << step, 4 << step, upper=True)) for step in range(4)]
(_C0, _C1), (_C2, _C3), (_C4, _C5), (_C6, _C7) = _COUNTS
(_M0, _M1), (_M2, _M3), (_M4, _M5), (_M6, _M7) = _MASKS
"""Four bits a rank become three, or one, by moving every other rank, pair of ranks and so on down to its neighbour."""


@part
def deal_two(key, index, each):  # type: ignore[no-untyped-def]
    """Two hands of so many cards.

    Cards are six bits at a time of the words: what is no card, or already out, is thrown away. That happens to one in four, which no
    processor guesses: so every card is put into each hand that is not complete yet, where a second time makes no difference.
    """
    used, dealt, draw = _NO_CARD, _0, _0
    mine, both = _0, _0
    while dealt < each + each:
        bits = word(key, index, draw)
        draw += _1
        for _ in range(CARDS_A_WORD):
            card = bits & _63
            bits >>= _6
            mine |= ((dealt - each) >> _63) << card
            both |= ((dealt - each - each) >> _63) << card
            dealt += ~(used >> card) & _1
            used |= _1 << card
    return mine & _CARDS, both & ~mine & _CARDS


@part
def in_order(cards):  # type: ignore[no-untyped-def]
    """The cards of a hand, six bits each, the highest in the lowest bits."""
    hand, place = _0, _0
    for down in range(JOKER + 1):
        card = np.uint64(JOKER - down)
        if cards >> card & _1:
            hand |= card << place
            place += _6
    return hand


@part
def card_of(hand, place):  # type: ignore[no-untyped-def]
    """One of the cards in order."""
    return np.int64(hand >> np.uint64(CARD_BITS * place) & _63)


@part
def counts_of(cards):  # type: ignore[no-untyped-def]
    """How many natural cards of each rank."""
    by_two = cards - (cards >> _1 & _OF_TWO)
    return (by_two & _OF_FOUR) + (by_two >> _2 & _OF_FOUR)


@part
def slot_of(counts, displacement):  # type: ignore[no-untyped-def]
    """The evaluator's slot of counts by rank."""
    key = counts & _C0 | counts >> _1 & _C1
    key = key & _C2 | key >> _2 & _C3
    key = key & _C4 | key >> _4 & _C5
    key = key & _C6 | key >> _8 & _C7
    return np.int64(((key * _SLOT) >> _SLOT_SHIFT) ^ np.uint64(displacement[(key * _BUCKET) >> _BUCKET_SHIFT]))


@part
def mask_of(suit):  # type: ignore[no-untyped-def]
    """A bit for each rank that a suit holds."""
    mask = suit & _M0 | suit >> _3 & _M1
    mask = mask & _M2 | mask >> _6 & _M3
    mask = mask & _M4 | mask >> _12 & _M5
    return mask & _M6 | mask >> np.uint64(24) & _M7


@part
def reaches(suit, short):  # type: ignore[no-untyped-def]
    """Has the suit so many cards that eight lack no more than `short`? Their number is the last of the product's running sums."""
    return ((suit * _ONES >> _48 & _15) + short) & _FLUSH_BIT


@part
def where_told(cards, short, displacement, first, beside):  # type: ignore[no-untyped-def]
    """The place of a hand's class; `short` is how many cards a flush has less than eight."""
    joker = cards >> _JOKER & _1
    natural = cards & _NATURAL
    counts = counts_of(natural)
    a, b, c, d = natural & _ONES, natural >> _1 & _ONES, natural >> _2 & _ONES, natural >> _3 & _ONES
    short += joker
    long = a if reaches(a, short) else b if reaches(b, short) else c if reaches(c, short) else d if reaches(d, short) else _0
    if long:
        others = counts - long
        told = np.uint64(first[joker, mask_of(long)])
        found = SLOTS + np.int64(told & _FIRST) + np.int64(beside[(others * _BESIDE) >> _BESIDE_SHIFT])
        if others == a or others == b or others == c or others == d:  # noqa: SIM109 (for the GPU too)
            found += np.int64(told >> _FIRST_BITS)
    else:
        found = slot_of(counts, displacement)
    return found


def others_of() -> list[list[tuple[int, ...]]]:
    """Ranks of no card to three."""
    return [list(combinations_with_replacement(range(RANKS), cards)) for cards in range(MOST_BESIDE + 1)]


def beside_of() -> Array:
    """Which of all as many cards they are, by the product of their counts."""
    found: Array = np.zeros(1 << BESIDE_BITS, np.uint16)
    taken = set[int]()
    for alike in others_of():
        for number, ranks in enumerate(alike):
            place = sum(1 << 4 * rank for rank in ranks) * MULTIPLY_BESIDE % (1 << 64) >> 64 - BESIDE_BITS
            assert place not in taken, "two of them in one place"
            taken.add(place)
            found[place] = number
    return found


def first_of(hand: int, flush: int) -> tuple[Array, int]:
    """Where the classes begin of what a suit holds, by whether the joker is there, and how many places there are.

    Cards beside it count as of one suit or not where they may be a flush too; and where they are two, at which wagers on all cards look.
    """
    found: Array = np.zeros((2, 1 << RANKS), np.uint32)
    at = 0
    for joker in (0, 1):
        for mask in range(1 << RANKS):
            others = hand - joker - mask.bit_count()
            if not 0 <= others <= hand - flush:
                continue
            ways = comb(RANKS + others - 1, others)
            apart = ways if others == 2 or others >= flush - joker else 0
            found[joker, mask] = apart << FIRST_BITS | at
            at += ways + apart
    assert at <= 1 << FIRST_BITS
    return found, SLOTS + at


@part
def _next_ranks(rank, cards):  # type: ignore[no-untyped-def]
    """The next of all ways to hold so many cards by rank, lowest first; False after the last."""
    last = cards - 1
    while last >= 0 and rank[last] == RANKS - 1:
        last -= 1
    if last < 0:
        return False
    higher = rank[last] + 1
    for place in range(last, cards):
        rank[place] = higher
    return True


@nb.njit(cache=True)
def one_of_each(hand, flush, displacement, first, beside, found):  # type: ignore[no-untyped-def]
    """A hand of each class, put where the class is told."""
    short = np.uint64(8 - flush)
    rank = np.zeros(hand, np.int64)
    for joker in range(2):
        cards = hand - joker
        with_joker = np.uint64(joker) << _JOKER
        rank[:] = 0
        more = True
        while more:
            held, fits = with_joker, True
            for place in range(cards):
                fits = fits and (place < 4 or rank[place] != rank[place - 4])
                held |= _1 << np.uint64(4 * rank[place] + place % 4)  # neighbours differ in suit, and none has more than two
            if fits:
                found[where_told(held, short, displacement, first, beside)] = held
            more = _next_ranks(rank, cards)
        for mask in range(1 << RANKS):
            suit, others = _0, cards
            for number in range(RANKS):
                if mask >> number & 1:
                    suit |= _1 << np.uint64(4 * number)
                    others -= 1
            if others < 0 or others > hand - flush:
                continue
            for alone in range(2):
                rank[:] = 0
                more = True
                while more:
                    held, fits = suit | with_joker, True
                    for place in range(others):
                        one = _1 << np.uint64(4 * rank[place] + (1 if alone else 1 + place))
                        fits = fits and held & one == _0
                        held |= one
                    if fits:
                        found[where_told(held, short, displacement, first, beside)] = held
                    more = _next_ranks(rank, others)


@dataclass(frozen=True, slots=True)
class Classes:
    """A hand for each place, 0 where no class is told, and the tables that find the place of any hand."""

    hands: Array
    first: Array
    beside: Array

    @property
    def tables(self) -> tuple[Array, Array, Array]:
        return DISPLACEMENT, self.first, self.beside

    @property
    def there(self) -> Array:
        """The places where a class is told."""
        return np.flatnonzero(self.hands)


@lru_cache(maxsize=2)
def classes(hand: int, flush: int) -> Classes:
    """All classes of hands of so many cards, of which so many of a suit are a flush."""
    beside = beside_of()
    first, size = first_of(hand, flush)
    hands: Array = np.zeros(size, np.uint64)
    one_of_each(hand, flush, DISPLACEMENT, first, beside, hands)
    return Classes(hands, first, beside)
