"""What the server does on a slower disk than this machine's: `python -m benchmarks.slower_disk --commits 3600`.

A goal beside the bare commit rate is another one on another disk. Here every wait for the disk takes longer, for the bare commits, for
the server and for PostgreSQL alike, until so many bare commits are made in a second; then `benchmarks.serving` is run as it is.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".c")
_BARE = "import sys; from benchmarks.serving import commits; print(commits(sys.argv[1], 1.0))"


def bare(environment: dict[str, str]) -> float:
    """Bare commits a second on SQLite, every wait as long as `environment` says."""
    with tempfile.TemporaryDirectory() as folder:
        given = [sys.executable, "-c", _BARE, f"{folder}/ledger.db"]
        return float(subprocess.run(given, env=environment, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commits", type=float, default=3600.0, help="bare commits a second on SQLite")
    wanted = parser.parse_args().commits
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "slower_disk.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"], check=True)
        environment = {**os.environ, "LD_PRELOAD": str(library), "SLOWER_DISK_NS": "0"}
        more = 0.0
        for _ in range(3):  # to wait takes a little longer than it is asked for
            more += 1e9 / wanted - 1e9 / bare(environment)
            environment["SLOWER_DISK_NS"] = str(max(0, round(more)))
        print(f"every wait for the disk takes {max(0.0, more) / 1e3:.0f} microseconds more", flush=True)
        subprocess.run([sys.executable, "-W", "ignore", "-m", "benchmarks.serving"], env=environment, check=True)


if __name__ == "__main__":
    main()
