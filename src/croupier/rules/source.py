"""Rulebook files on disk: where they are, their heads, and which line a key stands on."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from croupier import documents
from croupier.errors import BadInput, Conflict, Duplicate, RulebookError, Unknown

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
    found: dict[str, Path] = {}
    for folder in folders():
        try:
            inside = sorted(os.scandir(folder), key=lambda entry: entry.name) if os.path.isdir(folder) else []  # noqa: PTH112 (an odd name is no folder, not an error)
        except OSError as error:
            raise BadInput(f"{SEARCH_PATH}: {folder}: {error.strerror}") from None
        found |= {entry.name: Path(entry.path) for entry in inside if entry.is_dir() and not entry.name.startswith("_")}
    return found


def label(path: Path) -> str:
    """A rulebook file as messages name it."""
    return f"{path.parent.name}/{path.name}"


def text_of(path: Path) -> str:
    """The whole file as text, or a RulebookError."""
    try:
        found = documents.contents(path).decode("utf-8")
    except OSError as error:
        raise Conflict(f"it cannot be read: {error.strerror or error}", file=label(path)) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise Conflict("this is not UTF-8", file=label(path), line=line) from None
    if found.startswith("\ufeff"):
        raise Conflict("it begins with a byte-order mark: save it as UTF-8 without one", file=label(path), line=1)
    return found.replace("\r\n", "\n")


Standing = frozenset[tuple[str, int, int]]
"""The files of a folder, each with when it was last changed and how long it is."""


def standing(folder: Path) -> Standing:
    """The rulebook files of a folder as they stand: what was read of them holds as long as this is the same."""
    found = [(entry.name, _changed(entry)) for entry in os.scandir(folder) if entry.name.endswith(".toml")]
    return frozenset((name, stat.st_mtime_ns, stat.st_size) for name, stat in found)


def _changed(entry: os.DirEntry[str]) -> os.stat_result:
    """Of a link that leads nowhere, what it is itself."""
    try:
        return entry.stat()
    except OSError:
        return entry.stat(follow_symlinks=False)


def head(path: Path) -> dict[str, Any]:
    """The keys before the first table: enough to list a game without reading its law."""
    text = text_of(path)
    return dict(_head(("\n" + text).partition("\n[")[0], path))


@lru_cache(maxsize=512)
def _head(text: str, path: Path) -> dict[str, Any]:
    return _parsed(text.removeprefix("\n"), path)


def game_paths() -> Iterator[tuple[str, str, Path]]:
    """Every game file: rulebook id, game id, path. Files without a `procedure` are general sections."""
    for rulebook, folder in rulebook_folders().items():
        for game in _games_in(folder):
            yield rulebook, game, folder / f"{game}.toml"


def _games_in(folder: Path) -> list[str]:
    """The names of its game files: a path is made of those that are asked for."""
    names = (name.removesuffix(".toml") for name in os.listdir(folder) if name.endswith(".toml"))  # noqa: PTH208
    return sorted(name for name in names if name != "rulebook")


def game_path(game_id: str) -> Path:
    """The file of `rulebook/game`: one of those that are listed, found by comparing names and never by joining paths."""
    rulebook, _, game = game_id.partition("/")
    folder = rulebook_folders().get(rulebook)
    path = beside(folder / "rulebook.toml", game) if folder is not None else None
    if path is None or "procedure" not in head(path):
        raise Unknown("game", game_id, [f"{r}/{g}" for r, g, p in game_paths() if _is_game(p)])
    return path


def beside(path: Path, name: str) -> Path | None:
    """The file of another section of the same rulebook, by its name."""
    return path.with_name(f"{name}.toml") if name in _games_in(path.parent) else None


def _is_game(path: Path) -> bool:
    try:
        return "procedure" in head(path)
    except RulebookError:
        return False


def parse(path: Path) -> dict[str, Any]:
    """The whole file, or a RulebookError that names the line."""
    text = text_of(path)
    found = _parsed(text, path)
    wrong = documents.fault(found)
    if wrong is not None:
        key = ".".join(map(str, wrong.key[:6]))
        raise Conflict(wrong.what, file=label(path), line=locate(text, wrong.key), key=key)
    return found


def _parsed(text: str, path: Path) -> dict[str, Any]:
    if documents.dotted(text):
        raise Conflict("nested too deeply", file=label(path))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else None
        kind = Duplicate if re.search(r"overwrite|twice|Duplicate", str(error)) else Conflict
        raise kind(str(error), file=label(path), line=line) from None
    except RecursionError:
        raise Conflict("nested too deeply", file=label(path)) from None
    except ValueError:  # of thousands of digits
        raise Conflict("a number is too long", file=label(path)) from None


_HEADER = re.compile(r"^(\[\[?)([^\]]+)\]")
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
