"""Craps: what one roll does to a wager is asked of the rows that settle at the table; where that ends is a chain in fractions.

A price is per unit of the wager as it is made, a commission paid with it included, until it is decided or comes back. Rolls for
which a wager is off delay its decision and change nothing else, so wagers on numbers are priced as with a point standing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.equipment.dice import ROLLS
from croupier.games.dice._wagers import SEVEN, Hand, odds_limit, row_of, share_of, supported, taken, terms, verdict
from croupier.odds.analyze import tables_of
from croupier.odds.chains import absorbed, in_whole_numbers
from croupier.odds.posted import with_posted
from croupier.odds.price import Price, gathered
from croupier.rules.payouts import Payout
from croupier.rules.resolve import Paytable, Wager
from croupier.table.playable import Playable, Spot, at_place
from croupier.table.table import Table

End = tuple[str, Fraction, Fraction]
"""How a wager ends: its name, what it nets, what was staked."""
CHANCE: Final = Fraction(1, len(ROLLS))


class At(NamedTuple):
    """Where a stake stands, with the point and the points made so far."""

    spot: str
    point: int | None = None
    made: frozenset[int] = frozenset()


class Layout:
    """A dice layout with one table posted for one wager, asked roll by roll what becomes of a stake."""

    def __init__(self, game: Playable, table: Paytable) -> None:
        self.table = Table(with_posted(game, table), [1])
        self.points: tuple[int, ...] = tuple(game.rules.points)

    def moves(self, at: At) -> tuple[dict[At, Fraction], dict[End, Fraction]]:
        """One roll: on to other places, or to an end."""
        on: dict[At, Fraction] = {}
        ends: dict[End, Fraction] = {}
        spot, hand = self.table.spots[at.spot], Hand(point=at.point, made=set(at.made))
        for dice in ROLLS:
            result = verdict(self.table, hand, self.table.seats[1], spot, dice)
            if result is None:
                goes_to = self.after(at, spot, sum(dice))
                on[goes_to] = on.get(goes_to, Fraction(0)) + CHANCE
            else:
                end = self.end(hand, spot, result, sum(dice))
                ends[end] = ends.get(end, Fraction(0)) + CHANCE
        return on, ends

    def after(self, at: At, spot: Spot, total: int) -> At:
        """A travelling bet goes to its number's box; where the marker matters it is set, made or lost."""
        row = terms(spot).row
        if row.travels:
            return at if spot.names is not None else at._replace(spot=at_place(spot.wager.id, str(total)))
        if row.resolves not in ("line", "points"):
            return at
        if at.point is None:
            return at._replace(point=total) if total in self.points else at
        if total == SEVEN:
            return At(at.spot)
        if total != at.point:
            return at
        return at._replace(point=None, made=at.made | {total} if row.resolves == "points" else at.made)

    def end(self, hand: Hand, spot: Spot, result: str, total: int) -> End:
        """What a decided unit nets; a commission paid with the bet is part of the unit."""
        posted = self.table.terms.chosen[spot.wager.id]
        if result == "push":
            return "push", Fraction(0), Fraction(1)
        row = row_of(self.table, hand, spot, posted, total)
        kept = self.commission(spot, posted, row)
        unit = 1 + kept if taken(self.table, spot.wager) == "at-bet" else Fraction(1)
        if result == "lose":
            return "lose", Fraction(-1), Fraction(1)
        winning = share_of(self.table, spot, total) if terms(spot).row.parts else Fraction(1)
        plain = not terms(spot).row.parts and (row == "win" or spot.names is not None)
        net = winning * (posted.rows[row].figure + 1) - 1 - kept
        return "win" if plain else row, net / unit, Fraction(1)

    def commission(self, spot: Spot, posted: Paytable, row: str) -> Fraction:
        """What the house keeps of a unit, exactly."""
        rule = terms(spot).commission
        if rule is None:
            return Fraction(0)
        rate = Payout.parse(str(self.table.terms.options[rule.rate])).figure
        return rate if rule.of == "stake" else rate * posted.rows[row].figure

    def starts(self, spot: Spot) -> dict[At, Fraction]:
        """Where a wager begins: before a come-out roll where the marker decides it, else with a point standing."""
        row = terms(spot).row
        if row.resolves == "odds" and spot.names is None:
            numbers = self.numbers(supported(self.table, spot))
            whole = sum(numbers.values())
            return {At(spot.id, number): chance / whole for number, chance in numbers.items()}
        followed = row.resolves == "points" or (row.resolves == "line" and not row.travels)
        return {At(spot.id, None if followed else self.points[0]): Fraction(1)}

    def numbers(self, spot: Spot) -> dict[int, Fraction]:
        """The numbers that a bet with odds behind it comes to stand on, with their chances."""
        if isinstance(spot.names, int):
            return {spot.names: Fraction(1)}
        (start,) = self.starts(spot)
        found: dict[int, Fraction] = {}
        for at, chance in self.moves(start)[0].items():
            box = self.table.spots[at.spot].names
            number = box if isinstance(box, int) else at.point
            assert number is not None, f"{spot.id} stays without a number"
            found[number] = chance
        return found

    def behind(self, spot: Spot) -> Wager | None:
        """The odds wager that supports a bet, if there is one."""
        found = (wager for wager in self.table.terms.wagers.values() if wager.dice and wager.dice.row.supports == spot.wager.id)
        return next(found, None)


def price(game: Playable, spot: Spot, table: Paytable) -> Price:
    """One place of the layout under one pay table, named by its place."""
    layout = Layout(game, table)
    chances, rolls = absorbed(layout.starts(spot), layout.moves)
    rule = terms(spot).commission
    relied = [table.reading, spot.wager.reading, None if rule is None else rule.reading]
    found = Price(
        wager=spot.id,
        paytable=table.id,
        outcomes=gathered(in_whole_numbers(chances)),
        clause=table.clause,
        readings=tuple(dict.fromkeys(filter(None, relied))),
    )
    return replace(found, note="; ".join(notes(layout, spot, found, rolls)))


def notes(layout: Layout, spot: Spot, found: Price, rolls: Fraction) -> Iterator[str]:
    """Figures beside the price, and what it does not depend on."""
    row, rule, edge = terms(spot).row, terms(spot).commission, found.house_edge
    if row.resolves == "odds":
        yield f"only behind {row.supports}"
    pushed = Fraction(sum(outcome.weight for outcome in found.outcomes if outcome.outcome == "push"), found.weight)
    if pushed:
        yield f"per decision {float(edge / (1 - pushed)):.4%}"
    if rolls > 1:
        yield f"per roll {float(edge / rolls):.4%}, {float(rolls):.2f} rolls" if edge else f"{float(rolls):.2f} rolls"
    if rule is not None:
        rate, at_bet = layout.table.terms.options[rule.rate], taken(layout.table, spot.wager) == "at-bet"
        when = "paid with the bet, and priced as part of it" if at_bet else "from wins only"
        yield f"commission {rate} of the {rule.of}, {when}"
    if shown := ", ".join(with_odds(layout, spot, found)):
        yield f"of all staked with odds {shown}"
    if terms(spot).come_out.action == "off":
        what = "then it comes back with its bet" if row.resolves == "odds" else "the price is the same"
        yield f"off on come-out rolls unless called on: {what}"
    if any(outcome.net.denominator > 1 for outcome in found.outcomes):
        yield "for stakes that can be paid exactly"


def with_odds(layout: Layout, spot: Spot, found: Price) -> Iterator[str]:
    """What a bet costs of all that is staked with once its stake in odds, twice, and as much as the house takes."""
    wager = layout.behind(spot)
    if wager is None or wager.dice is None:
        return
    row, table = wager.dice.row, layout.table.terms.chosen[wager.id]
    once: list[tuple[Spot, int, Fraction, Fraction]] = []
    for number, chance in layout.numbers(spot).items():
        place = layout.table.spots.get(at_place(wager.id, str(number))) or layout.table.spots[wager.id]
        chances, _ = absorbed({At(place.id, number): Fraction(1)}, layout.moves)
        stake = chance / table.rows[str(number)].figure if row.limited == "winnings" else chance
        once.append((place, number, stake, -stake * sum(net * share for (_, net, _), share in chances.items())))
    most = [odds_limit(layout.table, place, number) for place, number, _, _ in once]
    shown = {f"{times}x": [Fraction(times)] * len(once) for times in (1, 2)}
    if None not in most:
        shown[str(layout.table.terms.options[row.limit or ""])] = [Fraction(times or 0) for times in most]
    for label, taken_times in shown.items():
        if all(limit is None or times <= limit for times, limit in zip(taken_times, most, strict=True)):
            lost = sum(times * cost for times, (_, _, _, cost) in zip(taken_times, once, strict=True))
            staked = sum(times * stake for times, (_, _, stake, _) in zip(taken_times, once, strict=True))
            yield f"{label} {float((found.house_edge + lost) / (found.staked + staked)):.4%}"


def places(game: Playable) -> Iterator[Spot]:
    """Where a player can put a chip; the boxes of travelling bets are only reached."""
    for spot in game.spots.values():
        if not terms(spot).row.travels or spot.names is None:
            yield spot


def prices(game: Playable, wanted: str | None = None) -> Iterator[Price]:
    """Every place under every table its wager could have, named by its place: `place-6`."""
    for spot in places(game):
        if wanted in (None, spot.wager.id, spot.id):
            for table in tables_of(game, spot.wager.id):
                yield price(game, spot, table)
