"""A workbench of one's own, in this process: for notebooks, examples and trying things out."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from croupier.ledger.database import Database
from croupier.server import presence
from croupier.server.client import Client
from croupier.server.run import first_token, recover
from croupier.server.workbench import Workbench


@contextmanager
def workbench(database: str | None = None) -> Iterator[Client]:
    """A server on a free port of this machine, and a client signed in as its administrator.

    Without a `database` the ledger is a file that is gone afterwards.
    """
    import uvicorn

    from croupier.server.app import create_app

    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        kept = Database(database or str(Path(folder) / "ledger.db"))
        stack.callback(kept.close)
        bench = Workbench(kept, guests=True)
        before = stack.enter_context(presence.serving(kept, "a workbench of its own"))
        if before is not presence.Before.OTHERS:
            list(recover(bench, died=before is presence.Before.DIED))
        token = first_token(kept)
        config = uvicorn.Config(
            create_app(bench, pages=False), port=0, log_level="warning", access_log=False, proxy_headers=False
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.005)
        port = server.servers[0].sockets[0].getsockname()[1]
        try:
            with Client(f"http://127.0.0.1:{port}", token) as client:
                yield client
        finally:
            server.should_exit = True
            thread.join()
