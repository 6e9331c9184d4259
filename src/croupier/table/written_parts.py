"""The parts of a written round, read from a document: tables and their keys, seats, cards, meters. Nothing is played here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.equipment.cards import Card
from croupier.equipment.faces import pieces
from croupier.errors import BadInput, Place, Refused, shown
from croupier.table.playable import Playable


def as_table(value: Any, what: str) -> Mapping[str, Any]:
    """A table of the document, or BadInput."""
    if not isinstance(value, Mapping):
        raise BadInput(f"{what}: a table of names and values is expected")
    return value


def check_keys(given: Mapping[str, Any], known: frozenset[str], what: str) -> None:
    """Refuse a key that no written round has."""
    for key in given:
        if key not in known:
            raise BadInput(f"{what}: {key!r} is not part of a written round; there are: {', '.join(sorted(known))}")


def seat_number(name: str, playable: Playable) -> int:
    """The seat of that name, if the table has it."""
    if not (name.isascii() and name.isdecimal() and len(name) <= 4 and 1 <= int(name) <= playable.seats):
        fault = f"seat {name[:40]}: seats are 1 to {playable.seats}"
        raise Refused(fault, clause=playable.seats_clause, place=Place("seats"))
    return int(name)


def cards_of(whose: int | str) -> Place:
    """The field with the cards of a seat, the dealer or another hand."""
    return Place("cards", whose) if isinstance(whose, int) else Place(whose)


def hand_of(value: Any, count: int, what: str, clause: str) -> list[Card]:
    """The cards of a hand, fewer than the game deals where not all of them came: one that is due and not written is missed then."""
    if isinstance(value, Mapping):
        value = value.get("cards")
    if value is None:
        return []
    if not isinstance(value, (str, list)) or (isinstance(value, list) and not all(isinstance(w, str) for w in value)):
        raise Refused(f"{what}: {count} cards are to be written, as in 'Kh Td 2c'", clause=clause)
    hand = pieces(value)
    if len(hand) > count:
        raise Refused(f"{what}: {len(hand)} cards are written, the game deals {count}", clause=clause)
    return hand


def meters_of(written: Any) -> dict[str, int]:
    """What each meter stands at, in whole cents."""
    amounts = as_table(written, "meters")
    for name, amount in amounts.items():
        if isinstance(amount, bool) or not isinstance(amount, int):
            raise BadInput(f"meters.{name}: {shown(amount)}: what it stands at, in whole cents")
    return dict(amounts)
