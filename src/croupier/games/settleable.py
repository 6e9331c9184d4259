"""Can every wager of a game be settled at its table? Asked once, when a game is made ready to be played."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.errors import Conflict
from croupier.hands.looks import LOOKS, Look
from croupier.rules.payouts import Kind
from croupier.rules.resolve import GameRules, Wager
from croupier.table.playable import SeenBy, Shape

_MOST_SEEN = 99
"""More cards than any look takes."""
_Fault = tuple[str, str, tuple[str, ...]]
"""The key that is at fault, why, and other clauses that bear on it."""


def check_looks(game: GameRules, shape: Shape, *, settles: Sequence[str] | None, seen_by: SeenBy, joker: bool) -> None:
    """Every wager is settled: by the procedure, or by cards that the game deals and that are seen by a moment the procedure has."""
    for name, wager in game.wagers.items():
        where, clauses = f"wagers.{name}", [wager.clause]
        if wager.looks_at is not None:
            look = LOOKS[wager.looks_at]
            found = _missing_moment(wager, seen_by) or _missing_cards(game, look, shape, joker=joker)
            found = found or _too_early(wager, look, seen_by) or _missing_meter(game, wager, look)
            if found is None:
                continue
            key, fault, besides = found
            where, clauses = f"{where}.{key}", [*clauses, *besides]
        elif settles is not None and name not in settles and wager.of not in game.wagers:
            fault = "nothing says how it is settled: the procedure does not know it, and it looks at no cards"
        else:
            continue
        raise Conflict(fault, file=f"{game.id}.toml", key=where, clauses=clauses)


def _missing_moment(wager: Wager, seen_by: SeenBy) -> _Fault | None:
    """A moment at which the procedure settles no side wager, or one to wait for that comes no later."""
    for key, moment in (("decided", wager.decided), ("waits-until", wager.waits_until)):
        if moment is not None and moment not in seen_by:
            return key, f"no side wager is settled {moment} in this game", ()
    order = list(seen_by)
    if (
        wager.decided is not None
        and wager.waits_until is not None
        and order.index(wager.waits_until) <= order.index(wager.decided)
    ):
        return "waits-until", f"{wager.waits_until} is no later than {wager.decided}", ()
    return None


def _missing_cards(game: GameRules, look: Look, shape: Shape, *, joker: bool) -> _Fault | None:
    """Why a look is nothing for the cards that a game deals."""
    own = shape.hand - shape.later
    dealt = {"own": own, "box": own, "unsplit": own, "dealer": shape.dealer, "community": shape.community}
    for source in look.sources:
        there = dealt[source.place]
        if not there or (not source.drawn and source.count(there) > there):
            return "looks-at", f"this game deals {there} cards there", ()
    least, most = look.ranks or (0, _MOST_SEEN)
    together = sum(source.count(dealt[source.place]) for source in look.sources)
    if not least <= together <= most:
        return "looks-at", f"{together} cards are ranked together here, and it takes {least} to {most}", ()
    if joker and not look.joker:
        return "looks-at", "it does not rank the joker, which this game has", ()
    if any(source.place == "dealer" and source.first == 1 for source in look.sources):
        for method in game.file.deal.values():
            faces = [step.face for step in method.opening for _ in range(step.times * step.cards) if "dealer" in step.to]
            if "up" in faces[1:] and faces[0] == "down":
                return "looks-at", "the dealer's up card is not the first one here", method.clause
    return None


def _too_early(wager: Wager, look: Look, seen_by: SeenBy) -> _Fault | None:
    """A side wager settled at a moment when cards it looks at are not seen, and that does not wait until they are."""
    for moment in (wager.decided, wager.waits_until):
        if moment is not None and _all_seen(look, seen_by[moment]):
            return None
    key = "decided" if wager.waits_until is None else "waits-until"
    return key, "the cards it looks at are not all seen by then: waits-until says when they are", ()


def _missing_meter(game: GameRules, wager: Wager, look: Look) -> _Fault | None:
    """A meter that is not there for what comes off one; what is paid for parts of the cards is paid by the stake alone."""
    if wager.meter is not None and wager.meter not in game.meters:
        return "meter", f"the meter {wager.meter!r} does not exist", ()
    for row, payout in game.chosen[wager.id].rows.items() if wager.id in game.chosen else ():
        if payout.kind is Kind.METER or payout.off_meter:
            posted = (game.chosen[wager.id].clause,)
            if wager.meter is None:
                return "meter", f"{row} comes off a meter, and the wager has none", posted
            if look.each is not None:
                return "looks-at", f"{row} comes off the meter, and several cards may earn it at once", posted
    return None


def _all_seen(look: Look, seen: Shape | None) -> bool:
    """Are all cards it looks at seen by a moment? Of those that are drawn, or however many there are, nobody knows before the last."""
    if seen is None:
        return True
    most = {"own": seen.hand, "dealer": seen.dealer, "community": seen.community}
    return not any(
        source.drawn or (source.first is None and source.place != "own") or source.count(0) > most[source.place]
        for source in look.sources
    )
