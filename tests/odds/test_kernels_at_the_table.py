"""Every simulation kernel beside the real table: the same cards, dice and spins, the same decisions, the same cent for every wager.

Found by discovery: every game with a wager for the house to win is here. A round is the kernel's own, from the seed and its number.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin

import numba as nb
import numpy as np
import pytest

from croupier.equipment.cards import Card
from croupier.errors import CroupierError, Gap, NotPriced
from croupier.games.dice._wagers import taken
from croupier.games.dice.high_roll_dice import SECOND_THROW
from croupier.games.registry import all_games, playable
from croupier.odds import shipped
from croupier.odds.cells import ROUND_UNIT as UNIT
from croupier.odds.kernels.randomness import Stream, key_of
from croupier.odds.kernels.sim_cards import count
from croupier.odds.posted import with_posted
from croupier.odds.shapes import odds_of, second_throw
from croupier.odds.shapes.progressive import meter_of, share_of
from croupier.odds.simulate import simulations
from croupier.odds.simulation import CuttingCard, End, Simulation, module_of
from croupier.rules.payouts import Payout
from croupier.rules.terms import Rule
from croupier.table import acts
from croupier.table.drivers import Chance, Players, Strategy, run
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, Decision, Request, RollDue, SpinDue, Wagering
from croupier.table.round import Round
from croupier.table.table import BURN, COMMUNITY, Table
from tests.support.driving import answered, house_variants, listed

GAMES = [name for name in all_games() if shipped.against_the_house(listed(name))]
FIRSTS = set({listed(name).terms.file.procedure: name for name in reversed(GAMES)}.values())
"""The first row that each procedure plays."""
FEW, MANY, ALONE = 250, 3_000, 8_009
FROM_A_SHOE = [CuttingCard(Fraction(3, 4)), CuttingCard(Fraction(9, 10), players=3)]
SLOW_TO_PREPARE = ("ultimate-texas-holdem", "lunar-poker")
"""They first find their plan, which takes half a minute where it is not stored, and the second longer than that.

With plans that need not be found, Lunar Poker's kernel is held against the table in tests/odds/test_draws_kernel.py.
"""

DICE_STAKE = 2_772_000
"""Every row of craps can pay it exactly; elsewhere small stakes stay below every limit on payouts."""


class Equipment:
    """Cards by hand or in the order they fall, spins and rolls, as a kernel had them; burned cards are any that nobody holds."""

    def __init__(
        self,
        game: Playable,
        *,
        hands: dict[int | str, list[Card]] | None = None,
        order: list[Card] | None = None,
        marks: list[str] | None = None,
        rolls: list[tuple[int, ...]] | None = None,
    ) -> None:
        self.hands = {to: iter(hand) for to, hand in (hands or {}).items()}
        self.community = (hands or {}).get(COMMUNITY, [])
        self.marks, self.rolls = marks and iter(marks), rolls and iter(rolls)
        # What is burned is a card that nobody holds and, of a shoe dealt in order, one that is not reached.
        dealt = (order or [])[: len(game.pack)]
        self.order = iter(dealt)
        left = Counter(game.pack)
        left.subtract([*dealt, *(card for hand in (hands or {}).values() for card in hand)])
        self.spare = iter([*left.elements(), *reversed(dealt)])

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        if isinstance(request, CardDue):
            if request.to == COMMUNITY:
                return acts.Dealt(self.community[request.slot] if self.community else next(self.spare))
            if not self.hands and request.to != BURN:
                return acts.Dealt(next(self.order))
            return acts.Dealt(next(self.hands.get(request.to, self.spare)))
        if isinstance(request, RollDue) and self.rolls:  # once the chip is decided, the shooter throws a point and sevens out
            return acts.Rolled(next(self.rolls, (2, 2) if round_.table.marks.get("point") == "off" else (3, 4)))
        return acts.Spun(next(self.marks)) if isinstance(request, SpinDue) and self.marks else None


class Chips(Players):
    """Chips as soon as the table takes them, and decisions as the kernel made them."""

    def __init__(self, game: Playable, wagers: dict[int, dict[str, int]], strategy: Strategy) -> None:
        super().__init__(wagers, strategy)
        spot = game.spots[next(iter(wagers[1]))]
        dice = spot.wager.dice
        self.waits_for_a_point = dice is not None and dice.row.made == "after-come-out"
        line = getattr(game.rules, "shooter_makes", None)
        self.needs_a_shooter = line is not None and spot.wager.id not in line.value

    def answer(self, round_: Round, request: Request) -> acts.Act | None:
        if isinstance(request, Wagering):
            if self.needs_a_shooter:
                self.needs_a_shooter = False
                return acts.Choice(0, "another-player-shoots")
            if self.waits_for_a_point and round_.table.marks["point"] == "off":
                return acts.NoMoreBets()
        return super().answer(round_, request)


def as_chosen(*paths: tuple[str, ...]) -> Strategy:
    """The choices that a kernel's ends were reached by, each wager's in their order; where none is open, what saying nothing means."""
    left = [list(path) for path in paths]

    def choose(round_: Round, request: Decision) -> str:
        open_ = next((path for path in left if path and path[0] in request.choices), None)
        choice = request.declined if open_ is None else open_.pop(0)
        assert choice is not None, f"{request.describe()}: the kernel decides nothing"
        return choice

    return choose


def stakes(game: Playable, simulation: Simulation) -> dict[str, int]:
    """A chip on every wager of a simulation, with whatever it needs beside it."""
    found: dict[str, int] = {}
    for section in simulation.sections:
        spot = game.spots.get(section.place) or next(s for s in game.spots.values() if s.wager.id == section.wager)
        amount = DICE_STAKE if section.place else UNIT
        found[spot.id] = spot.wager.amount or min(amount, spot.wager.limits.maximum or amount)
    if any(game.spots[wager].wager.area == (SECOND_THROW,) for wager in found):
        return second_throw.stakes(game)
    for wager in list(found):
        for need in game.spots[wager].wager.needs:
            for other in need.wagers[:1]:
                found.setdefault(other, found[wager])
    return dict(sorted(found.items(), key=lambda item: game.spots[item[0]].order))


Dealt = tuple[dict[str, End], Equipment]


def one_by_one(game: Playable, module: Any, simulation: Simulation, seed: int) -> Iterator[Dealt]:
    """The rounds of a kernel in order: how each one ends, and the equipment that makes it end so."""
    if simulation.kernel == "sim_blackjack_shoe":
        (section,) = simulation.sections
        for session in itertools.count():
            for place, cards in module.drawn_from_a_shoe(seed, session, simulation):
                yield {section.wager: section.ends[place]}, Equipment(game, order=cards)
    for index in itertools.count():
        ends = simulation.ends_of(seed, index)
        if hasattr(module, "dealt"):
            yield ends, Equipment(game, hands=module.dealt(seed, index, simulation))
        elif hasattr(module, "drawn"):
            yield ends, Equipment(game, order=module.drawn(seed, index, simulation))
        elif hasattr(module, "rolls"):
            yield ends, Equipment(game, rolls=module.rolls(seed, index, game, simulation))
        else:
            yield ends, Equipment(game, marks=module.marks(seed, index, game, simulation))


def told_otherwise(game: Playable, simulation: Simulation, rounds: int, seed: int, players: int = 1) -> Iterator[str]:
    """What the real table settles otherwise than the kernel."""
    module = odds_of(game.terms.file.procedure)
    playing = module.as_simulated(game) if hasattr(module, "as_simulated") else None
    wagers = stakes(game, simulation)
    every = dict.fromkeys(range(1, players + 1), wagers)
    for index, (ends, equipment) in enumerate(itertools.islice(one_by_one(game, module, simulation, seed), rounds)):
        strategy = playing or as_chosen(*(end.choices for end in ends.values()))
        round_ = run(Round(game, every, before(game, wagers)), equipment, Chips(game, every, strategy), Chance(Stream(0, 0)))
        found = settled(game, simulation, round_)
        for section in simulation.sections:
            name = section.place or section.wager
            unit = wagers[section.place or next(spot for spot in wagers if game.spots[spot].wager.id == section.wager)]
            if section.wager in (boxes := getattr(module, "averaged", ())):  # the mean of wagers that are played together
                unit = sum(wagers[box] for box in boxes)
            if paid_with_it(game, section.wager):  # then the unit is both together, and the table says what that was
                unit = found.get(name, (0, unit))[1]
            told = ends[name].net * unit, ends[name].staked * unit
            if found.get(name, (0, 0)) != told or round_.pending is not None:
                yield f"round {index}, {name}: the kernel says {told}, the table {found}: {round_.written()}"


def before(game: Playable, wagers: dict[str, int]) -> dict[str, Fraction]:
    """Meters that stand where they start once a chip's own share is on them, as prices have it."""
    chips = {spot: game.spots[spot].wager for spot in wagers if game.spots[spot].wager.meter}
    found = {spot: meter_of(game, chip.id, game.terms.chosen[chip.id]) for spot, chip in chips.items()}
    return {name: amount - share_of(game, name, wagers[spot]) for spot, (name, amount) in found.items()}


def settled(game: Playable, simulation: Simulation, round_: Round) -> dict[str, tuple[int, int]]:
    """What the first seat won and staked on each wager or place that is priced apart, and on the main game with all it adds."""
    by_name = {spot.called: spot for spot in game.spots.values()}
    main, *apart = (section.place or section.wager for section in simulation.sections)
    bought = game.spots[main].wager.area == (SECOND_THROW,) if main in game.spots else False
    # What a look decides is priced apart, and priced alone whatever it needs beside it.
    # A pot among players is priced apart too, by how many play for it.
    odds = odds_of(game.terms.file.procedure)
    played = {wager for wager in getattr(odds, "wagers", game.terms.wagers) if wager not in game.looks}
    others = {} if main in game.looks else {spot.id for spot in game.spots.values() if spot.wager.id in played}
    priced = {main, *second_throw.covered(game)} if bought else {main, *apart, *others}
    found: dict[str, tuple[int, int]] = {}
    file = game.terms.file.wagers
    for line in round_.lines:
        spot = by_name[line.wager]
        if line.seat == 1 and spot.id in priced:
            group = next((name for name in (spot.id, spot.wager.id, file[spot.wager.id].of) if name in apart), main)
            net, staked = found.get(group, (0, 0))
            at_once = line.commission if paid_with_it(game, spot.wager.id) else 0
            found[group] = net + line.net, staked + line.stake + at_once
    return found


def paid_with_it(game: Playable, wager: str) -> bool:
    """Is a commission paid when the bet is made?"""
    terms = game.terms.wagers[wager]
    return terms.dice is not None and taken(Table(game, [1]), terms) == "at-bet"


def prove(name: str, rounds: int, seed: int, house: dict[str, Any] | None = None) -> None:
    """Rounds of a game, shared out where it has several simulations, as craps has one for each place of a chip."""
    game = playable(name, house)
    try:
        every = simulations(game)
    except NotPriced as refused:
        pytest.skip(f"priced, not simulated: {refused}")
    for simulation in every:
        assert next(told_otherwise(game, simulation, -(-rounds // len(every)), seed), None) is None
    module = odds_of(game.terms.file.procedure)
    # From fewer decks a shoe can run out in mid-round, and what the kernel shuffles then has no order that it could be asked for.
    # Baccarat's shoes are held against the Session, round by round: tests/odds/test_shoe_at_the_session.py.
    for card in FROM_A_SHOE if hasattr(module, "drawn_from_a_shoe") and house is None else ():
        for simulation in module.from_a_shoe(game, card):
            assert next(told_otherwise(game, simulation, rounds // card.players, seed, card.players), None) is None


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n.endswith(SLOW_TO_PREPARE) or n not in FIRSTS)) for n in GAMES]
)
def test_the_real_table_settles_the_kernels_rounds_to_the_same_cent(name: str) -> None:
    prove(name, FEW, 4)


ONE_DECK = ("cincinnati/blackjack", {"options": {"decks": 1, "dealing": "hand"}})


def houses() -> Iterator[Any]:
    """Choices left to the house, one at a time; one of each procedure, and a blackjack deck in the hand, are quick.

    A choice that an earlier row of the procedure was tried with is not tried again, and of a wager's tables the last is: the first is
    the default house's. Where a procedure has been tried table by table, its further rows post all their last tables at once.
    """
    seen, tried = set[str](), set[object]()
    for name in GAMES:
        procedure = listed(name).terms.file.procedure
        every = list(house_variants(name))
        tables: dict[str, list[dict[str, Any]]] = {}
        together: list[dict[str, Any]] = []
        for house in every:
            for wager in house.get("paytables", ()):
                tables.setdefault(wager, []).append(house)
        for number, house in enumerate(every):
            if not any(house.values()):  # the plain house is tried above, and longer
                continue
            quick = (name, house) == ONE_DECK or (number == 2 and procedure not in seen and procedure not in SLOW_TO_PREPARE)
            posted = house.get("paytables")
            key = (procedure, repr(house)) if posted is None else (name, *posted)
            first_of_all = posted is not None and not house["options"] and all(house == tables[wager][0] for wager in posted)
            between = posted is not None and all(house != tables[wager][-1] for wager in posted)
            if not quick and (first_of_all or between or (posted is None and key in tried)):
                continue
            if not quick and name not in FIRSTS and posted is not None and not house["options"]:
                together.append(house)
                continue
            tried.add(key)
            seen |= {procedure} if quick else set()
            yield pytest.param(name, house, id=f"{name} {house}", marks=[] if quick else [pytest.mark.slow])
        for house in at_once(name, together):
            yield pytest.param(name, house, id=f"{name} {house}", marks=[pytest.mark.slow])


def at_once(name: str, every: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One house that posts what each of these does, or these where the rulebook does not take them together."""
    posted = {wager: table for house in every for wager, table in house["paytables"].items()}
    house = {"options": {}, "paytables": posted}
    try:
        return [house] if posted and playable(name, house) else []
    except CroupierError:
        return every


@pytest.mark.parametrize(("name", "house"), list(houses()))
def test_the_real_table_settles_the_kernels_rounds_under_other_house_rules(name: str, house: dict[str, Any]) -> None:
    prove(name, 60, 6, house)


def test_two_boxes_whose_blackjacks_are_paid_better_are_settled_to_the_same_cent() -> None:
    """A house may post more than its text asks, and two hands then come to sums that they never come to else."""
    game = playable("ny/blackjack-switch")
    (before,) = simulations(game)
    for box in game.rules.boxes:
        table = game.terms.chosen[box]
        game = with_posted(game, replace(table, rows={**table.rows, "blackjack": Payout.parse("3:2")}))
    (simulation,) = simulations(game)
    assert simulation.size > before.size
    assert next(told_otherwise(game, simulation, FEW, 3), None) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_real_table_settles_many_rounds_to_the_same_cent(name: str) -> None:
    """Three thousand of the first row that a procedure plays; a tenth of the others, whose kernel is the same."""
    prove(name, MANY if name in FIRSTS else MANY // 10, 5)


def one_after_another(kernel: str) -> Any:
    """A loop that plays each round alone, as a thread of a GPU does."""
    play = nb.njit(module_of(kernel).play.py_func)

    @nb.njit
    def loop(key, last, found, tables):  # type: ignore[no-untyped-def]
        for index in range(last):
            count(found, play(key, np.uint64(index), *tables))

    return loop


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(FIRSTS))
def test_rounds_played_alone_as_on_a_gpu_are_those_that_are_tallied(name: str) -> None:
    """The processor may go over several rounds in passes; what it counts is the same."""
    try:
        every = simulations(playable(name))
    except NotPriced as refused:
        pytest.skip(f"priced, not simulated: {refused}")
    for work in {simulation.kernel: simulation.work() for simulation in every}.values():
        found = np.zeros(work.size, np.int64)
        one_after_another(work.kernel)(key_of(8), ALONE, found, work.tables)
        assert found.tolist() == work.count(8, 0, ALONE).tolist()


def other_answers(game: Playable) -> Iterator[tuple[str, object]]:
    """What a rulebook could answer a procedure's questions with, and this one does not: outcomes and words, question by question."""
    for name, field in type(game.rules).model_fields.items():
        asked = get_args(field.annotation)[0] if get_origin(field.annotation) is Rule else field.annotation
        now = getattr(game.rules, name)
        now = now.value if isinstance(now, Rule) else now
        for value in get_args(asked) if get_origin(asked) is Literal else ():
            if value != now and name not in ("dealing", "shuffler"):
                yield name, value


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(name for name in FIRSTS if not name.endswith("lunar-poker")))
def test_any_other_answer_is_settled_to_the_same_cent_or_refused(name: str) -> None:
    """A hidden change of the rulebook's answers: the kernel, which nets what the price nets, follows the table or is refused."""
    game = playable(name)
    for question, value in other_answers(game):
        house = replace(game, rules=answered(game.rules, **{question: value}))
        try:
            every = simulations(house)
        except (NotPriced, Gap):  # refused; or the file has no row to pay such a win by
            continue
        for simulation in every[:3]:
            assert next(told_otherwise(house, simulation, 25, 9), None) is None, (question, value)
