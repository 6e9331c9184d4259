"""The workbench: served, signed in to, and its books proved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.app import AsJson, app, needs

Ledger = Annotated[
    str | None, typer.Option("--database", help="sqlite:///file.db or postgresql://...; a file of your own otherwise.")
]


@app.command()
def serve(
    database: Ledger = None,
    host: Annotated[str, typer.Option(help="Where to listen: this machine only, unless told otherwise.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65534)] = 8080,
    workers: Annotated[int, typer.Option(help="Processes that answer the API.")] = 1,
    guests: Annotated[bool | None, typer.Option(help="Let people in without a token; on this machine only by default.")] = None,
    requests: Annotated[int, typer.Option(help="Requests one client may make in ten seconds.")] = 2000,
    tables: Annotated[int, typer.Option(help="Tables open at once.")] = 1000,
    chips: Annotated[
        int, typer.Option(help="Cents a dealer may sell to one player, or cash for one, in a day; more is for the floor.")
    ] = 1_000_000,
    allowed_host: Annotated[
        list[str] | None, typer.Option(help="A name people know this server by, as in casino.example; several may be given.")
    ] = None,
    proxy: Annotated[
        list[str] | None, typer.Option(help="An address or network whose X-Forwarded-For is believed; several may be named.")
    ] = None,
) -> None:
    """Start the workbench: tables that keep their books, the API and the pages. Prints its address."""
    _needs_server("serve")
    from croupier.cli.serving import start

    start(
        database,
        host=host,
        port=port,
        workers=workers,
        guests=guests,
        requests=requests,
        tables=tables,
        chips=chips,
        proxies=proxy or (),
        hosts=allowed_host or (),
    )


ledger = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="The books.")
app.add_typer(ledger, name="ledger")


@ledger.command()
def verify(
    database: Ledger = None,
    anchor: Annotated[
        Path | None, typer.Option(help="What --keep wrote before: shows also whether history was written anew.")
    ] = None,
    keep: Annotated[Path | None, typer.Option(help="Write where every chain ends to this file, to be kept elsewhere.")] = None,
    as_json: AsJson = False,
) -> None:
    """Recompute every chain and play every round again; names the first event that was tampered with."""
    _needs_server("ledger verify")
    from croupier.cli.serving import verify_ledger

    raise typer.Exit(verify_ledger(database, anchor=anchor, keep=keep, as_json=as_json))


@app.command()
def token(
    name: str,
    role: Annotated[str, typer.Option(help="player, dealer, floor, surveillance or administrator.")] = "player",
    hours: Annotated[int, typer.Option(help="How long it is good for.")] = 12,
    database: Ledger = None,
) -> None:
    """Issue a token to somebody; its secret is printed once and only its hash is kept."""
    _needs_server("token")
    from croupier.cli.serving import issue_token

    issue_token(database, name, role, hours)


def _needs_server(command: str) -> None:
    needs(f"croupier {command}", "server", "sqlalchemy", "fastapi", "uvicorn", "nicegui", "httpx")
