"""The behaviour matrix that `croupier rules --matrix` prints, cell by cell, against what the table really does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from croupier.compliance.matrix import matrix
from croupier.equipment.dice import ROLLS, shows
from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.rules.payouts import Payout
from croupier.table import acts
from croupier.table.playable import Spot
from croupier.table.round import Round
from croupier.table.settlement import Line
from tests.support.driving import PROCEDURES, listed

ME, SHOOTER, STAKE = 1, 2, 6600
NUMBERS = (4, 5, 6, 8, 9, 10)
CRAPS = [game for game, procedure in PROCEDURES.items() if procedure == "craps"]
CELLS = [(game, row) for game in CRAPS for row in matrix(listed(game).terms)]
SPOTS = [
    pytest.param(game, row, spot, id=f"{game}-{spot.id}")
    for game, row in CELLS
    for spot in listed(game).spots.values()
    if spot.wager.called == row["wager"]
]


def dice_for(mark: int | str) -> tuple[int, ...]:
    return next(roll for roll in ROLLS if shows(mark, roll))


class Layout:
    """A table with a shooter on the line and one player whose wager is looked at."""

    def __init__(self, game_id: str, house: dict[str, Any] | None = None) -> None:
        self.round = Round(playable(game_id, house), [ME, SHOOTER])

    def bet(self, spot: str, amount: int = STAKE, seat: int = ME) -> None:
        most = self.round.table.spots[spot].wager.limits.maximum or amount
        self.round.answer(acts.Wager(seat, spot, min(amount, most)))

    def call(self, word: str) -> None:
        self.round.answer(acts.Choice(ME, word))

    def roll(self, mark: int | str) -> list[Line]:
        """Throw; the shooter has a line bet on every come-out roll. What it settled for the player comes back."""
        if self.coming_out and not self.round.table.seats[SHOOTER].stakes.get("pass"):
            self.bet("pass", 100, SHOOTER)
        before = len(self.round.lines)
        self.round.answer(acts.NoMoreBets())
        self.round.answer(acts.Rolled(dice_for(mark)))
        return [line for line in self.round.lines[before:] if line.seat == ME] if not self.round.done else self.round.lines

    @property
    def coming_out(self) -> bool:
        return self.round.table.marks["point"] == "off"

    def stake(self, spot: str) -> int:
        return self.round.table.seats[ME].stakes.get(spot, 0)

    def offers(self, spot: str) -> bool:
        listed = (entry for entry in self.round.legal() if entry["act"] == "wager" and entry["seat"] == ME)
        return any(entry["spot"] == spot and entry["maximum"] != entry["stake"] for entry in listed)

    def removable(self, spot: str) -> bool:
        listed = [entry for entry in self.round.legal() if entry["act"] == "wager" and entry["seat"] == ME]
        flagged = any(entry["spot"] == spot and entry["removable"] for entry in listed)
        stakes = self.round.table.seats[ME].stakes
        odds = [other for other in stakes if "odds" in other and other.replace("-odds", "") == spot]
        for other in odds:
            self.bet(other, 0)
        try:
            self.bet(spot, 0)
        except Refused:
            assert not flagged
            return False
        assert flagged
        return True


def base_of(spot: Spot) -> str:
    return spot.id.replace("-odds", "")


def other_number(spot: Spot) -> int:
    return next(number for number in NUMBERS if number != spot.names and number != 8)


def neutral(spot: Spot) -> int:
    """A total that decides nothing for a stake on a number while a point stands."""
    return 2 if spot.names == 12 else 12


def stand(layout: Layout, spot: Spot) -> None:
    """Get a stake onto the spot, by the rules, with a roll behind it where it needs one."""
    row = spot.wager.dice.row  # type: ignore[union-attr]
    if row.made in ("any-time", "before-a-point", "first-roll"):
        layout.bet(spot.id, min(STAKE, spot.wager.limits.maximum or STAKE))
        return
    if row.made == "come-out":
        layout.bet(spot.id)
        return
    if row.supports in ("pass", "dont-pass"):
        layout.bet(base_of(spot), 600)
        layout.roll(8)
        layout.bet(spot.id)
        return
    layout.roll(other_number(spot))
    name = base_of(spot)
    if row.travels or row.supports in ("come", "dont-come"):
        layout.bet(name.rpartition("-")[0] if spot.names is not None else name, STAKE if row.travels else 600)
        if spot.names is not None:
            layout.roll(int(spot.names))
    else:
        layout.bet(name, STAKE if row.supports is None else 600)
    if row.supports is not None:
        layout.bet(spot.id)


def come_to_a_come_out(layout: Layout, spot: Spot) -> None:
    if not layout.coming_out:
        layout.roll(int(layout.round.table.marks["point"]))


def winner(spot: Spot) -> int | str:
    """A mark that wins for the stake where it stands."""
    row = spot.wager.dice.row  # type: ignore[union-attr]
    if row.resolves == "odds":
        against = row.supports is not None and row.supports.startswith("dont")
        return 7 if against else spot.names if spot.names is not None else 8
    if row.resolves == "line" and spot.names is not None:
        return spot.names if row.then == "number-wins" else 7
    mark = row.wins[0]
    return spot.names if mark == "it" and spot.names is not None else mark


@pytest.mark.parametrize(("game_id", "row", "spot"), SPOTS)
def test_when_it_may_be_made(game_id: str, row: dict[str, Any], spot: Spot) -> None:
    fresh, point = Layout(game_id), Layout(game_id)
    point.roll(8)
    made = {"before a come-out roll": (True, False), "after a come-out roll": (False, True), "any time": (True, True)}
    made |= {"before a new shooter's first point": (True, False), "before a new shooter's first roll": (True, False)}
    made |= {"once its bet has a number": (False, False)}
    travelled = spot.wager.dice.row.travels and spot.names is not None  # type: ignore[union-attr]
    assert (fresh.offers(spot.id), point.offers(spot.id)) == ((False, False) if travelled else made[row["made"]])
    if row["made"] == "once its bet has a number":
        stand(point := Layout(game_id), spot)
        assert point.stake(spot.id) == STAKE


@pytest.mark.parametrize(("game_id", "still_open"), [("cincinnati/craps", True), ("cleveland/craps", False)])
def test_a_come_out_seven_closes_the_fire_bet_only_where_it_must_precede_the_first_roll(game_id: str, still_open: bool) -> None:
    layout = Layout(game_id)
    assert layout.offers("fire")
    layout.roll(7)
    assert layout.offers("fire") is still_open


def test_a_pass_bet_made_or_raised_on_the_point_can_only_grow() -> None:
    layout = Layout("cleveland/craps")
    layout.roll(8)
    layout.bet("pass", 1000)
    layout.bet("pass", 1500)
    with pytest.raises(Refused, match="pass"):
        layout.bet("pass", 1000)
    with pytest.raises(Refused, match="may not be taken down"):
        layout.bet("pass", 0)
    [line] = layout.roll(8)
    assert (line.outcome, line.won, line.returned) == ("win", 1500, 1500)


def test_a_bet_of_five_units_divides_into_five() -> None:
    layout = Layout("cleveland/craps")
    for spot in ("world", "horn-high-12"):
        with pytest.raises(Refused, match="steps of 5"):
            layout.bet(spot, 501)
        layout.bet(spot, 500)


@pytest.mark.parametrize(("game_id", "row", "spot"), SPOTS)
def test_on_or_off_on_a_come_out_roll(game_id: str, row: dict[str, Any], spot: Spot) -> None:
    terms = spot.wager.dice
    assert terms is not None
    if terms.row.resolves in ("points", "collects") or terms.row.supports in ("pass", "dont-pass"):
        return  # the first are won by no single roll, the others never stand on a come-out roll
    if terms.row.travels and spot.names is None:
        return  # it is made after a come-out roll and has left this place by the next
    for called in (False, True) if row["unless_called"] else (False,):
        layout = Layout(game_id)
        stand(layout, spot)
        come_to_a_come_out(layout, spot)
        assert layout.stake(spot.id) == STAKE
        if called:
            layout.call(f"{row['unless_called']} {spot.id}")
        acting = (row["unless_called"] if called else row["come_out"]) == "on"
        settled = [line for line in layout.roll(winner(spot)) if line.wager == spot.called and line.stake == STAKE]
        if acting:
            assert [line.outcome not in ("lose", "push") for line in settled] == [True]
        elif terms.row.resolves == "odds":
            assert [(line.outcome, line.returned) for line in settled] == [("push", STAKE)]
        else:
            assert not settled and layout.stake(spot.id) == STAKE


@pytest.mark.parametrize(("game_id", "row", "spot"), SPOTS)
def test_removable_or_contract(game_id: str, row: dict[str, Any], spot: Spot) -> None:
    terms = spot.wager.dice
    assert terms is not None
    layout = Layout(game_id)
    stand(layout, spot)
    match terms.removal.until:
        case "made":
            assert not layout.removable(spot.id)
        case "decided":
            assert layout.removable(spot.id)
            if terms.row.resolves != "one-roll" and not (terms.row.travels and spot.names is None):
                later = Layout(game_id)
                stand(later, spot)
                later.roll(neutral(spot) if not later.coming_out else 9 if spot.names != 9 else 5)
                assert later.removable(spot.id)
        case "point" if terms.row.travels:
            assert layout.removable(spot.id) is (spot.names is None)
        case _:
            assert layout.removable(spot.id), "nothing is thrown yet"
            stand(layout := Layout(game_id), spot)
            layout.roll(neutral(spot) if not layout.coming_out else 8)
            assert not layout.removable(spot.id)
            with pytest.raises(Refused):
                layout.bet(spot.id, STAKE - 60)


@pytest.mark.parametrize(("game_id", "row", "spot"), SPOTS)
def test_what_it_pays_and_what_the_house_keeps(game_id: str, row: dict[str, Any], spot: Spot) -> None:
    terms = spot.wager.dice
    assert terms is not None
    if terms.row.resolves in ("points", "collects") or (terms.row.travels and spot.names is None):
        return
    for mark in terms.row.wins if terms.row.resolves == "one-roll" else [winner(spot)]:
        layout = Layout(game_id)
        stand(layout, spot)
        if terms.row.resolves not in ("one-roll", "line") and layout.coming_out:
            layout.roll(other_number(spot) if spot.names is not None else 9)
        mark = spot.names if mark == "it" and spot.names is not None else mark
        lines = [line for line in layout.roll(mark) if line.wager == spot.called and line.stake == STAKE]
        assert len(lines) == 1
        names = (str(spot.names), "pair" if str(mark) in "1-1 2-2 3-3 4-4 5-5 6-6" else "no-pair", str(mark), "8", "win")
        share = Fraction(1)
        if terms.row.parts:
            names = (str(mark),)
            won = sum(mark == spot.names if part == "it" else mark in terms_of(game_id, part) for part in terms.row.parts)
            share = Fraction(won, len(terms.row.parts))
        figure = next(Payout.parse(row["pays"][name]).figure for name in names if name in row["pays"])
        assert lines[0].won == STAKE * share * figure and lines[0].returned == STAKE * share
        kept = {"5% of the stake": STAKE // 20, "5% of the winnings": lines[0].won // 20}
        assert lines[0].commission == (kept[row["commission"].partition(",")[0]] if row["commission"] else 0)


def terms_of(game_id: str, wager: str) -> tuple[int | str, ...]:
    dice = playable(game_id).terms.wagers[wager].dice
    assert dice is not None
    return dice.row.wins


@pytest.mark.parametrize("game_id", CRAPS)
def test_the_matrix_has_every_wager_and_cites_every_cell(game_id: str) -> None:
    game = playable(game_id).terms
    rows = matrix(game)
    assert [row["wager"] for row in rows] == [wager.called for wager in game.wagers.values()]
    for row in rows:
        for cell in ("made", "come_out", "removal", "pays", *(["commission"] if row["commission"] else [])):
            assert all(clause in game.clauses for clause in row[f"{cell}_clause"].split(", "))


@pytest.mark.parametrize(
    ("game_id", "off", "contract"),
    [
        ("cincinnati/craps", {"place", "buy"}, {"pass", "come", "put", "fire"}),
        (
            "oneida/craps",
            {"place-#-to-win", "buy", "come-odds", *(f"{n}-the-hardway" for n in ("four", "six", "eight", "ten"))},
            {"pass", "come"},
        ),
        (
            "cleveland/crapless-craps",
            {"place", "buy", *(f"{n}-the-hardway" for n in ("four", "six", "eight", "ten"))},
            {"pass", "come", "put"},
        ),
    ],
)
def test_the_matrix_is_the_one_read_from_the_text_by_another(game_id: str, off: set[str], contract: set[str]) -> None:
    rows = matrix(playable(game_id).terms)
    assert {row["wager"] for row in rows if row["come_out"] == "off"} == off
    assert {row["wager"] for row in rows if row["contract"]} == contract
