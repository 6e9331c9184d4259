"""The API keeps the contract it publishes: its document is whole, and whatever follows or breaks it is answered as it says."""

from __future__ import annotations

import importlib
import json
import pkgutil
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from benchmarks.walker import Walker
from fastapi.routing import APIRoute, APIWebSocketRoute

from croupier.server import routes
from croupier.server.api import PREFIX
from tests.support.serving import Served, serving

GAME = "ny/three-card-poker"
TOKENS = f"{PREFIX}/tokens/{{token}}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("contract")
    with serving(str(folder / "ledger.db"), folder, "--requests", "1000000") as served:
        yield served
        assert "Traceback" not in served.said(), served.said()[-3000:]
        verdict = served.client().verify()
        assert verdict.sound, verdict.wrong


@pytest.fixture(scope="module")
def document(server: Served) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{server.address}{PREFIX}/openapi.json", timeout=60).json()
    return found


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, found in document["paths"].items():
        for method, operation in found.items():
            yield path, method, operation


def test_every_route_is_in_the_document(document: dict[str, Any]) -> None:
    written = {(path, method.upper()) for path, method, _ in operations(document)}
    routed, sockets = set(), []
    for module in pkgutil.iter_modules(routes.__path__):
        for route in importlib.import_module(f"{routes.__name__}.{module.name}").router.routes:
            if isinstance(route, APIRoute):
                assert route.include_in_schema, route.path
                routed |= {(f"{PREFIX}{route.path}", method) for method in route.methods or ()}
            elif isinstance(route, APIWebSocketRoute):
                sockets.append(route.path)
    assert routed == written
    assert sockets == ["/tables/{table}/live"]


def test_every_operation_says_what_it_does_and_shows_how(document: dict[str, Any]) -> None:
    models = document["components"]["schemas"]
    named = set()
    for path, method, operation in operations(document):
        where = f"{method} {path}"
        assert operation["summary"] and operation["description"][-1] in ".?", where
        named.add(operation["operationId"])
        assert set(operation["responses"]) & {"200", "201", "202", "204"}, where
        for code, answer in operation["responses"].items():
            assert answer["description"], f"{where}: {code}"
            if code >= "400":
                assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Problem"}, (
                    f"{where}: {code}"
                )
        if operation.get("security"):
            assert {"401", "403"} <= set(operation["responses"]), where
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            model = models[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
            assert model.get("examples"), f"{where}: no example of a body"
    assert len(named) == len(list(operations(document)))


def test_the_examples_are_accepted(server: Served, document: dict[str, Any]) -> None:
    """A body copied from the document is of the right shape wherever it is sent: the rules may refuse it, the contract not."""
    client = server.client()
    table = client.open_table(GAME, settings={"practice": True})
    for path, method, operation in operations(document):
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            model = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
            at = (
                path.removeprefix(PREFIX)
                .replace("{table}", table)
                .replace("{seat}", "1")
                .replace("{round}", f"{table}-1")
                .replace("{rulebook}/{game}", GAME)
            )
            for body in model["examples"]:
                answer = client._http.request(method, at, json=body)
                assert answer.status_code in (200, 201, 202, 403, 404, 409), f"{method} {at}: {answer.text}"


class Stage:
    """Things to ask about: tables in play and closed, rounds, events, tokens; whoever asks plays there if their role plays."""

    def __init__(self, server: Served, role: str) -> None:
        administrator = server.client()
        name = f"contract-{role}-{secrets.token_hex(3)}"  # a person may have so many tables, and two tests are for one role
        self.token = administrator.issue(name, role).token
        client = server.client(self.token)
        if role not in ("player", "administrator"):
            name = f"seated-{name}"
            client = server.client(administrator.issue(name, "player").token)
        administrator.buy_in(name, 10**9)
        tables = [client.open_table(GAME, settings={"practice": True}, companions=1) for _ in range(4)]
        for table in tables:
            client.sit(table, 1)
            Walker(client, table, seed=1).play(1)
            client.open_round(table)
        client.void(tables[3], "to be closed")
        client.close_table(tables[3])
        events = [entry["id"] for entry in administrator.get("/ledger/events", limit=5)]
        tokens = [administrator.issue(f"spare-{number}", "player").id for number in range(3)]
        self.values: dict[str, list[Any]] = {
            "table": tables,
            "round": [f"{table}-{number}" for table in tables for number in (1, 2)],
            "event": events,
            "token": tokens,
            "rulebook": [GAME.partition("/")[0]],
            "game": [GAME.partition("/")[2]],
            "irregularity": ["dealer-card-exposed", "wrong-number-of-cards"],
            "seat": [1, 2],
        }

    def configuration(self, path: Path) -> Path:
        """Ids that exist, most of the time: a random one says 404 and nothing more."""
        lines = []
        for name, values in self.values.items():
            lines += [f"[dictionaries.{name}]", f"values = {json.dumps(values)}"]
        lines.append("[parameters]")
        lines += [f'"path.{name}" = {{dictionary = "{name}", probability = 0.85}}' for name in self.values]
        path.write_text("\n".join(lines) + "\n")
        return path


def hold_to_the_contract(server: Served, role: str, folder: Path, examples: int, seed: int) -> None:
    """Every operation, with data the document allows and data it does not; all of schemathesis's checks."""
    stage = Stage(server, role)
    configuration = stage.configuration(folder / "schemathesis.toml")
    command = [str(Path(sys.executable).with_name("schemathesis")), "--config-file", str(configuration), "--no-color", "run"]
    options = ["--checks", "all", "--seed", str(seed), "--max-examples", str(examples), "--generation-database", "none"]
    options += [
        "--request-timeout",
        "60",
        "--max-response-time",
        "60",
    ]  # a verification gives way to whatever else the machine does
    # Whoever may revoke tokens would in time revoke their own, and be refused everything from there on.
    options += ["--exclude-path", TOKENS] if role == "administrator" else []
    header = f"Authorization: Bearer {stage.token}"
    words = [*command, f"{server.address}{PREFIX}/openapi.json", "--header", header, *options]
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, f"{done.stdout[-8000:]}\n{done.stderr[-2000:]}"
    assert "only 401/403" not in done.stdout or role != "administrator", done.stdout[-3000:]


@pytest.mark.parametrize("role", ["administrator", pytest.param("player", marks=pytest.mark.slow)])
def test_the_contract_is_kept(server: Served, tmp_path: Path, role: str) -> None:
    hold_to_the_contract(server, role, tmp_path, examples=1, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("role", ["administrator", "player", "dealer", "floor", "surveillance"])
def test_the_contract_is_kept_for_a_long_time(server: Served, tmp_path: Path, role: str) -> None:
    hold_to_the_contract(server, role, tmp_path, examples=4, seed=2)
