"""Let It Ride: three bets on one hand, two of which are taken back where the cards seen lose on average."""

from __future__ import annotations

from croupier.games.house_poker.let_it_ride import BETS, LET_IT_RIDE_BONUS, RIDE, THREE_CARD_BONUS, WITHDRAW
from croupier.odds.advice import Chart, Sight
from croupier.odds.shapes.streets import Path, Plan, Streets
from croupier.table.playable import Playable

SEEN = ("three cards", "four cards")


def choices(game: Playable) -> tuple[tuple[str, ...], ...]:
    """The same two for each bet that may be taken back."""
    return ((WITHDRAW, RIDE),) * len(game.rules.withdrawable.value)


def chosen(game: Playable, sight: Sight) -> Path:
    """What became of the bets decided so far."""
    return tuple(2 if bet in sight.stakes else 1 for bet in game.rules.withdrawable.value[: len(sight.community)])


def charts(plan: Plan) -> tuple[tuple[Chart, ...], str]:
    """Both decisions by pattern and high cards, the second as after a first bet that rides."""
    from croupier.odds.shapes.street_charts import grid, of_rank, points_of

    points = points_of(plan.nets[1, 1, 1][plan.kinds.row_of])
    _, fourth, _ = plan.bets
    found = []
    for bet, seen, size, best in zip(
        plan.game.rules.withdrawable.value, SEEN, (3, 4), (fourth[1].tolist(), plan.last(1, 2)), strict=True
    ):
        words = [(WITHDRAW, RIDE)[number - 1] for number in best]
        columns, rows = grid(
            size,
            points,
            lambda cards: of_rank(cards, lambda rank: int(points.of(rank) == 2)),
            lambda place, words=words: [words[place]],  # type: ignore[misc]
            ("",),
        )
        found.append(Chart(bet.replace("-", " "), (seen, *columns), rows, f"columns are high cards; {points.told()}"))
    return tuple(found), "a bet that is worth nothing either way rides"


ODDS = Streets(
    wagers=BETS,
    called="bets",
    choices=choices,
    chosen=chosen,
    charts=charts,
    note="three bets, two of which may be taken back",
    by_class=(LET_IT_RIDE_BONUS,),
    by_three=THREE_CARD_BONUS,
)
