"""Where the house's chain stood, signed, in a file beside the key: history written anew, or cut off, does not agree with it."""

from __future__ import annotations

import fcntl
import hmac
import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from croupier.documents import contents
from croupier.errors import BadInput
from croupier.ledger.files import made, tightened
from croupier.ledger.seal import Key

_log = logging.getLogger("croupier.ledger")


class Anchor(NamedTuple):
    """The house's chain at one moment; every table's head was in it."""

    at: str
    ledger: str
    """Which ledger: the hash of the first event of its house."""
    seq: int
    hash: str


class Anchors:
    """Each signature is over the one before: no line can be added or taken out of the middle without the key."""

    def __init__(self, path: Path, key: Key | None) -> None:
        self.path, self.key = path, key

    def add(self, anchor: Anchor) -> None:
        """Keep one more; it is on the disk when this returns."""
        if self.key is None:
            return
        made(self.path)
        with self.path.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            lines = contents(self.path).splitlines()
            last, before = _read(lines[-1], len(lines)) if lines else (anchor, "")
            if last.ledger != anchor.ledger:
                aside = self.path.with_name(f"{self.path.name}.{last.ledger[:8]}")
                _log.warning("%s: these anchors are of another ledger; they are kept as %s", self.path.name, aside.name)
                made(aside, b"\n".join([*lines, b""]))
                file.seek(0)
                file.truncate()
                before = ""
            file.seek(0, os.SEEK_END)
            signed = [*anchor, self.key.sign(json.dumps([*anchor, before]))]
            file.write(json.dumps(signed).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def __iter__(self) -> Iterator[Anchor]:
        """Every anchor, its signature proved; `BadInput` at the first that is not this house's."""
        if self.key is None or not self.path.exists():
            return
        tightened(self.path)
        before = ""
        for number, line in enumerate(contents(self.path).splitlines(), start=1):
            anchor, signature = _read(line, number)
            if not hmac.compare_digest(
                self.key.sign(json.dumps([*anchor, before])).encode(), signature.encode(errors="replace")
            ):
                raise BadInput(f"anchors: line {number} was not signed by this house, or the line before it was taken out")
            before = signature
            yield anchor


def _read(line: bytes, number: int) -> tuple[Anchor, str]:
    """A line of the file, as it was signed and with what."""
    try:
        at, ledger, seq, digest, signature = json.loads(line)
        return Anchor(str(at), str(ledger), int(seq), str(digest)), str(signature)
    except (ValueError, TypeError, OverflowError, RecursionError):
        raise BadInput(f"anchors: line {number} cannot be read") from None
