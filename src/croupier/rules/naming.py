"""Ids as people say them: the one home of every word that a page, a felt, the desk or the command line makes of an id.

An id holds no apostrophe, and its hyphens part what a text prints apart (`pair plus`) and what it prints together (`six-card
bonus`). What is printed together, or otherwise than the id spells it, stands here as the texts print it. A wager that one text
alone calls by another name has it as `name` in that rulebook's file.
"""

from __future__ import annotations

import re
from functools import lru_cache

KEPT = (
    "20-point 9-high ace-jack ace-king ace-queen ace-to-five ace-to-four check-raise co-bank co-banking craps-11 "
    "craps-eleven eight-high eight-of-a-kind five-number five-of-a-kind fixed-limit four-number half-kill heads-up high-low "
    "high-number in-between jack-high king-high low-number mid-shoe mini-royal multi-link nine-high pre-shuffled queen-high "
    "re-cut seven-of-a-kind seven-or-more-card single-number six-number six-of-a-kind six-seven-eight straight-up ten-high "
    "three-number twelve-number twenty-one two-number "
)
"""Runs of words that keep their hyphens wherever they stand in an id."""

PRINTED = {
    "1-18": "1 to 18",
    "19-36": "19 to 36",
    "1-dollar": "$1",
    "5-dollars": "$5",
    "21-plus-3": "21+3",
    "ace-king-and-queen": "ace, king and queen",
    "ace-king-different-suits": "ace-king (different suits)",
    "ace-king-same-suit": "ace-king (same suit)",
    "ace-queen-or-ace-jack-different-suits": "ace-queen or ace-jack (different suits)",
    "ace-queen-or-ace-jack-same-suit": "ace-queen or ace-jack (same suit)",
    "c-and-e": "C and E",
    "column-1": "1st column",
    "column-2": "2nd column",
    "column-3": "3rd column",
    "crazy-4-poker": "Crazy 4 Poker",
    "dealers-cards": "dealer's cards",
    "dealers-first-card": "dealer's first card",
    "dealers-left": "dealer's left",
    "dealers-number-of-cards": "dealer's number of cards",
    "dont": "don't",
    "dozen-1": "1st 12",
    "dozen-2": "2nd 12",
    "dozen-3": "3rd 12",
    "dragon-7": "Dragon 7",
    "ez-baccarat": "EZ baccarat",
    "four-card-poker": "Four Card Poker",
    "hands-wager": "hand's wager",
    "hearts-diamonds-or-clubs": "hearts, diamonds or clubs",
    "hearts-spades-or-clubs": "hearts, spades or clubs",
    "holdem": "hold'em",
    "king-queen-or-jack": "king, queen or jack",
    "kings-bounty": "king's bounty",
    "kings-queens-or-jacks": "kings, queens or jacks",
    "kings-spades": "kings of spades",
    "let-it-ride": "Let It Ride",
    "make-em-all": "make 'em all",
    "mississippi-stud": "Mississippi Stud",
    "omaha": "Omaha",
    "one-two-or-three-times": "one, two or three times",
    "panda-8": "Panda 8",
    "players-cards": "players' cards",
    "queens-jacks-or-10s": "queens, jacks or 10s",
    "same-colored-straight": "same-colored straight",
    "texas-holdem": "Texas Hold'em",
    "three-and-seven-card": "three- and seven-card",
    "three-card-poker": "Three Card Poker",
    "triple-draw-low-ball-deuce-to-seven": "triple-draw low-ball deuce-to-seven",
    "twbb": "TWBB",
    "ultimate-texas-holdem": "Ultimate Texas Hold'em",
}
"""Runs of words that are printed otherwise than their ids spell them."""

_RUNS = {tuple(run.split("-")): said for run, said in ({run: run for run in KEPT.split()} | PRINTED).items()}
_LONGEST = max(map(len, _RUNS))
_FIGURE = re.compile(r"\d+x?")
_COUNT = re.compile(r"one|two|three|four|five|six|seven|eight")
_DIE = re.compile(r"one|two|three|four|five|six|ace|deuce|trey")


@lru_cache(maxsize=16384)
def words(name: str) -> str:
    """An id as words, as it stands within a line. What has blanks in it is words already.

    >>> words("pair-plus"), words("six-card-bonus"), words("dont-pass"), words("four-five-on-the-hop"), words("corner-1-2-4-5")
    ('pair plus', 'six-card bonus', "don't pass", 'four-five on the hop', 'corner 1-2-4-5')
    """
    if " " in name:
        return name.strip()
    parts = name.split("-")
    said: list[str] = []
    at = 0
    while at < len(parts):
        length = next((length for length in range(_LONGEST, 0, -1) if tuple(parts[at : at + length]) in _RUNS), 0)
        if length:
            said.append(_RUNS[tuple(parts[at : at + length])])
        else:
            length = _together(parts, at)
            said.append("-".join(parts[at : at + length]))
        at += length
    return " ".join(filter(None, said))


def _together(parts: list[str], at: int) -> int:
    """How many words from here on are printed with hyphens: figures in a row, the faces of two dice, and a hand of so many cards."""
    figures = at
    while figures < len(parts) and _FIGURE.fullmatch(parts[figures]):
        figures += 1
    if figures - at > 1:
        return figures - at
    rest = parts[at + 2 :]
    if rest and parts[at + 1] == "card" and _COUNT.fullmatch(parts[at]):
        return 2
    dice = at == 0 and len(parts) > 1 and all(map(_DIE.fullmatch, parts[:2]))
    return 2 if dice and (not rest or rest[0] == "on") else 1


def title(name: str) -> str:
    """An id as the beginning of a line, or by itself.

    >>> title("double-face-down"), title("raise-3x"), title("dont-pass"), title("seat-1")
    ('Double face down', 'Raise 3x', "Don't pass", 'Seat 1')
    """
    said = words(name)
    return said[:1].upper() + said[1:]


def yes_or_no(value: object) -> object:
    """What is true or false as people answer; anything else as it is."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
