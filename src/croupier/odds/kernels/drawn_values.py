"""What hands of five or six cards are worth against every dealer's hand, for each card the dealer may show, and how those deals end."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.draws import FOLD, available_but, bet_net, gains_by_forcing
from croupier.odds.kernels.forcing import FORCED_FAIL, FORCED_HANDS, FORCED_LOSE, FORCED_TIE, FORCED_WIN

FOLDED, DECLINED, WON, TIED, LOST, WON_FORCED, TIED_FORCED, LOST_FORCED, FAILED = range(9)
ENDS = 9
"""How a deal ends: folded, taken as it is from a dealer who does not qualify, by the hands, or by those of a forced dealer."""


@nb.njit(cache=True, nogil=True)
def _cards_and_views(hands, row, size, cards, shown):  # type: ignore[no-untyped-def]
    """Into `cards` those of a row, into `shown` the others in the order of the deck: the cards that the dealer may show."""
    held = view = 0
    for n in range(size):
        cards[n] = hands[row, n]
    for card in range(52):
        if held < size and cards[held] == card:
            held += 1
        else:
            shown[view] = card
            view += 1


@nb.njit(cache=True, nogil=True)
def values(hands, size, first, last, levels, kinds, counts, nets, may_fold, found):  # type: ignore[no-untyped-def]
    """Into `found[row, view]`: what a bet nets, or a fold where it may be and nets more, over the dealer's hands and forced draws."""
    cards, shown = np.empty(6, np.int64), np.empty(52, np.int64)
    available, forced, tally = np.empty(17, np.int64), np.empty(5, np.int64), np.zeros(5, np.int64)
    unseen = 51 - size
    every = unseen * (unseen - 1) * (unseen - 2) * (unseen - 3) // 24
    left = unseen - 4
    for row in range(first, last):
        _cards_and_views(hands, row, size, cards, shown)
        forces = gains_by_forcing(levels[row], kinds[row], left, nets)
        for view in range(52 - size):
            if forces:
                available_but(cards, size, shown[view], available)
            nq, lower, equal = np.int64(counts[row, view, 0]), np.int64(counts[row, view, 1]), np.int64(counts[row, view, 2])
            net = bet_net(nq, lower, equal, every, left, levels[row], kinds[row], nets, available, shown[view], forced, tally)
            found[row, view] = max(net, nets[FOLD] * every * left) if may_fold else net


@nb.njit(cache=True, nogil=True)
def ends(hands, size, first, last, levels, kinds, counts, nets, weights, may_fold, found):  # type: ignore[no-untyped-def]
    """Into `found[kind, end]`: how many of the deals that `weights` counts end so, each with every card a forced dealer may draw."""
    cards, shown = np.empty(6, np.int64), np.empty(52, np.int64)
    available, forced, tally = np.empty(17, np.int64), np.empty(5, np.int64), np.zeros(5, np.int64)
    unseen = 51 - size
    every = unseen * (unseen - 1) * (unseen - 2) * (unseen - 3) // 24
    left = unseen - 4
    for row in range(first, last):
        kind = kinds[row]
        prepared = False
        for view in range(52 - size):
            weight = np.int64(weights[row, view])
            if weight == 0:
                continue
            if not prepared:
                _cards_and_views(hands, row, size, cards, shown)
                prepared = True
            tally[:] = 0
            if gains_by_forcing(levels[row], kind, left, nets):
                available_but(cards, size, shown[view], available)
            nq, lower, equal = np.int64(counts[row, view, 0]), np.int64(counts[row, view, 1]), np.int64(counts[row, view, 2])
            net = bet_net(nq, lower, equal, every, left, levels[row], kind, nets, available, shown[view], forced, tally)
            if may_fold and nets[FOLD] * every * left >= net:
                found[kind, FOLDED] += weight * every * left
                continue
            found[kind, DECLINED] += weight * left * (nq - tally[FORCED_HANDS])
            found[kind, WON] += weight * left * lower
            found[kind, TIED] += weight * left * equal
            found[kind, LOST] += weight * left * (every - nq - lower - equal)
            found[kind, WON_FORCED] += weight * tally[FORCED_WIN]
            found[kind, TIED_FORCED] += weight * tally[FORCED_TIE]
            found[kind, LOST_FORCED] += weight * tally[FORCED_LOSE]
            found[kind, FAILED] += weight * tally[FORCED_FAIL]
