"""Crazy 4 Poker: fold, play, or with a hand that allows it play more, the best four of five cards against the dealer's."""

from __future__ import annotations

from croupier.games.house_poker.crazy_4_poker import ANTE, SUPER_BONUS
from croupier.odds.shapes.against_dealer import AgainstDealer
from croupier.odds.shapes.best_four import chip
from croupier.odds.shapes.five_card_kernel import simulations
from croupier.odds.shapes.rankings import BestFour

ODDS = AgainstDealer(
    BestFour(),
    opens=ANTE,
    beside=(SUPER_BONUS,),
    tables=SUPER_BONUS,
    others=chip,
    kernel=simulations,
    note="ante, super bonus and play, per ante",
    column="best four",
    advises="where a cell has several choices the fifth card decides, the most frequent stands first: ask by the cards",
)
