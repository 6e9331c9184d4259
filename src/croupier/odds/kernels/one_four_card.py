"""One hand of four-card poker against every hand the dealer can have, those of the dealer's cards that are seen among them."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.four_card import rank_hand


@nb.njit(cache=True, nogil=True)
def against_dealers(deck, shown, hidden, level, thresholds, plain, suited, found):  # type: ignore[no-untyped-def]
    """Into `found`: how many of the dealer's hands are lower than class `level`, equal to it, and below each of `thresholds`.

    `deck` is what may still be drawn, lowest card first; the dealer has the cards `shown` and `hidden` more of the deck.
    """
    size = len(shown) + hidden
    hand = np.empty(size, np.int64)
    drawn = np.arange(hidden)
    while True:
        for n in range(len(shown)):
            hand[n] = shown[n]
        for n in range(hidden):
            card = deck[drawn[n]]
            at = len(shown) + n
            while at > 0 and hand[at - 1] > card:
                hand[at] = hand[at - 1]
                at -= 1
            hand[at] = card
        dealer = rank_hand(hand, plain, suited)
        if dealer <= level:
            found[0 if dealer < level else 1] += 1
        for line in range(len(thresholds)):
            if dealer < thresholds[line]:
                found[2 + line] += 1
        last = hidden - 1
        while last >= 0 and drawn[last] == len(deck) - hidden + last:
            last -= 1
        if last < 0:
            return
        drawn[last] += 1
        for n in range(last + 1, hidden):
            drawn[n] = drawn[n - 1] + 1
