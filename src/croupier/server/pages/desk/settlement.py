"""A settlement to be read line by line: what became of each stake, which clause says so, and how the round went."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from croupier.rules.resolve import GameRules
from croupier.server.pages.desk.parts import heading, testid
from croupier.server.pages.frame import clause_chip, money
from croupier.server.pages.saying import title, words
from croupier.server.writing import Settled, Stuck
from croupier.table.acts import Reported
from croupier.table.playable import Playable
from croupier.table.round import Round

STYLE = """
.line { border-top: 1px solid var(--line); padding: .55rem 0; width: 100%; }
.line .top { display: flex; justify-content: space-between; gap: 1rem; align-items: baseline; width: 100%; }
.line .figures, .net { font-variant-numeric: tabular-nums; }
.line .says { font-size: .93rem; line-height: 1.4; margin-top: .15rem; }
.line .small { font: .84rem system-ui, sans-serif; color: var(--muted); font-variant-numeric: tabular-nums; }
.reading { border-left: 3px solid var(--accent); padding: .1rem 0 .1rem .7rem; margin: .35rem 0; font-size: .93rem; line-height: 1.4; }
.story { font-size: .95rem; line-height: 1.5; padding-left: 1.3rem; margin: .2rem 0; overflow-wrap: anywhere; }
.gain { color: #166534; font-weight: 600; } .body--dark .gain { color: #86efac; }
.loss { color: #9f1239; font-weight: 600; } .body--dark .loss { color: #fda4af; }
"""


def draw(settled: Settled) -> None:
    """The whole settlement: each seat's lines, what still stands, the readings it rests on, and the story."""
    game, answer = settled.round.playable.terms, settled.answer
    for seat, total in answer["net"].items():
        with testid(ui.element("section").classes("w-full"), f"settled-seat-{seat}"):
            with ui.element("div").classes("flex justify-between items-baseline w-full"):
                heading(f"Seat {seat}")
                _signed(total)
            for line in answer["lines"]:
                if str(line["seat"]) == seat:
                    draw_line(settled.round.playable, line)
            left = answer.get("remaining", {}).get(seat)
            if left:
                up = ", ".join(f"{settled.round.playable.name_of(spot)} {money(stake)}" for spot, stake in left.items())
                ui.label(f"Still up: {up}").classes("muted text-sm")
    if not answer["lines"]:
        ui.label("No wager has been decided yet.").classes("muted")
    _rulings(settled.round)
    _readings(game, answer.get("readings", []))
    story(settled.story)


def _signed(total: int) -> None:
    said = "nothing won or lost" if not total else f"{'wins' if total > 0 else 'loses'} {money(abs(total))}"
    testid(ui.label(said).classes("net figures " + ("gain" if total > 0 else "loss" if total < 0 else "")), "net")


def draw_line(playable: Playable, line: dict[str, Any]) -> None:
    """One line: the wager, how it came out, what it moved, and every clause in our words."""
    game = playable.terms
    net = line["won"] + line["returned"] - line["stake"] - line["commission"]
    with ui.element("div").classes("line"):
        with ui.element("div").classes("top"):
            ui.label(f"{playable.name_of(line['wager'])}: {words(line['outcome'])}").style("font-weight: 600")
            ui.label(f"{'+' if net > 0 else ''}{money(net)}").classes(
                "figures " + ("gain" if net > 0 else "loss" if net < 0 else "")
            )
        parts = [f"stake {money(line['stake'])}", f"returned {money(line['returned'])}", f"won {money(line['won'])}"]
        parts += [f"commission {money(line['commission'])}"] if line["commission"] else []
        ui.label(" · ".join(parts)).classes("small")
        draw_clauses(game, line["clause"])
        for name in filter(None, (line.get("reading") or "").split(", ")):
            draw_reading(game, name)


def draw_clauses(game: GameRules, cited: str) -> None:
    """Each clause with what it says, as far as the index has it."""
    for name in cited.split(", "):
        with ui.element("div").classes("says"):
            clause_chip(name, game)
            if name in game.clauses and game.clauses[name].says:
                ui.label(game.clauses[name].says).classes("inline")


def draw_reading(game: GameRules, name: str) -> None:
    """A reading the line rests on."""
    reading = game.file.readings.get(name)
    with ui.element("div").classes("reading"):
        ui.label(f"Rests on a reading: {words(name)}").style("font-weight: 600")
        if reading is not None:
            ui.label(reading.adopted)


def _rulings(round_: Round) -> None:
    """What went wrong and what the text has done about it."""
    game = round_.playable.terms
    reported = [act for act in round_.log if isinstance(act, Reported)]
    if reported:
        heading("Rulings")
    for act in reported:
        ruling = game.rulings[act.irregularity]
        with testid(ui.element("div").classes("reading"), f"ruled-{act.irregularity}"):
            ui.label(title(act.irregularity) + (f", seat {act.seat}" if act.seat else "")).style("font-weight: 600")
            ui.label(ruling.says).classes("inline")
            clause_chip(", ".join(ruling.clause), game)


def _readings(game: GameRules, names: list[str]) -> None:
    if not names:
        return
    heading("Readings relied on")
    for name in names:
        reading = game.file.readings.get(name)
        if reading is None:
            continue
        with ui.element("div").classes("reading"):
            ui.label(title(name)).style("font-weight: 600")
            for head, text in (("The text", reading.text), ("We read", reading.adopted), ("Because", reading.because)):
                ui.label(f"{head}: {text}")
            clause_chip(", ".join(reading.clauses), game)


def story(lines: list[str] | tuple[str, ...], *, head: str = "How the round went", opened: bool = True) -> None:
    """The round told in words, as `croupier playthrough` tells it."""
    if not lines:
        return
    with (
        ui.expansion(head, value=opened).classes("w-full").props("dense header-class=q-px-none"),
        ui.element("ol").classes("story"),
    ):
        for line in lines:
            with ui.element("li"):
                ui.label(line).classes("inline")


def draw_stuck(stuck: Stuck, game: GameRules | None = None) -> None:
    """Why it cannot be settled, in one line, and how far it got."""
    with ui.element("div").classes("line").props("role=status data-testid=stuck"):
        ui.label("Not settled yet").style("font-weight: 600")
        why = stuck.why.removesuffix(f" ({stuck.clause})") if stuck.clause else stuck.why
        ui.label(why).props("data-testid=stuck-why").style("overflow-wrap: anywhere")
        clause_chip(stuck.clause, game)
    story(stuck.story, head="The round so far", opened=False)
