"""`croupier` with no arguments: what it is, what you can do next."""

from __future__ import annotations

from rich.console import Console
from rich.panel import Panel
from rich.table import Table

from croupier.rules.listing import listing


def show_guide() -> None:
    """The terminal guide."""
    entries = listing()
    rulebooks = dict.fromkeys(entry.rulebook for entry in entries)
    console = Console()
    console.print(
        Panel(
            "Casino table games as regulators write them, made executable.\n"
            f"{len(entries)} games in {len(rulebooks)} rulebooks ({', '.join(rulebooks)}); "
            "every wager, irregularity and payout with its clause.",
            title="croupier",
            border_style="green",
        )
    )
    first = entries[0].id if entries else "rulebook/game"
    poker = next((entry.id for entry in entries if entry.game == "three-card-poker"), first)
    steps = Table.grid(padding=(0, 3))
    for command, does in (
        ("croupier games", "what there is"),
        (f"croupier rules {poker}", "what a game is: options, wagers, rulings, readings, with clauses"),
        (f"croupier rules {poker} --clauses", "every clause of the text and what became of it"),
        (f"croupier paytables {poker}", "every payout"),
        (f"croupier rulings {poker}", "what each irregularity does"),
        (f"croupier play {poker}", "a table in the terminal"),
        ("croupier settle round.json", "settle a written round, to the cent, with clauses"),
        ("croupier replay croupier-rounds.jsonl", "replay what you played"),
        ("croupier --install-completion", "completion for your shell"),
    ):
        steps.add_row(f"[bold]{command}[/]", does)
    console.print(steps)
