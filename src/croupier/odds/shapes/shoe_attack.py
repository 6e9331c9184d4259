"""A second wager laid beside the first once the dealer's card is seen: where it pays, and how rounds end with it.

A hand is played the same whatever lies on it, so each of the dealer's cards is met with all that may be laid or with nothing. Both are
solved, each with what the table nets for it; what a second wager is worth against a card is the difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from croupier.games.blackjack._hands import BLACKJACK, DOUBLE_ATTACK
from croupier.odds.cells import unit_of
from croupier.odds.shapes.shoe_boxes import STAKE
from croupier.odds.shapes.shoe_plan import Ends, Plan, mean, merged, solve
from croupier.odds.shapes.shoe_terms import NAMES, SHOWN, terms_of
from croupier.table.playable import Playable

ATTACKED = ", attacked"


@dataclass(frozen=True)
class Attack:
    """The best play with the first wager alone, and with as much again beside it."""

    plain: Plan
    attacked: Plan

    @cached_property
    def taken(self) -> tuple[bool, ...]:
        """By the dealer's card: whether the second wager is laid."""
        both = zip(self.plain.ends_of, self.attacked.ends_of, strict=True)
        return tuple(mean(attacked) > mean(plain) for plain, attacked in both)

    @cached_property
    def ends(self) -> Ends:
        """How rounds end when it is laid where it pays."""
        told = (
            {(name + ATTACKED, net, staked): often for (name, net, staked), often in of.items()} for of in self.attacked.ends_of
        )
        both = zip(self.taken, self.plain.ends_of, told, strict=True)
        return merged(attacked if taken else plain for taken, plain, attacked in both)

    def worth(self, shown: int) -> float:
        """What a second wager as large as the first nets against a dealer's card, in units of the first."""
        plain, attacked = self.plain.ends_of[shown], self.attacked.ends_of[shown]
        return (mean(attacked) - mean(plain)) / sum(plain.values())

    @property
    def against(self) -> str:
        """The cards against which it is laid, in words."""
        return ", ".join(NAMES[shown] for shown in SHOWN if self.taken[shown])


def attack_of(
    game: Playable, *, by_total: bool = False, stake: int | None = None, shoe: tuple[int, ...] | None = None
) -> Attack | None:
    """The second wager of a game, where it has one."""
    if DOUBLE_ATTACK not in game.terms.wagers:
        return None
    amount = unit_of(game, BLACKJACK, STAKE if stake is None else stake)
    plain, attacked = (solve(terms_of(game, shoe, stake, laid), by_total=by_total) for laid in (0, amount))
    return Attack(plain, attacked)
