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
from tests.support.driving import GAMES, RandomPlayer, equipment_variants, listed, ready

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


@pytest.mark.parametrize("game", [game for game in GAMES if listed(game).pack])
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


@pytest.mark.parametrize("game", [game for game in GAMES if listed(game).pack])
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


def _played(game: Playable, seed: int, *, in_one: bool) -> tuple[Round, int]:
    """A round at random, its cards given one by one or as many at once as are due; and how often several were."""
    round_, player, times = Round(game, SEATS), RandomPlayer(seed), 0
    for _ in range(400):
        request = round_.pending
        if request is None:
            break
        try:
            if in_one and isinstance(dealt := player.chance.at_once(round_, request) if request.ahead else None, list):
                times += 1
                round_.answer_in_one(dealt)
            else:
                round_.answer(player.answer(round_, request))
        except Refused:
            continue
    return round_, times


@pytest.mark.parametrize(("game", "method", "playable"), METHODS, ids=[f"{game}-{method}" for game, method, _ in METHODS])
def test_cards_given_at_once_are_dealt_as_one_by_one(game: str, method: str, playable: Playable) -> None:
    for seed in (3, 4):
        one, _ = _played(playable, seed, in_one=False)
        other, times = _played(playable, seed, in_one=True)
        assert (one.log, one.lines, one.table.marks) == (other.log, other.lines, other.table.marks)
        assert times or not one.lines or len(as_written(playable)) < 2 or playable.stack is not None  # poker asks card by card


def test_a_card_that_is_not_there_or_not_due_is_refused_though_others_come_with_it() -> None:
    round_ = Round(ready("ny/three-card-poker"), SEATS)
    for act in (acts.Done("shuffle"), acts.Wager(1, "ante", 1000), acts.Wager(2, "ante", 1000), acts.NoMoreBets()):
        round_.answer(act)
    request = round_.pending
    assert isinstance(request, CardDue) and request.ahead == 8
    first, second, *rest = (acts.Dealt(card) for card in round_.table.remaining)
    with pytest.raises(Refused, match="not in the deck any more"):
        round_.answer_in_one([first, second, first])
    assert round_.log[-2:] == [first, second]  # what came before it was dealt, as one by one
    before = len(round_.log)
    with pytest.raises(Refused):
        round_.answer_in_one(rest[:9])
    assert len(round_.log) == before + 7 and not isinstance(round_.pending, CardDue)


def test_a_report_between_two_cards_ends_what_was_to_come_at_once() -> None:
    """A seat whose hand is void gets no card in the next turn, as when cards were asked for one by one."""
    game = ready("cincinnati/blackjack")
    round_ = Round(game, SEATS)
    for act in (acts.Done("shuffle"), acts.Wager(1, "blackjack", 1000), acts.Wager(2, "blackjack", 1000), acts.NoMoreBets()):
        round_.answer(act)
    while isinstance(round_.pending, CardDue) and round_.pending.to != 1:
        round_.answer(acts.Dealt(next(card for card, left in round_.table.remaining.items() if left)))
    request = round_.pending
    assert isinstance(request, CardDue) and request.ahead
    reports = [name for name in round_.irregularities() if not game.terms.rulings[name].seat]
    for name in reports:
        try:
            round_.answer(acts.Reported(name))
        except Refused:
            continue
        break
    assert len(round_.log) and isinstance(round_.log[-1], acts.Reported)
    assert round_.pending is None or not round_.pending.ahead


def test_a_wager_that_goes_back_does_not_change_how_the_others_are_dealt_their_cards() -> None:
    """Cards come three and then four for a wager on three of them; who made it is void before the first, the others play on."""
    game = ready("ny/pai-gow-poker")
    round_, player = Round(game, SEATS), RandomPlayer(1)
    while not isinstance(round_.pending, Wagering):
        round_.answer(player.answer(round_, round_.pending))
    for act in (
        acts.Wager(1, "pai-gow-poker", 1000),
        acts.Wager(1, "three-card-bonus", 500),
        acts.Wager(2, "pai-gow-poker", 1000),
    ):
        round_.answer(act)
    round_.answer(acts.NoMoreBets())
    method = round_.table.dealing
    assert method.street, "three, then four"
    round_.answer(acts.Reported("player-card-exposed", 1))
    round_.answer(acts.Choice(1, "void-hand"))
    while round_.pending is not None:
        assert round_.table.dealing is method
        round_.answer(player.answer(round_, round_.pending))
    assert (len(round_.table.seats[2].hand), len(round_.table.dealer)) == (7, 7)
    assert {line.outcome for line in round_.lines if line.seat == 1} == {"void"}
