"""What follows from a game's rules alone, found once while the game is in use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar

from croupier.odds.untouched import state
from croupier.table.playable import Playable

T = TypeVar("T")
MOST = 32


def remembered(find: Callable[..., T]) -> Callable[..., T]:
    """Keep the answers to the questions last asked about a game. A game is told by identity: it never changes, and has no hash; but
    what its table does may, where a test changes anything that settles.
    """
    kept: OrderedDict[tuple[Hashable, ...], tuple[Playable, T]] = OrderedDict()

    @wraps(find)
    def found(game: Playable, *asked: Hashable) -> T:
        key = (id(game), state(), *asked)
        known = kept.get(key)
        if known is None or known[0] is not game:
            known = kept[key] = (game, find(game, *asked))
        if len(kept) > MOST:
            kept.popitem(last=False)
        return known[1]

    return found
