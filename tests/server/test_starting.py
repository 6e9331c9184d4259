"""The first moments of a server: what it says, and when."""

from __future__ import annotations

import http.client
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.forked import Forked
from tests.support.serving import PROLOGUE, free_port


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_address_is_printed_when_it_answers(workers: int, tmp_path: Path) -> None:
    port, output, ledger = free_port(beside=1), tmp_path / "said.txt", tmp_path / "ledger.db"
    words = ["serve", "--database", str(ledger), "--port", str(port), "--workers", str(workers)]
    process: Forked | subprocess.Popen[bytes]
    if workers == 1:
        process = Forked(words, output)
    else:  # its workers are spawned anew, which a fork cannot do
        with output.open("wb") as file:
            process = subprocess.Popen([sys.executable, "-c", PROLOGUE, *words], stdout=file, stderr=subprocess.STDOUT)
    try:
        until = time.monotonic() + 120
        while "Croupier: " not in (said := output.read_text() if output.exists() else ""):
            assert process.poll() is None and time.monotonic() < until, said
            time.sleep(0.005)
        for asked in (port, port + 1)[:workers]:
            connection = http.client.HTTPConnection("127.0.0.1", asked, timeout=60)
            connection.request("GET", "/api/v1/games" if asked == port else "/desk")
            assert connection.getresponse().status == 200, "refused a moment after it was named"
            connection.close()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
    first, second, *_, last = said.splitlines()
    assert first == f"Ledger: {ledger}; starting ..." and second.startswith("Administrator's token, shown this once: ")
    assert last.startswith(f"Croupier: http://127.0.0.1:{port}/ (") and last.endswith("Ctrl-C stops it)")
    assert process.returncode == 0, output.read_text()
