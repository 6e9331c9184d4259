"""Commands in processes of their own that need not import anything: each is a fork of one that has.

A server takes seconds to import and a tenth of one to start. What is run is the real command, with its own arguments,
environment, folder and output.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

_PAGES = [
    f"croupier.server.pages.{part}" for part in ("frame", "library", "game.page", "desk.page", "table.page", "audit.page")
]
_SERVER = [f"croupier.server.{part}" for part in ("app", "api", "run", "straight", "house", "playing")]
_ROUTES = [f"croupier.server.routes.{part}" for part in ("tables", "reading", "pricing", "house", "records", "live")]
_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(
    [
        "uvicorn.protocols.http.auto",
        "uvicorn.loops.auto",
        "nicegui",
        "croupier.cli.main",
        "croupier.cli.serving",
        *_SERVER,
        *_ROUTES,
        *_PAGES,
    ]
)


class Forked:
    """What `subprocess.Popen` says of a process, of one that was forked."""

    def __init__(self, words: list[str], output: Path) -> None:
        self._process = _context.Process(target=_run, args=(words, str(output), dict(os.environ), str(Path.cwd())))
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, how: int) -> None:
        os.kill(self.pid, how)

    def kill(self) -> None:
        self._process.kill()

    def wait(self, timeout: float | None = None) -> None:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("croupier", timeout or 0)


def _run(words: list[str], output: str, environment: dict[str, str], folder: str) -> None:
    file = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for number in (1, 2):
        os.dup2(file, number)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["croupier", *words]
    from croupier.cli.main import main

    main()
