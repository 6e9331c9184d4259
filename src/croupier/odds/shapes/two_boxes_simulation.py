"""Two boxes a player for their kernel: the switches, the strategy by totals, and where each hand moves a round in the grid of its ends."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import gcd

import numpy as np

from croupier.equipment.cards import Card, card, cards
from croupier.games.blackjack._hands import STAND
from croupier.games.blackjack.blackjack_switch import BOXES, KEEP, SWITCH
from croupier.odds.cells import Asked, Deal
from croupier.odds.kernels import sim_two_boxes as kernel
from croupier.odds.kernels.blackjack import hands
from croupier.odds.kernels.randomness import key_of
from croupier.odds.kernels.sim_blackjack import TOTALS, TWO_CARD_21, VALUES
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import settle_ladder
from croupier.odds.shapes.hand_sections import NOTHING, section_of
from croupier.odds.shapes.shoe_boxes import ALONE, DEALERS, FIRST, SINGLE
from croupier.odds.shapes.shoe_plan import Plan, plan_of
from croupier.odds.shapes.shoe_prices import BASIC
from croupier.odds.shapes.shoe_simulation import MOST_CARDS, cards_of, dealer_of, first_of, hits_of, later_of, shoe_of
from croupier.odds.shapes.shoe_terms import ACES, TENS, Terms, readings_of, value_of
from croupier.odds.shapes.two_boxes import four_cards, from_whole_shoe, switches
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable

STRATEGY = f"{BASIC}, switched where two hands from the whole shoe net more"
DEALT = ("players", "dealer", "players", "dealer")
"""The order that the kernel deals in."""
OWN = (0, 1, 3, 4)
"""Where the player's first four cards stand in it."""
MOST_PLACES = 1 << kernel.LANE_BITS - 1
"""Half of what a lane can tell: the wager on four cards has its places after the grid's."""
COURT = "TJQK"
PAIRS_OF_FOUR = {0, 1, 2, 3, 6}
"""How many pairs of four cards can be of one rank."""


def simulations(game: Playable) -> Iterator[Simulation]:
    """One, each round from a full shoe; none where the table does what the kernel does not know, and rounds are played there."""
    plan = plan_of(game, by_total=True)
    if not followed(game, plan):
        return
    grid, terms = grid_of(plan.terms), plan.terms
    if grid.size > MOST_PLACES:
        return
    table = game.terms.chosen[BOXES[0]]
    note = f"the mean of two hands, per unit of one; {game.rules.decks} decks, a full shoe every round; never insured"
    places = Places(grid.size)
    main = Section(BOXES[0], table, dict(grid.ends()), STRATEGY, readings_of(game, table), note)
    matches, side = matches_of(game, places)
    most = [0 if pair is None else pair.most for pair in terms.pairs]
    tables = (
        shoe_of(terms),
        np.packbits(switched_of(plan), bitorder="little").view(np.uint64),
        first_of(plan).ravel(),
        later_of(plan)[FIRST].ravel(),
        hits_of(plan)[ALONE].ravel(),
        dealer_of(terms),
        np.array(most, np.int64),
        grid.moves(),
        shoe_of(replace(terms, shoe=courts_of(game))),
        matches,
    )
    yield Simulation("sim_two_boxes", tables, places.size, (main, *side))


def followed(game: Playable, plan: Plan) -> bool:
    """Does the table deal, ask and settle as the kernel does?"""
    terms, pays = plan.terms, plan.terms.pays
    steps = (step for step in game.terms.file.deal[game.rules.dealing].opening if game.terms.holds(step.when))
    dealt = tuple(to for step in steps for to in step.to if to != "burn")
    return (
        dealt == DEALT
        and not (terms.late or terms.again or terms.saves or terms.lammers or terms.doubles_later or plan.takes_even_money)
        and not (pays.rescued is not None or pays.mixed or pays.shown)
        and {hand for hand, _ in pays.special} <= {hands().place(ACES, TENS)}
        and len({*pays.blackjack}) == len(pays.blackjacks) == 1
        and not any(terms.plays_as)
        and len({*pays.stakes}) == 1
        and settled_as_any_21(game, terms)
    )


def settled_as_any_21(game: Playable, terms: Terms) -> bool:
    """Does an ace with a ten that a switch brings together net what the analysis takes a 21 of two cards for?"""
    unit, first = terms.pays.unit, BOXES[0]
    asked = Asked(game, dict.fromkeys(BOXES, unit), only=[wager for wager in game.terms.wagers if wager != first])
    hand = tuple(cards("Kd Ad Kh 9h"))
    row = terms.results[terms.ranks[ACES, hands().place(ACES, TENS)]]
    for dealer, result in zip(DEALERS, row.tolist(), strict=True):
        deal = Deal(hand, tuple(cards(dealer)), decisions=(SWITCH, KEEP, STAND))
        settled = asked.settled(deal)
        if settled.net != terms.pays.nets[ALONE][SINGLE][result] or settled.staked != unit:
            return False
    return True


def switched_of(plan: Plan) -> Array:
    """By dealer's card and the four cards in the order they fall: whether the second ones change places; filled up to whole words."""
    beside = from_whole_shoe(plan)
    _, kept = switches(plan.terms, beside.worth, beside.switched)
    flat = ~kept.ravel()
    return np.pad(flat, (0, -flat.size % 64))


@dataclass(frozen=True)
class Grid:
    """All that two boxes can come to: nets and stakes in whole steps, which add up hand by hand."""

    terms: Terms
    most: int
    """Hands in one box."""
    net: int
    """Cents in one step of nets, and in one of stakes."""
    staked: int

    @cached_property
    def nets(self) -> list[list[int]]:
        """Steps by way to stand and class of results."""
        return [[net // self.net for net in nets] for nets in self.terms.pays.nets[ALONE]]

    @cached_property
    def stakes(self) -> list[int]:
        return [stake // self.staked for stake in self.terms.pays.stakes[ALONE]]

    @cached_property
    def ended(self) -> dict[int, int]:
        """Steps of hands that end before anybody draws."""
        return {move: cents // self.net for move, cents in before_drawing(self.terms).items()}

    @cached_property
    def down(self) -> int:
        """The most that both boxes lose."""
        return self._bound(-1)

    def _bound(self, sign: int) -> int:
        hand = max(sign * net for nets in self.nets for net in nets)
        return 2 * max(self.most * hand, 0, *(sign * net for net in self.ended.values()))

    @cached_property
    def width(self) -> int:
        return 2 * self.most * max(self.stakes) + 1

    @cached_property
    def size(self) -> int:
        """Places, with the one that is nobody's."""
        return 1 + (self.down + self._bound(1) + 1) * self.width

    def ends(self) -> Iterator[tuple[int, End]]:
        """What each place comes to, in units of both wagers together."""
        unit = 2 * self.terms.pays.unit
        for place in range(self.size - 1):
            net, stake = divmod(place, self.width)
            net -= self.down
            staked = Fraction(stake * self.staked, unit)
            name = "win" if net > 0 else "lose" if net < 0 else "push"
            yield 1 + place, End(f"{name}, {2 * staked} staked" if staked > 1 else name, Fraction(net * self.net, unit), staked)

    def moves(self) -> Array:
        """Two words for each hand of the kernel's: its move against each of the dealer's totals."""
        results, totals = self.terms.results, range(TOTALS)
        rows = [*results[:TWO_CARD_21], results[self.terms.ranks[ACES, hands().place(ACES, TENS)]]]
        found: dict[int, list[int]] = {}
        for stand, (nets, stake) in enumerate(zip(self.nets, self.stakes, strict=True)):
            for rank, row in enumerate(rows):
                found[kernel.RANKS * stand + rank] = [nets[row[total]] * self.width + stake for total in totals]
            found[kernel.RANKS * stand + kernel.BROKEN] = [nets[-1] * self.width + stake] * TOTALS
        for move, net in self.ended.items():
            found[move] = [net * self.width + self.stakes[SINGLE]] * TOTALS
        found[kernel.NOTHING] = [1 + self.down * self.width] * TOTALS
        words = [0] * (2 * (kernel.NOTHING + 1))
        for move, lanes in found.items():
            for total, lane in enumerate(lanes):
                words[2 * move + total // kernel.LANES] += lane << kernel.LANE_BITS * (total % kernel.LANES)
        # A sum of moves is what it would be lane by lane once no lane is below nothing, however far below some moves reach.
        return np.array([word % (1 << 64) for word in words], np.uint64)


def before_drawing(terms: Terms) -> dict[int, int]:
    """What hands net, in cents, that nobody draws to."""
    pays = terms.pays
    found = {
        kernel.GIVEN_UP: pays.surrendered,
        kernel.BLACKJACK: pays.blackjack[0],
        kernel.BOTH: pays.both,
        kernel.DEALER_BLACKJACK: pays.dealer_blackjack,
    }
    return {move: int(net * pays.unit) for move, net in found.items()}


def grid_of(terms: Terms) -> Grid:
    """The smallest grid on which all hands of a game lie."""
    nets = itertools.chain(*terms.pays.nets[ALONE], before_drawing(terms).values())
    most = max(1, *(pair.most for pair in terms.pairs if pair is not None))
    return Grid(terms, most, gcd(*nets) or 1, gcd(*terms.pays.stakes[ALONE]))


# The wager on four cards


def matches_of(game: Playable, places: Places) -> tuple[Array, tuple[Section, ...]]:
    """By how many pairs of the four cards are of one rank the place of a wager on them, and its section; nothing where there is none."""
    for wager, look in game.looks.items():
        size = sum(look.counts(game.shape.hand, game.shape.dealer, game.shape.community))
        if not (look.by_rank and look.alike and size == len(OWN)) or game.terms.wagers[wager].meter is not None:
            continue
        ladder = four_cards(game, wager)
        side = settle_ladder(game, wager, ladder)
        found: dict[int, set[int]] = {}
        for first, last, ways in side.runs:
            settled = side.whatever(ways)
            place = places.of(End(settled.outcome, *settled.per(side.unit)))
            for deal in itertools.chain.from_iterable(map(ladder.deals, range(first, last))):
                found.setdefault(alike(deal.hand), set()).add(place)
        if found.keys() == PAIRS_OF_FOUR and all(len(several) == 1 for several in found.values()):
            matches: Array = np.zeros(max(found) + 1, np.uint16)
            for pairs, (place,) in found.items():
                matches[pairs] = place
            return matches, (section_of(game, wager, places),)
        places.taken()
    return NOTHING, ()


def alike(held: tuple[Card, ...]) -> int:
    """How many pairs of cards are of one rank."""
    return sum(one.rank == other.rank for one, other in itertools.combinations(held, 2))


def courts_of(game: Playable) -> tuple[int, ...]:
    """Cards that count ten, by rank, as a shoe."""
    counts = Counter(str(held)[0] for held in game.pack)
    return (*(counts[rank] for rank in COURT), *[0] * (VALUES - len(COURT)))


def drawn(seed: int, index: int, simulation: Simulation) -> list[Card]:
    """The cards of one round in the order they fall, and those that would follow; tens of the first four with the kernel's ranks."""
    found = cards_of(seed, index, simulation.tables[0], MOST_CARDS)
    places = [place for place in OWN if value_of(found[place]) == TENS]
    ranks: Array = np.zeros(len(places), np.int64)
    kernel.ranks_of_tens(key_of(seed), np.uint64(index), simulation.tables[-2], ranks)
    for place, rank in zip(places, ranks.tolist(), strict=True):
        found[place] = card(COURT[rank] + found[place].suit)
    return found
