"""Simple players for the other seats of a table: no theory, just rules of thumb from the choices a request lists."""

from __future__ import annotations

from collections import Counter

from croupier.equipment.randomness import Source
from croupier.table import acts, poker_thumb
from croupier.table.betting import Bet, Turn
from croupier.table.legal import LegalWager, still_needed, wagers_among
from croupier.table.requests import Arrangement, Decision, Discard, Offer, Request, Wagering
from croupier.table.round import Round

CAUTIOUS = ("check", "stand", "withdraw", "fold", "place", "no", "play")
"""What a rule of thumb does with nothing in hand, best first."""
STACKS = 10


def promising(round_: Round, number: int) -> bool:
    """A pair, or a queen or better, in the seat's own cards."""
    ranks = Counter(card.rank for card in round_.table.seats[number].hand)
    return not ranks or max(ranks.values()) > 1 or max(ranks) >= 12


def points(round_: Round, number: int) -> int:
    """Blackjack points of the seat's first hand, aces as eleven while that does not break it."""
    ranks = [card.rank for card in round_.table.seats[number].hand]
    total = sum(11 if rank == 14 else min(rank, 10) for rank in ranks)
    aces = ranks.count(14)
    while total > 21 and aces:
        total, aces = total - 10, aces - 1
    return total


def rule_of_thumb(round_: Round, request: Decision) -> str:
    """The first choice listed with something in hand, else the most cautious one."""
    choices = list(request.choices)
    if isinstance(request, Turn) and request.moment == "betting":
        return poker_thumb.bet(round_, request)
    if "hit" in choices and "stand" in choices:
        return "hit" if points(round_, request.seat) < 17 else "stand"
    if request.seat and not promising(round_, request.seat):
        return next((word for word in CAUTIOUS if word in choices), choices[-1])
    return choices[0]


class Companions:
    """Other players at the table: each bets the game's first wager, sometimes more, and decides by rule of thumb."""

    def __init__(self, seats: list[int], source: Source, *, stake: int = 1000, meters: bool = True) -> None:
        """Without `meters` they put nothing on a jackpot, which others would win."""
        self.seats, self.source, self.stake, self.meters = list(seats), source, stake, meters
        self._tried: dict[int, int] = {}

    def wager(self, round_: Round) -> acts.Act | None:
        """The next chip one of them puts down, or None when all have bet."""
        listed: list[LegalWager] | None = None
        for seat in self.seats:
            placed = round_.table.seats[seat].stakes
            tries = self._tried.get(seat, 0)
            missing = still_needed(round_.table, placed)
            if not missing and (tries >= 3 or (tries and self.source.below(2))):
                self._tried[seat] = 3
                continue
            self._tried[seat] = tries + 1
            listed = wagers_among(round_.listed()) if listed is None else listed
            spots = [
                entry
                for entry in listed
                if entry.seat == seat and entry.spot not in placed
                if not missing or round_.table.spot(entry.spot).wager.id in missing
                if self.meters or round_.table.spot(entry.spot).wager.meter is None
            ]
            if spots and tries < 9:
                entry = spots[0 if not placed or missing else self.source.below(len(spots))]
                stacks = STACKS if round_.playable.least_players > 1 else 1  # chips for several bets
                return entry.act(entry.nearest(self.stake * stacks))
        return None

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        """Decisions of their seats; everything else is somebody else's."""
        if isinstance(request, Wagering):
            return self.wager(round_)
        if isinstance(request, Decision) and request.seat in self.seats:
            return acts.Choice(request.seat, rule_of_thumb(round_, request))
        if isinstance(request, Offer) and request.seat in self.seats:
            least = request.minimum if isinstance(request, Bet) else request.maximum
            return acts.Wager(request.seat, request.spot, 0 if request.declinable else least)
        if isinstance(request, Discard) and request.seat in self.seats and round_.playable.hands_stay_down:
            return request.act(poker_thumb.throw_away(round_, request))
        if isinstance(request, Arrangement) and request.seat in self.seats:
            return request.act(request.settings[0])
        return None
