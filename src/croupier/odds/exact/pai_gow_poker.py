"""Pai gow poker: the bonus by counting all 154,143,080 hands, the game by counting each of them against each of the bank's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from croupier.games.banking import BANK
from croupier.games.commission import STEPS
from croupier.games.pai_gow.pai_gow_poker import ENVY, FORTUNE, PAI_GOW, WIN
from croupier.odds.analyze import tables_of
from croupier.odds.one_event import Case, price_by_hand
from croupier.odds.pai_gow import by_type
from croupier.odds.pai_gow_count import count_out
from croupier.odds.price import Price, gathered
from croupier.odds.progressive import envy_of, price_of_envy
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable

COMMISSION = "commission"
HOUSE_WAY = "house way"
BEST = "optimal"
BEST_IS = "the best setting of each hand against a bank that plays the house way; "
RULES = (WIN, "copy-and-higher", "one-hand-each", "copy-hands", "lower-hands")
"""What decides a wager, in the order of the kernel."""


def compare(game: Playable, won: Fraction) -> dict[str, dict[str, int]]:
    """By strategy, how many of all deals of two hands each rule decides. A win nets `won`."""
    counts = count_out(game.rules, won)
    return {
        strategy: dict(zip(RULES, found, strict=True))
        for strategy, found in ((HOUSE_WAY, counts.house_way), (BEST, counts.best))
    }


def outcome_of(game: Playable, rule: str) -> str:
    """What becomes of a wager that this rule decides: win, push or lose."""
    return WIN if rule == WIN else str(game.terms.options[rule])


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
    share = won * rate / STEPS.get(game.rules.vigorish_rounding.value, 1)
    return share.denominator


def relied_on(game: Playable, table: Paytable) -> tuple[str, ...]:
    """The readings behind the comparison and the house way, and behind the table."""
    options = ["vigorish-rounding", *RULES[1:], *(name for name in game.terms.options if name.startswith("house-way-"))]
    found = [table.reading, *(game.terms.reading_of(option) for option in options)]
    return tuple(dict.fromkeys(filter(None, found)))


def price_of_wager(game: Playable, table: Paytable, found: dict[str, int], strategy: str) -> Price:
    """The wager against the bank, set by one strategy, the bank's hands by the house way."""
    nets = nets_of(game, table)
    rows = {
        (WIN if rule == WIN else f"{outcome_of(game, rule)}, {rule}", nets[rule], Fraction(1)): count
        for rule, count in found.items()
    }
    return Price(
        PAI_GOW,
        table.id,
        gathered(rows),
        strategy=strategy,
        clause=table.clause,
        readings=relied_on(game, table),
        note=(BEST_IS if strategy == BEST else "") + note(game, table.rows[WIN].figure, table.rows[COMMISSION].figure),
    )


def price_of_bank(game: Playable, table: Paytable, bank: Paytable, found: dict[str, int]) -> Price:
    """A bank against one wager, all hands by the house way, per unit of that wager."""
    nets = bank_nets(game, table, bank)
    mirrored = {"win": "lose", "push": "push", "lose": WIN}
    rows = {
        (f"{mirrored[outcome_of(game, rule)]}, {rule}" if rule != WIN else "lose", nets[rule], Fraction(1)): count
        for rule, count in found.items()
    }
    said = note(game, Fraction(1), bank.rows[COMMISSION].figure)
    return Price(
        BANK,
        bank.id,
        gathered(rows),
        strategy=HOUSE_WAY,
        clause=bank.clause,
        readings=tuple(dict.fromkeys([*relied_on(game, bank), *relied_on(game, table)])),
        note=f"per unit of the one wager against it; {said}",
    )


def note(game: Playable, won: Fraction, rate: Fraction) -> str:
    """Where the commission's rounding does not matter."""
    step = stake_without_rounding(game, won, rate)
    return f"commission at stakes in multiples of {step / 100:.2f}, where its rounding does not matter"


def price_of_bonus(game: Playable, table: Paytable, hands: Sequence[Case]) -> Price:
    """The bonus by itself; what envy adds to a qualifying wager, by how many others play, stands in the note."""
    qualifying = game.rules.qualifying_fortune_bonus
    price = price_by_hand(game, FORTUNE, table, hands, unit=qualifying)
    share = envy_of(game, hands) / qualifying
    others = range(1, game.rules.seats.value)
    edges = ", ".join(f"{float(price.house_edge - number * share):.4%}" for number in others)
    said = f"without envy; house edge of a wager of {qualifying / 100:.2f} with 1 to {others[-1]} others playing: {edges}"
    return replace(price, note=f"{said}; payout limits are not in this price")


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """The wager by the house way and set best, the bonus with its envy, and the bank."""
    wagers = game.terms.wagers
    banks = wanted in (None, BANK) and BANK in wagers
    house_ways: list[tuple[Paytable, dict[str, int]]] = []
    if wanted in (None, PAI_GOW) or banks:
        for table in tables_of(game, PAI_GOW):
            found = compare(game, win_of(table))
            house_ways.append((table, found[HOUSE_WAY]))
            if wanted in (None, PAI_GOW):
                for strategy, counts in found.items():
                    yield price_of_wager(game, table, counts, strategy)
    if wanted in (None, FORTUNE, ENVY) and FORTUNE in wagers:
        hands, _ = by_type()
        for table in tables_of(game, FORTUNE) if wanted in (None, FORTUNE) else ():
            yield price_of_bonus(game, table, hands)
        for table in tables_of(game, ENVY) if wanted in (None, ENVY) else ():
            qualifying = game.rules.qualifying_fortune_bonus
            yield price_of_envy(game, table, hands, unit=qualifying, added_to="a Fortune Bonus")
    if banks:
        table, found_by_house_way = house_ways[0]
        for bank in tables_of(game, BANK):
            yield price_of_bank(game, table, bank, found_by_house_way)
