"""A betting position during one round."""

from __future__ import annotations

from croupier.equipment.cards import Card
from croupier.rules.terms import Rule
from croupier.table.piles import Pile


class Purse:
    """What one patron has behind, at however many positions."""

    __slots__ = ("chips", "seats")

    def __init__(self, *seats: int) -> None:
        self.seats = seats
        self.chips: int | None = None
        """Cents behind; None where nobody has said, as in a written round: enough for anything."""


class Seat:
    """A betting position: what stands on it, what is behind it, what it was dealt, whether it is still in the round.

    A stake is kept under its spot's id; where a seat has the same wager more than once (a second split), under `id#2`.
    """

    __slots__ = (
        "box",
        "dead",
        "dealt",
        "decided",
        "dues",
        "fallen",
        "folded",
        "followers",
        "follows",
        "hand",
        "in_play",
        "number",
        "owed",
        "placed",
        "promised",
        "purse",
        "splits",
        "stakes",
        "volunteered",
    )

    def __init__(self, number: int, box: int | None = None) -> None:
        self.number = number
        self.box = number if box is None else box
        """Where its wager lies: beside those of others, where a house lets several people wager on one box."""
        self.follows: Seat | None = None
        """Who decides about the cards its wager is played with, where that is somebody else."""
        self.followers: list[Seat] = []
        self.purse = Purse(number)
        """The chips behind, which a patron's positions share."""
        self.stakes: dict[str, int] = {}
        self.dues: dict[str, int] = {}
        """Commission that was due with a bet: it lies with the stake until that is settled or comes down."""
        self.promised = 0
        """Chips that a word has put down (`double`, `raise`) and that stand on no spot yet: they are not behind the seat any more."""
        self.owed = 0
        """What a void took back and the seat no longer had."""
        self.placed: dict[str, int] = {}
        """What stood when wagering was closed."""
        self.hand = Pile()
        self.dealt: tuple[Card, ...] = ()
        """The cards as they were first dealt, in games that take them apart later."""
        self.splits: list[Pile] = []
        self.fallen: list[Card] = []
        """All cards of the box in the order they came, whichever of its hands they lie with."""
        self.decided = False
        """Has it made a decision in this round?"""
        self.volunteered = False
        """Has it bet against other players of its own will?"""
        self.folded = False
        self.dead: Rule[str] | None = None
        """What took its hand out of play, where its player did not fold."""
        self.in_play = False

    @property
    def chips(self) -> int | None:
        """Cents behind."""
        return self.purse.chips

    @chips.setter
    def chips(self, cents: int | None) -> None:
        self.purse.chips = cents

    @property
    def bettors(self) -> list[Seat]:
        """Who has wagered on its cards: the seat itself, then whoever follows it."""
        return [self, *self.followers]

    @property
    def played_with(self) -> Pile:
        """The cards its wager is played with."""
        return self.hand if self.follows is None else self.follows.hand

    def stake(self, wager: str) -> int:
        return self.stakes.get(wager, 0)

    def add(self, wager: str, cents: int) -> None:
        """So much more stands there; nothing, where the house gives a wager for free."""
        self.stakes[wager] = self.stakes.get(wager, 0) + cents

    def take(self, wager: str, cents: int) -> None:
        """So much less stands there, and the place is free where it was all."""
        self.stakes[wager] -= cents
        if not self.stakes[wager]:
            del self.stakes[wager]
