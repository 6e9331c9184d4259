"""One hand of five cards and one of the dealer's: what standing, buying a card and every exchange come to, each draw played on at its best.

All that the seat does not see are the `unseen` cards: so many are drawn, and four of the rest are the dealer's. The subset sweep goes
up the ladder of hands and keeps, for every set of at most four unseen cards, how many of the dealer's hands so far contain it; how
many share no card with a draw is a sum of these, alternating in sign.
"""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.card_sets import SIGN, list_subsets
from croupier.odds.kernels.combinations import ACE_KING, KINDS, PAIR, QUADS, STRAIGHT, TRIPS, TWO_PAIR, kind_of
from croupier.odds.kernels.evaluate import KEYS, SUITS, value
from croupier.odds.kernels.forcing import force

HIDDEN = 4
SETS = 1 + 52 + 1326 + 22100 + 270725
LEVELS = 7463
BOUGHT = 32
"""Draws by what is kept: the cards of a mask, or all five and one more; `draw` 31 is to stand."""
NOT_QUALIFIED, TIE, LOSE, FORCED_TIE, FORCED_LOSE, FORCED_FAIL, DECLINED, FOLD = range(8)
"""Places in the nets of a way to play, before those of a win and of a forced win by kind of hand."""
WINS = 8
FORCED_WINS = WINS + KINDS * KINDS
NETS = FORCED_WINS + KINDS * KINDS
MOST_PAIRING = 12


@nb.njit(cache=True, nogil=True)
def kind_of_five(level, cards, of_level):  # type: ignore[no-untyped-def]
    """The kind of five cards of a known level: besides the first, there can only be an ace with a king."""
    first = of_level[level]
    if first < PAIR or first == STRAIGHT or (first > TRIPS and first != QUADS):
        return KINDS * first
    aces = kings = 0
    for n in range(5):
        rank = cards[n] >> 2
        aces += rank == 12
        kings += rank == 11
    if aces and kings and not (first == TWO_PAIR and aces == 2 and kings == 2):
        return KINDS * first + ACE_KING
    return KINDS * first


@nb.njit(cache=True, nogil=True)
def gains_by_forcing(level, kind, left, nets):  # type: ignore[no-untyped-def]
    """Could a hand gain by forcing at all? Below a straight only a dealer's pair is beaten, and twelve cards make one.

    A pair is paid too little even with an ace and a king beside it.
    """
    if kind // KINDS < TWO_PAIR:
        return False
    draws = MOST_PAIRING if kind // KINDS <= TRIPS else left
    return draws * (nets[FORCED_WINS + kind] - nets[FORCED_FAIL]) > left * (nets[DECLINED] - nets[FORCED_FAIL])


@nb.njit(cache=True, nogil=True)
def bet_net(nq, lower, equal, every, left, level, kind, nets, available, up, forced, tally):  # type: ignore[no-untyped-def]
    """What a bet nets, summed over the dealer's hands and the cards a forced dealer may draw."""
    net = nq * nets[NOT_QUALIFIED] + lower * nets[WINS + kind] + equal * nets[TIE] + (every - nq - lower - equal) * nets[LOSE]
    net *= left
    if gains_by_forcing(level, kind, left, nets):
        forced[0], forced[1], forced[2] = nets[FORCED_WINS + kind], nets[FORCED_TIE], nets[FORCED_LOSE]
        forced[3], forced[4] = nets[FORCED_FAIL], nets[DECLINED]
        net += force(available, up, left, level, forced, tally)
    return net


@nb.njit(cache=True, nogil=True)
def available_but(cards, size, up, available):  # type: ignore[no-untyped-def]
    """Into `available`: the suits of each rank, then the ranks of each suit, without some cards and the one that lies open."""
    for rank in range(13):
        available[rank] = 15
    for suit in range(4):
        available[13 + suit] = 8191
    for n in range(size + 1):
        card = up if n == size else cards[n]
        available[card >> 2] &= ~(1 << (card & 3))
        available[13 + (card & 3)] &= ~(1 << (card >> 2))


@nb.njit(cache=True, nogil=True)
def _dealers(up, unseen, levels, packed):  # type: ignore[no-untyped-def]
    """Every four unseen cards with the level they make beside the card that lies open."""
    n = 0
    for a in range(len(unseen)):
        ka, sa = KEYS[up] + KEYS[unseen[a]], SUITS[up] + SUITS[unseen[a]]
        for b in range(a):
            kb, sb = ka + KEYS[unseen[b]], sa + SUITS[unseen[b]]
            for c in range(b):
                kc, sc = kb + KEYS[unseen[c]], sb + SUITS[unseen[c]]
                for d in range(c):
                    levels[n] = value(kc + KEYS[unseen[d]], sc + SUITS[unseen[d]])
                    packed[n] = a << 18 | b << 12 | c << 6 | d
                    n += 1
    return n


@nb.njit(cache=True, nogil=True)
def _draws(hand, unseen, draw, levels, packed, which, first):  # type: ignore[no-untyped-def]
    """Every draw to the cards kept: its level, the places of its cards among the unseen, and to what it was drawn."""
    key, suits = np.uint64(0), np.uint64(0)
    size = 1 if draw == BOUGHT else 5
    for n in range(5):
        if draw == BOUGHT or draw >> n & 1:
            key += KEYS[hand[n]]
            suits += SUITS[hand[n]]
            size -= draw != BOUGHT
    places = np.zeros(6, np.int64)
    for n in range(size):
        places[n] = n
    found, last = first, len(unseen)
    while True:
        k, s, code = key, suits, np.int64(size)
        for n in range(size):
            k += KEYS[unseen[places[n]]]
            s += SUITS[unseen[places[n]]]
            code |= places[n] << (3 + 6 * n)
        levels[found], packed[found], which[found] = value(k, s), code, draw
        found += 1
        at = size - 1
        while at >= 0 and places[at] == last - size + at:
            at -= 1
        if at < 0:
            return found
        places[at] += 1
        for n in range(at + 1, size):
            places[n] = places[n - 1] + 1


@nb.njit(cache=True, nogil=True)
def _sorted_by(levels, count):  # type: ignore[no-untyped-def]
    """Places in the order of their levels, and where each level starts."""
    starts = np.zeros(LEVELS + 1, np.int64)
    for n in range(count):
        starts[levels[n] + 1] += 1
    for level in range(LEVELS):
        starts[level + 1] += starts[level]
    at, order = starts.copy(), np.empty(count, np.int32)
    for n in range(count):
        order[at[levels[n]]] = n
        at[levels[n]] += 1
    return order, starts


@nb.njit(cache=True, nogil=True)
def _add(code, column, amount, counts, places, hidden):  # type: ignore[no-untyped-def]
    """One of the dealer's hands into the counts of all sets that it contains."""
    for n in range(HIDDEN):
        hidden[n] = code >> (6 * n) & 63
    list_subsets(hidden, HIDDEN, places)
    for mask in range(16):
        counts[places[mask], column] += amount


@nb.njit(cache=True, nogil=True)
def weigh_draws(hand, up, unseen, draws, qualifying, of_level, nets, found):  # type: ignore[no-untyped-def]
    """Into `found[n]`: what each of the `draws` nets, summed over all cards drawn, the dealer's hands and a forced dealer's card.

    `nets` has a row for standing, for buying and for exchanging. A draw is played on: bet, or fold if that nets more.
    """
    every = np.empty(163185, np.int32)
    codes = np.empty(163185, np.int32)
    hands = _dealers(up, unseen, every, codes)
    order, starts = _sorted_by(every, hands)
    total = 0
    for n in range(len(draws)):
        size = 1 if draws[n] == BOUGHT else 5 - _bits(draws[n])
        ways = 1
        for k in range(size):
            ways = ways * (len(unseen) - k) // (k + 1)
        total += ways
    levels, packed, which = np.empty(total, np.int32), np.empty(total, np.int64), np.empty(total, np.int8)
    last = 0
    for n in range(len(draws)):
        last = _draws(hand, unseen, draws[n], levels, packed, which, last)
    finals, final_starts = _sorted_by(levels, total)
    slot = np.zeros(33, np.int64)
    for n in range(len(draws)):
        slot[draws[n]] = n
        found[n] = 0
    counts = np.zeros((SETS, 3), np.int32)
    places, hidden, drawn = np.empty(64, np.int64), np.empty(6, np.int64), np.empty(6, np.int64)
    cards, known = np.empty(6, np.int64), np.empty(10, np.int64)
    available, forced, tally = np.empty(17, np.int64), np.empty(5, np.int64), np.zeros(5, np.int64)
    for level in range(qualifying):
        for n in range(starts[level], starts[level + 1]):
            _add(codes[order[n]], 0, 1, counts, places, hidden)
    for level in range(qualifying - 1, LEVELS):
        if level >= qualifying:
            for n in range(starts[level], starts[level + 1]):
                _add(codes[order[n]], 2, 1, counts, places, hidden)
        for n in range(final_starts[level] if level >= qualifying else 0, final_starts[level + 1]):
            final = finals[n]
            code, draw = packed[final], np.int64(which[final])
            size = code & 7
            way = 0 if draw == 31 else 1 if draw == BOUGHT else 2
            held = 0
            for m in range(5):
                known[m] = hand[m]
                if draw == BOUGHT or draw >> m & 1:
                    cards[held] = hand[m]
                    held += 1
            for m in range(size):
                drawn[m] = code >> (3 + 6 * m) & 63
                cards[held] = known[5 + m] = unseen[drawn[m]]
                held += 1
            list_subsets(drawn, size, places)
            nq = lower = equal = np.int64(0)
            for mask in range(min(1 << size, 31)):
                nq += SIGN[mask] * counts[places[mask], 0]
                lower += SIGN[mask] * counts[places[mask], 1]
                equal += SIGN[mask] * counts[places[mask], 2]
            if levels[final] < qualifying:
                lower = equal = np.int64(0)
            left = len(unseen) - size
            against = left * (left - 1) * (left - 2) * (left - 3) // 24
            left -= HIDDEN
            five = draw != BOUGHT
            kind = kind_of_five(levels[final], cards, of_level) if five else kind_of(cards, 6, of_level)
            if gains_by_forcing(levels[final], kind, left, nets[way]):
                for rank in range(17):
                    available[rank] = 0
                for m in range(len(unseen)):
                    card = unseen[m]
                    available[card >> 2] |= 1 << (card & 3)
                    available[13 + (card & 3)] |= 1 << (card >> 2)
                for m in range(size):
                    card = unseen[drawn[m]]
                    available[card >> 2] &= ~(1 << (card & 3))
                    available[13 + (card & 3)] &= ~(1 << (card >> 2))
            net = bet_net(nq, lower, equal, against, left, levels[final], kind, nets[way], available, up, forced, tally)
            if draw != 31:
                net = max(net, nets[way, FOLD] * against * left)
            found[slot[draw]] += net
        if level >= qualifying:
            for n in range(starts[level], starts[level + 1]):
                _add(codes[order[n]], 1, 1, counts, places, hidden)
                _add(codes[order[n]], 2, -1, counts, places, hidden)


@nb.njit(cache=True, nogil=True)
def against(up, unseen, level, qualifying):  # type: ignore[no-untyped-def]
    """How many of the dealer's hands do not qualify, how many that do are lower than a level, and how many equal."""
    every, codes = np.empty(163185, np.int32), np.empty(163185, np.int32)
    nq = lower = equal = 0
    for n in range(_dealers(up, unseen, every, codes)):
        if every[n] < qualifying:
            nq += 1
        elif every[n] < level:
            lower += 1
        elif every[n] == level:
            equal += 1
    return nq, lower, equal


@nb.njit(inline="always")
def _bits(mask):  # type: ignore[no-untyped-def]
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found
