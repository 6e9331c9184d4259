"""Poker of player against player: nobody plays against the house, so what a pot costs is what the house takes out of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from croupier.equipment.cards import cards
from croupier.games.poker_room._showdown import Showdown, told
from croupier.odds.advice import Advice, Chart, Question, Sight
from croupier.odds.price import Outcome, Price
from croupier.odds.shapes import Shape
from croupier.odds.simulation import Simulation
from croupier.table import acts
from croupier.table.drivers import Strategy
from croupier.table.playable import Playable
from croupier.table.round import Round
from croupier.table.settlement import money
from croupier.table.strategies import rule_of_thumb

POT = "pot"
STAKE = 1000
FLOP = "2c 7d Jh"


class AmongPlayers(Shape):
    """Two players with equal chances put the same into a pot: each loses half of what is taken from it."""

    __slots__ = ()

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        if wanted not in (None, POT):
            return
        each = STAKE if stake is None else stake
        round_ = pushed(game, {1: each, 2: each})
        won, lost = (next(line for line in round_.lines if line.seat == seat) for seat in (1, 2))
        taken = sum(round_.table.takings.values())
        yield Price(
            wager=POT,
            paytable="1",
            outcomes=tuple(Outcome(name, 1, Fraction(line.net, each)) for name, line in (("win", won), ("lose", lost))),
            clause=won.clause,
            readings=won.readings,
            note=f"two players with equal chances and {money(each)} each: {money(taken)} is taken of {money(2 * each)}",
        )

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        return None

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        return (), "players play against each other: the house takes its rake, whoever wins"

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        return iter(())

    def best(self, game: Playable) -> Strategy:
        """How both players of a simulated hand play: by rule of thumb, alike."""
        return rule_of_thumb


def pushed(game: Playable, put_in: dict[int, int]) -> Round:
    """A pot that seat 1 wins, at the real table: what is taken from it does not depend on the hands."""
    board = tuple(cards(FLOP)) if game.rules.variant.board_cards else ()
    showdown = Showdown(put_in, frozenset(put_in) - {1}, {}, board, None)
    round_ = Round(replace(game, play=told(showdown)), sorted(put_in))
    round_.answer(acts.Done("announce"))
    return round_
