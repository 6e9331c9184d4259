"""Written rounds at a desk: what a round settles to or where it is stuck, its text and its link."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from croupier import documents
from croupier.errors import BadInput, CroupierError, Place, Unwritten
from croupier.server.floor import prepare
from croupier.server.numbers import check_numbers
from croupier.table import written_form
from croupier.table.narrate import Telling, tell_log
from croupier.table.playable import Playable
from croupier.table.requests import Request
from croupier.table.round import Round
from croupier.table.written import answer_json
from croupier.table.written_form import Form

MOST_TEXT = 200_000
"""Characters of a round as JSON."""
MOST_ROLLS = 500


@lru_cache(maxsize=256)
def _form(game: str, house_rules: str, version: str | None) -> Form:
    return written_form.form(prepare(game, json.loads(house_rules), version))


def form(playable: Playable) -> Form:
    """The fields of a game's written round, found once for each house's choices."""
    game = playable.terms
    return _form(game.id, json.dumps(_plain(game.house_rules), sort_keys=True), game.version)


def _plain(value: Any) -> Any:
    return {key: _plain(part) for key, part in value.items()} if isinstance(value, Mapping) else value


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
    documents.check(found, "round")
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
