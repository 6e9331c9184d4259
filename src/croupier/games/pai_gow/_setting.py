"""Setting cards into hands: what a seat may do with them, and what the dealer must."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Generic, Literal, Protocol, TypeVar, overload

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

    @cached_property
    def way(self) -> HouseWay:
        """What the text leaves different in its house way."""
        return HouseWay(
            bands=self.house_way_bands.value,
            two_pair=self.house_way_two_pair.value,
            four_of_a_kind=self.house_way_four_of_a_kind.value,
            complete_with_two_pair=self.house_way_complete_with_two_pair.value,
            complete_with_three_of_a_kind=self.house_way_complete_with_three_of_a_kind.value,
        )

    def house_way(self, hand: Sequence[Card]) -> tuple[Setting, Rule[object]]:
        setting, rule = house_way(hand, self.way, ace_to_five=self.ace_to_five_straight)
        return setting, getattr(self, f"house_way_{rule.replace('-', '_')}")


class DealerSetting(Arrangement):
    """The dealer sets the hands; the house way comes first, and is what counts if the hands are reported as set wrongly."""

    __slots__ = ()

    def __init__(self, ways: Sequence[str], *, clause: str) -> None:
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


class Ways(Sequence[str], Generic[S]):
    """The settings of some cards as they are written: the house way at once, the others when somebody asks for them.

    They are those of `ways_to_set` in that order, without the foul ones where none may be, and then whatever `besides` there is.
    """

    def __init__(self, hand: Sequence[Card], rules: Sets[S], *, foul: bool = True, besides: tuple[str, ...] = ()) -> None:
        self._hand, self._rules, self._foul, self._besides = tuple(hand), rules, foul, besides
        self.house_way, self.rule = rules.house_way(self._hand)
        self._first = str(self.house_way)

    @cached_property
    def _settings(self) -> dict[str, S]:
        every = ways_to_set(self._hand, self._rules)
        return every if self._foul else {text: setting for text, setting in every.items() if not setting.foul}

    @cached_property
    def _listed(self) -> tuple[str, ...]:
        return (*self._settings, *self._besides)

    def get(self, text: str | None) -> S | None:
        """The setting that is so written, if it is one."""
        return None if text is None else self.house_way if text == self._first else self._settings.get(text)

    def __contains__(self, text: object) -> bool:
        return text == self._first or text in self._listed

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        return self._first if place == 0 else self._listed[place]


async def set_hands(table: Table, seat: Seat, rules: SetsFoul[S]) -> S | None:
    """How the seat sets its hands: foul if it likes, and not properly at all (None) if it must."""
    ways = Ways(seat.hand, rules, besides=(NOT_SET,))
    return ways.get(await table.arrange(seat, Arrangement(seat.number, ways, clause=rules.foul_hands.clause)))


async def set_dealers_hands(table: Table, rules: Sets[S]) -> S:
    """The dealer turns the cards over and sets them."""
    await table.reveal()
    ways = Ways(table.dealer, rules, foul=False)
    act = await table.ask(DealerSetting(ways, clause=ways.rule.clause))
    hands = ways.get(act.hands)
    assert hands is not None  # the request refuses what is no setting
    return hands


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
