"""What a correction does to a jackpot: a win that is taken back goes on the meter again, a wager that was never made leaves it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection

from croupier.errors import Refused
from croupier.ledger.corrections import Corrected, Remetered
from croupier.ledger.live import LiveTable
from croupier.server.floor import Floor
from croupier.server.recall import Recalled
from croupier.table import meters
from croupier.table.meters import Moved
from croupier.table.settlement import Line


def stood(recalled: Recalled, name: str | None) -> Fraction:
    """What a meter stood at when the round came to be paid."""
    meter = recalled.round.table.meters.get(name or "")
    return Fraction(0) if meter is None else meter.start + meter.contributed


def drawn(recalled: Recalled, line: Line, won: int) -> tuple[int, int]:
    """What of a corrected win comes off the meter, and the seed that follows when it is all of it.

    It is by the row that pays just this much; what no row pays, on a wager with shares of a meter, is a share of it.
    """
    table, wager = recalled.round.table, recalled.table.playable.called[line.wager].wager
    if wager.meter is None or not won:
        return 0, 0
    meter, stands = table.meters[wager.meter], stood(recalled, wager.meter)
    posted = [
        row for name, entry in table.terms.chosen.items() if name.partition(":")[0] == wager.id for row in entry.rows.values()
    ]
    row = next((row for row in posted if row.won(line.stake, meter=stands) == won), None)
    if row is None:
        shared = any(any(meters.drawn(row, 1, seed=0)) for row in posted)
        return (won if shared else 0), 0
    found = meters.drawn(row, won, seed=meter.seed)
    return found.paid, int(found.resets)


def moved(
    recalled: Recalled, line: Line, last: Corrected | None, now: Corrected, so_far: Mapping[str, Moved]
) -> dict[str, Moved]:
    """What this correction of a line moves of the meters its wager feeds, besides what others did `so_far`."""
    table, wager = recalled.round.table, recalled.table.playable.called[line.wager].wager
    found = dict(so_far)
    if wager.meter is None:
        return found
    if last is None:
        row = table.paid_by(line)
        before = Moved() if row is None else meters.drawn(row, line.won, seed=table.meters[wager.meter].seed)
        was, void = (before.paid, int(before.resets)), line.outcome == "void"
    else:
        was, void = last.drawn, last.void
    for name, meter in table.meters.items():
        if wager.meter not in (name, table.terms.meters[name].beside):
            continue
        paid, resets = (now.drawn[part] - was[part] if name == wager.meter else 0 for part in (0, 1))
        share = line.stake * meter.rate * (void - now.void)
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
