"""A round told in plain text: what was dealt, decided, ruled and paid, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from croupier.cli.show import money
from croupier.table import acts
from croupier.table.remedies import check_report
from croupier.table.requests import CardDue, Offer, Request
from croupier.table.round import Round
from croupier.table.written import Prepare, answer_json, begin_written, next_written


def _who(seat: int) -> str:
    return f"seat {seat}" if seat else "the floor"


def _told(round_: Round, request: Request, act: acts.Act) -> list[str]:
    """One act in words, told before it happens."""
    match act:
        case acts.Wager(seat, spot, amount):
            called = round_.table.spot(spot).called
            if isinstance(request, Offer):
                return [f"{_who(seat)}: {request.called} {money(amount)}" if amount else f"{_who(seat)}: no {request.called}"]
            return [f"{_who(seat)} bets {money(amount)} on {called}" if amount else f"{_who(seat)} takes down {called}"]
        case acts.NoMoreBets():
            return ["dealer: no more bets"]
        case acts.Dealt(card):
            to = request.to if isinstance(request, CardDue) else "the table"
            face = "" if isinstance(request, CardDue) and request.face == "up" else ", face down"
            return [f"{card.symbol} to {_who(to) if isinstance(to, int) else to}{face}"]
        case acts.Choice(seat, choice):
            return [f"{_who(seat)}: {choice}"]
        case acts.Spun(result):
            return [f"the wheel stops at {result}"]
        case acts.Rolled(dice):
            return [f"the dice: {' '.join(map(str, dice))} ({sum(dice)})"]
        case acts.Arranged(seat, hands):
            return [f"{request.who} sets {hands}"]
        case acts.Done(what, _):
            return [f"dealer: {what}"]
        case acts.Reported(name, seat):
            ruling = check_report(round_.table, act, request)
            about = f" ({_who(seat)})" if seat else ""
            return [f"IRREGULARITY {name}{about}", f"  {ruling.says} [{', '.join(ruling.clause)}]"]
    return [str(acts.write(act))]


def _merged(lines: list[tuple[str, str]]) -> Iterator[str]:
    """Cards dealt one after another on one line."""
    run: list[str] = []
    for kind, line in [*lines, ("", "")]:
        if kind == "card":
            run.append(line)
            continue
        if run:
            yield "deal: " + "; ".join(run)
            run = []
        if line:
            yield line


def narrate(document: Mapping[str, Any], prepare: Prepare) -> str:
    """The whole round in text."""
    round_, script = begin_written(document, prepare)
    game = round_.playable.game
    told: list[tuple[str, str]] = []
    following: Round | None = round_
    while following is not None:
        round_ = following
        while (request := round_.pending) is not None and not script.finished:
            act = script.answer(request)
            kind = "card" if isinstance(act, acts.Dealt) else ""
            lines = [(kind, line) for line in _told(round_, request, act)]
            round_.answer(act)
            told += lines
        following = next_written(round_, script)
        if following is not None:
            told.append(("", "the dice go to a new shooter"))
    script.finish()
    answer = answer_json(round_)
    head = [f"{game.name} ({game.id}), {game.clause}", ""]
    settled = ["", "settlement"]
    for line in answer["lines"]:
        wager = f"  seat {line['seat']}  {line['wager']:22} {money(line['stake']):>10}  {line['outcome']:28}"
        paid = f"returned {money(line['returned']):>10}  won {money(line['won']):>12}"
        commission = f"  commission {money(line['commission'])}" if line["commission"] else ""
        settled.append(f"{wager} {paid}{commission}  [{line['clause']}]".rstrip())
    for seat, stakes in answer.get("remaining", {}).items():
        settled.append(f"  seat {seat}  still up: " + ", ".join(f"{spot} {money(stake)}" for spot, stake in stakes.items()))
    settled += [f"  seat {seat}: {money(total)}" for seat, total in answer["net"].items()]
    if answer.get("readings"):
        settled += ["", "readings relied on"]
        for name in answer["readings"]:
            reading = game.file.readings[name]
            settled.append(f"  {name}: {reading.adopted}")
    return "\n".join([*head, *_merged(told), *settled]) + "\n"
