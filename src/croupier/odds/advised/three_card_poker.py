"""Three Card Poker: play or fold against every hand the dealer can have."""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from croupier.equipment.cards import RANK_NAMES, Card, deck
from croupier.games.house_poker.three_card_poker import (
    ANTE,
    ANTE_BONUS,
    FOLD,
    NOT_QUALIFIED,
    PAIR_PLUS,
    PLACE,
    PLAY,
    SHAPE,
)
from croupier.hands.poker import Value, three_card
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.charts import Cell, ladder
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import net_of
from croupier.odds.one_hand import number_of
from croupier.table.playable import Playable
from croupier.table.requests import Decision


class Against(NamedTuple):
    """How many of the dealer's hands lose to a hand, tie with it and beat it, and how many of all and of ties do not qualify."""

    wins: int
    ties: int
    loses: int
    unqualified: int
    unqualified_ties: int


@lru_cache(maxsize=1)
def dealers() -> tuple[list[Value], Array]:
    """Every three cards from the lowest up, and their cards as bits."""
    found = sorted((three_card(hand), bits(hand)) for hand in itertools.combinations(deck(), SHAPE.dealer))
    return [value for value, _ in found], np.array([mask for _, mask in found], np.uint64)


def bits(cards: tuple[Card, ...]) -> int:
    """Cards as bits of a number."""
    return sum(1 << number_of(card) for card in cards)


def against(game: Playable, hand: tuple[Card, ...], *, gone: int, shown: int = 0) -> Against:
    """A hand against every dealer's hand without the cards in `gone` and with those in `shown`."""
    values, masks = dealers()
    possible = (masks & np.uint64(gone) == 0) & (masks & np.uint64(shown) == shown)
    mine = three_card(hand)
    qualifying = next(rank for rank, name in RANK_NAMES.items() if name == game.rules.qualifying_rank)
    qualified = bisect_left(values, Value(0, (qualifying,), ""))
    lower, upper = bisect_left(values, mine), bisect_right(values, mine)

    def count(first: int, last: int) -> int:
        return int(np.count_nonzero(possible[first : max(first, last)]))

    return Against(
        wins=count(qualified, lower),
        ties=count(max(lower, qualified), upper),
        loses=count(max(upper, qualified), len(values)),
        unqualified=count(0, qualified),
        unqualified_ties=count(lower, min(upper, qualified)),
    )


def values_of(game: Playable, hand: tuple[Card, ...], found: Against) -> dict[str, Fraction]:
    """What playing and folding net, per ante, the ante bonus included."""
    ante, play = game.terms.chosen[ANTE].rows, game.terms.chosen[PLAY].rows
    value = three_card(hand)
    bonus = next((payout.figure for _, test, payout in game.tables.get(ANTE_BONUS, ()) if test(value, hand)), Fraction(0))
    pushed = found.unqualified_ties if game.rules.tie_when_dealer_does_not_qualify == "push" else 0
    unpaid = found.ties + found.unqualified_ties if game.rules.ante_bonus_paid == "unless-tied" else 0
    every = found.wins + found.ties + found.loses + found.unqualified
    net = (
        found.wins * (ante["win"].figure + play["win"].figure)
        - 2 * found.loses
        + (found.unqualified - pushed) * (ante[NOT_QUALIFIED].figure + play[NOT_QUALIFIED].figure)
        + (every - unpaid) * bonus
    )
    return {PLAY: net / every, FOLD: -Fraction(ANTE in game.rules.fold_forfeits.value)}


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """Play or fold the ante; or let pair plus stand where it is alone."""
    if not isinstance(request, Decision) or len(sight.hand) != SHAPE.hand:
        return None
    if PLACE in request.choices:
        return _side_wager(game, sight)
    gone = bits((*sight.hand, *sight.community, *sight.elsewhere))
    found = against(game, sight.hand, gone=gone, shown=bits(sight.dealer))
    every = found.wins + found.ties + found.loses + found.unqualified
    basis = f"all {every:,} hands the dealer can have{left_apart(sight, (ANTE, PLAY))}"
    values = values_of(game, sight.hand, found)
    return weigh(sight, {choice: values[choice] for choice in request.choices}, basis=basis)


def _side_wager(game: Playable, sight: Sight) -> Advice:
    """Pair plus by itself: the hand is known, and giving it up never gains."""
    value, stake = three_card(sight.hand), sight.stakes.get(PAIR_PLUS, 0)
    found = next((payout for _, test, payout in game.tables[PAIR_PLUS] if test(value, sight.hand)), None)
    worth = Fraction(-1) if found is None else net_of(found.kind, found.figure, stake or 1)
    forfeited = -Fraction(1) if PAIR_PLUS in game.rules.fold_forfeits.value else worth
    basis = f"pair plus by the cards in hand{left_apart(sight, (PAIR_PLUS,))}"
    return weigh(sight, {PLACE: worth, FOLD: forfeited}, basis=basis)


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """The lowest hand to play."""
    found: dict[Value, list[Cell]] = {}
    seen: set[tuple[int, ...]] = set()
    for hand in itertools.combinations(deck(), SHAPE.hand):
        suits = {"c": 0, "d": 0, "h": 0, "s": 0}
        for card in hand:
            suits[card.suit] |= 1 << card.rank
        kind = tuple(sorted(suits.values()))
        if kind in seen:
            continue
        seen.add(kind)
        values = values_of(game, hand, against(game, hand, gone=bits(hand)))
        best = max(values, key=lambda choice: values[choice])
        found.setdefault(three_card(hand), [Counter()])[0][best] += 1
    chart = Chart("ante", ("hand", "do"), ladder(found))
    return (chart,), "each hand against all 18,424 hands the dealer can have"
