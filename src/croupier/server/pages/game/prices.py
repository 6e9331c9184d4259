"""The prices on a game's page: what is known at once, what takes a moment by itself, the rest on a button; work shows how far it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup
from nicegui import ui

from croupier.errors import CroupierError
from croupier.odds import shipped
from croupier.odds.price import EXACT, SIMULATION, beside
from croupier.server.askers import Asker
from croupier.server.jobs import Job, Status, Work
from croupier.server.pages import frame as framing
from croupier.server.pages.frame import tell
from croupier.server.pages.game.edges import signed, strip
from croupier.server.pages.game.markup import explained, head, join, put, table, term
from croupier.server.pages.game.price_charts import both_widths, distribution, figure, hold
from croupier.server.pages.saying import title, words
from croupier.server.people import share_at
from croupier.server.rates import of_address
from croupier.table.playable import Playable

Data = Mapping[str, Any]
EVERY = 0.4
"""Seconds between two looks at a job."""
ALMOST = 0.95
SOON = 2.0
"""Seconds of work that are begun without being asked for."""


def can_be_priced(game: Playable) -> bool:
    """Is there a module that prices this procedure? Nothing is imported to find out."""
    from croupier.odds.shapes import has_odds

    return has_odds(game.terms.file.procedure)


def fold(name: str, heading: str) -> Any:
    """A section that folds, for elements that change."""
    outer = ui.element("section").classes("fold w-full").props(f"id={name}")
    with outer:
        ui.html(str(head(name, heading)), sanitize=False, tag="h2")
        return ui.element("div").classes("body").props(f"id={name}-body")


def sections(game: Playable, known: list[dict[str, Any]] | None, top: Any) -> None:
    """Prices, the distribution of one of them, and the hold over time; `top` shows the edges. Work is begun or offered otherwise."""
    with fold("prices", "Prices"):
        place = ui.element("div").classes("w-full")
    with fold("distribution", "How a round ends, and the hold over time"):
        chart = ui.element("div").classes("w-full")
    shown = _Shown(game, place, chart, top)
    if known is not None:
        shown.draw(known)
    elif not can_be_priced(game):
        shown.say(Markup("<p>No analysis knows this procedure yet.</p>"))
    else:
        last = framing.workbench().jobs.latest(Work.on("prices", game))
        if last is not None and not last.status.over:
            shown.follow(last)
        else:
            shown.offer("")
            if not shipped.against_the_house(game) or (shown.expected is not None and shown.expected < SOON):
                ui.timer(0, shown.start, once=True)  # once a browser shows the page, not for whoever only fetches it


def asker() -> Asker:
    """Who asks for a job on this page: somebody signed in, or whoever is at that address."""
    person = framing.person()
    if person is None:
        address = of_address(ui.context.client.ip)
        return Asker(f"visitor {address}", share_at(framing.workbench().database, address))
    return Asker.of(person)


def start_job(work: Work) -> Job:
    return framing.workbench().jobs.start(work, asker())


class Working:
    """A job's bar of progress with its button to cancel; `then` is called with the job once it is over.

    `parts` are the seconds that each part of the work took when it was last recorded: the bar is of time, not of parts.
    """

    def __init__(self, job: Job, what: str, then: Callable[[Job], None], parts: Sequence[float] = ()) -> None:
        self.job, self.what, self.then, self.parts = job, what, then, parts
        self.reached = (0, 0.0)
        """How many parts were done, and since which second of the work."""
        with ui.element("div").classes("w-full").props('role=group data-testid=job aria-label="Progress"'):
            self.text = ui.label(what).props("role=status data-testid=job-message")
            self.bar = ui.element("progress").props('data-testid=job-progress aria-label="Progress"')
            if job.owner == asker().name:
                ui.button("Cancel", on_click=self.cancel).props("unelevated no-caps color=secondary data-testid=job-cancel")
        self.timer = ui.timer(EVERY, self.look)

    async def cancel(self) -> None:
        await asyncio.to_thread(framing.workbench().jobs.cancel, self.job.id)
        self.look()

    def look(self) -> None:
        try:
            job = framing.workbench().jobs.find(self.job.id)
        except CroupierError as error:
            self.timer.deactivate()
            tell(error)
            return
        if job.status.over:
            if self.timer.active:
                self.timer.deactivate()
                self.then(job)
            return
        if job.status is Status.WAITING:
            ahead = framing.workbench().jobs.ahead(job.id)
            self.text.set_text(f"{self.what}: waiting its turn" + (f", {ahead} before it" if ahead else ""))
            return
        part = f"{job.done:,} of {job.total:,} prices" if job.total and self.parts else ""
        self.text.set_text(
            ", ".join(filter(None, (f"{self.what}: {job.message}", part, _lasting(job.seconds, sum(self.parts)))))
        )
        if job.done != self.reached[0]:
            self.reached = job.done, job.seconds
        if (through := far(self.parts, job.done, job.seconds - self.reached[1])) is not None:
            self.bar.props(f"value={through:.3f} max=1")


def far(parts: Sequence[float], done: int, seconds: float) -> float | None:
    """How far work is of whose parts so many are done and the next was begun so many seconds ago; None where nothing tells.

    A part is never all done before it is, however long it takes.
    """
    if not any(parts) or not done:
        return None
    under_way = min(seconds, ALMOST * parts[done]) if done < len(parts) else 0.0
    return min((sum(parts[:done]) + under_way) / sum(parts), ALMOST)


def _lasting(seconds: float, expected: float) -> str:
    return f"{seconds:.0f} s" + (f" of about {expected:.0f} s" if expected >= SOON and seconds <= expected else "")


class _Shown:
    """What stands in the two sections now."""

    def __init__(self, game: Playable, place: Any, chart: Any, top: Any) -> None:
        self.game, self.place, self.chart, self.top = game, place, chart, top
        self.prices: Sequence[Data] = ()
        self.parts = shipped.expected(game)

    @property
    def expected(self) -> float | None:
        """How many seconds the work takes, where that was recorded."""
        return sum(self.parts) or None

    def say(self, markup: Markup) -> None:
        for container in (self.place, self.chart):
            container.clear()
        with self.place:
            put(markup)
        with self.chart:
            put(Markup('<p class="muted">Drawn once the prices are known.</p>'))

    def offer(self, why: str) -> None:
        """A button that starts the work."""
        self.say(
            join(
                (
                    Markup('<p class="notice" role="status">{}</p>').format(why) if why else "",
                    Markup("<p>Not priced yet under this choice. {}</p>").format(_how_long(self.expected)),
                )
            )
        )
        with self.place:
            ui.button("Price every wager", on_click=self.start).props(
                "unelevated no-caps color=primary data-testid=price-start"
            )

    def start(self) -> None:
        try:
            self.follow(start_job(Work.on("prices", self.game)))
        except CroupierError as error:
            tell(error)

    def follow(self, job: Job) -> None:
        self.say(Markup(""))
        with self.place:
            Working(job, "Pricing", self.finish, self.parts)

    def finish(self, job: Job) -> None:
        if job.status is Status.DONE:
            self.draw(job.result["wagers"])
        else:
            self.offer("Cancelled." if job.status is Status.CANCELLED else job.message)

    def draw(self, prices: Sequence[Data]) -> None:
        self.prices = prices
        self.top.set_content(str(strip(self.game, prices)))
        self.place.clear()
        with self.place:
            put(price_table(prices))
            ui.on("choose-price", lambda event: self.choose(event.args))
        self.chart.clear()
        with self.chart:
            put(chooser(prices))
            self.picture = put(Markup(""))
        self.choose(0)

    def choose(self, place: Any) -> None:
        """Draw one price; the browser tells which."""
        number = int(place) if str(place).isdecimal() and int(place) < len(self.prices) else 0
        self.picture.set_content(str(picture(self.prices[number])))


def _how_long(seconds: float | None) -> str:
    if seconds is None:
        return "Every case is counted, which takes from a second to minutes."
    return f"Every case is counted, which takes about {seconds:.0f} s." if seconds >= SOON else ""


TERMS = {
    "house edge": "What the house wins on average of the wager that opens the round. Below nothing, the player wins.",
    "of all staked": "The same loss as a part of all that is staked in the round, raises and doubles too: the element of risk.",
    "deviation": "The standard deviation: how far one round lies from the average, in units of the wager that opens it.",
    "hit rate": "How often the round ends ahead for the player.",
    "strategy": "How the player is taken to play. CDZ-: by every card of the hand (composition-dependent), a hand after a split "
    "as it would be without one (zero memory). By totals: basic strategy, as on the card that players know.",
    "found": "Exact: every case was counted, in whole numbers. Double precision: chances were added up as floating-point numbers, "
    "and the notes say what else is approximated. Sampled: rounds were drawn, and the house edge has the standard error beside it.",
}
"""What the headings mean."""


def price_table(prices: Sequence[Data]) -> Markup:
    """Every price with its house edge as a bar; what it rests on stands below."""
    most = max((abs(price["house_edge"]) for price in prices), default=0) or 1
    rows = [
        (
            Markup('<a href="#distribution" data-tells="choose-price" data-value="{}">{}</a>').format(
                number, title(price["wager"])
            ),
            price["paytable"],
            bar(price["house_edge"], most),
            signed(f"{price['house_edge']:.4%}"),
            signed(f"{price['element_of_risk']:.4%}"),
            f"{price['standard_deviation']:.3f}",
            f"{price['hit_rate']:.3%}",
            price["strategy"].split(" (")[0] if price["strategy"] != "none" else "",
            _found(price),
        )
        for number, price in enumerate(prices)
    ]
    columns = ("wager", "table", "", *(term(name, says) for name, says in TERMS.items()))
    drawn = table(columns, rows, numbers=(3, 4, 5, 6), testid="prices")
    return join((drawn, explained(TERMS), notes(prices)))


def bar(edge: float, most: float) -> Markup:
    """A house edge beside the largest one; a player's gain has another colour, and its figure a minus."""
    return Markup('<div class="edge-bar{}" aria-hidden="true"><i style="width: {:.1f}%"></i></div>').format(
        " gain" if edge < 0 else "", 100 * abs(edge) / most
    )


def notes(prices: Iterable[Data]) -> Markup:
    """What prices rest on: methods, notes, strategies and readings, said once."""
    found: dict[str, list[str]] = {}
    readings: dict[str, None] = {}
    for price in prices:
        for note in (beside(price), price["strategy"] if "(" in price["strategy"] else ""):
            if note:
                found.setdefault(note, []).append(words(price["wager"]))
        readings |= dict.fromkeys(price["readings"])
    listed = [Markup("<li><b>{}</b>: {}</li>").format(", ".join(dict.fromkeys(wagers)), note) for note, wagers in found.items()]
    rest = (
        Markup("<p>These prices rest on readings: {}.</p>").format(
            join((Markup('<a href="#reading-{}">{}</a>').format(name, words(name)) for name in readings), ", ")
        )
        if readings
        else ""
    )
    shown = Markup(
        '<details class="small"><summary>Notes on these prices</summary><ul class="plain-list">{}</ul></details>'
    ).format(join(listed))
    return join((shown if listed else "", rest))


def _found(price: Data) -> str:
    return f"sampled, ± {price['standard_error']:.4%}" if price["method"] == SIMULATION else str(price["method"])


def _weights(price: Data, total: int) -> str:
    if price["method"] == EXACT:
        return f"Weights are whole numbers, every case counted; together they are {total:,}."
    if price["method"] == SIMULATION:
        return f"Weights are how often each came among {total:,} that were drawn: a sample, not a count of every case."
    return f"Not exact: weights are chances {beside(price)}."


def chooser(prices: Sequence[Data]) -> Markup:
    """Which price to draw."""
    options = join(
        Markup('<option value="{}">{}, table {}</option>').format(number, title(price["wager"]), price["paytable"])
        for number, price in enumerate(prices)
    )
    return Markup(
        '<div class="controls"><label for="choose-price">Wager and pay table'
        '<select class="control" id="choose-price" data-told="choose-price" data-testid="choose-price">{}</select></label></div>'
    ).format(options)


def picture(price: Data) -> Markup:
    """Both pictures of a price, and the figures behind them."""
    total = sum(outcome["weight"] for outcome in price["outcomes"])
    rows = [
        (
            title(outcome["outcome"]),
            figure(outcome["pays"]),
            f"{outcome['weight']:,}",
            f"{outcome['probability']:.6%}",
        )
        for outcome in price["outcomes"]
    ]
    outcomes = table(("outcome", "pays, net", "weight", "probability"), rows, numbers=(1, 2, 3), stack=False, testid="outcomes")
    exact = price.get("house_edge_exact")
    return join(
        (
            Markup('<h3 data-testid="drawn-price">{}, table {}: house edge {:.4%}</h3>').format(
                title(price["wager"]), price["paytable"], price["house_edge"]
            ),
            Markup('<p class="figures small breaks">as a fraction {}</p>').format(exact) if exact and len(exact) < 200 else "",
            Markup('<div class="tables-row"><figure><figcaption>How a round ends</figcaption>{}</figure>').format(
                both_widths(distribution, price)
            ),
            Markup(
                "<figure><figcaption>Hold per unit as rounds go by, with 68% and 95% bands</figcaption>{}</figure></div>"
            ).format(both_widths(hold, price)),
            Markup("<p class='small'>What an outcome pays is net, in units of the wager that opens the round. {}</p>").format(
                _weights(price, total)
            ),
            outcomes,
        )
    )
