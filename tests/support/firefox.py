"""Firefox without a driver: it speaks WebDriver BiDi itself, over one socket, and this says the few words a test needs."""

from __future__ import annotations

import base64
import contextlib
import json
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
MISSING = "no Firefox: install firefox-esr (Debian) to open the pages in it too"
PATIENCE = 60.0
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
SHOWN = """(name) => [...document.querySelectorAll(`[data-testid="${name}"]`)].find((e) => e.getClientRects().length) || null"""


@dataclass
class Firefox:
    """One window."""

    socket: ClientConnection
    window: str = ""
    said: int = 0
    errors: list[str] = field(default_factory=list)
    """What scripts of the pages failed with."""

    def ask(self, method: str, **parameters: Any) -> Any:
        """A command and what comes of it; what Firefox tells in between is kept where it is a fault."""
        self.said += 1
        self.socket.send(json.dumps({"id": self.said, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(timeout=PATIENCE))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(str(answer["params"]["text"]))
            if answer.get("id") == self.said:
                assert answer["type"] == "success", answer
                return answer["result"]

    def open(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.window, url=address, wait="complete")

    def run(self, function: str, *given: str) -> Any:
        """A script's answer, as BiDi spells it."""
        arguments = [{"type": "string", "value": value} for value in given]
        found = self.ask(
            "script.callFunction",
            functionDeclaration=function,
            arguments=arguments,
            target={"context": self.window},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        return found["result"]

    def awaited(self, *testids: str) -> dict[str, Any]:
        """The first of these markers to be shown."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for testid in testids:
                found = self.run(SHOWN, testid)
                if found["type"] == "node":
                    return dict(found)
            time.sleep(0.05)
        raise AssertionError(f"none of {', '.join(testids)} was shown in {PATIENCE:.0f} s")

    def text(self, testid: str) -> str:
        self.awaited(testid)
        return str(self.run(f"(name) => ({SHOWN})(name).textContent", testid)["value"])

    def click(self, testid: str) -> None:
        """With the mouse, as a person would."""
        element = {"sharedId": self.awaited(testid)["sharedId"]}
        self.run(f"(name) => {{ ({SHOWN})(name).scrollIntoView({{block: 'center'}}) }}", testid)
        moves = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": {"type": "element", "element": element}},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}
        self.ask("input.performActions", context=self.window, actions=[mouse])

    def size(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self.window, viewport={"width": width, "height": height})

    def picture(self, to: Path) -> None:
        to.write_bytes(base64.b64decode(self.ask("browsingContext.captureScreenshot", context=self.window)["data"]))


@contextlib.contextmanager
def firefox() -> Iterator[Firefox]:
    """A Firefox with a profile of its own, for as long as the block lasts."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        words = [str(FIREFOX), "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"]
        log = Path(profile) / "said.txt"
        with log.open("wb") as said:
            process = subprocess.Popen(words, stdout=said, stderr=said)
        try:
            until = time.monotonic() + PATIENCE
            while (found := LISTENS.search(log.read_text(errors="replace"))) is None:
                assert process.poll() is None and time.monotonic() < until, log.read_text(errors="replace")[-500:]
                time.sleep(0.05)
            with connect(f"{found[1]}/session", max_size=None, open_timeout=PATIENCE) as socket:
                window = Firefox(socket)
                window.ask("session.new", capabilities={})
                window.ask("session.subscribe", events=["log.entryAdded"])
                window.window = window.ask("browsingContext.getTree")["contexts"][0]["context"]
                yield window
        finally:
            process.terminate()
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
