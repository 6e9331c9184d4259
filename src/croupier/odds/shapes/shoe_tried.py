"""Blackjack hands at random, at the real table: what may be done with them and what they net must follow from the few that were asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

from croupier.equipment.cards import Card, cards
from croupier.games.blackjack import _hands as table
from croupier.games.blackjack._hands import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, STAND, SURRENDER
from croupier.hands.blackjack import is_blackjack, points
from croupier.odds.refusing import refused
from croupier.odds.shapes.shoe_boxes import ALONE, DOUBLED, SINGLE, Hands
from croupier.table.playable import Playable
from croupier.table.table import Table

if TYPE_CHECKING:
    from croupier.odds.shapes.shoe_terms import Terms

SAMPLED = 120
"""Hands that are tried of each sort."""
SIZES = (2, 3, 3, 4, 4, 5, 6)
"""Of how many cards they are."""
SEVENTEEN, LOW = 17, 5
LEAST_PACK = 40
"""No house deals from fewer cards, and of so few not every hand could be made."""


def try_hands(game: Playable, terms: Terms) -> None:
    """Refuse a table that lets hands at random do, or nets them, what its terms do not say; or whose dealer stops elsewhere."""
    chance, pack = random.Random(1), sorted(game.pack, key=str)
    _try_dealers(game, terms, chance, pack)
    held = list(at_random(chance, pack))
    for own in held:
        if points(own).total < 21:
            _try_choices(game, terms, own)
    _try_nets(game, terms, chance, [own for own in held if len(own) > 2])


def at_random(chance: random.Random, pack: list[Card]) -> Iterator[tuple[Card, ...]]:
    """Hands that were still below 21 before their last card; low cards make the long ones, which are few otherwise."""
    low = [face for face in pack if face.face_value <= LOW]
    found = 0
    while found < SAMPLED:
        own = tuple(chance.sample(low if (size := chance.choice(SIZES)) > 3 else pack, size))
        if all(points(own[:count]).total < 21 for count in range(2, size)) and not is_blackjack(own):
            found += 1
            yield own


def _try_dealers(game: Playable, terms: Terms, chance: random.Random, pack: list[Card]) -> None:
    """The dealer's hands by one card after another, until the kernels would stop."""
    asked = Table(game, [1])
    low = [face for face in pack if face.face_value <= LOW]
    for number in range(SAMPLED):
        drawn = iter(chance.sample(low if number % 2 else pack, 12))
        held = [next(drawn), next(drawn)]
        stops = False
        while not stops:
            total, soft = points(held)
            stops = total >= 18 or (total == 17 and not (soft and terms.hits_soft_17))
            asked.dealer.clear()
            asked.dealer.extend(held)
            if table.dealer_stands(asked, game.rules) != stops:
                does = "draws to" if stops else "stands on"
                raise refused(game, f"a dealer who {does} {_shown(held)} is not priced", "dealer-hits-soft-17")
            held.append(next(drawn))


def _try_choices(game: Playable, terms: Terms, own: tuple[Card, ...]) -> None:
    """What a hand alone in its box may do, by its values and how many cards it has."""
    from croupier.odds.shapes.shoe_terms import choices_of, value_of

    words = choices_of(game.rules, own, 1)
    doubles = 2 if FREE_DOUBLE in words else 1 if DOUBLE in words else 0
    splits, gives_up = bool({SPLIT, FREE_SPLIT} & {*words}), SURRENDER in words
    first, second = sorted(map(value_of, own[:2]))
    known: tuple[object, ...]
    if len(own) == 2:
        pair = first == second and (own[0].rank == own[1].rank or not terms.same_rank) and terms.pairs[first] is not None
        known = (terms.doubles[first][second], pair, terms.surrenders or terms.pays.given_up)
    else:
        known = (int(terms.doubles_later), False, terms.pays.given_up)
    if (doubles, splits, gives_up) != known or not {HIT, STAND} <= {*words}:
        raise refused(game, f"{_shown(own)} may {', '.join(words)}: other than hands of its kind, and not priced", "double-on")


def _try_nets(game: Playable, terms: Terms, chance: random.Random, held: list[tuple[Card, ...]]) -> None:
    """What hands net that are paid by their total: against a dealer's hand at random, and against one that ties them."""
    hands = Hands(game)
    for own in held:
        if hands.paid_by(own) == table.WIN:
            total = points(own).total
            ties = {total - SEVENTEEN} if SEVENTEEN <= total <= 21 else set()
            for place in sorted({chance.randrange(len(hands.dealers)), *ties}):
                _try_net(terms, hands, own, place)


def _try_net(terms: Terms, hands: Hands, own: tuple[Card, ...], place: int) -> None:
    """One hand drawn to, and doubled where that may be, against one of the dealer's."""
    total, result = points(own).total, -1
    if total <= 21:
        result = terms.pays.results[max(total - SEVENTEEN + 1, 0)][place]
    declined = (table.DECLINE,) * (hands.saves and total > 21)
    ways = [(SINGLE, (HIT,) * (len(own) - 2) + (STAND,) * (total < 21) + declined)]
    if len(own) == 3 and terms.doubles[min(pair := _values(own))][max(pair)] == 1:
        kept = (table.DECLINE,) if hands.asks_after_a_double(total) else ()
        ways.append((DOUBLED, (DOUBLE, *hands.amount, *kept)))
    for stand, decisions in ways:
        net, expected = hands.settle(own, hands.dealers[place], decisions).net, terms.pays.nets[ALONE][stand][result]
        if net != expected:
            against = _shown(cards(hands.dealers[place]))
            why = f"{_shown(own)} against {against} nets {net}, hands of its total {expected}"
            raise refused(hands.game, why, hands.opens)


def _values(own: tuple[Card, ...]) -> tuple[int, int]:
    from croupier.odds.shapes.shoe_terms import value_of

    return value_of(own[0]), value_of(own[1])


def _shown(held: tuple[Card, ...] | list[Card]) -> str:
    return " ".join(map(str, held))
