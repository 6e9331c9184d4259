"""Prices under every choice left to the house, one at a time, and tables of its own above a floor, against rounds at the real table."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pytest

from croupier.errors import NotPriced
from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.odds.price import Price
from croupier.odds.reference import Reference
from croupier.table.playable import Playable
from tests.odds.test_mutations import dearer
from tests.support.driving import GAMES, house_variants, listed

QUICK = "cleveland/three-card-poker"
OWN_TESTS = ("pai-gow-poker",)
SWEPT = ("ultimate-texas-holdem", "texas-holdem-bonus", "crazy-4-poker", "four-card-poker", "dj-wild-stud")
"""Procedures whose prices take seconds: one row of each is played, and of every other procedure all."""
LOOKING = [name for name in GAMES if listed(name).looks and listed(name).terms.file.procedure not in OWN_TESTS]
FIRST_OF = {listed(name).terms.file.procedure: name for name in reversed(LOOKING)}
CARDS = [name for name in LOOKING if name in FIRST_OF.values() or listed(name).terms.file.procedure not in SWEPT]
"""Games with side wagers that are data, whose odds ask the table; pai gow poker has tests of its own, since it takes long at a table."""


def check(game: Playable, prices: list[Price], *, rounds: int, seed: int, house: object) -> None:
    """Each wager as it is priced and as it was played, within five standard errors."""
    run = Reference(game)
    exact: dict[tuple[str, str], Price] = {}
    for price in prices:
        exact.setdefault((price.wager, price.paytable), price)
    for played in run.prices(run.work().count(seed, 0, rounds), rounds=rounds, seed=seed):
        name = game.terms.wagers[played.wager].called
        known = exact.get((name, played.paytable))
        if known is None:  # a meter that moves, or a table of another wager's
            continue
        error = (float(known.variance) / rounds) ** 0.5  # as priced: what was not seen in few rounds has no variance there
        # One jackpot in a few hundred rounds is far from every mean: what is hardly ever seen is left out of both.
        deals = sum(outcome.weight for outcome in known.outcomes)
        rare = {outcome.outcome for outcome in known.outcomes if outcome.weight * rounds * 10 < deals}
        apart = abs(lost_by(played, without=rare) - lost_by(known, without=rare))
        assert apart <= 5 * error, (house, name, played.paytable)


def lost_by(price: Price, *, without: Collection[str]) -> float:
    """What a unit loses on the average, leaving some outcomes out."""
    deals = sum(outcome.weight for outcome in price.outcomes)
    counted = [outcome for outcome in price.outcomes if outcome.outcome not in without]
    return float(-sum(outcome.weight * outcome.net for outcome in counted) / deals)


DEAR = ("asia-poker", "blackjack", "blackjack-switch", "caribbean-stud", "criss-cross-poker", "lunar-poker", "mississippi-stud")
DEAR += ("raise-it-up-stud", "six-card-pai-gow-poker", "spanish-21", "texas-holdem-bonus")
"""Rows whose houses take long to price."""
MOST, FEW = 10, 4
"""So many houses of a row are priced, spread over all that there are; of dear ones, and of a procedure's further rows, fewer.

What a house may choose, one choice at a time, is played against the kernel too, to the cent.
"""
ROUNDS, FEWER = 400, {"pa/six-card-pai-gow-poker": 100}
"""Rounds played in each; fewer where every hand is set anew, in a tenth of a second."""


def variants(name: str) -> Iterator[tuple[object, Playable, list[Price]]]:
    """The houses of which some price differs from those before, the default first; one that no analysis takes is refused, not mistaken."""
    default, known = playable(name), set[object]()
    houses: list[tuple[object, Playable]] = [(house, playable(name, house)) for house in house_variants(name)]
    for wager, table in default.terms.chosen.items():
        houses += [(f"{wager} above its floor", game) for game in (dearer(default, wager) if table.floor else ())]
    most = FEW if name.partition("/")[2] in DEAR or name not in FIRST_OF.values() else MOST
    for house, game in houses[:: -(-len(houses) // most)]:
        try:
            prices = list(analyze(game))
        except NotPriced:
            assert known, "the default house has its prices"
            continue
        told = tuple({price.wager: price.outcomes for price in reversed(prices)}.items())
        if told not in known:
            known.add(told)
            yield house, game, prices


def test_a_house_is_priced_as_it_plays() -> None:
    for number, (house, game, prices) in enumerate(variants(QUICK)):
        check(game, prices, rounds=250, seed=number, house=house)


@pytest.mark.slow
@pytest.mark.parametrize("name", CARDS)
def test_every_house_is_priced_as_it_plays(name: str) -> None:
    for number, (house, game, prices) in enumerate(variants(name)):
        check(game, prices, rounds=FEWER.get(name, ROUNDS), seed=number, house=house)
