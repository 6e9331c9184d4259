"""One suite for every registered game, found by looking: what must hold wherever there is a table."""

from __future__ import annotations

import json
import random

import pytest

from croupier.equipment.cards import FACES
from croupier.errors import Refused
from croupier.table import acts
from croupier.table.requests import Arrangement, CardDue, DealerAct, Decision, Offer, RollDue, SpinDue, Wagering
from croupier.table.round import Round, replay
from croupier.table.views import view
from tests.driving import GAMES, Gambler, equipment_variants, house_variants, play_on, ready, seats_for

ROUNDS = 2000


def staked(round_: Round) -> int:
    """Chips on the layout and chips already settled."""
    return sum(sum(seat.stakes.values()) for seat in round_.table.seats.values()) + sum(line.stake for line in round_.lines)


def withdrawn(round_: Round) -> int:
    """Chips that players took back where the rules let them."""
    return sum(amount for _, _, amount in round_.table.withdrawn)


def check_settled(round_: Round) -> None:
    """Money is conserved, every line has a clause that exists, and meters follow from what went in and out."""
    assert round_.done
    game = round_.playable.terms
    assert not any(seat.stakes for seat in round_.table.seats.values())
    for line in round_.lines:
        assert line.won >= 0 and line.commission >= 0 and 0 <= line.returned <= line.stake, line
        for clause in line.clause.split(", "):
            assert clause in game.clauses, f"{line}: {clause} is not a clause of {game.id}"
        assert line.reading is None or line.reading in game.file.readings
    assert all(meter.balanced() for meter in round_.table.meters.values())
    total = sum(line.won + line.returned - line.commission for line in round_.lines) - sum(line.stake for line in round_.lines)
    assert sum(round_.net.values()) == total


@pytest.mark.parametrize("game_id", GAMES)
def test_random_legal_play_conserves_money_and_replays_to_the_cent(game_id: str) -> None:
    game = ready(game_id)
    for seed in range(ROUNDS):
        round_ = Round(game, seats_for(game, seed))
        gambler = Gambler(seed)
        before = 0
        while round_.pending is not None:
            wagering = isinstance(round_.pending, Wagering)
            try:
                round_.answer(gambler.answer(round_, round_.pending))
            except Refused:
                assert wagering
                continue
            held = staked(round_) + withdrawn(round_)
            assert wagering or held >= before, "chips left the layout without a line"
            before = held
        check_settled(round_)
        assert before == sum(line.stake for line in round_.lines) + withdrawn(round_)
        if seed % 5 == 0:
            again = replay(game, json.loads(json.dumps(round_.written())))
            assert again.lines == round_.lines and again.log == round_.log


@pytest.mark.parametrize("game_id", GAMES)
def test_every_choice_left_to_the_house_plays(game_id: str) -> None:
    for number, house in enumerate(house_variants(game_id)):
        game = ready(game_id, house)
        for seed in range(12):
            check_settled(play_on(Round(game, seats_for(game, seed)), Gambler(1000 * number + seed)))


def fingerprint(round_: Round) -> tuple[object, ...]:
    meters = tuple((name, meter.amount, meter.contributed) for name, meter in round_.table.meters.items())
    return json.dumps(view(round_, "floor"), default=str), tuple(round_.log), meters, tuple(round_.table.remaining.values())


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
        listed = {entry["spot"] for entry in round_.legal() if entry["act"] == "wager" and entry["seat"] == seat}
        tries += [acts.Wager(seat, other, 500) for other in table.spots if other not in listed]
        if not any(entry["act"] == "no-more-bets" for entry in round_.legal()):
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


@pytest.mark.parametrize("game_id", GAMES)
def test_every_unlisted_answer_is_refused_and_changes_nothing(game_id: str) -> None:
    game = ready(game_id)
    for seed in range(25):
        rng = random.Random(seed)
        round_ = Round(game, seats_for(game, seed))
        gambler = Gambler(seed)
        while round_.pending is not None:
            before, pending = fingerprint(round_), round_.pending
            for act in illegal_acts(round_, rng):
                with pytest.raises(Refused) as refusal:
                    round_.answer(act)
                assert str(refusal.value) and "\n" not in str(refusal.value)
            assert fingerprint(round_) == before and round_.pending is pending
            try:
                round_.answer(gambler.answer(round_, pending))
            except Refused:
                assert isinstance(pending, Wagering)
        with pytest.raises(Refused):
            round_.answer(acts.NoMoreBets())


@pytest.mark.parametrize("game_id", GAMES)
def test_every_listed_answer_is_accepted(game_id: str) -> None:
    game = ready(game_id)
    for seed in range(6):
        round_ = play_on(Round(game, seats_for(game, seed)), Gambler(seed))
        written = round_.written()
        for length in range(len(round_.log)):
            prefix = written | {"acts": written["acts"][:length]}
            listed = replay(game, prefix).legal()
            for entry in random.Random(seed).sample(listed, min(len(listed), 12)):
                act: acts.Act
                match entry["act"]:
                    case "wager":
                        act = acts.Wager(entry["seat"], entry["spot"], entry["minimum"])
                    case "no-more-bets":
                        act = acts.NoMoreBets()
                    case "card":
                        act = acts.Dealt(FACES[entry["card"]])
                    case "choice":
                        act = acts.Choice(entry["seat"], entry["choice"])
                    case "roll":
                        act = acts.Rolled(tuple(entry["dice"]))
                    case "arrange":
                        act = acts.Arranged(entry["seat"], entry["hands"])
                    case "spin":
                        act = acts.Spun(entry["result"])
                    case _:
                        act = acts.Done(entry["what"])
                replay(game, prefix).answer(act)


@pytest.mark.parametrize("game_id", GAMES)
def test_no_view_shows_a_card_that_is_hidden_from_its_role(game_id: str) -> None:
    for house in equipment_variants(game_id):
        game = ready(game_id, house)
        for seed in range(15):
            round_ = Round(game, seats_for(game, seed))
            gambler = Gambler(seed)
            while round_.pending is not None:
                table = round_.table
                for role in (*table.seats, "dealer", "public"):
                    piles = [seat.hand for number, seat in table.seats.items() if number != role]
                    piles += [pile for number, seat in table.seats.items() if number != role for pile in seat.splits]
                    piles += [table.dealer, table.community, *table.piles.values()]
                    hidden = [card for pile in piles for card, up in zip(pile, pile.up, strict=True) if not up]
                    hidden += table.burned
                    shown = {card for pile in piles for card, up in zip(pile, pile.up, strict=True) if up}
                    mine = table.seats[role] if isinstance(role, int) else None
                    shown |= {card for pile in ([mine.hand, *mine.splits] if mine else []) for card in pile}
                    hidden += [card for card, left in table.remaining.items() if left]
                    hidden = [card for card in hidden if card not in shown]  # with several decks the same face may lie open
                    seen = json.dumps(view(round_, role))
                    leaked = [str(card) for card in hidden if f'"{card}"' in seen]
                    assert not leaked, f"{role} sees {leaked}"
                try:
                    round_.answer(gambler.answer(round_, round_.pending))
                except Refused:
                    assert isinstance(round_.pending, Wagering)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_table_survives_every_irregularity_at_every_await(game_id: str) -> None:
    happened: set[str] = set()
    rulings = set()
    for variant, house in enumerate(equipment_variants(game_id)):
        game = ready(game_id, house)
        rulings |= set(game.terms.file.rulings)
        for seed in range(4):
            done = play_on(Round(game, seats_for(game, seed + variant)), Gambler(seed))
            written = done.written()
            for length in range(len(done.log)):
                prefix = written | {"acts": written["acts"][:length]}
                for name, ruling in game.terms.file.rulings.items():
                    round_ = replay(game, prefix)
                    in_play = [number for number, seat in round_.table.seats.items() if seat.in_play]
                    report = acts.Reported(name, in_play[0] if ruling.seat and in_play else 0)
                    before = fingerprint(round_)
                    chips = staked(round_)
                    if name not in round_.irregularities() or (ruling.seat and not in_play):
                        with pytest.raises(Refused):
                            round_.answer(report)
                        assert fingerprint(round_) == before
                        continue
                    happened.add(name)
                    round_.answer(report)
                    voided = round_.done
                    play_on(round_, Gambler(seed + length))
                    check_settled(round_)
                    if voided:
                        assert all(line.outcome == "void" and line.net == 0 for line in round_.lines)
                        assert sum(line.returned for line in round_.lines) == chips
                        assert all(meter.amount == meter.start for meter in round_.table.meters.values())
                    assert replay(game, round_.written()).lines == round_.lines
    assert happened == rulings, f"never happened: {rulings - happened}"
