"""What every page must have, in a real Chromium: a name, landmarks, a way on, colours that are remembered, and nothing that shuts people out."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver

import croupier
from croupier.games.registry import playable
from croupier.table.drills import drill
from tests.server.test_browser import CHROMIUM, DRIVER, browser
from tests.support import axe
from tests.support.browser_play import awaited, click, marked, markers, play_round, sign_in, state
from tests.support.serving import Served, serving

pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="no browser: install chromium and chromium-driver (Debian) to run the page tests"
)
GAMES = {entry.game: entry.id for entry in reversed(croupier.listing())}
LIBRARY, RULES, COMPARE = "/", f"/games/{GAMES['three-card-poker']}", "/compare/three-card-poker"
MISSING = "/games-of-old"
PAGES = (LIBRARY, RULES, COMPARE, "/tables", "/poker-rooms", "/desk", "/drill", "/audit", MISSING, "/games/ny/no-such-game")
PLAYED = ("three-card-poker", "blackjack", "roulette", "craps", "mini-baccarat", "pai-gow-tiles", "sic-bo", "big-six")
"""A table of each kind of felt."""


STANDS = """
const told = document.querySelector('.page [data-shown]');
return document.querySelector('h1') && document.fonts.status === 'loaded' && (!told || told.textContent !== '');
"""
"""Is the page drawn, and its list sifted where it has one?"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("frames")
    with serving(str(folder / "ledger.db"), folder) as found:
        yield found


@pytest.fixture(scope="module")
def driver(server: Served) -> Iterator[WebDriver]:
    found = browser()
    yield found
    found.quit()


def shown(driver: WebDriver, server: Served, path: str) -> None:
    """The page, once it stands."""
    driver.get(server.address + path)
    until = time.monotonic() + 30
    while not driver.execute_script(STANDS):
        assert time.monotonic() < until, f"{path}: nothing was drawn"
        time.sleep(0.05)


def dark(driver: WebDriver) -> bool:
    return bool(driver.execute_script("return document.body.classList.contains('body--dark')"))


def test_every_page_has_a_name_of_its_own_landmarks_and_a_way_on(driver: WebDriver, server: Served) -> None:
    titles = {}
    for path in PAGES:
        shown(driver, server, path)
        titles[path] = driver.title
        counts = {tag: len(driver.find_elements(By.CSS_SELECTOR, tag)) for tag in ("main", "header nav", "h1", "a.skip")}
        assert counts == {"main": 1, "header nav": 1, "h1": 1, "a.skip": 1}, path
        assert driver.find_element(By.TAG_NAME, "html").get_attribute("lang") == "en-US"
        assert driver.execute_script("return document.querySelector('link[rel~=icon]').href").startswith("data:image/svg")
    assert len(set(titles.values())) == len(titles), titles
    shown(driver, server, MISSING)
    assert MISSING in awaited(driver, "refusal").text and driver.find_elements(By.CSS_SELECTOR, '.page a[href="/tables"]')
    driver.find_element(By.TAG_NAME, "body").send_keys(Keys.TAB)
    assert driver.switch_to.active_element.text == "Skip to the page"
    shown(driver, server, "/?colour=green")
    assert "?colour" in awaited(driver, "unknown-asked").text


def test_dark_and_light_are_remembered_and_the_first_click_changes_a_dark_system(server: Served) -> None:
    driver = browser(dark=True)
    try:
        shown(driver, server, LIBRARY)
        assert dark(driver)
        click(driver, "look")
        assert not dark(driver)
        for path in ("/desk", LIBRARY):
            shown(driver, server, path)
            assert not dark(driver), path
        click(driver, "look")
        driver.refresh()
        shown(driver, server, "/drill")
        assert dark(driver)
    finally:
        driver.quit()


def test_the_library_is_searched_by_wagers_and_words_and_says_when_nothing_fits(driver: WebDriver, server: Served) -> None:
    shown(driver, server, "/?q=make+%27em+all")
    assert markers(driver, ".game-card") == ["game-ny/craps"]
    shown(driver, server, "/?q=zzz")
    assert awaited(driver, "library-none").is_displayed() and not markers(driver, ".game-card")


def test_tables_are_searched_by_the_address_and_nobody_is_left_without_a_way_on(driver: WebDriver, server: Served) -> None:
    shown(driver, server, "/tables?q=zzz")
    assert "Show all games" in awaited(driver, "games-none").text
    shown(driver, server, "/poker-rooms")
    assert awaited(driver, "rooms-sign-in").is_displayed()
    click(driver, "to-tables")
    awaited(driver, "game-search")
    rooms = {f"play-{entry.rulebook}-{entry.game}" for entry in croupier.listing() if entry.family == "poker room"}
    assert set(markers(driver, '.game-list [data-testid^="play-"]')) == rooms
    assert not awaited(driver, "game-search").find_elements(By.CSS_SELECTOR, ".q-field--error")


def test_the_desk_complains_of_nothing_before_anything_is_written_and_says_that_it_copied(
    driver: WebDriver, server: Served
) -> None:
    shown(driver, server, f"/desk?game={GAMES['three-card-poker']}")
    assert "Nothing is written down yet" in awaited(driver, "desk-result").text
    assert not driver.find_elements(By.CSS_SELECTOR, ".q-field--error") and not marked(driver, "stuck")
    click(driver, "desk-example")
    awaited(driver, "net")
    chips = driver.find_elements(By.CSS_SELECTOR, '[data-testid="desk-result"] a.chip-clause')
    assert chips and "line" in (chips[0].get_attribute("title") or "") and "#clause-" in (chips[0].get_attribute("href") or "")
    click(driver, "desk-share")
    until = time.monotonic() + 10
    while not awaited(driver, "desk-copied").text and time.monotonic() < until:
        time.sleep(0.05)
    assert "opied" in awaited(driver, "desk-copied").text
    assert driver.find_element(By.CSS_SELECTOR, "[role=dialog]").get_attribute("aria-label") == "Share by link"


def test_a_sample_of_pages_shuts_nobody_out(driver: WebDriver, server: Served) -> None:
    axe.source()
    for path in (LIBRARY, RULES, MISSING):
        shown(driver, server, path)
        assert axe.grave(driver) == [], path
    driver.execute_script("document.querySelector('.page').append(new Image())")
    assert [fault.partition(":")[0] for fault in axe.grave(driver)] == ["image-alt"], "the checker sees what is wrong"
    driver.get(f"{server.address}/play/{GAMES['three-card-poker']}")
    click(driver, "play-as-guest")
    clause = awaited(driver, "request").find_element(By.CSS_SELECTOR, "a.chip-clause").get_attribute("title") or ""
    assert "Horseshoe Cincinnati" in clause and " of cincinnati.txt" in clause and "approved 19 April 2014" in clause
    assert driver.title.startswith("Three Card Poker, table t")
    assert axe.grave(driver) == []
    phone = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    tops = "return ['signed-in', 'look'].map((name) => document.querySelector(`[data-testid=${name}]`).getBoundingClientRect())"
    who, look = driver.execute_script(tops)
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert who["y"] < look["bottom"] and look["y"] < who["bottom"] and who["right"] <= look["x"], (
        "one line, however long the name"
    )
    driver.delete_all_cookies()


def test_the_drill_is_answered_as_a_dealer_does(driver: WebDriver, server: Served) -> None:
    game, seed = GAMES["three-card-poker"], 7
    asked = drill(playable(game), seed).asked
    shown(driver, server, f"/drill?game={game}&seed={seed}")
    assert "stake included" not in driver.find_element(By.TAG_NAME, "main").text
    wide = (
        "return [...document.querySelectorAll('.face')].filter((f) => f.scrollWidth > f.clientWidth).map((f) => f.textContent)"
    )
    assert "10" in awaited(driver, "drill-table").text and driver.execute_script(wide) == [], "every card holds its own index"
    for place, one in enumerate(asked):
        if one.right <= 0 and one.stake:
            assert one.right in (0, -one.stake)
            click(driver, f"{'take' if one.right else 'push'}-{place}")
        else:
            field = awaited(driver, f"answer-{place}")
            (field if field.tag_name == "input" else field.find_element(By.TAG_NAME, "input")).send_keys(
                f"{one.right / 100:.2f}", Keys.ENTER
            )
        until = time.monotonic() + 10
        while len(marked(driver, "verdict")) <= place and time.monotonic() < until:
            time.sleep(0.03)
    assert [verdict.text for verdict in marked(driver, "verdict")] == ["Right"] * len(asked)
    assert {one.right > 0 for one in asked} == {True, False}, "the round has both to pay and to take"


@pytest.mark.slow
@pytest.mark.parametrize(("width", "night"), [(390, True), (1280, False)])
def test_no_page_shuts_anybody_out(server: Served, width: int, night: bool) -> None:
    axe.source()
    found = {}
    driver = browser(width, 844 if width < 600 else 900, dark=night)
    try:
        for path in (*PAGES, *(f"/games/{GAMES[game]}" for game in PLAYED), "/compare/craps"):
            shown(driver, server, path)
            found[path] = axe.grave(driver)
        for game in PLAYED:
            _dealt(driver, server, GAMES[game])
            found[f"{game} in play"] = axe.grave(driver)
        play_round(driver, server.address, GAMES["three-card-poker"])
        found["settled"] = axe.grave(driver)
        shown(driver, server, "/tables")
        found["tables of a guest"] = axe.grave(driver)
        driver.delete_all_cookies()
        sign_in(driver, server.address, server.token)
        shown(driver, server, "/audit")
        found["audit, signed in"] = axe.grave(driver)
    finally:
        driver.quit()
    assert {path: faults for path, faults in found.items() if faults} == {}


def _dealt(driver: WebDriver, server: Served, game: str) -> None:
    """A practice table of the game with chips down and the first thing decided."""
    driver.get(f"{server.address}/play/{game}")
    if awaited(driver, "play-as-guest", "request").get_attribute("data-testid") == "play-as-guest":
        click(driver, "play-as-guest")
    awaited(driver, "request")
    click(driver, markers(driver, '[data-testid^="spot-"][aria-disabled="false"]')[0])
    click(driver, "no-more-bets")
    until = time.monotonic() + 20
    while state(driver)[0] == "wager" and time.monotonic() < until:
        time.sleep(0.05)
