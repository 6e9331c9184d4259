"""The list of games, read from the heads of the files alone so that it comes at once."""

from __future__ import annotations

from dataclasses import dataclass

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
    """Every game of every rulebook, without reading more than the heads of the files."""
    found = []
    for rulebook, game, path in source.game_paths():
        top = source.head(path)
        if "procedure" in top:
            found.append(
                Listed(f"{rulebook}/{game}", rulebook, game, top["name"], top["family"], top["clause"], top["procedure"])
            )
    return found
