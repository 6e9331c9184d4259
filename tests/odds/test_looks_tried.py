"""A side wager that the table settles by cards it does not look at, or apart within a run of hands alike, is refused with its clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from croupier.equipment.cards import Card
from croupier.errors import NotPriced
from croupier.games import side_wagers
from croupier.games.registry import playable
from croupier.hands.poker import Value
from croupier.odds.analyze import analyze
from croupier.odds.simulate import simulate
from croupier.table.felt import Felt

SETTLE, ROW_FOR = side_wagers._settle, Felt.row_for
QUEEN = 12
Lost = Callable[[Any, Any], bool]


def dealer_qualifies(table: Any, _seat: Any) -> bool:
    return max(face.rank for face in table.dealer) >= QUEEN


def hole_card_is_a_king(table: Any, _seat: Any) -> bool:
    return bool(table.dealer[-1].rank == QUEEN + 1)


def board_has_a_pair(table: Any, _seat: Any) -> bool:
    ranks = [face.rank for face in table.community]
    return len(ranks) > len({*ranks})


def hand_has_a_queen(_table: Any, seat: Any) -> bool:
    return any(face.rank == QUEEN for face in seat.hand)


def lost_if(lost: Lost) -> Callable[..., None]:
    """What settles side wagers, but for hands of which the wager is lost whatever they hold."""

    def settle(table: Any, seat: Any, wager: Any, look: Any, **more: Any) -> None:
        if wager.id in seat.stakes and lost(table, seat):
            table.collect(seat, wager.id)
        else:
            SETTLE(table, seat, wager, look, **more)

    return settle


BESIDE: dict[str, tuple[str, str, Lost]] = {
    "the dealer's hand": ("ny/three-card-poker", "pair-plus", dealer_qualifies),
    "the board": ("ny/let-it-ride", "three-card-bonus", board_has_a_pair),
    "the hole card": ("ny/blackjack", "bet-the-set-21", hole_card_is_a_king),
    "the hand, where the board decides": ("cincinnati/mississippi-stud", "three-card-bonus", hand_has_a_queen),
    "the bank": ("ny/pai-gow-poker", "bonus", dealer_qualifies),
    "the bank's six": ("pa/six-card-pai-gow-poker", "fortune-bonus", dealer_qualifies),
    "the bank's seven": ("ny/asia-poker", "asia-poker-bonus", dealer_qualifies),
}
PLAYED_AT_THE_TABLE = ("ny/blackjack",)
SLOW = {"the bank", "the bank's six", "the bank's seven"}


@pytest.mark.parametrize("what", [pytest.param(what, marks=[pytest.mark.slow] * (what in SLOW)) for what in BESIDE])
def test_a_wager_that_goes_by_other_cards_is_refused(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And simulated at the real table at most."""
    name, wager, lost = BESIDE[what]
    game = playable(name)
    before = next(iter(analyze(game, wager)))
    monkeypatch.setattr(side_wagers, "_settle", lost_if(lost))
    with pytest.raises(NotPriced, match=rf"{name}: .*\("):
        next(iter(analyze(game, wager)))
    if name not in PLAYED_AT_THE_TABLE:
        with pytest.raises(NotPriced, match=rf"{name}: .*\("):
            simulate(game, 100, 1)
    monkeypatch.undo()
    assert next(iter(analyze(game, wager))) == before


def queens(value: Value, _cards: Sequence[Card]) -> bool:
    return (value.category, value.ranks[0]) == ("pair", QUEEN)


def of_spades(value: Value, cards: Sequence[Card]) -> bool:
    return value.category == "flush" and cards[0].suit == "s"


@pytest.mark.parametrize("name", ["ny/three-card-poker", "pa/flop-poker"])
@pytest.mark.parametrize("nothing", [queens, of_spades])
def test_hands_that_earn_nothing_among_others_alike_are_counted_apart_or_refused(
    nothing: Callable[..., bool], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rank by itself is found where runs begin and end; suits are not told apart by any run."""
    wager = "pair-plus" if "three" in name else "three-card-bonus"
    before = next(iter(analyze(playable(name), wager)))

    def row_for(self: Felt, wager: str, value: Value, *cards: Any) -> Any:
        return None if nothing(value, *cards) else ROW_FOR(self, wager, value, *cards)

    monkeypatch.setattr(Felt, "row_for", row_for)
    if nothing is queens:
        assert next(iter(analyze(playable(name), wager))).house_edge > before.house_edge
    else:
        with pytest.raises(NotPriced, match=rf"{name}: .*not settled alike.*\("):
            next(iter(analyze(playable(name), wager)))
