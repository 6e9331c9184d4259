"""Written rounds: what happened at a table, as a person writes it down, played again by the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from croupier import documents
from croupier.equipment.cards import Card
from croupier.errors import BadInput, Place, Refused, Unwritten, about, meant, shown
from croupier.table import acts, happenings, written_schema
from croupier.table.happenings import Happening
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, DealerAct, Decision, Offer, Request, SpinDue, Wagering
from croupier.table.round import Round
from croupier.table.settlement import as_json, net
from croupier.table.table import Table
from croupier.table.writer import Writer
from croupier.table.written_form import Hand
from croupier.table.written_parts import as_table, cards_of, check_keys, hand_of, meters_of, seat_number

_KEYS = frozenset(["game", "version", "house_rules", "seats", "dealer", "community", "spin", "meters", "irregularities"])
_SEAT_KEYS = frozenset(["wagers", "cards", "decisions"])

Prepare = Callable[[str, Mapping[str, Any] | None, str | None], Playable]


class Script:
    """Answers a table from a written round, and complains about what is missing, doubled or left over."""

    KEYS: ClassVar[frozenset[str]] = frozenset()
    """What a game's own written rounds say besides; a game with a shape of its own extends this class and declares it as `written`."""
    SEAT_KEYS: ClassVar[frozenset[str]] = frozenset()
    """What a seat's own entry says besides its wagers, cards and decisions."""
    PARTS: ClassVar[Mapping[str, Any]] = {}
    """What each of KEYS looks like, as JSON Schema; SEAT_PARTS and DEALER_PARTS likewise."""
    SEAT_PARTS: ClassVar[Mapping[str, Any]] = {}
    DEALER_PARTS: ClassVar[Mapping[str, Any]] = {}
    HANDS: ClassVar[tuple[Hand, ...]] = ()
    """Hands written besides those of the seats, the dealer and the community."""
    BY_ROLLS: ClassVar[bool] = False
    """Is a round written roll by roll, and not seat by seat?"""
    THROWS: ClassVar[bool] = False
    """Is a round written seat by seat with the throws of the dice that decide it (`dice`)?"""
    WRITER: ClassVar[type[Writer]] = Writer
    """What writes a played round down, so that this class reads it again."""
    LATER_AMOUNTS: ClassVar[bool] = False
    """Are the amounts of wagers made by a decision written among the seat's wagers?"""
    ALL_HAVE_CARDS: ClassVar[bool] = True
    """Where cards are dealt, has every seat that wagers some?"""
    LEAVES_WAGERS_UP: ClassVar[bool] = False
    """May the writing end with wagers still on the layout? They are answered as `remaining`."""

    table: Table
    """The table whose questions are answered; set before the first."""

    def __init__(self, playable: Playable, document: Mapping[str, Any]) -> None:
        self.playable = playable
        clause = playable.terms.clause
        check_keys(document, _KEYS | self.KEYS, "round")
        with about(Place("seats")):
            seats = as_table(document.get("seats"), "seats")
            if not seats:
                raise Refused("seats: nobody has wagered", clause=clause)
        self.wagers: list[acts.Wager] = []
        self.hands: dict[int | str, list[Card]] = {}
        self.decisions: dict[int, list[str]] = {}
        for name, seat in seats.items():
            self._read_seat(str(name), as_table(seat, f"seat {name}"))
        shape = playable.shape
        for part, count in (("dealer", shape.dealer), ("community", shape.community)):
            with about(Place(part)):
                if count:
                    self.hands[part] = hand_of(document.get(part), count, part, clause)
                elif part in document:
                    raise Refused(f"{part}: this game has none", clause=clause)
        self._check_deck(clause)
        self.spun, self.several = 0, False
        """How many of the spins have been; are they written as a list, all of which must have been?"""
        with about(Place("spin")):
            self.spins = self._read_spin(document)
        self.dealt: dict[int | str, int] = {}
        self.reports = self._reports(document.get("irregularities", []))

    @classmethod
    def described(cls, playable: Playable, head: dict[str, Any]) -> dict[str, Any]:
        """The shape of this game's written rounds, as JSON Schema."""
        return written_schema.seated(playable, head)

    @classmethod
    def sketched(cls, playable: Playable) -> dict[str, Any] | None:
        """A round as people of this game write it first, where that is not a round told from its beginning."""
        return None

    @classmethod
    def house_for(cls, playable: Playable, document: Mapping[str, Any]) -> dict[str, Any]:
        """Choices of the house that the round itself tells, as the game that was dealt; nothing where it tells none."""
        return {}

    def _read_spin(self, document: Mapping[str, Any]) -> list[str]:
        clause, spin = self.playable.terms.clause, document.get("spin")
        if self.playable.wheel is None:
            if "spin" in document:
                raise Refused("spin: this game has no wheel", clause=clause)
            return []
        if spin is None:
            return []
        spins = spin if isinstance(spin, list) else [spin]
        for mark in spins:
            if isinstance(mark, bool) or not isinstance(mark, (str, int)):
                raise Refused(f"spin: {shown(mark)} is no mark of the wheel", clause=clause)
        self.several = isinstance(spin, list)
        return [str(mark) for mark in spins]

    def _read_seat(self, name: str, seat: Mapping[str, Any]) -> None:
        number = seat_number(name, self.playable)
        with about(Place(seat=number)):
            self._read_seated(number, seat)

    def _read_seated(self, number: int, seat: Mapping[str, Any]) -> None:
        clause = self.playable.terms.clause
        check_keys(seat, _SEAT_KEYS, f"seat {number}")
        wagers = as_table(seat.get("wagers"), f"seat {number}: wagers")
        if not wagers:
            raise Refused(f"seat {number}: no wager is written", clause=clause)
        placed: list[acts.Wager] = []
        for wager, amount in wagers.items():
            with about(Place(seat=number, wager=wager)):
                act = self._read_wager(number, wager, amount)
                if any(act.spot == other.spot for other in placed):
                    raise Refused(f"seat {number}: {wager} is written twice", clause=clause)
                placed.append(act)
        self.wagers += sorted(placed, key=lambda act: self.playable.spots[act.spot].order)
        with about(Place("cards", number)):
            if self.playable.shape.hand:
                self.hands[number] = hand_of(seat.get("cards"), self.playable.shape.hand, f"seat {number}", clause)
            elif "cards" in seat:
                raise Refused(f"seat {number}: this game deals no cards", clause=clause)
        decisions = seat.get("decisions", [])
        if not isinstance(decisions, list) or not all(isinstance(word, str) for word in decisions):
            fault = f"seat {number}: decisions is a list of words"
            raise Refused(fault, clause=clause, place=Place("decisions", number))
        self.decisions[number] = list(decisions)

    def _read_wager(self, number: int, wager: str, amount: Any) -> acts.Wager:
        spot = self.playable.names.get(wager)
        if spot is None:
            fault = f"seat {number}: {shown(wager)} is not a wager of this game{meant(wager, self.playable.names)}"
            raise Refused(fault, clause=self.playable.terms.clause)
        if isinstance(amount, bool) or not isinstance(amount, int) or amount <= 0:
            fault = f"seat {number}: {wager} of {shown(amount)}: a stake is a whole number of cents above zero"
            raise Refused(fault, clause=self.playable.spots[spot].wager.clause)
        return acts.Wager(number, spot, amount)

    def _may_come(self) -> Sequence[Card]:
        """Every card that may be written, as often as it may."""
        return self.playable.pack

    def _check_deck(self, clause: str) -> None:
        left: dict[Card, int] = {}
        for card in self._may_come():
            left[card] = left.get(card, 0) + 1
        for whose, hand in self.hands.items():
            for card in hand:
                left[card] = left.get(card, 0) - 1
                if left[card] < 0:
                    where = f"seat {whose}" if isinstance(whose, int) else whose
                    fault = f"{where}: {card} appears more often than the deck holds it"
                    raise Refused(fault, clause=clause, place=cards_of(whose))
        self._unwritten = [card for card, count in left.items() for _ in range(count)]

    def _reports(self, given: Any) -> list[Happening]:
        if not isinstance(given, list):
            raise BadInput("irregularities: a list is expected", place=Place("irregularities"))
        with about(Place("irregularities")):
            return [happenings.read(entry, self.playable) for entry in given]

    def happening(self, request: Request) -> acts.Reported | None:
        """The irregularity that is reported now, if one is."""
        for happening in self.reports:
            if happening.comes(request, self.table):
                self.reports.remove(happening)
                self._ruling_choice = happening.choice
                return happening.report
        return None

    def answer(self, request: Request) -> acts.Act:
        """The next act of the written round."""
        self._check_turned()
        if isinstance(request, Wagering) and self.wagers:
            return self.wagers.pop(0)
        if (report := self.happening(request)) is not None:
            return report
        if isinstance(request, Wagering):
            return acts.NoMoreBets()
        if isinstance(request, CardDue):
            return acts.Dealt(self._card(request))
        if isinstance(request, Decision):
            return acts.Choice(request.seat, self._decision(request))
        if isinstance(request, Offer):
            return acts.Wager(request.seat, request.spot, self._offer(request))
        if isinstance(request, DealerAct):
            return acts.Done(request.act)
        assert isinstance(request, SpinDue)
        if self.spun == len(self.spins):
            fault = (
                "where the wheel came to rest is missing"
                if not self.spins
                else "that result does not stand and no other is written"
            )
            raise Refused(f"spin: {fault}", clause=self.playable.terms.clause, place=Place("spin"))
        self.spun += 1
        return acts.Spun(self.spins[self.spun - 1])

    def _card(self, request: CardDue) -> Card:
        if request.to not in self.hands:
            # The texts burn cards face down; a written round does not know them, and they change nothing.
            return self._unwritten.pop()
        written, place = self.hands[request.to], request.slot if request.to == "community" else request.number - 1
        if place >= len(written):
            if request.to == "community" and request.face == "down":
                return self._unwritten.pop()  # nobody sees it where all fold before it is turned
            raise self._missing(request.to)
        self.dealt[request.to] = place + 1
        return written[place]

    def _check_turned(self) -> None:
        """A community card that was turned, or has decided a side wager, must have been written."""
        unwritten = self.table.community.up[len(self.hands.get("community", ())) :]
        decided = (self.playable.called[line.wager].wager.id for line in self.table.lines) if unwritten else ()
        looks = [self.playable.looks[wager] for wager in decided if wager in self.playable.looks]
        if any(unwritten) or any(source.place == "community" for look in looks for source in look.sources):
            raise self._missing("community")

    def _missing(self, whose: int | str) -> Refused:
        """A card is due and none is written."""
        shape, written = self.playable.shape, len(self.hands[whose])
        where = f"seat {whose}" if isinstance(whose, int) else whose
        count = {"dealer": shape.dealer, "community": shape.community}.get(str(whose), shape.hand)
        fault = f"{where}: {written} cards are written, the game deals {count}"
        if not written:
            fault = f"{where}: {count} cards are to be written, as in 'Kh Td 2c'"
        return Refused(fault, clause=self.playable.terms.clause, place=cards_of(whose))

    def _offer(self, request: Offer) -> int:
        """What is added where a further wager may be made: nothing, unless its word is the next decision; then all it may."""
        waiting = self.decisions[request.seat]
        if request.declinable and (not waiting or waiting[0] != request.called):
            return 0
        if request.declinable:
            waiting.pop(0)
        return request.maximum

    def _decision(self, request: Decision) -> str:
        if request.moment == "ruling":
            if self._ruling_choice is None:
                fault = f"{request.who}: the ruling asks for a choice: {' or '.join(request.choices)}"
                raise Refused(fault, clause=request.clause, place=Place("irregularities"))
            return self._ruling_choice
        waiting = self.decisions[request.seat]
        if waiting:
            return waiting.pop(0)
        if request.declined is not None:
            return request.declined
        fault = f"seat {request.seat}: a decision is missing: {' or '.join(request.choices)}"
        raise Unwritten(fault, clause=request.clause, place=Place("decisions", request.seat))

    def goes_on(self) -> bool:
        """Is another round written after the one that has ended? A written account of dice may cover several shooters."""
        return False

    @property
    def finished(self) -> bool:
        """Has everything written been played, though the table could go on? Only games of many rolls say so."""
        return False

    def finish(self) -> None:
        """Nothing written may be left over, and nothing seen unwritten."""
        self._check_turned()
        for seat, waiting in self.decisions.items():
            if waiting:
                fault = f"seat {seat}: {waiting[0]!r} is written but there is nothing left to decide"
                raise Refused(fault, clause=self.playable.terms.clause, place=Place("decisions", seat))
        if self.reports:
            with about(Place("irregularities")):
                raise self.reports[0].never_came_up(self.playable.terms.clause)
        if self.several and self.spun < len(self.spins):
            fault = f"spin: {self.spins[self.spun]!r} is written but the wheel was not spun again"
            raise Refused(fault, clause=self.playable.terms.clause, place=Place("spin"))

    def field(self, request: Request, act: acts.Act) -> Place:
        """Where in the writing an act stands, for a refusal of it."""
        match act:
            case acts.Wager(seat, spot, _):
                written = self.playable.spots[spot.partition("#")[0]]
                return Place(seat=seat, wager=written.label or written.called)
            case acts.Choice(seat, _):
                return Place("decisions", seat)
            case acts.Dealt():
                return cards_of(request.to) if isinstance(request, CardDue) else Place()
            case acts.Spun():
                return Place("spin")
            case acts.Rolled():
                return Place("dice")
            case acts.Arranged(seat, _):
                return Place("set", seat)
            case acts.Discarded(seat, _):
                return Place("discards", seat)
            case acts.Reported():
                return Place("irregularities")
        return Place()


def named_game(document: Any) -> tuple[str, Mapping[str, Any] | None, str | None]:
    """The game a written round or a log is of: its id, the house's choices and the version of the text."""
    documents.check(document, "round")
    given = as_table(document, "round")
    game, house, version = given.get("game"), given.get("house_rules"), given.get("version")
    if not isinstance(game, str):
        raise BadInput("game: a written round names its game, as in 'rulebook/game'", place=Place("game"))
    if version is not None and not isinstance(version, str):
        raise BadInput(f"version: {shown(version)} is no version's name")
    return game, None if house is None else as_table(house, "house_rules"), version


def begin_written(document: Any, prepare: Prepare) -> tuple[Round, Script]:
    """A written round made ready: the round at its first request, and the script that answers it."""
    game, house, version = named_game(document)
    playable = prepare(game, house, version)
    given = as_table(document, "round")
    chosen = playable.script.house_for(playable, given)
    if chosen:
        options = as_table((house or {}).get("options", {}), "house_rules.options")
        playable = prepare(game, {**(house or {}), "options": {**options, **chosen}}, version)
    script = playable.script(playable, given)
    with about(Place("meters")):
        round_ = Round(script.playable, sorted(number for number in script.decisions), meters_of(given.get("meters", {})))
    script.table = round_.table
    return round_, script


def next_written(round_: Round, script: Script) -> Round | None:
    """The round that the same account goes on with when one has ended; None where it was the last."""
    if round_.pending is not None or not script.goes_on():
        return None
    following = Round(round_.playable, list(round_.table.seats))
    following.earlier = [*round_.earlier, round_]
    script.table = following.table
    return following


def play_written(document: Any, prepare: Prepare) -> Round:
    """Play a written round as far as it is written; raises Refused where the text would not let it happen."""
    round_, script = begin_written(document, prepare)
    following: Round | None = round_
    while following is not None:
        round_ = following
        while (request := round_.pending) is not None and not script.finished:
            act = script.answer(request)
            with about(script.field(request, act)):
                round_.answer(act)
        following = next_written(round_, script)
    script.finish()
    return round_


def answer_json(round_: Round) -> dict[str, Any]:
    """The settlement, as `croupier settle --json` gives it; `remaining` is what still stands where play goes on."""
    lines = [line for part in (*round_.earlier, round_) for line in part.lines]
    table, totals = round_.table, net(lines)
    every = round_.playable.script.LEAVES_WAGERS_UP
    if every:
        totals = dict.fromkeys(table.seats, 0) | totals
    shown: dict[str, Any] = {
        "lines": [as_json(line) for line in lines],
        "net": {str(seat): total for seat, total in sorted(totals.items())},
    }
    if every or not round_.done or any(seat.stakes for seat in table.seats.values()):
        shown["remaining"] = {
            str(number): {table.spot(stake).label or table.spot(stake).called: amount for stake, amount in seat.stakes.items()}
            for number, seat in sorted(table.seats.items())
            if every or seat.stakes
        }
    if table.tips:
        shown["tip_pool"] = sum(tip.cents for tip in table.tips)
    shown |= table.besides
    readings = sorted({reading for line in lines for reading in line.readings})
    if readings:
        shown["readings"] = readings
    return shown
