"""One option against what a house chose of it: taken where the text leaves that choice, refused with the clause where not."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from croupier.errors import OutOfBounds, shown
from croupier.rules.naming import yes_or_no
from croupier.rules.options import Option
from croupier.rules.poker import rake_chosen
from croupier.rules.terms import joined

MOST_COUNT = 100
"""Seats, decks, sections and whatever else is counted: more than any table has, less than would fill the memory."""
MOST_CARDS = 52 * MOST_COUNT
"""So many decks hold so many cards: no figure that a house sets, but a sum of money, is larger."""
HOUSE_SYMBOL = "house-symbol"
"""A section of a prize wheel that no wager names; a wheel need not have one."""
_ACE_AND_FACE = re.compile("A[cdhs] [JQK][cdhs]")


def default(option: Option) -> Any:
    """What an option is where the house has not chosen: the text's, the first choice, or the plainest."""
    if option.is_ is not None:
        return option.is_
    if option.default is not None:
        return option.default
    if option.one_of is not None:
        return option.one_of[0]
    if option.at_most is None:
        return "none"
    return option.at_most if option.unit is None else f"{option.at_most}{option.unit}"


def _measured(name: str, option: Option, value: Any) -> str:
    """A percentage or a multiple within the option's bounds: `4%`, `2.5%`, `100x`; where it is graded, `3-4-5x`."""
    cited, unit = joined(option.clause), option.unit or ""
    if value == "none" and option.at_most is None:
        return "none"
    written = str(value).removesuffix(unit)
    figures = written.split("-")
    graded = len(figures) == option.grades
    if isinstance(value, bool) or not (len(figures) == 1 or graded) or not all(map(_is_figure, figures)):
        such_as = f"{option.at_most or 3}{unit}" + (f" or {'-'.join('34567'[: option.grades])}{unit}" if option.grades else "")
        raise OutOfBounds(f"{name}: {shown(value)} is not a figure such as {such_as} ({cited})")
    for figure in map(Fraction, figures):
        if figure < (option.at_least or 0):
            raise OutOfBounds(f"{name}: {value} is too low: at least {option.at_least or 0}{unit} ({cited})")
        if option.at_most is not None and figure > option.at_most:
            raise OutOfBounds(f"{name}: {value} is too high: at most {option.at_most}{unit} ({cited})")
    return f"{written}{unit}"


def _is_figure(written: str) -> bool:
    return written.isascii() and written.replace(".", "", 1).isdecimal() and len(written) <= 15


def choose(name: str, option: Option, value: Any) -> Any:
    """The house's choice, if the text leaves it that choice; what is true or false may be said as yes or no."""
    cited = joined(option.clause)
    if value in ("yes", "no") and option.is_yes_or_no:
        value = value == "yes"
    if option.is_ is not None:
        if value != option.is_:
            raise OutOfBounds(
                f"{name}: {shown(value)} is not a choice: the text fixes it at {yes_or_no(option.is_)!r} ({cited})"
            )
        return value
    if option.one_of is not None:
        if not any(value == choice and isinstance(value, bool) == isinstance(choice, bool) for choice in option.one_of):
            allowed = ", ".join(str(yes_or_no(choice)) for choice in option.one_of)
            raise OutOfBounds(f"{name}: {shown(value)} is not a choice: one of {allowed} ({cited})")
        return value
    if option.unit is not None:
        return _measured(name, option, value)
    if option.house_sets == "yes-or-no":
        if not isinstance(value, bool):
            raise OutOfBounds(f"{name}: {shown(value)} is not a choice: yes or no ({cited})")
        return value
    if option.house_sets == "ace-and-face-card":
        if value != "none" and not (isinstance(value, str) and _ACE_AND_FACE.fullmatch(value)):
            raise OutOfBounds(f"{name}: {shown(value)} is not a choice: an ace and a face card, as in 'As Js' ({cited})")
        return value
    if option.house_sets == "rake":
        return rake_chosen(value, at_most=option.at_most, cited=cited)
    if option.house_sets == "sections":
        if (
            not isinstance(value, Mapping)
            or not option.default.keys() - {HOUSE_SYMBOL} <= value.keys() <= option.default.keys()
            or not all(
                isinstance(count, int) and (mark != HOUSE_SYMBOL) <= count <= MOST_COUNT for mark, count in value.items()
            )
        ):
            raise OutOfBounds(f"{name}: a number of sections for each of {', '.join(option.default)} ({cited})")
        return dict(value)
    if value == "none" == default(option):  # the house says aloud that it sets nothing
        return value
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise OutOfBounds(f"{name}: {shown(value)} is not a whole number ({cited})")
    if option.at_least is not None and value < option.at_least:
        raise OutOfBounds(f"{name}: {value} is too low: at least {option.at_least} ({cited})")
    if option.at_most is not None and value > option.at_most:
        raise OutOfBounds(f"{name}: {value} is too high: at most {option.at_most} ({cited})")
    if option.house_sets != "cents" and value > MOST_CARDS:
        raise OutOfBounds(f"{name}: {value} is too high: at most {MOST_CARDS} can be dealt with here ({cited})")
    return value
