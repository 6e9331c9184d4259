"""How simulation kernels are compiled: one source for the processor and, called from a CUDA kernel, for a GPU.

Both decorators keep Numba from counting references to the tables in every round, which would cost more than playing it.
"""

from __future__ import annotations

from typing import Any

import numba as nb

part = nb.njit(inline="always")
"""A part of a kernel: pasted into whatever uses it."""

_WITHOUT_A_HEAP: Any = {"_nrt": False}  # Numba keeps this option to itself
counting = nb.njit(cache=True, nogil=True, **_WITHOUT_A_HEAP)
"""A loop over rounds: kept on disk once compiled, run without the interpreter's lock, and without a heap."""


@part
def larger(a, b):  # type: ignore[no-untyped-def]
    """Of two numbers; Numba's own `max` is not there on a GPU in every release."""
    return a if a > b else b


@part
def smaller(a, b):  # type: ignore[no-untyped-def]
    """Of two numbers; Numba's own `min` is not there on a GPU in every release."""
    return a if a < b else b
