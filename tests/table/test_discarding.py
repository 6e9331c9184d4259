"""Throwing cards away: what a seat may be asked, what it may answer, who sees it, and where the cards go."""

from __future__ import annotations

import pytest

from croupier.equipment.cards import cards
from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.rules.terms import Rule
from croupier.table import acts
from croupier.table.arranging import NOTHING
from croupier.table.requests import Discard
from croupier.table.table import Table
from croupier.table.views import HIDDEN, masked

HAND = "Kh 4d 4s 9c 2h"
RULE: Rule[object] = Rule(value=None, clause="5324.37(e)(1)", reading=None)


def a_table() -> Table:
    """A table whose first seat holds five cards."""
    table = Table(playable("ny/caribbean-stud"), [1, 2])
    for card in cards(HAND):
        table.seats[1].hand.place(card, up=False)
    table.seats[1].in_play = True
    return table


def test_every_number_of_cards_within_the_bounds_is_listed_and_nothing_else() -> None:
    request = Discard(1, cards(HAND), (2, 5), clause="x")
    listed = [entry.as_json() for entry in request.legal(a_table())]
    assert len(listed) == 10 + 10 + 5 + 1
    assert listed[0] == {"act": "discard", "seat": 1, "cards": "2h 9c"}, "what goes with no other card, the lowest first"
    assert request.settings[-1] == "2h 9c Kh 4d 4s"
    kept = Discard(1, cards(HAND), (0, 3), clause="x")
    assert kept.settings[0] == NOTHING and len(kept.settings) == 1 + 5 + 10 + 10


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (acts.Discarded(1, "Kh"), "one card only"),
        (acts.Discarded(1, "Kh Kh"), "the same card twice"),
        (acts.Discarded(1, "Kh Ac"), "a card of somebody else"),
        (acts.Discarded(1, NOTHING), "none, though two must go"),
        (acts.Discarded(2, "Kh 4d"), "another seat"),
        (acts.Arranged(1, "Kh 4d"), "hands set"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_text_does_not_let_a_seat_throw_away_is_refused(answer: acts.Act, why: str) -> None:
    with pytest.raises(Refused):
        Discard(1, cards(HAND), (2, 5), clause="x").check(answer, a_table())


def test_thrown_cards_go_to_the_rack_in_whatever_order_they_are_named() -> None:
    table = a_table()
    seat = table.seats[1]
    asked = table.discard(seat, (2, 5), because=RULE)
    request = asked.send(None)
    answer = acts.read(acts.write(acts.Discarded(1, "Kh 2h")))
    request.check(answer, table)
    with pytest.raises(StopIteration) as ended:
        asked.send(answer)
    assert ended.value.value == 2
    assert list(map(str, seat.hand)) == ["4d", "4s", "9c"] and len(seat.hand.up) == 3
    assert list(map(str, table.discards)) == ["Kh", "2h"]
    assert list(map(str, seat.dealt)) == HAND.split(), "what side wagers look at is what was dealt"


def test_which_cards_were_thrown_is_nobodys_but_the_seats_own() -> None:
    thrown = acts.Discarded(1, "Kh 2h")
    assert masked(thrown, 1) == ["discard", 1, "Kh 2h"] and masked(thrown, "floor") == ["discard", 1, "Kh 2h"]
    assert masked(thrown, 2) == masked(thrown, "public") == masked(thrown, "dealer") == ["discard", 1, HIDDEN]
