"""Side wagers of blackjack games: what their files look at, a dealer's finished hand too; House Money, which may go on a hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import perm, prod

import numpy as np

from croupier.equipment.cards import ACE, SUITS, Card, cards
from croupier.errors import Refused
from croupier.games.blackjack._hands import BLACKJACK, DECLINE, HIT, STAND
from croupier.games.blackjack.blackjack import CAP, HOUSE_MONEY
from croupier.hands.blackjack import is_blackjack, points, two_card
from croupier.hands.looks import LOOKS
from croupier.odds.cells import Asked, Deal, Settled, layout, unit_of
from croupier.odds.dealt import Dealt, few_cards
from croupier.odds.kernels.blackjack import VALUES, hands
from croupier.odds.kernels.tables import Array
from croupier.odds.looks import Ladder, by_rows, ladder_of
from croupier.odds.posted import with_posted
from croupier.odds.price import DOUBLE_PRECISION, Price, gathered
from croupier.odds.shapes.shoe_anyhow import try_dealers_hand, try_other_dealers
from croupier.odds.shapes.shoe_asked import DEALERS_SHOWING
from croupier.odds.shapes.shoe_boxes import DEALERS, STAKE, Hands
from croupier.odds.shapes.shoe_in_order import goes_on_against_a_blackjack, is_in_order, ladder_in_order
from croupier.odds.shapes.shoe_plan import SCALE, Plan, plan_of, solve_for
from croupier.odds.shapes.shoe_terms import ACES, TENS, card_of, hits_soft_17, value_of
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable

UNSAID = (DECLINE, STAND)
"""What a seat says while only its first cards or the dealer's matter."""
FINISHED, FIRST_THREE = LOOKS["dealers-hand"], LOOKS["dealers-first-three"]
LAST = 22
"""The highest total of a dealer that rows tell apart."""
COLOURS, EIGHTS = ("dh", "cs"), 7
STIFF = (TENS, 5, TENS)
"""A hand that stands on two cards, or breaks with the third."""


def ladder(game: Playable, wager: str) -> Ladder:
    """The hands that a side wager looks at, dealt on with any cards and played to the end."""
    if is_in_order(game, wager):
        found = ladder_in_order(game, wager)
        try_other_dealers(
            Asked(game, layout(game, wager), only=[wager], unsaid=found.unsaid),
            found,
            blackjacks=goes_on_against_a_blackjack(game, wager),
        )
        return found
    if game.looks[wager] is FINISHED:
        found = by_rows(game, wager, dealers_hands(game, wager), _finishes(game))
        _whatever_is_decided(game, wager, found, _finished(game))
    elif game.looks[wager] is FIRST_THREE:
        found = by_rows(game, wager, dealers_thirds(game), _finishes(game))
        _whatever_is_decided(game, wager, found, _thirds)
    else:
        found = ladder_of(game, wager)
    return found._replace(deals=lambda level: [deal._replace(goes_on=True) for deal in found.deals(level)], unsaid=UNSAID)


def _finishes(game: Playable) -> Callable[[Sequence[Card]], Deal]:
    """A dealer's cards as they are drawn, against a player who stands; refused where the table draws by another count."""
    soft_17 = hits_soft_17(game)
    return lambda seen: Deal(_stiff(game, seen)[:2], drawn_in_order(seen, hits_soft_17=soft_17))


def _stiff(game: Playable, seen: Sequence[Card]) -> tuple[Card, ...]:
    """Two cards that stand, and a third to break them, of those that others leave."""
    left, found = list(game.pack), list[Card]()
    for card in seen:
        left.remove(card)
    for value in STIFF:
        found.append(next((card for card in left if value_of(card) == value), left[0]))
        left.remove(found[-1])
    return tuple(found)


def _finished(game: Playable) -> Callable[[Sequence[Card]], Sequence[Card] | None]:
    """A dealer's cards, if they are all that the dealer draws."""
    soft_17 = hits_soft_17(game)

    def seen(taken: Sequence[Card]) -> Sequence[Card] | None:
        total, soft = points(taken)
        return taken if total > 17 or (total == 17 and not (soft and soft_17)) else None

    return seen


def _thirds(taken: Sequence[Card]) -> Sequence[Card] | None:
    """Two cards of a dealer's that stand, or three."""
    return taken[:2] if points(taken[:2]).total >= 17 else taken[:3] if len(taken) > 2 else None


def _whatever_is_decided(
    game: Playable, wager: str, found: Ladder, seen: Callable[[Sequence[Card]], Sequence[Card] | None]
) -> None:
    """Refuse a wager on the dealer's hand that a player who breaks has lost already, or whose dealer then draws no more."""
    nets: list[int] = []
    stands, breaks = (Asked(game, layout(game, wager), only=[wager], unsaid=(DECLINE, word)) for word in (STAND, HIT))
    for level, value in enumerate(found.values):
        deal = found.deals(level)[0]._replace(goes_on=True)
        settled = stands.settled(deal)
        nets.append(settled.net)
        broken = breaks.settled(deal._replace(hand=_stiff(game, deal.dealer)))
        if settled[:2] != broken[:2]:
            clause = game.terms.wagers[wager].clause
            raise stands.refused(
                f"{wager}: a dealer's {value.category} nets {broken.net} once the player's hand is broken", clause
            )
    try_dealers_hand(game, wager, found, nets, seen)


# The dealer's finished hand


def dealers_hands(game: Playable, wager: str) -> Iterator[Dealt]:
    """Every way to a dealer's total that a row names, of one suit, of one colour and of both; then all other hands together.

    Whatever the players draw, the dealer's cards are as good as the next ones of a full shoe. A set of values comes in as many orders
    as lead the dealer to it, each card among those of its value that are left: a product of falling factorials. Hands of
    one suit, or one colour, are the same count with the cards of that suit or colour alone.
    """
    from croupier.odds.kernels.blackjack_dealer import dealer_sets, values_of

    held = {suit: [0] * VALUES for suit in SUITS}
    for card in game.pack:
        held[card.suit][value_of(card)] += 1

    def ways(counts: Sequence[int], suits: str) -> int:
        return prod(perm(sum(held[suit][value] for suit in suits), number) for value, number in enumerate(counts))

    soft_17, named = hits_soft_17(game), _totals_named(game, wager)
    found: list[tuple[tuple[int, ...], list[int]]] = []
    for shown in range(VALUES):
        keys, orders = dealer_sets(shown, hits_soft_17=soft_17, highest=LAST)
        sets = [*zip(map(values_of, keys.tolist()), orders.tolist(), strict=True)]
        if shown in (ACES, TENS):
            sets.append(((TENS - shown,), 1))  # a blackjack, which the solver leaves out
        for further, order in sets:
            values = (shown, *further)
            if points([card_of(value) for value in values]).total not in named:
                continue
            counts = [values.count(value) for value in range(VALUES)]
            suited = sum(ways(counts, suit) for suit in SUITS)
            coloured = sum(ways(counts, colour) for colour in COLOURS)
            weights = [suited, coloured - suited, ways(counts, SUITS) - coloured]
            if any(weights):
                found.append((values, [order * weight for weight in weights]))
    longest, pack = max((len(values) for values, _ in found), default=2), len(game.pack)
    other = perm(pack, longest)
    for values, weights in found:
        for suits, weight in zip((SUITS[0], COLOURS[0], SUITS), weights, strict=True):
            full = weight * perm(pack - len(values), longest - len(values))  # cards that are not needed fall anyhow
            other -= full
            if full:
                yield _of_suits(values, suits), full
    yield _of_suits((TENS, 5, TENS), SUITS), other


def dealers_thirds(game: Playable) -> Iterator[Dealt]:
    """A dealer's two cards that stand, or with the third: one of each kind that counts alike, eights by their suits."""
    found: dict[tuple[object, ...], Dealt] = {}
    for two, weight in few_cards(game, 2):
        stands = points(two).total >= 17
        for third, count in game.counts.items():
            left, held = count - two.count(third), two if stands else (*two, third)
            eights = all(value_of(card) == EIGHTS for card in held)
            kind = (*map(value_of, held), *((card.suit for card in held) if eights else ()))
            if left:
                found[kind] = held, weight * left + found.get(kind, ((), 0))[1]
    yield from found.values()


def _of_suits(values: Sequence[int], suits: str) -> tuple[Card, ...]:
    """Cards of these values whose suits go round, for each value from another one."""
    order = list(dict.fromkeys(values))
    turns = [order.index(value) + values[:place].count(value) for place, value in enumerate(values)]
    return tuple(card_of(value, SUITS.index(suits[turn % len(suits)])) for value, turn in zip(values, turns, strict=True))


def _totals_named(game: Playable, wager: str) -> set[int]:
    """The dealer's totals that some row of the posted table names, whatever the suits."""
    tests = [test for _, test, _ in game.tables[wager]]
    samples = ((TENS, 5, 0), (TENS, 7), (TENS, 8), (TENS, TENS), (TENS, 5, 4), (TENS, 5, 5))
    return {
        points(held).total
        for values in samples
        for suits in (SUITS[0], COLOURS[0], SUITS)
        if any(test(FINISHED.value(held := _of_suits(values, suits)), held) for test in tests)
    }


def drawn_in_order(held: Sequence[Card], *, hits_soft_17: bool) -> tuple[Card, ...]:
    """A dealer's cards, the first one shown, in an order in which the dealer takes them all."""

    def stands(taken: Sequence[Card]) -> bool:
        total, soft = points(taken)
        return len(taken) > 1 and (total > 17 or (total == 17 and not (soft and hits_soft_17)))

    def go(taken: tuple[Card, ...], rest: tuple[Card, ...]) -> tuple[Card, ...] | None:
        if not rest:
            return taken
        if stands(taken):
            return None
        tried = (go((*taken, card), rest[:place] + rest[place + 1 :]) for place, card in enumerate(rest))
        return next((found for found in tried if found is not None), None)

    found = go(tuple(held[:1]), tuple(held[1:]))
    assert found is not None, held
    return found


# House Money

TRIED = 6
"""Deals of each kind that are tried besides."""
Paid = tuple[Settled, Array]
"""What two cards that are settled alike come to, and how many deals of each hand are such."""


def _laid(game: Playable, stake: int | None) -> dict[str, int]:
    """House Money beside a wager on the hand that every row of it pays exactly, or at the stake stated."""
    amount = unit_of(game, HOUSE_MONEY, stake)
    return {BLACKJACK: unit_of(game, BLACKJACK, STAKE if stake is None else stake), HOUSE_MONEY: amount}


def paid(game: Playable, stake: int | None) -> list[Paid]:
    """House Money by rows of its table: two deals of each settled at the table, its proceeds taken home."""
    asked = Asked(game, _laid(game, stake), only=[HOUSE_MONEY], unsaid=UNSAID)
    known, tests = hands(), [test for _, test, _ in game.tables[HOUSE_MONEY]]
    kinds: dict[tuple[bool, ...], tuple[list[tuple[Card, ...]], Array]] = {}
    for held, weight in few_cards(game, 2):
        kind = tuple(test(two_card(held), held) for test in tests)
        shown, made = kinds.setdefault(kind, ([], np.zeros(len(known.counts))))
        shown.append(held)
        made[known.place(*sorted(map(value_of, held)))] += weight
    chance, pack = random.Random(7), game.pack
    return [(asked.agreed(_deals_of(shown, chance, pack), "House Money"), made) for shown, made in kinds.values()]


def _deals_of(shown: Sequence[tuple[Card, ...]], chance: random.Random, pack: Sequence[Card]) -> Iterator[Deal]:
    """The first cards of a kind and the last, and some against a dealer's at random."""
    yield from (Deal(shown[place], goes_on=True) for place in (0, -1))
    for held in (chance.choice(shown) for _ in range(TRIED)):
        left = [card for card in chance.sample(pack, len(held) + 4) if card not in held]
        yield Deal(held, tuple(left[:2]), goes_on=True)


def house_money_kept(game: Playable, table: Paytable, stake: int | None = None) -> Price:
    """The side wager by itself, its win taken home."""
    return _kept(game, table, paid(with_posted(game, table), stake), stake)


def _kept(game: Playable, table: Paytable, wins: Sequence[Paid], stake: int | None) -> Price:
    unit = unit_of(game, HOUSE_MONEY, stake)
    counts: dict[tuple[str, Fraction, Fraction], int] = {}
    readings: dict[str, None] = {}
    for settled, made in wins:
        key = (settled.outcome, Fraction(settled.net, unit), Fraction(settled.staked, unit))
        counts[key] = counts.get(key, 0) + int(made.sum())
        readings.update(dict.fromkeys(settled.readings))
    return Price(HOUSE_MONEY, table.id, gathered(counts), clause=table.clause, readings=tuple(readings))


def price_of_house_money(game: Playable, table: Paytable, stake: int | None = None) -> Price:
    """The side wager, its stake and win put on the hand wherever that is worth more than nothing."""
    posted, unit = with_posted(game, table), unit_of(game, HOUSE_MONEY, stake)
    wins = paid(posted, stake)
    kept = _kept(game, table, wins, stake)
    if not getattr(game.rules, CAP).value:
        return kept
    plan = plan_of(game, stake=stake)
    capped, deals = _hands_to_cap(plan), sum(made for _, made in wins)
    ends: dict[tuple[str, Fraction, Fraction], Fraction] = {}
    for settled, made in wins:
        row, net = settled.outcome, Fraction(settled.net, unit)
        if net <= -1:
            continue
        _check_cap(posted, stake, settled, made)
        chances = np.divide(made, deals, out=np.zeros_like(made), where=deals > 0)
        for (name, result, staked), chance in solve_for(plan.terms, np.where(capped, chances, 0.0)).ends.items():
            # With blackjack under the dealer's card there is nothing to add to; what was won is kept.
            added = result if name != "dealer-blackjack" else Fraction(0)
            key = (f"{row}, then {name}", (1 + net) * (1 + added) - 1, 1 + (1 + net) * (staked - 1))
            ends[key] = ends.get(key, Fraction(0)) + Fraction(chance)
        taken_home = float((plan.dealt * np.where(capped, 0.0, chances)).sum())
        ends[row, net, Fraction(1)] = ends.get((row, net, Fraction(1)), Fraction(0)) + Fraction(taken_home)
    counts = {key: round(chance * SCALE) for key, chance in ends.items()}
    counts["lose", Fraction(-1), Fraction(1)] = SCALE - sum(counts.values())
    return replace(
        kept,
        outcomes=gathered(counts),
        method=DOUBLE_PRECISION,
        strategy="optimal (each win and its stake put on a hand that is worth more than nothing)",
        readings=tuple(filter(None, [*kept.readings, game.terms.reading_of(CAP)])),
        note=f"each win taken home {float(kept.house_edge):.4%}; weights in parts of 10^18",
    )


def _check_cap(game: Playable, stake: int | None, won: Settled, made: Array) -> None:
    """Refuse a table at which chips put on a hand are not settled as those that were there: that is what the price adds up."""
    known, laid, chance = hands(), _laid(game, stake), random.Random(6)
    place = int(np.flatnonzero(made)[0])
    every = [held for held, _ in few_cards(game, 2) if _row_of(game, held) == won.outcome]
    first = next(held for held in every if known.place(*sorted(map(value_of, held))) == place)
    tried = [(first, tuple(cards(dealer))) for dealer in (DEALERS[0], DEALERS[4], DEALERS[-1])]
    others = [held for held in every if not is_blackjack(held)]
    tried += [(chance.choice(others), dealers[0]) for dealers in DEALERS_SHOWING if others]
    asked = Asked(Hands(game).game, laid, unsaid=UNSAID)  # of many decks, since one may not have the cards for all
    proceeds = won.net + won.staked
    clause = getattr(game.rules, CAP).clause
    for held, dealer in tried:
        offered = ("0",) * (dealer[0].rank == ACE)  # insurance comes first
        deals = (Deal(held, dealer, decisions=said, goes_on=True) for said in ((), (*offered, str(proceeds))))
        try:
            plain, capped = map(asked.settled, deals)
        except Refused as error:
            raise asked.refused(f"a win of {proceeds} that may not be put on the hand is not priced: {error}", clause) from None
        hand = plain.net - won.net
        if capped.net * laid[BLACKJACK] != won.net * laid[BLACKJACK] + hand * (laid[BLACKJACK] + proceeds):
            raise asked.refused(f"a hand of {laid[BLACKJACK]} capped by {proceeds} is not settled in proportion", clause)


def _row_of(game: Playable, held: tuple[Card, ...]) -> str | None:
    return next((row for row, test, _ in game.tables[HOUSE_MONEY] if test(two_card(held), held)), None)


def _hands_to_cap(plan: Plan) -> Array:
    """Dealer's card, hand: is a chip more on it worth more than nothing, once there is no blackjack under the card?"""
    known, found = hands(), np.zeros(plan.dealt.shape, np.bool_)
    for shown, place in zip(*np.nonzero(plan.dealt), strict=True):
        first, second = (value for value, count in enumerate(known.counts[place]) for _ in range(count))
        if (first, second) != (ACES, TENS):
            found[shown, place] = plan.best(shown, place, first if first == second else None) > 0
        else:  # a hand ended by even money has no wager to add to
            found[shown, place] = not (shown == ACES and plan.takes_even_money)
    return found
