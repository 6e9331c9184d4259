"""What a file says of irregularities: when each can happen, what it does, and who decides."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, PositiveInt

from croupier.rules.life import Aftermath
from croupier.rules.parts import Cited, Condition, Names

Moment = Literal[
    "shuffle", "wagering", "deal", "decision", "reveal", "spin", "roll", "draw", "peek", "announce", "betting", "show"
]
Remedy = Literal[
    "continue",
    "burn",
    "burn-by-value",
    "void-round",
    "void-hand",
    "lose-wagers",
    "again",
    "called",
    "choice",
    "void-wagers",
    "skip",
    "card-last",
    "refill",
    "replace-deck",
    "next-card",
    "expose-dealer",
    "use-if-due",
    "next-hand",
    "simulated-round",
    "dead-hand",
    "refund-hand",
    "next-card-down",
    "ante-back",
    "replace-card",
    "replace-card-as-burn",
    "replace-card-after-deal",
    "pot-so-far",
    "counts-as-call",
]
FactName = Literal[
    "dealer-has-blackjack",
    "dealer-has-no-blackjack",
    "dealer-must-stand",
    "dealer-needs-no-card",
    "dealers-card-is-due",
    "dealer-has-a-hidden-card",
    "seat-has-a-hidden-card",
    "seat-has-no-card",
    "seat-has-one-card",
    "requested-card-is-due",
    "players-hand-stays",
    "player-has-a-hidden-tile",
    "bank-has-a-hidden-tile",
    "shoe-too-short",
    "fewer-than-two-bets",
    "seat-is-to-act",
    "bet-is-to-be-called",
    "hand-is-dealt",
    "two-bets-made",
    "seat-is-not-to-act",
    "seat-has-one-or-two-cards",
    "two-cards-or-fewer-dealt",
    "three-cards-dealt",
]
"""What a table knows of itself, against which a report is held: `table/facts.py` and the games say what each of them is."""
Authority = Literal["dealer", "stickperson", "boxperson", "floor", "supervisor", "surveillance", "floor-or-surveillance"]
"""Whom the texts name: whoever is above may do it too."""


class Ruling(Cited):
    """What an irregularity does, and when it can happen."""

    when: tuple[Moment, ...] = Field(min_length=1)
    remedy: Remedy
    if_: FactName | None = None
    """What must be so at the table for the report to be true; one that the table knows to be false is refused."""
    requires: Condition = {}
    then: tuple[Aftermath, ...] = ()
    times: PositiveInt = 1
    """For how many reports in a round the remedy is, before a further one does what `after-first` says."""
    after_first: Remedy | None = None
    after_first_dealt: Remedy | None = None
    """What a further report does instead once every hand has the cards of its deal."""
    after_first_then: tuple[Aftermath, ...] = ()
    otherwise: Remedy | None = None
    """What follows when a card cannot be used (`use-if-due`): no card is due, or none has been dealt yet."""
    authority: Authority = "dealer"
    authority_by: str | None = None
    """The option by which the house says who has the authority, where the text leaves that to it."""
    decides: Literal["seat", "floor"] | None = None
    choices: dict[str, Remedy] = {}
    wagers: Names = ()
    seat: bool = False
