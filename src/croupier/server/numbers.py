"""Numbers as they come from outside: none is larger than any table could need, so that none can be too large to reckon with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from croupier.errors import BadInput

MOST = 10**12
"""Cents, chips, cards or times: ten thousand million dollars."""
_LONG = re.compile(r"\d{16}")


def check_numbers(document: Any, name: str = "") -> None:
    """Refuse a document with a number of absurd size in it, spelled as a number or in a text."""
    waiting = [(name, document)]
    while waiting:
        where, value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += [(f"{where}.{key}" if where else str(key), inner) for key, inner in value.items()]
            waiting += [(f"a name in {where}" if where else "a name", key) for key in value]
        elif isinstance(value, (list, tuple)):
            waiting += [(where, inner) for inner in value]
        elif isinstance(value, (int, float)) and not abs(value) <= MOST:  # nor is what is not a number
            raise BadInput(f"{_short(where)}: a number is at most {MOST}")
        elif isinstance(value, str) and _LONG.search(value):
            raise BadInput(f"{_short(where)}: a number has at most 15 digits")


def _short(where: str) -> str:
    return where[:80] or "a number"
