"""A poker room around its tables: who waits for a seat at which kind of table, and the best hand of a jackpot's period.

    room = PokerRoom(terms)
    room.answer(Joined("holdem fixed-limit 200-400", "ann"))
    room.answer(Called("holdem fixed-limit 200-400", "ann", "t1", 3))       # first come, first served
    replay_poker_room(terms, room.log)                                          # the same room again

Nothing here moves money: what a period pays is said by `Ended`, and whoever keeps the books posts it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, get_args

from croupier.errors import BadInput, Refused, shown
from croupier.hands.poker import FIVE_CARD_ORDER
from croupier.rules.resolve import GameRules
from croupier.table.playable import Playable

Pays = Literal["high-hand", "bad-beat"]
Ties = Literal["shared", "first"]
FIRST_COME = "first-come-first-served"
_STAKES = ("lower-limit", "upper-limit", "ante")


class Joined(NamedTuple):
    """Somebody asks for a seat at this kind of table."""

    kind: str
    player: str


class Called(NamedTuple):
    """Somebody whose turn it is takes a seat."""

    kind: str
    player: str
    table: str
    seat: int


class Struck(NamedTuple):
    """Somebody is taken off the list: by themself, or by the floor where they did not come."""

    kind: str
    player: str


class Broken(NamedTuple):
    """A table is broken: those who sat there stand before all others, in this order."""

    kind: str
    table: str
    players: tuple[str, ...]


class Begun(NamedTuple):
    """A qualifying period begins, by the standards that are posted."""

    pays: str
    least: str
    """The lowest hand that qualifies."""
    players: int
    """How many must have been dealt in."""
    ties: str
    """Do equal hands share, or is it the first of them?"""
    at: str


class Qualified(NamedTuple):
    """A hand is verified and written down: whose it is, where it was, who dealt, who verified it."""

    player: str
    table: str
    round: str
    seat: int
    hand: str
    category: str
    ranks: tuple[int, ...]
    dealt_in: int
    dealer: str
    by: str
    opened: str
    """When its round began: a period is won with a hand of its own, and by nobody twice with one hand."""


class Ended(NamedTuple):
    """The period is over: what the tables' boxes held, by table, and what was carried over from before."""

    collected: dict[str, int]
    carried: int
    at: str


RoomAct = Joined | Called | Struck | Broken | Begun | Qualified | Ended
KINDS: dict[str, type[Any]] = {
    "list-joined": Joined,
    "seat-called": Called,
    "list-left": Struck,
    "table-broken": Broken,
    "period-begun": Begun,
    "hand-qualified": Qualified,
    "period-ended": Ended,
}


def kind_of_table(playable: Playable) -> str:
    """What somebody asks for who asks for a seat: the game, how it is bet and what the limits are."""
    options = playable.terms.options
    told = [str(options["variant"]), str(options["structure"])]
    forced = ("small-blind", "big-blind") if playable.rules.variant.blinds else ("forced-bet",)
    told += [f"{name.replace('-limit', '')}-{options[name]}" for name in (*_STAKES, *forced) if options.get(name)]
    return " ".join(told)


class PokerRoom:
    """One room. An act that is not due is refused, with its clause, and changes nothing."""

    def __init__(self, terms: GameRules) -> None:
        self.terms = terms
        self.lists: dict[str, list[str]] = {}
        """Who waits for each kind of table, in the order in which they came."""
        self.period: Begun | None = None
        self.best: list[Qualified] = []
        """The best hand of the period, or the best ones where equal hands share."""
        self.periods = 0
        self.log: list[RoomAct] = []

    def answer(self, act: RoomAct) -> None:
        _TAKES[type(act)](self, act)
        self.log.append(act)

    # Seats

    def turn_of(self, kind: str, player: str, free: int) -> bool:
        """May this player take one of so many free seats? Nobody who came later may, while one who came first has none."""
        waiting = self.lists.get(kind, [])
        place = waiting.index(player) if player in waiting else len(waiting)
        return place < free

    def _joined(self, act: Joined) -> None:
        waiting = self.lists.get(act.kind, [])
        if act.player in waiting:
            fault = f"{act.player} is on the list already, {waiting.index(act.player) + 1} of {len(waiting)}"
            raise Refused(fault, clause=self.terms.clause_of("waiting-list"))
        self.lists[act.kind] = [*waiting, act.player]

    def _struck(self, act: Struck | Called) -> None:
        if act.player not in self.lists.get(act.kind, []):
            raise Refused(f"{act.player} is not on this list", clause=self.terms.clause_of("waiting-list"))
        self.lists[act.kind].remove(act.player)
        if not self.lists[act.kind]:
            del self.lists[act.kind]

    def _broken(self, act: Broken) -> None:
        waiting = [player for player in self.lists.get(act.kind, []) if player not in act.players]
        self.lists[act.kind] = [*act.players, *waiting]

    # Jackpots

    @property
    def fund_clause(self) -> str:
        drop = self.terms.file.drop
        return self.terms.clause if drop is None else ", ".join(drop.clause)

    def _begun(self, act: Begun) -> None:
        if self.terms.file.drop is None:
            raise Refused("this room has no fund of its players", clause=self.terms.clause)
        if self.period is not None:
            raise Refused("a qualifying period is under way", clause=self.fund_clause)
        if act.pays not in get_args(Pays) or act.ties not in get_args(Ties) or act.least not in FIVE_CARD_ORDER:
            fault = f"a high-hand or a bad-beat, from a hand such as {FIVE_CARD_ORDER[-2]}, ties shared or to the first"
            raise BadInput(f"period: {shown([act.pays, act.least, act.ties])}: {fault}")
        if act.players < 2:
            raise BadInput(f"players: {act.players}: nobody plays poker alone")
        self.period, self.best = act, []

    def _qualified(self, act: Qualified) -> None:
        period = self.period
        if period is None:
            raise Refused("no qualifying period is under way", clause=self.fund_clause)
        if act.opened < period.at:
            raise Refused(f"{act.round} was dealt before the period began", clause=self.fund_clause)
        if act.dealt_in < period.players:
            raise Refused(f"{act.dealt_in} were dealt in, and {period.players} must be", clause=self.fund_clause)
        if FIVE_CARD_ORDER.index(act.category) < FIVE_CARD_ORDER.index(period.least):
            raise Refused(f"{act.category} does not qualify: from {period.least} up", clause=self.fund_clause)
        if any((held.round, held.seat) == (act.round, act.seat) for held in self.best):
            raise Refused("this hand is written down already", clause=self.fund_clause)
        if self.best:
            best = _value(self.best[0])
            if _value(act) < best or (_value(act) == best and period.ties == "first"):
                held = self.best[0]
                raise Refused(
                    f"{act.category} is not better than the {held.category} of {held.player}", clause=self.fund_clause
                )
            if _value(act) > best:
                self.best = []
        self.best.append(act)

    def _ended(self, act: Ended) -> None:
        if self.period is None:
            raise Refused("no qualifying period is under way", clause=self.fund_clause)
        self.period, self.best, self.periods = None, [], self.periods + 1

    def awards(self, cents: int) -> dict[str, int]:
        """What the fund's cents come to for each winner now: equal shares, odd cents from the first; nobody's where none qualified."""
        winners = [held.player for held in self.best]
        each, odd = divmod(cents, len(winners)) if winners else (0, 0)
        found: dict[str, int] = {}
        for place, player in enumerate(winners):
            found[player] = found.get(player, 0) + each + (place < odd)
        return {player: share for player, share in found.items() if share}

    # Written down

    def standing(self) -> dict[str, Any]:
        """The room as JSON; `stood` reads it."""
        return {
            "lists": {kind: list(names) for kind, names in self.lists.items()},
            "period": None if self.period is None else list(self.period),
            "best": [[list(part) if isinstance(part, tuple) else part for part in held] for held in self.best],
            "periods": self.periods,
        }

    @classmethod
    def stood(cls, terms: GameRules, standing: Mapping[str, Any]) -> PokerRoom:
        room = cls(terms)
        room.lists = {kind: list(names) for kind, names in standing["lists"].items()}
        room.period = None if standing["period"] is None else Begun(*standing["period"])
        room.best = [
            Qualified._make(tuple(part) if isinstance(part, list) else part for part in held) for held in standing["best"]
        ]
        room.periods = standing["periods"]
        return room


def _value(held: Qualified) -> tuple[int, tuple[int, ...]]:
    return FIVE_CARD_ORDER.index(held.category), held.ranks


def read(kind: str, body: Mapping[str, Any]) -> RoomAct:
    """The act that an event's kind and body tell."""
    parts = {name: body[name] for name in KINDS[kind]._fields}
    act: RoomAct = KINDS[kind](**{name: tuple(part) if isinstance(part, list) else part for name, part in parts.items()})
    return act


def replay_poker_room(terms: GameRules, log: Iterable[RoomAct]) -> PokerRoom:
    """The same room, rebuilt from what happened there."""
    room = PokerRoom(terms)
    for act in log:
        room.answer(act)
    return room


_TAKES: dict[type[Any], Callable[[PokerRoom, Any], None]] = {
    Joined: PokerRoom._joined,
    Called: PokerRoom._struck,
    Struck: PokerRoom._struck,
    Broken: PokerRoom._broken,
    Begun: PokerRoom._begun,
    Qualified: PokerRoom._qualified,
    Ended: PokerRoom._ended,
}
