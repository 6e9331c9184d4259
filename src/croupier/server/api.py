"""The API: who is asking, what a refusal looks like, and where everything is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Header, Path, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match, Mount
from starlette.types import Receive, Scope, Send

from croupier.errors import Busy, CroupierError, Unknown
from croupier.ledger.database import Away, Halted
from croupier.ledger.faults import lost_race
from croupier.server import people, rates
from croupier.server.logs import one_line
from croupier.server.models import Problem
from croupier.server.people import NotAllowed, NotSignedIn, Person
from croupier.server.workbench import Workbench

PREFIX = "/api/v1"
UNREADABLE, UNWRITABLE = (
    "the ledger cannot be read just now",
    "the ledger cannot be written: nothing is taken until it is mended",
)
log = logging.getLogger(__name__)
_bearer = HTTPBearer(auto_error=False, description="A token, as the administrator issued it.")

PROBLEMS: dict[int | str, dict[str, Any]] = {
    404: {"model": Problem, "description": "There is no such thing."},
    409: {"model": Problem, "description": "The rules, or the state of the table, do not allow it; nothing was changed."},
    413: {"model": Problem, "description": "The request is too large."},
    422: {"model": Problem, "description": "The request is not of the right shape."},
    429: {"model": Problem, "description": "Too many requests."},
    503: {"model": Problem, "description": "The ledger cannot be reached, or too much is being worked out; nothing was done."},
}
SIGNED_IN: dict[int | str, dict[str, Any]] = PROBLEMS | {
    401: {"model": Problem, "description": "No valid token."},
    403: {"model": Problem, "description": "Your role may not do this."},
}


async def bench(request: Request) -> Workbench:
    # Not a plain function: those are taken to a thread, and there is nothing to wait for here.
    found: Workbench = request.app.state.workbench
    return found


async def bearer(request: Request, _: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]) -> str | None:
    """The request's token, as the limits read it; the scheme stands there for the published description."""
    return rates.bearer(request.scope["headers"])


Secret = Annotated[str | None, Depends(bearer)]


def whoever(workbench: Annotated[Workbench, Depends(bench)], secret: Secret) -> Person:
    """The person behind the request's token."""
    return people.identify(workbench.database, secret)


def keyed(more: str = "") -> Any:
    """The header that carries an idempotency key."""
    said = "Sent again with the same key, a request is not done again: the first answer comes back."
    described = f"{said} {more}".strip()
    return Header(alias="Idempotency-Key", min_length=1, max_length=100, pattern=r"^[!-~]+$", description=described)


async def known(workbench: Workbench, secret: str | None) -> Person:
    """The person behind a token; one that was here a moment ago is known without asking a thread."""
    person = people.recent(workbench.database, secret)
    if person is None:
        return await run_in_threadpool(people.identify, workbench.database, secret)
    if workbench.database.tokens.due():
        asyncio.get_running_loop().run_in_executor(None, people.renew, workbench.database)
    return person


async def at_once(workbench: Workbench, secret: str | None, work: Callable[[Person], BaseModel]) -> Response:
    """Identify the asker, do it and write the answer in one thread: for what is asked most, where the way there costs the most."""

    def done() -> str:
        return work(people.identify(workbench.database, secret)).model_dump_json()

    return Response(await run_in_threadpool(done), media_type="application/json")


Bench = Annotated[Workbench, Depends(bench)]
Who = Annotated[Person, Depends(whoever)]
Key = Annotated[str | None, keyed()]
TableId = Annotated[str, Path(pattern=r"^t[0-9a-f]{8}$", examples=["t0123abcd"])]
RoundId = Annotated[str, Path(pattern=r"^t[0-9a-f]{8}-[1-9][0-9]{0,8}$", examples=["t0123abcd-1"])]


class _Nowhere:
    """No such address, or not with that method: said as the API says everything."""

    def __init__(self, routes: Sequence[BaseRoute]) -> None:
        self.routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        whole = {**scope, "root_path": scope.get("app_root_path", "")}
        allowed = [
            method
            for method in ("DELETE", "GET", "PATCH", "POST", "PUT")
            if any(route.matches({**whole, "method": method})[0] is Match.FULL for route in self.routes)
        ]
        if allowed:
            raise HTTPException(405, f"use {' or '.join(allowed)}", {"Allow": ", ".join(allowed)})
        raise HTTPException(404, f"there is nothing at {scope['path']}")


def refusal(error: Exception) -> tuple[int, dict[str, Any]]:
    """The status and body for an error."""
    if isinstance(error, SQLAlchemyError):
        if lost_race(error):
            return 409, {"error": "somebody else wrote this first; ask again", "clause": None}
        return _unavailable(UNREADABLE, error)
    if isinstance(error, Away):
        return 503, {"error": str(error), "clause": None}
    if isinstance(error, Halted):
        return _unavailable(UNWRITABLE, error)
    if isinstance(error, Busy):
        return 429 if error.own else 503, {"error": str(error), "clause": None}
    status = 409
    for kind, code in ((NotSignedIn, 401), (NotAllowed, 403), (Unknown, 404)):
        if isinstance(error, kind):
            status = code
    return status, {"error": readable(str(error)), "clause": getattr(error, "clause", None)}


def refused(error: Exception) -> JSONResponse:
    """An error as it is answered."""
    status, body = refusal(error)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {"Retry-After": "5"} if isinstance(error, Busy) else None
    return JSONResponse(body, status_code=status, headers=headers)


def _unavailable(said: str, why: object) -> tuple[int, dict[str, Any]]:
    """What the database says names its files and addresses: that is for the log."""
    log.error("%s: %s", said, one_line(str(why)))
    return 503, {"error": said, "clause": None}


def readable(text: str) -> str:
    """A line that can be sent: half a character, which JSON can spell and no encoding can, is shown as it was spelt."""
    return text.encode("utf-8", "backslashreplace").decode()


def install(app: FastAPI, workbench: Workbench) -> None:
    """Add every route and turn every refusal into one clear line."""
    from croupier.server.routes import house, live, poker_rooms, pricing, reading, records, tables

    for module in (tables, reading, pricing, house, poker_rooms, records, live):  # tables first: they are asked for most
        app.include_router(module.router, prefix=PREFIX)

    def refuse(_request: Request, error: Exception) -> JSONResponse:
        return refused(error)

    def misshapen(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        found = error.errors()
        detail = [{"where": readable(".".join(map(str, e["loc"]))), "what": readable(e["msg"])} for e in found[:20]]
        said = f"{detail[0]['where']}: {detail[0]['what']}"
        return JSONResponse({"error": said, "clause": None, "detail": detail}, status_code=422)

    def nowhere(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        # A body that cannot even be read (a number of 5,000 digits, broken UTF-8) is misshapen like any other.
        status = 422 if error.status_code == 400 else error.status_code
        return JSONResponse({"error": error.detail, "clause": None}, status_code=status, headers=error.headers)

    def broken(_request: Request, _error: Exception) -> JSONResponse:
        return JSONResponse({"error": "the server has failed; its log has why", "clause": None}, status_code=500)

    app.add_exception_handler(CroupierError, refuse)
    app.add_exception_handler(Halted, refuse)
    app.add_exception_handler(RequestValidationError, misshapen)
    app.add_exception_handler(SQLAlchemyError, refuse)
    app.add_exception_handler(HTTPException, nowhere)
    app.add_exception_handler(Exception, broken)
    # What no route of the API takes is answered here: the pages, which come after, would answer it with one of theirs.
    app.router.routes.append(Mount("/api", _Nowhere(list(app.router.routes))))
