"""Hands of the dice played at the real table beside the chain of a chip, which follows what a roll does and not the round around it.

And the chain of a wager on numbers, which is priced with one point standing, beside what rolls do to it under the others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from croupier.errors import Refused
from croupier.games.dice._between_rolls import ANOTHER_SHOOTER
from croupier.games.dice._wagers import terms
from croupier.odds.cells import SEAT
from croupier.odds.refusing import refused
from croupier.odds.shown_by import rolls
from croupier.table import acts
from croupier.table.legal import LegalWager, wagers_among
from croupier.table.playable import Spot
from croupier.table.requests import RollDue, Wagering
from croupier.table.round import Round
from croupier.table.settlement import Line

if TYPE_CHECKING:
    from croupier.odds.shapes.dice import At, Layout

HANDS, LONGEST, SEED, STAKED = 3, 60, 17, 3000
"""Hands that each chip is played for, the rolls after which one is left, where they begin, and the stake in cents."""


def refuse_another_play(layout: Layout, chip: Spot) -> None:
    """Refuse a table at which a chip does not become in whole hands what it becomes roll by roll."""
    rng, thrown = random.Random(SEED), rolls(layout.game)
    for _ in range(HANDS):
        why = _told_otherwise(layout, chip, (rng.choice(thrown) for _ in range(LONGEST)))
        if why is not None:
            raise refused(layout.game, f"{chip.id}: {why}", chip.wager.id)


def _told_otherwise(layout: Layout, chip: Spot, rolls: Iterator[tuple[int, ...]]) -> str | None:
    """The difference between a hand at the table and the chain; None where they agree."""
    from croupier.odds.shapes.dice import At

    game, row = layout.game, terms(chip).row
    round_, later, thrown = Round(game, [SEAT]), row.made == "after-come-out", list[str]()
    at: At | Line = At(None if later else chip.id)
    staked, shooter = 0, chip.wager.id in game.rules.shooter_makes.value
    for dice in rolls:
        assert isinstance(at, At)
        if not isinstance(round_.pending, Wagering):
            return None if round_.pending is None and at.spot is None else f"after {' '.join(thrown)} nothing may be wagered"
        try:
            if not shooter:
                round_.answer(acts.Choice(0, ANOTHER_SHOOTER))
                shooter = True
            if at.spot is not None and not staked:
                staked = stake_on(round_, chip)
            round_.answer(acts.NoMoreBets())
            if not isinstance(round_.pending, RollDue) or round_.pending.dice != len(dice):
                return f"after {' '.join(thrown) or 'no roll'} the table throws no {len(dice)} dice"
            round_.answer(acts.Rolled(dice))
        except (Refused, AssertionError) as refusal:  # a round that ends with a stake on the layout is a fault
            return f"after {' '.join(thrown) or 'no roll'} the table says: {refusal}"
        thrown.append("-".join(map(str, dice)))
        at = layout.at_stake(staked).rolled(chip, at, dice, marker=row.resolves != "collects")
        expected = [(at.outcome, at.net, at.stake)] if isinstance(at, Line) else []
        if [(line.outcome, line.net, line.stake) for line in round_.lines] != expected:
            return f"after {' '.join(thrown)} the table settles it otherwise than roll by roll"
        if isinstance(at, Line):
            return None
    return None


def listed(round_: Round, chip: Spot) -> LegalWager:
    """What the table lists of a chip that may be put down now."""
    entry = next((entry for entry in wagers_among(round_.listed(), SEAT) if entry.spot == chip.id), None)
    if entry is None:
        raise Refused(f"{chip.id} cannot be staked now", clause=chip.wager.clause)
    return entry


def stake_on(round_: Round, chip: Spot) -> int:
    """The chip is put down."""
    entry = listed(round_, chip)
    amount = entry.nearest(STAKED)
    round_.answer(entry.act(amount))
    return amount


def refuse_another_point(layout: Layout, chip: Spot, at: At) -> None:
    """Refuse a wager that is not decided alike whatever the point: as where it is priced or, on a come-out roll, not at all."""
    pairs = sorted({(min(dice), max(dice)) for dice in rolls(layout.game)})
    priced = [_becomes(layout, chip, at, dice) for dice in pairs]
    stays = [(chip.id,)] * len(pairs)
    for point in (None, *layout.game.rules.points):
        found = [_becomes(layout, chip, at._replace(point=point), dice) for dice in pairs]
        if found != priced and (point is not None or found != stays):
            which = "a come-out roll" if point is None else f"a point of {point}"
            raise refused(layout.game, f"{chip.id}: by {which} it is not decided as it is with another point", chip.wager.id)


def _becomes(layout: Layout, chip: Spot, at: At, dice: tuple[int, ...]) -> tuple[object, ...]:
    """What a roll makes of a chip, the point followed: its line, or where it stands."""
    found = layout.rolled(chip, at, dice, marker=True)
    return (found.outcome, found.net, found.stake) if isinstance(found, Line) else (found.spot,)
