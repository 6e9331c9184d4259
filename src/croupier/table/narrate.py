"""A round told in words: what was dealt, decided and ruled, act by act, as it happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from croupier.errors import BadInput, about
from croupier.rules.naming import words
from croupier.table import acts
from croupier.table.remedies import check_report
from croupier.table.requests import CardDue, Offer, Request
from croupier.table.round import Round, replay
from croupier.table.settlement import money
from croupier.table.written import Prepare, begin_written, named_game, next_written


class Told(NamedTuple):
    """One line of the story; cards are told together, `kind` says which lines those are."""

    kind: str
    line: str


def who(seat: int) -> str:
    return f"seat {seat}" if seat else "the floor"


def told(round_: Round, request: Request, act: acts.Act) -> list[str]:
    """One act in words, told before it happens."""
    match act:
        case acts.Wager(seat, spot, amount):
            called = words(round_.table.spot(spot).called)
            if isinstance(request, Offer):
                offered = words(request.called)
                return [f"{who(seat)}: {offered} {money(amount)}" if amount else f"{who(seat)}: no {offered}"]
            return [f"{who(seat)} bets {money(amount)} on {called}" if amount else f"{who(seat)} takes down {called}"]
        case acts.NoMoreBets():
            return ["dealer: no more bets"]
        case acts.Dealt(card):
            to = request.to if isinstance(request, CardDue) else "the table"
            face = "" if isinstance(request, CardDue) and request.face == "up" else ", face down"
            return [f"{card.symbol} to {who(to) if isinstance(to, int) else to}{face}"]
        case acts.Choice(seat, choice):
            return [f"{who(seat)}: {' '.join(map(words, choice.split()))}"]  # `on place-9` is a verb and an id
        case acts.Spun(result):
            return [f"the wheel stops at {words(result)}"]
        case acts.Rolled(dice):
            return [f"the dice: {' '.join(map(str, dice))} ({sum(dice)})"]
        case acts.Arranged(_, hands):
            return [f"{request.who} sets {hands}"]
        case acts.Discarded(_, thrown):
            return [f"{request.who} throws away {thrown}"]
        case acts.Done(what, _):
            return [f"{request.who}: {words(what)}"]
        case acts.Chips(seat, cents):
            return [f"{who(seat)} has {money(cents)} behind"]
        case acts.Metered(name, stands):
            return [f"the {words(name)} meter stands at {money(int(Fraction(stands)))}"]
        case acts.Reported(name, seat):
            ruling = check_report(round_.table, act, request)
            about = f" ({who(seat)})" if seat else ""
            return [f"IRREGULARITY: {words(name)}{about}", f"  {ruling.says} [{', '.join(ruling.clause)}]"]
    return [str(acts.write(act))]


def merged(lines: Iterable[Told]) -> Iterator[str]:
    """Cards dealt one after another on one line."""
    run: list[str] = []
    for kind, line in [*lines, Told("", "")]:
        if kind == "card":
            run.append(line)
            continue
        if run:
            yield "deal: " + "; ".join(run)
            run = []
        if line:
            yield line


def _play(round_: Round, act: acts.Act) -> list[Told]:
    request = round_.pending
    assert request is not None
    kind = "card" if isinstance(act, acts.Dealt) else ""
    lines = [Told(kind, line) for line in told(round_, request, act)]
    round_.answer(act)
    return lines


class Telling:
    """A written round as it is played. Where it is refused, `round` and `story` stand at what could not go on."""

    def __init__(self, document: Mapping[str, Any], prepare: Prepare) -> None:
        self.round, self._script = begin_written(document, prepare)
        self._told: list[Told] = []

    @property
    def story(self) -> list[str]:
        return list(merged(self._told))

    def run(self) -> None:
        """Play it to its end; raises Refused where the rules, or what is missing, stop it."""
        script = self._script
        while True:
            while (request := self.round.pending) is not None and not script.finished:
                act = script.answer(request)
                with about(script.field(request, act)):
                    self._told += _play(self.round, act)
            following = next_written(self.round, script)
            if following is None:
                break
            self.round = following
            self._told.append(Told("", "the dice go to a new shooter"))
        script.finish()


def tell_written(document: Mapping[str, Any], prepare: Prepare) -> tuple[Round, list[str]]:
    """A written round played to its settlement, and its story."""
    telling = Telling(document, prepare)
    telling.run()
    return telling.round, telling.story


def tell_log(log: Mapping[str, Any], prepare: Prepare) -> tuple[Round, list[str]]:
    """A round rebuilt from its log, and its story."""
    final = replay(prepare(*named_game(log)), log)
    again = replay(final.playable, {**log, "acts": []})
    found: list[Told] = []
    for act in final.log:
        if again.pending is None:
            raise BadInput("acts follow after the round is over")
        found += _play(again, act)
    return final, list(merged(found))
