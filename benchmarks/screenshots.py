"""Pictures of every page for the documentation, taken with a real Chromium: `python -m benchmarks.screenshots`."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from selenium.webdriver.remote.webdriver import WebDriver
from tests.server.test_browser import GAMES, browser
from tests.support.browser_play import awaited, click, markers, play_round, sign_in, state
from tests.support.serving import serving

FOLDER = Path(__file__).parent.parent / "docs" / "screenshots"


def save(driver: WebDriver, name: str) -> None:
    driver.execute_script("document.documentElement.scrollTop = 0")
    time.sleep(1.5)
    driver.save_screenshot(str(FOLDER / f"{name}.png"))
    print(f"docs/screenshots/{name}.png", flush=True)


def _deal(driver: WebDriver, base: str, game: str) -> None:
    """A round as far as the player's first decision."""
    driver.get(f"{base}/play/{game}")
    if awaited(driver, "play-as-guest", "request").get_attribute("data-testid") == "play-as-guest":
        click(driver, "play-as-guest")
    awaited(driver, "request")
    for spot in markers(driver, '[data-testid^="spot-"][aria-disabled="false"]')[:2]:
        click(driver, spot)
        time.sleep(1)
    click(driver, "no-more-bets")
    until = time.monotonic() + 20
    while state(driver)[0] not in ("choice", "offer", "arrange", "over") and time.monotonic() < until:
        time.sleep(0.1)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(f"{folder}/ledger.db", Path(folder)) as served:
        base = served.address
        three_card, roulette = (
            next(game for game in GAMES if game.endswith(f"/{name}")) for name in ("three-card-poker", "roulette")
        )
        driver = browser()
        driver.get(base)
        save(driver, "library")
        driver.get(f"{base}/games/{three_card}")
        save(driver, "game")
        driver.get(f"{base}/compare/{three_card.partition('/')[2]}")
        save(driver, "compare")
        _deal(driver, base, three_card)
        click(driver, "hint")
        awaited(driver, "hint-best", patience=300)
        save(driver, "table")
        play_round(driver, base, roulette)
        save(driver, "roulette")
        driver.get(f"{base}/desk?game={three_card}")
        click(driver, "desk-example")
        awaited(driver, "net")
        save(driver, "desk")
        for page in ("tables", f"drill?game={three_card}&seed=7"):
            driver.get(f"{base}/{page}")
            save(driver, page.partition("?")[0])
        driver.quit()
        auditor = browser()
        sign_in(auditor, base, served.token)
        auditor.get(f"{base}/audit")
        save(auditor, "audit")
        auditor.quit()
        phone = browser(390, 844, dark=True)
        _deal(phone, base, three_card)
        save(phone, "phone-dark")
        phone.quit()


if __name__ == "__main__":
    main()
