"""Three Card Poker: the ante and play game by comparing each hand with every dealer's hand, the side wagers by counting.

Suits matter only through which cards are gone, so a player's hand stands for all that differ by a change of suits: 1,755 of
22,100.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

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


@lru_cache(maxsize=1)
def hands() -> tuple[tuple[tuple[Card, ...], int], ...]:
    """One hand of each class with how many it stands for: hands whose suits hold the same ranks, in any order of suits."""
    classes: dict[tuple[int, ...], list[Any]] = {}
    for hand in itertools.combinations(deck(), 3):
        ranks = {"c": 0, "d": 0, "h": 0, "s": 0}
        for card in hand:
            ranks[card.suit] |= 1 << card.rank
        kept = classes.setdefault(tuple(sorted(ranks.values())), [hand, 0])
        kept[1] += 1
    return tuple((hand, weight) for hand, weight in classes.values())


@lru_cache(maxsize=1)
def matchups() -> tuple[Matchup, ...]:
    """Every class of player's hand against every dealer's hand that does not share a card with it."""
    pack = deck()
    bit = {card: 1 << place for place, card in enumerate(pack)}
    dealers = sorted((three_card(hand), bit[hand[0]] | bit[hand[1]] | bit[hand[2]]) for hand in itertools.combinations(pack, 3))
    worth = [value for value, _ in dealers]
    masks: Array = np.array([mask for _, mask in dealers], np.uint64)
    qualified = bisect_left(worth, Value(0, (_QUEEN,), ""))
    found = []
    for hand, weight in hands():
        mine = three_card(hand)
        free = (masks & np.uint64(bit[hand[0]] | bit[hand[1]] | bit[hand[2]])) == 0
        lower, upper = bisect_left(worth, mine), bisect_right(worth, mine)
        dead, below = int(np.count_nonzero(free[:qualified])), int(np.count_nonzero(free[:lower]))
        level, above = int(np.count_nonzero(free[lower:upper])), int(np.count_nonzero(free[max(upper, qualified) :]))
        plays = lower >= qualified
        found.append(
            Matchup(hand, mine, weight, below - dead if plays else 0, level if plays else 0, above, dead, 0 if plays else level)
        )
    return tuple(found)


def price_of_ante(game: Playable, bonus: Paytable | None) -> Price:
    """Ante and play with the ante bonus: play when it nets more than giving up the ante."""
    rows = compile_rows(game.game, bonus, game.patterns) if bonus is not None else ()
    ante, play = game.game.chosen[ANTE].rows, game.game.chosen[PLAY].rows
    ante_win, play_win = ante["win"].figure, play["win"].figure
    unqualified = ante["dealer-does-not-qualify"].figure + play["dealer-does-not-qualify"].figure
    pushes_unqualified_ties = game.rules.tie_when_dealer_does_not_qualify == "push"
    pays_bonus_on_ties = game.rules.ante_bonus_paid == "whatever-the-outcome"
    ends: Counter[tuple[str, Fraction | int, int]] = Counter()
    by_value: dict[tuple[str, int], Fraction] = {}
    for match in matchups():
        mark = (match.value.category, match.value.ranks[0])
        if mark not in by_value:
            by_value[mark] = next((payout.figure for _, test, payout in rows if test(match.value, match.hand)), Fraction(0))
        extra = by_value[mark]
        even = match.unqualified_ties if pushes_unqualified_ties else 0
        bonus_on_ties = extra if pays_bonus_on_ties else Fraction(0)
        against = match.wins + match.ties + match.loses + match.unqualified
        worth = (
            match.wins * (ante_win + play_win + extra)
            + (match.ties + even) * bonus_on_ties
            + match.loses * (extra - 2)
            + (match.unqualified - even) * (unqualified + extra)
        )
        if worth <= -against:
            ends["fold", Fraction(-1), 1] += against * match.weight
            continue
        held = f", {match.value.category}" if extra else ""
        ends[f"win{held}", ante_win + play_win + extra, 2] += match.wins * match.weight
        ends[f"tie{held}", bonus_on_ties, 2] += (match.ties + even) * match.weight
        ends[f"lose{held}", extra - 2, 2] += match.loses * match.weight
        ends[f"dealer-does-not-qualify{held}", unqualified + extra, 2] += (match.unqualified - even) * match.weight
    counts = {(name, Fraction(net), Fraction(staked)): int(weight) for (name, net, staked), weight in ends.items()}
    tie = game.game.reading_of("tie-when-dealer-does-not-qualify")
    readings = tuple(filter(None, [bonus.reading if bonus else None, tie]))
    clause = game.game.chosen[ANTE].clause
    table = bonus.id if bonus is not None else "none"
    return Price(
        ANTE, table, gathered(counts), strategy="optimal", clause=clause, readings=readings, note="ante, play and ante bonus"
    )


def three_card_cases() -> list[Case]:
    """Every three cards by category and leading rank."""
    return by_rank((three_card(hand), weight) for hand, weight in hands())


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
    if wanted in (None, PAIR_PLUS) and PAIR_PLUS in game.game.wagers:
        cases = three_card_cases()
        for table in tables_of(game, PAIR_PLUS):
            yield price_by_hand(game, PAIR_PLUS, table, cases, unit=UNIT)
    if wanted in (None, SIX_CARD_BONUS) and SIX_CARD_BONUS in game.game.wagers:
        six = list(six_card_cases())
        for table in tables_of(game, SIX_CARD_BONUS):
            yield price_by_hand(game, SIX_CARD_BONUS, table, six, unit=UNIT)
