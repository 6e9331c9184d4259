"""Three Card Poker: play or fold three cards against the dealer's three; pair plus by one's own, the six-card bonus by both."""

from __future__ import annotations

from croupier.games.house_poker.three_card_poker import ANTE, ANTE_BONUS, PAIR_PLUS, SIX_CARD_BONUS
from croupier.odds.cells import Deal
from croupier.odds.looks import Ladder, best_five_of
from croupier.odds.shapes.against_dealer import AgainstDealer, Look, own_hand
from croupier.odds.shapes.rankings import ThreeCards
from croupier.odds.shapes.three_card_kernel import simulations
from croupier.table.playable import Playable


def both_hands(_: AgainstDealer, game: Playable) -> Ladder:
    """The best five of the player's cards and the dealer's."""
    own = game.shape.hand
    return best_five_of(game, own + game.shape.dealer, lambda six: Deal(six[:own], six[own:]))


ODDS = AgainstDealer(
    ThreeCards(),
    opens=ANTE,
    tables=ANTE_BONUS,
    sides=(Look(PAIR_PLUS, own_hand), Look(SIX_CARD_BONUS, both_hands)),
    rests_on=("tie-when-dealer-does-not-qualify",),
    kernel=simulations,
    note="ante, play and ante bonus",
    advises="each hand against all 18,424 hands the dealer can have",
)
