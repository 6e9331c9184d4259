"""Games as plain data: what the commands print and the API will serve."""

from __future__ import annotations

from typing import Any

from croupier.compliance.matrix import commissions, tables_by_place
from croupier.errors import Unknown
from croupier.hands.looks import LOOKS
from croupier.rules import model
from croupier.rules.resolve import GameRules

Data = Any


def _condition(condition: Any) -> str | None:
    parts = []
    for name, value in condition.items():
        if isinstance(value, dict):
            parts += [f"{name} {bound.replace('-', ' ')} {figure}" for bound, figure in value.items()]
        else:
            parts.append(f"{name}={'|'.join(map(str, value)) if isinstance(value, (list, tuple)) else value}")
    return " and ".join(parts) or None


def paytables(game: GameRules) -> list[Data]:
    """Every table of every wager, as printed; what is paid as if made of other wagers, and commissions, besides."""
    printed = {table.wager for table in game.paytables}
    composed = [table for wager, table in game.chosen.items() if table.wager not in printed]
    posted = list(game.chosen.values())
    tables = [
        {
            "wager": called,
            "id": table.id,
            **({"column": table.column} if table.column else {}),
            **_parts(game, table.wager),
            "rows": rows,
            "floor": table.floor,
            "clause": table.clause,
            "when": _condition(table.when),
            "allowed": game.holds(table.when),
            "posted": table in posted,
            "reading": table.reading,
        }
        for table in (*game.paytables, *composed)
        for called, rows in tables_by_place(game, table)
    ]
    return [*tables, *commissions(game)]


def _parts(game: GameRules, wager: str) -> Data:
    """Into how many equal parts a combined wager is divided; each row is what its part is paid."""
    dice = game.file.wagers[wager].dice
    return {"parts": len(dice.parts)} if dice is not None and dice.parts else {}


def _option(game: GameRules, name: str, option: model.Option) -> Data:
    if option.is_ is not None:
        choice: Data = {"is": option.is_}
    elif option.one_of is not None:
        choice = {"one-of": list(option.one_of)}
    else:
        choice = {
            key: f"{bound}{option.unit}" if option.unit else bound
            for key, bound in (("at-least", option.at_least), ("at-most", option.at_most))
            if bound is not None
        }
        if option.house_sets is not None:
            choice["house-sets"] = option.house_sets
    return {
        "option": name,
        **choice,
        **({"follows": [_follows(entry) for entry in option.follows]} if option.follows else {}),
        "value": game.options[name],
        **({"in_cents": True} if option.is_money else {}),
        "says": option.says,
        "clause": ", ".join(option.clause),
        "reading": option.reading,
    }


def _follows(entry: model.Follows) -> Data:
    """The choice of another option that settles this one."""
    return {"when": _condition(entry.when), "is": entry.is_, "clause": ", ".join(entry.clause)}


def _look(wager: model.Wager) -> Data:
    """What a side wager looks at, and when; nothing for a wager that its procedure settles."""
    if wager.looks_at is None:
        return {}
    found = {"looks_at": wager.looks_at, "looks_at_says": LOOKS[wager.looks_at].says, "decided": wager.decided}
    if wager.waits_until is not None:
        found["waits_until"] = wager.waits_until
    return found if wager.lost_by_folding is None else {**found, "lost_by_folding": wager.lost_by_folding}


def _wager(game: GameRules, name: str, wager: model.Wager) -> Data:
    return {
        "wager": wager.called or name,
        "aliases": list(wager.aliases),
        "offered": name in game.wagers,
        "placed": wager.placed,
        "times": list(wager.times),
        "of": wager.of,
        "amount": game.wagers[name].amount if name in game.wagers else wager.amount,
        "needs": [
            {
                "wagers": [game.file.wagers[other].called or other for other in need.wager],
                "at-least": need.at_least,
                "when": _condition(need.when),
                "clause": ", ".join(need.clause),
            }
            for need in wager.needs
        ],
        **_look(wager),
        "says": wager.says,
        "clause": ", ".join(wager.clause),
        "reading": wager.reading,
    }


def rulings(game: GameRules, only: str | None = None) -> list[Data]:
    """Every irregularity of the text, whether or not this house's equipment can cause it."""
    known = game.file.rulings
    if only is not None and only not in known:
        raise Unknown(f"irregularity at {game.id}", only, known)
    return [
        {
            "irregularity": name,
            "says": ruling.says,
            "during": list(ruling.when),
            "remedy": ruling.remedy,
            "choices": dict(ruling.choices),
            "decides": ruling.decides,
            "times": ruling.times,
            "after_first": ruling.after_first,
            "otherwise": ruling.otherwise,
            "then": list(dict.fromkeys((*ruling.then, *ruling.after_first_then))),
            "authority": ruling.authority,
            "requires": _condition(ruling.requires),
            "if": ruling.if_,
            "clause": ", ".join(ruling.clause),
            "reading": ruling.reading,
        }
        for name, ruling in known.items()
        if only in (None, name)
    ]


def readings(game: GameRules) -> list[Data]:
    """What is read where the text is silent, contradictory or damaged, and what rests on it."""
    used: dict[str, list[str]] = {}
    for section in ("options", "wagers", "rulings", "deal"):
        for name, entry in getattr(game.file, section).items():
            if entry.reading is not None:
                used.setdefault(entry.reading, []).append(f"{section}.{name}")
            for case, ground in getattr(entry, "outcomes", {}).items():
                if ground.reading is not None:
                    used.setdefault(ground.reading, []).append(f"{section}.{name}.outcomes.{case}")
    for part in ("removal", "come_out", "commission"):
        for entry in getattr(game.file.dice, part):
            if entry.reading is not None:
                used.setdefault(entry.reading, []).append(f"dice.{part.replace('_', '-')}.{'+'.join(entry.wager)}")
    for table in game.file.paytables:
        if table.reading is not None:
            used.setdefault(table.reading, []).append(f"paytables.{'+'.join(table.wager)}.{table.id}")
        for row, ground in table.cites.items():
            if ground.reading is not None:
                used.setdefault(ground.reading, []).append(f"paytables.{'+'.join(table.wager)}.{table.id}.{row}")
    return [
        {
            "reading": name,
            "kind": reading.kind,
            "text": reading.text,
            "adopted": reading.adopted,
            "because": reading.because,
            "clauses": list(reading.clauses),
            "used_by": used.get(name, []),
        }
        for name, reading in game.file.readings.items()
    ]


def fate(game: GameRules, name: str, entry: model.Clause) -> tuple[str, list[str]]:
    """What became of a clause: `implemented` and where, `procedure`, `procedure-note`, `heading` or `out-of-scope`."""
    if entry.fate == "heading":  # a reading may name a whole section; nothing rests on its title
        return "heading", []
    places = game.citations.get(name, [])
    if entry.fate == "out-of-scope" and all(place.startswith("readings.") for place in places):
        return entry.fate, places  # a reading may start from what binds people alone
    if places:
        return "implemented", places
    if entry.fate == "procedure":
        return "implemented", [f"procedure.{game.file.procedure}"]
    return "procedure-note" if entry.fate == "note" else "unaccounted", []


def _clause(game: GameRules, name: str, entry: model.Clause) -> Data:
    became, where = fate(game, name, entry)
    shown: Data = {"clause": name, "lines": list(entry.lines), "says": entry.says, "became": became, "where": where}
    for key in ("reason", "damage"):
        if getattr(entry, key):
            shown[key] = getattr(entry, key)
    return shown


def clauses(game: GameRules) -> list[Data]:
    """The clause index: the game's own section first, then the general ones it stands under."""
    own = game.clause
    entries = [_clause(game, name, entry) for name, entry in game.clauses.items()]
    return sorted(entries, key=lambda entry: not _within(entry["clause"], own, game))


def _within(clause: str, own: str, game: GameRules) -> bool:
    first, last = game.file.lines
    return first <= game.clauses[clause].lines[0] <= last


def clause(game: GameRules, name: str) -> Data:
    """One clause, with every entry that rests on it and every clause below it."""
    if name not in game.clauses:
        raise Unknown(f"clause of {game.id}", name, [c for c in game.clauses if c.startswith(name[:4])] or game.clauses)
    below = [other for other in game.clauses if other != name and other.startswith(name) and other[len(name)] in "(."]
    return {**_clause(game, name, game.clauses[name]), "below": below}


def why(game: GameRules, path: str) -> Data:
    """The clauses behind a rule, with what they say."""
    return {
        "rule": path,
        "clauses": [
            {"clause": name, "lines": list(game.clauses[name].lines), "says": game.clauses[name].says}
            if name in game.clauses
            else {"clause": name}
            for name in game.why(path)
        ],
    }


def rules(game: GameRules) -> Data:
    """The whole game."""
    file = game.file
    life = {
        part.replace("_", "-"): [
            {
                "step": step.step,
                "says": step.says,
                "by": step.by,
                "when": _condition(step.when),
                "clause": ", ".join(step.clause),
            }
            for step in getattr(file.life, part)
        ]
        for part in ("opening", "between_rounds", "idle", "resuming", "closing")
    }
    return {
        "id": game.id,
        "name": game.name,
        "family": file.family,
        "clause": game.clause,
        "lines": list(file.lines),
        "procedure": file.procedure,
        "inherits": list(file.inherits),
        "version": game.version,
        "versions": [
            {
                "id": version.id,
                "current": version.current,
                "dates": {k: str(v) for k, v in version.dates.items()},
                "says": version.says,
                "clause": ", ".join(version.clause),
                "replaces": list(version.replaces),
            }
            for version in file.versions
        ],
        "options": [_option(game, name, option) for name, option in file.options.items()],
        "wagers": [_wager(game, name, wager) for name, wager in file.wagers.items()],
        "deal": [
            {
                "method": name,
                "opening": [step.model_dump() for step in deal.opening],
                "street": [step.model_dump() for step in deal.street],
                "clause": ", ".join(deal.clause),
            }
            for name, deal in file.deal.items()
        ],
        "paytables": paytables(game),
        "rulings": rulings(game),
        "readings": readings(game),
        "meters": [
            {"meter": name, "seed": meter.seed, "rate": meter.rate, "clause": ", ".join(meter.clause)}
            for name, meter in game.meters.items()
        ],
        "life": {
            **life,
            "card-hours": [
                {
                    "hours": entry.hours,
                    "when": _condition(entry.when),
                    "binding": entry.binding,
                    "clause": ", ".join(entry.clause),
                }
                for entry in file.life.card_hours
            ],
            "shoe": [
                {
                    "behind": game.options[entry.behind],
                    "entry": None if entry.entry is None else game.options[entry.entry],
                    "again": None if entry.again is None else game.options[entry.again],
                    "one-more-round": entry.one_more_round,
                    "when": _condition(entry.when),
                    "clause": ", ".join(entry.clause),
                }
                for entry in file.life.shoe
            ],
            "continuous": [
                {"when": _condition(entry.when), "clause": ", ".join(entry.clause)} for entry in file.life.continuous
            ],
            "burns": [
                {"per": entry.per, "cards": entry.cards, "when": _condition(entry.when), "clause": ", ".join(entry.clause)}
                for entry in file.life.burns
            ],
            "stub-count": [
                {
                    "every": entry.every,
                    "counted": entry.how_often,
                    "unless": _condition(entry.unless),
                    "clause": ", ".join(entry.clause),
                }
                for entry in file.life.stub_count
            ],
        },
        "notes": [
            entry
            for entry in clauses(game)
            if entry["became"] == "procedure-note" and _within(entry["clause"], game.clause, game)
        ],
    }
