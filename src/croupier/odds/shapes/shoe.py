"""A shoe: blackjack games, solved by counts of the cards in it, their settlements asked of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.games.blackjack._hands import BLACKJACK, INSURANCE
from croupier.odds.advice import Advice, Chart, Question, Sight
from croupier.odds.analyze import tables_of
from croupier.odds.price import Price
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.equipment.cards import Card
    from croupier.odds.simulation import CuttingCard, Simulation


@dataclass(frozen=True, slots=True)
class Shoe:
    """A blackjack game. `main` are the wagers of a box, priced together; `sides` prices what else there is but insurance."""

    main: tuple[str, ...]
    sides: Callable[[Playable, str | None], Iterator[Price]]

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The main game, its side wagers and insurance, under the table of each that the house's choices leave."""
        from croupier.odds.shapes.shoe_prices import price_of_blackjack, price_of_insurance

        if wanted in (None, *self.main):
            for table in tables_of(game, BLACKJACK):
                yield price_of_blackjack(game, table)
        yield from self.sides(game, wanted)
        if wanted in (None, INSURANCE):
            for table in tables_of(game, INSURANCE):
                yield price_of_insurance(game, table)

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        from croupier.odds.shapes.shoe_advice import weighed

        return weighed(game, sight, request)

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        from croupier.odds.shapes.shoe_advice import strategy

        return strategy(game)

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        from croupier.odds.shapes.shoe_simulation import simulations

        return simulations(game)

    def from_a_shoe(self, game: Playable, card: CuttingCard) -> Iterator[Simulation]:
        """Rounds from one shoe until the cutting card has come out."""
        from croupier.odds.shapes.shoe_simulation import from_a_shoe

        return from_a_shoe(game, card)

    def drawn(self, seed: int, index: int, simulation: Simulation) -> list[Card]:
        """The cards of one round of the kernel, in order."""
        from croupier.odds.shapes.shoe_simulation import drawn

        return drawn(seed, index, simulation)

    def drawn_from_a_shoe(self, seed: int, session: int, simulation: Simulation) -> Iterator[tuple[int, list[Card]]]:
        """The rounds of one session of the kernel."""
        from croupier.odds.shapes.shoe_simulation import drawn_from_a_shoe

        return drawn_from_a_shoe(seed, session, simulation)
