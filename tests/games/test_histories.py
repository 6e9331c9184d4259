"""Hand histories in and out; and our betting, pots and values against PokerKit's, hand by hand."""

from __future__ import annotations

import json
import random
import re
import tomllib
import warnings
from decimal import Decimal
from functools import lru_cache
from pathlib import Path

import pytest

from croupier.errors import CroupierError
from croupier.games.histories import of_round, play_history
from croupier.games.poker_room._histories import CODES
from croupier.games.poker_room._showdown import variant_called
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.betting import Turn
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, Decision
from croupier.table.round import Round
from croupier.testing.driving import RandomPlayer

RECORDED = sorted((Path(__file__).parents[1] / "histories").glob("*.phh"))
ROOMS = {"N2L1D": "cleveland/poker", "FR": "cleveland/poker"}
"""Where the text's own rule is that of the format; the others are tried in the first room."""
NETS = {
    "antonius-blom-2009": {1: 67847350, 2: -67847350},
    "arieh-yockey-2019": {1: -118000000, 2: -15000000, 4: 133000000},
    "dwan-ivey-2009": {1: -55350000, 2: -250000, 3: 55600000},
    "pluribus-100-0": {1: 31000, 2: -10000, 4: -21000},
    "pluribus-100-13": {1: -5000, 2: 26000, 3: -21000},
    "wsop-2023-43-15": {1: -10000000, 2: 97500000, 4: -87500000},
    "wsop-2023-43-23": {1: -5000000, 2: -5000000, 3: -10000000, 4: -5000000, 5: 25000000},
    "wsop-2023-43-40": {1: -10000000, 2: -20000000, 4: 130000000, 5: -100000000},
    "wsop-2023-43-50": {1: 7500000, 2: -5000000, 3: 7500000, 4: -5000000, 5: -5000000},
    "wsop-2023-43-73": {1: -5000000, 2: 215000000, 3: -205000000, 4: -5000000},
    "wsop-2023-43-82": {1: -240000000, 2: 240000000},
}
"""What each seat won or lost, reckoned by hand from the cards and bets of the record."""


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_recorded_hands_replay_to_the_chip(path: Path) -> None:
    round_ = play_history(path.read_text(), playable("ny/poker"))
    assert round_.done and round_.net == NETS[path.stem]


@lru_cache(maxsize=32)
def house(code: str, *, posted: bool) -> Playable:
    """A room that spreads the game, with an ante where it has to be or where one is `posted`."""
    base = playable(ROOMS.get(code, "ny/poker"))
    variant = variant_called(base, CODES[code].variant)
    ante = 100 if posted or not base.terms.file.variants[variant].blinds else 0
    options = {"variant": variant, "structure": CODES[code].structure, "heads-up": "button", "ante": ante}
    return playable(base.terms.id, {"options": options})


def random_hand(code: str, seed: int) -> Round:
    """A hand of a game that the format knows, with no fold that costs nothing and no more raises than it allows."""
    rng, player = random.Random(f"{code} {seed}"), RandomPlayer(seed)
    game = house(code, posted=not rng.getrandbits(1))
    seats = sorted(rng.sample(range(1, game.seats + 1), rng.randint(2, min(6, game.seats))))
    round_ = Round(game, seats)
    round_.answer(acts.Done("shuffle"))
    for seat in seats:
        round_.answer(acts.Wager(seat, "stack", rng.choice([600, 700, 900, 1500, 4000, 20000])))
    round_.answer(acts.NoMoreBets())
    raises = 0
    while (request := round_.pending) is not None:
        act = player.answer(round_, request)
        raises = 0 if isinstance(request, CardDue) else raises
        if isinstance(request, Decision) and isinstance(act, acts.Choice):
            raises += act.choice in ("bet", "raise")
            tame = rng.random() < 0.4 or (act.choice == "fold" and "check" in request.choices) or raises > 3
            if isinstance(request, Turn) and (tame or request.moment == "show"):
                act = acts.Choice(request.seat, request.choices[0])
        round_.answer(act)
    return round_


def in_cents(text: str) -> str:
    """The same record with amounts in cents, so that nothing is divided in whole dollars."""

    def times(found: re.Match[str]) -> str:
        return str(int(Decimal(found.group()) * 100))

    lines = []
    for line in text.split("\n"):
        name, _, value = line.partition(" = ")
        if name in ("antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet", "starting_stacks"):
            line = f"{name} = {re.sub(r'[0-9.]+', times, value)}"
        lines.append(re.sub(r"(?<= cbr )[0-9.]+", times, line))
    return "\n".join(lines)


def check_against_pokerkit(code: str, seed: int) -> bool:
    """PokerKit takes every act of the hand and ends with the same stacks; False where it has no say."""
    pokerkit = pytest.importorskip("pokerkit")
    round_ = random_hand(code, seed)
    text = of_round(round_, hidden=False)
    cards = {number: {str(card) for card in seat.hand} for number, seat in round_.table.seats.items()}
    wheel = any({card[0] for card in hand} == set("A2345") for hand in cards.values())
    several = len({line.stake for line in round_.lines if not round_.table.seats[line.seat].folded}) > 1
    if (code == "N2L1D" and wheel) or (code in ("F7S/8", "FO/8") and several):
        return False  # the text ranks five to ace a straight; side pots without a low are shared wrongly there
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        state = list(pokerkit.HandHistory.loads(in_cents(text)))[-1]
    ours = [int(Decimal(str(stack)) * 100) for stack in tomllib.loads(text, parse_float=Decimal)["finishing_stacks"]]
    # An odd cent goes by the text here and to the first seat there.
    assert not state.status and all(abs(one - other) < 5 for one, other in zip(ours, state.stacks, strict=True)), text
    return True


@pytest.mark.parametrize("code", CODES)
def test_pokerkit_plays_the_same_hand(code: str) -> None:
    assert any(check_against_pokerkit(code, seed) for seed in range(12))


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_pokerkit_plays_the_same_hands(code: str) -> None:
    assert sum(check_against_pokerkit(code, seed) for seed in range(600)) > 90


@pytest.mark.parametrize("code", CODES)
def test_a_hand_written_down_is_read_again(code: str) -> None:
    for seed in range(10):
        round_ = random_hand(code, seed)
        house = {"options": dict(round_.playable.terms.house_rules["options"])}
        again = play_history(of_round(round_, hidden=False), playable(round_.playable.terms.id, house))
        assert sorted(again.net.values()) == sorted(round_.net.values())


def test_cards_that_were_not_shown_are_unknown_in_a_record() -> None:
    for seed in range(20):
        round_ = random_hand("NT", seed)
        told = of_round(round_)
        hidden = [
            card for seat in round_.table.seats.values() for card, up in zip(seat.hand, seat.hand.up, strict=True) if not up
        ]
        assert not [card for card in hidden if str(card) in told]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"variant": '"NS"'}, "NS"),
        ({"antes": "[1, 2, 0]"}, "all alike"),
        ({"blinds_or_straddles": "[1, 2, 4]"}, "a small and a big blind"),
        ({"starting_stacks": "[1, 2]"}, "blinds"),
        ({"actions": '["p9 f"]'}, "no player of 3"),
        ({"actions": '["p1 dances"]'}, "no action"),
        ({"actions": "3"}, "a list"),
        ({"min_bet": "0.001"}, "whole cents"),
    ],
)
def test_a_record_that_cannot_be_settled_is_refused_in_one_line(change: dict[str, str], fault: str) -> None:
    told = {"variant": '"NT"', "antes": "[0, 0, 0]", "blinds_or_straddles": "[1, 2, 0]", "min_bet": "2"}
    told |= {"starting_stacks": "[100, 100, 100]", "actions": '["p3 f", "p1 f"]'}
    text = "\n".join(f"{name} = {value}" for name, value in {**told, **change}.items())
    with pytest.raises(CroupierError, match=fault) as refused:
        play_history(text, playable("ny/poker"))
    assert "\n" not in str(refused.value)


def test_the_command_settles_a_record_and_writes_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from croupier.cli.main import app

    path = RECORDED[2]
    app(["history", str(path), "--game", "ny/poker", "--json"], standalone_mode=False)
    assert json.loads(capsys.readouterr().out)["net"] == {"1": -55350000, "2": -250000, "3": 55600000}
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps(play_history(path.read_text(), playable("ny/poker")).written()) + "\n")
    app(["history", str(log)], standalone_mode=False)
    assert "p3 cbr 232600" in capsys.readouterr().out
