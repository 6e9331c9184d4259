"""The library: what Croupier is, the rulebooks, and every game with a way to its page and to a table."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fastapi import Request
from markupsafe import Markup
from nicegui import ui

from croupier.errors import CroupierError, RulebookError
from croupier.rules import source
from croupier.rules.listing import Listed, broken, listing
from croupier.rules.naming import words
from croupier.rules.resolve import GameRules
from croupier.rules.texts import Document, document, documents
from croupier.server.pages.frame import frame
from croupier.server.pages.game.edges import edge_line, known_edges
from croupier.server.pages.game.markup import PATIENCE, facts, join, prepare_page, put
from croupier.server.pages.saying import title

LEAD = (
    "From one description of a game, taken from its regulator's text, Croupier deals it, takes the wagers, rules on what goes wrong, "
    "settles to the cent and prices every wager. "
    "Whatever it does cites its clause, and where a text is silent or broken the reading adopted is declared."
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A game as the library shows it."""

    listed: Listed
    wagers: int
    readings: int
    clauses: tuple[str, ...]
    fault: str = ""
    words: str = ""
    """What the game is searched by besides its name: its wagers, options and irregularities as people say them."""
    edges: str = ""
    """What the game costs."""


def rulebooks() -> dict[str, Document]:
    """Every rulebook's document, by its id."""
    return {name: document(name) for name in source.rulebook_folders()}


def entries() -> list[Entry]:
    """Every game with what its file holds; a file that cannot be trusted is listed with what is wrong with it."""
    from croupier.server.floor import prepare

    found = []
    for listed in listing():
        try:
            game = prepare(listed.id, None, None)
            rules = game.terms
            counts = len(rules.wagers), len(rules.file.readings), rules.clause_names
            costs = edge_line(game, known_edges(game))
            found.append(Entry(listed, *counts, words=_searched(rules), edges=costs))
        except CroupierError as error:
            found.append(Entry(listed, 0, 0, (), str(error)))
    return found


def _searched(game: GameRules) -> str:
    """Wagers by every name they have and what is said of them, options, their choices and irregularities."""
    said = [
        name for id_, wager in game.file.wagers.items() for name in (wager.name, words(wager.called or id_), *wager.aliases)
    ]
    said += [wager.says for wager in game.file.wagers.values()]
    for name, option in game.file.options.items():
        said += [words(name), *(words(choice) for choice in option.one_of or () if isinstance(choice, str))]
    said += map(words, game.file.rulings)
    return " ".join(dict.fromkeys(" ".join(said).lower().split()))


def faults() -> list[str]:
    """What is wrong with each rulebook file that no game of the list comes from."""
    return [str(error) for error in (*broken(), *(told for told in documents() if isinstance(told, RulebookError)))]


def declare() -> None:
    @ui.page("/", response_timeout=PATIENCE)
    async def library(request: Request) -> None:
        drawn = await asyncio.to_thread(lambda: page(entries(), rulebooks(), request.query_params, faults()))
        with frame("Library", takes=("q", "rulebook", "family")):
            prepare_page()
            put(drawn)


def page(games: Sequence[Entry], books: Mapping[str, Document], asked: Mapping[str, str], wrong: Sequence[str] = ()) -> Markup:
    """The whole page; `asked` holds what to search for and by what to filter, `wrong` what is to be said of broken files."""
    shared: dict[str, int] = {}
    for entry in games:
        shared[entry.listed.game] = shared.get(entry.listed.game, 0) + 1
    used = [book for book in books.values() if any(entry.listed.rulebook == book.id for entry in games)]
    counts = facts(
        (
            ("rulebooks", f"{len(used)}"),
            ("games", f"{len(games)}"),
            ("wagers", f"{sum(entry.wagers for entry in games):,}"),
            ("declared readings", f"{sum(entry.readings for entry in games):,}"),
        )
    )
    groups = join(_group(book, [entry for entry in games if entry.listed.rulebook == book.id], shared) for book in used)
    families = sorted({entry.listed.family for entry in games})
    return Markup(
        '<h1>Casino table games, as regulators write them</h1><p class="lead">{}</p>{}{}{}'
        '<p class="notice" data-none="games" hidden data-testid="library-none">No game fits. '
        '<a href="/">Show all games</a></p><div id="games">{}</div>'
    ).format(LEAD, counts, join((_broken(wrong), _unknown(used, families, asked))), _filters(used, families, asked), groups)


def _broken(wrong: Sequence[str]) -> Markup:
    if not wrong:
        return Markup("")
    said = join(Markup("<li>{}</li>").format(line) for line in wrong)
    return Markup(
        '<section class="notice" aria-label="Broken rulebook files" data-testid="library-broken">'
        "<p>These rulebook files cannot be used:</p><ul>{}</ul></section>"
    ).format(said)


def _unknown(books: Iterable[Document], families: Iterable[str], asked: Mapping[str, str]) -> Markup:
    """A filter in the address that nothing goes by is said, and left out."""
    known = {"rulebook": [book.id for book in books], "family": list(families)}
    said = [
        f"there is no {name} called {asked[name][:40]!r}: {', '.join(values)}"
        for name, values in known.items()
        if asked.get(name) and asked[name] not in values
    ]
    return Markup('<p class="notice" role="status">{}</p>').format("; ".join(said).capitalize()) if said else Markup("")


def _filters(books: Iterable[Document], families: Iterable[str], asked: Mapping[str, str]) -> Markup:
    search = Markup(
        '<label class="wide" for="search">Search by name, wager, rule, irregularity, id or clause'
        '<input class="control" id="search" name="q" type="search" data-sift="text" data-testid="library-search" value="{}"></label>'
    ).format(asked.get("q", ""))
    pick = [
        _select("rulebook", "Rulebook", "Every rulebook", [(book.id, book.name) for book in books], asked.get("rulebook", "")),
        _select("family", "Family", "Every family", [(family, title(family)) for family in families], asked.get("family", "")),
    ]
    return Markup(
        '<div class="controls" role="search" data-sifts="games" data-linked>{}{}'
        '<span class="muted figures" role="status" data-shown data-testid="library-shown"></span></div>'
    ).format(search, join(pick))


def _select(name: str, label: str, everything: str, choices: Iterable[tuple[str, str]], chosen: str) -> Markup:
    return Markup(
        '<label for="{0}">{1}<select class="control" id="{0}" name="{0}" data-sift="{0}" data-testid="library-{0}">{2}</select></label>'
    ).format(
        name,
        label,
        join(
            Markup('<option value="{}"{}>{}</option>').format(value, Markup(" selected") if value == chosen else "", text)
            for value, text in (("", everything), *choices)
        ),
    )


def _group(book: Document, games: Iterable[Entry], shared: Mapping[str, int]) -> Markup:
    return Markup(
        '<section data-group aria-label="{0}"><h2 class="book">{0}</h2><p class="muted">{1}</p><div class="cards">{2}</div></section>'
    ).format(book.name, book.jurisdiction, join(_card(entry, shared[entry.listed.game]) for entry in games))


def _card(entry: Entry, rulebooks: int) -> Markup:
    listed = entry.listed
    text = " ".join((listed.id, listed.name, listed.family, listed.rulebook, listed.clause, entry.words)).lower()
    compare = (
        Markup('<a href="/compare/{}" data-testid="compare-{}">compare {} rulebooks</a>').format(
            listed.game, listed.id, rulebooks
        )
        if rulebooks > 1
        else ""
    )
    counts = (
        Markup('<p class="notice">{}</p>').format(entry.fault)
        if entry.fault
        else Markup('{}<p class="figures muted small">{} wagers · {} readings {}</p>').format(
            entry.edges, entry.wagers, entry.readings, join((" · ", compare)) if compare else ""
        )
    )
    return Markup(
        '<article class="game-card" data-text="{text}" data-clauses="{clauses}" data-family="{family}" '
        'data-rulebook="{rulebook}" data-testid="game-{id}">'
        '<h3><a href="/games/{id}">{name}</a></h3>'
        '<p class="figures small muted">{kind} <span class="chip-clause">{clause}</span></p>{counts}'
        '<div class="card-acts"><a class="act" href="/play/{id}" data-testid="play-{id}" aria-label="Play {name}">Play</a>'
        '<a class="act quiet" href="/games/{id}" data-testid="rules-{id}" aria-label="Rules and prices of {name}">Rules and prices</a>'
        "</div></article>"
    ).format(
        text=text,
        clauses=" ".join(entry.clauses).lower(),
        family=listed.family,
        rulebook=listed.rulebook,
        id=listed.id,
        name=listed.name,
        kind=title(listed.family),
        clause=listed.clause,
        counts=counts,
    )
