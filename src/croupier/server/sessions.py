"""Browsers that are signed in: which session goes with which token. Beside the books in their database, and no part of them.

A session is known here by its hash and a token by its number: whoever reads this can be neither.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.exc import DBAPIError

from croupier.ledger import schema
from croupier.ledger.database import Database, Halted
from croupier.server import people
from croupier.server.people import Person

_sessions, _cookies = schema.sessions, schema.cookies
_TOKENS = select(_sessions).where(_sessions.c.hash.in_(bindparam("hashes", expanding=True)))
_AT_ONCE = 500


def new_session() -> str:
    return secrets.token_urlsafe(32)


def _hash(session: str) -> str:
    return hashlib.sha256(session.encode()).hexdigest()


class Sessions:
    """Who is signed in where. A ledger that cannot be written keeps nobody out: sessions then last as long as the process."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._here: dict[str, str] = {}
        self._kept = True
        try:
            self.secret = self._secret()
        except (Halted, DBAPIError):
            self.secret, self._kept = secrets.token_urlsafe(32), False
        """What cookies are signed with: the same after a restart, so that browsers come back as who they were."""

    def _secret(self) -> str:
        with self.database.read() as connection:
            found = connection.execute(select(_cookies.c.secret)).scalar()
        if found is None:
            found = secrets.token_urlsafe(32)
            with self.database.write() as connection:
                connection.execute(insert(_cookies).values(secret=found))
        return str(found)

    def people(self, sessions: Iterable[str]) -> dict[str, Person]:
        """Who the tokens are now that these sessions signed in with; a session that is nobody's is not there."""
        hashes = {_hash(session): session for session in sessions}
        tokens = {hashes[hashed]: token for hashed, token in self._here.items() if hashed in hashes}
        asked = list(hashes.keys() - self._here.keys()) if self._kept else []
        with self.database.read() as connection:
            for first in range(0, len(asked), _AT_ONCE):
                rows = connection.execute(_TOKENS, {"hashes": asked[first : first + _AT_ONCE]})
                tokens |= {hashes[row.hash]: row.token for row in rows}
        held = people.holders(self.database, set(tokens.values()))
        return {session: held[token] for session, token in tokens.items() if token in held}

    def person(self, session: str) -> Person | None:
        """Who the session's token is now."""
        return self.people([session]).get(session)

    def begin(self, session: str, token: str) -> None:
        """Sign a session in; those of tokens that are worth nothing any more are forgotten."""
        tokens = schema.tokens
        now = datetime.now(UTC).isoformat(timespec="seconds")
        dead = select(tokens.c.id).where(tokens.c.revoked.is_not(None) | (tokens.c.expires < now))
        try:
            with self.database.write() as connection:
                connection.execute(delete(_sessions).where(_sessions.c.token.in_(dead)))
                connection.execute(insert(_sessions).values(hash=_hash(session), token=token))
        except (Halted, DBAPIError):
            self._here[_hash(session)] = token

    def end(self, session: str) -> None:
        """Sign a session out, everywhere it is open."""
        hashed = _hash(session)
        try:
            with self.database.write() as connection:
                connection.execute(delete(_sessions).where(_sessions.c.hash == hashed))
            self._here.pop(hashed, None)
        except (Halted, DBAPIError):
            self._here[hashed] = ""
