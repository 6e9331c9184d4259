"""The linked progressive by itself: five cards, a meter, and a hand that is never worth giving up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.cells import Asked, Deal
from croupier.odds.looks import best_five_of
from croupier.odds.price import Price
from croupier.odds.shapes.progressive import price_progressive, share_of
from croupier.table.playable import Playable
from croupier.table.progressive import PROGRESSIVE
from croupier.table.requests import Decision

if TYPE_CHECKING:
    from croupier.odds.simulation import Simulation


@dataclass(frozen=True)
class Chip:
    """A chip on the seat's own cards: the cards are known when it is decided whether to stay."""

    kernel: None = None

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The chip with the meter where it stands, and what envy adds to it."""
        ladder = best_five_of(game, game.shape.hand, Deal)._replace(known=True)
        for price in price_progressive(game, wanted, ladder):
            forfeited = price.wager == PROGRESSIVE and PROGRESSIVE in game.rules.fold_forfeits.value
            note = f"{price.note}; no hand is folded, which would lose the chip" if forfeited else price.note
            yield replace(price, note=note)

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """What each choice leaves of the chip, by the cards in hand and the meter as it stands."""
        stake = sight.stakes.get(PROGRESSIVE, 0)
        if not isinstance(request, Decision) or len(sight.hand) != game.shape.hand or not stake:
            return None
        meters = {name: max(Fraction(0), amount - share_of(game, name, stake)) for name, amount in sight.meters.items()}
        asked = Asked(game, {PROGRESSIVE: stake}, only=[PROGRESSIVE], meters=meters)
        nets = {choice: asked.settled(Deal(sight.hand, decisions=(choice,))).net for choice in request.choices}
        basis = f"the five cards in hand, the meter as it stands{left_apart(sight, (PROGRESSIVE,))}"
        return weigh(sight, {choice: Fraction(net, stake) for choice, net in nets.items()}, basis=basis)

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """No chart: there is one rule."""
        return (), "stay with every hand: a fold gives up the chip and gains nothing"

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """None: it is played at the table."""
        return iter(())


ODDS = Chip()
