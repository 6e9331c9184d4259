"""Three Card Poker: the ante and play game by comparing each hand with every dealer's hand, the side wagers by counting.

Suits matter only through which cards are gone, so a player's hand stands for all that differ by a change of suits: 1,755 of
22,100.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

import numpy as np

from croupier.equipment.cards import Card, deck
from croupier.hands.poker import Value, six_card_royal, three_card
from croupier.odds.analyze import tables_of
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import Case, by_rank, cases_of, price_by_hand
from croupier.odds.price import Price, gathered
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows

ANTE, PLAY, ANTE_BONUS, PAIR_PLUS, SIX_CARD_BONUS = "ante", "play", "ante-bonus", "pair-plus", "six-card-bonus"
UNIT = 500
_QUEEN = 12


class Matchup(NamedTuple):
    """A player's hand against all 18,424 dealer's hands."""

    hand: tuple[Card, ...]
    value: Value
    weight: int
    wins: int
    ties: int
    loses: int
    unqualified: int
    unqualified_ties: int


class Hands(NamedTuple):
    """All 22,100 hands by the places of their cards in the deck, each with its class; and of each class one hand, its value, and
    how many hands it stands for: those whose suits hold the same ranks, in any order of suits."""

    places: Array
    classes: Array
    first: Array
    values: tuple[Value, ...]
    weights: Array


@lru_cache(maxsize=1)
def hands() -> Hands:
    """Every hand, and one of each class in the order of the deck."""
    pack = deck()
    places: Array = np.array(list(itertools.combinations(range(len(pack)), 3)))
    bits = np.array([[card.suit == suit and 1 << card.rank for suit in "cdhs"] for card in pack], np.int64)
    held = np.sort(bits[places].sum(axis=1), axis=1)
    key = held @ (1 << np.array([0, 15, 30, 45]))
    _, first, classes, weights = np.unique(key, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(first)
    known = tuple(three_card([pack[place] for place in places[number]]) for number in first[order].tolist())
    return Hands(places, np.argsort(order)[classes], first[order], known, weights[order])


def _running(level: Array, *numbers: Array, size: int) -> Array:
    """`found[n, number]`: how many hands below level n have that number among theirs."""
    counts = sum(np.bincount(level * size + number, minlength=(level.max() + 1) * size) for number in numbers)
    return np.concatenate([np.zeros((1, size), np.int64), np.reshape(counts, (-1, size)).cumsum(axis=0)])


@lru_cache(maxsize=1)
def matchups() -> tuple[Matchup, ...]:
    """Every class of player's hand against every dealer's hand that does not share a card with it."""
    pack, known = deck(), hands()
    ladder = sorted(set(known.values))
    rung = {value: number for number, value in enumerate(ladder)}
    level: Array = np.array([rung[value] for value in known.values])
    one, two, three = known.places.T
    pairs = (52 * one + two, 52 * one + three, 52 * two + three)
    dealers = level[known.classes]
    total = _running(dealers, 0 * one, size=1)
    with_card = _running(dealers, one, two, three, size=52)
    with_pair = _running(dealers, *pairs, size=52 * 52)

    def below(line: Array | int) -> Array:
        """Dealer's hands below a level that share no card with each class: less those with a card, but two cards were two too many."""
        lines = np.broadcast_to(line, level.shape)
        sharing = sum(with_card[lines, cards[known.first]] for cards in (one, two, three))
        twice = sum(with_pair[lines, pair[known.first]] for pair in pairs)
        apart: Array = total[lines, 0] - sharing + twice - (lines > level)
        return apart

    qualified = bisect_left(ladder, Value(0, (_QUEEN,), ""))
    dead, lower, upper = below(qualified), below(level), below(level + 1)
    loses = below(len(ladder)) - below(np.maximum(level + 1, qualified))
    plays, even = level >= qualified, upper - lower
    counts = (known.weights, (lower - dead) * plays, even * plays, loses, dead, even * ~plays)
    shown = (tuple(pack[place] for place in places) for places in known.places[known.first].tolist())
    return tuple(itertools.starmap(Matchup, zip(shown, known.values, *(column.tolist() for column in counts), strict=True)))


class Marked(NamedTuple):
    """Matchups as columns, each with its mark: category and leading rank, all that an ante bonus asks of a hand."""

    marks: tuple[Matchup, ...]
    mark_of: Array
    counts: Array


@lru_cache(maxsize=1)
def marked() -> Marked:
    """The first matchup of each mark, and the counts of all: weight, wins, ties, losses, dealers not qualified and ties with them."""
    marks: dict[tuple[str, int], int] = {}
    firsts, mark_of = [], []
    for match in matchups():
        mark = (match.value.category, match.value.ranks[0])
        if mark not in marks:
            marks[mark] = len(marks)
            firsts.append(match)
        mark_of.append(marks[mark])
    return Marked(tuple(firsts), np.array(mark_of), np.array([match[2:] for match in matchups()], np.int64).T)


def price_of_ante(game: Playable, bonus: Paytable | None) -> Price:
    """Ante and play with the ante bonus: play when it nets more than giving up the ante. Figures are in whole `unit`s of it."""
    rows = compile_rows(game.terms, bonus, game.patterns) if bonus is not None else ()
    ante, play = game.terms.chosen[ANTE].rows, game.terms.chosen[PLAY].rows
    ante_win, play_win = ante["win"].figure, play["win"].figure
    unqualified = ante["dealer-does-not-qualify"].figure + play["dealer-does-not-qualify"].figure
    pushes_unqualified_ties = game.rules.tie_when_dealer_does_not_qualify == "push"
    pays_bonus_on_ties = game.rules.ante_bonus_paid == "whatever-the-outcome"
    known = marked()
    weight, wins, ties, loses, dead, dead_ties = known.counts
    even = ties + (dead_ties if pushes_unqualified_ties else 0)
    dead = dead - (even - ties)
    against = wins + even + loses + dead
    extras = [next((payout.figure for _, test, payout in rows if test(m.value, m.hand)), Fraction(0)) for m in known.marks]
    unit = lcm(*(figure.denominator for figure in (*extras, ante_win, play_win, unqualified)))
    extra: Array = np.array([int(unit * figure) for figure in extras])[known.mark_of]
    worth = (
        wins * (int(unit * (ante_win + play_win)) + extra)
        + even * (extra if pays_bonus_on_ties else 0)
        + loses * (extra - 2 * unit)
        + dead * (int(unit * unqualified) + extra)
    )
    plays = worth > -against * unit
    totals = np.zeros((len(known.marks), 4), np.int64)
    np.add.at(totals, known.mark_of, (np.stack([wins, even, loses, dead]) * weight * plays).T)
    ends: Counter[tuple[str, Fraction | int, int]] = Counter()
    ends["fold", Fraction(-1), 1] = int((against * weight)[~plays].sum())
    for match, figure, (won, tied, lost, stood_off) in zip(known.marks, extras, totals.tolist(), strict=True):
        held = f", {match.value.category}" if figure else ""
        ends[f"win{held}", ante_win + play_win + figure, 2] += won
        ends[f"tie{held}", figure if pays_bonus_on_ties else Fraction(0), 2] += tied
        ends[f"lose{held}", figure - 2, 2] += lost
        ends[f"dealer-does-not-qualify{held}", unqualified + figure, 2] += stood_off
    counts = {(name, Fraction(net), Fraction(staked)): int(weight) for (name, net, staked), weight in ends.items()}
    tie = game.terms.reading_of("tie-when-dealer-does-not-qualify")
    readings = tuple(filter(None, [bonus.reading if bonus else None, tie]))
    clause = game.terms.chosen[ANTE].clause
    table = bonus.id if bonus is not None else "none"
    return Price(
        ANTE, table, gathered(counts), strategy="optimal", clause=clause, readings=readings, note="ante, play and ante bonus"
    )


def three_card_cases() -> list[Case]:
    """Every three cards by category and leading rank."""
    return by_rank(zip(hands().values, hands().weights.tolist(), strict=True))


def six_card_cases() -> Iterator[Case]:
    """Every six cards by class; the four six-card royals by their own cards, since a table may pay their suit."""
    royals = [tuple(card for card in deck() if card.suit == suit and card.rank >= 9) for suit in "cdhs"]
    for value, _, weight in cases_of(6):
        yield value, (), weight - (len(royals) if value.category == "royal-flush" else 0)
    for cards in royals:
        assert six_card_royal(cards)
        yield Value(9, (14,), "royal-flush"), cards, 1


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The ante game for each ante bonus, then each side wager under each of its tables."""
    if wanted in (None, ANTE, PLAY, ANTE_BONUS):
        for bonus in tables_of(game, ANTE_BONUS):
            yield price_of_ante(game, bonus)
    if wanted in (None, PAIR_PLUS) and PAIR_PLUS in game.terms.wagers:
        cases = three_card_cases()
        for table in tables_of(game, PAIR_PLUS):
            yield price_by_hand(game, PAIR_PLUS, table, cases, unit=UNIT)
    if wanted in (None, SIX_CARD_BONUS) and SIX_CARD_BONUS in game.terms.wagers:
        six = list(six_card_cases())
        for table in tables_of(game, SIX_CARD_BONUS):
            yield price_by_hand(game, SIX_CARD_BONUS, table, six, unit=UNIT)
