"""A casino's submission against the rules: every choice that its text does not leave to it, and what it has left open.

A submission names a game and the house's choices for it, in the shape that `--house-rules` takes; or several tables, each so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from croupier import documents
from croupier.errors import BadInput, Refused, shown
from croupier.games.registry import playable
from croupier.rules.limits import TABLE
from croupier.rules.posting import check_posted, differs
from croupier.rules.resolve import HOUSE_PARTS, GameRules

Data = dict[str, Any]
_OWN = ("name", "game", "version", "house_rules")
"""What a table of a submission says beside the house's choices themselves."""
Choice = tuple[str, ...]
"""A part of house rules and a name in it; the part alone where it is none of theirs, or no table of names."""


def check(submission: Mapping[str, Any], game: str | None = None) -> list[Data]:
    """A row a table: what is out of bounds, and what is left open. `game` is meant where the submission names none."""
    tables = submission.get("tables")
    if tables is None:
        given: Sequence[Any] = [submission]
    elif not isinstance(tables, list) or not tables or submission.keys() - {"tables"}:
        raise BadInput("tables: a list of tables is expected, each with its game and its choices, and nothing beside it")
    else:
        given = tables
    rows: list[Data] = []
    sound: list[tuple[str, GameRules]] = []
    for number, entry in enumerate(given, 1):
        what = "the submission" if tables is None else f"table {number}"
        row, terms = _table(documents.table(entry, what), what, game)
        if terms is not None:
            row["violations"] += _unlike(terms, sound)
            sound.append((row["table"], terms))
        rows.append(row)
    return rows


def _table(entry: Mapping[str, Any], what: str, game: str | None) -> tuple[Data, GameRules | None]:
    named, version = entry.get("game", game), entry.get("version")
    if named is None:
        raise BadInput(f'{what}: it names no game, as in game = "rulebook/game"; --game names one for it')
    house = {part: value for part, value in entry.items() if part not in _OWN}
    if "house_rules" in entry:
        if house:
            raise BadInput(f"{what}: choices stand in house_rules or beside it, not both: {', '.join(sorted(house))}")
        house = dict(documents.table(entry["house_rules"], f"{what}: house_rules"))
    plain = playable(named, None, version).terms
    found, kept = violations(named, house, version)
    row = {"table": str(entry.get("name", named)), "game": plain.id, "version": plain.version, "violations": found}
    terms = playable(named, kept, version).terms
    return row | {"open": list(_left_open(terms))}, None if found else terms


def violations(game: str, house: Mapping[str, Any], version: str | None = None) -> tuple[list[Data], Data]:
    """Each choice that is out of bounds, by itself or beside another; and the house's choices without them."""
    left = {choice: _said(house, choice) for choice in _choices(house)}
    known = playable(game, None, version).terms
    found: list[Data] = []
    for choice in [choice for choice in left if _unknown(known, choice)]:  # there may be any number of them: each by itself
        if (error := _refusal(game, {choice: left[choice]}, version)) is not None:
            found.append(_violation(known, [choice], error))
            del left[choice]
    while (error := _refusal(game, left, version)) is not None:
        # Without the choice that is refused, nothing is refused or something else is.
        decides = [choice for choice in left if _other(error, _refusal(game, _without(left, choice), version))]
        if not decides:
            raise error
        found.append(_violation(known, decides, error))
        del left[decides[0]]
    return found, _house(left)


def _unknown(terms: GameRules, choice: Choice) -> bool:
    """Is it of a name that the game does not have?"""
    if len(choice) == 1:
        return choice[0] not in HOUSE_PARTS
    part, name = choice
    kinds: Mapping[str, Mapping[str, Any]] = {"options": terms.file.options, "meters": terms.file.meters}
    names = kinds.get(part, terms.file.wagers)
    return name not in names and terms.names.get(name) not in names


def _violation(terms: GameRules, choices: Sequence[Choice], error: BadInput) -> Data:
    return {"at": [".".join(choice) for choice in choices], "says": str(error), "clause": _clause(terms, choices[0], error)}


def _choices(house: Mapping[str, Any]) -> Iterator[Choice]:
    for part, chosen in house.items():
        if part in HOUSE_PARTS and isinstance(chosen, Mapping):
            yield from ((part, str(name)) for name in chosen)
        else:
            yield (str(part),)


def _said(house: Mapping[str, Any], choice: Choice) -> Any:
    return house[choice[0]] if len(choice) == 1 else house[choice[0]][choice[1]]


def _without(left: Mapping[Choice, Any], choice: Choice) -> dict[Choice, Any]:
    return {other: value for other, value in left.items() if other != choice}


def _house(left: Mapping[Choice, Any]) -> Data:
    house: Data = {}
    for choice, value in left.items():
        if len(choice) == 1:
            house[choice[0]] = value
        else:
            house.setdefault(choice[0], {})[choice[1]] = value
    return house


def _refusal(game: str, left: Mapping[Choice, Any], version: str | None) -> BadInput | None:
    try:
        playable(game, _house(left), version)
    except BadInput as error:
        return error
    return None


def _other(error: BadInput, now: BadInput | None) -> bool:
    return now is None or str(now) != str(error)


def _clause(terms: GameRules, choice: Choice, error: BadInput) -> str | None:
    """The clause that the refusal names, or the one that the choice is made under."""
    if error.clause is not None or len(choice) == 1:
        return error.clause
    part, name = choice
    if part == "options" and name in terms.file.options:
        return terms.clause_of(name)
    if part == "meters" and name in terms.file.meters:
        return ", ".join(terms.file.meters[name].clause)
    wagers = terms.file.wagers
    if part == "limits" and name == TABLE:  # where no clause speaks of limits, that of the wager that opens a round
        rule = terms.file.wagering.get("limits") or next(iter(wagers.values()))
        return ", ".join(rule.clause)
    wager = wagers.get(terms.names.get(name, name))
    return None if wager is None else ", ".join(wager.clause)


def _unlike(terms: GameRules, others: Sequence[tuple[str, GameRules]]) -> list[Data]:
    """What a text wants alike at all tables of a game and is not at this one."""
    for name, other in others:
        if other.id == terms.id and (what := differs(terms, other)) is not None:
            clause = ", ".join(terms.file.wagering["uniform"].clause)
            return [
                {
                    "at": [what],
                    "says": f"{what}: not as at {shown(name)}, and all tables of the game are alike in it ({clause})",
                    "clause": clause,
                }
            ]
    return []


def _left_open(terms: GameRules) -> Iterator[Data]:
    """Choices the house has not made, with what stands for them; and limits, without which no table opens."""
    chosen = terms.house_rules.get("options", {})
    for name, option in terms.file.options.items():
        if option.is_ is None and name not in chosen:
            yield {"at": f"options.{name}", "taken": terms.options[name], "clause": terms.clause_of(name)}
    posted = {terms.names.get(name, name) for name in terms.house_rules.get("paytables", {})}
    for wager, table in terms.chosen.items():
        several = {other.id for other in terms.paytables if other.wager == wager and terms.holds(other.when)}
        if len(several) > 1 and wager not in posted:
            yield {"at": f"paytables.{wager}", "taken": table.id, "clause": table.clause}
    try:
        check_posted(terms)
    except Refused as error:
        yield {"at": "limits", "taken": None, "clause": error.clause}
