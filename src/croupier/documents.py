"""Documents from outside, read within bounds: JSON and TOML, from a file, standard input or a request.

What cannot be read is one line that names the document and what is wrong with it. Behind this door no program meets a number
too long to print, a nesting too deep to walk, half a character, or a key that is written twice.
"""

from __future__ import annotations

import errno
import json
import math
import os
import stat
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from croupier.errors import BadInput, shown

MOST_BYTES = 64 * 2**20
DEEPEST = 32
MOST_DOTS = 256
"""In one line of TOML."""
LARGEST = 10**18
"""Of a whole number: more cents than there are, and few enough digits for any sum of them to be printed."""
FINEST = 18
"""Digits behind the point of a number that is read exactly."""
_UNCOUNTED = "not a number that can be counted with"


class Fault(NamedTuple):
    """What is wrong with a value, and where in the document it stands."""

    key: tuple[str | int, ...]
    what: str


def fault(document: Any) -> Fault | None:
    """The first value that no reader should have to meet; None where there is none.

    >>> fault({"seats": [1, 10**30]})
    Fault(key=('seats', 1), what='a number of 31 digits')
    """
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), document)]
    while waiting:
        key, value = waiting.pop()
        if wrong := _wrong(value):
            return Fault(key, wrong)
        inner: Iterable[tuple[Any, Any]] = ()
        if isinstance(value, Mapping):
            inner = value.items()
        elif isinstance(value, (list, tuple)):
            inner = enumerate(value)
        for name, part in inner:
            if len(key) >= DEEPEST:
                return Fault(key, "nested too deeply")
            if not isinstance(name, (str, int)) or (isinstance(name, str) and _wrong(name)):
                return Fault(key, f"the name {shown(name)} cannot be read")
            waiting.append(((*key, name), part))
    return None


def _wrong(value: Any) -> str | None:
    if isinstance(value, int) and abs(value) > LARGEST:
        return f"a number of {int(math.log10(abs(value))) + 1:,} digits"
    if isinstance(value, float) and not math.isfinite(value):
        return _UNCOUNTED
    if isinstance(value, Decimal) and not (value.is_finite() and _within(value)):
        return _UNCOUNTED
    if isinstance(value, str) and not whole(value):
        return "half a character"
    return None


def _within(value: Decimal) -> bool:
    """Has it no more digits, before the point and behind it, than a sum of money could have?"""
    exponent = value.as_tuple().exponent
    return value.adjusted() <= math.log10(LARGEST) and isinstance(exponent, int) and exponent >= -FINEST


def whole(text: str) -> bool:
    """Is there no half of a character in it, as in an argument or a name that was not UTF-8?"""
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def check(document: Any, what: str) -> None:
    """Refuse a document that holds what no reader should have to meet."""
    found = fault(document)
    if found is not None:
        place = ".".join(str(part)[:40] for part in found.key[:6])
        raise BadInput(f"{what}: {place + ': ' if place else ''}{found.what}")


def read(path: str | Path) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        if str(path) != "-":
            with Path(path).open("rb") as file:
                found = file.read(MOST_BYTES + 1)
        elif sys.stdin is None:
            raise BadInput("-: there is no standard input")
        else:
            found = sys.stdin.buffer.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{shown_path(path)}: {error.strerror or error}") from None
    except ValueError:
        raise BadInput(f"{shown_path(path)}: not the name of a file") from None
    if len(found) > MOST_BYTES:
        raise BadInput(f"{shown_path(path)}: larger than {MOST_BYTES // 2**20} MiB")
    try:
        return found.decode("utf-8")
    except UnicodeDecodeError as error:
        line = found[: error.start].count(b"\n") + 1
        raise BadInput(f"{shown_path(path)}: line {line}: not a text file in UTF-8") from None


def contents(path: Path) -> bytes:
    """The bytes of a plain file that the program reads by itself; an OSError otherwise.

    A pipe would keep whoever reads it waiting, and a device has no end: neither was chosen by who asks.
    """
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(number, "rb") as file:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "not a plain file")
        if found.st_size > MOST_BYTES:
            raise OSError(errno.EFBIG, f"larger than {MOST_BYTES // 2**20} MiB")
        return file.read()  # asked for so many bytes at most, it would make room for them all first


def shown_path(path: str | Path) -> str:
    """A path as a message names it: cut where it is long."""
    text = str(path)
    return text if len(text) <= 200 else f"{text[:200]}..."


def from_json(text: str, what: str) -> Any:
    """A JSON document; `what` names it where it cannot be read."""
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise BadInput(f"{what}: not JSON: line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise BadInput(f"{what}: nested too deeply") from None
    except ValueError:
        raise BadInput(f"{what}: a number of thousands of digits") from None
    except BadInput as error:
        raise BadInput(f"{what}: {error}") from None
    check(found, what)
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        raise BadInput(f"{shown(next(name for name in counts if counts[name] > 1))} is written twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise BadInput(f"{name} is {_UNCOUNTED}")


def table(value: Any, what: str) -> Mapping[str, Any]:
    """A table of names and values, or a line that says where one is missing."""
    if not isinstance(value, Mapping):
        raise BadInput(f"{what}: a table of names and values is expected")
    return value


def house_rules(path: str | Path) -> dict[str, Any]:
    """A house's choices from a file: TOML where its name says so, JSON otherwise."""
    return read_house_rules(read(path), shown_path(path), toml=str(path).endswith(".toml"))


def read_house_rules(text: str, what: str, *, toml: bool) -> dict[str, Any]:
    """A house's choices from a text, in the shape that a written round's `house_rules` has."""
    return dict(table(from_toml(text, what) if toml else from_json(text, what), what))


def _exact(figure: str) -> Decimal:
    try:
        return Decimal(figure)
    except InvalidOperation:  # an exponent of twenty digits
        raise BadInput(f"{shown(figure)} is {_UNCOUNTED}") from None


def dotted(text: str) -> bool:
    """Are there names of names in TOML, which take its parser the square of their number? Nothing else ends a line there."""
    return any(line.count(".") > MOST_DOTS for line in text.split("\n"))


def from_toml(text: str, what: str, *, exact: bool = False) -> dict[str, Any]:
    """A TOML document, numbers with a point read as they are written where `exact`; `what` names it where it cannot be read."""
    if dotted(text):
        raise BadInput(f"{what}: nested too deeply")
    try:
        found = tomllib.loads(text, parse_float=_exact if exact else float)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{what}: not TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"{what}: nested too deeply") from None
    except ValueError:
        raise BadInput(f"{what}: a number of thousands of digits") from None
    except BadInput as error:
        raise BadInput(f"{what}: {error}") from None
    check(found, what)
    return found
