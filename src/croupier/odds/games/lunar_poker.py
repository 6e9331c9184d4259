"""Lunar Poker: bet, buy or fold five cards against the dealer's five, of which one is seen; exchanges for one hand at a time."""

from __future__ import annotations

from fractions import Fraction

from croupier.games.house_poker.lunar_poker import ANTE, BET, FEE, INSTANT, SUPER
from croupier.odds.shapes import FaceUp
from croupier.odds.shapes.draws import Draws, Exchanges
from croupier.table.playable import Playable


class LunarPoker(Draws):
    """Every choice is weighed with one of the dealer's cards in sight."""

    def face_up(self, game: Playable) -> FaceUp:
        return FaceUp(dealer=1)


ODDS = LunarPoker(
    opens=ANTE,
    counted=(ANTE, BET, FEE, INSTANT),
    tables=INSTANT,
    side=SUPER,
    exchanges=Exchanges(
        Fraction(6_824_499_355_234_915_243, 87_137_884_651_583_766_000), under="9d0920fbf2e3343f", sizes=(2, 3, 4, 5)
    ),
    rests_on=("forcing",),
)
