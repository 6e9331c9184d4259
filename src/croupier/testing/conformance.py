"""What must hold wherever there is a table: money, refusals, legal answers, views, irregularities, replay.

`check_game` runs all of it on one game, known by its id; a fault is an AssertionError that says what was broken.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from croupier.equipment.cards import FACES, Card
from croupier.errors import Refused
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.legal import NoMoreBets, wagers_among
from croupier.table.piles import Pile
from croupier.table.requests import BURN, Arrangement, CardDue, DealerAct, Decision, Discard, Offer, RollDue, SpinDue, Wagering
from croupier.table.round import Round, replay
from croupier.table.said import said
from croupier.table.views import Eyes, view
from croupier.testing.driving import (
    RandomPlayer,
    equipment_variants,
    house_variants,
    houses_that_rule,
    play_on,
    seats_for,
)


def must(holds: object, fault: str) -> None:
    """Complain where something does not hold; an `assert` would be silent under `python -O`."""
    if not holds:
        raise AssertionError(fault)


def check_game(game_id: str, *, rounds: int = 200) -> None:
    """Every check on `rulebook/game`; `rounds` of random play for the first, the others are short."""
    check_money_and_replay(game_id, rounds=rounds)
    for check in CHECKS.values():
        check(game_id)


def staked(round_: Round) -> int:
    """Chips on the layout and chips already settled."""
    return sum(sum(seat.stakes.values()) for seat in round_.table.seats.values()) + sum(line.stake for line in round_.lines)


def withdrawn(round_: Round) -> int:
    """Chips that players took back where the rules let them."""
    return sum(amount for _, _, amount in round_.table.withdrawn)


def check_settled(round_: Round) -> None:
    """Money is conserved, every line has a clause that exists, and meters follow from what went in and out."""
    game, lines = round_.playable.terms, round_.lines
    must(round_.done, f"{game.id}: the round is not over")
    undecided = [seat.stakes.keys() - round_.table.lasting(seat) for seat in round_.table.seats.values()]
    must(not any(undecided), f"{game.id}: stakes are left on the layout")
    for line in lines:
        sound = line.won >= 0 and line.commission >= 0 and 0 <= line.returned <= line.stake
        must(sound, f"{game.id}: more is returned than was staked, or less than nothing: {line}")
        for clause in line.clause.split(", "):
            must(clause in game.clauses, f"{line}: {clause} is not a clause of {game.id}")
        must(set(line.readings) <= game.file.readings.keys(), f"{line}: there is no such reading")
    must(all(meter.balanced() for meter in round_.table.meters.values()), f"{game.id}: a meter is not balanced")
    total = sum(line.won + line.returned - line.commission - line.stake for line in lines)
    must(sum(round_.net.values()) == total, f"{game.id}: the lines do not sum to what the seats won")


def step(round_: Round, player: RandomPlayer) -> None:
    """One answer of a random player; only while bets are open may the table refuse it."""
    pending = round_.pending
    if pending is None:
        raise AssertionError("the round is over")
    try:
        round_.answer(player.answer(round_, pending))
    except Refused:
        must(isinstance(pending, Wagering), f"{pending.describe()}: a listed answer is refused")


def check_money_and_replay(game_id: str, *, rounds: int = 200) -> None:
    """Random legal play conserves money and replays to the cent."""
    game = playable(game_id)
    for seed in range(rounds):
        round_, player, before = Round(game, seats_for(game, seed)), RandomPlayer(seed), 0
        while round_.pending is not None:
            wagering = isinstance(round_.pending, Wagering)
            step(round_, player)
            held = staked(round_) + withdrawn(round_)
            must(wagering or held >= before, f"{game_id}: chips left the layout without a line")
            before = held
        check_settled(round_)
        settled = staked(round_) + withdrawn(round_)
        must(before == settled, f"{game_id}: {before} were staked, {settled} settled")
        if seed % 5 == 0:
            again = replay(game, json.loads(json.dumps(round_.written())))
            must(again.lines == round_.lines and again.log == round_.log, f"{game_id}: replayed, the round is another")


def check_house_choices(game_id: str) -> None:
    """Every choice left to the house plays."""
    for number, house in enumerate(house_variants(game_id)):
        game = playable(game_id, house)
        for seed in range(12):
            check_settled(play_on(Round(game, seats_for(game, seed)), RandomPlayer(1000 * number + seed)))


def fingerprint(round_: Round) -> tuple[object, ...]:
    """Everything a refused answer must leave as it was."""
    meters = tuple((name, meter.amount, meter.contributed) for name, meter in round_.table.meters.items())
    return (
        json.dumps(view(round_, "floor").as_json(), default=str),
        tuple(round_.log),
        meters,
        tuple(round_.table.remaining.values()),
    )


def refuses(round_: Round, act: acts.Act) -> None:
    """The table refuses `act` in one line."""
    try:
        round_.answer(act)
    except Refused as refusal:
        must(str(refusal) and "\n" not in str(refusal), f"{act}: refused without one clear line")
    else:
        raise AssertionError(f"{act} is not listed and was taken")


def illegal_acts(round_: Round, rng: random.Random) -> list[acts.Act]:
    """Answers the pending request does not list, of every kind."""
    request, table = round_.pending, round_.table
    seat = next(iter(table.seats))
    spot = rng.choice(list(table.spots))
    tries: list[acts.Act] = []
    if isinstance(request, Offer):
        tries += [acts.Wager(request.seat + 1, request.spot, request.maximum), acts.NoMoreBets()]
        tries += [acts.Wager(request.seat, request.spot, amount) for amount in (request.maximum + 1, -1)]
        tries += [acts.Wager(request.seat, other, request.maximum) for other in table.spots if other != request.spot]
        tries += [] if request.declinable else [acts.Wager(request.seat, request.spot, 0)]
    elif not isinstance(request, Wagering):
        tries += [acts.Wager(seat, spot, 500), acts.NoMoreBets()]
    else:
        tries += [acts.Wager(99, spot, 500), acts.Wager(seat, "no-such-wager", 500), acts.Wager(seat, spot, -500)]
        tries += [acts.Wager(seat, other.id, 500) for other in table.spots.values() if other.wager.placed != "opening"]
        listed = {entry.spot for entry in wagers_among(round_.listed(), seat)}
        tries += [acts.Wager(seat, other, 500) for other in table.spots if other not in listed]
        if NoMoreBets() not in round_.listed():
            tries.append(acts.NoMoreBets())
    if isinstance(request, Decision):
        tries += [acts.Choice(request.seat, "no-such-choice"), acts.Choice(request.seat + 1, request.choices[0])]
    else:
        tries.append(acts.Choice(seat, "fold"))
    if isinstance(request, CardDue):
        tries += [acts.Dealt(card) for card in FACES.values() if not table.remaining.get(card)]
    else:
        tries.append(acts.Dealt(FACES["2c"]))
    if isinstance(request, RollDue):
        tries += [acts.Rolled((0, 7)), acts.Rolled((1,)), acts.Rolled((1, 2, 3, 4, 5))]
    else:
        tries.append(acts.Rolled((1, 1)))
    if not isinstance(request, Arrangement):
        tries.append(acts.Arranged(seat, "Kh / 2c"))
    else:
        tries += [acts.Arranged(request.seat, "Kh / 2c"), acts.Arranged(request.seat + 1, request.settings[0])]
    if isinstance(request, Discard):
        tries += [acts.Discarded(request.seat, "Jo"), acts.Discarded(request.seat + 1, request.settings[0])]
    else:
        tries.append(acts.Discarded(seat, "Kh 2c"))
    if isinstance(request, SpinDue):
        tries += [acts.Spun("37"), acts.Spun("")]
    else:
        tries.append(acts.Spun("17"))
    if not isinstance(request, DealerAct):
        tries.append(acts.Done("shuffle"))
    tries.append(acts.Reported("no-such-irregularity"))
    possible = set(round_.irregularities())
    tries += [acts.Reported(name, seat) for name in table.terms.file.rulings if name not in possible]
    return tries


def check_refusals(game_id: str) -> None:
    """Every unlisted answer is refused and changes nothing."""
    game = playable(game_id)
    for seed in range(25):
        rng, round_, player = random.Random(seed), Round(game, seats_for(game, seed)), RandomPlayer(seed)
        while round_.pending is not None:
            before, pending = fingerprint(round_), round_.pending
            for act in illegal_acts(round_, rng):
                refuses(round_, act)
            must(fingerprint(round_) == before and round_.pending is pending, f"{game_id}: a refusal changed the table")
            step(round_, player)
        refuses(round_, acts.NoMoreBets())


def check_legal_answers(game_id: str) -> None:
    """Every listed answer is accepted."""
    game = playable(game_id)
    for seed in range(6):
        round_ = play_on(Round(game, seats_for(game, seed)), RandomPlayer(seed))
        written = round_.written()
        for length in range(len(round_.log)):
            prefix = written | {"acts": written["acts"][:length]}
            listed = replay(game, prefix).listed()
            for entry in random.Random(seed).sample(listed, min(len(listed), 12)):
                replay(game, prefix).answer(entry.act())


def check_views(game_id: str) -> None:
    """No view shows a card that is hidden from its role."""
    for house in equipment_variants(game_id):
        game = playable(game_id, house)
        for seed in range(15):
            round_, player = Round(game, seats_for(game, seed)), RandomPlayer(seed)
            while round_.pending is not None:
                roles: list[int | str] = [*round_.table.seats, "dealer", "public"]
                for role in roles:
                    seen = json.dumps(view(round_, role).as_json())
                    leaked = [str(card) for card in hidden_from(round_, role) if f'"{card}"' in seen]
                    must(not leaked, f"{game_id}: {role} sees {leaked}")
                step(round_, player)


def check_says(game_id: str) -> None:
    """Nothing that is said to a role changes with a card that is hidden from it."""
    game = playable(game_id)
    for seed in range(4):
        round_, player = Round(game, seats_for(game, seed)), RandomPlayer(seed)
        while True:
            roles: list[int | str] = [*list(round_.table.seats)[:1], "public"]
            for role in roles:
                eyes = Eyes(round_, role)
                heard = said(eyes)
                for other in game.pack[:1] + game.pack[-1:]:
                    with _hidden_cards_as(eyes, other):
                        must(said(eyes) == heard, f"{game_id}: what {role} is told depends on hidden cards: {heard}")
            if round_.pending is None:
                break
            step(round_, player)


@contextmanager
def _hidden_cards_as(eyes: Eyes, card: Card) -> Iterator[None]:
    """While it lasts, every card that the role does not see is this one."""
    table = eyes.round.table
    piles = [(pile, 0) for pile in (table.dealer, table.community, *table.piles.values())]
    piles += [(pile, seat.number) for seat in table.seats.values() for pile in (seat.hand, *seat.splits)]
    before = [list(pile) for pile, _ in piles]
    for pile, seat in piles:
        pile[:] = [card if known is None else known for known in eyes.cards(pile, seat)]
    try:
        yield
    finally:
        for (pile, _), cards in zip(piles, before, strict=True):
            pile[:] = cards


def hidden_from(round_: Round, role: int | str) -> list[Card]:
    """Cards that lie face down for a role, are burned, or still in the shoe."""
    table = round_.table
    others: list[Pile] = [table.dealer, table.community, *table.piles.values()]
    for number, seat in table.seats.items():
        others += [seat.hand, *seat.splits] if number != role else []
    hidden = [card for pile in others for card, up in zip(pile, pile.up, strict=True) if not up]
    hidden += [*table.burned, *(card for card, left in table.remaining.items() if left)]
    shown = {card for pile in others for card, up in zip(pile, pile.up, strict=True) if up}
    if isinstance(role, int):
        shown |= {card for pile in (table.seats[role].hand, *table.seats[role].splits) for card in pile}
    return [card for card in hidden if card not in shown]  # with several decks the same face may lie open


def check_irregularities(game_id: str) -> None:
    """A table survives every irregularity at every await, and every ruling of the file can happen.

    One that needs a fact may be too rare for a few rounds: it is refused wherever the fact does not hold.
    """
    happened: set[str] = set()
    expected: set[str] = set()
    for variant, house in enumerate(houses_that_rule(game_id)):
        game = playable(game_id, house)
        expected |= {name for name, ruling in game.terms.file.rulings.items() if ruling.if_ is None}
        for seed in range(4):
            done = play_on(Round(game, seats_for(game, seed + variant)), RandomPlayer(seed))
            written = done.written()
            to_the_rack = False
            for length in range(len(done.log)):
                prefix = written | {"acts": written["acts"][:length]}
                here = replay(game, prefix)
                again, to_the_rack = to_the_rack, isinstance(here.pending, CardDue) and here.pending.to == BURN
                if again and to_the_rack:  # stacks that nobody wagered on: once for all their cards
                    continue
                before, refused = fingerprint(here), {name for name in game.terms.file.rulings if not can_happen(here, name)}
                for name in refused:
                    refuses(here, reported(here, name))
                must(fingerprint(here) == before, f"{game.terms.id}: a refused report changed the table")
                for name in game.terms.file.rulings.keys() - refused:
                    if report(replay(game, prefix), name, RandomPlayer(seed + length)):
                        happened.add(name)
    must(expected <= happened, f"{game_id}: never happened: {', '.join(sorted(expected - happened))}")


def reported(round_: Round, name: str) -> acts.Reported:
    """The report, of the first seat in play where it is one of a seat."""
    in_play = [number for number, seat in round_.table.seats.items() if seat.in_play]
    return acts.Reported(name, in_play[0] if round_.playable.terms.file.rulings[name].seat and in_play else 0)


def can_happen(round_: Round, name: str) -> bool:
    """Is it an irregularity of this moment, and somebody there to whom it could happen?"""
    return name in round_.irregularities() and (
        not round_.playable.terms.file.rulings[name].seat or any(seat.in_play for seat in round_.table.seats.values())
    )


def report(round_: Round, name: str, player: RandomPlayer) -> bool:
    """Report what can happen now and play to the end; False where the table knows of a fact that it needs and refuses it."""
    game, chips = round_.playable, staked(round_)
    needs_a_fact = game.terms.file.rulings[name].if_ is not None
    before = fingerprint(round_) if needs_a_fact else ()
    try:
        round_.answer(reported(round_, name))
    except Refused:
        must(needs_a_fact, f"{game.terms.id}: {name} is refused, though its moment has come")
        must(fingerprint(round_) == before, f"{game.terms.id}: a refused report changed the table")
        return False
    voided = round_.done and all(line.outcome == "void" for line in round_.lines)
    play_on(round_, player)
    check_settled(round_)
    if voided:
        back = sum(line.returned for line in round_.lines if line.outcome == "void" and line.net == 0)
        must(back == chips == sum(line.returned for line in round_.lines), f"{game.terms.id}: {name} voids and keeps chips")
        still = all(meter.amount == meter.start for meter in round_.table.meters.values())
        must(still, f"{game.terms.id}: {name} voids and moves a meter")
    must(replay(game, round_.written()).lines == round_.lines, f"{game.terms.id}: {name}, replayed, is another round")
    return True


CHECKS: Mapping[str, Callable[[str], None]] = {
    "house-choices": check_house_choices,
    "refusals": check_refusals,
    "legal-answers": check_legal_answers,
    "views": check_views,
    "says": check_says,
    "irregularities": check_irregularities,
}
"""The short checks by name; `check_money_and_replay` takes the number of rounds besides."""
