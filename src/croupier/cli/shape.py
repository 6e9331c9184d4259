"""How the code is shaped: what one game costs, and what games share."""

from __future__ import annotations

import importlib
import inspect
import io
import tokenize
from pathlib import Path
from types import ModuleType
from typing import Any

import croupier
from croupier.games.registry import procedures
from croupier.rules.listing import listing


def code_lines(path: Path) -> int:
    """Lines that hold code: neither blank, nor comment, nor docstring."""
    found: set[int] = set()
    tokens = list(tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline))
    skip = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    starts = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.NL}
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type in skip:
            continue
        if token.type == tokenize.STRING and (before is None or before.type in starts):
            continue  # a docstring
        found.update(range(token.start[0], token.end[0] + 1))
    return len(found)


def _folder(package: ModuleType) -> int:
    return sum(code_lines(path) for path in Path(inspect.getfile(package)).parent.glob("*.py"))


def measure() -> dict[str, Any]:
    """Lines of code a procedure, lines of the shared rooms, and how many rulebook files share each procedure."""
    users: dict[str, list[str]] = {}
    for entry in listing():
        users.setdefault(entry.procedure, []).append(entry.id)
    found = []
    for name, module_name in sorted(procedures().items()):
        path = Path(inspect.getfile(importlib.import_module(module_name)))
        odds = Path(inspect.getfile(croupier)).parent / "odds" / "games" / path.name
        of_odds = code_lines(odds) if odds.exists() else 0
        games = users.get(name, [])
        found.append({"procedure": name, "lines": code_lines(path), "odds": of_odds, "files": len(games), "games": games})
    shared = {
        room: _folder(importlib.import_module(f"croupier.{room}"))
        for room in ("table", "games", "hands", "equipment", "rules", "cli", "odds", "odds.shapes", "odds.kernels")
    }
    every = [*(Path(inspect.getfile(croupier)).parent / "odds").rglob("*.py")]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in every)
    return {"procedures": found, "shared": shared, "odds": {"files": len(every), "lines": lines}}
