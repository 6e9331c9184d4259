"""Five cards against the dealer's, one of which is seen, with cards to be bought or exchanged and a dealer who can be made to draw.

Folding, betting, buying and forcing are counted over all deals. Exchanges are exact for any one hand (`weighed`), which is too much
work for all of them here: the price is that of the best play without exchanges, and says what they gain, which was counted on a GPU.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.errors import NotPriced
from croupier.odds.advice import Advice, Chart, Question, Sight
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Settled, comparison, layout, unit_of
from croupier.odds.kernels import drawn_values as ends
from croupier.odds.kernels.combinations import KINDS, kinds_of
from croupier.odds.kernels.draws import FOLD
from croupier.odds.kernels.tables import Array
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.refusing import refused
from croupier.odds.shapes import Shape
from croupier.odds.shapes.draws_asked import BOUGHT, STAND, WAYS, Terms, terms
from croupier.odds.shapes.draws_plan import Found, as_words, by_card
from croupier.odds.shapes.rankings import shows_a_card, whole_deck
from croupier.odds.tally import Tally
from croupier.odds.work import in_parts
from croupier.table.drivers import Strategy
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.equipment.cards import Card
    from croupier.odds.simulation import Simulation

DEALS = comb(52, 5) * 47
CASES = comb(46, 4) * 42 * 41
"""For a hand and the card shown: the dealer's cards, one bought, and one that a forced dealer draws, in whatever order they come."""
FOLDS, STANDS, BUYS, DECLARES = range(4)
WORDS = ("fold", "bet", "buy", "declare")
STRATEGY = "best without exchanges"
ENDS = ("fold", "dealer does not qualify", "win", "tie", "lose", "win, forced", "tie, forced", "lose, forced", "fails again")


WON = (ends.WON, ends.WON_FORCED)


class Counted(NamedTuple):
    """The best play without exchanges by class of hand and card shown, and how all deals then end, by way to play."""

    taken: Array
    values: Array
    ends: Mapping[int, Array]
    folded: int
    at_once: Mapping[int, int]
    """Hands that are declared and paid at once, by kind."""
    found: Found
    """The same play as a kernel's plan is made of it."""


class Solution(NamedTuple):
    terms: Terms
    counted: Counted


class Exchanges(NamedTuple):
    """What exchanges add where they net more, counted over all deals once: `benchmarks/lunar_exact.py`."""

    gain: Fraction
    """In units of the wager that opens the round."""
    under: str
    """The digest of the terms for which it was counted."""
    sizes: tuple[int, ...]
    """How many cards could be exchanged there."""


@dataclass(frozen=True)
class Draws(Shape):
    """A game of this shape: the wager that opens it, those that belong to its price, and the one whose tables it is priced under."""

    opens: str
    counted: tuple[str, ...]
    tables: str
    side: str
    """The wager on the first five cards."""
    exchanges: Exchanges
    rests_on: tuple[str, ...] = ()
    plays_by: str = STRATEGY
    """The play of a simulation, where it is not the best there is."""

    def solve(self, game: Playable, stake: int | None = None) -> Solution:
        """The best play without exchanges."""
        found = self.terms(game, stake)
        unit = unit_of(game, self.opens, stake)
        return Solution(found, self._counted(game, found, {kind: end.net // unit for kind, end in found.declared.items()}))

    def _counted(self, game: Playable, terms: Terms, declared: Mapping[int, int]) -> Counted:
        """Every deal played at its best, but for exchanges; hands that may be declared are, as long as nothing else nets more."""
        found = best_play(terms.nets, terms.qualifying, tuple(sorted(declared)))
        values, kinds = found.values.copy(), _five(terms.qualifying)[2]
        for kind, net in declared.items():
            if (net * CASES <= values[kinds == kind]).any():
                raise self.worth_more_otherwise(game)
            values[kinds == kind] = net * CASES
        return found._replace(values=values)

    def worth_more_otherwise(self, game: Playable) -> NotPriced:
        """The error where a hand that is paid at once would be kept for the showdown."""
        return refused(
            game, "a hand that is paid at once is worth more otherwise", clause=game.terms.chosen[self.tables].clause
        )

    def terms(self, game: Playable, stake: int | None = None) -> Terms:
        """What the table makes of the game's own wagers."""
        whole_deck(game)
        if not shows_a_card(game):
            raise NotPriced(f"{game.terms.id}: the dealer shows no card before the decisions ({game.terms.clause})")
        stakes = layout(game, self.opens, stake)
        return terms(game, tuple(stakes.items()), self.opens, self.counted)

    def price(self, game: Playable, stake: int | None = None) -> Price:
        """The game with its tables as they are posted."""
        unit, (asked, counted) = unit_of(game, self.opens, stake), self.solve(game, stake)
        tally = Tally(unit)
        tally.add(asked.cells[STAND, ends.FOLDED, 0], counted.folded, "fold")
        for kind, weight in counted.at_once.items():
            tally.add(asked.declared[kind], weight, f"declared {asked.declared[kind].outcome}")
        for way, found in counted.ends.items():
            for kind, end in np.argwhere(found).tolist():
                settled = asked.cells[way, end, kind if end in WON else 0]
                tally.add(settled, int(found[kind, end]), ended(way, end, settled))
        tally.rests_on(comparison(game, self.opens), *map(game.terms.reading_of, self.rests_on))
        table = game.terms.chosen[self.tables]
        clause = game.terms.chosen[self.opens].clause
        note = self.note(asked)
        return Price(self.opens, table.id, tally.outcomes, strategy=STRATEGY, clause=clause, readings=tally.readings, note=note)

    def note(self, asked: Terms) -> str:
        """What is counted, and what exchanges add to it."""
        said = "ante, bet and fees, per ante; "
        if asked.digest != self.exchanges.under or asked.exchanged != self.exchanges.sizes:
            return said + "what exchanges gain is not counted for these payoffs"
        gain = f"{float(self.exchanges.gain):.4%}"
        return said + f"exchanges where they net more, counted over all deals, leave the house {gain} of the ante less"

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The game under each table of what is paid at once, then the wager on the first five cards."""
        from croupier.odds.shapes.first_five import price_first_five

        if wanted is None or wanted in self.counted:
            for table in tables_of(game, self.tables):
                yield self.price(with_posted(game, table), stake)
        if self.side in game.terms.wagers and wanted in (None, self.side):
            yield from price_first_five(game, self.side, stake)

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        """One: the wager on the first five cards goes by the same deal."""
        from croupier.odds.shapes.draws_simulation import simulations

        return simulations(self, game)

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel, for the real table."""
        from croupier.odds.shapes.draws_simulation import dealt

        return dealt(seed, index, simulation)

    def best(self, game: Playable) -> Strategy:
        """The play that is priced, as whoever sits at a table plays it, for simulations there: no exchanges."""
        from croupier.odds.shapes.draws_advice import best

        return best(self, game)

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        """Every choice of a seat, exchanges too, with the cards in sight."""
        from croupier.odds.shapes.draws_advice import weighed

        return weighed(self, game, sight, request)

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        """When to force, which the winning hand and a few cards decide; for all else every card of the hand matters."""
        from croupier.odds.shapes.draws_advice import forcing_chart

        said = "what to keep depends on every card of the hand and on the one the dealer shows: ask by the cards"
        return (forcing_chart(self.terms(game)),), said


def ended(way: int, end: int, settled: Settled) -> str:
    """How a deal ended, in words."""
    won = next((line.outcome for line in settled.lines if line.wager == "bet"), "") if settled.net > 0 else ""
    return f"{WAYS[way]}, {ENDS[end]}" + (f": {won}" if end in WON else "")


def best_play(nets: Array, qualifying: int, declared: tuple[int, ...]) -> Counted:
    """The best play but for exchanges, whatever hands are paid that are declared."""
    return _played(nets.tobytes(), qualifying, declared)


@lru_cache(maxsize=2)
def _played(nets_as_bytes: bytes, qualifying: int, declared: tuple[int, ...]) -> Counted:
    """The same for all houses whose table answers alike, whatever they pay at once."""
    return _play(np.frombuffer(nets_as_bytes, np.int64).reshape(3, -1), qualifying, declared)


@lru_cache(maxsize=1)
def _five(qualifying: int) -> tuple[Array, Array, Array, Array]:
    """Classes of five cards, their levels and kinds, and the dealer's hands that do not qualify, are lower and are equal."""
    from croupier.odds.kernels.five_cards import matchups, ordered

    hands, tally = ordered(), matchups(seen=True, thresholds=(qualifying,)).tally
    plays = (hands.levels >= qualifying)[:, None]
    lower, equal = np.where(plays, tally[:, :, 0] - tally[:, :, 2], 0), np.where(plays, tally[:, :, 1], 0)
    return hands.cards, hands.levels, kinds_of(hands.cards), np.stack([tally[:, :, 2], lower, equal], axis=2)


def _play(nets: Array, qualifying: int, declared: tuple[int, ...]) -> Counted:
    from croupier.odds.kernels import six_sweep
    from croupier.odds.kernels.five_cards import ordered

    cards, levels, kinds, counts = _five(qualifying)
    weights, size_of_five = ordered().weights, len(cards)
    stand: Array = np.zeros(counts.shape[:2], np.int64)
    in_parts(len(cards), lambda a, b: ends.values(cards, 5, a, b, levels, kinds, counts, nets[STAND], False, stand))
    stand *= 41
    more, against = six_sweep.six(), six_sweep.swept(qualifying)
    six: Array = np.zeros(against.shape[:2], np.int64)
    size = len(more.cards)
    worth = (more.cards, 6), (more.levels, more.kinds, against, nets[BOUGHT])
    in_parts(size, lambda a, b: ends.values(*worth[0], a, b, *worth[1], True, six))
    buy = six_sweep.bought(six)
    fold = int(nets[STAND, 7]) * CASES
    # Of choices that net the same the one that stakes least.
    values = np.maximum(np.maximum(stand, buy), fold)
    taken = np.where(values == fold, FOLDS, np.where(values == stand, STANDS, BUYS)).astype(np.int8)
    taken[np.isin(kinds, declared)] = DECLARES
    folded = int((weights[:, None] * (taken == FOLDS)).sum()) * CASES
    stood: Array = np.zeros((KINDS * KINDS, ends.ENDS), np.int64)
    ends.ends(cards, 5, 0, size_of_five, levels, kinds, counts, nets[STAND], weights[:, None] * (taken == STANDS), False, stood)
    reached = six_sweep.spread(taken == BUYS)
    parts: list[Array] = [np.zeros((KINDS * KINDS, ends.ENDS), dtype=object)]

    def part(first: int, last: int) -> None:
        found: Array = np.zeros((KINDS * KINDS, ends.ENDS), np.int64)
        ends.ends(*worth[0], first, last, *worth[1], reached, True, found)
        parts.append(found.astype(object))

    in_parts(size, part)
    at_once = {kind: int(weights[kinds == kind].sum()) * 47 * CASES for kind in declared}
    bets, buys = (by_card(as_words(taken == choice), cards) for choice in (STANDS, BUYS))
    stays = as_words(six > int(nets[BOUGHT, FOLD]) * six_sweep.AGAINST * 41)
    otherwise: Array = np.array([values[kinds == kind].max() for kind in declared], np.int64)
    found = Found(bets, buys, as_words(reached > 0), stays, otherwise)
    return Counted(taken, values, {STAND: stood.astype(object) * 41, BOUGHT: np.sum(parts, axis=0)}, folded, at_once, found)
