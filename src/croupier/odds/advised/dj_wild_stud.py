"""DJ Wild Stud: play or fold against every hand the dealer can have, deuces and joker wild."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from croupier.equipment.cards import JOKER, Card
from croupier.games.house_poker.dj_wild_stud import ANTE, BLIND, FOLD, PLAY, SHAPE
from croupier.hands.poker import Value
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.charts import Cell, ladder
from croupier.odds.exact.dj_wild_stud import paid, solve
from croupier.odds.kernels.tables import Array
from croupier.odds.one_hand import number_of
from croupier.table.playable import Playable
from croupier.table.requests import Decision


def classes_of(natural: Array) -> Array:
    """The class of each row of natural cards, lowest first."""
    from croupier.odds.kernels.card_sets import PLACE, sets

    size = natural.shape[1]
    return np.asarray(sets().class_of[PLACE[np.arange(1, size + 1), natural].sum(axis=1)])


@lru_cache(maxsize=1)
def rows() -> dict[tuple[int, int], int]:
    """The kernel's row by how many cards are wild and the class of the natural ones."""
    from croupier.odds.kernels.wild import HAND, matchups

    hands, found = matchups().hands, {}
    for wilds in range(HAND + 1):
        where = np.flatnonzero(hands.wilds == wilds)
        kinds = classes_of(hands.cards[where, : HAND - wilds].astype(np.int64))
        found.update({(wilds, kind): row for kind, row in zip(kinds.tolist(), where.tolist(), strict=True)})
    return found


def row_of(hand: Sequence[Card]) -> int:
    """The kernel's row for a hand."""
    from croupier.odds.kernels.wild import HAND, WILD

    held = [52 if card is JOKER else number_of(card) for card in hand]
    natural: Array = np.array([sorted(number for number in held if not WILD[number])], np.int64)
    return rows()[HAND - natural.shape[1], int(classes_of(natural)[0])]


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """Ante, blind and play together, per ante."""
    from croupier.odds.kernels.wild import AGAINST, matchups

    if not isinstance(request, Decision) or len(sight.hand) != SHAPE.hand:
        return None
    hands, lower, _, higher = matchups()
    row = row_of(sight.hand)
    (times,) = game.terms.wagers[PLAY].times
    ante, play = (game.terms.chosen[wager].rows["win"].figure for wager in (ANTE, PLAY))
    [(_, blind)] = paid(game, game.terms.chosen[BLIND], [(hands.values[int(hands.levels[row])], ())])
    won = ante + times * play + blind
    net = (int(lower[row]) * won - int(higher[row]) * (2 + times)) / Fraction(AGAINST)
    given_up = Fraction(sum(wager in game.rules.fold_forfeits.value for wager in (ANTE, BLIND)))
    others = len(sight.dealer) + len(sight.elsewhere)
    gone = f"; {others} other cards in sight are not taken out" if others else ""
    basis = f"all {AGAINST:,} hands the dealer can have{gone}{left_apart(sight, (ANTE, BLIND, PLAY))}"
    values = {PLAY: net, FOLD: -given_up}
    return weigh(sight, {choice: values[choice] for choice in request.choices}, basis=basis, exact=not others)


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """The lowest hand to play."""
    from croupier.odds.kernels.wild import matchups

    hands, plays = matchups().hands, solve(game, game.terms.chosen[BLIND]).plays
    found: dict[Value, list[Cell]] = {}
    for level, weight, best in zip(hands.levels.tolist(), hands.weights.tolist(), plays.tolist(), strict=True):
        found.setdefault(hands.values[level], [Counter()])[0][PLAY if best else FOLD] += weight
    note = "wild cards stand for what makes the best hand"
    return (Chart("ante and blind", ("hand", "do"), ladder(found), note),), "where a row has both, ask with --hand"
