"""A table that fails while it is asked: no round of it comes to its end, so that nothing is said of what it pays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final

from croupier.errors import CroupierError
from croupier.odds.refusing import refused
from croupier.table.playable import Playable

ROOT: Final = Path(__file__).parent.parent
TABLE: Final = ("equipment", "games", "hands", "rules", "table")
"""The rooms in which a round is played."""


@contextmanager
def refused_where_the_table_fails(game: Playable) -> Iterator[None]:
    """A fault in the table's own rooms is refused with the game's clause; one in the odds is theirs, and stays what it is."""
    try:
        yield
    except CroupierError:
        raise
    except Exception as error:
        if not _of_the_table(error.__traceback__):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise refused(game, f"the table itself fails, so that nothing follows from it: {what}") from error


def _of_the_table(trace: TracebackType | None) -> bool:
    """Was it in a round that something went wrong: did the last of our functions stand in one of the table's rooms?"""
    room = ""
    while trace is not None:
        file = Path(trace.tb_frame.f_code.co_filename)
        if file.is_relative_to(ROOT):
            room = file.relative_to(ROOT).parts[0]
        trace = trace.tb_next
    return room in TABLE
