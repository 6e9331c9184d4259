"""Where chance comes from. Every source gives whole numbers below a bound, without modulo bias.

`System` is for live play; `Seeded` for tests, simulation and replay; `Committed` publishes a hash of its seed before
the round and the seed after, so that anyone can recompute the shuffle; `Scripted` says what it was told.
"""

from __future__ import annotations

import hashlib
import random
import secrets
from collections.abc import Iterable, Iterator
from typing import Protocol

from croupier.errors import BadInput


class Source(Protocol):
    """Chance itself."""

    def below(self, bound: int) -> int:
        """A whole number from 0 up to, not including, `bound`; each equally likely."""


class System:
    """The operating system's cryptographic generator."""

    def below(self, bound: int) -> int:
        return secrets.randbelow(bound)


class Seeded:
    """A repeatable source: the same seed, the same numbers."""

    __slots__ = ("_bits", "seed")

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._bits = random.Random(seed).getrandbits

    def below(self, bound: int) -> int:
        # Rejection: a draw of just enough bits is thrown away when it falls outside, so no value is favoured.
        width = (bound - 1).bit_length()
        draw = self._bits(width) if width else 0
        while draw >= bound:
            draw = self._bits(width)
        return draw


def falling(source: Source, bound: int, count: int) -> list[int]:
    """So many numbers, the first below `bound` and each of the others below one less than the one before it."""
    if type(source) is not Seeded:
        return [source.below(left) for left in range(bound, bound - count, -1)]
    bits, found = source._bits, []
    for left in range(bound, bound - count, -1):  # `below`, without a call for each
        width = (left - 1).bit_length()
        draw = bits(width) if width else 0
        while draw >= left:
            draw = bits(width)
        found.append(draw)
    return found


class Scripted:
    """Numbers told beforehand; refuses one that does not fit and complains when it runs out."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers: Iterator[int] = iter(numbers)

    def below(self, bound: int) -> int:
        number = next(self._numbers, None)
        if number is None:
            raise BadInput("the script of random numbers has run out")
        if not 0 <= number < bound:
            raise BadInput(f"the script says {number} where a number below {bound} is due")
        return number


class Committed:
    """SHA-256 in counter mode over a secret seed whose hash was published first.

    >>> source = Committed(bytes(32)); source.commitment[:16]
    '66687aadf862bd77'
    >>> verify(source.commitment, source.reveal())
    True
    """

    def __init__(self, seed: bytes | None = None) -> None:
        self._seed = secrets.token_bytes(32) if seed is None else seed
        self._counter = 0
        self._pool = 0
        self._width = 0

    @property
    def commitment(self) -> str:
        """What is published before the round."""
        return hashlib.sha256(self._seed).hexdigest()

    def reveal(self) -> str:
        """The seed, in hex, published after the round. Draw nothing from this source afterwards."""
        return self._seed.hex()

    def _bits(self, width: int) -> int:
        while self._width < width:
            block = hashlib.sha256(self._seed + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            self._pool = self._pool << 256 | int.from_bytes(block, "big")
            self._width += 256
        self._width -= width
        draw = self._pool >> self._width
        self._pool &= (1 << self._width) - 1
        return draw

    def below(self, bound: int) -> int:
        width = (bound - 1).bit_length()
        draw = self._bits(width)
        while draw >= bound:
            draw = self._bits(width)
        return draw


def verify(commitment: str, seed: str) -> bool:
    """Does the revealed `seed` (hex) belong to the published `commitment`?"""
    try:
        return secrets.compare_digest(hashlib.sha256(bytes.fromhex(seed)).hexdigest(), commitment)
    except ValueError:
        return False
