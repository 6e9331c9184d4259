"""Blackjack: the main game by counts of the shoe, insurance by the hole card."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from croupier.games.blackjack._hands import BLACKJACK, INSURANCE
from croupier.odds.posted import with_posted
from croupier.odds.price import DOUBLE_PRECISION, Outcome, Price, gathered
from croupier.odds.shapes.shoe_anyhow import try_insurance
from croupier.odds.shapes.shoe_asked import insurance_of
from croupier.odds.shapes.shoe_attack import attack_of
from croupier.odds.shapes.shoe_boxes import later_circles
from croupier.odds.shapes.shoe_plan import SCALE, mean, plan_of
from croupier.odds.shapes.shoe_terms import TENS, readings_of, shoe_of
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable

OPTIMAL = "optimal, CDZ- (by the cards of the hand, zero memory: a split hand is played as without a split)"
BASIC = "basic strategy (by totals)"


def price_of_blackjack(
    game: Playable, table: Paytable, *, wager: str = BLACKJACK, by_total: bool = False, stake: int | None = None
) -> Price:
    """The main game with doubles and splits, per unit of the first wager; by the best play, or by the best play of totals.

    Or a wager on a later round that is played with the same hand, by the play that is best for all rounds together.
    """
    game = _with_posted(game, table)
    plan = plan_of(game, by_total=by_total, stake=stake)
    attack = attack_of(game, by_total=by_total, stake=stake)
    ends = plan.later if wager != BLACKJACK else plan.ends if attack is None else attack.ends
    counts = {key: round(Fraction(chance) * SCALE) for key, chance in ends.items()}
    note = "weights in parts of 10^18; split hands of a box independent once the dealer's total is known; never insured"
    if not by_total:
        by_totals = plan_of(game, by_total=True, stake=stake)
        alone = (attack_of(game, by_total=True, stake=stake) or by_totals).ends if wager == BLACKJACK else by_totals.later
        note = f"by totals alone {-mean(alone):.4%}; {note}"
    if attack is not None:
        note += f"; double attack as large as the bet against {attack.against}"
    if plan.terms.again:
        note += "; equal wagers in every circle, played for the most of all together"
    if plan.terms.pays.shown:
        note += "; without what other players' hands earn"
    if plan.terms.pays.mixed:
        note += "; by the values of cards, whatever their suits"
    if plan.takes_even_money:
        note += "; takes even money"
    return Price(
        wager,
        table.id,
        gathered(counts),
        strategy=BASIC if by_total else OPTIMAL,
        clause=table.clause,
        method=DOUBLE_PRECISION,
        readings=readings_of(game, table),
        note=note,
    )


def _with_posted(game: Playable, table: Paytable) -> Playable:
    """The house with a table that it could post, in the circles of later rounds too: they are played for the same."""
    if game.terms.chosen.get(table.wager) == table:
        return game
    for circle in (BLACKJACK, *later_circles(game)):
        game = with_posted(game, replace(table, wager=circle))
    return game


def price_of_insurance(game: Playable, table: Paytable, stake: int | None = None) -> Price:
    """A ten under an ace, for a player who does not look at the cards in hand; per unit of insurance."""
    shoe, posted = shoe_of(game), with_posted(game, table)
    won, lost = insurance_of(posted, stake)
    try_insurance(posted, *insurance_of(posted))
    outcomes = (Outcome("win", shoe[TENS], won), Outcome("lose", sum(shoe) - 1 - shoe[TENS], lost))
    readings = (table.reading,) if table.reading else ()
    return Price(INSURANCE, table.id, outcomes, clause=table.clause, readings=readings, note="own cards not looked at")
