"""Crazy 4 Poker: fold, play, or with a pair of aces or better play three times the ante, against every dealer's hand."""

from __future__ import annotations

from croupier.games.house_poker.crazy_4_poker import ANTE, PLAY, SUPER_BONUS
from croupier.odds.advice import Advice, Chart, Question, Sight
from croupier.odds.exact.crazy_4_poker import qualifies_of, solve_ante, terms_of
from croupier.odds.four_card_advice import chart_of, weighed_against_dealer
from croupier.table.playable import Playable
from croupier.table.requests import Decision


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """Ante, super bonus and play together, per ante."""
    if not isinstance(request, Decision):
        return None
    return weighed_against_dealer(
        game,
        sight,
        request,
        terms=terms_of(game, game.terms.chosen[SUPER_BONUS]),
        wagers=(ANTE, SUPER_BONUS, PLAY),
        qualifies=qualifies_of(game),
    )


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """By the best four cards."""
    chart = chart_of(game, solve_ante(game, game.terms.chosen[SUPER_BONUS]))
    return (chart,), "where a cell has several choices the fifth card decides, the most frequent stands first: ask with --hand"
