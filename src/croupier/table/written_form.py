"""Which fields a game's written round has, found by looking at the game; what a family adds stands beside the class that reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from croupier.rules.model import Option
from croupier.rules.resolve import GameRules
from croupier.table.playable import Playable
from croupier.table.random_rounds import play_round
from croupier.table.requests import Decision, Offer


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager that may be written, in cents."""

    name: str
    title: str
    minimum: int
    maximum: int | None
    unit: int
    amount: int | None
    later: bool
    says: str
    clause: str


@dataclass(frozen=True, slots=True)
class Hand:
    """Cards of a seat, the dealer or a place of the layout: how many are written."""

    key: str
    least: int
    most: int
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Something left to the house: an option, or which pay table it posts."""

    part: Literal["options", "paytables"]
    name: str
    kind: Literal["one-of", "yes-or-no", "figure"]
    choices: tuple[Any, ...]
    default: Any
    unit: str
    says: str
    clause: str


@dataclass(frozen=True, slots=True)
class Irregularity:
    name: str
    says: str
    during: tuple[str, ...]
    seat: bool
    choices: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of one game's written round, found by looking at the game."""

    game: str
    name: str
    clause: str
    seats: int
    wagers: tuple[Stake, ...]
    hand: Hand | None
    """What a seat is dealt; None where the game deals a seat nothing."""
    hands: tuple[Hand, ...]
    sets: tuple[str, ...]
    """The hands that a seat sets its cards into, by name; none where it sets nothing."""
    marks: tuple[str, ...]
    rolls: bool
    dice: int
    meters: tuple[str, ...]
    words: tuple[str, ...]
    irregularities: tuple[Irregularity, ...]
    choices: tuple[Choice, ...]
    pack: Mapping[str, int]
    others: tuple[str, ...]
    """Keys that only the round as JSON can say."""

    def stake(self, name: str) -> Stake | None:
        return next((stake for stake in self.wagers if stake.name == name), None)


def form(playable: Playable) -> Form:
    """Which fields the written round of this game has."""
    game, shape, script = playable.terms, playable.shape, playable.script
    counts = (("dealer", shape.dealer, shape.later), ("community", shape.community, 0))
    return Form(
        game=game.id,
        name=game.name,
        clause=game.clause,
        seats=playable.seats,
        wagers=_stakes(playable),
        hand=Hand("cards", shape.hand - shape.later, shape.hand) if shape.hand else None,
        hands=(*(Hand(key, count - later, count) for key, count, later in counts if count), *script.HANDS),
        sets=tuple(script.SEAT_PARTS["set"]["properties"]) if "set" in script.SEAT_KEYS else (),
        marks=playable.wheel.marks if playable.wheel is not None else (),
        rolls=script.BY_ROLLS,
        dice=2 if script.BY_ROLLS else playable.rules.dice if script.THROWS else 0,
        meters=tuple(game.meters),
        words=() if script.BY_ROLLS else _words(playable),
        irregularities=_irregularities(game),
        choices=_choices(game),
        pack={str(card): count for card, count in playable.counts.items()},
        others=tuple(sorted(script.KEYS - {hand.key for hand in script.HANDS} - {"rolls"} - _written_as_throws(playable))),
    )


def _written_as_throws(playable: Playable) -> frozenset[str]:
    return frozenset(["dice"] if playable.script.THROWS else [])


def _stakes(playable: Playable) -> tuple[Stake, ...]:
    later = playable.script.LATER_AMOUNTS
    found: dict[str, Stake] = {}
    for spot in playable.spots.values():
        wager = spot.wager
        if wager.placed == "opening" or (wager.placed == "decision" and (later or wager.any_amount)):
            name = spot.label or spot.called
            limits = wager.limits
            found[name] = Stake(
                name=name,
                title=spot.name,
                minimum=limits.minimum,
                maximum=limits.maximum,
                unit=limits.unit,
                amount=wager.amount,
                later=wager.placed == "decision",
                says=wager.says,
                clause=wager.clause,
            )
    return tuple(found.values())


def _irregularities(game: GameRules) -> tuple[Irregularity, ...]:
    return tuple(
        Irregularity(name, ruling.says, ruling.when, ruling.seat, tuple(ruling.choices), ", ".join(ruling.clause))
        for name, ruling in game.rulings.items()
    )


def _choices(game: GameRules) -> tuple[Choice, ...]:
    found = [choice for name, option in game.file.options.items() if (choice := _choice(game, name, option)) is not None]
    tables: dict[str, list[Any]] = {}
    for table in game.paytables:
        if game.holds(table.when) and table.wager in game.wagers:
            tables.setdefault(table.wager, []).append(table)
    for wager, printed in tables.items():
        ids = tuple(dict.fromkeys(table.id for table in printed))
        if len(ids) > 1:
            found.append(Choice("paytables", wager, "one-of", ids, ids[0], "", "Pay table", printed[0].clause))
    return tuple(found)


def _choice(game: GameRules, name: str, option: Option) -> Choice | None:
    cited = ", ".join(option.clause)
    value = game.options[name]
    if option.is_ is not None or option.house_sets == "sections":
        return None
    if option.one_of is not None:
        if len(option.one_of) < 2:
            return None
        return Choice("options", name, "one-of", option.one_of, value, "cents" if option.is_money else "", option.says, cited)
    if option.house_sets == "yes-or-no":
        return Choice("options", name, "yes-or-no", (True, False), value, "", option.says, cited)
    unit = option.unit or ("cents" if option.is_money else "")
    return Choice("options", name, "figure", (), value, unit, option.says, cited)


def _words(playable: Playable) -> tuple[str, ...]:
    """Every word a decision was asked in, over some random rounds; the table itself lists the rest when it asks."""
    found: dict[str, None] = {}
    for seed in range(12):
        for request, _ in play_round(playable, seed)[1]:
            if isinstance(request, Decision) and request.seat:
                found.update(dict.fromkeys(request.choices))
            elif isinstance(request, Offer) and request.declinable:
                found[request.called] = None
    return tuple(found)
