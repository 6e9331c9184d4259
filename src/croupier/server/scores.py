"""How a person does at drills. No page is drawn here."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """Right and wrong, the run of right ones, and the time they took."""

    right: int = 0
    wrong: int = 0
    streak: int = 0
    best: int = 0
    seconds: float = 0.0

    @property
    def answered(self) -> int:
        return self.right + self.wrong

    @property
    def seconds_each(self) -> float:
        return self.seconds / self.answered if self.answered else 0.0

    def add(self, correct: bool, seconds: float) -> None:
        self.seconds += seconds
        if correct:
            self.right += 1
            self.streak += 1
            self.best = max(self.best, self.streak)
        else:
            self.wrong += 1
            self.streak = 0


@dataclass(slots=True)
class Score:
    """One person's drills: all together and game by game."""

    total: Tally = field(default_factory=Tally)
    games: dict[str, Tally] = field(default_factory=dict)

    def add(self, game: str, correct: bool, seconds: float) -> None:
        self.total.add(correct, seconds)
        self.games.setdefault(game, Tally()).add(correct, seconds)
