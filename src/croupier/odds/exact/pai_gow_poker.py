"""Pai gow poker: the bonus by counting all 154,143,080 hands, the game itself by playing out tens of millions of deals.

Both hands of a deal are set, and each is compared as the player's with the other as the bank's. What one wins the other mostly
loses, so the sum varies little and the price is good to a few thousandths of a percent.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from croupier.games.banking import BANK
from croupier.games.commission import STEPS
from croupier.games.pai_gow.pai_gow_poker import ENVY, FORTUNE, PAI_GOW, WIN
from croupier.odds.analyze import tables_of
from croupier.odds.kernels import sim_pai_gow_poker as kernel
from croupier.odds.kernels.evaluate import DISPLACEMENT
from croupier.odds.kernels.randomness import key_of
from croupier.odds.kernels.tables import Array
from croupier.odds.one_event import Case, price_by_hand
from croupier.odds.pai_gow import by_type, classes, packed, set_best, set_by_house_way
from croupier.odds.price import Price, gathered
from croupier.odds.work import in_parts
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable, compile_rows

COMMISSION = "commission"
HOUSE_WAY = "house way"
BEST = "nearly optimal"
BEST_IS = "the best setting against the house way, how the player's cards are gone reckoned rank by rank; "
"""What keeps it from being optimal: cards gone together, and their suits, are not looked at."""
DEALS, SEED = 20_000_000, 1
RULES = (WIN, "copy-and-higher", "one-hand-each", "copy-hands", "lower-hands")
"""What decides a wager, in the order of the kernel."""


@dataclass(frozen=True)
class Comparisons:
    """How often each rule decided the wager as dealt (rows) and with the two hands exchanged (columns)."""

    counts: Array

    def by_rule(self) -> dict[str, int]:
        """Both wagers of every deal together."""
        return dict(zip(RULES, (self.counts.sum(axis=0) + self.counts.sum(axis=1)).tolist(), strict=True))

    def standard_error(self, nets: dict[str, Fraction]) -> float:
        """Of the average net of one wager: from the two wagers of a deal, which are not independent, taken together."""
        net: Array = np.array([float(nets[rule]) for rule in RULES])
        both = (net[:, None] + net) / 2
        deals = int(self.counts.sum())
        mean = float((both * self.counts).sum()) / deals
        variance = float((both**2 * self.counts).sum()) / deals - mean**2
        return math.sqrt(variance / deals)


def compare(game: Playable, won: Fraction, *, deals: int = DEALS, seed: int = SEED) -> dict[str, Comparisons]:
    """By strategy, what decided the wagers of so many deals, the same ones for each. A win nets `won`."""
    every = classes()
    house = set_by_house_way(every.hands, game.rules)
    strategies = {HOUSE_WAY: packed(house), BEST: packed(set_best(game.rules, house, won))}
    ways: Array = np.stack(list(strategies.values()))

    def part(first: int, last: int) -> Array:
        found: Array = np.zeros((len(ways), len(RULES), len(RULES)), np.int64)
        kernel.tally_both_ways(key_of(seed), first, last, found, ways, ways[0], DISPLACEMENT, every.place_of, every.first)
        return found

    totals = sum(in_parts(deals, part))
    return {strategy: Comparisons(counts) for strategy, counts in zip(strategies, np.asarray(totals), strict=True)}


def outcome_of(game: Playable, rule: str) -> str:
    """What becomes of a wager that this rule decides: win, push or lose."""
    return WIN if rule == WIN else str(game.game.options[rule])


def win_of(table: Paytable) -> Fraction:
    """What a win nets of a unit, the commission taken off."""
    return table.rows[WIN].figure * (1 - table.rows[COMMISSION].figure)


def nets_of(game: Playable, table: Paytable) -> dict[str, Fraction]:
    """What a unit nets by the rule that decides it."""
    by_outcome = {"win": win_of(table), "push": Fraction(0), "lose": Fraction(-1)}
    return {rule: by_outcome[outcome_of(game, rule)] for rule in RULES}


def bank_nets(game: Playable, table: Paytable, bank: Paytable) -> dict[str, Fraction]:
    """The same for a bank with one unit against it, whose net win bears commission."""
    by_outcome = {
        "win": -table.rows[WIN].figure,
        "push": Fraction(0),
        "lose": 1 - bank.rows[COMMISSION].figure,
    }
    return {rule: by_outcome[outcome_of(game, rule)] for rule in RULES}


def stake_without_rounding(game: Playable, won: Fraction, rate: Fraction) -> int:
    """The least stake, and its multiples, in cents, of whose win the commission comes out in whole steps."""
    share = won * rate / STEPS.get(game.rules.vigorish_rounding, 1)
    return share.denominator


def relied_on(game: Playable, table: Paytable) -> tuple[str, ...]:
    """The readings behind the comparison and the house way, and behind the table."""
    options = ["vigorish-rounding", *RULES[1:], *(name for name in game.game.options if name.startswith("house-way-"))]
    found = [table.reading, *(game.game.reading_of(option) for option in options)]
    return tuple(dict.fromkeys(filter(None, found)))


def price_of_wager(game: Playable, table: Paytable, found: Comparisons, strategy: str) -> Price:
    """The wager against the bank, set by one strategy, the bank's hands by the house way."""
    nets = nets_of(game, table)
    rows = {
        (WIN if rule == WIN else f"{outcome_of(game, rule)}, {rule}", nets[rule], Fraction(1)): count
        for rule, count in found.by_rule().items()
    }
    return Price(
        PAI_GOW,
        table.id,
        gathered(rows),
        strategy=strategy,
        method="simulation",
        clause=table.clause,
        readings=relied_on(game, table),
        note=(BEST_IS if strategy == BEST else "")
        + note(game, table.rows[WIN].figure, table.rows[COMMISSION].figure, found, nets),
    )


def price_of_bank(game: Playable, table: Paytable, bank: Paytable, found: Comparisons) -> Price:
    """A bank against one wager, all hands by the house way, per unit of that wager."""
    nets = bank_nets(game, table, bank)
    mirrored = {"win": "lose", "push": "push", "lose": WIN}
    rows = {
        (f"{mirrored[outcome_of(game, rule)]}, {rule}" if rule != WIN else "lose", nets[rule], Fraction(1)): count
        for rule, count in found.by_rule().items()
    }
    said = note(game, Fraction(1), bank.rows[COMMISSION].figure, found, nets)
    return Price(
        BANK,
        bank.id,
        gathered(rows),
        strategy=HOUSE_WAY,
        method="simulation",
        clause=bank.clause,
        readings=tuple(dict.fromkeys([*relied_on(game, bank), *relied_on(game, table)])),
        note=f"per unit of the one wager against it; {said}",
    )


def note(game: Playable, won: Fraction, rate: Fraction, found: Comparisons, nets: dict[str, Fraction]) -> str:
    """How many deals, how far the figure may be off, and where the commission's rounding does not matter."""
    deals, step = int(found.counts.sum()), stake_without_rounding(game, won, rate)
    return (
        f"{deals:,} deals, the two hands of each compared both ways; standard error {found.standard_error(nets):.4%}; "
        f"commission at stakes in multiples of {step / 100:.2f}, where its rounding does not matter"
    )


def envy_of(game: Playable, hands: Sequence[Case]) -> Fraction:
    """What one other player's hand is worth in envy, in cents."""
    paid, total = Fraction(0), 0
    rows = compile_rows(game.game, game.game.chosen[ENVY], game.patterns)
    for value, cards, weight in hands:
        total += weight
        paid += weight * next((payout.figure for _, test, payout in rows if test(value, cards)), Fraction(0))
    return paid / total


def price_of_bonus(game: Playable, table: Paytable, hands: Sequence[Case]) -> Price:
    """The bonus by itself; what envy adds to a qualifying wager, by how many others play, stands in the note."""
    qualifying = game.rules.qualifying_fortune_bonus
    price = price_by_hand(game, FORTUNE, table, hands, unit=qualifying)
    share = envy_of(game, hands) / qualifying
    others = range(1, game.rules.seats)
    edges = ", ".join(f"{float(price.house_edge - number * share):.4%}" for number in others)
    said = f"without envy; house edge of a wager of {qualifying / 100:.2f} with 1 to {others[-1]} others playing: {edges}"
    return replace(price, note=f"{said}; payout limits are not in this price")


def price_of_envy(game: Playable, table: Paytable, hands: Sequence[Case]) -> Price:
    """What one other player's hand adds to a qualifying bonus wager, per unit of that wager: nothing is staked for it."""
    qualifying = game.rules.qualifying_fortune_bonus
    price = price_by_hand(game, ENVY, table, hands, unit=qualifying)
    outcomes = [replace(row, net=Fraction(0), outcome="none") if row.net < 0 else row for row in price.outcomes]
    said = f"per other player, added to a Fortune Bonus of {qualifying / 100:.2f}; nothing is staked for it"
    readings = tuple(filter(None, [*price.readings, game.game.wagers[ENVY].reading]))
    return replace(price, outcomes=tuple(outcomes), note=said, readings=readings)


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The wager by the house way and set as well as can be, the bonus with its envy, and the bank."""
    wagers = game.game.wagers
    banks = wanted in (None, BANK) and BANK in wagers
    house_ways: list[tuple[Paytable, Comparisons]] = []
    if wanted in (None, PAI_GOW) or banks:
        for table in tables_of(game, PAI_GOW):
            found = compare(game, win_of(table))
            house_ways.append((table, found[HOUSE_WAY]))
            if wanted in (None, PAI_GOW):
                for strategy, comparisons in found.items():
                    yield price_of_wager(game, table, comparisons, strategy)
    if wanted in (None, FORTUNE, ENVY) and FORTUNE in wagers:
        hands, _ = by_type()
        for table in tables_of(game, FORTUNE) if wanted in (None, FORTUNE) else ():
            yield price_of_bonus(game, table, hands)
        for table in tables_of(game, ENVY) if wanted in (None, ENVY) else ():
            yield price_of_envy(game, table, hands)
    if banks:
        table, found_by_house_way = house_ways[0]
        for bank in tables_of(game, BANK):
            yield price_of_bank(game, table, bank, found_by_house_way)
