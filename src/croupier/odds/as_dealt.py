"""Is a game dealt as its analysis counts on? What lies face up before the first decision is looked up at the real table and refused
where it is other than the shape says; and a pack that is not the one of the rules is dealt by no kernel.
"""

from __future__ import annotations

from collections import Counter

from croupier.equipment.cards import JOKER, deck
from croupier.equipment.tiles import Tile, tiles
from croupier.errors import CroupierError
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes import FaceUp, Shape
from croupier.table.playable import Playable


def refuse_what_is_dealt_otherwise(game: Playable, odds: Shape) -> None:
    """Refuse a joker that the rules do not know, and a table that shows other cards before the first decision than a shape counts on."""
    if JOKER in game.counts and not getattr(game.rules, "jokers", 0):
        raise refused(game, "a joker in the pack, which the rules do not have, is not counted")
    seen = face_up_at_first(game) if game.pack else None
    if seen is not None and seen != (counted := odds.face_up(game)):
        why = f"{_told(seen)} face up before the first decision, and the analysis counts on {_told(counted)}"
        raise refused(game, why, clause=_clause_of_the_deal(game))


def has_the_pack_of_its_rules(game: Playable) -> bool:
    """Is the pack whole, as kernels deal it: so many decks with their jokers, less the ranks that the rules take out?"""
    rules = game.rules
    if any(isinstance(face, Tile) for face in game.pack):
        return game.counts == Counter(tiles())
    without, jokers = getattr(rules, "ranks_removed", ()), getattr(rules, "jokers", 0)
    return not game.pack or game.counts == Counter(deck(decks=rules.decks, jokers=jokers, without=without))


@remembered
def face_up_at_first(game: Playable) -> FaceUp | None:
    """How many of the dealer's and of the community cards are up when a seat is first asked; None where it is asked nothing."""
    from croupier.odds.queries import Query

    try:
        table = Query(game, (), (), (), ()).when_first_asked()
    except CroupierError:  # dice, or players among themselves: no hand is dealt against the house
        return None
    return None if table is None else FaceUp(sum(table.dealer.up), sum(table.community.up))


def _told(up: FaceUp) -> str:
    """So many cards of each place, in words."""
    return f"{up.dealer} of the dealer's cards and {up.community} of the community's"


def _clause_of_the_deal(game: Playable) -> str:
    """The clause of the dealing method that is in use."""
    method = game.terms.file.deal.get(str(game.terms.options.get("dealing")))
    return game.terms.clause if method is None else ", ".join(method.clause)
