"""How to play a game, to be read off: charts worked out by a job, as `croupier strategy` gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup
from nicegui import ui

from croupier.errors import CroupierError
from croupier.odds.shapes import has_odds
from croupier.server.jobs import Job, Status, Work
from croupier.server.pages import frame as framing
from croupier.server.pages.frame import tell
from croupier.server.pages.game.markup import join, put
from croupier.server.pages.game.prices import Working, fold, start_job
from croupier.server.pages.saying import title
from croupier.table.playable import Playable

Data = Mapping[str, Any]
SHADES = 6


def section(game: Playable) -> None:
    """The charts where they are known; otherwise a button that works them out."""
    with fold("strategy", "Strategy"):
        place = ui.element("div").classes("w-full")
    rules = game.terms
    if not has_odds(rules.file.procedure):
        with place:
            put(Markup("<p>No strategy is known for this procedure yet.</p>"))
        return
    work = Work.on("strategy", game)
    shown = _Shown(work, place)
    last = framing.workbench().jobs.latest(work)
    if last is not None and last.status is Status.DONE:
        shown.finish(last)
    elif last is not None and not last.status.over:
        shown.follow(last)
    else:
        shown.offer("")


class _Shown:
    """What stands in the section now."""

    def __init__(self, work: Work, place: Any) -> None:
        self.work, self.place = work, place

    def offer(self, why: str) -> None:
        self.place.clear()
        with self.place:
            if why:
                put(Markup('<p class="notice" role="status">{}</p>').format(why))
            put(Markup("<p>The best play is worked out from the rules, every choice weighed by what it nets on average.</p>"))
            ui.button("Work out the strategy", on_click=self.start).props(
                "unelevated no-caps color=primary data-testid=strategy-start"
            )

    def start(self) -> None:
        try:
            self.follow(start_job(self.work))
        except CroupierError as error:
            tell(error)

    def follow(self, job: Job) -> None:
        self.place.clear()
        with self.place:
            Working(job, "Working out the strategy", self.finish)

    def finish(self, job: Job) -> None:
        if job.status is not Status.DONE:
            self.offer("Cancelled." if job.status is Status.CANCELLED else job.message)
            return
        self.place.clear()
        with self.place:
            put(charts(job.result))


def charts(told: Data) -> Markup:
    """Every chart with its note, and the remark that goes with all of them."""
    drawn = [_chart(chart) for chart in told["charts"]]
    remark = told.get("remark")
    return join((*drawn, Markup("<p>{}.</p>").format(remark[:1].upper() + remark[1:]) if remark else ""))


def _chart(chart: Data) -> Markup:
    choices = list(dict.fromkeys(cell for row in chart["rows"] for cell in row[1:]))
    # Shades tell choices apart at a glance; the words in the cells say the same.
    shade = {choice: f"s{place % SHADES}" for place, choice in enumerate(choices)}
    head = join(Markup('<th scope="col">{}</th>').format(column) for column in chart["columns"])
    rows = join(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            row[0], join(Markup('<td class="{}">{}</td>').format(shade[cell], cell) for cell in row[1:])
        )
        for row in chart["rows"]
    )
    return Markup(
        '<div class="scrolls" tabindex="0" role="region" aria-label="{0}"><table class="ruled strategy" data-testid="strategy-chart">'
        "<caption>{0}</caption><thead><tr>{1}</tr></thead><tbody>{2}</tbody></table></div>{3}"
    ).format(
        title(chart["title"]),
        head,
        rows,
        Markup('<p class="small muted">{}</p>').format(chart["note"]) if chart["note"] else "",
    )
