"""Four Card Poker: fold, or play one to three times the ante, the best four of five cards against the dealer's."""

from __future__ import annotations

from croupier.games.house_poker.four_card_poker import ANTE, ANTE_BONUS
from croupier.odds.shapes.against_dealer import AgainstDealer
from croupier.odds.shapes.best_four import chip
from croupier.odds.shapes.five_card_kernel import simulations
from croupier.odds.shapes.rankings import BestFour

ODDS = AgainstDealer(
    BestFour(),
    opens=ANTE,
    tables=ANTE_BONUS,
    others=chip,
    kernel=simulations,
    rests_on=("ante-bonus-paid", "dealer-cards"),
    note="ante, play and ante bonus",
    column="best four",
    advises="where a cell has several choices the other cards decide, the most frequent stands first: ask by the cards",
)
