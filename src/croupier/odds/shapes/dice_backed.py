"""A bet with odds behind it, played at the real table: what the house takes there, and whether either is settled as it is alone."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.errors import Refused
from croupier.games.dice._between_rolls import ANOTHER_SHOOTER
from croupier.games.dice._wagers import SEVEN, supported, terms
from croupier.odds.cells import SEAT
from croupier.odds.refusing import refused
from croupier.odds.shapes.dice_played import listed, stake_on
from croupier.odds.shown_by import rolls
from croupier.table import acts
from croupier.table.playable import Spot
from croupier.table.round import Round
from croupier.table.settlement import Line
from croupier.table.table import Table

if TYPE_CHECKING:
    from croupier.odds.shapes.dice import Layout


def refuse_other_odds(layout: Layout, chip: Spot, place: Spot, number: int, most: Fraction | None) -> None:
    """Refuse a table that takes other odds than so many times the bet, or settles bet or odds otherwise where both stand."""
    base = supported(Table(layout.game, [SEAT]), place)
    try:
        for total in (number, SEVEN):
            round_, bet, point = _on_its_number(layout, chip, number)
            taken = listed(round_, place).maximum
            if _is_other(layout, place, taken, None if most is None else most * bet):
                limit = terms(place).row.limit or place.wager.id
                raise refused(
                    layout.game, f"{place.id}: the table takes {taken} cents behind {bet}, and the analysis {most} times", limit
                )
            stakes = [(base, bet), (place, stake_on(round_, place))]
            _throw(layout, round_, total)
            found = [(line.wager, line.outcome, line.net, line.stake) for line in round_.lines]
            alone = [_alone(layout, spot, stake, point, total) for spot, stake in stakes]
            if sorted(found) != sorted((line.wager, line.outcome, line.net, line.stake) for line in alone if line is not None):
                why = f"with {place.id} behind it, {base.id} is not settled by {total} as both are alone"
                raise refused(layout.game, why, place.wager.id)
    except (Refused, AssertionError) as refusal:
        raise refused(layout.game, f"{place.id} behind {chip.id}: the table says: {refusal}", place.wager.id) from None


def _on_its_number(layout: Layout, chip: Spot, number: int) -> tuple[Round, int, int]:
    """A round in which a bet has come to its number, its stake, and the point."""
    round_, game, row = Round(layout.game, [SEAT]), layout.game, terms(chip).row
    if chip.wager.id not in game.rules.shooter_makes.value:
        round_.answer(acts.Choice(0, ANOTHER_SHOOTER))
    point = number
    if row.made == "after-come-out":
        point = next(other for other in game.rules.points if other != number)
        _throw(layout, round_, point)
    bet = stake_on(round_, chip)
    if chip.names is None:
        _throw(layout, round_, number)
    return round_, bet, point


def _throw(layout: Layout, round_: Round, total: int) -> None:
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Rolled(next(dice for dice in rolls(layout.game) if sum(dice) == total)))


def _is_other(layout: Layout, place: Spot, taken: int | None, counted: Fraction | None) -> bool:
    """Does the table take more, or less, than is counted on, but for what makes a stake that can be posted and paid exactly?"""
    posted = place.wager.limits.maximum
    if taken is None or counted is None or (posted is not None and posted <= counted):
        return taken != (posted if counted is None or (posted is not None and posted <= counted) else counted)
    rows = layout.game.terms.chosen[place.wager.id].rows.values()
    step = place.wager.limits.unit * max(payout.figure.denominator for payout in rows)
    return not counted - 1 < taken < counted + step


def _alone(layout: Layout, spot: Spot, stake: int, point: int, total: int) -> Line | None:
    """How a stake is settled that stands by itself."""
    from croupier.odds.shapes.dice import At

    dice = next(dice for dice in rolls(layout.game) if sum(dice) == total)
    found = layout.at_stake(stake).rolled(spot, At(spot.id, point), dice, marker=False)
    return found if isinstance(found, Line) else None
