"""What a text says of a table's life: the steps at its opening, between rounds, at a shuffle, idle and closing; how old cards get.

Only questions to the rules. Whether a step is done, and by whom, is the session's business.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from croupier.rules.model import CardHours, Step, StubCount
from croupier.rules.resolve import GameRules

WITH_THE_SHUFFLE = (
    "shuffle",
    "check-shuffle",
    "change-batches",
    "alternate-batches",
    "alternate-decks",
    "cut",
    "second-cover-card",
    "cover-card-below",
    "load-shoe",
    "burn",
)
"""Steps that belong to a shuffle: they are asked in the round that begins with it, not before."""
COUNT_STUB, CHANGE_CARDS = "count-stub", "change-cards"
STARTS_ANEW = ("remove-deck", "new-deck")
"""What a ruling may leave to do that brings other cards to the table, and with them the opening."""


class Due(NamedTuple):
    """A step that must be done: by whom, what it holds up, and which clause says so."""

    step: str
    by: str
    clause: str
    blocks: str = "round"
    says: str = ""


def steps(game: GameRules, listed: Iterable[Step]) -> list[Due]:
    """Those of the file's steps that bind under this house's choices, in order, but for those that go with a shuffle."""
    return [
        Due(step.step, step.by, ", ".join(step.clause), says=step.says)
        for step in listed
        if not step.optional and step.step not in WITH_THE_SHUFFLE and game.holds(step.when)
    ]


def card_hours(game: GameRules) -> CardHours | None:
    """How long cards may stay, under the dealing method in force."""
    return next((entry for entry in game.file.life.card_hours if game.holds(entry.when)), None)


def stub_count(game: GameRules) -> StubCount | None:
    """How often the stub must be counted, unless a counting shuffler does it."""
    return next((entry for entry in game.file.life.stub_count if not (entry.unless and game.holds(entry.unless))), None)
