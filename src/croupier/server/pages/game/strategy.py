"""How to play a game, to be read off: charts worked out by a job, as `croupier strategy` gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup
from nicegui import ui

from croupier.errors import CroupierError
from croupier.odds import shipped
from croupier.odds.advice import strategy
from croupier.odds.shapes import has_odds
from croupier.server.jobs import Job, Status, Work
from croupier.server.pages import frame as framing
from croupier.server.pages.frame import tell
from croupier.server.pages.game.asking import Asking
from croupier.server.pages.game.charts import charts
from croupier.server.pages.game.markup import put
from croupier.server.pages.game.prices import Working, fold, start_job
from croupier.table.playable import Playable


def section(game: Playable, known: Mapping[str, Any] | None, parts: Mapping[str, int], brought: Mapping[str, str]) -> None:
    """The charts where they are known, otherwise a button that works them out; and a hand to be asked about."""
    with fold("strategy", "Strategy"):
        place = ui.element("div").classes("w-full")
        if not has_odds(game.terms.file.procedure):
            with place:
                put(Markup("<p>No strategy is known for this procedure yet.</p>"))
            return
        if parts:
            Asking(game, parts, brought)
    if not shipped.against_the_house(game):
        known = {"charts": (), "remark": strategy(game)[1]}  # nothing is worked out
    shown = _Shown(Work.on("strategy", game), place)
    last = framing.workbench().jobs.latest(shown.work)
    if known is not None:
        shown.draw(known)
    elif last is not None and last.status is Status.DONE:
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
        self.draw(job.result)

    def draw(self, told: Mapping[str, Any]) -> None:
        self.place.clear()
        with self.place:
            put(charts(told))
