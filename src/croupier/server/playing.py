"""Rounds: opened, answered, disturbed, ruled on, ended. What people may say is what the pending request lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypedDict, Unpack

from sqlalchemy import Connection

from croupier.equipment.randomness import Committed
from croupier.errors import BadInput, Refused
from croupier.ledger import books, results
from croupier.ledger.live import LiveTable
from croupier.rules.posting import LARGEST_WAGER
from croupier.server.cash import check_dealer
from croupier.server.floor import Conflicted, Floor
from croupier.server.people import NotAllowed, Person
from croupier.server.permissions import (
    check_answer,
    deals_at,
    may_open_round,
    may_rule,
    only_authority,
    only_dealers,
    only_floor,
    rules_at,
)
from croupier.table import acts, session_acts
from croupier.table.remedies import check_report
from croupier.table.said import said
from croupier.table.settlement import money
from croupier.table.views import PUBLIC, Eyes, masked
from croupier.table.wagering import Wagering


def open_round(floor: Floor, person: Person, table_id: str, *, key: str | None = None) -> dict[str, Any]:
    """The next round: its seed is drawn and committed to, and the equipment does what comes before the wagers."""

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        opening = _open(floor, connection, table, person)
        return _played(floor, connection, table, "round-opened", opening.chips + table.perform(()), person, opening=opening)

    return floor.change(table_id, person, {"round": table_id}, work, key=key)


class _Opening(NamedTuple):
    """A round that is being opened: what its event says of it beside the acts, and the seed as it is kept until then."""

    body: dict[str, Any]
    chips: list[acts.Act]
    """What the seats have behind, said as it opens."""
    sealed: str | None


def _open(floor: Floor, connection: Connection, table: LiveTable, person: Person) -> _Opening:
    """Open the next round. A new seed is drawn where the cards are shuffled."""
    if not may_open_round(person, table):
        raise NotAllowed("opening a round is for the dealer")
    between, anew = table.before_a_round(books.now(), person.name if deals_at(person, table) else "")
    source = Committed() if anew and table.electronic else None
    number = table.number + 1
    round_id = f"{table.id}-{number}"
    commitment = source.commitment if source else "" if anew else table.commitment
    body = {"round": round_id, "number": number, "commitment": commitment, "snapshot": table.snapshot()}
    body |= {"shoe": round_id if anew else table.shoe, "session": [session_acts.write(act) for act in between]}
    chips: list[acts.Act] = list(table.chips(_held(connection, table)))
    table.fresh = False  # refused below, this table is read again: it must not keep the seed of a round that never was
    if anew:
        table.seed = source.reveal() if source else None
    table.fold("round-opened", body)
    for act in chips:
        table.play(act)
    return _Opening(body, chips, floor.database.sealed(table.seed, round_id) if anew else None)


class Given(TypedDict, total=False):
    """What may come with answers."""

    new_round: bool
    expected: int | None
    key: str | None


def answer(floor: Floor, person: Person, table_id: str, forms: Iterable[Any], **given: Unpack[Given]) -> dict[str, Any]:
    """Answers to the pending request, one after another, up to one that is refused: see `_answering`."""
    request, work = _answering(floor, person, table_id, forms, **given)
    return floor.change(table_id, person, request, work, key=given.get("key"))


async def answered(floor: Floor, person: Person, table_id: str, forms: Iterable[Any], **given: Unpack[Given]) -> dict[str, Any]:
    """`answer`, awaited."""
    request, work = _answering(floor, person, table_id, forms, **given)
    return await floor.changed(table_id, person, request, work, key=given.get("key"))


def _answering(
    floor: Floor,
    person: Person,
    table_id: str,
    forms: Iterable[Any],
    *,
    new_round: bool = False,
    expected: int | None = None,
    key: str | None = None,
) -> tuple[dict[str, Any], Callable[[Connection, LiveTable], dict[str, Any]]]:
    """Answers to the pending request, one after another; `expected` is the event they were given after.

    Nothing is undone once something has happened: where an answer is refused, those before it stand, and the receipt says
    which one was refused and why. Only where the first is refused, and nothing else was done, is the whole request refused.
    """
    given = [acts.read(form) for form in forms]
    if not given and not new_round:
        raise BadInput("acts: none given")

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        if expected is not None and expected != table.seq:
            raise Conflicted(f"the table has moved on: it is at {table.seq}, the answer was given after {expected}")
        opening = _open(floor, connection, table, person) if new_round and not table.playing else None
        if table.held is not None:
            raise Refused(f"the table waits for the floor's ruling on {table.held.irregularity}")
        counted = _count(floor, connection, table) if opening is None else opening.chips
        played, refused, taken = table.perform(()), None, list[acts.Act]()
        for number, act in enumerate(given):
            try:
                check_answer(person, table, act)
                if isinstance(act, acts.Called) and act.means == "cash" and not table.settings.practice:
                    account = table.player(act.seat)
                    check_dealer(
                        connection,
                        person,
                        account.partition(":")[2],
                        act.amount,
                        "buy-in",
                        limit=floor.dealer_limit,
                        besides=table.bought(account),
                    )
                _check_changes(table, act)
                _check_practice(table, act)
                if isinstance(act, acts.NoMoreBets) and table.at_meters(closing=True):
                    assert table.round is not None and table.round.pending is not None
                    table.round.pending.check(act, table.round.table)  # refused, nothing is said of meters
                    played += _look_at_meters(floor, connection, table)
                played += table.perform([act])
                taken.append(act)
            except BadInput as error:
                if opening is None and not played:
                    raise
                refused = {"act": number, "error": str(error), "clause": getattr(error, "clause", None)}
                break
        kind = "acts" if opening is None else "round-opened"
        answer = _played(floor, connection, table, kind, [*counted, *played], person, taken=taken, opening=opening)
        return answer if refused is None else answer | {"refused": refused}

    request = {"answer": table_id, "acts": [acts.write(act) for act in given], "new_round": new_round, "expected": expected}
    return request, work


MOST_CHANGES = 300
"""So often one seat moves its chips before the next card, roll or spin: every change is written, and shown again to whoever recalls it."""


def _check_changes(table: LiveTable, act: acts.Act) -> None:
    if isinstance(act, (acts.Wager, acts.Called)) and table.changes.get(act.seat, 0) >= MOST_CHANGES:
        raise Refused(f"seat {act.seat} has moved its chips {MOST_CHANGES} times: they lie as they are until something falls")


MOST_TO_PRACTISE = 10**9
"""Cents of practice chips with which somebody still wagers: what is beyond goes home when they sit down anew.

All practice chips come from one cage. Whoever enters the results at their own table wins what they like: without end, the books
would have no number for what that cage has issued, and nobody could sit down to practise any more.
"""


def _check_practice(table: LiveTable, act: acts.Act) -> None:
    if not table.settings.practice or table.round is None or not isinstance(table.round.pending, Wagering):
        return
    if not isinstance(act, (acts.Wager, acts.Called)) or act.seat not in table.round.table.seats or not act.amount:
        return
    if act.amount > LARGEST_WAGER:
        raise Refused(f"seat {act.seat}: no wager with practice chips is larger than {money(LARGEST_WAGER)}")
    if (table.round.table.seats[act.seat].chips or 0) > MOST_TO_PRACTISE:
        most = money(MOST_TO_PRACTISE)
        raise Refused(f"seat {act.seat} has more than {most} of practice chips: get up, and sit down with new ones")


def _held(connection: Connection, table: LiveTable) -> dict[str, int]:
    """What everybody at the table holds, locked: nothing drawn from here on can find them short."""
    return books.balances(connection, table.players.values(), lock=True)


def _count(floor: Floor, connection: Connection, table: LiveTable) -> list[acts.Act]:
    """Say what changed elsewhere: chips bought, cashed, won or lost at another table, and meters that others fed or won."""
    counted: list[acts.Act] = list(table.chips(_held(connection, table))) if table.playing else []
    for act in counted:
        table.play(act)
    return [*counted, *(_look_at_meters(floor, connection, table) if table.at_meters() else ())]


def _look_at_meters(floor: Floor, connection: Connection, table: LiveTable) -> list[acts.Act]:
    """Tell the round what its meters stand at; from here on no other table moves them before this is written."""
    stands: list[acts.Act] = list(floor.links.stands(connection, table))
    for act in stands:
        table.play(act)
    return stands


def _played(
    floor: Floor,
    connection: Connection,
    table: LiveTable,
    kind: str,
    played: Sequence[acts.Act],
    person: Person,
    *,
    taken: Sequence[acts.Act] = (),
    opening: _Opening | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Write acts that have been played, with what they moved; the seed is published when nothing more is dealt from it.

    What opens a round and what is played at once go into one event: one request, one link of the chain. Whoever asked is told
    again what was `taken` from them, those very acts and none that are equal to them; the rest as anybody may hear it.
    """
    assert table.round is not None
    transfers = table.settle()
    body: dict[str, Any] = {"round": table.round_id} | more if opening is None else opening.body
    body["acts"] = forms = [acts.write(act) for act in played]
    if table.round.done:
        body |= {"net": {str(seat): net for seat, net in table.round.net.items()}, "seed": published(table)}
        heard = said(Eyes(table.round, PUBLIC), result_alone=True)
        body |= {name: words for name, words in (("says", heard.result), ("winner", heard.winner)) if words}
    try:
        event = floor.write(connection, table, kind, body, transfers, by=person, marks=_marks(table, played, transfers))
    except BadInput as error:  # refused, it would be undone, and could be asked again with what chance has said
        raise AssertionError(f"{table.id}: the books do not take what was played: {error}") from error
    if opening is not None:
        row = {"id": table.round_id, "table": table.id, "number": table.number, "status": "playing", "seed": opening.sealed}
        row |= {"dealer": results.dealer(table), "players": "", "irregular": "", "corrected": 0}
        books.put(connection, "rounds", row | {"first": event.seq, "opened": event.at})
    if table.round.done:
        _end_round(connection, table)
    elif any(isinstance(act, acts.Reported) for act in played):
        books.change(connection, "rounds", table.round_id, **results.summary(table))
    own = set(map(id, taken))
    told = [
        form if id(act) in own else masked(act, PUBLIC)
        for act, form in zip(played, forms, strict=True)
        if not isinstance(act, acts.Chips)
    ]
    return {"event": event.id, "seq": event.seq, "table": table.id, "round": table.round_id, "acts": told}


def _marks(table: LiveTable, played: Sequence[acts.Act], transfers: Sequence[books.Transfer]) -> list[str]:
    """What is significant about these acts: a shuffle, an irregularity, a jackpot, a void, a fill."""
    assert table.round is not None
    found = {act.act for act in played if isinstance(act, acts.Done) and act.act in ("shuffle", "reshuffle")}
    if any(isinstance(act, acts.Reported) for act in played):
        found.add("irregularity")
    if any(transfer.kind == "fill" for transfer in transfers):
        found.add("fill")
    if table.round.done:
        found.add("settled")
        if any(line.outcome == "void" for line in table.round.lines):
            found.add("void")
        if any(meter.paid for meter in table.round.table.meters.values()):
            found.add("jackpot")
    return sorted(found)


def _end_round(connection: Connection, table: LiveTable) -> None:
    """The round is over, and with the last of a shoe its seed open to all; one that this house could not open stays sealed."""
    books.change(connection, "rounds", table.round_id, **results.summary(table))
    reveal(connection, table)


def published(table: LiveTable) -> str | None:
    """The seed, once every card that follows from it is out of play."""
    return table.seed if table.shoe_over else None


def reveal(connection: Connection, table: LiveTable) -> None:
    """Keep the seed of a shoe that is over as it is; until then it is sealed."""
    if table.shoe and (seed := published(table)) is not None:
        books.change(connection, "rounds", table.shoe, seed=seed)


def report(
    floor: Floor,
    person: Person,
    table_id: str,
    irregularity: str,
    seat: int = 0,
    *,
    when_it_comes: bool = False,
    key: str | None = None,
) -> dict[str, Any]:
    """Something went wrong. A ruling the text gives to the floor waits for the floor; the others take effect at once."""

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        known = table.playable.terms.rulings.get(irregularity)
        only_dealers(person, table, "reporting an irregularity", clause=None if known is None else ", ".join(known.clause))
        if table.round is None or table.round.pending is None:
            raise Refused("no round is being played")
        report = acts.Reported(irregularity, seat)
        awaited = table.playable.terms.rulings.get(irregularity) if when_it_comes else None
        if awaited is not None and table.round.pending.moment not in awaited.when:  # else its moment has come: report it now
            body = {"irregularity": irregularity, "seat": seat}
            if not may_rule(person, table, authority := table.authority_on(irregularity, later=True)):
                raise NotAllowed(f"this ruling is for the {authority}", clause=", ".join(awaited.clause))
            return floor.event(connection, table, "irregularity-armed", body, person, "irregularity")
        blind = table.hides_facts_of(irregularity) and not rules_at(person, table)
        check_report(table.round.table, report, table.round.pending, facts=not blind)
        if blind or not may_rule(person, table, table.authority_on(irregularity)):
            body = {"irregularity": irregularity, "seat": seat, "by": person.name}
            return floor.event(connection, table, "irregularity-reported", body, person, "irregularity") | {
                "awaits": table.awaited if table.awaited in ("stickperson", "boxperson") else "floor"
            }
        counted = _count(floor, connection, table)
        return _played(floor, connection, table, "acts", [*counted, *table.perform([report])], person)

    request = {"report": table_id, "irregularity": irregularity, "seat": seat, "later": when_it_comes}
    return floor.change(table_id, person, request, work, key=key)


def rule(floor: Floor, person: Person, table_id: str, *, approve: bool, key: str | None = None) -> dict[str, Any]:
    """The floor approves the ruling on a reported irregularity, or lets play stand."""

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        held, clause = table.held, None
        if held is not None:
            clause = ", ".join(table.playable.terms.rulings[held.irregularity].clause)
        only_authority(person, table, table.awaited, "a ruling", clause=clause)
        if held is None:
            raise Refused("no irregularity waits for a ruling")
        if not approve:
            answer = floor.event(connection, table, "ruling-dismissed", held._asdict(), person, "irregularity")
            happened = [*_count(floor, connection, table), *table.perform(())]  # the equipment goes on by itself
            # Chips that were counted are told even if nothing follows: else this process alone would know of them.
            return _played(floor, connection, table, "acts", happened, person) if happened else answer
        table.fresh = False  # refused below, the report still waits
        table.held = None
        counted = _count(floor, connection, table)
        played = table.perform([acts.Reported(held.irregularity, held.seat)])
        return _played(floor, connection, table, "ruling-approved", [*counted, *played], person, reported_by=held.by)

    return floor.change(table_id, person, {"rule": table_id, "approve": approve}, work, key=key)


def void(floor: Floor, person: Person, table_id: str, why: str, *, key: str | None = None) -> dict[str, Any]:
    """The floor ends a round that cannot go on; every wager is returned."""

    def work(connection: Connection, table: LiveTable) -> dict[str, Any]:
        only_floor(person, table, "voiding a round")
        body: dict[str, Any] = {"round": table.round_id, "why": why, "clause": table.playable.terms.clause}
        # Debts are locked before chips, as the cage does it: what is taken back, and is not there any more, is owed.
        books.balances(connection, [books.debt_of(account) for account in table.players.values()], lock=True)
        counted: list[acts.Act] = list(table.chips(_held(connection, table))) if table.playing else []
        if table.at_meters():
            counted += floor.links.stands(connection, table)
        if counted:
            body["acts"] = [acts.write(act) for act in counted]
        answer = floor.event(connection, table, "round-voided", body, person, "void")
        _end_round(connection, table)
        return answer

    return floor.change(table_id, person, {"void": table_id, "why": why}, work, key=key)
