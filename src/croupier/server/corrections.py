"""After the round: a line undone or set right, a ruling that comes late. The old posting is reversed, the difference moves.

Who corrects is of the floor and had no part in the round; the books keep who, why and by which clause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from croupier.errors import BadInput, Refused, Unknown
from croupier.hands.looks import LOOKS
from croupier.ledger import books, corrections, schema
from croupier.ledger.corrections import Amounts, Corrected
from croupier.ledger.live import COMPANION, LiveTable
from croupier.rules.rulings import Ruling
from croupier.rules.terms import Wager, joined
from croupier.server import remetering
from croupier.server.floor import Floor
from croupier.server.lines import check_line
from croupier.server.people import NotAllowed, Person
from croupier.server.permissions import only_floor
from croupier.server.recall import Recalled, recall
from croupier.table.meters import Moved
from croupier.table.playable import Playable
from croupier.table.settlement import Line, money

LATE = ("void-round", "void-hand", "void-wagers", "lose-wagers", "continue")
"""Remedies that can still be had when a round is over; the others are of the cards, the dice and the wheel."""


def reverse(floor: Floor, person: Person, round_id: str, line: int, why: str, *, key: str | None = None) -> dict[str, Any]:
    """Undo what a settlement line paid and collected: the stake goes back to the player, the win to the tray."""
    recalled = over(floor, person, round_id)
    settled = _line(recalled, line)
    now = {line: Amounts(settled.stake, 0, 0)}
    request = {"reverse": round_id, "line": line, "why": why}
    body = {"clause": settled.clause, "why": why}
    return _correct(floor, person, recalled, "reversal", now, body, request, void=True, key=key)


def correct(
    floor: Floor,
    person: Person,
    round_id: str,
    line: int,
    *,
    returned: int,
    won: int,
    commission: int = 0,
    clause: str,
    why: str,
    key: str | None = None,
) -> dict[str, Any]:
    """Set a settled line right: what was to go back of the stake, what it was to win, and the clause that says so."""
    recalled = over(floor, person, round_id)
    settled, right = _line(recalled, line), Amounts(returned, won, commission)
    check_clause(recalled, clause)
    _check_right(recalled, settled, right)
    body = {"clause": clause, "why": why}
    request = {"correct": round_id, "line": line, "right": list(right)} | body
    return _correct(floor, person, recalled, "correction", {line: right}, body, request, key=key)


def rule_late(
    floor: Floor, person: Person, round_id: str, irregularity: str, seat: int = 0, *, why: str, key: str | None = None
) -> dict[str, Any]:
    """The ruling on an irregularity that comes to light when the round is over."""
    recalled = over(floor, person, round_id)
    rulings = recalled.table.playable.terms.rulings
    if irregularity not in rulings:
        raise Unknown("irregularity", irregularity, rulings)
    ruling = rulings[irregularity]
    cited = ", ".join(ruling.clause)
    if ruling.remedy not in LATE:
        raise Refused(f"{irregularity}: {ruling.remedy} cannot be done when the round is over: correct its lines", clause=cited)
    if ruling.seat != any(line.seat == seat for _, line in recalled.table.position.lines):
        raise Refused(f"{irregularity} concerns {'a seat that played' if ruling.seat else 'no one seat'}", clause=cited)
    now = {
        number: Amounts(0 if ruling.remedy == "lose-wagers" else line.stake, 0, _charged_before(recalled, line))
        for number, line in recalled.table.position.lines
        if _concerned(recalled, ruling, seat, line)
    }
    body = {"irregularity": irregularity, "seat": seat, "remedy": ruling.remedy, "clause": cited, "why": why}
    request = {"late": round_id} | body
    body |= {"reading": ruling.reading}
    void = ruling.remedy != "lose-wagers"
    return _correct(floor, person, recalled, "late-ruling", now, body, request, void=void, key=key)


def _charged_before(recalled: Recalled, line: Line) -> int:
    """What a line without a stake charges for wins of earlier rounds: a ruling on this one takes nothing of it back."""
    if line.stake or line.won or not line.commission:
        return 0
    marked = recalled.round.written().get("carried", {}).get("vigorish", {})
    return min(line.commission, int(marked.get(str(line.seat), 0)))


def _concerned(recalled: Recalled, ruling: Ruling, seat: int, line: Line) -> bool:
    """Is this line one that the ruling changes?"""
    if ruling.remedy == "continue" or (ruling.seat and line.seat != seat):
        return False
    named = not ruling.wagers or recalled.table.playable.called[line.wager].wager.id in ruling.wagers
    return named or ruling.remedy in ("void-round", "lose-wagers")


def over(floor: Floor, person: Person, round_id: str) -> Recalled:
    """The round, if it is over and this person may correct it."""
    recalled = recall(floor, round_id)
    only_floor(person, recalled.table, "a correction")
    if recalled.status == "playing":
        raise Refused(f"round {round_id} is still being played")
    if recalled.seat_of(person.account) is not None and not recalled.table.settings.practice:
        raise NotAllowed("nobody corrects a round they played in")
    return recalled


def _line(recalled: Recalled, line: int) -> Line:
    settled = dict(recalled.table.position.lines).get(line)
    if settled is None:
        raise Unknown("settlement line", f"{recalled.id}#{line}")
    return settled


def check_clause(recalled: Recalled, clause: str) -> None:
    known = recalled.table.playable.terms.clauses
    for cited in clause.split(", "):
        if cited not in known:
            raise Unknown(f"clause of {recalled.table.playable.terms.id}", cited)


def _check_right(recalled: Recalled, line: Line, right: Amounts) -> None:
    """A line cannot be set right to what its wager could never have come to."""
    if min(right) < 0 or right.returned > line.stake:
        raise BadInput(f"returned: {right.returned}: from 0 to the stake, {line.stake}")
    most, clause = _most(recalled, line)
    if right.won > most:
        raise Refused(f"{line.wager}: {money(right.won)} is more than it can win, {money(most)}", clause=clause)
    if right.commission > right.returned + right.won:
        raise Refused(f"{line.wager}: a commission of {money(right.commission)} is more than is paid", clause=line.clause)


def _most(recalled: Recalled, line: Line) -> tuple[int, str]:
    """The most that a line can win by the rows posted for its wager, or for one of its own outcomes, and their clause.

    A bonus without a stake is paid on another wager's: on no more than all the seat staked.
    """
    terms, wager = recalled.table.playable.terms, recalled.table.playable.called[line.wager].wager
    staked = line.stake or sum(other.stake for _, other in recalled.table.position.lines if other.seat == line.seat)
    posted = [table for name, table in terms.chosen.items() if name.partition(":")[0] in (wager.id, *wager.outcomes)]
    rows = [
        (
            _rows_at_once(recalled.table.playable, wager)
            * row.won(staked, meter=remetering.stood(recalled, row.meter or wager.meter)),
            table.clause,
        )
        for table in posted
        for row in table.rows.values()
    ]
    return max(rows, default=(staked, wager.clause))


def _rows_at_once(playable: Playable, wager: Wager) -> int:
    """How many rows a stake may be paid by on one line: as the game has it, and two where both cards of a hand count."""
    by_parts = wager.looks_at is not None and LOOKS[wager.looks_at].each is not None
    return 2 if by_parts else playable.rows_at_once.get(wager.id, 1)


def _correct(
    floor: Floor,
    person: Person,
    recalled: Recalled,
    kind: str,
    now: Mapping[int, Amounts],
    body: Mapping[str, Any],
    request: Mapping[str, Any],
    *,
    void: bool = False,
    key: str | None,
) -> dict[str, Any]:
    """Write the correction of these lines, each after what it was corrected to before; a `void` wager was never made."""
    if (rake := recalled.table.playable.terms.file.rake) is not None:
        raise Refused(
            "a pot is shared among its players: it is set right as a whole, by what each of them should have had of it",
            clause=joined(rake.clause),
        )
    check_line("why", body["why"])
    posted = dict(recalled.table.position.lines)
    bank = next((w for line in posted.values() if (w := recalled.table.playable.called[line.wager].wager).banks), None)
    if bank is not None and posted.keys() - now.keys():
        raise Refused(
            "a player had the bank, and what one lost another won: only all of the round is undone, by a ruling that voids it",
            clause=bank.clause,
        )

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        only_floor(person, table, "a correction")  # as it stands now: who sits there plays with those whose chips would move
        before = corrections.standing(earlier(connection, table.id), recalled.id)
        lines, moved, unmarked = list[Corrected](), dict[str, Moved](), Counter[int]()
        for number, right in now.items():
            line, last, account = posted[number], before.get(number), recalled.player(posted[number].seat)
            was = Amounts(line.returned, line.won, line.commission) if last is None else last.now
            gone = account.startswith(COMPANION) and account not in table.position.companions
            if was != right and not gone:  # the chips of a companion that has left have gone home
                revision, others = 1 if last is None else last.revision + 1, _as_paid(posted, before, lines, but=number)
                meter, *drawn = remetering.drawn(recalled, line, right.won, others=others)
                so_far = (number, revision, account, line.wager, line.stake, was, right)
                voided = line.outcome == "void" if last is None else last.void
                unmarked[line.seat] += _marked(recalled, table, number) if last is None else 0
                lines.append(Corrected(*so_far, (drawn[0], drawn[1]), void, meter, voided))
                moved = remetering.moved(recalled, line, last, lines[-1], moved, others=others)
        if not lines and kind != "late-ruling":
            raise Refused(f"line {', '.join(map(str, now))} of {recalled.id} already stands so")
        written = {"round": recalled.id, **body, "authority": str(person.role), "debts": {}}
        written["lines"] = [entry._asdict() for entry in lines]
        written["meters"] = remetering.written(floor, connection, table, moved)
        written["debts"] = _debts(connection, table, written)
        if any(unmarked.values()):
            written["unmarked"] = {str(seat): cents for seat, cents in unmarked.items() if cents}
        marks = ["irregularity"] * (kind == "late-ruling") + ["reversal" if kind == "reversal" else "correction"]
        return floor.event(connection, table, kind, written, person, *marks)

    return floor.change(recalled.table.id, person, request, work, key=key, link=recalled.table.link)


def _marked(recalled: Recalled, table: LiveTable, number: int) -> int:
    """What is still marked of the vigorish on this line: corrected, the line says what is kept of it, and is charged that at once.

    What was collected meanwhile is a line of its own, to be set right by itself.
    """
    lines, terms = dict(recalled.table.position.lines), recalled.table.playable
    line = lines[number]
    owing = [
        other
        for other, settled in lines.items()
        if settled.seat == line.seat and not settled.commission and settled.wager in terms.called and _bears(recalled, settled)
    ]
    before = recalled.round.written().get("carried", {}).get("vigorish", {}).get(str(line.seat), 0)
    added = recalled.round.table.carried.vigorish.get(line.seat, 0) - before
    there = table.players.get(line.seat) == recalled.player(line.seat) and table.shoe == recalled.table.shoe
    marked = table.session.carried.vigorish.get(line.seat, 0)
    return added if owing == [number] and there and 0 < added <= marked else 0


def _bears(recalled: Recalled, line: Line) -> bool:
    """Does the house keep a commission of what the line came to?"""
    posted = recalled.table.playable.terms.chosen.get(line.wager.partition("#")[0])
    kept = (
        {row.removesuffix("commission").removesuffix("-") for row in posted.rows if row.endswith("commission")}
        if posted
        else ()
    )
    return (line.won > 0 and "" in kept) or line.outcome in kept


def _as_paid(
    posted: Mapping[int, Line], before: Mapping[int, Corrected], so_far: Sequence[Corrected], *, but: int
) -> list[Line]:
    """The round's other lines that still stand as they were paid."""
    last = {**before, **{entry.line: entry for entry in so_far}}
    return [
        line for number, line in posted.items() if number != but and (number not in last or last[number].now.won == line.won)
    ]


def earlier(connection: Connection, table_id: str) -> list[dict[str, Any]]:
    kept = schema.events
    query = select(kept).where(kept.c.stream == table_id, kept.c.kind.in_(corrections.KINDS)).order_by(kept.c.seq)
    return [books.event_of(row).body for row in connection.execute(query)]


def _debts(connection: Connection, table: LiveTable, written: Mapping[str, Any]) -> dict[str, int]:
    """What players must give back and no longer have: they owe it by name."""
    tray = table.position.account("tray")
    lows = books.lows(corrections.transfers(written, tray=tray, commission=table.position.commission))
    accounts = sorted({entry["account"] for entry in written["lines"]})
    books.balances(
        connection, [books.debt_of(account) for account in accounts], lock=True
    )  # debts before chips, as at the cage
    held = books.balances(connection, accounts, lock=True)
    short = {account: -(held[account] + lows[account][0]) for account in accounts if account in lows}
    return {account: cents for account, cents in short.items() if cents > 0}
