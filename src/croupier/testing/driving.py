"""Random legal play: anything a table lists may be answered, and nothing else is; and the houses a text allows."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from croupier.equipment.randomness import Seeded
from croupier.errors import OutOfBounds, Refused
from croupier.rules.choices import options_of
from croupier.rules.load import load_game
from croupier.rules.model import Game
from croupier.rules.resolve import holds, resolve_file
from croupier.rules.source import game_path
from croupier.table import acts
from croupier.table.drivers import Chance
from croupier.table.legal import LegalWager, NoMoreBets, wagers_among
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, Decision, Offer, Request, Wagering
from croupier.table.round import Round


class RandomPlayer:
    """Places random legal wagers on a few seats and decides at random."""

    def __init__(self, seed: int, wagers: int = 5) -> None:
        self.random = random.Random(seed)
        self.chance = Chance(Seeded(seed))
        self.wagers = wagers

    def answer(self, round_: Round, request: Request) -> acts.Act:
        if isinstance(request, Wagering):
            return self._wager(round_)
        if isinstance(request, Decision):
            return acts.Choice(request.seat, self.random.choice(list(request.choices)))
        if isinstance(request, Offer):
            return self._add(self.random.choice(wagers_among(round_.listed())))
        if isinstance(request, Arrangement):
            return request.act(self.random.choice(list(request.settings)))
        act = self.chance.answer(round_, request)
        if act is None:
            raise AssertionError(f"nobody answers {request.describe()}")
        return act

    def _add(self, entry: LegalWager) -> acts.Act:
        most = entry.minimum if entry.maximum is None else entry.maximum
        amount = self.random.randint(entry.minimum, most) // entry.step * entry.step
        amount = amount if entry.minimum <= amount else most
        return entry.act(amount if entry.coin is None else entry.nearest(amount))

    def _wager(self, round_: Round) -> acts.Act:
        listed = round_.listed()
        wagers = wagers_among(listed)
        if NoMoreBets() in listed and (self.wagers <= 0 or not wagers or self.random.random() < 0.2):
            return acts.NoMoreBets()
        self.wagers -= 1
        opening = [entry for entry in wagers if entry.opens]  # without one of these the dice are not thrown
        entry = self.random.choice(opening if opening and self.random.random() < 0.5 else wagers)
        if entry.stake and self.random.random() < 0.1:
            return entry.act(entry.stake)
        amount = entry.minimum + entry.step * self.random.randrange(0, 5000)
        amount = amount if entry.coin is None else entry.nearest(amount)
        return entry.act(amount if entry.maximum is None else min(amount, entry.maximum))


def seats_for(game: Playable, seed: int) -> list[int]:
    """One to three seats."""
    chosen = random.Random(seed).sample(range(1, game.seats + 1), min(game.seats, 1 + seed % 3))
    return sorted(chosen)


def play_on(round_: Round, player: RandomPlayer, limit: int = 500) -> Round:
    """Answer until the round is over."""
    for _ in range(limit):
        if round_.pending is None:
            return round_
        try:
            round_.answer(player.answer(round_, round_.pending))
        except Refused:
            if not isinstance(round_.pending, Wagering):
                raise
    raise AssertionError("the round does not end")


def example(wanted: Any) -> Any:
    """A value that meets one part of a condition."""
    if isinstance(wanted, dict):
        return wanted.get("at-least", wanted.get("at-most"))
    return wanted[0] if isinstance(wanted, (list, tuple)) else wanted


def with_what_it_needs(game_id: str, options: dict[str, Any]) -> dict[str, Any]:
    """A house with these choices and, where the text lets them go only with others, those others."""
    file = load_game(game_path(game_id))
    for constraint in file.constraints:
        if constraint.when.keys() <= options.keys() and holds(constraint.when, options):
            options = {name: example(wanted) for name, wanted in constraint.must.items()} | options
    # What the default house has chosen may be what stands in the way: one deck is not dealt from a shoe.
    others = [
        {name: choice}
        for name in dict.fromkeys(name for constraint in file.constraints for name in constraint.when)
        if name not in options
        for choice in file.options[name].one_of or ()
    ]
    return {"options": next((tried for more in ({}, *others) if _together(file, tried := options | more)), options)}


def _together(file: Game, options: dict[str, Any]) -> bool:
    """May a house choose all of these?"""
    try:
        options_of(file, options)
    except OutOfBounds:
        return False
    return True


def _allowed(game_id: str, house: dict[str, Any]) -> bool:
    try:
        resolve_file(game_id, house)
    except OutOfBounds:
        return False
    return True


def house_variants(game_id: str) -> Iterator[dict[str, Any]]:
    """The default house, every other choice of every option one at a time, and every pay table."""
    yield {}
    rules = resolve_file(game_id)
    for name, option in rules.file.options.items():
        for choice in (option.one_of or ())[1:]:
            house = with_what_it_needs(game_id, {name: choice})
            if _allowed(game_id, house):
                yield house
    for table in rules.paytables:
        options = {name: example(value) for name, value in table.when.items()}
        yield with_what_it_needs(game_id, options) | {"paytables": {table.wager: table.id}}


def houses_that_rule(game_id: str) -> list[dict[str, Any]]:
    """Every combination of equipment, and for rulings that need some other choice a house that has made it."""
    found = equipment_variants(game_id)
    for ruling in resolve_file(game_id).file.rulings.values():
        if not any(resolve_file(game_id, house).holds(ruling.requires) for house in found):
            found.append(with_what_it_needs(game_id, {name: example(value) for name, value in ruling.requires.items()}))
    return found


def equipment_variants(game_id: str) -> list[dict[str, Any]]:
    """Every combination of dealing method, shuffler, shaker and wheel that the text leaves to the house, and every way to start."""
    options = load_game(game_path(game_id)).options
    names = [name for name in ("dealing", "shuffler", "shaker", "wheel") if name in options and options[name].one_of]
    chosen = [
        dict(zip(names, values, strict=True)) for values in itertools.product(*(options[name].one_of or () for name in names))
    ]
    starts = options["starting-position"].one_of or () if "starting-position" in options else ()
    found = []
    for choices in [*chosen, *({"starting-position": start} for start in starts[1:])]:
        house = with_what_it_needs(game_id, choices)
        if _allowed(game_id, house):  # some choices go only with others
            found.append(house)
    return found
