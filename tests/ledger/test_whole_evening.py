"""An evening in one ledger, with kill -9 in each of its moments: thirty rounds of a shoe, a stub, a jackpot that two tables share."""

from __future__ import annotations

import contextlib
import itertools
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest

import croupier
from croupier.server.client import Client, Problem
from croupier.server.links import Links
from croupier.server.models import Pending, Receipt
from tests.server.test_browser import CHROMIUM, DRIVER, browser
from tests.support.browser_play import clicked_through, sign_in
from tests.support.evening import opened
from tests.support.serving import PROLOGUE, fresh_database, start

SHOE, STUB, LINKED = "cincinnati/blackjack", "oneida/three-card-poker", "cincinnati/linked-progressive"
PLAYERS, CHIPS = ("ann", "bob", "cleo", "dina"), 10_000_000
CREW = {"dealer": "dora", "floor": "fay", "supervisor": "stan", "surveillance": "sue"}
ROYAL, NOTHING = ["As", "Ks", "Qs", "Js", "Ts"], ["2c", "4d", "7s", "9c", "Jd"]
LINK, METER, SEED, STAKE = "cincinnati-multi-link", "multi-link", 1_000_000, 100
RATE, SHARE = {"meters": {METER: {"rate": "21.37%"}}}, Fraction("21.37")
ONE_DECK = 52
MOMENTS = {
    *("a wager", "a decision", "a dealer relieved", "a player in mid-shoe", "the cutting card", "the shuffle"),
    *("the stub count", "a meter fed", "the jackpot"),
}
DELAYS = (0.0, 0.003, 0.006, 0.012, 0.025)
Send = Callable[[Client, str], Receipt]


class Evening:
    """The tables and the people of one ledger, and the server of the moment."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.folder, self.database = folder, fresh_database(kind, folder)
        self.served = start(self.database, folder, "--requests", "1000000")
        administrator = self.served.client()
        roles = dict.fromkeys(PLAYERS, "player") | {name: role for role, name in CREW.items()} | {"dan": "dealer"}
        self.tokens = {name: administrator.issue(name, role).token for name, role in roles.items()}
        for name in PLAYERS:
            administrator.buy_in(name, CHIPS)
        people_deal = {"settings": {"equipment": "entered"}}
        self.shoe, self.stub = administrator.open_table(SHOE, companions=3), administrator.open_table(STUB, **people_deal)
        self.linked = [administrator.open_table(LINKED, house_rules=RATE, **people_deal) for _ in range(2)]
        self.sits = {self.stub: "cleo", self.linked[0]: "cleo", self.linked[1]: "dina"}
        for table, name in (self.sits | {self.shoe: "ann"}).items():
            self.person(name).sit(table, 1)
        self.moments, self._delays = Counter[str](), itertools.cycle(DELAYS)

    @property
    def tables(self) -> list[str]:
        return [self.shoe, self.stub, *self.linked]

    def person(self, name: str) -> Client:
        return self.served.client(self.tokens[name])

    # Deaths

    def seen(self) -> dict[tuple[str, str], Any]:
        """Every table with the eyes of a player and of the floor; only the number of its last event may change by a recovery."""
        eyes = {(table, name) for table in self.tables for name in ("fay", self.sits.get(table, "ann"))}
        look = {(table, name): self.person(name).table(table) for table, name in eyes}
        return {key: now.model_dump(exclude={"seq"}) for key, now in look.items()}

    def killed(self) -> None:
        token = self.served.token
        self.served.stop(signal.SIGKILL)
        self.served = start(self.database, self.folder, "--requests", "1000000", token=token)

    def survives(self, moment: str) -> None:
        """Killed when the last act was acknowledged: the next server shows everybody the same tables."""
        before = self.seen()
        self.killed()
        after = self.seen()
        assert after == before, f"{moment}: {[key for key in before if before[key] != after[key]]}"
        self.moments[moment] += 1

    def struck(self, moment: str, name: str, send: Send) -> Receipt:
        """Killed while the request is under way: asked again under its key the next server does it, once."""
        key, sent, told = secrets.token_hex(8), threading.Event(), list[Receipt]()

        def ask(client: Client) -> None:
            sent.set()
            with contextlib.suppress(httpx.TransportError, Problem):  # the line broke, or the server was already going down
                told.append(send(client, key))

        asking = threading.Thread(target=ask, args=(self.person(name),))
        asking.start()
        sent.wait()
        time.sleep(next(self._delays))
        self.killed()
        asking.join()
        receipt = send(self.person(name), key)
        assert told in ([], [receipt]), f"{moment}: what was acknowledged is what was done"
        self.moments[moment] += 1
        assert send(self.person(name), key) == receipt, f"{moment}: done once"
        return receipt

    def does(self, name: str, send: Send, *, moment: str = "") -> None:
        """Somebody asks the server for something; in a `moment` it dies meanwhile."""
        self.struck(moment, name, send) if moment else send(self.person(name), secrets.token_hex(8))

    # The shoe

    def bets(self, name: str, seat: int, *, moment: str = "") -> None:
        """A wager, with which the round begins where none is open."""
        form = ["wager", seat, "blackjack", 1000]
        self.does(name, lambda client, key: client.answer(self.shoe, form, new_round=True, key=key), moment=moment)

    def cutting_card_out(self) -> bool:
        left = self.person("fay").table(self.shoe).session["left"]
        return left is None or left < ONE_DECK

    def played_out(self, names: Iterable[str], *, moment: str = "", card: str = "") -> None:
        """Whoever is asked stands or declines. In a `moment` the server dies while the first is asked; and when the card is out."""
        self.person("ann").answer(self.shoe, ["no-more-bets"])
        while self.person("ann").table(self.shoe).pending is not None:
            for name in names:
                while (asked := self.person(name).table(self.shoe).pending) is not None and asked.yours:
                    if moment or (card and self.cutting_card_out()):
                        self.survives(moment or card)
                        moment, card = "", card if moment else ""
                    entry = next((e for e in asked.legal if e.get("choice") == "stand"), asked.legal[-1])
                    form = ["wager", entry["seat"], entry["spot"], 0] if "spot" in entry else [*entry.values()]
                    self.person(name).answer(self.shoe, form)
        if card and self.cutting_card_out():
            self.survives(card)

    def thirty_rounds(self) -> None:
        """By the page and by the API: a dealer relieved, a player in mid-shoe, the cutting card, the shuffle."""
        self.person("dora").tell(self.shoe, ["dealer"])
        playing, shoes = ["ann"], set[str]()
        clicked = by_page(self) if CHROMIUM and DRIVER else 0
        for number in range(clicked + 1, 31):
            if number == 5:
                self.does("dan", lambda client, key: client.tell(self.shoe, ["dealer"], key=key), moment="a dealer relieved")
            if number == 7:
                assert self.person("bob").table(self.shoe).session["left"], "in mid-shoe"
                self.does("bob", self.sits_down(7), moment="a player in mid-shoe")
                playing.append("bob")
            anew = self.person("ann").table(self.shoe).session["left"] is None
            self.bets("ann", 1, moment="the shuffle" if anew and len(shoes) == 1 else "a wager" if number == 4 else "")
            if "bob" in playing:
                self.bets("bob", 7)
            shoes.add(self.commitment())
            first = len(shoes) == 1
            decides = number >= 9 and not self.moments["a decision"]  # a dealer's blackjack leaves nothing to decide
            self.played_out(playing, moment="a decision" if decides else "", card="the cutting card" if first else "")
        now = self.person("fay").table(self.shoe)
        assert now.round is not None and now.round.number == 30 and now.session["dealer"] == "dan"
        assert len(shoes) >= 2, "the cards were shuffled again"

    def commitment(self) -> str:
        now = self.person("ann").table(self.shoe)
        assert now.round is not None
        return now.round.commitment

    def sits_down(self, seat: int) -> Send:
        return lambda client, key: Receipt(**client.post(f"/tables/{self.shoe}/seats", {"seat": seat}, key=key))

    # Where people deal

    def made_ready(self, table: str) -> list[str]:
        """What is due is done by whoever it is for; the count of the stub is a moment."""
        steps = []
        while due := self.person("fay").table(table).session["due"]:
            step, by = due[0]["step"], due[0]["by"]
            with pytest.raises(Problem, match="is due"):
                self.person("dora").open_round(table)
            moment = "the stub count" if step == "count-stub" else ""
            form = ["step", step, by]
            self.does(CREW[by], lambda client, key, form=form: client.tell(table, form, key=key), moment=moment)  # type: ignore[misc]
            steps.append(step)
        return steps

    def asked(self, table: str) -> tuple[str, Pending] | None:
        """Who may answer now, and what."""
        for name in ("dora", "stan", "sue", self.sits[table]):
            pending = self.person(name).table(table).pending
            if pending is None:
                return None
            if pending.yours:
                return name, pending
        raise AssertionError(f"nobody may answer at {table}")

    def goes_on(self, table: str, cards: Iterable[str], *, until: str = "", moment: str = "") -> None:
        """The crew does what is asked and deals these cards; in a `moment` the server dies with everything after the last of them."""
        left = list(cards)
        while (found := self.asked(table)) is not None and found[1].kind != until:
            name, request = found
            if request.kind == "card":
                form: list[Any] = ["card", left.pop(0)]
            elif request.kind == "choice":
                form = ["choice", request.seat, next((e["choice"] for e in request.legal if e["choice"] == "stay"), "fold")]
            else:
                form = ["done", request.legal[0]["what"]]
            act: Send = lambda client, key, form=form: client.answer(table, form, key=key)  # type: ignore[misc]  # noqa: E731
            self.does(name, act, moment="" if left else moment)

    def opened(self, table: str, wager: str, amount: int, *, moment: str = "") -> list[str]:
        """The next round of a table where people deal, as far as no more bets; what was done before it."""
        done = self.made_ready(table)
        self.person("dora").open_round(table)
        self.goes_on(table, (), until="wager")
        self.person(self.sits[table]).answer(table, ["wager", 1, wager, amount])
        self.does("dora", lambda client, key: client.answer(table, ["no-more-bets"], key=key), moment=moment)
        return done

    def five_rounds_and_a_count(self) -> None:
        counted = []
        for _ in range(6):
            counted.append("count-stub" in self.opened(self.stub, "ante", 1000))
            self.goes_on(self.stub, ["2c", "9d", "4h", "8s", "Jd", "6c"])
        assert counted == [False] * 5 + [True]

    def a_jackpot(self) -> None:
        """Both tables feed one meter, one of them wins all of it, and the other sees it at its seed again."""
        hit, other = self.linked
        self.opened(hit, "progressive", STAKE, moment="a meter fed")
        self.opened(other, "progressive", STAKE)
        self.goes_on(hit, ROYAL, moment="the jackpot")
        self.survives("the jackpot")
        stood = SEED + 2 * SHARE
        assert self.net(hit, 1) == int(stood) - STAKE
        assert self.person("dina").table(other).meters[METER] == int(stood - int(stood) + SEED)
        self.goes_on(other, NOTHING)
        assert self.net(other, 1) == -STAKE

    # The books

    def rounds(self, table: str) -> range:
        now = self.person("fay").table(table)
        assert now.round is not None and now.round.done
        return range(1, now.round.number + 1)

    def net(self, table: str, number: int) -> int:
        """What seat 1 won in a round: by its log, played again, and by what was settled."""
        recalled = self.served.client().recall(f"{table}-{number}")
        again = croupier.replay(recalled["log"])
        assert again.done and {str(seat): net for seat, net in again.net.items()} == recalled["settlement"]["net"]
        return again.net.get(1, 0)

    def to_the_cent(self) -> None:
        """Every log replays, and everybody holds what their rounds left them."""
        won = Counter[str]()
        for table, name in (self.sits | {self.shoe: "ann"}).items():
            won[name] += sum(self.net(table, number) for number in self.rounds(table))
        for name in ("ann", "cleo", "dina"):
            assert self.person(name).me().balance == CHIPS + won[name], name


def by_page(evening: Evening, rounds: int = 2) -> int:
    """The first rounds by clicking at the table's own page."""
    driver = browser()
    try:
        sign_in(driver, evening.served.address, evening.tokens["ann"])
        driver.get(f"{evening.served.address}/tables/{evening.shoe}")
        for _ in range(rounds):
            clicked_through(driver, evening.shoe)
    finally:
        driver.quit()
    return rounds


def whole_evening(kind: str, folder: Path) -> Evening:
    evening = Evening(kind, folder)
    try:
        evening.thirty_rounds()
        evening.five_rounds_and_a_count()
        evening.a_jackpot()
        evening.to_the_cent()
    finally:
        evening.served.stop()
    assert set(evening.moments) == MOMENTS
    with opened(evening.database) as database, database.read() as connection:
        meter = Links().at(connection, LINK)
        assert meter is not None and meter.meters[METER].amount == 2 * SEED + 2 * SHARE - int(SEED + 2 * SHARE)
    words = [sys.executable, "-c", PROLOGUE, "ledger", "verify", "--database", evening.database]
    verified = subprocess.run(words, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    return evening


def test_an_evening_killed_in_each_of_its_moments_loses_nothing(tmp_path: Path) -> None:
    whole_evening("sqlite", tmp_path)


@pytest.mark.slow
def test_and_so_on_postgresql(tmp_path: Path) -> None:
    whole_evening("postgresql", tmp_path)
