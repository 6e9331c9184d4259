"""Who is who: roles, and the tokens that prove them. Only a token's hash is kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, update

from croupier.errors import BadInput, Unknown
from croupier.ledger import books, schema
from croupier.ledger.database import Database

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
LIFETIME = timedelta(hours=12)
_KNOWN = select(schema.tokens).where(schema.tokens.c.hash == bindparam("hashed"))


class Role(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    FLOOR = "floor"
    SURVEILLANCE = "surveillance"
    ADMINISTRATOR = "administrator"


class Person(NamedTuple):
    """Somebody signed in."""

    name: str
    role: Role
    token: str = ""

    @property
    def account(self) -> str:
        return f"player:{self.name}"

    @property
    def rules(self) -> bool:
        """May this person decide what the texts leave to a floorperson or supervisor?"""
        return self.role in (Role.FLOOR, Role.ADMINISTRATOR)

    @property
    def deals(self) -> bool:
        return self.role is Role.DEALER or self.rules

    @property
    def audits(self) -> bool:
        return self.role is Role.SURVEILLANCE or self.rules


class NotAllowed(BadInput):
    """The person is known and may not do this."""


class NotSignedIn(BadInput):
    """No token, or one that is unknown, expired or revoked."""


HOUSE = Person("house", Role.ADMINISTRATOR)
"""The house itself: what the server does by itself is done in this name."""


def check_name(name: str) -> str:
    if not NAME.fullmatch(name) or name == HOUSE.name:
        raise BadInput(f"name: {name!r}: small letters, digits, '.', '_' and '-', at most 40, beginning with a letter or digit")
    return name


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def derived(secret: str, key: str) -> str:
    """The secret of a token asked for under an idempotency key: asked again, the same, and nowhere kept."""
    return base64.urlsafe_b64encode(hmac.digest(secret.encode(), key.encode(), "sha256")).rstrip(b"=").decode()


def issue(
    connection: Connection, name: str, role: Role, *, by: Person, lifetime: timedelta = LIFETIME, secret: str = ""
) -> tuple[str, dict[str, Any]]:
    """A new token: its secret, told once, and what is kept of it."""
    secret, number, issued = secret or secrets.token_urlsafe(32), secrets.token_hex(6), datetime.now(UTC)
    kept = {
        "id": number,
        "name": check_name(name),
        "role": str(role),
        "issued": issued.isoformat(timespec="seconds"),
        "expires": (issued + lifetime).isoformat(timespec="seconds"),
    }
    hashed = {"hash": _hash(secret)}
    connection.execute(insert(schema.tokens).values(kept | hashed | {"revoked": None}))
    books.append(connection, books.HOUSE, "token-issued", kept | hashed, by=by.name, marks=["sign-in"])
    return secret, kept | {"revoked": None}


def revoke(connection: Connection, number: str, *, by: Person) -> None:
    """The token is worth nothing from now on."""
    table = schema.tokens
    event = books.append(connection, books.HOUSE, "token-revoked", {"id": number}, by=by.name, marks=["sign-in"])
    done = connection.execute(update(table).where(table.c.id == number, table.c.revoked.is_(None)).values(revoked=event.at))
    if not done.rowcount:
        raise Unknown("valid token", number)


def identify(database: Database, secret: str | None) -> Person:
    """The person behind a token."""
    if not secret:
        raise NotSignedIn("sign in: send a token as 'Authorization: Bearer ...'")
    with database.read() as connection:
        found = connection.execute(_KNOWN, {"hashed": _hash(secret)}).first()
    if found is None:
        raise NotSignedIn("this token is not known here")
    if found.revoked is not None:
        raise NotSignedIn("this token was revoked")
    if found.expires < datetime.now(UTC).isoformat(timespec="seconds"):
        raise NotSignedIn("this token has expired")
    return Person(found.name, Role(found.role), found.id)


def listed(connection: Connection) -> list[dict[str, Any]]:
    table = schema.tokens
    columns = [column for column in table.c if column.name != "hash"]
    return [dict(row._mapping) for row in connection.execute(select(*columns).order_by(table.c.issued))]
