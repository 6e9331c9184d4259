"""A table told in sentences: what lies on it, what each stake came to, and what the round brought. Read and heard alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.server.pages.felt.layout import spot_name
from croupier.server.pages.felt.scene import CALLED, dollars_on, net_of
from croupier.server.pages.frame import money
from croupier.server.pages.saying import spoken as card_spoken
from croupier.server.pages.saying import title, words
from croupier.table.playable import Playable

Line = Mapping[str, Any]


def spoken(playable: Playable, seen: Mapping[str, Any]) -> str:
    """The table for whoever hears the page: cards with what they are worth, dice, the wheel, one's own stakes; in the end the result."""
    view = seen["view"]
    if view is None:
        return "No round is open."
    parts = [*_settled(seen), *_lying(view), *_equipment(seen)]
    for seat in seen["you"]["seats"]:
        parts += _own(playable, view, seat)
    return " ".join(parts)


def _worth(said: str) -> str:
    return f": {said}" if said else ""


def _lying(view: Mapping[str, Any]) -> Iterable[str]:
    says = view["says"]
    for name, faces in (("dealer", view["dealer"]), ("community", view["community"]), *view["piles"].items()):
        if faces:
            worth = says["dealer"] if name == "dealer" else says["piles"].get(name, "")
            yield f"{title(name)}: {', '.join(map(card_spoken, faces))}{_worth(worth)}."


def _equipment(seen: Mapping[str, Any]) -> Iterable[str]:
    if not (seen["round"] or {}).get("done"):  # in the end the result has it
        yield from fell(seen)
    yield from (f"{title(name)}: {words(str(mark))}." for name, mark in seen["view"]["marks"].items())


def fell(seen: Mapping[str, Any]) -> Iterable[str]:
    """What the dice or the wheel brought last; two or three dice with their total, of more nothing goes by it."""
    for last in (seen["round"] or {}).get("results", [])[-1:]:
        if not isinstance(last, list):
            yield f"The wheel stopped at {last if last.isdecimal() or last.startswith('$') else words(last)}."
        else:
            *others, final = map(str, last)
            total = f": {sum(last)}" if len(last) <= CALLED else ""
            yield f"The dice show {', '.join(others)} and {final}{total}."


def _own(playable: Playable, view: Mapping[str, Any], number: int) -> Iterable[str]:
    seat, names = view["seats"].get(str(number)), view["says"]["seats"].get(str(number), [])
    if seat is None:
        return
    for index, hand in enumerate((seat["cards"], *seat.get("splits", ()))):
        if hand:
            worth = names[index] if index < len(names) else ""
            yield f"Your cards: {', '.join(map(card_spoken, hand))}{_worth(worth)}."
    stakes = [
        dollars_on(amount, spot_name(playable.spots[stake.partition("#")[0]])) for stake, amount in seat["stakes"].items()
    ]
    if stakes:
        yield f"Your wagers: {', '.join(stakes)}."


def _settled(seen: Mapping[str, Any]) -> Iterable[str]:
    if not seen["round"] or not seen["round"]["done"]:
        return
    yield from filter(None, [result(seen)])
    own = [line for line in seen["view"]["lines"] if line["seat"] in seen["you"]["seats"]]
    yield from (f"{came_to(line)}." for line in own)
    if own:
        yield f"{outcome(own)} Your balance is {money(seen['you']['balance'])}."


def result(seen: Mapping[str, Any]) -> str:
    """How the round came out: the hands against each other where they have names, and what a game says of the whole."""
    says, you = seen["view"]["says"], seen["you"]["seats"]
    own = {seat: " and ".join(filter(None, says["seats"].get(str(seat), []))) for seat in you}
    against = [f"{'You' if len(you) == 1 else f'Seat {seat}'}: {hand}." for seat, hand in own.items() if hand]
    against += [f"Dealer: {says['dealer']}."] if says["dealer"] else []
    against += [f"{says['result'][:1].upper()}{says['result'][1:]}."] if says["result"] else []
    return " ".join((*fell(seen), *against))


def came_to(line: Line) -> str:
    """What became of one stake, as a sentence without its end."""
    name, how, net = title(line["wager"]), line["outcome"], net_of(line)
    back = f"{money(line['returned'])} goes back"
    if how == "void":
        return f"{name} is void: {back}"
    if how == "push":
        return f"{name} is a push: {back}"
    if how == "win" and not line["won"] and line["returned"]:  # a share of a pot that is no more than was put in
        return f"{name}: {back}"
    if not line["stake"] and line["commission"] and not line["won"]:
        return f"{name}: {money(line['commission'])} {words(how)}"
    if how in ("win", "lose"):
        said = f"{name} {'wins' if how == 'win' else 'loses'} {money(line['won'] if how == 'win' else line['stake'])}"
    else:
        moved = (
            f"wins {money(line['won'])}"
            if line["won"]
            else f"loses {money(-net)}"
            if net < 0
            else f"gets {money(line['returned'])} back"
        )
        said = f"{name} {moved}: {words(how)}"
    kept = f", {'less' if line['won'] else 'and'} {money(line['commission'])} commission"
    return said + (kept if line["commission"] else "")


def outcome(lines: Iterable[Line]) -> str:
    """What a seat's lines came to together. What was won and lost to the same amount is even, and no push; a void is neither."""
    lines = list(lines)
    nets = [net_of(line) for line in lines]
    total, won, lost = sum(nets), sum(net for net in nets if net > 0), -sum(net for net in nets if net < 0)
    if total > 0:
        return f"You won {money(total)}."
    if total < 0:
        return f"You lost {money(-total)}."
    if won:
        return f"Even: you won {money(won)} and lost {money(lost)}."
    outcomes = {line["outcome"] for line in lines}
    if outcomes == {"void"}:
        return "Void: your stakes went back."
    return "A push: your stakes went back." if outcomes == {"push"} else "Nothing won or lost."
