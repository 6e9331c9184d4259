"""The ledger's files: for their owner alone, and still the same ones while the server runs."""

from __future__ import annotations

import logging
import os
import stat
from pathlib import Path

_log = logging.getLogger("croupier.ledger")


def data_folder() -> Path:
    """Where this person's programs keep what is theirs."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "croupier"


def folder_for(path: Path) -> None:
    """Make the folder, for its owner alone, where there is none."""
    if not path.parent.exists():
        path.parent.mkdir(parents=True, mode=0o700)


def tightened(path: Path) -> None:
    """A file of the house that others may read is for its owner alone from now on."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return
    if stat.S_ISREG(found.st_mode) and found.st_mode & 0o077 and found.st_uid == os.geteuid():
        path.chmod(0o600)
        if not path.stat().st_mode & 0o077:  # a file system without permissions says yes and does nothing
            _log.warning("%s could be read by others: it is for its owner alone now", path)


def made(path: Path, content: bytes = b"") -> bool:
    """Make a file that only its owner can read; False where it is there already."""
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(number, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return True


class Watch:
    """A database file and its write-ahead log: both must stay the files they were when they were opened."""

    def __init__(self, path: Path) -> None:
        self._paths = (str(path), f"{path}-wal")
        self._first: dict[str, tuple[int, int]] = {}

    def forget(self) -> None:
        """The files were closed: which they are is seen when they are opened again."""
        self._first.clear()

    def changed(self) -> str | None:
        """What was taken away or exchanged under the running server. Both files are there while a connection is open."""
        for path in self._paths:
            try:
                found = os.stat(path)  # noqa: PTH116 - after every commit: a Path takes longer than the system
            except FileNotFoundError:
                return Path(path).name if path in self._first else None
            if self._first.setdefault(path, (found.st_dev, found.st_ino)) != (found.st_dev, found.st_ino):
                return Path(path).name
        return None
