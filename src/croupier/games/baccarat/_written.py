"""Written rounds of baccarat: the cards of the two hands in dealing order, exactly as many as the rules deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from croupier.equipment.cards import Card, cards
from croupier.errors import Place, Refused, about
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, Request
from croupier.table.writer import Writer
from croupier.table.written import Script
from croupier.table.written_form import Hand

TWO_HANDS = ("player", "banker")
SIMULATED = ("simulated-player", "simulated-banker")
"""The hands of a round without wagers; a written round may leave their cards out."""


class BaccaratWriter(Writer):
    """The cards of the two hands, as dealt."""

    def dealt(self, request: CardDue, card: str) -> None:
        if request.to in TWO_HANDS + SIMULATED:
            self.hands.setdefault(request.to, []).append(card)


class BaccaratScript(Script):
    """Deals the written hands; a third card too many or too few is refused."""

    KEYS = frozenset((*TWO_HANDS, *SIMULATED))
    HANDS = (
        *(Hand(hand, 2, 3) for hand in sorted(TWO_HANDS)),
        *(Hand(hand, 2, 3, optional=True) for hand in sorted(SIMULATED)),
    )
    WRITER = BaccaratWriter
    PARTS: ClassVar[Mapping[str, Any]] = {
        hand: {"type": "string", "description": "two or three cards, as dealt"} for hand in (*TWO_HANDS, *SIMULATED)
    }

    def __init__(self, playable: Playable, document: Mapping[str, Any]) -> None:
        super().__init__(playable, document)
        self.void = False
        self.hands |= {hand: [] for hand in TWO_HANDS}
        for hand in (*TWO_HANDS, *SIMULATED):
            if hand in document:
                self.hands[hand] = self._read_hand(document[hand], hand)
        self._check_deck(playable.terms.clause)

    def _read_hand(self, written: Any, hand: str) -> list[Card]:
        with about(Place(hand)):
            if not isinstance(written, str):
                raise Refused(f"{hand}: two or three cards are to be written, as in 'Kh 2d 8c'", clause=self._third_card)
            found = cards(written)
            if len(found) not in (2, 3):
                raise Refused(f"{hand}: {len(found)} cards are written, a hand has two or three", clause=self._third_card)
            return found

    def answer(self, request: Request) -> acts.Act:
        act = super().answer(request)
        if isinstance(act, acts.Reported):
            self.void = self.playable.terms.rulings[act.irregularity].remedy == "void-round"
        return act

    def _card(self, request: CardDue) -> Card:
        place = request.to
        if place in self.hands and not self.hands[place]:
            self._read_hand(None, str(place))
        if place in self.hands and request.number > len(self.hands[place]):
            fault = f"{place}: a third card must be drawn, none is written"
            raise Refused(fault, clause=self._third_card, place=Place(str(place)))
        return super()._card(request)

    @property
    def _third_card(self) -> str:
        clause: str = self.playable.rules.third_card.clause
        return clause

    def finish(self) -> None:
        super().finish()
        for hand in self.hands.keys() & {*TWO_HANDS, *SIMULATED}:
            if self.dealt.get(hand, 0) < len(self.hands[hand]) and not self.void:
                fault = f"{hand}: a third card is written, the rules deal none"
                raise Refused(fault, clause=self._third_card, place=Place(str(hand)))
