"""A rule that the odds of a game cannot take, refused with what it rests on; an analysis that asks a table has `Asked.refused`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from croupier.errors import NotPriced
from croupier.table.playable import Playable

T = TypeVar("T")


def refused(game: Playable, why: str, *rests_on: str, clause: str | None = None) -> NotPriced:
    """The error, with the clause of the first option or wager named that the game has; of the game's own where it has none of them."""
    terms = game.terms
    cited = (
        terms.clause_of(name) if name in terms.file.options else terms.wagers[name].clause
        for name in rests_on
        if name in terms.file.options or name in terms.wagers
    )
    return NotPriced(f"{terms.id}: {why} ({clause or next(cited, terms.clause)})")


def known_choices(game: Playable, values: Mapping[str, T], offered: Iterable[str], clause: str | None) -> dict[str, T]:
    """What each choice that the table offers is worth, in its order; refused where it offers one that was not weighed."""
    found = {}
    for choice in offered:
        if choice not in values:
            raise refused(game, f"the table offers {choice!r}, which the analysis does not know", clause=clause)
        found[choice] = values[choice]
    return found
