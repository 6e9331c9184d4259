"""Rules in words: what an option, a wager's stake or a pay table says, as one plain line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.rules import model
from croupier.rules.resolve import GameRules
from croupier.table.settlement import money

Data = Mapping[str, Any]


def words(name: str) -> str:
    """An id as words: `pair-plus` is `pair plus`."""
    return name.replace("-", " ").strip()


def value_text(value: Any) -> str:
    """A value of an option, for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{words(str(name))} {value_text(part)}" for name, part in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(value_text, value)) or "nothing"
    return words(value) if isinstance(value, str) else str(value)


def condition_text(condition: str | None) -> str:
    """A condition on options as a phrase: `decks=1|2 and dealing=hand`."""
    return (condition or "").replace("=", " is ").replace("|", " or ").replace("-", " ")


def bounds(option: model.Option) -> str:
    """What the house may choose, where it is not a list."""
    unit = option.unit or ""
    parts = [
        f"{word} {bound}{unit}"
        for word, bound in (("at least", option.at_least), ("at most", option.at_most))
        if bound is not None
    ]
    if option.house_sets is not None:
        parts.append({"cents": "the house sets it, in cents", "count": "the house sets the number"}.get(option.house_sets, ""))
    return " and ".join(filter(None, parts)).capitalize()


def size(wager: Data) -> str:
    """How large a stake is, in words."""
    if wager["placed"] == "never":
        return f"no stake: paid on the {words(wager['of'])}" if wager["of"] else "no stake"
    if wager["times"]:
        return f"{' or '.join(map(str, wager['times']))} × {words(wager['of'])}"
    if wager["amount"]:
        return f"exactly ${money(wager['amount'])}"
    return "within posted limits" if wager["placed"] == "opening" else "during the round"


def limits(game: GameRules, name: str) -> str:
    """The limits the text or the house sets for a wager."""
    wager = game.wagers.get(name)
    if wager is None or wager.amount:
        return ""
    least, most, unit = wager.limits.minimum, wager.limits.maximum, wager.limits.unit
    parts = [
        f"at least ${money(least)}" if least > 1 else "",
        f"at most ${money(most)}" if most is not None else "",
        f"in steps of ${money(unit)}" if unit > 1 else "",
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
    return ", ".join(rows) if len(rows) <= 3 else f"table {posted.id}: {rows[0]} … {rows[-1]}"
