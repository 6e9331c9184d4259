"""What is simulated: a kernel, the rules as arrays, and how each wager reads the histogram that comes back."""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from croupier.equipment.cards import JOKER, Card
from croupier.odds.card_numbers import CARDS, kernel_card
from croupier.odds.kernels.tables import Array
from croupier.odds.price import SIMULATION, Price, gathered
from croupier.rules.resolve import Paytable


@dataclass(frozen=True, slots=True)
class End:
    """One way a round can end for a wager, in units of the wager that opens the round, and the choices that led there."""

    outcome: str
    net: Fraction
    staked: Fraction = Fraction(1)
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Section:
    """A wager under its posted pay table: the places of the histogram that concern it."""

    wager: str
    table: Paytable
    ends: Mapping[int, End]
    strategy: str = "none"
    readings: tuple[str, ...] = ()
    note: str = ""
    place: str = ""
    """The place on the layout, where a wager has several that are priced apart."""


@dataclass(frozen=True)
class Simulation:
    """A unit of work without its rounds. `kernel` names a module of `odds.kernels` with `play` and `tally`."""

    kernel: str
    tables: tuple[Array, ...]
    size: int
    sections: tuple[Section, ...]

    def work(self) -> KernelWork:
        """The part that travels to whoever counts."""
        return KernelWork(self.kernel, self.tables, self.size)

    def prices(self, totals: Array, *, rounds: int, seed: int) -> Iterator[Simulated]:
        """Each wager's price from the histogram."""
        counts = totals.tolist()
        for section in self.sections:
            price = priced(section, counts, rounds=rounds, seed=seed)
            if price is not None:
                yield price

    def ends_of(self, seed: int, index: int) -> dict[str, End]:
        """How one round ends for each wager, by its place where a wager has several."""
        reached = np.flatnonzero(self.work().count(seed, index, index + 1)).tolist()
        return {s.place or s.wager: s.ends[place] for s in self.sections for place in reached if place in s.ends}


def module_of(kernel: str) -> Any:
    """The compiled functions of a kernel: `play` and `tally`."""
    return importlib.import_module(f"croupier.odds.kernels.{kernel}")


@dataclass(frozen=True)
class KernelWork:
    """What a worker needs to count rounds, and nothing more."""

    kernel: str
    tables: tuple[Array, ...]
    size: int
    block: int = 1 << 18

    def count(self, seed: int, first: int, last: int) -> Array:
        """The histogram of rounds first to last."""
        from croupier.odds.kernels.randomness import key_of

        found: Array = np.zeros(self.size, np.int64)
        module_of(self.kernel).tally(key_of(seed), first, last, found, *self.tables)
        return found


@dataclass(frozen=True, slots=True)
class CuttingCard:
    """How deep into a shoe the cutting card stands, and how many boxes are dealt from it."""

    penetration: Fraction
    players: int = 1

    def cards_above(self, cards: int) -> int:
        """How many of so many cards are dealt before it comes out."""
        return int(self.penetration * cards)


@dataclass(frozen=True)
class Simulated(Price):
    """A price found by playing, with its error."""

    method: str = SIMULATION
    rounds: int = 0
    seed: int = 0
    error: float | None = None
    """The standard error, where rounds were not drawn one apart from the other."""
    exact: Fraction | None = None
    """The exact house edge of the same wager."""

    @property
    def off(self) -> float | None:
        """How many standard errors lie between the house edge found and the exact one."""
        if self.exact is None:
            return None
        gap = float(self.house_edge - self.exact)
        return gap / self.standard_error if self.standard_error else 0.0 if not gap else math.copysign(math.inf, gap)

    @property
    def standard_error(self) -> float:
        """Of the house edge: how far it is off in a typical run."""
        return math.sqrt(self.variance / self.weight) if self.error is None else self.error

    def as_json(self) -> dict[str, Any]:
        """The shape of `analyze --json`, and how far to trust it."""
        found = super().as_json() | {"rounds": self.rounds, "seed": self.seed, "standard_error": self.standard_error}
        if self.exact is not None and self.off is not None and math.isfinite(self.off):
            found |= {"exact_house_edge": float(self.exact), "standard_errors_off": self.off}
        return found


def priced(section: Section, counts: Sequence[int], *, rounds: int, seed: int) -> Simulated | None:
    """What a section's part of the histogram says; None where the wager was never decided."""
    found: dict[tuple[str, Fraction, Fraction], int] = {}
    for place, end in section.ends.items():
        key = (end.outcome, end.net, end.staked)
        found[key] = found.get(key, 0) + int(counts[place])
    outcomes = gathered(found)
    if not outcomes:
        return None
    return Simulated(
        wager=section.place or section.wager,
        paytable=section.table.id,
        outcomes=outcomes,
        strategy=section.strategy,
        clause=section.table.clause,
        readings=section.readings,
        note=section.note,
        rounds=rounds,
        seed=seed,
    )


@dataclass
class Places:
    """Places of a histogram as they are handed out; place 0 is nobody's."""

    size: int = 1
    ends: dict[int, End] = field(default_factory=dict)

    def add(self, end: End) -> int:
        """A further place, for an end."""
        self.ends[self.size] = end
        self.size += 1
        return self.size - 1

    def of(self, end: End) -> int:
        """The place of an end, the same for all of its section that are alike."""
        return next((place for place, known in self.ends.items() if known == end), None) or self.add(end)

    def taken(self) -> dict[int, End]:
        """The ends since the last call: one section's."""
        ends, self.ends = self.ends, {}
        return ends


def dealt_cards(seed: int, index: int, count: int, *, pack: int = CARDS) -> list[Card]:
    """The cards a kernel deals in one round, in order; past the last of the deck is the joker."""
    from croupier.odds.kernels.randomness import CARD_BITS, deal_from, key_of

    packed = int(deal_from(key_of(seed), np.uint64(index), count, pack))
    numbers = (packed >> CARD_BITS * place & 63 for place in range(count))
    return [JOKER if number == CARDS else kernel_card(number) for number in numbers]
