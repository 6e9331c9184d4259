"""A pot set right when its hand is over: from those who had too much of it to those who had too little.

Each changed line is reversed to the pending account and posted anew, so that what goes in comes out and the tray has no part in
it. A player who still sits there pays from the stack, then from behind, then by name; what a player gets lies before the seat
again, or goes behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.errors import Refused
from croupier.ledger.books import Transfer, debt_of, lows
from croupier.ledger.corrections import Corrected, key_of
from croupier.ledger.position import Position

TAKEN = ("rake", "promotional-drop")
"""What may have come out of a pot, by the name of its account."""


def transfers(body: Mapping[str, Any], position: Position) -> list[Transfer]:
    """What the event moves, in an order in which nobody is overdrawn."""
    round_id, pot, pending = body["round"], body["pot"], position.account("pending")
    lines = [Corrected.read(entry) for entry in body["lines"]]
    seats = {entry.account: pot["seats"][str(entry.line)] for entry in lines}
    off = [Transfer(position.stack(seats[who]), who, cents, "taken-off", round_id) for who, cents in pot["off"].items()]
    lent = [Transfer(debt_of(who), who, cents, "debt", round_id) for who, cents in pot["lent"].items()]
    back, again = list[Transfer](), list[Transfer]()
    for entry in lines:
        parts = (("returned", entry.was.returned, entry.now.returned), ("paid", entry.was.won, entry.now.won))
        for kind, old, new in parts:
            if old:
                holder, key = entry.account, key_of(round_id, entry.line, entry.revision - 1, kind)
                if entry.revision == 1:  # the hand put it before the seat
                    holder = position.stack(seats[entry.account])
                    back.append(Transfer(entry.account, holder, old, "stack", round_id))
                back.append(Transfer(holder, pending, old, "reversal", round_id, entry.wager, None, key))
            if new:
                key = key_of(round_id, entry.line, entry.revision, kind)
                again.append(Transfer(pending, entry.account, new, kind, round_id, entry.wager, key))
    for name in TAKEN:
        was, now = pot["taken"][name]
        if was > now:  # nothing more is taken once the pot has gone to its winners
            back.append(Transfer(position.account(name), pending, was - now, "reversal", round_id))
    if lows([*back, *again]).get(pending, (0, 0))[1]:
        raise Refused(f"the pot of {round_id}: something of it would be left over, or come from nowhere")
    repaid = [Transfer(who, debt_of(who), cents, "debt-paid", round_id) for who, cents in pot["repaid"].items()]
    on = [Transfer(who, position.stack(seats[who]), cents, "stack", round_id) for who, cents in pot["on"].items()]
    return [*off, *lent, *back, *again, *repaid, *on]


def covered(
    body: Mapping[str, Any], position: Position, *, held: Mapping[str, int], stacks: Mapping[str, int]
) -> dict[str, Any]:
    """The event's body with who pays from where: `held` is behind each player, `stacks` lies before those who still sit there."""
    pot: dict[str, Any] = {**body["pot"], "off": {}, "on": {}, "lent": {}, "repaid": {}}
    ends = lows(transfers({**body, "pot": pot}, position))
    for account, lies in stacks.items():
        change = ends.get(account, (0, 0))[1]
        if change > 0:
            pot["on"][account] = change
        elif part := min(-change, lies):
            pot["off"][account] = part
    moves = lows(transfers({**body, "pot": pot}, position))
    for account, cents in held.items():
        least, left = (cents + moved for moved in moves.get(account, (0, 0)))
        if least < 0:
            pot["lent"][account] = -least
            pot["repaid"] |= {account: back} if (back := min(-least, left - least)) else {}
    debts = {account: owed for account, lent in pot["lent"].items() if (owed := lent - pot["repaid"].get(account, 0))}
    return {**body, "pot": pot, "debts": debts}


def lie(body: Mapping[str, Any]) -> dict[int, int]:
    """By how much the stack at each seat changes."""
    pot = body["pot"]
    seats = {entry["account"]: pot["seats"][str(entry["line"])] for entry in body["lines"]}
    return {seats[account]: cents for account, cents in pot["on"].items()} | {
        seats[account]: -cents for account, cents in pot["off"].items()
    }
