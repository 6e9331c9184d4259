"""Five cards against the dealer's, with a card to be bought and a dealer who can be made to draw, for their kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numba as nb
import numpy as np

from croupier.equipment.cards import Card
from croupier.games.house_poker._deciding import FOLD
from croupier.games.house_poker._drawing import DECLARE
from croupier.games.house_poker.lunar_poker import BET, BUY, FORCE
from croupier.odds.card_numbers import kernel_card
from croupier.odds.cells import Asked, Settled, comparison, layout, unit_of
from croupier.odds.kernels import drawn_values as ends
from croupier.odds.kernels import sim_draws as kernel
from croupier.odds.kernels.combinations import KINDS, combination_of_level, kinds_of
from croupier.odds.kernels.draws import gains_by_forcing
from croupier.odds.kernels.five_cards import ordered
from croupier.odds.kernels.randomness import DECK, deal_by_places, key_of, two_more
from croupier.odds.kernels.sim_cards import EVALUATOR
from croupier.odds.kernels.tables import Array
from croupier.odds.shapes.draws_asked import BOUGHT, STAND, Terms
from croupier.odds.shapes.draws_plan import Plan, keep, kept, kinds_of_six, made
from croupier.odds.shapes.first_five import COLOURS, settled_by_colour
from croupier.odds.shapes.hand_sections import section_of
from croupier.odds.simulation import End, Places, Section, Simulation
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.odds.shapes.draws import Draws

FIRST_WORDS = {STAND: (), BOUGHT: (BUY,)}
LEFT = {STAND: 42, BOUGHT: 41}
"""Cards that nobody has seen once the dealer's lie open."""


def simulations(shape: Draws, game: Playable, plan: Plan | None = None) -> Iterator[Simulation]:
    """One, by the best play without exchanges or another plan; with the wager on the first five cards, every hand that wins declared."""
    terms, places = shape.terms(game), Places()
    unit, by_class = unit_of(game, shape.opens), _kinds_by_class()
    plan = plan or plan_of(shape, game, terms, {kind: settled.net // unit for kind, settled in terms.declared.items()})
    found: Array = np.zeros((2, ends.ENDS + 1, KINDS * KINDS), np.uint16)
    readings = dict[str, None]()
    for (way, end, kind), name, choices, settled in _ends(terms):
        place = places.add(End(name, *settled.per(unit), choices))
        if end in (ends.WON, ends.WON_FORCED, kernel.AT_ONCE):
            found[way, end, kind] = place
        else:
            found[way, end, :] = place
        readings.update(dict.fromkeys(settled.readings))
    readings.update(dict.fromkeys(filter(None, [comparison(game, shape.opens), *map(game.terms.reading_of, shape.rests_on)])))
    table = game.terms.chosen[shape.tables]
    sections = [Section(shape.opens, table, places.taken(), shape.plays_by, tuple(readings), shape.note(terms))]
    own: Array = np.zeros((COLOURS, 0), np.uint16)
    if shape.side in game.terms.wagers:
        own, relied = _on_first_five(game, shape.side, places)
        sections.append(replace(section_of(game, shape.side, places), strategy="declared", readings=relied))
    forces = [
        [gains_by_forcing(0, kind, LEFT[way], terms.nets[way]) for kind in range(KINDS * KINDS)] for way in (STAND, BOUGHT)
    ]
    rules = (found, np.array(forces, np.uint8), terms.nets[: BOUGHT + 1].copy(), np.array([terms.qualifying], np.int64), own)
    tables = (plan.single, plan.looks, by_class, plan.sure, plan.decided, kinds_of_six(), *rules, *EVALUATOR)
    yield Simulation("sim_draws", tables, places.size, tuple(sections))


def plan_of(shape: Draws, game: Playable, terms: Terms, declared: Mapping[int, int]) -> Plan:
    """The best play without exchanges, from the user's cache where it was found before."""
    from croupier.odds.shapes.draws import CASES, best_play

    kinds = tuple(sorted(declared))
    key = terms.nets[: BOUGHT + 1].tobytes() + repr((terms.qualifying, kinds)).encode()
    found = kept(key)
    if found is None:
        found = made(best_play(terms.nets, terms.qualifying, kinds).found, kinds, game)
        keep(key, found)
    for kind, otherwise in zip(kinds, found.otherwise.tolist(), strict=True):
        if declared[kind] * CASES <= otherwise:
            raise shape.worth_more_otherwise(game)
    return found.plan()


def _ends(terms: Terms) -> Iterator[tuple[tuple[int, int, int], str, tuple[str, ...], Settled]]:
    """Every end that a round can have without exchanges: its cell, how it is called, and the choices that lead there."""
    from croupier.odds.shapes.draws import ended

    for (way, end, kind), settled in terms.cells.items():
        if way in FIRST_WORDS:
            forced = end in (ends.WON_FORCED, ends.TIED_FORCED, ends.LOST_FORCED, ends.FAILED)
            last = (FOLD,) if end == ends.FOLDED else (BET, FORCE) if forced else (BET,)
            name = FOLD if (way, end) == (STAND, ends.FOLDED) else ended(way, end, settled)
            yield (way, end, kind), name, (*FIRST_WORDS[way], *last), settled
    for kind, settled in terms.declared.items():
        yield (STAND, kernel.AT_ONCE, kind), f"declared {settled.outcome}", (DECLARE,), settled


def _kinds_by_class() -> Array:
    """The kind of each class of five cards."""
    hands = ordered()
    found: Array = np.zeros(len(combination_of_level()), np.uint8)
    found[hands.levels] = kinds_of(hands.cards)
    return found


def _on_first_five(game: Playable, wager: str, places: Places) -> tuple[Array, tuple[str, ...]]:
    """The place of each class of five cards, of more than one colour and of one, and the readings behind; a hand that wins is declared."""
    asked, unit = Asked(game, layout(game, wager), only=[wager], unsaid=(DECLARE, FOLD)), unit_of(game, wager)
    of_level, readings = combination_of_level(), dict[str, None]()
    found: Array = np.zeros((COLOURS, len(of_level)), np.uint16)
    for kind, (settled, _) in settled_by_colour(asked).items():
        place = places.of(End(settled.outcome, *settled.per(unit), (DECLARE,)))
        found[kind % COLOURS, of_level == kind // COLOURS] = place
        readings.update(dict.fromkeys(settled.readings))
    return found, tuple(readings)


@nb.njit(cache=True)
def _dealt(key, index):  # type: ignore[no-untyped-def]
    dealt, drawn = deal_by_places(key, index, kernel.CARDS, DECK)
    return dealt, *two_more(key, index, drawn, kernel.CARDS, DECK)


def dealt(seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
    """The cards of one round: the first of the rest is bought, or else goes to a forced dealer, who gets the next after that."""
    packed, *further = map(int, _dealt(key_of(seed), np.uint64(index)))
    cards, more = [kernel_card(packed >> 6 * place & 63) for place in range(kernel.CARDS)], list(map(kernel_card, further))
    bought = BUY in simulation.ends_of(seed, index)[simulation.sections[0].wager].choices
    return {1: [*cards[:5], *more[:bought]], "dealer": [*cards[5:], more[bought]]}
