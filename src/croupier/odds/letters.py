"""Strategy charts in the letters that players know: a letter a choice, small after it what to do where that is not open."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.rules.naming import words

OR, SEVERAL = " or ", "/"
LETTERS = {
    "stand": "S",
    "hit": "H",
    "double": "D",
    "split": "P",
    "surrender": "R",
    "free-double": "F",
    "free-split": "Fp",
    "take": "T",
    "decline": "N",
    "second-chance": "2",
    "check": "C",
    "fold": "F",
}
"""As on the card that players carry."""
SHORT = 2
"""Signs of a word that is its own letter, as `4x`."""


def words_of(*cells: str) -> list[str]:
    """The choices that cells name, each once."""
    return list(dict.fromkeys(word for cell in cells for part in cell.split(OR) for word in part.split(SEVERAL)))


def letter(word: str) -> str:
    """A choice in a letter or two; nothing where it has none."""
    return LETTERS.get(word, word if len(word) <= SHORT else "")


def letters(cell: str) -> str:
    """What stands in a cell: the choice, small after it what to do where that is not open.

    >>> letters("double or hit"), letters("stand"), letters("surrender or split"), letters("4x/check")
    ('Dh', 'S', 'Rp', '4x/C')
    """
    first, *others = (SEVERAL.join(map(letter, part.split(SEVERAL))) for part in cell.split(OR))
    return first + "".join(other.lower() for other in others)


def meaning(cell: str) -> str:
    """A cell in words.

    >>> meaning("double or hit"), meaning("free-split"), meaning("4x/check")
    ('double; hit where that is not open', 'free split', '4x or check, as other cards decide')
    """
    first, *others = (_either(part.split(SEVERAL)) for part in cell.split(OR))
    return first + "".join(f"; {other} where that is not open" for other in others)


def _either(choices: Sequence[str]) -> str:
    return " or ".join(map(words, choices)) + (", as other cards decide" if len(choices) > 1 else "")
