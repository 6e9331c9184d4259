"""Three Card Poker: ante and play against the dealer, and by the same cards pair plus and the six-card bonus."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.randomness import card, deal
from croupier.odds.kernels.sim_cards import ROYAL, class_of, count, sums, three_cards

FOLD, WIN, TIE, LOSE, NOT_QUALIFIED, NOT_QUALIFIED_TIE = range(6)
CARDS = 6
NINE_TO_ACE = 0x1F80
_16, _32 = np.uint64(16), np.uint64(32)


@part
def play(key, index, strength, plays, qualifies, ante, pair_plus, six, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Places of the ante, of pair plus and of the six-card bonus.

    `strength` orders three-card hands; `plays` and `qualifies` go by it. `ante[result, strength]`, `pair_plus[strength]` and
    `six[class]` are places, 0 for a wager that is not offered; past the royal flush `six` goes on with six-card royals by suit.
    """
    dealt = deal(key, index, CARDS)
    a, b, c = card(dealt, 0), card(dealt, 1), card(dealt, 2)
    d, e, f = card(dealt, 3), card(dealt, 4), card(dealt, 5)
    mine = np.int64(strength[three_cards(a, b, c)])
    dealers = np.int64(strength[three_cards(d, e, f)])
    result = FOLD
    if plays[mine]:
        if qualifies[dealers]:
            result = WIN if mine > dealers else TIE if mine == dealers else LOSE
        else:
            result = NOT_QUALIFIED_TIE if mine == dealers else NOT_QUALIFIED
    places = np.uint64(ante[result, mine]) | np.uint64(pair_plus[mine]) << _16
    if six.size:
        (ka, ma, ca), (kb, mb, cb), (kc, mc, cc) = sums(a), sums(b), sums(c)
        (kd, md, cd), (ke, me, ce), (kf, mf, cf) = sums(d), sums(e), sums(f)
        masks = ma + mb + mc + md + me + mf
        keys, counts = ka + kb + kc + kd + ke + kf, ca + cb + cc + cd + ce + cf
        hand = class_of(keys, masks, counts, slots, displacement, flush)
        if hand == ROYAL and masks == np.uint64(NINE_TO_ACE) << np.uint64(16 * (a & 3)):
            hand += 1 + (a & 3)
        places |= np.uint64(six[hand]) << _32
    return places


@counting
def tally(key, first, last, found, strength, plays, qualifies, ante, pair_plus, six, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        count(
            found,
            play(key, np.uint64(index), strength, plays, qualifies, ante, pair_plus, six, slots, displacement, flush),
        )
