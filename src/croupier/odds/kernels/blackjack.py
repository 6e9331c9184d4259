"""Blackjack by counts: a shoe is how many cards of each of ten values it still holds, and a hand is a set of them.

Values are numbered from 0 (ace) to 9 (ten). The dealer's final hands are kept as a tree of sets, each with the number of orders in
which it can be dealt, so that a shoe's chances are one walk over the tree, taken by many shoes side by side. Chances leave the
dealer's blackjack out: they are of the event "no blackjack, and this total". A player's cards then come from the shoe as from any
other, and every sum over them is of that event too.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numba as nb
import numpy as np

from croupier.odds.kernels.tables import Array

VALUES: Final = 10
TOTALS: Final = 7
"""How a dealer ends: 17, 18, 19, 20, 21, 22, and above."""
ABOVE: Final = 6
LANES: Final = 64
LOSE: Final = 0
PUSH: Final = 1
WIN: Final = 2
STANDS: Final = 3
"""How a hand can stand: single, doubled, doubled free."""
MOST: Final = 8
"""Hands that one pair can become."""
NEVER: Final = -99.0
_DIGITS: Final = 13


class Hands(NamedTuple):
    """Every hand up to 21 in an order in which a further card leads to a later one."""

    counts: Array
    total: Array
    soft: Array
    size: Array
    after: Array
    """The hand after one more card of each value; -1 above 21."""
    rank: Array
    """What it is against the dealer: 0 up to 16, 1 for 17, to 5 for 21."""

    def place(self, *values: int) -> int:
        """The hand of these values."""
        found = 0
        for value in values:
            found = int(self.after[found, value])
        return found


class Tree(NamedTuple):
    """The dealer's final hands over one card shown, as branches of ascending values in the order of a walk."""

    depth: Array
    value: Array
    used: Array
    orders: Array
    total: Array
    last: Array
    """Nothing grows from here."""


@lru_cache(maxsize=1)
def hands() -> Hands:
    """All sets of cards that count at most 21 with aces at one, the empty one first."""
    held = np.zeros((1, VALUES), np.int64)
    low = np.zeros(1, np.int64)
    for value in range(VALUES):
        more, least = [held], [low]
        while len(more[-1]):
            fits = least[-1] + value + 1 <= 21
            further = more[-1][fits].copy()
            further[:, value] += 1
            more.append(further)
            least.append(least[-1][fits] + value + 1)
        held, low = np.concatenate(more), np.concatenate(least)
    order = np.argsort(low, kind="stable")
    counts, low = held[order], low[order]
    digits = 32 ** np.arange(VALUES, dtype=np.int64)
    keys = counts @ digits
    by_key = np.argsort(keys)
    after = np.full(counts.shape, -1, np.int64)
    for value in range(VALUES):
        fits = low + value + 1 <= 21
        after[fits, value] = by_key[np.searchsorted(keys[by_key], keys[fits] + digits[value])]
    soft = (counts[:, 0] > 0) & (low <= 11)
    total = low + 10 * soft
    return Hands(counts, total, soft, counts.sum(axis=1), after, np.maximum(total - 16, 0))


@nb.njit(cache=True, nogil=True)
def dealt(shown, hits_soft_17, highest, found):  # type: ignore[no-untyped-def]
    """Every order of cards that ends a dealer's hand up to `highest`, no blackjack: its set written as a number, into `found`."""
    cards = np.zeros(_DIGITS, np.int64)
    held = np.zeros(VALUES, np.int64)
    low = np.zeros(_DIGITS + 1, np.int64)
    aces = np.zeros(_DIGITS + 1, np.int64)
    low[0], aces[0] = shown + 1, 1 if shown == 0 else 0
    size, number = 0, 0
    cards[0] = -1
    while size >= 0:
        if cards[size] >= 0:
            held[cards[size]] -= 1
        cards[size] += 1
        value = cards[size]
        if value == VALUES:
            size -= 1
            continue
        held[value] += 1
        points = low[size] + value + 1
        ace = aces[size] + (1 if value == 0 else 0)
        soft = ace > 0 and points <= 11
        total = points + 10 if soft else points
        if total > 17 or (total == 17 and not (soft and hits_soft_17)):
            if total <= highest and not (size == 0 and total == 21):
                key = np.int64(0)
                place = _DIGITS
                for v in range(VALUES):
                    for _ in range(held[v]):
                        place -= 1
                        key += (v + 1) * 11**place
                if number < len(found):
                    found[number] = key
                number += 1
        else:
            size += 1
            low[size], aces[size] = points, ace
            cards[size] = -1
    return number


@nb.njit(cache=True, nogil=True)
def grow(shown, keys, orders, tree_depth, tree_value, tree_used, tree_orders, tree_total):  # type: ignore[no-untyped-def]
    """The sets, in ascending order, as a tree in the order of a walk; the number of its nodes."""
    before = np.zeros(_DIGITS, np.int64)
    path = np.zeros(_DIGITS, np.int64)
    nodes = 0
    for number in range(len(keys)):
        rest = keys[number]
        points, ace = shown + 1, shown == 0
        length = 0
        for place in range(_DIGITS - 1, -1, -1):
            path[length] = rest // 11**place
            rest -= path[length] * 11**place
            if path[length] == 0:
                break
            points += path[length]
            ace = ace or path[length] == 1
            length += 1
        same = 0
        while same < length and path[same] == before[same]:
            same += 1
        used = 0
        for place in range(length):
            used = used + 1 if place and path[place] == path[place - 1] else 0
            if place >= same:
                tree_depth[nodes], tree_value[nodes], tree_used[nodes] = place, path[place] - 1, used
                tree_orders[nodes], tree_total[nodes] = 0.0, -1
                nodes += 1
            before[place] = path[place]
        for place in range(length, _DIGITS):
            before[place] = 0
        tree_orders[nodes - 1] = orders[number]
        tree_total[nodes - 1] = (points + 10 if ace and points <= 11 else points) - 17
    return nodes


def dealer_sets(shown: int, *, hits_soft_17: bool, highest: int) -> tuple[Array, Array]:
    """The sets of further cards with which a dealer ends on 17 to `highest`, as numbers, and in how many orders each comes."""
    found = np.zeros(dealt(shown, hits_soft_17, highest, np.zeros(0, np.int64)), np.int64)
    dealt(shown, hits_soft_17, highest, found)
    keys, orders = np.unique(found, return_counts=True)
    return keys, orders


def values_of(key: int) -> tuple[int, ...]:
    """The further cards of a set, ascending."""
    digits = [key // 11**place % 11 for place in range(_DIGITS - 1, -1, -1)]
    return tuple(digit - 1 for digit in digits if digit)


@lru_cache(maxsize=64)
def dealer_tree(shown: int, *, hits_soft_17: bool, highest: int) -> Tree:
    """The final hands up to `highest` over a card shown; those that begin alike share their beginning."""
    keys, orders = dealer_sets(shown, hits_soft_17=hits_soft_17, highest=highest)
    room = len(keys) * _DIGITS
    depth, value, total = (np.zeros(room, np.int64) for _ in range(3))
    used, ways = np.zeros(room), np.zeros(room)
    nodes = grow(shown, keys, orders, depth, value, used, ways, total)
    last = np.append(depth[1:nodes] <= depth[: nodes - 1], True)
    return Tree(depth[:nodes], value[:nodes], used[:nodes], ways[:nodes], total[:nodes], last)


@nb.njit(cache=True, nogil=True)
def no_blackjack(shoe, cards, shown):  # type: ignore[no-untyped-def]
    """The chance that the hole card makes no blackjack."""
    if (shown != 0 and shown != 9) or cards <= 0:
        return 1.0
    return 1.0 - shoe[9 - shown] / cards


@nb.njit(cache=True, nogil=True)
def chances(shoes, shown, depth, value, used, orders, total, last, found):  # type: ignore[no-untyped-def]
    """For each shoe, a row of counts, the chances of the dealer's totals; what is not in the tree counts as above 22.

    Shoes with equally many cards go side by side: give them in the order of their sizes.
    """
    deepest = depth.max() + 2
    held = np.empty((VALUES, LANES))
    chain = np.ones((deepest, LANES))
    ends = np.empty((TOTALS, LANES))
    share = np.empty(deepest)
    first = 0
    while first < len(shoes):
        size = shoes[first].sum()
        lanes = 1
        while lanes < LANES and first + lanes < len(shoes) and shoes[first + lanes].sum() == size:
            lanes += 1
        for lane in range(LANES):
            for v in range(VALUES):
                held[v, lane] = shoes[first + lane, v] if lane < lanes else 0.0
        part = 1.0
        for d in range(deepest):
            part = part / (size - d) if size > d else 0.0
            share[d] = part
        ends[:] = 0.0
        for node in range(len(depth)):
            d = depth[node]
            before = chain[d]
            cards = held[value[node]]
            gone = used[node]
            if total[node] < 0:
                here = chain[d + 1]
                for lane in range(LANES):
                    here[lane] = before[lane] * (cards[lane] - gone)
            else:
                end = ends[total[node]]
                ways = orders[node] * share[d]
                if last[node]:
                    for lane in range(LANES):
                        end[lane] += ways * (before[lane] * (cards[lane] - gone))
                else:
                    here = chain[d + 1]
                    for lane in range(LANES):
                        product = before[lane] * (cards[lane] - gone)
                        here[lane] = product
                        end[lane] += ways * product
        for lane in range(lanes):
            above = no_blackjack(shoes[first + lane], size, shown)
            for t in range(ABOVE):
                found[first + lane, t] = ends[t, lane]
                above -= ends[t, lane]
            found[first + lane, ABOVE] = above
        first += lanes


@nb.njit(cache=True, nogil=True)
def stand_worth(chance, rank, sign, win, lose):  # type: ignore[no-untyped-def]
    """What a hand that stands is worth."""
    worth = 0.0
    for t in range(TOTALS):
        if sign[rank, t] == WIN:
            worth += win * chance[t]
        elif sign[rank, t] == LOSE:
            worth -= lose * chance[t]
    return worth


@nb.njit(cache=True, nogil=True)
def options(hand, shoe, cards, counts, size, after, rank, chance, left, sign, win, lose, double, value):  # type: ignore[no-untyped-def]
    """What a hand is worth by standing, by drawing and by doubling, if `value` says what later hands are worth.

    `win` and `lose` are what a single, a doubled and a free doubled hand wins and loses; `double` is which double is open, 0 for none.
    """
    here = cards - size[hand]
    stand = stand_worth(chance[hand], rank[hand], sign, win[0], lose[0])
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
            if double:
                doubled += part * stand_worth(chance[following], rank[following], sign, win[double], lose[double])
    broken = left[hand] - kept
    return stand, drawn - lose[0] * broken, doubled - lose[double] * broken if double else NEVER


@nb.njit(cache=True, nogil=True)
def choose(shoe, counts, total, size, after, rank, chance, left, sign, win, lose, double, hits, doubles, worth, value):  # type: ignore[no-untyped-def]
    """The best play of every hand by its cards: whether it draws, whether it doubles, and what the options are worth."""
    cards = shoe.sum()
    for hand in range(len(counts) - 1, -1, -1):
        if size[hand] < 2 or left[hand] < 0:
            continue
        stand, drawn, doubled = options(
            hand, shoe, cards, counts, size, after, rank, chance, left, sign, win, lose, double[hand], value
        )
        if total[hand] >= 21:
            drawn = NEVER
        worth[hand, 0], worth[hand, 1], worth[hand, 2] = stand, drawn, doubled
        hits[hand] = 1 if drawn > stand else 0
        value[hand] = max(stand, drawn)
        doubles[hand] = double[hand] if doubled > value[hand] else 0


@nb.njit(cache=True, nogil=True)
def choose_by_total(  # type: ignore[no-untyped-def]
    shoe, counts, total, soft, size, after, rank, chance, left, sign, win, lose, double, hits, doubles, worth, value
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
                ways = 2.0
                for v in range(VALUES):
                    for drawn in range(counts[hand, v]):
                        ways *= shoe[v] - drawn
                    if counts[hand, v] == 2:
                        ways /= 2.0
                reach[hand] += ways
            if hits[hand]:
                for v in range(VALUES):
                    if after[hand, v] >= 0 and shoe[v] > counts[hand, v]:
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
                stand, drawn, doubled = options(
                    hand, shoe, cards, counts, size, after, rank, chance, left, sign, win, lose, double[hand], value
                )
                if total[hand] >= 21:
                    drawn = NEVER
                worth[hand, 0], worth[hand, 1], worth[hand, 2] = stand, drawn, doubled
                gain[0, 1 if soft[hand] else 0] += reach[hand] * (drawn - stand)
            for hand in range(first, end):
                if size[hand] < 2 or left[hand] < 0:
                    continue
                kind = 1 if soft[hand] else 0
                draws = 1 if gain[0, kind] > 0 else 0
                if reach[hand] > 0 and hits[hand] != draws:
                    changed = True
                hits[hand] = draws
                value[hand] = worth[hand, draws]
                if size[hand] == 2 and double[hand]:
                    gain[1, kind] += reach[hand] * (worth[hand, 2] - value[hand])
            for hand in range(first, end):
                doubles[hand] = double[hand] if size[hand] == 2 and gain[1, 1 if soft[hand] else 0] > 0 else 0
            end = first
        if not changed:
            return


@nb.njit(cache=True, nogil=True)
def play_on(reach, rows, shoe, cards, shown, counts, size, after, rank, hits, doubles, chance, lane, ends, sign, found, lost):  # type: ignore[no-untyped-def]
    """Play hands on from the weights in `reach` (emptied), by a strategy, to every end.

    `found[stand, result, dealer's total]` gets the weights of hands that stand, `lost[stand]` of those that break. Hands in `rows` are
    the ones that can come up, `ends` those that stop where they are; `lane` is where a hand's chances are.
    """
    for place in range(len(rows)):
        hand = rows[place]
        weight = reach[hand]
        if weight == 0.0:
            continue
        reach[hand] = 0.0
        here = cards - size[hand]
        left = 1.0 if (shown != 0 and shown != 9) or here <= 0 else 1.0 - (shoe[9 - shown] - counts[hand, 9 - shown]) / here
        kind = doubles[hand] if not ends[hand] and size[hand] == 2 else 0
        if kind and here > 0:
            lost[kind] += weight * left
            for v in range(VALUES):
                following = after[hand, v]
                number = shoe[v] - counts[hand, v]
                if following >= 0 and number > 0:
                    part = weight * number / here
                    row = chance[lane[following]]
                    for t in range(TOTALS):
                        found[kind, sign[rank[following], t], t] += part * row[t]
                        lost[kind] -= part * row[t]
        elif hits[hand] and not ends[hand] and here > 0:
            lost[0] += weight * left
            for v in range(VALUES):
                following = after[hand, v]
                number = shoe[v] - counts[hand, v]
                if following >= 0 and number > 0:
                    part = weight * number / here
                    reach[following] += part
                    if (shown != 0 and shown != 9) or here <= 1:
                        lost[0] -= part
                    else:
                        other = shoe[9 - shown] - counts[following, 9 - shown]
                        lost[0] -= part * (1.0 - other / (here - 1))
        else:
            row = chance[lane[hand]]
            for t in range(TOTALS):
                found[0, sign[rank[hand], t], t] += weight * row[t]


@nb.njit(cache=True, nogil=True)
def lead(pair, hits, doubles, ends, after, size, reached, needed):  # type: ignore[no-untyped-def]
    """Mark the hands that can come up from one card of a pair, and those whose chances are asked for."""
    for v in range(VALUES):
        reached[after[after[0, pair], v]] = 1
    for hand in range(len(reached)):
        if not reached[hand]:
            continue
        if not ends[hand] and size[hand] == 2 and doubles[hand]:
            for v in range(VALUES):
                if after[hand, v] >= 0:
                    needed[after[hand, v]] = 1
        elif not ends[hand] and hits[hand]:
            for v in range(VALUES):
                if after[hand, v] >= 0:
                    reached[after[hand, v]] = 1
        else:
            needed[hand] = 1


@nb.njit(cache=True, nogil=True)
def split(  # type: ignore[no-untyped-def]
    pair, other, shoe, shown, counts, size, after, rank, hits, doubles, ends, sign, win, lose, words, terms,
    depth, value, used, orders, total, last, better, grid,
):  # fmt: skip
    """What it is worth to split a pair, and if that is better than `better` how split rounds end, into `grid[net, staked]`.

    The first hand plays as kind 0, the others as kind `other`; `hits[kind]`, `doubles[kind]`, `win[kind]`, `lose[kind]` are theirs.
    `words[hands, j]` is how often a box ends with so many hands, `terms[hands, first or other, pair or not, j]` how often such a hand
    is among them, both over the chances that j further cards of the pair's value come in a row: by inclusion and exclusion what is
    known of the other hands is only whether their second card was of the value.
    """
    cards = shoe.sum()
    most = words.shape[1]
    # In a row: j further cards of the value after the pair itself.
    row = np.zeros(most + 1)
    row[0] = 1.0
    for j in range(1, most + 1):
        row[j] = row[j - 1] * max(shoe[pair] - 1 - j, 0.0) / max(cards - 1 - j, 1.0)
    levels = 0
    while levels < most and row[levels] > 0:
        levels += 1
    reached = np.zeros((2, len(counts)), np.uint8)
    needed = np.zeros(len(counts), np.uint8)
    lead(pair, hits[0], doubles[0], ends, after, size, reached[0], needed)
    if other:
        lead(pair, hits[1], doubles[1], ends, after, size, reached[1], needed)
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
    chances(shoes, shown, depth, value, used, orders, total, last, chance)

    ends_of = np.zeros((MOST + 1, 2, STANDS, 3, TOTALS))
    lost_of = np.zeros((MOST + 1, 2, STANDS))
    reach = np.zeros(len(counts))
    found = np.zeros((STANDS, 3, TOTALS))
    lost = np.zeros(STANDS)
    less = shoe.copy()
    single = after[0, pair]
    for kind in range(1 + other):
        # Kind 0 is the first hand alone where the others stand on lammers, and every hand where they do not.
        since, until = kind, kind + 1 if other else 2
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
                    reach, rows, less, cards - m, shown, counts, size, after, rank, hits[kind], doubles[kind], chance,
                    lane[m], ends, sign, found, lost,
                )  # fmt: skip
                for boxes in range(2, MOST + 1):
                    for slot in range(since, until):
                        often = terms[boxes, slot, paired, j] * row[j]
                        if often != 0.0:
                            for stand in range(STANDS):
                                lost_of[boxes, slot, stand] += often * lost[stand]
                                for result in range(3):
                                    for t in range(TOTALS):
                                        ends_of[boxes, slot, stand, result, t] += often * found[stand, result, t]
    worth = 0.0
    for boxes in range(2, MOST + 1):
        for slot in range(2):
            kind = other if slot else 0
            for stand in range(STANDS):
                worth -= lose[kind, stand] * lost_of[boxes, slot, stand]
                for t in range(TOTALS):
                    worth += win[kind, stand] * ends_of[boxes, slot, stand, WIN, t]
                    worth -= lose[kind, stand] * ends_of[boxes, slot, stand, LOSE, t]
    if worth > better:
        for boxes in range(2, MOST + 1):
            for t in range(TOTALS):
                often = 0.0
                for j in range(levels):
                    often += words[boxes, j] * row[j] * chance[plain + j, t]
                if often > 1e-300:
                    spread(boxes, t, often, other, ends_of[boxes], lost_of[boxes], win, lose, grid)
    return worth


@nb.njit(cache=True, nogil=True)
def spread(boxes, t, often, other, ends_of, lost_of, win, lose, grid):  # type: ignore[no-untyped-def]
    """Add up a box's hands against one dealer's total, each by its own chances, as if they did not know of one another."""
    span = 2 * MOST
    now = np.zeros((2 * span + 1, span + 1))
    new = np.zeros((2 * span + 1, span + 1))
    now[span, 0] = often
    for hand in range(boxes):
        slot = 1 if hand else 0
        kind = other if slot else 0
        alike = often * (boxes - 1 if slot else 1)
        rest, broken = 1.0, 0.0
        for stand in range(STANDS):
            broken += lost_of[slot, stand]
            for result in range(3):
                rest -= ends_of[slot, stand, result, t] / alike
        low, high, top = span - 2 * hand, span + 2 * hand, 2 * hand
        new[:] = 0.0
        for stand in range(STANDS):
            won, paid = int(win[kind, stand]), int(lose[kind, stand])
            for result in range(3):
                part = ends_of[slot, stand, result, t] / alike
                if result == LOSE and broken > 1e-300:
                    part += rest * lost_of[slot, stand] / broken
                if part == 0.0:
                    continue
                shift = won if result == WIN else -paid if result == LOSE else 0
                for net in range(low, high + 1):
                    for staked in range(top + 1):
                        if now[net, staked] != 0.0:
                            new[net + shift, staked + paid] += part * now[net, staked]
        now, new = new, now
    grid += now
