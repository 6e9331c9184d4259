"""Progressive meters: seed, contributions, payouts, to the last fraction of a cent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.errors import BadInput, Unknown
from croupier.rules.model import Meter as Terms
from croupier.rules.payouts import Kind, Payout


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
        return cls(seed=terms.seed, rate=Fraction(terms.rate.rstrip("%")) / 100, amount=start, start=start)

    def contribute(self, stake: int) -> None:
        """A wager's share goes on the meter; a negative stake takes a voided wager's share off again."""
        share = stake * self.rate
        self.amount += share
        self.contributed += share

    def pay(self, payout: Payout) -> int:
        """Whole cents for a winner, taken off the meter; when all of it is won the meter goes back to its seed.

        Winners of one round are paid one after another: the second finds what the first left.
        """
        won = payout.won(0, meter=self.amount)
        self.paid += won
        self.amount -= won
        if payout.kind is Kind.METER and payout.figure == 1:
            self.resets += self.seed
            self.amount += self.seed
        return won

    def balanced(self) -> bool:
        """Does the amount follow from what went in and out?"""
        return self.amount == self.start + self.contributed + self.resets - self.paid


def open_meters(terms: Mapping[str, Terms], amounts: Mapping[str, int | Fraction] | None = None) -> dict[str, Meter]:
    """All meters of a game."""
    given = amounts or {}
    for name, amount in given.items():
        if name not in terms:
            raise Unknown("meter", name, terms)
        if amount < 0:
            raise BadInput(f"meters.{name}: {amount}: a meter holds nothing or more ({', '.join(terms[name].clause)})")
    return {name: Meter.opened(term, given.get(name)) for name, term in terms.items()}
