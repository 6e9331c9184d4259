"""Blackjack hands that are paid by their very cards, as the simulation's kernel knows them: by how many cards of which values."""

from __future__ import annotations

from croupier.equipment.cards import SUITS
from croupier.errors import NotPriced
from croupier.games.blackjack._hands import WIN
from croupier.odds.kernels import sim_blackjack as kernel
from croupier.odds.kernels.blackjack import hands
from croupier.odds.shapes.shoe_asked import against
from croupier.odds.shapes.shoe_bonuses import card_of
from croupier.odds.shapes.shoe_boxes import Hands
from croupier.odds.shapes.shoe_terms import Terms
from croupier.table.playable import Playable

Rows = tuple[str, ...]
"""The row that pays a hand in each suit, and in mixed suits."""


def specials_of(game: Playable, terms: Terms) -> list[int]:
    """What the kernel is told of 21s that are paid by their cards; nothing where there are none."""
    if not terms.pays.special:
        return []
    named, sorts = dict(terms.pays.named), dict[Rows, int]()
    found = [0] * (kernel.SIZES * kernel.SETS)
    for (size, held), rows in _rows_of(game).items():
        if any(row != WIN for row in rows):
            found[kernel.SETS * size + held] = sorts.setdefault(rows, len(sorts) + 1)
    plain = terms.results[5]
    found += [0] * (kernel.VALUES * kernel.CASES)
    for rows in sorts:
        for shown in range(kernel.VALUES):
            for row in rows:
                name = against(row, shown) if against(row, shown) in named else row
                classes = {*(plain if row == WIN else terms.results[named[name]]).tolist()}
                if len(classes) > 1:
                    raise NotPriced(
                        f"{game.terms.id}: {row}, which the dealer's hand decides, is not simulated ({game.terms.clause})"
                    )
                found += classes
    return found


def _rows_of(game: Playable) -> dict[tuple[int, int], Rows]:
    """By number of cards and the set of their values the rows of every 21; refused where these do not tell it."""
    known, asked = hands(), Hands(game)
    found: dict[tuple[int, int], Rows] = {}
    for place in range(len(known.counts)):
        if known.total[place] != 21 or known.size[place] < 3:
            continue
        values = [value for value, count in enumerate(known.counts[place].tolist()) for _ in range(count)]
        alike = [tuple(card_of(value, suit) for value in values) for suit in SUITS]
        mixed = tuple(card_of(value, SUITS[number % 4]) for number, value in enumerate(values))
        rows = tuple(asked.paid_by(held) for held in (*alike, mixed))
        if len(values) > 3 and len({*rows}) > 1:
            raise NotPriced(
                f"{game.terms.id}: more than three cards paid by their suits are not simulated ({game.terms.clause})"
            )
        key = (min(len(values), kernel.SIZES - 1), sum(1 << value for value in {*values}))
        if found.setdefault(key, rows) != rows:
            raise NotPriced(
                f"{game.terms.id}: {' '.join(map(str, mixed))} is not told by its size and values ({game.terms.clause})"
            )
    return found
