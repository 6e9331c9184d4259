"""People and chips: tokens, guests, buying in and cashing out."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Request

from croupier.ledger import books
from croupier.server import admission, house, people
from croupier.server.api import PROBLEMS, SIGNED_IN, Bench, Key, Secret, Who, keyed
from croupier.server.guards import address_of
from croupier.server.models import Balance, Chips, IssueToken, Me, NewToken, Token
from croupier.server.people import NotAllowed, Role

router = APIRouter(tags=["house"])
GuestKey = Annotated[str | None, keyed("Whoever knows it can come in as the same guest: at random, 16 characters or more.")]


@router.get("/me", responses=SIGNED_IN)
def me(who: Who, bench: Bench) -> Me:
    """Who you are here, and what you hold."""
    with bench.database.read() as connection:
        held = books.balance(connection, who.account)
    return Me(name=who.name, role=who.role.value, account=who.account, balance=held)


@router.post("/tokens", status_code=201, responses=SIGNED_IN)
def issue(body: IssueToken, who: Who, own: Secret, bench: Bench, key: Key = None) -> NewToken:
    """A token for somebody; only its hash is kept, and only the same request under the same key is told its secret again."""
    lifetime = timedelta(hours=body.hours)
    secret, kept = admission.issue_token(bench.floor, who, body.name, Role(body.role), lifetime, secret=own or "", key=key)
    return NewToken(token=secret, **kept)


@router.get("/tokens", responses=SIGNED_IN)
def tokens(who: Who, bench: Bench) -> list[Token]:
    """Every token issued, without its secret."""
    admission.only_administrator(who)
    with bench.database.read() as connection:
        return [Token(**row) for row in people.listed(connection)]


@router.delete("/tokens/{token}", status_code=204, responses=SIGNED_IN)
def revoke(token: Annotated[str, Path(pattern=r"^[0-9a-f]{12}$")], who: Who, bench: Bench, key: Key = None) -> None:
    """From now on the token is worth nothing."""
    admission.revoke_token(bench.floor, who, token, key=key)


@router.post("/guests", status_code=201, responses=PROBLEMS | {403: SIGNED_IN[403]})
def guest(request: Request, bench: Bench, key: GuestKey = None) -> NewToken:
    """Come in as a guest, to practise, where guests are let in."""
    if not bench.guests:
        raise NotAllowed("guests are not let in here: sign in with a token")
    secret, kept = admission.admit_guest(bench.floor, address=address_of(request.scope), key=key)
    return NewToken(token=secret, **kept)


@router.post("/chips", responses=SIGNED_IN)
def chips(body: Chips, who: Who, bench: Bench, key: Key = None) -> Balance:
    """Cash for chips, or chips for cash, at the cage."""
    return Balance(**house.chips(bench.floor, who, body.player, body.amount, cash_out=body.cash_out, key=key))
