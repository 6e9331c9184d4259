"""Who is who: roles, and the tokens that prove them. Only a token's hash is kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, exists, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import BadInput, Unknown
from croupier.ledger import books, schema
from croupier.ledger.database import Database

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
LIFETIME = timedelta(hours=12)
_BY_HASH = select(schema.tokens).where(schema.tokens.c.hash == bindparam("hashed"))
_BY_HASHES = select(schema.tokens).where(schema.tokens.c.hash.in_(bindparam("hashes", expanding=True)))
_BY_ID = select(schema.tokens).where(schema.tokens.c.id.in_(bindparam("numbers", expanding=True)))
_AT_ONCE = 500
GUESTS, INVITEES = "guests:", "person:"
"""How shares are called: that of an address whose guests have one together, and a person's own."""
_MARK = 6
"""So many digits of a guest's token number are of the address they came from."""
_SALT = secrets.token_hex(16)


class Role(StrEnum):
    GUEST = "guest"
    """Somebody let in without an invitation: good for practice, and for nothing at the cage."""
    PLAYER = "player"
    DEALER = "dealer"
    STICKPERSON = "stickperson"
    BOXPERSON = "boxperson"
    FLOOR = "floor"
    SUPERVISOR = "supervisor"
    SURVEILLANCE = "surveillance"
    ADMINISTRATOR = "administrator"


INVITED = tuple(role for role in Role if role is not Role.GUEST)
"""What a token that somebody issues may be for."""


_DEALERS = frozenset({"dealer"})
_STICK = _DEALERS | {"stickperson"}
_BOX = _STICK | {"boxperson"}
_FLOOR = _BOX | {"floor", "supervisor", "floor-or-surveillance"}
AUTHORITY: Mapping[Role, frozenset[str]] = {
    Role.DEALER: _DEALERS,
    Role.STICKPERSON: _STICK,
    Role.BOXPERSON: _BOX,
    Role.FLOOR: _FLOOR,
    Role.SUPERVISOR: _FLOOR,
    Role.SURVEILLANCE: frozenset({"surveillance", "floor-or-surveillance"}),
    Role.ADMINISTRATOR: _FLOOR,
}
"""As whom each role may act: what a text gives to somebody, whoever is above may do too. The texts give the same powers now to
the floorperson and now to the supervisor, so either is the other. Nobody but surveillance looks on for surveillance."""


class Person(NamedTuple):
    """Somebody signed in."""

    name: str
    role: Role
    token: str = ""

    @property
    def share(self) -> str:
        """Out of whose share it comes what this person asks for. Whoever comes uninvited from one address has one with all who do:
        their names are free, and nobody has more for having many.
        """
        return f"{GUESTS}{self.token[:_MARK]}" if self.role is Role.GUEST and self.token else f"{INVITEES}{self.name}"

    @property
    def account(self) -> str:
        """Where their chips are; a guest's are practice chips wherever they go."""
        return f"{'practice' if self.role is Role.GUEST else 'player'}:{self.name}"

    def has(self, authority: str) -> bool:
        """Does this person's role have the authority that a text gives to somebody?"""
        return authority in AUTHORITY.get(self.role, ())

    @property
    def plays(self) -> bool:
        return self.role in (Role.GUEST, Role.PLAYER, Role.ADMINISTRATOR)

    @property
    def rules(self) -> bool:
        """May this person decide what the texts leave to a floorperson or supervisor?"""
        return self.has("floor")

    @property
    def deals(self) -> bool:
        return self.has("dealer")

    @property
    def audits(self) -> bool:
        return self.role is Role.SURVEILLANCE or self.rules


class NotAllowed(BadInput):
    """The person is known and may not do this."""


class NotSignedIn(BadInput):
    """No token, or one that is unknown, expired or revoked."""


TOKENS = "tokens"
"""What the floor is stirred with when a token has been revoked."""
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
    connection: Connection,
    name: str,
    role: Role,
    *,
    by: Person,
    lifetime: timedelta = LIFETIME,
    secret: str = "",
    number: str = "",
) -> tuple[str, dict[str, Any]]:
    """A new token: its secret, told once, and what is kept of it."""
    secret, number, issued = secret or secrets.token_urlsafe(32), number or secrets.token_hex(6), datetime.now(UTC)
    kept = {
        "id": number,
        "name": check_name(name),
        "role": str(role),
        "issued": issued.isoformat(timespec="seconds"),
        "expires": (issued + lifetime).isoformat(timespec="seconds"),
    }
    hashed = {"hash": _hash(secret)}
    books.put(connection, "tokens", kept | hashed | {"revoked": None})
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
    hashed, clock = _hash(secret), database.tokens.clock
    kept = database.tokens.get(hashed)
    if kept is not None:
        return _valid(database, None, kept)
    with database.read() as connection:
        found = connection.execute(_BY_HASH, {"hashed": hashed}).first()
        person = _valid(database, connection, found)
    database.tokens.keep(hashed, found, clock)
    return person


def recent(database: Database, secret: str | None) -> Person | None:
    """The person behind a token that was looked up a moment ago, without asking the database."""
    kept = database.tokens.get(_hash(secret)) if secret else None
    return None if kept is None else _valid(database, None, kept)


def renew(database: Database) -> None:
    """Look up again, all at once, the tokens used since the last time: who goes on asking does not wait for a look at theirs."""
    clock, hashes = database.tokens.clock, database.tokens.used()
    with suppress(SQLAlchemyError), database.read() as connection:  # with no database, whoever asks next is told so
        for first in range(0, len(hashes), _AT_ONCE):
            for row in connection.execute(_BY_HASHES, {"hashes": hashes[first : first + _AT_ONCE]}):
                database.tokens.keep(row.hash, row, clock)


def holders(database: Database, numbers: Iterable[str]) -> dict[str, Person]:
    """Who is behind tokens whose secrets were shown before, by browsers that signed in with them; only those still good."""
    found: dict[str, Person] = {}
    asked = list(numbers)
    with database.read() as connection:
        for first in range(0, len(asked), _AT_ONCE):
            for row in connection.execute(_BY_ID, {"numbers": asked[first : first + _AT_ONCE]}):
                with suppress(NotSignedIn):
                    found[row.id] = _valid(database, connection, row)
    return found


def _valid(database: Database, connection: Connection | None, found: Row[Any] | None) -> Person:
    if found is None:
        raise NotSignedIn("this token is not known here")
    if found.revoked is not None:
        raise NotSignedIn("this token was revoked")
    if found.expires < _latest(database, connection):
        raise NotSignedIn("this token has expired")
    return Person(found.name, Role(found.role), found.id)


_LOOKS_BACK = 1000


def _latest(database: Database, connection: Connection | None) -> str:
    """The latest time this process or the ledger's last events have seen: a clock set back revives no token."""
    if not database.latest and connection is not None:
        last = select(schema.events.c.at).order_by(schema.events.c.id.desc()).limit(_LOOKS_BACK).subquery()
        database.latest = str(connection.execute(select(func.max(last.c.at))).scalar() or "")[:19]
    database.latest = max(database.latest, datetime.now(UTC).isoformat(timespec="seconds"))
    return database.latest


def known(connection: Connection, name: str) -> bool:
    """Does somebody the house invited go by this name: do they hold a token, or did they?"""
    table = schema.tokens
    return bool(connection.execute(select(exists().where(table.c.name == name, table.c.role != str(Role.GUEST)))).scalar())


def new_guest_name(connection: Connection) -> str:
    """A name that nobody has, nor had."""
    tokens, accounts = schema.tokens, schema.accounts
    while True:
        name = f"guest-{secrets.token_hex(8)}"
        held = accounts.c.id.in_([f"player:{name}", f"practice:{name}"])
        if not connection.execute(select(exists().where(tokens.c.name == name) | exists().where(held))).scalar():
            return name


def share_at(database: Database, address: str) -> str:
    """The share of everybody who comes uninvited from an address, in letters from which nobody without the house's key learns it."""
    said = f"guests at {address}"
    mark = database.key.sign(said) if database.key is not None else _hash(_SALT + said)
    return GUESTS + mark[:_MARK]


def new_guest_number(connection: Connection, share: str) -> str:
    """A number for the token of somebody who comes out of this share; nobody has it."""
    table = schema.tokens
    while True:
        number = share.removeprefix(GUESTS) + secrets.token_hex(6)[_MARK:]
        if not connection.execute(select(exists().where(table.c.id == number))).scalar():
            return number


def listed(connection: Connection) -> list[dict[str, Any]]:
    table = schema.tokens
    columns = [column for column in table.c if column.name != "hash"]
    return [dict(row._mapping) for row in connection.execute(select(*columns).order_by(table.c.issued))]
