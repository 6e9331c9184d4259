"""A fourth attack on money, chance and roles: what a question says to those it is not put to, and what only the floor may do."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from croupier.errors import BadInput, Refused
from croupier.ledger import books
from croupier.rules.posting import LARGEST_WAGER
from croupier.server import between, corrections, house, limits, playing, poker_rooms, pots, seeing
from croupier.server.floor import Floor
from croupier.server.people import NotAllowed, Person, Role
from croupier.table.requests import Arrangement, CardDue, Decision, RollDue, SpinDue, Wagering
from croupier.table.settlement import Line
from tests.ledger.test_money_and_chance import held, known, sound
from tests.ledger.test_second_attack import ADA, asked, stand_pat, table_of
from tests.ledger.test_third_attack import DECK
from tests.support.evening import DEALER, FLOOR_PERSON, PLAYERS, made_ready, opened, the_round
from tests.support.serving import fresh_database

ANN, BOB, CLEO = PLAYERS


@pytest.fixture
def floor(tmp_path: Path) -> Any:
    with opened(fresh_database("sqlite", tmp_path)) as database:
        yield Floor(database)


# What is said of a question to those it is not put to


def refusals(floor: Floor, table: str) -> list[tuple[str, str | None]]:
    """What Bob at seat 2 is told who answers out of turn, for himself and for Ann."""
    said = []
    for form in (["choice", 2, "fold"], ["choice", 1, "fold"], ["wager", 2, "ante", 1000], ["done", "reveal"]):
        with pytest.raises(BadInput) as refusal:
            playing.answer(floor, BOB, table, [form])
        said.append((str(refusal.value), getattr(refusal.value, "clause", None)))
    return said


@pytest.mark.parametrize("game", ["ny/crazy-4-poker", "cincinnati/crazy-4-poker"])
def test_nobody_hears_what_a_hand_lets_another_seat_do(floor: Floor, game: str) -> None:
    """Three times the ante is offered to a pair of aces or better alone: who is told of it knows the hand."""
    table = table_of(floor, game, {1: ANN, 2: BOB}, 10**6)
    offered, heard, refused = set(), set(), set()
    for _ in range(25):
        playing.open_round(floor, ANN, table)
        for seat, person in ((1, ANN), (2, BOB)):
            playing.answer(floor, person, table, [["wager", seat, "ante", 1000], ["wager", seat, "super-bonus", 1000]])
        playing.answer(floor, ANN, table, [["no-more-bets"]])
        assert asked(floor, table)["seat"] == 1  # type: ignore[index]
        own, other = (seeing.see(floor, person, table)["pending"] for person in (ANN, BOB))
        offered.add((own["asks"], own["clause"]))
        heard.add((other["asks"], other["clause"]))
        refused.add(tuple(refusals(floor, table)))
        for seat, person in ((1, ANN), (2, BOB)):
            playing.answer(floor, person, table, [["choice", seat, "raise-1x"]])
    assert len(offered) == 2, "both kinds of hand have come"
    assert len(heard) == len(refused) == 1
    assert "raise" not in heard.pop()[0]


def test_nobody_hears_what_another_seat_can_pay_for(floor: Floor) -> None:
    heard, offered = set(), set()
    for chips in (4000, 100_000):
        table = table_of(floor, "ny/ultimate-texas-holdem", {1: ANN, 2: BOB}, 100_000)
        house.chips(floor, ADA, ANN.name, held(floor) - chips, cash_out=True)
        playing.open_round(floor, ANN, table)
        for seat, person in ((1, ANN), (2, BOB)):
            playing.answer(floor, person, table, [["wager", seat, "ante", 1000], ["wager", seat, "blind", 1000]])
        playing.answer(floor, ANN, table, [["no-more-bets"]])
        offered.add(seeing.see(floor, ANN, table)["pending"]["asks"])
        heard.add(seeing.see(floor, BOB, table)["pending"]["asks"])
        playing.void(floor, FLOOR_PERSON, table, "the test is over")
    assert len(offered) == 2
    assert len(heard) == 1


# What only the floor may do, and whose table it is


@pytest.mark.parametrize("game", ["ny/baccarat", "ny/mini-baccarat"])
def test_a_dealer_throws_no_shoe_away_by_saying_that_the_table_is_idle(floor: Floor, game: str) -> None:
    """Resumed, a table is opened anew and its cards shuffled: a shoe that has turned against the house, or for it, would be gone."""
    known(floor, DEALER)
    table = table_of(floor, game, {1: ANN}, 100_000)
    playing.answer(floor, ANN, table, [["wager", 1, "banker", 1000], ["no-more-bets"]], new_round=True)
    left = floor.read(table, lambda live: live.session.carried.left)
    assert left
    with pytest.raises(NotAllowed):
        between.tell(floor, DEALER, table, [["table", "idle", "dealer"]])
    between.tell(floor, FLOOR_PERSON, table, [["table", "idle", "floor"]])
    with pytest.raises(NotAllowed):
        between.tell(floor, DEALER, table, [["table", "resume", "dealer"]])
    assert floor.read(table, lambda live: live.session.carried.left) == left
    between.tell(floor, FLOOR_PERSON, table, [["table", "resume", "floor"]])
    sound(floor)


REPORTED_EARLY = [
    ("ny/blackjack", "blackjack", "hole-card-exposed-before-no-more-bets"),
    ("cincinnati/mini-baccarat", "banker", "card-face-up-in-shoe"),
    ("cleveland/mini-baccarat", "banker", "disclosed-card-drawn-in-error"),
    ("ny/baccarat", "banker", "card-face-up-in-shoe"),
]


@pytest.mark.parametrize(("game", "wager", "irregularity"), REPORTED_EARLY)
def test_a_dealer_ends_no_shoe_and_deals_none_of_it_away_by_a_report_before_the_deal(
    floor: Floor, game: str, wager: str, irregularity: str
) -> None:
    known(floor, DEALER)
    table = table_of(floor, game, {1: ANN}, 100_000)
    playing.answer(floor, ANN, table, [["wager", 1, wager, 1000], ["no-more-bets"]], new_round=True)
    stand_pat(floor, table, {1: ANN})
    playing.answer(floor, ANN, table, [["wager", 1, wager, 1000]], new_round=True)
    left = floor.read(table, lambda live: the_round(live).table.cards_left)
    assert playing.report(floor, DEALER, table, irregularity)["awaits"] == "floor"
    assert floor.read(table, lambda live: the_round(live).table.cards_left) == left
    playing.rule(floor, FLOOR_PERSON, table, approve=False)
    playing.answer(floor, ANN, table, [["no-more-bets"]])
    sound(floor)


def test_a_table_without_a_shoe_in_play_is_idle_when_its_dealer_says_so(floor: Floor) -> None:
    known(floor, DEALER)
    table = table_of(floor, "ny/roulette", {1: ANN}, 100_000)
    for phase in ("idle", "resume"):
        between.tell(floor, DEALER, table, [["table", phase, "dealer"]])


def test_nobody_tips_at_a_practice_table_that_is_not_theirs_to_see(floor: Floor) -> None:
    """The event would stand in the table's own chain: whoever answers with what they saw would find that the table has moved on."""
    known(floor, ANN, BOB)
    tables = {
        person: str(house.open_table(floor, person, "ny/roulette", settings={"practice": True})["table"])
        for person in (ANN, BOB)
    }
    house.sit(floor, BOB, tables[BOB], 1)
    before = floor.read(tables[ANN], lambda live: live.seq)
    with pytest.raises(NotAllowed):
        house.tip(floor, BOB, tables[ANN], 100)
    assert floor.read(tables[ANN], lambda live: live.seq) == before
    house.tip(floor, BOB, tables[BOB], 100)


@pytest.mark.parametrize("wide", [5, None, "5", [1]])
def test_limits_that_are_none_are_refused_and_stop_no_table(floor: Floor, wide: Any) -> None:
    """A fault would stop the table until the floor closes it, with everybody's stack and streak on it."""
    table = table_of(floor, "ny/roulette", {1: ANN}, 100_000)
    with pytest.raises(BadInput, match=r"limits\.table"):
        limits.post_limits(floor, FLOOR_PERSON, table, {"table": wide}, told=("commission", "surveillance"))
    assert floor.read(table, lambda live: live.stopped) is None
    playing.answer(floor, ANN, table, [["wager", 1, "red", 1000], ["no-more-bets"]], new_round=True)


# What a ruling takes back


def test_a_late_ruling_takes_back_what_its_round_was_charged_and_not_what_the_shoe_was(floor: Floor) -> None:
    """Vigorish that is deferred is charged with the last round of a shoe, for all of them."""
    table = table_of(floor, "cincinnati/mini-baccarat", {1: ANN}, 10**6, **{"vigorish-collected": "deferred"})
    wager = ["wager", 1, "banker", 10_000]
    marked = []
    for last in (False,) * 12 + (True,):
        playing.answer(floor, ANN, table, [wager], new_round=True)
        marked.append(floor.read(table, lambda live: dict(live.session.carried.vigorish)))
        before = held(floor)
        if last:
            between.tell(floor, FLOOR_PERSON, table, [["shuffle-due", "floor", "the cards are worn"]])
        playing.answer(floor, ANN, table, [["no-more-bets"]])
    owed = marked[-1][1]
    assert owed and not floor.read(table, lambda live: live.session.carried.vigorish)
    round_id = floor.read(table, lambda live: live.round_id)
    corrections.rule_late(floor, FLOOR_PERSON, round_id, "too-few-cards", why="the last hand lacked a card")
    assert held(floor) == before + 10_000 - owed
    with pytest.raises(Refused):
        corrections.reverse(floor, FLOOR_PERSON, round_id, 1, "once more")
    sound(floor)


# What one player may do to another


def test_nobody_closes_the_wagering_over_a_wager_of_another_that_stands_from_the_round_before(floor: Floor) -> None:
    """Who has put down nothing for the next hand loses a streak: that would be for anybody at the table to bring about."""
    known(floor, DEALER)
    table = table_of(floor, "ny/blackjack", {1: ANN, 2: BOB}, 10**6, streak=True)
    for _ in range(40):
        if floor.read(table, lambda live: live.session.carried.stakes):
            break
        playing.open_round(floor, ANN, table)
        playing.answer(floor, BOB, table, [["wager", 2, "blackjack", 1000], ["wager", 2, "streak-5", 1000]])
        playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 1000], ["no-more-bets"]])
        stand_pat(floor, table, {1: ANN, 2: BOB})
    receipt = playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 1000], ["no-more-bets"]], new_round=True)
    assert "seat 2" in receipt["refused"]["error"]
    assert floor.read(table, lambda live: the_round(live).table.seats[2].stakes) == {"streak-5": 1000}
    assert {"act": "no-more-bets"} not in seeing.see(floor, ANN, table)["pending"]["legal"]
    playing.answer(floor, BOB, table, [["wager", 2, "blackjack", 1000]])
    playing.answer(floor, ANN, table, [["no-more-bets"]])
    assert floor.read(table, lambda live: the_round(live).table.seats[2].placed["streak-5"]) == 1000
    sound(floor)


def test_a_dealer_and_the_player_alone_close_over_a_wager_that_stands(floor: Floor) -> None:
    known(floor, DEALER)
    table = table_of(floor, "ny/blackjack", {1: ANN, 2: BOB}, 10**6, streak=True)
    for _ in range(40):
        playing.open_round(floor, ANN, table)
        if floor.read(table, lambda live: the_round(live).table.carried.stakes):
            break
        playing.answer(floor, BOB, table, [["wager", 2, "blackjack", 1000], ["wager", 2, "streak-5", 1000]])
        playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 1000], ["no-more-bets"]])
        stand_pat(floor, table, {1: ANN, 2: BOB})
    playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 1000]])
    playing.answer(floor, DEALER, table, [["no-more-bets"]])
    stand_pat(floor, table, {1: ANN, 2: BOB})
    lines = floor.read(table, lambda live: live.position.lines)
    assert any(line.wager == "streak-5" and line.outcome == "lose" for _, line in lines)
    sound(floor)


def test_who_sits_at_a_table_corrects_no_round_that_was_played_there_before(floor: Floor) -> None:
    """An opponent's stack, cut by a correction of an earlier hand, would be the floor person's own gain in the next."""
    boss = Person("boss", Role.ADMINISTRATOR)
    known(floor, boss)
    table = table_of(floor, "ny/roulette", {1: ANN}, 100_000)
    playing.answer(floor, ANN, table, [["wager", 1, "red", 1000], ["no-more-bets"]], new_round=True)
    house.chips(floor, ADA, boss.name, 10_000, cash_out=False)
    house.sit(floor, boss, table, 2)
    round_id, number = floor.read(table, lambda live: (live.round_id, live.position.lines[0][0]))
    with pytest.raises(NotAllowed):
        corrections.reverse(floor, boss, round_id, number, "for my own sake")
    poker, given = table_of(floor, "ny/poker", {1: ANN, 2: BOB}, 100_000), {1: 0}
    playing.open_round(floor, ANN, poker)
    for seat, person in ((1, ANN), (2, BOB)):
        playing.answer(floor, person, poker, [["wager", seat, "stack", 5000]])
    playing.answer(floor, ANN, poker, [["no-more-bets"]])
    stand_pat(floor, poker, {1: ANN, 2: BOB})
    house.sit(floor, boss, poker, 3)
    with pytest.raises(NotAllowed):
        pots.correct_pot(floor, boss, f"{poker}-1", given, clause="5324.42(f)(5)", why="for my own sake")
    house.leave(floor, boss, table, 2)
    corrections.reverse(floor, boss, round_id, number, "the ball left the wheel")
    sound(floor)


def test_who_waits_for_a_seat_strikes_nobody_else_off_the_list(floor: Floor) -> None:
    boss = Person("boss", Role.ADMINISTRATOR)
    known(floor, boss, CLEO)
    table_of(floor, "ny/poker", {1: ANN, 2: BOB}, 100_000)
    kind = poker_rooms.look(floor, CLEO)[0]["kinds"][0]["kind"]
    for person in (CLEO, boss):
        poker_rooms.join_list(floor, person, "ny/poker", kind)
    with pytest.raises(NotAllowed):
        poker_rooms.leave_list(floor, boss, "ny/poker", kind, CLEO.name)
    assert poker_rooms.look(floor, CLEO)[0]["kinds"][0]["waiting"] == [CLEO.name, boss.name]
    poker_rooms.leave_list(floor, boss, "ny/poker", kind, boss.name)
    poker_rooms.leave_list(floor, boss, "ny/poker", kind, CLEO.name)


def test_practice_chips_are_not_won_without_end(floor: Floor) -> None:
    """All practice chips come from one cage: what it has issued must not outgrow the books, or nobody sits down to practise."""
    known(floor, ANN)
    wide = {"limits": {"table": {"minimum": 100, "maximum": 10**12, "unit": 100}}}
    settings = {"practice": True, "equipment": "entered"}
    table = str(house.open_table(floor, ANN, "ny/roulette", house_rules=wide, settings=settings)["table"])
    house.sit(floor, ANN, table, 1)
    before, most = held(floor, "practice-cage"), 10**12
    for _ in range(60):
        made_ready(floor, table)
        chips = min(held(floor, "practice:ann"), LARGEST_WAGER)
        stake = [["wager", 1, "straight-up-1", chips], ["no-more-bets"], ["spin", "1"]]
        receipt = playing.answer(floor, ANN, table, stake, new_round=True)
        if "refused" in receipt:
            break
    assert "practice chips" in receipt["refused"]["error"]
    assert held(floor, "practice-cage") > before - most
    with pytest.raises(Refused, match="practice chips"):
        playing.answer(floor, ANN, table, [["wager", 1, "straight-up-1", 10**12]])
    playing.void(floor, ANN, table, "nothing lies there")
    house.leave(floor, ANN, table, 1)
    house.sit(floor, ANN, table, 1)
    assert held(floor, "practice:ann") == house.PRACTICE_CHIPS
    playing.open_round(floor, ANN, table)
    playing.answer(floor, ANN, table, [["wager", 1, "red", 1000]])
    sound(floor)


def test_what_the_books_refuse_once_something_was_played_stops_the_table(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A win that the books have no room for, refused as a stake is, would be undone, and the number known before the next stake."""
    table = table_of(floor, "ny/roulette", {1: ANN}, 100_000)
    playing.open_round(floor, ANN, table)
    post = books._post

    def full(writing: Any, transfers: Any) -> None:
        if any(transfer.kind == "paid" for transfer in transfers):
            raise Refused("more than the books hold")
        post(writing, transfers)

    monkeypatch.setattr(books, "_post", full)
    both = [["wager", 1, spot, 1000] for spot in ("red", "black", "straight-up-0", "straight-up-00")]
    receipt = playing.answer(floor, ANN, table, [*both, ["no-more-bets"]])
    assert "stopped" in receipt["refused"]["error"] and not any(form[0] == "spin" for form in receipt.get("acts") or ())
    with pytest.raises(Refused, match="the floor voids the round"):
        playing.answer(floor, ANN, table, [["wager", 1, "red", 1000]])
    playing.void(floor, FLOOR_PERSON, table, "the books could not take it")
    assert held(floor) == 100_000
    sound(floor)


def test_a_void_round_leaves_a_streak_where_it_was(floor: Floor) -> None:
    """The stake stands again, and so does the lammer that says how many hands were won on it."""
    known(floor, DEALER)
    table = table_of(floor, "ny/blackjack", {1: ANN, 2: BOB}, 10**6, streak=True)
    while not floor.read(table, lambda live: live.session.carried.streaks.get(2)):
        standing = floor.read(table, lambda live: live.session.carried.stakes.get(2))
        playing.open_round(floor, ANN, table)
        playing.answer(floor, BOB, table, [["wager", 2, "blackjack", 1000], *[["wager", 2, "streak-5", 1000]] * (not standing)])
        playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 1000], ["no-more-bets"]])
        stand_pat(floor, table, {1: ANN, 2: BOB})
    won = floor.read(table, lambda live: live.session.carried.streaks[2])
    while True:  # a hand that nobody is asked about is over at once, and the streak lost with it
        playing.answer(floor, ANN, table, [["wager", 1, "blackjack", 1000]], new_round=True)
        playing.answer(floor, DEALER, table, [["no-more-bets"]])
        if asked(floor, table) is not None:
            break
    assert ("streak-5", "lose") in floor.read(
        table, lambda live: [(line.wager, line.outcome) for line in the_round(live).lines]
    )
    playing.void(floor, FLOOR_PERSON, table, "a misdeal")
    carried = floor.read(table, lambda live: live.session.carried)
    assert (carried.stakes[2], carried.streaks[2]) == ({"streak-5": 1000}, won)
    again = Floor(floor.database).read(table, lambda live: live.session.carried)  # rebuilt from its latest round
    assert again.streaks == carried.streaks
    sound(floor)


# One player at several positions


QUADS = ["As", "Ad", "Ac", "Ah", "2c", "3d", "5h"]


def dealt_quads(floor: Floor, table: str, players: dict[int, Person]) -> list[Line]:
    """A hand of pai gow poker at a table where people deal: seat 1 holds four aces, the others what comes."""
    made_ready(floor, table)
    playing.open_round(floor, DEALER, table)
    mine, rest = list(QUADS), [card for card in DECK if card not in QUADS]
    random.Random(4).shuffle(rest)
    while (request := floor.read(table, lambda live: the_round(live).pending)) is not None:
        person, form = DEALER, ["done", getattr(request, "act", "")]
        if isinstance(request, CardDue):
            unseen = floor.read(table, lambda live: the_round(live).pending.unseen(the_round(live).table))
            form = ["done", str(request.to)] if unseen else ["card", (mine if request.to == 1 else rest).pop()]
        elif isinstance(request, Wagering):
            envied = floor.read(table, lambda live: live.playable.envied)
            stakes = [["wager", seat, spot, 1000] for seat in players for spot in ("pai-gow-poker", *envied)]
            for stake in stakes:
                playing.answer(floor, players[stake[1]], table, [stake])
            form = ["no-more-bets"]
        elif isinstance(request, RollDue):
            form = ["roll", [1, 1, 1]]
        elif isinstance(request, SpinDue):
            form = ["spin", request.marks[0]]
        elif isinstance(request, Arrangement):
            person, form = players.get(request.seat, DEALER), ["arrange", request.seat, request.settings[0]]
        elif isinstance(request, Decision):
            person, form = players.get(request.seat, FLOOR_PERSON), ["choice", request.seat, request.least]
        playing.answer(floor, person, table, [form])
    return [line for _, line in floor.read(table, lambda live: live.position.lines)]


@pytest.mark.parametrize("game", ["cincinnati/pai-gow-poker", "cleveland/pai-gow-poker", "ny/pai-gow-poker"])
@pytest.mark.parametrize("second", [ANN, BOB])
def test_nobody_is_paid_envy_for_a_hand_of_their_own(floor: Floor, game: str, second: Person) -> None:
    """Envy is for another player's hand; a player's own at the next position is no other's."""
    known(floor, ANN, BOB, DEALER)
    for person in (ANN, BOB):
        house.chips(floor, ADA, person.name, 10**6, cash_out=False)
    rules = {"options": {"positions-per-player": 2, "player-banking": game == "cincinnati/pai-gow-poker"}}
    rules = rules if game != "cleveland/pai-gow-poker" else {"options": {"positions-per-player": 2}}
    settings = {"equipment": "entered", "closing": "dealer"}
    table = str(house.open_table(floor, FLOOR_PERSON, game, house_rules=rules, settings=settings)["table"])
    players = {1: ANN, 2: second}
    for seat, person in players.items():
        house.sit(floor, person, table, seat)
    lines = dealt_quads(floor, table, players)
    envy = [line.seat for line in lines if line.wager == "envy-bonus"]
    assert envy == ([2] if second is BOB else [])
    sound(floor)
