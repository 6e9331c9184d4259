"""What a wager is worth and what to do with a hand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.app import AsJson, Game, HouseRules, Set, Version, app, house, needs, print_json
from croupier.cli.completing import complete_paytable, complete_wager
from croupier.errors import BadInput


@app.command()
def analyze(
    game: Game,
    wager: Annotated[str | None, typer.Option(help="Only this wager.", autocompletion=complete_wager)] = None,
    paytable: Annotated[str | None, typer.Option(help="Only this pay table.", autocompletion=complete_paytable)] = None,
    set_: Set = None,
    house_rules: HouseRules = None,
    version: Version = None,
    meter: Annotated[int | None, typer.Option(help="Where the progressive's meter stands, in cents.")] = None,
    stake: Annotated[int | None, typer.Option(help="Cents on the wager: limits and fixed sums weigh by it.")] = None,
    recompute: Annotated[bool, typer.Option("--recompute", help="Do not use what was computed before.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Draw the first price to this file (png, svg, pdf).")] = None,
    as_json: AsJson = False,
) -> None:
    """Price every wager exactly: house edge, risk, variance, hit rate and distribution, with the best strategy."""
    from croupier.cli.pricing import analyze_game

    prices = analyze_game(
        game,
        wager=wager,
        table=paytable,
        house=house(house_rules, set_),
        version=version,
        meter=meter,
        stake=stake,
        recompute=recompute,
        as_json=as_json,
    )
    if plot is not None:
        needs("--plot", "plots", "matplotlib")
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
    house_rules: HouseRules = None,
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
        house=house(house_rules, set_),
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
    house_rules: HouseRules = None,
    version: Version = None,
    as_json: AsJson = False,
) -> None:
    """The best play: charts to read off, or with --hand what each choice nets."""
    from croupier.cli.strategy import show, tell_strategy

    told = tell_strategy(
        game, hand=hand, dealer=dealer, community=community, after=after, house=house(house_rules, set_), version=version
    )
    if as_json:
        print_json(told)
    else:
        show(told)


@app.command()
def equity(
    game: Game,
    hands: Annotated[list[str], typer.Argument(help='Hands, as in "As Ah", or ranges, as in QQ+: one for each player.')],
    board: Annotated[str, typer.Option(help="The cards of the board that are known.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that are out of play: at draw, those thrown away.")] = "",
    pot: Annotated[
        int | None, typer.Option(help="Cents in the pot, put in alike: what the rake leaves each player of them.")
    ] = None,
    set_: Set = None,
    house_rules: HouseRules = None,
    version: Version = None,
    as_json: AsJson = False,
) -> None:
    """What part of a pot each hand wins, over every card that can still come; at stud and draw, name the cards that are known or kept."""
    from croupier.cli.equity import show, tell_equity

    told = tell_equity(game, hands, board=board, dead=dead, pot=pot, house=house(house_rules, set_), version=version)
    if as_json:
        print_json(told)
    else:
        show(told)
