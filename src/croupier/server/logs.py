"""The server's log: a line is a line, whatever a visitor put into it, and nobody fills it.

Faults of the pages' machinery are told in one line, without a trace: a browser can send anything there. Other faults of the program
keep theirs, the first few from each place where one was raised; the others are counted.
"""

from __future__ import annotations

import logging
import time
import traceback

MOST, WINDOW = 20, 10.0
"""Lines from one place in the code in so many seconds; the others are counted."""
FAULTS, WHILE = 3, 600.0
"""Traces of one fault in so many seconds."""
LONGEST, DEEPEST = 500, 80
"""Letters of a line, and lines of a trace."""
PAGES = ("nicegui", "engineio", "socketio", "asyncio", "croupier.server.api")
"""Loggers that visitors can make write."""
OWN = ("croupier",)
"""Every other logger of the program: of its workers, its jobs, its tables."""


class OneLine(logging.Filter):
    """Make every record one short line, and let only so many through."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[str, tuple[float, int]] = {}

    def _counted(self, place: str, most: int, window: float) -> str | None:
        """Count one more from a place in the code: what is to be said of those left out before, or None where it is one too many."""
        now = time.monotonic()
        began, count = self._seen.get(place, (now, 0))
        left_out = ""
        if now - began > window:
            left_out = f" ({count - most} more such lines were left out)" if count > most else ""
            began, count = now, 0
        self._seen[place] = (began, count + 1)
        return left_out if count < most else None

    def filter(self, record: logging.LogRecord) -> bool:
        left_out = self._counted(f"{record.pathname}:{record.lineno}", MOST, WINDOW)
        if left_out is None:
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
    for names, bound in ((PAGES, OneLine()), (OWN, Traced())):
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
        handler.addFilter(bound)
        for name in names:
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = [handler], False
            for below in _below(name):  # some bring a handler of their own, which would tell everything, with its trace
                below.handlers, below.propagate = [], True
    logging.getLogger("uvicorn.error").addFilter(Traced())


def _below(name: str) -> list[logging.Logger]:
    known = logging.root.manager.loggerDict.items()
    return [logger for other, logger in known if isinstance(logger, logging.Logger) and other.startswith(f"{name}.")]


class Traced(OneLine):
    """For the server's own log: faults of the program keep their trace, so many of each; a worker tells its own as text."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if record.exc_info and record.exc_info[1] is not None:
            trace = "".join(traceback.format_exception(record.exc_info[1]))
        else:
            said, _, trace = said.partition("\n")
        if not trace:
            return super().filter(record)
        raised = next((line for line in reversed(trace.splitlines()) if line.lstrip("| ").startswith("File ")), "")
        left_out = self._counted(raised, FAULTS, WHILE)
        if left_out is None:
            return False
        lines = [f"  {one_line(line)}" for line in trace.rstrip().split("\n")]
        record.msg, record.args = "\n".join([one_line(said) + left_out, *lines[:1], *lines[1:][-DEEPEST:]]), ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True
