"""A table as the sum of its events. The same fold plays it live, rebuilds it after a crash and proves it in an audit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any

from croupier.equipment.randomness import Committed, System
from croupier.errors import BadInput, Refused
from croupier.ledger import corrections, pots, results, seating
from croupier.ledger.books import CAGE, COMMISSION, TIPS, Transfer
from croupier.ledger.disturbed import Disturbed
from croupier.ledger.position import Position
from croupier.ledger.settings import (
    COMPANION,
    COMPANION_CHIPS,
    KINDS,
    LARGEST,
    LEAST_COMPANION_CHIPS,
    Disagrees,
    Prepare,
    Report,
    Settings,
)
from croupier.rules.posting import check_posted
from croupier.table import acts
from croupier.table.drivers import Chance, automatic
from croupier.table.meters import Moved
from croupier.table.requests import Request
from croupier.table.round import Round
from croupier.table.session import Session
from croupier.table.session_acts import Stacked, Unmarked, Voided
from croupier.table.strategies import Companions

__all__ = ["COMPANION", "COMPANION_CHIPS", "KINDS", "LARGEST", "Disagrees", "LiveTable", "Prepare", "Report", "Settings"]


class LiveTable(Disturbed):
    """Fold events in, in order; each answers with the transfers that belong to it."""

    def __init__(self, table_id: str, opening: Mapping[str, Any], prepare: Prepare) -> None:
        self.id, self.opening = table_id, dict(opening)
        self.settings = Settings(**opening["settings"])
        playable = prepare(opening["game"], opening["house_rules"], opening["version"])
        self.session = self._asked(Session(playable, electronic=self.electronic))
        self.position = self._standing()
        self.players: dict[int, str] = {}
        self.colours: dict[int, str] = {}
        """Of each player's non-value chips, where the text wants them told apart."""
        self.leaving: set[int] = set()
        self._fed: dict[str, Moved] = {}
        self._remetered: dict[str, Moved] = {}
        """What a correction has moved of its link's meters and nobody was told yet."""
        self.number = self.seq = 0
        self.sat: dict[int, str] = {}
        """Who has sat where while the latest round was played."""
        self.open = self.voided = self._looked = False
        self.round: Round | None = None
        self.round_id = ""
        self.commitment = ""
        self.held: Report | None = None
        self.stopped: str | None = None
        """A fault of the program in mid-round: nothing is played until the floor voids what there is."""
        self.armed: acts.Reported | None = None
        """An irregularity that will be reported when its moment comes, while the equipment is dealing by itself."""
        self.shoe = ""
        """The round that began with the shuffle this one is dealt from: its seed serves until the next shuffle."""
        self.seed: str | None = None
        self.chance: Chance | None = None
        self.companions, self.changes = Companions([], System()), dict[int, int]()
        """`changes` is how often each seat has moved its chips since something fell."""
        self._moved: list[Transfer] = []
        """Transfers of acts already played that no event has yet."""
        self.fresh = True
        """Is nothing in memory ahead of the events? False once an act has been played and not yet written."""

    @classmethod
    def rebuilt(cls, table_id: str, opening: Mapping[str, Any], snapshot: Mapping[str, Any], prepare: Prepare) -> LiveTable:
        """The table as it stood when a round was opened, ready to fold that event in."""
        table = cls(table_id, opening, prepare)
        table.open = True
        table.players = {int(seat): player for seat, player in snapshot["players"].items()}
        table.colours = {int(seat): colour for seat, colour in snapshot["colours"].items()}
        table.leaving, table.charged = set(snapshot["leaving"]), snapshot["charged"]
        table.settings = table.settings._replace(shared=snapshot["shared"])
        table.session = table._asked(Session.stood(table.playable, snapshot["session"], electronic=table.electronic))
        table.position = table._standing(snapshot["tray"], {name: floor(m) for name, m in table.meters.items()})
        table.position.companions = dict(snapshot["companions"])
        return table

    def _standing(self, tray: int = 0, meters: dict[str, int] | None = None) -> Position:
        cage, commission, pool = (self.pool(name) for name in (CAGE, COMMISSION, TIPS))
        return Position(self.id, tray, meters or {}, cage=cage, commission=commission, pool=pool, link=self.link or "")

    def pool(self, name: str) -> str:
        """An account all tables share; practice tables share one of their own, so that their chips stay apart from real ones."""
        return f"practice-{name}" if self.settings.practice else name

    def snapshot(self) -> dict[str, Any]:
        """What `rebuilt` needs."""
        return {
            "players": {str(seat): player for seat, player in self.players.items()},
            "colours": {str(seat): colour for seat, colour in self.colours.items()},
            "leaving": sorted(self.leaving),
            "tray": self.position.tray,
            "charged": self.charged,
            "shared": self.settings.shared,
            "companions": dict(self.position.companions),
            "session": self.session.standing(),
        }

    # Who is who

    def player(self, seat: int) -> str:
        """The account behind a seat."""
        if seat not in self.players:
            raise Refused(f"nobody sits at seat {seat}", clause=self.playable.seats_clause)
        return self.players[seat]

    def own(self, account: str) -> str:
        """The account a person plays from here: at a practice table, chips that are good for practice and nothing else."""
        return account.replace("player:", "practice:", 1) if self.settings.practice else account

    def seat_of(self, account: str) -> int | None:
        return next(iter(self.seats_of(account)), None)

    def seats_of(self, account: str) -> list[int]:
        """Every position that somebody plays."""
        own = self.own(account)
        return sorted(seat for seat, player in self.players.items() if player == own)

    def seat_in_round(self, account: str) -> int | None:
        """The first position that somebody had in the latest round, whoever sits there now."""
        return next((seat for seat, player in sorted(self.sat.items()) if player == self.own(account)), None)

    @property
    def status(self) -> str:
        """How the latest round stands: void where every stake went back, by a ruling or by the floor."""
        if self.round is None or self.playing:
            return "playing"
        outcomes = {line.outcome for line in self.round.lines}
        return "void" if self.voided or outcomes == {"void"} else "settled"

    # Events

    def fold(self, kind: str, body: Mapping[str, Any]) -> list[Transfer]:
        """Take an event in. Where the round's `seed` is known, every card must be the one it gives."""
        take: Callable[[Mapping[str, Any]], list[Transfer]] | None = getattr(self, f"_{kind.replace('-', '_')}", None)
        if take is None or kind not in KINDS:
            raise Disagrees(f"{kind} is no event of a table")
        return take(body)

    def _table_opened(self, body: Mapping[str, Any]) -> list[Transfer]:
        check_posted(self.playable.terms)
        self.open = True
        self._between(body["session"])
        self.session.meters = {name: Fraction(amount) for name, amount in body["meters"].items()}
        self.position.meters = {name: floor(amount) for name, amount in self.meters.items()}
        return self.position.moved([Transfer(self.position.cage, f"tray:{self.id}", body["float"], "fill")])

    def _table_closed(self, body: Mapping[str, Any]) -> list[Transfer]:
        """Everything goes home; what players put on a meter stays there."""
        self._idle("close the table")
        self.open = False
        owing = [self.collected(seat, self.players[seat], body["held"][str(seat)]) for seat in self.owing()]
        owing += [self.stack_off(seat) + self.taken_down(seat, body) for seat in self.players]
        self._between(body["session"])
        found = self.position.moved([transfer for transfers in owing for transfer in transfers])
        cage = self.position.cage
        found += [Transfer(account, cage, held, "cash-out") for account, held in self.position.companions.items() if held]
        if self.position.tray:
            found.append(Transfer(f"tray:{self.id}", cage, self.position.tray, "credit"))
        self.players, self.position.companions = {}, {}
        self.position.tray = 0
        return found

    def _table_shared(self, body: Mapping[str, Any]) -> list[Transfer]:
        """A practice table's owner lets others in, or no more of them."""
        self.settings = self.settings._replace(shared=body["shared"])
        return []

    def _seat_taken(self, body: Mapping[str, Any]) -> list[Transfer]:
        return seating.take(self, body)

    def _seat_left(self, body: Mapping[str, Any]) -> list[Transfer]:
        return seating.leave(self, body["seat"], body.get("held", 0))

    def _round_opened(self, body: Mapping[str, Any]) -> list[Transfer]:
        self._idle("open a round")
        self._between(body["session"])
        self.number, self.round_id, self.commitment = body["number"], body["round"], body["commitment"]
        stub, anew = self.session.carried.stub, body["shoe"] == body["round"]
        if anew is not (stub is None):
            raise Disagrees(f"{body['round']}: the cards are {'not ' * anew}to be shuffled, and its seed says otherwise")
        self.session.forget()
        self.round = self.session.start()
        self.position.begin_round(self.round)
        self.sat = dict(self.players)
        beside = sorted(seat for seat, who in self.players.items() if who.startswith(COMPANION))
        self.companions = Companions(beside, System(), meters=self.settings.practice)
        self.armed, self.voided, self._fed, self.changes = None, False, {}, {}
        if anew or self.shoe != body["shoe"]:
            self.chance = Chance(Committed(bytes.fromhex(self.seed)), note=self.commitment) if self.seed else None
            if self.chance is not None and stub is not None:
                carried, pack = self.session.carried, self.playable.pack
                self.chance.go_on(pack, len(pack) - (carried.left or 0) + carried.put_back, aside=carried.aside)
        self.shoe, self._moved, self._looked = body["shoe"], [], False
        return self._acts(body) if body.get("acts") else []

    def _acts(self, body: Mapping[str, Any]) -> list[Transfer]:
        """Acts as they were written; each that chance gave is drawn again and must come out the same."""
        counting = True
        for form in body["acts"]:
            act = acts.read(form)
            if self.round is None or self.round.pending is None:
                raise Disagrees("an act after the round was over")
            counted = isinstance(act, acts.Chips)
            if counted and not counting:
                raise Disagrees(f"{form}: chips are counted before anything is played")
            counting = counted
            if (
                self.chance is not None
                and automatic(self.round.pending)
                and not (counted or isinstance(act, (acts.Reported, acts.Metered)))
            ):
                drawn = self.chance.answer(self.round, self.round.pending)
                if drawn != act:
                    raise Disagrees(f"{form} where the round's seed gives {acts.write(drawn) if drawn else None}")
            try:
                self.play(act)
            except BadInput as error:
                raise Disagrees(f"{form}: {error}") from None
        return self.settle()

    def _ruling_approved(self, body: Mapping[str, Any]) -> list[Transfer]:
        self.held = None
        return self._acts(body)

    def _round_voided(self, body: Mapping[str, Any]) -> list[Transfer]:
        """The floor ends a round that cannot go on: every stake goes back, what was settled is taken back."""
        if self.round is None or not self.playing:
            raise Refused("there is no round to void")
        for form in body.get("acts", ()):
            self.play(acts.read(form))
        self.session.answer(Voided(body["clause"]))
        self.held, self.stopped, self.voided, self._looked = None, None, True, False
        return self.settle()

    def _tip(self, body: Mapping[str, Any]) -> list[Transfer]:
        return [Transfer(body["account"], self.pool(TIPS), body["amount"], "tip", self.round_id or None)]

    def _correction(self, body: Mapping[str, Any]) -> list[Transfer]:
        self.position.results += results.of_correction(body)
        if "pot" in body:
            for seat, cents in pots.lie(body).items():
                self.session.answer(Stacked(seat, self.stack(seat) + cents))
            return self.position.moved(pots.transfers(body, self.position))
        for seat, cents in body.get("unmarked", {}).items():
            self.session.answer(Unmarked(int(seat), cents))
        tray = f"tray:{self.id}"
        found = corrections.transfers(body, tray=tray, commission=self.position.commission)
        found = corrections.through_the_meters(body, found, tray=tray, link=self.link or "")
        self._remetered = {name: entry.moved for name, entry in corrections.remetered(body).items()}
        return self.position.moved(found) if self.open else self.position.through(found)

    _reversal = _late_ruling = _correction

    def _recovery(self, _body: Mapping[str, Any]) -> list[Transfer]:
        return []

    def _idle(self, what: str) -> None:
        if not self.open:
            raise Refused(f"cannot {what}: the table is closed")
        if self.playing:
            raise Refused(f"cannot {what}: round {self.round_id} is being played")

    # Playing

    def play(self, act: acts.Act | list[acts.Dealt]) -> None:
        """One act, or cards that come at once; refused, it changes nothing."""
        if self.round is None:
            raise Refused("no round is open at this table")
        if isinstance(act, acts.Wager) and act.amount:
            self.player(act.seat)
            if act.amount > LARGEST:
                raise Refused(f"no wager is larger than {LARGEST} cents", clause=self.playable.terms.clause)
        if isinstance(act, acts.Called):
            self.player(act.seat)
        before = self.round.table.settlements
        self.round.answer_in_one(act) if isinstance(act, list) else self.round.answer(act)
        self.fresh = self._looked = False
        if isinstance(act, (acts.Wager, acts.Called)):
            self.changes[act.seat] = self.changes.get(act.seat, 0) + 1
        elif self.changes and not isinstance(act, (acts.Chips, acts.Metered)):
            self.changes = {}
        if isinstance(act, acts.Called) and act.means == "cash":
            self._moved += self.position.bought(
                act, self.round.table.seats[act.seat].purse.seats, self.player(act.seat), self.round_id
            )
        if isinstance(act, acts.Chips):
            self.position.chips[act.seat] = act.cents
        elif isinstance(act, acts.Metered):
            self.position.meters[act.meter] = floor(Fraction(act.stands))
        elif self.round.table.settlements != before:
            # Stakes put down before this leave first, then what was settled: no later stake is paid from an earlier win.
            self._look()
        if act == self.armed:
            self.armed = None

    def _look(self) -> None:
        """Take down what has changed hands, where anything has happened since that was last done."""
        if self.round is not None and not self._looked:
            self._moved += self.position.movements(self.round, self.round_id, self.player)
            self._looked = True

    def chips(self, held: Mapping[str, int]) -> list[acts.Chips]:
        """What is to be said about the chips behind the seats, where the table does not know it. `held` is by account."""
        seats = self.round.table.seats if self.round is not None and self.playing else {}
        return [
            acts.Chips(seat, held[account])
            for seat, account in sorted(self.players.items())
            if seat not in seats or seats[seat].chips != held[account]
        ]

    def bought(self, account: str) -> int:
        """Cash for chips that came with wagers said aloud, and that no event has yet."""
        return sum(moved.amount for moved in self._moved if moved.kind == "buy-in" and moved.credit == account)

    def at_meters(self, *, closing: bool = False) -> bool:
        """May what is played next feed the shared meters or be paid from them: `closing` the wagering, or later in the round?"""
        if self.link is None or self.round is None or not self.playing:
            return False
        layout = self.round.table
        lie = [seat.placed if layout.locked_out else seat.stakes for seat in layout.seats.values()]
        return (closing or layout.locked_out) and any(layout.spot(spot).wager.meter for spots in lie for spot in spots)

    def fed(self) -> dict[str, Moved]:
        """What this table has put on the meters of its link and taken off them since it was last asked: by a round or a correction."""
        if self._remetered:
            told, self._remetered = self._remetered, {}
            return told
        now = {} if self.round is None else {name: meter.moved for name, meter in self.round.table.meters.items()}
        found = {name: moved.since(self._fed.get(name, Moved())) for name, moved in now.items()}
        self._fed = now
        return {name: moved for name, moved in found.items() if any(moved)}

    def perform(self, given: Sequence[acts.Act]) -> list[acts.Act]:
        """Play what people said, if anything, and after each whatever equipment and companions answer by themselves."""
        played: list[acts.Act] = []
        if not given:
            self._follow(played)
        for act in given:
            self.play(act)
            played.append(act)
            self._follow(played)
        return played

    def _follow(self, played: list[acts.Act]) -> None:
        while self.round is not None and (request := self.round.pending) is not None and self.held is None:
            if self.armed is not None and self._report_armed(request):
                played.append(self.round.log[-1])
                continue
            drawn_by = self.chance if automatic(request) else None
            act = drawn_by and (drawn_by.at_once if self.armed is None else drawn_by.answer)(self.round, request)
            act = act or self.companions.answer(self.round, request)
            if act is None:
                return
            try:
                self.play(act)
            except BadInput as error:
                raise AssertionError(f"{self.playable.terms.id}: {act}: {error}") from error
            played += act if isinstance(act, list) else [act]

    def _report_armed(self, request: Request) -> bool:
        """Throw the irregularity that was waiting for this moment, if it may be thrown now."""
        assert self.round is not None
        if self.armed is None or request.moment not in self.playable.terms.rulings[self.armed.irregularity].when:
            return False
        try:
            self.play(self.armed)
        except Refused:  # the seat it concerns is not in play yet
            return False
        return True

    def settle(self) -> list[Transfer]:
        """The transfers since the last time; when the round is over, its meters carry on and those leaving go."""
        assert self.round is not None
        self._look()
        found, self._moved = self._moved, []
        if self.round.done:
            if self.session.playing:
                self.session.finish(self.round)
            for seat in seating.free_to_go(self):
                found += seating.vacate(self, seat, self.position.chips.get(seat, 0))
            low = {name: held for name, held in self.position.companions.items() if held < LEAST_COMPANION_CHIPS}
            cage = self.position.cage
            found += self.position.moved([Transfer(cage, name, COMPANION_CHIPS - held, "buy-in") for name, held in low.items()])
        return found
