"""Equity: what part of a pot given hands win on average, over every card that can still come, and what the rake leaves of it.

With a board, a hand may be a range, several hands that are equally likely (`QQ+`, `AKs`, `AKo`, `AK`, `ATs+`). Without one, at stud
and draw, a hand is what is known of it: the rest of its cards is still to come, at draw for those thrown away (name them as dead).
Everything is counted; only where stud or draw leaves too much to count are hands dealt by chance, and then the error is stated.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any, Literal

import numpy as np

from croupier.equipment.cards import RANKS, SUITS, Card, cards, deck
from croupier.errors import BadInput
from croupier.odds.card_numbers import kernel_card, number_of
from croupier.table.playable import Playable

MOST_HANDS = 1_000_000_000
"""As many hands are compared in about half a minute."""
MOST_PLAYERS = 10
HOLE_CARDS = 2


@dataclass(frozen=True, slots=True)
class Equity:
    """What one player wins of a pot: on average, and in how many of the cases the high part of it alone, tied or not."""

    hand: str
    share: Fraction
    won: int
    tied: int
    lost: int
    error: float | None = None
    """One standard error of the share, where hands were dealt by chance."""

    def as_json(self) -> dict[str, Any]:
        told = {
            "hand": self.hand,
            "equity": float(self.share),
            "equity_exact": f"{self.share.numerator}/{self.share.denominator}" if self.error is None else None,
            "standard_error": self.error,
        }
        return {**told, "won": self.won, "tied": self.tied, "lost": self.lost}


@dataclass(frozen=True)
class Equities:
    """All players' parts, over so many boards or, without a board, ways in which their cards can still come."""

    players: tuple[Equity, ...]
    boards: int
    method: Literal["exact", "sample"] = "exact"

    @cached_property
    def total(self) -> Fraction:
        """All of the pot: whatever the hands, nothing is lost in the division."""
        return sum((player.share for player in self.players), Fraction(0))


def equities(game: Playable, hands: Sequence[str], board: str = "", dead: str = "") -> Equities:
    """The equity of hands, or ranges of them; `dead` cards are out of play."""
    variant = game.rules.variant
    own = variant.kept_cards
    if not 2 <= len(hands) <= MOST_PLAYERS:
        raise BadInput(f"{len(hands)} hands: equity is of two to {MOST_PLAYERS}")
    if not variant.board_cards:
        if board:
            raise BadInput(f"board: {variant.name} is dealt without one")
        from croupier.odds.to_come import without_a_board

        return without_a_board(variant, hands, cards(dead))
    shared, out = cards(board), cards(dead)
    if len(shared) > variant.board_cards:
        raise BadInput(f"board: {len(shared)} cards, the game deals {variant.board_cards}")
    ranges = [list(hands_of(text, own)) for text in hands]
    used = {*shared, *out}
    if len(used) < len(shared) + len(out):
        raise BadInput("a card is named twice on the board or among the dead")
    dealt = Counter(_alike(deal, shared, out) for deal in _deals(ranges, used))
    if not dealt:
        raise BadInput("these hands cannot be dealt together: a card is named twice")
    boards = comb(52 - len(used) - own * len(hands), variant.board_cards - len(shared))
    each = len(hands) * (60 if variant.hand == "two-and-three" else 1)
    if boards * len(dealt) * each > MOST_HANDS:
        raise BadInput(f"{boards * len(dealt) * each:,} hands to compare are too many: name a board, or fewer hands")
    parts = 2 * lcm(*range(1, len(hands) + 1))
    shares, kinds = np.zeros(len(hands), np.int64), np.zeros((len(hands), 3), np.int64)
    total = 0
    for (deal, on_board, unused), times in dealt.items():
        won, how, count = _count(game, deal, on_board, {*on_board, *unused}, parts)
        shares, kinds, total = shares + times * won, kinds + times * how, total + times * int(count)
    found = [
        Equity(text, Fraction(int(share), parts * total), *(int(number) for number in how))
        for text, share, how in zip(hands, shares, kinds, strict=True)
    ]
    return Equities(tuple(found), total)


def _deals(ranges: Sequence[Sequence[tuple[Card, ...]]], used: set[Card]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way the ranges can be dealt together."""
    for deal in itertools.product(*ranges):
        held = [card for hand in deal for card in hand]
        if len({*held, *used}) == len(held) + len(used):
            yield deal


Alike = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...], tuple[Card, ...]]
"""Hands, board and dead cards."""


def _alike(deal: Sequence[Sequence[Card]], board: Sequence[Card], dead: Sequence[Card]) -> Alike:
    """One of all deals that differ by the names of their suits alone: suits decide nothing, so they are counted once."""
    parts = [[number_of(card) for card in part] for part in (*deal, board, dead)]
    least = min(
        tuple(tuple(sorted(number & ~3 | suits[number & 3] for number in part)) for part in parts)
        for suits in itertools.permutations(range(len(SUITS)))
    )
    *hands, on_board, unused = (tuple(kernel_card(number) for number in part) for part in least)
    return tuple(hands), on_board, unused


def _count(game: Playable, deal: Iterable[Sequence[Card]], shared: Sequence[Card], used: set[Card], parts: int) -> Any:
    from croupier.odds.kernels import equity as kernel

    hands = np.array([[number_of(card) for card in hand] for hand in deal], np.int64)
    held = {int(number) for number in hands.flat} | {number_of(card) for card in used}
    left = np.array([number_of(card) for card in deck() if number_of(card) not in held], np.int64)
    board = np.array([number_of(card) for card in shared], np.int64)
    variant = game.rules.variant
    if variant.hand == "two-and-three":
        return kernel.two_and_three(hands, board, left, parts, variant.low is not None)
    return kernel.any_five(hands, board, left, parts)


_RANGE = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)(\+?)")


def hands_of(text: str, own: int) -> Iterator[tuple[Card, ...]]:
    """The hands that a text means: cards, or for two of them a range.

    >>> len(list(hands_of("QQ+", 2))), len(list(hands_of("AKs", 2))), len(list(hands_of("AK", 2)))
    (18, 4, 16)
    """
    for word in text.split(",") if "," in text else [text]:
        match = _RANGE.fullmatch(word.strip())
        if match is None:
            held = cards(word)
            if len(held) != own or len(set(held)) < own:
                raise BadInput(
                    f"{word.strip()!r}: a hand here is of {own} different cards"
                    + (", or a range as in QQ+ or AKs" if own == HOLE_CARDS else "")
                )
            yield tuple(held)
        elif own != HOLE_CARDS:
            raise BadInput(f"{word.strip()!r}: a range is of hands of two cards")
        else:
            yield from _range(*match.groups())


def _range(first: str, second: str, suited: str, more: str) -> Iterator[tuple[Card, ...]]:
    high, low = sorted((RANKS.index(first), RANKS.index(second)), reverse=True)
    if high == low:
        pairs = [(rank, rank) for rank in (range(low, len(RANKS)) if more else [low])]
    else:
        pairs = [(high, rank) for rank in (range(low, high) if more else [low])]
    for one, two in pairs:
        for suits in itertools.product(SUITS, SUITS):
            same = suits[0] == suits[1]
            if one == two and suits[0] >= suits[1]:
                continue
            if one != two and ((suited == "s" and not same) or (suited == "o" and same)):
                continue
            yield tuple(cards(f"{RANKS[one]}{suits[0]} {RANKS[two]}{suits[1]}"))
