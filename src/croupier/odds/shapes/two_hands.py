"""Seven cards set into two hands against the bank's: every hand counted against every other, what each rule nets asked of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from croupier.errors import NotPriced
from croupier.games.banking import BANK, CO_BANK
from croupier.games.commission import STEPS
from croupier.games.pai_gow._bonuses import ENVY, IMPERIAL, NUMBERS
from croupier.games.pai_gow.pai_gow_poker import PAI_GOW, WIN
from croupier.odds.advice import Advice, Chart, Question, Sight
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, Settled, layout, unit_of
from croupier.odds.looks import Ladder, ladder_of, price_looks, price_side
from croupier.odds.posted import with_posted
from croupier.odds.price import Outcome, Price, gathered
from croupier.odds.shapes import Shape
from croupier.odds.shapes.as_ranked import RankedBy
from croupier.odds.shapes.progressive import price_of_envy, price_progressive
from croupier.odds.shapes.two_hands_asked import RULES, ends_of, started
from croupier.rules.limits import Limits
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable
from croupier.table.progressive import PROGRESSIVE
from croupier.table.settlement import money

if TYPE_CHECKING:
    from croupier.equipment.cards import Card
    from croupier.odds.shapes.two_hands_count import Counts
    from croupier.odds.simulation import Simulation

COMMISSION = "commission"
HOUSE_WAY = "house way"
BEST = "optimal"
BEST_IS = "the best setting of each hand against a bank that plays the house way; "
EVEN_STAKE = 200
"""Of which odds of 5.5 to one come out in whole dollars."""
HOUSE_WAY_OPTIONS = ("house-way-", "ace-to-five-straight")


_COUNTED: dict[tuple[object, ...], Counts] = {}


def counted(game: Playable, gain: Fraction) -> Counts:
    """How many deals each rule decides, by the house way and set best where a hand won is worth `gain` hands lost."""
    from croupier.odds.shapes.two_hands_count import count_out

    if len(set(game.pack)) != 53 or len(game.pack) != 53:
        raise NotPriced(
            f"{game.terms.id}: two hands are counted of 52 cards and a joker, not of {len(game.pack)} ({game.terms.clause})"
        )
    key = repr([item for item in game.terms.options.items() if item[0].startswith(HOUSE_WAY_OPTIONS)]), gain, RankedBy()
    if key not in _COUNTED:
        _COUNTED[key] = count_out(game.rules, gain)
    return _COUNTED[key]


def gain_of(game: Playable, nets: dict[str, int]) -> Fraction | None:
    """What a hand won is worth in hands lost, over one that is given back: all that the best setting goes by.

    None where the table settles what the count takes together, one hand each with a copy or a copy with two lower hands, otherwise.
    """
    won, even, lost = (nets[rule] for rule in (WIN, "one-hand-each", "lower-hands"))
    if nets["copy-and-higher"] != even or nets["copy-hands"] != lost or not won > even > lost:
        return None
    return Fraction(won - even, even - lost)


def stake_of(game: Playable, table: Paytable, stake: int | None = None) -> int:
    """The stake that is stated, or one of whose win the commission comes out in whole steps."""
    step = stake_without_rounding(game, table.rows[WIN].figure, table.rows[COMMISSION].figure)
    return stake or -(-unit_of(game, PAI_GOW) // step) * step


def stake_without_rounding(game: Playable, won: Fraction, rate: Fraction) -> int:
    """The least stake, and its multiples, in cents, of whose win the commission comes out in whole steps."""
    share = won * rate / STEPS.get(game.rules.vigorish_rounding.value, 1)
    return share.denominator


def relied_on(game: Playable, table: Paytable) -> tuple[str, ...]:
    """The readings behind the comparison and the house way, and behind the table."""
    options = ["vigorish-rounding", *RULES[1:], *(name for name in game.terms.options if name.startswith("house-way-"))]
    found = [table.reading, *(game.terms.reading_of(option) for option in options)]
    return tuple(dict.fromkeys(filter(None, found)))


def label(rule: str, settled: Settled) -> str:
    """The rule that decides, and what becomes of the wager by it."""
    return settled.outcome if rule == WIN else f"{settled.outcome}, {rule}"


def note(game: Playable, table: Paytable, stake: int, nets: Callable[[int], Sequence[int]], *, stated: bool) -> str:
    """At which stakes the price holds, as far as the table nets as much in proportion at others: `nets` asks it."""
    won = table.rows[WIN].figure if WIN in table.rows else Fraction(1)
    step = stake_without_rounding(game, won, table.rows[COMMISSION].figure)
    if stated or _rounding_matters(game.spots[table.wager].wager.limits, stake, step, nets):
        return f"at a stake of {money(stake)}, the commission's rounding included"
    return f"commission at stakes in multiples of {money(step)}, where its rounding does not matter"


def _rounding_matters(limits: Limits, stake: int, step: int, nets: Callable[[int], Sequence[int]]) -> bool:
    """Does the table keep more of a win, or less, at some other stake in such steps than in proportion?"""
    known, further = nets(stake), lcm(step, limits.unit)
    others = (stake + further, stake + 3 * further, 2 * stake)
    return any(
        [net * stake for net in nets(other)] != [net * other for net in known]
        for other in others
        if limits.maximum is None or other <= limits.maximum
    )


@dataclass(frozen=True)
class TwoHands(Shape):
    """A game of two hands against a bank, with wagers on all seven cards; one of them may pay for those of others."""

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The wager by the house way and set best, the bonus with its envy, whatever else looks at cards, and the bank."""
        if wanted in (None, PAI_GOW):
            for table in tables_of(game, PAI_GOW):
                yield from self._wager(with_posted(game, table), table, stake)
        bonus = carrier(game)
        if bonus is not None:
            if wanted in (None, bonus):
                for table in tables_of(game, bonus):
                    yield self._bonus(with_posted(game, table), bonus, table, stake)
            if wanted in (None, ENVY):
                for table in tables_of(game, ENVY):
                    posted = with_posted(game, table)
                    yield price_of_envy(posted, table, hands(posted, bonus), goes_with=bonus, stake=qualifying(game))
        yield from price_looks(game, wanted, stake, counted=hands, but=[name for name in (bonus,) if name is not None])
        if PROGRESSIVE in game.looks and wanted in (None, PROGRESSIVE):
            yield from price_progressive(game, PROGRESSIVE, hands(game, PROGRESSIVE))
        if IMPERIAL in game.terms.wagers and wanted in (None, IMPERIAL):
            from croupier.odds.shapes import two_hands_imperial

            yield from two_hands_imperial.prices(game, stake)
        for wager in NUMBERS:
            if wager in game.terms.wagers and wanted in (None, wager):
                for table in tables_of(game, wager):
                    yield _number(with_posted(game, table), wager, table, stake)
        for spot in (BANK, CO_BANK):
            if wanted in (None, spot) and spot in game.terms.wagers:
                for table in tables_of(game, spot):
                    yield self._bank(with_posted(game, table), spot, table, stake)

    def _wager(self, game: Playable, table: Paytable, stake: int | None) -> Iterator[Price]:
        """The wager against a bank that sets by the house way."""
        at = stake_of(game, table, stake)
        ends = ends_of(game, at).by_rule
        gain = gain_of(game, {rule: ends[rule].net for rule in RULES})

        def nets(at: int) -> list[int]:
            return [settled.net for settled in ends_of(game, at).by_rule.values()]

        found = counted(game, Fraction(19, 20) if gain is None else gain)
        for strategy, counts in ((HOUSE_WAY, found.house_way), (BEST, found.best)):
            if strategy == BEST and gain is None:
                raise NotPriced(
                    f"{game.terms.id}: the best setting is found where a win nets most, one hand each and a copy with a higher hand"
                    f" net the same, and a copy with a lower hand as much as two lower hands ({table.clause})"
                )
            yield Price(
                PAI_GOW,
                table.id,
                _gathered(ends, counts, at),
                strategy=strategy,
                clause=table.clause,
                readings=relied_on(game, table),
                note=(BEST_IS if strategy == BEST else "") + note(game, table, at, nets, stated=stake is not None),
            )

    def _bank(self, game: Playable, spot: str, bank: Paytable, stake: int | None) -> Price:
        """A bank against one wager, all hands by the house way, per unit of that wager."""
        table = game.terms.chosen[PAI_GOW]
        at = stake_of(game, table, stake) * (1 if stake or spot == BANK else 2)  # half of a co-bank's win comes out even too
        ends = ends_of(game, at)
        gain = gain_of(game, {rule: settled.net for rule, settled in ends.by_rule.items()})
        counts = counted(game, Fraction(19, 20) if gain is None else gain).house_way

        def nets(at: int) -> list[int]:
            return [settled.net for settled in ends_of(game, at).banks[spot].values()]

        said = note(game, bank, at, nets, stated=stake is not None)
        return Price(
            spot,
            bank.id,
            _gathered(ends.banks[spot], counts, at),
            strategy=HOUSE_WAY,
            clause=bank.clause,
            readings=tuple(dict.fromkeys([*relied_on(game, bank), *relied_on(game, table)])),
            note=f"per unit of the one wager against it; {said}",
        )

    def _bonus(self, game: Playable, bonus: str, table: Paytable, stake: int | None) -> Price:
        """The bonus by itself; what envy adds to a qualifying wager, by how many others play, stands in the note."""
        at = stake or qualifying(game)
        ladder = hands(game, bonus)
        price = price_side(game, bonus, table, ladder, stake=at)
        share = price_of_envy(game, game.terms.chosen[ENVY], ladder, goes_with=bonus, stake=at).expected
        others = range(1, game.rules.seats.value)
        edges = ", ".join(f"{float(price.house_edge - number * share):.4%}" for number in others)
        said = f"without envy; house edge of a wager of {money(at)} with 1 to {others[-1]} others playing: {edges}"
        return replace(price, note="; ".join(filter(None, (said, price.note))))

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        from croupier.odds.shapes.two_hands_advice import weighed

        return weighed(game, sight, request)

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        from croupier.odds.shapes.two_hands_advice import strategy

        return strategy(game)

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        from croupier.odds.shapes.two_hands_simulation import simulations

        return simulations(self, game)

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The cards of one round of the kernel."""
        from croupier.odds.shapes.two_hands_simulation import dealt

        return dealt(seed, index, simulation)


def qualifying(game: Playable) -> int:
    """The least bonus wager that is paid for others' hands."""
    least: int = game.rules.qualifying_bonus
    return least


def carrier(game: Playable) -> str | None:
    """The wager that is paid for others' hands too, where there is one."""
    line = game.terms.wagers.get(ENVY)
    return None if line is None else line.of


def hands(game: Playable, wager: str) -> Ladder:
    """What the cards that a wager looks at hold, however they are set."""
    ladder = ladder_of(game, wager)
    return ladder._replace(paths=((),), deals=lambda level: [started(deal) for deal in ladder.deals(level)])


def _number(game: Playable, wager: str, table: Paytable, stake: int | None) -> Price:
    """A wager on the number that starts the deal, each shown once."""
    stakes = layout(game, wager, stake or EVEN_STAKE)
    asked = Asked(game, stakes, only=[wager])
    found: dict[tuple[str, Fraction, Fraction], int] = {}
    readings: dict[str, None] = {}
    for number in range(1, len(NUMBERS) + 1):
        settled = asked.settled(Deal(tuple(game.pack[:7]), tuple(game.pack[7:14]), marks=(str(number),)))
        key = (settled.outcome, *settled.per(stakes[wager]))
        found[key] = found.get(key, 0) + 1
        readings.update(dict.fromkeys(settled.readings))
    note = f"at a stake of {money(stakes[wager])}; wins are paid in whole dollars"
    return Price(wager, table.id, gathered(found), clause=table.clause, readings=tuple(readings), note=note)


def _gathered(ends: Mapping[str, Settled], counts: tuple[int, ...], unit: int) -> tuple[Outcome, ...]:
    found: dict[tuple[str, Fraction, Fraction], int] = {}
    for rule, count in zip(RULES, counts, strict=True):
        key = (label(rule, ends[rule]), Fraction(ends[rule].net, unit), Fraction(ends[rule].staked, unit))
        found[key] = found.get(key, 0) + count
    return gathered(found)
