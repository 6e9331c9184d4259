"""A game's page: its rules in our words with their clauses, its tables and prices under any choice the text leaves to the house."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from markupsafe import Markup
from nicegui import ui
from nicegui.events import UploadEventArguments

from croupier.compliance.wording import choice_text, words
from croupier.errors import BadInput, CroupierError
from croupier.odds import shipped
from croupier.rules.listing import listing
from croupier.server.jobs import known_prices
from croupier.server.pages.frame import alone, frame
from croupier.server.pages.game import asking, choices, compare, prices, rules, strategy
from croupier.server.pages.game.choices import Chosen
from croupier.server.pages.game.edges import strip
from croupier.server.pages.game.markup import PATIENCE, Citations, join, prepare_page, put, section, table
from croupier.server.pages.game.paytables import paytables
from croupier.server.pages.library import rulebooks
from croupier.server.pages.missing import refused

MOST_BYTES = 64_000
"""Of a file of house rules."""
CONTENTS = (
    ("glance", "At a glance"),
    ("options", "Options left to the house"),
    ("wagers", "Wagers"),
    ("paytables", "Pay tables"),
    ("prices", "Prices"),
    ("distribution", "How a round ends"),
    ("strategy", "Strategy"),
    ("rulings", "Irregularities and rulings"),
    ("readings", "Readings and doubts"),
    ("deal", "The deal and the table"),
    ("coverage", "Clause coverage"),
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """What of a page stands still: before the prices and after them, and the prices that are known already."""

    chosen: Chosen
    heading: Markup
    before: Markup
    known: list[dict[str, Any]] | None
    charts: Mapping[str, Any] | None
    asked: Mapping[str, int]
    """What can be asked about a hand: which cards, and how many."""
    after: Markup


def declare() -> None:
    @ui.page("/games/{rulebook}/{game}", response_timeout=PATIENCE)
    async def page(rulebook: str, game: str, request: Request) -> None:
        asked, name = request.query_params, f"{rulebook}/{game}"
        try:
            drawn = await asyncio.to_thread(lambda: draw(choices.read(name, asked.getlist("set"), asked.get("version"))))
        except CroupierError as error:
            with frame(f"{name}: refused"):
                refused("That cannot be shown", error, name)
            return
        with frame(f"{drawn.chosen.game.terms.name} ({rulebook})", takes=("set", "version", *asking.PARTS)):
            prepare_page()
            put(drawn.heading)
            edges = put(strip(drawn.chosen.game, drawn.known))
            put(drawn.before)
            _loading(name)
            prices.sections(drawn.chosen.game, drawn.known, edges)
            strategy.section(drawn.chosen.game, drawn.charts, drawn.asked, asked)
            put(drawn.after)

    compare.declare()


def _loading(game: str) -> None:
    """A file of house rules, to see the game under it."""

    async def load(event: UploadEventArguments) -> None:
        try:
            content = await event.file.read()
            if len(content) > MOST_BYTES:  # the browser was told so, and may send it all the same
                raise BadInput(f"{event.file.name}: larger than {MOST_BYTES:,} bytes")
            ui.navigate.to(await alone(lambda: choices.loaded(game, content, event.file.name)))
        except CroupierError as error:
            ui.notify(str(error), type="negative")

    # The field itself is a box with a bar of figures; a button that opens its picker, in the browser, is all a reader needs.
    field = ui.upload(on_upload=load, auto_upload=True, max_file_size=MOST_BYTES).classes("hidden")
    field.props('accept=".json,.toml" data-testid="options-load"')
    button = ui.button("Load house rules from a file").props('no-caps data-testid="options-pick"')
    button.on("click", js_handler=f"() => getElement({field.id}).pickFiles()")


def draw(chosen: Chosen) -> Drawn:
    """The page from top to bottom, but for what works."""
    from croupier.compliance import describe

    game = chosen.game.terms
    described: Mapping[str, Any] = describe.rules(game)
    clauses = describe.clauses(game)
    cite = Citations.of(game)
    tables, rulings, readings = (described[part] for part in ("paytables", "rulings", "readings"))
    before = join(
        (
            contents(),
            section("glance", "At a glance", rules.glance(game, described, cite)),
            section("options", "Options left to the house", choices.controls(chosen, described, cite)),
            section("wagers", "Wagers", rules.wagers(game, described, cite), f"{len(game.wagers)}"),
            section("paytables", "Pay tables", paytables(tables, cite), f"{len(tables)}"),
        )
    )
    after = join(
        (
            section("rulings", "Irregularities and rulings", rules.rulings(described, game, cite), f"{len(rulings)}"),
            section("readings", "Readings and doubts", rules.readings(described, cite), f"{len(readings)}"),
            section("deal", "The deal and the table", join((rules.deal(described, game, cite), notes(described, cite)))),
            section("coverage", "Clause coverage", rules.coverage(game, clauses, cite), f"{len(clauses)}", closed=True),
        )
    )
    top = heading(chosen, rulebooks()[game.rulebook].name)
    return Drawn(
        chosen, top, before, known_prices(chosen.game), shipped.strategy_of(chosen.game), asking.parts_of(chosen.game), after
    )


def heading(chosen: Chosen, rulebook: str) -> Markup:
    """Name, document, and what can be done with the game."""
    game = chosen.game.terms
    others = [entry for entry in listing() if entry.game == game.game and entry.id != game.id]
    changed = join(
        (
            Markup('<span class="tag strong">{} = {}</span>').format(words(name), said)
            for name, said in (
                *((name, choice_text(game.file.options[name], value)) for name, value in chosen.options.items()),
                *((("version", chosen.version),) if chosen.version else ()),
            )
        ),
        " ",
    )
    return Markup(
        '<p class="rulebook-line">{book}</p><h1 data-testid="game-name">{name}</h1><p>{chip} <span class="tag">{id}</span> {changed}</p>'
        '<p class="card-acts"><a class="act" href="{play}" data-testid="play">Play this game</a> {compare}</p>'
    ).format(
        book=rulebook,
        name=game.name,
        chip=Markup('<span class="chip-clause">{}</span>').format(game.clause),
        id=game.id,
        changed=changed,
        play=choices.address(game.id, chosen.options, chosen.version, at="/play/"),
        compare=Markup('<a class="act quiet" href="{}" data-testid="compare">Compare {} rulebooks</a>').format(
            choices.compared(chosen, [game.id, *(entry.id for entry in others)]), len(others) + 1
        )
        if others
        else Markup('<a class="act quiet" href="{}" data-testid="compare">Compare with another game</a>').format(
            choices.compared(chosen, [game.id])
        ),
    )


def contents() -> Markup:
    """Links to every section."""
    links = join(Markup('<li><a href="#{}">{}</a></li>').format(name, text) for name, text in CONTENTS)
    return Markup('<nav aria-label="On this page"><ul class="toc" data-testid="contents">{}</ul></nav>').format(links)


def notes(described: Mapping[str, Any], cite: Citations) -> Markup | str:
    """What the text also says, which no rule of the table rests on."""
    rows = [(note["says"], cite.chips(note["clause"])) for note in described["notes"]]
    return table(("also in the text", "clause"), rows, caption="Notes") if rows else ""
