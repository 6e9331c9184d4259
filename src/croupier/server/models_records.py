"""What goes over the wire about rounds that are over and the books: lines and pots set right, and what a verification found."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field, StrictInt

from croupier.rules.listing import listing
from croupier.server.models import WHOLE, Cents, Line, SeatNumber, Wire, Word, like


class Reversal(Wire):
    model_config = like(line=1, why="the hand was misread")
    line: Annotated[StrictInt, Field(ge=1, le=10**6), WHOLE]
    why: Line


class Correction(Wire):
    model_config = like(line=1, returned=1000, won=1500, clause=listing()[0].clause, why="the hand was misread")
    line: Annotated[StrictInt, Field(ge=1, le=10**6), WHOLE]
    returned: Cents = Field(description="What of the stake should have gone back.")
    won: Cents = Field(description="What it should have won, without the stake.")
    commission: Cents = 0
    clause: Word = Field(description="The clause by which the line is wrong as it stands.")
    why: Line


class PotCorrection(Wire):
    model_config = like(given={"1": 0, "2": 5700}, clause=listing()[0].clause, why="the pot went to the wrong seat")
    given: dict[Annotated[int, Field(ge=1, le=99)], Cents] = Field(
        description="What each seat should have had of the pot in all, bets that came back to it included; others had what they should.",
        json_schema_extra={"propertyNames": {"pattern": "^[1-9][0-9]?$"}},
    )
    rake: Cents | None = Field(default=None, description="What of the rake stays, where less of it does.")
    promotional_drop: Cents | None = Field(default=None, description="What of the fund's part stays, where less of it does.")
    clause: Word = Field(description="The clause by which the pot is divided otherwise.")
    why: Line


class LateRuling(Wire):
    model_config = like(irregularity="wrong-number-of-cards", why="found when the deck was counted")
    irregularity: Word
    seat: SeatNumber = 0
    why: Line


class Head(BaseModel):
    """The last event of a chain."""

    seq: int
    hash: str


class Verified(BaseModel):
    sound: bool
    events: int
    transfers: int
    rounds: int
    issued: int
    wrong: str | None
    event: int | None
    heads: dict[str, Head] = Field(description="Where each chain ends, with its hash: keep it elsewhere as an anchor.")
