"""Draws docs/table.svg: a round in the terminal, as README shows it."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

from croupier.cli import show
from croupier.cli.playing import draw_table
from croupier.equipment.randomness import Seeded
from croupier.games.registry import playable
from croupier.table import acts
from croupier.table.drivers import Chance, Players, run
from croupier.table.requests import Decision
from croupier.table.round import Round
from croupier.table.written import answer_json


def main() -> None:
    game = playable("ny/three-card-poker")
    console = Console(record=True, width=100, file=io.StringIO(), highlight=False)
    chance = Chance(Seeded(11))
    round_ = Round(game, [1, 2, 3])
    wagers = {1: {"ante": 1000, "pair-plus": 500, "six-card-bonus": 500}, 2: {"ante": 2500}, 3: {"pair-plus": 500}}
    players = Players(wagers, lambda _, request: request.choices[0])
    while not isinstance(round_.pending, Decision):
        assert round_.pending is not None
        for answerer in (chance, players):
            act = answerer.answer(round_, round_.pending)
            if act is not None:
                round_.answer(act)
                break
    console.print(draw_table(round_, 100_000))
    console.print("[bold]1[/] play  [bold]2[/] fold > play")
    round_.answer(acts.Choice(1, "play"))
    run(round_, chance, players)
    console.print(draw_table(round_, 100_000 + round_.net[1]))
    show.draw(console, answer_json(round_), kind="settlement")
    Path("docs/table.svg").write_text(console.export_svg(title="croupier play ny/three-card-poker"))


if __name__ == "__main__":
    main()
