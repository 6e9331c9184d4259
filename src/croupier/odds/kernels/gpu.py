"""The same kernels on a GPU: a thread takes every so-many-th round or session, a block of threads adds up in its own fast memory.

Imported only when a GPU is asked for. Numba compiles the functions that play a round a second time, from the same source.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numba as nb
import numpy as np

from croupier.errors import BadInput
from croupier.odds.kernels.compiled import smaller
from croupier.odds.kernels.randomness import key_of
from croupier.odds.kernels.tables import Array

THREADS = 256
BLOCKS_A_MULTIPROCESSOR = 16
ROUNDS_A_LAUNCH = 1 << 32
_PLACE, _16 = np.uint64(0xFFFF), np.uint64(16)


cuda: Any = None
"""numba.cuda once a GPU was asked for."""


def load_cuda() -> None:
    """Import numba.cuda, with what it still expects of numpy; one clear line where there is no device."""
    global cuda
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba.cuda of some releases asks for the name numpy 2.5 dropped
    try:
        from numba import cuda as module
    except ImportError as error:
        raise BadInput(f"--device gpu: numba.cuda does not load: {error}") from None
    if not module.is_available():
        raise BadInput("--device gpu: no CUDA device is available here")
    cuda = module


def on_device(function: Any) -> Any:
    """A part of a kernel, compiled once more."""
    return cuda.jit(device=True)(getattr(function, "py_func", function))


@lru_cache
def tally_of(kernel: str) -> Any:
    """A kernel's counting loop for CUDA: every thread counts its share into its block's memory, every block adds that up."""
    load_cuda()
    module = importlib.import_module(f"croupier.odds.kernels.{kernel}")
    count_share = on_device(share_of_sessions(module) if hasattr(module, "SESSION") else share_of_rounds(module))

    @cuda.jit
    def tally(key, first, last, found, tables):  # type: ignore[no-untyped-def]
        mine = cuda.shared.array(0, nb.int32)
        for place in range(cuda.threadIdx.x, found.size, cuda.blockDim.x):
            mine[place] = 0
        cuda.syncthreads()
        count_share(key, first, last, mine, tables)
        cuda.syncthreads()
        for place in range(cuda.threadIdx.x, found.size, cuda.blockDim.x):
            if mine[place]:
                cuda.atomic.add(found, place, np.int64(mine[place]))

    return tally


def share_of_rounds(module: Any) -> Any:
    """A thread plays every so-many-th round."""
    play = on_device(module.play)

    def count_share(key, first, last, mine, tables):  # type: ignore[no-untyped-def]
        for index in range(first + cuda.grid(1), last, cuda.gridsize(1)):
            places = play(key, np.uint64(index), *tables)
            while places:
                cuda.atomic.add(mine, np.int64(places & _PLACE), 1)
                places >>= _16

    return count_share


def share_of_sessions(module: Any) -> Any:
    """A thread plays every so-many-th session, from its first round even where that is not to be counted."""
    play_next, length, nothing = on_device(module.play_next), module.SESSION, module.NO_SHOE

    def count_share(key, first, last, mine, tables):  # type: ignore[no-untyped-def]
        for session in range(first // length + cuda.grid(1), (last + length - 1) // length, cuda.gridsize(1)):
            start, state = nothing
            for index in range(session * length, smaller((session + 1) * length, last)):
                place, start, state = play_next(key, np.uint64(index), start, state, *tables)
                if index >= first:
                    cuda.atomic.add(mine, np.int64(place), 1)

    return count_share


def blocks() -> int:
    """How many blocks of threads keep the device busy."""
    return BLOCKS_A_MULTIPROCESSOR * int(getattr(cuda.get_current_device(), "MULTIPROCESSOR_COUNT", 1))


def count_on_gpu(
    work: Any, rounds: int, seed: int, report: Callable[[int], None], *, launch: int = ROUNDS_A_LAUNCH
) -> tuple[Array, int]:
    """The histogram of all rounds, and how many it holds: fewer where an interrupt came."""
    tally = tally_of(work.kernel)
    tables = tuple(cuda.to_device(np.ascontiguousarray(table)) for table in work.tables)
    found = cuda.to_device(np.zeros(work.size, np.int64))
    key, done = key_of(seed), 0
    grid = blocks()
    try:
        while done < rounds:
            last = min(done + launch, rounds)
            tally[grid, THREADS, 0, 4 * work.size](key, done, last, found, tables)
            cuda.synchronize()
            done = last
            report(done)
    except KeyboardInterrupt:
        cuda.synchronize()
    totals: Array = found.copy_to_host()
    return totals, done
