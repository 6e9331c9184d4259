"""Where the commands write."""

from __future__ import annotations

import os
import sys

from rich.console import Console

WIDE = 140


def screen() -> Console:
    """As wide as the terminal; into a file or a pipe wide enough that no column is cut, unless COLUMNS says how wide."""
    told = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(highlight=False, width=None if told else WIDE)
