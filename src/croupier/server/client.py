"""A small client for the API: typed, with a fresh idempotency key for every write, which it sends again when a line breaks."""

from __future__ import annotations

import secrets
import ssl
import time
from collections.abc import Sequence
from functools import cache
from types import TracebackType
from typing import Any, Self

import httpx

from croupier.errors import CroupierError
from croupier.server.models import Me, NewToken, Receipt, TableListed, TableNow, Token
from croupier.server.models_records import Verified


class Problem(CroupierError):
    """What the server refused, with its status and clause."""

    def __init__(self, status: int, error: str, clause: str | None) -> None:
        super().__init__(error)
        self.status, self.clause = status, clause


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates that are trusted, read once: that takes twenty milliseconds, also for an address without encryption."""
    return httpx.create_ssl_context()


class Client:
    """Talk to a workbench as one person."""

    def __init__(self, address: str, token: str | None = None, *, patience: float = 0, timeout: float = 30) -> None:
        """`patience` is for how many seconds a request is sent again when the server cannot be reached."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        base = f"{address.rstrip('/')}/api/v1"
        self._http = httpx.Client(base_url=base, headers=headers, timeout=timeout, verify=_trusted())
        self.patience = patience

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def get(self, path: str, **query: Any) -> Any:
        """Any address, for what has no method of its own here."""
        return self._send("GET", path, params={name: value for name, value in query.items() if value is not None})

    def post(self, path: str, body: Any = None, *, key: str | None = None) -> Any:
        """Write, under a key of its own; a request whose answer was lost is sent again and done once."""
        return self._send("POST", path, json=body, headers=self._keyed(key))

    def delete(self, path: str, *, key: str | None = None) -> Any:
        return self._send("DELETE", path, headers=self._keyed(key))

    @staticmethod
    def _keyed(key: str | None) -> dict[str, str]:
        return {"Idempotency-Key": key or secrets.token_hex(12)}

    def _send(self, method: str, path: str, **request: Any) -> Any:
        until = time.monotonic() + self.patience
        while True:
            try:
                return self._checked(self._http.request(method, path, **request))
            except httpx.TransportError:
                if time.monotonic() >= until:
                    raise
                time.sleep(0.05)

    @staticmethod
    def _checked(answer: httpx.Response) -> Any:
        if answer.is_success:
            return answer.json() if answer.content else None
        try:
            said = answer.json()
        except ValueError:
            said = {}
        raise Problem(answer.status_code, str(said.get("error") or answer.text or answer.reason_phrase), said.get("clause"))

    # People

    def me(self) -> Me:
        return Me(**self.get("/me"))

    def guest(self) -> NewToken:
        """Come in as a guest; later calls are made in the guest's name."""
        token = NewToken(**self.post("/guests"))
        self._http.headers["Authorization"] = f"Bearer {token.token}"
        return token

    def issue(self, name: str, role: str, *, hours: int = 12) -> NewToken:
        return NewToken(**self.post("/tokens", {"name": name, "role": role, "hours": hours}))

    def tokens(self) -> list[Token]:
        return [Token(**entry) for entry in self.get("/tokens")]

    def revoke(self, token: str) -> None:
        self.delete(f"/tokens/{token}")

    def buy_in(self, player: str, amount: int, *, key: str | None = None) -> int:
        """Chips for a player; the answer is what they hold."""
        return int(self.post("/chips", {"player": player, "amount": amount}, key=key)["balance"])

    def cash_out(self, player: str, amount: int, *, key: str | None = None) -> int:
        return int(self.post("/chips", {"player": player, "amount": amount, "cash_out": True}, key=key)["balance"])

    # Tables

    def tables(self) -> list[TableListed]:
        return [TableListed(**entry) for entry in self.get("/tables")]

    def open_table(self, game: str, *, key: str | None = None, **more: Any) -> str:
        """A new table's id."""
        return str(self.post("/tables", {"game": game} | more, key=key)["table"])

    def table(self, table: str) -> TableNow:
        return TableNow(**self.get(f"/tables/{table}"))

    def sit(self, table: str, seat: int, *, companion: bool = False) -> Receipt:
        return Receipt(**self.post(f"/tables/{table}/seats", {"seat": seat, "companion": companion}))

    def share(self, table: str, *, shared: bool = True) -> Receipt:
        return Receipt(**self.post(f"/tables/{table}/sharing", {"shared": shared}))

    def leave(self, table: str, seat: int) -> Receipt:
        return Receipt(**self.delete(f"/tables/{table}/seats/{seat}"))

    def open_round(self, table: str, *, key: str | None = None) -> Receipt:
        return Receipt(**self.post(f"/tables/{table}/rounds", key=key))

    def answer(
        self,
        table: str,
        *acts: Sequence[Any],
        new_round: bool = False,
        expected: int | None = None,
        key: str | None = None,
    ) -> Receipt:
        """Acts in their text form: `["wager", 1, "ante", 1000]`."""
        body = {"acts": [list(act) for act in acts], "new_round": new_round, "expected": expected}
        return Receipt(**self.post(f"/tables/{table}/answers", body, key=key))

    def tell(self, table: str, *acts: Sequence[Any], key: str | None = None) -> Receipt:
        """What happens between rounds, in its text form: `["step", "inspect", "dealer"]`."""
        return Receipt(**self.post(f"/tables/{table}/session", {"acts": [list(act) for act in acts]}, key=key))

    def report(self, table: str, irregularity: str, seat: int = 0, *, when_it_comes: bool = False) -> Receipt:
        body = {"irregularity": irregularity, "seat": seat, "when_it_comes": when_it_comes}
        return Receipt(**self.post(f"/tables/{table}/irregularities", body))

    def rule(self, table: str, *, approve: bool) -> Receipt:
        return Receipt(**self.post(f"/tables/{table}/rulings", {"approve": approve}))

    def void(self, table: str, why: str) -> Receipt:
        return Receipt(**self.post(f"/tables/{table}/void", {"why": why}))

    def post_limits(self, table: str, limits: dict[str, Any], *, told: Sequence[str] = ()) -> Receipt:
        return Receipt(**self.post(f"/tables/{table}/limits", {"limits": limits, "told": list(told)}))

    def close_table(self, table: str) -> Receipt:
        return Receipt(**self.post(f"/tables/{table}/close"))

    # Records

    def recall(self, round_id: str) -> dict[str, Any]:
        found: dict[str, Any] = self.get(f"/rounds/{round_id}")
        return found

    def verify(self) -> Verified:
        return Verified(**self.get("/ledger/verify"))
