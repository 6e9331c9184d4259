"""axe-core, the accessibility checker: fetched by npm once a machine, and run in a page that a browser shows."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

VERSION = "4.10.3"
GRAVE = ("serious", "critical")
# A card that comes in is hardly to be seen at first: what moves is awaited.
RUN = """
const done = arguments[arguments.length - 1];
const moving = document.getAnimations().filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime));
Promise.allSettled(moving.map((one) => one.finished)).then(() => axe.run(document, {resultTypes: ['violations']})).then((found) => done(found.violations
  .filter((one) => arguments[0].includes(one.impact))
  .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')}: ${node.html.slice(0, 120)}: ${node.any.concat(node.all, node.none).map((check) => check.message).join('; ').slice(0, 200)}`))),
  (error) => done([String(error)]));
"""


@functools.lru_cache(maxsize=1)
def source() -> str:
    """The checker's script; the test is skipped, with its reason, where it cannot be had."""
    kept = Path(tempfile.gettempdir()) / f"croupier-axe-core-{VERSION}.js"
    if not kept.is_file():
        npm = shutil.which("npm")
        if npm is None:
            pytest.skip("no npm to fetch axe-core with: install nodejs and npm (Debian) to check the pages' accessibility")
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [npm, "pack", f"axe-core@{VERSION}", "--silent"],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            if done.returncode:
                pytest.skip(f"npm could not fetch axe-core {VERSION}: {(done.stderr.splitlines() or ['no reason given'])[-1]}")
            with tarfile.open(next(Path(folder).glob("*.tgz"))) as archive:
                script = archive.extractfile("package/axe.min.js")
                assert script is not None
                part = kept.with_suffix(f".{os.getpid()}")
                part.write_bytes(script.read())
                part.replace(kept)
    return kept.read_text(encoding="utf-8")


def grave(driver: WebDriver) -> list[str]:
    """Every serious or critical violation of the page as it stands: the rule, the element and what is wrong with it."""
    driver.execute_script(source())
    driver.set_script_timeout(60)
    found: list[str] = driver.execute_async_script(RUN, list(GRAVE))
    return found
