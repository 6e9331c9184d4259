"""One person's place at a table: what they see of it, kept current, and every act they may do there."""

from __future__ import annotations

import asyncio
import contextvars
import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from html import escape
from typing import Any

from nicegui import background_tasks, core, ui

from croupier.errors import CroupierError
from croupier.server import between, house, playing, seeing
from croupier.server.floor import Conflicted
from croupier.server.pages import frame as framing
from croupier.server.pages.felt import drawing, printing
from croupier.server.pages.felt import layout as felt
from croupier.server.pages.felt import scene as felt_scene
from croupier.server.pages.frame import clause_chip, money, tell, workbench
from croupier.server.pages.table import actions, panels, style, telling
from croupier.server.pages.table.bets import Bets
from croupier.server.pages.table.sight import Sight
from croupier.server.people import Person
from croupier.server.seeing import Seen

SPIN = 1.5
"""How many seconds the picture of a wheel turns (table.css)."""


class Room(Sight):
    """A table on one browser. Everything it shows comes from `seeing.see`; everything it does goes through `playing` and `house`."""

    def __init__(self, person: Person, table_id: str) -> None:
        super().__init__(workbench().floor, person, table_id)
        self.chip = 500
        self.taking = self.narrow = False
        self.advice: panels.Hint | None = None
        self.later: list[ui.button] = []
        self.client = ui.context.client
        # A change comes in whoever's name made it; this page is drawn in the name of whoever asked for it, buttons and all.
        self._own = contextvars.copy_context()
        self.lock = asyncio.Lock()
        self._stirred = False
        self._doing = 0
        self.bets = Bets(self)
        self._cards: frozenset[felt_scene.Key] = frozenset()
        self._round = (self.seen["round"] or {}).get("id")
        self._results = len((self.seen["round"] or {}).get("results", []))
        self._drawn: dict[str, Any] = {}
        self._stops = 0.0
        self._stop: Callable[[], None] | None = None

    # What is on the page

    def build(self) -> None:
        """The parts of the page, empty; `draw` fills them."""
        game = self.playable.terms
        ui.add_css(style.style())
        ui.add_body_html(style.script())
        ui.html(drawing.SYMBOLS.read_text(encoding="utf-8"), sanitize=False)
        with ui.element("div").classes("room") as self.whole:
            with ui.element("div").classes("room-main"):
                with ui.element("div").classes("room-head"):
                    ui.html(escape(self.seen["name"]), sanitize=False, tag="h1")
                    with ui.element("span"):
                        ui.link(game.rulebook, f"/games/{game.id}").classes("text-sm")
                        clause_chip(game.clause, game)
                    with ui.element("div").classes("balance") as purse:
                        ui.label("Your chips").classes("muted")
                        self.balance = ui.label().props("data-testid=balance")
                    purse.set_visibility(self.person.plays)
                self.history = ui.html(sanitize=False).props("data-testid=history")
                with ui.element("div").classes("felt"):
                    self.spots = ui.html(sanitize=False).props('data-testid=felt role=group aria-label="The layout"')
                    self.things = ui.html(sanitize=False)
                self.spots.on("click", self._pointed, js_handler=style.CLICKED)
                self.spots.on("contextmenu", self._pointed, js_handler=style.TAKEN)
                self.spots.on("keydown", self._pointed, js_handler=style.KEYED)
                self.state = ui.label().classes("told-only").props('data-testid=table-state role=status aria-live="polite"')
                self.bar = ui.element("div").classes("bar").props("data-testid=bar")
            with ui.element("div").classes("room-side"):
                self.tools = ui.element("div")
                self.side = ui.element("div").classes("room-side")
        self.draw()
        if self.seat is not None:
            workbench().make_ready(self.playable)
        ui.on("narrow", lambda event: self._resized(bool(event.args)))
        self.timer = ui.timer(1.0, self._look_again)
        self.client.on_connect(self._listen)
        self.client.on_disconnect(self._deafen)
        self.client.on_delete(self._deafen)

    async def measure(self) -> None:
        """Ask the browser how wide it is, and to say so when that changes."""
        watch = (
            "const q = matchMedia('(max-width: 700px)'); q.onchange = () => emitEvent('narrow', q.matches); return q.matches;"
        )
        with suppress(TimeoutError):
            self._resized(bool(await ui.run_javascript(f"(() => {{ {watch} }})()", timeout=5.0)))

    def _resized(self, narrow: bool) -> None:
        if narrow != self.narrow:
            self.narrow = narrow
            self.draw()

    # Staying current

    def _listen(self) -> None:
        if self._stop is None:
            self._stop = self.floor.listen(self.table_id, self._stir)

    def _deafen(self) -> None:
        if self._stop is not None:
            self._stop()
            self._stop = None

    def _stir(self) -> None:
        """Somebody changed the table; this comes on any thread. What this page is doing itself, it looks at when it is done."""
        if core.loop is not None and not self._stirred:
            self._stirred = True
            if not self._doing:
                core.loop.call_soon_threadsafe(self._refresh_soon, context=self._own)

    def _refresh_soon(self) -> None:
        background_tasks.create(self.refresh(), name="table changed")

    async def _look_again(self) -> None:
        """Another process may have changed it."""
        try:
            stage = await asyncio.to_thread(seeing.stage, self.floor, self.table_id)
        except CroupierError:
            return
        if stage != (self.seen["seq"], self.seen["meters"]):
            await self.refresh()

    async def refresh(self) -> None:
        """See the table again, and draw what has changed."""
        self._stirred = False
        seen = await asyncio.to_thread(self._look_as_now)
        if seen is None:
            self._deafen()
        elif seen.state["seq"] >= self.seen["seq"] and not self.client.is_deleted:
            self.take_in(seen)
            self.draw()
            won = self.bets.returning()
            if won and self.bets.stay_up:
                background_tasks.create(self.bets.leave_up(won), name="winners stay up")

    def _look_as_now(self) -> Seen | None:
        """What there is to see, if this browser is still who the page was drawn for."""
        if self.client.is_deleted or framing.signing().person(self.client) != self.person:
            return None
        return self.look()

    def draw(self) -> None:
        """Every part whose content has changed."""
        seen, round_ = self.seen, self.seen["round"] or {}
        around = felt_scene.others(seen)
        layout = felt.lay_out(self.playable, others=len(around), seated=self.seat is not None, narrow=self.narrow)
        if round_.get("id") != self._round:
            self._round, self._cards, self._results, self.advice = round_.get("id"), frozenset(), 0, None
        if self.advice is not None and self.advice.seq != seen["seq"]:
            self.advice = None
        spun = len(round_.get("results", [])) > self._results
        scene = felt_scene.Scene(layout, self.playable, seen, self._cards)
        kind = "over" if self.over else seen["pending"]["kind"] if seen["pending"]["yours"] else "waiting"
        with self.client:
            self._draw_spots(layout)
            if self._changed("things", (seen["seq"], self.narrow, self.person.name)):
                self.things.set_content(scene.draw(results_before=self._results))
                self._cards, self._results = frozenset(scene.keys), len(round_.get("results", []))
            self._tell_balance(spun=spun and self.playable.wheel is not None)
            self.state.set_text(telling.spoken(self.playable, seen)).props(f"data-kind={kind} data-seq={seen['seq']}")
            for name, on in (("taking", self.taking), ("arranging", kind in ("arrange", "discard"))):
                self.whole.classes(add=name if on else "", remove="" if on else name)
            self._fill(self.bar, "bar", self._bar_state(), self._draw_bar)
            self._fill(self.tools, "tools", self._bar_state(), lambda: actions.draw_tools(self))
            self._fill(self.side, "side", (seen["seq"], self.advice), lambda: panels.draw(self, spun=spun))
            self.history.set_content(panels.history(self, spun=spun))
        if kind in ("choice", "offer", "arrange") and self._changed("question", (self._round, kind)):
            background_tasks.create(panels.foresee_hint(self), name="a hint foreseen")

    def _tell_balance(self, *, spun: bool) -> None:
        """What one has now; while the wheel still turns, not before it stops."""
        now = time.monotonic()
        self._stops = now + SPIN if spun else self._stops
        if now < self._stops:
            ui.timer(self._stops - now, lambda: self._tell_balance(spun=False), once=True)
        else:
            self.balance.set_text(money(self.seen["you"]["balance"]))

    def _draw_spots(self, layout: felt.Layout) -> None:
        """The printed felt once; after that only which spots are open, so that no click falls on a spot being replaced."""
        states = (sorted(self.open_spots()), sorted(self.wanted()))
        changed = self._changed("states", states)
        if self._changed("layout", layout):
            self.spots.set_content(printing.printed(layout, self.playable, *states))
            ui.run_javascript("window.feltKeep?.()")
        elif changed:
            ui.run_javascript(f"window.feltState?.(...{json.dumps(states)})")

    def _draw_bar(self) -> None:
        self.later = []
        actions.draw(self)

    def _bar_state(self) -> tuple[Any, ...]:
        seen = self.seen
        parts = (
            seen["pending"],
            seen["held"],
            seen["stopped"],
            seen["armed"],
            seen["may"],
            seen["players"],
            seen["settings"],
            self.chip,
            self.taking,
            self.over,
        )
        return (
            *map(repr, parts),
            self.advice,
            bool(self.bets.last),
            self.bets.may_undo,
            self.bets.stay_up,
            self.seat,
            seen["status"],
        )

    def _changed(self, part: str, content: Any) -> bool:
        changed: bool = self._drawn.get(part) != content
        self._drawn[part] = content
        return changed

    def _fill(self, element: ui.element, part: str, state: Any, fill: Callable[[], None]) -> None:
        if self._changed(part, state):
            element.clear()
            with element:
                fill()

    # What is done

    def tell(self, refusal: str) -> None:
        """A refusal in one line; the button that was pressed may be gone by now, the page is not."""
        with self.client:
            tell(CroupierError(refusal))

    def say(self, news: str) -> None:
        with self.client:
            ui.notify(news, position="top")

    async def do(self, work: Callable[[], Any]) -> Any:
        """A write, on another thread; a refusal is told in a line, and the page shows what is so now."""
        if framing.signing().person(self.client) != self.person:
            self.tell("You are not signed in any more.")
            return None
        self._doing += 1
        try:
            return await asyncio.to_thread(work)
        except Conflicted:
            self.tell("The table has moved on: that answer came too late. This is how it stands now.")
        except CroupierError as error:
            self.tell(str(error))
        finally:
            self._doing -= 1
            await self.refresh()
        return None

    async def answer(self, forms: list[list[Any]], *, expected: int | None = None, new_round: bool = False) -> Any:
        """Acts, one after another; one that is refused is told in a line, and those before it stand."""
        key = secrets.token_hex(16)
        done = await self.do(
            lambda: playing.answer(
                self.floor, self.person, self.table_id, forms, new_round=new_round, expected=expected, key=key
            )
        )
        if done is not None and done.get("refused"):
            self.tell(done["refused"]["error"])
        return done

    async def choose(self, form: list[Any]) -> None:
        """An answer to the question the page shows: refused if it is another's turn by now."""
        expected = self.seen["seq"]
        async with self.lock:
            await self.answer([form], expected=expected)

    async def done(self, step: str, by: str) -> None:
        """A step that was due is done."""
        key = secrets.token_hex(16)
        async with self.lock:
            await self.do(lambda: between.tell(self.floor, self.person, self.table_id, [["step", step, by]], key=key))

    async def sit_out(self) -> None:
        """From the next hand on one is dealt out, or in again; seat and chips stay."""
        seat, key = self.seat, secrets.token_hex(16)
        said = "back" if self.seen["players"][str(seat)]["away"] else "away"
        async with self.lock:
            await self.do(lambda: between.tell(self.floor, self.person, self.table_id, [[said, seat]], key=key))

    async def open_round(self) -> None:
        async with self.lock:
            if self.over:
                await self.open_now()

    async def open_now(self) -> None:
        key = secrets.token_hex(16)
        await self.do(lambda: playing.open_round(self.floor, self.person, self.table_id, key=key))

    async def _pointed(self, event: Any) -> None:
        verb, spot = event.args
        if spot in self.playable.spots:
            await self.bets.put(spot, take=verb == "take" or self.taking)

    async def sit(self, seat: int) -> None:
        key = secrets.token_hex(16)
        await self.do(lambda: house.sit(self.floor, self.person, self.table_id, seat, key=key))

    async def turn_to(self, seat: int) -> None:
        """The page is about another of one's positions."""
        self.position = seat
        await self.refresh()

    async def tip(self) -> None:
        key, amount = secrets.token_hex(16), self.chip
        if await self.do(lambda: house.tip(self.floor, self.person, self.table_id, amount, key=key)) is not None:
            self.say(f"{money(amount)} for the dealers. Thank you.")

    async def share(self, shared: bool) -> None:
        """Let others see one's own table and sit there, or no more of them."""
        key = secrets.token_hex(16)
        await self.do(lambda: house.share(self.floor, self.person, self.table_id, shared=shared, key=key))

    async def leave(self) -> None:
        """Get up; a practice table with nobody left at it is closed."""
        seat, key = self.seat, secrets.token_hex(16)
        if seat is not None:
            left = await self.do(lambda: house.leave(self.floor, self.person, self.table_id, seat, key=key))
            if left is None:
                return
            if seat in self.seen["you"]["seats"]:
                self.say("Your chips stand on the layout: the seat is yours until this round is over.")
            if self.seat is not None:
                return
        if self.seen["settings"]["practice"] and all(player["companion"] for player in self.seen["players"].values()):
            await self.do(self._close)
        with self.client:
            ui.navigate.to("/tables")

    def _close(self) -> None:
        if not self.over:
            playing.void(self.floor, self.person, self.table_id, "everybody has left the practice table")
        house.close_table(self.floor, self.person, self.table_id)

    async def report(self, irregularity: str, seat: int, *, now: bool) -> None:
        """Something went wrong: now, or as soon as its moment comes."""
        key = secrets.token_hex(16)

        def work() -> dict[str, Any]:
            return playing.report(self.floor, self.person, self.table_id, irregularity, seat, when_it_comes=not now, key=key)

        async with self.lock:
            answer = await self.do(work)
        if answer is not None and answer.get("awaits"):
            self.say("Reported: the table waits for the floor's ruling.")
        elif answer is not None and not now:
            self.say("It will happen as soon as its moment comes.")

    async def rule(self, *, approve: bool) -> None:
        key = secrets.token_hex(16)
        await self.do(lambda: playing.rule(self.floor, self.person, self.table_id, approve=approve, key=key))

    async def hint(self) -> None:
        """What the odds say about the question that stands; it may be called off."""
        self.advice = asked = panels.Hint(self.seen["seq"], working=True)
        self.draw()
        found = await panels.work_out_hint(self)
        if self.advice is asked:
            self.advice = found
            self.draw()

    def forget_hint(self) -> None:
        self.advice = None
        self.draw()
