"""DJ Wild Stud: each hand against every dealer's hand, played to net the most; trips by the faces, the bad beat by both hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from croupier.equipment.cards import Card
from croupier.hands.poker import Value
from croupier.hands.wild import DEUCES_AND_JOKER, made_naturally
from croupier.odds.analyze import tables_of
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import net_of
from croupier.odds.price import Outcome, Price, gathered
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows

ANTE, PLAY, BLIND, TRIPS, TWO_WAY_BAD_BEAT = "ante", "play", "blind", "trips", "two-way-bad-beat"
NATURAL, WILD = "natural", "wild"
LOST = ("lose", Fraction(-1))
UNIT = 500


class Solution(NamedTuple):
    """Which hands to play, in the order of the kernel's, and every outcome that follows."""

    plays: Array
    outcomes: tuple[Outcome, ...]


def paid(game: Playable, table: Paytable, hands: Sequence[tuple[Value, Sequence[Card]]]) -> list[tuple[str, Fraction]]:
    """The first row of the table that fits each hand and what it nets, or the loss of the wager."""
    rows = compile_rows(game.terms, table, game.patterns)
    nets = {row: (row, net_of(payout.kind, payout.figure, UNIT)) for row, _, payout in rows}
    return [next((nets[row] for row, test, _ in rows if test(value, cards)), LOST) for value, cards in hands]


def solve(game: Playable, blind: Paytable) -> Solution:
    """Play or fold for every hand: whichever nets more on average against all the hands the dealer can have."""
    from croupier.odds.kernels.wild import AGAINST, matchups

    hands, lower, equal, higher = matchups()
    (times,) = game.terms.wagers[PLAY].times
    ante, play = (game.terms.chosen[wager].rows["win"].figure for wager in (ANTE, PLAY))
    rows = paid(game, blind, [(value, ()) for value in hands.values])
    won = [ante + times * play + net for _, net in rows]
    staked = Fraction(2 + times)
    given_up = Fraction(sum(1 for wager in (ANTE, BLIND) if wager in game.rules.fold_forfeits.value))
    unit = lcm(*(net.denominator for net in won))
    units: Array = np.array([int(unit * net) for net in won], np.int64)[hands.levels]
    plays = lower * units - higher * int(unit * staked) > -AGAINST * int(unit * given_up)

    def by_level(count: Array) -> list[int]:
        total = np.zeros(len(hands.values), np.int64)
        np.add.at(total, hands.levels[plays], (hands.weights * count)[plays])
        return [int(number) for number in total]

    counts = {("fold", -given_up, given_up): int(hands.weights[~plays].sum()) * AGAINST}
    for (row, net), win, wins, ties, losses in zip(rows, won, by_level(lower), by_level(equal), by_level(higher), strict=True):
        ends = (f"win, {row}" if net else "win", win, wins), ("tie", Fraction(0), ties), ("lose", -staked, losses)
        for name, result, weight in ends:
            counts[name, result, staked] = counts.get((name, result, staked), 0) + weight
    return Solution(plays, gathered(counts))


def price_of_ante(game: Playable, blind: Paytable) -> Price:
    """Ante, blind and play together, per ante, with the blind paid by `blind`."""
    return Price(
        ANTE,
        blind.id,
        solve(game, blind).outcomes,
        strategy="optimal",
        clause=blind.clause,
        readings=relied_on(game, blind, "wild-cards"),
        note=noted(game, "ante, blind and play, per ante"),
    )


def price_of_trips(game: Playable, columns: dict[str, Paytable]) -> Price:
    """By the player's hand alone, in the column that its faces put it in."""
    from croupier.odds.kernels.wild import cases

    counts: dict[tuple[str, Fraction, Fraction], int] = {}
    known = list(cases())
    hands = [(value, cards) for value, cards, _ in known]
    by_column = {column: paid(game, table, hands) for column, table in columns.items()}
    for number, (_, cards, weight) in enumerate(known):
        column = NATURAL if is_natural(game, cards) else WILD
        row, net = by_column[column][number]
        key = (row if (row, net) == LOST else f"{column} {row}", net, Fraction(1))
        counts[key] = counts.get(key, 0) + weight
    first, *others = columns.values()
    readings = relied_on(game, first, "natural-column", "wild-cards", "fold-forfeits", *others)
    return Price(TRIPS, first.id, gathered(counts), clause=first.clause, readings=readings, note=noted(game))


def columns_of(game: Playable) -> Iterator[dict[str, Paytable]]:
    """The tables for trips, each with both its columns; the posted one first."""
    yield (posted := {column: game.terms.chosen[f"{TRIPS}:{column}"] for column in (WILD, NATURAL)})
    printed = [table for table in game.terms.paytables if table.wager == TRIPS and game.terms.holds(table.when)]
    for name in dict.fromkeys(table.id for table in printed):
        if name != posted[WILD].id:
            yield {table.column: table for table in printed if table.id == name}


def is_natural(game: Playable, cards: Sequence[Card]) -> bool:
    """Does the natural column pay this hand?"""
    if game.rules.natural_column == "no-wild-card":
        return not any(card.rank in DEUCES_AND_JOKER for card in cards)
    return made_naturally(cards)


def price_of_bad_beat(game: Playable, table: Paytable) -> Price:
    """By the lower of the two hands. The dealer's is beaten by the player's as often as the player's by the dealer's."""
    from croupier.odds.kernels.wild import matchups

    hands, _, equal, higher = matchups()
    beaten, tied = np.zeros((2, len(hands.values)), np.int64)
    np.add.at(beaten, hands.levels, 2 * hands.weights * higher)
    np.add.at(tied, hands.levels, hands.weights * equal)
    counts: dict[tuple[str, Fraction, Fraction], int] = {}
    rows = paid(game, table, [(value, ()) for value in hands.values])
    for row, lost, even in zip(rows, beaten.tolist(), tied.tolist(), strict=True):
        for (name, net), weight in ((row, lost), (LOST if game.rules.bad_beat_tie.value == "lose" else row, even)):
            counts[name, net, Fraction(1)] = counts.get((name, net, Fraction(1)), 0) + weight
    readings = relied_on(game, table, "bad-beat-tie", "wild-cards", "fold-forfeits")
    return Price(TWO_WAY_BAD_BEAT, table.id, gathered(counts), clause=table.clause, readings=readings, note=noted(game))


def relied_on(game: Playable, table: Paytable, *others: str | Paytable) -> tuple[str, ...]:
    """The readings behind a table and the options that decide with it."""
    found = [table.reading, *(game.terms.reading_of(it) if isinstance(it, str) else it.reading for it in others)]
    return tuple(dict.fromkeys(filter(None, found)))


def noted(game: Playable, *says: str) -> str:
    limited = game.rules.maximum_payout.value != "none"
    return "; ".join([*says, *(["payout limits are not in this price"] if limited else [])])


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The main game for each table of the blind, then both side wagers; a fold leaves these in action."""
    if wanted in (None, ANTE, PLAY, BLIND):
        for table in tables_of(game, BLIND):
            yield price_of_ante(game, table)
    if wanted in (None, TRIPS) and TRIPS in game.terms.wagers:
        for columns in columns_of(game):
            yield price_of_trips(game, columns)
    if wanted in (None, TWO_WAY_BAD_BEAT) and TWO_WAY_BAD_BEAT in game.terms.wagers:
        for table in tables_of(game, TWO_WAY_BAD_BEAT):
            yield price_of_bad_beat(game, table)
