"""A progressive chip where a fold forfeits it: worth what the game's own best play leaves of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from croupier.errors import NotPriced
from croupier.games.house_poker import mississippi_stud
from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.odds.reference import Reference
from croupier.rules.payouts import Payout
from croupier.table import progressive
from croupier.table.meters import Meter
from croupier.table.progressive import ENVY, PROGRESSIVE
from croupier.table.table import Seat, Table

FIGURES = [
    pytest.param("cincinnati/mississippi-stud", "0.591486", "0.020687", 253_235, "-0.004217", id="mississippi-stud"),
    pytest.param("cincinnati/texas-holdem-bonus", "0.456256", "0.027750", 166_025, "-0.005695", id="texas-holdem-bonus"),
    pytest.param(
        "cincinnati/ultimate-texas-holdem", "0.444101", "0.028280", 161_869, "-0.005695", id="ultimate", marks=pytest.mark.slow
    ),
    pytest.param("cincinnati/let-it-ride", "0.440188", "0.028715", 160_531, "-0.005695", id="let-it-ride"),
    pytest.param("pa/raise-it-up-stud", "0.441040", "0.032074", 10_747, "-0.007919", id="raise-it-up-stud"),
]


@pytest.mark.parametrize(("name", "edge", "hits", "even", "envy"), FIGURES)
def test_a_fold_forfeits_the_chip(name: str, edge: str, hits: str, even: int, envy: str) -> None:
    game = playable(name)
    price, other = next(analyze(game, "progressive")), next(analyze(game, "envy-bonus"))
    assert (f"{float(price.house_edge):.6f}", f"{float(price.hit_rate):.6f}") == (edge, hits)
    assert price.meter is not None and round(price.meter.breaks_even_at / 100) == even
    assert f"{float(other.house_edge):.6f}" == envy


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cincinnati/mississippi-stud", "cincinnati/texas-holdem-bonus", "cincinnati/four-card-poker"])
def test_rounds_at_the_table_hit_as_often_as_priced(name: str) -> None:
    """The best play at the real table, another way to count: within four standard errors."""
    game, rounds = playable(name), 6000
    totals = Reference(game).work().count(3, 0, rounds)
    found = next(p for p in Reference(game).prices(totals, rounds=rounds, seed=3) if p.wager == "progressive")
    hits = float(next(analyze(game, "progressive")).hit_rate)
    assert abs(float(found.hit_rate) - hits) < 4 * (hits * (1 - hits) / rounds) ** 0.5


# Envy and meters that the table has otherwise

WITHOUT: dict[str, Callable[[Seat], bool]] = {
    "who folded": lambda seat: seat.folded,
    "who has a pair": lambda seat: len({card.rank for card in seat.hand}) < len(seat.hand),
}


@pytest.mark.parametrize("who", WITHOUT)
def test_envy_that_goes_by_the_hand_of_who_is_paid_is_refused(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is counted whatever a seat does with its own hand, and whichever that is."""
    game, envious = playable("cincinnati/mississippi-stud"), WITHOUT[who]

    def pay_envy(table: Table) -> None:
        for seat in table.from_dealers_right():
            if PROGRESSIVE in seat.placed and not envious(seat):
                for holder, row in table.envy_hands.get(ENVY, ()):
                    if holder != seat.number:
                        progressive._pay(table, seat, row, case="")

    monkeypatch.setattr(mississippi_stud, "pay_envy", pay_envy)
    for wager in (ENVY, PROGRESSIVE):
        with pytest.raises(NotPriced, match=r"cincinnati/mississippi-stud: deals of one run are not settled alike: .*\("):
            list(analyze(game, wager))


@pytest.mark.parametrize("most", [150_000, 1_500_000, 50_000_000])
def test_a_meter_of_which_no_more_than_a_sum_is_won_is_refused(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it breaks even, and what a dollar more gives, is read off two sums on it."""
    pay = Meter.pay

    def up_to(self: Meter, payout: Payout, stake: int = 0) -> Any:
        return min(pay(self, payout, stake), most)

    monkeypatch.setattr(Meter, "pay", up_to)
    with pytest.raises(NotPriced, match=r"cincinnati/let-it-ride: .* as its meter rises: not in proportion, .*\("):
        next(analyze(playable("cincinnati/let-it-ride"), PROGRESSIVE))
