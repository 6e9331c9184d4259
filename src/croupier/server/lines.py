"""Lines that one person writes and others read: a table's name, a reason."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from croupier.errors import BadInput

UNSEEN = r"\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
"""The commonest of them, as the published description of the API names them: a pattern cannot name all."""
_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"})
"""Categories of characters that do not show, that turn round what stands beside them, or that nobody has given a shape."""
_BLANK = re.compile(r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Letters and marks that nothing is drawn for, whatever category they have."""
MOST_MARKS = 2
"""Marks on one letter: more grow over the lines above and below."""


def check_line(what: str, text: str) -> str:
    """Refuse what does not show what it says; an empty line says nothing, and does."""
    if any(unicodedata.category(letter) in _UNSEEN for letter in text) or _BLANK.search(text):
        raise BadInput(f"{what}: it has characters that do not show")
    if text and not any(_is_drawn(letter) for letter in text):
        raise BadInput(f"{what}: nothing of it shows")
    if any(marks and sum(1 for _ in run) > MOST_MARKS for marks, run in groupby(text, _is_mark)):
        raise BadInput(f"{what}: at most {MOST_MARKS} marks stand on one letter")
    return text


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")


def _is_drawn(letter: str) -> bool:
    return not _is_mark(letter) and not unicodedata.category(letter).startswith("Z")
