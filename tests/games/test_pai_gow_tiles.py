"""Tiles: the set and its ranks, the house way, where the delivery starts and where its ten styles put every tile, and the bank."""

from __future__ import annotations

import itertools
import pickle
from collections import Counter

import pytest

import croupier
from croupier.equipment.faces import FACES
from croupier.equipment.tiles import TILES, tile, tiles
from croupier.errors import BadInput, Refused
from croupier.games.pai_gow._deliveries import DELIVERIES, Style
from croupier.games.registry import playable
from croupier.hands.tiles import is_pair, is_zero, settings, tiles_of, worth
from croupier.table import acts
from croupier.table.requests import Arrangement, CardDue, RollDue
from croupier.table.round import Round
from croupier.table.session import Session
from croupier.table.views import HIDDEN, layout
from tests.games import test_pai_gow_bank as bank

GAME = "ny/pai-gow-tiles"

PAIRS = """
2-4 1-2
6-6 6-6
1-1 1-1
4-4 4-4
1-3 1-3
5-5 5-5
3-3 3-3
2-2 2-2
5-6 5-6
4-6 4-6
1-6 1-6
1-5 1-5
3-6 4-5
3-5 2-6
3-4 2-5
1-4 2-3
6-6 4-5, 6-6 3-6
1-1 4-5, 1-1 3-6
6-6 2-6, 6-6 3-5, 6-6 4-4
1-1 2-6, 1-1 3-5, 1-1 4-4
"""
"""L3079-3108, a rank a line."""
SINGLE = "6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5 3-6=4-5 2-6=3-5 2-5=3-4 2-4 1-4=2-3 1-2"
"""L3117-3138, those of one rank together."""


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(a)(5)", "5324.50(b)(6)")
def test_a_set_has_thirty_two_tiles_eleven_faces_of_them_twice() -> None:
    held = Counter(map(str, tiles()))
    assert sum(held.values()) == 32 and sorted(held.values()) == [1] * 10 + [2] * 11
    assert all(held[face] == 2 for face in SINGLE.split()[:11]) and held["2-4"] == held["1-2"] == 1
    assert all(tile(face[::-1]) is tile(face) is FACES[face] for face in held)
    assert pickle.loads(pickle.dumps(tile("2-4"))) is tile("2-4")
    with pytest.raises(BadInput, match="not a tile"):
        tile("0-6")


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(b)(1)", "5324.50(b)(2)")
def test_pairs_rank_as_they_are_printed_and_above_everything_else() -> None:
    ranks = [[worth(tiles_of(pair)) for pair in line.split(",")] for line in PAIRS.strip().splitlines()]
    assert len(ranks) == 20 and all(len(set(alike)) == 1 for alike in ranks)
    falling = [alike[0] for alike in ranks]
    assert falling == sorted(falling, reverse=True) and len(set(falling)) == 20
    printed = {frozenset(pair.split()) for line in PAIRS.strip().splitlines() for pair in line.split(",")}
    for two in itertools.combinations(tiles(), 2):
        assert is_pair(worth(two)) == (frozenset(map(str, two)) in printed)
        assert is_pair(worth(two)) or worth(two) < falling[-1]


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(b)(3)", "5324.50(b)(5)", "5324.50(b)(7)")
def test_other_hands_rank_by_the_last_digit_and_then_by_their_higher_tile() -> None:
    order = {face: place for place, faces in enumerate(SINGLE.split()) for face in faces.split("=")}
    plain = [two for two in itertools.combinations(tiles(), 2) if not {"1-2", "2-4"} & set(map(str, two))]
    plain = [two for two in plain if not is_pair(worth(two))]

    def by_the_text(two: tuple[object, ...]) -> tuple[int, int]:
        spots = sum(int(half) for face in two for half in str(face).split("-"))
        return spots % 10, -min(order[str(face)] for face in two)

    for one, other in itertools.combinations(plain[::3], 2):
        mine, theirs = by_the_text(one), by_the_text(other)
        assert (worth(one) > worth(other)) == (mine > theirs) and (worth(one) == worth(other)) == (mine == theirs)


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(b)(4)")
@pytest.mark.parametrize(
    ("hand", "value", "like"),
    [
        ("1-2 1-1", 8, "1-1 1-5"),  # a 3 as a 6
        ("1-2 5-5", 6, "5-5 3-3"),
        ("1-2 1-4", 8, None),  # as a 3; as a 6 it would be 1
        ("2-4 1-4", 8, None),  # a 6 as a 3
        ("2-4 3-3", 9, None),
        ("2-4 1-3", 7, None),
        ("2-4 5-6", 7, "5-6 3-3"),
    ],
)
def test_the_tiles_of_the_supreme_pair_count_as_each_other(hand: str, value: int, like: str | None) -> None:
    found = worth(tiles_of(hand))
    assert found.order == value
    if like is not None:
        assert found.order == worth(tiles_of(like)).order


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(b)(4)")
def test_a_tile_that_counts_as_another_ranks_as_it_too() -> None:
    """With a 5, which ranks sixteenth: a 6 that counts as 3 ranks seventeenth, so that the 5 is the higher tile of both hands."""
    assert worth(tiles_of("1-4 2-4")) == worth(tiles_of("1-4 1-2")) == worth(tiles_of("2-3 2-4"))


HOUSE_WAYS = [
    ("5324.50(f)(4)(i)", "2-4 1-2 6-6 6-6", "2-4 1-2 / 6-6 6-6"),
    ("5324.50(f)(4)(i)", "2-4 1-2 5-5 5-6", "2-4 1-2 / 5-5 5-6"),
    ("5324.50(f)(4)(ii)", "4-6 4-6 1-5 1-6", "4-6 4-6 / 1-6 1-5"),
    ("5324.50(f)(4)(ii)", "6-6 6-6 4-5 2-6", "6-6 6-6 / 4-5 2-6"),
    ("5324.50(f)(4)(ii)", "1-1 4-5 5-5 2-2", "1-1 4-5 / 5-5 2-2"),
    ("5324.50(f)(4)(ii)", "6-6 2-6 5-5 1-4", "6-6 2-6 / 5-5 1-4"),
    ("5324.50(f)(4)(iii)", "4-6 1-6 5-6 3-5", "5-6 3-5 / 4-6 1-6"),  # 9 and 7, not 8 and 8
    ("5324.50(f)(4)(iii)", "6-6 1-3 5-5 2-5", "6-6 2-5 / 1-3 5-5"),
    ("5324.50(f)(4)(iv)", "6-6 1-3 4-6 5-6", "1-3 5-6 / 6-6 4-6"),
]


@pytest.mark.parametrize(("clause", "hand", "hands"), HOUSE_WAYS, ids=[hand for _, hand, _ in HOUSE_WAYS])
def test_house_way(clause: str, hand: str, hands: str) -> None:
    setting, rule = playable(GAME).rules.house_way(tiles_of(hand))
    assert str(setting) == hands and clause in rule.clause.split(", ")


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(f)(4)(ii)", "5324.50(f)(4)(iii)")
def test_where_a_line_can_be_followed_twice_the_house_says_how() -> None:
    either = {"options": {"house-way-pairs": "better-low-hand", "house-way-values": "better-high-hand"}}
    for hand, printed, other in (
        ("6-6 6-6 4-5 2-6", "6-6 6-6 / 4-5 2-6", "6-6 4-5 / 6-6 2-6"),
        ("6-6 1-1 1-3 1-6", "1-1 1-6 / 6-6 1-3", "6-6 1-6 / 1-1 1-3"),
    ):
        assert [str(playable(GAME, house).rules.house_way(tiles_of(hand))[0]) for house in (None, either)] == [printed, other]


def test_every_hand_is_set_by_the_house_way_into_its_own_tiles() -> None:
    rules = playable(GAME).rules
    for hand in list(itertools.combinations(tiles(), 4))[::7]:
        setting, rule = rules.house_way(hand)
        assert sorted(map(str, (*setting.high, *setting.low))) == sorted(map(str, hand))
        assert setting.high_value >= setting.low_value and rule.clause
        assert str(setting) in {str(way) for way in settings(hand)}


STYLES: dict[str, tuple[str, list[str]]] = {
    # Stacks A to H from the dealer's right, tiles 1 to 4 from the top: what the first positions get.
    "house-way-from-the-right": ("(i)", ["A1 A2 A3 A4", "B1 B2 B3 B4", "C1 C2 C3 C4"]),
    "house-way-from-the-left": ("(ii)", ["H1 H2 H3 H4", "G1 G2 G3 G4"]),
    "cup-say-from-the-right": ("(iii)", ["A1 A2 B1 B2", "A3 A4 B3 B4", "C1 C2 D1 D2"]),
    "cup-say-from-the-left": ("(iv)", ["H1 H2 G1 G2", "H3 H4 G3 G4", "F1 F2 E1 E2"]),
    "jung-quat": ("(v)", ["D1 D2 E1 E2", "D3 D4 E3 E4", "C1 C2 F1 F2", "C3 C4 F3 F4", "B1 B2 G1 G2"]),
    "chee-yee": ("(vi)", ["A1 A2 H1 H2", "A3 A4 H3 H4", "B1 B2 G1 G2"]),
    "pin-say-from-the-right": ("(vii)", ["A1 B1 C1 D1", "E1 F1 G1 H1", "A2 B2 C2 D2", "E2 F2 G2 H2"]),
    "pin-say-from-the-left": ("(viii)", ["H1 G1 F1 E1", "D1 C1 B1 A1", "H2 G2 F2 E2"]),
    "dragon-head-and-phoenix-tail-from-the-right": (
        "(ix)",
        ["A1 A2 B1 B2", "E1 F1 G1 H1", "A3 A4 B3 B4", "E2 F2 G2 H2", "C1 C2 D1 D2", "E3 F3 G3 H3", "C3 C4 D3 D4"],
    ),
    "dragon-head-and-phoenix-tail-from-the-left": ("(x)", ["H1 H2 G1 G2", "A1 B1 C1 D1", "H3 H4 G3 G4", "A2 B2 C2 D2"]),
}


@pytest.mark.clause(
    "ny/pai-gow-tiles",
    "5324.50(g)(11)",
    "5324.50(g)(11)(i)",
    "5324.50(g)(11)(ii)",
    "5324.50(g)(11)(iii)",
    "5324.50(g)(11)(iv)",
    "5324.50(g)(11)(v)",
    "5324.50(g)(11)(vi)",
    "5324.50(g)(11)(vii)",
    "5324.50(g)(11)(viii)",
    "5324.50(g)(11)(ix)",
    "5324.50(g)(11)(x)",
)
@pytest.mark.parametrize("style", list(DELIVERIES))
def test_a_style_of_delivery_gives_each_position_the_tiles_it_says(style: Style) -> None:
    by_position: dict[int, set[str]] = {}
    for (stack, place), position in DELIVERIES[style].items():
        by_position.setdefault(position, set()).add(f"{'ABCDEFGH'[stack]}{place + 1}")
    assert sorted(by_position) == list(range(8)) and all(len(got) == 4 for got in by_position.values())
    for position, got in enumerate(STYLES[style][1]):
        assert by_position[position] == set(got.split()), f"{STYLES[style][0]}, position {position + 1}"
    assert set(playable(GAME).rules.deliveries.value) == set(STYLES)


def written(*, seats: dict[str, dict[str, int]], **parts: object) -> dict[str, object]:
    hands = {"1": "2-4 1-2 5-6 1-6", "3": "4-4 4-4 2-2 1-3", "5": "5-5 5-5 2-6 1-6"}
    found = {
        seat: {"wagers": wagers, "cards": hands[seat], "set": {"high": hands[seat][:7], "low": hands[seat][8:]}}
        for seat, wagers in seats.items()
    }
    return {"game": GAME, "seats": found, "dealer": "6-6 6-6 4-6 3-4", **parts}


ROUND = ["dealer", "seat-6", "seat-5", "seat-4", "seat-3", "seat-2", "seat-1", "dead-hand"]


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(e)(2)", "5324.50(e)(3)", "5324.50(e)(4)", "5324.50(e)(5)", "5324.50(a)(3)")
@pytest.mark.parametrize("dice", [(1, 1, 1), (1, 2, 3), (2, 2, 3), (2, 3, 3), (3, 3, 3), (6, 6, 6)])
def test_dice_are_counted_counterclockwise_from_the_dealer_the_dead_hand_eighth(dice: tuple[int, ...]) -> None:
    round_ = croupier.settle(written(seats={"1": {"pai-gow": 1000}, "3": {"pai-gow": 1000}}, dice=list(dice)))
    first = (sum(dice) - 1) % 8
    assert round_.table.marks["starting position"] == ROUND[first]
    played = [act.card for act in round_.log if isinstance(act, acts.Dealt)]
    order = [ROUND[(first + turn) % 8] for turn in range(8)]
    for name, pile in (
        ("dealer", round_.table.dealer),
        ("seat-1", round_.table.seats[1].hand),
        ("seat-3", round_.table.seats[3].hand),
    ):
        place = 4 * order.index(name)
        assert played[place : place + 4] == list(pile)
    assert len(played) == 32 and len(round_.table.burned) == 20


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(g)(10)", "5324.50(a)(4)")
def test_positions_are_counted_from_a_player_who_banks() -> None:
    for number, first in (("1", "seat-5"), ("2", "seat-4"), ("6", "dead-hand"), ("7", "dealer"), ("8", "seat-6")):
        document = written(seats={"5": {"bank": 5000}, "1": {"pai-gow": 1000}}, number=number)
        document["house_rules"] = {"options": {"starting-position": "random-number"}}
        assert croupier.settle(document).table.marks["starting position"] == first
    with pytest.raises(Refused):
        croupier.settle({**document, "number": "9"})


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(g)(12)", "5324.50(g)(14)", "5324.50(g)(17)", "5324.50(g)(5)", "5324.50(g)(8)")
def test_without_a_wager_of_the_dealer_the_dealers_tiles_lie_with_the_dead_hand() -> None:
    round_ = croupier.settle(written(seats={"5": {"bank": 5000}, "1": {"pai-gow": 1000}}))
    assert not round_.table.dealer and sorted(map(str, round_.table.discards)) == ["3-4", "4-6", "6-6", "6-6"]
    staked = croupier.settle(
        written(seats={"5": {"bank": 5000}, "1": {"pai-gow": 1000}}, dealer={"cards": "6-6 6-6 4-6 3-4", "wager": 1000})
    )
    assert len(staked.table.dealer) == 4 and staked.net[5] == round_.net[5] - 1000


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(f)(1)", "5324.50(f)(3)", "5324.50(f)(5)(ii)", "5324.50(f)(6)")
def test_tiles_are_hidden_until_they_are_shown_and_those_given_up_for_good() -> None:
    round_ = croupier.settle(written(seats={"1": {"pai-gow": 1000}, "3": {"pai-gow": 1000}}))
    assert layout(round_, "public").seats[3].cards == ("4-4", "4-4", "2-2", "1-3")
    document = written(seats={"1": {"pai-gow": 1000}, "3": {"pai-gow": 1000}})
    document["seats"]["3"]["decisions"] = ["surrender"]  # type: ignore[index]
    given_up = layout(croupier.settle(document), "public")
    assert given_up.seats[3].cards == (HIDDEN,) * 4 and HIDDEN not in given_up.seats[1].cards + given_up.dealer


def test_a_seat_chooses_among_its_three_settings_and_a_pair_twice_leaves_two() -> None:
    assert len(settings(tiles_of("6-6 1-1 5-5 1-4"))) == 3 and len(settings(tiles_of("6-6 6-6 5-5 1-4"))) == 2
    assert len(settings(tiles_of("6-6 6-6 1-1 1-1"))) == 2
    assert is_zero(worth(tiles_of("1-3 3-3")))


# The bank, from one round to the next


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setattr(bank, "GAME", GAME)
    return bank.opened()


def wagered(session: Session, *seats: int) -> Round:
    round_ = bank.betting(session)
    for seat in seats:
        bank.put(round_, seat, 100 * seat, "pai-gow")
    return round_


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(g)(2)", "5324.50(g)(3)", "5324.50(g)(4)(i)", "5324.50(g)(6)")
def test_the_bank_is_offered_after_the_first_round_to_who_wagered_in_it_and_not_twice_running(session: Session) -> None:
    round_ = wagered(session, 2)
    with pytest.raises(Refused, match=r"first hand.*5324\.50\(g\)\(2\)"):
        bank.put(round_, 5, 1000, "bank")
    bank.put(round_, 5, 500, "pai-gow")
    bank.play_out(session, round_)
    round_ = wagered(session, 1)
    with pytest.raises(Refused, match=r"wager.*5324\.50\(g\)\(3\)"):
        bank.put(round_, 4, 5000, "bank")
    with pytest.raises(Refused, match=r"turn.*5324\.50\(g\)\(3\)"):
        bank.put(round_, 2, 5000, "bank")
    bank.put(round_, 5, 5000, "bank")
    with pytest.raises(Refused, match="no other wager"):
        bank.put(round_, 5, 500, "pai-gow")
    bank.play_out(session, round_)
    round_ = wagered(session, 1)
    with pytest.raises(Refused, match=r"5324\.50\(g\)\(3\)"):
        bank.put(round_, 5, 5000, "bank")
    bank.put(round_, 2, 5000, "bank")
    bank.play_out(session, round_)


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(g)(8)", "5324.50(g)(9)", "5324.50(g)(11)")
def test_a_bank_says_how_the_tiles_go_out_and_what_the_dealer_wagers(session: Session) -> None:
    bank.play_out(session, wagered(session, 2, 5))
    round_ = wagered(session, 2)
    bank.put(round_, 5, 5000, "bank")
    with pytest.raises(Refused):
        bank.put(round_, 5, 600, "house-wager")  # more than that player wagered last
    bank.put(round_, 5, 400, "house-wager")
    round_.answer(acts.NoMoreBets())
    round_.answer(acts.Choice(5, "pin-say-from-the-right"))
    assert isinstance(round_.pending, RollDue)
    round_.answer(acts.Rolled((1, 1, 1)))  # from seat 5: 5, 4, 3
    to: list[int | str] = []
    left = iter(tiles())
    while isinstance(request := round_.pending, CardDue):
        to.append(request.to)
        round_.answer(acts.Done(str(request.to)) if request.unseen(round_.table) else acts.Dealt(next(left)))
    # Counted from seat 5 the first position is seat 3, then 2, 1, the dead hand, the dealer, 6, 5 and 4. The four stacks at the right go
    # tile by tile to the first, third, fifth and seventh of them, those at the left to the others.
    assert to == ["burn", "burn", "dealer", 5] * 4 + [2, "burn", "burn", "burn"] * 4
    assert isinstance(round_.pending, Arrangement) and round_.pending.seat == 2


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(h)(1)", "5324.50(h)(2)(i)", "5324.50(h)(2)(ii)", "5324.50(h)(3)")
def test_the_larger_wager_is_set_first_and_equal_ones_counterclockwise() -> None:
    stakes = {"1": 1000, "3": 3000, "5": 1000}
    round_ = croupier.settle(written(seats={seat: {"pai-gow": stake} for seat, stake in stakes.items()}))
    assert [act.seat for act in round_.log if isinstance(act, acts.Arranged)] == [3, 5, 1, 0]


def test_no_tile_is_a_card_and_no_card_a_tile() -> None:
    assert all(face in FACES for face in TILES)
    for hand in ("2-4 1-2 5-6 Kh", "2-4 1-2 5-6"):
        with pytest.raises(BadInput):
            croupier.settle(
                {"game": GAME, "seats": {"1": {"wagers": {"pai-gow": 100}, "cards": hand}}, "dealer": "6-6 6-6 4-6 3-4"}
            )
    three_card = {
        "game": "ny/three-card-poker",
        "seats": {"1": {"wagers": {"ante": 500}, "cards": "6-6 2h 3c"}},
        "dealer": "4h 5c 9d",
    }
    with pytest.raises(BadInput):
        croupier.settle(three_card)


@pytest.mark.clause("ny/pai-gow-tiles", "5324.50(f)(7)", "5324.50(f)(8)(i)")
def test_a_line_cites_the_reading_of_a_zero_only_where_it_decides() -> None:
    """A zero with a higher tile than the dealer's zero is held back; one below the dealer's low hand is lower anyhow."""
    zero = {"wagers": {"pai-gow": 1000}, "cards": "4-4 4-4 1-3 3-3", "set": {"high": "4-4 4-4", "low": "1-3 3-3"}}
    for dealer, reading in (("5-6 5-6 2-2 1-5", "low-hand-worth-zero"), ("5-6 5-6 2-2 1-4", None)):
        [line] = croupier.settle({"game": GAME, "seats": {"1": zero}, "dealer": dealer}).lines
        assert (line.outcome, line.clause, line.reading) == ("push", "5324.50(f)(8)(i)", reading)
