"""Handle, win and hold of the house, beside the theoretical hold, by game, table, dealer, day or wager; with a picture."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta
from typing import Any

from nicegui import ui

from croupier.server.pages.audit.hold_chart import chart
from croupier.server.pages.audit.parts import audited, entries, linked, on_paper, tools
from croupier.server.pages.desk.parts import drawn, paragraph, testid
from croupier.server.pages.frame import attempt, money, still, workbench
from croupier.server.people import Person

BY = {"game": "Game", "table": "Table", "dealer": "Dealer", "day": "Day", "wager": "Wager"}
_DAY, _TABLE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"), re.compile(r"t[0-9a-f]{8}")
FAR = 3.0
"""Standard errors from which a deviation is marked."""
PERIODS = {"": "All days", "1": "Today", "7": "Seven days", "30": "Thirty days"}


def declare() -> None:
    @ui.page("/audit/hold")
    async def hold(
        by: str = "game", days: str = "", since: str = "", until: str = "", table: str = "", practice: str = ""
    ) -> None:
        with audited("/audit/hold", "Hold", takes=("by", "days", "since", "until", "table", "practice")) as who:
            if who is not None:
                within = {name: day if _DAY.fullmatch(day) else "" for name, day in (("since", since), ("until", until))}
                chosen = {"by": by if by in BY else "game", "days": days if days in PERIODS else "", **within}
                chosen["table"] = table if _TABLE.fullmatch(table) else ""
                await Report(who, chosen | {"practice": practice}).draw()


class Report:
    """One way of adding up, over some days."""

    def __init__(self, who: Person, chosen: dict[str, str]) -> None:
        self.who, self.chosen = who, chosen
        self.found: list[Any] = []

    async def draw(self) -> None:
        with ui.element("div").classes("tools"):
            for part, label, options in (("by", "By", BY), ("days", "Days (UTC)", PERIODS)):
                field = ui.select(options, label=label, value=self.chosen[part])
                field.on_value_change(lambda event, part=part: self._choose(part, event.value))
                testid(field.props("outlined dense options-dense").style("min-width: 9rem"), f"hold-{part}")
            for part, label in (("since", "From"), ("until", "To")):
                day = ui.input(label, value=self.chosen[part]).props("outlined dense type=date stack-label")
                testid(day.on_value_change(lambda event, part=part: self._day(part, event.value)), f"hold-{part}")
            box = ui.checkbox("Practice instead", value=bool(self.chosen["practice"]))
            testid(box.on_value_change(lambda event: self._choose("practice", "1" if event.value else "")), "hold-practice")
            tools(csv=self._export)
        self.said = testid(paragraph(""), "hold-said")
        self.paper = drawn("").classes("only-printed")
        self.picture, self.table = testid(drawn(""), "hold-chart"), drawn("")
        paragraph(
            "Handle is what players staked on wagers that were decided, win what the house kept of it with its commission; companions are "
            "not counted. The theoretical hold weighs the stored price of each wager by what was staked on it; a deviation is in "
            "standard errors of the win, as if each wager were decided by itself. A wager whose price is not stored, or moves with a "
            "meter, is not priced. Of a poker table the win is rake and time charges; what players' pots gave to their own fund is not.",
            style="muted",
        )
        await self._show()

    async def _choose(self, part: str, value: str) -> None:
        self.chosen[part] = value or ""
        if part == "days":
            self.chosen |= {"since": "", "until": ""}
        linked("/audit/hold", self.chosen)
        await self._show()

    async def _day(self, part: str, value: str | None) -> None:
        if not value or _DAY.fullmatch(value):
            self.chosen |= {part: value or "", "days": ""}
            linked("/audit/hold", self.chosen)
            await self._show()

    def _since(self) -> str | None:
        if self.chosen["days"]:
            return str((datetime.now(UTC) - timedelta(days=int(self.chosen["days"]) - 1)).date())
        return self.chosen["since"] or None

    async def _show(self) -> None:
        from croupier.server import holding

        if attempt(lambda: still(self.who)) is None:
            return
        within = {"since": self._since(), "until": self.chosen["until"] or None, "table": self.chosen["table"] or None}
        by: Any = self.chosen["by"]
        practice = bool(self.chosen["practice"])
        self.found = await asyncio.to_thread(holding.report, workbench().floor, by, **within, practice=practice)
        whole = holding.total(self.found)
        of = "Practice tables, which are no part of the house's books" if practice else "The house's own tables"
        at = f", table {self.chosen['table']}" if self.chosen["table"] else ""
        at += f", from {within['since']}" if within["since"] else ""
        at += f", to {within['until']}" if within["until"] else ""
        asked = {"by": by, **{part: day or "" for part, day in within.items()}}
        self.paper.set_content(on_paper(self.who, "Practice" if practice else "Hold", asked))
        self.said.set_content(f"{of}{at}." if self.found else f"{of}{at}: nothing was settled in these days.")
        self.picture.set_content(str(chart(self.found)) if any(hold.hold is not None for hold in self.found) else "")
        heads = (BY[by], "Rounds" if by != "wager" else "", "Handle", "Win", "Hold", "Theoretical", "Deviation", "")
        rows = [self._row(hold) for hold in self.found]
        if len(rows) > 1:
            rows.append(self._row(whole, name="Total"))
        listed = entries(heads, rows, sums=(1, 2, 3, 4, 5, 6), total=len(rows) > 1, name="hold")
        self.table.set_content(listed if rows else "")

    def _row(self, hold: Any, *, name: str = "") -> tuple[Any, ...]:
        by, label = self.chosen["by"], name or hold.label
        first: Any = (f"{label} ({hold.name})", f"/audit/rounds?table={hold.name}") if by == "table" and not name else label
        marks = ["far from it"] if hold.deviation is not None and abs(hold.deviation) >= FAR else []
        if hold.drop:
            marks.append(f"players' fund {money(hold.drop)}")
        return (
            first,
            f"{hold.rounds:,}" if hold.rounds else "",
            money(hold.handle) if hold.handle or not hold.pots else "",
            money(hold.win),
            "" if hold.hold is None else f"{hold.hold:.2%}",
            theory(hold),
            "" if hold.deviation is None else f"{hold.deviation:+.1f}",
            marks,
        )

    async def _export(self) -> None:
        from croupier.server import exports

        if attempt(lambda: still(self.who)) is not None:
            ui.download.content(exports.holds(self.found, self.chosen["by"]), f"hold-by-{self.chosen['by']}.csv", "text/csv")


def theory(hold: Any) -> str:
    """The theoretical hold in words, and of how much of the handle it is."""
    if not hold.handle:
        return ""
    if hold.theoretical is None:
        return "not priced"
    part = f" ({hold.priced / hold.handle:.0%} priced)" if hold.priced != hold.handle else ""
    return f"{hold.theoretical:.2%}{part}"
