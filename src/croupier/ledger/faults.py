"""What an error of the database means, whichever database and driver it came from."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError


def original(error: BaseException) -> BaseException:
    """The driver's own error: what went wrong first, for a transaction given up cannot be undone step by step and says so too."""
    found: BaseException = error
    earlier: BaseException | None = error
    while earlier is not None:
        found, earlier = earlier if of_database(earlier) else found, earlier.__context__
    return (found.orig or found) if isinstance(found, DBAPIError) else found


def of_database(error: BaseException) -> bool:
    return isinstance(error, (SQLAlchemyError, sqlite3.Error)) or type(error).__module__.split(".")[0] == "psycopg"


def plain(error: BaseException) -> str:
    return (str(original(error)).splitlines() or ["it failed"])[0]


def integrity(error: BaseException) -> bool:
    return any(kind.__name__ == "IntegrityError" for kind in type(original(error)).__mro__)


def busy(error: BaseException) -> bool:
    return bool(getattr(original(error), "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY)


def gone(error: BaseException) -> bool:
    """Is it the connection that is lost, or cannot be made? The database may be there again the next moment."""
    state = getattr(original(error), "sqlstate", None)
    return state is None or state[:2] in ("08", "57")


def lost_race(error: BaseException) -> bool:
    """A broken constraint, a lost race or a long wait is an answer, not a failure of the database."""
    if not of_database(error):
        return False
    state = getattr(original(error), "sqlstate", None)
    return integrity(error) or busy(error) or state in ("40001", "40P01", "55P03")
