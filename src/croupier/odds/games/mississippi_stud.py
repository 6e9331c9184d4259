"""Mississippi Stud: one to three antes for each community card, or a fold of everything staked."""

from __future__ import annotations

from croupier.games.house_poker.mississippi_stud import ANTE, FOLD, STREETS, THREE_CARD_BONUS
from croupier.odds.advice import Chart, Sight
from croupier.odds.shapes.asked_by_street import bet_made
from croupier.odds.shapes.streets import Path, Plan, Streets
from croupier.table.playable import Playable

ASK = "what each choice nets: ask by the cards, and by the earlier wagers where they were others than advised"


def choices(game: Playable) -> tuple[tuple[str, ...], ...]:
    """Bets by street, in antes."""
    return tuple(tuple(f"bet-{times}x" for times in sorted(game.terms.wagers[street].times)) for street in STREETS)


def chosen(game: Playable, sight: Sight) -> Path:
    """The bets of the streets behind."""
    sizes = {street: sorted(game.terms.wagers[street].times) for street in STREETS[: len(sight.community)]}
    return tuple(1 + bet_made(game, sight.stakes, street, of=ANTE, times=times) for street, times in sizes.items())


def charts(plan: Plan) -> tuple[tuple[Chart, ...], str]:
    """Third street by the two hole cards, fourth and fifth by pattern and points."""
    from croupier.odds.shapes.street_charts import bets_by_street

    return bets_by_street(plan, [sorted(plan.game.terms.wagers[street].times) for street in STREETS]), ASK


ODDS = Streets(
    wagers=(ANTE, *STREETS),
    called="antes",
    choices=choices,
    chosen=chosen,
    charts=charts,
    note="ante and street wagers",
    fold=FOLD,
    by_three=THREE_CARD_BONUS,
)
