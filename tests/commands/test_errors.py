"""One tree of errors, drawn where they are kept; whatever the program raises on purpose is in it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from pathlib import Path

import croupier
from croupier import errors

ASIDE = {"Cancelled"}
"""No Exception, so that nothing that catches those can keep it: it stops a thread."""


def drawn() -> dict[str, str]:
    """Each class in the drawing, and what it hangs on."""
    found: dict[str, str] = {}
    above: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        if drawing := re.match(r"^((?:│   |    |├── |└── )*)([A-Z]\w+)(?: |$)", line):
            depth = len(drawing[1]) // 4
            above[depth:] = [drawing[2]]
            if depth or drawing[2] == "CroupierError":
                found[drawing[2]] = above[depth - 1] if depth else "Exception"
    return found


def defined() -> dict[str, str]:
    """Each class of exception that the package defines, and its base."""
    found = {}
    for module in pkgutil.walk_packages(croupier.__path__, "croupier."):
        if module.name.endswith("__main__"):
            continue
        for kind in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(kind) and issubclass(kind, BaseException) and kind.__module__.startswith("croupier"):
                found[kind.__name__] = kind.__bases__[0].__name__
    return found


def test_every_error_of_the_package_hangs_where_the_tree_draws_it() -> None:
    assert {name: base for name, base in defined().items() if name not in ASIDE} == drawn()


def test_nothing_says_that_it_is_not_implemented() -> None:
    """But for what every request must say for itself: a rule that cannot be taken is refused by name, not left to a traceback."""
    where = [
        path.name
        for path in Path(errors.__file__).parent.rglob("*.py")
        if "raise NotImplementedError" in path.read_text(encoding="utf-8")
    ]
    assert set(where) <= {"request.py"}


def test_a_refusal_carries_its_clause_and_its_place() -> None:
    refused = errors.Refused("too much", clause="5.1", place=errors.Place("wagers", 1, wager="ante"))
    assert str(refused) == "too much (5.1)" and refused.clause == "5.1"
    assert refused.place is not None and refused.place.seat == 1
    assert errors.BadInput("x").clause is None and errors.BadInput("x").place is None
