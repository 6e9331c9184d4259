"""Asia poker counted out on a GPU: every deal of two hands, both set by the default house way. Needs CuPy; a minute on an H200.

    python benchmarks/asia_poker_exact.py

It shares nothing with the package, so that the sampled price can be held against it. Deals are counted by inclusion and exclusion: for
every set of up to six cards, the pairs of hands that both hold it and of which one wins; signed by the size of the set they add up to
pairs that share no card. Up to three cards hands are gathered by what they are worth, and sets by a renaming of suits.
"""

from __future__ import annotations

import itertools
import time
from math import comb
from typing import Any

CARDS, HAND = 53, 7
SOURCE = r"""
typedef unsigned long long u64;
typedef unsigned u32;

// Four cards, 4 * rank + suit from the deuce up, 52 the joker: the type in the high bits, then ranks.
__device__ int high_hand(const int *card) {
  int joker = 0, suit = -1, flush = 1, paired = 0, count[15] = {0};
  u32 ranks = 0;
  for (int i = 0; i < 4; i++) {
    if (card[i] == 52) { joker = 1; count[14]++; continue; }
    int rank = card[i] / 4 + 2;
    if (suit < 0) suit = card[i] & 3; else if (suit != (card[i] & 3)) flush = 0;
    if (ranks >> rank & 1) paired = 1;
    ranks |= 1u << rank; count[rank]++;
  }
  int straight = 0;  // ace to jack, ace to four, king to ten and so on
  if (!paired) for (int top = 13; top > 2 && !straight; top--) {
    u32 run = top == 13 ? 0x7800u : top == 12 ? 0x401cu : 15u << (top - 1);
    if (!(ranks & ~run)) straight = top;
  }
  if (count[14] == 4) return 9 << 16;
  if (flush && straight) return (straight == 13 ? 8 : 7) << 16 | straight;
  for (int rank = 2; rank < 14; rank++) if (count[rank] == 4) return 6 << 16 | rank;
  int value = 0, kind = 0, length = 0;
  if (flush) {
    if (joker) for (int rank = 14;; rank--) if (!(ranks >> rank & 1)) { ranks |= 1u << rank; break; }
    for (int rank = 14; rank > 1; rank--) if (ranks >> rank & 1) value = value << 4 | rank;
    return 5 << 16 | value;
  }
  if (straight) return 4 << 16 | straight;
  for (int many = 3; many > 0; many--) for (int rank = 14; rank > 1; rank--) if (count[rank] == many) {
    value = value << 4 | rank; length++;
    if (many == 2) kind++;
    if (many == 3) kind = 3;
  }
  return kind << 16 | value << 4 * (4 - length);
}

// Every hand: the house way's high hand, medium hand and low card, and the cards as bits.
extern "C" __global__ void set_hands(const int *binomial, u64 *setting, u64 *cards, int hands) {
  int number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= hands) return;
  int card[7], left = number;
  u64 held = 0, best = 0, found = 0;
  for (int i = 6, n = 52; i >= 0; i--) {
    while (binomial[n * 8 + i + 1] > left) n--;
    card[i] = n; left -= binomial[n * 8 + i + 1]; held |= 1ull << n;
  }
  for (int i = 0; i < 7; i++) for (int j = 0; j < i; j++) {
    int one = min(card[i] / 4 + 2, 14), two = min(card[j] / 4 + 2, 14), medium = one == two ? 256 + one : one << 4 | two;
    for (int k = 0; k < 7; k++) if (k != i && k != j) {
      int low = min(card[k] / 4 + 2, 14), four[4], n = 0;
      if (medium < 256 && one <= low) continue;
      for (int x = 6; x >= 0; x--) if (x != i && x != j && x != k) four[n++] = card[x];
      int high = high_hand(four), kind = high >> 16;
      bool above = medium > 255 ? kind > 1 || (kind == 1 && (high >> 12 & 15) > one) : kind > 0 || (high >> 8 & 255) > medium;
      if (!above) continue;
      u64 pair = medium > 255 ? medium : 0;
      u64 score = pair << 37 | (u64)kind << 33 | (u64)medium << 24 | (u64)low << 20 | (u64)high;
      if (score > best) { best = score; found = (u64)high << 13 | (u64)medium << 4 | low; }
    }
  }
  setting[number] = found; cards[number] = held;
}

// A bit above each of the three fields tells, after a subtraction, whether the other's is at least as high.
#define GUARDS (1u << 4 | 1u << 12 | 1u << 25)
#define BEATS(mine, other) (__popc((((other) | GUARDS) - (mine)) & GUARDS) < 2)

extern "C" __global__ void wins_by_worth(const u32 *worth, const u64 *many, int size, u64 *total) {
  u64 sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x) {
    u64 beaten = 0;
    for (int j = 0; j < size; j++) if (BEATS(worth[i], worth[j])) beaten += many[j];
    sum += beaten * many[i];
  }
  atomicAdd(total, sum);
}

// A block for each set of some cards: all hands that hold it, against each other.
extern "C" __global__ void wins_beside(const int *binomial, const u32 *worth_of, int size, int hands, u64 *total) {
  extern __shared__ u32 worth[];
  int rest[53], left = blockIdx.x, count = 0;
  u64 set = 0, sum = 0;
  for (int i = size - 1, n = 52; i >= 0; i--) {
    while (binomial[n * 8 + i + 1] > left) n--;
    left -= binomial[n * 8 + i + 1]; set |= 1ull << n;
  }
  for (int card = 0; card < 53; card++) if (!(set >> card & 1)) rest[count++] = card;
  for (int hand = threadIdx.x; hand < hands; hand += blockDim.x) {
    u64 held = set;
    int more = hand, number = 0, place = 1;
    for (int i = 6 - size, n = 52 - size; i >= 0; i--) {
      while (binomial[n * 8 + i + 1] > more) n--;
      more -= binomial[n * 8 + i + 1]; held |= 1ull << rest[n];
    }
    for (u64 x = held; x; x &= x - 1) number += binomial[(__ffsll(x) - 1) * 8 + place++];
    worth[hand] = worth_of[number];
  }
  __syncthreads();
  for (int i = threadIdx.x; i < hands; i += blockDim.x) {
    u32 mine = worth[i], beaten = 0;
    for (int j = 0; j < hands; j++) beaten += BEATS(mine, worth[j]);
    sum += beaten;
  }
  atomicAdd(total, sum);
}
"""


def canonical(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The same set under the renaming of suits that comes first."""
    renamed = (
        tuple(sorted(card if card == CARDS - 1 else card // 4 * 4 + suits[card & 3] for card in cards))
        for suits in itertools.permutations(range(4))
    )
    return min(renamed)


def main() -> None:
    import cupy as cp  # type: ignore[import-not-found]  # not among the project's requirements

    start = time.perf_counter()
    module = cp.RawModule(code=SOURCE)
    binomial = cp.array([[comb(n, k) for k in range(8)] for n in range(CARDS + 1)], cp.int32)
    hands = comb(CARDS, HAND)
    setting, held = cp.zeros(hands, cp.uint64), cp.zeros(hands, cp.uint64)
    module.get_function("set_hands")((hands // 256 + 1,), (256,), (binomial, setting, held, cp.int32(hands)))
    high, medium = setting >> 13, setting >> 4 & 511
    ordered = (cp.searchsorted(cp.unique(high), high) << 13) | (cp.searchsorted(cp.unique(medium), medium) << 5)
    worth = ordered.astype(cp.uint32) | ((setting & 15) - 2).astype(cp.uint32)
    worths, which = cp.unique(worth, return_inverse=True)
    found: dict[int, int] = {}

    def told(size: int, total: Any) -> None:
        found[size] = int(total)
        print(f"{size} cards shared: {found[size]:,} pairs, {time.perf_counter() - start:.1f} s")

    for size in range(4):
        sets: dict[tuple[int, ...], int] = {}
        for cards in itertools.combinations(range(CARDS), size):
            sets[canonical(cards)] = sets.get(canonical(cards), 0) + 1
        sum_ = 0
        for cards, like in sets.items():
            bits = cp.uint64(sum(1 << card for card in cards))
            many = cp.bincount(which[(held & bits) == bits], minlength=len(worths))
            there, total = cp.nonzero(many)[0], cp.zeros(1, cp.uint64)
            arguments = (worths[there], many[there].astype(cp.uint64), cp.int32(len(there)), total)
            module.get_function("wins_by_worth")((1024,), (256,), arguments)
            sum_ += like * int(total[0])
        told(size, sum_)
    beside = module.get_function("wins_beside")
    beside.max_dynamic_shared_size_bytes = 80_000
    for size, threads in ((4, 1024), (5, 256), (6, 64)):
        number, total = comb(CARDS - size, HAND - size), cp.zeros(1, cp.uint64)
        arguments = (binomial, worth, cp.int32(size), cp.int32(number), total)
        beside((comb(CARDS, size),), (threads,), arguments, shared_mem=4 * number)
        told(size, total[0])
    wins, deals = sum((-1) ** size * pairs for size, pairs in found.items()), hands * comb(CARDS - HAND, HAND)
    print(f"{wins} of {deals} deals win: house edge {1 - 2 * wins / deals:.6%}, {time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
