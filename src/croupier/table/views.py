"""What each person at the table may see. A hidden card is `??` to everyone who must not know it.

`Eyes` is the one place that decides it: views, logs, recalled rounds, advice and the pages all ask there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.equipment.cards import Card
from croupier.table import acts
from croupier.table.legal import Legal, LegalWager
from croupier.table.piles import Pile
from croupier.table.requests import Arrangement, CardDue, Decision, Offer
from croupier.table.round import Round
from croupier.table.said import NOTHING, Said, said
from croupier.table.settlement import Line, as_json

HIDDEN = "??"
PUBLIC, DEALER, FLOOR = "public", "dealer", "floor"
Role = int | str
"""A seat by its number, `dealer`, `floor` or `public`."""


def role_of(seat: int | None, *, audits: bool = False, deals: bool = False) -> Role:
    """With whose eyes: one's own seat first, whatever else one is, for whoever sits down plays."""
    if seat is not None:
        return seat
    return FLOOR if audits else DEALER if deals else PUBLIC


@dataclass(frozen=True, slots=True)
class Eyes:
    """One role's eyes on a round.

    A seat sees its own cards; hands are open to all once the round is settled; the floor, which is called to rule on
    hands, sees every card that has been dealt. Nobody sees the stub.
    """

    round: Round
    role: Role

    @property
    def shown_down(self) -> bool:
        """Has the round come to its settlement, so that hands lie open?"""
        return self.round.done and any(line.outcome != "void" for line in self.round.table.lines)

    @property
    def may_know_the_deck(self) -> bool:
        """May the role learn the order of a deck that is dealt out, and with it every card that was never shown?"""
        return self.role == FLOOR or not self.round.playable.hands_stay_down

    def own(self, seat: int) -> bool:
        """Is it the role's own position, or another of the same patron's?"""
        return isinstance(self.role, int) and seat in self.round.table.seats[self.role].purse.seats

    def knows(self, seat: int) -> bool:
        """May the role look under the cards of this seat; at 0, of the dealer and the layout?"""
        if self.role == FLOOR:
            return True
        if not seat or self.own(seat):
            return bool(seat)
        opened = not self.round.playable.hands_stay_down and self.shown_down
        return opened and not self.round.table.seats[seat].folded

    def cards(self, pile: Pile, seat: int = 0) -> list[Card | None]:
        """A pile of this seat: None for a card the role must not know."""
        return list(pile) if self.knows(seat) else pile.seen()

    def faces(self, pile: Pile, seat: int = 0) -> tuple[str, ...]:
        return tuple(HIDDEN if card is None else str(card) for card in self.cards(pile, seat))

    def act(self, act: acts.Act) -> list[Any]:
        """An act of the round as the role may read it; when the round is over, its log is no secret but for others' purses."""
        seat = getattr(act, "seat", 0)
        role = seat if seat and self.own(seat) else self.role
        over = self.round.done and not isinstance(act, acts.Chips) and not self.round.playable.hands_stay_down
        return acts.write(act) if over else masked(act, role)

    def set_hands(self) -> dict[int, str]:
        """How hands were set, where the role may know it; the dealer's are set in the open."""
        found = [act for act in self.round.log if isinstance(act, acts.Arranged)]
        return {act.seat: act.hands for act in found if not act.seat or self.knows(act.seat)}

    def settled(self) -> list[Line]:
        """Settlement lines of the role's own so far; of everybody for the floor."""
        return [line for line in self.round.lines if self.role == FLOOR or self.own(line.seat)]


_SEATS_OWN = (acts.Arranged, acts.Discarded, acts.Chips)


def masked(act: acts.Act, role: Role) -> list[Any]:
    """An act while its round goes on: which card came out, or how another seat set its hand, is for the view to show.

    What another has behind is nobody's to read.
    """
    hidden = isinstance(act, acts.Dealt) or (isinstance(act, _SEATS_OWN) and act.seat not in (0, role))
    return [*acts.write(act)[:-1], HIDDEN] if hidden and role != FLOOR else acts.write(act)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as a role sees it."""

    stakes: Mapping[str, int]
    chips: int | None
    """What is behind; None for those whom it does not concern."""
    cards: tuple[str, ...]
    splits: tuple[tuple[str, ...], ...]
    folded: bool
    in_play: bool
    box: int | None = None
    """On whose box its wager lies, where that is another's."""

    def as_json(self) -> dict[str, Any]:
        return {
            "stakes": dict(self.stakes),
            "chips": self.chips,
            "cards": list(self.cards),
            **({"splits": [list(pile) for pile in self.splits]} if self.splits else {}),
            "folded": self.folded,
            "in_play": self.in_play,
            **({"box": self.box} if self.box is not None else {}),
        }


@dataclass(frozen=True, slots=True)
class Layout:
    """The table as a role sees it, without what it waits for. Cards are faces: `Kh`, or hidden."""

    game: str
    seats: Mapping[int, SeatView]
    dealer: tuple[str, ...]
    community: tuple[str, ...]
    piles: Mapping[str, tuple[str, ...]]
    exposed: tuple[str, ...]
    marks: Mapping[str, str]
    meters: Mapping[str, int]
    lines: tuple[Line, ...]
    """How it was settled; nothing before the round is over."""
    says: Said = NOTHING
    """What of this has a name: hands by what they are worth, the round by its result."""

    def as_json(self) -> dict[str, Any]:
        """As the API gives it."""
        return {
            "game": self.game,
            "seats": {str(number): seat.as_json() for number, seat in self.seats.items()},
            "dealer": list(self.dealer),
            "community": list(self.community),
            "piles": {name: list(pile) for name, pile in self.piles.items()},
            **({"exposed": list(self.exposed)} if self.exposed else {}),
            "marks": dict(self.marks),
            "meters": dict(self.meters),
            "lines": [as_json(line) for line in self.lines],
            "says": self.says.as_json(),
        }


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the table waits for, and the answers that are the role's to give."""

    kind: str
    who: str
    moment: str
    legal: tuple[Legal, ...]

    def as_json(self) -> dict[str, Any]:
        legal = [entry.as_json() for entry in self.legal]
        return {"kind": self.kind, "who": self.who, "moment": self.moment, "legal": legal}


@dataclass(frozen=True, slots=True)
class View:
    """All that a role sees of a round."""

    layout: Layout
    pending: Waiting | None

    def as_json(self) -> dict[str, Any]:
        return self.layout.as_json() | {"pending": None if self.pending is None else self.pending.as_json()}


def layout(round_: Round, role: Role) -> Layout:
    """The table as `role` sees it, without what it waits for."""
    table, eyes = round_.table, Eyes(round_, role)
    return Layout(
        game=round_.playable.terms.id,
        seats={
            number: SeatView(
                stakes=dict(seat.stakes),
                chips=seat.chips if role in (DEALER, FLOOR) or eyes.own(number) else None,
                cards=eyes.faces(seat.hand, number),
                splits=tuple(eyes.faces(pile, number) for pile in seat.splits),
                folded=seat.folded,
                in_play=seat.in_play,
                box=seat.box if seat.box != number else None,
            )
            for number, seat in sorted(table.seats.items())
        },
        dealer=eyes.faces(table.dealer),
        community=eyes.faces(table.community),
        piles={name: eyes.faces(pile) for name, pile in table.piles.items()},
        exposed=tuple(str(card) for card in table.exposed),
        marks=dict(table.marks),
        meters={name: int(meter.amount) for name, meter in table.meters.items()},
        lines=tuple(table.lines) if round_.done else (),
        says=said(eyes),
    )


def view(round_: Round, role: Role) -> View:
    """The table as `role` sees it, and what it waits for, with the answers that are the role's to give."""
    return View(layout(round_, role), _waiting(round_, role))


def asked(round_: Round, role: Role, *, answers: bool = False) -> tuple[str, str]:
    """What the table waits for in words, and by which clause. What a seat is offered may tell its cards, or what it has behind: it
    is said to the seat, to the floor and to whoever `answers` for it; others hear whose turn it is."""
    request, game = round_.pending, round_.playable.terms.clause
    if request is None:
        return "", game
    seat = getattr(request, "seat", 0)
    if not seat or answers or role == FLOOR or Eyes(round_, role).own(seat):
        return request.describe(), getattr(request, "clause", None) or game
    words = request.outline()
    return words, (getattr(request, "clause", None) or game) if words == request.describe() else game


def _waiting(round_: Round, role: Role) -> Waiting | None:
    pending = round_.pending
    if pending is None:
        return None
    eyes = Eyes(round_, role)
    mine = (
        role == FLOOR
        or (isinstance(pending, Decision) and eyes.own(pending.seat))
        or (isinstance(pending, (Arrangement, Offer)) and (eyes.own(pending.seat) if pending.seat else role == DEALER))
        or (pending.kind == "wager" and role in (DEALER, *round_.table.seats))
        or (pending.kind == "done" and role == DEALER)
    )
    listed = round_.listed() if mine and not isinstance(pending, CardDue) else ()
    theirs = tuple(entry for entry in listed if role in (DEALER, FLOOR) or not _of_the_house(round_, entry))
    return Waiting(pending.kind, pending.who, pending.moment, theirs)


def _of_the_house(round_: Round, entry: Legal) -> bool:
    """Is it a wager of the house's own chips, which no player puts down?"""
    return isinstance(entry, LegalWager) and round_.table.spot(entry.spot).wager.staked_by == "house"
