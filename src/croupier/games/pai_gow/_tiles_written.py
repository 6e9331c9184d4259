"""Written rounds of tiles: as those of the family, and of two hands of one rank either may be called the high hand."""

from __future__ import annotations

from croupier.equipment.faces import pieces
from croupier.games.pai_gow._written import BETWEEN, PaiGowScript, hands_of
from croupier.hands.tiles import worth
from croupier.table.requests import Arrangement


class TilesScript(PaiGowScript):
    """`set` names two tiles for the high hand and two for the low."""

    def _setting(self, request: Arrangement) -> str:
        high, low = self.sets.get(request.seat, ([], []))
        if len(high) == len(low) == 2 and worth(pieces(high)) == worth(pieces(low)):
            listed = [hands_of(setting.split(BETWEEN)) for setting in request.settings]
            self.sets[request.seat] = (high, low) if (high, low) in listed else (low, high)
        return super()._setting(request)
