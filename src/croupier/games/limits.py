"""The most a hand pays: limits that a text sets, or lets the house set, on what one player can win in a round."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from croupier.games.questions import CardQuestions
from croupier.rules.limits import least_stakes
from croupier.rules.once import once_a_file
from croupier.rules.payouts import Kind
from croupier.rules.resolve import GameRules
from croupier.rules.terms import Rule, Wager
from croupier.table.table import Seat, Table


class LimitedPayouts(CardQuestions):
    """Asked of every game whose payouts may be limited."""

    maximum_payout: Rule[int | Literal["none"]]
    maximum_payout_covers: tuple[str, ...]


def hold_to_limit(table: Table, seat: Seat, rules: LimitedPayouts) -> None:
    """Cut the seat's winnings down to the limit in force: where the text has it so, never below what the least wager could win."""
    if rules.maximum_payout.value != "none":
        least = most_at_minimum(table.terms, rules.maximum_payout_covers) if table.terms.posted.lifts_payouts else 0
        table.cap(seat, rules.maximum_payout_covers, max(rules.maximum_payout.value, least), because=rules.maximum_payout)


def hold_wager_to_limit(table: Table, seat: Seat, wager: Wager) -> None:
    """Cut what one wager, and others under the same limit, have won down to what the house posts for them."""
    if wager.payout_limit is not None:
        limit = table.terms.rule(wager.payout_limit)
        if limit.value != "none":
            covers = tuple(name for name, other in table.terms.wagers.items() if other.payout_limit == wager.payout_limit)
            lifted = wager.least_win_lifts or table.terms.posted.lifts_payouts
            least = most_at_minimum(table.terms, covers) if lifted else 0
            table.cap(seat, covers, max(limit.value, least), because=limit)


def hold_round_to_limit(table: Table, wager: Wager) -> None:
    """Cut what a wager wins at all seats of a round down to one limit: the best hands share what the others leave, by their stakes."""
    limit = table.terms.rule(str(wager.payout_limit))
    won = [(index, line) for index, line in enumerate(table.lines) if line.wager == wager.called and line.won]
    if limit.value == "none" or sum(line.won for _, line in won) <= limit.value:
        return
    rows = list(table.terms.chosen[wager.id].rows)
    best = min(rows.index(line.outcome) for _, line in won)
    sharing = [(index, line) for index, line in won if rows.index(line.outcome) == best]
    left = max(limit.value - sum(line.won for _, line in won if rows.index(line.outcome) != best), 0)
    stakes = sum(line.stake for _, line in sharing)
    for index, line in sharing:
        table.cut_win(index, min(line.won, left * line.stake // stakes), because=limit)


def most_at_minimum(terms: GameRules, covers: tuple[str, ...]) -> int:
    """The most one player could win in a round with every covered wager at its own posted minimum."""
    found = _found(terms)
    if covers not in found:
        least, won = least_stakes(terms.wagers), Fraction(0)
        for name in covers:
            if name in terms.wagers:
                odds = [payout.figure for payout in terms.chosen[name].rows.values() if payout.kind is Kind.TO_ONE]
                won += max(odds) * least[name]
        found[covers] = int(won)
    return found[covers]


@once_a_file
def _found(terms: GameRules) -> dict[tuple[str, ...], int]:
    """What `most_at_minimum` found of a game, by what is covered."""
    return {}
