"""Rounds: settled, told, played and played again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier import documents
from croupier.cli.app import AsJson, Game, HouseRules, Set, Version, app, house, laid_out, print_json, read_json
from croupier.cli.completing import complete_game
from croupier.errors import BadInput, CroupierError


@app.command()
def template(
    game: Game,
    filled: Annotated[bool, typer.Option("--filled", help="With cards and decisions in it: it settles as it is.")] = False,
    seed: Annotated[int, typer.Option(help="Another number, another round.")] = 0,
    version: Version = None,
    set_: Set = None,
    house_rules: HouseRules = None,
) -> None:
    """A written round of a game to fill in, for `settle`: ?? where cards, dice or the wheel are to be told."""
    from croupier.games.registry import playable
    from croupier.table import written_down

    subject = playable(game, house(house_rules, set_), version)
    found = written_down.template(subject, playable, seed=seed)
    print(laid_out(found if filled else written_down.blank(subject, found)))


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
        except CroupierError as error:
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
    house_rules: HouseRules = None,
) -> None:
    """Play at a table in the terminal; every round is kept in a log that `replay` replays."""
    from croupier.cli.playing import play_in_terminal
    from croupier.games.registry import playable
    from croupier.rules.posting import posted

    rules = house(house_rules, set_)
    rules = posted(playable(game, rules, version).terms, rules)
    play_in_terminal(playable(game, rules, version), seed=seed, players=players, log=log)


@app.command()
def replay(file: Annotated[str, typer.Argument(metavar="LOG|-")], as_json: AsJson = False) -> None:
    """Play a log again and show what it settles to."""
    import croupier
    from croupier.table.written import answer_json

    name = documents.shown_path(file)
    answers = []
    for number, line in enumerate(filter(str.strip, documents.read(file).split("\n")), start=1):
        log = documents.from_json(line, f"{name}: round {number}")
        if not isinstance(log, Mapping):
            raise BadInput(f"{name}: round {number} is not a log")
        try:
            rounds = croupier.replay_session(log).played if "session" in log else [croupier.replay(log)]
        except BadInput as error:
            raise BadInput(f"{name}: round {number}: {error}") from None
        answers += [{"game": log["game"], **answer_json(round_), "done": round_.done} for round_ in rounds]
    if as_json:
        print_json(answers)
    else:
        from croupier.cli import show

        for number, answer in enumerate(answers, start=1):
            show.show(answer, kind="settlement", title=f"Round {number}: {answer['game']}")


@app.command()
def history(
    file: Annotated[str, typer.Argument(metavar="FILE|-", help="A hand history (PHH), or a log of played rounds.")],
    game: Annotated[
        str | None,
        typer.Option(help="The poker room by whose rules a hand history is settled.", autocompletion=complete_game),
    ] = None,
    whole: Annotated[bool, typer.Option(help="Tell every card of a played hand, those too that were not shown.")] = False,
    set_: Set = None,
    house_rules: HouseRules = None,
    as_json: AsJson = False,
) -> None:
    """Settle a recorded poker hand, or with no --game write the hands of a log as hand histories."""
    import croupier
    from croupier.games import histories
    from croupier.table.written import answer_json

    text = documents.read(file)
    if game is None:
        for line in filter(str.strip, text.split("\n")):
            log = documents.from_json(line, documents.shown_path(file))
            if not isinstance(log, Mapping):
                raise BadInput(f"{documents.shown_path(file)}: a log has a table on every line; a hand history needs --game")
            rounds = croupier.replay_session(log).played if "session" in log else [croupier.replay(log)]
            print("\n".join(histories.of_round(round_, hidden=not whole) for round_ in rounds), end="")
        return
    answer = answer_json(histories.play_history(text, croupier.playable(game, house(house_rules, set_))))
    if as_json:
        print_json(answer)
    else:
        from croupier.cli import show

        show.show(answer, kind="settlement")
