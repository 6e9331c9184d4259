"""Caribbean Stud: bet or fold five cards against the dealer's five, of which one is seen."""

from __future__ import annotations

from croupier.games.house_poker.caribbean_stud import ANTE, BET
from croupier.odds.shapes.against_dealer import AgainstDealer
from croupier.odds.shapes.five_card_kernel import simulations
from croupier.odds.shapes.five_cards import FiveCards, chip

ODDS = AgainstDealer(
    FiveCards(),
    opens=ANTE,
    tables=BET,
    others=chip,
    rests_on=("bet-or-fold",),
    kernel=simulations,
    note="ante and bet, per ante",
    advises="where a cell has several choices the suits and the other cards decide, the most frequent stands first: ask by the cards",
)
