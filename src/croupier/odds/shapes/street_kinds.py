"""Five-card hands of a game by streets, put together by what its pay tables can tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from croupier.equipment.cards import JOKER, Card
from croupier.errors import NotPriced
from croupier.hands.poker import Value
from croupier.odds.examples import five_cards
from croupier.odds.in_suits import turned
from croupier.odds.refusing import refused
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.kernels.tables import Array


class _Unseen(Sequence[Card]):
    """Cards of which nothing may be known: hands that are counted together have others."""

    def __getitem__(self, place: Any) -> Any:
        raise NotPriced("a row looks at the very cards")

    def __len__(self) -> int:
        raise NotPriced("a row looks at the very cards")


class Kinds:
    """The five-card hands of a house's game by what its tables can tell apart: the same at every stake."""

    def __init__(self, game: Playable, wagers: Sequence[str]) -> None:
        self.game, self.wagers = game, wagers

    @cached_property
    def rows(self) -> list[tuple[str, ...]]:
        """The rows that a hand can earn together, one of each table in play; the first is a fold's."""
        return [(), *dict.fromkeys(self._earned)]

    @cached_property
    def _earned(self) -> list[tuple[str, ...]]:
        """The rows of each class of five-card hands. Rows look at the category and the leading rank: they are asked once for each."""
        from croupier.odds.kernels.classes import values

        known: dict[tuple[str, int], tuple[str, ...]] = {}
        for value in values()[1:]:
            if (value.category, value.ranks[0]) not in known:
                known[value.category, value.ranks[0]] = tuple(self._row(wager, value) for wager in self.wagers)
        return [known[value.category, value.ranks[0]] for value in values()[1:]]

    def _row(self, wager: str, value: Value) -> str:
        """The row of a wager's table that every hand of a value earns; refused where one asks for the cards it is made of."""
        for row, test, _ in self.game.tables[wager]:
            try:
                if test(value, _Unseen()):
                    return row
            except NotPriced:
                table = self.game.terms.chosen[wager]
                why = f"{wager}: {row} looks at the very cards, and hands are counted by their names"
                raise refused(self.game, why, clause=table.clause) from None
        return "lose"

    @cached_property
    def row_of(self) -> Array:
        """The row of each class."""
        import numpy as np

        place = {row: number for number, row in enumerate(self.rows)}
        return np.array([0, *(place[row] for row in self._earned)], np.uint8)

    @cached_property
    def pack(self) -> Array:
        """The game's own cards as the kernels number them, highest first."""
        import numpy as np

        from croupier.odds.card_numbers import numbers

        if any(face == JOKER for face in self.game.pack):
            raise refused(self.game, "a joker in the pack is not counted street by street")
        found: Array = np.sort(numbers(self.game.pack))[::-1].copy()
        if len(np.unique(found)) != len(self.game.pack):
            raise NotPriced(
                f"{self.game.terms.id}: a pack with a card twice is not priced street by street ({self.game.terms.clause})"
            )
        return found

    @cached_property
    def one_of_each(self) -> list[tuple[Card, ...]]:
        """A hand of each category and leading rank that the pack can make, in every suit: whether the table knows it as its row says
        is asked.
        """
        from croupier.odds.kernels.classes import values

        pack, every = set(self.game.pack), {(value.category, value.ranks[0]): value for value in values()[1:]}
        hands = (hand for value in every.values() for (hand,) in turned(five_cards(value)))
        return [hand for hand in hands if pack.issuperset(hand)]

    @cached_property
    def fours(self) -> tuple[Array, Array]:
        """How many last cards make which row of four cards, and hands to show each row with."""
        from croupier.odds.kernels.streets import rows_of_fours

        counts, shown = rows_of_fours(self.pack, self.row_of, len(self.rows))
        return counts, shown

    @cached_property
    def kinds_of_fours(self) -> tuple[Array, Array]:
        """The kind of each four cards, and how many last cards make which row of each kind."""
        from croupier.odds.kernels.streets import kinds_of_fours

        counts, _ = self.fours
        kind_of, first = kinds_of_fours(counts)
        return kind_of, counts[first].astype("int64")
