"""What follows from a game's rules alone, found once while the game is in use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from croupier.table.playable import Playable

T = TypeVar("T")
MOST = 32


def remembered(find: Callable[[Playable], T]) -> Callable[[Playable], T]:
    """Keep the answers for the games last asked about. A game is told by identity: it never changes, and has no hash."""
    kept: OrderedDict[int, tuple[Playable, T]] = OrderedDict()

    @wraps(find)
    def found(game: Playable) -> T:
        known = kept.get(id(game))
        answer = find(game) if known is None or known[0] is not game else known[1]
        kept[id(game)] = (game, answer)
        if len(kept) > MOST:
            kept.popitem(last=False)
        return answer

    return found
