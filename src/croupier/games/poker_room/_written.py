"""Written poker: a showdown told by what each seat put in and holds, or a whole hand with its bets and draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from croupier.equipment.cards import Card
from croupier.equipment.randomness import Seeded
from croupier.equipment.shoe import Shoe
from croupier.errors import Place, Refused, Unwritten, about, shown
from croupier.games.poker_room._showdown import Showdown, read, told, variant_called
from croupier.table import acts
from croupier.table.arranging import NOTHING
from croupier.table.betting import Bet, Turn
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, DealerAct, Decision, Discard, Offer, Request
from croupier.table.writer import Writer, begun
from croupier.table.written import Script
from croupier.table.written_parts import as_table, check_keys, hand_of
from croupier.table.written_schema import AMOUNT, CARDS, Schema, by_seat, closed, seated

DISCARD, STAND_PAT = "discard", "stand-pat"
EITHER = {"check-or-call": ("check", "call"), "bet-or-raise": ("bet", "raise")}
"""Words for whichever of two can be meant, as hand histories have them."""
_SHOWDOWN_KEYS = frozenset(["game", "version", "house_rules", "showdown"])
_SEAT: Schema = {"type": "integer", "minimum": 1}


class PokerWriter(Writer):
    """Writes a played hand: amounts with the bets, cards drawn after those that were dealt."""

    def take(self, request: Request, act: acts.Act) -> None:
        match act:
            case acts.Choice(0, drawn) | acts.Spun(drawn) if drawn.startswith("seat-"):  # told, or who drew the highest card
                self.others["button"] = int(drawn.removeprefix("seat-"))
            case acts.Discarded(seat, thrown):
                said = STAND_PAT if thrown == NOTHING else f"{DISCARD} {thrown}"
                self.decisions.setdefault(seat, []).append(said)
            case acts.Wager(seat, _, amount) if isinstance(request, Bet):
                words = self.decisions[seat]
                words[-1] = f"{words[-1]} {amount + request.placed}"
            case _:
                super().take(request, act)

    def dealt(self, request: CardDue, card: str) -> None:
        if request.moment == "draw" and isinstance(request.to, int):
            self.drawn.setdefault(request.to, []).append(card)
        else:
            super().dealt(request, card)

    def __init__(self, playable: Playable) -> None:
        super().__init__(playable)
        self.drawn: dict[int, list[str]] = {}

    def besides(self, number: int) -> dict[str, Any]:
        return {"draws": " ".join(self.drawn[number])} if number in self.drawn else {}


class PokerScript(Script):
    """Reads `showdown`, or a hand seat by seat: `"decisions": ["raise 600", "discard 2c 7d", "show"]`, amounts as the whole bet."""

    KEYS: ClassVar[frozenset[str]] = frozenset(["showdown", "button"])
    SEAT_KEYS: ClassVar[frozenset[str]] = frozenset(["draws"])
    PARTS: ClassVar[Mapping[str, Any]] = {"button": _SEAT}
    SEAT_PARTS: ClassVar[Mapping[str, Any]] = {"draws": CARDS}
    WRITER: ClassVar[type[Writer]] = PokerWriter
    ALL_HAVE_CARDS: ClassVar[bool] = False

    def __init__(self, playable: Playable, document: Mapping[str, Any]) -> None:
        self.showdown: Showdown | None = None
        self.draws: dict[int, list[Card]] = {}
        self.came: dict[int, int] = {}
        self.unknown: set[int] = set()
        """Seats of which a card came that is not written."""
        if "showdown" in document:
            self._read_showdown(playable, document)
            return
        self.disturbed = bool(document.get("irregularities"))
        """Can cards have been exchanged by a ruling? They are told with those drawn."""
        self.button = document.get("button")
        if self.button is not None and (isinstance(self.button, bool) or not isinstance(self.button, int)):
            raise Refused(f"button: {shown(self.button)} is no seat", clause=playable.terms.clause, place=Place("button"))
        super().__init__(playable, document)
        if (seats := len(document["seats"])) < playable.least_players:
            fault = f"seats: {seats} in a hand that takes at least {playable.least_players}"
            raise Refused(fault, clause=playable.terms.clause, place=Place("seats"))

    @classmethod
    def sketched(cls, playable: Playable) -> dict[str, Any]:
        """A showdown of two players."""
        variant, shoe, seats = playable.rules.variant, Shoe(playable.pack, Seeded(playable.terms.id)), ("1", "2")
        hands = {seat: " ".join(str(shoe.draw()) for _ in range(variant.kept_cards)) for seat in seats}
        board = " ".join(str(shoe.draw()) for _ in range(variant.board_cards))
        showdown = {"variant": playable.terms.options["variant"], "hands": hands, **({"board": board} if board else {})}
        return begun(playable) | {"showdown": {**showdown, "contributions": dict.fromkeys(seats, 2000), "button": 1}}

    @classmethod
    def house_for(cls, playable: Playable, document: Mapping[str, Any]) -> dict[str, Any]:
        """The game that was dealt, where the showdown names it."""
        if "showdown" not in document:
            return {}
        with about(Place("showdown")):
            return {"variant": variant_called(playable, as_table(document["showdown"], "showdown").get("variant"))}

    def _read_showdown(self, playable: Playable, document: Mapping[str, Any]) -> None:
        check_keys(document, _SHOWDOWN_KEYS, "round")
        with about(Place("showdown")):
            showdown = read(playable, as_table(document["showdown"], "showdown"))
        self.playable = replace(playable, play=told(showdown))
        self.showdown = showdown
        self.decisions = {seat: [] for seat in showdown.put_in}

    @classmethod
    def described(cls, playable: Playable, head: dict[str, Any]) -> dict[str, Any]:
        names = sorted({name for key, entry in playable.terms.file.variants.items() for name in (key, *entry.aliases)})
        showdown = closed(
            {
                "variant": {"enum": names},
                "hands": by_seat(CARDS),
                "board": CARDS,
                "contributions": {**by_seat({**AMOUNT, "minimum": 1}), "minProperties": 1},
                "folded": {"type": "array", "items": _SEAT},
                "button": _SEAT,
            },
            "variant",
            "contributions",
        )
        whole = seated(playable, head)
        return {"anyOf": [closed({**head, "showdown": showdown}, "game", "showdown"), whole]}

    # A whole hand

    def _read_seated(self, number: int, seat: Mapping[str, Any]) -> None:
        most = 15 if self.playable.rules.variant.draws or self.disturbed else 0
        with about(Place("cards", number)):
            drawn = hand_of(seat.get("draws"), most, f"seat {number}: draws", self.playable.terms.clause)
        super()._read_seated(number, {key: value for key, value in seat.items() if key != "draws"})
        self.draws[number] = drawn

    def _check_deck(self, clause: str) -> None:
        super()._check_deck(clause)
        for seat, drawn in self.draws.items():  # a card that was thrown away may be drawn again after a shuffle
            self.hands[seat] = [*self.hands.get(seat, ()), *drawn]
            self._unwritten = [card for card in self._unwritten if card not in drawn]

    def answer(self, request: Request) -> acts.Act:
        if self.showdown is not None:
            assert isinstance(request, DealerAct)
            return acts.Done(request.act)
        if isinstance(request, Discard):
            return self._discarded(request)
        return super().answer(request)

    def _card(self, request: CardDue) -> Card:
        if not isinstance(request.to, int):
            return super()._card(request)
        came = self.came.get(request.to, 0)
        self.came[request.to] = came + 1
        written = self.hands.get(request.to, [])
        if came < len(written):
            return written[came]
        self.unknown.add(request.to)
        return self._unwritten.pop()

    def _decision(self, request: Decision) -> str:
        if not request.seat and request.moment != "ruling":
            if self.button is None:
                return request.declined or request.choices[0]
            if f"seat-{self.button}" not in request.choices:
                raise Refused(f"button: nobody plays at seat {self.button}", clause=request.clause, place=Place("button"))
            return f"seat-{self.button}"
        kind, _, amount = super()._decision(request).partition(" ")
        for meant in EITHER.get(kind, ()):
            kind = meant if meant in request.choices else kind
        self.amount = amount.removeprefix("to ")
        if amount and kind in request.choices and isinstance(request, Turn):
            self._check_amount(request, kind)
        return kind

    def _check_amount(self, request: Turn, kind: str) -> None:
        """A sum is written with what takes one, and where there is but one sum it is that: the whole bet, or what a call adds."""
        whole = request.comes_to.get(kind)
        if whole is None and kind in EITHER["bet-or-raise"]:
            return  # the table asks how much
        if whole is None:
            fault = f"seat {request.seat}: '{kind} {self.amount}': a sum goes with a bet, a raise or a call"
        elif self.amount in (str(whole), *([str(request.to_call)] if kind == "call" else [])):
            return
        else:
            fault = f"seat {request.seat}: '{kind} {self.amount}' is not allowed: it comes to {whole} cents"
        raise Refused(fault, clause=request.clause, place=Place("decisions", request.seat))

    def _offer(self, request: Offer) -> int:
        if not isinstance(request, Bet):
            return super()._offer(request)
        if not self.amount.isdecimal() or len(self.amount) > 12:
            fault = f"seat {request.seat}: how much is the {request.called}? As in '{request.called} {request.maximum + request.placed}'"
            raise Unwritten(fault, clause=request.clause, place=Place("decisions", request.seat))
        return int(self.amount) - request.placed

    def _discarded(self, request: Discard) -> acts.Act:
        waiting = self.decisions[request.seat]
        if not waiting:
            fault = f"seat {request.seat}: what is thrown away is missing: '{DISCARD} 2c 7d' or '{STAND_PAT}'"
            raise Unwritten(fault, clause=request.clause, place=Place("decisions", request.seat))
        word = waiting.pop(0)
        return acts.Discarded(request.seat, NOTHING if word == STAND_PAT else word.removeprefix(f"{DISCARD} "))

    def finish(self) -> None:
        if self.showdown is not None:
            return
        for seat, waiting in self.decisions.items():  # a history may tell of a seat that had nothing left to do but check
            self.decisions[seat] = [word for word in waiting if word not in EITHER]
        super().finish()
        for number in sorted(self.unknown):
            if all(self.table.seats[number].hand.up) and self.table.seats[number].hand:
                fault = f"seat {number}: the hand was shown, and its cards are not all written"
                raise Refused(fault, clause=self.playable.terms.clause, place=Place("cards", number))
