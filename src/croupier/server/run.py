"""Starting the workbench: the ledger made ready, what was interrupted noted, the address printed."""

from __future__ import annotations

import gc
import http.client
import ipaddress
import json
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, select

from croupier.errors import BadInput, CroupierError
from croupier.ledger import schema
from croupier.ledger.database import Database, Halted
from croupier.ledger.live import LiveTable
from croupier.server import logs, people, presence
from croupier.server.hosts import Hosts
from croupier.server.people import HOUSE, Role
from croupier.server.workbench import Limits, Workbench

if TYPE_CHECKING:
    from fastapi import FastAPI

GRACE = 3
"""Seconds for what is being answered when the server is told to stop."""
CONFIGURED = "CROUPIER_SERVE"
"""How worker processes are told what to serve: the environment, which no command line shows."""


@dataclass(frozen=True, slots=True)
class Serving:
    """What to serve, and where."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 1
    guests: bool | None = None
    requests: int = Limits().requests
    tables: int = Limits().tables
    chips: int = Limits().chips
    proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-For is believed."""
    hosts: tuple[str, ...] = ()
    """Names the server goes by, beside where it listens."""
    practice_idle: float = Limits().practice_idle
    hints_ahead: bool = True

    @property
    def loopback(self) -> bool:
        try:
            return self.host == "localhost" or ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def lets_guests_in(self) -> bool:
        """Guests are let in where nobody but this machine can come."""
        return self.loopback if self.guests is None else self.guests

    def workbench(self, *, create: bool = False) -> Workbench:
        limits = Limits(requests=self.requests, tables=self.tables, chips=self.chips, practice_idle=self.practice_idle)
        hosts = Hosts.of(self.host, self.hosts)
        return Workbench(
            Database(self.database, create=create),
            guests=self.lets_guests_in,
            limits=limits,
            hosts=hosts,
            hints_ahead=self.hints_ahead,
        )


def first_token(database: Database) -> str | None:
    """An administrator's token, when nobody has one yet."""
    with database.write() as connection:
        if connection.execute(select(func.count()).select_from(schema.tokens)).scalar():
            return None
        secret, _ = people.issue(connection, "administrator", Role.ADMINISTRATOR, by=HOUSE, lifetime=timedelta(days=30))
    return secret


def recover(workbench: Workbench, *, died: bool) -> Iterator[str]:
    """Rebuild every round that was being played when the last server stopped; they go on where they stood.

    Where that server died, each is noted in the books. A table that cannot be rebuilt is left as it is: the others do not wait for it.
    """
    rounds = schema.rounds
    with workbench.database.read() as connection:
        rows = connection.execute(select(rounds.c.table, rounds.c.id).where(rounds.c.status == "playing")).all()
    floor = workbench.floor
    for table, round_id in rows:
        body = {"round": round_id}

        def note(connection: Connection, live: LiveTable, body: dict[str, str] = body) -> dict[str, Any]:
            return floor.event(connection, live, "recovery", body, HOUSE, "recovery")

        try:
            if died:
                floor.change(table, HOUSE, {}, note)
            else:
                floor.read(table, lambda live: live.seq)
            yield f"Round {round_id} was interrupted; it goes on where it stood."
        except CroupierError as error:
            yield f"Round {round_id} was interrupted and cannot be rebuilt: {error}"


@contextmanager
def ready(serving: Serving, address: str) -> Iterator[None]:
    """The ledger, before anybody is served: the schema, that it is served and by whom, the first token, what was interrupted."""
    workbench = serving.workbench(create=True)
    try:
        with presence.serving(workbench.database, address) as before:
            print(f"Ledger: {workbench.database.path or 'the database named'}; starting ...", flush=True)
            token = first_token(workbench.database)
            if token is not None:
                print(f"Administrator's token, shown this once: {token}", flush=True)
            if before is not presence.Before.OTHERS:
                for line in recover(workbench, died=before is presence.Before.DIED):
                    print(line, flush=True)
            workbench.database.checkpoint()
            yield
            with suppress(Halted):
                workbench.database.checkpoint()
    finally:
        workbench.database.close()


def serve(serving: Serving) -> None:
    """Serve until told to stop."""
    import uvicorn

    from croupier.server.one_write import OneWrite

    if not 1 <= serving.workers <= 64:
        raise BadInput(f"workers: {serving.workers}: from 1 to 64")
    for proxy in serving.proxies:
        _check_proxy(proxy)
    _check_free(serving.host, serving.port)
    if not serving.loopback:
        print("Listening beyond this machine: put TLS in front of it, tokens travel in the clear otherwise.", flush=True)
    os.environ[CONFIGURED] = json.dumps({name: getattr(serving, name) for name in Serving.__slots__})
    # Told to stop, it does not wait for browsers that keep their line open.
    options: dict[str, Any] = {"host": serving.host, "log_level": "warning", "access_log": False, "server_header": False}
    options["timeout_graceful_shutdown"] = GRACE
    options |= {"ws_max_size": Limits().body, "http": OneWrite}
    # What a proxy says of who is asking is believed of the proxies named, and of nobody else: not even of this machine.
    options |= {"proxy_headers": bool(serving.proxies), "forwarded_allow_ips": list(serving.proxies)}
    shown = f"[{serving.host}]" if ":" in serving.host else serving.host
    address = f"http://{shown}:{serving.port}/"
    with ready(serving, address), _told_to_stop():
        if serving.workers == 1:
            _tell_when_it_answers(f"Croupier: {address} (Ctrl-C stops it)", serving.host, serving.port)
            app = whole_app()
            gc.enable()
            uvicorn.run(app, port=serving.port, **options)
            return
        gc.enable()
        # Pages keep their state in one process; the API can be asked anywhere. Workers send browsers to the pages.
        spawn = multiprocessing.get_context("spawn")
        pages = spawn.Process(target=_serve_pages, args=(serving.port + 1, options), daemon=True)
        pages.start()
        told = f"Croupier: {address} ({serving.workers} workers; pages on {serving.port + 1}; Ctrl-C stops it)"
        _tell_when_it_answers(told, serving.host, serving.port, serving.port + 1)
        try:
            uvicorn.run("croupier.server.run:worker_app", factory=True, port=serving.port, workers=serving.workers, **options)
        finally:
            pages.terminate()


def _tell_when_it_answers(told: str, host: str, *ports: int) -> None:
    """Print the address once a browser that follows it is answered: who asks there is answered from then on."""
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)

    def ask() -> None:
        for port in ports:
            while not _answers(reached, port):
                time.sleep(0.02)
        print(told, flush=True)

    threading.Thread(target=ask, name="croupier-address", daemon=True).start()


def _answers(host: str, port: int) -> bool:
    connection = http.client.HTTPConnection(host, port, timeout=GRACE)
    try:
        connection.request("GET", "/api/v1/health")
        return connection.getresponse().status < HTTPStatus.INTERNAL_SERVER_ERROR
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


@contextmanager
def _told_to_stop() -> Iterator[None]:
    """Let a request to stop end the block: what comes after it is still done."""

    def stop(_number: int, _frame: Any) -> None:
        raise SystemExit(0)

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except SystemExit as error:
        if error.code:
            raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _leave_with_the_master() -> None:
    """However the process that started this one ends, this one stops too, and its port is free."""
    master = multiprocessing.parent_process()
    if master is None:
        return

    def watch() -> None:
        master.join()
        signal.raise_signal(signal.SIGTERM)
        time.sleep(GRACE + 2)
        os._exit(1)

    threading.Thread(target=watch, name="croupier-master", daemon=True).start()


def _check_proxy(proxy: str) -> None:
    try:
        ipaddress.ip_network(proxy)
    except ValueError:
        raise BadInput(f"proxy: {proxy!r}: an address or a network, as in 10.0.0.7 or 10.0.0.0/24") from None


def _check_free(host: str, port: int) -> None:
    if not host.strip():  # to the system that is every address
        raise BadInput("host: the address to listen on is empty; 0.0.0.0 is every address of this machine")
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            pass
    except (UnicodeError, TypeError):  # a name that no machine can have
        raise BadInput(f"host: {host[:40]!r} is not the name of a machine") from None
    except OSError as error:
        raise BadInput(f"cannot listen on {host} port {port}: {error.strerror}") from None


def _serve_pages(port: int, options: dict[str, Any]) -> None:
    import uvicorn

    _leave_with_the_master()
    uvicorn.run(whole_app(), port=port, **options)


def _told() -> Serving:
    return Serving(**json.loads(os.environ[CONFIGURED]))


@contextmanager
def _unneeded(*names: str) -> Iterator[None]:
    """Import without these: socket.io would bring them for its client, which no server has a use for, and the start waits for them."""
    hidden = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]


def whole_app() -> FastAPI:
    """API and pages, as this process was told to serve them."""
    with _unneeded("aiohttp", "requests"):
        import nicegui  # noqa: F401

    from croupier.server.app import create_app

    logs.install()
    return create_app(_told().workbench())


def worker_app() -> FastAPI:
    """The API alone; a browser is sent to the process that draws the pages."""
    from fastapi import Request
    from fastapi.responses import RedirectResponse

    from croupier.server.app import create_app

    _leave_with_the_master()
    logs.install()
    app = create_app(_told().workbench(), pages=False)
    hosts, port = app.state.workbench.hosts, _told().port

    def elsewhere(request: Request) -> RedirectResponse:
        # To a name of ours, however the request spelt it: never to where a header says.
        name = hosts.name(request.headers["host"])
        return RedirectResponse(str(request.url.replace(hostname=name, port=port + 1)))

    app.add_route("/{path:path}", elsewhere, include_in_schema=False)
    return app
