"""Played rounds as a person would write them down; random ones are the desk's examples, and with blanks the forms to fill in."""

from __future__ import annotations

from collections import Counter
from typing import Any

from croupier.errors import CroupierError
from croupier.table.playable import Playable
from croupier.table.random_rounds import Level, Played, play_round
from croupier.table.round import Round
from croupier.table.written import Prepare, play_written
from croupier.table.written_form import form

BLANK = "??"
MOST_EXAMPLES = 6


def write_down(round_: Round, played: Played, prepare: Prepare) -> dict[str, Any]:
    """The round as a person writes it; its log where a written round cannot say all of it."""
    writer = round_.playable.script.WRITER(round_.playable)
    for request, act in played:
        writer.take(request, act)
    document = writer.document()
    try:
        again = play_written(document, prepare)
    except CroupierError:
        return round_.written()
    return document if Counter(again.lines) == Counter(round_.lines) else round_.written()


def example(playable: Playable, seed: int, prepare: Prepare) -> dict[str, Any]:
    """A random round of the game, written down; the next one where it can only be told as a log."""
    for again in range(20):
        found = write_down(*play_round(playable, seed + again, Level.ALL), prepare)
        if "acts" not in found:
            break
    return found


def template(playable: Playable, prepare: Prepare, *, seed: int = 0) -> dict[str, Any]:
    """A round of the game that settles as it is written: of a few a short one that says most kinds of things."""
    own = playable.script.sketched(playable)
    if own is not None:
        return own
    found = (example(playable, seed + again, prepare) for again in range(MOST_EXAMPLES))
    return min(found, key=lambda document: ("acts" in document, -len(_parts(document)), len(str(document))))


def _parts(part: Any) -> set[str]:
    """Which kinds of things a written round says; seats and wagers are of one kind, whichever they are."""
    if isinstance(part, list):
        return set().union(*map(_parts, part))
    if not isinstance(part, dict):
        return set()
    inner = [name for name in part if name != "wagers"]
    return {name for name in part if not name.isdecimal()}.union(*(_parts(part[name]) for name in inner))


def blank(playable: Playable, document: dict[str, Any]) -> dict[str, Any]:
    """The same form with blanks for what the cards, the wheel and the dice did, and the words among which players choose."""
    pieces = {str(piece) for piece in playable.counts}
    words = " | ".join(form(playable).words) if "decisions" in _parts(document) else ""

    def emptied(part: Any, key: str = "") -> Any:
        if isinstance(part, dict):
            return {name: emptied(inner, name) for name, inner in part.items()}
        if isinstance(part, list):
            return [emptied(inner, key) for inner in part]
        if key in ("spin", "dice", "decisions"):
            return words if key == "decisions" and words else BLANK
        held = part.split() if isinstance(part, str) else []
        return " ".join([BLANK] * len(held)) if held and pieces.issuperset(held) else part

    return {name: emptied(part, name) for name, part in document.items()}
