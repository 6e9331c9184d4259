"""HTML for the pages that show a game: everything put into it is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from croupier.rules import texts
from croupier.rules.resolve import GameRules

Text = str | Markup

PATIENCE = 30.0
"""Seconds that a page may take when every rulebook must be read first."""
STYLE, SCRIPT = Path(__file__).with_name("style.css"), Path(__file__).with_name("script.js")


def prepare_page() -> None:
    """Style and script, and the state of what folds once the page stands."""
    from nicegui import ui

    ui.add_css(STYLE)
    ui.add_head_html(f"<script>{SCRIPT.read_text(encoding='utf-8')}</script>")
    ui.run_javascript("window.croupierReady && croupierReady()")


def put(markup: Markup) -> Any:
    """Markup made here, which escaped what it was given, as an element of the page."""
    from nicegui import ui

    return ui.html(str(markup), sanitize=False).classes("w-full")


def join(parts: Iterable[Text], between: Text = "") -> Markup:
    """Parts in a row, each escaped unless it is markup."""
    return escape(between).join(map(escape, parts))


@dataclass(frozen=True, slots=True)
class Citations:
    """How this game's clauses are shown: without the name of the section they share, linked to the index where they stand in it."""

    section: str
    says: Mapping[str, str] = field(default_factory=dict)
    linked: bool = True
    edition: str = ""
    """The document and its date."""
    stands: Mapping[str, str] = field(default_factory=dict)
    """The lines at which each clause stands in its text."""
    page: str = ""
    """The address of the page that has the index, where it is not this one."""

    @classmethod
    def of(cls, game: GameRules, *, page: str = "") -> Citations:
        """How a game's clauses are shown, on its own page or on another one."""
        says = {clause: entry.says for clause, entry in game.clauses.items()}
        stands = {clause: texts.stands(game, clause) for clause in game.clauses}
        return cls(game.clause, says, edition=texts.edition(game), stands=stands, page=page)

    def short(self, clause: str) -> str:
        return clause.removeprefix(self.section).strip() or clause if clause.startswith(f"{self.section} ") else clause

    def chips(self, clauses: str | Sequence[str] | None) -> Markup:
        """Clauses as small labels."""
        names = [part for part in (clauses or "").split(", ") if part] if isinstance(clauses, str | None) else clauses
        return join(map(self._chip, names), " ")

    def _chip(self, clause: str) -> Markup:
        said = f"{clause}: {self.says[clause]}" if clause in self.says else clause
        if source := ", ".join(filter(None, (self.edition, self.stands.get(clause)))):
            said = f"{said} ({source})"
        if clause not in self.says or not self.linked:
            return Markup('<span class="chip-clause" title="{}">{}</span>').format(said, self.short(clause))
        return Markup('<a class="chip-clause" href="{}#{}" title="{}">{}</a>').format(
            self.page, anchor(clause), said, self.short(clause)
        )


def chips(game: GameRules, cited: str | None) -> Markup:
    """Clauses on a page that is not the game's own: each names its document, date and lines, and opens what it says beside the page."""
    return join(
        Markup('<a class="chip-clause" target="_blank" href="/games/{}#{}" title="{}">{}</a>').format(
            game.id, anchor(clause), texts.citation(game, clause), clause
        )
        if clause in game.clauses
        else Markup('<span class="chip-clause">{}</span>').format(clause)
        for clause in filter(None, (cited or "").split(", "))
    )


def anchor(clause: str) -> str:
    """Where a clause stands on the page."""
    return "clause-" + "".join(sign if sign.isalnum() else "-" for sign in clause)


def table(
    columns: Sequence[Text],
    rows: Iterable[Sequence[Text]],
    *,
    numbers: Sequence[int] = (),
    caption: Text = "",
    stack: bool = True,
    testid: str = "",
) -> Markup:
    """A table whose first column names the row; on a phone its cells stand below each other unless `stack` is off."""
    head = join(
        Markup('<th scope="col" class="{}">{}</th>').format("number" if n in numbers else "", c) for n, c in enumerate(columns)
    )
    body = join(Markup("<tr>{}</tr>").format(cells(columns, row, numbers)) for row in rows)
    said = Markup("<caption>{}</caption>").format(caption) if caption else ""
    return Markup(
        '<div class="scrolls"><table class="ruled {}" {}>{}<thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>'
    ).format("stack" if stack else "", Markup('data-testid="{}"').format(testid) if testid else "", said, head, body)


def cells(columns: Sequence[Text], row: Sequence[Text], numbers: Sequence[int] = ()) -> Markup:
    """The cells of one row."""
    return join(
        Markup('<th scope="row">{}</th>').format(cell)
        if place == 0
        else Markup('<td class="{}" data-label="{}">{}</td>').format(
            "number" if place in numbers else "", _plain(columns[place]), cell
        )
        for place, cell in enumerate(row)
    )


def _plain(text: Text) -> str:
    return text.striptags() if isinstance(text, Markup) else text


def term(name: str, says: str) -> Markup:
    """A heading that is explained to whoever points at it or taps it."""
    return Markup('<button type="button" class="term" title="{}" data-says="{}">{}</button>').format(says, says, name)


def explained(terms: Mapping[str, str]) -> Markup:
    """What headings mean, all in one place: on a phone they do not stand above the figures."""
    said = join(Markup("<dt>{}</dt><dd>{}</dd>").format(name, says) for name, says in terms.items())
    return Markup(
        '<details class="small"><summary>What these figures mean</summary><dl class="terms">{}</dl></details>'
    ).format(said)


def head(name: str, heading: str, count: Text = "") -> Markup:
    """The heading of a section that folds."""
    told = Markup('<span class="count">{}</span>').format(count) if count != "" else ""
    return Markup(
        '<button type="button" aria-expanded="true" aria-controls="{0}-body" data-testid="fold-{0}">'
        '{1} {2}<span class="mark" aria-hidden="true"></span></button>'
    ).format(name, heading, told)


def section(name: str, heading: str, body: Markup, count: Text = "", *, closed: bool = False) -> Markup:
    """A section of the page: open on a wide screen unless `closed`, folded on a phone until asked for."""
    return Markup('<section class="fold" id="{}"{}><h2>{}</h2><div class="body" id="{}-body">{}</div></section>').format(
        name, Markup(' data-fold="closed"') if closed else "", head(name, heading, count), name, body
    )


def facts(entries: Iterable[tuple[str, Text]]) -> Markup:
    """Names and values side by side."""
    return Markup('<dl class="facts">{}</dl>').format(
        join(Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(name, value) for name, value in entries)
    )
