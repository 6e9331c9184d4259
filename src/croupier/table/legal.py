"""Legal answers as values: what a pending request lists. Each has its JSON form, and the act that it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.equipment.cards import Card
from croupier.table import acts

if TYPE_CHECKING:
    from croupier.table.felt import Felt
    from croupier.table.playable import Spot


@dataclass(frozen=True, slots=True)
class LegalWager:
    """Any amount within bounds on a spot. `called` is the word by which a decision takes up an offer."""

    seat: int
    spot: str
    minimum: int
    maximum: int | None
    step: int
    stake: int
    called: str | None = None
    removable: bool | None = None
    """Between rolls of dice: may what stands there come down?"""
    opens: bool | None = None
    """Is it one of the wagers without which the dice are not thrown?"""
    coin: int | None = None
    """A coin that is not used for wagering: no amount that needs an odd one."""

    def act(self, amount: int | None = None) -> acts.Wager:
        """The wager of an amount, or of the least."""
        return acts.Wager(self.seat, self.spot, self.minimum if amount is None else amount)

    def nearest(self, amount: int) -> int:
        """The amount as it may be staked: within the bounds, and a whole number of steps."""
        most = amount if self.maximum is None else min(amount, self.maximum)
        least = -(-self.minimum // self.step) * self.step
        if self.maximum is not None and least > self.maximum:
            least = self.minimum
        whole = max(most - most % self.step, least)
        if self.coin is not None and whole % (2 * self.coin) == self.coin:
            return whole - self.coin if whole - self.coin >= least else whole + self.coin
        return whole

    def less(self, amount: int) -> int:
        """The stake with an amount taken off, in whole steps: nothing where too little would be left.

        >>> wager = LegalWager(1, "ante", minimum=1000, maximum=None, step=100, stake=1500)
        >>> wager.less(500), wager.less(600), wager.nearest(wager.stake + 550)
        (1000, 0, 2000)
        """
        left = (self.stake - amount) // self.step * self.step
        return left if left >= self.minimum else 0

    def as_json(self) -> dict[str, Any]:
        """As the API lists it."""
        bounds = {"minimum": self.minimum, "maximum": self.maximum, "step": self.step, "stake": self.stake}
        others = {"called": self.called, "removable": self.removable, "opens": self.opens, "coin": self.coin}
        said = {key: value for key, value in others.items() if value is not None}
        return {"act": "wager", "seat": self.seat, "spot": self.spot, **bounds, **said}


@dataclass(frozen=True, slots=True)
class LegalChoice:
    """One of the named choices of a seat; of the floor where the seat is 0."""

    seat: int
    choice: str

    def act(self) -> acts.Choice:
        return acts.Choice(self.seat, self.choice)

    def as_json(self) -> dict[str, Any]:
        return {"act": "choice", "seat": self.seat, "choice": self.choice}


@dataclass(frozen=True, slots=True)
class LegalSetting:
    """One way to set a seat's cards into hands."""

    seat: int
    hands: str

    def act(self) -> acts.Arranged:
        return acts.Arranged(self.seat, self.hands)

    def as_json(self) -> dict[str, Any]:
        return {"act": "arrange", "seat": self.seat, "hands": self.hands}


@dataclass(frozen=True, slots=True)
class LegalDiscard:
    """Cards that a seat may throw away together."""

    seat: int
    cards: str

    def act(self) -> acts.Discarded:
        return acts.Discarded(self.seat, self.cards)

    def as_json(self) -> dict[str, Any]:
        return {"act": "discard", "seat": self.seat, "cards": self.cards}


@dataclass(frozen=True, slots=True)
class LegalCard:
    """A card that may come next, and how many of it are left."""

    card: Card
    left: int

    def act(self) -> acts.Dealt:
        return acts.Dealt(self.card)

    def as_json(self) -> dict[str, Any]:
        return {"act": "card", "card": str(self.card), "left": self.left}


@dataclass(frozen=True, slots=True)
class LegalRoll:
    """One way the dice may fall."""

    dice: tuple[int, ...]

    def act(self) -> acts.Rolled:
        return acts.Rolled(self.dice)

    def as_json(self) -> dict[str, Any]:
        return {"act": "roll", "dice": list(self.dice)}


@dataclass(frozen=True, slots=True)
class LegalSpin:
    """One place where the wheel may come to rest."""

    result: str

    def act(self) -> acts.Spun:
        return acts.Spun(self.result)

    def as_json(self) -> dict[str, Any]:
        return {"act": "spin", "result": self.result}


@dataclass(frozen=True, slots=True)
class LegalStep:
    """Something for the dealer to do."""

    what: str

    def act(self) -> acts.Done:
        return acts.Done(self.what)

    def as_json(self) -> dict[str, Any]:
        return {"act": "done", "what": self.what}


@dataclass(frozen=True, slots=True)
class NoMoreBets:
    """Wagering may be closed."""

    def act(self) -> acts.NoMoreBets:
        return acts.NoMoreBets()

    def as_json(self) -> dict[str, Any]:
        return {"act": "no-more-bets"}


Legal = LegalWager | LegalChoice | LegalSetting | LegalDiscard | LegalCard | LegalRoll | LegalSpin | LegalStep | NoMoreBets


def wagers_among(listed: Iterable[Legal], seat: int | None = None) -> list[LegalWager]:
    """The wagers among legal answers, of one seat or of all."""
    return [entry for entry in listed if isinstance(entry, LegalWager) and seat in (None, entry.seat)]


def unmet(spots: Mapping[str, Spot], stakes: Mapping[str, int]) -> list[tuple[str, ...]]:
    """What the wagers already down cannot be without: each time the wagers of which one would do."""
    needs = [need for stake in stakes for need in spots[stake.partition("#")[0]].wager.needs]
    return [need.wagers for need in needs if not any(stakes.get(other) for other in need.wagers)]


def still_needed(felt: Felt, stakes: Mapping[str, int]) -> set[str]:
    """Wagers that must be put down yet: of several that would do, the first."""
    return {wagers[0] for wagers in unmet(felt.spots, stakes)}
