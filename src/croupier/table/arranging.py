"""What a seat does with its cards: sets them into hands, or throws some away for others."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from croupier.equipment.cards import Card
from croupier.errors import Refused
from croupier.table import acts
from croupier.table.legal import Legal, LegalDiscard, LegalSetting
from croupier.table.request import Request

if TYPE_CHECKING:
    from croupier.table.table import Table

NOTHING = "none"
"""What a seat that keeps all its cards throws away."""


class Arrangement(Request):
    """A seat sets its cards into hands; `legal_settings` lists every way the rules accept, `check` refuses a foul one."""

    __slots__ = ("clause", "seat", "settings")
    kind = "arrange"

    def __init__(self, seat: int, settings: Sequence[str], *, clause: str) -> None:
        super().__init__(f"seat {seat}", "decision")
        self.seat, self.settings, self.clause = seat, settings, clause

    def describe(self) -> str:
        return f"{self.who} to set the hands"

    def check(self, act: acts.Act, table: Table) -> None:
        if not isinstance(act, acts.Arranged):
            self._refuse_kind(act)
        elif act.seat != self.seat:
            raise Refused(f"it is for {self.who} to set the hands, not for seat {act.seat}", clause=self.clause)
        elif act.hands not in self.settings:
            raise Refused(f"{self.who}: {act.hands!r} is not a way to set these cards", clause=self.clause)

    def free(self, act: acts.Act) -> bool:
        """The first way listed: the house way, or as few cards thrown away as may be."""
        return act == self.act(self.settings[0])

    def act(self, setting: str) -> acts.Act:
        """The answer that one of the settings stands for."""
        return acts.Arranged(self.seat, setting)

    def legal(self, table: Table) -> Iterator[Legal]:
        for setting in self.settings:
            yield LegalSetting(self.seat, setting)

    def stale(self, table: Table) -> bool:
        return not table.seats[self.seat].in_play


class Discard(Arrangement):
    """A seat throws away some of its cards, so many at least and so many at most, to draw others.

    `settings` lists every way, the fewest cards first and of those the ones that go with no other and rank lowest; in an answer
    the cards may stand in any order.
    """

    __slots__ = ("bounds",)
    kind = "discard"

    def __init__(self, seat: int, hand: Sequence[Card], bounds: tuple[int, int], *, clause: str) -> None:
        alike = Counter(card.rank for card in hand)
        kept_last = sorted(hand, key=lambda card: (alike[card.rank], card.rank))
        ways = (way for count in range(bounds[0], bounds[1] + 1) for way in itertools.combinations(kept_last, count))
        super().__init__(seat, [" ".join(map(str, way)) or NOTHING for way in ways], clause=clause)
        self.bounds = bounds

    def describe(self) -> str:
        least, most = self.bounds
        return f"{self.who} to throw away {least} to {most} cards"

    def check(self, act: acts.Act, table: Table) -> None:
        if not isinstance(act, acts.Discarded):
            self._refuse_kind(act)
        elif act.seat != self.seat:
            raise Refused(f"it is for {self.who} to throw cards away, not for seat {act.seat}", clause=self.clause)
        elif sorted(act.cards.split()) not in [sorted(setting.split()) for setting in self.settings]:
            least, most = self.bounds
            thrown = f"{self.who}: {act.cards!r} cannot be thrown away: {least} to {most} cards of the hand"
            raise Refused(thrown, clause=self.clause)

    def act(self, setting: str) -> acts.Act:
        return acts.Discarded(self.seat, setting)

    def legal(self, table: Table) -> Iterator[Legal]:
        for setting in self.settings:
            yield LegalDiscard(self.seat, setting)
