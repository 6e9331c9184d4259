"""What `lunar_exact` looks up: payoffs as the table answers, ranks of hands, lists of draws, and the best play without exchanges."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import comb

import numpy as np

from benchmarks.lunar_exact import KEPT, LEVELS, Array
from croupier.games.registry import playable
from croupier.odds.kernels import draws as kernel
from croupier.odds.kernels.card_sets import PERMUTATIONS, class_hands, named_sets
from croupier.odds.kernels.combinations import ACE_KING, FLUSH, KINDS, ROYAL, STRAIGHT, STRAIGHT_FLUSH, kinds_of
from croupier.odds.kernels.evaluate import evaluate_many
from croupier.odds.kernels.five_cards import ordered
from croupier.odds.shapes import odds_of
from croupier.odds.shapes.draws import Draws
from croupier.odds.shapes.draws_advice import EXCHANGES
from croupier.odds.shapes.draws_asked import EXCHANGED, Terms
from croupier.odds.shapes.draws_sampled import UNIT

GAME = "pa/lunar-poker"
assert KEPT == EXCHANGES and LEVELS == kernel.LEVELS
BY_LEVEL = (ACE_KING, STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL)
"""Combinations of which the dealer's flushes, or what their ranks alone would be, can be higher or lower: each level for itself."""
DRAWS = range(2, 6)


def asked() -> tuple[Draws, Terms]:
    """The game's shape, and what its table answers."""
    game = playable(GAME)
    shape = odds_of(game.terms.file.procedure)
    assert isinstance(shape, Draws)
    return shape, shape.terms(game, UNIT)


def declared(terms: Terms, hand: list[int]) -> list[Fraction]:
    """What a hand nets that is paid at once; nothing for another."""
    (kind,) = kinds_of(np.array([hand]))
    return [Fraction(terms.declared[kind].net, UNIT)] if kind in terms.declared else []


def key(ranks: Array) -> Array:
    """Four bits for each rank, which count it."""
    return np.asarray((np.uint64(1) << (np.uint64(4) * ranks.astype(np.uint64))).sum(axis=-1, dtype=np.uint64))


def multisets(size: int) -> Array:
    """Ranks, a rank as often as it likes, in the order of the places that `row_of` adds up to."""
    found = sorted(itertools.combinations_with_replacement(range(13), size), key=lambda ranks: ranks[::-1])
    return np.array(found, np.int64).reshape(len(found), size)


def of_a_suit(size: int) -> Array:
    return np.array(list(itertools.combinations(range(13), size)), np.int64).reshape(comb(13, size), size)


def masks_of(ranks: Array) -> Array:
    return np.asarray((1 << ranks).sum(axis=1), np.int64)


class Levels:
    """The level of five ranks, of one suit or not."""

    def __init__(self) -> None:
        ranks = multisets(5)
        ranks = ranks[(ranks[:, 4] != ranks[:, 0])]
        like = np.zeros_like(ranks)
        for n in range(1, 5):
            like[:, n] = np.where(ranks[:, n] == ranks[:, n - 1], like[:, n - 1] + 1, 0)
        like[(like == 0).all(axis=1), 4] = 1  # not all of one suit
        plain, suited = 4 * ranks + like, 4 * of_a_suit(5)
        cards = np.concatenate([plain, suited])
        levels = evaluate_many(np.ascontiguousarray(cards)).astype(np.int64)
        assert len(set(levels.tolist())) == len(levels) == LEVELS - 1
        kinds = kinds_of(cards)
        self.keys, self.kinds = np.zeros(LEVELS, np.uint64), np.zeros(LEVELS, np.int64)
        self.keys[levels], self.kinds[levels] = key(cards >> 2), kinds
        order = np.argsort(self.keys[levels[: len(plain)]])
        self._known, self._levels = self.keys[levels[: len(plain)]][order], levels[: len(plain)][order]
        self.plain, self.flush = np.zeros(8192, np.uint16), np.zeros(8192, np.uint16)
        masks = masks_of(of_a_suit(5))
        self.plain[masks] = self.of(key(of_a_suit(5)))
        self.flush[masks] = levels[len(plain) :]

    def of(self, keys: Array) -> Array:
        """By rank counts alone; 0 for five of a rank, which nobody has."""
        at = np.minimum(np.searchsorted(self._known, keys), len(self._known) - 1)
        return np.where(self._known[at] == keys, self._levels[at], 0)


def payoffs(terms: Terms, levels: Levels) -> dict[str, Array]:
    """What the kernels know of the game: nets, which levels may gain by forcing, and which are alike to a dealer's flush."""
    nets = terms.nets[EXCHANGED]
    named = (
        kernel.NOT_QUALIFIED,
        kernel.TIE,
        kernel.LOSE,
        kernel.FOLD,
        kernel.FORCED_TIE,
        kernel.FORCED_LOSE,
        kernel.FORCED_FAIL,
        kernel.DECLINED,
    )
    forces = [
        [level for level in range(1, LEVELS) if kernel.gains_by_forcing(level, int(levels.kinds[level]), 42 - k, nets)]
        for k in DRAWS
    ]
    assert all(one == forces[0] for one in forces)
    strong_of = np.full(LEVELS, -1, np.int16)
    strong_of[forces[0]] = np.arange(len(forces[0]))
    assert (strong_of[levels.flush[levels.flush > 0]] >= 0).all()
    alike = np.where(np.isin(levels.kinds // KINDS, BY_LEVEL), np.arange(LEVELS), -1 - levels.kinds)
    _, first, class_of = np.unique(alike, return_index=True, return_inverse=True)
    return {
        "nets": np.array([terms.qualifying, *nets[list(named)]], np.int32),
        "win": nets[kernel.WINS + levels.kinds].astype(np.int32),
        "forced_win": nets[kernel.FORCED_WINS + levels.kinds].astype(np.int32),
        "fold_of": np.array([nets[kernel.FOLD] * comb(46 - k, 4) for k in range(6)], np.int32),
        "strong_of": strong_of,
        "strong_levels": np.array(forces[0], np.int32),
        "class_of": class_of.astype(np.uint16),
        "class_levels": first.astype(np.int32),
    }


def lists(levels: Levels, known: dict[str, Array]) -> dict[str, Array]:
    """Draws by ranks: all sets of cards of the three other suits, with all of the open one; by ranks kept, what they make."""
    sets = [
        one[(key(one)[:, None] >> (np.uint64(4) * np.arange(13, dtype=np.uint64)) & np.uint64(15)).max(axis=1) < 4]
        for one in map(multisets, range(6))
    ]
    begins = np.cumsum([0, *map(len, sets)])
    word = np.arange(LEVELS) | known["class_of"].astype(np.int64) << 13 | (known["strong_of"] >= 0).astype(np.int64) << 31
    where = np.zeros((6, 5), np.int32)
    drawn, made, masks = list[Array](), list[Array](), list[Array]()
    for k in DRAWS:
        numbers, same, keys = [], [], []
        for many in range(k + 1):
            for ranks in of_a_suit(many):
                others = sets[k - many]
                numbers.append(begins[k - many] + np.arange(len(others)))
                same.append(np.full(len(others), sum(1 << int(rank) for rank in ranks)))
                keys.append(key(others) + key(ranks))
        draws = (np.concatenate(numbers) | np.concatenate(same) << 16).astype(np.uint32)
        made_by = word[levels.of(key(multisets(5 - k))[:, None] + np.concatenate(keys)[None, :])].astype(np.uint32)
        where[k] = sum(map(len, drawn)), len(draws), sum(map(len, made)), sum(map(len, masks)), comb(13, k)
        drawn.append(draws)
        made.append(made_by.ravel())
        masks.append(masks_of(of_a_suit(k)).astype(np.int32))
    return {
        "other_suits": np.concatenate([key(one) for one in sets]),
        "draw_lists": np.concatenate(drawn),
        "level_lists": np.concatenate(made),
        "mask_lists": np.concatenate(masks),
        "lists": where,
    }


def hands() -> dict[str, Array]:
    """Five cards by their ranks of the suit that will lie open and of the others, in whatever order those come; and how many are alike."""
    cards = np.fromiter(itertools.chain.from_iterable(itertools.combinations(range(52), 5)), np.uint8).reshape(-1, 5)
    masks = [((cards & 3 == suit) * (1 << (cards >> 2).astype(np.int64))).sum(axis=1) for suit in range(4)]
    first = (masks[1] >= masks[2]) & (masks[2] >= masks[3])
    equal = (masks[1] == masks[2]).astype(np.int64) + (masks[2] == masks[3])
    weights = 4 * np.array([6, 3, 1])[equal]
    return {"hands": cards[first], "masks": masks[0][first], "weights": weights[first]}


def without(found: dict[str, Array], values: Array) -> tuple[Array, Array]:
    """The package's best play without exchanges, by card shown and hand; and where each card shown begins."""
    class_of, name_of = named_sets(5)
    cards = class_hands(5).cards
    row_of = np.empty(len(cards), np.int64)
    row_of[np.argsort(evaluate_many(np.ascontiguousarray(cards.astype(np.int64))), kind="stable")] = np.arange(len(cards))
    assert (ordered().cards[row_of] == cards).all()
    held = found["hands"].astype(np.int64)
    place = sum(np.array([comb(card, n + 1) for card in range(52)])[held[:, n]] for n in range(5))
    rows, names = row_of[class_of[place]], name_of[place].astype(np.int64)
    parts = []
    for up in range(13):
        here = np.flatnonzero(found["masks"] >> up & 1 == 0)
        shown = 4 * up + PERMUTATIONS[names[here], 0]
        view = shown - (ordered().cards[rows[here]] < shown[:, None]).sum(axis=1)
        parts.append(values[rows[here], view])
    return np.concatenate(parts), np.cumsum([0, *map(len, parts)])[:-1]


def tables(terms: Terms) -> dict[str, Array]:
    """Whatever the kernels look up."""
    levels, rows = Levels(), [multisets(size) for size in DRAWS]
    known = payoffs(terms, levels)
    made = [levels.of(key(multisets(4)) + (np.uint64(1) << np.uint64(4 * up))) for up in range(13)]
    return {
        **known,
        **lists(levels, known),
        **finals(known),
        "kept_of": np.array(KEPT, np.int32),
        "key_of": levels.keys,
        "plain": levels.plain,
        "flush": levels.flush,
        "made": np.array(made, np.uint16),
        "thrown": np.concatenate([key(one) for one in rows]),
        "left_of": np.concatenate([np.full(len(one), 42 - one.shape[1]) for one in rows]).astype(np.int32),
        "row_of": np.array([[comb(rank + n, n + 1) for rank in range(13)] for n in range(5)], np.int32),
        "first_row": np.cumsum([0, 0, 0, *map(len, rows)], dtype=np.int32)[:6],
    }


def finals(known: dict[str, Array]) -> dict[str, Array]:
    """All hands that may gain by forcing, from the lowest up: cards as bits, and levels."""
    cards = np.fromiter(itertools.chain.from_iterable(itertools.combinations(range(52), 5)), np.int64).reshape(-1, 5)
    levels = evaluate_many(cards).astype(np.int64)
    rows = np.flatnonzero(known["strong_of"][levels] >= 0)
    rows = rows[np.argsort(levels[rows], kind="stable")]
    return {
        "final_cards": (np.uint64(1) << cards[rows].astype(np.uint64)).sum(axis=1, dtype=np.uint64),
        "final_levels": levels[rows].astype(np.uint16),
    }


def prepare() -> dict[str, Array]:
    """Everything the GPU is sent: also all hands, and what they net without exchanges."""
    shape, terms = asked()
    found = hands()
    before, begins = without(found, shape.solve(playable(GAME), UNIT).counted.values)
    return {**tables(terms), **found, "before": before, "begins": begins}
