"""`python -m benchmarks.fuzz`: requests of every operation the API publishes, with real ids and odd values; no answer may be a 5xx.

It stops after so many requests or seconds and goes on where it stopped: the ledger and the count lie beside the file given with
`--resume`. At the end the books are proved and added up.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import func, select

import croupier
from benchmarks.crash import Server
from croupier.ledger import schema
from croupier.ledger.database import Database
from croupier.ledger.verify import verify
from croupier.server import people
from croupier.server.floor import prepare
from croupier.server.people import HOUSE, Role

ODD = [
    None,
    True,
    0,
    -1,
    1,
    99,
    10**11,
    10**30,
    0.5,
    "",
    "x",
    "ante",
    "\x00",
    "é" * 300,
    "../..",
    [],
    {},
    [[]],
    {"a": {}},
    "1e400",
]
CHUNK = 500
_SKIPPED = ("/jobs", "/prices", "/hint", "/ledger/verify")
"""Work of seconds each: bounded elsewhere, and no test of the books."""


class Fuzz:
    """One client with everybody's tokens, who remembers every id it has been told."""

    def __init__(self, state: dict[str, Any]) -> None:
        self.state, self.rng = state, random.Random(f"{state['seed']} {state['done']}")
        self.known: dict[str, list[str]] = state["known"]
        self.statuses = Counter[str](state["statuses"])
        self.failed: list[str] = state["failed"]

    def operations(self, client: httpx.Client) -> list[tuple[str, str, dict[str, Any]]]:
        document = client.get("/api/v1/openapi.json").json()
        self.schemas = document["components"]["schemas"]
        return [
            (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
            if not any(part in path for part in _SKIPPED)
        ]

    def value(self, told: dict[str, Any], name: str = "", depth: int = 0) -> Any:
        """Something of the shape that was published, most of the time."""
        if self.rng.random() < 0.06 or depth > 5:
            return self.rng.choice(ODD)
        if "$ref" in told:
            return self.value(self.schemas[told["$ref"].rpartition("/")[2]], name, depth + 1)
        for several in ("anyOf", "oneOf"):
            if several in told:
                return self.value(self.rng.choice(told[several]), name, depth + 1)
        if name in self.known and self.rng.random() < 0.8:
            return self.rng.choice(self.known[name])
        if told.get("const") is not None or told.get("enum"):
            return told.get("const") or self.rng.choice(told["enum"])
        if told.get("examples") and self.rng.random() < 0.7:
            return self.rng.choice(told["examples"])
        if told.get("prefixItems"):
            return [self.value(item, depth=depth + 1) for item in told["prefixItems"]]
        match told.get("type"):
            case "integer":
                return self.rng.choice([told.get("minimum", 0), told.get("maximum", 10), self.rng.randint(0, 2000)])
            case "boolean":
                return self.rng.random() < 0.5
            case "array":
                return [self.value(told.get("items", {}), depth=depth + 1) for _ in range(self.rng.randint(0, 3))]
            case "object":
                required, offered = told.get("required", []), told.get("properties", {})
                chosen = [key for key in offered if key in required or self.rng.random() < 0.5]
                return {key: self.value(offered[key], key, depth + 1) for key in chosen}
        return self.rng.choice(["play", "fold", "ante", "hit", "stand", "red", "x", "2026-01-01"])

    def ask(self, client: httpx.Client, method: str, path: str, operation: dict[str, Any]) -> None:
        query: dict[str, Any] = {}
        for parameter in operation.get("parameters", []):
            found = self.value(parameter.get("schema", {}), parameter["name"])
            if parameter["in"] == "path":
                path = path.replace("{" + parameter["name"] + "}", httpx.QueryParams({"x": str(found)}).__str__()[2:] or "x")
            elif parameter["in"] == "query" and self.rng.random() < 0.4:
                query[parameter["name"]] = found
        headers = {"Authorization": f"Bearer {self.rng.choice(self.state['tokens'])}"} if self.rng.random() < 0.97 else {}
        if self.rng.random() < 0.3:
            headers["Idempotency-Key"] = f"k{self.rng.randrange(10**6)}"
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        given: dict[str, Any] = {} if body is None else {"content": json.dumps(self.value(body)).encode()}
        answer = client.request(method, path, params=query, headers=headers | {"Content-Type": "application/json"}, **given)
        self.statuses[str(answer.status_code)] += 1
        if answer.status_code >= 500 and answer.status_code != 503:
            self.failed.append(f"{method} {path} {given} -> {answer.status_code} {answer.text[:200]}")
        elif answer.status_code < 300 and answer.headers.get("content-type", "").startswith("application/json"):
            self._learn(answer.json())

    def _learn(self, told: Any) -> None:
        for entry in told if isinstance(told, list) else [told]:
            for name in ("table", "round", "token", "player"):
                found = entry.get(name) if isinstance(entry, dict) else None
                if isinstance(found, str) and len(found) < 60 and not (name == "token" and len(found) > 12):
                    self.known[name] = [*self.known.get(name, [])[-60:], found]


def _begun(address: str, seed: int) -> dict[str, Any]:
    database = Database(address)
    tokens = []
    for role in Role:
        for number in range(2):
            name, lifetime = f"{role}-{number}", timedelta(days=30)
            secret = database.do(lambda c, n=name, r=role, t=lifetime: people.issue(c, n, r, by=HOUSE, lifetime=t)[0])
            tokens.append(secret)
    database.close()
    games = [entry.id for entry in croupier.listing()]
    known = {"game": games, "player": ["player-0", "player-1"]}
    return {"seed": seed, "done": 0, "tokens": tokens, "known": known, "statuses": {}, "failed": [], "seconds": 0.0}


def run(requests: int, file: Path, *, seed: int, seconds: float) -> str:
    """The summary line."""
    address = f"{file}.db"
    state = json.loads(file.read_text()) if file.exists() else _begun(address, seed)
    server, began = Server(address), time.monotonic()
    server.start()
    try:
        with httpx.Client(base_url=server.address, timeout=120) as client:
            while state["done"] < requests and time.monotonic() - began < seconds:
                fuzz = Fuzz(state)
                operations = fuzz.operations(client)
                for _ in range(min(CHUNK, requests - state["done"])):
                    fuzz.ask(client, *fuzz.rng.choice(operations))
                    state["done"] += 1
                state |= {"statuses": dict(fuzz.statuses), "failed": fuzz.failed[:50]}
                written = file.with_suffix(".new")
                written.write_text(json.dumps(state))
                written.replace(file)
    finally:
        server.kill()
    database = Database(address, create=False)
    verdict = verify(database, prepare)
    with database.read() as connection:
        total = int(connection.execute(select(func.sum(schema.accounts.c.balance))).scalar() or 0)
    database.close()
    wrong = sum(count for status, count in state["statuses"].items() if status.startswith("5"))
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(state["statuses"].items()))
    sound = "sound" if verdict.sound else f"NOT SOUND: {verdict.wrong}"
    told = "".join(f"\n  {line}" for line in state["failed"][:10])
    return (
        f"{state['done']:,} requests, {wrong} x 5xx ({statuses}); books {sound}, {verdict.events:,} events, sum {total}{told}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=1800)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--resume", type=Path, required=True, help="where to keep how far it has come")
    given = parser.parse_args()
    line = run(given.requests, given.resume, seed=given.seed, seconds=given.seconds)
    print(line)
    raise SystemExit(" 0 x 5xx" not in line or "books sound" not in line or "sum 0" not in line)


if __name__ == "__main__":
    main()
