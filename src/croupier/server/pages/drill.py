"""The drill: a finished round on the table, and the dealer says what every wager is paid."""

from __future__ import annotations

import json
import secrets
import time
from collections import OrderedDict
from functools import partial
from typing import Any

from nicegui import app, ui

from croupier.errors import BadInput
from croupier.server.pages.desk import cards, settlement
from croupier.server.pages.desk import parts as desk_parts
from croupier.server.pages.desk.cards import felt
from croupier.server.pages.desk.page import COPY, unknown_game
from croupier.server.pages.desk.parts import drawn, heading, paragraph, spoken_as, testid
from croupier.server.pages.desk.settlement import story
from croupier.server.pages.frame import aside, clause_chip, frame, money
from croupier.server.pages.saying import words
from croupier.server.scores import Score
from croupier.table.drills import PUSH, TAKE, Asked, Drill, answered, drill, why
from croupier.table.playable import Playable
from croupier.table.random_rounds import Level, charged
from croupier.table.settlement import cents

ALL_GAMES = "all"
MOST_SEED = 10**6
LEVELS = {
    Level.MAIN: "Main wagers only",
    Level.ALL: "All wagers",
    Level.COMMISSION: "All wagers, and the commission",
}
MOST_SCORES, MOST_TRIES = 2000, 100
_scores: OrderedDict[str, Score] = OrderedDict()
"""Scores of the browsers that have drilled since the server started."""

STYLE = """
.asked { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .2rem 1rem; align-items: center;
  border-top: 1px solid var(--line); padding: .45rem 0; width: 100%; }
.asked .doing { display: flex; gap: .4rem; align-items: center; }
.asked .doing .q-field { width: 10rem; }
.asked .whose { font-weight: 600; } .asked .after { grid-column: 1 / -1; font-size: .93rem; line-height: 1.4; }
@media (max-width: 600px) { .asked { grid-template-columns: minmax(0, 1fr); } .asked .doing .q-field { flex: 1; } }
.verdict { font-weight: 600; }
.score { display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; font-variant-numeric: tabular-nums; }
.score b { font: 600 1.15rem system-ui, sans-serif; }
.games-score td, .games-score th { padding: .15rem .9rem .15rem 0; text-align: right; font-variant-numeric: tabular-nums; }
.games-score td:first-child, .games-score th:first-child { text-align: left; }
"""


def declare() -> None:
    @ui.page("/drill")
    async def page(game: str = ALL_GAMES, level: str = "", seed: str = "") -> None:
        with frame("Drill", takes=("game", "level", "seed")):
            for style in (desk_parts.STYLE, STYLE, cards.STYLE, settlement.STYLE):
                ui.add_css(style)
            heading("Drill", 1)
            paragraph(
                "A round has been played and lies before you. For every wager do as the dealer does: type what it is paid, "
                "without the stake that it won with, or push it, or take it. Enter takes you to the next; t takes, p pushes.",
                style="muted",
            )
            chosen = Level(level) if level in set(Level) else Level.ALL
            if level and level != chosen:
                paragraph(f"There is no level {level[:40]!r}: {', '.join(Level)}.", style="notice")
            await Session(game, chosen, int(seed) if seed.isdecimal() and len(seed) < 10 else None).draw()


def _done(paid: int) -> str:
    """What the dealer does with a stake.

    >>> _done(500), _done(0), _done(-500)
    ('pay $5.00', 'push', 'take $5.00')
    """
    return f"pay {money(paid)}" if paid > 0 else f"take {money(-paid)}" if paid else PUSH


def score() -> Score:
    """This browser's score; the ones unused longest are forgotten first."""
    browser = app.storage.browser["id"]
    found = _scores.setdefault(browser, Score())
    _scores.move_to_end(browser)
    while len(_scores) > MOST_SCORES:
        _scores.popitem(last=False)
    return found


class Session:
    """Rounds one after another, each a list of figures to know."""

    def __init__(self, game: str, level: Level, seed: int | None) -> None:
        import croupier

        self.listed = {entry.id: entry for entry in croupier.listing()}
        self.game = game if game in self.listed else ALL_GAMES
        if game != self.game:
            unknown_game(game, self.listed)
        self.level, self.seed = level, seed
        self.score = score()
        self.drill: Drill | None = None
        self.scene = 0
        self.since = time.monotonic()
        self.fields: list[tuple[Asked, Any, Any]] = []

    async def draw(self) -> None:
        games = {ALL_GAMES: "All games"} | {entry.id: f"{entry.name} ({entry.id})" for entry in self.listed.values()}
        with ui.element("div").classes("flex items-center gap-2 w-full"):
            game = ui.select(games, label="Game", value=self.game, with_input=True, on_change=self._game)
            testid(game.props("outlined dense options-dense").classes("grow").style("min-width: 15rem"), "drill-game")
            level = ui.select({str(key): said for key, said in LEVELS.items()}, label="Difficulty", value=str(self.level))
            level.on_value_change(self._level)
            testid(level.props("outlined dense options-dense").style("min-width: 15rem"), "drill-level")
            testid(ui.button("New round", on_click=lambda: self.new()).props("outline no-caps"), "drill-new")
            testid(ui.button("Copy link", on_click=self._link).props("flat no-caps"), "drill-link")
        self.tally = ui.element("div").classes("w-full q-my-sm").props("aria-live=polite")
        self.table = ui.element("div").classes("w-full")
        self._draw_score()
        await self.new(self.seed)

    # Choosing

    async def _game(self, event: Any) -> None:
        if event.value:
            self.game = event.value
            self._address()
            await self.new()

    async def _level(self, event: Any) -> None:
        self.level = Level(event.value)
        self._address()
        await self.new()

    def _address(self) -> None:
        """The address keeps what was chosen."""
        ui.run_javascript(f"history.replaceState(null, '', {json.dumps(f'/drill?game={self.game}&level={self.level}')})")

    async def _link(self) -> None:
        assert self.drill is not None
        query = f"?game={self.drill.game}&level={self.drill.level}&seed={self.drill.seed}"
        copied = await ui.run_javascript(
            f"const a = location.origin + location.pathname + {json.dumps(query)}; history.replaceState(null, '', a);"
            + COPY % "a",
            timeout=5,
        )
        said = "The link to this round is copied, and stands in the address bar" if copied else "The address bar holds the link"
        ui.notify(said, position="top")

    async def new(self, seed: int | None = None) -> None:
        """Another round."""
        found = await aside(lambda: self._play(secrets.randbelow(MOST_SEED) if seed is None else seed))
        if found is not None:
            self.playable, self.drill = found
            self.scene = 0
            self._draw_scene()

    def _play(self, number: int) -> tuple[Playable, Drill]:
        """A round of a game chosen by its number; one in which nothing was decided is passed over."""
        playable = self._chosen(number)
        for again in range(MOST_TRIES):
            found = drill(playable, number + again, self.level)
            if found.asked:
                return playable, found
        raise BadInput(f"{playable.terms.name}: no round with anything to settle came up")

    def _chosen(self, number: int) -> Playable:
        """The game; of all games, with commission, the next one where the house keeps one."""
        from croupier.server.floor import prepare

        games = list(self.listed)
        for place in range(len(games)) if self.game == ALL_GAMES else ():
            playable = prepare(games[(number + place) % len(games)], None, None)
            opening = [wager for wager in playable.terms.wagers.values() if wager.placed == "opening"]
            if self.level is not Level.COMMISSION or any(charged(playable, wager) for wager in opening):
                return playable
        return prepare(self.game if self.game != ALL_GAMES else games[0], None, None)

    # The table and its questions

    def _draw_scene(self) -> None:
        assert self.drill is not None
        scene, game = self.drill.scenes[self.scene], self.playable.terms
        self.table.clear()
        self.fields = []
        spots = self.playable.spots.values()
        self.charged = {spot.called for spot in spots if charged(self.playable, spot.wager)}
        with self.table:
            with ui.element("div").classes("q-mb-xs"):
                ui.label(f"{game.name}: {scene.title}").classes("inline").style("font-weight: 600; font-size: 1.15rem")
                clause_chip(game.clause, game)
                ui.label(f"no. {self.drill.seed}").classes("inline muted text-sm q-ml-sm")
            testid(drawn(felt(scene.view, scene.stakes, thrown=scene.dice, spin=scene.spin)), "drill-table")
            story(scene.story, head="What led to this", opened=False)
            with testid(ui.element("div").classes("w-full q-mt-sm"), "drill-questions"):
                for place, asked in enumerate(scene.asked):
                    self._draw_question(place, asked)
            self.onward = ui.element("div").classes("q-mt-md")
        self.since = time.monotonic()
        self._focus(0)

    def _draw_question(self, place: int, asked: Asked) -> None:
        with testid(ui.element("div").classes("asked"), f"question-{place}"):
            with ui.element("div"):
                ui.label(f"Seat {asked.seat}: {self.playable.name_of(asked.wager)}").classes("whose")
                what = "the commission the house keeps" if asked.figure == "commission" else "what it is paid"
                if asked.figure == "paid" and asked.wager in self.charged:
                    what += ", before commission"
                held = f"{money(asked.stake)} staked: " if asked.stake else "a bonus without a stake: "
                ui.label(held + what).classes("muted text-sm")
            with ui.element("div").classes("doing"):
                field = ui.input().props('prefix="$" inputmode=decimal outlined dense autocomplete=off')
                field.without_auto_validation()
                spoken_as(field, f"Seat {asked.seat}, {self.playable.name_of(asked.wager)}: {what}")
                testid(field.classes("figures"), f"answer-{place}")
                if asked.figure == "paid" and asked.stake:
                    for word in (PUSH, TAKE):
                        said = ui.button(word.capitalize(), on_click=partial(self.say, place, word)).props("outline no-caps")
                        testid(said, f"{word}-{place}")
            after = ui.element("div").classes("after").props("aria-live=polite")
            field.on("keydown.enter", lambda place=place: self.answer(place))
        self.fields.append((asked, field, after))

    def say(self, place: int, word: str) -> None:
        """Push or take by a button; an amount that is typed already is the part that is taken."""
        field = self.fields[place][1]
        if field.enabled:
            field.value = f"{word} {field.value}".strip() if word == TAKE and field.value else word
            self.answer(place)

    def answer(self, place: int) -> None:
        """Check one figure, say why it is what it is, and go on."""
        assert self.drill is not None
        asked, field, after = self.fields[place]
        if not field.enabled:
            return
        try:
            said = str(field.value or "")
            given = answered(said, asked.stake) if asked.figure == "paid" else cents(said)
        except BadInput as error:
            field.error = str(error)
            return
        field.error = None
        now = time.monotonic()
        # A break for coffee is not thinking: two minutes count at most.
        self.score.add(self.drill.game, given == asked.right, min(now - self.since, 120.0))
        self.since = now
        field.disable()
        with after:
            self._correct(asked, given)
        self._draw_score()
        self._focus(place + 1)
        if not any(field.enabled for _, field, _ in self.fields):
            self._draw_onward()

    def _correct(self, asked: Asked, given: int) -> None:
        line, reason = asked.line, why(self.playable, asked.line)
        correct = given == asked.right
        told = _done if asked.figure == "paid" and asked.stake else money
        said = "Right" if correct else f"Not {told(given)}: {told(asked.right)}"
        testid(ui.label(said).classes("verdict " + ("gain" if correct else "loss")), "verdict")
        parts = [words(line.outcome)]
        if reason.pays:
            parts.append(f"pays {reason.pays}")
        if asked.figure == "paid":
            parts.append(f"returned {money(line.returned)}, won {money(line.won)}")
        if line.commission and asked.figure == "paid":
            parts.append(f"of which the house keeps {money(line.commission)} commission")
        ui.label("; ".join(parts)).classes("figures text-sm")
        settlement.draw_clauses(self.playable.terms, line.clause)
        for name in line.readings:
            settlement.draw_reading(self.playable.terms, name)

    def _draw_onward(self) -> None:
        assert self.drill is not None
        last = self.scene + 1 >= len(self.drill.scenes)
        with self.onward:
            button = ui.button("Next round" if last else "Next roll", on_click=self._onward).props("no-caps")
            testid(button, "drill-onward")
            ui.run_javascript(f"document.getElementById('c{button.id}').focus()")

    async def _onward(self) -> None:
        assert self.drill is not None
        if self.scene + 1 < len(self.drill.scenes):
            self.scene += 1
            self._draw_scene()
        else:
            await self.new()

    def _focus(self, place: int) -> None:
        if place < len(self.fields):
            self.fields[place][1].run_method("focus")

    def _draw_score(self) -> None:
        total = self.score.total
        self.tally.clear()
        with self.tally:
            with testid(ui.element("div").classes("score figures"), "drill-score"):
                for name, value in (
                    ("right", total.right),
                    ("wrong", total.wrong),
                    ("in a row", total.streak),
                    ("longest row", total.best),
                    ("seconds a line", f"{total.seconds_each:.1f}"),
                ):
                    with ui.element("span"):
                        ui.html(f"<b>{value}</b>", sanitize=False, tag="span")
                        ui.label(f" {name}").classes("inline muted")
            if len(self.score.games) > 1:
                self._draw_games()

    def _draw_games(self) -> None:
        rows = [("Game", "Right", "Wrong", "Seconds a line")]
        for game, tally in sorted(self.score.games.items()):
            rows.append((f"{self.listed[game].name} ({game})", str(tally.right), str(tally.wrong), f"{tally.seconds_each:.1f}"))
        with ui.expansion("Game by game").classes("w-full").props("dense header-class=q-px-none"):
            drawn(desk_parts.grid(rows, style="games-score figures text-sm"))
