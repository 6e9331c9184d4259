"""The best play without exchanges as a kernel asks for it: by five cards and the card shown, then by six; found once and kept."""

from __future__ import annotations

import hashlib
import os
import zipfile
import zlib
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import NamedTuple

import numba as nb
import numpy as np

from croupier.games.house_poker.lunar_poker import FEE
from croupier.odds.kernels import sim_draws as kernel
from croupier.odds.kernels.card_sets import PERMUTATIONS
from croupier.odds.kernels.combinations import FLUSH, KINDS, ROYAL, STRAIGHT_FLUSH, combination_of_level
from croupier.odds.kernels.five_cards import HAND, ordered
from croupier.odds.kernels.six_sweep import SIZE, six
from croupier.odds.kernels.tables import Array
from croupier.odds.refusing import refused
from croupier.rules.source import cache_folder
from croupier.table.playable import Playable

VERSION = 1
"""Of the plan kept on disk: raise it when the plan is found differently."""
SIX_RANKS = comb(kernel.RANKS + SIZE - 1, SIZE)
_SUIT = np.uint64(0x1111111111111)
"""A bit for each card of one suit, in a word with a bit for each card."""


_UNREADABLE = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error)
"""What a plan's file that is missing, or damaged in one way or another, is answered with."""


class Found(NamedTuple):
    """A best play in words: for each class of five cards a bit for each card shown that makes it be bet, and one that makes it be bought
    to; for each class of six, of the views in the order of the deck, those that are come to and those that are bet on.
    """

    bets: Array
    buys: Array
    reached: Array
    stays: Array
    otherwise: Array
    """The most that hands of each kind that is declared are worth if they are not, the kinds in order."""


class Plan(NamedTuple):
    """The tables of `sim_draws`: the first choice at sight, and by cards; then whether six cards are bet on, by class and by ranks."""

    single: Array
    looks: Array
    sure: Array
    decided: Array


class Kept(NamedTuple):
    """What a plan is made of, as it lies on disk."""

    single: Array
    bets: Array
    buys: Array
    sure: Array
    decided: Array
    otherwise: Array

    def plan(self) -> Plan:
        return Plan(self.single, _looks(self.bets, self.buys), self.sure, self.decided)


def as_words(chosen: Array) -> Array:
    """A word a row, with a bit for each view that is chosen."""
    found: Array = np.zeros(len(chosen), np.uint64)
    for view in range(chosen.shape[1]):
        found |= chosen[:, view].astype(np.uint64) << np.uint64(view)
    return found


def by_card(views: Array, hands: Array) -> Array:
    """Words with a bit for each card instead: views are the cards not held, in order; hands have their lowest card first."""
    for place in range(hands.shape[1]):
        held = hands[:, place].astype(np.uint64)
        below = (np.uint64(1) << held) - np.uint64(1)
        views = views & below | (views & ~below) << np.uint64(1)
    return views


def made(found: Found, declared: tuple[int, ...], game: Playable) -> Kept:
    """The tables of a best play; refused where six cards are played by more than ranks and the suit shown."""
    hands, levels = ordered().cards, ordered().levels
    of_level = combination_of_level()
    seen = np.uint64((1 << 52) - 1) & ~_held(hands)
    single = _at_sight(levels, _four_suited(hands), (seen & ~found.bets & ~found.buys, found.bets, found.buys), len(of_level))
    single[:, :, np.isin(of_level, [kind // KINDS for kind in declared])] = kernel.DECLARES
    more = six()
    sure: Array = np.full(len(of_level), kernel.NEVER, np.uint8)
    sure[more.levels[found.reached & found.stays != 0]] = kernel.ALWAYS
    folded_at = np.unique(more.levels[found.reached & ~found.stays != 0])
    sure[folded_at] = np.where(sure[folded_at] == kernel.ALWAYS, kernel.MIXED, kernel.NEVER)
    mixed = (sure == kernel.MIXED)[more.levels] & (found.reached != 0)
    if np.isin(of_level[more.levels[mixed]], (FLUSH, STRAIGHT_FLUSH, ROYAL)).any():
        raise refused(game, "six cards of one suit are bet on by more than their class: no kernel plays that", FEE)
    bet: Array = np.zeros((SIX_RANKS, kernel.RANKS), np.uint64)
    folded: Array = np.zeros_like(bet)
    _decide(more.cards[mixed], found.reached[mixed], found.stays[mixed], bet, folded)
    if (bet & folded).any():
        raise refused(game, "six cards are bet on by more than their ranks and the suit shown: no kernel plays that", FEE)
    return Kept(single, found.bets, found.buys, sure, bet, found.otherwise)


def _at_sight(levels: Array, suited: Array, chosen: tuple[Array, ...], classes: int) -> Array:
    """What hands do by whether four cards are of a suit, the rank shown and their class; where they do not all do the same, a look."""
    does: Array = np.zeros((len(chosen), 2, kernel.RANKS, classes), bool)
    for choice, words in enumerate(chosen):
        for rank in range(kernel.RANKS):
            there = words >> np.uint64(4 * rank) & np.uint64(15) != 0
            does[choice, suited[there].astype(np.int64), rank, levels[there]] = True
    return np.where(does.sum(axis=0) > 1, kernel.LOOKS, does.argmax(axis=0)).astype(np.uint8)


def _four_suited(hands: Array) -> Array:
    """Are four of five cards, or all, of one suit?"""
    return np.asarray(np.max([(hands & 3 == suit).sum(axis=1) for suit in range(4)], axis=0) >= 4)


def _held(hands: Array) -> Array:
    """A word with the bits of a row's cards."""
    return np.asarray(np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1))


def _looks(bets: Array, buys: Array) -> Array:
    """By five cards, as `places` has them: both words of their class, the suits renamed."""
    hands = ordered().cards.astype(np.int64)
    steps = np.array([[comb(number, size) for number in range(52)] for size in range(1, HAND + 1)], np.int64)
    found: Array = np.zeros((comb(52, HAND), 2), np.uint64)
    for names in PERMUTATIONS:
        renamed = np.sort(hands & ~3 | names[hands & 3], axis=1)
        place = steps[np.arange(HAND), renamed].sum(axis=1)
        for column, words in enumerate((bets, buys)):
            found[place, column] = np.bitwise_or.reduce(
                [(words >> np.uint64(suit) & _SUIT) << np.uint64(names[suit]) for suit in range(4)]
            )
    return found


@nb.njit(cache=True, nogil=True)
def _decide(hands, reached, stays, bet, folded):  # type: ignore[no-untyped-def]
    """Into `bet` and `folded`, by ranks and the rank shown: bits for the cards that are of the suit shown."""
    for row in range(len(hands)):
        hand = np.uint64(0)
        for n in range(SIZE):
            hand |= np.uint64(hands[row, n]) << np.uint64(6 * n)
        held = view = 0
        for shown in range(52):
            if held < SIZE and hands[row, held] == shown:
                held += 1
                continue
            if reached[row] >> np.uint64(view) & np.uint64(1):
                place, mask = kernel.place_and_mask(hand, shown & 3)
                if stays[row] >> np.uint64(view) & np.uint64(1):
                    bet[place, shown >> 2] |= np.uint64(1) << np.uint64(mask)
                else:
                    folded[place, shown >> 2] |= np.uint64(1) << np.uint64(mask)
            view += 1


@lru_cache(maxsize=1)
def kinds_of_six() -> Array:
    """The kind of six cards, by their ranks and which of them are of a suit that five are of."""
    more = six()
    found: Array = np.zeros((SIX_RANKS, kernel.MASKS), np.uint8)
    _name(more.cards, more.kinds, found)
    return found


@nb.njit(cache=True, nogil=True)
def _name(hands, kinds, found):  # type: ignore[no-untyped-def]
    suits = np.empty(4, np.int64)
    for row in range(len(hands)):
        hand = np.uint64(0)
        suits[:] = 0
        for n in range(SIZE):
            hand |= np.uint64(hands[row, n]) << np.uint64(6 * n)
            suits[hands[row, n] & 3] += 1
        suit = kernel.NO_SUIT
        for one in range(4):
            if suits[one] >= 5:
                suit = one
        place, mask = kernel.place_and_mask(hand, suit)
        found[place, mask] = kinds[row]


def kept(key: bytes) -> Kept | None:
    """The plan of a key, where it was found before on this machine."""
    try:
        with np.load(_path(key)) as told:
            return Kept(*(told[name] for name in Kept._fields))
    except _UNREADABLE:
        return None


def keep(key: bytes, found: Kept) -> None:
    path = _path(key)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(f".{os.getpid()}.tmp.npz")
        np.savez_compressed(temporary, **found._asdict())
        temporary.replace(path)
    except OSError:
        pass  # an unwritable cache costs time, never a result


def _path(key: bytes) -> Path:
    return cache_folder() / f"draws-{hashlib.sha256(bytes([VERSION]) + key).hexdigest()[:16]}.npz"
