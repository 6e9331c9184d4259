"""Progress for whoever started the command: a line of JSON on standard error where CROUPIER_PROGRESS says `json`."""

from __future__ import annotations

import json
import os
import sys


def told_as_json() -> bool:
    """Does another program read the progress, so that nothing is drawn?"""
    return os.environ.get("CROUPIER_PROGRESS") == "json"


def tell(done: int, total: int | None, message: str) -> None:
    """How far the work is; without a reader nothing is said."""
    if told_as_json():
        print(json.dumps({"done": done, "total": total, "message": message}), file=sys.stderr, flush=True)
