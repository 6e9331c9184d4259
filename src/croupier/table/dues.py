"""Commission on a wager: what the house keeps, and what of it is due as the bet is made and so lies with the stake."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from croupier.rules.payouts import Payout
from croupier.rules.resolve import GameRules, Wager
from croupier.table.playable import Spot


def charged(wager: Wager) -> bool:
    """Does the house take a commission on this wager at all?"""
    return wager.dice is not None and wager.dice.commission is not None


def taken(game: GameRules, wager: Wager) -> str | None:
    """When the house takes its commission on a wager, if it takes one: as it is made, or from a win."""
    rule = wager.dice.commission if wager.dice is not None else None
    return None if rule is None else str(game.options.get(rule.taken, rule.taken))


def prepaid(game: GameRules, wager: Wager) -> bool:
    """Is the commission due with the bet?"""
    return taken(game, wager) == "at-bet"


@lru_cache(maxsize=64)
def _rate(text: str) -> Payout:
    return Payout.parse(text)


def exact(game: GameRules, spot: Spot, row: str, stake: int) -> Fraction:
    """The house's share to the fraction of a cent."""
    rule = spot.wager.dice.commission if spot.wager.dice is not None else None
    if rule is None:
        return Fraction(0)
    rate = _rate(str(game.options[rule.rate])).figure
    return rate * (stake if rule.of == "stake" else game.chosen[spot.wager.id].rows[row].won(stake))


def commission(game: GameRules, spot: Spot, row: str, stake: int) -> int:
    """What the house keeps, in whole cents, a fraction of a cent dropped."""
    return int(exact(game, spot, row, stake))


def with_the_bet(game: GameRules, spot: Spot, stake: int) -> int:
    """What must be paid beside a stake to make the bet; nothing where the house takes its share from a win."""
    if not charged(spot.wager) or not stake or not prepaid(game, spot.wager):
        return 0
    own = str(spot.names)
    return commission(game, spot, own if own in game.chosen[spot.wager.id].rows else "win", stake)


def largest(game: GameRules, spot: Spot, chips: int) -> int:
    """The largest stake that `chips` pay for together with what is due beside it."""
    low, high = chips - with_the_bet(game, spot, chips), chips
    while low < high:
        middle = (low + high + 1) // 2
        if middle + with_the_bet(game, spot, middle) <= chips:
            low = middle
        else:
            high = middle - 1
    return max(low, 0)
