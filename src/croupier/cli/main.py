"""The entry point: every command, and every refusal as one line and exit code 2."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import typer

from croupier.cli.app import app
from croupier.cli.commands import compliance, games, odds, rounds, workbench
from croupier.cli.completing import gather_words
from croupier.cli.say import say
from croupier.documents import whole
from croupier.errors import CroupierError, shown

__all__ = ["app", "compliance", "games", "main", "odds", "rounds", "workbench"]


DEBUG = "CROUPIER_DEBUG"
"""Set in the environment, a fault of the program shows its traceback."""
WIDTH = "COLUMNS"
UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EAGAIN)
"""What a system says of a file that takes no more."""
BAD_INPUT, FAULT, INTERRUPTED = 2, 70, 130


def fail(message: object) -> NoReturn:
    """One clear line on standard error, exit code 2."""
    say(message)
    sys.exit(BAD_INPUT)


def refuse_half_characters() -> None:
    """Refuse what was not UTF-8 on the command line, or in a setting of ours: it can be neither printed nor kept."""
    for word in sys.argv[1:]:
        if not whole(word):
            fail(f"{shown(word)}: an argument is text in UTF-8")
    for name, value in os.environ.items():
        if name.startswith("CROUPIER_") and not whole(value):
            fail(f"{name}: its value is not text in UTF-8")


def open_streams() -> None:
    """What is closed is not opened as something else: the next file would be. With nowhere to answer, nothing is done."""
    if sys.stdin is None:
        os.open(os.devnull, os.O_RDONLY)
    if sys.stdout is None:
        fail("standard output is closed: there is nowhere to answer")
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (for as long as the program runs)
    width = os.environ.get(WIDTH, "0")
    if not width.isdecimal() or len(width) > 4:  # superscript figures are digits to some, and no number
        del os.environ[WIDTH]


def leave_unsaid() -> None:
    """What could not be written to standard output is not tried again when the program ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    with suppress(OSError, ValueError):  # it is no file: a test reads it
        os.dup2(nowhere, sys.stdout.fileno())


def main() -> None:
    """The entry point. A refusal is one line and exit code 2; a fault of the program says that it is one, and exits with 70."""
    # Typer carries its own click in some releases: the root of its usage errors is found from one it exports.
    usage_error: type[Any] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
    open_streams()
    refuse_half_characters()
    gather_words()
    try:
        code = app(prog_name="croupier", standalone_mode=False)
        sys.stdout.flush()  # what cannot be written is told here, not when the program is gone
    except CroupierError as error:
        fail(error)
    except typer.Abort:
        print(file=sys.stderr)
        sys.exit(INTERRUPTED)
    except usage_error as error:
        asked = getattr(getattr(error, "ctx", None), "command_path", "croupier")
        fail(f"{error.format_message().rstrip('.')}; {asked} --help says what it takes")
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:
        if isinstance(error, OSError) and error.errno in UNWRITTEN:
            leave_unsaid()
            fail(f"the answer cannot be written: {error.strerror}")
        if os.environ.get(DEBUG):
            raise
        say(f"a fault of the program, not of what was asked: {type(error).__name__}: {error} ({DEBUG}=1 shows where)")
        sys.exit(FAULT)
    if isinstance(code, int):
        sys.exit(code)
