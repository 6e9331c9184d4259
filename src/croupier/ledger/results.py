"""What wagers come to for the house: told by a table as it settles, kept event by event, and added up by whoever reads the books.

Chips of companions are the house's own, and players' pots are the players': neither is staked against the house here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.ledger.books import Added, Event, Transfer
from croupier.ledger.corrections import Corrected
from croupier.ledger.settings import COMPANION
from croupier.table import acts
from croupier.table.settlement import Line

if TYPE_CHECKING:
    from croupier.ledger.live import LiveTable

RAKE, DROP, TIME, VIGORISH = "rake", "promotional-drop", "time-charge", "vigorish"
"""What a house has besides wagers won. A drop is the players' own fund, which only the table keeps."""


class Result(NamedTuple):
    """A wager, what players staked on it, what the house won by it, and the squares of the stakes, all in cents."""

    wager: str
    stake: int
    win: int
    squares: int


def of_line(line: Line, moved: Sequence[Transfer], *, house: Container[str], staked: bool, undone: bool) -> Result:
    """What a line came to: what it moved to the house's accounts and from them. A void wager was never made."""
    stake = line.stake if staked and line.outcome != "void" else 0
    win = sum(transfer.amount * ((transfer.credit in house) - (transfer.debit in house)) for transfer in moved)
    return Result(line.wager, -stake if undone else stake, win, -(stake**2) if undone else stake**2)


def of_correction(body: Mapping[str, Any]) -> list[Result]:
    """What a correction changes of what was told before; of a pot, only what the house had taken from it."""
    if "pot" in body:
        return [Result(name, 0, now - was, 0) for name, (was, now) in body["pot"]["taken"].items()]
    found = []
    for entry in map(Corrected.read, body["lines"]):
        if not entry.account.startswith(COMPANION):
            made = entry.voided - entry.void
            win = entry.was.given - entry.now.given
            found.append(Result(entry.wager, made * entry.stake, win, made * entry.stake**2))
    return found


def merged(results: Iterable[Result]) -> list[Result]:
    """One result a wager."""
    found: dict[str, Result] = {}
    for wager, *now in results:
        before = found.get(wager, (wager, 0, 0, 0))
        found[wager] = Result(wager, *(old + new for old, new in zip(before[1:], now, strict=True)))
    return [result for result in found.values() if any(result[1:])]


def rows(table: LiveTable, event: Added | Event, body: Mapping[str, Any], told: Iterable[Result]) -> list[dict[str, Any]]:
    """What is kept of an event's results."""
    place = {"event": event.id, "table": table.id, "round": body.get("round"), "day": event.at[:10], "dealer": dealer(table)}
    return [
        place | {"wager": wager, "stake": stake, "win": win, "squares": squares / 10_000} for wager, stake, win, squares in told
    ]


def dealer(table: LiveTable) -> str:
    """Who deals; nobody where the equipment does."""
    return "" if table.electronic else table.session.dealer or ""


def summary(table: LiveTable) -> dict[str, Any]:
    """How the table's latest round stands in the list of rounds."""
    assert table.round is not None
    reported = dict.fromkeys(act.irregularity for act in table.round.log if isinstance(act, acts.Reported))
    players = () if table.playing else table.position.players
    return {
        "status": table.status,
        "dealer": dealer(table),
        "players": " ".join(account.partition(":")[2] for account in players),
        "irregular": " ".join(reported),
    }


def afterwards(irregular: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """How a round stands in that list when it has been corrected or ruled on late."""
    named = dict.fromkeys([*irregular.split(), *filter(None, [body.get("irregularity")])])
    return {"irregular": " ".join(named), "corrected": 1}
