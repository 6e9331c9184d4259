"""Written rounds of dice games: before each roll the wagers put down or taken down and the calls, then the dice.

A round of a single throw is written like one of cards: what each seat wagered, and how the dice fell.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from croupier.errors import Place, Refused, about, meant, shown
from croupier.games.dice._between_rolls import ANOTHER_SHOOTER, BetweenRolls, line_bettors
from croupier.games.dice._wagers import come_bets_up, in_action, terms
from croupier.table import acts
from croupier.table.happenings import Happening
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Request, RollDue
from croupier.table.writer import Writer, begun
from croupier.table.written import Script
from croupier.table.written_parts import as_table, check_keys, seat_number
from croupier.table.written_schema import by_seat, closed, irregularities, wagers

_ROLL_KEYS = frozenset(["wagers", "on", "off", "dice", "irregularities"])


class RollsWriter(Writer):
    """Before each roll what was put down or taken down, and what was called on or off; then the dice."""

    def __init__(self, playable: Playable) -> None:
        super().__init__(playable)
        self.rolls: list[dict[str, Any]] = []
        self.now: dict[str, Any] = {"wagers": {}}

    def take(self, request: Request, act: acts.Act) -> None:
        match act:
            case acts.Wager(seat, spot, amount):
                self.now["wagers"].setdefault(str(seat), {})[self.name(spot)] = amount
            case acts.Choice(seat, choice) if seat:
                word, _, spot = choice.partition(" ")
                self.now.setdefault(word, {}).setdefault(str(seat), []).append(self.name(spot))
            case acts.Rolled(dice):
                self.rolls.append(self.now | {"dice": list(dice)})
                self.now = {"wagers": {}}

    def document(self) -> dict[str, Any]:
        return begun(self.playable) | {"rolls": self.rolls}


class Rolls(Script):
    """Answers a dice table roll by roll. Where nobody written here has a line bet, somebody else at the table throws."""

    KEYS = frozenset(["rolls"])
    BY_ROLLS = True
    LEAVES_WAGERS_UP = True
    WRITER = RollsWriter

    def __init__(self, playable: Playable, document: Mapping[str, Any]) -> None:
        self.playable = playable
        clause = playable.terms.clause
        check_keys(document, frozenset(["game", "version", "house_rules", "meters", "rolls"]), "round")
        rolls = document.get("rolls")
        if not isinstance(rolls, list) or not rolls:
            raise Refused(
                "rolls: a list of rolls is to be written, each with its wagers and dice", clause=clause, place=Place("rolls")
            )
        self.decisions: dict[int, list[str]] = {}
        self.rolls = [self._read_roll(number, entry) for number, entry in enumerate(rolls, 1)]
        if not self.decisions:
            raise Refused("rolls: nobody has wagered", clause=clause, place=Place("rolls"))
        self.number: int | None = None
        self.waiting: list[acts.Act] = []
        self.calls: list[acts.Choice] = []
        self.reports: list[Happening] = []
        self.dice: tuple[int, ...] | None = None
        self._ruling_choice: str | None = None

    def _read_roll(self, number: int, entry: Any) -> dict[str, Any]:
        with about(Place("rolls", roll=number)):
            return {"number": number, **self._read_parts(number, as_table(entry, f"roll {number}"))}

    def _read_parts(self, number: int, entry: Mapping[str, Any]) -> dict[str, Any]:
        clause = self.playable.terms.clause
        check_keys(entry, _ROLL_KEYS, f"roll {number}")
        wagers = [
            self._wager(self._seat(seat), str(wager), amount, number)
            for seat, given in as_table(entry.get("wagers", {}), f"roll {number}: wagers").items()
            for wager, amount in as_table(given, f"roll {number}: seat {seat}").items()
        ]
        # What supports another wager goes down after it and comes up before it.
        order = {spot: place for place, spot in enumerate(self.playable.spots)}
        wagers.sort(key=lambda act: (act.amount > 0, order[act.spot] if act.amount else -order[act.spot]))
        calls = [
            acts.Choice(self._seat(seat), f"{word} {self._spot(self._seat(seat), str(name))}")
            for word in ("on", "off")
            for seat, names in as_table(entry.get(word, {}), f"roll {number}: {word}").items()
            for name in (names if isinstance(names, list) else [names])
        ]
        dice = entry.get("dice")
        if not isinstance(dice, list) or not all(isinstance(face, int) and not isinstance(face, bool) for face in dice):
            raise Refused(f"roll {number}: dice is a list of two faces", clause=clause)
        reports = self._reports(entry.get("irregularities", []))
        return {"wagers": wagers, "calls": calls, "dice": tuple(dice), "reports": reports}

    def _seat(self, name: Any) -> int:
        number = seat_number(str(name), self.playable)
        self.decisions.setdefault(number, [])
        return number

    def _spot(self, seat: int, name: str) -> str:
        spot = self.playable.names.get(name)
        if spot is None:
            fault = f"seat {seat}: {shown(name)} is not a wager of this game{meant(name, self.playable.names)}"
            raise Refused(fault, clause=self.playable.terms.clause)
        return spot

    def _wager(self, seat: int, name: str, amount: Any, roll: int) -> acts.Wager:
        with about(Place("rolls", seat, roll, name)):
            spot = self._spot(seat, name)
            if isinstance(amount, bool) or not isinstance(amount, int) or amount < 0:
                clause = self.playable.spots[spot].wager.clause
                raise Refused(f"seat {seat}: {name} of {shown(amount)}: a stake is a whole number of cents", clause=clause)
            return acts.Wager(seat, spot, amount)

    def field(self, request: Request, act: acts.Act) -> Place:
        found = super().field(request, act)
        return found._replace(part="rolls", roll=self.number)

    @classmethod
    def described(cls, playable: Playable, head: dict[str, Any]) -> dict[str, Any]:
        called = by_seat({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]})
        roll = closed(
            {
                "wagers": by_seat(wagers(playable, least=0)),
                "on": called,
                "off": called,
                "dice": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}},
                "irregularities": irregularities(playable),
            },
            "dice",
        )
        return closed({**head, "rolls": {"type": "array", "items": roll, "minItems": 1}}, "game", "rolls")

    def goes_on(self) -> bool:
        return bool(self.rolls)

    @property
    def finished(self) -> bool:
        return self.dice is None and not self.rolls

    def answer(self, request: Request) -> acts.Act:
        if isinstance(request, BetweenRolls):
            return self._between_rolls(request)
        if isinstance(request, Decision):
            return acts.Choice(request.seat, self._decision(request))
        if (report := self.happening(request)) is not None:
            return report
        assert isinstance(request, RollDue) and self.dice is not None
        dice, self.dice = self.dice, None
        return acts.Rolled(dice)

    def _between_rolls(self, request: BetweenRolls) -> acts.Act:
        """This roll's wagers, then its calls, then no more bets."""
        table, hand = self.table, request.hand
        if self.dice is None:
            roll = self.rolls.pop(0)
            self.number = roll["number"]
            self.waiting, self.calls, self.dice, self.reports = roll["wagers"], roll["calls"], roll["dice"], roll["reports"]
        if self.waiting:
            return self.waiting.pop(0)
        while self.calls:
            made = self.calls.pop(0)
            word, _, spot = made.choice.partition(" ")
            holder = table.seats[made.seat]
            standing = terms(table.spots[spot]).come_out.unless_called and spot in holder.stakes
            if not standing or in_action(hand, holder, table.spots[spot]) is not (word == "on"):
                return made
        if (report := self.happening(request)) is not None:
            return report
        nobody = hand.coming_out and not hand.shooter_elsewhere and not line_bettors(table, request.line)
        if nobody and not come_bets_up(table):
            return acts.Choice(0, ANOTHER_SHOOTER)
        return acts.NoMoreBets()

    def finish(self) -> None:
        if self.reports:
            raise self.reports[0].never_came_up(self.playable.terms.clause)


class ThrowsWriter(Writer):
    """Every throw of the round."""

    def take(self, request: Request, act: acts.Act) -> None:
        if isinstance(act, acts.Rolled):
            self.others.setdefault("dice", []).append(list(act.dice))
        else:
            super().take(request, act)


class Throws(Script):
    """`dice` beside the seats: a list of throws, each a list of faces. A throw that was void and made again is not among them."""

    KEYS: ClassVar[frozenset[str]] = frozenset(["dice"])
    PARTS: ClassVar[Mapping[str, Any]] = {
        "dice": {
            "type": "array",
            "items": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}},
            "description": "every throw of the round, as in [[1, 1, 2]]",
        }
    }
    WRITER = ThrowsWriter
    THROWS = True

    def __init__(self, playable: Playable, document: Mapping[str, Any]) -> None:
        super().__init__(playable, document)
        throws = document.get("dice", [])
        if not isinstance(throws, list) or not all(
            isinstance(throw, list) and all(type(face) is int for face in throw) for throw in throws
        ):
            raise Refused("dice: a list of throws, each a list of faces", clause=playable.terms.clause, place=Place("dice"))
        self.throws: list[tuple[int, ...]] = [tuple(throw) for throw in throws]

    def answer(self, request: Request) -> acts.Act:
        if not isinstance(request, RollDue):
            return super().answer(request)
        if (report := self.happening(request)) is not None:
            return report
        if not self.throws:
            fault = f"dice: how {request.dice} dice fell is to be written"
            raise Refused(fault, clause=self.playable.terms.clause, place=Place("dice"))
        return acts.Rolled(self.throws.pop(0))

    def finish(self) -> None:
        super().finish()
        if self.throws:
            fault = f"dice: {list(self.throws[0])} is written but the dice were not thrown again"
            raise Refused(fault, clause=self.playable.terms.clause, place=Place("dice"))
