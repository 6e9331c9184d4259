"""The pages in Firefox, where it is installed: the library, a round at a table, the desk, and no script that fails."""

from __future__ import annotations

import time

import pytest

import croupier
from tests.support.firefox import FIREFOX, MISSING, Firefox, firefox
from tests.support.serving import shared

GAME = next(entry.id for entry in croupier.listing() if entry.game == "three-card-poker")
STRAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def _asks(window: Firefox) -> str:
    """What the table waits for."""
    return str(window.run("() => document.querySelector('[data-testid=table-state]')?.dataset.kind || ''")["value"])


def _comes_to(window: Firefox, *kinds: str) -> None:
    until = time.monotonic() + 60
    while _asks(window) not in kinds:
        assert time.monotonic() < until, f"the table still asks for {_asks(window)!r}, not {kinds}"
        time.sleep(0.05)


@pytest.mark.skipif(FIREFOX is None, reason=MISSING)
def test_library_table_and_desk_in_firefox() -> None:
    address = shared().address
    with firefox() as window:
        window.size(1280, 900)
        window.open(address)
        assert "house edge" in window.text(f"game-{GAME}")

        window.open(f"{address}/play/{GAME}")
        window.click("play-as-guest")
        window.awaited("request")
        window.click("spot-ante")
        _comes_to(window, "wager")
        until = time.monotonic() + 30
        while (
            "Your wagers:" not in window.run("() => document.querySelector('[data-testid=table-state]').textContent")["value"]
        ):
            assert time.monotonic() < until, "no chip came down"
            time.sleep(0.05)
        window.click("no-more-bets")
        _comes_to(window, "choice")
        drawn = window.run("() => document.querySelector('.felt svg').getBoundingClientRect().width")["value"]
        assert drawn > 500, "the felt has the room it needs"
        window.click("choice-play")
        _comes_to(window, "over")
        assert "$" in window.text("net") and window.text("result").startswith("You: ")
        assert window.run(STRAYS)["value"] <= 0

        window.open(f"{address}/desk?game={GAME}")
        window.click("desk-example")
        assert "$" in window.text("net")
        window.size(390, 844)
        assert window.run(STRAYS)["value"] <= 0
        assert window.errors == []
