"""Games in which nothing is decided within a round, told in one line."""

from __future__ import annotations

from typing import Final

from croupier.odds.advice import Advice, Chart, Question, Sight
from croupier.odds.shapes import Shape
from croupier.table.playable import Playable

NO_DECISIONS: Final = "nothing is decided within a round: what is staked is settled as the cards, the wheel or the dice fall"


class NoDecisions(Shape):
    """Nothing to weigh, and no chart: whatever is asked of a seat, the answer changes nothing that it nets."""

    __slots__ = ()

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        return None

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        return (), NO_DECISIONS
