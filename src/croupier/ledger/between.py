"""A live table between rounds: what its session is told, what an electronic table does by itself, and when a shoe is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.errors import Refused
from croupier.ledger.books import Transfer, debt_of
from croupier.ledger.position import Position
from croupier.ledger.results import TIME, VIGORISH, Result, merged
from croupier.ledger.settings import COMPANION, Settings
from croupier.table import session_acts
from croupier.table.playable import Playable
from croupier.table.session import EQUIPMENT, Session
from croupier.table.session_acts import Clock, Dealer, Moved, Reshuffle, SessionAct, Stacked, Step
from croupier.table.strategies import Companions


class Between:
    """What a live table has around its rounds."""

    settings: Settings
    session: Session
    position: Position
    seed: str | None
    opening: dict[str, Any]
    players: dict[int, str]
    companions: Companions
    charged: str = ""
    """When time was last charged, where the house is paid by it."""

    def _asked(self, session: Session) -> Session:
        """A session that plays as this table did from its opening: of what came to be asked since, events of old say nothing."""
        session.as_one, session.undoes = (bool(self.opening.get(name)) for name in ("as_one", "undoes"))
        return session

    @property
    def owner(self) -> str | None:
        """Who opened a practice table: it is theirs, and they may play every part."""
        return self.opening.get("owner") if self.settings.practice else None

    @property
    def link(self) -> str | None:
        """The jackpot this table shares: with others of the house or, at a practice table, with the owner's own."""
        return None if self.opening["link"] is None else str(self.opening["link"])

    @property
    def meters(self) -> Mapping[str, Fraction]:
        """What the meters stood at when this table last looked; they are its link's."""
        return self.session.meters

    @property
    def playable(self) -> Playable:
        """The game as it is posted now."""
        return self.session.playable

    @property
    def electronic(self) -> bool:
        return self.settings.equipment == "electronic"

    @property
    def playing(self) -> bool:
        session = self.session
        return session.round is not None and session.round.pending is not None and session.playing

    @property
    def shoe_over(self) -> bool:
        """Will no further card be dealt from the shuffle that the seed gave?"""
        return not self.playing and self.session.carried.stub is None

    def by_equipment(self, *first: SessionAct, at: str) -> list[SessionAct]:
        """Those acts, at that time, and every step that an electronic table then does by itself."""
        return self._then(first, at)[0]

    def before_a_round(self, at: str, dealer: str) -> tuple[list[SessionAct], bool]:
        """What happens before the next round, and whether that begins with a shuffle."""
        first: list[SessionAct] = []
        if not self.electronic and dealer and dealer != self.session.dealer:
            first.append(Dealer(dealer))
        if self.electronic and self.seed is None and self.session.carried.stub is not None:
            first.append(Reshuffle(EQUIPMENT, "the seed of this shoe cannot be opened"))
        found, then = self._then(first, at)
        return found, then.carried.stub is None

    def _then(self, first: Sequence[SessionAct], at: str) -> tuple[list[SessionAct], Session]:
        """What will happen, and how the table will stand."""
        then = self.session.supposed()
        found: list[SessionAct] = []
        clock = Clock(at if then.now is None else max(at, then.now.isoformat(timespec="milliseconds")))
        for act in (clock, *first):
            then.answer(act)
            found.append(act)
        while self.electronic and (due := then.due) is not None:
            found.append(Step(due.step, EQUIPMENT))
            then.answer(found[-1])
        return found, then

    def _between(self, forms: Sequence[Any]) -> None:
        for form in forms:
            self.session.answer(session_acts.read(form))

    def _session(self, body: Mapping[str, Any]) -> list[Transfer]:
        self._between(body["acts"])
        return []

    def _seat_changed(self, body: Mapping[str, Any]) -> list[Transfer]:
        """A poker player takes another seat, with the chips that lie before them."""
        seat, to = body["seat"], body["to"]
        if to in self.players or seat not in self.players:
            raise Refused(f"seat {to} is taken, or nobody sits at seat {seat}", clause=self.playable.seats_clause)
        lies = self.stack(seat)
        self.session.answer(Moved(seat, to))
        self.players[to] = self.players.pop(seat)
        self.position.chips.pop(seat, None)
        self.companions.seats = [to if other == seat else other for other in self.companions.seats]
        return [Transfer(self.position.stack(seat), self.position.stack(to), lies, "seat-changed")] if lies else []

    def _fill(self, body: Mapping[str, Any]) -> list[Transfer]:
        return self.position.moved([Transfer(self.position.cage, self.position.account("tray"), body["amount"], "fill")])

    def _credit(self, body: Mapping[str, Any]) -> list[Transfer]:
        if body["amount"] > self.position.tray:
            raise Refused(f"the tray holds {self.position.tray / 100:,.2f}")
        return self.position.moved([Transfer(self.position.account("tray"), self.position.cage, body["amount"], "credit")])

    def earned(self) -> list[Result]:
        """What wagers have come to for the house at this table since it was last asked."""
        told, self.position.results = self.position.results, []
        return merged(told)

    def _time_charged(self, body: Mapping[str, Any]) -> list[Transfer]:
        """A part of the hourly fee, from everybody who sits there: from behind, then from the stack; what is not there is owed."""
        if self.playing:
            raise Refused("time is charged between hands")
        self.charged = body["at"]
        found = []
        for account, cents in body["charged"].items():
            short = max(cents - body["held"][account], 0)
            for seat in [seat for seat, player in sorted(self.players.items()) if player == account]:
                if part := min(short, lies := self.stack(seat)):
                    self.session.answer(Stacked(seat, lies - part))
                    found.append(Transfer(self.position.stack(seat), account, part, "taken-off"))
                    short -= part
            if short:
                found.append(Transfer(debt_of(account), account, short, "debt"))
            found.append(Transfer(account, self.position.account("rake"), cents, "time-charge"))
            if not account.startswith(COMPANION):
                self.position.results.append(Result(TIME, 0, cents, 0))
        return self.position.moved(found)

    def _promotion_paid(self, body: Mapping[str, Any]) -> list[Transfer]:
        """What players' pots have given goes back to players, and nowhere else."""
        fund = self.position.account("promotional-drop")
        return self.position.moved([Transfer(fund, body["account"], body["amount"], "promotion", None, body.get("promotion"))])

    def stack(self, seat: int) -> int:
        """What lies before a poker player between hands."""
        return self.session.carried.stakes.get(seat, {}).get(self.playable.stack or "", 0)

    def stack_off(self, seat: int) -> list[Transfer]:
        """A player's chips leave the table with the player."""
        lies = self.stack(seat)
        return [Transfer(self.position.stack(seat), self.players[seat], lies, "taken-off")] if lies else []

    def taken_down(self, seat: int, body: Mapping[str, Any]) -> list[Transfer]:
        """What stands over several rounds goes back to its player when the house closes the table; events of old did not say so."""
        stakes = self.session.carried.stakes.get(seat, {}) if body.get("takes_down") else {}
        pending, player = self.position.account("pending"), self.players[seat]
        standing = [wager for wager in stakes if wager != self.playable.stack]
        return [Transfer(pending, player, stakes.pop(wager), "taken-down", None, wager) for wager in standing]

    def owing(self) -> list[int]:
        """Seats whose players owe deferred vigorish. Tables of before may have a marker at a seat that nobody has any more."""
        return [seat for seat in self.session.carried.vigorish if seat in self.players]

    def collected(self, seat: int, account: str, held: int) -> list[Transfer]:
        """Vigorish that was deferred, from a player who leaves; what is no longer there is owed by name."""
        owed = self.session.carried.vigorish.get(seat, 0)
        if not owed:
            return []
        if not account.startswith(COMPANION):
            self.position.results.append(Result(VIGORISH, 0, owed, 0))
        lent = [Transfer(debt_of(account), account, owed - held, "debt")] if owed > held else []
        return [*lent, Transfer(account, self.position.commission, owed, "commission")]
