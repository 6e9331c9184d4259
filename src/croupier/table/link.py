"""One jackpot for several tables: what they all have put on its meters and taken off, to the last fraction of a cent.

A round is still its own log: it is told what a meter stands at (`acts.Metered`) before it feeds it or pays from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from croupier.errors import OutOfBounds
from croupier.rules.model import Meter as Terms
from croupier.table.meters import Meter, Moved


@dataclass(frozen=True, slots=True)
class Link:
    """The meters that some tables share."""

    meters: Mapping[str, Meter]

    @classmethod
    def opened(cls, terms: Mapping[str, Terms]) -> Link:
        """Every meter at its seed."""
        return cls({name: Meter.opened(entry) for name, entry in terms.items()})

    @classmethod
    def read(cls, written: Mapping[str, Mapping[str, Any]]) -> Link:
        """What `written` wrote."""
        return cls({name: Meter.read(entry) for name, entry in written.items()})

    def written(self) -> dict[str, dict[str, Any]]:
        return {name: meter.written() for name, meter in self.meters.items()}

    def check(self, name: str, terms: Mapping[str, Terms]) -> None:
        """Refuse a table whose meters are on other terms than those of the tables already linked."""
        own = Link.opened(terms)
        if own.meters.keys() != self.meters.keys():
            raise OutOfBounds(f"link {name}: it has {', '.join(self.meters)}, this game {', '.join(own.meters)}")
        for meter, entry in own.meters.items():
            shared = self.meters[meter]
            if (entry.seed, entry.rate) != (shared.seed, shared.rate):
                raise OutOfBounds(
                    f"link {name}: {meter} starts at {shared.seed} cents and takes {float(shared.rate):.2%} at other tables",
                    clause=", ".join(terms[meter].clause),
                )

    def moved(self, moved: Mapping[str, Moved]) -> Link:
        """The meters after a table has fed them or paid from them."""
        return Link({name: meter.after(moved[name]) if name in moved else meter for name, meter in self.meters.items()})
