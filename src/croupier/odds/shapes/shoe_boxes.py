"""Hands of one box at a real table: a round for each way a hand can come about and stand."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.equipment.cards import ACE, Card, card, cards, deck
from croupier.errors import NotPriced, Refused
from croupier.games.blackjack import _hands as table
from croupier.games.blackjack._hands import BLACKJACK, DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, STAND
from croupier.games.blackjack.blackjack_switch import KEEP, SWITCH
from croupier.games.blackjack.multiple_action_blackjack import CIRCLES
from croupier.hands.blackjack import points, value
from croupier.odds.cells import Asked, Deal, Settled, unit_of
from croupier.odds.refusing import refused
from croupier.odds.shapes.shoe_bonuses import NOTHING, PLAIN
from croupier.table import acts
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Request

ALONE, FIRST, STAKED, LENT = range(4)
"""Kinds of hands: the only one of its box, the first of several, one that was split off for a stake, one split off on a lammer."""
KINDS: Final = 4
SINGLE, DOUBLED, DOUBLED_FREE, SECOND, DOUBLED_SECOND = range(5)
STANDS: Final = ("", ", doubled", ", doubled free", ", second chance", ", doubled, second chance")
"""The last two where a hand above 21 may be saved."""
WORDS: Final = (STAND, DOUBLE, FREE_DOUBLE, table.SECOND_CHANCE, table.SECOND_CHANCE)

STAKE: Final = 2000
"""Cents, where nobody states a stake, that every row pays exactly, half of which are chips for insurance."""
SEVENTEEN, TWENTY_ONE = "Kc 7c", "5c Kc 6c"
DEALERS: Final = (SEVENTEEN, "Kc 8c", "Kc 9c", "Kc Qc", TWENTY_ONE, "6c Kc 6d", "6c Kc 7c")
"""Dealer's hands of 17 to 22, and above."""
OF_22: Final = 5
LATER_BLACKJACK: Final = "Kc 7c Ac"
"""A blackjack of a second round, to the card of the first."""
LATE_BLACKJACK: Final = "Kc Ac"
"""Against this one players act only where the dealer's second card comes after theirs: it then takes the place of 22."""
TOTALS: Final = (range(17), *(range(total, total + 1) for total in range(17, 22)), range(22, 40))
"""Own hands: up to 16, 17 to 21, and broken."""
BROKEN: Final = len(TOTALS) - 1
STIFF: Final = ("K", "6")
"""A hand that stands, or gives up."""
RANKS: Final = "6372845K9"
"""Further cards in the order they are tried: after a five or an eight, 11 comes first, which any text lets double."""
PAIRS: Final = {SPLIT: "8K", FREE_SPLIT: "8"}
"""Cards of which a pair is split for a stake, and for a lammer."""
SURE: Final = 4
"""The dealer's 21, against which nothing wins."""
Ranks = tuple[str, ...]
Rows = list[list[tuple[int, int]]]


FILLER: Final = tuple(cards("As Ks"))
"""A hand about which nobody is asked."""


class BesideAnother(Asked):
    """The second of a player's two boxes. In the first lies a blackjack, and no card is switched."""

    def laid(self, deal: Deal) -> Deal:
        if len(deal.hand) < 2 or deal.hand[0:4:2] == FILLER:
            return deal
        first, second, *drawn = deal.hand
        return deal._replace(hand=(FILLER[0], first, FILLER[1], second, *drawn))

    def settled(self, deal: Deal) -> Settled:
        return super().settled(self.laid(deal))

    def choices(self, deal: Deal) -> tuple[str, ...]:
        return super().choices(self.laid(deal))

    def unmentioned(self, request: Request) -> acts.Act | None:
        if isinstance(request, Decision) and SWITCH in request.choices:
            return acts.Choice(request.seat, KEEP)
        return None


def asked_of(game: Playable, unit: int, *only: str, first: tuple[str, ...] = ()) -> Asked:
    """A box at a real table: the only one of its player, or one of two; some of its lines, or all of them."""
    *others, opens = game.rules.boxes
    if not others:
        return Asked(game, {opens: unit}, only=only or None, first=first)
    mine = (name for name in game.terms.wagers if name not in others)
    return BesideAnother(game, dict.fromkeys(game.rules.boxes, unit), only=only or tuple(mine), first=first)


def refuse_boxes_apart(game: Playable) -> None:
    """Refuse two boxes whose wagers are paid by different tables: what is said of one hand is said of both."""
    first, *others = game.rules.boxes
    posted = game.terms.chosen
    for box in others:
        if list(posted[box].rows.items()) != list(posted[first].rows.items()):
            raise refused(game, f"{box} that is paid otherwise than {first} is not priced", clause=posted[box].clause)


def later_circles(game: Playable) -> tuple[str, ...]:
    """The wagers of later rounds that are played with the hand of the first."""
    return tuple(wager for wager in CIRCLES if wager != BLACKJACK and wager in game.spots)


class Hands:
    """Hands of one box at a real table."""

    def __init__(self, game: Playable, stake: int | None = None, attack: int = 0) -> None:
        # What is paid does not depend on how many decks there are, and the hands asked about need these cards.
        self.game = replace(game, pack=tuple(deck(decks=12, without=getattr(game.rules, "ranks_removed", ()))))
        self.opens = game.rules.boxes[-1]
        self.unit = unit_of(game, self.opens, STAKE if stake is None else stake)
        self.staked = self.unit + attack
        self.attack = (str(attack),) if table.DOUBLE_ATTACK in game.terms.wagers else ()
        self.later = later_circles(game)[:1]
        self.stakes = dict.fromkeys((BLACKJACK, *self.later), self.unit)
        suffix = CIRCLES[self.later[0]] if self.later else ""
        own, other = ((BLACKJACK, table.DOUBLE_DOWN, SPLIT), (*self.later, table.DOUBLE_DOWN + suffix, SPLIT + suffix))
        self.asked = self.second = asked_of(self.game, self.unit, first=self.attack)
        if self.later:
            self.asked, self.second = (Asked(self.game, self.stakes, only=only) for only in (own, other))
        named = {game.spots[wager].called: BLACKJACK for wager in (self.opens, *self.later)}
        self.called = {
            called: named.get(called, called.removesuffix(suffix)) for called in {spot.called for spot in game.spots.values()}
        }
        """What a line's wager is called on the first hand: those of a later round go by the same names."""
        self.amount = (str(self.staked),) if game.rules.double_amount.value == "up-to-wager" else ()
        self.gives_up = game.rules.surrender.value == "until-standing"
        self.saves = game.rules.after_a_bust is not None
        self.rescues = game.rules.rescue.value == "dealt-from-the-hand" and game.rules.dealing == "hand"
        self.late = bool(self.asked.choices(Deal(tuple(cards("Kd 6d")), tuple(cards(LATE_BLACKJACK)))))
        self.dealers: tuple[str, ...] = DEALERS
        if self.later or self.late:
            if self.net("Kd 6d", DEALERS[OF_22], STAND) != self.net("Kd 6d", DEALERS[-1], STAND):
                raise self.asked.refused(
                    "a dealer's 22 that is no broken hand, where a blackjack may come after the players' turn, is not priced"
                )
            self.dealers = (*DEALERS[:OF_22], LATE_BLACKJACK if self.late else LATER_BLACKJACK, *DEALERS[OF_22 + 1 :])

    def net(self, hand: str, dealer: str, *decisions: str) -> Fraction:
        """What a box nets, in units."""
        return Fraction(self.settle(cards(hand), dealer, decisions).net, self.unit)

    def settle(self, hand: Sequence[Card], dealer: str, decisions: Sequence[str]) -> Settled:
        """A round against a dealer's hand, which comes again where there are later rounds; or the second of them against a blackjack."""
        drawn = cards(dealer)
        if dealer == LATER_BLACKJACK:
            return self.second.settle(hand=hand, dealer=drawn, decisions=decisions)
        return self.asked.settle(hand=hand, dealer=drawn + (drawn[1:] if self.later else []), decisions=decisions)

    def may(self, hand: tuple[Card, ...], word: str, before: tuple[str, ...] = ()) -> bool:
        """Does the table let a hand do this, after other decisions?"""
        return word in self.asked.choices(Deal(hand, tuple(cards(SEVENTEEN)), decisions=before))

    def asks_after_a_double(self, total: int) -> bool:
        """May a doubled hand of a total be taken back, given up or saved?"""
        if total > 21:
            return self.saves
        return self.rescues or (self.gives_up and total < 21)

    @property
    def stands(self) -> range:
        """The ways to stand that there are."""
        return range(len(STANDS) if self.saves else SECOND)

    def drawn_to(self, held: tuple[Card, ...], dealer: tuple[Card, ...]) -> int:
        """What a hand nets, in cents, that draws all but its first two cards and is not insured."""
        hits = (HIT,) * (len(held) - 2)
        for declined in (("0",), ()) if dealer[0].rank == ACE else ((),):
            with contextlib.suppress(NotPriced, Refused):
                return self.asked.settle(hand=held, dealer=dealer, decisions=(*declined, *hits)).net
        raise self.asked.refused("a hand that draws against an ace is not settled")

    def paid_by(self, held: tuple[Card, ...]) -> str:
        """The row that pays a winning hand of more than two cards by the cards it holds."""
        rows = self.game.tables[self.opens] if len(held) > 2 else ()
        return next((row for row, test, _ in rows if row not in PLAIN and test(NOTHING, held)), table.WIN)

    def split(self, word: str) -> tuple[Card, ...]:
        """A pair that may be split so; nothing where none may."""
        pairs = (tuple(cards(f"{rank}d {rank}h")) for rank in PAIRS[word])
        return next((pair for pair in pairs if self.may(pair, word)), ())


class Box(NamedTuple):
    """How a hand of some kind comes about: the pair before it, what is decided until its turn, and what its box holds besides."""

    hands: Hands
    kind: int
    split: str = ""
    pair: tuple[Card, ...] = ()

    def dealt(self, held: Ranks, own: tuple[str, ...]) -> tuple[tuple[Card, ...], tuple[str, ...]]:
        """The cards of a box in the order they fall, and the decisions; hands that are not asked about stand on a hard total."""
        drawn = tuple(card(rank + suit) for rank, suit in zip(held, "dhsc", strict=False))
        if self.kind == ALONE:
            return drawn, own
        other = card("7s")
        if self.kind == FIRST:
            return (*self.pair, *drawn[1:], other), (self.split, *own, STAND)
        return (*self.pair, other, *drawn[1:]), (self.split, STAND, *own)

    def before(self, own: tuple[str, ...]) -> tuple[str, ...]:
        """What is decided until the hand's turn."""
        _, decisions = self.dealt(("5", "6"), own)
        return decisions[: decisions.index(own[0], 0 if self.kind == ALONE else 1 if self.kind == FIRST else 2)]

    def ways(self, stand: int, total: range) -> Iterator[tuple[Ranks, tuple[str, ...]]]:
        """Hands that come to a total and stand so, with their decisions."""
        firsts = "5K" if self.kind == ALONE else str(self.pair[0])[0]
        if stand >= SECOND:
            yield from self._saved(stand, total, firsts)
            return
        for size, first in itertools.product((2, 3), firsts):
            for held in itertools.product(first, *(RANKS for _ in range(size - 1))):
                reached = [points([card(rank + "d") for rank in held[:count]]).total for count in (2, size)]
                if held[1] == first or reached[0] > 20 or reached[1] not in total or (stand and size == 2):
                    continue
                if self.hands.paid_by(tuple(card(rank + suit) for rank, suit in zip(held, "dhs", strict=False))) != table.WIN:
                    continue
                if stand:
                    kept = (table.DECLINE,) if self.hands.asks_after_a_double(reached[1]) else ()
                    yield held, (WORDS[stand], *(self.hands.amount if stand == DOUBLED else ()), *kept)
                else:
                    declined = (table.DECLINE,) * (self.hands.saves and reached[1] > 21)
                    yield held, (HIT,) * (size - 2) + (STAND,) * (reached[1] < 21) + declined

    def _saved(self, stand: int, total: range, firsts: str) -> Iterator[tuple[Ranks, tuple[str, ...]]]:
        """Hands above 21 that one card off their total brings to another."""
        drawn = (HIT,) if stand == SECOND else (DOUBLE, *self.hands.amount)
        for first, second, third, off in itertools.product(firsts, RANKS, RANKS, RANKS):
            two, three = (sum(value(card(rank + "d")) for rank in held) for held in ((first, second), (first, second, third)))
            if first != second and two < 21 < three and three - value(card(off + "d")) in total:
                yield (first, second, third, off), (*drawn, table.SECOND_CHANCE)

    def lines(self, held: Ranks, own: tuple[str, ...], dealer: str) -> tuple[int, int]:
        """What this hand of its box nets and stakes, by its own lines."""
        hand, decisions = self.dealt(held, own)
        settled = self.hands.settle(hand, dealer, decisions)
        first = {BLACKJACK, table.DOUBLE_ATTACK} if self.kind in (ALONE, FIRST) else {self.split}
        first |= {table.DOUBLE_DOWN, table.FREE_DOUBLE, table.SECOND_CHANCE}
        mine = [line for line in settled.lines if self.hands.called[line.wager] in first]
        return sum(line.net for line in mine), sum(line.stake for line in mine)

    def rows(self, stand: int) -> Rows:
        """Net and stake by own total, the last broken, and dealer's; nothing where the table lets no hand stand so."""
        found = []
        for total in TOTALS:
            for held, own in self.ways(stand, total):
                hand, decisions = self.dealt(held, own)
                if stand == DOUBLED_SECOND and not self.hands.may(hand, DOUBLE, self.before(own)):
                    continue
                if not stand or self.hands.may(hand, WORDS[stand], decisions[: decisions.index(WORDS[stand])]):
                    found.append([self.lines(held, own, dealer) for dealer in self.hands.dealers])
                    break
            else:
                if not found:
                    return []
                found.append([found[0][SURE]] * len(DEALERS))  # a total that cannot be is never counted
        return found


def boxes_of(hands: Hands) -> list[Box]:
    """By kind of hand; a kind that no split leads to is settled as a hand alone."""
    alone = Box(hands, ALONE)
    staked, lent = (Box(hands, kind, word, pair) if (pair := hands.split(word)) else alone for kind, word in KINDS_SPLIT)
    first = next((box._replace(kind=FIRST) for box in (staked, lent) if box is not alone), alone)
    return [alone, first, staked, lent]


KINDS_SPLIT: Final = ((STAKED, SPLIT), (LENT, FREE_SPLIT))
