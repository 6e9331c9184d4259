"""A client that plays any game through the API by picking among the answers a table lists: no game is known to it."""

from __future__ import annotations

import random
from typing import Any

from croupier.server.client import Client, Problem
from croupier.server.models import Receipt, TableNow

PACK = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"]


class Walker:
    """Plays at one table, round after round; keeps every receipt it was given, by round."""

    def __init__(self, client: Client, table: str, *, seat: int = 1, seed: int = 0, troubled: bool = False) -> None:
        self.client, self.table, self.seat, self.rng, self.troubled = client, table, seat, random.Random(seed), troubled
        self.receipts: list[Receipt] = []
        self.wagered = self.tries = 0
        self.awaiting = ""
        """What the table waits for, as last seen."""

    def step(self) -> bool:
        """One act; False when a round has just ended."""
        now = self.client.table(self.table)
        if now.pending is None:
            self.wagered = 0
            due = [entry for entry in now.session.get("due", ()) if entry["yours"]]
            self.awaiting = "step" if due else "round"
            if due:  # where people deal, they do what the text asks of them before the next round
                self.client.tell(self.table, ["step", due[0]["step"], due[0]["by"]])
            else:
                self.keep(self.client.open_round(self.table))
            return True
        self.awaiting = now.pending.kind
        try:
            self.keep(self.act(now))
        except Problem as refused:
            if refused.status != 409:
                raise
            self.tries += 1
            if self.tries > 400:
                raise AssertionError(f"{now.game}: stuck at {now.pending}: {refused}") from None
            return True
        self.tries = 0
        return self.client.table(self.table).pending is not None

    def keep(self, receipt: Receipt) -> None:
        self.receipts.append(receipt)

    def act(self, now: TableNow) -> Receipt:
        reportable = [entry for entry in now.irregularities if entry["now"] and not entry["seat"]]
        if self.troubled and reportable and self.rng.random() < 0.05:
            return self.client.report(self.table, self.rng.choice(reportable)["irregularity"])
        return self.client.answer(self.table, self.answer(now), expected=now.seq)

    def answer(self, now: TableNow) -> list[Any]:
        pending = now.pending
        assert pending is not None
        if pending.kind == "card" and pending.legal:  # it goes unseen
            return ["done", pending.legal[0]["what"]]
        if pending.kind == "card":
            return ["card", self.rng.choice([*PACK, "Jo"] if self.tries > 20 else PACK)]
        if pending.kind == "roll":
            return ["roll", [self.rng.randint(1, 6), self.rng.randint(1, 6)]]
        legal = pending.legal
        closing = [entry for entry in legal if entry["act"] == "no-more-bets"]
        wagers = [entry for entry in legal if entry["act"] == "wager"]
        if pending.kind == "wager":
            if closing and (self.wagered >= 2 or self.rng.random() < 0.3 or not wagers):
                self.wagered -= 1  # dice go on: a little more may be staked before the next roll
                return ["no-more-bets"]
            self.wagered += 1
        entry = self.rng.choice(wagers or legal)
        if entry["act"] == "wager":
            least, most, step = entry["minimum"], entry["maximum"], entry["step"]
            amount = least if pending.kind == "offer" or self.rng.random() < 0.5 else max(least, 1000 - 1000 % step)
            return ["wager", entry["seat"], entry["spot"], amount if most is None else min(amount, most)]
        if entry["act"] == "choice":
            return ["choice", entry["seat"], entry["choice"]]
        if entry["act"] == "discard":
            return ["discard", entry["seat"], entry["cards"]]
        if entry["act"] == "arrange":
            return ["arrange", entry["seat"], entry["hands"]]
        return [entry["act"], entry["result"]] if entry["act"] == "spin" else ["done", entry["what"]]

    def play(self, rounds: int) -> None:
        """So many rounds to their end."""
        for _ in range(rounds):
            self.client.table(self.table)
            while self.step():
                pass
