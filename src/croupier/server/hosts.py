"""The names this server goes by. Whoever asks for another one is refused, and so is what another site's page sends here."""

from __future__ import annotations

import ipaddress
import json
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass

from starlette.types import ASGIApp, Receive, Scope, Send

from croupier.errors import BadInput

LOOPBACK = frozenset(["localhost", "127.0.0.1", "[::1]"])
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:(?P<port>[0-9]{1,5}))?")
_SAFE = frozenset(["GET", "HEAD", "OPTIONS"])
SOCKETS = "/_nicegui_ws/"
"""Where the pages' own sockets are: there a GET, too, carries what is said."""


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names in a `Host` that are ours; where the server listens everywhere, any literal address is."""

    names: frozenset[str] = LOOPBACK
    given: frozenset[str] = frozenset()
    """Those of them the house named: behind a proxy, pages may come from there."""
    addresses: bool = False

    @classmethod
    def of(cls, bound: str, allowed: Iterable[str] = ()) -> Hosts:
        """What a server that listens on `bound` goes by: that name, the names it is given and, on this machine, this machine's."""
        named = frozenset(check_host(name) for name in allowed)
        bound = bound.lower()
        try:
            address = ipaddress.ip_address(bound)
        except ValueError:
            return cls(named | {bound} | (LOOPBACK if bound == "localhost" else frozenset()), named)
        if address.is_unspecified:
            return cls(named | LOOPBACK | {socket.gethostname().lower()}, named, addresses=True)
        return cls(named | {_written(address)} | (LOOPBACK if address.is_loopback else frozenset()), named)

    def name(self, host: str) -> str | None:
        """The name of ours that a `Host` asks for, in our own spelling."""
        found = _HOST.fullmatch(host.lower())
        if found is None:
            return None
        if found["name"] in self.names or host.lower() in self.names:
            return str(found["name"])
        try:
            address = ipaddress.ip_address(found["name"].strip("[]"))
        except ValueError:
            return None
        return _written(address) if self.addresses or _written(address) in self.names else None

    def own(self, origin: str, host: str) -> bool:
        """Is it a page of ours that sends this? One from the very address that is asked, or from a name we were given."""
        scheme, _, place = origin.lower().partition("://")
        return scheme in ("http", "https") and (place == host.lower() or place in self.given)


def _written(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    return f"[{address}]" if address.version == 6 else str(address)


def check_host(name: str) -> str:
    if not _HOST.fullmatch(name.lower()):
        raise BadInput(f"allowed host: {name!r}: a name as in casino.example, or with its port")
    return name.lower()


class OwnHosts:
    """Stands before the application and lets nothing by that is not for us, or that another site sends."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal(scope) if scope["type"] in ("http", "websocket") else None
        if refusal is None:
            await self.app(scope, receive, send)
        else:
            await _refuse(scope, send, *refusal)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        told = [(name, value.decode("latin-1")) for name, value in scope["headers"] if name in (b"host", b"origin")]
        hosts = [value for name, value in told if name == b"host"]
        origin = next((value for name, value in told if name == b"origin"), None)
        if len(hosts) != 1 or self.hosts.name(hosts[0]) is None:
            return 400, "this server does not go by that name: start it with --allowed-host"
        if origin is None or self.hosts.own(origin, hosts[0]):
            return None
        if scope["type"] == "http" and scope["method"] in _SAFE and not scope["path"].startswith(SOCKETS):
            return None
        return 403, "this comes from another site"


async def _refuse(scope: Scope, send: Send, status: int, why: str) -> None:
    body = json.dumps({"error": why, "clause": None}).encode()
    kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
    if scope["type"] == "websocket" and kind not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
