"""A game ready to be played: its resolved rules, its procedure, the spots of its layout and its compiled pay tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_origin

from croupier.equipment import dice, wheels
from croupier.equipment.cards import Card
from croupier.errors import Gap, RulebookError
from croupier.hands.looks import LOOKS, Look
from croupier.hands.patterns import Test, test_for
from croupier.rules.limits import OPTIONS
from croupier.rules.model import Deal, Decided
from croupier.rules.naming import title, words
from croupier.rules.payouts import Payout
from croupier.rules.resolve import GameRules, Paytable, Rule, Wager, resolve_file

if TYPE_CHECKING:
    from croupier.table.facts import Fact
    from croupier.table.said import Says
    from croupier.table.table import Table
    from croupier.table.written import Script

Row = tuple[str, Test, Payout]
Turn = tuple[str, bool, int]
"""To whom cards go, whether face up, and how many."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One place for a chip: its id, the wager it makes, and on a wheel's layout the marks it covers."""

    id: str
    called: str
    wager: Wager
    order: int
    covers: frozenset[str] = frozenset()
    names: int | str | None = None
    """On a dice layout, the number or the pair of faces this place is for."""
    label: str = ""
    """The place's own name where settlement lines call it otherwise: a come bet that has travelled is still a come bet."""

    @property
    def name(self) -> str:
        """What a layout calls the place: as the file names the wager, or as its id is said."""
        called = self.label or self.called
        place = called.removeprefix(self.wager.called).strip("-")
        named = self.wager.name != title(self.wager.called) and place != called
        return f"{self.wager.name} {words(place)}".strip() if named else title(called)


ACROSS, DOWN = (1, 2, 3), (0, 2, 4)
"""The places of a cross on each of its lines."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How many cards a written round names for each hand; 0 where the game has none."""

    hand: int = 0
    dealer: int = 0
    community: int = 0
    later: int = 0
    """How many of a hand's cards come only if its player goes on."""
    cross: bool = False
    """Do the five community cards lie in a cross: far, left, centre, right and near?"""
    sets: tuple[int, ...] = ()
    """Into hands of how many cards each player sets theirs, the highest first; none where a hand stays one."""

    @property
    def turned(self) -> tuple[int, ...]:
        """The order in which community cards are turned up; of a cross its centre comes last."""
        return (1, 3, 0, 4, 2) if self.cross else tuple(range(self.community))


SeenBy = Mapping[Decided, Shape | None]
"""The moments at which side wagers are settled, in turn, each with the cards seen by then where that is not all of them."""


@dataclass(frozen=True)
class Playable:
    """Everything a round needs and nothing that changes."""

    terms: GameRules
    rules: Any
    play: Callable[[Table, Any], Awaitable[None]]
    spots: Mapping[str, Spot]
    names: Mapping[str, str]
    tables: Mapping[str, tuple[Row, ...]]
    script: type[Script]
    shape: Shape = Shape()
    pack: tuple[Card, ...] = ()
    wheel: wheels.Wheel | None = None
    seats: int = 1
    boxes: int = 0
    """Of the seats those that are boxes, where several people may wager on one: the places of the others come after them."""
    patterns: Mapping[str, Test] = field(default_factory=dict)
    simulated: Callable[[Table, Any], Awaitable[None]] | None = None
    facts: Mapping[str, Fact] = field(default_factory=dict)
    """What this game's table can tell about a report."""
    least_players: int = 1
    hands_stay_down: bool = False
    rows_at_once: Mapping[str, int] = field(default_factory=dict)
    """By how many rows one stake of a wager may be paid together, where that is more than one."""
    says: Says | None = None
    """How what lies on the table is put into words."""
    _turns: dict[tuple[int, str, bool], tuple[Turn, ...]] = field(default_factory=dict, init=False, compare=False, repr=False)
    may_change: dict[tuple[object, ...], bool] = field(default_factory=dict, init=False, compare=False, repr=False)
    """Side wagers and the cards they have seen, to whether the next can change what they pay, as far as that was asked."""

    @property
    def seats_clause(self) -> str:
        """What says how many seats there are."""
        clause: str = self.rules.seats.clause
        return clause

    def box_of(self, seat: int) -> int:
        """The box on which whoever is at a seat wagers: the second row of places lies behind the boxes, then the third."""
        return seat if seat <= self.boxes or not self.boxes else (seat - 1) % self.boxes + 1

    @cached_property
    def stack(self) -> str | None:
        """Where the chips lie that players bet against each other; None where they play against the house."""
        return next((wager.of for wager in self.terms.wagers.values() if wager.pooled), None)

    @cached_property
    def alike(self) -> tuple[str, ...]:
        """Wagers of which a player stakes the same on each, where the text has it so."""
        rule = self.terms.file.wagering.get("equal")
        return () if rule is None else tuple(rule.wagers)

    @cached_property
    def looks(self) -> dict[str, Look]:
        """The side wagers at this table, and what each looks at."""
        return {name: LOOKS[wager.looks_at] for name, wager in self.terms.wagers.items() if wager.looks_at is not None}

    @cached_property
    def settled_at(self) -> dict[str, tuple[tuple[Wager, Look], ...]]:
        """By moment, the side wagers that may be settled then, in the order of the layout: decided there, or having waited for it."""
        wagers = [(self.terms.wagers[name], look) for name, look in self.looks.items()]
        moments = {moment for wager, _ in wagers for moment in (wager.decided, wager.waits_until) if moment is not None}
        return {
            moment: tuple((wager, look) for wager, look in wagers if moment in (wager.decided, wager.waits_until))
            for moment in moments
        }

    @cached_property
    def limited_by_round(self) -> tuple[Wager, ...]:
        """Wagers whose payouts of a round are held to one limit for all who win."""
        wagers = self.terms.wagers.values()
        return tuple(wager for wager in wagers if wager.payout_limit is not None and wager.payout_limit_for == "round")

    @cached_property
    def counted(self) -> tuple[Wager, ...]:
        """Wagers whose chips are counted when they are collected before the deal."""
        return tuple(wager for wager in self.terms.wagers.values() if wager.counted)

    @cached_property
    def envied(self) -> dict[str, str]:
        """Side wagers that pay for others' hands too, each with the line by which they are paid."""
        return self._beside("player")

    @cached_property
    def tipped(self) -> dict[str, str]:
        """Side wagers for whose winning hands the dealers get something too, each with the line that says how much."""
        return self._beside("tip-pool")

    def _beside(self, paid_to: str) -> dict[str, str]:
        wagers = self.terms.wagers.items()
        lines = {wager.of: name for name, wager in wagers if wager.placed == "never" and wager.paid_to == paid_to}
        return {name: lines[name] for name in self.looks if name in lines}

    @cached_property
    def deals_for_wagers(self) -> tuple[Deal, ...]:
        """Ways to deal that go with some wagers, whatever the dealing method."""
        return tuple(deal for deal in self.terms.file.deal.values() if deal.for_wagers)

    @cached_property
    def dealing(self) -> Deal:
        """How cards come out under the dealing method this house uses."""
        return self.terms.file.deal[self.terms.options["dealing"]]

    def turns(self, method: Deal, part: str, *, lasting: bool) -> tuple[Turn, ...]:
        """To whom cards go in turn, whether face up, and how many; in a session what a shoe has once is left out."""
        key = (id(method), part, bool(lasting))
        found = self._turns.get(key)
        if found is None:
            found = self._turns[key] = tuple(
                (to, step.face == "up", step.cards)
                for step in (method.opening if part == "opening" else method.street)
                if self.terms.holds(step.when) and step.per != ("shoe" if lasting else "session")
                for _ in range(step.times)
                for to in step.to
            )
        return found

    @cached_property
    def counts(self) -> dict[Card, int]:
        """How many of each card the whole pack holds."""
        held: dict[Card, int] = {}
        for card in self.pack:
            held[card] = held.get(card, 0) + 1
        return held

    @cached_property
    def called(self) -> dict[str, Spot]:
        """A spot of the wager that settlement lines call by a name."""
        return {spot.called: spot for spot in self.spots.values()}

    def name_of(self, called: str) -> str:
        """What people call the wager of a settlement line."""
        spot = self.called.get(called)
        return title(called) if spot is None or spot.label not in ("", called) else spot.name

    @cached_property
    def order(self) -> dict[str, int]:
        """Where a line stands among its seat's lines, by the wager's printed name."""
        return {spot.called: spot.order for spot in self.spots.values()}


def with_limits(playable: Playable, limits: Mapping[str, Any]) -> Playable:
    """The same game with other limits posted; what an option said of them gives way."""
    terms = playable.terms
    options = {name: value for name, value in terms.house_rules.get("options", {}).items() if name not in OPTIONS.values()}
    changed = resolve_file(terms.id, {**terms.house_rules, "options": options, "limits": limits}, terms.version)
    spots = {name: replace(spot, wager=changed.wagers[spot.wager.id]) for name, spot in playable.spots.items()}
    return replace(playable, terms=changed, spots=spots)


def lay_out(
    game: GameRules, marks: Collection[str] = (), cloth: Collection[str] = ()
) -> tuple[dict[str, Spot], dict[str, str]]:
    """The spots of a game's layout, and every name by which a written round may call them.

    `cloth` is what is printed there, `marks` what may be played of it: a box that is out of play still parts its neighbours.
    """
    zeros = [mark for mark in cloth if mark in ("0", "00")]
    spots: dict[str, Spot] = {}
    names: dict[str, str] = {}
    for order, wager in enumerate(game.wagers.values()):
        if wager.dice is not None:
            _lay_out_dice(wager, order, spots, names)
            continue
        if wager.area and wager.area[0] in wheels.LAYOUT:
            printed = wheels.spots(wager.area, zeros)
            places = {place: covers for place, covers in printed.items() if covers <= set(marks)}
        elif wager.area:
            places = {"": frozenset(wager.area)}
        else:
            places = {"": frozenset()}
        for place, covers in places.items():
            called = "-".join(filter(None, (wager.called, place)))
            spot = Spot("-".join(filter(None, (wager.id, place))), called, wager, order, covers)
            spots[spot.id] = spot
            for alias in (wager.id, wager.called, *wager.aliases):
                names["-".join(filter(None, (alias, place)))] = spot.id
    return spots, names


def at_place(name: str, place: str) -> str:
    """A wager's name at one of its places: `#` stands for the place, or it follows.

    >>> at_place("place-#-to-win", "6"), at_place("place", "6"), at_place("field", "")
    ('place-6-to-win', 'place-6', 'field')
    """
    return name.replace("#", place) if "#" in name else "-".join(filter(None, (name, place)))


def _lay_out_dice(wager: Wager, order: int, spots: dict[str, Spot], names: dict[str, str]) -> None:
    assert wager.dice is not None
    row = wager.dice.row
    for place, mark in dice.places(row.each, travels=row.travels).items():
        label = at_place(wager.called, place)
        spot = Spot(at_place(wager.id, place), wager.called if row.travels else label, wager, order, names=mark, label=label)
        spots[spot.id] = spot
        for alias in (wager.id, wager.called, *wager.aliases):
            names[at_place(alias, place)] = spot.id
            if isinstance(mark, str):
                names[at_place(alias, place[::-1])] = spot.id


def look_of(game: GameRules, wager: str) -> Look | None:
    """What a side wager looks at, or the one it goes with: an envy bonus sees the hands of its progressive."""
    for name in (wager, game.file.wagers[wager].of):
        if name is not None and (looks_at := game.file.wagers[name].looks_at) is not None:
            return LOOKS[looks_at]
    return None


def _these_cards(named: str) -> Test:
    """A row that the house pays for cards it has posted."""
    return lambda value, held: sorted(map(str, held)) == sorted(named.split())


def compile_rows(game: GameRules, table: Paytable, patterns: Mapping[str, Test]) -> tuple[Row, ...]:
    """A pay table's rows as tests, in the order in which they are tried; rows no hand decides are left out."""
    look, rows = look_of(game, table.wager), list[Row]()
    for row, payout in table.rows.items():
        offer = game.options[table.offered[row]] if row in table.offered else True
        if offer in (False, "none"):
            continue
        if isinstance(offer, str):
            rows.append((row, _these_cards(offer), payout))
            continue
        printed = game.file.rows.get(row, row)
        pattern = printed if isinstance(printed, str) else printed.hands[str(game.options[printed.option])]
        own = patterns.get(pattern)
        test = own or test_for(pattern) if look is None else look.patterns.get(pattern) or test_for(pattern) or own
        if test is not None:
            rows.append((row, test, payout))
    return tuple(rows)


def compile_tables(game: GameRules, patterns: Mapping[str, Test] = MappingProxyType({})) -> dict[str, tuple[Row, ...]]:
    """Each chosen pay table, compiled."""
    return {wager: compile_rows(game, table, patterns) for wager, table in game.chosen.items()}


def _parts(rule: Rule[Any]) -> dict[str, Any]:
    return {"value": rule.value, "clause": rule.clause, "reading": rule.reading}


def answers(game: GameRules, questions: type[Any]) -> Any:
    """The procedure's questions, answered from the file; one without an answer is a gap, an answer nobody asks for an error."""
    from pydantic import ValidationError

    try:
        asked = {name.replace("_", "-") for name in questions.model_fields}
        settled_by_data = game.asked_by_data - asked
        cited = {field.alias for field in questions.model_fields.values() if get_origin(field.annotation) is Rule}
        values: dict[str, Any] = {
            name: _parts(game.rule(name)) if name in cited else value
            for name, value in game.options.items()
            if name not in settled_by_data
        }
        if game.file.variants:
            values["variant"] = game.file.variants[game.options["variant"]]
        return questions.model_validate(values)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = first["loc"][0]
        kind, message = (
            (Gap, "the procedure asks this and the file does not say")
            if first["type"] == "missing"
            else (RulebookError, first["msg"])
        )
        raise kind(message, file=f"{game.id}.toml", key=f"options.{key}", clauses=[game.clause]) from None
