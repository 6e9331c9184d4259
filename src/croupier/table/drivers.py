"""Who answers a table. Drivers differ only in that: chance for the equipment, a strategy or a person for the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from croupier.equipment.cards import Card
from croupier.equipment.dice import roll
from croupier.equipment.randomness import Source
from croupier.equipment.shoe import Shoe
from croupier.table import acts
from croupier.table.double_shoe import has_two_sides
from croupier.table.requests import (
    ASIDE,
    BURN,
    RETURN,
    Arrangement,
    CardDue,
    DealerAct,
    Decision,
    Offer,
    Request,
    RollDue,
    SpinDue,
    Wagering,
)
from croupier.table.round import Round

Strategy = Callable[[Round, Decision], str]
"""A seat's choice among the legal ones."""


@runtime_checkable
class Staking(Protocol):
    """A strategy that also says what is laid on an offer."""

    def stake(self, round_: Round, offer: Offer) -> int: ...


class Answerer(Protocol):
    """Answers the requests it knows; None leaves one to somebody else."""

    def answer(self, round_: Round, request: Request) -> acts.Act | None: ...


class Chance:
    """The equipment and the dealer's routine: shuffles, deals, turns over and spins from a random source."""

    def __init__(self, source: Source, *, note: str = "") -> None:
        self.source, self.note = source, note
        self._shoe: Shoe | None = None
        self._side = ""
        """Which side of a double shoe that is: of the other it knows only what is left."""
        self._aside: list[Card] = []
        """Cards set aside for the next hand, which only the equipment knows."""

    def go_on(self, pack: Sequence[Card], drawn: int, *, aside: Sequence[int] = ()) -> None:
        """Take over a shoe shuffled from this source of which so many cards are drawn, some of them to lie aside."""
        self._shoe = Shoe(pack, self.source)
        out = [self._shoe.draw() for _ in range(drawn)]
        self._aside = [out[place] for place in aside]

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        if isinstance(request, (Wagering, Decision)):
            return None
        if isinstance(request, CardDue):
            return self._card(round_, request)
        if isinstance(request, DealerAct):
            if request.act in ("shuffle", RETURN):
                two_sides = has_two_sides(round_.playable.terms)
                self._shoe, self._aside = None if two_sides else Shoe(round_.playable.pack, self.source), []
                return acts.Done(request.act, self.note)
            if request.act == "reshuffle":
                self._shoe = None  # the discards come back: the stub is what the table says is left
            return acts.Done(request.act)
        if isinstance(request, RollDue):
            return acts.Rolled(roll(self.source, dice=request.dice))
        if isinstance(request, Arrangement) and not request.seat:  # the dealer's own hands: the house way comes first
            return request.act(request.settings[0])
        if isinstance(request, SpinDue):
            wheel = round_.playable.wheel
            if wheel is None:  # a number generator: every mark alike
                return acts.Spun(request.marks[self.source.below(len(request.marks))])
            return acts.Spun(wheel.spin(self.source))
        return None

    def _card(self, round_: Round, request: CardDue) -> acts.Act:
        """The next card; one that lies aside comes first, and one that nobody sees is only said to have gone."""
        table = round_.table
        if table.carried.side != self._side:
            self._shoe, self._side = None, table.carried.side
        if self._shoe is None:  # taking over a round in progress: what has not been dealt is the stub
            left = Counter(table.remaining) - Counter(self._aside)
            self._shoe = Shoe(list(left.elements()), self.source)
        if request.unseen(table):
            card = self._shoe.draw()
            if request.to == ASIDE:
                self._aside.append(card)
            return acts.Done(str(request.to))
        if self._aside and table.carried.aside and request.to != BURN:
            return acts.DEALT[self._aside.pop(0)]
        return acts.DEALT[self._shoe.draw()]

    def at_once(self, round_: Round, request: Request) -> acts.Act | list[acts.Dealt] | None:
        """The answer; with a card all that come before anybody else is asked, drawn as they would be one by one."""
        if not request.ahead or not isinstance(request, CardDue):
            return self.answer(round_, request)
        first, shoe = self._card(round_, request), self._shoe
        assert isinstance(first, acts.Dealt) and shoe is not None
        return [first, *map(acts.DEALT.__getitem__, shoe.take(request.ahead))]


def automatic(request: Request) -> bool:
    """Does the equipment answer this by itself, where it is electronic?"""
    if isinstance(request, CardDue):
        return True
    if isinstance(request, (RollDue, SpinDue)):
        return request.who == "equipment"
    if isinstance(request, DealerAct):
        return request.who == "dealer" or request.moment != "payment"  # a win is verified by people
    return isinstance(request, Arrangement) and not request.seat


class Players:
    """Every seat's opening wagers, then its choices by a strategy; the floor lets play stand."""

    def __init__(self, wagers: Mapping[int, Mapping[str, int]], strategy: Strategy) -> None:
        self._wagers = [acts.Wager(seat, spot, amount) for seat, spots in wagers.items() for spot, amount in spots.items()]
        self._next = 0
        self._strategy = strategy

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        if isinstance(request, Wagering):
            if self._next < len(self._wagers):
                self._next += 1
                return self._wagers[self._next - 1]
            return acts.NoMoreBets()
        if isinstance(request, Decision):
            return acts.Choice(request.seat, self._strategy(round_, request))
        if isinstance(request, Offer):
            plain = 0 if request.declinable else request.maximum
            amount = self._strategy.stake(round_, request) if isinstance(self._strategy, Staking) else plain
            return acts.Wager(request.seat, request.spot, amount)
        if isinstance(request, Arrangement):
            return request.act(request.settings[0])
        return None


def run(round_: Round, *answerers: Answerer) -> Round:
    """Play until the round is over or nobody here can answer."""
    while (request := round_.pending) is not None:
        for answerer in answerers:
            act = answerer.at_once(round_, request) if type(answerer) is Chance else answerer.answer(round_, request)
            if act is not None:
                round_.answer_in_one(act) if isinstance(act, list) else round_.answer(act)
                break
        else:
            break
    return round_
