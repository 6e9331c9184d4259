"""What blackjack hands are settled for, asked of the real table: a round for each way a hand can stand and each end it can come to.

The solver and its kernels know a hand by its kind (alone in its box, or which of a split box), by how it stands (single, doubled, doubled
free, or saved by a second chance), by its own total and the dealer's. Whatever the table nets with these is taken over, in whole cents;
what it makes of a box must be the sum of its hands.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.equipment.cards import ACE, Card, card, cards, deck
from croupier.errors import NotPriced, Refused
from croupier.games.blackjack import _hands as table
from croupier.games.blackjack._hands import BLACKJACK, DOUBLE, EVEN_MONEY, FREE_DOUBLE, FREE_SPLIT, HIT, INSURANCE, SPLIT, STAND
from croupier.games.blackjack.blackjack_switch import KEEP, SWITCH
from croupier.games.blackjack.multiple_action_blackjack import CIRCLES
from croupier.hands.blackjack import is_blackjack, points, value
from croupier.hands.two_card import two_card
from croupier.odds.cells import Asked, Deal, Settled, unit_of
from croupier.odds.kernels.blackjack import hands as hands_known
from croupier.odds.remembered import remembered
from croupier.odds.shapes.shoe_bonuses import NOTHING, PLAIN, Bonuses, Shares, bonuses_of
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


class Nets(NamedTuple):
    """Settlements of one box, in cents: by kind of hand, by how it stands, and by a class of results."""

    unit: int
    """The first wager."""
    results: tuple[tuple[int, ...], ...]
    """By own total and dealer's: the class of results, of which all deals net the same whatever the kind and the way to stand.

    Then a row for each kind of hand that is paid by its very cards, and last one for a double that is rescued.
    """
    nets: tuple[tuple[tuple[int, ...], ...], ...]
    """The last net of each row is a broken hand's."""
    stakes: tuple[tuple[int, ...], ...]
    mixed: tuple[tuple[int, tuple[tuple[int, Fraction], ...]], ...]
    """Classes of hands whose suits decide: each is so often one of other classes, and what it nets is their average."""
    special: tuple[tuple[int, int], ...]
    """Hands that are paid by their very cards, by place among all hands, and their row of results."""
    named: tuple[tuple[str, int], ...]
    """The rows of the pay table by which they are paid, and the row of results of each."""
    shown: tuple[tuple[int, int, int], ...]
    """Of these, hands that are paid by the dealer's card too: its value, the hand's place, and its row of results there."""
    rescued: int | None
    """The row of a double that is rescued, where it may be."""
    given_up: bool
    """Is that row of a single hand too, which may be given up until it stands?"""
    staked: Fraction
    """What lies on a box before its cards are dealt, in units of the first wager."""
    blackjacks: tuple[tuple[tuple[Fraction, ...], Fraction], ...]
    """What blackjacks net by the dealer's total, and how often they are such."""
    both: Fraction
    dealer_blackjack: Fraction
    even_money: Fraction | None
    surrendered: Fraction
    surrendered_late: Fraction
    """Given up against a blackjack that nobody had looked for. These are in units of the first wager."""

    @property
    def blackjack(self) -> tuple[Fraction, ...]:
        """What a blackjack nets on average, by the dealer's total."""
        return tuple(
            sum((nets[total] * share for nets, share in self.blackjacks), Fraction(0)) for total in range(len(DEALERS))
        )


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
        kept = isinstance(request, Decision) and SWITCH in request.choices
        return acts.Choice(request.seat, KEEP) if isinstance(request, Decision) and kept else None


def asked_of(game: Playable, unit: int, *only: str, first: tuple[str, ...] = ()) -> Asked:
    """A box at a real table: the only one of its player, or one of two; some of its lines, or all of them."""
    *others, opens = game.rules.boxes
    if not others:
        return Asked(game, {opens: unit}, only=only or None, first=first)
    mine = (name for name in game.terms.wagers if name not in others)
    return BesideAnother(game, dict.fromkeys(game.rules.boxes, unit), only=only or tuple(mine), first=first)


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
        if self.later:
            self.dealers = (*DEALERS[:OF_22], LATE_BLACKJACK if self.late else LATER_BLACKJACK, *DEALERS[OF_22 + 1 :])
        elif self.late:
            if self.net("Kd 6d", DEALERS[OF_22], STAND) != self.net("Kd 6d", DEALERS[-1], STAND):
                raise self.asked.refused(
                    "a dealer's 22 that is no broken hand, after a hole card that comes late, is not priced"
                )
            self.dealers = (*DEALERS[:OF_22], LATE_BLACKJACK, *DEALERS[OF_22 + 1 :])

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


@remembered
def nets_of(game: Playable, stake: int | None = None, attack: int = 0) -> Nets:
    """A house's settlements, a real round for each; with so many cents laid beside the first wager where that is offered."""
    hands = Hands(game, stake, attack)
    boxes = boxes_of(hands)
    asked = {box: [box.rows(stand) for stand in hands.stands] for box in dict.fromkeys(boxes)}
    alone = asked[boxes[ALONE]]
    # A way to stand that no hand of a kind has is never counted, and stands here as a hand's alone, or as a single one.
    every = [rows or alone[stand] or alone[SINGLE] for box in boxes for stand, rows in enumerate(asked[box])]
    if any(len({staked for row in rows for _, staked in row}) > 1 for rows in every):
        raise hands.asked.refused("a stake that depends on how a hand ends is not priced")
    if any(len({*rows[BROKEN]}) > 1 for rows in every):
        raise hands.asked.refused("a broken hand settled by the dealer's hand is not priced")
    cells = [[tuple(rows[own][dealer] for rows in every) for dealer in range(len(DEALERS))] for own in range(BROKEN)]
    paid = bonuses_of(game)
    named = _rows_by_cards(hands, boxes, paid, cells[BROKEN - 1])
    cells += named.values()
    if hands.rescues or hands.gives_up:
        cells.append([_rescued(hands, boxes, cells[0][SURE])] * len(DEALERS))
    classes = sorted({cell for row in cells for cell in row})
    nets = [(*(cell[number][0] for cell in classes), rows[BROKEN][0][0]) for number, rows in enumerate(every)]
    stakes = [rows[BROKEN][0][1] for rows in every]
    by_kind = [slice(number, number + len(hands.stands)) for number in range(0, len(every), len(hands.stands))]
    _check_boxes(hands, boxes)
    _check_circles(hands)
    gives_up = hands.may(tuple(cards("Kd 6d")), table.SURRENDER)
    results = [tuple(classes.index(cell) for cell in row) for row in cells]
    results, nets, mixed, special = _mixed(
        _shares(paid, named), list(named), results, nets, rescued=hands.rescues or hands.gives_up
    )
    return Nets(
        unit=hands.unit,
        results=tuple(results),
        mixed=mixed,
        special=tuple((hand, row) for shown, hand, row in special if shown is None),
        named=tuple((row, BROKEN + number) for number, row in enumerate(named)),
        shown=tuple((shown, hand, row) for shown, hand, row in special if shown is not None),
        rescued=len(results) - 1 if hands.rescues or hands.gives_up else None,
        given_up=hands.gives_up,
        staked=Fraction(hands.staked, hands.unit),
        nets=tuple(tuple(nets[kind]) for kind in by_kind),
        stakes=tuple(tuple(stakes[kind]) for kind in by_kind),
        blackjacks=tuple((_blackjack(hands, row), share) for row, share in paid.blackjacks),
        both=hands.net("Ad Kd", "Kc Ac"),
        dealer_blackjack=hands.net("Kd 9d", LATE_BLACKJACK, *((STAND,) if hands.late else ())),
        even_money=hands.net("Ad Kd", "Ac 9c", EVEN_MONEY) if game.rules.even_money.value else None,
        surrendered=hands.net("Kd 6d", SEVENTEEN, table.SURRENDER) if gives_up else Fraction(0),
        surrendered_late=hands.net("Kd 6d", LATE_BLACKJACK, table.SURRENDER) if gives_up and hands.late else Fraction(0),
    )


def _blackjack(hands: Hands, row: str) -> tuple[Fraction, ...]:
    """What a blackjack that a row of the pay table pays nets by the dealer's total.

    One that may be played on stands, if nothing else could net more.
    """
    may_draw = hands.game.rules.blackjack_may_draw
    for two in itertools.permutations(hands.game.counts, 2):
        fits = (name for name, test, _ in hands.game.tables[hands.opens] if test(two_card(two), two))
        if is_blackjack(two) and next(fits, BLACKJACK) == row:
            stands = (STAND,) if may_draw else ()
            nets = tuple(hands.net(f"{two[0]} {two[1]}", dealer, *stands) for dealer in hands.dealers)
            if may_draw and min(nets) < 2:
                raise hands.asked.refused(f"a blackjack that nets {min(nets)} and may be doubled is not priced")
            return nets
    raise hands.asked.refused(f"no blackjack is paid by {row}")


Cells = list[tuple[tuple[int, int], ...]]
"""By dealer's total: net and stake of each kind of hand in each way to stand."""
TWO_CARD_21: Final = "two-card-21"


def _rows_by_cards(hands: Hands, boxes: list[Box], paid: Bonuses, plain: Cells) -> dict[str, Cells]:
    """Cells of hands that are paid by their very cards, by the row that pays them, and by the dealer's card where that counts too."""
    found = {row: _paid_by(hands, paid.examples[row], plain) for row in sorted(paid.examples.keys() - {table.WIN})}
    if (two := _two_card_21(hands, boxes, plain)) != plain:
        found[TWO_CARD_21] = two
    for row, cells in [*found.items()]:
        for shown, dealers in enumerate(_DEALERS_SHOWING) if row != TWO_CARD_21 else ():
            if hands.drawn_to(held := paid.examples[row], dealers[0]) != cells[0][SINGLE][0]:
                found[against(row, shown)] = _paidagainst(hands, held, cells, dealers)
    return found


def against(row: str, shown: int) -> str:
    """A row where the dealer's card counts too."""
    return f"{row} against {shown}"


def _paid_by(hands: Hands, held: tuple[Card, ...], plain: Cells) -> Cells:
    """Cells of a hand that is paid by its cards, single and doubled as the table has it, otherwise as any other of its total."""
    found = []
    for dealer, before in zip(hands.dealers, plain, strict=True):
        single = hands.settle(held, dealer, (HIT,) * (len(held) - 2))
        cell = list(before)
        for kind in range(KINDS):
            cell[kind * len(hands.stands) + SINGLE] = (single.net, hands.unit)
            if len(held) == 3:
                kept = (table.DECLINE,) if hands.rescues else ()
                doubled = hands.settle(held, dealer, (DOUBLE, *hands.amount, *kept))
                cell[kind * len(hands.stands) + DOUBLED] = (doubled.net, 2 * hands.unit)
        found.append(tuple(cell))
    return found


def _paidagainst(hands: Hands, held: tuple[Card, ...], cells: Cells, dealers: Sequence[tuple[Card, ...]]) -> Cells:
    """The same for a hand alone in its box against a certain card of the dealer's; a split or a doubled hand must not earn it."""
    found = [((hands.drawn_to(held, dealer), hands.unit), *cell[1:]) for dealer, cell in zip(dealers, cells, strict=True)]
    split = (held[0], held[0], *held[1:], card("9s")), (SPLIT, *(HIT,) * (len(held) - 2), STAND)
    doubled = held, (DOUBLE, *hands.amount)
    for hand, decisions in (split, doubled) if len(held) == 3 else (split,):
        nets = {
            hands.asked.settle(hand=hand, dealer=dealer, decisions=decisions).net
            for dealer in (tuple(cards(SEVENTEEN)), dealers[0])
        }
        if len(nets) > 1:
            raise hands.asked.refused("a split or doubled hand that is paid by the dealer's card is not priced")
    return found


def _two_card_21(hands: Hands, boxes: list[Box], plain: Cells) -> Cells:
    """Cells of an ace and a ten that come together after a split: as any 21, where the table does not tell them from it."""
    pair = tuple(cards("Kd Kh"))
    if boxes[STAKED] is boxes[ALONE] or not hands.may(pair, SPLIT):
        return plain
    found = []
    for dealer, before in zip(hands.dealers, plain, strict=True):
        cell = list(before)
        for kind in (FIRST, STAKED):
            cell[kind * len(hands.stands) + SINGLE] = Box(hands, kind, SPLIT, pair).lines(("K", "A"), (), dealer)
        found.append(tuple(cell))
    return found


def _dealers_showing(shown: int) -> tuple[tuple[Card, ...], ...]:
    """Dealer's hands of 17 to 22, and above, that begin with a card of a value; none stops at, or passes, a soft 17."""

    def ends(held: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        total, soft = points([card(rank + "c") for rank in held])
        if total >= 17 and not (soft and total == 17):
            yield held
        elif total < 17 and len(held) < 5:
            for rank in "K98765432":
                yield from ends((*held, rank))

    first = "A23456789K"[shown]
    by_total: dict[int, tuple[str, ...]] = {}
    for held in sorted((end for rank in "K98765432" for end in ends((first, rank))), key=len):
        total = points([card(rank + "c") for rank in held]).total
        if len(held) > 2 or total != 21:
            by_total.setdefault(min(total, 23), held)
    return tuple(tuple(card(rank + "c") for rank in by_total[total]) for total in range(17, 24))


_DEALERS_SHOWING: Final = tuple(_dealers_showing(shown) for shown in range(10))


def _shares(paid: Bonuses, named: Collection[str]) -> dict[tuple[int | None, int], Shares]:
    """By the dealer's card, where it counts, and hand: which rows pay it how often."""
    found: dict[tuple[int | None, int], Shares] = {(None, hand): shares for hand, shares in paid.hands.items()}
    if TWO_CARD_21 in named:
        found[None, hands_known().place(0, 9)] = ((TWO_CARD_21, Fraction(1)),)
    for shown in range(10):
        for hand, shares in paid.hands.items():
            there = tuple((against(row, shown) if against(row, shown) in named else row, share) for row, share in shares)
            if there != shares:
                found[shown, hand] = there
    return found


def _rescued(hands: Hands, boxes: list[Box], cell: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The cell of a double that is taken back for the wager it was added to; or of a hand, single or doubled, that is given up."""
    word = table.SURRENDER if hands.gives_up else table.RESCUE
    found = list(cell)
    for kind, box in enumerate(boxes if hands.gives_up else [boxes[ALONE]] * KINDS):
        held, own = next(
            (held, own)
            for held, own in box.ways(DOUBLED, range(21))
            if hands.may(box.dealt(held, own)[0], DOUBLE, box.before(own))
        )
        found[kind * len(hands.stands) + DOUBLED] = box.lines(held, (*own[:-1], word), SEVENTEEN)
        if hands.gives_up:
            held, own = next(iter(box.ways(SINGLE, TOTALS[0])))
            found[kind * len(hands.stands) + SINGLE] = box.lines(held, (*own[:-1], word), SEVENTEEN)
    return tuple(found)


Mixed = tuple[tuple[int, tuple[tuple[int, Fraction], ...]], ...]


Special = tuple[tuple[int | None, int, int], ...]


def _mixed(
    shares_of: Mapping[tuple[int | None, int], Shares],
    named: list[str],
    results: list[tuple[int, ...]],
    nets: list[tuple[int, ...]],
    *,
    rescued: bool,
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]], Mixed, Special]:
    """Rows of results for hands whose suits decide what they are: classes of their own, so often one class and so often another."""
    place_of = {table.WIN: BROKEN - 1} | {row: BROKEN + number for number, row in enumerate(named)}
    mixed: dict[tuple[tuple[int, Fraction], ...], int] = {}
    added: dict[object, tuple[int, ...]] = {}
    first = len(nets[0]) - 1
    for shares in shares_of.values():
        row = []
        for dealer in range(len(DEALERS)):
            parts: dict[int, Fraction] = {}
            for name, share in shares:
                result = results[place_of[name]][dealer]
                parts[result] = parts.get(result, Fraction(0)) + share
            row.append(next(iter(parts)) if len(parts) == 1 else mixed.setdefault(tuple(parts.items()), first + len(mixed)))
        added.setdefault(shares, tuple(row))
    base, last = (results[:-1], results[-1:]) if rescued else (results, [])
    at = {shares: len(base) + number for number, shares in enumerate(added)}
    special = tuple((shown, hand, at[shares]) for (shown, hand), shares in shares_of.items())
    wider = [(*row[:-1], *([0] * len(mixed)), row[-1]) for row in nets]
    return [*base, *added.values(), *last], wider, tuple((number, parts) for parts, number in mixed.items()), special


def _check_boxes(hands: Hands, boxes: list[Box]) -> None:
    """Refuse a table at which a split box is not the sum of its hands, or a third hand not settled as the second."""
    for box in {*boxes[STAKED:]} - {boxes[ALONE]}:
        first, rank = box._replace(kind=FIRST), str(box.pair[0])[0]
        for dealer in (SEVENTEEN, TWENTY_ONE, DEALERS[-1]):
            own, (other, _) = first.lines((rank, "7"), (STAND,), dealer), box.lines((rank, "7"), (STAND,), dealer)
            for more in (0, 1):
                held = (*box.pair, *(card(f"{rank}s") for _ in range(more)), *(card(f"7{suit}") for suit in "dhs"[: 2 + more]))
                split = (box.split,) * (1 + more)
                if more and not hands.may(held, box.split, (box.split,)):
                    continue
                settled = hands.settle(held, dealer, (*split, *(STAND,) * (2 + more)))
                if settled.net != own[0] + (1 + more) * other:
                    raise hands.asked.refused(
                        f"a box of {2 + more} hands nets {settled.net}, and its hands one by one {own[0] + (1 + more) * other}"
                    )


def _check_circles(hands: Hands) -> None:
    """Refuse a table at which a later circle is not settled as the first is in the same round."""
    circles = (BLACKJACK, *later_circles(hands.game))
    stakes = dict.fromkeys(circles, hands.unit)
    asked = [
        Asked(hands.game, stakes, only=(circle, table.DOUBLE_DOWN + CIRCLES[circle], SPLIT + CIRCLES[circle]))
        for circle in circles
        if len(circles) > 1
    ]
    probes = [("Ad Kd", ()), ("Kd 9d", (STAND,)), ("6d 5d Kd", (DOUBLE,)), ("8d 8h Kd Kh", (SPLIT, STAND, STAND))]
    for hand, decisions in probes if asked else ():
        for dealer in (DEALERS[0], DEALERS[2], DEALERS[-1]):
            drawn = cards(dealer) + cards(dealer)[1:] * (len(circles) - 1)
            nets = {one.settle(hand=cards(hand), dealer=drawn, decisions=decisions).net for one in asked}
            if len(nets) > 1:
                raise hands.asked.refused(f"circles that net {sorted(nets)} in the same round are not priced")


def later_circles(game: Playable) -> tuple[str, ...]:
    """The wagers of later rounds that are played with the hand of the first."""
    return tuple(wager for wager in CIRCLES if wager != BLACKJACK and wager in game.spots)


@remembered
def is_late(game: Playable) -> bool:
    """Do players act before the dealer has a second card?"""
    return Hands(game).late


@remembered
def insurance_of(game: Playable, stake: int | None = None) -> tuple[Fraction, Fraction]:
    """What insurance nets when there is a ten under the ace, and when there is not, in units of insurance."""
    hands = Hands(game, stake)
    asked = asked_of(hands.game, hands.unit, INSURANCE, first=hands.attack)
    if hands.later:
        asked = Asked(hands.game, hands.stakes, only=[INSURANCE])
    chip = game.spots[INSURANCE].wager.limits.unit
    half = max(hands.unit // 2 // chip, 1) * chip
    found = [
        asked.settle(
            hand=cards("9d 8d"), dealer=cards(dealer) + cards(dealer)[1:] * bool(hands.later), decisions=(str(half), *stands)
        )
        for dealer, stands in (("Ac Kc", (STAND,) if hands.late else ()), ("Ac 9c", (STAND,)))
    ]
    won, lost = (Fraction(settled.net, half) for settled in found)
    return won, lost
