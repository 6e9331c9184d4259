"""The server's log: a line is a line, whatever a visitor put into it, and nobody fills it.

Faults of the pages' machinery are told in one line, without a trace: a browser can send anything there.
"""

from __future__ import annotations

import logging
import time
import traceback

MOST, WINDOW = 20, 10.0
"""Lines from one place in the code in so many seconds; the others are counted."""
LONGEST = 500
PAGES = ("nicegui", "engineio", "socketio", "asyncio", "croupier.server.api")
"""Loggers that visitors can make write."""


class OneLine(logging.Filter):
    """Make every record one short line, and let only so many through."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now, place = time.monotonic(), (record.pathname, record.lineno)
        began, count = self._seen.get(place, (now, 0))
        if now - began > WINDOW:
            left_out = f" ({count - MOST} more such lines were left out)" if count > MOST else ""
            began, count = now, 0
        else:
            left_out = ""
        self._seen[place] = (began, count + 1)
        if count >= MOST:
            return False
        said = [record.getMessage()]
        if record.exc_info and record.exc_info[1] is not None:
            at = traceback.extract_tb(record.exc_info[2])[-1:]
            said.append(f"{type(record.exc_info[1]).__name__}: {record.exc_info[1]}")
            said += [f"{frame.filename}:{frame.lineno}" for frame in at]
        record.msg, record.args = one_line(", ".join(said)) + left_out, ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True


def one_line(text: str) -> str:
    """The text with whatever would begin another line, or move the cursor, spelled out; cut where it is long."""
    shown = "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text[:LONGEST])
    return shown + (f"... ({len(text)} letters)" if len(text) > LONGEST else "")


def install() -> None:
    """Stand before the handlers of those loggers; the places in the code that write are few, and so is what is remembered."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(OneLine())
    for name in PAGES:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
    logging.getLogger("uvicorn.error").addFilter(_Bounded())


class _Bounded(OneLine):
    """For the server's own log: only its warnings are bounded, faults of the program keep their trace."""

    def filter(self, record: logging.LogRecord) -> bool:
        return True if record.exc_info else super().filter(record)
