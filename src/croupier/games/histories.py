"""Hand histories of poker rooms, as other programs write and read them (PHH)."""

from __future__ import annotations

from typing import Any

from croupier.errors import Refused
from croupier.games.poker_room._histories import read, write
from croupier.games.registry import playable
from croupier.table.playable import Playable
from croupier.table.round import Round
from croupier.table.written import play_written

__all__ = ["of_round", "play_history"]


def play_history(text: str, game: Playable) -> Round:
    """A recorded hand, played again by the rules of a poker room."""
    _check_room(game)
    return play_written(read(text, game), playable)


def of_round(round_: Round, *, hidden: bool = True) -> str:
    """A played hand as a record; what was not shown is unknown in it unless all may be told."""
    _check_room(round_.playable)
    return write(round_, hidden=hidden)


def _check_room(game: Playable) -> None:
    terms: Any = game.terms
    if not terms.file.variants:
        raise Refused(f"{terms.id} is no poker room: hand histories are of poker", clause=terms.clause)
