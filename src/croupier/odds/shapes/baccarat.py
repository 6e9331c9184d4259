"""Baccarat: every order in which six cards can come from a full shoe, counted by value and drawn by the table's own rules.

What two finished hands are worth is settled by a real round, which has a chip on every wager of the layout.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import TYPE_CHECKING, Final, NamedTuple

from croupier.equipment.cards import FACES, RANKS, SUITS, Card, cards
from croupier.errors import BadInput
from croupier.games.baccarat.baccarat import BANKER, PLAYER
from croupier.hands import baccarat as hands
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, layout
from croupier.odds.posted import with_posted
from croupier.odds.price import Price, gathered
from croupier.odds.shapes.no_decisions import NoDecisions
from croupier.odds.shapes.third_cards import Drawing, drawing
from croupier.table import life
from croupier.table.playable import Playable
from croupier.table.settlement import Line, money
from croupier.table.table import Table

if TYPE_CHECKING:
    from croupier.odds.kernels.tables import Array
    from croupier.odds.simulation import CuttingCard, Section, Simulation

LOOKS_AT_RANKS: Final = frozenset(["player-pair", "banker-pair"])
"""Events for which a king is not a queen; all else in the game looks at values only."""
ROUND: Final = 6
"""The most cards a round takes: deals are counted as orders of so many."""

TRIED, SEED = 60, 23
"""How many whole deals are tried, drawn from where."""

FULL_SHOE: Final = "a full shoe"

Seen = tuple[int, bool, bool, bool, bool]
"""The player's points, whether the player and the banker drew, and whether either began with a pair."""


Told = dict[tuple[object, ...], tuple[Line, ...]]
"""The settlement of each kind of deal."""


class Deal(NamedTuple):
    """Two finished hands, standing for all that count, pair and pay alike, and the orders of six cards that give them."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    weight: int


def kinds(shoe: Iterable[tuple[Card, int]], *, by_rank: bool) -> list[tuple[Card, int]]:
    """One card of each value, or of each rank, with how many of them the shoe holds."""
    found: dict[int, tuple[Card, int]] = {}
    for card, count in shoe:
        kind = card.rank if by_rank else hands.points([card])
        first, others = found.get(kind, (card, 0))
        found[kind] = first, others + count
    return list(found.values())


def deals(game: Playable, *, by_rank: bool = False) -> list[Deal]:
    """Every way a full shoe deals a round, gathered by what a pay table can see; pairs are told apart only by rank."""
    return counted(tuple(game.counts.items()), drawing(game), by_rank=by_rank)


def counted(cards_in_shoe: tuple[tuple[Card, int], ...], rules: Drawing, *, by_rank: bool) -> list[Deal]:
    """The same of any shoe."""
    shoe = kinds(cards_in_shoe, by_rank=by_rank)
    return _counted(tuple(shoe), tuple(hands.points([card]) for card, _ in shoe), rules, by_rank=by_rank)


@lru_cache(maxsize=8)
def _counted(shoe: tuple[tuple[Card, int], ...], values: tuple[int, ...], rules: Drawing, *, by_rank: bool) -> list[Deal]:
    left = [count for _, count in shoe]
    faces = [(kind, (card,), value) for kind, ((card, _), value) in enumerate(zip(shoe, values, strict=True))]
    unseen = [perm(sum(left) - dealt, ROUND - dealt) for dealt in range(ROUND + 1)]
    weights: defaultdict[Seen, list[int]] = defaultdict(lambda: [0] * 10)
    shown: defaultdict[Seen, dict[int, tuple[tuple[Card, ...], tuple[Card, ...]]]] = defaultdict(dict)

    # Cards that are yielded are out of the shoe until the next are asked for.

    def two_cards() -> Iterator[tuple[tuple[Card, ...], int, bool, int]]:
        for (one, card, value), (other, second, more) in itertools.combinations_with_replacement(faces, 2):
            ways = left[one] * (left[other] - 1) if one == other else 2 * left[one] * left[other]
            if ways:
                left[one] -= 1
                left[other] -= 1
                yield card + second, (value + more) % 10, by_rank and one == other, ways
                left[one] += 1
                left[other] += 1

    def third_card(drawn: bool) -> Iterator[tuple[tuple[Card, ...], int, int]]:
        if not drawn:
            yield (), 0, 1
            return
        for kind, card, value in faces:
            if ways := left[kind]:
                left[kind] -= 1
                yield card, value, ways
                left[kind] += 1

    for player, p, player_pair, player_ways in two_cards():
        for banker, b, banker_pair, banker_ways in two_cards():
            for third, value, third_ways in third_card((p, b) in rules.player):
                draws = (p, b, value if third else None) in rules.banker
                seen = ((p + value) % 10, bool(third), draws, player_pair, banker_pair)
                ways = player_ways * banker_ways * third_ways * unseen[4 + len(third) + draws]
                of_banker, hands_shown = weights[seen], shown[seen]
                if draws:
                    for kind, last, more in faces:
                        ended = (b + more) % 10
                        if left[kind]:
                            of_banker[ended] += ways * left[kind]
                            if ended not in hands_shown:
                                hands_shown[ended] = player + third, banker + last
                else:
                    of_banker[b] += ways
                    hands_shown.setdefault(b, (player + third, banker))
    return [Deal(*cards, weights[seen][ended]) for seen, by_count in shown.items() for ended, cards in by_count.items()]


class Ended(NamedTuple):
    """How a wager ends on one kind of deal: the row it earns, and its line."""

    row: str
    line: Line
    deal: Deal

    @property
    def net(self) -> Fraction:
        return Fraction(self.line.net, self.line.stake)


def settled(game: Playable, wagers: Iterable[str], stake: int | None = None) -> dict[str, list[Ended]]:
    """How each wager ends on every kind of deal, asked of the table with a chip on all of them."""
    by_area = {wager: area for wager in wagers for area in game.terms.wagers[wager].area}
    found: dict[str, list[Ended]] = {wager: [] for wager in by_area}
    table = Table(game, [1])
    for by_rank in (False, True):
        looking = [wager for wager, area in by_area.items() if (area in LOOKS_AT_RANKS) is by_rank]
        stakes = {spot: amount for wager in looking for spot, amount in layout(game, wager, stake).items()}
        asked = Asked(game, stakes)
        called = {game.spots[wager].called: wager for wager in looking}
        alike = all_alike(game, by_rank=by_rank)
        told: Told = {}
        for deal in deals(game, by_rank=by_rank) if looking else ():
            for line in told.setdefault(seen_of(deal.player, deal.banker, by_rank=by_rank), lines(asked, deal, alike)):
                if wager := called.get(line.wager):
                    value, hand = hands.standing(by_area[wager], deal.player, deal.banker)
                    row = table.row_for(wager, value, hand)
                    found[wager].append(Ended("lose" if row is None else row[0], line, deal))
        if looking:
            try_deals(game, asked, told, by_rank=by_rank)
    return found


def seen_of(player: Sequence[Card], banker: Sequence[Card], *, by_rank: bool) -> tuple[object, ...]:
    """All that a deal is counted by: both counts, how many cards each hand has, and whether they began with a pair."""
    pairs = (hand[0].rank == hand[1].rank for hand in (player, banker) if by_rank)
    return count_of(player), count_of(banker), len(player), len(banker), *pairs


def count_of(hand: Sequence[Card]) -> int:
    """What a hand counts by the values of its cards."""
    return sum(hands.points([card]) for card in hand) % 10


def try_deals(game: Playable, asked: Asked, told: Told, *, by_rank: bool) -> None:
    """Refuse a table that settles any deal otherwise than those that it is counted with: some whole deals, whatever they are."""
    rng, rules = random.Random(SEED), drawing(game)
    for _ in range(TRIED):
        player, banker = (cards := rng.sample(game.pack, ROUND))[:2], cards[2:4]
        more, p, b = iter(cards[4:]), count_of(player), count_of(banker)
        if draws := (p, b) in rules.player:
            player.append(next(more))
        if (p, b, count_of(player[2:]) if draws else None) in rules.banker:
            banker.append(next(more))
        lines = asked.settle(piles={PLAYER: player, BANKER: banker}).lines
        refuse_unlike(asked, told[seen_of(player, banker, by_rank=by_rank)], lines, f"{shown(player)} against {shown(banker)}")


def shown(hand: Sequence[Card]) -> str:
    """Cards in words."""
    return " ".join(map(str, hand))


def refuse_unlike(asked: Asked, one: Sequence[Line], other: Sequence[Line], deal: str) -> None:
    """Refuse lines that do not net what others of the same kind of deal do."""
    if [(line.wager, line.net) for line in one] != [(line.wager, line.net) for line in other]:
        raise asked.refused(f"hands that count alike are not settled alike: {deal}")


def lines(asked: Asked, deal: Deal, alike: Mapping[Card, Sequence[Card]]) -> tuple[Line, ...]:
    """The settlement of a kind of deal, dealt with other cards of the shoe again, some of one suit: all must be settled alike."""
    of = {first: alike[first] for first in (*deal.player, *deal.banker)}
    ways = (
        of,
        {first: held[::-1] for first, held in of.items()},
        {first: sorted(held, key=_suit) for first, held in of.items()},
    )
    one, *others = (drawn_from({first: iter(held) for first, held in way.items()}, deal) for way in ways)
    found = asked.settle(piles=dict(zip((PLAYER, BANKER), one, strict=True))).lines
    for other in others:
        again = asked.settle(piles=dict(zip((PLAYER, BANKER), other, strict=True))).lines
        refuse_unlike(
            asked, found, again, f"{shown(one[0])} against {shown(one[1])}, {shown(other[0])} against {shown(other[1])}"
        )
    return found


def _suit(card: Card) -> str:
    return card.suit


def drawn_from(shoe: Mapping[Card, Iterator[Card]], deal: Deal) -> tuple[list[Card], list[Card]]:
    """Both hands of a deal in cards that are really there: the shoe may not hold one card as often as its kind comes."""
    return [next(shoe[card]) for card in deal.player], [next(shoe[card]) for card in deal.banker]


def all_alike(game: Playable, *, by_rank: bool) -> dict[Card, list[Card]]:
    """For the card that stands for a kind, all of the kind that the shoe holds."""
    found: dict[Card, list[Card]] = {}
    for first, _ in kinds(game.counts.items(), by_rank=by_rank):
        kind = first.rank if by_rank else hands.points([first])
        found[first] = [card for card in game.pack if (card.rank if by_rank else hands.points([card])) == kind]
    return found


@dataclass(frozen=True, slots=True)
class Baccarat(NoDecisions):
    """Two hands drawn by fixed rules; who turns the cards over changes nothing."""

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """Every wager on the layout under every table it could have."""
        # All chips are laid whichever is asked about, so that a price rests on the same readings alone and among the others.
        posted = settled(game, [wager for wager in game.terms.wagers if wager in game.terms.chosen], stake)
        for wager in (wager for wager in game.terms.wagers if wanted in (None, wager)):
            for table in tables_of(game, wager):
                house = with_posted(game, table)
                ends = posted[wager] if house is game else settled(house, [wager], stake)[wager]
                counts = Counter[tuple[str, Fraction, Fraction]]()
                for end in ends:
                    counts[end.row, end.net, Fraction(1)] += end.deal.weight
                found = Price(wager=wager, paytable=table.id, outcomes=gathered(counts), clause=table.clause)
                returned = Fraction(sum(outcome.weight for outcome in found.outcomes if outcome.net == 0), found.weight)
                yield replace(found, readings=readings(ends), note=note(game, ends), decided=1 - returned if returned else None)

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """One: every wager goes by the same two hands, from a full shoe."""
        from croupier.odds.kernels import sim_baccarat as kernel
        from croupier.odds.simulation import Simulation

        tables = (shoe_of(len(game.pack)), values_of(), *draws_of(game))
        yield Simulation("sim_baccarat", tables, kernel.SIZE, sections_of(game, FULL_SHOE))

    def from_a_shoe(self, game: Playable, cutting: CuttingCard) -> Iterator[Simulation]:
        """One: rounds from a shoe until the cutting card has come out, and one more where the text deals it."""
        import numpy as np

        from croupier.odds.kernels import sim_baccarat as kernel
        from croupier.odds.simulation import Simulation

        cards_in, more = len(game.pack), life.one_more_round(game.terms)
        behind, needed = cards_in - cutting.cards_above(cards_in), ROUND * (1 + more)
        if behind < needed:
            raise BadInput(
                f"--penetration: {behind} cards behind the cutting card: {needed} may still be dealt when it comes out"
            )
        if cutting.players != 1:
            raise BadInput(f"--players {cutting.players}: in {game.terms.id} all players play the same two hands")
        burns = life.burns(game.terms, "shoe")
        burned = 0 if not burns else 1 if burns[0].cards == "one" else 2
        shoe: Array = np.array([behind, more, burned, cards_in // len(RANKS)], np.int64)
        counts: Array = np.array([face.face_value for face in by_rank()], np.int64)
        said = f"a cutting card after {float(100 * cutting.penetration):g}% of the shoe"
        tables = (shoe, values_of(), counts, *draws_of(game))
        yield Simulation("sim_baccarat_shoe", tables, kernel.SIZE, sections_of(game, said))

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel: the fifth card is whoever's draws first."""
        import numpy as np

        from croupier.odds.card_numbers import kernel_card
        from croupier.odds.kernels import sim_baccarat as kernel
        from croupier.odds.kernels.randomness import key_of

        drawn = kernel.dealt_six(key_of(seed), np.uint64(index), simulation.tables[0])
        six = [kernel_card(number % 52) for number in drawn]
        player, banker, spare = [six[0], six[2]], [six[1], six[3]], iter(six[4:])
        player_draws, banker_draws = simulation.tables[2:4]
        first, third = 10 * hands.points(player) + hands.points(banker), kernel.NO_CARD
        if player_draws[first]:
            player.append(next(spare))
            third = hands.points(player[2:])
        if banker_draws[11 * first + third]:
            banker.append(next(spare))
        return {PLAYER: player, BANKER: banker}


def by_rank() -> list[Card]:
    return cards([rank + "c" for rank in RANKS])


def values_of() -> Array:
    """What a card counts in a hand, by rank."""
    import numpy as np

    return np.array([hands.points([face]) for face in by_rank()], np.int64)


def draws_of(game: Playable) -> tuple[Array, Array]:
    """Who draws, as the kernels read it: the player by both counts, the banker by the player's third card too."""
    import numpy as np

    from croupier.odds.kernels.sim_baccarat import NO_CARD

    rules = drawing(game)
    player_draws: Array = np.zeros(100, np.uint8)
    banker_draws: Array = np.zeros(1100, np.uint8)
    for p, b in rules.player:
        player_draws[10 * p + b] = 1
    for p, b, third in rules.banker:
        banker_draws[11 * (10 * p + b) + (NO_CARD if third is None else third)] = 1
    return player_draws, banker_draws


def sections_of(game: Playable, shoe: str) -> tuple[Section, ...]:
    """Every wager's part of the histogram, which both kernels fill alike."""
    ends = settled(game, [wager for wager in game.terms.wagers if wager in game.terms.chosen])
    return tuple(section(game, wager, ended, shoe) for wager, ended in ends.items())


def shoe_cards(seed: int, start: int, simulation: Simulation) -> list[Card]:
    """All cards of a shoe that began with this round, in order. The kernel knows ranks alone; suits here are any the shoe has."""
    import numpy as np

    from croupier.odds.kernels import sim_baccarat_shoe as kernel
    from croupier.odds.kernels.randomness import key_of

    shoe = simulation.tables[0]
    ranks: Array = np.zeros(int(shoe[kernel.PER_RANK]) * len(RANKS), np.int64)
    kernel.drawn(key_of(seed), np.uint64(start), shoe, ranks)
    used = Counter[int]()
    found = []
    for rank in ranks.tolist():
        found.append(FACES[RANKS[rank] + SUITS[used[rank] % len(SUITS)]])
        used[rank] += 1
    return found


def readings(ends: Iterable[Ended]) -> tuple[str, ...]:
    """What the settlements rest on."""
    return tuple(sorted({reading for end in ends for reading in end.line.readings}))


def note(game: Playable, ends: Iterable[Ended], shoe: str = FULL_SHOE) -> str:
    """The shoe, and the stake where what the house keeps may be rounded."""
    kept = next((f"; commission on a stake of {money(end.line.stake)}" for end in ends if end.line.commission), "")
    return f"{game.rules.decks} decks, {shoe}{kept}"


def shoe_of(cards: int) -> Array:
    """How a shoe of so many cards is dealt from fair words."""
    import numpy as np

    from croupier.odds.kernels import sim_baccarat as kernel

    four, two = perm(cards, 4), perm(cards - 4, 2)
    whole = 1 << kernel.FRACTION_BITS
    return np.array([cards, four, whole % four, two, whole % two], np.uint64)


def section(game: Playable, wager: str, ends: list[Ended], shoe: str) -> Section:
    """A wager's part of the kernel's histogram; hands counted by value stand for those with pairs and without."""
    from croupier.odds.kernels.sim_baccarat import place_of
    from croupier.odds.simulation import End, Section

    (area,) = game.terms.wagers[wager].area
    found: dict[int, End] = {}
    for end in ends:
        player, banker, _ = end.deal
        pairs: Iterable[tuple[int, int]] = itertools.product((0, 1), (0, 1))
        if area in LOOKS_AT_RANKS:
            pairs = [(int(player[0].rank == player[1].rank), int(banker[0].rank == banker[1].rank))]
        for pair in pairs:
            place = place_of(hands.points(player), hands.points(banker), len(player) - 2, len(banker) - 2, *pair)
            found[place] = End(end.row, end.net)
    return Section(wager, game.terms.chosen[wager], found, readings=readings(ends), note=note(game, ends, shoe))
