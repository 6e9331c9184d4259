"""Counting on a Dask cluster: an executor like any other, that sends a simulation's tables to the workers once."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

from croupier.errors import BadInput, MissingExtra, shown

RETRIES = 10
"""How often a block is counted again when the worker that had it is lost."""


TIMEOUT = "10s"
"""How long a scheduler may take to answer."""


_HOST = r"(?:[\w.-]{1,253}|\[[0-9a-fA-F:.]{2,45}\])"
_ADDRESS = re.compile(rf"(?:(?:tcp|tls|ws|wss|ucx)://)?{_HOST}:[0-9]{{1,5}}|inproc://[\w./-]{{1,253}}")


class ClusterExecutor(Executor):
    """Blocks go to a Dask cluster. A block whose worker dies is counted again by another, with the same answer."""

    coarser = 16
    """Blocks for a cluster are so many times larger than for threads."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self._executor = client.get_executor(retries=RETRIES)
        self._sent: dict[int, tuple[Any, Any]] = {}
        self._max_workers = max(1, sum(client.ncores().values()))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run `fn` somewhere; its first argument travels once."""
        work, *others = args
        future: Future[Any] = self._executor.submit(fn, self._shared(work), *others, **kwargs)
        return future

    def _shared(self, work: Any) -> Any:
        if id(work) not in self._sent:
            # Every worker gets a copy, so losing one loses nothing; the pair keeps `work` alive, and with it its id.
            self._sent[id(work)] = work, self.client.scatter(work, broadcast=True, hash=False)
        return self._sent[id(work)][1]


@contextmanager
def cluster(address: str) -> Iterator[ClusterExecutor]:
    """An executor on the cluster whose scheduler listens at `address`."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError:
        raise MissingExtra("--cluster", "cluster") from None
    # Asked first: a client that has failed once speaks again, out of turn, when it is taken away.
    if not _ADDRESS.fullmatch(address):
        raise BadInput(f"--cluster {shown(address)}: the address of a scheduler, as in tcp://10.0.0.5:8786")
    try:
        client = distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadInput(f"--cluster {address}: {error}") from None
    try:
        yield ClusterExecutor(client)
    finally:
        client.close()
