"""The best play of every blackjack hand: what standing, drawing and doubling are worth, by the hand's cards or by its total."""

from __future__ import annotations

from typing import Final

import numba as nb
import numpy as np

from croupier.odds.kernels.blackjack import SAVED, TOTALS, VALUES

NEVER: Final = -99.0


@nb.njit(cache=True, nogil=True)
def stand_worth(chance, rank, results, nets):  # type: ignore[no-untyped-def]
    """What a hand that stands is worth: its chances against each dealer's total, times what the class of that result nets."""
    worth = 0.0
    for t in range(TOTALS):
        worth += nets[results[rank, t]] * chance[t]
    return worth


@nb.njit(cache=True, nogil=True)
def options(hand, shoe, cards, counts, total, size, after, rank, chance, left, results, nets, double, value, over):  # type: ignore[no-untyped-def]
    """What a hand is worth by standing, by drawing and by doubling, if `value` says what later hands are worth.

    `nets[stand]` is what a single, a doubled and a free doubled hand nets by class of results, and last when it breaks; `double` is
    which double is open, 0 for none. `total` and `double` are the hand's own. All of it is in the event that there is no blackjack
    under the dealer's card, so a hand breaks with what is left of that event's chance once every card that does not break it is drawn.
    Where hands above 21 are not lost yet, `value` goes on with them, and `over[stand]` is what they are worth doubled.
    """
    here = cards - size[hand]
    stand = stand_worth(chance[hand], rank[0, hand], results, nets[0])
    if here <= 0:
        return stand, NEVER, NEVER
    drawn, doubled, kept = 0.0, 0.0, 0.0
    for v in range(VALUES):
        number = shoe[v] - counts[hand, v]
        following = after[hand, v]
        if number > 0 and following >= 0:
            part = number / here
            kept += part * left[following]
            drawn += part * value[following]
            if double and following >= len(counts):
                doubled += part * over[double, following - len(counts)]
            elif double:
                doubled += part * stand_worth(chance[following], rank[double, following], results, nets[double])
    broken = left[hand] - kept
    drawn = drawn + nets[0, -1] * broken if total < 21 else NEVER
    return stand, drawn, doubled + nets[double, -1] * broken if double else NEVER


@nb.njit(cache=True, nogil=True)
def choose(shoe, counts, total, size, after, rank, chance, left, results, nets, double, hits, doubles, worth, value, over):  # type: ignore[no-untyped-def]
    """The best play of every hand by its cards: whether it draws, whether it doubles, and what the options are worth."""
    cards = shoe.sum()
    for hand in range(len(counts) - 1, -1, -1):
        if size[hand] < 2 or left[hand] < 0:
            continue
        worth[hand] = options(
            hand, shoe, cards, counts, total[hand], size, after, rank, chance, left, results, nets, double[hand], value, over
        )
        hits[hand] = 1 if worth[hand, 1] > worth[hand, 0] else 0
        value[hand] = worth[hand, hits[hand]]
        doubles[hand] = double[hand] if worth[hand, 2] > value[hand] else 0
        if doubles[hand]:
            value[hand] = worth[hand, 2]


@nb.njit(inline="always")
def ways_of_two(shoe, held):  # type: ignore[no-untyped-def]
    """In how many orders a shoe deals two cards."""
    ways = 2.0
    for v in range(VALUES):
        for drawn in range(held[v]):
            ways *= shoe[v] - drawn
        if held[v] == 2:
            ways /= 2.0
    return ways


@nb.njit(cache=True, nogil=True)
def choose_by_total(  # type: ignore[no-untyped-def]
    shoe, counts, total, soft, size, after, rank, chance, left, results, nets, double, hits, doubles, worth, value, over
):
    """The same by totals alone: each total does what is best over all its hands, as often as they come up.

    How often they come up depends on what lower totals do: the first guess is in `hits`, and it is repeated until nothing changes.
    """
    cards = shoe.sum()
    lowest = np.where(soft, total - 10, total)
    reach = np.zeros(len(counts))
    gain = np.zeros((2, 2))
    for _ in range(8):
        reach[:] = 0.0
        for hand in range(len(counts)):
            if left[hand] < 0 or size[hand] < 2:
                continue
            if size[hand] == 2:
                reach[hand] += ways_of_two(shoe, counts[hand])
            if hits[hand] and (size[hand] == 2 or not doubles[hand]):
                for v in range(VALUES):
                    if 0 <= after[hand, v] < len(counts) and shoe[v] > counts[hand, v]:
                        reach[after[hand, v]] += reach[hand] * (shoe[v] - counts[hand, v]) / (cards - size[hand])
        changed = False
        end = len(counts)
        while end > 0:
            first = end - 1
            while first > 0 and lowest[first - 1] == lowest[end - 1]:
                first -= 1
            gain[:] = 0.0
            for hand in range(first, end):
                if size[hand] < 2 or left[hand] < 0:
                    continue
                worth[hand] = options(
                    hand, shoe, cards, counts, total[hand], size, after, rank, chance, left, results, nets, double[hand],
                    value, over,
                )  # fmt: skip
                gain[0, 1 if soft[hand] else 0] += reach[hand] * (worth[hand, 1] - worth[hand, 0])
            for hand in range(first, end):
                if size[hand] < 2 or left[hand] < 0:
                    continue
                kind = 1 if soft[hand] else 0
                draws = 1 if gain[0, kind] > 0 else 0
                if reach[hand] > 0 and hits[hand] != draws:
                    changed = True
                hits[hand] = draws
                value[hand] = worth[hand, draws]
                if double[hand]:
                    gain[1, kind] += reach[hand] * (worth[hand, 2] - value[hand])
            for hand in range(first, end):
                if size[hand] < 2 or left[hand] < 0:
                    continue
                doubles[hand] = double[hand] if gain[1, 1 if soft[hand] else 0] > 0 else 0
                if doubles[hand]:
                    value[hand] = worth[hand, 2]
            end = first
        if not changed:
            return


@nb.njit(cache=True, nogil=True)
def save(shoe, counts, total, size, after, chance, left, results, nets, whole, found):  # type: ignore[no-untyped-def]
    """What hands above 21 are worth, from `whole` on, if one card more is taken off their total: `found[doubled or not, hand]`."""
    cards = shoe.sum()
    for place in range(found.shape[1]):
        hand = whole + place
        here = cards - size[hand]
        for stand in range(found.shape[0]):
            found[stand, place] = nets[stand, -1] * max(left[hand], 0.0)
        if left[hand] < 0 or here <= 0:
            continue
        for stand in range(found.shape[0]):
            of_stand = nets[SAVED + stand]
            worth, kept = 0.0, 0.0
            for v in range(VALUES):
                number = shoe[v] - counts[hand, v]
                following = after[hand, v]
                if number > 0 and following >= 0:
                    part = number / here
                    kept += part * left[following]
                    worth += part * stand_worth(chance[following], max(total[hand] - v - 17, 0), results, of_stand)
            found[stand, place] = worth + of_stand[-1] * (left[hand] - kept)


@nb.njit(cache=True, nogil=True)
def come_up(shoe, counts, size, after, left, hits, reach, found):  # type: ignore[no-untyped-def]
    """How often each hand comes up, into `reach`, and each above 21, into `found`, when hands are drawn to by a strategy."""
    cards = shoe.sum()
    for hand in range(len(counts)):
        if left[hand] < 0 or size[hand] < 2:
            continue
        if size[hand] == 2:
            reach[hand] += ways_of_two(shoe, counts[hand])
        if hits[hand]:
            for v in range(VALUES):
                following = after[hand, v]
                if following >= 0 and shoe[v] > counts[hand, v]:
                    part = reach[hand] * (shoe[v] - counts[hand, v]) / (cards - size[hand])
                    if following < len(counts):
                        reach[following] += part
                    else:
                        found[following - len(counts)] += part
