"""Reads rulebook files and refuses a broken one with file, line, key and clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from croupier.errors import Conflict, Duplicate, Gap, MissingClause, RulebookError, Unknown, UnknownKey, shown
from croupier.rules import model, source
from croupier.rules.life import ShoeLife
from croupier.rules.once import once_a_file
from croupier.rules.payouts import Payout
from croupier.rules.rulings import Ruling

M = TypeVar("M", bound=BaseModel)

_DICT_SECTIONS = ("options", "wagers", "rulings", "wagering", "readings", "deal", "meters", "rows")
LIFE = ("opening", "between_rounds", "idle", "resuming", "closing", "card_hours", "stub_count", "shoe", "burns")


def _explain(error: ValidationError, path: Path, text: str) -> RulebookError:
    first = error.errors(include_url=False)[0]
    location = [part for part in first["loc"] if part != "function-before"]
    key = ".".join(map(str, location))
    line = source.locate(text, location)
    where: dict[str, Any] = {"file": source.label(path), "line": line, "key": key}
    match first["type"]:
        case "extra_forbidden":
            return UnknownKey("this key is not part of the format", **where)
        case "missing" if location[-1] in ("clause", "clauses"):
            return MissingClause("no clause is cited", **where)
        case "missing":
            return Gap("this key is required", **where)
        case "too_short" if "clause" in key:
            return MissingClause("no clause is cited", **where)
        case _:
            return Conflict(first["msg"].removeprefix("Value error, "), **where)


def _validate(kind: type[M], raw: Mapping[str, Any], path: Path) -> M:
    try:
        return kind.model_validate(raw)
    except ValidationError as error:
        raise _explain(error, path, source.text_of(path)) from None


def _overlay(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in change.items():
        if isinstance(value, Mapping) and isinstance(merged.get(key), Mapping):
            merged[key] = _overlay(merged[key], value)
        else:
            merged[key] = value
    return merged


def _check_tables(sections: model.Sections, path: Path) -> None:
    def at(index: int, part: str = "") -> dict[str, Any]:
        """Where a fault is; looked for only when there is one."""
        line = source.locate(source.text_of(path), ("paytables", index))
        return {"file": source.label(path), "line": line, "key": f"paytables.{index}{part}"}

    seen: dict[tuple[str, str, str], model.Paytable] = {}
    for index, table in enumerate(sections.paytables):
        if not table.rows:
            raise Gap("a pay table without rows", **at(index), clauses=table.clause)
        for wager in table.wager:
            if wager not in sections.wagers:
                fault = f"pay table {table.id} is for {wager!r}, which is not a wager of this game"
                raise Conflict(fault, **at(index, ".wager"), clauses=table.clause)
            mark = (wager, table.id + table.column, repr(sorted(table.when.items())))
            if mark in seen:
                clauses = (*seen[mark].clause, *table.clause)
                raise Duplicate(f"{wager} has two pay tables {table.id!r}", **at(index), clauses=clauses)
            seen[mark] = table


def _inherit(own: model.Game, general: model.General, own_path: Path, general_path: Path) -> model.Game:
    """The game's sections over the general ones. To say a thing again, an entry must name the clause it overrides."""
    changes: dict[str, Any] = {}
    text = source.text_of(own_path)
    for section in _DICT_SECTIONS:
        ours, theirs = getattr(own, section), getattr(general, section)
        for key in ours.keys() & theirs.keys():
            entry, other = ours[key], theirs[key]
            cited = getattr(other, "clause", getattr(other, "clauses", ()))
            if section != "rows" and not set(getattr(entry, "overrides", ())) & set(cited):
                raise Conflict(
                    f"also settled by {general_path.name}; say overrides = {str(next(iter(cited)))!r} if this one prevails",
                    file=source.label(own_path),
                    line=source.locate(text, (section, key)),
                    key=f"{section}.{key}",
                    clauses=(*getattr(entry, "clause", ()), *cited),
                )
        kept = {key: entry for key, entry in theirs.items() if f"{section}.{key}" not in own.without}
        changes[section] = {**kept, **ours}
    changes["wagers"] = {**own.wagers, **changes["wagers"]}  # the game's own lie first on the layout
    changes["paytables"] = (*general.paytables, *own.paytables)
    changes["constraints"] = (*general.constraints, *own.constraints)
    life = {name: getattr(own.life, name) or getattr(general.life, name) for name in LIFE}
    changes["life"] = own.life.model_copy(update=life)
    return own.model_copy(update=changes)


def _named(*names: str | None) -> list[str]:
    """The names that are given; an empty one is the name of nothing, and is looked for like any other."""
    return [name for name in names if name is not None]


def _check_references(game: model.Game, path: Path) -> None:
    """Every option, wager and reading that the file points to exists."""
    text = source.text_of(path)

    def fail(message: str, clauses: tuple[str, ...], *key: str | int) -> Conflict:
        return Conflict(
            message, file=source.label(path), line=source.locate(text, key), key=".".join(map(str, key)), clauses=clauses
        )

    for where, entry in entries(game):
        key = [int(word) if word.isdecimal() else word for word in where.split(".")]
        for option in _conditions(entry):
            if option not in game.options:
                raise fail(f"the condition names the option {option!r}, which does not exist", entry.clause, *key)
        if entry.reading is not None and entry.reading not in game.readings:
            raise fail(f"the reading {entry.reading!r} does not exist", entry.clause, *key)
        for part in ("outcomes", "cites"):
            for name, ground in getattr(entry, part, {}).items():
                if ground.reading is not None and ground.reading not in game.readings:
                    raise fail(f"the reading {ground.reading!r} does not exist", ground.clause, *key, part, name)
                if part == "cites" and name not in entry.rows:
                    raise fail(f"the pay table has no row {name!r}", ground.clause, *key, part, name)
        if isinstance(entry, model.WageringRule):
            for name in (*entry.options, *entry.wagers):
                if name not in {**game.options, **game.wagers}:
                    raise fail(f"the option or wager {name!r} does not exist", entry.clause, *key)
        if isinstance(entry, ShoeLife):
            for option in _named(entry.behind, entry.entry, entry.again):
                if option not in game.options:
                    raise fail(f"the option {option!r} does not exist", entry.clause, *key)
        if isinstance(entry, Ruling) and entry.authority_by is not None and entry.authority_by not in game.options:
            raise fail(f"the option {entry.authority_by!r} does not exist", entry.clause, *key)
        if isinstance(entry, model.Wager):
            others = (*(need.wager for need in entry.needs), *(apart.wager for apart in entry.apart_from))
            for wager in _named(entry.of, *(wager for names in others for wager in names)):
                if wager not in game.wagers:
                    raise fail(f"the wager {wager!r} does not exist", entry.clause, *key)
            for option in _named(entry.offered, entry.alone, entry.amount_by, entry.payout_limit):
                if option not in game.options:
                    raise fail(f"the option {option!r} does not exist", entry.clause, *key)
    for index, table in enumerate(game.paytables):
        for row, option in table.offered.items():
            if row not in table.rows or option not in game.options:
                raise fail(f"there is no row {row!r} or no option {option!r}", table.clause, "paytables", index)
        for row, text in table.rows.items():
            if (named := Payout.parse(text).meter) and named not in game.meters:
                raise fail(f"the meter {named!r} of {row} does not exist", table.clause, "paytables", index)
    for index, constraint in enumerate(game.constraints):
        for option in (*constraint.when, *constraint.must):
            if option not in game.options:
                missing = f"the constraint names the option {option!r}, which does not exist"
                raise fail(missing, constraint.clause, "constraints", index)
    for name, meter in game.meters.items():
        if meter.beside is not None and meter.beside not in game.meters:
            raise fail(f"the meter {meter.beside!r} does not exist", meter.clause, "meters", name)
        for option in _named(meter.seed_by, meter.rate_by):
            if option not in game.options:
                raise fail(f"the option {option!r} does not exist", meter.clause, "meters", name)
    for version in game.versions:
        if version.reading is not None and version.reading not in game.readings:
            raise fail(f"the reading {version.reading!r} does not exist", version.clause, "versions")


def _check_folding(game: model.Game, path: Path) -> None:
    """Where hands can be given up, what becomes of a side wager then is said once: by the fold or by the wager."""
    forfeits = {name: game.options[name] for name in model.FORFEITS if name in game.options}
    for name, wager in game.wagers.items():
        kind: type[RulebookError] = Conflict
        listed = [option for option in forfeits.values() if name in (option.is_ or ())]
        said = wager.lost_by_folding is not None
        if said and not forfeits:
            fault = "nobody gives up a hand in this game"
        elif said and listed:
            fault = "what a fold does to it is said twice"
        elif wager.looks_at is not None and forfeits and not said and not listed:
            kind, fault = Gap, "is it lost by folding?"
        else:
            continue
        key = ("wagers", name, "lost-by-folding") if said else ("wagers", name)
        line = source.locate(source.text_of(path), key)
        clauses = (*wager.clause, *(clause for option in forfeits.values() for clause in option.clause))
        raise kind(fault, file=source.label(path), line=line, key=f"wagers.{name}.lost-by-folding", clauses=clauses)


HANDLING = ("removal", "come_out", "commission")


def _check_handling(game: model.Game, path: Path) -> None:
    """Every wager on dice is handled once: a removal rule and a come-out rule each, and no more than one commission.

    Where all are of one roll and the text knows no come-out roll, there is nothing to say.
    """
    text = source.text_of(path)
    rolled = {name: wager.dice for name, wager in game.wagers.items() if wager.dice is not None}

    def fail(kind: type[RulebookError], message: str, clauses: tuple[str, ...], *key: str | int) -> RulebookError:
        return kind(
            message, file=source.label(path), line=source.locate(text, key), key=".".join(map(str, key)), clauses=clauses
        )

    for part in HANDLING:
        section = part.replace("_", "-")
        seen: dict[str, tuple[str, ...]] = {}
        for index, entry in enumerate(getattr(game.dice, part)):
            for name in entry.wager:
                if name not in rolled:
                    raise fail(Conflict, f"{name!r} is not a wager on dice", entry.clause, "dice", section, index)
                if name in seen:
                    raise fail(Conflict, f"{name} is handled twice", (*seen[name], *entry.clause), "dice", section, index)
                seen[name] = entry.clause
        plain = not seen and all(row.resolves == "one-roll" for row in rolled.values())
        if part != "commission" and not plain and rolled.keys() - seen.keys():
            missing = ", ".join(sorted(rolled.keys() - seen.keys()))
            raise fail(Gap, f"nothing is said of {missing}", (game.clause,), "dice", section)
    options = [(entry.rate, entry.clause) for entry in game.dice.commission]
    options += [(row.limit, game.wagers[name].clause) for name, row in rolled.items() if row.limit is not None]
    for option, clauses in options:
        if option not in game.options:
            raise fail(Conflict, f"the option {option!r} does not exist", clauses, "dice")
    for name, row in rolled.items():
        for other in _named(row.supports, *(part for part in row.parts if part != "it")):
            if other not in rolled:
                raise fail(Conflict, f"the wager {other!r} does not exist", game.wagers[name].clause, "wagers", name)


def entries(game: model.Sections) -> Iterator[tuple[str, Any]]:
    """Every cited entry with its dotted place in the file."""
    for section in ("options", "wagers", "rulings", "wagering", "deal", "meters"):
        for key, entry in getattr(game, section).items():
            yield f"{section}.{key}", entry
    for index, table in enumerate(game.paytables):
        yield f"paytables.{index}", table
    for part in ("areas", "breakage", "rake", "drop"):
        if (entry := getattr(game, part, None)) is not None:
            yield part, entry
            for key, promotion in getattr(entry, "promotions", {}).items():
                yield f"{part}.promotions.{key}", promotion
    for key, variant in getattr(game, "variants", {}).items():
        yield f"variants.{key}", variant
    for part in HANDLING:
        for index, entry in enumerate(getattr(game.dice, part)):
            yield f"dice.{part.replace('_', '-')}.{index}", entry
    for part in LIFE:
        for index, step in enumerate(getattr(game.life, part)):
            yield f"life.{part.replace('_', '-')}.{index}", step


def _conditions(entry: Any) -> Iterator[str]:
    """The options on which an entry, or a part of it, depends."""
    steps = (*entry.opening, *entry.street) if isinstance(entry, model.Deal) else ()
    for part in (entry, *getattr(entry, "needs", ()), *getattr(entry, "follows", ()), *steps):
        for condition in ("when", "requires", "unless"):
            named = getattr(part, condition, None)
            yield from named if isinstance(named, dict) else ()


@once_a_file
def named_in_conditions(game: model.Sections) -> frozenset[str]:
    """The options on which other entries of the file depend."""
    return frozenset(option for _, entry in entries(game) for option in _conditions(entry))


def _append(game: model.Game, name: str, path: Path) -> model.Game:
    """The game with what an appendix says of the wagers they share: who counts and checks them, and what may go wrong.

    Whatever the game does not say itself of such a wager is the appendix's too: what it pays, its envy, its meter, the house's figures.
    """
    beside = source.beside(path, name)
    if beside is None:
        missing = f"there is no game {shown(name)} to refer to"
        raise Conflict(missing, file=source.label(path), key="refers-to", clauses=(game.clause,))
    appendix = load_game(beside)
    linked = appendix.options.get("linked-games")
    if linked is None or path.stem not in linked.is_:
        return game
    wagers = {
        key: wager.model_copy(update={"checks": appendix.wagers[key].checks, "counted": appendix.wagers[key].counted})
        for key, wager in game.wagers.items()
        if key in appendix.wagers
    }
    beside_them = {
        key: wager.model_copy(update={"offered": wagers[wager.of].offered})
        for key, wager in appendix.wagers.items()
        if wager.of in wagers and key not in game.wagers
    }
    offered = {wager.offered: True for wager in wagers.values() if wager.offered is not None}
    rulings = {key: ruling.model_copy(update={"requires": offered}) for key, ruling in appendix.rulings.items()}
    printed = {wager for table in game.paytables for wager in table.wager}
    paytables = tuple(table for table in appendix.paytables if not printed & set(table.wager))
    fed = {wager.meter for wager in wagers.values()}
    meters = {key: meter for key, meter in appendix.meters.items() if key not in game.meters and fed & {key, meter.beside}}
    asked = {wager.amount_by for wager in wagers.values()}
    asked |= {option for meter in meters.values() for option in (meter.seed_by, meter.rate_by)}
    options = {key: option for key, option in appendix.options.items() if key in asked and key not in game.options}
    added = (*rulings.values(), *beside_them.values(), *paytables, *meters.values(), *options.values())
    readings = {name: appendix.readings[name] for entry in added for name in _readings(entry)}
    return game.model_copy(
        update={
            "options": {**game.options, **options},
            "wagers": {**game.wagers, **wagers, **beside_them},
            "paytables": (*game.paytables, *paytables),
            "meters": {**game.meters, **meters},
            "rulings": {**game.rulings, **rulings},
            "readings": {**game.readings, **readings},
        }
    )


def _readings(entry: Any) -> Iterator[str]:
    """The readings that an entry rests on."""
    grounds = (*getattr(entry, "outcomes", {}).values(), *getattr(entry, "cites", {}).values())
    yield from filter(None, (part.reading for part in (entry, *grounds)))


@lru_cache(maxsize=64)
def _general(path: Path, _text: str) -> model.General:
    """A general section, read once for all games that stand under it as long as its text is the same."""
    return _validate(model.General, source.parse(path), path)


def load_game(path: Path, version: str | None = None) -> model.Game:
    """One game file with its general sections, checked whole: read once, and again when a file of its rulebook has changed."""
    return _game(path, version, source.text_of(path), source.standing(path.parent))


@lru_cache(maxsize=512)
def _game(path: Path, version: str | None, _text: str, _standing: source.Standing) -> model.Game:
    raw = source.parse(path)
    game = _validate(model.Game, raw, path)
    if version is not None:
        known = {entry.id: entry.replaces for entry in game.versions}
        if version not in known:
            raise Unknown(f"version of {source.label(path).removesuffix('.toml')}", version, known)
        game = _validate(model.Game, _overlay(raw, known[version]), path)
    for name in game.inherits:
        general_path = source.beside(path, name)
        if general_path is None:
            missing = f"there is no general section {shown(name)}"
            raise Conflict(missing, file=source.label(path), key="inherits", clauses=(game.clause,))
        general = _general(general_path, source.text_of(general_path))
        game = _inherit(game, general, path, general_path)
    for name in game.refers_to:
        game = _append(game, name, path)
    _check_tables(game, path)
    _check_references(game, path)
    _check_handling(game, path)
    _check_folding(game, path)
    return game


def load_clauses(path: Path) -> dict[str, model.Clause] | None:
    """The clause index beside a game or general file, or None where a rulebook brings none."""
    index = path.parent / "clauses" / path.name
    return _clauses(index, source.text_of(index)) if index.is_file() else None


@lru_cache(maxsize=512)
def _clauses(index: Path, _text: str) -> dict[str, model.Clause]:
    return _validate(model.ClauseIndex, source.parse(index), index).clauses


_NAMED = re.compile(r'^"((?:[^"\\]|\\.)+)" = ', re.MULTILINE)


def clause_names(path: Path) -> list[str]:
    """The names of that index alone, read off its lines: a list of all games waits for no more."""
    index = path.parent / "clauses" / path.name
    return _NAMED.findall(source.text_of(index)) if index.is_file() else []
