"""Blackjack solved by counts: the best play of every hand, and how rounds then end.

The strategy class is CDZ-: a hand is played by its own cards and the dealer's card alone (composition-dependent, zero memory), and
after a split as it would be without one. A hand that stands on a lammer is played as is best for a lammer. Expectations are exact
for that strategy, summed in double precision: within 1e-12 of the fraction. So is the chance of every end of a round without a
split. Of rounds with one, the number of hands, each hand's chances against each dealer's total and so the mean are exact too; how
the hands of one box fall together is taken as independent once the dealer's total is known, which touches the variance alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb

import numpy as np

from croupier.equipment.cards import Card
from croupier.games.blackjack._hands import (
    DOUBLE,
    DOUBLE_ATTACK,
    FREE_DOUBLE,
    FREE_SPLIT,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
)
from croupier.odds.kernels.blackjack import LATE_BLACKJACK, MOST, TOTALS, VALUES, hands
from croupier.odds.kernels.tables import Array
from croupier.odds.refusing import refused
from croupier.odds.shapes.shoe_boxes import ALONE, DOUBLED, FIRST, KINDS, LENT, SINGLE, STAKED
from croupier.odds.shapes.shoe_choosing import Chosen, choose_for
from croupier.odds.shapes.shoe_terms import ACES, TENS, Terms, terms_of, value_of
from croupier.table.playable import Playable

SCALE = 10**18
"""Chances are written as whole numbers of this many parts."""


@lru_cache(maxsize=16)
def split_words(most: int) -> tuple[Array, Array]:
    """How a box grows to at most so many hands, card by card: by number of hands, over j cards of the pair's value in a row.

    A hand gets a card of the value and is split again while the box is not full, or another card and is not. Every such word of j
    cards of the value and k others happens with the chance of j in a row, less that of j + 1, and so on: of "no such card" nothing
    else is used. The second table has, by hands, first or other hand, and second card other or of the value, how often one is there.
    """
    cards = 2 * most - 1
    words = np.zeros((MOST + 1, cards))
    terms = np.zeros((MOST + 1, 2, 2, cards))

    def write(found: Array, j: int, others: int) -> None:
        for more in range(others + 1):
            found[j + more] += (-1) ** more * comb(others, more)

    def walk(waiting: tuple[int, ...], boxes: int, j: int, k: int, done: tuple[tuple[int, int], ...]) -> None:
        if not waiting:
            write(words[boxes], j, k)
            for slot, paired in done:
                write(terms[boxes, slot, paired], j, k if paired else k - 1)
            return
        slot, *rest = waiting
        walk(tuple(rest), boxes, j, k + 1, (*done, (slot, 0)))
        if boxes < most:
            walk((slot, 1, *rest), boxes + 1, j + 1, k, done)
        else:
            walk(tuple(rest), boxes, j + 1, k, (*done, (slot, 1)))

    walk((0, 1), 2, 0, 0, ())
    return words, terms


Ends = dict[tuple[str, Fraction, Fraction], float]


def merged(parts: Iterable[Ends]) -> Ends:
    found: Ends = {}
    for part in parts:
        for key, chance in part.items():
            found[key] = found.get(key, 0.0) + chance
    return found


def mean(ends: Ends) -> float:
    return sum(float(net) * chance for (_, net, _), chance in ends.items())


@dataclass(frozen=True)
class Plan:
    """What to do with every hand against every dealer's card, and how it ends. First index: the dealer's card."""

    terms: Terms
    hits: Array
    """Dealer's card, kind of hand, hand: draws rather than stands."""
    doubles: Array
    splits: Array
    """Dealer's card, value of the pair."""
    gives_up: Array
    up: Array
    """Dealer's card, hand: what giving it up is worth."""
    worth: Array
    """Dealer's card, kind of hand, hand: by standing, drawing and doubling, with no blackjack under the card."""
    split_worth: Array
    left: Array
    """Dealer's card, hand: the chance that there is no blackjack under the card."""
    dealt: Array
    """Dealer's card, hand: the chance of these first two cards."""
    takes_even_money: bool
    rescues: Array
    """Dealer's card, hand: takes a double back."""
    saves: Array
    """Dealer's card, hand above 21: takes a second chance."""
    saved_worth: Array
    """Dealer's card, single or doubled, hand above 21: by a second chance, with no blackjack under the card."""
    ends_of: tuple[Ends, ...]
    """By the dealer's card, how rounds end."""
    stands_up: Array
    """Dealer's card, hand: is given up rather than stands, where it may draw no more."""
    attacks: tuple[bool, ...] = ()
    """By the dealer's card, whether a second wager is laid beside the first."""
    later_of: tuple[Ends, ...] = ()
    """By the dealer's card, how later rounds end that are played with the same hand, where there are any."""

    @cached_property
    def ends(self) -> Ends:
        """How rounds end: the name of it, its net and its stake, and how often."""
        return merged(self.ends_of)

    @cached_property
    def later(self) -> Ends:
        """The same of later rounds."""
        return merged(self.later_of or self.ends_of)

    def expected(self) -> float:
        """What the wager nets on average."""
        return mean(self.ends)

    def best(self, shown: int, hand: int, pair: int | None = None) -> float:
        """What the plan makes of two cards, in the event of no blackjack under the dealer's card."""
        known = self.worth[shown, 0, hand]
        if pair is not None and self.splits[shown, pair]:
            return float(self.split_worth[shown, pair])
        if self.gives_up[shown, hand]:
            return float(self.up[shown, hand])
        return float(known[2] if self.doubles[shown, 0, hand] else known[1] if self.hits[shown, 0, hand] else known[0])

    def advise(self, cards: Sequence[Card], shown: Card, choices: Sequence[str], *, kind: int = ALONE) -> str:
        """What to do with a hand of some kind, among the choices it has."""
        values = [value_of(card) for card in cards]
        up, hand = value_of(shown), hands().place(*values)
        if len(values) == 2 and values[0] == values[1] and self.splits[up, values[0]]:
            for word in (FREE_SPLIT, SPLIT):
                if word in choices:
                    return word
        if SURRENDER in choices and (self.gives_up if HIT in choices else self.stands_up)[up, hand]:
            return SURRENDER
        if self.doubles[up, kind, hand]:
            for word in (FREE_DOUBLE, DOUBLE):
                if word in choices:
                    return word
        return HIT if HIT in choices and self.hits[up, kind, hand] else STAND


@lru_cache(maxsize=8)
def solve(terms: Terms, *, by_total: bool = False) -> Plan:
    """The best play by the cards of a hand, or by its total, and how rounds end with it."""
    return solve_for(terms, None, by_total=by_total)


def solve_for(
    terms: Terms, share: Array | None, *, by_total: bool = False, naturals: bool = True, checked: bool = False
) -> Plan:
    """The same where only a `share` of the rounds, by the dealer's card and the first hand, is to be told in `ends`.

    Without `naturals` an ace with a ten is told as any 21; once the dealer has `checked` for a blackjack, only rounds without one are.
    """
    from croupier.odds.kernels.blackjack_choose import NEVER
    from croupier.odds.kernels.blackjack_dealer import totals
    from croupier.odds.kernels.blackjack_ends import play_on, split, unmix

    every_hand = terms.hands
    known, broken = every_hand.up_to_21(), every_hand.broken
    number, results, pays, nets = len(known.counts), terms.results, terms.pays, terms.worth
    steps, stands = terms.steps, nets.shape[1]
    order = np.argsort(every_hand.size, kind="stable")
    every, nowhere = np.arange(number + broken), np.zeros(number, np.uint8)
    lanes = np.arange(len(every_hand.counts))
    pack: Array = np.array(terms.shoe, np.float64)
    hits, doubles = (np.zeros((VALUES, KINDS, number), np.int64) for _ in range(2))
    splits, split_worth = np.zeros((VALUES, VALUES), np.uint8), np.full((VALUES, VALUES), NEVER)
    gives_up, stands_up = (np.zeros((VALUES, number), np.uint8) for _ in range(2))
    worth = np.zeros((VALUES, KINDS, number, 3))
    left_of, dealt_of, up_of = (np.zeros((VALUES, number)) for _ in range(3))
    takes_even_money = False
    rescues = np.zeros((VALUES, number), np.bool_)
    saves, saved_worth = np.zeros((VALUES, broken), np.uint8), np.zeros((VALUES, 2, broken))
    mixes = terms.mixes
    two = [(a, b, known.place(a, b)) for a in range(VALUES) for b in range(a, VALUES)]
    double = np.zeros(number, np.int64)
    for first, second, hand in two:
        double[hand] = terms.doubles[first][second]
    if terms.doubles_later:
        double[(known.size > 2) & (known.total < 21)] = 1
    natural = known.place(ACES, TENS)
    ends: tuple[tuple[Ends, ...], ...] = tuple(tuple({} for _ in range(VALUES)) for _ in terms.rounds(0))

    def add(circle: int, name: str, net: Fraction, staked: Fraction | int, chance: float) -> None:
        if chance:
            key = (name, net, Fraction(staked))
            told = ends[circle][shown]
            told[key] = told.get(key, 0.0) + float(chance)

    for shown in range(VALUES):
        if not pack[shown]:
            continue
        shoe = pack.copy()
        shoe[shown] -= 1
        cards, seen = shoe.sum(), pack[shown] / pack.sum()
        rounds, looked = terms.rounds(shown), -1 if terms.late else shown
        shoes = shoe - every_hand.counts
        chances = np.empty((len(rounds), len(shoes), TOTALS))
        for found, (mode, tree, _) in zip(chances, rounds, strict=True):
            in_order = np.empty((len(shoes), TOTALS))
            totals(shoes[order], shown, mode, *tree, in_order)
            found[order] = in_order
        # Rounds that are played with one hand add up: what is best is best for all of them together.
        weights = np.array([weight for *_, weight in rounds])
        chance = chances[0] if len(rounds) == 1 else np.tensordot(weights, chances, axes=1)
        left = np.ones(len(shoes))
        if shown in (ACES, TENS) and not terms.late:
            left -= shoes[:, TENS - shown] / np.maximum(cards - every_hand.size, 1)
        left[(shoes < 0).any(axis=1)] = -1
        rescues[shown] = terms.rescues(shown, ALONE, chance[:number], left[:number])
        own = terms.ranks[shown]
        up_now = terms.rescues(shown, ALONE, chance[:number], left[:number], SINGLE)
        ranks = np.stack(
            [np.where(up_now, terms.pays.rescued or 0, own), np.where(rescues[shown], terms.pays.rescued or 0, own), own]
        )
        for kind, like in enumerate(terms.plays_as):
            if like != kind:
                hits[shown, kind], doubles[shown, kind], worth[shown, kind] = (
                    known_of[shown, like] for known_of in (hits, doubles, worth)
                )
                continue
            into = Chosen(hits[shown, kind], doubles[shown, kind], worth[shown, kind], saves[shown], saved_worth[shown])
            choose_for(terms, shown, kind, shoe, chance, left * terms.weight, ranks, double, into, by_total=by_total)
        late = chances[0, :number, LATE_BLACKJACK] if terms.late else np.zeros(number)
        up = terms.weight * (float(pays.surrendered) * (left[:number] - late) + float(pays.surrendered_late) * late)
        given_up = surrendered(terms, up, shoe, hits[shown, 0], doubles[shown, 0], worth[shown, 0], by_total=by_total)
        # How the rounds end.
        reach = np.zeros(number + broken)
        grids = np.zeros((len(rounds), *steps.shape))
        for first, second, hand in two:
            ways = shoe[first] * (shoe[second] - 1 if first == second else 2 * shoe[second])
            if ways <= 0:
                continue
            dealt = seen * ways / (cards * (cards - 1))
            free = float(left[hand])
            dealt_of[shown, hand] = dealt
            if share is not None:
                dealt *= share[shown, hand]
            if hand == natural and naturals:
                by_waiting = float(terms.blackjack @ chance[hand]) + float(pays.both) * (1 - free)
                if shown == ACES and pays.even_money is not None and float(pays.even_money) > by_waiting:
                    takes_even_money = True
                    add(0, "even-money", pays.even_money, pays.staked, dealt)
                    continue
                for circle, found in enumerate(chances):
                    for nets_of, part in pays.blackjacks:
                        for net in dict.fromkeys(nets_of):
                            ends_so = sum(found[hand, total] for total in range(TOTALS) if nets_of[total] == net)
                            name = "blackjack" if net else "push"
                            often_so = (ends_so if len({*nets_of}) > 1 else free) * float(part)
                            add(circle, name, net, pays.staked, dealt * often_so)
                    if not checked:
                        add(circle, "push" if not pays.both else "blackjack", pays.both, pays.staked, dealt * (1 - free))
                continue
            for circle in range(len(rounds) if not checked else 0):
                add(circle, "dealer-blackjack", pays.dealer_blackjack, pays.staked, dealt * (1 - free))
            options = worth[shown, 0, hand]
            draws = hits[shown, 0, hand]
            best = float(options[2] if doubles[shown, 0, hand] else options[1] if draws else options[0])
            pair = terms.pairs[first] if first == second else None
            if pair is not None:
                grid = np.zeros_like(grids)
                worths = 0.0
                better = float(up[hand]) if hand in given_up else best
                again, stops = np.where(known.size > 2, doubles[shown], 0), np.zeros(number, np.uint8)
                for later in range(VALUES):
                    one = known.place(first, later)
                    again[:, one] = np.where(doubles[shown, :, one] > 0, pair.doubles[later], 0)
                    stops[one] = pair.ends[later]
                of_box = [FIRST, LENT if pair.lammers else STAKED]
                apart = terms.plays_as[of_box[0]] != terms.plays_as[of_box[1]]
                among = [kind - FIRST for kind in of_box]
                for into_grid, (mode, tree, weight) in zip(grid, rounds, strict=True):
                    worths += weight * split(
                        first, int(apart), shoe, shown, mode, *every_hand[:2], *every_hand[3:5], ranks, hits[shown, of_box],
                        again[of_box], saves[shown], stops, results, nets[of_box], steps.nets[among], steps.stakes[among],
                        *split_words(pair.most), *tree, better if len(rounds) == 1 else NEVER, into_grid, *mixes,
                    )  # fmt: skip
                split_worth[shown, first] = worths
                if split_worth[shown, first] > better:
                    if terms.same_rank and first == TENS:
                        why = "tens that are worth a split where only those of one rank may be split"
                        raise refused(terms.game, why, "split-on")
                    splits[shown, first] = 1
                    grids += dealt * grid
                    continue
            if hand in given_up:
                gives_up[shown, hand] = 1
                for circle in range(len(rounds)):
                    add(circle, "surrender", pays.surrendered, pays.staked, dealt * (free - float(late[hand])))
                    add(circle, "surrender", pays.surrendered_late, pays.staked, dealt * float(late[hand]))
                continue
            reach[hand] = dealt
        left_of[shown], up_of[shown] = left[:number], up
        if pays.given_up:
            stands_up[shown] = ranks[SINGLE] == pays.rescued
            gives_up[shown] = stands_up[shown] & (hits[shown, 0] == 0) & (doubles[shown, 0] == 0)
            rescues[shown] = ranks[DOUBLED] == pays.rescued
        for circle, found in enumerate(chances):
            ended, lost = np.zeros((stands, nets.shape[2] - 1, TOTALS)), np.zeros(stands)
            play_on(
                reach.copy(), every, shoe, cards, looked, *every_hand[:2], *every_hand[3:5], ranks, hits[shown, 0],
                doubles[shown, 0], saves[shown], found, lanes, nowhere, results, ended, lost,
            )  # fmt: skip
            unmix(ended, *mixes)
            for stand in range(stands):
                often: Ends = {}
                for result, weight in enumerate((*ended[stand].sum(axis=1), lost[stand])):
                    key = terms.end(stand, result)
                    often[key] = often.get(key, 0.0) + float(weight)
                for key, weight in often.items():
                    add(circle, *key, weight)
            for net, staked in zip(*np.nonzero(grids[circle]), strict=True):
                add(circle, *steps.end(int(net), int(staked)), grids[circle, net, staked])
    return Plan(
        terms, hits, doubles, splits, gives_up, up_of, worth, split_worth, left_of, dealt_of, takes_even_money, rescues, saves,
        saved_worth, ends[0], stands_up, later_of=ends[-1] if len(ends) > 1 else (),
    )  # fmt: skip


def surrendered(terms: Terms, up: Array, shoe: Array, hits: Array, doubles: Array, worth: Array, *, by_total: bool) -> set[int]:
    """The two-card hands that give up half rather than play against a dealer's card: each for itself, or all of a total alike.

    A pair that may be split has its own row in a strategy by totals: it goes with its total, but has no say in it where others have.
    """
    if not terms.surrenders:
        return set()
    known = hands()
    totals: dict[object, list[tuple[int, float, bool]]] = {}
    for first in range(VALUES):
        for second in range(first, VALUES):
            hand = known.place(first, second)
            ways = shoe[first] * (shoe[second] - 1 if first == second else 2 * shoe[second])
            if ways > 0 and (first, second) != (ACES, TENS):
                best = worth[hand, 2] if doubles[hand] else worth[hand, 1 if hits[hand] else 0]
                gain = ways * (up[hand] - best)
                key = (int(known.total[hand]), bool(known.soft[hand])) if by_total else hand
                splits = first == second and terms.pairs[first] is not None
                totals.setdefault(key, []).append((hand, float(gain), splits))
    found: set[int] = set()
    for of_total in totals.values():
        asked = [gain for _, gain, splits in of_total if not splits] or [gain for _, gain, _ in of_total]
        if sum(asked) > 0:
            found.update(hand for hand, _, _ in of_total)
    return found


def plan_of(game: Playable, *, by_total: bool = False, stake: int | None = None) -> Plan:
    """The best play of a game's own shoe, at a stake where one is stated."""
    plan = solve(terms_of(game, stake=stake), by_total=by_total)
    if DOUBLE_ATTACK not in game.terms.wagers:
        return plan
    from croupier.odds.shapes.shoe_attack import attack_of

    attack = attack_of(game, by_total=by_total, stake=stake)
    assert attack is not None
    return replace(plan, attacks=attack.taken)
