"""The documents that rulebooks are taken from, and where in them a clause stands: what a reader needs to look it up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from croupier.errors import RulebookError
from croupier.rules import source
from croupier.rules.resolve import GameRules


@dataclass(frozen=True, slots=True)
class Document:
    """What a rulebook's games come from."""

    id: str
    name: str
    jurisdiction: str = ""
    text: str = ""
    """The file of the text whose lines are counted."""


def documents() -> Iterator[Document | RulebookError]:
    """Every rulebook's document, or what is wrong with the file that should tell of it."""
    for name in source.rulebook_folders():
        try:
            yield _read(name)
        except RulebookError as error:
            yield error


@lru_cache(maxsize=64)
def document(rulebook: str) -> Document:
    """A rulebook's document; one whose own file is broken goes by its id alone."""
    try:
        return _read(rulebook)
    except RulebookError:
        return Document(rulebook, rulebook)


def _read(rulebook: str) -> Document:
    folder = source.rulebook_folders().get(rulebook)
    path = folder / "rulebook.toml" if folder is not None else None
    said = source.parse(path) if path is not None and path.is_file() else {}
    return Document(
        rulebook, *(str(said.get(key, other)) for key, other in (("name", rulebook), ("jurisdiction", ""), ("text", "")))
    )


def dated(game: GameRules) -> str:
    """The date that this state of the game's rules bears, as in `approved 21 January 2015`; nothing where the text bears none."""
    versions = game.file.versions
    version = next((entry for entry in versions if entry.id == game.version or (game.version is None and entry.current)), None)
    if version is None or not version.dates:
        return ""
    what, day = next(iter(sorted(version.dates.items(), key=lambda entry: entry[0] != "approved")))
    return f"{what} {day.day} {day:%B %Y}"


def lines(first: int, last: int) -> str:
    """`line 12`, `lines 1,200 to 1,204`."""
    return f"line {first:,}" if first == last else f"lines {first:,} to {last:,}"


def edition(game: GameRules) -> str:
    """The document and the date of a game's rules."""
    return ", ".join((document(game.rulebook).name, dated(game) or "without a date"))


def stands(game: GameRules, clause: str) -> str:
    """Where a clause stands in its text; nothing for one that the index does not have."""
    entry = game.clauses.get(clause)
    if entry is None:
        return ""
    text = document(game.rulebook).text
    return lines(*entry.lines) + (f" of {text}" if text else "")


def citation(game: GameRules, clause: str) -> str:
    """A clause with its document, its date and its lines."""
    return "; ".join(filter(None, (f"{clause} of {edition(game)}", stands(game, clause))))
