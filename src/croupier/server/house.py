"""What the house does around the play: tables opened and closed, seats, chips, fills."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select

from croupier.errors import BadInput, Refused
from croupier.ledger import books, schema
from croupier.ledger.links import for_practice, is_for_practice
from croupier.ledger.live import COMPANION, COMPANION_CHIPS, LiveTable
from croupier.rules.posting import posted
from croupier.server import people, playing, poker_rooms
from croupier.server.capacity import EACH, opened_by, why_full
from croupier.server.cash import check_dealer, never_to_oneself
from croupier.server.floor import Floor, prepare, receipt
from croupier.server.limits import check_uniform
from croupier.server.lines import check_line
from croupier.server.numbers import check_numbers
from croupier.server.people import HOUSE, NotAllowed, Person, Role
from croupier.server.permissions import check_chips, check_seat, check_sight, only_floor, owns
from croupier.table import session_acts
from croupier.table.double_shoe import has_two_sides
from croupier.table.patrons import most_positions
from croupier.table.playable import Playable
from croupier.table.session_acts import Phase
from croupier.table.settlement import money

FLOAT = 10_000_000
PRACTICE_CHIPS = 1_000_000
"""What somebody who sits down to practise has in front of them. No cage cashes these."""
WANTED = timedelta(hours=1)
"""After so long without an event a practice table is cleared away at once when no other can be opened."""
MOST = 10**11
"""No single amount is larger: a thousand million dollars."""


def check_amount(amount: int) -> int:
    if not 0 < amount <= MOST:
        raise BadInput(f"amount: {amount}: whole cents from 1 to {MOST}")
    return amount


def open_table(
    floor: Floor,
    person: Person,
    game: str,
    *,
    name: str | None = None,
    house_rules: Mapping[str, Any] | None = None,
    version: str | None = None,
    settings: Mapping[str, Any] | None = None,
    bank: int = FLOAT,
    companions: int = 0,
    key: str | None = None,
) -> dict[str, Any]:
    """A new table, its tray filled from the cage, joined to the jackpot that its rules name."""
    chosen = dict(settings or {})
    if not person.rules and not (chosen.get("practice") and person.role is not Role.SURVEILLANCE):
        raise NotAllowed("opening a table is for the floor; anybody may open a practice table")
    check_line("name", name or "")
    check_numbers(house_rules or {}, "house_rules")
    house_rules = posted(prepare(game, house_rules, version).terms, house_rules)
    playable = prepare(game, house_rules, version)
    if has_two_sides(playable.terms) and chosen.get("equipment", "electronic") == "electronic":
        fault = "people deal from a double shoe: equipment is 'entered'"  # one seed shuffles one shoe
        raise Refused(fault, clause=playable.terms.clause_of("dealing"))
    if not 0 <= companions < playable.seats:
        clause = playable.seats_clause
        raise Refused(f"companions: {companions} do not fit at {playable.seats} seats with a player", clause=clause)
    if companions:
        check_companions(playable, practice=bool(chosen.get("practice")))
    check_amount(bank)
    link = playable.terms.link
    if link is not None and is_for_practice(link):
        raise BadInput(f"link: {link}: the jackpots of practice tables are called so")
    if link is not None and chosen.get("practice"):
        link = for_practice(link, person.name)
    request = {"open": game, "name": name, "house_rules": house_rules, "version": version, "settings": chosen, "bank": bank}
    request["companions"] = companions
    practice = bool(chosen.get("practice"))
    with floor.database.read() as connection:
        full = why_full(connection, person, practice=practice, most=floor.most_tables)
    if full is not None:
        clear_away(floor, idle=WANTED)

    def work(connection: Connection) -> dict[str, Any]:
        if not person.rules and len(held := opened_by(connection, person)) >= EACH:
            raise Refused(f"{person.name} has {len(held)} practice tables open, and that is the most: close one first")
        if (full := why_full(connection, person, practice=practice, most=floor.most_tables)) is not None:
            raise Refused(full)
        if not practice:
            check_uniform(connection, playable.terms)
        table_id = f"t{secrets.token_hex(4)}"
        body: dict[str, Any] = {
            "game": game,
            "name": name or playable.terms.name,
            "house_rules": house_rules,
            "version": playable.terms.version,
            "settings": chosen,
            "owner": person.name if chosen.get("practice") else None,
            "float": bank,
            "link": link,
            "as_one": True,
            "undoes": True,
            "meters": {name: str(terms.seed) for name, terms in playable.terms.meters.items()},
        }
        if link is not None:
            joined = floor.links.join(connection, link, playable.terms.meters, by=person.name)
            body["meters"] = {name: str(meter.amount) for name, meter in joined.meters.items()}
        table = LiveTable(table_id, body, prepare)
        opening = table.by_equipment(Phase("open", "floor"), at=books.now())
        body["session"] = [session_acts.write(act) for act in opening]
        opened = floor.folded(connection, table, "table-opened", body, person, "open")
        row = {"id": table_id, "game": game, "name": body["name"], "status": "open", "opened": opened.at}
        books.put(connection, "tables", row | {"owner": table.owner, "shared": int(table.settings.shared)})
        beside = min(1 + most_positions(playable.terms)[0], playable.seats - companions + 1)
        for seat in range(
            beside, beside + companions
        ):  # where one player may have several positions, those beside seat 1 stay free
            taken = {"seat": seat, "account": f"{COMPANION}:{table_id}:{seat}", "chips": COMPANION_CHIPS}
            floor.event(connection, table, "seat-taken", taken, person)
        books.note_heads(connection, {table_id: books.head(connection, table_id)}, by=person.name)
        return receipt(opened)

    return floor.house(person, request, work, key=key)


def own_table(
    floor: Floor, person: Person, game: str, *, house_rules: Mapping[str, Any] | None = None, version: str | None = None
) -> str | None:
    """The latest practice table that this person has open for a game under these rules, if there is one."""
    wanted = prepare(game, posted(prepare(game, house_rules, version).terms, house_rules), version).terms
    with floor.database.read() as connection:
        held = opened_by(connection, person)

    def same(table: LiveTable) -> bool:
        terms = table.playable.terms
        return (terms.id, terms.house_rules, terms.version) == (wanted.id, wanted.house_rules, wanted.version)

    return next((table_id for table_id in reversed(held) if floor.read(table_id, same)), None)


def share(floor: Floor, person: Person, table_id: str, *, shared: bool, key: str | None = None) -> dict[str, Any]:
    """The owner of a practice table lets others see it and sit there, or no more of them; who sits there stays."""

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        if not owns(person, table):
            raise NotAllowed("whether others may come is for the owner of a practice table to say")
        if not table.open:
            raise Refused("the table is closed")
        answer = floor.event(connection, table, "table-shared", {"shared": shared}, person)
        books.change(connection, "tables", table_id, shared=int(shared))
        return answer

    return floor.change(table_id, person, {"share": table_id, "shared": shared}, work, key=key)


def make_room(floor: Floor, person: Person) -> None:
    """Close a practice table of this person's where nothing is at stake, for one who goes from game to game without closing any."""
    with floor.database.read() as connection:
        held = opened_by(connection, person)
    if person.rules or len(held) < EACH:
        return
    for table_id in held:
        if floor.read(table_id, _nothing_at_stake):
            _clear(floor, table_id)
            return


def _nothing_at_stake(table: LiveTable) -> bool:
    """Does nobody but the owner sit at a practice table, and has the owner put nothing down?"""
    people = {seat: account for seat, account in table.players.items() if not account.startswith(COMPANION)}
    if not table.settings.practice or set(people.values()) - {f"practice:{table.owner}"}:
        return False
    return table.round is None or not table.playing or not any(table.round.table.seats[seat].stakes for seat in people)


def _clear(floor: Floor, table_id: str) -> None:
    if floor.read(table_id, lambda table: table.playing):
        playing.void(floor, HOUSE, table_id, "everybody left the practice table")
    close_table(floor, HOUSE, table_id)


def clear_away(floor: Floor, *, idle: timedelta) -> list[str]:
    """Close practice tables that everybody has walked away from; a round left there is voided and its wagers returned."""
    before = (datetime.now(UTC) - idle).isoformat(timespec="milliseconds")
    tables, streams, events = schema.tables, schema.streams, schema.events
    last = (events.c.stream == streams.c.id) & (events.c.seq == streams.c.seq)
    query = (
        select(tables.c.id)
        .join(streams, streams.c.id == tables.c.id)
        .join(events, last)
        .where(tables.c.status == "open", tables.c.owner.is_not(None), events.c.at < before)
    )
    with floor.database.read() as connection:
        left = [str(found) for found in connection.execute(query).scalars()]
    closed = []
    for table_id in left:
        with suppress(Refused):  # somebody came back, or another process closed it
            _clear(floor, table_id)
            closed.append(table_id)
    return closed


def close_table(floor: Floor, person: Person, table_id: str, *, broken: bool = False, key: str | None = None) -> dict[str, Any]:
    """A poker table may be `broken`: whoever sat there is first for the next seat at another of its kind."""

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        only_floor(person, table, "closing a table")
        if broken:
            poker_rooms.break_up(connection, table, by=person.name)
        closing = table.by_equipment(Phase("close", "floor"), at=books.now())
        body: dict[str, Any] = {"session": [session_acts.write(act) for act in closing], "seed": table.seed, "takes_down": True}
        owing = {str(seat): table.player(seat) for seat in table.owing()}
        held = books.balances(connection, owing.values(), lock=True)
        body["held"] = {seat: held[account] for seat, account in owing.items()}
        answer = floor.event(connection, table, "table-closed", body, person, "close")
        playing.reveal(connection, table)
        books.change(connection, "tables", table_id, status="closed")
        books.note_heads(connection, {table_id: books.head(connection, table_id)}, by=person.name)
        return answer

    room = floor.read(table_id, poker_rooms.stream_at) if broken else None
    return floor.change(table_id, person, {"close": table_id, "broken": broken}, work, key=key, house=True, room=room)


def check_companions(playable: Playable, *, practice: bool) -> None:
    """Companions have chips of the cage, and more when they have lost them: no player may win those, of a pot or as the bank."""
    each_other = playable.stack is not None or any(spot.wager.banks for spot in playable.spots.values())
    if each_other and not practice:
        fault = "companions play with the house's chips: where players win of each other they sit at practice tables only"
        raise Refused(fault, clause=playable.seats_clause)


def sit(
    floor: Floor,
    person: Person,
    table_id: str,
    seat: int,
    *,
    companion: bool = False,
    colour: str | None = None,
    key: str | None = None,
) -> dict[str, Any]:
    """Take a seat, or have the house play it."""

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        if not table.open:
            raise Refused("the table is closed")
        if companion:
            only_floor(person, table, "seating a companion")
            check_companions(table.playable, practice=table.settings.practice)
            account = f"{COMPANION}:{table_id}:{seat}"
            body = {"seat": seat, "account": account, "chips": COMPANION_CHIPS}
        else:
            check_seat(person, table)
            body = {"seat": seat, "account": table.own(person.account)}
            held = sum(books.balances(connection, [str(body["account"])], lock=True).values())
            if table.settings.practice and held < PRACTICE_CHIPS // 2:
                body["chips"] = PRACTICE_CHIPS - held
            elif table.settings.practice and held > playing.MOST_TO_PRACTISE:
                body["home"] = held - PRACTICE_CHIPS
            elif not held:
                raise Refused(f"{person.name} has no chips: buy in first")
        body |= {"colour": colour} if colour is not None else {}
        # First the room: what was answered is kept with the last event of a write.
        poker_rooms.take_turn(connection, table, "" if companion else person.name, seat)
        return floor.event(connection, table, "seat-taken", body, person)

    request = {"sit": seat, "table": table_id, "companion": companion, "colour": colour}
    return floor.change(table_id, person, request, work, key=key, room=floor.read(table_id, poker_rooms.stream_at))


def leave(floor: Floor, person: Person, table_id: str, seat: int, *, key: str | None = None) -> dict[str, Any]:
    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        if table.player(seat) != table.own(person.account):
            only_floor(person, table, "emptying another's seat")
        body = {"seat": seat}
        if seat in table.session.carried.vigorish:
            body["held"] = sum(books.balances(connection, [table.player(seat)], lock=True).values())
        return floor.event(connection, table, "seat-left", body, person)

    return floor.change(table_id, person, {"leave": seat, "table": table_id}, work, key=key)


def chips(
    floor: Floor,
    person: Person,
    player: str,
    amount: int,
    *,
    cash_out: bool,
    key: str | None = None,
) -> dict[str, Any]:
    """Cash for chips at the cage, or chips for cash: for somebody the house knows, and never for oneself.

    A dealer does so for a player up to `limit` in a day.
    """
    if not person.deals:
        raise NotAllowed("chips are bought and cashed by the house")
    never_to_oneself(person, player)
    check_amount(amount)
    kind = "cash-out" if cash_out else "buy-in"

    def work(connection: Connection) -> dict[str, Any]:
        if person != HOUSE and not people.known(connection, player):
            raise Refused(f"{player}: the house knows nobody of this name; guests hold practice chips only")
        check_dealer(connection, person, player, amount, kind, limit=floor.dealer_limit)
        event = _move_chips(connection, person, player, amount, kind)
        return {"event": event.id, "player": player, "balance": books.balance(connection, f"player:{player}")}

    return floor.house(person, {kind: player, "amount": amount}, work, key=key)


def _move_chips(connection: Connection, person: Person, player: str, amount: int, kind: str) -> books.Added:
    account = f"player:{player}"
    held = books.balances(connection, [account, books.debt_of(account)], lock=True)
    owed, there = -held[books.debt_of(account)], held[account]
    body = {"player": player, "amount": amount}
    if owed and kind == "cash-out" and amount > there - min(owed, there):
        raise Refused(f"{player} holds {money(there)} and owes {money(owed)}: {money(max(there - owed, 0))} can be cashed out")
    if owed:  # what is owed is taken first
        body["debt"] = min(owed, amount if kind == "buy-in" else there)
    return books.append(connection, books.HOUSE, kind, body, books.house_transfers(kind, body), by=person.name)


def fill(floor: Floor, person: Person, table_id: str, amount: int, *, credit: bool, key: str | None = None) -> dict[str, Any]:
    """Chips from the cage to the tray, or back."""
    kind = "credit" if credit else "fill"
    if not person.rules:
        raise NotAllowed(f"a {kind} is for the floor")
    body = {"amount": check_amount(amount)}

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        if not table.open:
            raise Refused("the table is closed")
        return floor.event(connection, table, kind, body, person, kind)

    return floor.change(table_id, person, {kind: table_id} | body, work, key=key)


def tip(floor: Floor, person: Person, table_id: str, amount: int, *, key: str | None = None) -> dict[str, Any]:
    """Chips for the dealers, into the tip pool."""
    body = {"account": person.account, "amount": check_amount(amount)}

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        if not table.open:
            raise Refused("the table is closed")
        check_sight(person, table)
        check_chips(person, table)
        account = table.own(person.account)
        books.balances(connection, [account], lock=True)
        return floor.event(connection, table, "tip", body | {"account": account}, person)

    return floor.change(table_id, person, {"tip": table_id} | body, work, key=key)
