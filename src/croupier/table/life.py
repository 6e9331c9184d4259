"""What a text says of a table's life: the steps at its opening, between rounds, at a shuffle, idle and closing; how old cards get.

Only questions to the rules. Whether a step is done, and by whom, is the session's business.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from fractions import Fraction
from functools import wraps
from typing import NamedTuple, TypeVar

from croupier.rules.life import Burn, CardHours, Continuous, ShoeLife, Step, StubCount
from croupier.rules.resolve import GameRules
from croupier.rules.terms import Rule

Found = TypeVar("Found")

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
ALTERNATING = ("alternate-batches", "alternate-decks", "change-batches")
_ASKED = ("check-shuffle", "change-batches", "cut", "second-cover-card", "cover-card-below", "load-shoe")
COUNT_STUB, CHANGE_CARDS, CHANGE_DICE = "count-stub", "change-cards", "change-dice"
STARTS_ANEW = ("remove-deck", "new-deck")
"""What a ruling may leave to do that brings other cards to the table, and with them the opening."""


class Due(NamedTuple):
    """A step that must be done: by whom, what it holds up, and which clause says so."""

    step: str
    by: str
    clause: str
    blocks: str = "round"
    says: str = ""


def _known(find: Callable[[GameRules], Found]) -> Callable[[GameRules], Found]:
    """Found once for each resolved game, and kept with it: a table asks at every step, and the house's choices stay."""

    name = f"life.{find.__name__}"

    @wraps(find)
    def known(game: GameRules) -> Found:
        kept = vars(game)
        if name not in kept:
            kept[name] = find(game)
        found: Found = kept[name]
        return found

    return known


def steps(game: GameRules, listed: Iterable[Step]) -> list[Due]:
    """Those of the file's steps that bind under this house's choices, in order, but for those that go with a shuffle."""
    return [
        Due(step.step, step.by, ", ".join(step.clause), says=step.says)
        for step in listed
        if not step.optional and step.step not in WITH_THE_SHUFFLE and game.holds(step.when)
    ]


@_known
def between_rounds(game: GameRules) -> list[tuple[str | None, Due]]:
    """The steps between rounds that bind, each with what a ruling must have left to do for it, if anything."""
    return [(step.after, due) for step in game.file.life.between_rounds for due in steps(game, [step])]


def allowed(game: GameRules, listed: Iterable[Step]) -> list[Due]:
    """Those of the file's steps that somebody may do and nobody must, but for those that go with a shuffle."""
    return [
        Due(step.step, step.by, ", ".join(step.clause), blocks="", says=step.says)
        for step in listed
        if step.optional and step.step not in WITH_THE_SHUFFLE and game.holds(step.when)
    ]


@_known
def two_batches(game: GameRules) -> bool:
    """Are there two batches of cards, one of which is shuffled in a device while the other is dealt from?"""
    life = game.file.life
    named = [step for step in (*life.between_rounds, *life.resuming, *life.opening) if game.holds(step.when)]
    return any(step.step in ALTERNATING for step in named)


@_known
def continuous(game: GameRules) -> Continuous | None:
    """The device that takes the cards of every round back and deals from all of them, where the house has one."""
    return next((entry for entry in game.file.life.continuous if game.holds(entry.when)), None)


def with_a_shuffle(game: GameRules, *, first: bool) -> list[Step]:
    """What people do after a shuffle before they deal: as the text has it between rounds where it does, else as at the opening."""

    if continuous(game) is not None:
        return []

    def chosen(listed: Iterable[Step]) -> list[Step]:
        return [step for step in listed if step.step in _ASKED and not step.optional and game.holds(step.when)]

    life = game.file.life
    return chosen(life.opening) if first else chosen(life.between_rounds) or chosen(life.opening)


@_known
def shoe(game: GameRules) -> ShoeLife | None:
    """By what rule the cards serve several rounds; None where every round begins with a shuffle."""
    return next((entry for entry in game.file.life.shoe if game.holds(entry.when)), None)


def behind_the_cutting_card(game: GameRules, cards: int) -> int | None:
    """How many cards of so many this house leaves behind the cutting card: a number, or a share of all."""
    if (rule := shoe(game)) is None:
        return None
    left = game.options[rule.behind]
    return math.ceil(Fraction(left.rstrip("%")) * cards / 100) if isinstance(left, str) else int(left)


def one_more_round(game: GameRules) -> bool:
    """Is one more round dealt after that in which the cutting card came out?"""
    rule = shoe(game)
    return rule is not None and rule.one_more_round


def entry(game: GameRules, *, played: bool) -> Rule[str] | None:
    """What this house lets somebody wager who let a round of the shoe pass; None where no text keeps anybody from it.

    A text may tell those who wagered on an earlier round of the shoe (`played`) from those who come to it.
    """
    rule = shoe(game)
    option = None if rule is None else rule.again if played and rule.again is not None else rule.entry
    return None if option is None else game.rule(option)


def burns(game: GameRules, per: str) -> list[Burn]:
    """What is burned of every new shoe, or for every new dealer."""
    return [entry for entry in game.file.life.burns if entry.per == per and game.holds(entry.when)]


@_known
def card_hours(game: GameRules) -> CardHours | None:
    """How long cards may stay, under the dealing method in force."""
    return next((entry for entry in game.file.life.card_hours if game.holds(entry.when)), None)


@_known
def stub_count(game: GameRules) -> StubCount | None:
    """How often the stub must be counted, unless a counting shuffler does it."""
    return next((entry for entry in game.file.life.stub_count if not (entry.unless and game.holds(entry.unless))), None)


def count_is_due(rule: StubCount, rounds: int, now: datetime | None, counted: datetime | None, counts: int) -> bool:
    """Is it time to count the cards: so many rounds, or so long, after the last count, or after a dealer's first round?"""
    if rule.every is not None:
        return rounds >= rule.every
    if rule.minutes is not None:
        return now is not None and counted is not None and now - counted >= timedelta(minutes=rule.minutes)
    return counts < 1


def count_of_the_relieved(game: GameRules, counts: int) -> list[Due]:
    """The second count of a rotation, due when it ends, where the text wants two and one was made."""
    rule = stub_count(game)
    owed = rule is not None and rule.twice_a_rotation and counts == 1
    return [Due(COUNT_STUB, "dealer", ", ".join(rule.clause))] if rule is not None and owed else []
