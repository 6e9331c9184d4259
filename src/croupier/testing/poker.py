"""Random hands of a poker room, and what must hold of every one: chips conserved, the same end from its log, no card for strange eyes."""

from __future__ import annotations

import json
import random
import re
from functools import lru_cache
from typing import Any

from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.round import Round, replay
from croupier.table.views import DEALER, PUBLIC, Role, view
from croupier.testing.conformance import must
from croupier.testing.driving import RandomPlayer

STRUCTURES = ("fixed-limit", "spread-limit", "pot-limit", "no-limit")
RAKE = '{"method": "percentage", "percent": 10, "maximum": 400}'
STACKS = (500, 700, 1500, 4000, 20000)
_FACE = re.compile(r'"([2-9TJQKA][cdhs])"')


@lru_cache(maxsize=128)
def _house(room: str, variant: str, structure: str, ante: int, heads_up: str, chip: int) -> Playable:
    """A room under one house's choices. There are fewer of them than hands."""
    options: dict[str, Any] = {"variant": variant, "structure": structure, "ante": ante, "heads-up": heads_up}
    return playable(room, {"options": options | {"smallest-chip": chip, "rake": json.loads(RAKE)}})


def random_hand(room: str, variant: str, seed: int) -> Round:
    """A hand in which everything is left to chance: limits, antes, who sits where with how much, the cards, and what each does."""
    rng = random.Random(f"{room} {variant} {seed}")
    house = (
        rng.choice(STRUCTURES),
        rng.choice([0, 0, 25, 100]),
        rng.choice(["button", "left-of-button"]),
        rng.choice([1, 25, 100]),
    )
    game = _house(room, variant, *house)
    seats = sorted(rng.sample(range(1, game.seats + 1), rng.randint(2, game.seats)))
    stacks = {seat: rng.choice(STACKS) for seat in seats}
    return play_hand(Round(game, seats), stacks, RandomPlayer(seed))


def play_hand(round_: Round, stacks: dict[int, int], player: RandomPlayer) -> Round:
    """The hand to its end, from these chips on the table."""
    round_.answer(acts.Done("shuffle"))
    for seat, cents in stacks.items():
        round_.answer(acts.Wager(seat, "stack", cents))
    round_.answer(acts.NoMoreBets())
    while round_.pending is not None:
        round_.answer(player.answer(round_, round_.pending))
    return round_


def check_hand(round_: Round, *, looked_at: int | None = None) -> None:
    """Chips are conserved, the log plays the same hand, and nobody learns a card not shown to them: at the end, and after so many acts."""
    lines, taken = round_.lines, sum(round_.table.takings.values())
    put_in, paid = sum(line.stake for line in lines), sum(line.won + line.returned for line in lines)
    must(put_in == paid + taken, f"{put_in} was put in, {paid} came back and {taken} was taken")
    written = json.loads(json.dumps(round_.written()))
    first = len(round_.log) // 2 if looked_at is None else looked_at % len(round_.log)
    again = replay(round_.playable, written | {"acts": written["acts"][:first]})
    check_sight(again)
    for form in written["acts"][first:]:
        again.answer(acts.read(form))
    must(again.done and again.lines == lines and again.log == round_.log, "the log plays another hand")
    check_sight(round_)


def check_sight(round_: Round) -> None:
    """Nobody sees another's card that lies face down, nor one that was burned or thrown away."""
    table = round_.table
    gone = [*table.burned, *table.discards]
    roles: list[Role] = [*table.seats, PUBLIC, DEALER]
    for role in roles:
        hidden = {str(card) for card in gone}
        for number, seat in table.seats.items():
            hidden |= {str(card) for card, up in zip(seat.hand, seat.hand.up, strict=True) if not up and number != role}
        seen = hidden & set(_FACE.findall(json.dumps(view(round_, role).as_json())))
        must(not seen, f"{role} sees {', '.join(sorted(seen))}")
