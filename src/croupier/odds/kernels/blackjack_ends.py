"""How blackjack hands end when they are played by a strategy: one hand to its ends, and a pair split into several hands."""

from __future__ import annotations

import numba as nb
import numpy as np

from croupier.odds.kernels.blackjack import LATE, MOST, SAVED, TOTALS, VALUES
from croupier.odds.kernels.blackjack_dealer import totals


@nb.njit(cache=True, nogil=True)
def unseen(shoe, cards, shown, counts, size, hand):  # type: ignore[no-untyped-def]
    """The chance that there is no blackjack under the dealer's card once a hand is dealt."""
    here = cards - size[hand]
    if (shown != 0 and shown != 9) or here <= 0:
        return 1.0
    return 1.0 - (shoe[9 - shown] - counts[hand, 9 - shown]) / here


@nb.njit(cache=True, nogil=True)
def end_broken(  # type: ignore[no-untyped-def]
    hand, weight, stand, whole, shoe, cards, shown, counts, total, size, after, takes, chance, lane, results, found, lost
):
    """A hand above 21 is lost, or takes a second chance: one card off its total, to every end."""
    here = cards - size[hand]
    if not takes[hand - whole] or here <= 0:
        lost[stand] += weight * unseen(shoe, cards, shown, counts, size, hand)
        return
    for v in range(VALUES):
        number = shoe[v] - counts[hand, v]
        if number <= 0:
            continue
        part = weight * number / here
        following = after[hand, v]
        if following < 0:
            left = 1.0
            if (shown == 0 or shown == 9) and here > 1:
                left -= (shoe[9 - shown] - counts[hand, 9 - shown] - (1 if v == 9 - shown else 0)) / (here - 1)
            lost[SAVED + stand] += part * left
        else:
            row = chance[lane[following]]
            for t in range(TOTALS):
                found[SAVED + stand, results[max(total[hand] - v - 17, 0), t], t] += part * row[t]


@nb.njit(cache=True, nogil=True)
def play_on(
    reach,
    rows,
    shoe,
    cards,
    shown,
    counts,
    total,
    size,
    after,
    rank,
    hits,
    doubles,
    takes,
    chance,
    lane,
    ends,
    results,
    found,
    lost,
):  # type: ignore[no-untyped-def]
    """Play hands on from the weights in `reach` (emptied), by a strategy, to every end.

    `found[stand, class of results, dealer's total]` gets the weights of hands that stand, `lost[stand]` of those that break. Hands in
    `rows` are the ones that can come up, `ends` those that stop where they are; `lane` is where a hand's chances are. Where hands above
    21 are told apart, `takes` says which of them take a second chance.
    """
    whole = rank.shape[1]
    for place in range(len(rows)):
        hand = rows[place]
        weight = reach[hand]
        if weight == 0.0:
            continue
        reach[hand] = 0.0
        if hand >= whole:
            end_broken(
                hand,
                weight,
                0,
                whole,
                shoe,
                cards,
                shown,
                counts,
                total,
                size,
                after,
                takes,
                chance,
                lane,
                results,
                found,
                lost,
            )
            continue
        here = cards - size[hand]
        left = 0.0 if len(takes) else unseen(shoe, cards, shown, counts, size, hand)
        kind = doubles[hand] if not ends[hand] else 0
        if kind and here > 0:
            lost[kind] += weight * left
            for v in range(VALUES):
                following = after[hand, v]
                number = shoe[v] - counts[hand, v]
                if following >= 0 and number > 0:
                    part = weight * number / here
                    if following >= whole:
                        end_broken(
                            following, part, kind, whole, shoe, cards, shown, counts, total, size, after, takes, chance, lane,
                            results, found, lost,
                        )  # fmt: skip
                        continue
                    row = chance[lane[following]]
                    for t in range(TOTALS):
                        found[kind, results[rank[kind, following], t], t] += part * row[t]
                        if not len(takes):
                            lost[kind] -= part * row[t]
        elif hits[hand] and not ends[hand] and here > 0:
            lost[0] += weight * left
            for v in range(VALUES):
                following = after[hand, v]
                number = shoe[v] - counts[hand, v]
                if following >= 0 and number > 0:
                    part = weight * number / here
                    reach[following] += part
                    if len(takes):
                        continue
                    if (shown != 0 and shown != 9) or here <= 1:
                        lost[0] -= part
                    else:
                        other = shoe[9 - shown] - counts[following, 9 - shown]
                        lost[0] -= part * (1.0 - other / (here - 1))
        else:
            row = chance[lane[hand]]
            for t in range(TOTALS):
                found[0, results[rank[0, hand], t], t] += weight * row[t]


@nb.njit(cache=True, nogil=True)
def unmix(found, mixed, shares):  # type: ignore[no-untyped-def]
    """Ends of classes that are so often one class and so often another go where they belong: rows of `mixed` are from and to."""
    for place in range(len(mixed)):
        one, other = mixed[place, 0], mixed[place, 1]
        for stand in range(found.shape[0]):
            for t in range(TOTALS):
                found[stand, other, t] += shares[place] * found[stand, one, t]
    for place in range(len(mixed)):
        for stand in range(found.shape[0]):
            for t in range(TOTALS):
                found[stand, mixed[place, 0], t] = 0.0


@nb.njit(cache=True, nogil=True)
def lead(pair, hits, doubles, takes, ends, after, size, reached, needed):  # type: ignore[no-untyped-def]
    """Mark the hands that can come up from one card of a pair, and those whose chances are asked for."""
    whole = len(reached) - len(takes)
    for v in range(VALUES):
        reached[after[after[0, pair], v]] = 1
    for hand in range(len(reached)):
        if not reached[hand]:
            continue
        if hand >= whole:
            if takes[hand - whole]:
                for v in range(VALUES):
                    if after[hand, v] >= 0:
                        needed[after[hand, v]] = 1
        elif not ends[hand] and doubles[hand]:
            for v in range(VALUES):
                if after[hand, v] >= whole:
                    reached[after[hand, v]] = 1
                elif after[hand, v] >= 0:
                    needed[after[hand, v]] = 1
        elif not ends[hand] and hits[hand]:
            for v in range(VALUES):
                if after[hand, v] >= 0:
                    reached[after[hand, v]] = 1
        else:
            needed[hand] = 1


@nb.njit(cache=True, nogil=True)
def split(  # type: ignore[no-untyped-def]
    pair, apart, shoe, shown, mode, counts, points, size, after, rank, hits, doubles, takes, ends, results, nets, steps, stakes, words,
    terms, depth, value, used, orders, total, last, better, grid, mixed, shares,
):  # fmt: skip
    """What it is worth to split a pair, and if that is better than `better` how split rounds end, into `grid[net, staked]`.

    The first index of `hits`, `doubles`, `nets`, `steps` and `stakes` is 0 for the first hand and 1 for the others; where they are
    not played `apart`, they are played alike and followed together. `steps` and `stakes` are whole numbers, nets in units.
    `words[hands, j]` is how often a box ends with so many hands, `terms[hands, first or other, pair or not, j]` how often such a hand
    is among them, both over the chances that j further cards of the pair's value come in a row: by inclusion and exclusion what is
    known of the other hands is only whether their second card was of the value.
    """
    cards = shoe.sum()
    most = words.shape[1]
    looked = -1 if mode == LATE else shown
    # In a row: j further cards of the value after the pair itself.
    row = np.zeros(most + 1)
    row[0] = 1.0
    for j in range(1, most + 1):
        row[j] = row[j - 1] * max(shoe[pair] - 1 - j, 0.0) / max(cards - 1 - j, 1.0)
    levels = 0
    while levels < most and row[levels] > 0:
        levels += 1
    reached = np.zeros((2, rank.shape[1] + len(takes)), np.uint8)
    needed = np.zeros(len(counts), np.uint8)
    lead(pair, hits[0], doubles[0], takes, ends, after, size, reached[0], needed)
    if apart:
        lead(pair, hits[1], doubles[1], takes, ends, after, size, reached[1], needed)
    leaves = np.nonzero(needed)[0]
    # Shoes without m cards of the value and without a hand, smallest hands first; then those the dealer meets as such.
    shoes = np.empty((levels * len(leaves) + levels, VALUES))
    lane = np.zeros((levels + 1, len(counts)), np.int64)
    number = 0
    largest = 0
    for place in range(len(leaves)):
        largest = max(largest, size[leaves[place]])
    for gone in range(1, levels + largest + 1):
        for m in range(1, levels + 1):
            for place in range(len(leaves)):
                hand = leaves[place]
                if size[hand] + m == gone:
                    lane[m, hand] = number
                    for v in range(VALUES):
                        shoes[number, v] = shoe[v] - counts[hand, v]
                    shoes[number, pair] -= m
                    number += 1
    plain = number
    for j in range(levels):
        for v in range(VALUES):
            shoes[number, v] = shoe[v]
        shoes[number, pair] -= 2 + j
        number += 1
    chance = np.empty((number, TOTALS))
    totals(shoes, shown, mode, depth, value, used, orders, total, last, chance)

    stands, classes = nets.shape[1], nets.shape[2] - 1
    ends_of = np.zeros((MOST + 1, 2, stands, classes, TOTALS))
    lost_of = np.zeros((MOST + 1, 2, stands))
    reach = np.zeros(reached.shape[1])
    found = np.zeros((stands, classes, TOTALS))
    lost = np.zeros(stands)
    less = shoe.copy()
    single = after[0, pair]
    for kind in range(1 + apart):
        since, until = kind, kind + 1 if apart else 2
        rows = np.nonzero(reached[kind])[0]
        for m in range(1, levels + 1):
            less[pair] = shoe[pair] - m
            for paired in range(2):
                j = m if paired else m - 1
                if j >= most or row[j] == 0.0:
                    continue
                asked = False
                for boxes in range(2, MOST + 1):
                    for slot in range(since, until):
                        asked = asked or terms[boxes, slot, paired, j] != 0
                if not asked:
                    continue
                found[:], lost[:] = 0.0, 0.0
                if paired:
                    reach[after[single, pair]] = 1.0
                else:
                    for v in range(VALUES):
                        if v != pair:
                            reach[after[single, v]] = max(less[v], 0.0) / (cards - m - 1)
                play_on(
                    reach, rows, less, cards - m, looked, counts, points, size, after, rank, hits[kind], doubles[kind], takes,
                    chance, lane[m], ends, results, found, lost,
                )  # fmt: skip
                unmix(found, mixed, shares)
                for boxes in range(2, MOST + 1):
                    for slot in range(since, until):
                        often = terms[boxes, slot, paired, j] * row[j]
                        if often != 0.0:
                            for stand in range(stands):
                                lost_of[boxes, slot, stand] += often * lost[stand]
                                for result in range(classes):
                                    for t in range(TOTALS):
                                        ends_of[boxes, slot, stand, result, t] += often * found[stand, result, t]
    worth = 0.0
    for boxes in range(2, MOST + 1):
        for slot in range(2):
            for stand in range(stands):
                worth += nets[slot, stand, classes] * lost_of[boxes, slot, stand]
                for t in range(TOTALS):
                    for result in range(classes - 1, -1, -1):
                        worth += nets[slot, stand, result] * ends_of[boxes, slot, stand, result, t]
    if worth > better:
        for boxes in range(2, MOST + 1):
            for t in range(TOTALS):
                often = 0.0
                for j in range(levels):
                    often += words[boxes, j] * row[j] * chance[plain + j, t]
                if often > 1e-300:
                    spread(boxes, t, often, ends_of[boxes], lost_of[boxes], steps, stakes, grid)
    return worth


@nb.njit(cache=True, nogil=True)
def spread(boxes, t, often, ends_of, lost_of, steps, stakes, grid):  # type: ignore[no-untyped-def]
    """Add up a box's hands against one dealer's total, each by its own chances, as if they did not know of one another.

    One hand after the other is folded into the distribution of net and stake: a convolution. A hand that broke did so whatever the
    dealer made, so what its ends against this total leave of 1 is shared out over the ways in which hands break.
    """
    classes = steps.shape[2] - 1
    down, up, high = -min(steps.min(), 0), max(steps.max(), 0), stakes.max()
    nothing = MOST * down
    now = np.zeros(grid.shape)
    new = np.zeros(grid.shape)
    now[nothing, 0] = often
    for hand in range(boxes):
        slot = 1 if hand else 0
        alike = often * (boxes - 1 if slot else 1)
        rest, broken = 1.0, 0.0
        for stand in range(steps.shape[1]):
            broken += lost_of[slot, stand]
            for result in range(classes):
                rest -= ends_of[slot, stand, result, t] / alike
        new[:] = 0.0
        for stand in range(steps.shape[1]):
            # Broken hands go with the first class that nets the same, and by themselves where none does.
            home = 0
            while steps[slot, stand, home] != steps[slot, stand, classes]:
                home += 1
            staked_here = stakes[slot, stand]
            for result in range(classes + 1):
                part = ends_of[slot, stand, result, t] / alike if result < classes else 0.0
                if result == home and broken > 1e-300:
                    part += rest * lost_of[slot, stand] / broken
                if part == 0.0:
                    continue
                shift = steps[slot, stand, result]
                for net in range(nothing - down * hand, nothing + up * hand + 1):
                    for staked in range(high * hand + 1):
                        if now[net, staked] != 0.0:
                            new[net + shift, staked + staked_here] += part * now[net, staked]
        now, new = new, now
    grid += now
