"""What a shell may complete: games, and for the game that is named its options, wagers, pay tables, clauses and irregularities.

Only rule files are read for it. What is wrong with a line is not said here: there is nothing to complete.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import typer

from croupier.errors import CroupierError

if TYPE_CHECKING:
    from croupier.rules.resolve import GameRules

_chosen: list[str] = []
"""The option whose value bash completes, where it took `option=value` apart."""


def gather_words() -> None:
    """Bash hands `--set wheel=si` over in three words and completes the last: it is asked for as the value of `--set`."""
    if os.environ.get("_CROUPIER_COMPLETE") != "complete_bash":
        return
    words, number = os.environ.get("COMP_WORDS", "").split("\n"), os.environ.get("COMP_CWORD", "0")
    at = int(number) if number.isdecimal() and len(number) < 10 else 0
    os.environ["COMP_CWORD"] = str(at)
    given = words[: at + 1]
    if len(words) < 3 or "=" not in given[2:]:
        return
    if given[-1] == "=":
        given.append("")
    *before, value = given
    if before[-1] == "=" and not before[-2].startswith("-"):
        _chosen.append(before[-2])
        before = before[:-2]
    joined: list[str] = []
    for word in before:
        if joined and (word == "=" or joined[-1].endswith("=")):
            joined[-1] += word
        else:
            joined.append(word)
    os.environ |= {"COMP_WORDS": "\n".join([*joined, value]), "COMP_CWORD": str(len(joined))}


def _begins(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


def _named(ctx: typer.Context) -> GameRules | None:
    """The game that the line names, if there is such a one; a line that ends in an option has its arguments unread."""
    from croupier.rules.resolve import resolve_file

    try:
        return resolve_file(ctx.params.get("game") or next(word for word in ctx.args if "/" in word))
    except (CroupierError, StopIteration):
        return None


def complete_game(incomplete: str) -> list[str]:
    from croupier.rules.listing import listing

    return _begins((entry.id for entry in listing()), incomplete)


def complete_rulebook(incomplete: str) -> list[str]:
    from croupier.rules.listing import listing

    return _begins((entry.rulebook for entry in listing()), incomplete)


def complete_compared(incomplete: str) -> list[str]:
    """A game by its name alone, or that of one rulebook."""
    from croupier.rules.listing import listing

    entries = listing()
    return _begins((*(entry.game for entry in entries), *(entry.id for entry in entries)), incomplete)


def complete_irregularity(ctx: typer.Context, incomplete: str) -> list[str]:
    game = _named(ctx)
    return [] if game is None else _begins(game.file.rulings, incomplete)


def complete_wager(ctx: typer.Context, incomplete: str) -> list[str]:
    game = _named(ctx)
    return [] if game is None else _begins((game.file.wagers[name].called or name for name in game.wagers), incomplete)


def complete_paytable(ctx: typer.Context, incomplete: str) -> list[str]:
    """The pay tables of the wager that is named, or of any."""
    game = _named(ctx)
    if game is None:
        return []
    wager = ctx.params.get("wager")
    wanted = game.names.get(wager, wager) if wager is not None else None
    return _begins((table.id for table in game.paytables if wanted in (None, table.wager)), incomplete)


def complete_rule(ctx: typer.Context, incomplete: str) -> list[str]:
    """What `--why` takes."""
    game = _named(ctx)
    return [] if game is None else _begins(game.paths(), incomplete)


def complete_clause(ctx: typer.Context, incomplete: str) -> list[str]:
    game = _named(ctx)
    return [] if game is None else _begins(game.clauses, incomplete)


def complete_version(ctx: typer.Context, incomplete: str) -> list[str]:
    game = _named(ctx)
    return [] if game is None else _begins((version.id for version in game.file.versions), incomplete)


def complete_set(ctx: typer.Context, incomplete: str) -> list[str]:
    """Options left to the house, each with the values that it may choose."""
    game = _named(ctx)
    if game is None:
        return []
    pairs = _pairs(game)
    if _chosen:
        return _begins((value for name, value in pairs if name == _chosen[-1] and value), incomplete)
    return _begins((f"{name}={value}" for name, value in pairs), incomplete)


def _pairs(game: GameRules) -> Iterator[tuple[str, str]]:
    for name, option in game.file.options.items():
        values: tuple[Any, ...] = option.one_of or ((True, False) if option.house_sets == "yes-or-no" else ("",))
        if option.is_ is None:
            yield from ((name, str(value).lower() if isinstance(value, bool) else str(value)) for value in values)
