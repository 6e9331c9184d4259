"""A poker table in figures: the pot, what it takes to call, the button, and what lies before everybody."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from croupier.server.pages.frame import money
from croupier.server.pages.saying import words
from croupier.table.betting import POT

if TYPE_CHECKING:
    from croupier.server.pages.table.room import Room


def _seats(room: Room) -> Mapping[str, Any]:
    view = room.seen["view"]
    return {} if view is None or room.playable.stack is None else view["seats"]


def line(room: Room) -> str:
    """What a player wants to know before answering, in one line; nothing where no pot is played for."""
    seats, pending = _seats(room), room.seen["pending"]
    pot = sum(seat["stakes"].get(POT, 0) for seat in seats.values())
    if not pot or room.over:
        return ""
    told = [f"Pot {money(pot)}"]
    if pending is not None and pending["yours"] and pending["to_call"]:
        told.append(f"{money(pending['to_call'])} to call")
    if room.seat is not None:
        told.append(f"{money(seats[str(room.seat)]['stakes'].get(room.playable.stack, 0))} before you")
    button = room.seen["view"]["marks"].get("button")
    return " · ".join([*told, *([f"button at {words(button)}"] if button else [])])


def stacks(room: Room) -> str:
    """Everybody's chips as a list: seat, stack, what is in the pot, and how things stand with them."""
    rows, button = [], (room.seen["view"] or {}).get("marks", {}).get("button")
    for number, seat in _seats(room).items():
        stack, pot = seat["stakes"].get(room.playable.stack, 0), seat["stakes"].get(POT, 0)
        if not stack and not pot:
            continue
        states = ["button"] if button == f"seat-{number}" else []
        states += ["folded"] if seat["folded"] else ["all in"] if pot and not stack else []
        states += ["away"] if room.seen["players"].get(number, {}).get("away") else []
        who = "you" if int(number) == room.seat else f"seat {number}"
        put = f", {money(pot)} in the pot" if pot else ""
        said = "".join(f" · {state}" for state in states)
        rows.append(f"<div><b>{escape(who)}</b> <span class=figures>{money(stack)}{put}</span>{escape(said)}</div>")
    return f'<div class="panel" data-testid="stacks">{"".join(rows)}</div>' if rows else ""
