"""What a game costs, in a line: on its card in the library and at the top of its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from croupier.odds import shipped
from croupier.odds.price import EXACT
from croupier.odds.shipped import Edge, main_edge
from croupier.server.jobs import known_prices
from croupier.server.pages.game.markup import join
from croupier.server.pages.saying import title, words
from croupier.table.playable import Playable

MOST = 8
"""Wagers whose edge stands at the top of a page; the others are among the prices."""
AMONG_PLAYERS = "Players play against each other: there is no wager against the house, which takes its share of the pots."
UNKNOWN = "The house edge is not known under this choice yet."


def known_edges(game: Playable) -> tuple[Edge, ...] | None:
    """What ships with the package, or was found on this machine."""
    known = shipped.edges_of(game)
    if known is None and shipped.against_the_house(game) and (found := known_prices(game)) is not None:
        return edges_among(found)
    return known


def edges_among(prices: Sequence[Mapping[str, Any]]) -> tuple[Edge, ...]:
    """What prices in their JSON form come to."""
    return tuple(Edge(price["wager"], price["paytable"], price["house_edge"], price["method"], 0) for price in prices)


def signed(figure: str) -> str:
    """A figure with a true minus."""
    return figure.replace("-", "\N{MINUS SIGN}")


def percent(edge: Edge, places: int = 2) -> str:
    """A house edge for people; what is not exact has a sign that says so."""
    text = signed(f"{edge.house_edge:.{places}%}")
    return text if edge.method == EXACT else f"≈ {text}"


def posted(edges: Sequence[Edge]) -> list[Edge]:
    """Of every wager the price under the table that stands at this house."""
    found: dict[str, Edge] = {}
    for edge in edges:
        found.setdefault(edge.wager, edge)
    return list(found.values())


def edge_line(game: Playable, edges: Sequence[Edge] | None) -> Markup:
    """The edge of the wager that opens a round, and between which the others lie."""
    if not shipped.against_the_house(game):
        return Markup('<p class="edge small muted">Players play each other: no house edge</p>')
    main = None if edges is None else main_edge(game, edges)
    if edges is None or main is None:
        return Markup('<p class="edge small muted">House edge not known yet</p>')
    others = [edge for edge in posted(edges) if edge.wager != main.wager]
    return Markup(
        '<p class="edge figures" data-testid="edge"><b>{}</b> house edge on {} <span class="muted small">{}</span></p>'
    ).format(percent(main), words(main.wager), _between(others))


def _between(others: Sequence[Edge]) -> str:
    if len(others) < 2:
        return "".join(f"{percent(edge)} on {words(edge.wager)}" for edge in others)
    least, *_, most = sorted(others, key=lambda edge: edge.house_edge)
    return f"others {percent(least)} to {percent(most)}"


def strip(game: Playable, prices: Sequence[Mapping[str, Any]] | None) -> Markup:
    """House edges side by side, the main wager's first and largest."""
    if not shipped.against_the_house(game):
        return Markup('<p data-testid="edges">{}</p>').format(AMONG_PLAYERS)
    edges = edges_among(prices or ())
    main = main_edge(game, edges)
    if prices is None or main is None:
        return Markup('<p class="muted" data-testid="edges">{} <a href="#prices">Prices</a></p>').format(UNKNOWN)
    ordered = [main, *(edge for edge in posted(edges) if edge.wager != main.wager)]
    shown = join(
        Markup('<div{}><dt>{}</dt><dd class="figures">{}</dd></div>').format(
            Markup(' class="main"') if edge is main else "", title(edge.wager), percent(edge)
        )
        for edge in ordered[:MOST]
    )
    return Markup(
        '<div class="edges" data-testid="edges"><h2 class="muted">House edge</h2><dl>{}</dl>'
        '<a class="small" href="#prices">{}</a></div>'
    ).format(shown, f"All {len(prices)} prices" if len(prices) > 1 else "The price")
