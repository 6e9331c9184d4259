"""Seven cards set as four, two and one against the dealer's: sampled, both by the house way, what each cell nets asked of the table.

Whoever has two hands of three wins, and both set alike: so a house edge is how often neither has, and that is what is estimated.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from croupier.equipment.cards import JOKER, Card, cards
from croupier.games.pai_gow._setting import NOT_SET, ways_to_set
from croupier.games.pai_gow._surrender import PLAY
from croupier.games.pai_gow.asia_poker import ASIA_POKER, SHAPE, SURRENDER, compared
from croupier.hands.asia_poker import Setting, high_hand
from croupier.hands.pai_gow import low_hand
from croupier.hands.poker import Value
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, Settled, unit_of
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, ladder_of, price_looks
from croupier.odds.posted import with_posted
from croupier.odds.price import Price, gathered
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes import Shape
from croupier.odds.shapes.as_ranked import kept_as_ranked
from croupier.odds.shapes.hands_met import Sides, dealt, hold_against, marks_of, met
from croupier.odds.shapes.house_ways import follow_the_house_way, numbers_of, rank_of
from croupier.odds.shapes.rankings import whole_deck
from croupier.odds.shapes.two_hands_asked import UNKNOWN, decided, started
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, Decision

if TYPE_CHECKING:
    from croupier.odds.simulation import Simulation

HOUSE_WAY = "house way"
ROUNDS, SEED = 20_000_000, 40
"""Of a price: its standard error is less than a two-hundredth of a percent."""
SAMPLE = 100_000
"""Of advice: hands that the dealer may have."""
Cell = tuple[int, int]
"""How many of the three hands are higher than the dealer's, and how many are copies."""
CELLS: Final = tuple((higher, copies) for higher, copies in product(range(4), repeat=2) if higher + copies <= 3)
_EXAMPLES: Final = (
    # The dealer's high hand, medium hand and low card below, at and above the player's: of high cards, and of pairs.
    ("As Kd Jh 8c 6s 4d 2h", "Ad Kh {medium}c {low}s 6d {high}h 2c", "345", "TJQ", "789"),
    ("9s 9d 6s 6d Kc 4h 2c", "{high}h {high}c {medium}h {medium}c {low}s 4d 2s", "89T", "567", "QKA"),
)


@dataclass(frozen=True, slots=True)
class Known:
    """The ranking as the kernels use it, from the table's own: high hands from 1 up, medium hands from 0 up, in order."""

    values: tuple[Value, ...]
    mediums: tuple[Value, ...]
    high_of: Array
    type_of: Array
    medium_of: Array
    least_high: Array
    """The lowest high hand above each medium hand; and the lowest medium hand above each low card."""
    least_medium: Array

    @property
    def tables(self) -> tuple[Array, ...]:
        return self.high_of, self.type_of, self.medium_of, self.least_high, self.least_medium


@kept_as_ranked
def known(ace_to_four: str) -> Known:
    """Every high and medium hand, valued as the table values them."""
    from croupier.odds.kernels.pai_gow import JOKER
    from croupier.odds.kernels.sim_three_hands import FACES
    from croupier.odds.shapes.two_hands_classes import face, ranking

    found: dict[tuple[int, int], Value] = {}
    for suited, *ranks in product((0, 1), *[range(FACES - 1, -1, -1)] * 4):
        natural = [rank for rank in ranks if rank < FACES - 1]
        if ranks != sorted(ranks, reverse=True) or len(natural) < 3 or (suited and len(set(natural)) < len(natural)):
            continue
        suits = [0] * 4 if suited else [0, 1, 2, 3]
        hand = [face(JOKER if rank == FACES - 1 else 4 * rank + suit) for rank, suit in zip(ranks, suits, strict=True)]
        index = 0
        for rank in ranks:
            index = index * FACES + rank
        found[suited, index] = high_hand(hand, ace_to_four=ace_to_four)
    values = sorted(set(found.values()))
    place = {value: number for number, value in enumerate(values, start=1)}
    high_of: Array = np.zeros((2, FACES**4), np.int16)
    for where, value in found.items():
        high_of[where] = place[value]
    medium_of = ranking("second-highest").low_of
    mediums = {int(medium_of[a, b]): low_hand([face(4 * a), face(4 * b + 1)]) for a, b in product(range(13), repeat=2)}
    ordered = tuple(mediums[number] for number in range(len(mediums)))
    least_high = [1 + sum(not _above(value, medium) for value in values) for medium in ordered]
    least_medium = [sum(not _above(medium, low_hand([face(4 * rank)])) for medium in ordered) for rank in range(13)]
    types = np.array([0, *(value.order for value in values)], np.int16)
    limits = (np.array(bounds, np.int64) for bounds in (least_high, least_medium))
    return Known((Value(-1, (), ""), *values), ordered, high_of, types, medium_of, *limits)


def _above(upper: Value, lower: Value) -> bool:
    """As a setting has it that is not foul."""
    return not Setting((), (), (), (upper, lower, Value(-1, (), ""))).foul


def way_of(game: Playable) -> Array:
    """Which of the house ways it is."""
    return np.array([game.rules.house_way_pairs.value == "medium-if-it-can"], np.int64)


def tables_for(game: Playable) -> tuple[Array, ...]:
    """What a kernel needs to set hands."""
    return way_of(game), *known(game.rules.ace_to_four_straight).tables


@kept_as_ranked
def _settings(pairs_medium: bool, ace_to_four: str) -> Array:
    """How each class of seven cards is set, found by setting a hand of it: less than a second for all."""
    from croupier.odds.kernels import sim_three_hands as kernel
    from croupier.odds.kernels.dealt_classes import classes
    from croupier.odds.work import in_parts

    every = classes(kernel.HAND, kernel.FLUSH)
    hands, way = every.hands[every.there], np.array([pairs_medium], np.int64)
    found: Array = np.zeros(len(hands), np.int64)

    def part(first: int, last: int) -> None:
        kernel.set_all(hands[first:last], way, *known(ace_to_four).tables, found[first:last])

    in_parts(len(hands), part)
    settings: Array = np.zeros(len(every.hands), np.uint32)
    settings[every.there] = found
    return settings


def settings_of(game: Playable) -> Array:
    """How the house sets each class of seven cards."""
    (way,) = way_of(game).tolist()
    return _settings(bool(way), game.rules.ace_to_four_straight)


def set_by_kernel(game: Playable, rows: Array) -> Array:
    """High hand, medium hand and low card of hands by the house way, a row of cards each."""
    from croupier.odds.kernels import sim_three_hands as kernel

    held = np.bitwise_or.reduce(np.int64(1) << rows.astype(np.int64), axis=1)
    found: Array = np.zeros(len(rows), np.int64)
    kernel.set_all(held, *tables_for(game), found)
    return np.stack([found >> kernel.HIGH_SHIFT, found >> kernel.MEDIUM_SHIFT & 127, found & 15], axis=1)


def check_house_way(game: Playable) -> None:
    """Refuse a table that sets seven cards otherwise than the kernels do."""
    ranks = known(game.rules.ace_to_four_straight)
    highs, mediums = numbers_of(ranks.values), numbers_of(ranks.mediums)

    def told(setting: Setting) -> tuple[int, ...]:
        high, medium, low = setting.values
        return highs.get(high, UNKNOWN), mediums.get(medium, UNKNOWN), low.ranks[0] - 2

    follow_the_house_way(game, SHAPE.hand, lambda rows: set_by_kernel(game, rows), told)


def numbers(setting: Setting, ranks: Known) -> tuple[int, int, int]:
    """A setting's three hands as the kernels number them."""
    from croupier.odds.kernels.sim_three_hands import FACES
    from croupier.odds.shapes.two_hands_classes import number_of

    index, suits = 0, {card.suit for card in setting.high if card is not JOKER}
    for rank in sorted((number_of(card) >> 2 for card in setting.high), reverse=True):
        index = index * FACES + rank
    first, second = map(rank_of, setting.medium)
    return int(ranks.high_of[int(len(suits) == 1), index]), int(ranks.medium_of[first, second]), rank_of(*setting.low)


def hold_to(game: Playable, asked: Asked, ends: Mapping[Cell, Settled]) -> None:
    """Hands of every type and rank, settled as the cell that they are counted in; some of them set otherwise than by the house way."""
    ranks = known(game.rules.ace_to_four_straight)
    marks = (marks_of(ranks.values), marks_of(ranks.mediums), np.arange(13))
    sides = Sides(lambda rows: set_by_kernel(game, rows), lambda setting: numbers(setting, ranks), marks)
    cases = [(of, (of.signs.count(1), of.signs.count(0))) for of in met(game, sides, dealt(SHAPE.hand))]
    hold_against(asked, [(decided(game, Deal(of.hand, of.against, (), (of.setting,))), cell, ends[cell]) for of, cell in cases])


@remembered
def settled(game: Playable, stake: int) -> Mapping[Cell, Settled]:
    """What the table settles in each cell; an error where deals of a cell are not settled alike."""
    check_house_way(game)
    asked, deals = Asked(game, {ASIA_POKER: stake}, only=[ASIA_POKER]), dict[Cell, list[Deal]]()
    for mine, other, *choices in _EXAMPLES:
        hand = tuple(cards(mine))
        for high, medium, low in product(*choices):
            dealer = tuple(cards(other.format(high=high, medium=medium, low=low)))
            own, dealers = (game.rules.house_way(held)[0] for held in (hand, dealer))
            deals.setdefault(compared(own, dealers), []).append(started(Deal(hand, dealer)))
    for higher, copies in (cell for cell in CELLS if cell not in deals):
        raise refused(game, f"no hands of those that are tried have {higher} higher and {copies} copied", "lower-hands")
    found = {cell: asked.agreed(deals[cell], cell) for cell in CELLS}
    hold_to(game, asked, found)
    return found


@remembered
def sampled(game: Playable) -> dict[Cell, int]:
    """How many of twice so many rounds fall into each cell, each counted both ways round, since both hands are set alike."""
    from croupier.odds.kernels import sim_three_hands as kernel
    from croupier.odds.kernels.dealt_classes import classes
    from croupier.odds.kernels.randomness import key_of
    from croupier.odds.work import in_parts

    whole_deck(game, jokers=1)
    places = np.arange(1, 17).astype(np.uint16)
    tables = (places, settings_of(game), *classes(kernel.HAND, kernel.FLUSH).tables)

    def part(first: int, last: int) -> Array:
        found: Array = np.zeros(17, np.int64)
        kernel.tally(key_of(SEED), first, last, found, *tables)
        return found

    counts = np.sum(in_parts(ROUNDS, part), axis=0).tolist()
    found = {cell: counts[1 + 4 * cell[0] + cell[1]] for cell in CELLS}
    return {cell: found[cell] + found[3 - sum(cell), cell[1]] for cell in CELLS}


def relied_on(game: Playable, table: Paytable, ends: Mapping[Cell, Settled]) -> tuple[str, ...]:
    """The readings behind the settlements and the house way, and behind the table."""
    ways = (game.terms.reading_of(name) for name in game.terms.options if name.startswith(("house-way-", "ace-to-four")))
    lines = (reading for end in ends.values() for reading in end.readings)
    return tuple(dict.fromkeys(filter(None, [table.reading, *lines, *ways])))


def label(cell: Cell, end: Settled) -> str:
    return f"{end.outcome}, {cell[0]} higher, {cell[1]} copied"


class Counted(NamedTuple):
    """In how many of all deals one side has two higher hands of three, counted elsewhere; as many has the other."""

    part: Fraction
    under: str
    """The digest of how hands are ranked and set for which it was counted."""


def digest(game: Playable) -> str:
    """How hands are ranked, and how both sides set them, in short."""
    return hashlib.sha256(b"".join(table.tobytes() for table in tables_for(game))).hexdigest()[:16]


@dataclass(frozen=True)
class ThreeHands(Shape):
    """A game of three hands of which two must win, with wagers on all seven cards."""

    counted: Counted

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The wager by the house way, sampled; wagers on the seven cards, counted."""
        if wanted in (None, ASIA_POKER):
            for table in tables_of(game, ASIA_POKER):
                yield self._wager(with_posted(game, table), table, unit_of(game, ASIA_POKER, stake))
        yield from price_looks(game, wanted, stake, counted=hands)

    def _wager(self, game: Playable, table: Paytable, unit: int) -> Price:
        from croupier.odds.simulation import Simulated

        ends, counts = settled(game, unit), sampled(game)
        found: dict[tuple[str, Fraction, Fraction], int] = {}
        for cell, end in ends.items():
            key = (label(cell, end), *end.per(unit))
            found[key] = found.get(key, 0) + counts[cell]
        neither = sum(count for cell, count in counts.items() if max(cell[0], 3 - sum(cell)) < 2) / (2 * ROUNDS)
        error = sqrt(neither * (1 - neither) / ROUNDS)
        return Simulated(
            ASIA_POKER,
            table.id,
            gathered(found),
            strategy=HOUSE_WAY,
            clause=table.clause,
            readings=relied_on(game, table, ends),
            note=f"sampled: {ROUNDS:,} deals counted both ways round, standard error {error:.4%} of the wager{self._all_deals(game)}",
            rounds=ROUNDS,
            seed=SEED,
            error=error,
        )

    def _all_deals(self, game: Playable) -> str:
        """What a count of all deals says, where it was made for these rules: how often neither side has two hands, the house's edge."""
        if digest(game) != self.counted.under:
            return ""
        return f"; counted over all deals, neither side has two higher hands in {float(1 - 2 * self.counted.part):.6%}"

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """How to set the hands, by a sample of the dealer's; and whether to give them up, which never gains."""
        if len(sight.hand) != SHAPE.hand:
            return None
        ways, stake = ways_to_set(sight.hand, game.rules), sight.stakes.get(ASIA_POKER) or unit_of(game, ASIA_POKER)
        ends = settled(game, stake)
        apart = left_apart(sight, (ASIA_POKER,))
        if isinstance(request, Decision) and SURRENDER in request.choices:
            chosen = ways.get(sight.settings.get(sight.seat, ""))
            dealer = ways_to_set(sight.dealer, game.rules)[sight.settings[0]]
            given_up = Fraction(_lost(game, stake, SURRENDER).net, stake)
            kept = _lost(game, stake, NOT_SET) if chosen is None or chosen.foul else ends[compared(chosen, dealer)]
            basis = f"the dealer's hands, which lie open{apart}"
            return weigh(sight, {PLAY: Fraction(kept.net, stake), SURRENDER: given_up}, basis=basis, strategy=HOUSE_WAY)
        if not isinstance(request, Arrangement):
            return None
        dealers, values = _dealers_hands(game, sight), dict[str, Fraction]()
        for text in request.settings:
            setting = ways.get(text)
            if setting is None or setting.foul:
                values[text] = Fraction(_lost(game, stake, NOT_SET).net, stake)
            else:
                counts = _in_cells(game, setting, dealers)
                values[text] = Fraction(sum(n * ends[cell].net for cell, n in counts.items()), SAMPLE * stake)
        basis = f"{SAMPLE:,} hands that the dealer may have, drawn at random and set by the house way{apart}"
        return weigh(sight, values, basis=basis, strategy="best against the house way", exact=False)

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """The house way, which the dealer must follow and a player may; the table is held to what is told of it."""
        check_house_way(game)
        rows = tuple(
            (name.removeprefix("house-way-").replace("-", " "), str(value).replace("-", " "))
            for name, value in game.terms.options.items()
            if name.startswith("house-way-")
        )
        return (Chart("the house way", ("hand", "set"), rows),), "the best setting of a hand, by a sample: ask by the cards"

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        from croupier.odds.shapes.three_hands_simulation import simulations

        return simulations(game)

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel: as those of pai gow poker."""
        from croupier.odds.shapes.two_hands_simulation import dealt

        return dealt(seed, index, simulation)


def hands(game: Playable, wager: str) -> Ladder:
    """What the seven cards hold, however they are set."""
    ladder = ladder_of(game, wager)
    return ladder._replace(paths=((),), deals=lambda level: [started(deal) for deal in ladder.deals(level)])


def _dealers_hands(game: Playable, sight: Sight) -> Array:
    """A sample of what the dealer may have, set by the house way."""
    from croupier.odds.kernels import sim_three_hands as kernel
    from croupier.odds.kernels.randomness import key_of
    from croupier.odds.shapes.two_hands_classes import number_of
    from croupier.odds.work import in_parts

    seen = np.uint64(sum(1 << number_of(card) for card in sight.known))
    found: Array = np.zeros(SAMPLE, np.int64)

    def part(first: int, last: int) -> None:
        kernel.dealers_hands(key_of(SEED), first, last, seen, *tables_for(game), found)

    in_parts(SAMPLE, part)
    return found


def _in_cells(game: Playable, setting: Setting, dealers: Array) -> dict[Cell, int]:
    """How many of the dealer's hands fall into each cell against a setting."""
    from croupier.odds.kernels.sim_three_hands import HIGH_SHIFT, MEDIUM_SHIFT

    mine = numbers(setting, known(game.rules.ace_to_four_straight))
    others = (dealers >> HIGH_SHIFT, dealers >> MEDIUM_SHIFT & 127, dealers & 15)
    higher = np.sum([own > other for own, other in zip(mine, others, strict=True)], axis=0)
    copies = np.sum([own == other for own, other in zip(mine, others, strict=True)], axis=0)
    counts = np.bincount(4 * higher + copies, minlength=16).tolist()
    return {cell: counts[4 * cell[0] + cell[1]] for cell in CELLS}


def _lost(game: Playable, stake: int, word: str) -> Settled:
    """Hands that are given up, or not set: as the table settles them."""
    hand, dealer = (tuple(cards(held)) for held in ("As Kd Jh 8c 6s 4d 2h", "Ad Kh Tc 7s 6d 3h 2c"))
    said = (str(game.rules.house_way(hand)[0]), word) if word == SURRENDER else (word,)
    return Asked(game, {ASIA_POKER: stake}, only=[ASIA_POKER]).settled(decided(game, Deal(hand, dealer, (), said)))
