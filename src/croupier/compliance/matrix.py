"""How wagers on dice behave, in one table: when each is made, whether a come-out roll counts, what locks it, what it pays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.equipment.dice import places
from croupier.errors import BadInput
from croupier.games.dice._wagers import pair_rows
from croupier.rules.dice import Commission
from croupier.rules.resolve import Dice, GameRules, Paytable, Wager
from croupier.table.playable import at_place

Data = Any

MADE = {
    "any-time": "any time",
    "come-out": "before a come-out roll",
    "after-come-out": "after a come-out roll",
    "before-a-point": "before a new shooter's first point",
    "first-roll": "before a new shooter's first roll",
    "with-its-bet": "once its bet has a number",
}
REMOVED = {
    "decided": "until decided",
    "point": "contract once its number is set",
    "roll": "contract once rolled",
    "made": "contract once made",
}


def matrix(game: GameRules) -> list[Data]:
    """A row for each wager on dice, every cell with its clause."""
    rows = [_row(game, wager, wager.dice) for wager in game.wagers.values() if wager.dice is not None]
    if not rows:
        raise BadInput(f"{game.id} has no wagers on dice")
    return rows


def _row(game: GameRules, wager: Wager, dice: Dice) -> Data:
    table, commission = game.chosen[wager.id], dice.commission
    readings = (wager.reading, dice.come_out.reading, dice.removal.reading, commission and commission.reading, table.reading)
    return {
        "wager": wager.called,
        "on": [place for place in places(dice.row.each, travels=dice.row.travels) if place],
        "made": MADE[dice.row.made],
        "made_clause": wager.clause,
        "come_out": dice.come_out.action,
        "unless_called": dice.come_out.unless_called,
        "come_out_clause": ", ".join(dice.come_out.clause),
        "removal": REMOVED[dice.removal.until],
        "contract": dice.removal.until != "decided",
        "removal_clause": ", ".join(dice.removal.clause),
        "pays": {row: payout.text for row, payout in table.rows.items()},
        "pays_clause": table.clause,
        "commission": None if commission is None else _commission(game, commission),
        "commission_clause": None if commission is None else ", ".join(commission.clause),
        "readings": list(dict.fromkeys(filter(None, readings))),
    }


def _commission(game: GameRules, rule: Commission) -> str:
    taken = {"on-win": "from a win", "at-bet": "when the bet is made"}[game.options.get(rule.taken, rule.taken)]
    return f"{game.options[rule.rate]} of the {rule.of}, {taken}"


def tables_by_place(game: GameRules, table: Paytable) -> Iterator[tuple[str, dict[str, str]]]:
    """A pay table as the wager's places call it: `place` with a row a number is `place-6` with the row `win`."""
    wager = game.file.wagers[table.wager]
    called = wager.called or table.wager
    rows = {row: payout.text for row, payout in table.rows.items()}
    dice = wager.dice
    if dice is None or not dice.each or dice.travels:
        yield called, rows
        return
    for place, mark in places(dice.each).items():
        own = [row for row in (place, *pair_rows(mark), "win") if row in rows]
        yield at_place(called, place), rows if dice.parts or not own else {"win": rows[own[0]]}


def commissions(game: GameRules) -> list[Data]:
    """What the house may keep, as tables of one row."""
    return [
        {
            "wager": name,
            "id": "1",
            "rows": {"commission": game.options[rule.rate]},
            "floor": False,
            "clause": ", ".join(rule.clause),
            "when": None,
            "reading": rule.reading,
        }
        for rule in game.file.dice.commission
        for name in rule.wager
    ]
