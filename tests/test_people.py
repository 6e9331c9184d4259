"""Who is who: a token is what it is now, a seat is a seat, guests practise, and nobody approves for themself."""

from __future__ import annotations

import json
import secrets
from typing import Any

from croupier.server.client import Client
from tests.serving import Served, raw
from tests.test_api_seeing import POKER, cards, live, names, token_of, told

# Whoever sits down sees as a seat


def _decided(server: Served) -> tuple[Client, str]:
    """An administrator who has sat down at a real table and must decide now."""
    seated = server.person(f"boss-{secrets.token_hex(3)}", "administrator", chips=10**6)
    table = server.client().open_table(POKER)
    seated.sit(table, 1)
    seated.answer(table, ["wager", 1, "ante", 1000], ["no-more-bets"], new_round=True)
    return seated, table


def test_an_administrator_who_sits_is_told_no_more_than_the_seat_by_any_way_in(server: Served) -> None:
    seated, table = _decided(server)
    every = server.client().table(table).view
    own = seated.table(table).view
    assert every is not None and own is not None
    hidden = {card for card in cards(every) if card != "??"} - {card for card in cards(own) if card != "??"}
    assert len(hidden) == 3, "the dealer's three cards are hidden from the seat"
    heard: list[str] = []
    raw(seated).event_hooks["response"] = [lambda answer: heard.append(answer.read().decode())]
    round_id, last = f"{table}-1", server.client().get("/ledger/events", stream=table)[0]["id"]
    for path in (
        f"/tables/{table}",
        f"/tables/{table}/history",
        f"/tables/{table}/hint",
        f"/rounds/{round_id}",
        f"/rounds/{round_id}/steps",
        f"/ledger/events/{last}",
    ):
        seated.get(path)
    for asked in ({"stream": table}, {"kind": "acts"}, {}):
        seated.get("/ledger/events", **asked)
    with live(server, table, token_of(seated)) as socket:
        heard.append(json.dumps(told(socket, "table")))
    for text in heard:
        assert not names(text) & hidden, f"{names(text) & hidden} in {text[:2000]}"
    assert seated.recall(round_id)["log"] is None
    seated.answer(table, ["choice", 1, "fold"])
    assert seated.recall(round_id)["log"], "when the round is over there is nothing left to hide from an auditor"


def test_an_auditor_who_does_not_sit_still_sees_every_card(server: Served) -> None:
    _, table = _decided(server)
    auditor = server.person(f"eye-{secrets.token_hex(3)}", "surveillance")
    view: dict[str, Any] = auditor.recall(f"{table}-1")["view"]
    assert "??" not in cards(view) and auditor.recall(f"{table}-1")["log"]
    acts = [event["body"]["acts"] for event in auditor.get("/ledger/events", stream=table, kind="acts")]
    assert "??" not in json.dumps(acts)
