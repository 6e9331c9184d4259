"""An event of the ledger as one line of words: what happened and how much. No card is named here, whoever reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from croupier.ledger.corrections import Corrected
from croupier.rules.naming import words
from croupier.table.settlement import money as plain

Body = Mapping[str, Any]
MOST_NAMED = 3
"""So many wagers of a seat are named; more are counted."""


def money(cents: int) -> str:
    return f"-${plain(-cents)}" if cents < 0 else f"${plain(cents)}"


def told(kind: str, body: Body, *, stake: int = 0, win: int = 0) -> str:
    """The event in words; `stake` and `win` are what was settled by it, and what the house has of that."""
    try:
        said = _SAID[kind](body) if kind in _SAID else words(kind)
        settled = [_settled(stake, win)] if stake or win or "net" in body else []
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):  # somebody changed it, and the proof will say so
        return f"{words(kind)}: this cannot be read"
    return "; ".join([said, *settled])


def _settled(stake: int, win: int) -> str:
    if not stake and not win:
        return "settled"
    staked = f"{money(stake)} settled, " if stake > 0 else f"{money(-stake)} was never staked, " if stake else ""
    return staked + (f"the house wins {money(win)}" if win > 0 else f"the house pays {money(-win)}" if win else "even")


def _who(seat: int) -> str:
    return f"seat {seat}" if seat else "the floor"


def _name(account: str) -> str:
    kind, _, name = account.partition(":")
    return f"a companion ({name})" if kind == "companion" else name


def acted(forms: Iterable[Sequence[Any]]) -> str:
    """Acts in words, alike ones together; what is counted for the record only is left out."""
    parts: list[str] = []
    for (kind, seat), group in groupby(forms, key=lambda form: (form[0], form[1] if form[0] in ("wager", "called") else 0)):
        found = list(group)
        if kind == "card":
            parts.append(f"{len(found)} card{'s' * (len(found) > 1)} dealt")
        elif kind in ("wager", "called"):
            parts.append(f"{_who(seat)} {_wagers(found)}")
        elif kind not in ("chips", "meter"):
            parts += [_act(form) for form in found]
    return ", ".join(parts)


def _wagers(forms: Sequence[Sequence[Any]]) -> str:
    put = [(spot, amount) for _, _, spot, amount, *_ in forms if amount]
    down = [f"takes down {words(spot)}" for _, _, spot, amount, *_ in forms if not amount]
    if len(put) > MOST_NAMED:
        said = [f"puts {money(sum(amount for _, amount in put))} on {len(put)} wagers"]
    else:
        said = [f"puts {money(amount)} on {words(spot)}" for spot, amount in put]
    return ", ".join([*said, *down])


def _act(form: Sequence[Any]) -> str:
    kind, *parts = form
    match kind:
        case "choice":
            return f"{_who(parts[0])}: {words(parts[1])}"
        case "spin":
            return f"the wheel stops at {parts[0]}"
        case "roll":
            return f"the dice fall {' '.join(map(str, parts[0]))}"
        case "arrange":
            return f"{_who(parts[0])} sets the hand"
        case "discard":
            return f"{_who(parts[0])} draws"
        case "irregularity":
            return f"irregularity: {words(parts[0])}" + (f" ({_who(parts[1])})" if parts[1:] and parts[1] else "")
        case "done":
            return words(parts[0])
    return words(kind)


def _between(body: Body) -> str:
    said: dict[str, Callable[..., str]] = {
        "step": lambda step, by, *_: f"{words(step)} done by the {by}",
        "table": lambda phase, *_: f"the table: {words(phase)}",
        "dealer": lambda name, *_: f"{name} takes over the deal",
        "seated": lambda seat, *_: f"seat {seat} taken",
        "left": lambda seat, *_: f"seat {seat} left",
        "shuffle-due": lambda by, *_: f"the cards are to be shuffled, for the {by}",
        "permitted": lambda seat, *_: f"seat {seat} may wager before the shuffle",
        "limits": lambda limits, *_: "other limits posted",
    }
    return ", ".join(said[kind](*parts) for kind, *parts in body["acts"] if kind in said) or "the time is told"


def _opened(body: Body) -> str:
    played = acted(body.get("acts", ()))
    return f"round {body['number']} opens" + (f": {played}" if played else "")


def _reported(verb: str) -> Callable[[Body], str]:
    def said(body: Body) -> str:
        about = f" ({_who(body['seat'])})" if body["seat"] else ""
        return f"{verb}: {words(body['irregularity'])}{about}"

    return said


def _corrected(verb: str) -> Callable[[Body], str]:
    def said(body: Body) -> str:
        lines = [Corrected.read(entry) for entry in body["lines"]]
        changes = [
            f"line {entry.line}, {words(entry.wager)}, from {money(entry.was.given)} to {money(entry.now.given)}"
            for entry in lines[:MOST_NAMED]
        ]
        more = [f"{len(lines) - MOST_NAMED} more lines"] if len(lines) > MOST_NAMED else []
        late = f" ({words(body['irregularity'])})" if "irregularity" in body else ""
        return f"{verb} {body['round']}{late}: {', '.join([*changes, *more]) or 'nothing moves'}; {body['why']}"

    return said


def _charged(body: Body) -> str:
    return f"time charged: {money(sum(body['charged'].values()))} from {len(body['charged'])} players"


_SAID: Mapping[str, Callable[[Body], str]] = {
    "table-opened": lambda body: f"{body['name']} opens, {body['game']}, with {money(body['float'])} in the tray",
    "table-closed": lambda body: "the table closes, its tray goes to the cage",
    "table-shared": lambda body: f"others may {'now' if body['shared'] else 'no longer'} sit at the practice table",
    "seat-taken": lambda body: (
        f"{_name(body['account'])} takes seat {body['seat']}" + (f" with {money(body['chips'])}" if body.get("chips") else "")
    ),
    "seat-left": lambda body: f"seat {body['seat']} is left",
    "fill": lambda body: f"fill of {money(body['amount'])} from the cage",
    "credit": lambda body: f"credit of {money(body['amount'])} to the cage",
    "tip": lambda body: f"{_name(body['account'])} tips the dealers {money(body['amount'])}",
    "recovery": lambda body: "the server was started again while a round was being played",
    "session": _between,
    "time-charged": _charged,
    "promotion-paid": lambda body: f"{money(body['amount'])} from the players' fund to {_name(body['account'])}",
    "round-opened": _opened,
    "acts": lambda body: acted(body["acts"]) or "chips counted",
    "table-stopped": lambda body: f"a fault of the program stops the table: {body['fault']}",
    "round-voided": lambda body: f"the floor voids the round: {body['why']}",
    "irregularity-reported": _reported("irregularity reported"),
    "irregularity-armed": _reported("irregularity to come"),
    "ruling-approved": lambda body: f"the ruling stands: {acted(body['acts'])}",
    "ruling-dismissed": _reported("the report is dismissed"),
    "reversal": _corrected("reversal in"),
    "correction": _corrected("correction in"),
    "late-ruling": _corrected("late ruling on"),
    "buy-in": lambda body: f"{body['player']} buys in for {money(body['amount'])}",
    "cash-out": lambda body: f"{body['player']} cashes out {money(body['amount'])}",
    "token-issued": lambda body: (
        f"a token for {body['name']}, {body['role']}, good until {body['expires'][:16].replace('T', ' ')}"
    ),
    "token-revoked": lambda body: f"token {body['id']} is revoked",
    "heads": lambda body: f"how far {len(body['heads'])} chain{'s' * (len(body['heads']) != 1)} had come",
    "link-opened": lambda body: f"a jackpot opens: {', '.join(map(words, body['meters']))}",
    "meters-moved": lambda body: f"the meters move with round {body['round']}",
}
