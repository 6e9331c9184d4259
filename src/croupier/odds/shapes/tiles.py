"""Four tiles set into two hands against the bank's: every deal counted by how both hands compare, what each comparison nets asked
of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import NotPriced
from croupier.games.banking import BANK, CO_BANK
from croupier.games.pai_gow._comparing import SURRENDER
from croupier.games.pai_gow.pai_gow_tiles import PAI_GOW
from croupier.odds.advice import Advice, Chart, Question, Sight
from croupier.odds.analyze import tables_of
from croupier.odds.cells import Asked, Deal, Settled, unit_of
from croupier.odds.posted import with_posted
from croupier.odds.price import Price
from croupier.odds.remembered import remembered
from croupier.odds.shapes import Shape
from croupier.odds.shapes.hands_met import Met, hold_against
from croupier.odds.shapes.two_hands import BEST, BEST_IS, HOUSE_WAY, note, stake_without_rounding
from croupier.odds.shapes.two_hands_asked import SOME, started
from croupier.odds.tally import Tally
from croupier.rules.resolve import Paytable
from croupier.table.playable import Playable

if TYPE_CHECKING:
    from croupier.equipment.cards import Card
    from croupier.odds.kernels.tables import Array
    from croupier.odds.shapes.tiles_count import Example
    from croupier.odds.simulation import Simulation

NAMES = ("lower", "copy", "higher")
RELIED_ON = ("decks", "zero-low-hand", "house-way-pairs", "house-way-values")


class Ends(NamedTuple):
    """What becomes of a wager in each cell, of one that is given up, and of a bank against it; None where no deal is in the cell."""

    wager: tuple[Settled | None, ...]
    surrendered: Settled
    banks: Mapping[str, tuple[Settled | None, ...]]
    """By where the chips of the bank lie."""


def stake_of(game: Playable, table: Paytable, stake: int | None = None) -> int:
    """The stake that is stated, or one of whose win the commission comes out in whole steps."""
    step = stake_without_rounding(game, table.rows["win"].figure, table.rows["commission"].figure)
    return stake or -(-unit_of(game, PAI_GOW) // step) * step


@remembered
def ends_of(game: Playable, stake: int) -> Ends:
    """Some deals of every cell settled at the real table; those of one cell must be settled alike."""
    from croupier.odds.shapes.tiles_count import CELLS, deals_to_try, examples, table_of

    wager = _asked(game, PAI_GOW, stake)
    banks = {spot: _asked(game, spot, stake) for spot in (BANK, CO_BANK) if spot in game.terms.wagers}
    deals = [examples(table_of(game), cell) for cell in range(CELLS)]

    def settled(asked: Asked, cell: int) -> Settled | None:
        found = [_deal(game, deal) if asked is wager else _banked(game, deal) for deal in deals[cell]]
        return asked.agreed(found, cell) if found else None

    found = Ends(
        tuple(settled(wager, cell) for cell in range(CELLS)),
        wager.settled(_deal(game, next(filter(None, deals))[0], SURRENDER)),
        {spot: tuple(settled(asked, cell) for cell in range(CELLS)) for spot, asked in banks.items()},
    )
    for count, (of, cell) in enumerate(deals_to_try(game)):
        end = found.wager[cell]
        assert end is not None
        hold_against(wager, [(_deal(game, of), name_of(cell), end)])
        if count % SOME == 0:
            given_up = (_deal(game, of, SURRENDER), SURRENDER, found.surrendered)
            hold_against(wager, [given_up])
            for spot, asked in banks.items():
                against = found.banks[spot][cell]
                assert against is not None
                hold_against(asked, [(_banked(game, of), name_of(cell), against)])
    return found


def _asked(game: Playable, spot: str, stake: int) -> Asked:
    """A table with the wager, or with a bank against one."""
    return Asked(game, {spot: stake}, only=[spot], others=None if spot == PAI_GOW else {PAI_GOW: stake})


def won(game: Playable, spot: str, ends: Sequence[Settled | None]) -> Callable[[int], list[int]]:
    """What is netted at any stake by the deal that nets the most of all, of which a commission is kept."""
    from croupier.odds.shapes.tiles_count import examples, table_of

    best = max((cell for cell, end in enumerate(ends) if end is not None), key=lambda cell: nets(tuple(ends))[cell])
    deal = examples(table_of(game), best)[0]
    laid = _deal(game, deal) if spot == PAI_GOW else _banked(game, deal)
    return lambda stake: [_asked(game, spot, stake).settled(laid).net]


def _deal(game: Playable, example: Example | Met, *decisions: str) -> Deal:
    return _started(game, Deal(example.hand, example.against, decisions=(example.setting, *decisions)))


def _banked(game: Playable, example: Example | Met) -> Deal:
    """The same with the bank a player's, who sets as the house does."""
    return _started(game, Deal(example.against, (), decisions=(example.setting,), other=example.hand))


def _started(game: Playable, deal: Deal) -> Deal:
    button = ("dealer",) if game.rules.starting_position.value == "button" else ()
    return started(deal._replace(decisions=(*button, *deal.decisions)))


def nets(ends: tuple[Settled | None, ...]) -> Array:
    """What each cell nets, in cents; nothing where there is no deal."""
    import numpy as np

    return np.array([0 if end is None else end.net for end in ends], np.int64)


def best_ways(game: Playable, ends: Ends) -> Array:
    """Which way to set each kind of hand nets the most; the house way where nothing nets more."""
    from croupier.odds.shapes.tiles_count import HOUSE, cells_of, table_of

    worth: Array = cells_of(table_of(game)) @ nets(ends.wager)
    best: Array = worth.argmax(axis=1)
    best[worth[:, HOUSE] == worth.max(axis=1)] = HOUSE
    return best


def name_of(cell: int) -> str:
    """A cell in words."""
    from croupier.odds.shapes.tiles_count import COMPARED

    zero, (high, low) = cell // COMPARED, divmod(cell % COMPARED, 3)
    return f"high hand {NAMES[high]}, low hand {'zero' if zero else NAMES[low]}"


def relied_on(game: Playable, *tables: Paytable) -> tuple[str | None, ...]:
    """The readings behind every count, and behind the tables."""
    return (*(table.reading for table in tables), *(game.terms.reading_of(option) for option in RELIED_ON))


@dataclass(frozen=True)
class FourTiles(Shape):
    """Four tiles set into two hands against a bank."""

    def prices(self, game: Playable, wanted: str | None = None, stake: int | None = None) -> Iterator[Price]:
        """The wager by the house way and set best, and the bank against one such wager."""
        from croupier.equipment.tiles import tiles

        if list(game.pack) != tiles():
            raise NotPriced(f"{game.terms.id}: hands are counted of a set of 32 tiles ({game.terms.clause})")
        if wanted in (None, PAI_GOW):
            for table in tables_of(game, PAI_GOW):
                yield from self._wager(with_posted(game, table), table, stake)
        for spot in (BANK, CO_BANK):
            if wanted in (None, spot) and spot in game.terms.wagers:
                for table in tables_of(game, spot):
                    yield self._bank(with_posted(game, table), spot, table, stake)

    def _wager(self, game: Playable, table: Paytable, stake: int | None) -> Iterator[Price]:
        import numpy as np

        from croupier.odds.shapes.tiles_count import HOUSE, cells_of, kinds, table_of

        at = stake_of(game, table, stake)
        ends, cells = ends_of(game, at), cells_of(table_of(game))
        rows = np.arange(len(cells))
        for strategy, counts in ((HOUSE_WAY, cells[:, HOUSE]), (BEST, cells[rows, best_ways(game, ends)])):
            tally = _tallied(at, ends.wager, kinds().weights @ counts)
            tally.rests_on(*relied_on(game, table))
            said = note(game, table, at, won(game, PAI_GOW, ends.wager), stated=stake is not None)
            yield Price(
                PAI_GOW,
                table.id,
                tally.outcomes,
                strategy=strategy,
                clause=table.clause,
                readings=tally.readings,
                note=(BEST_IS if strategy == BEST else "") + said,
            )

    def _bank(self, game: Playable, spot: str, bank: Paytable, stake: int | None) -> Price:
        """A bank against one wager, all hands by the house way, per unit of that wager."""
        from croupier.odds.shapes.tiles_count import HOUSE, cells_of, kinds, table_of

        table = game.terms.chosen[PAI_GOW]
        at = stake_of(game, table, stake) * (1 if stake or spot == BANK else 2)  # half of a co-bank's win comes out even too
        ends = ends_of(game, at).banks[spot]
        tally = _tallied(at, ends, kinds().weights @ cells_of(table_of(game))[:, HOUSE])
        tally.rests_on(*relied_on(game, bank, table))
        said = note(game, bank, at, won(game, spot, ends), stated=stake is not None)
        return Price(
            spot,
            bank.id,
            tally.outcomes,
            strategy=HOUSE_WAY,
            clause=bank.clause,
            readings=tally.readings,
            note=f"per unit of the one wager against it; {said}",
        )

    def weighed(self, game: Playable, sight: Sight, request: Question) -> Advice | None:
        from croupier.odds.shapes.tiles_advice import weighed

        return weighed(game, sight, request)

    def strategy(self, game: Playable) -> tuple[tuple[Chart, ...], str]:
        from croupier.odds.shapes.tiles_advice import strategy

        return strategy(game)

    def simulations(self, game: Playable) -> Iterator[Simulation]:
        from croupier.odds.shapes.tiles_simulation import simulations

        return simulations(game)

    def dealt(self, seed: int, index: int, simulation: Simulation) -> dict[int | str, list[Card]]:
        """The tiles of one round of the kernel."""
        from croupier.odds.shapes.tiles_simulation import dealt

        return dealt(seed, index)


def _tallied(unit: int, ends: tuple[Settled | None, ...], counts: Array) -> Tally:
    """So many deals of each cell, by what becomes of them and how they compare."""
    tally = Tally(unit)
    for cell, (settled, count) in enumerate(zip(ends, counts.tolist(), strict=True)):
        if settled is not None and count:
            tally.add(settled, count, f"{settled.outcome}, {name_of(cell)}")
    return tally
