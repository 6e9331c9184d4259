"""A dealer who does not qualify, made to throw the highest card and draw another: when that pays, counted over ranks and not over cards.

Such a dealer has five different ranks, no straight, no flush, no ace with a king. What the draw can bring is a pair, of which every
hand that could gain by it is ahead, a straight or a flush; so all hands of the same ranks are alike but for those whose four kept cards
are of one suit. What a result nets is not known here: `nets` says it.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.combinations import KING
from croupier.odds.kernels.evaluate import FLUSH, KEYS, plain_value

FORCED_WIN, FORCED_TIE, FORCED_LOSE, FORCED_FAIL, DECLINED = range(5)
"""Places in `nets`: what forcing nets by how it ends, and what there is without it."""
FORCED_HANDS = 4
"""After the four ends, in `tally`: how many of the dealer's hands are forced."""


def _straight_top(mask: int) -> int:
    """The top rank of five ranks in a row, 3 for the straight to the five; -1 for none."""
    for top in range(12, 3, -1):
        if mask >> (top - 4) & 31 == 31:
            return top
    return 3 if mask & 0x100F == 0x100F else -1


TOP = np.array([_straight_top(mask) if mask.bit_count() >= 5 else -1 for mask in range(1 << 13)], np.int64)
MAKERS = np.array(
    [
        ([rank for rank in range(13) if mask.bit_count() == 4 and TOP[mask | 1 << rank] >= 0] + [-1, -1])[:2]
        for mask in range(1 << 13)
    ],
    np.int64,
)
"""The ranks, two at most, that make four others a straight."""
BITS = np.array([mask.bit_count() for mask in range(1 << 13)], np.int64)
_ENDS = np.array([[12, 0, 1, 2, 3]] * 4 + [list(range(top - 4, top + 1)) for top in range(4, 13)], np.int64)


@nb.njit(cache=True)
def _levels():  # type: ignore[no-untyped-def]
    found = np.zeros(13, np.int64)
    for top in range(3, 13):
        key = np.uint64(0)
        for n in range(5):
            key += KEYS[4 * _ENDS[top, n]]
        found[top] = plain_value(key)
    return found


STRAIGHT_LEVEL = _levels()
LOWEST_FLUSH, HIGHEST_FLUSH = int(FLUSH[0b101111]), int(FLUSH[0b1111010000000])
"""The classes of 7-5-4-3-2 and of ace, king, queen, jack and nine of one suit."""


@nb.njit(cache=True, nogil=True)
def force(available, up, left, level, nets, tally):  # type: ignore[no-untyped-def]
    """What forcing gains over not forcing, wherever it does, summed over the dealer's hands and the `left` cards that may be drawn.

    `available` has for each rank the suits of the cards nobody has seen, and then for each suit their ranks; `level` is the
    player's hand, at least two pairs: a dealer's pair is always lower.
    Into `tally` go the draws by how they end, and the dealer's hands.
    """
    rank, suit = up >> 2, up & 3
    ranks, many = np.empty(12, np.int64), np.empty(12, np.int64)
    n = 0
    for other in range(13):
        if other != rank and available[other]:
            ranks[n], many[n] = other, BITS[available[other]]
            n += 1
    gained = np.int64(0)
    for i in range(3, n):
        a = ranks[i]
        shown_goes = rank > a
        lying = 0 if shown_goes else 1 << rank
        thrown = 1 << rank if shown_goes else 1 << a
        first = 1 << a if shown_goes else lying
        pairing = many[i] - 4 if shown_goes else BITS[available[rank]] - 3
        for j in range(2, i):
            b = ranks[j]
            top_two = 1 << rank | 1 << a | 1 << b
            if top_two >> KING == 3:
                continue
            for k in range(1, j):
                c = ranks[k]
                same = available[b] & available[c]
                for m in range(k):
                    d = ranks[m]
                    kept = first | 1 << b | 1 << c | 1 << d
                    if TOP[kept | thrown] >= 0:
                        continue
                    won = pairing + many[j] + many[k] + many[m]
                    tied = lost = 0
                    if MAKERS[kept, 0] >= 0:
                        for end in range(2):
                            other = MAKERS[kept, end]
                            if other >= 0:
                                level_made = STRAIGHT_LEVEL[TOP[kept | 1 << other]]
                                won, tied, lost = _placed(level_made, BITS[available[other]], level, won, tied, lost)
                    hands = many[i] * many[j] * many[k] * many[m]
                    alike = same & available[d]
                    if alike:
                        if shown_goes:
                            alike &= available[a]
                            hands -= BITS[alike]
                            for one in range(4):
                                if one != suit and alike >> one & 1:
                                    makers = available[13 + one] & ~kept
                                    w, t, s = _with_flushes(makers, kept, level, won, tied, lost)
                                    gained += _gain(1, w, t, s, left, nets, tally)
                        elif alike >> suit & 1:
                            hands -= many[i]
                            w, t, s = _with_flushes(available[13 + suit] & ~kept, kept, level, won, tied, lost)
                            gained += _gain(many[i] - (available[a] >> suit & 1), w, t, s, left, nets, tally)
                    gained += _gain(hands, won, tied, lost, left, nets, tally)
    return gained


@nb.njit(cache=True, nogil=True)
def _with_flushes(makers, kept, level, won, tied, lost):  # type: ignore[no-untyped-def]
    """The draws where the four kept cards are of one suit; `makers` are the ranks of that suit that may come."""
    for n in range(2):
        other = MAKERS[kept, n]
        if other >= 0 and makers >> other & 1:  # it was counted for a straight, and is one of the suit
            makers ^= 1 << other
            won, tied, lost = _placed(STRAIGHT_LEVEL[TOP[kept | 1 << other]], np.int64(-1), level, won, tied, lost)
            won, tied, lost = _placed(np.int64(FLUSH[kept | 1 << other]), 1, level, won, tied, lost)
    if level < LOWEST_FLUSH or level > HIGHEST_FLUSH:
        return _placed(np.int64(LOWEST_FLUSH), np.int64(BITS[makers]), level, won, tied, lost)
    for other in range(13):
        if makers >> other & 1:
            won, tied, lost = _placed(np.int64(FLUSH[kept | 1 << other]), 1, level, won, tied, lost)
    return won, tied, lost


@nb.njit(inline="always")
def _placed(found, count, level, won, tied, lost):  # type: ignore[no-untyped-def]
    """So many draws that make the dealer's hand of one level, added to those that are lower, alike or higher."""
    if found < level:
        won += count
    elif found == level:
        tied += count
    else:
        lost += count
    return won, tied, lost


@nb.njit(inline="always")
def _gain(hands, won, tied, lost, left, nets, tally):  # type: ignore[no-untyped-def]
    """What so many of the dealer's hands gain, where forcing them does."""
    failed = left - won - tied - lost
    gain = won * nets[FORCED_WIN] + tied * nets[FORCED_TIE] + lost * nets[FORCED_LOSE] + failed * nets[FORCED_FAIL]
    gain -= left * nets[DECLINED]
    if gain <= 0 or hands == 0:
        return np.int64(0)
    tally[FORCED_WIN] += hands * won
    tally[FORCED_TIE] += hands * tied
    tally[FORCED_LOSE] += hands * lost
    tally[FORCED_FAIL] += hands * failed
    tally[FORCED_HANDS] += hands
    return hands * gain
