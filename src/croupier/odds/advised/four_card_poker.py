"""Four Card Poker: fold, or play one to three times the ante, against the dealer's hands with the card that is shown."""

from __future__ import annotations

from croupier.games.house_poker.four_card_poker import ACES_UP, ANTE, ANTE_BONUS, PLACE, PLAY
from croupier.hands.four_card import best_four
from croupier.odds.advice import Advice, Chart, Question, Sight
from croupier.odds.exact.four_card_poker import solve_ante, terms_of
from croupier.odds.four_card_advice import HAND, chart_of, weighed_against_dealer, weighed_alone
from croupier.table.playable import Playable
from croupier.table.requests import Decision


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """Play or fold the ante; or let aces up stand where it is alone."""
    if not isinstance(request, Decision) or len(sight.hand) != HAND:
        return None
    if PLACE in request.choices:
        return weighed_alone(game, sight, request, ACES_UP, best_four(sight.hand))
    terms = terms_of(game, game.terms.chosen.get(ANTE_BONUS))
    return weighed_against_dealer(game, sight, request, terms=terms, wagers=(ANTE, PLAY))


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """By the best four cards and the card the dealer shows."""
    chart = chart_of(game, solve_ante(game, game.terms.chosen.get(ANTE_BONUS)))
    return (chart,), "where a cell has several choices the other cards decide, the most frequent stands first: ask with --hand"
