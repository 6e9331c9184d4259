"""Blackjack for its kernel: basic strategy as tables of what to do with two cards, with a split hand and with more, and how boxes end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from croupier.equipment.cards import RANKS, SUITS, Card, card
from croupier.games.blackjack_hands import BLACKJACK
from croupier.odds.blackjack import ACES, STANDS, SURRENDERED, TENS, Plan, Terms, plan_of, readings_of
from croupier.odds.exact.blackjack import BASIC
from croupier.odds.kernels import sim_blackjack as kernel
from croupier.odds.kernels.sim_baccarat import FRACTION_BITS
from croupier.odds.kernels.tables import Array
from croupier.odds.simulation import End, Section, Simulation
from croupier.table.playable import Playable

VALUES, STATES, MOST = kernel.VALUES, kernel.STATES, kernel.MOST
MOST_CARDS = 64
"""More than a round can need."""


def simulations(game: Playable) -> Iterator[Simulation]:
    """One: the main game, each round from a full shoe."""
    plan = plan_of(game, by_total=True)
    table = game.game.chosen[BLACKJACK]
    decks = game.rules.decks
    note = f"{decks} deck{'s' * (decks > 1)}, a full shoe every round; never insured"
    if plan.takes_even_money:
        note += "; takes even money"
    section = Section(BLACKJACK, table, ends_of(plan.terms), BASIC, readings_of(game, table), note)
    yield Simulation("sim_blackjack", tables_of(plan), kernel.SIZE, (section,))


def tables_of(plan: Plan) -> tuple[Array, ...]:
    """The kernel's tables for a plan that goes by totals."""
    terms = plan.terms
    most = [0 if pair is None else -pair.most if pair.lammers else pair.most for pair in terms.pairs]
    if max(map(abs, most)) > MOST:
        raise NotImplementedError(f"a pair that becomes {max(map(abs, most))} hands")
    hits = hits_of(plan)
    pays = [*terms.win[0], *terms.win[1], *terms.lose[0], *terms.lose[1]]
    rules: Array = np.array([plan.takes_even_money, terms.pushes_22, *pays], np.int64)
    return (
        shoe_of(terms),
        first_of(plan).ravel(),
        later_of(plan).ravel(),
        hits.ravel(),
        dealer_of(terms),
        np.array(most, np.int64),
        rules,
    )


def shoe_of(terms: Terms) -> Array:
    """How whole decks are dealt from fair words."""
    copies = terms.shoe[ACES]
    if terms.shoe != (*[copies] * TENS, 4 * copies):
        raise NotImplementedError("a shoe that is not of whole decks")
    ways = (13 * copies) ** kernel.CARDS_A_WORD
    return np.array([copies, ways, (1 << FRACTION_BITS) % ways], np.uint64)


def hits_of(plan: Plan) -> Array:
    """Stake or lammer, dealer's card, hand: whether it draws."""
    from croupier.odds.kernels.blackjack import hands

    known = hands()
    state = known.counts @ np.arange(1, VALUES + 1) + 32 * (known.counts[:, ACES] > 0)
    found: Array = np.zeros((2, VALUES, STATES), np.uint8)
    for shown in range(VALUES):
        there = (known.size >= 2) & (known.total < 21) & (plan.left[shown] >= 0)
        for kind in range(2):
            draws = plan.hits[shown, min(kind, plan.terms.kinds - 1)]
            found[kind, shown, state[there & (draws > 0)]] = kernel.HIT
            assert not found[kind, shown, state[there & (draws == 0)]].any(), "a plan that does not go by totals"
    return found


def first_of(plan: Plan) -> Array:
    """Dealer's card and two cards: what to do with them."""
    from croupier.odds.kernels.blackjack import hands

    known = hands()
    found: Array = np.zeros((VALUES, VALUES, VALUES), np.uint8)
    for shown in range(VALUES):
        for a in range(VALUES):
            for b in range(VALUES):
                hand = known.place(a, b)
                if plan.gives_up[shown, hand]:
                    word = kernel.SURRENDER
                elif a == b and plan.splits[shown, a]:
                    word = kernel.SPLIT
                else:
                    word = _doubled(int(plan.doubles[shown, 0, hand])) or int(plan.hits[shown, 0, hand])
                found[shown, a, b] = word
    return found


def later_of(plan: Plan) -> Array:
    """Stake or lammer, dealer's card, pair, second card, whether the box is full: what to do with a split hand."""
    from croupier.odds.kernels.blackjack import hands

    known = hands()
    found: Array = np.zeros((2, VALUES, VALUES, VALUES, 2), np.uint8)
    for value, pair in enumerate(plan.terms.pairs):
        if pair is None:
            continue
        for second in range(VALUES):
            hand = known.place(value, second)
            for kind in range(plan.terms.kinds):
                for shown in range(VALUES):
                    word = kernel.STAND
                    if not pair.ends[second]:
                        doubles = pair.doubles[second] if plan.doubles[shown, kind, hand] else 0
                        word = _doubled(doubles) or int(plan.hits[shown, kind, hand])
                    found[kind, shown, value, second] = word
                    if second == value:
                        found[kind, shown, value, second, 0] = kernel.SPLIT
    return found


def _doubled(double: int) -> int:
    return (0, kernel.DOUBLE, kernel.FREE_DOUBLE)[double]


def dealer_of(terms: Terms) -> Array:
    """Whether the dealer draws to a hand."""
    found: Array = np.zeros(STATES, np.uint8)
    for low in range(2, 17):
        found[low] = 1
        total = low + 10 if low <= 11 else low
        found[32 + low] = total < 17 or (total == 17 and low == 7 and terms.hits_soft_17)
    return found


def ends_of(terms: Terms) -> dict[int, End]:
    """What each place of the histogram pays, in the words of the exact price."""
    ends = {
        kernel.BLACKJACK: End("blackjack", terms.blackjack),
        kernel.BOTH: End("push", Fraction(0)),
        kernel.DEALER_BLACKJACK: End("dealer-blackjack", Fraction(-1)),
        kernel.GAVE_UP: End("surrender", SURRENDERED),
    }
    if terms.even_money is not None:
        ends[kernel.EVEN_MONEY] = End("even-money", terms.even_money)
    for stand, name in enumerate(STANDS):
        won, risked = terms.win[0][stand], terms.lose[0][stand]
        place = kernel.PLAYED + 3 * stand
        ends[place + kernel.LOSE] = End("lose" + name, Fraction(-risked), Fraction(risked))
        ends[place + kernel.PUSH] = End("push" + name, Fraction(0), Fraction(risked))
        ends[place + kernel.WIN] = End("win" + name, Fraction(won), Fraction(risked))
    for net in range(kernel.NETS):
        for staked in range(kernel.STAKES):
            place = kernel.SPLITS + net * kernel.STAKES + staked
            ends[place] = End(f"split, {staked} staked", Fraction(net - 2 * MOST), Fraction(staked))
    return ends


def drawn(seed: int, index: int, simulation: Simulation, count: int = MOST_CARDS) -> list[Card]:
    """The cards of one round in the order they fall, and those that would follow: player, dealer's card, player, hole card, draws.

    The kernel knows values alone; ranks and suits here are any that the shoe holds.
    """
    from croupier.odds.kernels.randomness import key_of

    shoe = simulation.tables[0]
    values: Array = np.zeros(count, np.int64)
    kernel.drawn(key_of(seed), np.uint64(index), shoe, values)
    used = [0] * VALUES
    found = []
    for value in values.tolist():
        number = used[value]
        used[value] += 1
        ranks = "A" if value == ACES else "TJQK" if value == TENS else RANKS[value - 1]
        found.append(card(ranks[number % len(ranks)] + SUITS[number // len(ranks) % len(SUITS)]))
    return found
