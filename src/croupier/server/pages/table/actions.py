"""What can be done now: the table's question as a sentence, its answers as buttons with keys, and the rack of chips."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from nicegui import ui

from croupier.equipment.faces import FACES
from croupier.errors import BadInput
from croupier.server.pages.felt import drawing
from croupier.server.pages.felt.layout import slug, spot_name
from croupier.server.pages.frame import clause_chip, money, tell
from croupier.server.pages.saying import title, words
from croupier.server.pages.table import bets, pot, rulings
from croupier.table import acts
from croupier.table.legal import LegalChoice, LegalDiscard, LegalSetting, LegalSpin, LegalStep, LegalWager
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.server.pages.table.room import Room

SHOWN = 8
"""So many ways to set a hand are shown at first."""


def button(
    said: str,
    do: Callable[[], Any],
    *,
    testid: str,
    key: str = "",
    main: bool = False,
    style: str = "",
    inner: str = "",
) -> ui.button:
    """A real button with its key on it; `main` is what Enter and the space bar press."""
    made = ui.button(color=None, on_click=do).props(f"no-caps unelevated data-testid={testid}").classes(f"act {style}")
    if main:
        made.classes("main").props("data-main")
    if key:
        made.props(f'data-key="{key}"')
    with made:
        if inner:
            made.props(f'aria-label="{escape(said)}"')
            ui.html(inner, sanitize=False)
        else:
            ui.label(said)
        if key:
            ui.label(key).classes("key").props("aria-hidden=true")
    return made


def go(playable: Playable) -> str:
    """What follows "no more bets"."""
    return "Spin" if playable.wheel is not None else "Deal" if playable.pack else "Roll"


def choice_name(playable: Playable, choice: str) -> str:
    """A choice as people say it; one that names a spot says it by its name: `off place-6` is "Off: Place 6"."""
    first, _, rest = choice.partition(" ")
    return f"{title(first)}: {spot_name(playable.spots[rest])}" if rest in playable.spots else title(choice)


def sentence(room: Room) -> str:
    """What the table waits for."""
    seen, pending = room.seen, room.seen["pending"]
    if seen["stopped"] is not None:
        return "A fault of the program stopped this table: the floor voids the round, and every stake goes back."
    if seen["held"] is not None:
        return f"The table waits for the floor's ruling: {words(seen['held']['irregularity'])}."
    if seen["status"] != "open":
        return "The table is closed, and all chips have gone home."
    if room.over or pending is None:
        due = seen["session"]["due"]
        if due and seen["settings"]["equipment"] == "entered":
            return f"Due before the next round: {words(due[0]['step'])}, by the {due[0]['by']} ({due[0]['clause']})."
        if seen["round"] is None:
            return "No round has been dealt at this table yet."
        return "The round is over." + (" Put down chips, or open the next one." if room.seat is not None else "")
    who = _who(seen, pending)
    opened = "Bets are open." if room.playable.stack is None else "Between hands."
    if not pending["yours"]:
        return opened if pending["kind"] == "wager" else f"Waiting for {who}."
    match pending["kind"]:
        case "wager" if room.seat is None:
            return opened
        case "wager" if room.wanted():
            names = ", ".join(spot_name(room.playable.spots[spot]) for spot in sorted(room.wanted()))
            return f"{opened} {'Still to be made' if room.stakes else 'The round opens with one of'}: {names}."
        case "wager":
            closing = f", then {go(room.playable).lower()}" if room.seen["may"]["report"] or room.may_close else ""
            where = "put it on a wager" if room.playable.stack is None else "put it before you to buy in"
            return f"{opened} Choose a chip, {where}{closing}."
        case "choice":
            listed = [choice_name(room.playable, entry.choice).lower() for entry in room.legal(LegalChoice)]
            which = f" about hand {pending['hand']}" if pending["hand"] else ""
            return f"{who.capitalize()} decide{which}: {' or '.join(listed)}?"
        case "offer":
            entry = room.legal(LegalWager)[0]
            return f"{title(entry.called or entry.spot)}: {_between(entry)}?"
        case "arrange":
            return f"{who.capitalize()} set the hands: choose one of these ways."
        case "discard":
            return f"{who.capitalize()} throw cards away: choose which."
        case "spin":
            return "Where does the wheel come to rest?"
        case "roll":
            return "How do the dice fall?"
    return f"The table waits for {pending['asks']}."


def _who(seen: Mapping[str, Any], pending: Mapping[str, Any]) -> str:
    seat = pending["seat"]
    if seat is None or seat == 0:
        return "you" if pending["yours"] else str(pending["who"])
    if seat == seen["you"]["seat"]:
        return "you"
    player = seen["players"].get(str(seat))
    return f"seat {seat}" if player is None or player["companion"] else f"{player['name']} at seat {seat}"


def _between(entry: LegalWager) -> str:
    least, most = entry.minimum, entry.maximum
    assert most is not None  # an offer has an end
    return f"{money(most)}" if least == most else f"{money(least)} to {money(most)}"


def draw(room: Room) -> None:
    """The whole bar."""
    seen, pending = room.seen, room.seen["pending"]
    if told := pot.line(room):
        ui.label(told).classes("figures").style("font-weight: 600").props("data-testid=pot")
    with ui.element("div").classes("ask").props("data-testid=request"):
        ui.label(sentence(room)).style("display: inline")
        if pending is not None and not room.over:
            with ui.element("span").style("margin-left: .4rem"):
                clause_chip(pending["clause"], room.playable.terms)
    with ui.element("div").classes("acts"):
        if seen["held"] is not None:
            if seen["may"]["rule"]:
                button("Approve the ruling", lambda: room.rule(approve=True), testid="approve", key="1")
                button("Let play stand", lambda: room.rule(approve=False), testid="dismiss", key="2")
        elif seen["status"] != "open":
            ui.link("Open a table like it", f"/play/{seen['game']}").props("data-testid=play-again")
        elif room.over:
            _between_rounds(room)
        elif pending["yours"]:
            _answers(room, pending["kind"])
        if seen["may"]["sit"]:
            for seat in seen["free"]:
                said = f"Sit at seat {seat}" if room.seat is None else f"Play seat {seat} too"
                button(
                    said,
                    partial(room.sit, seat),
                    testid=f"sit-{seat}",
                    style="small",
                )
        for seat in seen["you"]["seats"] if len(seen["you"]["seats"]) > 1 else ():
            style = "small on" if seat == room.seat else "small"
            button(f"Seat {seat}", partial(room.turn_to, seat), testid=f"position-{seat}", style=style)
        if room.seat is not None and pending is not None and pending["yours"] and pending["seat"] == room.seat:
            button("Hint", room.hint, testid="hint", key="h", style="small")
        if room.seat is not None and (room.wagering or (room.over and seen["may"]["open_round"])):
            _rack(room)
    if pending is not None and pending["yours"] and pending["kind"] in ("arrange", "discard"):
        _settings(room)


def _between_rounds(room: Room) -> None:
    due = room.seen["session"]["due"][:1]
    if due and due[0]["yours"]:
        step, by = due[0]["step"], due[0]["by"]
        button(f"Done: {words(step)}", partial(room.done, step, by), testid=f"step-{slug(step)}", main=True)
    elif room.seen["may"]["open_round"]:
        button("New round", room.open_round, testid="new-round", key="n", main=True)
        _repeat(room)


def _repeat(room: Room) -> None:
    if room.bets.last and room.seat is not None and not room.stakes:
        total = sum(room.bets.last.values())
        button(f"Repeat {money(total)}", room.bets.repeat, testid="repeat", key="r")


def _answers(room: Room, kind: str) -> None:
    expected: dict[str, Callable[[Room], None]] = {
        "wager": _wagering,
        "choice": _choices,
        "offer": _offer,
        "card": _card_due,
        "roll": _roll_due,
        "spin": _spin_due,
        "done": _done,
    }
    if kind in expected:
        expected[kind](room)


def _wagering(room: Room) -> None:
    if room.seen["may"]["report"] or room.may_close:
        ready = room.may_close
        button(go(room.playable), room.bets.close, testid="no-more-bets", key="n", main=True, style="" if ready else "pale")
    _repeat(room)
    _choices(room, style="small")


def _choices(room: Room, style: str = "") -> None:
    best = room.advice.best if room.advice is not None else None
    for number, entry in enumerate(room.legal(LegalChoice), start=1):
        form = ["choice", entry.seat, entry.choice]
        button(
            choice_name(room.playable, entry.choice),
            partial(room.choose, form),
            testid=f"choice-{slug(entry.choice)}",
            key=str(number) if number <= 9 else "",
            style=f"{style} best" if entry.choice == best else style,
        )


def _offer(room: Room) -> None:
    """A further wager: all of it, any part of it, or none."""
    entries = room.legal(LegalWager)
    main, declines = entries[0], len(entries) > 1
    seat, spot, most = main.seat, main.spot, main.maximum
    assert most is not None  # an offer has an end
    named = f"{title(main.called or spot)} {money(most)}"
    button(named, lambda: room.choose(["wager", seat, spot, most]), testid="offer-most", key="1")
    if declines:
        button("No, thank you", lambda: room.choose(["wager", seat, spot, 0]), testid="offer-decline", key="2")
    if main.minimum < most:
        amount = (
            ui.input("Dollars", value=f"{most / 100:.2f}").props("dense outlined data-testid=offer-amount").style("width: 7rem")
        )

        async def bet() -> None:
            try:
                cents = Decimal(amount.value) * 100
            except (InvalidOperation, TypeError):
                tell(BadInput(f"{amount.value!r} is not an amount of dollars"))
                return
            await room.choose(["wager", seat, spot, int(cents)])

        button("Bet this much", bet, testid="offer-bet", style="small")


def _settings(room: Room) -> None:
    """Ways to set the hands, the house's own first, or to throw cards away; the cards drawn."""
    entries: list[LegalSetting | LegalDiscard] = [*room.legal(LegalSetting), *room.legal(LegalDiscard)]
    best = room.advice.best if room.advice is not None else None
    with ui.element("div").classes("settings"):
        for number, entry in enumerate(entries, start=1):
            form, first = acts.write(entry.act()), number == 1
            hands = str(form[-1])
            parts = [part.split() for part in hands.split("/")]
            house_way = first and isinstance(entry, LegalSetting)
            drawn = all(face in FACES for part in parts for face in part)
            pictures = " &nbsp; ".join(drawing.inline_cards(part, 44) for part in parts) if drawn else ""
            said = f"{hands}{', the house way' if house_way else ''}"
            made = button(
                said,
                partial(room.choose, form),
                testid=f"setting-{number}",
                key=str(number) if number <= 9 else "",
                main=False,
                style="best" if hands == best else "",
                inner=pictures + (" &nbsp; <small>house way</small>" if house_way else "") if drawn else "",
            )
            if first:
                made.props("data-main")
            if number > SHOWN:
                made.classes("later").set_visibility(False)
                room.later.append(made)
    if len(entries) > SHOWN:
        more = button(f"All {len(entries)} ways", lambda: None, testid="all-settings", style="small")
        more.on_click(lambda: ([made.set_visibility(True) for made in room.later], more.set_visibility(False)))


# Equipment that people work, and results that the floor calls


def _card_due(room: Room) -> None:
    face = ui.input("Card, as in Kh").props("dense outlined data-testid=card-entry").style("width: 9rem")
    face.on("keydown.enter", lambda: room.choose(["card", face.value.strip()]))
    button("Enter card", lambda: room.choose(["card", face.value.strip()]), testid="enter-card")
    for entry in room.legal(LegalStep):  # a card that nobody sees go
        button(f"{title(entry.what)}, unseen", partial(room.choose, ["done", entry.what]), testid=f"done-{slug(entry.what)}")


def _roll_due(room: Room) -> None:
    count = room.seen["pending"]["dice"] or 2
    faces = [ui.select(list(range(1, 7)), value=1, label=f"Die {index + 1}").props("dense outlined") for index in range(count)]
    button("Enter roll", lambda: room.choose(["roll", [face.value for face in faces]]), testid="enter-roll")


def _spin_due(room: Room) -> None:
    marks = [entry.result for entry in room.legal(LegalSpin)]
    result = ui.select(marks, value=marks[0], label="Result", with_input=True).props("dense outlined").style("width: 9rem")
    button("Enter result", lambda: room.choose(["spin", result.value]), testid="enter-spin")


def _done(room: Room) -> None:
    for entry in room.legal(LegalStep):
        form = ["done", entry.what]
        button(title(entry.what), partial(room.choose, form), testid=f"done-{slug(entry.what)}", main=True)


# Chips and the rest


def _rack(room: Room) -> None:
    """The chips to choose from, and how to take them up again."""

    def choose(chip: int) -> None:
        room.chip, room.taking = chip, False
        room.draw()

    def take() -> None:
        room.taking = not room.taking
        room.draw()

    inline = "acts rack inline" if room.wagering else "acts rack"
    with ui.element("div").classes(inline).props('role=group aria-label="Chips"'):
        for chip in drawing.DENOMINATIONS:
            fill, ink = next(((f, i) for least, f, i in drawing.CHIPS if chip >= least), ("#e8e6df", "#1f2933"))
            chosen = chip == room.chip and not room.taking
            said = drawing.dollars(chip)
            made = ui.button(said, color=None, on_click=partial(choose, chip))
            made.props(
                f'unelevated round data-testid=chip-{chip // 100} aria-label="{said} chip" aria-pressed={str(chosen).lower()}'
            )
            made.classes("chip-button" + (" chosen" if chosen else "")).style(f"--chip: {fill}; --chip-ink: {ink}")
        made = button("Take down", take, testid="take-down", key="t", style="small on" if room.taking else "small")
        made.props(f"aria-pressed={str(room.taking).lower()}")
        if room.stakes and room.wagering:
            button("Double", room.bets.double, testid="double-stakes", key="d", style="small")
            button("Clear", room.bets.clear, testid="clear", style="small")
        if room.bets.may_undo:
            button("Undo", room.bets.undo, testid="undo", key="u", style="small")
        if any(bets.stays(room.playable, spot) for spot in room.playable.spots.values()):
            _stay_up(room)


def _stay_up(room: Room) -> None:
    """The switch by which place bets that win are made again at once."""

    def switch() -> None:
        room.bets.stay_up = not room.bets.stay_up
        room.draw()

    style = "small on" if room.bets.stay_up else "small"
    made = button("Winners stay up", switch, testid="stay-up", style=style)
    made.props(f"role=switch aria-checked={str(room.bets.stay_up).lower()}")


def draw_tools(room: Room) -> None:
    """What is seldom needed: something goes wrong, a tip, getting up."""
    seen = room.seen
    with ui.element("div").classes("acts"):
        if seen["may"]["report"] and seen["irregularities"]:
            button("Irregularity", lambda: rulings.open_dialog(room), testid="irregularity", key="i", style="small")
        if seen["may"]["share"]:
            shared = seen["settings"]["shared"]
            made = button(
                "Others may join", partial(room.share, not shared), testid="share", style="small on" if shared else "small"
            )
            made.props(f"role=switch aria-checked={str(shared).lower()}")
        if room.seat is not None and room.playable.stack is not None:
            away = seen["players"][str(room.seat)]["away"]
            made = button("Sit out", room.sit_out, testid="sit-out", style="small on" if away else "small")
            made.props(f"role=switch aria-checked={str(away).lower()}")
        if room.seat is not None:
            button(f"Tip {drawing.dollars(room.chip)}", room.tip, testid="tip", style="small")
        button("Leave table" if room.seat is not None else "All tables", room.leave, testid="leave", style="small")
