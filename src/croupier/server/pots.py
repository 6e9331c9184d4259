"""Money of a poker table besides its hands: pots set right, charges for time, and what the players' fund pays."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from croupier.errors import BadInput, Refused, shown
from croupier.ledger import books, pots
from croupier.ledger.corrections import Amounts, Corrected, standing
from croupier.ledger.live import COMPANION, LiveTable
from croupier.rules.terms import joined
from croupier.server import corrections, people
from croupier.server.cash import never_to_oneself
from croupier.server.floor import Floor
from croupier.server.house import check_amount
from croupier.server.lines import check_line
from croupier.server.models import Chips, Word
from croupier.server.people import Person
from croupier.server.permissions import only_dealers, only_floor
from croupier.server.recall import Recalled
from croupier.table.settlement import Line, money


class PayPromotion(Chips):
    """Who is paid what out of the players' fund, and for which promotion."""

    promotion: Word | None = None


def correct_pot(
    floor: Floor,
    person: Person,
    round_id: str,
    given: Mapping[int, int],
    *,
    rake: int | None = None,
    promotional_drop: int | None = None,
    clause: str,
    why: str,
    key: str | None = None,
) -> dict[str, Any]:
    """Set a pot right: what each seat should have had of it in all, bets that came back to it included.

    Seats that are not named had what they should have. The rake and the fund's part stay unless less of them is said.
    """
    recalled = corrections.over(floor, person, round_id)
    lines = _pot_lines(recalled)
    corrections.check_clause(recalled, clause)
    check_line("why", why)
    least = {name: said for name, said in zip(pots.TAKEN, (rake, promotional_drop), strict=True) if said is not None}

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        only_floor(person, table, "a correction")
        earlier = [body for body in corrections.earlier(connection, table.id) if body["round"] == recalled.id]
        was = {number: Amounts(line.returned, line.won, 0) for number, line in lines.items()}
        before = standing(earlier, recalled.id)
        was |= {number: entry.now for number, entry in before.items()}
        taken = _taken(recalled, earlier, least)
        now = _right(recalled, lines, was, given, left=sum(after for _, after in taken.values()))
        changed = [
            Corrected(number, before[number].revision + 1 if number in before else 1, recalled.player(line.seat), *entry)
            for number, line in lines.items()
            if (entry := (line.wager, line.stake, was[number], now[number]))[2] != now[number]
        ]
        if not changed:
            raise Refused(f"the pot of {recalled.id} already stands so")
        gone = [entry.account for entry in changed if entry.account.startswith(COMPANION)]
        if any(account not in table.position.companions for account in gone):
            raise Refused("a companion that has left has taken its chips home: they cannot be moved any more")
        seats = {str(entry.line): lines[entry.line].seat for entry in changed}
        body: dict[str, Any] = {"round": recalled.id, "clause": clause, "why": why, "authority": str(person.role)}
        body |= {"lines": [entry._asdict() for entry in changed], "meters": {}, "pot": {"seats": seats, "taken": taken}}
        return floor.event(connection, table, "correction", _covered(connection, table, body), person, "correction")

    request = {"pot": round_id, "given": {str(seat): cents for seat, cents in given.items()}} | least
    return floor.change(recalled.table.id, person, request | {"clause": clause, "why": why}, work, key=key)


def _pot_lines(recalled: Recalled) -> dict[int, Line]:
    """The round's lines by their numbers; refused where players do not play against each other."""
    table = recalled.table
    if table.playable.stack is None:
        raise Refused("there is no pot in this game: its lines are corrected one by one", clause=table.playable.terms.clause)
    return {number: line for number, line in table.position.lines if table.playable.called[line.wager].wager.pooled}


def _taken(recalled: Recalled, earlier: list[dict[str, Any]], least: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """What was taken from the pot and what of it stays; nothing more is taken once it has gone to its winners."""
    stood = {name: recalled.round.table.takings.get(name, 0) for name in pots.TAKEN}
    for body in earlier:
        stood |= {name: now for name, (_, now) in body["pot"]["taken"].items()}
    rule = recalled.table.playable.terms.file.rake
    for name, cents in least.items():
        if not 0 <= cents <= stood[name]:
            said = f"{name}: {money(cents)}: from nothing to the {money(stood[name])} that were taken, and no more"
            raise Refused(said, clause=None if rule is None else joined(rule.clause))
    return {name: (was, least.get(name, was)) for name, was in stood.items()}


def _right(
    recalled: Recalled, lines: Mapping[int, Line], was: Mapping[int, Amounts], given: Mapping[int, int], *, left: int
) -> dict[int, Amounts]:
    """What each line is to come to. All of the pot is given, and nobody has more of it than a seat's own bets could win."""
    clause, stakes = recalled.table.playable.terms.clause, [line.stake for line in lines.values()]
    for seat in given:
        if seat not in {line.seat for line in lines.values()}:
            raise Refused(f"seat {seat} put nothing into the pot of {recalled.id}", clause=clause)
    found: dict[int, Amounts] = {}
    for number, line in lines.items():
        cents = given.get(line.seat, was[number].given)
        if isinstance(cents, bool) or not isinstance(cents, int) or cents < 0:
            raise BadInput(f"given.{line.seat}: {cents!r} is no amount in cents")
        most = sum(min(stake, line.stake) for stake in stakes)
        if cents > most:
            raise Refused(
                f"seat {line.seat}: {money(cents)} is more than its bets could win, {money(most)}", clause=line.clause
            )
        found[number] = Amounts(min(cents, line.stake), max(cents - line.stake, 0), 0)
    total = sum(amounts.given for amounts in found.values()) + left
    if total != sum(stakes):
        raise Refused(
            f"{money(sum(stakes))} were put in, {money(total)} would come out: a pot is divided to the cent", clause=clause
        )
    return found


def _covered(connection: Connection, table: LiveTable, body: Mapping[str, Any]) -> dict[str, Any]:
    """Who pays from where. A stack that lies before its player takes part; in the middle of a hand it does not."""
    accounts = {entry["account"]: body["pot"]["seats"][str(entry["line"])] for entry in body["lines"]}
    books.balances(
        connection, [books.debt_of(account) for account in sorted(accounts)], lock=True
    )  # before chips, as at the cage
    held = books.balances(connection, sorted(accounts), lock=True)
    there = {} if table.playing or not table.open else table.players
    stacks = {account: table.stack(seat) for account, seat in accounts.items() if there.get(seat) == account}
    return pots.covered(body, table.position, held=held, stacks=stacks)


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
    floor: Floor,
    person: Person,
    table_id: str,
    player: str,
    amount: int,
    *,
    promotion: str | None = None,
    key: str | None = None,
) -> dict[str, Any]:
    """The floor pays somebody out of what the table's pots have given to the fund, by the rules the house has posted.

    It may be for a `promotion` that the text lists; a payment that is to be reported is then marked.
    """
    account = f"player:{player}"
    body = {"account": account, "amount": check_amount(amount), **({"promotion": promotion} if promotion else {})}

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        only_floor(person, table, "paying from the players' fund")
        never_to_oneself(person, player)
        drop = table.playable.terms.file.drop
        if drop is None:
            raise Refused("this game has no fund of its players", clause=table.playable.terms.clause)
        clause = ", ".join(drop.clause)
        if promotion is not None and promotion not in drop.promotions:
            listed = ", ".join(drop.promotions) or "none is listed"
            raise Refused(f"promotion: {shown(promotion)}: it is one of: {listed}", clause=clause)
        if table.settings.practice or not people.known(connection, player):
            raise Refused(f"{player}: the house knows nobody of this name who plays here", clause=clause)
        fund = table.position.account("promotional-drop")
        held = books.balances(connection, [fund, account], lock=True)
        if held.get(fund, 0) < amount:
            raise Refused(f"the fund holds {held.get(fund, 0) / 100:,.2f}", clause=clause)
        above = drop.promotions[promotion].taxable_above if promotion is not None else None
        return floor.event(
            connection, table, "promotion-paid", body, person, *(["taxable"] if above and amount > above else [])
        )

    return floor.change(table_id, person, {"promotion": table_id} | body, work, key=key)
