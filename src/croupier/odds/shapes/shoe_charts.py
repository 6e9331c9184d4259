"""Basic strategy as a table: what to do with every total and every pair against each card the dealer shows."""

from __future__ import annotations

from croupier.games.blackjack._hands import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, STAND, SURRENDER
from croupier.odds.kernels.blackjack import hands
from croupier.odds.shapes.shoe_boxes import ALONE, LENT
from croupier.odds.shapes.shoe_plan import plan_of
from croupier.odds.shapes.shoe_terms import ACES, NAMES, SHOWN, TENS
from croupier.table.playable import Playable


def strategy_table(game: Playable) -> list[dict[str, str]]:
    """Basic strategy: a row a hand, a column a dealer's card; what to do where the first word is not open follows `or`."""
    plan, known = plan_of(game, by_total=True), hands()
    rows: list[dict[str, str]] = []

    def write(name: str, first: int, second: int, kind: int) -> None:
        hand = known.place(first, second)
        row = {"hand": name}
        for shown in SHOWN:
            word = HIT if plan.hits[shown, kind, hand] else STAND
            if plan.doubles[shown, kind, hand]:
                word = f"{(DOUBLE, FREE_DOUBLE)[plan.doubles[shown, kind, hand] - 1]} or {word}"
            pair = plan.terms.pairs[first] if first == second else None
            if pair is not None and plan.splits[shown, first]:
                word = FREE_SPLIT if pair.lammers else SPLIT
            if not kind and plan.gives_up[shown, hand]:
                word = f"{SURRENDER} or {word}"
            row[NAMES[shown]] = word
        rows.append(row)

    for kind in (ALONE, LENT) if plan.terms.lammers else (ALONE,):
        on = ", on a lammer" if kind else ""
        for total in range(19, 4, -1):
            high = min(TENS, total - 3)
            write(f"hard {total}{on}", total - high - 2, high, kind)
        for other in range(8, 0, -1):
            write(f"soft {other + 12}{on}", ACES, other, kind)
    for value in (ACES, *range(TENS, 0, -1)):
        write(f"{NAMES[value]}, {NAMES[value]}", value, value, 0)
    return rows
