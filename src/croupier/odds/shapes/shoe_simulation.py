"""Blackjack for its kernel: basic strategy as tables of what to do with two cards, with a split hand and with more, and how boxes end."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import perm

import numpy as np

from croupier.equipment.cards import RANKS, SUITS, Card, card
from croupier.errors import BadInput
from croupier.games.blackjack._hands import BLACKJACK, DOUBLE_ATTACK
from croupier.odds.kernels import sim_blackjack as kernel
from croupier.odds.kernels.blackjack import hands
from croupier.odds.kernels.tables import Array
from croupier.odds.refusing import refused
from croupier.odds.shapes.shoe_attack import ATTACKED, attack_of
from croupier.odds.shapes.shoe_boxes import KINDS, later_circles
from croupier.odds.shapes.shoe_plan import Plan, plan_of
from croupier.odds.shapes.shoe_prices import BASIC
from croupier.odds.shapes.shoe_specials import specials_of
from croupier.odds.shapes.shoe_terms import ACES, TENS, Terms, readings_of
from croupier.odds.simulation import CuttingCard, End, Section, Simulation
from croupier.table.playable import Playable
from croupier.table.table import BURN

VALUES, STATES, MOST = kernel.VALUES, kernel.STATES, kernel.MOST
MOST_CARDS = 64
"""More than a round can need."""


def simulations(game: Playable) -> Iterator[Simulation]:
    """One: the main game, each round from a full shoe."""
    yield _simulation(game, "sim_blackjack", (), "a full shoe every round")


def from_a_shoe(game: Playable, card: CuttingCard) -> Iterator[Simulation]:
    """One: the main game of the first box, rounds from one shoe until the cutting card has come out.

    None where several rounds are played with one hand: what a shoe's first cards do to later rounds is not followed.
    """
    if later_circles(game):
        return
    most = min(game.seats, kernel.MOST_PLAYERS)
    if not 1 <= card.players <= most:
        raise BadInput(f"--players {card.players}: from 1 to {most}")
    burned = any(step.step == BURN and game.terms.holds(step.when) for step in game.terms.file.life.opening)
    table: Array = np.array([len(game.pack) - card.cards_above(len(game.pack)), burned, card.players], np.int64)
    others = "" if card.players == 1 else f", the first of {card.players} players"
    note = f"a cutting card after {float(100 * card.penetration):g}% of the shoe{others}"
    yield _simulation(game, "sim_blackjack_shoe", (table,), note)


def _simulation(game: Playable, name: str, before: tuple[Array, ...], shoe: str) -> Simulation:
    plan = plan_of(game, by_total=True)
    refuse_what_no_kernel_plays(game, plan)
    table = game.terms.chosen[BLACKJACK]
    decks = game.rules.decks
    note = f"{decks} deck{'s' * (decks > 1)}, {shoe}; never insured"
    if plan.takes_even_money:
        note += "; takes even money"
    ends = ends_of(plan.terms)
    places, readings = max(ends) + 1, readings_of(game, table)
    attack = attack_of(game, by_total=True)
    if attack is not None:
        note += f"; double attack as large as the bet against {attack.against}"
        told = ends_of(attack.attacked.terms)
        ends |= {place + places: replace(end, outcome=end.outcome + ATTACKED) for place, end in told.items()}
        if (attack.attacked.terms.steps.nets != plan.terms.steps.nets).any():
            raise refused(game, "a second wager that changes what split hands net by the first is not simulated", DOUBLE_ATTACK)
    size = max(ends) + 1
    sections = tuple(
        Section(
            wager, game.terms.chosen[wager], {size * circle + place: end for place, end in ends.items()}, BASIC, readings, note
        )
        for circle, wager in enumerate((BLACKJACK, *later_circles(game)))
    )
    always_draws = game.rules.dealer_draws == "always"
    dealer_first = "dealer" in next(
        step.to for step in game.terms.file.deal[game.rules.dealing].opening if "burn" not in step.to
    )
    paid = specials_of(game, plan.terms)
    tables = tables_of(plan, paid, always_draws=always_draws, dealer_first=dealer_first, places=places)
    return Simulation(name, before + tables, size * len(sections), sections)


def refuse_what_no_kernel_plays(game: Playable, plan: Plan) -> None:
    """Refuse rules that are priced, and that a kernel of boxes cannot follow from the values of cards."""
    pays = plan.terms.pays
    if pays.rescued is not None and not pays.given_up:
        raise refused(game, "doubles that are rescued are not simulated", "rescue")
    if plan.terms.late:
        raise refused(game, "a hole card that comes after the players is not simulated", "hole-card", "hole-card-check")
    if len(pays.blackjacks) > 1:
        why = "blackjacks of which some are paid better are not simulated from values alone"
        raise refused(game, why, "posted-blackjack", "blackjack-pays")
    most = max((pair.most for pair in plan.terms.pairs if pair is not None), default=0)
    if most > MOST:
        raise refused(game, f"a pair that becomes {most} hands is not simulated", "most-hands")


def tables_of(
    plan: Plan, paid: Sequence[int] = (), *, always_draws: bool = False, dealer_first: bool = False, places: int = 0
) -> tuple[Array, ...]:
    """The kernel's tables for a plan that goes by totals; the dealer may draw even where nobody is left to play against.

    `paid` is what it is told of 21s that are paid by their cards; rounds with a second wager are told after the `places` of the others.
    """
    terms = plan.terms
    most = [0 if pair is None else -pair.most if pair.lammers else pair.most for pair in terms.pairs]
    hits = hits_of(plan)
    steps, classes = terms.steps, terms.worth.shape[2] - 1
    # A hand alone is told by its place; what it nets is never added to another's.
    alone = [0] * kernel.STANDS, [0] * (kernel.STANDS * (classes + 1))
    # Ways to stand that no rule of this game leads to stand there as nothing.
    missing = kernel.STANDS - steps.stakes.shape[1]
    staked = np.pad(steps.stakes, ((0, 0), (0, missing)))
    netted = np.pad(steps.nets, ((0, 0), (0, missing), (0, 0)))
    grid = (MOST * steps.down, steps.shape[1])
    rows = terms.results
    up = rows[-1] if terms.pays.given_up else rows[0]
    results = [*rows[: kernel.TWO_CARD_21].ravel(), *rows[terms.ranks[0, hands().place(ACES, TENS)]], *up]
    nets = (*alone[0], *staked.ravel(), *alone[1], *netted.ravel())
    waits, begins = len({*terms.pays.blackjack}) > 1, kernel.FIRST_RESULT + len(results) + len(nets) if paid else 0
    rounds, size = 1 + int(terms.again), max(ends_of(terms)) + 1
    flags = (
        plan.takes_even_money,
        always_draws,
        terms.pays_21,
        waits,
        dealer_first,
        begins,
        rounds,
        size,
        classes,
        *grid,
        places,
    )
    rules: Array = np.array([*flags, *(plan.attacks or (False,) * VALUES), *results, *nets, *paid], np.int64)
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
    """A shoe's cards as counts of each value and those below it, and how they are dealt from fair words."""
    cards = sum(terms.shoe)
    if cards >> 64 - kernel.FRACTION_BITS:
        raise BadInput(f"{cards} cards: a shoe is simulated with fewer than {1 << 64 - kernel.FRACTION_BITS}")
    counts = list(itertools.accumulate(terms.shoe))
    halves = counts[: kernel.COUNTS_A_WORD], counts[kernel.COUNTS_A_WORD :]
    words = [sum(count << kernel.COUNT_BITS * place for place, count in enumerate(half)) for half in halves]
    for left in range(cards + 1):
        ways = perm(left, min(left, kernel.CARDS_A_WORD))
        words += [ways, (1 << kernel.FRACTION_BITS) % ways]
    return np.array(words, np.uint64)


def hits_of(plan: Plan) -> Array:
    """Kind of hand, dealer's card, hand of three cards or more: whether it draws, doubles or is given up, or above 21 has a card taken off.

    A count that is given up once it is doubled has a flag.
    """
    known, terms = hands(), plan.terms
    state = known.counts @ np.arange(1, VALUES + 1) + 32 * (known.counts[:, ACES] > 0)
    found: Array = np.zeros((KINDS, VALUES, STATES), np.uint8)
    for shown in range(VALUES):
        there = (known.size >= 2) & (known.total < 21) & (plan.left[shown] >= 0)
        for kind in range(KINDS):
            does = np.where(plan.hits[shown, kind] > 0, kernel.HIT, kernel.STAND)
            if terms.pays.given_up:
                does = np.where(plan.gives_up[shown] > 0, kernel.SURRENDER, does)
            if terms.doubles_later:
                does = np.where(plan.doubles[shown, kind] > 0, kernel.DOUBLE, does)
            if terms.pays.given_up:
                does = does + np.where(plan.rescues[shown], kernel.UP_DOUBLED, 0)
            found[kind, shown, state[there]] = does[there]
            assert (found[kind, shown, state[there]] == does[there]).all(), "a plan that does not go by totals"
    if terms.saves:
        every = terms.hands
        above = every.total[every.whole : every.whole + every.broken]
        for shown in range(VALUES):
            for total in set(above[plan.saves[shown] > 0].tolist()):
                assert plan.saves[shown, above == total].all(), "second chances that do not go by totals"
                found[:, shown, [total, 32 + total]] = kernel.SAVE
    return found


def first_of(plan: Plan) -> Array:
    """Dealer's card and two cards: what to do with them."""
    known = hands()
    found: Array = np.zeros((VALUES, VALUES, VALUES), np.uint8)
    for shown in range(VALUES):
        for a in range(VALUES):
            for b in range(VALUES):
                hand = known.place(a, b)
                if a == b and plan.splits[shown, a]:
                    word = kernel.SPLIT
                elif plan.gives_up[shown, hand]:
                    word = kernel.SURRENDER
                else:
                    word = _doubled(int(plan.doubles[shown, 0, hand])) or int(plan.hits[shown, 0, hand])
                found[shown, a, b] = word
    return found


def later_of(plan: Plan) -> Array:
    """Kind of hand, dealer's card, pair, second card, whether the box is full: what to do with a split hand."""
    known = hands()
    found: Array = np.zeros((KINDS, VALUES, VALUES, VALUES, 2), np.uint8)
    for value, pair in enumerate(plan.terms.pairs):
        if pair is None:
            continue
        for second in range(VALUES):
            hand = known.place(value, second)
            for kind in range(KINDS):
                for shown in range(VALUES):
                    word = kernel.STAND
                    if not pair.ends[second]:
                        doubles = pair.doubles[second] if plan.doubles[shown, kind, hand] else 0
                        word = _doubled(doubles) or int(plan.hits[shown, kind, hand])
                    if plan.terms.pays.given_up and word == kernel.STAND and plan.stands_up[shown, hand]:
                        word = kernel.SURRENDER
                    found[kind, shown, value, second] = word
                    if second == value:
                        found[kind, shown, value, second, 0] = kernel.SPLIT
    return found


def _doubled(double: int) -> int:
    return (0, kernel.DOUBLE, kernel.FREE_DOUBLE)[double]


def dealer_of(terms: Terms) -> Array:
    """Whether the dealer draws to a hand, the first card alone included; then which of the totals a hand is that is not drawn to.

    Where several rounds are played, 22 is one with all above it: its place is that of a later round's blackjack.
    """
    found: Array = np.zeros((2, STATES), np.uint8)
    for low in range(1, 17):
        found[0, low] = 1
        total = low + 10 if low <= 11 else low
        found[0, 32 + low] = total < 17 or (total == 17 and low == 7 and terms.hits_soft_17)
    for hand in np.flatnonzero(found[0] == 0).tolist():
        low = hand % 32
        total = low + 10 if hand >= 32 and low <= 11 else low
        broken = kernel.TOTALS - 1 if int(terms.again) else total - 17
        found[1, hand] = min(max(total - 17, 0) if total <= 21 else broken, kernel.TOTALS - 1)
    return found.ravel()


def ends_of(terms: Terms) -> dict[int, End]:
    """What each place of the histogram pays, in the words of the exact price."""
    pays = terms.pays
    ends = {
        kernel.BLACKJACK: End("blackjack", pays.blackjack[0], pays.staked),
        **{kernel.NATURAL + total: End("blackjack", net, pays.staked) for total, net in enumerate(pays.blackjack)},
        kernel.BOTH: End("push" if not pays.both else "blackjack", pays.both, pays.staked),
        kernel.DEALER_BLACKJACK: End("dealer-blackjack", pays.dealer_blackjack, pays.staked),
        kernel.GAVE_UP: End("surrender", pays.surrendered, pays.staked),
    }
    if pays.even_money is not None:
        ends[kernel.EVEN_MONEY] = End("even-money", pays.even_money, pays.staked)
    played = itertools.product(range(kernel.STANDS), range(terms.worth.shape[2]))
    boxes = itertools.product(*map(range, terms.steps.shape))
    stands = terms.worth.shape[1]
    told = itertools.chain(
        (terms.end(stand if stand < stands else 0, end) for stand, end in played), (terms.steps.end(*box) for box in boxes)
    )
    return ends | {place: End(*end) for place, end in enumerate(told, start=kernel.PLAYED)}


def drawn(seed: int, index: int, simulation: Simulation, count: int = MOST_CARDS) -> list[Card]:
    """The cards of one round in the order they fall, and those that would follow: player, dealer's card, player, hole card, draws."""
    return cards_of(seed, index, simulation.tables[0], count)


def drawn_from_a_shoe(seed: int, session: int, simulation: Simulation) -> Iterator[tuple[int, list[Card]]]:
    """The rounds of a session: where each one ends, and the cards that were left in the shoe before it, in order."""
    from croupier.odds.kernels import sim_blackjack_shoe as from_shoe
    from croupier.odds.kernels.randomness import key_of

    places, starts, dealt = (np.zeros(from_shoe.SESSION, np.int64) for _ in range(3))
    from_shoe.follow(key_of(seed), session * from_shoe.SESSION, places, starts, dealt, *simulation.tables)
    shoe, began = simulation.tables[1], -1
    cards: list[Card] = []
    for place, start, out in zip(places.tolist(), starts.tolist(), dealt.tolist(), strict=True):
        if start != began:
            began, cards = start, cards_of(seed, start, shoe, int(kernel.cards_left(shoe[kernel.HIGH])))
        yield place, cards[out:]


def cards_of(seed: int, index: int, shoe: Array, count: int) -> list[Card]:
    """A shoe's first cards. The kernel knows values, and suits where it asks for them; ranks of tens are any that the shoe holds."""
    from croupier.odds.kernels.randomness import key_of

    values, suits = (np.zeros(count, np.int64) for _ in range(2))
    kernel.drawn(key_of(seed), np.uint64(index), shoe, values)
    kernel.suits(key_of(seed), np.uint64(index), shoe, values, suits)
    below = int(shoe[kernel.HIGH]) >> kernel.COUNT_BITS * (kernel.COUNTS_A_WORD - 2) & (1 << kernel.COUNT_BITS) - 1
    aces = int(shoe[kernel.LOW]) & (1 << kernel.COUNT_BITS) - 1
    court = "TJQK"[-((int(kernel.cards_left(shoe[kernel.HIGH])) - below) // aces) :]  # four ranks count ten, or three
    used = [0] * VALUES
    found = []
    for value, suit in zip(values.tolist(), suits.tolist(), strict=True):
        number = used[value]
        used[value] += 1
        ranks = "A" if value == ACES else court if value == TENS else RANKS[value - 1]
        found.append(card(ranks[number % len(ranks)] + SUITS[number // len(ranks) % len(SUITS) if suit < 0 else suit]))
    return found
