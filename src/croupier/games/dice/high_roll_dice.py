"""High Roll Dice: ten dice thrown once, the face that shows most often and how often; the others once more for whoever paid for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from croupier.equipment.dice import pair
from croupier.games.dice._written import Throws
from croupier.games.procedure import Procedure
from croupier.games.questions import Questions
from croupier.rules.terms import Rule
from croupier.table import acts
from croupier.table.citing import cite
from croupier.table.requests import Request, RollDue
from croupier.table.table import Seat, Table

FACE, COUNT, SECOND_THROW = "face", "count", "second-throw"
AREAS = (*(f"{FACE}-{face}" for face in range(1, 7)), *(f"{COUNT}-{count}" for count in range(2, 11)), SECOND_THROW)
"""What a wager can be on: the face thrown most often, how often it was thrown, or that the others are thrown again."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class HighRollDice(Questions):
    """What the procedure asks of a rulebook."""

    dice: int
    rank_of_faces: tuple[int, ...]
    """Of faces thrown equally often, the one that counts comes first."""
    extra_roll_chip: Rule[Literal["kept"]]
    number_that_came: Rule[Literal["push"]]


async def play(table: Table, rules: HighRollDice) -> None:
    await table.take_wagers()
    first = await table.roll(rules.dice)
    face, count = most_alike(first, rules.rank_of_faces)
    table.marks["throw box"] = pair([face] * count)
    tied = sum(first.count(other) == count for other in set(first)) > 1
    for seat in list(table.from_dealers_left()):
        settle_first_roll(table, seat, face, count, tied=tied)
    paying = [seat for seat in table.from_dealers_left() if wagers_on(table, seat, SECOND_THROW)]
    if not paying:
        return
    total = count
    if count < rules.dice:
        again = await table.roll(rules.dice - count)
        total += again.count(face)
        table.marks["throw box"] = pair([face] * total)
    for seat in paying:
        settle_second_roll(table, seat, total, rules)


def most_alike(dice: Sequence[int], rank: Sequence[int]) -> tuple[int, int]:
    """The face that shows most often, the higher in rank where several do, and how often."""
    face = max(rank, key=lambda face: (dice.count(face), -rank.index(face)))
    return face, dice.count(face)


def wagers_on(table: Table, seat: Seat, area: str) -> dict[str, int]:
    """The seat's wagers on faces, on counts or on the second throw, each with the number it names."""
    named = {stake: table.spots[stake].wager.area[0] for stake in seat.stakes}
    return {stake: int(on.rpartition("-")[2]) if on != area else 0 for stake, on in named.items() if on.startswith(area)}


def of_a_kind(count: int) -> str:
    """The row of the second throw's pay table for so many."""
    return f"{NUMBERS[count]}-of-a-kind"


def settle_first_roll(table: Table, seat: Seat, face: int, count: int, *, tied: bool) -> None:
    """Faces, then counts: what the first throw decides. With an Extra Roll a higher count that it pays for may still come."""
    for wager, named in wagers_on(table, seat, FACE).items():
        decide(table, seat, wager, won=named == face, how="-by-rank" if tied else "")
    extra = next(iter(wagers_on(table, seat, SECOND_THROW)), None)
    with_extra = "-with-an-extra-roll" if extra is not None else ""
    saved = table.terms.chosen[extra].rows if extra is not None else {}
    for wager, named in wagers_on(table, seat, COUNT).items():
        if named <= count or of_a_kind(named) not in saved:
            decide(table, seat, wager, won=named == count, how=with_extra)


def decide(table: Table, seat: Seat, wager: str, *, won: bool, how: str) -> None:
    """Pay or collect a wager, by the paragraph of its particular case where the file has one."""
    plain = "win" if won else "lose"
    case = plain + how if plain + how in table.spot(wager).wager.outcomes else plain
    if won:
        table.pay(seat, wager, case=case, besides=table.called)
    else:
        table.collect(seat, wager, case=case, besides=table.called)


def settle_second_roll(table: Table, seat: Seat, total: int, rules: HighRollDice) -> None:
    """The count that came, where a wager still stands on it, is paid by the Extra Roll's table; the rest is lost."""
    (extra,) = wagers_on(table, seat, SECOND_THROW)
    posted, won = table.terms.chosen[extra], None
    for wager, named in wagers_on(table, seat, COUNT).items():
        if named == total:
            won = of_a_kind(total)
            table.push(seat, wager, because=rules.number_that_came, besides=table.called)
        else:
            table.collect(seat, wager, case="lose-on-the-second-roll", besides=table.called)
    if won is None:
        table.collect(seat, extra, besides=table.called)
        return
    payout, stake, chip = posted.rows[won], seat.stakes[extra], rules.extra_roll_chip
    decided = table.ground(extra, "win")
    clause, reading = cite(decided, table.called, posted.ground(won), chip, table.breakage(payout, stake))
    table.settle(seat, extra, won, won=payout.won(stake), clause=clause, reading=reading)


class HighRolls(Throws):
    """A second throw on which nobody's wager rides any more need not be written."""

    def answer(self, request: Request) -> acts.Act:
        if isinstance(request, RollDue) and not self.throws and request.dice < self.playable.rules.dice:
            standing: list[Any] = [seat for seat in self.table.seats.values() if wagers_on(self.table, seat, COUNT)]
            if not standing:
                return acts.Rolled((1,) * request.dice)
        return super().answer(request)


PROCEDURE = Procedure(rules=HighRollDice, play=play, written=HighRolls, areas=AREAS)
