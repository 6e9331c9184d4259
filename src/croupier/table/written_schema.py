"""What a written round looks like, as JSON Schema: for editors, and for programs that write rounds.

A family says its own parts beside the class that reads them (`Script.PARTS`, `Script.SEAT_PARTS`), so that one change changes both.
"""

from __future__ import annotations

from typing import Any

from croupier.table.playable import Playable

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
AMOUNT: Schema = {"type": "integer", "minimum": 0, "description": "in cents"}
CARDS: Schema = {
    "description": "rank and suit, as in 'Kh Td 2c', or a list of them; Jo is the joker; tiles by their halves, as in '6-6 2-4'",
    "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
}
_WORDS: Schema = {"type": "array", "items": {"type": "string"}}
_SEAT = "^[1-9][0-9]{0,3}$"
_LATER = {"pattern": r"^(cap|[a-z0-9-]+#[0-9]+)$"}


_COUNTED: Schema = {"type": "integer", "minimum": 1}


def closed(properties: Schema, *required: str) -> Schema:
    """An object with these keys and no others."""
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


_PLACE: Schema = {
    "description": "where it happened: at this seat's turn, on this one of its hands, before this card, the so-manieth time",
    **closed({**dict.fromkeys(("seat", "hand", "card", "turn"), _COUNTED), "to": {"anyOf": [{"type": "string"}, _COUNTED]}}),
}


def by_seat(of: Schema) -> Schema:
    """A table whose names are the numbers of seats."""
    return {"type": "object", "patternProperties": {_SEAT: of}, "additionalProperties": False}


def wagers(playable: Playable, *, least: int = 1) -> Schema:
    """Amounts by the names that wagers have on this layout."""
    names: Schema = {"enum": sorted(playable.names)}
    if playable.script.LATER_AMOUNTS:
        names = {"anyOf": [names, _LATER]}
    return {"type": "object", "propertyNames": names, "additionalProperties": {**AMOUNT, "minimum": least}}


def irregularities(playable: Playable) -> Schema:
    """What was reported, when, about whom, and what was chosen where the ruling asks."""
    known = playable.terms.rulings
    moments = sorted({moment for ruling in known.values() for moment in ruling.when})
    entry = closed(
        {
            "irregularity": {"enum": sorted(known)},
            "during": {"enum": moments},
            "at": _PLACE,
            "seat": {"type": "integer", "minimum": 0},
            "choice": {"type": ["string", "null"]},
        },
        "irregularity",
    )
    return {"type": "array", "items": entry}


def round_schema(playable: Playable) -> Schema:
    """The written rounds of one game."""
    terms, script = playable.terms, playable.script
    head: Schema = {
        "game": {"const": terms.id},
        "version": {"type": ["string", "null"]},
        "house_rules": closed({part: {"type": "object"} for part in ("options", "paytables", "limits", "meters")}),
        "meters": {"type": "object", "propertyNames": {"enum": sorted(terms.meters)}, "additionalProperties": AMOUNT},
    }
    found = script.described(playable, head)
    return {"$schema": DIALECT, "title": f"A written round of {terms.name} ({terms.id}), {terms.clause}", **found}


def seated(playable: Playable, head: Schema) -> Schema:
    """A round whose seats are written once: wagers, cards, decisions, and what the family adds."""
    script, shape = playable.script, playable.shape
    seat: Schema = {"wagers": {**wagers(playable), "minProperties": 1}, "decisions": _WORDS, **script.SEAT_PARTS}
    parts: Schema = {**head, "irregularities": irregularities(playable), **script.PARTS}
    needed = ["game", "seats"]
    if shape.hand:
        seat["cards"] = CARDS
    for part, count in (("dealer", shape.dealer), ("community", shape.community)):
        if count:
            held = closed({"cards": CARDS, **script.DEALER_PARTS}, "cards")
            parts[part] = {"anyOf": [CARDS, held]}
            if part == "dealer":  # community cards may never come, where all have folded
                needed.append(part)
    if playable.wheel is not None:
        spun: Schema = {"type": ["string", "integer"]}
        several = {"type": "array", "items": spun, "minItems": 1}
        parts["spin"] = {"description": "where it came to rest; a list where it was spun again", "anyOf": [spun, several]}
        needed.append("spin")
    parts["seats"] = {**by_seat(closed(seat, "wagers")), "minProperties": 1}
    # Whoever wagers on another's box has no cards of their own.
    cards = bool(shape.hand) and script.ALL_HAVE_CARDS and not playable.boxes
    return {**closed(parts, "game", "seats"), **_unless_something_went_wrong(needed, cards=cards)}


def _unless_something_went_wrong(needed: list[str], *, cards: bool) -> Schema:
    """What a round without irregularities must say: each seat's cards, the dealer's, the spin."""
    seat: Schema = {"patternProperties": {_SEAT: {"required": ["cards"]}}}
    then: Schema = {"required": needed, **({"properties": {"seats": seat}} if cards else {})}
    return {"if": {"not": {"required": ["irregularities"]}}, "then": then}
