"""Progressive wagers: worth at the seed, what each dollar on the meter adds, and the meter at which the wager breaks even."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from croupier.odds.analyze import tables_of
from croupier.odds.one_event import Case
from croupier.odds.price import Price, gathered
from croupier.rules.payouts import Kind
from croupier.table.playable import Playable, compile_rows
from croupier.table.progressive import ENVY, PROGRESSIVE


def price_progressive(game: Playable, cases: Iterable[Case], meter: int | None = None) -> Iterator[Price]:
    """The progressive chip, collected whatever happens, with the meter at `meter` cents or at its seed."""
    wager = game.game.wagers[PROGRESSIVE]
    stake = wager.amount or 100
    terms = game.game.meters[wager.meter or ""]
    amount = terms.seed if meter is None else meter
    known = list(cases)
    total = sum(weight for _, _, weight in known)
    for table in tables_of(game, PROGRESSIVE):
        rows = compile_rows(game.game, table, game.patterns)
        counts: dict[tuple[str, Fraction, Fraction], int] = {}
        fixed, share = Fraction(0), Fraction(0)
        for value, cards, weight in known:
            key = ("lose", Fraction(-1), Fraction(1))
            for row, test, payout in rows:
                if test(value, cards):
                    won = payout.figure * amount if payout.kind is Kind.METER else payout.figure
                    if payout.kind is Kind.METER:
                        share += payout.figure * weight
                    else:
                        fixed += payout.figure * weight
                    key = (row, Fraction(won) / stake - 1, Fraction(1))
                    break
            counts[key] = counts.get(key, 0) + weight
        even = (stake * total - fixed) / share if share else Fraction(0)
        envy = _envy(game, known, total)
        note = f"meter {amount / 100:,.2f}; breaks even at {float(even) / 100:,.2f}"
        note += f"; each other player adds {float(envy / stake):.4%} in envy" if envy else ""
        relied = (table.reading,) if table.reading else ()
        yield Price(PROGRESSIVE, table.id, gathered(counts), clause=table.clause, readings=relied, note=note)


def _envy(game: Playable, known: list[Case], total: int) -> Fraction:
    """What one other player's hand is worth in envy, in cents; the same for each of them."""
    if ENVY not in game.game.chosen:
        return Fraction(0)
    rows = compile_rows(game.game, game.game.chosen[ENVY], game.patterns)
    paid = Fraction(0)
    for value, cards, weight in known:
        for _, test, payout in rows:
            if test(value, cards):
                paid += payout.figure * weight
                break
    return paid / total
