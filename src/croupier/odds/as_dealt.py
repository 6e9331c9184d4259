"""Is a game dealt as its analysis counts on? What lies on the table before the first decision is looked up there and refused where
it is other than the shape says; and a pack that is not the one of the rules is dealt by no kernel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from croupier.equipment.cards import JOKER, RANKS, SUITS, Card, card
from croupier.equipment.tiles import Tile, tiles
from croupier.errors import CroupierError
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes import FaceUp, Shape
from croupier.table.playable import Playable
from croupier.table.playable import Shape as Hands


class Lying(NamedTuple):
    """The cards of each place when a seat is first asked, and how many of them are up."""

    own: int
    dealer: int
    community: int
    up: FaceUp


def refuse_what_is_dealt_otherwise(game: Playable, odds: Shape) -> None:
    """Refuse a joker that the rules do not know, and a table that shows other cards before the first decision than a shape counts on."""
    if JOKER in game.counts and not getattr(game.rules, "jokers", 0):
        raise refused(game, "a joker in the pack, which the rules do not have, is not counted")
    lying = at_first(game) if game.pack else None
    if lying is None:
        return
    if not _are_as_many(lying, game.shape, last=odds.dealt_last):
        dealt = f"{lying.own} cards to a hand, {lying.dealer} to the dealer and {lying.community} to the community"
        raise refused(game, f"{dealt} before the first decision are not counted", clause=_clause_of_the_deal(game))
    if lying.up != (counted := odds.face_up(game)):
        why = f"{_told(lying.up)} face up before the first decision, and the analysis counts on {_told(counted)}"
        raise refused(game, why, clause=_clause_of_the_deal(game))


def has_the_pack_of_its_rules(game: Playable) -> bool:
    """Is the pack whole, as kernels deal it: so many decks with their jokers, less the ranks that the rules take out?"""
    rules = game.rules
    if any(isinstance(face, Tile) for face in game.pack):
        return game.counts == Counter(tiles())
    without, jokers = getattr(rules, "ranks_removed", ()), getattr(rules, "jokers", 0)
    return not game.pack or game.counts == Counter(counted_pack(decks=rules.decks, jokers=jokers, without=without))


def counted_pack(*, decks: int = 1, jokers: int = 0, without: Collection[int] = ()) -> list[Card]:
    """Packs as kernels have them, which deal by number: every rank of every suit, whatever a game's own deck has come to be."""
    faces = [card(rank + suit) for rank in RANKS for suit in SUITS]
    return [*(face for face in faces if face.rank not in without), *[JOKER] * jokers] * decks


def face_up_at_first(game: Playable) -> FaceUp | None:
    """How many of the dealer's and of the community cards are up when a seat is first asked; None where it is asked nothing."""
    lying = at_first(game)
    return None if lying is None else lying.up


@remembered
def at_first(game: Playable) -> Lying | None:
    """What lies on the table when a seat is first asked; None where it is asked nothing."""
    from croupier.odds.queries import Query

    try:
        table = Query(game, (), (), (), ()).when_first_asked()
    except CroupierError:  # dice, or players among themselves: no hand is dealt against the house
        return None
    if table is None:
        return None
    own = sum(len(hand) for seat in table.seats.values() for hand in (seat.hand, *seat.splits))
    return Lying(own, len(table.dealer), len(table.community), FaceUp(sum(table.dealer.up), sum(table.community.up)))


def _are_as_many(lying: Lying, hands: Hands, *, last: int) -> bool:
    """Has every place its cards, but for those that come later? A hand may still be to come, and then so may the dealer's."""
    if lying.community not in (0, hands.community):
        return False
    dealer = max(hands.dealer - hands.later, 0)
    if not lying.own:
        return lying.dealer <= dealer
    return lying.own == hands.hand - hands.later and dealer - last <= lying.dealer <= dealer


def _told(up: FaceUp) -> str:
    """So many cards of each place, in words."""
    return f"{up.dealer} of the dealer's cards and {up.community} of the community's"


def _clause_of_the_deal(game: Playable) -> str:
    """The clause of the dealing method that is in use."""
    method = game.terms.file.deal.get(str(game.terms.options.get("dealing")))
    return game.terms.clause if method is None else ", ".join(method.clause)
