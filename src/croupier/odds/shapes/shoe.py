"""A shoe: blackjack games, solved by counts of the cards in it, their settlements asked of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.games.blackjack._hands import BLACKJACK, INSURANCE
from croupier.odds.advice import Advice, Chart, Question, Sight
from croupier.odds.analyze import tables_of
from croupier.odds.looks import price_looks
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.shapes import FaceUp, Shape
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.equipment.cards import Card
    from croupier.odds.simulation import CuttingCard, Simulation
    from croupier.table.drivers import Strategy


@dataclass(frozen=True, slots=True)
class Shoe(Shape):
    """A blackjack game. `main` are the wagers of a box, priced together; `capping` a side wager whose win may be put on the hand."""

    main: tuple[str, ...]
    capping: str | None = None
    later: tuple[str, ...] = ()
    """Wagers on later rounds that are played with the same hand."""

    @property
    def any_pack(self) -> bool:
        return True

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The main game, its side wagers and insurance, under the table of each that the house's choices leave."""
        from croupier.odds.shapes.progressive import price_on_meter
        from croupier.odds.shapes.shoe_prices import price_of_blackjack, price_of_insurance
        from croupier.odds.shapes.shoe_sides import ladder, price_of_house_money
        from croupier.odds.shapes.shoe_streaks import price_streaks

        if wanted in (None, *self.main):
            for table in tables_of(game, BLACKJACK):
                yield price_of_blackjack(game, table, stake=stake)
        for wager in self.later:
            for table in tables_of(game, wager) if wanted in (None, wager) else ():
                yield price_of_blackjack(game, table, wager=wager, stake=stake)
        capping = self.capping if self.capping not in game.looks else None  # there its win is only ever taken home
        if capping is not None and capping in game.terms.wagers and wanted in (None, capping):
            for table in tables_of(game, capping):
                yield price_of_house_money(game, table, stake)
        yield from price_looks(game, wanted, stake, counted=ladder)
        for wager in game.looks:
            if game.terms.wagers[wager].meter is not None and wanted in (None, wager):
                for table in tables_of(game, wager):
                    posted = with_posted(game, table)
                    yield price_on_meter(posted, wager, table, ladder(posted, wager))
        yield from price_streaks(game, wanted, stake)
        if wanted in (None, INSURANCE):
            for table in tables_of(game, INSURANCE):
                yield price_of_insurance(game, table, stake)

    @property
    def dealt_last(self) -> int:
        return 1

    def face_up(self, game: Playable) -> FaceUp:
        """The dealer's first card."""
        return FaceUp(dealer=1)

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        from croupier.odds.shapes.shoe_advice import weighed

        return weighed(game, sight, request)

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        from croupier.odds.shapes.shoe_advice import strategy

        return strategy(game)

    def best(self, game: Playable) -> Strategy:
        """The best play at a table, by the cards of each hand."""
        from croupier.odds.shapes.shoe_plan import plan_of
        from croupier.odds.shapes.shoe_playing import by_plan

        return by_plan(plan_of(game))

    def as_simulated(self, game: Playable) -> Strategy:
        """A seat at the table that plays as the kernel does."""
        from croupier.odds.shapes.shoe_plan import plan_of
        from croupier.odds.shapes.shoe_playing import by_plan

        return by_plan(plan_of(game, by_total=True))

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
