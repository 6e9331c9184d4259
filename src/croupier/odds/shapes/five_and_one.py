"""Six cards set as five and one against the dealer's: every hand counted against every other, what each cell nets asked of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from croupier.equipment.cards import JOKER, Card, cards
from croupier.errors import NotPriced
from croupier.games.pai_gow.six_card_pai_gow_poker import DOUBLE_DOWN, PLAY, SHAPE, SIX_CARD
from croupier.hands.pai_gow import Setting
from croupier.hands.patterns import or_better
from croupier.hands.poker import Value
from croupier.odds.advice import Advice, Chart, Question, Sight
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, Settled, breaks, unit_of
from croupier.odds.kernels.five_and_one import JOKER_LOW, RANKS
from croupier.odds.kernels.pai_gow import JOKER as JOKER_NUMBER
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, ladder_of, price_looks, price_side
from croupier.odds.posted import with_posted
from croupier.odds.price import Outcome, Price, gathered
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes import Shape
from croupier.odds.shapes.as_ranked import RankedBy
from croupier.odds.shapes.hands_met import Sides, dealt, hold_against, marks_of, met
from croupier.odds.shapes.house_ways import follow_the_house_way, numbers_of, rank_of
from croupier.odds.shapes.progressive import price_of_envy, price_on_meter
from croupier.odds.shapes.rankings import whole_deck
from croupier.odds.shapes.two_hands_asked import SOME, UNKNOWN, decided, high_number, started
from croupier.odds.shapes.two_hands_classes import SECOND_HIGHEST, Ranking, face, number_of, ranking
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable
from croupier.table.settlement import money

if TYPE_CHECKING:
    from croupier.odds.shapes.five_and_one_count import Counts
    from croupier.odds.simulation import Simulation

HOUSE_WAY, BEST = "house way", "optimal"
Cell = tuple[int, int, bool]
"""High and low hand against the dealer's, 0 where higher, 1 for a copy, 2 where lower; and whether the dealer is too low for a double."""
CELLS: Final = tuple(product(range(3), range(3), (False, True)))
"""In the order of the kernels."""
COMPARED: Final = ("higher", "copied", "lower")
_EXAMPLES: Final = (
    # The dealer's pair and low card below, at and above the player's: from eights up and under them, high cards, and two pair.
    ("9s 9d Qc 6s 4d 2h", "{high}h {high}c {low}d 6d 4h 2c", "89T", "JQK"),
    ("6s 6d Qc 4s 3d 2h", "{high}h {high}c {low}d 4d 3h 2c", "567", "JQK"),
    ("As Td 8h 6c 4s 3d", "Ad {low}h {high}c 6s 4d 3h", "789", "9TJ"),
    ("Ks Kd 8h 8c Js 5d", "Kh Kc {high}s {high}d {low}h 5h", "789", "TJQ"),
)
_JOKER_LOW: Final = ("9s 9d Qd 7h 3c Jo", ("8s 8d 7c 4d 3h Ac", "9h 9c Qs 7d 3d Ac", "Ts Td 7c 4d 3h Ac"))
"""Against an ace."""


DRAWS, EXAMPLES = 200_000, 4
"""Deals in which a cell is looked for that has no example, and how many of it are asked about."""


def ranked_values() -> tuple[Value, ...]:
    """High hands in order, as the kernels number them."""
    return ranking(SECOND_HIGHEST).values


@remembered
def limit_of(game: Playable) -> int:
    """The lowest high hand that a double down is against: as the option has it, where the table does too; else as it is asked."""
    values, told = ranked_values(), or_better(game.rules.double_down_against.value)
    said = next(number for number, value in enumerate(values) if number and told(value, ()))
    if len(choices_of(game)) == 1:
        return said
    levels, counts = _doubled(game)
    first = int(np.searchsorted(levels, said))
    if counts(len(levels) - 1) and not counts(0) and counts(first) and not counts(first - 1):
        return said
    if not counts(len(levels) - 1):
        return len(values)
    return int(levels[next((place for place in breaks((0, len(levels) - 1), counts) if counts(place)), 0)])


def _doubled(game: Playable) -> tuple[Array, Callable[[int], bool]]:
    """The high hands that the house sets, in order; and does a double down count against each of them?"""
    from croupier.odds.shapes.five_and_one_count import kinds

    asked, every = Asked(game, {SIX_CARD: unit_of(game, SIX_CARD)}, only=[DOUBLE_DOWN]), kinds()
    levels, first = np.unique(every.set[:, 0], return_index=True)

    def counts(place: int) -> bool:
        dealer = tuple(map(face, every.hands[first[place]].tolist()))
        left = [card for card in game.pack if card not in dealer]
        # Of some hands not all are copies or one hand each: if any is paid or collected, the double counts.
        hands = (tuple(left[start : start + SHAPE.hand]) for start in range(0, 40, 7))
        deals = (
            decided(game, Deal(hand, dealer, decisions=(str(game.rules.house_way(hand)[0]), DOUBLE_DOWN))) for hand in hands
        )
        return any(asked.settled(deal).net for deal in deals)

    return levels, counts


def choices_of(game: Playable) -> tuple[str, ...]:
    """What a player may do once the hands are set."""
    return (PLAY, DOUBLE_DOWN) if DOUBLE_DOWN in game.terms.wagers else (PLAY,)


def examples(game: Playable) -> Iterator[tuple[Cell, Deal]]:
    """Deals of each cell as the house way sets them, and with a player's joker set low."""
    for mine, other, highs, lows in _EXAMPLES:
        hand = tuple(cards(mine))
        for high, low in product(highs, lows):
            dealer = tuple(cards(other.format(high=high, low=low)))
            if len({*hand, *dealer}) == len(hand) + len(dealer):
                yield _example(game, hand, dealer, game.rules.house_way(hand)[0])
    mine, others = _JOKER_LOW
    hand = tuple(cards(mine))
    setting = next(setting for setting in game.rules.settings(hand) if setting.low == (JOKER,))
    for other in others:
        yield _example(game, hand, tuple(cards(other)), setting)


def _example(game: Playable, hand: tuple[Card, ...], dealer: tuple[Card, ...], setting: Setting) -> tuple[Cell, Deal]:
    row = np.array([sorted(map(number_of, dealer), reverse=True)], np.int8)
    (others,), mine = set_by_kernel(row).tolist(), numbers(setting, ranking(SECOND_HIGHEST))
    high, low = (1 - (own > other) + (own < other) for own, other in zip(mine, others, strict=True))
    return (high, low, others[0] < limit_of(game)), Deal(hand, dealer, decisions=(str(setting),))


def _drawn(game: Playable, cell: Cell) -> list[Deal]:
    """Deals of a cell that no example is in; of one that there cannot be, those of the dealer's other hands."""
    high, low, weak = cell
    limit, hands = limit_of(game), draws()
    mine, others = (set_by_kernel(hands[:, side]) for side in (0, 1))
    signs, below = np.sign(others - mine), others[:, 0] < limit
    of = (signs == (high - 1, low - 1)).all(axis=1) & (below == weak if below.any() and not below.all() else True)
    rows = [row for row in hands[of][:EXAMPLES].tolist() if JOKER not in map(face, row[0])]
    if not rows:
        raise refused(game, f"of {COMPARED[high]} high and {COMPARED[low]} low hands no deal is known", "double-down-against")
    both = ([tuple(map(face, side)) for side in row] for row in rows)
    return [Deal(hand, dealer, decisions=(str(game.rules.house_way(hand)[0]),)) for hand, dealer in both]


@lru_cache(maxsize=1)
def draws() -> Array:
    """Many deals of two hands, the highest card first."""
    rng, pack = np.random.default_rng(EXAMPLES), np.arange(JOKER_NUMBER + 1, dtype=np.int8)
    dealt = rng.permuted(np.tile(pack, (DRAWS, 1)), axis=1)[:, : 2 * SHAPE.hand].reshape(DRAWS, 2, SHAPE.hand)
    return np.sort(dealt, axis=2)[:, :, ::-1]


def set_by_kernel(rows: Array) -> Array:
    """High hand and low card of hands by the house way, a row of cards each."""
    from croupier.odds.kernels import five_and_one as kernel
    from croupier.odds.shapes.five_and_one_count import known

    found, highs = (np.zeros((len(rows), size), np.int32) for size in (3, SHAPE.hand))
    kernel.set_all(rows, *known().tables, found, highs)
    return np.asarray(found[:, :2], np.int64)


def check_house_way(game: Playable) -> None:
    """Refuse a table that sets six cards otherwise than the kernels do."""
    place = numbers_of(ranked_values())

    def told(setting: Setting) -> tuple[int, ...]:
        return place.get(setting.high_value, UNKNOWN), *map(rank_of, setting.low)

    follow_the_house_way(game, SHAPE.hand, set_by_kernel, told)


def numbers(setting: Setting, ranked: Ranking) -> tuple[int, int]:
    """A player's setting as the kernel numbers it: a joker set low is above every card."""
    return high_number(setting.high, ranked), JOKER_LOW if setting.low == (JOKER,) else rank_of(*setting.low)


def hold_to(game: Playable, asked: Asked, ends: Mapping[tuple[Cell, str], Settled]) -> None:
    """Hands of every type and rank, settled as the cell that they are counted in; doubled where they may be, since then both wagers are,
    and some of them not.
    """
    limit, ranked, (*_, last) = limit_of(game), ranking(SECOND_HIGHEST), choices_of(game)
    sides = Sides(set_by_kernel, lambda setting: numbers(setting, ranked), (marks_of(ranked.values), np.arange(RANKS)))
    for count, of in enumerate(met(game, sides, dealt(SHAPE.hand))):
        high, low = of.signs
        cell = (1 - high, 1 - low, of.others[0] < limit)
        deal = decided(game, Deal(of.hand, of.against, decisions=(of.setting,)))
        said = (last,) if count % SOME else (last, PLAY)
        hold_against(
            asked, [(_choosing(game, deal, word), label(cell, word, ends[cell, word]), ends[cell, word]) for word in said]
        )


def _choosing(game: Playable, deal: Deal, choice: str) -> Deal:
    """A deal with what is chosen, where there is a choice."""
    return deal._replace(decisions=(*deal.decisions, choice)) if len(choices_of(game)) > 1 else deal


@remembered
def settled(game: Playable, stake: int) -> Mapping[tuple[Cell, str], Settled]:
    """What the table settles in each cell, by each choice; an error where deals of a cell are not settled alike."""
    check_house_way(game)
    asked = Asked(game, {SIX_CARD: stake}, only=[SIX_CARD, DOUBLE_DOWN])
    deals: dict[Cell, list[Deal]] = {cell: [] for cell in CELLS}
    for cell, deal in examples(game):
        deals[cell].append(decided(game, deal))
    for cell in (cell for cell in CELLS if not deals[cell]):
        deals[cell] = [decided(game, deal) for deal in _drawn(game, cell)]
    found = {
        (cell, choice): asked.agreed([_choosing(game, deal, choice) for deal in deals[cell]], cell)
        for cell in CELLS
        for choice in choices_of(game)
    }
    hold_to(game, asked, found)
    return found


_COUNTED: dict[tuple[object, ...], Counts] = {}


def counted(game: Playable, stake: int) -> Counts:
    """How many deals fall into each cell, by the house way and set best."""
    from croupier.odds.shapes.five_and_one_count import count_out

    whole_deck(game, jokers=1)
    ends, limit = settled(game, stake), limit_of(game)
    nets = [[ends[cell, choice].net for cell in CELLS] for choice in choices_of(game)]
    unit = int(np.gcd.reduce([net for row in nets for net in row])) or 1
    key = limit, RankedBy(), *(tuple(net // unit for net in row) for row in nets)
    if key not in _COUNTED:
        if max(abs(net // unit) for row in nets for net in row) > 1 << 20:
            raise NotPriced(f"{game.terms.id}: sums of such nets are too large to be counted ({game.terms.clause})")
        _COUNTED[key] = count_out(limit, np.array([[net // unit for net in row] for row in nets], np.int64))
    return _COUNTED[key]


def relied_on(game: Playable, table: Paytable, ends: Mapping[tuple[Cell, str], Settled]) -> tuple[str, ...]:
    """The readings behind the settlements and the house way, and behind the table."""
    ways = (game.terms.reading_of(name) for name in game.terms.options if name.startswith(("house-way-", "joker-low")))
    lines = (reading for end in ends.values() for reading in end.readings)
    return tuple(dict.fromkeys(filter(None, [table.reading, *lines, *ways])))


def label(cell: Cell, choice: str, end: Settled) -> str:
    """What becomes of the wager, and how the hands compare."""
    high, low, _ = cell
    doubled = f", doubled {end.outcome_of(DOUBLE_DOWN)}" if choice == DOUBLE_DOWN else ""
    return f"{end.outcome_of(SIX_CARD)}{doubled}, {COMPARED[high]} high, {COMPARED[low]} low"


@dataclass(frozen=True)
class FiveAndOne(Shape):
    """A game of a high hand of five cards and a low hand of one, with wagers on all six."""

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The wager by the house way and set best, with its double down; wagers on the six cards, and what others' hands add."""
        if wanted in (None, SIX_CARD):
            for table in tables_of(game, SIX_CARD):
                yield from self._wager(with_posted(game, table), table, unit_of(game, SIX_CARD, stake))
        for wager in game.looks:
            if wanted in (None, wager):
                yield from self._look(game, wager, stake)
            line = game.envied.get(wager)
            if line is not None and wanted in (None, line):
                yield _envy(game, wager, line)

    def _wager(self, game: Playable, table: Paytable, unit: int) -> Iterator[Price]:
        ends, found = settled(game, unit), counted(game, unit)
        both = (PLAY, *choices_of(game)[1:])
        for strategy, counts in ((HOUSE_WAY, {PLAY: found.house_way}), (BEST, dict(zip(both, found.best, strict=True)))):
            said = "never doubled" if strategy == HOUSE_WAY else "the best setting of each hand against the house way"
            if strategy == BEST and DOUBLE_DOWN in counts:
                doubled = Fraction(sum(counts[DOUBLE_DOWN]), sum(map(sum, counts.values())))
                said += f", doubled where that gains: {float(doubled):.2%} of hands"
            outcomes = _gathered(ends, counts, unit)
            readings = relied_on(game, table, ends)
            yield Price(SIX_CARD, table.id, outcomes, strategy=strategy, clause=table.clause, readings=readings, note=said)

    def _look(self, game: Playable, wager: str, stake: int | None) -> Iterator[Price]:
        """A wager on the six cards, with what envy adds to it where others play."""
        line, at = game.envied.get(wager), stake or qualifying(game)
        if line is None:
            yield from price_looks(game, wager, stake, counted=hands)
            return
        for table in tables_of(game, wager):
            posted = with_posted(game, table)
            ladder = hands(posted, wager)
            if game.terms.wagers[wager].meter is None:
                price = price_side(posted, wager, table, ladder, stake=at)
            else:
                price = price_on_meter(posted, wager, table, ladder)
                at = unit_of(game, wager)
            share = price_of_envy(posted, game.terms.chosen[line], ladder, goes_with=wager, line=line, stake=at).expected
            said = f"without envy; each other player adds {float(share):.4%} to a wager of {money(at)}"
            yield replace(price, note="; ".join(filter(None, (said, price.note))))

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        from croupier.odds.shapes.five_and_one_advice import weighed

        return weighed(game, sight, request)

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        from croupier.odds.shapes.five_and_one_advice import strategy

        return strategy(game)

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        from croupier.odds.shapes.five_and_one_simulation import simulations

        return simulations(game)

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel."""
        from croupier.odds.shapes.five_and_one_simulation import dealt

        return dealt(seed, index)


def qualifying(game: Playable) -> int:
    """The least wager that is paid for others' hands."""
    least: int = game.rules.qualifying_bonus
    return least


def hands(game: Playable, wager: str) -> Ladder:
    """What the six cards hold, however they are set."""
    ladder = ladder_of(game, wager)
    return ladder._replace(paths=((),), deals=lambda level: [started(deal) for deal in ladder.deals(level)])


def _envy(game: Playable, wager: str, line: str) -> Price:
    """What another player's hand adds to the least wager that earns envy, by the table that is printed for such a stake."""
    stake = qualifying(game)
    table = max(
        (table for table in game.terms.chosen.values() if table.wager == line and table.stakes_from <= stake),
        key=lambda table: table.stakes_from,
    )
    return price_of_envy(game, table, hands(game, wager), goes_with=wager, line=line, stake=stake)


def _gathered(ends: Mapping[tuple[Cell, str], Settled], counts: Mapping[str, Sequence[int]], unit: int) -> tuple[Outcome, ...]:
    found: dict[tuple[str, Fraction, Fraction], int] = {}
    for choice, row in counts.items():
        for cell, count in zip(CELLS, row, strict=True):
            end = ends[cell, choice]
            key = (label(cell, choice, end), *end.per(unit))
            found[key] = found.get(key, 0) + count
    return gathered(found)
