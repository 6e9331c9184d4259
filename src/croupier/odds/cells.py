"""What a cell nets is asked of the table: a real round of the game, from one deal of the cell and one path of decisions.

An analysis divides all deals into cells and counts them; it never says what one is paid. Two deals of one cell must be settled
alike, or the cell is too coarse: that is an error, never an average.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.equipment.cards import Card
from croupier.errors import NotPriced
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, CardDue, DealerAct, Decision, Offer, Request, RollDue, SpinDue, Wagering
from croupier.table.round import Round
from croupier.table.settlement import Line
from croupier.table.table import COMMUNITY, DEALER

SEAT = 1
ROUND_UNIT = 500
"""The stake in cents at which a game is priced where nobody states one and the house's limits allow it."""


class Deal(NamedTuple):
    """One deal of a cell, with the path of decisions taken on it."""

    hand: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    community: tuple[Card, ...] = ()
    decisions: tuple[str, ...] = ()
    """Choices in the order in which the table asks for them; for an offer the cents put down, for hands to be set the setting."""
    piles: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    """Named hands of the layout: a baccarat game's player and banker."""
    marks: tuple[str, ...] = ()
    """Where the wheel comes to rest."""
    rolls: tuple[tuple[int, ...], ...] = ()


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
        return tuple(dict.fromkeys(line.reading for line in self.lines if line.reading))

    def outcome_of(self, called: str) -> str | None:
        """What became of one wager, by the name settlement lines have for it."""
        return next((line.outcome for line in self.lines if line.wager == called), None)


def unit_of(game: Playable, wager: str, stake: int | None = None) -> int:
    """The stake of a wager: the one that is stated, or the one sum there is, or a round unit as near as the house's limits allow."""
    terms = game.spots[wager].wager
    if terms.amount is not None:
        return terms.amount
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
            least = max(-(-amount * need.part.numerator // need.part.denominator), other.limits.minimum)
            _lay(game, other.id, other.amount or -(-least // other.limits.unit) * other.limits.unit, found)
    found[wager] = found.pop(wager)  # what it needs goes down first


class Asked:
    """One seat's wagers at a real table under the rules of a house, settled for any deal. Answers are kept."""

    def __init__(self, game: Playable, stakes: Mapping[str, int], *, only: Collection[str] | None = None) -> None:
        """`only` names the wagers whose lines count, by id; without it all of the seat's do."""
        self.game, self.stakes = game, dict(stakes)
        self._wagers = [acts.Wager(SEAT, spot, amount) for spot, amount in self.stakes.items()]
        self._counted = None if only is None else {spot.called for spot in game.spots.values() if spot.wager.id in only}
        self._kept: dict[Deal, Settled] = {}

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

    def refused(self, why: str, clause: str | None = None) -> NotPriced:
        """The error for a rule that an analysis cannot take."""
        return NotPriced(f"{self.game.terms.id}: {why} ({clause or self.game.terms.clause})")

    def _play(self, deal: Deal) -> Settled:
        round_ = Round(self.game, [SEAT])
        equipment = _Equipment(deal, self.game.pack)
        wagers, decisions = iter(self._wagers), iter(deal.decisions)
        while (request := round_.pending) is not None:
            act: acts.Act | None
            if isinstance(request, Wagering):
                act = next(wagers, None) or acts.NoMoreBets()
            elif isinstance(request, (Decision, Offer)) or (isinstance(request, Arrangement) and request.seat):
                act = self._decided(request, decisions)
            else:
                act = equipment.answer(request)
                if act is None:
                    raise self.refused(f"the table waits for {request.describe()}, and the analysis has no answer")
            round_.answer(act)
        if (left := next(decisions, None)) is not None:
            raise self.refused(f"the table does not ask for {left!r} any more")
        lines = tuple(line for line in round_.lines if self._counted is None or line.wager in self._counted)
        return Settled(sum(line.net for line in lines), sum(line.stake for line in lines), lines)

    def _decided(self, request: Decision | Offer | Arrangement, decisions: Iterator[str]) -> acts.Act:
        choice = next(decisions, getattr(request, "declined", None))
        if choice is None:
            raise self.refused(f"the table asks {request.describe()}, and the analysis decides nothing", request.clause)
        if isinstance(request, Decision):
            return acts.Choice(request.seat, choice)
        if isinstance(request, Arrangement):
            return acts.Arranged(request.seat, choice)
        return acts.Wager(request.seat, request.spot, int(choice))


class _Equipment:
    """The dealer's routine and the cards, marks and rolls of one deal; cards that nobody named are burned."""

    def __init__(self, deal: Deal, pack: Sequence[Card]) -> None:
        self.deal, self.pack = deal, pack
        self.hands: dict[int | str, Iterator[Card]] = {SEAT: iter(deal.hand), DEALER: iter(deal.dealer)}
        self.hands |= {name: iter(cards) for name, cards in deal.piles}
        self.marks, self.rolls = iter(deal.marks), iter(deal.rolls)
        self._spare: Iterator[Card] | None = None

    def spare(self) -> Iterator[Card]:
        named = [
            *self.deal.hand,
            *self.deal.dealer,
            *self.deal.community,
            *(card for _, pile in self.deal.piles for card in pile),
        ]
        for card in self.pack:
            if card in named:
                named.remove(card)
            else:
                yield card

    def answer(self, request: Request) -> acts.Act | None:
        if isinstance(request, CardDue):
            card: Card | None
            if request.to == COMMUNITY:
                card = self.deal.community[request.slot] if request.slot < len(self.deal.community) else None
            elif request.to in self.hands:
                card = next(self.hands[request.to], None)
            else:
                card = None
            if card is None:  # a card that decides nothing, or one that the cell does not tell apart
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
            return acts.Arranged(0, request.settings[0])
        return None


def shown(deal: Deal, settled: Settled) -> str:
    """A deal and its net in few words."""
    cards = " ".join(map(str, deal.hand))
    against = " ".join(map(str, (*deal.community, *deal.dealer, *(card for _, pile in deal.piles for card in pile))))
    said = " ".join(filter(None, (cards, f"against {against}" if against else "", *deal.decisions, *deal.marks)))
    return f"{said} nets {settled.net} of {settled.staked}"


def per_unit(settled: Settled, unit: int) -> tuple[Fraction, Fraction]:
    """Net and stakes in units of the wager that opens the round."""
    return Fraction(settled.net, unit), Fraction(settled.staked, unit)
