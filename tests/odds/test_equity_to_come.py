"""Equity at stud and draw: counted by inclusion-exclusion, and a second time deal by deal with the table's own ranking and division."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from fractions import Fraction

import pytest

from croupier.equipment.cards import Card, deck
from croupier.errors import CroupierError
from croupier.games.poker_room._division import Worth, award, by_button, worth
from croupier.games.poker_room._pots import Pot
from croupier.games.registry import playable
from croupier.odds import to_come
from croupier.odds.equity import equities
from croupier.rules.poker import Variant

GAMES = {
    "ny/poker": (
        "triple-draw-low-ball-deuce-to-seven",
        "seven-card-stud-low",
        "five-card-stud-high",
        "seven-card-stud-high-low-split-eight-or-better",
        "five-card-draw-low",
        "seven-card-stud-high-low-split",
        "five-card-draw-high",
        "seven-card-stud-high",
    ),
    "cleveland/poker": ("low-ball",),
    "oneida/poker": ("five-card-draw-low",),
}
ROWS = [(game, variant) for game, variants in GAMES.items() for variant in variants]


def rules_of(game: str, variant: str) -> Variant:
    found: Variant = playable(game, {"options": {"variant": variant}}).rules.variant
    return found


def text(hand: Sequence[Card]) -> str:
    return " ".join(map(str, hand))


def deal_by_deal(variant: Variant, hands: Sequence[Sequence[Card]], dead: Sequence[Card]) -> tuple[list[Fraction], int]:
    """Every way the cards come, each divided as the table divides a pot of 5040 parts."""
    out = {card for hand in (*hands, dead) for card in hand}
    left, totals, count = [card for card in deck() if card not in out], [0] * len(hands), 0
    worths: list[dict[tuple[Card, ...], Worth]] = [
        {more: worth(variant, [*hand, *more], []) for more in itertools.combinations(left, variant.kept_cards - len(hand))}
        for hand in hands
    ]
    for deal in itertools.product(*worths):
        come = [card for more in deal for card in more]
        if len(set(come)) < len(come):
            continue
        held = {seat: worths[seat][more] for seat, more in enumerate(deal)}
        shares = award([Pot(5040, tuple(held))], variant, held, chip=1, order=by_button(0, 11))
        totals = [total + shares[seat].cents for seat, total in enumerate(totals)]
        count += 1
    return [Fraction(total, 5040 * count) for total in totals], count


@pytest.mark.parametrize(("game", "variant"), ROWS)
def test_kernels_agree_with_the_table_on_the_last_cards(game: str, variant: str) -> None:
    rules = rules_of(game, variant)
    own = rules.kept_cards
    for seed, lacking, dead in ((1, (1, 1), 0), (2, (2, 0), 14), (3, (1, 1, 0), 20), (4, (1, 1, 1), 22)):
        drawn = random.Random(f"{variant} {seed}").sample(deck(), own * len(lacking) + dead)
        hands = [drawn[own * seat : own * seat + own - count] for seat, count in enumerate(lacking)]
        out = drawn[own * len(lacking) :]
        found = equities(playable(game, {"options": {"variant": variant}}), list(map(text, hands)), dead=text(out))
        assert ([player.share for player in found.players], found.boards) == deal_by_deal(rules, hands, out)
        assert found.method == "exact" and found.total == 1


def test_a_wheel_against_a_six_four_is_as_each_text_ranks_low_hands() -> None:
    hands = ["5h 4d 3c 2s Ah", "6h 4c 3d 2d As"]
    for game, variant, first in (
        ("ny/poker", "five-card-draw-low", 1),
        ("oneida/poker", "five-card-draw-low", 0),  # a straight
        ("cleveland/poker", "low-ball", 0),
    ):
        found = equities(playable(game, {"options": {"variant": variant}}), hands)
        assert (found.players[0].share, found.boards) == (first, 1)


def test_stud_on_the_third_card_is_counted_to_the_end() -> None:
    found = equities(playable("ny/poker", {"options": {"variant": "seven-card-stud-high"}}), ["As Ah Ad", "2c 7d 9h"])
    first, second = found.players
    assert found.boards == 163185 * 111930 and first.won + first.tied + first.lost == found.boards
    assert found.total == 1 and first.share > Fraction(9, 10) and second.won == first.lost


def test_where_there_is_too_much_to_count_a_sample_states_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    game, hands = playable("ny/poker", {"options": {"variant": "seven-card-stud-high-low-split-eight-or-better"}}), []
    hands = ["As 2h 3d 9c Kd", "Kc Kh 9d 8s 4c"]
    exact = equities(game, hands)
    monkeypatch.setattr(to_come, "SAMPLE", 20_000)
    monkeypatch.setattr(to_come, "MOST_SETS", 1)
    for found in (equities(game, hands), equities(game, hands)):  # the same deals whenever it is asked
        assert (found.method, found.boards, found.total) == ("sample", 20_000, 1)
        for dealt, counted in zip(found.players, exact.players, strict=True):
            assert dealt.error is not None and abs(float(dealt.share - counted.share)) < 5 * dealt.error < 0.02


@pytest.mark.parametrize(
    ("hands", "board", "fault"),
    [
        (["As Ah 2c 3c 4c 5c 6c 7c", "Kd Kc Qd"], "", "8 cards, a hand here is of 7"),
        (["As Ah 2c", "As Kc Qd"], "", "named twice"),
        (["As Ah 2c", "Kd Kc Qd"], "2d", "dealt without one"),
        (["As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "7s"], "", "48 cards are to come and 44 are left"),
    ],
)
def test_what_cannot_be_dealt_is_refused_in_one_line(hands: list[str], board: str, fault: str) -> None:
    with pytest.raises(CroupierError, match=fault) as refused:
        equities(playable("ny/poker", {"options": {"variant": "seven-card-stud-high"}}), hands, board)
    assert "\n" not in str(refused.value)


def test_the_command_weighs_standing_pat_against_a_draw(capsys: pytest.CaptureFixture[str]) -> None:
    from croupier.cli.main import app

    words = ["equity", "ny/poker", "9s 8h 7d 6c 5c", "Ah Kh Qh Jh", "--dead", "2c", "--set", "variant=five-card-draw-high"]
    app([*words, "--json"], standalone_mode=False)
    told = json.loads(capsys.readouterr().out)
    assert told["method"] == "exact" and told["boards"] == 42
    assert told["hands"][1]["won"] == 11  # eight hearts, and three other tens
    app(words, standalone_mode=False)
    assert "42 boards or ways" in capsys.readouterr().out
