"""The shape of an option: a rule that the text settles, or leaves to the house within bounds."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from croupier.rules.parts import Cited, Clauses, Condition, Part


class Follows(Part):
    """What an option is, whatever it is otherwise, where another has a certain value."""

    when: Condition
    is_: Any
    unless_chosen: bool = False
    """May the house still choose otherwise?"""
    clause: Clauses
    reading: str | None = None


class Option(Cited):
    """A rule of the game: settled by the text (`is`) or left to the house within bounds."""

    is_: Any = None
    one_of: Annotated[tuple[Any, ...], Field(min_length=1)] | None = None
    at_least: int | None = None
    at_most: int | None = None
    house_sets: Literal["cents", "count", "yes-or-no", "sections", "ace-and-face-card", "rake"] | None = None
    default: Any = None
    in_cents: bool = False
    """Is the figure that the text fixes, or each that it lists, a sum of money?"""
    unit: Literal["%", "x"] | None = None
    """The bounds are of percents (`5%`) or of multiples (`100x`); values are written so too."""
    grades: int | None = None
    """So many figures may be given instead of one, as in `3-4-5x`; who asks the option says what each is for."""
    chosen_by: dict[str, Any] = {}
    """Other names under which people say yes or no to it, each with the value that a yes chooses."""
    follows: tuple[Follows, ...] = ()
    """Other choices that settle this one: a tournament's own rules. What they name must not follow anything itself."""

    @model_validator(mode="after")
    def _one_form(self) -> Option:
        bounded = self.at_least is not None or self.at_most is not None
        forms = [self.is_ is not None, self.one_of is not None, self.house_sets is not None or bounded]
        if sum(forms) != 1:
            raise ValueError("an option is exactly one of: is, one-of, at-least/at-most, house-sets")
        return self

    @property
    def is_yes_or_no(self) -> bool:
        """Is it true or false?"""
        return self.house_sets == "yes-or-no" or any(isinstance(value, bool) for value in (self.is_, *(self.one_of or ())))

    @property
    def is_money(self) -> bool:
        """Are its figures sums in cents?"""
        return self.in_cents or self.house_sets == "cents"
