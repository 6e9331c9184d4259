"""Hands up to a change of suits, each with how many it stands for: what counts hands by category need not look at them all."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.equipment.cards import Card
from croupier.odds.card_numbers import kernel_card
from croupier.odds.kernels.card_sets import class_hands


def classes_of(size: int) -> Iterator[tuple[list[Card], int]]:
    """One set of so many cards of each class: 134,459 of five stand for 2,598,960."""
    known = class_hands(size)
    faces = [kernel_card(number) for number in range(52)]
    for row, weight in zip(known.cards.tolist(), known.weights.tolist(), strict=True):
        yield [faces[number] for number in row], weight
