"""A showdown as it is written: which game, what each seat put in and holds, the board, who folded, where the button lies."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from croupier.equipment.cards import Card, cards
from croupier.errors import BadInput, Refused, shown
from croupier.games.poker_room._hand import Poker
from croupier.games.poker_room._settling import settle
from croupier.table.betting import POT
from croupier.table.playable import Playable
from croupier.table.table import Table
from croupier.table.written_parts import as_table, check_keys, seat_number

_KEYS = frozenset(["variant", "hands", "board", "contributions", "folded", "button"])
MOST_CENTS = 10**12


@dataclass(frozen=True, slots=True)
class Showdown:
    """What is written of a hand when its betting is over."""

    put_in: Mapping[int, int]
    folded: frozenset[int]
    hands: Mapping[int, tuple[Card, ...]]
    board: tuple[Card, ...]
    button: int | None


def variant_called(playable: Playable, name: Any) -> str:
    """The id of a game of the room, by any of its names."""
    variants = playable.terms.file.variants
    for key, entry in variants.items():
        if name == key or name in entry.aliases:
            return key
    clause = ", ".join(playable.terms.file.options["variant"].clause)
    raise Refused(f"showdown.variant: {shown(name)} is not a game of this room: {', '.join(variants)}", clause=clause)


def read(playable: Playable, given: Mapping[str, Any]) -> Showdown:
    """A written showdown, refused where it cannot have been one."""
    check_keys(given, _KEYS, "showdown")
    clause = ", ".join(playable.rules.variant.clause)
    put_in = {}
    for name, cents in as_table(given.get("contributions"), "showdown.contributions").items():
        number = seat_number(str(name), playable)
        if isinstance(cents, bool) or not isinstance(cents, int) or not 0 < cents <= MOST_CENTS:
            fault = f"showdown.contributions: seat {number}: {shown(cents)} is not a whole number of cents above zero"
            raise Refused(fault, clause=clause)
        put_in[number] = cents
    if not put_in:
        raise Refused("showdown.contributions: nobody has put anything in", clause=clause)
    folded = _folded(playable, given.get("folded", []), put_in, clause)
    hands = {}
    for name, held in as_table(given.get("hands", {}), "showdown.hands").items():
        number = seat_number(str(name), playable)
        if number not in put_in:
            raise Refused(f"showdown.hands: seat {number} has put nothing in", clause=clause)
        hands[number] = _cards(held, f"showdown.hands: seat {number}", clause)
    board = _cards(given.get("board", ""), "showdown.board", clause)
    button = given.get("button")
    if button is not None:
        button = seat_number(str(button), playable)
    found = Showdown(dict(sorted(put_in.items())), folded, hands, board, button)
    _check_cards(found, playable, clause)
    return found


def _folded(playable: Playable, given: Any, put_in: Mapping[int, int], clause: str) -> frozenset[int]:
    if not isinstance(given, list):
        raise Refused("showdown.folded: a list of seats is expected", clause=clause)
    folded = frozenset(seat_number(str(name), playable) for name in given)
    if unknown := folded - put_in.keys():
        raise Refused(f"showdown.folded: seat {min(unknown)} has put nothing in", clause=clause)
    live = [cents for seat, cents in put_in.items() if seat not in folded]
    if not live:
        raise Refused("showdown.folded: somebody is left to win the pot", clause=clause)
    for seat in sorted(folded):
        if put_in[seat] > max(live):
            fault = f"showdown.folded: seat {seat} folded with {put_in[seat]} in, which nobody who is left has called"
            raise Refused(fault, clause=clause)
    return folded


def _cards(given: Any, what: str, clause: str) -> tuple[Card, ...]:
    if not isinstance(given, str) and not (isinstance(given, list) and all(isinstance(word, str) for word in given)):
        raise Refused(f"{what}: cards are to be written, as in 'Kh Td 2c'", clause=clause)
    try:
        return tuple(cards(given))
    except BadInput as error:
        raise Refused(f"{what}: {error}", clause=clause) from None


def _check_cards(showdown: Showdown, playable: Playable, clause: str) -> None:
    """No card twice; and where hands are compared, every one of them whole."""
    rules: Poker = playable.rules
    seen: set[Card] = set()
    for card in (*showdown.board, *(card for held in showdown.hands.values() for card in held)):
        if card in seen or card not in playable.counts:
            raise Refused(f"showdown: {card} appears more often than the deck holds it", clause=clause)
        seen.add(card)
    variant, live = rules.variant, [seat for seat in showdown.put_in if seat not in showdown.folded]
    stud = not variant.board_cards and not variant.draws
    most = variant.kept_cards if stud else variant.board_cards
    if len(showdown.board) > (2 if stud else variant.board_cards):
        raise Refused(f"showdown.board: {len(showdown.board)} cards are written, the game deals {most}", clause=clause)
    if len(live) == 1:
        return
    if not stud and len(showdown.board) != variant.board_cards:
        fault = f"showdown.board: {len(showdown.board)} cards are written, the game deals {variant.board_cards}"
        raise Refused(fault, clause=clause)
    each = variant.kept_cards - (len(showdown.board) if stud else 0)
    for seat in live:
        held = showdown.hands.get(seat, ())
        if len(held) != each:
            fault = f"showdown.hands: seat {seat}: {len(held)} cards are written, a player has {each} at the showdown"
            raise Refused(fault, clause=clause)


def told(showdown: Showdown) -> Callable[[Table, Any], Awaitable[None]]:
    """A round of which only the end is told: the dealer announces it, and the pot is divided."""

    async def play(table: Table, rules: Poker) -> None:
        await table.announce()
        for number, cents in showdown.put_in.items():
            table.add(table.seats[number], POT, cents)
            table.seats[number].in_play = True
        for card in showdown.board:
            table.community.place(card, up=True)
        live = {seat: hand for seat, hand in showdown.hands.items() if seat not in showdown.folded}
        contested = len(showdown.put_in) - len(showdown.folded) > 1
        for number, held in live.items() if contested else ():
            for card in held:
                table.seats[number].hand.place(card, up=True)
        hands = live if contested else {}
        settle(table, rules, showdown.put_in, out=showdown.folded, hands=hands, board=showdown.board, button=showdown.button)

    return play
