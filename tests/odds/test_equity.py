"""Equity: counted by the kernels, and a second time hand by hand with the table's own ranking and division."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from fractions import Fraction

import pytest

from croupier.equipment.cards import Card, cards, deck
from croupier.errors import BadInput, CroupierError
from croupier.games.poker_room._division import award, by_button, worth
from croupier.games.poker_room._pots import Pot
from croupier.games.registry import playable
from croupier.odds.equity import equities, hands_of

VARIANTS = ("texas-holdem", "omaha-high", "omaha-high-low-split-eight-or-better", "pineapple")


def counted_at_the_table(variant: str, hands: Sequence[Sequence[Card]], board: Sequence[Card]) -> list[Fraction]:
    """Every board, each divided as the table divides a pot of 5040 parts."""
    rules = playable("ny/poker", {"options": {"variant": variant}}).rules.variant
    out = {card for hand in (*hands, board) for card in hand}
    left, totals, count = [card for card in deck() if card not in out], [0] * len(hands), 0
    for more in itertools.combinations(left, 5 - len(board)):
        worths = {seat: worth(rules, hand, [*board, *more]) for seat, hand in enumerate(hands)}
        shares = award([Pot(5040, tuple(worths))], rules, worths, chip=1, order=by_button(0, 11))
        totals = [total + shares[seat].cents for seat, total in enumerate(totals)]
        count += 1
    return [Fraction(total, 5040 * count) for total in totals]


@pytest.mark.parametrize("variant", VARIANTS)
def test_kernels_agree_with_the_table_on_every_river(variant: str) -> None:
    game = playable("ny/poker", {"options": {"variant": variant}})
    own = game.rules.variant.kept_cards
    for seed in range(12):
        rng = random.Random(seed)
        players = rng.choice([2, 3, 4])
        drawn = rng.sample(deck(), players * own + 4)
        hands = [drawn[own * seat : own * seat + own] for seat in range(players)]
        board = drawn[players * own :]
        found = equities(game, [" ".join(map(str, hand)) for hand in hands], " ".join(map(str, board)))
        assert [player.share for player in found.players] == counted_at_the_table(variant, hands, board) and found.total == 1


def test_two_players_before_the_flop() -> None:
    found = equities(playable("ny/poker"), ["As Ah", "Kd Kc"])
    first = found.players[0]
    assert (found.boards, first.won, first.tied, first.lost) == (1712304, 1388072, 6538, 317694)


def test_ranges_are_all_their_hands_alike() -> None:
    assert len(list(hands_of("QQ+", 2))) == 18 and len(list(hands_of("ATs+", 2))) == 16 and len(list(hands_of("AKo", 2))) == 12
    game, board = playable("ny/poker"), "2c 7d Jh 9s"
    found = equities(game, ["AA", "Kd Kc"], board)
    each = [equities(game, [" ".join(map(str, hand)), "Kd Kc"], board).players[0].share for hand in hands_of("AA", 2)]
    assert found.players[0].share == sum(each) / len(each)


@pytest.mark.parametrize(
    ("hands", "board", "fault"),
    [
        (["As Ah"], "", "two to"),
        (["As Ah", "As Kd"], "", "cannot be dealt together"),
        (["As Ah", "Ks"], "", "2 different cards"),
        (["As Ah", "Ks Kd"], "2c 3c 4c 5c 6c 7c", "the game deals 5"),
        (["22+", "22+"], "", "too many"),
        (["As Ah", "Ks Kd"], "2c 2c", "twice"),
    ],
)
def test_what_cannot_be_counted_is_refused_in_one_line(hands: list[str], board: str, fault: str) -> None:
    with pytest.raises(CroupierError, match=fault) as refused:
        equities(playable("ny/poker"), hands, board)
    assert "\n" not in str(refused.value)


def test_the_command_tells_what_the_rake_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli.main import app

    rake = 'rake={"method": "percentage", "percent": 10, "maximum": 400}'
    words = ["equity", "ny/poker", "As Ah", "Kd Kc", "--board", "2c 7d Jh 9s", "--pot", "10000", "--set", rake, "--json"]
    app(words, standalone_mode=False)
    told = json.loads(capsys.readouterr().out)
    assert told["taken"] == 400 and sum(entry["worth"] for entry in told["hands"]) == pytest.approx(9600)
    with pytest.raises(BadInput, match="no poker room"):
        app(["equity", "ny/three-card-poker", "As Ah", "Kd Kc"], standalone_mode=False)
    assert cards("As")[0].rank == 14
