"""A table in the terminal: chips, cards, the legal choices, and the settlement with its clauses."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

import typer
from rich.console import Console, Group
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.screen import screen
from croupier.cli.show import show
from croupier.equipment.faces import FACES
from croupier.equipment.randomness import Committed, Seeded, System
from croupier.equipment.tiles import Tile
from croupier.errors import BadInput, Interruption, Refused
from croupier.table import acts
from croupier.table.betting import POT
from croupier.table.drivers import Chance, run
from croupier.table.legal import LegalChoice, wagers_among
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, Decision, Discard, Offer, Wagering
from croupier.table.round import Round
from croupier.table.session import EQUIPMENT, Session, ready
from croupier.table.session_acts import Away, Back, Dealer, Left, Reshuffle, Seated, SessionAct
from croupier.table.settlement import money
from croupier.table.strategies import Companions
from croupier.table.views import HIDDEN, layout
from croupier.table.written import answer_json

ME = 1
COMPANY = 4
"""How many sit down with somebody who comes alone to a game that takes several."""
HELP = (
    "Type a choice, or: rules, rulings, report NAME, help, quit; "
    "for after the round: sit SEAT, leave SEAT, away, back, dealer NAME, shuffle."
)
FIRST_DEALER = "the first dealer"


class Leave(Interruption):
    """The player gets up."""


def draw_cards(faces: Iterable[str]) -> Text:
    """Cards with suit symbols, red suits red, hidden ones face down."""
    text = Text()
    for face in faces:
        card = FACES.get(face)
        if card is None:
            text.append(" ▒▒ " if face == HIDDEN else face, style="blue on white")
        else:
            paper = "white on black" if isinstance(card, Tile) else "red on white" if card.suit in "dh" else "black on white"
            text.append(f" {card.symbol} ", style=f"bold {paper}")
        text.append(" ")
    return text


def draw_table(round_: Round, bankroll: int) -> Panel:
    """The felt as seat 1 sees it."""
    seen = layout(round_, ME)
    parts: list[Any] = []
    if seen.dealer:
        parts.append(Text("dealer     ") + draw_cards(seen.dealer))
    if seen.community:
        parts.append(Text("community  ") + draw_cards(seen.community))
    for name, faces in seen.piles.items():
        parts.append(Text(f"{name:11}") + draw_cards(faces))
    if not round_.playable.script.BY_ROLLS:
        for act in round_.log:
            if isinstance(act, acts.Rolled):
                parts.append(Text(f"dice       {' '.join(map(str, act.dice))}"))
            elif isinstance(act, acts.Spun):
                parts.append(Text(f"wheel      {act.result}"))
    felt = Grid(box=None, padding=(0, 2, 0, 0), show_header=False)
    for number, seat in seen.seats.items():
        if seat.stakes or seat.cards:
            who = "you" if number == ME else f"seat {number}"
            chips = ", ".join(f"{round_.table.spot(spot).called} {money(stake)}" for spot, stake in seat.stakes.items())
            felt.add_row(who, draw_cards(seat.cards), chips + (" (folded)" if seat.folded else ""))
            for pile in seat.splits:
                felt.add_row("", draw_cards(pile), "")
    parts.append(felt)
    if round_.playable.stack is not None and not round_.done:
        pot = sum(seat.stakes.get(POT, 0) for seat in seen.seats.values())
        to_call = getattr(round_.pending, "to_call", 0)
        told = [f"pot {money(pot)}"] + ([f"{money(to_call)} to call"] if to_call else [])
        told += [f"{name} {mark.replace('-', ' ')}" for name, mark in round_.table.marks.items()]
        parts.append(Text(", ".join(told), style="bold"))
    for name, amount in seen.meters.items():
        parts.append(Text(f"{name} meter {money(amount)}", style="magenta"))
    return Panel(
        Group(*parts),
        title=escape(round_.playable.terms.name),
        subtitle=f"you have {money(bankroll)}",
        border_style="green",
    )


class Person:
    """Answers for seat 1 at the keyboard; empty seats have nobody to answer for them."""

    def __init__(self, console: Console, bankroll: int, last: list[acts.Wager]) -> None:
        self.console, self.bankroll, self.last = console, bankroll, last
        self.queue: list[acts.Act] = []
        self.placed: list[acts.Wager] = []
        self.offered: list[str] = []
        self.wishes: list[SessionAct] = []
        """What is to happen at the table when this round is over."""
        self.told = 0

    def ask(self, prompt: str) -> str:
        if sys.stdin is None:  # closed: nobody is there
            raise Leave
        try:
            return self.console.input(f"[bold green]{prompt}[/] ").strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def answer(self, round_: Round, request: Any) -> acts.Act | None:
        if isinstance(request, Wagering):
            return self._wager(round_)
        if isinstance(request, Decision):
            return self._decide(round_, request)
        if isinstance(request, Offer):
            return self._add(round_, request)
        if isinstance(request, Arrangement):
            return self._arrange(round_, request)
        return None

    def _common(self, round_: Round, words: list[str]) -> acts.Act | None:
        """Words that work at any prompt."""
        if words == ["quit"]:
            raise Leave
        if words[0] == "report" and len(words) >= 2:
            return acts.Reported(words[1], int(words[2]) if len(words) > 2 and _is_number(words[2]) else 0)
        wish = _wish(words)
        if wish is not None:
            self.wishes.append(wish)
            self.console.print("After this round.")
        elif words == ["rulings"]:
            for name in round_.irregularities():
                ruling = round_.playable.terms.rulings[name]
                self.console.print(f"  [bold]{name}[/] {escape(ruling.says)} [dim]{escape(', '.join(ruling.clause))}[/]")
        elif words == ["rules"]:
            from croupier.compliance import describe

            show(describe.rules(round_.playable.terms), kind="rules")
        else:
            self.console.print(HELP)
        return None

    def _wager(self, round_: Round) -> acts.Act:
        if self.queue:
            return self.queue.pop(0)
        listed = wagers_among(round_.listed(), ME)
        families = dict.fromkeys(round_.table.spots[entry.spot].wager.called for entry in listed)
        enter = "repeats your last bets" if self.last and not self.placed else "deals"
        example = f"{next(iter(families))} 10"
        self._show_marks(round_)
        if list(families) != self.offered:
            self.offered = list(families)
            self.console.print(
                f"Bets are open: {', '.join(families)}. A wager and dollars, as in [bold]{example}[/]; Enter {enter}."
            )
        while True:
            words = self.ask("wager>").split()
            if not words:
                if self.placed or not self.last:
                    return acts.NoMoreBets()
                self.placed = list(self.last)
                self.queue = [*self.last[1:], acts.NoMoreBets()]
                return self.last[0]
            called = self._called(round_, words)
            if called is not None:
                return called
            spot = round_.playable.names.get(words[0])
            act = self._common(round_, words) if spot is None else self._stake(round_, spot, words[1:])
            if act is not None:
                return act

    def _show_marks(self, round_: Round) -> None:
        """The dice, and what lies on the layout besides chips, where a game has that."""
        rolls = [act.dice for act in round_.log if isinstance(act, acts.Rolled)]
        marks = ", ".join(f"{name} {mark}" for name, mark in round_.table.marks.items())
        if rolls:
            marks = f"{' '.join(map(str, rolls[-1]))} is {sum(rolls[-1])}; {marks}"
            self.console.print(draw_table(round_, self.bankroll))
            for line in round_.lines[self.told :]:
                if line.seat == ME:
                    self.console.print(
                        f"  {line.wager} {line.outcome} [bold]{money(line.net)}[/] [dim]{escape(line.clause)}[/]"
                    )
            self.told = len(round_.lines)
        if marks:
            self.console.print(f"[bold]{escape(marks)}[/]")

    def _called(self, round_: Round, words: list[str]) -> acts.Act | None:
        """A call that the table lists: `on place-6`, `pass-the-dice`."""
        wanted = " ".join([words[0], *(round_.playable.names.get(word, word) for word in words[1:])])
        return acts.Choice(ME, wanted) if LegalChoice(ME, wanted) in round_.listed() else None

    def _stake(self, round_: Round, spot: str, words: list[str]) -> acts.Act | None:
        """A wager in dollars and cents, within what the player has."""
        cents = _cents(words[0] if words else "10")
        if cents is None:
            self.console.print(f"{escape(words[0][:40])} is not an amount of dollars.")
            return None
        if cents != int(cents):
            self.console.print("Whole cents.")
            return None
        act = acts.Wager(ME, spot, int(cents))
        self.placed = [other for other in self.placed if other.spot != spot] + [act]
        return act

    def _add(self, round_: Round, request: Offer) -> acts.Act:
        """Dollars for a further wager; Enter declines it, or takes all of one that cannot be declined."""
        self.console.print(draw_table(round_, self.bankroll))
        enter = "declines" if request.declinable else "bets it all"
        bounds = f"{money(request.minimum)} to {money(request.maximum)}"
        while True:
            words = self.ask(f"{request.called}: {bounds}, Enter {enter} >").split()
            if not words:
                return acts.Wager(request.seat, request.spot, 0 if request.declinable else request.maximum)
            cents = _cents(words[0])
            act = self._common(round_, words) if cents is None else acts.Wager(request.seat, request.spot, int(cents))
            if act is not None:
                return act

    def _arrange(self, round_: Round, request: Arrangement) -> acts.Act:
        """Hands set, or cards thrown away, by their number in the list; Enter takes the first, for hands as the house sets them."""
        self.console.print(draw_table(round_, self.bankroll))
        ask = "throw away" if isinstance(request, Discard) else "set the hands"
        for number, setting in enumerate(request.settings, start=1):
            self.console.print(f"  [bold]{number:>2}[/] {escape(setting)}")
        while True:
            words = self.ask(f"{ask}, Enter takes 1 >").split() or ["1"]
            if _is_number(words[0]) and 1 <= int(words[0]) <= len(request.settings):
                return request.act(request.settings[int(words[0]) - 1])
            act = self._common(round_, words)
            if act is not None:
                return act

    def _decide(self, round_: Round, request: Decision) -> acts.Act:
        self.console.print(draw_table(round_, self.bankroll))
        shown = "  ".join(f"[bold]{number}[/] {choice}" for number, choice in enumerate(request.choices, start=1))
        while True:
            words = self.ask(f"{shown} >").split()
            if not words:
                continue
            if _is_number(words[0]) and 1 <= int(words[0]) <= len(request.choices):
                return acts.Choice(request.seat, request.choices[int(words[0]) - 1])
            if words[0] in request.choices:
                return acts.Choice(request.seat, words[0])
            act = self._common(round_, words)
            if act is not None:
                return act


def _wish(words: list[str]) -> SessionAct | None:
    """Something that happens at a table between two rounds."""
    match words:
        case ["sit", seat] if _is_number(seat):
            return Seated(int(seat))
        case ["leave", seat] if _is_number(seat):
            return Left(int(seat))
        case ["away"]:
            return Away(ME)
        case ["back"]:
            return Back(ME)
        case ["dealer", name]:
            return Dealer(name)
        case ["shuffle"]:
            return Reshuffle(EQUIPMENT, "asked for at the table")
    return None


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 4


def _cents(dollars: str) -> Decimal | None:
    """An amount written in dollars; None where it is none, or more than any table takes."""
    try:
        cents = Decimal(dollars) * 100
    except ArithmeticError:
        return None
    return cents if cents.is_finite() and 0 <= cents < 10**12 else None


def play_round(console: Console, session: Session, person: Person, chance: Chance, others: list[int]) -> Round:
    """The session's next round, with refusals told and asked again."""
    round_ = session.start([ME, *others])
    lies = round_.table.seats[ME].stakes  # from the rounds before
    round_.answer(acts.Chips(ME, max(person.bankroll - sum(lies.values()), 0)))
    person.last = [act for act in person.last if act.spot not in lies]
    companions = Companions(others, System() if isinstance(chance.source, Committed) else chance.source)
    while not round_.done:
        try:
            run(round_, chance, companions, person)
        except BadInput as error:
            if isinstance(round_.pending, Wagering):
                stakes = round_.table.seats[ME].stakes
                person.placed = [act for act in person.placed if act.spot in stakes]
                person.queue = []
            console.print(f"[red]{escape(str(error))}[/]")
        except Leave:
            break
    return round_


def between_rounds(console: Console, session: Session, wishes: Iterable[SessionAct], others: list[int]) -> None:
    """What the equipment does after a round, then what was asked for: somebody comes or goes, the dealer is relieved."""
    done = session.do_own_steps()
    if done:
        console.print(f"[dim]{escape('; '.join(f'{due.step} ({due.clause})' for due in done))}, by the equipment[/]")
    for act in wishes:
        try:
            if isinstance(act, Seated) and act.seat in (ME, *others):
                raise Refused(f"seat {act.seat} is taken")
            if isinstance(act, Left) and act.seat not in others:
                raise Refused(f"nobody else sits at seat {act.seat}")
            session.answer(act)
        except Refused as refusal:
            console.print(f"[red]{escape(str(refusal))}[/]")
            continue
        if isinstance(act, Seated):
            others.append(act.seat)
        elif isinstance(act, Left):
            others.remove(act.seat)


def _keep(log: Path, line: str) -> None:
    try:
        with log.open("a", encoding="utf-8") as file:
            file.write(line)
    except (OSError, ValueError) as error:
        raise BadInput(f"--log {log}: {getattr(error, 'strerror', None) or error}") from None


def play_in_terminal(playable: Playable, *, seed: int | None, players: int, log: Path) -> None:
    """Rounds of one session until the player leaves. A seed's hash is shown before the shuffle, the seed when the shoe is over."""
    console = screen()
    if not 0 <= players < playable.seats:
        raise BadInput(f"{players} other players do not fit: the table has {playable.seats} seats ({playable.seats_clause})")
    if players + 1 < playable.least_players:
        players = min(COMPANY, playable.seats - 1)
    others = list(range(ME + 1, ME + 1 + players))
    _keep(log, "")  # before anybody plays: a round that cannot be kept is not dealt
    bankroll, number = 100_000, 0
    last: list[acts.Wager] = []
    console.print(Panel(f"{escape(playable.terms.name)}, {escape(playable.terms.clause)}. {HELP}", border_style="green"))
    session, source, chance = ready(playable), None, Chance(System())
    session.answer(Dealer(FIRST_DEALER))
    while True:
        number += 1
        if session.carried.stub is None:  # a seed serves from one shuffle to the next
            source = Committed() if seed is None else None
            if source is not None:
                console.print(f"[dim]round {number}, seed committed as {source.commitment}[/]")
            drawn = source or Seeded(seed * 1_000_003 + number if seed is not None else 0)
            chance = Chance(drawn, note=source.commitment if source else "")
        else:
            console.print(f"[dim]round {number}, {session.carried.left} cards left in the shoe[/]")
        person = Person(console, bankroll, list(last))
        round_ = play_round(console, session, person, chance, others)
        if round_.done:
            session.finish(round_)
            between_rounds(console, session, person.wishes, others)
        over = source if source is not None and round_.done and session.carried.stub is None else None
        if len(round_.log) > 1:  # more than what the player brought
            _keep(log, json.dumps(round_.written() | ({"seed": over.reveal()} if over is not None else {})) + "\n")
        if not round_.done:
            console.print(f"\nGood-bye. You leave with {money(bankroll)}; your rounds are in {escape(str(log))}.")
            raise typer.Exit
        bankroll += round_.net.get(ME, 0)
        last = person.placed
        console.print(draw_table(round_, bankroll))
        show(answer_json(round_), kind="settlement")
        if over is not None:
            console.print(f"[dim]seed {over.reveal()}[/]")
        if playable.wheel is not None:
            spins = [act.result for act in round_.log if isinstance(act, acts.Spun)]
            console.print(f"The wheel: [bold]{', '.join(spins)}[/]")
