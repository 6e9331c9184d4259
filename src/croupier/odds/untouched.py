"""Is the program in memory the one whose prices are kept? What settles may be changed by a test, or by whoever tries what follows."""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

ROOT = Path(__file__).parent.parent
_SETTLES = tuple(f"croupier.{room}" for room in ("equipment", "games", "hands", "rules", "table"))
_OURS = (str(ROOT), str(Path(os.__file__).parent), *(sysconfig.get_path(name) for name in ("purelib", "platlib")), "<frozen ")
"""Where functions come from that nobody put there meanwhile: the package, Python and libraries."""
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
        if any(isinstance(part, FunctionType) and not part.__code__.co_filename.startswith(_OURS) for part in named.values()):
            return True
        _loaded[id(holder)] = (holder, named)
        return False
    return any(now.get(name) is not part for name, part in known[1].items())


untouched()
