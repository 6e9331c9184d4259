"""Prices by playing: rounds counted in blocks by threads, a GPU or a cluster, with the same totals whoever counts.

A block is `(kernel, rules arrays, seed, first round, last round)`; its answer is whole numbers, and every round's chance depends on
the seed and the round's own number, so blocks may be cut anywhere, lost, and counted again.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from typing import Any, Literal, NamedTuple, Protocol

from croupier.errors import BadInput
from croupier.odds.analyze import printed_name
from croupier.odds.as_dealt import has_the_pack_of_its_rules, refuse_what_is_dealt_otherwise
from croupier.odds.failing import refused_where_the_table_fails
from croupier.odds.shapes import DealtFromAShoe, has_odds, odds_of
from croupier.odds.simulation import CuttingCard, Simulated, Simulation
from croupier.table.playable import Playable

Device = Literal["cpu", "gpu"]
Progress = Callable[[int, int], None]
"""Told how many rounds of how many are counted."""

MOST_ROUNDS = 1 << 48
ROUNDS, ROUNDS_AT_THE_TABLE = 10_000_000, 20_000
"""Rounds where nobody says how many: by a kernel, and at the real table."""
AT_THE_TABLE = 10_000
"""Rounds at the most that are played at the real table for side wagers that a game's kernel has no place for."""


class Work(Protocol):
    """What can be counted anywhere: the part of a simulation that travels. Its totals add up."""

    @property
    def block(self) -> int:
        """How many rounds are worth sending at a time."""

    def count(self, seed: int, first: int, last: int) -> Any:
        """Totals of rounds first to last."""


class Run(Protocol):
    """One simulation of a game: what to count, and what the totals say."""

    def work(self) -> Work: ...

    def prices(self, totals: Any, *, rounds: int, seed: int) -> Iterator[Simulated]: ...


class Played(NamedTuple):
    """Prices found by playing: how many rounds of the game they hold, of how many, and whether an interrupt cut it short.

    A price says of itself how many it holds: a wager that no kernel has a place for is played fewer.
    """

    prices: list[Simulated]
    rounds: int
    asked: int
    interrupted: bool = False


def simulations(game: Playable, cutting_card: CuttingCard | None = None) -> list[Simulation]:
    """What a game's kernel plays; empty where it has none. Without a cutting card each round is dealt from a full pack."""
    with refused_where_the_table_fails(game):
        return _simulations(game, cutting_card)


def _simulations(game: Playable, cutting_card: CuttingCard | None) -> list[Simulation]:
    odds = odds_of(game.terms.file.procedure)
    if odds is not None:
        refuse_what_is_dealt_otherwise(game, odds)
    whole = odds is not None and (odds.any_pack or has_the_pack_of_its_rules(game))  # else played at the table
    if cutting_card is None:
        return [] if odds is None or not whole else list(odds.simulations(game))
    found: list[Simulation] = []
    if whole and isinstance(odds, DealtFromAShoe):
        found += odds.from_a_shoe(game, cutting_card)
    if not found:  # the real table would deal every round from a full pack too
        raise BadInput(f"--penetration: {game.terms.id} is not simulated from a shoe; every round is dealt from a full pack")
    return found


def has_kernel(game: Playable) -> bool:
    """Is the game simulated by a kernel under these rules, rather than at the real table?"""
    return bool(simulations(game))


def count(work: Work, seed: int, first: int, last: int) -> Any:
    """One block, wherever this runs."""
    return work.count(seed, first, last)


def simulate(
    game: Playable,
    rounds: int,
    seed: int = 1,
    *,
    device: Device = "cpu",
    executor: Executor | None = None,
    progress: Progress | None = None,
    cutting_card: CuttingCard | None = None,
) -> list[Simulated]:
    """Price a game by playing `rounds` rounds. An interrupt stops it, and what was counted until then is the answer."""
    ways: dict[str, Any] = {"device": device, "executor": executor, "progress": progress, "cutting_card": cutting_card}
    return play(game, rounds, seed, **ways).prices


def play(
    game: Playable,
    rounds: int | None = None,
    seed: int = 1,
    *,
    device: Device = "cpu",
    executor: Executor | None = None,
    progress: Progress | None = None,
    cutting_card: CuttingCard | None = None,
) -> Played:
    """The same, with whether it was let finish; where nobody says how many rounds, as many as it can play in a short while.

    Any `concurrent.futures.Executor` will do; without one the processor's cores share the work. A game without a kernel is played
    at the real table. Every round is dealt from a full pack, as from a continuous shuffler, unless a cutting card
    says when the shoe is shuffled.
    """
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds: from 1 to {MOST_ROUNDS}")
    if device == "gpu" and executor is not None:
        raise BadInput("a simulation runs on a GPU or on an executor, not on both")
    runs: list[Run] = [*simulations(game, cutting_card)]
    if rounds is None:
        rounds = ROUNDS if runs else ROUNDS_AT_THE_TABLE
    if not runs:
        from croupier.odds.reference import Reference

        if device == "gpu":
            raise BadInput(f"{game.terms.id} has no kernel: it is simulated at the real table, on the processor")
        runs = [Reference(game)]
    with refused_where_the_table_fails(game):
        found = _counted(runs, rounds, seed, device=device, executor=executor, progress=progress)
        if found.prices and not found.interrupted and cutting_card is None and (apart := without_a_place(game, runs)):
            from croupier.odds.reference import Reference

            beside = _counted([Reference(game, only=apart)], min(rounds, AT_THE_TABLE), seed, executor=executor)
            found = found._replace(prices=found.prices + beside.prices, interrupted=beside.interrupted)
    return found._replace(prices=[replace(price, wager=printed_name(game, price.wager)) for price in found.prices])


def without_a_place(game: Playable, runs: Sequence[Run]) -> list[str]:
    """Side wagers that files describe and no kernel of the game counts."""
    counted = {section.wager for run in runs if isinstance(run, Simulation) for section in run.sections}
    offered = [wager for wager in game.looks if game.terms.wagers[wager].meter is None]
    return [wager for wager in offered if wager not in counted] if counted else []


def _counted(
    runs: Sequence[Run],
    rounds: int,
    seed: int,
    *,
    device: Device = "cpu",
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Played:
    """What each run says of so many rounds; an interrupt ends them."""
    prices: list[Simulated] = []
    for number, run in enumerate(runs):
        done_before, all_rounds = number * rounds, len(runs) * rounds

        def report(done: int, before: int = done_before, of: int = all_rounds) -> None:
            if progress is not None:
                progress(before + done, of)

        totals, done = _count_on(device, executor, run.work(), rounds, seed, report)
        if done:
            prices += run.prices(totals, rounds=done, seed=seed)
        if done < rounds:
            return Played(prices, done, rounds, interrupted=True)
    return Played(prices, rounds, rounds)


def beside_exact(game: Playable, found: list[Simulated]) -> list[Simulated]:
    """The same prices, each with the exact house edge of its wager and table where there is one."""
    from croupier.odds import store

    if not has_odds(game.terms.file.procedure):
        return found
    exact = {(price.wager, price.paytable): price.house_edge for price in reversed(list(store.prices(game)))}
    return [replace(price, exact=exact.get((price.wager, price.paytable))) for price in found]


def _count_on(
    device: Device, executor: Executor | None, work: Work, rounds: int, seed: int, report: Callable[[int], None]
) -> tuple[Any, int]:
    if device == "gpu":
        from croupier.odds.kernels.gpu import count_on_gpu

        return count_on_gpu(work, rounds, seed, report)
    if executor is not None:
        return count_in_blocks(work, rounds, seed, executor, report)
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        return count_in_blocks(work, rounds, seed, threads, report)


def count_in_blocks(
    work: Work, rounds: int, seed: int, executor: Executor, report: Callable[[int], None], *, block: int | None = None
) -> tuple[Any, int]:
    """Totals, and how many rounds they hold: all of them unless an interrupt came."""
    size = block or work.block * getattr(executor, "coarser", 1)
    ahead = 4 * getattr(executor, "_max_workers", os.cpu_count() or 1)
    starts = iter(range(0, rounds, size))
    pending: dict[Future[Any], int] = {}
    totals, done = None, 0
    try:
        while True:
            for first in itertools.islice(starts, ahead - len(pending)):
                last = min(first + size, rounds)
                pending[executor.submit(count, work, seed, first, last)] = last - first
            if not pending:
                break
            finished, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in finished:
                part = future.result()
                totals = part if totals is None else totals + part
                done += pending.pop(future)
            report(done)
    except KeyboardInterrupt:
        for future in pending:
            future.cancel()
    return totals, done
