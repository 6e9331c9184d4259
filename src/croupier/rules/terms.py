"""What a resolved game is made of: wagers, needs, limits and pay tables as they stand at one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

from croupier.errors import Gap
from croupier.rules import model
from croupier.rules.dice import ComeOut, Commission, DiceRow, Removal
from croupier.rules.limits import Limits
from croupier.rules.parts import Grounds
from croupier.rules.payouts import Payout

Condition = Mapping[str, Any]
Outcome = Literal["win", "push", "lose"]
"""What a rule makes of a stake."""
T = TypeVar("T", covariant=True)


@dataclass(frozen=True, slots=True, eq=False)
class Rule(Generic[T]):
    """An answer of the rulebook with what it rests on: cited where it decides (`because=rules.tie`), read by its `value`.

    A rule is not its value: to compare it with one, or to ask whether it is true, is an error and not a silent no.
    """

    value: T
    clause: str
    reading: str | None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rule):
            raise TypeError(f"a rule is compared with {other!r}: read its value")
        return (self.value, self.clause, self.reading) == (other.value, other.clause, other.reading)

    def __hash__(self) -> int:
        return hash((self.value, self.clause, self.reading))

    def __bool__(self) -> bool:
        raise TypeError("a rule is neither true nor false: read its value")


@dataclass(frozen=True, slots=True)
class Need:
    """A wager that must stand beside another, at least `part` of its stake."""

    wagers: tuple[str, ...]
    part: Fraction
    clause: str

    def least(self, stake: int) -> int:
        """What must stand beside a stake, in whole cents."""
        return -(-stake * self.part.numerator // self.part.denominator)

    @property
    def whole(self) -> bool:
        """Must as much stand there as is staked?"""
        return self.part.numerator == self.part.denominator


@dataclass(frozen=True, slots=True)
class Dice:
    """A wager on dice: its row, and how it is handled between rolls."""

    row: DiceRow
    removal: Removal
    come_out: ComeOut
    commission: Commission | None


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet as it may be made at this table."""

    id: str
    called: str
    name: str
    aliases: tuple[str, ...]
    placed: str
    times: tuple[int, ...]
    of: str | None
    amount: int | None
    amounts: tuple[int, ...]
    needs: tuple[Need, ...]
    apart_from: tuple[tuple[str, str], ...]
    """Other wagers, each with the clause by which no table offers both."""
    bars_surrender: str
    area: tuple[str, ...]
    collected: bool
    meter: str | None
    limits: Limits
    clause: str
    says: str
    reading: str | None
    dice: Dice | None = None
    staked_by: str = "player"
    paid_to: str = "player"
    pooled: bool = False
    banks: bool = False
    alone: int | None = None
    lasts: bool = False
    looks_at: model.LookName | None = None
    decided: model.Decided | None = None
    waits_until: model.Decided | None = None
    dealt_on: bool = False
    payout_limit: str | None = None
    payout_limit_for: str = "player"
    least_win_lifts: bool = False
    lost_by_folding: bool = False
    any_amount: bool = False
    checks: tuple[model.Check, ...] = ()
    counted: str = ""
    outcomes: Mapping[str, Rule[str]] = field(default_factory=dict)
    """What decides each outcome, by the name the procedure gives it."""

    def stands_alone(self, stake: int) -> bool:
        """Is the stake large enough to stand without the wagers it otherwise needs?"""
        return self.alone is not None and stake >= self.alone


class Rows(dict[str, Payout]):
    """The rows of a pay table, in the order in which they are tried; one that the procedure pays by and the file has not is a gap."""

    def __init__(self, rows: Mapping[str, Payout], place: str, clause: str) -> None:
        super().__init__(rows)
        self._place, self._clause = place, clause

    def __missing__(self, row: str) -> Payout:
        raise Gap(
            f"the game pays by a row {row!r}, which is not there", file="the rulebook", key=self._place, clauses=[self._clause]
        )


@dataclass(frozen=True, slots=True)
class Paytable:
    """One printed table for one wager."""

    wager: str
    id: str
    rows: Mapping[str, Payout]
    floor: bool
    clause: str
    when: Condition
    reading: str | None
    says: str
    column: str = ""
    stakes_from: int = 0
    called: str = ""
    cites: Mapping[str, Rule[str]] = field(default_factory=dict)
    not_from_tray: tuple[str, ...] = ()
    offered: Mapping[str, str] = field(default_factory=dict)
    """The option by which the house offers a row that it need not."""
    at_most: Mapping[str, Payout] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", Rows(self.rows, f"paytables.{self.wager}.{self.id}", self.clause))

    def ground(self, row: str) -> Paytable | Rule[str]:
        """What a row rests on: its own paragraph, or the table's."""
        return self.cites.get(row, self)


def joined(clauses: tuple[str, ...]) -> str:
    return ", ".join(clauses)


def grounds(given: Grounds) -> Mapping[str, Rule[str]]:
    return MappingProxyType({name: Rule(name, joined(entry.clause), entry.reading) for name, entry in given.items()})
