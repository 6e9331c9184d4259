"""Blackjack rounds in which a seat decides anyhow, at the real table: what is laid beside a hand must not depend on how that is played.

Insurance goes by the dealer's first two cards, wagers on the dealer's hand by all of them, wagers on cards in order by those. The rest of
the round is at random here, and what such a wager nets must be what the analysis found with one hand, played in one way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from croupier.equipment.cards import Card
from croupier.errors import NotPriced
from croupier.games.blackjack._hands import FREE_SPLIT, INSURANCE, SPLIT
from croupier.odds.cells import SEAT, Asked, layout, shown, unit_of
from croupier.odds.looks import Ladder
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes.shoe_boxes import STAKE, later_circles
from croupier.odds.shapes.shoe_ended import ACE, TEN, is_natural, values_of
from croupier.odds.shapes.shoe_tried import LEAST_PACK
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, DealerAct, Decision, Offer, Wagering
from croupier.table.round import Round
from croupier.table.table import DEALER

ROUNDS: Final = 60
SHOWN: Final = (ACE, ACE, TEN, None)
"""What the dealer shows in every fourth of them; and what lies under it."""
HIDDEN: Final = (TEN, None, ACE, None, None)
DEALERS: Final = 4
"""How many of the dealer's hands cards in order are tried with."""


class Anyhow:
    """A round played anyhow, with chips on some wagers."""

    def __init__(
        self, game: Playable, chips: Mapping[str, int], chance: random.Random, number: int, *, dealer: Sequence[Card] = ()
    ) -> None:
        self.game, self.chance, self.named = game, chance, list(dealer)
        pack = sorted(game.pack, key=str)
        self.left: list[Card] = chance.sample(pack, len(pack))
        for card in dealer:
            self.left.remove(card)
        self.wanted = [SHOWN[number % len(SHOWN)], HIDDEN[number % len(HIDDEN)]]
        self.paired = number % 2 == 0
        self.dealer: list[Card] = []
        """Every card that the dealer was dealt, in rounds to come too."""
        self.offered, self.insured = False, 0
        self.round = Round(game, [SEAT])
        wagers = iter([acts.Wager(SEAT, wager, amount) for wager, amount in chips.items()])
        while (request := self.round.pending) is not None:
            if isinstance(request, Wagering):
                self.round.answer(next(wagers, None) or acts.NoMoreBets())
            elif isinstance(request, DealerAct):
                self.round.answer(acts.Done(request.act))
            elif isinstance(request, CardDue):
                self.round.answer(acts.Dealt(self._card(request)))
            elif isinstance(request, Offer):
                self.round.answer(acts.Wager(SEAT, request.spot, self._amount(request)))
            elif isinstance(request, Decision):
                splits = [word for word in request.choices if word in (SPLIT, FREE_SPLIT)]
                self.round.answer(acts.Choice(request.seat, chance.choice(splits or request.choices)))
            else:
                raise refused(game, f"the table waits for {request.describe()}, and the analysis has no answer")

    def _card(self, request: CardDue) -> Card:
        if request.to != DEALER:
            own = self.round.table.seats[SEAT].hand
            return self._of_value(*values_of(own) if request.to == SEAT and self.paired and len(own) == 1 else (None,))
        card = self.named.pop(0) if self.named else self._of_value(self.wanted.pop(0) if self.wanted else None)
        self.dealer.append(card)
        return card

    def _of_value(self, wanted: int | None) -> Card:
        """The next card, or the next of a value."""
        fits = (place for place, held in enumerate(self.left) if wanted is not None and values_of([held]) == [wanted])
        return self.left.pop(next(fits, -1))

    def _amount(self, offer: Offer) -> int:
        if offer.called != INSURANCE:
            return self.chance.choice((0, offer.maximum)) if offer.declinable else offer.maximum
        self.offered, self.insured = True, self.chance.choice((0, offer.maximum))
        return self.insured

    def net(self, wager: str) -> int:
        """What a wager netted."""
        called = self.game.spots[wager].called
        return sum(line.net for line in self.round.lines if line.seat == SEAT and line.wager == called)

    def refused(self, wager: str, why: str) -> NotPriced:
        """Why a wager is not priced, and the round that shows it."""
        said = [act.choice for act in self.round.log if isinstance(act, acts.Choice)]
        own, dealer = (" ".join(map(str, held)) for held in (self.round.table.seats[SEAT].dealt, self.dealer))
        told = f"{own} against {dealer}{': ' * bool(said)}{', '.join(said)}"
        return refused(self.game, f"{wager} {why} ({told})", wager)


@remembered
def try_insurance(game: Playable, won: Fraction, lost: Fraction) -> None:
    """Refuse a table that offers insurance but against an ace, or not to every hand that is no blackjack, or pays it by anything else."""
    if len(game.pack) < LEAST_PACK:
        return
    chance, boxes = random.Random(3), game.rules.boxes
    chips = dict.fromkeys((*boxes, *later_circles(game)), unit_of(game, boxes[-1], STAKE))
    for number in range(ROUNDS):
        played = Anyhow(game, chips, chance, number)
        natural = len(boxes) == 1 and is_natural(values_of(played.round.table.seats[SEAT].dealt))
        against_an_ace = values_of(played.dealer)[0] == ACE
        if played.offered != against_an_ace and not (natural and against_an_ace):
            raise played.refused(INSURANCE, f"that is {'' if played.offered else 'not '}offered so is not priced")
        net, expected = played.net(INSURANCE), played.insured * (won if is_natural(values_of(played.dealer[:2])) else lost)
        if net != expected:
            raise played.refused(INSURANCE, f"of {played.insured} nets {net}, by the dealer's two cards {expected}")


def try_dealers_hand(
    game: Playable, wager: str, found: Ladder, nets: Sequence[int], seen: Callable[[Sequence[Card]], Sequence[Card] | None]
) -> None:
    """Refuse a table at which a wager on the dealer's hand nets something else than its row, however the player's is played.

    `nets` are those of each level; `seen` the dealer's cards that the wager looks at, or None where more should have been drawn.
    """
    chance, chips = random.Random(4), layout(game, wager)
    of_row = {row_of(game, wager, found.deals(level)[0].dealer): net for level, net in enumerate(nets)}
    for number in range(ROUNDS if len(game.pack) >= LEAST_PACK else 0):
        named = chance.choice(found.deals(chance.randrange(len(nets)))).dealer if number % 3 else ()
        played = Anyhow(game, chips, chance, number, dealer=named)
        looked = seen(played.round.table.dealer)
        if looked is None:
            raise played.refused(wager, "that is decided before the dealer's hand is finished is not priced")
        net, expected = played.net(wager), of_row.get(row_of(game, wager, looked))
        if expected is not None and net != expected:
            raise played.refused(wager, f"nets {net}, the dealer's cards by themselves {expected}")


def row_of(game: Playable, wager: str, looked: Sequence[Card]) -> str | None:
    """The first row that cards earn which a wager looks at."""
    value = game.looks[wager].value(looked)
    return next((row for row, test, _ in game.tables[wager] if test(value, looked)), None)


def try_other_dealers(asked: Asked, ladder: Ladder, *, blackjacks: bool) -> None:
    """Refuse a table at which cards in order net something else against another of the dealer's hands than they were asked about."""
    chance, pack = random.Random(5), sorted(asked.game.pack, key=str)
    for level in range(len(ladder.values)):
        for number, deal in enumerate(ladder.deals(level) * DEALERS):
            dealer = _dealer(chance, pack, blackjack=blackjacks and number % 2 == 0)
            if (
                is_natural(values_of(deal.dealer))
                or not ladder.weights[level]
                or (is_natural(values_of(dealer)) and not blackjacks)
            ):
                continue
            before, found = asked.settled(deal), asked.settled(deal._replace(dealer=dealer))
            if before[:2] != found[:2]:
                raise asked.refused(
                    f"cards in order net {before.net}, and {shown(deal._replace(dealer=dealer), found)}",
                    found.lines[0].clause if found.lines else None,
                )


def _dealer(chance: random.Random, pack: Sequence[Card], *, blackjack: bool) -> tuple[Card, ...]:
    """Two cards of the dealer's."""
    values = chance.choice(((ACE, TEN), (TEN, ACE))) if blackjack else (None, None)
    return tuple(
        next(card for card in chance.sample(pack, len(pack)) if value in (None, *values_of([card]))) for value in values
    )
