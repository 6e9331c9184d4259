"""Tiles: every way to set four tiles against all hands that the bank can have, each set by the house way."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np

from croupier.equipment.cards import Card
from croupier.equipment.tiles import tiles
from croupier.games.banking import BANK, CO_BANK
from croupier.games.pai_gow._comparing import SURRENDER
from croupier.games.pai_gow._deliveries import DELIVERIES
from croupier.games.pai_gow._setting import ways_to_set
from croupier.games.pai_gow._surrender import PLAY
from croupier.games.pai_gow.pai_gow_tiles import PAI_GOW
from croupier.games.positions import spelled
from croupier.hands.tiles import Setting
from croupier.hands.tiles_house_way import HouseWay, house_way
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.refusing import refused
from croupier.odds.shapes.tiles import best_ways, ends_of, nets, stake_of
from croupier.odds.shapes.tiles_count import (
    COMPARED,
    HAND,
    HOUSE,
    cell_of,
    cells_of,
    compared,
    counts_of,
    hands_of_bank,
    kinds,
    prefixes,
    table_of,
)
from croupier.odds.shapes.two_hands import HOUSE_WAY
from croupier.odds.shapes.two_hands_advice import AGAINST_HOUSE_WAY
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, Decision

NO_MATTER = "all deals of two hands, whichever way they come: a bank against one wager"


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """How to set the hands; whether to give them up, which never gains; or how to have the tiles delivered, which changes nothing."""
    if isinstance(request, Decision) and set(request.choices) <= DELIVERIES.keys():
        return weigh(sight, dict.fromkeys(request.choices, _as_bank(game)), basis=NO_MATTER, strategy=HOUSE_WAY)
    if len(sight.hand) != HAND:
        return None
    if isinstance(request, Decision) and SURRENDER in request.choices:
        return _surrender(game, sight)
    if not isinstance(request, Arrangement):
        return None
    ways = ways_to_set(sight.hand, game.rules)
    values = {text: _value(game, sight, ways[text]) for text in request.settings}
    return weigh(sight, values, basis=_basis(sight), strategy=AGAINST_HOUSE_WAY, exact=_bank(sight) == "house")


def _as_bank(game: Playable) -> Fraction:
    """What a bank nets of one wager against it, all hands by the house way."""
    stake = stake_of(game, game.terms.chosen[PAI_GOW])
    counts = kinds().weights @ cells_of(table_of(game))[:, HOUSE]
    return Fraction(int(counts @ nets(ends_of(game, stake).banks[BANK])), int(counts.sum()) * stake)


def _bank(sight: Sight) -> str:
    """Who has the bank."""
    return sight.marks.get(BANK, "house")


def _known(sight: Sight) -> tuple[Card, ...]:
    """Every tile in sight, those alike one by one."""
    return (*sight.hand, *sight.dealer, *sight.elsewhere)


def _basis(sight: Sight) -> str:
    every = f"all {comb(len(tiles()) - len(_known(sight)), HAND):,} hands"
    apart = left_apart(sight, (PAI_GOW, BANK, CO_BANK))
    if _bank(sight) == "house":
        return f"{every} the bank can have, set by the house way{apart}"
    if _bank(sight) == spelled(sight.seat):
        return f"{every} of one player against the bank, set by the house way, commission hand by hand{apart}"
    return f"{every} the bank can have, as if its player set them by the house way{apart}"


def _value(game: Playable, sight: Sight, setting: Setting) -> Fraction:
    """What a setting nets on average."""
    stake = _stake(game, sight)
    ends, table = ends_of(game, stake), table_of(game)
    others = table.house
    drawn = hands_of_bank((counts_of(tiles()) - counts_of(_known(sight)))[None])[0]
    mine = table.levels_of(setting)
    if _bank(sight) == spelled(sight.seat):  # the others are the player's, compared with these
        cells = np.array([cell_of(table, other, mine) for other in map(tuple, others.tolist())])
        net = int(nets(ends.banks[BANK])[cells] @ drawn)
    else:
        zero = COMPARED * (mine[1] < table.zeros)
        counts = compared(np.array([mine]), prefixes(others, drawn, len(table.level)))[0]
        net = int(counts @ nets(ends.wager)[zero : zero + COMPARED])
    return Fraction(net, int(drawn.sum()) * stake)


def _surrender(game: Playable, sight: Sight) -> Advice:
    """Once the dealer's hands lie open the wager is decided, unless a player banks."""
    chosen = ways_to_set(sight.hand, game.rules)[sight.settings[sight.seat]]
    basis, house = f"the dealer's hands, which lie open{left_apart(sight, (PAI_GOW,))}", _bank(sight) == "house"
    stake = _stake(game, sight)
    ends = ends_of(game, stake)
    if house:
        dealers = ways_to_set(sight.dealer, game.rules)[sight.settings[0]]
        table = table_of(game)
        cell = cell_of(table, table.levels_of(chosen), table.levels_of(dealers))
        worth = Fraction(int(nets(ends.wager)[cell]), stake)
    else:
        worth, basis = _value(game, sight, chosen), _basis(sight)
    given_up = Fraction(ends.surrendered.net, stake)
    return weigh(sight, {PLAY: worth, SURRENDER: given_up}, basis=basis, strategy=AGAINST_HOUSE_WAY, exact=house)


def _stake(game: Playable, sight: Sight) -> int:
    """What lies on the wager; for a bank one wager against it, of which no commission is rounded."""
    return sight.stakes.get(PAI_GOW) or stake_of(game, game.terms.chosen[PAI_GOW])


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """The house way, which the dealer must follow and a player may, and how often another setting is better."""
    rules, table = game.rules, table_of(game)
    way = HouseWay(rules.house_way_pairs.value, rules.house_way_values.value)
    for hand, house in zip(kinds().hands, table.house.tolist(), strict=True):
        if table.levels_of(house_way(hand, way)[0]) != tuple(house):
            told = f"the table sets {' '.join(map(str, hand))} otherwise than the house way that is told here"
            raise refused(game, told, "house-way-otherwise")
    rows = (
        ("the supreme pair", "together"),
        ("another pair, wong or gong", f"together; of several the {rules.house_way_pairs.value.replace('-', ' ')}"),
        ("worth 9, else 8, else 7", f"together; of several ways the {rules.house_way_values.value.replace('-', ' ')}"),
        ("anything else", "the highest tile with the lowest"),
    )
    ends, every = ends_of(game, stake_of(game, game.terms.chosen[PAI_GOW])), kinds()
    otherwise = int(every.weights[best_ways(game, ends) != HOUSE].sum())
    chart = Chart("the house way", ("tiles", "set"), rows, "the first line that fits")
    said = f"the best setting is another than the house way for {otherwise:,} of {int(every.weights.sum()):,} hands: ask by the cards"
    return (chart,), said
