"""What to do with a hand: every choice a seat has, weighed by what it nets on average, from what that seat may see and nothing else.

A game's description in `odds/games/` weighs and draws its charts. It is never handed the round, only a `Sight` of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from croupier.equipment.cards import Card
from croupier.errors import Unknown
from croupier.odds.as_dealt import refuse_what_is_dealt_otherwise
from croupier.odds.failing import refused_where_the_table_fails
from croupier.odds.shapes import odds_of
from croupier.table import acts
from croupier.table.piles import Pile
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, Decision, Offer, Request
from croupier.table.round import Round
from croupier.table.views import Eyes

Worth = Fraction | float
"""A fraction where every case was counted; a float where chances were added up in double precision."""
Question = Decision | Offer | Arrangement

OPTIMAL = "optimal"
DECLINE, FOR_LESS = "decline", " for less"


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat sees: its own cards, the cards that lie face up, its own stakes, and what lies on the layout for all to see."""

    seat: int
    hand: tuple[Card, ...]
    """The cards the question is about."""
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    elsewhere: tuple[Card, ...] = ()
    """Every other card in sight: hands that lie open, the seat's own other hands, a card exposed by mistake."""
    hands: int = 1
    place: int = 0
    """How many hands the seat's box has become, and which of them is played."""
    stakes: Mapping[str, int] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    settings: Mapping[int, str] = field(default_factory=dict)
    """How the seat set its cards and, at 0, how the dealer did."""
    thrown: tuple[Card, ...] = ()
    """Cards of its own that the seat threw away."""

    @property
    def known(self) -> frozenset[Card]:
        """All the cards in sight of a game with one deck."""
        return frozenset((*self.hand, *self.dealer, *self.community, *self.elsewhere, *self.thrown))


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice with what it nets on average, in units of the wager that opens the round, and what it gives away on the best."""

    choice: str
    value: Worth
    cost: Worth
    amount: int | None = None
    """The cents put down, where the choice is how much."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Every legal choice weighed, in the order in which the table lists them."""

    seat: int
    best: str
    choices: tuple[Weighed, ...]
    exact: bool
    strategy: str
    basis: str

    @property
    def value(self) -> Worth:
        """What the best choice nets."""
        return next(weighed.value for weighed in self.choices if weighed.choice == self.best)

    def act(self, request: Request) -> acts.Act:
        """The best choice as the answer to the request it is about."""
        chosen = next(weighed for weighed in self.choices if weighed.choice == self.best)
        if isinstance(request, Offer):
            return acts.Wager(request.seat, request.spot, chosen.amount or 0)
        if isinstance(request, Arrangement):
            return request.act(self.best)
        return acts.Choice(self.seat, self.best)

    def as_json(self) -> dict[str, Any]:
        """The shape `croupier strategy --json` gives."""
        return {
            "seat": self.seat,
            "best": self.best,
            "choices": [
                {
                    "choice": weighed.choice,
                    "value": float(weighed.value),
                    "value_exact": str(weighed.value) if isinstance(weighed.value, Fraction) else None,
                    "cost": float(weighed.cost),
                    "amount": weighed.amount,
                }
                for weighed in self.choices
            ],
            "exact": self.exact,
            "strategy": self.strategy,
            "basis": self.basis,
        }


@dataclass(frozen=True, slots=True)
class Chart:
    """A strategy to be read off: a row a kind of hand, a column what else there is to see."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """Rows as they are drawn, the names of the columns beside them."""
        return {"title": self.title, "columns": list(self.columns), "rows": [list(row) for row in self.rows], "note": self.note}


def weigh(
    sight: Sight,
    values: Mapping[str, Worth],
    *,
    basis: str,
    strategy: str = OPTIMAL,
    amounts: Mapping[str, int] | None = None,
    exact: bool = True,
    when_equal: str | None = None,
) -> Advice:
    """Advice from what each choice nets; of choices worth the same `when_equal`, or the first listed. Floats are never exact."""
    best = max(values, key=lambda choice: (values[choice], choice == when_equal))
    choices = tuple(
        Weighed(choice, value, values[best] - value, (amounts or {}).get(choice)) for choice, value in values.items()
    )
    counted = exact and all(isinstance(value, Fraction) for value in values.values())
    return Advice(sight.seat, best, choices, counted, strategy, basis)


def amounts_of(offer: Offer) -> dict[str, int]:
    """The most, the least and nothing: what an offer nets goes straight from one to the other, so the best is among them."""
    found = {offer.called: offer.maximum}
    if offer.minimum < offer.maximum:
        found[offer.called + FOR_LESS] = offer.minimum
    return found | ({DECLINE: 0} if offer.declinable else {})


def left_apart(sight: Sight, weighed: Collection[str]) -> str:
    """What a basis says of the seat's other wagers, which are not in the values."""
    others = [stake for stake in sight.stakes if stake.partition("#")[0] not in weighed]
    return f"; {', '.join(others)} left apart" if others else ""


def sight_of(round_: Round, number: int) -> Sight:
    """The round as a seat sees it."""
    table, eyes = round_.table, Eyes(round_, number)
    seat = table.seats[number]
    own = [tuple(seat.hand), *map(tuple, seat.splits)]
    # Split hands are played in their order, and one that waits for its turn has one card.
    place = max((place for place, cards in enumerate(own) if len(cards) != 1), default=0)
    if isinstance(round_.pending, Decision) and round_.pending.hand is not None:
        place = round_.pending.hand - 1
    others = [
        (pile, other.number) for other in table.seats.values() if other is not seat for pile in (other.hand, *other.splits)
    ]
    others += [(pile, 0) for pile in table.piles.values()]

    turned = [place for place in round_.playable.shape.turned if place < len(table.community)]

    def known(pile: Pile, of: int = 0) -> tuple[Card, ...]:
        return tuple(card for card in eyes.cards(pile, of) if card is not None)

    return Sight(
        seat=number,
        hand=own[place],
        dealer=known(table.dealer),
        community=tuple(card for card in (eyes.cards(table.community)[place] for place in turned) if card is not None),
        elsewhere=(
            *(card for other, cards in enumerate(own) if other != place for card in cards),
            *(card for pile, of in others for card in known(pile, of)),
            *table.exposed,
        ),
        hands=len(own),
        place=place,
        stakes=dict(seat.stakes),
        marks=dict(table.marks),
        meters={name: meter.amount for name, meter in table.meters.items()},
        settings={of: hands for of, hands in eyes.set_hands().items() if of in (0, number)},
        thrown=tuple(card for card in seat.dealt if not any(card in cards for cards in own)),
    )


def advise(round_: Round) -> Advice | None:
    """What the seat that must answer should do; None where nobody must, or where the answer changes nothing that it nets.

    A choice that a ruling leaves to a player, and a hand with too few or too many cards, are the floor's matter; nothing is weighed
    for whoever wagers on a box where another decides.
    """
    request = round_.pending
    if not isinstance(request, (Decision, Offer, Arrangement)) or not request.seat or request.moment == "ruling":
        return None
    if round_.table.seats[request.seat].follows is not None:
        return None
    odds = odds_of(round_.playable.terms.file.procedure)
    if odds is None:
        return None
    with refused_where_the_table_fails(round_.playable):
        refuse_what_is_dealt_otherwise(round_.playable, odds)
        return odds.weighed(round_.playable, sight_of(round_, request.seat), request)


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """A game's strategy to be read off, as far as one can be, and a line to go with it or to stand in its place."""
    odds = odds_of(game.terms.file.procedure)
    if odds is None:
        raise Unknown("strategy for procedure", game.terms.file.procedure)
    with refused_where_the_table_fails(game):
        refuse_what_is_dealt_otherwise(game, odds)
        return odds.strategy(game)
