"""Three Card Poker: the ante and play game by comparing each hand with every dealer's hand, the side wagers by counting.

Suits matter only through which cards are gone, so a player's hand stands for all that differ by a change of suits: 1,755 of
22,100.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from croupier.equipment.cards import Card, deck
from croupier.hands.poker import Value, six_card_royal, three_card
from croupier.odds.analyze import tables_of
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import Case, cases_of, price_by_hand
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


def _canonical(hand: tuple[Card, ...]) -> tuple[tuple[int, int], ...]:
    """The hand with suits renamed in the order of the cards: equal for hands that differ by suits alone."""
    best = None
    for order in itertools.permutations(range(3)):
        names: dict[str, int] = {}
        form = tuple((hand[i].rank, names.setdefault(hand[i].suit, len(names))) for i in order)
        if best is None or form > best:
            best = form
    assert best is not None
    return best


@lru_cache(maxsize=1)
def hands() -> tuple[tuple[tuple[Card, ...], int], ...]:
    """One hand of each class with how many it stands for."""
    classes: dict[tuple[tuple[int, int], ...], list[tuple[Card, ...]]] = {}
    for hand in itertools.combinations(deck(), 3):
        ordered = tuple(sorted(hand, key=lambda card: (-card.rank, card.suit)))
        classes.setdefault(_canonical(ordered), []).append(ordered)
    return tuple((members[0], len(members)) for members in classes.values())


@lru_cache(maxsize=1)
def matchups() -> tuple[Matchup, ...]:
    """Every class of player's hand against every dealer's hand that does not share a card with it."""
    pack = deck()
    bit = {card: np.uint64(1 << place) for place, card in enumerate(pack)}
    dealers = list(itertools.combinations(pack, 3))
    masks: Array = np.array([bit[a] | bit[b] | bit[c] for a, b, c in dealers], np.uint64)
    worth = [three_card(hand) for hand in dealers]
    order = {value: place for place, value in enumerate(sorted(set(worth)))}
    strength: Array = np.array([order[value] for value in worth])
    qualifies: Array = np.array([value.order > 0 or value.ranks[0] >= _QUEEN for value in worth])
    found = []
    for hand, weight in hands():
        mine = three_card(hand)
        disjoint = (masks & (bit[hand[0]] | bit[hand[1]] | bit[hand[2]])) == 0
        level = order[mine]
        live, dead = disjoint & qualifies, disjoint & ~qualifies
        wins = int((live & (strength < level)).sum())
        ties = int((live & (strength == level)).sum())
        loses = int((live & (strength > level)).sum())
        found.append(Matchup(hand, mine, weight, wins, ties, loses, int(dead.sum()), int((dead & (strength == level)).sum())))
    return tuple(found)


def price_of_ante(game: Playable, bonus: Paytable | None) -> Price:
    """Ante and play with the ante bonus: play when it nets more than giving up the ante."""
    rows = compile_rows(game.game, bonus, game.patterns) if bonus is not None else ()
    ante, play = game.game.chosen[ANTE].rows, game.game.chosen[PLAY].rows
    ante_win, play_win = ante["win"].figure, play["win"].figure
    unqualified = ante["dealer-does-not-qualify"].figure + play["dealer-does-not-qualify"].figure
    pushes_unqualified_ties = game.rules.tie_when_dealer_does_not_qualify == "push"
    pays_bonus_on_ties = game.rules.ante_bonus_paid == "whatever-the-outcome"
    counts: dict[tuple[str, Fraction, Fraction], int] = {}

    def add(name: str, net: Fraction, staked: int, weight: int) -> None:
        key = (name, net, Fraction(staked))
        counts[key] = counts.get(key, 0) + weight

    for match in matchups():
        extra = next((payout.figure for _, test, payout in rows if test(match.value, match.hand)), Fraction(0))
        even = match.unqualified_ties if pushes_unqualified_ties else 0
        tied_extra = extra if pays_bonus_on_ties else Fraction(0)
        ends = (
            ("win", ante_win + play_win + extra, match.wins),
            ("tie", tied_extra, match.ties + even),
            ("lose", -2 + extra, match.loses),
            ("dealer-does-not-qualify", unqualified + extra, match.unqualified - even),
        )
        against = sum(weight for _, _, weight in ends)
        if sum(net * weight for _, net, weight in ends) > -against:
            for name, net, weight in ends:
                label = f"{name}, {match.value.category}" if extra else name
                add(label, Fraction(net), 2, weight * match.weight)
        else:
            add("fold", Fraction(-1), 1, against * match.weight)
    tie = game.game.reading_of("tie-when-dealer-does-not-qualify")
    readings = tuple(filter(None, [bonus.reading if bonus else None, tie]))
    clause = game.game.chosen[ANTE].clause
    table = bonus.id if bonus is not None else "none"
    return Price(
        ANTE, table, gathered(counts), strategy="optimal", clause=clause, readings=readings, note="ante, play and ante bonus"
    )


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
        cases = [(three_card(hand), hand, weight) for hand, weight in hands()]
        for table in tables_of(game, PAIR_PLUS):
            yield price_by_hand(game, PAIR_PLUS, table, cases, unit=UNIT)
    if wanted in (None, SIX_CARD_BONUS) and SIX_CARD_BONUS in game.game.wagers:
        six = list(six_card_cases())
        for table in tables_of(game, SIX_CARD_BONUS):
            yield price_by_hand(game, SIX_CARD_BONUS, table, six, unit=UNIT)
