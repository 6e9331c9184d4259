"""The look-up tables of the hand evaluator, built once and kept in the user's cache.

A hand's value is a whole number from 1 (7-5-4-3-2) to 7,462 (royal flush): the classes of five-card hands in order. Without a
flush the value depends on how many cards of each rank there are; those counts, three bits a rank, are hashed without
collision into one table for five, six and seven cards. With a flush it depends on which ranks the suit holds.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from croupier.rules.source import cache_folder

VERSION: Final = 2
MULTIPLY_SLOT: Final = 0x9E3779B97F4A7C15
MULTIPLY_BUCKET: Final = 0xC2B2AE3D27D4EB4F
SLOT_BITS: Final = 17
BUCKET_BITS: Final = 13

Array = npt.NDArray[Any]
Form = tuple[int, ...]
"""Category, then the ranks that decide, highest first; ranks 0 (deuce) to 12 (ace)."""


def _straight_top(ranks: set[int]) -> int | None:
    """The top rank of the best five in a row; 3 (a five) for the wheel."""
    for top in range(12, 3, -1):
        if ranks >= set(range(top - 4, top + 1)):
            return top
    return 3 if ranks >= {12, 0, 1, 2, 3} else None


def _form(counts: tuple[int, ...]) -> Form:
    """The best five cards by rank counts alone."""
    held = [rank for rank in range(12, -1, -1) if counts[rank]]
    by_count = sorted(held, key=lambda rank: (counts[rank], rank), reverse=True)
    first, second = by_count[0], by_count[1]
    if counts[first] == 4:
        return 7, first, max(rank for rank in held if rank != first)
    if counts[first] == 3 and counts[second] >= 2:
        return 6, first, second
    top = _straight_top(set(held))
    if top is not None:
        return 4, top
    if counts[first] == 3:
        return 3, first, *[rank for rank in held if rank != first][:2]
    if counts[first] == 2 and counts[second] == 2:
        return 2, first, second, next(rank for rank in held if rank not in (first, second))
    if counts[first] == 2:
        return 1, first, *[rank for rank in held if rank != first][:3]
    return 0, *held[:5]


def _flush_form(ranks: tuple[int, ...]) -> Form:
    """Five or more cards of one suit."""
    top = _straight_top(set(ranks))
    if top is None:
        return 5, *sorted(ranks, reverse=True)[:5]
    return (9, 12) if top == 12 else (8, top)


def _multisets(cards: int) -> Iterator[tuple[int, ...]]:
    """Every way to hold so many cards by rank, four of a rank at most."""

    def extend(prefix: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if len(prefix) == 12:
            if left <= 4:
                yield (*prefix, left)
            return
        for count in range(min(4, left) + 1):
            yield from extend((*prefix, count), left - count)

    return extend((), cards)


def _hash(keys: Array, values: Array) -> tuple[Array, Array]:
    """Displacements and slots such that every key finds its own slot (compress, hash and displace)."""
    with np.errstate(over="ignore"):
        home = (keys * np.uint64(MULTIPLY_SLOT)) >> np.uint64(64 - SLOT_BITS)
        bucket = (keys * np.uint64(MULTIPLY_BUCKET)) >> np.uint64(64 - BUCKET_BITS)
    displacement = np.zeros(1 << BUCKET_BITS, np.uint32)
    slots = np.zeros(1 << SLOT_BITS, np.uint16)
    used = np.zeros(1 << SLOT_BITS, bool)
    order = np.argsort(bucket, kind="stable")
    starts = np.searchsorted(bucket[order], np.arange((1 << BUCKET_BITS) + 1))
    sizes = np.diff(starts)
    rng = np.random.default_rng(1)
    for index in np.argsort(-sizes, kind="stable"):
        members = order[starts[index] : starts[index + 1]]
        if not len(members):
            break
        homes = home[members].astype(np.int64)
        while True:
            shift = int(rng.integers(1 << SLOT_BITS))
            places = homes ^ shift
            if not used[places].any() and len(set(places.tolist())) == len(places):
                break
        displacement[index] = shift
        used[places] = True
        slots[places] = values[members]
    return displacement, slots


def build() -> dict[str, Array]:
    """All tables from nothing: about a second."""
    flush_forms = {
        mask: _flush_form(tuple(rank for rank in range(13) if mask >> rank & 1))
        for mask in range(1 << 13)
        if mask.bit_count() >= 5
    }
    plain = {counts: _form(counts) for cards in (5, 6, 7) for counts in _multisets(cards)}
    classes = sorted(set(plain.values()) | set(flush_forms.values()))
    number = {form: place for place, form in enumerate(classes, start=1)}
    flush = np.zeros(1 << 13, np.uint16)
    for mask, form in flush_forms.items():
        flush[mask] = number[form]
    keys = np.array([sum(count << (3 * rank) for rank, count in enumerate(counts)) for counts in plain], np.uint64)
    values = np.array([number[form] for form in plain.values()], np.uint16)
    displacement, slots = _hash(keys, values)
    forms = np.full((len(classes) + 1, 6), -1, np.int8)
    for place, form in enumerate(classes, start=1):
        forms[place, : len(form)] = form
    return {"displacement": displacement, "slots": slots, "flush": flush, "forms": forms}


def load() -> dict[str, Array]:
    """The tables, from the cache where they are already there."""
    path = cache_folder() / f"hands-{VERSION}.npz"
    try:
        with np.load(path) as kept:
            return dict(kept)
    except (OSError, ValueError, KeyError):
        pass
    tables = build()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}.tmp.npz")
        np.savez_compressed(temporary, allow_pickle=False, **tables)
        temporary.replace(path)
    except OSError:
        pass  # a read-only home costs a second each time, nothing else
    return tables


def load_forms() -> list[Form]:
    """Category and deciding ranks of each class, worst first."""
    forms = load()["forms"][1:]
    sizes = (forms >= 0).sum(axis=1)
    return [tuple(row[:size]) for row, size in zip(forms.tolist(), sizes.tolist(), strict=True)]


def slots_of(keys: Array, displacement: Array) -> Array:
    """Where rank counts stand in a table by their hash."""
    words = keys.astype(np.uint64)
    bucket = (words * np.uint64(MULTIPLY_BUCKET)) >> np.uint64(64 - BUCKET_BITS)
    return np.asarray((words * np.uint64(MULTIPLY_SLOT)) >> np.uint64(64 - SLOT_BITS) ^ displacement[bucket])
