"""How a dealer sets seven cards: the rules a text prints as its house ways, one function a holding.

Every rule picks among the settings of the hand. Where no five of the cards make a straight or a flush, ranks alone decide, and the
setting is made without listing the others. What differs from text to text (which pairs are split, which fours) is data; each setting
comes with the name of the rule that asks for it, so that a table can cite its clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from croupier.equipment.cards import ACE, KING, RANKS, Card
from croupier.hands.pai_gow import COMPLETE, Setting, completes, counted, in_order, set_by_ranks, settings

Split = Literal["together", "split", "split-unless-king", "split-unless-ace", "split-unless-ace-and-king"]


@dataclass(frozen=True, slots=True)
class HouseWay:
    """What a text leaves different: bands of ranks, and what is done with pairs and fours of each band."""

    bands: Mapping[str, str]
    """Name to the ranks it holds, as in `{"low": "23456"}`."""
    two_pair: Mapping[str, Split]
    """Bands of the lower and the higher pair, `low-high`, to what is done with them."""
    four_of_a_kind: Mapping[str, Split]
    complete_with_two_pair: Literal["two-pair-rule", "pair-low-if-kept"]
    complete_with_three_of_a_kind: Literal["pair-low", "aces-for-the-highest-low"]

    def band(self, rank: int) -> str:
        return next(name for name, ranks in self.bands.items() if RANKS[rank - 2] in ranks)


class Holding:
    """Seven cards looked at for the house way: groups of one rank, highest first, the joker among the aces."""

    def __init__(self, hand: Sequence[Card], ace_to_five: str) -> None:
        self.hand, self.ordered, self.ace_to_five = hand, in_order(hand), ace_to_five
        counts = counted(hand)
        by_size: dict[int, list[int]] = {}
        for rank in sorted(counts, reverse=True):
            by_size.setdefault(counts[rank], []).append(rank)
        self.fives, self.fours, self.threes = by_size.get(5, []), by_size.get(4, []), by_size.get(3, [])
        self.pairs, self.singles = by_size.get(2, []), by_size.get(1, [])
        self.by_ranks = not completes(hand)
        self.complete = () if self.by_ranks else [way for way in self.settings if way.high_value.category in COMPLETE]

    @cached_property
    def settings(self) -> list[Setting]:
        """Every one that is not foul."""
        return [setting for setting in settings(self.hand, ace_to_five=self.ace_to_five) if not setting.foul]

    def low_pair(self, rank: int) -> Setting:
        """A pair of `rank` in the low hand."""
        if self.by_ranks:
            return self._with_low([card for card in self.ordered if (card.rank or ACE) == rank][-2:])
        return _best_high(setting for setting in self.settings if _is_pair(setting, rank))

    def together(self, *ranks: int) -> Setting:
        """Every card of these ranks in the high hand, and the highest others, which make no pair, in the low hand."""
        if self.by_ranks:
            return self._with_low([card for card in self.ordered if (card.rank or ACE) not in ranks][:2])
        return _best_low(s for s in self.settings if not any((card.rank or ACE) in ranks for card in s.low))

    def one_ace_low(self) -> Setting:
        """One of several aces in the low hand, beside the highest card that is none."""
        if self.by_ranks:
            aces = sum((card.rank or ACE) == ACE for card in self.hand)
            return self._with_low(self.ordered[aces - 1 : aces + 1])
        return _best_low(s for s in self.settings if sum((card.rank or ACE) == ACE for card in s.low) == 1)

    def _with_low(self, low: Sequence[Card]) -> Setting:
        """Of cards of one rank those that are last in order are low, as they would be found among all the settings."""
        return set_by_ranks(low, self.ordered, ace_to_five=self.ace_to_five)

    def split(self, rule: Split, *ranks: int) -> Setting:
        """A pair, or two of four, in the low hand, unless the cards beside it say to keep them together in the high hand."""
        kings = sum(rank >= KING for rank in self.singles)
        keep = {
            "together": True,
            "split": False,
            "split-unless-king": kings > 0,
            "split-unless-ace": ACE in self.singles,
            "split-unless-ace-and-king": kings == 2,
        }
        return self.together(*ranks) if keep[rule] else self.low_pair(min(ranks))


def _is_pair(setting: Setting, rank: int) -> bool:
    return setting.low_value.category == "pair" and setting.low_value.ranks[0] == rank


def _best_low(among: Iterable[Setting]) -> Setting:
    return max(among, key=lambda setting: (setting.low_value, setting.high_value))


def _best_high(among: Iterable[Setting]) -> Setting:
    return max(among, key=lambda setting: (setting.high_value, setting.low_value))


def house_way(hand: Sequence[Card], way: HouseWay, *, ace_to_five: str = "second-highest") -> tuple[Setting, str]:
    """The setting the house plays, and the name of the rule that asks for it."""
    held = Holding(hand, ace_to_five)
    if held.fives:
        return five_aces(held), "five-aces"
    if held.fours:
        return four_of_a_kind(held, way)
    if len(held.threes) == 2 or (held.threes and held.pairs):
        return full_house(held), "full-house"
    if len(held.pairs) == 3:
        return held.low_pair(held.pairs[0]), "three-pair"
    if held.complete and held.threes:
        return complete_with_three_of_a_kind(held, way), "complete-with-three-of-a-kind"
    if held.complete and len(held.pairs) == 2:
        return complete_with_two_pair(held, way), "complete-with-two-pair"
    if held.complete and held.pairs:
        return complete_with_pair(held), "complete-with-one-pair"
    if held.complete:
        return _best_low(held.complete), "complete-without-pair"
    if held.threes:
        return three_of_a_kind(held), "three-of-a-kind"
    if len(held.pairs) == 2:
        return two_pair(held, way), "two-pair"
    if held.pairs:
        return held.together(*held.pairs), "one-pair"
    return held.together(held.singles[0]), "no-pair"


def five_aces(held: Holding) -> Setting:
    """A pair of aces low; but a pair of kings plays low, and the five aces stay together."""
    return held.low_pair(KING if KING in held.pairs else ACE)


def four_of_a_kind(held: Holding, way: HouseWay) -> tuple[Setting, str]:
    """With a pair, the pair plays low, but four aces are split unless it is of kings; without one, by the band of the four."""
    rank = held.fours[0]
    others = held.pairs + held.threes
    if others:
        low = rank if rank == ACE and KING not in others else others[0]
        return held.low_pair(low), "four-of-a-kind-with-pair"
    return held.split(way.four_of_a_kind[way.band(rank)], rank), "four-of-a-kind"


def full_house(held: Holding) -> Setting:
    """The best pair plays low: of two threes, two of the higher one."""
    return held.low_pair(held.threes[0] if len(held.threes) == 2 else held.pairs[0])


def three_of_a_kind(held: Holding) -> Setting:
    """Together in the high hand; of three aces one plays low beside the next highest card."""
    if held.threes[0] != ACE:
        return held.together(held.threes[0])
    return held.one_ace_low()


def two_pair(held: Holding, way: HouseWay) -> Setting:
    """Split or together by the bands of the two pairs and the cards beside them."""
    higher, lower = held.pairs
    return held.split(way.two_pair[f"{way.band(lower)}-{way.band(higher)}"], lower, higher)


def complete_with_pair(held: Holding) -> Setting:
    """The pair plays low where a straight or a flush stays high; otherwise that stays, with the highest low hand it leaves."""
    kept = [setting for setting in held.complete if _is_pair(setting, held.pairs[0])]
    return _best_high(kept) if kept else _best_low(held.complete)


def complete_with_two_pair(held: Holding, way: HouseWay) -> Setting:
    """By the two pair rule, whatever five cards that leaves high; or a pair low first, where the text prefers that."""
    by_rule = two_pair(held, way)
    if way.complete_with_two_pair == "two-pair-rule":
        return by_rule
    kept = [setting for setting in held.complete if setting.low_value.category == "pair"]
    best = _best_low(kept or held.complete)
    return best if kept or by_rule.low_value <= best.low_value else by_rule


def complete_with_three_of_a_kind(held: Holding, way: HouseWay) -> Setting:
    """A pair low where the straight or flush stays high; else, with aces and the joker, as three aces are set."""
    rank = held.threes[0]
    if way.complete_with_three_of_a_kind == "aces-for-the-highest-low" and rank == ACE:
        return _best_low([*held.complete, three_of_a_kind(held)])
    kept = [setting for setting in held.complete if _is_pair(setting, rank)]
    return _best_high(kept) if kept else three_of_a_kind(held)
