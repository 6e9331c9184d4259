"""The pages of the poker rooms in a real Chromium: a seat asked for, a hand with its figures, and sitting out."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from tests.server.test_browser import browser, pytestmark  # noqa: F401
from tests.support.browser_play import PATIENCE, awaited, click, sign_in, typed
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
    table = administrator.open_table(GAME, house_rules={"options": LIMITS})
    others = [server.person(f"there-{seat}", chips=50_000) for seat in range(1, 12)]
    for seat, other in enumerate(others, 1):
        other.sit(table, seat)
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
    says(driver, "[data-testid=request]", "Between hands. Choose a chip, put it before you to buy in")
    for seat in (1, 2):
        others[seat - 1].answer(table, ["wager", seat, "stack", 10_000])
    player.answer(table, ["wager", 5, "stack", 10_000], ["no-more-bets"])
    for part in ("Pot $", "before you", "button at seat"):
        says(driver, "[data-testid=pot]", part)
    click(driver, "sit-out")
    says(driver, "[data-testid=stacks]", "away")
    driver.get(f"{server.address}/poker-rooms")
    says(driver, f"{ROW} [data-testid=waiting]", "Waiting: nobody")


def test_the_floor_sets_a_pot_right_on_the_audit_page(driver: WebDriver, server: Served) -> None:
    """Its lines are not corrected one by one; a pot that does not add up is refused in words, and what was raked can be given back."""
    administrator = server.client()
    players = [server.person(name, chips=50_000) for name in ("olga", "otto")]
    options = {"rake": {"method": "percentage", "percent": 10}}
    table = administrator.open_table("ny/poker", house_rules={"options": options})
    for seat, player in enumerate(players, 1):
        player.sit(table, seat)
    administrator.open_round(table)
    for seat, player in enumerate(players, 1):
        player.answer(table, ["wager", seat, "stack", 5000])
    administrator.answer(table, ["no-more-bets"])
    folds = administrator.table(table).pending.seat  # type: ignore[union-attr]
    players[folds - 1].answer(table, ["choice", folds, "fold"])
    round_id = f"{table}-1"
    lines = {line["seat"]: line for line in administrator.recall(round_id)["lines"]}
    wins = 3 - folds
    had, put_in = lines[wins]["won"] + lines[wins]["returned"], sum(line["stake"] for line in lines.values())
    assert 0 < had < put_in
    driver.delete_all_cookies()  # whoever sat here before
    sign_in(driver, server.address, administrator.issue("flora", "floor").token)
    driver.get(f"{server.address}/audit/rounds/{round_id}")
    click(driver, "correct-pot")
    assert "correct-1" not in driver.page_source and "reverse-1" not in driver.page_source
    typed(driver, f"pot-{wins}", f"{put_in / 100:.2f}")
    typed(driver, "pot-why", "nobody had bet")
    click(driver, "pot-do")
    says(driver, ".q-notification", "divided to the cent")
    typed(driver, "pot-rake", "0")
    click(driver, "pot-do")
    says(driver, f"[data-testid=reversed-{lines[wins]['line']}]", "by flora")
    (told,) = administrator.recall(round_id)["corrections"]
    assert told["why"] == "nobody had bet" and told["taken"]["rake"] == [put_in - had, 0]
