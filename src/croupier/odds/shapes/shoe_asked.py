"""What blackjack hands are settled for, asked of the real table: a round for each way a hand can stand and each end it can come to.

The solver and its kernels know a hand by its kind (alone in its box, or which of a split box), by how it stands (single, doubled, doubled
free, or saved by a second chance), by its own total and the dealer's. Whatever the table nets with these is taken over, in whole cents;
what it makes of a box must be the sum of its hands.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.equipment.cards import Card, card, cards
from croupier.games.blackjack import _hands as table
from croupier.games.blackjack._hands import BLACKJACK, DOUBLE, EVEN_MONEY, FREE_DOUBLE, FREE_SPLIT, HIT, INSURANCE, SPLIT, STAND
from croupier.hands.blackjack import is_blackjack, points, value
from croupier.hands.two_card import two_card
from croupier.odds.cells import Asked, Deal, unit_of
from croupier.odds.remembered import remembered
from croupier.odds.shapes.shoe_bonuses import Bonuses, bonuses_of
from croupier.table.playable import Playable

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
    rescued: int | None
    """The row of a double that is rescued, where it may be."""
    blackjacks: tuple[tuple[Fraction, Fraction], ...]
    """What blackjacks net, and how often they are such."""
    both: Fraction
    dealer_blackjack: Fraction
    even_money: Fraction | None
    surrendered: Fraction
    """These are in units of the first wager."""

    @property
    def blackjack(self) -> Fraction:
        """What a blackjack nets on average."""
        return sum((net * share for net, share in self.blackjacks), Fraction(0))

    @property
    def plain(self) -> bool:
        """Do a hand's total and the way it stands say all about it?"""
        return self.rescued is None and not self.special and len(self.blackjacks) == 1


class Hands:
    """Hands of one box at a real table."""

    def __init__(self, game: Playable, stake: int | None = None) -> None:
        # What is paid does not depend on how many decks there are, and the hands asked about need these cards.
        self.game = replace(game, pack=tuple(dict.fromkeys(game.pack)) * 8)
        self.unit = unit_of(game, BLACKJACK, STAKE if stake is None else stake)
        self.asked = Asked(self.game, {BLACKJACK: self.unit})
        self.amount = (str(self.unit),) if game.rules.double_amount.value == "up-to-wager" else ()
        self.saves = game.rules.after_a_bust is not None
        self.rescues = game.rules.rescue.value == "dealt-from-the-hand" and game.rules.dealing == "hand"

    def net(self, hand: str, dealer: str, *decisions: str) -> Fraction:
        """What a box nets, in units."""
        settled = self.asked.settle(hand=cards(hand), dealer=cards(dealer), decisions=decisions)
        return Fraction(settled.net, self.unit)

    def may(self, hand: tuple[Card, ...], word: str, before: tuple[str, ...] = ()) -> bool:
        """Does the table let a hand do this, after other decisions?"""
        return word in self.asked.choices(Deal(hand, tuple(cards(SEVENTEEN)), decisions=before))

    @property
    def stands(self) -> range:
        """The ways to stand that there are."""
        return range(len(STANDS) if self.saves else SECOND)

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
                if stand:
                    offered = self.hands.rescues if reached[1] <= 21 else self.hands.saves
                    kept = (table.DECLINE,) if offered else ()
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
        settled = self.hands.asked.settle(hand=hand, dealer=cards(dealer), decisions=decisions)
        first = {BLACKJACK} if self.kind in (ALONE, FIRST) else {self.split}
        first |= {table.DOUBLE_DOWN, table.FREE_DOUBLE, table.SECOND_CHANCE}
        mine = [line for line in settled.lines if line.wager in first]
        return sum(line.net for line in mine), sum(line.stake for line in mine)

    def rows(self, stand: int) -> Rows:
        """Net and stake by own total, the last broken, and dealer's; nothing where the table lets no hand stand so."""
        found = []
        for total in TOTALS:
            for held, own in self.ways(stand, total):
                hand, decisions = self.dealt(held, own)
                if not stand or self.hands.may(hand, WORDS[stand], decisions[: decisions.index(WORDS[stand])]):
                    found.append([self.lines(held, own, dealer) for dealer in DEALERS])
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
def nets_of(game: Playable, stake: int | None = None) -> Nets:
    """A house's settlements, a real round for each."""
    hands = Hands(game, stake)
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
    rows_of = sorted(paid.examples.keys() - {table.WIN})
    for row in rows_of:
        cells.append(_paid_by(hands, paid.examples[row], cells[BROKEN - 1]))
    if hands.rescues:
        cells.append([_rescued(hands, boxes[ALONE], cells[0][SURE])] * len(DEALERS))
    classes = sorted({cell for row in cells for cell in row})
    nets = [(*(cell[number][0] for cell in classes), rows[BROKEN][0][0]) for number, rows in enumerate(every)]
    stakes = [rows[BROKEN][0][1] for rows in every]
    by_kind = [slice(number, number + len(hands.stands)) for number in range(0, len(every), len(hands.stands))]
    _check_boxes(hands, boxes)
    gives_up = hands.may(tuple(cards("Kd 6d")), table.SURRENDER)
    results = [tuple(classes.index(cell) for cell in row) for row in cells]
    results, nets, mixed, special = _mixed(paid, rows_of, results, nets, rescued=hands.rescues)
    return Nets(
        unit=hands.unit,
        results=tuple(results),
        mixed=mixed,
        special=special,
        rescued=len(results) - 1 if hands.rescues else None,
        nets=tuple(tuple(nets[kind]) for kind in by_kind),
        stakes=tuple(tuple(stakes[kind]) for kind in by_kind),
        blackjacks=tuple((_blackjack(hands, row), share) for row, share in paid.blackjacks),
        both=hands.net("Ad Kd", "Kc Ac"),
        dealer_blackjack=hands.net("Kd 9d", "Kc Ac"),
        even_money=hands.net("Ad Kd", "Ac 9c", EVEN_MONEY) if game.rules.even_money.value else None,
        surrendered=hands.net("Kd 6d", SEVENTEEN, table.SURRENDER) if gives_up else Fraction(0),
    )


def _blackjack(hands: Hands, row: str) -> Fraction:
    """What a blackjack that a row of the pay table pays nets; one that may be played on stands, if nothing else could net more."""
    may_draw = hands.game.rules.blackjack_may_draw
    for two in itertools.permutations(hands.game.counts, 2):
        fits = (name for name, test, _ in hands.game.tables[BLACKJACK] if test(two_card(two), two))
        if is_blackjack(two) and next(fits, BLACKJACK) == row:
            net = hands.net(f"{two[0]} {two[1]}", "9c 8c", *((STAND,) if may_draw else ()))
            if may_draw and net < 2:
                raise hands.asked.refused(f"a blackjack that nets {net} and may be doubled is not priced")
            return net
    raise hands.asked.refused(f"no blackjack is paid by {row}")


def _paid_by(
    hands: Hands, held: tuple[Card, ...], plain: list[tuple[tuple[int, int], ...]]
) -> list[tuple[tuple[int, int], ...]]:
    """Cells of a hand that is paid by its cards, single and doubled as the table has it, otherwise as any other of its total."""
    found = []
    for dealer, before in zip(DEALERS, plain, strict=True):
        single = hands.asked.settle(hand=held, dealer=cards(dealer), decisions=(HIT,) * (len(held) - 2))
        cell = list(before)
        for kind in range(KINDS):
            cell[kind * len(hands.stands) + SINGLE] = (single.net, hands.unit)
            if len(held) == 3:
                kept = (table.DECLINE,) if hands.rescues else ()
                doubled = hands.asked.settle(hand=held, dealer=cards(dealer), decisions=(DOUBLE, *hands.amount, *kept))
                cell[kind * len(hands.stands) + DOUBLED] = (doubled.net, 2 * hands.unit)
        found.append(tuple(cell))
    return found


def _rescued(hands: Hands, alone: Box, cell: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The cell of a double that is taken back for the wager it was added to."""
    held, own = next(iter(alone.ways(DOUBLED, TOTALS[0])))
    found = list(cell)
    for kind in range(KINDS):
        found[kind * len(hands.stands) + DOUBLED] = alone.lines(held, (*own[:-1], table.RESCUE), SEVENTEEN)
    return tuple(found)


Mixed = tuple[tuple[int, tuple[tuple[int, Fraction], ...]], ...]


def _mixed(
    paid: Bonuses, rows_of: list[str], results: list[tuple[int, ...]], nets: list[tuple[int, ...]], *, rescued: bool
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]], Mixed, tuple[tuple[int, int], ...]]:
    """Rows of results for hands whose suits decide what they are: classes of their own, so often one class and so often another."""
    place_of = {table.WIN: BROKEN - 1} | {row: BROKEN + number for number, row in enumerate(rows_of)}
    mixed: dict[tuple[tuple[int, Fraction], ...], int] = {}
    added: dict[object, tuple[int, ...]] = {}
    first = len(nets[0]) - 1
    for shares in paid.hands.values():
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
    special = tuple((hand, at[shares]) for hand, shares in paid.hands.items())
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
                settled = hands.asked.settle(hand=held, dealer=cards(dealer), decisions=(*split, *(STAND,) * (2 + more)))
                if settled.net != own[0] + (1 + more) * other:
                    raise hands.asked.refused(
                        f"a box of {2 + more} hands nets {settled.net}, and its hands one by one {own[0] + (1 + more) * other}"
                    )


@remembered
def insurance_of(game: Playable, stake: int | None = None) -> tuple[Fraction, Fraction]:
    """What insurance nets when there is a ten under the ace, and when there is not, in units of insurance."""
    hands = Hands(game, stake)
    asked, chip = Asked(hands.game, {BLACKJACK: hands.unit}, only=[INSURANCE]), game.spots[INSURANCE].wager.limits.unit
    half = max(hands.unit // 2 // chip, 1) * chip
    found = [
        asked.settle(hand=cards("9d 8d"), dealer=cards(dealer), decisions=(str(half), *stands))
        for dealer, stands in (("Ac Kc", ()), ("Ac 9c", (STAND,)))
    ]
    won, lost = (Fraction(settled.net, half) for settled in found)
    return won, lost
