"""One game under one house's choices: a frozen object that answers questions and says why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from croupier.errors import BadInput, OutOfBounds, Unknown
from croupier.rules import load, model, source
from croupier.rules.payouts import Payout

Condition = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Need:
    """A wager that must stand beside another, at least `part` of its stake."""

    wagers: tuple[str, ...]
    part: Fraction
    clause: str


@dataclass(frozen=True, slots=True)
class Limits:
    minimum: int = 1
    maximum: int | None = None
    unit: int = 1


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet as it may be made at this table."""

    id: str
    called: str
    name: str
    aliases: tuple[str, ...]
    placed: str
    times: tuple[int, ...]
    of: str | None
    amount: int | None
    needs: tuple[Need, ...]
    area: tuple[str, ...]
    collected: bool
    meter: str | None
    limits: Limits
    clause: str
    says: str
    reading: str | None


@dataclass(frozen=True, slots=True)
class Paytable:
    """One printed table for one wager."""

    wager: str
    id: str
    rows: Mapping[str, Payout]
    floor: bool
    clause: str
    when: Condition
    reading: str | None
    says: str


def _text(clauses: tuple[str, ...]) -> str:
    return ", ".join(clauses)


@dataclass(frozen=True)
class GameRules:
    """The resolved game. `options` are values; `why` gives the clauses behind any of them."""

    id: str
    path: Path
    file: model.Game
    version: str | None
    options: Mapping[str, Any]
    wagers: Mapping[str, Wager]
    paytables: tuple[Paytable, ...]
    chosen: Mapping[str, Paytable]
    meters: Mapping[str, model.Meter]
    house_rules: Mapping[str, Any]
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def rulebook(self) -> str:
        return self.id.partition("/")[0]

    @property
    def game(self) -> str:
        return self.id.partition("/")[2]

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def clause(self) -> str:
        return self.file.clause

    @property
    def rulings(self) -> Mapping[str, model.Ruling]:
        """The irregularities that can happen under this house's choices."""
        return {key: ruling for key, ruling in self.file.rulings.items() if self.holds(ruling.requires)}

    def holds(self, condition: Condition) -> bool:
        """Do the house's choices meet every part of `condition`?"""
        return holds(condition, self.options)

    def table_for(self, wager: str) -> Paytable:
        """The pay table this house posts for `wager`."""
        try:
            return self.chosen[wager]
        except KeyError:
            raise Unknown("pay table for wager", wager, self.chosen) from None

    def wager(self, name: str) -> Wager:
        """The wager called `name`, by its id or an alias."""
        try:
            return self.wagers[self.names[name]]
        except KeyError:
            raise Unknown(f"wager at {self.id}", name, self.wagers) from None

    def clause_of(self, option: str) -> str:
        """The citation behind an option, for settlement lines."""
        return _text(self.file.options[option].clause)

    def reading_of(self, option: str) -> str | None:
        return self.file.options[option].reading

    def why(self, path: str) -> tuple[str, ...]:
        """The clauses behind `path`: an option (`tie`), or a dotted place (`wagers.ante`, `paytables.pair-plus.A`)."""
        section, _, key = path.partition(".")
        if path in self.file.options:
            return self.file.options[path].clause
        if section == "paytables":
            wager, _, table = key.partition(".")
            cited = [t.clause for t in self.paytables if t.wager == wager and table in ("", t.id)]
            if cited:
                return tuple(dict.fromkeys(cited))
        found = getattr(self.file, section, None)
        if isinstance(found, Mapping) and key in found:
            entry = found[key]
            return tuple(getattr(entry, "clause", getattr(entry, "clauses", ())))
        if path in self.wagers:
            return self.file.wagers[path].clause
        raise Unknown("rule", path, [*self.file.options, *(f"wagers.{wager}" for wager in self.wagers)])

    @cached_property
    def clauses(self) -> dict[str, model.Clause]:
        """The clause index of the game and of the general sections it inherits."""
        merged: dict[str, model.Clause] = {}
        for name in (*self.file.inherits, self.path.stem):
            merged.update(load.load_clauses(self.path.parent / f"{name}.toml") or {})
        return merged

    @cached_property
    def citations(self) -> dict[str, list[str]]:
        """Clause id to the places in the file that rest on it."""
        return citations(self.file)


def citations(file: model.Sections) -> dict[str, list[str]]:
    """Clause id to the places in a file that rest on it."""
    found: dict[str, list[str]] = {}
    for place, clauses in _cited(file):
        for clause in clauses:
            places = found.setdefault(clause, [])
            if place not in places:
                places.append(place)
    return found


def _cited(file: model.Sections) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "game", (file.clause,)
    for place, entry in load.entries(file):
        if isinstance(entry, model.Paytable):
            place = f"paytables.{'+'.join(entry.wager)}.{entry.id}"
        elif place.startswith("life."):
            place = place.rpartition(".")[0]
        yield place, entry.clause
        for need in getattr(entry, "needs", ()):
            yield place, need.clause
        if isinstance(entry, (model.Cited, model.Paytable)):
            yield place, entry.overrides
    for name, reading in file.readings.items():
        yield f"readings.{name}", reading.clauses
    for index, constraint in enumerate(file.constraints):
        yield f"constraints.{index}", constraint.clause
    if file.procedure_clauses:
        yield f"procedure.{getattr(file, 'procedure', '')}", file.procedure_clauses
    for version in getattr(file, "versions", ()):
        yield f"versions.{version.id}", version.clause


def holds(condition: Condition, options: Mapping[str, Any]) -> bool:
    """Does every option named in `condition` have the value, or one of the values, asked for?"""
    return all(
        options[name] in wanted if isinstance(wanted, (list, tuple)) else options[name] == wanted
        for name, wanted in condition.items()
    )


def _default(option: model.Option) -> Any:
    if option.is_ is not None:
        return option.is_
    if option.default is not None:
        return option.default
    if option.one_of is not None:
        return option.one_of[0]
    return "none" if option.at_most is None else option.at_most


def _choose(name: str, option: model.Option, value: Any) -> Any:
    """The house's choice, if the text leaves it that choice."""
    cited = _text(option.clause)
    if option.is_ is not None:
        if value != option.is_:
            raise OutOfBounds(f"{name}: {value!r} is not a choice: the text fixes it at {option.is_!r} ({cited})")
        return value
    if option.one_of is not None:
        if not any(value == choice and isinstance(value, bool) == isinstance(choice, bool) for choice in option.one_of):
            allowed = ", ".join(map(str, option.one_of))
            raise OutOfBounds(f"{name}: {value!r} is not a choice: one of {allowed} ({cited})")
        return value
    if option.house_sets == "yes-or-no":
        if not isinstance(value, bool):
            raise OutOfBounds(f"{name}: {value!r} is not a choice: true or false ({cited})")
        return value
    if option.house_sets == "sections":
        if (
            not isinstance(value, Mapping)
            or value.keys() != option.default.keys()
            or not all(isinstance(count, int) and count > 0 for count in value.values())
        ):
            raise OutOfBounds(f"{name}: a number of sections for each of {', '.join(option.default)} ({cited})")
        return dict(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise OutOfBounds(f"{name}: {value!r} is not a whole number ({cited})")
    if option.at_least is not None and value < option.at_least:
        raise OutOfBounds(f"{name}: {value} is too low: at least {option.at_least} ({cited})")
    if option.at_most is not None and value > option.at_most:
        raise OutOfBounds(f"{name}: {value} is too high: at most {option.at_most} ({cited})")
    return value


def _options(file: model.Game, chosen: Mapping[str, Any]) -> dict[str, Any]:
    for name in chosen:
        if name not in file.options:
            raise Unknown(f"option of {file.name}", name, file.options)
    options = {
        name: _choose(name, option, chosen[name]) if name in chosen else _default(option)
        for name, option in file.options.items()
    }
    for constraint in file.constraints:
        if holds(constraint.when, options) and not holds(constraint.must, options):
            given = ", ".join(f"{name}={options[name]}" for name in constraint.when)
            must = ", ".join(f"{name}={value}" for name, value in constraint.must.items())
            raise OutOfBounds(f"{given} goes only with {must} ({_text(constraint.clause)})")
    return options


def _limits(name: str, wanted: Mapping[str, Any]) -> Limits:
    known = {"minimum", "maximum", "unit"}
    for key, value in wanted.items():
        if key not in known:
            raise Unknown(f"limit of {name}", key, known)
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise OutOfBounds(f"limits.{name}.{key}: {value!r} is not a whole number of cents above zero")
    limits = Limits(**wanted)
    if limits.maximum is not None and limits.maximum < limits.minimum:
        raise OutOfBounds(f"limits.{name}: the maximum {limits.maximum} is below the minimum {limits.minimum}")
    return limits


def _wagers(file: model.Game, options: Mapping[str, Any], limits: Mapping[str, Any]) -> dict[str, Wager]:
    for name in limits:
        if name not in file.wagers:
            raise Unknown(f"wager of {file.name}", name, file.wagers)
    found = {}
    for name, wager in file.wagers.items():
        if (wager.offered is not None and not options[wager.offered]) or not holds(wager.when, options):
            continue
        needs = tuple(
            Need(need.wager, Fraction(need.at_least or 0), _text(need.clause))
            for need in wager.needs
            if holds(need.when, options)
        )
        found[name] = Wager(
            id=name,
            called=wager.called or name,
            name=wager.name or (wager.called or name).replace("-", " ").capitalize(),
            aliases=wager.aliases,
            placed=wager.placed,
            times=wager.times,
            of=wager.of,
            amount=wager.amount,
            needs=needs,
            area=wager.area,
            collected=wager.collected,
            meter=wager.meter,
            limits=_limits(name, limits.get(name, {})),
            clause=_text(wager.clause),
            says=wager.says,
            reading=wager.reading,
        )
    return found


def _tables(file: model.Game) -> tuple[Paytable, ...]:
    return tuple(
        Paytable(
            wager=wager,
            id=table.id,
            rows=MappingProxyType({row: Payout.parse(text) for row, text in table.rows.items()}),
            floor=table.floor,
            clause=_text(table.clause),
            when=table.when,
            reading=table.reading,
            says=table.says,
        )
        for table in file.paytables
        for wager in table.wager
    )


def _own_table(name: str, rows: Mapping[str, Any], allowed: list[Paytable]) -> Paytable:
    """A table of the house's own, allowed where the text prints a floor and no figure falls below it."""
    floor = allowed[0]
    if not floor.floor:
        raise OutOfBounds(f"paytables.{name}: the figures are fixed by the text ({floor.clause})")
    try:
        parsed = {row: Payout.parse(str(text)) for row, text in rows.items()}
    except ValueError as error:
        raise OutOfBounds(f"paytables.{name}: {error}") from None
    for row, least in floor.rows.items():
        if row not in parsed or not parsed[row].at_least(least):
            offered = parsed[row].text if row in parsed else "nothing"
            raise OutOfBounds(f"paytables.{name}.{row}: {offered} is less than {least.text} ({floor.clause})")
    unknown = parsed.keys() - floor.rows.keys()
    if unknown:
        raise Unknown(f"row of {name}", sorted(unknown)[0], floor.rows)
    return Paytable(name, "house", MappingProxyType(parsed), True, floor.clause, floor.when, floor.reading, floor.says)


def _chosen(
    tables: tuple[Paytable, ...], options: Mapping[str, Any], wanted: Mapping[str, Any], names: Mapping[str, str]
) -> dict[str, Paytable]:
    choice = {names.get(name, name): value for name, value in wanted.items()}
    for name in choice:
        if not any(table.wager == name for table in tables):
            raise Unknown("pay table for wager", name, {table.wager for table in tables})
    found: dict[str, Paytable] = {}
    for name in dict.fromkeys(table.wager for table in tables):
        allowed = [table for table in tables if table.wager == name and holds(table.when, options)]
        if not allowed:
            continue
        pick = choice.get(name)
        if pick is None:
            found[name] = allowed[0]
        elif isinstance(pick, Mapping):
            found[name] = _own_table(name, pick, allowed)
        else:
            match = [table for number, table in enumerate(allowed, start=1) if str(pick) in (table.id, str(number))]
            if not match:
                ids = ", ".join(table.id for table in allowed)
                raise OutOfBounds(f"paytables.{name}: {pick!r} is not a choice: one of {ids} ({allowed[0].clause})")
            found[name] = match[0]
    return found


def _meters(file: model.Game, wanted: Mapping[str, Any]) -> dict[str, model.Meter]:
    """The meters with the house's own seed and rate, which may be above the text's and not below."""
    found = dict(file.meters)
    for name, terms in wanted.items():
        if name not in found:
            raise Unknown(f"meter of {file.name}", name, found)
        if not isinstance(terms, Mapping) or terms.keys() - {"seed", "rate"}:
            raise BadInput(f"meters.{name}: a seed in cents and a rate such as 25%")
        least = found[name]
        try:
            changed = least.model_validate({**least.model_dump(by_alias=True), **terms})
            rate = Fraction(changed.rate.rstrip("%"))
        except ValueError:
            raise OutOfBounds(f"meters.{name}: a seed in cents and a rate such as 25% ({_text(least.clause)})") from None
        if changed.seed < least.seed or rate < Fraction(least.rate.rstrip("%")):
            raise OutOfBounds(f"meters.{name}: at least {least.seed} cents and {least.rate} ({_text(least.clause)})")
        found[name] = changed
    return found


_HOUSE_PARTS = ("paytables", "options", "limits", "meters")


def resolve_file(game_id: str, house_rules: Mapping[str, Any] | None = None, version: str | None = None) -> GameRules:
    """`rulebook/game` under `house_rules`, `{"paytables": ..., "options": ..., "limits": ...}`; the rest is default."""
    house = dict(house_rules or {})
    for key, value in house.items():
        if key not in _HOUSE_PARTS:
            raise Unknown("part of house rules", key, _HOUSE_PARTS)
        if not isinstance(value, Mapping):
            raise BadInput(f"house_rules.{key}: a table of names and values is expected")
    path = source.game_path(game_id)
    file = load.load_game(path, version)
    options = _options(file, house.get("options", {}))
    wagers = _wagers(file, options, house.get("limits", {}))
    names = {alias: name for name, wager in file.wagers.items() for alias in (name, wager.called or name, *wager.aliases)}
    tables = _tables(file)
    return GameRules(
        id=game_id,
        path=path,
        file=file,
        version=version,
        options=MappingProxyType(options),
        wagers=MappingProxyType(wagers),
        paytables=tables,
        meters=MappingProxyType(_meters(file, house.get("meters", {}))),
        chosen=MappingProxyType(_chosen(tables, options, house.get("paytables", {}), names)),
        house_rules=MappingProxyType(house),
        names=MappingProxyType(names),
    )
