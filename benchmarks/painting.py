"""How soon each page paints something, as Chromium measures it itself: first with nothing in its cache, then again."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from selenium.webdriver.remote.webdriver import WebDriver

import croupier

TIMES = 3
MEASURED = """
const paint = performance.getEntriesByName('first-contentful-paint')[0];
const page = performance.getEntriesByType('navigation')[0];
return paint && page.loadEventEnd ? [page.responseEnd, paint.startTime, page.loadEventEnd] : null;
"""


def rows() -> Iterator[str]:
    """A line a page: until the document was there, until something was painted, until all was loaded, in milliseconds."""
    from tests.server.test_browser import CHROMIUM, DRIVER, browser
    from tests.support.browser_play import awaited, click, sign_in
    from tests.support.serving import serving

    if not (CHROMIUM and DRIVER):
        yield "first paint      no browser: install chromium and chromium-driver (Debian)"
        return
    game = next(entry.id for entry in croupier.listing() if entry.game == "three-card-poker")
    craps = next(entry.id for entry in croupier.listing() if entry.game == "craps")
    pages = ["/", f"/games/{game}", f"/games/{craps}", "/compare/craps", "/tables", "/desk", f"/desk?game={game}"]
    with tempfile.TemporaryDirectory() as folder, serving(f"{folder}/ledger.db", Path(folder)) as served:
        driver = browser()
        try:
            driver.get(f"{served.address}/play/{game}")
            click(driver, "play-as-guest")
            awaited(driver, "request")
            table = driver.current_url.removeprefix(served.address)
            driver.delete_all_cookies()
            sign_in(driver, served.address, served.token)
            yield f"first paint, ms  {'page':48} {'document':>14} {'painted':>14} {'loaded':>14}   (cold / warm, median of {TIMES})"
            for page in (*pages, table, f"/drill?game={game}&seed=7", "/audit", "/no-such-page"):
                figures = zip(*(timed(driver, served.address + page, cold=cold) for cold in (True, False)), strict=True)
                said = "".join(f" {f'{cold:,.0f} / {warm:,.0f}':>14}" for cold, warm in figures)
                yield f"first paint, ms  {page.replace(table, '/tables/…'):48}{said}"
        finally:
            driver.quit()


def timed(driver: WebDriver, address: str, *, cold: bool) -> list[float]:
    """The median of several visits, of which the first is not counted: a server draws a page slower when it has not drawn it yet."""
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": cold})
    found = []
    for _ in range(TIMES + 1):
        driver.get(address)
        until = time.monotonic() + 20
        while (measured := driver.execute_script(MEASURED)) is None and time.monotonic() < until:
            time.sleep(0.02)
        found.append(measured)
        time.sleep(0.5)  # pages drawn one after another to one browser wait for each other
    return [statistics.median(figures) for figures in zip(*found[1:], strict=True)]


if __name__ == "__main__":
    for row in rows():
        print(row, flush=True)
