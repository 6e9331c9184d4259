"""Dice from a shaker: what three dice show, throw by throw at the real table; what a shaker that fails leaves to do."""

from __future__ import annotations

import itertools
from collections import Counter
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from math import comb

import pytest

from croupier.errors import Refused
from croupier.games.dice._shaken import lit
from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.table import acts
from croupier.table.round import Round
from croupier.table.session import Session
from croupier.table.session_acts import Clock, Phase, Step

SIC_BO = "ny/sic-bo"
THROWS = list(itertools.product(range(1, 7), repeat=3))
TOTALS = {4: 50, 5: 18, 6: 14, 7: 12, 8: 8, 9: 6, 10: 6, 11: 6, 12: 6, 13: 8, 14: 12, 15: 14, 16: 18, 17: 50}


def board(dice: tuple[int, ...]) -> dict[str, int]:
    """What every place of the board wins for one, read from the text and nothing else."""
    total, triple = sum(dice), len(set(dice)) == 1
    won = {"small": int(4 <= total <= 10 and not triple), "big": int(11 <= total <= 17 and not triple)}
    won["any-three-of-a-kind"] = 24 * triple
    for face in range(1, 7):
        shown = dice.count(face)
        won[f"one-of-a-kind-{face}"] = shown
        won[f"two-of-a-kind-{face}"] = 8 * (shown >= 2)
        won[f"three-of-a-kind-{face}"] = 150 * (shown == 3)
    for one, other in itertools.combinations(range(1, 7), 2):
        won[f"two-dice-combination-{one}-{other}"] = 5 * (one in dice and other in dice)
    return won | {f"total-value-{number}": odds * (number == total) for number, odds in TOTALS.items()}


@pytest.mark.clause("ny/sic-bo", "5324.51(a)(5)", "5324.51(c)(3)", "5324.51(e)(5)")
def test_every_throw_settles_the_whole_board_as_the_text_reads() -> None:
    game = playable(SIC_BO)
    for dice in THROWS:
        round_ = Round(game, [1])
        for spot in game.spots:
            round_.answer(acts.Wager(1, spot, 100))
        round_.answer(acts.NoMoreBets())
        round_.answer(acts.Rolled(dice))
        read = board(dice)
        assert {line.wager: line.won // 100 for line in round_.lines} == read
        assert all(
            (line.outcome == "lose") is (line.won == 0) and line.returned == 100 * (line.won > 0) for line in round_.lines
        )


@pytest.mark.clause("ny/sic-bo", "5324.51(a)(1)(ii)", "5324.51(e)(4)")
def test_what_wins_is_lit() -> None:
    game = playable(SIC_BO)
    for dice in THROWS:
        assert {spot.id for spot in lit(game, dice)} == {spot for spot, won in board(dice).items() if won}


def test_every_place_is_priced_by_all_throws_and_a_double_by_the_reading_on_triples() -> None:
    found = {price.wager: price for price in analyze(playable(SIC_BO))}
    nets: Counter[str] = Counter()
    for dice in THROWS:
        for spot, won in board(dice).items():
            nets[spot] += won or -1
    assert {name: price.expected for name, price in found.items()} == {spot: Fraction(net, 216) for spot, net in nets.items()}
    assert all(price.weight == 216 for price in found.values())
    assert found["two-of-a-kind-4"].readings == ("two-of-a-kind-among-three",) and not found["small"].readings


@pytest.mark.clause("ny/sic-bo", "5324.51(e)(2)", "5324.51(c)(1)")
def test_no_coupon_is_taken_and_no_wager_once_the_shaker_is_covered() -> None:
    round_ = Round(playable(SIC_BO), [1])
    with pytest.raises(Refused, match=r"does not say what one pays.*5324\.51\(c\)\(1\)"):
        round_.answer(acts.Called(1, "small", 500, "dealer", "coupon"))
    round_.answer(acts.Wager(1, "small", 500))
    round_.answer(acts.NoMoreBets())
    with pytest.raises(Refused):
        round_.answer(acts.Wager(1, "big", 500))


@pytest.mark.clause("ny/sic-bo", "5324.51(e)(1)", "5324.51(a)(4)")
def test_after_an_electronic_shaker_failed_no_round_begins_before_it_is_repaired() -> None:
    session = Session(playable(SIC_BO, {"options": {"shaker": "automated"}}))
    session.answer(Phase("open", "floor"))
    assert (due := session.due) is not None and (due.step, due.by) == ("inspect", "floor")
    session.answer(Step("inspect", "floor"))
    round_ = session.start()
    for act in (acts.Wager(1, "small", 500), acts.NoMoreBets(), acts.Reported("shaker-malfunction"), acts.Rolled((1, 2, 3))):
        round_.answer(act)
    assert round_.net == {1: 500}
    session.finish(round_)
    assert (due := session.due) is not None and (due.step, due.by) == ("repair-device", "supervisor")
    with pytest.raises(Refused):
        session.start()


# Props & Hops

PROPS = "pa/props-and-hops"


def shaken(session: Session, seats: tuple[int, ...], dice: tuple[int, int], report: str | None = None) -> str:
    """A round with a field wager of each seat; whose shaker it was."""
    while (due := session.due) is not None:
        session.answer(Step(due.step, due.by))
    round_ = session.start()
    for seat in seats:
        round_.answer(acts.Wager(seat, "field", 500))
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Reported(report) if report else acts.Rolled(dice))
    assert round_.done
    session.finish(round_)
    return round_.table.marks["shaker"]


@pytest.mark.clause("pa/props-and-hops", "585.3(e)", "585.3(j)", "585.3(d)", "585.3(i)")
def test_the_shaker_stays_until_a_seven_and_then_goes_to_the_left() -> None:
    session = Session(playable(PROPS))
    session.answer(Phase("open", "floor"))
    assert [due.step for due in session.waiting] == ["place-dice", "shake"]
    threw = [shaken(session, (2, 4, 6), dice) for dice in ((1, 1), (3, 5), (3, 4), (6, 6))]
    assert threw == ["seat 2", "seat 2", "seat 2", "seat 4"]
    assert shaken(session, (2, 4, 6), (1, 1), "die-out-of-the-shaker") == "seat 4", "a no roll passes nothing on"
    assert shaken(session, (2, 6), (3, 4)) == "seat 6", "whoever has no wager is passed over"
    assert shaken(session, (2, 4), (2, 2)) == "seat 2", "and after the last comes the first"


@pytest.mark.clause("pa/props-and-hops", "585.3(b)(1)")
def test_dice_are_changed_after_a_day_in_the_shaker() -> None:
    session = Session(playable(PROPS))
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    session.answer(Clock(noon.isoformat()))
    session.answer(Phase("open", "floor"))
    shaken(session, (1,), (1, 2))
    session.answer(Clock((noon + timedelta(hours=24)).isoformat()))
    shaken(session, (1,), (1, 2))
    session.answer(Clock((noon + timedelta(hours=24, minutes=1)).isoformat()))
    session.answer(Step("shake", "dealer"))
    with pytest.raises(Refused, match=r"change-dice.*585\.3\(b\)\(1\)"):
        session.start()
    session.answer(Step("change-dice", "dealer"))
    assert [due.step for due in session.waiting] == ["place-dice", "shake"], "new dice are put in as at the opening"


@pytest.mark.clause("pa/props-and-hops", "585.2(a)", "585.2(b)")
def test_nothing_is_taken_aloud_or_once_the_dice_are_shaken() -> None:
    round_ = Round(playable(PROPS), [1])
    with pytest.raises(Refused, match=r"cash is not accepted.*585\.2\(b\)"):
        round_.answer(acts.Called(1, "field", 500, "dealer", "cash"))
    round_.answer(acts.Wager(1, "field", 500))
    round_.answer(acts.NoMoreBets())
    for late in (acts.Wager(1, "any-seven", 500), acts.Called(1, "any-seven", 500, "dealer", "chips")):
        with pytest.raises(Refused):
            round_.answer(late)


# High Roll Dice

HIGH_ROLL = "pa/high-roll-dice"
PIPS = {1: 3, 2: 6, 3: 6, 4: 5, 5: 4, 6: 4}
LIKE_KIND = {
    2: Fraction(12),
    3: Fraction(3, 5),
    4: Fraction(1),
    5: Fraction(4),
    6: Fraction(30),
    7: Fraction(400),
    8: Fraction(5000),
}
EXTRA = {3: 8, 4: 1, 5: 2, 6: 4, 7: 10, 8: 50}


def faces_and_counts() -> dict[tuple[int, int], int]:
    """Ways for each face to be the one that counts, so often: the counts of faces are shared out from the highest rank down."""
    found: Counter[tuple[int, int]] = Counter()

    def share(ranks: list[int], left: int, ways: int, best: tuple[int, int]) -> None:
        if not ranks:
            found[best] += ways if not left else 0
            return
        for count in range(left + 1):
            higher = (ranks[0], count) if count > best[1] else best
            share(ranks[1:], left - count, ways * comb(left, count), higher)

    share([1, 6, 5, 4, 3, 2], 10, 1, (0, 0))
    return found


def test_faces_and_counts_of_ten_dice_found_another_way() -> None:
    found = {price.wager: price for price in analyze(playable(HIGH_ROLL))}
    ways = faces_and_counts()
    assert sum(ways.values()) == 6**10
    by_face, by_count = Counter[int](), Counter[int]()
    for (face, count), weight in ways.items():
        by_face[face] += weight
        by_count[count] += weight
    for face, odds in PIPS.items():
        assert found[f"pip-street-{face}"].expected == Fraction((odds + 1) * by_face[face], 6**10) - 1
    for count, odds_to_one in LIKE_KIND.items():
        assert found[f"like-kind-boulevard-{count}"].expected == (odds_to_one + 1) * Fraction(by_count[count], 6**10) - 1
    assert Fraction(by_count[9], 6**10) == Fraction(25, 5038848) and Fraction(by_count[10], 6**10) == Fraction(1, 10077696)
    for count, dollars in ((9, 50_000), (10, 1_000_000)):
        assert found[f"millionaire-row-{count}"].expected == Fraction((dollars + 1) * by_count[count], 6**10) - 1


def second_throws(counts: frozenset[int]) -> Fraction:
    """What is lost with an Extra Roll and chips on some counts, of all that is staked."""
    lost = Fraction(0)
    for (_, first), weight in faces_and_counts().items():
        left = 10 - first
        for more in range(left + 1):
            chance = Fraction(weight * comb(left, more) * 5 ** (left - more), 6 ** (10 + left))
            net = Fraction(-1)
            for count in counts:
                net += LIKE_KIND[count] if count == first else 0 if first < count == first + more else -1
            came = first + more
            net += EXTRA[came] if more and came in counts & EXTRA.keys() else 0
            lost -= chance * net
    return lost / (1 + len(counts))


@pytest.mark.clause("pa/high-roll-dice", "593.4(g)", "593.4(h)")
def test_the_extra_roll_is_priced_with_its_best_cover() -> None:
    price = next(analyze(playable(HIGH_ROLL), "extra-roll"))
    covers = [frozenset(cover) for many in range(1, 7) for cover in itertools.combinations(range(3, 9), many)]
    best = min(covers, key=second_throws)
    assert best == frozenset(range(3, 9)) and price.element_of_risk == second_throws(best)
    assert f"{float(price.element_of_risk):.3%}" == "8.212%" and "what-the-extra-roll-is" in price.readings


@pytest.mark.clause("pa/high-roll-dice", "593.1(b)(2)(iv)", "593.2(e)(2)", "593.2(e)(3)")
def test_pips_like_kinds_and_the_extra_roll_are_of_equal_value() -> None:
    round_ = Round(playable(HIGH_ROLL), [1])
    round_.answer(acts.Wager(1, "pip-street-5", 700))
    listed = {entry["spot"]: (entry["minimum"], entry["maximum"]) for entry in round_.legal() if entry["act"] == "wager"}
    assert listed["pip-street-1"] == listed["like-kind-boulevard-8"] == (700, 700)
    assert "extra-roll" not in listed and listed["millionaire-row-9"] == (100, 100)
    for spot in ("pip-street-2", "like-kind-boulevard-4", "extra-roll"):
        with pytest.raises(Refused, match=r"593\.1\(b\)\(2\)\(iv\)|like-kind-boulevard-2 or"):
            round_.answer(acts.Wager(1, spot, 500))
    for spot in ("pip-street-2", "like-kind-boulevard-4", "extra-roll"):
        round_.answer(acts.Wager(1, spot, 700))
    round_.answer(acts.Wager(1, "pip-street-2", 0))
    for spot in ("pip-street-5", "like-kind-boulevard-4"):
        with pytest.raises(Refused, match="rests on"):
            round_.answer(acts.Wager(1, spot, 0))


@pytest.mark.clause("pa/high-roll-dice", "593.4(c)", "593.4(b)")
def test_a_die_that_was_called_is_cited_where_it_decided() -> None:
    round_ = Round(playable(HIGH_ROLL), [1])
    for spot in ("pip-street-2", "like-kind-boulevard-7", "like-kind-boulevard-8", "extra-roll"):
        round_.answer(acts.Wager(1, spot, 500))
    first = acts.Rolled((2,) * 7 + (1, 3, 4))
    for act in (
        acts.NoMoreBets(),
        acts.Reported("die-off-the-table"),
        first,
        acts.Reported("cocked-die"),
        acts.Rolled((2, 1, 1)),
    ):
        round_.answer(act)
    cited = {line.wager: line.clause for line in round_.lines}
    assert "593.4(c)" not in cited["pip-street-2"] and "593.4(c)" in cited["like-kind-boulevard-8"]
    assert "593.4(c)" in cited["extra-roll"] and round_.net == {1: 6 * 500 + 400 * 500 + 50 * 500 - 500}


def test_ten_dice_are_listed_sorted_and_taken_in_any_order() -> None:
    round_ = Round(playable(HIGH_ROLL), [1])
    round_.answer(acts.Wager(1, "pip-street-2", 500))
    round_.answer(acts.NoMoreBets())
    assert len(round_.listed()) == comb(15, 5)
    round_.answer(acts.Rolled((6, 1, 2, 5, 2, 3, 2, 4, 6, 2)))
    assert [line.won for line in round_.lines] == [3000]


@pytest.mark.clause("pa/high-roll-dice", "593.2(a)", "593.2(b)", "593.3(b)(1)", "593.3(d)")
def test_dice_are_brought_changed_after_a_day_and_nothing_is_taken_aloud() -> None:
    session = Session(playable(HIGH_ROLL))
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    session.answer(Clock(noon.isoformat()))
    session.answer(Phase("open", "floor"))
    session.answer(Step("present-dice", "dealer"))
    round_ = session.start()
    with pytest.raises(Refused, match=r"cash is not accepted.*593\.2\(b\)"):
        round_.answer(acts.Called(1, "pip-street-2", 500, "dealer", "cash"))
    for act in (acts.Wager(1, "pip-street-2", 500), acts.NoMoreBets(), acts.Rolled((2,) * 10)):
        round_.answer(act)
    session.finish(round_)
    session.answer(Clock((noon + timedelta(hours=25)).isoformat()))
    with pytest.raises(Refused, match=r"change-dice.*593\.3\(b\)\(1\)"):
        session.start()
