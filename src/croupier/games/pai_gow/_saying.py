"""Hands that cards were set into, in words, and against the house's bank how each of them compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from croupier.equipment.cards import Card
from croupier.games.banking import BANK
from croupier.games.pai_gow._comparing import SURRENDER
from croupier.games.pai_gow._setting import Hands, Sets
from croupier.hands.names import told_apart
from croupier.table.said import Said, Shown

Compared = Callable[[Any, Any, Any], Sequence[int]]
"""Under these rules, each of a player's hands against the dealer's: 1 where higher, 0 for a copy, -1 where lower."""
_WORDS = {1: "wins", 0: "copy", -1: "loses"}


def by_hands(compared: Compared) -> Callable[[Shown, Any], Said]:
    """What every hand is worth, once it is set; when the round is settled, how it compares with the dealer's."""

    def says(shown: Shown, rules: Sets[Any]) -> Said:
        dealer = _setting(shown, rules, 0)
        # Hands that were set wrongly count otherwise than they lie, and against a player's bank the dealer's do not count.
        decides = shown.settled and not shown.reported and shown.marks.get(BANK, "house") == "house"
        against = () if dealer is None else dealer.values
        set_by = {seat: hands for seat in shown.seats if (hands := _setting(shown, rules, seat)) is not None}
        found: dict[int, tuple[str, ...]] = {}
        for seat, hands in set_by.items():
            names = [told_apart(value, against[place : place + 1]) for place, value in enumerate(hands.values)]
            if hands.foul:
                names.append("foul")
            elif decides and dealer is not None and not shown.chose(seat, SURRENDER):
                each = compared(rules, hands, dealer)
                names = [f"{name} ({_WORDS[how]})" for name, how in zip(names, each, strict=True)]
            found[seat] = (" / ".join(names),)
        dealers = [told_apart(value, [hands.values[place] for hands in set_by.values()]) for place, value in enumerate(against)]
        return Said(dealer=" / ".join(dealers), seats=found)

    return says


def _setting(shown: Shown, rules: Sets[Any], seat: int) -> Hands | None:
    """The way that the cards were set, among those there are."""
    parts = shown.set_into(seat)
    cards: tuple[Card, ...] = tuple(card for part in parts for card in part)
    if not parts or not cards:
        return None
    wanted = " / ".join(" ".join(map(str, part)) for part in parts)
    found: Hands | None = next((way for way in rules.settings(cards) if str(way) == wanted), None)
    return found
