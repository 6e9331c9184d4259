"""What follows from a game's rules alone, found once while the game is in use."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from croupier.odds.cells import as_the_table_is
from croupier.table.playable import Playable

T = TypeVar("T")
MOST = 32


def remembered(find: Callable[..., T]) -> Callable[..., T]:
    """Keep the answers for the games last asked about, at the stake asked about. A game is told by identity: it never changes, and
    has no hash; but what its table does may, where a test changes the table.
    """
    kept: OrderedDict[tuple[int, int | None], tuple[Playable, tuple[int, ...], T]] = OrderedDict()

    @wraps(find)
    def found(game: Playable, stake: int | None = None) -> T:
        known, table = kept.get((id(game), stake)), as_the_table_is(game)
        fresh = known is None or known[0] is not game or known[1] != table
        asked = (game,) if stake is None else (game, stake)
        answer = find(*asked) if known is None or fresh else known[2]
        kept[id(game), stake] = (game, table, answer)
        if len(kept) > MOST:
            kept.popitem(last=False)
        return answer

    return found
