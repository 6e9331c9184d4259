"""The linked progressive by itself: whoever stays keeps what the five cards are paid, whoever folds gives up the chip."""

from __future__ import annotations

from fractions import Fraction

from croupier.games.progressive.linked_progressive import FOLD, SHAPE, STAY
from croupier.hands.poker import best_five
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.rules.payouts import Kind
from croupier.table.playable import Playable
from croupier.table.progressive import PROGRESSIVE
from croupier.table.requests import Decision


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """The chip was collected before the deal: a fold gets nothing, and the cards are known."""
    if not isinstance(request, Decision) or len(sight.hand) != SHAPE.hand or not sight.stakes.get(PROGRESSIVE):
        return None
    value, stake = best_five(sight.hand), sight.stakes[PROGRESSIVE]
    wager = game.terms.wagers[PROGRESSIVE]
    payout = next((payout for _, test, payout in game.tables[PROGRESSIVE] if test(value, sight.hand)), None)
    worth = Fraction(-1)
    if payout is not None:
        won = payout.figure * sight.meters[wager.meter or ""] if payout.kind is Kind.METER else Fraction(payout.won(stake))
        worth = won / stake - int(wager.collected)
    values = {STAY: worth, FOLD: Fraction(-1)}
    basis = f"the five cards in hand, the meter as it stands{left_apart(sight, (PROGRESSIVE,))}"
    return weigh(sight, {choice: values[choice] for choice in request.choices}, basis=basis)


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """No chart: there is one rule."""
    return (), "stay with every hand: a fold gives up the chip and gains nothing"
