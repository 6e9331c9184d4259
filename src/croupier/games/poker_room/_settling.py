"""The pot is divided: uncalled bets back, rake and drop out, shares to the winners; each seat gets one line of what it put in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from croupier.equipment.cards import Card
from croupier.errors import Refused
from croupier.games.poker_room._division import Order, Share, Worth, award, by_button, by_suit, worth
from croupier.games.poker_room._hand import DROP, RAKE, Poker
from croupier.games.poker_room._pots import Pot, Pots, divide
from croupier.games.poker_room._rake import Taken, take
from croupier.rules.parts import Ground as Cited
from croupier.rules.terms import Rule, grounds, joined
from croupier.table.betting import POT
from croupier.table.citing import Ground, cite
from croupier.table.table import Table


class Again(NamedTuple):
    """A board that was run a second time, and what let it be."""

    board: Sequence[Card]
    rule: Rule[str] | None


class Result(NamedTuple):
    """How a pot was divided."""

    pots: Pots
    taken: Taken
    shares: Mapping[int, Share]
    drops: bool = False
    """Does the table take a sum for a fund, as soon as a pot is large enough?"""
    again: Again | None = None

    def as_json(self) -> dict[str, Any]:
        """As a settled showdown is told."""
        found: dict[str, Any] = {
            "awards": {str(seat): share.cents for seat, share in sorted(self.shares.items()) if share.cents},
            "rake": self.taken.rake,
        }
        if self.drops:
            found["promotional-drop"] = self.taken.drop
        if self.pots.uncalled:
            found["uncalled-returned"] = {str(seat): cents for seat, cents in self.pots.uncalled.items()}
        return found


def _rule(entry: Cited | None) -> Rule[str] | None:
    return None if entry is None else Rule("", joined(entry.clause), entry.reading)


def rake_and_drop(table: Table, rules: Poker, pots: Pots, *, flop: bool) -> Taken:
    """What the house and the fund take of the called money."""
    file = table.terms.file
    assert file.rake is not None
    raked = flop or not rules.variant.board_cards or file.rake.none_before_flop is None
    sum_ = rules.promotional_drop
    drop = (file.drop.cents or 0) if sum_ is True and file.drop is not None else int(sum_)
    least = rules.least_pot_for_drop
    return take(pots, rules.rake, chip=rules.chip, raked=raked, drop=drop, least_pot=0 if least == "none" else int(least))


def settle(
    table: Table,
    rules: Poker,
    put_in: Mapping[int, int],
    *,
    out: Collection[int],
    hands: Mapping[int, Sequence[Card]],
    board: Sequence[Card],
    button: int | None,
    dead: Mapping[int, int] | None = None,
    again: Again | None = None,
) -> Result:
    """Divide what was put in among the seats that are not `out`; `hands` are those shown, where there is a showdown.

    Of what was put in, `dead` money is nobody's bet: it lies in the pot in the centre, and none of it is called or goes back.
    """
    variant = rules.variant
    pots = divide({seat: cents - (dead or {}).get(seat, 0) for seat, cents in put_in.items()}, out).with_more(
        sum((dead or {}).values())
    )
    taken = rake_and_drop(table, rules, pots, flop=bool(board))
    live = [seat for seat in put_in if seat not in out]
    contested = any(len(pot.seats) > 1 for pot in pots.pots)
    boards = [board] if again is None or not contested else [board, again.board]
    found = []
    for run, halved in zip(boards, _runs(taken.pots, len(boards), chip=rules.chip), strict=True):
        worths = {seat: worth(variant, hands[seat], run) if contested else Worth(None, None) for seat in live}
        found.append(award(halved, variant, worths, chip=rules.chip, order=_order(table, rules, hands, run, button)))
    shares = found[0] if len(found) == 1 else _together(found)
    result = Result(pots, taken, shares, drops=bool(rules.promotional_drop), again=again)
    said = grounds(variant.outcomes)
    for seat, cents in put_in.items():
        _line(table, rules, result, seat, cents, said=said, shown=bool(hands))
    table.takings = {RAKE: taken.rake, DROP: taken.drop}
    table.besides["showdown"] = result.as_json()
    return result


def _runs(pots: Sequence[Pot], runs: int, *, chip: int) -> list[list[Pot]]:
    """The pots for each run of the board: equal parts, the odd chip with the first."""
    rest = [pot.cents // runs // chip * chip for pot in pots]
    first = [pot._replace(cents=pot.cents - part * (runs - 1)) for pot, part in zip(pots, rest, strict=True)]
    return [first, *([pot._replace(cents=part) for pot, part in zip(pots, rest, strict=True)] for _ in range(runs - 1))]


def _together(runs: Sequence[Mapping[int, Share]]) -> dict[int, Share]:
    """What each seat gets of all runs."""
    found = {seat: Share() for seat in runs[0]}
    for shares in runs:
        for seat, share in shares.items():
            found[seat].cents += share.cents
            found[seat].ways |= share.ways if share.cents else set()
            for case in share.cases:
                found[seat].rest_on(case)
    return found


def _order(table: Table, rules: Poker, hands: Mapping[int, Sequence[Card]], board: Sequence[Card], button: int | None) -> Order:
    if rules.variant.odd_chip == "suit":
        return by_suit(rules.variant, hands, board)
    if button is not None:
        return by_button(button, table.capacity)

    def missing(seats: Sequence[int], share: str) -> list[int]:
        ground = grounds(rules.variant.outcomes).get("odd-chip", Rule("", joined(rules.variant.clause), None))
        raise Refused("an odd chip goes by the button, and where it lies is not said", clause=ground.clause)

    return missing


def _line(
    table: Table, rules: Poker, result: Result, number: int, stake: int, *, said: Mapping[str, Rule[str]], shown: bool
) -> None:
    """A seat's whole part in the pot: what it put in against what it gets, an uncalled bet included."""
    share, back = result.shares.get(number, Share()), result.pots.uncalled.get(number, 0)
    total = share.cents + back
    returned = min(stake, total)
    alone = list(result.shares) == [number]
    outcome = "uncontested" if alone and not shown else _outcome(share)
    dead = table.seats[number].dead
    out = said.get("fold") if dead is None else dead
    cited: list[Ground | None] = [said.get(outcome) if number in result.shares else out]
    if {"high", "low"} <= share.ways:
        cited = [said.get("high"), said.get("low")]
    cited += [said.get(case) for case in share.cases]
    file = table.terms.file
    assert file.rake is not None
    if back:
        cited.append(_rule(file.rake.uncalled))
    if share.cents and result.again is not None:
        cited.append(result.again.rule)
    if share.cents and len(result.pots.pots) > 1:
        cited.append(said.get("side-pot"))
    wins = bool(share.ways)  # of a pot that the rake took whole there is nothing left to win
    if wins and result.taken.rake:
        method: Any = rules.rake["method"]
        cited.append(_rule(file.rake.methods.get(method)))
        if result.pots.left:
            cited.append(_rule(file.rake.uncalled_of_a_dead_hand))
    if wins and result.taken.drop and file.drop is not None:
        cited.append(Rule("", joined(file.drop.clause), file.drop.reading))
    clause, reading = cite(*cited)
    table.settle(table.seats[number], POT, outcome, returned=returned, won=total - returned, clause=clause, reading=reading)


def _outcome(share: Share) -> str:
    """One word for what a seat's part in the pot came to: a half of it, all that it could win, or nothing."""
    if not share.ways:
        return "lose"
    return next(iter(share.ways)) if share.ways in ({"high"}, {"low"}) else "win"
