"""The pages of the poker rooms in a real Chromium: a seat asked for, a hand with its figures, and sitting out."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from tests.server.test_browser import browser, pytestmark  # noqa: F401
from tests.support.browser_play import PATIENCE, awaited, click, sign_in
from tests.support.serving import Served

GAME, LIMITS = "oneida/poker", {"lower-limit": 700, "upper-limit": 1400}
ROW = '[data-kind^="oneida/poker holdem fixed-limit lower-700"]'


@pytest.fixture(scope="module")
def driver() -> Iterator[WebDriver]:
    found = browser(390, 844)
    yield found
    found.quit()


def says(driver: WebDriver, selector: str, text: str) -> None:
    """Wait until what is there says this; the page draws itself anew when something happens."""
    until, said = time.monotonic() + PATIENCE, ""
    while time.monotonic() < until:
        found = "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent).join(' | ')"
        said = driver.execute_script(found, selector)
        if text in said:
            return
        time.sleep(0.05)
    raise AssertionError(f"{selector} says {said!r}, not {text!r}")


def test_somebody_waits_for_a_seat_is_called_and_plays_with_the_pot_in_figures(driver: WebDriver, server: Served) -> None:
    administrator = server.client()
    table = administrator.open_table(GAME, house_rules={"options": LIMITS}, companions=10)
    administrator.sit(table, 1, companion=True)
    token = administrator.issue("pia", "player").token
    administrator.buy_in("pia", 50_000)
    sign_in(driver, server.address, token)
    driver.get(f"{server.address}/poker-rooms")
    awaited(driver, "join-list")
    says(driver, f"{ROW} [data-testid=seats]", "11 of 11 seated")
    driver.execute_script(f"document.querySelector('{ROW} [data-testid=join-list]').click()")
    says(driver, f"{ROW} [data-testid=waiting]", "Waiting: pia")
    administrator.leave(table, 5)
    says(driver, f"{ROW} [data-testid=seats]", "1 free of 11: pia may sit down")
    driver.get(f"{server.address}/tables/{table}")
    click(driver, "sit-5")
    player = server.client(token)
    awaited(driver, "sit-out")
    player.open_round(table)
    player.answer(table, ["wager", 5, "stack", 10_000], ["no-more-bets"])
    for part in ("Pot $", "before you", "button at seat"):
        says(driver, "[data-testid=pot]", part)
    click(driver, "sit-out")
    says(driver, "[data-testid=stacks]", "away")
    driver.get(f"{server.address}/poker-rooms")
    says(driver, f"{ROW} [data-testid=waiting]", "Waiting: nobody")
