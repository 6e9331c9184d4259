"""Five cards with wild ones among them against the dealer's five: the ranking, and the side wagers that look at faces or at both hands."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from croupier.equipment.cards import JOKER, Card
from croupier.hands.poker import Value
from croupier.hands.wild import DEUCES_AND_JOKER, five_with_wilds, made_naturally
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, Settled, layout, unit_of
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, price_side, ways_of
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.refusing import refused
from croupier.odds.shapes.against_dealer import AgainstDealer
from croupier.odds.shapes.contested import Terms, spread
from croupier.odds.shapes.rankings import Contest, Hand, OneHand, renamed, whole_deck
from croupier.odds.tally import Tally
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.advice import Sight


class WildFive:
    """Five cards of a deck with a joker; a deuce or the joker stands for what makes the best hand."""

    worth = staticmethod(five_with_wilds)

    def values(self, game: Playable) -> Sequence[Value]:
        from croupier.odds.kernels.wild import ordered

        refuse_other_wild_cards(game)
        whole_deck(game, jokers=1)
        return ordered().values

    def players(self, game: Playable, level: int) -> list[Hand]:
        from croupier.odds.kernels.wild import ordered

        first, last = (int(row) for row in ordered().starts[level : level + 2])
        return [self.hand(game, row) for row in dict.fromkeys((first, (first + last) // 2, last - 1))]

    dealers = players

    def every_dealer(self, game: Playable, level: int) -> Iterator[Hand]:
        from croupier.odds.kernels.wild import ordered

        return (self.hand(game, row) for row in range(*(int(row) for row in ordered().starts[level : level + 2])))

    def contest(self, game: Playable, thresholds: tuple[int, ...]) -> Contest:
        from croupier.odds.kernels.wild import AGAINST, matchups

        if thresholds:
            why = "with wild cards, a dealer's hand that does not qualify is not counted"
            raise refused(game, why, "qualifying-rank", "dealer-qualifies")
        refuse_other_wild_cards(game)
        hands, lower, equal, _ = matchups()
        return Contest(hands.levels, hands.weights, np.stack([lower, equal], axis=1)[:, None, :], AGAINST)

    def one_hand(self, game: Playable, sight: Sight, thresholds: tuple[int, ...]) -> OneHand:
        contest = self.contest(game, thresholds)
        row, _ = self.place(game, sight.hand, ())
        counts = tuple(int(number) for number in contest.tally[row, 0])
        left_in = len(sight.dealer) + len(sight.elsewhere)
        return OneHand(int(contest.levels[row]), counts, contest.against, left_in)

    def hand(self, game: Playable, row: int) -> Hand:
        from croupier.odds.kernels.wild import faces, ordered

        return tuple(faces(ordered().cards[row]))

    def in_sight(self, game: Playable, sight: Sight) -> bool:
        return True

    def shown(self, game: Playable) -> int:
        return 0

    def place(self, game: Playable, hand: Sequence[Card], shown: Sequence[Card]) -> tuple[int, int]:
        from croupier.odds.card_numbers import number_of
        from croupier.odds.kernels.wild import HAND, WILD

        held = [52 if card is JOKER else number_of(card) for card in hand]
        natural: Array = np.array([sorted(number for number in held if not WILD[number])], np.int64)
        return _rows()[HAND - natural.shape[1], int(_classes_of(natural)[0])], 0

    def shown_ranks(self, contest: Contest) -> Array | None:
        return None


def _classes_of(natural: Array) -> Array:
    """The class of each row of natural cards, lowest first."""
    from croupier.odds.kernels.card_sets import PLACE, sets

    return np.asarray(sets().class_of[PLACE[np.arange(1, natural.shape[1] + 1), natural].sum(axis=1)])


@lru_cache(maxsize=1)
def _rows() -> dict[tuple[int, int], int]:
    """The kernel's row by how many cards are wild and the class of the natural ones."""
    from croupier.odds.kernels.wild import HAND, ordered

    hands, found = ordered(), {}
    for wilds in range(HAND + 1):
        where = np.flatnonzero(hands.wilds == wilds)
        kinds = _classes_of(hands.cards[where, : HAND - wilds].astype(np.int64))
        found.update({(wilds, kind): row for kind, row in zip(kinds.tolist(), where.tolist(), strict=True)})
    return found


def refuse_other_wild_cards(game: Playable) -> None:
    """A hand has as many cards as there are wild ones, and the count of hands with each number of them goes by that."""
    from croupier.odds.kernels.wild import HAND, WILDS

    if len(WILDS) != HAND:
        raise refused(game, f"{len(WILDS)} wild cards are not counted, {HAND} are", "wild-cards")


# Side wagers

SAMPLED = 60
"""Deals at random on which a wager by the faces is tried."""

Faces = tuple[object, ...]
"""What hands have in common that no column can tell apart."""


@lru_cache(maxsize=1)
def _by_faces() -> Mapping[Faces, tuple[tuple[Hand, ...], int]]:
    """Hands by what a column may tell of them: two of each kind, and how many there are."""
    from croupier.odds.kernels.wild import cases

    found: dict[Faces, tuple[tuple[Hand, ...], int]] = {}
    for value, cards, weight in cases():
        hands, total = found.get(kind := _faces_of(value, cards), ((), 0))
        found[kind] = (*hands[:1], tuple(cards)), total + weight
    return found


def _faces_of(value: Value, cards: Sequence[Card]) -> Faces:
    """Category and leading rank, how many cards are wild, and whether the faces make the hand."""
    wild = sum(card.rank in DEUCES_AND_JOKER for card in cards)
    return value.category, value.ranks[:1], wild, made_naturally(cards)


def price_by_faces(shape: AgainstDealer, game: Playable, wager: str, stake: int | None = None) -> Iterator[Price]:
    """A wager with a column for hands that the faces make: both columns of each table posted together.

    Where a fold loses it, hands are played as the game's own best play has them.
    """
    for columns in columns_of(game, wager):
        house = game
        for table in columns.values():
            house = with_posted(house, table)
        tally, settle = Tally(unit_of(house, wager, stake)), settled_by_faces(shape, house, wager, stake)
        for hands, weight in _by_faces().values():
            settled = settle(hands)
            tally.add(settled, weight, told_by_faces(columns, settled, tally.unit))
        first, *_ = columns.values()
        yield Price(wager, first.id, tally.outcomes, clause=first.clause, readings=tally.readings)


def settled_by_faces(
    shape: AgainstDealer, game: Playable, wager: str, stake: int | None = None
) -> Callable[[Sequence[Hand]], Settled]:
    """What hands that no column can tell apart are settled for, each played as it must be where a fold loses the wager."""
    solution = shape.solve(game) if game.terms.wagers[wager].lost_by_folding else None
    asked = Asked(game, layout(game, wager, stake), only=[wager])

    def played(hand: Hand) -> tuple[str, ...]:
        return () if solution is None else (solution.choices[int(solution.taken[shape.ranking.place(game, hand, [])])],)

    def settle(hands: Sequence[Hand], dealer: Hand = ()) -> Settled:
        deals = [Deal(hand, dealer, decisions=played(hand)) for hand in hands]
        return ways_of(asked, deals) if solution is None else asked.agreed(deals, hands[0])

    for kind, hand, dealer in _to_try(game):
        alike = [other for other in _by_faces()[kind][0] if played(other) == played(hand)]
        if not alike:
            continue
        known, found = settle(alike), settle([hand], dealer)
        if found[:2] != known[:2]:
            why = f"{wager}: {' '.join(map(str, hand))} against {' '.join(map(str, dealer))} nets {found.net}, hands alike {known.net}"
            raise asked.refused(why, found.lines[0].clause if found.lines else None)
    return settle


def _to_try(game: Playable) -> Iterator[tuple[Faces, Hand, Hand]]:
    """Hands with their kinds and any dealer's: some at random, and of each kind one in other suits."""
    chance = random.Random(1)
    for _ in range(SAMPLED):
        dealt = chance.sample(game.pack, game.shape.hand + game.shape.dealer)
        hand = tuple(dealt[: game.shape.hand])
        yield _faces_of(five_with_wilds(hand), hand), hand, tuple(dealt[game.shape.hand :])
    for kind, (hands, _) in _by_faces().items():
        hand = chance.choice([*renamed(hands[-1], frozenset(game.pack))])
        left = [card for card in game.pack if card not in hand]
        yield kind, hand, tuple(chance.sample(left, game.shape.dealer))


def told_by_faces(columns: Mapping[str, Paytable], settled: Settled, unit: int) -> str:
    """An outcome with the column that pays it."""
    paid_by = [name for name, table in columns.items() if _pays(table, settled, unit)]
    return " ".join((*paid_by[:1], settled.outcome))


def _pays(table: Paytable, settled: Settled, unit: int) -> bool:
    """Could a column have paid this?"""
    return settled.outcome in table.rows and table.rows[settled.outcome].won(unit) == settled.net


def columns_of(game: Playable, wager: str) -> Iterator[Mapping[str, Paytable]]:
    """The tables of a wager, each with its columns; the posted one first."""
    printed = [table for table in game.terms.paytables if table.wager == wager and game.terms.holds(table.when)]
    columns = list(dict.fromkeys(table.column for table in printed))
    posted = {column: game.terms.chosen[f"{wager}:{column}"] for column in columns}
    yield posted
    for name in dict.fromkeys(table.id for table in printed):
        if name != posted[columns[0]].id:
            yield {table.column: table for table in printed if table.id == name}


def price_by_both(shape: AgainstDealer, game: Playable, wager: str, stake: int | None = None) -> Iterator[Price]:
    """A wager on both hands, by each of its tables."""
    ladders = ladders_of_both(shape, game, wager, stake)
    for table in tables_of(game, wager):
        yield price_side(game, wager, table, *ladders, stake=stake)


def ladders_of_both(shape: AgainstDealer, game: Playable, wager: str, stake: int | None = None) -> list[Ladder]:
    """Of the hand beaten: the dealer's, either where they tie, and the player's."""
    contest, values = shape.ranking.contest(game, ()), shape.ranking.values(game)
    higher = contest.against - contest.tally[:, 0].sum(axis=1)
    beaten, tied = np.zeros((2, len(values)), np.int64)
    np.add.at(beaten, contest.levels, contest.weights * higher)
    np.add.at(tied, contest.levels, contest.weights * contest.tally[:, 0, 1])
    terms = Terms(game, Asked(game, layout(game, wager, stake), only=[wager]), shape.ranking)
    _try_winners(terms)

    def above(level: int) -> list[int]:
        return spread(range(level + 1, len(values)))

    def lower(level: int) -> list[Deal]:
        return [Deal(*deal) for other in above(level) for deal in itertools.islice(terms.deals(level, other), 1)][:3]

    def upper(level: int) -> list[Deal]:
        return [Deal(*deal) for other in above(level) for deal in itertools.islice(terms.deals(other, level), 1)][:3]

    def even(level: int) -> list[Deal]:
        return [Deal(*deal) for deal in terms.deals(level, level)]

    # The dealer's hand is beaten by the player's as often as the player's by the dealer's.
    return [
        Ladder(values, beaten.tolist(), upper),
        Ladder(values, tied.tolist(), even),
        Ladder(values, beaten.tolist(), lower),
    ]


def _try_winners(terms: Terms) -> None:
    """Refuse a table to which it matters by what a hand is beaten, or of which suits it is, or which of the wild cards it holds."""
    chance = random.Random(1)
    firsts = {value.category: level for level, value in reversed([*enumerate(terms.values)])}
    for beaten in firsts.values():
        winners = [level for level in firsts.values() if level > beaten]
        for pairs in ([(beaten, level) for level in winners], [(level, beaten) for level in winners]):
            dealt = [deal for pair in pairs for deal in itertools.islice(terms.deals(*pair), 1)]
            deals = [Deal(*deal) for hands in dealt for deal in (hands, _likewise(terms.game, hands, chance))]
            for path in terms.asked.paths(deals[0]) if deals else ():
                shown = " ".join(map(str, deals[0].hand))
                terms.asked.agreed([deal._replace(decisions=path) for deal in deals], f"{shown} {' '.join(path)}")


def _likewise(game: Playable, hands: Sequence[Hand], chance: random.Random) -> list[Hand]:
    """Hands worth the same: any suits for the natural cards, and any wild card for a wild one."""
    wild = [card for card in game.pack if card.rank in DEUCES_AND_JOKER]
    others = dict(zip(wild, chance.sample(wild, len(wild)), strict=True))
    natural = [face for face in dict.fromkeys(itertools.chain(*hands)) if face not in others]
    others |= dict(zip(natural, chance.choice([*renamed(natural, frozenset(game.pack))]), strict=True))
    return [tuple(others[face] for face in hand) for hand in hands]
