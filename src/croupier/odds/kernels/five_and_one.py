"""Six cards of fifty-three set as five and one: the house way of one hand, and all hands counted against all.

A hand's value goes by its ranks and, where five of a suit are in reach, by which ranks that suit holds. So the dealer's hands are
counted by ranks alone, as if there were no flushes; and for each suit what flushes change is added, by what the player holds of it.
A card is 4 * rank + suit, the joker 52.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.compiled import larger, part, smaller
from croupier.odds.kernels.pai_gow import ACE, JOKER

HAND, RANKS = 6, 13
HIGH_BITS = 13
HIGH = (1 << HIGH_BITS) - 1
LOW_BITS = 4
JOKER_LOW = RANKS
"""A player's low hand that is above every card."""
BELOW, UP_TO, FEWER, ALL = range(4)
"""Bounds of the dealer's high hand: below ours, up to ours, below what a double down is against, and none."""
BOUNDS, LOWS = 4, 3
"""Bounds of the low hand are likewise below ours, up to ours, and none."""

_WAYS = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]], np.int64)
_NO_OUTSIDER = RANKS


@nb.njit
def high_hand(a, b, c, d, e, high_of):  # type: ignore[no-untyped-def]
    """What five cards are worth, highest first."""
    suited = ((b ^ c) | (b ^ d) | (b ^ e)) & 3 == 0 and (a == JOKER or (a ^ b) & 3 == 0)
    return np.int64(high_of[1 if suited else 0, a >> 2, b >> 2, c >> 2, d >> 2, e >> 2])


@nb.njit
def highest(low, a, b, c, d, e, best, high_of, type_of, least):  # type: ignore[no-untyped-def]
    """The better of a setting so far and the one with this low card, as the house has it: by type, low card and high hand."""
    high = high_hand(a, b, c, d, e, high_of)
    rank = smaller(low >> 2, ACE)
    found = (np.int64(type_of[high]) << (HIGH_BITS + LOW_BITS)) | (rank << HIGH_BITS) | high
    return found if high >= least[rank] and found > best else best


@part
def house_way(a, b, c, d, e, f, high_of, type_of, least):  # type: ignore[no-untyped-def]
    """Type, low card and high hand of six cards, highest first, as the house sets them, in one number."""
    found = highest(a, b, c, d, e, f, np.int64(-1), high_of, type_of, least)
    found = highest(b, a, c, d, e, f, found, high_of, type_of, least)
    found = highest(c, a, b, d, e, f, found, high_of, type_of, least)
    found = highest(d, a, b, c, e, f, found, high_of, type_of, least)
    found = highest(e, a, b, c, d, f, found, high_of, type_of, least)
    return highest(f, a, b, c, d, e, found, high_of, type_of, least)


@part
def best_five(a, b, c, d, e, f, high_of):  # type: ignore[no-untyped-def]
    """The best that five of six cards are worth."""
    found = larger(high_hand(a, b, c, d, e, high_of), high_hand(a, b, c, d, f, high_of))
    found = larger(found, larger(high_hand(a, b, c, e, f, high_of), high_hand(a, b, d, e, f, high_of)))
    return larger(found, larger(high_hand(a, c, d, e, f, high_of), high_hand(b, c, d, e, f, high_of)))


@nb.njit(cache=True, nogil=True)
def set_all(hands, high_of, type_of, least, found, highs):  # type: ignore[no-untyped-def]
    """High hand and low card of each hand by the house way, and its best five; the high hand beside each card, 0 where that is foul."""
    for row in range(len(hands)):
        a, b, c = np.int64(hands[row, 0]), np.int64(hands[row, 1]), np.int64(hands[row, 2])
        d, e, f = np.int64(hands[row, 3]), np.int64(hands[row, 4]), np.int64(hands[row, 5])
        best = house_way(a, b, c, d, e, f, high_of, type_of, least)
        found[row, 0] = best & HIGH
        found[row, 1] = best >> HIGH_BITS & 15
        for place in range(HAND):
            low = np.int64(hands[row, place])
            a, b = np.int64(hands[row, 0 + (place == 0)]), np.int64(hands[row, 1 + (place <= 1)])
            c, d = np.int64(hands[row, 2 + (place <= 2)]), np.int64(hands[row, 3 + (place <= 3)])
            e = np.int64(hands[row, 4 + (place <= 4)])
            high = high_hand(a, b, c, d, e, high_of)
            highs[row, place] = high if high >= least[smaller(low >> 2, ACE)] else 0
            found[row, 2] = larger(found[row, 2], high)


@nb.njit(cache=True, nogil=True)
def dealers_hands(deck, first, stop, high_of, type_of, least, found):  # type: ignore[no-untyped-def]
    """Count by high hand and low card the hands of a deck, highest card first, whose first card has a place from `first` to `stop`."""
    for a in range(first, stop):
        for b in range(a + 1, len(deck)):
            for c in range(b + 1, len(deck)):
                for d in range(c + 1, len(deck)):
                    for e in range(d + 1, len(deck)):
                        for f in range(e + 1, len(deck)):
                            hand = house_way(deck[a], deck[b], deck[c], deck[d], deck[e], deck[f], high_of, type_of, least)
                            found[hand & HIGH, hand >> HIGH_BITS & 15] += 1


@part
def _lows(held, low, into):  # type: ignore[no-untyped-def]
    """Sums of counts by the dealer's low card: below ours, up to ours, of all."""
    below, every = np.int64(0), np.int64(0)
    for rank in range(RANKS):
        every += held[rank]
        if rank < low:
            below += held[rank]
    into[0], into[1], into[2] = below, below + held[low] if low < RANKS else below, every


@nb.njit(cache=True, nogil=True)
def count_by_ranks(first, stop, counts, jokers, starts, grown, bank, limit, asked, held, ways, found):  # type: ignore[no-untyped-def]
    """For hands of each kind by ranks from `first` to `stop`: how many of the dealer's lie within each bound of each question.

    `grown` makes sets of ranks from smaller ones: the smaller one, a rank, and how many cards of it. `bank` are the dealer's kinds in
    order of the high hand: high hand, low card, which of those sets, and whether with the joker. Questions of kind number n are
    `asked[starts[n]:starts[n + 1]]`, in order too: a high hand and a low card.
    """
    number = np.ones(len(grown), np.int64)
    for kind in range(first, stop):
        for rank in range(RANKS):
            held[rank] = 0
            for cards in range(5):
                ways[rank, cards] = _WAYS[4 - counts[kind, rank], cards]
        for made in range(1, len(grown)):
            number[made] = number[grown[made, 0]] * ways[grown[made, 1], grown[made, 2]]
        below = up_to = starts[kind]
        end = starts[kind + 1]
        fewer = False
        for other in range(len(bank)):
            high = bank[other, 0]
            while below < end and asked[below, 0] <= high:
                _lows(held, asked[below, 1], found[below, BELOW])
                below += 1
            while up_to < end and asked[up_to, 0] < high:
                _lows(held, asked[up_to, 1], found[up_to, UP_TO])
                up_to += 1
            if not fewer and limit <= high:
                fewer = True
                for question in range(starts[kind], end):
                    _lows(held, asked[question, 1], found[question, FEWER])
            if not (jokers[kind] and bank[other, 3]):
                held[bank[other, 1]] += number[bank[other, 2]]
        for question in range(below, end):
            _lows(held, asked[question, 1], found[question, BELOW])
        for question in range(up_to, end):
            _lows(held, asked[question, 1], found[question, UP_TO])
        for question in range(starts[kind], end):
            if not fewer:
                _lows(held, asked[question, 1], found[question, FEWER])
            _lows(held, asked[question, 1], found[question, ALL])


@part
def _of_suit(held, free, low, into):  # type: ignore[no-untyped-def]
    """What flushes of a suit change: by the low card, each with as many cards beside the suit as are free."""
    below, up_to, every = np.int64(0), np.int64(0), np.int64(0)
    for beside in range(RANKS + 1):
        number = np.int64(free[beside])
        if number:
            below += number * held[beside, low]
            up_to += number * held[beside, smaller(low + 1, RANKS)]
            every += number * held[beside, RANKS]
    into[0], into[1], into[2] = below, up_to, every


@nb.njit(cache=True, nogil=True)
def count_by_suit(first, stop, masks, with_joker, starts, suits, flushes, limit, asked, free, held, found):  # type: ignore[no-untyped-def]
    """For each thing that the player may hold of a suit from `first` to `stop`: what the dealer's flushes of it add to each question.

    `suits` are the ranks of each flush, in order of the high hand; `flushes` that high hand, the low card, the rank beside the suit or
    13, whether the joker is there, and 1 for what the hand is or -1 for what its ranks alone would be. `held` is by the rank beside
    and, as sums, below each low card.
    """
    for holding in range(first, stop):
        held[:] = 0
        mask, joker = masks[holding], with_joker[holding]
        below = up_to = starts[holding]
        end = starts[holding + 1]
        fewer = False
        for other in range(len(suits)):
            if suits[other] & mask or (joker and flushes[other, 3]):
                continue
            high = flushes[other, 0]
            while below < end and asked[below, 0] <= high:
                _of_suit(held, free[below], asked[below, 1], found[below, BELOW])
                below += 1
            while up_to < end and asked[up_to, 0] < high:
                _of_suit(held, free[up_to], asked[up_to, 1], found[up_to, UP_TO])
                up_to += 1
            if not fewer and limit <= high:
                fewer = True
                for question in range(starts[holding], end):
                    _of_suit(held, free[question], asked[question, 1], found[question, FEWER])
            for low in range(flushes[other, 1] + 1, RANKS + 1):
                held[flushes[other, 2], low] += flushes[other, 4]
        for question in range(below, end):
            _of_suit(held, free[question], asked[question, 1], found[question, BELOW])
        for question in range(up_to, end):
            _of_suit(held, free[question], asked[question, 1], found[question, UP_TO])
        for question in range(starts[holding], end):
            if not fewer:
                _of_suit(held, free[question], asked[question, 1], found[question, FEWER])
            _of_suit(held, free[question], asked[question, 1], found[question, ALL])


@nb.njit(cache=True, nogil=True)
def every_holding(counts, most, kinds, sizes, masks):  # type: ignore[no-untyped-def]
    """What a suit may hold of each of some kinds' ranks, one block a kind; a holding that is a flush stands for none."""
    at = 0
    for number in range(len(kinds)):
        kind = kinds[number]
        for chosen in range(sizes[number]):
            mask, place, cards = 0, 0, 0
            for rank in range(RANKS):
                if counts[kind, rank]:
                    if chosen >> place & 1:
                        mask |= 1 << rank
                        cards += 1
                    place += 1
            masks[at] = mask if cards <= most[kind] else -1
            at += 1


_OPTIONS = np.array([1, 4, 6, 4, 1], np.int64)
_SUITS = np.array(
    [[0, 0, 0, 0, 0, 0], [1, 2, 4, 8, 0, 0], [3, 5, 6, 9, 10, 12], [7, 11, 13, 14, 0, 0], [15, 0, 0, 0, 0, 0]], np.int64
)
"""Which suits so many cards of a rank can have."""


@nb.njit(cache=True, nogil=True)
def choose(first, stop, groups, sizes, most, starts, candidates, house, blocks, worths, added, chosen, taken, room):  # type: ignore[no-untyped-def]
    """Set every hand of each kind by ranks from `first` to `stop` as nets most, by the first candidate where several do.

    `groups` are how many cards of each rank it has, `most` how many of a suit are no flush yet. Candidates of kind number n are
    `candidates[starts[n]:starts[n + 1]]`, a setting and whether it is doubled: it is worth `worths[s, d]` and what each suit adds,
    `added[blocks[s] + holding, d]`. Hands are counted in `chosen`, and in `taken` by what each suit holds; the house's setting, which
    is never doubled, has the last column. Suits are alike, so the first rank has its suits once for all.
    """
    options, holding = room[0], room[1]
    for kind in range(first, stop):
        size, times = sizes[kind], _OPTIONS[groups[kind, 0]]
        for place in range(size):
            options[place] = 0
        while True:
            fits = True
            for suit in range(4):
                held, number = 0, 0
                for place in range(size):
                    if _SUITS[groups[kind, place], options[place]] >> suit & 1:
                        held |= 1 << place
                        number += 1
                holding[suit] = held
                fits = fits and number <= most[kind]
            if fits:
                best, at = np.int64(0), starts[kind]
                if starts[kind + 1] - at > 1:
                    for candidate in range(starts[kind], starts[kind + 1]):
                        setting, doubled = candidates[candidate, 0], candidates[candidate, 1]
                        worth, block = worths[setting, doubled], blocks[setting]
                        for suit in range(4):
                            worth += added[block + holding[suit], doubled]
                        if candidate == starts[kind] or worth > best:
                            best, at = worth, candidate
                setting, doubled = candidates[at, 0], candidates[at, 1]
                chosen[setting, doubled] += times
                chosen[house[kind], 2] += times
                for suit in range(4):
                    taken[blocks[setting] + holding[suit], doubled] += times
                    taken[blocks[house[kind]] + holding[suit], 2] += times
            place = size - 1
            while place > 0:
                options[place] += 1
                if options[place] < _OPTIONS[groups[kind, place]]:
                    break
                options[place] = 0
                place -= 1
            if place <= 0:
                break
