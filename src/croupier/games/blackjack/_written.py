"""Written rounds of blackjack: `draws` are the cards after the deal in order; `wagers` hold the amounts of later wagers too."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any, ClassVar

from croupier.equipment.cards import Card, cards
from croupier.errors import BadInput, Place, Refused, about
from croupier.games.blackjack._hands import BLACKJACK, DOUBLE, GIVEN_UP_AFTER_THE_CHECK, HIT, SPLIT, STAND, SURRENDER
from croupier.hands.blackjack import is_blackjack
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, Decision, Offer
from croupier.table.table import BURN
from croupier.table.writer import Writer
from croupier.table.written_form import Hand
from croupier.table.written_later import ScriptWithLaterAmounts
from croupier.table.written_parts import as_table
from croupier.table.written_schema import CARDS

DRAWS = "draws"
HOLE_CARD, WITH_THE_DEAL, AFTER_THE_PLAYERS = "hole-card", "with-the-deal", "after-the-players"


class BlackjackWriter(Writer):
    """Every card after the deal among the draws; the amounts of later wagers beside the opening ones."""

    def __init__(self, playable: Playable) -> None:
        super().__init__(playable)
        self.doubles: dict[int, int] = {}

    def offered(self, request: Offer, act: acts.Wager) -> None:
        own = self.wagers.setdefault(act.seat, {})
        if request.declinable:
            if act.amount:
                own["cap" if request.called == "cap" else self.name(act.spot)] = act.amount
            return
        self.doubles[act.seat] = number = self.doubles.get(act.seat, 0) + 1
        if act.amount != request.maximum:
            own[self.name(act.spot) + (f"#{number}" if number > 1 else "")] = act.amount

    def dealt(self, request: CardDue, card: str) -> None:
        if request.moment == "deal":
            super().dealt(request, card)
        else:
            self.hands.setdefault(DRAWS, []).append(card)


class BlackjackScript(ScriptWithLaterAmounts):
    """Insurance is made where its amount is written, a double is for the whole wager unless one is; the rest is declined."""

    KEYS: ClassVar[frozenset[str]] = frozenset([DRAWS])
    HANDS = (Hand(DRAWS, 0, 40, optional=True),)
    WRITER = BlackjackWriter
    PARTS: ClassVar[Mapping[str, Any]] = {DRAWS: CARDS}

    def __init__(self, playable: Playable, document: Mapping[str, Any]) -> None:
        drawn = document.get(DRAWS, "")
        with about(Place(DRAWS)):
            if not isinstance(drawn, (str, list)) or not all(isinstance(word, str) for word in drawn):
                raise Refused("draws: the cards drawn after the deal, as in 'Kh Td 2c'", clause=playable.terms.clause)
            self.draws = cards(drawn)
        self.doubles: dict[int, int] = {}
        super().__init__(playable, document)

    @classmethod
    def house_for(cls, playable: Playable, document: Mapping[str, Any]) -> dict[str, Any]:
        """Where the house chooses whether the dealer's second card comes last, hands that were played on against a blackjack tell it."""
        chosen = playable.terms.options.get(HOLE_CARD)
        said = as_table(document.get("house_rules") or {}, "house_rules").get("options") or {}
        if chosen != WITH_THE_DEAL or HOLE_CARD in as_table(said, "house_rules.options"):
            return {}
        # What is wrong with the writing, or missing, is told when it is read.
        with contextlib.suppress(BadInput, TypeError, AttributeError, KeyError):
            told = [word for seat in document["seats"].values() for word in seat.get("decisions", ())]
            if is_blackjack(cards(document["dealer"])) and not {HIT, STAND, DOUBLE, SPLIT}.isdisjoint(told):
                return {HOLE_CARD: AFTER_THE_PLAYERS}
        return {}

    def _later(self, wager: str) -> str | None:
        """Is it made by a decision, so that only its amount is written here? A cap is: chips added to the wager."""
        word, mark, which = wager.partition("#")
        spot = self.playable.names.get(word)
        if wager == "cap" or (spot is not None and self.playable.spots[spot].wager.placed == "decision"):
            return (spot or word) + mark + which
        return None

    def _check_deck(self, clause: str) -> None:
        self.hands[DRAWS] = self.draws
        super()._check_deck(clause)
        del self.hands[DRAWS]

    def _card(self, request: CardDue) -> Card:
        if request.to == BURN or request.moment == "deal":
            return super()._card(request)
        if not self.draws:
            fault = f"draws: no card is written for {request.describe()}"
            raise Refused(fault, clause=self.playable.terms.clause, place=Place(DRAWS))
        return self.draws.pop(0)

    def _decision(self, request: Decision) -> str:
        waiting = self.decisions.get(request.seat, [])
        if request.moment != "ruling" and request.declined is not None and (not waiting or waiting[0] not in request.choices):
            return request.declined
        return super()._decision(request)

    def _offer(self, request: Offer) -> int:
        key = "cap" if request.called == "cap" else request.spot
        if not request.declinable:
            self.doubles[request.seat] = number = self.doubles.get(request.seat, 0) + 1
            key += f"#{number}" if number > 1 else ""
            return self.later.pop((request.seat, key), request.maximum)
        waiting = self.decisions[request.seat]
        amount = self.later.pop((request.seat, key), None)
        if amount is None:
            return super()._offer(request)
        if waiting and waiting[0] == request.called:
            waiting.pop(0)
        return amount

    def _called_before_the_check(self) -> None:
        """A surrender against an ace or ten may be told before the hole card is read, where the text settles it after that:
        a dealer's blackjack takes the whole wager either way, and nobody is asked any more.
        """
        outcomes = self.playable.terms.wagers[BLACKJACK].outcomes if BLACKJACK in self.playable.terms.wagers else {}
        if GIVEN_UP_AFTER_THE_CHECK in outcomes and is_blackjack(self.table.dealer):
            for waiting in self.decisions.values():
                if waiting == [SURRENDER]:
                    waiting.clear()

    def finish(self) -> None:
        self._called_before_the_check()
        super().finish()
        for (seat, wager), amount in self.later.items():
            raise self._refused(seat, wager, f"of {amount} could not be made")
        if self.draws:
            fault = f"draws: {self.draws[0]} is written but no card is left to draw"
            raise Refused(fault, clause=self.playable.terms.clause, place=Place(DRAWS))


class TwoHandsWriter(BlackjackWriter):
    """A player's two hands apart, as they lie after the deal."""

    def seat(self, number: int) -> dict[str, Any]:
        entry = super().seat(number)
        held = self.hands.get(number, [])
        return {**entry, "cards": " ".join(held[::2] + held[1::2])} if held else entry


class TwoHandsScript(BlackjackScript):
    """The cards of a seat are its first hand and its second, which are dealt a card each in turn."""

    WRITER = TwoHandsWriter

    def _read_seated(self, number: int, seat: Mapping[str, Any]) -> None:
        written = seat.get("cards")
        words = written.split() if isinstance(written, str) else written
        if isinstance(words, list) and all(isinstance(word, str) for word in words):
            apart = [hand.split() for hand in words] if isinstance(written, list) else [words[:2], words[2:]]
            if len(apart) != 2:
                fault = f"seat {number}: two hands of two cards are to be written, as in ['8h Kd', '8c 3s']"
                raise Refused(fault, clause=self.playable.terms.clause, place=Place("cards", number))
            dealt = [card for each in zip_longest(*apart) for card in each if card is not None]
            seat = {**seat, "cards": dealt}
        super()._read_seated(number, seat)
