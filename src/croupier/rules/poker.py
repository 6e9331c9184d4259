"""What a file says of a poker room: the games it may spread, what the house takes from a pot, and what goes to a fund."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, NonNegativeInt, PositiveInt

from croupier.errors import OutOfBounds, shown
from croupier.rules.parts import Cited, Clauses, Ground, Grounds, Names, Part, as_ground

Forced = Literal["blinds-before-deal", "blinds-after-deal", "lowest-card", "highest-card"]
"""Who must bet first: those left of the button, before any card or after the deal; or whose up-card is lowest or highest."""
Opens = Literal["after-forced", "after-button", "best-high", "best-low"]
"""Who acts first in a betting round: whoever follows the forced bets, the button, or has the best hand showing."""
Low = Literal["ace-to-five", "ace-to-six", "deuce-to-seven", "lowest-high-hand"]
GroundText = Annotated[Ground, BeforeValidator(as_ground)]


class Street(Part):
    """Cards, and the betting round that follows them."""

    burn: bool = False
    down: NonNegativeInt = 0
    up: NonNegativeInt = 0
    board: NonNegativeInt = 0
    draw: bool = False
    """Does each player in turn exchange any number of cards?"""
    discard: Literal["before", "after"] | None = None
    """Does each player throw one card away, before the board's cards or after them?"""
    opens: Opens
    limit: Literal["lower", "upper"] = "lower"
    """Which limit binds where limits are fixed."""
    clause: Clauses


class Kill(Cited):
    """When the limits of the next hand are raised, for the player who won this one."""

    after: Literal["scoop", "two-pots"]
    """Whoever alone takes a large pot, as long as pots are so taken; or two pots in a row, until another wins."""
    above: bool = False
    """Must the pot exceed the mark that the house sets, or is it enough to reach it?"""
    blind: bool = True
    """Does that player post a blind of the raised least bet?"""


class Variant(Cited):
    """One game of the room, from the deal to how its pot is divided."""

    name: str
    aliases: Names = ()
    streets: tuple[Street, ...]
    forced: Forced
    ace: Literal["high", "low"] = "high"
    """How an ace ranks as the up-card that brings it in."""
    hand: Literal["any-five", "two-and-three"] = "any-five"
    high: bool = True
    low: Low | None = None
    qualifier: PositiveInt | None = None
    odd_chip: Literal["button", "suit"]
    """Who gets what cannot be shared among equal hands. The odd chip of two halves is always the high hand's."""
    short_of_cards: Literal["common-card", "scramble", "reshuffle-discards", "reshuffle-others-discards"] | None = None
    dealt_after_folding: GroundText | None = None
    """What has cards fall on the place of a hand that was folded while nobody had bet, until somebody does."""
    kill: Kill | None = None
    outcomes: Grounds = {}
    """The paragraph that decides each thing that can become of a share of the pot."""

    @property
    def blinds(self) -> bool:
        return self.forced in ("blinds-before-deal", "blinds-after-deal")

    @property
    def own_cards(self) -> int:
        """How many cards a player is dealt, draws aside."""
        return sum(street.down + street.up for street in self.streets)

    @property
    def kept_cards(self) -> int:
        """How many of them are left at the showdown."""
        return self.own_cards - sum(street.discard is not None for street in self.streets)

    @property
    def board_cards(self) -> int:
        return sum(street.board for street in self.streets)

    @property
    def draws(self) -> bool:
        return any(street.draw for street in self.streets)


class Rake(Cited):
    """How the house may be paid out of a pot."""

    methods: dict[Literal["percentage", "incremental", "time-charge"], GroundText]
    uncalled: GroundText
    """What keeps an uncalled bet out of the pot."""
    uncalled_of_a_dead_hand: GroundText
    """What becomes of it where the hand that made it is dead: it is won, and not raked."""
    run_twice: str | None = None
    """The option by which a house lets two players see the rest of the board twice."""
    by_time: bool = False
    """Does the text know a charge for time, besides what comes out of pots?"""
    none_before_flop: GroundText | None = None
    """What forbids a rake where all have folded before there is a board."""


class Promotion(Cited):
    """A way in which a fund goes back to players."""

    taxable_above: PositiveInt | None = None
    """Cents above which what one player is paid is to be reported; at a tournament, net of the buy-in."""


class Drop(Cited):
    """What goes to a fund of the players; where the text has no figures they are the house's."""

    cents: PositiveInt | None = None
    least_pot: PositiveInt | None = None
    months: PositiveInt | None = None
    """Within how many months of the one it was collected in it must go back to players."""
    promotions: dict[str, Promotion] = {}
    """What it may be paid for, where the text says so."""


METHODS = {
    "none": "none",
    "percentage": "percentage",
    "straight-percentage": "percentage",
    "percent": "percentage",
    "incremental": "incremental",
    "steps": "incremental",
    "time-charge": "time-charge",
    "time-charges": "time-charge",
    "time": "time-charge",
}
"""How people call the ways to take a rake."""
MOST_STEPS, AN_HOUR = 50, 60


def rake_chosen(value: Any, *, at_most: int | None, cited: str) -> dict[str, Any]:
    """A house's rake: a method with its figures, `{"method": "percentage", "percent": 10, "maximum": 400}`."""
    named = value.get("method") if isinstance(value, Mapping) else None
    if not isinstance(named, str) or named not in METHODS:
        raise OutOfBounds(f"rake: {shown(value)}: a method is expected, one of {', '.join(METHODS)} ({cited})")
    method = METHODS[named]
    keys = {"percentage": {"percent", "maximum"}, "incremental": {"steps", "maximum"}}.get(method, set())
    unknown = value.keys() - {"method"} - keys
    if unknown and not (method == "time-charge" and unknown <= {"cents", "per", "minutes"}):
        raise OutOfBounds(f"rake.{min(unknown)}: not part of a rake by {method} ({cited})")
    found: dict[str, Any] = {"method": method}
    maximum = value.get("maximum")
    if maximum is not None:
        if not _whole(maximum):
            raise OutOfBounds(f"rake.maximum: {shown(maximum)} is no amount in cents ({cited})")
        found["maximum"] = maximum
    if method == "percentage":
        percent = value.get("percent")
        if isinstance(percent, str):
            percent = int(percent.removesuffix("%")) if percent.removesuffix("%").isdecimal() else None
        if percent is None or not _whole(percent):
            raise OutOfBounds(f"rake.percent: {shown(value.get('percent'))} is no whole number of percents ({cited})")
        if at_most is not None and percent > at_most:
            raise OutOfBounds(f"rake.percent: {percent} is too high: at most {at_most}% ({cited})")
        found["percent"] = percent
    if method == "incremental":
        found["steps"] = _steps(value.get("steps"), cited)
    if method == "time-charge":
        found |= _time_charge(value, cited)
    return found


def _time_charge(value: Mapping[str, Any], cited: str) -> dict[str, Any]:
    """So much by player or by table for so many minutes, a whole hour at most; nothing where only the method is named."""
    if not value.keys() & {"cents", "per", "minutes"}:
        return {}
    cents, per, minutes = value.get("cents"), value.get("per", "player"), value.get("minutes", AN_HOUR)
    if not _whole(cents) or per not in ("player", "table") or not _whole(minutes) or not 0 < minutes <= AN_HOUR:
        fault = "cents, per player or per table, and for how many minutes of an hour, as in"
        raise OutOfBounds(f'rake: {fault} {{"cents": 600, "per": "player", "minutes": 30}} ({cited})')
    return {"cents": cents, "per": per, "minutes": minutes}


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10**12


def _steps(given: Any, cited: str) -> list[list[int]]:
    """What is taken as the pot reaches each level: pairs of level and sum, or tables that say so."""
    fault = OutOfBounds(f"rake.steps: a list of levels and what is taken there, as in [[1000, 100], [2000, 100]] ({cited})")
    if not isinstance(given, (list, tuple)) or not 0 < len(given) <= MOST_STEPS:
        raise fault
    found = []
    for entry in given:
        pair = entry
        if isinstance(entry, Mapping):
            level = next((entry[key] for key in ("at", "pot", "level") if key in entry), None)
            pair = [level, next((entry[key] for key in ("take", "rake", "amount") if key in entry), None)]
        if not isinstance(pair, (list, tuple)) or len(pair) != 2 or not all(map(_whole, pair)):
            raise fault
        found.append([pair[0], pair[1]])
    return sorted(found)
