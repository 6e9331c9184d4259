"""What hands without a board win over the cards that each of them still gets: stud and draw, high, low or both.

Two players' cards to come exclude each other only where they share a card. So the pairs of sets that can be dealt together are
counted by inclusion-exclusion: how many sets of lower value contain each part of a set, added and subtracted by the part's size.
A million sets a player are compared in seconds, not a million times a million pairs. A value is the better the greater it is.
"""

from __future__ import annotations

from math import comb

import numba as nb
import numpy as np

from croupier.odds.kernels.equity import _award, _next
from croupier.odds.kernels.evaluate import KEYS, SUITS, value
from croupier.odds.kernels.randomness import word

NO_LOW = -(1 << 40)
"""Of a hand that may not win low."""
ACE_TO_FIVE, ACE_TO_SIX, DEUCE_TO_SEVEN, LOWEST_HIGH = 0, 1, 2, 3
"""How low hands rank; see `hands.low`."""
ACE, FIVE = 14, 5
STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL = 4, 5, 8, 9
COMB = np.array([[comb(cards, size) for size in range(8)] for cards in range(53)], np.int64)


@nb.njit(cache=True, nogil=True)
def _low_of_five(five, kind, counts):  # type: ignore[no-untyped-def]
    """A low hand of five as one number: its place on the high scale, then its ranks, those there are most of first; the least is best."""
    counts[:] = 0
    low_ace = kind != DEUCE_TO_SEVEN
    one_suit = True
    for card in five:
        rank = (card >> 2) + 2
        counts[1 if rank == ACE and low_ace else rank] += 1
        one_suit = one_suit and card & 3 == five[0] & 3
    ranks, pairs, most, top, bottom = 0, 0, 0, 0, ACE
    for size in range(4, 0, -1):
        for rank in range(ACE, 0, -1):
            if counts[rank] == size:
                most = max(most, size)
                pairs += size == 2
                top, bottom = max(top, rank), min(bottom, rank)
                for _ in range(size):
                    ranks = ranks << 4 | rank
    if most == 4:
        order = 7
    elif most == 3:
        order = 6 if pairs else 3
    elif pairs:
        order = pairs
    else:
        royal = low_ace and counts[1] and counts[10] and counts[11] and counts[12] and counts[13]
        order = 0
        if kind != ACE_TO_FIVE:
            straight = top - bottom == 4 or royal
            highest = royal or (top == ACE and straight)
            if straight and one_suit:
                order = ROYAL if highest else STRAIGHT_FLUSH
            elif straight:
                order = STRAIGHT
            elif one_suit:
                order = FLUSH
    return order << 20 | ranks


@nb.njit(cache=True, nogil=True)
def _low_of(cards, kind, qualifier, counts, five):  # type: ignore[no-untyped-def]
    """The best low hand of five to seven cards, the greater the better; NO_LOW where it does not qualify."""
    held = cards.shape[0]
    if kind == LOWEST_HIGH:
        key, suits = np.uint64(0), np.uint64(0)
        for card in cards:
            key += KEYS[card]
            suits += SUITS[card]
        return -np.int64(value(key, suits))
    best = np.int64(1) << 40
    if kind == ACE_TO_FIVE:  # five ranks and more: the five lowest of them
        seen = 0
        for card in cards:
            seen |= 1 << (0 if (card >> 2) + 2 == ACE else (card >> 2) + 1)
        ranks, found = 0, 0
        for rank in range(1, ACE):
            if seen >> (rank - 1) & 1 and found < FIVE:
                ranks |= rank << (4 * found)
                found += 1
        if found == FIVE:
            best = np.int64(ranks)
    if best == np.int64(1) << 40:
        for one in range(held if held > FIVE else 1):
            for two in range(one if held > FIVE + 1 else 1):
                at = 0
                for place in range(held):
                    if not ((held > FIVE and place == one) or (held > FIVE + 1 and place == two)):
                        five[at] = cards[place]
                        at += 1
                best = min(best, np.int64(_low_of_five(five, kind, counts)))
    if qualifier and (best >> 20 or (best >> 16) > qualifier):
        return np.int64(NO_LOW)
    return -best


@nb.njit(cache=True, nogil=True)
def all_sets(held, deck, count, high, low, qualifier):  # type: ignore[no-untyped-def]
    """Every set of `count` places of the deck, and what the hand is worth with those cards, high and low (a kind, or -1 for none)."""
    sets = COMB[deck.shape[0], count]
    places = np.zeros((sets, count), np.int8)
    highs, lows = np.zeros(sets, np.int64), np.zeros(sets, np.int64)
    cards = np.zeros(held.shape[0] + count, np.int64)
    cards[: held.shape[0]] = held
    counts, five = np.zeros(ACE + 1, np.int64), np.zeros(FIVE, np.int64)
    now = np.arange(count)
    for at in range(sets):
        for number in range(count):
            places[at, number] = now[number]
            cards[held.shape[0] + number] = deck[now[number]]
        if high:
            key, suits = np.uint64(0), np.uint64(0)
            for card in cards:
                key += KEYS[card]
                suits += SUITS[card]
            highs[at] = np.int64(value(key, suits))
        if low >= 0:
            lows[at] = _low_of(cards, low, qualifier, counts, five)
        _next(now, deck.shape[0])
    return places, highs, lows


@nb.njit(cache=True, nogil=True)
def _part(places, chosen):  # type: ignore[no-untyped-def]
    """Where a part of a set stands among all sets of its size, and that size."""
    at, size = 0, 0
    for number in range(places.shape[0]):
        if chosen >> number & 1:
            size += 1
            at += COMB[places[number], size]
    return at, size


@nb.njit(cache=True, nogil=True)
def _insert(places, most, containing):  # type: ignore[no-untyped-def]
    for chosen in range(1 << places.shape[0]):
        at, size = _part(places, chosen)
        if size <= most:
            containing[size, at] += 1


@nb.njit(cache=True, nogil=True)
def _apart(places, most, containing):  # type: ignore[no-untyped-def]
    """How many of the sets inserted so far share no card with this one."""
    found = 0
    for chosen in range(1 << places.shape[0]):
        at, size = _part(places, chosen)
        if size <= most:
            found += -containing[size, at] if size & 1 else containing[size, at]
    return found


@nb.njit(cache=True, nogil=True)
def pairs(places, values, others, their_values, deck):  # type: ignore[no-untyped-def]
    """How often a player's sets, in ascending order of value, beat and equal another's, over all pairs that share no card."""
    most = min(places.shape[1], others.shape[1])
    containing = np.zeros((most + 1, COMB[deck, most] if 2 * most <= deck else COMB[deck, deck // 2]), np.int64)
    won, won_or_tied, at, inserted = 0, 0, 0, 0
    while at < values.shape[0]:
        now, end = values[at], at
        while inserted < their_values.shape[0] and their_values[inserted] < now:
            _insert(others[inserted], most, containing)
            inserted += 1
        while end < values.shape[0] and values[end] == now:
            won += _apart(places[end], most, containing)
            end += 1
        while inserted < their_values.shape[0] and their_values[inserted] == now:
            _insert(others[inserted], most, containing)
            inserted += 1
        for again in range(at, end):
            won_or_tied += _apart(places[again], most, containing)
        at = end
    return won, won_or_tied - won


@nb.njit(cache=True, nogil=True)
def sampled(held, known, own, deck, parts, high, low, qualifier, rounds, key):  # type: ignore[no-untyped-def]
    """So many deals by chance: every player's parts of the pot, their squares, and deals won, tied and lost."""
    players = held.shape[0]
    shares, squares, kinds = np.zeros(players, np.int64), np.zeros(players), np.zeros((players, 3), np.int64)
    now, ignored = np.zeros(players, np.int64), np.zeros((players, 3), np.int64)
    highs, lows = np.zeros(players, np.int64), np.zeros(players, np.int64)
    counts, five, cards = np.zeros(ACE + 1, np.int64), np.zeros(FIVE, np.int64), np.zeros(own, np.int64)
    pack = deck.copy()
    for round_ in range(rounds):
        drawn = 0
        for player in range(players):
            cards[:] = held[player]
            for place in range(known[player], own):
                left = np.uint64(pack.shape[0] - drawn)
                other = drawn + np.int64((word(key, np.uint64(round_), np.uint64(drawn)) >> np.uint64(6)) % left)
                pack[drawn], pack[other] = pack[other], pack[drawn]
                cards[place] = pack[drawn]
                drawn += 1
            if high:
                sum_, suits = np.uint64(0), np.uint64(0)
                for card in cards:
                    sum_ += KEYS[card]
                    suits += SUITS[card]
                highs[player] = np.int64(value(sum_, suits))
            if low >= 0:
                lows[player] = _low_of(cards, low, qualifier, counts, five)
        now[:] = 0
        if not high:
            _award(lows, lows.max(), parts, now, kinds)
        elif low < 0 or lows.max() == NO_LOW:
            _award(highs, highs.max(), parts, now, kinds)
        else:
            _award(highs, highs.max(), parts // 2, now, kinds)
            _award(lows, lows.max(), parts // 2, now, ignored)
        for player in range(players):
            shares[player] += now[player]
            squares[player] += (now[player] / parts) ** 2
    return shares, squares, kinds


@nb.njit(cache=True, nogil=True)
def together(first, masks, highs, lows, high, low, parts):  # type: ignore[no-untyped-def]
    """Every deal of three and more players: player p has the sets from `first[p]` up to `first[p + 1]`, each a mask of its places."""
    players = first.shape[0] - 1
    shares, kinds = np.zeros(players, np.int64), np.zeros((players, 3), np.int64)
    ignored = np.zeros((players, 3), np.int64)
    own_highs, own_lows = np.zeros(players, np.int64), np.zeros(players, np.int64)
    at, taken = first[:-1].copy(), np.zeros(players + 1, np.uint64)
    deals, player = 0, 0
    while player >= 0:
        if at[player] == first[player + 1]:
            at[player] = first[player]
            player -= 1
            if player >= 0:
                at[player] += 1
            continue
        if masks[at[player]] & taken[player]:
            at[player] += 1
            continue
        own_highs[player], own_lows[player] = highs[at[player]], lows[at[player]]
        taken[player + 1] = taken[player] | masks[at[player]]
        if player < players - 1:
            player += 1
            continue
        if not high:
            _award(own_lows, own_lows.max(), parts, shares, kinds)
        elif not low or own_lows.max() == NO_LOW:
            _award(own_highs, own_highs.max(), parts, shares, kinds)
        else:
            _award(own_highs, own_highs.max(), parts // 2, shares, kinds)
            _award(own_lows, own_lows.max(), parts // 2, shares, ignored)
        deals += 1
        at[player] += 1
    return shares, kinds, deals
