"""Hand histories in the PHH format, in and out: a recorded hand as a written round, and a played hand as a record.

The format knows eleven games; those of a room that it does not know, and its games that a room does not spread, are refused.
Amounts there are dollars, here cents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from croupier import documents
from croupier.equipment.cards import deck
from croupier.errors import BadInput, Refused, shown
from croupier.games.poker_room._division import clockwise
from croupier.games.poker_room._showdown import variant_called
from croupier.table import acts
from croupier.table.arranging import NOTHING
from croupier.table.betting import POT, Bet, Turn
from croupier.table.playable import Playable
from croupier.table.requests import CardDue, Discard
from croupier.table.round import Round
from croupier.table.table import BURN, COMMUNITY

CENTS = 100
UNKNOWN = "??"
MOST_ACTIONS, MOST_TEXT, MOST_DIGITS = 2000, 200_000, 20


class Code(NamedTuple):
    """A game of the format: what the rooms call it, and the one betting structure it has there."""

    variant: str
    structure: str


CODES: Mapping[str, Code] = {
    "NT": Code("holdem", "no-limit"),
    "FT": Code("holdem", "fixed-limit"),
    "PO": Code("omaha", "pot-limit"),
    "FO/8": Code("omaha-eight-or-better", "fixed-limit"),
    "F7S": Code("seven-card-stud", "fixed-limit"),
    "F7S/8": Code("stud-eight-or-better", "fixed-limit"),
    "FR": Code("razz", "fixed-limit"),
    "N2L1D": Code("lowball", "no-limit"),
    "F2L3D": Code("triple-draw", "fixed-limit"),
}


# In


def read(text: str, game: Playable) -> dict[str, Any]:
    """A recorded hand as a written round of a room."""
    if len(text) > MOST_TEXT:
        raise BadInput(f"a hand history of more than {MOST_TEXT} characters")
    told = documents.from_toml(text, "hand history", exact=True)
    code = CODES.get(str(told.get("variant")))
    if code is None:
        raise Refused(
            f"variant: {shown(told.get('variant'))}: a hand history here is of {', '.join(CODES)}", clause=game.terms.clause
        )
    stacks = [_cents(stack, "starting_stacks") for stack in _listed(told, "starting_stacks")]
    options = {"variant": variant_called(game, code.variant), "structure": code.structure, **_posted(told, len(stacks))}
    hands, board, decisions = _told(_listed(told, "actions"), len(stacks))
    seats: dict[str, Any] = {}
    for number, stack in enumerate(stacks, start=1):
        seats[str(number)] = {"wagers": {"stack": stack}, "cards": hands[number].dealt, "decisions": decisions[number]}
        if hands[number].drawn:
            seats[str(number)]["draws"] = hands[number].drawn
    house = {**game.terms.house_rules, "options": {**game.terms.house_rules.get("options", {}), **options}}
    found = {"game": game.terms.id, "house_rules": house, "seats": seats, **({"community": " ".join(board)} if board else {})}
    return found if "bring_in" in told else {**found, "button": len(stacks)}


def _listed(told: Mapping[str, Any], name: str) -> list[Any]:
    found = told.get(name)
    if not isinstance(found, list) or not 0 < len(found) <= MOST_ACTIONS:
        raise BadInput(f"{name}: a list is expected in a hand history")
    return found


def _cents(amount: Any, what: str) -> int:
    if isinstance(amount, (str, bool)) or not isinstance(amount, (int, Decimal)):
        raise BadInput(f"{what}: {shown(amount)} is no amount")
    cents = Decimal(amount) * CENTS
    if cents != int(cents) or not 0 <= cents <= 10**15:
        raise BadInput(f"{what}: {shown(str(amount))} is no amount in whole cents")
    return int(cents)


def _posted(told: Mapping[str, Any], players: int) -> dict[str, Any]:
    """What is posted before the cards and what may be bet, as choices of the house."""
    antes = {_cents(ante, "antes") for ante in _listed(told, "antes")}
    if len(antes) > 1:
        raise BadInput("antes: all alike is what a room here asks for")
    found: dict[str, Any] = {"ante": antes.pop(), "heads-up": "button"}
    if "bring_in" in told:
        found["forced-bet"] = _cents(told["bring_in"], "bring_in")
    else:
        blinds = [_cents(blind, "blinds_or_straddles") for blind in _listed(told, "blinds_or_straddles")]
        if len(blinds) != players or any(blinds[2:]):
            raise BadInput("blinds_or_straddles: a small and a big blind are what a room here asks for")
        found |= {"small-blind": blinds[0], "big-blind": blinds[1]}
    least = _cents(told.get("min_bet", told.get("small_bet")), "min_bet or small_bet")
    return {**found, "lower-limit": least, "upper-limit": _cents(told.get("big_bet", 0), "big_bet") or least}


class Held(NamedTuple):
    """Cards of a player: as dealt, and as drawn later."""

    dealt: str
    drawn: str


def _pairs(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def _told(actions: Sequence[Any], players: int) -> tuple[dict[int, Held], list[str], dict[int, list[str]]]:
    """Everybody's cards, the board, and everybody's decisions in turn."""
    numbers = range(1, players + 1)
    dealt: dict[int, list[str]] = {number: [] for number in numbers}
    drawn: dict[int, list[str]] = {number: [] for number in numbers}
    seen: dict[int, list[str]] = {number: [] for number in numbers}
    decisions: dict[int, list[str]] = {number: [] for number in numbers}
    board: list[str] = []
    drawing: set[int] = set()
    for action in actions:
        match str(action).partition("#")[0].split():
            case ["d", "db", cards]:
                board += _pairs(cards)
            case ["d", "dh", player, cards]:
                number = _player(player, players)
                (drawn if number in drawing else dealt)[number] += _pairs(cards)
            case [player, "sd", *cards]:
                number = _player(player, players)
                drawing.add(number)
                decisions[number].append(f"discard {' '.join(_pairs(''.join(cards)))}" if cards else "stand-pat")
            case [player, "pb"]:
                _player(player, players)
            case [player, "f"]:
                decisions[_player(player, players)].append("fold")
            case [player, "cc"]:
                decisions[_player(player, players)].append("check-or-call")
            case [player, "cbr", amount]:
                cents = _cents(Decimal(amount) if amount.replace(".", "", 1).isdecimal() else amount, "cbr")
                decisions[_player(player, players)].append(f"bet-or-raise {cents}")
            case [player, "sm"]:
                decisions[_player(player, players)].append("concede")
            case [player, "sm", cards]:
                seen[_player(player, players)] = [card for card in _pairs(cards) if cards != "-" and card != UNKNOWN]
            case []:
                pass
            case _:
                raise BadInput(f"actions: {shown(action)} is no action of a hand history")
    filled = _known(dealt, drawn, seen, board)
    return {number: Held(" ".join(filled[number]), " ".join(drawn[number])) for number in numbers}, board, decisions


def _player(word: str, players: int) -> int:
    number = word.removeprefix("p")
    if not word.startswith("p") or not number.isdecimal() or len(number) > MOST_DIGITS or not 1 <= int(number) <= players:
        raise BadInput(f"actions: {shown(word)} is no player of {players}")
    return int(number)


def _known(
    dealt: Mapping[int, list[str]], drawn: Mapping[int, list[str]], seen: Mapping[int, list[str]], board: Iterable[str]
) -> dict[int, list[str]]:
    """Hands without unknown cards: those that were shown later, and for the rest any that nobody else has."""
    hands = {number: list(cards) for number, cards in dealt.items()}
    for number, cards in hands.items():
        later = [card for card in seen[number] if card not in cards and card not in drawn[number]]
        for place, card in enumerate(cards):
            if card == UNKNOWN and later:
                cards[place] = later.pop(0)
    out = {card for cards in (*hands.values(), *drawn.values(), board) for card in cards}
    left = (str(card) for card in deck() if str(card) not in out)
    return {number: [next(left) if card == UNKNOWN else card for card in cards] for number, cards in hands.items()}


# Out


def write(round_: Round, *, hidden: bool = True) -> str:
    """A played hand as a record; cards that were not shown are unknown in it unless all may be told."""
    game = round_.playable
    rules, variants = game.rules, game.terms.file.variants
    names = {key for key, variant in variants.items() if variant == rules.variant}
    names |= set(rules.variant.aliases)
    code = next((code for code, entry in CODES.items() if entry.variant in names and entry.structure == rules.structure), None)
    if code is None:
        raise Refused(f"{rules.variant.name}, {rules.structure}: hand histories have no such game", clause=game.terms.clause)
    record = Record(round_, hidden=hidden)
    stacks = record.stacks
    if len(stacks) < 2:
        raise Refused("no hand was played", clause=game.terms.clause)
    nets = round_.net
    lines = [f'variant = "{code}"', f"antes = {_toml([rules.ante] * len(stacks))}"]
    if rules.variant.blinds:
        blinds = [rules.small_blind, rules.big_blind, *[0] * len(stacks)][: len(stacks)]
        lines.append(f"blinds_or_straddles = {_toml(blinds)}")
    else:
        lines.append(f"bring_in = {_dollars(rules.forced_bet)}")
    if rules.structure == "fixed-limit":
        lines += [f"small_bet = {_dollars(rules.lower_limit)}", f"big_bet = {_dollars(rules.upper_limit)}"]
    else:
        lines.append(f"min_bet = {_dollars(rules.least_bet(rules.variant.streets[0]))}")
    lines.append(f"starting_stacks = {_toml(stacks.values())}")
    lines += ["actions = [", *(f'  "{action}",' for action in record.actions), "]"]
    lines.append(f"seats = [{', '.join(map(str, stacks))}]")
    lines.append(f"finishing_stacks = {_toml(stack + nets.get(seat, 0) for seat, stack in stacks.items())}")
    lines += [f'_game = "{game.terms.id}"', f"_rake = {_dollars(sum(round_.table.takings.values()))}"]
    return "\n".join(lines) + "\n"


def _dollars(cents: int) -> str:
    return str(cents // CENTS) if cents % CENTS == 0 else f"{cents // CENTS}.{cents % CENTS:02}"


def _toml(amounts: Iterable[int]) -> str:
    return f"[{', '.join(map(_dollars, amounts))}]"


class Record:
    """The actions of a hand in the order of the format, players counted from the one after the button."""

    def __init__(self, round_: Round, *, hidden: bool) -> None:
        self.round, self.hidden = round_, hidden
        self.actions: list[str] = []
        self.stacks: dict[int, int] = {}
        self._cards: dict[int | str, list[tuple[str, bool]]] = {}
        self._before: dict[int, int] = {}
        self._first, self._drawing, self._street = True, False, True
        self._called = 0
        """How many actions there were when the last bet was answered."""
        again = Round(round_.playable, **round_.start)
        for act in round_.log:
            request = again.pending
            assert request is not None
            if isinstance(act, acts.NoMoreBets):
                self.stacks = {number: seat.stake("stack") for number, seat in sorted(again.table.seats.items()) if seat.stakes}
            self._take(again, request, act)
        self._flush()
        self._shown(again)

    def _take(self, again: Round, request: Any, act: acts.Act) -> None:
        table = again.table
        if isinstance(request, CardDue) and request.to == BURN and not self._first:
            self._flush()
        if isinstance(request, CardDue) and isinstance(act, acts.Dealt):
            again.answer(act)
            if request.to == COMMUNITY or isinstance(request.to, int):
                self._cards.setdefault(request.to, []).append((str(act.card), request.face == "up"))
            return
        if isinstance(request, (Turn, Discard)):
            if self._first:
                self._order(int(table.marks.get("button", "seat-0").removeprefix("seat-")), again.playable.seats)
            drawing = isinstance(request, Discard) and not self._first and self._drawing
            self._drawing = isinstance(request, Discard)
            if not drawing:  # all have thrown away before anybody is dealt, as the format has it
                self._flush()
            if self._street and not drawing:
                self._street = False
                paid = {number: table.seats[number].stake(POT) for number in self.stacks}
                ante = again.playable.rules.ante if self._first else None
                self._before = paid if ante is None else dict.fromkeys(paid, ante)
                if self._first and not again.playable.rules.variant.blinds:
                    self.actions.append(f"{self._name(max(paid, key=lambda number: paid[number]))} pb")
                self._first = False
        placed = getattr(request, "placed", 0)
        again.answer(act)
        match act:
            case acts.Discarded(seat, thrown):
                self.actions.append(f"{self._name(seat)} sd {'' if thrown == NOTHING else thrown.replace(' ', '')}".strip())
            case acts.Wager(seat, _, amount) if isinstance(request, Bet):
                self.actions.append(f"{self._name(seat)} cbr {_dollars(placed + amount)}")
            case acts.Choice(seat, choice) if isinstance(request, Turn) and request.moment == "betting":
                self._bet(again, seat, choice)
                self._called = len(self.actions)
            case acts.Choice(seat, "concede"):
                self._shown(again)
                self.actions.append(f"{self._name(seat)} sm")

    def _bet(self, again: Round, seat: int, choice: str) -> None:
        """A turn of a seat; how much a raise was is known when it lies there."""
        if choice == "fold":
            self.actions.append(f"{self._name(seat)} f")
        elif choice in ("check", "call"):
            self.actions.append(f"{self._name(seat)} cc")
        elif not isinstance(again.pending, Bet):
            to = again.table.seats[seat].stake(POT) - self._before[seat]
            self.actions.append(f"{self._name(seat)} cbr {_dollars(to)}")

    def _order(self, button: int, capacity: int) -> None:
        self.stacks = {number: self.stacks[number] for number in clockwise(self.stacks, button, capacity)}

    def _name(self, seat: int) -> str:
        return f"p{list(self.stacks).index(seat) + 1}"

    def _flush(self) -> None:
        """Cards that came since the last decision are told."""
        dealt, self._cards = self._cards, {}
        self._street = self._street or bool(dealt)
        places: list[int | str] = [*self.stacks, COMMUNITY]
        for to in places:
            told = [card if up or not self.hidden or self._opened(to) else UNKNOWN for card, up in dealt.get(to, ())]
            if told and to == COMMUNITY:
                self.actions.append(f"d db {''.join(told)}")
            elif told and isinstance(to, int):
                self.actions.append(f"d dh {self._name(to)} {''.join(told)}")

    def _opened(self, to: int | str) -> bool:
        """Was the hand shown when it was over?"""
        hand = self.round.table.seats[to].hand if isinstance(to, int) else None
        return hand is None or (bool(hand) and all(hand.up))

    def _shown(self, again: Round) -> None:
        """Hands that lie open and have not been told so; before the rest of the cards, where nobody could bet any more."""
        variant = again.playable.rules.variant
        for seat in self.stacks:
            hand = again.table.seats[seat].hand
            told = f"{self._name(seat)} sm {''.join(map(str, hand)) if variant.board_cards or variant.draws else '-'}"
            if hand and all(hand.up) and told not in self.actions:
                self.actions.insert(self._called if variant.board_cards else len(self.actions), told)
                self._called += 1
