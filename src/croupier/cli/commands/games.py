"""What the rulebooks say: games, rules, pay tables, rulings, and the shape of the files and the code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.app import AsJson, Game, HouseRules, Set, Version, app, house, print_json
from croupier.cli.completing import (
    complete_clause,
    complete_compared,
    complete_game,
    complete_irregularity,
    complete_rule,
    complete_rulebook,
)
from croupier.cli.say import say
from croupier.errors import BadInput, shown

if TYPE_CHECKING:
    from croupier.rules.listing import Listed


@app.command()
def games(
    rulebook: Annotated[str | None, typer.Option(help="Only this rulebook.", autocompletion=complete_rulebook)] = None,
    as_json: AsJson = False,
) -> None:
    """List the games of every rulebook."""
    from dataclasses import asdict

    from croupier.errors import Unknown

    entries = _sound()
    if rulebook is not None and rulebook not in {entry.rulebook for entry in entries}:
        raise Unknown("rulebook", rulebook, {entry.rulebook for entry in entries})
    chosen = [entry for entry in entries if rulebook in (None, entry.rulebook)]
    if as_json:
        print_json([asdict(entry) for entry in chosen])
        return
    from croupier.cli.grid import grid
    from croupier.cli.screen import screen

    columns = ("id", "name", "family", "clause")
    grid(screen(), columns, ([getattr(entry, column) for column in columns] for entry in chosen), headed=False)


@app.command()
def rules(
    game: Game,
    clause: Annotated[
        str | None,
        typer.Option(help="One clause: where it stands and what became of it.", autocompletion=complete_clause),
    ] = None,
    clauses: Annotated[bool, typer.Option("--clauses", help="The whole clause index.")] = False,
    readings: Annotated[bool, typer.Option("--readings", help="What is read where the text is silent or broken.")] = False,
    matrix: Annotated[bool, typer.Option("--matrix", help="How wagers on dice behave: on or off, removable, paid.")] = False,
    why: Annotated[
        str | None,
        typer.Option(help="The clauses behind a rule, as in tie or wagers.ante.", autocompletion=complete_rule),
    ] = None,
    version: Version = None,
    set_: Set = None,
    house_rules: HouseRules = None,
    as_json: AsJson = False,
) -> None:
    """What a game is: options, wagers, rulings, readings, each with its clause."""
    from croupier.compliance import describe
    from croupier.games.registry import playable

    subject = playable(game, house(house_rules, set_), version).terms
    chosen = {"why": why, "clause": clause, "clauses": clauses, "readings": readings, "matrix": matrix}
    if why is not None:
        found = describe.why(subject, why)
    elif clause is not None:
        found = describe.clause(subject, clause)
    elif clauses:
        found = describe.clauses(subject)
    elif readings:
        found = describe.readings(subject)
    elif matrix:
        from croupier.compliance.matrix import matrix as behaviour

        found = behaviour(subject)
    else:
        found = describe.rules(subject)
    if as_json:
        print_json(found)
    else:
        from croupier.cli import show

        show.show(
            found,
            kind=next((kind for kind, asked in chosen.items() if asked), "rules"),
        )


@app.command()
def paytables(
    game: Game, version: Version = None, set_: Set = None, house_rules: HouseRules = None, as_json: AsJson = False
) -> None:
    """Every payout of a game."""
    from croupier.compliance import describe
    from croupier.games.registry import playable

    found = describe.paytables(playable(game, house(house_rules, set_), version).terms)
    if as_json:
        print_json(found)
    else:
        from croupier.cli import show

        show.show(found, kind="paytables")


@app.command()
def rulings(
    game: Game,
    irregularity: Annotated[str | None, typer.Argument(help="Only this one.", autocompletion=complete_irregularity)] = None,
    version: Version = None,
    set_: Set = None,
    house_rules: HouseRules = None,
    as_json: AsJson = False,
) -> None:
    """What each irregularity does, with its clause."""
    from croupier.compliance import describe
    from croupier.games.registry import playable

    found = describe.rulings(playable(game, house(house_rules, set_), version).terms, irregularity)
    if as_json:
        print_json(found)
    else:
        from croupier.cli import show

        show.show(found, kind="rulings")


@app.command()
def compare(
    game: Annotated[
        str,
        typer.Argument(help="A game by its name, as in three-card-poker, or rulebook/game.", autocompletion=complete_compared),
    ],
    rulebooks: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="RULEBOOK...", help="Of these; of all that have it otherwise.", autocompletion=complete_rulebook
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also what is the same.")] = False,
    as_json: AsJson = False,
) -> None:
    """What rulebooks say of the same game, side by side: options, wagers, pay tables, known prices, irregularities."""
    from croupier.cli.comparing import chosen, show, tell_comparison

    told = tell_comparison(chosen(game, rulebooks or []))
    if as_json:
        print_json(told)
    else:
        show(told, everything=everything)


@app.command()
def coverage(
    game: Annotated[
        str | None,
        typer.Argument(help="Every clause of this game, and the test that shows it kept.", autocompletion=complete_game),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """How much of each rulebook is kept: what became of its clauses, and which are shown by a test."""
    from croupier.cli import show
    from croupier.compliance import coverage as compliance
    from croupier.games.registry import all_games, playable

    if game is not None:
        found = compliance.clauses(playable(game).terms)
    else:
        found = compliance.coverage(playable(name).terms for name in all_games())
    if as_json:
        print_json(found)
    else:
        show.show(found, kind="coverage" if game is None else "covered")


@app.command()
def shape(as_json: AsJson = False) -> None:
    """Numbers for the shape of the code: lines of each procedure, of what games share, and who shares what."""
    from croupier.cli.shape import measure

    found = measure()
    if as_json:
        print_json(found)
    else:
        from croupier.cli import show

        show.show(found, kind="shape")


@app.command()
def schema(
    game: Annotated[
        str | None, typer.Argument(help="With --round: the rounds of this game, not of all.", autocompletion=complete_game)
    ] = None,
    round_: Annotated[bool, typer.Option("--round", help="Of a written round, as `settle` takes it.")] = False,
) -> None:
    """The JSON Schema of a game file, for editors; with --round, of a written round."""
    if not round_:
        from croupier.rules.model import Game as GameFile

        if game is not None:
            raise BadInput(f"{shown(game)}: every game file has the same schema; --round asks for a game's rounds")
        print_json(GameFile.model_json_schema(by_alias=True))
        return
    from croupier.games.registry import all_games, playable
    from croupier.table.written_schema import DIALECT, round_schema

    if game is not None:
        print_json(round_schema(playable(game)))
        return
    print_json({"$schema": DIALECT, "anyOf": [round_schema(playable(name)) for name in all_games()]})


def _sound() -> list[Listed]:
    """The games that can be used; what is wrong with each of the others goes to standard error, and the others go on.

    The rulebooks that come with the program are known to be sound (its tests read them whole): of those the heads are enough, and
    the list comes at once. Files of somebody else's are read to their end.
    """
    from croupier.errors import RulebookError
    from croupier.rules import source
    from croupier.rules.listing import broken, listing

    shipped = {name for name, folder in source.rulebook_folders().items() if folder.parent == source.SHIPPED}
    for error in broken():
        say(error)
    found = []
    for entry in listing():
        try:
            if entry.rulebook not in shipped:
                from croupier.games.registry import playable

                playable(entry.id)
        except RulebookError as error:
            say(error)
        except Exception as error:  # whatever one file does to the program, the list of the others comes
            say(f"{entry.id}: it cannot be used: {type(error).__name__}: {error}")
        else:
            found.append(entry)
    return found
