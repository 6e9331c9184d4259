"""Written rounds at a desk: which fields a game's round has, what a round settles to or where it is stuck, and its link."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from croupier.errors import BadInput, CroupierError, Place, Unwritten
from croupier.rules.model import Option
from croupier.rules.resolve import GameRules
from croupier.server.floor import prepare
from croupier.server.numbers import check_numbers
from croupier.table.narrate import Telling, tell_log
from croupier.table.playable import Playable
from croupier.table.requests import Request
from croupier.table.round import Round
from croupier.table.written import answer_json

MOST_TEXT = 200_000
"""Characters of a round as JSON."""
MOST_ROLLS = 500


# What a game's written round says


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
    sets: bool
    """Does a seat set its cards into a high and a low hand?"""
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


_DRAWN = Hand("draws", 0, 40, optional=True)
_PLAIN = frozenset(["rolls", "draws"])


def form(playable: Playable) -> Form:
    """Which fields the written round of this game has."""
    game, shape, script = playable.terms, playable.shape, playable.script
    keys = script.KEYS
    piles = sorted(key for key in keys if key.rpartition("-")[2] in ("player", "banker"))
    hands = [Hand(key, count, count) for key, count in (("dealer", shape.dealer), ("community", shape.community)) if count]
    hands += [Hand(key, 2, 3, optional="-" in key) for key in sorted(piles, key=lambda key: ("-" in key, key))]
    hands += [_DRAWN] if _DRAWN.key in keys else []
    return Form(
        game=game.id,
        name=game.name,
        clause=game.clause,
        seats=playable.seats,
        wagers=_stakes(playable),
        hand=Hand("cards", shape.hand, shape.hand) if shape.hand else None,
        hands=tuple(hands),
        sets="set" in script.SEAT_KEYS,
        marks=playable.wheel.marks if playable.wheel is not None else (),
        rolls="rolls" in keys,
        dice=2 if "rolls" in keys else 0,
        meters=tuple(game.meters),
        words=() if "rolls" in keys else _words(game.id, json.dumps(_plain(game.house_rules), sort_keys=True)),
        irregularities=_irregularities(game),
        choices=_choices(game),
        pack={str(card): count for card, count in playable.counts.items()},
        others=tuple(sorted(keys - _PLAIN - set(piles))),
    )


def _plain(value: Any) -> Any:
    return {key: _plain(part) for key, part in value.items()} if isinstance(value, Mapping) else value


def _stakes(playable: Playable) -> tuple[Stake, ...]:
    later = playable.script.LATER_AMOUNTS
    found: dict[str, Stake] = {}
    for spot in playable.spots.values():
        wager = spot.wager
        if wager.placed == "opening" or (wager.placed == "decision" and later):
            name = spot.label or spot.called
            place = name.removeprefix(wager.called).strip("-")
            title = f"{wager.name} {place}".strip() if place != name else name.replace("-", " ").capitalize()
            limits = wager.limits
            found[name] = Stake(
                name=name,
                title=title,
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
        return Choice("options", name, "one-of", option.one_of, value, "", option.says, cited)
    if option.house_sets == "yes-or-no":
        return Choice("options", name, "yes-or-no", (True, False), value, "", option.says, cited)
    unit = option.unit or ("cents" if option.house_sets == "cents" else "")
    return Choice("options", name, "figure", (), value, unit, option.says, cited)


@lru_cache(maxsize=256)
def _words(game: str, house_rules: str) -> tuple[str, ...]:
    """Every word a decision was asked in, over some random rounds; the table itself lists the rest when it asks."""
    from croupier.server.drilling import play_round
    from croupier.table.requests import Decision, Offer

    playable = prepare(game, json.loads(house_rules), None)
    found: dict[str, None] = {}
    for seed in range(12):
        for request, _ in play_round(playable, seed)[1]:
            if isinstance(request, Decision) and request.seat:
                found.update(dict.fromkeys(request.choices))
            elif isinstance(request, Offer) and request.declinable:
                found[request.called] = None
    return tuple(found)


# What a round settles to


@dataclass(frozen=True, slots=True)
class Settled:
    """A round that the rules settle."""

    round: Round
    story: list[str]
    answer: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stuck:
    """A round that cannot be settled as it is written: why, where, and what the table waits for."""

    why: str
    clause: str | None
    place: Place
    request: Request | None = None
    story: tuple[str, ...] = ()
    unwritten: bool = False
    """Is it only that a decision is still to be made?"""

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(getattr(self.request, "choices", ()))


def settle(document: Any) -> Settled | Stuck:
    """The settlement of a written round or of a log, or where it is stuck."""
    telling: Telling | None = None
    try:
        check_size(document)
        if isinstance(document, Mapping) and "acts" in document:
            round_, story = tell_log(document, prepare)
        else:
            telling = Telling(document, prepare)
            telling.run()
            round_, story = telling.round, telling.story
        return Settled(round_, story, answer_json(round_))
    except CroupierError as error:
        request = telling.round.pending if telling is not None else None
        told = tuple(telling.story) if telling is not None else ()
        clause, place = (error.clause, error.place) if isinstance(error, BadInput) else (None, None)
        return Stuck(str(error), clause, place or Place(), request, told, isinstance(error, Unwritten))


def check_size(document: Any) -> None:
    """Refuse what would take long."""
    if not isinstance(document, Mapping):
        raise BadInput("round: a table of names and values is expected")
    for part, most in (("rolls", MOST_ROLLS), ("acts", 20_000)):
        if isinstance(document.get(part), list) and len(document[part]) > most:
            raise BadInput(f"{part}: at most {most} can be settled here")
    check_numbers({part: value for part, value in document.items() if part not in ("seed", "commitment")})


# Text and links


def read_text(text: str) -> dict[str, Any]:
    """A round from JSON, or one clear line about what is wrong with it."""
    if len(text) > MOST_TEXT:
        raise BadInput(f"a round has at most {MOST_TEXT:,} characters")
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except (ValueError, RecursionError):
        raise BadInput("this JSON cannot be read") from None
    if not isinstance(found, dict):
        raise BadInput("a round is a JSON object: { ... }")
    return found


def pack(document: Mapping[str, Any]) -> str:
    """The round as a word for a link."""
    written = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
    return base64.urlsafe_b64encode(zlib.compress(written, 9)).decode().rstrip("=")


def unpack(word: str) -> dict[str, Any]:
    """The round behind such a word; a link that is damaged, or too large, is refused."""
    try:
        packed = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
        stream = zlib.decompressobj()
        # One byte over the limit is enough to know; a small word may stand for a very large text.
        written = stream.decompress(packed, MOST_TEXT + 1)
        if len(written) > MOST_TEXT:
            raise BadInput(f"the link holds more than {MOST_TEXT:,} characters")
        if not stream.eof:
            raise ValueError("cut off")
        return read_text(written.decode())
    except (binascii.Error, zlib.error, UnicodeDecodeError, ValueError):
        raise BadInput("the link is damaged: no round can be read from it") from None
