"""What seven cards set into two hands are settled for, asked of the real table: a round for each way both hands can compare.

Counts know five rules that decide a wager; a table that settles two deals of one rule otherwise is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import numpy as np

from croupier.equipment.cards import JOKER, Card, cards
from croupier.games.banking import BANK, CO_BANK
from croupier.games.pai_gow._setting import NOT_SET, ways_to_set
from croupier.games.pai_gow.pai_gow_poker import PAI_GOW, SHAPE, SURRENDER, WIN
from croupier.hands.pai_gow import Setting
from croupier.odds.cells import Asked, Deal, Settled
from croupier.odds.refusing import refused
from croupier.odds.remembered import remembered
from croupier.odds.shapes.hands_met import Met, Sides, dealt, hold_against, marks_of, met
from croupier.odds.shapes.house_ways import follow_the_house_way, numbers_of, rank_of
from croupier.odds.shapes.two_hands_classes import Ranking, number_of, ranking, set_by_house_way
from croupier.table.playable import Playable

RULES: Final = (WIN, "copy-and-higher", "one-hand-each", "copy-hands", "lower-hands")
"""What decides a wager between two settings that are not foul, in the order of the kernels."""
UNKNOWN: Final = -1
"""The number of a hand that is worth what no hand was worth when they were numbered."""
Hand = tuple[Card, ...]
Compared = tuple[int, int]
"""High and low hand against the bank's: 1 where higher, 0 for a copy, -1 where lower."""

_RULE_OF: Final[Mapping[tuple[int, ...], str]] = {
    (1, 1): WIN,
    (1, 0): "copy-and-higher", (0, 1): "copy-and-higher",
    (1, -1): "one-hand-each", (-1, 1): "one-hand-each",
    (0, 0): "copy-hands", (0, -1): "copy-hands", (-1, 0): "copy-hands",
    (-1, -1): "lower-hands",
}  # fmt: skip
_EXAMPLES: Final = (
    # An ace high over two other cards, the bank's second card of each hand above, at and below the player's.
    ("As Kd Jh 8c 6s 4d 2h", "Ad Kh {low}c {high}s 6d 4h 2c", ("7", "8", "9"), ("T", "J", "Q")),
    # A pair under an ace.
    ("9s 9d Ah Qc 6s 4d 2h", "{high}h {high}c Ad {low}s 6d 4h 2c", ("8", "9", "T"), ("J", "Q", "K")),
)


def examples(game: Playable) -> Iterator[tuple[str, Hand, Hand]]:
    """Deals that the house way sets so that each rule decides them, twice for each way to compare."""
    for mine, other, highs, lows in _EXAMPLES:
        hand = tuple(cards(mine))
        for high in highs:
            for low in lows:
                bank = tuple(cards(other.format(high=high, low=low)))
                yield _RULE_OF[_compared(game, hand, bank)], hand, bank


def _compared(game: Playable, hand: Hand, bank: Hand) -> Compared:
    (mine, _), (other, _) = (game.rules.house_way(held) for held in (hand, bank))
    pairs = ((mine.high_value, other.high_value), (mine.low_value, other.low_value))
    high, low = ((own > others) - (own < others) for own, others in pairs)
    return high, low


def started(deal: Deal) -> Deal:
    """A deal with what may say where it starts: the cards fall as they are named wherever that is."""
    return deal._replace(marks=("1",), rolls=((1, 1, 1),))


def decided(game: Playable, deal: Deal) -> Deal:
    """A deal with decisions: where a button says where it starts, somebody tells the table first where that lies."""
    starts = ("dealer",) if deal.decisions and game.rules.starting_position.value == "button" else ()
    return started(deal._replace(decisions=(*starts, *deal.decisions)))


class Ends(NamedTuple):
    """What becomes of a wager by the rule that decides it; foul hands, hands not set and hands given up; and of a bank against it."""

    by_rule: Mapping[str, Settled]
    not_set: Settled
    foul: Settled
    surrendered: Settled
    banks: Mapping[str, Mapping[str, Settled]]
    """By where the chips of the bank lie."""
    bank_not_set: Settled | None


SOME: Final = 6
"""Of so many deals that are tried one is given up too, not set at all, and lies against a player's bank: an even number, so that it is
set by the house way."""


class Table:
    """A wager of some cents, and a bank of as much, at a real table."""

    def __init__(self, game: Playable, stake: int) -> None:
        self.game = game
        self.wager = Asked(game, {PAI_GOW: stake}, only=[PAI_GOW])
        self.banks = {
            spot: Asked(game, {spot: stake}, only=[spot], others={PAI_GOW: stake})
            for spot in (BANK, CO_BANK)
            if spot in game.terms.wagers
        }

    def ends(self) -> Ends:
        """Every rule settled."""
        deals: dict[str, list[tuple[Hand, Hand]]] = {rule: [] for rule in RULES}
        for rule, hand, bank in examples(self.game):
            deals[rule].append((hand, bank))
        for rule in (rule for rule, of in deals.items() if not of):
            raise refused(self.game, f"no two hands of those that are tried are decided by {rule}", rule)
        by_rule = {rule: self.wager.agreed([self._deal(*deal) for deal in of], rule) for rule, of in deals.items()}
        banks = {
            spot: {rule: asked.agreed([self._banked(hand, bank) for hand, bank in of], rule) for rule, of in deals.items()}
            for spot, asked in self.banks.items()
        }
        hand, bank = deals[WIN][0]
        ways = ways_to_set(list(hand), self.game.rules)
        house, *_, worst = ways
        if not ways[worst].foul:
            raise refused(self.game, f"{worst} is not foul", "foul-hands")
        return Ends(
            by_rule,
            self.wager.settled(self._deal(hand, bank, NOT_SET)),
            self.wager.settled(self._deal(hand, bank, worst)),
            self.wager.settled(self._deal(hand, bank, house, SURRENDER)),
            banks,
            self.banks[BANK].settled(self._banked(hand, bank, house, NOT_SET)) if BANK in self.banks else None,
        )

    def hold_to(self, ends: Ends) -> None:
        """Hands of every type and rank, settled by the rule that they are counted for; some of them against a player's bank."""
        every = list(met(self.game, sides(self.game), dealt(SHAPE.hand)))
        some = every[::SOME]
        hold_against(self.wager, [(self._met(of, of.setting), of.signs, ends.by_rule[_RULE_OF[of.signs]]) for of in every])
        hold_against(self.wager, [(self._met(of, NOT_SET), NOT_SET, ends.not_set) for of in some])
        hold_against(self.wager, [(self._met(of, of.setting, SURRENDER), SURRENDER, ends.surrendered) for of in some])
        for spot, asked in self.banks.items():
            by_rule = ends.banks[spot]
            hold_against(asked, [(self._banked(of.hand, of.against), of.signs, by_rule[_RULE_OF[of.signs]]) for of in some])

    def _met(self, of: Met, *decisions: str) -> Deal:
        return self._deal(of.hand, of.against, *decisions)

    def _deal(self, hand: Hand, bank: Hand, *decisions: str) -> Deal:
        return decided(self.game, Deal(hand, bank, (), decisions))

    def _banked(self, hand: Hand, bank: Hand, *decisions: str) -> Deal:
        return self._deal(bank, (), *decisions)._replace(other=hand)


@remembered
def _asked(game: Playable) -> dict[int, Ends]:
    return {}


def ends_of(game: Playable, stake: int) -> Ends:
    """A house's settlements at a stake, asked once; those at the first stake are held against many deals."""
    check_house_way(game)
    kept = _asked(game)
    if stake not in kept:
        table = Table(game, stake)
        found = table.ends()
        if not kept:
            table.hold_to(found)
        kept[stake] = found
    return kept[stake]


def check_house_way(game: Playable) -> None:
    """Refuse a table that sets seven cards otherwise than the kernels do."""
    known = ranking(game.rules.ace_to_five_straight)
    place = numbers_of(known.values)

    def told(setting: Setting) -> Compared:
        return place.get(setting.high_value, UNKNOWN), low_number(setting, known)

    follow_the_house_way(game, SHAPE.hand, lambda rows: set_by_house_way(rows, game.rules)[:, :2], told)


def sides(game: Playable) -> Sides:
    """What the kernels know of seven cards set into two hands."""
    known = ranking(game.rules.ace_to_five_straight)
    return Sides(
        lambda rows: set_by_house_way(rows, game.rules)[:, :2].astype(np.int64),
        lambda setting: (high_number(setting.high, known), low_number(setting, known)),
        (marks_of(known.values), marks_of(known.lows)),
    )


def high_number(hand: Hand, known: Ranking) -> int:
    """Five cards as the kernels number them, by their ranks and whether they are of one suit."""
    ranks = sorted((number_of(card) >> 2 for card in hand), reverse=True)
    suits = {card.suit for card in hand if card is not JOKER}
    return int(known.high_of[(int(len(suits) == 1), *ranks)])


def low_number(setting: Setting, known: Ranking) -> int:
    """The same of two."""
    first, second = map(rank_of, setting.low)
    return int(known.low_of[first, second])
