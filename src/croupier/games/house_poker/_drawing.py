"""Written rounds of games that draw: `discards` beside a seat's cards, and in `draws` what replaced them.

A card that is bought, and one that the dealer draws, may simply follow the hand's own cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from croupier.equipment.cards import Card, cards
from croupier.errors import BadInput, Place, Refused, shown
from croupier.games.house_poker._written import LaterScript
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import BURN, CardDue, Decision, Discard, Request
from croupier.table.writer import Writer
from croupier.table.written_schema import CARDS

DECLARE, DECLINE = "declare", "decline"
MOST_THROWN = 5


class DrawWriter(Writer):
    """What each seat threw away, and what it drew for that."""

    def __init__(self, playable: Playable) -> None:
        super().__init__(playable)
        self.thrown: dict[int, dict[str, str]] = {}

    def take(self, request: Request, act: acts.Act) -> None:
        match act:
            case acts.Discarded(seat, thrown):
                self.thrown[seat] = {"discards": thrown, "draws": ""}
            case acts.Choice() if isinstance(request, Decision) and act.choice == DECLINE and DECLARE in request.choices:
                pass  # a hand that is not declared: nothing is said
            case _:
                super().take(request, act)

    def dealt(self, request: CardDue, card: str) -> None:
        if isinstance(request.to, int) and request.to in self.thrown:
            self.thrown[request.to]["draws"] = f"{self.thrown[request.to]['draws']} {card}".strip()
        else:
            super().dealt(request, card)

    def besides(self, number: int) -> dict[str, Any]:
        return dict(self.thrown.get(number, {}))


class DrawScript(LaterScript):
    """Cards thrown away and drawn; `declare` may stand anywhere among a seat's decisions, and is not said where it is missing."""

    SEAT_KEYS: ClassVar[frozenset[str]] = frozenset(["discards", "draws"])
    SEAT_PARTS: ClassVar[Mapping[str, Any]] = {"discards": CARDS, "draws": CARDS}
    WRITER = DrawWriter

    def __init__(self, playable: Playable, document: Mapping[str, Any]) -> None:
        self.discards: dict[int, list[Card]] = {}
        super().__init__(playable, document)

    def _read_seated(self, number: int, seat: Mapping[str, Any]) -> None:
        super()._read_seated(number, {key: value for key, value in seat.items() if key not in self.SEAT_KEYS})
        for key in sorted(self.SEAT_KEYS & seat.keys()):
            held = self._thrown(seat[key], number, key)
            if key == "draws":
                self.hands[number] += held
            else:
                self.discards[number] = held

    def _thrown(self, given: Any, number: int, key: str) -> list[Card]:
        if not isinstance(given, (str, list)) or (isinstance(given, list) and not all(isinstance(w, str) for w in given)):
            raise BadInput(f"seat {number}: {key}: {shown(given)}: cards, as in 'Kh Td'", place=Place(key, number))
        held = cards(given)
        if len(held) > MOST_THROWN:
            fault = f"seat {number}: {len(held)} {key} are written, a hand has {MOST_THROWN} cards"
            raise Refused(fault, clause=self.playable.terms.clause, place=Place(key, number))
        return held

    def _may_come(self) -> Sequence[Card]:
        """A card may come again where the pack ran out and what was thrown away is dealt from: the table knows when."""
        return [*self.playable.pack, *(card for thrown in self.discards.values() for card in thrown)]

    def answer(self, request: Request) -> acts.Act:
        if not isinstance(request, Discard):
            return super().answer(request)
        if (report := self.happening(request)) is not None:
            return report
        if request.seat not in self.discards:
            fault = f"seat {request.seat}: which cards were thrown away is missing"
            raise Refused(fault, clause=request.clause, place=Place("discards", request.seat))
        return acts.Discarded(request.seat, " ".join(map(str, self.discards.pop(request.seat))))

    def _card(self, request: CardDue) -> Card:
        """The next of the hand's cards that has not come yet, whatever was thrown away in between."""
        come = self.dealt.get(request.to, 0)
        if request.to == BURN:
            due = {card for whose, hand in self.hands.items() for card in hand[self.dealt.get(whose, 0) :]}
            return next(card for card, left in self.table.remaining.items() if left and card not in due)
        if come >= len(self.hands[request.to]):
            raise self._missing(request.to)
        self.dealt[request.to] = come + 1
        return self.hands[request.to][come]

    def _decision(self, request: Decision) -> str:
        waiting = self.decisions.get(request.seat, [])
        if request.moment != "ruling" and request.declined == DECLINE and DECLARE in request.choices:
            if DECLARE not in waiting:
                return DECLINE
            waiting.remove(DECLARE)
            return DECLARE
        if waiting[:1] == [DECLARE] and DECLARE not in request.choices and len(waiting) > 1 and request.moment != "ruling":
            return waiting.pop(1)  # what is declared is shown once all have decided
        return super()._decision(request)

    def finish(self) -> None:
        super().finish()
        clause = self.playable.terms.clause
        if all(line.outcome == "void" for line in self.table.lines):
            return
        for seat in self.discards:
            raise Refused(
                f"seat {seat}: discards are written but none were thrown", clause=clause, place=Place("discards", seat)
            )
        for whose, hand in self.hands.items():
            if len(hand) > (come := self.dealt.get(whose, 0)):
                where = f"seat {whose}" if isinstance(whose, int) else whose
                raise Refused(f"{where}: {hand[come]} is written but never came", clause=clause, place=Place("cards", None))
