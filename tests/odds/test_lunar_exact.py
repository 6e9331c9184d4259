"""What Lunar Poker's exchanges gain, as a GPU counted it: its kernels, built for the processor, against the package's count of one hand."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.lunar_exact import CASES, CHOICES, DRAWN, KEPT, LEVELS, Array, Device
from benchmarks.lunar_tables import GAME, asked, tables

from croupier.equipment.cards import card, cards
from croupier.games.registry import playable
from croupier.odds import shipped
from croupier.odds.advice import Sight
from croupier.odds.card_numbers import numbers
from croupier.odds.games.lunar_poker import ODDS
from croupier.odds.shapes.draws_advice import count

LEFT = Fraction(504_613_234_125_203_341, 261_413_653_954_751_298_000)
"""What the house has of the ante by the first table of what is paid at once, as `benchmarks/lunar_exact.py` told it."""
GPU = """
#include <algorithm>
#include <cstdint>
using std::min;
using std::max;
#define __global__
#define __device__ static
#define __shared__ static
struct Index { int x; };
static Index threadIdx = {0}, blockIdx = {0}, blockDim = {1};
static void __syncthreads() {}
template <class Number> Number __shfl_down_sync(unsigned, Number, int) { return 0; }
template <class Number, class More> Number atomicAdd(Number *sum, More more) { Number was = *sum; *sum += more; return was; }
static int __clz(int bits) { return bits ? __builtin_clz(bits) : 32; }
static int __popc(int bits) { return __builtin_popcount(bits); }
static int __ffsll(uint64_t bits) { return __builtin_ffsll(bits); }
#include SOURCE
template <auto kernel> struct Each;
template <class... Given, void (*kernel)(Given...)> struct Each<kernel> {
  static void run(const int *blocks, int many, Given... given) {
    for (int n = 0; n < many; n++) { blockIdx.x = blocks[n]; kernel(given...); }
  }
};
extern "C" {
  auto each_meet_by_ranks = &Each<meet_by_ranks>::run;
  auto each_meet_flushes = &Each<meet_flushes>::run;
  auto each_bound_forcing = &Each<bound_forcing>::run;
  auto each_weigh = &Each<weigh>::run;
  auto each_gain_by_forcing = &Each<gain_by_forcing>::run;
}
"""
"""One thread after the other, in blocks of one."""


class Processor(Device):
    """The kernels without a GPU, and of the tables only what a few hands ask for."""

    def __init__(self, found: dict[str, Array], library: ctypes.CDLL) -> None:
        self.cp, self.tables, self.library = np, found, library
        self.rows, self.strong, self.classes = len(found["thrown"]), len(found["strong_levels"]), len(found["class_levels"])
        sizes = self.rows * LEVELS, 8192 * self.classes, self.rows * self.strong, 1
        self.net, self.change, self.most, self.refuted = (np.zeros(size, np.int32) for size in sizes)

    def ask_for(self, hand: Array, up: int) -> None:
        """What is thrown away by every exchange, and what any draw leaves of the open suit."""
        thrown = [[int(one) >> 2 for n, one in enumerate(hand) if not mask >> n & 1] for mask in KEPT]
        places, firsts = self.tables["row_of"], self.tables["first_row"]
        rows = {int(firsts[len(ranks)] + sum(places[n, rank] for n, rank in enumerate(ranks))) for ranks in thrown}
        live = 8191 ^ 1 << up ^ sum(1 << (int(one) >> 2) for one in hand if one & 3 == 0)
        left = [mask for mask in range(8192) if not mask & ~live and (live ^ mask).bit_count() <= 5]
        self.needed: dict[str, list[int]] = {
            "meet_by_ranks": [row * LEVELS + n for row in rows for n in range(LEVELS)],
            "bound_forcing": [row * self.strong + n for row in rows for n in range(self.strong)],
            "meet_flushes": [mask * self.classes + n for mask in left for n in range(self.classes)],
        }

    def launch(self, name: str, blocks: int, threads: int, *arguments: object) -> None:
        run = ctypes.CFUNCTYPE(None)(ctypes.c_void_p.in_dll(self.library, f"each_{name}").value or 0)
        wanted = np.array(self.needed.get(name, range(blocks)), np.int32)
        given: list[Any] = [self.tables[one] if isinstance(one, str) else one for one in (wanted, len(wanted), *arguments)]
        run(*(ctypes.c_void_p(one.ctypes.data) if isinstance(one, np.ndarray) else ctypes.c_int(one) for one in given))


@pytest.fixture(scope="module")
def processor(tmp_path_factory: pytest.TempPathFactory) -> Processor:
    compiler, folder = shutil.which("g++"), tmp_path_factory.mktemp("kernels")
    if compiler is None:
        pytest.skip("no compiler")
    source = Path(__file__).parents[2] / "benchmarks" / "lunar_exact.cu"
    (folder / "kernels.cpp").write_text(GPU)
    options = ["-std=c++17", "-O3", "-shared", "-fPIC", f'-DSOURCE="{source}"', "-o", str(folder / "kernels.so")]
    subprocess.run([compiler, *options, str(folder / "kernels.cpp")], check=True, capture_output=True)
    return Processor(tables(asked()[1]), ctypes.CDLL(str(folder / "kernels.so")))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "up"),
    [
        ("2c 2d 2h 9h Ad", "Ac"),  # three of a kind against an ace
        ("4d Kd Kh Ad As", "7c"),  # two pairs, and an ace with a king once one of them is broken
        ("2d 3d 4d 5d 9h", "2c"),  # a straight flush to draw to, and a low straight
        ("Tc Jc Qc Kc As", "7c"),  # a straight, and four of the open suit
    ],
)
def test_every_exchange_of_a_hand_nets_what_the_package_counts(processor: Processor, hand: str, up: str) -> None:
    held, rank = np.sort(numbers(tuple(cards(hand)))), int(numbers((card(up),))[0]) >> 2
    sight = Sight(1, tuple(cards(hand)), (card(up),), stakes={ODDS.opens: 100})
    assert (numbers(sight.hand) == held).all() and up.endswith("c"), "the kernels have the open suit first and cards in order"
    processor.ask_for(held, rank)
    processor.show(rank)
    dealt = held[None, :].astype(np.uint8)
    found, bound = processor.weigh(rank, dealt)
    gained = processor.force(rank, dealt, np.zeros(CHOICES, np.int64), np.arange(CHOICES))
    assert (gained <= bound[0]).all() and not processor.refuted[0]
    nets = {
        mask: Fraction(int(found[0, n]) * (42 - drawn) + int(gained[n]), CASES[drawn])
        for n, (mask, drawn) in enumerate(zip(KEPT, DRAWN, strict=True))
    }
    assert nets == count(asked()[1], sight, KEPT)


def test_prices_say_what_all_exchanges_gain() -> None:
    prices = [price for price in shipped.prices_of(playable(GAME)) or () if price.wager == ODDS.opens]
    assert prices[0].house_edge - ODDS.exchanges.gain == LEFT and round(float(LEFT), 8) == 0.00193032
    assert {price.note for price in prices} == {ODDS.note(asked()[1])}
    assert prices[0].note.endswith("counted over all deals, leave the house 7.8318% of the ante less")


def test_no_other_payoffs_are_said_to_gain_as_much() -> None:
    terms = asked()[1]
    assert "not counted" in ODDS.note(replace(terms, nets=terms.nets + 1)) and "7.8318%" in ODDS.note(terms)
