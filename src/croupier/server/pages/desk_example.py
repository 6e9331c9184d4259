"""A played round written down as a person would: the desk's examples. Nothing is drawn here."""

from __future__ import annotations

from collections import Counter
from typing import Any

from croupier.errors import CroupierError
from croupier.server.drilling import Level, play_round, several_rolls
from croupier.server.floor import prepare
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, Offer, Request
from croupier.table.round import Round
from croupier.table.written import play_written

Played = list[tuple[Request, acts.Act]]


class Account:
    """Takes the acts of a round one after another and keeps what a written round says of them."""

    def __init__(self, playable: Playable) -> None:
        self.playable = playable
        script = playable.script
        self.keys = script.KEYS
        self.later = script.LATER_AMOUNTS
        self.wagers: dict[int, dict[str, int]] = {}
        self.decisions: dict[int, list[str]] = {}
        self.sets: dict[int, dict[str, str]] = {}
        self.hands: dict[int | str, list[str]] = {}
        self.community: dict[int, str] = {}
        self.others: dict[str, Any] = {}
        self.doubles: dict[int, int] = {}

    def name(self, spot: str) -> str:
        place = self.playable.spots[spot.partition("#")[0]]
        return place.label or place.called

    def take(self, request: Request, act: acts.Act) -> None:
        match act:
            case acts.Wager():
                self._wager(request, act)
            case acts.Dealt(card) if isinstance(request, CardDue):
                self._card(request, str(card))
            case acts.Choice(0, choice):
                self.others["button"] = choice.removeprefix("seat-")
            case acts.Choice(seat, choice):
                self.decisions.setdefault(seat, []).append(choice)
            case acts.Spun(result):
                self.others["spin" if self.playable.wheel is not None else "number"] = result
            case acts.Rolled(dice):
                self.others["dice"] = list(dice)
            case acts.Arranged(seat, hands) if seat:
                high, _, low = hands.partition(" / ")
                self.sets[seat] = {"high": high, "low": low}
            case _:
                pass  # a shuffle, a reveal, the house way: written rounds take them for granted

    def _wager(self, request: Request, act: acts.Wager) -> None:
        own = self.wagers.setdefault(act.seat, {})
        if not isinstance(request, Offer):
            own[self.name(act.spot)] = act.amount
            return
        if not request.declinable:
            self.doubles[act.seat] = number = self.doubles.get(act.seat, 0) + 1
            if act.amount != request.maximum:
                own[self.name(act.spot) + (f"#{number}" if number > 1 else "")] = act.amount
        elif act.amount and self.later:
            own["cap" if request.called == "cap" else self.name(act.spot)] = act.amount
        elif act.amount:
            self.decisions.setdefault(act.seat, []).append(request.called)

    def _card(self, request: CardDue, card: str) -> None:
        if request.to == "community":
            self.community[request.slot] = card
        elif "draws" in self.keys and request.moment != "deal":
            self.hands.setdefault("draws", []).append(card)
        elif isinstance(request.to, int) or request.to == "dealer" or request.to in self.keys:
            self.hands.setdefault(request.to, []).append(card)

    def document(self) -> dict[str, Any]:
        found = begun(self.playable)
        seats = {}
        for seat, wagers in sorted(self.wagers.items()):
            entry: dict[str, Any] = {"wagers": wagers}
            if seat in self.hands:
                entry["cards"] = " ".join(self.hands[seat])
            if seat in self.sets:
                entry["set"] = self.sets[seat]
            if self.decisions.get(seat):
                entry["decisions"] = self.decisions[seat]
            seats[str(seat)] = entry
        found["seats"] = seats
        if self.community:
            found["community"] = " ".join(card for _, card in sorted(self.community.items()))
        found |= {place: " ".join(cards) for place, cards in self.hands.items() if isinstance(place, str)}
        return found | self.others


def begun(playable: Playable) -> dict[str, Any]:
    """The head of a written round: the game, and what this house chose."""
    house = {part: dict(chosen) for part, chosen in playable.terms.house_rules.items() if chosen}
    return {"game": playable.terms.id} | ({"house_rules": house} if house else {})


def _rolls(playable: Playable, played: Played) -> dict[str, Any]:
    rolls: list[dict[str, Any]] = []
    account = Account(playable)
    now: dict[str, Any] = {"wagers": {}}
    for _, act in played:
        if isinstance(act, acts.Wager):
            now["wagers"].setdefault(str(act.seat), {})[account.name(act.spot)] = act.amount
        elif isinstance(act, acts.Choice) and act.seat:
            word, _, spot = act.choice.partition(" ")
            now.setdefault(word, {}).setdefault(str(act.seat), []).append(account.name(spot))
        elif isinstance(act, acts.Rolled):
            rolls.append(now | {"dice": list(act.dice)})
            now = {"wagers": {}}
    return begun(playable) | {"rolls": rolls}


def written(round_: Round, played: Played) -> dict[str, Any]:
    """The round as a person writes it; its log where a written round cannot say all of it."""
    playable = round_.playable
    if several_rolls(playable):
        document = _rolls(playable, played)
    else:
        account = Account(playable)
        for request, act in played:
            account.take(request, act)
        document = account.document()
    try:
        again = play_written(document, prepare)
    except CroupierError:
        return round_.written()
    return document if Counter(again.lines) == Counter(round_.lines) else round_.written()


def example(playable: Playable, seed: int) -> dict[str, Any]:
    """A random round of the game, written down; the next one where it can only be told as a log."""
    for again in range(20):
        found = written(*play_round(playable, seed + again, Level.ALL))
        if "acts" not in found:
            break
    return found
