"""Tiles: the count of all deals beside hands walked tile by tile, beside figures counted elsewhere, and beside the kernel."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest

from croupier.equipment.tiles import Tile, tiles
from croupier.games.registry import playable
from croupier.hands.tiles import settings, tiles_of
from croupier.odds.analyze import analyze
from croupier.odds.price import Price
from croupier.odds.queries import ask
from croupier.odds.simulate import simulate
from tests.games.test_pai_gow_tiles import PAIRS, SINGLE

GAME = "ny/pai-gow-tiles"
DEALS = 736_281_000

_PAIR_OF = {
    tuple(sorted(pair.split())): 20 - place for place, line in enumerate(PAIRS.strip().splitlines()) for pair in line.split(",")
}
_RANK_OF = {face: 17 - place for place, faces in enumerate(SINGLE.split()) for face in faces.split("=")}
Hand = tuple[str, ...]
Worth = tuple[int, int, int]


def worth(two: Hand) -> Worth:
    """Two tiles by the printed lists alone, none of the project's ranking."""
    if tuple(sorted(two)) in _PAIR_OF:
        return (1, _PAIR_OF[tuple(sorted(two))], 0)
    found = []
    for one, other in itertools.product(*({"1-2": ["1-2", "2-4"], "2-4": ["2-4", "1-2"]}.get(face, [face]) for face in two)):
        spots = sum(int(half) for face in (one, other) for half in face.split("-"))
        found.append((0, spots % 10, max(_RANK_OF[one], _RANK_OF[other])))
    return max(found)


def ways(hand: Hand) -> list[tuple[Worth, Worth]]:
    a, b, c, d = hand
    parted = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    return [tuple(sorted((worth(one), worth(other)), reverse=True)) for one, other in parted]  # type: ignore[misc]


def by_house_way(hand: Hand) -> tuple[Worth, Worth]:
    """The four lines, the higher pair of several, the better low hand of several ways to make a value."""
    every = ways(hand)
    if max(every)[0][0]:
        return max(every)
    for value in (9, 8, 7):
        fits = [way for way in every if value in (way[0][1], way[1][1])]
        if fits:
            return max(fits, key=lambda way: (way[1], way[0]))
    ranked = sorted(hand, key=lambda face: _RANK_OF[face])
    return tuple(sorted((worth((ranked[0], ranked[3])), worth((ranked[1], ranked[2]))), reverse=True))  # type: ignore[return-value]


def outcome(mine: tuple[Worth, Worth], bank: tuple[Worth, Worth]) -> int:
    """1 for a win, 0 for a push, -1 for a loss: L3183-3187."""
    low = mine[1] > bank[1] and mine[1][:2] != (0, 0)
    return (mine[0] > bank[0]) + low - 1


def against_every_bank(hand: tuple[Tile, ...]) -> tuple[Counter[int], dict[tuple[Worth, Worth], Counter[int]]]:
    """Wins, pushes and losses of a hand set by the house way, and of each way to set it, over the 20,475 hands of a bank."""
    left = tiles()
    for tile in hand:
        left.remove(tile)
    banks = Counter(tuple(sorted(map(str, bank))) for bank in itertools.combinations(left, 4))
    own: Hand = tuple(map(str, hand))
    found: dict[tuple[Worth, Worth], Counter[int]] = {way: Counter() for way in ways(own)}
    for bank, count in banks.items():
        other = by_house_way(bank)
        for way, counts in found.items():
            counts[outcome(way, other)] += count
    return found[by_house_way(own)], found


def by_strategy(**options: str) -> dict[tuple[str, str], Price]:
    return {(price.wager, price.strategy): price for price in analyze(playable(GAME, {"options": options}))}


def test_all_deals_are_counted_and_the_figures_counted_elsewhere_are_met() -> None:
    """2.673 by the house way, 0.333 for a bank, and a hole: the printed house way loses 0.95 percent to the best setting."""
    found = by_strategy()
    assert {price.weight for price in found.values()} == {DEALS}
    wager = found["pai-gow", "house way"]
    ends = Counter[Fraction]()
    for end in wager.outcomes:
        ends[end.net] += end.weight
    wins, losses = 216_982_472, 225_814_408
    assert ends == {Fraction(19, 20): wins, Fraction(0): DEALS - wins - losses, Fraction(-1): losses}
    for (name, strategy), percent in {
        ("pai-gow", "house way"): 2.6730,
        ("pai-gow", "optimal"): -0.9489,
        ("bank", "house way"): 0.3339,
        ("co-bank", "house way"): 0.1670,
    }.items():
        assert round(100 * float(found[name, strategy].house_edge), 4) == percent, (name, strategy)


def test_a_house_that_breaks_ties_otherwise_has_another_price() -> None:
    found = by_strategy(**{"house-way-pairs": "better-low-hand", "house-way-values": "better-high-hand"})
    assert round(100 * float(found["pai-gow", "house way"].house_edge), 4) == 2.7287
    assert round(100 * float(found["pai-gow", "optimal"].house_edge), 4) == -0.6400


SOME = ["6-6 6-6 4-5 2-6", "1-3 3-3 6-6 1-5", "2-4 1-2 5-5 1-4", "2-4 5-6 1-4 2-2", "1-1 1-1 4-6 5-5"]


def prove(hand: tuple[Tile, ...]) -> None:
    from croupier.odds.shapes.tiles_count import HOUSE, cells_of, counts_of, kinds, table_of

    every, table = kinds(), table_of(playable(GAME))
    [kind] = (every.held == counts_of(hand)).all(axis=1).nonzero()[0].tolist()
    counts = cells_of(table)[kind]
    expected, by_way = against_every_bank(hand)

    def told(cells: list[int]) -> Counter[int]:
        found = Counter[int]()
        for cell, count in enumerate(cells):
            high, low = divmod(cell % 9, 3)
            found[(high == 2) + (low == 2 and cell < 9) - 1] += count
        return +found

    assert told(counts[HOUSE].tolist()) == +expected
    for number, setting in enumerate(table.ways[kind]):
        own = tuple(sorted((worth(tuple(map(str, part))) for part in (setting.high, setting.low)), reverse=True))
        assert told(counts[number].tolist()) == +by_way[own]  # type: ignore[index]


@pytest.mark.parametrize("hand", SOME)
def test_a_hand_beside_every_bank_walked_by_the_printed_lists(hand: str) -> None:
    prove(tuple(tiles_of(hand)))


@pytest.mark.slow
def test_many_hands_beside_every_bank_walked_by_the_printed_lists() -> None:
    rng = random.Random(50)
    for _ in range(100):
        prove(tuple(rng.sample(tiles(), 4)))


@pytest.mark.parametrize("hand", SOME[:2])
def test_advice_weighs_every_setting_as_walked(hand: str) -> None:
    [asked] = ask(playable(GAME), tiles_of(hand), dealer=[], community=[], after=[])
    _, by_way = against_every_bank(tuple(tiles_of(hand)))
    values = {choice.choice: choice.value for choice in asked.advice.choices}
    for setting in settings(tiles_of(hand)):
        own = tuple(sorted((worth(tuple(map(str, part))) for part in (setting.high, setting.low)), reverse=True))
        counts = by_way[own]  # type: ignore[index]
        assert values[str(setting)] == (Fraction(19, 20) * counts[1] - counts[-1]) / 20475
    assert asked.advice.exact and values[asked.advice.best] == max(values.values())


def test_the_kernel_comes_near_the_count() -> None:
    [simulated] = simulate(playable(GAME), 400_000, seed=50)
    exact = by_strategy()["pai-gow", "house way"]
    assert abs(float(simulated.house_edge - exact.house_edge)) < 4 * simulated.standard_error
