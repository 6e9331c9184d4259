"""Lines that one person writes and others read: a table's name, a reason."""

from __future__ import annotations

import re

from croupier.errors import BadInput

UNSEEN = r"\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
"""Characters that do not show, or that turn round what stands beside them."""


def check_line(what: str, text: str) -> str:
    if re.search(f"[{UNSEEN}]", text):
        raise BadInput(f"{what}: it has characters that do not show")
    return text
