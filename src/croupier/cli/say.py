"""One line on standard error, whatever it is about."""

from __future__ import annotations

import sys

LONGEST = 4000


def say(message: object) -> None:
    """One clear line, however long or broken what it quotes."""
    line = " ".join(str(message).split())
    shown = line if len(line) <= LONGEST else f"{line[:LONGEST]}..."
    print(f"croupier: {shown}".encode("utf-8", "backslashreplace").decode(), file=sys.stderr)
