"""Money of a poker table besides its pots: charges for time, and what the players' fund pays."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.ledger import books
from croupier.ledger.live import LiveTable
from croupier.server import people
from croupier.server.floor import Floor
from croupier.server.house import check_amount
from croupier.server.people import Person
from croupier.server.permissions import only_dealers, only_floor


def charge_time(floor: Floor, person: Person, table_id: str, *, key: str | None = None) -> dict[str, Any]:
    """The dealer collects the time charge that is due, between hands: from every player who sits there, active or not."""

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        only_dealers(person, table, "collecting time charges")
        rake, fee = table.playable.terms.file.rake, table.playable.terms.options.get("rake", {})
        if rake is None or not rake.by_time or not fee.get("cents"):
            clause = table.playable.terms.clause if rake is None else ", ".join(rake.clause)
            raise Refused("this table is not paid by time", clause=clause)
        clause = ", ".join(rake.methods["time-charge"].clause)
        if not table.open:
            raise Refused("the table is closed")
        at = books.now()
        if table.charged:
            due = datetime.fromisoformat(table.charged) + timedelta(minutes=fee["minutes"])
            if datetime.fromisoformat(at) < due:
                raise Refused(f"time is charged again at {due:%H:%M}", clause=clause)
        accounts = list(dict.fromkeys(table.players[seat] for seat in sorted(table.players)))
        if not accounts:
            raise Refused("nobody sits at the table", clause=clause)
        held = books.balances(connection, accounts, lock=True)
        body = {"at": at, "charged": shared(fee, accounts), "held": {account: held[account] for account in accounts}}
        return floor.event(connection, table, "time-charged", body, person)

    return floor.change(table_id, person, {"time-charge": table_id}, work, key=key)


def shared(fee: dict[str, Any], accounts: list[str]) -> dict[str, int]:
    """What each player pays: the fee, or a share of the table's, odd cents from the first of them.

    >>> shared({"cents": 1000, "per": "table"}, ["ann", "bob", "cleo"])
    {'ann': 334, 'bob': 333, 'cleo': 333}
    """
    if fee["per"] == "player":
        return dict.fromkeys(accounts, fee["cents"])
    each, odd = divmod(fee["cents"], len(accounts))
    return {account: cents for place, account in enumerate(accounts) if (cents := each + (place < odd))}


def pay_promotion(
    floor: Floor, person: Person, table_id: str, player: str, amount: int, *, key: str | None = None
) -> dict[str, Any]:
    """The floor pays somebody out of what the table's pots have given to the fund, by the rules the house has posted."""
    account = f"player:{player}"
    body = {"account": account, "amount": check_amount(amount)}

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        only_floor(person, table, "paying from the players' fund")
        drop = table.playable.terms.file.drop
        if drop is None:
            raise Refused("this game has no fund of its players", clause=table.playable.terms.clause)
        clause = ", ".join(drop.clause)
        if table.settings.practice or not people.known(connection, player):
            raise Refused(f"{player}: the house knows nobody of this name who plays here", clause=clause)
        fund = table.position.account("promotional-drop")
        held = books.balances(connection, [fund, account], lock=True)
        if held.get(fund, 0) < amount:
            raise Refused(f"the fund holds {held.get(fund, 0) / 100:,.2f}", clause=clause)
        return floor.event(connection, table, "promotion-paid", body, person)

    return floor.change(table_id, person, {"promotion": table_id} | body, work, key=key)
