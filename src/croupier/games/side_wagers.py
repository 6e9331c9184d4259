"""Side wagers that are data: look at these cards, rank them so, pay by this table. A procedure says only when."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from croupier.equipment.cards import Card
from croupier.games.limits import hold_round_to_limit, hold_wager_to_limit
from croupier.hands.looks import Look, Source
from croupier.hands.patterns import Both
from croupier.rules.model import Decided
from croupier.rules.terms import Wager
from croupier.table.citing import cite, of_row
from croupier.table.looking import cards_seen
from croupier.table.settlement import Tip
from croupier.table.table import Seat, Table

_KEPT = 32768


def settle_for_all(table: Table, *, decided: Decided, among: Collection[str] | None = None) -> None:
    """Settle what is decided now, or what of some wagers is, from the dealer's right."""
    for seat in table.from_dealers_right():
        settle(table, seat, decided=decided, among=among)
    for wager in table.playable.limited_by_round:
        hold_round_to_limit(table, wager)


async def check_and_settle(table: Table, *, decided: Decided, among: Collection[str] | None = None) -> None:
    """What is decided now, after whatever the text has done about a win before it is paid."""
    for seat in table.from_dealers_right():
        await check_wins(table, seat, decided=decided, among=among)
    settle_for_all(table, decided=decided, among=among)


async def check_wins(table: Table, seat: Seat, *, decided: Decided, among: Collection[str] | None = None) -> None:
    """Before a seat is paid: what the text has done about its winning side wagers, by whom it names."""
    for wager, look in _decided_now(table, decided, among):
        if wager.checks and wager.id in seat.stakes and _due(table, seat, wager, look, decided):
            cards = cards_seen(table, seat, look)
            await table.check_win(seat, wager.id, look.value(cards), cards)


def settle(table: Table, seat: Seat, *, decided: Decided, among: Collection[str] | None = None) -> None:
    """Pay or collect every side wager of a seat that its file says is decided now, or had to wait until now."""
    held = hand_lies_there(table, seat)
    for wager, look in _decided_now(table, decided, among):
        if _due(table, seat, wager, look, decided):
            _settle(table, seat, wager, look, held=held)


def _decided_now(table: Table, decided: Decided, among: Collection[str] | None) -> Iterator[tuple[Wager, Look]]:
    """The side wagers that may be settled now, or those of them that are among some."""
    found = table.playable.settled_at.get(decided, ())
    return ((wager, look) for wager, look in found if among is None or wager.id in among)


def _due(table: Table, seat: Seat, wager: Wager, look: Look, decided: Decided) -> bool:
    """Is a wager settled now, by its file or because it had to wait until now?"""
    return wager.waits_until == decided or (wager.decided == decided and not waits(table, seat, wager, look))


async def deal_on(table: Table) -> None:
    """Whoever waits for another card gets it though the dealer's blackjack ends the round, where the text has it so."""
    for seat in table.from_dealers_left():
        waiting = ((table.terms.wagers[name], look) for name, look in table.playable.looks.items() if name in seat.stakes)
        if any(wager.dealt_on and _draws(look) and waits(table, seat, wager, look) for wager, look in waiting):
            await table.deal_card(seat.number, up=True, moment="draw")


def awaited(table: Table, place: str) -> bool:
    """Is a side wager left on the table that looks at the cards of a place, whoever has folded?"""
    left = (look for seat in table.from_dealers_left() for name, look in table.playable.looks.items() if name in seat.stakes)
    return any(source.place == place for look in left for source in look.sources)


def dealers_cards_awaited(table: Table) -> int:
    """How many cards of the dealer side wagers on the table look at that are drawn after the deal."""
    sources = [
        source
        for name, look in table.playable.looks.items()
        if any(name in seat.stakes for seat in table.seats.values())
        for source in look.sources
    ]
    return max((source.first or 0 for source in sources if source.place == "dealer" and source.drawn), default=0)


def waits(table: Table, seat: Seat, wager: Wager, look: Look) -> bool:
    """Could a card still change the row that pays the seat's wager: the next of its box, or the dealer's that lies face down?"""
    if wager.waits_until is None or wager.id not in seat.stakes:
        return False
    if _draws(look):
        seen = cards_seen(table, seat, look)
        return len(seen) != look.sources[0].first and _next_may_change(table, wager, look, seen)
    if all(_lies_open(table, source) for source in look.sources if source.place == "dealer"):
        return False
    if not look.by_own:
        return True
    own = seat.dealt or tuple(seat.hand)
    value = look.value(own)
    if not any(isinstance(test, Both) and test.own(value, own) for _, test, _ in table.playable.tables[wager.id]):
        return False
    shown = [card for card, up in zip(table.dealer, table.dealer.up, strict=True) if up]
    rows = (table.row_for(wager.id, value, (*own, *shown, hidden)) for hidden in table.playable.counts)
    row = next(rows)
    return any(other != row for other in rows)


def _draws(look: Look) -> bool:
    """Does it look at cards that the player draws?"""
    return look.sources[0].drawn and look.sources[0].place != "dealer"


def _lies_open(table: Table, source: Source) -> bool:
    """Are as many of the dealer's cards turned up as it takes? Of a hand that is drawn to the end nobody knows before."""
    return source.first is not None and table.dealer.up[: source.first].count(True) == source.first


def _next_may_change(table: Table, wager: Wager, look: Look, seen: list[Card]) -> bool:
    """Is there a card that changes the row if it comes next? Kept by what is seen: mostly none does, and all must be tried to tell."""
    known, key = table.playable.may_change, (Table.row_for, wager.id, *seen)
    found = known.get(key)
    if found is None:
        row = table.row_for(wager.id, look.value(seen), seen)
        further = ([*seen, card] for card in table.playable.counts)
        found = any(table.row_for(wager.id, look.value(held), held) != row for held in further)
        if len(known) >= _KEPT:
            known.clear()
        known[key] = found
    return found


def hand_lies_there(table: Table, seat: Seat) -> bool:
    """Is the hand still on the table? A folded one is collected, unless a wager that looks at it is left and shows it at the end."""
    looks = table.playable.looks
    return not seat.folded or any(
        source.place == "own" for stake in seat.stakes if stake in looks for source in looks[stake].sources
    )


def _settle(table: Table, seat: Seat, wager: Wager, look: Look, *, held: bool) -> None:
    """By the cards the wager looks at; a hand that others may be paid for is noted, whether its player has the wager or not."""
    envy = table.playable.envied.get(wager.id) if held else None
    if envy is not None and not any(wager.id in other.placed for other in table.seats.values() if other is not seat):
        envy = None  # nobody is paid for this hand
    if wager.id not in seat.stakes and envy is None:
        return
    cards = cards_seen(table, seat, look)
    if look.each is not None:
        _settle_by_parts(table, seat, wager, look, look.each(cards))
        return
    value = look.value(cards)
    if envy is not None and (found := table.row_for(envy, value, cards)) is not None:
        table.envy_hands.setdefault(envy, []).append((seat.number, found[0]))
    table.settle_by_hand(seat, wager.id, value, cards)
    if wager.payout_limit_for == "player":
        hold_wager_to_limit(table, seat, wager)
    if (line := table.playable.tipped.get(wager.id)) is not None and (won := table.row_for(line, value, cards)) is not None:
        row, payout = won
        table.tip(Tip(seat.number, line, row, payout.won(0), table.terms.chosen[line].ground(row).clause))


def _settle_by_parts(table: Table, seat: Seat, wager: Wager, look: Look, parts: Sequence[Sequence[Card]]) -> None:
    """Every row that a part of the cards earns is paid on the one stake, which is lost where none does."""
    posted, stake = table.terms.chosen[wager.id], seat.stakes[wager.id]
    found = [row for part in parts if (row := table.row_for(wager.id, look.value(part), part)) is not None]
    if not found:
        table.collect(seat, wager.id)
        return
    grounds = [ground for row, _ in found for ground in (of_row(wager.outcomes, row), posted.ground(row))]
    clause, reading = cite(*grounds, *(table.breakage(payout, stake) for _, payout in found))
    outcome, won = "-and-".join(dict.fromkeys(row for row, _ in found)), sum(payout.won(stake) for _, payout in found)
    table.settle(seat, wager.id, outcome, returned=stake, won=won, clause=clause, reading=reading)
