"""What should I do with this hand? A round is dealt to the point where the table asks it, and the seat is advised there.

The choices are therefore the procedure's own. Cards that nobody may see yet are filled in anyhow: advice does not depend on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from croupier.equipment.cards import Card
from croupier.equipment.randomness import Seeded
from croupier.errors import BadInput
from croupier.games.blackjack._hands import DECLINE, HIT
from croupier.odds.advice import Advice, advise, sight_of, strategy
from croupier.odds.failing import refused_where_the_table_fails
from croupier.table import acts
from croupier.table.drivers import Chance
from croupier.table.legal import NoMoreBets, wagers_among
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, CardDue, Decision, Offer, Request, Wagering
from croupier.table.round import Round
from croupier.table.table import COMMUNITY, DEALER, Table

SEAT = 1
STAKE = 2000
"""Cents on each wager that the round cannot be without."""
CHECK, FOLD = "check", "fold"
_LOW = range(2, 10)
"""Ranks that make no dealer's blackjack."""


class Asked(NamedTuple):
    """A question of the table and the advice on it."""

    question: str
    advice: Advice


class Query:
    """The cards somebody names, dealt to one seat at a table of its own."""

    def __init__(
        self, game: Playable, hand: Sequence[Card], dealer: Sequence[Card], community: Sequence[Card], after: Sequence[str]
    ) -> None:
        self.game, self.hand, self.dealer, self.community = game, list(hand), list(dealer), list(community)
        self.after = list(after)
        named = Counter([*hand, *dealer, *community])
        for card, count in named.items():
            if count > game.counts.get(card, 0):
                raise BadInput(f"{card} is named {count} times and the pack has {game.counts.get(card, 0)}")
        self.reserved = named
        self.waiting = Counter(named)
        """Those that have not come yet in the round at hand."""
        self.chance = Chance(Seeded(0))

    # Dealing

    def _begin(self) -> Round:
        self.waiting = Counter(self.reserved)
        return Round(self.game, [SEAT])

    def shown_places(self) -> list[int]:
        """Which of the dealer's cards lie face up once all are dealt."""
        round_ = self._begin()
        while (request := round_.pending) is not None:
            if not isinstance(request, CardDue) and not round_.table.bare:
                return [place for place, up in enumerate(round_.table.dealer.up) if up]
            round_.answer(self._deal(round_, request, []) if isinstance(request, CardDue) else self._before(round_, request))
        return []

    def when_first_asked(self) -> Table | None:
        """The table when the seat must first decide about cards; None where it is never asked."""
        round_ = self._begin()
        while (request := round_.pending) is not None:
            if isinstance(request, (Decision, Offer, Arrangement)) and request.seat == SEAT and not round_.table.bare:
                return round_.table
            round_.answer(self._deal(round_, request, []) if isinstance(request, CardDue) else self._before(round_, request))
        return None

    def _before(self, round_: Round, request: Request) -> acts.Act:
        """Wagers, and what the dealer and the floor do."""
        if isinstance(request, Wagering):
            return self._wager(round_)
        if isinstance(request, Decision):
            return acts.Choice(request.seat, request.declined or request.choices[0])
        act = self.chance.answer(round_, request)
        if act is None:
            raise BadInput(f"{self.game.terms.id}: {request.describe()} is not dealt here")
        return act

    def _wager(self, round_: Round) -> acts.Act:
        """The first wager of the layout and those that it cannot be without."""
        listed = round_.listed()
        placed = round_.table.seats[SEAT].stakes
        if placed and NoMoreBets() in listed:
            return acts.NoMoreBets()
        needed = {other for stake in placed for need in round_.table.spot(stake).wager.needs for other in need.wagers}
        for entry in wagers_among(listed):
            if entry.spot not in placed and (not placed or entry.spot in needed):
                return entry.act(entry.nearest(STAKE))
        raise BadInput(f"{self.game.terms.id}: no hand can be dealt for one wager")

    def _deal(self, round_: Round, request: CardDue, shown: Sequence[int]) -> acts.Act:
        """The card that was named for this place, or one that nobody named."""
        table = round_.table
        card = None
        if request.to == SEAT and len(table.seats[SEAT].hand) < len(self.hand):
            card = self.hand[len(table.seats[SEAT].hand)]
        elif request.to == DEALER and len(table.dealer) in shown:
            card = self.dealer[list(shown).index(len(table.dealer))]
        elif request.to == COMMUNITY and request.slot in (turned := self.game.shape.turned):
            place = turned.index(request.slot)
            card = self.community[place] if place < len(self.community) else None
        if card is None:
            return acts.Dealt(self._filler(round_))
        self.waiting[card] -= 1
        return acts.Dealt(card)

    def _filler(self, round_: Round) -> Card:
        """A card nobody named, low so that the dealer has no blackjack under a ten or an ace."""
        free = [
            card for card, left in round_.table.remaining.items() if left > self.waiting[card]
        ]  # those still to come are kept
        return next((card for card in free if card.rank in _LOW), free[0])

    # Asking

    def answers(self) -> Iterator[Asked]:
        """Advice on every question of the seat from the first that shows just the cards named, until a hand is decided."""
        shown = self.shown_places()
        if len(shown) != len(self.dealer):
            cards = "no card" if not shown else f"{len(shown)} card" + "s" * (len(shown) > 1)
            raise BadInput(f"{self.game.terms.id}: the dealer shows {cards} before the decisions, {len(self.dealer)} named")
        round_ = self._begin()
        while (request := round_.pending) is not None:
            if isinstance(request, CardDue):
                round_.answer(self._deal(round_, request, shown))
            elif not isinstance(request, (Decision, Offer, Arrangement)) or request.seat != SEAT:
                round_.answer(self._before(round_, request))
            elif not self._seen(round_):
                round_.answer(self._go_on(round_, request))
            else:
                advice = advise(round_)
                if advice is not None:
                    yield Asked(request.called if isinstance(request, Offer) else request.kind, advice)
                if not isinstance(request, Offer) and not (isinstance(request, Decision) and DECLINE in request.choices):
                    return
                round_.answer(self._decline(request))

    def _seen(self, round_: Round) -> bool:
        """Does the seat see the cards that were named, and no others?"""
        sight = sight_of(round_, SEAT)
        return len(sight.hand) == len(self.hand) and len(sight.community) == len(self.community)

    def _decline(self, request: Decision | Offer) -> acts.Act:
        if isinstance(request, Decision):
            return acts.Choice(SEAT, DECLINE)
        return acts.Wager(SEAT, request.spot, 0 if request.declinable else request.maximum)

    def _go_on(self, round_: Round, request: Decision | Offer | Arrangement) -> acts.Act:
        """An earlier decision: as it was said, else as advised as far as that leads to more cards."""
        if isinstance(request, Offer) or (isinstance(request, Decision) and DECLINE in request.choices):
            return self._decline(request)
        if isinstance(request, Arrangement):
            return request.act(request.settings[0])
        if self.after:
            return acts.Choice(SEAT, self.after.pop(0))
        words = [word for word in request.choices if word != FOLD]
        if HIT in words:
            return acts.Choice(SEAT, HIT)
        if CHECK in words and len(words) > 2:  # a play wager made now is the last decision
            return acts.Choice(SEAT, CHECK)
        advice = advise(round_) if len(words) > 1 else None
        return acts.Choice(SEAT, advice.best if advice is not None and advice.best in words else words[0])


def cards_shown(game: Playable) -> int:
    """How many of the dealer's cards lie face up before the first decision."""
    return len(Query(game, (), (), (), ()).shown_places())


def ask(
    game: Playable,
    hand: Sequence[Card],
    *,
    dealer: Sequence[Card] = (),
    community: Sequence[Card] = (),
    after: Sequence[str] = (),
) -> list[Asked]:
    """Advice on a hand: with the dealer's cards that lie open, the community cards turned, and the choices made `after` which."""
    size = game.shape.hand - game.shape.later
    if size and len(hand) < size:
        raise BadInput(f"{game.terms.id}: a hand has {size} cards, {len(hand)} named")
    with refused_where_the_table_fails(game):
        found = list(Query(game, hand, dealer, community, after).answers()) if size else []
    if not found:
        charts, said = strategy(game)
        raise BadInput(f"{game.terms.id}: {'the table asks nothing about these cards' if charts else said}")
    return found
