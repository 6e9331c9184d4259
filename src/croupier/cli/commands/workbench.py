"""The workbench: served, signed in to, and its books proved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.app import AsJson, Told, app, needs
from croupier.errors import BadInput

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
    practice_idle: Annotated[int, typer.Option(help="Minutes after which a practice table that nobody touches closes.")] = 60,
    hints_ahead: Annotated[bool, typer.Option(help="Work out what hints need when somebody sits down at a page.")] = True,
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
        practice_idle=practice_idle,
        hints_ahead=hints_ahead,
        chips=chips,
        proxies=proxy or (),
        hosts=allowed_host or (),
    )


ledger = typer.Typer(cls=Told, invoke_without_command=True, rich_markup_mode=None, help="The books: verified, and corrected.")
app.add_typer(ledger, name="ledger")


@ledger.callback()
def books(ctx: typer.Context) -> None:
    """The books: verified, and corrected."""
    if ctx.invoked_subcommand is None:
        raise BadInput("ledger: say what to do with the books: verify, correct, rule or corrections (croupier ledger --help)")


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


Token = Annotated[
    str | None, typer.Option(envvar="CROUPIER_TOKEN", help="The token of whoever corrects; CROUPIER_TOKEN otherwise.")
]
Why = Annotated[str, typer.Option(help="Why, in a line that stays in the books.")]


@ledger.command()
def correct(
    round: Annotated[str, typer.Argument(help="The round, as in t0123abcd-7.")],
    line: Annotated[int, typer.Argument(help="The settlement line, as `GET /rounds/ROUND` numbers them.")],
    returned: Annotated[str, typer.Option(help="What of the stake should have gone back, in dollars.")],
    won: Annotated[str, typer.Option(help="What it should have won, in dollars, without the stake.")],
    clause: Annotated[str, typer.Option(help="The clause by which the line is wrong as it stands.")],
    why: Why,
    commission: Annotated[str, typer.Option(help="What the house should have kept, in dollars.")] = "0",
    token: Token = None,
    database: Ledger = None,
    as_json: AsJson = False,
) -> None:
    """Set a settled line right: its posting is reversed, the right one posted, and the difference moves."""
    _needs_server("ledger correct")
    from croupier.cli.correcting import correct_line

    amounts = {"returned": returned, "won": won, "commission": commission}
    correct_line(database, token, round, line, amounts, clause=clause, why=why, as_json=as_json)


@ledger.command()
def pot(
    round: Annotated[str, typer.Argument(help="The round, as in t0123abcd-7.")],
    given: Annotated[
        list[str], typer.Argument(help="What seats should have had in all, bets that came back included, as in 1=0 2=57.00.")
    ],
    clause: Annotated[str, typer.Option(help="The clause by which the pot is divided otherwise.")],
    why: Why,
    rake: Annotated[str | None, typer.Option(help="What of the rake stays, in dollars, where less of it does.")] = None,
    promotional_drop: Annotated[str | None, typer.Option(help="What of the fund's part stays, likewise.")] = None,
    token: Token = None,
    database: Ledger = None,
    as_json: AsJson = False,
) -> None:
    """Set a poker pot right: what each seat should have had of it; the difference moves among the players."""
    _needs_server("ledger pot")
    from croupier.cli.correcting import correct_pot

    stays = {"rake": rake, "promotional_drop": promotional_drop}
    correct_pot(database, token, round, given, stays, clause=clause, why=why, as_json=as_json)


@ledger.command()
def rule(
    round: Annotated[str, typer.Argument(help="The round, as in t0123abcd-7.")],
    irregularity: Annotated[str, typer.Argument(help="What came to light when it was over, as `croupier rulings` lists it.")],
    why: Why,
    seat: Annotated[int, typer.Option(help="The seat it concerns, where it concerns one.")] = 0,
    token: Token = None,
    database: Ledger = None,
    as_json: AsJson = False,
) -> None:
    """Rule late on a settled round: what the clause returns or takes is reversed and posted anew."""
    _needs_server("ledger rule")
    from croupier.cli.correcting import rule_late

    rule_late(database, token, round, irregularity, seat, why=why, as_json=as_json)


@ledger.command()
def corrections(
    round: Annotated[str, typer.Argument(help="The round, as in t0123abcd-7.")],
    database: Ledger = None,
    as_json: AsJson = False,
) -> None:
    """What was changed about a round when it was over: by whom, when, why, and by which clause."""
    _needs_server("ledger corrections")
    from croupier.cli.correcting import show_corrections

    show_corrections(database, round, as_json=as_json)


@app.command()
def token(
    name: str,
    role: Annotated[
        str, typer.Option(help="player, dealer, stickperson, boxperson, floor, supervisor, surveillance or administrator.")
    ] = "player",
    hours: Annotated[int, typer.Option(help="How long it is good for.")] = 12,
    database: Ledger = None,
) -> None:
    """Issue a token to somebody; its secret is printed once and only its hash is kept."""
    _needs_server("token")
    from croupier.cli.serving import issue_token

    issue_token(database, name, role, hours)


def _needs_server(command: str) -> None:
    needs(f"croupier {command}", "server", "sqlalchemy", "fastapi", "uvicorn", "nicegui", "httpx")
