"""What blackjack hands are settled for, asked of the real table: a round for each way a hand can stand and each end it can come to.

The solver and its kernels know a hand by its kind (alone in its box, or which of a split box), by how it stands (single, doubled, doubled
free, or saved by a second chance), by its own total and the dealer's. Whatever the table nets with these is taken over, in whole cents;
what it makes of a box must be the sum of its hands.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.equipment.cards import Card, card, cards
from croupier.games.blackjack import _hands as table
from croupier.games.blackjack._hands import BLACKJACK, DOUBLE, EVEN_MONEY, HIT, INSURANCE, SPLIT, STAND
from croupier.games.blackjack.multiple_action_blackjack import CIRCLES
from croupier.hands.blackjack import is_blackjack, points
from croupier.hands.two_card import two_card
from croupier.odds.cells import Asked
from croupier.odds.kernels.blackjack import hands as hands_known
from croupier.odds.remembered import remembered
from croupier.odds.shapes.shoe_bonuses import Bonuses, Shares, bonuses_of
from croupier.odds.shapes.shoe_boxes import (
    ALONE,
    BROKEN,
    DEALERS,
    DOUBLED,
    FIRST,
    KINDS,
    LATE_BLACKJACK,
    SEVENTEEN,
    SINGLE,
    STAKED,
    SURE,
    TOTALS,
    TWENTY_ONE,
    Box,
    Hands,
    asked_of,
    boxes_of,
    later_circles,
)
from croupier.table.playable import Playable


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
        for shown, dealers in enumerate(DEALERS_SHOWING) if row != TWO_CARD_21 else ():
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


DEALERS_SHOWING: Final = tuple(_dealers_showing(shown) for shown in range(10))


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
