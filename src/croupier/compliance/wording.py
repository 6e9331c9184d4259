"""Rules in words: what an option, a wager's stake or a pay table says, as one plain line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.rules import model
from croupier.rules.naming import words as words
from croupier.rules.naming import yes_or_no
from croupier.rules.poker import AN_HOUR
from croupier.rules.resolve import GameRules
from croupier.table.settlement import money

Data = Mapping[str, Any]


def value_text(value: Any) -> str:
    """A value of an option, for people."""
    if isinstance(value, bool):
        return str(yes_or_no(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{words(str(name))} {value_text(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(value_text, value)) or "nothing"
    return words(value) if isinstance(value, str) else str(value)


def choice_text(option: model.Option, value: Any) -> str:
    """A value of this option, for people: sums as money.

    >>> choice_text(model.Option(clause=["1"], is_=5000000, in_cents=True), 5000000)
    '$50,000'
    """
    if option.is_money and isinstance(value, int) and not isinstance(value, bool):
        return dollars(value)
    return rake_text(value) if option.house_sets == "rake" and isinstance(value, Mapping) else value_text(value)


def rake_text(rake: Data) -> str:
    """A poker room's rake with its figures.

    >>> rake_text({"method": "percentage", "percent": 10, "maximum": 400})
    '10%, at most $4'
    >>> rake_text({"method": "incremental", "steps": [[1000, 100], [2000, 50]]})
    '$1 at $10, $0.50 at $20'
    >>> rake_text({"method": "time-charge", "cents": 600, "per": "player", "minutes": 30})
    '$6 a player every 30 minutes'
    >>> rake_text({"method": "time-charge", "cents": 600})
    '$6 a player every 60 minutes'
    >>> rake_text({"method": "none"})
    'none'
    """
    match rake["method"]:
        case "percentage":
            found = [f"{rake['percent']}%"]
        case "incremental":
            found = [f"{dollars(cents)} at {dollars(level)}" for level, cents in rake["steps"]]
        case "time-charge" if "cents" in rake:
            each, minutes = words(str(rake.get("per", "player"))), rake.get("minutes", AN_HOUR)
            found = [f"{dollars(rake['cents'])} a {each} every {minutes} minutes"]
        case method:
            return words(str(method))
    return ", ".join([*found, *([f"at most {dollars(rake['maximum'])}"] if "maximum" in rake else [])])


def dollars(cents: int) -> str:
    """A sum of a rule: without cents where there are none."""
    return f"${money(cents).removesuffix('.00')}"


def condition_text(condition: str | None) -> str:
    """A condition on options as a phrase.

    >>> condition_text("decks=1|2 and six-card-bonus=True")
    'decks is 1 or 2 and six-card bonus is yes'
    """
    return " and ".join(map(_condition_part, filter(None, (condition or "").split(" and "))))


def _condition_part(part: str) -> str:
    name, equals, values = part.partition("=")
    if not equals:
        return words(name)
    return f"{words(name)} is {' or '.join(_YES_OR_NO.get(value) or words(value) for value in values.split('|'))}"


_YES_OR_NO = {"True": "yes", "False": "no"}


def bounds(option: model.Option) -> str:
    """What the house may choose, where it is not a list."""
    unit = option.unit or ""
    parts = [
        f"{word} {dollars(bound) if option.is_money else bound}{unit}"
        for word, bound in (("at least", option.at_least), ("at most", option.at_most))
        if bound is not None
    ]
    if option.house_sets is not None:
        parts.append({"cents": "the house sets the sum", "count": "the house sets the number"}.get(option.house_sets, ""))
    return " and ".join(filter(None, parts)).capitalize()


def size(wager: Data) -> str:
    """How large a stake is, in words."""
    if wager["placed"] == "never":
        return f"no stake: paid on the {words(wager['of'])}" if wager["of"] else "no stake"
    if wager["times"]:
        *less, most = map(str, wager["times"])
        return f"{' or '.join(filter(None, (', '.join(less), most)))} × {words(wager['of'])}"
    if wager["amount"]:
        return f"exactly {dollars(wager['amount'])}"
    return "within posted limits" if wager["placed"] == "opening" else "during the round"


def limits(game: GameRules, name: str) -> str:
    """The limits the text or the house sets for a wager."""
    wager = game.wagers.get(name)
    if wager is None or wager.amount:
        return ""
    least, most, unit = wager.limits.minimum, wager.limits.maximum, wager.limits.unit
    parts = [
        f"at least {dollars(least)}" if least > 1 else "",
        f"at most {dollars(most)}" if most is not None else "",
        f"in steps of {dollars(unit)}" if unit > 1 else "",
    ]
    return ", ".join(filter(None, parts))


def need_text(need: Data) -> str:
    """One thing that must stand beside a wager."""
    part = {None: "", "1": ", at least as much"}.get(need["at-least"], f", at least {need['at-least']} of it")
    return " or ".join(map(words, need["wagers"])) + part + (f" (when {condition_text(need['when'])})" if need["when"] else "")


def pays(game: GameRules, name: str) -> str:
    """The table posted for a wager, in one line where it is short."""
    posted = game.chosen.get(name)
    if posted is None:
        return ""
    rows = [f"{payout.text}" if row == "win" else f"{words(row)} {payout.text}" for row, payout in posted.rows.items()]
    return ", ".join(rows) if len(rows) <= 3 else f"table {posted.id}: {rows[0]} to {rows[-1]}"
