"""Double Attack Blackjack's price: every card of short shoes in fractions, an endless shoe by other sums, and the second wager."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from croupier.games.registry import playable
from croupier.odds.analyze import analyze
from croupier.odds.kernels.blackjack import hands
from croupier.odds.shapes.shoe_attack import attack_of
from croupier.odds.shapes.shoe_plan import mean, plan_of, solve
from croupier.odds.shapes.shoe_terms import ACES, NAMES, TENS, terms_of
from tests.odds.test_double_back_jack import CardByCard, Shoe, less, points_of

GAME = "pa/double-attack-blackjack"


class UntilStanding(CardByCard):
    """The same dealing for a hand that may double on any number of cards and be given up until it stands, doubled too."""

    def stand(self, total: int, shoe: Shoe, win: int, lose: int) -> Fraction:
        ends = self.hole(shoe)
        won = sum((chance for end, chance in ends.items() if end > 21 or end < total), Fraction(0))
        lost = sum((chance for end, chance in ends.items() if total < end < 22), Fraction(0))
        return win * won - lose * lost

    def given_up(self, shoe: Shoe, stake: int) -> Fraction:
        return Fraction(-stake, 2) * sum(self.hole(shoe).values(), Fraction(0))

    def one_card(self, held: tuple[int, ...], shoe: Shoe, stake: int) -> Fraction:
        worth = Fraction(0)
        for value, part, rest in self.drawn(shoe):
            total, _ = points_of((*held, value))
            if total > 21:
                worth -= part * stake * sum(self.hole(rest).values(), Fraction(0))
            else:
                stands = self.stand(total, rest, stake, stake)
                worth += part * (max(stands, self.given_up(rest, stake)) if total < 21 else stands)
        return worth

    def _best(self, held: tuple[int, ...], shoe: Shoe) -> Fraction:
        total, _ = points_of(held)
        if total > 21:
            return -sum(self.hole(shoe).values(), Fraction(0))
        options = [self.stand(total, shoe, 1, 1)]
        if total < 21:
            drawn = ((part, self.best(tuple(sorted((*held, value))), rest)) for value, part, rest in self.drawn(shoe))
            options.append(sum((part * worth for part, worth in drawn), Fraction(0)))
            options += [self.one_card(held, shoe, 2), self.given_up(shoe, 1)]
        return max(options)


#                A  2  3  4  5  6  7  8  9  10
SHORT_SHOES = [([0, 0, 4, 0, 0, 0, 0, 8, 0, 9], 9, [(2, 7), (7, 9), (2, 2)]),
               ([5, 0, 0, 0, 0, 0, 6, 0, 0, 9], 9, [(0, 6), (6, 9)]),
               ([4, 0, 0, 0, 0, 6, 0, 0, 9, 6], 0, [(5, 5), (0, 8), (5, 9)]),
               ([3, 4, 3, 4, 0, 0, 4, 0, 0, 5], 6, [(1, 2), (3, 3), (0, 1)])]  # fmt: skip


@pytest.mark.parametrize(("shoe", "shown", "pairs"), SHORT_SHOES)
def test_every_card_of_a_short_shoe(shoe: list[int], shown: int, pairs: list[tuple[int, int]]) -> None:
    """Doubles on any number of cards, and what is given up at any time."""
    plan = solve(terms_of(playable(GAME), shoe))
    exact = UntilStanding(shown)
    for first, second in pairs:
        rest = less(less(less(tuple(shoe), shown), first), second)
        hand = hands().place(first, second)
        known = plan.worth[shown, 0, hand]
        best = known[2] if plan.doubles[shown, 0, hand] else known[int(plan.hits[shown, 0, hand])]
        assert float(best) == pytest.approx(float(exact.best((first, second), rest)), abs=1e-13), (NAMES[first], NAMES[second])


def endless() -> tuple[float, set[str]]:
    """What the bet nets from a shoe that never changes, pairs split up to four hands, and against which cards the attack is laid."""
    chance = [1 / 12] * 9 + [3 / 12]

    @cache
    def dealer(low: int, ace: bool) -> tuple[float, ...]:
        total = low + 10 if ace and low <= 11 else low
        if total >= 17:
            return tuple(float(place == min(total, 22) - 17) for place in range(6))
        parts = [(part, dealer(low + value + 1, ace or value == 0)) for value, part in enumerate(chance)]
        return tuple(sum(part * ends[place] for part, ends in parts) for place in range(6))

    net, laid = 0.0, set()
    for shown, seen in enumerate(chance):
        holes = [(value, part) for value, part in enumerate(chance) if {value, shown} != {ACES, TENS}]
        free = sum(part for _, part in holes)
        by_hole = [(part / free, dealer(shown + value + 2, 0 in (shown, value))) for value, part in holes]
        ends = [sum(part * of[place] for part, of in by_hole) for place in range(6)]
        worth = _worth(chance, ends)
        lost = (1 - free) * (1 - 2 * chance[ACES] * chance[TENS])
        net += seen * (free * worth * (2 if worth > 0 else 1) - lost)
        if worth > 0:
            laid.add(NAMES[shown])
    return net, laid


def _worth(chance: list[float], ends: list[float]) -> float:
    """Two cards played for the most against these ends of the dealer's, no blackjack among them."""

    def count(low: int, ace: bool) -> int:
        return low + 10 if ace and low <= 11 else low

    def stand(total: int) -> float:
        return (
            ends[5]
            + sum(ends[place] for place in range(5) if 17 + place < total)
            - sum(ends[place] for place in range(5) if 17 + place > total)
        )

    def doubled(low: int, ace: bool) -> float:
        after = ((part, count(low + value + 1, ace or value == 0)) for value, part in enumerate(chance))
        return sum(part * (-2 if total > 21 else max(2 * stand(total), -1 if total < 21 else -9)) for part, total in after)

    @cache
    def play(low: int, ace: bool) -> float:
        total = count(low, ace)
        if total >= 21:
            return -1.0 if total > 21 else stand(21)
        drawn = sum(part * play(low + value + 1, ace or value == 0) for value, part in enumerate(chance))
        return max(stand(total), drawn, doubled(low, ace), -0.5)

    def split(pair: int, waiting: int, boxes: int) -> float:
        """Hands that wait for their second card; aces get that one and are not split again."""
        if not waiting:
            return 0.0
        found = 0.0
        for value, part in enumerate(chance):
            if pair == ACES:
                total = count(value + 2, True)
                found += part * ((stand(total) if total == 21 else max(stand(total), -0.5)) + split(pair, waiting - 1, boxes))
            elif value == pair and boxes < 4:
                found += part * split(pair, waiting + 1, boxes + 1)
            else:
                found += part * (play(pair + value + 2, value == 0) + split(pair, waiting - 1, boxes))
        return found

    worth = 0.0
    for first, one in enumerate(chance):
        for second, other in enumerate(chance):
            if {first, second} == {ACES, TENS}:
                best = 1.0
            else:
                best = play(first + second + 2, 0 in (first, second))
                if first == second:
                    best = max(best, split(first, 2, 2))
            worth += one * other * best
    return worth


def test_an_endless_shoe_by_other_sums() -> None:
    """Splits to four hands, doubles and surrenders at any time, and the second wager."""
    attack = attack_of(playable(GAME), shoe=(*[10**8] * 9, 3 * 10**8))
    net, laid = endless()
    assert attack is not None
    assert mean(attack.ends) == pytest.approx(net, abs=1e-7)
    assert -net == pytest.approx(0.0066, abs=5e-5)
    assert {*attack.against.split(", ")} == laid == {*"2345678"}


def test_eight_decks_and_the_wagers_beside_them() -> None:
    prices = {price.wager: price for price in analyze(playable(GAME))}
    assert float(prices["bet"].house_edge) == pytest.approx(0.0048046, abs=1e-7)
    assert prices["bust-it"].house_edge == Fraction(70283, 877836)
    assert prices["insurance"].house_edge == Fraction(47, 383)
    assert "double attack as large as the bet against 2, 3, 4, 5, 6, 7, 8" in prices["bet"].note


def test_the_second_wager_is_lost_with_the_first_but_not_to_a_blackjack() -> None:
    """It is worth what the hand is worth where the dealer has no blackjack, and nothing where there is one."""
    attack = attack_of(playable(GAME))
    assert attack is not None
    for shown in range(10):
        plain = attack.plain.ends_of[shown]
        lost = sum(often for (name, _, _), often in plain.items() if name == "dealer-blackjack") / sum(plain.values())
        assert attack.worth(shown) == pytest.approx(mean(plain) / sum(plain.values()) + lost, abs=1e-12), NAMES[shown]


def test_doubles_are_given_up_by_totals() -> None:
    plan, known = plan_of(playable(GAME), by_total=True), hands()
    sixteen = (known.total == 16) & ~known.soft & (known.size == 3)
    assert plan.rescues[TENS, sixteen].all()
    assert not plan.rescues[5, sixteen].any()
