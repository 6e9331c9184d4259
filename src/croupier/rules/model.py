"""The shape of a rulebook file. Pydantic checks it; `croupier schema` prints it as JSON Schema for editors."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal, Self

from pydantic import Field, NonNegativeInt, PositiveInt, model_validator

from croupier.rules.dice import DiceRow, Handling
from croupier.rules.life import Life
from croupier.rules.options import Follows as Follows
from croupier.rules.options import Option as Option
from croupier.rules.parts import Cited, Clauses, Condition, Grounds, Names, Part, PayoutText
from croupier.rules.poker import Drop, Rake, Variant
from croupier.rules.rulings import Authority, Ruling

LookName = Literal[
    "own-two",
    "own-two-and-dealers-two",
    "own-two-and-dealers-up-card",
    "own-two-around-dealers-up-card",
    "each-own-card-like-dealers-up-card",
    "own-three",
    "own-three-with-joker",
    "dealers-three",
    "community-three",
    "own-four-of-two-hands",
    "own-best-four",
    "own-five",
    "community-five",
    "own-with-flop",
    "own-with-community",
    "own-with-dealers",
    "own-six-with-joker",
    "own-seven-with-joker",
    "dealers-hand",
    "dealers-first-three",
    "sevens-in-order",
    "sevens-in-order-unsplit",
    "aces-in-order",
]
"""The cards that decide a side wager, and their ranking: `hands/looks.py` says what each of them is."""
Decided = Literal["after-the-deal", "after-the-check", "showdown"]
"""When a side wager is settled: once the cards are dealt, once the dealer has looked for a blackjack, or at the end."""
FORFEITS = ("fold-forfeits", "surrender-forfeits")
"""Options that list what is lost by giving up a hand; a side wager may say it of itself instead."""


class Need(Part):
    """Another wager that must stand before this one: at least so large a part of this one's stake."""

    wager: Names
    at_least: Annotated[str, Field(pattern=r"^[0-9]{1,6}(/[1-9][0-9]{0,5})?$")] | None = None
    when: Condition = {}
    clause: Clauses


class Apart(Part):
    """Other wagers beside which no table offers this one."""

    wager: Names
    clause: Clauses


class Check(Part):
    """What must be done before a winning wager is paid, and by whom: for every win, or for some rows only."""

    step: str
    by: Authority = "dealer"
    rows: Names = ()
    clause: Clauses


class Wager(Cited):
    """A bet, or a line without a stake (a bonus paid on another bet)."""

    name: str = ""
    called: str | None = None
    aliases: Names = ()
    placed: Literal["opening", "decision", "never"] = "opening"
    times: tuple[PositiveInt, ...] = ()
    any_amount: bool = False
    """May the stake also be anything between the least and the greatest of `times`?"""
    of: str | None = None
    amount: PositiveInt | None = None
    amount_by: str | None = None
    """The option by which the house fixes the stake, where the text leaves the figure to it."""
    amounts: tuple[PositiveInt, ...] = ()
    """The stake is one of these: a chip of one value or another."""
    minimum: PositiveInt | None = None
    maximum: PositiveInt | None = None
    below_table_minimum: bool = False
    """May it be less than the table's minimum, which is then that of the wagers that open the round?"""
    unit: PositiveInt | None = None
    dice: DiceRow | None = None
    needs: tuple[Need, ...] = ()
    apart_from: tuple[Apart, ...] = ()
    """Where the house has not said which of them it offers, the first that is made in a round decides."""
    bars_surrender: Names = ()
    """The clause by which nobody who makes it may give up the hand."""
    offered: str | None = None
    when: Condition = {}
    area: Names = ()
    collected: bool = False
    meter: str | None = None
    paid_to: Literal["player", "tip-pool"] = "player"
    """Who gets what a line without a stake pays: the dealers, where a text rewards them for a player's hand."""
    staked_by: Literal["player", "house"] = "player"
    """Whose chips lie there: the house's own where it wagers against a banking seat."""
    pooled: bool = False
    """Do the players win it from each other, so that losers pay winners and not the house?"""
    banks: bool = False
    """Does it cover what the others win, so that no line of its round can be set right without the rest?"""
    lasts: bool = False
    """May it stand on the layout over several rounds until it is decided?"""
    alone: str | None = None
    """The option that says how large a stake may stand without the wagers it otherwise needs."""
    looks_at: LookName | None = None
    """What decides a side wager. A wager without it is settled by its game's procedure."""
    decided: Decided | None = None
    waits_until: Decided | None = None
    """When it is settled instead, as long as a card that is not seen yet could still change the row that pays it."""
    dealt_on: bool = False
    """Does its seat get the card it waits for even where the dealer's blackjack ends the round?"""
    payout_limit: str | None = None
    """The option by which the house limits what it pays one player in a round, or all of them."""
    payout_limit_for: Literal["player", "round"] = "player"
    least_win_lifts: bool = False
    """Is that limit never below what the least wager can win?"""
    lost_by_folding: bool | None = None
    checks: tuple[Check, ...] = ()
    counted: Names = ()
    """The clause by which the chips collected for it are counted before a card is dealt."""
    """Does a fold lose a side wager too, or does it wait for its cards?"""
    outcomes: Grounds = {}
    """The paragraph that decides each thing that can become of the stake, by the name the procedure gives it."""

    @model_validator(mode="after")
    def _whole(self) -> Wager:
        if (self.looks_at is None) != (self.decided is None):
            raise ValueError("looks-at and decided go together: which cards, and when")
        return self


class Paytable(Part):
    wager: Names
    called: str = ""
    """One name by which the house chooses the table for all its wagers."""
    id: str
    column: str = ""
    stakes_from: NonNegativeInt = 0
    """Of columns by the stake, the one that counts is the last that the stake reaches."""
    rows: dict[str, PayoutText]
    floor: bool
    clause: Clauses
    cites: Grounds = {}
    """Rows that rest on a paragraph of their own; the others rest on the table's."""
    beside: dict[str, str] = {}
    """Rows that are paid beside another, which the hand has made too."""
    offered: dict[str, str] = {}
    """Rows that the house may offer or not, each by the option that says so, or that names the cards it is paid for."""
    when: Condition = {}
    reading: str | None = None
    says: str = ""
    overrides: Names = ()
    sums_per: PositiveInt | None = None
    """Fixed sums are for each so many cents of the stake."""
    whole: PositiveInt = 1
    """What is won is paid down to a whole number of so many cents."""
    at_most: dict[str, PayoutText] = {}
    """Rows that a house's own table may not exceed."""
    off_meter: Names = ()
    """Fixed sums that come off the meter."""
    not_from_tray: Names = ()
    """Rows that may not be paid from the table's chips: the cage pays them."""

    @model_validator(mode="after")
    def _rows_beside(self) -> Paytable:
        if unknown := {*self.beside, *self.beside.values()} - self.rows.keys():
            raise ValueError(f"beside: {min(unknown)} is no row of the table")
        return self


WageringTopic = Literal[
    "limits", "equal", "coins", "verbal-cash", "late", "coupons", "colours", "uniform", "notice", "shared-box"
]
"""What a text may say about how wagers are made at all, whatever the wager."""


class WageringRule(Cited):
    """How wagers are made: which coin is none, who confirms what is said aloud, what is alike at all tables, who is told first.

    A box may be shared where a rule says with which wagers, and an option how many people may wager on it.
    """

    allowed: bool = True
    optional: bool = False
    coin: PositiveInt | None = None
    confirmed_by: Names = ()
    wagers: Names = ()
    paytables: bool = False
    options: Names = ()
    to: Names = ()


class Reading(Part):
    """What we read where the text is silent, contradictory or damaged."""

    clauses: Clauses
    kind: Literal["silent", "contradiction", "damage", "ambiguous"]
    text: str
    adopted: str
    because: str


class DealStep(Part):
    to: Names
    cards: int = 1
    times: int = 1
    face: Literal["down", "up"] = "down"
    per: Literal["round", "shoe", "session"] = "round"
    """What is done once a shoe belongs to a round that stands alone; in a session the shuffle has done it (`life.burns`).

    What only a session knows of, as which side of a double shoe is dealt from, is not done in a round that stands alone.
    """
    when: Condition = {}


class Deal(Cited):
    """How the cards come out under one dealing method."""

    opening: tuple[DealStep, ...]
    street: tuple[DealStep, ...] = ()
    turned: Literal["as-dealt", "last-first"] = "as-dealt"
    for_wagers: Names = ()
    """Whatever the dealing method, cards come out so in a round in which one of these was made."""
    first_stack: Literal["leftmost", "picked-by-bank"] = "leftmost"


class Constraint(Part):
    """Choices that go together: where `when` holds, `must` holds too."""

    when: Condition
    must: Condition
    clause: Clauses


class Breakage(Cited):
    """What becomes of the fraction of a cent that a payout comes to."""

    fractions_of_a_cent: Literal["dropped"]


class Rate(Part):
    """What goes on a meter at the least where the house has chosen so."""

    when: Condition
    rate: Annotated[str, Field(pattern=r"^[0-9]{1,6}(\.[0-9]{1,6})?%$")]


class Meter(Cited):
    """A jackpot. One that stands `beside` another is fed by the same wagers, and the other's least rate binds both together."""

    seed: NonNegativeInt
    seeds: dict[str, NonNegativeInt] = {}
    """Other least seeds, by the id of the pay table that is posted for the wager."""
    rate: Annotated[str, Field(pattern=r"^[0-9]{1,6}(\.[0-9]{1,6})?%$")]
    seed_by: str | None = None
    rate_by: str | None = None
    """The options by which the house sets the figures, where the text has none."""
    rates: tuple[Rate, ...] = ()
    resets: bool = True
    shared: bool = False
    """Do winners of all of it in one round share it equally, as it stands when the first of them is paid?"""
    beside: str | None = None
    link: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,19}$")] | None = None
    """Tables of a rulebook that name the same link share its meters, those `beside` it too; without one, tables of one game do."""

    def seed_with(self, table: str) -> int:
        """Where it starts when the pay table of this id is posted."""
        return self.seeds.get(table, self.seed)

    def starting_at(self, seed: int) -> Self:
        """The same meter from another sum, whatever table is posted."""
        return self.model_copy(update={"seed": seed, "seeds": {}})


class Version(Part):
    """One dated state of the text; `replaces` overlays sections for anybody who asks for it."""

    id: str
    current: bool = False
    dates: dict[str, date] = {}
    says: str = ""
    lines: tuple[int, int] | None = None
    clause: Clauses
    reading: str | None = None
    replaces: dict[str, Any] = {}


class RowBy(Part):
    """A printed row whose hand depends on a choice of the house: by its value, the name of the hand."""

    option: str
    hands: dict[str, str]


class Areas(Cited):
    """How the areas of a player's place lie, where a text says so: rows of wagers, the nearest to the dealer first."""

    rows: tuple[Names, ...]


class Sections(Part):
    """What a game file and a general section may both hold."""

    title: str = ""
    clause: str
    lines: tuple[int, int]
    options: dict[str, Option] = {}
    wagers: dict[str, Wager] = {}
    paytables: tuple[Paytable, ...] = ()
    rulings: dict[str, Ruling] = {}
    wagering: dict[WageringTopic, WageringRule] = {}
    readings: dict[str, Reading] = {}
    deal: dict[str, Deal] = {}
    meters: dict[str, Meter] = {}
    dice: Handling = Handling()
    breakage: Breakage | None = None
    constraints: tuple[Constraint, ...] = ()
    life: Life = Life()
    rows: dict[str, str | RowBy] = {}
    """Printed names of rows to the hands they are for."""
    procedure_clauses: Names = ()


class General(Sections):
    """A section that governs several games."""


class Game(Sections):
    """One game of one rulebook."""

    name: str
    family: str
    procedure: str
    inherits: Names = ()
    refers_to: Names = ()
    """Other games of the rulebook whose clauses bear on this one too, as an appendix on jackpots does: they may be cited, and
    what they say of the wagers they share binds here."""
    without: dict[str, str] = {}
    variants: dict[str, Variant] = {}
    """The games of a poker room; the option `variant` names the one that a table spreads."""
    areas: Areas | None = None
    rake: Rake | None = None
    drop: Drop | None = None
    versions: tuple[Version, ...] = ()

    @model_validator(mode="after")
    def _areas_are_for_wagers(self) -> Game:
        unknown = [
            name for row in (self.areas.rows if self.areas is not None else ()) for name in row if name not in self.wagers
        ]
        if unknown:
            raise ValueError(f"areas: the wager {unknown[0]!r} does not exist")
        return self


class Clause(Part):
    """An entry of the clause index: where the clause stands, what it says in our words, what became of it."""

    lines: tuple[int, int]
    says: str
    also: tuple[tuple[int, int], ...] = ()
    kind: str = ""
    fate: Literal["heading", "note", "out-of-scope", "procedure", ""] = ""
    reason: str = ""
    damage: str = ""


class ClauseIndex(Part):
    clauses: dict[str, Clause]
