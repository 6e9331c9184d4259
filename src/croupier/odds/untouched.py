"""Is the program in memory the one whose prices are kept? What settles may be changed by a test, or by whoever tries what follows.

All that settles is watched: what stands in its modules and classes, and what their dictionaries, lists and sets hold. Asking costs a
tenth of a millisecond, so that whatever was found of a table may be held against what the table is now.
"""

from __future__ import annotations

import functools
import hashlib
import os
import sys
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from operator import is_
from pathlib import Path
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final

ROOT = Path(__file__).parent.parent
_SETTLES = tuple(f"croupier.{room}" for room in ("equipment", "games", "hands", "rules", "table"))
_CHANCE = "croupier.equipment.randomness"
"""What it takes random numbers from is no rule."""
_LIBRARIES = {*sys.stdlib_module_names, "annotated_types", "numba", "numpy", "pydantic", "pydantic_core", "typing_extensions"}
"""What our modules take functions from, wherever that is installed."""
_OURS = (str(ROOT), str(Path(os.__file__).parent))
"""Where the others were written: here, and in Python for a function that it has wrapped."""
_WRITES_ITSELF = "__annot"
"""How the functions begin that Python itself puts into a class later."""
_MOST: Final = 64
"""So many states of the program are told apart; one that was longer ago is a new one."""

Part = tuple[object, object, object]
"""Where something else stands than at first, by what name, and what."""


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
    return state() == 0


def state() -> int:
    """The number of the state that the program is in: 0 as it was loaded, and the same again when it is again the same."""
    return _WATCH.state()


class _Holder:
    """A module, a class or a container, with what stood in it when it was first seen; what is not ours then counts as a change."""

    def __init__(self, of: object) -> None:
        self.of = of
        now = self.now()
        self.strange = {name for name, part in now.items() if not (_is_double(name) or _is_ours(part))}
        self.known = {name: part for name, part in now.items() if name not in self.strange}

    def now(self) -> dict[object, object]:
        """What stands in it that a table may go by. Of a container the places count too: the first row that fits is paid."""
        if isinstance(self.of, ModuleType):
            return {n: part for n, part in vars(self.of).items() if not (_is_double(n) or _is_library(part))}
        if isinstance(self.of, type):
            return {n: part for n, part in vars(self.of).items() if not _is_double(n) or _is_written(n, part)}
        return dict(enumerate(_held(self.of)))

    def changed(self) -> Iterator[tuple[object, object]]:
        """What stands there otherwise than at first."""
        now = self.now()
        for name in self.strange & now.keys():
            if _is_ours(now[name]):  # whoever put it there has taken it away again
                self.strange.remove(name)
                self.known[name] = now[name]
        for name, part in now.items():
            if name not in self.known and isinstance(part, ModuleType):  # a package has its modules once they are loaded
                self.known[name] = part
            elif name not in self.known or self.known[name] is not part:
                yield name, part
        yield from ((name, None) for name in self.known.keys() - now.keys())


class _Watch:
    """All holders there are, and how they are: compared at one stroke with how they were when somebody last asked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holders: dict[int, _Holder] = {}
        self._modules = 0
        self._values: list[MappingProxyType[Any, Any]] = []
        self._containers: list[Collection[object]] = []
        self._end: list[list[object]] = [[object()]]
        """It stands last, so that nothing more or less in a holder goes unseen."""
        self._seen: tuple[object, ...] = ()
        self._states: dict[int, list[Part]] = {}
        self._state = self._number = 0

    def state(self) -> int:
        if len(sys.modules) != self._modules or not all(map(is_, self._now(), self._seen)):
            with self._lock:
                self._look()
        return self._state

    def _now(self) -> Iterator[object]:
        values = chain.from_iterable(map(MappingProxyType.values, self._values))
        return chain(values, chain.from_iterable(self._containers), *self._end)

    def _look(self) -> None:
        if len(sys.modules) != self._modules:
            self._modules = len(sys.modules)
            for holder in _holders():
                self._keep(holder)
        self._seen = tuple(self._now())
        parts = [(holder.of, *part) for holder in self._holders.values() for part in holder.changed()]
        self._state = self._number_of(parts) if parts else 0

    def _keep(self, of: object) -> None:
        """Watch a holder, and the containers in it."""
        if id(of) in self._holders:
            return
        holder = self._holders[id(of)] = _Holder(of)
        if isinstance(of, (ModuleType, type, Mapping)):
            self._values.append(MappingProxyType(of if isinstance(of, Mapping) else vars(of)))
        if not isinstance(of, (ModuleType, type)):
            self._containers.append(of)  # type: ignore[arg-type]
        for name, part in holder.known.items():
            if not _is_double(name):
                for container in _containers(part):
                    self._keep(container)

    def _number_of(self, parts: list[Part]) -> int:
        for number, known in self._states.items():
            if len(known) == len(parts) and all(map(_is_same, known, parts)):
                return number
        self._number += 1
        self._states[self._number] = parts
        if len(self._states) > _MOST:
            del self._states[next(iter(self._states))]
        return self._number


def _is_same(one: Part, other: Part) -> bool:
    return one[0] is other[0] and one[1] == other[1] and one[2] is other[2]


def _holders() -> Iterator[ModuleType | type]:
    for name, module in list(sys.modules.items()):
        if name.startswith(_SETTLES) and name != _CHANCE and isinstance(module, ModuleType):
            yield module
            yield from [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == name]


def _containers(part: object) -> Iterator[object]:
    """The containers that a part is or has: what they hold may be changed where they stand."""
    if isinstance(part, (dict, MappingProxyType, list, set)):
        yield part
    elif isinstance(part, tuple):
        for inner in part:
            yield from _containers(inner)


def _held(container: Any) -> Iterable[object]:
    return chain(container, container.values()) if isinstance(container, Mapping) else container


def _is_library(part: object) -> bool:
    return isinstance(part, ModuleType) and not part.__name__.startswith("croupier.")


def _is_double(name: object) -> bool:
    return isinstance(name, str) and name.startswith("__")


def _is_written(name: str, part: object) -> bool:
    """Is a double-named part of a class a method, which a table may go by?"""
    return isinstance(part, FunctionType) and not name.startswith(_WRITES_ITSELF)


def _is_ours(part: object) -> bool:
    """Was it written in the package, or in a library that the package uses?"""
    while not isinstance(part, FunctionType):
        inner = getattr(part, "fget", None) if isinstance(part, property) else None
        if isinstance(part, (staticmethod, classmethod)):
            inner = part.__func__
        elif isinstance(part, (functools.partial, functools.partialmethod, functools.cached_property)):
            inner = getattr(part, "func", None)
        if inner is None:
            return True
        part = inner
    library = str(part.__module__).partition(".")[0]
    return library in _LIBRARIES or part.__code__.co_filename.startswith(_OURS)


_WATCH = _Watch()
untouched()
