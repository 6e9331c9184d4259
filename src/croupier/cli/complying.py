"""`croupier check` and `croupier audit`: a casino's submission against its rulebook, and a rulebook against itself."""

from __future__ import annotations

from typing import Any

from rich.markup import escape

from croupier import documents
from croupier.cli.grid import grid
from croupier.cli.screen import screen
from croupier.compliance.auditing import GRAVE, KINDS, audit, summary
from croupier.compliance.checking import check
from croupier.errors import BadInput, RulebookError, Unknown
from croupier.games.registry import playable
from croupier.odds import shipped
from croupier.rules import listing
from croupier.rules.naming import yes_or_no
from croupier.rules.resolve import GameRules

VIOLATIONS = 1
"""The exit code of a check that found some."""


def tell_check(file: str, game: str | None) -> list[dict[str, Any]]:
    """What `check --json` prints: a row a table."""
    return check(documents.house_rules(file), game)


def show_check(rows: list[dict[str, Any]]) -> None:
    console = screen()
    for row in rows:
        at = f" at {row['table']}" if row["table"] != row["game"] else ""
        wrong = [(", ".join(entry["at"]), entry["says"]) for entry in row["violations"]]
        if wrong:
            grid(console, ("choice", "says"), wrong, title=f"{row['game']}{at}: {len(wrong)} not the house's to choose")
        else:
            console.print(f"[bold]{escape(row['game'] + at)}[/]: within the rules")
        taken = [(entry["at"], _taken(entry["taken"]), entry["clause"]) for entry in row["open"]]
        console.print()
        grid(console, ("left open", "taken to be", "clause"), taken)
        if taken:
            console.print()


def _taken(value: Any) -> str:
    """A value as `--set` takes it."""
    return "nothing yet" if value is None else str(yes_or_no(value) if isinstance(value, bool) else value)


def tell_audit(rulebook: str) -> dict[str, Any]:
    """What `audit --json` prints."""
    entries = listing.listing()
    names = {entry.rulebook for entry in entries} | {_book(error) for error in listing.broken()}
    if rulebook not in names:
        raise Unknown("rulebook", rulebook, names)
    broken: list[RulebookError] = [error for error in listing.broken() if _book(error) == rulebook]
    own: list[GameRules] = []
    for entry in entries:
        if entry.rulebook == rulebook:
            try:
                own.append(playable(entry.id).terms)
            except RulebookError as error:
                broken.append(error)
    named = {game.game for game in own}
    others = [playable(entry.id).terms for entry in entries if entry.rulebook != rulebook and entry.game in named]
    findings = audit(own, others, {game.id: _edges(game) for game in own}, broken)
    return {"rulebook": rulebook, "games": [game.id for game in own], "counts": summary(findings), "findings": findings}


def _book(error: RulebookError) -> str:
    return error.file.partition("/")[0]


def _edges(game: GameRules) -> list[tuple[str, str, float]]:
    """What its wagers are known to cost, where prices were found under these very rules."""
    known = shipped.prices_of(playable(game.id)) or ()
    return [(price.wager, price.paytable, float(price.house_edge)) for price in known]


def grave(told: dict[str, Any]) -> bool:
    """Is something wrong that is not the text's fault?"""
    return bool(told["counts"].keys() & set(GRAVE))


def show_audit(told: dict[str, Any]) -> None:
    console = screen()
    for kind, says in KINDS.items():
        found = [entry for entry in told["findings"] if entry["kind"] == kind]
        rows = ((entry["game"].partition("/")[2], entry["says"], entry.get("adopted", ""), entry["clause"]) for entry in found)
        grid(console, ("game", "finding", "adopted", "clause"), rows, title=f"{kind}: {len(found)} {says}" if found else "")
        if found:
            console.print()
    counts = ", ".join(f"{count} {kind}" for kind, count in told["counts"].items()) or "nothing"
    console.print(f"{told['rulebook']}, {len(told['games'])} games: {counts}")


def tell_diff(game: str, other: str) -> dict[str, Any]:
    """What `diff --json` prints: two games, of any rulebooks."""
    from croupier.cli.comparing import tell_comparison

    known = {entry.id for entry in listing.listing()}
    for name in (game, other):
        if name not in known:
            raise Unknown("game", name, known)
    if game == other:
        raise BadInput(f"{game}: a game does not differ from itself: name another")
    return tell_comparison([game, other])
