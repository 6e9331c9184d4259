"""A table that is asked street by street, with words that an analysis knows: it may offer no others, turns cards where they are counted
on, and takes chips in their order.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence

from croupier.odds.cells import SEAT, Asked, Deal, Settled, _Equipment
from croupier.odds.refusing import refused
from croupier.odds.shapes import FaceUp
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Wagering
from croupier.table.round import Round


class AskedByStreet(Asked):
    """Every round that is settled tells what was offered on its way; a word that no plan weighs would be valued by nobody."""

    def __init__(
        self, game: Playable, stakes: Mapping[str, int], *, only: Collection[str], streets: Sequence[Collection[str]] = ()
    ) -> None:
        super().__init__(game, stakes, only=only)
        self.streets = tuple(map(frozenset, streets))

    def settled(self, deal: Deal) -> Settled:
        """What the table makes of a deal, every word it offers on the way being known."""
        found = super().settled(deal)
        for street, known in enumerate(self.streets[: len(deal.decisions)]):
            offered = self._offered.get(deal._replace(decisions=deal.decisions[:street]), ())
            if unknown := [word for word in offered if word not in known]:
                raise self.refused(f"the table offers {unknown[0]!r}, which the analysis does not know")
        return found

    def refuse_other_sights(self, deal: Deal, seen: Sequence[int]) -> None:
        """Refuse a table that shows more or fewer of the community cards before a decision than it is weighed with, or a dealer's card."""
        found = [*itertools.islice(self._sights(deal), len(seen))]
        if found != [FaceUp(community=cards) for cards in seen]:
            told = " and ".join(str(up.community) for up in found) + " community cards"
            if any(up.dealer for up in found):
                told += f" and {max(up.dealer for up in found)} of the dealer's"
            raise self.refused(f"before its decisions the table shows {told}, the analysis {' and '.join(map(str, seen))}")

    def _sights(self, deal: Deal) -> Iterator[FaceUp]:
        """What lies face up before each decision on the way of a deal."""
        round_, equipment, said = Round(self.game, [SEAT], self.meters), _Equipment(deal, self.game.pack), iter(deal.decisions)
        wagers = iter([acts.Wager(SEAT, spot, amount) for spot, amount in self.stakes.items()])
        while (request := round_.pending) is not None:
            if isinstance(request, Wagering):
                round_.answer(next(wagers, None) or acts.NoMoreBets())
            elif isinstance(request, Decision) and request.seat == SEAT:
                yield FaceUp(sum(round_.table.dealer.up), sum(round_.table.community.up))
                round_.answer(acts.Choice(SEAT, next(said)))
            elif (act := equipment.answer(request)) is None:
                return
            else:
                round_.answer(act)

    def refuse_other_chips(self, folded: Deal, wagers: Sequence[str]) -> None:
        """Refuse a table that takes the wagers of its streets in another order: of a hand that is folded each street before has one."""
        lines = {line.wager for line in self.settled(folded).lines if line.stake}
        called = [self.game.spots[wager].called for wager in wagers]
        due = called[: len(folded.decisions) - 1]
        if {*called} & lines != {*due}:
            says = f"after {' and '.join(folded.decisions)} it has {' and '.join(sorted({*called} & lines)) or 'none'}"
            raise self.refused(f"the table takes street wagers in another order than the analysis: {says}")


def bet_made(game: Playable, stakes: Mapping[str, int], bet: str, *, of: str, times: Sequence[int]) -> int:
    """Which of its sizes, the least first, a wager that must have been made by now was made in."""
    sizes = [multiple * stakes[of] for multiple in times]
    if stakes.get(bet) not in sizes:
        why = f"{bet} stands at {stakes.get(bet, 0)} where the analysis knows of {' or '.join(map(str, sizes))}"
        raise refused(game, why, bet)
    return sizes.index(stakes[bet])
