"""What lies on the table is said as a dealer says it; that nothing hidden is said is a check of every game (`croupier.testing`)."""

from __future__ import annotations

from typing import Any

import croupier
from croupier.server.pages.table import roads, telling
from croupier.table.said import Said
from croupier.table.views import PUBLIC, layout

SIX_DECKS = {"options": {"decks": 6}}


def said_of(game: str, **written: Any) -> Said:
    return layout(croupier.settle({"game": game, **written}), PUBLIC).says


def seat(cards: Any, *decisions: str, **wagers: int) -> dict[str, Any]:
    staked = {name.replace("_", "-"): amount for name, amount in wagers.items()}
    return {"wagers": staked, "cards": cards, **({"decisions": list(decisions)} if decisions else {})}


def test_a_dealer_who_does_not_qualify_is_said_so_and_hands_have_their_names() -> None:
    seats = {"1": seat("3h 3d 9c", "play", ante=1000), "2": seat("Ah 9h 2h", "play", ante=1000)}
    found = said_of("cincinnati/three-card-poker", seats=seats, dealer="Jc 9d 4s")
    assert found.seats == {1: ("pair of threes",), 2: ("flush, ace high",)}
    assert (found.dealer, found.result) == ("jack high", "the dealer does not qualify")
    assert said_of("cincinnati/three-card-poker", seats=seats, dealer="Qc 9d 4s").result == ""


def test_hands_made_with_the_board_are_named_by_all_their_cards() -> None:
    seats = {"1": seat("Tc Td", "raise-4x", ante=1000, blind=1000)}
    found = said_of("cincinnati/ultimate-texas-holdem", seats=seats, dealer="Ah Kh", community="5c 8s 6s 2s Ts")
    assert (found.seats[1], found.dealer) == (("three tens",), "ace high")
    assert found.result == "the dealer is below a pair"


def test_hands_of_one_name_are_told_apart_by_the_cards_that_decide() -> None:
    seats = {"1": seat("3h 3d 9c", "play", ante=1000), "2": seat("Ah Ks 2h", "play", ante=1000)}
    found = said_of("cincinnati/three-card-poker", seats=seats, dealer="3c 3s Kd")
    assert (found.dealer, found.seats[1], found.seats[2]) == (
        "pair of threes with K",
        ("pair of threes with 9",),
        ("ace high",),
    )


def test_blackjack_totals_are_hard_soft_blackjack_or_bust() -> None:
    seats = {
        "1": seat("Ah Kh", blackjack=1000),
        "2": seat("Ac 6s", "stand", blackjack=1000),
        "3": seat("Ts 6d", "hit", blackjack=1000),
        "4": seat("9s 9d", "stand", blackjack=1000),
    }
    found = said_of("cincinnati/blackjack", house_rules=SIX_DECKS, seats=seats, dealer="9c 7h", draws="Kd 8h")
    assert found.seats == {1: ("blackjack",), 2: ("soft 17",), 3: ("bust with 26",), 4: ("18",)}
    assert found.dealer == "bust with 24"


def test_an_ace_and_a_ten_of_a_split_or_a_switch_are_no_blackjack() -> None:
    split = {"1": seat("Ah Ac", "split", blackjack=1000)}
    found = said_of("cincinnati/blackjack", house_rules=SIX_DECKS, seats=split, dealer="9c 8h", draws="Kd 5h")
    assert found.seats == {1: ("soft 21", "soft 16")}
    wagers = {"blackjack_1": 1000, "blackjack_2": 1000}
    switched = {"1": seat(["Ah 5d", "6c Kd"], "switch", "keep", "stand", **wagers)}
    found = said_of("ny/blackjack-switch", house_rules=SIX_DECKS, seats=switched, dealer="Tc 8s")
    assert found.seats == {1: ("soft 21", "11")}


def test_a_second_chance_is_taken_off_the_total() -> None:
    saved = {"1": seat("Tc 5d", "hit", "second-chance", blackjack=1000)}
    found = said_of("pa/double-back-jack", house_rules=SIX_DECKS, seats=saved, dealer="Th 9d", draws="Kh 8s")
    assert found.seats == {1: ("17",)}


def test_baccarat_says_points_naturals_and_who_won() -> None:
    seats = {"1": {"wagers": {"banker": 2000}}}
    found = said_of("cincinnati/mini-baccarat", seats=seats, player="Kh 2d 8c", banker="Ks 3h")
    assert (found.piles, found.result, found.winner) == ({"player": "0", "banker": "3"}, "Banker wins, 3 to 0", "banker")
    found = said_of("cincinnati/mini-baccarat", seats=seats, player="Kh 9d", banker="Ks 9h")
    assert (found.piles["player"], found.result, found.winner) == ("natural 9", "Tie, 9 to 9", "tie")


def test_pai_gow_hands_win_lose_or_copy_one_by_one() -> None:
    own = {"cards": "Kh Kd 8c 7d 4s Ah Qc", "set": {"high": "Kh Kd 8c 7d 4s", "low": "Ah Qc"}}
    seats = {"1": {"wagers": {"pai-gow-poker": 1000}, **own}}
    bank = {"cards": "Js Jd 8h 7s 4d Ac Qh"}
    found = said_of("cincinnati/pai-gow-poker", seats=seats, dealer=bank)
    assert found.seats == {1: ("pair of kings (wins) / ace high (copy)",)}
    assert found.dealer == "pair of jacks / ace high"


def test_hands_of_a_poker_room_are_named_high_and_low() -> None:
    shown = {"variant": "omaha-high-low-split-eight-or-better", "board": "Qh 8s 5d 4c 2h"}
    shown |= {"hands": {"1": "As 2d Kc Kd", "2": "Qs Qd Jc 9d"}, "contributions": {"1": 2500, "2": 2500}}
    assert said_of("cleveland/poker", showdown=shown).seats == {1: ("pair of kings / low 8-5-4-2-A",), 2: ("three queens",)}


def line(wager: str, outcome: str, *, won: int = 0, returned: int = 0, commission: int = 0) -> dict[str, Any]:
    return {
        "seat": 1,
        "wager": wager,
        "stake": 1000,
        "outcome": outcome,
        "won": won,
        "returned": returned,
        "commission": commission,
    }


def test_even_is_no_push_and_a_void_is_neither() -> None:
    won, lost = line("player", "win", won=1000, returned=1000), line("tie", "lose")
    push, void = line("ante", "push", returned=1000), line("ante", "void", returned=1000)
    assert telling.outcome([won, lost]) == "Even: you won $10.00 and lost $10.00."
    assert telling.outcome([push]) == "A push: your stakes went back."
    assert telling.outcome([void]) == "Void: your stakes went back."
    assert telling.outcome([push, void]) == "Nothing won or lost."
    assert (telling.outcome([won]), telling.outcome([lost])) == ("You won $10.00.", "You lost $10.00.")
    assert telling.came_to(line("pair-plus", "flush", won=4000, returned=1000)) == "Pair plus wins $40.00: flush"
    assert telling.came_to(line("banker", "win", won=1000, returned=1000, commission=50)).endswith("less $0.50 commission")


def test_the_result_says_what_fell_and_a_share_that_only_comes_back_wins_nothing() -> None:
    said: dict[str, Any] = {"seats": {}, "dealer": "", "result": ""}

    def result(*fell: Any) -> str:
        seen = {"round": {"results": list(fell), "done": True}, "view": {"says": said}, "you": {"seats": [1]}}
        return telling.result(seen)

    assert result([6, 6], [3, 4]) == "The dice show 3 and 4: 7."
    assert result([1, 2, 2, 3, 4, 5, 5, 6, 6, 6]) == "The dice show 1, 2, 2, 3, 4, 5, 5, 6, 6 and 6.", (
        "nothing goes by their total"
    )
    assert (result("32"), result("fifth-prize")) == ("The wheel stopped at 32.", "The wheel stopped at fifth prize.")
    assert telling.came_to(line("pot", "win", returned=1000)) == "Pot: $10.00 goes back"


def test_a_road_bends_at_its_foot_and_a_new_run_begins_beside_it() -> None:
    cells = [cell[:2] for cell in roads.big_road(["banker"] * 8 + ["player"] * 2)]
    assert cells == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5), (1, 0), (1, 1)]
    blocked = roads.big_road(["banker"] * 8 + ["player"] * 6)
    assert blocked[-2:] == [(1, 4, "player", 0), (2, 4, "player", 0)]
