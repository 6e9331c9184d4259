"""Who comes in: tokens that the administrator gives and takes back, and guests who need none given."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection

from croupier.errors import BadInput
from croupier.server import people
from croupier.server.floor import Floor
from croupier.server.people import HOUSE, NotAllowed, Person, Role

LEAST_SECRET = 16


def issue_token(
    floor: Floor, person: Person, name: str, role: Role, lifetime: timedelta, *, secret: str = "", key: str | None = None
) -> tuple[str, dict[str, Any]]:
    """A token for somebody. Under a key its secret follows from the asker's own `secret`: only they can be told it again."""
    only_administrator(person)
    given = people.derived(secret, key) if key else secrets.token_urlsafe(32)
    request = {"token": name, "role": str(role), "hours": lifetime.total_seconds() / 3600, "asker": person.token}

    def work(connection: Connection) -> dict[str, Any]:
        return people.issue(connection, name, role, by=person, lifetime=lifetime, secret=given)[1]

    return given, floor.house(person, request, work, key=key)


def revoke_token(floor: Floor, person: Person, token: str, *, key: str | None = None) -> None:
    """From now on the token is worth nothing."""
    only_administrator(person)

    def work(connection: Connection) -> dict[str, Any]:
        people.revoke(connection, token, by=person)
        return {}

    floor.house(person, {"revoke": token}, work, key=key)
    floor.stir(people.TOKENS)


def only_administrator(person: Person) -> None:
    if person.role is not Role.ADMINISTRATOR:
        raise NotAllowed("tokens are for the administrator")


def admit_guest(floor: Floor, *, address: str | None = None, key: str | None = None) -> tuple[str, dict[str, Any]]:
    """Somebody new who needs no invitation: a token, good for practice. A `key` is as secret as the token it brings.

    All who come in from one `address` have one share of what is for guests.
    """
    if key is not None and len(key) < LEAST_SECRET:
        raise BadInput(f"the idempotency key of a guest is a secret: at random, {LEAST_SECRET} characters or more")
    secret = people.derived(key, "guest") if key else secrets.token_urlsafe(32)
    under = people.derived(key, "receipt") if key else None

    def work(connection: Connection) -> dict[str, Any]:
        number = "" if address is None else people.new_guest_number(connection, people.share_at(floor.database, address))
        name = people.new_guest_name(connection)
        return people.issue(connection, name, Role.GUEST, by=HOUSE, secret=secret, number=number)[1]

    return secret, floor.house(HOUSE, {"guest": True}, work, key=under)
