"""Three Card Poker: play or fold three cards against the dealer's three; pair plus by one's own, the six-card bonus by both."""

from __future__ import annotations

from croupier.games.house_poker.three_card_poker import ANTE, ANTE_BONUS
from croupier.odds.shapes.against_dealer import AgainstDealer
from croupier.odds.shapes.rankings import ThreeCards
from croupier.odds.shapes.three_card_kernel import simulations

ODDS = AgainstDealer(
    ThreeCards(),
    opens=ANTE,
    tables=ANTE_BONUS,
    rests_on=("tie-when-dealer-does-not-qualify",),
    kernel=simulations,
    note="ante, play and ante bonus",
    advises="each hand against all 18,424 hands the dealer can have",
)
