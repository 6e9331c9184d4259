"""Three Card Poker: ante and play against the dealer, and by the same cards pair plus and the six-card bonus."""

from __future__ import annotations

import numpy as np

from croupier.odds.kernels.compiled import counting, part
from croupier.odds.kernels.randomness import DECK, card, deal
from croupier.odds.kernels.sim_cards import ROYAL, class_of, count, sums, three_cards, three_cards_apart

CARDS = 6
PACK = DECK
NINE_TO_ACE = 0x1F80 + (6 << 13)
"""Six cards of a suit, as the evaluator adds them up."""
_16, _32 = np.uint64(16), np.uint64(32)


@part
def play(key, index, strength, plan, bands, ante, pair_plus, six, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Places of the ante, of pair plus and of the six-card bonus.

    `strength` orders three-card hands, `bands` sorts the dealer's by it, and `plan` is the choice for a hand by its ranks and which
    of its suits are the same. `ante[choice, band and result, strength]`, `pair_plus[choice, strength]` and `six[choice, class]` are
    places, and empty for a wager that is not offered; past the royal flush `six` goes on with six-card royals by suit.
    """
    dealt = deal(key, index, CARDS)
    a, b, c = card(dealt, 0), card(dealt, 1), card(dealt, 2)
    d, e, f = card(dealt, 3), card(dealt, 4), card(dealt, 5)
    mine = np.int64(strength[three_cards(a, b, c)])
    dealers = np.int64(strength[three_cards(d, e, f)])
    choice = np.int64(plan[three_cards_apart(a, b, c)])
    result = 0 if mine > dealers else 1 if mine == dealers else 2
    row = (choice * (ante.shape[0] // (3 * pair_plus.shape[0])) + np.int64(bands[dealers])) * 3 + result
    places = np.uint64(ante[row, mine])
    if pair_plus.shape[1]:
        places |= np.uint64(pair_plus[choice, mine]) << _16
    if six.shape[1]:
        (ka, sa), (kb, sb), (kc, sc), (kd, sd), (ke, se), (kf, sf) = sums(a), sums(b), sums(c), sums(d), sums(e), sums(f)
        suits = sa + sb + sc + sd + se + sf
        hand = class_of(ka + kb + kc + kd + ke + kf, suits, slots, displacement, flush)
        if hand == ROYAL and suits == np.uint64(NINE_TO_ACE) << np.uint64(16 * (a & 3)):
            hand += 1 + (a & 3)
        places |= np.uint64(six[choice, hand - 1]) << _32
    return places


@counting
def tally(key, first, last, found, strength, plan, bands, ante, pair_plus, six, slots, displacement, flush):  # type: ignore[no-untyped-def]
    """Add rounds first to last into the histogram."""
    for index in range(first, last):
        count(
            found,
            play(key, np.uint64(index), strength, plan, bands, ante, pair_plus, six, slots, displacement, flush),
        )
