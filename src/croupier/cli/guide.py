"""`croupier` with no arguments: what it is, what you can do next."""

from __future__ import annotations

from croupier.rules.listing import listing

STEPS = {
    "What a text says": (
        ("games", "every game of every rulebook"),
        ("rules GAME", "options, wagers and rulings, with clauses"),
        ("paytables GAME", "every payout"),
        ("rulings GAME", "what each irregularity does"),
        ("compare {name}", "rulebooks side by side"),
        ("check HOUSE_RULES", "a casino's choices against its rulebook"),
        ("audit RULEBOOK", "where a text is broken or silent"),
    ),
    "What is due": (
        ("template GAME", "a written round to fill in"),
        ("settle FILE", "settle it, to the cent, with clauses"),
        ("play GAME", "a table in the terminal"),
        ("replay FILE", "what you played, again"),
    ),
    "What it is worth": (
        ("analyze GAME", "every wager's house edge and distribution"),
        ("strategy GAME", "the best play"),
        ("simulate GAME", "the same by playing"),
    ),
    "In the browser": (("serve", "tables, desk, drill and audit"),),
}


def show_guide() -> None:
    """The terminal guide: eighty columns, whatever the screen."""
    entries = listing()
    rulebooks = dict.fromkeys(entry.rulebook for entry in entries)
    first = next((entry for entry in entries if entry.game == "three-card-poker"), entries[0] if entries else None)
    print("Casino table games as regulators write them, made executable.")
    print(f"{len(entries)} games in {len(rulebooks)} rulebooks: {', '.join(rulebooks)}.")
    for part, steps in STEPS.items():
        print(f"\n{part}")
        for command, does in steps:
            print(f"  croupier {command.format(name=first.game if first else 'GAME'):26} {does}")
    print(f"\nGAME is a rulebook and a game of it{f', as in {first.id}' if first else ''}.")
    print("`croupier COMMAND --help` says what a command takes;")
    print("`croupier --install-completion` lets your shell complete commands and names.")
