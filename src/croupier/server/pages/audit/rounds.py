"""Rounds recalled: the table act by act, through anybody's eyes, its settlement, and the proof of its chance."""

from __future__ import annotations

import asyncio
from typing import Any

from nicegui import ui

from croupier.errors import CroupierError
from croupier.server.pages.audit import asking, pot, replay
from croupier.server.pages.audit.parts import audited, entries, facts, linked, on_paper, proof, tools, when
from croupier.server.pages.desk.parts import drawn, heading, paragraph, testid
from croupier.server.pages.desk.settlement import draw_line
from croupier.server.pages.frame import attempt, money, still, workbench
from croupier.server.pages.saying import words
from croupier.server.people import Person
from croupier.table.settlement import cents

PAGE = 50
SAID = {
    "significant": "Irregular, void or corrected",
    "irregular": "Irregular",
    "void": "Void",
    "corrected": "Corrected afterwards",
    "playing": "Being played",
}
"""Rounds that are looked for, in words."""


def declare() -> None:
    @ui.page("/audit/rounds")
    async def rounds(table: str = "", which: str = "", practice: str = "") -> None:
        with audited("/audit/rounds", "Rounds", takes=("table", "which", "practice")) as who:
            if who is not None:
                await Listing(who, table or None, which or None, practice=bool(practice)).draw()

    @ui.page("/audit/rounds/{round_id}")
    async def one(round_id: str) -> None:
        with audited("/audit/rounds", f"Round {round_id}") as who:
            if who is not None:
                await _round(who, round_id)


class Listing:
    """Rounds of one table, or of all, newest first; those of practice tables only if they are asked for."""

    def __init__(self, who: Person, table: str | None, which: str | None, *, practice: bool) -> None:
        from croupier.server.records import WHICH

        self.who = who
        self.chosen: dict[str, Any] = {"table": table, "which": which if which in WHICH else None, "practice": practice}
        self.rows: list[Any] = []
        self.last: str | None = None

    async def draw(self) -> None:
        from croupier.server import seeing
        from croupier.server.people import HOUSE

        tables = await asyncio.to_thread(seeing.tables, workbench().floor, HOUSE, status=None)
        names = {entry["table"]: f"{entry['name']} ({entry['table']})" for entry in tables}
        with ui.element("div").classes("tools"):
            for part, label, options in (("table", "Table", names), ("which", "Which", SAID)):
                value = self.chosen[part] if self.chosen[part] in options else None
                field = ui.select(options, label=label, value=value, clearable=True, with_input=True)
                field.on_value_change(lambda event, part=part: self._choose(part, event.value))
                testid(field.props("outlined dense options-dense").classes("grow").style("min-width: 12rem"), f"rounds-{part}")
            box = ui.checkbox("Practice too", value=self.chosen["practice"])
            testid(box.on_value_change(lambda event: self._choose("practice", event.value)), "rounds-practice")
            tools(csv=self._export)
        self.paper = drawn("").classes("only-printed")
        self.list = drawn("")
        self.more = testid(ui.button("Older rounds", on_click=self._older).props("outline no-caps"), "rounds-older")
        await self._older()

    async def _choose(self, part: str, value: Any) -> None:
        self.chosen[part], self.rows, self.last = value, [], None
        linked("/audit/rounds", self.chosen | {"practice": "1" if self.chosen["practice"] else ""})
        await self._older()

    async def _older(self) -> None:
        from croupier.server import records

        if attempt(lambda: still(self.who)) is None:
            return
        found = await asyncio.to_thread(records.rounds, workbench().floor, **self.chosen, limit=PAGE, before=self.last)
        for entry in found:
            marks = [entry["status"]] if entry["status"] != "settled" else []
            marks += ["corrected"] * entry["corrected"] + ["irregular"] * bool(entry["irregular"])
            self.rows.append(
                (
                    (entry["round"], f"/audit/rounds/{entry['round']}"),
                    when(entry["opened"]),
                    f"{entry['name']} ({entry['game']})",
                    ", ".join(entry["players"]),
                    entry["dealer"],
                    money(entry["stake"]),
                    money(entry["win"]),
                    marks,
                    ", ".join(map(words, entry["irregular"])),
                )
            )
            self.last = entry["round"]
        asked = {"table": self.chosen["table"] or "", "which": SAID.get(self.chosen["which"] or "", "").lower()}
        self.paper.set_content(on_paper(self.who, f"{len(self.rows)} rounds, newest first", asked))
        heads = ("Round", "Opened (UTC)", "Table", "Players", "Dealer", "Staked", "House wins", "State", "Irregularity")
        shown = entries(heads, self.rows, sums=(5, 6), wide=(2,), name="rounds")
        self.list.set_content(shown if self.rows else "<p>There are no such rounds.</p>")
        self.more.set_visibility(len(found) == PAGE)

    async def _export(self) -> None:
        from croupier.server import exports, records

        if attempt(lambda: still(self.who)) is not None:
            found = await asyncio.to_thread(records.rounds, workbench().floor, **self.chosen, limit=exports.MOST)
            ui.download.content(exports.rounds(found), "rounds.csv", "text/csv")


async def _round(who: Person, round_id: str) -> None:
    from croupier.ledger.live import Disagrees
    from croupier.server import recall, records

    floor = workbench().floor
    heading(f"Round {round_id}")
    try:
        check = await asyncio.to_thread(records.check_seed, floor, round_id)
        recalled = await asyncio.to_thread(recall.recall, floor, round_id)
        shown = await asyncio.to_thread(recall.shown, floor, who, round_id)
    except Disagrees as error:
        testid(proof(False, f"The round does not follow from its events: {error}."), "round-disagrees")
        return
    except CroupierError as error:
        paragraph(str(error))
        return
    pairs: list[Any] = [
        ("Game", f"{recalled.round.playable.terms.name} ({shown['game']})"),
        ("Table", (shown["table"], f"/audit/rounds?table={shown['table']}")),
        ("Opened (UTC)", when(shown["opened"])),
        ("State", shown["status"]),
        ("Players", ", ".join(f"seat {seat}: {account}" for seat, account in shown["players"].items()) or "nobody"),
    ]
    drawn(facts(pairs))
    await replay.Replay(who, recalled).draw()
    _draw_chance(check, shown)
    await Settlement(who, round_id, recalled, shown).draw()
    heading("Events")
    rows: list[Any] = [
        ((str(e["id"]), f"/audit/events/{e['id']}"), when(e["at"]), e["kind"], e["by"], " ".join(e["marks"]))
        for e in shown["events"]
    ]
    drawn(entries(("Event", "When (UTC)", "What", "By", "Marks"), rows))
    if shown["settlement"] is not None:
        from croupier.server.writing import pack

        ui.link("Read the settlement clause by clause at the desk", f"/desk#round={pack(shown['log'])}").classes("q-mt-md")


def _draw_chance(check: Any, shown: dict[str, Any]) -> None:
    """Does the seed belong to what was published before, and does everything dealt follow from it?"""
    heading("Chance")
    if check is None:
        unfinished = shown["status"] == "playing" and shown["commitment"]
        paragraph(
            "The seed is published when the round is over."
            if unfinished
            else "People dealt, rolled or spun: there is no seed to check.",
            style="muted",
        )
        if shown["commitment"]:
            drawn(facts([("Commitment", shown["commitment"])], mono=("Commitment",)))
        return
    # Whoever sat where hands stay down is not told it: every hand that was thrown away follows from it.
    seed = shown["seed"] or ("not for whoever sat in the round" if check.seed else "missing")
    drawn(facts([("Commitment", check.commitment), ("Seed", seed)], mono=("Commitment", "Seed")))
    said = "The SHA-256 of the seed is the commitment published before the round."
    testid(proof(check.matches, said if check.matches else "The seed is not the one committed to."), "seed-matches")
    said = "Every card, roll and spin is the one the seed gives."
    testid(
        proof(check.follows, said if check.follows else f"What was dealt does not follow from the seed: {check.why}"),
        "seed-follows",
    )


_SAID = {"reversal": "Reversed", "correction": "Corrected from {} to {}", "late-ruling": "Ruled on late"}
"""What is said of a line that was changed when its round was over, from what it gave the player and what it then did."""


class Settlement:
    """The lines as they were posted; the floor may reverse one or set it right, with who and why."""

    def __init__(self, who: Person, round_id: str, recalled: Any, shown: dict[str, Any]) -> None:
        self.who, self.round_id, self.recalled, self.shown = who, round_id, recalled, shown

    async def draw(self) -> None:
        heading("Settlement")
        if self.shown["settlement"] is None:
            paragraph("The round is not over.", style="muted")
            return
        self.box = ui.element("div").classes("w-full")
        await self._lines()

    async def _lines(self) -> None:
        from croupier.server import recall

        changed = await asyncio.to_thread(recall.corrections, workbench().floor, self.round_id)
        self.box.clear()
        with self.box:
            for seat, total in self.shown["settlement"]["net"].items():
                player = self.shown["players"].get(seat)
                if player is None:
                    continue  # a seat of the table at which nobody sat
                ui.label(f"Seat {seat} ({player}): {money(total)}").classes("figures q-mt-sm").style("font-weight: 600")
                for line in self.shown["lines"]:
                    if str(line["seat"]) == seat:
                        self._line(line, [entry for entry in changed if line["line"] in entry["lines"]])
            if self._pot and self._may_correct:
                pot.Form(self.who, self.recalled, changed, then=self._lines).draw()

    @property
    def _may_correct(self) -> bool:
        return self.who.rules and self.shown["status"] != "playing"

    @property
    def _pot(self) -> bool:
        """Is what players put in shared among them, so that it is set right as a whole?"""
        return self.recalled.round.playable.stack is not None

    def _line(self, line: dict[str, Any], changed: list[dict[str, Any]]) -> None:
        with testid(ui.element("div").classes("w-full"), f"line-{line['line']}"):
            draw_line(self.recalled.round.playable, line)
            for entry in changed:
                said = _SAID[entry["kind"]].format(*map(money, entry["lines"][line["line"]]))
                said = f"{said} by {entry['by']}, {when(entry['at'])}: {entry['why']} ({entry['clause']})"
                testid(proof(False, said), f"reversed-{line['line']}")
            if self._may_correct and not self._pot:
                with ui.row().classes("gap-1"):
                    if not changed:
                        button = ui.button("Reverse this line", on_click=lambda: self._ask(line)).props("flat dense no-caps")
                        testid(button, f"reverse-{line['line']}")
                    button = ui.button("Set it right", on_click=lambda: self._ask_right(line)).props("flat dense no-caps")
                    testid(button, f"correct-{line['line']}")

    def _ask(self, line: dict[str, Any]) -> None:
        def reverse(person: Person, said: asking.Said) -> None:
            from croupier.server import corrections

            corrections.reverse(workbench().floor, person, self.round_id, line["line"], said["why"])

        text = (
            f"Seat {line['seat']}, {words(line['wager'])}: what it paid and collected is undone. "
            "The line stays in the books, and so does the reversal."
        )
        question = asking.Question("Correct a line", f"Reverse line {line['line']}", text, "reverse", "Reverse")
        asking.ask(question, self.who, reverse, self._lines)

    def _ask_right(self, line: dict[str, Any]) -> None:
        """What the line should have come to, by which clause, and why."""
        labels = {"returned": "Goes back of the stake", "won": "Wins", "commission": "The house keeps"}

        def fields() -> dict[str, Any]:
            found = {name: asking.amount(label, line[name], f"correct-{name}") for name, label in labels.items()}
            return found | {"clause": asking.clause(line["clause"], "correct-clause")}

        def correct(person: Person, said: asking.Said) -> None:
            from croupier.server import corrections

            returned, won, commission = (cents(said[name] or "0") for name in labels)
            right = {"clause": said["clause"], "why": said["why"]}
            corrections.correct(
                workbench().floor,
                person,
                self.round_id,
                line["line"],
                returned=returned,
                won=won,
                commission=commission,
                **right,
            )

        text = (
            f"Seat {line['seat']}, {words(line['wager'])}, a stake of {money(line['stake'])}: the difference moves. "
            "The line stays in the books, and so does what it is set to."
        )
        question = asking.Question("Correct a line", f"Set line {line['line']} right", text, "correct", "Set right")
        asking.ask(question, self.who, correct, self._lines, fields)
