"""Games side by side: wagers, options, pay tables, rulings and known prices, with every difference marked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from fastapi import Request
from markupsafe import Markup
from nicegui import ui
from starlette.datastructures import QueryParams

from croupier.compliance.differences import Fact, Part, Side, compare
from croupier.errors import BadInput, CroupierError, Unknown
from croupier.rules.listing import Listed, listing
from croupier.server.jobs import known_prices
from croupier.server.pages.frame import frame
from croupier.server.pages.game import choices
from croupier.server.pages.game.markup import PATIENCE, Citations, Text, join, prepare_page, put, section
from croupier.server.pages.library import rulebooks
from croupier.server.pages.missing import refused
from croupier.server.pages.saying import title, words

MOST = 5
"""More columns than this cannot be read beside each other."""
HEADINGS = {
    "glance": "At a glance",
    "options": "Options and rules",
    "wagers": "Wagers",
    "paytables": "Pay tables",
    "prices": "Prices",
    "rulings": "Irregularities and rulings",
}


def declare() -> None:
    @ui.page("/compare/{game}", response_timeout=PATIENCE)
    async def page(game: str, request: Request) -> None:
        asked = request.query_params
        try:
            drawn = await asyncio.to_thread(lambda: comparison(game, wanted(game, asked)))
        except CroupierError as error:
            with frame(f"Compare {words(game)}: refused"):
                refused("That cannot be compared", error, game)
            return
        with frame(f"Compare {words(game)}", takes=("games", "set", "differs")):
            prepare_page()
            put(drawn)


def chosen(game: str, asked: str) -> list[str]:
    """The games to compare: those named, or every rulebook's own of that name."""
    named = list(dict.fromkeys(filter(None, (part.strip() for part in asked.split(",")))))
    found = named or [entry.id for entry in listing() if entry.game == game]
    if not found:
        raise Unknown("game", game, {entry.game for entry in listing()})
    if len(found) > MOST:
        raise BadInput(f"{len(found)} games are too many to read side by side: at most {MOST}")
    return found


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an address asks to see side by side: games, some of them under a house's choices; perhaps only what differs."""

    games: tuple[str, ...]
    chosen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By game, its `option=value` pairs."""
    only_differences: bool = False

    def address(self, game: str, games: Iterable[str]) -> str:
        """The page with these games instead, each under the choices it has here; the games come last, so that one can be added."""
        kept = list(games)
        query = [("set", f"{name}:{pair}") for name in kept for pair in self.chosen.get(name, ())]
        query += [("differs", "yes")] if self.only_differences else []
        return f"/compare/{quote(game)}?{urlencode([*query, ('games', ','.join(kept))], safe='/,:=')}"


def wanted(game: str, asked: QueryParams) -> Wanted:
    """What the address asks for; a choice for a game that does not stand here is refused."""
    games = chosen(game, asked.get("games", ""))
    pairs: dict[str, tuple[str, ...]] = {}
    for text in asked.getlist("set"):
        name, colon, pair = text.partition(":")
        if not colon or name not in games:
            raise BadInput(f"{text}: write game:option=value, for one of {', '.join(games)}")
        pairs[name] = (*pairs.get(name, ()), pair)
    return Wanted(tuple(games), pairs, "differs" in asked)


def comparison(game: str, asked: Wanted) -> Markup:
    """The whole page."""
    books = rulebooks()
    sides = []
    for name in asked.games:
        playable = choices.read(name, asked.chosen.get(name, ()), None).game
        sides.append(Side.of(playable.terms, books[playable.terms.rulebook].name, known_prices(playable)))
    head = Markup("<h1>{}, side by side</h1>").format(
        " and ".join({side.game.game: side.game.name for side in reversed(sides)}.values())
    )
    folds = join(section(part.name, HEADINGS[part.name], _grid(sides, part), _differing(part)) for part in compare(sides))
    return join((head, picker(game, asked), folds))


def _differing(part: Part) -> str:
    if not part.compared:
        return ""
    return f"{part.differing} of {part.compared} differ" + (f", {part.unknown} not known" if part.unknown else "")


def picker(game: str, asked: Wanted) -> Markup:
    """Which games stand here, each to be left out, and one to be added."""
    links, games = [], asked.games
    for name in games:
        rest = asked.address(game, (other for other in games if other != name))
        out = (
            Markup(' <a class="tag" href="{}" aria-label="Leave out {}">leave out</a>').format(rest, name)
            if len(games) > 1
            else ""
        )
        own = asked.chosen.get(name, ())
        page = f"/games/{name}" + (f"?{urlencode([('set', pair) for pair in own])}" if own else "")
        said = join((Markup(' <span class="tag strong">{}</span>').format(_said(pair)) for pair in own), "")
        links.append(Markup('<li><a href="{}">{}</a>{}{}</li>').format(page, name, said, out))
    known = [entry for entry in listing() if entry.id not in games]
    same = sorted(known, key=lambda entry: (entry.game != game, entry.id))
    add = (
        Markup(
            '<form class="controls" data-adds="{}"><label for="add-game">Add a game'
            '<select class="control" id="add-game" data-testid="compare-add">{}'
            '</select></label><button class="act" type="submit" data-testid="compare-add-button">Add</button></form>'
        ).format(asked.address(game, games), join(map(_option, same)))
        if len(games) < MOST and same
        else ""
    )
    only = Markup(
        '<div class="controls"><label class="check"><input type="checkbox" id="only-differences" data-testid="only-differences"'
        "{}> Show only what differs</label></div>"
    ).format(Markup(" checked") if asked.only_differences else "")
    return Markup('<ul class="legend" data-testid="compared">{}</ul>{}{}').format(join(links), add, only)


def _said(pair: str) -> str:
    name, _, value = pair.partition("=")
    return f"{words(name)} = {({'true': 'yes', 'false': 'no'}).get(value) or words(value)}"


def _option(entry: Listed) -> Markup:
    return Markup('<option value="{0}">{0}: {1}</option>').format(entry.id, entry.name)


def _grid(sides: Sequence[Side], part: Part) -> Markup:
    if not part.rows:
        return Markup(
            "<p>Not priced yet; the games' own pages work it out.</p>" if part.name == "prices" else "<p>Nothing.</p>"
        )
    head = join(Markup('<th scope="col">{}</th>').format(column) for column in ("", *(side.game.id for side in sides)))
    cites = [_cites(side) for side in sides]
    body = join(
        Markup('<tr class="{}"><th scope="row">{}{}</th>{}</tr>').format(
            "differs" if row.differs else "unknown" if row.unknown else "same",
            title(row.name),
            Markup(' <span class="tag strong">differs</span>') if row.differs else "",
            join(
                Markup('<td data-label="{}">{}</td>').format(side.game.id, _cell(row.name, side, fact, cite, part.name))
                for side, fact, cite in zip(sides, row.facts, cites, strict=True)
            ),
        )
        for row in part.rows
    )
    return Markup(
        '<div class="scrolls"><table class="ruled stack compared" data-testid="compare-{}">'
        "<thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>"
    ).format(part.name, head, body)


def _cites(side: Side) -> Citations:
    return Citations.of(side.game, page=f"/games/{side.game.id}")


def _cell(name: str, side: Side, fact: Fact | None, cite: Citations, part: str) -> Text:
    """What one side says, with its clauses."""
    if fact is None:
        return Markup('<span class="muted">–</span>')
    if not fact.known:
        own = choices.address(side.game.id, side.game.house_rules.get("options", {}), side.game.version)
        return Markup('<a class="muted" href="{}#prices">{}</a>').format(own, fact.says)
    called = (
        (Markup('<span class="muted small">called {}</span>').format(words(fact.called)),) if _otherwise(name, fact) else ()
    )
    if part == "prices":
        return join((Markup('<span class="figures">{}</span>').format(fact.says), *called), " ")
    if part == "glance":
        return fact.says
    if fact.detail:
        return join((Markup("<b>{}</b><br>").format(fact.says), fact.detail, " ", cite.chips(fact.clauses)))
    kind = (Markup('<span class="muted">({})</span>').format(fact.kind),) if fact.kind else ()
    return join((fact.says, *kind, *called, cite.chips(fact.clauses)), " ")


def _otherwise(name: str, fact: Fact) -> bool:
    """Does a text call a wager by another name than its row?"""
    return bool(fact.called) and fact.called != name.partition(": ")[0]
