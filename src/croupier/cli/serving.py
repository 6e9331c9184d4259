"""`croupier serve`, `croupier ledger verify` and `croupier token`: the workbench from the command line."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from croupier import documents
from croupier.errors import BadInput, shown

if TYPE_CHECKING:
    from croupier.ledger.verify import Verdict


def default_database() -> str:
    """CROUPIER_DATABASE, or a file in the user's own data folder."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return os.environ.get("CROUPIER_DATABASE") or str(Path(home) / "croupier" / "ledger.db")


def start(
    database: str | None,
    *,
    host: str,
    port: int,
    workers: int,
    guests: bool | None,
    requests: int,
    tables: int,
    chips: int,
    practice_idle: int = 60,
    hints_ahead: bool = True,
    proxies: Sequence[str] = (),
    hosts: Sequence[str] = (),
) -> None:
    """Serve until interrupted."""
    gc.disable()  # what is imported stays: looking through it for garbage takes a seventh of the start; `serve` goes on with it
    from croupier.server.run import Serving, serve

    if requests < 1 or tables < 1 or practice_idle < 1 or chips < 0:
        raise BadInput("limits are whole numbers from 1, and of chips from 0")
    serve(
        Serving(
            database or default_database(),
            host,
            port,
            workers,
            guests,
            requests,
            tables,
            chips,
            tuple(proxies),
            tuple(hosts),
            practice_idle=60.0 * practice_idle,
            hints_ahead=hints_ahead,
        )
    )


def read_anchor(path: Path) -> dict[str, tuple[int, str]]:
    """What `ledger verify --keep` wrote."""
    kept = documents.from_json(documents.read(path), f"anchor: {path}")
    for stream, head in kept.items() if isinstance(kept, dict) else [("", None)]:
        if not isinstance(head, list) or [type(part) for part in head] != [int, str]:
            raise BadInput(f"anchor: {path}: {shown(stream)}: this is not what --keep writes")
    return {stream: (seq, digest) for stream, (seq, digest) in kept.items()}


def _not_proved(verdict: Verdict) -> Iterator[str]:
    """What of sound books could not be proved: not wrong, and not to be passed over in silence."""
    if verdict.unopened:
        yield f"not proved: {verdict.unopened} rounds whose sealed seed does not open: the house's key is not there, or another"
    if verdict.unanchored:
        yield (
            f"not proved: {verdict.unanchored} checkpoints are older than the first signed anchor there is: the file of anchors is "
            "gone or was begun anew, and would not show an old copy that was put back"
        )


def verify_ledger(database: str | None, *, anchor: Path | None, keep: Path | None, as_json: bool) -> int:
    """Prove the books; 1 where something is wrong."""
    import json
    import sys
    from dataclasses import asdict

    from rich.console import Console
    from rich.progress import Progress

    from croupier.ledger.database import Database
    from croupier.ledger.verify import verify
    from croupier.server.floor import prepare

    known = None if anchor is None else read_anchor(anchor)
    books = Database(database or default_database(), create=False)
    said = Console(file=sys.stderr)
    with Progress(console=said, transient=True, disable=not said.is_terminal) as bar:
        task = bar.add_task("verifying", total=None)
        verdict = verify(
            books,
            prepare,
            lambda done, total: bar.update(task, completed=done, total=total),
            anchor=known,
        )
    if keep is not None and verdict.sound:
        try:
            keep.write_text(json.dumps(verdict.heads, indent=1) + "\n")
        except OSError as error:
            raise BadInput(f"keep: {keep}: {error.strerror}") from None
    if as_json:
        print(json.dumps({"sound": verdict.sound} | asdict(verdict)))
    elif verdict.sound:
        print(
            f"{verdict.events} events, {verdict.transfers} transfers, {verdict.rounds} rounds played again: every chain holds, "
            f"every transfer follows, every account adds up; chips issued {verdict.issued / 100:,.2f}"
        )
        for line in _not_proved(verdict):
            print(line)
    else:
        print(f"NOT SOUND: {verdict.wrong}")
    return 0 if verdict.sound else 1


def issue_token(database: str | None, name: str, role: str, hours: int) -> None:
    """A token for somebody, from whoever can reach the database itself; the secret is printed once."""
    from croupier.ledger.database import Database
    from croupier.server import people

    if role not in set(people.INVITED):
        raise BadInput(f"role: {role!r}: one of {', '.join(people.INVITED)}")
    if not 1 <= hours <= 24 * 90:
        raise BadInput(f"hours: {hours}: from 1 to {24 * 90}")
    with Database(database or default_database(), create=False).write() as connection:
        secret, kept = people.issue(connection, name, people.Role(role), by=people.HOUSE, lifetime=timedelta(hours=hours))
    typer.echo(f"{secret}  ({kept['role']} {kept['name']}, until {kept['expires']})")
