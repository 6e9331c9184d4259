"""Who asks for work beside the server, and out of whose share it comes."""

from __future__ import annotations

from typing import NamedTuple, Self

from croupier.server.people import GUESTS, INVITEES, Person


class Asker(NamedTuple):
    """Somebody signed in, or whoever is at an address; `token` is the number of the token they asked with."""

    name: str
    share: str
    token: str = ""
    house: bool = False

    @classmethod
    def of(cls, person: Person) -> Self:
        return cls(person.name, person.share, person.token, person.rules)

    @classmethod
    def read(cls, text: str) -> Self:
        """From the text that a job is kept with; an earlier program kept the name alone."""
        match text.rsplit(" ", 2):
            case [name, share, token] if share.startswith((GUESTS, INVITEES)):
                return cls(name, share, token)
        return cls(text, INVITEES + text)

    def __str__(self) -> str:
        return f"{self.name} {self.share} {self.token}"


def uninvited(share: str) -> bool:
    """Is it a share of guests, who leave half of everything to whoever was invited?"""
    return share.startswith(GUESTS)
