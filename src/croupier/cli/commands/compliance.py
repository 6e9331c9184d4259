"""Whether choices keep to the rules, what is wrong with the rules themselves, and how two games differ."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.app import AsJson, Game, app, print_json
from croupier.cli.completing import complete_game, complete_rulebook


@app.command()
def check(
    file: Annotated[
        str,
        typer.Argument(
            metavar="HOUSE_RULES",
            help="TOML or JSON: a game, or several tables, and a house's options, paytables, limits, meters.",
        ),
    ],
    game: Annotated[
        str | None, typer.Option(help="The game it is for, where it names none.", autocompletion=complete_game)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a casino's choices against the rules: all that is not the house's to choose, and what is left open; exit code 1 if any is."""
    from croupier.cli.complying import VIOLATIONS, show_check, tell_check

    rows = tell_check(file, game)
    if as_json:
        print_json(rows)
    else:
        show_check(rows)
    if any(row["violations"] for row in rows):
        raise typer.Exit(VIOLATIONS)


@app.command()
def audit(
    rulebook: Annotated[
        str, typer.Argument(help="A rulebook, as `croupier games` lists them.", autocompletion=complete_rulebook)
    ],
    as_json: AsJson = False,
) -> None:
    """Find the holes in a rulebook: contradictions, damage, silence, what others rule on and it does not, wagers that cost the house."""
    from croupier.cli.complying import VIOLATIONS, grave, show_audit, tell_audit

    told = tell_audit(rulebook)
    if as_json:
        print_json(told)
    else:
        show_audit(told)
    if grave(told):
        raise typer.Exit(VIOLATIONS)


@app.command()
def diff(
    game: Game,
    other: Annotated[str, typer.Argument(help="Another game, of the same rulebook or another.", autocompletion=complete_game)],
    everything: Annotated[bool, typer.Option("--all", help="Also what is the same.")] = False,
    as_json: AsJson = False,
) -> None:
    """How two games differ, whatever their names: options, wagers, pay tables, known prices, irregularities."""
    from croupier.cli.comparing import show
    from croupier.cli.complying import tell_diff

    told = tell_diff(game, other)
    if as_json:
        print_json(told)
    else:
        show(told, everything=everything)
