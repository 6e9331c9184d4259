"""`croupier compare`: what rulebooks say of the same game, side by side, as the page has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.cli.grid import grid
from croupier.cli.screen import screen
from croupier.compliance.differences import Fact, Part, Side, compare
from croupier.errors import BadInput, Unknown
from croupier.games.registry import playable
from croupier.odds import store
from croupier.rules.listing import listing
from croupier.rules.texts import document

TITLES = {
    "glance": "At a glance",
    "options": "Options and rules",
    "wagers": "Wagers",
    "paytables": "Pay tables",
    "prices": "House edges",
    "rulings": "Irregularities",
}
NOT_PRICED = "not priced"


def chosen(game: str, rulebooks: Sequence[str]) -> list[str]:
    """The games to compare: of the rulebooks named, or of all that have one of that name. Any may be named as rulebook/game."""
    entries = listing()
    first, _, name = game.rpartition("/")
    if name not in {entry.game for entry in entries}:
        raise Unknown("game", game, {entry.game for entry in entries})
    same = [entry.id for entry in entries if entry.game == name]
    asked = [word if "/" in word else f"{word}/{name}" for word in (*filter(None, [first]), *rulebooks)]
    found = list(dict.fromkeys([*asked, *([] if rulebooks else same)]))
    books = {entry.rulebook for entry in entries}
    for word in rulebooks:
        if "/" not in word and word not in books:
            raise Unknown("rulebook", word, books)
    for game_id in found:
        if game_id not in {entry.id for entry in entries}:
            raise Unknown("game", game_id, {entry.id for entry in entries})
    if len(found) < 2:
        others = ", ".join(entry.partition("/")[0] for entry in same if entry not in found)
        beside = f"name a rulebook beside it: {others}" if others else "no other rulebook has it: name another rulebook/game"
        raise BadInput(f"{found[0]} alone is not compared: {beside}")
    return found


def tell_comparison(games: Sequence[str]) -> dict[str, Any]:
    """What `--json` prints. A price that is not known is null, and differs from nothing."""
    sides = []
    for game in games:
        ready = playable(game)
        known = store.stored(ready)
        prices = None if known is None else [price.as_json() for price in known]
        sides.append(Side.of(ready.terms, document(ready.terms.rulebook).name, prices))
    return {
        "games": list(games),
        "priced": [side.game.id for side in sides if side.prices is not None],
        "parts": [_part(games, part) for part in compare(sides)],
    }


def _part(games: Sequence[str], part: Part) -> dict[str, Any]:
    rows = [
        {
            "name": row.name,
            "differs": row.differs,
            "unknown": row.unknown,
            "says": {game: _fact(fact) for game, fact in zip(games, row.facts, strict=True)},
        }
        for row in part.rows
    ]
    counts = {"compared": part.compared, "differing": part.differing, "unknown": part.unknown}
    return {"part": part.name, **counts, "rows": rows}


def _fact(fact: Fact | None) -> dict[str, Any] | None:
    return (
        None
        if fact is None or not fact.known
        else {"says": fact.says, "kind": fact.kind, "detail": fact.detail, "clause": fact.clauses}
    )


def show(told: dict[str, Any], *, everything: bool) -> None:
    """Part by part what differs, or with `everything` all of it."""
    console, games = screen(), told["games"]
    for part in told["parts"]:
        rows = [row for row in part["rows"] if everything or row["differs"] or part["part"] in ("glance", "prices")]
        unknown = f", {part['unknown']} not known" if part["unknown"] else ""
        title = f"{TITLES[part['part']]}: {part['differing']} of {part['compared']} differ{unknown}"
        if not rows:
            console.print(f"[bold]{title}[/]\n")
            continue
        cells = (
            (
                ("* " if row["differs"] else "") + row["name"],
                *(_cell(told, part["part"], row["says"][game], game) for game in games),
            )
            for row in rows
        )
        grid(console, ("", *games), cells, title=title)
        console.print()
    waiting = [game for game in games if game not in told["priced"]]
    if waiting:
        asked = "; ".join(f"croupier analyze {game}" for game in waiting)
        console.print(f"[dim]Not priced yet: {asked}[/]")
    console.print("[dim]* differs[/]")


def _cell(told: dict[str, Any], part: str, fact: dict[str, Any] | None, game: str) -> str:
    if fact is None:
        return NOT_PRICED if part == "prices" and game not in told["priced"] else "-"
    return str(fact["says"])
