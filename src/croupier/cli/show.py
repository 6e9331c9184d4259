"""Plain data drawn for people with rich."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape

from croupier.cli.grid import grid
from croupier.cli.screen import screen
from croupier.compliance.wording import dollars, need_text, size
from croupier.table.settlement import money

Data = Any


def _grid(
    console: Console,
    title: str,
    columns: Sequence[str],
    rows: Iterable[Iterable[Any]],
    *,
    figures: Collection[str] = (),
    names: int = 1,
) -> None:
    """A table, and a line between it and the next."""
    entries = [tuple(row) for row in rows]
    if entries:
        grid(console, columns, entries, title=title, figures=figures, names=names)
        console.print()


def _choice(option: Data) -> str:
    if "is" in option:
        return _value(option, option["is"])
    chosen = _value(option, option["value"])
    if "one-of" in option:
        said = [_value(option, choice) for choice in option["one-of"]]
        return " | ".join(
            f"*{word}*" if choice == option["value"] else word for word, choice in zip(said, option["one-of"], strict=True)
        )
    if "house-sets" in option and not option.keys() & {"at-least", "at-most"}:
        return f"the house sets it ({chosen})"
    bounds = [f"{key.replace('-', ' ')} {_value(option, option[key])}" for key in ("at-least", "at-most") if key in option]
    return f"{' and '.join(bounds)} ({chosen})"


def _value(option: Data, value: Any) -> str:
    """A value as `--set` takes it, but for what is no word: yes and no, sums, lists."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if option.get("in_cents") and isinstance(value, int):
        return dollars(value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_value(option, part)}" for name, part in value.items())
    return (", ".join(map(str, value)) or "nothing") if isinstance(value, list) else str(value)


def _rules(console: Console, data: Data) -> None:
    first, last = data["lines"]
    console.print(f"[bold]{escape(data['name'])}[/] ({data['id']}), {escape(data['clause'])}, lines {first}-{last} of the text")
    if data["version"]:
        console.print(f"version {data['version']}")
    console.print()
    _grid(
        console,
        "Rules",
        ("rule", "is", "says", "clause"),
        ((o["option"], _choice(o), o["says"], o["clause"]) for o in data["options"] if "is" in o),
    )
    _grid(
        console,
        "Options left to the house (*chosen*)",
        ("option", "choices", "says", "clause"),
        ((o["option"], _choice(o), o["says"], o["clause"]) for o in data["options"] if "is" not in o),
    )
    _grid(
        console,
        "Wagers",
        ("wager", "size", "needs", "says", "clause"),
        (
            (
                w["wager"],
                size(w),
                "; ".join(map(need_text, w["needs"])),
                w["says"],
                w["clause"],
            )
            for w in data["wagers"]
        ),
    )
    _paytables(console, data["paytables"])
    _rulings(console, data["rulings"])
    _readings(console, data["readings"])
    _grid(
        console,
        "Meters",
        ("meter", "seed", "rate", "clause"),
        ((m["meter"], money(m["seed"]), m["rate"], m["clause"]) for m in data["meters"]),
        figures=("seed", "rate"),
    )
    for part in ("opening", "between-rounds", "idle", "resuming", "closing"):
        _grid(
            console,
            f"The table: {part.replace('-', ' ')}",
            ("step", "by", "says", "when", "clause"),
            ((s["step"], s["by"], s["says"], s["when"], s["clause"]) for s in data["life"][part]),
        )
    _grid(
        console,
        "Cards or dice are changed",
        ("after", "when", "clause"),
        ((f"{c['hours']} hours{'' if c['binding'] else ' (may)'}", c["when"], c["clause"]) for c in data["life"]["card-hours"]),
    )
    _grid(
        console,
        "The stub is counted",
        ("how often", "unless", "clause"),
        ((c["counted"], c["unless"], c["clause"]) for c in data["life"]["stub-count"]),
    )
    _grid(
        console,
        "The shoe",
        ("what", "when", "clause"),
        (
            *(
                (
                    f"{c['behind']} cards behind the cutting card{', then one more round' * c['one-more-round']}",
                    c["when"],
                    c["clause"],
                )
                for c in data["life"]["shoe"]
            ),
            *(
                (f"{c['cards'].replace('-', ' ')} burned for a new {c['per']}", c["when"], c["clause"])
                for c in data["life"]["burns"]
            ),
        ),
    )
    _grid(
        console,
        "Versions",
        ("version", "dates", "says", "clause"),
        (
            (
                v["id"] + (" (current)" if v["current"] else ""),
                ", ".join(f"{k} {d}" for k, d in v["dates"].items()),
                v["says"],
                v["clause"],
            )
            for v in data["versions"]
        ),
    )
    _grid(console, "Also in the text (notes)", ("clause", "says"), ((n["clause"], n["says"]) for n in data["notes"]))


def _paytables(console: Console, data: Data) -> None:
    for table in data:
        title = f"{table['wager']}: pay table {table['id']}" + (f", {table['column']}" if table.get("column") else "")
        title += f" (when {table['when']})" if table["when"] else ""
        title += f", {'the least it may pay, ' if table['floor'] else ''}{table['clause']}"
        _grid(console, title, ("hand", "pays"), table["rows"].items())


def _rulings(console: Console, data: Data) -> None:
    _grid(
        console,
        "Irregularities",
        ("irregularity", "during", "remedy", "what happens", "clause"),
        (
            (
                r["irregularity"],
                ", ".join(r["during"]),
                r["remedy"]
                + (f" ({r['times']} times)" if r["times"] > 1 else "")
                + (f", then {r['after_first']}" if r["after_first"] else ""),
                r["says"]
                + (f" [when {r['requires']}]" if r["requires"] else "")
                + (f" [reading: {r['reading']}]" if r["reading"] else ""),
                r["clause"],
            )
            for r in data
        ),
    )


def _readings(console: Console, data: Data) -> None:
    _grid(
        console,
        "Readings",
        ("reading", "the text", "adopted", "because", "clauses"),
        ((f"{r['reading']} ({r['kind']})", r["text"], r["adopted"], r["because"], ", ".join(r["clauses"])) for r in data),
    )


def _clauses(console: Console, data: Data) -> None:
    _grid(
        console,
        "Clauses",
        ("clause", "lines", "says", "became", "where"),
        (
            (c["clause"], "-".join(map(str, c["lines"])), c["says"], c["became"], ", ".join(c["where"]) or c.get("reason", ""))
            for c in data
        ),
    )


def _clause(console: Console, data: Data) -> None:
    _clauses(console, [data])
    if data.get("damage"):
        console.print(f"damage: {escape(data['damage'])}")
    if data["below"]:
        console.print("below it: " + escape(", ".join(data["below"])))


def _why(console: Console, data: Data) -> None:
    _grid(
        console,
        data["rule"],
        ("clause", "lines", "says"),
        ((c["clause"], "-".join(map(str, c.get("lines", []))), c.get("says")) for c in data["clauses"]),
    )


def _settlement(console: Console, data: Data) -> None:
    if "refused" in data:
        console.print(f"refused: {escape(data['refused'])}")
        return
    _grid(
        console,
        data.get("title", ""),
        ("seat", "wager", "stake", "outcome", "returned", "won", "commission", "clause"),
        (
            (
                line["seat"],
                line["wager"],
                money(line["stake"]),
                line["outcome"],
                money(line["returned"]),
                money(line["won"]),
                money(line["commission"]),
                line["clause"],
            )
            for line in data["lines"]
        ),
        figures=("stake", "returned", "won", "commission"),
        names=2,
    )
    for seat, stakes in data.get("remaining", {}).items():
        if stakes:
            still = ", ".join(f"{wager} {money(stake)}" for wager, stake in stakes.items())
            console.print(escape(f"seat {seat} still has up: {still}"))
    for seat, total in data["net"].items():
        console.print(f"seat {seat}: [bold]{money(total)}[/]")
    if data.get("tip_pool"):
        console.print(f"tip pool: [bold]{money(data['tip_pool'])}[/]")
    if data.get("readings"):
        console.print(f"[dim]rests on readings: {', '.join(data['readings'])}[/]")


def _shape(console: Console, data: Data) -> None:
    _grid(
        console,
        "Procedures",
        ("procedure", "lines of code", "of odds", "rulebook files", "games"),
        ((p["procedure"], p["lines"], p["odds"], p["files"], ", ".join(p["games"])) for p in data["procedures"]),
        figures=("lines of code", "of odds", "rulebook files"),
    )
    _grid(console, "Shared code", ("room", "lines of code"), data["shared"].items(), figures=("lines of code",))
    console.print(f"odds: {data['odds']['lines']:,} lines in {data['odds']['files']} files, comments and blank lines included")


def _coverage(console: Console, data: Data) -> None:
    total = {key: sum(row[key] for row in data) for key in data[0] if key != "game"} if data else {}
    rows = [*data, {"game": f"{len(data)} games", **total}]
    _grid(console, "What became of the clauses", list(rows[0]), (row.values() for row in rows), figures=list(total))


def _covered(console: Console, data: Data) -> None:
    _grid(
        console,
        "Clauses",
        ("clause", "became", "shown by", "says"),
        ((c["clause"], c["became"], c["test"], c["says"]) for c in data),
    )


def _matrix(console: Console, data: Data) -> None:
    _grid(
        console,
        "Wagers on dice",
        ("wager", "made", "come-out roll", "taken down or reduced", "pays", "the house keeps"),
        (
            (
                row["wager"] + (f" ({', '.join(row['on'])})" if row["on"] else ""),
                f"{row['made']} [{row['made_clause']}]",
                row["come_out"]
                + (f" unless called {row['unless_called']}" if row["unless_called"] else "")
                + f" [{row['come_out_clause']}]",
                f"{row['removal']} [{row['removal_clause']}]",
                ", ".join(f"{name} {figure}" for name, figure in row["pays"].items()) + f" [{row['pays_clause']}]",
                f"{row['commission']} [{row['commission_clause']}]" if row["commission"] else "",
            )
            for row in data
        ),
    )
    readings = list(dict.fromkeys(name for row in data for name in row["readings"]))
    if readings:
        console.print(f"[dim]rests on readings: {', '.join(readings)}[/]")


_SHOWN: dict[str, Callable[[Console, Data], None]] = {
    "rules": _rules,
    "matrix": _matrix,
    "paytables": _paytables,
    "rulings": _rulings,
    "readings": _readings,
    "clauses": _clauses,
    "clause": _clause,
    "why": _why,
    "settlement": _settlement,
    "shape": _shape,
    "coverage": _coverage,
    "covered": _covered,
}


def show(data: Data, *, kind: str, title: str = "") -> None:
    """Draw one of the shapes of `describe`."""
    draw(screen(), {**data, "title": title} if title and isinstance(data, dict) else data, kind=kind)


def draw(console: Console, data: Data, *, kind: str) -> None:
    """The same on a console of the caller's."""
    _SHOWN[kind](console, data)
