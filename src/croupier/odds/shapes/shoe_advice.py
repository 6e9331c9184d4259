"""Blackjack: every choice of a hand from a shoe without the cards in sight, and the wagers offered beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from croupier.games.blackjack._hands import (
    BLACKJACK,
    DECLINE,
    DOUBLE,
    DOUBLE_ATTACK,
    DOUBLE_DOWN,
    EVEN_MONEY,
    FACE_DOWN,
    FREE_DOUBLE,
    FREE_SPLIT,
    HIT,
    INSURANCE,
    RESCUE,
    SECOND_CHANCE,
    SPLIT,
    STAND,
    SURRENDER,
)
from croupier.games.blackjack.blackjack import CAP
from croupier.hands.blackjack import is_blackjack
from croupier.odds.advice import Advice, Chart, Question, Sight, amounts_of, left_apart, weigh
from croupier.odds.kernels.blackjack import TOTALS, hands
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.shoe_asked import insurance_of
from croupier.odds.shapes.shoe_attack import attack_of
from croupier.odds.shapes.shoe_boxes import ALONE, DOUBLED, DOUBLED_FREE, FIRST, SINGLE, STAKED, later_circles
from croupier.odds.shapes.shoe_charts import strategy_table
from croupier.odds.shapes.shoe_plan import Plan, mean, plan_of, solve
from croupier.odds.shapes.shoe_prices import OPTIMAL
from croupier.odds.shapes.shoe_terms import ACES, NAMES, SHOWN, TENS, Terms, choices_of, shoe_of, terms_of, value_of
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, Offer

MAIN = (BLACKJACK, DOUBLE_ATTACK, DOUBLE_DOWN, SPLIT, FREE_DOUBLE, FREE_SPLIT, SECOND_CHANCE)


@dataclass(frozen=True)
class Box:
    """The hand in question with the shoe as its player sees it: every card in sight but its own and the dealer's is gone."""

    game: Playable
    sight: Sight

    @cached_property
    def terms(self) -> Terms:
        """The rules for this hand at its stake: fewer splits are left where the box has hands already, and it nets its own."""
        shoe = list(shoe_of(self.game))
        for card in self.sight.elsewhere:
            shoe[value_of(card)] -= 1
        stakes_of = self.sight.stakes
        stake = stakes_of.get(BLACKJACK)
        later = sum(stakes_of.get(wager, 0) for wager in later_circles(self.game))
        again = Fraction(later, stake) if stake and later else None
        terms = terms_of(self.game, shoe, stake, stakes_of.get(DOUBLE_ATTACK, 0), again)
        # Two at least: where no split is left, none is among the choices.
        pairs = [pair and pair._replace(most=max(pair.most - self.sight.hands + 1, 2)) for pair in terms.pairs]
        nets, stakes = terms.pays.nets, terms.pays.stakes
        kind = terms.kind(self.values[0], self.sight.place, self.sight.hands)
        first = max(kind, FIRST)  # of a hand that is split: the first of its box, or one more of its kind
        own = terms.pays._replace(
            nets=(nets[kind], nets[first], *nets[STAKED:]), stakes=(stakes[kind], stakes[first], *stakes[STAKED:])
        )
        return replace(terms, pairs=tuple(pairs), pays=own)

    @cached_property
    def values(self) -> tuple[int, ...]:
        return tuple(map(value_of, self.sight.hand))

    @cached_property
    def shown(self) -> int:
        return value_of(self.sight.dealer[0])

    @cached_property
    def plan(self) -> Plan:
        return solve(self.terms)

    @cached_property
    def hand(self) -> int:
        """The hand's place among all hands."""
        return hands().place(*self.values)

    @cached_property
    def no_blackjack(self) -> Fraction:
        """The chance that the dealer has none, as long as the dealer has not looked."""
        if self.shown not in (ACES, TENS):
            return Fraction(1)
        left = list(self.terms.shoe)
        for value in (*self.values, self.shown):
            left[value] -= 1
        return 1 - Fraction(left[TENS - self.shown], sum(left))

    @cached_property
    def played(self) -> float:
        """The chance of the event in which the hand is played: all of it where nobody looks for a blackjack first."""
        return 1.0 if self.terms.late else float(self.no_blackjack)

    @cached_property
    def natural(self) -> bool:
        return self.sight.hands == 1 and is_blackjack(self.sight.hand)

    @cached_property
    def best(self) -> float:
        """What the hand nets when it comes to be played, played for the most."""
        if self.natural:
            return float(self.terms.blackjack @ self.against[0]) / self.played
        pair = self.values[0] if len(self.values) == 2 and self.values[0] == self.values[1] else None
        return self.plan.best(self.shown, self.hand, pair) / self.played

    def one_card(self, stand: int) -> float:
        """What one more card and no other nets: on a single stake, doubled, or doubled free."""
        from croupier.odds.kernels.blackjack_choose import stand_worth

        known, terms = hands(), self.terms
        shoe: Array = np.array(terms.shoe, np.float64)
        shoe[self.shown] -= 1
        left = shoe - known.counts[self.hand]
        drawn = [value for value in range(len(NAMES)) if left[value] > 0 and known.after[self.hand, value] >= 0]
        after = known.after[self.hand, drawn]
        found = terms.chances(shoe - known.counts[after], self.shown)
        nets, ranks = terms.worth[ALONE, stand], terms.ranks[self.shown][after]
        if stand in (SINGLE, DOUBLED):
            given_back = terms.rescues(self.shown, ALONE, self._spread(found, after), self.plan.left[self.shown], stand)[after]
            ranks = np.where(given_back, terms.pays.rescued or 0, ranks)
        net, broken = 0.0, terms.weight * float(self.plan.left[self.shown, self.hand])
        for value, hand, chance, rank in zip(drawn, after.tolist(), found, ranks.tolist(), strict=True):
            part = float(left[value] / left.sum())
            net += part * stand_worth(chance, rank, terms.results, nets)
            broken -= part * terms.weight * float(self.plan.left[self.shown, hand])
        return (net + self._saved(left, stand) + float(nets[-1]) * (0 if terms.saves else broken)) / self.played

    def _saved(self, left: Array, stand: int) -> float:
        """What the cards that take the hand above 21 add, where one more may save it."""
        every, plan = self.terms.hands, self.plan
        above = [
            (value, int(after) - every.whole) for value, after in enumerate(every.after[self.hand]) if after >= every.whole
        ]
        lost = float(self.terms.worth[ALONE, stand, -1])
        worths = (
            float(plan.saved_worth[self.shown, stand, hand])
            if plan.saves[self.shown, hand]
            else lost * self._no_blackjack_after(value)
            for value, hand in above
        )
        return sum(
            float(left[value] / left.sum()) * worth for (value, _), worth in zip(above, worths, strict=True) if left[value] > 0
        )

    def _no_blackjack_after(self, drawn: int) -> float:
        """The chance of no blackjack under the dealer's card once a card is drawn."""
        if self.shown not in (ACES, TENS):
            return 1.0
        left = list(self.terms.shoe)
        for value in (*self.values, self.shown, drawn):
            left[value] -= 1
        return 1 - left[TENS - self.shown] / sum(left)

    @property
    def played_on(self) -> float:
        """What a blackjack nets that takes a card and is then any hand, played for the most."""
        known, left = hands(), np.array(self.terms.shoe, np.float64) - hands().counts[self.hand]
        left[self.shown] -= 1
        drawn = [value for value in range(len(NAMES)) if left[value] > 0]
        best = self.plan.worth[self.shown, 0, known.after[self.hand, drawn]].max(axis=1)
        return float((left[drawn] * best).sum() / left.sum()) / self.played

    def _spread(self, found: Array, places: Array) -> Array:
        """Chances of some hands at their places among all hands."""
        every: Array = np.zeros((len(hands().counts), TOTALS))
        every[places] = found
        return every

    @property
    def against(self) -> Array:
        """The chances of the dealer's totals against the hand as it is, without a blackjack."""
        shoe: Array = np.array(self.terms.shoe, np.float64)
        shoe[self.shown] -= 1
        return self.terms.chances((shoe - hands().counts[self.hand])[None, :], self.shown)

    def doubled(self) -> dict[str, float]:
        """A doubled hand that has its card: what it nets taken back or given up, and what it nets against the dealer."""
        nets = self.terms.worth[ALONE, DOUBLED]
        back = float(nets[self.terms.results[self.terms.pays.rescued, 0]])
        return {SURRENDER if self.terms.pays.given_up else RESCUE: back, DECLINE: self.standing(DOUBLED)}

    def standing(self, stand: int = SINGLE) -> float:
        """What the hand nets against the dealer as it is."""
        from croupier.odds.kernels.blackjack_choose import stand_worth

        terms = self.terms
        nets, rank = terms.worth[ALONE, stand], terms.ranks[self.shown, self.hand]
        return float(stand_worth(self.against[0], rank, terms.results, nets)) / self.played

    def above_21(self) -> dict[str, float]:
        """A hand above 21: what it nets with a second chance, and without one."""
        known = self.terms.hands
        saved = self.plan.saved_worth[self.shown, SINGLE, known.place(*self.values) - known.whole]
        stakes = self.sight.stakes  # of a box with several hands it is not known which was doubled
        staked = 1 + stakes.get(DOUBLE_DOWN, 0) / stakes[BLACKJACK] if self.sight.hands == 1 and BLACKJACK in stakes else 1.0
        lost = float(self.terms.worth[ALONE, SINGLE, -1])
        return {SECOND_CHANCE: staked * float(saved) / self.played, DECLINE: staked * lost}

    def worth(self, choice: str) -> float:
        """What a choice nets once the dealer is known to have no blackjack, everything after it played for the most."""
        word, left = choice.removesuffix(FACE_DOWN), self.played
        if word in (DOUBLE, FREE_DOUBLE):
            return self.one_card(DOUBLED if word == DOUBLE else DOUBLED_FREE)
        if word in (SPLIT, FREE_SPLIT):
            return float(self.plan.split_worth[self.shown, self.values[0]]) / left
        if self.natural and word in (STAND, HIT):
            return self.best if word == STAND else self.played_on
        if word == STAND and self.terms.pays.given_up:
            return self.standing()
        if word in (STAND, HIT):
            return float(self.plan.worth[self.shown, 0, self.hand, (STAND, HIT).index(word)]) / left
        assert word == SURRENDER, word
        return float(self.plan.up[self.shown, self.hand]) / left

    @property
    def basis(self) -> str:
        """What every answer rests on."""
        seen = len(self.sight.elsewhere) + len(self.sight.hand) + 1
        decks = self.game.rules.decks
        return f"{'one deck' if decks == 1 else f'a shoe of {decks} decks'} without the {seen} cards in sight"


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """A hand's choices; or insurance, even money, a cap, a second wager, or how much to double for."""
    if isinstance(request, Offer) and request.called == DOUBLE_ATTACK and len(sight.dealer) == 1:
        return _attack(game, sight, request)
    if len(sight.dealer) != 1 or len(sight.hand) < 2 or isinstance(request, Arrangement):
        return None
    box = Box(game, sight)
    if isinstance(request, Offer):
        return _offered(box, request)
    apart = left_apart(sight, MAIN)
    if EVEN_MONEY in request.choices:
        pays = box.terms.pays
        waits = pays.blackjack[0] * box.no_blackjack + pays.both * (1 - box.no_blackjack)
        paid = {EVEN_MONEY: waits if pays.even_money is None else pays.even_money, DECLINE: waits}
        return weigh(sight, {choice: paid[choice] for choice in request.choices}, basis=f"{box.basis}{apart}")
    if SECOND_CHANCE in request.choices:
        return weigh(sight, box.above_21(), basis=f"{box.basis}{apart}, in double precision", strategy=OPTIMAL)
    if DECLINE in request.choices:
        return weigh(sight, box.doubled(), basis=f"{box.basis}{apart}, in double precision", strategy=OPTIMAL)
    if list(request.every) != choices_of(game.rules, sight.hand, sight.hands):
        return None  # a question about another hand than the one in sight
    values = {choice: box.worth(choice) for choice in request.choices}
    looked = " after the dealer has looked for a blackjack" if box.shown in (ACES, TENS) and not box.terms.late else ""
    return weigh(sight, values, basis=f"{box.basis}{looked}, in double precision{apart}", strategy=OPTIMAL)


def _attack(game: Playable, sight: Sight, offer: Offer) -> Advice | None:
    """A second wager once the dealer's card is seen, in units of the first."""
    shoe = list(shoe_of(game))
    for card in sight.elsewhere:
        shoe[value_of(card)] -= 1
    attack = attack_of(game, stake=sight.stakes[BLACKJACK], shoe=tuple(shoe))
    assert attack is not None
    shown, amounts = value_of(sight.dealer[0]), amounts_of(offer)
    ends = attack.plain.ends_of[shown]
    alone = mean(ends) / sum(ends.values())
    values = {word: alone + amount / sight.stakes[BLACKJACK] * attack.worth(shown) for word, amount in amounts.items()}
    basis = f"a shoe of {game.rules.decks} decks without the dealer's card, in double precision{left_apart(sight, MAIN)}"
    return weigh(sight, values, basis=basis, strategy=OPTIMAL, amounts=amounts)


def _offered(box: Box, offer: Offer) -> Advice | None:
    """The hand with what is added to it, in units of the wager it stands on now."""
    amounts, apart = amounts_of(offer), left_apart(box.sight, MAIN)
    values: dict[str, float] = {}
    if offer.called == DOUBLE:  # the maximum is the hand's own stake
        single, doubled = box.one_card(SINGLE), box.one_card(DOUBLED)
        values = {word: single + amount / offer.maximum * (doubled - single) for word, amount in amounts.items()}
    elif offer.called == CAP:
        values = {word: box.best * (1 + amount / box.sight.stakes[BLACKJACK]) for word, amount in amounts.items()}
    elif offer.called == INSURANCE:
        (won, forfeit), chance = insurance_of(box.game), 1 - box.no_blackjack
        pays = box.terms.pays
        met = Fraction(0) if box.terms.late else chance * (pays.both if box.natural else pays.dealer_blackjack)
        main = box.played * box.best + box.terms.weight * float(met)
        edge = float(chance * won + (1 - chance) * forfeit)
        values = {word: main + amount / box.sight.stakes[BLACKJACK] * edge for word, amount in amounts.items()}
    else:
        return None
    return weigh(box.sight, values, basis=f"{box.basis}, in double precision{apart}", strategy=OPTIMAL, amounts=amounts)


def merged(rows: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Totals next to each other that are played alike, in one row: `hard 17 to 19`."""
    found: list[tuple[str, ...]] = []
    for name, *cells in rows:
        kind, total = name.split()
        if found and found[-1][1:] == tuple(cells) and found[-1][0].startswith(kind):
            found[-1] = (f"{kind} {total} to {found[-1][0].split()[-1]}", *cells)
        else:
            found.append((name, *cells))
    return tuple(found)


def doubled_and_given_up(plan: Plan) -> tuple[tuple[str, ...], ...]:
    """By hard total of a doubled hand and the card the dealer shows: whether to give it up, where some card makes that right."""
    known, found = hands(), []
    for total in range(20, 11, -1):
        of_total = (known.total == total) & ~known.soft & (known.size == 3)
        row = tuple(SURRENDER if plan.rescues[shown, of_total].any() else STAND for shown in SHOWN)
        if SURRENDER in row:
            found.append((f"hard {total}", *row))
    return tuple(found)


def above_21(game: Playable) -> tuple[tuple[str, ...], ...]:
    """By total above 21 and the card the dealer shows: whether to take a second chance."""
    plan = plan_of(game, by_total=True)
    every = plan.terms.hands
    totals = every.total[every.whole : every.whole + every.broken]
    words = (DECLINE, SECOND_CHANCE)
    return tuple(
        (str(total), *(words[int(plan.saves[shown, totals == total].any())] for shown in SHOWN))
        for total in sorted({*totals.tolist()})
    )


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """Basic strategy by totals and pairs, and the offers against an ace."""
    columns = tuple(NAMES[value] for value in SHOWN)
    tables: dict[str, list[tuple[str, ...]]] = {"by total": [], "by total, on a lammer": [], "pairs": []}
    for row in strategy_table(game):
        total, _, lammer = row["hand"].partition(", on a ")
        table = "by total, on a lammer" if lammer else "by total" if total[0] in "hs" else "pairs"
        tables[table].append((total, *(row[column] for column in columns)))
    note = "columns are the card the dealer shows; of two choices the second counts where the first is not open"
    charts = [
        Chart(title, ("hand", *columns), tuple(rows) if title == "pairs" else merged(rows), note)
        for title, rows in tables.items()
        if rows
    ]
    shoe = shoe_of(game)
    won, forfeit = insurance_of(game)
    edge = Fraction(shoe[TENS], sum(shoe) - 1) * (won - forfeit) + forfeit
    offers = [(INSURANCE, "take" if edge > 0 else DECLINE)]
    if game.rules.even_money.value:
        offers.append((EVEN_MONEY, "take" if plan_of(game).takes_even_money else DECLINE))
    charts.append(Chart("against an ace", ("offer", "do"), tuple(offers)))
    attack = attack_of(game, by_total=True)
    if attack is not None:
        laid = tuple("take" if attack.taken[shown] else DECLINE for shown in SHOWN)
        charts.insert(0, Chart("once the dealer's card is seen", ("offer", *columns), ((DOUBLE_ATTACK, *laid),)))
        charts.append(Chart("once doubled", ("total", *columns), doubled_and_given_up(attack.plain)))
    if game.rules.after_a_bust is not None:
        charts.append(Chart("above 21", ("total", *columns), above_21(game)))
    return tuple(charts), "a hand that is asked about is played by its own cards, which gains a little on the totals"
