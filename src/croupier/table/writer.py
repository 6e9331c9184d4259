"""A played round written down as a person would write it: the other way round from `written`, which reads it.

A family writes its own parts beside the class that reads them (`Script.WRITER`).
"""

from __future__ import annotations

from typing import Any

from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, Offer, Request


class Writer:
    """Takes the acts of a round one after another and keeps what a written round says of them."""

    def __init__(self, playable: Playable) -> None:
        self.playable = playable
        self.wagers: dict[int, dict[str, int]] = {}
        self.decisions: dict[int, list[str]] = {}
        self.hands: dict[int | str, list[str]] = {}
        self.community: dict[int, str] = {}
        self.others: dict[str, Any] = {}

    def name(self, spot: str) -> str:
        """A wager as it is written."""
        found = self.playable.spots[spot.partition("#")[0]]
        return found.label or found.called

    def take(self, request: Request, act: acts.Act) -> None:
        """What happened next. A shuffle, a reveal, the house way: written rounds take them for granted."""
        match act:
            case acts.Wager() if isinstance(request, Offer):
                self.offered(request, act)
            case acts.Wager(seat, spot, amount):
                self.wagers.setdefault(seat, {})[self.name(spot)] = amount
            case acts.Dealt(card) if isinstance(request, CardDue):
                self.dealt(request, str(card))
            case acts.Choice(seat, choice) if seat:
                self.decisions.setdefault(seat, []).append(choice)
            case acts.Spun(result):
                before = self.others.get("spin")
                self.others["spin"] = (
                    result if before is None else [*(before if isinstance(before, list) else [before]), result]
                )

    def offered(self, request: Offer, act: acts.Wager) -> None:
        """A further wager: its word among the decisions where it is taken, nothing where it must be made or is not."""
        if request.declinable and act.amount:
            self.decisions.setdefault(act.seat, []).append(request.called)

    def dealt(self, request: CardDue, card: str) -> None:
        """A card, unless it is burned: those are not written."""
        if request.to == "community":
            self.community[request.slot] = card
        elif isinstance(request.to, int) or request.to == "dealer":
            self.hands.setdefault(request.to, []).append(card)

    def seat(self, number: int) -> dict[str, Any]:
        """A seat's own entry."""
        entry: dict[str, Any] = {"wagers": self.wagers[number]}
        if number in self.hands:
            entry["cards"] = " ".join(self.hands[number])
        entry |= self.besides(number)
        if self.decisions.get(number):
            entry["decisions"] = self.decisions[number]
        return entry

    def besides(self, number: int) -> dict[str, Any]:
        """What a family says of a seat's cards besides."""
        return {}

    def document(self) -> dict[str, Any]:
        """The round as far as it was taken."""
        found = begun(self.playable)
        found["seats"] = {str(number): self.seat(number) for number in sorted(self.wagers)}
        if self.community:
            found["community"] = " ".join(card for _, card in sorted(self.community.items()))
        found |= {whose: " ".join(cards) for whose, cards in self.hands.items() if isinstance(whose, str)}
        return found | self.others


def begun(playable: Playable) -> dict[str, Any]:
    """The head of a written round: the game, its version where it is not the current one, and what this house chose."""
    terms = playable.terms
    house = {part: dict(chosen) for part, chosen in terms.house_rules.items() if chosen}
    version = {"version": terms.version} if terms.version is not None else {}
    return {"game": terms.id, **version, **({"house_rules": house} if house else {})}
