"""Every way of dealing that a text has: each card to whom, how many and which way up as the file says, under every method."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.errors import Refused
from croupier.table import acts
from croupier.table.double_shoe import DETERMINANT
from croupier.table.legal import wagers_among
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, Decision, Wagering
from croupier.table.round import Round
from tests.support.driving import GAMES, RandomPlayer, equipment_variants, ready

SEATS = (1, 2)


def methods() -> Iterator[tuple[str, str, Playable]]:
    """Game, method, and a house that deals so."""
    for game in GAMES:
        found = dict[str, Playable]()
        for house in equipment_variants(game):
            playable = ready(game, house)
            if playable.terms.file.deal and "dealing" in playable.terms.options:
                found.setdefault(str(playable.terms.options["dealing"]), playable)
        yield from ((game, method, playable) for method, playable in found.items())


def positions(game: Playable) -> bool:
    """Does every position get cards, whoever sits there?"""
    method = game.terms.file.deal[str(game.terms.options["dealing"])]
    return any(to.startswith("positions") for step in method.opening for to in step.to)


METHODS = list(methods())


def as_written(game: Playable) -> list[tuple[int | str, str]]:
    """The opening of the method in force, card by card, for two seats in play."""
    method = game.terms.file.deal[str(game.terms.options["dealing"])]
    return [
        (place, step.face)
        for step in method.opening
        if game.terms.holds(step.when) and step.per != "session"  # these rounds stand alone
        for _ in range(step.times)
        for to in step.to
        if to != DETERMINANT  # a round alone has no two sides to choose between
        for place in (SEATS if to == "players" else (to,))
        for _ in range(step.cards)
    ]


def first_wager(round_: Round) -> acts.Act | None:
    """The least that a seat without chips may put down; None where everybody has."""
    empty = {number for number, seat in round_.table.seats.items() if not seat.stakes}
    if not isinstance(round_.pending, Wagering) or not empty:
        return None
    entry = next(entry for entry in wagers_among(round_.listed()) if entry.seat in empty)
    return entry.act(entry.minimum)


def as_dealt(game: Playable, cards: int) -> list[tuple[int | str, str]]:
    """The first cards that the table asks for when both seats have made every wager they need."""
    round_, player, dealt = Round(game, SEATS), RandomPlayer(5, wagers=0), list[tuple[int | str, str]]()
    while (request := round_.pending) is not None and len(dealt) < cards:
        if isinstance(request, CardDue):
            dealt.append((request.to, request.face))
        usual = acts.Choice(0, request.declined) if isinstance(request, Decision) and request.declined else None
        round_.answer(first_wager(round_) or usual or player.answer(round_, request))
    return dealt


def named(*, by_position: bool) -> list[Any]:
    return [pytest.param(*entry, id=f"{entry[0]}-{entry[1]}") for entry in METHODS if positions(entry[2]) is by_position]


@pytest.mark.parametrize(("game", "method", "playable"), named(by_position=True))
def test_every_position_gets_its_stack_and_those_without_a_wager_go_to_the_rack(
    game: str, method: str, playable: Playable
) -> None:
    each = playable.shape.hand
    everybody = each * (playable.seats + 1)
    dealt = Counter(to for to, _ in as_dealt(playable, everybody))
    assert dealt == {**dict.fromkeys((*SEATS, "dealer"), each), "burn": everybody - 3 * each}, f"{game}: {method}"


@pytest.mark.parametrize(("game", "method", "playable"), named(by_position=False))
def test_cards_come_out_as_the_method_in_force_lays_down(game: str, method: str, playable: Playable) -> None:
    wanted = as_written(playable)
    assert wanted and as_dealt(playable, len(wanted)) == wanted, f"{game}: {method}"


@pytest.mark.parametrize("game", [game for game in GAMES if ready(game).pack])
@pytest.mark.clause("cincinnati/commission-free-baccarat", "E2.8.III")
@pytest.mark.clause("cincinnati/three-card-poker", "H.9.I.B")
@pytest.mark.clause("cleveland/three-card-poker", "10.9(a)(2)")
@pytest.mark.clause("cleveland/mississippi-stud", "12.7(c)")
def test_no_wager_is_made_raised_or_taken_back_once_cards_come(game: str) -> None:
    """Whatever the game has its players add later is asked of them; nothing else moves."""
    playable, player = ready(game), RandomPlayer(3)
    round_ = Round(playable, SEATS)
    while (request := round_.pending) is not None and not (isinstance(request, CardDue) and round_.table.locked_out):
        round_.answer(player.answer(round_, request))
    assert request is not None
    before = {number: dict(seat.stakes) for number, seat in round_.table.seats.items()}
    for number, stakes in before.items():
        for spot in list(playable.spots)[:4]:
            for amount in {0, stakes.get(spot, 0) + 500}:
                with pytest.raises(Refused):
                    round_.answer(acts.Wager(number, spot, amount))
    assert {number: dict(seat.stakes) for number, seat in round_.table.seats.items()} == before


@pytest.mark.parametrize("game", [game for game in GAMES if ready(game).pack])
@pytest.mark.clause("cleveland/mississippi-stud", "12.11(b)")
def test_players_are_asked_one_after_another_from_the_dealers_left(game: str) -> None:
    """Whoever decides about their own cards first sits farthest to the dealer's left; a game without decisions asks nobody."""
    for seed in range(3):
        round_, player, asked = Round(ready(game), SEATS), RandomPlayer(seed, wagers=0), list[int]()
        while (request := round_.pending) is not None:
            if isinstance(request, Decision) and request.moment == "decision" and request.seat not in (0, *asked):
                asked.append(request.seat)
            round_.answer(first_wager(round_) or player.answer(round_, request))
        assert len(asked) < len(SEATS) or asked == list(SEATS), f"seed {seed}"
