"""One limit on what a hand pays, over wagers that are priced and others beside them: what is left then depends on what the others win.

A side wager is priced by the cards it looks at, and those do not say whether the ante beside it wins. It is refused there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from fractions import Fraction

from croupier.errors import NotPriced
from croupier.games.limits import LimitedPayouts, most_at_minimum
from croupier.rules.payouts import Kind
from croupier.table.playable import Playable
from croupier.table.settlement import Line, money


def refuse_a_shared_limit(game: Playable, lines: Iterable[Line], counted: Set[str]) -> None:
    """Refuse what some of a hand's lines are paid where the limit may leave them less for what the others win.

    `counted` are the names on the lines that are priced. Others are paid first if they come before them in the layout.
    """
    limit = limit_of(game)
    if limit is None:
        return
    covered = {game.spots[wager].called for wager in game.rules.maximum_payout_covers if wager in game.spots}
    by_odds, stakes = list[Line](), dict[str, int]()
    for line in lines:
        stakes[line.wager] = line.stake
        if line.wager in counted & covered and line.won and _paid_by_odds(game, line):
            by_odds.append(line)
    if not by_odds:
        return
    last = max(by_odds, key=lambda line: game.order[line.wager])
    earlier = [name for name in covered - counted if game.order[name] < game.order[last.wager]]
    most = {name: won for name in earlier if (won := most_won(game, name, stakes))}
    if most and sum(line.won for line in by_odds) + sum(most.values()) > limit:
        *others, other = sorted(most, key=lambda name: game.order[name])
        rule, beside = game.rules.maximum_payout, " and ".join(filter(None, (", ".join(others), other)))
        raise NotPriced(
            f"{game.terms.id}: {last.wager} at a stake of {money(last.stake)}: one limit of {money(limit)} holds it and the {beside}"
            f" that it needs beside it, and what is left of that depends on what they win: ask at a smaller stake ({rule.clause})"
        )


def limit_of(game: Playable) -> int | None:
    """The most that a hand is paid by odds, in cents; None where nothing limits it."""
    rules = game.rules
    if not isinstance(rules, LimitedPayouts) or rules.maximum_payout.value == "none":
        return None
    least = most_at_minimum(game.terms, rules.maximum_payout_covers) if game.terms.posted.lifts_payouts else 0
    return max(rules.maximum_payout.value, least)


def most_won(game: Playable, name: str, stakes: Mapping[str, int]) -> Fraction:
    """No less than the most a wager can win beside these stakes: what is put down later, or never, goes by the wager it is added to."""
    wager = game.called[name].wager
    base = stakes.get(name) or 0
    if not base and wager.of is not None and wager.of in game.spots:
        base = stakes.get(game.spots[wager.of].called, 0) * max(wager.times or (1,))
    table = game.terms.chosen.get(wager.id)
    odds = [payout.figure for payout in table.rows.values() if payout.kind is Kind.TO_ONE] if table is not None else []
    return base * max(odds, default=Fraction(1))


def _paid_by_odds(game: Playable, line: Line) -> bool:
    """Is a line's win under the limit at all? Fixed sums are paid whole."""
    table = game.terms.chosen.get(game.called[line.wager].wager.id)
    row = None if table is None else table.rows.get(line.outcome)
    return row is None or row.kind is not Kind.FIXED
