"""What is remembered of the ledger: the latest so many, whoever asks for how many; the others are read again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from croupier.ledger.gate import Gate
from croupier.ledger.live import LiveTable

Value = TypeVar("Value")
MOST, MOST_CLOSED = 2000, 50
"""Tables kept, and of those that are closed."""


class Latest(OrderedDict[str, Value], Generic[Value]):
    """The last so many that were looked for."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, name: str, value: Value) -> None:
        self[name] = value
        self.move_to_end(name)
        while len(self) > self.most:
            self.popitem(last=False)


class Tables(OrderedDict[str, LiveTable]):
    """Tables as they stand, the one looked at last at the end."""

    def spare(self, lock: Callable[[str], Gate], *, most: int = MOST, closed: int = MOST_CLOSED) -> None:
        """Forget those looked at longest ago where there are more than so many.

        Never one that is being written, as what is not yet in the books stands there alone: the writer holds its lock until then.
        For that this is not for a writer, who would be given its own locks.
        """
        shut = [name for name, table in list(self.items()) if not table.open]
        self._forget(shut[: max(0, len(shut) - closed)], lock)
        self._forget(list(self)[: max(0, len(self) - most)], lock)

    def _forget(self, names: Iterable[str], lock: Callable[[str], Gate]) -> None:
        for name in names:
            if lock(name).attempt():
                try:
                    self.pop(name, None)
                finally:
                    lock(name).__exit__()
