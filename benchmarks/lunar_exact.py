"""Lunar Poker's exchanges counted out on a GPU: every hand with every card shown, each exchange of two to five cards. Needs CuPy.

    python -m benchmarks.lunar_exact prepare tables.npz     # two minutes on two cores: the best play without exchanges
    python -m benchmarks.lunar_exact count tables.npz found # the GPU's part
    python -m benchmarks.lunar_exact check found            # hands of it, against the package's own count of one hand

What a bet nets depends on the suits only through the one that lies open: the dealer's flushes are of it. So draws are counted by
ranks, with the ranks of the open suit apart, and for all hands with the same ranks thrown away the dealer's hands are counted once.
What forcing gains does depend on all suits; it is counted for exchanges that it could make the best, which a bound tells from the
others. The payoffs are the table's own answers, as the package has them, and so is the best play without exchanges.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from math import comb, lcm
from pathlib import Path
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
KEPT = tuple(mask for mask in range(31) if mask.bit_count() <= 3)
"""Exchanges by the cards kept, as bits of the hand's five."""
CHOICES, LEVELS = len(KEPT), 7463
DRAWN = [5 - mask.bit_count() for mask in KEPT]
CASES = {k: comb(46, k) * comb(46 - k, 4) * (42 - k) for k in range(6)}
"""For a hand and the card shown: draws of so many cards, the dealer's hands, and cards for a forced dealer."""
WITHOUT = comb(46, 4) * 42 * 41
"""The same for the play without exchanges, which may buy a card."""
COMMON = lcm(WITHOUT, *CASES.values())
DEALS = comb(52, 5) * 47
MARGIN = 1e-9
"""Far above what doubles lose: exchanges that come so near to the best are counted exactly."""
THREADS = 256
SAMPLED = {"any": 4, "pair": 1, "trips": 1, "straight": 1, "four of a suit": 1, "ace and king": 1}


class Device:
    """The tables and kernels on the GPU, for one card shown at a time."""

    def __init__(self, tables: dict[str, Array]) -> None:
        import cupy  # type: ignore[import-not-found]  # not among the project's requirements

        self.cp, self.tables = cupy, {name: cupy.asarray(table) for name, table in tables.items()}
        source = Path(__file__).with_suffix(".cu").read_text(encoding="utf-8")
        self.module = cupy.RawModule(code=source)
        rows, strong = len(tables["thrown"]), len(tables["strong_levels"])
        self.rows, self.strong, self.classes = rows, strong, len(tables["class_levels"])
        self.net = cupy.zeros(rows * LEVELS, cupy.int32)
        self.change = cupy.zeros(8192 * self.classes, cupy.int32)
        self.most = cupy.zeros(rows * strong, cupy.int32)
        self.refuted = cupy.zeros(1, cupy.int32)

    def launch(self, name: str, blocks: int, threads: int, *arguments: object) -> None:
        given = [
            self.tables[one] if isinstance(one, str) else self.cp.int32(one) if isinstance(one, int) else one
            for one in arguments
        ]
        if blocks:
            self.module.get_function(name)((blocks,), (threads,), tuple(given))

    def show(self, up: int) -> None:
        """Whatever depends on the card shown alone."""
        made = self.tables["made"][up]
        arguments = (up, self.rows, "thrown", "key_of", made, "nets", "win", self.net)
        self.launch("meet_by_ranks", self.rows * LEVELS // THREADS + 1, THREADS, *arguments)
        flushes = (up, self.classes, "class_levels", "plain", "flush", "nets", "win", self.change)
        self.launch("meet_flushes", 8192 * self.classes // THREADS + 1, THREADS, *flushes)
        forced = (
            up,
            self.rows,
            "thrown",
            "left_of",
            self.strong,
            "strong_levels",
            "key_of",
            "plain",
            "flush",
            "nets",
            "forced_win",
        )
        self.launch("bound_forcing", self.rows * self.strong // THREADS + 1, THREADS, *forced, self.most)

    def weigh(self, up: int, cards: Any) -> tuple[Any, Any]:
        """What every exchange nets without forcing, each case of `CASES` once but for the forced dealer's card; a bound to forcing."""
        found, bound = (self.cp.zeros((len(cards), CHOICES), self.cp.int64) for _ in range(2))
        lists = ("draw_lists", "level_lists", "mask_lists", "lists")
        known = (
            self.net,
            self.change,
            self.classes,
            "class_of",
            "strong_of",
            self.most,
            self.strong,
            "plain",
            "flush",
            "fold_of",
        )
        sets = len(self.tables["other_suits"])
        hands = (up, len(cards), cards, "kept_of", "other_suits", sets, "row_of", "first_row")
        self.launch("weigh", len(cards), THREADS, *hands, *lists, *known, found, bound, self.refuted)
        return found, bound

    def force(self, up: int, cards: Any, hands: Any, choices: Any) -> Any:
        """What forcing gains, for some exchanges of some hands."""
        gained, finals = self.cp.zeros(len(hands), self.cp.int64), len(self.tables["final_cards"])
        asked = (up, hands.astype(self.cp.int32), choices.astype(self.cp.int32), cards, "kept_of")
        against = (finals, "final_cards", "final_levels", "plain", "flush", "nets", "forced_win")
        self.launch("gain_by_forcing", len(hands), 128, *asked, *against, gained)
        return gained


def count(tables: dict[str, Array]) -> tuple[dict[str, Any], Array]:
    """All hands with every card shown: the sums, and by card shown and hand the best choice, `CHOICES` for none of the exchanges."""
    start, device, chosen = time.perf_counter(), Device(tables), []
    print(f"tables and kernels are there after {time.perf_counter() - start:.1f} s", flush=True)
    hands, masks, weights = tables["hands"], tables["masks"], tables["weights"]
    every = dict.fromkeys(range(2, 6), 0)
    told: dict[str, Any] = {"without": 0, "with": 0, "deals": 0, "sample": [], "gpu": 0.0}
    told |= {"best": every.copy(), "gained": every.copy(), "asked": every.copy()}
    for up, before in enumerate(np.split(tables["before"].astype(object), tables["begins"][1:])):
        here = np.flatnonzero(masks >> up & 1 == 0)
        cards, weight, began = device.cp.asarray(hands[here]), weights[here], time.perf_counter()
        device.show(up)
        rows, choices, nets = (one.get() for one in nearest(device, up, cards, before))
        told["gpu"] += time.perf_counter() - began
        without, which = before * (COMMON // WITHOUT), np.full(len(here), CHOICES, np.int8)
        values = without.copy()
        for choice, drawn in enumerate(DRAWN):
            there, value = rows[choices == choice], nets[choices == choice].astype(object) * (COMMON // CASES[drawn])
            better = value > values[there]
            values[there[better]], which[there[better]] = value[better], choice
            told["asked"][drawn] += len(there)
        gain, sizes = (values - without) * weight, np.array([*DRAWN, 0])[which]
        for k in every:
            told["best"][k] += int(weight[sizes == k].sum())
            told["gained"][k] += int(gain[sizes == k].sum())
        told["without"] += int((before * weight).sum())
        told["with"] += int((values * weight).sum())
        told["deals"] += int(weight.sum())
        told["sample"] += sample(device, up, cards, before, values)
        chosen.append(which)
        print(f"card shown {up + 1} of 13: {len(here):,} hands, {time.perf_counter() - start:.1f} s", flush=True)
    assert not int(device.refuted[0]), "a hand that may gain by forcing is folded"
    assert told["deals"] == DEALS, told["deals"]
    return told, np.concatenate(chosen)


def nearest(device: Device, up: int, cards: Any, before: Array) -> tuple[Any, Any, Any]:
    """Exchanges that may be the best of their hand, with forcing at its bound or at nothing: hands, choices and exact nets."""
    cp, cases = device.cp, device.cp.asarray(np.array([CASES[k] for k in DRAWN], np.float64))
    found, bound = device.weigh(up, cards)
    found *= cp.asarray(np.array([42 - k for k in DRAWN], np.int64))
    best = cp.maximum((found / cases).max(axis=1), cp.asarray((before / WITHOUT).astype(np.float64)))
    rows, choices = cp.nonzero((found + bound) / cases > best[:, None] - MARGIN)
    gained = device.force(up, cards, rows, choices)
    assert bool((gained <= bound[rows, choices]).all()), "forcing gains more than its bound"
    return rows, choices, found[rows, choices] + gained


def sample(device: Device, up: int, cards: Any, before: Array, values: Array) -> Iterator[dict[str, Any]]:
    """Some hands of each sort with what every exchange nets, to be held against another count."""
    rng, held = np.random.default_rng(up), cards.get().astype(np.int64)
    ranks, suits = held >> 2, held & 3
    pairs = (ranks[:, 1:] == ranks[:, :-1]).sum(axis=1)
    sorts = {
        "any": np.full(len(held), True),
        "pair": pairs == 1,
        "trips": (pairs == 2) & (ranks[:, 2:] == ranks[:, :-2]).any(axis=1),
        "straight": (pairs == 0) & (ranks[:, 4] - ranks[:, 0] == 4),
        "four of a suit": (suits[:, :, None] == np.arange(4)).sum(axis=1).max(axis=1) == 4,
        "ace and king": (pairs > 0) & (ranks[:, 4] == 12) & (ranks == 11).any(axis=1),
    }
    rows = np.concatenate([rng.choice(np.flatnonzero(sorts[sort]), many) for sort, many in SAMPLED.items()])
    some = device.cp.asarray(cards.get()[rows])
    found, bound = (one.get() for one in device.weigh(up, some))
    every = device.cp.arange(len(rows)).repeat(CHOICES), device.cp.tile(device.cp.arange(CHOICES), len(rows))
    gained = device.force(up, some, *every).get().reshape(len(rows), CHOICES)
    assert (gained <= bound).all()
    for row, hand in enumerate(rows.tolist()):
        nets = [int(found[row, n]) * (42 - DRAWN[n]) + int(gained[row, n]) for n in range(CHOICES)]
        yield {"hand": held[hand].tolist(), "up": 4 * up, "before": before[hand], "best": values[hand], "nets": nets}


def check(told: dict[str, Any]) -> None:
    """Every sampled hand by the package's own count: all exchanges, the best without them, and the best of all."""
    from benchmarks.lunar_tables import asked, declared
    from croupier.odds.advice import Sight
    from croupier.odds.card_numbers import kernel_card
    from croupier.odds.kernels.draws import BOUGHT
    from croupier.odds.kernels.draws import FOLD as FOLDED
    from croupier.odds.shapes.draws_advice import STANDS, count
    from croupier.odds.shapes.draws_asked import STAND
    from croupier.odds.shapes.draws_sampled import UNIT

    shape, terms = asked()
    for one in told["sample"]:
        hand = tuple(map(kernel_card, one["hand"]))
        found = count(terms, Sight(1, hand, (kernel_card(one["up"]),), stakes={shape.opens: UNIT}), (STANDS, BOUGHT, *KEPT))
        for mask, net in zip(KEPT, one["nets"], strict=True):
            assert found[mask] == Fraction(net, CASES[5 - mask.bit_count()]), (hand, one["up"], mask)
        without = max(found[STANDS], found[BOUGHT], Fraction(int(terms.nets[STAND, FOLDED])), *declared(terms, one["hand"]))
        assert Fraction(one["before"], WITHOUT) == without, (hand, one["up"])
        assert Fraction(one["best"], COMMON) == max(without, *(found[mask] for mask in KEPT)), (hand, one["up"])
    print(f"{len(told['sample'])} hands: all {CHOICES} exchanges net what the package counts for them, to the last unit")


def say(told: dict[str, Any]) -> None:
    without, found = Fraction(told["without"], WITHOUT * DEALS), Fraction(told["with"], COMMON * DEALS)
    print(f"without exchanges the house has {float(-without):.6%} of the ante, with them {float(-found):.6%}: {-found}")
    print(f"they gain {float(found - without):.6%}: {found - without}")
    for k, gained in told["gained"].items():
        share, part = told["best"][k] / DEALS, float(Fraction(gained, COMMON * DEALS))
        print(
            f"  {k} cards are best in {share:.4%} of all deals and gain {part:.6%}; forcing counted {told['asked'][k]:,} times"
        )


def main() -> None:
    match sys.argv[1:]:
        case ["prepare", path]:
            from benchmarks.lunar_tables import prepare

            np.savez_compressed(path, allow_pickle=False, **prepare())
        case ["count", path, found]:
            start = time.perf_counter()
            with np.load(path) as loaded:
                told, chosen = count(dict(loaded))
            say(told)
            Path(f"{found}.json").write_text(json.dumps(told), encoding="utf-8")
            np.savez_compressed(f"{found}.npz", chosen=chosen)
            print(f"{time.perf_counter() - start:.1f} s, of which the GPU {told['gpu']:.1f} s")
        case ["check", found]:
            check(json.loads(Path(f"{found}.json").read_text(encoding="utf-8")))
        case _:
            print(__doc__)


if __name__ == "__main__":
    main()
