"""What blackjack hands are settled for, asked of the real table: a round for each way a hand can stand and each end it can come to.

The solver and its kernels play for whole units and count results by totals. Whatever the table pays is taken over as far as that goes;
a rule that goes further is refused.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from croupier.equipment.cards import cards, deck
from croupier.games.blackjack._hands import (
    BLACKJACK,
    DOUBLE,
    EVEN_MONEY,
    FREE_DOUBLE,
    FREE_SPLIT,
    HIT,
    INSURANCE,
    SPLIT,
    STAND,
    SURRENDER,
)
from croupier.odds.cells import Asked, Deal, unit_of
from croupier.odds.kernels.blackjack import LOSE, PUSH, WIN
from croupier.odds.remembered import remembered
from croupier.table.playable import Playable

STAKE: Final = 2000
"""Cents that every row pays exactly, half of which are chips for insurance."""
SEVENTEEN, NINETEEN, TWENTY_ONE = "Kc 7c", "Kc 9c", "5c Kc 6c"
DEALERS: Final = (SEVENTEEN, "Kc 8c", NINETEEN, "Kc Qc", TWENTY_ONE, "6c Kc 6d", "6c Kc 7c")
"""Dealer's hands of 17 to 22, and above."""
OWN: Final = (
    ("Kd 6d", STAND), ("Kd 7d", STAND), ("Kd 8d", STAND), ("Kd 9d", STAND), ("Kd Qd", STAND), ("7d 7h 7s", HIT),
)  # fmt: skip
"""Hands that stand on up to 16, and on 17 to 21."""
DOUBLED, BROKEN = "5d 6d 9d", "Kd 6d Qd"
SPLIT_PAIRS: Final = ("8d 8h Kd Qd", "Kd Kh 8d 8h")
"""Pairs that become two hands of 18."""
LAMMER: Final = "8d 8h Kd Qd"
DOUBLED_LAMMER: Final = "5d 5h Kd 6d 9d"
"""A split hand of 15, and a lammer on 20 by doubling."""


class Nets(NamedTuple):
    """Settlements in units of the first wager. Kinds are a stake and a lammer; ways to stand single, doubled, doubled free."""

    sign: tuple[tuple[int, ...], ...]
    """By own total and dealer's: whether a hand wins, is returned or loses."""
    win: tuple[tuple[int, ...], ...]
    lose: tuple[tuple[int, ...], ...]
    blackjack: Fraction
    both: Fraction
    dealer_blackjack: Fraction
    even_money: Fraction | None


class Hands:
    """Hands of one box at a real table."""

    def __init__(self, game: Playable) -> None:
        # What is paid does not depend on how many decks there are, and the hands asked about need these cards.
        self.game = replace(game, pack=tuple(deck(decks=2)))
        self.unit = unit_of(game, BLACKJACK, STAKE)
        self.asked = Asked(self.game, {BLACKJACK: self.unit})
        self.amount = (str(self.unit),) if game.rules.double_amount.value == "up-to-wager" else ()

    def net(self, hand: str, dealer: str, *decisions: str) -> Fraction:
        """What a hand nets, in units."""
        made = [word for choice in decisions for word in ((choice, *self.amount) if choice == DOUBLE else (choice,))]
        return Fraction(self.asked.settle(hand=cards(hand), dealer=cards(dealer), decisions=made).net, self.unit)

    def may(self, hand: str, word: str, *before: str) -> bool:
        """Does the table let a hand do this, after other decisions?"""
        return word in self.asked.choices(Deal(hand=tuple(cards(hand)), dealer=tuple(cards(SEVENTEEN)), decisions=before))

    def whole(self, net: Fraction, what: str) -> int:
        """A settlement that the solver can take."""
        if net.denominator != 1:
            raise self.asked.refused(f"{what} for {net} of the wager is not priced: only whole wagers are")
        return int(net)

    def check(self, due: object, net: object, what: str) -> None:
        """Refuse a settlement that the solver does not know."""
        if net != due:
            raise self.asked.refused(f"{what} for {net} of the wager is not priced: only {due} is")


@remembered
def nets_of(game: Playable) -> Nets:
    """A house's settlements, a real round for each."""
    hands = Hands(game)
    settled = [[hands.net(hand, dealer, word) for dealer in DEALERS] for hand, word in OWN]
    sign = tuple(tuple(WIN if net > 0 else LOSE if net < 0 else PUSH for net in row) for row in settled)
    won = {net for row in settled for net in row if net > 0}
    lost = {-net for row in settled for net in row if net < 0}
    if len(won) > 1 or len(lost) > 1:
        raise hands.asked.refused("hands paid by their totals are not priced")
    own = hands.whole(max(won, default=Fraction(1)), "a hand paid")
    single = hands.whole(max(lost, default=Fraction(1)), "a hand lost")
    hands.check(-single, hands.net(BROKEN, SEVENTEEN, HIT), "a broken hand settled")
    win, lose = [[own] * 3, [own] * 3], [[single] * 3, [single] * 3]
    for stand, word in ((1, DOUBLE), (2, FREE_DOUBLE)):
        if hands.may(DOUBLED, word):
            win[0][stand] = hands.whole(hands.net(DOUBLED, SEVENTEEN, word), "a doubled hand paid")
            lose[0][stand] = -hands.whole(hands.net(DOUBLED, TWENTY_ONE, word), "a doubled hand lost")
    for pair in SPLIT_PAIRS:
        if hands.may(pair, SPLIT):
            both = [hands.net(pair, dealer, SPLIT, STAND, STAND) for dealer in (SEVENTEEN, NINETEEN)]
            hands.check([2 * own, -2 * single], both, "two split hands settled")
    win[1], lose[1] = list(win[0]), list(lose[0])
    if hands.may(LAMMER, FREE_SPLIT):
        win[1][0] = hands.whole(hands.net(LAMMER, SEVENTEEN, FREE_SPLIT, STAND, STAND) - own, "a lammer paid")
        lose[1][0] = -hands.whole(hands.net(LAMMER, NINETEEN, FREE_SPLIT, STAND, STAND) + single, "a lammer lost")
        for stand, word in ((1, DOUBLE), (2, FREE_DOUBLE)):
            if hands.may(DOUBLED_LAMMER, word, FREE_SPLIT, STAND):
                made = (FREE_SPLIT, STAND, word)
                win[1][stand] = hands.whole(hands.net(DOUBLED_LAMMER, SEVENTEEN, *made) + single, "a doubled lammer paid")
                lose[1][stand] = -hands.whole(hands.net(DOUBLED_LAMMER, TWENTY_ONE, *made) + single, "a doubled lammer lost")
    if hands.may("Kd 6d", SURRENDER):
        hands.check(Fraction(-1, 2), hands.net("Kd 6d", SEVENTEEN, SURRENDER), "a hand given up")
    return Nets(
        sign=sign,
        win=tuple(map(tuple, win)),
        lose=tuple(map(tuple, lose)),
        blackjack=hands.net("Ad Kd", SEVENTEEN),
        both=hands.net("Ad Kd", "Kc Ac"),
        dealer_blackjack=hands.net("Kd 9d", "Kc Ac"),
        even_money=hands.net("Ad Kd", "Ac 9c", EVEN_MONEY) if game.rules.even_money.value else None,
    )


@remembered
def insurance_of(game: Playable) -> tuple[Fraction, Fraction]:
    """What insurance nets when there is a ten under the ace, and when there is not, in units of insurance."""
    hands = Hands(game)
    asked, half = Asked(hands.game, {BLACKJACK: hands.unit}, only=[INSURANCE]), hands.unit // 2
    found = [
        asked.settle(hand=cards("9d 8d"), dealer=cards(dealer), decisions=(str(half), *stands))
        for dealer, stands in (("Ac Kc", ()), ("Ac 9c", (STAND,)))
    ]
    won, lost = (Fraction(settled.net, half) for settled in found)
    return won, lost
