"""The entry point: every command, and every refusal as one line and exit code 2."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import typer

from croupier.cli.app import app
from croupier.cli.commands import games, odds, rounds, workbench
from croupier.errors import CroupierError

__all__ = ["app", "games", "main", "odds", "rounds", "workbench"]


def fail(message: object) -> NoReturn:
    """One clear line on standard error, exit code 2."""
    print(f"croupier: {' '.join(str(message).split())}", file=sys.stderr)
    sys.exit(2)


def main() -> None:
    """The entry point: every refusal is one line and exit code 2."""
    # Typer carries its own click in some releases: the root of its usage errors is found from one it exports.
    usage_error: type[Any] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
    try:
        code = app(standalone_mode=False)
    except CroupierError as error:
        fail(error)
    except typer.Abort:
        print(file=sys.stderr)
        sys.exit(130)
    except usage_error as error:
        fail(error.format_message())
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    if isinstance(code, int):
        sys.exit(code)
