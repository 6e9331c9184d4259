"""Random rounds: several seats that wager round sums, and chance for the equipment. The same seed gives the same round."""

from __future__ import annotations

from enum import StrEnum

from croupier.equipment.randomness import Seeded, Source
from croupier.errors import Refused
from croupier.rules.payouts import Kind
from croupier.rules.resolve import Wager
from croupier.table import acts
from croupier.table.drivers import Chance
from croupier.table.legal import LegalWager, still_needed, wagers_among
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, Decision, Offer, Request, Wagering
from croupier.table.round import Round
from croupier.table.session import ready
from croupier.table.strategies import rule_of_thumb

STAKES = (500, 1000, 1000, 1500, 2000, 2500, 2500, 3500, 5000, 7500, 10000)
MOST_ROLLS, MOST_ACTS = 6, 2000

Played = list[tuple[Request, acts.Act]]
"""Acts of a round, each with the request that it answered."""


class Level(StrEnum):
    """How hard: the main wagers, every wager, or every wager with the commission the house keeps."""

    MAIN = "main"
    ALL = "all"
    COMMISSION = "commission"


def charged(playable: Playable, wager: Wager) -> bool:
    """Does the house keep a commission of this wager? A rake is of a pot, and of nobody's line."""
    table = playable.terms.chosen.get(wager.id) if playable.terms.file.rake is None else None
    by_dice = wager.dice is not None and wager.dice.commission is not None
    return by_dice or (table is not None and any(row.kind is Kind.COMMISSION for row in table.rows.values()))


def _ordinary(playable: Playable, wager: Wager) -> bool:
    """Is it paid by a row of its own, or everybody's stake in a pot? A bank is neither: it is paid what others lose."""
    table = playable.terms.chosen.get(wager.id)
    if table is None:
        return wager.amount is not None or playable.terms.file.rake is not None
    return any(row.kind is not Kind.COMMISSION for row in table.rows.values())


def main_wagers(playable: Playable) -> list[str]:
    """The wagers a round is about: those that decisions or odds add to, else those that others need, else all of them."""
    wagers = playable.terms.wagers
    opening = [name for name, wager in wagers.items() if wager.placed == "opening" and _ordinary(playable, wager)]
    played = {wager.of for wager in wagers.values() if wager.placed == "decision"}
    played |= {wager.dice.row.supports for wager in wagers.values() if wager.dice is not None}
    needed = {name for wager in wagers.values() for need in wager.needs for name in need.wagers}
    for chosen in (played, needed):
        found = [name for name in opening if name in chosen]
        if found:
            return found
    return opening


class Gamblers:
    """Several seats that wager round sums and play by rule of thumb, now and then by whim."""

    def __init__(self, playable: Playable, seats: list[int], source: Source, level: Level) -> None:
        self.playable, self.seats, self.source, self.level = playable, seats, source, level
        self.main = set(main_wagers(playable))
        self.rolls = 0
        self._left: dict[int, int] = {}
        self._refused: set[tuple[int, str]] = set()

    def refuse(self, act: acts.Act) -> None:
        """The table did not take it: it is not tried again before the next roll."""
        if isinstance(act, acts.Wager):
            self._refused.add((act.seat, act.spot))

    def next_roll(self) -> None:
        self.rolls += 1
        self._left.clear()
        self._refused.clear()

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        if isinstance(request, Wagering):
            wager = self._wager(round_)
            return acts.NoMoreBets() if wager is None else wager
        if isinstance(request, Decision):
            whim = self.source.below(4) == 0
            choice = request.choices[self.source.below(len(request.choices))] if whim else rule_of_thumb(round_, request)
            return acts.Choice(request.seat, choice)
        if isinstance(request, Offer):
            takes = not request.declinable or self.source.below(3) == 0
            return acts.Wager(request.seat, request.spot, request.maximum if takes else 0)
        if isinstance(request, Arrangement) and request.seat:
            whim = self.source.below(5) == 0
            return request.act(request.settings[self.source.below(min(3, len(request.settings))) if whim else 0])
        return None

    def _wager(self, round_: Round) -> acts.Act | None:
        """The next chip somebody puts down; None when all have bet."""
        listed = wagers_among(round_.listed())
        for seat in self.seats:
            stakes = round_.table.seats[seat].stakes
            if seat not in self._left:
                more = 1 if self.level is Level.MAIN else 1 + self.source.below(3)
                self._left[seat] = more if not self.rolls else self.source.below(2)
            free = [
                entry
                for entry in listed
                if entry.seat == seat and entry.spot not in stakes and (seat, entry.spot) not in self._refused
                if _ordinary(self.playable, round_.table.spot(entry.spot).wager)
            ]
            entry = self._choose(round_, stakes, free, seat)
            if entry is not None:
                return entry.act(self._stake(stakes, entry))
        return None

    def _choose(self, round_: Round, stakes: dict[str, int], free: list[LegalWager], seat: int) -> LegalWager | None:
        spot = round_.table.spot
        missing = still_needed(round_.table, stakes)
        opening = [entry for entry in free if entry.opens]
        if missing:
            wanted = [entry for entry in free if spot(entry.spot).wager.id in missing]
        elif opening and seat == self.seats[0]:
            wanted = opening
        elif self._left[seat] > 0:
            self._left[seat] -= 1
            wanted = [entry for entry in free if spot(entry.spot).wager.id in self.main]
            if self.level is not Level.MAIN and stakes:
                wanted = free
                subject = [entry for entry in free if charged(self.playable, spot(entry.spot).wager)]
                if subject and self.level is Level.COMMISSION:
                    wanted = subject
        else:
            return None
        if not wanted:
            return None
        # A wager first, then one of its places: else a layout's many splits would crowd out everything else.
        wagers = sorted({spot(entry.spot).wager.id for entry in wanted})
        wager = wagers[self.source.below(len(wagers))]
        places = [entry for entry in wanted if spot(entry.spot).wager.id == wager]
        return places[self.source.below(len(places))]

    def _stake(self, stakes: dict[str, int], entry: LegalWager) -> int:
        amount = STAKES[self.source.below(len(STAKES))]
        if stakes:  # no more than the first wager, which others may have to equal
            amount = min(amount, next(iter(stakes.values())))
        return entry.nearest(amount)


def play_round(playable: Playable, seed: int, level: Level = Level.ALL) -> tuple[Round, Played]:
    """A random round with several seats, and the requests its acts answered; dice stop after a few rolls."""
    round_ = ready(playable).start()
    played: Played = []
    source = Seeded(f"{playable.terms.id} {level} {seed}")
    chance = Chance(Seeded(f"{playable.terms.id} {seed}"))
    count = min(playable.seats, 2 + source.below(3))
    seats: list[int] = []
    while len(seats) < count:
        seat = 1 + source.below(playable.seats)
        if seat not in seats:
            seats.append(seat)
    gamblers = Gamblers(playable, sorted(seats), source, level)
    for _ in range(MOST_ACTS):
        request = round_.pending
        if request is None or gamblers.rolls >= MOST_ROLLS:
            break
        act = gamblers.answer(round_, request)
        if act is None:
            act = chance.answer(round_, request)
        assert act is not None
        try:
            round_.answer(act)
        except Refused:
            if not isinstance(act, acts.Wager):
                raise
            gamblers.refuse(act)
            continue
        played.append((request, act))
        if isinstance(act, acts.Rolled) and playable.script.BY_ROLLS:
            gamblers.next_roll()
    return round_, played
