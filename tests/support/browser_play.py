"""A round of any game through the page, by clicking what a person would: chips on open spots, then whatever the table asks."""

from __future__ import annotations

import contextlib
import time
from typing import Any

from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement

PATIENCE = 30.0
MOST_CLICKS = 400
LONGEST = 300.0


def marked(driver: WebDriver, testid: str) -> list[WebElement]:
    """What the page has under a marker, shown or not."""
    return driver.find_elements(By.CSS_SELECTOR, f'[data-testid="{testid}"]')


def awaited(driver: WebDriver, *testids: str, patience: float = PATIENCE) -> WebElement:
    """The first of these markers to be shown."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        for testid in testids:
            for found in marked(driver, testid):
                if found.is_displayed():
                    return found
        time.sleep(0.03)
    raise AssertionError(f"{driver.current_url}: none of {', '.join(testids)} was shown in {patience:.0f} s")


# A point of an element that is its own: the middle of a place that goes round a corner lies among the numbers.
OWN_POINT = """
const at = arguments[0].getBoundingClientRect(), parts = [1, 3, 5, 7, 9, 11, 13, 15].map((part) => part / 16);
for (const down of parts) for (const across of parts) {
  const [x, y] = [at.left + at.width * across, at.top + at.height * down];
  if (arguments[0].contains(document.elementFromPoint(x, y))) return [Math.round(x), Math.round(y)];
}
return null;
"""


def click(driver: WebDriver, testid: str, *, patience: float = PATIENCE) -> None:
    """Click a marker, again if it was being redrawn or lay under something; a place that goes round a corner, where it is."""
    for _ in range(40):
        try:
            found = awaited(driver, testid, patience=patience)
            driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", found)
            try:
                found.click()
            except ElementClickInterceptedException:
                point = driver.execute_script(OWN_POINT, found)
                if point is None:
                    raise
                pressed = ActionBuilder(driver)
                pressed.pointer_action.move_to_location(*point).click()
                pressed.perform()
            return
        except (StaleElementReferenceException, ElementClickInterceptedException):
            time.sleep(0.1)
    raise AssertionError(f"{testid} could not be clicked")


def told(driver: WebDriver, testid: str, text: str) -> None:
    """Wait until something says so: it may be drawn anew while it is read."""
    until, said = time.monotonic() + PATIENCE, ""
    while text not in said:
        assert time.monotonic() < until, f"{testid} says {said!r}, not {text!r}"
        with contextlib.suppress(StaleElementReferenceException):
            said = awaited(driver, testid).text
        time.sleep(0.05)


def typed(driver: WebDriver, testid: str, text: str) -> None:
    """Write into a field, over what stands there."""
    field = awaited(driver, testid)
    box = field if field.tag_name == "input" else field.find_element(By.TAG_NAME, "input")
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(text)


def state(driver: WebDriver) -> tuple[str, int, bool]:
    """What the table waits for (`over` when nothing), its last event, and whether one's own chips are down."""
    found = driver.execute_script(
        "const s = document.querySelector('[data-testid=table-state]');"
        "return s ? [s.dataset.kind || '', s.dataset.seq || '0', s.textContent] : ['', '0', '']"
    )
    return found[0], int(found[1]), "Your wagers:" in found[2]


def markers(driver: WebDriver, selector: str) -> list[str]:
    """The markers of everything shown that fits a selector, in order."""
    found: list[str] = driver.execute_script(
        "return [...document.querySelectorAll(arguments[0])].filter((e) => e.getClientRects().length).map((e) => e.dataset.testid)",
        selector,
    )
    return found


def moved(driver: WebDriver, before: int, *, patience: float = PATIENCE) -> bool:
    """Has the table gone past an event?"""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        if state(driver)[1] > before:
            return True
        time.sleep(0.03)
    return False


def next_click(driver: WebDriver, kind: str, *, staked: bool, placed: int) -> str | None:
    """What to click next; None while somebody else must answer."""
    if kind == "wager":
        wanted = markers(driver, '[data-testid^="spot-"].wanted')
        if wanted:
            return wanted[0]
        if staked or placed:
            return next(iter(markers(driver, '[data-testid="no-more-bets"]')), None)
        return next(iter(markers(driver, '[data-testid^="spot-"][aria-disabled="false"]')), None)
    if kind == "choice":
        return markers(driver, '[data-testid^="choice-"]')[0]
    if kind == "offer":
        return (markers(driver, '[data-testid="offer-decline"]') or ["offer-most"])[0]
    return "setting-1" if kind in ("arrange", "discard") else None


def sign_in(driver: WebDriver, address: str, token: str) -> None:
    driver.get(address)
    click(driver, "sign-in")
    field = awaited(driver, "token")
    (field.find_element(By.TAG_NAME, "input") if field.tag_name != "input" else field).send_keys(token)
    click(driver, "enter")
    awaited(driver, "signed-in")


def clicked_through(driver: WebDriver, name: str) -> int:
    """The next round at the table that the page shows, to its settlement; how many clicks that took."""
    began = time.monotonic()
    awaited(driver, "request")
    clicks, placed, since = 0, 0, began
    while True:
        kind, seq, staked = state(driver)
        if kind == "over" and clicks:
            return clicks
        over = kind == "over"
        wanted = next_click(driver, "wager" if over else kind, staked=staked and not over, placed=placed) if kind else None
        now = time.monotonic()
        assert now - began < LONGEST, f"{name}: the table still waits ({kind or 'no state'}) after {LONGEST:.0f} s"
        if wanted is None:
            if now - since > PATIENCE / 3:  # the page was redrawn under the chip
                placed = 0
            time.sleep(0.05)
            continue
        try:
            click(driver, wanted, patience=PATIENCE / 10)
        except AssertionError:  # it was redrawn as something else: look again
            continue
        clicks, placed, since = clicks + 1, placed + wanted.startswith("spot-"), now
        assert clicks < MOST_CLICKS, f"{name}: no end after {clicks} clicks"
        assert moved(driver, seq, patience=10), f"{name}: nothing happened after a click on {wanted}"


def play_round(driver: WebDriver, base_url: str, game: str) -> dict[str, Any]:
    """Open a practice table of `rulebook/game`, as a guest where nobody is signed in, and play one round to its settlement."""
    began = time.monotonic()
    driver.get(f"{base_url}/play/{game}")
    if awaited(driver, "play-as-guest", "request").get_attribute("data-testid") == "play-as-guest":
        click(driver, "play-as-guest")
    clicks = clicked_through(driver, game)
    settlement = awaited(driver, "settlement")
    return {
        "game": game,
        "table": driver.current_url.rpartition("/")[2],
        "clicks": clicks,
        "seconds": time.monotonic() - began,
        "settlement": settlement.text,
        "net": awaited(driver, "net").text,
        "balance": awaited(driver, "balance").text,
    }
