"""Hands that are counted together, tried on the rows that are posted: a row that tells them apart is refused, never ignored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from croupier.equipment.cards import Card
from croupier.hands.poker import Value
from croupier.odds.refusing import refused
from croupier.odds.untouched import state
from croupier.table.playable import Playable

Hand = tuple[Card, ...]


@lru_cache(maxsize=16384)  # the same hands are tried on the rows of every wager
def valued(value: Callable[[Sequence[Card]], Value], hand: Hand, standing: int) -> Value:
    """What a hand is worth to a wager in a state of the program."""
    return value(hand)


def row_of(game: Playable, table: str, value: Value, hand: Sequence[Card]) -> str | None:
    """The row of a posted table that a hand earns."""
    return next((row for row, test, _ in game.tables[table] if test(value, hand)), None)


def refuse_rows_that_tell_apart(
    game: Playable, table: str, kinds: Iterable[Sequence[Hand]], value: Callable[[Sequence[Card]], Value]
) -> None:
    """Each of the kinds must earn one row, or none."""
    standing = state()
    for hands in kinds:
        shown: dict[str | None, Hand] = {}
        for hand in hands:
            shown.setdefault(row_of(game, table, valued(value, hand, standing), hand), hand)
        if len(shown) > 1:
            told = " and ".join(f"{' '.join(map(str, hand))} {row or 'nothing'}" for row, hand in shown.items())
            raise refused(game, f"{table}: of hands that are counted alike {told} earn", clause=game.terms.chosen[table].clause)
