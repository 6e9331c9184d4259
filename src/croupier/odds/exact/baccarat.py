"""Baccarat: every order in which six cards can come from a full shoe, counted by value and drawn by the table's own rules."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Final, NamedTuple

from croupier.equipment.cards import Card, cards
from croupier.games.baccarat.baccarat import COMMISSION, TIE, TIE_COMMISSION
from croupier.hands import baccarat as hands
from croupier.odds.analyze import tables_of
from croupier.odds.one_event import net_of
from croupier.odds.price import Price, gathered
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows

LOOKS_AT_RANKS: Final = frozenset(["player-pair", "banker-pair"])
"""Events for which a king is not a queen; all else in the game looks at values only."""
ROUND: Final = 6
"""The most cards a round takes: deals are counted as orders of so many."""
UNIT = 500

Seen = tuple[int, bool, bool, bool, bool]
"""The player's points, whether the player and the banker drew, and whether either began with a pair."""


class Deal(NamedTuple):
    """Two finished hands, standing for all that count, pair and pay alike, and the orders of six cards that give them."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    weight: int


class Drawing(NamedTuple):
    """Who draws, by the counts of the first two cards; for the banker also by the value of the player's third card, if any."""

    player: frozenset[tuple[int, int]]
    banker: frozenset[tuple[int, int, int | None]]


@lru_cache(maxsize=1)
def drawing() -> Drawing:
    """The rules of the table, asked once for each count instead of once for each deal."""
    of_value = cards("Kh Ah 2h 3h 4h 5h 6h 7h 8h 9h")
    two = [[of_value[0], last] for last in of_value]
    counts = list(itertools.product(range(10), repeat=2))
    draws: set[tuple[int, int, int | None]] = {(p, b, None) for p, b in counts if hands.banker_draws(two[p], two[b])}
    for third, (p, b) in itertools.product(range(10), counts):
        if hands.banker_draws([*two[p], of_value[third]], two[b]):
            draws.add((p, b, third))
    return Drawing(frozenset((p, b) for p, b in counts if hands.player_draws(two[p], two[b])), frozenset(draws))


def kinds(shoe: Iterable[tuple[Card, int]], *, by_rank: bool) -> list[tuple[Card, int]]:
    """One card of each value, or of each rank, with how many of them the shoe holds."""
    found: dict[int, tuple[Card, int]] = {}
    for card, count in shoe:
        kind = card.rank if by_rank else hands.points([card])
        first, others = found.get(kind, (card, 0))
        found[kind] = first, others + count
    return list(found.values())


@lru_cache(maxsize=8)
def deals(cards_in_shoe: tuple[tuple[Card, int], ...], *, by_rank: bool = False) -> list[Deal]:
    """Every way a full shoe deals a round, gathered by what a pay table can see; pairs are told apart only by rank."""
    shoe = kinds(cards_in_shoe, by_rank=by_rank)
    left = [count for _, count in shoe]
    faces = [(kind, (card,), hands.points([card])) for kind, (card, _) in enumerate(shoe)]
    unseen = [perm(sum(left) - dealt, ROUND - dealt) for dealt in range(ROUND + 1)]
    rules = drawing()
    weights: defaultdict[Seen, list[int]] = defaultdict(lambda: [0] * 10)
    shown: dict[tuple[Seen, int], tuple[tuple[Card, ...], tuple[Card, ...]]] = {}

    # Cards that are yielded are out of the shoe until the next are asked for.

    def two_cards() -> Iterator[tuple[tuple[Card, ...], int, bool, int]]:
        for (one, card, value), (other, second, more) in itertools.combinations_with_replacement(faces, 2):
            ways = left[one] * (left[other] - 1) if one == other else 2 * left[one] * left[other]
            if ways:
                left[one] -= 1
                left[other] -= 1
                yield card + second, (value + more) % 10, by_rank and one == other, ways
                left[one] += 1
                left[other] += 1

    def third_card(drawn: bool) -> Iterator[tuple[tuple[Card, ...], int, int]]:
        if not drawn:
            yield (), 0, 1
            return
        for kind, card, value in faces:
            if ways := left[kind]:
                left[kind] -= 1
                yield card, value, ways
                left[kind] += 1

    for player, p, player_pair, player_ways in two_cards():
        for banker, b, banker_pair, banker_ways in two_cards():
            for third, value, third_ways in third_card((p, b) in rules.player):
                draws = (p, b, value if third else None) in rules.banker
                seen = ((p + value) % 10, bool(third), draws, player_pair, banker_pair)
                shown.setdefault((seen, b), (player + third, banker))
                ways = player_ways * banker_ways * third_ways * unseen[4 + len(third) + draws]
                of_banker = weights[seen]
                if draws:
                    for kind, _, more in faces:
                        of_banker[(b + more) % 10] += ways * left[kind]
                else:
                    of_banker[b] += ways
    found: dict[tuple[Seen, int], Deal] = {}
    for (seen, b), (full, banker) in shown.items():
        for _, last, more in faces if seen[2] else [(0, (), 0)]:
            ended = (b + more) % 10
            if weight := weights[seen][ended]:
                found[seen, ended] = Deal(full, banker + last, weight)
    return list(found.values())


def price(game: Playable, wager: str, table: Paytable) -> Price:
    """A wager paid by the first row of its table that fits, less what the table lets the house keep, else lost."""
    (area,) = game.terms.wagers[wager].area
    rows = compile_rows(game.terms, table, game.patterns)
    counts: dict[tuple[str, Fraction, Fraction], int] = {}
    for player, banker, weight in deals(tuple(game.counts.items()), by_rank=area in LOOKS_AT_RANKS):
        value, hand = hands.standing(area, player, banker)
        row, payout = next(((row, payout) for row, test, payout in rows if test(value, hand)), ("lose", None))
        net = Fraction(-1)
        if payout is not None:
            net = net_of(payout.kind, payout.figure, UNIT)
            share = table.rows.get(TIE_COMMISSION if row == TIE else COMMISSION)
            if share is not None:  # on a tie it is a share of the stake, else of the win
                net -= share.figure * (1 if row == TIE else net)
        counts[row, net, Fraction(1)] = counts.get((row, net, Fraction(1)), 0) + weight
    kept = COMMISSION in table.rows
    relied = [table.reading, game.terms.wagers[wager].reading, game.terms.reading_of("vigorish-rounding") if kept else None]
    found = Price(
        wager=wager,
        paytable=table.id,
        outcomes=gathered(counts),
        clause=table.clause,
        readings=tuple(dict.fromkeys(filter(None, relied))),
    )
    return replace(found, note=note(game, found, kept=kept))


def note(game: Playable, found: Price, *, kept: bool) -> str:
    """The shoe, what a returned wager does to the figure, and what the price leaves out."""
    parts = [f"{game.terms.options['decks']} decks, a full shoe"]
    returned = Fraction(sum(outcome.weight for outcome in found.outcomes if outcome.net == 0), found.weight)
    if returned:
        parts.append(f"per wager decided {float(found.house_edge / (1 - returned)):.4%}")
    if kept:
        parts.append("commission exact, not in whole cents")
    return "; ".join(parts)


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """Every wager on the layout under every table it could have."""
    for wager in game.terms.wagers:
        if wanted in (None, wager):
            for table in tables_of(game, wager):
                yield price(game, wager, table)
