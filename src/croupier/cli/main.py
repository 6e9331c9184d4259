"""Commands, each importing what it needs when it runs, so that the list of games comes at once."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from croupier import __version__
from croupier.errors import BadInput, CroupierError

app = typer.Typer(
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Casino table games as regulators write them, made executable.",
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


def _complete_game(incomplete: str) -> list[str]:
    from croupier.rules.listing import listing

    return [entry.id for entry in listing() if entry.id.startswith(incomplete)]


def _complete_irregularity(ctx: typer.Context, incomplete: str) -> list[str]:
    from croupier.rules.resolve import resolve_file

    try:
        return [name for name in resolve_file(ctx.params["game"]).file.rulings if name.startswith(incomplete)]
    except (CroupierError, KeyError):
        return []


Game = Annotated[str, typer.Argument(help="rulebook/game, as `croupier games` lists them.", autocompletion=_complete_game)]
Set = Annotated[list[str] | None, typer.Option("--set", help="A house rule: option=value.")]
Version = Annotated[str | None, typer.Option(help="A dated version of the text.")]


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=1 if sys.stdout.isatty() else None))


def settings(pairs: list[str] | None) -> dict[str, Any]:
    """House-rule options from `--set name=value`: true, false and whole numbers are read as such."""
    options: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadInput(f"--set {pair}: write option=value")
        try:
            options[name] = json.loads(value)
        except ValueError:
            options[name] = value
    return {"options": options} if options else {}


def read_json(path: str) -> Any:
    """A JSON document from a file, or from standard input for `-`."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        return json.loads(text)
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not a text file") from None
    except ValueError as error:
        raise BadInput(f"{path}: not JSON: {error}") from None


@app.callback(invoke_without_command=True)
def guide(ctx: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """What Croupier is and what you can do next."""
    if version:
        print(__version__)
    elif ctx.invoked_subcommand is None:
        from croupier.cli.guide import show_guide

        show_guide()


@app.command()
def games(rulebook: Annotated[str | None, typer.Option(help="Only this rulebook.")] = None, as_json: AsJson = False) -> None:
    """List the games of every rulebook."""
    from dataclasses import asdict

    from croupier.errors import Unknown
    from croupier.rules.listing import listing

    entries = listing()
    if rulebook is not None and rulebook not in {entry.rulebook for entry in entries}:
        raise Unknown("rulebook", rulebook, {entry.rulebook for entry in entries})
    chosen = [entry for entry in entries if rulebook in (None, entry.rulebook)]
    if as_json:
        print_json([asdict(entry) for entry in chosen])
        return
    width = max(len(entry.id) for entry in chosen)
    for entry in chosen:
        print(f"{entry.id:{width}}  {entry.name:28}  {entry.family:12}  {entry.clause}")


@app.command()
def rules(
    game: Game,
    clause: Annotated[str | None, typer.Option(help="One clause: where it stands and what became of it.")] = None,
    clauses: Annotated[bool, typer.Option("--clauses", help="The whole clause index.")] = False,
    readings: Annotated[bool, typer.Option("--readings", help="What is read where the text is silent or broken.")] = False,
    matrix: Annotated[bool, typer.Option("--matrix", help="How wagers on dice behave: on or off, removable, paid.")] = False,
    why: Annotated[str | None, typer.Option(help="The clauses behind a rule, as in tie or wagers.ante.")] = None,
    version: Version = None,
    set_: Set = None,
    as_json: AsJson = False,
) -> None:
    """What a game is: options, wagers, rulings, readings, each with its clause."""
    from croupier.compliance import describe
    from croupier.games.registry import playable

    subject = playable(game, settings(set_), version).game
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
def paytables(game: Game, version: Version = None, as_json: AsJson = False) -> None:
    """Every payout of a game."""
    from croupier.compliance import describe
    from croupier.games.registry import playable

    found = describe.paytables(playable(game, None, version).game)
    if as_json:
        print_json(found)
    else:
        from croupier.cli import show

        show.show(found, kind="paytables")


@app.command()
def rulings(
    game: Game,
    irregularity: Annotated[str | None, typer.Argument(help="Only this one.", autocompletion=_complete_irregularity)] = None,
    as_json: AsJson = False,
) -> None:
    """What each irregularity does, with its clause."""
    from croupier.compliance import describe
    from croupier.games.registry import playable

    found = describe.rulings(playable(game).game, irregularity)
    if as_json:
        print_json(found)
    else:
        from croupier.cli import show

        show.show(found, kind="rulings")


@app.command()
def analyze(
    game: Game,
    wager: Annotated[str | None, typer.Option(help="Only this wager.")] = None,
    paytable: Annotated[str | None, typer.Option(help="Only this pay table.")] = None,
    set_: Set = None,
    version: Version = None,
    recompute: Annotated[bool, typer.Option("--recompute", help="Do not use what was computed before.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the first price to this file (png, svg, pdf).")] = None,
    as_json: AsJson = False,
) -> None:
    """Price every wager exactly: house edge, risk, variance, hit rate and distribution, with the best strategy."""
    from croupier.cli.pricing import analyze_game

    prices = analyze_game(
        game, wager=wager, table=paytable, house=settings(set_), version=version, recompute=recompute, as_json=as_json
    )
    if plot is not None:
        import importlib.util

        if importlib.util.find_spec("matplotlib") is None:
            raise BadInput("--plot needs matplotlib: pip install 'croupier[plots]'")
        from croupier.odds.plots import draw

        try:
            draw(prices[0], plot, title=f"{game}: {prices[0].wager}, pay table {prices[0].paytable}")
        except (OSError, ValueError) as error:
            raise BadInput(f"{plot}: {error}") from None


@app.command()
def simulate(
    game: Game,
    rounds: Annotated[int | None, typer.Option(help="How many rounds to play.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed and rounds give the same totals, whoever counts.")] = 1,
    device: Annotated[str, typer.Option(help="cpu or gpu.")] = "cpu",
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler to share the work.")] = None,
    shuffler: Annotated[str | None, typer.Option(help="continuous (a full pack every round) or shoe.")] = None,
    penetration: Annotated[str | None, typer.Option(help="Where the cutting card stands in the shoe, as in 75%.")] = None,
    players: Annotated[
        int | None, typer.Option(help="How many play from that shoe; the first one's wagers are priced.")
    ] = None,
    set_: Set = None,
    version: Version = None,
    as_json: AsJson = False,
) -> None:
    """Price every wager by playing: on all cores, a GPU or a cluster, with the error of each figure."""
    from croupier.cli.simulating import simulate_game

    code = simulate_game(
        game,
        rounds=rounds,
        seed=seed,
        device=device,
        address=cluster,
        house=settings(set_),
        version=version,
        as_json=as_json,
        shuffler=shuffler,
        penetration=penetration,
        players=players,
    )
    if code:
        raise typer.Exit(code)


@app.command()
def strategy(
    game: Game,
    hand: Annotated[str | None, typer.Option(help='Your cards, as in "Qs 6h 4d": what to do with them.')] = None,
    dealer: Annotated[str | None, typer.Option(help="The dealer's cards that lie face up.")] = None,
    community: Annotated[str | None, typer.Option(help="The community cards turned up so far.")] = None,
    after: Annotated[
        str | None, typer.Option(help='What you chose before, as in "bet-3x bet-1x"; as advised otherwise.')
    ] = None,
    set_: Set = None,
    version: Version = None,
    as_json: AsJson = False,
) -> None:
    """The best play: charts to read off, or with --hand what each choice nets."""
    from croupier.cli.strategy import show, tell_strategy

    told = tell_strategy(
        game, hand=hand, dealer=dealer, community=community, after=after, house=settings(set_), version=version
    )
    if as_json:
        print_json(told)
    else:
        show(told)


@app.command()
def settle(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A written round, or a list of them.")],
    as_json: AsJson = False,
) -> None:
    """Settle a written round: the lines, to the cent, with clauses."""
    import croupier
    from croupier.table.written import answer_json

    document = read_json(file)
    if not isinstance(document, list):
        answer = answer_json(croupier.settle(document))
        if as_json:
            print_json(answer)
        else:
            from croupier.cli import show

            show.show(answer, kind="settlement")
        return
    answers: list[dict[str, Any]] = []
    for entry in document:
        try:
            answers.append(answer_json(croupier.settle(entry)))
        except BadInput as error:
            answers.append({"refused": str(error)})
    if as_json:
        print_json(answers)
    else:
        from croupier.cli import show

        for number, answer in enumerate(answers, start=1):
            show.show(answer, kind="settlement", title=f"Round {number}")


@app.command()
def playthrough(file: Annotated[str, typer.Argument(metavar="FILE|-", help="A written round.")]) -> None:
    """Tell a written round in text: the deal, decisions, rulings, settlement and clauses."""
    import croupier
    from croupier.cli.narrate import narrate

    print(narrate(read_json(file), croupier.playable), end="")


@app.command()
def play(
    game: Game,
    seed: Annotated[int | None, typer.Option(help="Repeatable chance, for learning and testing.")] = None,
    players: Annotated[int, typer.Option(help="How many others sit at the table, playing by rule of thumb.")] = 0,
    log: Annotated[Path, typer.Option(help="Where the rounds are kept.")] = Path("croupier-rounds.jsonl"),
    version: Version = None,
    set_: Set = None,
) -> None:
    """Play at a table in the terminal; every round is kept in a log that `replay` replays."""
    from croupier.cli.playing import play_in_terminal
    from croupier.games.registry import playable

    play_in_terminal(playable(game, settings(set_), version), seed=seed, players=players, log=log)


@app.command()
def replay(file: Annotated[str, typer.Argument(metavar="LOG|-")], as_json: AsJson = False) -> None:
    """Play a log again and show what it settles to."""
    import croupier
    from croupier.table.written import answer_json

    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{file}: {error}") from None
    answers = []
    for number, line in enumerate(filter(str.strip, text.splitlines()), start=1):
        try:
            log = json.loads(line)
        except ValueError as error:
            raise BadInput(f"{file}: round {number} is not JSON: {error}") from None
        if not isinstance(log, Mapping):
            raise BadInput(f"{file}: round {number} is not a log")
        try:
            round_ = croupier.replay(log)
        except BadInput as error:
            raise BadInput(f"{file}: round {number}: {error}") from None
        answers.append({"game": log["game"], **answer_json(round_), "done": round_.done})
    if as_json:
        print_json(answers)
    else:
        from croupier.cli import show

        for number, answer in enumerate(answers, start=1):
            show.show(answer, kind="settlement", title=f"Round {number}: {answer['game']}")


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
) -> None:
    """Start the workbench: tables that keep their books, the API and the pages. Prints its address."""
    from croupier.cli.serving import start

    start(database, host=host, port=port, workers=workers, guests=guests, requests=requests, tables=tables)


ledger = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="The books.")
app.add_typer(ledger, name="ledger")


@ledger.command()
def verify(database: Ledger = None, as_json: AsJson = False) -> None:
    """Recompute every chain and play every round again; names the first event that was tampered with."""
    from croupier.cli.serving import verify_ledger

    raise typer.Exit(verify_ledger(database, as_json=as_json))


@app.command()
def token(
    name: str,
    role: Annotated[str, typer.Option(help="player, dealer, floor, surveillance or administrator.")] = "player",
    hours: Annotated[int, typer.Option(help="How long it is good for.")] = 12,
    database: Ledger = None,
) -> None:
    """Issue a token to somebody; its secret is printed once and only its hash is kept."""
    from croupier.cli.serving import issue_token

    issue_token(database, name, role, hours)


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
def schema() -> None:
    """The JSON Schema of a game file, for editors."""
    from croupier.rules.model import Game as GameFile

    print_json(GameFile.model_json_schema(by_alias=True))


def fail(message: object) -> NoReturn:
    """One clear line on standard error, exit code 2."""
    print(f"croupier: {' '.join(str(message).split())}", file=sys.stderr)
    sys.exit(2)


def main() -> None:
    """The entry point: every refusal is one line and exit code 2."""
    # Typer carries its own click in some releases: the root of its usage errors is found from one it exports.
    usage_error: type[Any] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
    try:
        code = app(standalone_mode=False)
    except CroupierError as error:
        fail(error)
    except typer.Abort:
        print(file=sys.stderr)
        sys.exit(130)
    except usage_error as error:
        fail(error.format_message())
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    if isinstance(code, int):
        sys.exit(code)
