"""Written rounds of pai gow: how each seat set its cards, and, where they matter, the dice, the button and the bank."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import Any, ClassVar

from croupier.equipment.cards import Card
from croupier.equipment.faces import pieces
from croupier.errors import BadInput, Place, Refused, shown
from croupier.games.banking import BANK, CO_BANK, HOUSE_WAGER
from croupier.games.pai_gow._setting import NOT_SET
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, Decision, Request, RollDue, SpinDue
from croupier.table.writer import Writer
from croupier.table.written import Script
from croupier.table.written_schema import AMOUNT, closed

Hands = tuple[list[str], ...]
BETWEEN = " / "
"""What stands between the hands of a setting as it is written."""


def hands_of(hands: Iterable[str]) -> Hands:
    """The cards or tiles of each hand, in whatever order they were written."""
    return tuple(sorted(map(str, pieces(hand))) for hand in hands)


class PaiGowWriter(Writer):
    """How each seat set its cards, and what gave the starting position."""

    NAMES: ClassVar[tuple[str, ...]] = ("high", "low")

    def __init__(self, playable: Playable) -> None:
        super().__init__(playable)
        self.sets: dict[int, dict[str, str]] = {}

    def take(self, request: Request, act: acts.Act) -> None:
        match act:
            case acts.Choice(0, choice):
                self.others["button"] = choice.removeprefix("seat-")
            case acts.Spun(result):
                self.others["number"] = result
            case acts.Rolled(dice):
                self.others["dice"] = list(dice)
            case acts.Arranged(seat, hands) if seat:
                self.sets[seat] = dict(zip_longest(self.NAMES, hands.split(BETWEEN), fillvalue=""))
            case _:
                super().take(request, act)

    def besides(self, number: int) -> dict[str, Any]:
        return {"set": self.sets[number]} if number in self.sets else {}


def set_into(*names: str) -> Mapping[str, Any]:
    """The shape of `set`: the cards of each hand."""
    return {"set": closed({name: {"type": "string"} for name in names}, *names)}


class PaiGowScript(Script):
    """`set` beside the cards of a seat; the dealer is set by the house way unless the round says how the dealer set.

    A round may also say `dice` or `number` or `button` for the starting position, which changes no settlement. Where a seat's
    wager is a `bank`, `wager` beside the dealer's cards is what the house wagered against it.
    """

    KEYS: ClassVar[frozenset[str]] = frozenset(["dice", "number", "button"])
    SEAT_KEYS: ClassVar[frozenset[str]] = frozenset(["set"])
    ALL_HAVE_CARDS = False
    WRITER: ClassVar[type[PaiGowWriter]] = PaiGowWriter
    PARTS: ClassVar[Mapping[str, Any]] = {
        "dice": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}},
        "number": {"type": ["string", "integer"]},
        "button": {"type": ["string", "integer"]},
    }
    SEAT_PARTS: ClassVar[Mapping[str, Any]] = set_into(*PaiGowWriter.NAMES)
    DEALER_PARTS: ClassVar[Mapping[str, Any]] = {**SEAT_PARTS, "wager": AMOUNT}

    def __init__(self, playable: Playable, document: Mapping[str, Any]) -> None:
        self.sets: dict[int, Hands] = {}
        super().__init__(playable, document)
        dealer = document.get("dealer")
        if isinstance(dealer, Mapping):
            self._read_set(0, "dealer", dealer.get("set"), self.hands["dealer"])
        self.dice = document.get("dice", [1, 1, 1])
        if not isinstance(self.dice, list) or not all(type(face) is int for face in self.dice):
            raise BadInput("dice: a list of what the three dice show", place=Place("dice"))
        self.number, self.button = (self._word(document, key) for key in ("number", "button"))
        if isinstance(dealer, Mapping) and "wager" in dealer:
            self._house_wager(dealer["wager"])

    def _word(self, document: Mapping[str, Any], key: str) -> str:
        given = document.get(key, {"number": 1, "button": "dealer"}[key])
        if isinstance(given, bool) or not isinstance(given, (str, int)):
            raise BadInput(f"{key}: {shown(given)}: a number or a word is expected", place=Place(key))
        return str(given)

    def _house_wager(self, amount: Any) -> None:
        banker = next((act.seat for act in self.wagers if act.spot == BANK), 0)
        if not banker or not isinstance(amount, int) or isinstance(amount, bool) or amount < 0:
            fault = "dealer: the house wagers whole cents, against a seat that banks"
            raise Refused(fault, clause=self.playable.terms.clause, place=Place("dealer"))
        if amount:
            self.wagers.append(acts.Wager(banker, HOUSE_WAGER, amount))

    def _read_seated(self, number: int, seat: Mapping[str, Any]) -> None:
        """A seat that only adds to another's bank gets no cards."""
        wagers = seat.get("wagers")
        if seat.keys() != {"wagers"} or not isinstance(wagers, Mapping) or wagers.keys() != {BANK}:
            super()._read_seated(number, seat)
        elif all(act.spot != BANK for act in self.wagers):
            raise Refused(f"seat {number}: the cards of the bank are missing", clause=self.playable.terms.clause)
        else:
            self.wagers.append(self._read_wager(number, BANK, wagers[BANK]))
            self.decisions[number], self.hands[number] = [], []

    def _read_seat(self, name: str, seat: Mapping[str, Any]) -> None:
        super()._read_seat(name, {key: value for key, value in seat.items() if key != "set"})
        self._read_set(int(name), f"seat {name}", seat.get("set"), self.hands[int(name)])
        banks = {act.seat for act in self.wagers if act.spot in (BANK, CO_BANK)}
        # A bank covers what lies there already, and goes before whatever is wagered beside it.
        self.wagers.sort(key=lambda act: 1 if act.spot in (BANK, CO_BANK) else 2 * (act.seat in banks))

    def _read_set(self, place: int, who: str, given: Any, hand: list[Card]) -> None:
        if given is None:
            return
        if (
            not isinstance(given, Mapping)
            or given.keys() != set(self.WRITER.NAMES)
            or not all(isinstance(h, str) for h in given.values())
        ):
            every = " and of the ".join(self.WRITER.NAMES)
            raise BadInput(f"{who}: set names the cards of the {every} hand", place=Place("set", place or None))
        hands = hands_of(given[name] for name in self.WRITER.NAMES)
        if sorted(piece for laid in hands for piece in laid) != sorted(map(str, hand)):
            fault = f"{who}: the hands are not set from the cards dealt"
            raise Refused(fault, clause=self.playable.terms.clause, place=Place("set", place or None))
        self.sets[place] = hands

    def answer(self, request: Request) -> acts.Act:
        if isinstance(request, (Arrangement, RollDue, SpinDue)) and (report := self.happening(request)) is not None:
            return report
        match request:
            case Arrangement():
                return acts.Arranged(request.seat, self._setting(request))
            case RollDue():
                return acts.Rolled(tuple(self.dice))
            case SpinDue():
                return acts.Spun(self.number)
        return super().answer(request)

    def _setting(self, request: Arrangement) -> str:
        given = self.sets.get(request.seat)
        if given is None and request.seat and "surrender" not in self.decisions[request.seat]:
            fault = f"seat {request.seat}: how the hands were set is missing"
            raise Refused(fault, clause=request.clause, place=Place("set", request.seat))
        if given is None:
            return request.settings[0]
        for setting in request.settings:
            if setting != NOT_SET and given == hands_of(setting.split(BETWEEN)):
                return setting
        if NOT_SET not in request.settings:
            fault = f"{request.who}: that is not a way to set these hands; the higher one is the high hand"
            raise Refused(fault, clause=request.clause, place=Place("set", request.seat or None))
        return NOT_SET

    def _decision(self, request: Decision) -> str:
        if request.seat or request.moment == "ruling":
            return super()._decision(request)
        return f"seat-{self.button}" if self.button.isdecimal() else self.button
