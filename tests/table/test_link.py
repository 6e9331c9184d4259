"""Tables linked to one meter (appendix L of the rulebook that has one): counted, verified, paid in turn, conserved."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import pytest

from croupier.equipment.cards import FACES
from croupier.errors import OutOfBounds, Refused, Unknown
from croupier.games.registry import all_games, playable
from croupier.table import acts
from croupier.table.link import Link
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, Wagering
from croupier.table.round import Round, replay
from tests.support.driving import RandomPlayer

CHAPTER = "cincinnati/linked-progressive"
SEED = 1_000_000


def linkable() -> dict[str, Playable]:
    """Every registered game that the chapter lets be linked and that has its meter, and the chapter's own table."""
    chapter = playable(CHAPTER).terms
    names = [CHAPTER, *(f"{chapter.rulebook}/{game}" for game in chapter.options["linked-games"])]
    ready = [playable(name) for name in names if name in all_games()]
    return {game.terms.game: game for game in ready if any(wager.meter for wager in game.terms.wagers.values())}


def link(**tables: str) -> Link:
    return Link(playable(CHAPTER).terms, {name: playable(game) for name, game in tables.items()})


def step(link: Link, table: str, gambler: RandomPlayer) -> None:
    """One answer at a table; the chips are counted when they have to be."""
    if link.count_due(table):
        link.count(table, link.accepted(table))
    round_ = link.round(table)
    assert round_.pending is not None
    try:
        link.answer(table, gambler.answer(round_, round_.pending))
    except Refused:
        assert isinstance(round_.pending, Wagering)


def confirm_all(link: Link, table: str) -> None:
    for duty in link.due(table):
        link.confirm(table, duty.seat, duty.step, by=duty.by[0])


def bet_and_deal(link: Link, table: str, hands: dict[int, str]) -> Round:
    """A round at a chapter table: everybody bets, stays, and gets the cards written here."""
    round_ = link.start(table, hands)
    link.answer(table, acts.Done("shuffle"))
    for seat in hands:
        link.answer(table, acts.Wager(seat, "progressive", 100))
    link.answer(table, acts.NoMoreBets())
    link.count(table, len(hands))
    waiting = {seat: cards.split() for seat, cards in hands.items()}
    while isinstance(round_.pending, CardDue):
        assert isinstance(round_.pending.to, int)
        link.answer(table, acts.Dealt(FACES[waiting[round_.pending.to].pop(0)]))
    for seat in sorted(hands):
        link.answer(table, acts.Choice(seat, "stay"))
    assert round_.done
    return round_


ROYAL, OTHER_ROYAL, STRAIGHT_FLUSH, NOTHING = "As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "9d 8d 7d 6d 5d", "2c 4d 6h 8s Tc"


def won(round_: Round) -> dict[int, int]:
    return {line.seat: line.won for line in round_.lines if line.wager == "progressive"}


def test_money_is_conserved_over_thousands_of_rounds_at_linked_tables() -> None:
    rng = random.Random(11)
    games = linkable()
    assert {"linked-progressive", "mississippi-stud"} <= games.keys()
    tables = {f"{name} {number}": game for name, game in games.items() for number in (1, 2)}
    link = Link(playable(CHAPTER).terms, tables)
    meter = link.meters["multi-link"]
    gamblers: dict[str, RandomPlayer] = {}
    staked = paid = resets = rounds = 0
    while rounds < 3000:
        table = rng.choice(list(tables))
        if table not in gamblers:  # everybody is in the round at once: tables are at different points of theirs
            gamblers[table] = RandomPlayer(rng.randrange(10**9), wagers=8)
            link.start(table, range(1, 4))
        elif not link.round(table).done:
            for _ in range(rng.randrange(1, 12)):
                if not link.round(table).done:
                    step(link, table, gamblers[table])
        else:
            confirm_all(link, table)
            finished = link.pay(table)
            del gamblers[table]
            rounds += 1
            staked += sum(line.stake for line in finished.lines if line.wager == "progressive" and line.outcome != "void")
            paid += finished.table.meters["multi-link"].paid
            resets += int(finished.table.meters["multi-link"].resets)
        assert meter.balanced()
    under_way = sum(link.round(table).table.meters["multi-link"].contributed for table in gamblers)
    assert meter.amount == SEED + staked * Fraction(21, 100) + under_way - paid + resets
    assert staked > 0 and len(link.settled) == 3000
    for table, written in rng.sample(link.settled, 50):
        again = replay(tables[table], json.loads(json.dumps(written)))
        assert again.done and all(own.balanced() for own in again.table.meters.values())


def test_a_run_of_jackpots_is_paid_from_what_each_left() -> None:
    """Royal and straight flushes forced at random: the meter follows, whatever the order of payment."""
    rng = random.Random(5)
    tables = link(a=CHAPTER, b=CHAPTER, c=CHAPTER)
    meter = tables.meters["multi-link"]
    expected, resets = Fraction(SEED), 0
    for _ in range(400):
        waiting = {}
        for table in "abc":
            hands = {1: rng.choice([ROYAL, NOTHING, STRAIGHT_FLUSH]), 2: rng.choice([OTHER_ROYAL, "3c 5h 7h 9s Jc"])}
            waiting[table] = hands
            bet_and_deal(tables, table, hands)
            expected += 42
        assert meter.amount == expected
        for table in rng.sample("abc", 3):
            confirm_all(tables, table)
            paid = won(tables.pay(table))
            for seat in (2, 1):
                if waiting[table][seat] in (ROYAL, OTHER_ROYAL):
                    assert paid[seat] == int(expected)
                    expected += SEED - paid[seat]
                    resets += 1
                elif waiting[table][seat] == STRAIGHT_FLUSH:
                    assert paid[seat] == int(expected / 10)
                    expected -= paid[seat]
                else:
                    assert paid[seat] == 0
            assert meter.amount == expected
    assert meter.balanced() and meter.resets == resets * SEED


def test_two_tables_win_at_once_and_the_second_finds_the_reset() -> None:
    tables = link(a=CHAPTER, b=CHAPTER)
    first, second = bet_and_deal(tables, "a", {1: ROYAL}), bet_and_deal(tables, "b", {4: OTHER_ROYAL})
    assert won(first) == {1: SEED + 21}, "as it would be if it were alone"
    assert tables.meters["multi-link"].amount == SEED + 42
    confirm_all(tables, "a")
    confirm_all(tables, "b")
    assert won(tables.pay("b")) == {4: SEED + 42}
    assert tables.meters["multi-link"].amount == SEED
    assert won(tables.pay("a")) == {1: SEED}, "the wagers of both were already won by the other table"
    assert [table for table, _ in tables.settled] == ["b", "a"]
    for table, written in tables.settled:
        assert won(replay(tables.tables[table], written)) == ({4: SEED + 42} if table == "b" else {1: SEED})
    assert second.done


def test_winners_of_one_round_are_paid_from_the_dealers_right_and_envy_stays_at_the_table() -> None:
    tables = link(a=CHAPTER, b=CHAPTER)
    bet_and_deal(tables, "a", {1: STRAIGHT_FLUSH, 2: ROYAL, 3: NOTHING})
    bet_and_deal(tables, "b", {1: NOTHING})
    assert [duty.seat for duty in tables.due("a")] == [2] * 5 + [1] * 5
    confirm_all(tables, "a")
    paid = tables.pay("a")
    assert won(paid) == {1: SEED // 10, 2: SEED + 84, 3: 0}
    envy = sorted((line.seat, line.outcome) for line in paid.lines if line.wager == "envy-bonus")
    assert envy == [(1, "royal-flush"), (2, "straight-flush"), (3, "royal-flush"), (3, "straight-flush")]
    assert not [line for line in tables.pay("b").lines if line.wager == "envy-bonus"]


def test_chips_and_accepted_wagers_must_be_as_many_before_a_card_is_dealt() -> None:
    """L.4.I."""
    tables = link(a=CHAPTER, b="cincinnati/mississippi-stud")
    tables.start("a", [1, 2])
    for act in (acts.Done("shuffle"), acts.Wager(1, "progressive", 100), acts.Wager(2, "progressive", 100)):
        tables.answer("a", act)
    with pytest.raises(Refused, match=r"no chips to count"):
        tables.count("a", 2)
    assert tables.meters["multi-link"].amount == SEED
    tables.answer("a", acts.NoMoreBets())
    assert tables.accepted("a") == 2 and tables.meters["multi-link"].amount == SEED + 42
    with pytest.raises(Refused, match=r"not counted.*L\.4\.I"):
        tables.answer("a", acts.Dealt(FACES["As"]))
    for wrong in (1, 3, 0):
        with pytest.raises(Refused, match=rf"{wrong} chips are collected and 2 wagers were accepted.*L\.4\.I"):
            tables.count("a", wrong)
    tables.answer("a", acts.Reported("progressive-count-wrong"))
    tables.count("a", 2)
    with pytest.raises(Refused):
        tables.answer("a", acts.Wager(1, "progressive", 100))
    tables.answer("a", acts.Dealt(FACES["As"]))
    # Without a progressive wager there is nothing to count.
    tables.start("b", [1])
    for act in (acts.Done("shuffle"), acts.Wager(1, "ante", 500), acts.NoMoreBets(), acts.Dealt(FACES["As"])):
        tables.answer("b", act)


def test_a_large_win_waits_for_supervisor_surveillance_and_the_sorted_deck() -> None:
    """L.6.IV."""
    tables = link(a=CHAPTER)
    bet_and_deal(tables, "a", {1: STRAIGHT_FLUSH, 2: "9c 9s 9h Kd 4s"})
    due = tables.due("a")
    assert [(duty.seat, duty.step, duty.by) for duty in due] == [
        (2, "winning-hand", ("dealer",)),
        (2, "light", ("dealer",)),
        (1, "winning-hand", ("dealer",)),
        (1, "light", ("dealer",)),
        (1, "verify", ("supervisor",)),
        (1, "verify", ("surveillance",)),
        (1, "sort-deck", ("dealer",)),
    ]
    for left in range(len(due)):
        before = tables.meters["multi-link"].amount
        with pytest.raises(Refused, match=rf"{due[left].step}.*L\.6\.IV"):
            tables.pay("a")
        assert tables.meters["multi-link"].amount == before
        with pytest.raises(Refused):
            tables.confirm("a", due[left].seat, due[left].step, by="player")
        tables.confirm("a", due[left].seat, due[left].step, by=due[left].by[0])
    with pytest.raises(Refused):
        tables.confirm("a", 1, "verify", by="supervisor")
    assert won(tables.pay("a")) == {1: (SEED + 42) // 10, 2: 900}
    assert [(duty.step, by) for _, duty, by in tables.confirmed if duty.step == "verify"] == [
        ("verify", "supervisor"),
        ("verify", "surveillance"),
    ]


def test_a_fold_loses_the_chip_and_keeps_the_envy_at_a_linked_game() -> None:
    """L.6.III, at Mississippi Stud."""
    tables = link(stud="cincinnati/mississippi-stud", other=CHAPTER)
    bet_and_deal(tables, "other", {1: NOTHING})
    round_ = tables.start("stud", [1, 2])
    tables.answer("stud", acts.Done("shuffle"))
    for seat in (1, 2):
        tables.answer("stud", acts.Wager(seat, "ante", 500))
        tables.answer("stud", acts.Wager(seat, "progressive", 100))
    tables.answer("stud", acts.NoMoreBets())
    tables.count("stud", 2)
    private, community = {1: ["As", "Ks"], 2: ["2c", "7d"]}, ["Qs", "Js", "Ts"]
    spare = ["3c", "4c", "5c"]
    while round_.pending is not None:
        request = round_.pending
        if isinstance(request, CardDue):
            pile = private.get(request.to) if isinstance(request.to, int) else community if request.to == "community" else spare
            assert pile is not None
            tables.answer("stud", acts.Dealt(FACES[pile.pop(0)]))
        elif request.kind == "choice":
            seat = int(request.who.split()[1])
            tables.answer("stud", acts.Choice(seat, "fold" if seat == 2 else "bet-1x"))
        else:
            tables.answer("stud", acts.Done(request.moment))
    confirm_all(tables, "stud")
    paid = tables.pay("stud")
    assert won(paid) == {1: SEED + 63, 2: 0}
    assert [(line.seat, line.won) for line in paid.lines if line.wager == "envy-bonus"] == [(2, 100_000)]


def test_a_voided_round_takes_its_wagers_off_the_shared_meter_again() -> None:
    tables = link(stud="cincinnati/mississippi-stud", other=CHAPTER)
    bet_and_deal(tables, "other", {1: NOTHING})
    tables.start("stud", [1])
    for act in (acts.Done("shuffle"), acts.Wager(1, "ante", 500), acts.Wager(1, "progressive", 100), acts.NoMoreBets()):
        tables.answer("stud", act)
    assert tables.meters["multi-link"].amount == SEED + 42
    tables.answer("stud", acts.Reported("wrong-number-of-cards"))
    assert tables.meters["multi-link"].amount == SEED + 21 and tables.pay("stud").net == {1: 0}
    assert tables.meters["multi-link"].balanced()


def test_a_secondary_jackpot_shares_the_least_rate() -> None:
    """L.7.III: 21% for both together."""
    rates = {"meters": {"multi-link": {"rate": "15%"}, "secondary": {"rate": "6%"}}}
    games = [playable(CHAPTER, rates), playable("cincinnati/mississippi-stud", rates)]
    tables = Link(playable(CHAPTER).terms, dict(zip("ab", games, strict=True)), {"secondary": 500})
    bet_and_deal(tables, "a", {1: ROYAL, 2: NOTHING})
    confirm_all(tables, "a")
    assert won(tables.pay("a")) == {1: SEED + 30, 2: 0}
    assert tables.meters["multi-link"].amount == SEED and tables.meters["secondary"].amount == 512
    short = {"meters": {"multi-link": {"rate": "15%"}, "secondary": {"rate": "5%"}}}
    with pytest.raises(OutOfBounds, match=r"21%.*L\.7\.III"):
        playable(CHAPTER, short)
    with pytest.raises(OutOfBounds, match=r"J\.14\.3\.III"):
        playable("cincinnati/mississippi-stud", short)
    with pytest.raises(OutOfBounds):
        playable(CHAPTER, {"meters": {"multi-link": {"rate": "30%"}, "secondary": {"rate": "-6%"}}})


def test_only_the_chapters_games_on_the_same_terms_are_linked() -> None:
    """L.5.II."""
    chapter = playable(CHAPTER).terms
    with pytest.raises(OutOfBounds, match=r"not a game to be linked.*L\.5\.II"):
        link(a=CHAPTER, b="cincinnati/three-card-poker")
    with pytest.raises(OutOfBounds, match=r"not a game to be linked"):
        link(a="cleveland/mississippi-stud")
    with pytest.raises(OutOfBounds, match=r"no progressive wager"):
        Link(chapter, {"a": playable("cincinnati/mississippi-stud", {"options": {"progressive": False}})})
    richer = {"meters": {"multi-link": {"seed": 2_000_000}}}
    with pytest.raises(OutOfBounds, match=r"1000000 cents and 21%"):
        Link(chapter, {"a": playable(CHAPTER), "b": playable(CHAPTER, richer)})
    assert Link(chapter, {"a": playable(CHAPTER, richer)}).meters["multi-link"].amount == 2_000_000


def test_a_table_is_paid_before_its_next_round() -> None:
    tables = link(a=CHAPTER)
    with pytest.raises(Unknown):
        tables.start("z")
    with pytest.raises(Refused, match=r"no round"):
        tables.pay("a")
    tables.start("a", [1])
    with pytest.raises(Refused, match=r"not paid"):
        tables.start("a", [1])
    with pytest.raises(Refused, match=r"not over"):
        tables.pay("a")
