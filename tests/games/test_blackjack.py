"""Blackjack beyond the written cases: what goes wrong at the table, the hand-dealt game, and rules no chapter here has yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.equipment.cards import cards
from croupier.errors import BadInput
from croupier.rules import source
from croupier.table import acts
from croupier.table.requests import CardDue, DealerAct, Decision
from croupier.table.round import Round, replay
from croupier.table.views import layout
from croupier.testing import check_settled
from tests.support.driving import RandomPlayer, play_on, ready

BLACKJACK, FREE_BET = "cincinnati/blackjack", "cincinnati/free-bet-blackjack"
HAND = {"options": {"decks": 1, "dealing": "hand"}}


def settle(
    seats: dict[str, Any], dealer: str, draws: str = "", *irregularities: dict[str, Any], game: str = BLACKJACK, **options: Any
) -> dict[tuple[int, str], tuple[str, int, int]]:
    """Seat and wager to outcome, won and returned; several lines of one wager are added up under their last outcome."""
    document: dict[str, Any] = {"game": game, "seats": seats, "dealer": dealer, "irregularities": list(irregularities)}
    if draws:
        document["draws"] = draws
    if options:
        document["house_rules"] = {"options": {name.replace("_", "-"): value for name, value in options.items()}}
    found: dict[tuple[int, str], tuple[str, int, int]] = {}
    for line in croupier.settle(document).lines:
        _, won, returned = found.get((line.seat, line.wager), ("", 0, 0))
        found[line.seat, line.wager] = (line.outcome, won + line.won, returned + line.returned)
    return found


def box(cards: str, *decisions: str, blackjack: int = 1000, **wagers: int) -> dict[str, Any]:
    more = {name.replace("_", "-"): amount for name, amount in wagers.items()}
    return {"wagers": {"blackjack": blackjack, **more}, "cards": cards, "decisions": list(decisions)}


def test_an_overlooked_blackjack_takes_only_the_original_wager_a_15_ix_b() -> None:
    overlooked = {"irregularity": "blackjack-overlooked"}
    seats = {"1": box("5h 6h", "double", insurance=300), "2": box("8h 8d", "split", "stand", "stand"), "3": box("Ad Jh")}
    lines = settle(seats, "As Kd", "Tc 9d 2d", overlooked)
    assert lines[1, "blackjack"] == ("lose", 0, 0) and lines[1, "double-down"] == ("push", 0, 1000)
    assert lines[1, "insurance"] == ("win", 600, 300), "insurance depends on the hole card alone"
    assert lines[2, "blackjack"] == ("lose", 0, 0) and lines[2, "split"] == ("push", 0, 1000)
    assert lines[3, "blackjack"] == ("push", 0, 1000), "a player's blackjack is returned, A.8.II"


def test_a_forgotten_card_comes_last_or_kills_the_hand_a_15_viii() -> None:
    seats = {"1": box("5h 6h", "hit", "stand"), "2": box("Th 8d", "stand")}
    missed = {"irregularity": "requested-card-missed", "seat": 1}
    late = settle({**seats, "2": box("Th 2d", "hit", "stand")}, "9s 9d", "7c 9h", missed | {"choice": "card-last"})
    assert late[2, "blackjack"][0] == "win" and late[1, "blackjack"][0] == "win", "seat 2's card came first"
    dead = settle({**seats, "1": box("5h 6h", "hit")}, "9s 9d", "", missed | {"choice": "dead-hand"})
    assert dead[1, "blackjack"] == ("void", 0, 1000) and dead[2, "blackjack"][0] == "push"


@pytest.mark.parametrize(("game", "split", "own"), [(BLACKJACK, "split", 1000), (FREE_BET, "free-split", 0)])
def test_a_card_missed_on_one_split_hand_kills_that_hand_only_a_15_viii(game: str, split: str, own: int) -> None:
    round_ = Round(ready(game), [1])
    answers: dict[str, list[acts.Act]] = {
        "wager": [acts.Wager(1, "blackjack", 1000), acts.NoMoreBets()],
        "choice": [acts.Choice(1, split), acts.Choice(1, "stand"), acts.Choice(1, "hit"), acts.Choice(1, "dead-hand")],
        "card": [acts.Dealt(card) for card in cards("2c 8h Kd 8d 9c Tc 5c")],
    }
    while (request := round_.pending) is not None:
        if isinstance(request, CardDue) and request.hand == 2 and len(round_.table.seats[1].splits[0]) == 2:
            round_.answer(acts.Reported("requested-card-missed", 1))
        elif isinstance(request, DealerAct):
            round_.answer(acts.Done(request.act))
        else:
            round_.answer(answers[request.kind].pop(0))
    lines = {line.wager: (line.outcome, line.returned) for line in round_.lines}
    assert lines == {"blackjack": ("lose", 0), split: ("void", own)}, "eighteen still loses to nineteen"


def test_a_double_goes_back_with_its_dead_hand_by_a_reading() -> None:
    missed = {"irregularity": "requested-card-missed", "seat": 1, "choice": "dead-hand"}
    document = {"game": BLACKJACK, "seats": {"1": box("5h 6h", "double")}, "dealer": "9s 9d", "irregularities": [missed]}
    lines = {line.wager: (line.outcome, line.returned, line.reading) for line in croupier.settle(document).lines}
    assert lines == {"blackjack": ("void", 1000, None), "double-down": ("void", 1000, "double-on-a-dead-hand")}


def test_a_hand_that_doubles_for_nothing_is_not_doubled_for_a_stake_590_10_a() -> None:
    text = "pa/free-bet-blackjack"
    with pytest.raises(BadInput, match="double"):
        settle({"1": box("5h 6h", "double")}, "9s 9d", "Tc", game=text)
    assert settle({"1": box("5h 6h", "free-double")}, "9s 9d", "Tc", game=text)[1, "free-double"] == ("win", 1000, 0)
    assert settle({"1": box("Ah 8h", "double")}, "9s 9d", "Tc", game=text)[1, "double-down"] == ("win", 1000, 1000)
    assert settle({"1": box("5h 6h", "double")}, "9s 9d", "Tc", game=FREE_BET)[1, "double-down"] == ("win", 1000, 1000)


def test_a_dead_hand_leaves_push_22_standing_a2_17_viii() -> None:
    missed = {"irregularity": "requested-card-missed", "seat": 1, "choice": "dead-hand"}
    lines = settle({"1": box("5h 6h", "hit", push_22=100)}, "7h 5h", "Qh", missed, game=FREE_BET)
    assert lines == {(1, "blackjack"): ("void", 0, 1000), (1, "push-22"): ("dealer-suited-22", 5000, 100)}


def test_who_was_passed_over_in_the_deal_gets_the_card_last_a_15_v_and_vii() -> None:
    game = ready(BLACKJACK)
    for report, to in (("dealer-card-missed", "dealer"), ("player-dealt-one-card", 2)):
        round_ = Round(game, [1, 2, 3])
        gambler = RandomPlayer(3)
        for seat in (1, 2, 3):
            if seat == 1:
                round_.answer(acts.Done("shuffle"))
            round_.answer(acts.Wager(seat, "blackjack", 1000))
        round_.answer(acts.NoMoreBets())
        order: list[int | str] = []
        reported = False
        while isinstance(round_.pending, (CardDue, Decision)) and round_.pending.moment in ("deal", "ruling"):
            if isinstance(round_.pending, Decision):
                round_.answer(acts.Choice(round_.pending.seat, "second-card-last"))
            elif round_.pending.to == to and not reported:
                reported = True
                round_.answer(acts.Reported(report, to if isinstance(to, int) else 0))
            else:
                order.append(round_.pending.to)
                answer = gambler.chance.answer(round_, round_.pending)
                assert answer is not None
                round_.answer(answer)
        assert order[-1] == to and sorted(map(str, order)) == sorted(["burn", *"112233", "dealer", "dealer"])
        assert round_.table.dealer.up == [True, False]
        check_settled(play_on(round_, gambler))


def test_an_exposed_card_is_the_next_card_and_everybody_sees_it_a_15_iii() -> None:
    exposed = {"irregularity": "card-drawn-and-exposed", "during": "decision"}
    seats = {"1": box("Th 6d", "stand"), "2": box("Th 5d", "hit")}
    lines = settle(seats, "9s 9d", "6c", exposed)
    assert lines[1, "blackjack"][0] == "lose" and lines[2, "blackjack"][0] == "win", "seat 1 refused it, seat 2 took it"
    game = ready(BLACKJACK)
    for seed in range(40):
        round_ = Round(game, [1, 2])
        gambler = RandomPlayer(seed)
        while round_.pending is not None and round_.pending.moment != "decision":
            round_.answer(gambler.answer(round_, round_.pending))
        if round_.pending is None:
            continue
        round_.answer(acts.Reported("card-drawn-and-exposed"))
        assert isinstance(round_.pending, CardDue) and round_.pending.to == "exposed"
        round_.answer(gambler.answer(round_, round_.pending))
        assert layout(round_, "public").exposed == (str(round_.table.exposed[0]),)
        check_settled(play_on(round_, gambler))


def test_a_hole_card_shown_lies_open_for_the_rest_of_the_round_a_15_ix_a() -> None:
    lines = settle({"1": box("Th 9d", "stand")}, "Ks 8d", "", {"irregularity": "hole-card-shown"})
    assert lines[1, "blackjack"] == ("win", 1000, 1000)


class Greedy(RandomPlayer):
    """Draws as long as it may and splits whatever it can, so that one deck cannot last."""

    def answer(self, round_: Round, request: Any) -> acts.Act:
        if isinstance(request, Decision) and "hit" in request.choices:
            wanted = [word for word in request.choices if "split" in word] or ["hit"]
            return acts.Choice(request.seat, wanted[0])
        return super().answer(round_, request)


@pytest.mark.parametrize("game_id", [BLACKJACK, FREE_BET])
def test_when_the_shoe_runs_out_the_discards_finish_the_round_15_vi(game_id: str) -> None:
    game = ready(game_id, {"options": {"decks": 1}})
    refilled = 0
    for seed in range(150):
        round_ = Round(game)
        gambler = Greedy(seed)
        round_.answer(gambler.answer(round_, round_.pending))
        for seat in range(1, 8):
            round_.answer(acts.Wager(seat, "blackjack", 1000))
        round_.answer(acts.NoMoreBets())
        while round_.pending is not None and sum(round_.table.remaining.values()) > 25:
            round_.answer(gambler.answer(round_, round_.pending))
        if round_.pending is not None and round_.pending.moment == "draw":
            round_.answer(acts.Reported("shoe-runs-out"))
        play_on(round_, gambler)
        check_settled(round_)
        refilled += acts.Done("reshuffle") in round_.log
        assert replay(game, round_.written()).lines == round_.lines
    assert refilled > 10


def test_hands_stand_when_there_is_no_card_left_anywhere_a_15_vi() -> None:
    game = ready(BLACKJACK, {"options": {"decks": 1}})
    round_ = Round(game, [1])
    gambler = RandomPlayer(1)
    for act in (acts.Done("shuffle"), acts.Wager(1, "blackjack", 1000), acts.NoMoreBets()):
        round_.answer(act)
    while round_.pending is not None and not isinstance(round_.pending, Decision):
        round_.answer(gambler.answer(round_, round_.pending))
    assert isinstance(round_.pending, Decision)
    round_.table.remaining = dict.fromkeys(round_.table.remaining, 0)
    round_.table.burned = []
    round_.answer(acts.Choice(1, "hit"))
    while round_.pending is not None:
        round_.answer(acts.Done(getattr(round_.pending, "act", "reshuffle")))
    check_settled(round_)


def test_a_double_may_be_face_down_and_is_only_known_at_the_end_a_10_iii() -> None:
    lines = settle({"1": box("Th 5d", "double-face-down")}, "6s Td", "9c 5h")
    assert lines[1, "blackjack"][0] == "lose", "the dealer could not know, and drew"
    with pytest.raises(BadInput):
        settle({"1": box("Th 5d", "double")}, "6s Td", "9c 5h")
    for seed in range(60):
        round_, gambler = Round(ready(BLACKJACK), [1]), RandomPlayer(seed)
        while round_.pending is not None and not (isinstance(round_.pending, Decision) and "hit" in round_.pending.choices):
            round_.answer(gambler.answer(round_, round_.pending))
        if round_.pending is None:
            continue
        round_.answer(acts.Choice(1, "double-face-down"))
        round_.answer(gambler.answer(round_, round_.pending))
        round_.answer(gambler.answer(round_, round_.pending))
        assert round_.table.seats[1].hand.up == [True, True, False]
        assert round_.done or layout(round_, "public").seats[1].cards[2] == "??"
        return
    raise AssertionError("nobody could double")


def test_dealt_from_the_hand_cards_lie_face_down_until_they_are_split_doubled_or_settled_a_14() -> None:
    game = ready(BLACKJACK, HAND)
    for seed in range(80):
        round_, gambler = Round(game, [1, 2]), RandomPlayer(seed)
        while round_.pending is not None:
            for seat in round_.table.seats.values():
                if len(seat.hand) == 2 and not seat.splits and len(round_.table.dealer) == 2:
                    doubled = any(wager.startswith("double") for wager in seat.stakes)
                    assert doubled or seat.hand.up == [False, False]
            try:
                round_.answer(gambler.answer(round_, round_.pending))
            except BadInput:
                assert round_.pending.kind == "wager"
        check_settled(round_)
    with pytest.raises(BadInput, match=r"A\.14\.I"):
        ready(BLACKJACK, {"options": {"decks": 6, "dealing": "hand"}})


def test_part_of_a_house_money_win_may_be_added_a_16_ii_e_2() -> None:
    seats = {"1": box("5h 6d", "double", house_money=500, cap=300)}
    lines = settle(seats, "Kc 9s", "Td")
    assert lines[1, "blackjack"] == ("win", 1300, 1300) and lines[1, "double-down"] == ("win", 1300, 1300)
    with pytest.raises(BadInput, match=r"A\.16\.II\.G"):
        settle({"1": box("5h 6d", "double", house_money=500, cap=1001)}, "Kc 9s", "Td")


def test_two_card_straights_and_pairs_of_house_money_a_16_i_a() -> None:
    seats = {
        "1": box("Ah 2h", "stand", house_money=100),
        "2": box("Ad 2c", "stand", house_money=100),
        "3": box("Kd Qc", "stand", house_money=100),
        "4": box("Kd Tc", "stand", house_money=100),
        "5": box("Ad Kc", house_money=100),
    }
    lines = settle(seats, "9s 9d")
    outcomes = [lines[seat, "house-money"][0] for seat in range(1, 6)]
    assert outcomes == ["straight-flush", "straight", "straight", "lose", "straight"]


def test_aces_may_be_split_again_unless_a_small_deck_house_says_no_a_11_iii() -> None:
    again = settle({"1": box("Ah Ac", "split", "split")}, "Td 8c", "Ad 9c 8d 5h")
    assert again[1, "split"][1:] == (1000, 1000), "20 and 19 against 18 win, 16 loses"
    declined = settle({"1": box("Ah Ac", "split")}, "Td 8c", "Ad 9c")
    assert declined[1, "blackjack"][0] == "lose" and declined[1, "split"][0] == "win"
    with pytest.raises(BadInput):
        settle({"1": box("Ah Ac", "split", "split")}, "Td 8c", "Ad 9c 8d 5h", decks=2, resplit_aces=False)


def test_posted_rules_for_one_and_two_decks_a_10_iv_and_a_11_v() -> None:
    for choice in ({"double_on": "hard-ten-or-eleven"}, {"double_after_split": False}, {"most_hands": 2}):
        with pytest.raises(BadInput, match=r"A\.1[01]\."):
            settle({"1": box("Th 9d", "stand")}, "9s 9d", decks=6, **choice)
        assert settle({"1": box("Th 9d", "stand")}, "9s 9d", decks=2, **choice)[1, "blackjack"][0] == "win"
    with pytest.raises(BadInput):
        settle({"1": box("Th 5d", "double")}, "9s 9d", "6c", decks=2, double_on="hard-ten-or-eleven")
    with pytest.raises(BadInput):
        settle({"1": box("8h 8d", "split", "double", "stand")}, "9s 9d", "3c Td 2c", decks=2, double_after_split=False)


def test_insurance_may_pass_half_to_the_next_chip_a_9_iii() -> None:
    document = {
        "game": BLACKJACK,
        "house_rules": {"limits": {"insurance": {"unit": 100}}},
        "seats": {"1": box("Th 9d", blackjack=1500, insurance=800)},
        "dealer": "As Kd",
    }
    assert croupier.settle(document).net == {1: 100}
    with pytest.raises(BadInput, match=r"A\.9\.I"):
        croupier.settle({**document, "seats": {"1": box("Th 9d", blackjack=1500, insurance=900)}})


# Rules that other rulebooks have are data: an invented house with surrender, a stand on soft 17 and insured blackjacks.
CHANGED = {
    "surrender": 'is = "first-decision"',
    "insurance-for": 'is = "all"',
    "even-money": "is = false",
    "double-amount": 'is = "equal"',
    "double-card": 'is = "down"',
    "split-on": 'is = "equal-rank"',
    "dealer-draws": 'is = "always"',
    "blackjack-pays": 'is = "2:1"',
}


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    text = (source.SHIPPED / "cincinnati" / "blackjack.toml").read_text()
    blocks = text.split("\n\n")
    for number, block in enumerate(blocks):
        head, _, rest = block.partition("\n")
        name = head.strip("[]").removeprefix("options.")
        if head.startswith("[options.") and name in CHANGED:
            kept = [line for line in rest.splitlines() if not line.startswith(("is =", "one-of ="))]
            blocks[number] = "\n".join([head, CHANGED[name], *kept])
    changed = "\n\n".join(blocks).replace('blackjack = "3:2"', 'blackjack = "2:1"')
    changed = changed.replace('when = { blackjack-pays = "3:2" }', 'when = { blackjack-pays = "2:1" }')
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "blackjack.toml").write_text(changed)
    monkeypatch.setenv(source.SEARCH_PATH, str(tmp_path))
    return "elsewhere/blackjack"


def test_what_other_rulebooks_have_is_only_data(elsewhere: str) -> None:
    lines = settle({"1": box("Th 6d", "surrender"), "2": box("Ad Kh")}, "9s 7d", "Ts", game=elsewhere)
    assert lines[1, "blackjack"] == ("surrender", 0, 500)
    assert lines[2, "blackjack"] == ("blackjack", 2000, 1000)
    insured = settle({"1": box("Ad Kh", insurance=500)}, "As Kd", game=elsewhere)
    assert insured == {(1, "blackjack"): ("push", 0, 1000), (1, "insurance"): ("win", 1000, 500)}
    with pytest.raises(BadInput):
        settle({"1": box("Kd Qh", "split", "stand", "stand")}, "9s 9d", "2c 3c", game=elsewhere)
    with pytest.raises(BadInput):
        settle({"1": box("6d 5h", "double", double_down=400)}, "9s 9d", "9c", game=elsewhere)
    with pytest.raises(BadInput):
        settle({"1": box("Th 6d", "hit", "surrender")}, "9s 9d", "2c", game=elsewhere)
