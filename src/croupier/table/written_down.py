"""Played rounds as a person would write them down; random ones are the desk's examples."""

from __future__ import annotations

from collections import Counter
from typing import Any

from croupier.errors import CroupierError
from croupier.table.playable import Playable
from croupier.table.random_rounds import Level, Played, play_round
from croupier.table.round import Round
from croupier.table.written import Prepare, play_written


def write_down(round_: Round, played: Played, prepare: Prepare) -> dict[str, Any]:
    """The round as a person writes it; its log where a written round cannot say all of it."""
    writer = round_.playable.script.WRITER(round_.playable)
    for request, act in played:
        writer.take(request, act)
    document = writer.document()
    try:
        again = play_written(document, prepare)
    except CroupierError:
        return round_.written()
    return document if Counter(again.lines) == Counter(round_.lines) else round_.written()


def example(playable: Playable, seed: int, prepare: Prepare) -> dict[str, Any]:
    """A random round of the game, written down; the next one where it can only be told as a log."""
    for again in range(20):
        found = write_down(*play_round(playable, seed + again, Level.ALL), prepare)
        if "acts" not in found:
            break
    return found
