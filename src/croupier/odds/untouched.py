"""Is the program in memory the one whose prices are kept? What settles may be changed by a test, or by whoever tries what follows."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

ROOT = Path(__file__).parent.parent
_SETTLES = tuple(f"croupier.{room}" for room in ("equipment", "games", "hands", "rules", "table"))
_LIBRARIES = {*sys.stdlib_module_names, "annotated_types", "numba", "numpy", "pydantic", "pydantic_core", "typing_extensions"}
"""What our modules take functions from, wherever that is installed."""
_OURS = (str(ROOT), str(Path(os.__file__).parent))
"""Where the others were written: here, and in Python for a function that it has wrapped."""
_loaded: dict[int, tuple[object, dict[str, Any]]] = {}
"""Each module and class as it was first seen here, with what stood in it then."""


@lru_cache(maxsize=1)
def code_version() -> str:
    """A hash of everything that prices: the odds, the hands and what settles."""
    found = hashlib.sha256()
    for part in ("equipment", "odds", "hands", "table", "games", "rules"):
        for path in sorted((ROOT / part).rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()


def untouched() -> bool:
    """Stands in every module and class that settles what stood there when it was first seen, and was it ours then?"""
    return not any(_changed(holder) for holder in _holders())


def _holders() -> Iterator[ModuleType | type]:
    for name, module in list(sys.modules.items()):
        if name.startswith(_SETTLES) and isinstance(module, ModuleType):
            yield module
            yield from (kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == name)


def _changed(holder: ModuleType | type) -> bool:
    now = vars(holder)
    known = _loaded.get(id(holder))
    if known is None:
        named = {name: part for name, part in now.items() if not name.startswith("__") and not isinstance(part, ModuleType)}
        if any(isinstance(part, FunctionType) and not _is_ours(part) for part in named.values()):
            return True
        _loaded[id(holder)] = (holder, named)
        return False
    return any(now.get(name) is not part for name, part in known[1].items())


def _is_ours(part: FunctionType) -> bool:
    """Was it written in the package, or in a library that the package uses?"""
    library = str(part.__module__).partition(".")[0]
    return library in _LIBRARIES or part.__code__.co_filename.startswith(_OURS)


untouched()
