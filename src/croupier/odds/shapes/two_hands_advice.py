"""Pai gow poker: every way to set seven cards against all 53,524,680 hands of the bank, each set by the house way."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np

from croupier.games.banking import BANK, CO_BANK
from croupier.games.pai_gow._comparing import decided_by
from croupier.games.pai_gow._setting import HouseWayQuestions, ways_to_set
from croupier.games.pai_gow.pai_gow_poker import PAI_GOW, PLAY, SHAPE, SURRENDER
from croupier.games.positions import spelled
from croupier.hands.pai_gow import Setting
from croupier.odds.advice import Advice, Chart, Question, Sight, left_apart, weigh
from croupier.odds.kernels.tables import Array
from croupier.odds.remembered import remembered
from croupier.odds.shapes.two_hands import stake_of
from croupier.odds.shapes.two_hands_asked import RULES, check_house_way, ends_of, high_number, low_number
from croupier.odds.work import in_parts
from croupier.table.playable import Playable
from croupier.table.requests import Arrangement, Decision

CARDS, BANK_HAND = 53, 7
AGAINST_HOUSE_WAY = "optimal against the house way"


@remembered
def house_way(game: Playable) -> Array:
    """High and low hand of every class of seven cards, set by the house way."""
    from croupier.odds.shapes.two_hands_classes import classes, set_by_house_way

    return set_by_house_way(classes().hands, game.rules)[:, :2]


def bank_hands(sight: Sight) -> Array:
    """How many hands of each class the bank can have."""
    from croupier.odds.kernels.evaluate import DISPLACEMENT
    from croupier.odds.kernels.one_pai_gow import bank_hands as count
    from croupier.odds.shapes.two_hands_classes import classes, number_of

    known, every = {number_of(card) for card in sight.known}, classes()
    deck: Array = np.array([number for number in range(CARDS) if number not in known], np.int64)

    def part(first: int, last: int) -> Array:
        found: Array = np.zeros(len(every.weights), np.int32)
        count(deck, first, last, DISPLACEMENT, every.place_of, every.first, found)
        return found

    total = np.asarray(np.sum(in_parts(len(deck), part), axis=0, dtype=np.int64))
    assert int(total.sum()) == comb(len(deck), BANK_HAND)
    return total


def levels(setting: Setting, rules: HouseWayQuestions) -> tuple[int, int]:
    """A setting's high and low hand as the kernels number them."""
    from croupier.odds.shapes.two_hands_classes import ranking

    known = ranking(rules.ace_to_five_straight)
    return high_number(setting.high, known), low_number(setting, known)


def prefixes(others: Array, counts: Array) -> Array:
    """How many hands lie below each pair of bounds, in high and in low hand."""
    size = int(others[:, 0].max()) + 2, int(others[:, 1].max()) + 2
    found: Array = np.zeros((size[0] + 1, size[1] + 1), np.int64)
    cells = others[:, 0].astype(np.int64) * size[1] + others[:, 1]
    # Sums of whole numbers far below 2**53 are whole in double precision.
    found[1:, 1:] = np.bincount(cells, counts, minlength=size[0] * size[1]).astype(np.int64).reshape(size)
    return np.asarray(found.cumsum(axis=0).cumsum(axis=1))


def decided(mine: tuple[int, int], below: Array, *, banks: bool) -> dict[str, int]:
    """How many of the other's hands each rule decides the wager with; `banks` where the setting is the bank's."""
    # Bounds below, at and above each of the two hands give nine parts: rows by the high hand, columns by the low.
    edges = [[0, min(own, size - 1), min(own + 1, size - 1), size - 1] for own, size in zip(mine, below.shape, strict=True)]
    parts = np.diff(np.diff(below[np.ix_(*edges)], axis=0), axis=1)
    if banks:  # the player's hand is the other: higher where it lies above
        parts = parts[::-1, ::-1]
    (both, high, split), (low, same, first), (other, second, neither) = parts.tolist()
    counts = (both, high + low, split + other, same + first + second, neither)
    return dict(zip(RULES, counts, strict=True))


def weighed(game: Playable, sight: Sight, request: Question) -> Advice | None:
    """How to set the hands; or whether to give them up, which never gains."""
    if len(sight.hand) != SHAPE.hand:
        return None
    if isinstance(request, Decision) and SURRENDER in request.choices:
        return _surrender(game, sight)
    if not isinstance(request, Arrangement):
        return None
    ways = ways_to_set(list(sight.hand), game.rules)
    values = _values(game, sight, {text: ways.get(text) for text in request.settings})
    return weigh(sight, values, basis=_basis(sight), strategy=AGAINST_HOUSE_WAY, exact=_bank(sight) == "house")


def _bank(sight: Sight) -> str:
    """Who has the bank."""
    return sight.marks.get(BANK, "house")


def _basis(sight: Sight) -> str:
    every = f"all {comb(CARDS - len(sight.known), BANK_HAND):,} hands"
    apart = left_apart(sight, (PAI_GOW, BANK, CO_BANK))
    if _bank(sight) == "house":
        return f"{every} the bank can have, set by the house way{apart}"
    if _bank(sight) == spelled(sight.seat):
        return f"{every} of one player against the bank, set by the house way, commission hand by hand{apart}"
    return f"{every} the bank can have, as if its player set them by the house way{apart}"


def _values(game: Playable, sight: Sight, ways: dict[str, Setting | None]) -> dict[str, Fraction]:
    """What each setting nets; None is no setting at all."""
    banks = _bank(sight) == spelled(sight.seat)
    stake = _stake(game, sight)
    ends = ends_of(game, stake)
    below, nets = prefixes(house_way(game), bank_hands(sight)), ends.banks[BANK] if banks else ends.by_rule
    every = int(below[-1, -1])
    known: dict[tuple[int, int], Fraction] = {}
    values = {}
    for text, setting in ways.items():
        if setting is None or setting.foul:
            lost = ends.bank_not_set if banks else ends.not_set if setting is None else ends.foul
            assert lost is not None
            values[text] = Fraction(lost.net, stake)
            continue
        mine = levels(setting, game.rules)
        if mine not in known:
            found = decided(mine, below, banks=banks)
            known[mine] = Fraction(sum(count * nets[rule].net for rule, count in found.items()), every * stake)
        values[text] = known[mine]
    return values


def _surrender(game: Playable, sight: Sight) -> Advice:
    """Once the dealer's hands lie open the wager is decided, unless a player banks."""
    chosen = ways_to_set(list(sight.hand), game.rules).get(sight.settings.get(sight.seat, ""))
    basis, house = f"the dealer's hands, which lie open{left_apart(sight, (PAI_GOW,))}", _bank(sight) == "house"
    stake = _stake(game, sight)
    ends = ends_of(game, stake)
    if house:
        decided_so = decided_by(chosen, ways_to_set(list(sight.dealer), game.rules)[sight.settings[0]])
        undecided = {"hands-not-set": ends.not_set, "foul-hands": ends.foul}
        worth = Fraction((undecided.get(decided_so) or ends.by_rule[decided_so]).net, stake)
    else:
        worth, basis = _values(game, sight, {"": chosen})[""], _basis(sight)
    given_up = Fraction(ends.surrendered.net, stake)
    return weigh(sight, {PLAY: worth, SURRENDER: given_up}, basis=basis, strategy=AGAINST_HOUSE_WAY, exact=house)


def _stake(game: Playable, sight: Sight) -> int:
    """What lies on the wager; for a bank one wager against it, of which no commission is rounded."""
    return sight.stakes.get(PAI_GOW) or stake_of(game, game.terms.chosen[PAI_GOW])


def strategy(game: Playable) -> tuple[tuple[Chart, ...], str]:
    """The house way, which the dealer must follow and a player may; the table is held to what is told of it."""
    check_house_way(game)
    rows: list[tuple[str, str]] = []
    for name, value in game.terms.options.items():
        if not name.startswith("house-way-"):
            continue
        label = name.removeprefix("house-way-").replace("-", " ")
        parts = value.items() if isinstance(value, dict) else [("", value)]
        rows += [(f"{label}: {part}" if part else label, str(way).replace("-", " ")) for part, way in parts]
    chart = Chart("the house way", ("hand", "set"), tuple(rows), "bands are ranks of pairs, lower and higher")
    return (chart,), "the best setting of a hand, which now and then is another than the house way: ask by the cards"
