"""One play: three cards and three community cards, and one wager on them or a fold, as long as some of these are not seen.

What every choice nets with every kind of hand is settled at the real table; the best play is found backwards from that, and price, advice,
charts and simulation all follow it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import TYPE_CHECKING

from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, sight_of, weigh
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, Settled, layout, unit_of
from croupier.odds.dealt import few_cards
from croupier.odds.looks import Ladder, Side, by_rows, ladder_of, laid_by, looking, price_looks, settle_ladder
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.refusing import known_choices, refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes import Shape
from croupier.odds.shapes.asked_by_street import AskedByStreet
from croupier.odds.shapes.hands_of_three import COMMUNITY, HAND, NAMES, Hands, hands_of
from croupier.odds.shapes.progressive import Folds, price_progressive
from croupier.odds.shapes.street_kinds import Kinds
from croupier.odds.tally import Tally, best_of
from croupier.table.drivers import Strategy
from croupier.table.playable import Playable
from croupier.table.progressive import ENVY, PROGRESSIVE
from croupier.table.requests import Decision
from croupier.table.round import Round

if TYPE_CHECKING:
    from croupier.equipment.cards import Card
    from croupier.odds.kernels.tables import Array
    from croupier.odds.simulation import Simulation

OPTIMAL = "optimal"
SAMPLED = 30
"""Hands at random on which the rows are tried once they are settled."""
Words = tuple[str, ...]


class Plan:
    """One house's game at one stake: what every choice nets, and the best play by it."""

    def __init__(self, shape: OnePlay, kinds: Kinds, stake: int) -> None:
        self.shape, self.kinds, self.game = shape, kinds, kinds.game
        self.stakes = layout(self.game, shape.wagers[0], stake)
        self.unit = self.stakes[shape.wagers[0]]
        self.choices = shape.choices(self.game)
        waits = (*(shape.waits,) * (len(self.choices) - 1), shape.fold)
        streets = [(*words, wait) for words, wait in zip(self.choices, waits, strict=True)]
        self.asked = AskedByStreet(self.game, self.stakes, only=shape.wagers, streets=streets)

    @cached_property
    def hands(self) -> Hands:
        """The hands that stand for all."""
        return hands_of(self.kinds.pack)

    # What the table settles

    def words(self, street: int, choice: int) -> Words:
        """The decisions that lead to a choice, as the table hears them."""
        said = self.choices[street][choice - 1] if choice else self.shape.fold
        return (*(self.shape.waits,) * street, said)

    @cached_property
    def cells(self) -> dict[tuple[int, int, int], Settled]:
        """Every choice with every row, settled by real rounds; two deals of the row must fare alike."""
        deals = _deals(self.game, self.shape)
        found = {}
        for street, words in enumerate(self.choices):
            for choice, (row, dealt) in itertools.product(range(1, len(words) + 1), deals.items()):
                if dealt:
                    found[street, choice, row] = self._agreed(dealt, self.words(street, choice), self.kinds.rows[row][0])
        last, some = len(self.choices) - 1, [dealt[0] for dealt in deals.values() if dealt]
        found[last, 0, 0] = self._agreed(some, self.words(last, 0), self.shape.fold)
        for cell, hand in self._tried(list(found)):
            self._try(found, cell, hand)
        self._refuse_others_in_play(some[0])
        self.asked.refuse_other_sights(self._deal(some[0], self.words(last, 1)), range(len(self.choices)))
        return found

    def _tried(self, cells: list[tuple[int, int, int]]) -> Iterator[tuple[tuple[int, int], tuple[Card, ...]]]:
        """A hand of any category and leading rank with the first choice there is, then hands at random with any choice and a fold."""
        for five in self.kinds.one_of_each:
            hands = ((*five, sixth) for sixth in self.game.pack if sixth not in five)
            if (found := next((hand for hand in hands if self._level(hand) == self._level(five)), None)) is not None:
                yield (0, 1), found
        chance, choices = random.Random(1), sorted({cell[:2] for cell in cells})
        for _ in range(SAMPLED):
            hand = tuple(chance.sample(self.game.pack, HAND + COMMUNITY))
            yield chance.choice(choices), hand
            yield (len(self.choices) - 1, 0), hand

    def _level(self, hand: tuple[Card, ...]) -> int:
        """The class of the best five cards, as the kernels number them."""
        from croupier.odds.card_numbers import numbers
        from croupier.odds.kernels.evaluate import evaluate

        others = itertools.combinations(hand[HAND:], min(self.shape.used, len(hand) - HAND))
        return max(int(evaluate(numbers((*hand[:HAND], *some)))) for some in others)

    def _try(self, found: Mapping[tuple[int, int, int], Settled], played: tuple[int, int], hand: tuple[Card, ...]) -> None:
        """Refuse a table that settles a hand otherwise than its row."""
        row = int(self.kinds.row_of[self._level(hand)]) if played[1] else 0
        settled, cell = self._agreed([hand], self.words(*played), ""), found.get((*played, row))
        if cell is None or settled[:2] != cell[:2]:
            shown = f"{' '.join(map(str, hand))} ({self.kinds.rows[row][0] if row else self.shape.fold})"
            raise self.asked.refused(f"{shown}: the table nets {settled.net}, hands of its row {cell and cell.net}")

    def _refuse_others_in_play(self, cards: tuple[Card, ...]) -> None:
        """Refuse a wager that must be made beside these, and is priced apart, where a fold changes what becomes of it."""
        others = [wager for wager in self.stakes if wager not in self.shape.wagers]
        asked, last = Asked(self.game, self.stakes, only=others), len(self.choices) - 1
        played, folded = (asked.settled(self._deal(cards, self.words(last, choice))) for choice in (1, 0))
        if others and played[:2] != folded[:2]:
            raise refused(self.game, f"a fold changes what {' and '.join(others)} net, which is priced apart", *others)

    def _agreed(self, deals: list[tuple[Card, ...]], words: Words, name: str) -> Settled:
        return self.asked.agreed([self._deal(deal, words) for deal in deals], (words, name))

    def _deal(self, cards: tuple[Card, ...], words: Words) -> Deal:
        return Deal(hand=cards[:HAND], community=cards[HAND:], decisions=words)

    @cached_property
    def nets(self) -> Array:
        """What each choice nets in cents, by street, choice and row."""
        import numpy as np

        found: Array = np.zeros((len(self.choices), 1 + max(map(len, self.choices)), len(self.kinds.rows)), np.int64)
        for cell, settled in self.cells.items():
            found[cell] = settled.net
        return found

    @cached_property
    def sizes(self) -> Array:
        """How many choices each street has besides waiting or folding."""
        import numpy as np

        return np.array([len(words) for words in self.choices], np.int64)

    # The best play

    @cached_property
    def _played(self) -> tuple[tuple[Array, Array, Array], Array, Array]:
        import numpy as np

        from croupier.odds.kernels.boards import PAIRS
        from croupier.odds.kernels.one_play import play_all

        hands, streets = self.hands, len(self.choices)
        bets = (
            np.zeros(len(hands.cards), np.uint8),
            np.zeros((len(hands.cards) if streets > 1 else 1, 52), np.uint8),
            np.zeros((len(hands.cards) if streets > 2 else 1, PAIRS), np.uint8),
        )
        ends: Array = np.zeros(self.nets.shape, np.int64)
        folded = play_all(
            hands.cards, hands.weights, self.kinds.pack, self.shape.used, self.kinds.row_of, self.nets, self.sizes, bets, ends
        )
        return bets, ends, folded

    @property
    def bets(self) -> tuple[Array, Array, Array]:
        """The best choice by hand; by hand and card; by hand and two cards."""
        return self._played[0]

    @property
    def ends(self) -> Array:
        """How many deals, in every order, end with each choice and row."""
        return self._played[1]

    def folded(self, hand: tuple[Card, ...]) -> int:
        """How many orders of the community cards a hand is folded with."""
        return int(self._played[2][self.entry(hand)[0]])

    def entry(self, hand: tuple[Card, ...]) -> tuple[int, int]:
        """The number of a hand and the renaming of suits that leads there."""
        from croupier.odds.card_numbers import numbers, place_of

        number, names = divmod(int(self.hands.entries[place_of(numbers(hand).tolist())]), NAMES)
        return number, names

    def bet(self, hand: tuple[Card, ...], seen: tuple[Card, ...]) -> int:
        """The best choice with some community cards seen."""
        from croupier.odds.card_numbers import numbers, place_of
        from croupier.odds.kernels.card_sets import PERMUTATIONS

        number, names = self.entry(hand)
        renamed = [card & ~3 | int(PERMUTATIONS[names, card & 3]) for card in numbers(seen).tolist()]
        bets = self.bets[len(seen)][number]
        return int(bets[place_of(renamed)] if seen else bets)

    # What is told of it

    def told(self, cell: tuple[int, int, int]) -> tuple[str, Fraction, Fraction]:
        """The name of an end, its net and its stake in units of the wager that opens the round."""
        net, staked = self.cells[cell].per(self.unit)
        name = self.kinds.rows[cell[2]][-1] if cell[1] else self.shape.fold
        return f"{name}, {staked} {self.shape.called}", net, staked

    def price(self) -> Price:
        """The whole main game, played to net the most."""
        tally, wager = Tally(self.unit), self.shape.wagers[0]
        for cell, settled in self.cells.items():
            if weight := int(self.ends[cell]):
                tally.add(settled, weight, self.told(cell)[0])
        return best_of(wager, self.game.terms.chosen[wager], tally, self.shape.note)

    def values(self, sight: Sight) -> dict[str, Fraction]:
        """What each choice nets for a seat, by the cards that it sees."""
        import numpy as np

        from croupier.odds.card_numbers import numbers
        from croupier.odds.kernels.one_play import rows_of_boards
        from croupier.odds.kernels.one_play import weigh as weigh_hand

        seen, known = numbers(sight.community).tolist(), set(numbers(sight.known).tolist())
        deck = np.array([*seen, *(card for card in self.kinds.pack.tolist() if card not in known)], np.int64)
        n, rows, choices = len(deck), len(self.kinds.rows), self.nets.shape[1]
        thirds, shown = np.zeros((n, n, rows), np.int64), np.zeros((rows, 2, HAND + COMMUNITY), np.int64)
        rows_of_boards(numbers(sight.hand), deck, self.shape.used, self.kinds.row_of, thirds, shown)
        worths = np.zeros(choices, np.int64), np.zeros((n, choices), np.int64), np.zeros((n, n, choices), np.int64)
        weigh_hand(thirds, self.nets, self.sizes, *worths)
        found = worths[len(seen)][(0, 1)[: len(seen)]]
        words = (self.words(len(seen), choice)[-1] for choice in range(1, 1 + int(self.sizes[len(seen)])))
        ways = perm(n - len(seen), COMMUNITY - len(seen)) * self.unit
        waits = self.shape.waits if len(seen) < len(self.choices) - 1 else self.shape.fold
        return {word: Fraction(int(worth), ways) for word, worth in zip((waits, *words), found.tolist(), strict=False)}


@dataclass(frozen=True)
class OnePlay(Shape):
    """A game of one wager or a fold. `wagers` are paid by the six cards, the first opens the round; `choices` by street, least first."""

    wagers: tuple[str, ...]
    called: str
    choices: Callable[[Playable], tuple[Words, ...]]
    charts: Callable[[Plan], tuple[tuple[Chart, ...], str]]
    note: str
    used: int = COMMUNITY
    """How many community cards a hand takes: all, for the best five of six, or exactly two."""
    fold: str = "fold"
    waits: str = "check"
    by_class: tuple[str, ...] = ()
    """Side wagers on the best five of all six cards."""
    by_three: str = ""
    """A side wager on the seat's three cards."""
    apart: tuple[str, ...] = ()
    beside: Callable[[Playable, str | None], Iterator[Price]] = lambda game, wanted: iter(())
    """Prices of wagers that are settled otherwise than by the seat's own cards."""

    def plan(self, game: Playable, stake: int | None = None) -> Plan:
        """The best play of a house at a stake, found once."""
        return _plan(game, self, unit_of(game, self.wagers[0], stake))

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The main game, then the side wagers."""
        if wanted in (None, *self.wagers):
            for table in tables_of(game, self.wagers[0]):
                yield self.plan(with_posted(game, table), stake).price()
        yield from price_looks(game, wanted, stake, shaped=self.played)
        if PROGRESSIVE in game.terms.wagers and wanted in (None, PROGRESSIVE, ENVY):
            yield from price_progressive(game, wanted, *self.played(game, PROGRESSIVE, ladder_of(game, PROGRESSIVE)))
        yield from self.beside(game, wanted)

    def played(
        self, game: Playable, wager: str, ladder: Ladder, stake: int | None = None, *, house: Playable | None = None
    ) -> tuple[Ladder, Folds | None]:
        """What a fold may forfeit: the best play says with how many boards each hand of three is folded."""
        last = len(self.choices(game)) - 1
        waited = (self.waits,) * last
        ladder = ladder._replace(paths=((*waited, self.fold), (*waited, self.choices(game)[-1][0])))
        if sum(game.looks[wager].counts(HAND, 0, COMMUNITY)) > HAND or not game.terms.wagers[wager].lost_by_folding:
            return ladder, None
        plan, orders = self.plan(house or game), perm(len(game.pack) - HAND, COMMUNITY)
        hands, lay = [hand for hand, _ in few_cards(game, HAND)], laid_by(game, game.looks[wager])
        folds = by_rows(game, wager, ((hand, plan.folded(hand)) for hand in hands), lay).weights
        ladder = looking(game, wager, by_rows(game, wager, ((hand, 1) for hand in hands), lay)._replace(paths=ladder.paths))
        deals = [[folded, orders * weight - folded] for folded, weight in zip(folds, ladder.weights, strict=True)]
        return ladder, Folds(ladder.paths, deals, orders)

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """Each street by what it shows."""
        return self.charts(self.plan(game))

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """Each choice now, every later street played for the most, at the stakes that are down."""
        turned, streets = len(sight.community), len(self.choices(game))
        if not isinstance(request, Decision) or len(sight.hand) != HAND or turned >= streets:
            return None
        plan = self.plan(game, sight.stakes[self.wagers[0]])
        values = plan.values(sight)
        boldest = max(values, key=lambda word: (values[word], list(values).index(word)))
        later = ", every later street played for the most" if streets - turned > 1 else ""
        orders = perm(len(game.pack) - len(sight.known), COMMUNITY - turned)
        basis = f"all {orders:,} orders of the community cards to come{later}{left_apart(sight, self.wagers)}"
        return weigh(sight, known_choices(game, values, request.choices, request.clause), basis=basis, when_equal=boldest)

    def best(self, game: Playable) -> Strategy:
        """The best play at a table, looked up by the cards that are out."""
        plan = self.plan(game)

        def choose(round_: Round, request: Decision) -> str:
            sight = sight_of(round_, request.seat)
            street = len(sight.community)
            bet = plan.bet(sight.hand, sight.community)
            return plan.choices[street][bet - 1] if bet else self.waits if street < len(plan.choices) - 1 else self.fold

        return choose

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """One: every wager goes by the same six cards."""
        import numpy as np

        from croupier.odds.kernels.boards import RENAMED
        from croupier.odds.kernels.card_sets import PERMUTATIONS
        from croupier.odds.kernels.sim_cards import EVALUATOR
        from croupier.odds.shapes.hand_sections import NOTHING, by_class, by_three, looks_at, section_of
        from croupier.odds.simulation import End, Places, Section, Simulation

        plan = self.plan(game)
        places = Places(1 + plan.nets.size)
        ends = {}
        for cell in plan.cells:
            place = 1 + int(np.ravel_multi_index(cell, plan.nets.shape))
            ends[place] = End(*plan.told(cell), plan.words(*cell[:2]))
        table = game.terms.chosen[self.wagers[0]]
        sections = [Section(self.wagers[0], table, ends, OPTIMAL, plan.price().readings, self.note)]
        fixed = bonus = NOTHING
        for wager in self.by_class:
            if looks_at(game, wager, "own-with-community"):
                fixed = by_class(*self._side(game, wager), places)
                sections.append(section_of(game, wager, places))
        if looks_at(game, self.by_three, "own-three"):
            bonus = by_three(*self._side(game, self.by_three), places)
            sections.append(section_of(game, self.by_three, places))
        shape: Array = np.array([*plan.nets.shape, self.used], np.int64)
        renamings = (plan.hands.entries, PERMUTATIONS, RENAMED)
        tables = (*plan.bets, *renamings, plan.kinds.row_of, shape, fixed, bonus, *EVALUATOR)
        yield Simulation("sim_one_play", tables, places.size, tuple(sections))

    def _side(self, game: Playable, wager: str) -> tuple[Side, Ladder]:
        ladder, _ = self.played(game, wager, ladder_of(game, wager))
        return settle_ladder(game, wager, ladder), ladder

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel."""
        from croupier.odds.simulation import dealt_cards

        cards = dealt_cards(seed, index, HAND + COMMUNITY)
        return {1: cards[:HAND], "community": cards[HAND:]}


@remembered
def _kinds(game: Playable, wagers: tuple[str, ...]) -> Kinds:
    return Kinds(game, wagers)


@remembered
def _deals(game: Playable, shape: OnePlay) -> dict[int, list[tuple[Card, ...]]]:
    """Two deals of each row, whatever is staked."""
    from croupier.odds.card_numbers import kernel_card
    from croupier.odds.kernels.one_play import deals_of_rows

    kinds = _kinds(game, shape.wagers)
    shown = deals_of_rows(hands_of(kinds.pack).cards, kinds.pack, shape.used, kinds.row_of, len(kinds.rows)).tolist()
    return {row: [tuple(map(kernel_card, deal)) for deal in shown[row] if deal[0] >= 0] for row in range(1, len(shown))}


@remembered
def _plan(game: Playable, shape: OnePlay, stake: int) -> Plan:
    return Plan(shape, _kinds(game, shape.wagers), stake)
