"""What a correction does to a jackpot: a win that is taken back goes on the meter again, a wager that was never made leaves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.ledger.corrections import Corrected, Remetered
from croupier.ledger.live import LiveTable
from croupier.rules.payouts import Payout
from croupier.server.floor import Floor
from croupier.server.recall import Recalled
from croupier.table import meters, sharing
from croupier.table.meters import Moved
from croupier.table.settlement import Line
from croupier.table.table import Table


def stood(recalled: Recalled, name: str | None) -> Fraction:
    """What a meter stood at when the round came to be paid."""
    meter = recalled.round.table.meters.get(name or "")
    return Fraction(0) if meter is None else meter.start + meter.contributed


def drawn(recalled: Recalled, line: Line, won: int, *, others: Sequence[Line]) -> tuple[str, int, int]:
    """The meter that a corrected win comes off, what of the win does, and the seed that follows when it is all of it.

    It is by the row that pays just this much; what no row pays, on a wager with shares of a meter, is a share of it.
    """
    table, wager = recalled.round.table, recalled.table.playable.called[line.wager].wager
    if wager.meter is None or not won:
        return "", 0, 0
    posted = [
        row for name, entry in table.terms.chosen.items() if name.partition(":")[0] == wager.id for row in entry.rows.values()
    ]
    row = next((row for row in posted if row.won(line.stake, meter=stood(recalled, row.meter or wager.meter)) == won), None)
    if row is None:
        shared = next((row for row in posted if any(meters.drawn(row, 1, seed=0))), None)
        return ("", 0, 0) if shared is None else (shared.meter or wager.meter, won, 0)
    name = row.meter or wager.meter
    return name, *_off(table, name, row, won, others)


def _off(table: Table, name: str, row: Payout, won: int, others: Sequence[Line]) -> tuple[int, int]:
    """What a row draws of a meter, and the seed that follows: not where others have their part of all of it."""
    found = meters.drawn(row, won, seed=0 if sharing.paid_all_of(table, name, others) else table.meters[name].seed)
    return found.paid, int(found.resets)


def moved(
    recalled: Recalled,
    line: Line,
    last: Corrected | None,
    now: Corrected,
    so_far: Mapping[str, Moved],
    *,
    others: Sequence[Line],
) -> dict[str, Moved]:
    """What this correction of a line moves of the meters its wager feeds or is paid by, besides what others did `so_far`."""
    table, wager = recalled.round.table, recalled.table.playable.called[line.wager].wager
    found = dict(so_far)
    if wager.meter is None:
        return found
    if last is None:
        row = table.paid_by(line)
        before = "" if row is None else row.meter or wager.meter
        was = (0, 0) if row is None else _off(table, before, row, line.won, others)
        void = line.outcome == "void"
    else:
        before, was, void = last.meter, last.drawn, last.void
    for name, meter in table.meters.items():
        fed = wager.meter in (name, table.terms.meters[name].beside)
        if not fed and name not in (before, now.meter):
            continue
        paid, resets = (now.drawn[part] * (name == now.meter) - was[part] * (name == before) for part in (0, 1))
        share = line.stake * meter.rate * (void - now.void) * fed
        earlier = found.get(name, Moved())
        found[name] = Moved(earlier.contributed + share, earlier.paid + paid, earlier.resets + resets)
    return {name: change for name, change in found.items() if any(change)}


def written(floor: Floor, connection: Connection, table: LiveTable, moved: Mapping[str, Moved]) -> dict[str, Any]:
    """The meters as the event has them: what each stands at now, and what moves."""
    if not moved:
        return {}
    assert table.link is not None
    now = floor.links.at(connection, table.link)
    assert now is not None
    for name, change in moved.items():
        if now.meters[name].after(change).amount < 0:
            stands = int(now.meters[name].amount)
            raise Refused(f"{name} stands at {stands} cents: it cannot pay this any more", clause=table.playable.terms.clause)
    return {name: Remetered(now.meters[name].amount, change).written() for name, change in moved.items()}
