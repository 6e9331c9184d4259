"""A cache line asked for before it is needed: what a large table holds for rounds to come is fetched while others are played.

A round's look into a table that no cache holds waits longer than all the rest of it takes, and a processor looks ahead less than a
round. Asked for a few rounds early, those waits pass side by side.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

AHEAD = 16
"""How many rounds are looked ahead; from 8 to 32 make no difference."""

WORD_BYTES = 8
_READ, _KEEP, _DATA = 0, 3, 1
"""What LLVM's intrinsic is told: it will be read, soon and more than once, and is no code."""


@intrinsic  # type: ignore[untyped-decorator]
def prefetch(_: Any, table: Any, place: Any) -> Any:
    """Ask for the cache line of `place` in a table, counted through all its dimensions; nothing is read."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        where = builder.bitcast(builder.gep(data, [arguments[1]]), cgutils.voidptr_t)
        number = ir.IntType(32)
        takes = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [cgutils.voidptr_t], takes)
        builder.call(fetch, [where, number(_READ), number(_KEEP), number(_DATA)])
        return context.get_dummy_value()

    return types.none(table, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def words(_: Any) -> Any:
    """A word of each round that is looked ahead, told from one pass over them to the next; on the stack, as kernels have no heap."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word, length = ir.IntType(64), context.get_constant(types.intp, AHEAD)
        room = builder.bitcast(cgutils.alloca_once(builder, ir.ArrayType(word, AHEAD)), word.as_pointer())
        found = context.make_array(signature.return_type)(context, builder)
        size = context.get_constant(types.intp, WORD_BYTES)
        populate_array(found, data=room, shape=[length], strides=[size], itemsize=size, meminfo=None)
        return found._getvalue()

    return types.Array(types.uint64, 1, "C")(), generate
