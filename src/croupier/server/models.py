"""What goes over the wire, with examples. Unknown keys, numbers as text and amounts out of range are refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt, StringConstraints

from croupier.rules.listing import listing
from croupier.server.lines import UNSEEN

MOST = 10**11


def _whole(value: Any) -> Any:
    """JSON knows one kind of number: 98.0 is 98, and nothing else is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(_whole)
"""Last of an annotation: the bounds before it are then still in the published schema."""
_GAME = listing()[0].id
"""For examples: whichever game is listed first."""
Cents = Annotated[StrictInt, Field(ge=0, le=MOST, examples=[1000]), WHOLE]
Amount = Annotated[StrictInt, Field(gt=0, le=MOST, examples=[10000]), WHOLE]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=99, examples=[1]), WHOLE]
Word = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=60, pattern=r"^[ -~]+$")]
Line = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=400, pattern=rf"^[^{UNSEEN}]+$")]
CardName = Annotated[str, StringConstraints(strict=True, pattern=r"^([2-9TJQKA][cdhs]|Jo)$"), Field(examples=["Qs"])]
Die = Annotated[StrictInt, Field(ge=1, le=6), WHOLE]
Name = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9][a-z0-9._-]{0,39}$"), Field(examples=["ann"])]
Invited = Literal["player", "dealer", "stickperson", "boxperson", "floor", "supervisor", "surveillance", "administrator"]
RoleName = Literal[
    "guest", "player", "dealer", "stickperson", "boxperson", "floor", "supervisor", "surveillance", "administrator"
]

Act = Annotated[
    tuple[Literal["wager"], SeatNumber, Word, Cents]
    | tuple[Literal["no-more-bets"]]
    | tuple[Literal["choice"], SeatNumber, Word]
    | tuple[Literal["arrange"], SeatNumber, Word]
    | tuple[Literal["discard"], SeatNumber, Word]
    | tuple[Literal["card"], CardName]
    | tuple[Literal["spin"], Word]
    | tuple[Literal["roll"], tuple[Die, Die] | tuple[Die, Die, Die]]
    | tuple[Literal["done"], Word]
    | tuple[Literal["called"], SeatNumber, Word, Cents, Word, Literal["cash", "chips", "coupon"]]
    | tuple[Literal["done"], Word, Word],
    Field(union_mode="left_to_right"),
]
"""At most one of them fits, whatever is sent: the first that does is taken. To look for the best of all takes ten times as long."""


class Wire(BaseModel):
    model_config = ConfigDict(extra="forbid")


def like(**example: Any) -> ConfigDict:
    """No fields but these, and a body to copy."""
    return ConfigDict(extra="forbid", json_schema_extra={"examples": [example]})


class Problem(BaseModel):
    """Why something was refused, and the clause where there is one."""

    error: str
    clause: str | None = None
    detail: Any = None


class Settings(Wire):
    equipment: Literal["electronic", "entered"] = Field(
        "electronic", description="Who deals: the server, or a dealer who enters it."
    )
    closing: Literal["players", "dealer"] = Field("players", description="Who opens rounds and calls no more bets.")
    practice: StrictBool = Field(False, description="Whoever opens the table may play every part, with practice chips.")
    shared: StrictBool = Field(False, description="Others may sit at this practice table too.")


class OpenTable(Wire):
    model_config = like(game=_GAME, settings={"practice": True})
    game: Word = Field(description="rulebook/game")
    name: Line | None = None
    house_rules: dict[str, Any] = Field(
        default_factory=dict, description="Options, pay tables and limits, as in a house-rules file."
    )
    version: Word | None = None
    settings: Settings = Field(default_factory=Settings)
    bank: Amount = 10_000_000
    companions: Annotated[StrictInt, Field(ge=0, le=20), WHOLE] = 0


class Sit(Wire):
    model_config = like(seat=1)
    seat: Annotated[StrictInt, Field(ge=1, le=99), WHOLE]
    companion: StrictBool = False
    colour: Word | None = Field(None, description="Of non-value chips, at roulette; without one, the next that is free.")


class Sharing(Wire):
    model_config = like(shared=True)
    shared: StrictBool


class Answers(Wire):
    model_config = like(acts=[["wager", 1, "ante", 1000], ["no-more-bets"]], new_round=True)
    acts: list[Act] = Field(
        default_factory=list,
        max_length=200,
        description="Answers to the pending request, in order, up to the first that is refused.",
    )
    new_round: StrictBool = Field(False, description="Open the next round first, where none is being played.")
    expected: Annotated[StrictInt, Field(ge=0, le=2**31 - 1), WHOLE] | None = Field(
        None, description="The table's `seq` these answers were given after; refused where it has moved on."
    )


BetweenRounds = (
    tuple[Literal["step"], Word, Word]
    | tuple[Literal["step"], Word, Word, Word]
    | tuple[Literal["dealer"]]
    | tuple[Literal["shuffle-due"], Word]
    | tuple[Literal["permitted"], SeatNumber, Word]
    | tuple[Literal["away", "back"], SeatNumber]
    | tuple[Literal["table"], Literal["idle", "resume"], Word]
)
"""What people say between rounds. Who takes over the deal is who says so."""


class Told(Wire):
    model_config = like(acts=[["step", "inspect", "dealer"]])
    acts: list[BetweenRounds] = Field(
        min_length=1,
        max_length=50,
        description="What happens between rounds: a step that is due, a dealer who takes over, a shuffle, an idle table. All or none.",
    )


class Irregular(Wire):
    model_config = like(irregularity="wrong-number-of-cards")
    irregularity: Word
    seat: SeatNumber = 0
    when_it_comes: StrictBool = Field(
        False, description="Report it when its moment comes, while the equipment deals by itself."
    )


class RulingOn(Wire):
    model_config = like(approve=True)
    approve: StrictBool


class Why(Wire):
    model_config = like(why="the shuffler has jammed")
    why: Line


class Money(Wire):
    model_config = like(amount=10_000)
    amount: Amount


class Chips(Wire):
    model_config = like(player="ann", amount=100_000)
    player: Name
    amount: Amount
    cash_out: StrictBool = False


class IssueToken(Wire):
    model_config = like(name="ann", role="player")
    name: Name
    role: Invited
    hours: Annotated[StrictInt, Field(ge=1, le=24 * 90), WHOLE] = 12


class RefusedAct(BaseModel):
    """The first of several acts that was not taken, counted from 0; those before it stand, those after it were not looked at."""

    act: int
    error: str
    clause: str | None = None


class Receipt(BaseModel):
    """What a write did: the event it became. The same key gives the same receipt."""

    event: int
    seq: int | None = None
    table: str | None = None
    round: str | None = None
    acts: list[list[Any]] | None = None
    awaits: str | None = None
    refused: RefusedAct | None = None


class Balance(BaseModel):
    event: int
    player: str
    balance: int


class Token(BaseModel):
    id: str
    name: str
    role: RoleName
    issued: str
    expires: str
    revoked: str | None = None


class NewToken(Token):
    token: str = Field(description="The secret, told this once.")


class Me(BaseModel):
    name: str
    role: RoleName
    account: str
    balance: int


class Pending(BaseModel):
    """What the table waits for, and every answer you may give."""

    kind: str
    who: str
    moment: str
    seat: int | None
    hand: int | None = Field(default=None, description="Which of the seat's hands, where it has split.")
    dice: int | None = None
    to_call: int | None = Field(default=None, description="What calling takes of a poker player's stack.")
    asks: str
    clause: str | None
    yours: bool
    legal: list[dict[str, Any]]


class RoundNow(BaseModel):
    id: str
    number: int
    done: bool
    commitment: str
    seed: str | None
    results: list[Any] = Field(default_factory=list, description="How the dice fell and where the wheel stopped.")
    reported: list[tuple[str, int]] = Field(
        default_factory=list, description="Irregularities of this round, and the seats they concern."
    )
    arranged: dict[str, str] = Field(default_factory=dict, description="Hands set, where you may see them.")
    settled: list[dict[str, Any]] = Field(default_factory=list, description="Your own settlement lines so far.")


class TableNow(BaseModel):
    """A table as you may see it."""

    table: str
    name: str
    game: str
    seq: int
    status: str
    settings: Settings
    capacity: int
    link: str | None = Field(None, description="The jackpot this table shares with others, where it has one.")
    meters: dict[str, int] = Field(default_factory=dict, description="What the meters stand at now, in whole cents.")
    players: dict[str, dict[str, Any]]
    you: dict[str, Any]
    limits: dict[str, Any] = Field(
        default={}, description="As posted: for the whole table under `table`, and for single wagers."
    )
    free: list[int] = Field(
        default=[], description="Positions you may take: one player may have several where the house lets them."
    )
    round: RoundNow | None
    view: dict[str, Any] | None
    pending: Pending | None
    held: dict[str, Any] | None
    stopped: str | None = Field(
        default=None, description="A fault of the program in mid-round: only the floor goes on, by voiding it."
    )
    armed: str | None
    irregularities: list[dict[str, Any]]
    may: dict[str, bool]
    session: dict[str, Any] = Field(
        default_factory=dict, description="The table between rounds: what is due, who deals, the shoe."
    )


class TableListed(BaseModel):
    table: str
    game: str
    name: str
    status: str
    opened: str
    owner: str | None = None
    """Whose own practice table it is."""
    shared: bool = False
    yours: bool = False


class RoundPlayed(BaseModel):
    round: str
    seq: int = 0
    at: str
    net: dict[str, int]
    marks: list[str]
    results: list[Any]
    says: str = ""
    """How it came out for all, where the game has a word for it."""
    winner: str = ""


class GameListed(BaseModel):
    id: str
    rulebook: str
    game: str
    name: str
    family: str
    clause: str


class SettlementLine(BaseModel):
    seat: int
    wager: str
    stake: int
    outcome: str
    returned: int
    won: int
    commission: int
    clause: str
    reading: str | None = None


class Settlement(BaseModel):
    lines: list[SettlementLine]
    net: dict[str, int]
    remaining: dict[str, dict[str, int]] | None = None
    readings: list[str] | None = None


class Health(BaseModel):
    status: Literal["ready", "halted", "away"]
    version: str
    reason: str | None = None


class JobNow(BaseModel):
    """Work that takes a while, beside the server."""

    id: str
    status: Literal["waiting", "running", "done", "cancelled", "failed"]
    done: int
    total: int | None
    message: str
    seconds: float
    result: dict[str, Any] | None = Field(None, description="What was found, once it is done.")


class Hint(BaseModel):
    """Your choices weighed, from what you may see."""

    seat: int
    best: str
    choices: list[dict[str, Any]]
    exact: bool
    strategy: str
    basis: str
