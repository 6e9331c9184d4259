"""A jackpot paid in error goes back on its meter, to the last fraction of a cent, whoever else feeds it meanwhile."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.errors import Refused
from croupier.ledger import books
from croupier.server import corrections, house, playing, recall
from croupier.server.floor import Floor
from croupier.table.meters import Meter
from croupier.table.requests import Decision
from tests.ledger.test_links import (
    FIRST,
    LINK,
    METER,
    NOTHING,
    ROYAL,
    SECOND,
    SEED,
    STRAIGHT_FLUSH,
    address,
    bet,
    finish,
    floor,
    once,
    sound,
    table_for,
    waits,
)
from tests.support.evening import DEALER, FLOOR_PERSON, made_ready, the_round

__all__ = ["address", "floor"]
RATE, SHARE = {METER: {"rate": "21.37%"}}, Fraction("21.37")


def meter(floor: Floor) -> Meter:
    """What the link's own chain says, which its account must hold the whole cents of."""
    with floor.database.read() as connection:
        now, held = floor.links.at(connection, LINK), books.balance(connection, f"meter:{LINK}:{METER}")
    assert now is not None and now.meters[METER].balanced() and held == int(now.meters[METER].amount)
    return now.meters[METER]


def jackpot_line(floor: Floor, table: str, number: int = 1) -> tuple[str, int]:
    round_id = f"{table}-{number}"
    lines = recall.recall(floor, round_id).table.position.lines
    return round_id, next(line for line, settled in lines if settled.wager == "progressive")


def right(floor: Floor, round_id: str, line: int, returned: int, won: int) -> None:
    cited = dict(recall.recall(floor, round_id).table.position.lines)[line].clause.split(", ")[0]
    corrections.correct(
        floor, FLOOR_PERSON, round_id, line, returned=returned, won=won, clause=cited, why="the hand was read again"
    )


def test_a_jackpot_that_is_reversed_is_on_the_meter_again_while_another_table_feeds_it(floor: Floor) -> None:
    """The win goes back, the house has its seed again, and the void wager's share comes off: only the other table's is left."""
    first, second = table_for(floor, FIRST, meters=RATE), table_for(floor, SECOND, meters=RATE)
    bet(floor, first, FIRST)
    finish(floor, first, ROYAL)
    assert meter(floor).amount == SEED + SHARE - int(SHARE), "what was less than a cent stays there"
    bet(floor, second, SECOND)
    round_id, line = jackpot_line(floor, first)
    corrections.reverse(floor, FLOOR_PERSON, round_id, line, "the hand was fouled")
    assert meter(floor).amount == SEED + SHARE and meter(floor).moved == (SHARE, 0, 0)
    (told,) = recall.corrections(floor, round_id)
    assert told["by"] == FLOOR_PERSON.name and told["authority"] == "floor" and told["clause"]
    with pytest.raises(Refused, match="already stands so"):
        corrections.reverse(floor, FLOOR_PERSON, round_id, line, "once more")
    finish(floor, second, ROYAL)
    assert sum(line.won for line in floor.read(second, lambda live: the_round(live).lines)) == int(SEED + SHARE)
    sound(floor.database)


def test_a_chain_of_corrections_draws_each_win_once(floor: Floor) -> None:
    """A royal flush that was a straight flush, then a flush paid from the tray, then nothing, then the royal flush after all."""
    table = table_for(floor, FIRST, meters=RATE)
    bet(floor, table, FIRST)
    finish(floor, table, ROYAL)
    (round_id, line), stood = jackpot_line(floor, table), SEED + SHARE
    for won, drawn in ((int(stood / 10), int(stood / 10)), (4_000, 0), (0, 0), (int(stood), int(stood) - SEED)):
        right(floor, round_id, line, 0, won)
        assert meter(floor).amount == stood - drawn, f"won {won}"
    corrections.reverse(floor, FLOOR_PERSON, round_id, line, "the deck was short")
    assert meter(floor).amount == SEED
    right(floor, round_id, line, 0, 0)
    assert meter(floor).amount == stood, "the wager was made after all"
    sound(floor.database)


def test_a_jackpot_is_corrected_while_the_next_round_is_played_and_when_the_table_is_closed(floor: Floor) -> None:
    table = table_for(floor, FIRST, meters=RATE)
    bet(floor, table, FIRST)
    finish(floor, table, STRAIGHT_FLUSH)
    drawn = int((SEED + SHARE) / 10)
    bet(floor, table, FIRST)
    assert meter(floor).amount == SEED + 2 * SHARE - drawn
    right(floor, *jackpot_line(floor, table), 0, 0)
    assert meter(floor).amount == SEED + 2 * SHARE
    finish(floor, table, ROYAL)
    assert meter(floor).amount == 2 * SEED + 2 * SHARE - int(SEED + 2 * SHARE)
    house.close_table(floor, FLOOR_PERSON, table)
    right(floor, *jackpot_line(floor, table, 2), 0, 0)
    assert meter(floor).amount == SEED + 2 * SHARE
    sound(floor.database)


def test_a_meter_cannot_pay_late_what_it_no_longer_holds(floor: Floor) -> None:
    table = table_for(floor, FIRST, meters=RATE)
    bet(floor, table, FIRST)
    finish(floor, table, NOTHING)
    bet(floor, table, FIRST)
    finish(floor, table, ROYAL)
    round_id, line = jackpot_line(floor, table)
    bet(floor, table, FIRST)
    finish(floor, table, STRAIGHT_FLUSH)
    before = meter(floor).amount
    with pytest.raises(Refused, match="cannot pay this any more"):
        right(floor, round_id, line, 0, int(SEED + SHARE) - 1)
    assert meter(floor).amount == before
    sound(floor.database)


def test_a_round_voided_when_its_jackpot_was_paid_puts_it_back(floor: Floor) -> None:
    table = table_for(floor, FIRST, meters=RATE)
    table_for(floor, SECOND, meters=RATE)
    house.sit(floor, SECOND, table, 2)
    made_ready(floor, table)
    playing.open_round(floor, DEALER, table)
    finish(floor, table, "", until="wager")
    for seat, person in ((1, FIRST), (2, SECOND)):
        playing.answer(floor, person, table, [["wager", seat, "progressive", 100]])
    playing.answer(floor, DEALER, table, [["no-more-bets"]])
    cards = [card for dealt in zip(ROYAL.split(), STRAIGHT_FLUSH.split(), strict=True) for card in dealt]
    while not any(line.won for line in floor.read(table, lambda live: the_round(live).lines)):
        request = waits(floor, table)
        assert request is not None
        once(floor, table, request, cards)
    assert floor.read(table, lambda live: live.playing), "somebody else's win is still to be checked"
    assert meter(floor).paid
    playing.void(floor, FLOOR_PERSON, table, "the deck was short")
    assert meter(floor).amount == SEED and meter(floor).moved == (0, 0, 0)
    sound(floor.database)


def test_a_win_from_another_meter_of_the_wager_goes_back_on_that_one(floor: Floor) -> None:
    """Three sevens of mixed suits pay all of the minor jackpot; read again they were nothing, and the mega jackpot never moved."""
    sevens = "progressive-super-sevens-jackpot"
    game, rules = "ny/blackjack", {"paytables": {sevens: "C"}}
    table = table_for(floor, FIRST, game, **rules)
    made_ready(floor, table)
    playing.open_round(floor, DEALER, table)
    finish(floor, table, "2c", until="wager")
    playing.answer(floor, FIRST, table, [["wager", 1, "blackjack", 1000]])
    playing.answer(floor, FIRST, table, [["wager", 1, sevens, 100]])
    playing.answer(floor, DEALER, table, [["no-more-bets"]])
    stood = floor.read(table, lambda live: dict(live.meters))
    cards = ["7c", "Kh", "7d", "6d", "7h", "9c", "9d"]
    while (request := waits(floor, table)) is not None:
        if isinstance(request, Decision):
            playing.answer(floor, FIRST, table, [["choice", 1, "hit" if "hit" in request.choices else request.declined]])
        else:
            once(floor, table, request, cards)
    round_id, lines = f"{table}-1", recall.recall(floor, f"{table}-1").table.position.lines
    number, line = next((number, line) for number, line in lines if line.wager == sevens)
    fed = {name: amount + 20 for name, amount in stood.items() if name in ("super-sevens", "minor", "major", "mega")}
    assert line.won == fed["minor"]
    right(floor, round_id, number, 0, 0)
    with floor.database.read() as connection:
        now = floor.links.at(connection, str(floor.read(table, lambda live: live.link)))
    assert now is not None and {name: now.meters[name].amount for name in fed} == fed
    sound(floor.database)
