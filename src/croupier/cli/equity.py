"""Equity told in the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.cli.grid import grid
from croupier.cli.screen import screen
from croupier.errors import BadInput
from croupier.games.registry import playable
from croupier.odds.equity import equities
from croupier.table.settlement import money

MOST_CENTS = 10**12


def tell_equity(
    game: str,
    hands: Sequence[str],
    *,
    board: str,
    dead: str,
    pot: int | None,
    house: Mapping[str, Any] | None,
    version: str | None,
) -> dict[str, Any]:
    """Every player's part of the pot, and of the pot that the rake leaves where one is stated."""
    ready = playable(game, house, version)
    if not ready.terms.file.variants:
        raise BadInput(f"{game} is no poker room: nobody has equity in a game against the house")
    found = equities(ready, hands, board, dead)
    told: dict[str, Any] = {"game": game, "method": found.method, "boards": found.boards}
    told["hands"] = [player.as_json() for player in found.players]
    if pot is not None:
        if not len(hands) <= pot <= MOST_CENTS:
            raise BadInput(f"--pot: {pot} is no amount that {len(hands)} players put in")
        from croupier.odds.games.poker import pushed

        each = {seat: pot // len(hands) for seat in range(1, len(hands) + 1)}
        taken = sum(pushed(ready, each).table.takings.values())
        told |= {"pot": sum(each.values()), "taken": taken}
        for player, entry in zip(found.players, told["hands"], strict=True):
            entry["worth"] = float(player.share * (told["pot"] - taken))
    return told


def show(told: Mapping[str, Any]) -> None:
    """A row a hand."""
    console = screen()
    figures = ("equity", "won", "tied", "lost", *(["worth"] if "pot" in told else []))
    rows = (
        (
            entry["hand"],
            f"{entry['equity']:.4%}",
            *(f"{entry[name]:,}" for name in ("won", "tied", "lost")),
            *([money(round(entry["worth"]))] if "pot" in told else []),
        )
        for entry in told["hands"]
    )
    grid(console, ("hand", *figures), rows, figures=figures)
    if told["method"] == "sample":
        error = max(entry["standard_error"] for entry in told["hands"])
        console.print(f"{told['boards']:,} deals by chance: one standard error is {error:.4%} at most")
    else:
        console.print(f"{told['boards']:,} boards or ways in which the cards come, every one of them counted")
    if "pot" in told:
        console.print(f"{money(told['taken'])} is taken of a pot of {money(told['pot'])}")
