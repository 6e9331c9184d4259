"""What a cell nets is asked of the table: a real round of the game, from one deal of the cell and one path of decisions.

An analysis divides all deals into cells and counts them; it never says what one is paid. Two deals of one cell must be settled
alike, or the cell is too coarse: that is an error, never an average.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.equipment.cards import Card
from croupier.errors import NotPriced, Refused
from croupier.odds.shared_limit import refuse_a_shared_limit
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, CardDue, DealerAct, Decision, Offer, Request, RollDue, SpinDue, Wagering
from croupier.table.round import Round
from croupier.table.settlement import Line
from croupier.table.table import COMMUNITY, DEALER

SEAT, OTHER = 1, 2
ROUND_UNIT = 500
"""The stake in cents at which a game is priced where nobody states one and the house's limits allow it."""


class Deal(NamedTuple):
    """One deal of a cell, with the path of decisions taken on it."""

    hand: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    decisions: tuple[str, ...] = ()
    """Choices in the order in which the table asks for them; for an offer the cents put down, for hands to be set the setting,
    by the house way where none is said."""
    piles: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    """Named hands of the layout: a baccarat game's player and banker."""
    marks: tuple[str, ...] = ()
    """Where the wheel comes to rest."""
    rolls: tuple[tuple[int, ...], ...] = ()
    other: tuple[Card, ...] | None = None
    """Another player's hand, where a wager looks at it; the decisions are then that player's."""
    goes_on: bool = False
    """May hands be dealt further cards than are named here, whichever they are?"""


class Settled(NamedTuple):
    """What the table made of a deal, in cents: the net and the stakes of the wagers asked about, and their lines."""

    net: int
    staked: int
    lines: tuple[Line, ...]

    @property
    def outcome(self) -> str:
        """What became of the first wager asked about."""
        return self.lines[0].outcome if self.lines else "none"

    @property
    def readings(self) -> tuple[str, ...]:
        """Every reading that the result rests on."""
        return tuple(dict.fromkeys(reading for line in self.lines for reading in line.readings))

    def per(self, unit: int) -> tuple[Fraction, Fraction]:
        """Net and stakes in units of the wager that opens the round."""
        return Fraction(self.net, unit), Fraction(self.staked, unit)

    def outcome_of(self, called: str) -> str | None:
        """What became of one wager, by the name settlement lines have for it."""
        return next((line.outcome for line in self.lines if line.wager == called), None)


def unit_of(game: Playable, wager: str, stake: int | None = None) -> int:
    """The stake of a wager: the one that is stated, or the one sum there is, or a round unit as near as the house's limits allow."""
    terms = game.spots[wager].wager
    if terms.amount is not None:
        return terms.amount
    if terms.amounts:
        return stake if stake in terms.amounts else min(terms.amounts)
    if stake is not None:
        return stake
    limits = terms.limits
    least = -(-max(limits.minimum, ROUND_UNIT) // limits.unit) * limits.unit
    return least if limits.maximum is None else min(least, limits.maximum)


def layout(game: Playable, wager: str, stake: int | None = None) -> dict[str, int]:
    """The chips with which a wager can be made: its own and, before it, those of the wagers it cannot do without."""
    amount, found = unit_of(game, wager, stake), dict[str, int]()
    _lay(game, wager, amount, found)
    return found


def _lay(game: Playable, wager: str, amount: int, found: dict[str, int]) -> None:
    terms = game.spots[wager].wager
    found[wager] = amount
    for need in terms.needs:
        if not any(other in found for other in need.wagers) and not (terms.alone is not None and amount >= terms.alone):
            other = game.spots[need.wagers[0]].wager
            least = max(need.least(amount), other.limits.minimum)
            _lay(game, other.id, other.amount or -(-least // other.limits.unit) * other.limits.unit, found)
    found[wager] = found.pop(wager)  # what it needs goes down first


class Asked:
    """One seat's wagers at a real table under the rules of a house, settled for any deal. Answers are kept."""

    def __init__(
        self,
        game: Playable,
        stakes: Mapping[str, int],
        *,
        only: Collection[str] | None = None,
        meters: Mapping[str, int | Fraction] | None = None,
        others: Mapping[str, int] | None = None,
        unsaid: Sequence[str] = (),
        first: Sequence[str] = (),
    ) -> None:
        """`only` names the wagers whose lines count, by id; without it all of the seat's do. `meters` says where they stand.

        Another player, where a deal has one, stakes the same, or what `others` says. `unsaid` are the words, the first that is open,
        that stand for a decision no deal needs to mention, since nothing asked about depends on it; offers are then declined.
        `first` are answers that come before those a deal names.
        """
        self.game, self.stakes, self.meters = game, dict(stakes), meters
        self.stakes_of = {SEAT: self.stakes, OTHER: self.stakes if others is None else dict(others)}
        self._counted = None if only is None else {spot.called for spot in game.spots.values() if spot.wager.id in only}
        self._unsaid, self._first = tuple(unsaid), tuple(first)
        self._kept: dict[Deal, Settled] = {}
        self._offered: dict[Deal, tuple[str, ...]] = {}
        self._before: dict[tuple[str, ...], tuple[str, ...]] = {}

    def settle(
        self,
        *,
        hand: Iterable[Card] = (),
        dealer: Iterable[Card] = (),
        community: Iterable[Card] = (),
        decisions: Iterable[str] = (),
        piles: Mapping[str, Sequence[Card]] | None = None,
        marks: Iterable[str] = (),
        rolls: Iterable[tuple[int, ...]] = (),
    ) -> Settled:
        """The round that these cards, or marks, or rolls, and these decisions make."""
        named = tuple((name, tuple(cards)) for name, cards in (piles or {}).items())
        deal = Deal(tuple(hand), tuple(dealer), tuple(community), tuple(decisions), named, tuple(marks), tuple(rolls))
        return self.settled(deal)

    def settled(self, deal: Deal) -> Settled:
        """The same for a deal."""
        known = self._kept.get(deal)
        if known is None:
            known = self._kept[deal] = self._play(deal)
        return known

    def agreed(self, deals: Iterable[Deal], cell: object = "") -> Settled:
        """What every one of these deals of a cell is settled for; an error where they are not settled alike."""
        settled = [(deal, self.settled(deal)) for deal in deals]
        (first, known), *others = settled
        for other, found in others:
            if found[:2] != known[:2]:
                raise self.refused(
                    f"deals of the cell {cell} are not settled alike: {shown(first, known)}, {shown(other, found)}"
                )
        return known

    def choices(self, deal: Deal) -> tuple[str, ...]:
        """What the table lets the seat choose once the decisions of the deal are made; empty where the round then ends.

        The decisions that other deals went on with are tried first: a round that ends tells every choice on its way, and is kept.
        """
        if deal not in self._offered and deal not in self._kept:
            path = deal.decisions
            while before := self._before.get(path):
                path = (*path, before[-1])
            with contextlib.suppress(Refused, NotPriced):
                self.settled(deal._replace(decisions=path))
            if deal not in self._offered and deal not in self._kept:
                try:
                    self.settled(deal)
                except NotPriced:
                    if deal not in self._offered:  # nothing is asked here: the round came to no end at all
                        raise
        found = self._before[deal.decisions] = self._offered.get(deal, ())
        return found

    def paths(self, deal: Deal) -> Iterator[tuple[str, ...]]:
        """Every path of decisions that the table lets a seat take to the end of the round, or the one of no decision."""
        choices = self.choices(deal)
        if not choices:
            yield deal.decisions
        for choice in choices:
            yield from self.paths(deal._replace(decisions=(*deal.decisions, choice)))

    def refused(self, why: str, clause: str | None = None) -> NotPriced:
        """The error for a rule that an analysis cannot take."""
        return NotPriced(f"{self.game.terms.id}: {why} ({clause or self.game.terms.clause})")

    def _play(self, deal: Deal) -> Settled:
        round_, left = self._run(deal)
        if isinstance(pending := round_.pending, (Decision, Offer, Arrangement)):
            raise self.refused(f"the table asks {pending.describe()}, and the analysis decides nothing", pending.clause)
        if left is not None:
            raise self.refused(f"the table does not ask for {left!r} any more")
        for name, pile in deal.piles:
            if len(taken := round_.table.piles.get(name, ())) < len(pile):
                raise self.refused(f"the table takes {len(taken)} cards for the {name}, and the analysis {len(pile)}")
        mine = [line for line in round_.lines if line.seat == SEAT]
        if self._counted is not None:
            refuse_a_shared_limit(self.game, mine, self._counted)
        lines = tuple(line for line in mine if self._counted is None or line.wager in self._counted)
        return Settled(sum(line.net for line in lines), sum(line.stake for line in lines), lines)

    def _run(self, deal: Deal) -> tuple[Round, str | None]:
        """The round as far as the deal's decisions go, and a decision that was left over."""
        seats = [SEAT] if deal.other is None else [SEAT, OTHER]
        round_ = Round(self.game, seats, self.meters)
        equipment = _Equipment(deal, self.game.pack)
        wagers = iter([acts.Wager(seat, spot, amount) for seat in seats for spot, amount in self.stakes_of[seat].items()])
        decisions, made = iter((*self._first, *deal.decisions)), -len(self._first)
        while (request := round_.pending) is not None:
            act: acts.Act | None
            if isinstance(request, Wagering):
                act = next(wagers, None) or acts.NoMoreBets()
            elif (said := self.unmentioned(request)) is not None:
                act = said
            elif isinstance(request, (Decision, Offer)) or (isinstance(request, Arrangement) and request.seat):
                if isinstance(request, Decision) and deal.other is not None and request.seat == SEAT:
                    round_.answer(acts.Choice(SEAT, self.aside(request)))
                    continue
                silent = self._silent(request)
                if isinstance(request, Decision) and request.seat and silent is None:
                    self._offered[deal._replace(decisions=deal.decisions[:made])] = ends_of_ranges(request)
                choice, made = next(decisions, silent or _unsaid(request)), made + 1
                if choice is None:
                    return round_, None
                if isinstance(request, Offer) and not choice.isdecimal():
                    raise self.refused(
                        f"the analysis knows of {choice!r}, and the table offers {request.called}", request.clause
                    )
                act = _decided(request, choice)
                if isinstance(request, Decision) and choice not in request.choices:
                    open_ = " or ".join(request.choices)
                    raise self.refused(f"the analysis knows of {choice!r}, and the table offers {open_}", request.clause)
            else:
                act = equipment.answer(request)
                if act is None:
                    raise self.refused(f"the table waits for {request.describe()}, and the analysis has no answer")
            round_.answer(act)
        return round_, next(decisions, None)

    def aside(self, request: Decision) -> str:
        """What this seat says where another's hand is looked at: whatever it does should change nothing."""
        return request.declined or request.choices[-1]

    def unmentioned(self, request: Request) -> acts.Act | None:
        """What is answered to a question that no deal mentions, whatever it decides."""
        return None

    def _silent(self, request: Decision | Offer | Arrangement) -> str | None:
        """What is said of a decision that no deal needs to mention."""
        if isinstance(request, Offer):
            return "0" if self._unsaid and request.declinable else None
        open_ = request.choices if isinstance(request, Decision) else ()
        return next((word for word in self._unsaid if word in open_), None)


def comparison(game: Playable, wager: str) -> str | None:
    """The reading by which hands of one name are compared: every count of who wins rests on it."""
    like = game.terms.wagers[wager].outcomes.get("like-hands")
    return None if like is None else like.reading


def ends_of_ranges(request: Decision) -> tuple[str, ...]:
    """The choices worth weighing: an amount between those of two others nets what lies between theirs."""
    return tuple(choice for choice in request.choices if choice != request.between)


def _unsaid(request: Decision | Offer | Arrangement) -> str | None:
    """What it means that a deal says nothing: what the table takes it for, and of settings the first, which is the house way's."""
    return request.settings[0] if isinstance(request, Arrangement) else getattr(request, "declined", None)


def _decided(request: Decision | Offer | Arrangement, choice: str) -> acts.Act:
    if isinstance(request, Decision):
        return acts.Choice(request.seat, choice)
    if isinstance(request, Arrangement):
        return request.act(choice)
    return acts.Wager(request.seat, request.spot, int(choice))


class _Equipment:
    """The dealer's routine and the cards, marks and rolls of one deal; cards that nobody named are burned."""

    def __init__(self, deal: Deal, pack: Sequence[Card]) -> None:
        self.deal, self.pack = deal, pack
        self.given: dict[int | str, Sequence[Card]] = {
            SEAT: deal.hand,
            OTHER: deal.other or (),
            DEALER: deal.dealer,
            **dict(deal.piles),
        }
        self.hands = {to: iter(cards) for to, cards in self.given.items()}
        self.marks, self.rolls = iter(deal.marks), iter(deal.rolls)
        self._spare: Iterator[Card] | None = None

    def spare(self) -> Iterator[Card]:
        piles = (card for _, pile in self.deal.piles for card in pile)
        named = [*self.deal.hand, *self.deal.dealer, *self.deal.community, *piles, *(self.deal.other or ())]
        for card in self.pack:
            if card in named:
                named.remove(card)
            else:
                yield card

    def answer(self, request: Request) -> acts.Act | None:
        if isinstance(request, CardDue):
            if request.to == COMMUNITY:
                named: Sequence[Card] = ()  # those that come later may be any
                card = self.deal.community[request.slot] if request.slot < len(self.deal.community) else None
            else:
                named = self.given.get(request.to, ())
                card = next(self.hands[request.to], None) if request.to in self.hands else None
            if card is None and (not named or self.deal.goes_on):  # a hand that decides nothing, or a card that is burned
                self._spare = self.spare() if self._spare is None else self._spare
                card = next(self._spare, None)
            return None if card is None else acts.Dealt(card)
        if isinstance(request, DealerAct):
            return acts.Done(request.act)
        if isinstance(request, SpinDue):
            mark = next(self.marks, None)
            return None if mark is None else acts.Spun(mark)
        if isinstance(request, RollDue):
            dice = next(self.rolls, None)
            return None if dice is None else acts.Rolled(dice)
        if isinstance(request, Arrangement):  # the dealer's own hands: the house way comes first
            return request.act(request.settings[0])
        return None


def shown(deal: Deal, settled: Settled) -> str:
    """A deal and its net in few words."""
    cards = " ".join(map(str, deal.hand))
    against = " ".join(map(str, (*deal.community, *deal.dealer, *(card for _, pile in deal.piles for card in pile))))
    said = " ".join(filter(None, (cards, f"against {against}" if against else "", *deal.decisions, *deal.marks)))
    return f"{said} nets {settled.net} of {settled.staked}"


def breaks(probes: Sequence[int], told: Callable[[int], object]) -> list[int]:
    """Levels of a ladder at which what is told changes, found by halving between probes of which neighbours are told differently.

    `told` gives None for a level of which there is no deal; where a change lies among such levels, they stand by themselves.
    """
    asked = [level for level in probes if told(level) is not None]
    found: list[int] = []
    for low, high in itertools.pairwise(asked):
        while told(low) != told(high):
            bottom, top = low, high
            while top - bottom > 1:
                middle = (bottom + top) // 2
                while told(middle) is None and middle > bottom:
                    middle -= 1
                if middle == bottom:  # nothing between them can be dealt
                    break
                bottom, top = (middle, top) if told(middle) == told(low) else (bottom, middle)
            found += sorted({bottom + 1, top})
            low = top
    return found
