"""Progressive meters: seed, contributions, payouts, to the last fraction of a cent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from croupier.errors import BadInput, Unknown
from croupier.rules.model import Meter as Terms
from croupier.rules.payouts import Kind, Payout


@lru_cache(maxsize=64)
def _rate(text: str) -> Fraction:
    return Fraction(text.rstrip("%")) / 100


class Moved(NamedTuple):
    """What went on a meter from wagers, what winners took off it, and what the house put there when all of it was won."""

    contributed: Fraction = Fraction(0)
    paid: int = 0
    resets: Fraction = Fraction(0)

    def since(self, before: Moved) -> Moved:
        """What moved after `before`."""
        return Moved(self.contributed - before.contributed, self.paid - before.paid, self.resets - before.resets)


@dataclass(slots=True)
class Meter:
    """What a jackpot stands at. `contributed` and `paid` let anyone check: amount = start + contributed + resets - paid."""

    seed: int
    rate: Fraction
    amount: Fraction
    start: Fraction
    contributed: Fraction = Fraction(0)
    paid: int = 0
    resets: Fraction = Fraction(0)

    @classmethod
    def opened(cls, terms: Terms, amount: int | Fraction | None = None) -> Meter:
        """A meter at its seed, or at the `amount` it has reached."""
        start = Fraction(terms.seed if amount is None else amount)
        return cls(seed=terms.seed, rate=_rate(terms.rate), amount=start, start=start)

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Meter:
        """What `written` wrote."""
        exact = {name: Fraction(value) for name, value in written.items() if name not in ("seed", "paid")}
        return cls(seed=written["seed"], paid=written["paid"], **exact)

    def written(self) -> dict[str, Any]:
        """The meter as JSON: whole cents as numbers, fractions as text."""
        return {name: value if isinstance(value, int) else str(value) for name, value in asdict(self).items()}

    @property
    def moved(self) -> Moved:
        """Everything that went on it and came off since it started."""
        return Moved(self.contributed, self.paid, self.resets)

    def after(self, moved: Moved) -> Meter:
        """The meter when this much more has gone on it and come off."""
        contributed, paid, resets = moved
        return replace(
            self,
            amount=self.amount + contributed + resets - paid,
            contributed=self.contributed + contributed,
            paid=self.paid + paid,
            resets=self.resets + resets,
        )

    def stand(self, amount: Fraction) -> None:
        """It stands at `amount`, whatever other tables have put on it or taken off since this one last looked."""
        self.start += amount - self.amount
        self.amount = amount

    def contribute(self, stake: int) -> None:
        """A wager's share goes on the meter; a negative stake takes a voided wager's share off again."""
        share = stake * self.rate
        self.amount += share
        self.contributed = self.contributed + share if self.contributed.numerator else share

    def pay(self, payout: Payout, stake: int = 0) -> int:
        """Whole cents for a winner, taken off the meter; when all of it is won the meter goes back to its seed.

        Winners of one round are paid one after another: the second finds what the first left. Of a fixed sum that comes off the
        meter the house pays what the meter has not got.
        """
        won = payout.won(stake, meter=self.amount)
        moved = drawn(payout, won, seed=self.seed)
        self._move(moved._replace(paid=min(moved.paid, int(self.amount))))
        return won

    def take_back(self, payout: Payout, won: int, *, others: bool = False) -> None:
        """What a winner was paid goes on the meter again; the seed that had replaced it back to the house, unless others won it too."""
        self._move(Moved().since(drawn(payout, won, seed=0 if others else self.seed)))

    def _move(self, moved: Moved) -> None:
        self.paid += moved.paid
        self.resets += moved.resets
        self.amount += moved.resets - moved.paid

    def share(self, payout: Payout, among: int) -> int:
        """What each of so many winners of all of it gets in whole cents: it is taken off for them together."""
        part = payout.won(0, meter=self.amount) // among
        self._move(drawn(payout, part * among, seed=self.seed))
        return part

    def balanced(self) -> bool:
        """Does the amount follow from what went in and out?"""
        return self.amount == self.start + self.contributed + self.resets - self.paid


def drawn(payout: Payout, won: int, *, seed: int) -> Moved:
    """What a win by this row takes off a meter: nothing where the row is no share of it; all of it is replaced by the seed."""
    if payout.kind is not Kind.METER and not payout.off_meter:
        return Moved()
    all_of_it = payout.kind is Kind.METER and payout.figure == 1
    return Moved(paid=won, resets=Fraction(seed if all_of_it else 0))


def open_meters(terms: Mapping[str, Terms], amounts: Mapping[str, int | Fraction] | None = None) -> dict[str, Meter]:
    """All meters of a game."""
    given = amounts or {}
    for name, amount in given.items():
        if name not in terms:
            raise Unknown("meter", name, terms)
        if amount < 0:
            raise BadInput(f"meters.{name}: {amount}: a meter holds nothing or more ({', '.join(terms[name].clause)})")
    return {name: Meter.opened(term, given.get(name)) for name, term in terms.items()}
