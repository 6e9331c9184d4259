"""The pages in a real Chromium: every game played by clicking, an irregularity, a dispute, and what must not reach a page."""

from __future__ import annotations

import base64
import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait

import croupier
from croupier.server.client import Client
from croupier.server.pages.felt import printing
from croupier.server.pages.felt.layout import lay_out
from croupier.server.pages.table import style
from tests.support.browser_play import awaited, click, marked, markers, moved, play_round, sign_in, state, told, typed
from tests.support.driving import by_procedure
from tests.support.serving import Served, serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="no browser: install chromium and chromium-driver (Debian) to run the page tests"
)
GAMES = [entry.id for entry in croupier.listing()]
PAGES = ["/", "/tables", "/desk", "/drill", "/audit", "/compare/three-card-poker"]


def browser(width: int = 1280, height: int = 900, *, dark: bool = False, logged: bool = False) -> WebDriver:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", f"--window-size={width},{height}"):
        options.add_argument(argument)
    if logged:
        options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    driver = webdriver.Chrome(options, Service(DRIVER))
    if width < 600:
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True}
        )
    if dark:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    return driver


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("browser")
    with serving(str(folder / "ledger.db"), folder) as found:
        yield found


@pytest.fixture(scope="module")
def driver(server: Served) -> Iterator[WebDriver]:
    found = browser()
    yield found
    found.quit()


@pytest.mark.parametrize("game", by_procedure())
def test_a_round_of_every_game_is_played_by_clicking(driver: WebDriver, server: Served, game: str) -> None:
    played = play_round(driver, server.address, game)
    assert "$" in played["net"] and played["settlement"]
    with Client(server.address, server.token) as auditor:
        recalled = auditor.recall(f"{played['table']}-1")
    assert recalled["status"] in ("settled", "void") and recalled["game"] == game
    mine = sum(
        line["won"] + line["returned"] - line["stake"] - line["commission"] for line in recalled["lines"] if line["seat"] == 1
    )
    assert f"{abs(mine) // 100:,}.{abs(mine) % 100:02d}" in played["net"]


def test_a_newcomer_plays_three_card_poker_within_a_minute(server: Served) -> None:
    driver = browser()
    try:
        start = time.monotonic()
        driver.get(server.address)
        game = next(game for game in GAMES if game.endswith("/three-card-poker"))
        played = play_round(driver, server.address, game)
        assert time.monotonic() - start < 60
        driver.get(f"{server.address}/play/{game}")
        awaited(driver, "result")
        assert driver.current_url.endswith(played["table"]), "Play resumes the table one has"
        driver.get(f"{server.address}/tables")
        assert "private · 1 player" in awaited(driver, f"row-{played['table']}").text
    finally:
        driver.quit()


def test_an_irregularity_is_thrown_and_the_ruling_shown(driver: WebDriver, server: Served) -> None:
    game = next(game for game in GAMES if game.endswith("/three-card-poker"))
    driver.get(f"{server.address}/play/{game}")
    if awaited(driver, "play-as-guest", "request").get_attribute("data-testid") == "play-as-guest":
        click(driver, "play-as-guest")
    awaited(driver, "request")
    click(driver, "spot-ante")
    time.sleep(1)
    click(driver, "no-more-bets")
    until = time.monotonic() + 30
    while state(driver)[0] != "choice" and time.monotonic() < until:
        time.sleep(0.1)
    click(driver, "irregularity")
    click(driver, "report-dealer-card-exposed")
    shown = awaited(driver, "ruling")
    rulings = croupier.playable(game).terms.rulings
    assert "dealer-card-exposed" in rulings and rulings["dealer-card-exposed"].clause[0] in shown.text
    until = time.monotonic() + 30
    while state(driver)[0] != "over" and time.monotonic() < until:
        time.sleep(0.1)
    assert "void" in awaited(driver, "settlement").text.lower()


def _received(driver: WebDriver) -> str:
    """Everything the page was sent: the document, and every frame of its socket."""
    found = [re.sub(r"<(style|script)\b.*?</\1>", "", driver.page_source, flags=re.S)]
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.webSocketFrameReceived":
            payload = message["params"]["response"]["payloadData"]
            found.append(payload)
            if message["params"]["response"]["opcode"] == 2:
                found.append(base64.b64decode(payload).decode(errors="replace"))
    return "\n".join(found)


RANKS = {"T": "10|ten", "J": "J|jack", "Q": "Q|queen", "K": "K|king", "A": "A|ace"}
SUITS = {"c": "♣|club", "d": "♦|diamond", "h": "♥|heart", "s": "♠|spade"}


def _shows(text: str, card: str) -> bool:
    """Is the card there in any form a page would write it?"""
    rank, suit = RANKS.get(card[0], card[0]), SUITS[card[1]]
    # Not part of a longer word or number: a stylesheet's 0.5s is no five of spades.
    return bool(re.search(rf"(?<![\w.]){card}\b|(?<![\w.])({card[0]}|{rank})( of |\s)?({suit})", text))


def test_the_leak_test_would_see_a_card_however_it_is_written() -> None:
    assert all(_shows(text, "Qs") for text in ('"Qs"', "Q♠", "queen of spades", ">Q ♠<"))
    assert not any(_shows(text, "Qs") for text in ('"Qh"', "Q♥", "9♠", "queen of hearts")) and not _shows("0.5s", "5s")


def test_no_page_receives_another_players_hidden_cards(server: Served) -> None:
    game = next(game for game in GAMES if game.endswith("/three-card-poker"))
    with Client(server.address, server.token) as administrator:
        tokens = {name: administrator.issue(name, "player").token for name in ("ann", "bob")}
        for name in tokens:
            administrator.buy_in(name, 100_000)
        table = administrator.open_table(game)
        pages = {name: browser(logged=True) for name in tokens}
        try:
            clients = {name: Client(server.address, token) for name, token in tokens.items()}
            for seat, (name, page) in enumerate(pages.items(), start=1):
                clients[name].sit(table, seat)
                sign_in(page, server.address, tokens[name])
                page.get(f"{server.address}/tables/{table}")
                awaited(page, "table-state")
            seen = False
            for number in range(3):
                clients["ann"].answer(table, ["wager", 1, "ante", 1000], new_round=True)
                clients["bob"].answer(table, ["wager", 2, "ante", 1000], ["no-more-bets"])
                time.sleep(2)
                every = administrator.table(table).view
                assert every is not None
                sent = {name: _received(page) for name, page in pages.items()}
                for seat, name in ((1, "ann"), (2, "bob")):
                    own, other = every["seats"][str(seat)]["cards"], every["seats"][str(3 - seat)]["cards"]
                    assert all(_shows(sent[name], card) for card in own), f"{name} does not see their own cards"
                    for card in [*other, *every["dealer"]]:
                        assert not _shows(sent[name], card), f"round {number}: {name}'s page was sent {card}"
                    seen = True
                clients["ann"].answer(table, ["choice", 1, "play"])
                clients["bob"].answer(table, ["choice", 2, "play"])
                time.sleep(1)
                for page in pages.values():
                    _received(page)
            assert seen
        finally:
            for page in pages.values():
                page.quit()


def test_a_dispute_is_settled_at_the_desk_and_shared_by_link(driver: WebDriver, server: Served) -> None:
    game = next(game for game in GAMES if game.endswith("/three-card-poker"))
    written = {
        "game": game,
        "dealer": ["2c", "4d", "9h"],
        "seats": {"1": {"wagers": {"ante": 1000, "pair-plus": 500}, "cards": ["As", "Ah", "7c"], "decisions": ["play"]}},
    }
    expected = croupier.settle(written)
    driver.get(f"{server.address}/desk?game={game}")
    click(driver, "desk-json-tab")
    field = awaited(driver, "desk-json")
    area = field if field.tag_name == "textarea" else field.find_element(By.TAG_NAME, "textarea")
    area.send_keys(Keys.CONTROL, "a")
    area.send_keys(json.dumps(written))
    until = time.monotonic() + 20
    while f"${expected.net[1] / 100:,.2f}" not in awaited(driver, "desk-result").text and time.monotonic() < until:
        time.sleep(0.2)
    result = awaited(driver, "desk-result").text
    assert f"${expected.net[1] / 100:,.2f}" in result
    for line in expected.lines:
        assert all(clause in result for clause in line.clause.split(", ")), line
    click(driver, "desk-share")
    link = awaited(driver, "desk-link")
    shared = (link if link.tag_name == "input" else link.find_element(By.TAG_NAME, "input")).get_attribute("value") or ""
    other = browser()
    try:
        other.get(shared)
        until = time.monotonic() + 20
        while "Seat 1" not in awaited(other, "desk-result").text and time.monotonic() < until:
            time.sleep(0.2)
        assert awaited(other, "desk-result").text == result
    finally:
        other.quit()


def test_the_desk_is_told_where_an_irregularity_happened(driver: WebDriver, server: Served) -> None:
    """Of two seats without cards the second's decision is the one: what the form writes is what the JSON has."""
    driver.get(f"{server.address}/desk?game=cincinnati/blackjack")
    click(driver, "desk-json-tab")
    field = awaited(driver, "desk-json")
    area = field if field.tag_name == "textarea" else field.find_element(By.TAG_NAME, "textarea")
    area.send_keys(Keys.CONTROL, "a")
    name = next(iter(croupier.playable("cincinnati/blackjack").terms.rulings))
    area.send_keys(json.dumps({"game": "cincinnati/blackjack", "seats": {}, "irregularities": [{"irregularity": name}]}))
    click(driver, "desk-form-tab")
    typed(driver, "report-at", "seat two")
    until = time.monotonic() + 20
    while "places are" not in driver.page_source and time.monotonic() < until:
        time.sleep(0.1)
    assert "a place and its number" in driver.page_source
    typed(driver, "report-at", "seat 2 hand 1")
    click(driver, "desk-json-tab")
    until, said = time.monotonic() + 20, ""
    while '"at"' not in said and time.monotonic() < until:
        field = awaited(driver, "desk-json")
        area = field if field.tag_name == "textarea" else field.find_element(By.TAG_NAME, "textarea")
        said = area.get_attribute("value") or ""
        time.sleep(0.1)
    assert json.loads(said)["irregularities"] == [{"irregularity": name, "at": {"seat": 2, "hand": 1}}]


def test_the_floor_sets_a_line_right_on_the_audit_page(server: Served) -> None:
    administrator = server.client()
    player, floor = server.person("paula", chips=100_000), administrator.issue("flo", "floor").token
    table = administrator.open_table("ny/roulette")
    player.sit(table, 1)
    player.answer(table, ["wager", 1, "red", 500], ["no-more-bets"], new_round=True)
    (line,) = administrator.recall(f"{table}-1")["lines"]
    driver = browser()
    try:
        sign_in(driver, server.address, floor)
        driver.get(f"{server.address}/audit/rounds/{table}-1")
        click(driver, "correct-1")
        for part, sum_ in (("returned", "5"), ("won", "0" if line["won"] else "5")):
            typed(driver, f"correct-{part}", sum_)
        typed(driver, "correct-why", "the ball was read again")
        click(driver, "correct-do")
        shown = awaited(driver, "reversed-1").text
        assert "by flo" in shown and "the ball was read again" in shown and line["clause"].split(", ")[0] in shown
    finally:
        driver.quit()
    (told,) = administrator.recall(f"{table}-1")["corrections"]
    assert (told["by"], told["authority"]) == ("flo", "floor") and player.me().balance == 100_000 + (0 if line["won"] else 500)


def test_an_auditor_finds_the_bad_round_sees_the_hold_and_verifies_the_chain(server: Served, tmp_path: Path) -> None:
    """Also that whoever may not look is told how to get in."""
    administrator = server.client()
    player = server.person("audited", chips=100_000)
    table = administrator.open_table("ny/roulette", name="=Wheel of the audit")
    player.sit(table, 1)
    for _ in range(3):
        player.answer(table, ["wager", 1, "red", 500], ["no-more-bets"], new_round=True)
    player.answer(table, ["wager", 1, "red", 500], new_round=True)
    administrator.void(table, "the ball was lost")
    driver = browser()
    try:
        driver.get(f"{server.address}/audit/hold")
        assert "surveillance" in awaited(driver, "audit-closed").text and awaited(driver, "audit-sign-in")
        assert "croupier token" in driver.find_element(By.CSS_SELECTOR, "main").text
        sign_in(driver, server.address, server.token)
        driver.get(f"{server.address}/audit/rounds?table={table}&which=significant")
        (bad,) = awaited(driver, "rounds").find_elements(By.CSS_SELECTOR, "tbody tr")
        assert f"{table}-4" in bad.text and "void" in bad.text and "significant" in bad.get_attribute("class")
        driver.get(f"{server.address}/audit/hold?by=table&table={table}")
        row = awaited(driver, "hold").find_element(By.CSS_SELECTOR, "tbody tr")
        assert "=Wheel of the audit" in row.text and "$15.00" in row.text
        assert driver.find_elements(By.CSS_SELECTOR, "[data-testid=hold-chart] svg")
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
        click(driver, "csv")
        within = time.monotonic() + 10
        while not (found := list(tmp_path.glob("hold-by-table*.csv"))) and time.monotonic() < within:
            time.sleep(0.05)
        assert "'=Wheel of the audit" in found[0].read_text() and "15.00" in found[0].read_text()
        driver.get(f"{server.address}/audit")
        click(driver, "verify")
        verdict = awaited(driver, "verdict", patience=60)
        assert "sound" in verdict.text.lower() or "holds" in verdict.text.lower(), verdict.text
    finally:
        driver.quit()


@pytest.mark.parametrize(
    ("width", "height", "dark"),
    [
        (390, 844, False),
        *(pytest.param(*more, marks=pytest.mark.slow) for more in [(1280, 900, True), (390, 844, True), (1280, 900, False)]),
    ],
)
def test_pages_fit_and_can_be_read(server: Served, width: int, height: int, dark: bool) -> None:
    driver = browser(width, height, dark=dark)
    try:
        for page in [*PAGES, f"/games/{GAMES[0]}"]:
            driver.get(server.address + page)
            time.sleep(1)
            over = driver.execute_script("return document.documentElement.scrollWidth - window.innerWidth")
            assert over <= 0, f"{page} scrolls sideways by {over} pixels at {width}"
            faint = driver.execute_script(CONTRAST)
            assert not faint, f"{page}: too faint ({'dark' if dark else 'light'}): {faint[:3]}"
            nameless = driver.execute_script(NAMELESS)
            assert not nameless, f"{page}: nothing says what these are: {nameless[:3]}"
    finally:
        driver.quit()


def test_on_every_felt_words_stay_in_their_areas_and_arrows_reach_every_spot(driver: WebDriver, tmp_path: Path) -> None:
    """Words as Chromium sets them, on one felt of every game, for a window and for a phone."""
    page = [f"<meta charset=utf-8><style>{style.style()} svg {{ max-height: none !important }}</style>{style.script()}"]
    for game in {game.partition("/")[2]: game for game in GAMES}.values():
        playable = croupier.playable(game)
        for narrow in (False, True):
            layout = lay_out(playable, others=2, seated=True, narrow=narrow)
            drawn = printing.printed(layout, playable, ())
            page.append(f'<div data-felt="{game}, {layout.width:.0f} wide" style="width: {layout.width:.0f}px">{drawn}</div>')
    (tmp_path / "felts.html").write_text("".join(page))
    driver.get((tmp_path / "felts.html").as_uri())
    strayed = driver.execute_script((Path(__file__).parent / "strayed.js").read_text())
    assert not strayed, strayed[:5]


def test_a_felt_grows_with_the_window_and_is_worked_by_keys(driver: WebDriver, server: Served) -> None:
    driver.get(f"{server.address}/play/{next(game for game in GAMES if game.endswith('/craps'))}")
    if awaited(driver, "play-as-guest", "request").get_attribute("data-testid") == "play-as-guest":
        click(driver, "play-as-guest")
    awaited(driver, "request")
    before, wide = driver.get_window_size(), list[float]()
    try:
        for width in (1280, 1920):
            driver.set_window_size(width, 1200)
            WebDriverWait(driver, 10).until(lambda page, width=width: page.execute_script("return innerWidth") == width)
            wide.append(driver.execute_script("return document.querySelector('.cloth').getBoundingClientRect().width"))
    finally:
        driver.set_window_size(before["width"], before["height"])
    assert wide[1] > 1.25 * wide[0] and wide[0] > 700
    driver.execute_script("document.querySelector('.felt [data-spot=dont-pass]').focus()")
    for key, staked in ((Keys.ARROW_DOWN, False), (Keys.ENTER, True), ("-", False)):
        focused, seq = driver.switch_to.active_element, state(driver)[1]
        focused.send_keys(key)
        assert key == Keys.ARROW_DOWN or moved(driver, seq)
        assert state(driver)[2] is staked
        assert driver.switch_to.active_element.get_attribute("data-spot") == "pass"


CONTRAST = (Path(__file__).parent / "contrast.js").read_text()
NAMELESS = """
return [...document.querySelectorAll('button, a[href], input, select, textarea')]
  .filter((e) => e.getClientRects().length && e.type !== 'hidden')
  .filter((e) => !(e.innerText || '').trim() && !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby') && !e.title
    && !(e.labels && e.labels.length) && !e.placeholder && !e.closest('label'))
  .map((e) => e.outerHTML.slice(0, 120))
"""


def test_the_marks_the_tests_rely_on_are_there(driver: WebDriver, server: Served) -> None:
    driver.get(server.address)
    assert marked(driver, "sign-in") or marked(driver, "signed-in")


def test_a_second_position_is_taken_and_played_on_the_page(driver: WebDriver, server: Served) -> None:
    game = "cleveland/three-card-poker"
    table = play_round(driver, f"{server.address}", f"{game}?set=positions-per-player=2")["table"]
    click(driver, "sit-2")
    for seat in (1, 2):
        click(driver, f"position-{seat}")
        time.sleep(0.5)
        click(driver, "spot-ante")
        time.sleep(1)
    click(driver, "no-more-bets")
    until = time.monotonic() + 30
    while state(driver)[0] != "over" and time.monotonic() < until:
        if marked(driver, "choice-play"):
            click(driver, "choice-play")
        time.sleep(0.2)
    shown = awaited(driver, "settlement").text
    assert "Seat 1:" in shown and "Seat 2:" in shown
    with Client(server.address, server.token) as auditor:
        assert {line["seat"] for line in auditor.recall(f"{table}-2")["lines"]} >= {1, 2}


def test_prices_stand_where_people_look_and_a_hand_is_asked_on_the_page(driver: WebDriver, server: Served) -> None:
    """Edges at the top and a chart at once; another house is priced by itself; what a heading means is said to whoever taps it."""
    driver.get(f"{server.address}/games/cincinnati/roulette?set=wheel=single-zero")
    assert "2.70%" in awaited(driver, "prices", patience=60).text or "2.7027%" in awaited(driver, "prices").text
    assert "2.70%" in awaited(driver, "edges").text
    driver.get(f"{server.address}/games/cincinnati/blackjack?hand=Ts+6h&dealer=Th")
    assert "%" in awaited(driver, "edges").text
    assert "Stand" in awaited(driver, "asked", patience=90).text
    driver.execute_script("document.querySelector('[data-says]').click()")
    assert "house wins on average" in driver.find_element(By.CSS_SELECTOR, ".said").text
    for width in (390, 1400):
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        )
        driver.execute_script("document.querySelectorAll('#strategy').forEach((fold) => fold.dataset.fold = 'open')")
        right = driver.execute_script(
            "return Math.max(...[...document.querySelectorAll('[data-testid=strategy-chart] td')].map((e) => e.getBoundingClientRect().right))"
        )
        assert 0 < right <= width, f"a chart goes on to {right} on a screen of {width}"
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_chips_are_doubled_undone_and_left_up_after_a_win(server: Served) -> None:
    """People throw these dice, so that what they show is known: a place bet that wins is up again before the next roll."""
    game, driver = "cincinnati/craps", browser()
    player = server.person("shooter")
    try:
        sign_in(driver, server.address, player._http.headers["Authorization"].removeprefix("Bearer "))
        table = player.open_table(game, settings={"practice": True, "equipment": "entered"})
        while due := player.table(table).session["due"]:
            player.post(f"/tables/{table}/session", {"acts": [["step", due[0]["step"], due[0]["by"]]]})
        player.sit(table, 1)
        player.open_round(table)
        driver.get(f"{server.address}/tables/{table}")

        def stakes(wanted: dict[str, int]) -> None:
            until = time.monotonic() + 20
            while (found := (player.table(table).view or {})["seats"]["1"]["stakes"]) != wanted:
                assert time.monotonic() < until, f"{found} lies there, not {wanted}"
                time.sleep(0.05)

        click(driver, "spot-pass")  # it goes round a corner: its middle lies among the numbers
        stakes({"pass": 500})
        click(driver, "double-stakes")
        stakes({"pass": 1000})
        click(driver, "undo")
        stakes({"pass": 500})
        player.answer(table, ["no-more-bets"], ["roll", [2, 2]])
        click(driver, "chip-25")
        until = time.monotonic() + 20
        while not markers(driver, '[data-testid="spot-place-8"][aria-disabled="false"]'):
            assert time.monotonic() < until, "the page does not show the point"
            time.sleep(0.05)
        click(driver, "spot-place-8")
        stakes({"pass": 500, "place-8": 2500})
        player.answer(table, ["no-more-bets"], ["roll", [2, 6]])
        stakes({"pass": 500, "place-8": 2500})
        told(driver, "settlement", "Place 8 wins")
        click(driver, "stay-up")
        player.answer(table, ["no-more-bets"], ["roll", [2, 6]])
        stakes({"pass": 500})
        told(driver, "settlement", "Place 8 wins")
    finally:
        driver.quit()
