"""Games in which nothing is decided within a round, told in one line."""

from __future__ import annotations

from croupier.odds.advice import Advice, Chart, Question, Sight
from croupier.table.playable import Playable

NO_DECISIONS = "nothing is decided within a round: what is staked is settled as the cards, the wheel or the dice fall"


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """Nothing to weigh: whatever is asked of a seat, the answer changes nothing that it nets."""
    return None


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """No charts."""
    return (), NO_DECISIONS
