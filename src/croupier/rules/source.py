"""Rulebook files on disk: where they are, their heads, and which line a key stands on."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from croupier.errors import Conflict, Duplicate, Unknown

SHIPPED = Path(__file__).parent.parent / "rulebooks"
SEARCH_PATH = "CROUPIER_RULEBOOKS"
"""More folders of rulebooks, separated as PATH is: each holds one folder a rulebook."""


def cache_folder() -> Path:
    """Where what took time to compute is kept between runs: CROUPIER_CACHE, or the user's own cache."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("CROUPIER_CACHE") or Path(home) / "croupier")


def folders() -> list[Path]:
    """Every folder that holds rulebooks; ours first."""
    return [SHIPPED, *map(Path, filter(None, os.environ.get(SEARCH_PATH, "").split(os.pathsep)))]


def rulebook_folders() -> dict[str, Path]:
    """Rulebook id to its folder."""
    return {
        path.name: path
        for folder in folders()
        if folder.is_dir()
        for path in sorted(folder.iterdir())
        if path.is_dir() and not path.name.startswith("_")
    }


def head(path: Path) -> dict[str, Any]:
    """The keys before the first table: enough to list a game without reading its law."""
    lines: list[str] = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.startswith("["):
                break
            lines.append(line)
    return tomllib.loads("".join(lines))


def game_paths() -> Iterator[tuple[str, str, Path]]:
    """Every game file: rulebook id, game id, path. Files without a `procedure` are general sections."""
    for rulebook, folder in rulebook_folders().items():
        for path in sorted(folder.glob("*.toml")):
            if path.stem != "rulebook":
                yield rulebook, path.stem, path


def game_path(game_id: str) -> Path:
    """The file of `rulebook/game`."""
    rulebook, _, game = game_id.partition("/")
    folder = rulebook_folders().get(rulebook)
    path = folder / f"{game}.toml" if folder else None
    if path is None or not path.is_file() or "procedure" not in head(path):
        raise Unknown("game", game_id, [f"{r}/{g}" for r, g, p in game_paths() if "procedure" in head(p)])
    return path


def parse(path: Path) -> dict[str, Any]:
    """The whole file, or a RulebookError that names the line."""
    text = path.read_text(encoding="utf-8")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else None
        kind = Duplicate if re.search(r"overwrite|twice|Duplicate", str(error)) else Conflict
        raise kind(str(error), file=path.name, line=line) from None


_HEADER = re.compile(r"^(\[\[?)\s*([^\]]+?)\s*\]\]?")
_KEY = re.compile(r"""^\s*("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*[\w-]+)*\s*=""")


def _words(dotted: str) -> tuple[str, ...]:
    return tuple(word.strip().strip("\"'") for word in re.findall(r'"[^"]*"|\'[^\']*\'|[^.\s]+', dotted))


def locate(text: str, key: Sequence[str | int]) -> int | None:
    """The line on which the longest known part of `key` stands.

    >>> locate('name = "x"\\n[wagers.ante]\\nclause = "1"\\n', ("wagers", "ante", "clause"))
    3
    """
    best, best_length = None, 0
    table: tuple[str | int, ...] = ()
    arrays: dict[tuple[str, ...], int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            words = _words(header[2])
            if header[1] == "[[":
                arrays[words] = arrays.get(words, -1) + 1
                table = (*words, arrays[words])
            else:
                table = words
            path = table
        elif name := _KEY.match(line):
            path = (*table, *_words(line[: name.end() - 1]))
        else:
            continue
        if len(path) > best_length and tuple(key[: len(path)]) == path:
            best, best_length = number, len(path)
    return best
