"""Flop Poker: a flop wager or a fold by three cards, before the two of three that go with them are seen; and the players' pot."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.house_poker._deciding import FOLD
from croupier.games.house_poker.flop_poker import ANTE, BET, FLOP, POT, THREE_CARD_BONUS, USED
from croupier.odds.advice import Chart
from croupier.odds.price import Price
from croupier.odds.shapes.one_play import OnePlay, Plan
from croupier.odds.shapes.pots import price_pot
from croupier.table.playable import Playable

ASK = "what each choice nets: ask by the cards; the pot is played for either way"


def charts(plan: Plan) -> tuple[tuple[Chart, ...], str]:
    """Three cards by pattern and high cards."""
    from croupier.odds.shapes.one_play_charts import by_pattern

    return (by_pattern(plan, 0, "before the flop"),), ASK


def pot(game: Playable, wanted: str | None) -> Iterator[Price]:
    """The pot, which no decision touches."""
    if wanted in (None, POT):
        yield price_pot(game, POT, used=USED, words=(FOLD, BET))


ODDS = OnePlay(
    wagers=(ANTE, FLOP),
    called="antes",
    choices=lambda game: ((BET,),),
    charts=charts,
    note="ante and flop, per ante; the pot apart",
    used=USED,
    fold=FOLD,
    by_three=THREE_CARD_BONUS,
    apart=(POT,),
    beside=pot,
)
