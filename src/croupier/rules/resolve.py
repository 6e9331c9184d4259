"""One game under one house's choices: a frozen object that answers questions and says why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from croupier import documents
from croupier.errors import BadInput, Unknown, shown
from croupier.rules import load, model, source
from croupier.rules.choices import (
    chosen_tables,
    composed_tables,
    followed_by,
    holds,
    meters_of,
    options_of,
    tables_of,
    wagers_of,
)
from croupier.rules.limits import OPTIONS, Limits, Posted, posted_of
from croupier.rules.parts import Cited, Ground
from croupier.rules.poker import Rake
from croupier.rules.rulings import Ruling
from croupier.rules.terms import Condition, Dice, Need, Paytable, Rule, Wager, joined

__all__ = [
    "Condition",
    "Dice",
    "GameRules",
    "Limits",
    "Need",
    "Paytable",
    "Rule",
    "Wager",
    "citations",
    "holds",
    "resolve_file",
]


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
    posted: Posted = field(default_factory=Posted)

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

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        """The irregularities that can happen under this house's choices."""
        possible = {key: ruling for key, ruling in self.file.rulings.items() if self.holds(ruling.requires)}
        return MappingProxyType({key: self._ruled(ruling) for key, ruling in possible.items()})

    def _ruled(self, ruling: Ruling) -> Ruling:
        """A ruling in the hands of whom the house names for it."""
        named = ruling.authority_by
        return ruling if named is None else ruling.model_copy(update={"authority": self.options[named]})

    @property
    def link(self) -> str | None:
        """The jackpot that tables under these rules feed and pay from; None where they offer none."""
        fed = [self.meters[wager.meter] for wager in self.wagers.values() if wager.meter is not None]
        return f"{self.rulebook}-{fed[0].link or self.game}" if fed else None

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

    @cached_property
    def asked_by_data(self) -> frozenset[str]:
        """Options that the file's own entries ask for (a rate, a limit, whether a wager is offered), not the procedure."""
        wagers = self.file.wagers.values()
        named = [name for wager in wagers for name in (wager.offered, wager.alone, wager.amount_by, wager.payout_limit)]
        named += [name for meter in self.file.meters.values() for name in (meter.seed_by, meter.rate_by)]
        named += [wager.dice.limit for wager in wagers if wager.dice is not None]
        named += [name for entry in self.file.dice.commission for name in (entry.rate, entry.taken)]
        named += [ruling.authority_by for ruling in self.file.rulings.values()]
        named += OPTIONS.values()
        named += [self.file.rake.run_twice] if self.file.rake is not None else []
        named += [name for table in self.file.paytables for name in table.offered.values()]
        named += [name for rule in self.file.wagering.values() for name in rule.options]
        named += [name for shoe in self.file.life.shoe for name in (shoe.behind, shoe.entry, shoe.again)]
        named += [row.option for row in self.file.rows.values() if not isinstance(row, str)]
        named += load.named_in_conditions(self.file)
        return frozenset(name for name in named if name is not None and name in self.options)

    @cached_property
    def breakage(self) -> Rule[str] | None:
        """What drops fractions of a cent, in games whose odds come to any."""
        entry = self.file.breakage
        return None if entry is None else Rule(entry.fractions_of_a_cent, joined(entry.clause), entry.reading)

    def rule(self, option: str) -> Rule[Any]:
        """An option's value with the clause and the reading it rests on."""
        entry = self._settled_by(option)
        return Rule(self.options[option], joined(entry.clause), entry.reading)

    def _settled_by(self, option: str) -> model.Option | model.Follows:
        """The entry that says what an option is here: its own, or the one by which it follows another."""
        entry = self.file.options[option]
        followed = followed_by(entry, self.options)
        return entry if followed is None or self.options[option] != followed.is_ else followed

    def clause_of(self, option: str) -> str:
        """The citation behind an option, for settlement lines."""
        return joined(self._settled_by(option).clause)

    def reading_of(self, option: str) -> str | None:
        return self._settled_by(option).reading

    def why(self, path: str) -> tuple[str, ...]:
        """The clauses behind `path`: an option (`tie`), or a dotted place (`wagers.ante`, `paytables.pair-plus.A`)."""
        section, _, key = path.partition(".")
        if path in self.file.options:
            return self._settled_by(path).clause
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
        raise Unknown("rule", path, self.paths())

    def paths(self) -> list[str]:
        """What `why` can be asked about, but for single pay tables."""
        sections = ("wagers", "rulings", "readings", "meters")
        named = [f"{section}.{name}" for section in sections for name in getattr(self.file, section)]
        return [*self.file.options, *named, *dict.fromkeys(f"paytables.{table.wager}" for table in self.paytables)]

    @cached_property
    def clauses(self) -> dict[str, model.Clause]:
        """The clause index of the game and of the general sections it inherits; of what it refers to, the clauses it cites."""
        merged: dict[str, model.Clause] = {}
        for name in self.file.refers_to:
            index = load.load_clauses(self.path.parent / f"{name}.toml") or {}
            merged.update({clause: entry for clause, entry in index.items() if clause in self.citations})
        for name in (*self.file.inherits, self.path.stem):
            merged.update(load.load_clauses(self.path.parent / f"{name}.toml") or {})
        return merged

    @property
    def clause_names(self) -> tuple[str, ...]:
        """The names in the index of the game and of the general sections it inherits, without reading what they say."""
        files = (self.path.with_name(f"{name}.toml") for name in (*self.file.inherits, self.path.stem))
        return tuple(dict.fromkeys(name for path in files for name in load.clause_names(path)))

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
        elif place.startswith("dice."):
            place = f"{place.rpartition('.')[0]}.{'+'.join(entry.wager)}"
        elif place.startswith("life."):
            place = place.rpartition(".")[0]
        yield place, entry.clause
        others = (*getattr(entry, "needs", ()), *getattr(entry, "apart_from", ()), *getattr(entry, "streets", ()))
        for part in (*others, *getattr(entry, "checks", ()), *getattr(entry, "follows", ())):
            yield place, part.clause
        yield place, getattr(entry, "counted", ())
        yield place, getattr(entry, "bars_surrender", ())
        for ground in (*getattr(entry, "outcomes", {}).values(), *getattr(entry, "cites", {}).values(), *_of_rake(entry)):
            yield place, ground.clause
        if isinstance(entry, (Cited, model.Paytable)):
            yield place, entry.overrides
    for name, reading in file.readings.items():
        yield f"readings.{name}", reading.clauses
    for index, constraint in enumerate(file.constraints):
        yield f"constraints.{index}", constraint.clause
    if file.procedure_clauses:
        yield f"procedure.{getattr(file, 'procedure', '')}", file.procedure_clauses
    for version in getattr(file, "versions", ()):
        yield f"versions.{version.id}", version.clause


def _of_rake(entry: object) -> Iterator[Ground]:
    if isinstance(entry, Rake):
        yield from (
            *entry.methods.values(),
            entry.uncalled,
            entry.uncalled_of_a_dead_hand,
            *filter(None, [entry.none_before_flop]),
        )


HOUSE_PARTS = ("paytables", "options", "limits", "meters")
"""What a house chooses: a pay table for a wager, an option, limits, and where a meter starts and how fast it grows."""


def resolve_file(game_id: str, house_rules: Mapping[str, Any] | None = None, version: str | None = None) -> GameRules:
    """`rulebook/game` under `house_rules`, `{"paytables": ..., "options": ..., "limits": ...}`; the rest is default."""
    if house_rules is not None and not isinstance(house_rules, Mapping):
        raise BadInput("house_rules: a table of names and values is expected")
    house = dict(house_rules or {})
    documents.check(house, "house_rules")
    for key, value in house.items():
        if key not in HOUSE_PARTS:
            raise Unknown("part of house rules", key, HOUSE_PARTS)
        if not isinstance(value, Mapping):
            raise BadInput(f"house_rules.{key}: a table of names and values is expected")
    if not isinstance(game_id, str):
        raise BadInput(f"game: {shown(game_id)} is no game's name, as in rulebook/game")
    if version is not None and not isinstance(version, str):
        raise BadInput(f"version: {shown(version)} is no version's name")
    path = source.game_path(game_id)
    file = load.load_game(path, version)
    options = options_of(file, house.get("options", {}))
    posted = posted_of(file, options, house.get("limits", {}))
    wagers = wagers_of(file, options, house.get("limits", {}), posted)
    names = {alias: name for name, wager in file.wagers.items() for alias in (name, wager.called or name, *wager.aliases)}
    tables = tables_of(file)
    chosen = chosen_tables(tables, options, house.get("paytables", {}), names)
    return GameRules(
        id=game_id,
        path=path,
        file=file,
        version=version,
        options=MappingProxyType(options),
        wagers=MappingProxyType(wagers),
        paytables=tables,
        meters=MappingProxyType(meters_of(file, options, house.get("meters", {}), chosen)),
        chosen=MappingProxyType({**chosen, **composed_tables(file, chosen)}),
        house_rules=MappingProxyType(house),
        names=MappingProxyType(names),
        posted=posted,
    )
