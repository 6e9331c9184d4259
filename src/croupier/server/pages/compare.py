"""Games side by side: wagers, options, pay tables, rulings and known prices, with every difference marked."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from fastapi import Request
from markupsafe import Markup
from nicegui import ui

from croupier.errors import BadInput, CroupierError
from croupier.rules.listing import Listed, listing
from croupier.server.floor import prepare
from croupier.server.jobs import known_prices
from croupier.server.pages.compare_rows import Row, Side, glance, options, paytables, prices, rulings, wagers
from croupier.server.pages.frame import frame
from croupier.server.pages.game_markup import PATIENCE, Citations, join, prepare_page, put, section
from croupier.server.pages.library import rulebooks
from croupier.server.pages.saying import title

MOST = 5
"""More columns than this cannot be read beside each other."""


def declare() -> None:
    @ui.page("/compare/{game}", response_timeout=PATIENCE)
    async def page(game: str, request: Request) -> None:
        asked = request.query_params.get("games", "")
        try:
            drawn = await asyncio.to_thread(lambda: comparison(game, chosen(game, asked)))
        except CroupierError as error:
            drawn = Markup(
                '<h1>That cannot be compared</h1><p class="notice" role="alert" data-testid="refusal">{}</p>'
            ).format(str(error))
        with frame(f"Compare {game.replace('-', ' ')}"):
            prepare_page()
            put(drawn)


def chosen(game: str, asked: str) -> list[str]:
    """The games to compare: those named, or every rulebook's own of that name."""
    named = list(dict.fromkeys(filter(None, (part.strip() for part in asked.split(",")))))
    found = named or [entry.id for entry in listing() if entry.game == game]
    if not found:
        raise BadInput(f"no rulebook has a game called {game!r}")
    if len(found) > MOST:
        raise BadInput(f"{len(found)} games are too many to read side by side: at most {MOST}")
    return found


def comparison(game: str, games: Sequence[str]) -> Markup:
    """The whole page."""
    from croupier.compliance import describe

    books = rulebooks()
    sides = []
    for name in games:
        playable = prepare(name, None, None)
        clauses = {clause: entry.says for clause, entry in playable.terms.clauses.items()}
        cite = Citations(playable.terms.clause, clauses, linked=False)
        sides.append(
            Side(
                playable.terms,
                describe.rules(playable.terms),
                known_prices(playable),
                cite,
                books[playable.terms.rulebook].name,
            )
        )
    parts = (
        ("glance", "At a glance", glance(sides)),
        ("options", "Options and rules", options(sides)),
        ("wagers", "Wagers", wagers(sides)),
        ("paytables", "Pay tables", paytables(sides)),
        ("prices", "Prices", prices(sides)),
        ("rulings", "Irregularities and rulings", rulings(sides)),
    )
    head = Markup("<h1>{}, side by side</h1>").format(
        " and ".join({side.game.game: side.game.name for side in reversed(sides)}.values())
    )
    folds = join(section(name, heading, _grid(sides, rows, name), _differing(rows)) for name, heading, rows in parts)
    return join((head, picker(game, games), folds))


def _differing(rows: Sequence[Row]) -> str:
    found = sum(row.differs for row in rows)
    return f"{found} of {len(rows)} differ" if rows else ""


def picker(game: str, games: Sequence[str]) -> Markup:
    """Which games stand here, each to be left out, and one to be added."""
    links = []
    for name in games:
        rest = ",".join(other for other in games if other != name)
        out = (
            Markup(' <a class="tag" href="/compare/{}?games={}" aria-label="Leave out {}">leave out</a>').format(
                game, rest, name
            )
            if len(games) > 1
            else ""
        )
        links.append(Markup('<li><a href="/games/{}">{}</a>{}</li>').format(name, name, out))
    known = [entry for entry in listing() if entry.id not in games]
    same = sorted(known, key=lambda entry: (entry.game != game, entry.id))
    add = (
        Markup(
            '<form class="controls" data-adds="{}"><label for="add-game">Add a game'
            '<select class="control" id="add-game" data-testid="compare-add">{}'
            '</select></label><button class="act" type="submit" data-testid="compare-add-button">Add</button></form>'
        ).format(f"/compare/{game}?games={','.join(games)}", join(map(_option, same)))
        if len(games) < MOST and same
        else ""
    )
    only = Markup(
        '<div class="controls"><label class="check"><input type="checkbox" id="only-differences" data-testid="only-differences"> '
        "Show only what differs</label></div>"
    )
    return Markup('<ul class="legend" data-testid="compared">{}</ul>{}{}').format(join(links), add, only)


def _option(entry: Listed) -> Markup:
    return Markup('<option value="{0}">{0}: {1}</option>').format(entry.id, entry.name)


def _grid(sides: Sequence[Side], rows: Sequence[Row], name: str) -> Markup:
    if not rows:
        return Markup(
            "<p>Nothing is known here yet; the games' own pages can work it out.</p>" if name == "prices" else "<p>Nothing.</p>"
        )
    head = join(Markup('<th scope="col">{}</th>').format(column) for column in ("", *(side.game.id for side in sides)))
    body = join(
        Markup('<tr class="{}"><th scope="row">{}{}</th>{}</tr>').format(
            "differs" if row.differs else "same",
            title(row.name),
            Markup(' <span class="tag strong">differs</span>') if row.differs else "",
            join(
                Markup('<td data-label="{}">{}</td>').format(side.game.id, cell)
                for side, cell in zip(sides, row.cells, strict=True)
            ),
        )
        for row in rows
    )
    return Markup(
        '<div class="scrolls"><table class="ruled stack compared" data-testid="compare-{}">'
        "<thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>"
    ).format(name, head, body)
