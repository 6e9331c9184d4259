"""Dice."""

from __future__ import annotations

from croupier.equipment.randomness import Source


def roll(source: Source, *, dice: int = 2, faces: int = 6) -> tuple[int, ...]:
    """`dice` dice thrown: each face equally likely."""
    return tuple(1 + source.below(faces) for _ in range(dice))
