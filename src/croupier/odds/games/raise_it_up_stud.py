"""Raise It Up Stud: up to three antes before a community card is seen, up to two with one, one with two, or a fold."""

from __future__ import annotations

from croupier.games.house_poker._deciding import FOLD
from croupier.games.house_poker.raise_it_up_stud import ANTE, BLIND, CHECK, PAIR_PLUS, PLAY, SIX_CARD_BONUS
from croupier.odds.advice import Chart
from croupier.odds.shapes.one_play import OnePlay, Plan, Words
from croupier.table.playable import Playable

ASK = "what each choice nets: ask by the cards"


def choices(game: Playable) -> tuple[Words, ...]:
    """Play wagers by street, in antes."""
    rules = game.rules
    streets = (rules.play_before_4th_street, rules.play_before_5th_street, rules.play_before_sixth_street)
    return tuple(tuple(f"raise-{times}x" for times in sorted(street.value)) for street in streets)


def charts(plan: Plan) -> tuple[tuple[Chart, ...], str]:
    """Three and four cards by pattern and high cards, five by the hand they make."""
    from croupier.odds.shapes.one_play_charts import by_hand, by_pattern

    names = ("before 4th street", "before 5th street")
    return (*(by_pattern(plan, street, name) for street, name in enumerate(names)), by_hand(plan, "before sixth street")), ASK


ODDS = OnePlay(
    wagers=(ANTE, BLIND, PLAY),
    called="antes",
    choices=choices,
    charts=charts,
    note="ante, blind and play, per ante",
    fold=FOLD,
    waits=CHECK,
    by_class=(SIX_CARD_BONUS,),
    by_three=PAIR_PLUS,
)
