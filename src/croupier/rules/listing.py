"""The list of games, read from the heads of the files alone so that it comes at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from croupier.errors import Conflict, Gap, RulebookError
from croupier.rules import source


@dataclass(frozen=True, slots=True)
class Listed:
    """A game as the list shows it."""

    id: str
    rulebook: str
    game: str
    name: str
    family: str
    clause: str
    procedure: str


def listing() -> list[Listed]:
    """Every game of every rulebook, without reading more than the heads of the files; a broken one is left out."""
    return [entry for entry in _read() if isinstance(entry, Listed)]


def broken() -> list[RulebookError]:
    """What is wrong with each file that `listing` leaves out."""
    return [entry for entry in _read() if isinstance(entry, RulebookError)]


def _read() -> Iterator[Listed | RulebookError]:
    for rulebook, game, path in source.game_paths():
        try:
            if entry := _listed(rulebook, game, path):
                yield entry
        except RulebookError as error:
            yield error


def _listed(rulebook: str, game: str, path: Path) -> Listed | None:
    top = source.head(path)
    if "procedure" not in top:
        return None
    said = {}
    for key in ("name", "family", "clause", "procedure"):
        if key not in top:
            raise Gap("this key is required", file=source.label(path), key=key)
        if not isinstance(top[key], str) or not top[key].isprintable():
            raise Conflict("a line of text is expected", file=source.label(path), key=key)
        said[key] = top[key]
    return Listed(f"{rulebook}/{game}", rulebook, game, **said)
