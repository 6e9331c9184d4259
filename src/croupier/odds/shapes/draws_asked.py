"""What the table makes of a hand that stands, buys or exchanges, for every way it can end: asked, with deals made to show each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from croupier.equipment.cards import Card, cards
from croupier.games.house_poker._deciding import FOLD
from croupier.games.house_poker._drawing import DECLARE, DECLINE
from croupier.games.house_poker.lunar_poker import BET, BUY, EXCHANGE, FORCE, INSTANT
from croupier.odds.card_numbers import kernel_card, numbers
from croupier.odds.cells import Asked, Deal, Settled
from croupier.odds.kernels import drawn_values as ends
from croupier.odds.kernels import draws as kernel
from croupier.odds.kernels.classes import values
from croupier.odds.kernels.combinations import KINDS, TWO_PAIR, combination_of_level, kind_of, kinds_of
from croupier.odds.kernels.evaluate import evaluate, evaluate_many
from croupier.odds.kernels.five_cards import ordered
from croupier.odds.kernels.six_sweep import six
from croupier.odds.kernels.tables import Array
from croupier.odds.remembered import remembered
from croupier.odds.shapes.rankings import apart
from croupier.table import acts
from croupier.table.arranging import NOTHING
from croupier.table.playable import Playable
from croupier.table.requests import Decision, Discard, Request

STAND, BOUGHT, EXCHANGED = range(3)
WAYS = ("bet", "bought", "exchanged")
CellKey = tuple[int, int, int]
"""Way to play, end, kind of hand; 0 where the kind does not matter."""
Hand = tuple[Card, ...]

# For ends that are the same for every kind of hand: the player's final cards, and the dealer's with one that is drawn.
ENDINGS: Mapping[int, tuple[tuple[str, str], ...]] = {
    ends.FOLDED: (("Jh Td 8c 5s 3h", "As Kd 9h 7c 4d"), ("Ah Ad 8c 5s 2h", "Qs Jd 9h 7c 3d")),
    ends.DECLINED: (("Jh Td 8c 5s 2h", "Qs Jd 9h 7c 3d"), ("Ah Ad Ac 5s 5h", "Qs Jd 9h 7c 3d"), ("Kh Qd 8c 5s 2h", "As Jd 9h 7c 3d")),
    ends.TIED: (("Ah Kd 8c 5s 3h", "As Kc 8d 5h 3c"), ("9h 9d 8c 5s 3h", "9s 9c 8d 5h 3c"), ("9h 8d 7c 6s 5h", "9s 8c 7d 6h 5c")),
    ends.LOST: (("Jh Td 8c 5s 3h", "As Kd 9h 7c 4d"), ("Ah Kd 8c 5s 3h", "As Kc Jd 5h 2c"), ("9h 9d 9c 6s 5h", "Ts Tc Td 6h 5c")),
    ends.TIED_FORCED: (("5h 5d 9c 7s 3h", "Qc 5c 9d 7h 3d 5s"), ("8h 7d 6c 5s 4h", "Kc 8c 7h 6d 5c 4d")),
    ends.LOST_FORCED: (("5h 5d 9c 7s 3h", "Qc 6c 9d 7h 3d 6s"), ("Ah Kd 8c 5s 4h", "Qc 6c 9d 7h 3d 6s")),
    ends.FAILED: (("5h 5d 9c 7s 3h", "Qc 6c 9d 7h 3d Js"), ("9h 8d 7c 6s 5h", "Qc 6d 9d 7h 3d Js")),
}  # fmt: skip
WON = (ends.WON, ends.WON_FORCED)
SAMPLED = 4000
UNSEEN = 42
"""Cards that are left for a forced dealer where a hand drew none."""
MEMBERS = 9
"""Hands of a kind that are asked about."""
COLOURED: Array = np.array([0, 3, 2, 1])
"""Suits renamed so that two of different colours become two of the same."""


@dataclass(frozen=True)
class Terms:
    """What each end nets, in units of the wager that opens the round."""

    nets: Array
    """By way to play: as the kernels have them."""
    cells: Mapping[CellKey, Settled]
    declared: Mapping[int, Settled]
    """Hands that are paid at once, by kind."""
    qualifying: int
    """The lowest class of hands with which the dealer qualifies."""
    exchanged: tuple[int, ...]
    """How many cards may be thrown away for others."""
    forced: Mapping[tuple[int, int], int]
    """What a win over a forced dealer nets, by way to play and kind of hand, of hands too that are never worth forcing with."""
    unit: int
    """The cents of the wager that opens the round."""

    @property
    def digest(self) -> str:
        """The same for all houses where every play is worth the same, whatever hands that are declared are paid."""
        said = self.nets.tobytes() + repr((self.qualifying, sorted(self.declared))).encode()
        return hashlib.sha256(said).hexdigest()[:16]


QUESTIONS = ({DECLARE, BET, BUY, EXCHANGE, FOLD}, {DECLARE, DECLINE}, {BET, FOLD}, {FORCE, DECLINE})
"""What may be said at each decision: a word that stands there too is weighed by nobody."""


class AskedToDraw(Asked):
    """The table, with how many cards it let be thrown away whenever it asked for that."""

    sizes: frozenset[int] = frozenset()

    def unmentioned(self, request: Request) -> acts.Act | None:
        if isinstance(request, Decision) and not any(known.issuperset(request.choices) for known in QUESTIONS):
            why = f"the table offers {' or '.join(request.choices)}, and the analysis does not know all of that"
            raise self.refused(why, request.clause)
        if isinstance(request, Discard):
            sizes = frozenset(0 if setting == NOTHING else len(setting.split()) for setting in request.settings)
            if 0 in sizes or (self.sizes and sizes != self.sizes):
                why = "an exchange of no card" if 0 in sizes else "that hands may be exchanged otherwise by their cards"
                raise self.refused(f"{why} is not counted", request.clause)
            self.sizes = sizes
        return super().unmentioned(request)


class _Deals(NamedTuple):
    """Deals that bring a final hand about in some way, against a dealer."""

    way: int
    size: int
    """How many cards are exchanged, where any are."""

    def deal(self, final: Hand, dealer: Hand, last: Sequence[str]) -> Deal:
        """The final cards stood on; with the last of them bought; or with some of them drawn for as many others."""
        if self.way == STAND:
            return Deal(final, dealer, decisions=tuple(last))
        if self.way == BOUGHT:
            return Deal(final, dealer, decisions=(BUY, *last))
        used, kept = {*final, *dealer}, len(final) - self.size
        thrown = [card for number in range(51, -1, -5) if (card := kernel_card(number)) not in used][: self.size]
        return Deal((*final[:kept], *thrown, *final[kept:]), dealer, decisions=(EXCHANGE, " ".join(map(str, thrown)), *last))


def _said(end: int) -> tuple[str, ...]:
    if end == ends.FOLDED:
        return (FOLD,)
    forced = end in (ends.WON_FORCED, ends.TIED_FORCED, ends.LOST_FORCED, ends.FAILED)
    return (BET, FORCE) if forced else (BET, DECLINE) if end == ends.DECLINED else (BET,)


WHATEVER_IS_HELD = (ends.FOLDED, ends.DECLINED, ends.FAILED)


def _with_a_sixth(final: Hand, dealer: Hand, end: int) -> Iterator[Hand]:
    """The hand with a sixth card that, where that matters, changes neither its level nor its kind."""
    of_level, held = combination_of_level(), numbers(final)
    for number in range(52):
        card = kernel_card(number)
        if card not in final and card not in dealer:
            more = np.append(held, number)
            same = evaluate(more) == evaluate(held)
            if end in WHATEVER_IS_HELD or (same and kind_of(more, 6, of_level) == kind_of(np.append(held, 0), 5, of_level)):
                yield (*final, card)
                return


def sizes_exchanged(asked: AskedToDraw) -> tuple[int, ...]:
    """How many cards the table lets be thrown away for others."""
    own, dealer = (tuple(cards(hand)) for hand in ENDINGS[ends.LOST][0])
    asked.choices(Deal(own, dealer, decisions=(EXCHANGE,), goes_on=True))
    if not asked.sizes:
        raise asked.refused("no cards are exchanged")
    return tuple(sorted(asked.sizes))


def lowest_qualifying(asked: Asked) -> int:
    """The lowest of the dealer's hands against which a bet can be lost: found by halving, then tried on both sides."""
    rows = ordered().starts
    own = cards("2c 3d 4h 5s 7c")

    def plays(level: int) -> bool:
        hands = [
            tuple(map(kernel_card, ordered().cards[row].tolist())) for row in range(int(rows[level]), int(rows[level + 1]))
        ]
        dealer = apart(tuple(own), hands, frozenset(asked.game.pack))
        assert dealer is not None
        return not asked.choices(Deal(tuple(own), dealer, decisions=(BET,)))

    low, high = 2, len(values()) - 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if plays(middle) else (middle, high)
    return high


def _wins(way: int, qualifying: int, size: int) -> Iterator[tuple[int, int, Deal]]:
    """For each kind of hand of the size that a way leads to: deals in which it beats a dealer who qualifies, and a forced one."""
    rng = np.random.default_rng(way)
    hands = six().cards if way == BOUGHT else ordered().cards
    kinds = six().kinds if way == BOUGHT else kinds_of(hands)
    for kind in sorted(set(kinds.tolist()) - {0}):
        rows = np.flatnonzero(kinds == kind)
        shown = 0
        for row in rng.permutation(rows)[:40]:
            held = hands[row].astype(np.int64)
            level = int(evaluate(held))
            rest = np.setdiff1d(np.arange(52), held)
            drawn = rest[np.argsort(rng.random((SAMPLED, len(rest))), axis=1)[:, :6]]
            before = evaluate_many(np.ascontiguousarray(drawn[:, :5]))
            final: Hand = tuple(map(kernel_card, held.tolist()))
            found = np.flatnonzero((before >= qualifying) & (before < level))
            if not len(found):
                continue
            yield (
                kind,
                ends.WON,
                _Deals(way, size).deal(final, tuple(map(kernel_card, drawn[found[0], :5].tolist())), _said(ends.WON)),
            )
            for place in np.flatnonzero(before < qualifying)[:200]:
                dealer = drawn[place]
                kept = np.delete(dealer[:5], np.argmax(dealer[:5] >> 2))
                after = int(evaluate(np.append(kept, dealer[5])))
                if qualifying <= after < level:
                    said = _said(ends.WON_FORCED)
                    yield kind, ends.WON_FORCED, _Deals(way, size).deal(final, tuple(map(kernel_card, dealer.tolist())), said)
                    break
            shown += 1
            if shown == 2:
                break


@remembered
def terms(game: Playable, stakes: tuple[tuple[str, int], ...], opens: str, counted: tuple[str, ...]) -> Terms:
    """Every end of every way to play, asked once; two deals of each must be settled alike."""
    from croupier.odds.shapes.draws_tried import try_terms

    asked = AskedToDraw(game, dict(stakes), only=counted)
    unit = dict(stakes)[opens]
    qualifying, exchanged = lowest_qualifying(asked), sizes_exchanged(asked)
    size = exchanged[0]
    shown: dict[CellKey, list[Deal]] = {}
    for way in (STAND, BOUGHT, EXCHANGED):
        for end, examples in ENDINGS.items():
            for own, dealers in examples:
                final, dealer = tuple(cards(own)), tuple(cards(dealers))
                for held in _with_a_sixth(final, dealer, end) if way == BOUGHT else [final]:
                    shown.setdefault((way, end, 0), []).append(_Deals(way, size).deal(held, dealer, _said(end)))
        for kind, end, deal in _wins(way, qualifying, size):
            shown.setdefault((way, end, kind), []).append(deal)
    missing = [(way, end) for way in (STAND, BOUGHT, EXCHANGED) for end in ENDINGS if len(shown.get((way, end, 0), ())) < 2]
    assert not missing, missing
    every = {key: asked.agreed(deals, key) for key, deals in shown.items()}
    cells = {key: settled for key, settled in every.items() if key[1] != ends.WON_FORCED or key[2] // KINDS >= TWO_PAIR}
    nets: Array = np.zeros((3, kernel.NETS), np.int64)
    places = {
        ends.FOLDED: kernel.FOLD,
        ends.DECLINED: kernel.NOT_QUALIFIED,
        ends.TIED: kernel.TIE,
        ends.LOST: kernel.LOSE,
        ends.TIED_FORCED: kernel.FORCED_TIE,
        ends.LOST_FORCED: kernel.FORCED_LOSE,
        ends.FAILED: kernel.FORCED_FAIL,
    }
    for settled in every.values():
        if settled.net % unit:
            raise asked.refused(f"{settled.net} is no whole number of {opens}s of {unit}")
    for (way, end, kind), settled in cells.items():
        place = places[end] if end in places else (kernel.WINS if end == ends.WON else kernel.FORCED_WINS) + kind
        nets[way, place] = settled.net // unit
    nets[:, kernel.DECLINED] = nets[:, kernel.NOT_QUALIFIED]
    forced = {(way, kind): settled.net // unit for (way, end, kind), settled in every.items() if end == ends.WON_FORCED}
    found = Terms(nets, cells, _declared(asked), qualifying, exchanged, forced, unit)
    try_terms(asked, found)
    refuse_forcing_that_is_not_weighed(asked, found)
    return found


def refuse_forcing_that_is_not_weighed(asked: Asked, terms: Terms) -> None:
    """Refuse a table at which it gains to force a dealer otherwise than it is looked for: with two pair or better, for the wins alone."""
    for way, kept in enumerate(terms.nets):
        if max(kept[kernel.FORCED_TIE], kept[kernel.FORCED_LOSE]) > kept[kernel.FORCED_FAIL]:
            raise asked.refused("a forced dealer who ties or wins and leaves more than one who fails again is not counted")
        drawn = (0, 1, max(terms.exchanged))[way]
        left = UNSEEN - drawn
        for kind in (kind for of, kind in terms.forced if of == way and kind // KINDS < TWO_PAIR):
            gain = kernel.MOST_PAIRING * (terms.forced[way, kind] - kept[kernel.FORCED_FAIL])
            if gain > left * (kept[kernel.DECLINED] - kept[kernel.FORCED_FAIL]):
                raise asked.refused("forcing a dealer with a pair or less, where it may gain, is not counted")


def _declared(asked: Asked) -> dict[int, Settled]:
    """What hands that the table lets be declared come to then; refused where of hands of a kind it lets some and not others."""
    found = {}
    for kind, hands in by_kind(ordered().cards):
        deals = [Deal(hand, goes_on=True) for hand in members_of(hands)]
        may = {DECLARE in asked.choices(deal) for deal in deals}
        if len(may) > 1:
            clause = asked.game.terms.chosen[INSTANT].clause
            raise asked.refused("hands of a kind of which some are paid at once and some are not are not priced", clause)
        if may == {True}:
            found[kind] = asked.agreed([deal._replace(decisions=(DECLARE,)) for deal in deals], "declared")
    return found


def by_kind(hands: Array) -> Iterator[tuple[int, Array]]:
    """Hands of five or six cards by what they hold, each kind's in their order."""
    kinds = kinds_of(hands)
    for kind in sorted(set(kinds.tolist())):
        yield kind, hands[kinds == kind]


def members_of(hands: Array) -> Iterator[Hand]:
    """Some hands of those, in ascending order, from the lowest to the highest and one of the fewest suits; two colourings of each."""
    rows = {
        *np.linspace(0, len(hands) - 1, MEMBERS).astype(int).tolist(),
        min(range(len(hands)), key=lambda n: _suits(hands[n])),
    }
    for row in sorted(rows):
        for named in (np.arange(4), COLOURED):
            yield tuple(map(kernel_card, (hands[row] & ~3 | named[hands[row] & 3]).tolist()))


def _suits(hand: Array) -> int:
    return len(set((hand & 3).tolist()))
