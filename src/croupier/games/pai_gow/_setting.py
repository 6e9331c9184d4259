"""Setting cards into hands: what a seat may do with them, and what the dealer must."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol, TypeVar

from croupier.equipment.cards import Card
from croupier.games.banking import CO_BANK
from croupier.games.questions import CardQuestions
from croupier.hands.pai_gow import Setting, settings
from croupier.hands.pai_gow_house_way import HouseWay, Split, house_way
from croupier.hands.poker import Value
from croupier.rules.terms import Outcome, Rule
from croupier.table.requests import Arrangement
from croupier.table.table import Seat, Table

NOT_SET = "not set"
"""Laid down in some way that is not so many cards to each hand."""
SET_WRONGLY, BANK_SET_WRONGLY = "dealer-hands-set-wrongly", "bank-hands-set-wrongly"


class Hands(Protocol):
    """Cards set into hands."""

    @property
    def foul(self) -> bool: ...
    @property
    def values(self) -> tuple[Value, ...]:
        """What each hand is worth, the highest first."""


S = TypeVar("S", bound=Hands)


class Sets(Protocol[S]):
    """Rules that say how cards may be set, and how the house sets them."""

    def settings(self, hand: Sequence[Card]) -> list[S]:
        """Every way to set the cards, foul ones too."""

    def house_way(self, hand: Sequence[Card]) -> tuple[S, Rule[object]]:
        """The setting of the house way, and the rule behind it."""


class SetsFoul(Sets[S], Protocol[S]):
    """Rules under which a player may set them wrongly, too."""

    @property
    def foul_hands(self) -> Rule[Outcome]: ...


class HouseWayQuestions(CardQuestions):
    """Asked of every game whose dealer sets seven cards by a printed house way."""

    ace_to_five_straight: Literal["second-highest", "lowest"]
    house_way_bands: Rule[dict[str, str]]
    house_way_no_pair: Rule[Literal["second-and-third-highest-low"]]
    house_way_one_pair: Rule[Literal["pair-high"]]
    house_way_two_pair: Rule[dict[str, Split]]
    house_way_three_pair: Rule[Literal["highest-pair-low"]]
    house_way_three_of_a_kind: Rule[Literal["together-but-one-ace-of-three-low"]]
    house_way_complete_without_pair: Rule[Literal["highest-low-hand"]]
    house_way_complete_with_one_pair: Rule[Literal["pair-low-if-kept-else-highest-low-hand"]]
    house_way_complete_with_two_pair: Rule[Literal["two-pair-rule", "pair-low-if-kept"]]
    house_way_complete_with_three_of_a_kind: Rule[Literal["pair-low", "aces-for-the-highest-low"]]
    house_way_full_house: Rule[Literal["best-pair-low"]]
    house_way_four_of_a_kind: Rule[dict[str, Split]]
    house_way_four_of_a_kind_with_pair: Rule[Literal["pair-low-but-aces-split-unless-kings"]]
    foul_hands: Rule[Outcome]
    house_way_five_aces: Rule[Literal["split-unless-kings"]]

    def settings(self, hand: Sequence[Card]) -> list[Setting]:
        return settings(hand, ace_to_five=self.ace_to_five_straight)

    def house_way(self, hand: Sequence[Card]) -> tuple[Setting, Rule[object]]:
        way = HouseWay(
            bands=self.house_way_bands.value,
            two_pair=self.house_way_two_pair.value,
            four_of_a_kind=self.house_way_four_of_a_kind.value,
            complete_with_two_pair=self.house_way_complete_with_two_pair.value,
            complete_with_three_of_a_kind=self.house_way_complete_with_three_of_a_kind.value,
        )
        setting, rule = house_way(hand, way, ace_to_five=self.ace_to_five_straight)
        return setting, getattr(self, f"house_way_{rule.replace('-', '_')}")


class DealerSetting(Arrangement):
    """The dealer sets the hands; the house way comes first, and is what counts if the hands are reported as set wrongly."""

    __slots__ = ()

    def __init__(self, ways: list[str], *, clause: str) -> None:
        super().__init__(0, ways, clause=clause)
        self.who, self.moment = "dealer", "reveal"

    def stale(self, table: Table) -> bool:
        return False


def ways_to_set(hand: Sequence[Card], rules: Sets[S]) -> dict[str, S]:
    """Every setting by its written form: the house way, then the others from the best high hand down, foul ones last."""
    first, _ = rules.house_way(hand)
    every = rules.settings(hand)
    every.sort(key=lambda s: (s == first, not s.foul, *s.values), reverse=True)
    return {str(setting): setting for setting in every}


async def set_hands(table: Table, seat: Seat, rules: SetsFoul[S]) -> S | None:
    """How the seat sets its hands: foul if it likes, and not properly at all (None) if it must."""
    ways = ways_to_set(seat.hand, rules)
    request = Arrangement(seat.number, (*ways, NOT_SET), clause=rules.foul_hands.clause)
    chosen = await table.arrange(seat, request)
    return ways.get(chosen or NOT_SET)


async def set_dealers_hands(table: Table, rules: Sets[S]) -> S:
    """The dealer turns the cards over and sets them."""
    await table.reveal()
    _, rule = rules.house_way(table.dealer)
    ways = {text: setting for text, setting in ways_to_set(table.dealer, rules).items() if not setting.foul}
    act = await table.ask(DealerSetting(list(ways), clause=rule.clause))
    return ways[act.hands]


def reset_if_wrong(table: Table, hands: S, rules: Sets[S]) -> S:
    """The dealer's hands as they count: reset by the house way where they were reported as set wrongly."""
    return rules.house_way(table.dealer)[0] if SET_WRONGLY in table.reports else hands


def bank_as_it_counts(table: Table, banker: Seat, hands: Setting | None, rules: HouseWayQuestions) -> Setting | None:
    """A player's bank as it counts: reset by the house way where the text has that for hands not set as they should be.

    The hands of a co-bank, which are the dealer's to set, come here unset.
    """
    correct = not banker.in_play or (hands is not None and not hands.foul)
    reset = BANK_SET_WRONGLY in table.terms.rulings or (banker.stake(CO_BANK) and hands is None)
    return rules.house_way(banker.hand)[0] if reset and not correct else hands
