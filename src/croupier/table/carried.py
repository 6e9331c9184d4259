"""What lies on a table between two rounds: one record with named parts, which procedures read and write as `table.carried`.

A round alone (a written round, a price, a kernel's proof) carries nothing: every part is at its default and `lasting` is False.
In a session a round works on a copy; `Session.finish` takes the copy over. Every part has a JSON form, so that a round taken
from a session can be replayed without it, and a table can be rebuilt from its latest round.

To carry something more, add a part with a default that means "nothing", of plain JSON kinds (whole numbers, text, lists and
dictionaries of them; keys that are seats are made whole numbers again), or give it a form in `_FORMS`. A part that ends with a
shuffle is cleared in `reshuffled`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any

from croupier.equipment.cards import Card
from croupier.equipment.faces import FACES
from croupier.errors import BadInput, shown
from croupier.rules.terms import Rule

ABANDONED = -1
AFTER_A_SHUFFLE, AT_THE_MINIMUM = "after-a-shuffle", "at-the-minimum"
"""What a house may let somebody wager who let a round of the shoe pass: nothing, or as little as may be."""


@dataclass(slots=True)
class Carried:
    """The table between rounds. Amounts are cents, seats are numbers, cards that nobody saw are counted in `unseen`."""

    lasting: bool = False
    """Is there a session around the round, so that what it leaves is there for the next?"""

    patrons: list[list[int]] = field(default_factory=list)
    """Seats that one patron plays, where somebody plays several."""
    as_one: bool = False
    """Are these one player also to what is paid for the hands of others? Tables that were opened before that was asked say no."""

    # The cards
    stub: dict[Card, int] | None = None
    """What has not been seen to leave the shoe since the shuffle; None where the next round begins with a shuffle."""
    unseen: int = 0
    """Cards that left the shoe face down, to the rack or aside: nobody saw them, so they could be any of the stub."""
    by_hand: bool = False
    """Do people handle the cards, so that what is done with the stack after a shuffle is asked of them?"""
    side: str = ""
    """Of a double shoe, which side the stub is of."""
    other: dict[Card, int] | None = None
    """Of a double shoe, the same for its other side; None where that is to be shuffled."""
    other_unseen: int = 0
    put_back: int = 0
    """Cards that were drawn and are counted with the stub again, because they did not lie where they were recorded."""
    aside: list[int] = field(default_factory=list)
    """Cards drawn in error and seen by nobody, which open the next hand: how many had left the shoe before each."""
    behind: int | None = None
    """How many cards lie behind the cutting card; None where there is none, and where people deal, who say when it comes."""
    last_round: bool = False
    """The cutting card is out, or the floor wants a shuffle: this round is the last before it."""
    shuffles: int = 0
    """How often these cards were shuffled."""
    batch: int = 0
    """Which of two batches is dealt from, 1 or 2, while the other is in the shuffler; 0 where there is one."""
    new_dealer: bool = False
    """A dealer came to the table who has not dealt yet."""
    barred: list[int] = field(default_factory=list)
    """Seats that may not wager before a shuffle, because they let a round of this shoe pass."""
    held: list[int] = field(default_factory=list)
    """Seats that may wager the minimum alone before a shuffle, for the same reason."""
    played: list[int] = field(default_factory=list)
    """Seats whose player wagered on a round of this shoe, where a text tells them from newcomers."""

    # Money
    vigorish: dict[int, int] = field(default_factory=dict)
    """What each seat owes of deferred vigorish: the markers in front of the dealer."""

    stakes: dict[int, dict[str, int]] = field(default_factory=dict)
    """Wagers that stay on the layout until a later round decides them, by seat and spot; of poker players their stacks."""
    streaks: dict[int, int] = field(default_factory=dict)
    """How many hands in a row each seat has won while such wagers stand; ABANDONED where their player has left."""

    # The dice, the bank and the button
    shooter: int = 0
    """Who threw last. Wagers that wait for the next shooter do so in one round, which goes on until a loser seven.

    Of a shaker: the seat from which on, clockwise, it is offered.
    """
    button: int = 0
    away: dict[int, int] = field(default_factory=dict)
    """Poker players who keep their seats and are not there, with what was counted before them as they left."""
    owes: dict[int, str] = field(default_factory=dict)
    """Blinds that went past a poker player who was not dealt in: the `big` one, or `both`."""
    entered: list[int] = field(default_factory=list)
    """Seats whose player has been dealt in at this table, where the house asks newcomers for a blind."""
    kill: dict[str, int] = field(default_factory=dict)
    """Who has the kill button at poker, and who alone won the last pot."""
    bank: dict[str, int] = field(default_factory=dict)
    """Who banked last, who has since the rotation began, what each wagered last: as the game's procedure keeps it."""

    def copy(self) -> Carried:
        """The same, for a round to work on."""
        parts = list(_PARTS(self))
        for place in _CHANGING:
            if (part := parts[place]) is not None:
                parts[place] = _own(part) if part else part.copy()
        return Carried(*parts)

    @property
    def left(self) -> int | None:
        """How many cards are in the shoe."""
        return None if self.stub is None else sum(self.stub.values()) - self.unseen

    def seat(self, patrons: list[list[int]], *, as_one: bool) -> None:
        """Who has several seats now."""
        self.patrons, self.as_one = patrons, as_one and bool(patrons)

    def rack(self, pack: Mapping[Card, int]) -> list[Card]:
        """What is known of the discard rack: cards of the pack that were seen to leave the shoe."""
        return [] if self.stub is None else list((Counter(pack) - Counter(self.stub)).elements())

    def reshuffled(self) -> None:
        """All cards go back to be shuffled before the next round; of a double shoe, those of the side that was dealt from."""
        self.stub, self.unseen, self.put_back, self.aside = None, 0, 0, []
        self.last_round, self.barred, self.held, self.played = False, [], [], []

    def let_pass(self, seat: int, rule: Rule[str] | None) -> None:
        """A seat's player was not among those who wagered on a round of this shoe; what the house makes of that."""
        kept = None if rule is None or seat in self.barred else rule.value
        if kept == AFTER_A_SHUFFLE:
            self.barred, self.held = sorted((*self.barred, seat)), [other for other in self.held if other != seat]
        elif kept == AT_THE_MINIMUM and seat not in self.held:
            self.held = sorted((*self.held, seat))

    def stack(self, seat: int, spot: str | None, cents: int) -> None:
        """So much lies before a poker player from now on."""
        if spot is not None:
            kept = {wager: stake for wager, stake in self.stakes.pop(seat, {}).items() if wager != spot}
            kept |= {spot: cents} if cents else {}
            self.stakes |= {seat: kept} if kept else {}

    def unmark(self, seat: int, cents: int) -> None:
        """So much less deferred vigorish is owed from a seat."""
        left = self.vigorish.pop(seat, 0) - cents
        if left > 0:
            self.vigorish[seat] = left

    def undone(self, before: Carried) -> None:
        """The round is void: what is counted over rounds stands as it did before it."""
        self.streaks = {seat: won for seat, won in before.streaks.items() if seat in self.stakes}
        self.vigorish = dict(before.vigorish)

    def forget_player(self, seat: int) -> None:
        """What is known of whoever sits there is no longer so: nobody does."""
        self.vigorish.pop(seat, None)
        self.away.pop(seat, None)
        self.played = [other for other in self.played if other != seat]
        self.kill = {part: holder for part, holder in self.kill.items() if holder != seat}
        self.forget_blinds(seat)

    def forget_blinds(self, seat: int) -> None:
        """Nobody sits there who was dealt in before."""
        self.owes.pop(seat, None)
        self.entered = [other for other in self.entered if other != seat]

    def as_json(self) -> dict[str, Any]:
        """The parts that are not at their default."""
        told = {}
        for (name, nothing), value in zip(_NOTHING.items(), _PARTS(self), strict=True):
            if value != nothing:
                told[name] = _FORMS[name][0](value) if name in _FORMS else _own(value)
        return told


def _own(value: Any) -> Any:
    """A copy that shares nothing that can change: parts are of plain JSON kinds, and cards never change."""
    if isinstance(value, list):
        return [_own(entry) for entry in value]
    return {key: _own(entry) for key, entry in value.items()} if isinstance(value, dict) else value


def _by_seat(given: Any) -> dict[int, Any]:
    return {int(seat): value for seat, value in given.items()}


_NOTHING = {part.name: getattr(Carried(), part.name) for part in fields(Carried)}
_PARTS = attrgetter(*_NOTHING)
_CHANGING = [place for place, nothing in enumerate(_NOTHING.values()) if not isinstance(nothing, (int, str))]
"""Which parts are lists and dictionaries, or nothing where there may be one."""
_FORMS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "stub": (
        lambda stub: {str(card): count for card, count in stub.items()},
        lambda given: {FACES[name]: int(count) for name, count in given.items()},
    ),
    "other": (
        lambda stub: {str(card): count for card, count in stub.items()},
        lambda given: {FACES[name]: int(count) for name, count in given.items()},
    ),
    "vigorish": (lambda owed: {str(seat): cents for seat, cents in owed.items()}, _by_seat),
    "stakes": (lambda held: {str(seat): dict(stakes) for seat, stakes in held.items()}, _by_seat),
    "away": (lambda held: {str(seat): cents for seat, cents in held.items()}, _by_seat),
    "owes": (lambda held: {str(seat): blinds for seat, blinds in held.items()}, _by_seat),
    "streaks": (lambda held: {str(seat): won for seat, won in held.items()}, _by_seat),
}


def carried_from(given: Any) -> Carried:
    """What a JSON form says is carried."""
    if not isinstance(given, Mapping):
        raise BadInput("carried: a table of named parts is expected")
    for name in given:
        if name not in _NOTHING:
            raise BadInput(f"carried.{shown(name)}: no such part; there are {', '.join(_NOTHING)}")
    try:
        return Carried(**{name: _FORMS[name][1](value) if name in _FORMS else _own(value) for name, value in given.items()})
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"carried: {shown(str(error))} is not what a table carries") from None
