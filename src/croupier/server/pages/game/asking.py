"""What should I do with this hand? Its cards are typed or picked on a game's page, and every choice with it is weighed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from nicegui import ui

from croupier.errors import CroupierError
from croupier.server.pages import frame as framing
from croupier.server.pages.desk import cards, picker
from croupier.server.pages.game.markup import join, put, table
from croupier.server.pages.game.prices import asker
from croupier.server.pages.saying import title
from croupier.table.playable import Playable

Data = Mapping[str, Any]
PARTS = {"hand": "Your cards", "dealer": "The dealer shows", "community": "Community cards", "after": "Choices made before"}
WIDTH = "w-full sm:w-56"
PLAIN = "choice"
"""What the table calls a question that has no name of its own."""
MOST_CHOICES = 8
"""Of a long list, the best so many are shown."""


def parts_of(game: Playable) -> dict[str, int]:
    """What a player can name of a hand before it is decided, and how many cards of it; nothing where nobody plays the house with cards."""
    shape = game.shape
    if shape.hand <= shape.later or game.terms.file.rake is not None:
        return {}
    from croupier.odds.queries import cards_shown

    try:
        sizes = {"hand": shape.hand, "dealer": cards_shown(game), "community": shape.community}
    except CroupierError:
        return {}
    return {name: size for name, size in sizes.items() if size}


class Asking:
    """The fields, and below them what was answered last. An address may bring the cards along."""

    def __init__(self, game: Playable, parts: Mapping[str, int], brought: Mapping[str, str]) -> None:
        self.game = game
        self.picker = picker.Picker({str(card): count for card, count in game.counts.items()})
        self.fields: dict[str, Any] = {}
        ui.add_css(picker.STYLE + cards.STYLE)
        put(Markup("<h3>One hand</h3>"))
        with ui.row().classes("items-end gap-x-4 gap-y-1"):
            for name, size in parts.items():
                self._field(name, size, brought.get(name, ""))
            if "community" in parts:
                field = ui.input(PARTS["after"], value=brought.get("after", ""), placeholder="check, bet-1x ...").classes(WIDTH)
                self.fields["after"] = field.props("dense outlined data-testid=ask-after")
            button = ui.button("Weigh the choices", on_click=self.ask)
            button.props("unelevated no-caps color=primary data-testid=ask")
        self.answer = ui.element("div").classes("w-full").props("role=status")
        if brought.get("hand"):
            ui.timer(0, self.ask, once=True)

    def _field(self, name: str, most: int, value: str) -> None:
        field = ui.input(PARTS[name], value=value, placeholder="As Th").classes(WIDTH)
        field.props(f"dense outlined data-testid=ask-{name}").on("keydown.enter", self.ask)
        self.fields[name] = field
        with field.add_slot("append"):
            button = ui.button(icon="style", on_click=lambda: self._pick(name, most))
            button.props(f'flat round dense aria-label="Pick: {PARTS[name].lower()}" data-testid=pick-{name}')

    def _pick(self, name: str, most: int) -> None:
        used = [card for other, field in self.fields.items() if other != "after" for card in field.value.split()]
        given = self.fields[name].value.split()
        self.picker.open(
            PARTS[name], given, max(most, len(given)), used, lambda picked: self.fields[name].set_value(" ".join(picked))
        )

    async def ask(self) -> None:
        """Have it weighed beside the server, and keep the cards in the address."""
        said = {name: field.value.strip() for name, field in self.fields.items()}
        terms, bench = self.game.terms, framing.workbench()
        house = {part: dict(value) for part, value in terms.house_rules.items() if value}
        asked = {"game": terms.id, "house_rules": house, "version": terms.version, **said}
        self._show(Markup('<p class="muted">Weighing every choice …</p>'))
        try:
            found = await bench.work_out(bench.advice, asker().share, "asked", asked)
        except CroupierError as error:
            self._show(Markup('<p class="notice" role="alert" data-testid="ask-refused">{}</p>').format(str(error)))
            return
        except asyncio.CancelledError:
            return
        self._show(answers(found))
        kept = urlencode({name: value for name, value in said.items() if value})
        ui.run_javascript(
            f"const u = new URL(location); for (const k of {[*PARTS]!r}) u.searchParams.delete(k);"
            f"new URLSearchParams({kept!r}).forEach((v, k) => u.searchParams.set(k, v)); history.replaceState(null, '', u)"
        )

    def _show(self, markup: Markup) -> None:
        self.answer.clear()
        with self.answer:
            put(markup)


def answers(found: Sequence[Data]) -> Markup:
    """Every question of the table about these cards, its choices from the best down."""
    return join(map(_answer, found))


def _answer(advice: Data) -> Markup:
    ranked = sorted(advice["choices"], key=lambda entry: (entry["choice"] != advice["best"], -entry["value"]))
    rows = [
        (
            title(entry["choice"]),
            f"{entry['value']:+.6f}".replace("-", "\N{MINUS SIGN}"),
            "best" if entry["choice"] == advice["best"] else f"{entry['cost']:.6f}",
        )
        for entry in ranked[:MOST_CHOICES]
    ]
    more = len(ranked) - MOST_CHOICES
    said = [f"{'Exact' if advice['exact'] else 'Not exact'}: {advice['basis']}; {advice['strategy']}."]
    said += [f"And {more} more choices."] if more > 0 else []
    weighed = table(("choice", "nets on average", "gives away"), rows, numbers=(1, 2), stack=False, testid="asked")
    about = "" if advice["question"] == PLAIN else f"{title(advice['question'])}: "
    return Markup('<div class="hand-asked"><p>{}<b>{}</b></p>{}<p class="small muted">{}</p></div>').format(
        about, title(advice["best"]), weighed, " ".join(said)
    )
