"""A process beside the server that does what is heavy: asked in lines of JSON, one piece at a time. Nothing is known here of people.

It gives way to the server and leaves with it: when the server is gone, so is the other end of standard input.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from typing import Any

from croupier.errors import CroupierError

EVERY = 0.1
"""Seconds between two words on how far it is."""
ROUNDS_AHEAD = 6
"""Rounds that are looked through for questions to be ready for."""
Told = Callable[[int, int | None, str], None]
"""How far the work is, of how much where that is known, and what it is doing."""


def advice(told: Told, *, written: Mapping[str, Any]) -> Any:
    """What the pending choices of a written round are worth."""
    from croupier.odds.advice import advise
    from croupier.server.floor import prepare
    from croupier.table.round import replay

    found = advise(replay(prepare(written["game"], written["house_rules"], written["version"]), written))
    return None if found is None else found.as_json()


def ahead(told: Told, *, game: str, house_rules: Mapping[str, Any], version: str | None) -> Any:
    """What hints at a game need, compiled and counted before anybody asks: those of each kind of question that a few rounds bring."""
    from croupier.odds.advice import advise
    from croupier.odds.shapes import odds_of
    from croupier.odds.shapes.one_raise import OneRaise
    from croupier.server.floor import prepare
    from croupier.table.random_rounds import Level, play_round
    from croupier.table.requests import Arrangement, Decision, Offer
    from croupier.table.round import replay

    playable = prepare(game, house_rules, version)
    asked: set[tuple[Any, ...]] = set()
    for seed in range(ROUNDS_AHEAD):
        played, _ = play_round(playable, seed, Level.MAIN)
        again = replay(playable, played.written() | {"acts": []})
        for act in played.log:
            request = again.pending
            if isinstance(request, (Decision, Offer, Arrangement)) and request.seat:
                kind = (request.kind, request.moment, len(again.table.seats[request.seat].hand), sum(again.table.community.up))
                if kind not in asked:
                    asked.add(kind)
                    told(len(asked), None, f"{game}: {request.describe()}")
                    advise(again)
            again.answer(act)
    odds = odds_of(playable.terms.file.procedure)
    if isinstance(odds, OneRaise):  # before the flop a hand takes seconds by itself, and one sweep weighs them all
        told(len(asked), None, f"{game}: all hands before the flop")
        odds.solved(playable)
    return len(asked)


def prices(told: Told, *, game: str, house_rules: Mapping[str, Any], version: str | None) -> Any:
    """Every wager's price, kept in the store; as `croupier analyze --json` gives them."""
    from croupier.games.registry import playable
    from croupier.odds import shipped, store

    began, found = time.perf_counter(), []
    priced = playable(game, house_rules, version)
    expected = len(shipped.expected(priced))
    told(0, expected or None, "compiling")
    for price in store.prices(priced):
        found.append(price.as_json())
        # Another house may have more tables to price: what is done is never all of it while the work goes on.
        told(len(found), max(expected, len(found) + 1) if expected else None, f"{price.wager} is priced")
    told(len(found), len(found), "priced")
    return {"game": game, "wagers": found, "seconds": time.perf_counter() - began}


def strategy(told: Told, *, game: str, house_rules: Mapping[str, Any], version: str | None) -> Any:
    """A game's strategy to be read off; as `croupier strategy --json` gives it."""
    from croupier.games.registry import playable
    from croupier.odds.advice import strategy as charted

    began = time.perf_counter()
    charts, remark = charted(playable(game, house_rules, version))
    seconds = time.perf_counter() - began
    return {"game": game, "charts": [chart.as_json() for chart in charts], "remark": remark, "seconds": seconds}


def asked(
    told: Told,
    *,
    game: str,
    house_rules: Mapping[str, Any],
    version: str | None,
    hand: str,
    dealer: str = "",
    community: str = "",
    after: str = "",
) -> Any:
    """What each choice with a hand is worth, question by question; as `croupier strategy --hand --json` gives it."""
    from croupier.equipment.faces import pieces
    from croupier.games.registry import playable
    from croupier.odds.queries import ask

    held, shown, board = map(pieces, (hand, dealer, community))
    found = ask(playable(game, house_rules, version), held, dealer=shown, community=board, after=after.split())
    return [{"question": answer.question, **answer.advice.as_json()} for answer in found]


def settled(told: Told, *, written: Mapping[str, Any]) -> Any:
    """A written round settled, or why it cannot be, with the clause."""
    from croupier.server import writing

    found = writing.settle(written)
    if isinstance(found, writing.Stuck):
        return {"why": found.why, "clause": found.clause}
    return {"answer": found.answer}


def verified(told: Told, *, database: str) -> Any:
    """The books proved: every chain, every round, every account."""
    from dataclasses import asdict

    from croupier.ledger.database import Database
    from croupier.ledger.verify import verify
    from croupier.server.floor import prepare

    books = Database(database, create=False)
    try:
        verdict = verify(books, prepare, seldom(lambda done, total: told(done, total, "verifying")))
    finally:
        books.close()
    return {"sound": verdict.sound} | asdict(verdict)


WORK: dict[str, Callable[..., Any]] = {
    "advice": advice,
    "ahead": ahead,
    "prices": prices,
    "strategy": strategy,
    "asked": asked,
    "settled": settled,
    "verified": verified,
}


def seldom(tell: Callable[[int, int], None]) -> Callable[[int, int], None]:
    """How far work is that comes on by thousands of small steps, so often that somebody can read it."""
    last = 0.0

    def told(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last > EVERY:
            last = time.monotonic()
            tell(done, total)

    return told


def _leave_with_the_server(asked: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)


def main() -> None:
    """Do what is asked until nobody is there to ask."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what anything prints is no answer
    if hasattr(os, "nice"):
        os.nice(10)
    asked: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_leave_with_the_server, args=(asked,), daemon=True).start()

    def say(**answer: Any) -> None:
        answers.write(json.dumps(answer) + "\n")
        answers.flush()

    def tell(done: int, total: int | None, message: str) -> None:
        say(told=[done, total, message])

    while True:
        work, arguments = json.loads(asked.get())
        try:
            say(answer=WORK[work](tell, **arguments))
        except CroupierError as error:
            say(refused=str(error))
        except Exception:
            say(failed=traceback.format_exc())


if __name__ == "__main__":
    main()
