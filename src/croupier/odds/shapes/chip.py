"""A chip by itself on the seat's own five cards: a meter, and a hand that is never worth giving up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from croupier.equipment.cards import Card
from croupier.games.progressive.linked_progressive import SHAPE
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.cells import SEAT, Asked, Deal, unit_of
from croupier.odds.looks import Ladder, best_five_of, climb, looking
from croupier.odds.price import Price
from croupier.odds.shapes import Shape
from croupier.odds.shapes.progressive import chip_at, meter_of, price_progressive, share_of
from croupier.table.playable import Playable
from croupier.table.progressive import PROGRESSIVE
from croupier.table.requests import Decision

if TYPE_CHECKING:
    from croupier.odds.simulation import Simulation

HAND = SHAPE.hand


@dataclass(frozen=True)
class Chip(Shape):
    """A chip on the seat's own cards: the cards are known when it is decided whether to stay."""

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The chip with the meter where it stands, and what envy adds to it."""
        for price in price_progressive(game, wanted, hands(game)):
            forfeited = price.wager == PROGRESSIVE and PROGRESSIVE in game.rules.fold_forfeits.value
            note = f"{price.note}; no hand is folded, which would lose the chip" if forfeited else price.note
            yield replace(price, note=note)

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """What each choice leaves of the chip, by the cards in hand and the meter as it stands."""
        stake = sight.stakes.get(PROGRESSIVE, 0)
        if not isinstance(request, Decision) or len(sight.hand) != HAND or not stake:
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
        """One: the chip with the meter where it starts, and no envy, which other hands pay."""
        from croupier.odds.kernels.sim_cards import EVALUATOR
        from croupier.odds.shapes.hand_sections import section_of
        from croupier.odds.simulation import End, Places, Simulation

        name, amount = meter_of(game, PROGRESSIVE, game.terms.chosen[PROGRESSIVE])
        ladder, unit, places = hands(game), unit_of(game, PROGRESSIVE), Places()
        found = [0] * (1 + len(ladder.values))
        side = climb(chip_at(game, amount, PROGRESSIVE, name), ladder, unit)
        for first, last, ways in side.runs:
            choices, settled = max(ways.items(), key=lambda way: way[1].net)
            found[1 + first : 1 + last] = [places.of(End(settled.outcome, *settled.per(unit), choices))] * (last - first)
        section = section_of(game, PROGRESSIVE, places, strategy=side.strategy)
        yield Simulation("sim_own_five", (np.array(found, np.uint16), *EVALUATOR), places.size, (section,))

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel."""
        from croupier.odds.simulation import dealt_cards

        return {SEAT: dealt_cards(seed, index, HAND)}


def hands(game: Playable) -> Ladder:
    """The seat's five cards, which it sees when it decides."""
    return looking(game, PROGRESSIVE, best_five_of(game, HAND, Deal)._replace(known=True))
