"""The poker rooms: which tables there are, who waits for a seat at them, and the jackpots of their qualifying periods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, select

from croupier.errors import BadInput, Refused, Unknown
from croupier.games.registry import room_games
from croupier.ledger import books, schema
from croupier.ledger import poker_rooms as rooms
from croupier.ledger.live import COMPANION, LiveTable
from croupier.rules.resolve import GameRules
from croupier.server.cash import never_to_oneself
from croupier.server.floor import Floor, prepare, receipt
from croupier.server.people import NotAllowed, Person
from croupier.server.permissions import may_sit, only_floor
from croupier.table.poker_room import (
    FIRST_COME,
    Begun,
    Broken,
    Called,
    Ended,
    Joined,
    PokerRoom,
    Qualified,
    RoomAct,
    Struck,
    kind_of_table,
)


def terms_of(game: str) -> GameRules:
    if game not in room_games():
        raise Unknown("poker room", game, room_games())
    return prepare(game, None, None).terms


def stream_at(table: LiveTable) -> str | None:
    """The chain of the room that a table stands in; a practice table stands in none."""
    if table.settings.practice or not table.playable.terms.file.variants:
        return None
    return rooms.stream_of(table.playable.terms.id)


# Who waits


def look(floor: Floor, person: Person) -> list[dict[str, Any]]:
    """Every room that has a table, as this person may see it."""
    kept = schema.tables
    games = room_games()
    with floor.database.read() as connection:
        query = select(kept).where(kept.c.status == "open", kept.c.game.in_(games)).order_by(kept.c.opened)
        rows = connection.execute(query).all()
    seen = [found for row in rows if (found := floor.read(row.id, lambda table: _listed(table, person))) is not None]
    found = []
    for game in games:
        terms = terms_of(game)
        with floor.database.read() as connection:
            room = rooms.at(connection, terms)
            fund = books.balance(connection, rooms.fund_of(game))
        kinds = dict.fromkeys([*(entry["kind"] for entry in seen if entry["game"] == game), *room.lists])
        if kinds or fund or room.period is not None:
            own = [entry for entry in seen if entry["game"] == game]
            listed = [_kind(room, kind, [entry for entry in own if entry["kind"] == kind], person) for kind in kinds]
            period = None if room.period is None else room.period._asdict() | {"best": [held._asdict() for held in room.best]}
            told = {"game": game, "name": terms.name, "kinds": listed, "fund": fund}
            found.append({**told, "period": period, "periods": room.periods})
    return found


def _listed(table: LiveTable, person: Person) -> dict[str, Any] | None:
    if stream_at(table) is None:
        return None
    return {
        "game": table.playable.terms.id,
        "kind": kind_of_table(table.playable),
        "table": table.id,
        "name": table.opening["name"],
        "variant": table.playable.rules.variant.name,
        "seats": table.playable.seats,
        "free": table.playable.seats - len(table.players),
        "yours": table.seat_of(person.account) is not None,
        "announced": table.playable.terms.options["announced-seats"],
    }


def _kind(room: PokerRoom, kind: str, tables: list[dict[str, Any]], person: Person) -> dict[str, Any]:
    """One kind of table: its tables, and who waits. A free seat is announced where the text lets it be: to those on the list, or to all."""
    waiting = room.lists.get(kind, [])
    for entry in tables:
        entry["called"] = waiting[: entry["free"]]
        entry["announced"] = bool(entry["free"]) and (entry["announced"] == "any" or bool(waiting))
    return {
        "kind": kind,
        "clause": room.terms.clause_of("waiting-list"),
        "tables": [{name: part for name, part in entry.items() if name not in ("game", "kind")} for entry in tables],
        "waiting": list(waiting),
        "place": waiting.index(person.name) + 1 if person.name in waiting else None,
    }


def join_list(floor: Floor, person: Person, game: str, kind: str, *, key: str | None = None) -> dict[str, Any]:
    """Ask for a seat at a kind of table that is open."""
    terms = terms_of(game)
    kinds = [entry for room in look(floor, person) if room["game"] == game for entry in room["kinds"]]
    entry = next((entry for entry in kinds if entry["kind"] == kind), None)
    if entry is None or not entry["tables"]:
        raise Refused(f"{kind!r}: no such table is open", clause=terms.clause_of("waiting-list"))
    if any(table["yours"] for table in entry["tables"]):
        raise Refused(f"{person.name} sits at such a table", clause=terms.clause_of("waiting-list"))
    floor.read(entry["tables"][0]["table"], lambda table: _check_may_wait(person, table))
    return _tell(floor, person, terms, {"list": kind}, lambda _, __: Joined(kind, person.name), key=key)


def _check_may_wait(person: Person, table: LiveTable) -> None:
    rule = table.playable.terms.rule("waiting-list")
    if rule.value != FIRST_COME:
        raise Refused("no waiting list is kept for this kind of table", clause=rule.clause)
    if not may_sit(person, table):
        raise NotAllowed(f"a {person.role} does not play here")


def leave_list(floor: Floor, person: Person, game: str, kind: str, player: str, *, key: str | None = None) -> dict[str, Any]:
    """Take oneself off a list, or somebody who did not come when called, as the floor."""
    if player != person.name and not person.rules:
        raise NotAllowed("striking another off the list is for the floor")

    def act(_: Connection, room: PokerRoom) -> RoomAct:
        if player != person.name and person.name in room.lists.get(kind, ()):
            raise NotAllowed(f"{person.name} waits on this list: striking another off it is for somebody who does not")
        return Struck(kind, player)

    return _tell(floor, person, terms_of(game), {"strike": kind, "player": player}, act, key=key)


def take_turn(connection: Connection, table: LiveTable, player: str, seat: int) -> None:
    """Somebody sits down: refused while others who came first have no seat here; who was on the list is off it."""
    if stream_at(table) is None:
        return
    rule = table.playable.terms.rule("waiting-list")
    room, kind = rooms.at(connection, table.playable.terms), kind_of_table(table.playable)
    if rule.value != FIRST_COME:
        return
    free = max(table.playable.seats - len(table.players), 1)  # where there is none, the seat itself is refused
    if not room.turn_of(kind, player, free):
        waiting = room.lists[kind]
        raise Refused(f"seat {seat}: {waiting[0]} came first, and {len(waiting)} wait for {free} free", clause=rule.clause)
    if player in room.lists.get(kind, ()):
        rooms.write(connection, room, Called(kind, player, table.id, seat), by=player)


def break_up(connection: Connection, table: LiveTable, *, by: str) -> None:
    """Whoever sits at a table that is broken comes first for the next seats, in turn from the button."""
    if stream_at(table) is None:
        raise Refused("only a table of a poker room is broken", clause=table.playable.terms.clause)
    capacity, button = table.playable.seats, table.session.carried.button
    seated = [seat for seat, account in table.players.items() if not account.startswith(COMPANION)]
    players = [
        table.players[seat].partition(":")[2] for seat in sorted(seated, key=lambda seat: (seat - button - 1) % capacity)
    ]
    if players and table.playable.terms.options["waiting-list"] == FIRST_COME:
        room = rooms.at(connection, table.playable.terms)
        rooms.write(connection, room, Broken(kind_of_table(table.playable), table.id, tuple(players)), by=by)


# Jackpots


def begin_period(
    floor: Floor, person: Person, game: str, *, pays: str, least: str, players: int, ties: str, key: str | None = None
) -> dict[str, Any]:
    """The floor begins a qualifying period by the standards that are posted."""
    _only_floor(floor, person, game, "a qualifying period")
    request = {"period": game, "pays": pays, "least": least, "players": players, "ties": ties}
    return _tell(floor, person, terms_of(game), request, lambda _, __: Begun(pays, least, players, ties, books.now()), key=key)


def qualify(floor: Floor, person: Person, game: str, table_id: str, seat: int, *, key: str | None = None) -> dict[str, Any]:
    """The floor verifies a hand of a table's latest round and writes it down: it was shown, and the table knows what it was."""
    _only_floor(floor, person, game, "verifying a hand")
    terms = terms_of(game)
    found, played = floor.read(table_id, lambda table: (_qualifying(table, seat, person), table.playable.terms.id))
    if played != game:
        raise Refused(f"{table_id} is no table of this room", clause=terms.clause)
    hand: Qualified
    hand, beaten = found

    def act(connection: Connection, room: PokerRoom) -> RoomAct:
        never_to_oneself(person, hand.player)
        if room.period is not None and room.period.pays == "bad-beat" and not beaten:
            raise Refused(f"seat {seat} was not beaten by a better hand", clause=room.fund_clause)
        kept = schema.rounds
        return hand._replace(opened=connection.execute(select(kept.c.opened).where(kept.c.id == hand.round)).scalar_one())

    return _tell(floor, person, terms, {"qualify": table_id, "seat": seat, "round": hand.round}, act, key=key)


def _qualifying(table: LiveTable, seat: int, person: Person) -> tuple[Qualified, bool]:
    """The form for a hand that was shown, and whether a better one was shown."""
    drop, round_ = table.playable.terms.file.drop, table.round
    clause = table.playable.terms.clause if drop is None else ", ".join(drop.clause)
    if stream_at(table) is None or not table.playable.rules.promotional_drop:
        raise Refused("this table does not take part in the jackpot", clause=clause)
    if round_ is None or table.playing or table.status == "void":
        raise Refused("a hand is verified when its round is over", clause=clause)
    account = table.sat.get(seat, COMPANION)
    variant, layout = table.playable.rules.variant, round_.table
    if not variant.high or account.startswith(COMPANION):
        raise Refused(f"seat {seat} has no hand that qualifies", clause=clause)
    shown = {number: held for number, held in layout.seats.items() if held.hand and all(held.hand.up) and not held.folded}
    if seat not in shown or len(shown) < 2:
        raise Refused(f"seat {seat} has shown no hand at the end of this round", clause=clause)
    values = {number: rooms.worth_of(table, number) for number in shown}
    dealt_in = sum(held.in_play for held in layout.seats.values())
    form = Qualified(
        player=account.partition(":")[2],
        table=table.id,
        round=table.round_id,
        seat=seat,
        hand=" ".join(map(str, layout.seats[seat].hand)),
        category=values[seat].category,
        ranks=values[seat].ranks,
        dealt_in=dealt_in,
        dealer=table.session.dealer,
        by=person.name,
        opened="",
    )
    return form, any(value > values[seat] for value in values.values())


def end_period(floor: Floor, person: Person, game: str, *, key: str | None = None) -> dict[str, Any]:
    """The floor ends the period: what the tables' boxes hold is counted and pooled, and goes to the best hand or to the next period."""
    _only_floor(floor, person, game, "a qualifying period")
    terms = terms_of(game)
    boxes = [table for table in _tables_of(floor, game) if floor.read(table, lambda found: not found.settings.practice)]

    def act(connection: Connection, room: PokerRoom) -> RoomAct:
        for hand in room.best:
            never_to_oneself(person, hand.player)
        held = books.balances(connection, [rooms.fund_of(game), *(f"{rooms.DROP}:{table}" for table in boxes)], lock=True)
        collected = {table: cents for table in boxes if (cents := held[f"{rooms.DROP}:{table}"])}
        return Ended(collected, held[rooms.fund_of(game)], books.now())

    return _tell(floor, person, terms, {"end-period": game}, act, key=key)


def fund(floor: Floor, person: Person, game: str) -> dict[str, Any]:
    """What the room's pots have given month by month, what of it is left, and what should have gone back to players by now."""
    if not person.audits:
        raise NotAllowed("the fund's months are for surveillance, the floor and the administrator")
    terms = terms_of(game)
    drop = terms.file.drop
    if drop is None:
        raise Refused("this room has no fund of its players", clause=terms.clause)
    boxes = [table for table in _tables_of(floor, game) if floor.read(table, lambda found: not found.settings.practice)]
    with floor.database.read() as connection:
        collected, paid = rooms.months(connection, game, boxes)
    left = rooms.unspent(collected, paid, within=drop.months, now=books.now())
    overdue = sum(entry["left"] for entry in left if entry["overdue"])
    told = {"game": game, "clause": ", ".join(drop.clause), "months": left, "collected": sum(collected.values()), "paid": paid}
    return {**told, "overdue": overdue}


def _tables_of(floor: Floor, game: str) -> list[str]:
    kept = schema.tables
    with floor.database.read() as connection:
        return [str(found) for found in connection.execute(select(kept.c.id).where(kept.c.game == game)).scalars()]


def _only_floor(floor: Floor, person: Person, game: str, what: str) -> None:
    """Of the floor, and nobody who plays in this room."""
    if not person.rules:
        raise NotAllowed(f"{what} is for the floor")
    terms_of(game)
    for table in _tables_of(floor, game):
        floor.read(table, lambda found: only_floor(person, found, what) if not found.settings.practice else None)


def _tell(
    floor: Floor,
    person: Person,
    terms: GameRules,
    request: dict[str, Any],
    act: Callable[[Connection, PokerRoom], RoomAct],
    *,
    key: str | None,
) -> dict[str, Any]:
    """One act in a room, in the room's own chain."""
    if len(str(request)) > 1000:
        raise BadInput("list: too long a name")

    def work(connection: Connection) -> dict[str, Any]:
        room = rooms.at(connection, terms)
        return receipt(rooms.write(connection, room, act(connection, room), by=person.name))

    return floor.house(person, {"room": terms.id, **request}, work, key=key, stream=rooms.stream_of(terms.id))
