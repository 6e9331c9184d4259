"""Four-card games weighed: five cards against every hand the dealer can have, and the chart of the whole solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from math import comb

import numpy as np

from croupier.hands.poker import Value
from croupier.odds.advice import Advice, Chart, Sight, left_apart, weigh
from croupier.odds.charts import Cell, ladder, letter
from croupier.odds.four_card import FOLD, RESULTS, Solution, Terms, shows_a_card
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import net_of
from croupier.odds.one_hand import CARDS, numbers, unseen
from croupier.table.playable import Playable
from croupier.table.requests import Decision

HAND = 5


def word(choice: str) -> str:
    """A choice of the solution as the table asks for it."""
    return choice if choice == FOLD else choice.replace("play ", "raise-")


def weighed_against_dealer(
    game: Playable,
    sight: Sight,
    request: Decision,
    *,
    terms: Callable[[Value], Terms],
    wagers: Collection[str],
    qualifies: Callable[[Value], bool] | None = None,
) -> Advice | None:
    """Fold or play, and how much, against every hand the dealer can have with the card that is shown."""
    from croupier.odds.kernels.four_card import rank_hand, ranking
    from croupier.odds.kernels.one_four_card import against_dealers

    if len(sight.hand) != HAND or len(sight.dealer) > game.rules.dealer_cards or shows_a_card(game) > len(sight.dealer):
        return None
    values, plain, suited = ranking()
    level = int(rank_hand(np.sort(numbers(sight.hand)), plain, suited))
    threshold = 0 if qualifies is None else next(place for place, value in enumerate(values) if place and qualifies(value))
    deck, hidden = unseen(sight), game.rules.dealer_cards - len(sight.dealer)
    found: Array = np.zeros((3, 2), np.int64)
    against_dealers(deck, np.sort(numbers(sight.dealer)), hidden, level, threshold, plain, suited, found)
    lower, equal, higher = found[:, 0].tolist()
    results = dict(zip(RESULTS, (lower, equal, higher, int(found[:, 1].sum())), strict=True))
    every = comb(len(deck), hidden)
    nets = {
        word(choice.name): sum((results[name] * net for name, net in zip(RESULTS, choice.nets, strict=True)), Fraction(0))
        / every
        for choice in terms(values[level]).choices
    }
    basis = f"all {every:,} hands the dealer can have{left_apart(sight, wagers)}"
    return weigh(sight, {choice: nets[choice] for choice in request.choices}, basis=basis)


def weighed_alone(game: Playable, sight: Sight, request: Decision, wager: str, value: Value) -> Advice:
    """A side wager by itself: the hand is known, and giving it up never gains."""
    found = next((payout for _, test, payout in game.tables[wager] if test(value, sight.hand)), None)
    worth = Fraction(-1) if found is None else net_of(found.kind, found.figure, sight.stakes[wager])
    forfeited = Fraction(-1) if wager in game.rules.fold_forfeits.value else worth
    values = {choice: forfeited if choice == FOLD else worth for choice in request.choices}
    return weigh(sight, values, basis=f"{wager} by the cards in hand{left_apart(sight, (wager,))}")


def chart_of(game: Playable, solution: Solution) -> Chart:
    """The whole solution by hand and, where the dealer shows a card, by that card."""
    from croupier.odds.kernels.four_card import ordered, ranking

    players, values = ordered(HAND), ranking().values
    names = [word(choice) for choice in solution.choices]
    views = solution.taken.shape[1]
    counts: Array = np.zeros((len(values), 13 if views > 1 else 1, len(names)), np.int64)
    for view in range(views):
        shown = np.full(len(players.cards), view, np.int64)
        for place in range(HAND):  # views are the cards the player does not hold, in the order of the deck
            shown += shown >= players.cards[:, place]
        assert views == 1 or int(shown.max()) < CARDS
        ranks = shown >> 2 if views > 1 else np.zeros_like(shown)
        np.add.at(counts, (players.levels, ranks, solution.taken[:, view]), players.weights)
    found: Mapping[Value, list[Cell]] = {
        value: [
            Counter({name: count for name, count in zip(names, cell, strict=True) if count}) for cell in counts[level].tolist()
        ]
        for level, value in enumerate(values)
        if level and counts[level].any()
    }
    columns = tuple(map(letter, range(2, 15))) if views > 1 else ("do",)
    note = "columns are the card the dealer shows" if views > 1 else ""
    return Chart("ante", ("best four", *columns), ladder(found), note)
