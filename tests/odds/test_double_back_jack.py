"""Double Back Jack's price: every card of short shoes in fractions, an endless shoe by other sums, and which houses are behind."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.odds.kernels.blackjack import hands
from croupier.odds.shapes.shoe_plan import Plan, plan_of, solve
from croupier.odds.shapes.shoe_terms import ACES, NAMES, TENS, terms_of

GAME = "pa/double-back-jack"
Shoe = tuple[int, ...]


def points_of(values: tuple[int, ...]) -> tuple[int, bool]:
    low = sum(value + 1 for value in values)
    return (low + 10, True) if ACES in values and low <= 11 else (low, False)


def less(shoe: Shoe, value: int) -> Shoe:
    return tuple(number - (place == value) for place, number in enumerate(shoe))


class CardByCard:
    """What a hand nets in the event of no blackjack under the dealer's card, played for the most: nothing from the solver."""

    def __init__(self, shown: int, *, second_chance: bool = True, surrender: bool = False) -> None:
        self.shown, self.second_chance = shown, second_chance
        self.least = Fraction(-1, 2) if surrender else Fraction(-9)
        self.best, self.dealer, self.hole = cache(self._best), cache(self._dealer), cache(self._hole)

    def drawn(self, shoe: Shoe) -> list[tuple[int, Fraction, Shoe]]:
        return [(value, Fraction(number, sum(shoe)), less(shoe, value)) for value, number in enumerate(shoe) if number]

    def _dealer(self, held: tuple[int, ...], shoe: Shoe) -> dict[int, Fraction]:
        total, _ = points_of(held)
        if total >= 17:
            return {min(total, 23): Fraction(1)}
        found: dict[int, Fraction] = {}
        for value, part, rest in self.drawn(shoe):
            for end, chance in self.dealer(tuple(sorted((*held, value))), rest).items():
                found[end] = found.get(end, Fraction(0)) + part * chance
        return found

    def _hole(self, shoe: Shoe) -> dict[int, Fraction]:
        """The dealer's totals and their chances, without a blackjack."""
        found: dict[int, Fraction] = {}
        for value, part, rest in self.drawn(shoe):
            if {value, self.shown} != {ACES, TENS}:
                for end, chance in self.dealer((self.shown, value), rest).items():
                    found[end] = found.get(end, Fraction(0)) + part * chance
        return found

    def stand(self, total: int, shoe: Shoe, win: int, lose: int) -> Fraction:
        """A 21 is paid whatever the dealer makes; a 22 returns every other hand."""
        ends = self.hole(shoe)
        if total == 21:
            return win * sum(ends.values(), Fraction(0))
        won = sum((chance for end, chance in ends.items() if end == 23 or end < total), Fraction(0))
        lost = sum((chance for end, chance in ends.items() if total < end < 22), Fraction(0))
        return win * won - lose * lost

    def broken(self, total: int, shoe: Shoe, stake: int) -> Fraction:
        """Lost, or for as much again one card off the total."""
        free = sum(self.hole(shoe).values(), Fraction(0))
        if not self.second_chance:
            return -stake * free
        again = Fraction(0)
        for value, part, rest in self.drawn(shoe):
            left = total - value - 1
            lost = -2 * stake * sum(self.hole(rest).values(), Fraction(0))
            again += part * (lost if left > 21 else self.stand(left, rest, stake, 2 * stake))
        return max(-stake * free, again)

    def one_card(self, held: tuple[int, ...], shoe: Shoe, stake: int) -> Fraction:
        worth = Fraction(0)
        for value, part, rest in self.drawn(shoe):
            total, _ = points_of((*held, value))
            worth += part * (self.broken(total, rest, stake) if total > 21 else self.stand(total, rest, stake, stake))
        return worth

    def _best(self, held: tuple[int, ...], shoe: Shoe) -> Fraction:
        total, _ = points_of(held)
        if total > 21:
            return self.broken(total, shoe, 1)
        options = [self.stand(total, shoe, 1, 1)]
        if total < 21:
            options.append(
                sum((part * self.best(tuple(sorted((*held, v))), rest) for v, part, rest in self.drawn(shoe)), Fraction(0))
            )
            if len(held) == 2:
                options.append(self.one_card(held, shoe, 2))
        return max(options)


#                A  2  3  4  5  6  7  8  9  10
SHORT_SHOES = [([0, 0, 4, 0, 0, 0, 0, 8, 0, 9], 9, [(2, 7), (7, 9), (2, 9)]),
               ([5, 0, 0, 0, 0, 0, 6, 0, 0, 9], 9, [(0, 6), (6, 9)]),
               ([4, 0, 0, 0, 0, 6, 0, 0, 9, 6], 0, [(5, 5), (0, 8), (5, 9)]),
               ([0, 0, 0, 0, 7, 0, 0, 0, 6, 9], 4, [(4, 8), (4, 9)]),
               ([3, 3, 0, 4, 0, 0, 4, 0, 0, 5], 6, [(3, 9), (6, 6), (0, 1)])]  # fmt: skip


@pytest.mark.parametrize(("shoe", "shown", "pairs"), SHORT_SHOES)
def test_every_card_of_a_short_shoe(shoe: list[int], shown: int, pairs: list[tuple[int, int]]) -> None:
    """What standing, drawing, doubling and second chances come to, and that the best of them is chosen."""
    plan = solve(terms_of(playable(GAME), shoe))
    exact = CardByCard(shown)
    for first, second in pairs:
        rest = less(less(less(tuple(shoe), shown), first), second)
        hand = hands().place(first, second)
        chosen = plan.worth[shown, 0, hand, 2 if plan.doubles[shown, 0, hand] else int(plan.hits[shown, 0, hand])]
        assert float(chosen) == pytest.approx(float(exact.best((first, second), rest)), abs=1e-13), (
            NAMES[first],
            NAMES[second],
        )


def test_a_split_pair_of_a_short_shoe() -> None:
    """Two hands one after the other, each played by the plan: what the split is worth, card by card."""
    shoe, shown, pair = [3, 0, 0, 0, 0, 4, 0, 7, 0, 6], 5, 7
    plan = solve(terms_of(playable(GAME), shoe))
    exact = CardByCard(shown)
    rest = less(less(less(tuple(shoe), shown), pair), pair)
    assert float(plan.split_worth[shown, pair]) == pytest.approx(float(_split(plan, exact, pair, rest)), abs=1e-13)


def _split(plan: Plan, exact: CardByCard, pair: int, shoe: Shoe) -> Fraction:
    """The worth of one hand with the other's cards unknown, twice: each is dealt as from the shoe without the pair."""
    known, shown = plan.terms.hands, exact.shown

    def play(held: tuple[int, ...], rest: Shoe) -> Fraction:
        hand = known.place(*held)
        total, _ = points_of(held)
        if hand >= known.whole:
            return broken(hand, total, rest, 1)
        if len(held) == 2 and total < 21 and plan.doubles[shown, 0, hand]:
            return sum(
                (part * one(tuple(sorted((*held, value))), left) for value, part, left in exact.drawn(rest)), Fraction(0)
            )
        if total < 21 and plan.hits[shown, 0, hand]:
            return sum(
                (part * play(tuple(sorted((*held, value))), left) for value, part, left in exact.drawn(rest)), Fraction(0)
            )
        return exact.stand(total, rest, 1, 1)

    def one(held: tuple[int, ...], rest: Shoe) -> Fraction:
        total, _ = points_of(held)
        return broken(known.place(*held), total, rest, 2) if total > 21 else exact.stand(total, rest, 2, 2)

    def broken(hand: int, total: int, rest: Shoe, stake: int) -> Fraction:
        if not plan.saves[shown, hand - known.whole]:
            return -stake * sum(exact.hole(rest).values(), Fraction(0))
        worth = Fraction(0)
        for value, part, left in exact.drawn(rest):
            after = total - value - 1
            gone = -2 * stake * sum(exact.hole(left).values(), Fraction(0))
            worth += part * (gone if after > 21 else exact.stand(after, left, stake, 2 * stake))
        return worth

    return 2 * sum((part * play(tuple(sorted((pair, value))), left) for value, part, left in exact.drawn(shoe)), Fraction(0))


def endless(*, second_chance: bool = True, surrender: bool = True) -> float:
    """What the wager nets from a shoe that never changes, by totals: other sums than the solver's, pairs split once and played alike."""
    chance = [1 / 13] * 9 + [4 / 13]

    @cache
    def dealer(low: int, ace: bool) -> tuple[float, ...]:
        """17 to 22 and above."""
        total = low + 10 if ace and low <= 11 else low
        if total >= 17:
            return tuple(float(place == min(total, 23) - 17) for place in range(7))
        parts = [(part, dealer(low + value + 1, ace or value == 0)) for value, part in enumerate(chance)]
        return tuple(sum(part * ends[place] for part, ends in parts) for place in range(7))

    net = 0.0
    for shown, seen in enumerate(chance):
        holes = [(value, part) for value, part in enumerate(chance) if {value, shown} != {ACES, TENS}]
        free = sum(part for _, part in holes)
        after = [(part / free, dealer(shown + value + 2, value == 0 or shown == 0)) for value, part in holes]
        ends = [sum(part * of_hole[place] for part, of_hole in after) for place in range(7)]

        def stand(total: int, win: float, lose: float, ends: list[float] = ends) -> float:
            if total == 21:
                return win
            won = ends[6] + sum(ends[place] for place in range(5) if 17 + place < total)
            return win * won - lose * sum(ends[place] for place in range(5) if 17 + place > total)

        def broken(total: int, stake: float, stand=stand) -> float:  # type: ignore[no-untyped-def]
            again = sum(
                part * (-2 * stake if total - v - 1 > 21 else stand(total - v - 1, stake, 2 * stake))
                for v, part in enumerate(chance)
            )
            return max(-stake, again) if second_chance else -stake

        def value_of(low: int, ace: bool, stake: float, stand=stand, broken=broken) -> float:  # type: ignore[no-untyped-def]
            total = low + 10 if ace and low <= 11 else low
            return float(broken(total, stake) if total > 21 else stand(total, stake, stake))

        @cache
        def play(low: int, ace: bool, stand=stand, broken=broken) -> float:  # type: ignore[no-untyped-def]
            total = low + 10 if ace and low <= 11 else low
            if total > 21:
                return float(broken(total, 1))
            drawn = sum(part * play(low + v + 1, ace or v == 0) for v, part in enumerate(chance)) if total < 21 else -9
            return float(max(stand(total, 1, 1), drawn))

        def two(low: int, ace: bool, play=play, value_of=value_of) -> float:  # type: ignore[no-untyped-def]
            doubled = sum(part * value_of(low + v + 1, ace or v == 0, 2) for v, part in enumerate(chance))
            total = low + 10 if ace and low <= 11 else low
            return float(max(play(low, ace), doubled)) if total < 21 else float(play(low, ace))

        for a, first in enumerate(chance):
            for b, second in enumerate(chance):
                dealt = seen * first * second
                if {a, b} == {ACES, TENS}:
                    net += 2 * dealt
                    continue
                best = two(a + b + 2, 0 in (a, b))
                if a == b:
                    best = max(best, 2 * sum(part * two(a + v + 2, 0 in (a, v)) for v, part in enumerate(chance)))
                net += dealt * (free * (max(best, -0.5) if surrender else best) - (1 - free))
    return net


def test_an_endless_shoe_by_other_sums() -> None:
    many = [10**8] * 9 + [4 * 10**8]
    assert solve(terms_of(playable(GAME), many)).expected() == pytest.approx(endless(), abs=1e-7)
    assert -endless() == pytest.approx(-0.0003, abs=5e-5)
    assert -endless(second_chance=False) == pytest.approx(0.0318, abs=5e-5)
    assert -endless(surrender=False) == pytest.approx(0.0009, abs=5e-5)


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_every_house_is_behind_and_the_price_says_so(decks: int) -> None:
    """The text's own figures favour the player with any number of decks: a declared reading, which the price rests on."""
    game = playable(GAME, {"options": {"decks": decks}})
    price = next(price for price in analyze(game, wager="blackjack"))
    assert -0.004 < price.house_edge < 0
    assert "player-ahead" in price.readings
    assert "saved-hand-stands" in price.readings


def test_second_chances_by_totals_are_those_of_the_chart() -> None:
    plan = plan_of(playable(GAME), by_total=True)
    every = plan.terms.hands
    totals = every.total[every.whole : every.whole + every.broken]
    taken = {(NAMES[shown], int(total)) for shown in range(10) for total in {*totals[plan.saves[shown] > 0].tolist()}}
    assert {total for _, total in taken} == {22, 23, 24, 25, 26}
    assert ("A", 22) in taken
    assert ("A", 23) not in taken
    assert ("10", 23) in taken
    assert ("10", 24) not in taken
