"""What stands beside the felt: the settlement, rulings, hints, the wagers explained, and how to check the deal."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from nicegui import ui

from croupier.equipment import randomness
from croupier.equipment.wheels import colour
from croupier.errors import CroupierError
from croupier.server import seeing
from croupier.server.pages import frame as framing
from croupier.server.pages.felt.scene import net_of
from croupier.server.pages.frame import money
from croupier.server.pages.game.markup import chips
from croupier.server.pages.saying import title, words
from croupier.server.pages.table import pot, roads, rulings, telling

if TYPE_CHECKING:
    from croupier.server.pages.table.room import Room

NO_ADVICE = "There is no advice here: nothing that is decided now changes what is won on average, or nobody has worked it out."


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice on the question at `seq`; `best` is None while it is being worked out, or where there is none."""

    seq: int
    best: str | None = None
    html: str = ""
    working: bool = False


def signed(cents: int) -> str:
    return f"+{money(cents)}" if cents > 0 else money(cents).replace("-", "−")


def tone(cents: int) -> str:
    return "gain" if cents > 0 else "loss" if cents < 0 else ""


def draw(room: Room, *, spun: bool) -> None:
    """Every panel that has something to say."""
    if room.advice is not None:
        _hint(room)
    told = rulings.rulings(room)
    if told:
        ui.html(told, sanitize=False).classes("contents")
    waits = "after-spin" if spun and room.playable.wheel is not None else ""
    settled = settlement(room)
    if settled:
        ui.html(settled, sanitize=False).classes(waits)
    board = roads.draw(room.results)
    if board:
        ui.html(board, sanitize=False)
    if chips := pot.stacks(room):
        ui.html(chips, sanitize=False)
    meters = (room.seen["view"] or {}).get("meters") or {}
    marks = (room.seen["view"] or {}).get("marks") or {}
    if meters or marks:
        rows = [f"<div>{escape(title(name))}: <b>{escape(words(str(mark)))}</b></div>" for name, mark in marks.items()]
        rows += [
            f"<div>{escape(title(name))} meter: <b class=figures>{money(amount)}</b></div>" for name, amount in meters.items()
        ]
        ui.html(f'<div class="panel">{"".join(rows)}</div>', sanitize=False).classes(waits)
    ui.html(wagers(room), sanitize=False)
    ui.html(fairness(room), sanitize=False)


# Settlement


def settlement(room: Room) -> str:
    """One's own lines, the others folded away; while a round of many rolls goes on, what it has brought so far."""
    seen, you = room.seen, room.seen["you"]["seats"]
    round_ = seen["round"]
    if round_ is None:
        return ""
    lines = seen["view"]["lines"] if round_["done"] else round_["settled"]
    if not lines:
        return ""
    own = [line for line in lines if line["seat"] in you]
    rest = [line for line in lines if line["seat"] not in you]
    told = telling.result(seen) if round_["done"] else ""
    drawn = f'<div class="result" data-testid="result">{escape(told)}</div>' if told else ""
    drawn += "".join(_line(room, line, seat=len(you) > 1) for line in own)
    total = sum(net_of(line) for line in own)
    if own:
        drawn += f'<div class="sum"><span>{escape(telling.outcome(own))}</span>'
        drawn += f'<span class="net {tone(total)}" data-testid="net">{signed(total)}</span></div>'
        balance = money(seen["you"]["balance"])
        drawn += f'<div class="sum after"><span>Your balance</span><span class=net>{balance}</span></div>'
    if rest:
        others = "".join(_line(room, line, seat=True) for line in rest)
        drawn += f"<details{'' if own else ' open'}><summary>Other seats</summary>{others}</details>"
    title = "Settlement" if round_["done"] else "Settled so far"
    return f'<div class="panel" data-testid="settlement"><h2>{title}</h2>{drawn}</div>'


def _line(room: Room, line: dict[str, Any], *, seat: bool = False) -> str:
    net = net_of(line)
    who = f"Seat {line['seat']}: " if seat else ""
    parts = [f"stake {money(line['stake'])}", f"returned {money(line['returned'])}", f"won {money(line['won'])}"]
    parts += [f"commission {money(line['commission'])}"] if line["commission"] else []
    readings = room.playable.terms.file.readings
    rests = "".join(
        f"<details><summary>Rests on a reading: {escape(words(name))}</summary>"
        f"<div class=reading>{escape(readings[name].adopted)}</div></details>"
        for name in (line.get("reading") or "").split(", ")
        if name in readings
    )
    return (
        f'<div class="line-of"><div class="top"><span>{escape(who)}{escape(telling.came_to(line))}.</span>'
        f'<span class="net {tone(net)}">{signed(net)}</span></div>'
        f'<div class="parts">{" · ".join(parts)}</div>{_clauses(room, line["clause"])}{rests}</div>'
    )


def _clauses(room: Room, cited: str) -> str:
    """Each clause with what it says in our words, as far as the index has it."""
    game = room.playable.terms
    known = game.clauses
    return "".join(
        f'<div class="clause-says">{chips(game, name)} {escape(known[name].says or "") if name in known else ""}</div>'
        for name in cited.split(", ")
    )


# History


def history(room: Room, *, spun: bool) -> str:
    """Dice and wheel of this round, and the last rounds, newest first."""
    round_ = room.seen["round"] or {}
    number = f"round {round_['number']}" if round_ else "no round yet"
    drawn = [
        f'<span class="muted">{"practice " if room.seen["settings"]["practice"] else ""}table {room.table_id}, {number}</span>'
    ]
    current = list(reversed(round_.get("results", []))) if not room.over else []
    for result in current[:20]:
        drawn.append(_pip(result))
    if current and room.past:
        drawn.append('<span class="muted">earlier</span>')
    for event in room.past[:16]:
        net = event["net"].get(str(room.seat))
        last = event["results"][-1:] if room.playable.wheel is not None or room.playable.pack else []
        drawn += [_pip(result) for result in last]
        if not last:
            number = event["round"].rpartition("-")[2]
            void = "void" if "void" in event["marks"] else signed(net) if net is not None else "–"
            told = f"round {number}" + (f": {event['says']}" if event["says"] else "")
            drawn.append(f'<span class="pip {tone(net or 0)}" title="{escape(told)}">{void}</span>')
    waits = " after-spin" if spun and room.playable.wheel is not None else ""
    return f'<div class="strip figures{waits}">{"".join(drawn)}</div>'


def _pip(result: Any) -> str:
    if isinstance(result, list):
        return f'<span class="pip" title="{"-".join(map(str, result))}">{sum(result)}</span>'
    style = colour(result) if result.isdecimal() else ""
    return f'<span class="pip {style}">{escape(result if result.startswith("$") else title(result))}</span>'


# Hints


def _hint(room: Room) -> None:
    hint = room.advice
    assert hint is not None
    with ui.element("div").classes("panel").props("data-testid=hint-panel"):
        if hint.working:
            ui.label("Weighing every choice…")
            ui.linear_progress(show_value=False).props("indeterminate color=secondary").classes("q-my-sm")
            ui.button("Cancel", on_click=room.forget_hint, color=None).props("no-caps unelevated").classes("act small")
        else:
            ui.html(hint.html, sanitize=False)


async def work_out_hint(room: Room) -> Hint:
    """Ask the odds about the question that stands, in a process beside the server."""
    seq, bench = room.seen["seq"], framing.workbench()
    try:
        written = await asyncio.to_thread(seeing.question, room.floor, room.person, room.table_id)
        advice = await bench.work_out(bench.advice, room.person.share, "advice", {"written": written})
    except CroupierError as error:
        return Hint(seq, html=f"<h2>Hint</h2>{escape(str(error))}")
    if advice is None:
        return Hint(seq, html=f"<h2>Hint</h2>{NO_ADVICE}")
    return Hint(seq, advice["best"], _advice(room, advice))


async def foresee_hint(room: Room) -> None:
    """Have the question worked out before anybody asks, where its stakes are new here."""
    stakes = room.seen["view"]["seats"].get(str(room.seat), {}).get("stakes")
    if stakes and framing.workbench().hints_ahead:
        with suppress(CroupierError):  # the table has gone on, or the person has
            written = await asyncio.to_thread(seeing.question, room.floor, room.person, room.table_id)
            framing.workbench().foresee(room.playable, stakes, written)


def _advice(room: Room, advice: Mapping[str, Any]) -> str:
    """The best choice, and what each of the others gives away."""
    unit = next(
        (room.stakes[spot] for spot, s in room.playable.spots.items() if s.wager.placed == "opening" and room.stakes.get(spot)),
        0,
    )
    ordered = sorted(advice["choices"], key=lambda weighed: float(weighed["cost"]))[:12]
    rows = "".join(
        f"<tr{' class=best' if weighed['choice'] == advice['best'] else ''}><td>{escape(title(weighed['choice']))}</td>"
        f"<td>{weighed['value']:+.4f}</td><td>{weighed['cost']:.4f}</td><td>{money(round(weighed['cost'] * unit))}</td></tr>"
        for weighed in ordered
    )
    more = (
        f"<div class=muted>and {len(advice['choices']) - len(ordered)} others</div>"
        if len(advice["choices"]) > len(ordered)
        else ""
    )
    how = "every case counted" if advice["exact"] else "worked out in floating point"
    return (
        f'<h2>Hint: <span data-testid="hint-best">{escape(title(advice["best"]))}</span></h2>'
        f'<table class="weighed"><tr><th>choice</th><th>worth</th><th>gives away</th><th>in dollars</th></tr>{rows}</table>{more}'
        f'<div class="muted" style="font-size:.88rem">In units of the wager that opens the round ({money(unit)} here). '
        f"Strategy: {escape(advice['strategy'])}; {how}: {escape(advice['basis'])}.</div>"
    )


# Explanations


def wagers(room: Room) -> str:
    """Each wager in our words, with what it pays and its clause."""
    game = room.playable.terms
    rows = []
    for wager in game.wagers.values():
        table = game.chosen.get(wager.id)
        paid = ", ".join(
            payout.text if row == "win" else f"{words(row)} {payout.text}"
            for row, payout in (table.rows if table else {}).items()
        )
        name = wager.name.replace(" #", "").replace("#", "")
        rows.append(
            f'<div class="line-of"><b>{escape(name)}</b> {escape(wager.says)}'
            f'<div class="parts">{f"pays {escape(paid)}" if paid else ""}</div>{chips(game, wager.clause)}</div>'
        )
    return (
        f'<details class="panel" data-testid="wagers"><summary>The wagers, and what they pay</summary>{"".join(rows)}</details>'
    )


def fairness(room: Room) -> str:
    """The seed's hash before the round, the seed after it, and how to check one against the other."""
    round_ = room.seen["round"]
    if round_ is None or not round_["commitment"]:
        return ""
    drawn = "<div>Hash of the seed, published before the round:</div>"
    drawn += f'<div class="hash" data-testid="commitment">{escape(round_["commitment"])}</div>'
    if round_["seed"]:
        agrees = randomness.verify(round_["commitment"], round_["seed"])
        drawn += (
            f'<div>The seed:</div><div class="hash" data-testid="seed">{escape(round_["seed"])}</div>'
            f"<div>{'The hash is the SHA-256 of the seed: it agrees.' if agrees else 'It does NOT agree.'} "
            f"Check it yourself: <code>echo SEED | xxd -r -p | sha256sum</code></div>"
        )
    else:
        drawn += '<div class="muted">The seed itself is published when the round is over. Every card, roll and spin follows from it.</div>'
    return f'<details class="panel"><summary>Was it dealt fairly?</summary>{drawn}</details>'
