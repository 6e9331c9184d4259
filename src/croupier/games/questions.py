"""What a procedure asks of a rulebook. The file must answer every field: silence is a reading there, never a default here."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from croupier.rules.terms import Rule


class Questions(BaseModel):
    """Asked of every game."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, alias_generator=lambda name: name.replace("_", "-"), populate_by_name=True
    )

    seats: Rule[int]


class CardQuestions(Questions):
    """Asked of every game dealt from one deck."""

    decks: int
    dealing: Literal["hand", "manual-shoe", "automated-shoe", "continuous-shoe", "double-shoe"]
    shuffler: Literal["manual", "automated", "automated-counting"]
    positions_per_player: int
