"""Six cards: every way to set them, doubled or not, against all 10,737,573 hands of the dealer's, each set by the house way."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np

from croupier.games.pai_gow._setting import ways_to_set
from croupier.games.pai_gow.six_card_pai_gow_poker import DOUBLE_DOWN, PLAY, SHAPE, SIX_CARD
from croupier.hands.pai_gow import Setting
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.cells import Asked, Deal, unit_of
from croupier.odds.kernels import five_and_one as kernel
from croupier.odds.kernels.five_and_one import HAND, HIGH, RANKS
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.five_and_one import CELLS, check_house_way, choices_of, limit_of, numbers, settled
from croupier.odds.shapes.five_and_one_count import known
from croupier.odds.shapes.two_hands_advice import AGAINST_HOUSE_WAY, CARDS
from croupier.odds.shapes.two_hands_asked import decided
from croupier.odds.shapes.two_hands_classes import number_of
from croupier.odds.work import in_parts
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, Decision


def dealers_hands(sight: Sight) -> Array:
    """How many hands of each high hand and low card the dealer can have."""
    seen = {number_of(card) for card in sight.known}
    deck: Array = np.array([number for number in range(CARDS - 1, -1, -1) if number not in seen], np.int64)

    def part(first: int, last: int) -> Array:
        found: Array = np.zeros((HIGH + 1, RANKS), np.int64)
        kernel.dealers_hands(deck, first, last, *known().tables, found)
        return found

    total = np.asarray(sum(in_parts(len(deck), part)))
    assert int(total.sum()) == comb(len(deck), HAND)
    return total


def in_cells(setting: Setting, dealers: Array, limit: int) -> list[int]:
    """How many of the dealer's hands fall into each cell against a setting."""
    high, low = numbers(setting, known().ranking)
    found = []
    for compared, below, weak in CELLS:
        rows = (slice(0, high), slice(high, high + 1), slice(high + 1, None))[compared]
        columns = (slice(0, low), slice(low, low + 1), slice(low + 1, None))[below]
        first = rows.start or 0
        part = dealers[rows, columns]
        under = min(max(limit - first, 0), len(part))
        found.append(int((part[:under] if weak else part[under:]).sum()))
    return found


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """How to set the hands, and whether to double: what each nets."""
    if len(sight.hand) != SHAPE.hand:
        return None
    ways = ways_to_set(sight.hand, game.rules)
    stake = sight.stakes.get(SIX_CARD) or unit_of(game, SIX_CARD)
    basis = f"all {comb(CARDS - len(sight.known), HAND):,} hands the dealer can have, set by the house way"
    basis += left_apart(sight, (SIX_CARD,))
    if isinstance(request, Decision) and DOUBLE_DOWN in request.choices:
        found = _worths(game, sight, ways.get(sight.settings.get(sight.seat, "")), stake)
        return weigh(sight, {choice: found[choice] for choice in request.choices}, basis=basis, strategy=AGAINST_HOUSE_WAY)
    if not isinstance(request, Arrangement):
        return None
    dealers = dealers_hands(sight)
    values = {text: max(_worths(game, sight, ways.get(text), stake, dealers).values()) for text in request.settings}
    return weigh(sight, values, basis=f"{basis}; doubled where that gains", strategy=AGAINST_HOUSE_WAY)


def _worths(
    game: Playable, sight: Sight, setting: Setting | None, stake: int, dealers: Array | None = None
) -> dict[str, Fraction]:
    """What a setting nets by each choice; None is no setting at all."""
    if setting is None or setting.foul:
        return _lost(game, setting, stake)
    ends, limit = settled(game, stake), limit_of(game)
    counts = in_cells(setting, dealers_hands(sight) if dealers is None else dealers, limit)
    return {
        choice: Fraction(sum(n * ends[cell, choice].net for cell, n in zip(CELLS, counts, strict=True)), sum(counts) * stake)
        for choice in choices_of(game)
    }


def _lost(game: Playable, setting: Setting | None, stake: int) -> dict[str, Fraction]:
    """Hands that lose whatever the dealer has, as the table settles them."""
    from croupier.equipment.cards import cards
    from croupier.games.pai_gow._setting import NOT_SET

    text = NOT_SET if setting is None else "Qd 7h 5c 3s 2d / As"
    said = (text, PLAY) if len(choices_of(game)) > 1 else (text,)
    deal = Deal(tuple(cards("As Qd 7h 5c 3s 2d")), tuple(cards("9s 9d Kc 6s 4d 2h")), decisions=said)
    net = Asked(game, {SIX_CARD: stake}, only=[SIX_CARD]).settled(decided(game, deal)).net
    return dict.fromkeys(choices_of(game), Fraction(net, stake))


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """The house way, which the dealer must follow and a player may; the table is held to what is told of it."""
    check_house_way(game)
    rows = tuple(
        (name.removeprefix("house-way-").replace("-", " "), str(value).replace("-", " "))
        for name, value in game.terms.options.items()
        if name.startswith("house-way-")
    )
    chart = Chart("the house way", ("hand", "set"), rows)
    return (chart,), "the best setting of a hand, and whether to double it: ask by the cards"
