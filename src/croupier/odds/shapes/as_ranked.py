"""What follows from how hands are ranked, kept while they are ranked so: whoever tries another ranking gets arrays of its own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from itertools import chain
from typing import Final, ParamSpec, TypeVar

from croupier.hands import asia_poker, pai_gow, pai_gow_house_way, tiles, tiles_house_way

P = ParamSpec("P")
T = TypeVar("T")
MOST: Final = 8
_RANK: Final = (pai_gow, asia_poker, pai_gow_house_way, tiles, tiles_house_way)


class RankedBy:
    """All that ranks hands and sets them, told by identity. It holds what it tells, so that nothing else takes the address."""

    __slots__ = ("_ids", "_parts")

    def __init__(self) -> None:
        parts = [part for module in _RANK for name, part in vars(module).items() if not name.startswith("__")]
        listed = (part.values() for part in parts if type(part) is dict)
        self._parts = (*parts, *chain.from_iterable(listed))
        self._ids = tuple(map(id, self._parts))

    def __hash__(self) -> int:
        return hash(self._ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RankedBy) and self._ids == other._ids


def kept_as_ranked(find: Callable[P, T]) -> Callable[P, T]:
    """Keep some answers, each with the ranking that it was found by."""
    kept: OrderedDict[Hashable, T] = OrderedDict()

    @wraps(find)
    def found(*args: P.args, **kwargs: P.kwargs) -> T:
        key = (args, tuple(kwargs.items()), RankedBy())
        if key not in kept:
            kept[key] = find(*args, **kwargs)
            if len(kept) > MOST:
                kept.popitem(last=False)
        return kept[key]

    return found
